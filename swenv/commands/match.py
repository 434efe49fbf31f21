"""`swenv match`: many games between players, with statistics."""

from __future__ import annotations

import argparse
import math
import sys
from typing import TYPE_CHECKING, Any

from swenv.commands.loading import check_writable, corpus_of, load_game, make_players, write_csv
from swenv.commands.output import as_json, numbers, percent, say, table, usage

if TYPE_CHECKING:
    from swenv.core.game import Game
    from swenv.training.arena import Group, MatchResult, Score


def run(args: argparse.Namespace) -> None:
    """Play the match and print each player's results."""
    from swenv.training.arena import check_by, check_rotations, match

    players = make_players(args.seats, people=False, code=args.code)
    game = load_game(args, len(players))
    by = tuple(dict.fromkeys(what.strip() for text in args.by for what in text.split(",")))
    with usage(ValueError, ImportError):  # a match does both again, but an error during a game is not wrong usage
        check_by(game, by)
        check_rotations(game, args.rotations)
        for player in players:
            player.reset(game)
    if args.csv:
        check_writable(args.csv)
    progress = sys.stderr.isatty() and not args.json
    with corpus_of(args, game) as corpus:
        record = None if corpus is None else corpus.add
        more = {"by": by, "record": record, "rotations": args.rotations}
        result = match(game, players, args.games, seed=args.seed, progress=progress, **more)
    if args.csv:
        write_csv(args.csv, *_all_results(result, by))
    if args.json:
        about = {"game": game.name, "options": game.options, "seed": result.seed}
        for tally in result.tallies:
            by_seat = {"win_rate_by_seat": [None if math.isnan(rate) else rate for rate in tally.rate_by_seat]}
            as_json({"player": tally.name, **numbers(tally), **by_seat, **about})
        for what in by:
            for group in result.by(what):
                as_json({"player": group.player, **_told_apart(group), **numbers(group), **about})
        return
    _print(game, result, by)


def _print(game: Game, result: MatchResult, by: tuple[str, ...]) -> None:
    """Tables for people."""
    rows = [
        [tally.name, *_cells(tally), *("" if math.isnan(rate) else f"{100 * rate:.1f}%" for rate in tally.rate_by_seat)]
        for tally in result.tallies
    ]
    seats = [f"in seat {seat}" for seat in range(game.num_players)]
    headers = ("wins", "95 % interval", f"mean {game.money}")
    table(("player", *headers, *seats), rows)
    for what in by:
        say()
        groups, counts = result.by(what), ("games",) if what == "seat" else ("picks", "games")
        lines = [
            [group.player, *group.values, *(str(getattr(group, count)) for count in counts), *_cells(group)]
            for group in groups
        ]
        table(("player", *what.split("+"), *counts, *headers), lines)
    say()
    say(f"{result.games:,} games of {game.name} for {game.num_players} {game.where}, seed {result.seed}")


def _cells(score: Score) -> list[str]:
    return [*percent(score.rate, score.low, score.high), f"{score.coins:.1f}"]


def _told_apart(group: Group) -> dict[str, Any]:
    """The fields that define a group: {"by": "seat+race", "seat": 0, "race": "orcs", "picks": 3}."""
    named = {key: int(value) if key == "seat" else value for key, value in zip(group.keys, group.values, strict=True)}
    return {"by": "+".join(group.keys), **named, **({} if group.keys == ("seat",) else {"picks": group.picks})}


def _all_results(result: MatchResult, by: tuple[str, ...]) -> tuple[list[str], list[dict[str, Any]]]:
    """The columns of the CSV file, and its rows, one per player and group, which lack what does not apply."""
    rows = [{"player": tally.name, **numbers(tally)} for tally in result.tallies]
    rows += [
        {"player": group.player, **_told_apart(group), **numbers(group)} for what in by for group in result.by(what)
    ]
    for line in rows:
        line["low"], line["high"] = line.pop("interval_95")
    keys = dict.fromkeys(key for what in by for key in what.split("+"))
    return ["player", "by", *keys, "picks", "games", "wins", "win_rate", "low", "high", "mean_coins"], rows
