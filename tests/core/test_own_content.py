"""Custom races, powers and boards: declared as data, played without touching a kernel."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import swenv
from randomplay import BOTH, sample, walk
from support import FX9, active, declined, held, legal, play, position, region, seat
from swenv.core import schemas
from swenv.smallworld import Race, rules
from swenv.smallworld.content.entries import PLACE_NAMES
from swenv.smallworld.rules.record import Trait

FROGS = Race(name="frogs", tokens=6, coins=("swamp",), discount=("coast",), lairs=True)
PIRATES = {"name": "pirates", "tokens": 4, "seafaring": True, "coins": ["water"], "coins_per_conquest": 1}


def load(**options: Any) -> swenv.Game:
    return swenv.load("smallworld", num_players=2, map=FX9, **options)


def test_a_custom_race_pays_conquers_and_defends_as_declared() -> None:
    seats = [seat(active("frogs", "hill", hand=3)), seat()]
    options = {"extra_races": (FROGS,)}
    state = position(regions={4: held(0, "frogs", 1)}, seats=seats, phase="conquest", options=options)
    play(state, "conquer 5")  # a swamp on the shore of the lake: 2 - 1
    assert region(state, 5)["tokens"] == 1 and region(state, 5)["markers"] == {"lair": 1}
    before = int(state.coins[0])
    play(state, "finish", "deploy_rest 5")
    assert state.coins[0] - before == 3  # two regions, one of them a swamp


def test_a_custom_power_from_json_sails_and_plunders(tmp_path: Path) -> None:
    path = tmp_path / "pirates.json"
    path.write_text(json.dumps(PIRATES), encoding="utf-8")
    seats = [seat(active("ratmen", "pirates", hand=6)), seat(declined("trolls"))]
    regions, options = {5: held(0, "ratmen", 1), 8: held(1, "trolls", 1)}, {"extra_powers": (str(path),)}
    state = position(regions=regions, seats=seats, phase="conquest", options=options)
    play(state, "conquer 6", "conquer 8")  # the lake for 2, a token in decline for 3
    before = int(state.coins[0])
    play(state, "finish", "deploy_rest 5")
    assert state.coins[0] - before == 5  # three regions, one of them water, one non-empty conquest


def test_two_races_of_one_seat_that_act_in_decline_act_one_after_the_other() -> None:
    ghosts = Race(name="ghosts", tokens=5, acts_in_decline=True)
    seats = [seat(active("orcs", "hill", hand=2), declined("ghosts"), declined("ghouls", "spirit")), seat()]
    regions = {0: held(0, "ghosts", 3), 8: held(0, "ghouls", 3)}
    state = position(regions=regions, seats=seats, options={"extra_races": (ghosts,)})
    assert legal(state, "abandon") == [0]
    play(state, "finish", "deploy_rest 0")
    assert state.phase == "ghoul_ready" and legal(state, "abandon") == [8]
    assert play(state, "finish", "deploy_rest 8").phase == "ready"


def random_play(game: swenv.Game, seed: int) -> Iterator[swenv.State]:
    """The states of a random game, each of which can be written and read."""
    for state, _ in walk(game, seed):
        assert game.from_position(state.to_position()) == state
        yield state


@pytest.mark.slow
@pytest.mark.parametrize("num_players", [2, 5])
def test_tokens_of_a_custom_race_are_neither_made_nor_lost(num_players: int) -> None:
    game = swenv.load("smallworld", num_players=num_players, extra_races=[FROGS], extra_powers=[PIRATES], rounds=5)
    for state in (each for seed in range(2) for each in random_play(game, seed)):
        document = state.to_position()
        found = Counter(document["tray"])
        for place in document["regions"].values():
            found.update({place["race"]: place["tokens"]} if "race" in place else {})
        found.update({race["race"]: race["hand"] for entry in document["seats"] for race in entry["races"]})
        assert found == {race.name: race.tray for race in game.races}


def race(**fields: Any) -> dict[str, Any]:
    return {"extra_races": [{"name": "frogs", "tokens": 6, **fields}]}


def power(field: str) -> dict[str, Any]:
    return {"extra_powers": [{"name": "spies", "tokens": 4, field: True}]}


@pytest.mark.parametrize(
    ("name", "options", "complaint"),
    [
        ("smallworld", {"extra_races": [{"name": "frogs"}]}, "race 'frogs': field 'tokens' is missing"),
        ("smallworld", race(discuont=["mine"]), "race 'frogs': no field 'discuont', did you mean 'discount'?"),
        (
            "smallworld",
            {"extra_races": [{"tokens": 6, "needs": 1}]},
            "race: no field 'needs'. Known: about, acts_in_decline",
        ),
        ("smallworld", race(coins=["desert"]), "field 'coins' must be a list of farmland"),
        ("smallworld", race(lairs=1), "field 'lairs' must be true or false"),
        ("smallworld", race(name="Frogs!"), "field 'name' must be lower-case"),
        ("smallworld", race(rule="SW-A" * 26), "field 'rule' must have at most 100 characters, not 104"),
        ("smallworld", race(tray=4), "field 'tray' is 4, fewer than its tokens"),
        ("smallworld", {"extra_races": ["nowhere.json"]}, "no race file 'nowhere.json'"),
        ("smallworld", {"extra_races": [7]}, "a race is a Race, a mapping or the path of a JSON file"),
        ("smallworld", {"extra_races": [{}] * 64}, "option 'extra_races': 64 are given, but the tables hold only 63"),
        ("smallworld", power("tomb"), "power 'spies': field 'tomb' is not played in smallworld"),
        ("warcraft", power("flies"), "power 'spies': field 'flies' is not played in warcraft"),
        ("warcraft", power("harmony"), "the box has these pieces once, but pandaren and spies have them"),
        ("smallworld", {"extra_races": [FROGS, {**PIRATES, "name": "frogs"}]}, "the box has a race"),
        (
            "smallworld",
            {**race(), "extra_powers": [{"name": "frogs", "tokens": 5}]},
            "the box has a race",
        ),
        (
            "smallworld",
            {"extra_powers": [{"name": "keep", "tokens": 5}], "places": True},
            "the box has a place",
        ),
        ("smallworld", {**race(name="gnomes"), "boxes": BOTH}, "the box has a race"),
        ("smallworld", {**race(name="flames"), "boxes": BOTH}, "the box has a race"),  # left out
    ],
)
def test_an_invalid_race_or_power_is_refused_by_field(name: str, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        swenv.load(name, num_players=2, **options)


def test_a_name_from_a_box_that_is_not_in_play_is_free() -> None:
    assert load(extra_races=[{"name": "gnomes", "tokens": 6}, {"name": "keep", "tokens": 6}]).races[-1].name == "keep"


def words(value: Any) -> set[str]:
    """All keys and texts in plain JSON that could be names."""
    if isinstance(value, str):
        return {value} if re.fullmatch("[a-z0-9_]+", value) else set()
    entries = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return {word for entry in entries for word in words(entry)}


def all_words() -> set[str]:
    """What positions say, and the names of everything in all boxes."""
    games = [swenv.load("underground", num_players=2, boxes=BOTH), swenv.load("warcraft", num_players=2)]
    played = [state.to_position() for game in games for state in sample(game, games=1, per_game=9)]
    return {*PLACE_NAMES, *words([schemas.schema("position"), played, *([*game.entries()] for game in games)])}


SOME_GAMES = ["warcraft", *(pytest.param(name, marks=pytest.mark.slow) for name in ("smallworld", "underground"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_race_or_power_may_have_every_other_word_of_positions_as_its_name(name: str) -> None:
    taken = swenv.load(name, num_players=2).entries()
    free = sorted(all_words() - {*taken})
    for at in range(0, len(free), 40):
        some, more = (2 * free)[at : at + 40], (2 * free)[at + 40 : at + 80]
        options = {"extra_races": some, "extra_powers": more}
        entries = {key: [{"name": each, "tokens": 5} for each in names] for key, names in options.items()}
        game = swenv.load(name, num_players=2, **entries, races=some, powers=more)
        for state in sample(game, games=1, per_game=6, seed=at):
            assert game.from_position(json.loads(json.dumps(state.to_position()))) == state


@pytest.mark.parametrize("name", SOME_GAMES)
def test_no_race_or_power_may_have_a_name_that_the_game_uses(name: str) -> None:
    for word, entry in swenv.load(name, num_players=2).entries().items():
        for option in ("extra_races", "extra_powers"):
            with pytest.raises(ValueError, match=f"{word!r}: field 'name': the box has an? {entry.kind} of this name"):
                swenv.load(name, num_players=2, **{option: [{"name": word, "tokens": 5}]})


def test_every_trait_is_a_field_of_its_name() -> None:
    declared = [each.name.upper() for each in fields(Race) if each.metadata["trait"]]
    assert sorted(declared) == sorted(trait.name for trait in Trait)


def test_every_field_is_explained_and_names_chapters_that_exist() -> None:
    chapters = {file.stem for file in Path(rules.__path__[0]).rglob("*.py")}
    said = f"{Race.__doc__}\n{Race.__mro__[1].__doc__}"
    for each in fields(Race):
        assert {*filter(None, each.metadata["read_by"].split(", "))} <= chapters, each.name
        assert f"    {each.name}: {each.metadata['meaning']}" in said


def fx9() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(Path(FX9).read_text(encoding="utf-8"))
    return document


@pytest.mark.parametrize(
    ("number", "field", "value", "complaint"),
    [
        (4, "terrain", "desert", "region 4, field 'terrain'"),
        (4, "neighbors", [0, 3], "field 'neighbors': names 4, but region 4 does not name 5"),
        (4, "neighbors", [0, 3, 5, 60], "region 4, field 'neighbors': there is no region 60"),
        (4, "id", 7, "region 4, field 'id': is 7"),
        (4, "neighbors", [0.0, 3, 5], "region 4, field 'neighbors[0]': must be integer"),
        (4, "label", [1, float("nan")], "region 4, field 'label': numbers are from -1000000 to 1000000, not nan"),
        (4, "polygon", [[0, 0], [9, 9], [20, 20]], "region 4, field 'polygon': the outline has no area"),
        (6, "tribe", True, "region 6, field 'tribe': a Lost Tribe cannot be on water"),
        (1, "monster", True, "region 1, field 'monster': Monsters cannot be where a Lost Tribe is"),
        (4, "neighbors", [0] * 10_000, "region 4, field 'neighbors': must contain less than"),
        (None, "name", "x" * 101, "field 'name': must be shorter"),
    ],
)
def test_a_wrong_board_is_refused_by_region_and_field(number: Any, field: str, value: Any, complaint: str) -> None:
    document = fx9()
    (document if number is None else document["regions"][number])[field] = value
    with pytest.raises(ValueError, match="board") as error:
        swenv.load("smallworld", num_players=2, map=document)
    assert complaint in str(error.value)


def ragged(number: int) -> list[list[float]]:
    """An outline with so many corners that crosses itself."""
    return [[float(k * 37 % number), float(k * k % number)] for k in range(number)]


def test_the_outlines_of_a_board_have_a_bounded_number_of_corners() -> None:
    document = fx9()
    for each in document["regions"]:
        each["polygon"] = ragged(440)
    swenv.load("smallworld", map=document)
    document["regions"][8]["polygon"] = ragged(490)
    with pytest.raises(ValueError, match="region 8, field 'polygon': all outlines of a board may have 4,000 corners"):
        swenv.load("smallworld", map=document)


def test_the_outlines_of_a_table_have_a_bounded_number_of_corners() -> None:
    faces = []
    for name in ("wx-l", "wx-s"):
        faces.append(json.loads(Path(FX9).with_name(f"{name}.json").read_text(encoding="utf-8")))
        faces[-1]["outline"] = ragged(400)
        for each in faces[-1]["regions"]:
            each["polygon"] = ragged(250)
    with pytest.raises(ValueError, match="corners of outlines on the table, at most 4000"):
        swenv.load("warcraft", boards=faces)


def row(name: str, number: int, terrain: str = "hill", **fields: Any) -> dict[str, Any]:
    """A board of so many regions in a row, all of one terrain and with these fields, but for the last."""
    last = {"terrain": "mud" if name == "underground" else "hill"}
    regions = [
        {"id": k, "symbols": [], "edge": True, "neighbors": sorted({k - 1, k + 1} & {*range(number)})}
        | ({"terrain": terrain, **fields} if k < number - 1 else last)
        for k in range(number)
    ]
    return {"name": "row", "game": name, "players": 2, "rounds": 3, "regions": regions}


@pytest.mark.rule("SW-SETUP-3", "SW-SETUP-4", "UG-SETUP-5", "UG-SETUP-9")
@pytest.mark.parametrize(
    ("name", "fields", "boxes", "most"),
    [
        ("smallworld", {"tribe": True}, None, 18),
        ("smallworld", {"terrain": "mountain"}, None, 9),
        ("smallworld", {"terrain": "mountain"}, BOTH, 18),
        ("smallworld", {"monster": True}, None, 0),
        ("smallworld", {"monster": True}, BOTH, 7),
        ("underground", {"terrain": "mud", "monster": True}, None, 7),
        ("underground", {"terrain": "mud", "tribe": True}, None, 0),
        ("underground", {"terrain": "mud", "tribe": True}, BOTH, 18),
        ("underground", {"terrain": "mountain"}, None, 9),
    ],
)
def test_a_board_needs_no_more_pieces_than_the_boxes_hold(
    name: str, fields: dict[str, Any], boxes: tuple[str, ...] | None, most: int
) -> None:
    field = next(iter(set(fields) - {"terrain"}), "terrain")
    if most:
        swenv.load(name, num_players=2, map=row(name, most + 1, **fields), boxes=boxes, places=False)
    with pytest.raises(ValueError, match=f"board 'row', region {most}, field '{field}': ") as error:
        swenv.load(name, num_players=2, map=row(name, most + 2, **fields), boxes=boxes, places=False)
    assert ("there are pieces for" in str(error.value)) == bool(most)


@pytest.mark.parametrize("terrain", ["chasm", "river"])
@pytest.mark.parametrize("field", ["tribe", "monster"])
def test_nobody_lives_in_a_chasm_or_in_the_river(terrain: str, field: str) -> None:
    with pytest.raises(ValueError, match=f"board 'row', region 0, field '{field}': .* cannot be (in a chasm|on water)"):
        swenv.load("underground", num_players=2, map=row("underground", 9, terrain, **{field: True}), boxes=BOTH)


@pytest.mark.rule("UG-MIX-9", "UG-MIX-11")
@pytest.mark.parametrize(("name", "terrain"), [("smallworld", "swamp"), ("underground", "mushroom")])
@pytest.mark.parametrize("places", [False, True])
def test_a_mix_is_played_on_a_board_with_lost_tribes_and_monsters(name: str, terrain: str, places: bool) -> None:
    document = row(name, 12, "mountain" if name == "underground" else "farmland")
    for number in range(0, 8, 2):
        document["regions"][number].update(monster=True, terrain=terrain)
        document["regions"][number + 1].update(tribe=True)
    game = swenv.load(name, num_players=2, map=document, boxes=BOTH, places=places)
    assert len(list(random_play(game, 3))) > 20


def test_a_board_that_cannot_be_entered_or_is_not_connected_is_refused() -> None:
    inland, apart = fx9(), fx9()
    for each in inland["regions"]:
        each["edge"] = False
    apart["regions"] += [{**apart["regions"][0], "id": one, "neighbors": [19 - one]} for one in (9, 10)]
    for board, says in ((inland, "no land region touches"), (apart, "region 9, field 'neighbors': cannot be reached")):
        with pytest.raises(ValueError, match=says):
            swenv.load("smallworld", num_players=2, map=board)


def test_a_smaller_box_needs_enough_races_for_every_pick() -> None:
    names = [race.name for race in load().races]
    with pytest.raises(ValueError, match="option 'races': 2 players need at least 5 in the box, not 4"):
        load(races=names[:4])
    for state in random_play(load(races=names[:5], powers=["hill", "swamp", "forest"]), 3):
        assert not set(names[5:]) & {row["race"] for row in state.to_position()["column"]}
