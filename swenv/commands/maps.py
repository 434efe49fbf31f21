"""`swenv maps`: list, check and draw boards, and the faces that tables of Warcraft are made of."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import swenv
from swenv import maps
from swenv.commands.loading import draw, draw_face, is_face
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
    boards, faces = (
        [_facts(json.loads(maps.path(name).read_text(encoding="utf-8"))) for name in names]
        for names in (maps.names(), [f"warcraft-{face}" for face in maps.faces()])
    )
    if as_objects:
        for board in (*boards, *faces):
            as_json({**board, "playable": board["game"] in swenv.games()})
        return
    rows = [[board[key] or "" for key in ("name", *_WHOLE)] for board in boards]
    table(("board", "players", "rounds", "land", "water", "Chasms", "Lost Tribes", "Monster regions"), rows)
    say()
    rows = [[face["name"], " ".join(map(str, face["players"])), *(face[key] for key in _FACE)] for face in faces]
    table(("face", "players", "land", "water", "starting regions", "Murlocs"), rows)
    say("A table of Warcraft is made of several faces: swenv maps draw L1a S2b")


_WHOLE = ("players", "rounds", "land", "water", "chasms", "tribes", "monsters")
_FACE = ("land", "water", "anchors", "murlocs")


def _facts(board: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a board file that is known to be right; those of a face have two more, and its short name."""
    regions = board["regions"]
    water = sum(region["terrain"] in ("sea", "lake", "river") for region in regions)
    chasms = sum(region["terrain"] == "chasm" for region in regions)
    facts = {
        **{key: board.get(key) for key in ("name", "game", "players", "rounds")},
        "regions": len(regions),
        "land": len(regions) - water - chasms,
        "water": water,
        "chasms": chasms,
        "tribes": sum(bool(region.get("tribe")) for region in regions),
        "monsters": sum(bool(region.get("monster")) for region in regions),
    }
    if board["game"] == "warcraft":
        facts |= {"name": board["name"].removeprefix("warcraft-"), "board": board["board"], "icon": board["icon"]}
        facts["anchors"] = sum(bool(region.get("anchor")) for region in regions)
        facts["murlocs"] = sum(bool(region.get("murloc")) for region in regions)
    return facts


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
    more = {
        "chasms": "Chasms",
        "tribes": "Lost Tribes",
        "monsters": "Monster regions",
        "anchors": "starting regions",
        "murlocs": "Murlocs",
    }
    counted = [f"{facts[key]} {word}" for key, word in more.items() if facts.get(key)]
    return ", ".join([f"{facts['land']} land and {facts['water']} water regions", *counted])


def check_file(path: Path) -> dict[str, Any]:
    """The numbers of a board file, or of the file of a face.

    Raises:
        Failed: it is wrong; the message names the region and the field.
    """
    from swenv.smallworld.board import check_board, read_document
    from swenv.smallworld.faces import check_face

    try:
        document = read_document(path)
        if isinstance(document, dict) and document.get("game") == "warcraft":
            return _facts(dict(check_face(document).document))
        board = check_board(document)
        if board.game in swenv.games():
            swenv.load(board.game, num_players=board.players, map=str(path))
    except ValueError as error:
        raise Failed(str(error)) from None
    return _facts(dict(board.document))


def _draw(args: argparse.Namespace) -> None:
    """Draw a board, a face by itself, or the table that several faces make."""
    from swenv.smallworld.board import load_board

    sources = args.board
    if len(sources) == 1 and is_face(sources[0]):
        draw_face(sources[0], args)
        return
    with usage():
        if len(sources) > 1:
            game = swenv.load("warcraft", num_players=len(sources), boards=sources)
        else:
            board = load_board(sources[0])
            game = swenv.load(board.game, num_players=board.players, map=sources[0])
    draw(game.new_state(seed=0), args)
