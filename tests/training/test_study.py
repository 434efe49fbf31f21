"""Studies: what is written down about picks, and what is made of it."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from support import Here
from swenv.agents import make
from swenv.training import study as studies
from swenv.training.arena import interval, match
from swenv.training.progress import Progress
from swenv.training.study import Offers, Part, Scribe, Study, Terms, by_round, by_seat, lines

QUIET = Progress(shown=False)
SHORT = Terms("smallworld", 2, {"rounds": 3}, 3, ["greedy", "random"])
KINDS, NAMES = ("race", "power"), (("elves", "orcs", "trolls"), ("flying", "hill"))


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "PART", 20)


def part(picks: list[tuple[int, int, int, int, float]], wins: list[list[float]], coins: list[list[float]]) -> Part:
    """Games of five rounds; of each pick the game, seat, round, row, and the coins before it.

    Three rows are on offer: hill orcs without coins, flying elves with one coin, flying trolls with two.
    """
    game, seat, number, row, purse = (np.array(each) for each in zip(*picks, strict=True))
    shown = np.array([[[1, 1], [0, 0], [2, 0]]] * len(picks))
    coins_on = np.array([[0, 1, 2]] * len(picks))
    offers = Offers(game, seat, number, row, coins_on, shown, purse.astype(float))
    return Part(offers, np.array(wins), np.array(coins), np.full(len(wins), 5), np.arange(len(wins)) // 2)


def found(parts: list[Part], **more: Any) -> dict[tuple[str, str], studies.Line]:
    return {(line.kind, line.name): line for line in lines(parts, KINDS, NAMES, **more)}


def test_a_deal_is_played_until_the_same_players_come_round_again() -> None:
    seatings = (["a", "b"], ["a"] * 3, ["a", "b", "a", "b"], ["a", "a", "b"])
    assert [Terms("smallworld", len(seats), {}, 3, seats).rotations for seats in seatings] == [2, 1, 2, 3]
    twins = Terms("smallworld", 2, {"rounds": 3}, 3, ["greedy", "greedy"])
    _, part, played = studies.play_part(twins, 4, 0, records=True)
    assert part.deals.tolist() == [0, 1, 2, 3] and len({seed for seed, *_ in played}) == 4
    with pytest.raises(ValueError, match=r"^rotations: 1 to 2 with so many seats, not 3"):
        match(twins.load(), [make("greedy"), make("greedy")], 4, rotations=3)


def test_offers_picks_prices_and_wins_are_counted() -> None:
    one = part([(0, 0, 1, 0, 5), (0, 1, 1, 2, 5), (0, 0, 4, 1, 20)], [[1, 0]], [[40, 30]])
    by_name = found([one])
    orcs, elves, trolls = (by_name["race", name] for name in ("orcs", "elves", "trolls"))
    assert (orcs.offered, orcs.picked, orcs.price, orcs.wins) == (3, 1, 0, 1)
    assert (elves.offered, elves.picked, elves.price, elves.wins) == (3, 1, 0, 1)  # a coin paid, a coin taken
    assert (trolls.offered, trolls.picked, trolls.price, trolls.wins) == (3, 1, 0, 0)
    assert by_name["power", "flying"].offered == 6 and by_name["power", "flying"].wins == 0.5
    assert by_name["race+power", "hill orcs"].picked == 1 and ("race+power", "hill elves") not in by_name
    assert orcs.wins_low < 1 == orcs.wins_high and orcs.share == pytest.approx(1 / 3)


def test_a_race_earns_until_the_next_pick_or_the_end() -> None:
    one = part([(0, 0, 1, 0, 5), (0, 1, 1, 2, 5), (0, 0, 4, 2, 20)], [[1, 0]], [[40, 30]])
    by_name = found([one])
    assert by_name["race", "orcs"].turns == 3 and by_name["race", "orcs"].coins_a_turn == 5  # 15 in rounds 1 to 3
    trolls = by_name["race", "trolls"]  # 25 coins in rounds 1 to 5; 20 coins in rounds 4 and 5
    assert trolls.turns == 3.5 and trolls.coins_a_turn == pytest.approx((25 / 5 + 20 / 2) / 2)
    assert math.isnan(trolls.coins_low) and math.isnan(trolls.coins_high), "one deal says nothing of the spread"


def test_games_of_different_parts_are_not_mixed_up_and_rows_without_an_offer_do_not_count() -> None:
    one = part([(0, 0, 1, 0, 5)], [[1, 0], [1, 0]], [[30, 10], [20, 10]])
    two = part([(0, 0, 3, 0, 9), (1, 1, 3, 0, 9)], [[0, 1], [1, 0]], [[21, 30], [30, 21]])
    orcs = found([one, two])["race", "orcs"]
    assert orcs.turns == (5 + 3 + 3) / 3 and orcs.coins_a_turn == (25 / 5 + 2 * 12 / 3) / 3 and orcs.wins == 1 / 3
    assert (orcs.wins_low, orcs.wins_high) == interval(np.array([1, 0]), np.array([1, 2]))
    assert (orcs.share_low, orcs.share_high) == interval(np.array([1, 2]), np.array([1, 2]))
    assert orcs.coins_high - orcs.coins_a_turn == pytest.approx(1.959964 * math.sqrt(2 * 2 * (2 / 3) ** 2) / 3)
    first = found([one, two], first=True)
    assert first["race", "orcs"].picked == first["race", "trolls"].offered == 1 and first["race", "trolls"].picked == 0
    one.offers.coins_on[0, 2] = -1
    assert ("race", "trolls") not in found([one])


def test_seats_and_rounds_are_summed_up() -> None:
    one = part([(0, 0, 1, 0, 5), (1, 1, 1, 2, 5), (0, 0, 4, 1, 20)], [[1, 0], [0.5, 0.5]], [[40, 30], [9, 9]])
    (first, *_), (second, *_) = by_seat([one])
    assert (first, second) == (0.75, 0.25)
    assert by_round([one]) == [(1, 2, 0.0), (4, 1, 0.0)]


@pytest.mark.parametrize("name", ["smallworld", pytest.param("warcraft", marks=pytest.mark.slow)])
def test_the_scribe_sees_what_the_match_reports(name: str) -> None:
    game = swenv.load(name, num_players=2, rounds=4)
    scribe = Scribe(game, 30)
    result = match(game, [make("greedy"), make("random")], 30, seed=5, by=("race+power",), watch=scribe)
    assert result.picks is not None
    offers = scribe.offers()
    assert np.array_equal(offers.game, result.picks.game) and np.array_equal(offers.seat, result.picks.seat)
    at = np.arange(len(offers.row))
    assert np.array_equal(offers.shown[at, offers.row], result.picks.chosen)
    assert (offers.coins_on[at, offers.row] >= 0).all() and (offers.row <= offers.purse).all()
    assert (scribe.rounds == 4).all() and (offers.round[:30] == 1).all()


@pytest.mark.usefixtures("small_parts")
def test_a_study_goes_on_where_it_was(tmp_path: Path) -> None:
    study = Study(tmp_path, SHORT)
    assert study.missing(50) == [0, 1, 2]
    study.keep(*studies.play_part(SHORT, study.size, 1)[:2])
    again = Study(tmp_path, SHORT)
    assert again.missing(50) == [0, 2] and len(again.parts()) == 1
    assert len(again.parts()[0].rounds) == 20
    with pytest.raises(ValueError, match="nothing is picked in islands"):
        Study(tmp_path, Terms("islands", 2, {}, 0, ["greedy", "greedy"]))


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("damage", ["cut", "text", "other shapes", "other numbers"])
def test_damaged_games_are_refused(tmp_path: Path, damage: str) -> None:
    study, path = Study(tmp_path, SHORT), tmp_path / "games-00000.npz"
    study.keep(*studies.play_part(SHORT, 4, 0)[:2])
    with np.load(path) as kept:
        arrays = dict(kept)
    wrong = {"other shapes": {"wins": arrays["wins"][:, :1]}, "other numbers": {"row": arrays["row"] + 9}}
    if damage in wrong:
        np.savez(path, allow_pickle=False, **arrays | wrong[damage])
    else:
        path.write_bytes(path.read_bytes()[:100] if damage == "cut" else b"nothing")
    with pytest.raises(ValueError, match="is damaged: delete it"):
        study.parts()


@pytest.mark.usefixtures("small_parts")
@pytest.mark.slow
def test_the_command_writes_a_table_a_page_and_pictures(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("swenv.training.processes.Processes", Here)
    asked = ["--games", 20, "--rounds", 3, "--seed", 3, "--out", tmp_path]
    out = run("study", "--seats", "greedy,random", *asked).out
    assert "coins a turn" in out and "games of smallworld" in out
    with (tmp_path / "study.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["kind"] for row in rows} == {"race", "power", "race+power"}
    assert {row["picks"] for row in rows} == {"all", "first round"}
    assert "## First round: race" in (tmp_path / "study.md").read_text(encoding="utf-8")
    for picture in ("race.svg", "power.svg"):
        assert "<svg" in (tmp_path / picture).read_text(encoding="utf-8")
    objects = run("study", "--seats", "greedy,random", *asked, "--json").objects
    assert sum(each["picked"] for each in objects if each["kind"] == "race") >= 40
    assert sum(each["wins"] for each in objects if each["kind"] == "seat") == pytest.approx(1)
    done = run("study", "--seats", "greedy,greedy", *asked)
    assert done.status == 2 and "is a study with seats" in done.err
