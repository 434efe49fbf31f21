"""What a player may decide (rules of Underground, section 9): what is offered when, exactly, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from chapters import markers, price, refused, tray, verbs

import swenv
from support import (
    FX9,
    MONSTERS,
    TRIBE,
    active,
    declined,
    held,
    legal,
    legal_words,
    play,
    race,
    region,
    rolled,
    seat,
    tokens,
    underground,
)

LAND = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17]
"""The regions of UX18 but its two chasms."""


def offered(state: swenv.State) -> dict[str, list[int | str]]:
    """All that is legal now: the arguments of each verb in order, `[]` for a verb without argument."""
    found: dict[str, list[int | str]] = {}
    for index in state.legal_actions():
        action = state.game.action(index)
        found.setdefault(action.verb, []).extend(action.args)
    return {verb: sorted(values) for verb, values in found.items()}  # type: ignore[type-var]


def conquering(hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 conquers with Shadow Mimes, `immortal` unless `power` says otherwise; `others` are seat 1's races."""
    own, power = fields.pop("own", []), fields.pop("power", "immortal")
    coins = fields.pop("coins", 5)
    seats = [seat(active("shadow_mimes", power, hand=hand), *own, coins=coins), seat(*others)]
    return underground(phase="conquest", seats=seats, regions=regions, **fields)


def mimes(count: int = 1, place: str | None = None, relics: list[str] | None = None, **marks: int) -> dict[str, Any]:
    """A region of the active Shadow Mimes of seat 0."""
    found = held(0, "shadow_mimes", count, **marks)
    return found | ({"place": place} if place else {}) | ({"relics": relics} if relics else {})


# UG-ACT-1, -2: right after the pick


@pytest.mark.rule("UG-ACT-1")
@pytest.mark.parametrize("row", [0, 2, 5])
def test_the_swap_is_offered_right_after_the_mimes_are_picked(row: int) -> None:
    names = ["drow", "gnomes", "ogres", "kraken", "shrooms"]
    names.insert(row, "shadow_mimes")
    powers = ["stone", "muddy", "royal", "mining", "wise", "tomb"]
    column = [{"race": name, "power": power, "coins": 0} for name, power in zip(names, powers, strict=True)]
    state = underground(phase="pick", column=column, seats=[seat(), seat()])
    assert legal(state, "swap") == []
    play(state, f"pick {row}")
    assert (state.phase, offered(state)) == ("swap", {"finish": [], "swap": [0, 1, 2, 3, 4]})
    for action in ("conquer 0", "pick 0", "decline"):
        assert refused(state, action)
    again = state.game.from_position(json.loads(json.dumps(state.to_position())))
    assert (again == state, offered(again)) == (True, offered(state))
    play(state, "swap 4")
    assert (state.phase in ("ready", "conquest"), legal(state, "swap")) == (True, [])


@pytest.mark.rule("UG-ACT-1")
def test_no_other_race_swaps() -> None:
    column = [{"race": "gnomes", "power": "muddy", "coins": 0}]
    state = play(underground(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")
    assert (legal(state, "swap"), legal(state, "conquer")) == ([], [0, 1, 2, 3, 4, 11, 13, 15, 17])


@pytest.mark.rule("UG-ACT-2")
@pytest.mark.parametrize(("num_players", "sites"), [(2, [0, 14]), (3, [17, 21]), (4, None), (5, None)])
def test_the_site_of_the_volcano_must_be_chosen_right_after_the_pick(num_players: int, sites: list[int] | None) -> None:
    column = [{"race": "flames", "power": "wise", "coins": 0}]
    seats = [seat() for _ in range(num_players)]
    state = play(underground(num_players, None, phase="pick", column=column, seats=seats), "pick 0")
    symbols = [place.id for place in state.game.board.regions if place.volcano]  # type: ignore[attr-defined]
    assert symbols == (sites or symbols)
    assert (state.phase, offered(state)) == ("volcano", {"volcano": symbols})
    for action in ("finish", "conquer 1"):
        assert refused(state, action)
    play(state, f"volcano {symbols[0]}")
    assert (legal(state, "volcano"), markers(state, symbols[0])) == ([], {"volcano": 1})


@pytest.mark.rule("UG-ACT-2")
def test_only_chasms_with_the_symbol_are_sites() -> None:
    column = [{"race": "flames", "power": "wise", "coins": 0}]
    state = play(underground(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")
    assert offered(state) == {"volcano": [10, 14]}
    assert refused(state, "volcano 5")


# UG-ACT-3, -4: the start of the turn


def at_start(name: str, power: str, count: int, *, ancient: int | None = None, **own: Any) -> swenv.State:
    """Seat 0 chooses; its race has `count` tokens in 17 and one in 16, its declined Reborn Mudmen 0, 1 and 5."""
    marks = {"ancient": 1}
    regions = {number: held(0, "mudmen") for number in (0, 1, 5)}
    regions |= {17: held(0, name, count), 16: held(0, name, 1)}
    if ancient is not None:
        regions[ancient]["markers"] = marks
    return underground(
        phase="choose",
        seats=[seat(active(name, power, **own), declined("mudmen", "reborn")), seat(active("kraken", "stone"))],
        regions=regions,
    )


@pytest.mark.rule("UG-ACT-3", "UG-TURN-2")
def test_reborn_is_decided_before_anything_else_of_the_turn() -> None:
    state = at_start("drow", "wise", 3)
    assert offered(state) == {"decline": [], "finish": [], "reborn": [0, 1, 5]}
    for action in ("conquer 4", "abandon 17", "reborn 17", "reborn 3"):
        assert refused(state, action)
    play(state, "reborn 1")
    assert (state.phase, offered(state)) == ("reborn", {"finish": [], "reborn": [0, 5]})
    play(state, "reborn 5")
    # Two are the most. Now READY: two tokens in hand.
    assert (state.phase, legal(state, "reborn"), legal(state, "abandon")) == ("ready", [], [1, 5, 16, 17])
    assert legal(state, "conquer") == [0, 2, 4, 6, 7, 8, 11, 12]


@pytest.mark.rule("UG-ACT-3")
def test_reborn_may_be_passed_over() -> None:
    state = play(at_start("drow", "wise", 3), "finish")
    assert (state.turn, state.phase, legal(state, "reborn")) == (0, "ready", [])
    one = play(at_start("drow", "wise", 3), "reborn 0", "finish")
    assert (one.turn, one.phase, [region(one, number)["race"] for number in (0, 1)]) == (0, "ready", ["drow", "mudmen"])


@pytest.mark.rule("UG-ACT-3")
def test_reborn_is_limited_by_the_regions_there_are() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("drow", "wise"), declined("mudmen", "reborn")), seat()],
        regions={0: held(0, "mudmen"), 17: held(0, "drow", 3)},
    )
    assert legal(state, "reborn") == [0]
    play(state, "reborn 0")
    assert (state.phase, legal(state, "reborn")) == ("ready", [])


@pytest.mark.rule("UG-ACT-3")
@pytest.mark.parametrize("power", ["wise", "tomb", None])
def test_only_reborn_races_come_back(power: str | None) -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("drow", "stone"), declined("mudmen", power)), seat()],
        regions={0: held(0, "mudmen"), 17: held(0, "drow", 3)},
    )
    assert legal(state, "reborn") == []


@pytest.mark.rule("UG-ACT-3", "UG-CLAR-27", "UG-TURN-4")
def test_an_active_race_without_a_token_may_come_back_by_reborn() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("drow", "wise"), declined("mudmen", "reborn")), seat()],
        regions={0: held(0, "mudmen"), 17: held(0, "mudmen")},
    )
    assert offered(state) == {"decline": [], "finish": [], "reborn": [0, 17]}
    play(state, "reborn 17", "finish")
    assert (region(state, 17)["race"], tray(state, "drow")) == ("drow", 8)


@pytest.mark.rule("UG-ACT-3", "UG-ACT-9", "UG-ACT-14", "UG-ACT-6", "UG-ACT-25")
def test_what_belongs_to_the_conquests_waits_until_the_start_of_the_turn_is_over() -> None:
    regions = {
        0: held(0, "mudmen"),
        17: held(0, "drow", 3) | {"place": "pentacle", "relics": ["sword"]},
        4: held(0, "drow") | {"place": "stonehedge"},
        3: held(1, "ogres"),
        7: {"markers": {"balrog": 1}},
    }
    seats = [seat(active("drow", "vampire"), declined("mudmen", "reborn")), seat(active("ogres", "wise"))]
    state = underground(phase="choose", seats=seats, regions=regions, stonehedge="tomb")
    assert offered(state) == {"decline": [], "decline_by_stonehedge": [], "finish": [], "reborn": [0]}
    play(state, "finish")
    assert offered(state) == {
        "abandon": [4, 17], "balrog": [2, 5, 6, 8, 9, 12, 13], "conquer": [3, 8, 11, 16], "finish": [],
        "use": ["sword"], "vampire": [3],
    }  # fmt: skip


@pytest.mark.rule("UG-ACT-3", "UG-CLAR-17")
def test_reborn_on_the_turn_of_the_pick_leaves_nothing_to_abandon() -> None:
    state = underground(
        phase="pick",
        column=[{"race": "drow", "power": "stone", "coins": 0}],
        seats=[seat(declined("mudmen", "reborn")), seat()],
        regions={0: held(0, "mudmen"), 17: held(0, "mudmen")},
    )
    play(state, "pick 0")
    assert (state.phase, offered(state)) == ("reborn", {"finish": [], "reborn": [0, 17]})
    play(state, "reborn 0", "finish")
    assert offered(state) == {"conquer": [1, 5], "finish": []}


@pytest.mark.rule("UG-ACT-4", "UG-TURN-3", "UG-CLAR-3")
def test_the_great_ancient_moves_after_reborn_even_to_a_region_just_replaced() -> None:
    state = at_start("cultists", "wise", 3, ancient=17, ancient_placed=True)
    assert offered(state) == {"decline": [], "finish": [], "reborn": [0, 1, 5]}
    play(state, "reborn 5", "finish")
    assert (state.phase, offered(state)) == ("ancient", {"ancient": [5, 16], "finish": []})
    for action in ("ancient 17", "ancient 0", "conquer 11"):
        assert refused(state, action)
    play(state, "ancient 5")
    assert (state.phase, markers(state, 5), markers(state, 17)) == ("ready", {"ancient": 1}, {})


@pytest.mark.rule("UG-ACT-4")
@pytest.mark.parametrize(("ancient", "options"), [(0, [1, 5]), (None, [0, 1, 5])])
def test_the_great_ancient_has_one_option_less_where_it_stands(ancient: int | None, options: list[int]) -> None:
    regions = {number: held(0, "cultists", 2) for number in (0, 1, 5)} | {17: held(0, "drow")}
    if ancient is not None:
        regions[ancient]["markers"] = {"ancient": 1}
    seats = [seat(active("cultists", "stone", ancient_placed=True), declined("drow")), seat()]
    state = underground(phase="choose", seats=seats, regions=regions)
    assert offered(state) == {"ancient": options, "decline": [], "finish": []}
    play(state, "finish")
    assert (state.phase, legal(state, "ancient")) == ("ready", [])


@pytest.mark.rule("UG-ACT-4")
def test_with_nowhere_to_go_the_great_ancient_is_not_asked_for() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("cultists", "stone", ancient_placed=True)), seat()],
        regions={0: held(0, "cultists", 2, ancient=1)},
    )
    assert offered(state) == {"abandon": [0], "conquer": [1, 5], "decline": [], "finish": []}


# UG-ACT-5 to -7: Doormat, Sword, Socks


@pytest.mark.rule("UG-ACT-5")
@pytest.mark.parametrize("phase", ["choose", "conquest"])
def test_the_doormat_takes_a_conquest_anywhere_but_into_chasms(phase: str) -> None:
    regions = {1: mimes(9 if phase == "choose" else 1, relics=["doormat"]), 12: MONSTERS, 17: held(1, "ogres", 2)}
    state = underground(
        phase=phase,
        seats=[
            seat(active("shadow_mimes", "immortal", hand=0 if phase == "choose" else 8)),
            seat(active("ogres", "wise")),
        ],
        regions=regions,
        places_stack=["keep"],
    )
    assert (legal_words(state, "use"), legal(state, "conquer")) == ({"doormat"}, [0, 2, 5])
    play(state, "use doormat")
    # Armed: nothing but conquests until the attempt is made.
    assert offered(state) == {"conquer": [number for number in LAND if number != 1]}
    for action in ("finish", "abandon 1", "use doormat", "decline", "conquer 10"):
        assert refused(state, action)
    play(state, "conquer 17")
    assert (region(state, 17)["relics"], legal_words(state, "use")) == (["doormat"], set())
    assert legal(state, "finish") == [0]


@pytest.mark.rule("UG-ACT-5", "UG-ACT-6", "UG-ACT-7", "UG-RELIC-0")
@pytest.mark.parametrize(
    "where",
    [{17: {}}, {17: held(0, "shrooms")}, {17: held(1, "ogres")}, {17: held(1, "kraken")}],
    ids=["unheld", "own declined", "others", "others' declined"],
)
def test_relics_are_used_only_by_the_active_race_that_holds_them(where: dict[int, Any]) -> None:
    ((number, content),) = where.items()
    regions = {1: mimes(), number: content | {"relics": ["doormat", "sword", "socks", "orb"]}, 5: held(1, "ogres")}
    state = conquering(5, regions, active("ogres", "wise"), declined("kraken"), own=[declined("shrooms")])
    assert offered(state) == {"conquer": [0, 2, 5], "finish": []}
    assert refused(state, "use sword")


@pytest.mark.rule("UG-ACT-5", "UG-ACT-6", "UG-ACT-7", "UG-INT-64", "UG-CLAR-23")
def test_relics_may_be_armed_together_in_any_order() -> None:
    regions = {1: mimes(relics=["doormat", "sword", "socks"]), 17: held(1, "ogres", 4)}
    state = conquering(7, regions, active("ogres", "wise"))
    assert legal_words(state, "use") == {"doormat", "sword", "socks"}
    play(state, "use sword")
    assert offered(state) == {"conquer": [0, 2, 5], "use": ["doormat", "socks"]}
    play(state, "use socks")
    assert offered(state) == {"conquer": [0, 2, 5], "use": ["doormat"]}
    play(state, "use doormat")
    assert offered(state) == {"conquer": [number for number in LAND if number != 1]}
    play(state, "conquer 17")
    assert (tokens(state, 17), sorted(region(state, 17)["relics"])) == (1, ["doormat", "socks", "sword"])
    assert offered(state) == {"conquer": [0, 2, 5, 11, 16], "finish": []}


@pytest.mark.rule("UG-ACT-6")
def test_the_sword_is_a_choice_for_each_conquest_and_spent_once() -> None:
    regions = {1: mimes(relics=["sword"]), 5: held(1, "ogres", 2)}
    state = conquering(9, regions, active("ogres", "wise"))
    assert price(state, 5) == 4
    assert price(play(state.copy(), "use sword"), 5) == 2
    # Kept for later: it is still there after another conquest.
    play(state, "conquer 0")
    assert (legal_words(state, "use"), region(state, 1)["relics"]) == ({"sword"}, ["sword"])
    play(state, "use sword", "conquer 5")
    assert (legal_words(state, "use"), region(state, 5)["relics"]) == (set(), ["sword"])


@pytest.mark.rule("UG-ACT-7")
def test_the_socks_are_a_choice_for_each_conquest_and_spent_once() -> None:
    regions = {1: mimes(relics=["socks"]), 5: held(1, "ogres", 3), 17: held(1, "ogres")}
    state = conquering(9, regions, active("ogres", "wise"))
    assert price(state, 5) == 5
    play(state, "use socks", "conquer 5")
    assert (tokens(state, 5), race(state, 1, "ogres")["hand"], tray(state, "ogres")) == (2, 3, 6)
    assert (legal_words(state, "use"), region(state, 5)["relics"]) == (set(), ["socks"])


@pytest.mark.rule("UG-ACT-6", "UG-ACT-7")
def test_a_relic_is_not_armed_when_no_conquest_can_follow() -> None:
    # Mushrooms 15 border crystals 9 alone: seven Ogres, price 9. With the Sword 7, with the Socks 2.
    regions = {15: mimes(relics=["sword"]), 9: held(1, "ogres", 7)}
    state = conquering(3, regions, active("ogres", "wise"))
    assert offered(state) == {"finish": []}
    assert refused(state, "use sword")
    assert offered(play(conquering(4, regions, active("ogres", "wise")), "use sword")) == {"conquer": [9]}
    # With both the Sword may be armed first: the Socks can follow, and must.
    regions[15] = mimes(relics=["sword", "socks"])
    both = conquering(3, regions, active("ogres", "wise"))
    assert offered(both) == {"finish": [], "use": ["socks", "sword"]}
    assert offered(play(both, "use sword")) == {"use": ["socks"]}
    # Without a token in hand nothing can be conquered.
    assert offered(conquering(0, regions, active("ogres", "wise"))) == {"finish": []}


@pytest.mark.rule("UG-ACT-6", "UG-RELIC-00")
def test_after_a_failed_attempt_the_relic_lies_where_it_was() -> None:
    regions = {15: mimes(relics=["sword"]), 9: held(1, "ogres", 4)}
    state = play(conquering(2, regions, active("ogres", "wise")), "use sword")
    assert legal(state, "conquer") == [9]
    failed = rolled(state, "conquer 9", 1)
    assert (failed.phase, region(failed, 15)["relics"], region(failed, 9)["race"]) == ("deploy", ["sword"], "ogres")
    taken = rolled(state, "conquer 9", 2)
    assert (region(taken, 9)["race"], region(taken, 9)["relics"]) == ("shadow_mimes", ["sword"])


@pytest.mark.rule("UG-ACT-6", "UG-TURN-6")
def test_a_relic_of_an_abandoned_region_cannot_be_used() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("shadow_mimes", "immortal")), seat()],
        regions={1: mimes(1, relics=["sword"]), 5: mimes(4)},
    )
    assert legal_words(state, "use") == {"sword"}
    play(state, "abandon 1")
    assert (legal_words(state, "use"), region(state, 1)["relics"]) == (set(), ["sword"])


@pytest.mark.rule("UG-ACT-6", "UG-RELIC-00")
def test_a_captured_relic_can_be_used_at_once_unless_it_was_used_this_turn() -> None:
    regions = {1: mimes(), 0: held(1, "ogres") | {"relics": ["sword"]}}
    state = play(conquering(9, regions, active("ogres", "wise")), "conquer 0")
    assert legal_words(state, "use") == {"sword"}
    used = conquering(9, {1: mimes(), 0: {"relics": ["sword"]}}, turn_state={"used": ["sword"]})
    assert legal_words(play(used, "conquer 0"), "use") == set()


# UG-ACT-8, -9: replacing a single token


@pytest.mark.rule("UG-ACT-8", "UG-ACT-9")
def test_orb_and_vampire_are_offered_the_same_regions() -> None:
    regions = {
        5: mimes(relics=["orb"]),
        0: held(1, "ogres"),
        1: held(1, "ogres", 2),
        6: held(1, "drow"),
        7: {"markers": {"balrog": 1}},
        17: held(1, "ogres"),
    }
    state = conquering(1, regions, active("ogres", "wise"), declined("drow"), power="vampire")
    assert legal(state, "vampire") == [0]
    assert legal_words(state, "use") == {"orb"}
    play(state, "use orb")
    # With the Orb armed a conquest is the replacement; Vampire and Orb do not go together.
    assert offered(state) == {"conquer": [0]}
    play(state, "conquer 0")
    assert (region(state, 0)["race"], tokens(state, 0), region(state, 0)["relics"]) == ("shadow_mimes", 1, ["orb"])
    assert (race(state, 0, "shadow_mimes")["hand"], tray(state, "shadow_mimes")) == (1, 12 - 2 - 1)


@pytest.mark.rule("UG-ACT-8", "UG-CLAR-20", "UG-INT-36")
def test_the_orb_goes_with_the_doormat_but_not_with_sword_or_socks() -> None:
    regions = {
        5: mimes(relics=["orb", "doormat", "sword", "socks"]),
        0: held(1, "ogres"),
        17: held(1, "ogres"),
        3: held(1, "ogres", 2),
    }
    state = conquering(5, regions, active("ogres", "wise"))
    assert legal_words(state, "use") == {"orb", "doormat", "sword", "socks"}
    orb = play(state.copy(), "use orb")
    assert offered(orb) == {"conquer": [0], "use": ["doormat"]}
    assert offered(play(orb, "use doormat")) == {"conquer": [0, 17]}
    first = play(state.copy(), "use doormat")
    assert "orb" in legal_words(first, "use")
    assert offered(play(first, "use orb")) == {"conquer": [0, 17]}
    assert "orb" not in legal_words(play(state, "use sword"), "use")


@pytest.mark.rule("UG-ACT-9", "UG-CLAR-20")
def test_a_vampire_goes_with_the_doormat_but_not_with_sword_or_socks() -> None:
    regions = {5: mimes(relics=["doormat", "sword", "socks"]), 0: held(1, "ogres"), 17: held(1, "ogres")}
    state = conquering(5, regions, active("ogres", "wise"), power="vampire")
    assert legal(state, "vampire") == [0]
    assert legal(play(state.copy(), "use doormat"), "vampire") == [0, 17]
    assert legal(play(state.copy(), "use sword"), "vampire") == []
    assert legal(play(state.copy(), "use socks"), "vampire") == []


@pytest.mark.rule("UG-ACT-9")
def test_only_the_vampire_power_bites() -> None:
    regions = {5: mimes(), 0: held(1, "ogres")}
    state = conquering(5, regions, active("ogres", "wise"))
    assert (legal(state, "vampire"), 0 in legal(state, "conquer")) == ([], True)


# UG-ACT-10: the Bag


@pytest.mark.rule("UG-ACT-10")
def test_in_conquest_the_bag_copies_the_four_relics_of_conquest_that_lie_on_the_map() -> None:
    regions = {
        5: mimes(),
        0: held(1, "ogres") | {"relics": ["orb", "ring"]},
        16: held(1, "ogres", 2) | {"relics": ["doormat", "scepter"]},
        17: {"relics": ["sword"]},
        3: held(1, "drow") | {"relics": ["socks"]},
    }
    state = conquering(5, regions, active("ogres", "wise"), declined("drow"), power="magic")
    assert offered(state) == {
        "bag": ["doormat", "orb", "socks", "sword"], "conquer": [0, 1, 2, 6, 7], "finish": []
    }  # fmt: skip
    for relic in ("scepter", "ring"):
        assert refused(state, f"bag {relic}")
    play(state, "bag doormat")
    assert offered(state) == {"conquer": [number for number in LAND if number != 5]}
    other = conquering(5, regions, active("ogres", "wise"), declined("drow"), power="stone")
    assert legal_words(other, "bag") == set()


@pytest.mark.rule("UG-ACT-10")
def test_after_the_conquests_the_bag_copies_scepter_or_ring() -> None:
    regions = {
        5: mimes(), 1: mimes(), 0: held(1, "ogres") | {"relics": ["ring", "sword"]}, 17: {"relics": ["scepter"]}
    }  # fmt: skip
    state = play(conquering(0, regions, active("ogres", "wise"), power="magic"), "finish")
    assert (state.phase, offered(state)) == ("markers", {"bag": ["ring", "scepter"], "finish": []})
    assert refused(state, "scepter 5")
    play(state, "bag scepter")
    assert offered(state) == {"scepter": [1, 5]}
    play(state, "scepter 5")
    assert (state.turn, markers(state, 5), int(state.coins[0]) - 5) == (1, {"bag": 1}, 1 + 2)


@pytest.mark.rule("UG-ACT-10")
def test_a_bag_used_in_conquest_is_not_offered_at_the_end_of_the_turn() -> None:
    regions = {5: mimes(), 17: {"relics": ["scepter", "sword"]}}
    state = conquering(1, regions, power="magic", turn_state={"bag": "sword"})
    assert legal_words(state, "bag") == set()
    assert play(state, "finish", "deploy_rest 5").turn == 1
    fresh = play(conquering(1, regions, power="magic"), "finish", "deploy_rest 5")
    assert legal_words(fresh, "bag") == {"scepter"}


@pytest.mark.rule("UG-ACT-10", "UG-CLAR-10", "UG-IMM-5")
def test_the_bag_copies_a_relic_of_an_immune_region_too() -> None:
    regions = {
        5: mimes(), 17: held(1, "ogres", 1, queen=1) | {"relics": ["sword"]},
        3: {"markers": {"balrog": 1}, "relics": ["socks"]},
    }  # fmt: skip
    state = conquering(5, regions, active("ogres", "royal"), power="magic")
    assert legal_words(state, "bag") == {"sword", "socks"}


@pytest.mark.rule("UG-ACT-10", "UG-CLAR-20")
def test_the_bag_as_doormat_goes_with_the_orb() -> None:
    regions = {5: mimes(relics=["orb"]), 0: held(1, "ogres"), 17: held(1, "ogres"), 16: {"relics": ["doormat"]}}
    state = play(conquering(2, regions, active("ogres", "wise"), power="magic"), "use orb")
    assert offered(state) == {"bag": ["doormat"], "conquer": [0]}
    assert offered(play(state, "bag doormat")) == {"conquer": [0, 17]}


@pytest.mark.rule("UG-ACT-10")
def test_the_bag_as_orb_needs_a_single_token() -> None:
    regions = {5: mimes(), 0: held(1, "ogres", 2), 17: held(1, "ogres") | {"relics": ["orb"]}}
    state = conquering(3, regions, active("ogres", "wise"), power="magic")
    assert legal_words(state, "bag") == set()


# UG-ACT-11, -12: Will-o'-Wisps, Iron Dwarves


def wisps(hand: int, regions: dict[int, Any], *others: dict[str, Any]) -> swenv.State:
    seats = [seat(active("will_o_wisps", "immortal", hand=hand)), seat(*others)]
    return underground(phase="conquest", seats=seats, regions=regions)


@pytest.mark.rule("UG-ACT-11")
@pytest.mark.parametrize(("hand", "rolls"), [(1, [3, 8]), (2, [3, 8, 16]), (6, [3, 8, 16])])
def test_wisps_pay_in_full_or_roll_for_eligible_targets(hand: int, rolls: list[int]) -> None:
    # Price 5 in crystals 16; 3 and 8 border their crystals 4; 11 borders their Mudpool 17 only.
    regions = {4: held(0, "will_o_wisps"), 17: held(0, "will_o_wisps"), 16: held(1, "ogres", 3)}
    state = wisps(hand, regions, active("ogres", "wise"))
    assert legal(state, "roll_for") == rolls
    assert legal(state, "conquer") == ([3, 8, 11, 16] if hand > 1 else [3, 8, 11])
    for number in (11, 2, 4):
        assert refused(state, f"roll_for {number}")


@pytest.mark.rule("UG-ACT-11")
def test_wisps_may_roll_in_the_first_decision_of_the_turn() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("will_o_wisps", "immortal")), seat()],
        regions={4: held(0, "will_o_wisps", 3)},
    )
    assert offered(state) == {
        "abandon": [4], "conquer": [3, 8, 16], "decline": [], "finish": [], "roll_for": [3, 8, 16]
    }  # fmt: skip
    after = rolled(state, "roll_for 16", 1)
    assert (tokens(after, 16), race(after, 0, "will_o_wisps")["hand"]) == (1, 1)


@pytest.mark.rule("UG-ACT-11")
def test_wisps_may_enter_with_a_roll_for_crystals_at_the_edge() -> None:
    assert legal(wisps(5, {}), "roll_for") == [4]


@pytest.mark.rule("UG-ACT-12")
def test_hammers_are_spent_first_without_a_question() -> None:
    seats = [seat(active("iron_dwarves", "immortal", hand=5, hammers=3)), seat()]
    state = underground(phase="conquest", seats=seats, regions={8: held(0, "iron_dwarves")})
    assert offered(state) == {"conquer": [2, 3, 4, 7, 12, 16], "finish": []}
    play(state, "conquer 4")
    assert (tokens(state, 4), state.to_position()["turn_state"]["hammers_left"]) == (1, 2)
    play(state, "conquer 12")
    assert (tokens(state, 12), state.to_position()["turn_state"]["hammers_left"]) == (1, 0)
    play(state, "conquer 16")
    assert (tokens(state, 16), race(state, 0, "iron_dwarves")["hand"]) == (2, 1)


@pytest.mark.rule("UG-ACT-12")
def test_one_dwarf_pays_for_a_price_of_one_and_no_hammer() -> None:
    seats = [seat(active("iron_dwarves", "immortal", hand=5, hammers=3)), seat()]
    state = underground(phase="conquest", seats=seats, regions={8: held(0, "iron_dwarves")})
    play(state, "conquer 7")
    assert (tokens(state, 7), state.to_position()["turn_state"]["hammers_left"]) == (1, 3)


# UG-ACT-13, -14: the Balrog


@pytest.mark.rule("UG-ACT-13")
def test_the_finder_of_the_pentacle_sends_the_balrog_to_a_neighbour_at_once() -> None:
    regions = {8: mimes(), 12: MONSTERS, 16: held(1, "ogres", 3), 11: held(1, "drow"), 17: held(1, "ogres")}
    state = conquering(9, regions, active("ogres", "wise"), declined("drow"), places_stack=["pentacle"])
    play(state, "conquer 12")
    assert (state.phase, region(state, 12)["place"]) == ("balrog", "pentacle")
    assert offered(state) == {"balrog": [7, 8, 11, 13, 16]}
    for action in ("finish", "conquer 7", "balrog 12", "balrog 3"):
        assert refused(state, action)
    play(state, "balrog 16")
    assert (markers(state, 16), tokens(state, 16), tray(state, "ogres")) == ({"balrog": 1}, 0, 8)
    # That was this turn's move.
    assert (state.phase, legal(state, "balrog"), legal(state, "finish")) == ("conquest", [], [0])


@pytest.mark.rule("UG-ACT-13", "UG-PLACE-PENTACLE", "UG-CLAR-1")
def test_the_balrog_has_no_way_into_immune_regions_gnomes_chasms_and_unpaid_liches() -> None:
    # 4 borders 3, 8, 16 and a chasm.
    regions = {3: mimes(1, queen=1), 4: MONSTERS, 8: held(1, "gnomes"), 16: held(1, "liches")}
    seats = [
        seat(active("shadow_mimes", "royal", hand=9), coins=0),
        seat(active("gnomes", "wise"), declined("liches")),
    ]
    state = underground(phase="conquest", seats=seats, regions=regions, places_stack=["pentacle"])
    play(state, "conquer 4")
    # No legal destination: nothing happens, and it cannot come later either while that is so.
    assert (state.phase, region(state, 4)["place"], legal(state, "balrog")) == ("conquest", "pentacle", [])
    seats[0]["coins"] = 1
    paid = underground(phase="conquest", seats=seats, regions=regions, places_stack=["pentacle"])
    assert offered(play(paid, "conquer 4")) == {"balrog": [16]}


@pytest.mark.rule("UG-ACT-13", "UG-CLAR-19", "UG-CLAR-31", "UG-INT-63")
def test_a_balrog_that_could_not_come_may_come_later_in_the_turn() -> None:
    # The Ghost seals 9, the only neighbour of 15 that is no chasm, until the Crypt in 5 falls.
    regions = {0: held(0, "spiderines"), 15: MONSTERS, 9: {"markers": {"ghost": 1}}, 5: {"place": "crypt"}}
    seats = [seat(active("spiderines", "immortal", hand=9)), seat(active("ogres", "wise"))]
    state = underground(phase="conquest", seats=seats, regions=regions, places_stack=["pentacle"], crypt_master=1)
    play(state, "conquer 15")
    assert (state.phase, legal(state, "balrog")) == ("conquest", [])
    play(state, "conquer 5")
    assert legal(state, "balrog") == [9]


@pytest.mark.rule("UG-ACT-14", "UG-IMM-1")
@pytest.mark.parametrize("phase", ["choose", "ready", "conquest"])
def test_the_holder_of_the_pentacle_moves_the_balrog_once_a_turn(phase: str) -> None:
    regions = {1: mimes(1, place="pentacle"), 16: {"markers": {"balrog": 1}}, 11: MONSTERS}
    state = underground(phase=phase, seats=[seat(active("shadow_mimes", "immortal", hand=2)), seat()], regions=regions)
    # Neighbours of where it stands: 4, 8, 11, 12, 17, and a chasm. 16 itself is closed.
    assert legal(state, "balrog") == [4, 8, 11, 12, 17]
    assert refused(state, "balrog 16")
    play(state, "balrog 11")
    assert (markers(state, 16), markers(state, 11), legal(state, "balrog")) == ({}, {"balrog": 1}, [])
    assert not region(state, 11).get("monsters")
    assert legal(state, "conquer") == [0, 2, 5]
    play(state, "finish", "deploy_rest 1")
    assert state.turn == 1


@pytest.mark.rule("UG-ACT-14")
def test_the_balrog_may_stay_and_does_not_move_after_the_conquests() -> None:
    regions = {1: mimes(1, place="pentacle"), 16: {"markers": {"balrog": 1}}}
    state = play(conquering(2, regions), "finish")
    assert (state.phase, legal(state, "balrog"), markers(state, 16)) == ("deploy", [], {"balrog": 1})


@pytest.mark.rule("UG-ACT-14")
@pytest.mark.parametrize(
    "content",
    [{"place": "pentacle"}, held(0, "shrooms") | {"place": "pentacle"}, held(1, "ogres") | {"place": "pentacle"}],
    ids=["unheld", "own declined", "others"],
)
def test_nobody_else_moves_the_balrog(content: dict[str, Any]) -> None:
    regions = {1: mimes(), 5: content, 16: {"markers": {"balrog": 1}}}
    state = conquering(3, regions, active("ogres", "wise"), own=[declined("shrooms")])
    assert legal(state, "balrog") == []


@pytest.mark.rule("UG-ACT-14", "UG-CLAR-11")
def test_a_balrog_that_is_not_on_the_map_may_enter_next_to_the_pentacle() -> None:
    state = conquering(3, {1: mimes(1, place="pentacle"), 17: mimes()})
    assert legal(state, "balrog") == [0, 2, 5]
    assert markers(play(state, "balrog 2"), 2) == {"balrog": 1}


@pytest.mark.rule("UG-ACT-14")
@pytest.mark.parametrize("moved", [False, True])
def test_the_new_holder_moves_the_balrog_on_the_turn_of_the_capture(moved: bool) -> None:
    regions = {1: mimes(), 5: held(1, "ogres") | {"place": "pentacle"}, 16: {"markers": {"balrog": 1}}}
    state = conquering(5, regions, active("ogres", "wise"), turn_state={"balrog_moved": moved})
    assert legal(state, "balrog") == []
    play(state, "conquer 5")
    assert legal(state, "balrog") == ([] if moved else [4, 8, 11, 12, 17])


@pytest.mark.rule("UG-ACT-14")
def test_the_balrog_is_not_moved_between_arming_and_attack() -> None:
    regions = {1: mimes(1, place="pentacle", relics=["sword"]), 16: {"markers": {"balrog": 1}}}
    state = play(conquering(3, regions), "use sword")
    assert offered(state) == {"conquer": [0, 2, 5]}


# UG-ACT-15, -16: targets


@pytest.mark.rule("UG-ACT-15", "UG-CONQ-12", "UG-EX-48")
def test_an_own_declined_region_in_reach_is_a_target_like_any_other() -> None:
    regions = {1: mimes(), 5: held(0, "shrooms"), 3: held(0, "shrooms"), 6: held(0, "shrooms")}
    state = conquering(5, regions, own=[declined("shrooms")])
    assert legal(state, "conquer") == [0, 2, 5]
    play(state, "conquer 5")
    assert (tokens(state, 5), tray(state, "shrooms"), region(state, 5)["race"]) == (2, 8, "shadow_mimes")
    assert legal(state, "conquer") == [0, 2, 6, 7]


@pytest.mark.rule("UG-ACT-15", "UG-CONQ-9")
def test_an_own_declined_region_can_be_the_final_attempt() -> None:
    regions = {5: mimes(), 6: held(0, "shrooms"), 17: held(0, "shrooms")}
    state = conquering(1, regions, own=[declined("shrooms")])
    after = rolled(state, "conquer 6", 2)
    assert region(after, 6)["race"] == "shadow_mimes"


@pytest.mark.rule("UG-ACT-16", "UG-CONQ-2", "UG-CONQ-4", "UG-IMM-5")
def test_what_cannot_be_conquered_is_offered_to_no_kind_of_attack() -> None:
    regions = {
        5: mimes(place="pentacle", relics=["orb", "doormat", "sword", "socks"]),
        0: held(1, "liches"),
        1: held(1, "ogres", 1, queen=1),
        6: {"markers": {"balrog": 1}},
        2: {"markers": {"ghost": 1}},
        17: {"place": "crypt"},
        7: held(1, "kraken"),
        9: held(2, "gnomes"),
        16: held(2, "gnomes"),
    }
    seats = [
        seat(active("shadow_mimes", "vampire", hand=9), coins=0),
        seat(active("liches", "wise"), declined("ogres", "royal")),
        seat(active("gnomes", "stone"), declined("kraken")),
    ]
    regions[7] = held(2, "kraken")
    state = underground(3, phase="conquest", seats=seats, regions=regions)
    # All around 5 only Kraken's River 7 is open.
    assert legal(state, "conquer") == [7]
    assert legal(state, "vampire") == []
    assert legal_words(state, "use") == {"doormat", "sword", "socks"}
    assert legal(play(state.copy(), "use sword"), "conquer") == [7]
    assert legal(play(state.copy(), "use doormat"), "conquer") == [3, 4, 7, 8, 11, 12, 13, 15, 17]
    assert legal(play(state.copy(), "use doormat"), "vampire") == []
    # The Balrog stands in 6: its neighbours are 5, 7, and 9 of the Gnomes.
    assert legal(state, "balrog") == [5, 7]
    for number in (0, 1, 2, 6, 10):
        assert refused(state, f"conquer {number}")


@pytest.mark.rule("UG-ACT-16", "UG-CONQ-9", "UG-CONQ-1")
@pytest.mark.parametrize(("hand", "targets"), [(0, []), (1, [0, 1, 2]), (2, [0, 1, 2, 6]), (3, [0, 1, 2, 6, 7])])
def test_a_target_more_than_three_tokens_too_dear_is_not_offered(hand: int, targets: list[int]) -> None:
    # Prices 2, 2 and 1, mountain 6 with two Ogres 5, River 7 with five Kraken 6.
    regions = {5: mimes(), 6: held(1, "ogres", 2), 7: held(2, "kraken", 5)}
    seats = [
        seat(active("shadow_mimes", "immortal", hand=hand)),
        seat(active("ogres", "wise")),
        seat(active("kraken", "stone")),
    ]
    assert legal(underground(3, phase="conquest", seats=seats, regions=regions), "conquer") == targets


# UG-ACT-17 to -22: after the redeployment


@pytest.mark.rule("UG-ACT-17", "UG-CLAR-13")
def test_new_armors_must_all_be_placed_on_own_active_regions() -> None:
    regions = {1: mimes(), 5: mimes(), 17: mimes(), 3: held(0, "drow"), 4: held(1, "ogres")}
    state = conquering(0, regions, active("ogres", "wise"), power="shield", own=[declined("drow")])
    play(state, "finish")
    for _ in range(2):
        assert (state.phase, offered(state)) == ("markers", {"armor": [1, 5, 17]})
        for action in ("finish", "armor 3", "armor 4", "armor 0"):
            assert refused(state, action)
        play(state, "armor 17")
    assert (state.turn, markers(state, 17)) == (1, {"armor": 2})


@pytest.mark.rule("UG-ACT-17")
def test_armors_are_placed_after_the_tokens() -> None:
    state = play(conquering(2, {1: mimes(), 17: mimes()}, power="shield"), "finish")
    assert (state.phase, offered(state)) == ("deploy", {"deploy": [1, 17], "deploy_rest": [1, 17]})
    play(state, "deploy_rest 17")
    assert offered(state) == {"armor": [1, 17]}


@pytest.mark.rule("UG-ACT-18")
def test_new_mudmen_are_laid_out_with_the_others() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("mudmen", "immortal"), declined("drow")), seat()],
        regions={0: held(0, "mudmen"), 17: held(0, "mudmen"), 4: held(0, "mudmen"), 3: held(0, "drow")},
    )
    play(state, "finish")
    assert (state.phase, race(state, 0, "mudmen")["hand"]) == ("deploy", 2)
    assert offered(state) == {"deploy": [0, 4, 17], "deploy_rest": [0, 4, 17]}
    play(state, "deploy 4", "deploy 17")
    assert [tokens(state, number) for number in (0, 4, 17)] == [1, 2, 2]


@pytest.mark.rule("UG-ACT-19")
@pytest.mark.parametrize("old", [None, 1])
def test_the_queen_must_be_placed_and_may_stay(old: int | None) -> None:
    regions = {1: mimes(), 5: mimes(), 3: held(0, "drow")}
    if old is not None:
        regions[old]["markers"] = {"queen": 1}
    state = play(conquering(0, regions, power="royal", own=[declined("drow")]), "finish")
    assert (state.phase, offered(state)) == ("markers", {"queen": [1, 5]})
    for action in ("finish", "queen 3", "queen 0"):
        assert refused(state, action)
    play(state, "queen 1")
    assert (state.turn, markers(state, 1)) == (1, {"queen": 1})


@pytest.mark.rule("UG-ACT-20")
def test_the_ghost_goes_anywhere_but_chasm_crypt_and_balrog() -> None:
    regions = {
        1: mimes(1, place="crypt"),
        5: {"markers": {"ghost": 1}},
        6: {"markers": {"balrog": 1}},
        9: MONSTERS,
        3: held(1, "ogres", 1, queen=1),
        4: held(0, "drow"),
    }
    state = conquering(0, regions, active("ogres", "royal"), own=[declined("drow")])
    play(state, "finish")
    # Also where it is; also empty regions, Monsters, the River and another's Queen (UG-CLAR-9, -41).
    assert (state.phase, offered(state)) == (
        "markers", {"finish": [], "ghost": [number for number in LAND if number not in (1, 6)]}
    )  # fmt: skip
    for number in (1, 6, 10, 14):
        assert refused(state, f"ghost {number}")
    left = play(state.copy(), "finish")
    assert (left.turn, markers(left, 5)) == (1, {"ghost": 1})
    play(state, "ghost 7")
    assert (state.turn, markers(state, 5), markers(state, 7)) == (1, {}, {"ghost": 1})


@pytest.mark.rule("UG-ACT-20", "UG-CLAR-41")
def test_the_ghost_moves_once_a_turn_and_may_be_put_where_it_is() -> None:
    regions = {1: mimes(1, place="crypt", relics=["scepter"]), 5: {"markers": {"ghost": 1}}}
    state = play(conquering(0, regions), "finish")
    play(state, "ghost 5")
    assert (offered(state), markers(state, 5)) == ({"finish": [], "scepter": [1]}, {"ghost": 1})


@pytest.mark.rule("UG-ACT-20")
@pytest.mark.parametrize(
    "content",
    [{"place": "crypt"}, held(0, "drow") | {"place": "crypt"}, held(1, "ogres") | {"place": "crypt"}],
    ids=["unheld", "own declined", "others"],
)
def test_only_the_active_holder_of_the_crypt_moves_the_ghost(content: dict[str, Any]) -> None:
    regions = {1: mimes(), 3: content, 5: {"markers": {"ghost": 1}}}
    state = conquering(0, regions, active("ogres", "wise"), own=[declined("drow")])
    assert play(state, "finish").turn == 1


@pytest.mark.rule("UG-ACT-21", "UG-ACT-22")
@pytest.mark.parametrize("relic", ["scepter", "ring"])
def test_scepter_and_ring_go_to_an_own_active_region_or_are_not_used(relic: str) -> None:
    regions = {1: mimes(1, relics=[relic]), 17: mimes(), 3: held(0, "drow"), 0: held(1, "ogres")}
    state = conquering(0, regions, active("ogres", "wise"), own=[declined("drow")])
    assert refused(state, f"{relic} 1")
    play(state, "finish")
    assert (state.phase, offered(state)) == ("markers", {"finish": [], relic: [1, 17]})
    for number in (3, 0, 5):
        assert refused(state, f"{relic} {number}")
    unused = play(state.copy(), "finish")
    # Three regions; where it lies it does nothing by itself (UG-CLAR-18).
    assert (unused.turn, list(unused.coins), region(unused, 1)["relics"]) == (1, [8, 5], [relic])
    on_the_spot = play(state.copy(), f"{relic} 1")
    assert (on_the_spot.turn, list(on_the_spot.coins)) == (1, [9, 5] if relic == "scepter" else [9, 4])
    play(state, f"{relic} 17")
    assert (state.turn, region(state, 17)["relics"], "relics" in region(state, 1)) == (1, [relic], False)
    assert list(state.coins) == ([9, 5] if relic == "scepter" else [8, 5])


@pytest.mark.rule("UG-ACT-21", "UG-ACT-22", "UG-RELIC-0")
@pytest.mark.parametrize("content", [{}, held(0, "drow"), held(1, "ogres")], ids=["unheld", "own declined", "others"])
def test_scepter_and_ring_elsewhere_are_not_offered(content: dict[str, Any]) -> None:
    regions = {1: mimes(), 3: content | {"relics": ["scepter", "ring"]}}
    state = conquering(0, regions, active("ogres", "wise"), own=[declined("drow")])
    assert play(state, "finish").turn == 1


@pytest.mark.rule("UG-ACT-17", "UG-ACT-19", "UG-ACT-20", "UG-ACT-21", "UG-ACT-22", "UG-REDEP-3")
def test_placements_come_in_any_order_and_the_turn_ends_when_the_mandatory_ones_are_done() -> None:
    # The Shield by Stonehedge beside the Queen.
    regions = {
        1: mimes(1, place="stonehedge", relics=["ring"]), 5: mimes(1, place="crypt"), 0: mimes(1, relics=["scepter"])
    }  # fmt: skip
    state = play(conquering(0, regions, power="royal", stonehedge="shield"), "finish")
    assert set(offered(state)) == {"armor", "queen", "ghost", "scepter", "ring"}
    play(state, "ring 5", "queen 1", "armor 0")
    assert (set(offered(state)), legal(state, "armor")) == ({"armor", "ghost", "scepter"}, [0, 1, 5])
    play(state, "armor 0")
    assert set(offered(state)) == {"ghost", "scepter", "finish"}
    play(state, "finish")
    assert (state.turn, int(state.coins[0]), markers(state, 0), markers(state, 1)) == (
        1, 5 + 3, {"armor": 2}, {"queen": 1}
    )  # fmt: skip


# UG-ACT-23: the Altar


@pytest.mark.rule("UG-ACT-23", "UG-SCORE-4")
@pytest.mark.parametrize("own", [True, False], ids=["active", "declined"])
def test_after_scoring_the_altar_takes_one_declined_token_or_none(own: bool) -> None:
    regions = {1: mimes(), 3: held(0, "drow"), 17: held(0, "drow")}
    regions[1 if own else 3]["place"] = "altar"
    state = conquering(0, regions, own=[declined("drow")], discarded_powers=[])
    assert legal(state, "altar") == []
    play(state, "finish")
    # The coins of the turn are paid already.
    assert (state.phase, int(state.coins[0]), offered(state)) == ("altar", 8, {"altar": [3, 17], "finish": []})
    assert refused(state, "altar 1")
    kept = play(state.copy(), "finish")
    assert (kept.turn, int(kept.coins[0]), tokens(kept, 17)) == (1, 8, 1)
    play(state, "altar 17")
    assert (state.turn, int(state.coins[0]), region(state, 17), tray(state, "drow")) == (1, 11, {}, 8)


@pytest.mark.rule("UG-ACT-23", "UG-INT-74")
def test_the_altar_asks_nobody_without_a_declined_token() -> None:
    assert play(conquering(0, {1: mimes(1, place="altar")}), "finish").turn == 1
    unheld = conquering(0, {1: mimes(), 3: held(0, "drow"), 5: {"place": "altar"}}, own=[declined("drow")])
    assert play(unheld, "finish").turn == 1
    stack = conquering(0, {1: mimes(1, place="altar"), 3: held(0, "drow", 3)}, own=[declined("drow", "tomb")])
    play(stack, "finish", "altar 3")
    assert (stack.turn, tokens(stack, 3), int(stack.coins[0])) == (1, 2, 5 + 2 + 3)


# UG-ACT-24 to -26: declines


@pytest.mark.rule("UG-ACT-24")
def test_a_tomb_race_is_laid_out_over_its_regions_at_the_decline() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("shadow_mimes", "tomb"), declined("drow")), seat()],
        regions={1: mimes(3), 17: mimes(), 3: held(0, "drow")},
    )
    play(state, "decline")
    assert (state.phase, offered(state)) == ("tomb", {"deploy": [1, 17], "deploy_rest": [1, 17]})
    for action in ("finish", "deploy 3", "abandon 1"):
        assert refused(state, action)
    play(state, "deploy 17")
    assert (state.phase, int(state.coins[0])) == ("tomb", 5)
    play(state, "deploy 17")
    assert (state.turn, tokens(state, 1), tokens(state, 17), int(state.coins[0])) == (1, 1, 3, 7)


def by_stonehedge(drawn: str, power: str = "immortal", content: dict[str, Any] | None = None) -> swenv.State:
    """Seat 0 chooses; Stonehedge with that power lies in 5, held by its active race unless `content` is given."""
    regions = {1: mimes(3), 17: mimes(2), 5: content or mimes()}
    regions[5] |= {"place": "stonehedge"}
    seats = [seat(active("shadow_mimes", power), declined("drow"), coins=0), seat(active("ogres", "stone"))]
    return underground(phase="choose", seats=seats, regions=regions, stonehedge=drawn, discarded_powers=[])


@pytest.mark.rule("UG-ACT-25")
def test_a_tomb_by_stonehedge_is_used_or_not() -> None:
    state = by_stonehedge("tomb")
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [0])
    plain = play(state.copy(), "decline")
    assert (plain.turn, [tokens(plain, number) for number in (1, 5, 17)], int(plain.coins[0])) == (1, [1, 1, 1], 3)
    play(state, "decline_by_stonehedge")
    assert (state.phase, offered(state)) == ("tomb", {"deploy": [1, 5, 17], "deploy_rest": [1, 5, 17]})
    play(state, "deploy_rest 5")
    assert (state.turn, [tokens(state, number) for number in (1, 5, 17)], int(state.coins[0])) == (1, [1, 4, 1], 3)
    # The own badge is discarded, the drawn one stays with Stonehedge.
    assert state.to_position()["discarded_powers"] == ["immortal"]
    assert state.to_position()["stonehedge"] == "tomb"


@pytest.mark.rule("UG-ACT-26")
def test_a_vanishing_by_stonehedge_is_used_or_not() -> None:
    state = by_stonehedge("vanishing")
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [0])
    plain = play(state.copy(), "decline")
    assert (plain.turn, [tokens(plain, number) for number in (1, 5, 17)], int(plain.coins[0])) == (1, [1, 1, 1], 3)
    play(state, "decline_by_stonehedge")
    assert (state.turn, [tokens(state, number) for number in (1, 5, 17)], int(state.coins[0])) == (1, [0, 0, 0], 6)
    assert tray(state, "shadow_mimes") == 12


@pytest.mark.rule("UG-ACT-25", "UG-ACT-26")
@pytest.mark.parametrize("drawn", ["mining", "wise", "royal", "shield"])
def test_other_powers_of_stonehedge_ask_nothing_at_the_decline(drawn: str) -> None:
    state = by_stonehedge(drawn)
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [])


@pytest.mark.rule("UG-ACT-25", "UG-ACT-26", "UG-PLACE-STONEHEDGE")
@pytest.mark.parametrize("drawn", ["tomb", "vanishing"])
@pytest.mark.parametrize(
    "content", [{"markers": {}}, held(0, "drow"), held(1, "ogres")], ids=["unheld", "own declined", "others"]
)
def test_only_the_active_holder_of_stonehedge_declines_by_it(drawn: str, content: dict[str, Any]) -> None:
    state = by_stonehedge(drawn, content=dict(content))
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [])
    assert refused(state, "decline_by_stonehedge")


@pytest.mark.rule("UG-ACT-25", "UG-ACT-26", "UG-CLAR-30")
def test_an_own_vanishing_badge_acts_by_itself_and_asks_nothing_about_a_tomb() -> None:
    state = by_stonehedge("tomb", "vanishing")
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [])
    play(state, "decline")
    assert (state.turn, [tokens(state, number) for number in (1, 5, 17)], int(state.coins[0])) == (1, [0, 0, 0], 6)


@pytest.mark.rule("UG-ACT-26")
def test_with_an_own_tomb_badge_the_vanishing_of_stonehedge_is_still_a_choice() -> None:
    state = by_stonehedge("vanishing", "tomb")
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [0])
    assert play(state.copy(), "decline").phase == "tomb"
    play(state, "decline_by_stonehedge")
    assert (state.turn, int(state.coins[0])) == (1, 6)


# UG-ACT-27, -28: tokens that withdrew


@pytest.mark.rule("UG-ACT-27", "UG-LOSS-2", "UG-LOSS-7")
def test_victims_lay_out_what_they_kept_in_clockwise_order_from_the_attacker() -> None:
    regions = {
        5: held(1, "shadow_mimes"),
        0: held(0, "ogres", 3), 17: held(0, "ogres"), 16: held(0, "ogres"),
        1: held(2, "kraken", 2), 13: held(2, "kraken"), 4: held(2, "kraken"), 3: held(2, "drow"),
    }  # fmt: skip
    seats = [
        seat(active("ogres", "wise")),
        seat(active("shadow_mimes", "immortal", hand=9)),
        seat(active("kraken", "stone"), declined("drow")),
    ]
    state = underground(3, turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "conquer 0", "conquer 1", "deploy_rest 5")
    assert (state.phase, state.to_act, state.turn) == ("withdrawn", 2, 1)
    # Of the same race only; River 13 is for Kraken.
    assert offered(state) == {"deploy": [4, 13], "deploy_rest": [4, 13]}
    play(state, "deploy 13")
    assert (state.to_act, offered(state)) == (0, {"deploy": [16, 17], "deploy_rest": [16, 17]})
    for action in ("finish", "deploy 0"):
        assert refused(state, action)
    play(state, "deploy 16")
    assert (state.to_act, legal(state, "deploy")) == (0, [16, 17])
    play(state, "deploy 17")
    assert (state.turn, [tokens(state, number) for number in (13, 16, 17)]) == (2, [2, 2, 2])


@pytest.mark.rule("UG-ACT-27")
@pytest.mark.parametrize("power", ["tomb", None])
def test_declined_tokens_withdraw_after_tomb_or_socks(power: str | None) -> None:
    count = 2 if power else 1
    regions = {
        1: mimes(relics=["socks"]), 0: held(1, "drow", count), 17: held(1, "drow"), 3: held(1, "drow"),
        16: held(1, "ogres"),
    }  # fmt: skip
    state = conquering(9, regions, active("ogres", "wise"), declined("drow", power))
    play(state, *([] if power else ["use socks"]), "conquer 0", "finish", "deploy_rest 1")
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    assert offered(state) == {"deploy": [3, 17], "deploy_rest": [3, 17]}
    play(state, "deploy 3")
    assert (state.turn, tokens(state, 3), tray(state, "drow")) == (1, 2, 9 - 2 - count + (1 if power else 0))


@pytest.mark.rule("UG-ACT-27")
def test_a_victim_lays_out_each_of_his_races_on_its_own_regions() -> None:
    regions = {
        5: mimes(), 0: held(1, "drow", 2), 17: held(1, "drow"), 3: held(1, "drow"),
        1: held(1, "ogres", 2), 16: held(1, "ogres"), 15: held(1, "ogres"),
    }  # fmt: skip
    state = conquering(9, regions, active("ogres", "wise"), declined("drow", "tomb"))
    play(state, "conquer 0", "conquer 1", "finish", "deploy_rest 5")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [3, 15, 16, 17])
    # A region takes the tokens of its own race: the one Drow, then the one Ogre.
    play(state, "deploy_rest 3")
    assert (tokens(state, 3), legal(state, "deploy")) == (2, [15, 16])
    play(state, "deploy 15")
    assert (state.turn, [tokens(state, number) for number in (3, 15, 16, 17)]) == (1, [2, 2, 1, 1])


@pytest.mark.rule("UG-ACT-27", "UG-LOSS-3")
def test_who_has_nowhere_to_go_is_not_asked() -> None:
    regions = {1: mimes(), 0: held(1, "ogres", 3)}
    state = play(conquering(9, regions, active("ogres", "wise")), "conquer 0", "finish", "deploy_rest 1")
    assert (state.turn, race(state, 1, "ogres")["hand"]) == (1, 2)


@pytest.mark.rule("UG-ACT-28", "UG-INT-2", "UG-CLAR-32")
def test_own_declined_tokens_withdraw_before_those_of_the_victims() -> None:
    regions = {
        1: mimes(), 0: held(0, "drow", 3), 17: held(0, "drow"), 3: held(0, "drow"),
        5: held(1, "ogres", 2), 16: held(1, "ogres"),
    }  # fmt: skip
    state = conquering(9, regions, active("ogres", "wise"), own=[declined("drow", "tomb")])
    play(state, "conquer 0")
    assert (tokens(state, 0), tray(state, "drow"), race(state, 0, "drow")["hand"]) == (2, 9 - 5 + 1, 2)
    play(state, "conquer 5", "finish", "deploy_rest 1")
    assert (state.phase, state.to_act, offered(state)) == ("withdrawn", 0, {"deploy": [3, 17], "deploy_rest": [3, 17]})
    play(state, "deploy_rest 17")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [16])
    play(state, "deploy 16")
    assert (state.turn, tokens(state, 17), tokens(state, 16)) == (1, 3, 2)


@pytest.mark.rule("UG-ACT-28", "UG-CLAR-12")
def test_socks_on_an_own_declined_region_save_its_token() -> None:
    regions = {1: mimes(relics=["socks"]), 0: held(0, "drow"), 17: held(0, "drow")}
    state = conquering(5, regions, own=[declined("drow")])
    play(state, "use socks", "conquer 0", "finish", "deploy_rest 1")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [17])
    play(state, "deploy 17")
    assert (state.turn, tokens(state, 17), tray(state, "drow")) == (1, 2, 7)


@pytest.mark.rule("UG-ACT-28", "UG-PLACE-PENTACLE")
def test_what_the_own_balrog_spares_of_a_declined_stack_is_laid_out_at_the_end_of_the_turn() -> None:
    regions = {
        1: mimes(1, place="pentacle"), 8: held(0, "drow", 4), 17: held(0, "drow"), 16: {"markers": {"balrog": 1}}
    }  # fmt: skip
    state = conquering(2, regions, own=[declined("drow", "tomb")])
    play(state, "balrog 8")
    assert (race(state, 0, "drow")["hand"], tray(state, "drow")) == (2, 9 - 5 + 2)
    play(state, "finish", "deploy_rest 1")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [17])
    play(state, "deploy_rest 17")
    assert (state.turn, tokens(state, 17)) == (1, 3)


@pytest.mark.rule("UG-ACT-28", "UG-LOSS-3")
def test_own_declined_tokens_without_a_region_are_lost() -> None:
    regions = {1: mimes(), 0: held(0, "drow", 3)}
    state = conquering(5, regions, own=[declined("drow", "tomb")], discarded_powers=[])
    play(state, "conquer 0", "finish", "deploy_rest 1")
    document = state.to_position()
    assert (state.turn, tray(state, "drow"), document["discarded_powers"]) == (1, 9, ["tomb"])
    assert [entry["race"] for entry in document["seats"][0]["races"]] == ["shadow_mimes"]


# UG-ACT-29: chance


@pytest.mark.rule("UG-ACT-29", "UG-MIX-11", "UG-EX-51")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_chance_picks_the_monster_regions_of_a_base_board(num_players: int) -> None:
    loaded = swenv.load("smallworld", boxes=("base", "underground"), places=True, num_players=num_players)
    tribes = {place.id for place in loaded.board.regions if place.tribe}
    seen = set()
    for seed in range(12):
        state = loaded.new_state(seed)
        # No question comes before the first pick.
        assert (state.phase, state.to_act, verbs(state)) == ("pick", 0, {"pick"})
        document = state.to_position()
        monsters = {int(number) for number, content in document["regions"].items() if content.get("monsters")}
        assert all(document["regions"][str(number)]["monsters"] == 2 for number in monsters)
        assert len(monsters) == len(document["places_stack"]) == num_players + 1
        assert monsters <= tribes
        assert not any(other in loaded.board.regions[number].neighbors for number in monsters for other in monsters)
        left = {int(number) for number, content in document["regions"].items() if content.get("tribe")}
        assert left == tribes - monsters
        seen.add(frozenset(monsters))
    assert len(seen) > 1
    assert loaded.new_state(3) == loaded.new_state(3)


@pytest.mark.rule("UG-ACT-29")
def test_without_places_a_base_board_has_no_monsters() -> None:
    loaded = swenv.load("smallworld", boxes=("base", "underground"), places=False, num_players=2, map=FX9)
    state = loaded.new_state(1)
    document = state.to_position()
    assert not any(content.get("monsters") for content in document["regions"].values())
    assert [region(state, place.id) for place in loaded.board.regions if place.tribe] == [TRIBE, TRIBE]
    assert document.get("places_stack", []) == []
