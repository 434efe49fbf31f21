"""What the tests of Underground's worked examples and clarifications share, besides `support`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import swenv
from support import UX18, active, held, play, race, region, seat, tokens

RACES = [
    "cultists", "drow", "flames", "gnomes", "iron_dwarves", "kraken", "liches", "lizardmen", "mudmen", "mummies",
    "ogres", "shadow_mimes", "shrooms", "spiderines", "will_o_wisps",
]  # fmt: skip
POWERS = [
    "adventurous", "fisher", "flocking", "frightened", "immortal", "magic", "martyr", "mining", "muddy", "mystic",
    "quarreling", "reborn", "royal", "shield", "stone", "thieving", "tomb", "vampire", "vanishing", "vengeful",
    "wise",
]  # fmt: skip
IDLE = seat(active("spiderines", "flocking"))
"""A seat whose active race has no token left, so that `finish` is its whole turn and pays nothing."""


def ux18(terrain: Mapping[int, str] | None = None, monsters: Sequence[int] = ()) -> dict[str, Any]:
    """The board UX18 with other terrain in some regions, or with more Monster regions."""
    board: dict[str, Any] = json.loads(Path(UX18).read_text())
    board["name"] = "ux18-changed"
    for number, name in (terrain or {}).items():
        board["regions"][number]["terrain"] = name
    for number in monsters:
        board["regions"][number]["monster"] = True
    return board


def hold(
    owner: int, name: str, tokens: int = 1, place: str | None = None, relics: Sequence[str] = (), **markers: int
) -> dict[str, Any]:
    """A region held by a race, as `support.held`, with the Place and the Relics there."""
    return {**held(owner, name, tokens, **markers), **lie(place, relics, **markers)}


def lie(place: str | None = None, relics: Sequence[str] = (), **markers: int) -> dict[str, Any]:
    """A region where nobody stands, with the Place, the Relics and the markers there."""
    found: dict[str, Any] = {"markers": markers}
    if place:
        found["place"] = place
    if relics:
        found["relics"] = list(relics)
    return found


def hand(state: swenv.State, owner: int, name: str) -> int:
    """Tokens of a race that are not on the map, those that wait for their redeployment included."""
    return int(race(state, owner, name).get("hand", 0))


def coins(state: swenv.State) -> list[int]:
    """The purses."""
    return [int(purse) for purse in state.coins]


def tray(state: swenv.State, name: str) -> int:
    """Tokens of a race in the tray."""
    return int(state.to_position()["tray"][name])


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    """The rows of the column: race, power, coins."""
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]


def markers(state: swenv.State, number: int) -> dict[str, int]:
    """The markers of a region that are there."""
    return {name: count for name, count in region(state, number).get("markers", {}).items() if count}


def where(state: swenv.State, marker: str) -> list[int]:
    """The regions in which a marker lies."""
    return [int(number) for number in state.to_position()["regions"] if marker in markers(state, int(number))]


def relics(state: swenv.State, number: int) -> list[str]:
    """The Relics in a region."""
    return list(region(state, number).get("relics", []))


def place(state: swenv.State, number: int) -> str | None:
    """The Place in a region."""
    found: str | None = region(state, number).get("place")
    return found


def turn_state(state: swenv.State, field: str) -> Any:
    """A field of what the turn remembers."""
    return state.to_position()["turn_state"][field]


def marked(state: swenv.State, owner: int) -> bool:
    """Whether a seat holds a Vengeance marker."""
    return bool(state.to_position()["seats"][owner].get("vengeance", False))


def races_of(state: swenv.State, owner: int) -> list[str]:
    """The races of a seat."""
    return [entry["race"] for entry in state.to_position()["seats"][owner]["races"]]


def verbs(state: swenv.State) -> set[str]:
    """The verbs that are legal now."""
    return {state.game.action(index).verb for index in state.legal_actions()}


def price(state: swenv.State, number: int) -> int:
    """Tokens that a conquest puts in the region; the hand must be larger, so that conquests go on."""
    after = play(state.copy(), f"conquer {number}")
    assert after.phase == "conquest" and after.last_roll is None
    return tokens(after, number)


def lay_out(state: swenv.State, number: int) -> swenv.State:
    """End the conquests of this turn, if they have not ended, and put all that is in hand into one region."""
    if state.phase in ("choose", "ready", "conquest"):
        play(state, "finish")
    if state.phase == "deploy":
        play(state, f"deploy_rest {number}")
    return state
