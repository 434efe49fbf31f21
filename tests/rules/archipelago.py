"""What the tests of Small Islands share, besides `support` and `chapters`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import swenv
from referee.archipelago import Archipelago
from support import play
from swenv.islands import Island, islands
from swenv.islands.content import DATA

RESOURCES = ("lotus", "dragonfruit", "laurel")
"""The three natural resources, in the order of the box."""
SIDES = "NESW"
"""The directions, in the order of the edges of a tile."""
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
"""From a cell to its neighbour in a direction, in rows and columns."""
FIXED: dict[str, Any] = {"start_layout": "fixed"}
"""Option: the start tiles lie, so that a new game begins with the choice of cards."""

LEVEL = 4
"""The level of the tests that do not look at it: 8 explore and 3 dock cards."""
REWARD = {"house", "score", "alexis_house"}
"""The phases of a reward phase."""
_OPTIONS = ("window", "level", "start_layout", "best_resource", "best_token", "reward")
_ENTRY = re.compile(r"(\w+)@(\d+),(\d+)r([0-3])")


def data() -> dict[str, Any]:
    """The data file of the box."""
    return DATA


@cache
def land() -> tuple[str, ...]:
    """The ids of the 56 land tiles, in the order of the data file."""
    return tuple(entry["id"] for entry in data()["land_tiles"])


@cache
def printed() -> dict[str, dict[str, Any]]:
    """The 56 land tiles and the 8 start faces of the data file, by id."""
    return {entry["id"]: entry for entry in data()["land_tiles"] + data()["start_tiles"]}


def examples(example: str) -> list[dict[str, Any]]:
    """The entries of a worked example in the data file, lettered ones in order: `examples("SI-EX-4")` has 4a and 4b."""
    own = re.compile(re.escape(example) + "[a-z]?")
    found = [entry for entry in data()["examples"] if own.fullmatch(entry["id"])]
    assert found, f"the data file has no {example}"
    return found


def scene(example: dict[str, Any], rows: int = 0, columns: int = 0) -> dict[str, Any]:
    """What lies on the board of an entry of `examples`, as fields of a position; ships belong to seats 0, 1, ...

    The whole board can be moved, off the edge of the table: `scene(example, 5, 5)`.
    """

    def moved(name: str) -> list[dict[str, Any]]:
        found = example.get(name, [])
        return [{**entry, "r": entry["r"] + rows, "c": entry["c"] + columns} for entry in found]

    houses = [{"seat": house["player"], "r": house["r"], "c": house["c"]} for house in moved("houses")]
    ships = [{**ship, "owner": owner} for owner, ship in enumerate(moved("ships"))]
    return {"tiles": moved("tiles"), "ships": ships, "markers": moved("markers"), "houses": houses}


def tiles(*entries: str) -> list[dict[str, Any]]:
    """Tiles of a position from the short form of the rules: `tiles("CC1@0,0r2", "CD1@1,0r0")`."""
    found = []
    for entry in entries:
        match = _ENTRY.fullmatch(entry)
        assert match, f"'{entry}' is not of the form CC1@0,0r2"
        name, row, column, rotation = match.groups()
        found.append({"tile": name, "r": int(row), "c": int(column), "rot": int(rotation)})
    return found


def game(players: int = 2, mode: str = "standard", **options: Any) -> swenv.Game:
    """A loaded game of Small Islands."""
    return swenv.load("islands", num_players=players, mode=mode, **options)


def fresh(players: int = 2, mode: str = "standard", seed: int = 1, **options: Any) -> swenv.State:
    """A new game, at its first decision; with `start_layout="fixed"` that is the first choice of cards."""
    return game(players, mode, **options).new_state(seed=seed)


def position(phase: str, players: int = 2, mode: str = "standard", **fields: Any) -> swenv.State:
    """A state from the fields of a position document, of which only what matters need be named.

    Options of the game (`window`, `level`, `best_token`, ...) stand among the fields; `window` is 17 unless named.
    In a reward phase whose ships are not named a ship lies in the first harbour: a docking began it (SI-INV-2).
    """
    options = {name: fields.pop(name) for name in _OPTIONS if name in fields}
    stated = {"format": "swenv-position/1", "game": "islands", "num_players": players, "phase": phase, **fields}
    if phase in REWARD and "ships" not in fields and not fields.get("turn_state", {}).get("stuck"):
        board = Archipelago({"ships": [], "markers": [], "houses": [], "window": 17, **options, **stated})
        docker = fields.get("turn_state", {}).get("docker", fields.get("turn", 0))
        stated["ships"] = [ship(*min(board.harbours), "grey" if players < 4 else docker)]
    return game(players, mode, **options).from_position(stated)


def stocked(
    phase: str,
    players: int = 2,
    *,
    tiles: list[dict[str, Any]],
    hands: Sequence[Sequence[str]],
    market: Sequence[str | None] = (None, None, None),
    navigation: Sequence[str] = (),
    reserve: Sequence[str] = (),
    seats: Sequence[dict[str, Any]] | None = None,
    **fields: Any,
) -> swenv.State:
    """As `position`, with every land tile accounted for: those that are named nowhere are removed from the game."""
    chosen = fields.get("turn_state", {}).get("chosen")
    named = {entry["tile"] for entry in tiles} | {*market, *navigation, *reserve, chosen}.union(*hands)
    entries = [{**entry, "hand": list(hand)} for entry, hand in zip(seats or [{}] * players, hands, strict=True)]
    stacks = {"market": list(market), "navigation": list(navigation), "reserve": list(reserve)}
    removed = [tile for tile in land() if tile not in named]
    return position(phase, players, tiles=tiles, seats=entries, removed=removed, **stacks, **fields)


def plays(state: swenv.State, *actions: str | int) -> swenv.State:
    """The state after the actions; the one given stays as it is."""
    return play(state.copy(), *actions)


def ways(state: swenv.State, verb: str) -> set[tuple[Any, ...]]:
    """The arguments with which a verb is legal now: `ways(state, "place")` may be {(8, 9, 0), (8, 9, 1)}."""
    actions = (state.game.action(index) for index in state.legal_actions())
    return {action.args for action in actions if action.verb == verb}


def first_of(state: swenv.State, verb: str) -> str:
    """The text of the legal action of a verb that has the lowest index."""
    for index in state.legal_actions():
        action = state.game.action(index)
        if action.verb == verb:
            return str(action)
    raise AssertionError(f"{verb} is not legal in phase {state.phase}")


def explored(state: swenv.State, slot: int | None = None) -> swenv.State:
    """The state after the seat to act has explored: market slot, first hand tile that fits, first cell, no marker."""
    state = play(state.copy(), first_of(state, "take") if slot is None else f"take {slot}")
    while state.phase == "blocked":
        play(state, "hand 0")
    for phase, verb in (("hand", "hand"), ("place", "place"), ("marker", "pass")):
        if state.phase == phase:
            play(state, first_of(state, verb))
    return state


def ship(r: int, c: int, owner: int | str = "grey") -> dict[str, Any]:
    """A docked ship of a position."""
    return {"r": r, "c": c, "owner": owner}


def house(seat: int | str, r: int, c: int) -> dict[str, Any]:
    """A house of a position."""
    return {"seat": seat, "r": r, "c": c}


def marker(shows: str, r: int, c: int, **fields: Any) -> dict[str, Any]:
    """A marker of a position, seat 0 if not named: `marker("lotus", 8, 8, slot=1)`, `marker("port", 8, 8, piece=0)`."""
    return {"as": shows, "r": r, "c": c, **fields}


def on_missions(*current: str) -> list[dict[str, Any]]:
    """The seats of a position, each with its current mission."""
    return [{"missions": {"current": card}} for card in current]


def island_at(state: swenv.State, r: int, c: int, piece: int = 0) -> Island:
    """The island that a piece of land belongs to."""
    (found,) = (island for island in islands(state) if (r, c, piece) in island.pieces)
    return found


# Solo


@cache
def expeditions() -> dict[str, dict[str, Any]]:
    """The 15 expedition cards of the data file, by id."""
    return {card["id"]: card for card in data()["expedition_cards"]}


def kinds(cards: Sequence[str]) -> dict[str, int]:
    """How many explore and dock cards there are among these."""
    found = [expeditions()[card]["kind"] for card in cards]
    return {kind: found.count(kind) for kind in ("explore", "dock")}


def deck(*top: str, level: int = LEVEL) -> list[str]:
    """A whole expedition deck of a level with these cards on top."""
    (his,) = (card for card in data()["alexis_cards"] if card["level"] == level)
    wanted, cards = {"explore": his["explore_cards"], "dock": his["dock_cards"]}, list(top)
    for card, entry in expeditions().items():
        if card not in cards and kinds(cards)[entry["kind"]] < wanted[entry["kind"]]:
            cards.append(card)
    assert kinds(cards) == wanted
    return cards
