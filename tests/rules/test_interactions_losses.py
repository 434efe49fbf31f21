"""Losses, withdrawal, races that are driven out, and Sorcerers (SW-INT-57 to SW-INT-75)."""

from __future__ import annotations

from typing import Any

import pytest
from interactions import marker, price, verbs

import swenv
from support import TRIBE, active, declined, held, legal, play, position, race, region, rolled, seat, tokens


def conquest(*races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races in its conquests; seat 1 is `other`, or has nothing."""
    return position(phase="conquest", seats=[seat(*races, coins=0), other or seat()], **fields)


# Losses, withdrawal, wiped-out races


@pytest.mark.rule("SW-INT-57")
def test_withdrawn_tokens_neither_move_nor_defend_while_the_attacker_goes_on() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        other=seat(active("humans", "merchant")),
        regions={4: held(0, "ratmen"), 0: held(1, "humans", 3), 1: held(1, "humans")},
    )
    play(state, "conquer 0")
    assert race(state, 1, "humans")["hand"] == 2
    assert state.to_act == 0
    assert tokens(state, 1) == 1
    assert price(state, 1) == 3


@pytest.mark.rule("SW-INT-58")
def test_a_race_driven_out_waits_for_its_owners_next_turn() -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "hill", hand=9)),
            seat(active("orcs", "merchant")),
            seat(active("humans", "swamp")),
        ],
        regions={4: held(0, "ratmen"), 0: held(2, "humans", 3), 8: held(1, "orcs")},
    )
    play(state, "conquer 0", "finish", "deploy_rest 4")
    assert (state.turn, state.to_act, state.phase) == (1, 1, "choose")
    assert race(state, 2, "humans")["hand"] == 2
    play(state, "decline")
    assert (state.turn, state.to_act, state.phase) == (2, 2, "choose")
    assert race(state, 2, "humans")["hand"] == 2
    # 1 Rat in region 0, 9 in region 4, 1 Orc in decline in region 8.
    assert legal(state, "conquer") == [0, 1, 8]


def nothing_left(*older: dict[str, Any], regions: dict[int, Any]) -> swenv.State:
    """Seat 0 must choose with active Humans of which no token is left."""
    return position(
        phase="choose",
        seats=[seat(active("humans", "hill"), *older, coins=0), seat(active("orcs", "merchant"))],
        regions=regions,
    )


THREE_RATMEN = {0: held(0, "ratmen"), 4: held(0, "ratmen"), 8: held(0, "ratmen")}


@pytest.mark.rule("SW-INT-59")
def test_a_race_without_tokens_may_pass_or_decline_but_not_be_replaced() -> None:
    state = nothing_left(declined("ratmen"), regions=THREE_RATMEN)
    assert verbs(state) == {"decline", "finish"}
    play(state, "finish")
    assert (state.turn, state.coins[0]) == (1, 3)
    assert race(state, 0, "humans")["status"] == "active"


@pytest.mark.rule("SW-INT-60")
def test_a_race_without_tokens_that_declines_scores_nothing_and_vanishes() -> None:
    state = play(nothing_left(declined("ratmen"), regions=THREE_RATMEN), "decline")
    document = state.to_position()
    assert (state.turn, state.coins[0]) == (1, 0)
    assert document["seats"][0]["races"] == []
    assert set(document["race_stack"][-2:]) == {"ratmen", "humans"}
    assert document["regions"] == {}


@pytest.mark.rule("SW-INT-60")
def test_a_spirit_race_stays_and_scores_when_a_race_without_tokens_declines() -> None:
    regions = {0: held(0, "ratmen"), 4: held(0, "elves"), 8: held(0, "elves")}
    state = play(nothing_left(declined("ratmen"), declined("elves", "spirit"), regions=regions), "decline")
    assert state.coins[0] == 2
    assert [entry["race"] for entry in state.to_position()["seats"][0]["races"]] == ["elves"]


@pytest.mark.rule("SW-INT-61")
def test_elves_beaten_everywhere_keep_all_tokens_and_enter_anew() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        other=seat(active("elves", "merchant")),
        regions={4: held(0, "ratmen"), 0: held(1, "elves", 2), 1: held(1, "elves")},
    )
    # 4 tokens and 3.
    play(state, "conquer 0", "conquer 1")
    assert race(state, 1, "elves")["hand"] == 3
    assert state.to_position()["tray"]["elves"] == 11 - 3
    play(state, "finish", "deploy_rest 4")
    assert (state.turn, state.phase) == (1, "choose")
    # 8 Ratmen in region 4 are out of reach.
    assert legal(state, "conquer") == [0, 1, 8]


@pytest.mark.rule("SW-INT-62")
def test_elves_in_decline_lose_their_token() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        other=seat(declined("elves")),
        regions={4: held(0, "ratmen"), 0: held(1, "elves"), 1: held(1, "elves")},
    )
    play(state, "conquer 0")
    assert state.to_position()["tray"]["elves"] == 11 - 1
    assert race(state, 1, "elves")["hand"] == 0


@pytest.mark.rule("SW-INT-63")
@pytest.mark.parametrize(("name", "lost"), [("elves", 0), ("humans", 1)])
def test_the_dragon_kills_no_elf(name: str, lost: int) -> None:
    state = conquest(
        active("ratmen", "dragon_master", hand=3),
        other=seat(active(name, "hill")),
        regions={4: held(0, "ratmen"), 0: held(1, name, 2)},
    )
    tray = state.to_position()["tray"][name]
    play(state, "dragon 0")
    assert race(state, 1, name)["hand"] == 2 - lost
    assert state.to_position()["tray"][name] == tray + lost


@pytest.mark.rule("SW-INT-64")
def test_the_amazon_reserve_stays_in_hand_when_withdrawn_amazons_are_placed() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        other=seat(active("amazons", "merchant", hand=4, reserve=4)),
        regions={4: held(0, "ratmen"), 0: held(1, "amazons", 3), 1: held(1, "amazons")},
    )
    play(state, "conquer 0", "finish", "deploy_rest 4")
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    play(state, "deploy_rest 1")
    assert tokens(state, 1) == 1 + 2
    assert (state.turn, state.phase) == (1, "choose")
    entry = race(state, 1, "amazons")
    assert (entry["hand"], entry["reserve"]) == (4, 4)
    # READY gives the four back: 2 surplus and 4, less 2 for empty farmland.
    play(state, "conquer 2")
    assert race(state, 1, "amazons")["hand"] == 2 + 4 - 2


@pytest.mark.rule("SW-INT-65")
@pytest.mark.parametrize("left", [4, 2])
def test_amazons_with_nothing_but_their_reserve_conquer_and_leave_again(left: int) -> None:
    state = position(
        phase="choose",
        seats=[
            seat(active("amazons", "hill", hand=left, reserve=left), coins=0),
            seat(active("orcs", "merchant")),
        ],
    )
    assert legal(state, "conquer") == [0, 1, 4, 8]
    play(state, "conquer 0")
    if state.phase == "conquest":
        play(state, "finish")
    assert (state.phase, verbs(state), legal(state, "abandon")) == ("deploy", {"abandon"}, [0])
    play(state, "abandon 0")
    assert (state.turn, state.coins[0]) == (1, 0)
    entry = race(state, 0, "amazons")
    assert (entry["hand"], entry["reserve"]) == (left, left)


@pytest.mark.rule("SW-INT-66")
def test_withdrawn_tokens_are_placed_clockwise_from_the_active_seat() -> None:
    state = position(
        num_players=3,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("humans", "hill")),
            seat(active("ratmen", "swamp", hand=9)),
            seat(active("orcs", "forest")),
        ],
        regions={
            4: held(1, "ratmen"),
            0: held(0, "humans", 2),
            1: held(0, "humans"),
            5: held(2, "orcs", 2),
            8: held(2, "orcs"),
        },
    )
    play(state, "conquer 0", "conquer 5", "finish", "deploy_rest 4")
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 1, 2)
    assert legal(state, "deploy") == [8]
    play(state, "deploy_rest 8")
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 1, 0)
    assert tokens(state, 8) == 2
    assert legal(state, "deploy") == [1]
    play(state, "deploy_rest 1")
    assert tokens(state, 1) == 2
    assert (state.phase, state.turn) == ("choose", 2)


# Sorcerers


def sorcery(*targets: dict[str, Any], power: str = "hill", hand: int = 1, **regions: Any) -> swenv.State:
    """Sorcerers in region 4 with `hand`; the races of seat 1 are `targets`; `r0=...` fills region 0."""
    board = {int(name[1:]): content for name, content in regions.items()}
    return conquest(
        active("sorcerers", power, hand=hand),
        other=seat(*targets),
        regions={4: held(0, "sorcerers", 2), **board},
    )


@pytest.mark.rule("SW-INT-67")
@pytest.mark.parametrize(
    ("target", "number", "markers"),
    [
        (active("wizards", "merchant"), 3, {}),
        (active("trolls", "swamp"), 0, {"lair": 1}),
        (active("wizards", "fortified"), 0, {"fortress": 1}),
        (active("trolls", "fortified"), 3, {"lair": 1, "fortress": 1}),
    ],
    ids=["mountain", "lair", "fortress", "all three"],
)
def test_mountain_lair_and_fortress_do_not_save_a_lone_token(
    target: dict[str, Any], number: int, markers: dict[str, int]
) -> None:
    state = sorcery(target, **{f"r{number}": held(1, target["race"], 1, **markers)})
    assert legal(state, "convert") == [number]
    play(state, f"convert {number}")
    assert (region(state, number)["owner"], tokens(state, number)) == (0, 1)
    assert marker(state, number, "lair") == marker(state, number, "fortress") == 0
    # The Sorcerer came from the tray.
    assert race(state, 0, "sorcerers")["hand"] == 1
    assert state.to_position()["tray"]["sorcerers"] == 18 - 3 - 1


@pytest.mark.rule("SW-INT-68")
@pytest.mark.parametrize(("camps", "targets"), [(0, [0]), (1, [])])
def test_an_encampment_saves_a_lone_token(camps: int, targets: list[int]) -> None:
    wizards = held(1, "wizards", 1, encampment=camps) if camps else held(1, "wizards")
    state = sorcery(active("wizards", "bivouacking"), r0=wizards, r8=held(1, "wizards", 2, encampment=5 - camps))
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-INT-69")
@pytest.mark.parametrize(
    ("content", "targets"),
    [
        (held(1, "humans"), [0]),
        (held(1, "humans", 2), []),
        (held(1, "ghouls"), []),
        (held(1, "ghouls", 2), []),
        (TRIBE, []),
        ({}, []),
    ],
    ids=["one active", "two active", "one Ghoul in decline", "two Ghouls in decline", "Lost Tribe", "empty"],
)
def test_only_one_lone_active_token_can_be_converted(content: dict[str, Any], targets: list[int]) -> None:
    state = sorcery(
        active("humans", "merchant"),
        declined("ghouls"),
        r0=content,
        r2=held(1, "humans", 2),
        r8=held(1, "ghouls"),
    )
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-INT-70")
@pytest.mark.parametrize(("power", "targets"), [("flying", [1, 5, 8]), ("underworld", [5]), ("hill", [5])])
def test_flying_sorcerers_convert_on_any_land(power: str, targets: list[int]) -> None:
    humans = held(1, "humans")
    state = sorcery(active("humans", "swamp"), power=power, r1=humans, r5=humans, r8=humans)
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-INT-70")
@pytest.mark.parametrize(("power", "targets"), [("underworld", [5, 8]), ("hill", [5])])
def test_underworld_sorcerers_convert_from_cavern_to_cavern(power: str, targets: list[int]) -> None:
    humans = held(1, "humans")
    state = sorcery(active("humans", "swamp"), power=power, r3=held(0, "sorcerers"), r1=humans, r5=humans, r8=humans)
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-INT-71")
@pytest.mark.parametrize(("power", "targets"), [("flying", [0, 2]), ("underworld", []), ("hill", [])])
def test_only_flying_sorcerers_enter_by_sorcery(power: str, targets: list[int]) -> None:
    state = conquest(
        active("sorcerers", power, hand=3),
        other=seat(active("humans", "swamp")),
        regions={0: held(1, "humans"), 2: held(1, "humans")},
    )
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-INT-72")
@pytest.mark.parametrize(("needs_hand", "targets"), [(True, []), (False, [0])])
def test_sorcery_needs_a_token_in_hand_unless_the_option_lifts_that(needs_hand: bool, targets: list[int]) -> None:
    state = conquest(
        active("sorcerers", "hill", hand=0),
        other=seat(active("humans", "swamp")),
        regions={4: held(0, "sorcerers", 2), 0: held(1, "humans")},
        options={"substitution_needs_hand": needs_hand},
    )
    assert legal(state, "convert") == targets
    if targets:
        play(state, "convert 0")
        assert (region(state, 0)["owner"], tokens(state, 0)) == (0, 1)
        assert state.to_position()["tray"]["sorcerers"] == 18 - 3
        assert legal(state, "conquer") == []


@pytest.mark.rule("SW-INT-73")
@pytest.mark.parametrize(("hand", "targets"), [(16, []), (15, [0])])
def test_sorcery_needs_a_sorcerer_in_the_tray(hand: int, targets: list[int]) -> None:
    state = sorcery(active("humans", "swamp"), hand=hand, r0=held(1, "humans"))
    assert state.to_position()["tray"]["sorcerers"] == 16 - hand
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-INT-74")
@pytest.mark.parametrize("face", [0, 1])
def test_no_sorcery_follows_the_final_roll(face: int) -> None:
    # Region 5 is one short: face 0 fails, face 1 succeeds.
    state = sorcery(active("humans", "swamp"), r0=held(1, "humans"))
    assert legal(state, "convert") == [0]
    state = rolled(state, "conquer 5", face)
    assert state.phase == "deploy"
    assert tokens(state, 5) == face
    assert legal(state, "convert") == []


@pytest.mark.rule("SW-INT-75")
def test_sorcery_pays_pillaging_sorcerers() -> None:
    state = sorcery(active("humans", "swamp"), power="pillaging", r0=held(1, "humans"))
    play(state, "convert 0", "finish", "deploy_rest 4")
    assert state.coins[0] == 2 + 1


@pytest.mark.rule("SW-INT-75")
@pytest.mark.parametrize(("actions", "eligible"), [(["convert 0"], [2]), ([], [1, 2])])
def test_sorcery_is_an_attack_for_diplomat_sorcerers(actions: list[str], eligible: list[int]) -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("sorcerers", "diplomat", hand=1)),
            seat(active("humans", "hill")),
            seat(active("orcs", "swamp")),
        ],
        regions={4: held(0, "sorcerers"), 0: held(1, "humans"), 8: held(2, "orcs")},
    )
    play(state, *actions, "finish", "deploy_rest 4")
    assert state.phase == "peace"
    assert legal(state, "peace") == eligible
