"""Interactions at the column and with coins (SW-INT-1 to SW-INT-8 and SW-INT-142 to SW-INT-144)."""

from __future__ import annotations

from typing import Any

import pytest
from interactions import POWERS, crowd

import swenv
from support import active, declined, held, legal, play, position, race, region, seat, tokens


def row(race_name: str, power: str, coins: int = 0) -> dict[str, Any]:
    return {"race": race_name, "power": power, "coins": coins}


COLUMN = [
    row("orcs", "hill"),
    row("elves", "swamp"),
    row("giants", "forest"),
    row("humans", "mounted"),
    row("tritons", "merchant"),
    row("trolls", "heroic"),
]


def with_coins(*coins: int) -> list[dict[str, Any]]:
    """The column with that many coins on its rows from the top."""
    return [{**entry, "coins": number} for entry, number in zip(COLUMN, coins, strict=True)]


def races_and_coins(state: swenv.State) -> list[tuple[str, int]]:
    return [(entry["race"], entry["coins"]) for entry in state.to_position()["column"]]


@pytest.mark.rule("SW-INT-1")
def test_a_purse_of_two_reaches_no_further_than_row_two() -> None:
    state = position(phase="pick", seats=[seat(coins=2), seat()])
    assert legal(state, "pick") == [0, 1, 2]
    with pytest.raises(swenv.IllegalAction):
        state.apply("pick 3")


@pytest.mark.rule("SW-INT-2")
@pytest.mark.parametrize(("purse", "rows"), [(0, [0]), (1, [0, 1])])
def test_coins_on_a_row_do_not_help_to_pay_for_it(purse: int, rows: list[int]) -> None:
    column = with_coins(0, 4, 0, 0, 0, 0)
    state = position(phase="pick", column=column, seats=[seat(coins=purse), seat()])
    assert legal(state, "pick") == rows


@pytest.mark.rule("SW-INT-3")
def test_a_combo_slides_up_with_its_coins_and_pays_them_to_its_picker() -> None:
    column = with_coins(0, 0, 3, 1, 0, 0)
    state = play(position(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")
    slid = [("elves", 0), ("giants", 3), ("humans", 1), ("tritons", 0), ("trolls", 0)]
    assert races_and_coins(state)[:5] == slid
    assert races_and_coins(state)[5][1] == 0
    # Seat 1 pays 1 coin for row 1 and takes the 3 that slid up with the Giants.
    play(state, "finish", "pick 1")
    assert race(state, 1, "giants")["power"] == "forest"
    assert state.coins[1] == 5 - 1 + 3


@pytest.mark.rule("SW-INT-4")
def test_the_banner_of_a_vanished_race_fills_an_empty_row_in_the_middle_of_a_turn() -> None:
    state = crowd(["seafaring", "mounted"])
    assert len(state.to_position()["column"]) == 5
    play(state, "conquer 4")
    assert (state.turn, state.phase) == (0, "conquest")
    document = state.to_position()
    assert len(document["column"]) == 6
    assert document["column"][5] == row("trolls", "seafaring")
    assert document["race_stack"] == []
    assert document["power_stack"] == ["mounted"]


@pytest.mark.rule("SW-INT-5")
def test_a_race_that_vanished_can_be_picked_again_with_a_complete_tray() -> None:
    state = crowd(["mounted", "seafaring"], idle=True)
    play(state, "conquer 4")
    assert state.to_position()["tray"]["trolls"] == 10
    # Seat 1, whose Trolls these were, pays its 5 coins for the last row.
    play(state, "finish", "deploy_rest 0", "pick 5")
    assert race(state, 1, "trolls")["power"] == "mounted"
    assert race(state, 1, "trolls")["hand"] == 5 + 5
    assert state.to_position()["tray"]["trolls"] == 0
    assert state.coins[1] == 0


@pytest.mark.rule("SW-INT-6")
def test_the_badge_of_a_race_that_declines_goes_to_the_discard_pile() -> None:
    state = position(phase="choose", seats=[seat(active("humans", "hill")), seat()], regions={0: held(0, "humans")})
    play(state, "decline")
    document = state.to_position()
    assert race(state, 0, "humans")["power"] is None
    assert document["discarded_powers"] == ["hill"]
    assert "hill" not in document["power_stack"]
    assert "hill" not in [entry["power"] for entry in document["column"]]


@pytest.mark.rule("SW-INT-6")
def test_a_discarded_badge_comes_back_only_after_the_last_of_the_stack() -> None:
    discarded = [name for name in POWERS if name not in [entry["power"] for entry in COLUMN] and name != "wealthy"]
    state = position(
        phase="pick",
        column=COLUMN,
        power_stack=["wealthy"],
        discarded_powers=discarded,
        seats=[seat(), seat()],
    )
    play(state, "pick 0")
    assert state.to_position()["column"][5]["power"] == "wealthy"
    play(state, "finish", "pick 0")
    document = state.to_position()
    assert document["column"][5]["power"] in discarded
    assert sorted([document["column"][5]["power"], *document["power_stack"]]) == discarded
    assert document["discarded_powers"] == []


@pytest.mark.rule("SW-INT-7")
def test_a_spirit_race_that_is_wiped_out_gives_back_banner_and_badge() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "swamp", hand=5)), seat(declined("ratmen", "spirit"))],
        regions={0: held(0, "orcs"), 4: held(1, "ratmen")},
    )
    assert state.to_position()["discarded_powers"] == []
    play(state, "conquer 4")
    document = state.to_position()
    assert document["seats"][1]["races"] == []
    assert document["race_stack"][-1] == "ratmen"
    assert document["discarded_powers"] == ["spirit"]


@pytest.mark.rule("SW-INT-8")
@pytest.mark.parametrize("other", [0, 1])
def test_there_are_never_two_spirit_races(other: int) -> None:
    races: list[list[dict[str, Any]]] = [[declined("ratmen", "spirit")], []]
    races[other].append(declined("giants", "spirit"))
    with pytest.raises(ValueError, match="spirit"):
        position(
            phase="pick",
            seats=[seat(*races[0]), seat(*races[1])],
            regions={0: held(0, "ratmen"), 4: held(other, "giants")},
        )


@pytest.mark.rule("SW-INT-8")
def test_the_spirit_badge_stays_with_its_race_in_decline() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("elves", "spirit", hand=0)), seat()],
        regions={4: held(0, "elves", 3)},
    )
    play(state, "decline")
    document = state.to_position()
    assert race(state, 0, "elves") == {**race(state, 0, "elves"), "power": "spirit", "status": "decline"}
    assert document["discarded_powers"] == []
    assert "spirit" not in document["power_stack"]
    assert "spirit" not in [entry["power"] for entry in document["column"]]
    assert tokens(state, 4) == 1
    assert region(state, 4)["owner"] == 0


@pytest.mark.rule("SW-INT-142")
def test_a_banner_takes_the_empty_row_next_to_the_filled_ones() -> None:
    state = crowd(["mounted"], ten=True)
    before = state.to_position()["column"]
    assert len(before) == 4
    play(state, "conquer 4")
    document = state.to_position()
    assert document["column"] == [*before, {"race": "trolls", "power": "mounted", "coins": 0}]


@pytest.mark.rule("SW-INT-143")
def test_a_banner_comes_back_before_the_badge_that_its_race_frees() -> None:
    state = crowd([], trolls="spirit")
    discarded = set(state.to_position()["discarded_powers"])
    assert len(discarded) == 9
    play(state, "conquer 4")
    document = state.to_position()
    assert document["column"][5]["race"] == "trolls"
    assert {document["column"][5]["power"], *document["power_stack"]} == discarded
    assert document["discarded_powers"] == ["spirit"]


@pytest.mark.rule("SW-INT-144")
def test_the_discard_pile_is_not_shuffled_before_a_badge_is_needed() -> None:
    state = crowd(["mounted"])
    discarded = state.to_position()["discarded_powers"]
    assert len(discarded) == 9
    play(state, "conquer 4")
    document = state.to_position()
    assert document["column"][5]["power"] == "mounted"
    assert document["power_stack"] == []
    assert document["discarded_powers"] == discarded
