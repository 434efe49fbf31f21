"""Positions that no play leads to, after `reader` has read them from a document.

`check` refuses those that the rules could not carry on, or that could not be written down again. `problems` says of the
others what is strange about them, by field and rule; they are played on as they stand.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from swenv.core.errors import wrong
from swenv.core.record import Draft, Snapshot, members
from swenv.smallworld.board import Board
from swenv.smallworld.content.entries import Content
from swenv.smallworld.rules.fields import FIELDS
from swenv.smallworld.rules.record import (
    ARMOR_PIECES,
    BEAST_PIECES,
    COLUMN_ROWS,
    CONQUEST_RELICS,
    EFFECTS,
    FINDS,
    FIRST_FIND,
    FIRST_POWER,
    FIRST_RELIC,
    GONE,
    LEGENDS,
    NO_ROW,
    NOBODY,
    NOWHERE,
    RELICS,
    START_COINS,
    Effect,
    Item,
    Phase,
    Slot,
    Trait,
)
from swenv.smallworld.tables import stays_in_decline

if TYPE_CHECKING:
    from swenv.smallworld.game import SmallWorld

TURN_BEGINS = ("pick", "choose", "reveal")
"""Phases before anything is done in a turn."""
JUST_PICKED = ("swap", "volcano", "form")
"""Phases in which a race has just been picked and has done nothing yet."""
AFTER_TOMB = ("altar", "peace", "withdrawn", "over")
"""Phases in which a race that redeployed by its Tomb may still be the last that acted."""
WITHOUT_RACE = ("pick", "tomb", "altar", "withdrawn", "over")
"""Phases in which the seat of the turn may have no active race."""
GHOUL_PHASES = (Phase.GHOUL_READY, Phase.GHOUL_CONQUEST, Phase.GHOUL_DEPLOY)
PHASE_OF = {
    "stout": Trait.STOUT, "peace": Trait.DIPLOMAT, "swap": Trait.SWAPS_BADGE, "volcano": Trait.VOLCANO,
    "ancient": Trait.GREAT_ANCIENT, "reveal": Trait.BOMBS, "form": Trait.SHIFTS, "portal": Trait.PORTALS,
    "push": Trait.PUSHES, "put": Trait.ETHEREAL, "strike": Trait.AIR_STRIKE, "recruit": Trait.RECRUITS,
    "objectives": Trait.OBJECTIVES, "bombs": Trait.BOMBS,
}  # fmt: skip
"""The trait that each of these phases needs."""
Problems = Iterator[tuple[str, str]]
"""Fields, and what is strange about each."""
MOST_COUNTED = 127
"""The limit of a turn's counters, for what was counted so far plus what may still come."""
MOST_COINS, MOST_COINS_A_ROUND = 10_000, 200
"""Far more than anybody has or earns in a round, so that no purse overflows in 100 rounds."""


def least_in_box(num_players: int, entries: Iterable[Content], places: bool) -> tuple[int, int]:
    """Return the fewest races and powers that leave a row for every pick (SW-COL-9).

    The other seats, the races in decline and Stonehedge may use all others.
    """
    entries = tuple(entries)
    lasting = min(2 * num_players, sum(entry.kind == "power" and stays_in_decline(entry) for entry in entries))
    spirits = min(num_players, sum(entry.spirit for entry in entries))
    return 2 * num_players + max(1, spirits), num_players + lasting + int(places)


def check(game: SmallWorld, board: Board, g: Draft, t: Snapshot, document: Mapping[str, Any]) -> None:
    """Refuse a position that cannot be played on.

    Raises:
        ValueError: the message names the field and, if there is one, the rule.
    """
    checks = _Checks(game, board, g, t, document)
    checks.phase()
    checks.acting()
    checks.counters()
    checks.coins()
    checks.hands()
    checks.pieces_in_regions()
    if t.warcraft:
        checks.supply()
        checks.well()
        checks.planted()
        checks.armed_effects()
        checks.going_on()
    else:
        checks.pieces()
        checks.single_pieces()
        checks.monsters()
        checks.stock()
        checks.armed_relics()


def problems(game: SmallWorld, record: NDArray[Any]) -> list[str]:
    """See `State.problems`."""
    t = game.plain_tables(int(record["table"][0]))
    checks = _Checks(game, game.board_of(record), Draft(record), t, game.write_position(record))
    of_box = (
        (checks.finds, checks.bombs, checks.promises, checks.uses)
        if t.warcraft
        else (checks.rivers, checks.treasures, checks.seats, checks.relics)
    )
    parts = (checks.turn, checks.races, checks.markers, *of_box, checks.rounds)
    return [f"{field}: {why}" for part in parts for field, why in part()]


class _Checks:
    """The checks of one position, chapter by chapter."""

    def __init__(self, game: SmallWorld, board: Board, g: Draft, t: Snapshot, document: Mapping[str, Any]) -> None:
        self.game, self.board, self.g, self.t, self.document = game, board, g, t, document
        self.now = Phase(int(g.phase)).name.lower()
        self.active = 3 * int(g.turn)
        self.owner: list[int] = g.owner[: len(board.regions)].tolist()
        self.places: dict[int, Mapping[str, Any]] = {int(r): place for r, place in document.get("regions", {}).items()}

    def held(self) -> Iterator[tuple[int, int]]:
        """Yield the regions that are held, with the army of each."""
        return ((r, army) for r, army in enumerate(self.owner) if army != NOBODY)

    def rows(self, army: int) -> list[int]:
        """Return the rows that an army's pieces can come from: its banner and badge, even one discarded since.

        Pieces from Stonehedge's power stay when Stonehedge is lost (UG-PLACE-STONEHEDGE).
        """
        g, t = self.g, self.t
        rows = [int(g.race[army]), int(g.power[army]), int(g.stonehedge)]
        if army % 3 != Slot.ACTIVE and g.power[army] == NO_ROW:
            rows += [row for row in range(FIRST_POWER, NO_ROW) if t.in_box[row] and not t.stays_in_decline[row]]
        return rows

    def has(self, army: int, trait: int) -> bool:
        """Whether one of an army's `rows` has a trait."""
        return any(self.t.traits[row] >> trait & 1 for row in self.rows(army))

    def seats_with(self, trait: Trait) -> list[int]:
        """Return the seats whose active race has a trait now."""
        return [seat for seat in range(self.game.num_players) if int(self.g.traits[3 * seat]) >> trait & 1]

    def name(self, army: int) -> str:
        """Return the name of an army's race."""
        return self.game.row_names[int(self.g.race[army])] or "no race"

    # The turn

    def phase(self) -> None:
        """Check that the seat of the turn can be in this phase (SW-TURN-1, UG-TURN-2, WW-TURN-2)."""
        trait = PHASE_OF.get(self.now)
        if trait is not None and not self.has(self.active, trait):
            raise wrong("phase", f"seat {self.g.turn} has no active race that could be in {self.now}")

    def acting(self) -> None:
        """Check which race acts; by default, if the document does not say so, the first that may."""
        may = self.may_act()
        if not may:
            raise wrong("phase", f"seat {self.g.turn} has no race that could be in {self.now}")
        if not self.document.get("turn_state", {}).get("acting"):
            self.g.army = may[0]
        if self.g.army not in may:
            raise wrong("turn_state.acting", f"that race of seat {self.g.turn} does not act in phase {self.now}")

    def may_act(self) -> list[int]:
        """Return the races that may act: the active one, Ghouls before it, or one in its Tomb.

        SW-TURN-4, UG-POWER-TOMB.
        """
        g = self.g
        declined = [self.active + slot for slot in (Slot.DECLINE, Slot.SPIRIT) if g.race[self.active + slot] != NO_ROW]
        ghouls = [army for army in declined if int(g.traits[army]) >> Trait.ACTS_IN_DECLINE & 1]
        ghouls = [army for army in ghouls if g.land[army] or g.hand[army]]
        if Phase(int(g.phase)) in GHOUL_PHASES:
            return ghouls
        if self.now == "choose":
            return ghouls[:1] or [self.active]
        if self.now == "tomb":
            return declined
        after_tomb = self.now in AFTER_TOMB and not self.t.warcraft  # it can have lost its last token since
        return [self.active + slot for slot in Slot] if after_tomb else [self.active]

    def turn(self) -> Problems:
        """Check that nothing has been done before its phase, or without the trait that it needs."""
        g = self.g
        seat = int(g.turn)
        if int(g.attacked) >> seat & 1:
            yield "turn_state.attacked", "a seat does not attack itself"
        if g.declining and g.race[self.active] != NO_ROW:
            yield "turn_state.declining", f"seat {seat} has an active race"
        if self.now in JUST_PICKED and g.land[self.active]:
            yield "phase", f"a race that was just picked holds no region, but seat {seat} is in {self.now}"
        if self.now == "reborn" and not any(self.has(self.active + slot, Trait.REBORN) for slot in Slot):
            yield "phase", f"no race of seat {seat} is Reborn (UG-POWER-REBORN)"
        if not self.t.warcraft and g.pending_roll >= 0 and not self.has(int(g.army), Trait.BERSERK):
            yield "turn_state.pending_roll", f"{self.name(int(g.army))} do not roll before conquests (SW-POWER-BERSERK)"
        for each in (each for each in FIELDS if each.each_turn and each.done):
            if g[each.name] == each.fresh or (self.now in JUST_PICKED and each.name == "picked"):
                continue
            word = f"turn_state.{each.word or each.name}"
            if self.now in (*TURN_BEGINS, *JUST_PICKED) or (
                self.t.warcraft and g.declining and each.name != "declining"
            ):
                yield word, f"nothing was done yet, seat {seat} is in {self.now}"
            if each.trait is not None and g.race[self.active] != NO_ROW and not self.has(self.active, each.trait):
                yield word, f"{self.name(self.active)} of seat {seat} cannot have done that"
        for each in FIELDS:
            if each.phases and g[each.name] != each.fresh and self.now not in each.phases:
                yield f"turn_state.{each.word or each.name}", f"there is none in phase {self.now}"

    def counters(self) -> None:
        """Check that no counter of the turn can overflow (WW-CONQ-7: an active race loses one token)."""
        g = self.g
        others = (int(g.tribes) | int(g.monsters) | sum(1 << r for r, _ in self.held())) & ~int(g.land[self.active])
        counted = [("nonempty_conquered", int(g.nonempty) + others.bit_count())]
        if self.t.warcraft:
            counted.append(("rivals", int(g.rivals) + others.bit_count()))
        if g.inflicted or self.has(self.active, Trait.RECRUITS):
            lost = (int(g.tokens[r]) if army % 3 else 1 for r, army in self.held() if army != self.active)
            counted.append(("inflicted", int(g.inflicted) + int(g.tribes).bit_count() + sum(lost)))
        for name, left in counted:
            if left > MOST_COUNTED:
                raise wrong(f"turn_state.{name}", "no turn can reach this number")

    def coins(self) -> None:
        """Check that no purse can overflow by the end, with all coins on the column (SW-COL-2)."""
        most = MOST_COINS + MOST_COINS_A_ROUND * int(self.g.round_number) - int(self.g.column_coins.sum())
        for seat in range(self.game.num_players):
            if self.g.coins[seat] > most:
                raise wrong(f"seats[{seat}].coins", f"is {self.g.coins[seat]}, but at most {most} is possible by now")

    def races(self) -> Problems:
        """Check what races in decline, and waiting ones, have in hand (SW-DECL-3, WW-DECL-3, SW-LOSS-9, SW-REDEP-5)."""
        g, t = self.g, self.t
        settled = bool(t.warcraft) or self.now in TURN_BEGINS
        for seat in range(self.game.num_players):
            army = 3 * seat
            aside = sum(int(t.reserve[row]) for row in self.rows(army))
            if g.reserve[army] > aside and not (seat == g.turn and g.balrog_moved):
                why = f"the reserve is {g.reserve[army]}, but {self.name(army)} set aside at most {aside} (SW-REDEP-5)"
                yield f"seats[{seat}].races", why
            redeployed = self.now in TURN_BEGINS and not t.warcraft and int(g.land[army]) & ~t.rivers
            if redeployed and g.hand[army] > g.reserve[army]:
                yield f"seats[{seat}].races", f"{self.name(army)} have regions, and tokens that were not redeployed"
            for slot in (Slot.DECLINE, Slot.SPIRIT):
                army = 3 * seat + slot
                traits = int(g.traits[army])
                room = int(g.land[army]) & (-1 if traits >> Trait.SEAFARING & 1 else ~t.rivers)  # UG-RIVER-3
                if settled and room and g.hand[army] and not traits >> Trait.ACTS_IN_DECLINE & 1:
                    yield f"seats[{seat}].races", f"{self.name(army)} are in decline and have tokens in hand"

    def hands(self) -> None:
        """Refuse a reserve that is no part of a hand (SW-REDEP-5)."""
        g = self.g
        for army in range(3 * self.game.num_players):
            hand = int(g.hand[army])
            if self.now == "deploy" and army == g.army:  # regions are abandoned while it is larger
                hand += sum(int(g.tokens[r]) for r, other in self.held() if other == army)
            if g.reserve[army] > (hand if army % 3 == Slot.ACTIVE else 0):
                raise wrong(f"seats[{army // 3}].races", f"the reserve of {self.name(army)} is no part of their hand")
        if self.now == "deploy":
            least = sum(int(self.t.reserve[row]) for row in self.rows(int(g.army)))
            if g.reserve[int(g.army)] > least:
                why = f"{self.name(int(g.army))} set aside at most {least} (SW-REDEP-5)"
                raise wrong(f"seats[{g.turn}].races", f"the reserve is {g.reserve[int(g.army)]}, but {why}")

    def pieces_in_regions(self) -> None:
        """Refuse regions that are held by too few pieces, or by pieces of others (WW-CONQ-3, WW-RACE-TAUREN)."""
        g = self.g
        waiting = self.in_hand(int(g.army)) if self.now == "deploy" else 0
        for r, army in self.held():
            traits, champion = int(g.traits[army]), int(g.champions) >> r & 1
            for name, lies, trait in (("beasts", g.beasts[r], Trait.BEASTS), ("champion", champion, Trait.CHAMPION)):
                if lies and (not traits >> trait & 1 or (name == "champion" and g.champion_lost)):
                    raise wrong(f"regions.{r}.markers.{name}", f"{self.name(army)} can have none here")
            least = 2 if traits >> Trait.PAIRS & 1 else 1
            short = max(0, least - (g.tokens[r] + g.beasts[r] + champion))
            if short and army == g.army:
                waiting -= short
            if short and (army != g.army or waiting < 0):
                raise wrong(f"regions.{r}.tokens", f"{self.name(army)} need {least} to hold a region")

    def in_hand(self, army: int) -> int:
        """Count the pieces off the map that can hold regions, if the army redeploys all pieces (WW-TURN-9); else 0."""
        g, traits = self.g, int(self.g.traits[army])
        champion = traits >> Trait.CHAMPION & 1
        if not champion and not traits >> Trait.BEASTS & 1:
            return 0
        waits = champion and not g.champion_lost and not g.champions
        return self.free_hand(army) + int(waits)

    def free_hand(self, army: int) -> int:
        """Count the pieces off the map with which an active race of Warcraft conquers: tokens and Beasts."""
        g = self.g
        beasts = g.beasts_owned - int(g.beasts.sum()) if int(g.traits[army]) >> Trait.BEASTS & 1 else 0
        return int(g.hand[army]) + beasts

    def markers(self) -> Problems:
        """Check that markers lie with the races they come from: SW-INV-5, UG-IMM-1, WW-CONQ-13."""
        g, t = self.g, self.t
        armors = sum(1 << r for r, _ in self.held() if g.armors[r])
        for army in sorted({army for _, army in self.held()}):
            land, rows = int(g.land[army]), self.rows(army)
            alive = army % 3 == Slot.ACTIVE
            brought = functools.reduce(operator.or_, (t.traits[row] for row in rows))
            towers = t.tower_regions[g.power[army]] | t.tower_regions[g.race[army]] if alive else 0
            for name, lying, may in (
                ("fortress", g.fortresses, brought >> (Trait.FORT_ON_CONQUEST if t.warcraft else Trait.FORTRESSES) & 1),
                ("wall", g.walls, any(t.wall_regions[row] for row in rows)),
                ("lair", g.lairs, brought >> Trait.LAIRS & 1),
                ("armor", armors, any(t.armor_regions[row] for row in rows)),
                ("tower", g.towers & ~towers, False),
            ):
                if lying & land and not may:
                    r = members(lying & land)[0]
                    yield f"regions.{r}.markers.{name}", f"{self.name(army)} can have none here"
            wet = land & t.water if t.warcraft else 0
            if wet and not brought >> Trait.SEAFARING & 1:
                yield f"regions.{members(wet)[0]}.owner", "only Naga hold water (WW-CONQ-14)"

    def single_pieces(self) -> None:
        """Refuse a unique piece held by a race other than the one that places it: that race could place another."""
        for army in sorted({army for _, army in self.held()}):
            land, alive = int(self.g.land[army]), army % 3 == Slot.ACTIVE
            for name, lying, may in (
                ("queen", self.g.queens, self.has(army, Trait.ROYAL)),
                ("ancient", self.g.ancients, alive and self.has(army, Trait.GREAT_ANCIENT)),
                ("bag", self.g.bags, alive and self.has(army, Trait.BAG)),
            ):
                if lying & land and not may:
                    r = members(lying & land)[0]
                    raise wrong(f"regions.{r}.markers.{name}", f"{self.name(army)} can have none here")

    def rounds(self) -> Problems:
        """Check that there were turns enough for what the seats have, and for the end, and no turn without a trace.

        A seat picks a race in its first turn, and declines in a later one unless it is Stout (SW-TURN-3, SW-TURN-12).
        """
        g, t, page = self.g, self.t, "WW" if self.t.warcraft else "SW"
        alive = [race != NO_ROW for race in g.race]
        last = self.game.num_players - 1
        if self.now == "over" and (g.round_number < g.rounds or g.turn < last):
            yield "phase", f"the game ends when seat {last} has played round {g.rounds} ({page}-END-1)"
        if not alive[self.active] and self.now not in WITHOUT_RACE:
            yield "phase", f"seat {g.turn} has no active race to be in {self.now} ({page}-TURN-3)"
        if alive[self.active] and self.now == "tomb":
            yield "phase", f"the active race of seat {g.turn} has just declined (UG-POWER-TOMB)"
        stout = any(has and traits >> Trait.STOUT & 1 for has, traits in zip(t.in_box, t.traits, strict=True))
        played = [int(g.round_number) - (seat > g.turn) for seat in range(last + 1)]
        played[int(g.turn)] -= self.now in TURN_BEGINS
        for seat, turns in enumerate(played):
            active, *declined = alive[3 * seat : 3 * seat + 3]
            declines = max(sum(declined), turns > 0 and not active)  # a race that declined may be gone
            if turns < (least := active + declines * (1 if stout else 2)):
                why = f"picks and declines took {least} turns at least, seat {seat} has had {turns} ({page}-TURN-3)"
                yield f"seats[{seat}].races", why
            if turns == 0 and g.coins[seat] != START_COINS:
                why = f"{START_COINS} before the first turn ({'WW-SETUP-8' if t.warcraft else 'SW-SETUP-9'})"
                yield f"seats[{seat}].coins", why
        gone = [seat for seat, turns in enumerate(played) if turns and not any(alive[3 * seat : 3 * seat + 3])]
        badges = sum(row != NO_ROW for row in g.power) + int(g.num_discard + g.num_rows + g.num_power_stack)
        reshuffled = sum(played) >= badges - COLUMN_ROWS or g.item_region[Item.STONEHEDGE] != NOWHERE  # perhaps
        if len(gone) > g.num_discard and not reshuffled:
            why = f"it picked one in its first turn, whose badge is not discarded either ({page}-TURN-3)"
            yield f"seats[{gone[0]}].races", why

    # Warcraft

    def supply(self) -> None:
        """Refuse more Beasts, in hand and on the map, than the box holds (WW-COMP-4)."""
        if self.g.beasts_owned > BEAST_PIECES:
            raise wrong("regions", f"{self.g.beasts_owned} Beasts, the box holds {BEAST_PIECES}")

    def well(self) -> None:
        """Refuse to place a Well of Eternity that was not found where it is placed from (WW-PLACE-WELL)."""
        if self.now == "well":
            r = int(self.g.item_region[Item.WELL])
            if r < 0:
                raise wrong("phase", "the Well of Eternity was not found")
            if r != self.g.chosen:
                raise wrong("turn_state.chosen", "is not where the Well of Eternity was found (WW-PLACE-WELL)")

    def finds(self) -> Problems:
        """Check where Artifacts, Places and face-down markers lie (WW-SETUP-7, WW-ART-3, WW-PLACE-WELL)."""
        g, t = self.g, self.t
        water = int(t.water)
        for item in range(FIRST_FIND, len(Item)):
            r, name = int(g.item_region[item]), Item(item).name.lower()
            if r == GONE:
                if item != Item.WELL:
                    yield "gone", f"{name} never leaves the game, only the Well of Eternity (WW-PLACE-WELL)"
                if all(int(board) & water for board in t.boards[: t.num_boards]):
                    yield "gone", "every board has a water for the Well of Eternity (WW-PLACE-WELL)"
            if r < 0 or name not in LEGENDS:
                continue
            if item == Item.WELL:
                if self.now != "well" and not water >> r & 1:
                    yield f"regions.{r}.place", "the Well of Eternity lies on water (WW-PLACE-WELL)"
            elif water >> r & 1:
                yield f"regions.{r}.place", f"{name} lies on land (WW-ART-3)"
        for find in range(len(FINDS)):
            r = int(g.find_region[find])
            if r == NOWHERE:
                continue
            if water >> r & 1:
                yield f"regions.{r}.face_down", "face-down markers lie on land (WW-SETUP-7)"
            if self.places[r].get("place"):
                yield f"regions.{r}.face_down", "the marker that lay here is face up (WW-SETUP-7)"
            if g.owner[r] != NOBODY and g.owner[r] % 3 == Slot.ACTIVE:
                yield f"regions.{r}.face_down", "an active race has turned it up (WW-CONQ-12)"
            if (int(g.face_down) & int(t.boards[t.board_of[r]])).bit_count() > 1:
                yield f"regions.{r}.face_down", "a board has one face-down marker (WW-SETUP-7)"

    def bombs(self) -> Problems:
        """Check that bombs leave with the Goblins (WW-DECL-5)."""
        if self.g.lost_bombs and not self.seats_with(Trait.BOMBS):
            yield "bombs_lost", "there are no active Goblins"

    def planted(self) -> None:
        """Refuse bombs that lie on after the Goblins' next turn began (WW-RACE-GOBLINS)."""
        due = int(self.g.bombs_due) if self.now == "reveal" else 0
        left = int(self.g.bombs) & ~due
        if left and self.now in TURN_BEGINS and self.g.turn in self.seats_with(Trait.BOMBS):
            region = f"regions.{members(left)[0]}.bomb"
            raise wrong(region, "Goblins reveal all as their turn begins (WW-RACE-GOBLINS)")

    def promises(self) -> Problems:
        """Check that Harmony tokens and Objectives come from active races (WW-RACE-PANDAREN, WW-RACE-HUMANS)."""
        g = self.g
        givers = self.seats_with(Trait.HARMONY)
        for seat in range(self.game.num_players):
            if int(g.harmony) >> seat & 1 and not any(giver != seat for giver in givers):
                yield f"seats[{seat}].harmony", "no opponent has active Pandaren (WW-RACE-PANDAREN)"
        if g.objectives and not self.seats_with(Trait.OBJECTIVES):
            yield f"regions.{members(int(g.objectives))[0]}.objective", "nobody has active Humans"

    def uses(self) -> Problems:
        """Check that effects used were available, and who saved a token (WW-ART-4, WW-RACE-DRAENEI)."""
        for effect in self.effects(int(self.g.effects_used)):
            if why := self.unavailable(effect):
                yield "turn_state.effects_used", why
        if self.g.saved and not [seat for seat in self.seats_with(Trait.SAVES_FIRST) if seat != self.g.turn]:
            yield "turn_state.saved", "no opponent has active Draenei (WW-RACE-DRAENEI)"

    def armed_effects(self) -> None:
        """Refuse effects that are armed and not at hand (WW-ART-4)."""
        self.not_armed_yet("armed_effects", int(self.g.effects))
        for effect in self.effects(int(self.g.effects)):
            if why := self.unavailable(effect):
                raise wrong("turn_state.armed_effects", why)
            artifact = effect not in (Effect.DISCOUNT, Effect.AIR_STRIKE)
            if artifact and self.g.owner[self.g.item_region[Item[EFFECTS[effect].upper()]]] != self.active:
                why = f"seat {self.g.turn} does not hold {EFFECTS[effect]} (WW-ART-4)"
                raise wrong("turn_state.armed_effects", why)

    def not_armed_yet(self, word: str, armed: int) -> None:
        """Refuse what is armed before regions can no longer be abandoned, and perhaps what is armed with them."""
        if armed and self.now in TURN_BEGINS:
            raise wrong(f"turn_state.{word}", f"nothing was done yet, seat {self.g.turn} is in {self.now}")

    def effects(self, those: int) -> list[Effect]:
        """The effects in a set."""
        return [effect for effect in Effect if those >> effect & 1]

    def unavailable(self, effect: Effect) -> str:
        """Why there is no such effect now, or ""."""
        name = EFFECTS[effect]
        if effect in (Effect.DISCOUNT, Effect.AIR_STRIKE):
            has = self.has(self.active, Trait.ETHEREAL if effect == Effect.DISCOUNT else Trait.AIR_STRIKE)
            return "" if has else f"{self.name(self.active)} of seat {self.g.turn} have no {name}"
        return "" if self.g.item_region[Item[name.upper()]] >= 0 else f"{name} is not face up"

    def going_on(self) -> None:
        """Refuse a strike, a push or a Champion's return that cannot go on (WW-ACT-6, WW-ACT-16)."""
        g, t = self.g, self.t
        r = max(int(g.chosen), 0)
        least = 2 if int(g.traits[self.active]) >> Trait.PAIRS & 1 else 1
        holder, there = int(g.owner[r]), 1 << r
        if self.now == "strike" and not int(g.effects) >> Effect.AIR_STRIKE & 1:
            raise wrong("turn_state.armed_effects", "phase strike needs air_strike (WW-RACE-GNOMES)")
        if (g.pending_roll >= 0) != (self.now == "strike"):
            raise wrong("turn_state.pending_roll", "there is one in phase strike, and only then (WW-RACE-GNOMES)")
        if self.now == "push" and (holder == NOBODY or holder // 3 == g.turn or g.tokens[r] < 1):
            raise wrong("turn_state.chosen", "there is no opponent's token to push (WW-POWER-STRONGMEN)")
        dry = t.water & there and not self.has(self.active, Trait.SEAFARING)
        if self.now == "strike" and (holder == self.active or dry or self.free_hand(self.active) < least):
            raise wrong("turn_state.chosen", f"no air strike by seat {g.turn} can go there (WW-RACE-GNOMES)")
        start = int(g.champion_from)
        if self.now == "ready" and start >= 0 and g.owner[start] == self.active and g.tokens[start] < least:
            raise wrong("turn_state.champion_from", "too few tokens stayed there (WW-CLAR-16)")

    # The other boxes

    def pieces(self) -> None:
        """Refuse more encampments, heroes, holes or dragons than a race gets, and any of a race in decline."""
        g, t = self.g, self.t
        for army in sorted({army for _, army in self.held()}):
            land = int(g.land[army])
            rows = [int(g.race[army]), int(g.power[army])] if army % 3 == Slot.ACTIVE else []
            if rows and g.stonehedge_army == army:
                rows.append(int(g.stonehedge))
            camps = [r for r in range(len(self.board.regions)) if land >> r & 1 for _ in range(g.encampments[r])]
            for name, lying, has in (
                ("encampment", camps, sum(t.encampments[row] for row in rows)),
                ("hero", members(int(g.heroes) & land), sum(t.heroes[row] for row in rows)),
                ("hole", members(int(g.holes) & land), sum(t.holes[row] for row in (*rows, int(g.stonehedge)))),
                ("dragon", members(int(g.dragons) & land), sum(t.traits[row] >> Trait.DRAGON & 1 for row in rows)),
            ):
                if len(lying) > has:
                    raise wrong(f"regions.{lying[0]}.markers.{name}", f"{len(lying)} on the map, the race has {has}")

    def monsters(self) -> None:
        """Refuse pieces that the game does not have, and two things where one can be (UG-SETUP-23, UG-SETUP-24)."""
        g = self.g
        for r, place in self.places.items():
            if place.get("place") and not self.board.regions[r].is_land:  # it would be left there to nobody
                raise wrong(f"regions.{r}.place", "a Place lies on land, where Monsters were (UG-SETUP-24)")
            if place.get("place") and int(g.monsters) >> r & 1:
                raise wrong(f"regions.{r}.place", "a Place is found when the Monsters are beaten (UG-SETUP-24)")
        if g.monsters and not self.t.underground:
            raise wrong(f"regions.{members(int(g.monsters))[0]}.monsters", "the game was loaded without Underground")
        for name, lies in (("ghost", g.ghosts), ("balrog", g.balrogs)):
            if lies and not self.t.places:
                raise wrong(f"regions.{members(int(lies))[0]}.markers.{name}", "there are no Places and Relics")
        both = int(g.monsters) & int(g.tribes)
        if both:
            raise wrong(f"regions.{members(both)[0]}.monsters", "there is a Lost Tribe (UG-INT-97)")
        balrog = int(g.balrogs)
        if balrog & (int(g.monsters) | int(g.tribes) | int(g.ghosts)):
            region = f"regions.{members(balrog)[0]}.markers.balrog"
            raise wrong(region, "the Balrog stands alone in its region (UG-IMM-9)")

    def rivers(self) -> Problems:
        """Check that nobody stays in the River but Kraken, whoever is or was Seafaring, and whoever conquers now.

        UG-RIVER-3, UG-RIVER-4.
        """
        g = self.g
        for r, army in self.held():
            if int(self.t.rivers) >> r & 1 and not self.has(army, Trait.SEAFARING):
                conquers = army // 3 == g.turn and self.now not in TURN_BEGINS
                if not conquers or (self.now == "deploy" and army == g.army):
                    yield f"regions.{r}.owner", "only Kraken stay in the River (UG-RIVER-4)"

    def treasures(self) -> Problems:
        """Check where Relics lie, who the Crypt protects (UG-IMM-6), and what the Altar takes (UG-PLACE-ALTAR)."""
        g, t = self.g, self.t
        altar, seat = int(g.item_region[Item.ALTAR]), int(g.turn)
        declined = int(g.land[3 * seat + Slot.DECLINE]) | int(g.land[3 * seat + Slot.SPIRIT])
        if self.now == "altar" and not (altar >= 0 and int(g.owner[altar]) // 3 == seat and declined):
            yield "phase", f"seat {seat} has nothing to lay on the Altar (UG-PLACE-ALTAR)"
        for r, place in self.places.items():
            if place.get("relics") and not int(t.regions) >> r & 1:  # they may be carried into the River
                yield f"regions.{r}.relics", "nothing lies on a Chasm"
        crypt = int(g.item_region[Item.CRYPT])
        holder = int(g.owner[crypt]) if crypt >= 0 else NOBODY
        if g.crypt_master != NOBODY and crypt < 0:
            yield "crypt_master", "the Crypt was not found"
        if holder != NOBODY and holder % 3 == Slot.ACTIVE and g.crypt_master != holder // 3:
            yield "crypt_master", f"an active race of seat {holder // 3} holds the Crypt (UG-IMM-6)"

    def seats(self) -> Problems:
        """Check the sources of Vengeance markers, Hammers and Armors (UG-POWER-VENGEFUL, UG-RACE-DWARVES)."""
        g, t = self.g, self.t
        avengers = self.seats_with(Trait.VENGEFUL)
        for seat in range(self.game.num_players):
            if int(g.vengeance) >> seat & 1 and not any(avenger != seat for avenger in avengers):
                yield f"seats[{seat}].vengeance", "no opponent has the power (UG-POWER-VENGEFUL)"
            if g.hammers[seat] and not any(t.hammer_regions[row] for row in self.rows(3 * seat)):
                yield f"seats[{seat}].races", f"{self.name(3 * seat)} have no Hammers (UG-RACE-DWARVES)"
        has_race = g.race[self.active] != NO_ROW  # a Stout race may be in decline by now
        if g.new_armors and has_race and not any(t.armor_regions[row] for row in self.rows(self.active)):
            yield "turn_state.new_armors", f"{self.name(self.active)} have none (UG-POWER-SHIELD)"

    def stock(self) -> None:
        """Refuse more Armors and Hammers than there are (UG-SETUP-11, UG-RACE-DWARVES)."""
        g = self.g
        if g.new_armors + int(g.armors.sum()) > ARMOR_PIECES:
            raise wrong("turn_state.new_armors", f"the box holds {ARMOR_PIECES} armors (UG-SETUP-11)")
        if g.hammers_left > g.hammers[int(g.turn)]:
            raise wrong("turn_state.hammers_left", f"seat {g.turn} has {g.hammers[int(g.turn)]} (UG-RACE-DWARVES)")

    def relics(self) -> Problems:
        """Check that used Relics are face up (UG-RELIC-00)."""
        for relic, name in enumerate(RELICS):
            if int(self.g.used) >> relic & 1 and self.g.item_region[FIRST_RELIC + relic] < 0:
                yield "turn_state.used", f"{name} is not face up"

    def armed_relics(self) -> None:
        """Refuse Relics that are armed and not held, and a Bag that copies nothing (UG-RELIC-0, UG-RELIC-BAG)."""
        g = self.g
        self.not_armed_yet("armed", int(g.armed))
        for relic in members(int(g.armed)):
            if relic >= CONQUEST_RELICS:
                raise wrong("turn_state.armed", f"{RELICS[relic]} is not for conquests (UG-RELIC-0)")
            r = int(g.item_region[FIRST_RELIC + relic])
            if r < 0 or g.owner[r] != self.active:
                raise wrong("turn_state.armed", f"seat {g.turn} does not hold {RELICS[relic]} (UG-RELIC-0)")
        if g.bag_armed and g.bag < 0:
            raise wrong("turn_state.bag_armed", "the Bag does not stand in for a Relic (UG-RELIC-BAG)")
        if g.bag >= 0 and g.item_region[FIRST_RELIC + g.bag] < 0:
            raise wrong("turn_state.bag", f"{RELICS[g.bag]} is not face up")
