"""Names for the numbers that `rules.observe` writes."""

from __future__ import annotations

from collections.abc import Sequence

from swenv.core.layout import Facts, Named, ObservationLayout, Part, columns_of, lines, one_line
from swenv.smallworld.board import Board
from swenv.smallworld.content.entries import Power, Race
from swenv.smallworld.rules.observe import (
    COLUMN_FACTS,
    REGION_FACTS,
    REGION_FACTS_UNDERGROUND,
    REGION_FACTS_WARCRAFT,
    SEAT_FACTS,
    SEAT_FACTS_UNDERGROUND,
    SEAT_FACTS_WARCRAFT,
    TURN_FACTS,
    TURN_FACTS_UNDERGROUND,
    TURN_FACTS_WARCRAFT,
)
from swenv.smallworld.rules.record import COLUMN_ROWS

SLOTS = ("active", "decline", "spirit")
LINES_OF = {"regions": ("region",), "column": ("row",)}
"""The argument of a verb that names a line of a part."""


def make_layout(
    boards: Sequence[Board], num_players: int, races: Sequence[Race], powers: Sequence[Power], underground: bool
) -> ObservationLayout:
    """The layout of a game's observation: regions, turn, column, seats, in this order."""
    seats = tuple(["me", *(f"next_{k}" for k in range(1, num_players))])
    race_names = tuple(race.name for race in races)
    power_names = tuple(power.name for power in powers)
    groups = {
        "regions": columns_of(REGION_FACTS, ("owner", "one-hot of the holder's seat, clockwise from this one", seats)),
        "turn": columns_of(TURN_FACTS, ("seat", "one-hot of this seat's number", tuple(map(str, range(num_players))))),
        "column": columns_of(COLUMN_FACTS, ("race", "one-hot", race_names), ("power", "one-hot", power_names)),
        "seats": columns_of(
            SEAT_FACTS,
            *((f"{slot}_race", "one-hot", race_names) for slot in SLOTS),
            ("active_power", "one-hot", power_names),
        ),
    }
    more_facts: dict[str, tuple[Facts, tuple[Named, ...]]] = {}
    if underground:
        stonehedge = ("stonehedge", "one-hot of the power drawn for Stonehedge", power_names)
        more_facts = {
            "regions": (REGION_FACTS_UNDERGROUND, ()),
            "turn": (TURN_FACTS_UNDERGROUND, (stonehedge,)),
            "seats": (SEAT_FACTS_UNDERGROUND, (("decline_power", "one-hot", power_names),)),
        }
    elif boards[0].game == "warcraft":
        beaten = ("beaten", "regions of each race conquered this turn for the faction, 2 at most", race_names)
        table = ("table", "one-hot of the boards on the table", tuple(board.name for board in boards))
        more_facts = {
            "regions": (REGION_FACTS_WARCRAFT, ()),
            "turn": (TURN_FACTS_WARCRAFT, (beaten, table) if len(boards) > 1 else (beaten,)),
            "seats": (SEAT_FACTS_WARCRAFT, (("decline_power", "one-hot", power_names),)),
        }
    for name, (facts, more) in more_facts.items():
        groups[name] += columns_of(facts, *more, offset=groups[name][-1].offset + groups[name][-1].width)
    numbers = {
        "regions": max(len(board.regions) for board in boards),
        "turn": 1,
        "column": COLUMN_ROWS,
        "seats": num_players,
    }
    meanings = {
        "regions": "a line for each region, by id",
        "turn": "the turn and what this seat acts with",
        "column": "a line for each row of the column, free top first",
        "seats": "a line for each seat, this one first, then clockwise",
    }
    parts: list[Part] = []
    for name, columns in groups.items():
        start = parts[-1].stop if parts else 0
        if name == "turn":
            parts.append(one_line(name, start, columns, meanings[name]))
        else:
            parts.append(lines(name, start, numbers[name], columns, meanings[name], LINES_OF.get(name, ())))
    return ObservationLayout(parts)
