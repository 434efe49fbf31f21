"""What lies beside the board of Small World, Underground and Warcraft, as data for a page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from swenv.core.explain import effect
from swenv.render.glyphs import glyph
from swenv.render.smallworld_style import FACTIONS, PHASES, words
from swenv.render.smallworld_text import (
    Document,
    combo_tokens,
    contents,
    factions,
    finds,
    game_of,
    on_table,
    purses,
    seat_notes,
    strength,
    turn_notes,
    where,
)
from swenv.render.summaries import Line, Offer, Seat, Summary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from swenv.core.game import State

ACTIVE_ONLY = ("relic", "artifact", "legendary place")
"""What serves an active race alone (UG-RELIC-0, WW-DECL-5)."""


def summary(state: State, seat: int | None = None) -> Summary:
    """See `swenv.render.summary`."""
    document = state.to_position()
    pending = document.get("turn_state", {}).get("pending_roll")
    roll = state.last_roll if pending is None else pending
    coins = purses(state, document, seat)
    return Summary(
        doing="" if state.is_over else PHASES[state.phase],
        rounds=int(state.record["rounds"][0]),
        roll=None if roll is None else int(roll),
        offered="combos",
        offers=_offers(state, document),
        notes=[*turn_notes(document), *on_table(state, document)],
        seats=[_seat(state, document, number, coins[number]) for number in range(state.game.num_players)],
    )


def _offers(state: State, document: Document) -> list[Offer]:
    """The combos of the column; while a badge is swapped, with the tokens that each would bring (UG-RACE-MIMES)."""
    column = document["column"]
    offers = [_combo(state, row, combo) for row, combo in enumerate(column)]
    if state.phase != "swap":
        return offers
    own = next(each["race"] for each in document["seats"][document["to_act"]]["races"] if each["status"] == "active")
    tokens = [combo_tokens(state, {**combo, "race": own}) for combo in column]
    notes = [f"{number} tokens with this badge" for number in tokens]
    return [replace(each, cost=None, coins=0, note=note) for each, note in zip(offers, notes, strict=True)]


def _combo(state: State, row: int, combo: Document) -> Offer:
    sides = factions(state)
    entries = state.game.entries()
    faction = f", {sides[combo['race']].capitalize()}" if sides and sides[combo["race"]] in FACTIONS else ""
    return Offer(
        title=f"{words(combo['power'])} {words(combo['race'])}",
        stands_for={"row": str(row)},
        names=(combo["power"], combo["race"]),
        pictures=_glyphs(combo),
        cost=row,
        coins=combo.get("coins", 0),
        note=f"{combo_tokens(state, combo)} tokens{faction}",
        does=tuple(effect(entries[name]) for name in (combo["power"], combo["race"]) if name in entries),
    )


def _glyphs(combo: Document) -> tuple[str, ...]:
    """The glyphs of a badge and a banner, as far as they have one."""
    drawn = (glyph(combo[kind] or "") for kind in ("power", "race"))
    return tuple(filter(None, drawn))


def _seat(state: State, document: Document, seat: int, coins: str) -> Seat:
    races = document["seats"][seat]["races"]
    entries = state.game.entries()
    begins = _first_to_conquer(state) if (state.phase, state.turn) == ("choose", seat) else ""
    lines = [_race(document, seat, race, entries, race["race"] == begins) for race in races]
    lines = lines or [Line("no race yet", faded=True)]
    is_told = any(race["race"] == begins and race.get("reserve") for race in races)  # of those that can be taken up
    notes = [note for note in seat_notes(state, document, seat) if not (is_told and note.endswith(" set aside"))]
    return Seat(coins, notes, [*lines, *_held(state, document, seat)])


def _first_to_conquer(state: State) -> str:
    """The race that conquers first in a turn that begins: before the active one, Ghouls in decline do."""
    g = state.record[0]
    name: str = game_of(state).races[g["race"][g["army"]]].name
    return name


def _held(state: State, document: Document, seat: int) -> list[Line]:
    """The Places, Relics and Artifacts in a seat's regions, and what they do; also those that do nothing there."""
    entries = state.game.entries()
    active = {race["race"] for race in document["seats"][seat]["races"] if race["status"] == "active"}
    lines = []
    for _, content in contents(document):
        if content.get("owner") != seat:
            continue
        for name in filter(entries.__contains__, finds(content)):
            idle = entries[name].kind in ACTIVE_ONLY and content["race"] not in active
            note = _told(name, entries, document) + ("; of no use to a race in decline" if idle else "")
            lines.append(Line(words(name), note, (name,), faded=idle))
    return lines


def _told(name: str, entries: Mapping[str, Any], document: Document) -> str:
    """What a thing does; of Stonehedge, with the power that was drawn for it, and what that does."""
    does = effect(entries[name]).removeprefix(f"{words(name)}: ")
    if name != "stonehedge":
        return does
    power = document["stonehedge"]
    return f"{does}: {words(power)}. {effect(entries[power])}"


def _from_the_fountain(document: Document, seat: int, race: str) -> int:
    """The tokens that a race takes from its tray as its turn begins (UG-PLACE-FOUNTAIN)."""
    held = [finds(each) for _, each in contents(document) if (each.get("owner"), each.get("race")) == (seat, race)]
    return int(document["tray"].get(race, 0) > 0 and any("fountain" in each for each in held))


def _race(document: Document, seat: int, race: Document, entries: Mapping[str, Any], begins: bool) -> Line:
    """A race of a seat, and how many regions it can hold, if some of its tokens only conquer (SW-REDEP-5).

    Of one that begins to conquer now, also the tokens that it can take up.
    """
    active = race["status"] == "active"
    name = f"{words(race['power'])} {words(race['race'])}".strip()
    tokens, regions = strength(document, seat, race["race"])
    entry = entries.get(race["race"])
    pairs, reserve = getattr(entry, "pairs", False), getattr(entry, "reserve", 0)
    most = max(tokens + race.get("hand", 0) - reserve, 0)
    holds = f", can hold up to {most}" if reserve and active and document["turn"] == seat else ""
    gift = _from_the_fountain(document, seat, race["race"])
    free = tokens + race.get("reserve", 0) - regions * (2 if pairs else 1) + gift
    told = f", {free} free" + (f", {race['reserve']} of them only to conquer" if race.get("reserve") else "")
    told += ", 1 of them from the Fountain of Youth" if gift else ""
    return Line(
        title=name if active else f"{name} in decline",
        note=where(document, seat, race["race"]) + holds + (told if begins and free > 0 else ""),
        names=tuple(filter(None, (race["power"], race["race"]))),
        pictures=_glyphs(race),
        faded=not active,
    )
