"""The server: its requests, and the players that decide between them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from secrets import randbelow, token_urlsafe
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import swenv
from swenv import render
from swenv.core import registry, rulebook, schemas
from swenv.core.errors import GameOver, IllegalAction
from swenv.core.explain import explain, spelt
from swenv.core.game import MAX_SEED, Game, State, check_seed
from swenv.core.replay import FORMAT, parse
from swenv.web.folder import Folder, table_of
from swenv.web.guard import Guard
from swenv.web.tables import PERSON, RECORDED, Refused, Table, observed, state_at, view
from swenv.web.thinking import Thinkers, Trouble

STATIC = Path(__file__).parent / "static"
MOST_TABLES, MOST_WATCHERS, MOST_JUDGEMENTS = 500, 500, 8
"""Games that a server has in memory, pages that are told when one goes on, and positions that wait to be judged."""
BEAT = 15.0
"""Seconds after which a quiet stream of events sends a sign of life."""
DEEPEST = 32
"""Levels of a document in a body."""
PICTURES = 256
"""Pictures that are kept, so that all who watch a game share one."""


@dataclass(frozen=True)
class Endpoint:
    """A request that programs can make.

    Attributes:
        method: GET or POST.
        path: With its parameters in braces.
        meaning: What it does, in one sentence.
        handler: The method of `Server` that answers.
        body: The schema of its body in `swenv/schema`, "" without one.
        query: Its optional parameters, with their meanings.
    """

    method: str
    path: str
    meaning: str
    handler: str
    body: str = ""
    query: Mapping[str, str] | None = None


START = {"game": "As in swenv.games()", "seats": "How many; 2 by default"}
AT = {"at": "After this many decisions; now, by default"}
JUDGE = {**AT, "player": "One of those that the server offers"}
ACTION = {"action": "The action, for example 'conquer 7'"}
ENDPOINTS = (
    Endpoint("GET", "/api/offer", "The games and players that can be chosen", "offer"),
    Endpoint("GET", "/api/games", "The games on this server", "listing"),
    Endpoint("POST", "/api/games", "Begin a game; answers with a token for each seat of a person", "begin", "new_game"),
    Endpoint("GET", "/api/positions", "The start of a game as a position, and its schema", "start", query=START),
    Endpoint("POST", "/api/positions", "A position as a picture, or what is wrong with it and where", "check", "draft"),
    Endpoint("GET", "/api/boards", "The names of the boards that come with swenv", "boards"),
    Endpoint("GET", "/api/boards/{name}", "One of these boards, and its schema", "board"),
    Endpoint("POST", "/api/boards", "A board as a picture, or what is wrong with it", "check_board", "board_draft"),
    Endpoint("GET", "/api/games/{id}", "A game as the seat of the token may see it", "look", query=AT),
    Endpoint("GET", "/api/games/{id}/picture", "The same as an SVG picture", "picture", query=AT),
    Endpoint("GET", "/api/games/{id}/events", "Server-sent events: the revision, whenever it grows", "events"),
    Endpoint("POST", "/api/games/{id}/decisions", "Decide for the seat of the token", "decide", "decision"),
    Endpoint("POST", "/api/games/{id}/undo", "Take that seat's last decision back, if it revealed nothing", "undo"),
    Endpoint("POST", "/api/games/{id}/retry", "Let the player that failed try again", "retry"),
    Endpoint("GET", "/api/games/{id}/why", "Why an action is illegal now, with the rule", "why", query=ACTION),
    Endpoint("GET", "/api/games/{id}/judgement", "What a player thinks of a position", "judge", query=JUDGE),
    Endpoint("GET", "/api/games/{id}/observation", "What a network sees, in words and by place", "observe", query=AT),
    Endpoint("POST", "/api/replays", "Open a replay, to look at", "open", "replay_text"),
    Endpoint("GET", "/api/games/{id}/replay", "The whole game as JSON lines, once it is over", "replay"),
    Endpoint("GET", "/api/games/{id}/names/{name}", "What a race, a power or another name of the game means", "name"),
    Endpoint("GET", "/api/rules/{rule}", "The text of a rule", "rule"),
)  # fmt: skip
"""All requests but those for the page."""


class Server:
    """Games, the players that decide in them, and the answers to requests.

    Args:
        players: The programs that can be chosen as players.
        folder: Where games are kept.
        thinkers: Where these players decide.
        judges: Where they judge positions, so that no game waits for that.
    """

    def __init__(self, players: Sequence[str], folder: Folder, thinkers: Thinkers, judges: Thinkers) -> None:
        self.players, self._folder, self._thinkers, self._judges = tuple(players), folder, thinkers, judges
        self._judging = 0
        self.tables: dict[str, Table] = {}
        self.unread: list[str] = []
        self._news: dict[str, asyncio.Event] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._watchers, self._ending = 0, False
        self._drafting = asyncio.Lock()
        self._picture = lru_cache(PICTURES)(_draw)
        for found in folder.load(MOST_TABLES):
            if isinstance(found, Table):
                self.tables[found.id] = found
            else:
                self.unread.append(found)

    def app(self, hosts: Sequence[str]) -> Starlette:
        """The application, for requests to these names of this machine."""
        routes = [Route(each.path, self._answer(each), methods=[each.method]) for each in ENDPOINTS]
        return Starlette(
            routes=[
                Route("/", page),
                Route("/games/{id}", page),
                Route("/edit", page),
                Route("/api", page),
                Route("/api/openapi.json", openapi),
                *routes,
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=1_000)],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Go on with all games; in the end, stop the players."""
        for table in self.tables.values():
            self._drive(table)
        yield
        for task in self._driving.values():
            task.cancel()
        self._thinkers.close()
        self._judges.close()

    def end(self) -> None:
        """Let go of all who watch, so that the server can end."""
        self._ending = True
        for news in self._news.values():
            news.set()

    def _answer(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """The function that answers the requests to an endpoint; what is refused becomes a sentence."""
        handler: Callable[..., Awaitable[Any]] = getattr(self, endpoint.handler)

        async def answer(request: Request) -> Response:
            try:
                if endpoint.body:
                    found = await handler(request, await _body(request, endpoint.body))
                else:
                    found = await handler(request)
            except Refused as error:
                return JSONResponse({"error": str(error), **error.more}, error.status)
            return found if isinstance(found, Response) else JSONResponse(found)

        return answer

    # --- players that are programs ---------------------------------------------------------------

    def _drive(self, table: Table) -> None:
        """Let programs decide until a person has to, or the game is over."""
        if table.waits_for_program and table.id not in self._driving:
            self._driving[table.id] = asyncio.create_task(self._decide_in(table))

    async def _decide_in(self, table: Table) -> None:
        try:
            while table.waits_for_program:
                seat = table.state.to_act
                action = await self._thinkers.decide(table.players[seat], table.state, _seed_of(table, seat))
                self._play(table, action)
        except Exception as error:  # whatever a player does, its game must say so
            table.trouble = str(error) or type(error).__name__
            table.revision += 1
            self._tell(table)
        finally:
            del self._driving[table.id]

    def _play(self, table: Table, action: int) -> None:
        table.play(action)
        try:
            self._folder.append(table)
        except OSError as error:
            table.take_back()
            raise Refused(503, f"the decision cannot be written down: {error.strerror}") from error
        self._tell(table)

    def _tell(self, table: Table) -> None:
        """Wake all who watch a game."""
        self._news.pop(table.id, asyncio.Event()).set()

    # --- what is asked ---------------------------------------------------------------------------

    def _table(self, request: Request) -> Table:
        table = self.tables.get(request.path_params["id"])
        if table is None:
            raise Refused(404, "there is no such game")
        return table

    def _seat(self, request: Request, table: Table) -> int:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return table.seat_of(token.strip() if scheme.lower() == "bearer" else "")

    def _own_seat(self, request: Request, table: Table) -> int:
        seat = self._seat(request, table)
        if seat == render.NOBODY:
            raise Refused(401, "only the holder of a seat's token can play it")
        return seat

    async def offer(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        return {
            "games": [await run_in_threadpool(_offered, name) for name in swenv.games()],
            "players": [PERSON, *self.players],
        }

    async def listing(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        return {
            "games": [
                {
                    "id": table.id,
                    "game": table.game.name,
                    "title": table.game.title,
                    "players": table.players,
                    "round": table.state.round,
                    "over": table.state.is_over,
                }
                for table in reversed(self.tables.values())
            ]
        }

    async def begin(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        for player in wanted["players"]:
            if player != PERSON and player not in self.players:
                raise Refused(400, f"this server does not offer the player '{player}'")
        table = await run_in_threadpool(_new, wanted)
        try:
            for seat, player in enumerate(table.players):
                if player != PERSON:
                    await self._thinkers.check(player, table.game, seat, _seed_of(table, seat))
        except Trouble as error:
            raise Refused(400, str(error)) from None
        self._add(table)
        self._drive(table)
        return JSONResponse({"id": table.id, "tokens": table.tokens}, 201)

    def _make_room(self) -> None:
        """Forget the oldest game that is over, if there are too many; its files stay."""
        if len(self.tables) < MOST_TABLES:
            return
        oldest = next((id for id, table in self.tables.items() if not table.goes_on), None)
        if oldest is None:
            raise Refused(503, f"{MOST_TABLES:,} games are going on on this server; the limit is reached")
        del self.tables[oldest]
        self._news.pop(oldest, None)

    def _add(self, table: Table) -> None:
        self._make_room()
        self.tables[table.id] = table
        self._folder.begin(table)

    async def start(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        query = request.query_params
        seats = query.get("seats", "2")
        try:
            game = _load(query.get("game", ""), int(seats) if re.fullmatch("[0-9]{1,2}", seats) else 0, {})
        except ValueError as error:
            raise Refused(400, str(error)) from None
        state = await run_in_threadpool(game.new_state)
        schema = schemas.read(schemas.FOLDER / f"{game.position_schema}.json", game.position_schema)
        return {"position": state.to_position(), "schema": schema}

    async def check(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        return await self._draft(lambda: render.svg(_opened(wanted["position"], wanted.get("options", {}))))

    async def _draft(self, draw: Callable[[], str]) -> Any:
        """What somebody has drawn up; one at a time, as drawing strange boards takes long."""
        async with self._drafting:
            return await run_in_threadpool(_judged, draw)

    async def boards(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        return {"boards": registry.board_tools().names()}

    async def board(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        try:
            document, schema = registry.board_tools().written(request.path_params["name"])
        except ValueError as error:
            raise Refused(404, str(error)) from None
        return {"board": document, "schema": schemas.read(schemas.FOLDER / f"{schema}.json", schema)}

    async def check_board(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        tools = registry.board_tools()
        return await self._draft(lambda: render.board_svg(tools.checked(wanted["board"])))

    async def look(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        return view(table, self._seat(request, table), _at(request))

    async def picture(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        seat, state = self._seat(request, table), state_at(table, _at(request))
        return Response(await run_in_threadpool(self._picture, state.copy(), seat), media_type="image/svg+xml")

    async def events(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        if self._watchers >= MOST_WATCHERS:
            raise Refused(503, "too many pages watch games on this server")
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        return StreamingResponse(self._revisions(table), media_type="text/event-stream", headers=headers)

    async def _revisions(self, table: Table) -> AsyncIterator[str]:
        self._watchers += 1
        try:
            while not self._ending:
                news = self._news.setdefault(table.id, asyncio.Event())
                yield f"data: {table.revision}\n\n"
                while not news.is_set():
                    with suppress(TimeoutError, asyncio.TimeoutError):
                        await asyncio.wait_for(news.wait(), BEAT)
                        break
                    yield ": still here\n\n"
        finally:
            self._watchers -= 1

    async def decide(self, request: Request, decision: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        seat = self._own_seat(request, table)
        if decision.get("revision", table.revision) != table.revision:
            raise Refused(409, "the game has moved on since")
        if not table.state.is_over and seat != table.state.to_act:
            raise Refused(409, f"seat {table.state.to_act} decides now, not seat {seat}")
        try:
            self._play(table, table.game.parse(decision["action"]))
        except IllegalAction as error:
            raise Refused(409, str(error), rule=error.rule, text=rulebook.rule(error.rule)) from None
        except (GameOver, ValueError) as error:
            raise Refused(409 if isinstance(error, GameOver) else 400, str(error)) from None
        self._drive(table)
        return view(table, seat)

    async def undo(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        seat = self._own_seat(request, table)
        action = table.undo(seat)
        try:
            self._folder.rewrite(table)
        except OSError as error:
            table.play(action)
            raise Refused(503, f"it cannot be written down: {error.strerror}") from error
        self._tell(table)
        return view(table, seat)

    async def retry(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        self._own_seat(request, table)
        table.trouble = ""
        self._drive(table)
        return {}

    async def why(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
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
        table = self._table(request)
        seat, at, player = self._seat(request, table), _at(request), request.query_params.get("player", "")
        state = state_at(table, at)
        if player not in self.players:
            raise Refused(400, f"this server does not offer the player '{player}'")
        if state.is_over:
            raise Refused(409, "the game is over there, so nobody decides anything")
        if not table.state.is_over and (state.to_act != seat or table.players.count(PERSON) > 1):
            raise Refused(
                403, "before the end, only your own decisions can be judged, and none while others play with you"
            )
        ply = len(table.moves) if at is None else at
        played = table.game.parse(table.moves[ply].action) if ply < len(table.moves) else None
        if self._judging >= MOST_JUDGEMENTS:
            raise Refused(503, "too many positions are being judged; try again in a moment")
        self._judging += 1
        try:
            return await self._judges.judge(player, state, _seed_of(table, state.to_act), ply, played)
        except Trouble as error:
            raise Refused(400, str(error)) from None
        finally:
            self._judging -= 1

    async def observe(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        seat, state = self._seat(request, table), state_at(table, _at(request))
        if seat == render.NOBODY:
            if not table.state.is_over:
                raise Refused(401, "before the end, only who has the token of a seat sees what it sees")
            seat = state.to_act
        return observed(state, seat)

    async def open(self, request: Request, wanted: Mapping[str, Any]) -> Any:
        """See `ENDPOINTS`."""
        try:
            played = await run_in_threadpool(parse, wanted["replay"])
            table = await run_in_threadpool(table_of, token_urlsafe(8), played, [RECORDED] * played.game.num_players)
        except ValueError as error:
            raise Refused(400, str(error)) from None
        self._add(table)
        return JSONResponse({"id": table.id}, 201)

    async def replay(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        table = self._table(request)
        if not table.state.is_over:
            raise Refused(409, "a replay tells what is hidden, so it is here when the game is over")
        headers = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.jsonl"'}
        return Response(table.replay.text(), media_type="application/jsonl", headers=headers)

    async def name(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        entries = self._table(request).game.entries()
        known = spelt(request.path_params["name"], entries)
        if not known:
            raise Refused(404, "this game has no such name")
        return {"name": known, "text": explain(known, entries[known])}

    async def rule(self, request: Request) -> Any:
        """See `ENDPOINTS`."""
        rule = request.path_params["rule"].upper()
        text = rulebook.rule(rule) if rulebook.ID.fullmatch(rule) else ""
        if not text:
            raise Refused(404, "there is no such rule")
        return {"rule": rule, "text": text}


def _judged(draw: Callable[[], str]) -> dict[str, Any]:
    """The picture of a document, or what is wrong with it."""
    try:
        return {"error": "", "field": [], "picture": draw()}
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        return {"error": str(error), "field": _field(str(error)), "picture": ""}


def _field(message: str) -> list[str]:
    """The path of the field that a message about a position names, empty if it names none."""
    found = _FIELD.search(message)
    if found is None:
        return []
    region, path = found.groups()
    return [*(["regions", region] if region else []), *re.findall(r"[^.\[\]]+", path)]


_FIELD = re.compile(r"(?:region (\d+), )?field '([^']+)'")


def _seed_of(table: Table, seat: int) -> int:
    """The seed of the player of a seat."""
    return (table.seed + seat) % (MAX_SEED + 1)


def _draw(state: State, seat: int) -> str:
    return render.svg(state, seat=None if state.is_over else seat)


def _offered(name: str) -> dict[str, Any]:
    """What the page has to know about a game to offer it."""
    options = {seats: _simple(swenv.load(name, num_players=seats).options) for seats in registry.kind(name).seats}
    return {"game": name, "title": registry.kind(name).title, "options": options}


def _simple(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a form can show, with their usual values."""
    return {
        option: value
        for option, value in options.items()
        if isinstance(value, bool | int | str) and option not in ("map", "reward")
    }


def _new(wanted: Mapping[str, Any]) -> Table:
    """Begin a game.

    Raises:
        Refused: there is no such game, option or position.
    """
    players, position = wanted["players"], wanted.get("position")
    seed = check_seed(wanted.get("seed", randbelow(MAX_SEED + 1)))  # nobody can try them all
    try:
        if position is None:
            game = _load(wanted.get("game", ""), len(players), wanted.get("options", {}))
            return Table.new(game.new_state(seed), players, seed)
        drawn = {} if {"seed", "random"} & set(position) else {"seed": seed}
        start = _opened({**position, **drawn}, wanted.get("options", {}))
        if start.game.num_players != len(players):
            raise ValueError(f"{len(players)} players for the {start.game.num_players} seats of the position")
        return Table.new(start, players, seed, start.to_position())
    except (RecursionError, TypeError, ValueError) as error:
        raise Refused(400, str(error)) from None


def _load(name: str, num_players: int, options: Mapping[str, Any]) -> Game:
    """Load a game for somebody else: no option may name a file.

    Raises:
        ValueError: there is no such game or option.
    """
    header = {"format": FORMAT, "game": name, "num_players": num_players, "options": options, "seed": 0, "versions": {}}
    schemas.validate("replay", header, "game")
    return registry.load_with(name, num_players, options)


def _opened(position: Mapping[str, Any], options: Mapping[str, Any]) -> State:
    """The state of a position document.

    Raises:
        ValueError: it is wrong; the message names the field.
    """
    kind = registry.kind(str(position.get("game", "")))
    schemas.validate(kind.position_schema, position, "position")
    seats = position.get("num_players") or len(position.get("seats", ())) or kind.seats[0]
    named = {key: position[key] for key in kind.named_in_positions if position.get(key) is not None}
    return _load(kind.name, seats, {**named, **options}).from_position(position)


async def _body(request: Request, schema: str) -> Any:
    """The body of a request, which must fit a schema.

    Raises:
        Refused: it does not.
    """
    try:
        document = schemas.parse((await request.body()).decode(), "body")
        _check_depth(document)
        schemas.validate(schema, document, "body")
    except ValueError as error:
        raise Refused(400, str(error)) from None
    return document


def _check_depth(document: Any) -> None:
    """Refuse a document that no program of this server writes, before anything walks through it.

    Raises:
        ValueError: it is nested too deeply, or has a text that is not Unicode.
    """
    level = [document]
    for _ in range(DEEPEST):
        for text in (each for each in level if isinstance(each, str)):
            text.encode()
        level = [inner for each in level if isinstance(each, dict | list) for inner in _inside(each)]
        if not level:
            return
    raise ValueError(f"body: nested more than {DEEPEST} levels deep")


def _inside(value: dict[str, Any] | list[Any]) -> list[Any]:
    return [*value, *value.values()] if isinstance(value, dict) else value


def _at(request: Request) -> int | None:
    text = request.query_params.get("at")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused(400, "at is a number of decisions")
    return int(text)


# --- pages --------------------------------------------------------------------------------------


async def page(request: Request) -> Response:
    """The page; its script reads the address."""
    return FileResponse(STATIC / "index.html")


async def openapi(request: Request) -> Response:
    """The requests as OpenAPI 3.0 describes them."""
    return JSONResponse(described())


def described() -> dict[str, Any]:
    """`ENDPOINTS` as an OpenAPI document."""
    paths: dict[str, Any] = {}
    for each in ENDPOINTS:
        parts = [part[1:-1] for part in each.path.split("/") if part.startswith("{")]
        parameters = [{"name": part, "in": "path", "required": True, "schema": {"type": "string"}} for part in parts]
        for name, meaning in (each.query or {}).items():
            parameters.append({"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}})
        operation: dict[str, Any] = {
            "operationId": each.handler,
            "summary": each.meaning,
            "parameters": parameters,
            "responses": {"default": {"description": "The answer; if refused, an object with the field error"}},
        }
        if "{id}" in each.path:
            operation["security"] = [{"token": []}, {}]
        if each.body:
            schema = json.loads((schemas.FOLDER / f"{each.body}.json").read_text(encoding="utf-8"))
            content = {"application/json": {"schema": {key: schema[key] for key in schema if key != "$schema"}}}
            operation["requestBody"] = {"required": True, "content": content}
        paths.setdefault(each.path, {})[each.method.lower()] = operation
    return {
        "openapi": "3.0.3",
        "info": {"title": "swenv serve", "version": swenv.__version__},
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }
