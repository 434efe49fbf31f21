"""`swenv games`: works with files of games, which `--games` writes."""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.commands.loading import SUFFIX, check_writable, wrote
from swenv.commands.output import Failed, Usage, as_json, percent, say, table, usage
from swenv.core.corpus import Block, Corpus, append, merge
from swenv.core.rewards import shares_of_win

TAKERS = {
    "out": ("filter", "merge", "export"),
    "player": ("filter",),
    "winner": ("filter",),
    "sample": ("filter",),
    "observations": ("export",),
    "json": ("stats",),
}
"""Arguments that only some subcommands take."""


def run(args: argparse.Namespace) -> None:
    """Run a subcommand, and report what was skipped in a file."""
    if len(args.files) > 1 and args.what != "merge":
        raise Usage(f"{args.what} takes one file, not {len(args.files)}: merge them first")
    if args.out is None and args.what != "stats":
        raise Usage(f"{args.what} needs --out")
    for name, takers in TAKERS.items():
        if getattr(args, name) not in (None, False) and args.what not in takers:
            raise Usage(f"--{name} is for {' and '.join(takers)}, not for {args.what}")
    if args.what in ("filter", "merge") and not args.out.endswith(SUFFIX):
        raise Usage(f"--out: the name of a file of games ends in {SUFFIX}, unlike '{args.out}'")
    with usage(ValueError, OSError):
        corpora = [Corpus(path, args.skip_damaged) for path in args.files]
        if args.out is not None and any(Path(args.out).exists() and each.path.samefile(args.out) for each in corpora):
            raise Usage(f"--out: '{args.out}' is read, write to another file")
    try:
        with usage(OSError, ImportError):
            {"stats": _stats, "filter": _filter, "merge": _merge, "export": _export}[args.what](args, corpora)
    except ValueError as error:
        raise Failed(str(error)) from None
    for corpus in corpora:
        if corpus.left_out and not args.json:  # where it is a field
            say(f"left out {corpus.left_out:,} bytes of '{corpus.path}', damaged or of a block that was not finished")


def _stats(args: argparse.Namespace, corpora: list[Corpus]) -> None:
    """The number of games, and how each player did; intervals are based on deals, which are seeds."""
    (corpus,) = corpora
    game, games, decisions = corpus.game, 0, 0
    sums: dict[str, list[NDArray[Any]]] = defaultdict(list)
    for block in corpus.blocks():
        games, decisions = games + len(block), decisions + len(block.actions)
        coins, wins = block.coins, shares_of_win(block.returns)
        seeds = np.broadcast_to(block.seeds[:, np.newaxis], coins.shape)
        for k, player in enumerate(block.players):
            here = block.seating == k
            if here.any():
                seats = np.zeros(here.sum(), dtype=_SUMS)
                seats["seed"], seats["wins"], seats["coins"], seats["games"] = seeds[here], wins[here], coins[here], 1
                sums[player].append(_by_deal(seats))
    scores = {player: _score_of(np.concatenate(parts)) for player, parts in sums.items()}
    size = corpus.path.stat().st_size
    if args.json:
        counts = {"games": games, "decisions": decisions, "bytes": size, "left_out": corpus.left_out}
        as_json({**corpus.header, **counts})
        for player, each in scores.items():
            as_json({"player": player, **each})
        return
    rows = [
        (player, f"{each['games']:,}", *percent(each["wins"] / each["games"], each["low"], each["high"]),
         f"{each['coins']:.1f}")
        for player, each in scores.items()
    ]  # fmt: skip
    table(("player", "seats", "wins", "95 % interval", f"mean {game.money}"), rows)
    say()
    where = f"{game.name} for {game.num_players} {game.where}".rstrip()
    say(f"{games:,} games of {where}, {decisions:,} decisions, {size / max(games, 1):.0f} bytes a game")


_SUMS = np.dtype([("seed", np.int64), ("wins", np.float64), ("coins", np.float64), ("games", np.int64)])
"""A player's sums over all games of a deal."""


def _by_deal(parts: NDArray[Any]) -> NDArray[Any]:
    """Sums for each deal, from those for parts of deals, such as a seat in a game; both are of `_SUMS`."""
    seeds, deals = np.unique(parts["seed"], return_inverse=True)
    sums = np.zeros(len(seeds), dtype=_SUMS)
    sums["seed"] = seeds
    for name in ("wins", "coins", "games"):
        sums[name] = np.bincount(deals, parts[name])
    return sums


def _score_of(sums: NDArray[Any]) -> dict[str, Any]:
    """The score of a player from its sums for parts of deals."""
    from swenv.training.arena import score

    sums = _by_deal(sums)
    return score(sums["wins"], sums["coins"], sums["games"])


def _filter(args: argparse.Namespace, corpora: list[Corpus]) -> None:
    """Append the games that fit to a file, each once."""
    (corpus,) = corpora
    fitting = [_fitting(block, args.player, args.winner) for block in corpus.blocks()]
    number = sum(map(len, fitting))
    if args.sample is not None and args.sample < number:
        chosen = np.zeros(number, dtype=np.bool_)
        chosen[np.random.default_rng(args.seed).choice(number, args.sample, replace=False)] = True
        parts = np.split(chosen, np.cumsum([len(each) for each in fitting])[:-1])
        fitting = [each[part] for each, part in zip(fitting, parts, strict=True)]
    pairs = zip(fitting, corpus.blocks(), strict=False)  # the file may have grown since
    _appended(args.out, *append(Path(args.out), corpus.game, (block.part(games) for games, block in pairs)))


def _fitting(block: Block, player: str | None, winner: str | None) -> NDArray[np.int64]:
    """The games of a block in which one player had a seat and another won, if they are given."""
    fits = np.ones(len(block), dtype=np.bool_)
    won = shares_of_win(block.returns) > 0
    for name, seats in ((player, np.ones(won.shape, dtype=np.bool_)), (winner, won)):
        if name is not None:
            k = block.players.index(name) if name in block.players else -1
            fits &= ((block.seating == k) & seats).any(axis=1)
    return np.flatnonzero(fits)


def _merge(args: argparse.Namespace, corpora: list[Corpus]) -> None:
    """Append the games of files to another, each once."""
    _appended(args.out, *merge(Path(args.out), corpora))


def _appended(path: str, new: int, twice: int) -> None:
    wrote(path)
    say(f"{new:,} games" + (f"; {twice:,} were there already" if twice else ""))


def _export(args: argparse.Namespace, corpora: list[Corpus]) -> None:
    """Make a Parquet file or a Minari dataset."""
    from swenv.training.datasets import to_minari, to_parquet

    (corpus,) = corpora
    try:
        if args.out.endswith(".parquet"):
            check_writable(args.out)
            rows = to_parquet(corpus, Path(args.out), args.observations)
            wrote(args.out)
            say(f"{rows:,} {'decisions' if args.observations else 'games'}")
        else:
            if args.observations:
                raise Usage("--observations is for Parquet: a Minari dataset has them anyway")
            episodes = to_minari(corpus, args.out)
            say(f"{episodes:,} episodes in the Minari dataset {args.out}")
    except ImportError as error:
        raise Usage(f"exports need more packages ({error}): pip install swenv-rl[data]") from error
