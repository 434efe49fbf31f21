"""The games for OpenSpiel: import this module, and `pyspiel.load_game("swenv_smallworld(players=3)")` knows them.

Their names are `swenv_` and the name of the game. They take `players`, and `options` for `swenv.load` as JSON, in which
a comma, a parenthesis and an equals sign are written `%2C`, `%28`, `%29` and `%3D`: `options={"rounds": 8}`. `load`
takes a `swenv.Game` with any options.

Chance is explicit. A die or a draw has one outcome for each result, with its exact probability. So has a deal or a
shuffle with up to 1,024 results. Others are chosen by three chance nodes of 1,024 equal outcomes each, of 2**30 in all.

An information state is everything that a seat has seen and done, as a digest. `resample_from_infostate` keeps it, and
draws anew what the seat cannot know, as `State.sample_hidden` does. Returns are those of `State.returns`.

Needs OpenSpiel: `pip install "swenv-rl[openspiel]"`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import TooManyOutcomes
from swenv.core.game import Game, State
from swenv.core.random import mixed
from swenv.core.registry import games, kind, load_with
from swenv.core.registry import load as load_game

try:
    import pyspiel
except ImportError as error:
    raise ImportError('swenv.envs.openspiel needs OpenSpiel: pip install "swenv-rl[openspiel]"') from error

RESULTS = 1024
"""The most outcomes of a chance node."""
NODES = 3
"""Chance nodes in a row for a deal or a shuffle that has more results."""
LONGEST = 10_000
"""More decisions than any game takes."""
PREFIX = "swenv_"
Results = list[tuple[float, State]]


def load(game: Game) -> pyspiel.Game:
    """Return a game with its options as a game of OpenSpiel, as `pyspiel.load_game` does from text."""
    usual = load_game(game.name, game.num_players).options
    own = {name: value for name, value in game.rule_options.items() if value != usual[name]}
    params = {"players": game.num_players, "options": quote(json.dumps(own), safe=' {}[]":') if own else ""}
    return pyspiel.load_game(PREFIX + game.name, params)


@dataclass(frozen=True)
class Moment:
    """Where a game is: at a decision, at a chance node after one, or at its end. It never changes, so copies share it.

    Attributes:
        state: The last decision, or the end; None before the deal.
        memory: For each seat a digest of all that it has seen and done.
        results: All that chance may do now, if it has no more than `RESULTS` results.
        shuffle: The state after a shuffle, by its seed, if it has more.
        digits: The outcomes of a shuffle's chance nodes so far.
        move: The action that chance completes; None before the deal.
    """

    state: State | None
    memory: tuple[bytes, ...]
    results: Results | None = None
    shuffle: Callable[[int], State] | None = None
    digits: tuple[int, ...] = ()
    move: int | None = None

    @property
    def is_chance(self) -> bool:
        """Whether chance decides now."""
        return self.results is not None or self.shuffle is not None

    def moved(self, action: int) -> Moment:
        """Carry out an action of the seat to act."""
        assert self.state is not None
        results = _results_or_none(partial(self.state.outcomes, action))
        if results is None:
            return replace(self, shuffle=partial(_shuffled, self.state, action), move=action)
        if len(results) > 1:
            return replace(self, results=results, move=action)
        return self.arrived(results[0][1], action)

    def decided(self, outcome: int) -> Moment:
        """Go on after a chance node with one of its outcomes."""
        if self.results is not None:
            return self.arrived(self.results[outcome][1], self.move)
        assert self.shuffle is not None
        digits = (*self.digits, outcome)
        if len(digits) < NODES:
            return replace(self, digits=digits)
        return self.arrived(self.shuffle(sum(digit * RESULTS**k for k, digit in enumerate(digits))), self.move)

    def arrived(self, state: State, move: int | None) -> Moment:
        """Go on to a decision or to the end; each seat remembers the action, and what it sees now."""
        state = _without_stream(state)
        memory = []
        for seat, known in enumerate(self.memory):
            done = b""
            if move is not None and self.state is not None:
                action = state.game.action(move)
                hidden = seat != self.state.to_act and action.verb in state.game.secret_verbs
                done = f"{self.state.to_act} {action.verb if hidden else action}".encode()
            memory.append(_digest(known, done, state.observation(seat).tobytes()))
        return Moment(state, tuple(memory))

    def resampled(self, seat: int, seed: int) -> Moment:
        """Draw anew what a seat cannot know; ValueError at a chance node."""
        if self.state is None or self.is_chance:
            raise ValueError("a seat looks at a decision, and here chance decides: no information state to resample")
        state = _without_stream(self.state.sample_hidden(seat, seed))
        others = ((other, known) for other, known in enumerate(self.memory))
        memory = [known if k == seat else _digest(known, state.observation(k).tobytes()) for k, known in others]
        return Moment(state, tuple(memory))

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel.

    Attributes:
        game: The game of swenv.
    """

    kind_of_game: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {"players": 2, "options": "", **(params or {})}
        name = self.kind_of_game.short_name.removeprefix(PREFIX)
        self.game = load_with(name, chosen["players"], _options(chosen["options"]))
        if self.game.num_players == 1:
            raise ValueError("players: OpenSpiel's games need two or more here")
        results = _results_or_none(self.game.deals)
        nothing = (b"",) * self.game.num_players
        self._start = Moment(None, nothing, results, None if results else self.game.new_state)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=RESULTS,
            num_players=self.game.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind_of_game, info, chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.game,)

    def new_initial_state(self) -> SpielState:
        """Return the chance node before the deal."""
        return SpielState(self, self._start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return an observer of states for a seat; None if only a part of what it knows is requested."""
        observation_type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        if not observation_type.public_info or observation_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.game, observation_type.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        """A bound on the chance nodes of a game."""
        return NODES * LONGEST


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel: a decision, a chance node after one, or the end.

    Attributes:
        moment: Where the game is.
    """

    def __init__(self, game: SpielGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    @property
    def state(self) -> State:
        """The state of swenv: the last decision, or the end.

        Raises:
            ValueError: nothing has been dealt yet.
        """
        if self.moment.state is None:
            raise ValueError("nothing has been dealt yet")
        return self.moment.state

    def current_player(self) -> int:
        """The seat to act, `PlayerId.CHANCE` or `PlayerId.TERMINAL`."""
        if self.moment.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.state.is_over else self.state.to_act

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.moment.is_chance and self.state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        results = self.moment.results
        if results is None:
            return [(digit, 1 / RESULTS) for digit in range(RESULTS)]
        return [(number, share) for number, (share, _) in enumerate(results)]

    def returns(self) -> list[float]:
        """What the game was worth to each seat; zeros before the end."""
        worth: list[float] = self.state.returns().tolist() if self.is_terminal() else [0.0] * self.num_players()
        return worth

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.state.legal_actions().tolist() if player == self.current_player() else []
        return legal

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.decided(action) if self.moment.is_chance else self.moment.moved(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.get_game().game.action(action))
        return f"outcome {action}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a copy in which everything that a seat cannot know is drawn anew; `sampler` draws from 0 to 1."""
        copy: SpielState = self.clone()
        copy.moment = self.moment.resampled(player, int(sampler() * 2**53))
        return copy

    def __str__(self) -> str:
        moment = self.moment
        if moment.state is None:
            return "before the deal"
        chance = "" if moment.move is None else f"\nchance decides what '{moment.state.game.action(moment.move)}' does"
        return f"{moment.state}{chance}"


class Observer:
    """What a seat sees of a state, as OpenSpiel asks for it.

    Attributes:
        tensor: (observation_size,) float32, the last observation.
        dict: Views of its parts by name, see `Game.observation_layout`.
    """

    def __init__(self, game: Game, recalls: bool) -> None:
        self._layout, self._recalls = game.observation_layout, recalls
        self.tensor = np.zeros(game.observation_size, dtype=np.float32)
        self.dict: dict[str, NDArray[Any]] = {part.name: part.of(self.tensor) for part in self._layout}

    def set_from(self, state: SpielState, player: int) -> None:
        """Observe a state for a seat."""
        seen = state.moment.state
        self.tensor[:] = 0 if seen is None else seen.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat sees in words, or with perfect recall the digest of what it has seen and done."""
        if state.moment.state is None:
            return ""
        if self._recalls:
            return f"seat {player}: {state.moment.memory[player].hex()}"
        return f"seat {player}\n{self._layout.describe(state.moment.state.observation(player))}"


def resample(state: SpielState, player: int) -> SpielState:
    """`SpielState.resample_from_infostate` for `ISMCTSBot.set_resampler`, with numpy's random numbers."""
    return state.resample_from_infostate(player, np.random.random)


def _results_or_none(ask: Callable[[int], Results]) -> Results | None:
    """All that chance may do; None if that is too much for a chance node."""
    try:
        return ask(RESULTS)
    except TooManyOutcomes:
        return None


def _shuffled(state: State, action: int, seed: int) -> State:
    after = state.copy()
    after.record["random"] = mixed(seed)
    after.apply(action)
    return after


def _without_stream(state: State) -> State:
    """Clear the random stream: chance comes from outside, so that equal states are equal."""
    state = state.copy()
    state.record["random"] = state.record["seed"] = 0
    return state


def _digest(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()


def _options(text: str) -> dict[str, Any]:
    try:
        options = json.loads(unquote(text)) if text else {}
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise ValueError(f"options: a JSON object is needed, not {text[:100]!r}")
    return options


def _register(name: str) -> None:
    """Register a game with OpenSpiel."""
    kind_of_game = pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=kind(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(kind(name).seats),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "options": ""},
    )
    # Not `partial(SpielGame, ...)`: OpenSpiel drops it as the process ends, after Python, which classes survive.
    pyspiel.register_game(kind_of_game, type("SpielGame", (SpielGame,), {"kind_of_game": kind_of_game}))


for _name in games():
    _register(_name)
