"""The report of a run: evaluation matches, the learning curve, and a page with everything."""

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
from swenv.training.processes import Pool
from swenv.training.progress import Progress
from swenv.training.runs import Run, replace
from swenv.training.selfplay import ALONE

BEST, DRAWN = "most probable", "sampled"
RULES = (BEST, DRAWN)
"""How the network's probabilities become an action: the most probable one, or one sampled as in training."""
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
Results = Mapping[tuple[str, str], MatchResult]
"""Matches of the learner, its first player, by opponent and rule."""


@dataclass(frozen=True)
class Account:
    """The course of a run.

    Attributes:
        frames: Decisions of self-play that it learned from.
        curve: The rows of `progress.csv`.
        seconds: Duration of imitation, self-play and evaluation.
        imitated: Decisions, loss and agreement of the imitation; empty if there was none.
    """

    frames: int
    curve: Sequence[Mapping[str, float]]
    seconds: Mapping[str, float]
    imitated: Mapping[str, float]


@dataclass(frozen=True)
class Report:
    """The outcome of a run.

    Attributes:
        page: The file of the report.
        results: The matches at the end.
    """

    page: Path
    results: Results

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Headers and rows of a short table of results."""
        headers = ["against", "actions", "games", "won", "95 % interval"]
        return headers, [[against, rule, *_rate(result)] for (against, rule), result in self.results.items()]


def evaluate(
    config: Config,
    player: Callable[[bool], Player],
    rules: Sequence[str] = RULES,
    progress: Progress | None = None,
    pool: Pool | None = None,
) -> dict[tuple[str, str], MatchResult]:
    """Play matches between a learner and each evaluation player, with seats rotated; seeds follow from the run's seed.

    In solo games, the opponent is the game itself.

    Args:
        config: The run.
        player: Makes the learner's player; called with whether to sample actions. With a pool, it is called there.
        rules: The members of `RULES` to evaluate.
        progress: Reports the progress.
        pool: Where to play the matches, side by side; by default here, one after the other.

    Raises:
        KeyboardInterrupt: the user stopped it.
    """
    progress = progress or Progress(shown=False)
    names = config.evaluate if config.num_players > 1 else (ALONE,)
    matches = [(config, player, name, rule) for name in names for rule in rules]
    results = {}
    if pool is not None:
        progress.say(f"evaluating: {len(matches)} matches of {config.evaluation_games:,} games")
        if not pool.run(play_match, matches, lambda each: results.update({each[:2]: each[2]})):
            raise KeyboardInterrupt
        return {(name, rule): results[name, rule] for *_, name, rule in matches}
    for each in matches:
        *_, name, rule = each
        progress.say(f"evaluating: {config.evaluation_games:,} games against {name}, actions {rule}")
        results[name, rule] = play_match(*each, with_bar=progress.with_bar)[2]
    return results


def play_match(
    config: Config, player: Callable[[bool], Player], name: str, rule: str, with_bar: bool = False
) -> tuple[str, str, MatchResult]:
    """Play one of the matches of `evaluate`; returns its name, its rule and the result."""
    game = config.make_game()
    number = config.evaluate.index(name) if name in config.evaluate else 0
    result = match(
        game,
        [player(rule == DRAWN), *(make(name) for _ in range(config.num_players - 1))],
        games=config.evaluation_games,
        seed=(config.seed + 1 + number) % MAX_SEED,
        progress=with_bar,
        by=tuple(game.picked),
    )
    return name, rule, result


def plot(curve: Sequence[Mapping[str, float]], seats: int) -> bytes:
    """The learning curve as a PNG: win rates in recent training games over frames, with intervals, and what is even."""
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
    axes.axhline(100 / seats, color="#cccccc", linewidth=0.8, zorder=0)
    axes.set(xlabel="decisions of the learner", ylabel="games won in training, %", ylim=(0, 100))
    if axes.get_legend_handles_labels()[1]:
        axes.legend(frameon=False)
    picture = io.BytesIO()
    figure.savefig(picture, dpi=120, format="png")
    return picture.getvalue()


def commands(config: Config, folder: Path) -> tuple[str, str]:
    """The commands to play against a run's agent and to match it with `greedy`, in the game it was trained for.

    A board of your own appears by name, because its path is not known.
    """
    usual = swenv.load(config.game, num_players=config.num_players).options
    chosen = {key: value for key, value in config.make_game().options.items() if value != usual[key]}
    words = []
    for key, value in chosen.items():
        brief = _short(value)
        text = brief if isinstance(brief, str) else json.dumps(brief)
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
    """The value of an option; for the document of a board, the name its file would have."""
    if isinstance(value, list):
        return [_short(each) for each in value]
    return f"{value['name']}.json" if isinstance(value, dict) and "regions" in value else value


def write(run: Run, results: Results, account: Account) -> Report:
    """Write `report.md` and `curve.png`."""
    config = run.config()
    replace(run.folder / "curve.png", plot(account.curve, config.num_players))
    alone = config.num_players == 1
    play, meet = commands(config, run.folder)
    lines = [
        f"# {config.game}, {players(config)}: {account.frames:,} decisions of self-play",
        "",
        *_origin(run),
        "",
        "## Results",
        "",
        *(_results(config, results) if results else ["The run was not evaluated."]),
        "",
        "*Most probable*: the agent plays the action that its network considers most probable, as in `swenv match`. "
        "*Sampled*: it samples actions from the network's probabilities, as in training. A tie counts as a share of a "
        "win. Seats are rotated, so everybody plays first equally often.",
        "",
        *_by_seat(config, results),
        *_by_pick(config, results),
        "## Course",
        "",
        "![learning curve](curve.png)",
        "",
        "The curve shows the share of games won in training, with actions sampled: of the last 1,000 against each "
        "opponent, with 95 % intervals.",
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
        "The same command with the same versions on the same machine produces the same agent. Another processor, "
        "device or number of threads rounds differently, which produces a different agent.",
        "",
    ]
    page = run.folder / "report.md"
    replace(page, "\n".join(lines).encode())
    return Report(page, results)


def players(config: Config) -> str:
    """The number of players as text."""
    return f"{config.num_players} player{'s' * (config.num_players > 1)}"


def _code(value: Any) -> str:
    """A value of the configuration, with shares rounded."""
    if isinstance(value, dict):
        value = {key: float(f"{each:.6g}") if isinstance(each, float) else each for key, each in value.items()}
    return f"`{value}`" if value != "" else "none"


def _origin(run: Run) -> list[str]:
    """The commands that made the run, with date, swenv version and machine, one per line."""
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
    return table(["against", "actions", "games", "won", "95 % interval", f"mean {money}", "theirs"], rows)


def _by_seat(config: Config, results: Results) -> list[str]:
    """Wins of the learner in each seat."""
    if config.num_players == 1 or not results:
        return []
    rows = [
        [against, rule, *(f"{rate:.1%}" for rate in result.tallies[0].rate_by_seat)]
        for (against, rule), result in results.items()
    ]
    return [*table(["against", "actions", *(f"won in seat {seat}" for seat in range(config.num_players))], rows), ""]


def _by_pick(config: Config, results: Results) -> list[str]:
    """The learner's picks, how often, and how many of those games it won, with its most probable actions."""
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
        lines += [f"## By {kind}", "", *table(headers, rows), ""]
    if lines:
        lines += [
            "How often the agent picked each, and its win rate in games with that pick; most probable actions.",
            "",
        ]
    return lines


def _course(config: Config, account: Account) -> list[str]:
    """The duration of the run, the environment's share, and the result of the imitation."""
    minutes = {stage: seconds / 60 for stage, seconds in account.seconds.items() if seconds}
    each = ", ".join(f"{stage} {number:.1f}" for stage, number in minutes.items())
    lines = [f"Training took {sum(minutes.values()):.1f} minutes" + (f": {each}." if each else ".")]
    if account.curve:
        share = sum(row["env_share"] for row in account.curve) / len(account.curve)
        lines[0] += f" The environment took {share:.1%} of self-play."
    if account.imitated:
        games = config.imitation_games
        decisions, watched = account.imitated["decisions"], -(-config.imitate // games) * games
        lines += [
            "",
            f"Imitation of `greedy` used {decisions:,.0f} of {watched:,} recorded decisions; the others are from games "
            f"that had not finished. In the last pass, the network's most probable action was greedy's in "
            f"{account.imitated['agreement']:.1%} of them, and the mean loss was {account.imitated['loss']:.3f}.",
        ]
    return lines


def table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    return [
        f"| {' | '.join(headers)} |",
        f"| {' | '.join('---' for _ in headers)} |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
