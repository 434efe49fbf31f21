"""`swenv replay`: check a replay and show it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from swenv.commands.loading import check_writable, draw, wrote
from swenv.commands.output import Failed, Usage, as_json, facts, say, usage
from swenv.core.telling import Ledger, describe, heading

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.core.replay import Replay


def run(args: argparse.Namespace) -> None:
    """Play the replay back and do what the arguments request."""
    from swenv import render
    from swenv.core.replay import Replay

    with usage(OSError):
        try:
            replay = Replay.load(args.file)
        except ValueError as error:
            raise Failed(str(error)) from None
    for path in filter(None, (args.svg, args.png, args.gif, args.html)):
        check_writable(path)
    states = list(replay.states())
    if args.at is not None and args.at >= len(states):
        raise Usage(f"--at: the replay has {len(replay.moves)} decisions, not {args.at}")
    chosen = states[-1 if args.at is None else args.at]
    if args.print and args.json:
        raise Usage("--print and --json exclude each other; a replay file already consists of JSON lines")
    if args.print:
        _print(replay, states)
    if args.svg or args.png or (args.at is not None and not args.json):
        draw(chosen, args)
    with usage(OSError, ImportError):
        if args.gif:
            print(f"drawing {len(states)} pictures ...", file=sys.stderr)
            render.gif(states, args.gif, width=args.width)
            wrote(args.gif)
        if args.html:
            title = f"{replay.game.name}, seed {replay.seed}"
            render.html(states, args.html, title=title, captions=render.captions(states, replay), width=args.width)
            wrote(args.html)
    summary = _summary(replay, states[-1])
    if args.json:
        as_json(summary if args.at is None else chosen.to_position())
    elif not args.print and args.at is None:
        facts({name.replace("_", " "): _plain(value) for name, value in summary.items()})
        say("plays back as recorded")


def _print(replay: Replay, states: list[State]) -> None:
    """Print one line per decision, with a heading for each turn."""
    turn, money = (0, -1), replay.game.money
    ledger = Ledger(replay.game)
    for number, (state, move) in enumerate(zip(states, replay.moves, strict=False)):
        if (state.round, state.turn) != turn:
            turn = (state.round, state.turn)
            say(heading(state))
        say(f"  {number:4d}  {describe(state, move)}")
        ledger.note(state, replay.game.parse(move.action))
        after = states[number + 1]
        if (after.round, after.turn) != turn or after.is_over:
            for paid in ledger.report(after):
                say(f"        seat {paid.seat}: {paid.text}")
    say(f"the end, {money} {' '.join(map(str, states[-1].coins))}" if states[-1].is_over else "not played to the end")


def _summary(replay: Replay, last: State) -> dict[str, Any]:
    return {
        "game": replay.game.name,
        "num_players": replay.game.num_players,
        "seed": replay.seed,
        "decisions": len(replay.moves),
        "over": last.is_over,
        "coins": last.coins.tolist(),
        "returns": last.returns().tolist(),
        "versions": replay.versions,
    }


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {text}" for name, text in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
