"""The command `swenv`: reads the command line; `swenv.commands` does the work.

Nothing heavy is imported before the command line is understood, so that help and mistakes are answered at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import swenv
from swenv.commands.output import Failed, Usage, any_terminal, harmless, told

INTRODUCTION = "Board games for reinforcement learning: play, measure, train."
EXAMPLES = """examples:
  swenv play --seats human,greedy --seed 3
  swenv match --seats greedy,random --games 1000
  swenv play warcraft --seats human,greedy --option boards='["L1a", "S2b"]'
  swenv play islands --seats human
  swenv show underground --seed 7 --svg start.svg
  swenv maps check my_map.json
`swenv COMMAND --help` explains a command. Exit status: 0 done, 1 a check failed, 2 wrong usage."""

WIDEST = 8000
"""Pixels of a picture, at most: a wider one takes gigabytes."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status.

    Args:
        argv: Arguments without the program's name; those of the process by default.
    """
    if sys.stdout is None:  # a file that is opened would take its place
        print("swenv: error: standard output is closed", file=sys.stderr)
        return 1
    any_terminal()
    try:
        status = _run(argv)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # whoever read the output, such as `head`, has had enough
        status = 0
    except OSError as error:
        print(f"swenv: error: {harmless(told(error))}", file=sys.stderr)
        status = 1
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left would fail once more at the end
    return status


def _run(argv: Sequence[str] | None) -> int:
    """Carry out a command line; what it does wrong is told on stderr."""
    try:
        args = make_parser().parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    try:
        return int(args.run(args) or 0)
    except Failed as error:
        print(harmless(str(error)), file=sys.stderr)
        return 1
    except Usage as error:
        print(f"swenv {args.command}: error: {harmless(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    listed = "\n".join(f"  {name:<9}{line}" for name, (line, _) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="swenv",
        usage="swenv [-h] [--version] COMMAND ...",
        description=f"{INTRODUCTION}\n\n{listed}",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"swenv {swenv.__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, prog="swenv", help=argparse.SUPPRESS
    )
    for name, (line, fill) in COMMANDS.items():
        command = commands.add_parser(
            name,
            description=f"{line[0].upper()}{line[1:]}.",
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=_runner(name))
        fill(command)
    return parser


def _runner(name: str) -> Callable[[argparse.Namespace], int | None]:
    """The function of a command, whose module is imported when it is called."""

    def run(args: argparse.Namespace) -> int | None:
        status: int | None = import_module(f"swenv.commands.{name}").run(args)
        return status

    return run


# --- what each command takes ----------------------------------------------------------------------


def _play(parser: argparse.ArgumentParser) -> None:
    _seats(parser, "human,greedy")
    _game(parser)
    parser.add_argument("--seed", type=_seed, metavar="N", help="seed of the game; drawn and printed by default")
    parser.add_argument("--save", metavar="FILE", help="keep the game as a replay")
    parser.epilog = "Without a person among the seats, the players show a game."


def _match(parser: argparse.ArgumentParser) -> None:
    _seats(parser, "greedy,random")
    parser.add_argument("--games", type=_count, default=400, metavar="N", help="number of games (default: 400)")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the match (default: 0)")
    _game(parser)
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="WHAT,...",
        help="tell the games apart by seat, race or power, a table each; race+power for each pair; may be repeated",
    )
    parser.add_argument("--csv", metavar="FILE", help="write all that was counted as a table for a spreadsheet")
    _json(parser)
    parser.epilog = "Every player sits in every seat equally often. Intervals are 95 % (Wilson)."


def _train(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.set_defaults(game=None)  # so that a run that goes on knows what was said
    parser.add_argument("--seed", type=_seed, metavar="N", help="seed of the run (default: 0)")
    parser.add_argument("--frames", type=_count, metavar="N", help="decisions of the learner in self-play")
    parser.add_argument("--minutes", type=_amount, metavar="M", help="end self-play after so many minutes")
    parser.add_argument("--imitate", type=_index, metavar="N", help="decisions of greedy to imitate first; 0 for none")
    parser.add_argument("--init", metavar="RUN", help="begin with the weights of another run, without imitation")
    parser.add_argument("--reward", metavar="NAME", help="what the learner is paid with: win, margin, coins or lead")
    parser.add_argument("--network", metavar="NAME", help="board or mlp")
    parser.add_argument(
        "--opponents",
        metavar="A:SHARE,...",
        help="players and their shares of the games, such as greedy:0.4,runs/x:0.2; past selves play the rest",
    )
    parser.add_argument("--evaluate", metavar="A,B,...", help="players to measure against (default: random,greedy)")
    parser.add_argument("--evaluate-every", type=_count, metavar="N", help="measure after every N updates too")
    _code(parser)
    parser.add_argument("--threads", type=_count, metavar="N", help="threads of the network's arithmetic (default: 1)")
    parser.add_argument("--device", metavar="NAME", help="auto, cpu, cuda or mps (default: auto, cuda or else cpu)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="any other number of the configuration"
    )
    parser.add_argument("--run-dir", metavar="DIR", help="where all that the run makes goes (default: runs/...)")
    parser.add_argument("--resume", action="store_true", help="go on with the run of that folder")
    parser.epilog = (
        "A run that goes on can be given other --frames, --minutes, --opponents,\n"
        "--evaluate, --evaluate-every, --threads and --device. Whatever else is said must\n"
        "be what it has."
    )


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a replay")
    parser.add_argument("--print", action="store_true", help="list the decisions, a line each")
    parser.add_argument("--at", type=_index, metavar="N", help="show the position after N decisions")
    parser.add_argument("--svg", metavar="FILE", help="write the position of --at, or the last one, as SVG")
    parser.add_argument("--png", metavar="FILE", help="write the same as PNG")
    parser.add_argument("--gif", metavar="FILE", help="write the game as an animated picture")
    parser.add_argument("--html", metavar="FILE", help="write the game as a page with a slider")
    _width(parser, 800)
    _json(parser)
    parser.epilog = "A replay is always checked: exit status 1 if it does not play back as it says."


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        metavar="WHAT",
        help="a game, for its start; a position file, a board, a rule, or a name such as orcs or CA1",
    )
    _game(parser, positional=False)
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the start (default: 0)")
    parser.add_argument("--seat", type=_index, metavar="N", help="draw what this seat knows")
    parser.add_argument(
        "--action", metavar="TEXT", help='say whether "conquer 7" is legal there, or which rule forbids it'
    )
    _pictures(parser)
    _json(parser)


def _maps(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="list|check|draw", help="what to do (default: list)")
    parser.set_defaults(verb="list", json=False)
    listing = verbs.add_parser("list", description="List the boards that come with swenv.", allow_abbrev=False)
    _json(listing)
    check = verbs.add_parser(
        "check",
        description="Check files of boards: exit status 1, and the region and the field, if one is wrong.",
        allow_abbrev=False,
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="a board as JSON")
    _json(check)
    draw = verbs.add_parser("draw", description="Draw a board as it stands at the start.", allow_abbrev=False)
    draw.add_argument(
        "board", nargs="+", metavar="NAME|FILE", help="a board, a part of a table, or the parts that make one"
    )
    _pictures(draw)


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("--actions", action="store_true", help="list every action with its index")
    _json(parser)


def _agents(parser: argparse.ArgumentParser) -> None:
    _code(parser)
    _json(parser)


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cases", nargs="*", metavar="CASE", help="groups of cases to measure; all by default")
    parser.add_argument("--quick", action="store_true", help="less work and fewer repeats, no cold start")
    parser.add_argument(
        "--processor-time", action="store_true", help="count processor time, for a machine that others use"
    )
    parser.add_argument("--list", action="store_true", help="list the groups and what they measure")
    parser.add_argument("--write", metavar="FILE", help="write the table as Markdown too")
    _json(parser)
    parser.epilog = "The cases are in benchmarks/ of a clone of the project; a plain install does not have them."


def _doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cold", action="store_true", help="measure the cold start too, which compiles everything anew"
    )
    _json(parser)


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "play": ("play in the terminal, any seat a person or a player", _play),
    "match": ("many games between players: wins, coins, 95 % intervals", _match),
    "train": ("train an agent by self-play; checkpoints, logs, a report", _train),
    "replay": ("check a replay, print it, make a GIF or a page of it", _replay),
    "show": ("draw a position, a board or a start; explain a name, an action", _show),
    "maps": ("list the boards; check one, your own too; draw it", _maps),
    "game": ("one game: sizes, verbs and action table, observation layout", _game_arguments),
    "agents": ("the players, a line each", _agents),
    "bench": ("how fast it is here, against the budgets", _bench),
    "doctor": ("versions, kernel cache, times of start, a self-test", _doctor),
}


# --- arguments that several commands take ---------------------------------------------------------


def _game(parser: argparse.ArgumentParser, positional: bool = True) -> None:
    name = ("game",) if positional else ("--game",)
    more: dict[str, Any] = {"nargs": "?"} if positional else {}
    first, *others = swenv.games()
    known = " or ".join([", ".join([f"{first} (default)", *others[:-1]]), others[-1]])
    parser.add_argument(*name, default=first, metavar="GAME", help=f"the game: {known}", **more)
    if parser.prog.split()[-1] not in ("play", "match"):  # there the seats are counted
        parser.add_argument("--num-players", type=_count, metavar="N", help="number of seats (default: 2)")
    parser.add_argument("--map", metavar="NAME|FILE", help="the board, in a game that has several")
    parser.add_argument("--rounds", type=_count, metavar="N", help="length of the game, where it can be chosen")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help='any other option of swenv.load: mode=advanced, boards=\'["L1a", "S2b"]\'; may be repeated',
    )


def _seats(parser: argparse.ArgumentParser, example: str) -> None:
    parser.add_argument(
        "--seats",
        default=example,
        metavar="A,B,...",
        help=f"who plays, in turn order (default: {example}); `swenv agents` lists them",
    )
    _code(parser)


def _code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--code", metavar="FILE", help="a Python file that registers your own players; it is run")


def _pictures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--svg", metavar="FILE", help="write a picture as SVG")
    parser.add_argument("--png", metavar="FILE", help="write a picture as PNG")
    _width(parser)


def _width(parser: argparse.ArgumentParser, usual: int = 1000) -> None:
    parser.add_argument(
        "--width", type=_pixels, default=usual, metavar="N", help=f"of pictures, in pixels (default: {usual})"
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


# --- values ---------------------------------------------------------------------------------------


def _whole(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, not '{text}'") from None
    if value < least:
        raise argparse.ArgumentTypeError(f"must be at least {least}, not {value}")
    return value


def _count(text: str) -> int:
    return _whole(text, 1)


def _index(text: str) -> int:
    return _whole(text, 0)


def _pixels(text: str) -> int:
    value = _count(text)
    if value > WIDEST:
        raise argparse.ArgumentTypeError(f"must be at most {WIDEST}, not {value}")
    return value


def _seed(text: str) -> int:
    value = _whole(text, 0)
    if value >= 2**63:
        raise argparse.ArgumentTypeError(f"must be below 2**63, not {value}")
    return value


def _amount(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number is needed, not '{text}'") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be above 0, not {text}")
    return value
