"""The engine protocol, `swenv-engine/1`: JSON lines through which any program plays, and asks for analysis.

A request is an object on a line, such as `{"id": 7, "do": "apply", "action": "conquer 4"}`. The answer has its id, and
the result, or an `error`, a sentence; after an error, everything is as before. `Engine` is the side that answers.
`External` asks: it turns any program that answers `hello`, `reset` and `play` into a player.
"""

from __future__ import annotations

import inspect
import time
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from threading import Event, Thread
from typing import Any

import numpy as np

import swenv
from swenv.agents import make, starts_program
from swenv.agents.analysis import Judgement, judge
from swenv.agents.base import ANY_SEAT, Player
from swenv.agents.external import LONGEST, PROTOCOL, encoded
from swenv.agents.remembering import Remembering
from swenv.agents.searching import Thinker
from swenv.core import registry, schemas
from swenv.core.errors import wrong
from swenv.core.game import State
from swenv.core.plain import check_int

Answer = dict[str, Any]


class Engine:
    """Answers requests one after another; during an analysis it accepts further requests, which may stop it.

    Args:
        make_player: Makes the player that plays, and the judge of each analysis unless a request names another.
        send: Takes answers, each with the id of its request, and reports, which precede an answer; called by a thread
            of the engine during an analysis.

    Attributes:
        is_open: Whether it has not been asked to quit.
    """

    def __init__(self, make_player: Callable[[], Player], send: Callable[[Answer], None]) -> None:
        self._make_player, self._send = make_player, send
        self.player = make_player()
        self._game: State | None = None
        self._analysis, self._stopped = Thread(), Event()
        self.is_open = True

    def answer(self, line: str) -> None:
        """Carry out a request and send the answer, or begin an analysis."""
        identity: Answer = {}
        try:
            if len(line) > LONGEST:
                raise ValueError(f"a request has at most {LONGEST:,} bytes")
            request = schemas.parse(line, "request")
            if isinstance(request, dict) and isinstance(request.get("id"), int | str):
                identity = {"id": request["id"]}
            request = schemas.validate("engine", request, "request")
            _check_fields(request)
        except ValueError as error:
            self._send({**identity, "error": str(error)})
            return
        if request["do"] in ("stop", "quit"):
            self._stopped.set()
        self.wait()
        if request["do"] == "analyse":
            self._stopped.clear()
            self._analysis = Thread(target=self._carry_out, args=(identity, request), daemon=True)
            self._analysis.start()
        else:
            self._carry_out(identity, request)

    def wait(self) -> None:
        """Wait for the end of an analysis."""
        if self._analysis.is_alive():
            self._analysis.join()

    def _carry_out(self, identity: Answer, request: dict[str, Any]) -> None:
        fields = {field: value for field, value in request.items() if field not in ("do", "id")}
        if request["do"] == "analyse":
            fields["send"] = lambda report: self._send({**identity, "report": report})
        try:
            answer = getattr(self, f"_{request['do']}")(**fields)
        except (ValueError, TypeError, RuntimeError, ImportError) as error:
            answer = {"error": str(error)}
        except BrokenPipeError:
            raise
        except Exception as error:  # a mistake in a player must not leave the other side waiting
            answer = {"error": f"{type(error).__name__}: {error}"}
        self._send({**identity, **answer})

    @property
    def _current(self) -> State:
        if self._game is None:
            raise ValueError("there is no game: ask for 'new' or 'load' first")
        return self._game

    def _hello(self, protocol: str = PROTOCOL) -> Answer:
        if protocol != PROTOCOL:
            raise ValueError(f"this engine speaks {PROTOCOL}, not {protocol}")
        wants = ["position"] if isinstance(self.player, Thinker) else ["observation"]
        if isinstance(self.player, Remembering):
            wants.append("row")
        about = {"name": "swenv", "version": swenv.__version__, "player": self.player.name}
        return {"protocol": PROTOCOL, **about, "games": list(swenv.games()), "wants": wants}

    def _quit(self) -> Answer:
        self.is_open = False
        return {}

    # A game that the engine keeps

    def _new(self, game: str, num_players: int = 2, options: dict[str, Any] | None = None, seed: int = 0) -> Answer:
        self._game = registry.load_with(game, num_players, options or {}).new_state(seed)
        return self._state()

    def _load(self, position: dict[str, Any], options: dict[str, Any] | None = None) -> Answer:
        name, seats, named = registry.game_of(position)
        foreign = registry.foreign_board({key: value for key, value in named.items() if key not in (options or {})})
        if foreign is not None:
            raise wrong(foreign[0], f"'{foreign[1]}' is not a board of swenv; pass your own in 'options'")
        game = registry.load_with(name, seats or 2, {**named, **(options or {})})
        self._game = game.from_position(position)
        return self._state()

    def _state(self) -> Answer:
        state = self._current
        turn = {"to_act": state.to_act, "round": state.round, "turn": state.turn, "phase": state.phase}
        over = {"over": state.is_over, **({"returns": state.returns().tolist()} if state.is_over else {})}
        return {**turn, "coins": state.coins.tolist(), **over}

    def _save(self, seat: int | None = None, seed: int = 0) -> Answer:
        state = self._current if seat is None else self._current.sample_hidden(seat, seed)
        return {"position": state.to_position()}

    def _legal(self) -> Answer:
        legal = self._current.legal_actions().tolist()
        return {"legal": legal, "actions": [str(self._current.game.action(each)) for each in legal]}

    def _observe(self, seat: int | None = None) -> Answer:
        return {"observation": encoded(self._current.observation(seat))}

    def _apply(self, action: int | str) -> Answer:
        self._current.apply(action)
        return self._state()

    def _analyse(
        self, send: Callable[[Answer], None], player: str | None = None, every: float | None = None, seed: int = 0
    ) -> Answer:
        state, last = self._current, time.monotonic()
        if player is None:
            judging = self._make_player()
        else:
            if player == "human" or starts_program(player):
                raise ValueError(f"'{player}' does not judge")
            judging = make(player)
        judging.reset(state.game, seed=seed)

        def watch(judgement: Callable[[], Judgement]) -> bool:
            nonlocal last
            if every is not None and time.monotonic() - last >= every:
                last = time.monotonic()
                send(judgement().document(state))
            return self._stopped.is_set()

        return {"judgement": judge(judging, state, watch=watch).document(state)}

    def _stop(self) -> Answer:
        return {}  # it has already stopped

    # Games kept by the other side

    def _reset(
        self,
        game: str,
        num_players: int,
        options: dict[str, Any],
        seat: int = ANY_SEAT,
        seed: int = 0,
        num_actions: int | None = None,
        observation_size: int | None = None,
    ) -> Answer:
        new_game = registry.load_with(game, num_players, options)
        sizes = {"num_actions": new_game.num_actions, "observation_size": new_game.observation_size}
        for name, size in {"num_actions": num_actions, "observation_size": observation_size}.items():
            if size not in (None, sizes[name]):
                raise ValueError(f"{name} is {sizes[name]} in this version of swenv, not {size}")
        self.player.reset(new_game, seat, seed)
        return {}

    def _play(
        self,
        legal: list[int],
        actions: list[str] | None = None,
        observation: str | None = None,
        position: dict[str, Any] | None = None,
        row: int | None = None,
        new: bool = False,
    ) -> Answer:
        game = self.player.game
        if position is not None and not self.player.remembers:
            return {"action": self.player.act(game.from_position(position))}
        if isinstance(self.player, Thinker):
            raise ValueError(f"player '{self.player.name}' needs the position")
        mask = np.zeros((1, game.num_actions), dtype=np.bool_)
        if max(legal) >= game.num_actions:
            raise ValueError(f"no action {max(legal)}: there are {game.num_actions}")
        mask[0, legal] = True
        if observation is None:
            raise ValueError("request 'play' needs the field 'observation' or 'position'")
        try:
            seen = np.frombuffer(b64decode(observation, validate=True), dtype=np.int8)
        except ValueError:
            raise ValueError("field 'observation': it is not in base64") from None
        if len(seen) != game.observation_size:
            raise ValueError(f"field 'observation': {game.observation_size} numbers are needed, not {len(seen)}")
        if not isinstance(self.player, Remembering):
            return {"action": check_int("action", self.player.act_batch(seen[np.newaxis], mask)[0])}
        if row is None:
            raise ValueError(f"player '{self.player.name}' remembers games, so it needs the field 'row'")
        chosen = self.player.act_rows(seen[np.newaxis], mask, np.array([row]), np.array([new]))
        return {"action": check_int("action", chosen[0])}


def _check_fields(request: dict[str, Any]) -> None:
    """Refuse a request that lacks a field, or has one of another request."""
    do = request["do"]
    known, needed = _fields(do)
    for field in request:
        if field not in known:
            raise ValueError(f"request '{do}' has no field '{field}'")
    for field in needed:
        if field not in request:
            raise ValueError(f"request '{do}' needs the field '{field}'")


@cache
def _fields(do: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The fields that a request may have, and those that it must have."""
    parameters = inspect.signature(getattr(Engine, f"_{do}")).parameters
    own = {name: each for name, each in parameters.items() if name not in ("self", "send")}
    return frozenset({*own, "do", "id"}), tuple(name for name, each in own.items() if each.default is each.empty)
