"""Leagues: what is played, what is kept, and the ratings."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from support import Here
from swenv.training.league import ANCHOR, ROUNDS, Block, League, Terms
from swenv.training.progress import Progress
from swenv.training.ratings import ELO, Difference, Ladder, Results

SHORT = Terms("smallworld", 2, {"rounds": 1}, seed=3)
QUIET = Progress(shown=False)
BLOCK = 2 * ROUNDS


@pytest.fixture
def league(tmp_path: Path) -> League:
    return League(tmp_path / "league", SHORT)


def won(league: League, one: str, other: str, share: float, blocks: int = 1) -> None:
    """Add games of which the first player won a share."""
    wins = [[1.0, 0.0] if k < share * BLOCK else [0.0, 1.0] for k in range(BLOCK)]
    for number in range(blocks):
        league._keep(Block((one, other), number, wins, [[20.0, 10.0]] * BLOCK))


def test_only_what_is_missing_is_played(league: League) -> None:
    assert league.missing(["a", "b"], 30) == [(("a", "b"), 0), (("a", "b"), 1)]
    won(league, "b", "a", 0.5)
    assert league.missing(["a", "b"], 30) == [(("a", "b"), 1)]
    assert league.missing(["a", "b", "c"], 1) == [(("a", "c"), 0), (("b", "c"), 0)]
    terms = Terms("smallworld", np.int8(2), {"rounds": np.int8(1)}, seed=np.uint16(3))
    assert terms == SHORT and League(league.folder, terms).missing(["a", "b"], np.int64(30)) == [(("a", "b"), 1)]
    assert League(league.folder.parent / "new", terms).terms == SHORT


def test_more_players_than_seats_meet_in_all_combinations(tmp_path: Path) -> None:
    league = League(tmp_path, Terms("smallworld", 3, {}, seed=0))
    assert len(league.tables("abcd")) == 4
    assert league.tables("ab") == [("a", "b", "b"), ("b", "a", "a")]


def test_a_league_goes_on_where_it_was(league: League) -> None:
    assert league.play(["greedy", "random"], 1, pool=Here(), progress=QUIET)
    before = (league.folder / "games.jsonl").read_text(encoding="utf-8")
    again = League(league.folder, SHORT)
    assert again.blocks == league.blocks and len(again.blocks) == 1
    assert again.play(["greedy", "random"], 1, pool=Here(), progress=QUIET)
    assert (league.folder / "games.jsonl").read_text(encoding="utf-8") == before
    (block,) = again.blocks.values()
    assert len(block.wins) == BLOCK and np.sum(block.wins) == BLOCK


def test_a_last_line_that_was_cut_off_is_dropped(league: League) -> None:
    won(league, "a", "b", 0.5, blocks=2)
    path = league.folder / "games.jsonl"
    path.write_text(path.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    assert len(League(league.folder, SHORT).blocks) == 1
    assert path.read_text(encoding="utf-8").count("\n") == 1


def test_ratings_follow_results(league: League) -> None:
    won(league, "a", "b", 0.75, blocks=5)
    won(league, "b", "c", 0.75, blocks=5)
    won(league, "a", "c", 0.9, blocks=5)
    best, middle, worst = league.ratings(["b", "a", "c"])
    assert (best.player, worst.player) == ("a", "c") and middle.rating == Difference(ANCHOR, ANCHOR, ANCHOR)
    assert best.rating.points == pytest.approx(ANCHOR + 191, abs=2)  # three to one is 191 points of Elo's
    assert best.lead.above(ANCHOR) == best.rating and worst.lead == Difference(None, None, None)
    assert best.rating.low > ANCHOR > worst.rating.high  # type: ignore[operator]
    assert best.games == 10 * BLOCK and best.coins == 20
    again, _, anchored = league.ratings(["a", "b", "c"], anchor="c")
    assert anchored.rating.points == ANCHOR and again.lead.points == pytest.approx(best.lead.points, abs=1e-3)
    with pytest.raises(ValueError, match="the anchor 'd' is none of the players: a, b"):
        league.ratings(["a", "b", "d"], anchor="d")


def test_who_never_won_has_a_bound_and_moves_nobody_and_who_never_met_are_not_compared(league: League) -> None:
    won(league, "a", "b", 0.6, blocks=3)
    alone, _ = league.ratings(["a", "b"])
    won(league, "a", "lost", 1.0)
    won(league, "b", "lost", 1.0)
    first, second, last = league.ratings(["lost", "a", "b"])
    assert first.lead.points == pytest.approx(alone.lead.points, abs=0.01) == pytest.approx(ELO * np.log(1.5))
    assert last.rating.points is last.rating.low is second.lead.points is second.lead.high is None
    assert last.rating.high < ANCHOR - 300 and second.lead.low > 300  # type: ignore[operator]
    (pair, _), chance = league.ratings(["lost", "b"]), 0.025 ** (1 / BLOCK)
    assert pair.lead.low == pytest.approx(ELO * np.log(chance / (1 - chance)), abs=0.1)
    won(league, "c", "d", 0.8)
    assert Difference(None, None, None) in [each.lead for each in league.ratings(["a", "b", "c", "d"])[:-1]]


def test_winning_a_table_of_three_counts_against_both(tmp_path: Path) -> None:
    league = League(tmp_path, Terms("smallworld", 3, {}, seed=0))
    league._keep(Block(("a", "b", "c"), 0, [[1.0, 0.0, 0.0]] * 20 + [[0.0, 1.0, 0.0]] * 10, [[1.0] * 3] * 30))
    best, second, last = league.ratings(["c", "b", "a"])
    assert (best.player, second.player, last.player, last.rating.points) == ("a", "b", "c", None)
    assert best.lead.points == pytest.approx(ELO * np.log(2), abs=0.01)
    cross = league.cross_table(["a", "b", "c"])
    assert cross[0, 1] == pytest.approx(2 / 3) and cross[0, 2] == cross[1, 2] == 1 and np.isnan(cross[0, 0])


def simulated(dice: np.random.Generator, strengths: NDArray[np.float64], seats: int) -> Results:
    """A league of 30 deals. In every second deal or so, games are opposed; in one of 20 games, two share the win."""
    tables, size = [*combinations(range(len(strengths)), seats)], (30, seats)
    members = np.array([[float(k in table) for k in range(len(strengths))] for table in tables])
    wins, beaten = np.zeros((30, len(strengths))), np.zeros((len(strengths), len(strengths)))
    for table in map(list, tables):
        limits = np.cumsum(np.exp(strengths[table]) / np.exp(strengths[table]).sum())[:-1]
        shift = np.where(dice.random((30, 1)) < 0.5, np.arange(seats) / seats, dice.random(size))
        first = np.searchsorted(limits, (dice.random((30, 1)) + shift) % 1)
        second = np.where(dice.random(size) < 0.05, np.searchsorted(limits, dice.random(size)), first)
        for seat, k in enumerate(table):
            won = ((first == seat).sum(axis=1) + (second == seat).sum(axis=1)) / 2
            wins[:, k] += won
            beaten[k, table[:seat] + table[seat + 1 :]] += won.sum()
    return Results(wins, wins, np.full((30, len(tables)), float(seats)), members, beaten)


@pytest.mark.slow
@pytest.mark.long
def test_intervals_of_ratings_cover_the_truth() -> None:
    """Leagues of players whose strengths are known, with two to five seats; within two standard errors of 95 %."""
    dice, inside, number = np.random.default_rng(1), 0, 1000
    for k in range(number):
        seats = 2 + k % 4
        strengths = dice.normal(0.0, 150 / ELO, max(3, seats))
        found, truth = Ladder(simulated(dice, strengths, seats)).difference(0, 1), ELO * (strengths[0] - strengths[1])
        inside += (found.low is None or found.low <= truth) and (found.high is None or truth <= found.high)
    assert abs(inside / number - 0.95) <= 2 * np.sqrt(0.95 * 0.05 / number)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "swenv-league/1"}, "swenv-league/1 instead of swenv-league/2.*use another folder"),
        ({"format": "swenv"}, "field 'format'"),
        ({"seed": -1}, "field 'seed'"),
        ({"more": 1}, "there is no such field"),
        ({"seed": 4}, "is a league with seed 4, not 3"),
        ({"num_players": 3}, "is a league with num_players 3, not 2"),
        ({"options": {}}, "is a league with rounds None, not 1"),
        ({"options": {"rounds": 1, "map": "mine"}}, "is a league with map 'mine', not None"),
    ],
)
def test_another_league_or_version_is_refused(league: League, change: dict[str, object], message: str) -> None:
    page = league.folder / "league.json"
    page.write_text(json.dumps({**json.loads(page.read_text(encoding="utf-8")), **change}), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        League(league.folder, SHORT)


LINE = '{{"table": ["a", "b"], "number": 1, "wins": {}, "coins": {}}}'.format
LINES = LINE([[1]], [[1, 2]]), LINE([[1, 1]] * 20, [[1, 0]] * 20), LINE([[1, 0]] * 20, [[1, 0]] * 18)


@pytest.mark.parametrize("line", ["{", "[]", '{"table": ["a"]}', *LINES])
def test_damaged_games_are_refused_and_kept(league: League, line: str) -> None:
    won(league, "a", "b", 0.5)
    path = league.folder / "games.jsonl"
    damaged = path.read_text(encoding="utf-8") + line + "\n"
    path.write_text(damaged, encoding="utf-8")
    with pytest.raises(ValueError, match="line 2"):
        League(league.folder, SHORT)
    assert path.read_text(encoding="utf-8") == damaged


@pytest.mark.slow
def test_the_command_prints_ratings_and_a_cross_table(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("swenv.training.processes.Processes", Here)
    asked = ["rate", "greedy", "random", "--games", 2, "--rounds", 1, "--out", tmp_path / "here"]
    csv, picture = tmp_path / "ratings.csv", tmp_path / "ratings.svg"
    out = run(*asked, "--csv", csv, "--picture", picture).out
    assert "greedy" in out and "wins of each line against each column" in out
    assert csv.read_text(encoding="utf-8").startswith("player,rating,rating_low,rating_high,above_next,")
    assert "<svg" in picture.read_text(encoding="utf-8")
    rows = run(*asked, "--json").objects
    assert {row["player"] for row in rows} == {"greedy", "random"} and rows[0]["games"] == BLOCK
