"""Draws how four learners learn in the same time: `python -m swenv.training.learning_curve`.

Our PPO, our learning from search, MaskablePPO of SB3-contrib and PPO in one file (`recipes.cleanrl_style`) train with
the same network, reward, discount and opponents, from nothing, for the same number of minutes of one core each, with
several seeds. They learn by self-play: in all seats, or against past selves with MaskablePPO, which learns from one
seat. So none of them has been taught by any of the players they are measured against. A finished run is not repeated,
and one that was stopped resumes, except that of the recipe, which starts over.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from swenv.core.machine import processors
from swenv.core.registry import games
from swenv.training.ablations import spread

NAMES = {
    "ppo": "our PPO", "search": "learning from search", "sb3": "MaskablePPO (SB3-contrib)",
    "cleanrl": "PPO in one file, CleanRL's style",
}  # fmt: skip
"""The name of each learner in the picture."""
UPDATES = {"ppo": 20, "search": 9, "sb3": 8, "cleanrl": 15}
"""Updates of each learner between two evaluations: about a minute, on a slow processor."""
YARDSTICKS = ("greedy", "planner", "search:simulations=500")
"""The players that all of them are measured against."""
GAMES = 100
"""Games against each of them."""
GAMMA = "0.998"
"""The discount of all learners."""
COLORS = {"ppo": "#0072b2", "search": "#cc79a7", "sb3": "#d55e00", "cleanrl": "#009e73"}

Curve = list[tuple[float, float]]
"""Minutes of self-play, and the share of games won."""


def name_of(learner: str, seed: int) -> str:
    """The name of a run, its folder and its log."""
    return f"{learner}-seed{seed}"


def command(learner: str, seed: int, args: argparse.Namespace) -> list[str]:
    """The command that trains with a learner and a seed."""
    common = ["--num-players", str(args.num_players), "--minutes", str(args.minutes), "--seed", str(seed)]
    common += ["--threads", "1", "--evaluate-every", str(UPDATES[learner])]
    if learner == "cleanrl":
        own = ["--game", args.game, "--decisions", str(10**9), "--gamma", GAMMA, "--opponents", ",".join(YARDSTICKS)]
        recipe = [sys.executable, "-m", "swenv.training.recipes.cleanrl_style"]
        return [*recipe, *own, *common, "--evaluation-games", str(GAMES)]
    folder = args.out / name_of(learner, seed)
    own = ["--learner", learner, "--imitate", "0", "--frames", str(10**9), "--evaluate", ",".join(YARDSTICKS)]
    own += ["--opponents", "self", "--reward", "win", "--set", f"gamma={GAMMA}", "--set", f"evaluation_games={GAMES}"]
    resume = ["--resume"] if (folder / "config.json").exists() else []
    return [
        sys.executable, "-m", "swenv", "train", args.game, *own, *common, "--run-dir", str(folder), *resume,
    ]  # fmt: skip


def curves(learner: str, seed: int, folder: Path) -> dict[str, Curve]:
    """The learning curve against each yardstick that a run has written, its end included."""
    log = (folder / f"{name_of(learner, seed)}.log").read_text(encoding="utf-8")
    by_yardstick: dict[str, Curve] = {each: [] for each in YARDSTICKS}
    if learner == "cleanrl":
        for seconds, won, opponent in re.findall(r"(\d+) s, ([\d.]+)% of \d+ games against (\S+)", log):
            by_yardstick[opponent].append((float(seconds) / 60, float(won) / 100))
        return by_yardstick
    with (folder / name_of(learner, seed) / "progress.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    times = elapsed(rows)
    for seconds, row in zip(times, rows, strict=True):
        for each, curve in by_yardstick.items():
            if row.get(f"evaluated_{each}"):
                curve.append((seconds / 60, float(row[f"evaluated_{each}"])))
    for opponent, won in re.findall(r"^(\S+) +most probable +\d+ +([\d.]+)%", log, re.MULTILINE):
        by_yardstick[opponent].append((times[-1] / 60, float(won) / 100))
    return by_yardstick


def elapsed(rows: Sequence[dict[str, str]]) -> list[float]:
    """The seconds of self-play up to each row: the one after an evaluation counts as a usual one."""
    spent = np.diff([float(row["seconds"]) for row in rows], prepend=0.0)
    before = [False, *(any(row.get(f"evaluated_{each}") for each in YARDSTICKS) for row in rows[:-1])]
    spent[before] = np.median(spent[np.logical_not(before)])
    seconds: list[float] = spent.cumsum().tolist()
    return seconds


def train(learner: str, seed: int, args: argparse.Namespace) -> None:
    """Train with a learner and a seed, unless that run is finished.

    Raises:
        CalledProcessError: the training failed; its log says why.
    """
    name = name_of(learner, seed)
    done = args.out / f"{name}.done"
    if not done.exists():
        with (args.out / f"{name}.log").open("a" if learner != "cleanrl" else "w", encoding="utf-8") as file:
            environment = {**os.environ, "OMP_NUM_THREADS": "1"}
            subprocess.run(command(learner, seed, args), stdout=file, stderr=file, env=environment, check=True)
        done.touch()


def end(runs: dict[str, list[dict[str, Curve]]]) -> float:
    """The minute of the last evaluation that all runs have.

    Raises:
        SystemExit: a run has none.
    """
    ends = [curve[-1][0] if curve else 0.0 for seeds in runs.values() for run in seeds for curve in run.values()]
    if not min(ends):
        raise SystemExit("a run ended before its first evaluation: more --minutes are needed")
    return min(ends)


def begin(runs: dict[str, list[dict[str, Curve]]]) -> float:
    """The minute of the first evaluation that all runs have."""
    return max(curve[0][0] for seeds in runs.values() for run in seeds for curve in run.values())


def band(seeds: Sequence[Curve], minutes: Any) -> Any:
    """The mean over seeds at these minutes, and the ends of Student's 95 % interval, (3, minutes)."""
    lines = [np.array(curve).T for curve in seeds]
    shares = np.array([np.interp(np.atleast_1d(minutes), *line) for line in lines])
    middle, half = np.array([spread(each) for each in shares.T.tolist()]).T
    return np.array([middle, np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)])


def draw(runs: dict[str, list[dict[str, Curve]]], title: str, path: Path) -> None:
    """Draw the curves against each yardstick, with intervals over seeds."""
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    panels = figure.subplots(1, len(YARDSTICKS), sharey=True)
    last = end(runs)  # checks that there are evaluations
    minutes = np.linspace(min(begin(runs), last), last, 50)
    for axes, yardstick in zip(panels, YARDSTICKS, strict=True):
        for learner, seeds in runs.items():
            middle, low, high = 100 * band([each[yardstick] for each in seeds], minutes)
            axes.plot(minutes, middle, label=NAMES[learner], color=COLORS[learner])
            axes.fill_between(minutes, low, high, color=COLORS[learner], alpha=0.2, linewidth=0)
        axes.axhline(50, color="#cccccc", linewidth=0.8, zorder=0)
        axes.set(xlabel="minutes of self-play on one core", ylim=(0, 100), title=f"against {yardstick}")
        axes.set_xlim(left=0)
    panels[0].set_ylabel("games won, %")
    panels[-1].legend(frameon=False, loc="upper left")
    figure.suptitle(title)
    with matplotlib.rc_context({"svg.hashsalt": "swenv"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, draw, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m swenv.training.learning_curve",
        description="Draw how our PPO, learning from search, MaskablePPO and PPO in one file learn in the same time.",
        allow_abbrev=False,
    )
    parser.add_argument("--game", default=games()[0], help=f"the game (default: {games()[0]})")
    parser.add_argument("--num-players", type=int, default=2, metavar="N", help="number of seats (default: 2)")
    parser.add_argument("--minutes", type=float, default=10.0, metavar="M", help="time for each run (default: 10)")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="seeds of each learner (default: 5)")
    parser.add_argument("--jobs", type=int, default=processors(), metavar="N", help="runs side by side, a core each")
    parser.add_argument("--out", type=Path, default=Path("runs/curve"), metavar="DIR", help="where runs are kept")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="SVG or PNG (default: curve.svg in DIR)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    jobs = [(learner, seed) for seed in range(args.seeds) for learner in NAMES]
    with ThreadPoolExecutor(args.jobs) as pool:
        for each in [pool.submit(train, learner, seed, args) for learner, seed in jobs]:
            each.result()
    runs = {learner: [curves(learner, seed, args.out) for seed in range(args.seeds)] for learner in NAMES}
    draw(runs, f"{args.game}, {args.num_players} players, from nothing", args.picture or args.out / "curve.svg")
    for learner, seeds in runs.items():
        for yardstick in YARDSTICKS:
            share, low, high = band([each[yardstick] for each in seeds], end(runs))[:, 0].tolist()
            about = {"game": args.game, "num_players": args.num_players, "games": GAMES * len(seeds)}
            name = f"{NAMES[learner]}, {end(runs):.1f} minutes, against {yardstick}"
            if args.json:
                print(json.dumps({"player": name, **about, "win_rate": share, "interval_95": [low, high]}))
            else:
                print(f"{name}: {share:.1%} ({low:.1%} to {high:.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
