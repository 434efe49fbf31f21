"""Checks what holds in every position and for every action (docs/rules/smallworld.md, section 6.1 and SW-SCORE-7).

Everything is read from position documents and the board. The numbers of the rules are in `boxes`, so the engine is
not asked about itself. This module has what the base game and Underground share; `invariants_underground` has what
only Underground has, `invariants_score` what a turn pays. Warcraft has its own checks in `invariants_warcraft`. Small
Islands has a referee instead, `referee.islands`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import invariants_growth as growth
import invariants_underground as underground
import invariants_warcraft as warcraft
import invariants_warcraft_step as warcraft_step
import swenv
from boxes import KEPT, LAKES, TRAY, in_play
from invariants_score import payment
from invariants_underground import Broken, hold
from reference_table import Document, Table
from swenv.smallworld.board import Board

__all__ = ["Broken", "check", "check_step"]

MARKERS = {"lair": 1, "fortress": 1, "encampment": 5, "hole": 1, "hero": 1, "dragon": 1} | underground.MARKERS
"""The maximum number of each marker in one region."""
PIECES = {"lair": 10, "fortress": 6, "encampment": 5, "hole": 2, "hero": 2, "dragon": 1} | underground.MARKERS
"""The number of each marker in the box."""

TURN_START = {"choose", "pick"}
ORDER = [
    "pick", "swap", "volcano", "choose", "reborn", "ancient", "ghoul_ready", "ghoul_conquest", "ghoul_deploy", "ready",
    "conquest", "deploy", "markers", "tomb", "altar", "stout", "peace", "withdrawn", "over",
]  # fmt: skip
"""The phases of a turn; the first region of the Balrog is chosen during the conquests."""


def _races(document: Document) -> Iterable[tuple[int, Document]]:
    for number, seat in enumerate(document["seats"]):
        for entry in seat["races"]:
            yield number, entry


def _held(document: Document) -> dict[int, Document]:
    """The regions with race tokens, by number."""
    return {int(key): place for key, place in document["regions"].items() if place.get("owner") is not None}


def _markers(place: Document) -> Counter[str]:
    return Counter(place.get("markers") or {})


def check(state: swenv.State) -> Document:
    """Check a position for SW-INV-1 to -6, what is visible of -7 and -8, and the counterparts of other games.

    Returns:
        The position document that was checked, for `check_step`.

    Raises:
        Broken: An invariant does not hold; names it and contains the whole position.
    """
    document, game = state.to_position(), state.game
    if document["game"] == "warcraft":
        warcraft.check(document, game.board_of(state.record))
        return document
    board: Board = game.board_of(state.record)
    table = Table(document, board, document["turn"])
    trays, badges = in_play(game.options["boxes"], board.game, game.options["places"])
    _trays_are_complete_at_a_pick(document)
    _tokens_are_conserved(document, trays)
    _banners_and_badges_are_in_one_place(document, trays, badges, game.options)
    _occupation(document)
    _markers_are_where_they_may_be(table)
    _hands_between_turns(document)
    hold(all(seat["coins"] >= 0 for seat in document["seats"]), "SW-INV-7", "a purse below zero", document)
    hold(all(row["coins"] >= 0 for row in document["column"]), "SW-INV-7", "a debt on the column", document)
    tribes = {int(key) for key, place in document["regions"].items() if place.get("tribe")}
    printed = {region.id for region in board.regions if region.tribe}
    hold(tribes <= printed, "SW-INV-8", f"Lost Tribes out of nowhere: {tribes - printed}", document)
    underground.check(table, board, game.options["places"])
    return document


def _tokens_are_conserved(document: Document, trays: dict[str, int]) -> None:
    found: Counter[str] = Counter(document["tray"])
    for _, entry in _races(document):
        # while Amazons redeploy, the reserve says how many must be set aside, and regions are given up for them
        if document["phase"] != "deploy":
            hold(entry["hand"] >= entry["reserve"] >= 0, "SW-REDEP-5", "the reserve is part of the hand", document)
        found[entry["race"]] += entry.get("hand", 0)
    for place in _held(document).values():
        found[place["race"]] += place["tokens"]
    hold(found.keys() == trays.keys(), "UG-MIX-10", f"the races are {sorted(found)}", document)
    for name, total in trays.items():
        hold(found[name] == total, "SW-INV-1", f"{found[name]} {name} instead of {total}", document)
    hold(min(document["tray"].values()) >= 0, "SW-INV-1", "a tray below zero", document)


def _banners_and_badges_are_in_one_place(
    document: Document, trays: dict[str, int], values: dict[str, int], options: Mapping[str, Any]
) -> None:
    banners = [row["race"] for row in document["column"]] + list(document["race_stack"])
    badges = [row["power"] for row in document["column"]]
    badges += [*document["power_stack"], *document["discarded_powers"]]
    if document["stonehedge"] is not None:
        badges.append(document["stonehedge"])
    for _, entry in _races(document):
        banners.append(entry["race"])
        if entry["status"] == "active":
            badges.append(entry["power"])
        elif entry["power"] is not None:
            hold(entry["power"] in {"spirit", *KEPT}, "SW-INV-2", "a race in decline kept its badge", document)
            badges.append(entry["power"])
    for what, found, box in (("races", banners, trays), ("powers", badges, values)):
        hold(len(set(found)) == len(found) and {*found} <= {*box}, "SW-INV-2", f"{what} {sorted(found)}", document)
        drawn = options[what] if options[what] and isinstance(options[what][0], int) else None
        least, most = drawn or (len(box), len(box))  # each game may draw how many are in the box
        hold(least <= len(found) <= most, "SW-INV-2", f"{len(found)} {what}: {sorted(found)}", document)
    for seat in document["seats"]:
        slots = [
            "active" if entry["status"] == "active" else "spirit" if entry["power"] == "spirit" else "decline"
            for entry in seat["races"]
        ]
        hold(len(slots) == len(set(slots)), "SW-TERM-6", f"two races in one slot: {slots}", document)
    hold(1 <= len(document["column"]) <= 6, "SW-COL-5", "the column", document)
    if document["race_stack"]:
        rows = 5 if document["phase"] == "swap" else 6  # the Mimes look at the others before the column is refilled
        hold(len(document["column"]) == rows, "SW-COL-5", "a short column beside a stack", document)


def _trays_are_complete_at_a_pick(document: Document) -> None:
    if document["phase"] != "pick":
        return
    for row in document["column"]:
        name = row["race"]
        hold(document["tray"].get(name, 0) == TRAY[name], "SW-INV-3", f"the tray of {name}", document)


def _occupation(document: Document) -> None:
    status = {(number, entry["race"]): entry for number, entry in _races(document)}
    alive = Counter((place["owner"], place["race"]) for place in _held(document).values())
    for number, place in _held(document).items():
        entry = status.get((place["owner"], place["race"]))
        hold(
            entry is not None,
            "SW-INV-4",
            f"region {number} is held by a race that its owner has not",
            document,
        )
        hold(place["tokens"] >= 1, "SW-INV-4", f"region {number} has an owner and no token", document)
        hold(not place.get("tribe"), "SW-INV-4", f"region {number} has an owner and a Lost Tribe", document)
        if entry is not None and entry["status"] == "decline" and not underground.may_stack(document, entry):
            hold(
                place["tokens"] == 1,
                "SW-INV-4",
                f"region {number} in decline has more than a token",
                document,
            )
    for (number, name), entry in status.items():
        if entry["status"] == "decline":
            waits = name == "ghouls" or (document["phase"] not in TURN_START and underground.may_stack(document, entry))
            living = alive[number, name] or (waits and entry.get("hand", 0))
            hold(living, "SW-DECL-8", f"{name} in decline have nothing left and did not vanish", document)
            hold(waits or not entry.get("hand", 0), "SW-DECL-3", f"{name} in decline in hand", document)


def _markers_are_where_they_may_be(table: Table) -> None:
    document = table.document
    total: Counter[str] = Counter()
    for number, place in table.places.items():
        lying = _markers(place)
        total += lying
        for marker, count in lying.items():
            hold(0 <= count <= MARKERS[marker], "SW-INV-5", f"{count} {marker} in region {number}", document)
        holder = table.holder(number)
        if holder is None:
            loose = set(+lying) - underground.LOOSE
            hold(not loose, "SW-INV-5", f"{loose} in region {number}, which nobody holds", document)
            continue
        entry, name = holder[1], place["race"]
        is_active, powers, drawn = entry["status"] == "active", table.powers(entry), document["stonehedge"]
        may = {
            "lair": name == "trolls",
            # a fortress stays when the Stonehedge that brought it is lost, as Armors do
            "fortress": not is_active or "fortified" in powers or drawn == "fortified",
            "encampment": "bivouacking" in powers,
            "hero": "heroic" in powers,
            "dragon": "dragon_master" in powers,
            "hole": is_active and name == "halflings",
            **underground.may_lie(table, number),
        }
        for marker in +lying:
            hold(may[marker], "SW-INV-5", f"{marker} in region {number} of {powers} {name}", document)
        if name == "trolls":
            hold(lying["lair"] == 1, "SW-RACE-TROLLS", f"no lair in region {number}", document)
        if table.regions[number].terrain in LAKES:
            afloat = underground.may_float(table, number)
            hold(afloat, "SW-INV-5", f"{powers} {name} on the water {number}", document)
    for marker, count in total.items():
        hold(count <= PIECES[marker], "SW-INV-5", f"{count} pieces of {marker} on the map", document)


def _hands_between_turns(document: Document) -> None:
    if document["phase"] not in TURN_START:
        return
    holds = {(place["owner"], place["race"]) for place in _held(document).values()}
    for number, entry in _races(document):
        if (number, entry["race"]) not in holds:
            continue
        hand, reserve = entry.get("hand", 0), entry.get("reserve", 0)
        due = 4 if entry["race"] == "amazons" and entry["status"] == "active" else 0
        hold(
            hand == reserve == due,
            "SW-INV-6",
            f"{entry['race']} of seat {number} hold {hand} in hand",
            document,
        )


def check_step(
    before: Document, action: str, after: Document, board: Board, options: Mapping[str, Any] | None = None
) -> None:
    """Check SW-INV-7 and -8 for an action, and that a turn pays exactly what SW-SCORE-7 and UG-SCORE-1 say.

    Args:
        before: The position document before the action.
        action: The action as text.
        after: The position document after it.
        board: The board of the game.
        options: The options of the game that differ from the defaults.

    Raises:
        Broken: A rule is violated; names it and contains the position before the action.
    """
    if before["game"] == "warcraft":
        warcraft_step.check_step(before, action, after, board, options or {})
        return
    had = {key for key, place in before["regions"].items() if place.get("tribe")}
    has = {key for key, place in after["regions"].items() if place.get("tribe")}
    hold(has <= had, "SW-INV-8", f"{action} brought Lost Tribes to {has - had}", before)
    _order_of_phases(before, action, after)
    old, new = (Table(document, board, before["turn"]) for document in (before, after))
    underground.check_step(old, action, new)
    gained = growth.due(old, action, new)
    if gained is not None:
        should, has = gained
        hold(should == has, "UG-PLACE-00", f"{action} brought {has} tokens instead of {should}", before)

    gain = [new["coins"] - old["coins"] for old, new in zip(before["seats"], after["seats"], strict=True)]
    seat = before["turn"]
    if action.startswith("pick"):
        lying = [sum(row["coins"] for row in document["column"]) for document in (before, after)]
        hold(sum(gain) + lying[1] - lying[0] == 0, "SW-INV-7", "a pick made or lost coins", before)
        hold(not any(gain[:seat] + gain[seat + 1 :]), "SW-INV-7", "a pick paid somebody else", before)
        return
    old_row = {row["race"]: row["coins"] for row in before["column"]}
    new_row = {row["race"]: row["coins"] for row in after["column"]}
    hold(
        all(new_row[name] == old_row.get(name, 0) for name in new_row) and old_row.keys() <= new_row.keys(),
        "SW-INV-7",
        f"{action} touched the coins of the column",
        before,
    )
    due = payment(before, action, after, board, options or {})
    hold(gain == due, "SW-SCORE-7", f"{action} paid {gain} instead of {due}", before)


def _order_of_phases(before: Document, action: str, after: Document) -> None:
    """Check the order of phases (chapter 2.2), of seats and of rounds (SW-TURN-13, UG-TURN-1)."""
    phases = ("conquest" if document["phase"] == "balrog" else document["phase"] for document in (before, after))
    old, new = map(ORDER.index, phases)
    if (after["turn"], after["round"]) == (before["turn"], before["round"]):
        again = (before["phase"], after["phase"]) == ("stout", "tomb")
        hold(old <= new or again, "SW-TURN-13", f"{action}: {after['phase']} after {before['phase']}", before)
        return
    follows = (before["turn"] + 1) % len(before["seats"])
    hold(after["turn"] == follows, "SW-TURN-13", f"{action}: the turn of seat {after['turn']}", before)
    hold(after["round"] == before["round"] + (follows == 0), "SW-TURN-13", f"round {after['round']}", before)
    hold(after["phase"] in TURN_START, "SW-TURN-1", f"{action}: the turn starts in {after['phase']}", before)
