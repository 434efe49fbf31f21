"""The compliance tests that PettingZoo, Gymnasium and SB3-contrib ship, applied to the environments."""

from __future__ import annotations

import importlib.util
from typing import Any

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from everygame import GAMES, MODULES, SOME_TABLES, short

games = pytest.mark.parametrize("name", GAMES)
tables = pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
GYMNASIUM_IDS = [name for name in gymnasium.registry if name.startswith("swenv/")]
PICTURES = bool(importlib.util.find_spec("resvg_py") and importlib.util.find_spec("PIL"))
needs_view = pytest.mark.skipif(not PICTURES, reason="needs the extra `view`")


@tables
def test_pettingzoo_passes(name: str, num_players: int) -> None:
    module, table = MODULES[name], {"num_players": num_players, **short(name, 2)}
    api_test(module.env(**table, reward="margin"), num_cycles=150)
    seed_test(lambda: module.env(**table), num_cycles=100)
    parallel_api_test(module.parallel_env(**table), num_cycles=150)


@games
def test_pettingzoo_api_to_the_end_of_a_game(name: str) -> None:
    api_test(MODULES[name].raw_env(), num_cycles=1000)


@pytest.mark.slow
@needs_view
@pytest.mark.parametrize("name", ["smallworld", "islands"])
def test_pettingzoo_render(name: str) -> None:
    render_test(MODULES[name].env)


@needs_view
@pytest.mark.parametrize("env_id", GYMNASIUM_IDS)
def test_gymnasium_check(env_id: str) -> None:
    # The checker samples actions without a mask: the default, which raises, fails it by design.
    env = gymnasium.make(env_id, illegal_action="random_legal", disable_env_checker=True)
    check_env(env.unwrapped)


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo has a registry since 1.27")
@games
def test_pettingzoo_registry(name: str) -> None:
    env: Any = pettingzoo.make("aec", f"swenv/{name}", num_players=3)
    assert str(env) == f"{name}_v0" and env.max_num_agents == 3
    together: Any = pettingzoo.make("parallel", f"swenv/{name}-v0")
    assert together.possible_agents == ["player_0", "player_1"]
