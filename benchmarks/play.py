"""Speed of play: inside compiled code, in a batch, one game from Python; copies, memory, compilations."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from harness import Effort, Row, at_least, at_most, rates

import swenv

SEATS = (2, 3, 4, 5)
BATCH = 1024
OWN_CHOICE = "Choosing the actions at random, in numpy, is outside the clock: it would take longer than the step."


def compiled(effort: Effort) -> Iterator[Row]:
    """Uniformly random legal play with a mask before every decision, all of it in one compiled call."""
    work: dict[str, Callable[[], float]] = {}
    for seats in SEATS:
        for whole in (False, True):
            work[f"{seats} {'games' if whole else 'steps'}"] = _random_play(seats, whole)
    found = rates(work, effort)
    for seats in SEATS:
        budget = at_least(2_000_000) if seats == 2 else None
        yield Row(f"compiled random play, {seats} players", "steps/s", found[f"{seats} steps"], budget)
    for seats in SEATS:
        budget = at_least(20_000) if seats == 2 else None
        yield Row(f"compiled random play, {seats} players", "games/s", found[f"{seats} games"], budget)


def _random_play(seats: int, whole: bool) -> Callable[[], float]:
    """A call plays some hundred games; it says how many decisions, or how many ended."""
    game = swenv.load("smallworld", num_players=seats)
    vec = game.vector(256, seed=1)
    masks = np.zeros_like(vec.masks)
    engine: Any = game.engine

    def run() -> float:
        if whole:
            vec.reset()
            return float(engine.play_random(vec.records, game.blank, game.tables, masks, 1_000_000, True)[1])
        return float(engine.play_random(vec.records, game.blank, game.tables, masks, 100, False)[0])

    return run


def vector(effort: Effort) -> Iterator[Row]:
    """`vec.step` from Python with 1,024 games; masks, observations and rewards are written."""
    cores = os.cpu_count() or 1
    for seats, threads in [(seats, 1) for seats in SEATS] + ([(2, cores)] if cores > 1 else []):
        values = _vector_steps(seats, threads, effort)
        budget = at_least(700_000) if (seats, threads) == (2, 1) else None
        more = f", {threads} threads" if threads > 1 else ""
        yield Row(f"vec.step, {BATCH:,} games, {seats} players{more}", "steps/s", values, budget, (OWN_CHOICE,))


def _vector_steps(seats: int, threads: int, effort: Effort) -> list[float]:
    vec = swenv.load("smallworld", num_players=seats).vector(BATCH, seed=1, threads=threads)
    dice = np.random.default_rng(1)
    found = []
    for repeat in range(effort.repeats + 1):
        spent, steps = 0.0, 0
        while spent < effort.seconds:
            actions = _random_legal(vec.masks, dice)
            begin = effort.clock()
            vec.step(actions)
            spent += effort.clock() - begin
            steps += BATCH
        if repeat:  # the first one spreads the games over all stages, outside the clock
            found.append(steps / spent)
    return found


def _random_legal(masks: Any, dice: Any) -> Any:
    """(n,) int64, one legal action of each line of (n, actions), each as likely as any other."""
    rank = np.cumsum(masks, axis=1, dtype=np.int16)
    chosen = (dice.random(len(masks)) * rank[:, -1]).astype(np.int16)
    return (rank > chosen[:, np.newaxis]).argmax(axis=1)


def state(effort: Effort) -> Iterator[Row]:
    """One game from Python."""
    game = swenv.load("smallworld", num_players=2)
    what = "State: mask(), choose, apply()"
    found = rates({what: lambda: _play_from_python(game)}, effort)
    yield Row(what, "steps/s", found[what], at_least(150_000))
    dice, middle = random.Random(1), game.new_state(seed=1)
    while middle.round < 5:
        middle.apply(dice.choice(middle.legal_actions().tolist()))
    work: dict[str, Callable[[], float]] = {
        "State.copy()": lambda: _many(middle.copy),
        "State.observation()": lambda: _many(middle.observation),
        "State.to_position()": lambda: _many(middle.to_position),
    }
    for name, done in rates(work, effort).items():
        budget = at_most(2) if name == "State.copy()" else None
        yield Row(name, "µs", [1e6 / value for value in done], budget)


def _play_from_python(game: swenv.Game) -> float:
    """One game, uniformly random."""
    state, mask, steps = game.new_state(seed=random.randrange(2**31)), np.zeros(game.num_actions, dtype=np.bool_), 0
    while not state.is_over:
        legal = state.mask(mask).nonzero()[0]
        state.apply(int(legal[int(random.random() * len(legal))]))
        steps += 1
    return steps


def _many(call: Callable[[], object]) -> float:
    for _ in range(1000):
        call()
    return 1000


def size(effort: Effort) -> Iterator[Row]:
    """Memory of a game, and how many times each compiled entry was compiled for all boards and numbers of players."""
    largest = 0
    entries: dict[str, Any] = {}
    for seats in SEATS:
        game = swenv.load("smallworld", num_players=seats)
        largest = max(largest, game.blank.nbytes)
        _play_from_python(game)
        vec = game.vector(4, seed=1)
        vec.step(vec.masks.argmax(axis=1))
        _random_play(seats, True)()
        entries |= {name: value for name, value in vars(game.engine).items() if hasattr(value, "nopython_signatures")}
    compilations = [len(entry.nopython_signatures) for entry in entries.values() if entry.stats.cache_path]
    yield Row("memory of a game, 2 to 5 players", "bytes", [largest], at_most(4096))
    yield Row("compilations of an entry, all boards", "times", [max(compilations, default=0)], at_most(1))
