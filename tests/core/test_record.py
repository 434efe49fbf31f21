"""One declaration of a field, and all that follows from it."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

import swenv
from swenv.core.record import (
    FLAG,
    Field,
    Shown,
    Spelling,
    blank_records,
    columns_of,
    number_or_none,
    offsets_of,
    one_of,
    record_dtype,
    refresher,
    region_or_none,
    seat_or_none,
    set_of,
    set_of_seats,
    set_writer,
    stored,
    writer,
)

COLOURS = ("red", "green", "blue")
SHOWN = (
    Shown(column="worked_out", meaning="something else", values=("a", "b")),
    stored("swaps", "i1", "swaps made", column="swaps", peak=2, each_turn=True),
    stored("roll", "i1", "the roll", column="roll", fresh=-1, each_turn=True, spelling=number_or_none(3)),
    stored("colour", "i1", "one colour", column="colour", fresh=-1, spelling=one_of(COLOURS), values=COLOURS),
    stored("colours", "u1", "some colours", column="colours", spelling=set_of(COLOURS), values=COLOURS),
    stored("hands", "i2", "tokens of each seat", 3, column="hand", value="g.hands[seat]"),
    stored("land", "u8", "regions"),
)
FIELDS = tuple(each for each in SHOWN if isinstance(each, Field))


class Table:
    """Three seats and ten regions."""

    def seat(self, field: str, seat: int) -> int:
        if seat > 2:
            raise ValueError(f"{field}: no seat {seat}")
        return seat

    def region(self, field: str, region: int) -> int:
        if region > 9:
            raise ValueError(f"{field}: no region {region}")
        return region


def test_a_record_has_every_field_and_no_gap_between_them() -> None:
    dtype = record_dtype(FIELDS)
    assert {each.name for each in FIELDS} < set(dtype.names or ())
    assert dtype.itemsize % 8 == 0
    assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize


def test_the_games_of_an_engine_share_one_dtype() -> None:
    # numba takes four times as long over a step when each game has an equal dtype of its own
    games = [swenv.load(name, num_players=3) for name in ("smallworld", "underground", "warcraft")]
    assert all(
        game.blank.dtype is games[0].blank.dtype and game.tables.dtype is games[0].tables.dtype for game in games
    )
    assert swenv.load("islands").blank.dtype is swenv.load("islands", num_players=3).blank.dtype


def test_columns_are_in_the_order_of_the_declarations() -> None:
    told = [(column.name, column.offset, column.width) for column in columns_of(SHOWN, offset=5)]
    assert told == [
        ("worked_out", 5, 2), ("swaps", 7, 1), ("roll", 8, 1), ("colour", 9, 3), ("colours", 12, 3), ("hand", 15, 1),
    ]  # fmt: skip
    assert (offsets_of(SHOWN).colours, offsets_of(SHOWN).end) == (7, 11)


def test_fields_are_written_into_their_columns() -> None:
    write = writer("write", SHOWN, member="seat").py_func
    records = blank_records(1, FIELDS)
    g, out = records[0], np.zeros(12, dtype=np.int8)
    g.swaps, g.roll, g.colour, g.colours, g.hands[2] = 2, 3, 1, 0b101, 7
    write(g, 2, out, 1)
    assert out.tolist() == [0, 0, 0, 2, 4, 0, 1, 0, 1, 0, 1, 7]


def test_sets_are_marked_in_the_lines_of_their_regions() -> None:
    camps = stored("camps", "u8", "", column="camps", value="one_if(has(g.camps, r))")
    write = set_writer("write", (Shown(column="worked_out", meaning=""), camps))

    @numba.njit
    def write_first(records: Any, out: Any) -> None:
        write(records[0], np.uint64(0b0111), out, 1, 3)

    records, out = blank_records(1, (camps,)), np.zeros(10, np.int8)
    records["camps"] = 0b1011
    write_first(records, out)
    assert np.flatnonzero(out).tolist() == [2, 5]


def test_a_new_turn_begins_with_fresh_counters_and_keeps_the_rest() -> None:
    records = blank_records(1, FIELDS)
    g = records[0]
    g.swaps, g.roll, g.colour = 2, 3, 1
    refresher("refresh", FIELDS).py_func(g)
    assert (g.swaps, g.roll, g.colour) == (0, -1, 1)


@pytest.mark.parametrize(
    ("spelling", "stored_number", "said"),
    [
        (FLAG, 1, True),
        (number_or_none(3), -1, None),
        (number_or_none(3), 0, 0),
        (region_or_none(10), 9, 9),
        (seat_or_none(3), -1, None),
        (one_of(COLOURS), 2, "blue"),
        (one_of(COLOURS, none=0), 1, "red"),
        (set_of(COLOURS), 0b110, ["green", "blue"]),
        (set_of_seats(5), 0b101, [0, 2]),
    ],
)
def test_written_values_are_read_back(spelling: Spelling, stored_number: int, said: Any) -> None:
    assert spelling.write(stored_number) == said
    assert spelling.read(said, "field", Table()) == stored_number


@pytest.mark.parametrize(
    ("spelling", "said", "field"),
    [(region_or_none(64), 10, "where"), (seat_or_none(5), 3, "where"), (set_of_seats(5), [0, 4], r"where\[1\]")],
)
def test_values_that_the_game_does_not_have_are_refused_by_field(spelling: Spelling, said: Any, field: str) -> None:
    with pytest.raises(ValueError, match=field):
        spelling.read(said, "where", Table())
