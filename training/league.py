"""A league: every player meets every other, games are kept, and ratings are computed from all of them.

A league is a folder: `league.json` says what is played, and each line of `games.jsonl` is a block of games between the
players of one table. Several processes play only the blocks that are missing, so a league can be stopped and resumed,
play more games, and admit more players.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core import schemas
from swenv.core.game import MAX_SEED
from swenv.core.plain import plain
from swenv.core.random import mixed
from swenv.core.registry import load_with
from swenv.training.arena import Score, match
from swenv.training.processes import Pool
from swenv.training.progress import Progress

ROUNDS = 10
"""Rounds of a block. A round has one game per seat, in which every player has every seat once."""
RESAMPLED = 400
"""Bootstrap samples of the games, which give the intervals of ratings."""
PRIOR = 0.1
"""Regularisation: without it, a player that won or lost every game would have no finite rating."""
ELO = 400 / np.log(10)
"""Rating points per unit of log strength."""
FIRST = 1000.0
"""The rating of a league's first player, relative to which the others are rated."""


@dataclass(frozen=True)
class Terms:
    """What a league plays.

    Attributes:
        game: Name of the game.
        num_players: Seats at a table.
        options: Further options of the game.
        seed: Determines all games.
    """

    game: str
    num_players: int
    options: dict[str, Any]
    seed: int

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, plain(getattr(self, each.name)))


@dataclass(frozen=True)
class Block:
    """Some games between the players of a table.

    Attributes:
        table: The players, one for each seat; they rotate by one seat after every game.
        number: Number of the block among those of its table.
        wins: (games, seats), each player's share of each win, in the order of `table`.
        coins: (games, seats), likewise.
    """

    table: tuple[str, ...]
    number: int
    wins: list[list[float]]
    coins: list[list[float]]


@dataclass(frozen=True, kw_only=True)
class Rating(Score):
    """A player's standing in a league.

    Attributes:
        player: Its name.
        rating: Its strength in Elo points; the first player of the league has `FIRST`.
        rating_low: Lower end of the 95 % interval of the rating.
        rating_high: Upper end.
    """

    player: str
    rating: float
    rating_low: float
    rating_high: float


class League:
    """A league in a folder.

    Args:
        folder: The folder; created if necessary.
        terms: What is played.

    Raises:
        ValueError: the folder holds a league that has other terms, is of another version or is damaged; or the game or
            an option is unknown.
    """

    def __init__(self, folder: Path, terms: Terms) -> None:
        self.folder, self.terms = folder, terms
        load_with(terms.game, terms.num_players, terms.options)
        keep_terms(folder / "league.json", "league", terms)
        self.blocks = {(block.table, block.number): block for block in self._read()}

    def _read(self) -> Iterator[Block]:
        """The blocks played so far; an incomplete last line is dropped."""
        path = self.folder / "games.jsonl"
        if not path.exists():
            return
        text = schemas.read_text(path, f"'{path}'")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        for number, line in enumerate(whole.splitlines()):
            where = f"'{path}', line {number + 1}"
            document = schemas.parse(line, where)
            schemas.validate("league_block", document, where)
            shape = len(document["table"])
            if shape != self.terms.num_players or any(
                len(row) != shape for rows in (document["wins"], document["coins"]) for row in rows
            ):
                raise ValueError(f"{where}: a table of {self.terms.num_players} players is needed")
            yield Block(tuple(document["table"]), document["number"], document["wins"], document["coins"])

    def tables(self, players: Sequence[str]) -> list[tuple[str, ...]]:
        """Who meets whom: all tables of different players; with too few players, one against copies of another."""
        seats = self.terms.num_players
        if len(players) >= seats:
            return [*combinations(players, seats)]
        return [(one, *[other] * (seats - 1)) for one in players for other in players if one != other]

    def missing(self, players: Sequence[str], games: int) -> list[tuple[tuple[str, ...], int]]:
        """The blocks still to play until each table of these players has that many games, in rounds over all tables.

        A table counts whatever the order in which its players were seated.
        """
        size = ROUNDS * self.terms.num_players
        played = {(self._key(table), number) for table, number in self.blocks}
        return [
            (table, number)
            for number in range(-(-games // size))
            for table in self.tables(players)
            if (self._key(table), number) not in played
        ]

    def _key(self, table: Sequence[str]) -> tuple[str, ...]:
        """A table, regardless of who sits where."""
        return tuple(sorted(table))

    def play(self, players: Sequence[str], games: int, pool: Pool, progress: Progress) -> bool:
        """Play what is missing; False if stopped with Ctrl-C. Every finished block is kept.

        Args:
            players: Their names, as `swenv.agents.make` takes them; two or more, without duplicates.
            games: Minimum number of games at each table.
            pool: Where games are played.
            progress: Shows the progress.

        Raises:
            Lost: what games are played in has died.
        """
        asked = self.missing(players, games)
        size = ROUNDS * self.terms.num_players
        progress.begin("league", "games", len(asked) * size)
        done = 0

        def keep(block: Block) -> None:
            nonlocal done
            self._keep(block)
            done += size
            progress.update(done, {})

        try:
            return pool.run(play_block, [(self.terms, *each) for each in asked], keep)
        finally:
            progress.end()

    def _keep(self, block: Block) -> None:
        """Add a block to the file, once."""
        if (block.table, block.number) not in self.blocks:
            with (self.folder / "games.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(block)) + "\n")
            self.blocks[block.table, block.number] = block

    @property
    def players(self) -> list[str]:
        """All players so far, in the order of their first games."""
        return [*dict.fromkeys(name for table, _ in self.blocks for name in table)]

    def ratings(self, names: Sequence[str]) -> list[Rating]:
        """The ratings of these players, best first, from all games among them.

        The Bradley-Terry model, fitted by choix: each player at a table wins with a probability proportional to its
        strength. A game counts as a win of its winner over each of the others; a shared win is split. Intervals come
        from 400 bootstrap samples of the games, drawn within each block of games.
        """
        import choix

        index = {name: k for k, name in enumerate(names)}
        groups = [
            np.array([_beaten(block.table, row, index) for row in block.wins])
            for block in self.blocks.values()
            if set(block.table) <= set(index)
        ]
        beaten = sum((group.sum(0) for group in groups), np.zeros((len(names), len(names))))
        fitted = _fit(choix, beaten)
        dice = np.random.default_rng(0)
        samples = [
            _fit(choix, sum(group[dice.integers(len(group), size=len(group))].sum(0) for group in groups))
            for _ in range(RESAMPLED if groups else 0)
        ]
        low, high = np.quantile(samples, (0.025, 0.975), axis=0) if samples else (fitted, fitted)
        result = []
        for k, name in enumerate(names):
            wins, coins = self._results(name, set(index))
            result.append(
                Rating(
                    player=name,
                    rating=float(fitted[k]),
                    rating_low=float(low[k]),
                    rating_high=float(high[k]),
                    games=len(wins),
                    wins=float(np.sum(wins)),
                    coins=float(np.mean(coins)) if coins else 0.0,
                )
            )
        return sorted(result, key=lambda each: -each.rating)

    def _results(self, name: str, among: set[str]) -> tuple[list[float], list[float]]:
        """A player's shares of wins, and its coins, in every seat it had."""
        wins, coins = [], []
        for block in self.blocks.values():
            if set(block.table) <= among:
                seats = [k for k, each in enumerate(block.table) if each == name]
                wins += [row[k] for row in block.wins for k in seats]
                coins += [row[k] for row in block.coins for k in seats]
        return wins, coins

    def cross_table(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Each player's share of the wins against each other one, (players, players); NaN if neither won any."""
        index = {name: k for k, name in enumerate(names)}
        beaten = np.zeros((len(names), len(names)))
        for block in self.blocks.values():
            if set(block.table) <= set(index):
                beaten += np.sum([_beaten(block.table, row, index) for row in block.wins], axis=0)
        with np.errstate(invalid="ignore"):
            table: NDArray[np.float64] = beaten / (beaten + beaten.T)
        return table


def keep_terms(page: Path, what: str, terms: Any) -> None:
    """Write what is played in a folder, a dataclass of plain values, to a file; or check that the file agrees.

    Args:
        page: The file, of the schema `what`.
        what: "league" or "study".
        terms: What is played.

    Raises:
        ValueError: the file says something else, is damaged, or of another version.
    """
    if not page.exists():
        page.parent.mkdir(parents=True, exist_ok=True)
        document = {"format": f"swenv-{what}/1", **asdict(terms)}
        page.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        return
    kept = schemas.read(page, f"'{page}'")
    schemas.validate(what, kept, f"'{page}'")
    asked = asdict(terms)
    before, now = ({**each, **each["options"]} for each in (kept, asked))
    for name in (*asked, *asked["options"], *kept["options"]):
        if name != "options" and before.get(name) != now.get(name):
            other = f"not {now.get(name)!r}: use another folder"
            raise ValueError(f"'{page.parent}' is a {what} with {name} {before.get(name)!r}, {other}")


def _beaten(table: Sequence[str], wins: Sequence[float], index: Mapping[str, int]) -> NDArray[np.float64]:
    """Who beat whom in a game, (players, players): shares of a win add up to 1 over each loser."""
    beaten = np.zeros((len(index), len(index)))
    for a, one in enumerate(table):
        for b, other in enumerate(table):
            if one != other and a != b:
                beaten[index[one], index[other]] += wins[a]
    return beaten


def _fit(choix: Any, beaten: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ratings in Elo points, with the first player at `FIRST`."""
    strengths = choix.ilsr_pairwise_dense(beaten, alpha=PRIOR)
    found: NDArray[np.float64] = ELO * (strengths - strengths[0]) + FIRST
    return found


def play_block(terms: Terms, table: tuple[str, ...], number: int) -> Block:
    """Play a block of games at a table."""
    from swenv.agents import make

    game = load_with(terms.game, terms.num_players, terms.options)
    # The same games for every table: what they have in common is not taken for a difference between players.
    seed = mixed(mixed(terms.seed) ^ number) & MAX_SEED
    result = match(game, [make(name) for name in table], ROUNDS * terms.num_players, seed)
    return Block(table, number, result.wins.tolist(), result.coins.tolist())


def draw_intervals(rows: Sequence[tuple[str, float, float, float]], unit: str, title: str, path: Path) -> None:
    """Plot a row for each name, with its figure and interval, as SVG or PNG."""
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 0.8 + 0.3 * len(rows)), layout="constrained")
    axes = figure.subplots()
    below = [max(0.0, each - low) for _, each, low, _ in rows]
    above = [max(0.0, high - each) for _, each, _, high in rows]
    middle, places = [each for _, each, _, _ in rows], range(len(rows))
    axes.errorbar(middle, places, xerr=(below, above), fmt="o", color="#0072b2", capsize=3)
    axes.set_yticks(places, [name for name, *_ in rows])
    axes.invert_yaxis()
    axes.grid(axis="x", color="#dddddd")
    axes.set(xlabel=unit, title=title)
    with matplotlib.rc_context({"svg.hashsalt": "swenv"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
