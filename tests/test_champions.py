"""The agents that come with swenv, and how agents are packed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

import swenv
from swenv import agents
from swenv.agents.learned import CHAMPIONS, PACKED, Learned, Trained, pack
from swenv.agents.networks import make_policy
from swenv.training.arena import match

FILES = sorted(CHAMPIONS.glob(f"*{PACKED}"))


def run_of(folder: Path, game: swenv.Game) -> Path:
    """The folder of a run whose network was never trained."""
    torch.manual_seed(0)
    torch.save(make_policy("board", game).state_dict(), folder / "policy.pt")
    config = {"game": game.name, "num_players": game.num_players, "options": {}, "network": "board", "reward": "win"}
    (folder / "config.json").write_text(json.dumps({"config": config}), encoding="utf-8")
    return folder


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_champion_is_small_and_says_how_it_was_made(path: Path) -> None:
    assert path.stat().st_size <= 2_000_000
    trained = Trained.at(path)
    assert path.name == f"{trained.game}-{trained.num_players}p{PACKED}"
    with safe_open(path, "pt") as file:
        note = json.loads(file.metadata()["swenv"])["note"]
    assert note.startswith(f"swenv train {trained.game} --num-players {trained.num_players}")


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_champion_beats_greedy(path: Path) -> None:
    trained = Trained.at(path)
    game = trained.load_game()
    others = [agents.make("greedy") for _ in range(game.num_players - 1)]
    tally = match(game, [agents.make("champion"), *others], 60 * game.num_players, seed=5).tallies[0]
    assert tally.low > 1 / game.num_players


def test_there_is_not_a_champion_for_every_game() -> None:
    champion = agents.make("champion")
    with pytest.raises(ValueError, match=r"no champion for .*, only for .*smallworld-2p"):
        champion.reset(swenv.load("islands", num_players=4))
    champion.reset(swenv.load("smallworld", num_players=2))
    state = champion.game.new_state(seed=1)
    assert state.mask()[champion.act(state)]


def test_a_search_can_use_the_champion() -> None:
    game = swenv.load("smallworld", num_players=2)
    player = agents.make("search:simulations=8,agent=champion")
    player.reset(game)
    state = game.new_state(seed=1)
    assert state.mask()[player.act(state)]


def test_a_packed_agent_plays_as_the_run_it_was_packed_from(tmp_path: Path) -> None:
    game = swenv.load("smallworld", num_players=2)
    pack(run_of(tmp_path, game), tmp_path / f"mine{PACKED}", "by hand")
    both = [agents.make(tmp_path), agents.make(tmp_path / f"mine{PACKED}")]
    vector = game.vector(64, seed=1)
    for player in both:
        player.reset(game)
    first, second = (player.act_in(vector, np.arange(64)) for player in both)
    assert both[1].name == "mine" and (first == second).mean() > 0.9  # weights are rounded


@pytest.mark.parametrize("content", [b"", b"\xff" * 200, b"{}"])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / f"mine{PACKED}"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is damaged or not a packed agent"):
        agents.make(path)


@pytest.mark.parametrize(
    "about", [{}, {"swenv": "{"}, {"swenv": "[]"}, {"swenv": '{"config": {"game": 1}}'}, {"other": "{}"}]
)
def test_a_file_that_does_not_say_what_it_is_for_is_refused(tmp_path: Path, about: dict[str, str]) -> None:
    path = tmp_path / f"mine{PACKED}"
    save_file({"weight": torch.zeros(2)}, path, about)
    with pytest.raises(ValueError, match="is damaged or not the configuration of a run"):
        agents.make(path)


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    about: dict[str, Any] = {
        "game": "smallworld", "num_players": 2, "options": {}, "network": "board", "reward": "win",
    }  # fmt: skip
    save_file({"weight": torch.zeros(2)}, tmp_path / f"mine{PACKED}", {"swenv": json.dumps({"config": about})})
    player = Learned(tmp_path / f"mine{PACKED}")
    with pytest.raises(ValueError, match="belongs to another network, game or version"):
        player.reset(swenv.load("smallworld", num_players=2))
