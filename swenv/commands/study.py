"""`swenv study`: which races and powers are offered, picked and win."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from swenv.commands.loading import corpus_of, load_game, make_players, pool_of, wrote
from swenv.commands.output import Failed, as_json, percent, say, table, usage

PAIRS = 20
"""Pairs that are printed."""


def run(args: argparse.Namespace) -> None:
    """Play the study's missing games, write its files, and print its tables."""
    from swenv import agents

    players = make_players(args.seats, people=False, code=args.code)
    game = load_game(args, len(players))
    with usage(ValueError, ImportError):
        from swenv.training.progress import Progress
        from swenv.training.study import HEADERS, Study, Terms, by_seat, cells, lines, write

        for player in players:
            player.reset(game)
    folder = Path(args.out or f"runs/study-{game.name}-{game.num_players}p")
    with usage(ValueError, OSError):
        study = Study(
            folder, Terms(game.name, game.num_players, game.rule_options, args.seed, agents.split(args.seats))
        )
    with corpus_of(args, study.game) as corpus, pool_of(args) as pool:
        finished = study.play(args.games, pool, Progress(), corpus)
    with usage(ValueError, OSError):
        parts = study.parts()
        if not parts:
            raise Failed("stopped before any game was finished")
        for path in write(study, parts):
            wrote(str(path))
    played = {"game": game.name, "num_players": game.num_players, "options": game.rule_options}
    results = lines(parts, [*game.picked], [*game.picked.values()])
    if args.json:
        games = sum(len(part.rounds) for part in parts)
        for seat, rates in enumerate(by_seat(parts)):
            shares = dict(zip(("wins", "wins_low", "wins_high"), rates, strict=True))
            as_json({"kind": "seat", "name": str(seat), "games": games, **shares, **played})
        for line in results:
            figures = {name: value for name, value in asdict(line).items() if value == value}  # never picked: no means
            as_json({**figures, **played})
    else:
        seats = [[str(seat), *percent(*each)] for seat, each in enumerate(by_seat(parts))]
        table(("seat", "wins", "95 % interval"), seats)
        for kind in dict.fromkeys(line.kind for line in results):
            here = [line for line in results if line.kind == kind and line.picked]
            if kind not in game.picked:
                here = [line for line in here if line.picked >= 30][:PAIRS]
            say()
            table((kind, *HEADERS[1:]), [cells(line) for line in here])
        say()
        say(f"{sum(len(part.rounds) for part in parts):,} games of {game.name} {game.where}, seed {args.seed}")
    if not finished:
        raise Failed(f"stopped; what was played is kept in '{folder}', and the same command goes on from there")
