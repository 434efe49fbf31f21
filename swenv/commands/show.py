"""`swenv show`: draw a position, a board or a start; explain a name or an action."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swenv.commands.loading import draw, draw_part, load_game, read_json, state_of
from swenv.commands.output import Failed, Usage, as_json, harmless, say, usage
from swenv.core import registry
from swenv.core.explain import canonical_name, describe_rule, explain
from swenv.core.rulebook import rule

if TYPE_CHECKING:
    from swenv.core.game import State


def run(args: argparse.Namespace) -> int:
    """Draw or explain what the arguments name."""
    import swenv

    what, shop = args.what, registry.board_tools()
    if what in swenv.games():
        if args.game not in (swenv.games()[0], what):
            raise Usage(f"two games: {what} and {args.game}")
        args.game = what
    if what is None or what in swenv.games():
        return _show(_start(args), args)
    with usage():
        if shop.is_part(what):
            _refuse(args, f"'{what}' is only a part of a table, so there is no game on it", "seat", "action")
            part = shop.part(what)
            if args.json:
                as_json(part.document)
            if not args.json or args.svg or args.png:
                draw_part(part, args)
            return 0
    if what.endswith(".json"):
        return _show(_from_file(args, what), args)
    if shop.is_board(what):
        return _show(_board(args, what), args)
    _refuse(args, f"'{what}' is explained in words only", "svg", "png", "seat", "action")
    if describe_rule(what):
        as_json({"rule": what.upper(), "text": rule(what)}) if args.json else say(describe_rule(what))
    else:
        _explain(args, what)
    return 0


def _refuse(args: argparse.Namespace, why: str, *options: str) -> None:
    """Refuse options that have no effect here instead of silently ignoring them."""
    for option in options:
        if getattr(args, option) is not None:
            raise Usage(f"--{option}: {why}")


def _start(args: argparse.Namespace) -> State:
    return load_game(args).new_state(seed=args.seed)


def _from_file(args: argparse.Namespace, path: str) -> State:
    """A position file, or a board file as it stands at the start."""
    document = read_json(path)
    if not isinstance(document, dict):
        raise Failed(f"{path}: must be a JSON object")
    if "format" not in document and "name" in document:
        return _board(args, path)
    return state_of(path, document, args)


def _board(args: argparse.Namespace, source: str) -> State:
    """The start of a game on a board, with the number of players it is made for."""
    with usage():
        args.game, players, options = registry.board_tools().opening([source])
    return load_game(args, num_players=players, **options).new_state(seed=args.seed)


def _show(state: State, args: argparse.Namespace) -> int:
    for each in state.problems():
        print(harmless(f"no play leads to this position: {each}"), file=sys.stderr)
    if args.seat is not None and args.seat >= state.game.num_players:
        raise Usage(f"no seat {args.seat}: seats are 0 to {state.game.num_players - 1}")
    if args.action is not None:
        _refuse(args, "whether an action is legal is answered in words only", "svg", "png")
        return _judge(state, args.action, args.json)
    if args.json:
        as_json(state.to_position())
        if not args.svg and not args.png:
            return 0
    draw(state, args, args.seat)
    return 0


def _judge(state: State, action: str, as_object: bool) -> int:
    """Print whether an action is legal, or which rule forbids it; 1 if it is illegal."""
    from swenv.core.errors import GameOver, IllegalAction

    game = state.game
    with usage():
        index = game.parse(action)
    text, verdict = str(game.action(index)), {"legal": True, "rule": "", "reason": ""}
    remark = game.remarks(state.observation(), state.mask()).get(index, "")
    try:
        state.copy().apply(index)
    except IllegalAction as error:
        verdict = {"legal": False, "rule": error.rule, "reason": error.reason}
    except GameOver:
        verdict = {"legal": False, "rule": "", "reason": "the game is over"}
    if as_object:
        as_json(
            {"action": text, "index": index, "seat": state.to_act, "phase": state.phase, **verdict, "remark": remark}
        )
    elif verdict["legal"]:
        say(f"'{text}' (action {index}) is legal for seat {state.to_act}" + (f": {remark}" if remark else ""))
    else:
        rule = f" ({verdict['rule']})" if verdict["rule"] else ""
        say(f"'{text}' (action {index}) is illegal for seat {state.to_act}: {verdict['reason']}{rule}")
    return 0 if verdict["legal"] else 1


def _explain(args: argparse.Namespace, name: str) -> None:
    """Explain a name of the game's content or, if this game lacks it, of another game's."""
    import swenv

    entries = load_game(args, num_players=min(registry.kind(args.game).seats)).entries()
    known = canonical_name(name, entries)
    if not known:
        entries = {key: entry for game in swenv.games() for key, entry in _entries(game).items()} | entries
        known = canonical_name(name, entries)
    if not known:
        raise Usage(_nothing(name, [*entries, *registry.board_tools().names()]))
    entry = entries[known]
    if args.json:
        document = {"kind": entry.kind, **entry.to_dict()}
        as_json(document | {"rule_text": rule(document.get("rule", ""))})
    else:
        say(explain(known, entry))


def _nothing(name: str, known: list[str]) -> str:
    """The message for an unknown name: the nearest known ones, and where to find the rest."""
    if Path(name).suffix == ".jsonl":
        return f"'{name}' is not a position: use `swenv replay` to show a replay"
    if Path(name).exists() or "/" in name:
        return f"'{name}': a position or board must be a .json file"
    near = get_close_matches(name, known, n=3)
    if not near:
        return f"no board or name '{name}'. `swenv maps` lists the boards, docs/glossary.md the names"
    more = f" Also near: {', '.join(near[1:])}." if near[1:] else ""
    return f"no board or name '{name}', did you mean '{near[0]}'?{more}"


def _entries(name: str) -> dict[str, Any]:
    """The content of a game by name, with default options."""
    import swenv

    return swenv.load(name, num_players=min(registry.kind(name).seats)).entries()
