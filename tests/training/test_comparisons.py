"""Comparisons of settings and of learners, over several seeds, and recipes that train with other libraries."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

from swenv.training import ablations, learning_curve
from swenv.training.runs import Run


def row(greedy: float, study: str = "default", value: str = "", seed: int = 0) -> str:
    return f"{study},{value},{seed},1000,1.50,{greedy},0.4,0.9,0.8"


def results(folder: Path, *rows: str) -> Path:
    path = folder / "results.csv"
    path.write_text("\n".join([",".join(ablations.columns(ablations.EVALUATE)), *rows, ""]), encoding="utf-8")
    return path


def test_every_run_differs_from_the_default_in_its_study_alone() -> None:
    common = {"frames": 1000, "imitate": 0}
    usual, *changed = ablations.trials(list(ablations.STUDIES), 1, common)
    assert usual.study == ablations.DEFAULT
    assert len({each.name for each in changed}) == len(changed) > 10
    for each in changed:
        assert each.config != usual.config
        asked = common | ablations.STUDIES[each.study][each.value]
        assert all(getattr(each.config, name) == value for name, value in asked.items())


def test_a_table_has_the_means_over_seeds_and_students_intervals(tmp_path: Path) -> None:
    path = results(tmp_path, row(0.4), row(0.2, "reward", "lead"), row(0.5, seed=1), row(0.6, seed=2))
    *_, usual, lead = ablations.summary(ablations.done(path))  # 4.303 * 0.1 / sqrt(3), for two degrees of freedom
    assert usual == "| default | 3 | 50.0% ± 24.8 | 40.0% ± 0.0 | 90.0% ± 0.0 | 80.0% ± 0.0 | 1.5 |"
    assert lead == "| reward: lead | 1 | 20.0% | 40.0% | 90.0% | 80.0% | 1.5 |"


def test_finished_runs_are_not_made_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewards = ablations.STUDIES["reward"]
    results(tmp_path, row(0.5), *(row(0.5, "reward", value) for value in rewards))
    assert ablations.main(["reward", "--seeds", "1", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("reward: ") == len(rewards)
    assert [each.name for each in tmp_path.iterdir()] == ["results.csv"]
    assert ablations.main(["default", "--seeds", "1", "--json", "--out", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["player"] == "default, seeds: 1, against greedy"
    assert (lines[0]["win_rate"], lines[0]["interval_95"], lines[0]["games"]) == (0.5, [0.0, 1.0], 400)


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs take no time."""

    def train(trial: ablations.Trial, folder: Path) -> dict[str, str]:
        figures = f"{trial.study},{trial.value},{trial.config.seed},1000,1.5,0.25,0.125".split(",")
        return dict(zip(ablations.columns(trial.config.evaluate), figures, strict=True))

    monkeypatch.setattr(ablations, "train", train)
    monkeypatch.setattr(ablations, "ProcessPoolExecutor", lambda jobs, *_: ThreadPoolExecutor(jobs))


def test_commands_side_by_side_keep_each_others_rows(instant: None, tmp_path: Path) -> None:
    def command(study: str) -> int:
        return ablations.main([study, "--seeds", "9", "--evaluate", "planner", "--out", str(tmp_path)])

    studies = ["epochs", "batch", "games"]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(command, studies)) == [0, 0, 0]
    assert len(ablations.done(tmp_path / "results.csv", ["planner"])) == 9 * (1 + 6)


def test_agents_are_measured_against_any_players(
    instant: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ablations.main(["default", "--seeds", "2", "--evaluate", "planner", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert "| default | 2 | 25.0% ± 0.0 | 12.5% ± 0.0 | 1.5 |" in told.out
    assert "25.0% against planner" in told.err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_runs_of_a_command_that_was_killed_end_with_it() -> None:
    script = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from swenv.training.ablations import prepare
if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, get_context("spawn"), prepare)
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 300).result()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as command:
        assert command.stdout is not None
        run = int(command.stdout.readline())
        command.kill()
    for _ in range(300):
        try:
            os.kill(run, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("it runs on")


@pytest.mark.parametrize(
    "other, said",
    [
        (["--game", "warcraft"], "game 'smallworld' instead of 'warcraft'"),
        (["--num-players", "3"], "num_players 2 instead of 3"),
        (["--frames", "2000"], "frames 1000 instead of 2000"),
        (["--imitate", "7"], "imitate 0 instead of 7"),
    ],
)
def test_results_of_other_settings_are_not_taken_for_those_asked_for(
    other: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results(tmp_path, row(0.5))
    asked = ["default", "--seeds", "1", "--frames", "1000", "--imitate", "0", "--out", str(tmp_path)]
    common = {"frames": 1000, "imitate": 0, "threads": 1, "evaluate": ablations.EVALUATE}
    (trial,) = ablations.trials([], 1, common)
    (tmp_path / trial.name).mkdir()
    Run(tmp_path / trial.name).begin(trial.config, "", "")
    assert ablations.main(asked) == 0
    with pytest.raises(SystemExit):
        ablations.main([*asked, *other])
    assert said in capsys.readouterr().err


@pytest.mark.slow
def test_a_study_ends_with_a_row_for_each_run(tmp_path: Path) -> None:
    tiny = {"num_envs": 8, "num_steps": 16, "batch_size": 64, "evaluation_games": 4, "options": {"rounds": 2}}
    trials = ablations.trials(["entropy"], 1, tiny | {"frames": 128, "imitate": 0, "width": 8})
    for each in trials:
        row = ablations.train(each, tmp_path)
        assert row is not None and int(row["decisions"]) >= 128
        assert 0 <= float(row["greedy"]) <= 1


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["rewards"], "unknown study 'rewards'; there are reward, "),
        (["--seeds", "0"], "--seeds must be at least 1"),
        (["--game", "chess"], "chess"),
        (["--game", "islands", "--num-players", "1"], "--num-players must be at least 2"),
    ],
)
def test_mistakes_are_reported_before_anything_is_written(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, other = tmp_path / "out", tmp_path / "results.csv"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    for asked, complaint in (([*arguments, "--out", str(out)], said), (["--out", str(tmp_path)], "has the columns")):
        with pytest.raises(SystemExit):
            ablations.main(asked)
        assert complaint in capsys.readouterr().err
    assert not out.exists() and other.read_text(encoding="utf-8") == "a,b\n1,2\n"


# The comparison of learners

ASKED = Namespace(game="smallworld", num_players=2, minutes=3.0)


def test_the_curve_of_a_run_is_read_from_its_progress_and_that_of_the_recipe_from_its_lines(tmp_path: Path) -> None:
    (tmp_path / "ppo-seed1").mkdir()
    (tmp_path / "ppo-seed1" / "progress.csv").write_text(
        "frames,seconds,evaluated_greedy\n100,30,\n200,60,0.25\n300,990,\n400,1020,0.5\n", encoding="utf-8"
    )
    (tmp_path / "ppo-seed1.log").write_text("greedy   most probable     100  65.0%  54.5% to 74.4%\n", encoding="utf-8")
    times = "self-play took 30 s a row, and the evaluation 900"
    assert learning_curve.curves("ppo", 1, tmp_path)["greedy"] == [(1.0, 0.25), (2.0, 0.5), (2.0, 0.65)], times
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
            said = (f"60 s, 50.0% of 100 games against {each}\n" for each in learning_curve.YARDSTICKS)
            (tmp_path / f"{name}.log").write_text("".join(said))
            (tmp_path / name).mkdir()
            (tmp_path / name / "progress.csv").write_text(f"frames,seconds,{columns}\n9,60,0.5,0.5,0.5\n")
    assert learning_curve.main(["--seeds", "2", "--json", "--out", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["win_rate"], each["interval_95"]) for each in lines] == 12 * [(0.5, [0.5, 0.5])]
    assert (tmp_path / "curve.svg").exists()


@pytest.mark.slow
def test_the_picture_shows_every_curve_with_students_intervals_over_seeds(tmp_path: Path) -> None:
    middle, low, high = learning_curve.band([[(1.0, 0.2), (2.0, 0.4)], [(1.0, 0.2), (2.0, 0.6)]], [1.0, 2.0])
    assert middle == pytest.approx([0.2, 0.5])
    assert (low[0], high[0]) == pytest.approx((0.2, 0.2)) and (low[1], high[1]) == (0, 1)  # 12.7 standard errors
    curve = {each: [(1.0, 0.2), (2.0, 0.6)] for each in learning_curve.YARDSTICKS}
    assert (learning_curve.begin({"ppo": [curve]}), learning_curve.end({"ppo": [curve]})) == (1, 2)
    with pytest.raises(SystemExit, match="before its first evaluation"):
        learning_curve.draw({"ppo": [curve, {"greedy": []}]}, "none", tmp_path / "none.svg")
    pictures = []
    for _ in range(2):
        learning_curve.draw({each: 2 * [curve] for each in learning_curve.NAMES}, "x", tmp_path / "curve.svg")
        pictures.append((tmp_path / "curve.svg").read_bytes())
    assert b"<svg" in pictures[0] and pictures[0] == pictures[1]


# Recipes

RECIPES = Path(__file__).parents[2] / "training" / "recipes"
NEEDS = {
    "agilerl_ppo": "agilerl",
    "cleanrl_style": "torch",
    "league": "torch",
    "maskable_ppo": "sb3_contrib",
    "rllib_ppo": "tree",  # of Ray's extra rllib; Ray alone, which the tests install, does not bring it
    "supersuit_sb3": "supersuit",
    "tianshou_dqn": "tianshou",
    "torchrl_ppo": "torchrl",
}
"""The module that shows whether the library of a recipe is installed; for `cloning`, see `test_corpus`."""
OWN = {
    "cleanrl_style": "--decisions 256 --num-envs 8 --num-steps 16 --evaluation-games 2",
    "league": "--rounds 1 --minutes 0.05 --exploiter-minutes 0.02 --evaluation-games 4 --set num_envs=8 "
    "--set num_steps=8 --set batch_size=32 --set imitate=0 --out OUT",
}
"""The recipes of no other library, and options that make them short."""


def test_every_recipe_has_a_library_and_requirements() -> None:
    recipes = {path.stem for path in RECIPES.glob("*.py")} - {"__init__", "common", "cloning"}
    assert recipes == set(NEEDS) == {path.stem for path in (RECIPES / "requirements").glob("*.txt")} | OWN.keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in ("maskable_ppo", "league") else ()) for name in NEEDS]
)
def test_a_recipe_trains_and_prints_its_win_rate(name: str, tmp_path: Path) -> None:
    for module in (NEEDS[name], "torch"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"needs {module}: training/recipes/requirements/{name}.txt")
    flags = OWN.get(name, "--steps 512 --games 4").replace("OUT", str(tmp_path / "league"))
    command = [sys.executable, "-m", f"swenv.training.recipes.{name}", *flags.split()]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
    assert ("round 1 of 1" if name == "league" else "games against random") in done.stdout.splitlines()[-1]
