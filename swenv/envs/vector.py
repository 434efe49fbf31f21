"""The batched Gymnasium interface of any `Game`: many games side by side, with the learner in one seat of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from swenv.core.errors import check_known
from swenv.core.game import MAX_SEED, State, check_seed
from swenv.core.random import mixed
from swenv.core.registry import load
from swenv.core.vector import seed_of
from swenv.envs import opponents as others
from swenv.envs.forms import Form
from swenv.envs.shared import (
    FIRST,
    FPS,
    POLICIES,
    RENDER_MODES,
    check_render_mode,
    indices_of,
    refuse,
    render,
    render_modes,
    state_from_options,
    state_from_position,
)

Arrays = NDArray[Any]
RANDOM = "random"
"""The opponent that plays in compiled code."""
_DICE_STREAM = 0xD1CE  # apart from the streams of the stacks and of the seat
AUTORESET = {"same_step": AutoresetMode.SAME_STEP, "next_step": AutoresetMode.NEXT_STEP}
"""When a finished game restarts: the option `autoreset`."""


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games, with the learner in one seat of each: `gymnasium.make_vec("swenv/SmallWorld-v0", num_envs=64)`.

    It works like `SeatEnv`, over the compiled batch: each opponent decides in one call for all its games. A finished
    game restarts within the same step (`AutoresetMode.SAME_STEP`): the observation is then the first of the new game,
    and `infos["final_obs"]` has the last one of the old game. With the option `autoreset="next_step"`, the observation
    is the last of the old game, with the idle mask; the next step ignores the action, pays 0, and shows the new game. A
    trainer written for another mode would silently learn from wrong pairs; check `metadata["autoreset_mode"]`.

    Observations are (num_envs, observation_size) int8, unless the option `observation` says otherwise; infos hold
    `action_mask`, (num_envs, num_actions) int8, and `seat`, (num_envs,). `action_masks()` returns the masks as bool.

    After `reset(seed=s)`, game i is that of `game.vector(num_envs, seed=s)`, in a batch of any size. `copy.deepcopy`,
    `pickle`, `==` and `hash` work in mid-game; equality ignores the opponents' random numbers.

    Attributes:
        game: The `Game`.
        vector: The `Vector` being played, owned by the environment.
        seats: (num_envs,) int64, the learner's seat in each game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in Gymnasium
        "render_modes": render_modes()[1:],
        "render_fps": FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
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
        copy: bool = True,
        autoreset: str = "same_step",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """Create the environment; `reset` starts the games.

        Args:
            num_envs: Number of games.
            game: As in `SeatEnv`.
            opponents: As in `SeatEnv`.
            seat: As in `SeatEnv`; None draws it for each game, from its seed.
            num_players: Number of seats.
            reward: "win", "margin" or "coins".
            illegal_action: "raise", "random_legal" or "lose". A step that raises changes nothing in any game.
            observation: As in `SeatEnv`, but not "text".
            dtype: As in `SeatEnv`.
            idle_mask: "zeros" or "ones": the mask in `infos["final_info"]` and `infos["final_obs"]`.
            render_mode: "ansi" or "rgb_array".
            copy: Whether to copy observations. If False, the next step overwrites those of int8.
            autoreset: "same_step" or "next_step"; most of Gymnasium's own vector wrappers need the latter.
            threads: Threads of the compiled batch; they only help with thousands of games.
            options: Options of the game, as `swenv.load` takes them.

        Raises:
            ValueError: an argument is unknown or invalid; the message names it and lists what is known.
        """
        self._illegal_action = check_known("policy for illegal actions", illegal_action, POLICIES)
        self.game = load(game, num_players, reward=reward, **options)
        self.render_mode = check_render_mode(render_mode, RENDER_MODES[1:])
        num_players = self.game.num_players  # a Python number
        self.opponents = others.names_of(opponents, num_players - 1)
        names = sorted({*self.opponents} - {RANDOM})
        self._players = [others.make(name) for name in names]
        self._player_at = np.array([-1, *(-1 if name == RANDOM else names.index(name) for name in self.opponents)])
        """Index of the player by its distance in seats after the learner; -1 for the learner and for random seats."""
        self._random_at = [k for k, name in enumerate(self.opponents, start=1) if name == RANDOM]
        """Distances of the random seats, which play in compiled code."""
        self._seat_option = others.check_seat(seat, num_players)
        self._form = Form(self.game, observation, dtype, idle_mask)
        if observation == "text":
            raise ValueError("option 'observation': a batch has no 'text': make an environment for each game")
        self._copy = copy
        check_known("way to restart finished games", autoreset, AUTORESET)
        self.autoreset_mode = AUTORESET[autoreset]  # TorchRL looks for it here
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._shows_ends = autoreset == "next_step"
        self.vector = self.game.vector(num_envs, seed=0, threads=threads)
        self.num_envs = num_envs = self.vector.num_games
        self.single_observation_space = self._form.space()
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = np.zeros(num_envs, dtype=np.int64)
        self._games = np.arange(num_envs)
        self._paid = np.zeros(num_envs)
        self._paid_ahead = np.zeros(num_envs)  # in a new game, before the learner's first decision
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._resting = np.zeros(num_envs, dtype=np.bool_)  # games whose end was shown, and whose start comes next
        self._final: dict[int, tuple[State, int]] = {}
        """The last state of each game that the last step ended, and the learner's seat in it."""
        self._random_seats = np.zeros(num_envs, dtype=np.uint64)
        self._die = np.zeros(num_envs, dtype=np.int64)
        """From this and the seed of a game follow the random seats' numbers, `_dice`."""
        self._dice = np.zeros(num_envs, dtype=np.uint64)
        self._started = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start games and let the opponents play to the learner's first decision in each.

        Args:
            seed: Seed of all games and of all random numbers; None continues with `np_random`. A list has one for each
                game, which is then that of `SeatEnv.reset` with this seed; None in it draws one.
            options: `{"position": document}` starts all games from a position; a list has one for each game, None for a
                new game. `{"reset_mask": array}`, (num_envs,) bool, starts only these games, and the others stay as
                they are; infos are those of the games that start. Other keys are ignored.

        Returns:
            Observations, infos.

        Raises:
            ValueError: a seed or a position is invalid, a list or the mask has another length, the mask is empty, or
                the learner has no decision left in a position; only then must `reset` be called again.
            TypeError: a seed is not a whole number, or the options or the mask have another type.
            RuntimeError: there is a mask, but no game in progress.
        """
        starts, where = self._starts(options), self._where(options)
        games: list[int] = np.flatnonzero(where).tolist()
        root, own = self._seeds(seed)
        explicit = [each for each in (own[i] for i in games) if each is not None]
        super().reset(seed=reduce(_joined, explicit, 0) if len(explicit) == len(games) else root)
        new_root, die, *dice = others.seeds(self.np_random, len(self._players) + 2)
        root = new_root if root is None else root
        seeds = [seed_of(root, i) if each is None else each for i, each in enumerate(own)]
        if where.all():
            self.vector.reset(root)
        if seed is not None or where.all():
            for player, player_die in zip(self._players, dice, strict=True):
                player.reset(self.game, -1, player_die)
        set_up = [i for i in games if not where.all() or own[i] is not None or starts[i] is not None]
        states = [starts[i] or self.game.new_state(seeds[i]) for i in set_up]
        self.vector.set_states(np.isin(self._games, set_up), states)
        for i in games:
            self.vector.seeds[i] = seeds[i]  # not that of a position, which all games may have in common
            self._die[i] = die if own[i] is None else mixed(seeds[i] ^ _DICE_STREAM) & MAX_SEED
            self._deal(i)
        self._resting[where] = False
        self._final = {i: last for i, last in self._final.items() if self._shows_ends and not where[i]}
        self._begin(games)
        return self._observations(), self._infos(where, np.zeros_like(where))

    def step(self, actions: Any) -> tuple[Any, Arrays, Arrays, Arrays, dict[str, Any]]:
        """Carry out the learner's actions and play to its next decision in every game.

        Args:
            actions: (num_envs,) integers.

        Returns:
            Observations, rewards (num_envs,) float64, terminations (num_envs,) bool, truncations (all False), infos.

        Raises:
            IllegalAction: one of them is illegal, with `illegal_action="raise"`; nothing has changed in any game.
            ValueError: the array has another shape or type, or there is no such action.
            RuntimeError: there was no `reset`.
        """
        if not self._started:
            raise RuntimeError("no game in progress: call reset() first")
        chosen = self._checked(actions)
        resting = self._resting
        legal = self.vector.masks[self._games, chosen] | resting
        lost = np.zeros(self.num_envs, dtype=np.bool_)
        if not legal.all():
            if self._illegal_action == "raise":
                first = int(np.argmin(legal))
                refuse(self.vector.state(first), int(chosen[first]), f"in game {first}: ")
            if self._illegal_action == "lose":
                lost = ~legal
            else:
                for i in np.flatnonzero(~legal):
                    chosen[i] = self.np_random.choice(np.flatnonzero(self.vector.masks[i]))
        self._begin_step()
        for i in np.flatnonzero(lost):
            self._lose(int(i))
        self._advance(chosen, ~lost & ~resting)
        self._play_others()
        self._resting = self._ended.copy() if self._shows_ends else resting
        infos = self._infos(np.ones_like(lost), ~legal)
        return self._observations(), self._paid.copy(), self._ended.copy(), np.zeros_like(self._ended), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, (num_envs, num_actions) bool, a new array."""
        return self._masks().view(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """A text or a picture of what the learner's seat knows of each game; None without a `render_mode`.

        With "next_step", a game that the last step ended is drawn as it ended.

        Raises:
            ImportError: pixels need `pip install swenv-rl[view]`.
        """
        if self.render_mode is None:
            render(self.vector.state(0), None)
            return None
        shown = [(self.vector.state(i), int(seat)) for i, seat in enumerate(self.seats)]
        if self._shows_ends:
            for i, last in self._final.items():
                shown[i] = last
        return tuple(render(state, self.render_mode, seat) for state, seat in shown)

    # Inside

    def _starts(self, options: dict[str, Any] | None) -> list[State | None]:
        """The state from which each game starts, None for a new one; errors as for `state_from_options`."""
        position = options.get("position") if isinstance(options, Mapping) else None
        if not isinstance(position, list | tuple):
            return [state_from_options(self.game, options)] * self.num_envs
        if len(position) != self.num_envs:
            raise ValueError(
                f"options['position']: one for all games, or a list of {self.num_envs}, not {len(position)}"
            )
        return [None if document is None else state_from_position(self.game, document) for document in position]

    def _where(self, options: dict[str, Any] | None) -> Arrays:
        """The games to start, (num_envs,) bool; errors as in Gymnasium's own vector environments."""
        if not options or "reset_mask" not in options:
            return np.ones(self.num_envs, dtype=np.bool_)
        mask, name = options["reset_mask"], "options['reset_mask']"
        if not isinstance(mask, np.ndarray):
            raise TypeError(f"{name} must be a numpy array, not {mask!r}")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"{name} must have shape ({self.num_envs},), not {mask.shape}")
        if mask.dtype != np.bool_:
            raise TypeError(f"{name} must be of dtype bool, not {mask.dtype}")
        if not mask.any():
            raise ValueError(f"{name} must have at least one True")
        if not self._started:
            raise RuntimeError(f"no game in progress: call reset() without {name} first")
        where: Arrays = mask.copy()
        return where

    def _seeds(self, seed: Any) -> tuple[int | None, list[int | None]]:
        """The seed of all games, if there is one, and each game's own, if it has one."""
        none: list[int | None] = [None] * self.num_envs
        if seed is None:
            return None, none
        if not isinstance(seed, list | tuple) and np.ndim(seed) == 0:
            return check_seed(seed), none
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: a list needs one for each game: num_envs={self.num_envs}, not length={len(seed)}")
        return None, [None if each is None else check_seed(each) for each in seed]

    def _begin(self, games: list[int]) -> None:
        """Let the opponents play in new games; what the learner is paid meanwhile comes with its first decision."""
        self._paid[:] = 0
        self._ended[:] = False
        seats = self.seats.copy()
        self._started = False
        self._play_others()
        if self._ended.any():
            i = int(np.argmax(self._ended))
            raise ValueError(f"options['position']: game {i} ends before seat {seats[i]} decides")
        self._started = True
        self._paid_ahead[games] = self._paid[games]

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """Check the actions and copy them; those of games that start now do not matter."""
        indices = indices_of(actions, self.num_envs)
        outside = ((indices < 0) | (indices >= self.game.num_actions)) & ~self._resting
        if outside.any():
            i = int(np.argmax(outside))
            raise ValueError(f"in game {i}: action {indices[i]} is out of range: 0 to {self.game.num_actions - 1}")
        return np.where(self._resting, 0, indices).astype(np.int64)

    def _begin_step(self) -> None:
        self._paid[:] = np.where(self._resting, 0, self._paid_ahead)
        self._paid_ahead[~self._resting] = 0
        self._ended[:] = False
        self._final.clear()

    def _deal(self, i: int) -> None:
        """Set the learner's seat and the random ones in the new game i."""
        seed, number = int(self.vector.seeds[i]), self.game.num_players
        seat = others.seat_of(seed, number) if self._seat_option is None else self._seat_option
        self.seats[i] = seat
        self._random_seats[i] = sum(1 << (seat + k) % number for k in self._random_at)
        self._dice[i] = mixed(int(self._die[i]) ^ seed)

    def _play_others(self) -> None:
        """Let the opponents play until the learner is to act in every game."""
        vector, seats = self.vector, self.game.num_players
        actions = np.zeros(self.num_envs, dtype=np.int64)
        while True:
            self._play_random_seats()
            deciding = self._player_at[(vector.to_act - self.seats) % seats]
            if (deciding < 0).all():
                return
            for k, player in enumerate(self._players):
                games = np.flatnonzero(deciding == k)
                if games.size:
                    actions[games] = player.act_in(vector, games)
            self._advance(actions, deciding >= 0)

    def _play_random_seats(self) -> None:
        """Let the random seats play until another one is to act in every game."""
        if not self._random_at:
            return
        while True:
            earned, last = self.vector.play_random_seats(self._random_seats, self._dice)
            if self.game.reward == "coins":
                self._receive(earned)
            ending = last >= 0
            if not ending.any():
                return
            self._advance(last, ending)

    def _receive(self, rewards: NDArray[np.float64]) -> None:
        """Pay the learner now or, in games that have just ended and restarted, with its next decision."""
        pay = rewards[self._games, self.seats]
        np.add(self._paid, pay, out=self._paid, where=~self._ended)
        np.add(self._paid_ahead, pay, out=self._paid_ahead, where=self._ended)

    def _advance(self, actions: NDArray[np.int64], where: NDArray[np.bool_]) -> None:
        """Step these games, pay the learner, and keep the last state of games that end."""
        vector = self.vector
        vector.step(actions, where)
        self._receive(vector.rewards)
        for i in np.flatnonzero(vector.done).tolist():
            self._end(i, vector.final_state(i))

    def _end(self, i: int, last: State) -> None:
        self._final[i] = last, int(self.seats[i])
        self._ended[i] = True
        self._deal(i)

    def _lose(self, i: int) -> None:
        """End game i because of an illegal action, and restart it with a seed that follows from its own."""
        vector = self.vector
        last = vector.state(i)
        following = self.game.new_state(mixed(int(vector.seeds[i])) & MAX_SEED)
        vector.set_states(self._games == i, [following])
        self._paid[i] = -1.0
        self._end(i, last)

    def _observations(self) -> Any:
        observations, masks = self.vector.observations, self._masks()
        if self._copy or self._shows_ends:
            observations = observations.copy()
        if self._shows_ends:
            for i, (last, seat) in self._final.items():
                observations[i] = last.observation(seat)
        return self._form(observations, masks)

    def _masks(self) -> NDArray[np.int8]:
        """The learner's masks, a new array."""
        masks = self.vector.masks.astype(np.int8)
        if self._shows_ends:
            masks[list(self._final)] = self._form.idle()
        return masks

    def _infos(self, where: NDArray[np.bool_], illegal: NDArray[np.bool_]) -> dict[str, Any]:
        """Infos as Gymnasium batches them: beside each key one with an underscore, which says for whom it is there.

        Args:
            where: (num_envs,) bool, the games that have an info.
            illegal: (num_envs,) bool, those in which the last action was illegal.
        """
        seats = self.seats.copy()
        if self._shows_ends:
            for i, (_, seat) in self._final.items():
                seats[i] = seat
        masks = self._masks()
        masks[~where], seats[~where] = 0, 0
        infos: dict[str, Any] = {"action_mask": masks, "_action_mask": where, "seat": seats, "_seat": where.copy()}
        reported = illegal if self._shows_ends else illegal & ~self._ended
        if reported.any():
            infos |= {"illegal_action": reported, "_illegal_action": reported.copy()}
        if not self._shows_ends:
            for i, (last, seat) in self._final.items():
                idle = self._form.idle()
                info = {"action_mask": idle.copy(), "seat": np.array(seat)}
                if illegal[i]:
                    info["illegal_action"] = np.array(True)
                infos = self._add_info(
                    infos, {"final_obs": self._form(last.observation(seat), idle), "final_info": info}, i
                )
        return infos

    # Copies

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatVectorEnv):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game, self.vector.records.tobytes()))

    def _key(self) -> tuple[Any, ...]:
        names = ("_form", "_shows_ends", "opponents", "_seat_option", "_illegal_action", "_started", "num_envs")
        arrays = (self.vector.records, self.vector.seeds, self.seats, self._paid_ahead, self._resting)
        dice = None if self._np_random is None else self._np_random.bit_generator.state
        return dice, [vars(self)[name] for name in names], [array.tobytes() for array in arrays]


def _joined(one: int, other: int) -> int:
    """A seed that follows from two."""
    return mixed(one ^ other) & MAX_SEED
