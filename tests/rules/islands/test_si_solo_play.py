"""Solo games of random play: every turn of Alexis read once more from documents, and what the human cannot know.

The reading takes the data file and the rules; the engine is asked for nothing but the documents before and after.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from archipelago import SIDES, STEPS, fresh, game, printed, turned
from si_solo import before_alexis, deck, expeditions, kinds, numbers

import swenv
from randomplay import busy_walk
from support import play

Cell = tuple[int, int]
Laid = dict[Cell, tuple[str, int]]
Node = tuple[Cell, int]
Document = dict[str, Any]

GAMES: dict[str, dict[str, Any]] = {
    "standard": {"level": 4},
    "advanced": {"mode": "advanced", "level": 6},
    "a small table": {"window": 7, "start_layout": "random", "level": 6},
    "a tiny table": {"window": 5, "start_layout": "random", "level": 5},
}


# The rules once more (SI-TILE-4 to SI-TILE-6, SI-ISLE-1, SI-SOLO-6, SI-SOLO-7, SI-SOLO-11)


def pieces(tile: str, rot: int) -> dict[int, int]:
    """The piece behind each land edge of a turned tile."""
    return {
        (SIDES.index(side) + rot) % 4: number
        for number, piece in enumerate(printed()[tile]["pieces"])
        for side in piece["edges"]
    }


def laid_in(document: Document) -> Laid:
    """The land and start tiles on the board."""
    return {(tile["r"], tile["c"]): (tile["tile"], tile["rot"]) for tile in document["tiles"]}


def islands_of(laid: Laid) -> list[set[Node]]:
    """The islands, each as its pairs of cell and piece."""
    island = {(cell, k): {(cell, k)} for cell, (tile, _) in laid.items() for k in range(len(printed()[tile]["pieces"]))}
    for (row, column), tile in laid.items():
        for side, other in ((1, (row, column + 1)), (2, (row + 1, column))):
            if other in laid and side in pieces(*tile):
                here, there = ((row, column), pieces(*tile)[side]), (other, pieces(*laid[other])[side ^ 2])
                united = island[here] | island[there]
                island.update(dict.fromkeys(united, united))
    return list({id(each): each for each in island.values()}.values())


def joins(document: Document, cell: Cell, tile: str, rot: int) -> bool:
    """Whether the tile would unite islands of which one carries a house of Alexis."""
    laid = laid_in(document)
    his = {(house["r"], house["c"]) for house in document["houses"] if house["seat"] == "alexis"}
    sites = {(at, k) for at in his for k, piece in enumerate(printed()[laid[at][0]]["pieces"]) if piece["house_site"]}
    earlier = islands_of(laid)
    for island in islands_of({**laid, cell: (tile, rot)}):
        united = [other for other in earlier if other <= island]
        if len(united) > 1 and any(other & sites for other in united):
            return True
    return False


def fits(document: Document, cell: Cell, edges: str) -> bool:
    """Whether a tile with these edges may lie on the cell."""
    laid = {at: turned(*tile) for at, tile in laid_in(document).items()}
    laid.update({(ship["r"], ship["c"]): "SSSS" for ship in document["ships"]})
    if cell in laid:
        return False
    around = [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]
    meeting = [(edges[side], laid[at][side ^ 2]) for side, at in enumerate(around) if at in laid]
    return bool(meeting) and all(own == other for own, other in meeting)


def rotations(tile: str) -> list[int]:
    """The rotations that differ, each by its lowest number."""
    first: dict[Any, int] = {}
    for rot in range(4):
        first.setdefault((turned(tile, rot), tuple(sorted(pieces(tile, rot).items()))), rot)
    return list(first.values())


def line(document: Document, card: str) -> Iterator[Cell]:
    """The cells that Alexis looks at, in order."""
    for side in expeditions()[card]["directions"]:
        down, right = STEPS[side]
        row, column = document["human_last"]
        while 0 <= (row := row + down) < document["window"] and 0 <= (column := column + right) < document["window"]:
            yield row, column


def explored(document: Document, card: str, tile: str) -> tuple[Cell, list[int]] | None:
    """Where Alexis places the tile, and the rotations from which the human chooses."""
    for cell in line(document, card):
        fitting = [rot for rot in rotations(tile) if fits(document, cell, turned(tile, rot))]
        allowed = [rot for rot in fitting if not joins(document, cell, tile, rot)]
        if allowed:
            return cell, allowed
    return None


def docked(document: Document, card: str) -> Cell | None:
    """Where Alexis docks."""
    return next((cell for cell in line(document, card) if fits(document, cell, "SSSS")), None)


# Every turn of random games


def turned_over(before: Document, after: Document) -> str | None:
    """The card of the turn of Alexis; None if a new deck hides it."""
    left = before["alexis"]["deck"]
    if left:
        return str(left[0])
    found = set(before["alexis"]["played"]) - set(after["alexis"]["deck"])
    return found.pop() if len(found) == 1 else None


def refilled(before: Document) -> tuple[list[str | None], list[str]]:
    """Market and navigation stack when the turn of Alexis begins: the slot that the human emptied is filled."""
    market, navigation = list(before["market"]), before["navigation"]
    if None in market and (navigation or before["reserve"]):
        market[market.index(None)] = [*navigation, *before["reserve"]][0]
        navigation = navigation[1:]
    return market, navigation


def check_turn(before: Document, state: swenv.State) -> str:
    """Compare a turn of Alexis with the reading of it; returns what happened in a word."""
    after = state.to_position()
    card = turned_over(before, after)
    if card is None:
        return "a new deck"
    market, navigation = refilled(before)
    entry = expeditions()[card]
    new = {cell: tile for cell, tile in laid_in(after).items() if cell not in laid_in(before)}
    if entry["kind"] == "dock" and not navigation and (ship := docked(before, card)):
        assert [(ship["r"], ship["c"], ship["owner"]) for ship in after["ships"]] == [
            *((ship["r"], ship["c"], ship["owner"]) for ship in before["ships"]),
            (*ship, "grey"),
        ]
        assert not new and after["removed"] == before["removed"]
        return "docked"
    assert after["ships"] == before["ships"]
    tile = market[entry["market_index"]]
    if tile is None:
        assert not new and (state.is_over or after["turn_state"]["docker"] == "alexis")
        return "an empty slot"
    where = explored(before, card, tile)
    if where is None:
        assert not new and sorted(after["removed"]) == sorted([*before["removed"], tile])
        assert state.is_over or after["alexis"]["prestige"] == before["alexis"]["prestige"] + 1
        return "thrown out"
    cell, turns = where
    assert after["removed"] == before["removed"]
    if len(turns) == 1:
        assert new == {cell: (tile, turns[0])}
        return "placed"
    assert (state.phase, after["turn_state"]["cell"], after["turn_state"]["chosen"]) == ("alexis_place", [*cell], tile)
    assert not new
    legal = {state.game.action(action).args for action in state.legal_actions().tolist()}
    assert legal == {(*cell, rot) for rot in turns}
    return "turned by the human"


def voyage(loaded: swenv.Game, seed: int) -> Iterator[tuple[swenv.State, int]]:
    """As `walk`, but the human docks late, so that rounds are long."""
    dice, state = random.Random(seed), loaded.new_state(seed=seed)
    dock = loaded.parse("dock_own 0 0")
    while not state.is_over:
        legal = state.legal_actions().tolist()
        if state.phase == "turn" and legal[0] < dock and dice.random() < 0.9:
            legal = [action for action in legal if action < dock]
        action = dice.choice(legal)
        yield state, action
        state.apply(action)
    yield state, -1


def at_the_end_of(state: swenv.State, action: int) -> Document | None:
    """The position once the human has carried out the action, if his turn, or his choice of cards, may end with it."""
    named = state.game.action(max(action, 0))
    if state.phase == "place":
        document = state.to_position()
        row, column, rot = named.args
        laid = {"tile": document["turn_state"]["chosen"], "r": row, "c": column, "rot": rot}
        return {**document, "tiles": [*document["tiles"], laid], "human_last": [row, column]}
    passes = state.phase == "marker" and named.verb == "pass"
    return state.to_position() if passes or state.phase in ("mark_target", "prep_pick", "prep_reward") else None


def turns_of_alexis(loaded: swenv.Game, seed: int) -> Iterator[str]:
    """What happened in each turn of Alexis of a random game, after a turn of the human or at the start of a round."""
    before: Document | None = None
    for state, action in voyage(loaded, seed):
        if before is not None and state.phase != "marker":
            begins = before["phase"].startswith("prep")
            if not begins or len(state.to_position()["alexis"]["deck"]) < len(before["alexis"]["deck"]):
                yield check_turn(before, state)
        before = at_the_end_of(state, action)


@pytest.mark.slow
@pytest.mark.rule("SI-SOLO-5", "SI-SOLO-6", "SI-SOLO-7", "SI-SOLO-8", "SI-SOLO-10", "SI-SOLO-11")
@pytest.mark.parametrize("key", GAMES)
def test_every_turn_of_alexis_is_that_of_the_rules(key: str) -> None:
    loaded = game(1, **GAMES[key])
    met = Counter(what for seed in range(30) for what in turns_of_alexis(loaded, seed))
    assert {"docked", "placed", "turned by the human"} <= set(met), met
    if "table" in key:
        assert "thrown out" in met, met


@pytest.mark.rule("SI-SOLO-5", "SI-SOLO-6", "SI-SOLO-7", "SI-SOLO-8", "SI-SOLO-11")
def test_the_turns_of_alexis_in_a_few_games() -> None:
    loaded = game(1, **GAMES["a small table"])
    met = Counter(what for seed in range(3) for what in turns_of_alexis(loaded, seed))
    assert sum(met.values()) > 10, met


# What the human cannot know


@pytest.mark.rule("SI-SOLO-3", "SI-INFO-2")
def test_which_cards_were_drawn_is_hidden_until_they_are_turned_over() -> None:
    state = fresh(1, start_layout="fixed", level=4)
    own = set(state.to_position()["alexis"]["deck"])
    decks = [state.sample_hidden(0, seed).to_position()["alexis"]["deck"] for seed in range(30)]
    assert all(kinds(cards) == numbers(4) for cards in decks)
    assert any(set(cards) != own for cards in decks) and {card for cards in decks for card in cards} == set(
        expeditions()
    )


@pytest.mark.rule("SI-SOLO-3", "SI-INFO-2")
def test_cards_that_were_turned_over_stay_in_the_deck() -> None:
    own = deck("X01", "X13")
    state = play(before_alexis(alexis={"deck": own[1:], "played": own[:1], "seen": own[:1]}, navigation=0), "pass")
    assert state.phase == "prep_pick", "he docked and turned over a card for his houses; all cards were shuffled"
    decks = [state.sample_hidden(0, seed).to_position()["alexis"]["deck"] for seed in range(30)]
    assert all(set(own[:3]) <= set(cards) and kinds(cards) == numbers(4) for cards in decks)
    assert any(set(cards) != set(own) for cards in decks)
    assert len({cards[0] for cards in decks}) > 3, "their order is hidden"


@pytest.mark.rule("SI-SOLO-5", "SI-INFO-2")
@pytest.mark.parametrize("key", ["standard", "advanced"])
def test_a_sample_shows_the_human_the_same(key: str) -> None:
    loaded = game(1, **GAMES[key])
    public = ("tiles", "ships", "markers", "houses", "market", "removed", "turn_state", "human_last", "phase", "round")
    for number, (state, action) in enumerate(busy_walk(loaded, seed=3)):
        if action < 0 or number % 7:
            continue
        other = state.sample_hidden(0, number)
        then, now = state.to_position(), other.to_position()
        assert {field: now[field] for field in public} == {field: then[field] for field in public}
        for field in ("prestige", "card", "played", "seen"):
            assert now["alexis"][field] == then["alexis"][field]
        assert np.array_equal(other.observation(0), state.observation(0))
        assert np.array_equal(other.mask(), state.mask())
