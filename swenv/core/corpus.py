"""Corpora: many played games in one compact file, for training and statistics. Any Python reads them back as arrays.

A file begins with its header, one line of JSON:

    {"format": "swenv-games/1", "game": "smallworld", "num_players": 2, "options": {}, "rules": "6f…", "versions": {}}

Blocks of games follow. A block begins with `HEAD`: the letters SWGB, and five little-endian uint32: its games, their
decisions, the bytes of its body, the CRC-32 of the body, and that of all before. The body is compressed by zlib: a line
of JSON with the names of the players, then the arrays of `Block` in their order, little-endian.

Blocks are only ever appended, each in one piece. If that is cut short, because the process is killed or the disk is
full, the file ends with part of a block: readers skip it, and the next writer removes it. A seed and the actions
determine a game, so everything else can be recomputed: `Corpus.decisions` does so in compiled code, and checks that
each game ends as it did.
"""

from __future__ import annotations

import json
import os
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from swenv.core import registry, schemas
from swenv.core.digest import rules_digest
from swenv.core.game import Game, check_seed, clone
from swenv.core.machine import processors
from swenv.core.plain import check_positive_int, plain
from swenv.core.replay import versions
from swenv.core.threads import in_threads

FORMAT = "swenv-games/1"
HEAD = struct.Struct("<4s5I")
MAGIC = b"SWGB"
IN_A_BLOCK = 256
"""Games that a writer puts into a block."""
SECONDS = 10.0
"""A writer holds back finished games for at most this long; it checks when another game ends."""
MOST_GAMES, MOST_DECISIONS = 1 << 16, 1 << 24
"""Limits on a block that a reader accepts, which bound its memory."""
LONGEST_HEADER = 1 << 24
"""Maximum bytes of a header: it contains your own boards, if games are played on them."""
LONGEST_GAME = 1 << 16
"""Maximum decisions of a game."""
LONGEST_NAME, MOST_NAMES, MOST_OF_NAMES = 300, 1 << 16, 1 << 22
"""Maximum characters of a player's name, and maximum names in a block and their bytes."""
FOR_A_THREAD = 8192
"""Decisions that are worth a thread when games are played back."""
NO_ACTION = (1 << 16) - 1
"""Stands for an action that does not exist, and is never legal."""
RECENT = 1 << 18
"""Games that `merge` remembers in a larger form before it sorts them."""
PATIENCE = 1.0
"""Seconds that a writer waits for another writer of its file, such as a server, which writes game by game."""

Played = tuple[int, Sequence[str], NDArray[np.uint16]]
"""A finished game: its seed, the players by seat, and all actions in order."""
Record = Callable[[int, Sequence[str], NDArray[np.uint16]], object]
"""A function that takes finished games, such as `CorpusWriter.add`."""


@dataclass(frozen=True)
class Block:
    """Some games.

    Attributes:
        players: The names of players that `seating` indexes.
        seeds: (games,) int64; each game began as `game.new_state(seed)`.
        seating: (games, seats) uint16, who sat in each seat.
        lengths: (games,) uint32, how many decisions each game has.
        coins: (games, seats) int32, final coins.
        returns: (games, seats) float64, as `State.returns` gives them.
        actions: (decisions,) uint16, the actions of all games, one game after the other.
    """

    players: tuple[str, ...]
    seeds: NDArray[np.int64]
    seating: NDArray[np.uint16]
    lengths: NDArray[np.uint32]
    coins: NDArray[np.int32]
    returns: NDArray[np.float64]
    actions: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def starts(self) -> NDArray[np.int64]:
        """(games + 1,) int64: the actions of game i are `actions[starts[i]:starts[i + 1]]`."""
        return _starts(self.lengths)

    def names(self, i: int) -> tuple[str, ...]:
        """Who played game i, by seat."""
        return tuple(self.players[each] for each in self.seating[i])

    def part(self, games: NDArray[np.int64]) -> Block:
        """Some of the games, by index, in that order, with only the names of their players."""
        starts, seating = self.starts, self.seating[games]
        pieces = [self.actions[starts[i] : starts[i + 1]] for i in games]
        actions = np.concatenate(pieces) if pieces else self.actions[:0]
        players, places = np.unique(seating, return_inverse=True)
        return Block(
            tuple(self.players[k] for k in players), self.seeds[games],
            places.reshape(seating.shape).astype(np.uint16), self.lengths[games], self.coins[games],
            self.returns[games], actions,
        )  # fmt: skip


_TYPES = {"seeds": "<i8", "seating": "<u2", "lengths": "<u4", "coins": "<i4", "returns": "<f8", "actions": "<u2"}
"""The arrays of a block in their order, and their types in a file."""


def _starts(lengths: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Where each game begins among the actions of all, and where the last one ends."""
    starts: NDArray[np.int64] = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return starts


@dataclass(frozen=True)
class Decisions:
    """All decisions of some whole games, game by game. The next batch overwrites the arrays: copy what you keep.

    Attributes:
        games: The games.
        game: (decisions,) int64, the index of its game among `games`.
        seats: (decisions,) int64, who decided.
        observations: (decisions, observation_size) int8, what that seat saw.
        masks: (decisions, num_actions) bool, its legal actions.
        actions: (decisions,) uint16, what it did.
        ends: The records of the games as they ended.
    """

    games: Block
    game: NDArray[np.int64]
    seats: NDArray[np.int64]
    observations: NDArray[np.int8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.uint16]
    ends: NDArray[Any]
    _game: Game

    def at_end(self, seat: int) -> NDArray[np.int8]:
        """What a seat sees at the end of each game: (games, observation_size) int8, a new array."""
        seen = np.zeros((len(self.ends), self.observations.shape[1]), dtype=np.int8)
        self._game.engine.observe_batch(self.ends, self._game.tables, np.full(len(self.ends), seat), seen)
        return seen

    @property
    def returns(self) -> NDArray[np.float64]:
        """(decisions,) float64, the return of the seat that decided, a new array."""
        returns: NDArray[np.float64] = self.games.returns[self.game, self.seats]
        return returns


class Corpus:
    """A file of games, for reading.

    Args:
        path: The file.
        skip_damaged: Leave damaged blocks out, instead of raising an error at the first.

    Raises:
        ValueError: it is not a file of games, has another version, or its game or options do not exist.
        OSError: it cannot be read.

    Attributes:
        path: The file.
        game: The game that was played, with its options.
        header: Its first line.
        left_out: Bytes that the last complete iteration skipped: damaged blocks, and part of one at the end.
    """

    def __init__(self, path: str | Path, skip_damaged: bool = False) -> None:
        self.path, self.skip_damaged = Path(path), skip_damaged
        self.left_out = 0
        with _opened(self.path) as file:
            self.header = _header(self.path, file)
            self._begin = file.tell()
        try:
            self.game = registry.load_with(*(self.header[each] for each in ("game", "num_players", "options")))
        except (RecursionError, TypeError, ValueError) as error:
            raise ValueError(f"'{self.path}', line 1: {error!s:.500}") from None

    def blocks(self) -> Iterator[Block]:
        """The games, block by block.

        Raises:
            ValueError: a block is damaged.
            OSError: the file cannot be read.
        """
        left_out = 0
        with _opened(self.path) as file:
            size, here = os.fstat(file.fileno()).st_size, self._begin
            while here < size:
                try:
                    result = _read(file, here, size, self.game)
                except ValueError as error:
                    if not self.skip_damaged:
                        raise self._damaged(here, error) from None
                    result = None
                if result is None:
                    following = _next(file, here + 1, size) if self.skip_damaged else size
                    left_out, here = left_out + following - here, following
                else:
                    block, here = result
                    yield block
        self.left_out = left_out

    def _damaged(self, here: int, why: ValueError) -> ValueError:
        return ValueError(
            f"'{self.path}', at byte {here:,}: a damaged block ({why}); "
            "`swenv games merge --skip-damaged` keeps the others"
        )

    def end(self) -> int:
        """Where the last complete block ends, judging only by the heads of blocks."""
        with _opened(self.path) as file:
            size, here = os.fstat(file.fileno()).st_size, self._begin
            try:
                while here < size and (head := _head(file, here, size)) is not None:
                    here += HEAD.size + head[2]
            except ValueError as error:
                raise self._damaged(here, error) from None
        return here

    def checked(self) -> Iterator[Block]:
        """The games, block by block, each played back, as `decisions` does.

        Raises:
            ValueError: a block is damaged, or a game does not play back.
            OSError: the file cannot be read.
        """
        self._check_rules()
        nothing, last, first = _Buffers(self.game, 0, processors()), clone(self.game.blank[:1]), 0
        for block in self.blocks():
            self._play(nothing, block, last, first)
            yield block
            first += len(block)

    def decisions(self, rows: int = 4096) -> Iterator[Decisions]:
        """Play all games back in compiled code, in batches of whole games.

        Args:
            rows: Decisions in a batch; more only where a single game has more.

        Raises:
            ValueError: a game does not play back, as the rules have changed since or the file is wrong; or `rows` is
                out of range.
            OSError: the file cannot be read.
        """
        rows = check_positive_int("rows", rows)
        game, buffers, first = self.game, _Buffers(self.game, 0, processors()), 0
        self._check_rules()
        for block in self.blocks():
            begin = 0
            starts = block.starts
            while begin < len(block):
                end = max(begin + 1, int(np.searchsorted(starts, starts[begin] + rows, side="right")) - 1)
                games = block if (begin, end) == (0, len(block)) else block.part(np.arange(begin, end))
                number = len(games.actions)
                if number > len(buffers.seats):
                    buffers = _Buffers(game, max(number, rows), processors())
                ends = np.zeros(len(games), dtype=game.blank.dtype)
                self._play(buffers, games, ends, first + begin)
                yield Decisions(
                    games, np.repeat(np.arange(len(games)), games.lengths), buffers.seats[:number],
                    buffers.observations[:number], buffers.masks[:number], games.actions, ends, game,
                )  # fmt: skip
                begin = end
            first += len(block)

    def _play(self, buffers: _Buffers, games: Block, ends: NDArray[Any], first: int) -> None:
        """Play games back; `first` is the number of the first one in the file."""
        wrong = buffers.play(games, ends)
        if wrong is not None:
            raise ValueError(f"'{self.path}', game {first + wrong}: {self._why(games, wrong)}")

    def _check_rules(self) -> None:
        if rules_digest(self.game) != self.header["rules"]:
            raise ValueError(
                f"'{self.path}': the games were played by other rules{self._then()}, so they cannot be played back"
            )

    def _then(self) -> str:
        then = self.header["versions"].get("swenv", "of an unknown version")
        return f" (swenv {then}, this is {versions()['swenv']})"

    def _why(self, games: Block, i: int) -> str:
        """Why a game does not play back."""
        state, starts = self.game.new_state(int(games.seeds[i])), games.starts
        for number, action in enumerate(games.actions[starts[i] : starts[i + 1]].tolist()):
            try:
                state.apply(action)
            except (RuntimeError, ValueError) as error:
                return f"decision {number}: {error}{self._then()}"
        return f"it does not end as it did{self._then()}"


class _Buffers:
    """Arrays in which games are played back, in as many threads; their number does not matter for what is in them."""

    def __init__(self, game: Game, rows: int, threads: int = 1) -> None:
        game.prepare()
        self._game, self._threads = game, threads
        self.seats = np.zeros(rows, dtype=np.int64)
        self.masks = np.zeros((rows, game.num_actions), dtype=np.bool_)
        self.observations = np.zeros((rows, game.observation_size), dtype=np.int8)

    def results(
        self, seeds: NDArray[np.int64], lengths: NDArray[np.uint32], actions: NDArray[np.uint16], records: NDArray[Any]
    ) -> tuple[int, NDArray[np.int64], NDArray[np.float64]]:
        """Play games; returns how many there are before the first that does not play back, and coins and returns."""
        game, (starts, lengths) = self._game, (_starts(lengths), lengths.astype(np.int64))
        seeds, actions = np.ascontiguousarray(seeds), np.ascontiguousarray(actions)
        coins = np.zeros((len(seeds), game.num_players), dtype=np.int64)
        returns = np.zeros(coins.shape)

        def play(part: tuple[int, int]) -> int:
            games, rows = slice(*part), slice(*starts[[*part]])
            here = records[games] if len(records) == len(seeds) else clone(records[:1])
            number = game.engine.play_back(
                here, game.blank, game.tables, seeds[games], lengths[games], actions[rows], self.seats[rows],
                self.masks[rows], self.observations[rows], coins[games], returns[games],
            )  # fmt: skip
            return int(number)

        threads = max(1, min(self._threads, len(actions) // FOR_A_THREAD))
        goals = np.linspace(0, len(actions), threads + 1)
        parts = [*pairwise(np.searchsorted(starts, goals).tolist())]  # with about as many decisions each
        played = in_threads(threads, play, parts) if threads > 1 else [play(part) for part in parts]
        number = 0
        for (begin, end), each in zip(parts, played, strict=True):
            number = begin + each
            if number < end:
                break
        return number, coins, returns

    def play(self, games: Block, ends: NDArray[Any]) -> int | None:
        """Play games; returns the index of the first that does not play back, or ends otherwise than it did."""
        number, coins, returns = self.results(games.seeds, games.lengths, games.actions, ends)
        differ = (coins != games.coins).any(axis=1) | (returns != games.returns).any(axis=1)
        differ[number:] = True
        return int(differ.argmax()) if differ.any() else None


class CorpusWriter:
    """Appends games to a file, which it creates if necessary. Close it at the end; `with` does.

    Args:
        path: The file. What follows its last complete block is removed.
        game: The game that is played.

    Raises:
        ValueError: it is not a file of games, has games of another game or other rules, or is being written to by
            another process; or the game has no name by which to load it again.
        OSError: it cannot be written.

    Attributes:
        written: Games that have been written to the file.
    """

    def __init__(self, path: str | Path, game: Game) -> None:
        self.path, self.game = Path(path), game
        self.written = 0
        self._games: list[tuple[int, tuple[str, ...], NDArray[np.integer[Any]]]] = []
        self._since = time.monotonic()
        self._busy = threading.Lock()
        self._buffers = _Buffers(game, 0)
        self._lock = FileLock(f"{os.path.realpath(path)}.lock")  # one for a file and all links to it
        header = {
            "format": FORMAT,
            "game": game.name,
            "num_players": game.num_players,
            "options": plain(game.rule_options),
            "rules": rules_digest(game),
            "versions": versions(),
        }
        line = json.dumps(header).encode() + b"\n"
        schemas.validate("games", schemas.parse(line.decode(), "header"), "this game cannot be written to a file")
        try:
            self._lock.acquire(timeout=PATIENCE)
        except Timeout:
            raise ValueError(f"'{path}': another process is writing to it") from None
        try:
            self._file = self._prepared(line)
        except BaseException:
            self._release()
            raise

    def _prepared(self, line: bytes) -> BinaryIO:
        """The file, positioned after its last complete block."""
        begun = b""
        if self.path.exists():
            with _opened(self.path) as file:
                begun = file.read(len(line))
        if line[:-1].startswith(begun):  # it is new, or cut in line 1
            self.path.write_bytes(line)
        old = Corpus(self.path)
        _check_same(old, json.loads(line), "use another file")
        end = old.end()
        file = self.path.open("r+b", buffering=0)
        file.truncate(end)
        file.seek(end)
        return file

    def add(self, seed: int, players: Sequence[str], actions: NDArray[np.uint16] | Sequence[int]) -> None:
        """Add a finished game; several threads may do so at once.

        Args:
            seed: It began as `game.new_state(seed)`.
            players: Who played, by seat; a name is cut after 300 letters.
            actions: All actions in order.

        Raises:
            ValueError: there are too many or too few players, or too many actions; or the actions of a game since the
                last call do not lead to its end.
            OSError: the file cannot be written.
        """
        names = tuple(str(name).encode(errors="replace").decode()[:LONGEST_NAME] for name in players)
        if len(names) != self.game.num_players:
            raise ValueError(f"players: {self.game.num_players} names are needed, not {names!r:.200}")
        if len(actions) > LONGEST_GAME:
            raise ValueError(f"actions: a game has {LONGEST_GAME:,} at most, not {len(actions):,}")
        with self._busy:
            self._games.append((check_seed(seed), names, np.array(actions)))
            if len(self._games) >= IN_A_BLOCK or time.monotonic() > self._since + SECONDS:
                self._flush()

    def _flush(self) -> None:
        """Write all added games. If that is interrupted, by Ctrl-C for example, the next call does it."""
        games = self._games
        if not games:
            return
        index = {name: k for k, name in enumerate(dict.fromkeys(name for _, names, _ in games for name in names))}
        seeds = np.array([seed for seed, _, _ in games], dtype=np.int64)
        seating = np.array([[index[name] for name in names] for _, names, _ in games], dtype=np.uint16)
        lengths = np.array([len(actions) for _, _, actions in games], dtype=np.uint32)
        actions = np.concatenate([actions for _, _, actions in games])
        exist = (actions >= 0) & (actions < self.game.num_actions)
        actions = np.where(exist, actions, NO_ACTION).astype(np.uint16)
        number, coins, returns = self._buffers.results(seeds, lengths, actions, clone(self.game.blank[:1]))
        if number < len(games):
            self._games = []
            raise ValueError(f"the actions of the game with seed {seeds[number]} do not lead to its end")
        self.add_block(Block(tuple(index), seeds, seating, lengths, coins.astype(np.int32), returns, actions))
        self._games = []

    def add_block(self, block: Block) -> None:
        """Write games that come from another file, as they are.

        Raises:
            OSError: the file cannot be written.
        """
        if len(block):
            left, before = memoryview(_packed(block)), self._file.tell()
            try:
                while left:  # a disk that fills up takes a part first
                    left = left[self._file.write(left) :]
            except BaseException as error:
                self._file.seek(before)
                self._file.truncate()
                if isinstance(error, OSError):
                    error.filename = str(self.path)
                raise
            self.written += len(block)
        self._since = time.monotonic()

    def close(self) -> None:
        """Write all added games, and let others write to the file.

        Raises:
            ValueError: a game does not lead to an end.
            OSError: the file cannot be written.
        """
        try:
            self._flush()
        finally:
            self._file.close()
            self._release()

    def _release(self) -> None:
        with suppress(OSError):
            Path(self._lock.lock_file).unlink()
        self._lock.release()

    def __enter__(self) -> CorpusWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Tape:
    """The actions of games that are played side by side, such as those of a `Vector`, until they end."""

    def __init__(self, num_games: int) -> None:
        self._actions = np.zeros((num_games, 256), dtype=np.uint16)
        self._lengths = np.zeros(num_games, dtype=np.int64)

    def note(self, actions: NDArray[np.int64], games: NDArray[np.int64] | slice = slice(None)) -> None:
        """Note an action of some games, (k,), before it is carried out."""
        rows = np.arange(len(self._lengths))[games]
        if len(rows) and self._lengths[rows].max() == self._actions.shape[1]:
            self._actions = np.pad(self._actions, ((0, 0), (0, self._actions.shape[1])))
        self._actions[rows, self._lengths[rows]] = actions
        self._lengths[rows] += 1

    def take(self, games: NDArray[np.int64]) -> list[NDArray[np.uint16]]:
        """The actions of these games, (k,), which have ended: new arrays."""
        actions = [self._actions[i, : self._lengths[i]].copy() for i in games.tolist()]
        self._lengths[games] = 0
        return actions


def merge(path: Path, corpora: Sequence[Corpus]) -> tuple[int, int]:
    """Append the games of corpora to a file, each game once; returns how many were new, and how many duplicates.

    Raises:
        ValueError: they have games of different games, options or rules, or are damaged. Files are checked first.
        OSError: a file cannot be read or written.
    """
    first = corpora[0]
    for corpus in corpora:
        _check_same(corpus, first.header, f"as '{first.path}' has: they cannot be merged")
    return append(path, first.game, (block for corpus in corpora for block in corpus.blocks()))


def append(path: Path, game: Game, blocks: Iterable[Block]) -> tuple[int, int]:
    """Append games to a file, each game once; returns how many were new, and how many duplicates.

    Two games are the same if the 8-byte digests of their seeds, players and actions are. Some 20 bytes of memory are
    needed for each game.

    Raises:
        ValueError: see `CorpusWriter`; or the file is damaged.
        OSError: the file cannot be read or written.
    """
    seen, twice = _Seen(), 0
    with CorpusWriter(path, game) as writer:
        for block in Corpus(path).blocks():
            seen.new(block)
        for block in blocks:
            new = seen.new(block)
            twice += len(block) - len(new)
            writer.add_block(block if len(new) == len(block) else block.part(new))
        return writer.written, twice


def _check_same(corpus: Corpus, header: dict[str, Any], hint: str) -> None:
    """Raise ValueError if a corpus has games of another game, or with other options or rules, than a header says."""
    has, needed = ({**each, **each["options"]} for each in (corpus.header, header))
    for field in ("game", "num_players", *(corpus.header["options"] | header["options"]), "rules"):
        if has.get(field) != needed.get(field):
            actual, expected = (json.dumps(each.get(field)) for each in (has, needed))
            raise ValueError(f"'{corpus.path}' has games with {field} {actual:.200}, not {expected:.200}, {hint}")


class _Seen:
    """The games seen so far, each as an 8-byte digest."""

    def __init__(self) -> None:
        self._sorted = np.zeros(1, dtype=np.uint64)  # 0 is no game's
        self._recent: set[int] = set()  # not sorted in yet

    def new(self, block: Block) -> NDArray[np.int64]:
        """The new games of a block, by index; they count as seen from now on."""
        digests = np.fromiter(_digests(block), dtype=np.uint64, count=len(block))
        places = np.searchsorted(self._sorted, digests)
        known = self._sorted[np.minimum(places, len(self._sorted) - 1)] == digests
        new = []
        for i, digest in enumerate(digests.tolist()):
            if not known[i] and digest not in self._recent:
                self._recent.add(digest)
                new.append(i)
        if len(self._recent) >= RECENT:
            self._sorted = np.union1d(self._sorted, np.fromiter(self._recent, dtype=np.uint64))
            self._recent.clear()
        return np.array(new, dtype=np.int64)


def _digests(block: Block) -> Iterator[int]:
    """A digest of each game."""
    starts = block.starts
    for i in range(len(block)):
        digest = blake2b(json.dumps([int(block.seeds[i]), block.names(i)]).encode(), digest_size=8)
        digest.update(block.actions[starts[i] : starts[i + 1]].tobytes())
        yield int.from_bytes(digest.digest(), "little")


def _opened(path: Path) -> BinaryIO:
    """A file of games, open for reading."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError(f"'{path}': devices and pipes are not read, save it to a file first")
    return path.open("rb")


def _header(path: Path, file: BinaryIO) -> dict[str, Any]:
    """Read and check the first line."""
    line, where = file.readline(LONGEST_HEADER), f"'{path}', line 1"
    if not line.startswith(b"{") or not line.endswith(b"\n"):
        raise ValueError(f"'{path}' is no file of games, which begins with a line of JSON")
    try:
        document = schemas.parse(line.decode(), where)
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: not text: {error}") from None
    version = document.get("format") if isinstance(document, dict) else None
    if isinstance(version, str) and version != FORMAT and version.startswith("swenv-games/"):
        raise ValueError(f"'{path}' is a file of games of another version, {version:.40} instead of {FORMAT}")
    checked: dict[str, Any] = schemas.validate("games", document, where)
    return checked


def _packed(block: Block) -> bytes:
    """A block as bytes of a file."""
    arrays = (np.ascontiguousarray(getattr(block, name), kind).tobytes() for name, kind in _TYPES.items())
    body = zlib.compress(json.dumps(block.players).encode() + b"\n" + b"".join(arrays))
    head = HEAD.pack(MAGIC, len(block), len(block.actions), len(body), zlib.crc32(body), 0)[:-4]
    return head + struct.pack("<I", zlib.crc32(head)) + body


def _head(file: BinaryIO, here: int, size: int) -> tuple[int, int, int, int] | None:
    """The games, decisions, bytes and checksum of the block at a place; None if the file ends before the block does.

    Raises:
        ValueError: it is damaged.
    """
    file.seek(here)
    head = file.read(HEAD.size)
    if not MAGIC.startswith(head[:4]):
        raise ValueError("it does not begin as a block does")
    if len(head) < HEAD.size:
        return None
    _, games, decisions, length, checksum, own = HEAD.unpack(head)
    if zlib.crc32(head[:-4]) != own:
        raise ValueError("the checksum of its head is wrong")
    if not 0 < games <= MOST_GAMES or decisions > MOST_DECISIONS or length > 8 * MOST_DECISIONS + 100 * MOST_GAMES:
        raise ValueError("it is too large")
    return None if here + HEAD.size + length > size else (games, decisions, length, checksum)


def _read(file: BinaryIO, here: int, size: int, game: Game) -> tuple[Block, int] | None:
    """The block at a place of a file, and the place after it; None if the file ends before it does.

    Raises:
        ValueError: it is damaged.
    """
    head = _head(file, here, size)
    if head is None:
        return None
    games, decisions, length, checksum = head
    body = file.read(length)
    if zlib.crc32(body) != checksum:
        raise ValueError("its checksum is wrong")
    return _unpacked(body, games, decisions, game), here + HEAD.size + length


def _unpacked(body: bytes, games: int, decisions: int, game: Game) -> Block:
    """The block with this body, whose checksum is right: it is not damaged, but may have been written incorrectly."""
    seats = game.num_players
    numbers = {name: games * seats for name in _TYPES} | {"seeds": games, "lengths": games, "actions": decisions}
    size = sum(number * np.dtype(_TYPES[name]).itemsize for name, number in numbers.items())
    try:
        unpacker = zlib.decompressobj()
        text, newline, arrays = unpacker.decompress(body, size + MOST_OF_NAMES).partition(b"\n")
        if not newline or not unpacker.eof or len(arrays) != size:
            raise ValueError("its size is wrong")
        players = schemas.parse(text.decode(), "players")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from None
    names = players if isinstance(players, list) and len(players) <= MOST_NAMES else []
    if not names or not all(isinstance(each, str) and len(each) <= LONGEST_NAME for each in names):
        raise ValueError("players have no names")
    columns: dict[str, NDArray[Any]] = {}
    start = 0
    for name, kind in _TYPES.items():
        columns[name] = np.frombuffer(arrays, kind, numbers[name], start).astype(np.dtype(kind).newbyteorder("="))
        start += columns[name].nbytes
    for name in ("seating", "coins", "returns"):
        columns[name] = columns[name].reshape(games, seats)
    block = Block(tuple(names), **columns)
    if (
        (block.seeds < 0).any() or (block.seating >= len(names)).any()
        or (block.lengths == 0).any() or (block.lengths > LONGEST_GAME).any()
        or int(block.lengths.sum(dtype=np.int64)) != decisions or (block.actions >= game.num_actions).any()
        or not np.isfinite(block.returns).all()
    ):  # fmt: skip
        raise ValueError("a number in it is out of range")
    return block


def _next(file: BinaryIO, start: int, size: int) -> int:
    """The next place that begins as a block does, or the end of the file."""
    step = 1 << 12
    for here in range(start, size, step):
        file.seek(here)
        offset = file.read(step + len(MAGIC) - 1).find(MAGIC)
        if offset >= 0:
            return here + offset
    return size
