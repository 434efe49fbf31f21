"""Odd combinations: entries of one's own, what Stonehedge lent, documents and options refused, what a refusal says."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import refused

import swenv
from support import FX9, UX18, active, declined, game, held, legal, play, position, race, region, seat, underground

BOTH = {"boxes": ["base", "underground"]}


@pytest.mark.rule("UG-DIFF-2")
def test_fifteen_races_and_21_badges_instead_of_14_and_20() -> None:
    below, both = game(2, None, name="underground"), game(2, None, name="underground", **BOTH)
    assert (len(below.races), len(below.powers)) == (15, 21)
    left = set(both.left_out)  # type: ignore[attr-defined]
    names = {entry.name for entry in (*both.races, *both.powers)}
    assert not names & left
    assert len(names | left) == 14 + 20 + 15 + 21


@pytest.mark.rule("SW-COL-9", "UG-SETUP-10")
@pytest.mark.parametrize(
    ("name", "badge", "options", "says"),
    [
        (
            "smallworld", {"spirit": True}, {"races": ["orcs", "humans", "wizards", "dwarves", "giants"]},
            "option 'races'",
        ),
        ("smallworld", {"surcharge": 1}, {}, "field 'surcharge' is not played in smallworld"),
        *(
            ("underground", {field: True}, {}, f"field '{field}'")
            for field in ("great_ancient", "royal", "volcano", "vengeful", "bag")
        ),
    ],
)  # fmt: skip
def test_a_badge_that_cannot_be_played_is_refused(
    name: str, badge: dict[str, Any], options: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        swenv.load(name, num_players=2, extra_powers=[{"name": "second", "tokens": 4, **badge}], **options)


@pytest.mark.rule("UG-DIFF-1", "UG-DIFF-11", "UG-SETUP-11")
@pytest.mark.parametrize(
    ("seats", "regions", "fields", "says"),
    [
        ([seat(), seat()], {9: {"monsters": 1}}, {}, "monsters"),
        (
            [seat(active("kraken", "stone"), declined("ogres", "tomb"), declined("drow", "muddy")), seat()],
            {3: held(0, "ogres"), 4: held(0, "drow")}, {}, "races",
        ),
        (
            [seat(active("ogres", "shield")), seat()], {0: held(0, "ogres", 1, armor=5)},
            {"phase": "markers", "turn_state": {"new_armors": 8}}, "new_armors",
        ),
    ],
)  # fmt: skip
def test_a_position_with_too_much_is_refused(
    seats: list[dict[str, Any]], regions: dict[int, Any], fields: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        underground(seats=seats, regions=regions, **fields)


@pytest.mark.rule("SW-TERM-6")
def test_a_race_in_the_spirit_slot_by_its_banner_comes_back_from_its_document() -> None:
    loaded = swenv.load("smallworld", map=FX9, extra_races=[{"name": "souls", "tokens": 5, "spirit": True}])
    seats, regions = [seat(active("souls", "hill")), seat()], {"0": held(0, "souls", 2)}
    document = {"format": "swenv-position/1", "game": "smallworld", "seats": seats, "regions": regions}
    state = play(loaded.from_position(document), "decline")
    assert loaded.from_position(state.to_position()) == state


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
@pytest.mark.parametrize(
    ("field", "lent", "action", "left"),
    [
        ({"great_ancient": True}, {"ancient_placed": True}, "conquer 0", {}),
        ({"hammers": ["mine"]}, {"hammers": 3}, "conquer 0", {}),
        ({"holes": 2}, {}, "conquer 1", {"hole": 1}),
    ],
    ids=["great ancient", "hammers", "holes"],
)
def test_what_stonehedge_lends_comes_and_leaves_with_it(
    field: dict[str, Any], lent: dict[str, Any], action: str, left: dict[str, int]
) -> None:
    names = [entry.name for entry in game(2, None, name="underground").races if entry.name != "cultists"]
    powers = [{"name": "second", "tokens": 4, **field}]
    loaded = swenv.load("underground", num_players=2, map=UX18, extra_powers=powers, races=names)
    victim = action == "conquer 0"
    regions = {
        "0": {**held(0, "drow"), "place": "stonehedge"},
        "3": held(0, "drow", 1, **({"ancient": 1} if "great_ancient" in field else {})),
        "5": held(1, "ogres", 2),
    }
    seats = [seat(active("drow", "stone", hand=5, **lent)), seat(active("ogres", "muddy", hand=4))]
    document = {"format": "swenv-position/1", "game": "underground", "stonehedge": "second", "phase": "conquest"}
    state = loaded.from_position({**document, "turn": int(victim), "seats": seats, "regions": regions})
    play(state, action)
    assert [region(state, number).get("markers", {}) for number in (1, 3)] == [left, {}]
    assert race(state, 0, "drow").get("hammers", 0) == 0


@pytest.mark.rule("UG-MIX-10")
def test_an_own_entry_that_makes_no_sense_here_is_left_out() -> None:
    farmers = {"name": "farmers", "tokens": 4, "coins": ["farmland"]}
    both = swenv.load("underground", num_players=2, extra_powers=[farmers], **BOTH)
    assert "farmers" in both.left_out  # type: ignore[attr-defined]
    assert "farmers" not in [power.name for power in both.powers]
    assert "farmers" in [power.name for power in swenv.load("smallworld", num_players=2, extra_powers=[farmers]).powers]


def test_large_numbers_of_own_entries_pay_the_same_compiled_or_not() -> None:  # fails with NUMBA_DISABLE_JIT=1
    rich = {"name": "rich", "tokens": 4, "coins_per_conquest": 40}
    document = {
        "format": "swenv-position/1",
        "game": "smallworld",
        "phase": "conquest",
        "regions": {"0": held(0, "ratmen", 2)},
        "seats": [seat(active("ratmen", "rich"), coins=0), seat()],
        "turn_state": {"nonempty_conquered": 4},
    }
    state = swenv.load("smallworld", num_players=2, map=FX9, extra_powers=[rich]).from_position(document)
    play(state, "finish", "deploy_rest 0")
    assert state.coins[0] == 161


@pytest.mark.rule("SW-REDEP-5", "UG-CLAR-20")
def test_a_refusal_names_the_rule_that_forbids() -> None:
    regions = {number: held(0, "amazons") for number in (0, 1, 2, 4)}
    state = position(phase="conquest", seats=[seat(active("amazons", "hill")), seat()], regions=regions)
    play(state, "finish")
    assert legal(state, "abandon") == [0, 1, 2, 4]
    assert refused(state, "abandon 8") == "SW-TERM-7"
    for name, power, verb in (("ogres", "dragon_master", "dragon"), ("sorcerers", "fisher", "convert")):
        seats = [seat(active(name, power, hand=3)), seat(active("drow", "muddy"))]
        lone = {0: {**held(0, name, 2), "relics": ["sword"]}, 1: held(1, "drow", 1)}
        state = underground(options=BOTH, phase="conquest", seats=seats, regions=lone)
        assert refused(play(state, "use sword"), f"{verb} 1") == "UG-CLAR-20"


def said(state: swenv.State, *actions: str) -> str:
    *before, last = actions
    play(state, *before)
    with pytest.raises(swenv.IllegalAction) as caught:
        state.apply(last)
    return str(caught.value)


@pytest.mark.rule("UG-POWER-ROYAL", "UG-PLACE-PENTACLE", "UG-ED-2", "UG-CLAR-20", "SW-POWER-BERSERK")
def test_a_refusal_says_what_is_so() -> None:
    relic = {0: held(0, "ogres", 2), 1: {**held(0, "ogres", 2), "relics": ["scepter"]}}
    royal, magic = (
        underground(phase="markers", seats=[seat(active("ogres", power)), seat()], regions=relic)
        for power in ("royal", "magic")
    )
    assert "encampments and heroes" not in said(royal, "finish")
    assert "for a conquest" not in said(magic, "bag scepter", "finish")
    ogres = [seat(active("ogres", "vampire", hand=2)), seat(active("drow", "muddy"))]
    lone = {0: {**held(0, "ogres", 2), "relics": ["sword"]}, 1: held(1, "drow", 1)}
    state = underground(phase="conquest", seats=ogres, regions=lone)
    assert "no relic but the Doormat" in said(state, "use sword", "vampire 1")
    lone = {0: {**lone[0], "place": "pentacle"}, 5: held(0, "ogres")}
    state = underground(phase="conquest", seats=ogres, regions=lone)
    assert 1 in legal(state, "balrog")
    assert "may not go there" not in said(state.copy(), "use sword", "balrog 1")
    assert "may not go there" not in said(state.copy(), "finish", "balrog 1")
    assert "no legal conquest could follow" not in said(state, "finish", "use sword")
    limit: dict[str, Any] = {"options": {"vampire_limit": "opponent"}, "turn_state": {"vampired": [1]}}
    three = {0: held(0, "ogres", 2), 1: held(1, "drow"), 5: held(2, "kraken", 2)}
    state = underground(3, phase="conquest", seats=[*ogres, seat(active("kraken", "stone"))], regions=three, **limit)
    assert "once a turn" not in said(state, "vampire 5")
    seats = [seat(active("ratmen", "berserk", hand=1)), seat(active("orcs", "swamp"))]
    orcs = {0: held(0, "ratmen"), 1: held(1, "orcs", 5), 4: held(1, "orcs")}
    state = position(phase="conquest", seats=seats, turn_state={"pending_roll": 2}, regions=orcs)
    assert "roll, then pay" not in said(state, "conquer 1")
