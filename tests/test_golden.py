"""The engine still plays the golden playthroughs. `python tests/golden/make.py` rewrites them."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

import swenv

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_make", FOLDER / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_golden_playthrough_plays_back_as_written(path: Path, make: ModuleType) -> None:
    written = path.read_text(encoding="utf-8")
    assert make.replay(written).splitlines() == written.splitlines()


def test_every_playthrough_has_its_file(make: ModuleType) -> None:
    assert {path.stem for path in FILES} == set(make.PLAYTHROUGHS), "run `python tests/golden/make.py`"


def test_the_playthroughs_are_whole_games(make: ModuleType) -> None:
    for playthrough, (name, options, _) in make.PLAYTHROUGHS.items():
        text = make.path_of(playthrough).read_text(encoding="utf-8")
        num_players = options["num_players"]
        assert f"game: {name}\n" in text
        assert f'"num_players": {num_players}' in text
        if name != "islands":
            rounds = {2: 10, 3: 10, 4: 9, 5: 8}[num_players]
            assert f"  round {rounds}  turn {num_players - 1}  " in text
        (returns,) = re.findall(r"^returns (.+)$", text, re.M)
        assert any(json.loads(returns)), "nobody has won"


def test_the_playthroughs_meet_every_verb_and_phase() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
    verbs = set(re.findall(r"^action \d+: (\w+)", text, re.M))
    phases = set(re.findall(r"^# .*  turn \d  (\w+)  seat", text, re.M))
    boxes = swenv.load("underground", boxes=("base", "underground"))
    games = boxes, swenv.load("warcraft"), swenv.load("islands")
    assert verbs == {verb.name for game in games for verb in game.verbs}
    assert phases == {phase for game in games for phase in game.phases} - {"over"}
