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

import swenv
from swenv import agents
from swenv.agents import load_policy, networks
from swenv.agents.learned import CHAMPIONS, PACKED, Learned, Trained, pack, read_tensors
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


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    player = Learned(packed(tmp_path, {"weight": torch.zeros(2)}))
    with pytest.raises(ValueError, match="belongs to another network, game or version"):
        player.reset(swenv.load("smallworld", num_players=2))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            ("width", value)
            for value in (-1, 10**8, 10**400, 1e9, 1e30, float("nan"), float("inf"), "many", True, [[]])
        ),
        *(("num_players", value) for value in (-1, 0, 10**9, 2.0, float("nan"), "two", True, {})),
        *(("options", value) for value in (0, "map", [], None)),
        *((field, value) for field in ("game", "network", "reward") for value in (3, None, [], True)),
        ("reward", "many"),
    ],
)
def test_a_packed_agent_with_an_impossible_field_is_refused_by_name(tmp_path: Path, field: str, value: Any) -> None:
    with pytest.raises(ValueError, match=rf"mine{PACKED}' .*'{field}'") as refused:
        agents.make(packed(tmp_path, {"weight": torch.zeros(2)}, **{field: value}))
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"network": "boards"}, "no network 'boards', did you mean 'board'"),
        ({"options": {"rounds": -1}}, "option 'rounds'"),
        ({"options": {"name": 1}}, "'name' is not an option"),
        ({"options": {"map": 7}}, "option 'map'"),
        ({"width": 10_000}, "belongs to another network"),
        ({"width": 10_000, "network": "mlp"}, "belongs to another network"),
    ],
)
def test_what_a_packed_agent_names_must_exist_and_fit_its_weights_before_memory_is_taken(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fitting: dict[str, torch.Tensor],
    fields: dict[str, Any],
    complaint: str,
) -> None:
    monkeypatch.setattr(networks, "make_policy", None)
    with pytest.raises(ValueError, match=rf"mine{PACKED}'.*{complaint}"):
        load_policy(packed(tmp_path, fitting, **fields))


def without_the_first(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return dict([*weights.items()][1:])


def changed(kind: torch.dtype) -> Callable[[dict[str, torch.Tensor]], dict[str, torch.Tensor]]:
    """Weights of which the first has this type."""

    def change(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        name = next(iter(weights))
        return weights | {name: weights[name].to(kind)}

    return change


DIFFERENT: dict[str, tuple[Callable[[dict[str, torch.Tensor]], dict[str, torch.Tensor]], str]] = {
    "complex": (changed(torch.complex64), "complex64"),
    "whole": (changed(torch.int8), "int8"),
    "true or false": (changed(torch.bool), "bool"),
    "too precise": (changed(torch.float64), "float64"),
    "missing": (without_the_first, "belongs to another network"),
    "surplus": (lambda weights: weights | {"more": torch.zeros(2)}, "belongs to another network"),
    "none": (lambda weights: {}, "belongs to another network"),
    "of another shape": (lambda weights: {name: each[:1] for name, each in weights.items()}, "another network"),
    "not a number": (lambda weights: {name: each * torch.nan for name, each in weights.items()}, "not finite"),
    "endless": (lambda weights: {name: each + torch.inf for name, each in weights.items()}, "not finite"),
}
"""What can be wrong with weights, and the complaint."""


@pytest.mark.parametrize("what", DIFFERENT)
def test_weights_that_are_not_those_of_the_network_are_refused(
    tmp_path: Path, fitting: dict[str, torch.Tensor], what: str
) -> None:
    change, complaint = DIFFERENT[what]
    path = packed(tmp_path, change(fitting))
    with pytest.raises(ValueError, match=rf"mine{PACKED}'.*{complaint}"):
        load_policy(path)


def test_a_packed_agent_may_have_weights_of_single_precision(tmp_path: Path, fitting: dict[str, torch.Tensor]) -> None:
    precise = {name: each.float() for name, each in fitting.items()}
    assert all(
        torch.equal(each, precise[name]) for name, each in load_policy(packed(tmp_path, precise)).state_dict().items()
    )


@pytest.mark.parametrize("length", [0, 10**6, 2**31, 2**63, 2**64 - 1])
def test_a_header_that_does_not_fit_its_file_is_refused(
    tmp_path: Path, fitting: dict[str, torch.Tensor], length: int
) -> None:
    path = packed(tmp_path, fitting)
    path.write_bytes(length.to_bytes(8, "little") + path.read_bytes()[8:])
    with pytest.raises(ValueError, match="is damaged or not a packed agent"):
        agents.make(path)


def test_a_truncated_agent_is_refused(tmp_path: Path, fitting: dict[str, torch.Tensor]) -> None:
    path = packed(tmp_path, fitting)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="is damaged or not a packed agent"):
        load_policy(path)


def test_weights_that_half_precision_cannot_hold_are_not_packed(tmp_path: Path) -> None:
    run = run_of(tmp_path, swenv.load("smallworld", num_players=2))
    weights = torch.load(run / "policy.pt", weights_only=True)
    torch.save({name: each + 1e9 for name, each in weights.items()}, run / "policy.pt")
    with pytest.raises(ValueError, match=r"policy\.pt' .* half precision"):
        pack(run, tmp_path / f"mine{PACKED}", "by hand")
    assert not (tmp_path / f"mine{PACKED}").exists()
