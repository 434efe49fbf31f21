"""Random games with everything checked on the way: `invariants` over positions and steps, `reference` over masks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import swenv
from invariants import check, check_step
from randomplay import Walk, walk

BATCH = 500


def play_and_check(loaded: swenv.Game, seed: int, by: Walk = walk) -> int:
    """Play one random game with every position and every step checked; returns the number of steps."""
    before = done = None
    steps = 0
    for state, action in by(loaded, seed):
        document = check(state)
        if before is not None and done is not None:
            check_step(before, done, document, loaded.board, loaded.options)
        if action >= 0:
            assert state.mask().any(), f"a running game offers no action: {document}"
            before, done = document, str(loaded.action(action))
            steps += 1
    assert state.is_over and document["phase"] == "over"
    assert not state.mask().any() and state.legal_actions().size == 0
    assert abs(float(state.returns().sum())) < 1e-12
    return steps


def play_many_and_check(loaded: swenv.Game, games: int, seed: int) -> Iterator[tuple[swenv.State, str]]:
    """Play that many games at least, stepped in batches.

    Of every step of every game the batch itself shows that somebody can act, and who. The last action of each
    game is done again on a copy: its positions and payment are checked, its returns compared with the batch.
    Besides, one game of the batch, another at each step, has its action checked in full.

    Yields:
        The states that were checked before their action, and the action.
    """
    vec = loaded.vector(num_games=BATCH, seed=seed, threads=1)
    vec.reset()
    dice = np.random.default_rng(seed)
    counted = np.zeros(BATCH, dtype=np.int64)
    step = 0
    while counted.min() < games // BATCH:
        masks = np.asarray(vec.masks)
        assert masks.any(axis=1).all(), "a running game offers no action"
        assert ((vec.to_act >= 0) & (vec.to_act < loaded.num_players)).all()
        actions = (dice.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        assert masks[np.arange(BATCH), actions].all()
        before = [vec.state(index) for index in range(BATCH)]
        vec.step(actions)
        for index in {step % BATCH, *np.flatnonzero(vec.done).tolist()}:
            after, action = before[index].copy(), int(actions[index])
            after.apply(action)
            first, second = check(before[index]), check(after)
            check_step(first, str(loaded.action(action)), second, loaded.board, loaded.options)
            assert after.is_over == bool(vec.done[index])
            if after.is_over:
                assert np.array_equal(after.returns(), vec.returns[index])
                assert abs(float(after.returns().sum())) < 1e-12
                fresh = vec.state(index)
                assert (fresh.round, fresh.phase) == (1, "pick")
            else:
                assert vec.state(index) == after
            yield before[index], str(loaded.action(action))
        counted += vec.done
        step += 1
    assert counted.sum() >= games


def doctored(state: swenv.State, **changes: Any) -> Any:
    """Something that `check` takes for the state, with fields of its document replaced."""

    class Doctored:
        game = state.game

        def to_position(self) -> dict[str, Any]:
            return {**state.to_position(), **changes}

    return Doctored()
