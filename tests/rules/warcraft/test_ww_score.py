"""Faction bonus (WW-FACTION), coins (WW-SCORE) and the end of the game (WW-END) in Warcraft."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, lay_out, refused, tray, turn_state
from ww_play import ALLIANCE, HORDE, IDLE, NEUTRAL, TRAY, conquering, declining, gain, hold, lying
from ww_races import end_turn

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, race, region, rolled, seat, tokens, warcraft


def lands(name: str, *numbers: int, tokens: int = 1, **there: Any) -> dict[int, Any]:
    """Regions of seat 0."""
    return {number: hold(0, name, tokens, **there) for number in numbers}


def earned(state: swenv.State, *actions: str) -> int:
    """Coins of seat 0 for the rest of its turn: the actions, then only what must be done."""
    before = coins(state)[0]
    return coins(end_turn(play(state, *actions)))[0] - before


# WW-FACTION

# Trolls (Horde), Draenei (Alliance) and Kobolds (neutral) have no coins of their own, nor have Sailors.
ENEMY = {"trolls": "draenei", "draenei": "trolls"}


def attack(name: str, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 holds region 1 between 0, 2 and 5, unless told otherwise, and has all its other tokens in hand."""
    here = {1: hold(0, name), **regions}
    return conquering(TRAY[name] - 1, here, *others, name=name, power="sailors", **more)


@pytest.mark.rule("WW-FACTION-1")
@pytest.mark.parametrize("name", ["trolls", "draenei"])
def test_each_banner_of_the_other_faction_pays_one_however_many_regions_it_loses(name: str) -> None:
    enemy = ENEMY[name]
    regions = {0: hold(1, enemy), 2: hold(1, enemy), 12: hold(1, enemy)}
    one = attack(name, regions, active(enemy, "miners"))
    assert earned(one, "conquer 0") == 2 + 1
    two = attack(name, regions, active(enemy, "miners"))
    assert earned(two, "conquer 0", "conquer 12") == 3 + 1


@pytest.mark.rule("WW-FACTION-1")
def test_two_banners_pay_two() -> None:
    rest = [seat(active("humans", "farmers"))]
    regions = {0: hold(1, "draenei"), 2: hold(1, "draenei"), 12: hold(1, "draenei"), 18: hold(2, "humans")}
    regions |= {3: hold(2, "humans")}
    state = attack("trolls", regions, active("draenei", "miners"), rest=rest)
    assert earned(state, "conquer 0", "conquer 18") == 3 + 2


@pytest.mark.rule("WW-FACTION-1")
@pytest.mark.parametrize(("own", "other"), [(ALLIANCE, HORDE), (HORDE, ALLIANCE)])
def test_the_own_faction_and_neutral_races_pay_nothing(own: list[str], other: list[str]) -> None:
    name = "draenei" if "draenei" in own else "trolls"
    for enemy in (*own, *NEUTRAL, *other):
        if enemy == name:
            continue
        state = attack(name, {0: hold(1, enemy, 2), 2: hold(1, enemy, 2)}, active(enemy, "miners"))
        assert earned(state, "conquer 0") == 2 + (enemy in other)


@pytest.mark.rule("WW-FACTION-1")
@pytest.mark.parametrize(("targets", "plain", "doubled"), [(["0"], 1, 1), (["0", "2"], 1, 2), (["0", "2", "5"], 1, 2)])
def test_with_the_battleground_two_regions_of_a_banner_count(targets: list[str], plain: int, doubled: int) -> None:
    regions = {number: hold(1, "draenei") for number in (0, 2, 5, 12)}
    actions = [f"conquer {number}" for number in targets]
    for place, bonus in (("dark_portal", plain + 2), ("battleground", doubled)):
        own = {1: hold(0, "trolls", 1, place=place)}
        state = attack("trolls", {**regions, **own}, active("draenei", "miners"))
        assert earned(state, *actions) == 1 + len(targets) + bonus


@pytest.mark.rule("WW-FACTION-1")
def test_regions_are_counted_during_one_turn() -> None:
    regions = {0: hold(1, "draenei"), 2: hold(1, "draenei"), 12: hold(1, "draenei")}
    state = attack("trolls", regions, active("draenei", "miners"), coins=[0, 5])
    play(state, "conquer 0")
    assert turn_state(state, "beaten") == {"draenei": 1}
    end_turn(state)
    end_turn(state)
    assert (state.turn, turn_state(state, "beaten")) == (0, {})
    assert earned(state, "finish") == 2


@pytest.mark.rule("WW-FACTION-2")
@pytest.mark.parametrize(("targets", "bonus"), [(["0"], 1), (["5"], 1), (["0", "2"], 1), (["0", "5"], 2)])
def test_active_and_declined_race_of_one_player_are_two_races(targets: list[str], bonus: int) -> None:
    regions = {0: hold(1, "humans"), 2: hold(1, "humans"), 12: hold(1, "humans"), 5: hold(1, "gnomes")}
    state = attack("trolls", regions, active("humans", "miners"), declined("gnomes"))
    assert earned(state, *(f"conquer {number}" for number in targets)) == 1 + len(targets) + bonus


@pytest.mark.rule("WW-FACTION-2")
def test_the_factions_of_the_two_races_of_a_player_may_differ() -> None:
    regions = {0: hold(1, "humans"), 12: hold(1, "humans"), 5: hold(1, "orcs")}
    both = attack("trolls", regions, active("humans", "miners"), declined("orcs"))
    assert earned(both, "conquer 0", "conquer 5") == 3 + 1


@pytest.mark.rule("WW-FACTION-3")
@pytest.mark.parametrize("enemy", ["humans", "orcs", "pandaren"])
@pytest.mark.parametrize("name", ["kobolds", "naga", "ethereals"])
def test_a_neutral_attacker_gets_nothing(name: str, enemy: str) -> None:
    state = attack(name, {0: hold(1, enemy), 2: hold(1, enemy)}, active(enemy, "miners"))
    assert earned(state, "conquer 0") == 2


@pytest.mark.rule("WW-FACTION-3")
@pytest.mark.parametrize("name", ["trolls", "draenei", "kobolds"])
def test_murlocs_pay_no_bonus(name: str) -> None:
    assert earned(attack(name, {0: MURLOC}), "conquer 0") == 2


@pytest.mark.rule("WW-FACTION-3")
def test_a_neutral_holder_of_the_battleground_takes_the_better_side() -> None:
    enemies = [active("trolls", "miners"), declined("humans")]
    own = {1: hold(0, "kobolds", 1, place="battleground")}
    regions = {
        0: hold(1, "trolls"),
        2: hold(1, "trolls"),
        12: hold(1, "trolls"),
        5: hold(1, "humans"),
        4: hold(1, "humans"),
    }
    state = attack("kobolds", {**regions, **own}, *enemies)
    # Two Troll regions as Alliance, one of Humans as Horde: two coins, not three.
    assert earned(state, "conquer 0", "conquer 2", "conquer 5") == 4 + 2


@pytest.mark.rule("WW-FACTION-4")
@pytest.mark.parametrize(
    ("name", "older", "bonus"), [("trolls", "humans", 1), ("trolls", "orcs", 0), ("draenei", "orcs", 1)]
)
def test_the_own_race_in_decline_counts_if_it_is_of_the_other_faction(name: str, older: str, bonus: int) -> None:
    state = attack(name, {0: hold(0, older), 3: hold(0, older)}, own=[declined(older)])
    assert earned(state, "conquer 0") == 3 + bonus


@pytest.mark.rule("WW-FACTION-5")
def test_a_conquest_of_the_champion_counts() -> None:
    regions = {1: hold(0, "trolls"), 0: hold(1, "humans"), 2: hold(1, "humans")}
    state = conquering(0, regions, active("humans", "miners"), name="trolls", power="champions")
    assert earned(state, "champion 0") == 2 + 1


@pytest.mark.rule("WW-FACTION-5")
def test_a_failed_final_attempt_does_not_count() -> None:
    regions = {1: hold(0, "trolls"), 0: hold(1, "humans"), 2: hold(1, "humans")}
    state = conquering(1, regions, active("humans", "miners"), name="trolls", power="sailors", coins=[0, 5])
    assert coins(end_turn(rolled(state, "conquer 0", 0)))[0] == 1
    assert coins(end_turn(rolled(state, "conquer 0", 1)))[0] == 2 + 1


@pytest.mark.rule("WW-FACTION-5")
def test_strongmen_moves_do_not_count() -> None:
    regions = {1: hold(0, "trolls"), 0: hold(1, "humans"), 2: hold(1, "humans")}
    state = conquering(2, regions, active("humans", "miners"), name="trolls", power="strongmen")
    # The region is empty when it is conquered.
    assert earned(state, "push 0", "push_to 2", "conquer 0") == 2


@pytest.mark.rule("WW-FACTION-5")
def test_portal_swaps_do_not_count() -> None:
    # 7, 14 and 17 are magic: the Trolls take the place of the Humans, and the Humans theirs.
    regions = {7: hold(0, "trolls"), 14: hold(1, "humans"), 2: hold(1, "humans")}
    state = conquering(0, regions, active("humans", "miners"), name="trolls", power="portal_mages")
    assert earned(state, "portal 7", "portal 14") == 1
    assert (region(state, 14)["race"], region(state, 7)["race"]) == ("trolls", "humans")


@pytest.mark.rule("WW-FACTION-5")
def test_bombs_do_not_count() -> None:
    seats = [seat(active("goblins", "farmers"), coins=0), seat(active("humans", "miners"))]
    regions = {1: hold(0, "goblins"), 2: hold(1, "humans", 1, bomb="live"), 12: hold(1, "humans")}
    state = end_turn(warcraft(turn=1, phase="conquest", seats=seats, regions=regions))
    assert (state.turn, region(state, 2).get("owner"), coins(state)[0]) == (0, None, 0)
    assert turn_state(state, "beaten") == {}
    assert earned(state, "finish") == 1


# WW-SCORE


@pytest.mark.rule("WW-SCORE-1")
def test_every_region_of_both_own_races_pays_one_water_included() -> None:
    state = warcraft(
        phase="conquest",
        seats=[seat(active("naga", "farmers"), declined("orcs"), coins=0), seat(active("trolls", "miners"), coins=0)],
        regions={**lands("naga", 10, 11, 6), **lands("orcs", 3, 8), 1: hold(1, "trolls"), 9: MURLOC},
    )
    play(state, "finish")
    assert coins(state) == [3 + 2, 0]


@pytest.mark.rule("WW-SCORE-1")
def test_water_of_a_race_in_decline_pays() -> None:
    own = [active("orcs", "miners"), declined("naga")]
    assert gain(own, {**lands("orcs", 1), **lands("naga", 10, 11)}) == 3


@pytest.mark.rule("WW-SCORE-1")
@pytest.mark.parametrize(
    ("name", "power", "numbers", "extra"),
    [
        ("blood_elves", "archaeologists", [7, 14, 1], 2),
        ("orcs", "explorers", [0, 1, 12], 2),
        ("orcs", "farmers", [0, 5, 12, 1], 3),
        ("orcs", "fishers", [6, 7, 9, 1], 3),
        ("naga", "fishers", [10, 11, 1], 2),
        ("orcs", "herbalists", [1, 6, 14, 0], 3),
        ("orcs", "miners", [6, 15, 0], 2),
        ("orcs", "mountaineers", [2, 16, 0], 2),
        ("orcs", "swampwalkers", [4, 15, 0], 2),
        ("orcs", "trackers", [3, 7, 13, 0], 3),
        ("blood_elves", "trackers", [7, 3, 14], 2 + 2),
        ("orcs", "archaeologists", [0, 1, 2, 3], 0),
    ],
)
def test_race_and_badge_of_the_active_race_pay(name: str, power: str, numbers: list[int], extra: int) -> None:
    assert gain([active(name, power)], lands(name, *numbers)) == len(numbers) + extra


@pytest.mark.rule("WW-SCORE-1")
def test_markers_of_the_active_race_pay() -> None:
    own = [active("orcs", "archaeologists")]
    finds = {0: hold(0, "orcs", 1, place="chapel", artifacts=["frostmourne", "doomhammer"])}
    assert gain(own, {**finds, **lands("orcs", 1)}) == 2 + 3
    plain = [active("orcs", "marshdwellers")]
    assert gain(plain, lands("orcs", 0, place="dark_portal") | lands("orcs", 1)) == 2 + 2
    # Karazhan on a Farmland: two others.
    assert gain(plain, lands("orcs", 0, place="karazhan") | lands("orcs", 1, 5, 12)) == 4 + 2


@pytest.mark.rule("WW-SCORE-1")
def test_the_heart_pays_in_the_turn_it_is_placed() -> None:
    regions = {1: hold(0, "orcs", 1, artifacts=["heart"]), 0: hold(1, "trolls"), 12: hold(0, "orcs")}
    others = [seat(active("trolls", "miners"))]
    assert gain([active("orcs", "marshdwellers")], regions, "heart 1", others=others) == 2 + 1
    assert gain([active("orcs", "marshdwellers")], regions, "heart 12", others=others) == 2


@pytest.mark.rule("WW-SCORE-1")
def test_faction_bonus_and_orc_bonus_come_on_top() -> None:
    # Two Human regions and one of the Gnomes in decline: factions 2, Orcs 3.
    regions = {
        1: hold(0, "orcs"),
        0: hold(1, "humans"),
        2: hold(1, "humans"),
        12: hold(1, "humans"),
        5: hold(1, "gnomes"),
    }
    state = conquering(10, regions, active("humans", "miners"), declined("gnomes"), name="orcs", power="sailors")
    assert earned(state, "conquer 0", "conquer 2", "conquer 5") == 4 + 2 + 3


@pytest.mark.rule("WW-SCORE-2")
@pytest.mark.parametrize(
    ("power", "numbers"),
    [
        ("explorers", [12]),
        ("farmers", [5, 12]),
        ("fishers", [6, 7, 9]),
        ("herbalists", [6, 14]),
        ("miners", [6, 15]),
        ("mountaineers", [2, 16]),
        ("swampwalkers", [4, 15]),
        ("trackers", [3, 13]),
    ],
)
def test_the_badge_of_the_active_race_does_not_see_the_race_in_decline(power: str, numbers: list[int]) -> None:
    own = [active("orcs", power), declined("kobolds")]
    here = 1 if power != "herbalists" else 0
    alone = gain([active("orcs", power)], lands("orcs", here))
    assert gain(own, {**lands("orcs", here), **lands("kobolds", *numbers)}) == alone + len(numbers)
    # The same regions pay more when they are of the active race.
    assert gain([active("orcs", power)], lands("orcs", here, *numbers)) > alone + len(numbers)


@pytest.mark.rule("WW-SCORE-2")
def test_blood_elves_in_decline_and_magic_regions_of_another_declined_race_pay_one() -> None:
    own = [active("orcs", "marshdwellers"), declined("blood_elves")]
    assert gain(own, {**lands("orcs", 1), **lands("blood_elves", 7, 14)}) == 3
    own = [active("blood_elves", "marshdwellers"), declined("orcs")]
    assert gain(own, {**lands("blood_elves", 1), **lands("orcs", 7, 14)}) == 3


@pytest.mark.rule("WW-SCORE-2")
@pytest.mark.parametrize("place", ["karazhan", "dark_portal", "battleground"])
def test_places_do_not_work_for_a_race_in_decline(place: str) -> None:
    own = [active("orcs", "marshdwellers"), declined("draenei")]
    regions = {**lands("orcs", 0, 5), **lands("draenei", 12, place=place), 17: hold(0, "draenei")}
    assert gain(own, regions) == 4


@pytest.mark.rule("WW-SCORE-2")
def test_karazhan_and_archaeologists_do_not_count_regions_in_decline() -> None:
    own = [active("orcs", "archaeologists"), declined("kobolds")]
    regions = {**lands("orcs", 0, place="karazhan"), 5: hold(0, "kobolds", 1, place="chapel", artifacts=["ashes"])}
    # One Place in hand of the active race; the other Farmland is not its own.
    assert gain(own, regions) == 2 + 1


@pytest.mark.rule("WW-SCORE-2")
def test_the_heart_in_decline_takes_nothing() -> None:
    own = [active("orcs", "marshdwellers"), declined("kobolds")]
    regions = {12: hold(0, "orcs"), 1: hold(0, "kobolds", 1, artifacts=["heart"]), 0: hold(1, "trolls")}
    assert gain(own, regions, others=[seat(active("trolls", "miners"))]) == 2


@pytest.mark.rule("WW-SCORE-3")
def test_coins_of_a_combo_are_there_at_once() -> None:
    # Without them the swamp of the Marshdwellers would be out of bounds.
    table = [{"race": "kobolds", "power": "miners", "coins": 1}]
    seats = [seat(coins=0), seat(active("orcs", "marshdwellers"))]
    state = warcraft(phase="pick", column=table, seats=seats, regions={15: hold(1, "orcs"), 4: hold(1, "orcs")})
    play(state, "pick 0")
    assert coins(state)[0] == 1
    play(state, "conquer 15")
    assert coins(state)[0] == 0


@pytest.mark.rule("WW-SCORE-3")
def test_coins_of_the_human_form_are_there_at_once() -> None:
    regions = {0: hold(0, "worgen", 9), 4: hold(1, "orcs"), 8: hold(1, "orcs")}
    others = [active("orcs", "marshdwellers")]
    state = conquering(0, regions, *others, name="worgen", power="miners", phase="choose", coins=[0, 5])
    play(state, "form human")
    assert coins(state)[0] == 2
    play(state, "conquer 4")
    assert coins(state) == [2 - 1, 5 + 1]


@pytest.mark.rule("WW-SCORE-3")
def test_coins_of_objectives_are_there_at_once() -> None:
    regions = {1: hold(0, "kobolds"), 0: lying(objective=1), 12: hold(1, "humans")}
    state = conquering(9, regions, active("humans", "farmers"), name="kobolds", power="miners", coins=[0, 5])
    play(state, "conquer 0")
    assert coins(state) == [2, 5 + 2]


@pytest.mark.rule("WW-SCORE-3")
@pytest.mark.parametrize(
    ("power", "paid"), [("battlemasters", [1, 1, 0]), ("conquerors", [2, 0, 0]), ("farmers", [0, 0, 0])]
)
def test_coins_of_battlemasters_and_conquerors_are_there_at_once(power: str, paid: list[int]) -> None:
    regions = {1: hold(0, "kobolds"), 2: hold(1, "orcs", 2), 0: MURLOC, 3: hold(1, "orcs")}
    state = conquering(10, regions, active("orcs", "miners"), name="kobolds", power=power, coins=[0, 5])
    for number, target in enumerate((2, 0, 5)):
        play(state, f"conquer {target}")
        assert coins(state)[0] == sum(paid[: number + 1])


@pytest.mark.rule("WW-SCORE-3")
def test_ransom_and_tolls_are_there_at_once() -> None:
    regions = {1: hold(0, "kobolds"), 0: hold(1, "orcs", 1, champion=1), 12: hold(1, "orcs")}
    state = conquering(9, regions, active("orcs", "champions"), name="kobolds", power="miners", coins=[0, 5])
    assert coins(play(state, "conquer 0")) == [1, 4]
    regions = {1: hold(0, "kobolds"), 4: hold(1, "orcs"), 0: hold(0, "kobolds")}
    state = conquering(9, regions, active("orcs", "marshdwellers"), name="kobolds", power="miners", coins=[1, 5])
    assert coins(play(state, "conquer 4")) == [0, 6]


@pytest.mark.rule("WW-SCORE-3")
def test_a_coin_of_a_conquest_pays_a_toll_of_the_same_turn() -> None:
    regions = {1: hold(0, "kobolds"), 0: MURLOC, 4: hold(1, "orcs"), 8: hold(1, "orcs")}
    others = [active("orcs", "marshdwellers")]
    state = conquering(9, regions, *others, name="kobolds", power="battlemasters", coins=[0, 5])
    play(state, "conquer 0")
    assert 4 in legal(state, "conquer")
    assert coins(play(state, "conquer 4")) == [1 - 1 + 1, 6]
    poor = conquering(9, regions, *others, name="kobolds", power="farmers", coins=[0, 5])
    assert 4 not in legal(play(poor, "conquer 0"), "conquer")


@pytest.mark.rule("WW-SCORE-3", "WW-FACTION-1")
def test_all_other_coins_come_at_the_end_of_the_turn() -> None:
    regions = {1: hold(0, "orcs"), 2: hold(1, "humans"), 0: hold(1, "humans"), 5: lying(face_down="dark_portal")}
    state = conquering(9, regions, active("humans", "miners"), name="orcs", power="farmers", coins=[0, 5])
    play(state, "conquer 0", "conquer 5")
    assert coins(state)[0] == 0
    # Three regions, two Farmlands, the Dark Portal, one banner, one Alliance region.
    assert coins(end_turn(state))[0] == 3 + 2 + 2 + 1 + 1


@pytest.mark.rule("WW-SCORE-4")
@pytest.mark.parametrize(
    ("there", "others", "needed"),
    [
        (hold(1, "orcs"), [active("orcs", "marshdwellers")], 1),
        (hold(1, "orcs", 1, artifacts=["aegis"]), [active("orcs", "farmers")], 2),
        (hold(1, "orcs", 1, artifacts=["aegis"]), [active("orcs", "marshdwellers")], 3),
    ],
    ids=["marsh", "aegis", "both"],
)
def test_a_toll_that_cannot_be_paid_forbids_the_conquest(there: dict[str, Any], others: list[Any], needed: int) -> None:
    shielded = {"aegis_up": True} if "artifacts" in there else {}
    regions = {0: hold(0, "kobolds"), 4: there, 8: hold(1, "orcs")}
    for purse in (needed - 1, needed):
        state = conquering(9, regions, *others, name="kobolds", power="miners", coins=[purse, 5], **shielded)
        assert (4 in legal(state, "conquer")) == (purse == needed)
    assert coins(play(state, "conquer 4")) == [0, 5 + needed]


@pytest.mark.rule("WW-SCORE-4")
def test_harmony_that_cannot_be_paid_forbids_the_attack() -> None:
    regions = {1: hold(0, "kobolds"), 0: hold(1, "pandaren"), 12: hold(1, "pandaren")}
    for purse, allowed in ((1, False), (2, True)):
        seats = [
            seat(active("kobolds", "miners", hand=9), coins=purse, harmony=True),
            seat(active("pandaren", "farmers")),
        ]
        state = warcraft(phase="conquest", seats=seats, regions=regions)
        assert (0 in legal(state, "conquer"), 12 in legal(state, "conquer")) == (allowed, allowed)
        assert 5 in legal(state, "conquer")
    assert refused(play(state, "conquer 5"), "conquer 1")


@pytest.mark.rule("WW-SCORE-4")
@pytest.mark.parametrize(("purse", "offered"), [(1, set()), (2, {"doomhammer"})])
def test_the_doomhammer_that_cannot_be_paid_is_not_used(purse: int, offered: set[str]) -> None:
    regions = {1: hold(0, "orcs", 1, artifacts=["doomhammer"]), 0: hold(1, "trolls", 4)}
    state = conquering(5, regions, active("trolls", "miners"), name="orcs", coins=[purse, 5])
    assert legal_words(state, "arm") == offered


@pytest.mark.rule("WW-SCORE-4")
@pytest.mark.parametrize(("purse", "forms"), [(0, {"human"}), (1, {"human", "worgen"})])
def test_the_worgen_form_that_cannot_be_paid_is_not_taken(purse: int, forms: set[str]) -> None:
    state = conquering(0, lands("worgen", 0, tokens=4), name="worgen", phase="choose", coins=[purse, 5])
    assert legal_words(state, "form") == forms


@pytest.mark.rule("WW-SCORE-4")
@pytest.mark.parametrize(("purse", "paid"), [(0, 0), (1, 1), (5, 1)])
def test_the_heart_skips_a_player_without_coins(purse: int, paid: int) -> None:
    regions = {1: hold(0, "orcs", 1, artifacts=["heart"]), 0: hold(1, "trolls"), 2: hold(1, "trolls")}
    state = conquering(0, regions, active("trolls", "miners"), name="orcs", power="marshdwellers", coins=[0, purse])
    play(state, "finish", "heart 1")
    assert coins(state) == [1 + paid, purse - paid]


@pytest.mark.rule("WW-SCORE-4")
@pytest.mark.parametrize(("purse", "lost"), [(0, True), (1, False)])
def test_a_champion_that_cannot_be_ransomed_is_lost(purse: int, lost: bool) -> None:
    regions = {1: hold(0, "kobolds"), 0: hold(1, "orcs", 1, champion=1), 12: hold(1, "orcs")}
    state = conquering(9, regions, active("orcs", "champions"), name="kobolds", power="miners", coins=[0, purse])
    play(state, "conquer 0")
    assert coins(state) == [purse, 0]
    assert race(state, 1, "orcs").get("champion_lost", False) == lost
    assert tray(state, "orcs") == 11 - 2


# WW-END


def last_turn(purses: list[int], regions: dict[int, Any], *more: str, hand: int = 0) -> swenv.State:
    """After the last turn of the game, in which seat 1 with its Trolls does nothing."""
    own = [declined("ethereals")] if any(entry.get("race") == "ethereals" for entry in regions.values()) else []
    state = warcraft(
        round=10,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("orcs", "beastmasters", hand=hand), *own, coins=purses[0]),
            seat(active("trolls", "miners"), coins=purses[1]),
        ],
        regions=regions,
    )
    play(state, "finish", *more)
    assert state.is_over
    return state


@pytest.mark.rule("WW-END-1")
@pytest.mark.parametrize(("purses", "returns"), [([11, 8], [1, -1]), ([10, 10], [-1, 1]), ([4, 30], [-1, 1])])
def test_the_richest_wins(purses: list[int], returns: list[float]) -> None:
    # Seat 1 scores its one region; seat 0 has more tokens.
    assert last_turn(purses, {0: hold(0, "orcs", 9), 1: hold(1, "trolls")}).returns().tolist() == returns


@pytest.mark.rule("WW-END-1")
def test_the_game_goes_on_until_everybody_has_played_the_last_round() -> None:
    state = warcraft(round=10, turn=0, phase="conquest", seats=[IDLE, seat(active("trolls", "farmers"))], regions={})
    play(state, "finish")
    assert (state.is_over, state.round, state.turn) == (False, 10, 1)
    play(state, "finish")
    assert (state.is_over, state.phase) == (True, "over")


@pytest.mark.rule("WW-END-1")
def test_the_income_of_the_last_turn_counts() -> None:
    state = last_turn([9, 8], {0: hold(0, "orcs", 1), 1: hold(1, "trolls"), 2: hold(1, "trolls")})
    assert (coins(state), state.returns().tolist()) == ([9, 10], [-1, 1])


@pytest.mark.rule("WW-END-2", "WW-END-3")
@pytest.mark.parametrize(
    ("mine", "other", "returns"), [(3, 2, [1, -1]), (2, 3, [-1, 1]), (3, 3, [0, 0])], ids=["more", "fewer", "shared"]
)
def test_a_tie_goes_to_the_most_race_tokens_of_both_races(mine: int, other: int, returns: list[float]) -> None:
    # A token in decline counts, the four Beasts of seat 0 do not.
    regions = {
        0: hold(0, "orcs", mine - 1, beasts=4), 3: hold(0, "ethereals"), 1: hold(1, "trolls", other),
    }  # fmt: skip
    laid = ["deploy_rest 1"] if other > 1 else []
    state = last_turn([10, 9], regions, *laid)
    assert (coins(state), state.returns().tolist()) == ([10, 10], returns)


@pytest.mark.rule("WW-END-2")
def test_forts_murlocs_and_the_champion_do_not_break_a_tie() -> None:
    state = warcraft(
        round=10,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("orcs", "champions"), declined("kobolds", "sentinels"), coins=10),
            seat(active("trolls", "miners"), coins=8),
        ],
        regions={
            0: hold(0, "orcs", 1, champion=1), 12: hold(0, "kobolds", 1, fortress=1), 8: MURLOC, 1: hold(1, "trolls"),
            2: hold(1, "trolls"),
        },
    )  # fmt: skip
    play(state, "finish")
    assert (coins(state), state.returns().tolist()) == ([10, 10], [0, 0])


@pytest.mark.rule("WW-END-2")
def test_every_token_of_a_pile_in_decline_counts() -> None:
    regions = {0: hold(0, "orcs", 1), 3: hold(0, "ethereals", 3), 1: hold(1, "trolls", 3)}
    state = last_turn([10, 9], regions, "deploy_rest 1")
    assert (coins(state), state.returns().tolist()) == ([10, 10], [1, -1])


@pytest.mark.rule("WW-END-2")
def test_tokens_in_hand_do_not_break_a_tie() -> None:
    state = last_turn([10, 9], {1: hold(1, "trolls")}, hand=9)
    assert (coins(state), state.returns().tolist()) == ([10, 10], [-1, 1])


@pytest.mark.rule("WW-END-2", "WW-END-3")
def test_among_three_the_tie_break_looks_only_at_the_richest() -> None:
    def end(*purses: int) -> list[float]:
        state = warcraft(
            3,
            round=10,
            turn=2,
            phase="conquest",
            seats=[
                seat(active("orcs", "miners"), coins=purses[0]),
                seat(active("draenei", "farmers"), coins=purses[1]),
                seat(active("trolls", "fishers"), coins=purses[2]),
            ],
            regions={0: hold(0, "orcs", 2), 3: hold(1, "draenei", 2), 12: hold(2, "trolls", 1)},
        )
        play(state, "finish")
        assert state.is_over
        found: list[float] = state.returns().tolist()
        return found

    # Seat 2 scores one for its region, and another for the water beside it.
    for purses, winners in (((9, 5, 1), [0]), ((9, 9, 1), [0, 1]), ((9, 9, 7), [0, 1]), ((9, 9, 8), [2])):
        returns = end(*purses)
        assert [number for number in range(3) if returns[number] == max(returns)] == winners


@pytest.mark.rule("WW-END-3")
def test_a_shared_win_is_shared_equally() -> None:
    state = last_turn([10, 9], {0: hold(0, "orcs", 2), 1: hold(1, "trolls", 2)}, "deploy_rest 1")
    assert state.returns().tolist() == [0, 0]


@pytest.mark.rule("WW-SCORE-1", "WW-DECL-6")
def test_a_turn_of_decline_scores_the_declined_race_alone() -> None:
    state = declining([active("orcs", "farmers"), declined("kobolds")], {**lands("orcs", 0, 5), **lands("kobolds", 3)})
    assert coins(state)[0] == 2


@pytest.mark.rule("WW-SCORE-4")
def test_nobody_loses_coins_at_the_score() -> None:
    state = conquering(0, {}, name="orcs", coins=[0, 0])
    lay_out(state, 0)
    assert (state.turn, coins(state), tokens(state, 0)) == (1, [0, 0], 0)
