"""Checks every action of Small World of Warcraft: what it moves, what is lost and gained, what it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from boxes import (
    ARTIFACTS,
    BOMBS,
    LASTING,
    LEGENDARY,
    OBJECTIVES,
    PIECES,
    WARCRAFT_BADGE,
    WARCRAFT_BANNER,
    WARCRAFT_TRAY,
)
from invariants_underground import hold
from invariants_warcraft import CONQUERING, TURN_START
from invariants_warcraft_score import (
    AFTER_SCORE,
    CONQUESTS,
    Unclear,
    at_the_score,
    conquered,
    held,
    next_turn,
    payment,
    target,
    took,
)
from reference_table import Document
from reference_warcraft import Isles, faction, gathered, minimum
from swenv.smallworld.board import Board

ORDER = [
    "reveal", "pick", "choose", "form", "ready", "conquest", "recruit", "deploy", "aegis", "heart", "objectives",
    "bombs", "withdrawn", "over",
]  # fmt: skip
"""The phases of a turn (WW-TURN-2); phases during the conquests count as conquests."""
LAID_OUT = {"aegis", "heart", "objectives", "bombs", *AFTER_SCORE}
"""The phases after a redeployment."""


def check_step(before: Document, action: str, after: Document, board: Board, options: Mapping[str, Any]) -> None:
    """Check an action: what it moves, what is lost and gained, and what it pays."""
    _order_of_phases(before, action, after)
    if action.startswith("pick"):
        _pick(before, action, after)
        return
    old_row = {row["race"]: row["coins"] for row in before["column"]}
    new_row = {row["race"]: row["coins"] for row in after["column"]}
    hold(new_row == old_row, "WW-TURN-3", f"{action} touched the coins of the column", before)
    stands = gathered(before, board) if before["phase"] == "choose" and action != "decline" else before
    step = Step(stands, action, after, board, bool(options.get("own_decline_defends")))
    try:
        step.check()
        due, paid = payment(before, action, after, board)
        hold(paid == due, "WW-SCORE-1", f"{action} paid {paid} instead of {due}", before)
    except Unclear:
        return


def _order_of_phases(before: Document, action: str, after: Document) -> None:
    """Check the order of phases (chapter 2.2), of seats and of rounds (WW-TURN-1, -2)."""
    if not next_turn(before, after):
        amid = CONQUERING - {"ready"}
        phases = ("conquest" if document["phase"] in amid else document["phase"] for document in (before, after))
        old, new = map(ORDER.index, phases)
        hold(old <= new, "WW-TURN-2", f"{action}: {after['phase']} after {before['phase']}", before)
        return
    seats = len(before["seats"])
    follows = (before["turn"] + 1) % seats
    hold(after["turn"] == follows, "WW-TURN-1", f"{action}: the turn of seat {after['turn']}", before)
    hold(after["round"] == before["round"] + (follows == 0), "WW-TURN-1", f"round {after['round']}", before)
    hold(after["phase"] in TURN_START, "WW-TURN-1", f"{action}: the turn starts in {after['phase']}", before)


def _pick(before: Document, action: str, after: Document) -> None:
    """Check a pick: a coin on each combo above, the coins on its own, banner and badge in tokens (WW-TURN-3, -4)."""
    seat, row = before["turn"], int(action.split()[1])
    chosen, rest = before["column"][row], [*before["column"][:row], *before["column"][row + 1 :]]
    gain = [new["coins"] - old["coins"] for old, new in zip(before["seats"], after["seats"], strict=True)]
    due = [chosen["coins"] - row if number == seat else 0 for number in range(len(gain))]
    hold(gain == due, "WW-TURN-3", f"{action} paid {gain} instead of {due}", before)
    coins = [old["coins"] + (number < row) for number, old in enumerate(rest)]
    wanted = [(old["race"], old["power"], count) for old, count in zip(rest, coins, strict=True)]
    left = [(new["race"], new["power"], new["coins"]) for new in after["column"]]
    hold(left[:5] == wanted, "WW-TURN-4", f"{action} left {left}", before)
    hold(left[5][2] == 0 and left[5][0] == before["race_stack"][0], "WW-TURN-4", f"{left[5]} came up", before)
    if before["power_stack"]:
        hold(left[5][1] == before["power_stack"][0], "WW-TURN-4", f"{left[5]} came up", before)
    (entry,) = (entry for entry in after["seats"][seat]["races"] if entry["status"] == "active")
    first = WARCRAFT_BANNER[chosen["race"]] + WARCRAFT_BADGE[chosen["power"]]
    got = (entry["race"], entry["power"], entry["hand"])
    hold(got == (chosen["race"], chosen["power"], first), "WW-TURN-3", f"{action} brought {got}", before)
    if entry["race"] == "goblins":
        hold(Counter(after["bomb_stack"]) == BOMBS, "WW-RACE-GOBLINS", f"{after['bomb_stack']}", before)


class Step:
    """One action: the position before it, with the troops taken up, and the one after it, for the seat of the turn.

    Args:
        before: The position before the action.
        action: The action as text.
        after: The position after it.
        board: The board of both.
        own_decline_defends: The option of that name.
    """

    def __init__(
        self, before: Document, action: str, after: Document, board: Board, own_decline_defends: bool = False
    ) -> None:
        self.before, self.action, self.after, self.board = before, action, after, board
        self.seat: int = before["turn"]
        self.old, self.new = (Isles(told, board, self.seat, own_decline_defends) for told in (before, after))
        self.verb, self.target = action.split()[0], target(action)
        self.ended = next_turn(before, after)
        self.entry = self.old.active(self.seat)
        self.taken = took(self.before, action, self.after)

    def hold(self, condition: object, rule: str, what: str) -> None:
        hold(condition, rule, f"{self.action}: {what}", self.before)

    def check(self) -> None:
        """Run all checks."""
        self.markers()
        self.bombs()
        self.harmony()
        self.aegis()
        self.counts()
        self.attacks()
        self.growth()
        self.forts()
        self.towers()
        self.put_down()
        self.beasts_taken()
        if self.action == "decline":
            self.decline()
        if self.ended or self.after["phase"] not in CONQUERING | {"recruit"} or self.entry is None:
            return
        self.losses()
        self.untouched()
        if self.taken is not None:
            self.conquest()
        if self.before["phase"] == "portal":
            self.swap()
        if self.verb == "push_to":
            self.push()

    # markers

    def markers(self) -> None:
        """Check which markers turn up, stay and move (WW-ART-1 to -3, WW-CONQ-12, WW-PLACE-WELL)."""
        old, new, known = self.old, self.new, self.old.drawn()
        found = new.drawn()
        more = [*self.after["gone"]] if self.after["gone"] != self.before["gone"] else []
        fresh = found - known
        self.hold(not known - found, "WW-ART-1", f"{known - found} is lost")
        self.hold(sum(fresh.values()) == len(more), "WW-SETUP-7", f"{fresh} was drawn")
        self.hold(fresh.keys() <= LEGENDARY, "WW-PLACE-WELL", f"{fresh} takes the place of the Well")
        for number, place in old.places.items():
            hidden, now = place.get("face_down"), new.at(number)
            if hidden is None or self.after["phase"] == "well":
                continue
            opened = now.get("face_down") is None
            under = new.is_active_land(number) if not self.ended else opened
            self.hold(opened == under, "WW-CONQ-12", f"the marker of region {number}")
            if not opened:
                self.hold(now["face_down"] == hidden, "WW-ART-1", f"the marker of region {number} is another")
                continue
            in_use = now.get("place") == hidden or hidden in (now.get("artifacts") or ())
            if hidden == "well":
                in_use = now.get("place") in fresh
            self.hold(in_use, "WW-CONQ-12", f"{hidden} came up in region {number} as {now}")
        for name in LEGENDARY:
            was, now_at = old.place(name), new.place(name)
            moved = self.verb == "well" and name == "well" and now_at == self.target
            self.hold(was in (None, now_at) or moved, "WW-ART-3", f"{name} moved to {now_at}")
        for name in ARTIFACTS:
            self.artifact(name)

    def artifact(self, name: str) -> None:
        """Check that an Artifact only moves by its use, by a grab or by a swap (WW-ART-2)."""
        was, now = self.old.artifact(name), self.new.artifact(name)
        armed = self.old.turn["armed_effects"]
        if self.taken is not None and name in armed:
            self.hold(now == self.target, "WW-ART-2", f"{name} was left behind in {was}")
        if self.verb == name:
            self.hold(now == self.target, "WW-ART-2", f"{name} lies in {now}")
        if was is None or was == now or self.before["phase"] == "portal":
            return
        used = self.taken is not None and name in armed
        placed = self.verb == name and now == self.target
        grabbed = self.verb == "put" and self.old.turn["taken"] == name and now == self.target
        self.hold(used or placed or grabbed, "WW-ART-2", f"{name} moved from {was} to {now}")

    def aegis(self) -> None:
        """Check that the protection goes up when the Aegis is placed, and down when it is paid for (WW-ART-AEGIS)."""
        was, now = self.before["aegis_up"], self.after["aegis_up"]
        if self.verb == "aegis":
            self.hold(now, "WW-ART-AEGIS", "no protection")
        else:
            self.hold(was or not now, "WW-ART-AEGIS", "a protection out of nothing")
        if self.taken is not None and self.old.is_guarded(self.taken):
            self.hold(not now, "WW-CONQ-11", "the protection was paid and stays")

    # bombs, Harmony

    def bombs(self) -> None:
        """Check bombs: planted unseen, revealed when a turn starts, returned from empty regions (WW-RACE-GOBLINS)."""
        old, new = self.old, self.new
        stack, left = self.before["bomb_stack"], self.after["bomb_stack"]
        had = {number: place["bomb"] for number, place in old.places.items() if "bomb" in place}
        has = {number: place["bomb"] for number, place in new.places.items() if "bomb" in place}
        if self.old.seat_of("goblins") != self.new.seat_of("goblins"):
            return
        if self.verb == "bomb":
            now = self.target
            self.hold(self.ended or has.get(now) == stack[0], "WW-RACE-GOBLINS", f"{stack[0]} lies not in {now}")
            had[now], *stack = stack
        if self.before["phase"] == "portal":
            pair = {self.target: old.turn["chosen"], old.turn["chosen"]: self.target}
            had = {pair.get(number, number): kind for number, kind in had.items()}
        revealing = self.before["phase"] == "reveal" or (self.ended and self.is_goblins_turn())
        gone = {number: kind for number, kind in had.items() if number not in has}
        self.hold(has.items() <= had.items(), "WW-RACE-GOBLINS", f"bombs {has} after {had}")
        if not revealing:
            back = [gone[number] for number in sorted(gone)]
            self.hold(left in (back + stack, back[::-1] + stack), "WW-RACE-GOBLINS", f"{left} of {stack}")
            for number in gone:
                self.hold(new.slot(number) is None, "WW-RACE-GOBLINS", f"the bomb of region {number} is gone")
            return
        if self.verb in {*CONQUESTS, "portal", "push", "push_to", "abandon", "decline"}:
            return  # they may have emptied regions before
        self.hold(left == stack, "WW-RACE-GOBLINS", f"revealed bombs came back: {left}")
        for number, kind in gone.items():
            refused = self.before["phase"] == "reveal" and self.action == "finish" and old.harmony_due(number)
            if not refused:
                self.explosion(number, kind)

    def is_goblins_turn(self) -> bool:
        return self.new.seat_of("goblins") == self.after["turn"]

    def explosion(self, number: int, kind: str) -> None:
        """Check a bomb that was revealed or removed in a region."""
        old, new = self.old, self.new
        was, now = old.slot(number), new.slot(number)
        seat = self.after["turn"]
        if now is None:
            guarded = Isles(self.before, self.board, seat).is_guarded(number) and self.verb != "aegis"
            self.hold(kind == "live" and not guarded, "WW-RACE-GOBLINS", f"region {number} exploded")
            return
        self.hold(now == was, "WW-RACE-GOBLINS", f"the bomb of region {number} did more")
        goblins = Isles(self.after, self.board, seat)  # this also shows the end of the turn for whatever does not move
        due = goblins.harmony_due(number) and new.tokens(number) > 0  # no attack where no race token would leave
        spared = goblins.is_immune(number) or (due and self.action != "pay")
        self.hold(kind == "dud" or spared, "WW-RACE-GOBLINS", f"region {number} did not explode")

    def entry_of(self, number: int) -> Document:
        holder = self.old.holder(number)
        return {"race": None, "power": None} if holder is None else holder[1]

    def harmony(self) -> None:
        """Check Harmony: given at the end of their turn, spent by the first attack, taken back (WW-RACE-PANDAREN)."""
        had = {number for number, seat in enumerate(self.before["seats"]) if seat["harmony"]}
        has = {number for number, seat in enumerate(self.after["seats"]) if seat["harmony"]}
        pandaren = self.new.seat_of("pandaren")
        scored = self.ended or self.after["phase"] in AFTER_SCORE
        if pandaren == self.seat and scored and self.before["phase"] not in AFTER_SCORE:
            others = set(range(len(self.before["seats"]))) - {self.seat}
            attacked = set(self.old.turn["attacked"])
            known = self.verb not in {*CONQUESTS, "portal", "push", "push_to"}
            self.hold(not known or has == others - attacked, "WW-RACE-PANDAREN", f"{has} got Harmony")
            return
        spent = had - has
        if pandaren is not None and not (self.ended and self.after["turn"] == pandaren):
            self.hold(spent <= {self.seat}, "WW-RACE-PANDAREN", f"the Harmony of {spent} is spent")
        self.hold(has <= had, "WW-RACE-PANDAREN", f"{has - had} got Harmony")
        if self.taken is not None and self.old.harmony_due(self.taken):
            self.hold(self.seat not in has, "WW-CONQ-11", "Harmony was paid and is due again")

    # what is counted in a turn

    def counts(self) -> None:
        """Check what the turn remembers about a conquest (WW-FACTION-1, WW-RACE-ORCS, WW-CLAR-4, WW-ART-6)."""
        if self.ended or self.after["phase"] in TURN_START | AFTER_SCORE:
            return
        turn, armed = self.new.turn, set(self.old.turn["armed_effects"])
        beaten, rivals = conquered(self.before, self.action, self.after)
        allies = {None, faction(self.entry["race"]) if self.entry else None}
        counted, wanted = (
            {race: count for race, count in counts.items() if faction(race) not in allies}
            for counts in (turn["beaten"], beaten)
        )
        self.hold(counted == wanted, "WW-FACTION-1", f"{counted} beaten instead of {wanted}")
        if self.entry is not None and self.entry["race"] == "orcs":
            self.hold(turn["rivals"] == rivals, "WW-RACE-ORCS", f"{turn['rivals']} instead of {rivals}")
        if self.taken is not None:
            self.hold(armed <= set(turn["effects_used"]), "WW-ART-6", f"{armed} can be used again")
            self.hold(not turn["armed_effects"], "WW-ACT-25", f"{turn['armed_effects']} armed still")
        for name, step in (("swaps", self.before["phase"] == "portal"), ("pushes", self.verb == "push")):
            self.hold(turn[name] == self.old.turn[name] + step, "WW-TURN-2", f"{turn[name]} {name}")

    def attacks(self) -> None:
        """Check what counts as attacks (0.2): conquests, failed or not, and whatever drives out active Race tokens."""
        if self.ended or self.after["phase"] in TURN_START | AFTER_SCORE:
            return
        old, numbers = self.old, []
        if self.verb in {"conquer", "champion"} or self.taken is not None:
            numbers = [self.target]
        elif self.before["phase"] == "portal":
            numbers = [number for number in (self.target, old.turn["chosen"]) if old.tokens(number)]
        elif self.verb == "push" and not (old.marker(self.target, "fortress") or old.marker(self.target, "wall")):
            numbers = [self.target]
        elif self.verb == "push_to":
            numbers = [old.turn["chosen"]]
        holders = [old.holder(number) for number in numbers]
        due = {owner for owner, entry in filter(None, holders) if owner != self.seat and entry["status"] == "active"}
        had, has = (set(table.turn["attacked"]) for table in (old, self.new))
        self.hold(has <= had | due and had <= has, "WW-RACE-PANDAREN", f"{has} attacked after {had}")
        self.hold(due <= has or self.after["phase"] == "push", "WW-CLAR-4", f"{due - has} were attacked")

    # gains

    def growth(self) -> None:
        """Check that the active race only gains tokens by buying and the Spirit Healer, and loses none (WW-TURN-5)."""
        entry, now = self.entry, self.new.active(self.seat)
        if entry is None or now is None or self.before["phase"] in {"withdrawn", "reveal"} or self.ended:
            return
        name, gains = entry["race"], int(self.verb == "buy")
        early = CONQUERING | {"choose", "form", "recruit"}
        if self.before["phase"] in early and self.after["phase"] not in early:
            tray = self.before["tray"][name] - gains
            gains += self.new.holds_find(now, "spirit_healer") and tray > 0
        has = self.before["tray"][name] - self.after["tray"][name]
        self.hold(has == gains, "WW-TURN-5", f"{has} tokens gained instead of {gains}")

    def forts(self) -> None:
        """Check that all regions of Sentinels have Forts once they have redeployed (WW-POWER-SENTINELS, WW-INT-68).

        Regions without one are the highest of those that had none, and the supply is empty. A bomb that explodes as the
        next turn begins may fill it again.
        """
        entry, phase = self.new.active(self.seat), self.before["phase"]
        ends = phase not in LAID_OUT | {"reveal"} and (self.ended or self.after["phase"] in LAID_OUT)
        if entry is None or entry["power"] != "sentinels" or not ends:
            return
        land = self.new.land_of(entry)
        lacking = [number for number in land if not self.new.marker(number, "fortress")]
        forts = sum(self.new.marker(number, "fortress") for number in self.new.places)
        blown = self.ended and self.is_goblins_turn()
        self.hold(not lacking or forts == PIECES["fortress"] or blown, "WW-INT-68", f"no Fort in {lacking}")
        built = [number for number in land if number not in lacking and not self.old.marker(number, "fortress")]
        later = [number for number in built if lacking and number > lacking[0] and number != self.taken]
        self.hold(not later, "WW-INT-68", f"a Fort in {later} before {lacking}")

    def towers(self) -> None:
        """Check the towers at the end of the Defenders' own turn (WW-POWER-DEFENDERS, WW-CLAR-24)."""
        entry, phase = self.new.active(self.seat), self.before["phase"]
        ends = phase not in LAID_OUT | {"reveal"} and (self.ended or self.after["phase"] in LAID_OUT)
        if entry is None or entry["power"] != "defenders" or not ends:
            return
        standing = at_the_score(self.before, self.action, self.after)
        wanted = []
        for number, holding in standing.items():
            if holding.race != entry["race"] or self.new.regions[number].terrain != "farmland":
                continue
            near: Counter[str] = Counter()
            for other in self.new.regions[number].neighbors:
                if other in standing:
                    near[standing[other].race] += 1
                elif self.new.at(other).get("murloc"):
                    near["murloc"] += 1
            own = near.pop(entry["race"], 0)
            if own > max(near.values(), default=0):
                wanted.append(number)
        wanted.sort(key=lambda number: (not self.old.marker(number, "tower"), number))
        has = {number for number in self.new.places if self.new.marker(number, "tower")}
        should = set(wanted[: PIECES["tower"]]) & held(self.after).keys()
        self.hold(has == should, "WW-POWER-DEFENDERS", f"Towers in {has} instead of {should}")

    def put_down(self) -> None:
        """Check that the Aegis and the Objectives are placed when the turn is scored (P7; WW-ART-6, WW-CLAR-21)."""
        entry, scored = self.new.active(self.seat), self.ended or self.after["phase"] in AFTER_SCORE
        if entry is None or not scored or self.before["phase"] in AFTER_SCORE | {"reveal"}:
            return
        has_aegis = self.new.holds_find(entry, "aegis")
        self.hold(not has_aegis or self.after["aegis_up"], "WW-ART-AEGIS", "the Aegis was not put down")
        laid = sum(bool(place.get("objective")) for place in self.new.places.values())
        if entry["race"] == "humans" and laid < OBJECTIVES:
            free = [region.id for region in self.board.regions if self.old.takes_objective(region.id)]
            self.hold(set(free) <= {self.target}, "WW-RACE-HUMANS", f"{laid} Objectives, and {free} are free")

    def beasts_taken(self) -> None:
        """Check that Beasts are discarded, then taken anew, one per Hills region (P0; WW-INT-53, -54)."""
        entry = self.new.active(self.after["turn"])
        begins = self.after["phase"] == "choose" and (self.ended or self.before["phase"] == "reveal")
        if entry is None or not begins or entry["power"] != "beastmasters":
            return
        hills = sum(self.new.regions[number].terrain == "hill" for number in self.new.land_of(entry))
        beasts = entry.get("beasts", 0), self.new.laid("beasts")
        self.hold(beasts == (min(PIECES["beasts"], hills), 0), "WW-POWER-BEASTMASTERS", f"Beasts {beasts}")

    def decline(self) -> None:
        """Check a decline (WW-DECL-2 to -5)."""
        entry = self.entry
        assert entry is not None
        most, name = minimum(entry), entry["race"]
        land = {number: min(most, self.old.tokens(number)) for number in self.old.land_of(entry)}
        stays = {number: count for number, count in land.items() if count}
        now = {number: self.new.tokens(number) for number in self.new.places if self.new.at(number).get("race") == name}
        if self.ended and self.is_goblins_turn():
            return
        self.hold(now == stays, "WW-DECL-3", f"{now} stay instead of {stays}")
        left = self.new.declined(self.seat)
        kept = entry["power"] if entry["power"] in LASTING else None
        wanted = [(name, kept)] if stays else []
        self.hold([(old["race"], old["power"]) for old in left] == wanted, "WW-DECL-4", f"{left} instead of {wanted}")
        for number in stays:
            for piece in ("fortress", "wall"):
                same = self.old.marker(number, piece) == self.new.marker(number, piece)
                self.hold(same, "WW-DECL-5", f"the {piece} of region {number}")

    # while the conquests go on

    def losses(self) -> None:
        """Check what goes to the trays, and what Forsaken may recruit (WW-CONQ-7, WW-RACE-DRAENEI, WW-PLACE-CHAPEL)."""
        lost: Counter[str] = Counter()
        murlocs, saved = 0, self.old.turn["saved"]
        number = self.taken
        if self.verb == "push" and self.after["phase"] != "push":
            pieces = self.old.marker(self.target, "fortress") or self.old.marker(self.target, "wall")
            number = None if pieces else self.target
        if number is not None and self.old.slot(number) == "murloc":
            murlocs = 1
        holder = None if number is None else self.old.holder(number)
        own = holder is not None and holder[0] == self.seat
        if number is not None and holder is not None:
            entry = holder[1]
            if entry["status"] == "decline":
                lost[entry["race"]] = 1 if self.verb == "push" else self.old.tokens(number)
            else:
                guarded = self.verb == "push"  # Strongmen only move Race tokens
                spared = not guarded and (self.old.marker(number, "champion") or self.old.marker(number, "beasts"))
                spared = spared or self.old.holds_find(entry, "chapel")
                if not spared and entry["race"] == "draenei" and not saved:
                    spared = saved = True
                lost[entry["race"]] = int(not spared)
        for name in WARCRAFT_TRAY:
            if self.entry is not None and name == self.entry["race"]:
                continue
            back = self.after["tray"][name] - self.before["tray"][name]
            self.hold(back == lost[name], "WW-CONQ-7", f"{back} {name} lost instead of {lost[name]}")
        self.hold(self.new.turn["saved"] == saved, "WW-RACE-DRAENEI", "the token saved")
        dead = self.old.turn["inflicted"] + murlocs + (0 if own else sum(lost.values()))
        if self.entry is not None and self.entry["race"] == "forsaken" and self.verb != "buy":
            counted = self.new.turn["inflicted"]
            self.hold(counted == dead, "WW-RACE-FORSAKEN", f"{counted} inflicted instead of {dead}")
        beasts = [self.beasts_of(table) for table in (self.old, self.new)]
        fewer = number is not None and self.verb != "push" and bool(holder) and not own
        fewer = fewer and bool(self.old.marker(number or 0, "beasts")) and not self.old.marker(number or 0, "champion")
        if holder is not None and self.old.holds_find(holder[1], "chapel"):
            fewer = False
        self.hold(beasts[0] - beasts[1] == fewer, "WW-CONQ-7", f"{beasts} Beasts")

    @staticmethod
    def beasts_of(table: Isles) -> int:
        """The number of Beasts, on the map and in hand."""
        return table.laid("beasts") + sum(
            entry.get("beasts", 0) for seat in table.document["seats"] for entry in seat["races"]
        )

    def conquest(self) -> None:
        """Check the price, and what is in the region afterwards (WW-CONQ-6 to -8)."""
        old, new, number, entry = self.old, self.new, self.target, self.entry
        assert entry is not None
        now = new.active(self.seat)
        assert now is not None
        effects = frozenset(old.turn["armed_effects"])
        hand = int(entry["hand"]) + int(entry.get("beasts", 0))
        paid = hand - int(now["hand"]) - int(now.get("beasts", 0))
        forces = new.force(number)
        if self.verb == "champion":
            self.hold(new.marker(number, "champion") == 1, "WW-POWER-CHAMPIONS", "no Champion")
            self.hold(paid == minimum(entry) - 1, "WW-POWER-CHAMPIONS", f"{paid} tokens went in with the Champion")
        else:
            air = effects | {"air_strike"} if self.before["phase"] == "strike" else effects
            travel = old.travel(entry, number, air)
            assert travel is not None
            rolled = self.verb == "roll_for" or self.before["phase"] == "strike"
            first = self.before["last_roll"] if self.before["phase"] == "strike" else self.after["last_roll"]
            need = old.need(entry, number, travel, effects, first if rolled else 0)
            self.hold(paid == min(need, hand), "WW-CONQ-6", f"{paid} of {hand} went in where {need} are needed")
            self.hold(forces == paid, "WW-CONQ-6", f"{forces} stand in region {number}")
        forts = sum(old.marker(other, "fortress") for other in old.places if other != number)
        walls = sum(old.marker(other, "wall") for other in old.places if other != number)
        fort = entry["power"] == "sentinels" and forts < PIECES["fortress"]
        wall = entry["race"] == "night_elves" and new.regions[number].terrain == "forest" and walls < PIECES["wall"]
        for name, wanted in (("fortress", fort), ("wall", wall), ("tower", False)):
            self.hold(new.marker(number, name) == wanted, "WW-CONQ-13", f"{name} in region {number}")
        was = old.at(number).get("bomb")
        self.hold(new.at(number).get("bomb") == was, "WW-CONQ-7", "the bomb of the region")
        stays = bool(old.at(number).get("objective")) and faction(entry["race"]) == "horde"
        self.hold(bool(new.at(number).get("objective")) == stays, "WW-RACE-HUMANS", "the Objective of the region")

    def swap(self) -> None:
        """Check that each region has what was in the other, plus any marker that turns up (WW-POWER-PORTALMAGES)."""
        one, other = self.old.turn["chosen"], self.target
        for here, there in ((one, other), (other, one)):
            was, now = self.old.content(here), self.new.content(there)
            if self.old.at(there).get("face_down") is not None and self.new.at(there).get("face_down") is None:
                was, now = was[:-1], now[:-1]
            self.hold(now == was, "WW-POWER-PORTALMAGES", f"{now} in region {there} instead of {was}")

    def push(self) -> None:
        """Check that one token moves between the two regions (WW-POWER-STRONGMEN (iii))."""
        here, there = self.old.turn["chosen"], self.target
        self.hold(
            self.new.tokens(there) == self.old.tokens(there) + 1, "WW-POWER-STRONGMEN", f"no token came to {there}"
        )
        entry = self.entry_of(here)
        left = self.old.force(here) - 1
        tokens = self.old.tokens(here) - 1 if left >= minimum(entry) else 0
        self.hold(self.new.tokens(here) == tokens, "WW-INT-57", f"{self.new.tokens(here)} stay in {here}")

    def untouched(self) -> None:
        """Check that for other races only what the action names has changed."""
        named = {self.target, self.old.turn["chosen"]}
        for number in {*self.old.places, *self.new.places} - named:
            was, now = self.old.content(number)[:6], self.new.content(number)[:6]
            own = [table.is_own_active(number) for table in (self.old, self.new)]
            self.hold(own[0] == own[1], "WW-TURN-6", f"region {number} changed hands")
            self.hold(own[0] or was == now, "WW-FACTION-5", f"region {number} was {was} and is {now}")
