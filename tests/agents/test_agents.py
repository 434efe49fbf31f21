"""Players: the protocol, that they use no hidden information, and how the greedy player plays."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import swenv
from hidden import unseen
from randomplay import SOME_MIXES, board_game, sample, some_game
from support import MURLOC, TRIBE, active, declined, game, held, legal, position, ready, seat, underground, warcraft
from swenv import agents, render
from swenv.agents.analysis import judge
from swenv.agents.human import listing
from swenv.smallworld import Race
from swenv.training.arena import match

SCRIPTED = ("random", "greedy")


def together(player: agents.Player, states: Sequence[swenv.State]) -> list[int]:
    """What a player does in several states at once."""
    seen = np.stack([state.observation() for state in states]), np.stack([state.mask() for state in states])
    return player.act_batch(*seen).tolist()


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


class First(agents.Player):
    name = "first"

    def act_batch(self, observations: Any, masks: Any) -> Any:
        return masks.argmax(axis=1)


def test_a_registered_player_is_made_by_name_and_may_be_redefined_but_takes_no_other_name(monkeypatch: Any) -> None:
    monkeypatch.setattr(agents, "_FACTORIES", dict(agents._FACTORIES))
    agents.register("first", First)
    assert "first" in agents.names()
    state = board_game(2).new_state(seed=1)
    assert ready("first", state.game).act(state) == state.legal_actions()[0]
    for name, why in (("first", "taken"), ("random", "taken"), ("a/b", "slashes"), ("", "word")):
        with pytest.raises(ValueError, match=why):
            agents.register(name, type("Other", (First,), {}))
    agents.register("first", type("First", (First,), {"name": "again", "__qualname__": "First"}))
    assert agents.make("first").name == "again"


# The protocol


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_player_refuses_what_it_was_not_reset_for(name: str) -> None:
    state, player = board_game(2).new_state(seed=1), agents.make(name)
    for ask in (player.act, lambda state: together(player, [state])):
        with pytest.raises(RuntimeError, match=f"'{name}' was not reset"):
            ask(state)
    with pytest.raises(ValueError, match="no seat 2: seats are 0 to 1"):
        player.reset(board_game(2), seat=2)
    player.reset(board_game(2))
    with pytest.raises(ValueError, match="was reset for"):
        player.act(board_game(3).new_state(seed=1))
    with pytest.raises(swenv.GameOver):
        ready(name, game()).act(position(phase="over", round=10))


def test_settings_seats_and_seeds_of_players_can_be_numpys() -> None:
    loaded = game(rounds=1)
    state, players = loaded.new_state(seed=1), []
    for number in (np.int8, int):
        settings = {"simulations": number(20), "turns": number(1), "threads": number(2)}
        players += [agents.Search(**settings), agents.make("planner"), agents.make("greedy"), agents.make("random")]
        for player in players[-4:]:
            player.reset(loaded, seat=number(0), seed=number(3))
    chosen = [player.act(state) for player in players]
    assert chosen[:4] == chosen[4:] and all(type(player.seat) is int for player in players)
    assert players[0].name == players[4].name
    judged = [judge(players[4], state, played) for played in (np.int8(2), 2)]
    assert np.array_equal(judged[0].values, judged[1].values, equal_nan=True)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole number"):
        judge(players[4], state, True)


@pytest.mark.parametrize("name", SCRIPTED)
@pytest.mark.parametrize("key", SOME_MIXES)
def test_decisions_are_legal_and_depend_on_the_seed_and_what_is_seen_alone(name: str, key: str) -> None:
    """Not on what is hidden, on earlier games, on other games at the same time, or on a process; and change nothing."""
    loaded = some_game(key)
    states = sample(loaded, games=2, per_game=8)
    before, player = [state.copy() for state in states], ready(name, loaded, seed=5)
    actions = [*map(player.act, states)]
    assert states == before and all(state.mask()[action] for state, action in zip(states, actions, strict=True))
    player.reset(loaded, seed=5)
    again = pickle.loads(pickle.dumps(player))
    assert [*map(player.act, states)] == [*map(again.act, states)] == actions
    for seed in (1, 2):
        others = [state.sample_hidden(state.to_act, seed) for state in states]
        assert all(other != state for other, state in zip(others, states, strict=True))
        assert [*map(ready(name, loaded, seed=5).act, others)] == actions
    if name == "greedy":
        assert together(player, states) == actions
    else:
        assert [*map(ready(name, loaded, seed=6).act, states)] != actions


def test_random_plays_every_legal_action_equally_often() -> None:
    state = board_game(2).new_state(seed=1)
    counts = np.bincount(together(ready("random", state.game), [state] * 6000), minlength=state.game.num_actions)
    legal = state.legal_actions()
    expected = 6000 / len(legal)
    assert counts[legal].sum() == 6000
    assert np.abs(counts[legal] - expected).max() < 6 * np.sqrt(expected)


# How the greedy player plays


@pytest.mark.parametrize(
    ("key", "least"),
    [
        ("smallworld-2", 0.8),
        ("mixed-smallworld-3", 0.7),
        ("warcraft-3", 0.8),
        ("own", 0.5),
        pytest.param("underground-5", 0.6, marks=pytest.mark.slow),
        pytest.param("warcraft-5", 0.7, marks=pytest.mark.slow),
    ],
)
def test_greedy_beats_random(key: str, least: float) -> None:
    gnomes = Race(name="gnomes", tokens=6, coins=("cavern",))
    loaded = game(extra_races=(gnomes,)) if key == "own" else some_game(key)
    others = ["random"] * (loaded.num_players - 1)
    assert match(loaded, [agents.make(name) for name in ("greedy", *others)], 30, seed=1).tallies[0].rate > least


RATS, RAT = active("ratmen", "alchemist", hand=5), held(0, "ratmen")
SPENT = {0: RAT, 1: held(1, "orcs", 5), 4: held(1, "orcs", 5)}
COLUMN = [{"race": "ratmen", "power": "commando"}, {"race": "dwarves", "power": "merchant", "coins": 40}]
ORCS = (active("orcs", "hill"),)
BASE: dict[str, tuple[str, tuple[Any, ...], tuple[Any, ...], dict[int, Any], dict[str, Any], str]] = {
    "takes the cheapest of equally valuable regions": ("conquest", (RATS,), (), {0: RAT, 1: TRIBE}, {}, "conquer 4"),
    "takes from an opponent when costs are equal": (
        "conquest", (RATS,), (declined("orcs"),), {0: RAT, 1: held(1, "orcs"), 4: TRIBE}, {}, "conquer 1"),
    "takes the most valuable of equally cheap regions": (
        "conquest", (active("ratmen", "hill", hand=5),), (), {0: RAT, 4: TRIBE, 1: TRIBE}, {}, "conquer 1"),
    "sends the dragon where tokens cost most": (
        "conquest", (active("ratmen", "dragon_master", hand=3),), ORCS, {0: RAT, 1: held(1, "orcs", 4)}, {},
        "dragon 1"),
    "rolls before a berserk conquest": (
        "conquest", (active("ratmen", "berserk", hand=3),), (), {0: RAT}, {}, "roll"),
    "declines with a spent race": ("choose", ({**RATS, "hand": 0},), ORCS, SPENT, {"round": 3}, "decline"),
    "does not decline in the last round": ("choose", ({**RATS, "hand": 0},), ORCS, SPENT, {"round": 10}, "finish"),
    "defends the border": (
        "deploy", ({**RATS, "hand": 2},), ORCS, {3: RAT, 2: RAT, 8: held(1, "orcs"), 5: RAT}, {}, "deploy 5"),
    "puts no tokens where a hole protects": (
        "deploy", (active("halflings", "alchemist", hand=2, holes_placed=1),), ORCS,
        {5: held(0, "halflings", hole=1), 3: held(0, "halflings"), 8: held(1, "orcs")}, {}, "deploy 3"),
    "picks the combo with coins on it": ("pick", (), (), {}, {"column": COLUMN}, "pick 1"),
    "makes peace with the strongest": (
        "peace", (active("ratmen", "diplomat"),), ORCS, {0: RAT, 4: held(1, "orcs", 2), 5: held(2, "elves", 6)},
        {"num_players": 3}, "peace 2"),
}  # fmt: skip
"""What the greedy player does: phase, races of the first two seats, regions, further fields, and the action."""


@pytest.mark.parametrize("what", BASE)
def test_greedy(what: str) -> None:
    phase, mine, theirs, regions, more, action = BASE[what]
    third = [seat(active("elves", "forest"))] if "num_players" in more else []
    seats = {"seats": [seat(*mine), seat(*theirs), *third]} if mine else {}
    assert greedy(position(phase=phase, regions=regions, **seats, **more)) == action


# How it plays Warcraft


@pytest.mark.parametrize("num_players", [2, 3])
def test_greedy_knows_the_table_that_each_observation_shows(num_players: int) -> None:
    every = board_game(num_players, "warcraft")
    states = sample(every, games=8, per_game=15)
    players: dict[tuple[str, ...], agents.Player] = {}
    for state, action in zip(states, together(ready("greedy", every), states), strict=True):
        document = state.to_position()
        faces = tuple(document.pop("boards"))
        if faces not in players:
            players[faces] = ready("greedy", swenv.load("warcraft", num_players=num_players, boards=faces))
        alone = players[faces].game
        assert alone.action(players[faces].act(alone.from_position(document))) == every.action(action)
    assert len(players) > 3


GOBLIN, ORC = held(0, "goblins"), held(1, "orcs")
HORDE = (active("goblins", "sailors", hand=4), declined("kobolds"), declined("humans"))
BORDER = {5: GOBLIN, 4: held(1, "kobolds"), 6: held(2, "humans")}
TOLL = (HORDE[0], declined("kobolds", "marshdwellers"), declined("naga"))
FROST, DOOM = ({**GOBLIN, "artifacts": [name]} for name in ("frostmourne", "doomhammer"))
WARS: dict[str, tuple[str, tuple[Any, ...], dict[int, Any], dict[str, Any], str]] = {
    "takes worgen form for many conquests": ("form", (active("worgen", "miners", hand=9), None), {}, {}, "form worgen"),
    "takes human form with few tokens": ("form", (active("worgen", "miners", hand=1), None), {}, {}, "form human"),
    "goes for the faction bonus": ("conquest", HORDE, BORDER, {}, "conquer 6"),
    "avoids tolls when costs are equal": ("conquest", TOLL, {**BORDER, 6: held(2, "naga")}, {}, "conquer 6"),
    "sends the champion where tokens cost most": (
        "conquest", (active("goblins", "champions", hand=3),), {5: held(0, "goblins", 2), 6: held(1, "orcs", 4)}, {},
        "champion 6"),
    "arms the doomhammer": (
        "conquest", (active("goblins", "sailors", hand=1),), {5: DOOM, 6: held(1, "orcs", 3)}, {}, "arm doomhammer"),
    "strikes with the doomhammer where tokens cost most": (
        "conquest", (active("goblins", "sailors", hand=1),), {5: DOOM, 6: held(1, "orcs", 3)},
        {"turn_state": {"armed_effects": ["doomhammer"]}}, "conquer 6"),
    "pushes before it conquers": (
        "conquest", (active("goblins", "strongmen", hand=4),), {5: GOBLIN, 6: ORC, 7: ORC}, {}, "push 6"),
    "puts objectives where it can conquer next": (
        "objectives", (active("humans", "defenders"),), {5: held(0, "humans", 3), 6: held(1, "orcs", 4), 1: MURLOC},
        {}, "objective 4"),
    "plants bombs under the strongest first": (
        "bombs", (active("goblins", "miners"),), {5: held(0, "goblins", 3), 4: ORC, 6: held(1, "orcs", 4)}, {},
        "bomb 6"),
    "protects a threatened region with the aegis": (
        "aegis", (active("goblins", "miners"),),
        {5: {**GOBLIN, "artifacts": ["aegis"]}, 1: GOBLIN, 7: ORC, 6: GOBLIN}, {}, "aegis 6"),
    "opens no portals": (
        "conquest", (active("goblins", "portal_mages"),), {7: GOBLIN, 6: held(1, "orcs", 4)}, {}, "finish"),
    **{
        f"with {hand} in hand after a short air strike": (
            "strike", (active("gnomes", "sailors", hand=hand),), {5: held(0, "gnomes"), 6: held(1, "orcs", hand + 1)},
            {"turn_state": {"chosen": 6, "pending_roll": 0, "armed_effects": ["air_strike"]}}, action)
        for hand, action in ((1, "conquer 6"), (2, "finish"))
    },
}  # fmt: skip
"""What it does in Warcraft: phase, races by seat, regions, further fields, and the action."""


@pytest.mark.parametrize("what", WARS)
def test_in_warcraft_greedy(what: str) -> None:
    phase, races, regions, more, action = WARS[what]
    races = (*races, active("orcs", "trackers")) if len(races) == 1 else races
    seats = [seat(race, coins=5) if race else seat() for race in races]
    state = warcraft(len(seats), phase=phase, seats=seats, regions=regions, **more)
    assert greedy(state) == action
    assert what != "opens no portals" or legal(state, "portal")


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
    assert {action.split()[1] for action in laid[:3]} == {"1", "5", "6"}
    assert [action.split()[0] for action in laid[3:]] == ["beast", "beast"]


# A person


def person(game: swenv.Game, *lines: str) -> tuple[agents.Human, list[str]]:
    """A person who types these lines and then leaves, and what the person is shown."""
    said: list[str] = []
    player = agents.Human(read=Mock(side_effect=[*lines, EOFError]), write=said.append)
    player.reset(game)
    return player, said


def shown(state: swenv.State, *lines: str) -> tuple[list[str], int | None]:
    """What a person is shown who types these lines, and the action that is taken; None if he left."""
    player, said = person(state.game, *lines)
    try:
        return said, player.act(state)
    except EOFError:
        return said, None


def border() -> swenv.State:
    """A person's race with two regions in reach."""
    return position(phase="conquest", seats=[seat({**RATS, "hand": 4}), seat()], regions={0: RAT})


def test_a_person_sees_the_board_and_the_legal_actions_by_verb_and_nothing_hidden() -> None:
    said, _ = shown(border())
    assert "Small World on" in said[0] and "ratmen" in said[0]
    assert said[1] == "You may:\n  conquer  1 4 (2 tokens)\n  finish"
    for state in sample(swenv.load("smallworld", num_players=3, hide_coins=True), games=3, per_game=5):
        assert shown(state) == shown(unseen(state, state.to_act, 4))


COSTS: dict[str, tuple[Any, tuple[Any, ...], dict[int, Any], dict[str, Any], str]] = {
    "die": (
        position, ({**RATS, "hand": 2}, None), {0: RAT, 1: TRIBE}, {},
        "conquer  1 (3 tokens, die 50 %)  4 (2 tokens)"),
    "warcraft": (
        warcraft, (active("tauren", "farmers", hand=3), active("pandaren", "miners")),
        {0: held(0, "tauren", 2), 1: held(1, "pandaren", 1)}, {},
        "conquer  1 12 15 (3 tokens)  4 (2 tokens)  9 (4 tokens, die 50 %)"),
    "doomhammer": (
        warcraft, (active("tauren", "farmers", hand=3), active("pandaren", "miners")),
        {0: {**held(0, "tauren", 2), "artifacts": ["doomhammer"]}, 1: held(1, "pandaren", 1)},
        {"armed_effects": ["doomhammer"]},
        "conquer  1 4 9 12 15 (2 tokens, 2 coins)"),
    "orb": (
        underground, (active("ogres", "stone", hand=5), active("shrooms", "wise")),
        {5: {**held(0, "ogres"), "relics": ["orb"]}, 4: held(1, "shrooms"), 6: held(1, "shrooms")}, {"armed": ["orb"]},
        "conquer  6"),
}  # fmt: skip


@pytest.mark.parametrize("what", COSTS)
def test_a_person_sees_what_a_conquest_costs_and_whether_it_is_a_gamble(what: str) -> None:
    make, races, regions, turn_state, line = COSTS[what]
    seats = [seat(race, coins=5) if race else seat() for race in races]
    said, _ = shown(make(phase="conquest", seats=seats, regions=regions, turn_state=turn_state))
    assert [each.strip() for each in said[1].splitlines() if each.startswith("  conquer")] == [line]


@pytest.mark.parametrize("key", ["smallworld-2", "underground-2", "warcraft-2"])
def test_the_die_is_rolled_exactly_where_a_person_was_warned(key: str) -> None:
    dice, told = np.random.default_rng(1), 0
    state = some_game(key).new_state(seed=0)
    while told < 8:
        remarks = state.game.remarks(state.observation(), state.mask())
        action = int(dice.choice(state.legal_actions()))
        state.apply(action)
        if action in remarks:
            told += 1
            assert (state.last_roll is not None) == (", die " in remarks[action])
        state = state.game.new_state(seed=told) if state.is_over else state


def test_a_person_types_in_any_case_and_is_asked_again_after_nonsense_and_illegal_actions() -> None:
    state = border()
    for typed, action in (("conquer 4", "conquer 4"), ("  Conquer   4 ", "conquer 4"), ("FINISH", "finish")):
        assert shown(state, typed)[1] == state.game.parse(action)
    assert shown(state, "quit", "conquer 4")[1] is shown(state, "Exit", "conquer 4")[1] is None
    said, action = shown(state, "conquer 8", "attack 4", "conquer", "conquer 99", "conquer 4")
    assert "illegal action 'conquer 8'" in said[2] and "SW-CONQ-5" in said[2]
    assert "no verb 'attack'" in said[3] and said[3].endswith(". Type 'help' if in doubt.")
    assert all("conquer takes region from 0 to 8" in line for line in said[4:6])
    assert action == state.game.parse("conquer 4") and state == border()


def test_a_person_sees_the_numbers_of_tiles_grouped_and_the_whole_table_after_laying_one() -> None:
    state = swenv.load("islands", num_players=2).new_state(seed=1)
    assert shown(state, "start_face ST2B")[1] == shown(state, "START_FACE st2b")[1]
    player, said = person(state.game, "start_face ST2B", "place 8 8 1")
    state.apply(player.act(state))
    state.apply(player.act(state))
    assert "phase start_place" in said[2] and "market" not in said[2]
    assert said[3] == "You may:\n  place  (8 8 0) (8 8 1) (8 8 2) (8 8 3)"


def test_a_person_can_ask_for_help_the_list_the_board_and_names() -> None:
    names = ("ratmen", "Lair", "conquer", "raten", "xqzw")
    said, _ = shown(border(), "help", "list", "", "board", *(f"help {name}" for name in names))
    assert "quit" in said[2] and all(verb.meaning in said[2] for verb in border().game.verbs)
    assert said[3] == said[1] and said[4] == said[5] == said[0]
    assert said[6].startswith("ratmen: a race, rule SW-RACE-RATMEN in docs/rules/smallworld.md\n  Ratmen, banner 8")
    assert "lair: a piece, rule SW-RACE-TROLLS" in said[7] and said[8].startswith("conquer region: ")
    assert said[9:] == ["no name 'raten', did you mean 'ratmen'?", "no name 'xqzw'"]


def test_a_person_sees_the_board_once_a_turn_and_then_the_changes() -> None:
    state = border()
    player, said = person(state.game, "conquer 4", "board", "finish")
    state.apply(player.act(state))
    player.act(state)
    assert [" ".join(line.split()) for line in said[2].splitlines()] == [
        "> 0 5 alchemist ratmen: 3 in 2 regions, 2 in hand",
        "4 forest edge 0 ratmen ×2 2 0 3 5",
    ]
    assert said[4] == render.text(state, seat=0)


def test_combos_are_listed_with_what_they_bring_in_lines_of_a_page() -> None:
    state = board_game(2).new_state(seed=3)
    lines = listing(state.game, state.mask(), state.game.remarks(state.observation(), state.mask())).splitlines()
    assert lines[1].startswith("  pick  0 (dragon master sorcerers, 10 tokens)  1 (berserk orcs, 9 tokens, -1 coin)")
    assert len(lines) == 4 and max(map(len, lines)) <= 100


def test_a_person_can_decide_for_several_games_at_once() -> None:
    state = border()
    player, said = person(state.game, "conquer 8", "conquer 4", "finish")
    chosen = together(player, [state, state])
    assert [str(state.game.action(action)) for action in chosen] == ["conquer 4", "finish"]
    assert said[0] == state.game.observation_layout.describe(state.observation())
    assert said[2] == "that is not legal now"
