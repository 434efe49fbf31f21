"""What picks are worth: how often each race and power is offered, picked and wins, and what it earns."""

from __future__ import annotations

import csv
import json
import math
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents import make
from swenv.core.corpus import CorpusWriter, Played
from swenv.core.game import Game
from swenv.core.vector import Vector, seed_of
from swenv.training import league
from swenv.training.arena import Z95, interval, match
from swenv.training.processes import Pool
from swenv.training.progress import Progress
from swenv.training.report import table

PART = 500
"""Games of a part, which one process plays: a few more if needed for whole deals."""
SHOWN = 40
"""Most lines of a table on the page, and bars of a picture."""


@dataclass(frozen=True)
class Terms(league.Terms):
    """The terms of a study.

    Attributes:
        seats: The players, who move on by one seat after every game of a deal.
    """

    seats: list[str]

    @property
    def rotations(self) -> int:
        """Games of a deal, until the same players come round again: one, if all are the same."""
        return next(k for k in range(1, 1 + len(self.seats)) if self.seats[k:] + self.seats[:k] == self.seats)


@dataclass(frozen=True)
class Line:
    """The findings of a study about a race, a power or a pair.

    Attributes:
        kind: The kind of pick, such as "race" or "race+power".
        name: Its name.
        offered: How often it was on offer to a seat that picked, at any price.
        picked: How often it was taken.
        share: Share of the offers that were taken, with its 95 % interval; like all intervals here, it is over deals.
        price: Mean coins paid for it, less the coins on it.
        wins: Share of the games that the picking seat won, with shared wins split, and its 95 % interval.
        coins_a_turn: Mean coins a turn from one pick of the seat to the next, or the end, with its 95 % interval.
        turns: Mean turns until the seat's next pick, or the end.
    """

    kind: str
    name: str
    offered: int
    picked: int
    share: float
    share_low: float
    share_high: float
    price: float
    wins: float
    wins_low: float
    wins_high: float
    coins_a_turn: float
    coins_low: float
    coins_high: float
    turns: float


@dataclass(frozen=True)
class Offers:
    """Every pick of some games; one row a pick.

    Attributes:
        game: (n,) int64, the number of the game.
        seat: (n,) int64, who picked.
        round: (n,) int64, in which round, from 1.
        row: (n,) int64, the row of the column that was picked.
        coins_on: (n, rows) int64, the coins on each combo, -1 where there is none.
        shown: (n, rows, kinds) int64, the offer in each row, as indices into `Game.picked`.
        purse: (n,) float64, the seat's coins before it paid.
    """

    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    round: NDArray[np.int64]
    row: NDArray[np.int64]
    coins_on: NDArray[np.int64]
    shown: NDArray[np.int64]
    purse: NDArray[np.float64]


@dataclass(frozen=True)
class Part:
    """The outcome of some games.

    Attributes:
        offers: The picks.
        wins: (games, seats) float64, each seat's share of the win.
        coins: (games, seats) float64, its final coins.
        rounds: (games,) int64, the last round.
        deals: (games,) int64, the number of the deal, from 0.
    """

    offers: Offers
    wins: NDArray[np.float64]
    coins: NDArray[np.float64]
    rounds: NDArray[np.int64]
    deals: NDArray[np.int64]


class Scribe:
    """Records every pick of a match, as its `watch`."""

    def __init__(self, game: Game, games: int) -> None:
        self._game, self._games = game, games
        self._picks: list[tuple[NDArray[Any], ...]] = []
        self.rounds = np.zeros(games, dtype=np.int64)

    def __call__(self, numbers: NDArray[np.int64], vector: Vector, actions: NDArray[np.int64]) -> None:
        """Record a step of the batch."""
        counted = numbers < self._games
        rounds = vector.records["round_number"].astype(np.int64)
        self.rounds[numbers[counted]] = rounds[counted]
        which, row, shown, coins_on = self._game.offers(vector.observations, actions)
        keep = counted[which]
        which, row, shown, coins_on = which[keep], row[keep], shown[keep], coins_on[keep]
        seat = vector.to_act[which].astype(np.int64)
        coins = vector.coins[which, seat].astype(np.float64)
        self._picks.append((numbers[which], seat, rounds[which], row, coins_on, shown, coins))

    def offers(self) -> Offers:
        """Everything recorded so far."""
        return Offers(*(np.concatenate(each) for each in zip(*self._picks, strict=True)))


class Study:
    """A study in a folder, which keeps its games: it can be stopped and resumed, and play more.

    Args:
        folder: The folder; created if necessary.
        terms: What is played.

    Raises:
        ValueError: the folder holds a study with other terms, of another version, or damaged; or the game or an option
            is unknown, or nothing is picked in it.
    """

    def __init__(self, folder: Path, terms: Terms) -> None:
        self.folder, self.terms = folder, terms
        self.game = terms.load()
        if not self.game.picked:
            raise ValueError(f"nothing is picked in {terms.game}, so there is nothing to study")
        league.keep_terms(folder / "study.json", "study", terms)

    def missing(self, games: int) -> list[int]:
        """The numbers of the parts to play to reach a number of games."""
        return [number for number in range(-(-games // self.size)) if not self._file(number).exists()]

    @property
    def size(self) -> int:
        """Games of a part: everybody has every seat equally often."""
        return -(-PART // self.terms.rotations) * self.terms.rotations

    def _file(self, number: int) -> Path:
        return self.folder / f"games-{number:05}.npz"

    def play(self, games: int, pool: Pool, progress: Progress, corpus: CorpusWriter | None = None) -> bool:
        """Play what is missing; False if stopped with Ctrl-C. Every finished part is kept.

        Args:
            games: Minimum number of games.
            pool: Where games are played.
            progress: Shows the progress.
            corpus: Receives the games played now.

        Raises:
            Lost: a process that games are played in has died.
        """
        missing = [(self.terms, self.size, number) for number in self.missing(games)]
        return league.play_missing("study", play_part, missing, self.size, pool, progress, self.keep, corpus)

    def keep(self, number: int, part: Part) -> bool:
        """Save a part in a file, atomically; False if it was there already."""
        is_new = not self._file(number).exists()
        ends = {name: each for name, each in vars(part).items() if name != "offers"}
        half = self._file(number).with_suffix(".half")
        with half.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **vars(part.offers), **ends)
        half.replace(self._file(number))
        return is_new

    def parts(self) -> list[Part]:
        """All games of the study.

        Raises:
            ValueError: a file is damaged.
        """
        return [self._read(path) for path in sorted(self.folder.glob("games-*.npz"))]

    def _read(self, path: Path) -> Part:
        rows, kinds, seats = self.game.verbs[0].size, len(self.game.picked), self.terms.num_players
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in archive.files}
            offers = Offers(*(arrays.pop(field.name) for field in fields(Offers)))
            part = Part(offers, **arrays)
            n, games = len(offers.game), len(part.rounds)
            shapes = (offers.shown.shape, offers.coins_on.shape, part.wins.shape, part.coins.shape, part.deals.shape)
            if shapes != ((n, rows, kinds), (n, rows), (games, seats), (games, seats), (games,)):
                raise ValueError
            if not np.array_equal(np.unique(part.deals), np.arange(part.deals.max(initial=-1) + 1)):
                raise ValueError
            limits = ((offers.game, games), (offers.seat, seats), (offers.row, rows))
            names = [(offers.shown[..., k], len(each)) for k, each in enumerate(self.game.picked.values())]
            if any(len(each) and (each.min() < 0 or each.max() >= most) for each, most in (*limits, *names)):
                raise ValueError
        except (ValueError, KeyError, TypeError, OSError, zipfile.BadZipFile, EOFError) as error:
            raise ValueError(f"'{path}' is damaged: delete it, and the same command plays its games again") from error
        return part


def play_part(terms: Terms, games: int, number: int, records: bool = False) -> tuple[int, Part, list[Played]]:
    """Play some games; returns the number, their outcome, and with `records` the games."""
    game = terms.load()
    scribe = Scribe(game, games)
    seed = seed_of(terms.seed, number)
    recordings: list[Played] = []
    record = (lambda *each: recordings.append(each)) if records else None
    players = [make(each) for each in terms.seats]
    result = match(game, players, games, seed, watch=scribe, record=record, rotations=terms.rotations)
    at = np.arange(games)[:, np.newaxis]
    wins, coins = result.wins[at, result.seating], result.coins[at, result.seating]
    return number, Part(scribe.offers(), wins, coins, scribe.rounds, result.deals), recordings


def lines(
    parts: Sequence[Part], kinds: Sequence[str], names: Sequence[Sequence[str]], first: bool = False
) -> list[Line]:
    """The findings from all parts about each name of each kind and about pairs, best first.

    Args:
        parts: Some games each.
        kinds: What is picked together, as in `Game.picked`.
        names: The names of each kind.
        first: Whether only the picks of the first round count.
    """
    chosen = [_Picks.of(part, first, deals) for part, deals in zip(parts, _deals(parts), strict=True)]
    picks = _Picks(*(np.concatenate([getattr(each, field.name) for each in chosen]) for field in fields(_Picks)))
    result = []
    for kind, key, shown, called in _keys(picks, kinds, names):
        for k in np.unique(shown[shown >= 0]):
            offers = np.bincount(picks.deal, (shown == k).sum(axis=1))
            result.append(_line(kind, called[k], offers, picks, key == k))
    return sorted(result, key=lambda each: (each.kind, -each.wins, -each.picked))


def _deals(parts: Sequence[Part]) -> list[NDArray[np.int64]]:
    """The deals of the games of each part, numbered through all of them."""
    before = accumulate((len(np.unique(part.deals)) for part in parts), initial=0)
    return [first + part.deals for first, part in zip(before, parts, strict=False)]


@dataclass(frozen=True)
class _Picks:
    """Every pick with its outcome: prices, wins, coins and turns, (n,); and what was on offer, (n, rows, kinds).

    `deal`, (n,), is the number of the deal, which is played once in every rotation of the players that differs.
    """

    deal: NDArray[np.int64]
    chosen: NDArray[np.int64]
    shown: NDArray[np.int64]
    price: NDArray[np.float64]
    won: NDArray[np.float64]
    gained: NDArray[np.float64]
    turns: NDArray[np.float64]

    @classmethod
    def of(cls, part: Part, first: bool, deals: NDArray[np.int64]) -> _Picks:
        """The picks of a part, or those of its first rounds, with the deals of its games."""
        offers = part.offers
        at = np.arange(len(offers.row))
        price = offers.row - offers.coins_on[at, offers.row]
        # Each seat's picks follow one another in time; the next one, or the end of the game, ends a race's active life.
        order = np.lexsort((at, offers.seat, offers.game))
        same = (np.diff(offers.game[order]) == 0) & (np.diff(offers.seat[order]) == 0)
        until, purse = part.rounds[offers.game] + 1.0, part.coins[offers.game, offers.seat].astype(np.float64)
        before, after = order[:-1][same], order[1:][same]
        until[before], purse[before] = offers.round[after], offers.purse[after]
        kept = offers.round == 1 if first else np.ones(len(at), dtype=bool)
        shown = np.where(offers.coins_on[:, :, np.newaxis] >= 0, offers.shown, -1)
        return cls(
            deals[offers.game][kept],
            offers.shown[at, offers.row][kept],
            shown[kept],
            price[kept].astype(np.float64),
            part.wins[offers.game, offers.seat][kept],
            (purse - (offers.purse - price))[kept],
            (until - offers.round)[kept],
        )


def _keys(
    picks: _Picks, kinds: Sequence[str], names: Sequence[Sequence[str]]
) -> Iterator[tuple[str, NDArray[np.int64], NDArray[np.int64], list[str]]]:
    """Each kind and all kinds together: the number of what was picked, of what was shown (-1: nothing), and names."""
    for k, kind in enumerate(kinds):
        yield kind, picks.chosen[:, k], picks.shown[..., k], list(names[k])
    if len(kinds) == 2:
        number = len(names[1])
        pair = np.where(picks.shown[..., 0] >= 0, picks.shown[..., 0] * number + picks.shown[..., 1], -1)
        called = [f"{second} {one}" for one in names[0] for second in names[1]]
        yield "+".join(kinds), picks.chosen[:, 0] * number + picks.chosen[:, 1], pair, called


def _line(kind: str, name: str, offers: NDArray[Any], picks: _Picks, rows: NDArray[np.bool_]) -> Line:
    """The line of a name, with the number of offers in each deal, (deals,), and the picks of it, (n,)."""

    def by_deal(values: NDArray[np.float64] | None = None) -> NDArray[Any]:
        return np.bincount(picks.deal[rows], values, minlength=len(offers))

    picked, per_deal = int(rows.sum()), by_deal()
    share_low, share_high = interval(per_deal, offers)
    low, high = interval(by_deal(picks.won[rows]), per_deal)
    pace, deals = picks.gained[rows] / picks.turns[rows], np.count_nonzero(per_deal)
    mean = float(pace.mean()) if picked else math.nan
    squares = float((by_deal(pace - mean) ** 2).sum())
    half = Z95 * math.sqrt(squares * deals / (deals - 1)) / picked if deals > 1 else math.nan
    return Line(
        kind=kind,
        name=name,
        offered=int(offers.sum()),
        picked=picked,
        share=picked / float(offers.sum()),
        share_low=share_low,
        share_high=share_high,
        price=float(picks.price[rows].mean()) if picked else math.nan,
        wins=float(picks.won[rows].mean()) if picked else math.nan,
        wins_low=low,
        wins_high=high,
        coins_a_turn=mean,
        coins_low=mean - half,
        coins_high=mean + half,
        turns=float(picks.turns[rows].mean()) if picked else math.nan,
    )


HEADERS = (
    "name",
    "offered",
    "picked",
    "taken",
    "price",
    "wins",
    "95 % interval",
    "coins a turn",
    "95 % interval",
    "turns",
)


def cells(line: Line) -> list[str]:
    """A line for people, under `HEADERS`."""
    if not line.picked:
        return [line.name, f"{line.offered:,}", "0", "0.0%", *[""] * 6]
    return [
        line.name, f"{line.offered:,}", f"{line.picked:,}", f"{100 * line.share:.1f}%", f"{line.price:.2f}",
        f"{100 * line.wins:.1f}%", f"{100 * line.wins_low:.1f} - {100 * line.wins_high:.1f}%",
        f"{line.coins_a_turn:.2f}", f"{line.coins_low:.2f} - {line.coins_high:.2f}", f"{line.turns:.1f}",
    ]  # fmt: skip


def by_seat(parts: Sequence[Part]) -> list[tuple[float, float, float]]:
    """The share of the games that each seat won, with its 95 % interval."""
    wins = np.concatenate([part.wins for part in parts])
    deals = np.concatenate(_deals(parts))
    games = np.bincount(deals)
    return [(float(won.mean()), *interval(np.bincount(deals, won), games)) for won in wins.T]


def by_round(parts: Sequence[Part]) -> list[tuple[int, int, float]]:
    """For each round, how many picks there were, and the mean price."""
    rounds = np.concatenate([part.offers.round for part in parts])
    price = np.concatenate([_Picks.of(part, False, part.deals).price for part in parts])
    return [(k, int((rounds == k).sum()), float(price[rounds == k].mean())) for k in np.unique(rounds).tolist()]


def write(study: Study, parts: Sequence[Part]) -> list[Path]:
    """Write `study.csv`, `study.md` and a picture for each kind into the study's folder; returns the files."""
    kinds, names = [*study.game.picked], [*study.game.picked.values()]
    tables = {"": lines(parts, kinds, names), "first round: ": lines(parts, kinds, names, first=True)}
    table_file, page = study.folder / "study.csv", study.folder / "study.md"
    with table_file.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["picks", *(field.name for field in fields(Line))], lineterminator="\n")
        writer.writeheader()
        for which, each in tables.items():
            writer.writerows({"picks": "first round" if which else "all", **asdict(line)} for line in each)
    pictures = []
    for kind in kinds:
        pictures.append(study.folder / f"{kind}.svg")
        draw([line for line in tables[""] if line.kind == kind and line.picked], kind, pictures[-1])
    page.write_text(_page(study, parts, tables, kinds), encoding="utf-8")
    return [table_file, page, *pictures]


def _page(study: Study, parts: Sequence[Part], tables: dict[str, list[Line]], kinds: Sequence[str]) -> str:
    """The study as Markdown."""
    terms, games = study.terms, sum(len(part.rounds) for part in parts)
    text = [f"# {terms.game}, {terms.num_players} players: {', '.join(terms.seats)}", ""]
    text += [f"{games:,} games, seed {terms.seed}, options {json.dumps(terms.options)}. Intervals are 95 %.", ""]
    seats = [
        [str(seat), f"{100 * rate:.1f}%", f"{100 * low:.1f} - {100 * high:.1f}%"]
        for seat, (rate, low, high) in enumerate(by_seat(parts))
    ]
    text += [*table(["seat", "wins", "95 % interval"], seats), ""]
    rounds = [[str(number), f"{picks:,}", f"{price:.2f}"] for number, picks, price in by_round(parts)]
    text += [*table(["round", "picks", "mean price"], rounds), ""]
    for which, each in tables.items():
        for kind in [*kinds, *(["+".join(kinds)] if len(kinds) > 1 else [])]:
            here = [line for line in each if line.kind == kind]
            text += [f"## {(which + kind).capitalize()}", ""]
            if kind in kinds and not which:
                text += [f"![Wins by {kind}]({kind}.svg)", ""]
            if len(here) > SHOWN:
                text += [f"The best {SHOWN} of {len(here)}, of those that were picked 30 times or more:", ""]
                here = [line for line in here if line.picked >= 30][:SHOWN]
            text += [*table([*HEADERS], [cells(line) for line in here]), ""]
    return "\n".join(text)


def draw(ranking: Sequence[Line], kind: str, path: Path) -> None:
    """Draw the win rate after each pick, with intervals, best first, as SVG or PNG."""
    ranking = sorted(ranking, key=lambda line: -line.wins)[:SHOWN]
    rows = [(line.name, 100 * line.wins, 100 * line.wins_low, 100 * line.wins_high) for line in ranking]
    league.draw_intervals(rows, "games won by the seat that picked it, %", kind, path)
