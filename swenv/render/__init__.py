"""Text and pictures of a state: for a terminal, a notebook, a video, a web page.

Each game has its own drawer, a module with `text` and `svg`; everything else here works for any game. Text and SVG
need only the plain install; pixels need `pip install swenv-rl[view]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from swenv.core.errors import check_known
from swenv.core.plain import check_int, check_positive_int
from swenv.render.notes import Chart, Note

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from swenv.core.game import State
    from swenv.core.replay import Replay
    from swenv.render.shapes import Plan
    from swenv.render.summaries import Offer, Summary
    from swenv.smallworld.board import Board

__all__ = [
    "DRAWERS",
    "NOBODY",
    "BoardDrawer",
    "Chart",
    "Drawer",
    "Note",
    "board_svg",
    "board_text",
    "captions",
    "changes",
    "gif",
    "glyph",
    "html",
    "rgb_array",
    "summary",
    "svg",
    "text",
    "words",
]


NOBODY = -1
"""The seat of somebody who only watches: draws what everybody may know."""


class Drawer(Protocol):
    """The interface of a game's drawer module."""

    def text(self, state: State, color: bool = False, seat: int | None = None) -> str:
        """Draw the state as a page of text."""

    def svg(self, state: State, width: int = 1000, seat: int | None = None, panel: bool = True) -> str:
        """Draw the state as an SVG document, one element per line."""

    def summary(self, state: State, seat: int | None = None) -> Summary:
        """Return what lies beside the board as data."""

    def details(self, state: State, seat: int | None) -> list[str]:
        """Return lines for a reader of the page of text who has neither the box nor its rules at hand."""

    def changes(self, before: list[str], after: list[str]) -> list[str]:
        """Return the lines of a page that are new compared with an earlier page."""


class BoardDrawer(Drawer, Protocol):
    """The interface of a drawer module for games on boards of regions."""

    def board_text(self, board: Board, color: bool = False) -> str:
        """Draw an empty board as a page of text."""

    def board_svg(self, board: Board, width: int = 1000) -> str:
        """Draw an empty board as an SVG document."""


WIDEST = 8000
"""The widest picture in pixels: wider ones take gigabytes of memory."""
LONGEST = 600
"""The most seconds that a picture of an animation may be shown; a GIF cannot hold much more."""
DRAWERS: dict[str, str] = {
    **dict.fromkeys(("smallworld", "underground", "warcraft"), "swenv.render.smallworld"),
    "islands": "swenv.render.islands",
}
"""The drawer module of each game, imported on first use."""


def text(state: State, color: bool = False, seat: int | None = None) -> str:
    """Draw the state as a page of text, about 100 columns wide.

    Args:
        state: any state.
        color: use terminal colours (ANSI escape codes).
        seat: draw only what this seat knows: with `hide_coins`, question marks for others' coins; in Small Islands,
            backs for the tiles, cards and tokens that it has not seen. `NOBODY` draws what everybody knows, None shows
            it all. The order of stacks, face-down markers and Bombs stay hidden from everybody.

    Raises:
        ValueError: there is no such seat.
    """
    return _drawer(state, seat).text(state, color=color, seat=seat)


def words(state: State, seat: int) -> str:
    """Describe a position to a seat that has nothing but this text, such as a language model.

    It is the page of `text`, with whatever a person would look up in the rules or see in the drawing: what the races,
    powers and other things in sight do; in Small Islands, each tile piece by piece.

    Args:
        state: any state.
        seat: who reads it; what this seat cannot know is left out, as in `text`.

    Raises:
        ValueError: there is no such seat.
    """
    drawer = _drawer(state, seat)
    who = "You only watch" if seat == NOBODY else f"You are seat {seat}"
    lines = [f"{who}; there are {state.game.num_players} seats, numbered from 0.", "", drawer.text(state, seat=seat)]
    return "\n".join([*lines, "", *drawer.details(state, seat)])


def changes(state: State, before: str, after: str) -> str:
    """Return what a page of `text` says that an earlier page of the same game did not; "" if nothing.

    Args:
        state: any state of the game.
        before: the earlier page.
        after: the later page.
    """
    return "\n".join(_drawer(state, None).changes(before.split("\n"), after.split("\n")))


def svg(state: State, width: int = 1000, seat: int | None = None, panel: bool = True) -> str:
    """Draw the state as a picture: an SVG document, one element per line; the same bytes for the same state.

    Args:
        state: any state.
        width: in pixels; the height follows. The drawing is the same at any width.
        seat: draw only what this seat knows: with `hide_coins`, question marks for others' coins; in Small Islands,
            backs for the tiles, cards and tokens that it has not seen. `NOBODY` draws what everybody knows, None shows
            it all. The order of stacks, face-down markers and Bombs stay hidden from everybody.
        panel: draw the panel beside the board, too; without it, the picture has no background.

    Raises:
        ValueError: there is no such seat, or the width is not positive.
        TypeError: a number is not whole.
    """
    return _drawer(state, seat).svg(state, width=check_positive_int("width", width), seat=seat, panel=panel)


def summary(state: State, seat: int | None = None) -> Summary:
    """Return what the panel of `svg` shows as data, for a page that writes it itself.

    Args:
        state: any state.
        seat: only what this seat knows, as in `svg`.

    Raises:
        ValueError: there is no such seat.
    """
    return _drawer(state, seat).summary(state, seat=seat)


def board_text(board: Board, color: bool = False) -> str:
    """Draw an empty board, or one face of a Warcraft board, as a page of text."""
    return _of_boards(board).board_text(board, color=color)


def board_svg(board: Board, width: int = 1000) -> str:
    """Draw an empty board, or one face of a Warcraft board, as an SVG document.

    Args:
        board: a loaded board.
        width: in pixels; the height follows.

    Raises:
        ValueError: the width is not positive.
        TypeError: the width is not a whole number.
    """
    return _of_boards(board).board_svg(board, width=check_positive_int("width", width))


def glyph(name: str) -> str | None:
    """Return the glyph of a race or power as an SVG document of its own, for a page of yours.

    It has one colour, that of the text around it (`currentColor`), and no size: whoever shows it says how large.

    Args:
        name: as in positions and actions, such as "orcs" or "dragon_master".

    Returns:
        The markup on one line, always the same; None if there is no such glyph, as for content that people add.
    """
    from swenv.render import glyphs

    return glyphs.glyph(name)


def captions(states: Sequence[State], replay: Replay) -> list[str]:
    """Return what led to each state of a replay, in plain words: "seat 1 takes Forest Amazons for 2".

    Args:
        states: the states of the replay, from its start, as `Replay.states` yields them.
        replay: the replay.
    """
    from swenv.render import phrases

    return phrases.captions(states, replay)


def gains(state: State, document: dict[str, Any]) -> dict[int, str]:
    """Return what legal actions bring, in words, by action; none in a game that shows prices on its board instead.

    Args:
        state: any state.
        document: `state.to_position()`.
    """
    gains_of = getattr(_module(state.game.name), "gains", None)
    return {} if gains_of is None else cast("dict[int, str]", gains_of(state, document))


def tiles(game: str) -> list[Offer]:
    """Return all tiles of a game, with words and a picture for each; none in a game without tiles.

    Args:
        game: the name of a game.
    """
    tiles_of = getattr(_module(game), "all_tiles", None)
    return [] if tiles_of is None else cast("list[Offer]", tiles_of())


def plan(shown: State | Board) -> Plan | None:
    """Return what the drawing of a board is made from, for `swenv.render.shapes`; None for a game without boards.

    Args:
        shown: a state, or a loaded board.
    """
    name = shown.game if isinstance(shown.game, str) else shown.game.name
    plan_of = getattr(_module(name), "plan", None)
    return None if plan_of is None else cast("Plan", plan_of(shown))


def rgb_array(state: State, width: int = 1000, seat: int | None = None) -> NDArray[np.uint8]:
    """Draw the picture of `svg` as pixels, on white.

    Args:
        state: any state.
        width: in pixels, at most 8000, rounded up to an even number; the height follows.
        seat: draw only what this seat knows, as in `svg`.

    Returns:
        (height, width, 3) uint8, a new array: red, green, blue. Both sides are even, as most video players need. It
        does not depend on the machine's fonts.

    Raises:
        ImportError: the extra `view` is missing; `pip install swenv-rl[view]`.
        ValueError: there is no such seat, or the width is out of range.
        TypeError: a number is not whole.
    """
    from swenv.render.raster import pixels

    width = check_positive_int("width", width, WIDEST)
    return pixels(svg(state, width, seat), width)


def gif(
    states: Iterable[State],
    path: str | Path,
    width: int = 800,
    seconds: float = 0.6,
    last: float = 4.0,
    seat: int | None = None,
) -> None:
    """Write states as an animated GIF that repeats forever.

    Args:
        states: in order; all of one game.
        path: the file to write.
        width: in pixels, at most 8000, rounded up to an even number.
        seconds: how long each state is shown.
        last: how long the last one is shown, in seconds.
        seat: draw only what this seat knows, as in `svg`.

    Raises:
        ImportError: the extra is missing; `pip install swenv-rl[view]`.
        ValueError: there are no states, a number is out of range, or a time is beyond ten minutes.
        TypeError: the width or the seat is not a whole number.
    """
    from swenv.render import replay

    _duration("seconds", seconds)
    _duration("last", last)
    width = check_positive_int("width", width, WIDEST)
    replay.gif((svg(state, width, seat) for state in states), path, width, seconds, last)


def html(
    states: Iterable[State],
    path: str | Path,
    title: str = "swenv replay",
    captions: Sequence[str] = (),
    width: int = 1000,
    seconds: float = 0.6,
    seat: int | None = None,
    notes: Sequence[Note] = (),
    chart: Chart | None = None,
) -> None:
    """Write states as one self-contained HTML page with a slider and play buttons.

    Args:
        states: in order; all of one game.
        path: file to write.
        title: of the page.
        captions: a line of text under each state, such as the action that led to it; may be shorter than `states`.
        width: in pixels, of a state before the page fits it into the window.
        seconds: how long a state is shown while playing.
        seat: draw only what this seat knows, as in `svg`.
        notes: a note below each state; may be shorter than `states`.
        chart: curves over all states, on which a click leads to a state; of two states or more.

    Raises:
        ValueError: there are no states, a number is not positive, or a time is beyond ten minutes.
    """
    from swenv.render import replay

    _duration("seconds", seconds)
    replay.html((svg(state, width, seat) for state in states), path, title, captions, seconds, notes, chart)


def _drawer(state: State, seat: int | None) -> Drawer:
    game = state.game
    if seat is not None and not NOBODY <= check_int("seat", seat) < game.num_players:
        raise ValueError(f"no seat {seat}: seats are 0 to {game.num_players - 1}")
    return _module(game.name)


def _module(name: str) -> Drawer:
    return cast(Drawer, import_module(DRAWERS[check_known("drawer for the game", name, DRAWERS)]))


def _of_boards(board: Board) -> BoardDrawer:
    return cast(BoardDrawer, _module(board.game))


def _duration(name: str, seconds: float) -> None:
    if not seconds > 0:
        raise ValueError(f"{name}: {seconds} is not positive")
    if seconds > LONGEST:
        raise ValueError(f"{name}: {seconds} is too long, the most is {LONGEST}")
