"""Writes the pages of tables, and the tables of verbs in the PettingZoo modules, from the code.

python docs/tables.py            # write them
python docs/tables.py --check    # exit status 1 if a page is out of date
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import swenv
from swenv.core import registry
from swenv.core.layout import Column, Part
from swenv.core.verb import VerbEnum
from swenv.islands.rules import record as islands
from swenv.smallworld import Race
from swenv.smallworld.content import base, entries, items, underground, warcraft
from swenv.smallworld.rules import phases
from swenv.smallworld.rules import record as smallworld

DOCS = Path(__file__).parent
ROOT = DOCS.parent
GAMES = {
    "smallworld": "Small World",
    "underground": "Underground",
    "warcraft": "Warcraft",
    "islands": "Small Islands",
}
PAGE_OF = {registry.kind(name).rules: name for name in GAMES}
"""The page of docs/rules for each prefix of rule ids."""
RULE = re.compile(rf"\b({'|'.join(PAGE_OF)})(?:-[A-Z]+)+(?:\d+|-\d+)?\b")
SECTION = re.compile(r"^\| Verb \|.*?\n(?=\n(?!`[a-z_]+`[:,] ))", re.MULTILINE | re.DOTALL)
"""The table of verbs in a PettingZoo module, and the words that they take."""
WINDOWS = (15, 17, 21)
"""Small Islands: the actions depend only on the window."""

VERBS: dict[str, type[VerbEnum]] = {name: islands.Verb if name == "islands" else smallworld.Verb for name in GAMES}
"""The verbs of each game's engine, as they are declared."""
ORDER = (
    "reveal pick swap volcano choose form reborn ancient ghoul_ready ghoul_conquest ghoul_deploy ready conquest balrog "
    "portal push put strike well recruit deploy tomb markers aegis heart objectives altar stout peace bombs withdrawn "
    "start_pick start_place prep_pick prep_reward turn hand blocked place marker mark_target alexis_place house score "
    "alexis_house over"
)
"""The phases in the order of a turn, first those of the games on boards, then those of Small Islands."""
PASSED = {
    "islands": "In `marker`, `house`, `score`, `alexis_place` and `alexis_house`, the only legal action is carried out "
    "without\nasking.",
}
"""The phases that a game skips, if it differs from the other games."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Make a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def linked(text: str) -> str:
    """Return a text in which every rule id links to the rule."""
    return RULE.sub(lambda match: f"[{match[0]}](rules/{PAGE_OF[match[1]]}.md#{match[0]})", text)


def span(first: int, width: int) -> str:
    """Write a range of indices, starting at `first`."""
    return f"{first}" if width == 1 else f"{first} to {first + width - 1}"


def by_players(name: str) -> dict[str, swenv.Game]:
    """Load the game for each number of players, on its usual boards."""
    games = {number: swenv.load(name, num_players=number) for number in registry.kind(name).seats}
    return {f"{number} player{'s' * (number > 1)}": game for number, game in games.items()}


def by_actions(name: str) -> dict[str, swenv.Game]:
    """Load a game for each distinct action table: actions depend on the board, or on the window."""
    if name == "islands":
        return {f"window {window}": swenv.load(name, window=window) for window in WINDOWS}
    return by_players(name)


def uses(name: str) -> dict[str, tuple[str, list[str]]]:
    """Return the rules of each verb of a game, and the phases in which it can be legal, as they are declared."""
    return {
        verb.word: (rules, phases.split())
        for verb in VERBS[name]
        for rules, phases in verb.uses.items()
        if rules.startswith(registry.kind(name).rules)
    }


def actions() -> str:
    """Return the page of actions."""
    return ACTIONS.format(games="\n\n".join(_verbs(name) for name in GAMES))


def _verbs(name: str) -> str:
    """Make the table of a game's verbs: what they do, when they can be legal, their indices."""
    games = by_actions(name)
    known = uses(name)
    verbs = [
        (f"`{verb}`", verb.meaning, ", ".join(f"`{phase}`" for phase in known[verb.name][1]), known[verb.name][0])
        for verb in next(iter(games.values())).verbs
    ]
    indices = [
        (f"`{each[0]}`", *(span(verb.first, verb.size) for verb in each))
        for each in zip(*(game.verbs for game in games.values()), strict=True)
    ]
    sizes = ("all", *(f"{game.num_actions} actions" for game in games.values()))
    met = {"over"}.union(*(each for _, each in known.values()))
    return VERBS_OF.format(
        title=GAMES[name],
        verbs=linked(table(("Verb", "What it does", "Phases in which it can be legal", "Rules"), verbs)),
        indices=table(("Verb", *games), [*indices, sizes]),
        phases=", ".join(f"`{phase}`" for phase in sorted(met, key=ORDER.split().index)),
        passed=PASSED.get(name, "A phase whose only legal action is `finish` is skipped."),
        following=_following(name) if name in phases.NEXT else "",
    )


def with_verbs(name: str, text: str) -> str:
    """Return the text of a game's PettingZoo module with the table of its verbs, and the words that they take."""
    verbs = swenv.load(name).verbs
    head = ("Verb", "What it does", "With window 17" if name == "islands" else "With two players")
    rows = table(head, [(f"`{verb}`", verb.meaning, span(verb.first, verb.size)) for verb in verbs])
    takers: dict[str, list[str]] = {}
    for verb in verbs:
        if verb.words:
            takers.setdefault(verb.range, []).append(f"`{verb.name}`")
    words = "; ".join(f"{', '.join(names)}: {listed}" for listed, names in takers.items())
    return SECTION.sub(f"{rows}\n" + (f"\n{textwrap.fill(words, 119)}.\n" if words else ""), text)


def _following(name: str) -> str:
    """Make the table of what follows each phase, from the one that the rules move through."""
    words = {phases.FIRST_OF_TURN: "the turn begins", phases.END_OF_TURN: "the next seat's turn"}
    words |= {phase: f"`{phase.name.lower()}`" for phase in smallworld.Phase}
    usual, declining = phases.NEXT[name], phases.NEXT_IN_DECLINE[name]
    rows = [
        (
            words[phase],
            words[usual[phase]] if phase in usual else "",
            words[declining[phase]] if phase in declining else "",
        )
        for phase in {**usual, **declining}
    ]
    return FOLLOWING.format(
        title=GAMES[name], rows=table(("Phase", "What follows", "What follows in a turn spent on a decline"), rows)
    )


def observations() -> str:
    """Return the page of observations."""
    return OBSERVATIONS.format(
        places="\n\n".join(f"{GAMES[name]}:\n\n{_places(name)}" for name in GAMES),
        columns="\n\n".join(_columns(name) for name in GAMES),
        planes=_planes("islands"),
    )


def _planes(name: str) -> str:
    """Return the output of the page's example with the cells of a game."""
    cells = swenv.load(name, num_players=2).observation_layout["cells"]
    return f"{(cells.shape[1], *cells.grid)} {cells.grid}"


def _places(name: str) -> str:
    """Make the table of where each part of a game's observation begins."""
    games = by_players(name)
    layouts = [{part.name: part for part in game.observation_layout} for game in games.values()]
    meanings = {key: part.meaning for layout in layouts for key, part in layout.items()}
    places = [
        (
            f"`{key}`",
            meaning,
            *(f"{layout[key].start}, {_shape(layout[key])}" if key in layout else "" for layout in layouts),
        )
        for key, meaning in meanings.items()
    ]
    sizes = ("all", "", *(f"{game.observation_size} numbers" for game in games.values()))
    return table(("Part", "What it is", *games), [*places, sizes])


def _columns(name: str) -> str:
    """Make tables of the columns of each part, and list the names behind one-hot columns."""
    games = [swenv.load(name, num_players=number) for number in (2, 1) if number in registry.kind(name).seats]
    known = {part.name: part for game in reversed(games) for part in game.observation_layout}
    entries = games[0].entries()
    parts = [_part(part, GAMES[name], entries) for part in known.values()]
    kinds: dict[str, list[str]] = {}
    for key, entry in entries.items():
        if not isinstance(entry, items.Thing):  # Places, Relics, Artifacts and pieces are listed where they are used
            kinds.setdefault(f"{entry.kind}s", []).append(f"`{key}`")
    parts += [f"{kind.capitalize()} of {GAMES[name]}: {', '.join(names)}." for kind, names in kinds.items()]
    return "\n\n".join([f"## Columns: {GAMES[name]}", *parts])


def _shape(part: Part) -> str:
    return f"({', '.join(map(str, part.shape))})"


def _part(part: Part, game: str, entries: Mapping[str, Any]) -> str:
    rows = [
        (span(column.offset, column.width), f"`{column.name}`", linked(_meaning(column, entries)), _peak(column))
        for column in part.columns
    ]
    return f"### {game}: {part.name}\n\n{part.meaning[0].upper()}{part.meaning[1:]}.\n\n" + table(
        ("Columns", "Name", "Meaning", "Scale"), rows
    )


def _meaning(column: Column, entries: Mapping[str, Any]) -> str:
    """Write what a column means, with the names of its entries; those of the game's content are listed once, below."""
    named = ", ".join(column.values)
    if not named or column.meaning.endswith(named):
        return column.meaning
    if column.values[0] in entries:
        return f"{column.meaning.partition(':')[0]}: the {entries[column.values[0]].kind}s, in the order below"
    is_by_seat = column.values[0] == "me" or (column.values[0] == "0" and "seat" in column.meaning)
    return f"{column.meaning}: {named}" + ("; one entry a seat" if is_by_seat else "")


def _peak(column: Column) -> str:
    return "flag" if column.peak == 1 else str(column.peak)


TITLES = {
    entries.EVERY_BOX: "In every game",
    entries.NOT_WARCRAFT: "In Small World and Underground",
    entries.UNDERGROUND: "Where Underground is in play",
    entries.UNDERGROUND_AND_WARCRAFT: "Where Underground is in play, and in Warcraft",
    entries.WARCRAFT: "In Warcraft",
}
"""The headings for the boxes in which a field of a race or power is in play."""
TYPES = {"bool": "yes or no", "int": "number", "str": "text", "tuple[str, ...]": "places"}
"""The names of the types of these fields."""


def content_fields() -> str:
    """Return the page of fields of races and powers."""
    return FIELDS.format(fields="\n\n".join(f"## {title}\n\n{_fields(boxes)}" for boxes, title in TITLES.items()))


def _fields(boxes: tuple[str, ...]) -> str:
    """List the fields in play in these boxes: their meanings, and which races and powers have them."""
    content = [entry for box in (base, underground, warcraft) for entry in (*box.RACES, *box.POWERS)]
    rows = []
    for each in fields(Race):
        if each.metadata["boxes"] == boxes:
            meaning = each.metadata["meaning"] + (" One entry in play." if each.metadata["once"] else "")
            owners = [entry.name.replace("_", " ") for entry in content if each in entry.declared()]
            owned_by = ", ".join(dict.fromkeys(owners)) if len(owners) < len(content) / 3 else ""
            rows.append((f"`{each.name}`", TYPES[str(each.type)], linked(meaning), owned_by))
    return table(("Field", "Type", "What it says or gives", "Who has it"), rows)


ACTIONS = """\
<!-- Written by docs/tables.py. Edit that file, then run it. -->

# Actions

An action is a verb and its arguments. You write it as text, and errors show it that way: `conquer 7`, `finish`,
`place 8 9 3`. A network outputs its index. Indices run through the verbs in the order of the tables, and the last
argument varies fastest.

```python
import swenv

game = swenv.load("smallworld", num_players=2)
index = game.parse("conquer 7")
print(index, game.action(index), game.action(index).verb, game.action(index).args)
```

```text
37 conquer 7 conquer (7,)
```

`region` is a region of the board, `row` a row of the column (0 at the top), `seat` the number of a seat, and `r` and
`c` are the row and column of a cell. Other arguments are words, such as the name of a Relic: `use sword`. The phases
tell you when a verb can be legal at all; the [mask](masks.md) tells you what is legal now.

The indices below are for each game's own boards; Warcraft has as many as its largest table needs. A board with a
different number of regions has different indices, and a [mixed game](howto/mix.md) has the verbs of both boxes.
`game.verbs` has the `first` index and the `size` of each verb, and `swenv game smallworld --actions` lists all actions,
with `--map` for another board. In Small Islands, indices depend on the window.

{games}
"""

VERBS_OF = """\
## {title}

### Verbs of {title}

{verbs}

The phases, in the order of a turn: {phases}.
{passed}
{following}

### Indices of {title}

{indices}"""

FOLLOWING = """
### Phases of {title}

{rows}

Phases that are missing from the list above ask for no decision in this game. A decline in `choose` leads to `tomb`. Any
other action there begins the turn: first with the choices at its start, if there are any, then with races in decline
that act. Without an active race, `pick` takes the place of `choose`."""

OBSERVATIONS = """\
<!-- Written by docs/tables.py. Edit that file, then run it. -->

# Observations

An observation is an int8 vector, with one number for each fact that a seat knows. It contains what a player sees at the
table, and what any player would work out at once: the price of each region, whether it is in reach and what it
pays, or the symbols on the island that a cell belongs to.

- The observing seat always comes first, and the others follow clockwise, so one network can play every seat.
- If a seat has a race that acts in decline (Ghouls), the observation is written for that race while it acts, and
  otherwise for the active race.
- Whatever a seat cannot know is left out: the order of the stacks, future dice rolls, other players' unseen hands and
  cards and, with `hide_coins`, their coins.
- Numbers are clipped to -128 and 127. The column *Scale* is a number to divide by: the largest value in ordinary play,
  not a limit.

## Parts

The offset and shape of each part. Parts follow each other, row by row.

{places}

`game.observation_layout` has the same information for any board and number of players:

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

`of` also takes a batch: `regions.of(vec.observations)` is (games, regions, columns).

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

For graph networks and transformers: one row of features per region, the adjacency matrix, and everything else in one
row.

```python
graph = game.graph(observation)
print(graph.nodes.shape, graph.adjacency.shape, graph.whole.shape)
```

```text
(23, 30) (23, 23) (435,)
```

## As an image

A game played on a grid offers its cells as planes, for convolutions. They are a view of the part whose `grid` is set.

```python
islands = swenv.load("islands", num_players=2)
planes = islands.planes(islands.new_state(seed=7).observation())
print(planes.shape, islands.observation_layout["cells"].grid)
```

```text
{planes}
```

## About the columns

The columns below are for two players and the races and powers of the box. With more players, `owner` and `seat` are
longer. With your own races and powers, or those of both boxes, their groups are longer. Everything else keeps its place
within a row. Underground and Warcraft have the columns of Small World, followed by their own; terrains have the names
of Small World. Small Islands has its own columns.

{columns}
"""

FIELDS = """\
<!-- Written by docs/tables.py. Edit that file, then run it. -->

# Fields of races and powers

These fields declare races and powers, those of the boxes and [your own](howto/race.md). *Places* is a list of places,
see below; a *number* is an integer from 0 to 40; *yes or no* is `true` or `false`, in Python `True` or `False`. Fields
default to an empty list, 0 or `false`; `name` and `tokens` are required. Only races have `tray` and `faction`.

A game refuses fields that it does not play. "One entry in play" means that its pieces are in the box once, so no second
race or power in play may have it.

Places are a terrain (`farmland`, `forest`, `hill`, `swamp`, `mountain`, `water`, `sea`, `lake`, `river`, `chasm`), a
symbol (`cavern`, `magic`, `mine`, `volcano`), `coast`, `chasm_side` or `anywhere`.

{fields}
"""

PAGES = {"actions.md": actions, "fields.md": content_fields, "observations.md": observations}
"""The function that makes each page."""


def current() -> dict[Path, str]:
    """Return what the pages, and the modules with a table of verbs, should say."""
    modules = {ROOT / "swenv" / f"{name}_v0.py": name for name in GAMES}
    texts = {path: with_verbs(name, path.read_text(encoding="utf-8")) for path, name in modules.items()}
    return {DOCS / name: page() for name, page in PAGES.items()} | texts


def main(check: bool = False) -> int:
    """Write what is out of date; with `check` only name it, and return 1 if there is any."""
    stale = {path: text for path, text in current().items() if path.read_text(encoding="utf-8") != text}
    for path, text in stale.items():
        if check:
            print(f"{path.relative_to(ROOT)} is out of date: run python docs/tables.py")
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
