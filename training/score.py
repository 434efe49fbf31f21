"""The benchmark `swenv-tasks/1`: fixed tasks with fixed opponents, and the score card of an agent.

A task is a game, a number of seats, and opponents that play the same on every machine: no time limits. The agent plays
each deal once in every seat, with copies of the opponent in all others. Several agents on one card are seeds of one
method. A digest of some games pins the rules of each task: when rules change, it has to become another task.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import trim_mean

from swenv.agents import make
from swenv.core import schemas
from swenv.core.digest import rules_digest
from swenv.training.arena import interval
from swenv.training.league import League, Terms
from swenv.training.processes import Pool
from swenv.training.progress import Progress

MANIFEST = Path(__file__).with_name("tasks.json")
FORMAT = "swenv-score/1"
RESAMPLED = 2000
"""Bootstrap samples of the deals, and of the agents if there are several, for the interval of the aggregate."""


@dataclass(frozen=True)
class Task:
    """One task of the benchmark.

    Attributes:
        name: Such as "smallworld-2p".
        about: Its purpose, in a sentence.
        terms: The game, and the seed of its deals.
        opponents: Players, as `swenv.agents.make` takes them.
        games: How many games are played against each.
        digest: The `rules_digest` when the task was made.
    """

    name: str
    about: str
    terms: Terms
    opponents: tuple[str, ...]
    games: int
    digest: str


@dataclass(frozen=True)
class Cell:
    """How the agents did in one task against one opponent.

    Attributes:
        task: Name of the task.
        opponent: Name of the opponent.
        games: All games.
        win_rate: Share of wins.
        low: Lower end of its 95 % interval.
        high: Upper end.
        duel: The equivalent share of wins against one opponent: `win_rate` with two seats.
    """

    task: str
    opponent: str
    games: int
    win_rate: float
    low: float
    high: float
    duel: float


@dataclass(frozen=True)
class Card:
    """A score card.

    Attributes:
        agents: The agents, several if they are seeds of one method.
        cells: Task by task, opponent by opponent.
        refused: Why an agent cannot play a task, by the name of the task; it counts as lost.
        aggregate: The interquartile mean of `Cell.duel`.
        low: Lower end of its 95 % interval, by a bootstrap that is stratified by cells.
        high: Upper end.
        format: The version.
    """

    agents: tuple[str, ...]
    cells: tuple[Cell, ...]
    refused: dict[str, str]
    aggregate: float
    low: float
    high: float
    format: str = FORMAT

    def markdown(self) -> str:
        """The card as a page."""
        score = f"{100 * self.aggregate:.1f} ({100 * self.low:.1f} to {100 * self.high:.1f})"
        lines = [f"# Score of {', '.join(f'`{each}`' for each in self.agents)}", ""]
        lines += [f"Aggregate: {score}, the interquartile mean of what each cell amounts to in duels, in percent.", ""]
        lines += ["| task | opponent | games | wins | in duels |", "| --- | --- | --: | --: | --: |"]
        for each in self.cells:
            share = f"{100 * each.win_rate:.1f} % ({100 * each.low:.1f} to {100 * each.high:.1f})"
            lines.append(f"| {each.task} | `{each.opponent}` | {each.games:,} | {share} | {100 * each.duel:.1f} % |")
        lines += [f"\n{task}: not played, which counts as lost: {why}." for task, why in self.refused.items()]
        return "\n".join(lines) + "\n"


def tasks(manifest: Path = MANIFEST) -> list[Task]:
    """The tasks of a manifest.

    Raises:
        ValueError: it is damaged, or of another version.
    """
    document = schemas.read(manifest, f"'{manifest}'")
    schemas.validate("tasks", document, f"'{manifest}'")
    return [
        Task(
            each["name"], each["about"], Terms(each["game"], each["num_players"], each["options"], each["seed"]),
            tuple(each["opponents"]), each["games"], each["digest"],
        )
        for each in document["tasks"]
    ]  # fmt: skip


def in_duels(share: Any, seats: int) -> Any:
    """The share of wins against one opponent that is equivalent to a share against `seats - 1` of them.

    By the model of `ratings`: a player as strong as s of the others wins s / (s + seats - 1), and s / (s + 1) in duels.
    """
    return share * (seats - 1) / (share * (seats - 1) + 1 - share)


def play(agents: Sequence[str], chosen: Sequence[Task], folder: Path, pool: Pool, progress: Progress) -> Card | None:
    """Play tasks, and make the score card. With the same arguments, it resumes where it was stopped.

    Args:
        agents: One agent, or several that are seeds of one method.
        chosen: Tasks.
        folder: Where the games are kept.
        pool: Where games are played.
        progress: Reports the progress.

    Returns:
        The card; None if the user stopped it.

    Raises:
        ValueError: there is no such agent, a task has other rules, or the folder holds something else.
        Lost: a process that games are played in has died.
    """
    for task in chosen:
        if rules_digest(task.terms.load()) != task.digest:
            raise ValueError(f"task '{task.name}' was made for other rules than those of this version of swenv")
    refused = {task.name: why for task in chosen if (why := _refusal(agents, task))}
    rates, sizes, cells = [], [], []
    for task in chosen:
        league = League(folder / task.name, task.terms)
        tables = {(one, other): league.one_among(one, other) for one in agents for other in task.opponents}
        if task.name not in refused and not league.play_tables([*tables.values()], task.games, pool, progress):
            return None
        seats = task.terms.num_players
        for other in task.opponents:
            if task.name in refused:
                wins = [np.zeros(-(-task.games // seats)) for _ in agents]
            else:
                wins = [league.by_deal(tables[one, other])[0] for one in agents]
            rates.append([each / seats for each in wins])
            sizes.append(seats)
            everything = np.sum(wins, axis=0)  # all agents play the same deals
            games = np.full(len(everything), seats * len(agents))
            share = float(everything.sum() / games.sum())
            low, high = interval(everything, games)
            duel = float(in_duels(share, seats))
            cells.append(Cell(task.name, other, int(games.sum()), share, low, high, duel))
    low, high = _bootstrap(rates, sizes)
    middle = float(trim_mean([each.duel for each in cells], 0.25))
    return Card(tuple(agents), tuple(cells), refused, middle, low, high)


def _refusal(agents: Sequence[str], task: Task) -> str:
    """Why one of the agents cannot play a task, or ""."""
    game = task.terms.load()
    for name in agents:
        player = make(name)
        try:
            player.reset(game)
        except ValueError as error:
            return str(error)
    return ""


def _bootstrap(rates: Sequence[Sequence[NDArray[np.float64]]], seats: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the interquartile mean of all cells, from the shares of wins by cell, agent and deal."""
    dice = np.random.default_rng(0)
    samples = np.zeros((RESAMPLED, len(rates)))
    for k, (cell, number) in enumerate(zip(rates, seats, strict=True)):
        deals = dice.integers(len(cell[0]), size=(RESAMPLED, len(cell[0])))
        means = np.stack([each[deals].mean(axis=1) for each in cell])
        picks = dice.integers(len(cell), size=(len(cell), RESAMPLED))
        samples[:, k] = in_duels(np.take_along_axis(means, picks, axis=0).mean(axis=0), number)
    low, high = np.quantile(trim_mean(samples, 0.25, axis=1), (0.025, 0.975))
    return float(low), float(high)


def write(card: Card, folder: Path) -> tuple[Path, Path]:
    """Write a card as `score.json` and `score.md` into a folder; returns their paths."""
    document, page = folder / "score.json", folder / "score.md"
    document.write_text(json.dumps(asdict(card), indent=1) + "\n", encoding="utf-8", newline="\n")
    page.write_text(card.markdown(), encoding="utf-8", newline="\n")
    return document, page
