"""The recipes: each trains for a moment, where its library is installed, and prints its win rate."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

RECIPES = Path(__file__).parents[2] / "training" / "recipes"
NEEDS = {
    "agilerl_ppo": "agilerl",
    "cleanrl_style": "torch",
    "league": "torch",
    "maskable_ppo": "sb3_contrib",
    "rllib_ppo": "tree",  # of Ray's extra rllib; Ray alone, which the tests install, does not bring it
    "supersuit_sb3": "supersuit",
    "tianshou_dqn": "tianshou",
    "torchrl_ppo": "torchrl",
}
"""The module that shows whether the library of a recipe is installed; for `cloning`, see `test_corpus`."""
OWN = {
    "cleanrl_style": "--decisions 256 --num-envs 8 --num-steps 16 --evaluation-games 2",
    "league": "--rounds 1 --minutes 0.05 --exploiter-minutes 0.02 --evaluation-games 4 --set num_envs=8 "
    "--set num_steps=8 --set batch_size=32 --set imitate=0 --out OUT",
}
"""The recipes of no other library, and options that make them short."""


def test_every_recipe_has_a_library_and_requirements() -> None:
    recipes = {path.stem for path in RECIPES.glob("*.py")} - {"__init__", "common", "cloning"}
    assert recipes == set(NEEDS) == {path.stem for path in (RECIPES / "requirements").glob("*.txt")} | OWN.keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in ("maskable_ppo", "league") else ()) for name in NEEDS]
)
def test_a_recipe_trains_and_prints_its_win_rate(name: str, tmp_path: Path) -> None:
    for module in (NEEDS[name], "torch"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"needs {module}: training/recipes/requirements/{name}.txt")
    flags = OWN.get(name, "--steps 512 --games 4").replace("OUT", str(tmp_path / "league"))
    command = [sys.executable, "-m", f"swenv.training.recipes.{name}", *flags.split()]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
    assert ("round 1 of 1" if name == "league" else "games against random") in done.stdout.splitlines()[-1]
