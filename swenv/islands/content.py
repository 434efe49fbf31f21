"""The tiles, cards and tokens of Small Islands, read from `islands.json` (sections 4 and 5, SI-SOLO-3, SI-CARD-D1)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("islands.json").read_text(encoding="utf-8"))
"""The data file as it is, including its worked examples."""

MARKERS = ("lotus", "dragonfruit", "laurel", "any")
"""The markers of a seat, by their resource side (SI-MARK-5)."""

_SIDES = "NESW"
_MARKER_FACES = ("lotus", "dragonfruit", "laurel", "port")
_GOAL_RULES = {
    "at_least": "SI-CARD-G1",
    "two_resources_equal": "SI-CARD-G2",
    "more_than": "SI-CARD-G3",
    "equal_to_either": "SI-CARD-G4",
}
_REWARD_RULES = {
    "symbols": "SI-CARD-R1",
    "discovery": "SI-CARD-R2",
    "least_resource": "SI-CARD-R3",
    "most_resource": "SI-CARD-R4",
    "flat": "SI-CARD-R5",
    "chosen_resource_ports": "SI-CARD-R6",
    "island_size": "SI-CARD-R7",
    "building_sites": "SI-CARD-R8",
}


@dataclass(frozen=True)
class Piece:
    """A piece of land on a tile (SI-TILE-2, SI-TILE-3).

    Attributes:
        edges: Sides of the unrotated tile that it touches: N, E, S, W = 0 to 3.
        resources: Resources that its slots show.
        temple: Number of temples, 0 or 1.
        ports: Number of printed ports.
        site: Whether it has the building site of the tile.
        coast: Whether a port marker can be placed on it.
    """

    edges: tuple[int, ...]
    resources: tuple[str, ...]
    temple: int
    ports: int
    site: bool
    coast: bool


@dataclass(frozen=True)
class Tile:
    """A land tile, or one face of a start tile.

    Attributes:
        id: Its name, such as "KA1".
        shape: Its appearance in words.
        pieces: Its pieces of land, separated by sea.
    """

    kind: ClassVar[str] = "tile"

    id: str
    shape: str
    pieces: tuple[Piece, ...]

    @property
    def edges(self) -> tuple[bool, bool, bool, bool]:
        """Whether the sides N, E, S, W of the unrotated tile are land."""
        north, east, south, west = (any(side in piece.edges for piece in self.pieces) for side in range(4))
        return north, east, south, west

    def to_dict(self) -> dict[str, Any]:
        """Its fields as plain JSON types, and the rule that states it."""
        return {"rule": "SI-SET-2", **_plain(self)}


@dataclass(frozen=True)
class Goal:
    """A condition on an island (section 5.1).

    Attributes:
        type: "at_least", "two_resources_equal", "more_than" or "equal_to_either".
        symbols: Minimum number of each symbol, for "at_least".
        resources: There must be more of the first than of the second; or the first must equal one of the others.
    """

    type: str
    symbols: Mapping[str, int]
    resources: tuple[str, ...]


@dataclass(frozen=True)
class Reward:
    """How many points an island pays (section 5.3).

    Attributes:
        type: "symbols", "discovery", "least_resource", "most_resource", "flat", "chosen_resource_ports",
            "island_size" or "building_sites".
        each: Points per symbol, resource, pair of ports or site, by name.
        flat: Additional points.
        bands: For "island_size": minimum number of tiles, and points.
    """

    type: str
    each: Mapping[str, int]
    flat: int
    bands: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class GoalCard:
    """A goal card of the advanced mode.

    Attributes:
        id: Its name, such as "G01".
        goal: The goal.
    """

    kind: ClassVar[str] = "goal card"

    id: str
    goal: Goal

    def to_dict(self) -> dict[str, Any]:
        """Its fields as plain JSON types, and the rule that states it."""
        return {"rule": _GOAL_RULES[self.goal.type], **_plain(self)}


@dataclass(frozen=True)
class RewardCard:
    """A reward card of the advanced mode.

    Attributes:
        id: Its name, such as "R01".
        reward: The reward.
    """

    kind: ClassVar[str] = "reward card"

    id: str
    reward: Reward

    def to_dict(self) -> dict[str, Any]:
        """Its fields as plain JSON types, and the rule that states it."""
        return {"rule": _REWARD_RULES[self.reward.type], **_plain(self)}


@dataclass(frozen=True)
class Mission:
    """A mission card of the standard mode.

    Attributes:
        id: Its name, such as "M01".
        goal: The goal half.
        reward: The reward half.
    """

    kind: ClassVar[str] = "mission card"

    id: str
    goal: Goal
    reward: Reward

    def to_dict(self) -> dict[str, Any]:
        """Its fields as plain JSON types, and the rule that states it."""
        return {"rule": _GOAL_RULES[self.goal.type], **_plain(self)}


@dataclass(frozen=True)
class AlexisCard:
    """A side of an Alexis card (section 9.1).

    Attributes:
        id: The name of its level, such as "level_5".
        level: 1 to 6.
        explore_cards: Explore cards in his deck.
        dock_cards: Dock cards in his deck.
        end_points: His bonus at the end.
        end_per_house: Points for each of his houses at the end.
    """

    kind: ClassVar[str] = "Alexis card"

    id: str
    level: int
    explore_cards: int
    dock_cards: int
    end_points: int
    end_per_house: int

    def to_dict(self) -> dict[str, Any]:
        """Its fields as plain JSON types, and the rule that states it."""
        return {"rule": "SI-SOLO-3", **_plain(self)}


@dataclass(frozen=True)
class Expedition:
    """An expedition card of Alexis (section 9.2).

    Attributes:
        id: Its name, such as "X01".
        docks: Whether he tries to dock first.
        slot: The market slot from which he takes a tile.
        directions: The three directions in which he searches: N, E, S, W = 0 to 3.
        goal: The goal of islands that he builds on.
    """

    kind: ClassVar[str] = "expedition card"

    id: str
    docks: bool
    slot: int
    directions: tuple[int, ...]
    goal: Goal

    def to_dict(self) -> dict[str, Any]:
        """Its fields as plain JSON types, and the rule that states it."""
        return {"rule": "SI-SOLO-5", **_plain(self)}


@dataclass(frozen=True)
class MarkerMode:
    """A way to use a marker (SI-MARK-5).

    Attributes:
        marker: Which of a seat's four markers is used: lotus, dragonfruit, laurel, any.
        shows: What it then shows: one of the three resources, or 3 for a port.
    """

    marker: int
    shows: int

    @property
    def name(self) -> str:
        """The argument of the action: "lotus", "any_lotus", "port_lotus" and so on."""
        shown, marker = _MARKER_FACES[self.shows], MARKERS[self.marker]
        if shown == "port":
            return f"port_{marker}"
        return shown if shown == marker else f"any_{shown}"


def _plain(entry: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(asdict(entry)))
    return plain


def _tile(entry: Mapping[str, Any]) -> Tile:
    pieces = [
        Piece(
            edges=tuple(_SIDES.index(side) for side in piece["edges"]),
            resources=tuple(piece["resource_slots"]),
            temple=piece["temple"],
            ports=piece["ports"],
            site=piece["house_site"],
            coast=piece["coast"],
        )
        for piece in entry["pieces"]
    ]
    return Tile(entry["id"], entry["shape"], tuple(pieces))


def _goal(entry: Mapping[str, Any]) -> Goal:
    named = {"more_than": ("more", "less"), "equal_to_either": ("resource",)}.get(entry["type"], ())
    return Goal(
        entry["type"],
        entry.get("symbols", {}),
        (*(entry[name] for name in named), *entry.get("others", ())),
    )


def _reward(entry: Mapping[str, Any]) -> Reward:
    each = dict(entry.get("per_symbol", {}))
    each |= {name: entry[f"pp_per_{name}"] for name in ("resource", "port_pair", "site") if f"pp_per_{name}" in entry}
    bands = tuple((band["min"], band["pp"]) for band in entry.get("bands", ()))
    return Reward(entry["type"], each, entry.get("flat", 0), bands)


TILES = tuple(_tile(entry) for entry in (*DATA["land_tiles"], *DATA["start_tiles"]))
"""The 56 land tiles, followed by the 8 faces of the start tiles; the number of a tile is its index."""
GOALS = tuple(GoalCard(entry["id"], _goal(entry["goal"])) for entry in DATA["goal_cards"])
REWARD_CARDS = tuple(RewardCard(entry["id"], _reward(entry["reward"])) for entry in DATA["reward_cards"])
MISSIONS = tuple(
    Mission(entry["id"], _goal(entry["goal"]), _reward(entry["reward"])) for entry in DATA["mission_cards"]
)
LEVELS = tuple(
    AlexisCard(
        f"level_{entry['level']}",
        *(entry[key] for key in ("level", "explore_cards", "dock_cards", "end_pp", "end_pp_per_house")),
    )
    for entry in DATA["alexis_cards"]
)
EXPEDITIONS = tuple(
    Expedition(
        entry["id"],
        entry["kind"] == "dock",
        entry["market_index"],
        tuple(_SIDES.index(side) for side in entry["directions"]),
        _goal(entry["goal"]),
    )
    for entry in DATA["expedition_cards"]
)
MARKER_MODES = tuple(MarkerMode(entry["slot"], _MARKER_FACES.index(entry["as"])) for entry in DATA["markers"]["modes"])
TOKENS: tuple[int, ...] = tuple(DATA["discovery_tokens"]["values"])
"""The values of the discovery tokens, ascending."""
TOKEN_KINDS = tuple(sorted(set(TOKENS)))
TILE_NUMBER = {tile.id: number for number, tile in enumerate(TILES)}

FIXED_LAYOUT = (("ST4A", 0, 0, 0), ("ST1A", 0, 1, 2), ("ST2B", 1, 0, 0), ("ST3A", -1, 0, 1))
"""The layout of `start_layout="fixed"`: face, rows below and columns right of the centre, rotation."""
