"""`swenv agents`: list the available players."""

from __future__ import annotations

import argparse
import inspect

from swenv import agents
from swenv.commands.loading import run_code
from swenv.commands.output import as_json, say, table


def run(args: argparse.Namespace) -> None:
    """Print the players, one per line."""
    run_code(args.code)
    players = {name: agents.make(name) for name in agents.names()}
    if args.json:
        for name, player in players.items():
            as_json({"name": name, "about": _line(player), "options": [*getattr(player, "options", ())]})
        return
    rows = [(name, ", ".join(getattr(player, "options", ())), _line(player)) for name, player in players.items()]
    table(("player", "options", "what it is"), rows)
    say()
    say("Options follow a colon, as in search:seconds=0.1,threads=1.")
    say("The folder of a `swenv train` run is a player too: the agent trained there.")


def _line(player: agents.Player) -> str:
    """The first line of the docstring of a player's class."""
    return (inspect.getdoc(type(player)) or "").split("\n")[0]
