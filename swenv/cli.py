"""The command `swenv`: parses the command line; `swenv.commands` does the work.

Nothing heavy is imported before the command line is parsed, so that help and usage errors appear at once.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import swenv
from swenv.commands.loading import SUFFIX
from swenv.commands.output import FAILURES, Usage, any_terminal, harmless, message_of

INTRODUCTION = "Board games for reinforcement learning: play, measure, train."
EXAMPLES = """examples:
  swenv play --seats human,greedy --seed 3
  swenv match --seats greedy,random --games 1000
  swenv play warcraft --seats human,greedy --option boards='["L1a", "S2b"]'
  swenv play islands --seats human
  swenv show underground --seed 7 --svg start.svg
  swenv maps check my_map.json
`swenv COMMAND --help` explains a command. Exit status: 0 done, 1 a check failed, 2 wrong usage."""

PROCESSES = 1024
"""The most processes side by side."""
GAMES = 10**8
"""The most games of a league's table, or of a study, whose parts are listed before they are played."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status.

    Args:
        argv: Arguments without the program's name; those of the process by default.
    """
    if sys.stdout is None:  # the next file opened would take its place
        print("swenv: error: standard output is closed", file=sys.stderr)
        return 1
    any_terminal()
    atexit.register(gc.freeze)  # or the process would spend a second on looking for cycles among compiled code
    try:
        status = _run(argv)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of the output, such as `head`, has closed it
        status = 0
    except OSError as error:
        print(f"swenv: error: {harmless(message_of(error))}", file=sys.stderr)
        status = 1
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or flushing the rest would fail again at exit
    return status


def _run(argv: Sequence[str] | None) -> int:
    """Carry out a command line; errors go to stderr."""
    try:
        args = make_parser().parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    try:
        return int(import_module(f"swenv.commands.{args.command}").run(args) or 0)
    except FAILURES as error:
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
        fill(command)
    return parser


# --- what each command takes ----------------------------------------------------------------------


def _play(parser: argparse.ArgumentParser) -> None:
    _seats(parser, "human,greedy")
    _game(parser)
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="seed of the game (default: a random one, which is printed)"
    )
    parser.add_argument("--save", metavar="FILE", help="save the game as a replay")
    parser.epilog = "If no seat is human, you watch the players."


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar="NAME", help="where to listen (default: 127.0.0.1)")
    parser.add_argument("--port", type=_index, default=8000, metavar="N", help="port; 0 for any (default: 8000)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--players",
        metavar="A,B,...",
        help="programs that can be chosen as players (default: random, greedy, planner, search:simulations=2000; "
        "with the extra train, also champion and search:simulations=400,agent=champion)",
    )
    _code(parser)
    parser.add_argument("--folder", default="games", metavar="DIR", help="where games are kept (default: games)")
    parser.add_argument(
        "--watch",
        action="append",
        default=[],
        metavar="DIR",
        help="show the runs in this folder, or the run that it is, on the page /lab; may be repeated",
    )
    _corpus(parser, "also collect finished games in files named after this one; people's only if they say so")
    parser.add_argument(
        "--jobs", type=_processes, metavar="N", help="players that think at the same time (default: one per processor)"
    )
    parser.add_argument(
        "--limit", type=_amount, default=60.0, metavar="S", help="seconds that a player may think (default: 60)"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name under which the server is reached, such as that of a proxy; may be repeated",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="a proxy on this machine says in X-Forwarded-For who asks, so limits apply to each visitor",
    )
    parser.epilog = "Whoever can reach the server can play. Unless --host says otherwise, that is this machine alone."


def _match(parser: argparse.ArgumentParser) -> None:
    _seats(parser, "greedy,random")
    _number_of_games(parser, 400, "at least N games, in whole deals", _count)
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the match (default: 0)")
    parser.add_argument(
        "--rotations",
        type=_count,
        metavar="N",
        help="rotations in which each deal is played (default: all); 1 is enough between copies of one player, while "
        "others have every seat equally often only with all",
    )
    _game(parser)
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="WHAT,...",
        help="break results down by seat, race or power, one table each; race+power for pairs; may be repeated",
    )
    parser.add_argument("--csv", metavar="FILE", help="write all results to a CSV file")
    _json(parser)
    parser.epilog = (
        "Each deal is played once in every rotation of the players around the table unless you choose fewer; "
        "95 % intervals count deals."
    )


def _many_games(parser: argparse.ArgumentParser, name: str, code: bool = True) -> None:
    """The arguments of commands that play many games in processes, and keep them in a folder."""
    parser.add_argument("--out", metavar="DIR", help=f"where all of it is kept (default: runs/{name})")
    parser.add_argument("--jobs", type=_processes, metavar="N", help="processes (default: one for each processor)")
    _cluster(parser, "play on a Ray cluster instead")
    if code:
        _code(parser)
    _json(parser)


def _cluster(parser: argparse.ArgumentParser, purpose: str) -> None:
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help=f"{purpose}: local, auto or HOST:PORT; needs the extra cluster"
    )


def _rate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two or more players; `swenv agents` lists them")
    _number_of_games(parser, 100, "at least N games of each table, in blocks of ten deals")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the league (default: 0)")
    _game(parser, positional=False)
    _many_games(parser, "league-GAME-Np")
    parser.add_argument(
        "--anchor", metavar="PLAYER", help="who is rated 1000 (default: who says most about the others)"
    )
    parser.add_argument("--csv", metavar="FILE", help="write the ratings to a CSV file")
    parser.add_argument("--picture", metavar="FILE", help="draw the ratings as SVG or PNG")
    parser.epilog = (
        "A table is a set of players that fills the seats; each plays the same deals, once in every rotation. Ratings "
        "are by maximum likelihood, their 95 % intervals count deals, and who never won, or never lost, has a bound. "
        "Run the same command again to resume; with more players or games, it plays only what is missing."
    )


def _test(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", metavar="A", help="the player that may be stronger; `swenv agents` lists them")
    parser.add_argument("other", metavar="B", help="the player that it is compared with")
    parser.add_argument(
        "--sprt",
        type=_bounds,
        default=(0.0, 10.0),
        metavar="LOW,HIGH",
        help="how many Elo points A may be above B, as in --sprt=-5,0 (default: 0,10)",
    )
    parser.add_argument("--games", type=_games, default=20_000, metavar="N", help="most games (default: 20,000)")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the test (default: 0)")
    _game(parser, positional=False)
    _many_games(parser, "test-GAME-Np")
    parser.epilog = (
        "A has one seat and B all others; each deal is played in every rotation. The test ends as soon as games tell\n"
        "LOW from HIGH, wrongly in 5 % of tests at most if one of the two is true; A may also lie between them. Run\n"
        "the same command again to resume. Exit status: 0 HIGH is accepted, 3 LOW is, 4 neither after --games."
    )


def _exploit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", metavar="AGENT", help="the player to exploit; `swenv agents` lists them")
    parser.add_argument(
        "--minutes", type=_amount, default=10.0, metavar="N", help="minutes of learning against it (default: 10)"
    )
    _blocks_of_games(parser, "the best challenger in the end")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of learning and games (default: 0)")
    _game(parser, positional=False)
    _many_games(parser, "exploit-AGENT-GAME-Np")
    parser.epilog = (
        "PPO learns against copies of the agent in all other seats; what it learned, a search with that, and a search "
        "that knows the agent play the same deals; the best one then plays new deals. Its share of wins is a lower "
        "bound: a better response may exist. Run the same command again to resume."
    )


def _score(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "agents",
        nargs="*",
        metavar="AGENT",
        help="a player, see `swenv agents`; several are seeds of one method",
    )
    parser.add_argument(
        "--tasks", default="*", metavar="A,B,...", help="names of tasks, with * for any text, as in *-2p (default: all)"
    )
    parser.add_argument("--list", action="store_true", help="list the tasks instead")
    _many_games(parser, "score-AGENT")
    parser.epilog = (
        "The tasks of swenv-tasks/1 have fixed deals and opponents without time limits, so the card is the same on "
        "every machine, if the agent is. Run the same command again to resume."
    )


def _study(parser: argparse.ArgumentParser) -> None:
    _seats(parser, "greedy,greedy")
    _number_of_games(parser, 10_000, "at least N games, in whole deals")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the study (default: 0)")
    _game(parser)
    _many_games(parser, "study-GAME-Np", code=False)  # seats come with it
    parser.epilog = "Run the same command again to resume; a larger --games adds to the games already played."


def _game_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("stats", "filter", "merge", "export"), help="what to do")
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of games; only merge takes several")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help=f"filter, merge: the file{SUFFIX} to append to; export: a file.parquet, or the id of a Minari dataset, "
        f"such as swenv/{swenv.games()[0]}/champion-v0",
    )
    parser.add_argument("--player", metavar="NAME", help="filter: games in which this player had a seat")
    parser.add_argument("--winner", metavar="NAME", help="filter: games that this player won, alone or with others")
    parser.add_argument("--sample", type=_count, metavar="N", help="filter: N games drawn at random")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="filter: seed of --sample (default: 0)")
    parser.add_argument(
        "--observations", action="store_true", help="export to Parquet: a row for each decision, not for each game"
    )
    parser.add_argument("--skip-damaged", action="store_true", help="leave damaged parts of a file out")
    _json(parser)
    parser.epilog = (
        "A game that is there twice is kept once by merge. An export checks games by playing them, and needs the extra "
        "data."
    )


def _training(parser: argparse.ArgumentParser) -> None:
    """The settings of training that a run and a sweep have in common."""
    parser.add_argument(
        "--learner", metavar="NAME", help="ppo, search for AlphaZero, or sb3 for MaskablePPO (default: ppo)"
    )
    parser.add_argument("--frames", type=_count, metavar="N", help="number of self-play decisions by the learner")
    parser.add_argument("--minutes", type=_amount, metavar="M", help="stop self-play after M minutes")
    parser.add_argument("--imitate", type=_index, metavar="N", help="decisions of greedy to imitate first; 0 to skip")
    parser.add_argument("--init", metavar="RUN", help="start from the weights of another run, without imitation")
    parser.add_argument("--reward", metavar="NAME", help="reward of the learner: win, margin, coins or lead")
    parser.add_argument("--network", metavar="NAME", help="network: board or mlp")
    parser.add_argument(
        "--opponents",
        metavar="A:SHARE,...",
        help="players and their shares of the games, as in greedy:0.4,runs/x:0.2; the learner and past selves play the "
        "rest",
    )
    parser.add_argument("--threads", type=_count, metavar="N", help="threads to compute in (default: 2, sb3: 1)")
    parser.add_argument("--device", metavar="NAME", help="auto, cpu, cuda or mps (default: auto: cuda or else cpu)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="any other setting")


def _train(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.set_defaults(game=None)  # so that a resumed run knows whether a game was given
    parser.add_argument("--seed", type=_seed, metavar="N", help="seed of the run (default: 0)")
    _training(parser)
    parser.add_argument("--evaluate", metavar="A,B,...", help="players to evaluate against (default: random,greedy)")
    parser.add_argument("--evaluate-every", type=_count, metavar="N", help="also evaluate after every N updates")
    _code(parser)
    parser.add_argument(
        "--track",
        metavar="NAME",
        help="tensorboard, wandb, mlflow or trackio, which is sent all figures (default: tensorboard)",
    )
    _cluster(parser, "train on a Ray cluster")
    parser.add_argument("--workers", type=_count, metavar="N", help="workers on the cluster (default: as many as fit)")
    parser.add_argument(
        "--storage", metavar="URL", help="where the cluster keeps checkpoints of this run (default: in its folder)"
    )
    _corpus(parser, "also write the games of self-play to this file, see `swenv games`")
    parser.add_argument("--run-dir", metavar="DIR", help="folder of the run (default: runs/...)")
    parser.add_argument("--resume", action="store_true", help="continue the run in that folder")
    parser.epilog = (
        "A resumed run accepts new values for --frames, --minutes, --opponents,\n"
        "--evaluate, --evaluate-every, --threads, --device and --track. Everything\n"
        "else must stay as it is."
    )


def _sweep(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar="NAME=VALUES",
        help="a setting and its values: NAME=LOW..HIGH, NAME=LOW..HIGH:log or NAME=A,B; may be repeated",
    )
    parser.add_argument("--trials", type=_count, default=20, metavar="N", help="settings to try (default: 20)")
    parser.add_argument("--batch", type=_count, default=4, metavar="N", help="trials to propose at a time (default: 4)")
    parser.add_argument("--seeds", type=_count, default=1, metavar="N", help="agents to train each time (default: 1)")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the sweep (default: 0)")
    parser.add_argument(
        "--against", default="greedy", metavar="PLAYER", help="whom agents are judged against (default: greedy)"
    )
    _blocks_of_games(parser, "each agent")
    _training(parser)
    _many_games(parser, "sweep-GAME-Np")
    parser.epilog = (
        "All agents play the same deals, and are compared with one that has none of the varied settings. At the end, "
        "the best of them plays other deals against it, as in `swenv test`. Run the same command "
        "again to resume, also with more --trials."
    )


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a replay")
    parser.add_argument("--print", action="store_true", help="list the decisions, one per line")
    parser.add_argument("--at", type=_index, metavar="N", help="show the position after N decisions")
    parser.add_argument("--svg", metavar="FILE", help="write the position of --at, or the last one, as SVG")
    parser.add_argument("--png", metavar="FILE", help="write the same as PNG")
    parser.add_argument("--gif", metavar="FILE", help="write the game as an animated GIF")
    parser.add_argument("--html", metavar="FILE", help="write the game as an HTML page with a slider")
    _width(parser, 800)
    _json(parser)
    parser.epilog = "A replay is always checked: exit status 1 if it does not play back as recorded."


def _analyse(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a position (JSON) or a replay (JSON lines)")
    _player(parser, "judges")
    parser.add_argument("--at", type=_index, metavar="N", help="judge only the position after N decisions of a replay")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the player (default: 0)")
    parser.add_argument("--html", metavar="FILE", help="write a page with pictures, chances and candidate actions")
    _width(parser)
    _options(parser)
    parser.set_defaults(game=swenv.games()[0])
    _json(parser)
    parser.epilog = (
        "Values are for the seat that decides, from -1, lost, to 1, won. A decision that\n"
        "loses 0.2 or more is a mistake. Ctrl-C keeps what was judged so far. --map,\n"
        "--rounds and --option are for positions; a replay names its own."
    )


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        metavar="WHAT",
        help="a game (shows its start), a position file, a board, a rule, or a name such as orcs or CA1",
    )
    _game(parser, positional=False)
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the start (default: 0)")
    parser.add_argument("--seat", type=_index, metavar="N", help="draw only what this seat knows")
    parser.add_argument(
        "--action", metavar="TEXT", help='say whether an action such as "conquer 7" is legal, or which rule forbids it'
    )
    _pictures(parser)
    _json(parser)


def _maps(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="list|check|draw|make", help="what to do (default: list)")
    parser.set_defaults(verb="list", json=False)
    listing = verbs.add_parser("list", description="List the boards that come with swenv.", allow_abbrev=False)
    _json(listing)
    check = verbs.add_parser(
        "check",
        description="Check board files. An invalid one gives exit status 1, with its region and field.",
        allow_abbrev=False,
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="a board as JSON")
    _json(check)
    draw = verbs.add_parser("draw", description="Draw a board at the start of a game.", allow_abbrev=False)
    draw.add_argument("board", nargs="+", metavar="NAME|FILE", help="a board, a part of a table, or all parts of one")
    _pictures(draw)
    make = verbs.add_parser(
        "make",
        description="Make a random board in the proportions of the printed ones. The same seed makes the same board.",
        allow_abbrev=False,
    )
    make.add_argument("--seed", type=_seed, default=0, metavar="N", help="the seed, part of its name (default: 0)")
    make.add_argument("--num-players", type=_count, default=2, metavar="N", help="number of seats (default: 2)")
    make.add_argument("--out", metavar="FILE", help="write it to a file instead of printing it")


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("--actions", action="store_true", help="list every action with its index")
    _json(parser)


def _agents(parser: argparse.ArgumentParser) -> None:
    _code(parser)
    _json(parser)


def _engine(parser: argparse.ArgumentParser) -> None:
    _player(parser, "plays and judges")
    parser.epilog = (
        "It reads requests and writes answers, JSON objects a line each, until its input ends: the protocol\n"
        "swenv-engine/1. The other way round, exec:./bot is a player that speaks it, wherever a player is named."
    )


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cases", nargs="*", metavar="CASE", help="groups of cases to run (default: all)")
    parser.add_argument("--quick", action="store_true", help="less work and fewer repeats, no cold start")
    parser.add_argument("--processor-time", action="store_true", help="count processor time, for a busy machine")
    parser.add_argument("--list", action="store_true", help="list the groups and what they measure")
    _json(parser)
    parser.epilog = "The cases are in benchmarks/ in a clone of the project; an installed package lacks them."


def _doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cold", action="store_true", help="also measure a cold start, with an empty cache")
    parser.add_argument("--compile", action="store_true", help="first compile what games and players run")
    parser.add_argument("--installed", action="store_true", help="fail if no installed machine code is used")
    _json(parser)


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "play": ("play in the terminal; any seat can be human or a player", _play),
    "serve": ("play and watch in the browser; needs the extra web", _serve),
    "match": ("play many games between players: wins, coins, 95 % intervals", _match),
    "rate": ("rate players in a league: ratings with intervals, cross table", _rate),
    "exploit": ("look for the best response to an agent: how often it wins, a lower bound", _exploit),
    "score": ("score an agent by the tasks of the benchmark, on a card", _score),
    "test": ("test whether a player is stronger, with as few games as that takes", _test),
    "study": ("study races and powers: how often offered, picked and won", _study),
    "games": ("count, filter, merge or export the games of files that --games wrote", _game_files),
    "train": ("train an agent by self-play, with checkpoints, logs and a report", _train),
    "sweep": ("try settings of training, proposed by Optuna; needs the extra sweep", _sweep),
    "replay": ("check a replay, print it, or turn it into a GIF or a page", _replay),
    "analyse": ("judge a position, or every decision of a replay: chances, mistakes", _analyse),
    "show": ("draw a position, a board or a start; explain a name or an action", _show),
    "maps": ("list boards; check, draw or make one, including your own", _maps),
    "game": ("describe a game: sizes, verbs, actions, observation layout", _game_arguments),
    "engine": ("answer other programs, on standard input and output, as JSON lines", _engine),
    "agents": ("list the available players", _agents),
    "bench": ("measure the speed on this machine against the budgets", _bench),
    "doctor": ("show versions, kernel cache and start-up times, run a self-test", _doctor),
}


# --- arguments that several commands take ---------------------------------------------------------


def _game(parser: argparse.ArgumentParser, positional: bool = True) -> None:
    name = ("game",) if positional else ("--game",)
    more: dict[str, Any] = {"nargs": "?"} if positional else {}
    first, *others = swenv.games()
    known = " or ".join([", ".join([f"{first} (default)", *others[:-1]]), others[-1]])
    parser.add_argument(*name, default=first, metavar="GAME", help=f"the game: {known}", **more)
    if parser.prog.split()[-1] not in ("play", "match", "study"):  # they count the seats
        parser.add_argument("--num-players", type=_count, metavar="N", help="number of seats (default: 2)")
    _options(parser)


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--map", metavar="NAME|FILE", help="the board, if the game has several; random: a random one in each game"
    )
    parser.add_argument("--rounds", type=_count, metavar="N", help="length of the game, if it can be chosen")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help='any other option of swenv.load, as in mode=advanced or boards=\'["L1a", "S2b"]\'; may be repeated',
    )


def _blocks_of_games(parser: argparse.ArgumentParser, player: str) -> None:
    """How many games a player plays, of commands that play blocks of deals."""
    about = f"at least N games of {player}, in blocks of ten deals (default: 400)"
    parser.add_argument("--games", type=_games, default=400, metavar="N", help=about)


def _number_of_games(
    parser: argparse.ArgumentParser, usual: int, purpose: str, number: Callable[[str], int] | None = None
) -> None:
    """How many games to play, and the file to write them to, both as `--games`."""
    parser.add_argument(
        "--games",
        type=lambda text: _games_file(text) if text.endswith(SUFFIX) else (number or _games)(text),
        default=usual,
        action=_NumberOrFile,
        metavar="N|FILE",
        help=f"{purpose} (default: {usual:,}); FILE{SUFFIX}: also write the games to this file; may be given twice",
    )
    parser.set_defaults(corpus=None)


class _NumberOrFile(argparse.Action):
    """An argument of which a number is kept by its own name, and a file as `corpus`."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        setattr(namespace, "corpus" if isinstance(values, str) else self.dest, values)


def _corpus(parser: argparse.ArgumentParser, purpose: str) -> None:
    """The file to write games to, of commands that do not count them."""
    parser.add_argument("--games", dest="corpus", type=_games_file, metavar=f"FILE{SUFFIX}", help=purpose)


def _seats(parser: argparse.ArgumentParser, example: str) -> None:
    parser.add_argument(
        "--seats",
        default=example,
        metavar="A,B,...",
        help=f"who plays, in turn order (default: {example}); `swenv agents` lists them",
    )
    _code(parser)


def _player(parser: argparse.ArgumentParser, task: str) -> None:
    usual = "search:seconds=1"
    parser.add_argument(
        "--player", default=usual, metavar="NAME", help=f"who {task} (default: {usual}); `swenv agents` lists them"
    )
    _code(parser)


def _code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--code", metavar="FILE", help="Python file to run first, which registers your own players")


def _pictures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--svg", metavar="FILE", help="write a picture as SVG")
    parser.add_argument("--png", metavar="FILE", help="write a picture as PNG")
    _width(parser)


def _width(parser: argparse.ArgumentParser, usual: int = 1000) -> None:
    parser.add_argument(
        "--width", type=_pixels, default=usual, metavar="N", help=f"width of pictures in pixels (default: {usual})"
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


# --- values ---------------------------------------------------------------------------------------


def _whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """The function that reads a whole number within these limits."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be a whole number, not '{text}'") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {value}")
        if most is not None and value > most:
            raise argparse.ArgumentTypeError(f"must be at most {most}, not {value}")
        return value

    return read


_index, _count, _games, _processes = _whole(0), _whole(1), _whole(1, GAMES), _whole(1, PROCESSES)


def _pixels(text: str) -> int:
    from swenv.render import WIDEST

    return _whole(1, WIDEST)(text)


def _games_file(text: str) -> str:
    if not text.endswith(SUFFIX):
        raise argparse.ArgumentTypeError(f"the name of a file of games ends in {SUFFIX}, unlike '{text}'")
    return text


def _bounds(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be two numbers such as 0,10, not '{text}'") from None
    if not -2000 <= low < high <= 2000:
        raise argparse.ArgumentTypeError(f"must be LOW,HIGH with LOW below HIGH, from -2000 to 2000, not {text}")
    return low, high


def _seed(text: str) -> int:
    value = _index(text)
    if value >= 2**63:
        raise argparse.ArgumentTypeError(f"must be below 2**63, not {value}")
    return value


def _amount(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number, not '{text}'") from None
    if not value > 0:
        raise argparse.ArgumentTypeError(f"must be above 0, not {text}")
    if value == float("inf"):
        raise argparse.ArgumentTypeError(f"must be finite, not {text}")
    return value
