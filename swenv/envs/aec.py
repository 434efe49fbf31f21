"""The PettingZoo face of any `Game`: agents act one at a time (AEC). No rule is decided here.

PettingZoo's three standard wrappers cost 25 µs a step, several times all the rest of it. `GameAEC` makes their checks
itself, where they cost next to nothing: use before `reset`, a loop over `agent_iter` that forgets to step, actions of
agents that are done, actions that do not exist. An illegal action raises `IllegalAction`, which names the legal ones;
it neither ends the game nor changes it.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from swenv.core.game import MAX_SEED, Game, State, check_seed
from swenv.core.jit import direct
from swenv.core.random import mixed
from swenv.core.registry import load
from swenv.envs.rewards import REWARDS, Pay, RewardFn
from swenv.envs.shared import FPS, RENDER_MODES, check_render_mode, index_of, opening, refuse, render

Observation = dict[str, NDArray[np.int8]]
Info = dict[str, Any]


class GameAEC(AECEnv[str, Observation, Any]):
    """A game for PettingZoo: agents `player_0`, `player_1`, ... in turn order.

    Observations are `{"observation": (observation_size,) int8, "action_mask": (num_actions,) int8}`, and the info of an
    agent holds the same mask. Every step gives new arrays. The mask of an agent that is not to act is all zeros.

    `last` pays an agent everything it earned since it last acted, what it won or lost during other agents' decisions
    included; `rewards` holds what the last step alone paid to each. At the end all agents are done in the same step.

    `copy`, `copy.deepcopy`, `pickle`, `==` and `hash` work in mid-game: equal environments play on identically.

    Attributes:
        game: The `Game`.
        game_state: The `State` that is played, the environment's own; copy it to search in it.
        render_mode: "human", "ansi", "rgb_array" or None.
    """

    game_state: State
    # What the state at hand is read through: views of its record, and the seat that they say is to act.
    _record: NDArray[Any]
    _to_act: NDArray[np.int8]
    _phase: NDArray[np.int8]
    _purses: NDArray[np.int16]
    _seat: int
    _last_purses: list[int]
    # Made at the first look after a step.
    _info: Info | None
    _infos: dict[str, Info] | None

    def __init__(
        self,
        game: Game,
        name: str,
        render_mode: str | None = None,
        reward_fn: RewardFn | None = None,
        live: bool = False,
    ) -> None:
        """Make it; `reset` starts a game.

        Args:
            game: The game; its option `reward` says what is paid.
            name: What `str(env)` says, such as "smallworld_v0".
            render_mode: "human" prints the board after every step, "ansi" and "rgb_array" return it from `render`.
            reward_fn: Pays instead of the option: called with the states before and after each step, it gives a
                number for each seat. Only then is the state before a step copied.
            live: `last` fills the same arrays again and again; copy what you keep.
        """
        self.metadata = {
            "name": name,
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": FPS,
        }
        self.game = game
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players)]
        self._reward_fn = reward_fn
        self._pays_coins = reward_fn is None and game.options["reward"] == "coins"
        self._live = live
        self._seed: int | None = None
        self._over = True
        self._spaces: dict[tuple[str, str], spaces.Space[Any]] = {}
        self._make_buffers()

    # The game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: The game is that of `game.new_state(seed)`. None goes on with a seed that follows from the last one.
            options: `{"position": document}` starts from a position; other keys are left alone.

        Raises:
            ValueError: the seed is out of range, or the position is wrong.
        """
        if seed is not None:
            chosen = check_seed(seed)
        else:
            chosen = secrets.randbelow(MAX_SEED) if self._seed is None else mixed(self._seed) & MAX_SEED
        self._bind(opening(self.game, chosen, options))
        self._seed = chosen
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
            IllegalAction: the rules forbid it now; it says which one, and what is legal. Nothing has changed.
            TypeError: it is no whole number.
            ValueError: there is no such action, or an agent that is done wants to act.
            AssertionError: there was no `reset` yet.
        """
        if self._over:
            self._step_when_over(action)
            return
        before = None if self._reward_fn is None else self.game_state.copy()
        try:
            legal = self._apply(self._record, 0, self._tables, index(action))
        except (TypeError, OverflowError):
            legal = False
        if not legal:
            refuse(self.game_state, index_of(action, self.game_state))
        self._stepped = True
        self._info = self._infos = None
        # Nothing is written that stays the same: a step is a few microseconds.
        if self._cumulative_rewards[self.agent_selection]:  # the preceding last() has handed it out
            self._cumulative_rewards[self.agent_selection] = 0.0
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        seat = self._to_act.item()
        if seat != self._seat:
            self._seat = seat
            self.agent_selection = self.possible_agents[seat]
        if self._phase.item() == self.game.over:
            self._over = True
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        if before is not None:
            self._pay(self._reward_fn(before, self.game_state))  # type: ignore[misc]
        elif self._pays_coins:
            purses = self._purses.tolist()
            if purses != self._last_purses:
                self._pay([now - then for now, then in zip(purses, self._last_purses, strict=True)])
                self._last_purses = purses
        elif self._over:
            self._pay(REWARDS[self.game.options["reward"]](self.game_state, self.game_state))
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """What the selected agent sees, what it has earned since it last acted, whether it is done, its info.

        Args:
            observe: Whether to make the observation; None stands for it otherwise.

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
                if self._live:
                    observation = self._live_observation
                    vector = observation["observation"]
                else:
                    vector = np.empty(self._size, np.int8)
                    observation = {"observation": vector, "action_mask": info["action_mask"]}
                self._observe(self._record, 0, self._tables, self._seat, vector)
        return observation, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], info

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, in new arrays; its mask is all zeros unless it is to act.

        Raises:
            KeyError: there is no such agent.
            AssertionError: there was no `reset` yet.
        """
        if not hasattr(self, "game_state"):
            EnvLogger.error_observe_before_reset()
        seat = self._seats[agent]
        mask = self._info_of(seat)["action_mask"]
        return {"observation": self.game_state.observation(seat), "action_mask": mask.copy()}

    @property
    def infos(self) -> dict[str, Info]:  # type: ignore[override]
        """The info of each agent, `{"action_mask": (num_actions,) int8}`; made when it is asked for."""
        infos = self._infos
        if infos is None:
            infos = self._infos = {agent: self._info_of(self._seats[agent]) for agent in self.agents}
        return infos

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """The agents in the order in which they act; step once in each round of the loop.

        Raises:
            AssertionError: there was no `reset` yet, or a round of the loop did not step.
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

    def state(self) -> NDArray[np.int8]:
        """What all agents see, one after the other, (num_players * observation_size,) int8, for centralised critics.

        Raises:
            AssertionError: there was no `reset` yet.
        """
        if not hasattr(self, "game_state"):
            EnvLogger.error_state_before_reset()
        return np.concatenate([self.game_state.observation(seat) for seat in range(self.game.num_players)])

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
        """A space, made when it is first asked for; KeyError if there is no such agent."""
        self._seats[agent]
        if (kind, agent) not in self._spaces:
            size, actions = self._size, self.game.num_actions
            space: spaces.Space[Any]
            if kind == "action":
                space = spaces.Discrete(actions)
            elif kind == "state":
                space = spaces.Box(-128, 127, (self.game.num_players * size,), np.int8)
            else:
                seen, mask = spaces.Box(-128, 127, (size,), np.int8), spaces.Box(0, 1, (actions,), np.int8)
                space = spaces.Dict({"observation": seen, "action_mask": mask})
            self._spaces[kind, agent] = space
        return self._spaces[kind, agent]

    # Seeing it

    def render(self) -> Any:
        """Draw the game in the `render_mode`: text to the terminal ("human"), text ("ansi"), pixels ("rgb_array").

        Raises:
            AssertionError: there was no `reset` yet.
            ImportError: pixels need `pip install swenv[view]`.
        """
        if not hasattr(self, "game_state"):
            EnvLogger.error_render_before_reset()
        return render(self.game_state, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    # Copies

    def copy(self) -> GameAEC:
        """An independent environment at the same point of the same game; it shares the spaces with this one."""
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> GameAEC:
        other = memo[id(self)] = self.copy()
        other._spaces = copy.deepcopy(self._spaces, memo)
        return other

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in _MADE_ANEW}
        for name in (
            "game_state",
            "agents",
            "rewards",
            "_cumulative_rewards",
            "terminations",
            "truncations",
            "_spaces",
        ):
            if name in kept:
                kept[name] = copy.copy(kept[name])
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._make_buffers()
        if "game_state" in kept:
            self._bind(self.game_state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameAEC):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game, vars(self).get("game_state")))

    def _key(self) -> tuple[Any, ...]:
        """All that decides how it plays on."""
        names = ("game_state", "agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "_seed")
        return self.game, self._reward_fn, self._live, [vars(self).get(name) for name in names]

    # Inside

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
                raise AttributeError(f"{name} cannot be accessed before reset")
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def _make_buffers(self) -> None:
        """What follows from the game alone."""
        game = self.game
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._size = game.observation_size
        self._tables = game.tables
        self._mask = np.empty(game.num_actions, np.bool_)
        self._mask_as_int8 = self._mask.view(np.int8)
        self._live_info: Info = {"action_mask": self._mask_as_int8}
        self._live_observation = {"observation": np.empty(self._size, np.int8), "action_mask": self._mask_as_int8}

    def _bind(self, state: State) -> None:
        """Play on from a state."""
        engine = self.game.engine
        self._apply, self._mask_of, self._observe = direct(engine.step), direct(engine.mask_of), direct(engine.observe)
        self.game_state = state
        record = self._record = state.record
        self._to_act, self._phase = record["to_act"], record["phase"]
        self._purses = record["coins"][0, : self.game.num_players]
        self._last_purses = self._purses.tolist()
        self._seat = self._to_act.item()
        self._info = self._infos = None

    def _look(self) -> Info:
        """The info of the agent to act: its mask, written once a step."""
        self._mask_of(self._record, 0, self._tables, self._mask)
        info = self._info = self._live_info if self._live else {"action_mask": self._mask_as_int8.copy()}
        return info

    def _info_of(self, seat: int) -> Info:
        """The info of any seat."""
        if self._over or seat != self._seat:
            return {"action_mask": np.zeros(self.game.num_actions, np.int8)}
        return self._look() if self._info is None else self._info

    def _pay(self, pay: Pay) -> None:
        """Note what a step paid to each seat."""
        self.rewards = dict(zip(self.agents, map(float, pay), strict=True))
        self._accumulate_rewards()
        self._paid = True

    def _step_when_over(self, action: Any) -> None:
        """The steps that are no decisions: before `reset`, of agents that are done, and after the last of them."""
        if not hasattr(self, "game_state"):
            EnvLogger.error_step_before_reset()
        self._stepped = True
        if self.agents:
            self._was_dead_step(action)  # it leaves nothing behind but `agents`, all of whom are done
        else:
            EnvLogger.warn_step_after_terminated_truncated()


_MADE_ANEW = frozenset(
    {
        *("_seats", "_size", "_tables", "_apply", "_mask_of", "_observe"),
        *("_mask", "_mask_as_int8", "_live_info", "_live_observation"),
        *("_record", "_to_act", "_phase", "_purses", "_last_purses", "_seat", "_info", "_infos"),
    }
)
"""What `_make_buffers` and `_bind` fill in: views and kernels, which no copy and no pickle takes along."""

Makers = tuple[Callable[..., GameAEC], Callable[..., GameAEC], Callable[..., ParallelEnv[Any, Any, Any]]]


def makers(game_name: str, name: str) -> Makers:
    """The functions of a PettingZoo module: `env`, `raw_env` and `parallel_env`.

    Args:
        game_name: The game, as `swenv.load` takes it.
        name: The module's name with its version, such as "smallworld_v0".
    """

    def env(
        num_players: int = 2,
        *,
        render_mode: str | None = None,
        reward: str | RewardFn = "win",
        live: bool = False,
        **options: Any,
    ) -> GameAEC:
        """The environment. Its checks are inside, it needs no wrapper: `raw_env` is the same.

        Args:
            num_players: Number of seats.
            render_mode: "human", "ansi", "rgb_array" or None.
            reward: "win", "margin", "coins", or a function of the states before and after a step.
            live: `last` fills the same arrays again and again; copy what you keep.
            options: Options of the game, as `swenv.load` takes them.

        Raises:
            ValueError: an option is unknown or has a wrong value; the message names it and what is known.
        """
        reward_fn = reward if callable(reward) else None
        if reward_fn is None:
            options["reward"] = reward
        return GameAEC(load(game_name, num_players, **options), name, render_mode, reward_fn, live)

    def parallel_env(num_players: int = 2, **options: Any) -> ParallelEnv[Any, Any, Any]:
        """All agents at once: all see every step, the action of the agent to act counts, the others' are not read.

        Args:
            num_players: Number of seats.
            options: What `env` takes.
        """
        # Imported when used: the bridge needs more of PettingZoo than the environment does.
        from pettingzoo.utils.conversions import turn_based_aec_to_parallel

        bridge: ParallelEnv[Any, Any, Any] = turn_based_aec_to_parallel(env(num_players, **options))
        return bridge

    return env, env, parallel_env
