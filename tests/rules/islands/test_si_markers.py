"""Markers (SI-MARK): what they may cover, what they then show, and how many ports a tile takes."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import (
    RESOURCES,
    examples,
    first_of,
    island_at,
    marker,
    plays,
    position,
    printed,
    scene,
    seat_of,
    ship,
    tiles,
    ways,
)
from chapters import refused, verbs

import swenv
from support import legal_words, play

BOARD = tiles("ST1A@8,8r0", "KA1@8,9r3", "OA1@7,8r0")
"""Slots: lotus on the start tile, lotus and dragon fruit on KA1, two lotus on piece 0 of OA1, none on its piece 1."""
OWN = ["lotus", "dragonfruit", "laurel"]
PORTS = {"port_lotus", "port_dragonfruit", "port_laurel", "port_any"}
ANY = {"any_lotus", "any_dragonfruit", "any_laurel"}
MODES = {*OWN, *ANY, *PORTS}


def marking(board: list[dict[str, Any]], *markers: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 has placed its tile and may lay a marker."""
    return position("marker", tiles=board, markers=list(markers), **fields)


def targets(state: swenv.State, mode: str) -> set[tuple[Any, ...]]:
    """Where a marker may be laid in a mode; nowhere if the mode is not legal."""
    if mode not in legal_words(state, "marker_mode"):
        return set()
    after = plays(state, f"marker_mode {mode}")
    assert after.phase == "mark_target"
    return ways(after, "mark_piece" if mode.startswith("port") else "mark_slot")


def symbols(state: swenv.State, r: int, c: int, piece: int = 0) -> dict[str, int]:
    """Symbols of the island of a piece."""
    return dict(island_at(state, r, c, piece).symbols)


def resources(state: swenv.State, r: int, c: int, piece: int = 0) -> tuple[int, ...]:
    """Lotus, dragon fruit and laurel of the island of a piece."""
    found = symbols(state, r, c, piece)
    return tuple(found[name] for name in RESOURCES)


def ports(state: swenv.State, r: int, c: int, piece: int = 0) -> int:
    """Ports of the island of a piece."""
    return symbols(state, r, c, piece)["ports"]


# When, and how many


@pytest.mark.rule("SI-MARK-1", "SI-EXPL-4")
def test_a_marker_may_follow_the_placement_and_ends_the_turn() -> None:
    state = position("turn", tiles=BOARD, market=["CB1", "CB2", "CB3"], navigation=["CA3", "CC1"])
    for action in ("take 0", "hand 2", "place 8 7 0"):
        assert not {"marker_mode", "mark_slot", "mark_piece"} & verbs(state)
        play(state, action)
    assert (state.phase, state.turn) == ("marker", 0)
    play(state, "marker_mode laurel", "mark_slot 8 8 0")
    assert (state.phase, state.turn) == ("turn", 1)
    assert "marker_mode" not in verbs(state)  # one marker a turn, and it is the turn of another seat
    (laid,) = state.to_position()["markers"]
    assert laid == {"seat": 0, "marker": "laurel", "as": "laurel", "r": 8, "c": 8, "slot": 0}


@pytest.mark.rule("SI-MARK-1", "SI-EXPL-4")
def test_laying_a_marker_is_never_compulsory() -> None:
    state = marking(BOARD)
    assert "pass" in verbs(state)
    play(state, "pass")
    assert (state.phase, state.turn) == ("turn", 1)
    assert state.to_position()["markers"] == []


@pytest.mark.rule("SI-MARK-1")
def test_any_tile_of_the_board_takes_a_marker_start_tiles_too() -> None:
    state = marking(BOARD)
    assert targets(state, "laurel") == {(8, 8, 0), (8, 9, 0), (8, 9, 1), (7, 8, 0)}
    assert targets(state, "port_any") == {(8, 8, 0), (8, 9, 0), (7, 8, 0), (7, 8, 1)}


@pytest.mark.rule("SI-MARK-1")
def test_a_mode_once_chosen_must_be_carried_out() -> None:
    state = plays(marking(BOARD), "marker_mode laurel")
    assert (state.phase, state.turn) == ("mark_target", 0)
    assert verbs(state) == {"mark_slot"}
    assert verbs(plays(marking(BOARD), "marker_mode port_laurel")) == {"mark_piece"}


# The resource side


@pytest.mark.rule("SI-MARK-2")
@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("lotus", {(8, 9, 1)}),
        ("dragonfruit", {(8, 8, 0), (8, 9, 0), (7, 8, 0)}),
        ("laurel", {(8, 8, 0), (8, 9, 0), (8, 9, 1), (7, 8, 0)}),
    ],
)
def test_the_resource_side_covers_a_printed_resource(mode: str, expected: set[tuple[int, int, int]]) -> None:
    state = marking(BOARD)
    assert targets(state, mode) == targets(state, f"any_{mode}") == expected


@pytest.mark.rule("SI-MARK-2", "SI-ISLE-3")
def test_the_covered_place_shows_the_resource_of_the_marker() -> None:
    state = marking(BOARD)
    assert resources(state, 8, 8) == (2, 1, 0)  # start tile and KA1, and piece 1 of OA1 that has none
    play(state, "marker_mode laurel", "mark_slot 8 9 0")
    assert resources(state, 8, 8) == (1, 1, 1)
    assert resources(state, 7, 8) == (2, 0, 0)


@pytest.mark.rule("SI-MARK-2", "SI-INT-16")
def test_the_resource_side_covers_an_earlier_marker() -> None:
    state = marking(BOARD, marker("laurel", 8, 8, slot=0, seat=1))
    assert (8, 8, 0) in targets(state, "dragonfruit")
    assert (8, 8, 0) not in targets(state, "laurel")
    assert (8, 8, 0) in targets(state, "lotus")  # the print below does not count any more
    play(state, "marker_mode lotus", "mark_slot 8 8 0")
    assert resources(state, 8, 8) == (2, 1, 0)


@pytest.mark.rule("SI-INT-15")
def test_nothing_but_a_resource_takes_a_resource_marker() -> None:
    # CC1 has a temple, a site and a port beside its one lotus, WA1 ports only, WB1 nothing, piece 1 of OA1 no resource
    state = marking(tiles("OA1@8,8r0", "CC1@9,8r0", "WA1@8,7r0", "WB1@8,9r0"))
    for mode in ("dragonfruit", "laurel", *ANY - {"any_lotus"}):
        assert targets(state, mode) == {(8, 8, 0), (9, 8, 0)}
    chosen = plays(state, "marker_mode laurel")
    for spot in ("8 7 0", "8 9 0", "9 8 1", "9 8 2", "8 8 2", "7 8 0"):
        assert refused(chosen, f"mark_slot {spot}") in ("SI-INT-15", "SI-MARK-2")


@pytest.mark.rule("SI-INT-15")
def test_a_land_without_resources_gives_no_resource_mode() -> None:
    state = marking(tiles("ST4A@8,8r0"))  # a tee with a temple and a site
    assert legal_words(state, "marker_mode") == PORTS
    assert refused(state, "marker_mode laurel") in ("SI-INT-15", "SI-MARK-2")


@pytest.mark.rule("SI-INT-17")
def test_a_slot_is_not_covered_with_what_it_shows() -> None:
    state = marking(tiles("CD1@8,8r0"))  # two lotus
    assert legal_words(state, "marker_mode") == MODES - {"lotus", "any_lotus"}
    assert refused(state, "marker_mode lotus") in ("SI-INT-17", "SI-MARK-2")
    assert refused(state, "marker_mode any_lotus") in ("SI-INT-17", "SI-MARK-2")
    mixed = plays(marking(BOARD), "marker_mode lotus")
    assert refused(mixed, "mark_slot 8 9 0") == "SI-INT-17"


@pytest.mark.rule("SI-INT-17", "SI-ACT-3")
def test_of_equal_slots_of_a_piece_the_lowest_stands_for_both() -> None:
    state = marking(tiles("KC1@8,8r0"))  # two lotus, then a dragon fruit
    assert targets(state, "laurel") == {(8, 8, 0), (8, 8, 2)}
    assert targets(state, "lotus") == {(8, 8, 2)}
    later = marking(tiles("KC1@8,8r0"), marker("dragonfruit", 8, 8, slot=0))
    assert targets(later, "laurel") == {(8, 8, 0), (8, 8, 1)}  # what shows counts: a dragon fruit in slots 0 and 2
    assert targets(later, "lotus") == {(8, 8, 0)}
    split = marking(tiles("ST1B@8,8r0"), marker("laurel", 8, 8, slot=0))  # laurel, dragon fruit; laurel on piece 1
    assert targets(split, "lotus") == {(8, 8, 0), (8, 8, 1), (8, 8, 2)}  # equal slots of two pieces both stay


@pytest.mark.rule("SI-INT-16")
def test_only_the_top_marker_counts() -> None:
    stack = [marker(shows, 8, 8, slot=0, seat=0) for shows in ("dragonfruit", "laurel")]
    assert resources(marking(tiles("CA1@8,8r0"), *stack), 8, 8) == (0, 0, 1)
    assert resources(marking(tiles("CA1@8,8r0"), *reversed(stack)), 8, 8) == (0, 1, 0)


@pytest.mark.rule("SI-INT-16", "SI-MARK-5")
@pytest.mark.parametrize("owner", [0, 1])
def test_any_player_covers_any_marker_and_the_covered_one_stays_spent(owner: int) -> None:
    state = marking(tiles("CA1@8,8r0"), marker("laurel", 8, 8, slot=0, seat=owner, marker="laurel"))
    play(state, "marker_mode dragonfruit", "mark_slot 8 8 0")
    assert resources(state, 8, 8) == (0, 1, 0)
    assert [entry["as"] for entry in state.to_position()["markers"]] == ["laurel", "dragonfruit"]
    again = position("marker", turn=owner, tiles=tiles("CA1@8,8r0"), markers=state.to_position()["markers"])
    assert not {"laurel", "port_laurel"} & legal_words(again, "marker_mode")
    assert "any_laurel" in legal_words(again, "marker_mode")


@pytest.mark.rule("SI-EX-16", "SI-MARK-2", "SI-INT-16")
@pytest.mark.parametrize("example", examples("SI-EX-16"), ids=lambda entry: str(entry["id"]))
def test_example_16_marker(example: dict[str, Any]) -> None:
    state = position("turn", **scene(example))
    (expected,) = example["expect_islands"]
    assert symbols(state, *expected["at"]) == expected["symbols"]


@pytest.mark.rule("SI-EX-16")
def test_example_16_played() -> None:
    state = marking(tiles("SA2@8,8r0"))
    assert resources(state, 8, 8) == (0, 1, 1)
    play(state, "marker_mode lotus", "mark_slot 8 8 1")
    assert resources(state, 8, 8) == (1, 1, 0)
    later = marking(tiles("SA2@8,8r0"), *state.to_position()["markers"], turn=1)
    play(later, "marker_mode dragonfruit", "mark_slot 8 8 1")
    assert resources(later, 8, 8) == (0, 2, 0)


# The port side


@pytest.mark.rule("SI-MARK-3")
def test_the_port_side_adds_a_port_to_the_piece() -> None:
    state = marking(BOARD)
    assert (ports(state, 7, 8, 0), ports(state, 8, 8)) == (0, 2)
    play(state, "marker_mode port_dragonfruit", "mark_piece 7 8 0")
    assert (ports(state, 7, 8, 0), ports(state, 8, 8)) == (1, 2)
    assert resources(state, 7, 8) == (2, 0, 0)  # nothing is covered


@pytest.mark.rule("SI-MARK-3")
def test_there_is_no_port_without_land() -> None:
    state = marking(tiles("ST4A@8,8r0", "WB1@8,7r0"), ships=[ship(9, 7)], round=2)
    chosen = plays(state, "marker_mode port_any")
    assert ways(chosen, "mark_piece") == {(8, 8, 0)}
    for spot in ("8 7 0", "9 7 0", "8 8 1", "7 7 0"):  # open sea, a ship, no second piece, no tile
        assert refused(chosen, f"mark_piece {spot}") == "SI-MARK-3"


@pytest.mark.rule("SI-MARK-4")
def test_ports_of_all_pieces_of_a_tile_are_counted() -> None:
    split = tiles("DA1@8,8r0")  # a port is printed on piece 1
    assert targets(marking(split), "port_any") == {(8, 8, 0), (8, 8, 1)}
    for piece in (0, 1):
        full = marking(split, marker("port", 8, 8, piece=piece, seat=1))
        assert not PORTS & legal_words(full, "marker_mode")
        assert refused(full, "marker_mode port_any") == "SI-MARK-4"


@pytest.mark.rule("SI-MARK-4")
def test_a_tile_without_a_printed_port_takes_two_markers() -> None:
    board = tiles("KA1@8,8r1", "ST1A@9,8r0")  # none printed on KA1, one on the start tile
    state = marking(board, marker("port", 8, 8, piece=0), marker("port", 8, 8, piece=0, seat=1))
    assert ports(state, 8, 8) == 3
    chosen = plays(state, "marker_mode port_any")
    assert ways(chosen, "mark_piece") == {(9, 8, 0)}
    assert refused(chosen, "mark_piece 8 8 0") == "SI-MARK-4"


@pytest.mark.rule("SI-MARK-4")
def test_a_position_with_three_ports_on_a_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="port"):
        marking(tiles("CA1@8,8r0"), *(marker("port", 8, 8, piece=0, seat=seat) for seat in (0, 1)))


@pytest.mark.rule("SI-EX-23", "SI-MARK-4", "SI-INT-19", "SI-INT-20")
@pytest.mark.parametrize(
    "case", examples("SI-EX-23")[0]["cases"], ids=lambda case: f"{case['tile']}-{case['port_markers']}"
)
def test_example_23_port_limit(case: dict[str, Any]) -> None:
    laid = [marker("port", 8, 8, piece=0, seat=1) for _ in range(case["port_markers"])]
    state = marking(tiles(f"{case['tile']}@8,8r0"), *laid)
    expected = {(8, 8, 0)} if case["legal"] else set()
    for mode in PORTS:
        assert targets(state, mode) == expected


@pytest.mark.rule("SI-INT-19", "SI-COMP-3")
def test_tiles_with_two_printed_ports_take_no_port_marker() -> None:
    state = marking(tiles("ST1A@8,8r0", "WA1@9,8r0", "SB1@8,7r0"))
    chosen = plays(state, "marker_mode port_lotus")
    assert ways(chosen, "mark_piece") == {(8, 8, 0)}
    assert refused(chosen, "mark_piece 9 8 0") in ("SI-MARK-4", "SI-INT-19")
    assert refused(chosen, "mark_piece 8 7 0") in ("SI-MARK-4", "SI-INT-19")


@pytest.mark.rule("SI-INT-20")
def test_a_piece_without_coast_takes_no_port() -> None:
    state = marking(tiles("XA1@8,8r0", "YA1@8,9r0"))  # land on all four sides of both, in one piece and in two
    chosen = plays(state, "marker_mode port_any")
    assert ways(chosen, "mark_piece") == {(8, 9, 0), (8, 9, 1)}
    assert refused(chosen, "mark_piece 8 8 0") in ("SI-MARK-3", "SI-INT-20")


@pytest.mark.rule("SI-INT-20", "SI-MARK-3", "SI-TILE-3")
@pytest.mark.parametrize("tile", sorted(printed()))
def test_every_piece_but_the_cross_has_a_coast(tile: str) -> None:
    pieces = printed()[tile]["pieces"]
    full = sum(piece["ports"] for piece in pieces) == 2
    coast = set() if full or tile.startswith("XA") else {(9, 8, number) for number in range(len(pieces))}
    north = _side_of_sea(tile)
    if north is None:
        board = [{"tile": tile, "r": 9, "c": 8, "rot": 0}]  # the crosses have no sea: they lie alone
    else:
        board = [*tiles("CA1@8,8r0" if tile != "CA1" else "CA2@8,8r0"), {"tile": tile, "r": 9, "c": 8, "rot": north}]
    found = {spot for spot in targets(marking(board), "port_any") if spot[0] == 9}
    assert found == coast


def _side_of_sea(tile: str) -> int | None:
    """The first rotation that turns a sea side to the north; of a straight the other one is the same (SI-TILE-5)."""
    sea = [side for side, edge in enumerate(printed()[tile]["edges"]) if edge == "sea"]
    return min((-side % 4 for side in sea), default=None)


@pytest.mark.rule("SI-INT-18")
def test_port_markers_are_never_covered_or_moved() -> None:
    laid = marker("port", 8, 9, piece=0, seat=1, marker="any")
    state = marking(BOARD, laid)
    free = marking(BOARD)
    for mode in (*OWN, *ANY):
        assert targets(state, mode) == targets(free, mode)  # no slot is lost to it and none is won
    before = ports(state, 8, 9)
    for action in ("marker_mode laurel", "mark_slot 8 9 0"):
        play(state, action)
    assert state.to_position()["markers"][0] == laid
    assert ports(state, 8, 9) == before
    second = plays(marking(BOARD, laid), "marker_mode port_any", "mark_piece 8 9 0")  # beside it, not over it
    assert ports(second, 8, 9) == before + 1


@pytest.mark.rule("SI-INT-21")
@pytest.mark.parametrize("piece", [0, 1])
def test_the_port_belongs_to_the_piece_chosen(piece: int) -> None:
    state = marking(tiles("YA1@8,8r0"))  # a port is printed on piece 1
    play(state, "marker_mode port_any", f"mark_piece 8 8 {piece}")
    assert [ports(state, 8, 8, number) for number in (0, 1)] == ([1, 1] if piece == 0 else [0, 2])


# The four markers of a player


@pytest.mark.rule("SI-MARK-5")
def test_every_marker_has_a_resource_side_and_a_port_side() -> None:
    assert legal_words(marking(BOARD), "marker_mode") == MODES


@pytest.mark.rule("SI-MARK-5")
@pytest.mark.parametrize("own", [*OWN, "any"])
@pytest.mark.parametrize("side", ["resource", "port"])
def test_a_used_marker_never_comes_back_by_either_side(own: str, side: str) -> None:
    if side == "port":
        laid = marker("port", 7, 8, piece=0, marker=own)
    else:
        laid = marker("laurel" if own == "any" else own, 9, 8, slot=1 if own == "lotus" else 0, marker=own)
    lost = {own, f"port_{own}", *(ANY if own == "any" else ())}
    state = marking([*BOARD, *tiles("TA1@9,8r1")], laid)  # the tee TA1 shows one of each
    assert legal_words(state, "marker_mode") == MODES - lost
    for mode in lost & MODES:
        assert refused(state, f"marker_mode {mode}") == "SI-MARK-5"


@pytest.mark.rule("SI-MARK-5")
@pytest.mark.parametrize("played", ["laurel", "port_laurel", "any_laurel", "port_any"])
def test_a_marker_laid_in_play_is_gone_in_the_next_turn(played: str) -> None:
    state = plays(marking(BOARD), f"marker_mode {played}")
    play(state, first_of(state, "mark_piece" if played.startswith("port") else "mark_slot"))
    lost = {*ANY, "port_any"} if played in ("any_laurel", "port_any") else {"laurel", "port_laurel"}
    for seat in (1, 0):
        play(state, first_of(state, "take"))
        play(state, first_of(state, "hand"))
        play(state, first_of(state, "place"))
        assert (state.phase, state.turn) == ("marker", seat)
        assert legal_words(state, "marker_mode") == (MODES if seat else MODES - lost)
        play(state, "pass")


@pytest.mark.rule("SI-MARK-5")
@pytest.mark.parametrize("shows", OWN)
def test_the_free_marker_is_fixed_when_it_is_laid(shows: str) -> None:
    board = tiles("ST4A@8,8r0", "TA1@8,7r2")  # the tee TA1 shows one of each
    state = plays(marking(board), f"marker_mode any_{shows}")
    row, column, slot = min(ways(state, "mark_slot"))
    play(state, f"mark_slot {row} {column} {slot}")
    laid = state.to_position()["markers"]
    assert laid == [{"seat": 0, "marker": "any", "as": shows, "r": row, "c": column, "slot": slot}]
    assert symbols(state, 8, 7)[shows] == 2


@pytest.mark.rule("SI-MARK-5")
def test_markers_of_other_seats_are_not_spent() -> None:
    laid = [marker(shows, 7, 8, slot=0, seat=1, marker=shows) for shows in ("laurel", "dragonfruit")]
    assert legal_words(marking(BOARD, *laid), "marker_mode") == MODES


@pytest.mark.rule("SI-MARK-5", "SI-INV-4")
def test_with_four_markers_spent_the_turn_ends_with_the_placement() -> None:
    laid = [
        marker("laurel", 8, 8, slot=0, marker="laurel"),
        marker("dragonfruit", 8, 8, slot=0, marker="any"),
        marker("port", 8, 9, piece=0, marker="lotus"),
        marker("port", 7, 8, piece=0, marker="dragonfruit"),
    ]
    state = position("place", tiles=BOARD, markers=laid, turn_state={"chosen": "CB1"})
    play(state, "place 8 7 0")
    assert (state.phase, state.turn) == ("turn", 1)
    assert len(seat_of(state, 0)["hand"]) == 2


@pytest.mark.rule("SI-MARK-5")
def test_a_fifth_marker_of_a_seat_is_refused() -> None:
    laid = [marker("port", 8, 9, piece=0, marker="laurel"), marker("laurel", 8, 8, slot=0, marker="laurel")]
    with pytest.raises(ValueError, match="marker"):
        marking(BOARD, *laid)


@pytest.mark.rule("SI-MARK-5", "SI-INV-4")
def test_a_spent_marker_is_not_the_one_being_laid() -> None:
    laid = [marker("port", 8, 9, piece=0, marker="any")]
    with pytest.raises(ValueError, match="marker"):
        position("mark_target", tiles=BOARD, markers=laid, turn_state={"marker": "any_laurel"})
    rival = [{**laid[0], "seat": 1}]
    state = position("mark_target", tiles=BOARD, markers=rival, turn_state={"marker": "any_laurel"})
    assert ways(state, "mark_slot")
