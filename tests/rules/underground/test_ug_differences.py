"""What Underground does otherwise than the base game (UG-DIFF): the same situation in both, where there is one."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, price, tray, verbs
from underground_chapters import conquering, declining, gain, hold, in_hand, lying, place_in, races_of

import swenv
from support import (
    MONSTERS,
    TRIBE,
    active,
    declined,
    game,
    held,
    legal,
    legal_words,
    play,
    position,
    region,
    rolled,
    seat,
    tokens,
)

MIMES = "shadow_mimes"
BOTH = ("base", "underground")


def base(race_name: str, power: str, hand: int, regions: dict[int, Any], *others: dict[str, Any]) -> swenv.State:
    """Seat 0 conquers in the base game."""
    return position(phase="conquest", seats=[seat(active(race_name, power, hand=hand)), seat(*others)], regions=regions)


@pytest.mark.rule("UG-DIFF-1")
def test_two_monsters_defend_where_a_lost_tribe_would_and_leave_a_find() -> None:
    tribe = base("ratmen", "forest", 9, {4: held(0, "ratmen"), 5: TRIBE})
    assert price(tribe, 5) == 2 + 1
    monsters = conquering(9, {6: hold(0, MIMES), 9: MONSTERS}, places_stack=["keep"])
    assert price(monsters, 9) == 2 + 2
    play(monsters, "conquer 9")
    assert (region(monsters, 9).get("monsters", 0), place_in(monsters, 9)) == (0, "keep")
    with pytest.raises(ValueError):
        conquering(9, {6: hold(0, MIMES), 9: {"monsters": 1}})


@pytest.mark.rule("UG-DIFF-2")
def test_fifteen_races_and_21_badges_instead_of_14_and_20() -> None:
    numbers = [(len(found.races), len(found.powers)) for found in (game(2, None), game(2, None, name="underground"))]
    assert numbers == [(14, 20), (15, 21)]
    both = game(2, None, name="underground", boxes=BOTH)
    left = set(both.left_out)  # type: ignore[attr-defined]
    names = {entry.name for entry in (*both.races, *both.powers)}
    assert not names & left
    assert len(names | left) == 14 + 20 + 15 + 21


@pytest.mark.rule("UG-DIFF-3")
def test_a_river_at_the_edge_makes_no_entry_of_its_banks() -> None:
    # FX9: region 8 is off the edge, on the shore of a Sea that touches it. UX18: 5, 8, 9 and 12 are banks off the edge.
    shore = position(phase="ready", seats=[seat(active("ratmen", "hill", hand=9)), seat()])
    assert 8 in legal(shore, "conquer")
    state = conquering(9, {}, phase="ready")
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]


@pytest.mark.rule("UG-DIFF-4")
def test_a_river_is_conquered_by_anyone_at_one_token_and_then_left() -> None:
    water = base("ratmen", "forest", 9, {5: held(0, "ratmen"), 0: held(0, "ratmen")})
    assert not {6, 7} & set(legal(water, "conquer"))
    state = conquering(3, {5: hold(0, MIMES)})
    assert price(state, 7) == 1
    play(state, "conquer 7", "finish")
    assert (region(state, 7), legal(state, "deploy")) == ({}, [5])


@pytest.mark.rule("UG-DIFF-5")
def test_chasms_are_impassable() -> None:
    assert legal(conquering(9, {15: hold(0, MIMES)}), "conquer") == [9]
    for players in (2, 3, 4, 5):
        assert all(place.terrain != "chasm" for place in game(players, None).board.regions)


@pytest.mark.rule("UG-DIFF-6")
def test_black_mountain_armor_and_keep_defend() -> None:
    regions = {5: hold(0, MIMES), 6: hold(1, "drow", 1, "keep", armor=2), 0: hold(1, "drow", 1, armor=1)}
    state = conquering(9, regions, active("drow", "shield"))
    assert [price(state, number) for number in (6, 0)] == [2 + 1 + 1 + 2 + 1, 2 + 1 + 1]
    # Armors fall with their region; the mountain and the Keep do not, and defend the empty region too.
    play(state, "conquer 6")
    assert (markers(state, 6), place_in(state, 6)) == ({}, "keep")
    empty = conquering(9, {5: hold(0, MIMES), 6: lying("keep")})
    assert price(empty, 6) == 2 + 1 + 1


@pytest.mark.rule("UG-DIFF-7")
def test_places_stay_and_relics_move_and_both_change_hands_with_their_region() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", 1, "fountain", ["sword"]), 3: hold(1, "drow")}
    state = conquering(7, regions, active("drow", "wise"))
    assert legal_words(state, "use") == set()
    play(state, "conquer 0")
    assert legal_words(state, "use") == {"sword"}
    play(state, "use sword", "conquer 1")
    assert (region(state, 1).get("relics"), place_in(state, 0)) == (["sword"], "fountain")
    # The Fountain serves its new holder: a token at the start of his next turn.
    play(state, "finish", "deploy_rest 0", "finish")
    assert (state.turn, tray(state, MIMES)) == (0, 12 - 8)
    play(state, "finish")
    assert tray(state, MIMES) == 12 - 9


@pytest.mark.rule("UG-DIFF-8")
def test_what_stays_and_what_goes_when_a_region_is_abandoned() -> None:
    regions = {
        0: hold(0, "gnomes"),
        5: hold(0, "gnomes", 1, "keep", ["orb"], armor=3),
        6: hold(0, "gnomes", 1, armor=5),
    }
    state = conquering(0, regions, name="gnomes", power="shield", phase="choose")
    play(state, "abandon 5")
    assert (markers(state, 5), place_in(state, 5), region(state, 5)["relics"]) == ({}, "keep", ["orb"])
    assert (tokens(state, 5), markers(state, 6)) == (0, {"armor": 5})
    regions = {0: hold(0, "gnomes"), 5: hold(0, "gnomes", 1, "keep", ["orb"], bag=1)}
    state = conquering(0, regions, name="gnomes", power="magic", phase="choose")
    play(state, "abandon 5")
    assert (markers(state, 5), place_in(state, 5), region(state, 5)["relics"]) == ({}, "keep", ["orb"])


@pytest.mark.rule("UG-DIFF-9")
def test_a_turn_may_start_with_the_fountain_reborn_and_the_great_ancient() -> None:
    regions = {
        0: hold(0, "cultists", 1, "fountain", ancient=1), 1: hold(0, "cultists"), 3: hold(0, "ogres"),
    }  # fmt: skip
    cult = {"name": "cultists", "power": "wise", "fields": {"ancient_placed": True}}
    state = conquering(0, regions, own=[declined("ogres", "reborn")], phase="choose", **cult)
    assert verbs(state) == {"decline", "reborn", "finish"}
    play(state, "reborn 3")
    # One from the tray by the Fountain, to hand; one by Reborn, to the map.
    assert (in_hand(state, 0, "cultists"), tray(state, "cultists"), region(state, 3)["race"]) == (1, 10 - 4, "cultists")
    assert (state.phase, legal(state, "ancient")) == ("ancient", [1, 3])
    play(state, "finish")
    assert state.phase == "ready"


@pytest.mark.rule("UG-DIFF-10")
def test_a_turn_may_end_with_queen_ghost_scepter_ring_and_then_the_altar() -> None:
    regions = {
        0: hold(0, "gnomes", 1, "crypt", ["scepter", "ring"]), 5: hold(0, "gnomes", 1, "altar"), 3: hold(0, "ogres"),
    }  # fmt: skip
    state = conquering(0, regions, name="gnomes", power="royal", own=[declined("ogres")])
    play(state, "finish")
    assert (state.phase, verbs(state)) == ("markers", {"queen", "ghost", "scepter", "ring"})
    play(state, "queen 0", "ghost 16", "scepter 5", "ring 5")
    assert (state.phase, state.coins[0], verbs(state)) == ("altar", 5 + 3 + 1, {"altar", "finish"})
    assert [markers(state, number) for number in (0, 16)] == [{"queen": 1}, {"ghost": 1}]


@pytest.mark.rule("UG-DIFF-11")
@pytest.mark.parametrize("power", ["tomb", "wise", "reborn", "royal"])
def test_there_is_one_declined_race_and_no_badge_that_keeps_a_second(power: str) -> None:
    own = [active(MIMES, "martyr"), declined("ogres", power)]
    state = declining(own, {0: hold(0, MIMES), 3: hold(0, "ogres"), 4: hold(0, "ogres")})
    assert races_of(state) == [MIMES]
    with pytest.raises(ValueError):
        conquering(
            1, {0: hold(0, MIMES), 3: hold(0, "ogres"), 4: hold(0, "drow")}, own=[own[1], declined("drow", "muddy")]
        )


@pytest.mark.rule("UG-DIFF-12")
def test_nobody_declines_at_the_end_of_a_normal_turn() -> None:
    stout = base("ratmen", "stout", 0, {4: held(0, "ratmen")})
    assert (play(stout, "finish").phase, legal(stout, "decline")) == ("stout", [0])
    for entry in game(2, None, name="underground").powers:
        state = conquering(0, {5: hold(0, "ogres"), 1: hold(0, "ogres")}, name="ogres", power=entry.name)
        while state.turn == 0:
            assert not {"decline", "decline_by_stonehedge"} & verbs(state)
            verb = "finish" if "finish" in verbs(state) else min(verbs(state))
            play(state, verb if verb == "finish" else f"{verb} {legal(state, verb)[0]}")


@pytest.mark.rule("UG-DIFF-13")
@pytest.mark.parametrize(
    ("name", "power", "content", "coins"),
    [
        ("kraken", None, {7: hold(0, "kraken")}, 1),
        ("ogres", "muddy", {0: hold(0, "ogres")}, 1 + 1),
        ("ogres", "wise", {0: hold(0, "ogres")}, 1 + 2),
        ("ogres", None, {0: hold(0, "ogres", 1, "keep")}, 1 + 1),
        ("ogres", None, {0: hold(0, "ogres", 1, "mine")}, 1 + 2),
        ("ogres", None, {0: hold(0, "ogres", 1, "diamond")}, 1 + 1),
        ("ogres", "tomb", {0: hold(0, "ogres", 4)}, 1),
        ("shrooms", None, {1: hold(0, "shrooms")}, 1),
    ],
)
def test_what_pays_in_decline(name: str, power: str | None, content: dict[int, Any], coins: int) -> None:
    own = [active(MIMES, "martyr"), declined(name, power)]
    assert gain(own, {5: hold(0, MIMES), **content}) == 1 + coins


@pytest.mark.rule("UG-DIFF-13")
def test_what_else_works_in_decline() -> None:
    regions = {
        5: hold(0, MIMES), 8: hold(0, MIMES), 0: hold(1, "gnomes", 1, queen=1), 1: hold(1, "gnomes"),
        6: hold(2, "drow", 1, armor=2), 3: hold(3, "liches"), 7: lying(ghost=1), 17: hold(2, "drow", 1, "crypt"),
    }  # fmt: skip
    rest = [seat(declined("drow", "shield")), seat(declined("liches"), coins=0)]
    state = conquering(9, regions, declined("gnomes", "royal"), rest=rest, crypt_master=2)
    # Queen and Ghost protect, Armors defend, Liches are paid.
    assert legal(state, "conquer") == [1, 2, 3, 4, 6, 12, 16]
    assert price(state, 6) == 2 + 1 + 1 + 2
    play(state, "conquer 3")
    assert state.coins.tolist() == [4, 5, 5, 1]
    altar = conquering(0, {5: hold(0, MIMES), 0: hold(0, "ogres", 1, "altar")}, own=[declined("ogres")])
    assert play(altar, "finish").phase == "altar"
    reborn = conquering(0, {5: hold(0, MIMES), 0: hold(0, "ogres")}, own=[declined("ogres", "reborn")], phase="choose")
    assert legal(reborn, "reborn") == [0]


@pytest.mark.rule("UG-DIFF-14")
def test_substitution_takes_from_the_tray_and_then_from_hand_once_a_turn_each() -> None:
    # Sorcery: the tray alone, and once for each opponent.
    regions = {4: held(0, "sorcerers"), 0: held(1, "orcs"), 3: held(1, "orcs"), 5: held(2, "elves")}

    def sorcerers(left: int) -> swenv.State:
        return position(
            3,
            phase="conquest",
            tray={"sorcerers": left},
            seats=[
                seat(active("sorcerers", "hill", hand=3)),
                seat(active("orcs", "swamp")),
                seat(active("elves", "merchant")),
            ],
            regions=regions,
        )

    assert legal(sorcerers(0), "convert") == []
    assert legal(play(sorcerers(5), "convert 0"), "convert") == [5]

    rest = [seat(active("ogres", "martyr"))]
    below = {
        5: hold(0, "mudmen", 1, None, ["orb"]), 0: hold(1, "drow"), 1: hold(1, "drow"), 6: hold(2, "ogres"),
    }  # fmt: skip
    state = conquering(4, below, active("drow", "wise"), name="mudmen", power="vampire", rest=rest, tray={"mudmen": 1})
    assert legal(state, "vampire") == [0, 1, 6]
    play(state, "vampire 0")
    assert (in_hand(state, 0, "mudmen"), tray(state, "mudmen"), legal(state, "vampire")) == (4, 0, [])
    play(state, "use orb")
    assert legal(state, "conquer") == [1, 6]
    play(state, "conquer 6")
    assert (in_hand(state, 0, "mudmen"), legal_words(state, "use")) == (3, set())


@pytest.mark.rule("UG-DIFF-15")
def test_wisps_name_the_target_before_they_roll() -> None:
    berserk = base("ratmen", "berserk", 4, {4: held(0, "ratmen")})
    assert legal(berserk, "roll") == [0]
    play(berserk, "roll")
    assert berserk.phase == "conquest"
    assert len(legal(berserk, "conquer")) > 1
    wisps = conquering(
        2, {8: hold(0, "will_o_wisps"), 16: hold(1, "drow", 2)}, active("drow", "wise"), name="will_o_wisps"
    )
    # Both Crystals next to region 8; they hold none, so nothing else qualifies.
    assert legal(wisps, "roll_for") == [4, 16]
    won = rolled(wisps, "roll_for 16", 3)
    assert (tokens(won, 16), region(won, 16)["race"], in_hand(won, 0, "will_o_wisps")) == (1, "will_o_wisps", 1)
    lost = rolled(wisps, "roll_for 16", 1)
    assert (lost.phase, region(lost, 16)["race"]) == ("deploy", "drow")


@pytest.mark.rule("UG-DIFF-16")
def test_mummies_pay_one_more_and_nobody_in_the_base_game_does() -> None:
    state = conquering(9, {5: hold(0, "mummies")}, name="mummies")
    assert [price(state, number) for number in (0, 2, 6)] == [2 + 1, 1 + 1, 3 + 1]
    for entry in game(2).races:
        plain = base(entry.name, "forest", 3, {4: held(0, entry.name)})
        assert price(plain, 0) <= 2


@pytest.mark.rule("UG-DIFF-17")
def test_coins_move_between_players() -> None:
    liches = conquering(9, {5: hold(0, MIMES), 0: hold(1, "liches")}, declined("liches"))
    assert play(liches, "conquer 0").coins.tolist() == [4, 6]
    regions = {5: hold(0, MIMES, 1, None, ["ring"]), 0: hold(1, "drow")}
    thieves = conquering(0, regions, active("drow", "wise"), power="thieving")
    assert play(thieves, "finish", "ring 5").coins.tolist() == [5 + 1 + 2, 3]


@pytest.mark.rule("UG-DIFF-18")
@pytest.mark.parametrize(
    ("defender", "marker"),
    [
        (active("drow", "royal"), "queen"),
        (active("cultists", "wise", ancient_placed=True), "ancient"),
        (active("drow", "wise"), "ghost"),
        (declined("drow"), "ghost"),
        (active("drow", "wise"), "balrog"),
    ],
)
def test_four_figures_make_a_region_immune(defender: dict[str, Any], marker: str) -> None:
    name = defender["race"]
    there = lying(balrog=1) if marker == "balrog" else hold(1, name, 1, **{marker: 1})
    regions = {5: hold(0, MIMES), 0: there, 1: hold(1, name), 17: hold(1, name, 1, "crypt"), 4: lying("pentacle")}
    assert legal(conquering(9, regions, defender), "conquer") == [1, 2, 6, 7]


@pytest.mark.rule("UG-DIFF-18")
def test_gnomes_are_protected_in_part() -> None:
    regions = {5: hold(0, "ogres", 1, None, ["doormat"]), 0: hold(1, "gnomes"), 17: hold(1, "gnomes")}
    state = conquering(9, regions, active("gnomes", "wise"), name="ogres")
    assert price(state, 0) == 2 + 1
    play(state, "use doormat")
    assert not {0, 17} & set(legal(state, "conquer"))


@pytest.mark.rule("UG-DIFF-19")
@pytest.mark.parametrize(
    ("number", "content", "credit"),
    [
        (9, MONSTERS, 1),
        (0, hold(1, "drow"), 1),
        (0, hold(1, "kraken"), 1),
        (0, hold(0, "ogres"), 1),
        (6, {}, 0),
        (0, lying("keep", ["sword"]), 0),
        (0, {}, 0),
    ],
    ids=["monsters", "active", "declined", "own declined", "mountain", "place and relic", "plain"],
)
def test_non_empty_means_monsters_or_race_tokens(number: int, content: dict[str, Any], credit: int) -> None:
    own = [declined("ogres")] if content.get("race") == "ogres" else []
    others = {"drow": [active("drow", "wise")], "kraken": [declined("kraken")]}.get(content.get("race", ""), [])
    regions = {5: hold(0, "orcs"), 15: hold(0, "orcs"), number: content}
    state = conquering(
        8,
        regions,
        *others,
        name="orcs",
        own=own,
        options={"boxes": BOTH},
        places_stack=["keep"] * ("monsters" in content),
    )
    play(state, f"conquer {number}")
    assert state.to_position()["turn_state"]["nonempty_conquered"] == credit
