"""Plays random games and checks everything: `invariants` for positions and steps, `reference` for masks."""

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

BATCH = 50


def check_two_documents(before: dict[str, Any], action: str, after: dict[str, Any], state: swenv.State) -> None:
    """Run `check_step` on two position documents; `state` belongs to the second one."""
    game = state.game
    board = game.board_of(state.record)  # type: ignore[attr-defined]
    check_step(before, action, after, board, game.options)


def play_and_check(loaded: swenv.Game, seed: int, by: Walk = walk) -> int:
    """Play a random game and check every position and every step; returns the number of steps."""
    before = done = None
    steps = 0
    for state, action in by(loaded, seed):
        document = check(state)
        if before is not None and done is not None:
            check_two_documents(before, done, document, state)
        if action >= 0:
            assert state.mask().any(), f"a running game offers no action: {document}"
            before, done = document, str(loaded.action(action))
            steps += 1
    assert state.is_over and document["phase"] == "over"
    assert not state.mask().any() and state.legal_actions().size == 0
    check_returns(document, state.returns().tolist())
    return steps


def check_returns(document: dict[str, Any], returns: list[float]) -> None:
    """Check that gains and losses cancel out, and in Warcraft that the right seats win."""
    assert len(returns) == 1 or abs(sum(returns)) < 1e-12
    if document["game"] == "warcraft":
        check_the_end(document, returns)


def check_the_walk(steps: Iterable[tuple[swenv.State, int]]) -> None:
    """Check every position, step and mask of a walk, which need not be a complete game."""
    before = done = state = None
    for state, action in steps:
        document = check(state)
        if before is not None and done is not None:
            check_two_documents(before, done, document, state)
        if action >= 0:
            hold_the_mask_to_the_reference(state, document)
            before, done = document, str(state.game.action(action))
    if state is not None and state.is_over:
        check_returns(document, state.returns().tolist())


def play_many_and_check(
    loaded: swenv.Game, games: int, seed: int, longest: int | None = None
) -> Iterator[tuple[swenv.State, str]]:
    """Play at least `games` games in batches.

    For every step the batch itself shows that somebody can act, and who. The last action of each game is repeated on
    a copy, whose positions and payments are checked, and whose returns are compared with the batch. In addition, at
    each step one game of the batch has its action fully checked. With `longest`, no game may take more steps.

    Yields:
        The states that were fully checked, before their action, and the action.
    """
    vec = loaded.vector(num_games=BATCH, seed=seed, threads=1)
    vec.reset()
    dice = np.random.default_rng(seed)
    counted = np.zeros(BATCH, dtype=np.int64)
    lengths = np.zeros(BATCH, dtype=np.int64)
    step = 0
    while counted.min() < -(-games // BATCH):
        masks = np.asarray(vec.masks)
        assert masks.any(axis=1).all(), "a running game offers no action"
        assert ((vec.to_act >= 0) & (vec.to_act < loaded.num_players)).all()
        rows, legal = masks.nonzero()
        counts = np.bincount(rows)
        actions = legal[counts.cumsum() - counts + (dice.random(BATCH) * counts).astype(np.int64)]
        assert masks[np.arange(BATCH), actions].all()
        before = [vec.state(index) for index in range(BATCH)]
        vec.step(actions)
        lengths += 1
        assert longest is None or lengths.max() <= longest, f"a game of {lengths.max()} steps"
        lengths[vec.done] = 0
        for index in {step % BATCH, *np.flatnonzero(vec.done).tolist()}:
            after, action = before[index].copy(), int(actions[index])
            after.apply(action)
            first, second = check(before[index]), check(after)
            check_two_documents(first, str(loaded.action(action)), second, after)
            assert after.is_over == bool(vec.done[index])
            if after.is_over:
                assert np.array_equal(after.returns(), vec.returns[index])
                check_returns(second, after.returns().tolist())
                assert vec.state(index) == loaded.new_state(seed=int(vec.seeds[index])), "a new game begins"
            else:
                assert vec.state(index) == after
            yield before[index], str(loaded.action(action))
        counted += vec.done
        step += 1
    assert counted.sum() >= games


def public_part(document: dict[str, Any], drawn_box: bool = False) -> dict[str, Any]:
    """Remove what nobody knows from a position: the order of stacks, face-down things, unrevealed bombs, the die.

    With `drawn_box`, also what is in the stacks.
    """
    public = {key: value for key, value in document.items() if key not in {"random", "seed"}}
    if document["game"] == "islands":
        return _public_islands(public)
    public |= {name: sorted(public[name]) for name in ("race_stack", "power_stack", "discarded_powers")}
    counted = {"places_stack", "bomb_stack", "bombs_lost"} | ({"race_stack", "power_stack"} if drawn_box else set())
    public |= {name: len(public[name]) for name in counted if name in public}
    public["regions"] = {
        key: {name: "?" if name in {"face_down", "bomb"} and value else value for name, value in place.items()}
        for key, place in document["regions"].items()
    }
    return public


def _public_islands(public: dict[str, Any]) -> dict[str, Any]:
    """Keep only the numbers of stacks, decks, tokens, hidden tiles and cards (SI-INFO-1)."""
    public |= {name: len(public[name]) for name in ("reserve", "navigation", "discoveries", "drawn")}
    public["decks"] = {name: len(deck) for name, deck in public["decks"].items()}
    public["seats"] = [_public_seat(seat) for seat in public["seats"]]
    if "alexis" in public:
        public["alexis"] = {**public["alexis"], "deck": len(public["alexis"]["deck"])}
    return public


def _public_seat(seat: dict[str, Any]) -> dict[str, Any]:
    """What everybody sees of a seat of Small Islands."""
    shown = {name: value for name, value in seat.items() if name != "tokens_in_pool"}
    shown |= {name: len(seat[name]) for name in ("hand", "tokens")}
    for kind in {"missions", "goals", "rewards"} & seat.keys():
        current = seat[kind]["current"]
        shown[kind] = (len(seat[kind]["held"]), current if seat["revealed"] else current is not None)
    return shown


def is_refused(state: swenv.State, rule: str, region: str | None = None, **changes: Any) -> None:
    """Check that changing fields of the document, or of a region, makes `check` fail with this rule."""
    if region is not None:
        entry = {name: value for name, value in changes.items() if value is not None}
        changes = {"regions": {**state.to_position()["regions"], region: entry}}
    with pytest.raises(Broken, match=f"^{rule}: "):
        check(doctored(state, **changes))


def doctored(state: swenv.State, **changes: Any) -> Any:
    """Return an object that `check` accepts as the state, with fields of its document replaced."""

    class Doctored:
        game = state.game
        record = state.record

        def to_position(self) -> dict[str, Any]:
            return {**state.to_position(), **changes}

    return Doctored()
