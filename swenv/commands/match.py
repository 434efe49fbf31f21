"""`swenv match`: many games between players, with the statistics."""

from __future__ import annotations

import argparse
import sys

from swenv.commands.loading import load_game, make_players
from swenv.commands.output import as_json, say, table, usage


def run(args: argparse.Namespace) -> None:
    """Play the match and print how each player fared."""
    from swenv.training.arena import match

    players = make_players(args.seats, people=False, code=args.code)
    game = load_game(args, len(players))
    with usage(ValueError, ImportError):  # a match resets them too, but an error within a game is no wrong usage
        for player in players:
            player.reset(game)
    result = match(game, players, args.games, seed=args.seed, progress=sys.stderr.isatty() and not args.json)
    if args.json:
        for tally in result.tallies:
            as_json(
                {
                    "player": tally.name,
                    "games": tally.games,
                    "wins": tally.wins,
                    "win_rate": tally.rate,
                    "interval_95": [tally.low, tally.high],
                    "mean_coins": tally.coins,
                    "win_rate_by_seat": list(tally.rate_by_seat),
                    "game": game.name,
                    "options": game.options,
                    "seed": result.seed,
                }
            )
        return
    rows = [
        [
            tally.name,
            f"{100 * tally.rate:.1f}%",
            f"{100 * tally.low:.1f} - {100 * tally.high:.1f}%",
            f"{tally.coins:.1f}",
            *(f"{100 * rate:.1f}%" for rate in tally.rate_by_seat),
        ]
        for tally in result.tallies
    ]
    seats = [f"in seat {seat}" for seat in range(game.num_players)]
    table(("player", "wins", "95 % interval", f"mean {game.money}", *seats), rows)
    say()
    say(f"{result.games:,} games of {game.name} for {game.num_players} {game.where}, seed {result.seed}")
