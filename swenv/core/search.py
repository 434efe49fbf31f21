"""Tree search for one state, or for many side by side: `State.search` and `Trees`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.batch import LEADS, MARGINS, RETURNS, TO_THE_END
from swenv.core.gumbel import Advice
from swenv.core.random import mixed
from swenv.core.threads import go_on, in_threads
from swenv.core.tree import NODE, NONE, ROOT

if TYPE_CHECKING:
    from swenv.core.game import Game, State

Evaluate = Callable[[NDArray[np.int8], NDArray[np.bool_]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Takes observations (k, observation_size) and masks (k, num_actions); returns logits (k, num_actions) and values
(k, num_players), as returns, with the observing seat first."""
Watch = Callable[[Callable[[], "SearchResult"]], bool]
"""Called every few milliseconds of a search with a function that returns the result so far; True ends the search."""
COUNTED = {"win": RETURNS, "margin": MARGINS, "lead": LEADS}
"""How a finished game counts, by the reward that a network was trained on; the network's values use the same scale."""
EXPLORATION, NETWORK_EXPLORATION = 0.3, 1.5
"""Weight of the bonus for rarely tried actions, with playouts and with a network."""
LEAVES, PATIENT_LEAVES = 16, 128
"""Simulations in a batch, whose leaves a network evaluates at once; and the most in one of a search with patience."""
BATCHES = 16
"""A search with patience has at least about so many batches, unless they would be smaller than `LEAVES`."""
PLAYOUTS_A_LEAF, PLAYED = 4, 0.5
"""Playouts from each leaf that a network evaluates, too, and their weight against its value."""
CHILDREN = 64
"""Nodes allocated for each simulation with a network; a full tree continues without new nodes."""
ALONE = 1e9
"""A prior so large that no other action is tried."""
MOST_NODES = 1_000_000
"""Maximum nodes of a tree; once it is reached, simulations continue without new ones."""
SLICE = 0.005
"""Seconds between checks of the clock, and of Ctrl-C."""


@dataclass(frozen=True, eq=False)
class SearchResult:
    """The result of a search.

    Attributes:
        action: The index of the action that was tried most often; with a network, of the best, see `gumbel`.
        visits: (num_actions,) int64, how many simulations began with each.
        values: (num_actions,) float64, their mean return for the seat that searched; 0 where there were none.
        worth: (num_players,) float64, the mean return of all simulations for each seat.
        principal_variation: Indices of actions: `action`, the most frequent reply to it, and so on.
        simulations: Number of simulations.
    """

    action: int
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    worth: NDArray[np.float64]
    principal_variation: list[int]
    simulations: int


class Trees:
    """Trees for several states of one game, side by side.

    Args:
        game: The game.
        states: Records, (n,), of states that are not over.
        nodes: Maximum nodes of each tree.

    Attributes:
        done: Simulations run in each tree.
        won: (n, num_players) float64, the sum of their returns for each seat.
    """

    def __init__(self, game: Game, states: NDArray[Any], nodes: int) -> None:
        number = len(states)
        self.game, self.records = game, states
        self.nodes = np.zeros((number, nodes), dtype=NODE)
        self.worths = np.zeros((number, nodes, game.num_players))
        self.won = np.zeros((number, game.num_players))
        self.used = np.zeros((number, 1), dtype=np.int64)
        self._copies = np.zeros(2, dtype=states.dtype)
        self._mask = np.zeros(game.num_actions, dtype=np.bool_)
        self._scratch = np.zeros((2, game.num_players))
        self._features = np.zeros((game.contenders, game.evaluated[1]))
        self._expected_coins = np.zeros(len(self._features))
        self.done = 0

    def grow(self, seeds: NDArray[np.uint64], number: int, exploration: float, informed: bool, turns: int) -> None:
        """Run a number of simulations with playouts in every tree, each tree with its own seed."""
        game = self.game
        seats = np.uint64(2**game.num_players - 1 if informed else 0)
        for i in range(len(self.records)):
            game.engine.grow_tree(
                self.records, i, game.tables, self._copies, self.nodes[i], self.worths[i], self.used[i], self._mask,
                seeds[i], self.done, number, exploration, seats, turns, self._scratch,
                self._features, self._expected_coins, self.won[i],
            )  # fmt: skip
        self.done += number

    def evaluate(
        self,
        seeds: NDArray[np.uint64],
        number: int,
        exploration: float,
        evaluate: Evaluate,
        reward: str = "win",
        considered: NDArray[np.bool_] | None = None,
        playouts: int = 0,
        turns: int = TO_THE_END,
        patience: int = 0,
    ) -> None:
        """Run a number of simulations in every tree, with all leaves evaluated by a network at once.

        Args:
            seeds: The seed of each tree.
            number: How many simulations.
            exploration: Weight of the bonus for rarely tried actions.
            evaluate: The network.
            reward: Finished games count on its scale, see `COUNTED`.
            considered: (n, num_actions), the actions to try at each root, all equally often; by default, and for roots
                without any, the root is searched like any other node.
            playouts: How many playouts are run from each leaf; the leaf's value is the mean of their results and the
                network's value.
            turns: Playouts are cut off when this many turns have begun.
            patience: How many visits a leaf needs before the network is asked about it; until then, and while it waits
                for the answer, its value is the mean of its playouts, of which there must be some.

        Raises:
            ValueError: the network returns arrays of other shapes, or values that are not finite; or there is patience,
                but there are no playouts.
        """
        if patience and not playouts:
            raise ValueError("with patience, leaves have no value without playouts")
        game, shape = self.game, (len(self.records), number)
        leaves, lookers = np.zeros((2, *shape), dtype=np.int64)
        observations = np.zeros((*shape, game.observation_size), dtype=np.int8)
        masks = np.zeros((*shape, game.num_actions), dtype=np.bool_)
        playout_sums = np.zeros((*shape, game.num_players))
        if considered is None:
            considered = np.zeros((len(self.records), game.num_actions), dtype=np.bool_)
        game.engine.gather_leaves(
            self.records, game.tables, self._copies, self.nodes, self.worths, self.used, seeds, self.done, exploration,
            COUNTED[reward], considered, playouts, turns, patience, leaves, lookers, observations, masks, playout_sums,
            self._scratch[0], self._features, self._expected_coins,
        )  # fmt: skip
        rows = leaves != NONE
        logits = np.zeros((*shape, game.num_actions), dtype=np.float32)
        values = np.zeros((*shape, game.num_players), dtype=np.float32)
        if rows.any():
            logits[rows], values[rows] = _checked(evaluate(observations[rows], masks[rows]), game, int(rows.sum()))
        if playouts:
            seen = (lookers[..., None] + np.arange(game.num_players)) % game.num_players
            values += PLAYED * (np.take_along_axis(playout_sums, seen, 2) / playouts - values).astype(np.float32)
        game.engine.fill_leaves(
            self.records, self.nodes, self.worths, self.used, leaves, lookers, masks, logits, values, self._scratch[0]
        )
        self.won[:] = self.worths[:, ROOT]  # here a worth is a return
        self.done += number

    def begin(self, i: int, priors: NDArray[np.float64]) -> None:
        """Begin tree `i` with priors at its root, (num_actions,); actions with 0 keep their usual prior."""
        actions = np.flatnonzero(priors)
        actions = actions[np.argsort(-priors[actions], kind="stable")]  # the first one is tried first
        children = self.nodes[i, ROOT + 1 : ROOT + 1 + len(actions)]
        self.nodes[i, ROOT] = (NONE, NONE, ROOT + 1, NONE, 0, 0, 1.0, 0.0)
        children[:] = (NONE, ROOT, NONE, NONE, 0, 0, 0.0, 0.0)
        children["key"], children["prior"] = actions, priors[actions]
        children["next"][:-1] = np.arange(ROOT + 2, ROOT + 1 + len(actions))
        self.used[i] = 1 + len(actions)

    def roots(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """How often each action was tried in each state, and the sum of its returns, both (n, num_actions)."""
        shape = (len(self.records), self.game.num_actions)
        visits, wins = np.zeros(shape, dtype=np.int64), np.zeros(shape)
        self.game.engine.count_roots(self.nodes, self.used, visits, wins)
        return visits, wins

    def lead(self) -> int:
        """How many more simulations began with the most tried action of the first state than with any other."""
        second, first = np.partition(self.roots()[0][0], -2)[-2:]
        return int(first - second)

    def best(self, i: int, decision: int = ROOT) -> int:
        """The node of the action tried most often at a decision of tree `i`; ties go to the highest prior."""
        nodes = self.nodes[i]
        return max(
            self.children(i, decision), key=lambda each: (int(nodes[each]["visits"]), float(nodes[each]["prior"]))
        )

    def children(self, i: int, node: int) -> list[int]:
        """The children of a node of tree `i`, oldest first."""
        children = []
        child = int(self.nodes[i, node]["first"])
        while child != NONE:
            children.append(child)
            child = int(self.nodes[i, child]["next"])
        return children[::-1]

    def line(self, i: int, action: int) -> list[int]:
        """An action at the root of tree `i`, and the most frequent ones that follow, as far as any was tried."""
        keys, visits = self.nodes[i]["key"], self.nodes[i]["visits"]
        node = next((child for child in self.children(i, ROOT) if keys[child] == action), NONE)
        actions = [action]
        while node != NONE and (decisions := self.children(i, node)):
            decision = max(decisions, key=lambda each: int(visits[each]))
            if not any(visits[self.children(i, decision)]):
                break
            node = self.best(i, decision)
            actions.append(int(keys[node]))
        return actions


def _checked(
    results: tuple[NDArray[np.float32], NDArray[np.float32]], game: Game, rows: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The output of a network, if it has the right shapes and is finite."""
    arrays = []
    for name, each, width in zip(("logits", "values"), results, (game.num_actions, game.num_players), strict=True):
        array = np.asarray(each, dtype=np.float32)
        if array.shape != (rows, width):
            raise ValueError(f"evaluate: {name} of shape {(rows, width)} are needed, not {array.shape}")
        if not np.isfinite(array).all():
            raise ValueError(f"evaluate: {name} must be finite")
        arrays.append(array)
    return arrays[0], arrays[1]


def favouring(game: Game, action: int, prior: float) -> NDArray[np.float64]:
    """Priors for a root that recommend one action: `prior` is between 0 and 1, or `ALONE`."""
    priors = np.zeros(game.num_actions)
    priors[action] = prior
    return priors


def search(
    state: State,
    simulations: int,
    seconds: float | None,
    evaluate: Evaluate | None,
    seed: int,
    policy: str = "informed",
    turns: int | None = None,
    threads: int = 1,
    priors: NDArray[np.float64] | None = None,
    reward: str = "win",
    stop_early: bool = False,
    exploration: float | None = None,
    watch: Watch | None = None,
    playouts: int = 0,
    prior_weight: float = 1.0,
    patience: int = 0,
) -> SearchResult:
    """See `State.search`, which has checked the arguments.

    `priors`, (num_actions,) float64, are recommendations for the legal actions of the state: 0 leaves an action the
    prior that the search gives it, and `ALONE` marks the only action to try. `reward` is what the network was trained
    on, one of `COUNTED`. With `stop_early`, a single-threaded search ends once no other action can catch up with the
    leading one, or, with a network, if only one is considered: the action stays the same, but there are fewer
    simulations. `exploration` is the weight of the bonus for rarely tried actions; None stands for `EXPLORATION`, or
    with a network `NETWORK_EXPLORATION`. `watch` is for searches with one thread. With a network, a number of
    `playouts`, cut off after `turns`, are played from each leaf, too; with `patience`, the network is only asked about
    leaves with so many visits. `prior_weight` is the factor on its logits for the state itself; that is searched as
    `gumbel` says, unless there are `priors`.
    """
    game = state.game
    if exploration is None:
        exploration = EXPLORATION if evaluate is None else NETWORK_EXPLORATION
    informed, turns = policy == "informed", TO_THE_END if turns is None else min(turns, TO_THE_END)
    began = time.perf_counter()
    end = None if seconds is None else began + seconds
    threads = min(threads, simulations)
    num_priors = 0 if priors is None else np.count_nonzero(priors)
    # Without a network, a simulation adds an action and the decision before it.
    nodes = min(simulations * (2 if evaluate is None else CHILDREN) + num_priors + 2, MOST_NODES // threads)
    of_root, advice = evaluate, None
    if evaluate is not None and priors is None:
        answer, advice = _evaluate_root(state, evaluate, simulations // threads, prior_weight)
        of_root = partial(_answer, answer)
    stop_at_once = stop_early and advice is not None and advice.candidates().sum() == 1

    def grow(thread: int) -> Trees:
        trees = Trees(game, state.record, nodes)
        if priors is not None:
            trees.begin(0, priors)
        seeds = np.array([mixed(mixed(seed) ^ thread)], dtype=np.uint64)
        share = simulations // threads + (thread < simulations % threads)
        most = min(max(LEAVES, share // BATCHES), PATIENT_LEAVES) if patience else LEAVES
        step = 1 if evaluate is None else most if seconds is None else LEAVES
        while trees.done < share:
            go_on()
            before, started = trees.done, time.perf_counter()
            number = min(share - trees.done, step)
            if evaluate is None or of_root is None:
                trees.grow(seeds, number, exploration, informed, turns)
            elif not before:
                trees.evaluate(seeds, 1, exploration, of_root, reward)
            else:
                spent = before / share if seconds is None else max(before / share, (started - began) / seconds)
                considered = None if advice is None else advice.considered(*trees.roots(), spent)
                trees.evaluate(seeds, number, exploration, evaluate, reward, considered, playouts, turns, patience)
            now = time.perf_counter()
            if (end is not None and now >= end) or (
                watch is not None and watch(lambda: _result(game, [trees], advice))
            ):
                break
            pace = max(now - started, 1e-9) / (trees.done - before)
            left = share - trees.done
            if end is not None:
                left = int(min(left, (end - now) / pace))
            if stop_at_once or (stop_early and threads == 1 and advice is None and trees.lead() > left):
                break
            if evaluate is None:
                step = max(1, min(int(SLICE / pace), left))
            elif seconds is not None:
                step = min(max(LEAVES, int(seconds / BATCHES / pace)), most)
        return trees

    return _result(game, [grow(0)] if threads == 1 else in_threads(threads, grow, range(threads)), advice)


def _evaluate_root(
    state: State, evaluate: Evaluate, simulations: int, prior_weight: float
) -> tuple[tuple[NDArray[np.float32], NDArray[np.float32]], Advice]:
    """The network's output for the searched state, and its advice for the root."""
    mask = state.mask()[np.newaxis]
    logits, values = _checked(evaluate(state.observation()[np.newaxis], mask), state.game, 1)
    return (logits, values), Advice.of(logits, mask, values[:, 0], simulations, prior_weight)


def _answer(
    answer: tuple[NDArray[np.float32], NDArray[np.float32]], observations: NDArray[np.int8], masks: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """An `Evaluate` that returns a stored answer."""
    return answer


def _result(game: Game, grown: list[Trees], advice: Advice | None) -> SearchResult:
    """The combined result of trees for the same state."""
    roots = [each.roots() for each in grown]
    visits, wins = np.sum([visits[0] for visits, _ in roots], axis=0), np.sum([wins[0] for _, wins in roots], axis=0)
    if advice is not None:
        action = int(advice.best(visits[np.newaxis], wins[np.newaxis])[0])
    else:
        action = int(visits.argmax()) if visits.any() else int(grown[0].nodes[0, grown[0].best(0)]["key"])
    fullest = int(np.argmax([visits[0, action] for visits, _ in roots]))
    done = sum(each.done for each in grown)
    return SearchResult(
        action=action,
        visits=visits,
        values=np.divide(wins, visits, out=np.zeros(game.num_actions), where=visits > 0),
        worth=np.sum([each.won[0] for each in grown], axis=0) / done,
        principal_variation=grown[fullest].line(0, action),
        simulations=done,
    )
