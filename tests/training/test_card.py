"""Training on a card. Tests that need one are skipped where torch finds none."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import torch

import swenv
from swenv.agents.networks import make_policy
from swenv.training import ppo
from swenv.training.ppo import PPO
from test_training import EVEN, trained

needs_card = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a card")


@pytest.mark.slow
def test_what_a_card_is_asked_for_is_what_a_processor_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor stands in for the card: a stream that is never behind, a recording that computes again."""

    def learned() -> PPO:
        learner = PPO(EVEN, EVEN.make_game())
        learner.begin(new=True, updates=0)
        for _ in range(2):
            learner.update(EVEN.learning_rate, lambda: False)
        return learner

    here = learned()
    monkeypatch.setattr(ppo, "is_cuda", lambda device: True)
    monkeypatch.setattr(ppo, "Stream", lambda device: mock.Mock())
    monkeypatch.setattr(ppo, "CudaGraph", lambda function, inputs, stream: partial(function, *inputs))
    monkeypatch.setattr(torch.cuda, "default_stream", lambda device: mock.Mock())
    monkeypatch.setattr(torch.cuda, "stream", nullcontext)
    there = learned()
    for mine, other in zip(here.rollouts, there.rollouts, strict=True):
        assert mine._gpu is None and other._gpu is not None
        stream = other._gpu._stream
        assert stream.wait_stream.call_count == stream.synchronize.call_count == 2
    for name, kept in vars(here.memory).items():
        assert torch.equal(torch.as_tensor(kept), torch.as_tensor(getattr(there.memory, name))), name
    for weights, others in zip(here.policy.parameters(), there.policy.parameters(), strict=True):
        assert torch.equal(weights, others)


@needs_card
def test_a_recorded_decision_is_the_decision() -> None:
    config = replace(EVEN, device="cuda", num_envs=64)
    learner = PPO(config, config.make_game())
    for rollout in learner.rollouts:
        vector, batch = rollout.games.vector, rollout._gpu
        seen, masks = torch.from_numpy(vector.observations), torch.from_numpy(vector.masks)
        draws = torch.rand(vector.num_games, 1)
        with torch.no_grad():
            expected = rollout._decided(*(each.cuda() for each in (seen, masks, draws)))
        assert batch is not None
        with batch.begun():
            found = batch.decide(seen, masks, draws)
        assert all(torch.equal(each.cpu(), other) for each, other in zip(expected, found, strict=True))


@needs_card
def test_a_card_computes_what_a_processor_does() -> None:
    game = swenv.load("smallworld", num_players=2)
    here = make_policy("board", game)
    there = make_policy("board", game, "cuda")
    there.load_state_dict(here.state_dict())
    vector = game.vector(64, seed=3)
    seen, masks = torch.from_numpy(vector.observations), torch.from_numpy(vector.masks)
    with torch.no_grad():
        for each, other in zip(here(seen, masks), there(seen.cuda(), masks.cuda()), strict=True):
            assert torch.allclose(each, other.cpu(), atol=1e-5)


@needs_card
def test_a_run_on_a_card_ends_with_a_report(tmp_path: Path) -> None:
    assert trained(tmp_path / "run", replace(EVEN, device="cuda")) is not None
