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
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from everygame import GAMES, SOME_GAMES, TABLES, short
from hidden import public_part
from randomplay import SOME_MIXES, board_game, sample, some_game, walk
from support import FX9, WX2, active, game, held, in_numpy, play, position, rolled, seat
from swenv.core import registry, replay
from swenv.core.action import by_verb
from swenv.smallworld import Power, Race

# Games


def test_the_package_shows_its_public_names_and_the_environments_alone() -> None:
    assert dir(swenv) == sorted([*swenv.__all__, *(f"{name}_v0" for name in swenv.games())])
    assert all(hasattr(swenv, name) for name in dir(swenv))
    assert swenv.games() == ("smallworld", "underground", "warcraft", "islands")


def test_load_takes_a_board_as_name_path_and_document(tmp_path: Path) -> None:
    document = json.loads(Path(FX9).read_text(encoding="utf-8"))
    copied = shutil.copy(FX9, tmp_path / "board.json")
    boards = [swenv.load("smallworld", num_players=2, map=form).board for form in (FX9, str(copied), copied, document)]
    assert all(board.regions == boards[0].regions for board in boards)
    document["regions"][0]["terrain"] = "swamp"
    assert boards[3].regions[0].terrain == "farmland", "the game keeps its own copy"
    loaded = swenv.load("smallworld", num_players=3, map="smallworld-3p", rounds=2)
    assert loaded.board.name == "smallworld-3p"
    assert max(state.round for state, _ in walk(loaded, seed=0)) == 2


def test_a_game_cannot_be_changed() -> None:
    loaded = swenv.load("smallworld", num_players=2, map=FX9)  # not the one that other tests share
    for name, value in (("num_players", 3), ("name", "chess"), ("options", {}), ("anything", 1)):
        with pytest.raises(AttributeError):
            setattr(loaded, name, value)
    with pytest.raises(dataclasses.FrozenInstanceError):
        loaded.board.regions[0].terrain = "swamp"


def test_those_who_load_the_same_share_a_game_that_neither_can_change(tmp_path: Path) -> None:
    usual = swenv.load("smallworld", rounds=1)
    assert swenv.load("smallworld", 2, rounds=1) is usual
    assert pickle.loads(pickle.dumps(usual)) == usual
    usual.options["rounds"] = 3
    usual.board.document["regions"][0]["terrain"] = "swamp"
    again = swenv.load("smallworld", rounds=1)
    assert again.options["rounds"] == 1 and again.board.document["regions"][0]["terrain"] != "swamp"
    with pytest.raises(ValueError, match="rounds"):
        swenv.load("smallworld", rounds=True)
    board = json.loads(Path(FX9).read_text(encoding="utf-8"))
    file = tmp_path / "board.json"
    for rounds in (4, 5):
        file.write_text(json.dumps({**board, "rounds": rounds}), encoding="utf-8")
        assert swenv.load("smallworld", map=str(file)).options["rounds"] == rounds


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("smalworld", {}, "smalworld smallworld"),
        ("smallworld", {"map": "smallworld-2q"}, "smallworld-2q smallworld-2p"),
        ("smallworld", {"map": "underground-2p"}, "'map' underground"),
        ("smallworld", {"map": "x" * 5000}, "no map"),
        ("smallworld", {"map": f"{'x' * 5000}.json"}, "no board file"),
        ("smallworld", {"extra_races": "x" * 5000}, "no race file"),
        ("smallworld", {"hide_coin": True}, "hide_coin hide_coins"),
        ("smallworld", {"reward": "wins"}, "wins win margin coins"),
        ("smallworld", {"rounds": True}, "'rounds' True"),
        ("smallworld", {"races": ["orcs", "orks"]}, "orks orcs"),
        ("warcraft", {"extra_powers": [{"name": "p", "tokens": 4, "beasts": True}]}, "power 'p' 'beasts' True"),
        ("warcraft", {"boards": "L1a"}, "'boards' 'L1a'"),
        ("islands", {"mode": ["solo"]}, "mode solo"),
        ("smallworld", {"boxes": ["base", "underground"], "diamond_scope": "race"}, "'diamond_scope'"),
        ("islands", {"level": 2}, "'level'"),
        *(("islands", {"num_players": 1, "level": level}, "'level'") for level in (0, "1")),
        ("islands", {"num_players": 1, "mode": "alone"}, "solo"),
        ("islands", {"mode": "solo"}, "solo"),
        ("islands", {"start_layout": "firstplayer"}, "first_player"),
        ("islands", {"best_resource": 2}, "best_resource"),
        *(("warcraft", {"num_players": number}, f"'num_players' {number!r}") for number in (2.0, np.True_)),
    ],
)
def test_load_names_a_wrong_option_and_suggests_the_nearest(name: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError) as refused:
        swenv.load(name, **{"num_players": 2, **options})
    assert all(word in str(refused.value) for word in says.split())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_refuses_numbers_of_players_it_does_not_support_and_options_of_others(name: str) -> None:
    seats = registry.kind(name).seats
    for number in (min(seats) - 1, max(seats) + 1):
        with pytest.raises(ValueError, match=f"{min(seats)} to {max(seats)} can play, not {number}"):
            swenv.load(name, num_players=number)
    usual = swenv.load(name, num_players=2)
    assert swenv.load(name, num_players=2, **usual.options).options == usual.options
    assert json.loads(json.dumps(usual.options)) == usual.options
    with pytest.raises(ValueError, match="no option 'hidden'") as refused:
        swenv.load(name, num_players=2, hidden=True)
    absent = {"warcraft": ("flames_entry", "map,"), "smallworld": ("boards",), "islands": ("level",)}
    assert not any(option in str(refused.value) for option in absent.get(name, ()))


# Numbers and texts of numpy

BATS = {"name": "bats", "tokens": 4, "vampire": True, "coins": ["hill"]}
BOARD = json.loads(Path(FX9).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("smallworld", {"rounds": (7, 9), "races": (12, 14), "powers": [18, 20], "hide_coins": True, "places": False}),
        ("smallworld", {"map": ["smallworld-2p", BOARD]}),
        ("underground", {"extra_races": [{**BATS, "tray": 11}], "extra_powers": {"name": "odd", "tokens": 3}}),
        ("warcraft", {"boards": [json.loads(Path(face).read_text(encoding="utf-8")) for face in WX2]}),
        ("islands", {"window": 15, "best_resource": True, "best_token": False}),
        ("islands", {"start_layout": swenv.load("islands", start_layout="fixed").options["start_layout"]}),
        ("islands", {"num_players": 1, "level": 4}),
    ],
)
def test_options_and_positions_take_numpys_whole_numbers_and_truth_values(name: str, options: dict[str, Any]) -> None:
    options = {"num_players": 2, **options}
    usual, loaded = swenv.load(name, **options), swenv.load(name, **in_numpy(options))
    assert loaded == usual and type(loaded.num_players) is int
    assert json.dumps(loaded.options) == json.dumps(usual.options)
    assert pickle.loads(pickle.dumps(loaded)) == usual
    state = loaded.new_state(seed=np.uint8(3))
    assert state == usual.new_state(seed=3)
    for _ in range(12):
        state.apply(state.legal_actions()[-1])
    document = state.to_position()
    assert usual.from_position(in_numpy(document)) == state
    recorder = swenv.Recorder(usual, seed=np.int64(4), position=in_numpy(document))
    recorder.apply(state.legal_actions()[0])
    assert replay.parse(recorder.replay.text()) == recorder.replay
    assert registry.game_of(in_numpy(document)) == registry.game_of(document)
    assert json.dumps(registry.game_of(in_numpy(document)))


def test_own_content_and_documents_take_numpys_numbers_and_texts() -> None:
    bats = Race.from_dict(BATS)
    assert Race(**in_numpy(BATS)) == Race.from_dict({**in_numpy(BATS), "coins": [np.array("hill")]}) == bats
    assert json.dumps(Power(name="odd", tokens=np.int64(3)).to_dict())
    usual = swenv.load("smallworld")
    document = usual.new_state(seed=1).to_position()
    stack = document["race_stack"]
    assert usual.from_position({**document, "race_stack": [*map(np.array, stack)]}) == usual.new_state(seed=1)
    for stranger in (np.array([1]), np.array(["elves"])):  # which cannot be compared with others
        with pytest.raises(ValueError, match=r"race_stack|JSON"):
            usual.from_position({**document, "race_stack": [stranger]})


def test_numbers_of_games_seats_and_simulations_can_be_numpys() -> None:
    loaded = game(rounds=1)
    state, few = loaded.new_state(seed=1), np.int8(2)
    assert np.array_equal(loaded.vector(few, seed=few, threads=few).seeds, loaded.vector(2, seed=2).seeds)
    assert np.array_equal(loaded.playouts(state, few, seed=few), loaded.playouts(state, 2, seed=2))
    assert state.sample_hidden(np.int8(1), few) == state.sample_hidden(1, 2)
    many, usual = np.int8(20), state.search(simulations=20, seed=2, turns=2, threads=2)
    found = state.search(simulations=many, seed=few, turns=few, threads=few)
    assert np.array_equal(found.visits, usual.visits) and type(found.simulations) is int


# What every game tells about itself


@pytest.mark.parametrize(("name", "num_players"), TABLES)
def test_every_part_of_an_observation_and_every_action_has_its_place(name: str, num_players: int) -> None:
    loaded = board_game(num_players, name)
    layout = list(loaded.observation_layout)
    assert layout[0].start == 0 and layout[-1].stop == loaded.observation_size
    assert all(part.stop == following.start for part, following in pairwise(layout))
    assert len({part.name for part in layout}) == len(layout)
    vector = np.arange(loaded.observation_size)
    for part in layout:
        assert part.name and part.meaning and int(np.prod(part.shape)) == part.stop - part.start
        assert loaded.observation_layout[part.name] is part
        assert np.array_equal(part.of(vector).ravel(), vector[part.start : part.stop])
        starts = [*(column.offset for column in part.columns), part.shape[-1]]
        assert starts[0] == 0 and [column.width for column in part.columns] == np.diff(starts).tolist()
        assert all(column.name and column.meaning for column in part.columns)
        assert all(not column.values or len(column.values) == column.width for column in part.columns)
    vec = loaded.vector(num_games=3, seed=1)
    one, batch = loaded.graph(vec.observations[0]), loaded.graph(vec.observations)
    assert one.nodes.shape == layout[0].shape and np.shares_memory(one.nodes, vec.observations)
    assert one.nodes.size + one.whole.size == loaded.observation_size
    assert one.adjacency.shape == (layout[0].shape[0],) * 2 and np.array_equal(one.adjacency, one.adjacency.T)
    assert np.array_equal(batch.nodes[0], one.nodes) and np.array_equal(batch.whole[0], one.whole)
    firsts = [*(verb.first for verb in loaded.verbs), loaded.num_actions]
    assert firsts[0] == 0 and [verb.size for verb in loaded.verbs] == np.diff(firsts).tolist()
    texts = set()
    for index in range(loaded.num_actions):
        action = loaded.action(index)
        assert loaded.parse(action) == loaded.parse(str(action)) == index
        assert swenv.Action(action.verb, action.args) == action
        texts.add(str(action))
    assert len(texts) == loaded.num_actions


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
    for view in (loaded.graph, loaded.planes):
        for shape in ((3,), (2, 3), ()):
            with pytest.raises(ValueError, match=f"observations of {loaded.observation_size} numbers are needed"):
                view(np.zeros(shape))
    with pytest.raises(ValueError, match="smallworld is not played on a grid"):
        game().planes(game().new_state(seed=1).observation())


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


WRONG: list[Any] = ["", "conquer", "conquer 9", "conquer x", "finish 1", "conker 1", 1.0, None, [1], np.True_]
HUGE = [-1, 9 * 9 + 6 + 3 + 2, 2**63, 10**30, np.int64(-1), np.uint64(2**64 - 1)]
"""No indices; for some of them numba would recompile its code, or fail."""


@pytest.mark.parametrize("action", [*WRONG, *HUGE])
def test_what_is_no_action_is_refused_and_not_as_illegal(action: Any) -> None:
    number = isinstance(action, int | np.integer) and not isinstance(action, bool)
    state, recorder = game().new_state(seed=1), swenv.Recorder(game(), seed=1)
    for call in (state.apply, recorder.apply, *([game().action] if number else [])):
        with pytest.raises((TypeError, ValueError), match=str(action) if number else None) as refused:
            call(action)
        assert not isinstance(refused.value, swenv.IllegalAction)
    assert state == recorder.state == game().new_state(seed=1) and recorder.replay.moves == ()


def test_an_action_is_refused_the_same_way_as_index_text_and_object() -> None:
    loaded = board_game(2)
    state = loaded.new_state(seed=1)
    index, said = loaded.parse("decline"), set()
    for form in (index, "decline", loaded.action(index), np.int64(index)):
        with pytest.raises(swenv.IllegalAction) as refused:
            state.apply(form)
        assert refused.value.action == "decline" and state == loaded.new_state(seed=1)
        said.add(str(refused.value))
    assert said == {f"illegal action 'decline': {refused.value.reason} ({refused.value.rule})"}


# States


def test_a_state_describes_the_progress_of_the_game_in_plain_numbers_and_copies() -> None:
    """The shapes and types of arrays are those that `check_game` finds in every game."""
    loaded = board_game(2)
    for state, _ in walk(loaded, seed=71):
        assert type(state.to_act) is type(state.turn) is type(state.round) is int
        assert type(state.phase) is str and type(state.is_over) is bool
        assert 0 <= state.turn < 2 and 1 <= state.round <= loaded.board.rounds
        assert state.coins.shape == (2,) and np.array_equal(state.observation(), state.observation(seat=state.to_act))
    before = state.copy()
    state.coins[:] = state.observation()[:] = state.returns()[:] = state.mask()[:] = 9
    document = state.to_position()
    document["seats"][0]["coins"] = 99
    document["column"].clear()
    assert state == before and state.coins[0] != 9 and not state.mask().any() and state.to_position() != document
    for action in (0, "finish", swenv.Action("decline")):
        with pytest.raises(swenv.GameOver):
            state.apply(action)
        assert state == before


def test_other_seeds_play_other_games() -> None:
    loaded = board_game(2)
    assert len({loaded.new_state(seed=seed) for seed in range(20)}) == 20
    assert loaded.new_state(seed=3) == loaded.new_state(seed=3)
    state = loaded.new_state()
    assert loaded.from_position(state.to_position()) == state, "a seed that nobody chose can be repeated too"


def test_copies_of_all_kinds_are_equal_and_independent_and_what_differs_is_unequal() -> None:
    """The other kinds are those that `check_game` makes in every game."""
    state = board_game(2).new_state(seed=1)
    twins = [copy.copy(state), copy.deepcopy(state)]
    assert len({state, *twins}) == 1 and twins[0].game is state.game
    assert all(state == board_game(2).new_state(seed=1) != play(twin, "pick 0") for twin in twins)
    assert state != "a state" and state != board_game(3).new_state(seed=1) and board_game(2) != board_game(3)


@pytest.mark.parametrize("key", SOME_MIXES)
def test_sample_hidden_redraws_only_what_the_seat_cannot_know(key: str) -> None:
    """Nothing that it sees or may do depends on that: `check_game` finds so in every game."""
    changed, drawn_box = 0, key in {"boards-2", "boards-mixed-2"}
    for state in sample(some_game(key), games=3, per_game=4, seed=51):
        kept = state.copy()
        for owner, seed in product(range(state.game.num_players), (0, 1)):
            drawn = state.sample_hidden(owner, seed)
            assert state == kept, "the state itself is not touched"
            assert public_part(drawn.to_position(), drawn_box) == public_part(state.to_position(), drawn_box)
            assert drawn == state.sample_hidden(owner, seed), "the same seed draws the same"
            changed += drawn != state
    assert changed, "nothing was drawn anew"


def test_last_roll_is_that_of_the_last_action() -> None:
    seats = [seat(active("ratmen", "berserk", hand=4)), seat()]
    before = position(phase="conquest", seats=seats, regions={4: held(0, "ratmen")})
    state = rolled(before, "roll", 3)
    assert [before.last_roll, state.last_roll, play(state, "conquer 0").last_roll] == [None, 3, None]
    assert all(state.last_roll is None for state, _ in walk(swenv.load("islands", num_players=2), seed=1))


def test_seats_games_and_seeds_are_whole_numbers_in_their_range() -> None:
    vec = game().vector(num_games=2, seed=0)
    state = vec.state(0)
    calls: list[tuple[str, Callable[[Any], object], tuple[int, ...]]] = [
        ("seat", state.observation, (-1, 2)),
        ("seat", lambda value: state.sample_hidden(value, 0), (-1, 2)),
        ("seed", game().new_state, (-1, 2**64)),
        ("seed", lambda value: game().vector(num_games=2, seed=value), (-1, 2**64)),
        ("game", vec.state, (2,)),
        ("action", game().action, ()),
        ("action", lambda value: game().accounts(state.record, value), (10**30, -1, 10**5000)),
        ("num_games", lambda value: game().vector(num_games=value), (0,)),
    ]
    for name, call, far in calls:
        for value in far:
            with pytest.raises((ValueError, IndexError), match=name):
                call(value)
        for value in (np.True_, 1.0, "1"):
            with pytest.raises(TypeError, match=name):
                call(value)


def test_an_unsuitable_array_for_a_mask_is_refused() -> None:
    state, fine = game().new_state(seed=1), game().new_state(seed=1).mask()
    wrong: list[Any] = [fine[:-1], fine.astype(np.int8), np.repeat(fine, 2)[::2], np.ma.array(fine), fine.tolist()]
    for out in (*wrong, np.frombuffer(fine.tobytes(), np.bool_)):  # which cannot be written
        with pytest.raises(ValueError, match="out must be"):
            state.mask(out)


# Positions


def test_a_position_may_state_just_what_matters() -> None:
    document = game().from_position({"format": "swenv-position/1", "game": "smallworld"}).to_position()
    usual = {"round": 1, "turn": 0, "to_act": 0, "phase": "pick", "regions": {}, "discarded_powers": []}
    assert document.items() >= usual.items()
    assert [owner["coins"] for owner in document["seats"]] == [5, 5] and {"tray", "turn_state"} <= document.keys()
    assert [len(document[name]) for name in ("column", "race_stack", "power_stack")] == [6, 8, 14]


ORCS, ELVES = active("orcs", "hill"), active("elves", "swamp")
WRONG_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"format": "swenv-position/9"}, "format"),
    ({"num_players": 3}, "num_players"),
    ({"phase": "conquest", "seats": []}, "phase"),
    ({"seats": [seat(), seat(ORCS | {"race": "orks"})]}, "seats[1].races[0].race"),
    ({"seats": [seat(ORCS), seat(ELVES | {"power": "hill"})]}, "hill"),
    ({"regions": {"0": held(1, "orcs")}}, "regions.0.race"),
    ({"regions": {"0": held(0, "orcs", 11)}}, "orcs"),
    ({"regions": {"0": {**held(0, "orcs"), "tribe": 1}}}, "regions.0.tribe"),
    ({"column": [{"race": "giants", "power": "flying"}] * 7}, "column"),
    ({"seats": [seat(ORCS, peace=3), seat(ELVES)]}, "seats[0].peace"),
    ({"turn_state": {"attacked": [0, 4]}}, "turn_state.attacked[1]"),
]


def test_a_wrong_document_is_refused_by_field() -> None:
    usual: dict[str, Any] = {"format": "swenv-position/1", "game": "smallworld", "seats": [seat(ORCS), seat(ELVES)]}
    for fields, named in WRONG_FIELDS:
        with pytest.raises(ValueError) as refused:
            game().from_position({**usual, **fields})
        assert named in str(refused.value)
    loop: dict[str, Any] = {**usual}
    loop["column"] = [loop]
    with pytest.raises(ValueError, match=r"position.*nested too deeply"):
        game().from_position(loop)
    with pytest.raises(ValueError, match=r"^option 'map': nested too deeply"):
        swenv.load("smallworld", num_players=2, map=loop)
    for document in (None, [], "position", 3):
        with pytest.raises((TypeError, ValueError)):
            game().from_position(document)  # type: ignore[arg-type]


# Observations


def test_the_observing_seat_is_always_first() -> None:
    """Two seats in mirrored positions see the same, but for who plays first and who is still to play."""
    seen = []
    for first in (0, 1):
        seats = [seat(ORCS, coins=6), seat(ELVES, coins=5)][:: 1 - 2 * first]
        regions = {0: held(first, "orcs", 3), 5: held(1 - first, "elves", 2)}
        state = position(turn=first, seats=seats, regions=regions)
        seen.append(state.observation(first))
        told = state.game.observation_layout.describe(seen[-1])
        assert "orcs" in told and "elves" in told
    assert {"seat", "turns_left"} == {
        column.name
        for part in game().observation_layout
        for column in part.columns
        if len({part.of(each)[..., part.column(column.name)].tobytes() for each in seen}) == 2
    }
    with pytest.raises(ValueError, match="shape"):
        game().observation_layout.describe(seen[0][:-1])


def test_hide_coins_does_not_change_the_game() -> None:
    for state, _ in walk(game(), seed=4):
        twin = game(hide_coins=True).from_position(state.to_position())
        assert np.array_equal(twin.mask(), state.mask()) and twin.coins.tolist() == state.coins.tolist()


# Batches


def test_a_vector_has_games_of_their_own_seeds_and_gives_copies_of_their_states() -> None:
    vec = board_game(3).vector(num_games=10, seed=0)
    vec.reset()
    assert len(set(vec.seeds.tolist())) == 10
    assert vec.observations.dtype == np.int8 and vec.masks.dtype == np.bool_
    vec.state(0).apply("pick 0")
    assert [vec.state(index) for index in range(10)] == [vec.game.new_state(seed=int(seed)) for seed in vec.seeds]


def test_a_vector_shows_every_game_as_any_seat_sees_it() -> None:
    vec = board_game(3).vector(num_games=5, seed=0)
    for _ in range(20):
        vec.step(vec.masks.argmax(1))
    assert np.array_equal(vec.observe(vec.to_act), vec.observations)
    for who in range(3):
        expected = [vec.state(i).observation(who) for i in range(5)]
        assert np.array_equal(vec.observe(who), expected)
        assert np.array_equal(vec.observe(who, np.array([3, 1])), [expected[3], expected[1]])
    assert vec.observe(0, []).shape == (0, vec.game.observation_size)  # type: ignore[arg-type]
    for wrong in (3, 1.5, [0, 1]):
        with pytest.raises(ValueError, match="seat"):
            vec.observe(wrong)  # type: ignore[arg-type]
    for games in (0, [True] * 5, [1.0], [[1]]):
        with pytest.raises(ValueError, match="games must be whole numbers"):
            vec.observe(0, games)  # type: ignore[arg-type]
    for games in ([-1], [5], np.array([2**64 - 1], dtype=np.uint64)):
        with pytest.raises(IndexError, match="no game"):
            vec.observe(0, games)  # type: ignore[arg-type]


def test_seats_play_at_random_only_with_whole_arrays() -> None:
    vec = board_game(2).vector(4, seed=1)
    fine = np.zeros(4, dtype=np.uint64)
    wrong: list[Any] = [fine[:2], fine.astype(np.int64), np.zeros(8, dtype=np.uint64)[::2], [0, 0, 0, 0]]
    for each in (*wrong, np.frombuffer(bytes(32), dtype=np.uint64)):  # which cannot be written
        with pytest.raises(ValueError, match="dice"):
            vec.play_random_seats(fine, each)
    for each in (*wrong[:2], b"1"):
        with pytest.raises(ValueError, match="random_seats"):
            vec.play_random_seats(each, fine)


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_batch_keeps_how_its_games_ended_until_the_next_step(name: str) -> None:
    loaded = swenv.load(name, num_players=2, **short(name, 1))
    vec, dice, ended = loaded.vector(num_games=4, seed=2), np.random.default_rng(2), 0
    while ended < 4:
        states, actions = [vec.state(i) for i in range(4)], (dice.random(vec.masks.shape) * vec.masks).argmax(axis=1)
        vec.step(actions)
        assert vec.coins.tolist() == [vec.state(i).coins.tolist() for i in range(4)]
        coins, seen = vec.final_coins, vec.final_observations(np.array([0, 1, 0, 1]))
        assert (coins.dtype, seen.dtype, seen.shape) == (np.int64, np.int8, vec.observations.shape)
        for i, state in enumerate(states):
            if not vec.done[i]:
                assert not coins[i].any() and not seen[i].any()
                with pytest.raises(ValueError, match=f"the last step did not end game {i}"):
                    vec.final_state(i)
                continue
            ended += 1
            state.apply(int(actions[i]))
            assert vec.final_state(i) == state and coins[i].tolist() == state.coins.tolist()
            assert np.array_equal(seen[i], state.observation(i % 2))
            assert copy.deepcopy(vec).final_state(i) == state
    for call, wrong, error in ((vec.final_state, 4, IndexError), (vec.final_observations, 2, ValueError)):
        with pytest.raises(error, match=f"no (game|seat) {wrong}"):
            call(wrong)
    vec.reset()
    assert not vec.final_coins.any() and not vec.final_observations(0).any()


HALF = np.ma.array([0, 1], mask=[False, True])
NO_ACTIONS: list[Any] = [[0], [[0, 0]], [0.0, 1.0], [0, 10**6], [0, -1], [0, 2**64], [0, True], HALF, ["pick 0", "x"]]
NO_WHERE: list[Any] = [[True], [1, 0], [[True, False]], True, HALF.astype(np.bool_)]


def test_a_batch_refuses_what_is_no_action_or_illegal_and_does_nothing() -> None:
    vec = game(reward="coins").vector(num_games=2, seed=0)
    vec.reset()
    before = vec.records.copy()
    for actions in NO_ACTIONS:
        with pytest.raises((ValueError, TypeError)):
            vec.step(actions)
        assert (vec.records == before).all()
    pick, decline = game().parse("pick 1"), game().parse("decline")
    for where in NO_WHERE:
        with pytest.raises(ValueError, match="where must be truth values"):
            vec.step(np.array([pick, pick]), where=where)  # type: ignore[arg-type]
    with pytest.raises(swenv.IllegalAction) as refused:
        vec.step(np.array([pick, decline]))
    assert refused.value.rule.startswith("SW-") and (vec.records == before).all()
    vec.step(np.array([pick, decline]), where=np.array([True, False]))
    assert (vec.records == before).tolist() == [False, True], "games left out are unchanged"
    assert vec.rewards.tolist() == [[-1, 0], [0, 0]] and not vec.done.any()


def test_a_batch_plays_on_from_the_states_put_into_it() -> None:
    vec = board_game(3).vector(num_games=3, seed=0)
    for _ in range(30):
        vec.step(vec.masks.argmax(axis=1))
    fresh = board_game(3).vector(num_games=3, seed=9)
    other = fresh.state(1)
    fresh.set_states(np.array([True, False, True]), [vec.state(0), vec.state(2)])
    assert [fresh.state(i) for i in range(3)] == [vec.state(0), other, vec.state(2)]
    for array in ("seeds", "to_act", "masks", "observations"):
        mine, its = getattr(fresh, array), getattr(vec, array)
        assert np.array_equal(mine[[0, 2]], its[[0, 2]]), array


def test_a_batch_refuses_states_that_do_not_fit_and_changes_nothing() -> None:
    loaded = game(rounds=1)
    vec = loaded.vector(num_games=2, seed=0)
    before = vec.records.copy()
    fine, other = loaded.new_state(seed=3), game(rounds=2).new_state(seed=3)
    *_, (over, _) = walk(loaded, seed=3)
    for states, says in (
        ([fine], "one is needed for each of the 2 games"),
        ([fine, other], "belongs to"),
        ([fine, over], "over"),
        ([fine, 3], "a state is needed for game 1, not"),
        ("12", "a state is needed for game 0, not"),
    ):
        with pytest.raises(ValueError, match=says):
            vec.set_states(np.array([True, True]), states)  # type: ignore[arg-type]
        assert (vec.records == before).all()


def test_the_arrays_of_a_batch_can_be_its_input() -> None:
    """Each call overwrites them, but not before it has read its input."""
    vec = game(rounds=1).vector(num_games=6, seed=2)
    while not vec.done.any():
        vec.step(vec.masks.argmax(axis=1))
    ended, before = vec.done.copy(), vec.records.copy()
    vec.step(vec.masks.argmax(axis=1), where=vec.done)
    assert (vec.records != before).tolist() == ended.tolist()
    twin = copy.deepcopy(vec)
    vec.reset()
    twin.reset()
    vec.step(vec.to_act)  # all zeros at the start: the first row is picked in every game
    twin.step(np.zeros(6, dtype=int))
    assert (vec.records == twin.records).all()


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
    vec, once = game().vector(num_games=2, seed=0), game().vector(num_games=2, seed=0)
    calls = {"step": lambda: vec.step(np.array([0, 0])), "reset": vec.reset, "state": lambda: vec.state(0)}
    meddler = Meddler(calls[call])
    vec.step(meddler)  # type: ignore[arg-type]
    once.step(np.array([0, 0]))
    assert meddler.refused and vec.state(1) == once.state(1)
    vec.reset()


def test_a_batch_of_no_games_too_many_or_an_unknown_reward_is_refused() -> None:
    for number in (10**9, 10**15, 2**62):
        with pytest.raises(ValueError, match=f"num_games: {number:,} games of smallworld take [0-9,]+ GB"):
            game().vector(num_games=number)
    for arguments in ({"num_games": 0}, {"threads": 0}, {"threads": 10**6}, {"reward": "wins"}):
        with pytest.raises(ValueError, match=next(iter(arguments))):
            game().vector(**{"num_games": 2, "seed": 0, **arguments})
