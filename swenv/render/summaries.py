"""What lies beside the board as data: for a page that writes it, not draws it."""

from __future__ import annotations

from dataclasses import dataclass, field

from swenv.render.shapes import Point


@dataclass(frozen=True)
class Offer:
    """Something that can be chosen: a combo of the column, a tile of the market or of a hand.

    Attributes:
        title: its name.
        stands_for: the argument of a verb that it stands for, by name: {"row": "2"}; empty if it cannot be chosen.
        names: the names of the game that it shows, which have an explanation.
        pictures: SVG markup.
        cost: coins that it costs, if any; None if it is not bought.
        coins: coins that lie on it.
        note: what else is worth knowing, in a few words.
        does: what each of its names does, in a line.
    """

    title: str
    stands_for: dict[str, str]
    names: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    cost: int | None = 0
    coins: int = 0
    note: str = ""
    does: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line about a seat: a race, a card.

    Attributes:
        title: its name.
        note: where it is, or what it is for.
        names: the names of the game that it shows, which have an explanation.
        pictures: SVG markup.
        faded: whether it no longer acts, as a race in decline.
    """

    title: str
    note: str = ""
    names: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    faded: bool = False


@dataclass(frozen=True)
class Seat:
    """What a seat has.

    Attributes:
        coins: its money as far as it is known.
        notes: its hand, its pieces, its treaties.
        lines: its races or cards.
        hand: the tiles in its hand.
        pictures: SVG markup of pieces in its supply.
        name: its name if no player has it, such as that of Alexis.
    """

    coins: str
    notes: list[str]
    lines: list[Line]
    hand: list[Offer] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    name: str = ""


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        heads: what is in its columns.
        icons: SVG markup for heads that need little room; "" for those of words.
        rows: text by column.
    """

    heads: list[str]
    icons: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Summary:
    """What lies beside the board.

    Attributes:
        doing: what the seat to act does, in words: "conquers"; "" when the game is over.
        rounds: how many rounds the game has.
        roll: the die, if it has just been rolled.
        offered: what the offers are: "combos", "market".
        offers: what can be taken.
        notes: what else lies on the table, and what has been said about this turn.
        seats: by seat.
        tables: further tables.
        pieces: what a verb is about to put on a cell, as SVG markup around the origin, a cell being 100 wide.
        spots: where in a cell an action puts it; in the middle by default.
        clock: how soon something ends that the players wait for, in a few words; "" if nothing does.
        ended: why the game is over; "" while it is not, or if nothing but its rounds ended it.
    """

    doing: str
    rounds: int
    roll: int | None
    offered: str
    offers: list[Offer]
    notes: list[str]
    seats: list[Seat]
    tables: list[Table] = field(default_factory=list)
    pieces: dict[str, str] = field(default_factory=dict)
    spots: dict[str, Point] = field(default_factory=dict)
    clock: str = ""
    ended: str = ""
