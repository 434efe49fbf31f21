"""Numbers and rulings on which the sources of the rules differ or are damaged (SW-SRC)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from boxes import BASE_BADGE, BASE_BANNER, BASE_TRAY
from randomplay import board_game, walk
from support import active, game, held, legal, play, position, race, rolled, seat, tokens


@pytest.mark.rule("SW-SRC-1")
def test_all_fourteen_trays_are_there_and_add_up_to_168() -> None:
    tray = game().new_state(seed=0).to_position()["tray"]
    assert tray == BASE_TRAY and sum(tray.values()) == 168


@pytest.mark.rule("SW-SRC-2")
def test_the_dragon_goes_where_the_race_can_reach_and_not_only_next_door() -> None:
    def targets(race_name: str, power: str, **regions: Any) -> list[int]:
        state = position(phase="ready", seats=[seat(active(race_name, power, hand=1)), seat()], regions=regions)
        return legal(state, "dragon")

    assert targets("ratmen", "dragon_master") == [0, 1, 4, 8], "First Conquest"
    assert targets("halflings", "dragon_master") == [0, 1, 2, 3, 4, 5, 8], "First Conquest of Halflings"
    assert targets("ratmen", "dragon_master", **{"4": held(0, "ratmen")}) == [0, 3, 5], "next door"


@pytest.mark.rule("SW-SRC-3")
@pytest.mark.parametrize("markers", [{}, {"lair": 1}, {"lair": 1, "fortress": 1}])
def test_mountain_lair_and_fortress_do_not_protect_from_sorcery(markers: dict[str, int]) -> None:
    name = "trolls" if markers else "orcs"
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "hill", hand=1)), seat(active(name, "fortified"))],
        regions={"4": held(0, "sorcerers"), "3": held(1, name, 1, **markers)},
    )
    assert legal(state, "convert") == [3]
    state.apply("convert 3")
    assert race(state, 0, "sorcerers")["hand"] == 1 and tokens(state, 3) == 1


@pytest.mark.rule("SW-SRC-4")
def test_wealthy_pays_in_the_turn_of_the_pick_even_without_a_region() -> None:
    waiting = seat(active("ratmen", "commando", hand=1))
    rows = [{"race": "elves", "power": "wealthy"}]
    state = position(phase="pick", seats=[seat(), waiting], column=rows)
    play(state, "pick 0", "finish")
    assert state.coins.tolist() == [5 + 7, 5]
    play(state, "finish", "conquer 0", "finish", "deploy_rest 0")
    assert state.coins.tolist() == [5 + 7 + 1, 5], "the first turn on the map pays nothing more"


@pytest.mark.rule("SW-SRC-5")
def test_no_region_is_given_up_while_redeploying() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=2)), seat()],
        regions={"0": held(0, "ratmen", 3), "4": held(0, "ratmen", 2)},
    )
    state.apply("finish")
    assert state.phase == "deploy" and legal(state, "abandon") == []
    assert (tokens(state, 0), tokens(state, 4)) == (1, 1)
    assert race(state, 0, "ratmen")["hand"] == 7 - 2


def start_tokens(race_name: str, power: str) -> int:
    """Tokens in hand right after the pick."""
    rows = [{"race": race_name, "power": power}]
    state = play(position(phase="pick", seats=[seat(), seat()], column=rows), "pick 0")
    return int(race(state, 0, race_name)["hand"])


@pytest.mark.rule("SW-SRC-6")
@pytest.mark.parametrize(("power", "value"), BASE_BADGE.items())
def test_a_badge_brings_its_value(power: str, value: int) -> None:
    assert start_tokens("ratmen", power) == BASE_BANNER["ratmen"] + value


@pytest.mark.rule("SW-SRC-7")
@pytest.mark.parametrize(("name", "value"), BASE_BANNER.items())
def test_a_banner_brings_its_value(name: str, value: int) -> None:
    amazons = 4 if name == "amazons" else 0
    assert start_tokens(name, "hill") == value + BASE_BADGE["hill"] + amazons


@pytest.mark.rule("SW-SRC-8")
def test_every_face_of_the_die_can_be_met() -> None:
    before = position(phase="conquest", seats=[seat(active("ratmen", "berserk", hand=9)), seat()])
    for face in (0, 1, 2, 3):
        assert rolled(before, "roll", face).to_position()["turn_state"]["pending_roll"] == face


@pytest.mark.rule("SW-SRC-9")
@pytest.mark.parametrize(("num_players", "rounds"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_a_game_lasts_the_rounds_of_its_board(num_players: int, rounds: int) -> None:
    loaded = board_game(num_players)
    assert loaded.board.rounds == rounds
    turns: Counter[tuple[int, int]] = Counter()
    for state, action in walk(loaded, seed=5):
        if action >= 0:
            turns[state.round, state.turn] += 1
    assert set(turns) == {(number + 1, owner) for number in range(rounds) for owner in range(num_players)}


@pytest.mark.rule("SW-SRC-10")
@pytest.mark.parametrize(
    ("num_players", "land", "tribes", "mountains", "symbols"),
    [(2, 20, 9, 4, 4), (3, 27, 10, 7, 5), (4, 36, 14, 8, 7), (5, 45, 18, 9, 9)],
)
def test_a_board_has_its_counts(num_players: int, land: int, tribes: int, mountains: int, symbols: int) -> None:
    regions = board_game(num_players).board.regions
    terrains = Counter(region.terrain for region in regions)
    assert (terrains["sea"], terrains["lake"], len(regions)) == (2, 1, land + 3)
    assert terrains["mountain"] == mountains
    assert sum(region.tribe for region in regions) == tribes
    marks = Counter(symbol for region in regions for symbol in region.symbols)
    assert marks == {"cavern": symbols, "magic": symbols, "mine": symbols}
