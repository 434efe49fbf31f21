"""The words of facts of the board games; `facts` tells what a fact is and reads it.

`seats`: seat 0 | seat 1 ...; for each its races (`declined` first; then the power, and fields with their numbers) and
fields of the seat, such as `coins 3`; `-` is a seat with nothing. Nobody has coins unless they are stated.
Without the line each race on the board is that of another seat, with a badge that does not matter (`PLAIN`). The first
one that is named is that of seat 0; if the phase is "conquest" or "ready", it has all its other tokens in hand, nine at
most. What matters is said in the `board` line, which then needs no `seats` line above it: `orcs champions hand 2`,
`declined trolls`, `orcs with declined trolls sentinels`, `coins 5 0`; a race without a region is named there too.
`board`: what lies in the regions: tokens of a race (`kraken*3`), `monsters`, `tribe`, Places, Relics, Artifacts,
markers, and fields of a region with their values (`bomb=dud`, `face_down=ashes`). Several regions can be named at
once: `0 1 5 ogres`. What begins with no number is a field as in `with`.
`with`: other fields of the position, such as `phase choose; turn 1`, `column orcs miners 2 naga farmers` (rows, with
coins if there are any), `boards wx-l S1a` (a fixture, and a board of the box), `map none` (that of the box), and
options of the game, such as `option scepter_void=place`. The phase is "conquest" unless it is stated; if the first
action is one of the start of a turn, such as `decline`, it is "choose".
`play`: actions; `conquer 0 rolling 2` is one whose reinforcement die shows 2, `encamp 4 x3` one taken three times.

The boards are those of `tests/data`, told here with the terrain and the neighbours of each region; `*` is the edge of
the board, or an anchor.
FX9 (base game; mines 3 5, caverns 3 8, magic 2 8): farmland 0*: 1 4 7; hill 1*: 0 2; farmland 2: 1 3 6; mountain 3: 2 4
5 6; forest 4*: 0 3 5; swamp 5: 3 4 6 8; lake 6: 2 3 5; sea 7*: 0 8; hill 8: 5 7.
UX18 (Underground; the Volcano's sign in both chasms): mud 0*: 1 5 10; mushroom 1*: 0 2 5; River 2*: 1 3 5 7 8; mine 3*:
2 4 8; crystal 4*: 3 8 14 16; mushroom 5: 0 1 2 6 7 10; mountain 6: 5 7 9 10; River 7: 2 5 6 8 9 12 13; mine 8: 2 3 4 7
12 16; crystal 9: 6 7 10 13 15; chasm 10: 0 5 6 9 15; mud 11*: 12 13 16 17; mountain 12: 7 8 11 13 16; River 13*: 7 9 11
12; chasm 14*: 4 16 17; mushroom 15*: 9 10; crystal 16: 4 8 11 12 14 17; mud 17*: 11 14 16.
WXL and WXS (Warcraft, two players; caverns 6 15, magic 7 8 14 17): farmland 0*: 1 4; hill 1: 0 2 5; mountain 2: 1 3 6;
forest 3: 2 7; swamp 4: 0 5 8; farmland 5: 1 4 6 9; hill 6: 2 5 7 10; forest 7: 3 6 11; swamp 8: 4 9; mountain 9*: 5 8
10; lake 10: 6 9 11; sea 11: 7 10; farmland 12*: 13 15; forest 13: 12 14 16; hill 14: 13 17; swamp 15*: 12 16; mountain
16: 13 15 17; farmland 17: 14 16. With three players WXM is 12 to 17, with water in 15 and 16, and WXS is 18 to 23.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import boxes
import support
import swenv
from chapters import parts, price, refused, tray
from support import active, declined, legal, legal_words, race, region, rolled, seat

DATA = Path(__file__).parents[1] / "data"
MAKERS: dict[str, Callable[..., swenv.State]] = {
    "smallworld": support.position, "underground": support.underground, "warcraft": support.warcraft,
}  # fmt: skip
"""What states a position of each game, on the fixture boards."""
PLAIN = {
    "smallworld": ("swamp", "merchant", "forest"),
    "underground": ("wise", "tomb", "stone"),
    "warcraft": ("marshdwellers", "farmers", "miners"),
}
"""The badges of the seats of a position that states none: they change no price and open no region."""
OLD = {**boxes.BASE_TRAY, **boxes.UNDERGROUND_TRAY}
TOKENS = {"smallworld": OLD, "underground": OLD, "warcraft": boxes.WARCRAFT_TRAY}
"""How many tokens of each race there are."""
RACE = re.compile(rf"(declined )?(?P<race>{'|'.join(OLD | boxes.WARCRAFT_TRAY)})(?= |$)")
"""The beginning of a part of a `board` line about a race."""
CHOICES = ("decline", "abandon", "reborn", "ancient")
"""Actions before the conquests of a turn."""
SEAT_FIELDS = ("coins", "peace", "vengeance", "harmony")
FLAGS = ("ancient_placed", "champion_lost", "wealthy_paid")
"""Fields of a race that have no number."""
LISTS = ("places_stack", "race_stack", "power_stack", "discarded_powers", "bomb_stack", "bombs_lost", "gone")
LISTS += ("armed", "armed_effects", "bombs_due", "effects_used", "attacked", "used", "converted")
"""Fields of a position or of its turn that are lists."""
COUNTS = ("tray", "beaten")
"""Such fields that are numbers by name: `tray orcs 2 trolls 0`."""
SYMBOLS = {"monsters": ("monsters", 2), "tribe": ("tribe", 1), "murloc": ("murloc", 1)}
"""What is no marker, with its field and value."""
HOLDERS = {"beasts", "champion"}
"""Pieces that hold a region without a token: `kraken*0 beasts`."""
POPULAR = ("altar", "crypt", "diamond", "fountain", "keep", "mine", "pentacle", "pipe", "stonehedge")
RELICS = ("doormat", "orb", "ring", "scepter", "socks", "sword")
ARTIFACTS, LEGENDARY = tuple(sorted(boxes.ARTIFACTS)), tuple(sorted(boxes.LEGENDARY))


def _value(word: str) -> Any:
    return int(word) if re.fullmatch(r"-?\d+", word) else {"none": None, "yes": True, "no": False}.get(word, word)


def _plain(words: list[str], field: str = "") -> Any:
    """One value, or a list of them, or numbers by name."""
    values = [_value(word) for word in words if word != "-"]
    if field in COUNTS:
        return dict(zip(values[::2], values[1::2], strict=True))
    return values[0] if len(words) == 1 and values and field not in LISTS else values


# Positions


def stand(game: str, seats: str = "", board: str = "", more: str = "", **options: Any) -> swenv.State:
    """State a position, of a game with these options."""
    game, *always = game.split()
    places = [_seat(text) for text in (seats or _implied(game, board, more)).split("|")]
    owners = {entry["race"]: number for number, place in enumerate(places) for entry in place["races"]}
    fields: dict[str, Any] = {"phase": "conquest", "options": dict(map(_option, always)) | options}
    board = "; ".join(part for part in parts(board) if not (RACE.match(part) or part.startswith("coins ")))
    beside = [part for part in parts(board) if part[0].isalpha() and part != "empty"]
    for part in (*parts(more), *beside):
        name, *words = part.split()
        if name == "option":
            fields["options"].update([_option(words[0])])
        elif name == "map":
            fields[name] = None if words == ["none"] else str(DATA / f"{words[0]}.json")
        elif name == "column":
            rows = re.findall(r"([a-z_]+) ([a-z_]+)(?: (\d+))?", " ".join(words))
            fields[name] = [{"race": banner, "power": badge, "coins": int(many or 0)} for banner, badge, many in rows]
        elif name == "boards":
            fields[name] = [str(DATA / f"{word}.json") if word.startswith("wx-") else word for word in words]
        elif name == "this_turn":
            fields.setdefault("turn_state", {})[words[0]] = _plain(words[1:], words[0])
        else:
            fields[name] = _plain(words, name)
    regions: dict[int, Any] = {}
    for part in (part for part in parts(board) if part not in beside):
        numbers, things = _split(part)
        for number in numbers:
            regions[number] = contents(things, owners)
    return MAKERS[game](len(places), seats=places, regions=regions, **fields)


def states_seats(board: str) -> bool:
    """Whether a `board` line says something of a race but where it is."""
    return any(RACE.match(part) for part in parts(board))


def _implied(game: str, board: str, more: str) -> str:
    """The `seats` line of a position without one."""
    said: dict[str, str] = {}
    second = set(re.findall(r" with declined (\w+)", board))
    for part in parts(board):
        if match := RACE.match(part):
            said[match["race"]] = part
        else:
            races = [word for word in re.findall(r"[a-z_]+", part) if word in TOKENS[game].keys() - second]
            said |= {race: said.get(race, "") for race in races}
    seats: list[str] = []
    for (name, text), badge in zip(said.items(), PLAIN[game], strict=False):
        conquers = not seats and not re.search(r"phase (?!conquest|ready)|\bturn [1-9]", f"{board} {more}")
        first, *others = (text or name).split(" with ")
        words = first.split()
        if "declined" not in words:
            words[1:1] = [] if _begins_with_power(words[1:]) else [badge]
        if conquers and "hand" not in words:
            words += ["hand", str(min(9, TOKENS[game][name] - _tokens(name, board)))]
        seats.append(", ".join([" ".join(words), *others]))
    seats += ["-"] * (2 - len(seats))
    purses = re.search(r"; coins ([\d ]+)", board)
    coins = purses[1].split() if purses else ["0"] * len(seats)
    return " | ".join(f"{seat}, coins {many}" for seat, many in zip(seats, coins, strict=True))


def _tokens(race: str, board: str) -> int:
    """The tokens of a race on the board."""
    lying = 0
    for numbers, things in map(_split, parts(board)):
        for thing in things:
            name, _, many = thing.partition("*")
            lying += len(numbers) * int(many or 1) if name == race else 0
    return lying


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, parts(value, ",") if "," in value else _value(value)


def _split(entry: str) -> tuple[list[int], list[str]]:
    """The region numbers at the beginning, and the words after them."""
    words = entry.split()
    first = next((k for k, word in enumerate(words) if not word.isdigit()), len(words))
    return [int(word) for word in words[:first]], words[first:]


def contents(things: list[str], owners: dict[str, int]) -> dict[str, Any]:
    """What lies in a region, as in a position document."""
    found: dict[str, Any] = {}
    for thing in things:
        name, _, many = thing.partition("*")
        count = int(many or 1)
        if name in owners:
            found |= {"owner": owners[name], "race": name, "tokens": count}
        elif name in SYMBOLS:
            field, value = SYMBOLS[name]
            found[field] = value
        elif name in (*POPULAR, *LEGENDARY):
            found["place"] = name
        elif name in RELICS:
            found.setdefault("relics", []).append(name)
        elif name in ARTIFACTS:
            found.setdefault("artifacts", []).append(name)
        elif "=" in name:
            field, _, value = name.partition("=")
            found[field] = _value(value)
        elif name != "empty":
            found.setdefault("markers", {})[name] = count
    return found


def _seat(text: str) -> dict[str, Any]:
    """A seat with its races."""
    fields: dict[str, Any] = {"coins": 0}
    races = []
    for part in parts(text, ","):
        words = part.split()
        if words[0] in SEAT_FIELDS:
            fields[words[0]] = _value(words[1]) if words[1:] else True
        elif words != ["-"]:
            make = active
            if words[0] == "declined":
                make, words = declined, words[1:]
            name, *words = words
            power = words.pop(0) if _begins_with_power(words) else None
            more: dict[str, Any] = {}
            while words:
                field = words.pop(0)
                more[field] = True if field in FLAGS else int(words.pop(0))
            races.append(make(name, power, **more))
    return seat(*races, **fields)


def _begins_with_power(words: list[str]) -> bool:
    """Whether the first word is no field."""
    return bool(words) and words[0] not in FLAGS and not (words[1:] and words[1].isdigit())


# Play


def act(state: swenv.State, action: str) -> swenv.State:
    """The state after an action; it may state what its die shows, or that it is taken several times."""
    if several := re.fullmatch(r"(.+) x(\d+)", action):
        return support.play(state, *[several[1]] * int(several[2]))
    plain, rolling, face = action.partition(" rolling ")
    if rolling:
        return rolled(state, plain, int(face))
    state.apply(plain)
    return state


def check(state: swenv.State, said: str) -> tuple[Any, Any]:
    """What is, and what a part of a `then` line says that it is.

    `5 kraken*2 keep` (all that lies in region 5), `5 empty`; `ghost at 3 7` (all regions with that marker, Place,
    Relic, Artifact or field; `-` for none); `conquer 0 5` (all arguments with which a verb is legal), `may conquer
    5`, `may not finish`; `refused conquer 5 by UG-CONQ-4`; `price 5 6 is 3` (tokens that a conquest puts into each);
    `earns 5` (coins of the rest of the turn, if its player does only what must be done; with more numbers those of
    the others, clockwise, who else get none);
    `coins 2 0`; `kraken hand 3` (a field of a race); `seat 1 vengeance yes`; `races 1 kraken ogres`; `tray kraken
    4`; `turn 1`, `phase deploy`, `die 2`, `verbs decline finish` (all that are legal); `this_turn picked yes`;
    `column 0 drow muddy 1` (a row with its coins); `last race_stack ogres`; `returns 1 -1` (of a game that is
    over); any other field of the position, such as `stonehedge tomb`; `stonehedge any` (not none).
    """
    first, *words = said.split()
    if first.isdigit():
        numbers, things = _split(said)
        wanted = contents(things, _owners(state))
        return [_lying(state, number) for number in numbers], [_normal(wanted)] * len(numbers)
    if words[:1] == ["at"]:
        return _where(state, first), [int(word) for word in words[1:] if word != "-"]
    if first == "may":
        allowed = words[0] != "not"
        verb, *arguments = words if allowed else words[1:]
        actions = map(state.game.action, map(int, state.legal_actions()))
        able = {str(action.args[0]) if action.args else "0" for action in actions if action.verb == verb}
        return [argument in able for argument in arguments or ["0"]], [allowed] * max(1, len(arguments))
    if first == "refused":
        *action, _, rule = words
        return refused(state, " ".join(action)), rule
    if first == "price":
        return [price(state, int(word)) for word in words[:-2]], [int(words[-1])] * len(words[:-2])
    if first == "earns":
        wanted = [int(word) for word in words]
        return _earned(state, wanted), wanted
    if first == "coins":
        return [int(purse) for purse in state.coins], [int(word) for word in words]
    if first == "tray":
        return tray(state, words[0]), int(words[1])
    if first == "returns":
        return state.returns().tolist(), [float(word) for word in words]
    if first == "last":
        return state.to_position()[words[0]][-1], words[1]
    if first == "column":
        row = state.to_position()["column"][int(words[0])]
        row_is = zip((row["race"], row["power"], row["coins"]), words[1:], strict=True)
        return [is_so for is_so, wanted in row_is if wanted != "any"], [_value(it) for it in words[1:] if it != "any"]
    if first == "races":
        return [entry["race"] for entry in state.to_position()["seats"][int(words[0])]["races"]], [
            word for word in words[1:] if word != "-"
        ]
    if first == "seat":
        found = state.to_position()["seats"][int(words[0])].get(words[1])
        return (bool(found) if words[2] in ("yes", "no") else found), _value(words[2])
    if first in ("turn", "phase", "to_act", "round"):
        return getattr(state, first), _value(words[0])
    if first == "die":
        return state.last_roll, _value(words[0])
    if first == "verbs":
        return {state.game.action(index).verb for index in state.legal_actions()}, set(words)
    if first == "this_turn":
        return state.to_position()["turn_state"][words[0]], _plain(words[1:], words[0])
    if first in _owners(state):
        return race(state, _owners(state)[first], first).get(words[0], 0), _value(words[1])
    if first in {verb.name for verb in state.game.verbs}:
        if all(word.isdigit() or word == "-" for word in words):
            return legal(state, first), [int(word) for word in words if word != "-"]
        return legal_words(state, first), set(words)
    found, wanted = state.to_position()[first], _plain(words, first)
    if wanted == "any":
        return found is not None, True
    return found, wanted if isinstance(found, list) == isinstance(wanted, list) else [wanted]


def _earned(state: swenv.State, wanted: list[int]) -> list[int]:
    """Coins that the seats get until the turn ends, that whose turn it is first; nobody else gets any unless said."""
    after, finish = state.copy(), state.game.parse("finish")
    while after.turn == state.turn and not after.is_over:
        actions = [int(action) for action in after.legal_actions()]
        after.apply(finish if finish in actions else actions[0])
    gains = [int(gain) for gain in after.coins - state.coins]
    gains = gains[state.turn :] + gains[: state.turn]
    return gains[: max(1, len(wanted))] if not any(gains[len(wanted) :]) else gains


def _owners(state: swenv.State) -> dict[str, int]:
    return {entry["race"]: number for number, it in enumerate(state.to_position()["seats"]) for entry in it["races"]}


def _lying(state: swenv.State, number: int) -> dict[str, Any]:
    return _normal(region(state, number))


def _normal(entry: dict[str, Any]) -> dict[str, Any]:
    """What lies in a region without fields that say nothing."""
    entry = {**entry, "markers": {name: count for name, count in (entry.get("markers") or {}).items() if count}}
    entry |= {name: sorted(entry.get(name) or []) for name in ("relics", "artifacts")}
    if not (entry.get("tokens") or entry["markers"].keys() & HOLDERS):
        entry = {key: value for key, value in entry.items() if key not in ("owner", "race")}
    return {key: value for key, value in entry.items() if value or key == "owner"}


def _where(state: swenv.State, thing: str) -> list[int]:
    """The regions with a marker, Place, Relic or Artifact."""
    everywhere = state.to_position()["regions"].items()
    return sorted(
        int(number)
        for number, there in everywhere
        if (there.get("markers") or {}).get(thing)
        or there.get(thing)
        or thing == there.get("place")
        or thing in (*there.get("relics", ()), *there.get("artifacts", ()))
    )
