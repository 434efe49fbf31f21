"""The combo column (SW-COL)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import position, refused

import swenv
from support import active, declined, game, held, legal, play, race, seat

RACES = [
    "amazons", "dwarves", "elves", "ghouls", "giants", "halflings",
    "humans", "orcs", "ratmen", "skeletons", "sorcerers", "tritons", "trolls", "wizards",
]  # fmt: skip
POWERS = [
    "alchemist", "berserk", "bivouacking", "commando", "diplomat", "dragon_master",
    "flying", "forest", "fortified", "heroic", "hill", "merchant", "mounted", "pillaging",
    "seafaring", "spirit", "stout", "swamp", "underworld", "wealthy",
]  # fmt: skip


def rows(coins: tuple[int, ...] = (0,) * 6) -> list[dict[str, Any]]:
    """The first races and powers in alphabetical order, with these coins from the top."""
    return [{"race": RACES[k], "power": POWERS[k], "coins": amount} for k, amount in enumerate(coins)]


def to_pick(coins: tuple[int, ...] = (0,) * 6, purse: int = 5, **fields: Any) -> swenv.State:
    """Seat 0 picks from a full column; `race_stack` and `power_stack` go on in alphabetical order."""
    table = {
        "column": rows(coins),
        "race_stack": RACES[6:],
        "power_stack": POWERS[6:],
        "discarded_powers": [],
    }
    return position(phase="pick", seats=[seat(coins=purse), seat()], **{**table, **fields})


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]


@pytest.mark.rule("SW-COL-1")
@pytest.mark.parametrize("row", range(6))
def test_a_row_costs_its_number_one_coin_on_each_row_above(row: int) -> None:
    state = play(to_pick(), f"pick {row}")
    assert state.coins[0] == 5 - row
    assert [coins for _, _, coins in column(state)] == [1] * row + [0] * (6 - row)
    assert race(state, 0, RACES[row])["power"] == POWERS[row]


@pytest.mark.rule("SW-COL-2")
@pytest.mark.parametrize(("purse", "left"), [(3, 3 - 1 + 2), (1, 2), (5, 6)])
def test_the_picker_takes_the_coins_of_the_row_and_pays_the_full_price(purse: int, left: int) -> None:
    state = play(to_pick((0, 2, 0, 0, 0, 0), purse), "pick 1")
    assert state.coins[0] == left
    assert [coins for _, _, coins in column(state)] == [1, 0, 0, 0, 0, 0]


@pytest.mark.rule("SW-COL-3")
@pytest.mark.parametrize(("purse", "affordable"), [(0, [0]), (2, [0, 1, 2]), (5, [0, 1, 2, 3, 4, 5])])
def test_only_rows_that_the_purse_can_pay_are_offered(purse: int, affordable: list[int]) -> None:
    assert legal(to_pick(purse=purse), "pick") == affordable


@pytest.mark.rule("SW-COL-3")
def test_coins_on_the_row_cannot_pay_for_it() -> None:
    state = to_pick((0, 4, 0, 0, 0, 0), purse=0)
    assert legal(state, "pick") == [0]
    assert refused(state, "pick 1") == "SW-COL-3"


@pytest.mark.rule("SW-COL-4", "SW-COL-1")
def test_rows_below_slide_up_with_their_coins_and_the_stack_tops_come_last() -> None:
    state = play(to_pick((1, 1, 0, 0, 3, 0)), "pick 2")
    assert column(state) == [
        ("amazons", "alchemist", 2),
        ("dwarves", "berserk", 2),
        ("ghouls", "commando", 0),
        ("giants", "diplomat", 3),
        ("halflings", "dragon_master", 0),
        ("humans", "flying", 0),
    ]
    document = state.to_position()
    assert document["race_stack"] == RACES[7:]
    assert document["power_stack"] == POWERS[7:]


# Ten banners in use: two of seat 0, which has no active race, and two of each other seat.
TEN_IN_USE = [
    [declined("giants"), declined("halflings", "spirit")],
    [active("humans", "mounted"), declined("orcs")],
    [active("ratmen", "swamp"), declined("skeletons")],
    [active("sorcerers", "hill"), declined("tritons")],
    [active("trolls", "forest"), declined("wizards")],
]


def four_rows(purse: int) -> swenv.State:
    owners = [(owner, entry["race"]) for owner, races in enumerate(TEN_IN_USE) for entry in races]
    used = {row["power"] for row in rows((0,) * 4)} | {"spirit", "mounted", "swamp", "hill", "forest"}
    return position(
        5,
        None,
        phase="pick",
        seats=[seat(*races, coins=purse) for races in TEN_IN_USE],
        regions={number: held(owner, name) for number, (owner, name) in enumerate(owners, start=1)},
        column=rows((0,) * 4),
        race_stack=[],
        power_stack=[power for power in POWERS if power not in used],
        discarded_powers=[],
    )


@pytest.mark.rule("SW-COL-5")
def test_a_short_column_keeps_its_prices_and_gets_no_new_row() -> None:
    state = four_rows(purse=5)
    assert legal(state, "pick") == [0, 1, 2, 3]
    play(state, "pick 3")
    assert state.coins[0] == 2
    assert column(state) == [
        ("amazons", "alchemist", 1),
        ("dwarves", "berserk", 1),
        ("elves", "bivouacking", 1),
    ]


@pytest.mark.rule("SW-COL-9")
def test_with_ten_banners_in_use_and_no_coins_a_pick_is_still_possible() -> None:
    state = four_rows(purse=0)
    assert legal(state, "pick") == [0]
    play(state, "pick 0")
    assert race(state, 0, "amazons")["status"] == "active"
    assert len(column(state)) == 3


@pytest.mark.rule("SW-COL-6")
def test_the_discard_pile_becomes_the_badge_stack_when_a_badge_is_needed() -> None:
    orders = set()
    for seed in range(8):
        state = to_pick(power_stack=[], discarded_powers=POWERS[6:], seed=seed)
        assert state.to_position()["power_stack"] == []
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert document["column"][-1]["race"] == "humans"
        assert sorted(drawn) == POWERS[6:]
        assert document["discarded_powers"] == []
        orders.add(tuple(drawn))
    assert len(orders) > 4  # shuffled


@pytest.mark.rule("SW-COL-6")
def test_the_discard_pile_waits_while_the_badge_stack_lasts() -> None:
    document = play(to_pick(power_stack=["flying"], discarded_powers=POWERS[7:]), "pick 0").to_position()
    assert document["column"][-1]["power"] == "flying"
    assert document["power_stack"] == []
    assert sorted(document["discarded_powers"]) == POWERS[7:]


@pytest.mark.rule("SW-COL-7")
def test_the_banner_of_a_vanished_race_goes_to_the_bottom_of_the_stack() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), declined("elves")), seat()],
        regions={0: held(0, "orcs"), 4: held(0, "elves")},
    )
    before = state.to_position()
    after = play(state, "decline").to_position()
    assert after["race_stack"] == [*before["race_stack"], "elves"]
    assert after["column"] == before["column"]


@pytest.mark.rule("SW-COL-7")
def test_the_banner_of_a_vanished_race_fills_an_empty_row_at_once() -> None:
    races = [
        [active("halflings", "mounted", hand=4, holes_placed=2), declined("humans")],
        [active("orcs", "swamp"), declined("ratmen")],
        [active("skeletons", "hill"), declined("sorcerers")],
        [active("tritons", "forest"), declined("trolls"), declined("wizards", "spirit")],
    ]
    where = {
        "halflings": 2,
        "humans": 36,
        "orcs": 20,
        "ratmen": 8,
        "skeletons": 22,
        "sorcerers": 23,
        "tritons": 28,
        "trolls": 29,
        "wizards": 30,
    }
    used = {"mounted", "swamp", "hill", "forest", "spirit", *POWERS[:5]}
    stack = ["merchant", *(power for power in POWERS if power not in used | {"merchant"})]
    state = position(
        4,
        None,
        phase="conquest",
        seats=[seat(*entries) for entries in races],
        regions={where[entry["race"]]: held(k, entry["race"]) for k, entries in enumerate(races) for entry in entries},
        column=rows((0, 0, 1, 0, 0)),
        race_stack=[],
        power_stack=stack,
        discarded_powers=[],
    )
    assert len(column(state)) == 5
    play(state, "conquer 8")
    assert state.phase == "conquest"
    assert column(state)[2:] == [
        ("elves", "bivouacking", 1),
        ("ghouls", "commando", 0),
        ("giants", "diplomat", 0),
        ("ratmen", "merchant", 0),
    ]
    assert state.to_position()["power_stack"] == stack[1:]
    assert state.to_position()["race_stack"] == []


@pytest.mark.rule("SW-COL-8")
def test_what_is_under_the_stack_tops_counts_as_unknown() -> None:
    state = game(2, None).new_state(seed=3)
    document = state.to_position()
    orders = set()
    for seed in range(6):
        drawn = state.sample_hidden(0, seed).to_position()
        assert drawn["column"] == document["column"]
        for stack in ("race_stack", "power_stack"):
            assert sorted(drawn[stack]) == sorted(document[stack])
            orders.add((stack, *drawn[stack]))
    assert len(orders) > 8
    assert state.to_position() == document
