"""`swenv sweep`: what is proposed, trained and compared, and that a stopped sweep goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("optuna")

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from support import Here
from swenv.training import sweep

SMALL = (
    "sweep --rounds 2 --imitate 0 --frames 64 --network mlp --threads 1 --set num_envs=8 --games 20 "
    "--against random --batch 2"
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("gamma=0.9..1", FloatDistribution(0.9, 1)),
        ("learning_rate=1e-5..1e-2:log", FloatDistribution(1e-5, 1e-2, log=True)),
        ("num_steps=8..64", IntDistribution(8, 64)),
        ("num_epochs=1,3", CategoricalDistribution([1, 3])),
        ("network=board,mlp", CategoricalDistribution(["board", "mlp"])),
    ],
)
def test_what_a_setting_may_be(text: str, values: Any) -> None:
    assert sweep.axis(text) == (text.partition("=")[0], values)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gamma", "--vary takes NAME=LOW..HIGH"),
        ("gama=0..1", "did you mean 'gamma'"),
        ("seed=0,1", "no setting to vary 'seed'"),
        ("gamma=0.9..x", "--vary gamma=0.9..x: could not convert"),
        ("num_steps=0.5..2", "--vary num_steps=0.5..2: invalid literal"),
        ("gamma=0..2", "option 'gamma' must be a number from 0 to 1"),
        ("reward=win,none", "no reward 'none'"),
        ("gamma=" + "[" * 20_000, "recursion depth"),
        ("num_envs=4,8", "the setting num_envs is given twice"),
    ],
)
def test_a_setting_that_cannot_be_varied_is_refused(run: Any, text: str, said: str, tmp_path: Path) -> None:
    done = run(*SMALL.split(), "--vary", text, "--out", tmp_path / "new")
    assert done.status == 2 and said in done.err and not (tmp_path / "new").exists()


@pytest.mark.parametrize("content", ["what?\n", '{"op_code": 4}\n', '{"op_code": 0, "worker_id": 1}\n', "[1]\n"])
def test_a_damaged_list_of_trials_is_named(run: Any, content: str, tmp_path: Path) -> None:
    (tmp_path / "trials.log").write_text(content)
    done = run(*SMALL.split(), "--vary", "gamma=0.9..1", "--out", tmp_path)
    assert done.status == 2 and "trials.log' is damaged" in done.err and done.err.count("\n") == 1
    assert (tmp_path / "trials.log").read_text().startswith(content)


class Stops(Here):
    """A pool that is stopped by Ctrl-C after some calls."""

    left = 0

    def run(self, function: Any, items: Any, keep: Any) -> bool:
        for item in items:
            if not Stops.left:
                return False
            Stops.left -= 1
            keep(function(*item))
        return True


@pytest.mark.slow
def test_a_stopped_sweep_ends_as_one_that_was_not(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swenv.training.processes.Processes", Stops)
    asked = f"{SMALL} --vary num_steps=2..4 --vary batch_size=16,32 --trials 5 --json --out".split()

    def result(folder: str, calls: int) -> Any:
        Stops.left = calls
        done = run(*asked, tmp_path / folder)
        assert done.status == (not done.out) == ("stopped; what was done is kept" in done.err)
        return json.loads(done.out) if done.out else None

    whole = result("one", 1000)
    stops = 0
    while (found := result("other", 3)) is None:
        stops += 1
    assert stops >= 3
    for each in (whole, found):
        each["test"].pop("players")
    assert found == whole
    *tried, default = whole["trials"]
    assert {each["name"] for each in tried} | {*whole["failed"]} == {f"trial-{number}" for number in range(5)}
    assert whole["failed"]
    assert all(each["settings"]["batch_size"] <= 8 * each["settings"]["num_steps"] for each in tried)
    assert (default["name"], default["settings"], default["ahead"]) == ("default", {}, [0, 0, 0])
    rates = [each["rate"] for each in tried]
    assert rates == sorted(rates, reverse=True)
    assert tried[0]["ahead"][1] == pytest.approx(rates[0] - default["rate"])
    trained = {json.loads(file.read_text())["config"]["seed"] for file in tmp_path.glob("one/*/seed-*/config.json")}
    played = [json.loads(file.read_text()) for file in tmp_path.glob("one/*/*.json")]
    judged = {each["seed"] for each in played if "seed" in each}
    assert len(judged) == 2 and not trained & judged, "nothing is judged on deals that were trained on"
