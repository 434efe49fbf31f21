"""Checks that a game keeps the promises of `swenv.Game` and `swenv.State`, whatever its content or engine.

Try a board or a race of your own with `swenv.testing.check_game(swenv.load("smallworld", map="my.json"))`.
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import GameOver, IllegalAction
from swenv.core.game import Game, State, check_seed
from swenv.core.plain import check_positive_int
from swenv.envs.forms import DTYPES, FORMS, Form

LOOKS = 0.05
"""The share of the positions that are examined closely."""
REFUSALS = 200
"""The most illegal actions that are tried in a position."""


def check_game(game: Game, games: int = 20, seed: int = 0) -> None:
    """Play random games and check everything that can be checked without knowing the rules.

    - Until the game is over some action is legal. Every legal action applies and changes something; every other one is
      refused by a rule and leaves the state as it was. An action is the same as index and as text.
    - Copies, pickles and position documents, also as JSON, are the same state bit for bit and share nothing with it.
    - The same seed and actions give the same game, alone and in a batch.
    - Masks, observations and returns have their shapes and types, observations in every form; flags and codes in them
      have the values that the layout declares; between several seats returns sum to 0.
    - What a seat sees and may do stays the same when `State.sample_hidden` redraws what it cannot know.

    Args:
        game: What `swenv.load` returns, or a game of an engine of your own.
        games: How many to play; each takes a second or so.
        seed: Seed of the first game; the others have the seeds after it.

    Raises:
        AssertionError: something is wrong. The message says what, and the seed, step and position where it was seen.
        ValueError: a number is out of range.
        TypeError: a number is not whole.
    """
    first = check_seed(seed)
    forms, limits = _forms(game), _limits(game)
    for number in range(first, first + check_positive_int("games", games)):
        _check_one(game, number, forms, limits)
    _check_batch(game, games, first)


def _forms(game: Game) -> list[Form]:
    """All forms of observations that the game has."""
    forms = []
    for name in FORMS:
        with suppress(ValueError):  # a game without a grid has no planes
            forms += [Form(game, name, dtype, "zeros") for dtype in DTYPES]
    return forms


def _limits(game: Game) -> NDArray[np.int8]:
    """The least and the greatest value of each number of an observation: (2, observation_size)."""
    limits = np.empty((2, game.observation_size), np.int8)
    for part in game.observation_layout:
        for column in part.columns:
            where = slice(column.offset, column.offset + column.width)
            for each, limit in zip(part.of(limits), column.limits, strict=True):
                each[..., where] = limit
    return limits


def _check_one(game: Game, seed: int, forms: list[Form], limits: NDArray[np.int8]) -> None:
    """Play one game."""
    dice = random.Random(seed)
    actions: list[int] = []
    state = game.new_state(seed=seed)
    while not state.is_over:
        with _named(state, seed, len(actions)):
            _check_view(state, limits)
            if dice.random() < LOOKS or not actions:
                _check_actions(state, dice)
                _check_copies(state, dice)
                _check_hidden(state, dice)
                _check_forms(state, forms)
            actions.append(dice.choice(state.legal_actions().tolist()))
            state.apply(actions[-1])
    with _named(state, seed, len(actions)):
        _check_end(state)
        _check_copies(state, dice)
        again = game.new_state(seed=seed)
        for action in actions:
            again.apply(str(game.action(action)))
        assert again == state, "the same seed and actions lead to another position"


@contextmanager
def _named(state: State, seed: int, step: int) -> Iterator[None]:
    """Say where something is wrong."""
    before = state.copy()
    try:
        yield
    except Exception as error:
        what = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        where = f"{before.game!r}, seed {seed}, step {step}"
        try:
            position = json.dumps(before.to_position())
        except Exception as broken:
            position = f"which cannot be written: {broken}"
        raise AssertionError(f"{what}\n{where}, {before!r}\nposition: {position}") from error


def _check_view(state: State, limits: NDArray[np.int8]) -> None:
    """Check what every position shows."""
    game, mask = state.game, state.mask()
    assert mask.shape == (game.num_actions,) and mask.dtype == np.bool_, "the mask has another shape or type"
    assert mask.any(), "no action is legal, and the game is not over"
    assert np.array_equal(np.flatnonzero(mask), state.legal_actions()), "the mask and legal_actions() differ"
    assert 0 <= state.to_act < game.num_players, f"seat {state.to_act} is to act"
    assert not state.returns().any(), "there are returns before the game is over"
    for seat in range(game.num_players):
        seen = state.observation(seat)
        assert seen.shape == (game.observation_size,), f"the observation of seat {seat} has the shape {seen.shape}"
        assert seen.dtype == np.int8, f"the observation of seat {seat} is of type {seen.dtype}"
        (beyond,) = np.nonzero((seen < limits[0]) | (seen > limits[1]))
        assert not beyond.size, f"the layout declares no {seen[beyond[0]]} at {beyond[0]} in the observation of a seat"


def _check_actions(state: State, dice: random.Random) -> None:
    """Check that the mask is right: all legal actions apply, others are refused."""
    game, mask = state.game, state.mask()
    for action in np.flatnonzero(mask).tolist():
        text = str(game.action(action))
        assert game.parse(text) == action, f"'{text}' is read as another action"
        after = state.copy()
        after.apply(action)
        assert after != state, f"'{text}' changes nothing"
    illegal = np.flatnonzero(~mask).tolist()
    trial = state.copy()
    for action in dice.sample(illegal, min(REFUSALS, len(illegal))):
        text = str(game.action(action))
        try:
            trial.apply(action)
        except IllegalAction as refused:
            assert refused.rule, f"no rule is named that forbids '{text}'"
        else:
            raise AssertionError(f"'{text}' is not in the mask and was carried out")
        assert trial == state, f"'{text}' was refused and changed the state"


def _check_copies(state: State, dice: random.Random) -> None:
    """Check that all kinds of copies are the state, and independent of it."""
    document = state.to_position()
    text = json.dumps(document)
    assert json.loads(text) == document, "a position document has other types than JSON"
    copies = {
        "copy": state.copy(),
        "pickle": pickle.loads(pickle.dumps(state)),  # what was just written
        "position": state.game.from_position(json.loads(text)),
    }
    for name, other in copies.items():
        assert other == state, f"a {name} is another state"
        assert np.array_equal(other.mask(), state.mask()), f"a {name} has another mask"
        assert other.to_position() == document, f"a {name} has another position document"
        if not state.is_over:
            other.apply(dice.choice(other.legal_actions().tolist()))
            assert state.to_position() == document, f"a {name} shares memory with the state"


def _check_hidden(state: State, dice: random.Random) -> None:
    """Check that no seat sees or may do what depends on things hidden from it."""
    for seat in range(state.game.num_players):
        sample = state.sample_hidden(seat, dice.randrange(2**31))
        same = np.array_equal(sample.observation(seat), state.observation(seat))
        assert same, f"the observation of seat {seat} depends on what it cannot know"
        assert sample.to_act == state.to_act, "who is to act depends on what is hidden"
        if seat == state.to_act:
            assert np.array_equal(sample.mask(), state.mask()), "the mask depends on what the seat to act cannot know"


def _check_forms(state: State, forms: list[Form]) -> None:
    """Check that observations in every form are in their space."""
    for form in forms:
        seen = form.of(state, state.to_act, state.mask().astype(np.int8))
        assert form.space().contains(seen), f"the observation {form.name!r} of {form.dtype} is not in its space"


def _check_end(state: State) -> None:
    """Check a game that is over."""
    assert not state.mask().any() and not state.legal_actions().size, "an action is legal after the end"
    returns = state.returns()
    assert returns.shape == (state.game.num_players,), f"the returns have the shape {returns.shape}"
    assert bool((np.abs(returns) <= 1).all()), f"returns beyond 1: {returns.tolist()}"
    assert len(returns) == 1 or abs(returns.sum()) < 1e-9, f"the returns do not sum to 0: {returns.tolist()}"
    try:
        state.copy().apply(0)
    except GameOver:
        return
    raise AssertionError("an action was carried out after the end")


def _check_batch(game: Game, games: int, seed: int) -> None:
    """Check that games in a batch are the same as alone."""
    vector, dice = game.vector(games, seed=seed), np.random.default_rng(seed)
    seeds = vector.seeds.tolist()
    alone = [game.new_state(seed=each) for each in seeds]
    steps = [0] * games
    running = set(range(games))
    while running:
        actions = (dice.random(vector.masks.shape) * vector.masks).argmax(1)
        vector.step(actions)
        for number in sorted(running):
            state, action = alone[number], int(actions[number])
            with _named(state, seeds[number], steps[number]):
                state.apply(action)
                assert bool(vector.done[number]) == state.is_over, "the game ends alone and not in a batch, or reverse"
                if state.is_over:
                    assert np.array_equal(vector.returns[number], state.returns()), "other returns in a batch"
                    running.remove(number)
                    continue
                assert vector.state(number) == state, "another position in a batch"
                assert vector.to_act[number] == state.to_act, "another seat is to act in a batch"
                assert np.array_equal(vector.masks[number], state.mask()), "another mask in a batch"
                seen = vector.observations[number]
                assert np.array_equal(seen, state.observation()), "another observation in a batch"
            steps[number] += 1
