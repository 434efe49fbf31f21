"""Positions that no play leads to are refused by field; `test_contract` tests malformed documents."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import roundtrips
import swenv
from support import MURLOC, WX2, active, declined, held, many, play, position, rolled, seat, underground, warcraft
from swenv.smallworld import Power, Race

ORCS = seat(active("orcs", "miners"))
TROLLS = seat(active("trolls", "farmers"))
LAID_OUT = {1: held(0, "orcs", 0), 0: held(0, "orcs", 0)}
BOTH = {0: held(0, "orcs"), 1: held(1, "trolls")}

OGRES = {"seats": [seat(active("ogres", "wise")), seat()], "regions": {0: held(0, "ogres")}}
HILL_ORCS = {"seats": [seat(active("orcs", "hill")), seat()], "regions": {0: held(0, "orcs")}}
MIMES = [seat(active("shadow_mimes", "royal")), seat()]


def of(race: str, power: str = "miners", *more: dict[str, Any]) -> list[dict[str, Any]]:
    """Seat 0 with an active race, seat 1 with Trolls."""
    return [seat(active(race, power), *more), TROLLS]


def turns(phase: str, **remembered: Any) -> list[tuple[str, dict[str, Any]]]:
    """Each of these is strange in what the turn remembers."""
    return [(f"turn_state.{field}", {"phase": phase, "turn_state": {field: it}}) for field, it in remembered.items()]


def phases(*names: str) -> list[tuple[str, dict[str, Any]]]:
    return [("phase", {"phase": name}) for name in names]


def pieces(race: str, *markers: str) -> list[tuple[str, dict[str, Any]]]:
    """Each of these lies strangely with that race."""
    return [(f"regions.0.markers.{it}", {"regions": {0: held(0, race, 1, **{it: 1})}}) for it in markers]


WARCRAFT: list[tuple[str, dict[str, Any]]] = [
    # Artifacts and Places
    ("regions.10.place", {"regions": {**BOTH, 10: {"place": "karazhan"}}}),
    ("regions.10.face_down", {"regions": {**BOTH, 10: {"face_down": "karazhan"}}}),
    ("regions.5.face_down", {"regions": {**BOTH, 5: {"face_down": "heart", "place": "karazhan"}}}),
    ("regions.1.face_down", {"regions": {**BOTH, 1: {**held(1, "trolls"), "face_down": "heart"}}}),
    ("regions.4.face_down", {"regions": {**BOTH, 4: {"face_down": "ashes"}, 5: {"face_down": "heart"}}}),
    ("gone", {"gone": ["karazhan"]}),
    ("phase", {"phase": "well", "turn_state": {"chosen": 5}}),
    ("turn_state.chosen", {"phase": "well", "turn_state": {"chosen": 5}, "regions": {4: {"place": "well"}}}),
    # tokens and pieces of races that are not there
    ("seats[1].harmony", {"seats": [ORCS, {**TROLLS, "harmony": True}]}),
    ("seats[0].harmony", {"seats": [seat(active("pandaren", "miners"), harmony=True)], "regions": {}}),
    ("regions.4.objective", {"regions": {**BOTH, 4: {"objective": 1}}}),
    ("bombs_lost", {"bombs_lost": ["dud"]}),
    *pieces("orcs", "fortress", "wall"),
    ("regions.10.owner", {"regions": {10: held(0, "orcs")}}),
    ("regions.10.owner", {"seats": of("naga", "miners", declined("orcs")), "regions": {10: held(0, "orcs")}}),
    ("regions.0.tokens", {"seats": of("tauren"), "regions": {0: held(0, "tauren")}}),
    ("regions.0.tokens", {"phase": "deploy", "regions": {0: held(0, "orcs", 0), 1: held(0, "orcs", 5)}}),
    ("regions.1.tokens", {"phase": "deploy", "seats": of("orcs", "champions"), "regions": LAID_OUT}),
    ("seats[0].races", {"seats": of("orcs", "miners", declined("naga", hand=1)), "regions": {10: held(0, "naga")}}),
    # the turn
    *phases("recruit", "bombs", "form", "objectives"),
    *turns("conquest", form="human", swaps=1, pushes=1, champion_used=True, effects_used=["discount"], saved=True),
    *turns("conquest", effects_used=["frostmourne"], armed_effects=["air_strike"], pending_roll=2, chosen=4),
    *turns("conquest", taken="aegis", attacked=[0], acting="decline", declining=True),
    ("phase", {"phase": "conquest", "turn_state": {"conquests_over": True}}),
    *turns("choose", rivals=1, picked=True),
    *turns("strike", chosen=60),
]
UNDERGROUND: list[tuple[str, dict[str, Any]]] = [
    *pieces("ogres", "armor", "queen", "ancient", "bag", "lair"),
    ("regions.1.markers.balrog", {"regions": {1: {"monsters": 2, "markers": {"balrog": 1}}}}),
    ("regions.1.monsters", {"regions": {1: {"monsters": 2, "tribe": 1}}}),
    ("regions.10.relics", {"regions": {10: {"relics": ["orb"]}}}),
    ("crypt_master", {"crypt_master": 1}),
    ("phase", {"phase": "altar", "regions": {0: {**held(0, "ogres"), "place": "altar"}}}),
    ("crypt_master", {"regions": {0: {**held(0, "ogres"), "place": "crypt"}}, "crypt_master": 1}),
    ("seats[1].vengeance", {"seats": [seat(active("ogres", "wise")), seat(vengeance=True)]}),
    ("seats[0].races", {"seats": [seat(active("ogres", "wise", hammers=1)), seat()]}),
    *phases("volcano", "ancient"),
    *turns("conquest", hammers_left=1, vampired=[1], used=["orb"], bag="orb", bag_armed=True, acting="spirit"),
    *turns("markers", new_armors=1),
    *turns("deploy", armed=["orb"]),
    *turns("choose", ghost_moved=True),
    # who was just picked has done nothing yet
    ("phase", {"phase": "swap", "seats": MIMES, "regions": {0: held(0, "shadow_mimes")}}),
    *((field, {**each, "seats": MIMES, "regions": {}}) for field, each in turns("swap", nonempty_conquered=2)),
]
SPIRITS = declined("ratmen", "spirit")
SMALLWORLD: list[tuple[str, dict[str, Any]]] = [
    ("regions.1.monsters", {"regions": {1: {"monsters": 2}}}),
    ("regions.1.markers.ghost", {"regions": {1: {"markers": {"ghost": 1}}}}),
    *pieces("orcs", "lair", "fortress"),
    *phases("stout", "peace", "reborn"),
    *turns("conquest", dragon_used=True, converted=[1], fortress_placed=True, pending_roll=2),
    ("seats[0].races", {"phase": "conquest", "seats": [seat(active("orcs", "hill", hand=3, reserve=1))]}),
    ("seats[0].races", {"phase": "choose", "seats": [seat(active("orcs", "hill", hand=2))]}),
    *turns("choose", nonempty_conquered=1),
    ("seats[0].races", {"phase": "deploy", "seats": [seat(active("orcs", "hill", hand=2, reserve=1))]}),
    ("seats[0].races[1].status", {"seats": [seat(SPIRITS, declined("giants", "spirit")), seat()]}),
    ("seats[1].races[0].power", {"seats": [seat(SPIRITS), seat(declined("giants", "spirit"))]}),
]
STRANGE = [
    *((warcraft, field, {"seats": [ORCS, TROLLS], "regions": BOTH, **fields}) for field, fields in WARCRAFT),
    *((underground, field, {**OGRES, **fields}) for field, fields in UNDERGROUND),
    *((position, field, {**HILL_ORCS, **fields}) for field, fields in SMALLWORLD),
]
"""Positions that no play leads to, and the field that is strange."""


@pytest.mark.slow
@pytest.mark.parametrize(("make", "field", "fields"), STRANGE)
def test_what_no_play_leads_to_is_refused_by_field_or_a_problem_of_a_position_that_plays_on(
    make: Callable[..., swenv.State], field: str, fields: dict[str, Any]
) -> None:
    assert roundtrips.objection(lambda: make(**fields)) == field


def test_an_armed_artifact_is_held_by_who_uses_it() -> None:
    theirs = {0: held(0, "orcs"), 1: {**held(1, "trolls"), "artifacts": ["ashes"]}}
    with pytest.raises(ValueError, match=r"'turn_state\.armed_effects'.*WW-ART-4"):
        warcraft(phase="conquest", seats=of("orcs"), regions=theirs, turn_state={"armed_effects": ["ashes"]})


def test_a_face_down_marker_lies_under_murlocs_and_races_in_decline() -> None:
    for there in (MURLOC, held(1, "naga")):  # a Portal swap brings them there
        regions = {**BOTH, 5: {**there, "face_down": "heart"}}
        state = warcraft(seats=[ORCS, seat(active("trolls", "farmers"), declined("naga"))], regions=regions)
        assert state.to_position()["regions"]["5"]["face_down"] == "heart"


def test_what_a_badge_brought_stays_when_it_is_discarded() -> None:
    own = Power(name="builders", tokens=4, fort_on_conquest=True, seafaring=True)
    fields: dict[str, Any] = {"seats": of("trolls", "miners", declined("orcs"))[:1]}
    regions = {10: held(0, "orcs", 1, fortress=1)}
    state = warcraft(options={"extra_powers": (own,)}, regions=regions, **fields)
    assert state.to_position()["regions"]["10"]["markers"] == {"fortress": 1}
    assert "fortress" in warcraft(regions=regions, **fields).problems()[0]


def test_a_race_that_was_seafaring_stays_in_the_river_in_decline() -> None:
    seats = [seat(active("ogres", "wise"), declined("orcs")), seat(active("drow", "stone"))]
    options = {"boxes": ("base", "underground")}
    assert underground(options=options, seats=seats, regions={2: held(0, "orcs")}, round=4).problems() == []


def test_the_great_ancient_on_the_map_has_been_placed() -> None:
    state = underground(seats=[seat(active("cultists", "wise"))], regions={0: held(0, "cultists", 1, ancient=1)})
    assert state.to_position()["seats"][0]["races"][0]["ancient_placed"] is True


def test_a_race_that_is_spirit_by_itself_is_read_back_into_its_slot() -> None:
    own = Race(name="ghosts", tokens=5, spirit=True)
    races = seat(active("orcs", "hill"), declined("ghosts"), declined("elves"))
    regions = {0: held(0, "ghosts"), 1: held(0, "elves"), 2: held(0, "orcs")}
    assert roundtrips.complaint(position(options={"extra_races": (own,)}, seats=[races], regions=regions)) == ""


BULLS = Race(name="bulls", tokens=4, pairs=True, air_strike=True)


@pytest.mark.rule("WW-RACE-GNOMES", "WW-POWER-BEASTMASTERS")
@pytest.mark.parametrize(("own", "hand", "tokens"), [("gnomes", 0, 1), ("bulls", 1, 2)])
def test_an_air_strike_by_a_beast_from_hand_is_read_back(own: str, hand: int, tokens: int) -> None:
    state = warcraft(
        boards=("L1a", "S1a"),
        options={"extra_races": (BULLS,)},
        phase="conquest",
        seats=[seat(active(own, "beastmasters", hand=hand, beasts=1)), TROLLS],
        regions={10: held(0, own, tokens), 9: held(1, "trolls", 4)},
    )
    state = rolled(play(state, "arm air_strike"), "roll_for 9", 3)
    assert state.phase == "strike" and roundtrips.complaint(state) == ""
    document = state.to_position()
    document["seats"][0]["races"][0] |= {"hand": 0, "beasts": 0}
    with pytest.raises(ValueError, match=r"'turn_state\.chosen': no air strike"):
        state.game.from_position(document)


@pytest.mark.parametrize("make", [position, underground, warcraft])
def test_crowds_of_tokens_are_no_losses_to_come(make: Callable[..., swenv.State]) -> None:
    crowds = tuple(Race(name=f"crowd_{k}", tokens=40) for k in range(5))
    seats = [seat(active(each.name)) for each in crowds]
    regions = {k: held(k, f"crowd_{k}", 40) for k in range(1, 5)}
    state = make(5, None, options={"extra_races": crowds}, seats=seats, regions=regions, phase="conquest")
    assert roundtrips.complaint(state) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", swenv.games())
def test_every_position_of_random_games_is_read_back(name: str) -> None:
    step = roundtrips.PER_TABLE + 1  # another table each time
    numbers = range(0, many(4) * step, step)
    assert [*roundtrips.findings(name, seed=1, numbers=numbers)] == []


def test_boards_are_named_in_the_order_of_their_regions() -> None:
    loaded = swenv.load("warcraft", num_players=2, boards=["S1a", "L1a"])
    document = loaded.new_state(seed=1).to_position()
    assert document["boards"] == ["L1a", "S1a"]
    for where in (loaded, swenv.load("warcraft", num_players=2)):
        assert where.from_position(document).to_position() == document
        with pytest.raises(ValueError, match=r"'boards'.*\['L1a', 'S1a'\]"):
            where.from_position({**document, "boards": ["S1a", "L1a"]})


def test_regions_need_the_boards_of_a_game_with_several_tables() -> None:
    loaded, blank = swenv.load("warcraft", num_players=2), {"format": "swenv-position/1", "game": "warcraft"}
    tables = {tuple(loaded.from_position({**blank, "seed": seed}).to_position()["boards"]) for seed in range(8)}
    assert len(tables) > 1
    for more in ({"regions": {"4": MURLOC}}, {"gone": ["well"]}):
        with pytest.raises(ValueError, match="'boards': is needed"):
            loaded.from_position({**blank, **more})
    assert warcraft(regions={4: MURLOC}).phase == "pick"


def test_two_faces_with_one_name_cannot_be_on_one_table_and_their_keys_are_checked() -> None:
    own = {**json.loads(Path(WX2[1]).read_text(encoding="utf-8")), "name": "L1a"}
    with pytest.raises(ValueError, match=r"'boards'.*two faces are called L1a"):
        swenv.load("warcraft", num_players=2, boards=["L1a", own])
    swenv.load("warcraft", num_players=2, boards=["L2a", own])
    with pytest.raises(ValueError, match="outlines"):
        swenv.load("warcraft", num_players=2, boards=["L2a", {**own, "outlines": [[0, 0], [1, 0], [1, 1]]}])
