"""Documents that clients send: games to load, positions and boards to draw. They cannot name files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from swenv.core import registry, schemas
from swenv.core.game import Game, State
from swenv.core.replay import FORMAT


def load(name: str, num_players: int, options: Mapping[str, Any]) -> Game:
    """Load a game for a client: no option may name a file.

    Raises:
        ValueError: there is no such game or option.
    """
    header = {"format": FORMAT, "game": name, "num_players": num_players, "options": options, "seed": 0, "versions": {}}
    schemas.validate("replay", header, "game")
    return registry.load_with(name, num_players, options)


def opened(position: Mapping[str, Any], options: Mapping[str, Any]) -> State:
    """The state of a position document.

    Raises:
        ValueError: it is invalid; the message names the field.
    """
    name, seats, stated = registry.game_of(position)
    return load(name, seats or registry.kind(name).seats[0], {**stated, **options}).from_position(position)


def judged(draw: Callable[[], str]) -> dict[str, Any]:
    """The picture of a document, or what is wrong with it."""
    try:
        return {"error": "", "field": [], "picture": draw()}
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        return {"error": str(error), "field": _field(str(error)), "picture": ""}


def _field(message: str) -> list[str]:
    """The path of the field that a message about a position names, empty if it names none."""
    found = _FIELD.search(message)
    if found is None:
        return []
    region, path = found.groups()
    return [*(["regions", region] if region else []), *re.findall(r"[^.\[\]]+", path)]


_FIELD = re.compile(r"(?:region (\d+), )?field '([^']+)'")
