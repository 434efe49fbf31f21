"""`import swenv` registers the environment ids, in any order of imports, without importing the libraries themselves."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata

import pytest

IDS = {"swenv/SmallWorld-v0", "swenv/Underground-v0", "swenv/Warcraft-v0", "swenv/Islands-v0"}
KNOWN = f"assert {IDS} <= set(gymnasium.registry), 'not registered'\n"
REGISTRY = tuple(int(part) for part in metadata.version("pettingzoo").split(".")[:2]) >= (1, 27)
IN_PETTINGZOO = (
    "ids = {'swenv/smallworld-v0', 'swenv/underground-v0', 'swenv/warcraft-v0', 'swenv/islands-v0'}\n"
    "assert ids <= set(pettingzoo.aec_registry)\n"
    "assert ids <= set(pettingzoo.parallel_registry)\n"
    if REGISTRY
    else ""
)


def run(program: str) -> None:
    """Run a program in a fresh process; every warning is an error, such as the one for an id registered twice."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "imports",
    [
        "import swenv, gymnasium, pettingzoo",
        "import gymnasium, pettingzoo, swenv",
        "import swenv; from gymnasium.envs import registration; import pettingzoo, gymnasium",
        pytest.param("import gymnasium, swenv, pettingzoo", marks=pytest.mark.slow),
        "from swenv import smallworld_v0; import gymnasium, pettingzoo",
        pytest.param("from swenv import islands_v0; import gymnasium, pettingzoo", marks=pytest.mark.slow),
    ],
)
def test_the_ids_are_known_in_any_order_of_imports(imports: str) -> None:
    run(f"{imports}\n{KNOWN}{IN_PETTINGZOO}")


def test_looking_for_a_library_does_not_prevent_registration() -> None:
    run(f"import swenv\nfrom importlib.util import find_spec\nassert find_spec('gymnasium')\nimport gymnasium\n{KNOWN}")


@pytest.mark.slow
def test_gymnasium_can_import_swenv_by_itself() -> None:
    run("import gymnasium\nassert gymnasium.make('swenv:swenv/SmallWorld-v0').unwrapped.game.name == 'smallworld'")


def test_no_import_hook_is_left_behind() -> None:
    run("import sys\nbefore = list(sys.meta_path)\nimport swenv, gymnasium, pettingzoo\nassert sys.meta_path == before")


def test_import_swenv_imports_no_library() -> None:
    run(
        "import sys, swenv\n"
        "loaded = {'numpy', 'numba', 'gymnasium', 'pettingzoo', 'torch'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
