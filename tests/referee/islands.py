"""The referee of Small Islands: what is legal in a position, and what follows from an action, from the rules alone.

`legal` and `after` are plain Python over position documents; `archipelago` reads the board. Nothing comes from the
engine but the documents to compare. Nothing is drawn here either: what is random or hidden is read off the true next
position and checked to be possible. For `play`, `asking` and `events` know what is rare.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations
from typing import Any

from referee import archipelago as box
from referee.archipelago import RESOURCES, Archipelago, Cell, Document, Island, card_kinds, points, reward_of
from referee.clauses import Impossible

Who = int | str
"""A seat, or "alexis"."""

PAIRS = list(permutations(range(box.HAND + 1), 2))
"""The ordered pairs (current, kept) of the three cards held (SI-ACT-2)."""
MODES = {
    **{name: (name, name) for name in RESOURCES},
    **{f"any_{name}": ("any", name) for name in RESOURCES},
    **{f"port_{name}": (name, "port") for name in box.MARKERS},
}
"""The ways to lay a marker: which one, and what it then shows (SI-MARK-5)."""
IDLE: Document = {
    "chosen": None, "marker": None, "docker": None, "stuck": False, "built": [], "scored": 0, "emptied": None,
    "cell": None,
}  # fmt: skip
"""The turn state before anything has begun."""


# What is legal


class Decision:
    """A position, and the actions among which its seat decides, phase by phase (SI-ACT-3)."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.board = Archipelago(document)
        self.seat: int = document["turn"]
        self.own: Document = document["seats"][self.seat]
        self.begun: Document = document["turn_state"]

    def legal(self) -> set[str]:
        phase: str = self.document["phase"]
        return set() if phase == "over" else set(getattr(self, phase)())

    # the start layout and the preparation

    def start_pick(self) -> Iterator[str]:
        """Choose a start tile that is not on the board, and its face (SI-SETUP-3)."""
        lying = {entry["tile"][:-1] for entry in self.document["tiles"]}
        yield from (f"start_face {face}" for face in box.FACES if face[:-1] not in lying)

    def start_place(self) -> Iterator[str]:
        """The first one lies in the centre, the others by the rules of tiles (SI-SETUP-3, SI-ACT-8)."""
        if self.board.laid:
            yield from self.place()
            return
        middle = self.board.width // 2
        yield from (f"place {middle} {middle} {rot}" for rot in box.rotations(self.begun["chosen"]))

    def prep_pick(self, verb: str = "card_pair") -> Iterator[str]:
        """Use any card now, and set any other aside for the next round (SI-PREP-2, -3, -5)."""
        yield from (f"{verb} {current} {kept}" for current, kept in PAIRS)

    def prep_reward(self) -> Iterator[str]:
        return self.prep_pick("reward_pair")

    # exploration

    def turn(self) -> Iterator[str]:
        """Take a market tile, or dock once the navigation stack is empty (SI-EXPL-1, -2, SI-DOCK-1 to -6)."""
        yield from (f"take {slot}" for slot, tile in enumerate(self.document["market"]) if tile is not None)
        ships = {"own": self.board.has_own_ship(self.seat), "grey": self.board.has_grey_ship}
        for ship in () if self.document["navigation"] else ships:
            yield from (f"dock_{ship} {r} {c}" for r, c in self.board.harbours if ships[ship])

    def hand(self) -> Iterator[str]:
        """Choose a tile that fits somewhere (SI-EXPL-3)."""
        yield from (f"hand {place}" for place, tile in enumerate(self.own["hand"]) if self.board.places(tile))

    def blocked(self) -> Iterator[str]:
        """Remove any of the tiles held from the game (SI-EXPL-9)."""
        yield from (f"hand {place}" for place in range(len(self.own["hand"])))

    def place(self) -> Iterator[str]:
        """Every cell where the tile fits, in every rotation that differs (SI-TILE-5, -6)."""
        yield from (f"place {r} {c} {rot}" for (r, c), rot in self.board.places(self.begun["chosen"]))

    def marker(self) -> Iterator[str]:
        """Lay no marker, or an unused one that can be laid somewhere (SI-MARK-1, -5)."""
        yield "pass"
        laid = {entry["marker"] for entry in self.document["markers"] if entry["seat"] == self.seat}
        for mode, (marker, _) in MODES.items():
            if marker not in laid and any(True for _ in self.targets(mode)):
                yield f"marker_mode {mode}"

    def mark_target(self) -> Iterator[str]:
        return self.targets(self.begun["marker"])

    def targets(self, mode: str) -> Iterator[str]:
        shows = MODES[mode][1]
        return self.coasts() if shows == "port" else self.slots(shows)

    def slots(self, resource: str) -> Iterator[str]:
        """Slots that show something else; equal ones on one piece count once (SI-MARK-2, SI-INT-17)."""
        for (r, c), laid in self.board.laid.items():
            seen = set()
            for slot, shown in enumerate(zip(laid.piece_of_slot, laid.shown, strict=True)):
                if shown[1] != resource and shown not in seen:
                    yield f"mark_slot {r} {c} {slot}"
                seen.add(shown)

    def coasts(self) -> Iterator[str]:
        """Pieces with a coast, on tiles with fewer than two ports (SI-MARK-3, -4)."""
        for (r, c), laid in self.board.laid.items():
            if sum(laid.ports) < box.BOX["tile_model"]["max_ports_per_tile"]:
                coasts = (number for number, piece in enumerate(laid.pieces) if piece["coast"])
                yield from (f"mark_piece {r} {c} {number}" for number in coasts)

    # the reward phase

    def house(self) -> Iterator[str]:
        """Stop, or build on an island that meets the goal, named by its smallest free site (SI-HOUSE-1 to -9)."""
        yield "pass"
        if self.own["pool"]:
            yield from self.building(self.seat, box.goal_of(self.document, self.seat))

    def building(self, who: Who, goal: Document) -> Iterator[str]:
        for island in self.board.may_build(who, goal):
            r, c = island.free[0]
            yield f"house {r} {c}"

    def score(self) -> Iterator[str]:
        """Choose a drawn token, equal ones once, or a resource of the island (SI-CARD-R2, -R6)."""
        drawn = self.document["drawn"]
        if reward_of(self.document, self.seat)["type"] == "discovery":
            yield from (f"discovery {place}" for place, value in enumerate(drawn) if value not in drawn[:place])
            return
        r, c = self.begun["built"][self.begun["scored"]]
        yield from (f"resource {name}" for name in box.resources_on(self.board.island_of_site((r, c)).symbols))

    # Alexis

    def alexis_place(self) -> Iterator[str]:
        """Choose the rotation of Alexis's tile (SI-SOLO-6, SI-ACT-12)."""
        r, c = self.begun["cell"]
        yield from (f"place {r} {c} {rot}" for rot in self.board.turns_for_alexis(self.begun["chosen"], (r, c)))

    def alexis_house(self) -> Iterator[str]:
        """Choose where Alexis builds if there are more islands than houses (SI-SOLO-12)."""
        yield from self.building("alexis", box.CARDS[self.document["alexis"]["card"]]["goal"])


def legal(document: Document, options: Mapping[str, Any]) -> set[str]:
    """The legal actions of a position, as the game writes them.

    Args:
        document: A position document.
        options: The options of the game; a position of Small Islands says everything that a legal action depends on.
    """
    return Decision(document).legal()


# What chance brings


class Chance:
    """What nobody decides: read off the true next position, and checked to be possible.

    The next position does not show everything: tokens went back into the pool, a card lies under others. These are
    guessed, one guess after the other, until the outcome is the true one.

    Args:
        next: The true next position.
        options: The options of the game.
    """

    def __init__(self, next: Document, options: Mapping[str, Any]) -> None:
        self.next, self.options = next, options
        self.asked = False
        """Whether the step left anything to chance."""
        self.guesses: list[int] = []
        self.trail: list[tuple[int, int]] = []

    def guess(self, choices: Sequence[Any], rule: str) -> Any:
        """Guess one of the possible outcomes."""
        if not choices:
            raise Impossible(f"{rule}: chance cannot have brought this")
        place = len(self.trail)
        index = self.guesses[place] if place < len(self.guesses) else 0
        self.trail.append((index, len(choices)))
        self.asked = True
        return choices[index]

    def guess_again(self) -> bool:
        """Prepare the next guesses; whether there are any."""
        while self.trail and self.trail[-1][0] + 1 == self.trail[-1][1]:
            self.trail.pop()
        more = bool(self.trail)
        self.guesses = [index for index, _ in self.trail[:-1]] + [index + 1 for index, _ in self.trail[-1:]]
        self.trail, self.asked = [], False
        return more

    def shuffled(self, found: Sequence[Any], wanted: Sequence[Any], rule: str) -> None:
        """Check that shuffling has changed only the order."""
        self.asked = True
        if sorted(found) != sorted(wanted):
            raise Impossible(f"{rule}: {found} is not {wanted} shuffled")


# What follows


class Step:
    """Carries out an action on a copy of a position, down to the next decision (SI-STATE-1)."""

    def __init__(self, document: Document, chance: Chance) -> None:
        self.now: Document = pickle.loads(pickle.dumps(document))  # a third of the time of copy.deepcopy
        self.chance, self.options, self.next = chance, chance.options, chance.next
        self.turn, self.alexis = self.now["turn_state"], self.now.get("alexis", {})
        self.solo = self.now["num_players"] == 1
        self.mixed = False
        """Whether this step shuffled the expedition cards, so that nobody knows the top one."""

    def play(self, action: str) -> None:
        verb, *words = action.split()
        getattr(self, f"do_{verb}")(*(int(word) if word.isdigit() else word for word in words))

    def result(self) -> Document:
        """The position, in the order in which documents list what has no order in play."""
        now = self.now
        for name in ("tiles", "houses"):
            now[name].sort(key=lambda entry: (entry["r"], entry["c"]))
        now["removed"].sort(key=box.LAND.index)
        now["discoveries"].sort()
        for seat in now["seats"]:
            seat["known"].sort(key=seat["hand"].index)
            seat["tokens"].sort()
            seat["tokens_in_pool"].sort()
        if self.solo:
            for name in ("played", "seen"):
                self.alexis[name].sort()
        if self.chance.asked:
            now["random"] = self.next["random"]
        return now

    # short ways

    @property
    def board(self) -> Archipelago:
        return Archipelago(self.now)

    @property
    def seat(self) -> int:
        return int(self.now["turn"])

    @property
    def own(self) -> Document:
        """The entry of the seat that acts."""
        return self.now["seats"][self.seat]

    def follows(self, who: Who) -> Who:
        """The left neighbour; the human and Alexis are each other's (SI-SOLO-13)."""
        if self.solo:
            return "alexis" if who == 0 else 0
        return (int(who) + 1) % int(self.now["num_players"])

    def ask(self, phase: str, who: Who) -> set[str]:
        """Go on to a phase, in which the human decides for Alexis; returns the legal actions (SI-ACT-12)."""
        self.now["phase"] = phase
        self.now["turn"] = self.now["to_act"] = 0 if who == "alexis" else who
        return legal(self.now, self.options)

    # the start layout and what is dealt

    def open(self) -> None:
        """SETUP: with a given or random layout go on to the first cards (SI-SETUP-3)."""
        if self.options["start_layout"] != "first_player":
            self.lay_out()
            self.deal()

    def lay_out(self) -> None:
        """Check a random layout: the first tile lies in the centre, each other one fits when it is laid."""
        layout = self.options["start_layout"]
        given = self.next["tiles"] if layout == "random" else layout
        if len({entry["tile"][:-1] for entry in given} & {face[:-1] for face in box.FACES}) != box.START_TILES:
            raise Impossible(f"SI-SETUP-3: {given} are not all the start tiles")
        left, cell = list(given), None
        while left:
            self.now["phase"] = "start_place"
            for entry in left:
                self.turn["chosen"] = entry["tile"]
                cell = [entry["r"], entry["c"]]
                if f"place {entry['r']} {entry['c']} {entry['rot']}" in legal(self.now, self.options):
                    break
            else:
                raise Impossible(f"SI-SETUP-3: {left} cannot be laid")
            self.lay(entry["r"], entry["c"], entry["rot"])
            left.remove(entry)
        if layout == "random":  # which one was the last?
            cell = self.chance.guess([[entry["r"], entry["c"]] for entry in given], "SI-SETUP-3")
        self.now["last"] = cell
        if self.solo:
            self.now["human_last"] = cell

    def do_start_face(self, face: str) -> None:
        self.turn["chosen"] = face
        self.now["phase"] = "start_place"

    def deal(self) -> None:
        """Shuffle and deal tiles and cards (SI-SETUP-4 to -9, SI-SOLO-2, -3); tiles: market, hands, reserve."""
        came = self.next
        hands = [tile for seat in came["seats"] for tile in seat["hand"]]
        self.chance.shuffled([*came["market"], *hands, *came["navigation"], *came["reserve"]], box.LAND, "SI-SETUP-4")
        if [len(seat["hand"]) for seat in came["seats"]] != [box.HAND] * len(came["seats"]):
            raise Impossible("SI-SETUP-6: not two tiles in every hand")
        self.now["market"] = list(came["market"])
        self.now["reserve"] = [*came["navigation"], *came["reserve"]]
        for seat, dealt in zip(self.now["seats"], came["seats"], strict=True):
            seat["hand"] = list(dealt["hand"])
        if self.solo:
            self.deal_to_alexis()
        first = {kind: [seat[kind]["held"][:1] for seat in came["seats"]] for kind in card_kinds(self.now)}
        self.prepare(first)

    def deal_to_alexis(self) -> None:
        """As many cards of each kind as his level says, out of all (SI-SOLO-3)."""
        deck, level = self.next["alexis"]["deck"], box.LEVELS[self.now["level"]]
        kinds = Counter(box.CARDS[card]["kind"] for card in deck)
        if len(set(deck)) != len(deck) or kinds != {kind: level[f"{kind}_cards"] for kind in ("explore", "dock")}:
            raise Impossible(f"SI-SOLO-3: Alexis is dealt {deck}")
        self.alexis["deck"] = list(deck)

    # the preparation

    def prepare(self, held: dict[str, list[list[str]]]) -> None:
        """Fill the navigation stack, and deal two cards of each kind to those held (SI-PREP-1 to -5)."""
        self.now["navigation"], self.now["reserve"] = self.now["reserve"][: box.STACK], self.now["reserve"][box.STACK :]
        for kind in card_kinds(self.now):
            dealt = []
            for kept, seat, came in zip(held[kind], self.now["seats"], self.next["seats"], strict=True):
                cards = came[kind]["held"]
                if len(cards) != box.HAND + 1 or cards[:1] != kept:
                    raise Impossible(f"SI-PREP-5: {cards} are held, {kept} was set aside")
                seat[kind] = {"held": list(cards), "current": None, "returned": None}
                dealt += cards
            self.chance.shuffled([*self.next["decks"][kind], *dealt], box.all_ids(kind), "SI-PREP-2")
            self.now["decks"][kind] = list(self.next["decks"][kind])
        self.ask("prep_pick", 0 if self.solo else self.now["first"])

    def do_card_pair(self, current: int, kept: int) -> None:
        """One card for now, one for the next round; the third goes back (SI-PREP-2, -3)."""
        rewards = self.now["phase"] == "prep_reward"
        ((other),) = set(range(box.HAND + 1)) - {current, kept}
        cards = self.own[card_kinds(self.now)[rewards]]
        held = cards["held"]
        cards.update(held=[held[kept]], current=held[current], returned=held[other])
        if self.now["mode"] == "advanced" and not rewards:
            self.now["phase"] = "prep_reward"
        else:
            self.next_choice()

    do_reward_pair = do_card_pair

    def next_choice(self) -> None:
        """The left neighbour chooses; after the last one the first player begins (SI-EXPL-1)."""
        first: Who = self.now["first"]
        following = (self.seat + 1) % self.now["num_players"]
        if self.solo or following == first:
            self.begin(first)
        else:
            self.ask("prep_pick", following)

    # exploration

    def begin(self, who: Who) -> None:
        """A turn; whoever can neither take nor dock is stuck (SI-END-2)."""
        if who == "alexis":
            self.alexis_turn()
        elif not self.ask("turn", who):
            self.reward(who, stuck=True)

    def do_take(self, slot: int) -> None:
        """Everybody sees what is taken (SI-EXPL-2, SI-INFO-2)."""
        tile = self.now["market"][slot]
        self.now["market"][slot] = None
        self.turn["emptied"] = slot
        self.own["hand"].append(tile)
        self.own["known"].append(tile)
        self.hold_three()

    def hold_three(self) -> None:
        """Lay one of three tiles; if none fits, they are shown to everybody (SI-EXPL-3, -9)."""
        if not self.ask("hand", self.seat):
            self.own["known"] = list(self.own["hand"])
            self.now["phase"] = "blocked"

    def do_hand(self, place: int) -> None:
        tile = self.own["hand"].pop(place)
        if tile in self.own["known"]:
            self.own["known"].remove(tile)
        if self.now["phase"] == "blocked":
            self.replace(tile, place)
        else:
            self.turn["chosen"] = tile
            self.now["phase"] = "place"

    def replace(self, tile: str, place: int) -> None:
        """Remove the tile; draw from the reserve, else from the navigation stack, else go on (SI-EXPL-9, SI-INT-8)."""
        self.now["removed"].append(tile)
        stack = self.now["reserve"] or self.now["navigation"]
        if stack:
            self.own["hand"].insert(place, stack.pop(0))
            self.hold_three()
        else:
            self.offer_marker()

    def lay(self, r: int, c: int, rot: int) -> None:
        self.now["tiles"].append({"tile": self.turn["chosen"], "r": r, "c": c, "rot": rot})
        self.now["last"] = [r, c]
        self.turn["chosen"] = None

    def do_place(self, r: int, c: int, rot: int) -> None:
        phase = self.now["phase"]
        self.lay(r, c, rot)
        if phase == "alexis_place":
            self.turn["cell"] = None
            self.refill("alexis")
            return
        if self.solo:
            self.now["human_last"] = [r, c]  # SI-SOLO-6
        if phase == "place":
            self.placed()
            self.offer_marker()
        elif len(self.now["tiles"]) == box.START_TILES:
            self.deal()
        else:
            self.now["phase"] = "start_pick"

    def placed(self) -> None:
        """Remember who laid a tile or a ship last (SI-TIE-1)."""
        self.own["last_placement"] = 1 + max(seat["last_placement"] for seat in self.now["seats"])

    def offer_marker(self) -> None:
        """A marker may be laid; nobody is asked who has none, or no place for one (SI-EXPL-4)."""
        if self.ask("marker", self.seat) == {"pass"}:
            self.refill(self.seat)

    def do_pass(self) -> None:
        if self.now["phase"] == "marker":
            self.refill(self.seat)
        else:
            self.score()

    def do_marker_mode(self, mode: str) -> None:
        self.turn["marker"] = mode
        self.now["phase"] = "mark_target"

    def do_mark_slot(self, r: int, c: int, number: int) -> None:
        """Lay the marker on top of what is there (SI-MARK-2, -3)."""
        marker, shows = MODES[self.turn["marker"]]
        place = "piece" if shows == "port" else "slot"
        laid = {"seat": self.seat, "marker": marker, "as": shows, "r": r, "c": c, place: number}
        self.now["markers"].append(laid)
        self.turn["marker"] = None
        self.refill(self.seat)

    do_mark_piece = do_mark_slot

    def refill(self, who: Who) -> None:
        """Refill the market from the navigation stack, else from the reserve; the left neighbour's turn (SI-EXPL-5)."""
        stack = self.now["navigation"] or self.now["reserve"]
        if stack:
            self.now["market"][self.turn["emptied"]] = stack.pop(0)
        self.turn["emptied"] = None
        self.begin(self.follows(who))

    # docking and the reward phase

    def do_dock_own(self, r: int, c: int) -> None:
        self.do_dock_grey(r, c, self.seat)

    def do_dock_grey(self, r: int, c: int, owner: Who = "grey") -> None:
        """Lay a ship; the exploration ends at once (SI-DOCK-2, -7)."""
        self.dock(r, c, owner)
        self.placed()
        if self.solo:
            self.now["human_last"] = [r, c]
        self.reward(self.seat)

    def dock(self, r: int, c: int, owner: Who) -> None:
        self.now["ships"].append({"r": r, "c": c, "owner": owner})
        self.now["last"] = [r, c]

    def reward(self, docker: Who, stuck: bool = False) -> None:
        """Reward turns, from whoever docked or was stuck, clockwise (SI-REW-1)."""
        self.turn.update(docker=docker, stuck=stuck)
        self.reward_turn(docker)

    def reward_turn(self, who: Who) -> None:
        """Reveal the mission and build; nobody is asked who can only stop (SI-REW-2, -3)."""
        self.turn.update(built=[], scored=0)
        if who == "alexis":
            self.turn_over()  # for the goal of a fresh card
            self.alexis_builds()
            return
        self.now["seats"][who]["revealed"] = True
        if self.ask("house", who) == {"pass"}:
            self.score()

    def do_house(self, r: int, c: int) -> None:
        """A house of the pool, or one of Alexis's (SI-REW-3, SI-SOLO-12)."""
        self.turn["built"].append([r, c])
        if self.now["phase"] == "alexis_house":
            self.now["houses"].append({"seat": "alexis", "r": r, "c": c})
            self.alexis_builds()
            return
        self.now["houses"].append({"seat": self.seat, "r": r, "c": c})
        self.own["pool"] -= 1
        if legal(self.now, self.options) == {"pass"}:
            self.score()

    def score(self) -> None:
        """Score island by island, in the order in which they were built on, up to a choice (SI-REW-4, SI-INT-24)."""
        ways = {"discovery": self.draw, "chosen_resource_ports": self.choose_resource}
        while self.turn["scored"] < len(self.turn["built"]):
            if ways.get(reward_of(self.now, self.seat)["type"], self.pay)():
                self.now["phase"] = "score"
                return
            self.turn["scored"] += 1
        self.end_of_reward(self.seat)

    @property
    def island(self) -> Island:
        """The island that is being scored."""
        r, c = self.turn["built"][self.turn["scored"]]
        return self.board.island_of_site((r, c))

    def pay(self, resource: str = "") -> None:
        self.own["prestige"] += points(reward_of(self.now, self.seat), self.island, resource)

    def choose_resource(self) -> bool:
        """Pay for the only resource, or by an option for the most frequent; or ask (SI-CARD-R6, SI-ACT-4)."""
        symbols = self.island.symbols
        names = box.resources_on(symbols)
        if len(names) > 1 and not self.options["best_resource"]:
            return True
        self.pay(max(names, key=symbols.__getitem__))
        return False

    def do_resource(self, name: str) -> None:
        self.pay(name)
        self.turn["scored"] += 1
        self.score()

    def draw(self) -> bool:
        """Draw a token per temple, as far as there are any (SI-CARD-R2, SI-INT-28); ask for one, or keep the best.

        Nobody else knows any longer what is in the pool; the seat knows, but for what it has drawn (SI-INFO-2).
        """
        pool = self.now["discoveries"]
        count = min(self.island.symbols["temple"], len(pool))
        if not count:
            return False
        drawn = self.chance.guess(self.draws(pool, count), "SI-CARD-R2")
        self.now["discoveries"] = box.less(pool, drawn)
        self.now["drawn"] = list(drawn)
        known = Counter[int](self.own["tokens_in_pool"]) - Counter(drawn)
        for seat in self.now["seats"]:
            seat["tokens_in_pool"] = []
        self.own["tokens_in_pool"] = list(known.elements())
        if self.is_asked(drawn):
            return True
        self.keep(max(drawn))
        return False

    def is_asked(self, drawn: Sequence[int]) -> bool:
        """Whether the seat chooses one of these tokens (SI-ACT-3, -4)."""
        return len(set(drawn)) > 1 and not self.options["best_token"]

    def draws(self, pool: Sequence[int], count: int) -> list[tuple[int, ...]]:
        """What may have been drawn: what the seat now chooses from, or knows to have kept and returned."""
        came = self.next["seats"][self.seat]
        kept = Counter[int](came["tokens"]) - Counter[int](self.own["tokens"])
        seen = Counter[int](pool) & (kept + Counter(came["tokens_in_pool"]) + Counter(self.next["drawn"]))
        found = sorted(set(combinations(sorted(seen.elements()), count)))
        return [drawn for drawn in found if list(drawn) == self.next["drawn"] or not self.is_asked(drawn)]

    def keep(self, value: int) -> None:
        """Keep one token and return the others, which the seat has seen (SI-CARD-R2, SI-INT-29)."""
        rest = box.less(self.now["drawn"], [value])
        self.own["tokens"].append(value)
        self.own["tokens_in_pool"] += rest
        self.now["discoveries"] += rest
        self.now["drawn"] = []

    def do_discovery(self, place: int) -> None:
        self.keep(self.now["drawn"][place])
        self.turn["scored"] += 1
        self.score()

    def end_of_reward(self, who: Who) -> None:
        """Refill the pool (SI-REW-5); then the next seat, or the end of the round."""
        if who != "alexis":
            moved = min(box.POOL - self.own["pool"], self.own["reserve"])
            self.own["pool"] += moved
            self.own["reserve"] -= moved
        following = self.follows(who)
        if following == self.turn["docker"]:
            self.end_of_round(following)
        else:
            self.reward_turn(following)

    # the end of a round and of the game

    def end_of_round(self, docker: Who) -> None:
        """Go on to the next round, unless the game ends (SI-ROUND-1, -2, SI-END-1 to -3, SI-INT-40)."""
        self.turn.update(built=[], scored=0)
        if self.turn["stuck"] or box.SHIPS in (len(self.now["ships"]), self.now["round"]):
            self.final(docker)
            return
        self.turn.update(IDLE, built=[])
        self.now["first"] = self.follows(docker)
        held = {kind: [list(seat[kind]["held"]) for seat in self.now["seats"]] for kind in card_kinds(self.now)}
        for seat in self.now["seats"]:  # all cards but those set aside go back (SI-REW-6)
            seat["revealed"] = False
            for kind in held:
                seat[kind].update(current=None, returned=None)
        if len(self.now["reserve"]) >= box.STACK:
            self.now["round"] += 1
            self.prepare(held)
            return
        for kind, kept in held.items():  # the decks of a round that does not begin
            rest = box.less(box.all_ids(kind), chain(*kept))
            self.chance.shuffled(self.next["decks"][kind], rest, "SI-ROUND-1")
            self.now["decks"][kind] = list(self.next["decks"][kind])
        self.final(docker)

    def final(self, docker: Who) -> None:
        """The totals: points, tokens, and the ports around ships (SI-SCORE-1, -2, SI-SOLO-14)."""
        board = self.board
        for number, seat in enumerate(self.now["seats"]):
            seat["prestige"] += sum(seat["tokens"]) + board.ports_of_ships(number)
        if self.solo:
            level = box.LEVELS[self.now["level"]]
            houses = list(board.houses.values()).count("alexis")
            bonus = level["end_pp"] + level["end_pp_per_house"] * houses
            self.alexis["prestige"] += board.ports_of_ships("grey") + bonus
        self.ask("over", docker)

    # Alexis

    def turn_over(self) -> Document:
        """Turn over the top expedition card; an empty deck is made of the played cards again (SI-SOLO-5)."""
        alexis = self.alexis
        if not alexis["deck"]:
            alexis["deck"], alexis["played"], self.mixed = alexis["played"], [], True
        choices = sorted(alexis["deck"])
        alexis["card"] = self.chance.guess(choices, "SI-SOLO-5") if self.mixed else alexis["deck"][0]
        alexis["deck"] = box.less(alexis["deck"], [alexis["card"]])
        if self.mixed and sorted(alexis["deck"]) == sorted(self.next["alexis"]["deck"]):
            alexis["deck"] = list(self.next["alexis"]["deck"])
        alexis["played"].append(alexis["card"])
        alexis["seen"] = sorted({*alexis["seen"], alexis["card"]})
        return box.CARDS[alexis["card"]]

    def alexis_turn(self) -> None:
        """Dock if the card says so and it is possible, otherwise explore (SI-SOLO-5, -11)."""
        card = self.turn_over()
        cell = self.cell_for_ship(card) if card["kind"] == "dock" else None
        if cell is None:
            self.alexis_explores(card)
        else:
            self.dock(*cell, "grey")
            self.reward("alexis")

    def cell_for_ship(self, card: Document) -> Cell | None:
        """The first cell on the lines of the card for a grey ship, or for the human's, turned grey (SI-SOLO-11)."""
        board = self.board
        if self.now["navigation"] or not (board.has_grey_ship or board.has_own_ship(0)):
            return None
        return next((cell for cell in board.search(card) if board.fits(cell, box.SEA)), None)

    def alexis_explores(self, card: Document) -> None:
        """Lay the market tile on the first cell where it fits; if there is none, gain 1 (SI-SOLO-6 to -10)."""
        slot = card["market_index"]
        tile = self.now["market"][slot]
        if tile is None:
            self.reward("alexis")
            return
        self.now["market"][slot] = None
        self.turn["emptied"] = slot
        board = self.board
        found = ((cell, turns) for cell in board.search(card) if (turns := board.turns_for_alexis(tile, cell)))
        cell, turns = next(found, (None, []))
        if cell is None:
            self.now["removed"].append(tile)
            self.alexis["prestige"] += 1
            self.refill("alexis")
            return
        self.turn["chosen"] = tile
        if len(turns) > 1:
            self.turn["cell"] = list(cell)
            self.ask("alexis_place", "alexis")
        else:
            self.lay(cell[0], cell[1], turns[0])
            self.refill("alexis")

    def alexis_builds(self) -> None:
        """Ask the human if there are more islands than houses; then shuffle all expedition cards (SI-SOLO-12)."""
        islands = self.board.may_build("alexis", box.CARDS[self.alexis["card"]]["goal"])
        left = box.HOUSES - [entry["seat"] for entry in self.now["houses"]].count("alexis")
        if 0 < left < len(islands):
            self.ask("alexis_house", "alexis")
            return
        for island in islands if left else []:
            r, c = island.free[0]
            self.now["houses"].append({"seat": "alexis", "r": r, "c": c})
        cards = [*self.alexis["deck"], *self.alexis["played"]]
        self.chance.shuffled(self.next["alexis"]["deck"], cards, "SI-SOLO-12")
        self.alexis.update(deck=list(self.next["alexis"]["deck"]), played=[])
        self.end_of_reward("alexis")


def after(document: Document, action: str, truth: Document, options: Mapping[str, Any]) -> Document:
    """The position after an action: the true next one if chance can have brought that, else the closest to it.

    Args:
        document: A position document.
        action: A legal action, as the game writes it.
        truth: The true next position, from which whatever chance decided is read.
        options: The options of the game.

    Raises:
        Impossible: No chance can have brought what the next position shows.
    """
    return _likeliest(document, Chance(truth, options), lambda step: step.play(action))


def opening(truth: Document, options: Mapping[str, Any]) -> Document:
    """The first position of a game, with what chance decided read off the true one (SI-SETUP-1 to -9, SI-SOLO-1, -2).

    Raises:
        Impossible: No chance can have brought what the first position shows.
    """
    num_players, first = truth["num_players"], truth["first"]
    if first not in range(num_players):
        raise Impossible(f"SI-SETUP-2: {first} is no seat")
    no_cards: Document = {"held": [], "current": None, "returned": None}
    seat = {
        "prestige": 0, "pool": box.POOL, "reserve": box.HOUSES - box.POOL, "hand": [], "known": [], "tokens": [],
        "tokens_in_pool": [], "last_placement": 0, **dict.fromkeys(card_kinds(options), no_cards), "revealed": False,
    }  # fmt: skip
    alexis: Document = {"prestige": 0, "card": None, "deck": [], "played": [], "seen": []}
    document = {
        "format": "swenv-position/1", "game": "islands", "num_players": num_players, "mode": options["mode"],
        "window": options["window"], "round": 1, "first": first, "turn": first, "to_act": first, "phase": "start_pick",
        "tiles": [], "ships": [], "markers": [], "houses": [], "last": None, "market": [None] * box.MARKET,
        "reserve": [], "navigation": [], "removed": [], "discoveries": list(box.TOKENS), "drawn": [],
        "seats": [seat] * num_players, "decks": {kind: [] for kind in card_kinds(options)}, "turn_state": IDLE,
        "seed": truth["seed"], "random": truth["random"],
    }  # fmt: skip
    if num_players == 1:
        document |= {"level": options["level"], "human_last": None, "alexis": alexis}
    return _likeliest(json.loads(json.dumps(document)), Chance(truth, options), Step.open)


def _likeliest(document: Document, chance: Chance, play: Callable[[Step], None]) -> Document:
    """Play with one guess after the other, until the result is the true one."""
    closest: Document | None = None
    refused = Impossible()
    guessing = True
    while guessing:
        step = Step(document, chance)
        try:
            play(step)
            result = step.result()
        except Impossible as impossible:
            refused = impossible
        else:
            if result == chance.next:
                return result
            closest = min(closest or result, result, key=lambda one: sum(one[key] != chance.next[key] for key in one))
        guessing = chance.guess_again()
    if closest is None:
        raise refused
    return closest


def returns(document: Document) -> list[float]:
    """What the game is worth to each seat at its end: 1 for the winner, all others share -1 (SI-TIE-1, SI-SOLO-14)."""
    seats, board = document["seats"], Archipelago(document)
    if document["num_players"] == 1:
        return [1.0 if seats[0]["prestige"] > document["alexis"]["prestige"] else -1.0]
    built = Counter(board.houses.values())
    ranks = [
        (seat["prestige"], built[number], board.ports_of_ships(number), seat["last_placement"])
        for number, seat in enumerate(seats)
    ]
    return [1.0 if rank == max(ranks) else -1 / (len(ranks) - 1) for rank in ranks]


# Random games


def asking(document: Document, actions: set[str]) -> set[str]:
    """Those of some actions that use a card now whose reward may leave a choice."""
    if document["phase"] not in {"prep_pick", "prep_reward"}:
        return set()
    cards = document["seats"][document["turn"]][card_kinds(document)[document["phase"] == "prep_reward"]]["held"]
    return {action for action in actions if cards[int(action.split()[1])] in box.ASKING}


def events(before: Document, now: Document) -> Iterator[str]:
    """What seldom happens, in a word or two."""
    turn, over = now["turn_state"], now["phase"] == "over"
    new_ships = len(now["ships"]) - len(before["ships"])
    if now["phase"] == "house" and not now["turn_state"]["built"]:
        own = now["seats"][now["turn"]]
        yield from (f"card {own[kind]['current']}" for kind in card_kinds(now))
    if turn["stuck"] and not before["turn_state"]["stuck"]:
        yield "somebody is stuck"
    if before["phase"] == "blocked" and now["phase"] not in {"blocked", "hand"}:
        yield "no tile is laid"
    if len(now["drawn"]) > 2:
        yield "three tokens are drawn"
    if any(seat["pool"] < box.POOL and not seat["reserve"] for seat in now["seats"]):
        yield "houses run short"
    if over:
        prestige = sorted(seat["prestige"] for seat in now["seats"])
        yield "over: " + ("stuck" if turn["stuck"] else "no ship" if len(now["ships"]) == box.SHIPS else "no tiles")
        if prestige[-1:] == prestige[-2:-1]:
            yield "tie"
    if now["num_players"] == 1:
        old, new = before["alexis"], now["alexis"]
        if new_ships and before["phase"] != "turn":
            yield "Alexis docks"
        if [ship["owner"] for ship in now["ships"]].count("grey") == box.SHIPS and new_ships:
            yield "Alexis takes the human's ship"
        if new["prestige"] == old["prestige"] + 1 and not over:
            yield "Alexis lays no tile"
        if turn["docker"] == "alexis" and before["turn_state"]["docker"] is None and not new_ships:
            yield "Alexis finds no tile"
        if not old["deck"] and new["card"] != old["card"]:
            yield "Alexis shuffles"
