"""Random games with everything checked on the way: `invariants` over positions and steps, `reference` over masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import swenv
from invariants import Broken, check, check_step
from invariants_warcraft import check_the_end
from maskcheck import hold_the_mask_to_the_reference
from randomplay import Walk, walk

BATCH = 500


def play_and_check(loaded: swenv.Game, seed: int, by: Walk = walk) -> int:
    """Play one random game with every position and every step checked; returns the number of steps."""
    before = done = None
    steps = 0
    for state, action in by(loaded, seed):
        document = check(state)
        if before is not None and done is not None:
            check_step(before, done, document, loaded.board_of(state.record), loaded.options)
        if action >= 0:
            assert state.mask().any(), f"a running game offers no action: {document}"
            before, done = document, str(loaded.action(action))
            steps += 1
    assert state.is_over and document["phase"] == "over"
    assert not state.mask().any() and state.legal_actions().size == 0
    hold_the_end(document, state.returns().tolist())
    return steps


def hold_the_end(document: dict[str, Any], returns: list[float]) -> None:
    """What winners gain the others lose; in Warcraft also: those win who should."""
    assert abs(sum(returns)) < 1e-12
    if document["game"] == "warcraft":
        check_the_end(document, returns)


def check_the_walk(steps: Iterable[tuple[swenv.State, int]]) -> None:
    """Check every position, every step and every mask of a walk, which need not begin or end as a game does."""
    before = done = None
    for state, action in steps:
        document, loaded = check(state), state.game
        if before is not None and done is not None:
            check_step(before, done, document, loaded.board_of(state.record), loaded.options)
        if action >= 0:
            hold_the_mask_to_the_reference(state, document)
            before, done = document, str(loaded.action(action))


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
            check_step(first, str(loaded.action(action)), second, loaded.board_of(after.record), loaded.options)
            assert after.is_over == bool(vec.done[index])
            if after.is_over:
                assert np.array_equal(after.returns(), vec.returns[index])
                hold_the_end(second, after.returns().tolist())
                fresh = vec.state(index)
                assert (fresh.round, fresh.phase) == (1, "pick")
            else:
                assert vec.state(index) == after
            yield before[index], str(loaded.action(action))
        counted += vec.done
        step += 1
    assert counted.sum() >= games


def public_part(document: dict[str, Any]) -> dict[str, Any]:
    """A position without what nobody knows: the order of stacks, what lies face down, unrevealed bombs, the die."""
    public = {key: value for key, value in document.items() if key not in {"random", "seed"}}
    public |= {name: sorted(public[name]) for name in ("race_stack", "power_stack", "discarded_powers")}
    public |= {name: len(public[name]) for name in ("places_stack", "bomb_stack", "bombs_lost") if name in public}
    public["regions"] = {
        key: {name: "?" if name in {"face_down", "bomb"} and value else value for name, value in place.items()}
        for key, place in document["regions"].items()
    }
    return public


def is_refused(state: swenv.State, rule: str, region: str | None = None, **changes: Any) -> None:
    """The checker names the rule when fields of the document, or what lies in a region, are replaced."""
    if region is not None:
        entry = {name: value for name, value in changes.items() if value is not None}
        changes = {"regions": {**state.to_position()["regions"], region: entry}}
    with pytest.raises(Broken, match=f"^{rule}: "):
        check(doctored(state, **changes))


def doctored(state: swenv.State, **changes: Any) -> Any:
    """Something that `check` takes for the state, with fields of its document replaced."""

    class Doctored:
        game = state.game
        record = state.record

        def to_position(self) -> dict[str, Any]:
            return {**state.to_position(), **changes}

    return Doctored()
