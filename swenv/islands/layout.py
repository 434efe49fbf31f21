"""The observation layout: the columns that `rules.fields` declares, and those whose number depends on the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from swenv.core.layout import Column, ObservationLayout, Part, lines, one_line
from swenv.core.record import Shown, columns_of
from swenv.islands.content import EXPEDITIONS, GOALS, MISSIONS, REWARD_CARDS, TILES
from swenv.islands.rules import fields
from swenv.islands.rules.observe import CARD_LINES, TILE_LINES
from swenv.islands.rules.record import FIRST_FACE, NUM_MARKERS

LAND_TILES = tuple(tile.id for tile in TILES[:FIRST_FACE])
ISLANDS_MEANING = "a line for each island, those with the smallest first pieces first, then the others"
TILES_MEANING = "a line for each tile in sight: market 0 to 2, own hand 3 to 5, and the tile being laid"
CARDS_MEANING = "own cards: held 0 to 2, the current one, the returned one"


def make_layout(num_players: int, window: int, advanced: bool) -> ObservationLayout:
    """Make the layout of a game's observation: cells to markers, turn to unseen and, in solo mode, alexis."""
    seats = ("me", *(f"next_{k}" for k in range(1, num_players)))
    solo = num_players == 1
    contenders = (*seats, "alexis") if solo else seats
    cards = {"goal" if advanced else "mission": tuple(card.id for card in (GOALS if advanced else MISSIONS))}
    if advanced:
        cards["reward"] = tuple(card.id for card in REWARD_CARDS)
    parts: list[Part] = [_cells(window)]
    islands, houses, markers = _entities(seats, contenders)
    for name, number, columns, meaning in (
        ("islands", fields.ISLANDS, islands, ISLANDS_MEANING),
        ("houses", len(contenders), houses, "a line for each seat, this one first, then clockwise; solo: then Alexis"),
        ("markers", NUM_MARKERS * num_players, markers, "a line for each marker on the board, in the order of laying"),
    ):
        parts.append(lines(name, parts[-1].stop, number, columns, meaning))
    parts.append(_turn(parts[-1].stop, num_players, contenders))
    for name, number, columns, meaning in (
        ("tiles", TILE_LINES, columns_of(fields.TILE), TILES_MEANING),
        ("cards", CARD_LINES, columns_of(_one_hot(name, ids) for name, ids in cards.items()), CARDS_MEANING),
        ("seats", num_players, _seat_columns(cards), "a line for each seat, this one first, then clockwise"),
    ):
        parts.append(lines(name, parts[-1].stop, number, columns, meaning))
    unseen = columns_of([_one_hot("tile", LAND_TILES, "1 for each land tile that this seat has not seen")])
    parts.append(one_line("unseen", parts[-1].stop, unseen, "the tiles that stacks and hidden hands consist of"))
    if solo:
        parts.append(_alexis(parts[-1].stop))
    return ObservationLayout(parts)


def _one_hot(column: str, values: tuple[str, ...], meaning: str = "one-hot") -> Shown:
    return Shown(column=column, meaning=meaning, values=values)


def _cells(window: int) -> Part:
    meaning = "a line for each cell of the window, row by row"
    return lines("cells", 0, window**2, columns_of(fields.CELL), meaning, arguments=("r", "c"), grid=(window, window))


def _entities(seats: tuple[str, ...], contenders: tuple[str, ...]) -> Iterator[list[Column]]:
    """The columns of the islands, the houses and the markers."""
    houses = Shown(column="houses", meaning="houses of each owner", peak=2, values=contenders)
    yield columns_of((*fields.ISLAND, houses))
    yield columns_of(fields.HOUSE)
    yield columns_of((*fields.MARKER, _one_hot("seat", seats, "one-hot of whose marker it is")))


def _turn(start: int, num_players: int, contenders: tuple[str, ...]) -> Part:
    seats = tuple(map(str, range(num_players)))
    more = (
        _one_hot("first", contenders, "one-hot of the first player of the round, clockwise from this seat"),
        _one_hot("docker", contenders, "one-hot of who began the reward phase"),
        _one_hot("seat", seats, "one-hot of this seat's number"),
    )
    columns = columns_of((*fields.TURN, *more))
    return one_line("turn", start, columns, "the turn, the stacks and the discovery tokens")


def _seat_columns(cards: Mapping[str, tuple[str, ...]]) -> list[Column]:
    hand = _one_hot("hand", LAND_TILES, "1 for each tile of its hand that this seat knows")
    meaning = "one-hot of the card revealed in this reward phase"
    revealed = (_one_hot(f"revealed_{name}", ids, meaning) for name, ids in cards.items())
    return columns_of((*fields.SEAT, hand, *revealed))


def _alexis(start: int) -> Part:
    expeditions = tuple(card.id for card in EXPEDITIONS)
    more = (
        _one_hot("card", expeditions, "one-hot of the expedition card turned over last"),
        _one_hot("seen", expeditions, "1 for each card known to be in his deck"),
        _one_hot("played", expeditions, "1 for each card turned over since the last shuffle"),
    )
    return one_line("alexis", start, columns_of((*fields.ALEXIS_LINE, *more)), "Alexis and his cards")
