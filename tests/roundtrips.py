"""Plays random games and reads back the position after every step: it must give the same state, bit for bit.

A game has a number; with the seed it determines the options, the boards and all actions, so that
`findings(name, 1, range(271, 272))` plays it again. Every third table has races and powers of its own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields
from functools import lru_cache
from typing import Any

import swenv
from randomplay import BOTH, busy_walk, haunted_game, walk
from swenv import maps
from swenv.smallworld import Power, Race, game, tables, warcraft_boards
from swenv.smallworld.content.entries import PLACE_NAMES
from swenv.smallworld.rules.record import FACTIONS

PER_TABLE = 20
"""The number of games in a row that are played with the same options."""
CONTENT = {"race": Race, "power": Power}


# Options


def table(name: str, seed: int, number: int) -> swenv.Game:
    """Load the game with which game `number` is played."""
    return _table(name, seed, number // PER_TABLE)


@lru_cache(maxsize=4)
def _table(name: str, seed: int, number: int) -> swenv.Game:
    dice = random.Random(f"{name} {seed} table {number}")
    num_players = dice.choice(swenv.core.registry.kind(name).seats)
    if name == "islands":
        return swenv.load(name, num_players=num_players, **options_of_islands(dice, num_players))
    own = dice.random() < 1 / 3
    while True:  # some combinations are refused
        options = options_of_regions(name, dice, num_players)
        if own:
            options |= own_content(name, options, dice)
        with suppress(ValueError):
            return swenv.load(name, num_players=num_players, **options)


def options_of_islands(dice: random.Random, num_players: int) -> dict[str, Any]:
    """Draw options of Small Islands."""
    return {
        "mode": dice.choice(("standard", "advanced")),
        "window": dice.choice((3, 5, 9, 15, 17, 17, 21)),
        "start_layout": dice.choice(("first_player", "random", "fixed")),
        "level": dice.randrange(1, 7) if num_players == 1 else 1,
        "best_resource": dice.random() < 0.3,
        "best_token": dice.random() < 0.3,
    }


def options_of_regions(name: str, dice: random.Random, num_players: int) -> dict[str, Any]:
    """Draw options of a game on boards of regions."""
    options: dict[str, Any] = {
        "rounds": dice.choice((None, None, 3, (4, 7))),
        "hide_coins": dice.random() < 0.3,
        "own_decline_defends": dice.random() < 0.2,
    }
    if name == "warcraft":
        if dice.random() < 0.7:
            options["boards"] = dice.choice(list(warcraft_boards.all_tables(num_players))).faces
    else:
        printed = [board for board in maps.names() if board.startswith(name)]
        choices: list[Any] = [None, None, dice.choice(printed), dice.sample(printed, 2)]
        first = dice.randrange(10_000)
        if name == "smallworld":
            choices += [f"random:{first}", f"random:{first}-{first + 3}"]
        else:
            choices.append(haunted_game(num_players).options["map"])
        options["map"] = dice.choice(choices)
        options["boxes"] = dice.choice((None, BOTH))
        options["places"] = dice.choice((None, None, True, False))
    for word in ("races", "powers"):
        if dice.random() < 0.15:
            options[word] = (12, 16) if word == "races" else (16, 19)
    for word, values in {"substitution_needs_hand": (True, False), **game.CHOICES}.items():
        if word not in ("reward", *(swenv.core.registry.kind(name).foreign)) and dice.random() < 0.1:
            options[word] = dice.choice(values)
    return options


def own_content(name: str, options: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Invent races and powers; of the box, leave out those that need the same pieces."""
    boxes = tables.boxes_in_play(name, {"boxes": options.get("boxes") or [tables.BOX_OF[name]], "places": False})
    made: dict[str, list[Any]] = {
        kind: [invented(each, f"own_{kind}_{k}", boxes, dice) for k in range(dice.randrange(1, 4))]
        for kind, each in CONTENT.items()
    }
    once = {each.name for kind in made.values() for entry in kind for each in entry.declared() if each.metadata["once"]}
    own: dict[str, Any] = {f"extra_{kind}s": entries for kind, entries in made.items()}
    for kind in CONTENT:
        printed = (entry for box in sorted(boxes) for entry in getattr(game.BOXES[box], f"{kind}s".upper()))
        free = [entry.name for entry in printed if once.isdisjoint(each.name for each in entry.declared())]
        left = dice.sample(free, dice.randrange(len(free) // 2, len(free) + 1))
        own[f"{kind}s"] = [*left, *(entry.name for entry in made[kind])]
    return own


def invented(kind: type[Any], name: str, boxes: set[str], dice: random.Random) -> Any:
    """Invent a race or power with a few fields, some of them with extreme values."""
    known = [each for each in fields(kind) if each.metadata["trait"] or each.metadata["number"]]
    known += [each for each in fields(kind) if each.metadata["regions"] and each not in known]
    known += [each for each in fields(kind) if each.name == "stays_in_decline"]
    played = [each for each in known if not boxes.isdisjoint(each.metadata["boxes"])]
    values: dict[str, Any] = {}
    for each in dice.sample(played, dice.choice((1, 2, 3, 5, 8))):
        if each.metadata["regions"]:
            values[each.name] = tuple(dice.sample(PLACE_NAMES, dice.randrange(1, 5)))
        else:
            values[each.name] = dice.choice((1, 2, 3, 40)) if each.metadata["number"] else True
    tokens = dice.choice((1, 2, 4, 6, 9, 20, 40) if kind is Race else (0, 1, 3, 4, 5, 12, 40))
    if kind is Race and "warcraft" in boxes:
        values["faction"] = dice.choice(("", *FACTIONS))
    return kind(name=name, tokens=tokens, **values)


# Games


def play(name: str, seed: int, number: int) -> Iterator[tuple[swenv.State, int]]:
    """Play game `number`, as `walk` does; every second one so that rare things happen."""
    by = busy_walk if number % 2 else walk
    return by(table(name, seed, number), random.Random(f"{name} {seed} game {number}").randrange(2**31))


def complaint(state: swenv.State) -> str:
    """Write a position as JSON and read it back; return what is wrong, or ""."""
    try:
        again = state.game.from_position(json.loads(json.dumps(state.to_position())))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if again == state:
        return ""
    names = [each for each in state.record.dtype.names or () if (state.record[each] != again.record[each]).any()]
    return f"comes back with other {', '.join(names)}"


def objection(read: Callable[[], swenv.State]) -> str:
    """The field for which a position is refused, or the first of its problems; one with problems must play on."""
    try:
        state = read()
    except ValueError as refused:
        return str(refused).partition("'")[2].partition("'")[0]
    field = next(iter(state.problems()), "").partition(": ")[0]
    dice = random.Random(1)
    while not state.is_over:
        assert complaint(state) == ""
        state.apply(dice.choice(state.legal_actions().tolist()))
    return field


def findings(name: str, seed: int, numbers: range) -> Iterator[str]:
    """Yield what is wrong with positions of these games, the first of each game."""
    for number in numbers:
        said = ""
        for step, (state, _) in enumerate(play(name, seed, number)):
            if not said and (said := complaint(state)):
                options = json.dumps(table(name, seed, number).options, default=repr)
                yield f"{name}, seed {seed}, game {number}, step {step}, {state.phase}: {said}\n{options}"
