"""Players: the protocol, that they use no hidden information, and how the greedy player plays."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import swenv
from randomplay import SOME_MIXES, board_game, sample, some_game
from support import FX9, MURLOC, TRIBE, active, declined, game, held, legal, position, seat, underground, warcraft
from swenv import agents, render
from swenv.agents.analysis import judge
from swenv.agents.human import listing
from swenv.smallworld.rules.record import FINDS, PLACES, RELICS
from swenv.training.arena import match

SCRIPTED = ("random", "greedy")


def ready(name: str, loaded: swenv.Game, seed: int = 0) -> agents.Player:
    """A player by name, reset for a game."""
    player = agents.make(name)
    player.reset(loaded, seed=seed)
    return player


def decisions(player: agents.Player, states: Sequence[swenv.State]) -> list[int]:
    """What a player does in one state after the other."""
    return [player.act(state) for state in states]


def greedy(state: swenv.State) -> str:
    """What the greedy player does in a state, as text."""
    return str(state.game.action(ready("greedy", state.game).act(state)))


# Names


def test_every_name_gives_a_player_of_that_name() -> None:
    assert set(agents.names()) >= {"random", "greedy", "human"}
    for name in agents.names():
        player: object = agents.make(name)
        assert isinstance(player, agents.Player) and player.name == name
        assert agents.make(name) is not player


def test_an_unknown_name_gets_the_nearest_as_a_suggestion() -> None:
    with pytest.raises(ValueError, match="no player 'gredy', did you mean 'greedy'"):
        agents.make("gredy")


@pytest.mark.parametrize("path", ["runs/nobody-was-here", "model.zip"])
def test_a_path_without_a_checkpoint_raises_an_error_that_names_it(path: str) -> None:
    with pytest.raises(ValueError, match=f"no checkpoint at '{path}'"):
        agents.make(path)


class First(agents.Player):
    """Takes the first legal action."""

    name = "first"

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.asarray(masks.argmax(axis=1), dtype=np.int64)


class Other(First):
    """Another player, which wants a name."""


@pytest.fixture
def first_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The player above under the name "first", for one test."""
    monkeypatch.setattr(agents, "_FACTORIES", dict(agents._FACTORIES))
    agents.register("first", First)
    yield


@pytest.mark.usefixtures("first_registered")
def test_a_registered_player_is_made_by_name() -> None:
    assert "first" in agents.names()
    player = ready("first", board_game(2))
    state = board_game(2).new_state(seed=1)
    assert player.act(state) == state.legal_actions()[0]


@pytest.mark.usefixtures("first_registered")
@pytest.mark.parametrize(("name", "why"), [("first", "taken"), ("random", "taken"), ("a/b", "slashes"), ("", "word")])
def test_a_name_that_is_taken_or_looks_like_a_path_is_refused(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        agents.register(name, Other)


@pytest.mark.usefixtures("first_registered")
def test_a_redefined_class_replaces_the_old_one() -> None:
    again = type("First", (First,), {"name": "again", "__qualname__": "First"})
    agents.register("first", again)
    assert agents.make("first").name == "again"


# The protocol


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_player_that_was_not_reset_raises_an_error_that_says_so(name: str) -> None:
    state = board_game(2).new_state(seed=1)
    with pytest.raises(RuntimeError, match=f"'{name}' was not reset"):
        agents.make(name).act(state)
    with pytest.raises(RuntimeError, match=f"'{name}' was not reset"):
        agents.make(name).act_batch(state.observation()[np.newaxis], state.mask()[np.newaxis])


def test_a_player_refuses_states_of_another_game_and_finished_ones() -> None:
    player = ready("greedy", board_game(2))
    with pytest.raises(ValueError, match="was reset for"):
        player.act(board_game(3).new_state(seed=1))
    with pytest.raises(swenv.GameOver):
        ready("random", game()).act(position(phase="over", round=10))


def test_settings_seats_and_seeds_of_players_can_be_numpys() -> None:
    loaded = game(rounds=1)
    state, two = loaded.new_state(seed=1), np.int8(2)
    players = []
    for number in (np.int8, int):
        settings = {"simulations": number(20), "turns": number(1), "threads": number(2)}
        players += [agents.Search(**settings), agents.make("planner"), agents.make("greedy"), agents.make("random")]
        for player in players[-4:]:
            player.reset(loaded, seat=number(0), seed=number(3))
    chosen = [player.act(state) for player in players]
    assert chosen[:4] == chosen[4:] and all(type(player.seat) is int for player in players)
    assert players[0].name == players[4].name
    judged = [judge(players[4], state, played) for played in (two, 2)]
    assert np.array_equal(judged[0].values, judged[1].values, equal_nan=True)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole number"):
        judge(players[4], state, True)


def test_a_seat_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 2: seats are 0 to 1"):
        agents.make("random").reset(board_game(2), seat=2)


@pytest.mark.parametrize("name", SCRIPTED)
@pytest.mark.parametrize("key", SOME_MIXES)
def test_players_only_choose_legal_actions(name: str, key: str) -> None:
    loaded = some_game(key)
    player = ready(name, loaded)
    vec = loaded.vector(8, seed=1)
    finished = 0
    while finished < 8:
        actions = player.act_batch(vec.observations, vec.masks)
        assert actions.shape == (8,) and actions.dtype == np.int64
        assert vec.masks[np.arange(8), actions].all()
        vec.step(actions)
        finished += int(vec.done.sum())


@pytest.mark.parametrize("key", SOME_MIXES)
def test_greedy_decides_alike_in_one_game_and_in_a_batch(key: str) -> None:
    loaded = some_game(key)
    states = sample(loaded, games=3, per_game=20)
    player = ready("greedy", loaded)
    batch = player.act_batch(
        np.stack([state.observation() for state in states]), np.stack([state.mask() for state in states])
    )
    assert decisions(player, states) == batch.tolist()


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_decision_changes_neither_the_state_nor_the_arrays(name: str) -> None:
    player = ready(name, board_game(2))
    for state in sample(board_game(2), games=2, per_game=20):
        before = state.copy()
        observation, mask = state.observation(), state.mask()
        shown = observation.copy(), mask.copy()
        player.act(state)
        player.act_batch(observation[np.newaxis], mask[np.newaxis])
        assert state == before
        assert (observation == shown[0]).all() and (mask == shown[1]).all()


@pytest.mark.parametrize("name", SCRIPTED)
def test_the_same_seed_gives_the_same_decisions(name: str) -> None:
    states = sample(board_game(3), games=2, per_game=30)
    player = ready(name, board_game(3), seed=7)
    first = decisions(player, states)
    assert decisions(ready(name, board_game(3), seed=7), states) == first
    player.reset(board_game(3), seed=7)
    assert decisions(player, states) == first


def test_another_seed_gives_other_random_decisions() -> None:
    states = sample(board_game(2), games=2, per_game=30)
    one, other = (ready("random", board_game(2), seed=seed) for seed in (1, 2))
    assert decisions(one, states) != decisions(other, states)


def test_random_plays_every_legal_action_equally_often() -> None:
    state = board_game(2).new_state(seed=1)
    masks = np.repeat(state.mask()[np.newaxis], 6000, axis=0)
    observations = np.repeat(state.observation()[np.newaxis], 6000, axis=0)
    counts = np.bincount(ready("random", state.game).act_batch(observations, masks), minlength=state.game.num_actions)
    legal = state.legal_actions()
    assert counts[legal].sum() == 6000
    expected = 6000 / len(legal)
    assert np.abs(counts[legal] - expected).max() < 6 * np.sqrt(expected)


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_pickled_player_plays_on_identically(name: str) -> None:
    states = sample(board_game(2), games=2, per_game=20)
    player = ready(name, board_game(2), seed=3)
    player.act(states[0])
    again = pickle.loads(pickle.dumps(player))
    assert decisions(again, states) == decisions(player, states)


# What a player cannot know


@pytest.mark.parametrize("name", SCRIPTED)
@pytest.mark.parametrize("key", SOME_MIXES)
def test_hidden_information_changes_no_decision(name: str, key: str) -> None:
    loaded = secretive(key)
    states = sample(loaded, games=3, per_game=10)
    actions = decisions(ready(name, loaded, seed=5), states)
    for seed in (1, 2):
        others = [state.sample_hidden(state.to_act, seed) for state in states]
        assert all(other != state for other, state in zip(others, states, strict=True))
        assert decisions(ready(name, loaded, seed=5), others) == actions


@lru_cache(maxsize=32)
def secretive(key: str) -> swenv.Game:
    """One of `MIXES`, with purses hidden where they can be."""
    plain = some_game(key)
    secret = {"hide_coins": True} if "hide_coins" in plain.options else {}
    return swenv.load(plain.name, plain.num_players, **{**plain.options, **secret})


def test_a_human_player_sees_no_hidden_information() -> None:
    loaded = swenv.load("smallworld", num_players=3, hide_coins=True)
    for state in sample(loaded, games=3, per_game=5):
        assert shown(state) == shown(state.sample_hidden(state.to_act, 4))


# How the greedy player plays


@pytest.mark.parametrize(
    ("key", "least"),
    [
        ("smallworld-2", 0.8),
        pytest.param("smallworld-3", 0.6, marks=pytest.mark.slow),
        pytest.param("smallworld-5", 0.5, marks=pytest.mark.slow),
        pytest.param("underground-2", 0.8, marks=pytest.mark.slow),
        ("underground-5", 0.6),
        ("mixed-smallworld-3", 0.7),
        pytest.param("warcraft-2", 0.9, marks=pytest.mark.slow),
        ("warcraft-3", 0.8),
        pytest.param("warcraft-5", 0.7, marks=pytest.mark.slow),
    ],
)
def test_greedy_beats_random(key: str, least: float) -> None:
    game = some_game(key)
    others = [agents.make("random") for _ in range(game.num_players - 1)]
    result = match(game, [agents.make("greedy"), *others], games=60, seed=1)
    assert result.tallies[0].rate > least


def test_greedy_takes_the_cheapest_of_equally_valuable_regions() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "alchemist", hand=5)), seat()],
        regions={0: held(0, "ratmen"), 1: TRIBE},
    )
    assert greedy(state) == "conquer 4"


def test_greedy_takes_from_an_opponent_when_costs_are_equal() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "alchemist", hand=5)), seat(declined("orcs"))],
        regions={0: held(0, "ratmen"), 1: held(1, "orcs"), 4: TRIBE},
    )
    assert greedy(state) == "conquer 1"


def test_greedy_takes_the_most_valuable_of_equally_cheap_regions() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=5)), seat()],
        regions={0: held(0, "ratmen"), 4: TRIBE, 1: TRIBE},
    )
    assert greedy(state) == "conquer 1"


def test_greedy_does_not_attack_its_own_regions() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "alchemist", hand=5), declined("orcs")), seat()],
        regions={0: held(0, "ratmen"), 1: held(0, "orcs"), 4: held(0, "orcs")},
    )
    assert greedy(state) == "finish"


def test_greedy_rolls_the_die_before_it_stops_where_the_odds_are_best() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "alchemist", hand=1)), seat()],
        regions={0: held(0, "ratmen"), 1: TRIBE},
    )
    assert greedy(state) == "conquer 4"


def test_greedy_sends_the_dragon_where_tokens_cost_most() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "dragon_master", hand=3)), seat(active("orcs", "hill"))],
        regions={0: held(0, "ratmen"), 1: held(1, "orcs", 4)},
    )
    assert greedy(state) == "dragon 1"


def test_greedy_rolls_before_a_berserk_conquest() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "berserk", hand=3)), seat()],
        regions={0: held(0, "ratmen")},
    )
    assert greedy(state) == "roll"


def spent(**fields: Any) -> swenv.State:
    """The first action of a turn with a race that can take nothing more."""
    return position(
        phase="choose",
        seats=[seat(active("ratmen", "alchemist")), seat(active("orcs", "hill"))],
        regions={0: held(0, "ratmen"), 1: held(1, "orcs", 5), 4: held(1, "orcs", 5)},
        **fields,
    )


def test_greedy_declines_with_a_spent_race() -> None:
    assert greedy(spent(round=3)) == "decline"


def test_greedy_does_not_decline_in_the_last_round() -> None:
    assert greedy(spent(round=10)) != "decline"


def test_greedy_does_not_decline_with_a_fresh_race() -> None:
    state = position(
        phase="choose",
        round=2,
        seats=[seat(active("ratmen", "merchant")), seat()],
        regions={0: held(0, "ratmen", 6), 1: held(0, "ratmen", 3)},
    )
    assert greedy(state).startswith("conquer")


def test_greedy_defends_the_border() -> None:
    state = position(
        phase="deploy",
        seats=[seat(active("ratmen", "alchemist", hand=2)), seat(active("orcs", "hill"))],
        regions={3: held(0, "ratmen"), 2: held(0, "ratmen"), 8: held(1, "orcs"), 5: held(0, "ratmen")},
    )
    assert greedy(state) == "deploy 5"


def test_greedy_puts_no_tokens_where_a_hole_protects() -> None:
    state = position(
        phase="deploy",
        seats=[seat(active("halflings", "alchemist", hand=2, holes_placed=1)), seat(active("orcs", "hill"))],
        regions={5: held(0, "halflings", hole=1), 3: held(0, "halflings"), 8: held(1, "orcs")},
    )
    assert greedy(state) == "deploy 3"


def test_greedy_picks_the_combo_with_coins_on_it() -> None:
    def picked(coins: int) -> str:
        column = [{"race": "ratmen", "power": "commando"}, {"race": "dwarves", "power": "merchant", "coins": coins}]
        return greedy(position(phase="pick", column=column))

    assert picked(0) != "pick 1"
    assert picked(40) == "pick 1"


def test_greedy_makes_peace_with_the_strongest() -> None:
    state = position(
        num_players=3,
        phase="peace",
        seats=[seat(active("ratmen", "diplomat")), seat(active("orcs", "hill")), seat(active("elves", "forest"))],
        regions={0: held(0, "ratmen"), 4: held(1, "orcs", 2), 5: held(2, "elves", 6)},
    )
    assert greedy(state) == "peace 2"


def test_greedy_plays_custom_races_and_boards() -> None:
    gnomes = {"name": "gnomes", "tokens": 6, "coins": ["cavern"]}
    own = swenv.load("smallworld", num_players=2, map=FX9, extra_races=[gnomes])
    result = match(own, [agents.make("greedy"), agents.make("random")], games=20, seed=2)
    assert result.tallies[0].rate > 0.5


# How it plays Warcraft


@pytest.mark.parametrize("num_players", [2, 3])
def test_greedy_knows_the_table_that_each_observation_shows(num_players: int) -> None:
    every = board_game(num_players, "warcraft")
    states = sample(every, games=8, per_game=15)
    player = ready("greedy", every)
    batch = player.act_batch(
        np.stack([state.observation() for state in states]), np.stack([state.mask() for state in states])
    )
    players: dict[tuple[str, ...], agents.Player] = {}
    for state, action in zip(states, batch.tolist(), strict=True):
        document = state.to_position()
        faces = tuple(document.pop("boards"))
        if faces not in players:
            players[faces] = ready("greedy", swenv.load("warcraft", num_players=num_players, boards=faces))
        alone = players[faces].game
        assert alone.action(players[faces].act(alone.from_position(document))) == every.action(action)
    assert len(players) > 3


def worgen(hand: int) -> swenv.State:
    """Worgen who choose their form, with so many tokens in hand."""
    return warcraft(phase="form", seats=[seat(active("worgen", "miners", hand=hand), coins=5), seat()])


def test_greedy_takes_worgen_form_for_many_conquests() -> None:
    assert greedy(worgen(9)) == "form worgen"


def test_greedy_takes_human_form_with_few_tokens() -> None:
    assert greedy(worgen(1)) == "form human"


def rivals(**turn_state: Any) -> swenv.State:
    """Horde next to two races in decline in regions that cost and pay the same, only one of them of the Alliance."""
    return warcraft(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("goblins", "sailors", hand=4), coins=5),
            seat(declined("kobolds"), coins=5),
            seat(declined("humans"), coins=5),
        ],
        regions={5: held(0, "goblins"), 4: held(1, "kobolds"), 6: held(2, "humans")},
        turn_state=turn_state,
    )


def test_greedy_goes_for_the_faction_bonus() -> None:
    assert greedy(rivals()) == "conquer 6"


def test_greedy_expects_no_second_bonus_from_the_same_banner() -> None:
    assert greedy(rivals(beaten={"humans": 1}, rivals=1)) == "conquer 4"


def test_greedy_avoids_tolls_when_costs_are_equal() -> None:
    def chosen(power: str | None) -> str:
        return greedy(
            warcraft(
                num_players=3,
                phase="conquest",
                seats=[
                    seat(active("goblins", "sailors", hand=4), coins=5),
                    seat(declined("kobolds", power), coins=5),
                    seat(declined("naga"), coins=5),
                ],
                regions={5: held(0, "goblins"), 4: held(1, "kobolds"), 6: held(2, "naga")},
            )
        )

    assert (chosen(None), chosen("marshdwellers")) == ("conquer 4", "conquer 6")


def test_greedy_sends_the_champion_where_tokens_cost_most() -> None:
    state = warcraft(
        phase="conquest",
        seats=[seat(active("goblins", "champions", hand=3), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: held(0, "goblins", 2), 6: held(1, "orcs", 4)},
    )
    assert greedy(state) == "champion 6"


def armed(artifact: str, hand: int, **fields: Any) -> swenv.State:
    """A race with an Artifact, next to a strong enemy and to empty land."""
    return warcraft(
        phase="conquest",
        seats=[seat(active("goblins", "sailors", hand=hand), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: {**held(0, "goblins"), "artifacts": [artifact]}, 6: held(1, "orcs", 3)},
        **fields,
    )


def test_greedy_uses_frostmourne_for_an_expensive_conquest() -> None:
    assert greedy(armed("frostmourne", 3)) == "arm frostmourne"


def test_greedy_strikes_with_the_doomhammer_where_tokens_cost_most() -> None:
    assert greedy(armed("doomhammer", 1)) == "arm doomhammer"
    assert greedy(armed("doomhammer", 1, turn_state={"armed_effects": ["doomhammer"]})) == "conquer 6"


@pytest.mark.parametrize(("hand", "action"), [(1, "conquer 6"), (2, "finish")])
def test_greedy_gives_up_a_short_air_strike_when_the_hand_can_pay_for_something_else(hand: int, action: str) -> None:
    state = warcraft(
        phase="strike",
        seats=[seat(active("gnomes", "sailors", hand=hand), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: held(0, "gnomes"), 6: held(1, "orcs", hand + 1)},
        turn_state={"chosen": 6, "pending_roll": 0, "armed_effects": ["air_strike"]},
    )
    assert greedy(state) == action


def test_greedy_pushes_before_it_conquers() -> None:
    state = warcraft(
        phase="conquest",
        seats=[seat(active("goblins", "strongmen", hand=4), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: held(0, "goblins"), 6: held(1, "orcs", 1), 7: held(1, "orcs", 1)},
    )
    assert greedy(state) == "push 6"


def forsaken(round: int) -> swenv.State:
    """Forsaken who may buy a token."""
    return warcraft(
        phase="recruit",
        round=round,
        seats=[seat(active("forsaken", "miners"), coins=5), seat()],
        regions={5: held(0, "forsaken", 3)},
        turn_state={"inflicted": 2},
    )


def test_greedy_buys_tokens_while_there_are_turns_for_them() -> None:
    assert (greedy(forsaken(3)), greedy(forsaken(10))) == ("buy", "finish")


def test_greedy_leaves_no_region_to_beasts_alone() -> None:
    state = warcraft(
        phase="deploy",
        seats=[seat(active("goblins", "beastmasters", hand=3, beasts=2), coins=5), seat(active("orcs", "trackers"))],
        regions={1: held(0, "goblins", 0), 5: held(0, "goblins", 0), 6: held(0, "goblins", 0), 7: held(1, "orcs", 3)},
    )
    laid = []
    while state.phase == "deploy":
        laid.append(greedy(state))
        state.apply(laid[-1])
    assert sorted(action.split()[1] for action in laid[:3]) == ["1", "5", "6"]
    assert [action.split()[0] for action in laid[3:]] == ["beast", "beast"]


def test_greedy_puts_objectives_where_it_can_conquer_next() -> None:
    state = warcraft(
        phase="objectives",
        seats=[seat(active("humans", "defenders"), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: held(0, "humans", 3), 6: held(1, "orcs", 4), 1: MURLOC},
    )
    assert greedy(state) == "objective 4"


def test_greedy_plants_bombs_under_the_strongest_first() -> None:
    state = warcraft(
        phase="bombs",
        seats=[seat(active("goblins", "miners"), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: held(0, "goblins", 3), 4: held(1, "orcs", 1), 6: held(1, "orcs", 4)},
    )
    assert greedy(state) == "bomb 6"


def test_greedy_puts_the_heart_beside_those_who_pay() -> None:
    state = warcraft(
        phase="heart",
        seats=[seat(active("goblins", "miners"), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: held(0, "goblins"), 8: {**held(0, "goblins"), "artifacts": ["heart"]}, 6: held(1, "orcs")},
    )
    assert greedy(state) == "heart 5"


def test_greedy_protects_a_threatened_region_with_the_aegis() -> None:
    state = warcraft(
        phase="aegis",
        seats=[seat(active("goblins", "miners"), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: {**held(0, "goblins"), "artifacts": ["aegis"]}, 1: held(0, "goblins"), 7: held(1, "orcs"),
                 6: held(0, "goblins")},
    )  # fmt: skip
    assert greedy(state) == "aegis 6"


def test_greedy_takes_an_artifact_that_lies_next_to_it() -> None:
    state = warcraft(
        phase="conquest",
        seats=[seat(active("ethereals", "miners", hand=3), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={5: held(0, "ethereals"), 6: {**held(1, "orcs", 4), "artifacts": ["heart"]}},
    )
    assert greedy(state) == "take heart"


def test_greedy_opens_no_portals() -> None:
    state = warcraft(
        phase="conquest",
        seats=[seat(active("goblins", "portal_mages"), coins=5), seat(active("orcs", "trackers"), coins=5)],
        regions={7: held(0, "goblins"), 6: held(1, "orcs", 4)},
    )
    assert legal(state, "portal") and greedy(state) == "finish"


# A person


def shown(state: swenv.State, *lines: str) -> tuple[list[str], int | None]:
    """What a person is shown who types these lines, and the action that is taken; None if he left."""
    read: Callable[[str], str] = iter_reader(lines)
    said: list[str] = []
    player = agents.Human(read=read, write=said.append)
    player.reset(state.game)
    try:
        return said, player.act(state)
    except EOFError:
        return said, None


def iter_reader(lines: tuple[str, ...]) -> Callable[[str], str]:
    """An `input` that gives these lines and then ends."""
    rest = iter(lines)

    def read(prompt: str) -> str:
        for line in rest:
            return line
        raise EOFError

    return read


def border() -> swenv.State:
    """A person's race with two regions in reach."""
    return position(
        phase="conquest",
        seats=[seat(active("ratmen", "alchemist", hand=4)), seat()],
        regions={0: held(0, "ratmen")},
    )


def test_a_human_player_sees_the_board_and_the_legal_actions_by_verb() -> None:
    said, _ = shown(border())
    assert "Small World on" in said[0] and "ratmen" in said[0]
    assert said[1] == "You may:\n  conquer  1 4 (2 tokens)\n  finish"


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (
            position(
                phase="conquest",
                seats=[seat(active("ratmen", "alchemist", hand=2)), seat()],
                regions={0: held(0, "ratmen"), 1: TRIBE},
            ),
            "conquer  1 (3 tokens, die 50 %)  4 (2 tokens)",
        ),
        (
            position(
                phase="conquest",
                seats=[seat(active("ratmen", "berserk", hand=4)), seat()],
                regions={0: held(0, "ratmen"), 1: TRIBE},
                turn_state={"pending_roll": 1},
            ),
            "conquer  1 (2 tokens)  4 (1 token)",
        ),
        (
            warcraft(
                phase="conquest",
                seats=[seat(active("tauren", "farmers", hand=3), coins=5), seat(active("pandaren", "miners"))],
                regions={0: held(0, "tauren", 2), 1: held(1, "pandaren", 1)},
            ),
            "conquer  1 12 15 (3 tokens)  4 (2 tokens)  9 (4 tokens, die 50 %)",
        ),
        (
            underground(
                phase="conquest",
                seats=[seat(active("iron_dwarves", "stone", hand=2, hammers=1)), seat()],
                regions={5: held(0, "iron_dwarves")},
                turn_state={"hammers_left": 1},
            ),
            "conquer  0 1 (1 token, 1 Hammer)  2 7 (1 token)  6 (2 tokens, 1 Hammer)",
        ),
        (
            underground(
                phase="conquest",
                seats=[seat(active("ogres", "stone", hand=5)), seat(active("shrooms", "wise"))],
                regions={5: {**held(0, "ogres"), "relics": ["orb"]}, 4: held(1, "shrooms"), 6: held(1, "shrooms")},
                turn_state={"armed": ["orb"]},
            ),
            "conquer  6",
        ),
    ],
    ids=["die", "berserk", "warcraft", "hammers", "orb"],
)
def test_a_human_player_sees_what_a_conquest_costs_and_whether_it_is_a_gamble(state: swenv.State, line: str) -> None:
    said, _ = shown(state)
    (listed,) = [each.strip() for each in said[1].splitlines() if each.startswith("  conquer")]
    assert listed == line


@pytest.mark.parametrize("key", ["smallworld-2", "underground-2", "warcraft-2"])
def test_the_die_is_rolled_exactly_where_a_human_player_was_warned(key: str) -> None:
    loaded = some_game(key)
    dice = np.random.default_rng(1)
    told = 0
    for state in (loaded.new_state(seed=seed) for seed in range(3)):
        while not state.is_over:
            remarks = state.game.remarks(state.observation(), state.mask())
            action = int(dice.choice(state.legal_actions()))
            state.apply(action)
            if action in remarks:
                told += 1
                assert (state.last_roll is not None) == (", die " in remarks[action])
    assert told > 10


def test_a_game_of_other_prices_says_nothing_of_actions() -> None:
    state = swenv.load("islands", num_players=2).new_state(seed=1)
    assert state.game.remarks(state.observation(), state.mask()) == {}


@pytest.mark.parametrize(
    ("typed", "action"), [("conquer 4", "conquer 4"), ("  Conquer   4 ", "conquer 4"), ("FINISH", "finish")]
)
def test_a_human_player_types_an_action(typed: str, action: str) -> None:
    state = border()
    assert shown(state, typed)[1] == state.game.parse(action)


def test_a_human_player_is_told_why_an_action_is_illegal_and_asked_again() -> None:
    state = border()
    before = state.copy()
    said, action = shown(state, "conquer 8", "conquer 4")
    assert "illegal action 'conquer 8'" in said[2] and "SW-CONQ-5" in said[2]
    assert action == state.game.parse("conquer 4")
    assert state == before


def test_a_human_player_may_type_in_any_case_and_sees_numbers_grouped() -> None:
    state = swenv.load("islands", num_players=2).new_state(seed=1)
    for typed in ("START_FACE st2b", "start_face ST2B"):
        assert shown(state, typed)[1] == state.game.parse("start_face ST2B")
    state.apply("start_face ST2B")
    said, action = shown(state, "place 8 8 1")
    assert said[1] == "You may:\n  place  (8 8 0) (8 8 1) (8 8 2) (8 8 3)"
    assert action == state.game.parse("place 8 8 1")


def test_a_human_player_who_types_nonsense_is_asked_again() -> None:
    said, action = shown(border(), "attack 4", "conquer", "conquer 99", "finish")
    assert "no verb 'attack'" in said[2] and said[2].endswith(". Type 'help' if in doubt.")
    assert "conquer takes region from 0 to 8" in said[3] and "conquer takes region from 0 to 8" in said[4]
    assert action == border().game.parse("finish")


def test_a_human_player_can_ask_for_help_the_list_and_the_board() -> None:
    said, _ = shown(border(), "help", "list", "", "board")
    assert "quit" in said[2]
    for verb in border().game.verbs:
        assert verb.meaning in said[2]
    assert said[3] == said[1] and said[4] == said[5] == said[0]


def test_a_human_player_sees_the_board_once_a_turn_and_then_the_changes() -> None:
    state = border()
    said: list[str] = []
    person = agents.Human(read=iter_reader(("conquer 4", "board", "finish")), write=said.append)
    person.reset(state.game)
    state.apply(person.act(state))
    person.act(state)
    assert [" ".join(line.split()) for line in said[2].splitlines()] == [
        "> 0 5 alchemist ratmen: 3 in 2 regions, 2 in hand",
        "4 forest edge 0 ratmen ×2 2 0 3 5",
    ]
    assert said[4] == render.text(state, seat=0)


def test_a_human_player_sees_the_whole_table_after_laying_a_tile() -> None:
    state = swenv.load("islands", num_players=2).new_state(seed=1)
    said: list[str] = []
    person = agents.Human(read=iter_reader(("start_face ST2B", "place 8 8 1")), write=said.append)
    person.reset(state.game)
    state.apply(person.act(state))
    person.act(state)
    assert "phase start_place" in said[2] and "market" not in said[2]


def test_combos_are_listed_with_what_they_bring_in_lines_of_a_page() -> None:
    state = board_game(2).new_state(seed=3)
    lines = listing(state.game, state.mask(), state.game.remarks(state.observation(), state.mask())).splitlines()
    assert lines[1].startswith("  pick  0 (dragon master sorcerers, 10 tokens)  1 (berserk orcs, 9 tokens, -1 coin)")
    assert len(lines) == 4 and max(map(len, lines)) <= 100


def test_a_human_player_can_look_up_a_name() -> None:
    said, _ = shown(border(), "help ratmen", "help Lair", "help conquer", "help raten", "help xqzw")
    assert said[2].startswith(
        "ratmen: a race, rule SW-RACE-RATMEN in docs/rules/smallworld.md\n  Ratmen, banner 8, tray 13\n"
    )
    assert "lair: a piece, rule SW-RACE-TROLLS" in said[3]
    assert said[4].startswith("conquer region: ")
    assert said[5] == "no name 'raten', did you mean 'ratmen'?" and said[6] == "no name 'xqzw'"


def test_every_place_relic_artifact_and_piece_of_a_game_is_explained() -> None:
    underground_names = {*PLACES, *RELICS, "monsters", "hammers"}
    for loaded, names in (
        (board_game(2, "underground"), underground_names),
        (board_game(2, "warcraft"), {*FINDS, "murloc", "beasts", "fortress"}),
        (some_game("mixed-smallworld-3"), {*underground_names, "tribe", "fortress"}),
        (board_game(2), {"tribe", "lair", "fortress", "encampment", "hole", "hero", "dragon"}),
    ):
        assert names <= set(loaded.entries())
    assert not {*PLACES, *FINDS} & set(board_game(2).entries())


@pytest.mark.parametrize("word", ["quit", "exit", "Quit"])
def test_a_human_player_can_quit(word: str) -> None:
    said, action = shown(border(), word, "conquer 4")
    assert action is None and len(said) == 2


@pytest.mark.parametrize("name", ["smallworld", "warcraft", "islands"])
def test_a_human_player_can_play_a_whole_game_from_a_script(name: str) -> None:
    state = board_game(2, name).new_state(seed=3)
    opponent = ready("greedy", state.game)
    typed: list[str] = []
    person = agents.Human(read=lambda prompt: typed.pop(0), write=lambda text: None)
    person.reset(state.game, seat=0)
    while not state.is_over:
        if state.to_act == 0:
            typed.append(str(state.game.action(int(state.legal_actions()[0]))))
            state.apply(person.act(state))
        else:
            state.apply(opponent.act(state))
    assert not typed


def test_a_human_player_can_decide_for_several_games_at_once() -> None:
    state = border()
    said: list[str] = []
    person = agents.Human(read=iter_reader(("conquer 8", "conquer 4", "finish")), write=said.append)
    person.reset(state.game)
    observations = np.repeat(state.observation()[np.newaxis], 2, axis=0)
    chosen = person.act_batch(observations, np.repeat(state.mask()[np.newaxis], 2, axis=0))
    assert [str(state.game.action(action)) for action in chosen.tolist()] == ["conquer 4", "finish"]
    assert said[0] == state.game.observation_layout.describe(state.observation())
    assert said[2] == "that is not legal now"
