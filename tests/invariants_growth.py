"""The tokens that a race gains by an action: from the tray, for the reasons in the rules, and for no others."""

from __future__ import annotations

from boxes import BADGE, BANNER
from invariants_score import fallen, nonempty_conquered
from reference_table import Table

LAID_OUT = {"deploy", "markers", "altar", "stout", "peace", "withdrawn", "over"}
"""The phases from the redeployment to the end of a turn."""


def due(old: Table, action: str, new: Table) -> tuple[int, int] | None:
    """Return the tokens that the active race should have gained, and those that it gained, minus losses.

    Returns None for actions after which the seat has no active race, or before which it had none.
    """
    before, after = old.document, new.document
    entry, now = old.active(old.seat), new.active(old.seat)
    verb, *rest = action.split()
    if now is None or (entry is None and verb != "pick") or verb.startswith("decline"):
        return None
    has = new.tokens_of(now)
    if before["phase"] in {"pick", "swap"} or entry is None:
        first = BANNER[now["race"]] + BADGE[now["power"]] + 4 * (now["race"] == "amazons")  # UG-COL-2, SW-TURN-3
        return (0 if after["phase"] == "swap" else first), has
    had, name = old.tokens_of(entry), entry["race"]
    tray, gains = before["tray"][name], 0

    def draw(count: int) -> None:
        nonlocal tray, gains
        count = min(count, tray)
        tray, gains = tray - count, gains + count

    number = int(rest[0]) if rest and rest[0].isdigit() else -1
    if before["phase"] == "choose" and old.holds(entry, old.place("fountain")):
        draw(1)  # UG-PLACE-FOUNTAIN
    if verb == "reborn":
        draw(1)
    armed = {*old.turn["armed"]} | ({old.turn["bag"]} if old.turn["bag_armed"] else set())
    took = fallen(before, action, after) is not None
    if took and (verb in {"vampire", "convert"} or (verb == "conquer" and "orb" in armed)):
        draw(1)  # UG-CONQ-8, SW-RACE-SORCERERS
    if verb == "balrog" and old.holds(entry, number):
        count = 1 if before["phase"] == "choose" else old.places[number]["tokens"]  # UG-TURN-5
        spared = "immortal" in old.powers(entry) or name == "elves"
        lost = 0 if spared else min(2, count)
        tray, gains = tray + lost, gains - lost
    own_ghouls = before["phase"].startswith("ghoul") or old.turn["acting"] != "active"
    if verb == "conquer" and own_ghouls and took and old.holds(entry, number):
        lost = 0 if "immortal" in old.powers(entry) or name == "elves" else 1  # SW-INT-26
        tray, gains = tray + lost, gains - lost
    ended = (after["turn"], after["round"]) != (before["turn"], before["round"])
    if before["phase"] not in LAID_OUT and (ended or after["phase"] in LAID_OUT):
        if name == "mudmen":
            draw(sum(new.is_(r, "swamp") for r in new.land_of(now)))
        if name == "skeletons":
            draw(nonempty_conquered(before, action, after) // 2)
    return gains, has - had
