"""Trainers that improve one network together, as processes of one group."""

from __future__ import annotations

import sys
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
from swenv.training.runs import Run
from swenv.training.team import Team, Workers
from swenv.training.train import Learner
from test_training import same, weights

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
    (other,) = state["others"]
    own = state["games"][0]
    assert any(not torch.equal(own[name], each) for name, each in other["games"][0].items() if torch.is_tensor(each))
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
    assert kept(alone)["frames"] >= CONFIG.frames and len(kept(alone)["others"]) == 1
    more = replace(CONFIG, frames=2 * CONFIG.frames)
    learn_alone(more, alone)
    assert kept(alone)["frames"] >= more.frames and kept(alone)["others"] == []


def test_alone_a_trainer_agrees_with_itself() -> None:
    team, weight = Team(), torch.nn.Parameter(torch.ones(3))
    weight.grad = torch.arange(3.0)
    assert team.average([weight], {"loss": 2.0}) == {"loss": 2.0} and torch.equal(weight.grad, torch.arange(3.0))
    assert (team.total(5), team.first("x"), team.gather(7), team.stops()) == (5, "x", [7], False)


def test_damaged_games_of_another_member_are_refused(tmp_path: Path) -> None:
    config = replace(CONFIG, imitate=0)
    learner = Learner(config, tmp_path)
    learner.begin()
    learner.close()
    state = learner.state()
    state["others"] = [{name: state[name] for name in ("games", "random")}]
    learner.restore(state, tmp_path)
    (other,) = state["others"]
    for damaged in ({"games": []}, {**other, "games": state["games"] * 9}, {**other, "random": 1}):
        with pytest.raises(ValueError, match=r"others|games|random"):
            learner.restore({**state, "others": [damaged]}, tmp_path)


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
