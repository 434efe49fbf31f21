"""The engine protocol: what the engine answers, programs as players, and programs that misbehave."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from support import ready
from swenv.agents import make
from swenv.agents.engine import Engine
from swenv.agents.external import LONGEST, External, encoded
from swenv.agents.random import Random
from swenv.commands.engine import lines
from swenv.core.errors import PlayerFailed
from swenv.training.arena import match
from swenv.training.config import Config
from test_docs import DOCS, snippets

NAMING_A_FILE = {**swenv.load("smallworld").new_state(1).to_position(), "map": "/etc/passwd"}
PAGE = (DOCS / "howto" / "engine.md").read_text(encoding="utf-8")


class Asking:
    """An engine, and what it says."""

    def __init__(self, player: str = "random") -> None:
        self.said: list[dict[str, Any]] = []
        self.engine = Engine(lambda: make(player), self.said.append)

    def __call__(self, do: str, **fields: Any) -> dict[str, Any]:
        self.engine.answer(json.dumps({"do": do, **fields}))
        self.engine.wait()
        return self.said[-1]


def test_the_page_shows_what_the_engine_answers() -> None:
    ask = Asking()
    (block,) = [each.text for each in snippets(PAGE) if each.text.startswith("> ")]
    for line in block.splitlines():
        if line.startswith("> "):
            ask.engine.answer(line[2:])
        else:
            assert json.dumps(ask.said[-1]) == line[2:]


@pytest.mark.parametrize("game", swenv.games())
def test_a_game_through_the_engine_is_the_same_game(game: str) -> None:
    ask, dice = Asking(), np.random.default_rng(1)
    state = swenv.load(game, num_players=3).new_state(5)
    ask("new", game=game, num_players=3, seed=5)
    for _ in range(60):
        legal = state.legal_actions().tolist()
        assert ask("legal")["legal"] == legal
        assert ask("observe", seat=1)["observation"] == encoded(state.observation(1))
        action = int(dice.choice(legal))
        state.apply(action)
        found = ask("apply", action=str(state.game.action(action)))
        assert (found["to_act"], found["coins"]) == (state.to_act, state.coins.tolist())
    assert ask("save")["position"] == state.to_position()
    assert ask("save", seat=0, seed=4)["position"] == state.sample_hidden(0, 4).to_position()
    other = Asking()
    assert other("load", position=state.to_position()) == found == other("state")


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ("{", "request: not JSON"),
        ("[]", "request, whole document"),
        ('{"do": "dance"}', "field 'do': must be one of"),
        ('{"do": "apply"}', "request 'apply' needs the field 'action'"),
        ('{"do": "apply", "action": 1, "seed": 2}', "request 'apply' has no field 'seed'"),
        ('{"do": "apply", "action": 1e400}', "not a number that can be used"),
        ('{"do": "apply", "action": 10000}', "action 10000 is out of range"),
        ('{"do": "apply", "action": "fly 3"}', "fly"),
        ('{"do": "observe", "seat": 7}', "no seat 7"),
        ('{"do": "new", "game": "chess"}', "no game 'chess'"),
        ('{"do": "new", "game": "smallworld", "options": {"rounds": -1}}', "rounds"),
        ('{"do": "load", "position": {}}', "no game ''"),
        (f'{{"do": "load", "position": {json.dumps(NAMING_A_FILE)}}}', "'/etc/passwd' is not a board of swenv"),
        ('{"do": "analyse", "player": "exec:rm"}', "does not judge"),
        ('{"do": "play", "legal": [0]}', "was not reset"),
        ('{"do": "load", "position": 3}', "field 'position': must be object"),
        ('{"do": "hello", "protocol": "swenv-engine/9"}', "speaks swenv-engine/1, not swenv-engine/9"),
        ('{"do": "state", "id": ' + "[" * 100_000, "request: not JSON"),
        (" " * (LONGEST + 1), "at most 1,048,576 bytes"),
    ],
)
def test_a_wrong_request_is_answered_by_a_sentence_and_changes_nothing(request_: str, error: str) -> None:
    ask = Asking()
    ask("new", game="smallworld", seed=3)
    before = ask("save")
    ask.engine.answer(request_)
    assert error in ask.said[-1]["error"]
    assert ask("save") == before


def test_an_analysis_reports_and_can_be_stopped() -> None:
    ask = Asking("search:seconds=60")
    ask("new", game="smallworld", seed=3)
    ask.engine.answer('{"id": 7, "do": "analyse", "every": 0.01}')
    while len(ask.said) < 3:
        time.sleep(0.01)
    assert ask("stop", id="s") == {"id": "s"}
    *reports, found = ask.said[1:-1]
    simulations = [each["report"]["simulations"] for each in reports]
    assert simulations == sorted(simulations) and found["judgement"]["simulations"] >= simulations[-1]
    assert all(each["id"] == 7 for each in (*reports, found))
    again = ask("analyse", player="search:simulations=50")["judgement"]
    assert again["simulations"] == 50 and sum(each["visits"] for each in again["actions"]) > 0


def test_lines_that_are_too_long_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "sent").write_bytes(b"one\n" + b"x" * (3 * LONGEST) + b"\nlast")
    with (tmp_path / "sent").open("rb") as file:
        assert [len(each) for each in lines(file.fileno())] == [3, LONGEST + 1, 4]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "command"), [("bot.py", [sys.executable, "bot.py"]), ("bot.js", ["node", "bot.js"]), ("bot.c", ["./bot"])]
)
def test_the_bots_of_the_page_play_a_match(title: str, command: list[str], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = [each.text for each in snippets(PAGE) if each.title == title]
    Path(title).write_text(text, encoding="utf-8")
    if title == "bot.c" and shutil.which("cc"):
        subprocess.run(["cc", "-Wall", "-Werror", "-o", "bot", "bot.c"], check=True)
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    game = swenv.load("smallworld", num_players=2)
    result = match(game, [make(f"exec:{' '.join(command)}"), make("random")], 100, seed=2)
    assert result.tallies[0].games == 100


@pytest.mark.slow
@pytest.mark.parametrize("inner", ["random", "greedy", "planner"])
def test_a_player_behind_an_engine_decides_as_it_does_itself(inner: str) -> None:
    game = swenv.load("underground", num_players=2, rounds=2)
    outside, player = External(f"{sys.executable} -m swenv engine --player {inner}"), ready(inner, game, seed=4)
    outside.reset(game, seed=4)
    state = game.new_state(9)
    while not state.is_over:
        action = outside.act(state)
        if inner != "planner":  # whose position is one that the seat thinks possible, not the state
            assert action == player.act(state)
        state.apply(action)
    vector = game.vector(3, seed=1)
    assert vector.masks[range(3), outside.act_in(vector, np.arange(3))].all()


READS_AHEAD = """import json, sys
def ask():
    return json.loads(sys.stdin.readline())
def answer(request, **more):
    print(json.dumps({"id": request["id"], **more}), flush=True)
answer(ask(), protocol="swenv-engine/1")
answer(ask())
asked = [ask() for _ in range(300)]  # all of them, before it answers the first
for request in asked:
    answer(request, action=request["legal"][0])
"""


def running(program: str, folder: Path) -> str:
    """The command that runs a program."""
    (folder / "bot.py").write_text(f"import sys\n{program}\n", encoding="utf-8")
    return f"{sys.executable} {folder / 'bot.py'}"


def test_all_games_of_a_moment_are_asked_about_at_once(tmp_path: Path) -> None:
    player, vector = External(running(READS_AHEAD, tmp_path)), swenv.load("smallworld").vector(300, seed=1)
    player.reset(vector.game)
    assert (player.act_in(vector, np.arange(300)) == vector.masks.argmax(axis=1)).all()


HELLO = 'print(\'{"id": 1, "protocol": "swenv-engine/1"}\\n{"id": 2}\', flush=True)\n'
PLAYED = "for _ in range(3): sys.stdin.readline()\n"


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("import time; time.sleep(60)", "did not answer within"),
        ("", "ended with exit status 0"),
        ("sys.exit(3)", "ended with exit status 3"),
        ("print('{\"id\": 1', end='')", "ended with exit status 0, in the middle of a line"),
        ("print('hello')", "its answer: not JSON"),
        ("print('[]')", r"answered '\[\]\\n' to request 1"),
        ('print(\'{"id": 1, "protocol": "swenv-engine/2"}\')', "speaks 'swenv-engine/2', not 'swenv-engine/1'"),
        ('print(\'{"id": 1, "protocol": "swenv-engine/1", "wants": "all"}\')', "wants 'all'"),
        ('print(\'{"id": 1, "error": "no, thanks"}\')', "no, thanks"),
        ("sys.stdout.write(3_000_000 * 'x')", "answered with more than 1,048,576 bytes"),
        ("while True: print('{\"id\": 7}')", "to request 1"),
        (HELLO + PLAYED + 'print(\'{"id": 3, "action": 10000}\')', "answered action 10000, which is not legal"),
        (HELLO + PLAYED + 'print(\'{"id": 3, "action": true}\')', "answered action True, which is not legal"),
        (HELLO + PLAYED + 'print(\'{"id": 3, "action": 6}\')', "answered action 6 '.*', which is not legal"),
        (HELLO + PLAYED + "sys.exit(1)", "ended with exit status 1"),
    ],
)
@pytest.mark.slow
def test_a_program_that_misbehaves_is_named_in_a_sentence_and_ended(
    program: str, error: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr("swenv.agents.external.START", 1.0 if "sleep" in program else 20.0)
    game, player = swenv.load("smallworld"), External(running(program, tmp_path), seconds=20)
    with pytest.raises((PlayerFailed, ValueError), match=error):
        player.reset(game)
        player.act(game.new_state(1))
    assert player._program is None


def test_commands_say_which_program_failed(run: Any, tmp_path: Path) -> None:
    outcome = run("match", "--seats", "exec:./nobody,random", "--games", "2")
    assert outcome.status == 2 and "exec:./nobody cannot be started: No such file" in outcome.err
    outcome = run("match", "--seats", f"exec:{running(HELLO + PLAYED, tmp_path)},random", "--games", "2")
    assert outcome.status == 1 and "ended with exit status 0" in outcome.err and "Traceback" not in outcome.err
    outcome = run("exploit", "exec:./bot", "--out", tmp_path / "kept")
    assert (
        outcome.status == 2
        and "a run may not start external programs" in outcome.err
        and not (tmp_path / "kept").exists()
    )


def test_the_engine_plays_from_what_it_is_told_and_an_analysis_does_not_disturb_it() -> None:
    ask, game = Asking("greedy"), swenv.load("islands", num_players=2)
    state, player = game.new_state(4), ready("greedy", game)
    ask("reset", game="islands", num_players=2, options=game.options, num_actions=game.num_actions)
    ask("new", game="smallworld")
    ask("analyse")
    legal = state.legal_actions().tolist()
    assert ask("play", legal=legal, observation=encoded(state.observation()))["action"] == player.act(state)
    assert "needs the field 'observation'" in ask("play", legal=legal)["error"]
    assert "not in base64" in ask("play", legal=legal, observation="***")["error"]
    assert "numbers are needed, not 3" in ask("play", legal=legal, observation="AAAA")["error"]
    assert "num_actions is" in ask("reset", game="islands", num_players=2, options={}, num_actions=1)["error"]


def test_a_mistake_in_a_player_is_answered(monkeypatch: Any) -> None:
    monkeypatch.setattr(Random, "act", lambda *_: {}["nobody"])
    ask = Asking()
    ask("new", game="smallworld")
    assert ask("analyse", id=1) == {"id": 1, "error": "KeyError: 'nobody'"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of processes")
@pytest.mark.slow
def test_a_program_ends_with_what_it_has_started_and_is_not_waited_for(tmp_path: Path) -> None:
    slow = f"import os, time\n{HELLO}print(os.getpid(), file=open('pid', 'w', 1))\ntime.sleep(60)"
    (tmp_path / "run.sh").write_text(f"cd {tmp_path}\n{running(slow, tmp_path)}\n")
    game, player = swenv.load("smallworld"), External(f"sh {tmp_path / 'run.sh'}", seconds=0.5)
    player.reset(game)
    with pytest.raises(PlayerFailed, match=r"did not answer within 0\.5 s"):
        player.act(game.new_state(1))
    with pytest.raises(PlayerFailed, match="failed before"):
        player.act(game.new_state(1))
    process = Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}")
    deadline = time.monotonic() + 10
    while process.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not process.exists()


@pytest.mark.slow
def test_a_program_that_answers_without_reading_is_left(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("swenv.agents.external.START", 2.0)
    bot = 'for k in range(10**9): print(\'{"id": %d, "protocol": "swenv-engine/1"}\' % (k + 1), flush=True)'
    player = External(running(bot, tmp_path), 0.5)
    with pytest.raises(PlayerFailed, match=r"does not read what it is asked"):
        for _ in range(5000):
            player.reset(swenv.load("smallworld"))


def test_a_program_that_cannot_be_is_refused_and_any_by_a_run() -> None:
    for spec in ("exec:", "exec:x 'y", "exec:x?seconds=-1", "exec:x?seconds=1e10", "exec:x?seconds=soon"):
        with pytest.raises(ValueError, match=r"exec:|seconds"):
            make(spec)
    for option in ({"opponents": {"exec:./bot": 0.5}}, {"evaluate": ["exec:./bot"]}):
        with pytest.raises(ValueError, match="external program, which a run may not start"):
            Config(**option)
