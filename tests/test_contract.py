"""The public interface, name by name: what it returns, and how it reports invalid input.

Programs of users rely on everything here. A change that makes one of these tests fail breaks them.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from everygame import GAMES, TABLES
from randomplay import BOARDS, board_game, sample, walk
from support import FX9, WX2, active, game, held, in_numpy, play, position, rolled, seat
from swenv.core import registry, replay
from swenv.core.action import by_verb
from swenv.envs.opponents import check_seat

# Games


def test_games_names_what_is_built() -> None:
    assert swenv.games() == ("smallworld", "underground", "warcraft", "islands")


@pytest.mark.parametrize("num_players", BOARDS)
def test_a_game_describes_itself(num_players: int) -> None:
    loaded = swenv.load("smallworld", num_players=num_players)
    assert isinstance(loaded, swenv.Game)
    assert (loaded.name, loaded.num_players) == ("smallworld", num_players)
    regions = len(loaded.board.regions)
    assert loaded.num_actions == 9 * regions + 6 + 3 + num_players
    assert isinstance(loaded.num_actions, int) and isinstance(loaded.observation_size, int)
    assert loaded.board.name == f"smallworld-{num_players}p" and loaded.board.players == num_players
    assert [region.id for region in loaded.board.regions] == list(range(regions))


def test_load_takes_board_and_rounds() -> None:
    loaded = swenv.load("smallworld", num_players=3, map="smallworld-3p", rounds=8)
    assert loaded.board.name == "smallworld-3p"
    state = loaded.new_state(seed=0)
    while not state.is_over:
        last = state.round
        state.apply(int(state.legal_actions()[-1]))
    assert last == 8


def test_load_takes_a_board_as_name_path_and_document(tmp_path: Path) -> None:
    document = json.loads(Path(FX9).read_text(encoding="utf-8"))
    copied = tmp_path / "board.json"
    shutil.copy(FX9, copied)
    boards = [swenv.load("smallworld", num_players=2, map=form).board for form in (FX9, str(copied), copied, document)]
    assert all(board.regions == boards[0].regions for board in boards)
    document["regions"][0]["terrain"] = "swamp"
    assert boards[3].regions[0].terrain == "farmland", "the game keeps its own copy"


def test_a_game_cannot_be_changed() -> None:
    loaded = swenv.load("smallworld", num_players=2, map=FX9)  # not the one that other tests share
    for name, value in (("num_players", 3), ("name", "chess"), ("options", {}), ("anything", 1)):
        with pytest.raises(AttributeError):
            setattr(loaded, name, value)
    with pytest.raises(dataclasses.FrozenInstanceError):
        loaded.board.regions[0].terrain = "swamp"


def test_options_can_be_read() -> None:
    options = swenv.load("smallworld", num_players=2).options
    assert {
        "map",
        "rounds",
        "hide_coins",
        "reward",
        "own_decline_defends",
        "substitution_needs_hand",
        "extra_races",
        "extra_powers",
        "races",
        "powers",
    } <= options.keys()
    assert (options["hide_coins"], options["own_decline_defends"], options["substitution_needs_hand"]) == (
        False,
        False,
        True,
    )
    assert options["reward"] == "win"
    assert json.loads(json.dumps(options)) == options


RACES = "amazons dwarves elves ghouls giants halflings humans orcs ratmen skeletons sorcerers tritons trolls wizards"
POWERS = (
    "alchemist berserk bivouacking commando diplomat dragon_master flying forest fortified heroic "
    "hill merchant mounted pillaging seafaring spirit stout swamp underworld wealthy"
)


def test_races_and_powers_are_in_the_order_of_the_rules() -> None:
    assert " ".join(entry.name for entry in game().races) == RACES
    assert " ".join(entry.name for entry in game().powers) == POWERS


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"name": "smalworld"}, ["smalworld", "smallworld"]),
        ({"map": "smallworld-2q"}, ["smallworld-2q", "smallworld-2p"]),
        ({"map": "/no/such/board.json"}, ["board.json"]),
        ({"map": "underground-2p"}, ["'map'", "underground"]),
        ({"hide_coin": True}, ["hide_coin", "hide_coins"]),
        ({"reward": "wins"}, ["wins", "win", "margin", "coins"]),
        ({"num_players": 1}, ["1", "2", "5"]),
        ({"num_players": 6}, ["6", "2", "5"]),
        ({"rounds": 0}, ["rounds"]),
        ({"races": ["orcs", "orks"]}, ["orks", "orcs"]),
        ({"powers": ["hil"]}, ["hil", "hill"]),
    ],
)
def test_load_refuses_unknown_names_and_suggests_the_nearest(arguments: dict[str, Any], says: list[str]) -> None:
    with pytest.raises(ValueError) as refused:
        swenv.load(**{"name": "smallworld", "num_players": 2, **arguments})
    for word in says:
        assert word in str(refused.value)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("smallworld", {"map": 5}, ["'map'", "5"]),
        ("smallworld", {"map": [1, 2]}, ["'map'", "board 1 of 2", "not 1"]),
        ("smallworld", {"rounds": True}, ["'rounds'", "True"]),
        ("smallworld", {"races": 5}, ["'races'", "a list of names", "5"]),
        ("smallworld", {"races": "orcs"}, ["'races'", "a list of names", "'orcs'"]),
        ("smallworld", {"powers": [["hill"]]}, ["power", "['hill']"]),
        ("smallworld", {"boxes": 5}, ["'boxes'", "a list of names", "5"]),
        ("smallworld", {"boxes": "underground"}, ["'boxes'", "a list of names", "'underground'"]),
        ("smallworld", {"extra_races": 5}, ["'extra_races'", "5"]),
        ("smallworld", {"extra_powers": [5]}, ["'extra_powers'", "5"]),
        ("smallworld", {"extra_powers": [{"name": "p", "tokens": 4, "coins": 5}]}, ["power 'p'", "'coins'", "5"]),
        ("smallworld", {"extra_powers": [{"name": "p", "tokens": 4, "coins": {"hill": 1}}]}, ["power 'p'", "'coins'"]),
        ("warcraft", {"extra_powers": [{"name": "p", "tokens": 4, "beasts": True}]}, ["power 'p'", "'beasts'", "True"]),
        ("warcraft", {"boards": [1, 2]}, ["'boards'", "1"]),
        ("warcraft", {"boards": 5}, ["'boards'", "5"]),
        ("warcraft", {"boards": "L1a"}, ["'boards'", "'L1a'"]),
        ("islands", {"start_layout": 5}, ["'start_layout'", "5"]),
        ("islands", {"mode": ["solo"]}, ["mode", "solo"]),
        ("islands", {"window": "15"}, ["'window'", "'15'"]),
    ],
)
def test_load_names_the_option_that_has_a_wrong_type(name: str, options: dict[str, Any], says: list[str]) -> None:
    with pytest.raises(ValueError) as refused:
        swenv.load(name, num_players=2, **options)
    for word in says:
        assert word in str(refused.value)


BATS = {"name": "bats", "tokens": 4, "vampire": True, "coins": ["hill"]}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("smallworld", {"rounds": 7, "hide_coins": True, "own_decline_defends": True, "places": False}),
        ("smallworld", {"rounds": (7, 9), "races": (12, 14), "powers": [18, 20]}),
        ("smallworld", {"map": json.loads(Path(FX9).read_text(encoding="utf-8"))}),
        ("smallworld", {"map": ["smallworld-2p", json.loads(Path(FX9).read_text(encoding="utf-8"))]}),
        ("underground", {"extra_races": [{**BATS, "tray": 11}], "extra_powers": {"name": "odd", "tokens": 3}}),
        ("warcraft", {"boards": [json.loads(Path(face).read_text(encoding="utf-8")) for face in WX2]}),
        ("islands", {"window": 15, "best_resource": True, "best_token": False}),
        ("islands", {"start_layout": swenv.load("islands", start_layout="fixed").options["start_layout"]}),
    ],
)
def test_options_take_numpys_whole_numbers_and_truth_values(name: str, options: dict[str, Any]) -> None:
    usual, loaded = swenv.load(name, num_players=2, **options), swenv.load(name, np.int8(2), **in_numpy(options))
    assert loaded == usual and type(loaded.num_players) is int
    assert json.dumps(loaded.options) == json.dumps(usual.options)
    assert pickle.loads(pickle.dumps(loaded)) == usual
    assert loaded.new_state(seed=np.uint8(3)) == usual.new_state(seed=3)


def test_the_level_of_a_solo_game_takes_numpys_whole_numbers() -> None:
    assert swenv.load("islands", np.int64(1), level=np.int64(4)) == swenv.load("islands", 1, level=4)


def test_own_races_and_powers_take_numpys_whole_numbers_and_truth_values() -> None:
    from swenv.smallworld import Power, Race

    assert Race(**in_numpy(BATS)) == Race.from_dict(in_numpy(BATS)) == Race.from_dict(BATS)
    assert json.dumps(Race(**in_numpy(BATS)).to_dict()) == json.dumps(Race.from_dict(BATS).to_dict())
    assert json.dumps(Power(name="odd", tokens=np.int64(3)).to_dict())


@pytest.mark.parametrize("name", GAMES)
def test_positions_take_numpys_whole_numbers_and_truth_values(name: str) -> None:
    loaded = swenv.load(name, num_players=2)
    state = loaded.new_state(seed=4)
    for _ in range(20):
        state.apply(int(state.legal_actions()[-1]))
    document = state.to_position()
    assert loaded.from_position(in_numpy(document)) == state
    recorder = swenv.Recorder(loaded, seed=np.int64(4), position=in_numpy(document))
    recorder.apply(state.legal_actions()[0])
    assert replay.parse(recorder.replay.text()) == recorder.replay
    assert registry.game_of(in_numpy(document)) == registry.game_of(document)
    assert json.dumps(registry.game_of(in_numpy(document)))


def test_a_document_that_contains_itself_is_refused() -> None:
    loop: dict[str, Any] = {"format": "swenv-position/1", "game": "smallworld"}
    loop["column"] = [loop]
    with pytest.raises(ValueError, match="nested too deeply"):
        game().from_position(loop)
    with pytest.raises(ValueError, match="nested too deeply"):
        swenv.load("smallworld", num_players=2, map=loop)


def test_documents_and_options_take_numpys_texts() -> None:
    from swenv.smallworld import Race

    usual, hill = swenv.load("smallworld"), np.array("hill")
    names = usual.picked["race"]
    assert swenv.load("smallworld", races=[np.array(name) for name in names]).options["races"] == [*names]
    assert Race.from_dict({**BATS, "coins": [hill]}) == Race.from_dict({**BATS, "coins": ["hill"]})
    document = usual.new_state(seed=1).to_position()
    document["race_stack"] = [np.array(name) for name in document["race_stack"]]
    assert usual.from_position(document) == usual.new_state(seed=1)


@pytest.mark.parametrize("stranger", [np.array([1]), np.array(["elves"])])
def test_an_array_in_a_list_of_a_document_is_refused(stranger: Any) -> None:
    """Where no entry may be there twice, entries are compared."""
    document = {**game().new_state(seed=1).to_position(), "race_stack": [stranger]}
    with pytest.raises(ValueError, match=r"race_stack|JSON"):
        game().from_position(document)


def test_numbers_of_games_seats_and_simulations_can_be_numpys() -> None:
    loaded = game(rounds=1)
    state, few = loaded.new_state(seed=1), np.int8(2)
    assert np.array_equal(loaded.vector(few, seed=few, threads=few).seeds, loaded.vector(2, seed=2).seeds)
    assert np.array_equal(loaded.playouts(state, few, seed=few), loaded.playouts(state, 2, seed=2))
    assert state.sample_hidden(np.int8(1), few) == state.sample_hidden(1, 2)
    many, usual = np.int8(20), state.search(simulations=20, seed=2, turns=2, threads=2)
    found = state.search(simulations=many, seed=few, turns=few, threads=few)
    assert np.array_equal(found.visits, usual.visits) and type(found.simulations) is int


@pytest.mark.parametrize("num_players", ["2", None, 2.0, True, np.True_])
def test_load_names_a_number_of_players_of_the_wrong_type(num_players: Any) -> None:
    with pytest.raises(ValueError, match=rf"option 'num_players': a whole number, not {num_players!r}"):
        swenv.load("warcraft", num_players=num_players)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("warcraft", {"flames_entry": "volcano"}, "'flames_entry'"),
        ("warcraft", {"vampire_limit": "opponent"}, "'vampire_limit'"),
        ("warcraft", {"substitution_needs_hand": False}, "'substitution_needs_hand'"),
        ("smallworld", {"scepter_void": "place"}, "'scepter_void'"),
        ("smallworld", {"boxes": ("base", "underground"), "diamond_scope": "race"}, "'diamond_scope'"),
        ("underground", {"places": False, "stonehedge_decline_powers": "declined_holder"}, "'stonehedge"),
        ("islands", {"level": 2}, "'level'"),
    ],
)
def test_an_option_that_nothing_in_the_game_reads_is_refused(name: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says) as refused:
        swenv.load(name, num_players=2, **options)
    assert "\n" not in str(refused.value)
    usual = swenv.load(name, num_players=2)
    assert swenv.load(name, num_players=2, **usual.options).options == usual.options


def test_options_that_something_in_the_game_reads_are_accepted() -> None:
    own = {"name": "bats", "tokens": 4, "vampire": True}
    for name, options in (
        ("smallworld", {"substitution_needs_hand": False}),
        ("smallworld", {"boxes": ["base", "underground"], "extra_powers": [own], "vampire_limit": "opponent"}),
        ("smallworld", {"boxes": ["base", "underground"], "places": True, "diamond_scope": "race"}),
        ("underground", {"flames_entry": "volcano", "scepter_void": "place"}),
    ):
        loaded = swenv.load(name, num_players=2, **options)
        assert not set(options) & set(loaded.idle)


def test_options_of_other_games_are_not_offered() -> None:
    for name, absent in (
        ("warcraft", "flames_entry"),
        ("warcraft", "map,"),
        ("smallworld", "boards"),
        ("islands", "level"),
    ):
        with pytest.raises(ValueError, match="no option 'hidden'") as refused:
            swenv.load(name, num_players=2, hidden=True)
        assert absent not in str(refused.value)


def test_a_seat_option_of_the_wrong_type_is_named() -> None:
    for seat_option in ("random", 1.5, 2):
        with pytest.raises(ValueError, match=f"option 'seat': 0 to 1, or None .*not {seat_option!r}"):
            check_seat(seat_option, 2)


@pytest.mark.parametrize("num_players", [2.5, "two", None])
def test_load_refuses_an_impossible_number_of_players(num_players: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        swenv.load("smallworld", num_players=num_players)


# What every game tells about itself


@pytest.mark.parametrize("name", GAMES)
def test_a_game_refuses_numbers_of_players_it_does_not_support(name: str) -> None:
    seats = registry.kind(name).seats
    assert [swenv.load(name, num_players=number).num_players for number in seats] == list(seats)
    for number in (min(seats) - 1, max(seats) + 1):
        with pytest.raises(ValueError, match=f"{min(seats)} to {max(seats)} can play, not {number}"):
            swenv.load(name, num_players=number)


def test_an_unknown_game_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match="did you mean 'islands'"):
        registry.kind("island")


def test_rules_content_money_and_place_of_each_game() -> None:
    games = [swenv.load(name, num_players=2) for name in GAMES]
    assert [loaded.rules for loaded in games] == ["SW", "UG", "WW", "SI"]
    assert [loaded.money for loaded in games] == ["coins", "coins", "coins", "prestige"]
    assert [loaded.where for loaded in games] == [
        "on smallworld-2p", "on underground-2p", "on one of 16 tables each", "in standard mode",
    ]  # fmt: skip
    assert [len(loaded.entries()) for loaded in games] == [34 + 7, 36 + 15 + 10, 36 + 12 + 9, 64 + 3 * 12 + 6 + 15]
    for loaded in games:
        for key, entry in loaded.entries().items():
            told = entry.to_dict()
            assert entry.kind and key in told.values() and told["rule"].startswith(f"{loaded.rules}-")
            assert json.loads(json.dumps(told)) == told
    assert swenv.load("islands", num_players=1, level=3).where == "in solo mode, level 3"


@pytest.mark.parametrize(("name", "num_players"), TABLES)
def test_margins_are_the_lead_over_the_best_other(name: str, num_players: int) -> None:
    *_, (last, _) = walk(board_game(num_players, name), seed=5)
    purses = [*last.coins.tolist(), *last.game.rivals(last.record).values()]
    assert len(purses) == max(num_players, 2)
    for owner, paid in enumerate(last.game.margins(last.record)):
        best = max(purse for other, purse in enumerate(purses) if other != owner)
        assert paid == pytest.approx((purses[owner] - best) / max(purses[owner], best, 1))


@pytest.mark.parametrize(("name", "num_players"), TABLES)
def test_the_places_of_an_observation_are_a_graph(name: str, num_players: int) -> None:
    loaded = board_game(num_players, name)
    vec = loaded.vector(num_games=3, seed=1)
    one, batch = loaded.graph(vec.observations[0]), loaded.graph(vec.observations)
    places = loaded.observation_layout[0]
    assert one.nodes.shape == places.shape and np.shares_memory(one.nodes, vec.observations)
    assert one.nodes.size + one.whole.size == loaded.observation_size
    assert one.adjacency.shape == (places.shape[0],) * 2 and np.array_equal(one.adjacency, one.adjacency.T)
    assert np.array_equal(batch.nodes[0], one.nodes) and np.array_equal(batch.whole[0], one.whole)


@pytest.mark.parametrize("window", [15, 17])
def test_the_cells_of_an_observation_are_an_image(window: int) -> None:
    loaded = swenv.load("islands", num_players=2, window=window, start_layout="fixed")
    observation = loaded.new_state(seed=1).observation()
    planes, cells = loaded.planes(observation), loaded.observation_layout["cells"]
    assert planes.shape == (cells.shape[1], window, window) and np.shares_memory(planes, observation)
    tile = cells.column("tile").start
    laid = [(entry["r"], entry["c"]) for entry in loaded.options["start_layout"]]
    assert sorted(zip(*np.nonzero(planes[tile]), strict=True)) == sorted(laid)
    assert np.array_equal(planes[:, 3, 5], cells.of(observation)[3 * window + 5])
    batch = loaded.planes(np.stack([observation, observation]))
    assert batch.shape == (2, *planes.shape) and np.array_equal(batch[1], planes)
    assert loaded.graph(observation).adjacency[0].nonzero()[0].tolist() == [1, window]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "islands"])
def test_a_game_without_a_grid_has_no_image(name: str) -> None:
    loaded = swenv.load(name, num_players=2)
    with pytest.raises(ValueError, match=f"{name} is not played on a grid"):
        loaded.planes(loaded.new_state(seed=1).observation())


@pytest.mark.parametrize("shape", [(3,), (2, 3), ()])
def test_an_observation_of_the_wrong_size_has_no_graph_and_no_image(shape: tuple[int, ...]) -> None:
    loaded = swenv.load("islands", num_players=2)
    for view in (loaded.graph, loaded.planes):
        with pytest.raises(ValueError, match=f"observations of {loaded.observation_size} numbers are needed"):
            view(np.zeros(shape))


def test_a_game_without_a_die_rolls_none() -> None:
    assert all(state.last_roll is None for state, _ in walk(swenv.load("islands", num_players=2), seed=1))


# Actions


def test_an_action_can_have_several_arguments() -> None:
    islands = swenv.load("islands", num_players=2)
    place = islands.parse("  place 8  9 3 ")
    assert islands.action(place) == swenv.Action("place", (8, 9, 3)) and str(islands.action(place)) == "place 8 9 3"
    assert islands.parse(swenv.Action("card_pair", ("0 2",))) == islands.parse("card_pair 0 2")
    verb = next(verb for verb in islands.verbs if verb.name == "place")
    assert (verb.arguments, verb.sizes, verb.size) == (("r", "c", "rot"), (17, 17, 4), 4 * 17 * 17)
    with pytest.raises(ValueError, match="place takes r from 0 to 16, c from 0 to 16, rot from 0 to 3"):
        islands.parse("place 8 9")
    legal = by_verb(islands.action(islands.parse(text)) for text in ("pass", "take 0", "take 2", "place 8 9 3"))
    assert legal == {"pass": [], "take": ["0", "2"], "place": ["(8 9 3)"]}


VERB_NAMES = "pick decline abandon conquer roll convert dragon finish deploy deploy_rest encamp fortify hero peace"
VERBS = VERB_NAMES.split()


@pytest.mark.parametrize("num_players", BOARDS)
def test_verbs_tile_the_actions_in_order(num_players: int) -> None:
    loaded = board_game(num_players)
    regions = len(loaded.board.regions)
    sizes = {"pick": 6, "decline": 1, "roll": 1, "finish": 1, "peace": num_players}
    assert [verb.name for verb in loaded.verbs] == VERBS
    assert [verb.size for verb in loaded.verbs] == [sizes.get(name, regions) for name in VERBS]
    assert loaded.verbs[0].first == 0
    assert all(verb.first + verb.size == following.first for verb, following in pairwise(loaded.verbs))
    assert loaded.verbs[-1].first + loaded.verbs[-1].size == loaded.num_actions


@pytest.mark.parametrize("num_players", BOARDS)
def test_action_and_parse_are_inverse(num_players: int) -> None:
    loaded = board_game(num_players)
    texts = set()
    for index in range(loaded.num_actions):
        action = loaded.action(index)
        assert isinstance(action, swenv.Action) and action.verb in VERBS
        assert str(action) == " ".join([action.verb, *map(str, action.args)])
        assert loaded.parse(action) == loaded.parse(str(action)) == index
        assert swenv.Action(action.verb, action.args) == action
        texts.add(str(action))
    assert len(texts) == loaded.num_actions
    assert swenv.Action("conquer", (7,)) == loaded.action(loaded.parse("conquer 7"))
    assert str(swenv.Action(verb="conquer", args=(7,))) == "conquer 7" and str(swenv.Action("finish")) == "finish"


def test_unknown_text_is_refused_with_the_verbs() -> None:
    with pytest.raises(ValueError) as refused:
        game().parse("conker 7")
    assert all(verb in str(refused.value) for verb in [*VERBS, "conker"])


@pytest.mark.parametrize(
    "text", ["", "conquer", "conquer 9", "conquer -1", "conquer x", "finish 1", "pick 6", "peace 2"]
)
def test_a_wrong_argument_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        game().parse(text)
    assert type(refused.value) is ValueError


HUGE = [2**31, 2**63, 2**64, 10**30, -(10**30), np.int64(-1), np.uint64(2**64 - 1)]
"""Numbers that are not valid indices; for some of them numba would recompile its code, or fail."""


@pytest.mark.parametrize("index", [-1, 9 * 9 + 6 + 3 + 2, 10**6, *HUGE])
def test_an_index_out_of_range_is_refused(index: int) -> None:
    loaded = game()
    with pytest.raises(ValueError, match=str(index)):
        loaded.action(index)
    state = loaded.new_state(seed=1)
    before = state.copy()
    with pytest.raises(ValueError, match=str(index)) as refused:
        state.apply(index)
    assert not isinstance(refused.value, swenv.IllegalAction), "no such action is not the same as an illegal one"
    assert state == before


@pytest.mark.parametrize("action", [1.0, None, [1], "conker 1", True, np.bool_(True), np.array([1, 2])])
def test_an_invalid_action_is_refused(action: Any) -> None:
    state = game().new_state(seed=1)
    before = state.copy()
    with pytest.raises((TypeError, ValueError)):
        state.apply(action)
    assert state == before
    recorder = swenv.Recorder(game(), seed=1)
    with pytest.raises((TypeError, ValueError)):
        recorder.apply(action)
    assert recorder.state == before and recorder.replay.moves == ()


@pytest.mark.parametrize("name", GAMES)
def test_accounts_take_numpys_whole_numbers_and_no_truth_values(name: str) -> None:
    state = swenv.load(name, num_players=2).new_state(seed=1)
    assert state.game.accounts(state.record, np.int16(1)) == state.game.accounts(state.record, 1)
    for action in (True, np.True_):
        with pytest.raises(TypeError, match="action"):
            state.game.accounts(state.record, action)


def test_an_illegal_action_names_its_rule() -> None:
    state = game().new_state(seed=1)
    with pytest.raises(swenv.IllegalAction, match=r"illegal action 'conquer 6': .+ \(SW-[A-Z]+-\d+\)") as refused:
        state.apply("conquer 6")
    assert isinstance(refused.value, ValueError)
    assert refused.value.action == "conquer 6" and refused.value.rule.startswith("SW-TURN-")


# States


@pytest.mark.parametrize("num_players", BOARDS)
def test_a_state_describes_the_progress_of_the_game(num_players: int) -> None:
    loaded = board_game(num_players)
    for state, _ in walk(loaded, seed=71):
        assert isinstance(state, swenv.State) and state.game is loaded
        assert type(state.to_act) is int and 0 <= state.to_act < num_players
        assert type(state.turn) is int and 0 <= state.turn < num_players
        assert type(state.round) is int and 1 <= state.round <= loaded.board.rounds
        assert type(state.phase) is str and type(state.is_over) is bool
        assert state.last_roll in (None, 0, 1, 2, 3)
        mask, legal = state.mask(), state.legal_actions()
        assert (mask.shape, mask.dtype) == ((loaded.num_actions,), np.dtype(np.bool_))
        assert legal.tolist() == np.flatnonzero(mask).tolist() and legal.dtype.kind == "i"
        assert state.coins.shape == (num_players,) and state.coins.dtype.kind == "i"
        assert state.returns().shape == (num_players,) and state.returns().dtype == np.float64
        if not state.is_over:
            assert not state.returns().any()
        for owner in (None, 0, num_players - 1):
            seen = state.observation(owner)
            assert (seen.shape, seen.dtype) == ((loaded.observation_size,), np.dtype(np.int8))
        assert np.array_equal(state.observation(), state.observation(seat=state.to_act))


def test_a_new_game_starts_with_seat_0_at_a_pick() -> None:
    state = game().new_state(seed=7)
    assert (state.to_act, state.turn, state.round, state.phase) == (0, 0, 1, "pick")
    assert state.coins.tolist() == [5, 5] and state.last_roll is None and not state.is_over


def test_coins_and_masks_are_copies() -> None:
    state = game().new_state(seed=7)
    before = state.copy()
    state.coins[:] = 99
    state.observation()[:] = 9
    state.returns()[:] = 9
    assert state == before


def test_last_roll_is_that_of_the_last_action() -> None:
    before = position(
        phase="conquest",
        seats=[seat(active("ratmen", "berserk", hand=4)), seat()],
        regions={"4": held(0, "ratmen")},
    )
    assert before.last_roll is None
    state = rolled(before, "roll", 3)
    assert state.last_roll == 3
    state.apply("conquer 0")
    assert state.last_roll is None


@pytest.mark.parametrize("owner", [-1, 2, 99])
def test_a_seat_out_of_range_is_refused(owner: int) -> None:
    state = game().new_state(seed=1)
    with pytest.raises(ValueError, match="seat"):
        state.observation(owner)
    with pytest.raises(ValueError, match="seat"):
        state.sample_hidden(owner, 0)


@pytest.mark.parametrize("value", [True, np.True_, 1.0, "1", None])
def test_seats_and_games_are_whole_numbers(value: Any) -> None:
    vec = game().vector(num_games=2, seed=0)
    with pytest.raises(TypeError, match="game"):
        vec.state(value)
    with pytest.raises(TypeError, match="action"):
        game().action(value)
    with pytest.raises(TypeError, match="seat"):
        vec.state(0).sample_hidden(value, 0)
    with pytest.raises(TypeError, match="num_games"):
        game().vector(num_games=value)


@pytest.mark.parametrize("seed", [True, np.True_, 1.0, "1"])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(TypeError, match="seed"):
        game().new_state(seed=seed)


@pytest.mark.parametrize("fault", ["read-only", "shape", "type", "not contiguous", "masked", "list"])
def test_an_unsuitable_array_for_a_mask_is_refused(fault: str) -> None:
    state = game().new_state(seed=1)
    size = game().num_actions
    out: Any = {
        "shape": np.zeros(size + 1, dtype=np.bool_),
        "type": np.zeros(size, dtype=np.int8),
        "not contiguous": np.zeros(2 * size, dtype=np.bool_)[::2],
        "masked": np.ma.zeros(size, dtype=np.bool_),  # type: ignore[no-untyped-call]
        "list": [False] * size,
    }.get(fault, np.zeros(size, dtype=np.bool_))
    if fault == "read-only":
        out.flags.writeable = False
    with pytest.raises(ValueError, match="out must be"):
        state.mask(out)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        game().new_state(seed=seed)
    with pytest.raises(ValueError, match="seed"):
        game().vector(num_games=2, seed=seed)


def test_a_finished_game_refuses_actions() -> None:
    *_, (state, _) = walk(game(), seed=3)
    before = state.copy()
    assert state.is_over and not state.mask().any() and state.legal_actions().size == 0
    for action in (0, "finish", swenv.Action("decline")):
        with pytest.raises(swenv.GameOver):
            state.apply(action)
        assert state == before
    assert isinstance(swenv.GameOver("x"), RuntimeError) and not issubclass(swenv.GameOver, ValueError)


def test_the_winners_share_one_and_the_losers_minus_one() -> None:
    def returns(*purses: int) -> list[float]:
        last = len(purses) - 1
        state = position(
            num_players=len(purses),
            round=10,
            turn=last,
            seats=[seat(coins=purse) for purse in purses[:-1]]
            + [seat(active("ratmen", "hill", hand=1), coins=purses[-1])],
        )
        play(state, "finish")
        assert state.is_over and state.phase == "over"
        return [round(float(value), 12) for value in state.returns()]

    assert returns(7, 5) == [1, -1]
    assert returns(5, 5) == [0, 0]
    assert returns(9, 4, 4) == [1, -0.5, -0.5]
    assert returns(9, 9, 4) == [0.5, 0.5, -1]
    assert returns(1, 8, 8, 3, 8) == [-0.5, round(1 / 3, 12), round(1 / 3, 12), -0.5, round(1 / 3, 12)]
    assert returns(6, 6, 6, 6) == [0, 0, 0, 0]


def test_returns_are_zero_before_the_end() -> None:
    state = game().new_state(seed=1)
    assert state.returns().tolist() == [0.0, 0.0]


# Positions


def test_a_position_may_state_just_what_matters() -> None:
    state = game().from_position({"format": "swenv-position/1", "game": "smallworld"})
    document = state.to_position()
    assert (state.round, state.turn, state.to_act, state.phase) == (1, 0, 0, "pick")
    assert state.coins.tolist() == [5, 5] and document["regions"] == {}
    assert len(document["column"]) == 6 and len(document["race_stack"]) == 8
    assert len(document["power_stack"]) == 14 and document["discarded_powers"] == []


def test_a_document_has_the_fields_of_the_contract() -> None:
    document = board_game(2).new_state(seed=7).to_position()
    assert document["format"] == "swenv-position/1" and document["game"] == "smallworld"
    assert document["map"] == "smallworld-2p" and document["num_players"] == 2
    assert {
        "round",
        "turn",
        "to_act",
        "phase",
        "column",
        "race_stack",
        "power_stack",
        "discarded_powers",
        "tray",
        "seats",
        "regions",
        "turn_state",
    } <= document.keys()


def wrong(**fields: Any) -> dict[str, Any]:
    return {"format": "swenv-position/1", "game": "smallworld", **fields}


TWO_SEATS = [seat(active("orcs", "hill")), seat(active("elves", "swamp"))]


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"game": "smallworld"}, "format"),
        ({"format": "swenv-position/9", "game": "smallworld"}, "format"),
        ({"format": "swenv-position/1"}, "game"),
        ({"format": "swenv-position/1", "game": "chess"}, "game"),
        (wrong(num_players=3), "num_players"),
        (wrong(map="smallworld-2p"), "map"),
        (wrong(colour="red"), "colour"),
        (wrong(round=0), "round"),
        (wrong(round=11), "round"),
        (wrong(turn=2), "turn"),
        (wrong(to_act=-1), "to_act"),
        (wrong(phase="war"), "phase"),
        (wrong(phase="conquest"), "phase"),
        (wrong(seats=[seat()] * 3), "seats"),
        (wrong(seats=[seat(coins=-1), seat()]), "seats[0].coins"),
        (wrong(seats=[seat(), seat(peace=1)]), "seats[1].peace"),
        (wrong(seats=[seat(), seat(active("orks", "hill"))]), "seats[1].races[0].race"),
        (wrong(seats=[seat(active("orcs", "hil")), seat()]), "seats[0].races[0].power"),
        (
            wrong(seats=[seat({"race": "orcs", "power": "hill", "status": "asleep"})]),
            "seats[0].races[0].status",
        ),
        (wrong(seats=[seat(active("orcs", "hill"), active("elves", "swamp"))]), "seats[0].races"),
        (wrong(seats=[seat(active("orcs", "hill")), seat(active("orcs", "swamp"))]), "orcs"),
        (wrong(seats=[seat(active("orcs", "hill")), seat(active("elves", "hill"))]), "hill"),
        (wrong(seats=[seat(active("orcs", "hill", hand=11))]), "orcs"),
        (wrong(seats=TWO_SEATS, regions={"9": held(0, "orcs")}), "regions"),
        (wrong(seats=TWO_SEATS, regions={"x": held(0, "orcs")}), "regions"),
        (wrong(seats=TWO_SEATS, regions={"0": held(1, "orcs")}), "regions.0.race"),
        (wrong(seats=TWO_SEATS, regions={"0": held(2, "orcs")}), "regions.0.owner"),
        (wrong(seats=TWO_SEATS, regions={"0": held(0, "orcs", 0)}), "tokens"),
        (wrong(seats=TWO_SEATS, regions={"0": held(0, "orcs", 11)}), "orcs"),
        (wrong(seats=TWO_SEATS, regions={"0": held(0, "orcs", 1, tower=1)}), "tower"),
        (wrong(seats=TWO_SEATS, regions={"0": {**held(0, "orcs"), "tribe": 1}}), "regions.0.tribe"),
        (wrong(column=[{"race": "orcs", "power": "hill"}, {"race": "orcs", "power": "swamp"}]), "orcs"),
        (wrong(column=[{"race": "orcs", "power": "hill"}] * 7), "column"),
        (wrong(tray={"orcs": 11}), "tray.orcs"),
        (wrong(turn_state={"pending_roll": 4}), "turn_state.pending_roll"),
    ],
)
def test_a_wrong_document_is_refused_by_field(document: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError) as refused:
        game().from_position(document)
    assert field in str(refused.value)


@pytest.mark.parametrize("document", [None, [], "position", 3])
def test_an_object_that_is_not_a_document_is_refused(document: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        game().from_position(document)


# Observations


@pytest.mark.parametrize("num_players", BOARDS)
def test_the_layout_tiles_the_vector(num_players: int) -> None:
    loaded = board_game(num_players)
    layout = list(loaded.observation_layout)
    assert layout[0].start == 0 and layout[-1].stop == loaded.observation_size
    assert all(part.stop == following.start for part, following in pairwise(layout))
    assert len({part.name for part in layout}) == len(layout)
    vector = np.arange(loaded.observation_size)
    for part in layout:
        assert part.name and part.meaning and int(np.prod(part.shape)) == part.stop - part.start
        assert loaded.observation_layout[part.name] is part
        assert np.array_equal(part.of(vector).ravel(), vector[part.start : part.stop])
        width = part.shape[-1]
        assert part.columns[0].offset == 0
        assert part.columns[-1].offset + part.columns[-1].width == width
        for column, following in pairwise(part.columns):
            assert column.offset + column.width == following.offset
        assert all(column.name and column.meaning for column in part.columns)
        assert all(not column.values or len(column.values) == column.width for column in part.columns)


def test_an_observation_is_described_in_words() -> None:
    state = position(
        seats=[seat(active("orcs", "hill")), seat(active("elves", "swamp"))],
        regions={"0": held(0, "orcs", 3), "5": held(1, "elves", 2)},
    )
    layout = state.game.observation_layout
    told = layout.describe(state.observation())
    assert "orcs" in told and "elves" in told
    with pytest.raises(ValueError, match="shape"):
        layout.describe(state.observation()[:-1])


def test_the_observing_seat_is_always_first() -> None:
    """Two seats in mirrored positions see the same."""
    orcs, elves = active("orcs", "hill"), active("elves", "swamp")

    def seen(first: int) -> np.ndarray:
        owners = {first: orcs, 1 - first: elves}
        state = position(
            turn=first,
            seats=[seat(owners[number], coins=5 + (number == first)) for number in (0, 1)],
            regions={"0": held(first, "orcs", 3), "5": held(1 - first, "elves", 2)},
        )
        return state.observation(first)

    first, second = seen(0), seen(1)
    layout = game().observation_layout
    differing = {
        column.name
        for part in layout
        for column in part.columns
        if not np.array_equal(
            part.of(first)[..., part.column(column.name)], part.of(second)[..., part.column(column.name)]
        )
    }
    assert differing == {"seat", "turns_left"}, "only who plays first and who is still to play in this round"


def test_hide_coins_hides_only_the_purses_of_others() -> None:
    def seen(hidden: bool, coins: tuple[int, int, int]) -> np.ndarray:
        state = position(
            num_players=3,
            options={"hide_coins": hidden},
            seats=[seat(active("orcs", "hill"), coins=coins[0]), *(seat(coins=purse) for purse in coins[1:])],
        )
        return state.observation(0)

    assert np.array_equal(seen(True, (5, 8, 3)), seen(True, (5, 30, 9)))
    assert not np.array_equal(seen(True, (5, 8, 3)), seen(True, (6, 8, 3)))
    assert not np.array_equal(seen(False, (5, 8, 3)), seen(False, (5, 30, 3)))
    assert not np.array_equal(seen(False, (5, 8, 3)), seen(False, (5, 8, 9)))


def test_hide_coins_does_not_change_the_game() -> None:
    open_game, secret = game(), game(hide_coins=True)
    for state, action in walk(open_game, seed=4):
        if action < 0:
            break
        twin = secret.from_position(state.to_position())
        assert np.array_equal(twin.mask(), state.mask()) and twin.coins.tolist() == state.coins.tolist()


# Batches


def test_a_vector_has_its_arrays() -> None:
    loaded = board_game(3)
    vec = loaded.vector(num_games=10, seed=0)
    vec.reset()
    assert len(vec.seeds) == 10 and len(set(np.asarray(vec.seeds).tolist())) == 10
    shapes = {
        "to_act": ((10,), "i"),
        "masks": ((10, loaded.num_actions), "b"),
        "observations": ((10, loaded.observation_size), "i"),
        "rewards": ((10, 3), "f"),
        "done": ((10,), "b"),
        "returns": ((10, 3), "f"),
    }
    for name, (shape, kind) in shapes.items():
        array = getattr(vec, name)
        assert (array.shape, array.dtype.kind) == (shape, kind), name
    assert vec.observations.dtype == np.int8 and vec.masks.dtype == np.bool_
    assert [vec.state(index) for index in range(10)] == [loaded.new_state(seed=int(seed)) for seed in vec.seeds]


def test_a_vector_shows_every_game_as_any_seat_sees_it() -> None:
    vec = board_game(3).vector(num_games=5, seed=0)
    for _ in range(20):
        vec.step(vec.masks.argmax(1))
    assert np.array_equal(vec.observe(vec.to_act), vec.observations)
    for who in range(3):
        expected = [vec.state(i).observation(who) for i in range(5)]
        assert np.array_equal(vec.observe(who), expected)
        assert np.array_equal(vec.observe(who, np.array([3, 1])), [expected[3], expected[1]])
    for wrong in (3, -1, 1.5, [0, 1], [0, 1, 2, 3, 0]):
        with pytest.raises(ValueError, match="seat"):
            vec.observe(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("games", "kind"),
    [
        (0, ValueError), ("1", ValueError), (True, ValueError), ([True, False, True, False], ValueError),
        ([0, True], ValueError), ([1.0], ValueError), ([[1]], ValueError), ([-1], IndexError), ([4], IndexError),
        ([2**63], IndexError), (np.array([2**64 - 1], dtype=np.uint64), IndexError),
    ],
)  # fmt: skip
def test_a_vector_shows_only_games_it_has(games: Any, kind: type[Exception]) -> None:
    vec = board_game(2).vector(4, seed=1)
    with pytest.raises(kind, match=r"no game|games must be whole numbers"):
        vec.observe(0, games)
    assert vec.observe(0, []).shape == (0, vec.game.observation_size)  # type: ignore[arg-type]


def test_what_is_no_state_does_not_continue_a_game_and_what_is_no_action_pays_nothing() -> None:
    loaded = board_game(2)
    vec, state = loaded.vector(2, seed=1), loaded.new_state(seed=1)
    for wrong in ("1", [3], [None]):
        with pytest.raises(ValueError, match="states: a state is needed for game 0, not"):
            vec.set_states(np.array([True, False]), wrong)  # type: ignore[arg-type]
    for huge in (10**30, -1, 10**5000):
        with pytest.raises(ValueError, match=r"action .* is out of range"):
            loaded.accounts(state.record, huge)


def test_seats_play_at_random_only_with_whole_arrays() -> None:
    vec = board_game(2).vector(4, seed=1)
    fine = np.zeros(4, dtype=np.uint64)
    for name, seats, dice in (
        ("random_seats", fine[:2], fine),
        ("random_seats", b"1", fine),
        ("random_seats", fine.astype(np.int64), fine),
        ("dice", fine, fine[:2]),
        ("dice", fine, np.zeros(8, dtype=np.uint64)[::2]),
        ("dice", fine, fine.astype(np.int64)),
        ("dice", fine, [0, 0, 0, 0]),
        ("dice", fine, np.frombuffer(bytes(32), dtype=np.uint64)),
    ):
        with pytest.raises(ValueError, match=name):
            vec.play_random_seats(seats, dice)  # type: ignore[arg-type]


def test_a_state_of_the_vector_is_a_copy() -> None:
    vec = board_game(2).vector(num_games=2, seed=0)
    vec.reset()
    state = vec.state(0)
    state.apply(int(state.legal_actions()[0]))
    assert vec.state(0) != state
    with pytest.raises(IndexError):
        vec.state(2)


def test_a_finished_game_restarts_with_its_own_next_seed() -> None:
    vec = game(rounds=1).vector(num_games=4, seed=2)
    vec.reset()
    first = np.array(vec.seeds)
    seen: list[set[int]] = [{int(seed)} for seed in first]
    ended = np.zeros(4, dtype=int)
    while ended.min() < 3:
        vec.step(np.argmax(vec.masks, axis=1))
        for index in np.flatnonzero(vec.done):
            ended[index] += 1
            fresh = vec.state(int(index))
            assert fresh == game(rounds=1).new_state(seed=int(vec.seeds[index]))
            assert int(vec.seeds[index]) not in seen[index]
            seen[index].add(int(vec.seeds[index]))
        assert not vec.returns[~vec.done].any()
    assert len(set.union(*seen)) == sum(len(seeds) for seeds in seen), "two games of the batch share a seed"


NO_ACTIONS = [
    [0], [0, 0, 0], [[0, 0]], [0.0, 1.0], [0, 10**6], [0, -1], [0, 2**63], [0, 2**64], [True, False], ["0", "1"],
    [0, True],
    np.ma.array([0, 1], mask=[False, True]),  # type: ignore[no-untyped-call]
]  # fmt: skip


@pytest.mark.parametrize("actions", NO_ACTIONS)
def test_a_batch_refuses_invalid_actions_and_does_nothing(actions: Any) -> None:
    vec = game().vector(num_games=2, seed=0)
    vec.reset()
    before = [vec.state(index) for index in range(2)]
    with pytest.raises((ValueError, TypeError)):
        vec.step(actions)
    assert [vec.state(index) for index in range(2)] == before


def test_a_batch_refuses_an_illegal_action_and_does_nothing() -> None:
    vec = game().vector(num_games=3, seed=0)
    vec.reset()
    before = [vec.state(index) for index in range(3)]
    pick, decline = game().parse("pick 0"), game().parse("decline")
    with pytest.raises(swenv.IllegalAction) as refused:
        vec.step(np.array([pick, pick, decline]))
    assert refused.value.rule.startswith("SW-")
    assert [vec.state(index) for index in range(3)] == before
    vec.step(np.array([pick, pick, pick]))
    assert all(vec.state(index) != before[index] for index in range(3))


def test_games_left_out_of_a_step_are_unchanged() -> None:
    vec = game(reward="coins").vector(num_games=3, seed=0)
    vec.reset()
    before = [vec.state(index) for index in range(3)]
    pick, nonsense = game().parse("pick 1"), game().parse("decline")
    vec.step(np.array([nonsense, pick, nonsense]), where=np.array([False, True, False]))
    assert [vec.state(index) == before[index] for index in range(3)] == [True, False, True]
    assert vec.rewards.tolist() == [[0, 0], [-1, 0], [0, 0]] and not vec.done.any()
    with pytest.raises(ValueError, match="where"):
        vec.step(np.array([pick] * 3), where=np.array([True]))


def test_games_of_a_batch_continue_from_given_states() -> None:
    loaded = game(rounds=4)
    vec = loaded.vector(num_games=4, seed=0)
    states = [loaded.new_state(seed=7), loaded.new_state(seed=8)]
    for state in states:
        for _ in range(20):
            state.apply(int(state.legal_actions()[0]))
    kept = [vec.state(0), vec.state(2)]
    vec.set_states(np.array([False, True, False, True]), states)
    assert [vec.state(0), vec.state(2)] == kept and [vec.state(1), vec.state(3)] == states
    while not vec.done[[1, 3]].any():
        for i, state in zip((1, 3), states, strict=True):
            assert vec.to_act[i] == state.to_act and np.array_equal(vec.masks[i], state.mask())
            assert np.array_equal(vec.observations[i], state.observation())
            state.apply(int(vec.masks[i].argmax()))
        vec.step(vec.masks.argmax(axis=1))
    for i, state, seed in zip((1, 3), states, (7, 8), strict=True):
        if vec.done[i]:
            assert state.is_over and np.array_equal(vec.returns[i], state.returns())
            assert vec.seeds[i] not in {seed, 0} and vec.state(i) == loaded.new_state(seed=int(vec.seeds[i]))


@pytest.mark.parametrize(
    ("number", "other", "over", "says"),
    [
        (1, False, False, "one is needed for each of the 2 games"),
        (2, True, False, "belongs to"),
        (2, False, True, "over"),
    ],
)
def test_a_batch_refuses_states_that_do_not_fit_and_changes_nothing(
    number: int, other: bool, over: bool, says: str
) -> None:
    loaded = game(rounds=1)
    vec = loaded.vector(num_games=2, seed=0)
    before = vec.records.copy()
    states = [(game(rounds=2) if other else loaded).new_state(seed=3) for _ in range(number)]
    while over and not states[-1].is_over:
        states[-1].apply(int(states[-1].legal_actions()[0]))
    with pytest.raises(ValueError, match=says):
        vec.set_states(np.array([True, True]), states)
    assert (vec.records == before).all()


WHERE = [[1, 0], [1.0, 0.0], [[True, False]], True, np.ma.array([True, False], mask=[False, True])]  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("where", WHERE)
def test_a_batch_refuses_an_invalid_choice_of_games(where: Any) -> None:
    vec = game().vector(num_games=2, seed=0)
    with pytest.raises(ValueError, match="where must be truth values"):
        vec.step(np.array([0, 0]), where=where)


def test_the_arrays_of_a_batch_can_be_its_input() -> None:
    """Each call overwrites them, but not before it has read its input."""
    vec = game(rounds=1).vector(num_games=6, seed=2)
    while not vec.done.any():
        vec.step(vec.masks.argmax(axis=1))
    ended, before = vec.done.copy(), [vec.state(index) for index in range(6)]
    vec.step(vec.masks.argmax(axis=1), where=vec.done)
    assert [vec.state(index) != before[index] for index in range(6)] == ended.tolist()
    twin = copy.deepcopy(vec)
    vec.reset()
    twin.reset()
    vec.step(vec.to_act)  # all zeros at the start: the first row is picked in every game
    twin.step(np.zeros(6, dtype=int))
    assert [vec.state(index) for index in range(6)] == [twin.state(index) for index in range(6)]


class Meddler:
    """Actions for two games; while they are being read, another thread makes a call of its own."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call
        self.refused = False

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        with ThreadPoolExecutor(1) as other:
            self.refused = isinstance(other.submit(self.call).exception(), RuntimeError)
        return np.array([0, 0])


@pytest.mark.parametrize("call", ["step", "reset", "state"])
def test_a_batch_is_used_by_one_thread_at_a_time(call: str) -> None:
    vec = game().vector(num_games=2, seed=0)
    calls = {"step": lambda: vec.step(np.array([0, 0])), "reset": vec.reset, "state": lambda: vec.state(0)}
    meddler = Meddler(calls[call])
    vec.step(meddler)  # type: ignore[arg-type]
    assert meddler.refused
    once = game().vector(num_games=2, seed=0)
    once.step(np.array([0, 0]))
    assert vec.state(1) == once.state(1)
    vec.reset()


@pytest.mark.parametrize("num_games", [10**9, 10**15, 10**18, 2**62])
def test_a_batch_too_large_for_the_memory_is_refused_with_its_size(num_games: int) -> None:
    with pytest.raises(ValueError, match=f"num_games: {num_games:,} games of smallworld take [0-9,]+ GB"):
        game().vector(num_games=num_games)


@pytest.mark.parametrize(
    "arguments",
    [{"num_games": 0}, {"num_games": -1}, {"num_games": 2, "threads": 0}, {"num_games": 2, "threads": 10**6}],
)
def test_a_batch_of_no_games_is_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError):
        game().vector(seed=0, **arguments)


# Rewards


def paid(reward: str, num_players: int) -> list[tuple[np.ndarray, np.ndarray, swenv.State]]:
    """For each game of a small batch, played to its end: total rewards, returns, and the last state."""
    loaded = swenv.load("smallworld", num_players=num_players, reward=reward)
    vec = loaded.vector(num_games=6, seed=num_players)
    vec.reset()
    total = np.zeros((6, num_players))
    dice = np.random.default_rng(5)
    ended = []
    while len(ended) < 6:
        before = [vec.state(index) for index in range(6)]
        actions = (dice.random(vec.masks.shape) * vec.masks).argmax(axis=1)
        vec.step(actions)
        total += vec.rewards
        for index in range(6):
            after = before[index]
            coins = after.coins
            after.apply(int(actions[index]))
            if reward == "coins":
                assert np.array_equal(vec.rewards[index], after.coins - coins)
            elif not vec.done[index]:
                assert not vec.rewards[index].any()
            if vec.done[index]:
                ended.append((total[index].copy(), vec.returns[index].copy(), after))
                total[index] = 0
    return ended


@pytest.mark.parametrize("num_players", BOARDS)
def test_the_reward_win_adds_up_to_the_returns(num_players: int) -> None:
    for total, returns, last in paid("win", num_players):
        assert np.array_equal(total, returns) and np.array_equal(returns, last.returns())
        assert abs(total.sum()) < 1e-12
        assert np.isclose(total[total > 0].sum(), 1) or not total.any()
        assert last.coins[int(total.argmax())] == last.coins.max()


@pytest.mark.parametrize("num_players", BOARDS)
def test_the_reward_margin_adds_up_to_the_scaled_lead(num_players: int) -> None:
    for total, returns, last in paid("margin", num_players):
        assert np.array_equal(returns, last.returns()), "returns do not depend on the reward"
        for owner, own in enumerate(last.coins.tolist()):
            best = max(purse for other, purse in enumerate(last.coins.tolist()) if other != owner)
            assert total[owner] == pytest.approx((own - best) / max(own, best, 1))
        assert (np.abs(total) <= 1).all()


@pytest.mark.parametrize("num_players", BOARDS)
def test_the_reward_coins_adds_up_to_the_coins_of_the_game(num_players: int) -> None:
    for total, _, last in paid("coins", num_players):
        assert np.array_equal(total + 5, last.coins)


def test_the_reward_does_not_change_the_game() -> None:
    state = game().new_state(seed=9)
    for reward in ("margin", "coins"):
        assert game(reward=reward).new_state(seed=9).to_position() == state.to_position()


# Options of the rules


def test_own_decline_defends_is_an_option() -> None:
    def price(option: bool) -> int:
        state = position(
            options={"own_decline_defends": option},
            phase="conquest",
            seats=[seat(active("ratmen", "hill", hand=9), declined_elves()), seat()],
            regions={"0": held(0, "ratmen"), "4": held(0, "elves")},
        )
        play(state, "conquer 4")
        return 9 - int(state.to_position()["seats"][0]["races"][0]["hand"])

    assert (price(False), price(True)) == (2, 3)


def declined_elves() -> dict[str, Any]:
    return {"race": "elves", "power": None, "status": "decline"}


def test_races_and_powers_can_be_left_out_of_the_box() -> None:
    races = [
        "amazons",
        "elves",
        "ghouls",
        "humans",
        "orcs",
        "ratmen",
        "skeletons",
        "tritons",
        "trolls",
        "wizards",
    ]
    powers = [
        "alchemist",
        "hill",
        "forest",
        "swamp",
        "mounted",
        "merchant",
        "flying",
        "commando",
        "stout",
        "wealthy",
    ]
    loaded = swenv.load("smallworld", num_players=2, races=races, powers=powers)
    for state in sample(loaded, games=3, per_game=5):
        document = state.to_position()
        met = [row["race"] for row in document["column"]] + document["race_stack"]
        met += [entry["race"] for owner in document["seats"] for entry in owner["races"]]
        assert sorted(met) == sorted(races)
        badges = {row["power"] for row in document["column"]} | set(document["power_stack"])
        assert badges <= set(powers)


# Adapters


def test_the_pettingzoo_module_has_its_names() -> None:
    from swenv import smallworld_v0

    for make in (smallworld_v0.env, smallworld_v0.raw_env):
        env = make(num_players=2, render_mode=None, reward="win")
        env.reset(seed=1)
        assert env.possible_agents == ["player_0", "player_1"] and env.agent_selection == "player_0"
        seen, reward, terminated, truncated, info = env.last()
        assert seen["action_mask"].dtype == np.int8 and reward == 0 and not terminated and not truncated
        assert seen["action_mask"].tolist() == game(2, None).new_state(seed=1).mask().astype(int).tolist()
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        env.close()
    assert callable(smallworld_v0.parallel_env)


def test_the_gymnasium_id_is_registered() -> None:
    import gymnasium

    env = gymnasium.make("swenv/SmallWorld-v0", opponents="greedy")
    _, info = env.reset(seed=1)
    assert info["action_mask"].shape == (env.action_space.n,)
    _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert not terminated and not truncated and info["action_mask"].any()
    env.close()
