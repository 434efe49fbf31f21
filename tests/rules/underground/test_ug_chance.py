"""What chance decides in Underground, and what options change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from chapters import verbs
from ug_play import POWERS, RACES, column
from underground_chapters import hold

import swenv
from support import FX9, MONSTERS, TRIBE, UX18, active, declined, held, legal, play, race, region, seat, underground

SWITCHES = {
    "flames_entry": ("edge", "volcano"),
    "vampire_limit": ("turn", "opponent"),
    "scepter_void": ("mine_terrain_and_place", "place"),
    "diamond_scope": ("player", "race"),
    "stonehedge_decline_powers": ("any_holder", "declined_holder"),
}


@pytest.mark.rule("UG-ED-1", "UG-ED-2", "UG-ED-3", "UG-ED-4", "UG-ED-5")
@pytest.mark.parametrize("option", sorted(SWITCHES))
def test_the_default_of_a_switch_is_the_first_value_and_no_third_is_known(option: str) -> None:
    default, other = SWITCHES[option]
    assert swenv.load("underground", map=UX18).options[option] == default
    assert swenv.load("underground", map=UX18, **{option: other}).options[option] == other
    with pytest.raises(ValueError, match=option):
        swenv.load("underground", map=UX18, **{option: "neither"})


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-30")
@pytest.mark.parametrize("discarded", [False, True])
def test_stonehedge_draws_at_random_below_the_column_or_from_the_discards(discarded: bool) -> None:
    rows, badges = POWERS[:6], ["mining", "stone", "muddy", "mystic"]
    drawn = set()
    for seed in range(30):
        state = underground(
            phase="conquest",
            seats=[seat(active("ogres", "wise", hand=9)), seat()],
            regions={6: held(0, "ogres"), 9: MONSTERS},
            places_stack=["stonehedge"],
            power_stack=rows if discarded else [*rows, *badges],
            discarded_powers=badges if discarded else [],
            seed=seed,
        )
        document = play(state, "conquer 9").to_position()
        assert sorted([document["stonehedge"], *document["power_stack"]]) == sorted(badges)
        assert document["discarded_powers"] == []
        drawn.add(document["stonehedge"])
    assert len(drawn) > 2


@pytest.mark.rule("UG-SCORE-2")
def test_a_power_of_ones_own_that_stonehedge_lends_counts_like_a_badge() -> None:
    smiths = {"name": "smiths", "tokens": 4, "hammers": ["mine"], "roll_first": ["magic"]}
    state = underground(
        map=json.loads(Path(UX18).read_text(encoding="utf-8")),
        options={"extra_powers": [smiths]},
        phase="conquest",
        seats=[seat(active("ogres", "wise", hand=2)), seat()],
        regions={3: hold(0, "ogres", place="stonehedge")},
        stonehedge="smiths",
    )
    assert legal(state, "roll_for") == [4]
    play(state, "finish", "deploy_rest 3")
    assert race(state, 0, "ogres")["hammers"] == 1


@pytest.mark.rule("UG-CLAR-15")
def test_with_nine_races_in_play_six_rows_are_offered_and_the_mimes_see_five() -> None:
    names = [name for name in RACES if name != "shadow_mimes"]
    state = underground(
        5,
        phase="pick",
        seats=[seat(declined(names[0]))]
        + [seat(active(names[k], POWERS[k], hand=3), declined(names[4 + k])) for k in range(1, 5)],
        regions={**{k: held(k, names[4 + k]) for k in range(1, 5)}, 5: held(0, names[0])},
        column=[{"race": "shadow_mimes", "power": "tomb"}],
    )
    assert (len(column(state)), state.to_position()["race_stack"], len(legal(state, "pick"))) == (6, [], 6)
    play(state, "pick 0")
    assert (state.phase, len(column(state)), legal(state, "swap")) == ("swap", 5, [0, 1, 2, 3, 4])
    assert len(column(play(state, "finish"))) == 5


@pytest.mark.rule("UG-ACT-29", "UG-MIX-11", "UG-EX-51")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_chance_picks_the_monster_regions_of_a_base_board(num_players: int) -> None:
    loaded = swenv.load("smallworld", boxes=("base", "underground"), places=True, num_players=num_players)
    tribes = {place.id for place in loaded.board.regions if place.tribe}
    seen = set()
    for seed in range(12):
        state = loaded.new_state(seed)
        assert (state.phase, state.to_act, verbs(state)) == ("pick", 0, {"pick"})
        document = state.to_position()
        entries = {int(number): content for number, content in document["regions"].items()}
        monsters = {number for number, content in entries.items() if content.get("monsters")}
        assert {entries[number]["monsters"] for number in monsters} == {2}
        assert len(monsters) == len(document["places_stack"]) == num_players + 1
        assert not any(other in loaded.board.regions[number].neighbors for number in monsters for other in monsters)
        assert monsters <= tribes
        assert {number for number, content in entries.items() if content.get("tribe")} == tribes - monsters
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
