"""What a run ends with: matches against the scripted players, the learning curve, and a page that says it all."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import swenv
from swenv.agents import make
from swenv.agents.learned import Learned
from swenv.training.arena import MatchResult, match
from swenv.training.config import Config, about
from swenv.training.selfplay import ALONE

SCRIPTED = ("random", "greedy")
"""The yardsticks of every report."""
COLORS = {"random": "#0072b2", "greedy": "#d55e00", "self": "#999999", ALONE: "#0072b2"}


def evaluate(folder: Path, games: int, progress: bool = True) -> dict[str, MatchResult]:
    """Matches of a run's player against each scripted one, seats rotated; seeds follow from the run's seed.

    A player alone meets nobody but the game.
    """
    config = Config.read(folder)
    game = config.make_game()
    if config.num_players == 1:
        return {ALONE: match(game, [Learned(folder)], games=games, seed=config.seed + 1, progress=progress)}
    results = {}
    for k, name in enumerate(SCRIPTED):
        others = [make(name) for _ in range(config.num_players - 1)]
        players = [Learned(folder), *others]
        results[name] = match(game, players, games=games, seed=config.seed + 1 + k, progress=progress)
    return results


def plot(curve: Sequence[dict[str, float]], path: Path) -> None:
    """The learning curve as a picture: win rates of the last 1,000 training games against frames."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    frames = [row["frames"] for row in curve]
    for name, color in COLORS.items():
        rates = [100 * row.get(f"against_{name}", math.nan) for row in curve]
        if not all(math.isnan(rate) for rate in rates):
            axes.plot(frames, rates, label=f"against {name}", color=color)
    axes.axhline(50, color="#cccccc", linewidth=0.8, zorder=0)
    axes.set(xlabel="decisions of the learner", ylabel="games won in training, %", ylim=(0, 100))
    if axes.get_legend_handles_labels()[1]:  # a short run may end before its first game
        axes.legend(frameon=False)
    figure.savefig(path, dpi=120)


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


def write(folder: Path, results: dict[str, MatchResult], curve: Sequence[dict[str, float]]) -> Path:
    """Write `report.md` and `curve.png`; returns the page."""
    config, origin = Config.read(folder), about(folder)
    plot(curve, folder / "curve.png")
    env_share = sum(row["env_share"] for row in curve) / len(curve)
    money = config.make_game().money
    alone = config.num_players == 1
    play, meet = commands(config, folder)
    lines = [
        f"# {config.game}, {config.num_players} player{'' if alone else 's'}: {config.frames:,} decisions of self-play",
        "",
        f"Made by `{origin['command']}`.",
        "",
        f"| against | games | won | 95 % interval | mean {money} | theirs |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, result in results.items():
        learner, *others = result.tallies
        theirs = f"{others[0].coins:.1f}" if others else "-"
        lines.append(
            f"| {name} | {learner.games} | {learner.rate:.1%} | {learner.low:.1%} to {learner.high:.1%} "
            f"| {learner.coins:.1f} | {theirs} |"
        )
    lines += [
        "",
        "A tie counts as a share of a win. Seats are rotated, so everybody plays first equally often.",
        "",
        "![learning curve](curve.png)",
        "",
        f"Training took {curve[-1]['seconds'] / 60:.1f} minutes on {origin['machine']}, "
        f"{env_share:.1%} of it inside the environment.",
        "",
        f"{'Watch it' if alone else 'Play against it'}: `{play}`, or `{meet}`.",
        "",
        "## Configuration",
        "",
        *(f"- {name}: `{value}`" for name, value in vars(config).items()),
        "",
        "## Versions",
        "",
        *(f"- {name} {number}" for name, number in origin["versions"].items()),
        "",
    ]
    page = folder / "report.md"
    page.write_text("\n".join(lines), encoding="utf-8")
    return page
