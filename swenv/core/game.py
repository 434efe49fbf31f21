"""`Game` and `State`: what all games have in common. No rules and no adapters live here."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from swenv.core import registry, schemas
from swenv.core.action import Action, ActionTable, Verb
from swenv.core.batch import MARGINS, NOBODY, RETURNS
from swenv.core.chance import outcomes
from swenv.core.errors import GameOver, IllegalAction, check_known, wrong
from swenv.core.jit import compiling
from swenv.core.layout import Graph, ObservationLayout
from swenv.core.machine import memory, too_large
from swenv.core.plain import check_int, check_positive, check_positive_int, shortened
from swenv.core.random import mixed, unmixed
from swenv.core.threads import MAX_THREADS, go_on

if TYPE_CHECKING:
    from swenv.core.search import Evaluate, SearchResult
    from swenv.core.vector import Vector

MAX_SEED = 2**63 - 1
POLICIES = ("random", "informed")
"""The policies of `Game.playouts`."""
_PLAYOUTS = 128
"""Playouts in one compiled call, a power of 2: between two calls, Ctrl-C ends them."""
MOST_OUTCOMES = 10_000
"""How unlikely a way to draw may be by default, one in this many; see `State.outcomes`."""
MOST_WAYS = 2**31
"""The most that can be asked for."""
_LIMIT = 2**31
"""No action index is this high; numbers that do not fit into 64 bits are no arguments of compiled code."""


class Game(ABC):
    """A game with its options: immutable, picklable, cheap to share. `swenv.load` returns one.

    An engine subclasses it, sets the attributes below and implements the abstract methods.

    Attributes:
        name: Name of the game, as in `swenv.games()`.
        num_players: Number of seats.
        num_actions: Length of a mask.
        observation_size: Length of an observation.
        observation_layout: Named slices of the observation, each with shape and meaning.
        phases: Names of the phases; a record stores the index.
        over: Index of the phase that ends the game.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    """The name for people."""
    phases: ClassVar[tuple[str, ...]]
    over: ClassVar[int]
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players that it supports."""
    rules: ClassVar[str]
    """The prefix of its rule ids; the rules are in docs/rules/<name>.md."""
    builds_on: ClassVar[tuple[str, ...]] = ()
    """The games whose rules hold where its own say nothing."""
    named_in_positions: ClassVar[tuple[str, ...]] = ()
    """The options that are also fields of a position document, under the same names."""
    position_schema: ClassVar[str]
    """The name of the JSON Schema of its position documents, see `core.schemas`."""
    money: ClassVar[str] = "coins"
    """The unit of `State.coins`, in words."""
    secret_verbs: ClassVar[frozenset[str]] = frozenset()
    """The verbs whose arguments other seats do not see."""
    engine: ClassVar[ModuleType]
    """The module of its compiled entries, those of `core.batch`."""
    evaluated: ClassVar[tuple[int, int]]
    """The stages of a game and the features of a contender that its linear evaluation distinguishes."""

    num_players: int
    idle: tuple[str, ...] = ()
    """The options that have no effect in this game; they keep their defaults."""
    observation_layout: ObservationLayout
    adjacencies: NDArray[np.int8]
    """(boards, places, places) int8, 1 where two regions or cells share a border; see `board_numbers` and `graph`."""
    tables: NDArray[Any]
    """The tables of the rules: an array of one record per board that the game can be played on; read-only.

    Of its fields, core knows `num_players` and `value_weights`, see `core.evaluation`.
    """
    blank: NDArray[Any]
    """A game before anything is drawn: an array of one record per board; read-only.

    Of its fields, core knows `table`, `seed`, `random`, `forced`, `phase`, `round_number`, `turn`, `to_act`, `coins`.
    """
    table: ActionTable
    reward: str
    """The option `reward`."""
    _options: dict[str, Any]

    @property
    def options(self) -> dict[str, Any]:
        """The options it was loaded with, as plain JSON types; a copy, because games are shared."""
        return deepcopy(self._options)

    def seal(self) -> None:
        """Make the game immutable; an engine calls this at the end of its `__init__`."""
        self.reward = self._options["reward"]
        object.__setattr__(self, "sealed", True)

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, "sealed", False):
            raise AttributeError(f"a Game is immutable: '{name}' cannot be set; load another game instead")
        object.__setattr__(self, name, value)

    @property
    def choices(self) -> dict[str, tuple[Any, ...]]:
        """The values of the options that take one of a few."""
        return {}

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
        """Return the action of an index; its `str()` is the text form.

        Raises:
            ValueError: the index is out of range.
            TypeError: it is not a whole number.
        """
        index = check_int("action", index)
        if not 0 <= index < self.num_actions:
            raise ValueError(f"action {shortened(index)} is out of range: 0 to {self.num_actions - 1}")
        return self.table.actions[index]

    def parse(self, action: str | Action) -> int:
        """Return the index of an action given as text or `Action`.

        Raises:
            ValueError: unknown text; the message names the verbs or the range of the argument.
        """
        return self.table.index(action)

    def graph(self, observation: NDArray[Any]) -> Graph:
        """Return an observation (size,), or a batch (n, size), as a graph; its arrays are views.

        Raises:
            ValueError: the observation has a different size.
        """
        observation = self._sized(observation)
        places = self.observation_layout[0]
        return Graph(
            places.of(observation),
            self.adjacencies[self.board_numbers(observation)],
            observation[..., places.stop : self.observation_layout.facts],
        )

    def planes(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the cells of an observation (size,), or a batch (n, size), as images (..., facts, height, width).

        The images are a view of the observation.

        Raises:
            ValueError: the game is not played on a grid, or the observation has a different size.
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
        """The index into `adjacencies` of the board that an observation (size,) shows; (n,) for a batch (n, size).

        By default 0: there is only one board.
        """
        return 0

    @property
    def rule_options(self) -> dict[str, Any]:
        """The options that the rules know: all but the reward, which learners choose."""
        return {name: value for name, value in self.options.items() if name != "reward"}

    @property
    def where(self) -> str:
        """Where the game is played, to continue a sentence: "on smallworld-2p"; "" if there is nothing to say."""
        return ""

    def entries(self) -> dict[str, Any]:
        """The named things of its content by name: dataclasses with a `kind` and a `to_dict`."""
        return {}

    @property
    def picked(self) -> dict[str, tuple[str, ...]]:
        """What a seat picks to play with, by kind: {"race": names, "power": names}; empty by default."""
        return {}

    def picks(
        self, observations: NDArray[np.int8], actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Find the decisions that pick something, (picks,) int64, and what, (picks, kinds) int64, see `picked`.

        Args:
            observations: (n, observation_size) int8, of the seats that decide.
            actions: (n,) int64, the action of each.

        Returns:
            Indices of decisions, and for each kind an index into the names of `picked`.
        """
        which, row, shown, _ = self.offers(observations, actions)
        return which, shown[np.arange(len(which)), row]

    def offers(
        self, observations: NDArray[np.int8], actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Find the decisions that pick something from a row of offers, and what was on offer, see `picked`.

        Args:
            observations: (n, observation_size) int8, of the seats that decide.
            actions: (n,) int64, the action of each.

        Returns:
            Indices of decisions, (picks,) int64; the rows that they picked, (picks,) int64; for each row and kind an
            index into the names of `picked`, (picks, rows, kinds) int64; and the coins on each row, (picks, rows)
            int64, -1 where nothing is on offer. A pick costs a coin for each row before it.
        """
        none = np.zeros(0, dtype=np.int64)
        return none, none, np.zeros((0, 0, len(self.picked)), dtype=np.int64), np.zeros((0, 0), dtype=np.int64)

    def rivals(self, record: NDArray[Any]) -> dict[str, int]:
        """The opponents that the game itself plays, by name, with what `State.coins` counts; empty by default."""
        return {}

    @property
    def contenders(self) -> int:
        """How many sides can win: the seats, and the opponents that the game itself plays."""
        return self.num_players

    def last_roll(self, record: NDArray[Any]) -> int | None:
        """See `State.last_roll`; by default nothing is rolled."""
        return None

    def remarks(self, observation: NDArray[Any], mask: NDArray[np.bool_]) -> dict[int, str]:
        """Notes for a person about legal actions, by index, such as "3 tokens"; empty by default.

        Args:
            observation: (observation_size,) int8, of the seat that decides.
            mask: (num_actions,) bool, what it may do.
        """
        return {}

    def accounts(self, record: NDArray[Any], action: int) -> tuple[dict[str, int], ...]:
        """What a legal action pays each seat, or takes from it, by source; adds up to the change of its coins."""
        return self.coins_by_verb(record, action)

    def coins_by_verb(
        self, record: NDArray[Any], action: int, tables: NDArray[Any] | None = None
    ) -> tuple[dict[str, int], ...]:
        """`accounts` with the verb as the only source: {"pick": -1}. Pass other tables to see what those pay."""
        verb, action = self.action(action).verb.replace("_", " "), check_int("action", action)
        after = clone(record)
        looked_up = (self.tables if tables is None else tables).view()
        looked_up.flags.writeable = False  # for numba, a writable array has a different type
        self.engine.step(after, 0, looked_up, action)
        change = after["coins"][0, : self.num_players].astype(np.int64) - record["coins"][0, : self.num_players]
        return tuple({verb: coins} if coins else {} for coins in change.tolist())

    def margins(self, record: NDArray[Any]) -> NDArray[np.float64]:
        """What the reward "margin" pays at the end: own coins minus the best opponent's, over the greater of both."""
        return self.result(record, MARGINS)

    def result(self, record: NDArray[Any], counted: int) -> NDArray[np.float64]:
        """What a finished game is worth to each seat, (num_players,) float64: see `core.batch.write_result`."""
        out = np.zeros(self.num_players)
        self.engine.result_of(record, 0, self.tables, counted, out)
        return out

    def new_state(self, seed: int | None = None) -> State:
        """Start a game, up to its first decision. The same seed gives the same game; None draws a seed.

        Raises:
            ValueError: the seed is negative or above 2**63 - 1.
        """
        self.prepare()
        record = clone(self.blank[:1])
        self.engine.new_game(record, 0, self.blank, self.tables, check_seed(seed))
        return State(self, record)

    def deals(self, most: int = MOST_OUTCOMES, seed: int = 0) -> list[tuple[float, State]]:
        """List all ways in which a game may begin, up to its first decision, with their probabilities.

        Only for small boxes of your own: a shuffled stack of ten has 3,628,800 orders.

        Args:
            most: Give up if a way to deal is less likely than one in this many, 1 to 2**31.
            seed: Where the random stream of these states begins, 0 to 2**63 - 1; nothing is drawn from it yet.

        Returns:
            Pairs of a probability and a state, each state once; the probabilities add up to 1.

        Raises:
            TooManyOutcomes: there are more ways.
            ValueError: a value is out of range.
            TypeError: a value is not a whole number.
        """
        self.prepare()
        most, seed = check_positive_int("most", most, MOST_WAYS), check_seed(seed)

        def run(forced: int) -> NDArray[Any]:
            blank, record = clone(self.blank), clone(self.blank[:1])
            blank["forced"] = forced
            blank.flags.writeable = False  # for numba, a writable array has a different type
            self.engine.new_game(record, 0, blank, self.tables, seed)
            return record

        return [(share, State(self, record)) for share, record in outcomes(run, most)]

    def vector(
        self, num_games: int, seed: int | None = None, threads: int | None = None, reward: str | None = None
    ) -> Vector:
        """Make many games that are stepped in one compiled call, see `Vector`."""
        from swenv.core.vector import Vector

        return Vector(self, num_games, seed, threads, reward)

    def from_position(self, document: Mapping[str, Any]) -> State:
        """Make the state that a position document describes; missing fields are filled in.

        Raises:
            ValueError: the document is wrong; the message names the field.
        """
        self.prepare()
        document = schemas.validate(self.position_schema, document, "position")
        record = self.read_position(document)
        self.engine.refresh(record, 0, self.tables, NOBODY, 0)
        state = State(self, record)
        if not state.is_over and not state.mask().any():
            raise wrong("phase", f"in {state.phase} there is nothing to decide here")
        return state

    def playouts(self, state: State, number: int, seed: int = 0, policy: str = POLICIES[0]) -> NDArray[np.float64]:
        """Play a state to its end many times in compiled code, from what the seat to act may know.

        Before each of them, everything that this seat cannot know is redrawn, as by `State.sample_hidden`.

        Args:
            state: Where they start; it stays as it is.
            number: How many, at least 1.
            seed: Seed of all chance, 0 to 2**63 - 1: the same seed gives the same playouts.
            policy: How all seats play: "random", uniformly over the legal actions; or "informed", a cheap policy that
                beats random play in nine games of ten and looks at prices, coins and legal sets.

        Returns:
            (number, num_players) float64, the returns.

        Raises:
            ValueError: the state belongs to another game, a value is out of range, or the machine has too little memory
                for the returns.
            GameOver: the state is over.
            TypeError: a number is not an integer, or the state is not a `State`.
        """
        if not isinstance(state, State):
            raise TypeError(f"a state of {self!r} is needed, not {shortened(state)}")
        if state.game != self:
            raise ValueError(f"a state of {self!r} is needed, not of {state.game!r}")
        check_known("policy", policy, POLICIES)
        number = check_positive_int("number", number)
        seed = check_seed(check_int("seed", seed))
        if state.is_over:
            raise GameOver("the game is over, there is nothing to play out")
        if number > _PLAYOUTS and (needed := 8 * number * self.num_players) > memory():
            raise too_large(f"number: the returns of {number:,} playouts", needed)
        returns, copies = np.zeros((number, self.num_players)), clone(state.record)
        informed = np.uint64(2**self.num_players - 1 if policy == "informed" else 0)
        for first in range(0, number, _PLAYOUTS):
            go_on()
            # Playout k of a call draws from mix(seed) ^ k, and with this seed from what playout first + k is to draw.
            own_seed = np.uint64(unmixed(mixed(seed) ^ first)).view(np.int64) if first else seed
            part = returns[first : first + _PLAYOUTS]
            self.engine.playouts(state.record, 0, self.tables, copies, state.to_act, own_seed, informed, part)
        return returns

    def prepare(self) -> None:
        """Load the entries that a State needs, once per process.

        If the cache is empty, this compiles all entries, including those of `Vector`, and a line on stderr says so.
        """
        engine = self.engine
        if getattr(engine, "ready", False):
            return
        with compiling(Path(str(engine.__file__)).parent, str(engine.__name__).split(".")[1]) as everything:
            record = clone(self.blank[:1])
            mask = np.zeros(self.num_actions, dtype=np.bool_)
            engine.new_game(record, 0, self.blank, self.tables, 0)
            engine.refresh(record, 0, self.tables, NOBODY, 0)
            engine.mask_of(record, 0, self.tables, mask)
            engine.observe(record, 0, self.tables, 0, np.zeros(self.observation_size, dtype=np.int8))
            self.result(record, RETURNS)
            engine.step(record, 0, self.tables, -1)
            if everything:
                from swenv.core.vector import compile_batch

                compile_batch(self)
        engine.ready = True  # type: ignore[attr-defined]

    @abstractmethod
    def read_position(self, document: Mapping[str, Any]) -> NDArray[Any]:
        """Make the record that a document describes, without its legal set; the document fits `position_schema`.

        Raises:
            ValueError: the document is wrong; the message names the field.
        """

    @abstractmethod
    def write_position(self, record: NDArray[Any]) -> dict[str, Any]:
        """Make the position document of a record, hidden parts included."""

    def document_schema(self) -> dict[str, Any]:
        """The JSON Schema of its position documents, without fields that only other games with the same schema use."""
        return schemas.schema(self.position_schema)

    def problems(self, record: NDArray[Any]) -> list[str]:
        """See `State.problems`; by default play can lead to every accepted position."""
        return []

    @abstractmethod
    def reason(self, record: NDArray[Any], action: int) -> tuple[str, str]:
        """Say why an action is illegal: the id of the rule and a sentence."""

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return registry.load_with, (self.name, self.num_players, self._options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine = (self.name, self.num_players, self._options)
        return self is other or mine == (other.name, other.num_players, other._options)

    def __hash__(self) -> int:
        return hash((self.name, self.num_players))

    def __repr__(self) -> str:
        return f"<swenv.Game {self.name}, {self.num_players} players>"


def clone(record: NDArray[Any]) -> NDArray[Any]:
    """Copy an array of one record, thirty times as fast as numpy's own copy, which goes field by field."""
    return np.frombuffer(bytearray(record.tobytes()), dtype=record.dtype)


def check_seed(seed: int | None) -> int:
    """Check a seed; None draws one.

    Raises:
        ValueError: it is negative or above 2**63 - 1.
        TypeError: it is not a whole number.
    """
    if seed is None:
        return secrets.randbelow(2**31)
    seed = check_int("seed", seed)
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {shortened(seed)} is out of range: 0 to 2**63 - 1")
    return seed


class State:
    """One game in progress: a fixed-size record and the `Game` it belongs to.

    `copy`, `copy.deepcopy`, `pickle`, `==` and `hash` always work. Equal states have equal records, random stream
    included, so they play on identically. `apply` changes the state in place and with it its hash: to use a state as a
    dictionary key or in a set, use a `copy()`.
    """

    __slots__ = ("game", "record")

    def __init__(self, game: Game, record: NDArray[Any]) -> None:
        self.game = game
        self.record = record

    @property
    def to_act(self) -> int:
        """The seat that decides now; it can be a defender in another seat's turn."""
        seat: int = self.record["to_act"].item()
        return seat

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.record["turn"][0])

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int(self.record["round_number"][0])

    @property
    def phase(self) -> str:
        """The name of the phase; "over" at the end."""
        return self.game.phases[int(self.record["phase"][0])]

    @property
    def coins(self) -> NDArray[np.int64]:
        """The coins of each seat, (num_players,) int64, a copy."""
        coins: NDArray[np.int64] = self.record["coins"][0, : self.game.num_players].astype(np.int64)
        return coins

    @property
    def last_roll(self) -> int | None:
        """The face of the reinforcement die that the last `apply` rolled; None if it rolled none."""
        return self.game.last_roll(self.record)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        over: bool = self.record["phase"].item() == self.game.over
        return over

    def mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return which actions the seat to act may take now: exactly the legal ones.

        Args:
            out: (num_actions,) bool, C-contiguous, filled in place. A new array by default.

        Returns:
            (num_actions,) bool; `out` itself if given. All False once the game is over, at least one True before.

        Raises:
            ValueError: `out` has another shape or type, or is read-only.
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
        self.write_mask(out)
        return out

    def write_mask(self, out: NDArray[np.bool_]) -> None:
        """Fill an array as `mask` does; it is not checked."""
        self.game.engine.direct_mask_of(self.record, 0, self.game.tables, out)

    def legal_actions(self) -> NDArray[np.int64]:
        """Return the indices of the legal actions, ascending, int64."""
        return np.flatnonzero(self.mask())

    def apply(self, action: int | str | Action) -> None:
        """Carry out an action of the seat to act and go on to the next decision.

        Args:
            action: An index, a text such as "conquer 7", or an `Action`.

        Raises:
            IllegalAction: the rules forbid it now; the error names the rule. The state is unchanged.
            GameOver: the game has ended.
            ValueError: there is no such action.
            TypeError: the action has another type.
        """
        if type(action) is not int:
            action = self._index(action)
        if not self.attempt(action):
            self._refuse(action)

    def attempt(self, index: int) -> bool:
        """Carry out the action of an index if there is one and it is legal; otherwise, change nothing.

        Args:
            index: An int.

        Returns:
            Whether it was carried out.
        """
        game = self.game
        return 0 <= index < _LIMIT and game.engine.direct_step(self.record, 0, game.tables, index)

    def outcomes(self, action: int | str | Action, most: int = MOST_OUTCOMES) -> list[tuple[float, State]]:
        """List all states that an action may lead to, with their probabilities: the die, what is found or drawn.

        Hidden parts that do not change, such as the order of a stack, stay as in this state; `sample_hidden` redraws
        them. This state does not change, and nothing is drawn from the random stream.

        Args:
            action: A legal action, as for `apply`.
            most: Give up if a way to draw is less likely than one in this many, 1 to 2**31.

        Returns:
            Pairs of a probability and a state, each state once; the probabilities add up to 1. A single pair if the
            action leaves nothing to chance.

        Raises:
            TooManyOutcomes: there are more ways, as a stack is shuffled; `apply` makes a random one.
            IllegalAction, GameOver: as `apply`.
            ValueError: there is no such action, or `most` is out of range.
            TypeError: the action has another type.
        """
        index, most = self._index(action), check_positive_int("most", most, MOST_WAYS)

        def run(forced: int) -> NDArray[Any]:
            after = self.copy()
            after.record["forced"] = forced
            if not after.attempt(index):
                self._refuse(index)
            return after.record

        return [(share, State(self.game, record)) for share, record in outcomes(run, most)]

    def _index(self, action: int | str | Action) -> int:
        return self.game.parse(action) if isinstance(action, str | Action) else check_int("action", action)

    def _refuse(self, index: int) -> None:
        text = str(self.game.action(index))
        if self.is_over:
            raise GameOver(f"the game is over, so '{text}' cannot be applied")
        rule, why = self.game.reason(self.record, index)
        raise IllegalAction(text, why, rule)

    def returns(self) -> NDArray[np.float64]:
        """Return what the game was worth to each seat, (num_players,) float64; it sums to 0 with several seats.

        The winners share +1, the losers share -1, and a tie of all seats gives everybody 0; zeros before the end. A
        single player gets +1 or -1.
        """
        return self.game.result(self.record, RETURNS) if self.is_over else np.zeros(self.game.num_players)

    def observation(self, seat: int | None = None) -> NDArray[np.int8]:
        """Return what a seat sees, (observation_size,) int8, see `Game.observation_layout`.

        Args:
            seat: The observing seat; by default the one to act.

        Raises:
            ValueError: there is no such seat.
        """
        out = np.empty(self.game.observation_size, dtype=np.int8)
        self.write_observation(self.to_act if seat is None else self._seat(seat), out)
        return out

    def write_observation(self, seat: int, out: NDArray[np.int8]) -> None:
        """Fill an array as `observation` does; neither it nor the seat, an int, is checked."""
        self.game.engine.direct_observe(self.record, 0, self.game.tables, seat, out)

    def _seat(self, seat: int) -> int:
        seat = check_int("seat", seat)
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"no seat {shortened(seat)}: seats are 0 to {self.game.num_players - 1}")
        return seat

    def copy(self) -> State:
        """Return an independent copy with the same random stream."""
        return State(self.game, clone(self.record))

    def sample_hidden(self, seat: int, seed: int) -> State:
        """Return a copy in which everything that `seat` cannot know is redrawn, for honest search.

        What the seat can see stays. Redrawn are:

        - the order of all stacks, and the random stream: dice, and whatever is drawn later;
        - which races and powers are in the stacks, if each game draws its box;
        - in Underground, the Places and Relics that are still to be found;
        - in Warcraft, what face-down markers are, and the kinds of Bombs, planted or not (WW-SETUP-7);
        - in Small Islands, others' tiles, cards and tokens that the seat has not seen; Alexis's cards (SI-INFO-2).

        Coins stay even with `hide_coins`, which hides them from observations: every gain and payment was public, so the
        seat knows them if it has paid attention (SW-SCORE-6).

        Args:
            seat: The observing seat.
            seed: Seed of the redrawing, 0 to 2**63 - 1: the same seed gives the same copy.

        Raises:
            ValueError: there is no such seat, or the seed is out of range.
        """
        state = self.copy()
        game = self.game
        game.engine.refresh(state.record, 0, game.tables, self._seat(seat), check_seed(seed))
        return state

    def search(
        self,
        simulations: int = 1000,
        seconds: float | None = None,
        evaluate: Evaluate | None = None,
        seed: int = 0,
        policy: str = "informed",
        turns: int | None = None,
        threads: int = 1,
    ) -> SearchResult:
        """Search a tree for the best action of the seat to act, in compiled code.

        Before each simulation, everything that this seat cannot know is redrawn, as by `sample_hidden`; so a search
        learns nothing from what is hidden. The state stays as it is. The same arguments give the same result, unless
        `seconds` ends it.

        Args:
            simulations: How many to run.
            seconds: Time after which to stop, should it come first; at least one simulation is run.
            evaluate: None to evaluate leaves by playouts; or a network, called as `evaluate(observations, masks)` with
                (k, observation_size) int8 and (k, num_actions) bool, which returns logits, (k, num_actions), and what
                the game will be worth to each seat, (k, num_players), the seat that looks first.
            seed: Seed of all chance, 0 to 2**63 - 1.
            policy: How playouts are played, see `Game.playouts`.
            turns: A playout is cut off when this many turns have begun, and judged by `swenv.core.evaluation`: 1 ends
                it with the current turn, 2 with the next one; None plays to the end. A network needs no playouts.
            threads: Trees to grow at the same time, 1 to 1024, each with its share of the simulations; they are added
                up.

        Raises:
            ValueError: a value is out of range, or the network returned something else.
            GameOver: the state is over.
            TypeError: a number is not whole, or `seconds` is not a number.
        """
        from swenv.core.search import search

        if self.is_over:
            raise GameOver("the game is over, there is nothing to search")
        simulations = check_positive_int("simulations", simulations)
        threads = check_positive_int("threads", threads, MAX_THREADS)
        turns = None if turns is None else check_positive_int("turns", turns)
        seconds = None if seconds is None else check_positive("seconds", seconds)
        check_known("policy", policy, POLICIES)
        seed = check_seed(check_int("seed", seed))
        return search(self, simulations, seconds, evaluate, seed, policy, turns, threads)

    def to_position(self) -> dict[str, Any]:
        """Return the position document: plain JSON types, hidden parts included; `Game.from_position` reads it."""
        return self.game.write_position(self.record)

    def problems(self) -> list[str]:
        """Say why play cannot lead to this position, by field and rule; empty for ordinary positions.

        `Game.from_position` refuses positions that contradict themselves. Others are played as they are, such as one
        where a race holds a marker that it cannot have: this reports them.
        """
        return self.game.problems(self.record)

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
    """Rebuild a state from the bytes that `pickle` stored; a record holds only numbers."""
    game.prepare()
    if len(content) != game.blank.itemsize:
        raise ValueError("the state was kept by another version of swenv")
    return State(game, np.frombuffer(bytearray(content), dtype=game.blank.dtype))
