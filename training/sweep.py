"""A sweep over training settings: Optuna proposes them, and the resulting agents are compared on the same deals."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import optuna
from numpy.typing import NDArray
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import TPESampler
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from swenv.agents import make, starts_program
from swenv.core.errors import check_known
from swenv.training import league, sprt
from swenv.training.arena import Z95
from swenv.training.config import BOUNDS, WHOLE, Config
from swenv.training.league import League, keep_terms
from swenv.training.processes import Pool
from swenv.training.progress import Progress
from swenv.training.sprt import SequentialTest
from swenv.training.train import Diverged, run

FREE = tuple(
    sorted(
        {"learner", "reward", "network", *BOUNDS}
        - {"num_players", "seed", "evaluate_every", "evaluation_games", "checkpoint_seconds", "threads"}
    )
)
"""The settings that a sweep can vary."""
DEFAULT = "default"
"""The name of the agent without the settings of any trial."""


@dataclass(frozen=True)
class Terms(league.Terms):
    """The terms of a sweep: what is varied, and how it is judged.

    Attributes:
        settings: The settings that all runs have in common, as `Config` takes them.
        space: The varied settings, see `axis`.
        against: The opponent, which has all other seats.
        games: At least how many games each agent plays, in the same deals.
        seeds: How many agents are trained with the same settings, each with its own seed.
        batch: How many trials are proposed at a time, from the results of all earlier ones.
    """

    settings: dict[str, Any]
    space: list[str]
    against: str
    games: int
    seeds: int
    batch: int


@dataclass(frozen=True)
class Outcome:
    """How the agents of one trial did.

    Attributes:
        name: "trial-7", or `DEFAULT`.
        settings: The settings of the trial.
        rate: The share of games that they won.
        ahead: Its lead over the default settings on the same deals: the low end of the 95 % interval, the estimate, and
            the high end.
    """

    name: str
    settings: dict[str, Any]
    rate: float
    ahead: tuple[float, float, float]


@dataclass(frozen=True)
class Sweep:
    """The result of a sweep.

    Attributes:
        outcomes: Best first.
        failed: The names of trials whose training diverged, or whose settings do not go together.
        test: The best agent against the default one, in other deals.
    """

    outcomes: list[Outcome]
    failed: list[str]
    test: SequentialTest


def axis(text: str) -> tuple[str, BaseDistribution]:
    """The range of a setting: "gamma=0.99..1", "learning_rate=1e-5..1e-2:log" or "num_steps=32,64,128".

    Raises:
        ValueError: it is neither, or there is no such setting.
    """
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise ValueError(f"--vary takes NAME=LOW..HIGH, NAME=LOW..HIGH:log or NAME=A,B, not '{text}'")
    check_known("setting to vary", name, FREE)
    scale, logarithmic = values.removesuffix(":log"), values.endswith(":log")
    low, dots, high = scale.partition("..")
    try:
        if not dots:
            choices = [json.loads(value) if name in BOUNDS else value for value in values.split(",")]
            return name, CategoricalDistribution(choices)
        if name in WHOLE:
            return name, IntDistribution(int(low), int(high), logarithmic)
        return name, FloatDistribution(float(low), float(high), logarithmic)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"--vary {text[:100]}: {error}") from error


def sweep(
    terms: Terms, trials: int, folder: Path, pool: Pool, progress: Progress, command: str, machine: str
) -> Sweep | None:
    """Train and judge agents with different settings. With the same arguments, it resumes where it was stopped.

    Args:
        terms: What is varied.
        trials: How many settings to try, besides the default ones.
        folder: Where everything is kept; every process of the pool must reach it by this path.
        pool: Where agents are trained, each in one process, and judged.
        progress: Reports the progress.
        command: The command line, for the reports of the runs.
        machine: A description of the machine, likewise.

    Returns:
        The results; None if the user stopped it.

    Raises:
        ValueError: the settings are wrong, the folder holds something else, or no trial led to an agent.
        Lost: see `Pool.run`.
    """
    space = _space(terms)
    make(terms.against).reset(terms.load())
    keep_terms(folder / "sweep.json", "sweep", terms)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    journal = folder / "trials.log"
    try:
        storage = JournalStorage(JournalFileBackend(str(journal)))
        study = optuna.create_study(storage=storage, study_name="sweep", load_if_exists=True, direction="maximize")
    except OSError:
        raise
    except Exception as error:  # whatever Optuna raises for a damaged file
        raise ValueError(f"'{journal}' is damaged: {type(error).__name__} {error}") from error
    agents = _Agents(terms, folder, pool, progress, command, machine)
    if not agents.train_and_judge({DEFAULT: {}}):
        return None
    if agents.wins(DEFAULT) is None:
        raise ValueError(f"training diverges with the settings that all trials share, see '{folder / DEFAULT}'")
    while len(ended := study.get_trials(False, (TrialState.COMPLETE, TrialState.FAIL))) < trials:
        study.sampler = TPESampler(seed=(terms.seed + len(ended)) % 2**32)
        begun = {each.number: each.params for each in study.get_trials(False, (TrialState.RUNNING,))}
        while len(begun) < min(terms.batch, trials - len(ended)):
            trial = study.ask(space)
            begun[trial.number] = trial.params
        if not agents.train_and_judge({_name(number): settings for number, settings in begun.items()}):
            return None
        for number in begun:
            wins = agents.wins(_name(number))
            if wins is None:
                study.tell(number, state=TrialState.FAIL)
            else:
                study.tell(number, float(wins.mean()))
    settings_of = {_name(each.number): each.params for each in study.get_trials(False)[:trials]}
    outcomes = [
        agents.outcome(name, settings) for name, settings in settings_of.items() if agents.wins(name) is not None
    ]
    if not outcomes:
        raise ValueError(f"no trial led to an agent; what was tried is in '{folder}'")
    outcomes.sort(key=lambda each: -each.rate)
    best, other = (agents.player(name, 0) for name in (outcomes[0].name, DEFAULT))
    duel = sprt.Terms(**terms.apart(terms.seeds + 1), players=[best, other], low=0.0, high=10.0)
    test = SequentialTest(folder / f"test-{outcomes[0].name}", duel)
    if not test.test(10 * terms.games, pool, progress):
        return None
    failed = [name for name in settings_of if agents.wins(name) is None]
    return Sweep([*outcomes, agents.outcome(DEFAULT, {})], failed, test)


def _name(number: int) -> str:
    """The name of a trial."""
    return f"trial-{number}"


def _space(terms: Terms) -> dict[str, BaseDistribution]:
    """The values that may be proposed, after checking that both ends are allowed.

    Raises:
        ValueError: they are not, or something is named twice.
    """
    if starts_program(terms.against):
        raise ValueError(f"--against {terms.against}: an external program cannot be the opponent in a sweep")
    space: dict[str, BaseDistribution] = {}
    for text in terms.space:
        name, values = axis(text)
        if name in space or name in terms.settings:
            raise ValueError(f"the setting {name} is given twice")
        space[name] = values
        choices = values.choices if isinstance(values, CategoricalDistribution) else (values.low, values.high)
        for value in choices:
            config(terms, {name: value})
    return space


def config(terms: Terms, settings: Mapping[str, Any], seed: int = 0) -> Config:
    """The configuration of a run of a sweep.

    Raises:
        ValueError: the settings do not go together.
    """
    return Config(**terms.apart(seed), evaluate=(), **terms.settings, **settings)


class _Agents:
    """Trains agents, and lets them play.

    Args:
        terms: What is varied.
        folder: Where everything is kept.
        pool: Where agents are trained and play.
        progress: Reports the progress.
        command: The command line, for the reports.
        machine: A description of the machine, likewise.
    """

    def __init__(self, terms: Terms, folder: Path, pool: Pool, progress: Progress, command: str, machine: str) -> None:
        self._terms, self._folder, self._pool, self._progress = terms, folder, pool, progress
        self._command, self._machine = command, machine
        self._games = League(folder / "judged", league.Terms(**terms.apart(terms.seeds)))

    def player(self, name: str, seed: int) -> str:
        """The folder of a run, as players are named."""
        return str(self._folder / name / f"seed-{seed}")

    def _players(self, name: str) -> list[str]:
        return [self.player(name, seed) for seed in range(self._terms.seeds)]

    def train_and_judge(self, settings: Mapping[str, Mapping[str, Any]]) -> bool:
        """Train with these settings, by name of the trial, and let the agents play; False if stopped."""
        runs = []
        for name, chosen in settings.items():
            with suppress(ValueError):  # such as a batch that is larger than an update
                runs += [
                    (config(self._terms, chosen, seed), self.player(name, seed)) for seed in range(self._terms.seeds)
                ]
        runs = [each for each in runs if not _is_trained(each[1])]
        done = 0

        def count(_: None) -> None:
            nonlocal done
            done += 1
            self._progress.update(done, {})

        self._progress.begin("training", "agents", len(runs))
        try:
            items = [(*each, self._command, self._machine) for each in runs]
            if not self._pool.run(train_one, items, count):
                return False
        finally:
            self._progress.end()
        trained = [each for name in settings for each in self._players(name) if _is_trained(each)]
        tables = [self._games.one_among(each, self._terms.against) for each in trained]
        return self._games.play_tables(tables, self._terms.games, self._pool, self._progress)

    def wins(self, name: str) -> NDArray[np.float64] | None:
        """The mean shares of the games of each deal won by the agents of a trial, (deals,).

        None if not all of them could be trained.
        """
        players = self._players(name)
        if not all(map(_is_trained, players)):
            return None
        tables = [self._games.one_among(each, self._terms.against) for each in players]
        wins: NDArray[np.float64] = np.mean([self._games.by_deal(table)[0] for table in tables], axis=0)
        return wins / self._terms.num_players

    def outcome(self, name: str, settings: dict[str, Any]) -> Outcome:
        """How the trained agents of a trial did."""
        wins, usual = self.wins(name), self.wins(DEFAULT)
        assert wins is not None and usual is not None
        more = wins - usual
        half = Z95 * float(more.std(ddof=1)) / math.sqrt(len(more))
        ahead = float(more.mean())
        return Outcome(name, settings, float(wins.mean()), (ahead - half, ahead, ahead + half))


def _is_trained(player: str) -> bool:
    """Whether a run is finished."""
    return (Path(player) / "report.md").exists()


def train_one(config: Config, folder: str, command: str, machine: str) -> None:
    """Train an agent, or resume its training; if it diverges, leave it as it is."""
    with suppress(Diverged):
        run(config, Path(folder), command, machine)
