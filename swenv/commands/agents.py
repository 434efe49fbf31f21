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
    players = {name: _line(agents.make(name)) for name in agents.names()}
    if args.json:
        for name, line in players.items():
            as_json({"name": name, "about": line})
        return
    table(("player", "what it is"), list(players.items()))
    say()
    say("The folder of a `swenv train` run is a player too: the agent trained there.")


def _line(player: agents.Player) -> str:
    """The first line of the docstring of a player's class."""
    return (inspect.getdoc(type(player)) or "").split("\n")[0]
