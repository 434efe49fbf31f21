"""`swenv train`: an agent by self-play, from nothing to a report."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
import sys
from pathlib import Path
from typing import Any

from swenv.commands.loading import load_game
from swenv.commands.output import Usage, say, usage


def run(args: argparse.Namespace) -> int:
    """Train in the run's folder, or go on there; 1 if the user stopped it."""
    try:
        from swenv.training.config import Config
        from swenv.training.train import run as train
    except ImportError as error:
        raise Usage(f"training needs more packages ({error}): pip install swenv[train]") from error
    command = "swenv " + shlex.join(sys.argv[1:])
    folder = Path(args.run_dir or f"runs/{args.game}-{args.num_players or 2}p-seed{args.seed}")
    with usage():
        if args.resume:
            config = Config.read(folder)
        else:
            game = load_game(args, args.num_players)
            if (folder / "config.json").exists():
                raise Usage(f"'{folder}' holds a run already: go on with --resume, or name another with --run-dir")
            kept = {key: value for key, value in game.options.items() if key != "reward"}
            config = Config(
                game=game.name, num_players=game.num_players, options=kept, seed=args.seed, **_chosen(args, Config)
            )
        say(f"training in {folder}")
        page = train(config, folder, command, progress=sys.stderr.isatty())
    if page is None:
        say(f"stopped and saved; go on with: swenv train --resume --run-dir {folder}")
        return 1
    say(page.read_text(encoding="utf-8"))
    say(f"report: {page}")
    return 0


def _chosen(args: argparse.Namespace, config: type[Any]) -> dict[str, Any]:
    """The fields of the configuration that the arguments set."""
    names = ("frames", "minutes", "imitate", "reward", "network", "threads")
    chosen = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    known = {each.name: each for each in dataclasses.fields(config)}
    for text in args.set:
        name, equals, value = text.partition("=")
        if not equals or name not in known or name in ("game", "num_players", "options", "seed"):
            raise Usage(f"--set takes NAME=VALUE with a name of the configuration, not '{text}'")
        try:
            kind: Any = type(known[name].default)
            chosen[name] = kind(json.loads(value))
        except (TypeError, ValueError):
            raise Usage(f"--set {name}: a number is needed, not '{value}'") from None
    return chosen
