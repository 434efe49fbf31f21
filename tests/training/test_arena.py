"""Matches: fair seats, sound intervals, the same result from the same seed."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

import swenv
from randomplay import SOME_BOARDS, board_game
from support import FX9
from swenv import agents
from swenv.core.vector import Vector
from swenv.training import arena
from swenv.training.arena import interval, match, wilson


def make(*names: str) -> list[agents.Player]:
    return [agents.make(name) for name in names]


# Intervals


def test_wilson_intervals_match_published_values() -> None:
    for wins, games, low, high in ((8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (200, 400, 0.4513, 0.5487)):
        assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_intervals_come_from_deals() -> None:
    lone = np.array([1.0] * 8 + [0.0] * 2)
    assert interval(lone, np.ones(10)) == pytest.approx((0.4794, 0.9541), abs=1e-4)  # Agresti and Coull's, of 8 in 10
    alike, opposed, twos = np.array([2.0, 0.0] * 50), np.ones(100), np.full(100, 2)
    wide, plain, narrow = (np.diff(interval(*each)) for each in ((alike, twos), (alike / 2, twos / 2), (opposed, twos)))
    assert wide == pytest.approx(plain, rel=0.02) and narrow < plain / 5
    assert interval(np.zeros(0), np.zeros(0)) == (0.0, 1.0) and interval(twos, twos)[1] == 1.0


# Seats


@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_every_deal_is_played_once_in_every_rotation_and_each_game_counts_once(
    num_players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "BATCH", num_players + 1)
    short = swenv.load("smallworld", num_players=num_players, rounds=2)
    result = match(short, make(*["random"] * num_players), games=num_players + 1, seed=1)
    deals = result.seeds.reshape(2, num_players)
    assert (deals == deals[:, :1]).all() and deals[0, 0] != deals[1, 0]
    order = np.add.outer(-np.arange(num_players), np.arange(num_players)) % num_players
    assert (result.seating.reshape(2, num_players, num_players) == order).all()
    assert result.wins.sum(axis=1) == pytest.approx(np.ones(result.games)) and (result.coins > 0).all()


@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_games_of_a_match_are_those_of_their_seeds_played_alone(
    num_players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "BATCH", num_players + 1)
    game = swenv.load("smallworld", num_players=num_players, rounds=4)
    players = make(*["greedy"] * num_players)
    result = match(game, players, games=2 * num_players + 1, seed=4)
    assert len(set(result.seeds.tolist())) == 3
    decisions = 0
    for i in range(3 * num_players):
        state = game.new_state(seed=int(result.seeds[i]))
        while not state.is_over:
            state.apply(players[0].act(state))
            decisions += 1
        assert state.coins.tolist() == result.coins[i, result.seating[i]].tolist()
        winners = state.returns() == state.returns().max()
        assert (winners / winners.sum()).tolist() == result.wins[i, result.seating[i]].tolist()
    assert decisions == result.decisions


def test_a_shared_win_counts_half_for_each() -> None:
    short = swenv.load("smallworld", num_players=2, map=FX9, rounds=1)
    result = match(short, make("random", "random"), games=200, seed=1)
    shared = (result.wins == 0.5).all(axis=1)
    assert shared.any()
    assert (result.coins[shared, 0] == result.coins[shared, 1]).all()
    assert set(np.unique(result.wins)) == {0.0, 0.5, 1.0}


# Seeds


def test_the_same_seed_gives_the_same_match_and_it_can_be_numpys() -> None:
    first, again, other = (
        match(board_game(2), make("random", "greedy"), games, seed=seed)
        for games, seed in ((10, 5), (np.int8(10), np.int8(5)), (10, 6))
    )
    assert str(first) == str(again)
    assert (first.seeds == again.seeds).all() and (first.coins == again.coins).all()
    assert (first.seeds != other.seeds).all() and (first.coins != other.coins).any()
    secret = swenv.load("smallworld", num_players=2, hide_coins=True)
    assert (match(secret, make("random", "greedy"), 10, seed=5).coins == first.coins).all()


def test_random_players_in_a_match_have_separate_random_streams() -> None:
    players = make("random", "random")
    match(board_game(2), players, games=2, seed=1)
    state = board_game(2).new_state(seed=1)
    masks = np.repeat(state.mask()[np.newaxis], 50, axis=0)
    observations = np.repeat(state.observation()[np.newaxis], 50, axis=0)
    one, other = (player.act_batch(observations, masks) for player in players)
    assert (one != other).any()


# Tables


def test_the_table_has_one_row_per_player_and_a_bar_shows_progress(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    result = match(board_game(2), make("greedy", "greedy"), games=4, seed=1, progress=True)
    assert "game" in capsys.readouterr().err and result.names == ("greedy", "greedy (2)")
    lines, first = result.table(), result.tallies[0]
    assert lines[1].startswith("greedy ") and lines[2].startswith("greedy (2)")
    assert lines[-1] == "4 games, seed 1" and str(result) == "\n".join(lines)
    assert f"{100 * first.rate:.1f}%" in lines[1] and f"{first.coins:.1f}" in lines[1]
    lesser, better = match(board_game(2), make("random", "greedy"), games=40, seed=2).tallies
    assert better.rate > 0.8 and min(better.rate_by_seat) > 0.7 and better.coins > lesser.coins


# Groups


def picks_of(result: arena.MatchResult, game: swenv.Game, player: agents.Player) -> Counter[tuple[int, str, str]]:
    """(player, race, power) of every pick, by playing the games of a match again, one by one."""
    found: Counter[tuple[int, str, str]] = Counter()
    for i, seed in enumerate(result.seeds):
        state = game.new_state(seed=int(seed))
        while not state.is_over:
            action = player.act(state)
            verb, *arguments = str(game.action(action)).split()
            if verb == "pick":
                combo = state.to_position()["column"][int(arguments[0])]
                found[int(result.seating[i, state.to_act]), combo["race"], combo["power"]] += 1
            state.apply(action)
    return found


@pytest.mark.parametrize("name", ["smallworld", "underground", "warcraft"])
def test_a_match_records_what_was_picked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "BATCH", 2)
    game = swenv.load(name, num_players=2, rounds=3)
    players = make("greedy", "greedy")
    result = match(game, players, games=3, seed=4, by=("race+power", "race"))
    wanted = picks_of(result, game, players[0])
    found = {(result.names.index(group.player), *group.values): group.picks for group in result.by("race+power")}
    assert found == wanted
    for number, player in enumerate(result.names):
        picked = {group.values[0]: group.picks for group in result.by("race") if group.player == player}
        races = [race for (p, race, _), times in wanted.items() for _ in range(times) if p == number]
        assert picked == Counter(races)


def test_a_group_counts_a_game_once_however_often_it_was_picked_there() -> None:
    picks = arena.Picks(
        kinds=("race", "power"),
        names=(("elves", "orcs"), ("forest", "hill")),
        game=np.array([0, 0, 0, 1, 1]),
        seat=np.array([0, 0, 1, 0, 1]),
        chosen=np.array([[0, 0], [0, 1], [1, 0], [1, 1], [0, 0]]),
    )
    result = arena.MatchResult(
        names=("a", "b"), seed=0, seeds=np.array([1, 2]), seating=np.array([[0, 1], [1, 0]]), decisions=10,
        wins=np.array([[1.0, 0.0], [0.5, 0.5]]), coins=np.array([[60.0, 40.0], [50.0, 50.0]]), rotations=2, picks=picks,
    )  # fmt: skip
    found = [(each.player, each.values, each.picks, each.games, each.wins, each.coins) for each in result.by("race")]
    assert found == [("a", ("elves",), 3, 2, 1.5, 55.0), ("b", ("orcs",), 2, 2, 0.5, 45.0)]
    elves = result.by("race")[0]
    assert elves.rate == 0.75 and (elves.low, elves.high) == interval(np.array([1.5]), np.array([2]))
    assert [(each.values, each.games, each.wins) for each in result.by("seat+race") if each.player == "a"] == [
        (("0", "elves"), 1, 1.0),
        (("1", "elves"), 1, 0.5),
    ]
    by_seat = [(each.player, each.values, each.games, each.rate) for each in result.by("seat")]
    assert by_seat == [("a", ("0",), 1, 1.0), ("a", ("1",), 1, 0.5), ("b", ("0",), 1, 0.5), ("b", ("1",), 1, 0.0)]


@pytest.mark.parametrize(
    ("name", "by", "complaint"),
    [
        ("islands", "race", "by 'race': results of islands can be grouped by seat"),
        ("smallworld", "rase", "by 'rase': results of smallworld can be grouped by seat, race or power"),
        ("smallworld", "race+race", "by 'race\\+race' names something twice"),
    ],
)
def test_an_unknown_grouping_is_refused(name: str, by: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        match(swenv.load(name, num_players=2), make("random", "random"), games=2, by=(by,))


def test_groups_by_pick_must_be_requested_before_the_match_and_those_by_seat_need_not() -> None:
    result = match(board_game(2), make("random", "random"), games=2, seed=1)
    assert result.picks is None and [(each.values, each.games) for each in result.by("seat")] == [
        (("0",), 1), (("1",), 1), (("0",), 1), (("1",), 1),
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r"only on request: match\(\.\.\., by=\('race',\)\)"):
        result.by("race")


# Mistakes


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (np.array([6]), "illegal action 'decline'"),
        (np.array([-1]), "illegal action number -1"),
        (np.array(6), "integers of shape"),
        (np.array([6.0]), "integers of shape"),
    ],
)
def test_a_player_that_breaks_the_rules_is_named(answer: NDArray[np.int64], why: str) -> None:
    players = make("random", "random")
    players[0].name = "stubborn"
    players[0].act_batch = lambda _, masks: np.resize(answer, len(masks)) if answer.ndim else answer
    with pytest.raises(ValueError, match=f"player 'stubborn' .*{why}"):
        match(board_game(2), players, games=2, seed=1)


def test_a_match_needs_a_player_for_each_seat_and_a_game() -> None:
    one = agents.make("random")
    for players, games, complaint in (
        (make("random"), 2, "2 seats need 2 players, not 1"),
        (make("random", "random"), 0, "games must be at least 1"),
        (make("random", "random"), 10**12, "games: the results of 1,000,000,000,000 games take 72,000 GB"),
        ([one, one], 2, "given twice"),
    ):
        with pytest.raises(ValueError, match=complaint):
            match(board_game(2), players, games=games)
    for wrong in (1.5, math.inf, "3", True, None):
        with pytest.raises(TypeError, match="games: a whole number is needed"):
            match(board_game(2), make("random", "random"), games=wrong)  # type: ignore[arg-type]


def test_a_match_plays_the_very_game_it_is_given_and_a_watcher_sees_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game, met, decisions = swenv.load("smallworld", num_players=2, rounds=1, reward="margin"), set(), 0

    def watch(numbers: NDArray[np.int64], vector: Vector, actions: NDArray[np.int64]) -> None:
        nonlocal decisions
        met.add(id(vector.game))
        decisions += int((numbers < 4).sum())

    monkeypatch.setattr(type(game), "__init__", None)
    result = match(game, make("random", "random"), games=3, seed=1, watch=watch)
    assert met == {id(game)} and decisions == result.decisions
