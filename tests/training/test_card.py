"""Training on a card. These tests need one, and are skipped where torch finds none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import torch

import swenv
from swenv.agents.networks import make_policy
from swenv.training.ppo import PPO
from test_training import EVEN, trained

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a card")


def test_a_recorded_decision_is_the_decision() -> None:
    config = replace(EVEN, device="cuda", num_envs=64)
    learner = PPO(config, config.make_game())
    for rollout in learner.rollouts:
        vector, card = rollout.games.vector, rollout._card
        seen, masks = torch.from_numpy(vector.observations), torch.from_numpy(vector.masks)
        draws = torch.rand(vector.num_games, 1)
        with torch.no_grad():
            expected = rollout._decided(*(each.cuda() for each in (seen, masks, draws)))
        assert card is not None
        with card.begun():
            found = card.decide(seen, masks, draws)
        assert all(torch.equal(each.cpu(), other) for each, other in zip(expected, found, strict=True))


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


def test_a_run_on_a_card_ends_with_a_report(tmp_path: Path) -> None:
    assert trained(tmp_path / "run", replace(EVEN, device="cuda")) is not None
