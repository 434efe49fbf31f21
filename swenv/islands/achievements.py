"""Achievements: what the winner of a finished game may claim (section 11). They do not affect play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from swenv.islands.archipelago import islands

if TYPE_CHECKING:
    from swenv.core.game import State

_Fulfilled = Callable[[dict[str, Any], int, Any], bool]


def achievements(state: State) -> tuple[str, ...]:
    """Return the achievements of the winner of a finished game (SI-ACH-1): of S1 to S7, or A1 to A7 in advanced mode.

    S6 and A4 depend on the level of this game only: track achievements over many games yourself. There is no winner if
    Alexis wins a solo game, or if players tie.

    Raises:
        ValueError: the game is not over.
    """
    if not state.is_over:
        raise ValueError("achievements are counted when the game is over")
    winners = [seat for seat, worth in enumerate(state.returns()) if worth == 1]
    if not winners:
        return ()
    document = {**state.to_position(), **counted(state, winners[0])}
    listed = _ADVANCED if document["mode"] == "advanced" else _STANDARD
    all_islands = islands(state)
    return tuple(name for name, fulfilled in listed.items() if fulfilled(document, winners[0], all_islands))


def counted(state: State, seat: int) -> dict[str, int]:
    """Count the ports around the seat's own ship, and its houses on the board."""
    part = state.game.observation_layout["seats"]
    line = part.of(state.observation(seat))[0]
    return {name: int(line[part.column(name)][0]) for name in ("ship_ports", "built")}


def _docked(document: dict[str, Any], seat: int) -> bool:
    return any(ship["owner"] == seat for ship in document["ships"])


_STANDARD: dict[str, _Fulfilled] = {
    "S1": lambda document, seat, all_islands: document["seats"][seat]["prestige"] >= 60,
    "S2": lambda document, seat, all_islands: document["ship_ports"] >= 10,
    "S3": lambda document, seat, all_islands: sum(island.size >= 2 for island in all_islands) >= 12,
    "S4": lambda document, seat, all_islands: document["built"] == 8,
    "S5": lambda document, seat, all_islands: [ship["owner"] for ship in document["ships"][:1]] == [seat],
    "S6": lambda document, seat, all_islands: document.get("level") == 4,
    "S7": lambda document, seat, all_islands: len(document["seats"][seat]["tokens"]) >= 4,
}
_ADVANCED: dict[str, _Fulfilled] = {
    "A1": lambda document, seat, all_islands: any(island.size >= 13 for island in all_islands),
    "A2": lambda document, seat, all_islands: document["ship_ports"] >= 12,
    "A3": lambda document, seat, all_islands: document["built"] <= 6,
    "A4": lambda document, seat, all_islands: document.get("level") == 6,
    "A5": lambda document, seat, all_islands: not _docked(document, seat),
    "A6": lambda document, seat, all_islands: all(marker["seat"] != seat for marker in document["markers"]),
    "A7": lambda document, seat, all_islands: any(island.houses.get(seat, 0) >= 2 for island in all_islands),
}
"""The condition of each achievement, given the position at the end, the winner and the islands (SI-ACH-2)."""
