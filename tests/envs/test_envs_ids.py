"""`import swenv` registers the environment ids, in any order of imports, without importing the libraries themselves."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata

import pytest

import swenv

IDS = {"swenv/SmallWorld-v0", "swenv/Underground-v0", "swenv/Warcraft-v0", "swenv/Islands-v0"}
LOWER = {f"swenv/{name}-v0" for name in swenv.games()}
KNOWN = f"assert {IDS} <= {{*gymnasium.registry}}"
BOTH_KNOW = KNOWN
if tuple(int(part) for part in metadata.version("pettingzoo").split(".")[:2]) >= (1, 27):  # it has a registry
    BOTH_KNOW += f"; assert {LOWER} <= {{*pettingzoo.aec_registry}} & {{*pettingzoo.parallel_registry}}"
ADAPTERS = ", ".join(["swenv.envs.gym", "swenv.envs.vector", *(f"swenv.{name}_v0" for name in swenv.games())])
HEAVY = ("numpy", "numba", "gymnasium", "pettingzoo", "torch")


@pytest.mark.parametrize(
    ("imports", "check"),
    [
        ("import swenv, gymnasium, pettingzoo", BOTH_KNOW),
        ("import gymnasium, pettingzoo, swenv", BOTH_KNOW),
        ("import swenv; from gymnasium.envs import registration; import pettingzoo, gymnasium", BOTH_KNOW),
        pytest.param("import gymnasium, swenv, pettingzoo", BOTH_KNOW, marks=pytest.mark.slow),
        ("from swenv import smallworld_v0; import gymnasium, pettingzoo", BOTH_KNOW),
        ("import swenv; from importlib.util import find_spec; find_spec('gymnasium'); import gymnasium", KNOWN),
        pytest.param("import gymnasium", "gymnasium.make('swenv:swenv/SmallWorld-v0')", marks=pytest.mark.slow),
        ("import sys; old = [*sys.meta_path]; import swenv, gymnasium, pettingzoo", "assert sys.meta_path == old"),
        ("import sys, swenv", f"assert not {{*{HEAVY}}} & {{*sys.modules}}"),
        pytest.param(f"import sys, {ADAPTERS}", "assert 'swenv.agents' not in sys.modules", marks=pytest.mark.slow),
    ],
)
def test_imports_in_any_order_make_the_ids_known_and_nothing_more(imports: str, check: str) -> None:
    """In a fresh process, in which every warning is an error, such as the one for an id registered twice."""
    command = [sys.executable, "-W", "error", "-c", f"{imports}; {check}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
