"""Trains with each setting changed, over several seeds: `python -m swenv.training.ablations`.

Each run differs from the defaults in one setting and has its own folder; each row of `results.csv` is an evaluated run.
After Ctrl-C, the same command resumes. The tables of `docs/experiments.md` come from here: a win rate is the mean over
the seeds, with Student's 95 % interval over seeds, not over games.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import torch
from filelock import FileLock
from scipy.stats import t as student

from swenv.agents import split
from swenv.core.machine import processors
from swenv.core.registry import games
from swenv.training.config import RATES, Config
from swenv.training.processes import end_with_parent
from swenv.training.progress import Progress
from swenv.training.report import BEST, DRAWN, table
from swenv.training.runs import Run, replace
from swenv.training.train import run

DEFAULT = "default"
INDIFFERENT = ("evaluate", "checkpoint_seconds", "threads", "device", "track")
"""Settings that may differ between a row of the results and the requested run it counts as."""
STUDIES: dict[str, dict[str, Mapping[str, Any]]] = {
    "reward": {name: {"reward": name} for name in ("win", "margin", "coins")},
    "imitation": {"none": {"imitate": 0}, "500,000": {"imitate": 500_000}},
    "epochs": {str(number): {"num_epochs": number} for number in (2, 3)},
    "batch": {str(number): {"batch_size": number} for number in (512, 1024)},
    "games": {str(number): {"num_envs": number} for number in (128, 256)},
    "opponents": {
        "itself only": {"opponents": {}},
        "greedy in three tenths": {"opponents": {"greedy": 0.3}},
        "greedy in all": {"opponents": {"greedy": 1.0}},
        "past selves in three tenths of the rest": {"itself": 0.7},
        "past selves in all of the rest": {"itself": 0.0},
    },
    "network": {"mlp": {"network": "mlp"}, "48 wide": {"width": 48}, "64 wide": {"width": 64}},
    "learning rate": {
        "half": {"learning_rate": RATES["ppo"] / 2},
        "twice": {"learning_rate": 2 * RATES["ppo"]},
        "constant": {"decay": 0.0},
    },
    "discount": {"0.995": {"gamma": 0.995}, "1, lambda 0.97": {"gamma": 1.0, "gae_lambda": 0.97}},
    "entropy": {"none": {"entropy": 0.0}, "0.002": {"entropy": 0.002}},
    "learner": {"sb3": {"learner": "sb3"}},
}
"""By study, what each run changes, by name."""
EVALUATE = ("greedy", "random")
"""The opponents that agents are measured against, by default."""


def columns(opponents: Sequence[str]) -> tuple[str, ...]:
    """The columns of `results.csv`: wins against each opponent with the likeliest and with sampled actions."""
    won = (column for name in opponents for column in (name, f"{name}_sampled"))
    return "study", "value", "seed", "decisions", "minutes", *won


@dataclass(frozen=True)
class Trial:
    """One run.

    Attributes:
        study: One of `STUDIES`, or `DEFAULT`.
        value: What it changes, by name; "" for nothing.
        config: Its configuration.
    """

    study: str
    value: str
    config: Config

    @property
    def name(self) -> str:
        """Name of its folder."""
        words = "-".join(filter(None, (self.study, self.value, f"seed{self.config.seed}")))
        return "".join(c if c.isalnum() else "-" for c in words)


def trials(names: Sequence[str], seeds: int, common: Mapping[str, Any]) -> list[Trial]:
    """The runs of these studies, the default's first, and all of a seed before those of the next.

    Args:
        names: Members of `STUDIES`.
        seeds: Seeds of each run.
        common: Fields of the configuration that all runs have.
    """
    changed = [(DEFAULT, "", {}), *((name, value, change) for name in names for value, change in STUDIES[name].items())]
    runs = []
    for seed in range(seeds):
        usual = Config(**common, seed=seed)
        for name, value, change in changed:
            config = Config(**{**common, "seed": seed, **change})
            if name == DEFAULT or config != usual:
                runs.append(Trial(name, value, config))
    return runs


def done(path: Path, opponents: Sequence[str] = EVALUATE) -> dict[tuple[str, str, int], dict[str, str]]:
    """The rows of a file of results, by study, value and seed.

    Raises:
        ValueError: it has other columns.
    """
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != columns(opponents):
            raise ValueError(f"'{path}' is not a file of these results: it has the columns {reader.fieldnames}")
        return {(row["study"], row["value"], int(row["seed"])): row for row in reader}


def check(trial: Trial, folder: Path) -> None:
    """Raise ValueError if a run that already has its row was made with other settings than those requested."""
    there = Run(folder / trial.name)
    if not there.page.exists():
        return
    kept, requested = there.config().to_dict(), trial.config.to_dict()
    for name, value in requested.items():
        if name not in INDIFFERENT and kept[name] != value:
            raise ValueError(
                f"'{there.folder}' has a run with {name} {kept[name]!r} instead of {value!r}: choose another --out"
            )


def train(trial: Trial, folder: Path) -> dict[str, Any] | None:
    """Start or finish a run, and return its row; None if it was interrupted."""
    report = run(trial.config, folder / trial.name, "python -m swenv.training.ablations", apart=True)
    if report is None:
        return None
    with (folder / trial.name / "progress.csv").open(newline="", encoding="utf-8") as file:
        *_, last = csv.DictReader(file)
    won = {key: f"{result.tallies[0].rate:.4f}" for key, result in report.results.items()}
    rates = [won[name, rule] for name in trial.config.evaluate for rule in (BEST, DRAWN)]
    about = trial.study, trial.value, trial.config.seed, last["frames"], f"{float(last['seconds']) / 60:.2f}"
    return dict(zip(columns(trial.config.evaluate), (*about, *rates), strict=True))


def spread(rates: Sequence[float]) -> tuple[float, float]:
    """The mean of win rates, and half of Student's 95 % interval over seeds; infinite for a single one."""
    if len(rates) < 2:
        return mean(rates), math.inf
    return mean(rates), float(student.ppf(0.975, len(rates) - 1)) * stdev(rates) / math.sqrt(len(rates))


def interval(rates: Sequence[float]) -> str:
    """The same as text."""
    middle, half = spread(rates)
    return f"{middle:.1%}" + (f" ± {100 * half:.1f}" if math.isfinite(half) else "")


def by_run(rows: Mapping[tuple[str, str, int], Mapping[str, str]]) -> dict[str, list[Mapping[str, str]]]:
    """The rows of all seeds of each run, by its study and what it changes."""
    groups: dict[str, list[Mapping[str, str]]] = {}
    for (study, value, _), row in sorted(rows.items(), key=lambda item: [DEFAULT, *STUDIES].index(item[0][0])):
        groups.setdefault(f"{study}: {value}" if value else study, []).append(row)
    return groups


def summary(rows: Mapping[tuple[str, str, int], Mapping[str, str]], opponents: Sequence[str] = EVALUATE) -> list[str]:
    """Results as a table in Markdown, a row for each value of a study."""
    _, _, _, _, minutes, *won = columns(opponents)
    lines = [
        [
            name,
            str(len(group)),
            *(interval([float(row[column]) for row in group]) for column in won),
            f"{mean(float(row[minutes]) for row in group):.1f}",
        ]
        for name, group in by_run(rows).items()
    ]
    heads = [head for name in opponents for head in (f"against `{name}`", "sampled")]
    return table(["run", "seeds", *heads, "minutes"], lines)


def figures(
    rows: Mapping[tuple[str, str, int], Mapping[str, str]], opponents: Sequence[str], game: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """What `--json` prints: the share of games that the likeliest actions of each run won, over its seeds."""
    for name, group in by_run(rows).items():
        for opponent in opponents:
            middle, half = spread([float(row[opponent]) for row in group])
            ends = [max(0.0, middle - half), min(1.0, middle + half)]
            about = {"player": f"{name}, seeds: {len(group)}, against {opponent}", **game}
            yield about | {"games": Config.evaluation_games * len(group), "win_rate": middle, "interval_95": ends}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the studies named on the command line; 1 if stopped."""
    parser = argparse.ArgumentParser(
        prog="python -m swenv.training.ablations",
        description="Train with each setting changed, over several seeds.",
        epilog=f"Studies: {', '.join(STUDIES)}.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "studies", nargs="*", metavar="STUDY", help=f"which settings to change (default: all); {DEFAULT}: none"
    )
    parser.add_argument("--game", default=games()[0], help=f"the game (default: {games()[0]})")
    parser.add_argument("--num-players", type=int, default=2, metavar="N", help="number of seats (default: 2)")
    parser.add_argument("--frames", type=int, default=1_000_000, metavar="N", help="decisions of self-play in each run")
    parser.add_argument("--imitate", type=int, metavar="N", help="decisions to imitate first")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="seeds of each run (default: 3)")
    parser.add_argument("--jobs", type=int, metavar="N", help="runs side by side (default: as many as fit)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of each run (default: 1)")
    parser.add_argument(
        "--evaluate", default=",".join(EVALUATE), metavar="A,B,...", help="opponents to measure against at the end"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument("--out", type=Path, default=Path("runs/ablations"), metavar="DIR", help="where runs are kept")
    args = parser.parse_args(arguments)
    for name in args.studies:
        if name not in (DEFAULT, *STUDIES):
            parser.error(f"unknown study '{name}'; there are {', '.join(STUDIES)}")
    for name, least in (("seeds", 1), ("jobs", 1), ("threads", 1), ("frames", 1), ("num_players", 2)):
        if getattr(args, name) is not None and getattr(args, name) < least:
            parser.error(f"--{name.replace('_', '-')} must be at least {least}")
    opponents = split(args.evaluate)
    game = {"game": args.game, "num_players": args.num_players}
    common = {**game, "frames": args.frames, "imitate": args.imitate, "threads": args.threads, "evaluate": opponents}
    try:
        studies = [name for name in args.studies or STUDIES if name != DEFAULT]
        requested = trials(studies, args.seeds, common)
        existing = done(args.out / "results.csv", opponents)
        for each in requested:
            if _key(each) in existing:
                check(each, args.out)
    except ValueError as error:
        parser.error(str(error))
    args.out.mkdir(parents=True, exist_ok=True)
    jobs = args.jobs or max(1, processors() // args.threads)
    finished = _run_all([each for each in requested if _key(each) not in existing], args.out, jobs)
    rows = done(args.out / "results.csv", opponents)
    lines = map(json.dumps, figures(rows, opponents, game)) if args.json else summary(rows, opponents)
    print(*lines, sep="\n")
    return 0 if finished else 1


def _key(trial: Trial) -> tuple[str, str, int]:
    return trial.study, trial.value, trial.config.seed


def _run_all(pending: Sequence[Trial], folder: Path, jobs: int) -> bool:
    """Run trials side by side, and add their rows to the results; False if interrupted."""
    progress = Progress(every=0.0)
    progress.begin("training", "runs", len(pending))
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), prepare)
    work = {pool.submit(train, trial, folder): trial for trial in pending}
    try:
        for number, each in enumerate(as_completed(work)):
            row = each.result()
            if row is None:
                return False
            _append(folder / "results.csv", row)
            won = ", ".join(f"{float(row[name]):.1%} against {name}" for name in work[each].config.evaluate)
            progress.update(number + 1, {work[each].name: won})
        return True
    except KeyboardInterrupt:
        return False
    finally:
        pool.shutdown(cancel_futures=True)
        progress.end()


def prepare() -> None:
    """Prepare a process: torch uses one thread in it unless a run asks for more, and it ends when the parent does."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    torch.set_num_threads(1)


def _append(path: Path, row: Mapping[str, Any]) -> None:
    """Add a row to a file that other commands may add to as well."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(row))
    with FileLock(f"{path}.lock"):
        if not path.exists():
            writer.writeheader()
        writer.writerow(row)
        replace(path, (path.read_bytes() if path.exists() else b"") + text.getvalue().encode())


if __name__ == "__main__":
    sys.exit(main())
