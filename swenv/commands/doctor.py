"""`swenv doctor`: the installation, the place of compiled code, the duration of a first step, and a self-test."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from swenv.commands import machine
from swenv.commands.output import Failed, as_json, facts, say
from swenv.core import registry
from swenv.core.machine import installed_versions

LAYERS = {"tbb": "tbbpool", "omp": "omppool", "workqueue": "workqueue"}
"""numba's threading layers, and the module behind each."""


def run(args: argparse.Namespace) -> int:
    """Print the report; 1 if the self-test fails."""
    if args.compile:
        compile_all()
    report: dict[str, Any] = {
        "versions": installed_versions(machine.PACKAGES),
        "machine": {"system": machine.system(), "processor": machine.processor()},
        "numba": _numba(),
        "cache": _cache(),
    }
    if not args.json:
        for name, part in report.items():
            _section(name, part)
    start = _starts(args.cold)
    ready = tuple(name for name in registry.games() if is_compiled(name))
    trouble = self_test(ready)
    if args.json:
        as_json({**report, "start_seconds": start, "self_test": trouble or "passed", "self_tested": ready})
    else:
        _section("start, in a fresh process", {name: f"{seconds:.2f} s" for name, seconds in start.items()})
        passed = f"passed: {', '.join(ready) or 'nothing'}, with every number of players"
        _section("self-test", {"single game = batch = position document": trouble or passed})
        left_out = [name for name in registry.games() if name not in ready]
        if left_out:
            say(f"not tested, because not compiled yet: {', '.join(left_out)}; the first game compiles it")
    if args.installed and not report["cache"]["installed with swenv"].startswith("yes"):
        raise Failed("machine code was not installed with swenv, or not for this processor and version of numba")
    if trouble:
        raise Failed(f"self-test failed: {trouble}")
    return 0


def _section(title: str, part: dict[str, Any]) -> None:
    say(title)
    facts({f"  {name}": value for name, value in part.items()})
    say()


def _numba() -> dict[str, str]:
    """The configuration of numba."""
    import numba

    there = []
    for layer, module in LAYERS.items():
        try:
            import_module(f"numba.np.ufunc.{module}")
        except ImportError:
            continue
        there.append(layer)
    off = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
    return {
        "compiler": "off (NUMBA_DISABLE_JIT), so everything is slow" if off else "on",
        "threading layers": f"{', '.join(there)} (swenv needs none: its kernels are serial and release the GIL)",
        "threads": str(numba.config.NUMBA_NUM_THREADS),  # type: ignore[attr-defined]
    }


def _cache() -> dict[str, str]:
    """The place and size of this version's compiled code."""
    from swenv.core.jit import cache_folder, installed_folder
    from swenv.core.trust import Untrusted, check_folder

    packages = {Path(str(registry.kind(name).engine.__file__)).parent for name in registry.games()}
    folders = sorted(map(cache_folder, packages))
    installed = all(map(installed_folder, packages))
    files = [file for folder in folders if folder.is_dir() for file in folder.glob("**/*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    place = folders[0]
    while not place.exists():
        place = place.parent
    trouble = "" if os.access(place, os.W_OK) else "no"
    try:
        for folder in filter(Path.exists, folders):
            check_folder(folder)
    except Untrusted as error:
        trouble = f"not safely ({error})"
    return {
        "installed with swenv": "yes, so games need not be compiled" if installed else "no: the first game compiles",
        "folders": ", ".join(map(str, folders)),
        "chosen by": "NUMBA_CACHE_DIR" if os.environ.get("NUMBA_CACHE_DIR") else "the default: the user's cache folder",
        "writable": f"{trouble}: every process recompiles; set NUMBA_CACHE_DIR" if trouble else "yes",
        "holds": f"{size / 1e6:.1f} MB for this version" if files else "nothing for this version yet",
    }


def is_compiled(name: str) -> bool:
    """Whether a game can be played without compiling anything."""
    import numba

    from swenv.core.jit import Store

    store = Store(Path(str(registry.kind(name).engine.__file__)).parent)
    return bool(numba.config.DISABLE_JIT) or store.is_complete  # type: ignore[attr-defined]


def compile_all() -> None:
    """Compile, or load, everything that games and the bundled players run."""
    import numpy as np

    import swenv
    from swenv import agents

    def nothing(observations: Any, masks: Any) -> Any:
        """A stand-in for a network."""
        return np.zeros(masks.shape, dtype=np.float32), np.zeros((len(masks), game.num_players), dtype=np.float32)

    for name in registry.games():
        game = swenv.load(name)
        state = game.new_state(seed=0)
        game.vector(1, seed=0)
        game.reason(state.record, int(state.mask().argmin()))
        state.search(1, evaluate=nothing)
        game.playouts(state, 1)
        for player in ("greedy", "planner", "search:simulations=1"):
            playing = agents.make(player)
            playing.reset(game)
            playing.act(state)


def _starts(cold: bool) -> dict[str, float]:
    """Seconds that programs take in fresh processes, from start to exit; without `cold`, none that would compile."""
    seconds_of = {}
    if cold:
        print("measuring a cold start, which compiles what was not installed: up to a minute ...", file=sys.stderr)
        with tempfile.TemporaryDirectory() as empty:
            seconds_of["first step, empty cache"] = machine.start("state", empty).seconds
            seconds_of["then a first batch"] = machine.start("vector", empty).seconds
        machine.start("vector")  # fills the default cache, if it is empty
    seconds_of["import swenv"] = machine.start("import").seconds
    if is_compiled(registry.games()[0]):
        seconds_of["first step, warm cache"] = machine.start("state").seconds
        seconds_of["first batch, warm cache"] = machine.start("vector").seconds
    return {name: round(seconds, 3) for name, seconds in seconds_of.items()}


def self_test(games: Sequence[str], decisions: int = 300) -> str:
    """Compare single games, batches and position documents of these games, with every number of players.

    Returns:
        What went wrong, or "".
    """
    import numpy as np

    import swenv

    for name, num_players in [(game, number) for game in games for number in registry.kind(game).seats]:
        game = swenv.load(name, num_players=num_players)
        vec = game.vector(2, seed=num_players)
        states = [game.new_state(seed=int(seed)) for seed in vec.seeds]
        dice = np.random.default_rng(num_players)
        where = f"{name}, {num_players} players"
        for _ in range(decisions):
            for state, mask, observation in zip(states, vec.masks, vec.observations, strict=True):
                if not np.array_equal(state.mask(), mask):
                    return f"{where}: the batch has a different mask"
                if not np.array_equal(state.observation(), observation):
                    return f"{where}: the batch has a different observation"
            actions = np.array([dice.choice(state.legal_actions()) for state in states])
            for state, action in zip(states, actions, strict=True):
                state.apply(int(action))
            vec.step(actions)
            for i, state in enumerate(states):
                if state.is_over:
                    if not np.allclose(state.returns(), vec.returns[i]):
                        return f"{where}: the batch has different returns"
                    states[i] = game.new_state(seed=int(vec.seeds[i]))
        if any(game.from_position(state.to_position()) != state for state in states):
            return f"{where}: a position document does not survive a round trip"
    return ""
