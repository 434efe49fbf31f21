"""`swenv maps`: list, check and draw boards."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import swenv
from swenv import maps
from swenv.commands.loading import draw
from swenv.commands.output import Failed, Usage, as_json, say, table, usage


def run(args: argparse.Namespace) -> int:
    """List, check or draw, as `args.verb` says."""
    if args.verb == "list":
        _list(args.json)
    elif args.verb == "check":
        return _check(args.files, args.json)
    else:
        _draw(args)
    return 0


def _list(as_objects: bool) -> None:
    boards = [_facts(json.loads(maps.path(name).read_text(encoding="utf-8"))) for name in maps.names()]
    if as_objects:
        for board in boards:
            as_json({**board, "playable": board["game"] in swenv.games()})
        return
    rows = [
        (
            b["name"],
            b["players"],
            b["rounds"],
            b["land"],
            b["water"],
            b["chasms"] or "",
            b["tribes"] or "",
            b["monsters"] or "",
        )
        for b in boards
    ]
    table(("board", "players", "rounds", "land", "water", "Chasms", "Lost Tribes", "Monster regions"), rows)


def _facts(board: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a board file that is known to be right."""
    regions = board["regions"]
    water = sum(region["terrain"] in ("sea", "lake", "river") for region in regions)
    chasms = sum(region["terrain"] == "chasm" for region in regions)
    return {
        **{key: board[key] for key in ("name", "game", "players", "rounds")},
        "regions": len(regions),
        "land": len(regions) - water - chasms,
        "water": water,
        "chasms": chasms,
        "tribes": sum(bool(region.get("tribe")) for region in regions),
        "monsters": sum(bool(region.get("monster")) for region in regions),
    }


def _check(files: list[str], as_objects: bool) -> int:
    """Check each file; 1 if any is wrong."""
    wrong = 0
    for file in files:
        if not Path(file).is_file():
            raise Usage(f"no file '{file}'")
        try:
            facts = check_file(Path(file))
        except Failed as error:
            wrong += 1
            if as_objects:
                as_json({"file": file, "ok": False, "error": str(error)})
            else:
                print(f"{file}: {error}", file=sys.stderr)
            continue
        if as_objects:
            as_json({"file": file, "ok": True, **facts})
        else:
            say(f"{file}: in order, {_summary(facts)}")
    return 1 if wrong else 0


def _summary(facts: dict[str, Any]) -> str:
    """The numbers in words; what is of the other game's boards is left out."""
    more = {"chasms": "Chasms", "tribes": "Lost Tribes", "monsters": "Monster regions"}
    counted = [f"{facts[key]} {word}" for key, word in more.items() if facts[key]]
    return ", ".join([f"{facts['land']} land and {facts['water']} water regions", *counted])


def check_file(path: Path) -> dict[str, Any]:
    """The numbers of a board file.

    Raises:
        Failed: it is wrong; the message names the region and the field.
    """
    from swenv.smallworld.board import load_board

    try:
        board = load_board(path)
        if board.game in swenv.games():
            swenv.load(board.game, num_players=board.players, map=str(path))
    except ValueError as error:
        raise Failed(str(error)) from None
    return _facts(dict(board.document))


def _draw(args: argparse.Namespace) -> None:
    from swenv.smallworld.board import load_board

    with usage():
        board = load_board(args.board)
        game = swenv.load(board.game, num_players=board.players, map=args.board)
    draw(game.new_state(seed=0), args)
