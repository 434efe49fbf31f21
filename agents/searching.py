"""Players that look ahead: `planner` and `search`, using the compiled tree search of `State.search`."""

from __future__ import annotations

import time
import zlib
from abc import abstractmethod
from collections.abc import Mapping
from threading import Lock
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, StatePlayer
from swenv.agents.greedy import Greedy
from swenv.agents.learned import Learned, can_search, player_of, probabilities
from swenv.core.game import Game, State
from swenv.core.machine import processors
from swenv.core.plain import check_int, check_positive, check_positive_int, plain
from swenv.core.search import ALONE, PLAYOUTS_A_LEAF, SearchResult, Watch, favouring, search
from swenv.core.threads import MAX_THREADS, in_threads, renew_after_fork
from swenv.core.vector import Vector, seed_of


class Thinker(StatePlayer):
    """A player that is given states, but uses only what its seat may know.

    Hidden information is redrawn before each simulation, and the seed of a decision is derived from what the seat sees,
    so the answer depends neither on what is hidden nor on the other games of a batch.

    Args:
        threads: Games of a batch to think about in parallel, 1 to 1024; by default one per processor.

    Raises:
        ValueError: the number is out of range.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = processors() if threads is None else check_positive_int("threads", threads, MAX_THREADS)

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`."""
        super().reset(game, seat, seed)
        self._seed = plain(seed)

    def act(self, state: State) -> int:
        """See `Player.act`."""
        self._check(state)
        return self._decide(state)

    def act_in(self, vector: Vector, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Player.act_in`."""
        states = [vector.state(i) for i in games.tolist()]
        if min(self._threads, len(states)) == 1:
            return np.array([self._decide(state) for state in states])
        return np.array(in_threads(self._threads, self._decide, states))

    def _decide(self, state: State) -> int:
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        return self.think(state, self._seed_of(state))

    def _seed_of(self, state: State) -> int:
        """The seed of a decision."""
        return seed_of(self._seed, zlib.crc32(state.observation().tobytes()))

    @abstractmethod
    def think(self, state: State, seed: int) -> int:
        """Choose one of several actions; the seed drives all randomness."""


TURNS = 2
"""A playout is cut off once this many turns have begun: at the end of the next turn."""
TRUST = 0.7
"""Prior of greedy's action, which a search without an agent tries first."""
LEAST = 1e-4
"""The smallest prior that an agent's network gives an action."""
PLAYOUTS, NETWORK, BOTH = LEAVES = "playouts", "network", "both"
"""The ways to evaluate the leaves of a search."""
DOUBT = 0.4
"""Factor on the logits of an agent if network and playouts evaluate leaves: what they find counts 2.5 times as much."""
PATIENCE, PATIENT_PLAYOUTS, PATIENT_TURNS = 3, 2, 12
"""With a large network: visits that a leaf needs before it is asked, playouts of each visit, turns of each playout."""


class Search(Thinker):
    """Searches a tree for each decision, with short playouts.

    It tries greedy's action first. With a trained agent, it first tries the actions that the agent finds likely, and
    values leaves by the mean of the agent's network and the playouts.

    Args:
        seconds: Time limit per decision.
        simulations: Maximum simulations per decision. If neither limit is given, it thinks for a tenth of a second.
        agent: The folder of a `swenv train` run, a file of weights in it, or "champion", whose network suggests what to
            try first; "" for `greedy`.
        leaves: What evaluates the leaves of the tree: "playouts", "network" for the agent's network, or "both", which
            is the default with an agent whose network says who is ahead. In Small Islands, where the network is larger,
            "both" only asks it about leaves that were visited `PATIENCE` times.
        turns: A playout is cut off once this many turns have begun, see `State.search`; 2 by default, but 12 if
            a network evaluates leaves, too, in Small Islands.
        exploration: Weight of the bonus for actions that have seldom been tried; by default 0.3 with playouts and 1.5
            if a network evaluates leaves; that has no bonus at the root, see `swenv.core.gumbel`.
        prior_weight: Factor on what the agent finds likely; the larger, the more it takes to overrule the agent. By
            default `DOUBT` if network and playouts evaluate leaves, otherwise 1.
        threads: See `Thinker`.

    Raises:
        ValueError: a limit is not above 0 or not finite, there is no such agent, or options contradict each other.
        ImportError: there is an agent, but the extra `train` is not installed.
    """

    name = "search"
    options: ClassVar[Mapping[str, type]] = {
        "seconds": float, "simulations": int, "agent": str, "leaves": str, "turns": int,
        "exploration": float, "prior_weight": float, "threads": int,
    }  # fmt: skip

    def __init__(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        agent: str = "",
        leaves: str | None = None,
        turns: int | None = None,
        exploration: float | None = None,
        prior_weight: float | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__(threads)
        simulations, turns = plain(simulations), plain(turns)
        weights = {"exploration": exploration, "prior_weight": prior_weight}
        for name, number in {"simulations": simulations, "turns": turns}.items():
            if number is not None:
                check_positive(name, check_int(name, number))
        for name, value in weights.items():
            if value is not None and value > ALONE:
                raise ValueError(f"{name} must be at most {ALONE:,.0f}, not {value}")
        for name, value in {"seconds": seconds, **weights}.items():
            if value is not None:
                check_positive(name, value)
        if leaves is not None and leaves not in LEAVES:
            raise ValueError(f"leaves must be '{PLAYOUTS}', '{NETWORK}' or '{BOTH}', not '{leaves}'")
        if leaves in (NETWORK, BOTH) and not agent:
            raise ValueError(f"leaves={leaves} needs an agent, whose network it is")
        if prior_weight is not None and not agent:
            raise ValueError("prior_weight needs an agent")
        if leaves == NETWORK and turns is not None:
            raise ValueError("turns cuts playouts off, and with leaves=network there are none: leave one of them out")
        self._seconds = 0.1 if seconds is None and simulations is None else seconds
        self._simulations = 2**31 if simulations is None else simulations
        self._turns, self._exploration, self._prior_weight = turns, exploration, prior_weight
        named = {"seconds": seconds, "simulations": simulations, "agent": agent or None}
        named |= {"leaves": leaves, "turns": turns, **weights}
        chosen = ",".join(f"{name}={value}" for name, value in named.items() if value is not None)
        self.name = f"search:{chosen}" if chosen else "search"
        self._agent: Learned | None = None
        self._leaves, self._evaluated_by, self._patient = leaves, PLAYOUTS, False
        if agent:
            self._agent = player_of(agent)

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`.

        Raises:
            ValueError: its agent cannot play this game, or its reward does not tell who is ahead in it.
        """
        if self._agent is not None:
            self._agent.reset(game, seat, seed)
            able = can_search(self._agent.reward, game)
            self._evaluated_by = self._leaves or (BOTH if able else PLAYOUTS)
            self._patient = self._evaluated_by == BOTH and not _has_small_net(game)
            if self._evaluated_by != PLAYOUTS and not able:
                raise ValueError(
                    f"agent '{self._agent.name}' cannot say who is ahead: it was trained with the reward "
                    f"{self._agent.reward}, of which {game!r} does not show enough"
                )
        else:
            self._greedy = Greedy()
            self._greedy.reset(game, seat, seed)
            self.after_fork()
            renew_after_fork(self)
        super().reset(game, seat, seed)

    def after_fork(self) -> None:
        """Forget that another thread was asking greedy: a process that was forked from this one does not have it."""
        self._lock = Lock()

    @property
    def reward(self) -> str:
        """The unit of its values, one of `swenv.core.search.COUNTED`: returns, or its network's reward."""
        return self._agent.reward if self._agent is not None and self._evaluated_by != PLAYOUTS else "win"

    @property
    def _weight(self) -> float:
        """The factor on what the agent finds likely."""
        return self._prior_weight or (DOUBT if self._evaluated_by == BOTH else 1.0)

    @property
    def _playouts(self) -> int:
        """Playouts from each leaf besides the network's value."""
        if self._evaluated_by != BOTH:
            return 0
        return PATIENT_PLAYOUTS if self._patient else PLAYOUTS_A_LEAF

    def think(self, state: State, seed: int) -> int:
        """See `Thinker.think`."""
        return self._search(state, seed, stop_early=True).action

    def consider(self, state: State, action: int | None = None, watch: Watch | None = None) -> SearchResult:
        """Search as for a decision, but always up to the limit, and return everything found.

        Args:
            state: Any state that is not over.
            action: The only action to try at the root; None for all legal ones.
            watch: Observes the search while it runs, and may end it.

        Raises:
            GameOver: the game has ended.
            ValueError: the state belongs to another game than the player was reset for.
            RuntimeError: the player has not been reset.
        """
        self._check(state)
        return self._search(state, self._seed_of(state), action, watch=watch)

    def _search(
        self,
        state: State,
        seed: int,
        action: int | None = None,
        stop_early: bool = False,
        watch: Watch | None = None,
    ) -> SearchResult:
        began = time.perf_counter()
        evaluate = self._agent.evaluate if self._agent is not None and self._evaluated_by != PLAYOUTS else None
        priors = None
        if action is not None:
            priors = favouring(state.game, action, ALONE)
        elif evaluate is None:
            priors = self._recommended(state)
        turns = self._turns or (PATIENT_TURNS if self._patient else TURNS)
        seconds = None if self._seconds is None else max(0.0, self._seconds - (time.perf_counter() - began))
        return search(
            state, self._simulations, seconds, evaluate, seed,
            turns=turns, priors=priors, reward=self.reward, stop_early=stop_early,
            exploration=self._exploration, watch=watch, prior_weight=self._weight,
            playouts=self._playouts, patience=PATIENCE if self._patient else 0,
        )  # fmt: skip

    def _recommended(self, state: State) -> NDArray[np.float64]:
        """Priors for a root, from the agent or from `greedy`."""
        mask, observations = state.mask(), state.observation()[np.newaxis]
        if self._agent is not None:
            logits, _ = self._agent.evaluate(observations, mask[np.newaxis])
            return np.where(mask, self._weight * np.maximum(probabilities(logits[0], mask), LEAST), 0)
        with self._lock:
            action = int(self._greedy.act_batch(observations, mask[np.newaxis])[0])
        return favouring(state.game, action, TRUST)


def _has_small_net(game: Game) -> bool:
    """Whether the usual network of a game is small enough to be asked about every leaf; in Small Islands, it is not."""
    from swenv.agents.networks import fits_every_board

    return fits_every_board("board", game)


class Planner(Search):
    """Plans its own turn with a short search that evaluates positions as the next turn begins."""

    name = "planner"
    options: ClassVar[Mapping[str, type]] = {}

    def __init__(self, threads: int | None = None) -> None:
        super().__init__(simulations=200, turns=1, threads=threads)
        self.name = Planner.name
