"""Predicts the result of an action of Small Islands from the previous position and the rules.

Documents contain all stacks in order, so most results are certain. For chance, a shuffled order is read from the actual
next position and compared with what was shuffled; drawn tokens and cards are guessed one after the other, until the
result is the actual one. A result that no guess explains is against the rules.
"""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from invariants_islands import totals
from invariants_underground import hold
from reference_archipelago import (
    BOX,
    CARDS,
    LAND,
    SEA,
    SHIPS,
    Archipelago,
    Cell,
    all_ids,
    card_kinds,
    less,
    points,
    resources_on,
    reward_of,
)
from reference_islands import MODES, PASS, legal
from reference_table import Document

Who = int | str
"""A seat, or "alexis"."""

IDLE: Document = {
    "chosen": None,
    "marker": None,
    "docker": None,
    "stuck": False,
    "built": [],
    "scored": 0,
    "emptied": None,
    "cell": None,
}
"""The turn state before anything has begun."""


class Rehearsal:
    """Carries out an action on a copy of a position, by the terms of the rules.

    Args:
        before: The position before the action.
        after: The actual next position, used only for the results of chance.
        options: The options of the game.
        script: The guesses to make, one index each; after these always the first option.
    """

    def __init__(self, before: Document, after: Document, options: Mapping[str, Any], script: Sequence[int]) -> None:
        self.before, self.after, self.options = before, after, options
        self.now: Document = pickle.loads(pickle.dumps(before))  # a third of the time of copy.deepcopy
        self.script, self.trail = script, list[tuple[int, int]]()
        self.mixed = False
        """Whether this step shuffled the expedition cards, so that nobody knows the top one."""

    # guesses

    def guess(self, choices: Sequence[Any]) -> Any:
        """Guess one of the possible results of chance."""
        hold(choices, "SI-CARD-R2", "chance cannot have brought this", self.before)
        place = len(self.trail)
        index = self.script[place] if place < len(self.script) else 0
        self.trail.append((index, len(choices)))
        return choices[index]

    def next_script(self) -> list[int] | None:
        """The next guesses to try; None if all have been tried."""
        trail = list(self.trail)
        while trail and trail[-1][0] + 1 == trail[-1][1]:
            trail.pop()
        return [index for index, _ in trail[:-1]] + [trail[-1][0] + 1] if trail else None

    # short ways

    @property
    def board(self) -> Archipelago:
        return Archipelago(self.now)

    @property
    def solo(self) -> bool:
        return bool(self.now["num_players"] == 1)

    @property
    def seat(self) -> int:
        return int(self.now["turn"])

    @property
    def own(self) -> Document:
        """The entry of the current seat."""
        found: Document = self.now["seats"][self.seat]
        return found

    @property
    def turn(self) -> Document:
        found: Document = self.now["turn_state"]
        return found

    def follows(self, who: Who) -> Who:
        """The left neighbour; in solo mode that is Alexis."""
        if self.solo:
            return "alexis" if who == 0 else 0
        return (int(who) + 1) % int(self.now["num_players"])

    def order(self, first: Who) -> list[Who]:
        """All participants, clockwise from one of them."""
        found = [first]
        while self.follows(found[-1]) != first:
            found.append(self.follows(found[-1]))
        return found

    def ask(self, phase: str, who: Who) -> bool:
        """Enter a phase; returns whether there is more than one legal action to decide on."""
        self.now["phase"] = phase
        self.now["turn"] = self.now["to_act"] = 0 if who == "alexis" else who
        return len(legal(self.now)) > 1

    def play(self, action: str) -> None:
        verb, *words = action.split()
        getattr(self, f"do_{verb}")(*words)

    # the start layout and the preparation

    def do_start_face(self, face: str) -> None:
        self.turn["chosen"] = face
        self.now["phase"] = "start_place"

    def deal(self) -> None:
        """DEAL: shuffle and deal all land tiles and cards; the order is read from the actual next position."""
        after = self.after
        self.shuffled([*after["market"], *self.hands(after), *after["navigation"], *after["reserve"]], LAND, "SI-INV-1")
        for name in ("market", "navigation", "reserve"):
            self.now[name] = list(after[name])
        for number, seat in enumerate(after["seats"]):
            self.now["seats"][number]["hand"] = list(seat["hand"])
        hold(len(after["navigation"]) == 6, "SI-PREP-1", "no full navigation stack", after)
        if self.solo:
            self.alexis["deck"] = list(after["alexis"]["deck"])
        held = {kind: [[seat[kind]["held"][0]] for seat in after["seats"]] for kind in card_kinds(self.now)}
        self.deal_cards(held)

    @staticmethod
    def hands(document: Document) -> list[str]:
        return [tile for seat in document["seats"] for tile in seat["hand"]]

    def shuffled(self, found: Sequence[Any], wanted: Sequence[Any], rule: str) -> None:
        """Check that shuffling changed only the order."""
        hold(sorted(found) == sorted(wanted), rule, f"{found} is not {wanted} shuffled", self.before)

    def deal_cards(self, held: dict[str, list[list[str]]]) -> None:
        """PREP_DEAL: deal two cards of each kind to every seat; all others are in the deck (SI-PREP-2 to -4)."""
        for kind in card_kinds(self.now):
            drawn = list(self.after["decks"][kind])
            for number, seat in enumerate(self.now["seats"]):
                came = self.after["seats"][number][kind]["held"]
                hold(came[:1] == held[kind][number], "SI-PREP-5", f"held: {came}", self.before)
                seat[kind] = {"held": list(came), "current": None, "returned": None}
                drawn += came
            self.shuffled(drawn, all_ids(kind), "SI-PREP-2")
            self.now["decks"][kind] = list(self.after["decks"][kind])
        for seat in self.now["seats"]:
            seat["revealed"] = False
        first = self.now["first"]
        self.ask("prep_pick", 0 if self.solo else first)

    def do_card_pair(self, current: str, kept: str) -> None:
        self.choose(card_kinds(self.now)[0], int(current), int(kept))
        if self.now["mode"] == "advanced":
            self.now["phase"] = "prep_reward"
        else:
            self.next_pick()

    def do_reward_pair(self, current: str, kept: str) -> None:
        self.choose("rewards", int(current), int(kept))
        self.next_pick()

    def choose(self, kind: str, current: int, kept: int) -> None:
        cards = self.own[kind]
        ((other),) = {0, 1, 2} - {current, kept}
        held = cards["held"]
        cards.update(held=[held[kept]], current=held[current], returned=held[other])

    def next_pick(self) -> None:
        first: Who = self.now["first"]
        following = (self.seat + 1) % self.now["num_players"]
        if self.solo or following == first:
            self.begin(first)
        else:
            self.ask("prep_pick", following)

    # exploration

    def begin(self, who: Who) -> None:
        """TURN; whoever can neither take nor dock is stuck (SI-END-2)."""
        if who == "alexis":
            self.alexis_turn()
            return
        self.ask("turn", who)
        if not legal(self.now):
            self.reward(who, stuck=True)

    def do_take(self, slot: str) -> None:
        tile = self.now["market"][int(slot)]
        self.now["market"][int(slot)] = None
        self.turn["emptied"] = int(slot)
        self.own["hand"].append(tile)
        self.own["known"].append(tile)
        self.hold_three()

    def hold_three(self) -> None:
        """Place one of three tiles; if none fits, they are shown to everybody (SI-EXPL-9)."""
        fits = any(self.board.places(tile) for tile in self.own["hand"])
        self.now["phase"] = "hand" if fits else "blocked"
        if not fits:
            self.own["known"] = list(self.own["hand"])

    def do_hand(self, place: str) -> None:
        tile = self.own["hand"].pop(int(place))
        if tile in self.own["known"]:
            self.own["known"].remove(tile)
        if self.now["phase"] == "hand":
            self.turn["chosen"] = tile
            self.now["phase"] = "place"
            return
        self.now["removed"].append(tile)
        stack = self.now["reserve"] or self.now["navigation"]
        if stack:
            self.own["hand"].insert(int(place), stack.pop(0))
            self.hold_three()
        else:
            self.offer_marker()

    def lay(self, r: int, c: int, rot: int) -> None:
        self.now["tiles"].append({"tile": self.turn["chosen"], "r": r, "c": c, "rot": rot})
        self.now["last"] = [r, c]
        self.turn["chosen"] = None

    def do_place(self, r: str, c: str, rot: str) -> None:
        phase = self.now["phase"]
        self.lay(int(r), int(c), int(rot))
        if phase == "alexis_place":
            self.turn["cell"] = None
            self.refill("alexis")
            return
        if phase == "start_place":
            if self.solo:
                self.now["human_last"] = [int(r), int(c)]
            if len(self.now["tiles"]) == len(BOX["start_tiles"]) // 2:
                self.deal()
            else:
                self.now["phase"] = "start_pick"
            return
        self.placed(int(r), int(c))
        self.offer_marker()

    def placed(self, r: int, c: int) -> None:
        """Record that the seat placed a tile or a ship there (SI-TIE-1, SI-SOLO-6)."""
        self.own["last_placement"] = 1 + max(seat["last_placement"] for seat in self.now["seats"])
        if self.solo:
            self.now["human_last"] = [r, c]

    def offer_marker(self) -> None:
        if not self.ask("marker", self.seat):
            self.refill(self.seat)

    def do_pass(self) -> None:
        if self.now["phase"] == "marker":
            self.refill(self.seat)
        else:
            self.score()

    def do_marker_mode(self, mode: str) -> None:
        self.turn["marker"] = mode
        self.now["phase"] = "mark_target"

    def do_mark_slot(self, r: str, c: str, slot: str) -> None:
        self.mark(r=int(r), c=int(c), slot=int(slot))

    def do_mark_piece(self, r: str, c: str, piece: str) -> None:
        self.mark(r=int(r), c=int(c), piece=int(piece))

    def mark(self, **where: int) -> None:
        marker, shows = MODES[self.turn["marker"]]
        self.now["markers"].append({"seat": self.seat, "marker": marker, "as": shows, **where})
        self.turn["marker"] = None
        self.refill(self.seat)

    def refill(self, who: Who) -> None:
        """REFILL: first from the navigation stack (SI-EXPL-5); then it is the left neighbour's turn."""
        stack = self.now["navigation"] or self.now["reserve"]
        if stack:
            self.now["market"][self.turn["emptied"]] = stack.pop(0)
        self.turn["emptied"] = None
        self.begin(self.follows(who))

    # docking and the reward phase

    def do_dock_own(self, r: str, c: str) -> None:
        self.dock(int(r), int(c), self.seat)

    def do_dock_grey(self, r: str, c: str) -> None:
        self.dock(int(r), int(c), "grey")

    def dock(self, r: int, c: int, owner: Who) -> None:
        self.now["ships"].append({"r": r, "c": c, "owner": owner})
        self.now["last"] = [r, c]
        self.placed(r, c)
        self.reward(self.seat)

    def reward(self, docker: Who, stuck: bool = False) -> None:
        self.turn.update(docker=docker, stuck=stuck)
        self.reward_turn(docker)

    def reward_turn(self, who: Who) -> None:
        """A reward turn (SI-REW-2, -3); a seat that can only stop is not asked."""
        self.turn.update(built=[], scored=0)
        if who == "alexis":
            self.alexis_reward()
            return
        self.now["seats"][who]["revealed"] = True
        if not self.ask("house", who):
            self.score()

    def do_house(self, r: str, c: str) -> None:
        self.turn["built"].append([int(r), int(c)])
        if self.now["phase"] == "alexis_house":
            self.now["houses"].append({"seat": "alexis", "r": int(r), "c": int(c)})
            self.alexis_builds()
            return
        self.now["houses"].append({"seat": self.seat, "r": int(r), "c": int(c)})
        self.own["pool"] -= 1
        if legal(self.now) == {PASS}:
            self.score()

    def score(self) -> None:
        """Score island by island, in the order in which they were built on (SI-REW-4, SI-INT-24)."""
        reward = reward_of(self.now, self.seat)
        while self.turn["scored"] < len(self.turn["built"]):
            if reward["type"] == "discovery":
                if self.draw():
                    return
            elif reward["type"] == "chosen_resource_ports":
                names = resources_on(self.island.symbols)
                if len(names) > 1 and not self.options["best_resource"]:
                    self.now["phase"] = "score"
                    return
                self.pay(max(names, key=lambda name: self.island.symbols[name]))
            else:
                self.pay()
            self.turn["scored"] += 1
        self.end_of_reward(self.seat)

    @property
    def island(self) -> Any:
        """The island that is being scored."""
        r, c = self.turn["built"][self.turn["scored"]]
        return self.board.island_of_site((r, c))

    def pay(self, resource: str | None = None) -> None:
        self.own["prestige"] += points(reward_of(self.now, self.seat), self.island, resource)

    def do_resource(self, name: str) -> None:
        self.pay(name)
        self.turn["scored"] += 1
        self.score()

    def draw(self) -> bool:
        """Draw one token per temple, as far as there are any (SI-CARD-R2); returns whether there is a decision.

        Other seats no longer know what is left in the pool; this seat still knows, except for what it has drawn.
        """
        pool = self.now["discoveries"]
        count = min(self.island.symbols["temple"], len(pool))
        if not count:
            return False
        drawn, asked = self.guess([*self.drawn_alone(pool, count), *self.drawn_to_choose(pool, count)])
        self.now["discoveries"] = less(pool, drawn)
        self.now["drawn"] = list(drawn)
        known = Counter[int](self.own["tokens_in_pool"]) - Counter(drawn)
        for seat in self.now["seats"]:
            seat["tokens_in_pool"] = []
        self.own["tokens_in_pool"] = list(known.elements())
        if asked:
            self.now["phase"] = "score"
        else:
            self.keep(max(drawn))
        return bool(asked)

    def drawn_alone(self, pool: list[int], count: int) -> list[tuple[list[int], bool]]:
        """Draws without a decision, by the token kept: those that the seat may now know, and any others."""
        came = self.after["seats"][self.seat]
        new = Counter[int](came["tokens"]) - Counter[int](self.own["tokens"])
        found: dict[int, list[list[int]]] = {value: [] for value in new}
        known = new + Counter[int](came["tokens_in_pool"] + self.after["drawn"])
        for drawn in sorted(set(combinations(sorted(pool), count))):
            unasked = self.options["best_token"] or len(set(drawn)) == 1
            kept = max(drawn)
            if kept in found and unasked and (not found[kept] or not Counter(drawn) - known):
                found[kept].append(list(drawn))
        return [(drawn, False) for draws in found.values() for drawn in draws]

    def drawn_to_choose(self, pool: list[int], count: int) -> list[tuple[list[int], bool]]:
        """The draw now before the seat, if it can be this one."""
        drawn = self.after["drawn"]
        may_be = len(drawn) == count and not Counter[int](drawn) - Counter[int](pool)
        return [(drawn, True)] if may_be and len(set(drawn)) > 1 and not self.options["best_token"] else []

    def keep(self, value: int) -> None:
        """Keep one token and return the others, which the seat has seen."""
        rest = less(self.now["drawn"], [value])
        self.own["tokens"].append(value)
        self.own["tokens_in_pool"] += rest
        self.now["discoveries"] += rest
        self.now["drawn"] = []

    def do_discovery(self, place: str) -> None:
        self.keep(self.now["drawn"][int(place)])
        self.turn["scored"] += 1
        self.score()

    def end_of_reward(self, who: Who) -> None:
        """Refill the pool (SI-REW-5); then the next seat, or the end of the round."""
        if who != "alexis":
            moved = min(4 - self.own["pool"], self.own["reserve"])
            self.own["pool"] += moved
            self.own["reserve"] -= moved
        docker = self.turn["docker"]
        following = self.follows(who)
        if following == docker:
            self.round_end(docker)
        else:
            self.reward_turn(following)

    # the end of a round and of the game

    def round_end(self, docker: Who) -> None:
        stuck = self.turn["stuck"]
        self.turn.update(copy.deepcopy(IDLE))
        if stuck or len(self.now["ships"]) == SHIPS:
            self.final()
            return
        first = self.follows(docker)
        self.now["first"] = first
        if len(self.now["reserve"]) < BOX["components"]["navigation_stack"]:
            self.final()
            return
        self.now["round"] += 1
        count = BOX["components"]["navigation_stack"]
        six, self.now["reserve"] = self.now["reserve"][:count], self.now["reserve"][count:]
        self.shuffled(self.after["navigation"], six, "SI-PREP-1")
        self.now["navigation"] = list(self.after["navigation"])
        kinds = card_kinds(self.now)
        self.deal_cards({kind: [list(seat[kind]["held"]) for seat in self.now["seats"]] for kind in kinds})

    def final(self) -> None:
        """Compute the totals (SI-SCORE-1); the cards have no value any more and are not checked."""
        seats, alexis = totals(self.now)
        for number, total in enumerate(seats):
            self.now["seats"][number]["prestige"] = total
        if alexis is not None:
            self.now["alexis"]["prestige"] = alexis
        self.now["phase"] = "over"
        for name in ("turn", "to_act", "first", "decks", "turn_state"):
            self.now[name] = self.after[name]
        for number, seat in enumerate(self.now["seats"]):
            for name in (*card_kinds(self.now), "revealed"):
                seat[name] = self.after["seats"][number][name]

    # Alexis

    @property
    def alexis(self) -> Document:
        found: Document = self.now["alexis"]
        return found

    def turn_over(self) -> Document:
        """Turn over the top expedition card; an empty deck is refilled with the shuffled played cards (SI-SOLO-5)."""
        alexis = self.alexis
        if not alexis["deck"]:
            alexis["deck"], alexis["played"], self.mixed = alexis["played"], [], True
        alexis["card"] = self.guess(sorted(alexis["deck"])) if self.mixed else alexis["deck"][0]
        alexis["deck"] = less(alexis["deck"], [alexis["card"]])
        came = self.after["alexis"]["deck"]
        if self.mixed and sorted(alexis["deck"]) == sorted(came):
            alexis["deck"] = list(came)
        alexis["played"].append(alexis["card"])
        alexis["seen"] = sorted({*alexis["seen"], alexis["card"]})
        return CARDS[alexis["card"]]

    def alexis_turn(self) -> None:
        card = self.turn_over()
        if card["kind"] == "dock" and self.alexis_docks(card):
            return
        slot = card["market_index"]
        tile = self.now["market"][slot]
        if tile is None:  # SI-SOLO-10
            self.reward("alexis")
            return
        self.now["market"][slot] = None
        self.turn["emptied"] = slot
        for cell in self.board.search(card):
            turns = self.board.turns_for_alexis(tile, cell)
            if turns:
                self.alexis_lays(tile, cell, turns)
                return
        self.now["removed"].append(tile)  # SI-SOLO-8
        self.alexis["prestige"] += 1
        self.refill("alexis")

    def alexis_docks(self, card: Document) -> bool:
        """Dock a grey ship or the last one, which is then grey (SI-SOLO-11)."""
        if self.now["navigation"] or not (self.board.has_grey_ship or self.board.has_own_ship(0)):
            return False
        board = self.board
        cell = next((cell for cell in board.search(card) if board.fits(cell, SEA)), None)
        if cell is None:
            return False
        self.now["ships"].append({"r": cell[0], "c": cell[1], "owner": "grey"})
        self.now["last"] = list(cell)
        self.reward("alexis")
        return True

    def alexis_lays(self, tile: str, cell: Cell, turns: Sequence[int]) -> None:
        self.turn["chosen"] = tile
        if len(turns) > 1:
            self.turn["cell"] = list(cell)
            self.ask("alexis_place", "alexis")
            return
        self.lay(*cell, turns[0])
        self.refill("alexis")

    def alexis_reward(self) -> None:
        """Build on every island that meets the goal of a fresh card (SI-SOLO-12)."""
        self.turn_over()
        self.alexis_builds()

    def alexis_builds(self) -> None:
        goal = CARDS[self.alexis["card"]]["goal"]
        islands = self.board.may_build("alexis", goal)
        left = 8 - [entry["seat"] for entry in self.now["houses"]].count("alexis")
        if 0 < left < len(islands):
            self.ask("alexis_house", "alexis")
            return
        for island in islands if left else []:
            r, c = island.free[0]
            self.now["houses"].append({"seat": "alexis", "r": r, "c": c})
        self.shuffled(self.after["alexis"]["deck"], [*self.alexis["deck"], *self.alexis["played"]], "SI-SOLO-12")
        self.alexis.update(deck=list(self.after["alexis"]["deck"]), played=[])
        self.end_of_reward("alexis")
