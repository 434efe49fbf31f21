"""The comparison of learners: what is read from their runs, and the picture."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from swenv.training import learning_curve

ASKED = Namespace(game="smallworld", num_players=2, minutes=3.0)


def test_the_curve_of_a_run_is_read_from_its_progress(tmp_path: Path) -> None:
    (tmp_path / "ppo-seed1").mkdir()
    (tmp_path / "ppo-seed1" / "progress.csv").write_text(
        "frames,seconds,evaluated_greedy\n100,30,\n200,60,0.25\n300,990,\n400,1020,0.5\n", encoding="utf-8"
    )
    (tmp_path / "ppo-seed1.log").write_text("greedy   most probable     100  65.0%  54.5% to 74.4%\n", encoding="utf-8")
    times = "self-play took 30 s a row, and the evaluation 900"
    assert learning_curve.curves("ppo", 1, tmp_path)["greedy"] == [(1.0, 0.25), (2.0, 0.5), (2.0, 0.65)], times


def test_the_curve_of_the_recipe_is_read_from_its_lines(tmp_path: Path) -> None:
    lines = [
        f"32,768 decisions, 1,092 per second, {30 * k} s, {12.5 * k}% of 100 games against {name} (9.6% to 16.1%)\n"
        for k in (1, 2)
        for name in learning_curve.YARDSTICKS
    ]
    (tmp_path / "cleanrl-seed0.log").write_text("".join(lines), encoding="utf-8")
    same = [(0.5, 0.125), (1.0, 0.25)]
    assert learning_curve.curves("cleanrl", 0, tmp_path) == dict.fromkeys(learning_curve.YARDSTICKS, same)


@pytest.mark.parametrize("learner", learning_curve.NAMES)
def test_every_learner_has_the_same_conditions(tmp_path: Path, learner: str) -> None:
    command = " ".join(learning_curve.command(learner, 1, Namespace(**vars(ASKED), out=tmp_path)))
    for same in ("--minutes 3.0", "--threads 1", "--seed 1", "greedy,planner,search:simulations=500", "gamma"):
        assert same in command


@pytest.mark.slow
def test_runs_that_are_done_are_not_made_again_but_drawn_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("subprocess.run", None)
    columns = ",".join(f"evaluated_{each}" for each in learning_curve.YARDSTICKS)
    for learner in learning_curve.NAMES:
        for seed in range(2):
            name = learning_curve.name_of(learner, seed)
            (tmp_path / f"{name}.done").touch()
            (tmp_path / f"{name}.log").write_text(
                "".join(f"60 s, 50.0% of 100 games against {each}\n" for each in learning_curve.YARDSTICKS)
            )
            (tmp_path / name).mkdir()
            (tmp_path / name / "progress.csv").write_text(f"frames,seconds,{columns}\n9,60,0.5,0.5,0.5\n")
    assert learning_curve.main(["--seeds", "2", "--json", "--out", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["win_rate"], each["interval_95"]) for each in lines] == 9 * [(0.5, [0.5, 0.5])]
    assert (tmp_path / "curve.svg").exists()


def test_bands_are_students_intervals_over_seeds() -> None:
    middle, low, high = learning_curve.band([[(2.0, 0.4)], [(1.0, 0.2), (2.0, 0.6)]], [1.0, 2.0])
    assert middle == pytest.approx([0.2, 0.5])
    assert (low[0], high[0]) == pytest.approx((0.2, 0.2)) and (low[1], high[1]) == (0, 1)  # 12.7 standard errors


@pytest.mark.slow
def test_the_picture_shows_every_curve(tmp_path: Path) -> None:
    curve = {each: [(1.0, 0.2), (2.0, 0.6)] for each in learning_curve.YARDSTICKS}
    assert learning_curve.end({"ppo": [curve]}) == 2
    with pytest.raises(SystemExit, match="before its first evaluation"):
        learning_curve.end({"ppo": [curve, {"greedy": []}]})
    pictures = []
    for _ in range(2):
        learning_curve.draw({each: 2 * [curve] for each in learning_curve.NAMES}, "x", tmp_path / "curve.svg")
        pictures.append((tmp_path / "curve.svg").read_bytes())
    assert b"<svg" in pictures[0] and pictures[0] == pictures[1]
