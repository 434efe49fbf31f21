"""`swenv sweep`: try training settings proposed by Optuna, and compare the resulting agents on the same deals."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from swenv.commands import test
from swenv.commands.loading import load_game, pool_of, run_code
from swenv.commands.machine import processor
from swenv.commands.output import Failed, Usage, as_json, say, table, usage
from swenv.commands.train import FLAGS, settings_of

if TYPE_CHECKING:
    from swenv.training.sweep import Outcome, Sweep


def run(args: argparse.Namespace) -> None:
    """Train with all settings, and print which of them were best."""
    try:
        from swenv.training.config import Config
        from swenv.training.progress import Progress
        from swenv.training.sweep import Terms, sweep
    except ImportError as error:
        raise Usage(f"a sweep needs more packages ({error}): pip install swenv-rl[sweep]") from error
    run_code(args.code)
    game = load_game(args, args.num_players)
    if game.num_players == 1:
        raise Usage("a sweep needs two seats or more")
    with usage():
        settings = settings_of(args, Config)
    terms = Terms(
        game.name, game.num_players, game.rule_options, args.seed, settings, args.vary, args.against, args.games,
        args.seeds, args.batch,
    )  # fmt: skip
    folder = Path(args.out or f"runs/sweep-{game.name}-{game.num_players}p")
    if args.cluster is not None:
        folder = folder.resolve()
    command = "swenv " + shlex.join(sys.argv[1:])
    with pool_of(args) as pool, usage(ValueError, OSError, ImportError):
        result = sweep(terms, args.trials, folder, pool, Progress(), command, processor())
    if result is None:
        raise Failed(f"stopped; what was done is kept in '{folder}', and the same command goes on from there")
    if args.json:
        rows = [asdict(each) for each in result.outcomes]
        as_json({"trials": rows, "failed": result.failed, "test": test.figures(result.test), "terms": asdict(terms)})
    else:
        _print(result, [text.partition("=")[0] for text in terms.space], game.where)


def _print(result: Sweep, names: list[str], where: str) -> None:
    def row(each: Outcome) -> list[str]:
        low, ahead, high = (100 * share for share in each.ahead)
        values = [each.settings.get(name, "") for name in names]
        chosen = [f"{value:.4g}" if isinstance(value, float) else str(value) for value in values]
        return [each.name, f"{100 * each.rate:.1f}%", f"{ahead:+.1f}", f"{low:+.1f} - {high:+.1f}", *chosen]

    table(("trial", "wins", "more", "95 % interval", *names), [row(each) for each in result.outcomes])
    say()
    if result.failed:
        say(f"without an agent, as training diverged or settings do not go together: {', '.join(result.failed)}")
    best = result.outcomes[0]
    flags = " ".join(
        f"--{name.replace('_', '-')} {value}" if name in FLAGS else f"--set {name}={json.dumps(value)}"
        for name, value in best.settings.items()
    )
    say(f"the best is {best.name}: {flags}")
    say("of many trials, the best is also the luckiest, so it has played other deals:")
    say()
    test.report(result.test, where)
