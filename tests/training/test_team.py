"""Trainers that improve one network together, as processes of one group."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest
import torch
import torch.distributed as dist

from swenv.training.config import Config
from swenv.training.processes import Lost
from swenv.training.runs import Run
from swenv.training.team import Team, Workers
from swenv.training.train import Learner, run
from test_training import rows, same, stop, weights

CONFIG = Config(
    game="smallworld", num_players=2, options={"rounds": 2}, frames=512, num_envs=8, num_steps=8, batch_size=32,
    num_epochs=2, imitate=512, snapshot_every=2, evaluate=(), checkpoint_seconds=0, threads=1, seed=3, width=8,
)  # fmt: skip
"""Some updates of two members, after some steps of imitation."""


def learn_alone(config: Config, folder: Path, **more: Any) -> Learner:
    """Learn in a folder of one's own, or go on there."""
    learner = Learner(config, folder, **more)
    learner.run.begin(config, "", "")
    learner.resume()
    learner.imitate()
    learner.learn()
    return learner


def be_a_member(rank: int, size: int, meeting: str, config: Config, folders: list[str], stops_after: int) -> None:
    dist.init_process_group("gloo", f"file://{meeting}", rank=rank, world_size=size)
    updates = iter(range(10**6))
    learner = learn_alone(config, Path(folders[rank]), team=Workers(stops=lambda: next(updates) == stops_after))
    if rank:
        learner.run.save_weights("policy.pt", learner.policy.state_dict())
    dist.destroy_process_group()


def learn_together(size: int, config: Config, folders: list[Path], stops_after: int = -1) -> None:
    """Let a team learn; the first member is asked to stop before the update of that number."""
    context = get_context("forkserver" if sys.platform == "linux" else "spawn")
    context.set_forkserver_preload(["swenv.training.train", "torch._dynamo"])  # else each member imports them anew
    meeting = folders[0].with_suffix(f".met{stops_after}")
    members = [
        context.Process(target=be_a_member, args=(k, size, str(meeting), config, [*map(str, folders)], stops_after))
        for k in range(size)
    ]
    for each in members:
        each.start()
    for each in members:
        each.join(180)
    assert [each.exitcode for each in members] == [0] * size


def folders_in(parent: Path, size: int) -> list[Path]:
    made = [parent / f"member{k}" for k in range(size)]
    for each in made:
        each.mkdir(parents=True)
    return made


def kept(folder: Path) -> dict[str, Any]:
    return next(state for _, state in Run(folder).load())


@pytest.mark.slow
@pytest.mark.long
def test_members_end_with_the_same_weights_bit_for_bit_if_they_were_stopped(tmp_path: Path) -> None:
    folders, stopped = folders_in(tmp_path / "a", 2), folders_in(tmp_path / "b", 2)
    learn_together(2, CONFIG, folders)
    assert same(weights(folders[0]), weights(folders[1]))
    state = kept(folders[0])
    assert state["frames"] / state["updates"] > CONFIG.num_envs * CONFIG.num_steps  # more than one of them can take
    own, _, other, _ = state["games"]
    assert any(not torch.equal(own[name], each) for name, each in other.items() if torch.is_tensor(each))
    assert not (folders[1] / "checkpoint.pt").exists()
    learn_together(2, CONFIG, stopped, stops_after=2)
    assert kept(stopped[0])["updates"] == 2
    copytree(stopped[0], stopped[1], dirs_exist_ok=True)
    learn_together(2, CONFIG, stopped)
    assert same(weights(folders[0]), weights(stopped[0]))


@pytest.mark.slow
@pytest.mark.long
def test_a_team_of_one_learns_what_a_trainer_learns_and_either_goes_on_from_the_other(tmp_path: Path) -> None:
    (alone,), (one,) = folders_in(tmp_path / "a", 1), folders_in(tmp_path / "b", 1)
    half = replace(CONFIG, frames=128)
    learn_alone(half, alone)
    learn_together(1, half, [one])
    assert same(weights(alone), weights(one))
    two = [alone, tmp_path / "a" / "other"]
    copytree(*two)
    learn_together(2, CONFIG, two)
    assert kept(alone)["frames"] >= CONFIG.frames and len(kept(alone)["games"]) == 4
    more = replace(CONFIG, frames=2 * CONFIG.frames)
    learn_alone(more, alone)
    assert kept(alone)["frames"] >= more.frames and len(kept(alone)["games"]) == 2


@pytest.mark.slow
def test_partners_learn_what_threads_learn_and_either_goes_on_from_the_other(tmp_path: Path) -> None:
    config = replace(CONFIG, threads=2, opponents={"greedy": 0.3}, itself=0.5)
    alone, apart, resumed = (tmp_path / name for name in ("alone", "apart", "resumed"))
    run(config, alone)
    run(config, apart, apart=True)
    with pytest.MonkeyPatch.context() as patched:
        stop(patched, Learner, "advance", 3)
        assert run(config, resumed, apart=True) is None
    assert kept(resumed)["updates"] == 2
    copytree(resumed, tmp_path / "threads")
    run(config, resumed, apart=True)
    run(config, tmp_path / "threads")
    for each in (apart, resumed, tmp_path / "threads"):
        assert same(weights(alone), weights(each))
        for mine, theirs in zip(rows(alone), rows(each), strict=True):
            assert all(mine[name] == theirs[name] for name in mine if "share" not in name and name != "seconds")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "error", "words"),
    [
        ("raise ValueError('no such player')", ValueError, "no such player"),
        ("raise SystemExit(7)", RuntimeError, "SystemExit: 7"),
        ("os._exit(1)", Lost, "has died"),
    ],
)
def test_a_run_whose_partner_ends_says_why(tmp_path: Path, end: str, error: type[Exception], words: str) -> None:
    code = tmp_path / "players.py"
    code.write_text(f"import multiprocessing, os\nif multiprocessing.parent_process() is not None:\n    {end}\n")
    with pytest.raises(error, match=words):
        run(replace(CONFIG, threads=2), tmp_path / "run", apart=True, code=str(code))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes")
def test_sigterm_for_all_processes_of_a_run_saves_it(tmp_path: Path) -> None:
    words = f"train smallworld --rounds 2 --threads 2 --imitate 0 --set num_envs=8 --run-dir {tmp_path / 'run'}"
    command = [sys.executable, "-m", "swenv", *words.split(), "--set", "checkpoint_seconds=0", "--set", "batch_size=64"]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, text=True) as running:
        try:
            for _ in range(2400):
                if (tmp_path / "run" / "progress.csv").exists() or running.poll() is not None:
                    break
                time.sleep(0.05)
            os.killpg(running.pid, signal.SIGTERM)
            told, _ = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 1 and "stopped and saved" in told


def test_alone_a_trainer_agrees_with_itself() -> None:
    team, weight = Team(), torch.nn.Parameter(torch.ones(3))
    weight.grad = torch.arange(3.0)
    assert team.average([weight], {"loss": 2.0}) == {"loss": 2.0} and torch.equal(weight.grad, torch.arange(3.0))
    assert (team.total(5), team.first("x"), team.gather(7), team.stops()) == (5, "x", [7], False)


def test_games_that_are_not_there_or_do_not_fit_are_refused(tmp_path: Path) -> None:
    config = replace(CONFIG, imitate=0)
    learner = Learner(config, tmp_path)
    learner.begin()
    learner.close()
    state = learner.state()
    learner.restore({**state, "games": state["games"] * 2}, tmp_path)  # of a larger team
    first, second = state["games"]
    for damaged in ([], [first], [first, {**second, "ended": second["ended"][1:]}]):
        with pytest.raises(ValueError, match="games"):
            learner.restore({**state, "games": damaged}, tmp_path)


def test_gradients_are_averaged_with_the_figures(tmp_path: Path) -> None:
    dist.init_process_group("gloo", f"file://{tmp_path / 'met'}", rank=0, world_size=1)
    try:
        team, (seen, unseen) = Workers(), (torch.nn.Parameter(torch.ones(each)) for each in ((2, 3), (4,)))
        seen.grad = torch.full((2, 3), 0.5)
        assert team.average([seen, unseen], {"loss": 2.0, "kl": 0.25}) == {"loss": 2.0, "kl": 0.25}
        assert np.allclose(seen.grad, 0.5) and seen.grad.shape == seen.shape
        assert unseen.grad is not None and not unseen.grad.any()
    finally:
        dist.destroy_process_group()
