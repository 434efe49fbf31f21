"""The command `swenv`: its subcommands, help and errors. Exit status: 0 success, 1 a check failed, 2 wrong usage.

`python tests/project/test_cli.py` rewrites the stored help texts.
"""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from everygame import GAMES, short
from facts_boards import stand
from rulebook import known_ids
from support import FX9, UX18, active, seat
from swenv import agents, cli, maps, render
from swenv.commands import output
from swenv.core import rulebook
from swenv.core.replay import record

HELP = Path(__file__).parents[1] / "data" / "help"
Captured = pytest.CaptureFixture[str]
COMMANDS = ([], *([name] for name in cli.COMMANDS), *(["maps", verb] for verb in ("list", "check", "draw", "make")))


def helped(command: list[str]) -> str:
    with redirect_stdout(io.StringIO()) as told, pytest.raises(SystemExit):
        cli.make_parser().parse_args([*command, "--help"])
    return told.getvalue()


def stored(command: list[str]) -> Path:
    return HELP / f"{'-'.join(['swenv', *command])}.txt"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command) or "swenv")
def test_help_is_as_stored(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    # Pythons break lines at different places
    assert helped(command).split() == stored(command).read_text(encoding="utf-8").split()
    assert len(COMMANDS) == len(list(HELP.iterdir()))


def test_help_needs_no_compiler_and_no_torch_and_the_module_is_the_command() -> None:
    heavy = "{'numba', 'numpy', 'torch', 'gymnasium', 'rich'}"
    program = f"import sys; from swenv.cli import main; main(['--help']); sys.exit(bool({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0
    done = subprocess.run([sys.executable, "-m", "swenv", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"swenv {swenv.__version__}\n")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "required: COMMAND"),
        ("plya", "invalid choice: 'plya'"),
        ("match --games many", "must be a whole number, not 'many'"),
        ("match --seats greedy,randm", "did you mean 'random'?"),
        ("match --seats greedy,human", "'human' can only play in `swenv play`"),
        ("match --seats search:seconds=inf,random", "seconds must be finite, not inf"),
        ("train --network boards", "did you mean 'board'?"),
        ("train --set learning_rate=fast", "must be a number, not 'fast'"),
        ("train --resume --run-dir nowhere", "'nowhere' is not the folder of a run"),
        ("game --option hidecoins=true", "no option 'hidecoins', did you mean 'hide_coins'?"),
        ("game --option hide_coins", "--option takes NAME=VALUE, not 'hide_coins'"),
        ("game --option num_players=3", "--option num_players: use --num-players 3"),
        ("match islands --seats greedy,random --rounds 1", "no option 'rounds'"),
        ("show CA4", "no board or name 'CA4', did you mean 'CA"),
        ("show --seat 2", "no seat 2: seats are 0 to 1"),
        ("show --action march", "no verb 'march'"),
        ("show CA1 --png x.png", "--png: 'CA1' is explained in words"),
        ("show L1a --action decline", "--action: 'L1a' is only a part of a table"),
        ("show smallworld-2p --action decline --svg x.svg", "--svg: whether an action is legal is answered in words"),
        ("show islands --game warcraft", "two games"),
        ("show game.jsonl", "use `swenv replay`"),
        ("show --svg no/where.svg", "error: no folder 'no'"),
        ("maps draw smallworld-6p", "no map 'smallworld-6p'"),
        ("maps draw L1a M1a", "2 players need 1 L, 0 M, 1 S"),
        ("replay nowhere.jsonl", "error: no file 'nowhere.jsonl'"),
        ("rate greedy greedy --out here", "player 'greedy' is named twice"),
        ("rate greedy --out here", "a league needs two players or more"),
        ("rate greedy human --out here", "'human' can only play in `swenv play`"),
        ("score", "name an agent"),
        ("score human", "'human' can only play in `swenv play`"),
        ("score greedy greedy", "an agent is named twice"),
        ("exploit random --game islands --num-players 1 --out here", "no opponents to exploit"),
        ("score greedy --tasks chess", "no task is called 'chess'; the tasks are smallworld-2p"),
        pytest.param("bench speed", "swenv bench: error: no group 'speed'", marks=pytest.mark.slow),  # imports much
    ],
)
def test_wrong_usage_prints_an_error_and_returns_2(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run(*line.split())
    assert outcome.status == 2 and complaint in outcome.err and outcome.out == "" and not list(tmp_path.iterdir())


def test_tables_and_colors_are_for_terminals_alone(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    output.table(("player", "wins"), [("greedy", "97.5%"), ("random", "2.5%")])
    assert not output.colors() and capsys.readouterr().out == "player   wins\ngreedy  97.5%\nrandom   2.5%\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert output.colors()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    output.table(("player", "wins"), [("[greedy]", "97.5%")])
    drawn = capsys.readouterr().out
    assert not output.colors() and "─" in drawn and "[greedy]" in drawn and "\x1b[3" not in drawn


@pytest.mark.slow
def test_a_closed_pipe_is_not_an_error() -> None:
    program = "import sys; from swenv.cli import main; sys.exit(main(['show', 'smallworld-5p']))"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shell", "status", "told"),
    [
        ("{swenv} maps > /dev/full", 1, "the output cannot be written: no space left on device"),
        ("{swenv} maps >&-", 1, "standard output is closed"),
        ("PYTHONIOENCODING=ascii {swenv} show --seed 3", 0, "Small World on smallworld-2p . round 1 of 10"),
    ],
)
def test_a_limited_terminal_causes_no_traceback(shell: str, status: int, told: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    line = shell.format(swenv=f"{sys.executable} -m swenv")
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=environment)
    assert done.returncode == status and told in done.stdout + done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_show_draws_a_start_and_a_position_with_the_options_that_it_names(run: Any, tmp_path: Path, name: str) -> None:
    for asked in ((name,), ("--game", name)):
        assert run("show", *asked, "--seed", 7).out == f"{swenv.load(name).new_state(seed=7)}\n"
    chosen: dict[str, dict[str, Any]] = {
        "warcraft": {"boards": ["L1a", "S2b"], "rounds": 4},
        "islands": {"num_players": 1, "mode": "advanced", "window": 15, "level": 4},
    }
    game = swenv.load(name, **chosen.get(name, {"map": f"{name}-3p", "rounds": 4}))
    state = game.new_state(seed=3)
    state.apply(int(state.legal_actions()[1]))
    file = tmp_path / "position.json"
    file.write_text(json.dumps(state.to_position()))
    assert run("show", file).out == f"{state}\n"
    assert run("show", file, "--json").objects == [state.to_position()]


def test_show_says_what_is_wrong_with_a_position_or_why_no_play_leads_to_it(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    lair = {"4": {"owner": 0, "race": "orcs", "tokens": 1, "markers": {"lair": 1}}}
    document = {"format": "swenv-position/1", "game": "smallworld", "seats": [seat(active("orcs", "hill")), {}]}
    file.write_text(json.dumps({**document, "regions": lair}))
    outcome = run("show", file)
    assert outcome.status == 0 and "regions.4.markers.lair: orcs can have none here" in outcome.err
    for field, value in (("round", 0), ("seats", None), ("boards", [1, 2])):
        file.write_text(json.dumps({"format": "swenv-position/1", "game": "warcraft", field: value}))
        outcome = run("show", file)
        assert outcome.status == 1 and outcome.err.count("\n") == 1
        assert outcome.err.startswith(f"{file}: position, field '{field}")


def test_a_position_names_no_file_to_be_opened(run: Any, tmp_path: Path) -> None:
    board = json.loads(maps.path("smallworld-2p").read_text(encoding="utf-8"))
    mine, file = tmp_path / "mine.json", tmp_path / "position.json"
    mine.write_text(json.dumps({**board, "name": "mine"}), encoding="utf-8")
    state = swenv.load("smallworld", map=str(mine)).new_state(seed=1)
    for name in ("mine", str(mine)):
        file.write_text(json.dumps({**state.to_position(), "map": name}), encoding="utf-8")
        outcome = run("show", file)
        assert outcome.status == 1
        assert f"field 'map': '{name}' is not a board of swenv; pass your own with --map FILE" in outcome.err
    file.write_text(json.dumps(state.to_position()), encoding="utf-8")
    assert run("show", file, "--map", mine).out == f"{state}\n"
    assert run("analyse", file, "--player", "greedy", "--map", mine).status == 0
    table = swenv.load("warcraft", boards=["L1a", "S1a"]).new_state(seed=1).to_position()
    file.write_text(json.dumps({**table, "boards": ["L1a", str(mine)]}), encoding="utf-8")
    assert "is not a board of swenv; pass your own with --option boards=" in run("show", file).err


@pytest.mark.skipif(os.name != "posix", reason="pipes")
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'{"round": 1' + 5000 * b"0" + b"}", "a number is too long"),
        (b"\xff\xfe\x00{}", "not text"),
        (None, "devices and pipes are not read"),
    ],
    ids=["deep", "long", "binary", "pipe"],
)
@pytest.mark.parametrize("command", ["replay", "show", "maps check", "maps draw", "game --map"])
def test_an_unreadable_file_is_refused(
    run: Any, tmp_path: Path, command: str, content: bytes | None, told: str
) -> None:
    file = tmp_path / "file.json"
    if content is None:
        os.mkfifo(file)
    else:
        file.write_bytes(content)
    done = run(*command.split(), file)
    assert done.status in (1, 2) and told in done.err and done.err.count("\n") == 1
    assert done.err.count("file.json") == 1


def test_the_contents_of_a_file_cannot_control_the_terminal(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    record(swenv.load("smallworld"), 1, []).save(file)
    header = json.loads(file.read_text(encoding="utf-8"))
    for change in ({"versions": {"swenv": "\x1b[2J"}}, {"options": {"\x1b[2J": 1}}, {"options": {"name": "x"}}):
        file.write_text(json.dumps(header | change), encoding="utf-8")
        done = run("replay", file)
        assert done.status == ("versions" not in change)
        assert "\x1b" not in done.out + done.err
        assert "\\x1b[2J" in done.out + done.err or "field 'options': 'name' is not an option" in done.err


@pytest.mark.parametrize(
    ("name", "rule", "field"),
    [
        ("Dragon Master", "SW-POWER-DRAGON-MASTER", "dragon"),
        ("Will-o'-Wisps", "UG-RACE-WISPS", "roll_first"),
        ("murloc", "WW-SETUP-5", "about"),
        ("x11", "SI-SOLO-5", "directions"),
    ],
)
def test_show_explains_a_name_of_any_game(run: Any, name: str, rule: str, field: str) -> None:
    outcome = run("show", name)
    pages = {"SW": "smallworld", "UG": "underground", "WW": "warcraft", "SI": "islands"}
    assert f"rule {rule} in docs/rules/{pages[rule[:2]]}.md" in outcome.out and field in outcome.out
    (entry,) = run("show", name, "--json").objects
    assert entry["rule"] == rule and entry[field]
    words = entry["rule_text"].split()[:9]
    assert words == outcome.out.split("\n", 1)[1].split()[: len(words)]


@pytest.mark.slow
def test_every_rule_and_every_name_has_words(run: Any) -> None:
    assert not {*GAMES} & {*maps.names(), *maps.faces()}
    for name in GAMES:
        for key, entry in swenv.load(name, num_players=2).entries().items():
            assert key not in GAMES
            said = rulebook.rule(entry.to_dict()["rule"])
            assert len(said) > 4, f"{key} has no words"
            assert not re.search(r"\*|`|\[(?:seed|FAQ|decision)|\||see below|^[.:;]", said), f"{key}: {said}"
    assert all(map(rulebook.rule, known_ids()))
    assert rulebook.rule("SI-DOCK-3").startswith("A ship tile"), "no letter of an FAQ"
    assert "share a border" in run("show", "sw-conq-5").out
    assert "\n  cost(r) = max(1, 2 + T" in run("show", "sw-conq-1").out
    assert run("show", "SW-CONQ-5", "--json").objects[0]["text"].startswith("reach: (a)")
    began = time.process_time()
    assert rulebook.rule("SW-A" + "-A1" * 100_000) == "", "a stranger may ask for it"
    assert time.process_time() - began < 2


def test_pictures_are_written(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    svg, png, gif, html = (tmp_path / f"picture.{kind}" for kind in ("svg", "png", "gif", "html"))
    for asked in (("show", FX9), ("maps", "draw", "M2a"), ("maps", "draw", FX9)):
        assert run(*asked, "--svg", svg, "--png", png, "--width", 300).status == 0
        assert svg.read_text(encoding="utf-8").startswith("<svg") and png.read_bytes().startswith(b"\x89PNG")
    record(swenv.load("smallworld", rounds=1), 5, ["pick 0"]).save(tmp_path / "game.jsonl")
    assert run("replay", tmp_path / "game.jsonl", "--gif", gif, "--html", html, "--width", 200).status == 0
    assert gif.read_bytes().startswith(b"GIF8")
    assert "swenv" not in html.read_text(encoding="utf-8").split("<title>")[0]


def test_show_says_what_a_legal_action_costs_or_which_rule_forbids_it(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    state = stand("smallworld", "ratmen alchemist hand 2 | -", "0 ratmen")
    file.write_text(json.dumps(state.to_position()))
    asked = ("show", file, "--map", FX9, "--action", "conquer 4")
    assert re.fullmatch(r"'conquer 4' \(action \d+\) is legal for seat 0: 2 tokens\n", run(*asked).out)
    (verdict,) = run(*asked, "--json").objects
    assert verdict["legal"] and verdict["remark"] == "2 tokens"
    outcome = run("show", "--action", "decline")
    assert outcome.status == 1
    assert "is illegal for seat 0" in outcome.out and "(SW-" in outcome.out
    (verdict,) = run("show", "--game", "underground", "--action", "use sword", "--json").objects
    assert verdict["legal"] is False and verdict["action"] == "use sword" and verdict["rule"].startswith("UG-")
    outcome = run("show", "--game", "islands", "--action", "place  8 9 3")
    assert outcome.status == 1 and "'place 8 9 3'" in outcome.out and "(SI-" in outcome.out


def test_maps_lists_the_boards_and_faces(run: Any) -> None:
    listed = run("maps").out
    assert "smallworld-5p" in listed
    assert all(re.search(rf"^{face} +[2-5 ]+ +\d+ ", listed, re.MULTILINE) for face in maps.faces())
    boards = {board["name"]: board for board in run("maps", "list", "--json").objects}
    known = {"game": "warcraft", "players": [2, 3, 4, 5], "rounds": None, "regions": 12, "land": 11, "water": 1}
    assert known.items() <= boards["L1a"].items()


def test_maps_make_makes_a_board_that_the_other_commands_take(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    assert run("maps", "make", "--seed", 7, "--num-players", 3, "--out", file).status == 0
    assert run("maps", "make", "--seed", 7, "--num-players", 3).out == file.read_text(encoding="utf-8")
    assert "valid, 27 land and 3 water regions" in run("maps", "check", file).out
    assert run("maps", "draw", "random-3p-7").out == run("maps", "draw", file).out
    assert run("show", "random-3p-7", "--json").objects[0]["map"] == "random-3p-7"


def test_maps_draw_takes_a_board_a_face_or_the_faces_of_a_table(run: Any, tmp_path: Path) -> None:
    alone = run("maps", "draw", "L1a")
    assert alone.status == 0 and alone.out.startswith("Small World of Warcraft: L1a\n")
    assert len(re.findall(r"^ *\d+  [a-z]", alone.out, re.MULTILINE)) == 12
    assert run("show", "L1a").out == run("maps", "draw", maps.path("warcraft-L1a")).out == alone.out
    assert run("show", "L1a", "--json").objects == [json.loads(maps.path("warcraft-L1a").read_text(encoding="utf-8"))]
    assert "Underground on underground-5p" in run("maps", "draw", "underground-5p").out
    assert "Small World of Warcraft on L1a+S2b · " in run("maps", "draw", "S2b", "L1a").out
    faces, svg = ["L2b", "M2a", "S1b"], tmp_path / "table.svg"
    assert run("maps", "draw", *faces, "--svg", svg).status == 0
    assert all(f">{face}</text>" in svg.read_text(encoding="utf-8") for face in faces)


def test_maps_check_names_the_region_and_the_field_and_returns_1(run: Any, tmp_path: Path) -> None:
    outcome = run("maps", "check", FX9, UX18, maps.path("warcraft-L1a"))
    assert outcome.status == 0 and [line.partition("valid, ")[2] for line in outcome.out.splitlines()] == [
        "7 land and 2 water regions, 2 Lost Tribes",
        "13 land and 3 water regions, 2 Chasms, 3 Monster regions",
        "11 land and 1 water regions, 3 starting regions, 4 Murlocs",
    ]
    file, broken = tmp_path / "mine.json", tmp_path / "bad.json"
    for path, field, value in ((FX9, "terrain", "desert"), (maps.path("warcraft-S1a"), "anchor", False)):
        board = json.loads(Path(path).read_text(encoding="utf-8"))
        for region in board["regions"][4:] if field == "terrain" else board["regions"]:
            region[field] = value
        file.write_text(json.dumps(board))
        outcome = run("maps", "check", FX9, file)
        assert outcome.status == 1 and f"'{field}'" in outcome.err
        good, bad = run("maps", "check", FX9, file, "--json").objects
        assert good["ok"] and not bad["ok"] and ("region 4" in bad["error"]) == (field == "terrain")
    broken.write_text("{", encoding="utf-8")
    assert run("maps", "check", broken).err.count("bad.json") == 1
    assert "`swenv maps list`" in run("maps", "check", "smallworld-2p").err


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("smallworld", "hide_coins=False"),
        ("underground", "use relic .*doormat, orb, socks, sword"),
        ("warcraft", "one of 16 tables each"),
        ("islands", "place r c rot .*r from 0 to 16, c from 0 to 16, rot from 0 to 3"),
    ],
)
def test_game_prints_sizes_verbs_actions_options_and_the_observation(run: Any, name: str, line: str) -> None:
    game = swenv.load(name, num_players=2)
    said = run("game", name, "--actions").out
    assert all(verb.meaning in said for verb in game.verbs) and re.search(line, said)
    assert f"{game.action(game.num_actions - 1)}\n" in said
    assert not re.search(
        {"warcraft": "map=|flames_entry=", "smallworld": "boards=|diamond_scope="}.get(name, "x="), said
    )
    (document,) = run("game", name, "--num-players", 2, "--json", "--actions").objects
    assert document["num_actions"] == game.num_actions
    assert document["actions"] == [str(game.action(index)) for index in range(game.num_actions)]
    assert [part["name"] for part in document["observation"]] == [part.name for part in game.observation_layout]
    assert set(document["options"]) == set(game.options) - set(game.idle)


def test_every_option_of_load_can_be_chosen(run: Any) -> None:
    (document,) = run("game", "--option", "hide_coins=true", "--map", FX9, "--json").objects
    assert (document["options"]["hide_coins"], document["options"]["map"]["name"]) == (True, "fx9")
    (document,) = run("game", "--option", 'boxes=["base","underground"]', "--option", "places=true", "--json").objects
    assert {verb["name"] for verb in document["verbs"]} >= {"hero", "swap", "use"}
    chosen = ("--option", 'boards=["S1a", "L1a"]')
    (document,) = run("game", "warcraft", *chosen, "--json").objects
    assert document["options"]["boards"] == ["L1a", "S1a"]
    said = run("match", "warcraft", "--seats", "random,random", "--games", 2, "--rounds", 1, *chosen).out
    assert "2 games of warcraft for 2 on L1a+S1a, seed 0" in said


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_play_shows_a_game_between_players_and_saves_it(run: Any, tmp_path: Path, name: str) -> None:
    file = tmp_path / "game.jsonl"
    rounds = short(name, 1)
    asked = [word for option, value in rounds.items() for word in (f"--{option}", value)]
    outcome = run("play", name, "--seats", "greedy,random", *asked, "--seed", 5, "--save", file)
    assert outcome.status == 0
    assert f"{name} for 2, seed 5" in outcome.out and "seat 1 (random): " in outcome.out and "won" in outcome.out

    assert run("replay", file).status == 0
    assert cli.make_parser().parse_args(["replay", str(file)]).width == 800
    (summary,) = run("replay", file, "--json").objects
    assert summary["over"] and summary["seed"] == 5
    listed = run("replay", file, "--print").out
    assert "seat 1: " in listed and f"round 1, turn of seat 1, {swenv.load(name).money} " in listed
    assert run("replay", file, "--at", 0).out == f"{swenv.load(name, **rounds).new_state(seed=5)}\n"
    assert run("replay", file, "--at", 9999).status == 2
    picture = tmp_path / "start.svg"
    assert run("replay", file, "--at", 0, "--svg", picture).status == 0
    assert picture.read_text(encoding="utf-8") == render.svg(swenv.load(name, **rounds).new_state(seed=5), 800)


def test_a_watched_game_shows_the_board_and_the_income_of_each_turn(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    said = run("play", "--seats", "greedy,random", "--rounds", 1, "--seed", 3, "--save", file).out
    assert said.count("Small World on smallworld-2p") == 2
    assert "seat 0 (greedy): pick 0 (dragon master sorcerers, 10 tokens)" in said
    assert "seat 0 (greedy): +6 coins (6 regions), has 11" in said
    assert "        seat 1: +2 coins (-1 pick, 3 regions), has 7" in run("replay", file, "--print").out


@pytest.mark.parametrize("color", [True, False])
def test_a_human_player_can_stop_at_any_time_and_sees_colours_if_there_are_any(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, color: bool
) -> None:
    file = tmp_path / "game.jsonl"
    monkeypatch.setattr("swenv.commands.play.colors", lambda: color)
    monkeypatch.setattr(sys, "stdin", io.StringIO("pick 0\n"))
    outcome = run("play", "--seats", "human,random", "--seed", 5, "--save", file)
    assert outcome.status == 0 and "stopped in round 1" in outcome.out
    assert ("\x1b[" in outcome.out) == color
    (summary,) = run("replay", file, "--json").objects
    assert summary["decisions"] == 1 and not summary["over"]


def test_a_single_player_who_loses_has_not_won(run: Any) -> None:
    said = run("play", "islands", "--seats", "random", "--option", "level=6", "--seed", 1).out
    assert "islands for 1, seed 1" in said
    assert re.search(r"^seat 0 \(random\) +\d+$", said, re.MULTILINE), "random play does not beat Alexis on level 6"
    assert re.search(r"^Alexis +\d+ +won$", said, re.MULTILINE)


@pytest.mark.parametrize("command", [("play", "--seats", "random,random", "--save"), ("replay", "{game}", "--gif")])
def test_a_file_that_cannot_be_written_is_reported_before_the_work(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    file = tmp_path / "game.jsonl"
    run("play", "--seats", "random,random", "--rounds", 1, "--save", file)
    monkeypatch.setattr(agents.Random, "act", None)
    monkeypatch.setattr("swenv.render.gif", None)
    for where, complaint in ((tmp_path, "is a directory"), (tmp_path / "none" / "x", f"no folder '{tmp_path}/none'")):
        outcome = run(*(word.format(game=file) for word in command), where)
        assert outcome.status == 2 and complaint in outcome.err and outcome.out == ""
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", GAMES)
def test_match_prints_wins_with_intervals(run: Any, name: str) -> None:
    rounds = [word for option, value in short(name, 2).items() for word in (f"--{option}", value)]
    asked = ("match", name, "--seats", "greedy,random", "--games", 6, *rounds)
    said = run(*asked).out
    where = {"warcraft": "on one of 16 tables each", "islands": "in standard mode"}.get(name, f"on {name}-2p")
    assert "95 % interval" in said and f"6 games of {name} for 2 {where}, seed 0" in said
    greedy, random = run(*asked, "--json").objects
    assert (greedy["player"], random["player"]) == ("greedy", "random")
    assert greedy["wins"] + random["wins"] == 6
    assert greedy["interval_95"][0] <= greedy["win_rate"] <= greedy["interval_95"][1]
    assert run(*asked, "--rotations", 1, "--json").objects[1]["win_rate_by_seat"][0] is None, "it sat in the other one"


def test_match_breaks_results_down_and_writes_them(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "match.csv"
    line = "match --seats greedy,random --games 4 --rounds 2 --by seat,race --by race+power --csv"
    asked = (*line.split(), file)
    said = run(*asked).out
    assert re.search(r"^player +race +power +picks +games +wins +95 % interval +mean coins$", said, re.MULTILINE)
    objects = run(*asked, "--json").objects
    assert [each.get("by", "") for each in objects[:6]] == ["", "", "seat", "seat", "seat", "seat"]
    picks = {by: sum(each["picks"] for each in objects if each.get("by") == by) for by in ("race", "race+power")}
    assert picks["race"] == picks["race+power"] >= 8
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["race"] for row in rows] == [each.get("race", "") for each in objects]
    assert [float(row["low"]) for row in rows] == [each["interval_95"][0] for each in objects]


def test_train_says_what_to_install(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "swenv.training.train", None)  # cannot be imported
    outcome = run("train", "--frames", 1)
    assert outcome.status == 2 and "pip install swenv-rl[train]" in outcome.err


def test_ctrl_c_ends_a_benchmark_with_what_was_measured(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(swenv.__file__).parents[1] / "benchmarks"))
    runner, harness = importlib.import_module("run"), importlib.import_module("harness")

    def measured(effort: Any) -> Iterator[Any]:
        yield harness.Row("speed of light", "km/s", [299_792.0])
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "groups", lambda: {"light": measured, "sound": measured})
    assert runner.main([]) == 130
    assert capsys.readouterr().out.count("speed of light") == 1
    monkeypatch.setattr(runner, "groups", lambda: {"light": lambda effort: iter([harness.Row("light", "km/s", [3.0])])})
    assert runner.main(["light", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["what"] == "light"


@pytest.mark.slow
def test_doctor_compiles_nothing_and_says_what_it_skipped(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-m", "swenv", "doctor"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0 and done.stderr == ""
    assert "not tested, because not compiled yet: smallworld, underground, warcraft, islands" in done.stdout
    assert not list(tmp_path.rglob("*.nbc"))


def test_the_self_test_finds_a_batch_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    from swenv.commands import doctor

    assert doctor.self_test(("smallworld",), decisions=2) == ""
    monkeypatch.setattr(swenv.State, "mask", lambda self: np.zeros(self.game.num_actions, dtype=np.bool_))
    assert "different mask" in doctor.self_test(("smallworld",), decisions=1)


def test_custom_players_come_from_a_file(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swenv.agents._FACTORIES", dict(agents._FACTORIES))
    path = tmp_path / "mine.py"
    path.write_text("from swenv.agents import Random, register\nregister('mine_cli', Random)\n", encoding="utf-8")
    assert run("match", "--code", path, "--seats", "mine_cli,random", "--games", 2, "--rounds", 1).status == 0
    assert "mine_cli" in run("agents", "--code", path).out
    path.write_text("one = 1\ntwo = one + nothing\n", encoding="utf-8")
    outcome = run("agents", "--code", path)
    assert outcome.status == 2 and f"--code {path}, line 2: NameError: name 'nothing' is not defined" in outcome.err


if __name__ == "__main__":
    os.environ.update(COLUMNS="80", NO_COLOR="1")
    HELP.mkdir(exist_ok=True)
    for each in COMMANDS:
        stored(each).write_text(helped(each), encoding="utf-8", newline="\n")
