"""Writes the pages of tables, docs/observations.md and docs/actions.md, from the program.

python docs/tables.py            # write them
python docs/tables.py --check    # exit status 1 if one is out of date
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import swenv
from swenv.core.layout import Column, Part
from swenv.smallworld.rules.record import MAX_SEATS

DOCS = Path(__file__).parent
PLAYERS = range(2, MAX_SEATS + 1)
RULE = re.compile(r"\bSW(?:-[A-Z]+)+(?:-\d+)?\b")

CONQUESTS = ("choose", "ready", "conquest")
WITH_GHOULS = ("choose", "ghoul_ready", "ghoul_conquest", "ready", "conquest")
LAYOUT = ("ghoul_deploy", "deploy", "withdrawn")
VERBS: dict[str, tuple[tuple[str, ...], str]] = {
    "pick": (("pick",), "SW-TURN-3, SW-COL-3"),
    "decline": (("choose", "stout"), "SW-TURN-15, SW-TURN-12"),
    "abandon": (("choose", "ghoul_ready", "ready", "deploy"), "SW-TURN-5, SW-REDEP-5"),
    "conquer": (WITH_GHOULS, "SW-CONQ-1, SW-DIE-1"),
    "roll": (CONQUESTS, "SW-POWER-BERSERK"),
    "convert": (CONQUESTS, "SW-RACE-SORCERERS"),
    "dragon": (CONQUESTS, "SW-POWER-DRAGON-MASTER"),
    "finish": ((*WITH_GHOULS, "markers", "stout", "peace"), "SW-TURN-6"),
    "deploy": (LAYOUT, "SW-REDEP-2, SW-LOSS-9"),
    "deploy_rest": (LAYOUT, "SW-REDEP-2, SW-LOSS-9"),
    "encamp": (("markers", "withdrawn"), "SW-POWER-BIVOUACKING, SW-LOSS-9"),
    "fortify": (("markers",), "SW-POWER-FORTIFIED"),
    "hero": (("markers",), "SW-POWER-HEROIC"),
    "peace": (("peace",), "SW-POWER-DIPLOMAT"),
}
"""In which phases a verb can be legal, and the rules behind it; a test plays games to compare."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def linked(text: str) -> str:
    """A text in which every rule id leads to the rule."""
    return RULE.sub(lambda match: f"[{match[0]}](rules/smallworld.md#{match[0]})", text)


def span(first: int, width: int) -> str:
    """Indices from `first` on."""
    return f"{first}" if width == 1 else f"{first} to {first + width - 1}"


def actions() -> str:
    """The page of the actions."""
    games = [swenv.load("smallworld", num_players=number) for number in PLAYERS]
    verbs = [
        (f"`{verb}`", verb.meaning, ", ".join(f"`{phase}`" for phase in VERBS[verb.name][0]), VERBS[verb.name][1])
        for verb in games[0].verbs
    ]
    indices = [
        (f"`{each[0]}`", *(span(verb.first, verb.size) for verb in each))
        for each in zip(*(game.verbs for game in games), strict=True)
    ]
    sizes = ("all", *(f"{game.num_actions} actions" for game in games))
    return ACTIONS.format(
        verbs=linked(table(("Verb", "What it does", "Phases in which it can be legal", "Rules"), verbs)),
        indices=table(("Verb", *(f"{number} players" for number in PLAYERS)), [*indices, sizes]),
        phases=", ".join(f"`{phase}`" for phase in games[0].phases),
    )


def observations() -> str:
    """The page of the observation."""
    games = [swenv.load("smallworld", num_players=number) for number in PLAYERS]
    first = games[0]
    places = [
        (f"`{parts[0].name}`", parts[0].meaning, *(f"{part.start}, {_shape(part)}" for part in parts))
        for parts in zip(*(game.observation_layout for game in games), strict=True)
    ]
    sizes = ("all", "", *(f"{game.observation_size} numbers" for game in games))
    return OBSERVATIONS.format(
        places=table(("Part", "What it is", *(f"{number} players" for number in PLAYERS)), [*places, sizes]),
        parts="\n\n".join(_part(part) for part in first.observation_layout),
        races=", ".join(f"`{race.name}`" for race in getattr(first, "races", ())),
        powers=", ".join(f"`{power.name}`" for power in getattr(first, "powers", ())),
    )


def _shape(part: Part) -> str:
    return f"({', '.join(map(str, part.shape))})"


def _part(part: Part) -> str:
    rows = [
        (span(column.offset, column.width), f"`{column.name}`", linked(_meaning(column)), _peak(column))
        for column in part.columns
    ]
    return f"### {part.name}\n\n{part.meaning[0].upper()}{part.meaning[1:]}.\n\n" + table(
        ("Columns", "Name", "Meaning", "About at most"), rows
    )


def _meaning(column: Column) -> str:
    """What a column says; the names of races and powers are listed once, below."""
    if column.name.endswith(("race", "power")):
        return f"one-hot: the {'races' if column.name.endswith('race') else 'powers'}, in the order below"
    if column.name in ("owner", "seat"):
        return f"{column.meaning}: {', '.join(column.values)}; one entry a seat"
    return column.meaning


def _peak(column: Column) -> str:
    return "flag" if column.peak == 1 else str(column.peak)


ACTIONS = """\
<!-- Written by docs/tables.py. Edit that file, then run it. -->

# Actions

An action is a verb with at most one argument. Its text is what you write and what errors say: `conquer 7`, `finish`.
Its index is what a network gives: indices run through the verbs in the order of the tables.

```python
import swenv

game = swenv.load("smallworld", num_players=2)
index = game.parse("conquer 7")
print(index, game.action(index), game.action(index).verb, game.action(index).args)
```

```text
37 conquer 7 conquer (7,)
```

## Verbs

{verbs}

`region` is a region of the board, `row` a row of the column (0 at the top), `seat` a seat by its number. The phases say
where a verb can be legal at some time; what is legal now is in the [mask](masks.md).

The phases, in the order in which a turn runs through them:
{phases}.
A phase in which nothing but `finish` could be chosen is passed over.

## Indices

On the boards of the base game:

{indices}

Another board has another number of regions, and so other indices: `game.verbs` has `first` and `size` of each verb, and
`swenv game smallworld --actions` lists all; with `--map` those of another board.
"""

OBSERVATIONS = """\
<!-- Written by docs/tables.py. Edit that file, then run it. -->

# Observations

An observation is a vector of int8: one number for each fact that a seat knows. It holds what a player sees at the
table, and what any player would work out at once: the price of each region, whether it is in reach, what it pays.

- The seat that looks is always first, the others follow clockwise. So one network can play every seat.
- A seat that holds a race in decline which acts (Ghouls) looks with that race while it acts, else with its active one.
- Whatever a seat cannot know is not in it: the order of the stacks, dice to come and, with `hide_coins`, the purses of
  others.
- Numbers beyond -128 and 127 are clipped. The column *About at most* is a scale to divide by: the greatest value in
  ordinary play, not a limit.

## Parts

Where each part begins, and its shape. Parts stand one after the other, row by row.

{places}

`game.observation_layout` has the same for every board and number of players:

```python
import swenv

game = swenv.load("smallworld", num_players=2)
state = game.new_state(seed=7)
for action in ["pick 1", "conquer 11", "conquer 5"]:
    state.apply(action)

observation = state.observation()
regions = game.observation_layout["regions"]
lines = regions.of(observation)  # (regions, columns), a view
print(lines[:, regions.column("price")].ravel())
```

```text
[2 2 2 3 2 0 3 2 3 2 3 0 3 3 3 3 3 2 3 3 2 2 2]
```

`of` takes a batch as well: `regions.of(vec.observations)` is (games, regions, columns).

## Back into words

```python
words = game.observation_layout.describe(observation).splitlines()
print("\\n".join(line for line in words if line.startswith(("regions 1:", "regions 5:", "seats 1"))))
```

```text
regions 1: terrain farmland, symbols magic, entry 1, coast 1, defence 2, price 2, in_reach 1, income 1
regions 5: terrain mountain, symbols cavern+mine, entry 1, coast 1, tokens 3, defence 6, income 1, slot active, owner me
seats 1: coins 5, lead 1, turns_left 10
```

## As a graph

For graph networks and transformers: a line of facts for each region, who borders on whom, and all else in one line.

```python
graph = game.graph(observation)
print(graph.nodes.shape, graph.adjacency.shape, graph.whole.shape)
```

```text
(23, 30) (23, 23) (415,)
```

## Columns

As they are with two players and the races and powers of the box. More players make `owner` and `seat` longer. Races and
powers of your own come after those of the box and make their groups longer. All else stays in its place within a line.

{parts}

### Races and powers

Races: {races}.

Powers: {powers}.
"""

PAGES = {"actions.md": actions, "observations.md": observations}
"""What writes each page."""


def main(check: bool = False) -> int:
    """Write the pages; with `check` only compare, and return 1 if one is out of date."""
    stale = (
        [name for name, page in PAGES.items() if (DOCS / name).read_text(encoding="utf-8") != page()] if check else []
    )
    for name in stale:
        print(f"docs/{name} is out of date: run python docs/tables.py")
    if not check:
        for name, page in PAGES.items():
            (DOCS / name).write_text(page(), encoding="utf-8", newline="\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
