"""The engine still plays the golden playthroughs. `python tests/golden/make.py` rewrites them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import swenv
from support import MANY
from test_docs import module

FOLDER = Path(__file__).parents[1] / "golden"
FILES = sorted([*FOLDER.glob("*.txt"), *FOLDER.glob("*.steps")])


@pytest.fixture(scope="module")
def make() -> ModuleType:
    return module(FOLDER / "make.py")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_golden_playthrough_plays_back_as_written(path: Path, make: ModuleType) -> None:
    written = path.read_text(encoding="utf-8").splitlines()
    assert make.replay(path).splitlines() == written, "the help of tests/golden/make.py says how to see more"


@pytest.mark.slow
def test_uncompiled_rules_play_them_back_too_and_what_is_tested_uncompiled_alone_holds() -> None:
    some = "back_as_written" if MANY > 1 else "mixed_2p or warcraft_2p_boards or islands_solo"
    files = [__file__, str(Path(__file__).with_name("test_playouts.py"))]
    chosen = ["-m", "not slow", "-k", f"{some} or informed_action"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *files, *chosen]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stdout


def test_every_playthrough_has_its_file(make: ModuleType) -> None:
    assert set(FILES) == set(map(make.path_of, make.PLAYTHROUGHS)), "run `python tests/golden/make.py`"


def test_the_playthroughs_are_whole_games_that_meet_every_verb_and_phase(make: ModuleType) -> None:
    verbs, phases = set(), set()
    for path in FILES:
        name, options, seed, actions = make.read(path.read_text(encoding="utf-8"))
        assert (name, options, seed) == make.PLAYTHROUGHS[path.stem]
        for _, state, action in make.played(swenv.load(name, **options), seed, actions):
            phases.add(state.phase)
            verbs |= {state.game.action(index).verb for index in [action] if index is not None}
        assert state.is_over
        (returns,) = re.findall(r"^returns (.+)$", path.read_text(encoding="utf-8"), re.M)
        assert any(json.loads(returns)), "nobody has won"
    boxes = swenv.load("underground", boxes=("base", "underground"))
    games = boxes, swenv.load("warcraft"), swenv.load("islands")
    assert verbs == {verb.name for game in games for verb in game.verbs}
    assert phases == {phase for game in games for phase in game.phases}
