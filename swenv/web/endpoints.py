"""The requests that programs can make, as a table and as an OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import swenv
from swenv.core import schemas


@dataclass(frozen=True)
class Endpoint:
    """A request that programs can make.

    Attributes:
        method: GET or POST.
        path: With its parameters in braces.
        meaning: Its purpose, in one sentence.
        handler: The method of `Server` that answers.
        body: The schema of its body in `swenv/schema`; "" if it has none.
        query: Its optional parameters, with their meanings.
    """

    method: str
    path: str
    meaning: str
    handler: str
    body: str = ""
    query: Mapping[str, str] | None = None


KNOWN = {"known": "Ids of games to list though they are private, separated by commas"}
START = {"game": "As in swenv.games()", "seats": "How many; 2 by default"}
AT = {"at": "After this many decisions; now, by default"}
LINE = {"at": AT["at"], "line": "What is played there instead, such as 'conquer 7;finish'; in a game that is over"}
TABLE = {"table": "With any value, the answer also has the board and what lies beside it, as the field table"}
JUDGE = {**LINE, "player": "One of those that the server offers"}
GAMES = {"games": "Their ids, separated by commas"}
REVISION = {"revision": "One that is known: if the run is still the same, only its summary is sent"}
PAIR = {"one": "A player of the league", "other": "Another one"}
ACTION = {"action": "The action, for example 'conquer 7'"}
WORDS = {"words": "Words of the rules, or how they begin"}
ENDPOINTS = (
    Endpoint("GET", "/api/offer", "The games and players that can be chosen", "offer"),
    Endpoint("GET", "/api/games", "The games on this server", "listing", query=KNOWN),
    Endpoint("POST", "/api/games", "Start a game; returns a token for each seat a person plays", "begin", "new_game"),
    Endpoint("GET", "/api/positions", "The start of a game as a position, its schema and tiles", "start", query=START),
    Endpoint("POST", "/api/positions", "A position as a picture, or what is wrong with it", "check", "draft"),
    Endpoint("GET", "/api/boards", "The names of the boards that come with swenv", "boards"),
    Endpoint("GET", "/api/boards/{name}", "One of these boards, and its schema", "board"),
    Endpoint("POST", "/api/boards", "A board as a picture, or what is wrong with it", "check_board", "board_draft"),
    Endpoint("GET", "/api/games/{id}", "A game as the seat of the token may see it", "look", query=AT),
    Endpoint("GET", "/api/games/{id}/picture", "The same as an SVG picture", "picture", query=AT),
    Endpoint("GET", "/api/games/{id}/table", "The board as SVG, and what lies beside it as data", "table", query=LINE),
    Endpoint("GET", "/api/games/{id}/events", "Server-sent events: the revision, whenever it grows", "events"),
    Endpoint("GET", "/api/events", "Server-sent events: game and revision, whenever one grows", "news", query=GAMES),
    Endpoint("POST", "/api/games/{id}/decisions", "Decide for the seat of the token", "decide", "decision", TABLE),
    Endpoint("POST", "/api/games/{id}/undo", "Take back a decision that revealed nothing", "undo", "undo", TABLE),
    Endpoint("POST", "/api/games/{id}/retry", "Let the player that failed try again", "retry"),
    Endpoint("POST", "/api/games/{id}/join", "Take the seat of the invitation, given as the token", "join", "join"),
    Endpoint("POST", "/api/games/{id}/release", "Free a seat that was taken by invitation", "release", "release"),
    Endpoint("POST", "/api/games/{id}/name", "Say what to call the player of the token's seat", "rename", "own_name"),
    Endpoint("GET", "/api/games/{id}/why", "Why an action is illegal now, with the rule", "why", query=ACTION),
    Endpoint("GET", "/api/games/{id}/judgement", "What a player thinks of a position", "judge", query=JUDGE),
    Endpoint("GET", "/api/games/{id}/observation", "What a network sees, in words and by place", "observe", query=LINE),
    Endpoint("GET", "/api/games/{id}/position", "A position of a game that is over, as a document", "at", query=LINE),
    Endpoint("GET", "/api/games/{id}/variation", "What could be done after another line of play", "vary", query=LINE),
    Endpoint("POST", "/api/replays", "Open a replay or a position to look through", "open", "replay_text"),
    Endpoint("GET", "/api/games/{id}/replay", "The whole game as JSON lines, once it is over", "replay"),
    Endpoint("GET", "/api/games/{id}/names/{name}", "What a race, a power or another name of the game means", "name"),
    Endpoint("GET", "/api/games/{id}/rules", "Rules of the game with all these words", "rules", query=WORDS),
    Endpoint("GET", "/api/lab", "The runs in the folders that this server watches", "laboratory"),
    Endpoint("GET", "/api/lab/runs/{run}", "A run: curves, tables, settings", "experiment", query=REVISION),
    Endpoint("GET", "/api/lab/runs/{run}/games", "Recorded games between two players", "recorded", query=PAIR),
    Endpoint("POST", "/api/lab/games", "Let checkpoints of a run play a game", "exhibit", "lab_game"),
    Endpoint("POST", "/api/lab/replays", "Open a recorded game to look through", "reopen", "lab_replay"),
    Endpoint("GET", "/api/rules/{rule}", "The text of a rule", "rule"),
)  # fmt: skip
"""All requests except those for the page."""


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
            "responses": {"default": {"description": "The response; if refused, an object with the field error"}},
        }
        if "{id}" in each.path:
            operation["security"] = [{"token": []}, {}]
        if each.body:
            schema = schemas.schema(each.body)
            content = {"application/json": {"schema": {key: schema[key] for key in schema if key != "$schema"}}}
            operation["requestBody"] = {"required": True, "content": content}
        paths.setdefault(each.path, {})[each.method.lower()] = operation
    return {
        "openapi": "3.0.3",
        "info": {"title": "swenv serve", "version": swenv.__version__},
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }
