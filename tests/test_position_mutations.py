"""Changed positions and replays are refused with the name of a field, or play on to an end; `mutations` makes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mutations
import swenv
from mutations import KINDS
from support import UX18, active, declined, held, many, position, seat, underground, warcraft
from swenv.core import replay

QUICK = ("smallworld-2", "mixed-underground-4", "own-mixed-2", "warcraft-3", "small-box-2")
ISLANDS = [key for key in KINDS if key.startswith("islands")]
OTHERS = [key for key in KINDS if key not in ISLANDS]


@pytest.mark.parametrize("key", QUICK)
def test_a_changed_position_is_refused_by_field_or_plays_on(key: str) -> None:
    assert mutations.findings(key, seed=1, numbers=range(12)) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", OTHERS)
def test_many_changed_positions_are_refused_by_field_or_play_on(key: str) -> None:
    assert mutations.findings(key, seed=2, numbers=range(many(30))) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", OTHERS)
def test_each_position_on_the_way_from_a_changed_one_is_read_back(key: str) -> None:
    assert mutations.findings(key, seed=3, numbers=range(many(2)), every=1) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", ISLANDS)
def test_many_changed_positions_of_small_islands_are_refused_by_field_or_play_on(key: str) -> None:
    assert mutations.findings(key, seed=2, numbers=range(many(10))) == []


@pytest.mark.parametrize("key", ["smallworld-3", "own-warcraft-2", "islands-advanced-2"])
def test_a_changed_replay_is_refused_by_line_or_plays_back(key: str) -> None:
    tried = [(number, mutations.try_replay(key, 1, number)) for number in range(10)]
    assert [(number, found.what) for number, found in tried if found.kind == "finding"] == []


@pytest.mark.slow
@pytest.mark.parametrize("key", KINDS)
def test_many_changed_replays_are_refused_by_line_or_play_back(key: str) -> None:
    tried = [(number, mutations.try_replay(key, 2, number)) for number in range(many(5))]
    assert [(number, found.what) for number, found in tried if found.kind == "finding"] == []


# What the changes have found


def refused(field: str, game: swenv.Game, document: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as error:
        game.from_position(document)
    assert str(error.value).startswith("position, ") and f"field '{field}'" in str(error.value)


@pytest.mark.rule("SW-COL-9")
def test_a_column_that_could_run_empty_is_refused() -> None:
    orcs = {"race": "orcs", "power": "hill"}
    fields = {"race_stack": [], "power_stack": []}
    with pytest.raises(ValueError, match=r"'race_stack': 1 races in all, every pick needs 5 \(SW-COL-9\)"):
        position(column=[orcs], **fields)
    races = ["elves", "trolls", "giants", "humans"]
    with pytest.raises(ValueError, match=r"'power_stack': 2 powers in all, every pick needs 3"):
        position(column=[orcs], discarded_powers=["spirit"], race_stack=races, power_stack=[])
    names = {"race_stack": races, "power_stack": ["swamp", "stout", "forest"]}
    assert position(column=[orcs], **names).legal_actions().size  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("turn", {"turn": 1.0}),
        ("seed", {"seed": 7.0}),
        ("seats[0].coins", {"seats": [seat(coins=5.0)]}),
        ("owner", {"seats": [seat(active("orcs", "miners"))], "regions": {0: held(0.0, "orcs")}}),  # type: ignore[arg-type]
        ("turn_state.bombs_due[0]", {"turn_state": {"bombs_due": [1.0]}}),
        ("turn_state.pushes", {"turn_state": {"pushes": True}}),
    ],
)
def test_a_number_with_a_decimal_point_is_refused(field: str, fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be integer") as error:
        warcraft(**fields)
    assert f"field '{field}'" in str(error.value)


@pytest.mark.parametrize("value", [1.0, 2.0, True])
def test_an_enumerated_number_must_be_whole_too(value: Any) -> None:
    with pytest.raises(ValueError, match="region 1, field 'monsters'"):
        underground(regions={1: {"monsters": value}})
    islands = swenv.load("islands", num_players=2)
    refused("first", islands, {"format": "swenv-position/1", "game": "islands", "first": value})


@pytest.mark.parametrize("key", ["\u00b2", "\u0663", "9" * 5000, "01", "-1", "", 7, None])
def test_a_key_that_is_not_a_region_is_named(key: Any) -> None:
    with pytest.raises(ValueError, match="position, field 'regions") as error:
        position_of({key: {"tribe": 1}})
    assert len(str(error.value)) < 200


def position_of(regions: dict[Any, Any]) -> swenv.State:
    game = swenv.load("smallworld", num_players=2)
    return game.from_position({"format": "swenv-position/1", "game": "smallworld", "regions": regions})


@pytest.mark.parametrize("field", ["seats", "regions", "turn_state", "seed", "race_stack", "column"])
def test_a_very_deeply_nested_document_is_refused(field: str) -> None:
    deep: Any = "orcs"
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, [deep, deep], {"0": deep}):
        with pytest.raises(ValueError, match=r"^position, "):
            swenv.load("smallworld", num_players=2).from_position(
                {"format": "swenv-position/1", "game": "smallworld", field: value}
            )


def test_a_very_deeply_nested_file_is_refused(tmp_path: Path) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    for option in ("map", "extra_races", "extra_powers"):
        with pytest.raises(ValueError, match=r"deep\.json: not JSON"):
            swenv.load("smallworld", num_players=2, **{option: str(deep)})


@pytest.mark.parametrize("name", ["num_players", "seed"])
def test_the_numbers_of_a_replay_are_whole(name: str) -> None:
    header, *moves = swenv.Recorder(swenv.load("smallworld"), seed=2).replay.text().splitlines()
    line = json.loads(header)
    with pytest.raises(ValueError, match=f"^replay, line 1, field '{name}': must be integer"):
        replay.parse("\n".join([json.dumps({**line, name: float(line[name])}), *moves]))


OGRES = {"seats": [seat(active("ogres", "wise")), seat(active("drow", "muddy"))], "regions": {0: held(0, "ogres")}}


@pytest.mark.rule("UG-SETUP-24")
@pytest.mark.parametrize("lies", [{"monsters": 2}, {"place": "stonehedge"}])
def test_nothing_is_found_in_the_river(lies: dict[str, Any]) -> None:
    """A race leaves the River at the end of its turn, and would leave a Place there to nobody."""
    with pytest.raises(ValueError, match=rf"'regions\.7\.{next(iter(lies))}'"):
        underground(regions={7: lies})


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "SW-COL-6")
def test_a_column_that_is_short_although_the_stacks_are_full_again_stays_so_until_a_pick() -> None:
    seats = [seat(active("drow", "stone")), seat(active("ogres", "wise"))]
    document = underground(phase="ready", seats=seats, regions={0: held(0, "drow"), 5: held(1, "ogres")}).to_position()
    document["column"] = document["column"][:1]
    state = swenv.load("underground", num_players=2, map=UX18).from_position(document)
    assert state.to_position()["column"] == document["column"]


@pytest.mark.rule("UG-SETUP-24")
def test_a_place_does_not_lie_with_monsters() -> None:
    with pytest.raises(ValueError, match=r"'regions\.1\.place'"):
        underground(**{**OGRES, "regions": {1: {"monsters": 2, "place": "mine"}}})


@pytest.mark.rule("SW-REDEP-5")
@pytest.mark.parametrize("phase", ["deploy", "conquest"])
def test_a_reserve_is_a_part_of_the_hand_of_an_active_race(phase: str) -> None:
    regions = {0: held(0, "orcs"), 1: held(1, "amazons")}
    theirs = seat(active("amazons", "hill", hand=0, reserve=5))
    with pytest.raises(ValueError, match=r"'seats\[1\]\.races'.*no part of their hand"):
        position(phase=phase, seats=[seat(active("orcs", "swamp", hand=1)), theirs], regions=regions)
    declined_ones = seat(active("elves", "hill"), declined("amazons", reserve=1))
    with pytest.raises(ValueError, match=r"'seats\[1\]\.races'.*no part of their hand"):
        position(phase=phase, seats=[seat(active("orcs", "swamp", hand=1)), declined_ones], regions=regions)


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_no_bomb_is_left_when_a_turn_of_goblins_has_begun() -> None:
    regions = {0: held(0, "goblins"), 1: {**held(1, "trolls"), "bomb": "dud"}, 4: {**held(1, "trolls"), "bomb": "dud"}}
    fields = {"seats": [seat(active("goblins", "miners")), seat(active("trolls", "farmers"))], "regions": regions}
    with pytest.raises(ValueError, match=r"'regions\.1\.bomb'.*WW-RACE-GOBLINS"):
        warcraft(phase="choose", **fields)
    with pytest.raises(ValueError, match=r"'regions\.4\.bomb'.*WW-RACE-GOBLINS"):
        warcraft(phase="reveal", turn_state={"bombs_due": [1]}, **fields)


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_a_bomb_in_a_region_that_goblins_took_is_read_back_and_gone_in_their_next_turn() -> None:
    seats = [seat(active("goblins", "miners", hand=5)), seat(active("trolls", "farmers"))]
    regions = {0: held(0, "goblins"), 1: {**held(1, "trolls"), "bomb": "live"}, 12: held(1, "trolls", 3)}
    state = warcraft(phase="conquest", seats=seats, regions=regions)
    state.apply("conquer 1")
    assert state.game.from_position(state.to_position()) == state
    while state.round == 1:
        state.apply(int(state.legal_actions()[-1]))
    assert not any("bomb" in place for place in state.to_position()["regions"].values())


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-RACE-GNOMES")
def test_an_unfinished_push_or_strike_needs_its_region() -> None:
    theirs, mine = seat(active("trolls", "farmers", hand=2)), held(0, "orcs", 2)
    regions = {0: mine, 1: held(1, "trolls"), 4: held(1, "trolls", 2)}
    for chosen in (0, 2):
        with pytest.raises(ValueError, match=r"'turn_state\.chosen'"):
            warcraft(
                phase="push",
                seats=[seat(active("orcs", "strongmen")), theirs],
                regions=regions,
                turn_state={"chosen": chosen, "pushes": 1},
            )
    armed = {"armed_effects": ["air_strike"], "pending_roll": 1}
    for chosen, hand in ((0, 3), (10, 3), (1, 0)):
        gnomes = [seat(active("gnomes", "miners", hand=hand)), theirs]
        with pytest.raises(ValueError, match=r"'turn_state\.chosen'"):
            there = {**regions, 0: held(0, "gnomes", 2)}
            warcraft(phase="strike", seats=gnomes, regions=there, turn_state={"chosen": chosen, **armed})


def test_purses_and_counters_cannot_overflow() -> None:
    orcs = [seat(active("orcs", "hill"), coins=10_201), seat(active("trolls", "swamp"))]
    regions = {0: held(0, "orcs"), 1: held(1, "trolls")}
    with pytest.raises(ValueError, match=r"'seats\[0\]\.coins'"):
        position(seats=orcs, regions=regions)
    orcs[0]["coins"] = 10_200
    state = position(seats=orcs, regions=regions)
    while not state.is_over:
        state.apply(int(state.legal_actions()[0]))
    assert state.game.from_position(state.to_position()) == state
    with pytest.raises(ValueError, match=r"'turn_state\.nonempty_conquered'"):
        position(seats=orcs, regions=regions, phase="conquest", turn_state={"nonempty_conquered": 127})
