"""The server: its requests, and the players that decide between them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import cache, lru_cache
from os import PathLike, stat_result
from pathlib import Path
from secrets import randbelow, token_urlsafe
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

import swenv
from swenv import render
from swenv.agents import starts_program
from swenv.agents.ladder import ratings
from swenv.agents.learned import champions
from swenv.core import registry, rulebook, schemas
from swenv.core.errors import GameOver, IllegalAction
from swenv.core.explain import canonical_name, effect, in_a_line
from swenv.core.game import MAX_SEED, Game, State, check_seed
from swenv.core.replay import parse
from swenv.render import shapes, smallworld_style
from swenv.render.phrases import phrase, phrase_anywhere
from swenv.web.collection import Collection
from swenv.web.documents import check_size, load, result_or_complaint, state_of_position, wrong
from swenv.web.endpoints import ENDPOINTS, Endpoint, described
from swenv.web.folder import Folder, table_of
from swenv.web.guard import POLICY, Guard
from swenv.web.laboratory import Laboratory
from swenv.web.lanes import Lane, address_of
from swenv.web.tables import PERSON, RECORDED, Refused, Table, memory, observed, states_of_line, variation, view
from swenv.web.thinking import Gone, Thinkers, Trouble

LOG = logging.getLogger("swenv.web")
STATIC = Path(__file__).parent / "static"
MOST_TABLES, MOST_WATCHERS, MOST_JUDGEMENTS = 500, 500, 8
"""Limits on the games in memory, the pages watching games, and the positions waiting to be judged."""
MOST_WATCHERS_OF_ONE = 100
"""Pages that may watch games from one address."""
LONGEST_BODY = 20.0
"""Seconds within which a body must arrive."""
MOST_GAMES_OF_ONE = 100
"""Maximum games of one event stream."""
BEAT = 15.0
"""Seconds of silence after which an event stream sends a keep-alive."""
PICTURES = 64
"""Pictures kept in the cache, so that everybody watching a game shares one."""
SHORT = 4_000
"""Bytes up to which a body is parsed at once, without waiting for a turn."""
MOST_MEMORY = 100_000_000
"""Bytes that the games in memory may take, as estimated."""
MOST_EXPECTED = 10
"""Maximum decisions of an expected line of play that are put into words."""
MOST_WORDS, MOST_RULES = 200, 20
"""Letters of a search for rules, and the rules that it returns."""
LANE = {"most": 100, "most_of_one": 16}
"""Maximum requests of a kind waiting for their turn."""


class Server:
    """Games, the players that decide in them, and the answers to requests.

    Args:
        players: The programs that can be chosen as players.
        folder: Where games are kept.
        thinkers: Where these players decide.
        judges: Where they judge positions, so that no game waits for that.
        drawers: Where boards are drawn; by default in the server itself.
        collection: Where finished games are collected; nowhere by default.
        laboratory: The experiments shown; none by default.
    """

    def __init__(
        self,
        players: Sequence[str],
        folder: Folder,
        thinkers: Thinkers,
        judges: Thinkers,
        drawers: Thinkers | None = None,
        collection: Collection | None = None,
        laboratory: Laboratory | None = None,
    ) -> None:
        self.players, self._folder, self._thinkers, self._judges = tuple(players), folder, thinkers, judges
        self._drawers, self._collection, self._laboratory = drawers, collection, laboratory
        self._light_lane, self._heavy_lane, self._picture_lane = (Lane(**LANE) for _ in range(3))
        self._drawing_lane, self._draft_lane, self._starting = (Lane(**LANE) for _ in range(3))
        self._thinking = Lane(width=thinkers.jobs)
        self._judging = 0
        self.tables: dict[str, Table] = {}
        self.unread: list[str] = []
        self._news: dict[str, set[asyncio.Event]] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._watched: Counter[str] = Counter()
        self._watchers: Counter[str] = Counter()
        self._ending = False
        self._picture, self._shown = lru_cache(PICTURES)(_draw), lru_cache(PICTURES)(_show)
        for stored in folder.load(MOST_TABLES):
            if isinstance(stored, Table):
                self.tables[stored.id] = stored
                self._tidy(stored)
            else:
                self.unread.append(stored)

    def app(self, hosts: Sequence[str]) -> Starlette:
        """The application, for requests to these host names."""
        routes = [Route(each.path, self._answer(each), methods=[each.method]) for each in ENDPOINTS]
        return Starlette(
            routes=[
                Route("/", page),
                Route("/games/{id}", page),
                Route("/edit", page),
                Route("/analyse", page),
                Route("/lab", page),
                Route("/lab/{run}", page),
                Route("/api", page),
                Route("/embed", embedded),
                Route("/api/openapi.json", openapi),
                *routes,
                Mount("/static", FILES),
            ],
            middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=1_000)],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Resume all games; stop the players on shutdown."""
        for table in self.tables.values():
            self._drive(table)
        loading = asyncio.create_task(self._load_games())
        yield
        for task in (loading, *self._driving.values()):
            task.cancel()
        for processes in (self._thinkers, self._judges, self._drawers, self._laboratory):
            if processes is not None:
                processes.close()

    async def _load_games(self) -> None:
        """Load all games, so that the first visitor does not wait for them."""
        for name in swenv.games():
            await run_in_threadpool(_game_offer, name)

    def end(self) -> None:
        """Close the event streams of all watchers, so that the server can shut down."""
        self._ending = True
        for news in set().union(*self._news.values()):
            news.set()

    def _answer(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """The function that answers requests to an endpoint; a refusal becomes an error message."""
        handler: Callable[..., Awaitable[Any]] = getattr(self, endpoint.handler)

        async def answer(request: Request) -> Response:
            try:
                if endpoint.body:
                    result = await handler(request, await self._body(request, endpoint.body))
                else:
                    result = await handler(request)
            except Refused as error:
                return JSONResponse({"error": str(error), **error.more}, error.status)
            except Gone:
                return Response(status_code=499)
            return result if isinstance(result, Response) else JSONResponse(result)

        return answer

    async def _body(self, request: Request, schema: str) -> Any:
        """The body of a request, validated against a schema.

        Raises:
            Refused: it is invalid, or took too long to arrive.
            Gone: the visitor has left.
        """
        try:
            content = await asyncio.wait_for(request.body(), LONGEST_BODY)
        except ClientDisconnect:
            raise Gone from None
        except (TimeoutError, asyncio.TimeoutError):
            raise Refused(408, f"the body took more than {LONGEST_BODY:g} seconds") from None
        if len(content) <= SHORT:
            return _parse_body(content, schema)
        return await self._in_turn(self._heavy_lane, request, _parse_body, content, schema)

    async def _in_turn(self, lane: Lane, request: Request, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a slow function, computed in a thread, one call at a time."""
        async with lane.turn(request):
            return await run_in_threadpool(function, *arguments)

    # --- players that are programs ---------------------------------------------------------------

    def _drive(self, table: Table, asker: str = "") -> None:
        """Let programs decide, for an address, until a person has to, or the game is over."""
        table.asker = asker or table.asker
        if table.waits_for_program and table.id not in self._driving:
            self._driving[table.id] = asyncio.create_task(self._decide_in(table))

    async def _decide_in(self, table: Table) -> None:
        try:
            while table.waits_for_program:
                seat = table.state.to_act
                player = table.players[seat]
                if starts_program(player) and player not in self.players:  # a saved game is data
                    raise Refused(403, f"{player} is not among the players of this server")
                async with self._thinking.turn_of(table.asker):
                    action = await self._thinkers.decide(player, table.states, _seed_of(table, seat))
                self._play(table, action)
        except Exception as error:  # whatever a player does, its game must say so
            expected = isinstance(error, Trouble | Refused | ValueError)
            if not expected:
                LOG.exception("game %s", table.id)
            table.trouble = str(error) if expected else f"{type(error).__name__}; see the server log for details"
            table.revision += 1
            self._tell(table)
        finally:
            if self._driving.get(table.id) is asyncio.current_task():  # else it was stopped, and may have begun anew
                del self._driving[table.id]

    def _play(self, table: Table, action: int) -> None:
        before = table.revision, table.trouble
        table.play(action)
        try:
            self._folder.append(table)
        except OSError as error:
            table.take_back()
            table.revision, table.trouble = before
            raise Refused(503, f"the decision could not be saved: {error.strerror}") from error
        table.changed = time.time()
        self._tidy(table)
        self._tell(table)
        if table.state.is_over and self._collection is not None:
            self._collection.offer(table)

    def _tell(self, table: Table) -> None:
        """Wake everybody watching a game."""
        for news in self._news.get(table.id, ()):
            news.set()

    # --- what is asked ---------------------------------------------------------------------------

    async def _table(self, request: Request) -> Table:
        """The game that a request names."""
        return await self._named(request, request.path_params["id"])

    async def _named(self, request: Request, id: str) -> Table:
        """The game of this name, from its file if it is no longer in memory."""
        if id not in self.tables:
            stored = await self._in_turn(self._light_lane, request, self._folder.find, id)
            if stored is None:
                raise Refused(404, "there is no such game")
            if id not in self.tables:  # nobody else has asked for it meanwhile
                self._remember(stored)
                self._drive(stored, address_of(request))
                self._tell(stored)  # its revision has grown
        table = self.tables[id] = self.tables.pop(id)  # the latest
        return table

    def _seat(self, request: Request, table: Table) -> int:
        return table.seat_of(_bearer(request))

    def _own_seat(self, request: Request, table: Table) -> int:
        seat = self._seat(request, table)
        if seat == render.NOBODY:
            raise Refused(401, "only the holder of a seat's token can play it")
        return seat

    async def offer(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        return {
            "games": [await run_in_threadpool(_game_offer, name) for name in swenv.games()],
            "players": [PERSON, *self.players],
            "collects": self._collection is not None,
            "watches": self._laboratory is not None,
        }

    async def listing(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        known = set(request.query_params.get("known", "").split(","))
        tables = (table for table in reversed(self.tables.values()) if table.id in known or not table.private)
        return {"games": [table.list_entry() for table in tables]}

    async def begin(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        for player in wanted["players"]:
            if player != PERSON and player not in self.players:
                raise Refused(400, f"this server does not offer the player '{player}'")
        lane = self._heavy_lane if wanted.get("options") or "position" in wanted else self._light_lane
        table = await self._in_turn(lane, request, _new_table, wanted)
        return await self._begin(request, table, wanted.get("share", False))

    async def _begin(self, request: Request, table: Table, shared: bool = False) -> Response:
        """Add a new game once its players are ready.

        Raises:
            Refused: one of them cannot play it.
        """
        try:
            for seat, player in enumerate(table.players):
                if player != PERSON:
                    async with self._starting.turn(request):
                        await self._thinkers.check(player, table.game, seat, _seed_of(table, seat))
        except Trouble as error:
            raise Refused(400, str(error)) from None
        table.shared = shared
        self._add(table)
        self._drive(table, address_of(request))
        return JSONResponse({"id": table.id, "tokens": table.tokens, "invitations": table.invitations}, 201)

    def _remember(self, table: Table) -> None:
        """Keep a game in memory; to make room, another one is kept only in its file."""
        if len(self.tables) >= MOST_TABLES:
            self._forget(self._least_needed(table))
        self.tables[table.id] = table
        self._tidy(table)

    def _least_needed(self, needed: Table) -> str:
        """The game that makes room for one that is needed: the one used longest ago in which no program decides.

        If somebody watches all of these, one of them; if there are none, the latest of whoever has most of the others.
        """
        others = [id for id in self.tables if id != needed.id]
        idle = [id for id in others if id not in self._driving]
        if idle:
            return next((id for id in idle if not self._watched[id]), idle[0])
        games = Counter(self.tables[id].asker for id in others)
        return max(reversed(others), key=lambda id: games[self.tables[id].asker])

    def _forget(self, id: str) -> None:
        """Keep a game only in its file; if it is a program's turn, play resumes when somebody opens the game."""
        del self.tables[id]
        driving = self._driving.pop(id, None)
        if driving is not None:
            driving.cancel()

    def _tidy(self, needed: Table) -> None:
        """Forget games until the rest fit into the memory limit."""
        while len(self.tables) > 1 and memory(self.tables.values()) > MOST_MEMORY:
            self._forget(self._least_needed(needed))

    def _add(self, table: Table) -> None:
        self._remember(table)
        try:
            self._folder.begin(table)
        except OSError as error:
            del self.tables[table.id]
            raise Refused(503, f"the game could not be saved: {error.strerror}") from error

    async def start(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        query = request.query_params
        seats = query.get("seats", "2")
        number = int(seats) if re.fullmatch("[0-9]{1,2}", seats) else 0
        return await self._in_turn(self._light_lane, request, _start, query.get("game", ""), number)

    async def check(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        return await self._draft(request, state_of_position, wanted["position"], wanted.get("options", {}))

    async def _draft(self, request: Request, read: Callable[..., Any], *document: Any) -> dict[str, Any]:
        """The picture of a state or board that a document describes, or the error in it."""
        draft = await self._in_turn(self._heavy_lane, request, result_or_complaint, read, *document)
        if isinstance(draft, dict):
            return draft
        try:
            await self._lay_out(draft, request, self._draft_lane)
        except Trouble as error:
            return wrong(str(error))
        seen: dict[str, Any] = await self._in_turn(self._heavy_lane, request, result_or_complaint, _draft_answer, draft)
        return seen

    async def _lay_out(self, thing: Any, request: Request, lane: Lane) -> None:
        """Make the drawing of a board in another process, unless it is cached; everything on it is drawn here, quickly.

        Raises:
            Trouble: it took too long.
            Gone: the visitor has left.
        """
        plan = render.plan(thing)
        if self._drawers is None or plan is None or shapes.is_kept(plan):
            return
        async with lane.turn(request):
            if not shapes.is_kept(plan):
                shapes.keep(plan, await self._drawers.draw(plan, request))

    async def boards(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        return {"boards": registry.board_tools().names()}

    async def board(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        try:
            document, schema = registry.board_tools().written(request.path_params["name"])
        except ValueError as error:
            raise Refused(404, str(error)) from None
        return {"board": document, "schema": schemas.schema(schema)}

    async def check_board(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        tools = registry.board_tools()

        def checked(board: Any) -> Any:
            check_size(board)
            return tools.checked(board)

        return await self._draft(request, checked, wanted["board"])

    async def look(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        return view(table, self._seat(request, table), _at(request))

    async def picture(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        state, seat = await self._laid_out(request)
        picture = await self._in_turn(self._picture_lane, request, self._picture, state.copy(), seat)
        return Response(picture, media_type="image/svg+xml")

    async def table(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        return await self._show(request, *await self._laid_out(request))

    async def _show(self, request: Request, state: State, seat: int) -> Any:
        """The board of a state that is laid out, and what lies beside it."""
        return await self._in_turn(self._picture_lane, request, self._shown, state.copy(), seat)

    async def _laid_out(self, request: Request) -> tuple[State, int]:
        """The state that a request is about, with its board already drawn, and the observing seat."""
        table = await self._table(request)
        seat, state = self._seat(request, table), states_of_line(table, _at(request), _line(request))[-1]
        try:
            await self._lay_out(state, request, self._drawing_lane)
        except Trouble as error:
            raise Refused(503, str(error)) from None
        return state, seat

    async def _changed(self, request: Request, table: Table, seat: int) -> dict[str, Any]:
        """A game as the seat that changed it sees it, with the board if the request asks for it."""
        seen, state = view(table, seat), table.state
        if "table" in request.query_params:
            with suppress(Trouble, Refused):  # the change is made, and the board can be asked for again
                await self._lay_out(state, request, self._drawing_lane)
                seen["table"] = await self._show(request, state, seat)
        return seen

    async def events(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        return self._stream(request, [table.id], lambda table: str(table.revision))

    async def news(self, request: Request) -> Any:
        """See `ENDPOINTS`. Games that do not exist are left out."""
        ids = set(request.query_params.get("games", "").split(","))
        if len(ids) > MOST_GAMES_OF_ONE:
            raise Refused(400, f"a stream can be about {MOST_GAMES_OF_ONE} games at most")
        known = []
        for id in ids:
            with suppress(Refused):
                known.append((await self._named(request, id)).id)
        if not known:
            raise Refused(404, "there is none of these games")
        return self._stream(request, known, _event)

    def _stream(self, request: Request, ids: Sequence[str], event: Callable[[Table], str]) -> Response:
        """The response with the events of games, if there is room for another watcher."""
        address = address_of(request)
        if self._watchers.total() >= MOST_WATCHERS or self._watchers[address] >= MOST_WATCHERS_OF_ONE:
            raise Refused(503, "too many pages are watching games on this server")
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return Response(media_type="text/event-stream", headers=headers)
        counts = ((self._watchers, address), *((self._watched, id) for id in ids))
        return _Stream(self._revisions(ids, event), counts, media_type="text/event-stream", headers=headers)

    async def _revisions(self, ids: Sequence[str], event: Callable[[Table], str]) -> AsyncGenerator[str, None]:
        """Events with the revision of each of these games, at first and whenever it grows."""
        news, last = asyncio.Event(), dict.fromkeys(ids, 0)
        for id in ids:
            self._news.setdefault(id, set()).add(news)
        try:
            while not self._ending:
                news.clear()
                for id in ids:
                    table = self.tables.get(id)
                    if table is not None and table.revision != last[id]:
                        last[id] = table.revision
                        yield f"data: {event(table)}\n\n"
                while not news.is_set():
                    with suppress(TimeoutError, asyncio.TimeoutError):
                        await asyncio.wait_for(news.wait(), BEAT)
                        break
                    yield ": still here\n\n"
        finally:
            for id in ids:
                self._news[id].remove(news)
                if not self._news[id]:
                    del self._news[id]

    async def decide(self, request: Request, decision: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        seat = self._own_seat(request, table)
        _check_revision(table, decision)
        if not table.state.is_over and seat != table.state.to_act:
            raise Refused(409, f"seat {table.state.to_act} decides now, not seat {seat}")
        try:
            self._play(table, table.game.parse(decision["action"]))
        except IllegalAction as error:
            raise Refused(409, str(error), rule=error.rule, text=rulebook.rule(error.rule)) from None
        except (GameOver, ValueError) as error:
            raise Refused(409 if isinstance(error, GameOver) else 400, str(error)) from None
        self._drive(table, address_of(request))
        return await self._changed(request, table, seat)

    async def undo(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        seat = self._own_seat(request, table)
        _check_revision(table, wanted)
        before = table.revision
        action = table.undo(seat)
        try:
            self._folder.rewrite(table)
        except OSError as error:
            table.play(action)
            table.revision = before
            raise Refused(503, f"the undo could not be saved: {error.strerror}") from error
        self._tell(table)
        return await self._changed(request, table, seat)

    async def retry(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        self._own_seat(request, table)
        if table.trouble:
            table.trouble = ""
            table.revision += 1
            self._tell(table)
        self._drive(table, address_of(request))
        return {}

    async def join(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        seat = table.seat_of_invitation(_bearer(request), wanted["secret"])
        name = wanted.get("name", "") or table.names[seat]
        self._seat_anew(table, seat, tokens=wanted["secret"], names=name)
        return {"seat": seat}

    async def release(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        table, seat = await self._table(request), wanted["seat"]
        if table.invitations[self._own_seat(request, table)]:
            raise Refused(403, "only whoever started the game can free a seat")
        if seat >= len(table.players) or not table.invitations[seat]:
            raise Refused(400, f"nobody was invited to seat {seat}")
        if (table.hides_coins or table.game.secret_verbs) and any(move.seat == seat for move in table.moves):
            raise Refused(409, f"seat {seat} has decided, and holds what only it may see: it cannot be freed any more")
        self._seat_anew(table, seat, tokens="", names="", invitations=token_urlsafe(16))
        return {"invitation": table.invitations[seat]}

    async def rename(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        seat = self._own_seat(request, table)
        self._seat_anew(table, seat, names=wanted["name"])
        return view(table, seat)

    def _seat_anew(self, table: Table, seat: int, **entries: str) -> None:
        """Change entries of the table about a seat, if they differ."""
        before = {name: getattr(table, name) for name in entries}
        after = {name: (*old[:seat], entries[name], *old[seat + 1 :]) for name, old in before.items()}
        if after == before:
            return
        vars(table).update(after)
        try:
            self._folder.note(table)
        except OSError as error:
            vars(table).update(before)
            raise Refused(503, f"the change could not be saved: {error.strerror}") from error
        table.revision += 1
        self._tell(table)

    async def why(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        seat = self._own_seat(request, table)
        if table.state.is_over or seat != table.state.to_act:
            raise Refused(409, "it is not your turn to decide")
        try:
            table.state.copy().apply(request.query_params.get("action", ""))
        except IllegalAction as error:
            return {"error": str(error), "rule": error.rule, "text": rulebook.rule(error.rule)}
        except ValueError as error:
            raise Refused(400, str(error)) from None
        return {"error": "", "rule": "", "text": ""}

    async def judge(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        seat, at, player = self._seat(request, table), _at(request), request.query_params.get("player", "")
        line = _line(request)
        *before, state = states_of_line(table, at, line)
        if player not in self.players:
            raise Refused(400, f"this server does not offer the player '{player}'")
        if state.is_over:
            raise Refused(409, "the game is over there, so nobody decides anything")
        people = table.players.count(PERSON)
        if not table.state.is_over and people and (state.to_act != seat or people > 1):
            raise Refused(
                403, "before the end, only your own decisions can be judged, and none while you play with others"
            )
        ply = len(table.moves) if at is None else at
        played = table.game.parse(table.moves[ply].action) if ply < len(table.moves) and not line else None
        if self._judging >= MOST_JUDGEMENTS:
            raise Refused(503, "too many positions are being judged; try again in a moment")
        self._judging += 1
        try:
            states = [*table.states[:ply], *before, state]
            judged = await self._judges.judge(player, states, _seed_of(table, state.to_act), ply, played)
        except Trouble as error:
            raise Refused(400, str(error)) from None
        finally:
            self._judging -= 1
        document, parse = state.to_position(), table.game.parse
        for each in judged["actions"]:
            each["phrase"] = phrase(state, parse(each["action"]), document)
        expected = judged["principal_variation"][:MOST_EXPECTED]
        judged["expected"] = [phrase_anywhere(state, parse(action), document) for action in expected]
        return judged

    async def observe(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        seat, state = self._seat(request, table), states_of_line(table, _at(request), _line(request))[-1]
        if seat == render.NOBODY:
            if table.in_progress:
                raise Refused(401, "before the end, only the holder of a seat's token can see what it sees")
            seat = state.to_act
        return observed(state, seat)

    async def open(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        if "position" in wanted:
            table = await self._in_turn(self._heavy_lane, request, _table_of_position, wanted["position"])
        else:
            table = await self._in_turn(self._heavy_lane, request, _table_of_replay, wanted["replay"])
        self._add(table)
        return JSONResponse({"id": table.id}, 201)

    async def replay(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        if not table.state.is_over:
            raise Refused(409, "a replay reveals what is hidden, so it is available only once the game is over")
        headers = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.jsonl"'}
        return Response(table.signed_replay.text(), media_type="application/jsonl", headers=headers)

    async def vary(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        at, line = _at(request), _line(request)
        states = await self._in_turn(self._heavy_lane, request, states_of_line, table, at, line)
        return await self._in_turn(self._heavy_lane, request, variation, states, line)

    async def at(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = await self._table(request)
        if table.in_progress:
            raise Refused(409, "a position reveals what is hidden, so it is available only once the game is over")
        return states_of_line(table, _at(request), _line(request))[-1].to_position()

    async def name(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        entries = (await self._table(request)).game.entries()
        known = canonical_name(request.path_params["name"], entries)
        if not known:
            raise Refused(404, "this game has no such name")
        line = effect(entries[known])
        if not line.startswith(f"{smallworld_style.words(known)}: "):  # what lies on a map names itself
            line = in_a_line(known, entries[known])
        return {
            "name": known,
            "text": "\n".join(filter(None, (line, rulebook.rule(entries[known].to_dict().get("rule", ""))))),
            "line": line,
            "picture": render.glyph(known) or "",
        }

    async def rules(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        game, words = (await self._table(request)).game.name, request.query_params.get("words", "")
        found = await self._in_turn(self._heavy_lane, request, rulebook.search, words[:MOST_WORDS], game)
        return {"rules": [{"rule": rule, "text": text} for rule, text in found[:MOST_RULES]], "number": len(found)}

    # --- the laboratory --------------------------------------------------------------------------

    def _lab(self) -> Laboratory:
        """The laboratory, if folders are watched."""
        if self._laboratory is None:
            raise Refused(404, "this server watches no folders: start it with --watch FOLDER")
        return self._laboratory

    async def laboratory(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        if self._laboratory is None:
            return {"watches": False, "runs": [], "left_out": []}
        return await self._laboratory.runs()

    async def experiment(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        return await self._lab().run(request.path_params["run"], request.query_params.get("revision", ""))

    async def recorded(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        one, other = (request.query_params.get(name, "") for name in ("one", "other"))
        return await self._lab().games(request, request.path_params["run"], one, other)

    async def exhibit(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        tables = (table for table in self.tables.values() if table.in_progress)
        playing = {player for table in tables for player in table.players}
        game = await self._lab().entrants(request, wanted["run"], wanted.get("checkpoints", ()), sorted(playing))
        return await self._begin(request, await self._in_turn(self._heavy_lane, request, _new_table, game))

    async def reopen(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        text, players = await self._lab().replay(request, wanted["run"], wanted["game"])
        table = await self._in_turn(self._heavy_lane, request, _table_of_replay, text, players)
        self._add(table)
        return JSONResponse({"id": table.id}, 201)

    async def rule(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        rule = request.path_params["rule"].upper()
        text = rulebook.rule(rule) if rulebook.ID.fullmatch(rule) else ""
        if not text:
            raise Refused(404, "there is no such rule")
        return {"rule": rule, "text": text}


class _Stream(StreamingResponse):
    """A stream that counts from the moment it is granted until it ends, because many may be requested at once."""

    def __init__(self, content: AsyncIterator[str], counts: Sequence[tuple[Counter[str], str]], **more: Any) -> None:
        super().__init__(content, **more)
        self._counts = counts
        for counter, key in counts:
            counter[key] += 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            for counter, key in self._counts:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]


def _seed_of(table: Table, seat: int) -> int:
    """The seed of the player of a seat."""
    return (table.seed + seat) % (MAX_SEED + 1)


def _bearer(request: Request) -> str:
    """The token that comes with a request, or ""."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _check_revision(table: Table, wanted: Mapping[str, Any]) -> None:
    """Refuse a request from somebody who has seen an earlier revision."""
    if wanted.get("revision", table.revision) != table.revision:
        raise Refused(409, "the game has moved on since")


def _draw(state: State, seat: int) -> str:
    return render.svg(state, seat=_observer(state, seat))


def _show(state: State, seat: int) -> dict[str, Any]:
    """The board as a picture, and the panel beside it as data."""
    observer = _observer(state, seat)
    return {"board": render.svg(state, seat=observer, panel=False), "beside": asdict(render.summary(state, observer))}


def _observer(state: State, seat: int) -> int | None:
    """The observer that a picture is drawn for: once the game is over, one who sees everything."""
    return None if state.is_over else seat


def _event(table: Table) -> str:
    return json.dumps({"game": table.id, "revision": table.revision})


def _draft_answer(draft: Any) -> dict[str, Any]:
    """The answer about a position or board that a client sent."""
    if not isinstance(draft, State):
        return {**wrong(""), "picture": render.board_svg(draft)}
    shown = _show(draft, render.NOBODY if draft.is_over else draft.to_act)
    return {**wrong(""), "picture": shown["board"], "beside": shown["beside"], "problems": draft.problems()}


def _table_of_replay(text: str, players: Sequence[str] = ()) -> Table:
    """The game of a replay, for viewing; a finished one can have players.

    Raises:
        Refused: it is wrong.
    """
    try:
        played = parse(text, load=load)
        return table_of(token_urlsafe(8), played, players or [RECORDED] * played.game.num_players)
    except ValueError as error:
        raise Refused(400, str(error)) from None


def _table_of_position(position: Mapping[str, Any]) -> Table:
    """A game that begins at a position, to look at.

    Raises:
        Refused: it is wrong.
    """
    try:
        start = state_of_position({"seed": 0, **position} if "random" not in position else position, {})
    except (RecursionError, TypeError, ValueError) as error:
        raise Refused(400, str(error)) from None
    return Table.new(start, [RECORDED] * start.game.num_players, 0, start.to_position())


@cache
def _game_offer(name: str) -> dict[str, Any]:
    """What the page needs to know to offer a game."""
    seats = registry.kind(name).seats
    games = {number: swenv.load(name, num_players=number) for number in seats}
    return {
        "game": name,
        "title": registry.kind(name).title,
        "options": {number: _simple(game) for number, game in games.items()},
        "choices": {number: game.choices for number, game in games.items()},
        "champions": [number for number in seats if f"{name}-{number}p" in champions()],
        "ratings": ratings(name),
    }


def _start(name: str, seats: int) -> dict[str, Any]:
    """The start of a game as a position, the schema of its positions, and its tiles.

    Raises:
        Refused: there is no such game.
    """
    try:
        game = load(name, seats, {})
    except ValueError as error:
        raise Refused(400, str(error)) from None
    return {
        "position": game.new_state().to_position(),
        "schema": game.document_schema(),
        "tiles": [asdict(tile) for tile in render.tiles(name)],
    }


def _simple(game: Game) -> dict[str, Any]:
    """The options that a form can show and that matter, with their default values."""
    return {
        option: value
        for option, value in game.options.items()
        if isinstance(value, bool | int | str) and option not in ("map", "reward", *game.idle)
    }


def _new_table(wanted: Mapping[str, Any]) -> Table:
    """Begin a game.

    Raises:
        Refused: there is no such game, option, position or seat.
    """
    players, position, options = wanted["players"], wanted.get("position"), wanted.get("options", {})
    names, invited = _seating(wanted)
    seed = check_seed(wanted.get("seed", randbelow(MAX_SEED + 1)))  # nobody can try them all
    try:
        if position is None:
            start = load(wanted.get("game", ""), len(players), options).new_state(seed)
        else:
            start = state_of_position({"seed": seed, **position} if "random" not in position else position, options)
        if start.game.num_players != len(players):
            raise ValueError(f"{len(players)} players for the {start.game.num_players} seats of the position")
    except (RecursionError, TypeError, ValueError) as error:
        raise Refused(400, str(error)) from None
    arranged = position is not None or "seed" in wanted
    document = None if position is None else start.to_position()
    table = Table.new(start, players, seed, document, arranged, names, invited)
    table.private = wanted.get("private", False)
    return table


def _seating(wanted: Mapping[str, Any]) -> tuple[list[str], list[int]]:
    """The names of the players of a new game, and the seats that people are invited to.

    Raises:
        Refused: a seat is not that of a person.
    """
    players, invited = wanted["players"], wanted.get("invited", [])
    names = wanted.get("names", [""] * len(players))
    if len(names) != len(players):
        raise Refused(400, f"field 'names': {len(names)} names for {len(players)} seats")
    for seat in (*invited, *(seat for seat, name in enumerate(names) if name)):
        if seat >= len(players) or players[seat] != PERSON:
            raise Refused(400, f"only people have names and invitations, and there is none at seat {seat}")
    return names, invited


def _parse_body(content: bytes, schema: str) -> Any:
    """A body, validated against a schema.

    Raises:
        Refused: it is invalid.
    """
    try:
        document = schemas.parse(content.decode(), "body")
        schemas.validate(schema, document, "body")
    except ValueError as error:
        raise Refused(400, str(error)) from None
    return document


def _line(request: Request) -> str:
    return str(request.query_params.get("line", ""))


def _at(request: Request) -> int | None:
    text = request.query_params.get("at")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused(400, "'at' must be a number of decisions")
    return int(text)


# --- pages --------------------------------------------------------------------------------------


class Files(StaticFiles):
    """The files of the page. Browsers cache them, but check each time whether they are still current."""

    def file_response(
        self, full_path: PathLike[str] | str, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, or the answer that the browser has it; another version need not have another size or time."""
        tag = hashlib.sha256(Path(full_path).read_bytes()).hexdigest()
        headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
        response = FileResponse(full_path, status_code, headers, stat_result=stat_result)
        known = self.is_not_modified(response.headers, Headers(scope=scope))
        return NotModifiedResponse(response.headers) if known else response


FILES = Files(directory=STATIC)


async def page(request: Request) -> Response:
    """The page; its script reads the address."""
    return await FILES.get_response("index.html", request.scope)


async def embedded(request: Request) -> Response:
    """A position for other sites, the only view that they may frame: it offers nothing to do."""
    answer = await FILES.get_response("embed.html", request.scope)
    answer.headers["Content-Security-Policy"] = POLICY.format(framed_by="*")
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


async def openapi(request: Request) -> Response:
    """The requests as OpenAPI 3.0 describes them."""
    return JSONResponse(described())
