"""Matches: any players against each other, with the statistics that let two results be compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import Player
from swenv.core import registry
from swenv.core.game import Game, check_seed

BATCH = 256
"""Games that are played side by side, at most."""
Z95 = 1.959964
"""Quantile of the normal distribution for 95 % intervals."""


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a win rate; unlike the textbook one it is sound near 0 and 1 too.

    Args:
        wins: Wins, shared ones as parts.
        games: Games, 0 gives (0, 1).
        z: Quantile of the normal distribution, 95 % by default.
    """
    if games == 0:
        return 0.0, 1.0
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Tally:
    """How one player fared in a match.

    Attributes:
        name: The player; "greedy (2)" for the second of the same name.
        games: Games that it played.
        wins: Games won; a win shared by m seats counts 1/m.
        rate: Wins per game.
        low: Lower end of the 95 % interval of the rate (Wilson).
        high: Upper end of it.
        coins: Mean of its purse at the end.
        rate_by_seat: Wins per game in each seat.
    """

    name: str
    games: int
    wins: float
    rate: float
    low: float
    high: float
    coins: float
    rate_by_seat: tuple[float, ...]


@dataclass(frozen=True)
class Group:
    """How one player fared in the games of one kind: those that it played in a seat, or in which it picked a race.

    Attributes:
        player: The player, as in `MatchResult.names`.
        keys: What the games were told apart by, such as ("race",) or ("seat", "race").
        values: What these are here, such as ("orcs",) or ("0", "orcs").
        picks: How often the player picked it in these games; 0 where seats alone are told apart.
        games: Games of the player, each counted once.
        wins: Games won; a win shared by m seats counts 1/m.
        rate: Wins per game.
        low: Lower end of the 95 % interval of the rate (Wilson).
        high: Upper end of it.
        coins: Mean of its purse at the end.
    """

    player: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    picks: int
    games: int
    wins: float
    rate: float
    low: float
    high: float
    coins: float


@dataclass(frozen=True)
class Picks:
    """What was picked in the games of a match, a line for each pick, in no particular order.

    Attributes:
        kinds: What is picked at once, as in `Game.picked`: ("race", "power").
        names: For each kind the names that `chosen` counts.
        game: (picks,) int64, the game of the match.
        seat: (picks,) int64, who picked.
        chosen: (picks, kinds) int64, what, as indices of `names`. A badge that is exchanged later counts as picked.
    """

    kinds: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    chosen: NDArray[np.int64]


@dataclass(frozen=True)
class MatchResult:
    """What came out of a match. Player p of game i sat in the seat s with `seating[i, s] == p`.

    Attributes:
        names: Names of the players, each once.
        seed: What the match was played from.
        seeds: (games,) int64, `game.new_state(seed)` begins the same game.
        seating: (games, seats) int64, the player in each seat.
        wins: (games, players) float64, 1 shared by the winners; of a player alone 0 if the game itself won.
        coins: (games, players) float64, purses at the end.
        decisions: Decisions taken in all games together.
        picks: What was picked, if the match was asked `by` it.
    """

    names: tuple[str, ...]
    seed: int
    seeds: NDArray[np.int64]
    seating: NDArray[np.int64]
    wins: NDArray[np.float64]
    coins: NDArray[np.float64]
    decisions: int
    picks: Picks | None = None

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.seeds)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """How each player fared, in the order in which they were given."""
        return tuple(self._tally(p) for p in range(len(self.names)))

    def _tally(self, p: int) -> Tally:
        wins = float(self.wins[:, p].sum())
        by_seat = [self.wins[self.seating[:, s] == p, p] for s in range(self.seating.shape[1])]
        return Tally(
            name=self.names[p],
            games=self.games,
            wins=wins,
            rate=wins / self.games,
            low=wilson(wins, self.games)[0],
            high=wilson(wins, self.games)[1],
            coins=float(self.coins[:, p].mean()),
            rate_by_seat=tuple(float(won.mean()) if len(won) else math.nan for won in by_seat),
        )

    def by(self, what: str) -> tuple[Group, ...]:
        """How each player fared, its games told apart: player after player, seats in order, else the best first.

        Args:
            what: "seat", or what the match was asked `by`, such as "race"; joined with "+", such as "seat+race", each
                pair that came up.

        Raises:
            ValueError: the match was not asked by it.
        """
        keys = tuple(what.split("+"))
        if keys != ("seat",) and self.picks is None:
            raise ValueError(f"what was picked is kept by matches that ask for it: match(..., by=({what!r},))")
        if keys == ("seat",):
            game, seat = (each.ravel() for each in np.indices(self.seating.shape))
            columns: list[NDArray[np.int64]] = [seat]
        else:
            assert self.picks is not None
            _check_keys(keys, self.picks.kinds)
            game, seat = self.picks.game, self.picks.seat
            chosen = dict(zip(self.picks.kinds, self.picks.chosen.T, strict=True))
            columns = [seat if key == "seat" else chosen[key] for key in keys]
        lines = np.column_stack([self.seating[game, seat], *columns, game])
        once, counts = np.unique(lines, axis=0, return_counts=True)
        picks = counts if keys != ("seat",) else np.zeros_like(counts)
        found, starts = np.unique(once[:, :-1], axis=0, return_index=True)
        groups = [
            self._group(keys, line, once[rows, -1], int(picks[rows].sum()))
            for line, rows in zip(found, np.split(np.arange(len(once)), starts[1:]), strict=True)
        ]
        if keys != ("seat",):
            groups.sort(key=lambda group: (self.names.index(group.player), -group.rate, -group.games))
        return tuple(groups)

    def _group(self, keys: tuple[str, ...], line: NDArray[np.int64], games: NDArray[np.int64], picks: int) -> Group:
        """The group of a player (the first number of the line) with the values of the keys (the others)."""
        p, *values = line.tolist()
        named = dict(zip(self.picks.kinds, self.picks.names, strict=True)) if self.picks else {}
        wins = float(self.wins[games, p].sum())
        low, high = wilson(wins, len(games))
        return Group(
            player=self.names[p],
            keys=keys,
            values=tuple(
                str(value) if key == "seat" else named[key][value] for key, value in zip(keys, values, strict=True)
            ),
            picks=picks,
            games=len(games),
            wins=wins,
            rate=wins / len(games),
            low=low,
            high=high,
            coins=float(self.coins[games, p].mean()),
        )

    def table(self) -> list[str]:
        """The result as lines of text, a player a line."""
        width = max(6, *(len(name) for name in self.names))
        seats = "  ".join(f"seat {s}" for s in range(self.seating.shape[1]))
        lines = [f"{'player':{width}}   wins  95 % interval    coins  wins in {seats}"]
        for tally in self.tallies:
            by_seat = "  ".join(f"{100 * rate:5.1f}%" for rate in tally.rate_by_seat)
            lines.append(
                f"{tally.name:{width}} {100 * tally.rate:5.1f}%  {100 * tally.low:5.1f} - {100 * tally.high:5.1f}%"
                f"  {tally.coins:6.1f}          {by_seat}"
            )
        lines.append(f"{self.games} games, seed {self.seed}")
        return lines

    def __str__(self) -> str:
        return "\n".join(self.table())


def match(
    game: Game,
    players: Sequence[Player],
    games: int,
    seed: int = 0,
    progress: bool = False,
    by: Sequence[str] = (),
) -> MatchResult:
    """Let players meet. The same seed gives the same match.

    They move one seat on after every game, so that with a multiple of `num_players` games each sits in every seat
    equally often. Games are played side by side; a player decides in all games that wait for it at once.

    Args:
        game: What is played.
        players: One for each seat; they are reset here, each with a seed of its own.
        games: How many games, at least 1.
        seed: What the games and the players' dice are drawn from.
        progress: Show a bar on stderr, if tqdm is installed.
        by: What `MatchResult.by` shall be asked: "seat", and what the game lets seats pick (`Game.picked`), such as
            "race" or "power"; joined with "+" too, such as "race+power".

    Raises:
        ValueError: a number is out of range, the game knows nothing of what `by` names, the same player object is given
            twice, or a player named an action that is illegal; the message names the player.
    """
    number = game.num_players
    if len(players) != number:
        raise ValueError(f"{number} seats need {number} players, not {len(players)}")
    if len({id(player) for player in players}) != number:
        raise ValueError("the same player object is given twice; make one for each seat")
    if games < 1:
        raise ValueError(f"games must be at least 1, not {games}")
    check_by(game, by)
    keeps_picks = any(keys != "seat" for keys in by)
    seed = check_seed(seed)
    seeds_of_players = np.random.SeedSequence(seed).generate_state(number)
    for player, own_seed in zip(players, seeds_of_players, strict=True):
        player.reset(game, seed=int(own_seed))

    # Purses cannot be read off a vector whose finished games begin anew, but the changes of all purses can be paid.
    counted = registry.load(game.name, number, **{**game.options, "reward": "coins"})
    size = min(games, BATCH)
    vec = counted.vector(size, seed=seed)
    purses = np.tile(counted.new_state(0).coins.astype(np.float64), (size, 1))
    start = purses.copy()
    column = np.arange(size)  # slot i plays the games i, i + size, i + 2 size ...
    result = _Sheet(games, number)
    result.begin(column, vec.seeds)
    actions = np.zeros(size, dtype=np.int64)
    with _bar(games, progress) as bar:
        while not result.complete:
            sitting = (vec.to_act - column) % number
            for p, player in enumerate(players):
                rows = np.flatnonzero((sitting == p) & (column < games))
                if rows.size:
                    actions[rows] = _decisions(player, vec.observations[rows], vec.masks[rows], game)
                    result.decisions += rows.size
            idle = column >= games
            if idle.any():
                actions[idle] = vec.masks[idle].argmax(axis=1)
            if keeps_picks:
                which, chosen = game.picks(vec.observations, actions)
                result.note(column[which], vec.to_act[which], chosen)
            vec.step(actions)
            purses += vec.rewards
            if vec.done.any():
                over = np.flatnonzero(vec.done)
                counted_now = over[column[over] < games]
                result.end(column[counted_now], vec.returns[counted_now], purses[counted_now])
                purses[over] = start[over]
                column[over] += size
                begun = over[column[over] < games]
                result.begin(column[begun], vec.seeds[begun])
                if bar is not None:
                    bar.update(len(counted_now))
    return MatchResult(
        _distinct(players),
        seed,
        result.seeds,
        result.seating,
        result.wins,
        result.coins,
        result.decisions,
        result.picks(game) if keeps_picks else None,
    )


def check_by(game: Game, by: Sequence[str]) -> None:
    """Raise ValueError, naming it, if a match of the game cannot be asked `by` one of these."""
    for what in by:
        _check_keys(tuple(what.split("+")), tuple(game.picked), game.name)


def _check_keys(keys: tuple[str, ...], kinds: tuple[str, ...], game: str = "the match") -> None:
    """Raise ValueError unless games can be told apart by these keys."""
    what, known = "+".join(keys), ("seat", *kinds)
    if not set(keys) <= set(known):
        listed = " or ".join(filter(None, [", ".join(known[:-1]), known[-1]]))
        raise ValueError(f"by {what!r}: {game} can be told apart by {listed}")
    if len(set(keys)) < len(keys):
        raise ValueError(f"by {what!r} names something twice")


class _Sheet:
    """Where results are written while a match goes on."""

    def __init__(self, games: int, number: int) -> None:
        self.seeds = np.zeros(games, dtype=np.int64)
        self.seating = (np.arange(number) - np.arange(games)[:, np.newaxis]) % number
        self.wins = np.zeros((games, number))
        self.coins = np.zeros((games, number))
        self.decisions = 0
        self._missing = games
        self._picks: list[NDArray[np.int64]] = []

    @property
    def complete(self) -> bool:
        return self._missing == 0

    def begin(self, which: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        self.seeds[which] = seeds

    def note(self, which: NDArray[np.int64], seats: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
        """Write down what seats picked in games by their number; later ones than are asked for are left out."""
        asked = which < len(self.seeds)
        if asked.any():
            self._picks.append(np.column_stack([which, seats, chosen])[asked])

    def picks(self, game: Game) -> Picks:
        """All that was noted."""
        kinds = tuple(game.picked)
        noted = np.concatenate([np.zeros((0, 2 + len(kinds)), dtype=np.int64), *self._picks])
        return Picks(kinds, tuple(game.picked.values()), noted[:, 0], noted[:, 1], noted[:, 2:])

    def end(self, which: NDArray[np.int64], returns: NDArray[np.float64], purses: NDArray[np.float64]) -> None:
        """Write down games by their number; `returns` and `purses` go by seat."""
        best = (returns == returns.max(axis=1, keepdims=True)) & ((returns > 0) | (returns.shape[1] > 1))
        rows = which[:, np.newaxis]
        self.wins[rows, self.seating[which]] = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
        self.coins[rows, self.seating[which]] = purses
        self._missing -= len(which)


def _decisions(
    player: Player, observations: NDArray[np.int8], masks: NDArray[np.bool_], game: Game
) -> NDArray[np.int64]:
    """What a player decides, if all of it is legal."""
    chosen = np.asarray(player.act_batch(observations, masks))
    if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"player '{player.name}' must name whole numbers of shape ({len(masks)},), "
            f"not {chosen.shape} of {chosen.dtype}"
        )
    inside = (chosen >= 0) & (chosen < game.num_actions)
    legal = inside & masks[np.arange(len(masks)), np.where(inside, chosen, 0)]
    if not legal.all():
        wrong = int(chosen[~legal][0])
        text = f"'{game.action(wrong)}'" if 0 <= wrong < game.num_actions else f"number {wrong}"
        raise ValueError(f"player '{player.name}' named the illegal action {text}")
    return chosen.astype(np.int64, copy=False)


def _distinct(players: Sequence[Player]) -> tuple[str, ...]:
    """Names, with a number behind those that come again."""
    names: list[str] = []
    for k, player in enumerate(players):
        again = sum(other.name == player.name for other in players[:k])
        names.append(f"{player.name} ({again + 1})" if again else player.name)
    return tuple(names)


def _bar(games: int, progress: bool) -> AbstractContextManager[Any]:
    if progress:
        try:
            from tqdm import tqdm
        except ImportError:
            return nullcontext()
        bar: AbstractContextManager[Any] = tqdm(total=games, unit="game", leave=False)
        return bar
    return nullcontext()
