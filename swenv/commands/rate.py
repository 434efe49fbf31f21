"""`swenv rate`: a league of players, with ratings and a cross table."""

from __future__ import annotations

import argparse
import csv
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swenv.commands.loading import check_writable, load_game, pool_of, run_code, wrote
from swenv.commands.output import Failed, Usage, as_json, say, table, usage

if TYPE_CHECKING:
    from swenv.training.league import League, Rating


def run(args: argparse.Namespace) -> None:
    """Play what the league lacks, and print its ratings and its cross table."""
    from swenv import agents

    with usage(ImportError):
        import choix  # noqa: F401 - so that nobody plays first and finds out afterwards

        from swenv.training.league import League, Terms, draw_intervals
        from swenv.training.progress import Progress
    run_code(args.code)
    game = load_game(args, args.num_players)
    if game.num_players == 1:
        raise Usage("a league needs two seats or more")
    _check(args.players)
    with usage(ValueError, OSError, ImportError):
        for name in args.players:
            agents.make(name).reset(game)
    for path in filter(None, (args.csv, args.picture)):
        check_writable(path)
    options = {key: value for key, value in game.options.items() if key != "reward"}
    folder = Path(args.out or f"runs/league-{game.name}-{game.num_players}p")
    with usage(ValueError, OSError):
        league = League(folder, Terms(game.name, game.num_players, options, args.seed))
    with pool_of(args) as pool:
        finished = league.play(args.players, args.games, pool, Progress())
    ratings = league.ratings(args.players)
    if args.csv:
        with usage(OSError):
            _write(args.csv, ratings)
        wrote(args.csv)
    if args.picture:
        with usage(OSError, ValueError):
            rows = [(each.player, each.rating, each.rating_low, each.rating_high) for each in ratings]
            draw_intervals(rows, "rating", f"{game.name}, {game.num_players} players", Path(args.picture))
        wrote(args.picture)
    if args.json:
        for each in ratings:
            as_json({**_numbers(each), "game": game.name, "num_players": game.num_players, "options": options})
    else:
        _print(league, ratings)
    if not finished:
        raise Failed(f"stopped; what was played is kept in '{folder}', and the same command goes on from there")


def _check(players: list[str]) -> None:
    """Raise Usage unless these players can make a league."""
    if "human" in players:
        raise Usage("'human' can only play in `swenv play`")
    if len(players) < 2:
        raise Usage("a league needs two players or more")
    for name in players:
        if players.count(name) > 1:
            raise Usage(f"player '{name}' is named twice")


def _print(league: League, ratings: list[Rating]) -> None:
    """Tables for people."""
    rows = [
        [
            each.player, f"{each.rating:.0f}", f"{each.rating_low:.0f} - {each.rating_high:.0f}", each.games,
            f"{100 * each.rate:.1f}%", f"{100 * each.low:.1f} - {100 * each.high:.1f}%", f"{each.coins:.1f}",
        ]
        for each in ratings
        if each.games
    ]  # fmt: skip
    table(("player", "rating", "95 % interval", "games", "wins", "95 % interval", "mean coins"), rows)
    say()
    names = [each.player for each in ratings]
    cross = league.cross_table(names)
    won = [["" if math.isnan(share) else f"{100 * share:.0f}%" for share in line] for line in cross]
    table(
        ("against", *(str(k + 1) for k in range(len(names)))),
        [[f"{k + 1} {name}", *line] for k, (name, line) in enumerate(zip(names, won, strict=True))],
        "wins of each line against each column",
    )


def _numbers(each: Rating) -> dict[str, Any]:
    return {
        "player": each.player,
        "rating": each.rating,
        "rating_low": each.rating_low,
        "rating_high": each.rating_high,
        "games": each.games,
        "wins": each.wins,
        "mean_coins": each.coins,
    }


def _write(path: str, ratings: list[Rating]) -> None:
    """Write one row per player."""
    rows = [_numbers(each) for each in ratings]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
