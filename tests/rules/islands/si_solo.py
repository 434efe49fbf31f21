"""What the tests of the solo mode of Small Islands share: positions around the turns of Alexis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archipelago import LEVEL, data, deck, position, tiles

import swenv

MARKET = ("KD1", "KD2", "KD3")
"""Three corners: each fits on any cell with a single neighbour, in two rotations."""
LONE = tiles("WB1@8,8r0")
"""Open sea alone in the middle: ships and caps fit on its four sides."""
IDLE = {"missions": {"held": ["M01"], "current": "M03"}}
"""The human with a mission that no island of `COLUMNS` meets: its reward turn passes by itself."""

# Six islands side by side, cap to cap; two of them with a straight between.
COLUMNS = tiles(
    *("CA1@5,4r2", "CA3@6,4r0"),
    *("CC1@5,5r2", "CC3@6,5r0"),
    *("CD1@5,6r2", "CD3@6,6r0"),
    *("CB3@5,7r2", "SA3@6,7r0", "CB2@7,7r0"),
    *("CB1@5,8r2", "SC1@6,8r0", "CA2@7,8r0"),
    *("CC2@5,9r2", "CD2@6,9r0"),
)
SITES = {"A": (5, 4), "B": (5, 5), "C": (5, 6), "D": (6, 7), "E": (6, 8), "F": (5, 9)}
"""The islands of `COLUMNS` from west to east, and the lowest site of each.

    A  1 lotus, 1 laurel, 2 ports            D  2 lotus, 1 dragon fruit, 3 laurel
    B  1 lotus, 1 laurel, 2 temples, 2 ports E  3 lotus, 2 dragon fruit, 1 temple, 1 port
    C  2 lotus, 2 laurel                     F  3 dragon fruit, 1 temple, 1 port
"""
CHAIN = tiles(
    *("SC3@8,7r1", "SA1@8,6r1", "SA2@8,5r1", "SC2@8,4r1"),
    *("KA1@8,8r2", "KA2@9,8r0", "KB1@9,9r2", "KB2@10,9r0"),
)
"""A seventh island south of `COLUMNS`, with a site on each of its eight tiles."""
MET = {
    "X01": "BE",
    "X02": "EF",
    "X03": "B",
    "X04": "ABCDE",
    "X05": "EF",
    "X06": "D",
    "X07": "ABC",
    "X08": "",
    "X09": "ABC",
    "X10": "D",
    "X11": "CDE",
    "X12": "EF",
    "X13": "CD",
    "X14": "BEF",
    "X15": "AB",
}
"""The islands of `COLUMNS` that meet the goal of each expedition card (section 9.2)."""


def unused(*used: str) -> list[str]:
    """The land tiles that are not among these, in the order of the box."""
    return [entry["id"] for entry in data()["land_tiles"] if entry["id"] not in used]


def solo(phase: str, mode: str = "standard", **fields: Any) -> swenv.State:
    """A state of a solo game from the fields of a position document."""
    return position(phase, 1, mode, **{"level": LEVEL, **fields})


def before_alexis(
    *cards: str,
    lies: Sequence[dict[str, Any]] = LONE,
    last: tuple[int, int] = (8, 8),
    market: Sequence[str | None] = MARKET,
    navigation: int = 2,
    human: dict[str, Any] | None = None,
    **fields: Any,
) -> swenv.State:
    """The human has only to say `pass`, then Alexis turns over the first of these cards.

    Args:
        cards: The top of the expedition deck.
        lies: The tiles on the board.
        last: Where the tile lies that the human placed last.
        market: What lies in the market when the turn of Alexis begins; with a gap both stacks are empty.
        navigation: Tiles in the navigation stack when it begins.
        human: Fields of its seat; else it is idle.
        fields: More of the position document.
    """
    fields.setdefault("alexis", {"deck": deck(*cards, level=fields.setdefault("level", LEVEL))})
    fields |= {"tiles": lies, "human_last": list(last)}
    used = [*lying(lies), *filter(None, market)]
    if None in market:
        return solo("marker", market=market, **stocked((), *used, human=human), **fields)
    fields |= {"market": [None, *market[1:]], "navigation": [str(market[0]), *unused(*used)[:navigation]]}
    return solo("marker", seats=[{**IDLE, **(human or {})}], **fields)


def lying(entries: Sequence[dict[str, Any]]) -> list[str]:
    """The ids of the tiles of a board."""
    return [entry["tile"] for entry in entries]


def stocked(reserve: Sequence[str], *used: str, human: dict[str, Any] | None = None) -> dict[str, Any]:
    """Fields of a position with this reserve: the human has two tiles in hand, all but those used are removed."""
    first, second, *removed = unused(*reserve, *used)
    seat = {"hand": [first, second], **IDLE, **(human or {})}
    return {"reserve": list(reserve), "navigation": [], "seats": [seat], "removed": removed}


def alexis(state: swenv.State) -> dict[str, Any]:
    """The entry of Alexis in the position document."""
    return dict(state.to_position()["alexis"])


def board(state: swenv.State) -> dict[tuple[int, int], tuple[str, int]]:
    """The tiles on the board by cell: id and rotation."""
    return {(tile["r"], tile["c"]): (tile["tile"], tile["rot"]) for tile in state.to_position()["tiles"]}


def added(state: swenv.State, before: swenv.State) -> dict[tuple[int, int], tuple[str, int]]:
    """The tiles that have come to the board since."""
    return {cell: tile for cell, tile in board(state).items() if cell not in board(before)}


def ships(state: swenv.State) -> list[tuple[int, int, Any]]:
    """The ships on the board in the order in which they came: row, column, owner."""
    return [(ship["r"], ship["c"], ship["owner"]) for ship in state.to_position()["ships"]]


def houses(state: swenv.State, owner: int | str = "alexis") -> set[tuple[int, int]]:
    """The cells on which an owner has houses."""
    return {(house["r"], house["c"]) for house in state.to_position()["houses"] if house["seat"] == owner}


def his(*cells: tuple[int, int], seat: int | str = "alexis") -> list[dict[str, Any]]:
    """Houses of Alexis, or of a seat, as a position document has them."""
    return [{"seat": seat, "r": r, "c": c} for r, c in cells]
