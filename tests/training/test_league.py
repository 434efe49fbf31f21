"""Leagues and sequential tests: what is played and kept, the ratings, and when a test ends and how often wrongly."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import swenv
from support import Here
from swenv import cli
from swenv.training import sprt
from swenv.training.league import ANCHOR, ROUNDS, Block, League, Terms
from swenv.training.progress import Progress
from swenv.training.ratings import ELO, Difference, Ladder, Results
from swenv.training.sprt import SequentialTest, Sprt, points, share

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


def test_deals_come_in_the_same_order_whichever_block_was_played_first(league: League) -> None:
    for number, first in (1, 1.0), (0, 0.0):
        league._keep(Block(("a", "b"), number, [[first, 1 - first]] * BLOCK, [[20.0, 10.0]] * BLOCK))
    wins, _ = league.by_deal(("a", "b"))
    assert wins.tolist() == [0.0] * ROUNDS + [2.0] * ROUNDS


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
    assert len(league.tables("abcd")) == 4 and league.tables("ab") == [("a", "b", "b"), ("b", "a", "a")]
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


# Sequential tests

OPTIONS = {key: each for key, each in swenv.load("smallworld", rounds=1).options.items() if key != "reward"}
TERMS = sprt.Terms("smallworld", 2, OPTIONS, 3, ["greedy", "random"], 0.0, 100.0)


def test_the_ratio_is_that_of_the_best_distributions_with_either_mean() -> None:
    assert share(0, 5) == pytest.approx(0.2) and share(200, 2) == pytest.approx(0.7597, abs=1e-4)
    assert points(share(-70, 4), 4) == pytest.approx(-70) and points(1.0, 2) is None
    always, even, usual = Sprt(0, 100, seats=2), Sprt(0, 100, seats=2), Sprt(0, 10, seats=2)
    always.add(np.ones(10))  # the best distributions have 0, too, which was not seen
    assert always.ratio == pytest.approx(10 * np.log(share(100, 2) / 0.5)) and always.accepted is None
    even.add(np.full(10, 0.5))
    assert even.ratio == pytest.approx(10 * np.log(1 - 2 * (share(100, 2) - 0.5))) and even.accepted == "low"
    scores = np.repeat([0, 0.25, 0.5, 0.75, 1], [20, 70, 160, 90, 30])
    usual.add(scores)
    step, middle = share(10, 2) - 0.5, (share(10, 2) + 0.5) / 2
    assert usual.ratio == pytest.approx(step * (scores - middle).sum() / scores.var(), rel=0.02)  # a normal mean's


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "wrong"), [(0, "high"), (100, "low")])
def test_error_rates_are_kept(truth: float, wrong: str) -> None:
    """1,000 tests with two to five seats, of deals whose games are alike, opposed or neither."""
    dice, errors = np.random.default_rng(1), 0
    for k in range(1000):
        seats = 2 + k % 4
        test = Sprt(0, 100, seats)
        while test.accepted is None:
            kind = dice.integers(3, size=(10, 1))
            shift = np.select([kind == 0, kind == 1], [0.0, np.arange(seats) / seats], dice.random((10, seats)))
            test.add((((dice.random((10, 1)) + shift) % 1) < share(truth, seats)).mean(axis=1))
        errors += test.accepted == wrong
    assert errors <= 50 + 2 * 7, "two standard errors above 5 %"


def test_a_test_goes_on_where_it_was_and_counts_deals_in_their_order(tmp_path: Path) -> None:
    whole, other = (SequentialTest(tmp_path / name, TERMS) for name in ("whole", "other"))
    assert whole.test(10**4, Here(), QUIET) and whole.sprt.accepted == "high"
    assert 1 < len(whole.blocks) == whole.sprt.outcomes.total() / 10
    for block in [*whole.blocks.values()][1:]:
        other._keep(block)
    assert not other.sprt.outcomes, "the first block is missing"
    again = SequentialTest(tmp_path / "other", TERMS)
    assert again.test(10**4, Here(), QUIET) and again.test(10**4, Here(), QUIET)
    assert again.sprt.outcomes == whole.sprt.outcomes and again.blocks == whole.blocks


def test_the_command_says_how_the_test_ended(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["--rounds", "1", "--seed", "3", "--games", "80", "--out"]
    for players, won, status, words in (
        (["greedy", "random"], 10, 0, "accepted: greedy is 100 Elo points above random, rather than 0"),
        (["planner", "random"], 0, 3, "rejected: planner is 0 Elo points above random, rather than 100"),
        (["random", "greedy"], 6, 4, "undecided: that is all that --games allows"),
    ):
        test = SequentialTest(tmp_path / players[0], replace(TERMS, players=players))
        rows = [[1.0, 0.0]] * 2 * won + [[0.0, 1.0]] * 2 * (10 - won)
        blocks = [json.dumps(asdict(Block(test.table, number, rows, rows))) + "\n" for number in range(4)]
        (test.folder / "games.jsonl").write_text("".join(blocks), encoding="utf-8")
        line = ["test", *players, *asked, str(test.folder), "--sprt"]
        assert cli.main([*line, "0,100"]) == status and words in capfd.readouterr().out
        assert cli.main([*line, "0,100", "--json"]) == status
        found = json.loads(capfd.readouterr().out)
        assert found["deals"] == sum(found["outcomes"].values()) and found["games"] == 2 * found["deals"]
    for bounds, message in (("0,50", "is a test with high 100.0, not 50.0"), ("5,5", "LOW below HIGH")):
        assert cli.main([*line, bounds]) == 2 and message in capfd.readouterr().err
    assert cli.main([line[0], "planner", *line[2:], "0,100"]) == 2
    assert "a test with players ['random', 'greedy'], not" in capfd.readouterr().err


def test_a_damaged_test_is_refused_and_kept(tmp_path: Path) -> None:
    other = SequentialTest(tmp_path, replace(TERMS, players=["random", "greedy"]))
    other._keep(Block(other.table, 0, [[1.0, 0.0]] * 20, [[1.0, 0.0]] * 20))
    games = (tmp_path / "games.jsonl").read_bytes()
    for change, message in (({}, "block 0 is one of random, greedy"), ({"format": "swenv-test/9"}, "another version")):
        document = {"format": "swenv-test/1", **asdict(TERMS), **change}
        (tmp_path / "test.json").write_text(json.dumps(document), encoding="utf-8")
        with pytest.raises(ValueError, match=message):
            SequentialTest(tmp_path, TERMS)
    assert (tmp_path / "games.jsonl").read_bytes() == games
