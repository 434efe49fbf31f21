"""Measures the speed of play: in compiled code, in a batch, one game from Python; copies, memory, compilations."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from harness import Effort, Row, at_least, at_most, rates

import swenv
from swenv.agents import make
from swenv.core.corpus import Corpus, CorpusWriter, Played
from swenv.core.registry import kind
from swenv.training.arena import match

GAMES = {"smallworld": "", "underground": "Underground: ", "warcraft": "Warcraft: ", "islands": "Small Islands: "}
"""Each game, and the prefix of its rows."""
TABLES = [(name, seats) for name in GAMES for seats in kind(name).seats]
"""Each game with each number of players."""
BATCH = 1024
OWN_CHOICE = "Choosing the actions at random, in numpy, is outside the clock: it would take longer than the step."
BUDGETS = {
    ("steps/s", "smallworld", 2): at_least(2_000_000),
    ("games/s", "smallworld", 2): at_least(20_000),
    ("steps/s", "underground", 2): at_least(1_200_000),
    ("steps/s", "warcraft", 2): at_least(1_000_000),
}
"""The budgets of compiled play."""
CALLS = {
    ("State.copy()", "smallworld"): at_most(2),
    **{("State.sample_hidden()", name): at_most(5 if name == "islands" else 3) for name in GAMES},
}
"""The most microseconds that a call may take."""


def compiled(effort: Effort) -> Iterator[Row]:
    """Uniformly random legal play with a mask before every decision, in a single compiled call."""
    cases = [(unit, name, seats) for unit in ("steps/s", "games/s") for name, seats in TABLES]
    work = {str(case): _random_play(case[1], case[2], case[0] == "games/s") for case in cases}
    figures = rates(work, effort)
    for case in cases:
        unit, name, seats = case
        what = f"{GAMES[name]}compiled random play, {_players(seats)}"
        yield Row(what, unit, figures[str(case)], BUDGETS.get(case))


def _players(seats: int) -> str:
    """The number of players in words."""
    return f"{seats} player{'s' if seats > 1 else ''}"


def _random_play(name: str, seats: int, whole: bool) -> Callable[[], float]:
    """Return a function that plays a few hundred games, and returns how many decisions or games there were."""
    game = swenv.load(name, num_players=seats)
    vec = game.vector(256, seed=1)
    masks = np.zeros_like(vec.masks)
    engine: Any = game.engine

    def run() -> float:
        if whole:
            vec.reset()
            return float(engine.play_random(vec.records, game.blank, game.tables, masks, 1_000_000, True)[1])
        return float(engine.play_random(vec.records, game.blank, game.tables, masks, 100, False)[0])

    return run


IN_THREADS = "In as many threads as there are processors."


def corpus(effort: Effort) -> Iterator[Row]:
    """Games in a file: their size, and how fast they are written and read back, with all observations."""
    with TemporaryDirectory() as folder:
        work = dict[str, Callable[[], float]]()
        for name in GAMES:
            game = swenv.load(name, num_players=2)
            recordings: list[Played] = []
            match(
                game,
                [make("random"), make("random")],
                BATCH,
                record=lambda *each, recordings=recordings: recordings.append(each),
            )
            path = Path(folder) / f"{name}.games"
            work[f"{name} written"] = partial(_written, path, game, recordings)
            work[f"{name} read"] = partial(_read_back, path)
        figures = rates(work, effort)
        for name, prefix in GAMES.items():
            games = sum(map(len, Corpus(Path(folder) / f"{name}.games").blocks()))
            size = (Path(folder) / f"{name}.games").stat().st_size / games
            budget = at_least(1_000_000) if name == "smallworld" else None
            read = figures[f"{name} read"]
            yield Row(f"{prefix}games read back, 2 players", "decisions/s", read, budget, (IN_THREADS,))
            yield Row(f"{prefix}games written, 2 players", "games/s", figures[f"{name} written"])
            yield Row(f"{prefix}a game of random in a file, 2 players", "bytes", [size])


def _written(path: Path, game: swenv.Game, recordings: list[Played]) -> float:
    """Write games to a new file; returns how many."""
    path.unlink(missing_ok=True)
    with CorpusWriter(path, game) as writer:
        for each in recordings:
            writer.add(*each)
    return len(recordings)


def _read_back(path: Path) -> float:
    """Read a file of games; returns how many decisions it has."""
    return sum(len(batch.actions) for batch in Corpus(path).decisions())


def vector(effort: Effort) -> Iterator[Row]:
    """`vec.step` from Python with 1,024 games; masks, observations and rewards are written."""
    cores = os.cpu_count() or 1
    cases = [(name, seats, 1) for name, seats in TABLES]
    for name, seats, threads in [*cases, *([("smallworld", 2, cores)] if cores > 1 else [])]:
        values = _vector_steps(name, seats, threads, effort)
        budget = at_least(700_000) if (name, seats, threads) == ("smallworld", 2, 1) else None
        more = f", {threads} threads" if threads > 1 else ""
        what = f"{GAMES[name]}vec.step, {BATCH:,} games, {_players(seats)}{more}"
        yield Row(what, "steps/s", values, budget, (OWN_CHOICE,))


def _vector_steps(name: str, seats: int, threads: int, effort: Effort) -> list[float]:
    vec = swenv.load(name, num_players=seats).vector(BATCH, seed=1, threads=threads)
    dice = np.random.default_rng(1)
    figures = []
    for repeat in range(effort.repeats + 1):
        spent, steps = 0.0, 0
        while spent < effort.seconds:
            actions = _random_legal(vec.masks, dice)
            begin = effort.clock()
            vec.step(actions)
            spent += effort.clock() - begin
            steps += BATCH
        if repeat:  # the first repeat, outside the clock, spreads the games over all stages
            figures.append(steps / spent)
    return figures


def _random_legal(masks: Any, dice: Any) -> Any:
    """Draw a legal action for each row of (n, actions), all equally likely; (n,) int64."""
    rank = np.cumsum(masks, axis=1, dtype=np.int16)
    chosen = (dice.random(len(masks)) * rank[:, -1]).astype(np.int16)
    return (rank > chosen[:, np.newaxis]).argmax(axis=1)


def state(effort: Effort) -> Iterator[Row]:
    """One game from Python."""
    games = {name: swenv.load(name, num_players=2) for name in GAMES}
    figures = rates({name: partial(_play_from_python, game) for name, game in games.items()}, effort)
    for name, values in figures.items():
        budget = at_least(150_000) if name == "smallworld" else None
        yield Row(f"{GAMES[name]}State: mask(), choose, apply()", "steps/s", values, budget)
    for name, game in games.items():
        middle = _middle(game)
        work: dict[str, Callable[[], float]] = {
            "State.copy()": partial(_many, middle.copy),
            "State.observation()": partial(_many, middle.observation),
            "State.sample_hidden()": partial(_many, partial(middle.sample_hidden, 0, 1)),
            "State.to_position()": partial(_many, middle.to_position),
        }
        for call, done in rates(work, effort).items():
            yield Row(f"{GAMES[name]}{call}", "µs", [1e6 / value for value in done], CALLS.get((call, name)))


def _middle(game: swenv.Game) -> swenv.State:
    """A state in round 5 of a random game, or in the last round if there are fewer."""
    dice, state = random.Random(1), game.new_state(seed=1)
    while state.round < (4 if game.name == "islands" else 5):
        state.apply(dice.choice(state.legal_actions().tolist()))
    return state


def _play_from_python(game: swenv.Game) -> float:
    """Play one game with uniformly random actions."""
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
    """Memory of a game, and the number of compilations of each entry for all games, boards and numbers of players."""
    largest = 0
    entries: dict[str, Any] = {}
    for name, seats in TABLES:
        game = swenv.load(name, num_players=seats)
        largest = max(largest, game.blank.itemsize)
        _play_from_python(game)
        vec = game.vector(4, seed=1)
        vec.step(vec.masks.argmax(axis=1))
        _random_play(name, seats, True)()
        entries |= {name: value for name, value in vars(game.engine).items() if hasattr(value, "nopython_signatures")}
    compilations = [len(entry.nopython_signatures) for entry in entries.values() if entry.stats.cache_path]
    yield Row("memory of a game, all games and numbers of players", "bytes", [largest], at_most(4096))
    yield Row("compilations of an entry, all games and boards", "times", [max(compilations, default=0)], at_most(1))
