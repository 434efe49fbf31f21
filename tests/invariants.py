"""What holds in every position and over every action (docs/rules/smallworld.md, section 6.1 and SW-SCORE-7).

All is read from position documents and the board. The numbers of the rules are written out here once more, so
that the engine is not asked about itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import swenv
from swenv.smallworld.board import Board

Document = dict[str, Any]

TRAY = {
    "amazons": 15,
    "dwarves": 8,
    "elves": 11,
    "ghouls": 10,
    "giants": 11,
    "halflings": 11,
    "humans": 10,
    "orcs": 10,
    "ratmen": 13,
    "skeletons": 20,
    "sorcerers": 18,
    "tritons": 11,
    "trolls": 10,
    "wizards": 10,
}
"""Tokens of each race in the box (SW-SETUP-10)."""

BANNER = {
    "amazons": 6,
    "dwarves": 3,
    "elves": 6,
    "ghouls": 5,
    "giants": 6,
    "halflings": 6,
    "humans": 5,
    "orcs": 5,
    "ratmen": 8,
    "skeletons": 6,
    "sorcerers": 5,
    "tritons": 6,
    "trolls": 5,
    "wizards": 5,
}
"""Tokens that a banner brings (SW-SETUP-10)."""

BADGE = {
    "alchemist": 4,
    "berserk": 4,
    "bivouacking": 5,
    "commando": 4,
    "diplomat": 5,
    "dragon_master": 5,
    "flying": 5,
    "forest": 4,
    "fortified": 3,
    "heroic": 5,
    "hill": 4,
    "merchant": 2,
    "mounted": 5,
    "pillaging": 5,
    "seafaring": 5,
    "spirit": 5,
    "stout": 4,
    "swamp": 4,
    "underworld": 5,
    "wealthy": 4,
}
"""Tokens that a badge brings (SW-SETUP-11)."""

MARKERS = {"lair": 1, "fortress": 1, "encampment": 5, "hole": 1, "hero": 1, "dragon": 1}
"""How many of a marker may lie in one region."""

TURN_START = {"choose", "pick"}
AFTER_SCORE = {"stout", "peace", "withdrawn", "over"}
WATER = {"sea", "lake"}


class Broken(AssertionError):
    """An invariant does not hold; the message names it and gives the position."""


def _hold(condition: object, rule: str, what: str, document: Document) -> None:
    if not condition:
        raise Broken(f"{rule}: {what}\n{document}")


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
    """Assert SW-INV-1 to -6 and what can be seen of -7 and -8 in one position.

    Returns:
        The position document that was checked, for `check_step`.

    Raises:
        Broken: Names the invariant and holds the whole position.
    """
    document = state.to_position()
    _trays_are_complete_at_a_pick(document)
    _tokens_are_conserved(document)
    _banners_and_badges_are_in_one_place(document)
    _occupation(document)
    _markers_are_where_they_may_be(document, state)
    _hands_between_turns(document)
    _hold(all(seat["coins"] >= 0 for seat in document["seats"]), "SW-INV-7", "a purse below zero", document)
    _hold(all(row["coins"] >= 0 for row in document["column"]), "SW-INV-7", "a debt on the column", document)
    tribes = {int(key) for key, place in document["regions"].items() if place.get("tribe")}
    printed = {region.id for region in state.game.board.regions if region.tribe}
    _hold(tribes <= printed, "SW-INV-8", f"Lost Tribes out of nowhere: {tribes - printed}", document)
    return document


def _tokens_are_conserved(document: Document) -> None:
    found: Counter[str] = Counter(document["tray"])
    for _, entry in _races(document):
        # while Amazons redeploy, the reserve says how many must be set aside, and regions are given up for them
        if document["phase"] != "deploy":
            _hold(entry["hand"] >= entry["reserve"] >= 0, "SW-REDEP-5", "the reserve is part of the hand", document)
        found[entry["race"]] += entry.get("hand", 0)
    for place in _held(document).values():
        found[place["race"]] += place["tokens"]
    for name, total in TRAY.items():
        _hold(found[name] == total, "SW-INV-1", f"{found[name]} {name} instead of {total}", document)
    _hold(min(document["tray"].values()) >= 0, "SW-INV-1", "a tray below zero", document)


def _banners_and_badges_are_in_one_place(document: Document) -> None:
    banners = [row["race"] for row in document["column"]] + list(document["race_stack"])
    badges = [row["power"] for row in document["column"]]
    badges += [*document["power_stack"], *document["discarded_powers"]]
    for _, entry in _races(document):
        banners.append(entry["race"])
        if entry["status"] == "active":
            badges.append(entry["power"])
        elif entry["power"] is not None:
            _hold(entry["power"] == "spirit", "SW-INV-2", "a race in decline kept its badge", document)
            badges.append("spirit")
    _hold(sorted(banners) == sorted(TRAY), "SW-INV-2", f"banners {sorted(banners)}", document)
    _hold(sorted(badges) == sorted(BADGE), "SW-INV-2", f"badges {sorted(badges)}", document)
    for seat in document["seats"]:
        slots = [
            "active" if entry["status"] == "active" else "spirit" if entry["power"] else "decline"
            for entry in seat["races"]
        ]
        _hold(len(slots) == len(set(slots)), "SW-TERM-6", f"two races in one slot: {slots}", document)
    _hold(1 <= len(document["column"]) <= 6, "SW-COL-5", "the column", document)
    if document["race_stack"]:
        _hold(len(document["column"]) == 6, "SW-COL-5", "a short column beside a stack", document)


def _trays_are_complete_at_a_pick(document: Document) -> None:
    if document["phase"] != "pick":
        return
    for row in document["column"]:
        name = row["race"]
        _hold(document["tray"].get(name, 0) == TRAY[name], "SW-INV-3", f"the tray of {name}", document)


def _occupation(document: Document) -> None:
    status = {(number, entry["race"]): entry for number, entry in _races(document)}
    alive = Counter((place["owner"], place["race"]) for place in _held(document).values())
    for number, place in _held(document).items():
        entry = status.get((place["owner"], place["race"]))
        _hold(
            entry is not None,
            "SW-INV-4",
            f"region {number} is held by a race that its owner has not",
            document,
        )
        _hold(place["tokens"] >= 1, "SW-INV-4", f"region {number} has an owner and no token", document)
        _hold(not place.get("tribe"), "SW-INV-4", f"region {number} has an owner and a Lost Tribe", document)
        if entry is not None and entry["status"] == "decline" and place["race"] != "ghouls":
            _hold(
                place["tokens"] == 1,
                "SW-INV-4",
                f"region {number} in decline has more than a token",
                document,
            )
    for (number, name), entry in status.items():
        if entry["status"] == "decline":
            living = alive[number, name] or (name == "ghouls" and entry.get("hand", 0))
            _hold(living, "SW-DECL-8", f"{name} in decline have nothing left and did not vanish", document)
            _hold(
                name == "ghouls" or not entry.get("hand", 0),
                "SW-DECL-3",
                f"{name} in decline in hand",
                document,
            )


def _markers_are_where_they_may_be(document: Document, state: swenv.State) -> None:
    regions = state.game.board.regions
    status = {(number, entry["race"]): entry for number, entry in _races(document)}
    total: Counter[str] = Counter()
    for key, place in document["regions"].items():
        number, lying = int(key), _markers(place)
        total += lying
        entry = status.get((place.get("owner"), place.get("race")))
        if entry is None:
            _hold(not +lying, "SW-INV-5", f"markers in region {number}, which nobody holds", document)
            continue
        is_active, power, name = entry["status"] == "active", entry["power"], place["race"]
        for marker, count in lying.items():
            _hold(0 <= count <= MARKERS[marker], "SW-INV-5", f"{count} {marker} in region {number}", document)
        may = {
            "lair": name == "trolls",
            "fortress": not is_active or power == "fortified",
            "encampment": is_active and power == "bivouacking",
            "hero": is_active and power == "heroic",
            "dragon": is_active and power == "dragon_master",
            "hole": is_active and name == "halflings",
        }
        for marker in +lying:
            _hold(may[marker], "SW-INV-5", f"{marker} in region {number} of {power} {name}", document)
        if name == "trolls":
            _hold(lying["lair"] == 1, "SW-RACE-TROLLS", f"no lair in region {number}", document)
        if regions[number].terrain in WATER:
            _hold(
                not is_active or power == "seafaring",
                "SW-INV-5",
                f"{power} {name} on the water {number}",
                document,
            )
    most = {"lair": 10, "fortress": 6, "encampment": 5, "hole": 2, "hero": 2, "dragon": 1}
    for marker, count in total.items():
        _hold(count <= most[marker], "SW-INV-5", f"{count} pieces of {marker} on the map", document)


def _hands_between_turns(document: Document) -> None:
    if document["phase"] not in TURN_START:
        return
    holds = {(place["owner"], place["race"]) for place in _held(document).values()}
    for number, entry in _races(document):
        if (number, entry["race"]) not in holds:
            continue
        hand, reserve = entry.get("hand", 0), entry.get("reserve", 0)
        due = 4 if entry["race"] == "amazons" and entry["status"] == "active" else 0
        _hold(
            hand == reserve == due,
            "SW-INV-6",
            f"{entry['race']} of seat {number} hold {hand} in hand",
            document,
        )


def check_step(before: Document, verb: str, after: Document, board: Board) -> None:
    """Assert SW-INV-7 and -8 over one action, and that a turn pays exactly what SW-SCORE-7 says.

    Args:
        before: The position document before the action.
        verb: The verb of the action.
        after: The position document after it.
        board: The board of the game.

    Raises:
        Broken: Names the rule and holds the position before the action.
    """
    had = {key for key, place in before["regions"].items() if place.get("tribe")}
    has = {key for key, place in after["regions"].items() if place.get("tribe")}
    _hold(has <= had, "SW-INV-8", f"{verb} brought Lost Tribes to {has - had}", before)

    gain = [new["coins"] - old["coins"] for old, new in zip(before["seats"], after["seats"], strict=True)]
    seat = before["turn"]
    if verb == "pick":
        lying = [sum(row["coins"] for row in document["column"]) for document in (before, after)]
        _hold(sum(gain) + lying[1] - lying[0] == 0, "SW-INV-7", "a pick made or lost coins", before)
        _hold(not any(gain[:seat] + gain[seat + 1 :]), "SW-INV-7", "a pick paid somebody else", before)
        return
    old_row = {row["race"]: row["coins"] for row in before["column"]}
    new_row = {row["race"]: row["coins"] for row in after["column"]}
    _hold(
        all(new_row[name] == old_row.get(name, 0) for name in new_row) and old_row.keys() <= new_row.keys(),
        "SW-INV-7",
        f"{verb} touched the coins of the column",
        before,
    )
    scored = before["phase"] not in AFTER_SCORE and (
        after["phase"] in AFTER_SCORE or (after["turn"], after["round"]) != (seat, before["round"])
    )
    due = [0] * len(gain)
    if scored:
        due[seat] = _score(before, verb, after, board)
    _hold(gain == due, "SW-SCORE-7", f"{verb} paid {gain} instead of {due}", before)


def _score(before: Document, verb: str, after: Document, board: Board) -> int:
    """Coins of the turn that `verb` ended, read off the position after it: regions keep their owners."""
    seat = before["turn"]
    mine = [(number, place) for number, place in _held(after).items() if place["owner"] == seat]
    coins = len(mine)
    coins += sum(place["race"] == "dwarves" and "mine" in board.regions[number].symbols for number, place in mine)
    actives = [entry for entry in after["seats"][seat]["races"] if entry["status"] == "active"]
    if verb == "decline" or not actives:
        return coins
    (entry,) = actives
    name, power = entry["race"], entry["power"]
    own = [(board.regions[number], place) for number, place in mine if place["race"] == name]
    nonempty = _nonempty_conquered(before, verb, after)
    coins += len(own) * (power == "merchant")
    coins += sum(region.terrain == power for region, _ in own)  # forest, hill and swamp are terrains and badges
    coins += sum(region.terrain == "farmland" for region, _ in own) * (name == "humans")
    coins += sum("magic" in region.symbols for region, _ in own) * (name == "wizards")
    coins += nonempty * (name == "orcs") + nonempty * (power == "pillaging")
    coins += sum(_markers(place)["fortress"] for _, place in own) * (power == "fortified")
    coins += 2 * (power == "alchemist")
    if power == "wealthy":
        (old,) = (entry for entry in before["seats"][seat]["races"] if entry["status"] == "active")
        coins += 7 * (not old.get("wealthy_paid"))
    return coins


def _nonempty_conquered(before: Document, verb: str, after: Document) -> int:
    """The count of the turn; one action can be its last conquest and its end at once."""
    count: int = before["turn_state"].get("nonempty_conquered", 0)
    if verb not in {"conquer", "convert", "dragon"}:
        return count
    seat = before["turn"]
    (name,) = (entry["race"] for entry in before["seats"][seat]["races"] if entry["status"] == "active")

    def own(document: Document) -> set[str]:
        return {
            key
            for key, place in document["regions"].items()
            if place.get("owner") == seat and place.get("race") == name
        }

    taken = own(after) - own(before)
    full = {key for key in taken if key in before["regions"]}
    return count + sum(
        bool(before["regions"][key].get("tribe") or before["regions"][key].get("owner") is not None) for key in full
    )
