"""A league: every player meets every other, games are kept, and ratings are computed from all of them.

A league is a folder: `league.json` describes the league, and each line of `games.jsonl` is a block of games between the
players of one table. Several processes play only the blocks that are missing, so a league can be stopped and resumed,
play more games, and admit more players.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import combinations
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core import schemas
from swenv.core.corpus import CorpusWriter, Played
from swenv.core.game import MAX_SEED, Game
from swenv.core.plain import plain
from swenv.core.registry import load_with
from swenv.core.vector import seed_of
from swenv.training.arena import Score, match, score
from swenv.training.processes import Pool
from swenv.training.progress import Progress
from swenv.training.ratings import Difference, Ladder, Results

ROUNDS = 10
"""Rounds of a block. A round is a deal: one game per seat, in which every player has every seat once."""
ANCHOR = 1000.0
"""The rating of the anchor, relative to whom the others are rated."""


@dataclass(frozen=True)
class Terms:
    """The terms of a league.

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

    def load(self) -> Game:
        """The game.

        Raises:
            ValueError: it or an option is unknown.
        """
        return load_with(self.game, self.num_players, self.options)

    def apart(self, more: int) -> dict[str, Any]:
        """The game and a seed so much further, as keyword arguments of what must not be played on the same deals."""
        seed = (self.seed + more) % MAX_SEED
        return {"game": self.game, "num_players": self.num_players, "options": self.options, "seed": seed}

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, plain(getattr(self, each.name)))


@dataclass(frozen=True)
class Block:
    """Some games between the players of a table.

    Attributes:
        table: The players, one for each seat; they rotate by one seat after every game of a deal.
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
        rating: Its strength in Elo points with the 95 % interval, both relative to the anchor, who has `ANCHOR`.
        lead: How far it is above the next player, if there is one.
    """

    player: str
    rating: Difference
    lead: Difference


class Standings:
    """What was played in a league, and what follows from it.

    Args:
        terms: What is played.
        blocks: The games.
    """

    def __init__(self, terms: Terms, blocks: Iterable[Block]) -> None:
        self.terms = terms
        self.blocks = {(block.table, block.number): block for block in blocks}

    def one_among(self, one: str, other: str) -> tuple[str, ...]:
        """The table of one player and copies of another."""
        return (one, *[other] * (self.terms.num_players - 1))

    def by_deal(self, table: tuple[str, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The wins and the coins of the first player of a table, (deals,) each, summed over the games of a deal.

        Deals come in the same order for every table, whichever block was played first.
        """
        blocks = sorted((block for block in self.blocks.values() if block.table == table), key=attrgetter("number"))
        rows = (
            np.array([each for block in blocks for each in part(block)])
            for part in (attrgetter("wins"), attrgetter("coins"))
        )
        wins, coins = (each.reshape(-1, len(table), len(table))[:, :, 0].sum(axis=1) for each in rows)
        return wins, coins

    def _key(self, table: Sequence[str]) -> tuple[str, ...]:
        """A table, regardless of who sits where."""
        return tuple(sorted(table))

    @property
    def players(self) -> list[str]:
        """All players so far, in the order of their first games."""
        return [*dict.fromkeys(name for table, _ in self.blocks for name in table)]

    def results(self, names: Sequence[str]) -> Results:
        """What these players won in all games among them."""
        index, blocks = {name: k for k, name in enumerate(names)}, self._among(names)
        numbers = {number: k for k, number in enumerate(sorted({block.number for block in blocks}))}
        tables = {table: k for k, table in enumerate(dict.fromkeys(self._key(block.table) for block in blocks))}
        wins, coins, games = (np.zeros((ROUNDS * len(numbers), len(each))) for each in (names, names, tables))
        beaten = np.zeros((len(names), len(names)))
        for block in blocks:
            here, first = [index[name] for name in block.table], ROUNDS * numbers[block.number]
            deals = slice(first, first + ROUNDS)
            won, earned = (np.reshape(each, (ROUNDS, -1, len(here))).sum(axis=1) for each in (block.wins, block.coins))
            for seat, k in enumerate(here):
                wins[deals, k] += won[:, seat]
                coins[deals, k] += earned[:, seat]
                np.add.at(beaten[k], [each for each in here if each != k], won[:, seat].sum())
            games[deals, tables[self._key(block.table)]] += len(here)
        seats = np.array([[float(table.count(name)) for name in names] for table in tables]).reshape(-1, len(names))
        return Results(wins, coins, games, seats, beaten)

    def _among(self, names: Sequence[str]) -> list[Block]:
        """The blocks of games in which these players had all seats."""
        return [block for block in self.blocks.values() if set(block.table) <= set(names)]

    def ratings(self, names: Sequence[str], anchor: str | None = None) -> list[Rating]:
        """The ratings of these players, best first, from all games among them; those without games are left out.

        Args:
            names: The players.
            anchor: The one who has the rating `ANCHOR`; by default, the one whose games say most about the others.

        Raises:
            ValueError: the anchor is none of the players with games.
        """
        met = {name for block in self._among(names) for name in block.table}
        names = [name for name in names if name in met]
        if not names:
            return []
        if anchor is not None and anchor not in names:
            raise ValueError(f"the anchor '{anchor}' is none of the players: {', '.join(names)}")
        results = self.results(names)
        ladder, seats = Ladder(results), results.games @ results.seats
        base = int(ladder.information.diagonal().argmax()) if anchor is None else names.index(anchor)
        order = np.argsort(-ladder.strengths, kind="stable").tolist()
        return [
            Rating(
                player=names[k],
                rating=ladder.difference(k, base).above(ANCHOR),
                lead=Difference(None, None, None) if below is None else ladder.difference(k, below),
                **score(results.wins[:, k], results.coins[:, k], seats[:, k]),
            )
            for k, below in zip(order, [*order[1:], None], strict=True)
        ]

    def cross_table(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Each player's share of the wins against each other one, (players, players); NaN if neither won any."""
        beaten = self.results(names).beaten
        with np.errstate(invalid="ignore"):
            table: NDArray[np.float64] = beaten / (beaten + beaten.T)
        return table


class League(Standings):
    """A league in a folder.

    Args:
        folder: The folder; created if necessary.
        terms: What is played.

    Raises:
        ValueError: the folder holds a league that has other terms, is of another version or is damaged; or the game or
            an option is unknown.
    """

    what = "league"

    def __init__(self, folder: Path, terms: Terms) -> None:
        self.folder = folder
        terms.load()
        keep_terms(folder / f"{self.what}.json", self.what, terms)
        super().__init__(terms, self._read(terms.num_players))

    def _read(self, seats: int) -> Iterator[Block]:
        """The blocks played so far; an incomplete last line is dropped."""
        path = self.folder / "games.jsonl"
        if not path.exists():
            return
        text = schemas.read_text(path, f"'{path}'")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        for number, line in enumerate(whole.splitlines()):
            yield block_of(line, seats, f"'{path}', line {number + 1}")

    def tables(self, players: Sequence[str]) -> list[tuple[str, ...]]:
        """The pairings: all tables of different players; with too few players, one against copies of another."""
        seats = self.terms.num_players
        if len(players) >= seats:
            return [*combinations(players, seats)]
        return [self.one_among(one, other) for one in players for other in players if one != other]

    def missing(self, players: Sequence[str], games: int) -> list[tuple[tuple[str, ...], int]]:
        """The blocks still to play until each table of these players has that many games, in rounds over all tables.

        A table counts whatever the order in which its players were seated.
        """
        return self._missing(self.tables(players), games)

    def _missing(self, tables: Sequence[tuple[str, ...]], games: int) -> list[tuple[tuple[str, ...], int]]:
        size = ROUNDS * self.terms.num_players
        done = {(self._key(table), number) for table, number in self.blocks}
        return [
            (table, number)
            for number in range(-(-games // size))
            for table in tables
            if (self._key(table), number) not in done
        ]

    def play(
        self,
        players: Sequence[str],
        games: int,
        pool: Pool,
        progress: Progress,
        corpus: CorpusWriter | None = None,
    ) -> bool:
        """Play what is missing; False if stopped with Ctrl-C. Every finished block is kept.

        Args:
            players: Their names, as `swenv.agents.make` takes them; two or more, without duplicates.
            games: Minimum number of games at each table.
            pool: Where games are played.
            progress: Shows the progress.
            corpus: Receives the games played now.

        Raises:
            Lost: a process that games are played in has died.
        """
        return self.play_tables(self.tables(players), games, pool, progress, corpus)

    def play_tables(
        self,
        tables: Sequence[tuple[str, ...]],
        games: int,
        pool: Pool,
        progress: Progress,
        corpus: CorpusWriter | None = None,
    ) -> bool:
        """As `play`, at these tables only, such as `one_among` makes."""
        missing = [(self.terms, *each) for each in self._missing(tables, games)]
        size = ROUNDS * self.terms.num_players
        return play_missing(self.what, play_block, missing, size, pool, progress, self._keep, corpus)

    def _keep(self, block: Block) -> bool:
        """Add a block to the file; False if it is there already."""
        if (block.table, block.number) in self.blocks:
            return False
        with (self.folder / "games.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(block)) + "\n")
        self.blocks[block.table, block.number] = block
        return True


def block_of(line: str, seats: int, where: str) -> Block:
    """The block on a line of `games.jsonl`, of a league with so many seats at a table.

    Raises:
        ValueError: the line is damaged; the message begins with `where`.
    """
    document = schemas.parse(line, where)
    schemas.validate("league_block", document, where)
    shapes = [(len(rows), {len(row) for row in rows}) for rows in (document["wins"], document["coins"])]
    if len(document["table"]) != seats or any(shape != (ROUNDS * seats, {seats}) for shape in shapes):
        raise ValueError(f"{where}: {ROUNDS * seats} games of a table of {seats} players are needed")
    if np.abs(np.sum(document["wins"], axis=1) - 1).max() > 1e-6:
        raise ValueError(f"{where}, field 'wins': those of each game must add up to 1")
    return Block(tuple(document["table"]), document["number"], document["wins"], document["coins"])


def keep_terms(page: Path, what: str, terms: Any) -> None:
    """Write the terms of a folder, a dataclass of plain values, to a file; or check that the file agrees.

    Args:
        page: The file, of the schema `what`.
        what: "league", "study", "test" or "exploit".
        terms: What is played.

    Raises:
        ValueError: the file says something else, is damaged, or of another version.
    """
    (version,) = schemas.schema(what)["properties"]["format"]["enum"]
    if not page.exists():
        page.parent.mkdir(parents=True, exist_ok=True)
        document = {"format": version, **asdict(terms)}
        page.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        return
    saved = schemas.read(page, f"'{page}'")
    other = saved.get("format") if isinstance(saved, dict) else None
    if isinstance(other, str) and other != version and other.startswith(f"swenv-{what}/"):
        why = f"{other} instead of {version}, whose games are not counted together with new ones"
        raise ValueError(f"'{page.parent}' is a {what} of another version of swenv, {why}: use another folder")
    schemas.validate(what, saved, f"'{page}'")
    requested = asdict(terms)
    before, now = ({**each, **each["options"]} for each in (saved, requested))
    for name in (*requested, *requested["options"], *saved["options"]):
        if name != "options" and before.get(name) != now.get(name):
            other = f"not {now.get(name)!r}: use another folder"
            raise ValueError(f"'{page.parent}' is a {what} with {name} {before.get(name)!r}, {other}")


def play_missing(
    what: str,
    play: Callable[..., tuple[Any, ...]],
    missing: Sequence[tuple[Any, ...]],
    games: int,
    pool: Pool,
    progress: Progress,
    keep: Callable[..., bool],
    corpus: CorpusWriter | None,
) -> bool:
    """Play blocks of so many games each, and show the progress as that of `what`; False if stopped with Ctrl-C.

    `play` gets what `missing` has for a block, and whether to record its games, which it returns last. Everything else
    that it returns goes to `keep`, which says whether the block is new: if so, the corpus receives its games.
    """
    progress.begin(what, "games", len(missing) * games)
    done = 0

    def receive(result: tuple[Any, ...]) -> None:
        nonlocal done
        *outcome, recordings = result
        if keep(*outcome) and corpus is not None:
            for each in recordings:
                corpus.add(*each)
        done += games
        progress.update(done, {})

    try:
        return pool.run(play, [(*each, corpus is not None) for each in missing], receive)
    finally:
        progress.end()


def play_block(terms: Terms, table: tuple[str, ...], number: int, records: bool = False) -> tuple[Block, list[Played]]:
    """Play a block of games at a table; returns it, and with `records` the games."""
    from swenv.agents import make

    game = terms.load()
    # The same deals for every table, so that differences between deals do not look like differences between players.
    seed = seed_of(terms.seed, number)
    recordings: list[Played] = []
    record = (lambda *each: recordings.append(each)) if records else None
    result = match(game, [make(name) for name in table], ROUNDS * terms.num_players, seed, record=record)
    return Block(table, number, result.wins.tolist(), result.coins.tolist()), recordings


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
