"""Names for the numbers that `rules.observe` writes."""

from __future__ import annotations

from collections.abc import Mapping

from swenv.core.layout import Column, ObservationLayout, Part, columns_of, lines, one_line
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

LAND_TILES = tuple(tile.id for tile in TILES[:FIRST_FACE])
TILES_MEANING = "a line for each tile in sight: market 0 to 2, own hand 3 to 5, the tile that is being laid"
CARDS_MEANING = "the own cards: held 0 to 2, the current one, the one returned"


def make_layout(num_players: int, window: int, advanced: bool) -> ObservationLayout:
    """The layout of a game's observation: cells, turn, tiles, cards, seats, unseen and in solo mode alexis."""
    seats = ("me", *(f"next_{k}" for k in range(1, num_players)))
    solo = num_players == 1
    contenders = (*seats, "alexis") if solo else seats
    cards = {"goal" if advanced else "mission": tuple(card.id for card in (GOALS if advanced else MISSIONS))}
    if advanced:
        cards["reward"] = tuple(card.id for card in REWARD_CARDS)
    parts: list[Part] = [_cells(window, seats, contenders)]
    parts.append(_turn(parts[-1].stop, num_players, contenders))
    for name, number, columns, meaning in (
        ("tiles", TILE_LINES, columns_of(TILE_FACTS), TILES_MEANING),
        ("cards", CARD_LINES, columns_of((), *((name, "one-hot", ids) for name, ids in cards.items())), CARDS_MEANING),
        ("seats", num_players, _seat_columns(cards), "a line for each seat, this one first, then clockwise"),
    ):
        parts.append(lines(name, parts[-1].stop, number, columns, meaning))
    unseen = columns_of((), ("tile", "1 for each land tile that this seat has not seen", LAND_TILES))
    parts.append(one_line("unseen", parts[-1].stop, unseen, "what the stacks and hidden hands are made of"))
    if solo:
        parts.append(_alexis(parts[-1].stop))
    return ObservationLayout(parts)


def _cells(window: int, seats: tuple[str, ...], contenders: tuple[str, ...]) -> Part:
    columns = columns_of(
        CELL_FACTS,
        ("house", "one-hot of the owner of the house", contenders),
        ("ship", "one-hot of the owner of the ship", (*seats, "grey")),
    )
    meaning = "a line for each cell of the window, row by row"
    return lines("cells", 0, window**2, columns, meaning, arguments=("r", "c"), grid=(window, window))


def _turn(start: int, num_players: int, contenders: tuple[str, ...]) -> Part:
    columns = columns_of(
        TURN_FACTS,
        ("first", "one-hot of the first player of the round, clockwise from this seat", contenders),
        ("docker", "one-hot of who began the reward phase", contenders),
        ("seat", "one-hot of this seat's number", tuple(map(str, range(num_players)))),
    )
    return one_line("turn", start, columns, "the turn, the stacks and the discovery tokens")


def _seat_columns(cards: Mapping[str, tuple[str, ...]]) -> list[Column]:
    revealed = "one-hot of the card revealed in this reward phase"
    return columns_of(
        SEAT_FACTS,
        ("hand", "1 for each tile of its hand that this seat knows", LAND_TILES),
        *((f"revealed_{name}", revealed, ids) for name, ids in cards.items()),
    )


def _alexis(start: int) -> Part:
    expeditions = tuple(card.id for card in EXPEDITIONS)
    columns = columns_of(
        ALEXIS_FACTS,
        ("card", "one-hot of the expedition card turned over last", expeditions),
        ("seen", "1 for each card known to be in his deck", expeditions),
        ("played", "1 for each card turned over since the last shuffle", expeditions),
    )
    return one_line("alexis", start, columns, "Alexis and his cards")
