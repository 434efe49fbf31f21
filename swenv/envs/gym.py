"""The Gymnasium interface of any `Game`: the learner has one seat, and opponents inside play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from swenv.core.errors import GameOver, check_known
from swenv.core.game import State, check_seed
from swenv.core.registry import load
from swenv.core.rewards import paid
from swenv.envs import opponents as others
from swenv.envs.forms import Form
from swenv.envs.shared import (
    FIRST,
    FPS,
    POLICIES,
    check_render_mode,
    index_of,
    refuse,
    render,
    render_modes,
    state_from_options,
)

Step = tuple[Any, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game: `gymnasium.make("swenv/SmallWorld-v0")`.

    A step carries out the learner's action and lets the opponents play to the learner's next decision. It pays whatever
    the learner's seat earned in the meantime, in its own turn and in others'. Games terminate and are never truncated.

    Observation: (observation_size,) int8, what the learner's seat sees, with that seat always first; without the mask,
    which is not network input; the option `observation` gives other forms. Info: `action_mask`, (num_actions,) int8,
    all zeros once the game is over; `seat`, the learner's, an int64 array of shape (); `illegal_action`, true, only
    after one that did not raise. `action_masks()` is for sb3-contrib. All arrays are new at every step.

    The game is `game.new_state(seed)` with the seed of `reset`; without one, seeds come from `np_random`. All arguments
    are plain JSON types, so `spec.to_json()` reproduces the environment. `copy.deepcopy`, `pickle`, `==` and `hash`
    work in mid-game; equality ignores the opponents' random numbers.

    Attributes:
        game: The `Game`.
        game_state: The `State` being played, owned by the environment.
        seat: The learner's seat.
    """

    metadata: dict[str, Any] = {"render_modes": render_modes(), "render_fps": FPS}  # noqa: RUF012 - as in Gymnasium
    game_state: State
    seat: int

    def __init__(
        self,
        game: str = FIRST,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        num_players: int = 2,
        reward: str = "win",
        illegal_action: str = "raise",
        observation: str = "vector",
        dtype: str = "int8",
        idle_mask: str = "zeros",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Create the environment; `reset` starts a game.

        Args:
            game: The game, as `swenv.load` takes it; the environment's id sets it.
            opponents: The name of a player, see `swenv.agents.names()`, or the path of a trained agent: one for all
                seats, or a list with one for each, in the order in which they play after the learner.
            seat: The learner's seat, 0 to num_players - 1; None draws it for each game, from its seed.
            num_players: Number of seats.
            reward: "win", "margin" or "coins".
            illegal_action: "raise" raises `IllegalAction`; "random_legal" plays a random legal action instead; "lose"
                ends the game with -1.
            observation: The form of observations: "vector", "dict", "graph", "planes" or "text", see `Form`.
            dtype: Of arrays of observations, "int8" or "float32". Masks are int8.
            idle_mask: "zeros" or "ones": the mask once the game is over.
            render_mode: "human" prints the board after every step, "ansi" and "rgb_array" return it from `render`;
                showing only what the learner's seat knows.
            options: Options of the game, as `swenv.load` takes them.

        Raises:
            ValueError: an argument is unknown or invalid; the message names it and lists what is known.
        """
        self._illegal_action = check_known("policy for illegal actions", illegal_action, POLICIES)
        self.game = load(game, num_players, reward=reward, **options)
        self.render_mode = check_render_mode(render_mode)
        num_players = self.game.num_players  # a Python number
        self.opponents = others.names_of(opponents, num_players - 1)
        self._players = [others.make(name) for name in self.opponents]
        self._seat_option = others.check_seat(seat, num_players)
        self._form = Form(self.game, observation, dtype, idle_mask)
        self._over = True
        self.observation_space = self._form.space()
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game and let the opponents play to the learner's first decision.

        Args:
            seed: Seed of the game and of all random numbers; None continues with `np_random`.
            options: `{"position": document}` starts from a position; other keys are ignored.

        Returns:
            Observation, info.

        Raises:
            ValueError: the seed or the position is invalid, or the learner has no decision left in that position.
            TypeError: the seed is not a whole number, or the options are not a dictionary.
        """
        state = state_from_options(self.game, options)
        seed = None if seed is None else check_seed(seed)
        super().reset(seed=seed)
        chosen, *dice = others.seeds(self.np_random, len(self._players) + 1)
        chosen = chosen if seed is None else seed
        self.game_state = self.game.new_state(chosen) if state is None else state
        seats = self.game.num_players
        self.seat = others.seat_of(chosen, seats) if self._seat_option is None else self._seat_option
        for k, (player, die) in enumerate(zip(self._players, dice, strict=True), start=1):
            player.reset(self.game, (self.seat + k) % seats, die)
        self._coins = self.game_state.coins.tolist()
        self._over = False
        self._play_others()
        if self._over:
            raise ValueError(f"options['position']: the game ends before seat {self.seat} decides")
        return self._observation_and_info()

    def step(self, action: Any) -> Step:
        """Carry out the learner's action and play to its next decision, or to the end.

        Args:
            action: An index, 0 to num_actions - 1.

        Returns:
            Observation, reward, terminated, truncated (never), info.

        Raises:
            IllegalAction: the rules forbid it, with `illegal_action="raise"`. Nothing has changed.
            TypeError: it is not an integer.
            ValueError: there is no such action.
            GameOver: the game is over, or there was no `reset`.
        """
        if self._over:
            raise GameOver("no game in progress: call reset() first")
        state = self.game_state
        number = index_of(action, state)
        illegal = not state.attempt(number)
        if illegal:
            self.game.action(number)  # which must exist
        if illegal and self._illegal_action == "raise":
            refuse(state, number)
        if illegal and self._illegal_action == "lose":
            self._over = True
            observation, info = self._observation_and_info()
            return observation, -1.0, True, False, {**info, "illegal_action": True}
        if illegal:
            state.apply(int(self.np_random.choice(state.legal_actions())))
        self._play_others()
        observation, info = self._observation_and_info()
        if illegal:
            info["illegal_action"] = np.array(True)
        return observation, self._earned(), self._over, False, info

    def _play_others(self) -> None:
        """Let the opponents play until the learner is to act or the game is over."""
        state, seats = self.game_state, self.game.num_players
        while not state.is_over and state.to_act != self.seat:
            state.apply(self._players[(state.to_act - self.seat) % seats - 1].act(state))
        self._over = state.is_over
        if self.render_mode == "human":
            self.render()

    def _observation_and_info(self) -> tuple[Any, dict[str, Any]]:
        mask = self._form.idle() if self._over else self.game_state.mask().view(np.int8)
        seen = self._form.of(self.game_state, self.seat, mask)
        return seen, {"action_mask": mask, "seat": np.array(self.seat)}

    def _earned(self) -> float:
        """What the learner's seat has earned since the last step."""
        before, self._coins = self._coins, self.game_state.coins.tolist()
        return float(paid(self.game_state, before)[self.seat])

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, (num_actions,) bool, a new array; the idle mask once the game is over."""
        return self._form.idle().view(np.bool_) if self._over else self.game_state.mask()

    def render(self) -> Any:
        """Draw what the learner's seat knows of the game, in the `render_mode`.

        Raises:
            ImportError: pixels need `pip install swenv-rl[view]`.
        """
        return render(self.game_state, self.render_mode, self.seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatEnv):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game, vars(self).get("game_state")))

    def _key(self) -> tuple[Any, ...]:
        names = ("_form", "opponents", "_seat_option", "_illegal_action", "_over", "game_state", "seat", "_coins")
        dice = None if self._np_random is None else self._np_random.bit_generator.state
        return dice, [vars(self).get(name) for name in names]
