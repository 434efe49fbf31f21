"""`swenv train`: train an agent by self-play, and write a report."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import swenv
from swenv.commands.loading import cluster_of, corpus_of, load_game, run_code
from swenv.commands.machine import processor
from swenv.commands.output import Failed, Usage, say, table, usage
from swenv.core.errors import check_known

if TYPE_CHECKING:
    from swenv.training.config import Config

FLAGS = (
    "learner", "frames", "minutes", "imitate", "init", "reward", "network", "threads", "device", "opponents",
    "evaluate", "evaluate_every", "track",
)  # fmt: skip
"""Fields of the configuration with their own argument; `--set` sets the others."""


def run(args: argparse.Namespace) -> int:
    """Start or resume a run in its folder; 1 if the user stopped it."""
    try:
        from swenv.training.config import Config
        from swenv.training.processes import Lost
        from swenv.training.progress import Progress
        from swenv.training.runs import Run
        from swenv.training.train import Diverged
        from swenv.training.train import run as train
    except ImportError as error:
        raise Usage(f"training needs more packages ({error}): pip install swenv-rl[train]") from error
    if args.cluster is None and (args.workers or args.storage):
        raise Usage("--workers and --storage are for --cluster")
    if args.cluster is not None and args.corpus is not None:
        raise Usage("--games: the workers of a cluster do not write games; train without --cluster")
    run_code(args.code)
    folder = Path(args.run_dir or f"runs/{args.game or swenv.games()[0]}-{args.num_players or 2}p-seed{args.seed or 0}")
    with usage():
        chosen = settings_of(args, Config)
        if args.resume:
            config = _changed(args, Run(folder).config(), chosen)
        else:
            if (folder / "config.json").exists():
                raise Usage(
                    f"'{folder}' already holds a run: continue it with --resume, or choose another with --run-dir"
                )
            config = Config(**_game_of(args), seed=args.seed or 0, **chosen)
    print(f"training in {folder}", flush=True)  # flushed so that it precedes stderr if both go to one file
    command = "swenv " + shlex.join(sys.argv[1:])
    try:
        with usage(ValueError, OSError, ImportError):
            if args.cluster is None:
                with corpus_of(args, config.make_game()) as corpus:
                    report = train(config, folder, command, processor(), Progress(), corpus, True, args.code)
            else:
                cluster = cluster_of(args)
                from swenv.training.cluster import train as train_there

                report = train_there(config, folder, cluster, args.workers, args.storage, command, Progress())
    except (Diverged, MemoryError) as error:
        raise Failed(str(error) or "not enough memory") from error
    except Lost as error:
        raise Failed(f"{error}; {_how_to_go_on(args, folder)}") from error
    if report is None:
        say(f"stopped and saved; resume with: {_resuming(folder)}")
        return 1
    if report.results:
        table(*report.table())
        say()
    say(f"report: {report.page}")
    return 0


def _resuming(folder: Path) -> str:
    """The command that resumes a run on this machine."""
    return f"swenv train --resume --run-dir {shlex.quote(str(folder))}"


def _how_to_go_on(args: argparse.Namespace, folder: Path) -> str:
    """How to continue after a cluster, a GPU or a process was lost."""
    if not (folder / "config.json").exists():
        return "nothing was saved yet, the same command starts again"
    words = [
        f"--{name} {shlex.quote(str(value))}"
        for name in ("cluster", "workers", "storage", "code")
        if (value := getattr(args, name)) is not None
    ]
    return f"what was learned is saved; resume with: {' '.join([_resuming(folder), *words])}"


def _game_of(args: argparse.Namespace) -> dict[str, Any]:
    """The fields of the configuration that define the game."""
    args.game = args.game or swenv.games()[0]
    game = load_game(args, args.num_players)
    return {"game": game.name, "num_players": game.num_players, "options": game.rule_options}


def settings_of(args: argparse.Namespace, config: type[Config]) -> dict[str, Any]:
    """The fields of the configuration that the arguments set, except game and seed."""
    from swenv.agents import split
    from swenv.training.config import BOUNDS, shares

    chosen = {name: value for name in FLAGS if (value := getattr(args, name, None)) is not None}
    if "opponents" in chosen:
        chosen["opponents"] = shares(args.opponents)
    if "evaluate" in chosen:
        chosen["evaluate"] = tuple(split(args.evaluate))
    known = {each.name for each in dataclasses.fields(config)} & set(BOUNDS) - {"num_players", "seed"}
    for text in args.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise Usage(f"--set takes NAME=VALUE, not '{text}'")
        check_known("setting", name, known)
        if name in chosen:
            raise Usage(f"{name} is given twice")
        try:
            chosen[name] = json.loads(value)
        except (ValueError, RecursionError):
            raise Usage(f"--set {name}: must be a number, not '{value[:40]}{'...' * (len(value) > 40)}'") from None
    return chosen


def _changed(args: argparse.Namespace, config: Config, chosen: dict[str, Any]) -> Config:
    """The configuration of a resumed run, with the changes that the arguments request.

    Arguments may repeat what the run already has, so that its original command works with `--resume` added.

    Raises:
        Usage: an argument differs from the run and cannot be changed.
    """
    from swenv.training.config import CHANGEABLE

    current: dict[str, Any] = {"--seed": config.seed}
    requested: dict[str, Any] = {"--seed": args.seed}
    if any((args.game, args.num_players, args.map, args.rounds, args.option)):
        args.game, args.num_players = args.game or config.game, args.num_players or config.num_players
        named = _game_of(args)
        current |= {"game": config.game, "--num-players": config.num_players}
        requested |= {"game": named["game"], "--num-players": named["num_players"]}
        if any((args.map, args.rounds, args.option)):
            current["--map, --rounds or --option"] = config.make_game().rule_options
            requested["--map, --rounds or --option"] = named["options"]
    for name, value in chosen.items():
        if name not in CHANGEABLE:
            flag = f"--{name.replace('_', '-')}" if name in FLAGS else f"--set {name}"
            current[flag], requested[flag] = getattr(config, name), value
    for flag, value in requested.items():
        if value is not None and value != current[flag]:
            raise Usage(f"{flag}: cannot be changed when resuming; start a new run instead, see --init")
    changes = {name: value for name, value in chosen.items() if name in CHANGEABLE}
    return dataclasses.replace(config, **changes)
