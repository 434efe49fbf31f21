"""The same game in many ways: alone, batched, replayed, copied, pickled, via JSON, uncompiled. All of them agree."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from hidden import public_part
from randomplay import MIXES, SOME_MIXES, board_game, sample, some_game
from support import MANY, many
from trajectories import play

CHECKOUT = Path(__file__).parents[2]

# Single game, batch, replay


def batched_actions(masks: np.ndarray, seed: int) -> np.ndarray:
    """One legal action a row, drawn from the seed and that row alone: the same in a batch of any size."""
    rows = np.asarray(masks)
    actions = np.empty(len(rows), dtype=np.int64)
    for index, row in enumerate(rows):
        choices = np.flatnonzero(row)
        drawn = hashlib.sha256(bytes([seed]) + row.tobytes()).digest()
        actions[index] = choices[int.from_bytes(drawn[:4], "little") % choices.size]
    return actions


@pytest.mark.parametrize("key", SOME_MIXES)
def test_a_seed_plays_the_same_game_in_a_batch_of_any_size_and_with_any_threads(key: str) -> None:
    game = some_game(key)
    seen = []
    for size, threads in ((1, 1), (5, None), (64, 2)):
        vec = game.vector(num_games=size, seed=4, threads=threads)
        vec.reset()
        trace = []
        for _ in range(150):
            vec.step(batched_actions(vec.masks, seed=3))
            trace.append((int(vec.to_act[0]), vec.observations[0].tobytes(), vec.rewards[0].tobytes()))
        seen.append((int(vec.seeds[0]), trace, vec.state(0)))
    assert seen[0] == seen[1] == seen[2]


def test_other_seeds_play_other_games() -> None:
    game = board_game(2)
    assert len({pickle.dumps(game.new_state(seed=seed)) for seed in range(20)}) == 20
    assert game.new_state(seed=3) == game.new_state(seed=3)
    state = game.new_state()
    assert game.from_position(state.to_position()) == state, "a seed that nobody chose can be repeated too"


# Copies


WAYS = {
    "copy": lambda state: state.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "json": lambda state: state.game.from_position(json.loads(json.dumps(state.to_position()))),
}


@pytest.mark.parametrize("key", SOME_MIXES)
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_is_equal_and_plays_on_identically_and_alone(key: str, way: str) -> None:
    for number, sampled in enumerate(some_states(key)):
        state = sampled.copy()
        twin = WAYS[way](state)
        assert twin is not state and type(twin) is type(state)
        assert twin == state and hash(twin) == hash(state)
        assert pickle.dumps(twin) == pickle.dumps(state), "bit for bit"
        assert twin.game == state.game and hash(twin.game) == hash(state.game)
        kept = state.copy()
        play_on(twin, number)
        assert state == kept, "the copy shares memory with its original"
        play_on(state, number)
        assert twin == state


@lru_cache(maxsize=32)
def some_states(key: str) -> list[swenv.State]:
    """States of random games of one of `MIXES`, to be copied."""
    return sample(some_game(key), games=3, per_game=4, seed=31)


def play_on(state: swenv.State, seed: int, steps: int = 40) -> None:
    dice = random.Random(seed)
    for _ in range(steps):
        if state.is_over:
            return
        state.apply(dice.choice(state.legal_actions().tolist()))


def test_states_and_games_that_differ_are_unequal() -> None:
    state = board_game(2).new_state(seed=1)
    other = state.copy()
    other.apply(int(other.legal_actions()[0]))
    assert state != other and len({state, other, state.copy()}) == 2
    assert state != "a state" and state != board_game(3).new_state(seed=1) and board_game(2) != board_game(3)


def test_a_document_is_a_copy() -> None:
    state = board_game(2).new_state(seed=5)
    document = state.to_position()
    document["seats"][0]["coins"] = 99
    document["column"].clear()
    assert state.coins[0] == 5 and len(state.to_position()["column"]) == 6


# What a seat cannot know


@pytest.mark.parametrize("key", SOME_MIXES)
def test_sample_hidden_redraws_only_what_the_seat_cannot_know(key: str) -> None:
    changed, drawn_box = 0, key in {"boards-2", "boards-mixed-2"}
    for state in sample(some_game(key), games=3, per_game=4, seed=51):
        kept = state.copy()
        for owner, seed in itertools.product(range(state.game.num_players), (0, 1)):
            drawn = state.sample_hidden(owner, seed)
            assert state == kept, "the state itself is not touched"
            assert drawn.game == state.game
            assert public_part(drawn.to_position(), drawn_box) == public_part(state.to_position(), drawn_box)
            assert np.array_equal(drawn.mask(), state.mask())
            assert np.array_equal(drawn.observation(owner), state.observation(owner))
            assert drawn == state.sample_hidden(owner, seed), "the same seed draws the same"
            changed += drawn != state
    assert changed, "nothing was drawn anew"


# Compiled, uncompiled, bounds-checked, many at once

Kind = tuple[str, dict[str, Any]]
PROGRAM = "import json, sys; sys.path.append('tests'); from trajectories import play; play(*json.loads(sys.argv[1]))"


def run_games(kinds: Iterable[Kind], games: int, **environment: str) -> subprocess.Popen[str]:
    """Start a fresh process that plays games of some kinds and prints their digests."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, json.dumps([[*kinds], games])],
        cwd=CHECKOUT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output(process: subprocess.Popen[str], timeout: float = 900) -> str:
    try:
        out, err = process.communicate(timeout=timeout)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert out.strip()
    return out


INTERPRETED = [("mixed-underground-4", 2), ("warcraft-wet-3", 2), ("islands-solo", 0)]
"""Games of every box, and rounds of them, as the interpreter takes seconds for a game; 0 for all."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "rounds"), [(key, 0) for key in MIXES] if MANY > 1 else INTERPRETED)
def test_interpreted_rules_play_the_compiled_games(key: str, rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    name, options = MIXES[key]
    kind = name, {**options, **({"rounds": rounds} if rounds else {})}
    play([kind], games=1)
    assert output(run_games([kind], 1, NUMBA_DISABLE_JIT="1")) == capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(MANY <= 1, reason="compiles all rules anew, and interpreted rules do not leave an array either")
def test_no_index_leaves_its_array(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With bounds checks an index outside its array raises. The cache is fresh, so all is compiled anew."""
    checked = output(run_games(MIXES.values(), many(2), NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path / "cache")))
    play(list(MIXES.values()), games=many(2))
    assert checked == capsys.readouterr().out
    assert list((tmp_path / "cache").rglob("*.code")), "the kernels were not compiled anew"
