"""Sequential tests: when they end, how often they are wrong, and what is kept."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

import swenv
from support import Here
from swenv import cli
from swenv.training.league import Block
from swenv.training.sprt import SequentialTest, Sprt, Terms, points, share
from test_league import QUIET

OPTIONS = {key: each for key, each in swenv.load("smallworld", rounds=1).options.items() if key != "reward"}
TERMS = Terms("smallworld", 2, OPTIONS, 3, ["greedy", "random"], 0.0, 100.0)


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
