"""Constructors of the fields of a game record: of the turn, of seats, of armies, of regions.

The kernel that writes an observation line knows the record `g`, and the `seat` or region `r` that the line is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from swenv.core.record import FLAG, Field, Spelling, number, set_of_seats
from swenv.smallworld.rules.record import MAX_ARMIES, MAX_REGIONS, MAX_SEATS

WARCRAFT = ("warcraft",)
NOT_IN_WARCRAFT = ("smallworld", "underground")


@dataclass(frozen=True, kw_only=True, eq=False)
class Marker(Field):
    """A field of markers in regions.

    Attributes:
        pieces: How many the box holds; 0 if the box does not limit them.
        held: Whether it may lie only in regions of its race.
    """

    pieces: int = 0
    held: bool = True


def turn(name: str, spelling: Spelling, meaning: str, **more: Any) -> Field:
    """Declare a field of the turn; an observation shows it in a column of the same name."""
    return Field(name=name, spelling=spelling, meaning=meaning, **{
        "dtype": "i1", "each_turn": True, "part": "turn_state", "word": name, "column": name, "value": f"g.{name}",
        "values": spelling.names, **more,
    })  # fmt: skip


def turn_seats(name: str, meaning: str, **more: Any) -> Field:
    """Declare a set of seats for the turn; each seat has a column that shows whether it is in the set."""
    spelling = set_of_seats(MAX_SEATS)
    return turn(name, spelling, meaning, **{"dtype": "u1", "value": f"(g.{name} >> seat) & 1", **more})


def seats(name: str, meaning: str, **more: Any) -> Field:
    """Declare a set of seats; documents say of each seat whether it is in the set."""
    return Field(name=name, meaning=meaning, **{
        "dtype": "u1", "part": "seats", "word": name, "column": name, "value": f"(g.{name} >> seat) & 1",
        "spelling": FLAG, **more,
    })  # fmt: skip


def per_seat(name: str, spelling: Spelling, meaning: str, **more: Any) -> Field:
    """Declare a number for each seat; documents give it with the seat, or with its active race."""
    return Field(name=name, spelling=spelling, meaning=meaning, **{
        "dtype": "i1", "shape": MAX_SEATS, "part": "seats", "word": name, "column": name, "value": f"g.{name}[seat]",
        **more,
    })  # fmt: skip


def per_army(name: str, spelling: Spelling, meaning: str, **more: Any) -> Field:
    """Declare a number for each army; a column shows that of the active race."""
    return Field(name=name, spelling=spelling, meaning=meaning, **{
        "dtype": "i1", "shape": MAX_ARMIES, "part": "races", "word": name, "column": name,
        "value": f"g.{name}[3 * seat]", **more,
    })  # fmt: skip


def regions(name: str, meaning: str, **more: Any) -> Field:
    """Declare a set of regions that documents write in a form of their own."""
    return Field(name=name, meaning=meaning, **{"dtype": "u8", "value": f"one_if(has(g.{name}, r))", **more})


def marker(name: str, word: str, meaning: str, **more: Any) -> Marker:
    """Declare markers of which a region holds at most one, stored as a set of regions."""
    return Marker(name=name, meaning=meaning, **{
        "dtype": "u8", "part": "markers", "word": word, "column": word, "value": f"one_if(has(g.{name}, r))",
        "spelling": number(1), **more,
    })  # fmt: skip


def markers(name: str, word: str, most: int, meaning: str, **more: Any) -> Marker:
    """Declare markers of which a region may hold several, stored as a number for each region."""
    return Marker(name=name, meaning=meaning, **{
        "dtype": "i1", "shape": MAX_REGIONS, "part": "markers", "word": word, "column": name, "value": f"g.{name}[r]",
        "spelling": number(most), **more,
    })  # fmt: skip


# Fields of the turn that both boxes show and the base game does not.
PICKED = turn("picked", FLAG, "1 if the turn began with a pick")
DECLINING = turn(
    "declining", FLAG, "1 if the turn is spent on a decline", phases=("tomb", "altar", "withdrawn", "over")
)
CONQUESTS_OVER = turn(
    "conquests_over", FLAG, "1 after a final attempt that uncovered the Pentacle or the Well",
    phases=(
        "balrog", "well", "deploy", "markers", "altar", "stout", "tomb", "peace", "withdrawn", "recruit", "aegis",
        "heart", "objectives", "bombs", "over",
    ),
)  # fmt: skip
