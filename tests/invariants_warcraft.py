"""Checks what holds in every position of Small World of Warcraft (docs/rules/warcraft.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from boxes import (
    ARTIFACTS,
    BOMBS,
    LASTING,
    LEGENDARY,
    OBJECTIVES,
    PIECES,
    WARCRAFT_BADGE,
    WARCRAFT_TRAY,
)
from invariants_underground import hold
from reference_table import Document
from reference_warcraft import Isles, faction, minimum
from swenv.smallworld.board import Board

TURN_START = {"reveal", "choose", "pick"}
CONQUERING = {"ready", "conquest", "portal", "push", "put", "strike", "well"}
"""The phases of P3 and P4."""
FRESH = {
    "picked": False,
    "declining": False,
    "conquests_over": False,
    "form": None,
    "armed_effects": [],
    "effects_used": [],
    "swaps": 0,
    "pushes": 0,
    "champion_used": False,
    "champion_from": None,
    "inflicted": 0,
    "beaten": {},
    "rivals": 0,
    "chosen": None,
    "taken": None,
}
"""What a turn begins with; before, bombs may have attacked and the Draenei may have saved a token."""


def check(document: Document, board: Board) -> None:
    """Check one position."""
    table = Isles(document, board, document["turn"])
    _tokens_are_conserved(document)
    _banners_and_badges_are_in_one_place(document)
    _occupation(table)
    _pieces(table)
    _finds(table)
    _bombs(table)
    _harmony_and_objectives(table)
    _turn(table)
    _hands_between_turns(table)
    _withdrawn(table)
    hold(all(seat["coins"] >= 0 for seat in document["seats"]), "WW-SCORE-4", "a purse below zero", document)
    hold(all(row["coins"] >= 0 for row in document["column"]), "WW-TURN-3", "a debt on the column", document)


def _tokens_are_conserved(document: Document) -> None:
    found: Counter[str] = Counter(document["tray"])
    for seat in document["seats"]:
        for entry in seat["races"]:
            found[entry["race"]] += entry["hand"]
            hold(entry["hand"] >= 0, "WW-COMP-3", f"{entry['race']} with {entry['hand']} in hand", document)
    for place in document["regions"].values():
        if place.get("race") is not None:
            found[place["race"]] += place.get("tokens", 0)
    for name, total in WARCRAFT_TRAY.items():
        hold(found[name] == total, "WW-COMP-3", f"{found[name]} {name} instead of {total}", document)
    hold(found.keys() == WARCRAFT_TRAY.keys(), "WW-DIFF-15", f"the races are {sorted(found)}", document)
    hold(min(document["tray"].values()) >= 0, "WW-COMP-3", "a tray below zero", document)
    if document["phase"] == "pick":
        for row in document["column"]:
            name = row["race"]
            hold(document["tray"][name] == WARCRAFT_TRAY[name], "WW-TURN-3", f"the tray of {name}", document)


def _banners_and_badges_are_in_one_place(document: Document) -> None:
    banners = [row["race"] for row in document["column"]] + list(document["race_stack"])
    badges = [row["power"] for row in document["column"]]
    badges += [*document["power_stack"], *document["discarded_powers"]]
    for seat in document["seats"]:
        slots = [entry["status"] for entry in seat["races"]]
        hold(len(slots) == len(set(slots)), "WW-DIFF-14", f"two races in one slot: {slots}", document)
        for entry in seat["races"]:
            banners.append(entry["race"])
            if entry["status"] == "active" or entry["power"] is not None:
                badges.append(entry["power"])
            if entry["status"] == "decline":
                kept = entry["power"] is None or entry["power"] in LASTING
                hold(kept, "WW-DECL-4", f"{entry['race']} in decline kept {entry['power']}", document)
    hold(sorted(banners) == sorted(WARCRAFT_TRAY), "WW-COMP-2", f"banners {sorted(banners)}", document)
    hold(sorted(badges) == sorted(WARCRAFT_BADGE), "WW-COMP-2", f"badges {sorted(badges)}", document)
    hold(len(document["column"]) == 6, "WW-TURN-4", "the column", document)


def _laying_out(document: Document, owner: int) -> bool:
    """Whether the seat is redeploying, when regions may be empty for a while."""
    return bool(document["phase"] == "deploy" and document["turn"] == owner)


def _occupation(table: Isles) -> None:
    document = table.document
    entries = {(owner, old["race"]): old for owner, seat in enumerate(document["seats"]) for old in seat["races"]}
    alive: Counter[tuple[int, str]] = Counter()
    for number, place in table.places.items():
        owner, region = place.get("owner"), table.regions[number]
        murlocs = place.get("murloc", 0)
        hold(murlocs in (0, 1), "WW-SETUP-5", f"{murlocs} Murlocs in region {number}", document)
        hold(not (murlocs and region.is_water), "WW-CLAR-10", f"a Murloc on the water {number}", document)
        if owner is None:
            hold(not table.force(number), "WW-CONQ-3", f"tokens of nobody in region {number}", document)
            continue
        entry = entries.get((owner, place["race"]))
        hold(entry is not None, "WW-CONQ-3", f"region {number} is held by a race that its owner has not", document)
        assert entry is not None
        alive[owner, place["race"]] += 1
        hold(not murlocs, "WW-CONQ-3", f"two races in region {number}", document)
        least = 0 if _laying_out(document, owner) and entry["status"] == "active" else minimum(entry)
        hold(table.force(number) >= least, "WW-RACE-TAUREN", f"too few in region {number}", document)
        hold(place["race"] == "naga" or not region.is_water, "WW-CONQ-14", f"{place['race']} on water", document)
    for (owner, name), entry in entries.items():
        if entry["status"] == "decline":
            hold(alive[owner, name], "WW-DECL-7", f"{name} in decline have nothing left and did not vanish", document)
            hold(entry["hand"] == 0, "WW-DECL-3", f"{name} in decline in hand", document)
    printed = sum(region.murloc for region in table.regions)
    murlocs = sum(place.get("murloc", 0) for place in table.places.values())
    hold(murlocs <= printed, "WW-SETUP-5", f"{murlocs} Murlocs of {printed}", document)


def _pieces(table: Isles) -> None:
    """Check where Forts, Walls, Towers, Beasts and the Champion are, and their numbers (WW-COMP-4, WW-CONQ-13)."""
    document = table.document
    total: Counter[str] = Counter()
    for number, place in table.places.items():
        lying = Counter(place.get("markers") or {})
        total += lying
        holder = table.holder(number)
        if holder is None:
            hold(not +lying, "WW-CONQ-13", f"{lying} in region {number}, which nobody holds", document)
            continue
        entry = holder[1]
        is_active, power = entry["status"] == "active", entry["power"]
        may = {
            "fortress": power == "sentinels",
            "wall": entry["race"] == "night_elves",
            "tower": is_active and power == "defenders" and table.regions[number].terrain == "farmland",
            "beasts": is_active and power == "beastmasters",
            "champion": is_active and power == "champions",
        }
        for name, count in (+lying).items():
            hold(may[name], "WW-CONQ-13", f"{name} in region {number} of {power} {entry['race']}", document)
            hold(count == 1 or name == "beasts", "WW-CONQ-13", f"{count} {name} in region {number}", document)
    for seat in document["seats"]:
        for entry in seat["races"]:
            beasts = entry.get("beasts", 0)
            total["beasts"] += beasts
            is_master = entry["status"] == "active" and entry["power"] == "beastmasters"
            fits = is_master and beasts >= 0
            hold(fits or not beasts, "WW-POWER-BEASTMASTERS", f"{beasts} Beasts in hand", document)
            is_champion = entry["status"] == "active" and entry["power"] == "champions"
            hold(is_champion or not entry.get("champion_lost"), "WW-POWER-CHAMPIONS", "another's is lost", document)
            if entry.get("champion_lost"):
                hold(not total["champion"], "WW-POWER-CHAMPIONS", "the lost Champion is on the map", document)
    for name, count in total.items():
        hold(count <= PIECES[name], "WW-COMP-4", f"{count} pieces of {name}", document)


def _finds(table: Isles) -> None:
    """Check that markers are in one place, Places where they were found (WW-SETUP-7, WW-ART-1 to -4, WW-PLACE-WELL)."""
    document, known = table.document, table.drawn()
    hold(known.keys() <= ARTIFACTS | LEGENDARY, "WW-SETUP-7", f"what are {sorted(known)}", document)
    hold(all(count == 1 for count in known.values()), "WW-SETUP-7", f"{known} in two places", document)
    boards = len({region.board for region in table.regions})
    gone = document["gone"]
    hold(set(gone) <= {"well"}, "WW-PLACE-WELL", f"{gone} have left the game", document)
    hold(len(known) <= boards + len(gone), "WW-SETUP-7", f"{len(known)} markers on {boards} boards", document)
    for number, place in table.places.items():
        region, name = table.regions[number], place.get("place")
        if place.get("face_down") is not None:
            hold(region.marker, "WW-SETUP-7", f"a face-down marker in region {number}", document)
            under = document["phase"] != "well" and table.is_active_land(number)
            hold(not under, "WW-CONQ-12", f"a face-down marker under a race in region {number}", document)
        hold(set(place.get("artifacts") or ()) <= ARTIFACTS, "WW-ART-1", f"{place} is no Artifact", document)
        hold(name is None or name in LEGENDARY, "WW-ART-1", f"{name} is no Place", document)
        if name == "well":
            found = document["phase"] == "well" and region.marker
            hold(region.is_water or found, "WW-PLACE-WELL", f"the Well in region {number}", document)
        elif name is not None:
            hold(region.marker, "WW-ART-3", f"{name} in region {number}", document)
    if document["aegis_up"]:
        lies = table.artifact("aegis")
        is_held = lies is not None and table.is_active_land(lies)
        hold(is_held, "WW-ART-AEGIS", "a protection without a holder", document)


def _bombs(table: Isles) -> None:
    """Check for 12 bombs, in regions of the Goblins' opponents (WW-RACE-GOBLINS)."""
    document = table.document
    goblins = table.seat_of("goblins")
    total = Counter([*document["bomb_stack"], *document["bombs_lost"]])
    for number, place in table.places.items():
        if "bomb" not in place:
            continue
        total[place["bomb"]] += 1
        hold(place.get("owner") not in (None, goblins), "WW-RACE-GOBLINS", f"a bomb in region {number}", document)
        own_turn = document["turn"] == goblins and document["phase"] not in {"reveal", "bombs", "withdrawn", "over"}
        hold(not own_turn, "WW-TURN-2", f"a bomb in region {number} in the Goblins' turn", document)
    hold(goblins is not None or not total, "WW-RACE-GOBLINS", "bombs without Goblins", document)
    for kind, count in total.items():
        hold(count <= BOMBS[kind], "WW-COMP-4", f"{count} bombs are {kind}", document)


def _harmony_and_objectives(table: Isles) -> None:
    document = table.document
    pandaren, humans = table.seat_of("pandaren"), table.seat_of("humans")
    for number, seat in enumerate(document["seats"]):
        if seat["harmony"]:
            hold(pandaren not in (None, number), "WW-RACE-PANDAREN", f"seat {number} has a token of nobody", document)
            own_turn = document["turn"] == pandaren and document["phase"] not in {"withdrawn", "over"}
            hold(not own_turn, "WW-TURN-2", f"seat {number} has a token in the Pandaren's turn", document)
    lying = [number for number, place in table.places.items() if place.get("objective")]
    hold(humans is not None or not lying, "WW-DECL-5", f"Objectives of nobody in {lying}", document)
    hold(len(lying) <= OBJECTIVES, "WW-COMP-4", f"Objectives in {lying}", document)
    for number in lying:
        race = table.at(number).get("race")
        under = race is not None and faction(race) == "alliance"
        hold(not under, "WW-RACE-HUMANS", f"an Objective under {race} in region {number}", document)


def _turn(table: Isles) -> None:
    """Check that once-per-turn things happen once, and only to those who may (WW-TURN-2)."""
    document, turn = table.document, table.turn
    if document["phase"] in TURN_START:
        spent = [name for name, value in FRESH.items() if turn[name] != value]
        hold(not spent, "WW-TURN-2", f"the turn starts with {spent}", document)
    entry = table.active(table.seat) or {"race": None, "power": None}
    race, power = entry["race"], entry["power"]
    armed, used = set(turn["armed_effects"]), set(turn["effects_used"])
    amid = document["phase"] in CONQUERING
    hold(amid or not armed, "WW-ACT-25", f"{armed} armed in {document['phase']}", document)
    hold(len(used) == len(turn["effects_used"]), "WW-ART-6", f"{used} used twice", document)
    if "air_strike" in armed | used:
        hold(race == "gnomes", "WW-RACE-GNOMES", f"an air strike of {race}", document)
    if "discount" in armed | used:
        hold(race == "ethereals", "WW-RACE-ETHEREALS", f"a use of {race}", document)
    hold(0 <= turn["swaps"] <= (2 if power == "portal_mages" else 0), "WW-POWER-PORTALMAGES", "swaps", document)
    hold(0 <= turn["pushes"] <= (3 if power == "strongmen" else 0), "WW-POWER-STRONGMEN", "uses", document)
    hold(power == "champions" or not turn["champion_used"], "WW-POWER-CHAMPIONS", "a use", document)
    hold(race == "worgen" or turn["form"] is None, "WW-RACE-WORGEN", f"a form of {race}", document)
    hold(all(1 <= count <= 2 for count in turn["beaten"].values()), "WW-FACTION-1", "the races beaten", document)
    hold(turn["rivals"] >= 0 and turn["inflicted"] >= 0, "WW-RACE-ORCS", "a count below zero", document)
    hold(document["turn"] not in turn["attacked"], "WW-RACE-PANDAREN", "an attack on oneself", document)


def _hands_between_turns(table: Isles) -> None:
    """Check that everything placeable is placed when the next turn begins (WW-TURN-9, WW-CLAR-23)."""
    document = table.document
    if document["phase"] not in {"choose", "pick"}:
        return
    for number in range(len(document["seats"])):
        entry = table.active(number)
        if entry is None or not table.land_of(entry):
            continue
        if number == document["turn"] and entry["power"] == "beastmasters":
            continue  # new Beasts are in hand, and a Tauren whose Beast has left
        if number != document["turn"] and table.seat_of("goblins") == document["turn"]:
            continue  # bombed tokens wait for the end of the turn
        waiting = entry["hand"] + entry.get("beasts", 0) + table.champion_in_hand(entry)
        hold(waiting == 0, "WW-TURN-9", f"{entry['race']} of seat {number} hold {waiting} in hand", document)


def _withdrawn(table: Isles) -> None:
    """Check that losers place withdrawn tokens clockwise from the active player (WW-INT-80)."""
    document = table.document
    if document["phase"] != "withdrawn":
        return
    seats = len(document["seats"])
    for number in (seat % seats for seat in range(document["turn"] + 1, document["turn"] + seats)):
        entry = table.active(number)
        if entry is None or not table.land_of(entry):
            continue
        if entry["hand"] or entry.get("beasts", 0) or table.champion_in_hand(entry):
            hold(document["to_act"] == number, "WW-INT-80", f"seat {document['to_act']} places first", document)
            return
    hold(False, "WW-INT-80", "nobody has withdrawn tokens", document)


def check_the_end(document: Document, returns: Sequence[float]) -> None:
    """Check that the richest win, then those with most Race tokens on the boards, or share (WW-END-1 to -3)."""
    points = [[int(seat["coins"]), 0] for seat in document["seats"]]
    for place in document["regions"].values():
        if place.get("owner") is not None:
            points[place["owner"]][1] += place.get("tokens", 0)
    winners = [number for number, point in enumerate(points) if point == max(points)]
    best = [number for number, value in enumerate(returns) if value == max(returns)]
    hold(best == winners, "WW-END-2", f"seats {best} win with {points}", document)
