"""The PettingZoo interface of any `Game`: agents act one at a time (AEC). It decides no rules.

PettingZoo's three standard wrappers cost 25 µs per step, several times as much as everything else. `GameAEC` makes
their checks itself, where they cost next to nothing: use before `reset`, a loop over `agent_iter` that forgets to step,
actions of agents that are done, actions that do not exist. By default, an illegal action raises `IllegalAction`, which
lists the legal ones; it neither ends nor changes the game.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from swenv.core.errors import check_known
from swenv.core.game import MAX_SEED, Game, State, check_seed
from swenv.core.random import mixed
from swenv.core.registry import load
from swenv.core.rewards import paid
from swenv.envs.forms import Form
from swenv.envs.shared import (
    FPS,
    POLICIES,
    check_render_mode,
    index_of,
    refuse,
    render,
    render_modes,
    state_from_options,
)

Observation = Any
"""A dictionary of arrays, one array, or a text: see `Form`."""
Info = dict[str, Any]
Pay = Sequence[float] | NDArray[Any]
"""(num_players,) numbers."""
RewardFn = Callable[[State, State], Pay]
"""Called with the states before and after a step."""


class GameAEC(AECEnv[str, Observation, Any]):
    """A game as a PettingZoo environment, with agents `player_0`, `player_1`, ... in turn order.

    Observations are `{"observation": (observation_size,) int8, "action_mask": (num_actions,) int8}` unless the option
    `observation` says otherwise, and the info of an agent holds the same mask. Every step returns new arrays. The
    observing agent's seat always comes first. The mask has a 1 for exactly the legal actions of the agent to act, and
    is all zeros for every other agent and once the game is over. An illegal action raises `IllegalAction`, which names
    the rule and the legal actions, and changes nothing.

    `last` pays an agent everything it earned since it last acted, including what it won or lost during other agents'
    decisions; `rewards` holds what the last step alone paid to each. At the end, all agents terminate in the same step,
    and each collects what it is owed with one more `last`, which it answers with `step(None)`.

    `copy`, `copy.deepcopy`, `pickle`, `==` and `hash` work in mid-game: equal environments play on identically.

    Attributes:
        game: The `Game`.
        game_state: The `State` being played, owned by the environment; copy it to search in it.
        render_mode: "human", "ansi", "rgb_array" or None.
    """

    game_state: State
    # Views of the state's record, which take a fifth of the time of its properties; the seat to act and the coins.
    _to_act: NDArray[np.int8]
    _phase: NDArray[np.int8]
    _purses: NDArray[np.int16]
    _seat: int
    _coins: list[int]
    # Created on first use after a step.
    _info: Info | None
    _infos: dict[str, Info] | None

    def __init__(
        self,
        game: Game,
        name: str,
        render_mode: str | None = None,
        reward_fn: RewardFn | None = None,
        reuse_arrays: bool = False,
        observation: str = "dict",
        dtype: str = "int8",
        illegal_action: str = "raise",
        idle_mask: str = "zeros",
    ) -> None:
        """Create the environment; `reset` starts a game.

        Args:
            game: The game; its option `reward` selects the rewards.
            name: The name shown by `str(env)`, such as "smallworld_v0".
            render_mode: "human" prints the board after every step, "ansi" and "rgb_array" return it from `render`.
            reward_fn: Replaces the option: called with the states before and after each step, it returns a number for
                each seat. Only then is the state copied before each step.
            reuse_arrays: `last` refills the same arrays on every call if it need not convert them; copy what you keep.
            observation: The form of observations: "dict", "vector", "graph", "planes" or "text", see `Form`.
            dtype: Of arrays of observations, "int8" or "float32". Masks are int8.
            illegal_action: "raise" raises `IllegalAction`; "random_legal" plays a random legal action instead; "lose"
                ends the game, with -1 for the agent and 0 for the others.
            idle_mask: "zeros" or "ones": the mask of an agent that is not to act, and of all once the game is over.

        Raises:
            ValueError: an option is invalid; the message names it and lists what is known.
        """
        self.metadata = {
            "name": name,
            "render_modes": render_modes(),
            "is_parallelizable": False,
            "render_fps": FPS,
        }
        self.game = game
        self.render_mode = check_render_mode(render_mode)
        self._form = Form(game, observation, dtype, idle_mask)
        self._illegal_action = check_known("policy for illegal actions", illegal_action, POLICIES)
        self._offender: str | None = None
        """The agent whose illegal action was the last step."""
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players)]
        self._reward_fn = reward_fn
        self._pays_coins = reward_fn is None and game.reward == "coins"
        self._reuse_arrays = reuse_arrays
        self._seed: int | None = None
        self._over = True
        self._spaces: dict[tuple[str, str], spaces.Space[Any]] = {}
        self._make_buffers()

    # The game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: The game is that of `game.new_state(seed)`; None uses a seed that follows from the last one.
            options: `{"position": document}` starts from a position; other keys are ignored.

        Raises:
            ValueError: the seed is out of range, or the position is invalid.
            TypeError: the seed is not a whole number, or the options are not a dictionary.
        """
        if seed is not None:
            chosen = check_seed(seed)
        else:
            chosen = secrets.randbelow(MAX_SEED) if self._seed is None else mixed(self._seed) & MAX_SEED
        state = state_from_options(self.game, options)
        self._bind(self.game.new_state(chosen) if state is None else state)
        self._seed = chosen
        self._offender = None
        self._dice = np.random.default_rng(chosen) if self._illegal_action == "random_legal" else None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self._seat]
        self._over = self._paid = False
        self._stepped = True
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Carry out an action of the selected agent, and select the next one to act.

        Args:
            action: An index, 0 to num_actions - 1; None for an agent that is done.

        Raises:
            IllegalAction: a rule forbids it now, and `illegal_action` is "raise"; the error names the rule and what is
                legal. Nothing has changed.
            TypeError: it is not an integer.
            ValueError: there is no such action, or an agent that is done tries to act.
            AssertionError: there was no `reset`.
        """
        if self._over:
            self._step_when_over(action)
            return
        state, number = self.game_state, index_of(action, self.game_state)
        before = None if self._reward_fn is None else state.copy()
        forfeited = False
        if state.attempt(number):
            self._offender = None
        else:
            self.game.action(number)  # which must exist
            if self._illegal_action == "raise":
                refuse(state, number)
            self._offender = self.agent_selection
            forfeited = self._illegal_action == "lose"
            if not forfeited:
                state.apply(self._dice.choice(state.legal_actions()))  # type: ignore[union-attr]
        self._stepped = True
        self._info = self._infos = None
        # Write only what changes: a step takes a few microseconds.
        if self._cumulative_rewards[self.agent_selection]:  # the preceding last() has returned it
            self._cumulative_rewards[self.agent_selection] = 0.0
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        seat = self._to_act.item()
        if seat != self._seat:
            self._seat = seat
            self.agent_selection = self.possible_agents[seat]
        if forfeited or self._phase.item() == self.game.over:
            self._over = True
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        if forfeited:
            self._pay([-1.0 if agent == self._offender else 0.0 for agent in self.agents])
        elif before is not None:
            self._pay(self._reward_fn(before, state))  # type: ignore[misc]
        elif self._over or self._pays_coins:
            then, self._coins = self._coins, self._purses.tolist()
            if self._over or self._coins != then:
                self._pay(paid(state, then))
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """What the selected agent sees, has earned since it last acted, whether it is done, and its info.

        Args:
            observe: Whether to create the observation; otherwise it is None.

        Returns:
            Observation, reward, terminated, truncated (never), info with the mask.
        """
        agent = self.agent_selection
        observation: Observation | None = None
        if self._over:
            info = self.infos[agent]
            if observe:
                observation = self.observe(agent)
        else:
            info = self._look() if self._info is None else self._info
            if observe:
                if self._is_plain:  # what `Form` would do, without a call
                    vector = np.empty(self._size, np.int8)
                    observation = {"observation": vector, "action_mask": info["action_mask"]}
                    self.game_state.write_observation(self._seat, vector)
                else:
                    observation = self._formed(info["action_mask"])
        return observation, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], info

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, in new arrays; its mask is the idle one unless it is to act.

        Raises:
            KeyError: there is no such agent.
            AssertionError: there was no `reset` yet.
        """
        if not hasattr(self, "game_state"):
            EnvLogger.error_observe_before_reset()
        seat = self._seats[agent]
        return self._form.of(self.game_state, seat, self._info_of(seat)["action_mask"].copy())

    @property
    def infos(self) -> dict[str, Info]:  # type: ignore[override]
        """The info of each agent, created on request.

        It has `action_mask`, (num_actions,) int8, and `illegal_action`, True, only after one that did not raise.
        """
        infos = self._infos
        if infos is None:
            infos = self._infos = {agent: self._info_of(self._seats[agent]) for agent in self.agents}
        return infos

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """Iterate over the agents in the order in which they act; call `step` once per iteration.

        Raises:
            AssertionError: there was no `reset`, or an iteration did not call `step`.
        """
        if not hasattr(self, "game_state"):
            EnvLogger.error_agent_iter_before_reset()
        return self._turns(max_iter)

    def _turns(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            assert self._stepped, "need to call step() or reset() in a loop over `agent_iter`"
            self._stepped = False
            max_iter -= 1
            yield self.agent_selection

    def state(self) -> NDArray[Any]:
        """The vectors of all agents concatenated, (num_players * observation_size,), for centralised critics.

        Raises:
            AssertionError: there was no `reset` yet.
        """
        if not hasattr(self, "game_state"):
            EnvLogger.error_state_before_reset()
        seen = [self.game_state.observation(seat) for seat in range(self.game.num_players)]
        return np.concatenate(seen).astype(self._form.dtype, copy=False)

    # Spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, the same object every time."""
        return self._space("observation", agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, the same object every time; its `sample` takes the mask."""
        return self._space("action", agent)

    @property
    def state_space(self) -> spaces.Space[Any]:
        """The space of `state()`."""
        return self._space("state", self.possible_agents[0])

    def _space(self, kind: str, agent: str) -> spaces.Space[Any]:
        """A space, created on first use; KeyError if there is no such agent."""
        self._seats[agent]
        if (kind, agent) not in self._spaces:
            space: spaces.Space[Any]
            if kind == "action":
                space = spaces.Discrete(self.game.num_actions)
            elif kind == "state":
                space = spaces.Box(-128, 127, (self.game.num_players * self._size,), np.dtype(self._form.dtype).type)
            else:
                space = self._form.space()
            self._spaces[kind, agent] = space
        return self._spaces[kind, agent]

    # Seeing it

    def render(self) -> Any:
        """Draw the game in the `render_mode`: text to the terminal ("human"), text ("ansi"), pixels ("rgb_array").

        Raises:
            AssertionError: there was no `reset` yet.
            ImportError: pixels need `pip install swenv-rl[view]`.
        """
        if not hasattr(self, "game_state"):
            EnvLogger.error_render_before_reset()
        return render(self.game_state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    # Copies

    def copy(self) -> GameAEC:
        """An independent environment at the same point of the same game, sharing its spaces with this one."""
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> GameAEC:
        other = memo[id(self)] = self.copy()
        other._spaces = copy.deepcopy(self._spaces, memo)
        return other

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in _MADE_ANEW}
        for name in (
            "game_state",
            "agents",
            "rewards",
            "_cumulative_rewards",
            "terminations",
            "truncations",
            "_spaces",
        ):
            if name in state:
                state[name] = copy.copy(state[name])
        state["_dice"] = copy.deepcopy(state.get("_dice"))
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_buffers()
        if "game_state" in state:
            self._bind(self.game_state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameAEC):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game, vars(self).get("game_state")))

    def _key(self) -> tuple[Any, ...]:
        """Everything that determines how the game continues."""
        names = (
            *("_form", "_reward_fn", "_reuse_arrays", "_illegal_action", "_offender", "_seed"),
            *("game_state", "agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations"),
        )
        dice = vars(self).get("_dice")
        return dice and dice.bit_generator.state, [vars(self).get(name) for name in names]

    # Inside

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
                raise AttributeError(f"{name} cannot be accessed before reset")
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def _make_buffers(self) -> None:
        """Create what depends only on the game."""
        game = self.game
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._size = game.observation_size
        self._mask = np.empty(game.num_actions, np.bool_)
        self._mask_as_int8 = self._mask.view(np.int8)
        self._is_plain = (self._form.name, self._form.dtype, self._reuse_arrays) == ("dict", "int8", False)
        self._reused_vector = np.empty(self._size, np.int8)
        self._reused_observation = None
        if self._reuse_arrays and self._form.refers:
            self._reused_observation = self._form(self._reused_vector, self._mask_as_int8)

    def _bind(self, state: State) -> None:
        """Continue from a state."""
        self.game_state = state
        self._to_act, self._phase = state.record["to_act"], state.record["phase"]
        self._purses = state.record["coins"][0, : self.game.num_players]
        self._coins = self._purses.tolist()
        self._seat = self._to_act.item()
        self._info = self._infos = None

    def _look(self) -> Info:
        """The info of the agent to act: its mask, written once per step."""
        self.game_state.write_mask(self._mask)
        info = self._info = {"action_mask": self._mask_as_int8 if self._reuse_arrays else self._mask_as_int8.copy()}
        if self._offender is not None and self._offender == self.agent_selection:
            info["illegal_action"] = np.True_
        return info

    def _formed(self, mask: NDArray[np.int8]) -> Observation:
        """What the agent to act sees, in any form, in reused or new arrays."""
        if self._reused_observation is None:
            return self._form.of(self.game_state, self._seat, mask)
        self.game_state.write_observation(self._seat, self._reused_vector)
        return self._reused_observation

    def _info_of(self, seat: int) -> Info:
        """The info of any seat."""
        if not self._over and seat == self._seat:
            return self._look() if self._info is None else self._info
        info: Info = {"action_mask": self._form.idle()}
        if self._offender == self.possible_agents[seat]:
            info["illegal_action"] = np.True_
        return info

    def _pay(self, pay: Pay) -> None:
        """Record what a step paid to each seat."""
        self.rewards = dict(zip(self.agents, map(float, pay), strict=True))
        self._accumulate_rewards()
        self._paid = True

    def _step_when_over(self, action: Any) -> None:
        """Handle steps that are not decisions: before `reset`, for agents that are done, and after the last of them."""
        if not hasattr(self, "game_state"):
            EnvLogger.error_step_before_reset()
        self._stepped = True
        if self.agents:
            self._was_dead_step(action)  # the remaining `agents` are all done
        else:
            EnvLogger.warn_step_after_terminated_truncated()


_MADE_ANEW = frozenset(
    {
        *("_seats", "_size", "_mask", "_mask_as_int8", "_is_plain", "_reused_vector", "_reused_observation"),
        *("_to_act", "_phase", "_purses", "_seat", "_coins", "_info", "_infos"),
    }
)
"""What `_make_buffers` and `_bind` create, which is neither copied nor pickled."""

Makers = tuple[Callable[..., GameAEC], Callable[..., GameAEC], Callable[..., ParallelEnv[Any, Any, Any]]]


def makers(game_name: str, name: str) -> Makers:
    """The functions of a PettingZoo module: `env`, `raw_env` and `parallel_env`.

    Args:
        game_name: The game, as `swenv.load` takes it.
        name: The module's name, including its version, such as "smallworld_v0".
    """

    def env(
        num_players: int = 2,
        *,
        render_mode: str | None = None,
        reward: str | RewardFn = "win",
        reuse_arrays: bool = False,
        observation: str = "dict",
        dtype: str = "int8",
        illegal_action: str = "raise",
        idle_mask: str = "zeros",
        **options: Any,
    ) -> GameAEC:
        """Create the environment. It makes all checks itself and needs no wrappers: `raw_env` is the same.

        Args:
            num_players: Number of seats.
            render_mode: "human", "ansi", "rgb_array" or None.
            reward: "win", "margin", "coins", or a function of the states before and after a step.
            reuse_arrays: `last` refills the same arrays on every call; copy what you keep.
            observation: "dict", "vector", "graph", "planes" or "text", see `swenv.envs.forms.Form`.
            dtype: "int8" or "float32".
            illegal_action: "raise", "random_legal" or "lose".
            idle_mask: "zeros" or "ones", the mask of an agent that is not to act.
            options: Options of the game, as `swenv.load` takes them.

        Raises:
            ValueError: an option is unknown or invalid; the message names it and lists what is known.
        """
        reward_fn = reward if callable(reward) else None
        if reward_fn is None:
            options["reward"] = reward
        return GameAEC(
            load(game_name, num_players, **options), name, render_mode, reward_fn, reuse_arrays, observation, dtype,
            illegal_action, idle_mask,
        )  # fmt: skip

    def parallel_env(num_players: int = 2, **options: Any) -> ParallelEnv[Any, Any, Any]:
        """Create the parallel environment: every agent sees every step, and only the action of the agent to act counts.

        Args:
            num_players: Number of seats.
            options: Anything that `env` takes.
        """
        # Imported when used: it needs more of PettingZoo than the environment does.
        from swenv.envs.parallel import GameParallel

        return GameParallel(env(num_players, **options))

    return env, env, parallel_env
