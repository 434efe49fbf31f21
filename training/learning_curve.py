"""Draws how three learners learn in the same time: `python -m swenv.training.learning_curve`.

Our PPO, MaskablePPO of SB3-contrib and PPO in one file (`recipes.cleanrl_style`) train with the network `board`, from
nothing, for the same number of minutes of one core. The picture of the README comes from here. A run that is finished
is not made again, and one that was stopped goes on, except that of the recipe, which cannot.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from swenv.core.machine import processors
from swenv.core.registry import games
from swenv.training.arena import wilson

NAMES = {"ppo": "our PPO", "sb3": "MaskablePPO (SB3-contrib)", "cleanrl": "PPO in one file, CleanRL's style"}
"""What the picture calls each learner."""
UPDATES = {"ppo": 30, "sb3": 15, "cleanrl": 10}
"""Updates of each between two evaluations."""
GAMES = 400
"""Games of an evaluation."""
COLORS = {"ppo": "#0072b2", "sb3": "#d55e00", "cleanrl": "#009e73"}

Point = tuple[float, float]
"""Minutes of self-play, and the share of games won."""


def command(learner: str, args: argparse.Namespace) -> list[str]:
    """The command that trains with a learner."""
    common = ["--num-players", str(args.num_players), "--minutes", str(args.minutes), "--seed", str(args.seed)]
    common += ["--threads", "1", "--evaluate-every", str(UPDATES[learner])]
    if learner == "cleanrl":
        own = ["--game", args.game, "--decisions", str(10**9), "--opponent", "greedy"]
        return [
            sys.executable,
            "-m",
            "swenv.training.recipes.cleanrl_style",
            *own,
            *common,
            "--evaluation-games",
            str(GAMES),
        ]
    folder = args.out / learner
    own = ["--learner", learner, "--imitate", "0", "--frames", str(10**9), "--evaluate", "greedy"]
    resume = ["--resume"] if (folder / "config.json").exists() else []
    return [
        sys.executable, "-m", "swenv", "train", args.game, *own, *common, "--set", f"evaluation_games={GAMES}",
        "--run-dir", str(folder), *resume,
    ]  # fmt: skip


def points(learner: str, folder: Path) -> list[Point]:
    """The learning curve that a run has written."""
    if learner == "cleanrl":
        text = (folder / "cleanrl.log").read_text(encoding="utf-8")
        return [(float(s) / 60, float(won) / 100) for s, won in re.findall(r", (\d+) s, .*?: ([\d.]+)% of", text)]
    with (folder / learner / "progress.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row.get("evaluated_greedy")]
    return [(float(row["seconds"]) / 60, float(row["evaluated_greedy"])) for row in rows]


def train(learner: str, args: argparse.Namespace) -> None:
    """Train with a learner, unless its log says that it is done.

    Raises:
        CalledProcessError: the training failed; its log says why.
    """
    log = args.out / f"{learner}.log"
    done = args.out / f"{learner}.done"
    if not done.exists():
        with log.open("a" if learner != "cleanrl" else "w", encoding="utf-8") as file:
            environment = {**os.environ, "OMP_NUM_THREADS": "1"}
            subprocess.run(command(learner, args), stdout=file, stderr=file, env=environment, check=True)
        done.touch()


def draw(curves: dict[str, list[Point]], title: str, path: Path) -> None:
    """Draw the curves, with 95 % intervals over games."""
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    for learner, curve in curves.items():
        minutes = [0.0] + [at for at, _ in curve]
        rates = [0.0] + [rate for _, rate in curve]
        ends = [wilson(rate * GAMES, GAMES) for rate in rates]
        axes.plot(minutes, [100 * rate for rate in rates], label=NAMES[learner], color=COLORS[learner])
        low, high = ([100 * each[k] for each in ends] for k in (0, 1))
        axes.fill_between(minutes, low, high, color=COLORS[learner], alpha=0.2, linewidth=0)
    axes.axhline(50, color="#cccccc", linewidth=0.8, zorder=0)
    axes.set(
        xlabel="minutes of self-play on one core", ylabel="games won against greedy, %", ylim=(0, 100), title=title
    )
    axes.set_xlim(left=0)
    axes.legend(frameon=False, loc="lower right")
    with matplotlib.rc_context({"svg.hashsalt": "swenv"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, draw, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m swenv.training.learning_curve",
        description="Draw how our PPO, MaskablePPO and PPO in one file learn in the same time.",
        allow_abbrev=False,
    )
    parser.add_argument("--game", default=games()[0], help=f"the game (default: {games()[0]})")
    parser.add_argument("--num-players", type=int, default=2, metavar="N", help="number of seats (default: 2)")
    parser.add_argument("--minutes", type=float, default=10.0, metavar="M", help="time for each (default: 10)")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--jobs", type=int, default=processors(), metavar="N", help="runs side by side, a core each")
    parser.add_argument("--out", type=Path, default=Path("runs/curve"), metavar="DIR", help="where runs are kept")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="SVG or PNG (default: curve.svg in DIR)")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(lambda learner: train(learner, args), NAMES))
    curves = {learner: points(learner, args.out) for learner in NAMES}
    draw(curves, f"{args.game}, {args.num_players} players, from nothing", args.picture or args.out / "curve.svg")
    for learner, curve in curves.items():
        if curve:
            print(f"{NAMES[learner]}: {curve[-1][1]:.1%} after {curve[-1][0]:.1f} min")
    return 0


if __name__ == "__main__":
    sys.exit(main())
