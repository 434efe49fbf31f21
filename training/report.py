"""What a run ends with: matches against the yardsticks, the learning curve, and a page that says it all."""

from __future__ import annotations

import io
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import swenv
from swenv.agents import Player, make
from swenv.core.game import MAX_SEED
from swenv.training.arena import MatchResult, match, wilson
from swenv.training.config import SELF, Config
from swenv.training.progress import Progress
from swenv.training.runs import Run, replace
from swenv.training.selfplay import ALONE

BEST, DRAWN = "most probable", "drawn"
RULES = (BEST, DRAWN)
"""How the network's chances become an action: the greatest is taken, or one is drawn with them, as in training."""
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
Results = Mapping[tuple[str, str], MatchResult]
"""Matches of the learner, its first player, by opponent and rule."""


@dataclass(frozen=True)
class Account:
    """The course of a run.

    Attributes:
        frames: Decisions of self-play that it learned from.
        curve: The lines of `progress.csv`.
        seconds: What imitation, self-play and evaluation during training took.
        imitated: Decisions, loss and agreement of the imitation; empty without one.
    """

    frames: int
    curve: Sequence[Mapping[str, float]]
    seconds: Mapping[str, float]
    imitated: Mapping[str, float]


@dataclass(frozen=True)
class Report:
    """What a run came to.

    Attributes:
        page: The file that says it all.
        results: The matches at the end.
    """

    page: Path
    results: Results

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Headers and rows of the results in short."""
        headers = ["against", "actions", "games", "won", "95 % interval"]
        return headers, [[against, rule, *_rate(result)] for (against, rule), result in self.results.items()]


def evaluate(
    config: Config,
    player: Callable[[bool], Player],
    rules: Sequence[str] = RULES,
    progress: Progress | None = None,
) -> dict[tuple[str, str], MatchResult]:
    """Matches of a learner against each yardstick, seats rotated; seeds follow from the run's seed.

    A player alone meets nobody but the game.

    Args:
        config: The run.
        player: Gives the learner's player; called with whether its actions are drawn.
        rules: The rules of `RULES` to measure.
        progress: What tells how far it is.
    """
    game = config.make_game()
    found = {}
    for k, name in enumerate(config.evaluate if config.num_players > 1 else (ALONE,)):
        for rule in rules:
            if progress is not None:
                progress.say(f"evaluating: {config.evaluation_games:,} games against {name}, actions {rule}")
            others = [make(name) for _ in range(config.num_players - 1)]
            found[name, rule] = match(
                game,
                [player(rule == DRAWN), *others],
                games=config.evaluation_games,
                seed=(config.seed + 1 + k) % MAX_SEED,
                progress=progress is not None and progress.with_bar,
                by=tuple(game.picked),
            )
    return found


def plot(curve: Sequence[Mapping[str, float]]) -> bytes:
    """The learning curve as a PNG: win rates of the last training games against frames, with their intervals."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    names = dict.fromkeys(key.removeprefix("against_") for row in curve for key in row if key.startswith("against_"))
    colors = iter(COLORS * len(names))
    for name in names:
        rows = [row for row in curve if row.get(f"games_{name}", 0)]
        if not rows:  # a short run may end before its first game
            continue
        color = "#999999" if name == SELF else next(colors)
        frames, rates = [row["frames"] for row in rows], [row[f"against_{name}"] for row in rows]
        games = [int(row[f"games_{name}"]) for row in rows]
        ends = [wilson(rate * number, number) for rate, number in zip(rates, games, strict=True)]
        axes.plot(frames, [100 * rate for rate in rates], label=f"against {name}", color=color)
        axes.fill_between(
            frames,
            [100 * low for low, _ in ends],
            [100 * high for _, high in ends],
            color=color,
            alpha=0.2,
            linewidth=0,
        )
    axes.axhline(50, color="#cccccc", linewidth=0.8, zorder=0)
    axes.set(xlabel="decisions of the learner", ylabel="games won in training, %", ylim=(0, 100))
    if axes.get_legend_handles_labels()[1]:
        axes.legend(frameon=False)
    picture = io.BytesIO()
    figure.savefig(picture, dpi=120, format="png")
    return picture.getvalue()


def commands(config: Config, folder: Path) -> tuple[str, str]:
    """The command lines that play against a run's player and that let it meet `greedy`, in the game it was trained for.

    A board of one's own is called by its name: where its file lies is not known.
    """
    usual = swenv.load(config.game, num_players=config.num_players).options
    chosen = {key: value for key, value in config.make_game().options.items() if value != usual[key]}
    words = []
    for key, value in chosen.items():
        said = _short(value)
        text = said if isinstance(said, str) else json.dumps(said)
        words += [f"--{key}", text] if key in ("map", "rounds") else ["--option", f"{key}={text}"]
    others = config.num_players - 1
    run = str(folder)
    seats = {
        "play": ["human", *[run] * others] if others else [run],
        "match": [run, *["greedy"] * others],
    }
    game = [] if config.game == swenv.games()[0] else [config.game]
    play, meet = (
        shlex.join(["swenv", verb, *game, "--seats", ",".join(sitting), *words]) for verb, sitting in seats.items()
    )
    return play, meet


def _short(value: Any) -> Any:
    """The value of an option; of the document of a board the name that its file would have."""
    if isinstance(value, list):
        return [_short(each) for each in value]
    return f"{value['name']}.json" if isinstance(value, dict) and "regions" in value else value


def write(run: Run, results: Results, account: Account) -> Report:
    """Write `report.md` and `curve.png`."""
    config = run.config()
    replace(run.folder / "curve.png", plot(account.curve))
    alone = config.num_players == 1
    play, meet = commands(config, run.folder)
    lines = [
        f"# {config.game}, {players(config)}: {account.frames:,} decisions of self-play",
        "",
        *_origin(run),
        "",
        "## Results",
        "",
        *(_results(config, results) if results else ["The run was measured against nobody."]),
        "",
        "*Most probable*: the agent takes the action to which its network gives the greatest chance, as in `swenv "
        "match`. *Drawn*: it draws actions with these chances, as in training. A tie counts as a share of a win. "
        "Seats are rotated, so everybody plays first equally often.",
        "",
        *_by_seat(config, results),
        *_by_pick(config, results),
        "## Course",
        "",
        "![learning curve](curve.png)",
        "",
        "The curve shows the games won in training, with actions drawn: of the last 1,000 against each opponent, with "
        "95 % intervals.",
        "",
        *_course(config, account),
        "",
        f"{'Watch it' if alone else 'Play against it'}: `{play}`, or `{meet}`.",
        "",
        "## Configuration",
        "",
        *(f"- {name}: {_code(value)}" for name, value in vars(config).items()),
        "",
        "## Versions",
        "",
        *(f"- {name} {number}" for name, number in run.parts()[-1]["versions"].items()),
        "",
        "The same command with the same versions on the same machine makes the same agent. The arithmetic of another "
        "processor, device or number of threads rounds differently, and that makes another agent.",
        "",
    ]
    page = run.folder / "report.md"
    replace(page, "\n".join(lines).encode())
    return Report(page, results)


def players(config: Config) -> str:
    """The number of players in words."""
    return f"{config.num_players} player{'s' * (config.num_players > 1)}"


def _code(value: Any) -> str:
    """A value of the configuration; shares without the tail that adding leaves."""
    if isinstance(value, dict):
        value = {key: float(f"{each:.6g}") if isinstance(each, float) else each for key, each in value.items()}
    return f"`{value}`" if value != "" else "none"


def _origin(run: Run) -> list[str]:
    """Which commands made the run, when, on what and with which swenv, a line each."""
    lines = []
    for k, part in enumerate(run.parts()):
        swenv_then = f"swenv {part['versions'].get('swenv', '')}" + (f" ({part['commit']})" if part["commit"] else "")
        verb = "Made by" if k == 0 else "Continued by"
        lines.append(f"- {verb} `{part['command']}`, {part['date']}, {swenv_then}, on {part['machine']}")
    return lines


def _rate(result: MatchResult) -> list[str]:
    """Games, wins and interval of the learner."""
    learner = result.tallies[0]
    return [f"{learner.games:,}", f"{learner.rate:.1%}", f"{learner.low:.1%} to {learner.high:.1%}"]


def _results(config: Config, results: Results) -> list[str]:
    money = config.make_game().money
    rows = []
    for (against, rule), result in results.items():
        learner, *others = result.tallies
        rows.append(
            [against, rule, *_rate(result), f"{learner.coins:.1f}", f"{others[0].coins:.1f}" if others else "-"]
        )
    return _table(["against", "actions", "games", "won", "95 % interval", f"mean {money}", "theirs"], rows)


def _by_seat(config: Config, results: Results) -> list[str]:
    """Wins of the learner in each seat."""
    if config.num_players == 1 or not results:
        return []
    rows = [
        [against, rule, *(f"{rate:.1%}" for rate in result.tallies[0].rate_by_seat)]
        for (against, rule), result in results.items()
    ]
    return [*_table(["against", "actions", *(f"won in seat {seat}" for seat in range(config.num_players))], rows), ""]


def _by_pick(config: Config, results: Results) -> list[str]:
    """What the learner picked, how often, and how many of these games it won, its most probable actions taken."""
    best = {against: result for (against, rule), result in results.items() if rule == BEST}
    lines: list[str] = []
    for kind in config.make_game().picked if best else ():
        cells: dict[str, dict[str, list[str]]] = {}
        often: dict[str, int] = {}
        for against, result in best.items():
            for group in result.by(kind):
                if group.player == result.names[0]:
                    (name,) = group.values
                    often[name] = often.get(name, 0) + group.picks
                    cells.setdefault(name, {})[against] = [f"{group.picks:,}", f"{group.rate:.0%}"]
        headers = [kind, *(text for against in best for text in (f"picked against {against}", "won"))]
        rows = [
            [name, *(text for against in best for text in cells[name].get(against, ["0", "-"]))]
            for name in sorted(often, key=lambda name: (-often[name], name))
        ]
        lines += [f"## By {kind}", "", *_table(headers, rows), ""]
    if lines:
        lines += [
            "Picks of the agent, and the share of the games with such a pick that it won; actions most probable.",
            "",
        ]
    return lines


def _course(config: Config, account: Account) -> list[str]:
    """How long it took, what of it was the environment, and what the imitation came to."""
    minutes = {stage: seconds / 60 for stage, seconds in account.seconds.items() if seconds}
    each = ", ".join(f"{stage} {number:.1f}" for stage, number in minutes.items())
    lines = [f"Training took {sum(minutes.values()):.1f} minutes" + (f": {each}." if each else ".")]
    if account.curve:
        share = sum(row["env_share"] for row in account.curve) / len(account.curve)
        lines[0] += f" Of the self-play {share:.1%} was spent inside the environment."
    if account.imitated:
        decisions, watched = account.imitated["decisions"], -(-config.imitate // config.num_envs) * config.num_envs
        lines += [
            "",
            f"Imitation of `greedy` on {decisions:,.0f} of {watched:,} decisions that were watched; the others are of "
            f"games that had not ended, and teach no value. In the last pass the network's most probable action was "
            f"greedy's in {account.imitated['agreement']:.1%} of them, the mean loss "
            f"{account.imitated['loss']:.3f}.",
        ]
    return lines


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    return [
        f"| {' | '.join(headers)} |",
        f"| {' | '.join('---' for _ in headers)} |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
