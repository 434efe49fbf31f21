"""`swenv test`: whether a player is stronger than another, with as few games as possible."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import numpy as np

from swenv.commands.loading import meeting_of, pool_of
from swenv.commands.output import Failed, as_json, say, table, usage

if TYPE_CHECKING:
    from swenv.training.sprt import SequentialTest

STATUS = {"high": 0, "low": 3, None: 4}
"""Exit statuses, by the bound that was accepted."""


def run(args: argparse.Namespace) -> int:
    """Play until the test ends, and print how it ended."""
    with usage(ImportError):
        from swenv.training.progress import Progress
        from swenv.training.sprt import SequentialTest, Terms
    players = [args.one, args.other]
    game, folder = meeting_of(args, players, "test")
    with usage(ValueError, OSError):
        terms = Terms(game.name, game.num_players, game.rule_options, args.seed, players, *args.sprt)
        test = SequentialTest(folder, terms)
    with pool_of(args) as pool:
        finished = test.test(args.games, pool, Progress())
    if not finished:
        raise Failed(f"stopped; what was played is kept in '{folder}', and the same command goes on from there")
    if args.json:
        as_json({**figures(test), "game": game.name, "num_players": game.num_players, "options": game.rule_options})
    else:
        report(test, game.where)
    return STATUS[test.sprt.accepted]


def figures(test: SequentialTest) -> dict[str, Any]:
    """The figures at the end of a test."""
    from swenv.training.arena import interval
    from swenv.training.sprt import LIMIT, points

    terms, seats = test.terms, test.terms.num_players
    scores, deals = (np.array([*each]) for each in zip(*sorted(test.sprt.outcomes.items()), strict=True))
    wins = np.repeat(scores, deals) * seats
    rates = (float(wins.mean()) / seats, *interval(wins, np.full(len(wins), seats)))
    return {
        "players": terms.players,
        "accepted": test.sprt.accepted,
        "sprt": [terms.low, terms.high],
        "llr": test.sprt.ratio,
        "llr_bounds": [-LIMIT, LIMIT],
        "deals": len(wins),
        "games": len(wins) * seats,
        "win_rate": rates[0],
        "interval_95": rates[1:],
        "elo": points(rates[0], seats),
        "elo_interval_95": [points(rate, seats) for rate in rates[1:]],
        "outcomes": dict(zip(scores.tolist(), deals.tolist(), strict=True)),
    }


def report(test: SequentialTest, where: str) -> None:
    """Print the same for people; `where` is where the game was played."""
    result = figures(test)
    (one, other), (low, high) = result["players"], result["sprt"]
    table(
        ("wins in a deal", "deals"),
        [[f"{score * test.terms.num_players:.4g}", deals] for score, deals in result["outcomes"].items()],
        f"{one} against {other}",
    )
    say()
    rates = [result["win_rate"], *result["interval_95"]]
    elos = ["infinite" if each is None else f"{each:+.0f}" for each in (result["elo"], *result["elo_interval_95"])]
    say("wins {:.1%}, from {:.1%} to {:.1%}; Elo {}, from {} to {}".format(*rates, *elos))
    bottom, top = result["llr_bounds"]
    say(f"log-likelihood ratio {result['llr']:.2f}, it ends at {bottom:.2f} or {top:.2f}")
    say(
        {
            "high": f"accepted: {one} is {high:g} Elo points above {other}, rather than {low:g}",
            "low": f"rejected: {one} is {low:g} Elo points above {other}, rather than {high:g}",
            None: "undecided: that is all that --games allows; with more, the same command goes on from there",
        }[result["accepted"]]
    )
    games = f"{result['games']:,} games of {test.terms.game} for {test.terms.num_players} {where}"
    say(f"{games}, {result['deals']:,} deals, seed {test.terms.seed}")
