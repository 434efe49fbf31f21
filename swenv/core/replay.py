"""Replays: whole games as JSON lines, a header followed by one line per decision.

    {"format": "swenv-replay/1", "game": "smallworld", "num_players": 2, "options": {...}, "seed": 7, "versions": {...}}
    {"seat": 0, "action": "pick 0"}
    {"seat": 0, "action": "conquer 7", "roll": 2}

The seed and the actions determine the game; `seat` and `roll` are for readers, and to check that it plays back as
recorded. A game that did not begin at its start has a position document in its header, under "position"; "players" may
name the players. A file is data: it is validated against `replay.json` and `move.json` in `swenv/schema`, and played by
the rules, never executed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from swenv.core import registry, schemas
from swenv.core.action import Action
from swenv.core.errors import GameOver
from swenv.core.game import Game, State, check_seed
from swenv.core.plain import check_int, plain

FORMAT = "swenv-replay/1"


@dataclass(frozen=True)
class Move:
    """One decision of a replay.

    Attributes:
        seat: The seat that decided.
        action: Its action, as text.
        roll: Face of the reinforcement die that it rolled, or None.
    """

    seat: int
    action: str
    roll: int | None = None

    def line(self) -> str:
        """The move as a line of JSON."""
        roll = {} if self.roll is None else {"roll": self.roll}
        return json.dumps({"seat": self.seat, "action": self.action, **roll}) + "\n"

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.action}" + ("" if self.roll is None else f", rolls {self.roll}")


@dataclass(frozen=True)
class Replay:
    """A game from its beginning up to the last recorded decision; `record` and `parse` return one.

    Attributes:
        game: The game with its options.
        seed: It began as `game.new_state(seed)`.
        moves: The decisions in order.
        versions: The versions that it was recorded with, by name.
        position: It began as `game.from_position(position)` instead, unless this is None.
        players: The name of the player in each seat, for people to read; empty if not recorded.
    """

    game: Game
    seed: int
    moves: tuple[Move, ...]
    versions: dict[str, str] = field(compare=False)
    position: dict[str, Any] | None = None
    players: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a replay, and check that it plays back as recorded.

        Args:
            path: A file of JSON lines, as `save` writes it.

        Raises:
            ValueError: it does not play back, or is not a replay; the message names the file and the line.
            OSError: the file cannot be read.
        """
        return parse(schemas.read_text(Path(path), Path(path).name), Path(path).name)

    def states(self) -> Iterator[State]:
        """Yield the first state, then the state after each move: len(moves) + 1 independent copies."""
        state = _start(self.game, self.seed, self.position)
        yield state.copy()
        for move in self.moves:
            state.apply(move.action)
            yield state.copy()

    def text(self) -> str:
        """The replay as JSON lines."""
        header = {
            "format": FORMAT,
            "game": self.game.name,
            "num_players": self.game.num_players,
            "options": self.game.options,
            "seed": self.seed,
            **({"players": list(self.players)} if self.players else {}),
            "versions": self.versions,
            **({} if self.position is None else {"position": self.position}),
        }
        return "".join([json.dumps(header) + "\n", *(move.line() for move in self.moves)])

    def save(self, path: str | Path) -> None:
        """Write the replay to a file as JSON lines; an existing file is replaced.

        Raises:
            OSError: the file cannot be written.
        """
        Path(path).write_text(self.text(), encoding="utf-8", newline="\n")


class Recorder:
    """Records a game while it is played.

    Attributes:
        state: The current state; play on with the recorder's `apply`.
        replay: The game so far.
    """

    def __init__(self, game: Game, seed: int | None = None, position: dict[str, Any] | None = None) -> None:
        """Start a game; None draws a seed, which the replay records. With a position document, the game starts there.

        Raises:
            ValueError: the seed is out of range, or the position is wrong.
        """
        self._seed = check_seed(seed)
        self._position = plain(position)
        self._moves: list[Move] = []
        self.state = _start(game, self._seed, position)

    def apply(self, action: int | str | Action) -> Move:
        """Carry out an action of the seat to act, as `State.apply` does, and record it.

        Args:
            action: An index, a text such as "conquer 7", or an `Action`.

        Returns:
            The move: who decided what, and the face of the die if one was rolled.

        Raises:
            IllegalAction: the rules forbid it now. Nothing is recorded, and the state is unchanged.
            GameOver: the game has ended.
            ValueError: there is no such action.
        """
        game, seat = self.state.game, self.state.to_act
        index = game.parse(action) if isinstance(action, str | Action) else check_int("action", action)
        self.state.apply(index)
        move = Move(seat, str(game.action(index)), self.state.last_roll)
        self._moves.append(move)
        return move

    @property
    def replay(self) -> Replay:
        """The game so far."""
        return Replay(self.state.game, self._seed, tuple(self._moves), versions(), self._position)


def _start(game: Game, seed: int, position: dict[str, Any] | None) -> State:
    """The state in which a game begins."""
    return game.new_state(seed) if position is None else game.from_position(position)


def record(game: Game, seed: int, actions: Iterable[int | str | Action]) -> Replay:
    """Record the game that begins with `seed` and continues with `actions`.

    Raises:
        IllegalAction: an action is illegal at its turn.
        GameOver: the game ends before the last action.
        ValueError: there is no such action, or the seed is out of range.
    """
    recorder = Recorder(game, seed)
    for action in actions:
        recorder.apply(action)
    return recorder.replay


def parse(text: str, what: str = "replay", load: Callable[..., Game] = registry.load_with) -> Replay:
    """Parse a replay from JSON lines, and check that it plays back as recorded; `what` begins each message.

    Args:
        text: The lines.
        what: What each message begins with.
        load: Loads the game; it is given the name, the number of players and the options.

    Raises:
        ValueError: it is wrong; the message names the line.
    """
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not numbered:
        raise ValueError(f"{what}: it is empty, but a header is required")
    first, *rest = [(f"{what}, line {number}", _line(f"{what}, line {number}", line)) for number, line in numbered]
    place, header = first
    if "format" not in header:
        raise ValueError(f"{place}: field 'format': a replay begins with its header")
    try:
        game = load(header["game"], header["num_players"], header["options"])
        recorder = Recorder(game, header["seed"], header.get("position"))
    except (RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"{place}: {error}") from None
    players = tuple(header.get("players", ()))
    if players and len(players) != game.num_players:
        raise ValueError(f"{place}: field 'players': {len(players)} names for {game.num_players} seats")
    for place, line in rest:
        _play(recorder, place, line, header["versions"])
    return replace(recorder.replay, versions=header["versions"], players=players)


def _line(place: str, text: str) -> dict[str, Any]:
    """Parse and validate one line."""
    document = schemas.parse(text, place)
    if isinstance(document, dict) and document.get("format", FORMAT) != FORMAT:
        raise ValueError(
            f"{place}: field 'format': {document['format']!r} is another version, this one reads {FORMAT!r}"
        )
    is_header = isinstance(document, dict) and "format" in document
    schemas.validate("replay" if is_header else "move", document, place)
    assert isinstance(document, dict)
    return document


def _play(recorder: Recorder, place: str, line: dict[str, Any], recorded_with: dict[str, str]) -> None:
    """Carry out one line of a replay, and check that it happens as recorded."""
    if "action" not in line:
        raise ValueError(f"{place}: a second header")
    seat = recorder.state.to_act
    try:
        if line["seat"] != seat and not recorder.state.is_over:
            raise ValueError(f"field 'seat': seat {seat} decides here, not seat {line['seat']}")
        roll = recorder.apply(line["action"]).roll
        if line.get("roll") != roll:
            raise ValueError(f"field 'roll': the die shows {_face(roll)}, not {_face(line.get('roll'))}")
    except (GameOver, ValueError) as error:
        then, now = recorded_with.get("swenv", "an unknown version"), versions()["swenv"]
        hint = "" if then == now else f" (recorded with swenv {then}, this is {now})"
        raise ValueError(f"{place}: {error}{hint}") from None


def _face(roll: int | None) -> str:
    return "nothing" if roll is None else str(roll)


def versions() -> dict[str, str]:
    """The versions that a replay is recorded with."""
    names = ("numba", "numpy")
    return {"swenv": str(import_module("swenv").__version__), **{name: metadata.version(name) for name in names}}
