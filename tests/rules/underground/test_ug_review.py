"""Odd combinations: entries of one's own, what Stonehedge lent, documents and options refused, what a refusal says."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers
from facts import stand

import swenv
from support import FX9, UX18, active, game, held, play, race, seat

BOTH = {"boxes": ["base", "underground"]}


def own(name: str, document: dict[str, Any], **options: Any) -> swenv.State:
    loaded = swenv.load(name, num_players=2, map=FX9 if name == "smallworld" else UX18, **options)
    return loaded.from_position({"format": "swenv-position/1", "game": name, "phase": "conquest", **document})


@pytest.mark.rule("UG-DIFF-2", "UG-MIX-10")
def test_fifteen_races_and_21_badges_instead_of_14_and_20() -> None:
    farmers = {"name": "farmers", "tokens": 4, "coins": ["farmland"]}
    base, below = swenv.load("smallworld", extra_powers=[farmers]), swenv.load("underground")
    assert [(len(it.races), len(it.powers)) for it in (base, below)] == [(14, 20 + 1), (15, 21)]
    both = swenv.load("underground", extra_powers=[farmers], **BOTH)
    left = set(both.left_out)  # type: ignore[attr-defined]
    names = {entry.name for entry in (*both.races, *both.powers)}
    assert not names & left
    assert len(names | left) == 14 + 20 + 15 + 21 + 1
    assert "farmers" in left  # there is no farmland here


@pytest.mark.rule("SW-COL-9", "UG-SETUP-10")
@pytest.mark.parametrize(
    ("name", "badge", "says"),
    [
        ("smallworld", {"spirit": True}, "option 'races'"),
        ("smallworld", {"surcharge": 1}, "field 'surcharge' is not played in smallworld"),
        *(("underground", {it: True}, it) for it in ("great_ancient", "royal", "volcano", "vengeful", "bag")),
    ],
)
def test_a_badge_that_cannot_be_played_is_refused(name: str, badge: dict[str, Any], says: str) -> None:
    few = {"races": ["orcs", "humans", "wizards", "dwarves", "giants"]} if "spirit" in badge else {}
    with pytest.raises(ValueError, match=says):
        swenv.load(name, num_players=2, extra_powers=[{"name": "second", "tokens": 4, **badge}], **few)


@pytest.mark.rule("UG-DIFF-1", "UG-DIFF-11", "UG-SETUP-11")
@pytest.mark.parametrize(
    ("seats", "board", "more", "says"),
    [
        ("- | -", "9 monsters=1", "", "monsters"),
        ("kraken stone, declined ogres tomb, declined drow muddy | -", "3 ogres; 4 drow", "", "races"),
        ("ogres shield | -", "0 ogres armor*5", "phase markers; this_turn new_armors 8", "new_armors"),
    ],
)
def test_a_position_with_too_much_is_refused(seats: str, board: str, more: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        stand("underground", seats, board, more)


@pytest.mark.rule("SW-TERM-6")
def test_a_race_in_the_spirit_slot_by_its_banner_comes_back_from_its_document() -> None:
    document = {"phase": "choose", "seats": [seat(active("souls", "hill")), seat()], "regions": {"0": held(0, "souls")}}
    state = own("smallworld", document, extra_races=[{"name": "souls", "tokens": 5, "spirit": True}])
    state.apply("decline")
    assert state.game.from_position(state.to_position()) == state


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
    ancient = {"ancient": 1} if "great_ancient" in field else {}
    regions = {"0": {**held(0, "drow"), "place": "stonehedge"}, "3": held(0, "drow", **ancient), "5": held(1, "ogres")}
    seats = [seat(active("drow", "stone", hand=5, **lent)), seat(active("ogres", "muddy", hand=4))]
    document = {"stonehedge": "second", "turn": int(action == "conquer 0"), "seats": seats, "regions": regions}
    state = own("underground", document, extra_powers=[{"name": "second", "tokens": 4, **field}], races=names)
    state.apply(action)
    assert [markers(state, number) for number in (1, 3)] == [left, {}]
    assert race(state, 0, "drow").get("hammers", 0) == 0


def test_large_numbers_of_own_entries_pay_the_same_compiled_or_not() -> None:  # fails with NUMBA_DISABLE_JIT=1
    seats, regions = [seat(active("ratmen", "rich"), coins=0), seat()], {"0": held(0, "ratmen")}
    document = {"seats": seats, "regions": regions, "turn_state": {"nonempty_conquered": 4}}
    state = own("smallworld", document, extra_powers=[{"name": "rich", "tokens": 4, "coins_per_conquest": 40}])
    state.apply("finish")
    assert state.coins[0] == 161


VAMPIRES = ("ogres vampire hand 2 | drow muddy", "0 ogres*2 pentacle sword; 5 ogres; 1 drow")
BERSERK = ("ratmen berserk hand 1 | orcs swamp", "0 ratmen; 1 orcs*5; 4 orcs", "this_turn pending_roll 2")
THREE = ("ogres vampire hand 8 | drow muddy | kraken stone", "0 ogres*2; 1 drow; 5 kraken*2")
MARKERS = ("0 ogres*2; 1 ogres*2 scepter", "phase markers")


@pytest.mark.rule("UG-POWER-ROYAL", "UG-PLACE-PENTACLE", "UG-ED-2", "SW-POWER-BERSERK", "SW-REDEP-5")
@pytest.mark.parametrize(
    ("name", "position", "actions", "false"),
    [
        ("underground", ("ogres royal | -", *MARKERS), "finish", "encampments and heroes"),
        ("underground", ("ogres magic | -", *MARKERS), "bag scepter; finish", "for a conquest"),
        ("underground", VAMPIRES, "use sword; balrog 1", "may not go there"),
        ("underground", VAMPIRES, "finish; balrog 1", "may not go there"),
        ("underground", VAMPIRES, "finish; use sword", "no legal conquest could follow"),
        ("underground", (*THREE, "option vampire_limit=opponent"), "vampire 1; vampire 5", "once a turn"),
        ("smallworld", BERSERK, "conquer 1", "roll, then pay"),
        ("smallworld", ("amazons hill | -", "0 1 2 4 amazons"), "finish; abandon 8", "no region may be given up"),
    ],
)
def test_a_refusal_does_not_say_what_is_not_so(name: str, position: tuple[str, ...], actions: str, false: str) -> None:
    *before, last = actions.split("; ")
    state = play(stand(name, *position), *before)
    with pytest.raises(swenv.IllegalAction) as caught:
        state.apply(last)
    assert false not in str(caught.value)
