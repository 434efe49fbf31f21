"""The observation layout of a game: the columns that `rules.fields` declares, and those that depend on the game."""

from __future__ import annotations

from collections.abc import Sequence

from swenv.core.layout import BOARD, ObservationLayout, Part, lines, one_line
from swenv.core.record import Shown, columns_of
from swenv.smallworld.board import Board
from swenv.smallworld.content.entries import Power, Race
from swenv.smallworld.rules import fields
from swenv.smallworld.rules.record import COLUMN_ROWS
from swenv.smallworld.rules.underground import fields as underground_fields
from swenv.smallworld.rules.warcraft import fields as warcraft_fields

LINES_OF = {"regions": ("region",), "column": ("row",)}
"""By part, the verb arguments that name one of its lines."""


def make_layout(
    boards: Sequence[Board], num_players: int, races: Sequence[Race], powers: Sequence[Power], underground: bool
) -> ObservationLayout:
    """Return the layout of a game's observation: regions, turn, column, seats, in this order.

    If each game draws one of several boards, its number follows; in Warcraft it is a column of the turn.
    """
    seats = ("me", *(f"next_{k}" for k in range(1, num_players)))
    race_names = tuple(race.name for race in races)
    power_names = tuple(power.name for power in powers)

    def one_hot(column: str, values: Sequence[str], meaning: str = "one-hot") -> Shown:
        return Shown(column=column, meaning=meaning, values=tuple(values))

    shown: dict[str, list[Shown]] = {
        "regions": [*fields.REGION, one_hot("owner", seats, "one-hot of the holder's seat, clockwise from this one")],
        "turn": [
            *fields.TURN,
            one_hot("seat", [str(k) for k in range(num_players)], "one-hot of this seat's number"),
            one_hot("discarded", power_names, "1 for each badge in the discard pile (SW-COL-6)"),
        ],
        "column": [*fields.ROW, one_hot("race", race_names), one_hot("power", power_names)],
        "seats": [
            *fields.SEAT,
            *(one_hot(f"{slot}_race", race_names) for slot in fields.SLOTS),
            one_hot("active_power", power_names),
        ],
    }
    if underground:
        stonehedge = one_hot("stonehedge", power_names, "one-hot of the power drawn for Stonehedge")
        shown["regions"] += underground_fields.REGION
        shown["turn"] += [*underground_fields.TURN, stonehedge]
        shown["seats"] += [*underground_fields.SEAT, one_hot("decline_power", power_names)]
    elif boards[0].game == "warcraft":
        meaning = "regions of each race conquered this turn for the faction, 2 at most"
        shown["regions"] += warcraft_fields.REGION
        beaten = Shown(column="beaten", meaning=meaning, peak=2, values=race_names)
        shown["turn"] += [*warcraft_fields.TURN, beaten]
        if len(boards) > 1:
            names = [board.name for board in boards]
            shown["turn"].append(one_hot("table", names, "one-hot of the boards on the table"))
        shown["seats"] += [*warcraft_fields.SEAT, one_hot("decline_power", power_names)]
    numbers = {"regions": max(len(board.regions) for board in boards), "column": COLUMN_ROWS, "seats": num_players}
    meanings = {
        "regions": "a line for each region, by id",
        "turn": "the turn and what this seat acts with",
        "column": "a line for each row of the column, free top first",
        "seats": "a line for each seat, this one first, then clockwise",
    }
    parts: list[Part] = []
    for name, meaning in meanings.items():
        start = parts[-1].stop if parts else 0
        columns = columns_of(shown[name])
        if name == "turn":
            parts.append(one_line(name, start, columns, meaning))
        else:
            parts.append(lines(name, start, numbers[name], columns, meaning, LINES_OF.get(name, ())))
    if len(boards) > 1 and boards[0].game != "warcraft":
        number = Shown(column="table", meaning="its number in `game.boards`, from 0", peak=len(boards))
        parts.append(one_line(BOARD, parts[-1].stop, columns_of([number]), "the board that the game is played on"))
    return ObservationLayout(parts)
