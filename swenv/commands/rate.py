"""`swenv rate`: a league of players, with ratings and a cross table."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swenv.commands.loading import check_writable, corpus_of, meeting_of, pool_of, write_csv, wrote
from swenv.commands.output import Failed, Usage, as_json, percent, say, table, usage

if TYPE_CHECKING:
    from swenv.training.league import League, Rating
    from swenv.training.ratings import Difference


def run(args: argparse.Namespace) -> None:
    """Play the league's missing games, and print its ratings and its cross table."""
    with usage(ImportError):
        from swenv.training.league import League, Terms, draw_intervals
        from swenv.training.progress import Progress
    game, folder = meeting_of(args, args.players, "league")
    if args.anchor is not None and args.anchor not in args.players:
        raise Usage(f"--anchor {args.anchor}: it is none of the players")
    for path in filter(None, (args.csv, args.picture)):
        check_writable(path)
    with pool_of(args) as pool:  # before the folder is made: a cluster may be missing
        with usage(ValueError, OSError):
            league = League(folder, Terms(game.name, game.num_players, game.rule_options, args.seed))
        with corpus_of(args, league.terms.load()) as corpus:
            finished = league.play(args.players, args.games, pool, Progress(), corpus)
    ratings = league.ratings(args.players, args.anchor)
    if not ratings:
        raise Failed("stopped before any game was finished")
    if args.csv:
        rows = [_numbers(each) for each in ratings]
        write_csv(args.csv, rows[0], rows)
    if args.picture:
        with usage(OSError, ValueError):
            draw_intervals(
                [_picture_row(each) for each in ratings],
                "rating",
                f"{game.name}, {game.num_players} players",
                Path(args.picture),
            )
        wrote(args.picture)
    if args.json:
        for each in ratings:
            about = {"game": game.name, "num_players": game.num_players, "options": game.rule_options}
            as_json({**_numbers(each), **about})
    else:
        _print(league, ratings)
    if not finished:
        raise Failed(f"stopped; what was played is kept in '{folder}', and the same command goes on from there")


def _print(league: League, ratings: list[Rating]) -> None:
    """Tables for people."""
    rows = [
        [
            each.player, *_points(each.lead), *_points(each.rating), each.games,
            *percent(each.rate, each.low, each.high), f"{each.coins:.1f}",
        ]
        for each in ratings
    ]  # fmt: skip
    headers = ("player", "above the next", "95 % interval", "rating", "95 % interval")
    table((*headers, "games", "wins", "95 % interval", "mean coins"), rows)
    say()
    names = [each.player for each in ratings]
    cross = league.cross_table(names)
    won = [["" if math.isnan(share) else f"{100 * share:.0f}%" for share in line] for line in cross]
    table(
        ("against", *(str(k + 1) for k in range(len(names)))),
        [[f"{k + 1} {name}", *line] for k, (name, line) in enumerate(zip(names, won, strict=True))],
        "wins of each line against each column",
    )


def _points(difference: Difference) -> tuple[str, str]:
    """A difference and its interval; "≥ 250" for a player of whom only that much is known."""
    middle, low, high = (
        "" if each is None else f"{each:.0f}" for each in (difference.points, difference.low, difference.high)
    )
    return middle, f"{low} - {high}" if low and high else f"≥ {low}" if low else f"≤ {high}" if high else ""


def _picture_row(each: Rating) -> tuple[str, float, float, float]:
    """A row of the picture; the bound, if there is nothing else."""
    points, low, high = each.rating.points, each.rating.low, each.rating.high
    if points is not None and low is not None and high is not None:
        return each.player, points, low, high
    bound = low if low is not None else high if high is not None else math.nan
    return f"{each.player} ({'≥' if low is not None else '≤'})", bound, bound, bound


def _numbers(each: Rating) -> dict[str, Any]:
    return {
        "player": each.player,
        "rating": each.rating.points,
        "rating_low": each.rating.low,
        "rating_high": each.rating.high,
        "above_next": each.lead.points,
        "above_next_low": each.lead.low,
        "above_next_high": each.lead.high,
        "games": each.games,
        "wins": each.wins,
        "mean_coins": each.coins,
    }
