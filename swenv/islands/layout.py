"""Names for the numbers that `rules.observe` writes."""

from __future__ import annotations

from collections.abc import Sequence

from swenv.core.layout import Column, ObservationLayout, Part, lines, one_line
from swenv.islands.content import EXPEDITIONS, GOALS, MISSIONS, REWARD_CARDS, TILES
from swenv.islands.rules.observe import (
    ALEXIS_FACTS,
    CARD_LINES,
    CELL_FACTS,
    SEAT_FACTS,
    TILE_FACTS,
    TILE_LINES,
    TURN_FACTS,
)
from swenv.islands.rules.record import FIRST_FACE

_More = tuple[str, str, tuple[str, ...]]


def make_layout(num_players: int, window: int, advanced: bool) -> ObservationLayout:
    """The layout of a game's observation: cells, turn, tiles, cards, seats, unseen and in solo mode alexis."""
    solo = num_players == 1
    seats = ("me", *(f"next_{k}" for k in range(1, num_players)))
    contenders = (*seats, "alexis") if solo else seats
    land_tiles = tuple(tile.id for tile in TILES[:FIRST_FACE])
    goals = tuple(card.id for card in (GOALS if advanced else MISSIONS))
    kinds = [("goal" if advanced else "mission", goals)]
    if advanced:
        kinds.append(("reward", tuple(card.id for card in REWARD_CARDS)))
    cards = [(name, "one-hot", names) for name, names in kinds]
    shown = [(f"revealed_{name}", "one-hot of the card revealed in this reward phase", names) for name, names in kinds]
    expeditions = tuple(card.id for card in EXPEDITIONS)
    parts: list[Part] = []

    def start() -> int:
        return parts[-1].stop if parts else 0

    parts.append(
        lines(
            "cells",
            start(),
            window * window,
            _columns(
                CELL_FACTS,
                ("house", "one-hot of the owner of the house", contenders),
                ("ship", "one-hot of the owner of the ship", (*seats, "grey")),
            ),
            "a line for each cell of the window, row by row",
            arguments=("r", "c"),
            grid=(window, window),
        )
    )
    parts.append(
        one_line(
            "turn",
            start(),
            _columns(
                TURN_FACTS,
                ("first", "one-hot of the first player of the round, clockwise from this seat", contenders),
                ("docker", "one-hot of who began the reward phase", contenders),
                ("seat", "one-hot of this seat's number", tuple(map(str, range(num_players)))),
            ),
            "the turn, the stacks and the discovery tokens",
        )
    )
    tiles = "a line for each tile in sight: market 0 to 2, own hand 3 to 5, the tile that is being laid"
    parts.append(lines("tiles", start(), TILE_LINES, _columns(TILE_FACTS), tiles))
    parts.append(
        lines("cards", start(), CARD_LINES, _columns((), *cards), "the own cards: held 0 to 2, then the current ones")
    )
    hand = ("hand", "1 for each tile of its hand that this seat knows", land_tiles)
    parts.append(
        lines(
            "seats",
            start(),
            num_players,
            _columns(SEAT_FACTS, hand, *shown),
            "a line for each seat, this one first, then clockwise",
        )
    )
    unseen = ("tile", "1 for each land tile that this seat has not seen", land_tiles)
    parts.append(one_line("unseen", start(), _columns((), unseen), "what the stacks and hidden hands are made of"))
    if solo:
        known = [
            ("card", "one-hot of the expedition card turned over last", expeditions),
            ("seen", "1 for each card known to be in his deck", expeditions),
            ("played", "1 for each card turned over since the last shuffle", expeditions),
        ]
        parts.append(one_line("alexis", start(), _columns(ALEXIS_FACTS, *known), "Alexis and his cards"))
    return ObservationLayout(parts)


def _columns(facts: Sequence[tuple[str, int, int, str]], *more: _More) -> list[Column]:
    """Columns of the facts, then those that depend on the game: (name, meaning, values)."""
    columns: list[Column] = []
    offset = 0
    for name, width, peak, meaning in facts:
        values = tuple(meaning.rsplit(": ", 1)[1].split(", ")) if width > 1 else ()
        columns.append(Column(name, offset, width, meaning, peak, values))
        offset += width
    for name, meaning, values in more:
        columns.append(Column(name, offset, len(values), meaning, 1, values))
        offset += len(values)
    return columns
