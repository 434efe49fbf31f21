"""Tomb, Vanishing, the swap of the Mimes, and what leaves the map (UG-INT-78, -79, -82, -93, -94)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import tray
from ug_interactions import conquest, holder, opening

import swenv
from support import active, declined, held, legal, play, race, seat, tokens, underground


def in_circulation(state: swenv.State) -> set[str]:
    """The badges in the column, the stack and the discards."""
    document = state.to_position()
    rows = {row["power"] for row in document["column"]}
    return rows | set(document["power_stack"]) | set(document["discarded_powers"])


def races_of(state: swenv.State, number: int) -> list[str]:
    """The races of a seat."""
    return [entry["race"] for entry in state.to_position()["seats"][number]["races"]]


@pytest.mark.rule("UG-INT-78")
@pytest.mark.parametrize(("power", "coins"), [("vanishing", 2 * 3), ("tomb", 3)])
def test_vanishing_and_tomb_remove_the_older_declined_race_first(power: str, coins: int) -> None:
    state = opening(
        "choose",
        active("ogres", power),
        declined("shrooms"),
        regions={
            **{number: held(0, "ogres") for number in (0, 1, 5)},
            **{number: held(0, "shrooms") for number in (16, 17)},
        },
    )
    play(state, "decline")
    assert (state.turn, state.coins[0]) == (1, coins)
    assert (holder(state, 16), holder(state, 17), tray(state, "shrooms")) == (None, None, 10)
    assert races_of(state, 0) == ([] if power == "vanishing" else ["ogres"])
    assert "shrooms" in state.to_position()["race_stack"]


@pytest.mark.rule("UG-INT-79")
def test_the_last_redeployment_of_a_tomb_race_stays_within_its_regions() -> None:
    state = opening("choose", active("ogres", "tomb", hand=0), regions={0: held(0, "ogres", 4), 1: held(0, "ogres")})
    play(state, "decline")
    assert (state.turn, state.phase) == (0, "tomb")
    assert legal(state, "deploy") == legal(state, "deploy_rest") == [0, 1]
    assert legal(state, "abandon") == []
    play(state, "deploy_rest 1")
    assert [tokens(state, number) for number in (0, 1)] == [1, 4]
    assert (state.turn, state.coins[0]) == (1, 2)
    assert tray(state, "ogres") == 10 - 5


COLUMN = [
    ("drow", "reborn"),
    ("iron_dwarves", "vampire"),
    ("shadow_mimes", "muddy"),
    ("liches", "thieving"),
    ("mummies", "vengeful"),
    ("ogres", "royal"),
]


def mimes() -> swenv.State:
    """Seat 0 has picked Muddy Shadow Mimes from the third row."""
    state = underground(
        phase="pick",
        seats=[seat(coins=5), seat(coins=5)],
        column=[{"race": name, "power": power, "coins": 0} for name, power in COLUMN],
    )
    return play(state, "pick 2")


@pytest.mark.rule("UG-INT-82")
@pytest.mark.parametrize(
    ("row", "name", "power", "tokens_got"),
    [(0, "drow", "reborn", 12), (2, "liches", "thieving", 11), (4, "ogres", "royal", 12)],
)
def test_the_badge_given_away_joins_the_other_combo(row: int, name: str, power: str, tokens_got: int) -> None:
    state = mimes()
    assert (state.phase, legal(state, "swap")) == ("swap", [0, 1, 2, 3, 4])
    before = state.to_position()["column"]
    assert (before[row]["race"], before[row]["power"]) == (name, power)
    play(state, f"swap {row}")
    mine = race(state, 0, "shadow_mimes")
    assert (mine["power"], mine["hand"]) == (power, tokens_got)
    after = state.to_position()["column"]
    assert (after[row]["race"], after[row]["power"]) == (name, "muddy")
    # No coin moves, and no other row changes.
    assert [entry["coins"] for entry in after[:5]] == [1, 1, 0, 0, 0]
    assert [entry for k, entry in enumerate(after[:5]) if k != row] == [e for k, e in enumerate(before) if k != row]


@pytest.mark.rule("UG-INT-82")
def test_the_mimes_may_keep_their_badge() -> None:
    state = play(mimes(), "finish")
    mine = race(state, 0, "shadow_mimes")
    assert (mine["power"], mine["hand"]) == ("muddy", 7 + 3)
    assert [row["power"] for row in state.to_position()["column"][:5]] == [
        "reborn", "vampire", "thieving", "vengeful", "royal",
    ]  # fmt: skip


@pytest.mark.rule("UG-INT-93")
@pytest.mark.parametrize("power", ["muddy", "reborn", "royal", "shield", "tomb", "wise"])
def test_a_badge_kept_in_decline_is_discarded_with_its_race(power: str) -> None:
    state = conquest(
        active("ogres", "magic", hand=9),
        other=seat(declined("kraken", power)),
        regions={5: held(0, "ogres"), 0: held(1, "kraken"), 1: held(1, "kraken")},
    )
    assert power not in in_circulation(state)
    play(state, "conquer 0")
    assert power not in in_circulation(state)
    play(state, "conquer 1")
    assert power in state.to_position()["discarded_powers"]


@pytest.mark.rule("UG-INT-93")
@pytest.mark.parametrize(("power", "discarded"), [("muddy", False), ("mining", True), ("vanishing", True)])
def test_a_kept_badge_is_not_discarded_at_the_decline(power: str, discarded: bool) -> None:
    state = opening("choose", active("ogres", power), regions={0: held(0, "ogres")})
    play(state, "decline")
    assert (power in state.to_position()["discarded_powers"]) == discarded
    if not discarded:
        assert race(state, 0, "ogres")["power"] == power


def last_token(victim: dict[str, Any]) -> swenv.State:
    """Seat 0 has taken the last token of the race of seat 1."""
    state = conquest(
        active("ogres", "magic", hand=9),
        other=seat(victim),
        regions={5: held(0, "ogres"), 0: held(1, "kraken")},
    )
    return play(state, "conquer 0")


@pytest.mark.rule("UG-INT-94")
def test_a_race_wiped_out_while_active_keeps_its_banner() -> None:
    state = last_token(active("kraken", "tomb"))
    assert races_of(state, 1) == ["kraken"]
    document = state.to_position()
    assert "kraken" not in document["race_stack"]
    assert "kraken" not in [row["race"] for row in document["column"]]
    assert tray(state, "kraken") == 10


@pytest.mark.rule("UG-INT-94")
def test_a_race_wiped_out_in_decline_returns_to_the_stack() -> None:
    state = last_token(declined("kraken"))
    assert races_of(state, 1) == []
    assert state.to_position()["race_stack"][-1] == "kraken"


@pytest.mark.rule("UG-INT-94")
def test_a_vanishing_race_returns_to_the_stack() -> None:
    state = opening("choose", active("ogres", "vanishing"), regions={0: held(0, "ogres")})
    play(state, "decline")
    assert races_of(state, 0) == []
    assert state.to_position()["race_stack"][-1] == "ogres"
