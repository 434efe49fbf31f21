"""The fields of position documents that the base game and Underground have in common, whatever the boxes."""

from __future__ import annotations

from referee.clauses import Box, Document
from referee.table import Party, Table, copied

FIELDS = Box()

TURN_STATE: Document = {
    "acting": "active", "pending_roll": None, "nonempty_conquered": 0, "dragon_used": False, "fortress_placed": False,
    "attacked": [], "converted": [], "picked": False, "declining": False, "conquests_over": False, "reborn": 0,
    "used": [], "bag": None, "bag_armed": False, "vampired": [], "balrog_moved": False, "ghost_moved": False,
    "new_armors": 0, "hammers_left": 0, "armed": [],
}  # fmt: skip


@FIELDS.clause("turn_state", "*")
def turn_state(_: Table, __: Party | None) -> Document:
    """Nothing has happened yet."""
    return copied(TURN_STATE)  # type: ignore[no-any-return]


@FIELDS.clause("seat", "*")
def seat(_: Table, __: Party | None) -> Document:
    return {"peace": None, "vengeance": False}


@FIELDS.clause("fresh", "*")
def entry(_: Table, who: Party) -> Document:
    """Of a race that was picked, or that has just gone into decline."""
    always = {"reserve": 0, "wealthy_paid": False, "holes_placed": 0}
    return {**always, "hammers": 0, "ancient_placed": False} if who.active else always


@FIELDS.clause("enter score", "*")
def first_score(t: Table, _: Party | None) -> None:
    """SW-POWER-WEALTHY: it is noted of every race that its first turn is over."""
    who = t.active(t.seat)
    if who is not None:
        who["wealthy_paid"] = True
