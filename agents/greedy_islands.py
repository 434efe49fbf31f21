"""The greedy player of Small Islands: deterministic heuristics, without search.

Every legal action gets a score, and the best one is played. An island is worth what the seat's cards may pay for a
house on it, and a tile, a marker or a house is worth the change it makes to that. A turn is planned as a whole: the
best placement decides which tile is taken and which is laid.

The player reads the observation by the names of its columns, and otherwise uses only what every player knows of tiles
and cards. Everything is arithmetic on whole batches: the islands and candidates of all games are in one long table,
each with the game (the row of the batch) it belongs to.

It ignores what the other players are doing, anything more than one turn ahead, and where the market's next tile might
go.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.agents.sight_islands import (
    ALEXIS,
    FREE_MODES,
    HOUSES,
    OWN,
    PAIRS,
    SHOWN,
    SITES,
    SIZE,
    SYMBOLS,
    Cards,
    Facts,
    Floats,
    Hands,
    Integers,
    Masks,
    Observations,
    Pairs,
    Sight,
)
from swenv.core.game import Game
from swenv.islands.rules.record import PORT, SLOTS, Fact

PORTS_OF_A_TILE = 2
EARLIER = np.tri(4, k=-1, dtype=np.bool_)
"""The sides of a tile that come before each side."""
BIG = 100.0
"""Ranks one kind of action above or below all others."""


@dataclass(frozen=True)
class Weights:
    """The parameters of the greedy player, in prestige points unless stated otherwise.

    Attributes:
        miss: Probability that a turn does not bring a symbol that an island needs.
        half_turn: Expected turns left when the navigation stack is too low to be sure of one.
        later: Probability of getting each missing symbol for the card kept for the next round.
        next_round: Weight of a house in the next round relative to one in this round.
        growth: Additional pay of an island for each symbol it still needs.
        open: Value of an island with a free site for cards not known yet.
        rich: Additional value for each symbol on it.
        size: Missing symbols that one missing tile counts as.
        site: Missing symbols that one missing building site counts as.
        second: Weight of the next best tiles in hand relative to the one being laid.
        port: Value of another port around the best place for the player's ship, until it has docked.
        marker: What a marker must bring early in the game.
        last_marker: What it must bring in the last round.
        any_marker: What the wild marker must bring in addition.
        house: What a house must pay while houses may run out before the rounds do.
        enough: Points its houses must pay before it docks, for each house it may build per round.
        dock: Points around its ship that justify docking early.
        rival: Weight of the possibility that Alexis builds on an island.
    """

    miss: float = 0.55
    half_turn: float = 0.4
    later: float = 0.6
    next_round: float = 0.6
    growth: float = 0.7
    open: float = 0.8
    rich: float = 0.15
    size: float = 1.0
    site: float = 1.5
    second: float = 0.25
    port: float = 0.5
    marker: float = 1.5
    last_marker: float = 0.3
    any_marker: float = 0.4
    house: float = 4.0
    enough: float = 5.5
    dock: float = 4.0
    rival: float = 0.5


class GreedyIslands(Player):
    """A plain, sensible player, with one method for each kind of decision.

    Args:
        weights: Its parameters.
    """

    name = "greedy"

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`; it is deterministic, so it ignores the seed."""
        super().reset(game, seat, seed)
        self._facts = Facts(game)
        self._cards = Cards(game.tables[0])

    def act_batch(self, observations: Observations, masks: Masks) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        self.game  # noqa: B018 - raises if there was no reset
        phases = self._facts.phases_of(observations)
        actions = np.empty(len(masks), dtype=np.int64)
        for phase in sorted(set(phases.tolist())):
            rows = np.flatnonzero(phases == phase)
            sight = Sight(self._facts, observations[rows])
            scores: Floats = np.zeros((len(rows), masks.shape[1]), dtype=np.float32)
            getattr(self, self.game.phases[phase], self.any)(sight, masks[rows], scores)
            actions[rows] = np.where(masks[rows], scores, -np.inf).argmax(axis=1)
        return actions

    # Each decision writes the scores of its verbs into `scores`, (k, num_actions).

    def any(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The first legal action."""

    def prep_pick(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The card that pays most on the board now, and the one that will pay most in the next round."""
        self._pick(sight, scores, "card_pair", PAIRS, PAIRS if sight.facts.decks == 2 else (None,))

    def prep_reward(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The same for rewards, given the goals."""
        self._pick(sight, scores, "reward_pair", (None,), PAIRS)

    def _pick(self, sight: Sight, scores: Floats, verb: str, goals: Pairs, rewards: Pairs) -> None:
        """Score each pair of a deck by the value of the islands with it and the best pair of the other deck."""
        facts = sight.facts
        best = np.full((len(scores), len(PAIRS)), -np.inf, dtype=np.float32)
        lines = np.arange(len(scores))
        for k, goal in enumerate(goals):
            for j, reward in enumerate(rewards):
                hand = sight.picked(goal, reward)
                total = np.bincount(
                    sight.line_of, self._worth(sight, sight.islands[:-1], sight.line_of, hand), len(lines)
                )
                column = k if goal is not None else j
                best[:, column] = np.maximum(best[:, column], total)
        scores[:, facts.verbs[verb]] = best

    def turn(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The tile of the best placement; or docking, if the houses pay enough or the ship cannot wait."""
        facts, weights = sight.facts, self.weights
        tiles = np.concatenate([sight.market, sight.hand[:, :2]], axis=1)
        best = self._best_of_tiles(sight, tiles)
        market = len(sight.market[0])
        for slot in range(market):
            three = np.sort(best[:, [slot, *range(market, best.shape[1])]], axis=1)
            scores[:, facts.verbs["take"].start + slot] = three[:, -1] + weights.second * three[:, :-1].sum(axis=1)
        own, grey = facts.verbs["dock_own"], facts.verbs["dock_grey"]
        if not masks[:, own.start : grey.stop].any():
            return
        go = self._docks(sight, masks)
        around = sight.ports_around
        scores[:, own] = np.where(go[:, np.newaxis], BIG * BIG, -BIG * BIG) + BIG + around
        scores[:, grey] = np.where(go[:, np.newaxis], BIG * BIG, -BIG * BIG) - around

    def _docks(self, sight: Sight, masks: Masks) -> Masks:
        """Whether to end the round now."""
        weights = self.weights
        lines = sight.line_of
        islands = sight.islands[:-1]
        pays = self._cards.pays(islands, sight.hands[1][lines])
        ready = np.where(self._ready(sight, islands, lines), pays, 0)
        first = _best_sum(ready, lines, len(masks), sight.pool)
        a_round = np.minimum(np.ceil(sight.houses_left / (1 + sight.rounds_after)), sight.pool)
        enough = first >= weights.enough * a_round
        own = sight.facts.verbs["dock_own"]
        points = np.where(masks[:, own], sight.ports_around, -1).max(axis=1)
        last_chances = masks[:, own].any(axis=1) & (points >= weights.dock) & (sight.rounds_after <= 1)
        found: Masks = enough | last_chances | (masks[:, own].any(axis=1) & (sight.rounds_after == 0))
        return found

    def hand(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The tile of the best placement."""
        scores[:, sight.facts.verbs["hand"]] = self._best_of_tiles(sight, sight.hand)

    def blocked(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """Remove the tile with the least on it."""
        rich = sight.facts.on_tile[sight.hand].sum(axis=(2, 3))
        scores[:, sight.facts.verbs["hand"]] = -rich

    def place(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """Where the tile gains most."""
        verb = sight.facts.verbs["place"]
        line, index = np.nonzero(masks[:, verb])
        scores[line, verb.start + index] = self._gain(sight, line, index // 4, sight.chosen[line], index % 4)

    start_place = place

    def alexis_place(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The rotation that is best for the player's islands and worst for Alexis."""
        verb = sight.facts.verbs["place"]
        line, index = np.nonzero(masks[:, verb])
        candidates = (line, index // 4, sight.chosen[line], index % 4)
        islands, of, gone = self._after(sight, *candidates)
        his = np.bincount(of, _open_for(islands, ALEXIS), len(line)) - _open_for(sight.islands, ALEXIS)[gone].sum(
            axis=1
        )
        scores[line, verb.start + index] = self._gain(sight, *candidates) - self.weights.rival * his

    def marker(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The marker that gains most, if it gains enough."""
        facts, weights = sight.facts, self.weights
        best: Floats = np.full((len(masks), 4), -np.inf, dtype=np.float32)
        line, _, shows, gain = self._marks(sight, range(4))
        np.maximum.at(best, (line, shows), gain)
        free = [weights.any_marker if mode in FREE_MODES else 0 for mode in range(len(SHOWN))]
        scores[:, facts.verbs["marker_mode"]] = best[:, SHOWN] - free
        needed = np.where(sight.rounds_after > 0, weights.marker, weights.last_marker)
        scores[:, facts.verbs["pass"]] = needed[:, np.newaxis]

    def mark_target(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """Where the marker gains most."""
        line, action, shows, gain = self._marks(sight, sorted(set(sight.mark_shows.tolist())))
        chosen = shows == sight.mark_shows[line]
        scores[line[chosen], action[chosen]] = gain[chosen]

    def house(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The island that pays most, unless it pays little while houses are scarce, or pays more in the next round."""
        verb = sight.facts.verbs["house"]
        line, cell = np.nonzero(masks[:, verb])
        islands = sight.islands[sight.of_site[line, cell]]
        goal, reward, *later = (cards[line] for cards in sight.hands)
        missing, pays = self._promise(islands, (goal, later[0]), (reward, later[1]))
        future = self._later(sight, islands, line, missing[1], pays[1] * (later[0] >= 0))
        scores[line, verb.start + cell] = pays[0] + 0.1 - np.maximum(future, self._price(sight)[line])

    def alexis_house(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """Let Alexis build where it costs the player least."""
        verb = sight.facts.verbs["house"]
        line, cell = np.nonzero(masks[:, verb])
        islands = sight.islands[sight.of_site[line, cell]]
        last = islands[:, SITES] - islands[:, HOUSES] == 1
        worth = self._worth(sight, islands, line, sight.hands)
        scores[line, verb.start + cell] = -np.where(last, worth, 0)

    def score(self, sight: Sight, masks: Masks, scores: Floats) -> None:
        """The most frequent resource, or the most valuable token."""
        facts = sight.facts
        tokens = facts.verbs["discovery"]
        scores[:, tokens] = np.arange(tokens.stop - tokens.start)  # they are sorted by value
        scores[:, facts.verbs["resource"]] = sight.scored[:, :3]

    # What things are worth.

    def _chance(self, missing: Any, turns: Floats) -> Floats:
        """The probability of bringing this many symbols to an island in this many turns."""
        chance: Floats = (1 - self.weights.miss ** (turns + self.weights.half_turn)) ** missing
        return chance

    def _worth(self, sight: Sight, islands: Integers, lines: Integers, hands: Hands) -> Floats:
        """The value of islands to the observing seat: now or later, whichever is more."""
        goal, reward, *later = (cards[lines] for cards in hands)
        missing, pays = self._promise(islands, (goal, later[0]), (reward, later[1]))
        now = np.maximum(pays[0] - self._price(sight)[lines], 0) * (reward >= 0)
        chance = self._chance(missing[0], sight.turns_after[lines]) * (islands[:, OWN] == 0)
        future = self._later(sight, islands, lines, missing[1], pays[1] * (later[0] >= 0))
        worth: Floats = np.maximum(chance * (now - future), 0) + future
        return worth

    def _promise(
        self, islands: Integers, goals: tuple[Integers, ...], rewards: tuple[Integers, ...]
    ) -> tuple[Floats, Floats]:
        """For some cards, about how many symbols islands lack before a house may be built, and what it pays then.

        All cards are evaluated at once, (cards, islands): with few islands, most of the time is call overhead.
        """
        weights, cards = self.weights, len(goals)
        every = np.concatenate([islands] * cards)
        missing = self._cards.missing(every, np.concatenate(goals)).reshape(cards, -1).astype(np.float32)
        missing += weights.size * (islands[:, SIZE] < 2) + weights.site * (islands[:, SITES] == islands[:, HOUSES])
        pays = self._cards.pays(every, np.concatenate(rewards)).reshape(cards, -1) + weights.growth * missing
        return missing, pays

    def _later(self, sight: Sight, islands: Integers, lines: Integers, missing: Floats, pays: Floats) -> Floats:
        """The value of islands in future rounds: for the card that is kept, or for any card."""
        weights = self.weights
        kept = weights.next_round * weights.later**missing * pays * (islands[:, OWN] == 0)
        unknown = _open_for(islands, OWN) * (weights.open + weights.rich * islands[:, :SYMBOLS].sum(axis=1))
        found: Floats = np.maximum(kept, unknown) * (sight.rounds_after[lines] > 0)
        return found

    def _ready(self, sight: Sight, islands: Integers, lines: Integers) -> Masks:
        """Where a house can be built in this round."""
        found: Masks = _open_for(islands, OWN) & (self._cards.missing(islands, sight.hands[0][lines]) == 0)
        return found

    def _price(self, sight: Sight) -> Floats:
        """The cost of using up a house, which depends on how scarce houses are for the remaining rounds, (k,)."""
        price: Floats = self.weights.house * sight.scarcity
        return price

    def _after(
        self, sight: Sight, line: Integers, cell: Integers, tile: Integers, rot: Integers
    ) -> tuple[Integers, Integers, Integers]:
        """How placements change the islands.

        Returns:
            The islands that each placement makes, one or two; the placement behind each of them; and the numbers of the
            existing islands merged into them, up to four.
        """
        facts = sight.facts
        opposite = facts.neighbor[cell], np.array([2, 3, 0, 1])
        beside = sight.of_side[line[:, np.newaxis], opposite[0], opposite[1]]
        piece = facts.piece_at[tile[:, np.newaxis], (np.arange(4) - rot[:, np.newaxis]) % 4]
        none = len(sight.islands) - 1
        beside = np.where(piece < 0, none, beside)
        # `same[:, d, e]`: side d touches the island that an earlier side e touches; `both`: its two pieces meet over it
        same = (beside[:, :, np.newaxis] == beside[:, np.newaxis]) & (beside != none)[:, :, np.newaxis] & EARLIER
        again = same.any(axis=2)
        both = (same & (piece[:, :, np.newaxis] != piece[:, np.newaxis])).any(axis=(1, 2))
        gone = np.where(again, none, beside)
        own = facts.on_tile[tile]
        parts = sight.islands[gone]
        of_first = (piece == 0) | both[:, np.newaxis]
        first = own[:, 0] + (parts * of_first[:, :, np.newaxis]).sum(axis=1)
        first[both] += own[both, 1]
        first[both, SIZE] -= 1
        two = np.flatnonzero((facts.pieces[tile] == 2) & ~both)
        second = own[two, 1] + (parts[two] * ~of_first[two, :, np.newaxis]).sum(axis=1)
        return np.concatenate([first, second]), np.concatenate([np.arange(len(line)), two]), gone

    def _gain(self, sight: Sight, line: Integers, cell: Integers, tile: Integers, rot: Integers) -> Floats:
        """The value of placements."""
        islands, of, gone = self._after(sight, line, cell, tile, rot)
        now, after = self._compared(sight, islands, line[of])
        gain = np.bincount(of, after, len(line)) - now[gone].sum(axis=1)
        ports = sight.facts.on_tile[tile, :, Fact.PORTS].sum(axis=1)
        gain += ports * sight.counts_for_ships[line, cell]
        found: Floats = gain + self.weights.port * self._harbor(sight, line, cell, tile, rot, ports)
        return found

    def _compared(self, sight: Sight, islands: Integers, lines: Integers) -> tuple[Floats, Floats]:
        """The values of the existing islands, the last of which stands for none, and of these new ones."""
        number = len(sight.islands)
        every = np.concatenate([sight.islands, islands])
        worth = self._worth(sight, every, np.concatenate([sight.line_of, [0], lines]), sight.hands)
        worth[number - 1] = 0
        return worth[:number], worth[number:]

    def _harbor(
        self, sight: Sight, line: Integers, cell: Integers, tile: Integers, rot: Integers, ports: Integers
    ) -> Floats:
        """How placements change the ports around the best place for the player's ship, until it has docked."""
        facts, waiting = sight.facts, sight.of_me("ship_left")[line] != 0
        if not waiting.any():
            return np.zeros(len(line), dtype=np.float32)
        best, first, second = (each[line] for each in sight.harbors)
        neighbors = facts.neighbor[cell]
        land = facts.piece_at[tile[:, np.newaxis], (np.arange(4) - rot[:, np.newaxis]) % 4] >= 0
        lost = (cell == best) | ((neighbors == best[:, np.newaxis]) & land).any(axis=1)
        around = facts.around[cell]
        there = sight.for_ship[line[:, np.newaxis], around]
        blocked = (around[:, :, np.newaxis] == np.where(land, neighbors, -1)[:, np.newaxis]).any(axis=2)
        here = np.where((there >= 0) & ~blocked, there + ports[:, np.newaxis], 0).max(axis=1)
        gain: Floats = (np.maximum(np.where(lost, second, first), here) - first) * (sight.of_me("ship_left")[line] != 0)
        return gain

    def _best_of_tiles(self, sight: Sight, tiles: Integers) -> Floats:
        """What the best placement of each tile is worth, (k, tiles); `-BIG` if there is none."""
        facts = sight.facts
        line, cell = np.nonzero(sight.demand)
        shapes = facts.shape[tiles[line]]
        fits = np.where(tiles[line] >= 0, facts.fits[shapes, sight.demand[line, cell][:, np.newaxis]], 0)
        row, place, rot = np.nonzero(fits[:, :, np.newaxis] >> np.arange(4) & 1)
        gain = self._gain(sight, line[row], cell[row], tiles[line[row], place], rot)
        best: Floats = np.full(tiles.shape, -BIG, dtype=np.float32)
        np.maximum.at(best, (line[row], place), gain)
        return best

    def _marks(self, sight: Sight, shown: Iterable[int]) -> tuple[Integers, Integers, Integers, Floats]:
        """What markers that show these things bring on each slot or piece: game, action, what it shows, gain."""
        marks = [self._ports(sight) if what == PORT else self._resources(sight, what) for what in shown]
        line, action, shows, island, islands, extra = (np.concatenate(each) for each in zip(*marks, strict=True))
        now, after = self._compared(sight, islands, line)
        return line, action, shows, after - now[island] + extra

    def _resources(self, sight: Sight, resource: int) -> tuple[Any, ...]:
        """A marker with this resource on every slot that shows another, as `_marks` wants it.

        Returns:
            Game, action, what the marker shows, the number of the island, the island then, points besides.
        """
        line, cell, slot, shown, island = (each[sight.slots[3] != resource] for each in sight.slots)
        islands = sight.islands[island]
        islands[np.arange(len(line)), shown] -= 1
        islands[:, resource] += 1
        action = sight.facts.verbs["mark_slot"].start + SLOTS * cell + slot
        return line, action, np.full(len(line), resource), island, islands, np.zeros(len(line))

    def _ports(self, sight: Sight) -> tuple[Any, ...]:
        """The same for a port on every piece that may take one; the points are those of the ships around."""
        none = len(sight.islands) - 1
        inside = sight.of_piece[:, :-1]
        inland = sight.edges.all(axis=2) & ~sight.second.any(axis=2)
        coast = (sight.ports[:, :-1] < PORTS_OF_A_TILE) & ~inland
        line, cell, piece = np.nonzero((inside != none) & coast[:, :, np.newaxis])
        island = inside[line, cell, piece]
        islands = sight.islands[island]
        islands[:, Fact.PORTS] += 1
        here = sight.for_ship[line[:, np.newaxis], sight.facts.around[cell]].max(axis=1) + 1
        harbor = np.maximum(here - sight.harbors[1][line], 0) * (sight.of_me("ship_left")[line] != 0)
        extra = sight.counts_for_ships[line, cell] + self.weights.port * harbor
        action = sight.facts.verbs["mark_piece"].start + 2 * cell + piece
        return line, action, np.full(len(line), PORT), island, islands, extra


def _open_for(islands: Integers, builder: int) -> Masks:
    """Where a builder, `OWN` or `ALEXIS`, may build if only the goal is met."""
    is_open: Masks = (islands[:, SIZE] >= 2) & (islands[:, SITES] > islands[:, HOUSES]) & (islands[:, builder] == 0)
    return is_open


def _best_sum(values: Any, lines: Integers, number: int, most: Integers) -> Any:
    """The sum of the `most` largest values of each game, (number,)."""
    order = np.lexsort((-values, lines))
    rank = np.arange(len(order)) - np.searchsorted(lines[order], lines[order])
    return np.bincount(lines[order], values[order] * (rank < most[lines[order]]), number)
