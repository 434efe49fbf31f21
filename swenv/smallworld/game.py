"""The games behind `swenv.load`: Small World, Underground and Warcraft. One engine; boxes and boards are data."""

from __future__ import annotations

import os.path
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from swenv.core import schemas
from swenv.core.errors import check_known, unknown_option
from swenv.core.game import Game
from swenv.core.reason import by_number
from swenv.core.record import Snapshot
from swenv.core.rewards import REWARDS
from swenv.smallworld import accounts, consistency, own_schema, position, reader
from swenv.smallworld.board import Board, adjacencies, check_pieces
from swenv.smallworld.board_sets import load_boards
from swenv.smallworld.content import base, items, underground, warcraft
from swenv.smallworld.content.entries import TREASURES, Content, Power, Race
from swenv.smallworld.content.items import Thing
from swenv.smallworld.layout import make_layout
from swenv.smallworld.rules import engine
from swenv.smallworld.rules.reasons import SmallWorldReason
from swenv.smallworld.rules.record import (
    DIE,
    EFFECTS,
    FIRST_POWER,
    MAX_POWERS,
    MAX_RACES,
    MAX_SEATS,
    NO_ROW,
    RELICS,
    STAGES,
    Feature,
    Phase,
)
from swenv.smallworld.rules.underground.reasons import UndergroundReason
from swenv.smallworld.rules.warcraft.reach import DOOMHAMMER_COINS
from swenv.smallworld.rules.warcraft.reasons import WarcraftReason
from swenv.smallworld.tables import (
    BOX_OF,
    action_table,
    boxes_in_play,
    is_at,
    make_blank,
    make_tables,
    may_be_in_box,
    monster_regions,
    range_of,
)
from swenv.smallworld.warcraft_boards import all_tables, compose, is_printed, load_faces

BOXES: dict[str, ModuleType] = {"base": base, "underground": underground, "warcraft": warcraft}
"""The races and powers of each box."""

REASONS = by_number(SmallWorldReason, UndergroundReason, WarcraftReason)
"""Reasons why actions are illegal, by the number that `engine.reason_of` returns."""

DEFAULTS: dict[str, Any] = {
    "map": None,
    "boards": None,
    "rounds": None,
    "hide_coins": False,
    "reward": "win",
    "own_decline_defends": False,
    "substitution_needs_hand": True,
    "extra_races": (),
    "extra_powers": (),
    "races": None,
    "powers": None,
    "boxes": None,
    "places": None,
    "flames_entry": "edge",
    "vampire_limit": "turn",
    "scepter_void": "mine_terrain_and_place",
    "diamond_scope": "player",
    "stonehedge_decline_powers": "any_holder",
}
"""The options of `load` and their default values, see `SmallWorld`."""
CHOICES: dict[str, tuple[str, ...]] = {
    "reward": tuple(REWARDS),
    "flames_entry": ("edge", "volcano"),
    "vampire_limit": ("turn", "opponent"),
    "scepter_void": ("mine_terrain_and_place", "place"),
    "diamond_scope": ("player", "race"),
    "stonehedge_decline_powers": ("any_holder", "declined_holder"),
}
"""The values of options that take one of several words."""
READERS: dict[str, tuple[str, ...]] = {
    "substitution_needs_hand": ("converts", "vampire", TREASURES),
    "flames_entry": ("volcano",),
    "vampire_limit": ("vampire",),
    "scepter_void": (TREASURES,),
    "diamond_scope": (TREASURES,),
    "stonehedge_decline_powers": (TREASURES,),
}
"""Options that only some games read: those with an entry that has one of these fields, or with Places and Relics."""


class SmallWorld(Game):
    """Small World for 2 to 5 players, alone or mixed with other boxes.

    Args:
        num_players: Number of seats, 2 to 5.
        map: Name of a board, path of a board file, or the document itself; by default the board for `num_players`. A
            list of these, or "random" for boards made at random: each game draws one of them. "random:100-119" are the
            random boards of seeds 100 to 119, "random" those of 0 to 31; a single one is called "random-2p-7".
        boards: In Warcraft, instead of `map`: the faces on the table, each a name such as "L1a", the path of a file or
            the document itself; by default the seed of a game draws them (WW-SETUP-1).
        rounds: Length of the game in rounds, by default the board's; (8, 10) lets each game draw from 8 to 10.
        hide_coins: Whether observations leave out the other seats' purses, which follow from what all have seen
            (SW-SCORE-6).
        reward: "win", "margin" or "coins"; see `docs/rewards.md`.
        own_decline_defends: Whether a seat's other races defend against its own conquests (SW-INT-24).
        substitution_needs_hand: Whether sorcery needs a token in hand (SW-INT-72).
        extra_races: Races of your own: `Race`, a mapping, or the path of a JSON file. Nothing else in the game may have
            the name of one.
        extra_powers: Powers of your own: `Power`, a mapping, or the path of a JSON file; names as for races.
        races: Names of the races to play with, all by default; (10, 12) lets each game draw how many of all are in the
            box, from 10 to 12, and which.
        powers: Names of the powers to play with, all by default, or how many each game draws, as for `races`.
        boxes: The boxes whose races and powers are in play, "base" and "underground"; by default the game's own.
            Warcraft is played alone (WW-DIFF-15). Races and powers that make no sense on the board are left out
            (UG-MIX-10), see `left_out`.
        places: Whether Popular Places and Righteous Relics are used; by default on the boards of Underground alone
            (UG-MIX-11).
        flames_entry: Where Flames enter: "edge" or "volcano" (UG-ED-1).
        vampire_limit: How often the Vampire power works: once a "turn", or once per "opponent" (UG-ED-2).
        scepter_void: Where the Scepter does nothing: "mine_terrain_and_place", or only "place" (UG-ED-3).
        diamond_scope: Whose regions the Diamond Fields pay for: the "player"'s, or the "race"'s (UG-ED-4).
        stonehedge_decline_powers: When a declined race has Wise or Reborn from Stonehedge: "any_holder", or
            "declined_holder" (UG-ED-5).

    Attributes:
        boards: The boards that a game can be played on; if there are several, the seed draws one.
        races: Races in play, of the boxes and the user's own.
        powers: Powers in play, of the boxes and the user's own.
        left_out: Names of races and powers, including the user's own, that make no sense on this board.

    Raises:
        ValueError: an option is unknown or has an invalid value; the message names it.
    """

    name: ClassVar[str] = "smallworld"
    title: ClassVar[str] = "Small World"
    seats: ClassVar[tuple[int, ...]] = tuple(range(2, MAX_SEATS + 1))
    rules: ClassVar[str] = "SW"
    named_in_positions: ClassVar[tuple[str, ...]] = ("map", "boards", "rounds")
    position_schema: ClassVar[str] = "position"
    phases: ClassVar[tuple[str, ...]] = tuple(phase.name.lower() for phase in Phase)
    over: ClassVar[int] = int(Phase.OVER)
    foreign: ClassVar[tuple[str, ...]] = ("boards",)
    """Options that only other games of this engine have."""
    engine: ClassVar[ModuleType] = engine
    evaluated: ClassVar[tuple[int, int]] = (STAGES, len(Feature))

    def __init__(self, num_players: int, **options: Any) -> None:
        for option in options:
            if option not in DEFAULTS:
                raise unknown_option(option, (known for known in DEFAULTS if known not in self.foreign))
        if not 2 <= num_players <= MAX_SEATS:
            raise ValueError(f"option 'num_players': 2 to {MAX_SEATS} can play, not {num_players}")
        chosen = {**DEFAULTS, **options}
        for name in ("races", "powers", "boxes"):
            if chosen[name] is not None:
                chosen[name] = _listed(name, chosen[name], "names")
        chosen["rounds"] = _rounds(chosen["rounds"])
        self.num_players = num_players
        self.boards, where = self._load_boards(chosen)
        own = BOX_OF[self.name]
        boxes = [own] if chosen["boxes"] is None else _names("boxes", chosen["boxes"], list(BOXES))
        chosen["boxes"] = [box for box in BOXES if box in boxes]  # always in the same order
        if "warcraft" in (own, *boxes) and chosen["boxes"] != [own]:
            raise ValueError("option 'boxes': warcraft is played alone (WW-DIFF-15)")
        chosen["places"] = own == "underground" if chosen["places"] is None else chosen["places"]
        if own != "warcraft":
            for board in self.boards:
                check_pieces(board, boxes_in_play(self.name, chosen))
        races, powers = (self._in_play(kind, chosen) for kind in ("RACES", "POWERS"))
        own_races, own_powers = _own(Race, chosen), _own(Power, chosen)
        boxed = [entry for box in chosen["boxes"] for entry in (*BOXES[box].RACES, *BOXES[box].POWERS)]
        _check_names((*boxed, *_things(self.name, chosen)), (*own_races, *own_powers))
        self.races: tuple[Race, ...] = (*races, *self._sensible(own_races, chosen))
        self.powers: tuple[Power, ...] = (*powers, *self._sensible(own_powers, chosen))
        in_play = (*self.races, *self.powers)
        self.left_out = tuple(entry.name for entry in (*boxed, *own_races, *own_powers) if entry not in in_play)
        _check(chosen, self)
        self.idle = _idle(chosen, self)
        self._options = {
            **chosen,
            **where,
            "rounds": chosen["rounds"] or _rounds_of(self.boards),
            "extra_races": [race.to_dict() for race in self.races[len(races) :]],
            "extra_powers": [power.to_dict() for power in self.powers[len(powers) :]],
        }
        self.row_names = _row_names(self.races, self.powers)
        self.adjacencies = adjacencies(self.boards)
        content = (*self.races, *self.powers)
        num_regions = self.adjacencies.shape[1]
        self.table = action_table(num_players, num_regions, content, chosen["places"], own == "warcraft")
        self.tables = make_tables(self.boards, num_players, self.races, self.powers, self._options, self.table)
        self.blank = make_blank(self.tables)
        self._plain: dict[int, Snapshot] = {}
        self.observation_layout = make_layout(
            self.boards, num_players, self.races, self.powers, bool(self.tables[0].underground)
        )
        self.seal()

    def _load_boards(self, chosen: Mapping[str, Any]) -> tuple[tuple[Board, ...], dict[str, Any]]:
        """Load the boards that the options name; return them, and those options as plain JSON."""
        if chosen["boards"] is not None:
            raise ValueError(f"option 'boards': {self.name} is played on one board, see 'map'")
        usual = f"{self.name}-{self.num_players}p"
        boards, plain = load_boards(usual if chosen["map"] is None else chosen["map"], self.num_players, self.name)
        return boards, {"map": plain}

    @property
    def choices(self) -> dict[str, tuple[Any, ...]]:
        """See `Game.choices`."""
        return dict(CHOICES)

    @property
    def board(self) -> Board:
        """Return the only board.

        Raises:
            AttributeError: there are several, see `boards` and `board_of`.
        """
        if len(self.boards) > 1:
            raise AttributeError("the game has several boards: ask `boards`, or `board_of` for that of a state")
        return self.boards[0]

    @property
    def where(self) -> str:
        """See `Game.where`."""
        number, what = len(self.boards), "tables" if self.name == "warcraft" else "boards"
        return f"on {self.boards[0].name}" if number == 1 else f"on one of {number} {what} each"

    def board_numbers(self, observation: NDArray[Any]) -> Any:
        """See `Game.board_numbers`: a number after the facts, or which of the boards lie on the table."""
        layout = self.observation_layout
        if len(self.boards) == 1:
            return 0
        if layout.facts < layout.size:
            return observation[..., layout.facts]
        turn = layout["turn"]
        return turn.of(observation)[..., turn.column("table")].argmax(axis=-1)

    def last_roll(self, record: NDArray[Any]) -> int | None:
        """See `State.last_roll`."""
        face = int(record["last_roll"][0])
        return None if face < 0 else face

    def entries(self) -> dict[str, Any]:
        """See `Game.entries`: races and powers, then Places, Relics, Artifacts and pieces."""
        entries: tuple[Content | Thing, ...] = (*self.races, *self.powers, *_things(self.name, self.options))
        return {entry.name: entry for entry in entries}

    def board_of(self, record: NDArray[Any]) -> Board:
        """Return the board that a record is played on."""
        return self.boards[int(record["table"][0])]

    def plain_tables(self, number: int) -> Snapshot:
        """Return the tables of one of the boards as Python numbers and lists, read only; cached."""
        if number not in self._plain:
            self._plain[number] = Snapshot(self.tables[number : number + 1])
        return self._plain[number]

    def _in_play(self, kind: str, chosen: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the boxes' races or powers that make sense: UG-MIX-10 and the tables of UG 6.2."""
        return self._sensible((entry for box in chosen["boxes"] for entry in getattr(BOXES[box], kind)), chosen)

    def _sensible(self, entries: Iterable[Any], chosen: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the entries that make sense, in order."""
        return tuple(entry for entry in entries if self._makes_sense(entry, chosen))

    def _makes_sense(self, entry: Content, chosen: Mapping[str, Any]) -> bool:
        """Whether every board has what a race or power needs; only Underground's rules require this (UG-MIX-10)."""
        if not entry.needs or "underground" not in boxes_in_play(self.name, chosen):
            return True
        if TREASURES in entry.needs and chosen["places"]:
            return True
        return all(
            any(is_at(board, region, place) for region in board.regions for place in entry.needs)
            for board in self.boards
        )

    @property
    def picked(self) -> dict[str, tuple[str, ...]]:
        """See `Game.picked`: races and powers."""
        return {kind: tuple(each.name for each in getattr(self, f"{kind}s")) for kind in ("race", "power")}

    def offers(
        self, observations: NDArray[np.int8], actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """See `Game.offers`: the combos of the column; if Shadow Mimes swap their badge, the one picked counts."""
        pick, column = self.verbs[0], self.observation_layout["column"]
        rows = actions - pick.first
        which = np.flatnonzero((rows >= 0) & (rows < pick.size))
        combos = column.of(observations[which])
        shown = np.stack([combos[..., column.column(kind)].argmax(axis=2) for kind in ("race", "power")], axis=2)
        present, coins = (combos[..., column.column(name).start].astype(np.int64) for name in ("present", "coins"))
        return which, rows[which], shown, np.where(present > 0, coins, -1)

    def remarks(self, observation: NDArray[Any], mask: NDArray[np.bool_]) -> dict[int, str]:
        """See `Game.remarks`: what a pick gives, what a conquest costs, and the chance if it needs the die.

        SW-COL-1, SW-SETUP-10, SW-CONQ-1, SW-DIE-1, UG-CONQ-7, UG-RACE-WISPS, WW-RACE-GNOMES,
        WW-ART-DOOMHAMMER.
        """
        (pick,) = (verb for verb in self.verbs if verb.name == "pick")
        if mask[pick.first : pick.first + pick.size].any():
            return self._picks_in_words(observation, mask, pick.first)
        regions, turn = (
            {column.name: part.of(observation)[..., part.column(column.name)] for column in part.columns}
            for part in (self.observation_layout["regions"], self.observation_layout["turn"])
        )
        if self.tables[0].underground and turn["armed"][RELICS.index("orb")]:
            return {}  # a token is replaced, so there is no price (UG-RELIC-ORB)
        nothing = np.zeros((len(regions["price"]), 1), dtype=np.int8)
        prices = np.maximum(regions["price"] - np.maximum(turn["pending_roll"] - 1, 0), 1)[:, 0]
        hammers = (turn["acting_slot"][0] * turn.get("hammers_left", 0) * (1 - regions.get("guarded", nothing)))[:, 0]
        hammered = self.tables[0].warcraft and turn["armed"][EFFECTS.index("doomhammer")]
        tolls = regions.get("toll", nothing)[:, 0] + (DOOMHAMMER_COINS if hammered else 0)
        paid = [verb for verb in self.verbs if verb.name in ("conquer", "roll_for")]
        legal = [(verb.first, r) for verb in paid for r in np.flatnonzero(mask[verb.first : verb.first + verb.size])]
        remarks = {}
        for first, region in legal:
            price, tools = int(prices[region]), min(int(hammers[region]), int(prices[region]) - 1)
            cost = {"token": price - tools, "Hammer": tools, "coin": int(tolls[region])}
            words = [f"{number} {what}{'s' if number > 1 else ''}" for what, number in cost.items() if number]
            short = cost["token"] - int(turn["hand"][0])
            words += [f"die {np.mean(short <= DIE):.0%}".replace("%", " %")] if short > 0 else []
            remarks[first + int(region)] = ", ".join(words)
        return remarks

    def _picks_in_words(self, observation: NDArray[Any], mask: NDArray[np.bool_], first: int) -> dict[int, str]:
        """Describe what each row of the column gives, less the coins it costs: "flying orcs, 10 tokens, 1 coin"."""
        column = self.observation_layout["column"]
        remarks = {}
        for row, line in enumerate(column.of(observation)):
            if not mask[first + row]:
                continue
            race, power = (names[line[column.column(kind)].argmax()] for kind, names in self.picked.items())
            tokens, coins = (int(line[column.column(name)][0]) for name in ("tokens", "coins"))
            words = [f"{power} {race}".replace("_", " "), f"{tokens} tokens"]
            if coins != row:
                words.append(f"{coins - row:+d} coin{'s' if abs(coins - row) > 1 else ''}")
            remarks[first + row] = ", ".join(words)
        return remarks

    accounts = accounts.accounts
    read_position = reader.read
    write_position = position.write
    document_schema = own_schema.schema_of
    problems = consistency.problems

    def reason(self, record: NDArray[Any], action: int) -> tuple[str, str]:
        """See `Game.reason`."""
        return REASONS[engine.reason_of(record, 0, self.tables, action)].told()


class Underground(SmallWorld):
    """Small World Underground for 2 to 5 players, alone or mixed with other boxes; arguments as for `SmallWorld`."""

    name: ClassVar[str] = "underground"
    title: ClassVar[str] = "Small World Underground"
    rules: ClassVar[str] = "UG"
    builds_on: ClassVar[tuple[str, ...]] = ("smallworld",)


class Warcraft(SmallWorld):
    """Small World of Warcraft for 2 to 5 players; arguments as for `SmallWorld`, `boards` instead of `map`."""

    name: ClassVar[str] = "warcraft"
    title: ClassVar[str] = "Small World of Warcraft"
    rules: ClassVar[str] = "WW"
    foreign: ClassVar[tuple[str, ...]] = ("map", "boxes", "places", *READERS)

    def _load_boards(self, chosen: Mapping[str, Any]) -> tuple[tuple[Board, ...], dict[str, Any]]:
        """Return the table that the option names, or all that can be drawn; and its faces, the user's as documents."""
        if chosen["map"] is not None:
            raise ValueError("option 'map': the table of warcraft is made of several boards, see 'boards'")
        if chosen["places"]:
            raise ValueError("option 'places': warcraft has its own Artifacts and Legendary Places")
        if chosen["boards"] is None:
            return all_tables(self.num_players), {}
        faces = load_faces(chosen["boards"])
        plain = [face.name if is_printed(face) else dict(face.document) for face in faces]
        return (compose(faces, self.num_players),), {"boards": plain}


def _listed(option: str, value: Any, what: str) -> list[Any]:
    """Return the list that is the value of an option; a string is refused, though it can be iterated over."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError(f"option {option!r}: a list of {what} is needed, not {value!r}")
    return list(value)


def _rounds(value: Any) -> int | list[int] | None:
    """Return the option `rounds` as plain JSON: a number, a range that holds several, or None."""
    limits = range_of(value) or (value, value)
    for each in () if value is None else limits:
        if isinstance(each, bool) or not isinstance(each, int) or not 1 <= each <= 100:
            raise ValueError(f"option 'rounds': 1 to 100, or a range (FIRST, LAST) of these, not {value!r}")
    if value is not None and limits[1] < limits[0]:
        raise ValueError(f"option 'rounds': the range {value!r} ends before it begins")
    return list(limits) if limits[0] != limits[1] else limits[0]


def _rounds_of(boards: Sequence[Board]) -> int | None:
    """Return the length of a game on the boards, None if they differ: then each board has its own."""
    rounds = {board.rounds for board in boards}
    return rounds.pop() if len(rounds) == 1 else None


def _own(kind: type[Content], chosen: Mapping[str, Any]) -> list[Any]:
    """Return the user's own races or powers, which are added to those of the box."""
    option = f"extra_{kind.kind}s"
    extra = chosen[option]
    if isinstance(extra, str | Path | Mapping | Content):
        extra = (extra,)
    listed, most = _listed(option, extra, f"{kind.kind}s"), MAX_RACES if kind is Race else MAX_POWERS
    if len(listed) > most:
        raise ValueError(f"option '{option}': {len(listed)} are given, but the tables hold only {most}")
    return [_entry(kind, each) for each in listed]


def _things(game: str, options: Mapping[str, Any]) -> tuple[Thing, ...]:
    """Return the Places, Relics, Artifacts and pieces of a game."""
    boxes = boxes_in_play(game, options)
    treasures = items.TREASURES if options["places"] else items.FINDS if game == "warcraft" else ()
    return (*treasures, *(piece for box in BOXES if box in boxes for piece in items.PIECES[box]))


def _check_names(boxed: Sequence[Content | Thing], own: Sequence[Content]) -> None:
    """Raise ValueError if one of the user's own entries has the name of anything else in the game."""
    known = {entry.name: entry for entry in boxed}
    for entry in own:
        if entry.name in known:
            kind = known[entry.name].kind
            article = "an" if kind[0] in "aeiou" else "a"
            raise ValueError(
                f"{entry.kind} {entry.name!r}: field 'name': the box has {article} {kind} of this name already"
            )
        known[entry.name] = entry


def _entry(kind: type[Content], value: Any) -> Content:
    """Return a race or power from what the user gave."""
    if isinstance(value, kind):
        return value
    if isinstance(value, Mapping):
        entry: Content = kind.from_dict(value)
        return entry
    if isinstance(value, str | Path):
        path = Path(value)
        if not os.path.isfile(path):  # a name can be too long for pathlib
            raise ValueError(f"no {kind.kind} file {str(value)!r}")
        document = schemas.read(path, f"{kind.kind} file {path.name}")
        if not isinstance(document, dict):
            raise ValueError(f"{kind.kind} file {path.name}: a JSON object is needed")
        return _entry(kind, document)
    expected = f"a {kind.kind} is a {kind.__name__}, a mapping or the path of a JSON file"
    raise ValueError(f"option 'extra_{kind.kind}s': {expected}, not {value!r}")


def _check(options: Mapping[str, Any], game: SmallWorld) -> None:
    """Raise ValueError, naming the option, if a value is invalid."""
    for name in ("hide_coins", "own_decline_defends", "substitution_needs_hand", "places"):
        if not isinstance(options[name], bool):
            raise ValueError(f"option {name!r}: True or False, not {options[name]!r}")
    for name, values in CHOICES.items():
        check_known(name, options[name], values)
    n = game.num_players
    _check_own(options, game)
    for board in game.boards if options["places"] else ():
        if not _has_room_for_monsters(board, monster_regions(n)):
            raise ValueError(f"option 'places': {board.name} has no Monsters, nor {n + 1} non-adjacent Lost Tribes")
    races, powers = consistency.least_in_box(n, _in_box(options, game), options["places"])
    for name, entries, needed, most in (
        ("races", game.races, races, MAX_RACES),
        ("powers", game.powers, powers, MAX_POWERS),
    ):
        if len(entries) > most:
            raise ValueError(f"option 'extra_{name}': {len(entries)} in all, but the tables hold only {most}")
        known = [entry.name for entry in entries]
        limits = range_of(options[name])
        if limits and not limits[0] <= limits[1] <= len(known):
            raise ValueError(f"option {name!r}: a range of numbers up to {len(known)}, not {options[name]!r}")
        chosen = known if options[name] is None or limits else _names(name, options[name], known)
        number = limits[0] if limits else len(chosen)
        if number < needed:
            raise ValueError(f"option {name!r}: {n} players need at least {needed} in the box, not {number}")


def _idle(options: Mapping[str, Any], game: SmallWorld) -> tuple[str, ...]:
    """Return the options that nothing in play reads.

    Raises:
        ValueError: one of them does not have its default value, which would have no effect.
    """
    content = (*game.races, *game.powers)

    def is_read(readers: tuple[str, ...]) -> bool:
        by_treasures = TREASURES in readers and options["places"]
        return by_treasures or any(getattr(entry, reader, False) for reader in readers for entry in content)

    idle = [name for name, readers in READERS.items() if not is_read(readers)]
    for name in idle:
        if options[name] != DEFAULTS[name]:
            raise ValueError(f"option {name!r}: nothing in this game uses it, so it must stay {DEFAULTS[name]!r}")
    return tuple(dict.fromkeys((*game.foreign, *idle)))


def _in_box(options: Mapping[str, Any], game: SmallWorld) -> list[Content]:
    """Return the races and powers that can come up."""
    boxes = {kind: options[f"{kind}s"] for kind in ("race", "power")}
    return [entry for entry in (*game.races, *game.powers) if may_be_in_box(entry.name, boxes[entry.kind])]


def _check_own(options: Mapping[str, Any], game: SmallWorld) -> None:
    """Raise ValueError if an entry has fields not played in this game, or two need pieces that exist only once."""
    boxes = boxes_in_play(game.name, options)
    for entry in (*game.races, *game.powers):
        for each in entry.declared():
            if boxes.isdisjoint(each.metadata["boxes"]):
                raise ValueError(f"{entry.kind} {entry.name!r}: field {each.name!r} is not played in {game.name}")
    owners: dict[str, list[str]] = defaultdict(list)
    for entry in _in_box(options, game):
        for each in entry.declared():
            if each.metadata["once"]:
                owners[each.name].append(entry.name)
    for name, names in owners.items():
        if len(names) > 1:
            raise ValueError(f"field {name!r}: the box has these pieces once, but {' and '.join(names)} have them")


def _has_room_for_monsters(board: Board, number: int) -> bool:
    """Whether Monsters are printed, or there are `number` Lost Tribe regions, no two of them adjacent (UG-MIX-11)."""
    if any(region.monster for region in board.regions):
        return True

    def extend(chosen: set[int], left: list[int]) -> bool:
        if len(chosen) == number:
            return True
        return any(
            not chosen & set(board.regions[r].neighbors) and extend(chosen | {r}, left[k + 1 :])
            for k, r in enumerate(left)
        )

    return extend(set(), [region.id for region in board.regions if region.tribe])


def _names(option: str, names: list[str], known: list[str]) -> list[str]:
    """Check that the names an option lists are known and different, and return them."""
    for name in names:
        check_known("box" if option == "boxes" else option.removesuffix("s"), name, known)
    if len(set(names)) != len(names):
        raise ValueError(f"option {option!r} names something twice")
    return names


def _row_names(races: tuple[Race, ...], powers: tuple[Power, ...]) -> tuple[str, ...]:
    """Return the name of each row of the content tables, "" for unused rows."""
    names = [""] * (NO_ROW + 1)
    names[: len(races)] = [race.name for race in races]
    names[FIRST_POWER : FIRST_POWER + len(powers)] = [power.name for power in powers]
    return tuple(names)
