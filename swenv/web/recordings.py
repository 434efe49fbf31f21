"""The recorded games of a league: files of games that lie in its folder, or beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from swenv.core.corpus import Block, Corpus
from swenv.core.errors import GameOver, IllegalAction
from swenv.core.game import Game
from swenv.core.plain import plain
from swenv.core.replay import Recorder
from swenv.web.documents import load
from swenv.web.watched import MEGABYTE, Unreadable, Watched, checked, parsed

SUFFIX = ".games"
MOST_FILES, LARGEST_FILE, LONGEST_HEADER = 16, 500 * MEGABYTE, MEGABYTE
"""Limits on files of games: how many are read, and the bytes of one and of its first line."""
MOST_GAMES, MOST_DECISIONS = 100, 10_000
"""Maximum games listed for a pair, and maximum decisions of a game that is opened."""
File = tuple[Watched, str]


def files(folder: Watched, head: Mapping[str, Any]) -> list[File]:
    """The files with games on the terms of a league."""
    places = [folder] if folder.path == folder.root else [folder, Watched.at(folder.root)]
    named = [(place, name) for place in places for name in place.names() if name.endswith(SUFFIX)][:MOST_FILES]
    try:
        game = _game(head) if named else None
    except ValueError:  # its options are of another version
        game = None
    return [] if game is None else [file for file in named if _fits(file, game)]


def _game(head: Mapping[str, Any]) -> Game:
    """The game of a league; the cost of its boards is bounded."""
    return load(head["game"], head["num_players"], head["options"])


def _fits(file: File, game: Game) -> bool:
    """Whether a file has games of this game, with its seats and options."""
    place, name = file
    try:
        with place.open(name) as opened:
            line = opened.readline(LONGEST_HEADER)
        header = checked("games", parsed(line.decode(errors="replace"), name), name)
    except (OSError, Unreadable):
        return False
    found = place.stat(name)
    small = found is not None and found.st_size <= LARGEST_FILE
    played = [header[field] for field in ("game", "num_players", "options")]
    return small and played == [game.name, game.num_players, plain(game.rule_options)]


def games(folder: Watched, head: Mapping[str, Any], one: str, other: str) -> dict[str, Any]:
    """The games in which two players of a league met: how many there are, and the first of them.

    A file of games lists players by their own names; for a trained agent, that of its folder.
    """
    listed: list[dict[str, Any]] = []
    total, met = 0, {called(one), called(other)}
    for file in files(folder, head):
        for first, block in _blocks(file):
            known = np.array([called(name) for name in block.players])[block.seating]
            here = np.logical_and.reduce([(known == name).any(axis=1) for name in met])
            if len(block.seating[0]) == 2 or len(met) == 1:
                here &= np.isin(known, [*met]).all(axis=1)
            chosen = np.flatnonzero(here)
            total += len(chosen)
            for i in chosen[: max(0, MOST_GAMES - len(listed))].tolist():
                listed.append(
                    {
                        "game": f"{_key(file)}-{first + i}",
                        "players": list(block.names(i)),
                        "coins": block.coins[i].tolist(),
                        "returns": block.returns[i].tolist(),
                        "decisions": int(block.lengths[i]),
                    }
                )
    return {"games": listed, "total": total}


def _blocks(file: File) -> Iterator[tuple[int, Block]]:
    """The games of a file, and the number of the first of each block; damaged blocks are skipped."""
    place, name = file
    first = 0
    try:
        for block in Corpus(place.real(name), skip_damaged=True).blocks():
            yield first, block
            first += len(block)
    except (OSError, ValueError):  # whose messages have the path
        raise Unreadable(f"{name} cannot be read as a file of games") from None


def replay(folder: Watched, head: Mapping[str, Any], key: str) -> tuple[str, list[str]]:
    """A game that `games` has listed, as the text of a replay; and its players.

    Raises:
        Unreadable: there is no such game, it is too long, or it does not play back.
    """
    file_key, _, number = key.partition("-")
    file = next((each for each in files(folder, head) if _key(each) == file_key), None)
    if file is None or not number.isdecimal() or len(number) > 12:
        raise Unreadable("there is no such game")
    for first, block in _blocks(file):
        if first <= int(number) < first + len(block):
            return _played(head, block, int(number) - first)
    raise Unreadable("there is no such game")


def _played(head: Mapping[str, Any], block: Block, i: int) -> tuple[str, list[str]]:
    """A game of a block, played once more."""
    if block.lengths[i] > MOST_DECISIONS:
        raise Unreadable(f"the game has more than {MOST_DECISIONS:,} decisions")
    recorder = Recorder(_game(head), int(block.seeds[i]))
    try:
        for action in block.actions[block.starts[i] : block.starts[i + 1]].tolist():
            recorder.apply(action)
    except (GameOver, IllegalAction, ValueError):
        raise Unreadable("the game does not play back by the rules of this version of swenv") from None
    if not recorder.state.is_over:
        raise Unreadable("the game does not end by the rules of this version of swenv")
    return recorder.replay.text(), list(block.names(i))


def _key(file: File) -> str:
    """The name of a file in the keys of its games."""
    place, name = file
    inside = "beside" if place.path == place.root else "inside"
    return hashlib.sha256(f"{inside}/{name}".encode(errors="surrogateescape")).hexdigest()[:12]


def called(player: str) -> str:
    """The name of a league's player in a file of games: an agent by its folder, options in full."""
    name, colon, options = player.partition(":")
    if colon:
        return f"{name}:{','.join(map(_option, options.split(',')))}"
    if "/" not in player and "\\" not in player:
        return player
    path = PurePosixPath(player.replace("\\", "/"))
    folder = path.parent if path.suffix == ".pt" else path
    return folder.parent.name if folder.name == "snapshots" else folder.name


def _option(text: str) -> str:
    """An option of a player, with its number as Python writes it: "seconds=1" is the same as "seconds=1.0"."""
    name, equals, value = text.partition("=")
    try:
        return f"{name}{equals}{float(value)!r}"
    except ValueError:
        return text
