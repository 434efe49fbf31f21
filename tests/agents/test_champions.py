"""The agents that come with swenv, and how agents are packed."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from test_searching import run_of

import swenv
from support import many, ready
from swenv import agents
from swenv.agents import load_policy, networks
from swenv.agents.learned import CHAMPIONS, PACKED, Trained, champions, pack, read_tensors
from swenv.agents.networks import make_policy
from swenv.training.arena import match

FILES = sorted(CHAMPIONS.glob(f"*{PACKED}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_champion_is_small_and_says_how_it_was_made(path: Path) -> None:
    assert path.stat().st_size <= 2_000_000
    trained = Trained.at(path)
    assert path.name.partition("@")[0] == f"{trained.game}-{trained.num_players}p"
    with safe_open(path, "pt") as file:
        note = json.loads(file.metadata()["swenv"])["note"]
    assert note.startswith(f"swenv train {trained.game} --num-players {trained.num_players}")


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES[:: 3 if many(1) == 1 else 1], ids=lambda path: path.name)
def test_a_champion_beats_greedy(path: Path) -> None:
    trained = Trained.at(path)
    game = trained.load_game()
    others = [agents.make("greedy") for _ in range(game.num_players - 1)]
    tally = match(game, [agents.make("champion"), *others], 16 * game.num_players, seed=5).tallies[0]
    assert tally.low > 1 / game.num_players


def test_there_is_not_a_champion_for_every_game() -> None:
    champion = agents.make("champion")
    with pytest.raises(ValueError, match=r"no champion for .*, only for .*smallworld-2p"):
        champion.reset(swenv.load("islands", num_players=4))


def test_a_champion_can_be_named_with_its_version() -> None:
    game = swenv.load("smallworld", num_players=2)
    newest, first = ready("champion", game), ready("champion@1", game)
    states = [game.new_state(seed=seed) for seed in range(20)]
    assert first.name == "champion@1" and champions()["smallworld-2p"] == [1]
    assert [newest.act(each) for each in states] == [first.act(each) for each in states]
    assert agents.make("search:simulations=2,agent=champion@1").name == "search:simulations=2,agent=champion@1"
    with pytest.raises(ValueError, match="there is no 'champion@99' for any game"):
        agents.make("champion@99")
    with pytest.raises(ValueError, match="no checkpoint at 'champion@new'"):
        agents.make("champion@new")


def test_a_packed_agent_plays_as_the_run_it_was_packed_from(tmp_path: Path) -> None:
    game = swenv.load("smallworld", num_players=2)
    pack(run_of(tmp_path, game, "win"), tmp_path / f"mine{PACKED}", "by hand")
    both = [ready(str(path), game) for path in (tmp_path, tmp_path / f"mine{PACKED}")]
    vector = game.vector(64, seed=1)
    first, second = (player.act_in(vector, np.arange(64)) for player in both)
    assert both[1].name == "mine" and (first == second).mean() > 0.9  # weights are rounded


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_weights_that_would_take_more_memory_than_their_file_are_not_read(tmp_path: Path, how: int) -> None:
    sound, bomb = tmp_path / "sound.pt", tmp_path / "bomb.pt"
    torch.save({"net": torch.zeros(100_000)}, sound)
    assert read_tensors(sound)["net"].shape == (100_000,)
    with zipfile.ZipFile(sound) as old, zipfile.ZipFile(bomb, "w", how) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    with pytest.raises(ValueError, match=r"bomb\.pt' is damaged or holds something other than tensors"):
        read_tensors(bomb)


ABOUT: dict[str, Any] = {
    "game": "smallworld", "num_players": 2, "options": {}, "network": "board", "width": 0, "reward": "win",
}  # fmt: skip
"""What a packed agent says of itself."""


def packed(folder: Path, weights: Mapping[str, torch.Tensor], **fields: Any) -> Path:
    """A packed agent with these weights, which says this of itself."""
    path = folder / f"mine{PACKED}"
    save_file(dict(weights), path, {"swenv": json.dumps({"config": ABOUT | fields})})
    return path


@pytest.fixture(scope="module")
def fitting() -> dict[str, torch.Tensor]:
    """Weights that fit what `ABOUT` says."""
    policy = make_policy("board", swenv.load("smallworld", num_players=2))
    return {name: each.half().contiguous() for name, each in policy.state_dict().items()}


IMPOSSIBLE = {
    "width": (-1, 10**8, 10**400, 1e9, float("nan"), "many", True, [[]]),
    "num_players": (-1, 0, 10**9, 2.0, "two", True, {}),
    "options": (0, "map", [], None),
    "game": (3, None, []),
    "network": (3, None, []),
    "reward": (3, None, "many"),
}


@pytest.mark.parametrize("field", IMPOSSIBLE)
def test_a_packed_agent_with_an_impossible_field_is_refused_by_name(tmp_path: Path, field: str) -> None:
    for value in IMPOSSIBLE[field]:
        with pytest.raises(ValueError, match=rf"mine{PACKED}' .*'{field}'") as refused:
            agents.make(packed(tmp_path, {"weight": torch.zeros(2)}, **{field: value}))
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"network": "boards"}, "no network 'boards', did you mean 'board'"),
        ({"options": {"rounds": -1}}, "option 'rounds'"),
        ({"options": {"name": 1}}, "'name' is not an option"),
        ({"width": 10_000}, "belongs to another network"),
        ({"width": 10_000, "network": "mlp"}, "belongs to another network"),
    ],
)
def test_what_a_packed_agent_names_must_exist_and_fit_its_weights_before_memory_is_taken(
    tmp_path: Path, monkeypatch: Any, fitting: dict[str, torch.Tensor], fields: dict[str, Any], complaint: str
) -> None:
    monkeypatch.setattr(networks, "make_policy", None)
    with pytest.raises(ValueError, match=rf"mine{PACKED}'.*{complaint}"):
        load_policy(packed(tmp_path, fitting, **fields))


FIRST = next(iter(make_policy("board", swenv.load("smallworld", num_players=2)).state_dict()))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda weights: weights | {FIRST: weights[FIRST].to(torch.complex64)}, "complex64"),
        (lambda weights: weights | {FIRST: weights[FIRST].double()}, "float64"),
        (lambda weights: {name: weights[name] for name in weights if name != FIRST}, "another network"),
        (lambda weights: weights | {"more": torch.zeros(2)}, "belongs to another network"),
        (lambda weights: {name: each[:1] for name, each in weights.items()}, "another network"),
        (lambda weights: {name: each * torch.nan for name, each in weights.items()}, "not finite"),
    ],
)
def test_weights_that_are_not_those_of_the_network_are_refused(
    tmp_path: Path, fitting: dict[str, torch.Tensor], change: Callable[..., dict[str, torch.Tensor]], complaint: str
) -> None:
    path = packed(tmp_path, change(fitting))
    with pytest.raises(ValueError, match=rf"mine{PACKED}'.*{complaint}"):
        load_policy(path)


def test_a_packed_agent_may_have_weights_of_single_precision(tmp_path: Path, fitting: dict[str, torch.Tensor]) -> None:
    precise = {name: each.float() for name, each in fitting.items()}
    read = load_policy(packed(tmp_path, precise)).state_dict()
    assert all(torch.equal(each, precise[name]) for name, each in read.items())


@pytest.mark.parametrize("length", [None, 0, 2**64 - 1])
def test_a_damaged_file_is_refused(tmp_path: Path, fitting: dict[str, torch.Tensor], length: int | None) -> None:
    path = packed(tmp_path, fitting)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] if length is None else length.to_bytes(8, "little") + whole[8:])
    with pytest.raises(ValueError, match="is damaged or not a packed agent"):
        load_policy(path)


@pytest.mark.parametrize("about", [{}, {"swenv": "{"}, {"swenv": '{"config": {"game": 1}}'}, {"other": "{}"}])
def test_a_file_that_does_not_say_what_it_is_for_is_refused(tmp_path: Path, about: dict[str, str]) -> None:
    save_file({"weight": torch.zeros(2)}, tmp_path / f"mine{PACKED}", about)
    with pytest.raises(ValueError, match="is damaged or not the configuration of a run"):
        agents.make(tmp_path / f"mine{PACKED}")


def test_weights_that_half_precision_cannot_hold_are_not_packed(tmp_path: Path) -> None:
    run = run_of(tmp_path, swenv.load("smallworld", num_players=2), "win")
    weights = torch.load(run / "policy.pt", weights_only=True)
    torch.save({name: each + 1e9 for name, each in weights.items()}, run / "policy.pt")
    with pytest.raises(ValueError, match=r"policy\.pt' .* half precision"):
        pack(run, tmp_path / f"mine{PACKED}", "by hand")
    assert not (tmp_path / f"mine{PACKED}").exists()
