"""`swenv score`: the score card of an agent by the tasks of `swenv-tasks/1`."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from fnmatch import fnmatch
from pathlib import Path

from swenv.commands.loading import file_name, pool_of, run_code
from swenv.commands.output import Failed, Usage, as_json, percent, say, table, usage


def run(args: argparse.Namespace) -> None:
    """Play the tasks, write the card, and print it; or list the tasks."""
    with usage(ImportError):
        from swenv.training import score
        from swenv.training.progress import Progress
    known = score.tasks()
    if args.list:
        lines = [(each.name, each.games, ", ".join(each.opponents), each.about) for each in known]
        table(("task", "games", "opponents", "what it asks for"), lines)
        return
    if not args.agents:
        raise Usage("name an agent, or say --list")
    if "human" in args.agents:
        raise Usage("'human' can only play in `swenv play`")
    if len(set(args.agents)) < len(args.agents):
        raise Usage("an agent is named twice")
    patterns = [each.strip() for each in args.tasks.split(",")]
    for pattern in patterns:
        if not any(fnmatch(each.name, pattern) for each in known):
            raise Usage(
                f"--tasks: no task is called '{pattern}'; the tasks are {', '.join(each.name for each in known)}"
            )
    chosen = [each for each in known if any(fnmatch(each.name, pattern) for pattern in patterns)]
    run_code(args.code)
    folder = Path(args.out or f"runs/score-{file_name(args.agents[0])}")
    with pool_of(args) as pool, usage(ValueError, OSError, ImportError):
        card = score.play(args.agents, chosen, folder, pool, Progress())
    if card is None:
        raise Failed(f"stopped; what was played is kept in '{folder}', and the same command goes on from there")
    with usage(OSError):
        _, page = score.write(card, folder)
    if args.json:
        as_json(asdict(card))
        return
    rows = [(each.task, each.opponent, each.games, *percent(each.win_rate, each.low, each.high)) for each in card.cells]
    table(("task", "opponent", "games", "wins", "95 % interval"), rows)
    for task, why in card.refused.items():
        say(f"{task}: not played, which counts as lost: {why}")
    say(f"score: {100 * card.aggregate:.1f} ({100 * card.low:.1f} to {100 * card.high:.1f}); card: {page}")
