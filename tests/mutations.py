"""Changes positions and replays at random: each is refused with the name of a field, or plays on to an end.

    python tests/mutations.py --number 300000 --seed 1
    python tests/mutations.py --only warcraft-4 --seed 1 --case 271

The first command tries many and sums up the outcomes, the second repeats one of them and prints its document. A
mutation has a number; with the seed it determines the game, the position in it, and what is changed.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import random
import re
import sys
import threading
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import swenv
from randomplay import MIXES, busy_action
from swenv import agents
from swenv.core import replay
from swenv.smallworld import Power, Race

LONGEST = 5000
"""No game takes this many steps from any position."""
HANG = 60.0
"""Seconds after which a mutation counts as hanging."""
PER_POOL = 150
"""The number of mutations of one pool of positions."""
FIRST_CHECKS = 6
"""This many positions of a walk are always read back; of the others, each `every`-th is."""

OWN: dict[str, Any] = {
    "extra_races": (
        Race(name="frogs", tokens=5, converts=True, holes=1, conquests_per_token=2, seafaring=True),
        Race(name="wraiths", tokens=4, acts_in_decline=True, spirit=True, lairs=True),
        Race(name="bears", tokens=5, reserve=3, stout=True, encampments=2, loses_none=True),
    ),
    "extra_powers": (
        Power(name="pirates", tokens=4, flies=True, berserk=True, dragon=True, fortresses=True),
        Power(name="undying", tokens=3, acts_in_decline=True, heroes=3, diplomat=True),
    ),
}
OWN_CAVES: dict[str, Any] = {
    "extra_races": (
        Race(name="moles", tokens=5, reborn=True, hammers=("mine",), armors=("farmland",), swaps_badge=True),
        Race(name="wraiths", tokens=4, acts_in_decline=True, spirit=True, toll=True, vampire=True),
    ),
    "extra_powers": (
        Power(name="hoarders", tokens=4, stout=True, tomb=True, reserve=3, encampments=2, dragon=True, holes=2),
        Power(name="undying", tokens=3, acts_in_decline=True, stays_in_decline=True, heroes=2, roll_first=("hill",)),
    ),
}
OWN_WARS: dict[str, Any] = {
    "extra_races": (
        Race(name="bisons", tokens=6, pairs=True, seafaring=True, air_strike=True, faction="horde"),
        Race(
            name="imps", tokens=5, shifts=True, ethereal=True, portals=True, fort_on_conquest=True, faction="alliance"
        ),
    ),
    "extra_powers": (
        Power(name="raiders", tokens=4, pushes=True, spoils=True, recruits=True, walls=("forest",)),
        Power(name="builders", tokens=4, fort_on_conquest=True, seafaring=True, stays_in_decline=True, pairs=True),
    ),
}
FEW = ("amazons", "dwarves", "ghouls", "skeletons", "sorcerers", "trolls")
FEW_POWERS = ("berserk", "bivouacking", "flying", "spirit", "stout")
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    **MIXES,
    "short-smallworld-3": ("smallworld", {"num_players": 3, "rounds": 3}),
    "short-underground-3": ("underground", {"num_players": 3, "rounds": 3}),
    "short-warcraft-3": ("warcraft", {"num_players": 3, "rounds": 3}),
    "own-smallworld-3": ("smallworld", {"num_players": 3, "rounds": 5, **OWN}),
    "own-mixed-2": ("underground", {"num_players": 2, "rounds": 6, "boxes": ("base", "underground"), **OWN_CAVES}),
    "own-warcraft-2": ("warcraft", {"num_players": 2, "rounds": 6, **OWN_WARS}),
    "small-box-2": ("smallworld", {"num_players": 2, "rounds": 8, "races": FEW, "powers": FEW_POWERS}),
    "islands-3": ("islands", {"num_players": 3, "start_layout": "random"}),
    "islands-advanced-2": ("islands", {"num_players": 2, "mode": "advanced", "window": 15}),
    "islands-solo-advanced": ("islands", {"num_players": 1, "mode": "advanced"}),
}
"""The games whose positions are changed, by name: arguments of `swenv.load`."""

NAMES_A_FIELD = re.compile(r"position, (region \S+, field '.+'|region \S+|field '.+'|whole document): .", re.DOTALL)
NAMES_A_LINE = re.compile(r"replay(, line \d+(, field '.+'|, whole document)?)?: .", re.DOTALL)
FIELD = re.compile(r"position, (?:region \S+?(?:, |:))?(?:field '([^']*)')?")


class Finding(Exception):
    """An outcome that is a bug."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a mutation: "refused" with a field, or "played"; anything else is a finding."""

    kind: str
    what: str = ""


@lru_cache(maxsize=64)
def loaded(key: str) -> swenv.Game:
    """Load one of `KINDS`."""
    name, options = KINDS[key]
    return swenv.load(name, **options)


# Positions to begin with


@dataclass(frozen=True)
class Pool:
    """Positions of a few games of one kind, and the values in them.

    Attributes:
        documents: The positions.
        values: The values by path, with `*` for numbers and ids.
        fields: By path of an object, the fields that it had.
    """

    documents: list[dict[str, Any]]
    values: dict[tuple[str, ...], list[Any]]
    fields: dict[tuple[str, ...], list[str]]


@lru_cache(maxsize=4)
def pool(key: str, seed: int, games: int = 4, per_game: int = 12) -> Pool:
    """Collect positions of random and greedy games."""
    game, dice = loaded(key), random.Random(f"{key} {seed}")
    documents = []
    for number in range(games):
        states, greedy = [], agents.make("greedy") if number == 0 else None
        state = game.new_state(seed=dice.randrange(2**40))
        if greedy is not None:
            greedy.reset(game, 0, seed=seed)
        while not state.is_over:
            states.append(state.copy())
            state.apply(busy_action(state, dice) if greedy is None else greedy.act(state))
        states.append(state)
        by_phase = {each.phase: each for each in dice.sample(states, len(states))}
        chosen = [*by_phase.values(), *dice.sample(states, min(len(states), per_game))]
        documents += [each.to_position() for each in chosen]
    values: dict[tuple[str, ...], list[Any]] = defaultdict(list)
    fields: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    for document in documents:
        for path, value in places(document):
            values[kind_of(path)].append(value)
            if isinstance(value, dict):
                fields[kind_of(path)].update(dict.fromkeys(value))
    return Pool(documents, dict(values), {path: list(names) for path, names in fields.items()})


Path = tuple[Any, ...]


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the paths and values of everything in a document, including the whole."""
    yield path, value
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from places(entry, (*path, key))


def kind_of(path: Path) -> tuple[str, ...]:
    """The path without numbers: all seats are alike, and so are all regions."""
    return tuple("*" if isinstance(key, int) or str(key).isdigit() else str(key) for key in path)


def at(document: Any, path: Path) -> Any:
    """Return the value at a path."""
    for key in path:
        document = document[key]
    return document


def put(document: Any, path: Path, value: Any) -> None:
    """Write a value at a path."""
    at(document, path[:-1])[path[-1]] = value


def copy(value: Any) -> Any:
    """An independent copy of plain JSON, much faster than `deepcopy`."""
    if isinstance(value, dict):
        return {key: copy(entry) for key, entry in value.items()}
    return [copy(entry) for entry in value] if isinstance(value, list) else value


# What is changed


def _a_place(document: Any, dice: random.Random, fits: Callable[[Any], bool] = lambda value: True) -> Path | None:
    """Choose a path below the whole; top fields are as likely as those deep in the map."""
    found: dict[Any, list[Path]] = defaultdict(list)
    for path, value in places(document):
        if path and fits(value):
            found[path[0]].append(path)
    return dice.choice(found[dice.choice(list(found))]) if found else None


def drop(document: Any, source: Pool, dice: random.Random) -> None:
    """Remove a field or an entry."""
    path = _a_place(document, dice)
    if path and path[0] not in ("format", "game"):
        del at(document, path[:-1])[path[-1]]


def thin_out(document: Any, source: Pool, dice: random.Random) -> None:
    """Remove several fields of the whole document, or most of a part of it."""
    part = document if dice.random() < 0.6 else document.get(dice.choice(["turn_state", "regions", "tray"]), document)
    for name in list(part) if isinstance(part, dict) else []:
        if name not in ("format", "game", "boards", "seats", "regions") and dice.random() < 0.5:
            del part[name]


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def change_number(document: Any, source: Pool, dice: random.Random) -> None:
    """Change a number: one more, one less, zero, or out of bounds."""
    path = _a_place(document, dice, is_number)
    if path:
        old = at(document, path)
        others = [old + 1, old + 1, old - 1, old - 1, 0, 1, 2, 3, 5, dice.randrange(64)] * 2
        bounds = [7, 8, 12, 63, 64, 100, 127, 128, 1000, 9999, 10_000, 32_767]
        put(document, path, dice.choice([*others, *bounds, -1, 2**31, 2**63 - 1, 2**64, -(2**70), 10**400]))


def change_type(document: Any, source: Pool, dice: random.Random) -> None:
    """Replace a value by one of another type."""
    path = _a_place(document, dice)
    if path:
        old = at(document, path)
        others: list[Any] = [
            None,
            True,
            False,
            "",
            "ork\u00e9 \u2603",
            "\ud800",
            1.5,
            float("nan"),
            [],
            {},
            [old],
            {"a": old},
            -0.0,
        ]
        if is_number(old):
            others += [float(old) if abs(old) < 2**60 else 1.0, str(old), bool(old)] * 4
        put(document, path, dice.choice(others))


def nest(document: Any, source: Pool, dice: random.Random) -> None:
    """Replace a value by a very deeply nested one."""
    path = _a_place(document, dice)
    if path:
        deep: Any = at(document, path)
        for _ in range(5000):
            deep = [deep] if dice.random() < 0.5 else {"a": deep}
        put(document, path, deep)


def swap(document: Any, source: Pool, dice: random.Random) -> None:
    """Swap the values at two paths of one kind."""
    path = _a_place(document, dice)
    if path:
        alike = [other for other, _ in places(document) if other != path and kind_of(other) == kind_of(path)]
        if alike:
            other = dice.choice(alike)
            if path[: len(other)] != other and other[: len(path)] != path:
                one, two = copy(at(document, path)), copy(at(document, other))
                put(document, path, two)
                put(document, other, one)


def take_from_another(document: Any, source: Pool, dice: random.Random) -> None:
    """Write a value from a path of the same kind in any position of this kind of game."""
    path = _a_place(document, dice)
    if path and path[0] not in ("format", "game"):
        put(document, path, copy(dice.choice(source.values.get(kind_of(path), [None]))))


def add_field(document: Any, source: Pool, dice: random.Random) -> None:
    """Add a field that similar objects have, with one of their values."""
    path = _a_place(document, dice, lambda value: isinstance(value, dict)) if dice.random() < 0.9 else ()
    if path is not None:
        target = at(document, path)
        missing = [name for name in source.fields.get(kind_of(path), []) if name not in target]
        if missing:
            name = dice.choice(missing)
            target[name] = copy(dice.choice(source.values[kind_of((*path, name))]))


def splice(document: Any, source: Pool, dice: random.Random) -> None:
    """Replace one field of the whole document, or a few, by those of another position."""
    other = dice.choice(source.documents)
    for name in dice.sample(list(other), dice.choice([1, 1, 2, 4])):
        if name not in ("format", "game"):
            document[name] = copy(other[name])


def duplicate(document: Any, source: Pool, dice: random.Random) -> None:
    """Duplicate an entry of a list, or a region."""
    path = _a_place(document, dice, lambda value: isinstance(value, list) and value)
    if path and dice.random() < 0.6:
        entries = at(document, path)
        entries.insert(dice.randrange(len(entries) + 1), copy(dice.choice(entries)))
    elif document.get("regions"):
        regions = document["regions"]
        regions[str(dice.randrange(45))] = copy(regions[dice.choice(list(regions))])


def move(document: Any, source: Pool, dice: random.Random) -> None:
    """Move the contents of a region, or one thing in it, to another region."""
    regions = document.get("regions")
    if isinstance(regions, dict) and regions:
        key = dice.choice(list(regions))
        here, to = regions[key], str(dice.randrange(45))
        if dice.random() < 0.3 or not isinstance(here, dict) or not here:
            regions[to] = regions.pop(key)
            return
        there = regions.setdefault(to, {})
        name = dice.choice(list(here))
        if isinstance(there, dict):
            if name == "markers" and isinstance(here[name], dict) and here[name]:
                marker = dice.choice(list(here[name]))
                there.setdefault("markers", {})
                if isinstance(there["markers"], dict):
                    there["markers"][marker] = here[name].pop(marker)
            else:
                there[name] = here.pop(name)


def change_turn(document: Any, source: Pool, dice: random.Random) -> None:
    """Change the phase or the seat."""
    for name in dice.sample(["phase", "to_act", "turn", "round"], dice.choice([1, 1, 2])):
        if name == "phase":
            document[name] = dice.choice(loaded_phases(document.get("game")))
        elif source.values.get((name,)):
            document[name] = dice.choice(source.values[name,])


@lru_cache(maxsize=8)
def loaded_phases(name: Any) -> list[str]:
    """The names of the phases of a game."""
    return list(swenv.core.registry.kind(name).phases) if isinstance(name, str) and name in swenv.games() else ["over"]


def add_nonsense(document: Any, source: Pool, dice: random.Random) -> None:
    """Add an unknown field, or an invalid key."""
    path = _a_place(document, dice, lambda value: isinstance(value, dict)) or ()
    keys: list[Any] = [
        "colour",
        "",
        "\u00b2",
        "\u0663",
        "01",
        "-1",
        " 1",
        "1_0",
        "9" * 5000,
        "regions",
        "\ud800",
        "'",
        7,
        None,
        ("a", 1),
    ]
    at(document, path)[dice.choice(keys)] = dice.choice([0, 1, {}, "x", copy(document.get("seats"))])


def change_words(document: Any, source: Pool, dice: random.Random) -> None:
    """Replace a name by another one, wherever names are used."""
    path = _a_place(document, dice, lambda value: isinstance(value, str))
    other = _a_place(document, dice, lambda value: isinstance(value, str))
    if path and other and path[0] not in ("format", "game"):
        put(document, path, at(document, other))


RARE = (change_type, add_nonsense)
CHANGES = (
    drop, thin_out, change_number, swap, take_from_another, take_from_another, add_field, splice, duplicate, move, move,
    change_turn, change_words,
)  # fmt: skip
"""The changes. `RARE` ones are refused in most places."""
CONTRADICTED = ("column", "race_stack", "power_stack", "discarded_powers", "tray", "places_stack", "bomb_stack")
"""Fields that say where other pieces are; without them a change is accepted more often."""


def mutated(key: str, seed: int, number: int) -> dict[str, Any]:
    """Make the document of a mutation."""
    source = pool(key, seed * 1_000_003 + number // PER_POOL)
    dice = random.Random(f"{key} {seed} {number}")
    document: dict[str, Any] = copy(dice.choice(source.documents))
    if dice.random() < 0.6:
        for name in CONTRADICTED:
            if dice.random() < 0.8:
                document.pop(name, None)
    if dice.random() < 0.4:
        return far_off(loaded(key), document, source, dice)
    for _ in range(dice.choice([1, 1, 1, 2, 2, 3, 4, 6])):
        document = changed(document, source, dice)
    if dice.random() < 0.003:
        nest(document, source, dice)
    return document


def changed(document: Any, source: Pool, dice: random.Random) -> Any:
    """Return a copy with one change; without any if an earlier change left nothing for this one."""
    change = dice.choice(RARE) if dice.random() < 0.08 else dice.choice(CHANGES)
    document = copy(document)
    with suppress(AttributeError, KeyError, TypeError, ValueError):
        change(document, source, dice)
    return document


def far_off(game: swenv.Game, document: Any, source: Pool, dice: random.Random) -> Any:
    """Return a position after many changes, each of which was accepted, or one that is not simply refused."""
    for _ in range(dice.choice([3, 6, 10])):
        trial = changed(document, source, dice)
        try:
            game.from_position(trial)
            document = trial
        except ValueError:
            continue
        except Exception:
            return trial
    return document


# What comes of it


def outcome(game: swenv.Game, document: Any, dice: random.Random, every: int) -> Outcome:
    """Read a document and, if it is accepted, play on to the end.

    Raises:
        Finding: the outcome is a bug; any other error is one, too.
    """
    try:
        state = game.from_position(document)
    except ValueError as error:
        text = str(error)
        if not NAMES_A_FIELD.match(text):
            raise Finding(f"the refusal names no field: {text[:300]}") from error
        found = FIELD.match(text)
        return Outcome("refused", re.sub(r"\d+", "*", (found and found[1]) or "")[:60])
    phase = state.phase
    play_on(state, dice, every)
    return Outcome("played", phase)


def play_on(state: swenv.State, dice: random.Random, every: int) -> None:
    """Play to the end, writing positions and reading them back on the way.

    Raises:
        Finding: the game does not end, or a position comes back different or not at all.
    """
    game = state.game
    busy = dice.random() < 0.5
    steps = 0
    while True:
        if steps < FIRST_CHECKS or steps % every == 0 or state.is_over:
            document = state.to_position()
            try:
                again = game.from_position(document)
            except ValueError as error:
                raise Finding(f"a position after {steps} steps is refused: {error}") from error
            if again != state:
                raise Finding(f"a position after {steps} steps comes back as another one: {differences(again, state)}")
        if state.is_over:
            return
        if steps > LONGEST:
            raise Finding(f"no end after {steps} steps")
        legal = state.legal_actions()
        if not legal.size:
            raise Finding(f"nothing is legal after {steps} steps, in {state.phase}")
        state.apply(busy_action(state, dice) if busy else int(legal[dice.randrange(legal.size)]))
        steps += 1


def differences(one: swenv.State, other: swenv.State) -> list[str]:
    """The fields in which two states differ."""
    names = one.record.dtype.names or ()
    return [
        f"{name}: {one.record[name][0]} / {other.record[name][0]}"
        for name in names
        if (one.record[name] != other.record[name]).any()
    ]


class Watchdog:
    """Ends the process if a mutation takes too long, and says which; kernels release Python's lock."""

    def __init__(self, limit: float = HANG) -> None:
        self._limit, self._what, self._until = limit, "", float("inf")
        threading.Thread(target=self._watch, daemon=True).start()

    def begin(self, what: str) -> None:
        """Note that a mutation begins."""
        self._what, self._until = what, time.monotonic() + self._limit

    def end(self) -> None:
        """Note that it has ended."""
        self._until = float("inf")

    def _watch(self) -> None:
        while True:
            time.sleep(1)
            if time.monotonic() > self._until:
                print(f"HANGS: {self._what}", file=sys.__stderr__, flush=True)
                faulthandler.dump_traceback(file=sys.__stderr__)
                os._exit(1)


@lru_cache(maxsize=1)
def watchdog() -> Watchdog:
    """The watchdog of this process."""
    return Watchdog()


def try_one(key: str, seed: int, number: int, every: int = 40) -> Outcome:
    """Try a mutation of a kind of game; a bug becomes the outcome "finding"."""
    game = loaded(key)
    watchdog().begin(f"{key}, seed {seed}, case {number}")
    document = mutated(key, seed, number)
    try:
        return outcome(game, document, random.Random(number), every)
    except Finding as finding:
        return Outcome("finding", str(finding))
    except Exception:
        return Outcome("finding", traceback.format_exc(limit=-3))
    finally:
        watchdog().end()


def findings(key: str, seed: int, numbers: range, every: int = 40) -> list[str]:
    """The findings of these mutations of a kind of game."""
    tried = ((number, try_one(key, seed, number, every)) for number in numbers)
    return [f"{key}, seed {seed}, case {number}: {found.what}" for number, found in tried if found.kind == "finding"]


# Replays


def mutated_replay(key: str, seed: int, number: int) -> str:
    """Make the text of a replay with a random change."""
    dice = random.Random(f"replay {key} {seed} {number}")
    recorder = swenv.Recorder(loaded(key), seed=dice.randrange(2**30))
    for _ in range(dice.randrange(1, 40)):
        if not recorder.state.is_over:
            recorder.apply(busy_action(recorder.state, dice))
    lines = recorder.replay.text().splitlines()
    how = dice.randrange(6)
    if how < 3:
        which = 0 if dice.random() < 0.5 else dice.randrange(len(lines))
        line = json.loads(lines[which])
        source = Pool([json.loads(lines[0])], {}, {})
        for _ in range(dice.choice([1, 1, 2])):
            dice.choice((drop, change_number, change_type, swap, add_nonsense, change_words))(line, source, dice)
        lines[which] = json.dumps(line, skipkeys=True)
    elif how == 3:
        lines.insert(dice.randrange(len(lines)), lines.pop(dice.randrange(len(lines))))
    elif how == 4:
        del lines[dice.randrange(len(lines))]
    else:
        text = "\n".join(lines)
        where = dice.randrange(len(text))
        return text[:where] + dice.choice(["", "{", "[" * 100_000, "\x00", "\u2028", "9", '"']) + text[where + 1 :]
    return "\n".join(lines)


def try_replay(key: str, seed: int, number: int) -> Outcome:
    """Try a changed replay: it plays back, or is refused with the number of a line."""
    text = mutated_replay(key, seed, number)
    watchdog().begin(f"replay of {key}, seed {seed}, case {number}")
    try:
        replay.parse(text)
        return Outcome("played")
    except ValueError as error:
        told = str(error)
        return Outcome("refused") if NAMES_A_LINE.match(told) else Outcome("finding", f"names no line: {told[:300]}")
    except Exception:
        return Outcome("finding", traceback.format_exc(limit=-3))
    finally:
        watchdog().end()


# The command


def main() -> int:
    """Try as many mutations as asked for, or repeat one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=10_000, help="how many mutations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=40, help="each so many positions of a walk are read back")
    parser.add_argument("--only", nargs="*", default=[*KINDS], metavar="KIND", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--replays", action="store_true", help="change replays instead of positions")
    parser.add_argument("--case", type=int, help="this mutation alone, with its document")
    args = parser.parse_args()
    kinds = [key for key in KINDS if any(key.startswith(name) for name in args.only)]
    if args.case is not None:
        (key,) = kinds
        made = mutated_replay if args.replays else mutated
        document = made(key, args.seed, args.case)
        print(document if args.replays else json.dumps(document, indent=1, default=repr, skipkeys=True))
        found = try_replay(key, args.seed, args.case) if args.replays else try_one(key, args.seed, args.case, 1)
        print(found.kind, found.what)
        return int(found.kind == "finding")
    return run(kinds, args)


def run(kinds: list[str], args: argparse.Namespace) -> int:
    """Try mutations of these kinds of games in turn, and sum up."""
    counts: dict[str, Counter[str]] = {key: Counter() for key in kinds}
    fields: Counter[str] = Counter()
    wrong = 0
    began = said = time.monotonic()
    for start in range(0, args.number, PER_POOL):
        turn, key = divmod(start // PER_POOL, len(kinds))
        for number in range(turn * PER_POOL, (turn + 1) * PER_POOL)[: args.number - start]:
            name = kinds[key]
            found = (
                try_replay(name, args.seed, number) if args.replays else try_one(name, args.seed, number, args.every)
            )
            counts[name][found.kind] += 1
            if found.kind == "refused":
                fields[found.what] += 1
            if found.kind == "finding":
                wrong += 1
                print(f"--only {name} --seed {args.seed} --case {number}: {found.what}", flush=True)
        if time.monotonic() - said > 30:
            said = time.monotonic()
            print(f"{start + PER_POOL} tried in {said - began:.0f} s, {wrong} findings", file=sys.stderr, flush=True)
    for name, count in counts.items():
        print(f"{name:24}", ", ".join(f"{number} {kind}" for kind, number in sorted(count.items())))
    print("refused by", ", ".join(f"{name or 'other'} {number}" for name, number in fields.most_common(40)))
    tried = sum(sum(count.values()) for count in counts.values())
    print(f"{tried} tried in {time.monotonic() - began:.0f} s, {wrong} findings")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
