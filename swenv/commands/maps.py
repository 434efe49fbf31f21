"""`swenv maps`: list, check, draw and make boards, and the parts that some tables consist of."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import swenv
from swenv.commands.loading import check_writable, draw, draw_part, wrote
from swenv.commands.output import Usage, as_json, harmless, say, table, usage
from swenv.core import registry
from swenv.core.errors import unknown


def run(args: argparse.Namespace) -> int:
    """List, check, draw or make, as `args.verb` says."""
    if args.verb == "list":
        _list(args.json)
    elif args.verb == "check":
        return _check(args.files, args.json)
    elif args.verb == "make":
        _make(args)
    else:
        _draw(args)
    return 0


def _list(as_objects: bool) -> None:
    shop = registry.board_tools()
    if as_objects:
        for board in shop.boards():
            as_json({**board, "playable": board["game"] in swenv.games()})
        return
    for number, listing in enumerate(shop.listings()):
        if number:
            say()
        table(listing.headers, listing.rows)
        if listing.note:
            say(listing.note)


def _check(files: list[str], as_objects: bool) -> int:
    """Check each file; 1 if any is invalid."""
    shop = registry.board_tools()
    wrong = 0
    for file in files:
        if not Path(file).exists():
            listed = file in shop.names() or shop.is_part(file)
            hint = ": this command checks files; the boards that `swenv maps list` shows are valid" if listed else ""
            raise Usage(f"no file '{file}'{hint}")
        try:
            facts: dict[str, Any] = shop.check(Path(file))
        except ValueError as error:
            wrong += 1
            what = str(error).removeprefix(f"board file {Path(file).name}: ")
            if as_objects:
                as_json({"file": file, "ok": False, "error": what})
            else:
                print(harmless(f"{file}: {what}"), file=sys.stderr)
            continue
        if as_objects:
            as_json({"file": file, "ok": True, **facts})
        else:
            say(f"{file}: valid, {shop.summary(facts)}")
    return 1 if wrong else 0


def _make(args: argparse.Namespace) -> None:
    """Make a board; write it to a file, or print it."""
    with usage():
        _, text = registry.board_tools().make(args.num_players, args.seed)
    if not args.out:
        say(text.rstrip("\n"))
        return
    check_writable(args.out)
    with usage(OSError):
        Path(args.out).write_text(text, encoding="utf-8", newline="\n")
    wrote(args.out)


def _draw(args: argparse.Namespace) -> None:
    """Draw a board, a single part, or the table that several parts form."""
    shop, sources = registry.board_tools(), args.board
    with usage():
        if len(sources) == 1 and shop.is_part(sources[0]):
            draw_part(shop.part(sources[0]), args)
            return
        if len(sources) == 1 and not sources[0].endswith(".json") and not shop.is_board(sources[0]):
            raise unknown("map", sources[0], shop.names())
        name, players, options = shop.opening(sources)
        game = swenv.load(name, num_players=players, **options)
    draw(game.new_state(seed=0), args)
