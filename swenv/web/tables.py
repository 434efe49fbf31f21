"""Games on a server: their players, what has happened, and who may do and see what."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hmac import compare_digest
from typing import Any

from swenv.core.errors import GameOver, IllegalAction
from swenv.core.game import Game, State
from swenv.core.replay import Move, Replay, versions
from swenv.core.telling import Ledger, Payment, describe
from swenv.render import NOBODY, gains
from swenv.render.phrases import (
    by_alexis,
    failed,
    given_up,
    hidden_phrase,
    hint,
    lost,
    own_people,
    pair,
    phrase,
    report,
    said_of,
    takes,
    told,
    uncovered,
    verb_title,
)

PERSON = "person"
"""The player of a seat that somebody plays in the browser or through the API."""
RECORDED = "recorded"
"""The player of every seat in a game that was opened from a replay: nobody continues it."""
SAMPLES = 16
"""How many times hidden information is resampled to see whether an action revealed any."""
WORLDS = 2
"""How many times it is resampled to see whether an action ends the turn, whatever is hidden."""
UNKNOWN = 4
"""How many times it is resampled to see, beforehand, whether an action that takes a region or a badge reveals any."""
LONGEST_VARIATION = 400
"""Maximum decisions of another line of play."""
PLY = 2_000
"""Approximate bytes of a decision in memory, besides the record of its state."""


class Refused(Exception):
    """A request that cannot be granted; `status` is that of the HTTP response."""

    def __init__(self, status: int, message: str, **more: str) -> None:
        super().__init__(message)
        self.status, self.more = status, more


@dataclass(frozen=True)
class Line:
    """One decision in the log.

    Attributes:
        move: The decision; its action includes its meaning.
        secret: Whether only its seat may know what was chosen.
        paid: If it ended a turn, what that turn paid.
        names: The race and the power that it was about, if it took a combo.
    """

    move: Move
    secret: bool
    paid: tuple[Payment, ...] = ()
    names: tuple[str, ...] = ()


@dataclass
class Table:
    """A game that is played on the server.

    Attributes:
        id: Its name in addresses.
        players: The player of each seat, or `PERSON`.
        tokens: The secret that lets somebody play each seat; "" where a program plays, or while an invitation is open.
        states: The state before each decision and the current one.
        seed: The seed of the game and of its players.
        position: The position document that it began with; None if it began as `game.new_state(seed)`.
        arranged: Whether the person who started it chose its seed or position, and so may know what is coming.
        shared: Whether the people at the table let others learn from it.
        names: What each player is called; "" if nobody says.
        invitations: The secret with which somebody takes each seat once; "" for seats that nobody is invited to.
        private: Whether the list of games leaves it out.
        moves: The decisions.
        log: The decisions in words.
        phrases: The same in plain words, as far as anybody has looked.
        revision: A number that grows whenever something changes, and when the game is read from its file again.
        changed: When it began or its last decision was made, in seconds since 1970.
        trouble: Why the player to act cannot continue; "" if all is well.
        asker: The address for which programs decide: that of whoever began the game, decided last, or opened it when it
            was read; "" after the server has started.
    """

    id: str
    players: tuple[str, ...]
    tokens: tuple[str, ...]
    states: list[State]
    seed: int
    position: dict[str, Any] | None = None
    arranged: bool = False
    shared: bool = False
    names: tuple[str, ...] = ()
    invitations: tuple[str, ...] = ()
    private: bool = False
    moves: list[Move] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    revision: int = 1
    changed: float = field(default_factory=time.time)
    trouble: str = ""
    asker: str = ""

    def __post_init__(self) -> None:
        blank = ("",) * len(self.players)
        self.names, self.invitations = self.names or blank, self.invitations or blank

    @classmethod
    def new(
        cls,
        start: State,
        players: Sequence[str],
        seed: int,
        position: dict[str, Any] | None = None,
        arranged: bool = False,
        names: Sequence[str] = (),
        invited: Collection[int] = (),
    ) -> Table:
        """Begin a game; the seats of people who are `invited` have invitations in place of tokens."""
        tokens, invitations = (
            tuple(
                secrets.token_urlsafe(16) if player == PERSON and (seat in invited) == by_invitation else ""
                for seat, player in enumerate(players)
            )
            for by_invitation in (False, True)
        )
        id = secrets.token_urlsafe(8)
        table = cls(id, tuple(players), tokens, [start], seed, position, arranged)
        table.names, table.invitations = tuple(names) or table.names, invitations
        return table

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.states[0].game

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    @cached_property
    def size_of_game(self) -> int:
        """Approximate bytes that the game itself takes in memory; equal games may share them."""
        game = self.game
        boards = getattr(game, "boards", ())
        own = (
            boards if len(boards) == 1 or (boards and not boards[0].faces) else ()
        )  # the tables of Warcraft are shared
        corners = sum(len(region.polygon or ()) for board in own for region in board.regions)
        return int(game.tables.nbytes + game.blank.nbytes) + 100_000 + 200 * corners

    @property
    def in_progress(self) -> bool:
        """Whether somebody has to decide."""
        return not self.state.is_over and RECORDED not in self.players

    @property
    def waits_for_program(self) -> bool:
        """Whether a program has to decide."""
        return self.in_progress and self.players[self.state.to_act] != PERSON

    @property
    def replay(self) -> Replay:
        """The game so far."""
        return Replay(self.game, self.seed, tuple(self.moves), versions(), self.position)

    def seat_of(self, token: str) -> int:
        """The seat that a token belongs to; `NOBODY` without one.

        Raises:
            Refused: no seat has this token.
        """
        if not token:
            return NOBODY
        for seat, own in enumerate(self.tokens):
            if own and compare_digest(own.encode(), token.encode()):
                return seat
        raise Refused(403, "no seat of this game has that token")

    def seat_of_invitation(self, invitation: str, token: str) -> int:
        """The seat of an invitation, for somebody who wants to play it with this token.

        Raises:
            Refused: there is no such invitation, or somebody with another token has taken the seat.
        """
        for seat, own in enumerate(self.invitations):
            if own and compare_digest(own.encode(), invitation.encode()):
                taken = self.tokens[seat]
                if taken and not compare_digest(taken.encode(), token.encode()):
                    raise Refused(409, "this seat is taken: somebody else has opened the link before")
                return seat
        raise Refused(403, "no seat of this game has that invitation")

    def list_entry(self) -> dict[str, Any]:
        """Its entry in the list of games, as plain JSON types."""
        state = self.state
        return {
            "id": self.id,
            "game": self.game.name,
            "title": self.game.title,
            "players": self.players,
            "names": self.names,
            "coins": None if self.hides_coins else state.coins.tolist(),
            "money": self.game.money,
            "round": state.round,
            "to_act": state.to_act if self.in_progress else None,
            "over": state.is_over,
            "age": max(0, int(time.time() - self.changed)),
        }

    @property
    def hides_coins(self) -> bool:
        """Whether seats do not see each other's coins."""
        return bool(self.game.options.get("hide_coins")) and not self.state.is_over

    @property
    def signed_replay(self) -> Replay:
        """The game so far, with the names of the players."""
        if RECORDED in self.players and not any(self.names):
            return self.replay
        called = tuple(name or player for name, player in zip(self.names, self.players, strict=True))
        return replace(self.replay, players=called)

    def play(self, action: int) -> Move:
        """Carry out an action of the seat to act.

        Raises:
            IllegalAction: the rules forbid it; nothing has changed.
            GameOver: the game has ended.
        """
        before, after = self.state, self.state.copy()
        after.apply(action)
        move = Move(before.to_act, str(self.game.action(action)), after.last_roll)
        verb = self.game.action(action).verb
        self.states.append(after)
        self.moves.append(move)
        self.log.append(
            Line(describe(before, move), verb in self.game.secret_verbs, self._turn_payments(), _names(before, action))
        )
        self.revision += 1
        self.trouble = ""
        return move

    def _turn_payments(self) -> tuple[Payment, ...]:
        """What the last decision's turn paid, if that decision ended it; otherwise nothing."""
        before, after = self.states[-2:]
        if (before.round, before.turn) == (after.round, after.turn) and not after.is_over:
            return ()
        ledger, first = Ledger(self.game), len(self.moves) - 1
        while first and (self.states[first - 1].round, self.states[first - 1].turn) == (before.round, before.turn):
            first -= 1
        for state, move in zip(self.states[first:], self.moves[first:], strict=False):
            ledger.note(state, self.game.parse(move.action))
        payments = ledger.report(after, open_purses=not self.game.options.get("hide_coins"))
        return tuple(said_of(payment, self.game, before.turn) for payment in payments)

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last decision: it is still to act, and that decision revealed nothing."""
        if not self.moves or self.state.is_over or self.state.to_act != seat or self.moves[-1].seat != seat:
            return False
        before = self.states[-2]
        return before.turn == self.state.turn and not reveals(before, self.game.parse(self.moves[-1].action))

    def undo(self, seat: int) -> int:
        """Take back the last decision of a seat and return its action.

        Raises:
            Refused: it may not.
        """
        if not self.may_undo(seat):
            raise Refused(409, "nothing can be undone: others have played since, or something was revealed")
        action = self.game.parse(self.moves[-1].action)
        self.take_back()
        self.revision += 1
        return action

    def take_back(self) -> None:
        """Forget the last decision."""
        for each in (self.states, self.moves, self.log):
            each.pop()
        del self.phrases[len(self.moves) :]

    def phrased(self, number: int) -> str:
        """A decision in plain words; each is put into words once."""
        for k in range(len(self.phrases), number + 1):
            before, after, action = self.states[k], self.states[k + 1], self.game.parse(self.moves[k].action)
            self.phrases.append(report(before, after, action) + _led_to(before, after, action))
        return self.phrases[number]


def _led_to(before: State, after: State, action: int) -> str:
    """What an action led to: "; this uncovers the Great Brass Pipe", "; Alexis lays a tile on cell 9 9"; or ""."""
    said = uncovered(before, after)
    return by_alexis(before, after, action) + (said if said and reveals(before, action) else "")


def _names(state: State, action: int) -> tuple[str, ...]:
    """The power and the race of the combo that an action takes; none for every other action."""
    said = state.game.action(action)
    if said.verb not in ("pick", "swap"):
        return ()
    combo = state.to_position()["column"][int(said.args[0])]
    return tuple(filter(None, (combo["power"], combo["race"])))


def memory(tables: Iterable[Table]) -> int:
    """Approximate bytes that games take in memory: each state, its decision and its line in the log, and each game."""
    games: dict[int, int] = {}
    states = 0
    for table in tables:
        games[id(table.game)] = table.size_of_game
        states += len(table.states) * (table.state.record.nbytes + PLY)
    return states + sum(games.values())


def reveals(state: State, action: int, worlds: Sequence[State] | None = None) -> bool:
    """Whether an action shows the seat to act something that it could not know before, such as a die or a card.

    A seat may take back what it revealed of its own hand: only that seat is harmed.

    Args:
        state: The position.
        action: The index of the action.
        worlds: What the position may be for all that the seat knows; `SAMPLES` draws by default.
    """
    seat, after = state.to_act, state.copy()
    after.apply(action)
    if after.last_roll is not None:
        return True
    seen = after.observation(seat).tobytes()
    for world in worlds or (state.sample_hidden(seat, seed) for seed in range(SAMPLES)):
        other = world.copy()
        try:
            other.apply(action)
        except IllegalAction:  # it depends on what this seat does not know
            return True
        if other.observation(seat).tobytes() != seen:
            return True
    return False


def view(table: Table, seat: int, at: int | None = None) -> dict[str, Any]:
    """What a seat, or `NOBODY`, may know of a game after `at` decisions, as plain JSON types.

    Raises:
        Refused: the game has fewer decisions.
    """
    state, game = state_at(table, at), table.game
    current = at is None or at == len(table.moves)
    log = range(len(table.log) if at is None else at)
    deciding = current and seat == state.to_act and not state.is_over
    hidden = table.hides_coins
    return {
        "id": table.id,
        "revision": table.revision,
        "at": len(table.moves) if at is None else at,
        "decisions": len(table.moves),
        "game": game.name,
        "title": game.title,
        "options": game.options,
        "money": game.money,
        "verbs": {
            verb.name: {
                "title": verb_title(verb.name, game.name),
                "arguments": list(verb.arguments),
                "meaning": verb.meaning,
                "hint": hint(verb, state),
            }
            for verb in game.verbs
        },
        "you": None if seat == NOBODY else seat,
        **_moment(state),
        "rivals": game.rivals(state.record),
        "seats": [
            {
                "player": player,
                "name": table.names[number],
                "waits": player == PERSON and not table.tokens[number],
                "coins": None if hidden and number != seat else coins,
            }
            for number, (player, coins) in enumerate(zip(table.players, state.coins.tolist(), strict=True))
        ],
        "choices": choices(state) if deciding else [],
        "may_undo": current and table.may_undo(seat),
        "arranged": table.arranged,
        "private": table.private,
        "trouble": table.trouble,
        "log": [_line(table, number, seat, hidden) for number in log],
    }


def _moment(state: State) -> dict[str, Any]:
    """The situation of a game: who decides, and what."""
    return {
        "to_act": None if state.is_over else state.to_act,
        "turn": state.turn,
        "round": state.round,
        "phase": state.phase,
        "over": state.is_over,
        "returns": state.returns().tolist() if state.is_over else None,
    }


def state_at(table: Table, at: int | None) -> State:
    """The state after `at` decisions of a game; the current one by default.

    Raises:
        Refused: the game has fewer decisions.
    """
    if at is None:
        return table.state
    if not 0 <= at < len(table.states):
        raise Refused(404, f"the game has {len(table.moves)} decisions so far, not {at}")
    return table.states[at]


def states_of_line(table: Table, at: int | None, line: str) -> list[State]:
    """The states of another line of play: the one after `at` decisions, and those after each action of the line.

    Args:
        table: A game that is no longer played, as a line reveals what is hidden.
        at: Decisions before the line begins; all, by default.
        line: Actions with semicolons between them; "" for none.

    Raises:
        Refused: the game is still running, it has fewer decisions, the line is too long, or an action is illegal.
    """
    states = [state_at(table, at)]
    actions = list(filter(None, line.split(";")))
    if actions and table.in_progress:
        raise Refused(409, "a line of play reveals what is hidden, so it can be tried only once the game is over")
    if len(actions) > LONGEST_VARIATION:
        raise Refused(400, f"a line has {LONGEST_VARIATION} decisions at most")
    for action in actions:
        after = states[-1].copy()
        try:
            after.apply(action)
        except (IllegalAction, GameOver, ValueError) as error:
            raise Refused(409, str(error)) from None
        states.append(after)
    return states


def variation(states: Sequence[State], line: str) -> dict[str, Any]:
    """The options at the end of a line of play, and the line in words."""
    last, game = states[-1], states[0].game
    actions = list(filter(None, line.split(";")))
    return {
        **_moment(last),
        "choices": [] if last.is_over else choices(last),
        "may_undo": True,
        "line": [
            {
                "seat": before.to_act,
                "action": action,
                "phrase": said,
                "told": told(said),
                "roll": after.last_roll,
                "failed": failed(before, after, index),
            }
            for before, after, action in zip(states, states[1:], actions, strict=False)
            for index in (game.parse(action),)
            for said in (report(before, after, index) + _led_to(before, after, index),)
        ],
    }


def choices(state: State) -> list[dict[str, Any]]:
    """The legal actions: target, meaning, whether one takes a seat's own land or ends the turn, and what that pays.

    Of a decline, also the races that it drives from the map, and of actions that take a region or a badge, whether that
    reveals something, after which nothing can be undone.

    Args:
        state: The position.
    """
    mask, document = state.mask(), state.to_position()
    hidden = [state.sample_hidden(state.to_act, seed) for seed in range(UNKNOWN)]
    worlds = hidden[:WORLDS]
    remarks, brought = state.game.remarks(state.observation(), mask), gains(state, document)
    arguments = {verb.name: verb.arguments for verb in state.game.verbs}
    return [
        {
            "action": str(action),
            "verb": action.verb,
            "arguments": dict(zip(arguments[action.verb], map(str, action.args), strict=True)),
            "remark": remarks.get(index, ""),
            "gain": brought.get(index, ""),
            "phrase": phrase(state, index, document),
            "pair": pair(state, index, document),
            "own": bool(own_people(state, index)),
            "given_up": given_up(state, index),
            "reveals": (takes(state, index) or action.verb == "swap") and reveals(state, index, hidden),
            **_turn_outcome(worlds, index),
        }
        for index in state.legal_actions().tolist()
        for action in (state.game.action(index),)
    ]


def _after_turn(before: State, action: int) -> State | None:
    """The state after an action after which others decide; None if they do not, or what is hidden matters."""
    after = before.copy()
    try:
        after.apply(action)
    except IllegalAction:
        return None
    ended = after.is_over or (after.round, after.turn, after.to_act) != (before.round, before.turn, before.to_act)
    return after if ended else None


def _turn_outcome(worlds: Sequence[State], action: int) -> dict[str, Any]:
    """Whether an action ends the turn, and what that pays the seat of the turn, if it is certain."""
    seat, purse = worlds[0].turn, int(worlds[0].coins[worlds[0].turn])
    ends = [_after_turn(world, action) for world in worlds]
    sums = {int(after.coins[seat]) - purse for after in ends if after is not None}
    sure = len(sums) == 1 and None not in ends and worlds[0].to_act == seat
    return {"ends": None not in ends, "pays": sums.pop() if sure else None}


def observed(state: State, seat: int) -> dict[str, Any]:
    """What a network sees from a seat: in words, and as amounts for each place on the board, by column."""
    layout = state.game.observation_layout
    observation, places = state.observation(seat), layout[0]
    amounts = [each for each in places.columns if each.width == 1 and not each.codes]
    lines = [line for line in layout.describe(observation).split("\n") if not line.endswith(": -")]
    return {
        "words": "\n".join(lines),
        "places": list(places.arguments),
        "columns": [
            {
                "name": each.name,
                "meaning": each.meaning,
                "peak": each.peak,
                "values": places.of(observation)[:, each.offset].tolist(),
            }
            for each in amounts
        ],
    }


def _line(table: Table, number: int, seat: int, hidden: bool) -> dict[str, Any]:
    line, before, after = table.log[number], table.states[number], table.states[number + 1]
    move, action = line.move, table.game.parse(table.moves[number].action)
    closed = line.secret and move.seat != seat
    said = hidden_phrase(table.moves[number].action, before.round) if closed else table.phrased(number)
    return {
        "seat": move.seat,
        "round": before.round,
        "turn": before.turn,
        "phrase": said,
        "told": told(said),
        "names": line.names,
        "action": move.action.partition(" ")[0] if closed else move.action,
        "roll": move.roll,
        "failed": failed(before, after, action),
        "lost": lost(before, after, action),
        "paid": [] if hidden else [each._asdict() for each in line.paid],
    }
