"""`swenv agents`: who can play."""

from __future__ import annotations

import argparse
import inspect

from swenv import agents
from swenv.commands.loading import run_code
from swenv.commands.output import as_json, say, table


def run(args: argparse.Namespace) -> None:
    """Print the players, a line each."""
    run_code(args.code)
    players = {name: _line(agents.make(name)) for name in agents.names()}
    if args.json:
        for name, line in players.items():
            as_json({"name": name, "about": line})
        return
    table(("player", "what it is"), list(players.items()))
    say()
    say("Or the folder of a run that `swenv train` wrote: the agent that was trained there.")


def _line(player: agents.Player) -> str:
    """The first line of the docstring of a player's class."""
    return (inspect.getdoc(type(player)) or "").split("\n")[0]
