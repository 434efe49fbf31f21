"""Folders of runs as documents of plain JSON types: what was trained, played and scored, and how far along it is.

These functions run in a separate process, see `Laboratory`: reading a folder may take long, by accident or by design.
Nothing in it is executed or unpickled, and nothing is written to it.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.render import glyph
from swenv.training.progress import duration
from swenv.web import recordings
from swenv.web.curves import FILE, Progress, damaged_lines_note
from swenv.web.entrants import copy
from swenv.web.watched import Unreadable, Watched, checked, clean, parsed, sendable

LARGEST_HEAD = 2_000_000
"""Maximum bytes of the file that describes a run."""
LONGEST_LINE = 1_000_000
"""Maximum characters of a line of games."""
SHORT = 200
"""Characters of a setting's value that are sent."""
QUIET = 180.0
"""Seconds without a change after which a run no longer counts as running."""
MOST_RUNS, MOST_LINES = 300, 100_000
"""How many runs of a folder, and lines of a file, are read."""
MOST_SEATS = 16
"""Of a game."""
MOST_ROWS, MOST_TABLES, MOST_CHECKPOINTS = 100, 12, 200
"""Limits on what is sent: rows of a table, tables, checkpoints."""
MOST_PLAYERS, MOST_RATED = 40, 20
"""Players of a league that are shown, and the most for whom ratings take only a few seconds."""
Document = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of run.

    Attributes:
        name: Its name.
        mark: The file that identifies it.
        format: How the format in that file begins.
        changes: Files that grow or are replaced while it runs; with a folder, or a pattern's first letters and "*".
        show: Makes the rest of its document, from its folder and the document in `mark`.
        schema: The schema of `mark`; "" if it has none.
    """

    name: str
    mark: str
    format: str
    changes: tuple[str, ...]
    show: Callable[[Watched, Document], Document]
    schema: str = ""

    def head(self, folder: Watched) -> Document:
        """What the file says by which the run is known.

        Raises:
            Unreadable: it is damaged, of another version, or of another program.
        """
        document = parsed(folder.text(self.mark, LARGEST_HEAD), self.mark)
        if not isinstance(document, dict) or not str(document.get("format", "")).startswith(self.format):
            raise Unreadable(f"{self.mark} is not of swenv")
        if self.schema:
            checked(self.schema, document, self.mark)
        return document


@contextmanager
def training_installed() -> Iterator[None]:
    """Name the missing packages if the figures of a run need some that are not installed."""
    try:
        yield
    except ImportError as error:
        raise Unreadable(f"its figures need more packages ({error.name}): pip install swenv-rl[train]") from error


# --- what there is -------------------------------------------------------------------------------


def kind_of(folder: Watched) -> Kind | None:
    """The kind of a run; None if the folder is not a run."""
    return next((kind for kind in KINDS if folder.has(kind.mark)), None)


def runs(root: str) -> Document:
    """The runs of a watched folder: the folder itself, or those directly in it; and messages about what is left out."""
    watched = Watched.at(root)
    entries: list[Document] = []
    left_out = []
    try:
        names = [""] if kind_of(watched) else watched.names()
    except Unreadable as error:
        return {"runs": [], "left_out": [f"{error}."]}
    for name in names:
        folder = watched.inner(name) if name else watched
        if len(entries) >= MOST_RUNS:
            left_out.append(f"Only the first {MOST_RUNS} runs of {watched.name} are shown.")
            break
        if not name or folder.is_folder():
            kind = kind_of(folder)
            try:
                entries += [{"inside": name, **_document(summary(folder, kind, kind.head(folder)))}] if kind else []
            except Unreadable as error:
                left_out.append(f"{folder.name}: {error}.")
        elif folder.path.is_symlink() and folder.path.is_dir():
            left_out.append(f"{folder.name} is a link that leads out of the watched folder.")
    return {"runs": entries, "left_out": [clean(each) for each in left_out]}


def summary(folder: Watched, kind: Kind, head: Mapping[str, Any]) -> Document:
    """The entry of a run in a list: kind, game, seconds since its files changed, and whether it is running."""
    about = _config(head) if kind.name == "training" else head
    times = [status.st_mtime for name in _changing(folder, kind) if (status := folder.stat(name))]
    since = max(0.0, time.time() - max(times, default=0.0))
    patience = max(QUIET, 3 * _number(about.get("checkpoint_seconds")))
    seats = about.get("num_players")
    return {
        "name": folder.name,
        "kind": kind.name,
        "game": str(about.get("game", "")),
        "num_players": seats if type(seats) is int and 0 < seats < 100 else None,
        "changed": round(since, 1),
        "growing": since < patience and not _is_finished(folder, kind),
    }


def _changing(folder: Watched, kind: Kind) -> list[str]:
    """The files whose times show when a run last changed."""
    names: list[str] = [kind.mark]
    for each in (*kind.changes, *_curves_in(folder, kind)):
        pattern = each.partition("*")[0]
        names += [each] if pattern == each else [name for name in folder.names() if name.startswith(pattern)]
    return names


def _curves_in(folder: Watched, kind: Kind) -> list[str]:
    """The curves of the runs in a sweep: before any agent is judged, only these grow."""
    if kind.name != "sweep":
        return []
    try:
        trials = [folder.inner(name) for name in folder.names() if TRIAL.fullmatch(name)]
        return [f"{trial.path.name}/{run}/{FILE}" for trial in trials if trial.is_folder() for run in trial.names()]
    except Unreadable:
        return []


def _is_finished(folder: Watched, kind: Kind) -> bool:
    """Whether a run has written its final file."""
    if kind.name == "test":
        return _ended(folder, kind.head(folder))
    last = {"training": "report.md", "study": "study.csv", "score": "score.json"}.get(kind.name)
    end = folder.stat(last) if last else None
    others = [folder.stat(name) for name in _changing(folder, kind) if name not in (last, "policy.pt", "checkpoint.pt")]
    return end is not None and all(end.st_mtime >= each.st_mtime for each in others if each)


def run(root: str, inside: str) -> Document:
    """A run in a watched folder, with a revision that changes whenever anything but its age does.

    Raises:
        Unreadable: it cannot be shown, or is no longer there.
    """
    folder, kind, head = _open_run(root, inside)
    short = summary(folder, kind, head)
    with training_installed():
        document = _document(kind.show(folder, head))
    revision = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]
    return {**_document(short), "revision": revision, **document}


def _open_run(root: str, inside: str) -> tuple[Watched, Kind, Document]:
    watched = Watched.at(root)
    folder = watched.inner(inside) if inside else watched
    kind = kind_of(folder)
    if kind is None:
        raise Unreadable("this run is no longer there")
    return folder, kind, kind.head(folder)


# --- training ------------------------------------------------------------------------------------


def _training(folder: Watched, head: Document) -> Document:
    """Settings, charts and checkpoints of a run of `swenv train`."""
    config = _config(head)
    progress = Progress(folder) if folder.has(FILE) else None
    updates, last = (len(progress), progress.last) if progress else (0, {})
    facts = [["Learner", f"{config.get('learner', '')}, network {config.get('network', '')}"]]
    facts += [["Decisions", f"{last.get('frames', 0):,.0f} of {_number(config.get('frames')):,.0f}"]]
    facts += [["Updates", f"{updates:,}"], ["Time", duration(last.get("seconds", 0.0))]]
    facts += [["Begun", str(part.get("date", ""))[:16].replace("T", " ")] for part in _parts(head)[:1]]
    return {
        "facts": facts,
        "notes": progress.notes if progress else ["No update has been saved yet."],
        "charts": progress.charts(config.get("num_players"), _number(config.get("evaluation_games")))
        if progress
        else [],
        "settings": [[name, _shown(value)] for name, value in config.items()],
        "checkpoints": _checkpoints(folder, updates),
    }


def _config(head: Mapping[str, Any]) -> Document:
    config = head.get("config")
    if not isinstance(config, dict):
        raise Unreadable("config.json has no configuration")
    return config


def _parts(head: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The starts and resumes of a run."""
    parts = head.get("parts")
    return [each for each in parts if isinstance(each, dict)] if isinstance(parts, list) else []


def _shown(value: Any) -> str:
    """A setting as text, shortened."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]} …"


def _checkpoints(folder: Watched, updates: int) -> list[int]:
    """The checkpoints that can play, by the number of updates, oldest first: past selves, and the newest weights."""
    past = folder.inner("snapshots")
    names = past.names() if past.is_folder() else []
    numbers = {int(name[:-3]) for name in names if SNAPSHOT.fullmatch(name) and past.has(name)}
    return sorted(numbers | ({updates} if folder.has("policy.pt") else set()))[-MOST_CHECKPOINTS:]


SNAPSHOT = re.compile(r"[0-9]{5,9}\.pt")


# --- leagues -------------------------------------------------------------------------------------


def _standings(folder: Watched, head: Document) -> tuple[Any, list[str]]:
    """The games of a league so far, and remarks about its file; a line that is still being written is left for later.

    Returns:
        A `Standings`.
    """
    from swenv.training.league import Standings, Terms, block_of

    text = folder.text("games.jsonl") if folder.has("games.jsonl") else ""
    terms = Terms(*(head[name] for name in ("game", "num_players", "options", "seed")))
    blocks, damaged = [], 0
    for line in text[: text.rfind("\n") + 1].split("\n")[:-1]:
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError("it is too long")
            blocks.append(block_of(line, terms.num_players, "line"))
        except ValueError:
            damaged += 1
    return Standings(terms, blocks), damaged_lines_note(damaged, "games.jsonl")


def _league(folder: Watched, head: Document) -> Document:
    """Ratings and results by pair."""
    standings, notes = _standings(folder, head)
    names = standings.players
    if not names:
        notes.append("No games have been saved yet.")
    if len(names) > MOST_PLAYERS:
        notes.append(f"Of {len(names)} players, the {MOST_PLAYERS} that came first are shown.")
    if len(names) <= MOST_RATED:
        players = [_rated(each) for each in standings.ratings(names)]
    else:
        notes.append(f"Ratings of more than {MOST_RATED} players take too long here; swenv rate prints them.")
        players = _unrated(standings, names[:MOST_PLAYERS])
    order = [each["player"] for each in players]
    return {
        "facts": [["Games", f"{sum(len(block.wins) for block in standings.blocks.values()):,}"],
                  ["Seed", str(head["seed"])]],
        "notes": notes,
        "settings": [[name, _shown(value)] for name, value in head["options"].items()],
        "league": {
            "players": players,
            "grid": _grid(standings, order),
            "recorded": bool(recordings.files(folder, head)),
        },
    }  # fmt: skip


def _unrated(standings: Any, names: Sequence[str]) -> list[Document]:
    """The rows of the ratings table when there are no ratings, best win rate first."""
    from swenv.training.arena import score

    results = standings.results(names)
    played = results.games @ results.seats
    rows: list[Document] = []
    for k, name in enumerate(names):
        if played[:, k].any():
            did = score(results.wins[:, k], results.coins[:, k], played[:, k])
            wins = [did["wins"] / did["games"], did["low"], did["high"]]
            rows.append({"player": name, "rating": [None] * 3, "lead": [None] * 3, "games": did["games"],
                         "wins": wins, "coins": did["coins"]})  # fmt: skip
    return sorted(rows, key=lambda row: -row["wins"][0])


def _rated(each: Any) -> Document:
    """A row of the table of ratings."""
    return {
        "player": each.player,
        "rating": [each.rating.points, each.rating.low, each.rating.high],
        "lead": [each.lead.points, each.lead.low, each.lead.high],
        "games": each.games,
        "wins": [each.rate, each.low, each.high],
        "coins": each.coins,
    }


def _grid(standings: Any, order: Sequence[str]) -> list[list[Document | None]]:
    """What each player won against each other one; with two seats at a table, with the interval and the games."""
    if standings.terms.num_players > 2:
        shares = standings.cross_table(order)
        return [[{"wins": [float(share), None, None]} if share == share else None for share in row] for row in shares]
    from swenv.training.arena import interval

    by_pair: dict[tuple[str, str], list[NDArray[np.float64]]] = {}
    for (one, other), wins in ((block.table, block.wins) for block in standings.blocks.values()):
        deals = np.reshape(wins, (-1, 2, 2))[:, :, 0].sum(axis=1)
        by_pair.setdefault((one, other), []).append(deals)
        by_pair.setdefault((other, one), []).append(2 - deals)

    def cell(one: str, other: str) -> Document | None:
        if one == other or (one, other) not in by_pair:
            return None
        deals = np.concatenate(by_pair[one, other])
        ends = interval(deals, np.full(len(deals), 2))
        return {"wins": [float(deals.mean()) / 2, *ends], "games": 2 * len(deals)}

    return [[cell(one, other) for other in order] for one in order]


def games(root: str, inside: str, one: str, other: str) -> Document:
    """The recorded games of a league in which two players met.

    Raises:
        Unreadable: this is no league.
    """
    return _document(recordings.games(*_league_at(root, inside), one, other))


def replay(root: str, inside: str, key: str) -> tuple[str, list[str]]:
    """One of these games as a replay, and its players.

    Raises:
        Unreadable: there is no such game, or it does not play back.
    """
    return recordings.replay(*_league_at(root, inside), key)


def _league_at(root: str, inside: str) -> tuple[Watched, Document]:
    folder, kind, head = _open_run(root, inside)
    if kind.name != "league":
        raise Unreadable("only leagues have recorded games")
    return folder, head


# --- checkpoints as players ----------------------------------------------------------------------


def entrants(root: str, inside: str, wanted: Sequence[int], copies: str, playing: Sequence[str] = ()) -> Document:
    """The game of a run, and its checkpoints as players, copied to where they can play.

    Args:
        root: The watched folder.
        inside: The run.
        wanted: The numbers of checkpoints, one for each seat, of which the last one has all further seats; none for the
            newest one against its predecessor.
        copies: Where copies are kept.
        playing: Players in running games, whose copies are kept.

    Raises:
        Unreadable: this is no run of training, or there are no such checkpoints.
    """
    folder, kind, head = _open_run(root, inside)
    if kind.name != "training":
        raise Unreadable("only runs of training have checkpoints that play")
    config, updates = _config(head), len(Progress(folder)) if folder.has(FILE) else 0
    seats, known = config.get("num_players"), _checkpoints(folder, updates)
    if type(seats) is not int or not 1 <= seats <= MOST_SEATS:
        raise Unreadable("config.json does not say how many players there are")
    chosen = [*wanted] or known[-2:][::-1]
    if not wanted and len(known) < min(seats, 2):
        raise Unreadable("there is no earlier checkpoint yet: a run keeps one every few updates, see snapshot_every")
    if len(chosen) > seats or not set(chosen) <= set(known):
        raise Unreadable(f"a game needs 1 to {seats} of the checkpoints that the run has")
    chosen += chosen[-1:] * (seats - len(chosen))
    files = {number: f"snapshots/{number:05}.pt" for number in chosen}
    names = {
        number: copy(folder, config, name if folder.has(name) else "policy.pt", number, Path(copies), playing)
        for number, name in files.items()
    }
    game = {"game": str(config.get("game", "")), "options": config.get("options", {})}
    return {**game, "players": [names[number] for number in chosen]}


# --- studies and exploits ------------------------------------------------------------------------


def _study(folder: Watched, head: Document) -> Document:
    """The value of picks, as far as `swenv study` has written its table."""
    parts = [name for name in folder.names() if PART.fullmatch(name)]
    facts = [["Players", ", ".join(head["seats"])], ["Parts played", f"{len(parts):,}"], ["Seed", str(head["seed"])]]
    if not folder.has("study.csv"):
        return {"facts": facts, "notes": ["The tables are written when the study ends, or is stopped."]}
    tables, notes = _picks(folder.text("study.csv"))
    return {"facts": facts, "notes": notes, "tables": tables}


TEXTS, WHOLE = ("kind", "name"), ("offered", "picked")
"""Columns of a study that are not numbers, and those that are integers."""
OFTEN = 30
"""The fewest picks a name needs to be shown in a long table."""
PART = re.compile(r"games-[0-9]{5,9}\.npz")


def _picks(text: str) -> tuple[list[Document], list[str]]:
    """The tables of a study by what was picked, and remarks about the file."""
    from swenv.training.study import HEADERS, Line, cells

    tables: dict[tuple[str, str], list[Any]] = {}
    damaged = 0
    lines = text.splitlines()[: MOST_LINES + 1]
    names = next(csv.reader(lines[:1]), [])
    for line in lines[1:]:
        try:
            row = dict(zip(names, next(csv.reader([line])), strict=True))
            picks = row.pop("picks")
            values: dict[str, Any] = {
                name: each if name in TEXTS else int(each) if name in WHOLE else float(each)
                for name, each in row.items()
            }
            read = Line(**values)
            tables.setdefault((picks, read.kind), []).append((read.picked, [_ends(each) for each in cells(read)]))
        except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError, csv.Error):
            damaged += 1
    shown = []
    for (picks, kind), rows in tables.items():
        often = rows if len(rows) <= MOST_ROWS else [row for row in rows if row[0] >= OFTEN]
        title = f"{kind.capitalize()}, {'picks of the first round' if picks == 'first round' else 'all picks'}"
        shown.append(_table(title, HEADERS, [texts for _, texts in often], len(rows)))
        shown[-1]["glyphs"] = [_glyphs(row[0]) for row in shown[-1]["rows"]]
    return shown[:MOST_TABLES], damaged_lines_note(damaged, "study.csv")


def _glyphs(name: str) -> list[str]:
    """The glyphs of a race, a power, or a pair such as "dragon_master orcs"."""
    return list(filter(None, map(glyph, name.split())))


def _ends(cell: str) -> str:
    """A cell of a study, with "to" in an interval; empty if there is none."""
    return "" if "nan" in cell.split() else cell.replace(" - ", " to ")


def _exploit(folder: Watched, head: Document) -> Document:
    """How the challengers of an agent did, the best one in games of its own, and how PPO learns against the agent."""
    trials, notes = _challengers(folder.inner("trials"), head)
    final, more = _challengers(folder.inner("final"), head)
    even = f"Equal players win {100 / head['num_players']:.1f} %."
    facts = [["Agent", head["agent"]], ["Minutes of learning", f"{head['minutes']:g}"], ["Seed", str(head["seed"])]]
    learner = folder.inner("learner")
    charts: list[Document] = []
    if learner.has(FILE):
        progress = Progress(learner)
        charts, more = progress.charts(head["num_players"]), more + progress.notes
    if final:
        verdict = "The best challenger in games that it was not chosen by: a lower bound, as a better one may exist."
    else:
        verdict = "The final games have not begun."
    return {
        "facts": facts,
        "notes": [f"{verdict} {even}", *notes, *more],
        "tables": [
            _table(title, ["challenger", "games", "wins", "95 % interval"], rows)
            for title, rows in (("Final games", final), ("Trials", trials))
            if rows
        ],
        "charts": charts,
    }


def _challengers(folder: Watched, head: Document) -> tuple[list[list[str]], list[str]]:
    """How each challenger did in a league against the agent, best first; and remarks about the league's file."""
    from swenv.training.arena import score

    seats = head["num_players"]
    standings, notes = _standings(folder, head)
    scores = []
    for table in dict.fromkeys(table for table, _ in standings.blocks):
        wins, coins = standings.by_deal(table)
        did = score(wins, coins, np.full(len(wins), seats))
        scores.append((did["wins"] / did["games"], table[0], did))
    scores.sort(key=lambda each: -each[0])
    rows = [[name, *_cells(did["games"], 100 * rate, did["low"], did["high"])] for rate, name, did in scores]
    return rows, notes


# --- tests and sweeps ----------------------------------------------------------------------------


def _sequential(folder: Watched, head: Document) -> tuple[Any, list[str]]:
    """The progress of a sequential test, as an `Sprt`, and remarks about its file."""
    from swenv.training.sprt import Sprt

    standings, notes = _standings(folder, head)
    table = standings.one_among(*head["players"])
    test = Sprt(head["low"], head["high"], head["num_players"])
    test.follow(standings.blocks, table)
    return test, notes


def _ended(folder: Watched, head: Document) -> bool:
    """Whether a sequential test has ended; not if that cannot be told."""
    try:
        with training_installed():
            return _sequential(folder, head)[0].accepted is not None
    except Unreadable:
        return False


def _test(folder: Watched, head: Document) -> Document:
    """A sequential test: how often each share of a deal was won, the ratio, and what was accepted."""
    from swenv.training.arena import score
    from swenv.training.sprt import LIMIT

    (one, other), seats = (_called(each) for each in head["players"]), head["num_players"]
    test, notes = _sequential(folder, head)
    shares, deals = [*test.outcomes], [*test.outcomes.values()]
    verdict = {
        "high": f"Accepted: {one} is {head['high']:g} Elo points above {other}, rather than {head['low']:g}.",
        "low": f"Rejected: {one} is {head['low']:g} Elo points above {other}, rather than {head['high']:g}.",
        None: "It is not decided yet.",
    }[test.accepted]
    facts = [["Players", f"{one} against {other}"], ["Deals", f"{sum(deals):,}"]]
    facts += [["Log-likelihood ratio", f"{test.ratio:.2f}, it ends at {-LIMIT:.2f} or {LIMIT:.2f}"]]
    if deals:
        wins = np.repeat(shares, deals) * seats
        did = score(wins, wins, np.full(len(wins), seats))
        facts += [["Wins", f"{100 * did['wins'] / did['games']:.1f} % "
                           f"({100 * did['low']:.1f} to {100 * did['high']:.1f})"]]  # fmt: skip
    rows = [[f"{share * seats:.4g} of {seats}", f"{number:,}"] for share, number in sorted(test.outcomes.items())]
    return {
        "facts": [*facts, ["Seed", str(head["seed"])]],
        "notes": [verdict, *notes],
        "tables": [_table("Deals", ["won", "deals"], rows)] if rows else [],
    }


def _sweep(folder: Watched, head: Document) -> Document:
    """What the agents of each trial won in the same deals, best first, with the trial's settings."""
    from swenv.training.arena import score

    seats, varied = head["num_players"], [text.partition("=")[0] for text in head["space"]]
    standings, notes = _standings(folder.inner("judged"), head)
    won: dict[str, list[NDArray[np.float64]]] = {}
    for table in dict.fromkeys(table for table, _ in standings.blocks):
        won.setdefault(_called(table[0]).partition("/")[0], []).append(standings.by_deal(table)[0])
    scores = []
    for trial, parts in won.items():
        wins = np.concatenate(parts)
        scores.append((trial, score(wins, wins, np.full(len(wins), seats))))
    scores.sort(key=lambda each: -each[1]["wins"] / each[1]["games"])
    rows = [
        [trial, *_cells(did["games"], 100 * did["wins"] / did["games"], did["low"], did["high"]),
         *_set(folder.inner(trial), varied)]
        for trial, did in scores[:MOST_ROWS]
    ]  # fmt: skip
    columns = ["trial", "games", "wins", "95 % interval", *varied]
    table = _table(f"Against {_called(head['against'])}", columns, rows, len(scores))
    tests = [name for name in folder.names() if name.startswith("test-") and folder.inner(name).has("test.json")]
    said = []
    for name in tests[:MOST_TABLES]:
        inner = folder.inner(name)
        kind = kind_of(inner)
        if kind is not None and kind.name == "test":
            verdict = kind.show(inner, kind.head(inner))["notes"][0]
            said.append(f"The best against the default settings, in other deals: {verdict}")
    begun = [name for name in folder.names() if TRIAL.fullmatch(name)]
    return {
        "facts": [["Trials begun", f"{len([name for name in begun if name != 'default']):,}"],
                  ["Varied", ", ".join(head["space"])], ["Agents for each", f"{head['seeds']}"],
                  ["Seed", str(head["seed"])]],
        "notes": [*said, *notes] if rows else ["No agent has been judged yet.", *notes],
        "tables": [table] if rows else [],
        "settings": [[name, _shown(value)] for name, value in head["settings"].items()],
    }  # fmt: skip


TRIAL = re.compile(r"default|trial-[0-9]{1,6}")
"""The folders of a sweep with its agents."""


def _set(trial: Watched, names: Sequence[str]) -> list[str]:
    """The settings of a trial, from the configuration of its first agent; "" where that does not state one."""
    run = trial.inner("seed-0")
    try:
        config = _config(parsed(run.text("config.json", LARGEST_HEAD), "config.json"))
    except (AttributeError, Unreadable):
        return [""] * len(names)
    values = (config.get(name, "") for name in names)
    return [f"{value:.4g}" if isinstance(value, float) else _shown(value) for value in values]


def _called(player: str) -> str:
    """A player's name; for a folder, only the last two parts: "trial-3/seed-0"."""
    return "/".join(re.split(r"[\\/]", player)[-2:])


# --- score cards ---------------------------------------------------------------------------------


def _score(folder: Watched, head: Document) -> Document:
    """A score card."""
    try:
        rows = [
            [each["task"], each["opponent"], *_cells(each["games"], 100 * each["win_rate"], each["low"], each["high"]),
             f"{100 * each['duel']:.1f} %"]
            for each in head["cells"]
        ]  # fmt: skip
        aggregate = f"{100 * head['aggregate']:.1f} % ({100 * head['low']:.1f} to {100 * head['high']:.1f})"
        facts = [["Agents", ", ".join(head["agents"])], ["Score", aggregate]]
        notes = [f"{task}: not played, which counts as lost: {why}." for task, why in head["refused"].items()]
    except (AttributeError, LookupError, TypeError, ValueError):
        raise Unreadable("score.json is damaged, or of another version of swenv") from None
    columns = ["task", "opponent", "games", "wins", "95 % interval", "in duels"]
    return {"facts": facts, "notes": notes, "tables": [_table("By task", columns, rows)]}


KINDS = (
    Kind("exploit", "exploit.json", "swenv-exploit/", ("learner/progress.csv", "trials/games.jsonl",
         "final/games.jsonl"), _exploit, "exploit"),
    Kind("study", "study.json", "swenv-study/", ("games-*", "study.csv"), _study, "study"),
    Kind("league", "league.json", "swenv-league/", ("games.jsonl",), _league, "league"),
    Kind("sweep", "sweep.json", "swenv-sweep/", ("judged/games.jsonl", "trials.log"), _sweep, "sweep"),
    Kind("test", "test.json", "swenv-test/", ("games.jsonl",), _test, "test"),
    Kind("score", "score.json", "swenv-score/", (), _score),
    Kind("training", "config.json", "swenv-run/", ("progress.csv", "checkpoint.pt", "policy.pt", "report.md"),
         _training),
)  # fmt: skip
"""All kinds of runs; a folder is of the first kind whose mark it has."""


def _document(document: Document) -> Document:
    """A document as it can be sent."""
    sent: Document = sendable(document)
    return sent


def _number(value: Any) -> float:
    """A number of a configuration; 0 if it is none."""
    return float(value) if type(value) in (int, float) and 0 <= value < 1e18 else 0.0


def _cells(games: int, percent: float, low: float, high: float) -> list[str]:
    """The cells of a table about some games: their number, and the percentage won with its interval."""
    return [f"{games:,}", f"{percent:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"]


def _table(title: str, columns: Sequence[str], rows: Sequence[list[str]], number: int | None = None) -> Document:
    """A table of the first rows; with the number of all rows, if these are only some of them."""
    shown = rows[:MOST_ROWS]
    more = (len(rows) if number is None else number) - len(shown)
    return {"title": title, "columns": [*columns], "rows": shown, "more": more}
