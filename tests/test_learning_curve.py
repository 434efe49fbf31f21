"""The comparison of learners: what is read from their runs, and the picture."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from swenv.training import learning_curve

ASKED = Namespace(game="smallworld", num_players=2, minutes=3.0, seed=1)


def test_the_curve_of_a_run_is_read_from_its_progress(tmp_path: Path) -> None:
    (tmp_path / "ppo").mkdir()
    (tmp_path / "ppo" / "progress.csv").write_text(
        "frames,seconds,evaluated_greedy\n100,30,\n200,60,0.25\n300,90,\n400,120,0.5\n", encoding="utf-8"
    )
    assert learning_curve.points("ppo", tmp_path) == [(1.0, 0.25), (2.0, 0.5)]


def test_the_curve_of_the_recipe_is_read_from_its_lines(tmp_path: Path) -> None:
    (tmp_path / "cleanrl.log").write_text(
        "32,768 decisions, 30 s, 1,092 per second: 12.5% of 400 games against greedy (9.6% to 16.1%)\n"
        "65,536 decisions, 60 s, 1,092 per second: 25.0% of 400 games against greedy (21.0% to 29.5%)\n",
        encoding="utf-8",
    )
    assert learning_curve.points("cleanrl", tmp_path) == [(0.5, 0.125), (1.0, 0.25)]


@pytest.mark.parametrize("learner", learning_curve.NAMES)
def test_every_learner_has_the_same_time_and_opponent(tmp_path: Path, learner: str) -> None:
    command = " ".join(learning_curve.command(learner, Namespace(**vars(ASKED), out=tmp_path)))
    assert "--minutes 3.0" in command and "--threads 1" in command and "--seed 1" in command
    assert "--evaluate greedy" in command or "--opponent greedy" in command


def test_a_run_that_is_done_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.run", None)
    (tmp_path / "ppo.done").touch()
    learning_curve.train("ppo", Namespace(**vars(ASKED), out=tmp_path))


def test_the_picture_shows_every_curve(tmp_path: Path) -> None:
    curves = {learner: [(1.0, 0.2), (2.0, 0.6)] for learner in learning_curve.NAMES}
    learning_curve.draw(curves, "smallworld", tmp_path / "curve.svg")
    first = (tmp_path / "curve.svg").read_bytes()
    learning_curve.draw(curves, "smallworld", tmp_path / "curve.svg")
    assert b"<svg" in first and (tmp_path / "curve.svg").read_bytes() == first
