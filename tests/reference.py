"""A second, slow implementation of the legal actions: plain Python over position documents, from the rules alone.

It shares nothing with the engine: no tables, no bit sets, no skipped phases. If both agree on every action of
thousands of positions, a mistake would have to be made twice. `reference_table` says what lies where, and
`reference_conquest` what can be conquered; this module has the decisions of every phase, for the base game and
Underground. Warcraft is in `reference_warcraft`; Small Islands has a referee, `referee.islands`.
"""

from __future__ import annotations

from collections.abc import Iterator

import reference_warcraft
import swenv
from boxes import IMMUNITY, MARKER_RELICS
from reference_conquest import Conquests
from reference_table import Document

OPTIONS = (
    "own_decline_defends",
    "substitution_needs_hand",
    "flames_entry",
    "vampire_limit",
    "stonehedge_decline_powers",
)
"""The game options that the legal actions depend on."""


def legal(state: swenv.State, document: Document | None = None) -> set[str]:
    """Return the legal actions of a state, as text; pass its document if you already have it."""
    document = state.to_position() if document is None else document
    board = state.game.board_of(state.record)
    if document["game"] == "warcraft":
        defends = state.game.options["own_decline_defends"]
        return reference_warcraft.Voyage(document, board, own_decline_defends=defends).legal()
    options = {name: state.game.options[name] for name in OPTIONS if name in state.game.options}
    return Position(document, board, **options).legal()


class Position(Conquests):
    """One position and its legal actions."""

    def ghouls_in_decline(self) -> Document | None:
        """The Ghouls that act before the active race (SW-TURN-4)."""
        return next((entry for entry in self.declined(self.seat) if entry["race"] == "ghouls"), None)

    # the start of a turn

    def reborn(self) -> Iterator[str]:
        """Regions for UG-POWER-REBORN, at most two a turn, if a token beside the last one of each region is left."""
        entry = self.active(self.seat)
        if entry is None or self.turn.get("reborn", 0) >= 2:
            return
        if self.document["tray"][entry["race"]] + self.tokens_of(entry) <= len(self.land_of(entry)):
            return
        for old in self.declined_with(self.seat, "reborn"):
            yield from (f"reborn {number}" for number in self.land_of(old))

    def ancient(self) -> Iterator[str]:
        """Moves of the Ancient One (UG-ACT-4, UG-CLAR-3): in a turn after the pick, once a conquest has placed it."""
        entry = self.active(self.seat)
        if entry is None or entry["race"] != "cultists" or self.turn["picked"] or not entry["ancient_placed"]:
            return
        yield from (f"ancient {number}" for number in self.land_of(entry) if not self.marker(number, "ancient"))

    # conquest

    def balrog(self, entry: Document) -> Iterator[str]:
        """Moves of the Balrog (UG-PLACE-PENTACLE): to neighbours of its region or, off the map, of the Pentacle."""
        pentacle = self.place("pentacle")
        if self.turn.get("balrog_moved") or entry["status"] != "active" or not self.holds(entry, pentacle):
            return
        stands = self.lies("balrog")
        start = pentacle if stands is None else stands
        assert start is not None
        for number in self.regions[start].neighbors:
            place = self.places.get(number, {})
            closed = self.regions[number].terrain == "chasm" or any(self.marker(number, name) for name in IMMUNITY)
            holder = self.holder(number)
            if holder is not None:
                owner, held = holder
                closed |= self.trait(held) == "gnomes"
                closed |= (
                    place["race"] == "liches" and owner != self.seat and self.document["seats"][self.seat]["coins"] == 0
                )
            if not closed:
                yield f"balrog {number}"

    def conquests(self, entry: Document, hand: int) -> Iterator[str]:
        """Attempts, and what may be done between them: dice of Berserk, arming Relics, moving the Balrog."""
        armed = self.armed()
        yield from self.attempts(entry, hand, armed)
        yield from self.arming(entry, hand)
        if armed:
            return
        roll = self.turn["pending_roll"]
        if "berserk" in self.powers(entry) and hand >= 1 and roll is None:
            yield "roll"
        if roll is None:
            yield from self.balrog(entry)

    def turn_of(self, entry: Document, hand: int) -> Iterator[str]:
        """READY and the first conquest: abandon regions, conquer, or stop; nothing is abandoned after a pick."""
        if not self.armed():
            yield "finish"
            if entry["status"] == "decline" or not self.turn.get("picked"):  # UG-CLAR-17 only concerns the new race
                yield from (f"abandon {number}" for number in self.land_of(entry))
        yield from self.conquests(entry, hand)

    # the end of a turn

    def laying_out(self, entry: Document) -> Iterator[str]:
        """REDEPLOY (2.6); the reserve of the Amazons is not deployed, and surplus regions are abandoned."""
        land, hand = self.land_of(entry), int(entry["hand"])
        aside = min(4, self.tokens_of(entry)) if self.trait(entry) == "amazons" else 0
        if hand < aside:
            yield from (f"abandon {number}" for number in land)
        elif hand > aside:
            for number in land:
                yield f"deploy {number}"
                yield f"deploy_rest {number}"

    def markers(self, entry: Document) -> Iterator[str]:
        """The markers of the base game, then those of Underground (UG-REDEP-1, -3)."""
        if self.turn.get("bag_armed"):
            yield from self.put(entry, self.turn["bag"])
            return
        land, powers = self.land_of(entry), self.powers(entry)
        camps = "bivouacking" in powers and bool(land) and self.laid("encampment") < 5
        heroes = "heroic" in powers and self.laid("hero") < min(2, len(land))
        armors = self.turn.get("new_armors", 0) > 0
        queen = "royal" in powers and bool(land) and self.lies("queen") is None
        if camps:
            yield from (f"encamp {number}" for number in land)
        if heroes:
            yield from (f"hero {number}" for number in land if not self.marker(number, "hero"))
        if "fortified" in powers and not self.turn["fortress_placed"] and self.laid("fortress") < 6:
            yield from (f"fortify {number}" for number in land if not self.marker(number, "fortress"))
        if armors:
            yield from (f"armor {number}" for number in land)
        if queen:
            yield from (f"queen {number}" for number in land)
        yield from self.ghost(entry)
        for relic in self.usable(entry) & MARKER_RELICS:
            yield from self.put(entry, relic)
        for relic in self.copyable(entry) & MARKER_RELICS:
            if any(True for _ in self.put(entry, relic, bag=True)):
                yield f"bag {relic}"
        if not (camps or heroes or armors or queen):
            yield "finish"

    def ghost(self, entry: Document) -> Iterator[str]:
        """Regions for the Ghost (UG-ACT-20): all but Chasms, the Crypt's and the Balrog's; once a turn."""
        crypt = self.place("crypt")
        if self.turn.get("ghost_moved") or not self.holds(entry, crypt):
            return
        for region in self.regions:
            if region.terrain != "chasm" and region.id != crypt and not self.marker(region.id, "balrog"):
                yield f"ghost {region.id}"

    def put(self, entry: Document, relic: str, bag: bool = False) -> Iterator[str]:
        """Regions for Scepter and Ring: any own region; the Bag not beside the one that it copies (UG-INT-69)."""
        bag = bag or self.turn["bag_armed"]
        for number in self.land_of(entry):
            if bag and number == self.relic(relic):
                continue
            if not bag and self.turn["bag"] == relic and self.marker(number, "bag"):
                continue
            yield f"{relic} {number}"

    def altar(self) -> Iterator[str]:
        """Regions for the Altar (UG-PLACE-ALTAR): one own declined token, from any region."""
        yield "finish"
        for entry in self.declined(self.seat):
            yield from (f"altar {number}" for number in self.land_of(entry))

    def withdrawn(self) -> Iterator[str]:
        """Regions for withdrawn tokens: those of their own race, also for encampments (SW-LOSS-9, UG-LOSS-2)."""
        for entry in self.entries(self.seat):
            land = self.land_of(entry)
            aside = entry["reserve"] if self.trait(entry) == "amazons" else 0
            if entry["hand"] > aside:
                for number in land:
                    if self.must_leave(entry, number):
                        continue
                    yield f"deploy {number}"
                    yield f"deploy_rest {number}"
            if "bivouacking" in self.powers(entry) and self.laid("encampment") < 5:
                yield from (f"encamp {number}" for number in land)

    def must_leave(self, entry: Document, number: int) -> bool:
        """Whether a race must leave a region: any River, for an active race any water (UG-RIVER-3, UG-CLAR-43)."""
        if "seafaring" in self.powers(entry) or entry["race"] == "kraken":  # Kraken in decline too
            return False
        return self.regions[number].terrain == "river" or (entry["status"] == "active" and self.is_lake(number))

    def declines(self) -> Iterator[str]:
        """Ways to decline: plainly, or with the Tomb or Vanishing of Stonehedge (UG-ACT-25, -26, UG-CLAR-30)."""
        yield "decline"
        entry = self.active(self.seat)
        assert entry is not None
        by_hedge = self.powers(entry) - {entry["power"]}
        if "vanishing" in by_hedge or ("tomb" in by_hedge and entry["power"] != "vanishing"):
            yield "decline_by_stonehedge"

    # all together

    def acting(self) -> Document:
        """The race that moves: declined Ghouls first, then the active race."""
        phase, ghouls = self.document["phase"], self.ghouls_in_decline()
        entry = ghouls if phase.startswith("ghoul") or (phase == "choose" and ghouls) else self.active(self.seat)
        assert entry is not None, phase
        return entry

    def in_hand(self, entry: Document) -> int:
        """Tokens that a conquest can use: in CHOOSE one per region stays, and the others are taken up (SW-TURN-5).

        The Fountain gives its token when the turn continues (UG-TURN-3). Tokens driven out by the own Balrog wait for
        the redeployment (UG-INT-92).
        """
        if self.document["phase"] != "choose":
            return int(entry["hand"]) - int(entry["reserve"])
        fountain = entry["status"] == "active" and self.holds(entry, self.place("fountain"))
        gift = bool(fountain and self.document["tray"][entry["race"]])
        return self.tokens_of(entry) - len(self.land_of(entry)) + gift

    def choose(self) -> Iterator[str]:
        """Decline, or the first decision of a turn that continues."""
        yield from self.declines()
        first = list(self.reborn()) or list(self.ancient())
        if first:
            yield from ("finish", *first)
        else:
            yield from self.turn_of(self.acting(), self.in_hand(self.acting()))

    def legal(self) -> set[str]:
        """Return all legal actions, as text."""
        phase = self.document["phase"]
        if phase == "pick":
            purse, rows = self.document["seats"][self.seat]["coins"], len(self.document["column"])
            return {f"pick {row}" for row in range(rows) if row <= purse}
        if phase == "swap":
            return {"finish", *(f"swap {row}" for row in range(len(self.document["column"])))}
        if phase == "volcano":
            return {f"volcano {region.id}" for region in self.regions if region.volcano}
        if phase == "peace":
            others = set(range(len(self.document["seats"]))) - {self.seat, *self.turn["attacked"]}
            return {"finish", *(f"peace {other}" for other in others)}
        if phase == "stout":
            return {"finish", *self.declines()}
        if phase == "withdrawn":
            return set(self.withdrawn())
        if phase == "altar":
            return set(self.altar())
        if phase == "tomb":
            return {action for entry in self.declined(self.seat) if entry["hand"] for action in self.laying_out(entry)}
        if phase == "reborn":
            return {"finish", *self.reborn()}
        if phase == "ancient":
            return {"finish", *self.ancient()}
        if phase == "choose":
            return set(self.choose())
        entry = self.acting()
        if phase.endswith("ready"):
            return set(self.turn_of(entry, self.in_hand(entry)))
        if phase.endswith("conquest"):
            return {*([] if self.armed() else ["finish"]), *self.conquests(entry, self.in_hand(entry))}
        if phase == "balrog":
            return set(self.balrog(entry))
        if phase.endswith("deploy"):
            return set(self.laying_out(entry))
        assert phase == "markers", phase
        return set(self.markers(entry))
