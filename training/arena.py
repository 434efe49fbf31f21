"""Matches between players, with the statistics needed to compare results."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import Player
from swenv.core.corpus import Record, Tape
from swenv.core.game import Game, check_seed
from swenv.core.machine import memory, too_large
from swenv.core.plain import check_positive_int
from swenv.core.rewards import shares_of_win
from swenv.core.vector import Vector

BATCH = 256
"""The largest number of games played side by side."""
PART = 2**20
"""Games for which a table of results is made at once: between two parts, Ctrl-C ends it."""
Z95 = 1.959964
"""Quantile of the normal distribution for 95 % intervals."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a win rate; unlike the normal approximation, it is also sound near 0 and 1.

    Args:
        wins: Wins, with shared ones as fractions.
        games: Games; 0 gives (0, 1).
    """
    if games == 0:
        return 0.0, 1.0
    rate, z = wins / games, Z95
    spread = z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def interval(wins: NDArray[Any], games: NDArray[Any]) -> tuple[float, float]:
    """The 95 % interval for a win rate when several games share a deal.

    It is Agresti and Coull's interval, but with the spread among deals: z² imaginary games, each a deal of its own and
    half of them won, are added to those that were played, and the interval reaches z standard errors to either side.

    Args:
        wins: (deals,), the wins in the games of each deal.
        games: (deals,), the number of these games.
    """
    total = games.sum() + Z95**2
    rate = (wins.sum() + Z95**2 / 2) / total
    squares = ((wins - rate * games) ** 2).sum() + Z95**2 * (rate**2 + (1 - rate) ** 2) / 2
    half = Z95 * math.sqrt(squares) / total
    return max(0.0, float(rate - half)), min(1.0, float(rate + half))


@dataclass(frozen=True, kw_only=True)
class Score:
    """How well a player did in some games.

    Attributes:
        games: Number of games.
        wins: Games won; a win shared by m seats counts 1/m.
        coins: Mean of its final coins.
        low: Lower end of the 95 % interval of the rate, see `interval`.
        high: Upper end.
    """

    games: int
    wins: float
    coins: float
    low: float
    high: float

    @property
    def rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games


def score(wins: NDArray[Any], coins: NDArray[Any], games: NDArray[Any]) -> dict[str, Any]:
    """The fields of the `Score` of a player, from its wins, its coins and the number of its games by deal, (deals,)."""
    number, (low, high) = int(games.sum()), interval(wins, games)
    return {
        "games": number, "wins": float(wins.sum()), "coins": float(coins.sum()) / number, "low": low, "high": high
    }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Tally(Score):
    """The score of one player in a whole match.

    Attributes:
        name: The player; "greedy (2)" for the second of the same name.
        rate_by_seat: Wins per game in each seat; NaN in one where it did not sit.
    """

    name: str
    rate_by_seat: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Group(Score):
    """The score of one player in some games of a match, such as those in one seat, or those in which it picked a race.

    Attributes:
        player: The player, as in `MatchResult.names`.
        keys: The grouping, such as ("race",) or ("seat", "race").
        values: The values in this group, such as ("orcs",) or ("0", "orcs").
        picks: How often the player picked it in these games, each of which counts once; 0 if grouped by seat only.
    """

    player: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    picks: int


@dataclass(frozen=True)
class Picks:
    """The picks in the games of a match, one row per pick, in no particular order.

    Attributes:
        kinds: The kinds of things picked together, as in `Game.picked`: ("race", "power").
        names: For each kind, the names that `chosen` indexes.
        game: (picks,) int64, the number of the game.
        seat: (picks,) int64, who picked.
        chosen: (picks, kinds) int64, what was picked, as indices into `names`. A badge exchanged later still counts.
    """

    kinds: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    chosen: NDArray[np.int64]


@dataclass(frozen=True)
class MatchResult:
    """The result of a match. In game i, player p sat in the seat s with `seating[i, s] == p`.

    Games follow one another by deals: games 0 to `rotations` - 1 have the first deal, and so on.

    Attributes:
        names: Names of the players, made unique.
        seed: The seed of the match.
        seeds: (games,) int64; `game.new_state(seed)` starts the same game.
        seating: (games, seats) int64, the player in each seat.
        wins: (games, players) float64, 1 shared by the winners; in solo play, 0 if the game itself won.
        coins: (games, players) float64, final coins.
        decisions: Total number of decisions in all games.
        rotations: Games of a deal.
        picks: The picks, if the match was asked to group results by them.
    """

    names: tuple[str, ...]
    seed: int
    seeds: NDArray[np.int64]
    seating: NDArray[np.int64]
    wins: NDArray[np.float64]
    coins: NDArray[np.float64]
    decisions: int
    rotations: int
    picks: Picks | None = None

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.seeds)

    @property
    def deals(self) -> NDArray[np.int64]:
        """The number of each game's deal, (games,) int64."""
        return np.arange(self.games) // self.rotations

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The results of each player, in the order in which they were given."""
        return tuple(self._tally(p) for p in range(len(self.names)))

    def _tally(self, p: int) -> Tally:
        by_seat = [self.wins[self.seating[:, s] == p, p] for s in range(self.seating.shape[1])]
        return Tally(
            name=self.names[p],
            rate_by_seat=tuple(float(won.mean()) if len(won) else math.nan for won in by_seat),
            **self._score(p, slice(None)),
        )

    def _score(self, p: int, games: slice | NDArray[np.int64]) -> dict[str, Any]:
        """The fields of a player's `Score` in some games, given by number."""
        deals = self.deals[games]
        wins, coins = (np.bincount(deals, each[games, p]) for each in (self.wins, self.coins))
        return score(wins, coins, np.bincount(deals))

    def by(self, what: str) -> tuple[Group, ...]:
        """The results of each player by groups of games: player by player, seats in order, other groups best first.

        Args:
            what: "seat", or a key that the match was given in `by`, such as "race"; "seat+race" gives each pair that
                occurred.

        Raises:
            ValueError: the match was not asked for it.
        """
        keys = tuple(what.split("+"))
        if keys == ("seat",):
            return self._by_seat()
        if self.picks is None:
            raise ValueError(f"a match records picks only on request: match(..., by=({what!r},))")
        _check_keys(keys, self.picks.kinds)
        return self._by_picks(keys, self.picks)

    def _by_picks(self, keys: tuple[str, ...], picked: Picks) -> tuple[Group, ...]:
        columns = {"seat": picked.seat, **dict(zip(picked.kinds, picked.chosen.T, strict=True))}
        names = dict(zip(picked.kinds, picked.names, strict=True))
        players = self.seating[picked.game, picked.seat]
        lines = np.column_stack([players, *(columns[key] for key in keys), picked.game])
        once, counts = np.unique(lines, axis=0, return_counts=True)
        distinct, starts = np.unique(once[:, :-1], axis=0, return_index=True)
        groups = []
        for (p, *values), rows in zip(distinct.tolist(), np.split(np.arange(len(once)), starts[1:]), strict=True):
            groups.append(
                Group(
                    player=self.names[p],
                    keys=keys,
                    values=tuple(
                        str(value) if key == "seat" else names[key][value]
                        for key, value in zip(keys, values, strict=True)
                    ),
                    picks=int(counts[rows].sum()),
                    **self._score(p, once[rows, -1]),
                )
            )
        groups.sort(key=lambda group: (self.names.index(group.player), -group.rate, -group.games))
        return tuple(groups)

    def _by_seat(self) -> tuple[Group, ...]:
        groups = []
        for p, seat in np.ndindex(len(self.names), self.seating.shape[1]):
            games = np.flatnonzero(self.seating[:, seat] == p)
            if games.size:
                score = self._score(p, games)
                groups.append(Group(player=self.names[p], keys=("seat",), values=(str(seat),), picks=0, **score))
        return tuple(groups)

    def table(self) -> list[str]:
        """The result as lines of text, one per player."""
        width = max(6, *(len(name) for name in self.names))
        seats = "  ".join(f"seat {s}" for s in range(self.seating.shape[1]))
        lines = [f"{'player':{width}}   wins  95 % interval    coins  wins in {seats}"]
        for tally in self.tallies:
            by_seat = "  ".join(f"{100 * rate:5.1f}%" for rate in tally.rate_by_seat).replace("nan%", "   -")
            lines.append(
                f"{tally.name:{width}} {100 * tally.rate:5.1f}%  {100 * tally.low:5.1f} - {100 * tally.high:5.1f}%"
                f"  {tally.coins:6.1f}          {by_seat}"
            )
        lines.append(f"{self.games} games, seed {self.seed}")
        return lines

    def __str__(self) -> str:
        return "\n".join(self.table())


Watcher = Callable[[NDArray[np.int64], Vector, NDArray[np.int64]], None]
"""Called with the numbers of the games in a batch, (k,), some perhaps beyond those requested; the batch; and the
actions about to be carried out, (k,)."""


def match(
    game: Game,
    players: Sequence[Player],
    games: int,
    seed: int = 0,
    progress: bool = False,
    by: Sequence[str] = (),
    watch: Watcher | None = None,
    record: Record | None = None,
    rotations: int | None = None,
) -> MatchResult:
    """Play a match. The same seed gives the same match.

    Each deal, which is a seed of the game, is played once in every rotation of the players around the table: they move
    on by one seat after every game. With as many rotations, the same seed gives any players the same deals. Games run
    side by side, and a player decides in all games waiting for it at once.

    Args:
        game: The game to play.
        players: One for each seat; they are reset here, each with its own seed.
        games: At least how many games; the last deal is played to its end.
        seed: Determines the deals and the seeds of the players.
        progress: Show a bar on stderr, if tqdm is installed.
        by: The groups that `MatchResult.by` will be asked for: "seat", and whatever seats can pick (`Game.picked`),
            such as "race" or "power"; also joined with "+", as in "race+power".
        watch: Called with every decision before it is carried out.
        record: Called with every game as it ends.
        rotations: How many rotations each deal is played in, by default all; fewer suffice if the seating then repeats.

    Raises:
        TypeError: the number of games is not whole.
        ValueError: a number is out of range, the machine has too little memory for the results, the game does not know
            a key in `by`, the same player object is given twice, or a player chose an illegal action; the message names
            the player.
    """
    number = game.num_players
    if len(players) != number:
        raise ValueError(f"{number} seats need {number} players, not {len(players)}")
    if len({id(player) for player in players}) != number:
        raise ValueError("the same player object is given twice; make one for each seat")
    rotations = check_rotations(game, rotations)
    games = -(-check_positive_int("games", games) // rotations) * rotations
    if games > PART and (needed := games * 8 * (1 + 4 * number)) > memory():
        raise too_large(f"games: the results of {games:,} games", needed)
    check_by(game, by)
    keeps_picks = any(keys != "seat" for keys in by)
    seed = check_seed(seed)
    seeds_of_players = np.random.SeedSequence(seed).generate_state(number)
    for player, own_seed in zip(players, seeds_of_players, strict=True):
        player.reset(game, seed=int(own_seed))

    size = min(games, BATCH // rotations * rotations)
    vec = game.vector(size, seed=seed)
    column = np.arange(size)  # slot i plays games i, i + size, i + 2 size ...
    dealt = [game.new_state(seed=int(vec.seeds[i // rotations])) for i in range(size)]
    vec.set_states(np.ones(size, dtype=np.bool_), dealt)  # slots with one seed have all later seeds in common, too
    result = _Sheet(games, number, rotations)
    result.begin(column, vec.seeds)
    actions = np.zeros(size, dtype=np.int64)
    tape = Tape(size)
    with _bar(games, progress) as bar:
        while not result.complete:
            sitting = (vec.to_act - column % rotations) % number
            for p, player in enumerate(players):
                rows = np.flatnonzero((sitting == p) & (column < games))
                if rows.size:
                    actions[rows] = _decisions(player, vec, rows)
                    result.decisions += rows.size
            idle = column >= games
            if idle.any():
                actions[idle] = vec.masks[idle].argmax(axis=1)
            if watch is not None:
                watch(column, vec, actions)
            if record is not None:
                tape.note(actions)
            if keeps_picks:
                which, chosen = game.picks(vec.observations, actions)
                result.note(column[which], vec.to_act[which], chosen)
            vec.step(actions)
            if vec.done.any():
                over = np.flatnonzero(vec.done)
                counted_now = over[column[over] < games]
                if record is not None:
                    for ended, chosen_in_it in zip(column[over].tolist(), tape.take(over), strict=True):
                        if ended < games:
                            seats = [players[p].name for p in result.seating[ended]]
                            record(int(result.seeds[ended]), seats, chosen_in_it)
                result.end(column[counted_now], vec.returns[counted_now], vec.final_coins[counted_now])
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
        rotations,
        result.picks(game) if keeps_picks else None,
    )


def check_rotations(game: Game, rotations: int | None) -> int:
    """How many rotations each deal is played in; raises ValueError if the game has fewer."""
    if rotations is None:
        return game.num_players
    if not 1 <= rotations <= game.num_players:
        raise ValueError(f"rotations: 1 to {game.num_players} with so many seats, not {rotations}")
    return rotations


def check_by(game: Game, by: Sequence[str]) -> None:
    """Raise ValueError if a match of this game cannot group results by one of these; the message names it."""
    for what in by:
        _check_keys(tuple(what.split("+")), tuple(game.picked), game.name)


def _check_keys(keys: tuple[str, ...], kinds: tuple[str, ...], game: str = "the match") -> None:
    """Raise ValueError unless results can be grouped by these keys."""
    what, known = "+".join(keys), ("seat", *kinds)
    if not set(keys) <= set(known):
        listed = " or ".join(filter(None, [", ".join(known[:-1]), known[-1]]))
        raise ValueError(f"by {what!r}: results of {game} can be grouped by {listed}")
    if len(set(keys)) < len(keys):
        raise ValueError(f"by {what!r} names something twice")


class _Sheet:
    """Collects the results of a match in progress."""

    def __init__(self, games: int, number: int, rotations: int) -> None:
        self.seeds = np.zeros(games, dtype=np.int64)
        self.seating = np.empty((games, number), dtype=np.int64)
        for first in range(0, games, PART):
            part = np.arange(first, min(first + PART, games))[:, np.newaxis]
            self.seating[first : first + PART] = (np.arange(number) - part % rotations) % number
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
        """Record what seats picked in these games; games beyond the requested number are ignored."""
        counted = which < len(self.seeds)
        if counted.any():
            self._picks.append(np.column_stack([which, seats, chosen])[counted])

    def picks(self, game: Game) -> Picks:
        """Everything that was recorded."""
        kinds = tuple(game.picked)
        noted = np.concatenate([np.zeros((0, 2 + len(kinds)), dtype=np.int64), *self._picks])
        return Picks(kinds, tuple(game.picked.values()), noted[:, 0], noted[:, 1], noted[:, 2:])

    def end(self, which: NDArray[np.int64], returns: NDArray[np.float64], coins: NDArray[np.int64]) -> None:
        """Record finished games by number; `returns` and `coins` are indexed by seat."""
        rows = which[:, np.newaxis]
        self.wins[rows, self.seating[which]] = shares_of_win(returns)
        self.coins[rows, self.seating[which]] = coins
        self._missing -= len(which)


def _decisions(player: Player, vector: Vector, games: NDArray[np.int64]) -> NDArray[np.int64]:
    """The decisions of a player in these games of a batch, checked to be legal."""
    chosen = np.asarray(player.act_in(vector, games))
    if chosen.shape != games.shape or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"player '{player.name}' must return integers of shape ({len(games)},), "
            f"not {chosen.shape} of {chosen.dtype}"
        )
    game = vector.game
    inside = (chosen >= 0) & (chosen < game.num_actions)
    legal = inside & vector.masks[games, np.where(inside, chosen, 0)]
    if not legal.all():
        wrong = int(chosen[~legal][0])
        text = f"'{game.action(wrong)}'" if 0 <= wrong < game.num_actions else f"number {wrong}"
        raise ValueError(f"player '{player.name}' chose the illegal action {text}")
    return chosen.astype(np.int64, copy=False)


def _distinct(players: Sequence[Player]) -> tuple[str, ...]:
    """Names, with a number after those that repeat."""
    names: list[str] = []
    for k, player in enumerate(players):
        again = sum(other.name == player.name for other in players[:k])
        names.append(f"{player.name} ({again + 1})" if again else player.name)
    return tuple(names)


def _bar(games: int, progress: bool) -> AbstractContextManager[Any]:
    if progress:
        with suppress(ImportError):
            from tqdm import tqdm

            bar: AbstractContextManager[Any] = tqdm(total=games, unit="game", leave=False)
            return bar
    return nullcontext()
