"""What a conquest destroys, what it drives out, and in which order its effects come (WW-CONQ-7, -8, -15)."""

from __future__ import annotations

import pytest
from chapters import coins, in_hand, lay_out, markers, price, races_of, tray, turn_state, verbs
from ww_play import TRAY, artifacts_in, conquering, hold, lying, orcs, raiding, trolls

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, race, region, seat, tokens, warcraft

TROLLS = active("trolls", "farmers")


def moves(before: swenv.State, after: swenv.State, owner: int, name: str) -> tuple[int, int]:
    """Tokens of a race that went to the tray, and to the hand of their owner."""
    lost = tray(after, name) - tray(before, name)
    return lost, in_hand(after, owner, name) - in_hand(before, owner, name)


# WW-CONQ-7, 1: Murlocs and races in decline


@pytest.mark.rule("WW-CONQ-7")
def test_a_conquered_murloc_leaves_the_game() -> None:
    state = play(raiding(9, {4: orcs(), 8: MURLOC, 9: MURLOC}), "conquer 8")
    assert (region(state, 8)["owner"], "murloc" in region(state, 8)) == (0, False)
    assert region(state, 9) == MURLOC


@pytest.mark.rule("WW-CONQ-7", "WW-CONQ-15")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_token_of_a_race_in_decline_goes_to_the_tray(number: int) -> None:
    before = raiding(9, {6: orcs(), 5: hold(1, "tauren", number), 7: hold(1, "tauren", 2)}, declined("tauren"))
    after = play(before.copy(), "conquer 5")
    assert tray(after, "tauren") - tray(before, "tauren") == number
    assert tokens(after, 7) == 2
    play(after, "finish", "deploy_rest 6")
    assert (after.turn, tokens(after, 7)) == (1, 2)


@pytest.mark.rule("WW-CONQ-7")
def test_own_tokens_in_decline_are_lost_too() -> None:
    before = raiding(9, {6: orcs(), 5: hold(0, "tauren", 2), 7: hold(0, "tauren", 2)}, own=[declined("tauren")])
    after = play(before.copy(), "conquer 5")
    assert (tray(after, "tauren") - tray(before, "tauren"), tokens(after, 7)) == (2, 2)


@pytest.mark.rule("WW-CONQ-7")
def test_a_race_in_decline_whose_last_region_falls_is_gone() -> None:
    state = play(raiding(9, {6: orcs(), 5: hold(1, "tauren", 2)}, declined("tauren")), "conquer 5")
    assert (races_of(state, 1), tray(state, "tauren")) == ([], TRAY["tauren"])


# WW-CONQ-7, 2: the Champion


@pytest.mark.rule("WW-CONQ-7")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_captured_champion_is_ransomed_and_no_race_token_is_lost(number: int) -> None:
    regions = {6: orcs(), 5: trolls(number, champion=1), 1: trolls()}
    before = raiding(9, regions, active("trolls", "champions"))
    after = play(before.copy(), "conquer 5")
    assert moves(before, after, 1, "trolls") == (0, number)
    assert coins(after) == [6, 4]
    assert not race(after, 1, "trolls").get("champion_lost", False)
    play(after, "finish", "deploy_rest 6")
    assert (after.phase, after.to_act, legal(after, "post")) == ("withdrawn", 1, [1])


@pytest.mark.rule("WW-CONQ-7", "WW-CONQ-8")
@pytest.mark.parametrize("number", [0, 2])
def test_a_champion_who_cannot_be_ransomed_is_lost(number: int) -> None:
    regions = {6: orcs(), 5: trolls(number, champion=1), 1: trolls()}
    before = raiding(9, regions, active("trolls", "champions"), coins=[5, 0])
    after = play(before.copy(), "conquer 5")
    assert moves(before, after, 1, "trolls") == (0, number)
    assert coins(after) == [5, 0]
    assert race(after, 1, "trolls")["champion_lost"] is True


@pytest.mark.rule("WW-CONQ-7")
def test_a_champion_elsewhere_saves_no_token() -> None:
    regions = {6: orcs(), 5: trolls(2), 1: trolls(1, champion=1)}
    before = raiding(9, regions, active("trolls", "champions"))
    after = play(before.copy(), "conquer 5")
    assert (moves(before, after, 1, "trolls"), coins(after), markers(after, 1)) == ((1, 1), [5, 5], {"champion": 1})


# WW-CONQ-7, 3: Beasts


@pytest.mark.rule("WW-CONQ-7")
@pytest.mark.parametrize(("there", "beasts"), [(1, 2), (3, 1), (0, 1), (0, 3)])
def test_a_beast_is_lost_in_the_place_of_a_race_token(there: int, beasts: int) -> None:
    regions = {6: orcs(), 5: trolls(there, beasts=beasts), 1: trolls()}
    before = raiding(9, regions, active("trolls", "beastmasters"))
    after = play(before.copy(), "conquer 5")
    assert moves(before, after, 1, "trolls") == (0, there)
    assert race(after, 1, "trolls").get("beasts", 0) == beasts - 1


@pytest.mark.rule("WW-CONQ-7")
def test_beasts_elsewhere_save_no_token() -> None:
    before = raiding(9, {6: orcs(), 5: trolls(2), 1: trolls(1, beasts=1)}, active("trolls", "beastmasters"))
    after = play(before.copy(), "conquer 5")
    assert (moves(before, after, 1, "trolls"), markers(after, 1)) == ((1, 1), {"beasts": 1})


@pytest.mark.rule("WW-CONQ-7")
def test_driven_out_beasts_are_placed_with_the_tokens() -> None:
    state = raiding(9, {6: orcs(), 5: trolls(1, beasts=2), 1: trolls(), 3: trolls()}, active("trolls", "beastmasters"))
    play(state, "conquer 5", "finish", "deploy_rest 6")
    assert (state.phase, state.to_act, legal(state, "beast"), legal(state, "deploy")) == (
        "withdrawn", 1, [1, 3], [1, 3],
    )  # fmt: skip
    play(state, "beast 3")
    assert (state.phase, markers(state, 3), legal(state, "beast")) == ("withdrawn", {"beasts": 1}, [])
    play(state, "deploy 1")
    assert (tokens(state, 1), state.turn) == (2, 1)


# WW-CONQ-7, 4: one Race token


@pytest.mark.rule("WW-CONQ-7")
@pytest.mark.parametrize("number", [1, 2, 4])
def test_one_token_of_an_active_race_is_lost_and_the_others_wait(number: int) -> None:
    before = raiding(9, {6: orcs(), 5: trolls(number), 1: trolls()}, TROLLS)
    after = play(before.copy(), "conquer 5")
    assert moves(before, after, 1, "trolls") == (1, number - 1)
    assert tokens(after, 1) == 1


@pytest.mark.rule("WW-CONQ-7")
def test_each_region_that_falls_costs_its_own_token() -> None:
    before = raiding(9, {6: orcs(), 5: trolls(2), 7: trolls(2), 1: trolls()}, TROLLS)
    after = play(before.copy(), "conquer 5", "conquer 7")
    assert moves(before, after, 1, "trolls") == (2, 2)


@pytest.mark.rule("WW-CONQ-7")
@pytest.mark.parametrize("number", [1, 3])
def test_draenei_save_the_first_token_of_the_turn(number: int) -> None:
    regions = {6: orcs(), 5: hold(1, "draenei", number), 7: hold(1, "draenei", 2), 1: hold(1, "draenei")}
    before = raiding(9, regions, active("draenei", "farmers"))
    first = play(before.copy(), "conquer 5")
    assert moves(before, first, 1, "draenei") == (0, number)
    second = play(first.copy(), "conquer 7")
    assert moves(first, second, 1, "draenei") == (1, 1)


@pytest.mark.rule("WW-CONQ-7")
def test_the_chapel_saves_the_token() -> None:
    before = raiding(9, {6: orcs(), 5: trolls(2), 1: trolls(place="chapel")}, TROLLS)
    after = play(before.copy(), "conquer 5")
    assert moves(before, after, 1, "trolls") == (0, 2)


# WW-CONQ-7, 5: what was driven out


@pytest.mark.rule("WW-CONQ-7")
def test_what_was_driven_out_is_placed_at_the_end_of_the_turn_on_regions_of_the_same_race() -> None:
    regions = {6: orcs(), 5: trolls(3), 1: trolls(), 14: trolls(), 3: hold(1, "kobolds")}
    state = raiding(9, regions, TROLLS, declined("kobolds"))
    play(state, "conquer 5", "finish", "deploy_rest 6")
    # Scored already.
    assert (state.phase, state.turn, state.to_act, coins(state)[0]) == ("withdrawn", 0, 1, 5 + 2)
    assert (verbs(state), legal(state, "deploy")) == ({"deploy", "deploy_rest"}, [1, 14])
    play(state, "deploy 14", "deploy 1")
    assert (tokens(state, 1), tokens(state, 14), in_hand(state, 1, "trolls")) == (2, 2, 0)
    assert (state.turn, state.phase) == (1, "choose")


@pytest.mark.rule("WW-CONQ-7")
def test_what_was_driven_out_does_not_defend_until_then() -> None:
    state = raiding(9, {6: orcs(), 5: trolls(3), 1: trolls(), 3: trolls()}, TROLLS)
    assert price(play(state, "conquer 5"), 1) == 2 + 1


@pytest.mark.rule("WW-CONQ-7")
def test_a_race_without_a_region_keeps_its_tokens_and_enters_anew() -> None:
    state = raiding(9, {6: orcs(), 5: trolls(3)}, TROLLS)
    play(state, "conquer 5", "finish", "deploy_rest 6")
    assert (state.turn, state.phase, in_hand(state, 1, "trolls")) == (1, "choose", 2)
    assert legal(state, "conquer") == [0, 9, 12, 15]


@pytest.mark.rule("WW-CONQ-7")
def test_the_race_in_decline_gives_the_active_one_no_room() -> None:
    state = raiding(9, {6: orcs(), 5: trolls(3), 1: hold(1, "kobolds")}, TROLLS, declined("kobolds"))
    play(state, "conquer 5", "finish", "deploy_rest 6")
    assert (state.turn, tokens(state, 1), in_hand(state, 1, "trolls")) == (1, 1, 2)


@pytest.mark.rule("WW-CONQ-7")
def test_several_losers_place_their_tokens_clockwise_from_the_active_seat() -> None:
    seats = [seat(active("goblins", "miners")), seat(active("orcs", "marshdwellers", hand=9)), seat(TROLLS)]
    regions = {6: hold(1, "orcs"), 5: hold(0, "goblins", 2), 1: hold(0, "goblins"), 7: hold(2, "trolls", 2),
               3: hold(2, "trolls"), 14: hold(2, "trolls"), 0: hold(0, "goblins")}  # fmt: skip
    state = warcraft(3, phase="conquest", turn=1, seats=seats, regions=regions)
    play(state, "conquer 5", "conquer 7")
    lay_out(state, 6)
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 2, [3, 14])
    play(state, "deploy 3")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [0, 1])
    play(state, "deploy 1")
    assert state.turn == 2


@pytest.mark.rule("WW-CONQ-7")
@pytest.mark.parametrize("power", ["sentinels", "defenders"])
def test_the_pieces_of_the_loser_leave_the_region(power: str) -> None:
    piece = {"fortress": 1} if power == "sentinels" else {}
    regions = {6: orcs(), 7: hold(1, "night_elves", 1, wall=1, **piece), 3: hold(1, "night_elves", 1, wall=1)}
    state = play(raiding(9, regions, active("night_elves", power)), "conquer 7")
    assert (markers(state, 7), markers(state, 3)) == ({}, {"wall": 1})


@pytest.mark.rule("WW-CONQ-7")
def test_markers_and_a_bomb_stay_in_the_region() -> None:
    seats = [seat(active("orcs", "marshdwellers", hand=9)), seat(TROLLS), seat(active("goblins", "miners"))]
    regions = {6: orcs(), 5: trolls(place="karazhan", artifacts=["heart", "ashes"], bomb="live")}
    state = play(warcraft(3, phase="conquest", seats=seats, regions=regions), "conquer 5")
    there = region(state, 5)
    assert (there["owner"], there["place"], artifacts_in(state, 5)) == (0, "karazhan", ["ashes", "heart"])
    assert there["bomb"] == "live"


# WW-CONQ-8: order of the effects


@pytest.mark.rule("WW-CONQ-8")
@pytest.mark.parametrize("power", ["battlemasters", "conquerors"])
def test_the_coins_of_a_conquest_come_too_late_for_its_tolls(power: str) -> None:
    regions = {5: orcs(), 4: trolls(2)}
    marsh = active("trolls", "marshdwellers")
    assert 4 not in legal(raiding(9, regions, marsh, power=power, coins=[0, 5]), "conquer")
    state = play(raiding(9, regions, marsh, power=power, coins=[1, 5]), "conquer 4")
    assert coins(state) == [1 - 1 + (1 if power == "battlemasters" else 2), 6]


@pytest.mark.rule("WW-CONQ-8")
def test_the_ransom_comes_too_late_for_the_price_of_doomhammer() -> None:
    regions = {6: orcs(artifacts=["doomhammer"]), 5: trolls(1, champion=1)}
    state = raiding(9, regions, active("trolls", "champions"), coins=[1, 5])
    assert legal_words(state, "arm") == set()


@pytest.mark.rule("WW-CONQ-8", "WW-CONQ-7")
def test_the_coins_paid_for_doomhammer_can_pay_the_ransom() -> None:
    regions = {6: orcs(artifacts=["doomhammer"]), 5: trolls(1, champion=1)}
    state = raiding(9, regions, active("trolls", "champions"), coins=[2, 0])
    play(state, "arm doomhammer", "conquer 5")
    assert coins(state) == [2 - 2 + 1, 2 - 1]
    assert not race(state, 1, "trolls").get("champion_lost", False)


@pytest.mark.rule("WW-CONQ-8", "WW-CONQ-7")
def test_the_coins_paid_for_the_aegis_can_pay_the_ransom() -> None:
    regions = {6: orcs(), 5: trolls(1, champion=1, artifacts=["aegis"])}
    state = raiding(9, regions, active("trolls", "champions"), coins=[2, 0], aegis_up=True)
    play(state, "conquer 5")
    assert coins(state) == [2 - 2 + 1, 2 - 1]


@pytest.mark.rule("WW-CONQ-8")
def test_the_defender_is_recorded_although_his_last_token_dies() -> None:
    # Humans, in decline on one region, leave the map: their banner counts for the faction bonus.
    state = raiding(3, {6: orcs(), 5: hold(1, "humans")}, declined("humans"), power="miners", coins=[0, 0])
    play(state, "conquer 5")
    assert (races_of(state, 1), turn_state(state, "beaten")) == ([], {"humans": 1})
    # Two regions, one cavern, one coin of the faction, one of the Orcs.
    assert coins(lay_out(state, 6))[0] == 2 + 1 + 1 + 1


@pytest.mark.rule("WW-CONQ-8")
def test_the_reveal_comes_after_the_tokens_are_placed() -> None:
    # The Meeting Stone under the anchor would have saved the travel.
    state = raiding(9, {6: orcs(), 12: lying(face_down="meeting_stone")})
    assert price(state, 12) == 3


@pytest.mark.rule("WW-CONQ-8")
def test_the_well_is_moved_before_anything_else_happens() -> None:
    regions = {6: hold(0, "dwarves", artifacts=["frostmourne"]), 5: lying(face_down="well")}
    state = conquering(3, regions, name="dwarves", power="sentinels")
    play(state, "arm frostmourne", "conquer 5")
    assert (state.phase, verbs(state)) == ("well", {"well"})
    play(state, "well 10")
    assert (state.phase, markers(state, 5), artifacts_in(state, 5)) == ("conquest", {"fortress": 1}, ["frostmourne"])


@pytest.mark.rule("WW-CONQ-8")
def test_new_pieces_stand_in_the_region_beside_the_artifact_used() -> None:
    regions = {6: hold(0, "night_elves", artifacts=["frostmourne"]), 7: hold(1, "trolls", 2, fortress=1)}
    state = conquering(
        6, regions, active("trolls", "sentinels"), name="night_elves", power="marshdwellers"
    )  # fmt: skip
    play(state, "arm frostmourne", "conquer 7")
    assert (tokens(state, 7), markers(state, 7), artifacts_in(state, 7)) == (
        2 + 2 + 1 - 1 - 2,
        {"wall": 1},
        ["frostmourne"],
    )


@pytest.mark.rule("WW-CONQ-8")
def test_the_losses_of_a_conquest_count_before_the_next() -> None:
    # Forsaken: a Murloc, a token of an active race, two in decline.
    regions = {6: hold(0, "forsaken"), 5: hold(1, "tauren", 2), 7: trolls(2), 2: MURLOC, 3: trolls()}
    state = conquering(14, regions, TROLLS, declined("tauren"), name="forsaken", power="marshdwellers")
    found = []
    for number in (2, 7, 5):
        found.append(turn_state(play(state, f"conquer {number}"), "inflicted"))
    assert found == [1, 2, 4]


# WW-CONQ-15: several tokens in decline


@pytest.mark.rule("WW-CONQ-15")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_token_in_decline_defends(number: int) -> None:
    state = raiding(9, {6: orcs(), 5: hold(1, "tauren", number)}, declined("tauren"))
    assert price(state, 5) == 2 + number


@pytest.mark.rule("WW-CONQ-15")
def test_tokens_in_decline_that_were_pushed_together_fall_together() -> None:
    regions = {6: orcs(), 2: hold(1, "kobolds"), 5: hold(1, "kobolds"), 7: hold(1, "kobolds"), 14: hold(1, "kobolds")}
    before = raiding(9, regions, declined("kobolds"), power="strongmen")
    state = play(before.copy(), "push 2", "push_to 7", "push 5", "push_to 7")
    assert (tokens(state, 7), price(state, 7), price(state, 5)) == (3, 2 + 3, 2)
    play(state, "conquer 7")
    assert (tray(state, "kobolds") - tray(before, "kobolds"), tokens(state, 14)) == (3, 1)
    play(state, "finish", "deploy_rest 6")
    assert (state.turn, tokens(state, 14)) == (1, 1)


@pytest.mark.rule("WW-CONQ-15")
def test_an_explosion_destroys_every_token_in_decline() -> None:
    state = warcraft(
        phase="conquest",
        turn=1,
        seats=[seat(active("goblins", "marshdwellers")), seat(active("trolls", "farmers"), declined("tauren"))],
        regions={6: hold(0, "goblins"), 5: hold(1, "tauren", 2, bomb="live"), 7: hold(1, "tauren", 2), 3: trolls()},
    )
    before = tray(state, "tauren")
    play(state, "finish")
    assert (state.turn, tokens(state, 5), tokens(state, 7)) == (0, 0, 2)
    assert tray(state, "tauren") == before + 2
