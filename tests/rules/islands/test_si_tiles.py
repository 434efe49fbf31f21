"""The tiles (rules of Small Islands, sections 3 and 4): SI-TILE-1 to 6, SI-SET-1 to 5, and SI-EX-24, SI-EX-26."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from archipelago import RESOURCES, SIDES, STEPS, examples, island_at, land, position, printed, ship, tiles, turned, ways
from chapters import refused

from swenv.islands import islands
from swenv.islands.content import TILES, Piece

FACES = tuple(printed())[56:]
"""The ids of the start faces."""
BOARD = tiles("ST1A@8,8r0")
"""One start tile on the centre: land to N and E, sea to S and W."""
CAPS = tuple(tile for tile in land() if tile.startswith("C"))
"""The tiles with one land edge, which is N before they are turned."""

DESIGNS = {
    "CA": ("cap", "N a H P"),
    "CB": ("cap", "N a b"),
    "CC": ("cap", "N a T H P"),
    "CD": ("cap", "N a a H"),
    "KA": ("corner", "NE a b H"),
    "KB": ("corner", "NE a T H P"),
    "KC": ("corner", "NE a a b H P"),
    "KD": ("corner", "NE a c H P"),
    "DA": ("corner_split", "N a H", "E b P"),
    "SA": ("straight", "NS a b H"),
    "SB": ("straight", "NS a T P P"),
    "SC": ("straight", "NS a a T H"),
    "OA": ("straight_split", "N a a", "S T H P"),
    "TA": ("tee", "NES a b c H P"),
    "TB": ("tee", "NES a T H"),
    "BA": ("tee_split", "NE a H", "S T P"),
    "XA": ("cross", "NESW a b T H"),
    "YA": ("cross_split", "NE a H", "SW b P"),
}
"""The designs of SI-SET-2, each in three copies: shape and pieces."""
SINGLE = {
    "WA1": ("islet", "- P P"),
    "WB1": ("open_sea",),
    "ST4A": ("tee", "NES T H"),
    "ST4B": ("corner_split", "N T H", "E P"),
}
"""The tiles and faces of SI-SET-2 without copies; a piece that touches no edge has "-" for its edges."""
STARTS = {"A": ("corner", "NE a H P"), "B": ("straight_split", "N a b H", "S c P")}
"""The faces of the start tiles 1 to 3."""


def listed() -> dict[str, tuple[str, ...]]:
    """The table of SI-SET-2 written out: shape and pieces of all 64, with a, b, c as they are on copy 1."""
    copies = {f"{design}{copy}": entry for design, entry in DESIGNS.items() for copy in "123"}
    starts = {f"ST{tile}{face}": entry for tile in "123" for face, entry in STARTS.items()}
    return {**copies, **starts, **SINGLE}


def copy_of(tile: str) -> int:
    """The number of a copy: the suffix of a land tile, the number of a start tile."""
    return int(tile[2])


def piece_of(text: str, copy: int) -> tuple[str, tuple[str, ...], int, int, bool, bool]:
    """Edges, resources, temple, ports, site and coast of a piece of the table, on a copy."""
    sides, *symbols = text.split()
    resources = tuple(RESOURCES[("abc".index(symbol) + copy - 1) % 3] for symbol in symbols if symbol in "abc")
    return sides.strip("-"), resources, symbols.count("T"), symbols.count("P"), "H" in symbols, sides != SIDES


def content_of(piece: Piece) -> tuple[str, tuple[str, ...], int, int, bool, bool]:
    """The same of a piece as the engine has it."""
    return (
        "".join(SIDES[side] for side in piece.edges),
        tuple(piece.resources),
        int(piece.temple),
        piece.ports,
        bool(piece.site),
        bool(piece.coast),
    )


def piece_map(tile: str, rot: int) -> tuple[int | None, ...]:
    """The piece on each side of a tile after so many quarter turns."""
    owners = {side: number for number, piece in enumerate(printed()[tile]["pieces"]) for side in piece["edges"]}
    return tuple(owners.get(SIDES[(side - rot) % 4]) for side in range(4))


def rotations(tile: str, demand: str = "----") -> list[int]:
    """The rotations in which a tile meets a demand on N to W: L land, S sea, - anything; of equal ones the first."""
    found: dict[Any, int] = {}
    for rot in range(4):
        edges = turned(tile, rot)
        if all(want in ("-", edge) for want, edge in zip(demand, edges, strict=True)):
            found.setdefault((edges, piece_map(tile, rot)), rot)
    return list(found.values())


def expected(tile: str, demands: dict[tuple[int, int], str]) -> set[tuple[int, int, int]]:
    """All placements of a tile on cells with such demands."""
    return {(*cell, rot) for cell, demand in demands.items() for rot in rotations(tile, demand)}


def placements(tile: str, board: list[dict[str, Any]], **fields: Any) -> set[tuple[Any, ...]]:
    """All legal placements of a land tile."""
    return ways(position("place", tiles=board, turn_state={"chosen": tile}, **fields), "place")


def ring(pattern: str, without: str = "") -> list[dict[str, Any]]:
    """Eight caps around cell (8, 8), which demands the pattern of it; no cap is the tile `without`."""
    inwards, outwards = (2, 3, 0, 1), (0, 1, 2, 3)
    sides = [inwards[side] if edge == "L" else outwards[side] for side, edge in enumerate(pattern)]
    places = ((7, 8, sides[0]), (8, 9, sides[1]), (9, 8, sides[2]), (8, 7, sides[3]))
    corners = ((7, 7, 0), (7, 9, 0), (9, 7, 2), (9, 9, 2))
    names = [cap for cap in CAPS if cap != without]
    return [
        {"tile": name, "r": row, "c": column, "rot": rot}
        for name, (row, column, rot) in zip(names, (*places, *corners), strict=False)
    ]


def pieces(names: Iterable[str]) -> list[dict[str, Any]]:
    """The pieces that are printed on these tiles."""
    return [piece for name in names for piece in printed()[name]["pieces"]]


def symbols_of(entries: Iterable[str]) -> Counter[str]:
    """What is printed on these tiles in all: symbols, sites, pieces, land edges."""
    total: Counter[str] = Counter()
    for tile in entries:
        total["edges"] += turned(tile).count("L")
        for piece in printed()[tile]["pieces"]:
            total += Counter({name: piece[name] for name in (*RESOURCES, "temple", "ports")})
            total += Counter(sites=int(piece["house_site"]), pieces=1)
    return total


# SI-TILE-1


@pytest.mark.rule("SI-TILE-1")
def test_edges_are_land_or_sea_in_the_order_north_east_south_west() -> None:
    assert {tile.id: "".join("L" if edge else "S" for edge in tile.edges) for tile in TILES} == {
        name: turned(name) for name in printed()
    }
    assert turned("KA1") == "LLSS" and turned("SA1") == "LSLS" and turned("BA1") == "LLLS"


@pytest.mark.rule("SI-TILE-1", "SI-EXPL-7", "SI-TILE-6", "SI-TILE-5")
@pytest.mark.parametrize("tile", land())
def test_any_two_land_edges_fit_and_land_never_fits_sea(tile: str) -> None:
    demands = {(7, 8): "--L-", (8, 9): "---L", (9, 8): "S---", (8, 7): "-S--"}
    assert placements(tile, BOARD) == expected(tile, demands)


# SI-TILE-2, SI-TILE-3


@pytest.mark.rule("SI-TILE-2")
def test_each_land_edge_belongs_to_one_piece_of_at_most_two() -> None:
    for tile in TILES:
        owned = [side for piece in tile.pieces for side in piece.edges]
        assert sorted(owned) == [side for side, edge in enumerate(turned(tile.id)) if edge == "L"], tile.id
        assert len(tile.pieces) <= 2


@pytest.mark.rule("SI-TILE-2")
def test_an_islet_touches_no_edge_and_the_open_sea_has_no_land() -> None:
    (islet,) = islands(position("turn", tiles=tiles("WA1@8,8r0")))
    assert (islet.pieces, islet.size, islet.symbols["ports"], islet.open_land_edges) == (((8, 8, 0),), 1, 2, 0)
    assert islands(position("turn", tiles=tiles("WB1@8,8r0"))) == ()


@pytest.mark.rule("SI-TILE-2")
@pytest.mark.parametrize(("tile", "pieces"), [("DA1", 2), ("OA1", 2), ("BA1", 2), ("YA1", 2), ("XA1", 1), ("KA1", 1)])
def test_the_pieces_of_a_tile_are_separated_by_sea(tile: str, pieces: int) -> None:
    found = islands(position("turn", tiles=tiles(f"{tile}@8,8r0")))
    assert [island.pieces for island in found] == [((8, 8, piece),) for piece in range(pieces)]


@pytest.mark.rule("SI-TILE-3")
@pytest.mark.parametrize("tile", tuple(printed()))
def test_a_piece_carries_what_is_printed_on_it(tile: str) -> None:
    state = position("turn", tiles=tiles(f"{tile}@8,8r0"))
    for number, piece in enumerate(printed()[tile]["pieces"]):
        island = island_at(state, 8, 8, number)
        assert island.symbols == {name: piece[name] for name in (*RESOURCES, "temple", "ports")}
        assert (island.size, island.sites, island.free_sites) == (1, piece["house_site"], piece["house_site"])
        assert island.open_land_edges == len(piece["edges"])
    assert len(islands(state)) == len(printed()[tile]["pieces"])


@pytest.mark.rule("SI-TILE-3")
def test_bounds_of_what_a_piece_and_a_tile_can_carry() -> None:
    for tile in TILES:
        assert sum(bool(piece.site) for piece in tile.pieces) <= 1
        assert sum(len(piece.resources) for piece in tile.pieces) <= 3
        for piece in tile.pieces:
            assert set(piece.resources) <= set(RESOURCES)
            assert int(piece.temple) in (0, 1) and piece.ports in (0, 1, 2)
            assert bool(piece.coast) == (len(piece.edges) < 4)
    assert [tile.id for tile in TILES for piece in tile.pieces if not piece.coast] == ["XA1", "XA2", "XA3"]


# SI-TILE-4


@pytest.mark.rule("SI-TILE-4")
@pytest.mark.parametrize(
    ("tile", "rot"), [(tile, rot) for tile in ("KA1", "CA1", "BA1", "SA1", "ST4A", "DA1") for rot in rotations(tile)]
)
def test_edges_turn_with_the_tile(tile: str, rot: int) -> None:
    board = tiles(f"{tile}@8,8r{rot}")
    for other, edge in (("XA2", "L"), ("WB1", "S")):  # land and sea all round
        beside = zip(STEPS.values(), turned(tile, rot), strict=True)
        assert placements(other, board) == {(8 + down, 8 + right, 0) for (down, right), own in beside if own == edge}


@pytest.mark.rule("SI-EX-24", "SI-TILE-4")
def test_a_corner_turned_once_has_land_to_the_east_and_south() -> None:
    (example,) = examples("SI-EX-24")
    wanted = "".join(edge[0].upper() for edge in example["expect_edges"])
    assert wanted == "SLLS"
    board = tiles(f"{example['tile']}@8,8r{example['rot']}")
    assert placements("XA1", board) == {(8, 9, 0), (9, 8, 0)}
    assert placements("WB1", board) == {(7, 8, 0), (8, 7, 0)}
    (island,) = islands(position("turn", tiles=board))
    assert island.open_land_edges == 2


@pytest.mark.rule("SI-TILE-4")
@pytest.mark.parametrize("rot", range(4))
@pytest.mark.parametrize(("tile", "firsts"), [("DA1", ["N", "E"]), ("OA1", ["N", "S"]), ("YA1", ["N", "S"])])
def test_pieces_keep_their_numbers_when_their_edges_turn(tile: str, firsts: list[str], rot: int) -> None:
    for piece, first in enumerate(firsts):
        side = (SIDES.index(first) + rot) % 4
        down, right = STEPS[SIDES[side]]
        cap = f"CB2@{8 + down},{8 + right}r{(side + 2) % 4}"  # its land edge faces the tile
        state = position("turn", tiles=tiles(f"{tile}@8,8r{rot}", cap))
        assert set(island_at(state, 8, 8, piece).pieces) == {(8, 8, piece), (8 + down, 8 + right, 0)}
        assert island_at(state, 8, 8, 1 - piece).pieces == ((8, 8, 1 - piece),)


@pytest.mark.rule("SI-TILE-4")
@pytest.mark.parametrize("rot", range(4))
def test_slots_keep_their_numbers_in_any_rotation(rot: int) -> None:
    def slots(tile: str, resource: str) -> set[tuple[Any, ...]]:
        board = tiles(f"{tile}@8,8r{rot}")
        return ways(position("mark_target", tiles=board, turn_state={"marker": resource}), "mark_slot")

    assert slots("TA1", "dragonfruit") == {(8, 8, 0), (8, 8, 2)}
    assert slots("TA2", "dragonfruit") == {(8, 8, 1), (8, 8, 2)}
    # Numbered over both pieces: lotus and dragon fruit on the first, laurel on the second.
    assert slots("ST1B", "lotus") == {(8, 8, 1), (8, 8, 2)}
    assert slots("ST1B", "laurel") == {(8, 8, 0), (8, 8, 1)}


# SI-TILE-5


@pytest.mark.rule("SI-TILE-5")
@pytest.mark.parametrize(
    ("tile", "legal"),
    [
        ("XA1", {0}),
        ("YA1", {0, 1, 2, 3}),  # the same edges all round, but the pieces change places
        ("SA1", {0}),
        ("OA1", {0, 2}),
        ("CA1", {2}),
        ("KA1", {1, 2}),
        ("DA1", {1, 2}),
        ("TA1", {0, 1, 2}),
        ("BA1", {0, 1, 2}),
    ],
)
def test_of_equal_rotations_the_smaller_is_legal(tile: str, legal: set[int]) -> None:
    state = position("place", tiles=BOARD, turn_state={"chosen": tile})
    assert {rot for row, column, rot in ways(state, "place") if (row, column) == (7, 8)} == legal
    for rot in {0, 1, 2, 3} - legal:
        assert refused(state, f"place 7 8 {rot}")


@pytest.mark.rule("SI-TILE-5")
@pytest.mark.parametrize("entry", ["SA1@8,8r2", "SB2@8,8r3", "XA1@8,8r1", "WA1@8,8r1", "WB1@8,8r3"])
def test_no_tile_lies_in_a_rotation_that_equals_a_smaller_one(entry: str) -> None:
    with pytest.raises(ValueError, match="SI-TILE-5"):
        position("turn", tiles=tiles(entry))


@pytest.mark.rule("SI-TILE-5")
def test_tiles_without_land_edges_lie_one_way() -> None:
    assert placements("WA1", BOARD) == placements("WB1", BOARD) == {(9, 8, 0), (8, 7, 0)}


@pytest.mark.rule("SI-TILE-5")
@pytest.mark.parametrize("face", FACES)
def test_start_faces_lie_four_ways_on_the_centre(face: str) -> None:
    state = position("start_place", turn_state={"chosen": face})
    assert ways(state, "place") == {(8, 8, rot) for rot in range(4)}


# SI-TILE-6


@pytest.mark.rule("SI-TILE-6")
@pytest.mark.parametrize("tile", ["CA1", "XA1", "WB1", "SA1"])
def test_a_tile_lies_on_an_empty_cell_beside_another_tile(tile: str) -> None:
    state = position("place", tiles=BOARD, turn_state={"chosen": tile})
    assert {(row, column) for row, column, _ in ways(state, "place")} <= {(7, 8), (8, 9), (9, 8), (8, 7)}
    for cell in ("8 8", "7 7", "9 9", "6 8", "0 0"):  # occupied, touching a corner, touching nothing
        for rot in range(4):
            assert refused(state, f"place {cell} {rot}")


@pytest.mark.rule("SI-TILE-6")
@pytest.mark.parametrize("tile", ["SA1", "SC3", "OA1", "CD1", "KA3", "KC2", "DA1"])
def test_every_side_that_touches_a_tile_must_fit(tile: str) -> None:
    (example,) = examples("SI-EX-37")
    demands = {(1, 1): "LSLS", (2, 2): "L--S"}  # the cells that the example leaves empty
    assert placements(tile, example["tiles"], window=3) == expected(tile, demands)


@pytest.mark.rule("SI-TILE-6")
@pytest.mark.parametrize("tile", ["CA1", "KA1", "SA1", "OA1", "TA1", "BA1", "WA1", "XA1"])
def test_a_ship_counts_as_a_tile_with_four_sea_edges(tile: str) -> None:
    demands = {(7, 8): "--L-", (8, 9): "---L", (8, 7): "-S--", (9, 9): "---S", (9, 7): "-S--", (10, 8): "S---"}
    assert placements(tile, BOARD, ships=[ship(9, 8)], round=2) == expected(tile, demands)


@pytest.mark.rule("SI-TILE-6")
def test_edges_towards_the_outside_are_free() -> None:
    # Land of the cross faces north and west, where there is no cell, and south, where nothing lies.
    assert placements("XA1", tiles("KA1@0,1r2"), window=15) == {(0, 0, 0), (1, 1, 0)}


# SI-SET


@pytest.mark.rule("SI-SET-1")
def test_numbers_of_tiles_and_what_is_on_them() -> None:
    assert len(TILES) == 64
    assert [tile.id for tile in TILES[:56]] == list(land())
    assert [tile.id for tile in TILES[56:]] == [f"ST{tile}{face}" for tile in "1234" for face in "AB"]
    assert {symbol for piece in pieces(land()) for symbol in RESOURCES if piece[symbol]} == set(RESOURCES)
    for feature in ("temple", "house_site", "ports"):
        assert any(piece[feature] for piece in pieces(land()))
    assert any(len(tile.pieces) == 2 for tile in TILES)


@pytest.mark.rule("SI-SET-2")
def test_every_tile_is_as_the_table_has_it() -> None:
    table = listed()
    assert table.keys() == {tile.id for tile in TILES}
    for tile in TILES:
        shape, *wanted = table[tile.id]
        assert tile.shape == shape, tile.id
        assert [content_of(piece) for piece in tile.pieces] == [piece_of(text, copy_of(tile.id)) for text in wanted], (
            tile.id
        )


@pytest.mark.rule("SI-SET-2")
def test_the_set_is_symmetric_in_the_three_resources() -> None:
    def profile(first: int) -> Counter[Any]:
        """The pieces with their resources renamed in a cycle."""
        names = {resource: (number - first) % 3 for number, resource in enumerate(RESOURCES)}
        return Counter(
            tuple((tuple(piece["edges"]), tuple(names[slot] for slot in piece["resource_slots"])) for piece in entry)
            for entry in (printed()[tile]["pieces"] for tile in land())
        )

    assert profile(0) == profile(1) == profile(2)


@pytest.mark.rule("SI-SET-3")
def test_totals_of_the_land_tiles() -> None:
    assert symbols_of(land()) == {
        "lotus": 32,
        "dragonfruit": 32,
        "laurel": 32,
        "temple": 24,
        "sites": 48,
        "ports": 38,
        "pieces": 67,
        "edges": 117,
    }
    assert sum(len(printed()[tile]["pieces"]) == 2 for tile in land()) == 12


@pytest.mark.rule("SI-SET-3")
def test_totals_of_the_tiles_that_are_played_with() -> None:
    total: Counter[str] = Counter()
    for tile in TILES[:56]:
        total["edges"] += sum(map(bool, tile.edges))
        for piece in tile.pieces:
            total += Counter(piece.resources)
            total += Counter(temple=int(piece.temple), ports=piece.ports, sites=int(piece.site), pieces=1)
    assert total == symbols_of(land())


@pytest.mark.rule("SI-EX-26", "SI-SET-4")
@pytest.mark.parametrize(("pattern", "count"), list(examples("SI-EX-26")[0]["expect"].items()))
def test_number_of_land_tiles_that_fit_a_surrounded_cell(pattern: str, count: int) -> None:
    fitting = 0
    for tile in land():
        legal = placements(tile, ring(pattern, without=tile))
        fitting += any((row, column) == (8, 8) for row, column, _ in legal)
    assert fitting == count == {0: 2, 1: 12, 3: 9, 4: 6}.get(pattern.count("L"), 12 if pattern[0] == pattern[2] else 15)


@pytest.mark.rule("SI-SET-4")
@pytest.mark.parametrize("pattern", ["".join(sides) for sides in product("LS", repeat=4)])
def test_a_ship_fits_where_no_land_is_demanded(pattern: str) -> None:
    state = position("turn", tiles=ring(pattern))
    assert ((8, 8) in ways(state, "dock_own")) == ((8, 8) in ways(state, "dock_grey")) == (pattern == "SSSS")


@pytest.mark.rule("SI-SET-4")
def test_a_demand_with_a_free_side_is_met_by_many_tiles() -> None:
    counts = {
        "".join(demand): sum(bool(rotations(tile, "".join(demand))) for tile in land())
        for demand in product("LS-", repeat=4)
        if "-" in demand
    }
    assert min(counts.values()) == 14


@pytest.mark.rule("SI-SET-5")
def test_how_the_designed_set_is_distributed() -> None:
    total = symbols_of(land())
    assert Fraction(total["edges"], 4 * 56) == Fraction(117, 224)
    edges = [len(piece["edges"]) for piece in pieces(land())]
    assert (edges.count(1), len(edges)) == (27, 67)
    # A land edge met at random leads on to the other edges of its piece.
    assert sum(count * (count - 1) for count in edges) == 132
    density = [
        sum(total[resource] for resource in RESOURCES) / 56,
        total["temple"] / 56,
        total["sites"] / 56,
        total["ports"] / 56,
    ]
    assert [round(value, 2) for value in density] == [1.71, 0.43, 0.86, 0.68]


@pytest.mark.rule("SI-SET-5")
def test_only_eight_tiles_can_be_blocked_beside_a_single_neighbour() -> None:
    uniform = [tile for tile in land() if len(set(turned(tile))) == 1]
    assert uniform == ["XA1", "XA2", "XA3", "YA1", "YA2", "YA3", "WA1", "WB1"]
    for tile in set(land()) - set(uniform):
        assert {(row, column) for row, column, _ in placements(tile, BOARD)} == {(7, 8), (8, 9), (9, 8), (8, 7)}
