"""The recorded games of a league: files of games that lie in its folder, or beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from swenv.core.corpus import Block, Corpus
from swenv.core.errors import GameOver, IllegalAction
from swenv.core.replay import Recorder
from swenv.web.documents import load
from swenv.web.watched import MEGABYTE, Unreadable, Watched, checked, parsed

SUFFIX = ".games"
MOST_FILES, LARGEST_FILE, LONGEST_HEADER = 16, 500 * MEGABYTE, MEGABYTE
"""Files of games that are looked at, and bytes of one and of its first line."""
MOST_GAMES, MOST_DECISIONS = 100, 10_000
"""Games of a pair that are listed, and decisions of a game that is opened."""
File = tuple[Watched, str]


def files(folder: Watched, head: Mapping[str, Any]) -> list[File]:
    """The files with games by the terms of a league."""
    places = [folder] if folder.path == folder.root else [folder, Watched.at(folder.root)]
    named = [(place, name) for place in places for name in place.names() if name.endswith(SUFFIX)]
    return [file for file in named[:MOST_FILES] if _fits(file, head)]


def _fits(file: File, head: Mapping[str, Any]) -> bool:
    """Whether a file has games of a league's game, seats and options."""
    place, name = file
    try:
        with place.open(name) as opened:
            line = opened.readline(LONGEST_HEADER)
        header = checked("games", parsed(line.decode(errors="replace"), name), name)
    except (OSError, Unreadable):
        return False
    found = place.stat(name)
    small = found is not None and found.st_size <= LARGEST_FILE
    return small and all(header[field] == head[field] for field in ("game", "num_players", "options"))


def _blocks(file: File, head: Mapping[str, Any]) -> Iterator[tuple[int, Block]]:
    """The games of a file, and the number of the first of each block; damaged blocks are passed over."""
    place, name = file
    load(head["game"], head["num_players"], head["options"])  # what its boards may cost is bounded
    first = 0
    for block in Corpus(place.real(name), skip_damaged=True).blocks():
        yield first, block
        first += len(block)


def games(folder: Watched, head: Mapping[str, Any], one: str, other: str) -> dict[str, Any]:
    """The games in which two players of a league met: how many there are, and the first of them.

    A file of games has players by their own names, which for a trained agent is that of its folder.
    """
    listed: list[dict[str, Any]] = []
    total, met = 0, {called(one), called(other)}
    for file in files(folder, head):
        for first, block in _read(file, head):
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


def _read(file: File, head: Mapping[str, Any]) -> Iterator[tuple[int, Block]]:
    """As `_blocks`; what cannot be read is said without its path."""
    try:
        yield from _blocks(file, head)
    except (OSError, ValueError):
        raise Unreadable(f"{file[1]} cannot be read as a file of games") from None


def replay(folder: Watched, head: Mapping[str, Any], key: str) -> tuple[str, list[str]]:
    """A game that `games` has listed, as the text of a replay; and its players.

    Raises:
        Unreadable: there is no such game, it is too long, or it does not play back.
    """
    file_key, _, number = key.partition("-")
    file = next((each for each in files(folder, head) if _key(each) == file_key), None)
    if file is None or not number.isdecimal() or len(number) > 12:
        raise Unreadable("there is no such game")
    for first, block in _read(file, head):
        if first <= int(number) < first + len(block):
            return _played(head, block, int(number) - first)
    raise Unreadable("there is no such game")


def _played(head: Mapping[str, Any], block: Block, i: int) -> tuple[str, list[str]]:
    """A game of a block, played once more."""
    if block.lengths[i] > MOST_DECISIONS:
        raise Unreadable(f"the game has more than {MOST_DECISIONS:,} decisions")
    recorder = Recorder(load(head["game"], head["num_players"], head["options"]), int(block.seeds[i]))
    try:
        for action in block.actions[block.starts[i] : block.starts[i + 1]].tolist():
            recorder.apply(action)
    except (GameOver, IllegalAction, ValueError):
        raise Unreadable("the game does not play back by the rules of this version of swenv") from None
    if not recorder.state.is_over:
        raise Unreadable("the game does not end by the rules of this version of swenv")
    return recorder.replay.text(), list(block.names(i))


def _key(file: File) -> str:
    """What a file is called in the keys of its games."""
    place, name = file
    inside = "beside" if place.path == place.root else "inside"
    return hashlib.sha256(f"{inside}/{name}".encode(errors="surrogateescape")).hexdigest()[:12]


def called(player: str) -> str:
    """What a player of a league is called in a file of games: an agent by its folder, options in full."""
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
