"""Writes position documents: games as plain JSON (`schema/islands.json`). `reader` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from swenv.core.position import FORMAT, names_of_stack, written_fields, written_random
from swenv.core.record import Snapshot, members
from swenv.islands.content import EXPEDITIONS, GOALS, MARKERS, MISSIONS, REWARD_CARDS, TILES, TOKEN_KINDS
from swenv.islands.rules.fields import spelled
from swenv.islands.rules.record import ALEXIS, GREY, PORT, RESOURCES, Phase

if TYPE_CHECKING:
    from swenv.islands.game import Islands

ALEXIS_NAME = "alexis"
TILE_NAMES = tuple(tile.id for tile in TILES)
EXPEDITION_NAMES = tuple(card.id for card in EXPEDITIONS)
_SEAT = (
    "prestige", "pool", "reserve", "hand", "known", "tokens", "tokens_in_pool", "last_placement",
    "missions", "goals", "rewards", "revealed",
)  # fmt: skip
_TURN_STATE = ("chosen", "marker", "docker", "stuck", "built", "scored", "emptied", "cell")
_ALEXIS = ("prestige", "card", "deck", "played", "seen")
"""The order of the fields in each part of a document."""


def deck_names(advanced: bool) -> dict[str, tuple[str, ...]]:
    """The kinds of cards in a game, in the order of the decks, with the ids of their cards."""
    if advanced:
        return {"goals": tuple(card.id for card in GOALS), "rewards": tuple(card.id for card in REWARD_CARDS)}
    return {"missions": tuple(card.id for card in MISSIONS)}


def write(game: Islands, record: NDArray[Any]) -> dict[str, Any]:
    """Write the position document of a record."""
    g = Snapshot(record)
    decks = deck_names(bool(game.tables[0].advanced))
    document = {
        "format": FORMAT,
        "game": game.name,
        "num_players": game.num_players,
        "mode": game.options["mode"],
        "window": game.window,
        "round": g.round_number,
        "first": _contender(game, g.first),
        "turn": g.turn,
        "to_act": g.to_act,
        "phase": Phase(g.phase).name.lower(),
        **_board(game, g),
        **_stacks(g),
        "seats": [_seat(g, seat, decks) for seat in range(game.num_players)],
        "decks": {name: names_of_stack(ids, g.deck[k], g.num_deck[k]) for k, (name, ids) in enumerate(decks.items())},
        "turn_state": _turn_state(game, g),
        **written_random(g),
    }
    return {**document, **_solo(game, g)} if game.num_players == 1 else document


def _board(game: Islands, g: Snapshot) -> dict[str, Any]:
    """Everything on the board: tiles row by row, ships and markers in the order in which they were laid."""
    placed = sorted(members(g.placed), key=lambda number: g.cell[number])
    return {
        "tiles": [{"tile": TILE_NAMES[number], **_at(game, g.cell[number]), "rot": g.rot[number]} for number in placed],
        "ships": [
            {**_at(game, g.ship_cell[k]), "owner": "grey" if g.ship_owner[k] == GREY else g.ship_owner[k]}
            for k in range(g.num_ships)
        ],
        "markers": [_marker(game, g, k) for k in range(g.num_marks)],
        "houses": [
            {"seat": _contender(game, g.house[number]), **_at(game, g.cell[number])}
            for number in placed
            if g.house[number] >= 0
        ],
        "last": _pair(game, g.last_cell),
    }


def _stacks(g: Snapshot) -> dict[str, Any]:
    """The stacks and the market beside the board."""
    return {
        "market": [_tile(number) for number in g.market],
        "reserve": names_of_stack(TILE_NAMES, g.reserve, g.num_reserve),
        "navigation": names_of_stack(TILE_NAMES, g.navigation, g.num_navigation),
        "removed": [TILE_NAMES[number] for number in members(g.removed)],
        "discoveries": _tokens(g.token_pool),
        "drawn": _tokens(g.drawn),
    }


def _turn_state(game: Islands, g: Snapshot) -> dict[str, Any]:
    """The state of the current turn or reward turn."""
    state = {
        "chosen": _tile(g.chosen),
        "docker": _contender(game, g.docker) if g.docker >= 0 else None,
        "built": [_pair(game, g.cell[tile]) for tile in g.built[: g.num_built]],
        "cell": _pair(game, g.alexis_cell),
        **written_fields(g, spelled("turn_state")),
    }
    return _in_order(_TURN_STATE, state)


def _solo(game: Islands, g: Snapshot) -> dict[str, Any]:
    """The fields of games against Alexis."""
    alexis = {
        "prestige": g.coins[ALEXIS],
        "deck": names_of_stack(EXPEDITION_NAMES, g.expeditions, g.num_expeditions),
        "played": [EXPEDITION_NAMES[card] for card in members(g.played)],
        "seen": [EXPEDITION_NAMES[card] for card in members(g.seen)],
        **written_fields(g, spelled("alexis")),
    }
    return {
        "level": game.options["level"],
        "human_last": _pair(game, g.human_last),
        "alexis": _in_order(_ALEXIS, alexis),
    }


def _seat(g: Snapshot, seat: int, decks: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    hand = [number for number in g.hand[seat] if number >= 0]
    entry = {
        **written_fields(g, spelled("seats"), seat),
        "hand": [TILE_NAMES[number] for number in hand],
        "known": [TILE_NAMES[number] for number in hand if g.known >> number & 1],
        "tokens": _tokens(g.tokens[seat]),
        "tokens_in_pool": _tokens(g.tokens_in_pool[seat]),
        **{
            name: {
                "held": [ids[card] for card in g.held[k][seat] if card >= 0],
                "current": _card(ids, g.current[k][seat]),
                "returned": _card(ids, g.given_back[k][seat]),
            }
            for k, (name, ids) in enumerate(decks.items())
        },
    }
    return _in_order(_SEAT, entry)


def _in_order(names: Sequence[str], entry: dict[str, Any]) -> dict[str, Any]:
    return {name: entry[name] for name in names if name in entry}


def _marker(game: Islands, g: Snapshot, k: int) -> dict[str, Any]:
    shows, tile = g.mark_as[k], g.mark_tile[k]
    return {
        "seat": g.mark_seat[k],
        "marker": MARKERS[g.mark_marker[k]],
        "as": "port" if shows == PORT else RESOURCES[shows],
        **_at(game, g.cell[tile]),
        "piece" if shows == PORT else "slot": g.mark_spot[k],
    }


def _at(game: Islands, cell: int) -> dict[str, int]:
    r, c = divmod(cell, game.window)
    return {"r": r, "c": c}


def _pair(game: Islands, cell: int) -> list[int] | None:
    return list(divmod(cell, game.window)) if cell >= 0 else None


def _contender(game: Islands, seat: int) -> int | str:
    """A seat, or the name of Alexis."""
    return ALEXIS_NAME if seat >= game.num_players else seat


def _tile(number: int) -> str | None:
    return TILE_NAMES[number] if number >= 0 else None


def _card(ids: Sequence[str], card: int) -> str | None:
    return ids[card] if card >= 0 else None


def _tokens(numbers: Sequence[int]) -> list[int]:
    """The values of discovery tokens, ascending."""
    return [value for value, number in zip(TOKEN_KINDS, numbers, strict=True) for _ in range(number)]
