"""Replays play back to the same positions, and a wrong file is refused by line."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import swenv
from randomplay import SOME_MIXES, board_game, some_game, walk
from support import FX9, active, held, position, seat
from swenv.core import replay
from swenv.core.replay import Move, Recorder, Replay


def random_game(game: swenv.Game, seed: int) -> tuple[Replay, list[swenv.State]]:
    """A recorded game, and its states on the way."""
    steps = [(state.copy(), action) for state, action in walk(game, seed)]
    return replay.record(game, seed, [action for _, action in steps[:-1]]), [state for state, _ in steps]


@pytest.mark.parametrize("key", SOME_MIXES)
def test_a_replay_plays_back_to_the_same_positions(key: str, tmp_path: Path) -> None:
    written, states = random_game(some_game(key), seed=1)
    written.save(tmp_path / "game.jsonl")
    read = Replay.load(tmp_path / "game.jsonl")
    assert read == written and read.versions == written.versions
    assert list(read.states()) == states
    assert read == Replay.load(str(tmp_path / "game.jsonl"))
    assert (tmp_path / "game.jsonl").read_bytes() == read.text().encode()


def test_each_line_says_who_did_what_and_what_was_rolled() -> None:
    written, states = random_game(board_game(2), seed=8)
    header, *lines = [json.loads(line) for line in written.text().splitlines()]
    said = {"format": "swenv-replay/1", "game": "smallworld", "num_players": 2, "seed": 8}
    assert header.items() >= said.items()
    assert header["options"] == board_game(2).options and header["versions"]["swenv"] == swenv.__version__
    assert len(lines) == len(written.moves) == len(states) - 1
    for before, after, line in zip(states[:-1], states[1:], lines, strict=True):
        assert line["seat"] == before.to_act
        assert line.get("roll") == after.last_roll
        before.apply(line["action"])
        assert before == after
    assert any("roll" in line for line in lines) and not all("roll" in line for line in lines)


def test_a_recorder_accepts_and_refuses_the_same_as_apply() -> None:
    game = board_game(2)
    recorder = Recorder(game, 1)
    assert recorder.apply("  pick   1 ") == Move(0, "pick 1", None)
    before = recorder.replay
    with pytest.raises(swenv.IllegalAction):
        recorder.apply("decline")
    with pytest.raises(ValueError, match="out of range"):
        recorder.apply(10**6)
    assert recorder.replay == before and str(before.moves[0]) == "seat 0: pick 1"
    assert str(Move(1, "conquer 3", 2)) == "seat 1: conquer 3, rolls 2"
    assert replay.record(game, 1, [swenv.Action("pick", (1,))]) == replay.record(game, 1, [1]) == before
    assert Recorder(game).replay.seed != Recorder(game).replay.seed


def test_a_replay_includes_custom_boards_races_and_powers(tmp_path: Path) -> None:
    board, race = Path(shutil.copy(FX9, tmp_path)), tmp_path / "gnomes.json"
    race.write_text(json.dumps({"name": "gnomes", "tokens": 6, "tray": 11}))
    own: dict[str, Any] = {"map": board, "extra_races": [race], "extra_powers": [{"name": "brave", "tokens": 4}]}
    game = swenv.load("smallworld", **own, hide_coins=True, reward="coins")
    written, states = random_game(game, seed=2)
    board.unlink()
    race.unlink()
    read = replay.parse(written.text())
    assert read == written and list(read.states()) == states
    assert [entry.name for entry in read.game.races][-1] == "gnomes"


def lines() -> list[str]:
    """A replay of ten moves."""
    return random_game(board_game(2), seed=3)[0].text().splitlines()[:11]


def changed(number: int, **fields: Any) -> list[str]:
    """The lines of a replay with fields of one line changed; None takes a field away."""
    given = lines()
    line = {**json.loads(given[number - 1]), **fields}
    given[number - 1] = json.dumps({key: value for key, value in line.items() if value is not None})
    return given


def header(**options: Any) -> list[str]:
    return changed(1, options={**board_game(2).options, **options})


WRONG: dict[str, tuple[Callable[[], list[str]], str]] = {
    "empty": (lambda: [], "a header is required"),
    "another version": (lambda: changed(1, format="swenv-replay/2"), "line 1: field 'format': 'swenv-replay/2'"),
    "two headers": (lambda: [lines()[0], *lines()], "line 2: a second header"),
    "no seed": (lambda: changed(1, seed=None), "line 1.*seed"),
    "an unknown game": (lambda: changed(1, game="smalworld"), "line 1: no game 'smalworld', did you mean 'smallworld'"),
    "an unknown option": (lambda: header(ruonds=3), "line 1: no option 'ruonds', did you mean 'rounds'"),
    "a board that is a path": (lambda: header(map="../board.json"), r"line 1, field 'options\.map'"),
    "a race that is a path": (lambda: header(extra_races=["/etc/hosts"]), r"line 1, field 'options\.extra_races\[0\]'"),
    "a tile that is a path": (lambda: header(start_layout=["l.json"]), r"line 1, field 'options\.start_layout\[0\]'"),
    "no JSON": (lambda: [*lines()[:3], "{"], "line 4: not JSON"),
    "nested deeply": (lambda: header(extra_races=json.loads("[" * 40 + "]" * 40)), "line 1: nested more than 32"),
    "a number that is none": (lambda: header(rounds=math.nan), "line 1: not JSON: NaN is not a number"),
    "a field twice": (lambda: [lines()[0].replace('"seed"', '"game"')], "line 1: field 'game' is there twice"),
    "half a character": (lambda: changed(1, versions={"swenv": "\ud800"}), "line 1: text that is not valid Unicode"),
    "a long version": (lambda: changed(1, versions={"swenv": "1" * 101}), r"line 1, field 'versions\.swenv'"),
    "an unknown region": (lambda: changed(3, action="conquer 99"), "line 3: 'conquer 99'"),
    "an illegal action": (lambda: changed(2, action="conquer 1"), r"line 2: illegal action 'conquer 1': .*SW-TURN"),
    "another seat": (lambda: changed(2, seat=1), "line 2: field 'seat': seat 0 decides here, not seat 1"),
    "a roll that was none": (lambda: changed(2, roll=3), "line 2: field 'roll': the die shows nothing, not 3"),
    "a move too many": (
        lambda: [*random_game(board_game(2), 1)[0].text().splitlines(), '{"seat": 0, "action": "finish"}'],
        "the game is over",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_replay_is_refused_by_line(what: str, tmp_path: Path) -> None:
    lines_of, says = WRONG[what]
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join(lines_of()))
    with pytest.raises(ValueError, match=f"wrong.jsonl.*{says}"):
        Replay.load(file)


def test_line_numbers_are_those_of_the_file_and_empty_lines_are_ignored() -> None:
    first, second, *_ = lines()
    assert len(replay.parse(f"\n{first}\n\n{second}\n\n").moves) == 1
    with pytest.raises(ValueError, match="replay, line 4, whole document"):
        replay.parse(f"\n{first}\n\n[]")


def test_a_game_that_plays_back_differently_names_the_version_that_wrote_it() -> None:
    given = changed(2, action="conquer 1")
    given[0] = json.dumps({**json.loads(given[0]), "versions": {"swenv": "0.0.1"}})
    with pytest.raises(ValueError, match=rf"recorded with swenv 0\.0\.1, this is {swenv.__version__}"):
        replay.parse("\n".join(given))


def test_a_game_from_a_position_plays_back_and_a_wrong_position_is_refused() -> None:
    start = position(phase="conquest", seats=[seat(active("orcs", "hill", hand=5))], regions={"0": held(0, "orcs", 2)})
    recorder = Recorder(start.game, 3, start.to_position())
    for _ in range(6):
        recorder.apply(int(recorder.state.legal_actions()[0]))
    again = replay.parse(recorder.replay.text())
    states = list(again.states())
    assert again == recorder.replay and states[0] == start and states[-1] == recorder.state
    with pytest.raises(ValueError, match=r"line 1: position, .*tokens"):
        replay.parse(recorder.replay.text().replace('"tokens": 2', '"tokens": 99'))
