"""`swenv game`: everything a program needs to know about a game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from swenv.commands.loading import load_game
from swenv.commands.output import as_json, facts, say, table

if TYPE_CHECKING:
    from swenv.core.action import Verb
    from swenv.core.game import Game


def run(args: argparse.Namespace) -> None:
    """Print sizes, verbs, the observation layout and, on request, every action."""
    game = load_game(args)
    if args.json:
        as_json(_document(game, args.actions))
        return
    facts(
        {
            "game": game.name,
            "seats": game.num_players,
            "actions": game.num_actions,
            "observation": f"{game.observation_size} int8",
            "a game in memory": f"{game.blank.itemsize:,} bytes",
            **({"played": game.where} if game.where else {}),
            "options": ", ".join(f"{name}={_short(value)}" for name, value in _options(game).items()),
        }
    )
    say()
    verbs = [
        (
            str(verb),
            verb.first,
            verb.first + verb.size - 1,
            _arguments(verb),
            verb.meaning,
        )
        for verb in game.verbs
    ]
    table(("verb", "first", "last", "argument", "meaning"), verbs, "Actions")
    if args.actions:
        say()
        listed = [(index, game.action(index)) for index in range(game.num_actions)]
        table(("index", "action"), listed, "Every action")
    for part in game.observation_layout:
        say()
        shape = "×".join(map(str, part.shape))
        rows = [(_span(column.offset, column.width), column.name, column.meaning) for column in part.columns]
        title = f"Observation {part.start} to {part.stop - 1}: {part.name}, {shape}, {part.meaning}"
        table(("columns", "name", "meaning"), rows, title)


def _arguments(verb: Verb) -> str:
    """The arguments of a verb: ranges of numbers, or words."""
    if verb.words or len(verb.arguments) > 1:
        return verb.range
    return f"0 to {verb.size - 1}" if verb.arguments else ""


def _span(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first}-{first + width - 1}"


def _options(game: Game) -> dict[str, Any]:
    """The options that matter in this game."""
    return {name: value for name, value in game.options.items() if name not in game.idle}


def _short(value: Any) -> str:
    """The value of an option; for a whole document, its name."""
    if isinstance(value, list):
        return f"[{', '.join(map(_short, value))}]"
    return str(value.get("name", "...")) if isinstance(value, dict) else str(value)


def _document(game: Game, with_actions: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "game": game.name,
        "num_players": game.num_players,
        "num_actions": game.num_actions,
        "observation_size": game.observation_size,
        "record_bytes": game.blank.itemsize,
        "options": _options(game),
        "phases": list(game.phases),
        "verbs": [
            {
                key: getattr(verb, key)
                for key in ("name", "argument", "arguments", "sizes", "size", "first", "meaning", "words")
            }
            for verb in game.verbs
        ],
        "observation": [
            {
                "name": part.name,
                "start": part.start,
                "shape": list(part.shape),
                "meaning": part.meaning,
                "columns": [
                    {key: getattr(column, key) for key in ("name", "offset", "width", "meaning", "values")}
                    for column in part.columns
                ],
            }
            for part in game.observation_layout
        ],
    }
    if with_actions:
        document["actions"] = [str(game.action(index)) for index in range(game.num_actions)]
    return document
