"""External programs as players, in any language: `exec:./bot`; `swenv.agents.engine` has the protocol."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import weakref
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.agents.remembering import Rows
from swenv.core import schemas
from swenv.core.errors import PlayerFailed
from swenv.core.game import Game, State
from swenv.core.plain import check_positive, plain
from swenv.core.vector import Vector, seed_of

PROTOCOL = "swenv-engine/1"
LONGEST = 1 << 20
"""Maximum bytes of a line."""
WANTS = ("actions", "observation", "position", "row")
"""What a program may request besides the legal actions: their texts; what its seat sees, see `encoded`; a position that
is possible as far as its seat knows, with everything hidden redrawn; and a row that identifies the seat and the game,
for a memory, see `Remembering.act_rows`."""
MOST_ROWS = 1 << 20
"""Maximum seats in all games that a program plays at once, if it wants rows."""
SECONDS = 10.0
"""The usual limit for a decision."""
START = 120.0
"""Seconds within which a program must be ready for its first game: it may have to compile something."""
MOST_SECONDS = 86_400.0
"""The longest limit: a day."""
PIECE = 1 << 16
"""Bytes read from a program at a time."""
PENDING = 4
"""Unread pieces of a program's output; it has to wait before it writes more."""


def encoded(observation: NDArray[np.int8]) -> str:
    """An observation as text: its bytes in base64; a list of numbers takes more than ten times as long to read."""
    return b64encode(observation.tobytes()).decode("ascii")


def starts_program(spec: str) -> bool:
    """Whether this names a program to start: such names come from the user who runs swenv, never from a file."""
    return spec.partition(":")[0] == External.name


class External(Player):
    """A program that plays by the engine protocol.

    It is started at the first `reset`, and ended with the player. For many games at once, it gets all requests at once,
    and answers one after another. If it exits, gives an invalid answer, or takes too long, it is killed and the player
    fails; the next `reset` restarts it.

    Args:
        command: The command that starts the program. Quotes are as in a shell; nothing is expanded.
        seconds: The limit for a decision, a day at most.

    Raises:
        ValueError: there is no command, or no such limit.

    Attributes:
        seconds: The limit for a decision.
    """

    name = "exec"

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"exec:{command}: {error}") from None
        if not words:
            raise ValueError("exec: needs a program, as in exec:./bot")
        self._command: str | list[str] = command if os.name == "nt" else words
        self.seconds = check_positive("seconds", seconds)
        if seconds > MOST_SECONDS:
            raise ValueError(f"seconds must be at most {MOST_SECONDS:,.0f}, not {seconds:g}")
        self._wants: set[str] = set()
        self._rows = Rows()
        self.name = f"exec:{command}" + (f"?seconds={seconds:g}" if seconds != SECONDS else "")
        self._program: Program | None = None

    @classmethod
    def named(cls, text: str) -> External:
        """Make one from the text after `exec:`, such as "./bot --fast?seconds=1".

        Raises:
            ValueError: there is no command, or no such limit.
        """
        command, mark, limit = text.rpartition("?seconds=")
        if not mark:
            return cls(text)
        try:
            seconds = float(limit)
        except ValueError:
            raise ValueError(f"exec: seconds must be a number, not '{limit}'") from None
        return cls(command, seconds)

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`.

        Raises:
            ValueError: the program cannot be started, speaks another version of the protocol, or refuses the game.
            PlayerFailed: it has played before, and now failed.
        """
        super().reset(game, seat, seed)
        if self._program is not None and self._program.is_anothers:
            self._program.end.detach()  # a process that was forked leaves the program to its parent
            self._program = None
        is_new = self._program is None
        self._seed = plain(seed)
        if is_new:
            self._rows = Rows()
        self._rows.begin()
        try:
            if self._program is None:
                self._program = Program(self.name, self._command)
                hello = self._program.ask({"do": "hello", "protocol": PROTOCOL}, START)
                if hello.get("protocol") != PROTOCOL:
                    raise PlayerFailed(f"{self.name} speaks {hello.get('protocol')!r}, not {PROTOCOL!r}")
                wants = hello.get("wants", [])
                if not isinstance(wants, list) or not set(map(str, wants)) <= set(WANTS):
                    raise PlayerFailed(f"{self.name} wants {wants!r}; there are {', '.join(WANTS)}")
                self._wants, self.remembers = set(wants), "row" in wants
            sizes = {"num_actions": game.num_actions, "observation_size": game.observation_size}
            about = {"game": game.name, "num_players": game.num_players, "options": game.options, "seat": self.seat}
            self._program.ask({"do": "reset", **about, "seed": self._seed, **sizes}, START)
        except BaseException as error:
            self._end()
            if is_new and isinstance(error, PlayerFailed):
                raise ValueError(str(error)) from None
            raise

    def act(self, state: State) -> int:
        """See `Player.act`.

        Raises:
            PlayerFailed: the program failed.
        """
        self._check(state)
        rows = self._rows.of(state) if self.remembers else None
        return self._play([self._request_of(state)], state.mask()[np.newaxis], rows)[0]

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`.

        Raises:
            TypeError: the program wants positions or rows: call `act` or `act_in`.
            PlayerFailed: the program failed.
            RuntimeError: the player has not been reset.
        """
        if self.remembers or "position" in self._wants:
            raise TypeError(f"player '{self.name}' needs states, not observations: call act or act_in")
        requests = [self._request(*each) for each in zip(observations, masks, strict=True)]
        return np.array(self._play(requests, masks), dtype=np.int64)

    def act_in(self, vector: Vector, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Player.act_in`.

        Raises:
            PlayerFailed: the program failed.
        """
        masks = vector.masks[games]
        if "position" in self._wants:
            requests = [self._request_of(vector.state(i)) for i in games]
        else:
            requests = [self._request(*each) for each in zip(vector.observations[games], masks, strict=True)]
        rows = self._rows.of_games(vector, games) if self.remembers else None
        return np.array(self._play(requests, masks, rows), dtype=np.int64)

    def _request(self, observation: NDArray[np.int8], mask: NDArray[np.bool_]) -> dict[str, Any]:
        """The request for a decision, without the position."""
        legal = np.flatnonzero(mask).tolist()
        request: dict[str, Any] = {"do": "play", "legal": legal}
        if "actions" in self._wants:
            request["actions"] = [str(self.game.action(each)) for each in legal]
        if "observation" in self._wants:
            request["observation"] = encoded(observation)
        return request

    def _request_of(self, state: State) -> dict[str, Any]:
        """The request for a decision."""
        observation = state.observation()
        request = self._request(observation, state.mask())
        if "position" in self._wants:
            seen = seed_of(self._seed, zlib.crc32(observation.tobytes()))
            request["position"] = state.sample_hidden(state.to_act, seen).to_position()
        return request

    def _play(
        self,
        requests: list[dict[str, Any]],
        masks: NDArray[np.bool_],
        rows: tuple[NDArray[np.int64], NDArray[np.bool_]] | None = None,
    ) -> list[int]:
        """Ask for decisions, with the rows of `Rows` if the program remembers."""
        if self._program is None:
            raise PlayerFailed(f"{self.name} failed before")
        if rows is not None:
            if rows[0].max(initial=0) >= MOST_ROWS:
                raise PlayerFailed(f"{self.name} remembers {MOST_ROWS:,} seats of games at most")
            for request, row, new in zip(requests, *(each.tolist() for each in rows), strict=True):
                request |= {"row": row, "new": new}
        try:
            answers = self._program.ask_all(requests, self.seconds)
            return [self._action(answer.get("action"), mask) for answer, mask in zip(answers, masks, strict=True)]
        except BaseException:  # Ctrl-C, too: a late answer would be mistaken for that of the next request
            self._end()
            raise

    def _action(self, action: Any, mask: NDArray[np.bool_]) -> int:
        """The action of an answer, which must be legal."""
        if type(action) is not int or not 0 <= action < len(mask) or not mask[action]:
            text = f" '{self.game.action(action)}'" if type(action) is int and 0 <= action < len(mask) else ""
            raise PlayerFailed(f"{self.name} answered action {str(action)[:80]}{text}, which is not legal")
        return action

    def _end(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program is not None:
            program.end()


class Program:
    """A running program and its output.

    Args:
        name: Its name in messages.
        command: The command that starts it.

    Raises:
        PlayerFailed: it cannot be started.

    Attributes:
        end: Ends it, and whatever it has started.
    """

    def __init__(self, name: str, command: str | list[str]) -> None:
        self._name, self._num_requests, self._owner = name, 0, os.getpid()
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)
        except (OSError, ValueError) as error:
            raise PlayerFailed(f"{name} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._process, self._output, self._input = process, Queue[list[bytes]](PENDING), Queue[bytes](PENDING)
        self._lines: list[bytes] = []
        # Threads, so that a program that neither reads nor writes can be left at any time.
        Thread(target=_listen, args=(process, self._output), daemon=True).start()
        Thread(target=_tell, args=(process, self._input), daemon=True).start()
        self.end = weakref.finalize(self, _end, process, self._input)

    @property
    def is_anothers(self) -> bool:
        """Whether it was started by another process, from which this one was forked."""
        return self._owner != os.getpid()

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request and wait for its answer, as `ask_all` does."""
        return next(iter(self.ask_all([request], seconds)))

    def ask_all(self, requests: list[dict[str, Any]], seconds: float) -> Iterator[dict[str, Any]]:
        """Send requests, and yield the answers as they come.

        Args:
            requests: The requests.
            seconds: How long it may take for each.

        Raises:
            PlayerFailed: an answer does not come in time, or is none.
        """
        if self.is_anothers:
            raise PlayerFailed(f"{self._name} was started by another process: reset the player")
        first = self._num_requests + 1
        self._num_requests += len(requests)
        lines = (json.dumps({"id": first + k, **request}) for k, request in enumerate(requests))
        try:
            self._input.put("".join(f"{line}\n" for line in lines).encode(), timeout=seconds)
        except Full:
            raise PlayerFailed(f"{self._name} does not read what it is asked") from None
        for number in range(first, first + len(requests)):
            yield self._answer(number, seconds)

    def _answer(self, number: int, seconds: float) -> dict[str, Any]:
        """The answer to a request."""
        if not self._lines:
            try:
                self._lines = self._output.get(timeout=seconds)[::-1]
            except Empty:
                raise PlayerFailed(f"{self._name} did not answer within {seconds:g} s") from None
        line = self._lines.pop()
        if len(line) > LONGEST:
            raise PlayerFailed(f"{self._name} answered with more than {LONGEST:,} bytes")
        if not line.endswith(b"\n"):
            raise PlayerFailed(f"{self._name} {self._ending()}" + (", in the middle of a line" if line else ""))
        try:
            answer = schemas.parse(line.decode("utf-8"), "its answer")
        except ValueError as error:
            raise PlayerFailed(f"{self._name}: {error}") from None
        if not isinstance(answer, dict) or answer.get("id") != number:
            raise PlayerFailed(f"{self._name} answered {line[:80].decode('utf-8', 'replace')!r} to request {number}")
        if "error" in answer:
            raise PlayerFailed(f"{self._name}: {str(answer['error'])[:500]}")
        return answer

    def _ending(self) -> str:
        """How it ended, once its output is closed."""
        try:
            return f"ended with exit status {self._process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            return "closed its output"


def _listen(process: subprocess.Popen[bytes], output: Queue[list[bytes]]) -> None:
    """Read a program's lines until it ends or one is too long; that line comes without its end."""
    assert process.stdout is not None
    with process.stdout as stream:
        piece, begun = b" ", b""
        while piece and len(begun) <= LONGEST:
            piece = stream.read1(PIECE)  # type: ignore[attr-defined]
            *lines, begun = (begun + piece).split(b"\n")
            lines = [line + b"\n" for line in lines] + ([begun] if not piece or len(begun) > LONGEST else [])
            while lines:
                try:
                    output.put(lines, timeout=1)
                    lines = []
                except Full:
                    if process.returncode is not None:
                        return


def _tell(process: subprocess.Popen[bytes], requests: Queue[bytes]) -> None:
    """Write requests to a program; an empty one ends it."""
    assert process.stdin is not None
    with suppress(OSError), process.stdin as stream:  # it has ended, as the end of its output shows
        while request := requests.get():
            stream.write(request)
            stream.flush()


def _end(process: subprocess.Popen[bytes], requests: Queue[bytes]) -> None:
    """End a program: close its input and, if it does not exit, kill it with all that it has started."""
    with suppress(Full):
        requests.put_nowait(b"")
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=1)
    if os.name == "nt":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # its group outlives a script that has started the real program
    process.wait()
