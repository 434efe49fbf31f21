"""Turns arguments that several commands share into games, states and files."""

from __future__ import annotations

import argparse
import csv
import json
import re
import runpy
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from swenv.commands.output import Failed, Usage, colors, say, usage

if TYPE_CHECKING:
    from swenv.agents import Player
    from swenv.core.corpus import CorpusWriter
    from swenv.core.game import Game, State
    from swenv.training.cluster import Cluster
    from swenv.training.processes import Pool

SUFFIX = ".games"
"""The suffix of files of games."""


def load_game(args: argparse.Namespace, num_players: int | None = None, **options: Any) -> Game:
    """Load the game given by the arguments `game`, `num_players`, `map`, `rounds` and `option`.

    Args:
        args: The arguments.
        num_players: Number of seats if the arguments do not give it.
        options: Options that the arguments override.
    """
    from swenv.core import registry

    options = {key: value for key, value in options.items() if value is not None}
    for name in ("map", "rounds"):
        if getattr(args, name) is not None:
            options[name] = getattr(args, name)
    options.update(_option(text) for text in args.option)
    players = getattr(args, "num_players", None) or num_players or 2
    with usage():
        return registry.load_with(args.game, players, options)


def _option(text: str) -> tuple[str, Any]:
    """Parse NAME=VALUE; the value is JSON or, failing that, plain text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise Usage(f"--option takes NAME=VALUE, not '{text}'")
    if name in ("name", "num_players"):
        instead = "name the game itself" if name == "name" else f"use --num-players {value}, or list that many --seats"
        raise Usage(f"--option {name}: {instead}")
    try:
        return name, json.loads(value)
    except RecursionError:
        raise Usage(f"--option {name}: nested too deeply") from None
    except ValueError:
        return name, value


def read_json(path: str) -> Any:
    """The content of a JSON file."""
    from swenv.core import schemas

    try:
        with usage(OSError):
            return schemas.read(Path(path), path)
    except ValueError as error:
        raise Failed(str(error)) from None


def state_of(path: str, document: Mapping[str, Any], args: argparse.Namespace) -> State:
    """The state that a position document from a file describes, with the options of the arguments.

    Args:
        path: Its file, for messages.
        document: The document.
        args: Those of `load_game`; its game replaces theirs.
    """
    from swenv.core import registry

    if "game" in document:
        args.game = str(document["game"])
    with usage():
        registry.kind(args.game)
    try:
        _, seats, named = registry.game_of({**document, "game": args.game})
    except ValueError as error:
        raise Failed(f"{path}: {error}") from None
    _check_boards(path, named, args)
    game = load_game(args, num_players=seats, **named)
    try:
        return game.from_position(document)
    except ValueError as error:
        raise Failed(f"{path}: {error}") from None


def _check_boards(path: str, named: dict[str, Any], args: argparse.Namespace) -> None:
    """Refuse boards that do not come with swenv: a position is data and must not name files to open."""
    from swenv.core import registry

    chosen = {"map"} if args.map is not None else {text.partition("=")[0] for text in args.option}
    foreign = registry.foreign_board({field: value for field, value in named.items() if field not in chosen})
    if foreign is not None:
        field, name = foreign
        how = "--map FILE" if field == "map" else f"--option {field}='[\"FILE\", ...]'"
        raise Failed(f"{path}: position, field '{field}': '{name}' is not a board of swenv; pass your own with {how}")


def draw(state: State, args: argparse.Namespace, seat: int | None = None) -> None:
    """Write the pictures that the arguments `svg` and `png` request; if none, print the state as text."""
    from swenv import render

    _draw(
        args,
        picture=lambda: render.svg(state, args.width, seat),
        text=lambda: render.text(state, color=colors(), seat=seat),
    )


def draw_part(board: Any, args: argparse.Namespace) -> None:
    """Draw a single part of a table, as `draw` does a state."""
    from swenv import render

    _draw(
        args,
        picture=lambda: render.board_svg(board, args.width),
        text=lambda: render.board_text(board, color=colors()),
    )


def _draw(args: argparse.Namespace, picture: Callable[[], str], text: Callable[[], str]) -> None:
    """Write the picture to the requested files; if none, print the text."""
    from swenv.render.raster import needed, pixels

    for path in filter(None, (args.svg, args.png)):
        check_writable(path)
    with usage(ValueError, OSError, ImportError):
        if args.svg:
            Path(args.svg).write_text(picture(), encoding="utf-8", newline="\n")
        if args.png:
            needed("PIL.Image").fromarray(pixels(picture(), args.width)).save(args.png, format="PNG")
        if not args.svg and not args.png:
            say(text())
    for path in (args.svg, args.png):
        if path:
            wrote(path)


def check_writable(path: str) -> None:
    """Fail before any long work if the file cannot be written; no file is created or changed."""
    with usage(OSError):
        new = not Path(path).exists()
        with open(path, "a", encoding="utf-8"):
            pass
        if new:
            Path(path).unlink()


def wrote(path: str) -> None:
    """Report a written file on stderr, to keep it out of the output that programs read."""
    print(f"wrote {path}", file=sys.stderr)


def write_csv(path: str, columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a CSV file and report it; what a row lacks is an empty cell."""
    with usage(OSError), open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*columns], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    wrote(path)


def run_code(path: str | None) -> None:
    """Run a Python file that registers the user's own players; None runs nothing.

    It is executed only because the user named it on the command line.
    """
    if path is None:
        return
    if not Path(path).is_file():
        raise Usage(f"no file '{path}'")
    try:
        runpy.run_path(path)
    except Exception as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
        where = f"{path}, line {lines[-1]}" if lines else path
        raise Usage(f"--code {where}: {type(error).__name__}: {error}") from error


@contextmanager
def pool_of(args: argparse.Namespace) -> Iterator[Pool]:
    """Where to play games, according to the arguments `cluster`, `jobs` and `code`."""
    from swenv.core.machine import processors
    from swenv.training.processes import Lost, Processes

    with ExitStack() as stack:
        pool: Pool = Processes(args.jobs or processors(), args.code)
        if args.cluster is not None:
            pool = cluster = cluster_of(args)
            with usage():
                stack.enter_context(cluster)
        try:
            with usage(ValueError, ImportError):  # a player lacks a package where it plays
                yield pool
        except Lost as error:
            raise Failed(f"{error}; what was played is kept, and the same command goes on from there") from error


@contextmanager
def corpus_of(args: argparse.Namespace, game: Game) -> Iterator[CorpusWriter | None]:
    """The file named by the argument `corpus`, for the games played now; None if there is none."""
    from swenv.core.corpus import CorpusWriter

    if args.corpus is None:
        yield None
        return
    with usage(ValueError, OSError):
        corpus = CorpusWriter(args.corpus, game)
    try:
        yield corpus
    finally:
        corpus.close()
    wrote(args.corpus)


def cluster_of(args: argparse.Namespace) -> Cluster:
    """The cluster that the arguments `cluster` and `code` name, not connected yet."""
    try:
        from swenv.training.cluster import Cluster
    except ImportError as error:
        raise Usage(f"a cluster needs more packages ({error}): pip install swenv-rl[cluster]") from error
    return Cluster(args.cluster, args.code)


def make_players(seats: str, people: bool, code: str | None = None) -> list[Player]:
    """Make the players given as "greedy,random", a new one for each seat.

    Args:
        seats: Names or paths, separated by commas.
        people: Whether `human` is allowed.
        code: A Python file for `run_code`.
    """
    from swenv import agents

    run_code(code)
    names = agents.split(seats)
    if not all(names):
        raise Usage(f"--seats takes one player per seat, separated by commas, not '{seats}'")
    return [make_player(name, people) for name in names]


def meeting_of(args: argparse.Namespace, players: list[str], what: str) -> tuple[Game, Path]:
    """The game in which players are to meet, a "league" or a "test", and the folder where it is kept.

    Raises:
        Usage: they cannot meet.
    """
    run_code(args.code)
    game = load_game(args, args.num_players)
    if game.num_players == 1:
        raise Usage(f"a {what} needs two seats or more")
    if len(players) < 2:
        raise Usage(f"a {what} needs two players or more")
    for name in players:
        if players.count(name) > 1:
            raise Usage(f"player '{name}' is named twice")
    for name in players:
        player = make_player(name)
        with usage(ValueError, OSError, ImportError):
            player.reset(game)
    return game, Path(args.out or f"runs/{what}-{game.name}-{game.num_players}p")


def file_name(player: str) -> str:
    """The name of a player, or its path, as part of the name of a file."""
    return re.sub(r"[^\w.=@-]+", "-", player).strip("-")


def make_player(name: str, people: bool = False) -> Player:
    """Make a player by its name, or by the path of its run.

    Args:
        name: As `agents.make` takes it.
        people: Whether `human` is allowed.
    """
    from swenv import agents

    if not people and name == "human":
        raise Usage("'human' can only play in `swenv play`")
    with usage(ValueError, OSError, ImportError):
        return agents.make(name)
