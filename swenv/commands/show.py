"""`swenv show`: draw a position, a board or a start; explain a race, a power or an action."""

from __future__ import annotations

import argparse
import inspect
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from swenv import maps
from swenv.commands.loading import draw, draw_face, is_face, load_game, read_json
from swenv.commands.output import Failed, Usage, aligned, as_json, say, usage

if TYPE_CHECKING:
    from swenv.core.game import Game, State


RULES = {"SW": "smallworld", "UG": "underground", "WW": "warcraft"}
"""The page of docs/rules for each beginning of a rule's id."""


def run(args: argparse.Namespace) -> int:
    """Draw or explain what the arguments name."""
    what = args.what
    if what is not None and is_face(what):
        draw_face(what, args)
        return 0
    if what is None:
        state = _start(args)
    elif str(what).endswith(".json"):
        state = _from_file(args, what)
    elif what in maps.names():
        state = _board(args, what)
    else:
        _explain(args, what)
        return 0
    return _show(state, args)


def _start(args: argparse.Namespace) -> State:
    return load_game(args).new_state(seed=args.seed)


def _from_file(args: argparse.Namespace, path: str) -> State:
    """A position file, or a board file as it stands at the start."""
    document = read_json(path)
    if not isinstance(document, dict):
        raise Failed(f"{path}: a JSON object is needed")
    if "format" not in document and "name" in document:
        return _board(args, path)
    seats = document.get("num_players") or len(document.get("seats", ())) or None
    if "game" in document:
        args.game = document["game"]
    named = {key: document.get(key) for key in ("map", "boards", "rounds")}
    game = load_game(args, num_players=seats, **named)
    try:
        return game.from_position(document)
    except ValueError as error:
        raise Failed(f"{path}: {error}") from None


def _board(args: argparse.Namespace, source: str) -> State:
    """The start of a game on a board, for as many as the board is made for."""
    from swenv.smallworld.board import load_board

    with usage():
        board = load_board(source)
    args.game, args.map = board.game, source
    return load_game(args, num_players=board.players).new_state(seed=args.seed)


def _show(state: State, args: argparse.Namespace) -> int:
    if args.seat is not None and args.seat >= state.game.num_players:
        raise Usage(f"no seat {args.seat}: seats are 0 to {state.game.num_players - 1}")
    if args.action is not None:
        return _judge(state, args.action, args.json)
    if args.json:
        as_json(state.to_position())
        if not args.svg and not args.png:
            return 0
    draw(state, args, args.seat)
    return 0


def _judge(state: State, action: str, as_object: bool) -> int:
    """Say whether an action is legal, or which rule forbids it; 1 if it is not."""
    from swenv.core.errors import GameOver, IllegalAction

    game = state.game
    with usage():
        index = game.parse(action)
    text, verdict = str(game.action(index)), {"legal": True, "rule": "", "reason": ""}
    try:
        state.copy().apply(index)
    except IllegalAction as error:
        verdict = {"legal": False, "rule": error.rule, "reason": error.reason}
    except GameOver:
        verdict = {"legal": False, "rule": "", "reason": "the game is over"}
    if as_object:
        as_json({"action": text, "index": index, "seat": state.to_act, "phase": state.phase, **verdict})
    elif verdict["legal"]:
        say(f"'{text}' (action {index}) is legal for seat {state.to_act}")
    else:
        rule = f" ({verdict['rule']})" if verdict["rule"] else ""
        say(f"'{text}' (action {index}) is illegal for seat {state.to_act}: {verdict['reason']}{rule}")
    return 0 if verdict["legal"] else 1


def _entries(game: Game) -> dict[str, Any]:
    return {entry.name: entry for kind in ("races", "powers") for entry in getattr(game, kind, ())}


def _explain(args: argparse.Namespace, name: str) -> None:
    """Print what a race or a power is declared with; one of another game too, if this one has none of that name."""
    import swenv
    from swenv.core.errors import unknown

    entries = _entries(load_game(args))
    wanted = re.sub(r"[ '-]+", "_", name.lower())
    if wanted not in entries:
        entries = {k: v for game in swenv.games() for k, v in _entries(swenv.load(game)).items()} | entries
    if wanted not in entries:
        raise Usage(str(unknown("board, race or power", name, [*entries, *maps.names(), *maps.faces()])))
    entry = entries[wanted]
    declared = entry.to_dict()
    if args.json:
        as_json({"kind": entry.kind, **declared})
        return
    meanings = _meanings(type(entry))
    rule = declared.pop("rule", "")
    page = RULES.get(rule.partition("-")[0], "")
    say(f"{entry.name}: a {entry.kind}" + (f", rule {rule} in docs/rules/{page}.md" if page else ""))
    rows = [[f"  {key}", _plain(value), meanings.get(key, "")] for key, value in declared.items() if key != "name"]
    say(aligned(rows, [False, False, False]))


def _plain(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else "yes" if value is True else str(value)


def _meanings(kind: type) -> dict[str, str]:
    """What the docstrings say of the fields of a declared thing; without docstrings (-OO) nothing."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        text = inspect.cleandoc(each.__doc__ or "")
        for name, said in re.findall(r"^    (\w+): (.+(?:\n {8}.+)*)", text, re.MULTILINE):
            found[name] = " ".join(said.split())
    names = {each.name for each in fields(kind)}
    return {name: re.sub(r" ?Read by .*", "", said) for name, said in found.items() if name in names}
