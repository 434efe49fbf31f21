"""`swenv show`: draw a position, a board or a start; explain a name or an action."""

from __future__ import annotations

import argparse
import inspect
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from swenv.commands.loading import draw, draw_part, load_game, read_json
from swenv.commands.output import Failed, Usage, aligned, as_json, say, usage
from swenv.core import registry
from swenv.core.errors import unknown

if TYPE_CHECKING:
    from swenv.core.game import State


def run(args: argparse.Namespace) -> int:
    """Draw or explain what the arguments name."""
    what, shop = args.what, registry.workshop()
    if what is None:
        return _show(_start(args), args)
    with usage():
        if shop.is_part(what):
            draw_part(shop.part(what), args)
            return 0
    if what.endswith(".json"):
        return _show(_from_file(args, what), args)
    if what in shop.names():
        return _show(_board(args, what), args)
    _explain(args, what)
    return 0


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
        args.game = str(document["game"])
    with usage():
        named = {key: document.get(key) for key in registry.kind(args.game).named_in_positions}
    game = load_game(args, num_players=seats, **named)
    try:
        return game.from_position(document)
    except ValueError as error:
        raise Failed(f"{path}: {error}") from None


def _board(args: argparse.Namespace, source: str) -> State:
    """The start of a game on a board, for as many as the board is made for."""
    with usage():
        args.game, players, options = registry.workshop().opening([source])
    return load_game(args, num_players=players, **options).new_state(seed=args.seed)


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


def _explain(args: argparse.Namespace, name: str) -> None:
    """Print what a name of the game's content stands for; of another game, if this one has none of that name."""
    import swenv

    entries = load_game(args, num_players=min(registry.kind(args.game).seats)).entries()
    known = _spelt(name, entries)
    if not known:
        entries = {key: entry for game in swenv.games() for key, entry in _entries(game).items()} | entries
        known = _spelt(name, entries)
    if not known:
        raise Usage(str(unknown("board or name", name, [*entries, *registry.workshop().names()])))
    entry = entries[known]
    declared = entry.to_dict()
    if args.json:
        as_json({"kind": entry.kind, **declared})
        return
    meanings = _meanings(type(entry))
    rule = declared.pop("rule", "")
    pages = {registry.kind(game).rules: game for game in swenv.games()}
    page = pages.get(rule.partition("-")[0], "")
    say(
        f"{known}: {'an' if entry.kind[0] in 'Aaeiou' else 'a'} {entry.kind}"
        + (f", rule {rule} in docs/rules/{page}.md" if page else "")
    )
    rows = [[f"  {key}", _plain(value), meanings.get(key, "")] for key, value in declared.items() if value != known]
    say(aligned(rows, [False, False, False]))


def _entries(name: str) -> dict[str, Any]:
    """What the content of a game names, without options."""
    import swenv

    return swenv.load(name, num_players=min(registry.kind(name).seats)).entries()


def _spelt(name: str, entries: dict[str, Any]) -> str:
    """A name as the content has it: "Night Elves" is night_elves, ca1 is CA1; "" if there is none."""
    wanted = re.sub(r"[ '-]+", "_", name.lower())
    return next((known for known in entries if known.lower() == wanted), "")


def _plain(value: Any) -> str:
    """A field in words; of nested ones what is not empty."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(inner)}" for key, inner in value.items() if inner not in ([], {}, 0))
    if isinstance(value, list):
        return ("; " if any(isinstance(inner, dict | list) for inner in value) else ", ").join(map(_plain, value))
    return "yes" if value is True else str(value)


def _meanings(kind: type) -> dict[str, str]:
    """What the docstrings say of the fields of a declared thing; without docstrings (-OO) nothing."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        text = inspect.cleandoc(each.__doc__ or "")
        for name, said in re.findall(r"^    (\w+): (.+(?:\n {8}.+)*)", text, re.MULTILINE):
            found[name] = " ".join(said.split())
    names = {each.name for each in fields(kind)}
    return {name: re.sub(r" ?Read by .*", "", said) for name, said in found.items() if name in names}
