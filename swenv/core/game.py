"""`Game` and `State`: what every game is, whatever its rules. No rule and no adapter lives here."""

from __future__ import annotations

import json
import operator
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from swenv.core import registry
from swenv.core.action import Action, ActionTable, Verb
from swenv.core.batch import NOBODY
from swenv.core.errors import GameOver, IllegalAction
from swenv.core.jit import compiling
from swenv.core.layout import Graph, ObservationLayout

if TYPE_CHECKING:
    from swenv.core.vector import Vector

MAX_SEED = 2**63 - 1
_LIMIT = 2**31
"""No action has so high an index; numbers that do not fit into 64 bits would be compiled for anew."""


class Game(ABC):
    """A game with its options: immutable, picklable, cheap to share. `swenv.load` makes one.

    An engine derives its own class, fills in the attributes below and answers the abstract methods.

    Attributes:
        name: Name of the game, as in `swenv.games()`.
        num_players: Number of seats.
        options: The options it was loaded with, as plain JSON types.
        num_actions: Length of a mask.
        observation_size: Length of an observation.
        observation_layout: Named slices of the observation, each with shape and meaning.
        phases: Names of the phases; a record stores the index.
        over: Index of the phase that ends the game.
    """

    name: ClassVar[str]
    phases: ClassVar[tuple[str, ...]]
    over: ClassVar[int]
    seats: ClassVar[tuple[int, ...]]
    """For how many players it is made."""
    rules: ClassVar[str]
    """What the ids of its rules begin with; they stand in docs/rules/<name>.md."""
    named_in_positions: ClassVar[tuple[str, ...]] = ()
    """The options that a position document has as fields of the same name."""
    position_schema: ClassVar[str]
    """Name of the JSON Schema of its position documents, see `core.schemas`."""
    money: ClassVar[str] = "coins"
    """What `State.coins` counts, in words."""
    engine: ClassVar[ModuleType]
    """The module of compiled entries, those of `core.batch`."""

    num_players: int
    options: dict[str, Any]
    idle: tuple[str, ...] = ()
    """The options that nothing in this game reads; they have their usual values."""
    observation_layout: ObservationLayout
    adjacencies: NDArray[np.int8]
    """(boards, places, places) int8, 1 where two regions or cells share a border; see `board_numbers` and `graph`."""
    tables: NDArray[Any]
    """What the rules look up, an array of one record for each board that a game can be played on; read only."""
    blank: NDArray[Any]
    """A game before anything is drawn, an array of one record for each board; read only."""
    table: ActionTable

    def seal(self) -> None:
        """Called at the end of an engine's `__init__`: from now on no attribute can be set."""
        object.__setattr__(self, "sealed", True)

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, "sealed", False):
            raise AttributeError(f"a Game is immutable: '{name}' cannot be set; load another game instead")
        object.__setattr__(self, name, value)

    @property
    def num_actions(self) -> int:
        """Length of a mask; actions are 0 to num_actions - 1."""
        return len(self.table.actions)

    @property
    def observation_size(self) -> int:
        """Length of an observation vector."""
        return self.observation_layout.size

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """The verbs with the range of each argument, in index order."""
        return self.table.verbs

    def action(self, index: int) -> Action:
        """The action of an index; its `str()` is the text form.

        Raises:
            ValueError: the index is out of range.
            TypeError: it is no whole number.
        """
        index = whole("action", index)
        if not 0 <= index < self.num_actions:
            raise ValueError(f"action {index} is out of range: 0 to {self.num_actions - 1}")
        return self.table.actions[index]

    def parse(self, action: str | Action) -> int:
        """The index of an action given as text or `Action`.

        Raises:
            ValueError: unknown text; the message names the verbs or the range of the argument.
        """
        return self.table.index(action)

    def graph(self, observation: NDArray[Any]) -> Graph:
        """An observation (size,), or a batch (n, size), as a graph; the arrays are views of it.

        Raises:
            ValueError: it has another size.
        """
        observation = self._sized(observation)
        places = self.observation_layout[0]
        return Graph(
            places.of(observation),
            self.adjacencies[self.board_numbers(observation)],
            observation[..., places.stop :],
        )

    def planes(self, observation: NDArray[Any]) -> NDArray[Any]:
        """The cells of an observation (size,), or a batch (n, size), as an image (..., facts, height, width); a view.

        Raises:
            ValueError: the game is not played on a grid, or the observation has another size.
        """
        observation = self._sized(observation)
        for part in self.observation_layout:
            if part.grid is not None:
                cells = part.of(observation)
                return np.moveaxis(cells.reshape(*cells.shape[:-2], *part.grid, cells.shape[-1]), -1, -3)
        raise ValueError(f"{self.name} is not played on a grid: see `graph`")

    def _sized(self, observation: NDArray[Any]) -> NDArray[Any]:
        array: NDArray[Any] = np.asarray(observation)
        if array.shape[-1:] != (self.observation_size,):
            raise ValueError(f"observations of {self.observation_size} numbers are needed, not {array.shape}")
        return array

    def board_numbers(self, observation: NDArray[Any]) -> Any:
        """Which board an observation (size,) shows, as an index of `adjacencies`; of a batch (n, size) an array (n,).

        0 for all when there is one board only.
        """
        if len(self.adjacencies) == 1:
            return 0
        turn = self.observation_layout["turn"]
        return turn.of(observation)[..., turn.column("table")].argmax(axis=-1)

    @property
    def where(self) -> str:
        """Where it is played, to go on a sentence with: "on smallworld-2p"; "" if there is nothing to say."""
        return ""

    def entries(self) -> dict[str, Any]:
        """What its content names: dataclasses with a `kind` and `to_dict`, by name."""
        return {}

    @property
    def picked(self) -> dict[str, tuple[str, ...]]:
        """What a seat picks to play with, by kind: {"race": names, "power": names}; usually nothing."""
        return {}

    def picks(
        self, observations: NDArray[np.int8], actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Which of many decisions pick, (picks,) int64, and what: (picks, kinds) int64, indices of names in `picked`.

        Args:
            observations: (n, observation_size) int8, of the seats that decide.
            actions: (n,) int64, what they decide.
        """
        return np.zeros(0, dtype=np.int64), np.zeros((0, len(self.picked)), dtype=np.int64)

    def rivals(self, record: NDArray[Any]) -> dict[str, int]:
        """Whom the game itself puts against the seats, by name, with what `State.coins` counts; usually nobody."""
        return {}

    def remarks(self, observation: NDArray[Any], mask: NDArray[np.bool_]) -> dict[int, str]:
        """What a person should know of legal actions before he takes one, by index: "3 tokens"; usually nothing.

        Args:
            observation: (observation_size,) int8, of the seat that decides.
            mask: (num_actions,) bool, what it may do.
        """
        return {}

    def accounts(self, record: NDArray[Any], action: int) -> tuple[dict[str, int], ...]:
        """What a legal action pays each seat, or takes from it, by source; the parts sum to what the purse changes."""
        return self.put_down_to_verb(record, action)

    def put_down_to_verb(
        self, record: NDArray[Any], action: int, tables: NDArray[Any] | None = None
    ) -> tuple[dict[str, int], ...]:
        """`accounts` where nothing is known but the action: {"pick": -1}; on other tables to see what these pay."""
        after = clone(record)
        looked_up = (self.tables if tables is None else tables).view()
        looked_up.flags.writeable = False  # to numba an array that can be written is one of another type
        self.engine.step(after, 0, looked_up, action)
        verb = self.action(action).verb.replace("_", " ")
        change = after["coins"][0, : self.num_players].astype(np.int64) - record["coins"][0, : self.num_players]
        return tuple({verb: coins} if coins else {} for coins in change.tolist())

    def margins(self, record: NDArray[Any]) -> NDArray[np.float64]:
        """What the reward "margin" pays at the end: own coins less the best other's, as a part of the greater."""
        coins = record["coins"][0, : self.num_players].astype(np.int64)
        purses = np.append(coins, list(self.rivals(record).values())).astype(np.int64)
        best = np.array([np.delete(purses, seat).max() for seat in range(len(coins))])
        pay: NDArray[np.float64] = (coins - best) / np.maximum(np.maximum(coins, best), 1)
        return pay

    def new_state(self, seed: int | None = None) -> State:
        """A game at its first decision. The same seed gives the same game; None draws a seed.

        Raises:
            ValueError: the seed is negative or above 2**63 - 1.
        """
        self.prepare()
        record = clone(self.blank[:1])
        self.engine.new_game(record, 0, self.blank, self.tables, check_seed(seed))
        return State(self, record)

    def vector(self, num_games: int, seed: int | None = None, threads: int | None = None) -> Vector:
        """Many games in one compiled call, see `Vector`."""
        from swenv.core.vector import Vector

        return Vector(self, num_games, seed=seed, threads=threads)

    def from_position(self, document: Mapping[str, Any]) -> State:
        """The state that a position document describes; what is left out is filled in.

        Raises:
            ValueError: the document is wrong; the message names the field.
        """
        self.prepare()
        record = self.read_position(document)
        self.engine.refresh(record, 0, self.tables, NOBODY, 0)
        state = State(self, record)
        if not state.is_over and not state.mask().any():
            raise ValueError(f"position, field 'phase': in {state.phase} there is nothing to decide here")
        return state

    def prepare(self) -> None:
        """Load the entries that a State needs, once a process.

        When the cache is empty all entries are compiled, those of `Vector` too, and a line on stderr says so.
        """
        engine = self.engine
        if getattr(engine, "ready", False):
            return
        with compiling(Path(str(engine.__file__)).parent, str(engine.__name__).split(".")[1]) as everything:
            record = clone(self.blank[:1])
            mask = np.zeros(self.num_actions, dtype=np.bool_)
            engine.new_game(record, 0, self.blank, self.tables, 0)
            engine.refresh(record, 0, self.tables, NOBODY, 0)
            engine.step(record, 0, self.tables, -1)
            engine.mask_of(record, 0, self.tables, mask)
            engine.observe(record, 0, self.tables, 0, np.zeros(self.observation_size, dtype=np.int8))
            engine.returns_of(record, 0, self.tables, np.zeros(self.num_players))
            if everything:
                from swenv.core.vector import compile_batch

                compile_batch(self)
        engine.ready = True  # type: ignore[attr-defined]

    @abstractmethod
    def read_position(self, document: Mapping[str, Any]) -> NDArray[Any]:
        """The record that a position document describes; ValueError naming the field if it is wrong."""

    @abstractmethod
    def write_position(self, record: NDArray[Any]) -> dict[str, Any]:
        """The position document of a record, hidden parts included."""

    @abstractmethod
    def reason(self, record: NDArray[Any], action: int) -> tuple[str, str]:
        """Why an action is illegal: the id of the rule and a sentence."""

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.name, self.num_players, self.options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine = (self.name, self.num_players, self.options)
        return self is other or mine == (other.name, other.num_players, other.options)

    def __hash__(self) -> int:
        return hash((self.name, self.num_players))

    def __repr__(self) -> str:
        return f"<swenv.Game {self.name}, {self.num_players} players>"


def _load(name: str, num_players: int, options: dict[str, Any]) -> Game:
    return _kept(name, num_players, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=16)
def _kept(name: str, num_players: int, options: str) -> Game:
    """A game that is unpickled is made once: a thousand states of one game share it."""
    return registry.load(name, num_players, **json.loads(options))


def clone(record: NDArray[Any]) -> NDArray[Any]:
    """A copy of an array of one record; thirty times as fast as numpy's own copy, which goes field by field."""
    return np.frombuffer(bytearray(record.tobytes()), dtype=record.dtype)


def whole(name: str, value: int) -> int:
    """A whole number as Python's own; True and False are none.

    Raises:
        TypeError: it is something else; the message names it.
    """
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        with suppress(TypeError):
            return operator.index(value)
    raise TypeError(f"{name}: a whole number is needed, not {value!r}")


def check_seed(seed: int | None) -> int:
    """A seed within range; None draws one.

    Raises:
        ValueError: it is negative or above 2**63 - 1.
        TypeError: it is no whole number.
    """
    if seed is None:
        return secrets.randbelow(2**31)
    seed = whole("seed", seed)
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {seed} is out of range: 0 to 2**63 - 1")
    return seed


class State:
    """One game in progress: a fixed-size record and the `Game` it belongs to.

    `copy`, `copy.deepcopy`, `pickle`, `==` and `hash` work at any moment. Equal states have equal records, random
    stream included, so they play on identically. `apply` changes the state in place and with it its hash: use a
    `copy()` as a key of a dictionary or a member of a set.
    """

    __slots__ = ("game", "record")

    def __init__(self, game: Game, record: NDArray[Any]) -> None:
        self.game = game
        self.record = record

    @property
    def to_act(self) -> int:
        """Seat that decides now; it can be a defender in another seat's turn."""
        return int(self.record["to_act"][0])

    @property
    def turn(self) -> int:
        """Seat whose turn it is."""
        return int(self.record["turn"][0])

    @property
    def round(self) -> int:
        """Round, from 1."""
        return int(self.record["round_number"][0])

    @property
    def phase(self) -> str:
        """Name of the phase; "over" at the end."""
        return self.game.phases[int(self.record["phase"][0])]

    @property
    def coins(self) -> NDArray[np.int64]:
        """Purses, (num_players,) int64, a copy."""
        coins: NDArray[np.int64] = self.record["coins"][0, : self.game.num_players].astype(np.int64)
        return coins

    @property
    def last_roll(self) -> int | None:
        """Face of the reinforcement die that the last `apply` rolled, or None; None in games without it."""
        if "last_roll" not in (self.record.dtype.names or ()):
            return None
        face = int(self.record["last_roll"][0])
        return None if face < 0 else face

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return int(self.record["phase"][0]) == self.game.over

    def mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Which actions the seat to act may take now: exactly the legal ones.

        Args:
            out: (num_actions,) bool, C-contiguous, filled in place. A new array by default.

        Returns:
            (num_actions,) bool; `out` itself if given. All False once the game is over, at least one True before.

        Raises:
            ValueError: `out` is something else, or read-only.
        """
        game = self.game
        if out is None:
            out = np.empty(game.num_actions, dtype=np.bool_)
        elif (
            type(out) is not np.ndarray
            or out.shape != (game.num_actions,)
            or out.dtype != np.bool_
            or not out.flags.carray  # contiguous and writable
        ):
            raise ValueError(f"out must be a C-contiguous, writable bool array of shape ({game.num_actions},)")
        game.engine.mask_of(self.record, 0, game.tables, out)
        return out

    def legal_actions(self) -> NDArray[np.int64]:
        """Indices of the legal actions, ascending, int64."""
        return np.flatnonzero(self.mask())

    def apply(self, action: int | str | Action) -> None:
        """Carry out an action of the seat to act and go on to the next decision.

        Args:
            action: An index, a text such as "conquer 7", or an `Action`.

        Raises:
            IllegalAction: the rules forbid it now; it says which one. The state is untouched.
            GameOver: the game has ended.
            ValueError: there is no such action.
            TypeError: it is none of these.
        """
        game = self.game
        if type(action) is not int:
            action = game.parse(action) if isinstance(action, str | Action) else whole("action", action)
        if not (0 <= action < _LIMIT and game.engine.step(self.record, 0, game.tables, action)):
            self._refuse(action)

    def _refuse(self, index: int) -> None:
        text = str(self.game.action(index))
        if self.is_over:
            raise GameOver(f"the game is over, '{text}' comes too late")
        rule, why = self.game.reason(self.record, index)
        raise IllegalAction(text, why, rule)

    def returns(self) -> NDArray[np.float64]:
        """What the game was worth to each seat, (num_players,) float64; it sums to 0 if there are several.

        The winners share +1, the losers share -1, all tied is 0 for everybody; zeros before the end. Who plays alone
        gets +1 or -1.
        """
        out = np.zeros(self.game.num_players)
        if self.is_over:
            self.game.engine.returns_of(self.record, 0, self.game.tables, out)
        return out

    def observation(self, seat: int | None = None) -> NDArray[np.int8]:
        """What a seat sees, (observation_size,) int8, see `Game.observation_layout`.

        Args:
            seat: The seat that looks; the one to act by default.

        Raises:
            ValueError: there is no such seat.
        """
        game = self.game
        out = np.empty(game.observation_size, dtype=np.int8)
        game.engine.observe(self.record, 0, game.tables, self.to_act if seat is None else self._seat(seat), out)
        return out

    def _seat(self, seat: int) -> int:
        seat = whole("seat", seat)
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"no seat {seat}: seats are 0 to {self.game.num_players - 1}")
        return seat

    def copy(self) -> State:
        """An independent copy with the same random stream."""
        return State(self.game, clone(self.record))

    def sample_hidden(self, seat: int, seed: int) -> State:
        """A copy in which all that `seat` cannot know is drawn anew, for honest search.

        What the seat can see stays. Drawn anew are:

        - the order of all stacks, and the random stream: dice, and whatever else is drawn later;
        - of Underground the Places and Relics that are still to be found;
        - of Warcraft what face-down markers are, and of which kind Bombs are, planted or not (WW-SETUP-7);
        - of Small Islands what the seat has not seen of others' tiles, cards and tokens; Alexis's cards (SI-INFO-2);
        - with `hide_coins`, the purses of others.

        Args:
            seat: The seat that looks.
            seed: Of the drawing, 0 to 2**63 - 1: the same seed gives the same copy.

        Raises:
            ValueError: there is no such seat, or the seed is out of range.
        """
        state = self.copy()
        game = self.game
        game.engine.refresh(state.record, 0, game.tables, self._seat(seat), check_seed(seed))
        return state

    def to_position(self) -> dict[str, Any]:
        """The position document: plain JSON types, hidden parts included; `Game.from_position` takes it back."""
        return self.game.write_position(self.record)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.record.tobytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.record.tobytes() == other.record.tobytes()

    def __hash__(self) -> int:
        return hash(self.record.tobytes())

    def __repr__(self) -> str:
        return f"<swenv.State {self.game.name}, round {self.round}, {self.phase}, seat {self.to_act} to act>"

    def __str__(self) -> str:
        text: str = registry.drawer().text(self)
        return text

    def _repr_svg_(self) -> str:
        svg: str = registry.drawer().svg(self)
        return svg


def _restore(game: Game, content: bytes) -> State:
    """A state from the bytes that `pickle` kept; the record holds numbers only."""
    game.prepare()
    if len(content) != game.blank.itemsize:
        raise ValueError("the state was kept by another version of swenv")
    return State(game, np.frombuffer(bytearray(content), dtype=game.blank.dtype))
