"""The words of facts of Small Islands; `facts` tells what a fact is and reads it.

`seats`: seat 0 | seat 1 ...; a single one plays solo. Fields: `points 4`, `mission M01`, `goal G06`, `reward R08` (the
current cards), `held M04 M05`, `hand CA1 KA1`, `pool 2`, `left 1` (houses in its reserve), `tokens 5`, and other fields
of a seat; `-` is a seat of which nothing is stated. Without the line there are two such seats, one if something of
Alexis is stated, or those of the `board` line with `missions M04 M05`, their current ones.
`board`: tiles `CC1@8,8r2` (row, column, quarter turns), houses `house0@8,8` and `alexis@8,8`, ships `grey@8,7` and
`ship0@8,7`, markers `lotus@8,8.0` (the slot) and `port@8,8.0` (the piece), `laurel@8,8.0/1` (of seat 1),
`port@8,8.0/1any` (with its marker "any"). `SI-EX-4` is the board of that example in the data file, `SI-EX-4+6,5` the
same, moved by six rows and five columns. After a `;` fields may follow as in `with`.
`with`: fields of the position and its turn, such as `phase house; turn 1; market CB1 - CB3; navigation -; chosen CA1;
built 8,8 8,9`; of Alexis, such as `deck X01 X02` (on top; the rest follows from the level), `card X03`; options of the
game, such as `mode advanced` (so if a goal or a reward is stated), `window 3`, `level 2`, `best_token no`; `others
removed`: tiles that are named nowhere have left the game. The phase is "turn" unless it is stated, and the level 4.
`play`: actions, with commas if you like (`place 7,8,0`); `first place` is the lowest legal action of that verb, `all
pass` as many as there are, in this phase; `explore` a whole turn without a marker, `explore 2` with that market slot.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import swenv
from archipelago import LEVEL, deck, examples, explored, first_of, island_at, land, position, scene, ways
from chapters import parts, refused, verbs
from support import play
from swenv.islands import achievements, islands

LISTS = ("market", "navigation", "reserve", "removed", "drawn", "discoveries", "built", "hand", "held", "tokens")
LISTS += ("known", "tokens_in_pool", "deck", "played", "seen", "missions", "goals", "rewards")
"""Fields that are lists, even of one thing."""
CELLS = ("built", "last", "human_last", "cell")
"""Fields that are cells, or lists of them."""
TURN = ("chosen", "emptied", "cell", "marker", "docker", "stuck", "built", "scored")
"""Fields of the turn."""
OPTIONS = ("window", "level", "start_layout", "best_resource", "best_token")
"""Options of the game; `mode` is one too."""
ALEXIS = ("deck", "card", "played", "seen", "prestige")
"""Fields of Alexis."""
CARDS = {"mission": ("missions", "current"), "goal": ("goals", "current"), "reward": ("rewards", "current")}
SEAT = {"points": "prestige", "left": "reserve"}
"""Fields of a seat that have another name in a position."""
THING = re.compile(r"([A-Za-z0-9]+)@(\d+),(\d+)(?:r(\d))?(?:\.(\d))?(?:/(\d)(\w*))?")
"""A thing on the board."""


def value(word: str) -> Any:
    """A number, a cell, a truth or a word."""
    if re.fullmatch(r"-?\d+(,\d+)+", word):
        return [int(number) for number in word.split(",")]
    return int(word) if re.fullmatch(r"-?\d+", word) else {"-": None, "yes": True, "no": False}.get(word, word)


def values(field: str, words: list[str]) -> Any:
    """The value of a field, or its list."""
    if field in LISTS:
        found = [value(word) for word in words]
        return [] if found == [None] else found
    return value(words[0])


# Positions


def stand(game: str, seats: str = "", board: str = "", more: str = "") -> swenv.State:
    """State a position."""
    board, _, beside = board.partition(";")
    entries = [_seat(text) for text in (seats or _implied(parts(f"{more};{beside}"))).split("|")]
    fields: dict[str, Any] = {"phase": "turn", "seats": entries, **lying(board)}
    if any({"goals", "rewards"} & entry.keys() for entry in entries):
        fields["mode"] = "advanced"
    alexis: dict[str, Any] = {}
    for part in parts(f"{more};{beside}"):
        name, *words = part.split()
        if name == "missions":
            continue
        if part == "others removed":
            fields["removed"] = None
        elif name == "decks":
            fields.setdefault("decks", {})[words[0]] = values(words[0], words[1:])
        elif name in TURN:
            fields.setdefault("turn_state", {})[name] = values(name, words)
        elif name in ALEXIS:
            alexis[name] = values(name, words)
        else:
            fields[name] = values(name, words)
    if len(entries) == 1:
        fields.setdefault("level", LEVEL)
        if "deck" in alexis and not alexis.keys() & {"played", "card"}:
            alexis["deck"] = deck(*alexis["deck"], level=fields["level"])
        if alexis:
            fields["alexis"] = alexis
    if "removed" in fields and fields["removed"] is None:
        named = {tile["tile"] for tile in fields["tiles"]} | {fields.get("turn_state", {}).get("chosen")}
        for stack in ("market", "navigation", "reserve"):
            named |= set(fields.setdefault(stack, [None] * 3 if stack == "market" else []))
        named |= {tile for entry in entries for tile in entry.get("hand", ())}
        fields["removed"] = [tile for tile in land() if tile not in named]
    return position(fields.pop("phase"), len(entries), fields.pop("mode", "standard"), **fields)


def states_seats(board: str) -> bool:
    """Whether a `board` line tells how many seats there are."""
    return "; missions " in board


def _implied(stated: list[str]) -> str:
    """The `seats` line of a position without one."""
    for name, *cards in map(str.split, stated):
        if name == "missions":
            return " | ".join(f"mission {card}" for card in cards)
    alone = any(part.split()[0] in (*ALEXIS, "level", "human_last") for part in stated)
    return "-" if alone else "- | -"


def _seat(text: str) -> dict[str, Any]:
    """A seat."""
    found: dict[str, Any] = {}
    for part in parts(text, ","):
        name, *words = part.split()
        if name in CARDS:
            kind, place = CARDS[name]
            found.setdefault(kind, {})[place] = value(words[0])
        elif name == "held":
            for card in words:
                kind = {"M": "missions", "G": "goals", "R": "rewards"}[card[0]]
                found.setdefault(kind, {}).setdefault("held", []).append(card)
        elif name != "-":
            found[SEAT.get(name, name)] = values(name, words)
    return found


def lying(board: str) -> dict[str, Any]:
    """What lies on the board, as fields of a position."""
    found: dict[str, Any] = {"tiles": [], "ships": [], "markers": [], "houses": []}
    for word in board.split():
        if word.startswith("SI-EX-"):
            example, _, moved = word.partition("+")
            for name, things in scene(examples(example)[0], *(value(moved) if moved else ())).items():
                found[name] += things
            continue
        match = THING.fullmatch(word)
        if not match:
            raise ValueError(f"nothing on the board is written so: {word}")
        name, row, column, turns, spot, seat, marker = match.groups()
        cell = {"r": int(row), "c": int(column)}
        if turns:
            found["tiles"].append({"tile": name, **cell, "rot": int(turns)})
        elif spot:
            entry = {"as": name, **cell, "piece" if name == "port" else "slot": int(spot)}
            if seat:
                entry["seat"] = int(seat)
            if marker:
                entry["marker"] = marker
            found["markers"].append(entry)
        elif name == "grey" or name.startswith("ship"):
            found["ships"].append({**cell, "owner": "grey" if name == "grey" else int(name.removeprefix("ship"))})
        else:
            found["houses"].append({"seat": name if name == "alexis" else int(name.removeprefix("house")), **cell})
    if not found["ships"]:
        del found["ships"]
    return found


# Play


def act(state: swenv.State, action: str) -> swenv.State:
    """The state after an action."""
    kind, _, verb = action.partition(" ")
    if kind == "explore":
        return explored(state, int(verb) if verb else None)
    if kind == "first":
        return play(state, first_of(state, verb))
    if kind == "all":
        phase = state.phase
        while state.phase == phase and verb in verbs(state):
            play(state, verb)
        return state
    state.apply(action.replace(",", " "))
    return state


def check(state: swenv.State, said: str) -> tuple[Any, Any]:
    """What is, and what a part of a `then` line says that it is.

    `house 8,8 8,9` (all arguments with which a verb is legal), `may house 8,8`, `may not pass`, `verbs pass house`
    (all that are legal), `refused house 9,9 9,10 by SI-HOUSE-1` (with any of these arguments); `lays laurel 8,8,0`
    (where a marker may be laid in that mode, `-` if it is not legal); `turns 7,8 0 2` (in which rotations the tile
    may be placed there); `points 4 0`; `turn 1`, `phase score`, `returns 1 -1`; `8,8 CC1r2`, `7,8 empty`; `ships
    grey@8,7 ship0@9,7` (in the order they came), `houses house0@8,8`, `markers lotus@8,8.0/0` (all on the board;
    seat and marker if they are stated); `island 8,8 lotus 3 ports 1 size 2` (of the island with that cell, or
    `8,8.1` for the piece), also `sites`, `free`, `name 8,8`, `open` (land edges), `complete yes` and `house0 1`;
    `islands 8,8.0+9,8.0 8,8.1` (the pieces of all); `seat 0 pool 3` (a field as in `seats`), `seat 0 returned M03`;
    `alexis deck X01 X02`; `deck missions M01`; `number navigation 4` (of a stack), `in removed XA1` (among others);
    `achieves S1 S7`, `achieves not S2`; any other field of the position or its turn, such as `market CB1 - CB3`.
    """
    first, *words = said.split()
    document = state.to_position()
    if re.fullmatch(r"\d+,\d+", first):
        row, column = value(first)
        there = [f"{it['tile']}r{it['rot']}" for it in document["tiles"] if (it["r"], it["c"]) == (row, column)]
        return there or ["empty"], words
    if first == "may":
        allowed = words[0] != "not"
        verb, *arguments = words if allowed else words[1:]
        able = _able(state, verb)
        return [(argument in able) if argument else verb in verbs(state) for argument in arguments or [""]], [
            allowed
        ] * max(1, len(arguments))
    if first == "verbs":
        return verbs(state), set(words)
    if first == "refused":
        verb, *arguments, _, rule = words
        actions = [f"{verb} {argument}".strip().replace(",", " ") for argument in arguments or [""]]
        return {refused(state, action) for action in actions}, {rule}
    if first == "lays":
        return _spots(state, words[0]), {word for word in words[1:] if word != "-"}
    if first == "turns":
        return {r for *cell, r in ways(state, "place") if cell == value(words[0])}, {
            int(r) for r in words[1:] if r != "-"
        }
    if first == "points":
        return [int(points) for points in state.coins], [int(word) for word in words]
    if first == "returns":
        return [round(float(it), 3) for it in state.returns()], [float(word) for word in words]
    if first in ("turn", "to_act", "round", "phase"):
        return getattr(state, first), value(words[0])
    if first in ("ships", "houses", "markers"):
        wanted = lying(" ".join(word for word in words if word != "-")).get(first, [])
        found = document[first]
        if first == "houses":
            return sorted(map(str, found)), sorted(map(str, wanted))
        if len(found) == len(wanted):
            found = [{key: had[key] for key in want} for had, want in zip(found, wanted, strict=True)]
        return found, wanted
    if first == "island":
        return _island(state, words)
    if first == "islands":
        return ["+".join(f"{r},{c}.{piece}" for r, c, piece in it.pieces) for it in islands(state)], words
    if first == "achieves":
        names = [word for word in words if word != "not"]
        return [name in achievements(state) for name in names], [words[0] != "not"] * len(names)
    if first == "seat":
        entry, field = document["seats"][int(words[0])], words[1]
        if field in CARDS:
            kind, place = CARDS[field]
            return entry[kind][place], value(words[2])
        if field in ("held", "returned"):
            found = [entry[kind][field] for kind in ("missions", "goals", "rewards") if kind in entry]
            return [*chain(*found)] if field == "held" else found, values("held", words[2:])
        return entry[SEAT.get(field, field)], values(field, words[2:])
    if first == "alexis":
        return document["alexis"][SEAT.get(words[0], words[0])], values(words[0], words[1:])
    if first == "deck":
        return document["decks"][words[0]], values(words[0], words[1:])
    if first == "in":
        return [name in document[words[0]] for name in words[1:]], [True] * len(words[1:])
    if first == "number":
        return len(document[words[0]]), int(words[1])
    if first in {verb.name for verb in state.game.verbs}:
        return _able(state, first), {word for word in words if word != "-"}
    return (document["turn_state"] if first in TURN else document)[first], values(first, words)


def _able(state: swenv.State, verb: str) -> set[str]:
    """The arguments with which a verb is legal, as facts write them."""
    return {",".join(str(argument).replace(" ", ",") for argument in each) for each in ways(state, verb)}


def _spots(state: swenv.State, mode: str) -> set[str]:
    """Where a marker may be laid in a mode."""
    if mode not in _able(state, "marker_mode"):
        return set()
    after = play(state.copy(), f"marker_mode {mode}")
    return _able(after, "mark_piece" if mode.startswith("port") else "mark_slot")


def _island(state: swenv.State, words: list[str]) -> tuple[Any, Any]:
    """What an island is, and what is said of it."""
    cell, _, piece = words[0].partition(".")
    island = island_at(state, *value(cell), int(piece or 0))
    found: dict[str, Any] = {**island.symbols, "size": island.size, "sites": island.sites, "free": island.free_sites}
    found |= {"open": island.open_land_edges, "complete": island.complete}
    found |= {"name": list(island.name) if island.name else None}
    found |= {("alexis" if seat == "alexis" else f"house{seat}"): many for seat, many in island.houses.items()}
    wanted = dict(zip(words[1::2], map(value, words[2::2]), strict=True))
    return {name: found.get(name, 0) for name in wanted}, wanted
