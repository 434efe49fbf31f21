"""The greedy player of Small World, Underground and Warcraft: deterministic heuristics, without search.

Every legal action gets a score, and the best one is played. The player reads the observation by the names of its
columns, and otherwise uses only what every player knows of the game (boards, races, powers), so it plays on any board
with any number of players, and with any box that has the same columns. Everything is arithmetic on whole batches; in a
game with several boards, each row uses its own.

It considers prices, reach, income, who holds what, its hand, the column and the turns left. It ignores turn order, the
combos on offer when it considers a decline, and anything more than one step away on the map. Columns and verbs that a
game does not have are skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.game import Game
from swenv.core.layout import Part
from swenv.smallworld.board import Board
from swenv.smallworld.content.entries import Power, Race
from swenv.smallworld.tables import is_at

Floats = NDArray[np.float32]
Observations = NDArray[np.int8]
Masks = NDArray[np.bool_]
Tables = Any
"""Which board each observation shows: 0 if there is only one, otherwise one number per row."""

BIG = 100.0
"""Ranks one kind of action above or below all others."""
FINISH = 1e-6
"""Score of `finish`: better than a worthless region, worse than the slightest chance with the die."""
UNKNOWN = -0.5
"""Score of a verb without a heuristic: worse than finishing."""


@dataclass(frozen=True)
class Weights:
    """The parameters of the greedy player, in coins unless stated otherwise.

    Attributes:
        token: A race token at the pick: about every third holds one more region for as long as the race lives.
        turns: Typical lifetime of a race in turns, including decline.
        active_turns: Turns in which it is active and pays its bonus.
        denied: A region that its holder loses, turn after turn; less than a coin of one's own, because it helps
            everybody.
        killed: Added if an active race held it, which loses a token and has to come back.
        others: Factor for taking from a seat that is not the leading opponent.
        ahead: Fraction of the value per token of a region's neighbours, because taking it opens the way to them.
        gamble: Ranks attempts with the die below every affordable conquest.
        last_token: Factor for a conquest that uses up the token the dragon needs.
        dragon: A region taken by dragon counts as if tokens had bought price / dragon regions, so it takes expensive
            ones.
        saved: Value of each token that a Berserk roll saves.
        relic: Factor for a conquest with a relic, which might serve a better one later in the turn.
        altar: Number of turns left from which three coins are better than a declined region.
        find: Value of an Artifact or a Legendary Place per turn, face up or down.
        dark_portal: Additional value of the Dark Portal.
        bait: Value of another seat's Objective: its conqueror gets two coins, but so does that seat.
        recruit: Number of turns left from which a token is worth a coin.
        forms: Difference in coins between the two forms of a shape-shifting race.
        turn: Income of an average turn: a race that earns less should decline.
        first_turn: Income of a new race in its first turn.
        growth: Turns in which a region conquered now pays, including decline.
        border: Danger to a region from each adjacent one held by enemies.
        entry: Danger to a region where new races can enter the map.
        distant: Danger to any region, from flyers and from two steps away.
    """

    token: float = 2.4
    turns: float = 4.0
    active_turns: float = 2.0
    denied: float = 0.7
    killed: float = 0.4
    others: float = 0.4
    ahead: float = 0.12
    gamble: float = 0.01
    last_token: float = 0.2
    dragon: float = 8.0
    saved: float = 0.05
    relic: float = 0.95
    altar: float = 3.0
    find: float = 0.7
    dark_portal: float = 1.3
    bait: float = 1.0
    recruit: float = 1.0
    forms: float = 3.0
    turn: float = 10.0
    first_turn: float = 5.0
    growth: float = 2.0
    border: float = 0.5
    entry: float = 0.3
    distant: float = 0.3


CHANCES = (1 / 2, 1 / 3, 1 / 6)
"""Probability that the final attempt succeeds when 1, 2 or 3 tokens are missing (SW-DIE-4)."""
EXPAND, PLACE, PICK, PEACE, SWAP, ALTAR = range(6)
"""Kinds of decisions."""
GIFTS = (
    "coins_per_find", "coins_per_board", "coins_per_occupied", "coins_per_rival", "spoils", "objectives", "pairs"
)  # fmt: skip
"""Fields of races and powers that matter for the active race."""


class GreedySmallWorld(Player):
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
        self._facts = _Facts(game, self.weights)

    def act_batch(self, observations: Observations, masks: Masks) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        self.game  # noqa: B018 - raises if there was no reset
        phases = observations[:, self._facts.phases].argmax(axis=1)
        kinds = self._facts.kind_of_phase[phases]
        methods = (self.expand, self.place, self.pick, self.peace, self.swap, self.altar)
        present = set(kinds.tolist())
        if len(present) == 1:
            return _best(methods[present.pop()](observations, masks), masks)
        actions = np.empty(len(masks), dtype=np.int64)
        for kind in sorted(present):
            rows = np.flatnonzero(kinds == kind)
            legal = masks[rows]
            actions[rows] = _best(methods[kind](observations[rows], legal), legal)
        return actions

    def pick(self, observations: Observations, masks: Masks) -> Floats:
        """The combo with the highest value: tokens, coins on it and its powers, minus its price, which is its row."""
        facts, weights = self._facts, self.weights
        rows = facts.column.of(observations)
        table = facts.table(observations)
        left = facts.seats.of(observations)[:, 0, facts.turns_left] + 1
        active = np.minimum(left, weights.active_turns).astype(np.float32)[:, np.newaxis]
        whole = np.minimum(left / np.float32(weights.turns), 1)[:, np.newaxis]
        worth = rows[:, :, facts.combo].astype(np.float32) @ facts.worths[table]
        value = worth[:, :, 0] + worth[:, :, 1] * whole + worth[:, :, 2] * active
        value += rows[:, :, facts.combo_tokens] * (weights.token * whole)
        value += rows[:, :, facts.combo_coins]
        value -= np.arange(value.shape[1], dtype=np.float32)
        return facts.scores(len(masks), pick=value)

    def swap(self, observations: Observations, masks: Masks) -> Floats:
        """The badge with the highest value, tokens included, if it is better than the player's own."""
        facts = self._facts
        badges = facts.badge_worths[facts.table(observations)][..., np.newaxis]
        rows = facts.column.of(observations)[:, :, facts.combo_power].astype(np.float32) @ badges
        own = facts.seats.of(observations)[:, :1, facts.active_power].astype(np.float32) @ badges
        return facts.scores(len(masks), swap=(rows - own)[:, :, 0])

    def altar(self, observations: Observations, masks: Masks) -> Floats:
        """A declined token for three coins when few turns are left: the most endangered one."""
        facts = self._facts
        left = facts.seats.of(observations)[:, 0, facts.turns_left]
        danger = self.danger(facts.regions.of(observations), facts.table(observations))
        return facts.scores(len(masks), altar=danger - BIG * (left > self.weights.altar)[:, np.newaxis])

    def expand(self, observations: Observations, masks: Masks) -> Floats:
        """Scores conquests, and whether to decline instead.

        A region is worth what it pays per turn plus what its holder loses. The highest value per token comes first. The
        dragon takes expensive regions; sorcery and Berserk rolls are free, so they come before everything else. With
        too few tokens for any region, it rolls the die where the odds are best. It never gives up a region.
        """
        facts, weights = self._facts, self.weights
        regions = facts.regions.of(observations)
        turn = facts.turn.of(observations)
        seats = facts.seats.of(observations)
        table = facts.table(observations)
        worth = self.worth(regions, turn, seats, table)
        listed = regions[:, :, facts.price]
        price = np.maximum(listed - np.maximum(turn[:, facts.pending, np.newaxis] - 1, 0), 1)
        missing = price - turn[:, facts.hand].sum(axis=1, dtype=np.int64)[:, np.newaxis]
        per_token = worth / price
        gains = np.maximum(per_token, 0)
        others = (listed > regions[:, :, facts.immune]) & facts.land[table]
        ahead = around(gains * others, facts.mean_of_neighbors[table])
        extra = weights.ahead * ahead + weights.saved * (listed - price)
        conquer = per_token + extra * (gains > 0)
        if masks[:, facts.dragons].any():
            waiting = masks[:, facts.dragons].any(axis=1, keepdims=True) & (missing >= 0)
            conquer *= 1 - (1 - weights.last_token) * waiting
        conquer *= facts.odds.take(missing, mode="clip")
        more = self.relics(regions, worth, per_token)
        if facts.several_boards:
            hammer = turn[:, facts.hammer, np.newaxis] != 0
            conquer = np.where(hammer, worth * regions[:, :, facts.defence], conquer)
            more |= self.on_several_boards(regions, turn, seats, worth, table)
        scores = facts.scores(
            len(masks),
            conquer=conquer,
            dragon=worth * (listed / np.float32(weights.dragon)),
            convert=worth * BIG,
            roll=BIG * BIG,
            abandon=-BIG - regions[:, :, facts.income],
            vampire=worth * BIG,
            roll_for=conquer + FINISH,
            balrog=self.denied(regions, seats) * BIG,
            reborn=regions[:, :, facts.income],
            volcano=around(listed, facts.beside[table]),
            **more,
        )
        if masks[:, facts.decline].any():
            scores[:, facts.decline] = self.decline(regions, turn, seats, worth)
        return scores

    def relics(self, regions: Observations, worth: Floats, per_token: Floats) -> dict[str, Floats]:
        """The value of using each relic: the best conquest that it enables or makes cheaper."""
        facts, weights = self._facts, self.weights
        listed = regions[:, :, facts.price]
        targets, reached = self.targets(regions, worth)
        lone = reached & (regions[:, :, facts.tokens] == 1) & (regions[:, :, facts.held_by_active] != 0)
        relic = np.float32(weights.relic)
        values = {
            "sword": (worth / np.maximum(listed - 2, 1) * (reached & (listed > 2))).max(axis=1, keepdims=True) * relic,
            "socks": (worth / 2 * (reached & (listed > 3))).max(axis=1, keepdims=True) * relic,
            "doormat": (per_token * targets).max(axis=1, keepdims=True) * relic,
            "orb": (worth * lone).max(axis=1, keepdims=True) * BIG,
        }
        return {f"{verb} {name}": value for name, value in values.items() for verb in ("use", "bag")}

    def targets(self, regions: Observations, worth: Floats) -> tuple[Masks, Masks]:
        """The regions worth conquering, and those of them in reach: two arrays (k, regions)."""
        facts = self._facts
        targets = (worth > 0) & (regions[:, :, facts.price] > 0) & (regions[:, :, facts.immune] == 0)
        return targets, targets & (regions[:, :, facts.in_reach] != 0)

    def on_several_boards(
        self, regions: Observations, turn: Observations, seats: Observations, worth: Floats, table: Tables
    ) -> dict[str, Floats]:
        """Scores actions that only Warcraft has, before deployment.

        The Champion takes expensive regions. Pushes and Artifacts are free, so they come before everything else. It
        never uses portals. Worgen change form if the additional regions are worth the coins. It buys a token for a coin
        if there is another turn, and puts the Well near its own regions. It goes on with an air strike that fell short
        unless the hand can pay for something else.
        """
        facts, weights = self._facts, self.weights
        left = seats[:, 0, facts.turns_left]
        hand = turn[:, facts.hand].sum(axis=1, dtype=np.int64)
        listed = regions[:, :, facts.price]
        near = np.maximum(listed - regions[:, :, facts.region["far"]], 1)
        targets, reached = self.targets(regions, worth)
        number = np.maximum(reached.sum(axis=1), 1)
        saved = (reached * (1 / np.maximum(near - 1, 1) - 1 / near)).sum(axis=1) / number
        mean = (worth * reached).sum(axis=1) / number
        form = hand * saved * mean * np.minimum(left + 1, weights.growth) - weights.forms
        own = regions[:, :, facts.owners]
        others = regions[:, :, facts.owners + 1 : facts.owners + seats.shape[1]].sum(axis=2)
        beside = around(own.astype(np.float32), facts.beside[table])
        payable = targets & (near <= hand[:, np.newaxis]) & ((beside > 0) | (regions[:, :, facts.entry] != 0))
        payable &= regions[:, :, facts.region["chosen"]] == 0
        instead = (payable * worth / near).max(axis=1)
        finish = np.where(turn[:, facts.strike_phase] != 0, instead, FINISH)
        return {
            "champion": worth * (listed / np.float32(weights.dragon)),
            "push": np.maximum(worth, 0) / np.maximum(listed - 1, 1) * BIG,
            "push_to": -worth * regions[:, :, facts.in_reach],
            "take": np.full((len(form), 1), BIG, dtype=np.float32),
            "put": -self.danger(regions, table),
            "form human": np.zeros((len(form), 1), dtype=np.float32),
            "form worgen": form[:, np.newaxis],
            "buy": np.where(left >= weights.recruit, BIG, -BIG)[:, np.newaxis],
            "well": beside - around(others.astype(np.float32), facts.beside[table]),
            "finish": finish[:, np.newaxis],
            **self.effects(regions, worth, hand[:, np.newaxis]),
        }

    def effects(self, regions: Observations, worth: Floats, hand: NDArray[np.int64]) -> dict[str, Floats]:
        """The value of arming each effect: the best conquest that it enables or makes cheaper."""
        facts, weights = self._facts, self.weights
        listed = regions[:, :, facts.price]
        targets, reached = self.targets(regions, worth)
        near = listed - regions[:, :, facts.region["far"]]
        dear = (worth - 1) * listed / np.float32(weights.dragon)

        def best(worth: Floats, price: Any, where: Masks) -> Floats:
            price = np.maximum(price, 1)
            values = worth / price * facts.odds.take(price - hand, mode="clip") * where
            most: Floats = values.max(axis=1, keepdims=True) * np.float32(weights.relic)
            return most

        return {
            "arm frostmourne": best(worth, listed - 2, reached & (listed > 2)),
            "arm discount": best(worth, listed - 2, reached & (listed > 2) & regions[:, :, facts.places].any(axis=2)),
            "arm doomhammer": best(dear, np.ones_like(listed), reached),
            "arm ashes": best(worth, near, targets),
            "arm air_strike": best(worth, near - 1, targets),
        }

    def denied(self, regions: Observations, seats: Observations) -> Floats:
        """What the holders of each region would lose: (k, regions); negative for the player's own."""
        facts, weights = self._facts, self.weights
        lead = seats[:, 1:, facts.lead]
        matter = np.where(lead == lead.max(axis=1, keepdims=True), np.float32(1), np.float32(weights.others))
        matter *= seats[:, 1:, facts.turns_left] > 0
        loss = np.float32(weights.denied) + np.float32(weights.killed) * regions[:, :, facts.held_by_active]
        denied: Floats = -loss * regions[:, :, facts.owners]
        for k in range(matter.shape[1]):
            denied += loss * regions[:, :, facts.owners + 1 + k] * matter[:, k, np.newaxis]
        return denied

    def worth(self, regions: Observations, turn: Observations, seats: Observations, table: Tables) -> Floats:
        """The value of taking each region: (k, regions), zero or less where it does not pay."""
        facts = self._facts
        active = regions[:, :, facts.held_by_active]
        more = regions[:, :, facts.income] - 1
        mine = regions[:, :, facts.owners]
        acting = turn[:, facts.acting_active, np.newaxis]
        gain = (1 + acting * more) - mine * (1 + active * more)
        denied = self.denied(regions, seats)
        worth: Floats = np.where(mine != 0, 0, denied) + gain.astype(np.float32)
        if facts.fleeting.any():  # the River pays nobody who has to leave it; it may be a way
            worth = np.where(facts.fleeting[table], np.float32(0.1), worth)
        if facts.several_boards:
            left = seats[:, 0, facts.turns_left, np.newaxis] + 1
            worth += self.finds(regions, seats)
            worth += self.at_once(regions, turn, seats) / np.minimum(left, np.float32(self.weights.growth))
        return worth

    def finds(self, regions: Observations, seats: Observations) -> Floats:
        """What each region pays per turn besides `income`: Artifacts and Places, and the first region on a board."""
        facts, weights = self._facts, self.weights
        gift = facts.gifts(seats)
        value: Floats = regions[:, :, facts.finds].sum(axis=2) * (np.float32(weights.find) + gift["coins_per_find"])
        value += np.float32(weights.dark_portal) * regions[:, :, facts.dark_portal]
        new = regions[:, :, facts.boards] * (1 - self.settled(regions)[:, np.newaxis])
        value += gift["coins_per_board"] * new.sum(axis=2)
        return value

    def settled(self, regions: Observations) -> Observations:
        """1 for each board on which the observing seat's active race holds a region: (k, boards)."""
        facts = self._facts
        mine = regions[:, :, facts.owners] * regions[:, :, facts.held_by_active]
        settled: Observations = (regions[:, :, facts.boards] * mine[:, :, np.newaxis]).max(axis=1)
        return settled

    def at_once(self, regions: Observations, turn: Observations, seats: Observations) -> Floats:
        """Coins that conquering each region brings this turn, minus what it costs: (k, regions)."""
        facts = self._facts
        column, gift = facts.region, facts.gifts(seats)
        pieces = regions[:, :, facts.pieces].sum(axis=2)
        foreign = regions[:, :, facts.owners + 1 : facts.owners + seats.shape[1]].any(axis=2)
        held = foreign | (regions[:, :, facts.owners] != 0) | (regions[:, :, column["tribe"]] != 0)
        rival = regions[:, :, column["rival"]] * (self.unpaid(regions, turn, seats) + gift["coins_per_rival"])
        coins: Floats = rival + gift["coins_per_occupied"] * held
        coins += gift["spoils"] * pieces * (foreign & (pieces >= 2))
        coins += regions[:, :, column["champion"]] * foreign
        bait = np.where(gift["objectives"] > 0, np.float32(2), np.float32(self.weights.bait))
        coins += bait * regions[:, :, column["objective"]] * (1 - seats[:, 0, facts.horde, np.newaxis])
        coins -= regions[:, :, column["toll"]]
        return coins

    def unpaid(self, regions: Observations, turn: Observations, seats: Observations) -> Masks:
        """Where the holder's banner has not yet paid its faction bonus this turn: (k, regions)."""
        facts = self._facts
        beaten = turn[:, np.newaxis, facts.beaten]
        paid = np.zeros(regions.shape[:2], dtype=np.float32)
        for slot, races in enumerate(facts.races):
            number = (seats[:, :, races] * beaten).sum(axis=2)
            for k in range(1, seats.shape[1]):
                there = regions[:, :, facts.owners + k] * regions[:, :, facts.held_by_active + slot]
                paid += there * number[:, k, np.newaxis]
        battle = regions[:, :, facts.battleground] * regions[:, :, facts.owners] * regions[:, :, facts.held_by_active]
        most = 1 + battle.max(axis=1, keepdims=True)
        unpaid: Masks = paid < most
        return unpaid

    def decline(self, regions: Observations, turn: Observations, seats: Observations, worth: Floats) -> Floats:
        """The score of declining: above everything if a new race will bring more, otherwise below everything: (k,).

        Another turn brings the regions held, and those the free tokens can take, which keep paying. If that is less
        than an average turn, the race should decline. Before the last turn, both alternatives are computed; in the last
        turn it never declines. Stout races decline after their conquests, because that costs them no turn.
        """
        facts, weights = self._facts, self.weights
        me = seats[:, 0]
        active, declined, spirit = (me[:, facts.held + slot].astype(np.float32) for slot in range(3))
        mine = regions[:, :, facts.owners] * regions[:, :, facts.held_by_active]
        pays = (mine * regions[:, :, facts.income]).sum(axis=1) + me[:, facts.active_power] @ facts.bonus_a_turn
        free = me[:, facts.active_hand] + (mine * regions[:, :, facts.tokens]).sum(axis=1) - active
        if facts.several_boards:
            pays = pays + (self.finds(regions, seats) * mine).sum(axis=1)
            pays += self.settled(regions).sum(axis=1) * facts.gifts(seats)["coins_per_board"][:, 0]
            free = turn[:, facts.hand].sum(axis=1)
        gain = self.gain(regions, worth, regions[:, :, facts.price], free)
        left = me[:, facts.turns_left]
        stay = pays + declined + spirit + gain * np.minimum(left + 1, weights.growth)
        enough = np.where(left == 1, active + spirit + weights.first_turn / 2, weights.turn)
        scored = turn[:, facts.stout_phase] != 0
        enough = np.where(scored, active + spirit + weights.first_turn, enough)
        later = (me[:, facts.active_power] @ facts.declines_later > 0) & ~scored
        go: Floats = np.where((stay < enough) & (left > 0) & ~later, np.float32(BIG**3), np.float32(-(BIG**3)))
        return go

    def gain(self, regions: Observations, worth: Floats, price: Any, free: Any) -> Any:
        """What `free` tokens can take at these prices, from the cheapest regions and their mean value: (k,)."""
        targets = (worth > 0) & (regions[:, :, self._facts.in_reach] != 0)
        cheapest = np.sort(price + BIG * ~targets, axis=1)
        number = (np.cumsum(cheapest, axis=1) <= free[:, np.newaxis]).sum(axis=1)
        return number * (worth * targets).sum(axis=1) / np.maximum(targets.sum(axis=1), 1)

    def place(self, observations: Observations, masks: Masks) -> Floats:
        """Puts tokens and markers where the expected loss is highest: endangered, valuable, weakly held regions.

        Danger comes from neighbouring enemies and from the edge. Tokens are placed one by one, so each takes the
        earlier ones into account. Heroes come first, then a fortress, then encampments.
        """
        facts = self._facts
        regions = facts.regions.of(observations)
        turn = facts.turn.of(observations)
        table = facts.table(observations)
        active = regions[:, :, facts.held_by_active]
        enemies = (active > regions[:, :, facts.owners]).astype(np.float32)
        danger = self.danger(regions, table)
        pays = 1 + active * (regions[:, :, facts.income] - 1)
        safe = sum(regions[:, :, column] for column in facts.safe)
        need = danger * pays / np.maximum(regions[:, :, facts.defence], 1) / (1 + BIG * (safe > 0))
        more = {"deploy": need}
        if facts.several_boards:
            more |= self.close(observations, need, danger * pays)
        several = turn[:, facts.to_place, np.newaxis] > 1
        return facts.scores(
            len(masks),
            deploy_rest=need + (1 - BIG * several),
            encamp=need + BIG,
            fortify=need + 2 * BIG,
            hero=need + 3 * BIG,
            armor=need + BIG,
            queen=need + 3 * BIG,
            ghost=need * (2 * regions[:, :, facts.owners] - 1),
            scepter=regions[:, :, facts.income] + BIG,
            ring=around(enemies, facts.beside[table]),
            bag=FINISH,
            **more,
        )

    def close(self, observations: Observations, need: Floats, loss: Floats) -> dict[str, Floats]:
        """Scores actions that only Warcraft has, at the end of a turn.

        Beasts and the Champion are placed after the race tokens and, if possible, never alone. The Aegis goes where the
        expected loss is highest, the Heart where most neighbours pay, Objectives where the next conquest will be, and
        bombs where opponents are strong.
        """
        facts = self._facts
        regions, turn, seats = (part.of(observations) for part in (facts.regions, facts.turn, facts.seats))
        table = facts.table(observations)
        active = regions[:, :, facts.held_by_active]
        worth = self.worth(regions, turn, seats, table)
        pay: Floats = np.zeros_like(worth)
        for k in range(1, seats.shape[1]):
            theirs = (regions[:, :, facts.owners + k] * active).astype(np.float32)
            pay += np.minimum(around(theirs, facts.beside[table]), 1)
        bare = (regions[:, :, facts.pieces].sum(axis=2) <= facts.gifts(seats)["pairs"]) & (active != 0)
        return {
            "deploy": need + BIG * bare,
            "beast": need - BIG,
            "post": need - 2 * BIG,
            "aegis": loss,
            "heart": pay,
            "objective": worth / np.maximum(regions[:, :, facts.price], 1) * regions[:, :, facts.in_reach],
            "bomb": self.denied(regions, seats) * regions[:, :, facts.defence],
        }

    def danger(self, regions: Observations, table: Tables) -> Floats:
        """How likely each region is to be attacked: (k, regions)."""
        facts, weights = self._facts, self.weights
        enemies = (regions[:, :, facts.held_by_active] > regions[:, :, facts.owners]).astype(np.float32)
        danger: Floats = around(enemies, weights.border * facts.beside[table])
        danger += weights.distant + weights.entry * regions[:, :, facts.entry]
        return danger

    def peace(self, observations: Observations, masks: Masks) -> Floats:
        """Peace with the opponent who has the most tokens in play."""
        facts = self._facts
        seats = facts.seats.of(observations)
        strength = seats[:, :, facts.on_map].astype(np.float32) + seats[:, :, facts.active_hand] + 1
        me = facts.turn.of(observations)[:, facts.seat].argmax(axis=1)
        number = strength.shape[1]
        relative = (np.arange(number) - me[:, np.newaxis]) % number
        return facts.scores(len(masks), peace=np.take_along_axis(strength, relative, axis=1))


def _best(scores: Floats, masks: Masks) -> NDArray[np.int64]:
    """The legal action with the highest score, for each row."""
    barred = masks.astype(np.float32)
    barred -= 1
    barred *= BIG**4
    barred += scores
    best: NDArray[np.int64] = barred.argmax(axis=1)
    return best


def around(values: Floats, beside: Floats) -> Floats:
    """The sum over each region's neighbours: (k, regions) by (regions, regions), or by one such matrix per row."""
    if beside.ndim == 2:
        total: Floats = values @ beside
    else:
        total = np.matmul(values[:, np.newaxis], beside)[:, 0]
    return total


class _Facts:
    """Lookup tables of the player: columns, actions by verb, the board, values of powers."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.num_actions = game.num_actions
        self.table = game.board_numbers
        self.verbs = {verb.name: slice(verb.first, verb.first + verb.size) for verb in game.verbs}
        self.blank = np.full(game.num_actions, UNKNOWN, dtype=np.float32)
        self.blank[self.verbs["finish"]] = FINISH
        self.dragons, self.decline = self.verbs.get("dragon", slice(0, 0)), self.verbs["decline"].start
        self.verbs |= {
            f"{verb.name} {word}": slice(verb.first + k, verb.first + k + 1)
            for verb in game.verbs
            for k, word in enumerate(verb.words)
        }
        self._columns(game)
        self._columns_of_several_boards()
        self._board_and_powers(game, weights)
        self.odds = np.array([1, *(weights.gamble * chance for chance in CHANCES)], dtype=np.float32)

    def _columns(self, game: Game) -> None:
        layout = game.observation_layout
        self.regions, self.turn, self.column, self.seats = (
            layout[name] for name in ("regions", "turn", "column", "seats")
        )

        def first(part: Part, *names: str) -> list[int]:
            return [part.column(name).start for name in names]

        self.price, self.income, self.in_reach, self.immune = first(
            self.regions, "price", "income", "in_reach", "immune"
        )
        self.tokens, self.defence, self.entry = first(self.regions, "tokens", "defence", "entry")
        known = {column.name for column in self.regions.columns}
        self.safe = first(
            self.regions,
            *known.intersection(("hole", "hero", "dragon", "queen", "ancient", "ghost", "tower", "protected")),
        )
        self.owners, self.held_by_active = first(self.regions, "owner", "slot")

        self.pending, self.to_place = first(self.turn, "pending_roll", "to_place")
        known = {column.name for column in self.turn.columns}
        self.hand = first(self.turn, *known.intersection(("hand", "hammers_left")))
        (self.acting_active,) = first(self.turn, "acting_slot")
        kinds = {
            "pick": PICK, "peace": PEACE, "markers": PLACE, "withdrawn": PLACE, "ghoul_deploy": PLACE, "deploy": PLACE,
            "tomb": PLACE, "swap": SWAP, "altar": ALTAR, "aegis": PLACE, "heart": PLACE, "objectives": PLACE,
            "bombs": PLACE,
        }  # fmt: skip
        phases = [column for column in self.turn.columns if column.name.startswith("phase")]
        names = [name for column in phases for name in column.values]
        self.kind_of_phase = np.array([kinds.get(name, EXPAND) for name in names])
        self.phases = [self.turn.start + column.offset + k for column in phases for k in range(column.width)]
        self.stout_phase = self.phases[names.index("stout")] - self.turn.start
        self.seat = self.turn.column("seat")

        self.combo_tokens, self.combo_coins = first(self.column, "tokens", "coins")
        self.combo_power = self.column.column("power")
        self.combo = slice(self.column.column("race").start, self.combo_power.stop)

        self.turns_left, self.lead, self.on_map = first(self.seats, "turns_left", "lead", "tokens_on_map")
        self.held, self.active_hand = first(self.seats, "regions", "hands")
        self.active_power = self.seats.column("active_power")

    def _columns_of_several_boards(self) -> None:
        """The columns of Warcraft, if present: its table consists of several boards."""
        self.region = {column.name: column.offset for column in self.regions.columns}
        self.several_boards = "board" in self.region
        if not self.several_boards:
            return

        def value(part: Part, name: str, of: str) -> int:
            (column,) = (column for column in part.columns if column.name == name)
            return column.offset + column.values.index(of)

        columns = self.regions.column
        self.boards, self.places = columns("board"), columns("place")
        self.pieces = [self.region[name] for name in ("tokens", "beasts", "champion")]
        self.finds = [
            self.region["face_down"],
            *range(columns("artifacts").start, columns("artifacts").stop),
            *range(self.places.start, self.places.stop),
        ]
        self.dark_portal = value(self.regions, "place", "dark_portal")
        self.battleground = value(self.regions, "place", "battleground")
        self.hammer = value(self.turn, "armed", "doomhammer")
        self.strike_phase = value(self.turn, "phase_warcraft", "strike")
        self.beaten = self.turn.column("beaten")
        self.horde = value(self.seats, "faction", "horde")
        self.races = [self.seats.column(name) for name in ("active_race", "decline_race")]

    def gifts(self, seats: Observations) -> dict[str, Floats]:
        """Each of `GIFTS`, added up over the observing seat's race and power, (k, 1)."""
        values = seats[:, 0, self.races[0]] @ self.race_gifts + seats[:, 0, self.active_power] @ self.power_gifts
        return dict(zip(GIFTS, values.T[:, :, np.newaxis], strict=True))

    def _board_and_powers(self, game: Any, weights: Weights) -> None:
        self.beside = game.adjacencies.astype(np.float32)
        shape = self.beside.shape[:2]
        self.land, self.fleeting = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
        for number, board in enumerate(game.boards):
            for region in board.regions:
                self.land[number, region.id] = not region.is_water and region.terrain != "chasm"
                self.fleeting[number, region.id] = region.terrain == "river"
        self.mean_of_neighbors = self.beside / np.maximum(self.beside.sum(axis=1, keepdims=True), 1)
        content = [*game.races, *game.powers]
        self.worths = np.array([[worths(entry, board) for entry in content] for board in game.boards], dtype=np.float32)
        badges = self.worths[:, len(game.races) :]
        tokens = np.array([power.tokens for power in game.powers], dtype=np.float32)
        self.badge_worths = badges @ np.array([1, 1, weights.active_turns], dtype=np.float32) + weights.token * tokens
        self.bonus_a_turn = np.array([entry.coins_per_turn for entry in game.powers])
        self.race_gifts, self.power_gifts = (
            np.array([[getattr(entry, gift) for gift in GIFTS] for entry in entries], dtype=np.float32)
            for entries in (game.races, game.powers)
        )
        self.declines_later = np.array([int(entry.stout) for entry in game.powers])

    def scores(self, k: int, **by_verb: Any) -> Floats:
        """Scores of all actions, (k, num_actions), from the given verbs that the game has; others `UNKNOWN`."""
        scores = np.empty((k, self.num_actions), dtype=np.float32)
        scores[:] = self.blank
        for verb, values in by_verb.items():
            if verb in self.verbs:
                scores[:, self.verbs[verb]] = values
        return scores


def worths(entry: Race | Power, board: Board) -> tuple[float, float, float]:
    """The value of a race or power besides its tokens: coins at once, over its lifetime, and per active turn.

    It assumes that a race holds about a fifth of the regions of any kind, and three regions in all that it would not
    hold otherwise. The numbers are rounded from a fit of final coins against picks, in games with random picks.
    """

    def held(places: tuple[str, ...]) -> float:
        if not places:
            return 0.0
        return min(sum(any(is_at(board, region, place) for place in places) for region in board.regions) / 5, 3.0)

    whole_life = (
        8.0 * entry.acts_in_decline
        + 8.0 * entry.stout
        + 3.5 * entry.spirit
        + 1.0 * entry.lairs
        - 1.2 * entry.reserve  # tokens that hold nothing
        + 2.0 * bool(entry.coins_per_turn_in_decline)
        + 2.0 * entry.reborn
        + 3.0 * entry.tomb
        + 3.0 * entry.vanishing
        + 1.0 * entry.royal
        + 0.5 * entry.toll
        - 5.0 * entry.pairs  # two tokens a region
        + 2.0 * entry.fort_on_conquest
        + 1.0 * bool(entry.walls)
    )
    a_turn = (
        held(entry.coins)
        + 1.5 * held(entry.lasting_coins)
        + 1.0 * held(entry.discount)
        + 2.0 * entry.coins_per_conquest
        + 2.0 * entry.coins_per_fortress
        + 1.0 * entry.coins_per_turn
        + 1.0 * bool(entry.linked)
        + 0.5 * bool(entry.conquests_per_token)
        + 0.3 * entry.heroes
        + 0.1 * entry.encampments
        + 0.5 * entry.loses_none
        + 0.5 * entry.seafaring
        + 0.5 * entry.converts
        + 1.0 * entry.flies
        + 2.0 * entry.diplomat
        + 2.5 * entry.berserk
        + 4.0 * entry.dragon
        - 4.0 * entry.surcharge
        + 1.0 * entry.great_ancient
        + 1.0 * entry.volcano
        + 1.0 * entry.guarded
        + 0.5 * entry.passes_water
        + 0.5 * bool(entry.reaches)
        + 0.5 * bool(entry.roll_first)
        + 0.5 * len(entry.hammers)
        + 1.0 * bool(entry.grows_on)
        + 0.5 * bool(entry.armors)
        + 1.0 * entry.vampire
        + 0.5 * entry.vengeful
        + 0.3 * entry.bag
        + 1.5 * entry.lonely_coins
        + 1.5 * entry.fisher
        + 0.7 * entry.thieving
        + 0.5 * entry.coins_per_place
        + 1.0 * entry.coins_per_crowd
        + 1.5 * entry.coins_per_group
        + 0.6 * entry.coins_if_connected
        + 1.0 * entry.coins_per_loss
        + 2.0 * held(entry.double_discount)
        + 2.5 * entry.shifts
        + 2.0 * entry.recruits
        + 1.5 * entry.bold
        + 1.8 * entry.air_strike
        + 1.5 * entry.objectives
        + 0.5 * entry.coins_per_rival
        + 1.2 * entry.harmony
        + 0.3 * entry.bombs
        + 0.6 * entry.ethereal
        + 4.0 * entry.champion
        + 1.5 * entry.coins_per_occupied
        + 1.2 * entry.spoils
        + 0.2 * bool(entry.tolls)
        + 1.0 * entry.fort_on_conquest
        + 0.4 * entry.coins_per_board * len(board.faces)
        + 0.2 * entry.coins_per_find * len(board.faces)
        + 1.0 * entry.pushes
        + 0.5 * entry.free_travel
        + 0.3 * bool(entry.beasts)
    )
    return float(entry.coins_first_turn), whole_life, a_turn
