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
RULE = re.compile(r"\b(SW|UG|WW)(?:-[A-Z]+)+(?:-\d+)?\b")
PAGE_OF = {"SW": "smallworld", "UG": "underground", "WW": "warcraft"}
GAMES = {"smallworld": "Small World", "underground": "Underground", "warcraft": "Warcraft"}

CONQUESTS = ("choose", "ready", "conquest")
WITH_GHOULS = ("choose", "ghoul_ready", "ghoul_conquest", "ready", "conquest")
LAYOUT = ("ghoul_deploy", "deploy", "withdrawn")
Verbs = dict[str, tuple[tuple[str, ...], str]]
SMALLWORLD: Verbs = {
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
UNDERGROUND: Verbs = {
    "pick": (("pick",), "UG-TURN-2, UG-COL-1"),
    "decline": (("choose",), "UG-DECL-1"),
    "abandon": (("choose", "ready"), "UG-TURN-6"),
    "conquer": (CONQUESTS, "UG-CONQ-5, UG-CONQ-9, UG-RELIC-ORB"),
    "finish": (("swap", "choose", "reborn", "ancient", "ready", "conquest", "markers", "altar"), "UG-CONQ-11"),
    "deploy": (("deploy", "tomb", "withdrawn"), "UG-REDEP-1, UG-LOSS-2, UG-POWER-TOMB"),
    "deploy_rest": (("deploy", "tomb", "withdrawn"), "UG-REDEP-1, UG-LOSS-2, UG-POWER-TOMB"),
    "swap": (("swap",), "UG-RACE-MIMES"),
    "volcano": (("volcano",), "UG-RACE-FLAMES"),
    "reborn": (("choose", "reborn"), "UG-POWER-REBORN"),
    "ancient": (("choose", "ancient"), "UG-RACE-CULTISTS"),
    "use": (CONQUESTS, "UG-RELIC-0, UG-RELIC-00"),
    "bag": ((*CONQUESTS, "markers"), "UG-RELIC-BAG"),
    "vampire": (CONQUESTS, "UG-POWER-VAMPIRE, UG-CONQ-8"),
    "roll_for": (CONQUESTS, "UG-RACE-WISPS"),
    "balrog": ((*CONQUESTS, "balrog"), "UG-PLACE-PENTACLE"),
    "armor": (("markers",), "UG-POWER-SHIELD"),
    "queen": (("markers",), "UG-POWER-ROYAL"),
    "ghost": (("markers",), "UG-PLACE-CRYPT"),
    "scepter": (("markers",), "UG-RELIC-SCEPTER"),
    "ring": (("markers",), "UG-RELIC-RING"),
    "altar": (("altar",), "UG-PLACE-ALTAR"),
    "decline_by_stonehedge": (("choose",), "UG-PLACE-STONEHEDGE"),
}
WARCRAFT: Verbs = {
    "pick": (("pick",), "WW-TURN-3"),
    "decline": (("choose",), "WW-DECL-1"),
    "abandon": (("choose", "ready"), "WW-TURN-6"),
    "conquer": ((*CONQUESTS, "strike"), "WW-CONQ-1, WW-CONQ-4, WW-CONQ-9"),
    "finish": (("reveal", *CONQUESTS, "strike", "recruit", "bombs"), "WW-TURN-7, WW-RACE-GNOMES"),
    "deploy": (("deploy", "withdrawn"), "WW-TURN-9, WW-CONQ-7"),
    "deploy_rest": (("deploy", "withdrawn"), "WW-TURN-9, WW-CONQ-7"),
    "form": (("choose", "form"), "WW-RACE-WORGEN"),
    "arm": (CONQUESTS, "WW-ACT-25"),
    "roll_for": (("conquest",), "WW-RACE-GNOMES"),
    "champion": (CONQUESTS, "WW-POWER-CHAMPIONS"),
    "leave_champion": (("choose", "ready"), "WW-CLAR-16"),
    "push": (CONQUESTS, "WW-POWER-STRONGMEN"),
    "push_to": (("push",), "WW-POWER-STRONGMEN"),
    "portal": ((*CONQUESTS, "portal"), "WW-POWER-PORTALMAGES"),
    "take": (CONQUESTS, "WW-RACE-ETHEREALS"),
    "put": (("put",), "WW-RACE-ETHEREALS"),
    "well": (("well",), "WW-PLACE-WELL"),
    "buy": (("recruit",), "WW-RACE-FORSAKEN"),
    "beast": (("deploy", "withdrawn"), "WW-POWER-BEASTMASTERS"),
    "post": (("deploy", "withdrawn"), "WW-POWER-CHAMPIONS"),
    "aegis": (("aegis",), "WW-ART-AEGIS"),
    "heart": (("heart",), "WW-ART-HEART"),
    "objective": (("objectives",), "WW-RACE-HUMANS"),
    "bomb": (("bombs",), "WW-RACE-GOBLINS"),
    "pay": (("reveal",), "WW-INT-29"),
}
VERBS = {"smallworld": SMALLWORLD, "underground": UNDERGROUND, "warcraft": WARCRAFT}
"""For each game, in which phases a verb can be legal, and the rules behind it; a test plays games to compare."""
PHASES = {
    "smallworld": (
        "pick", "choose", "ghoul_ready", "ghoul_conquest", "ghoul_deploy", "ready", "conquest", "deploy", "markers",
        "stout", "peace", "withdrawn", "over",
    ),
    "underground": (
        "pick", "swap", "volcano", "choose", "reborn", "ancient", "ready", "conquest", "balrog", "deploy", "tomb",
        "markers", "altar", "withdrawn", "over",
    ),
    "warcraft": (
        "reveal", "pick", "choose", "form", "ready", "conquest", "portal", "push", "put", "strike", "well", "recruit",
        "deploy", "aegis", "heart", "objectives", "bombs", "withdrawn", "over",
    ),
}  # fmt: skip
"""The phases that a game of one box meets, in the order in which a turn runs through them."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def linked(text: str) -> str:
    """A text in which every rule id leads to the rule."""
    return RULE.sub(lambda match: f"[{match[0]}](rules/{PAGE_OF[match[1]]}.md#{match[0]})", text)


def span(first: int, width: int) -> str:
    """Indices from `first` on."""
    return f"{first}" if width == 1 else f"{first} to {first + width - 1}"


def loaded(name: str) -> list[swenv.Game]:
    """The game on its boards."""
    return [swenv.load(name, num_players=number) for number in PLAYERS]


def actions() -> str:
    """The page of the actions."""
    return ACTIONS.format(games="\n\n".join(_verbs(name) for name in GAMES))


def _verbs(name: str) -> str:
    """The verbs of a game: what they do, when they can be legal, their indices."""
    games = loaded(name)
    known = VERBS[name]
    verbs = [
        (f"`{verb}`", verb.meaning, ", ".join(f"`{phase}`" for phase in known[verb.name][0]), known[verb.name][1])
        for verb in games[0].verbs
    ]
    indices = [
        (f"`{each[0]}`", *(span(verb.first, verb.size) for verb in each))
        for each in zip(*(game.verbs for game in games), strict=True)
    ]
    sizes = ("all", *(f"{game.num_actions} actions" for game in games))
    return VERBS_OF.format(
        title=GAMES[name],
        verbs=linked(table(("Verb", "What it does", "Phases in which it can be legal", "Rules"), verbs)),
        indices=table(("Verb", *(f"{number} players" for number in PLAYERS)), [*indices, sizes]),
        phases=", ".join(f"`{phase}`" for phase in PHASES[name]),
    )


def observations() -> str:
    """The page of the observation."""
    return OBSERVATIONS.format(
        places="\n\n".join(f"{GAMES[name]}:\n\n{_places(name)}" for name in GAMES),
        columns="\n\n".join(_columns(name) for name in GAMES),
    )


def _places(name: str) -> str:
    """Where each part of a game's observation begins."""
    games = loaded(name)
    places = [
        (f"`{parts[0].name}`", parts[0].meaning, *(f"{part.start}, {_shape(part)}" for part in parts))
        for parts in zip(*(game.observation_layout for game in games), strict=True)
    ]
    sizes = ("all", "", *(f"{game.observation_size} numbers" for game in games))
    return table(("Part", "What it is", *(f"{number} players" for number in PLAYERS)), [*places, sizes])


def _columns(name: str) -> str:
    """The columns of each part, and the names behind one-hot ones."""
    game = swenv.load(name, num_players=2)
    parts = [_part(part, GAMES[name]) for part in game.observation_layout]
    for kind in ("races", "powers"):
        names = ", ".join(f"`{entry.name}`" for entry in getattr(game, kind))
        parts.append(f"{kind.title()} of {GAMES[name]}: {names}.")
    return "\n\n".join([f"## Columns: {GAMES[name]}", *parts])


def _shape(part: Part) -> str:
    return f"({', '.join(map(str, part.shape))})"


def _part(part: Part, game: str) -> str:
    rows = [
        (span(column.offset, column.width), f"`{column.name}`", linked(_meaning(column)), _peak(column))
        for column in part.columns
    ]
    return f"### {game}: {part.name}\n\n{part.meaning[0].upper()}{part.meaning[1:]}.\n\n" + table(
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

`region` is a region of the board, `row` a row of the column (0 at the top), `seat` a seat by its number. Other
arguments are words, such as the name of a Relic: `use sword`. The phases say where a verb can be legal at some time;
what is legal now is in the [mask](masks.md).

Indices are those of the game's own boards; in Warcraft there are as many as its largest table needs. Another board has
another number of regions, and so other indices, and a [mixed game](howto/mix.md) has the verbs of both: `game.verbs`
has `first` and `size` of each verb, and `swenv game smallworld --actions` lists all; with `--map` those of another
board.

{games}
"""

VERBS_OF = """\
## {title}

### Verbs of {title}

{verbs}

The phases, in the order in which a turn runs through them:
{phases}.
A phase in which nothing but `finish` could be chosen is passed over.

### Indices of {title}

{indices}"""

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

The columns, below, are as they are with two players and the races and powers of the box. More players make `owner` and
`seat` longer. Races and powers of your own, or of both boxes, make their groups longer. All else stays in its place
within a line. Underground and Warcraft have the columns of Small World, and then their own; terrains have the names of
Small World.

{columns}
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
