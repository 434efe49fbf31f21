"""Strategies of Hypothesis: documents that users may load, with a few of their values changed.

A change writes a value that the schema of the document allows at its place, or one just beyond, or one from elsewhere
in the document; or it removes, doubles or moves something. Most changed documents have the right shape, yet no game
leads to them: that is where mistakes of a reader hide.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import swenv
from randomplay import BOTH, busy_walk
from roundtrips import own_content
from swenv import maps
from swenv.core import schemas

Path = tuple[Any, ...]

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "smallworld": ("smallworld", {"num_players": 2}),
    "own-smallworld-43": ("smallworld", {"num_players": 3, "rounds": 5}),
    "underground": ("underground", {"num_players": 2}),
    "mixed": ("underground", {"num_players": 4, "boxes": BOTH}),
    "own-mixed-60": ("underground", {"num_players": 2, "rounds": 6, "boxes": BOTH}),
    "warcraft": ("warcraft", {"num_players": 2}),
    "own-warcraft-58": ("warcraft", {"num_players": 3, "rounds": 6}),
    "islands": ("islands", {"num_players": 3, "start_layout": "random"}),
    "islands-advanced": ("islands", {"num_players": 2, "mode": "advanced", "window": 15}),
    "islands-solo": ("islands", {"num_players": 1}),
}
"""The games whose positions and replays are changed, by name: arguments of `swenv.load`.

Races and powers of their own are drawn from the names of some, with numbers that bring many fields.
"""
ODD: list[Any] = [None, True, False, "", "orc\u00e9 \u2603", "\ud800", 1.5, float("nan"), -0.0, -1, 2**31, 2**64]
ODD += [10**400, [], {}, [[]], {"a": 1}, "9" * 500]
"""Values that fit nowhere."""
KEYS: list[Any] = ["colour", "", "\u00b2", "\u0663", "01", "-1", " 1", "1_0", "9" * 5000, "regions", "\ud800", 7, None]
"""Names that no field has."""
CONTRADICTED = ("column", "race_stack", "power_stack", "discarded_powers", "tray", "places_stack", "bomb_stack")
"""Fields that say where other pieces are; without them more changes are accepted."""
STACKS = ("race_stack", "power_stack", "discarded_powers", "places_stack", "bomb_stack", "reserve", "navigation")
"""Those that are lists of names."""

HOW = ("allowed", "allowed", "step", "step", "other", "other", "swap", "swap")
HOW += ("add", "remove", "double", "move", "move", "odd", "key")
"""Ways to change a document, frequent ones several times."""


@lru_cache
def loaded(kind: str) -> swenv.Game:
    """One of `KINDS`."""
    name, options = KINDS[kind]
    dice = random.Random(kind)
    while kind.startswith("own"):
        own = own_content(name, options, dice)
        with suppress(ValueError):  # as the box has some pieces once
            return swenv.load(name, **options, extra_races=own["extra_races"], extra_powers=own["extra_powers"])
    return swenv.load(name, **options)


@lru_cache
def played(kind: str) -> tuple[str, ...]:
    """Positions of three random games, as text."""
    game, dice = loaded(kind), random.Random(kind)
    found = []
    for seed in range(3):
        states = [state.copy() for state, _ in busy_walk(game, seed)]
        chosen = [*{state.phase: state for state in states}.values(), *dice.sample(states, 12)]
        found += [json.dumps(state.to_position()) for state in chosen]
    return tuple(found)


# Values that a schema allows


@lru_cache
def schema(name: str) -> dict[str, Any]:
    """One of the schemas of the package."""
    return schemas.schema(name)


def valid(node: dict[str, Any], whole: dict[str, Any]) -> SearchStrategy[Any]:
    """Values that a part of a schema allows, whole numbers also one beyond their bounds."""
    if "$ref" in node:
        return valid(whole["definitions"][node["$ref"].rpartition("/")[2]], whole)
    for several in ("anyOf", "oneOf"):
        if several in node:
            return st.one_of([valid(each, whole) for each in node[several]])
    if "enum" in node:
        return st.sampled_from(node["enum"])
    kinds = node.get("type", "string")
    return st.one_of([_of_type(kind, node, whole) for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def _of_type(kind: str, node: dict[str, Any], whole: dict[str, Any]) -> SearchStrategy[Any]:
    low, high = node.get("minimum", -1), node.get("maximum", 20)
    if kind == "array":
        entries = valid(node["items"], whole) if isinstance(node.get("items"), dict) else st.integers(0, 9)
        return st.lists(entries, max_size=min(6, node.get("maxItems", 6)))
    if kind == "object":
        fields = {name: valid(part, whole) for name, part in node.get("properties", {}).items()}
        return st.fixed_dictionaries({}, optional=fields)
    simple: dict[str, SearchStrategy[Any]] = {
        "integer": st.one_of(st.integers(low - 1, min(high + 1, low + 12)), st.integers(low - 1, high + 1)),
        "number": st.floats(-1, 20),
        "boolean": st.booleans(),
        "null": st.none(),
        "string": st.sampled_from(["orcs", "hill", "smallworld-2p", "conquer 3", "CC1", "2.1", ""]),
    }
    return simple[kind]


def part_of(path: Path, whole: dict[str, Any]) -> dict[str, Any] | None:
    """What a schema says of the value at a path, if it says anything."""
    node: Any = whole
    for key in path:
        while "$ref" in node:
            node = whole["definitions"][node["$ref"].rpartition("/")[2]]
        if isinstance(key, int):
            node = node.get("items")
        else:
            node = node.get("properties", {}).get(key, node.get("additionalProperties"))
        if not isinstance(node, dict):
            return None
    return node


# Changes


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The paths and values of everything in a document, without the whole."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield (*path, key), entry
        yield from places(entry, (*path, key))


def at(document: Any, path: Path) -> Any:
    """The value at a path."""
    for key in path:
        document = document[key]
    return document


def a_place(draw: DrawFn, document: Any, fits: Callable[[Path, Any], bool] = lambda path, value: True) -> Path | None:
    """A path; the fields of the whole are as likely as those deep in the map."""
    found: dict[Any, list[Path]] = {}
    for path, value in places(document):
        if path[0] not in ("format", "game") and fits(path, value):
            found.setdefault(path[0], []).append(path)
    return draw(st.sampled_from(found[draw(st.sampled_from(sorted(found, key=str)))])) if found else None


def change(draw: DrawFn, document: Any, whole: dict[str, Any], others: Callable[[], Any]) -> None:
    """Change a document at one place."""
    how = draw(st.sampled_from(HOW))
    path = a_place(draw, document)
    if path is None:
        return
    parent, key, value = at(document, path[:-1]), path[-1], at(document, path)
    stacks = [each for each in map(document.get, STACKS) if each and isinstance(each, list)]
    part = part_of(path, whole)
    if how == "allowed" and part is not None:
        parent[key] = draw(valid(part, whole))
    elif how == "step" and isinstance(value, int):
        parent[key] = draw(st.sampled_from([value - 1, value + 1, 0, 1, 2]))
    elif how == "other":
        alike = [each for place, each in places(others()) if place[-1] == key or type(each) is type(value)]
        parent[key] = draw(st.sampled_from(alike or [None]))
    elif how == "swap" and len(stacks) > 1:
        one, other = draw(st.permutations(stacks))[:2]
        one[0], other[0] = other[0], one[0]
    elif how == "add" and isinstance(value, dict) and part is not None and part.get("properties"):
        name = draw(st.sampled_from(sorted(part["properties"])))
        value[name] = draw(valid(part["properties"][name], whole))
    elif how == "remove":
        del parent[key]
    elif how == "double" and isinstance(value, list) and value:
        value.insert(draw(st.integers(0, len(value))), json.loads(json.dumps(draw(st.sampled_from(value)))))
    elif how == "move" and isinstance(parent, dict) and str(key).isdigit():
        parent[str(draw(st.integers(0, 45)))] = parent.pop(key)
    elif how == "odd" and draw(st.integers(0, 3)) == 0:
        parent[key] = draw(st.sampled_from(ODD))
    elif how == "key" and isinstance(value, dict) and draw(st.integers(0, 3)) == 0:
        value[draw(st.sampled_from(KEYS))] = draw(st.sampled_from([0, 1, {}, "x"]))


@st.composite
def pairs(draw: DrawFn, kind: str, most: int = 2) -> tuple[dict[str, Any], dict[str, Any]]:
    """A position of one of `KINDS`, and the same with some changes."""
    games = st.sampled_from(played(kind))
    text = draw(games)
    document: dict[str, Any] = json.loads(text)
    if draw(st.booleans()):
        for name in CONTRADICTED:
            document.pop(name, None)
    whole = schema("islands" if document["game"] == "islands" else "position")
    for _ in range(draw(st.integers(1, most))):
        change(draw, document, whole, lambda: json.loads(draw(games)))
    return json.loads(text), document


def positions(kind: str) -> SearchStrategy[dict[str, Any]]:
    """A changed position of one of `KINDS`."""
    return pairs(kind, 5).map(lambda pair: pair[1])


@st.composite
def boards(draw: DrawFn) -> dict[str, Any]:
    """A changed board."""
    document: dict[str, Any] = json.loads(maps.path(draw(st.sampled_from(maps.names()))).read_text(encoding="utf-8"))
    for _ in range(draw(st.integers(1, 4))):
        change(draw, document, schema("board"), lambda: document)
    return document


@st.composite
def replays(draw: DrawFn, kind: str) -> str:
    """The text of a changed replay."""
    lines = _recorded(kind).splitlines()
    which = draw(st.integers(0, 1)) * draw(st.integers(0, len(lines) - 1))
    how = draw(st.sampled_from(["field", "field", "order", "remove", "text"]))
    if how == "field":
        line = json.loads(lines[which])
        change(draw, line, schema("move" if which else "replay"), lambda: line)
        lines[which] = json.dumps(line, skipkeys=True)
    elif how == "order":
        lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(which))
    elif how == "remove":
        del lines[which]
    text = "\n".join(lines)
    where = draw(st.integers(0, len(text)))
    odd = draw(st.sampled_from(["", "{", "[" * 100_000, "\x00", "\u2028", "9", '"'])) if how == "text" else ""
    return text[:where] + odd + text[where:]


@lru_cache
def _recorded(kind: str) -> str:
    """The text of a replay of forty decisions."""
    recorder = swenv.Recorder(loaded(kind), seed=3)
    for _ in range(40):
        legal = recorder.state.legal_actions()
        recorder.apply(int(legal[len(legal) // 2]))
    return recorder.replay.text()
