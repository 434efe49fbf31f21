"""The referee: what is legal in a position and what follows, from the rules texts alone.

Plain Python over position documents, as `State.to_position()` writes them. It shares nothing with the engine, so that
each step of a game can be compared whole: see `referee.play`.

    legal(document, options) -> set[str]
        The texts of all legal actions.
    after(document, action, truth, options) -> document
        The whole next position. Chance is not simulated: `truth` is the document of the position that really came
        next, from which dice and shuffled orders are read, and checked to be possible (`Impossible` if not).
    opening(truth, options) -> document
        The whole first position of a game, read off and checked likewise.
    returns(document) -> list of numbers
        What a game that is over is worth to each seat: all who win share 1, all others share -1.

How the board games are put together
    `board`      regions of a map: terrain, symbols, borders; aliases make a Mudpool a swamp as well.
    `table`      `Table`: a position in the course of an action; `Land`, `Party` (a race of a seat) and moves of pieces.
    `clauses`    `Box`: the pieces and the clauses of a box; `Rules`: the boxes of one game together.
    `frame`      the rules that all boxes share: column, turn, conquest, losses, redeployment, score, decline.
    `base`, `underground`, `warcraft`   a box each, named `BASE`, `UNDERGROUND` and `WARCRAFT`. A box never edits the
                 frame, it adds clauses.
    `islands`    Small Islands, a game of its own.

A clause
    @BASE.clause("price", "giants")
    def giants(t: Table, who: Party, land: Land) -> int:
        "SW-RACE-GIANTS: 1 less beside a mountain of theirs."
        return ...

    BASE.answers("price", {"commando": -1, "mounted": on("hill farmland", -1)})     those that are short

    The first argument names a hook, a question that the frame asks; the others say who has an answer: races, powers, or
    whatever a `lent` clause gives (places, relics). "*" answers for everybody, and where no race acts (`who` is None).
    `when` says of the others whether they answer while the race is "active", which is the default, in "decline" or
    "always". `t.ask(hook, who, ...)` returns the answers of all clauses that `who` has, those of "*" first, leaving out
    None. With `instead=True` a clause takes the place of those that boxes before it have for the same hook and names:
    so a box changes what the frame does in a step. A verb registered anew replaces the old one. Adding a power is one
    entry in the table of its box and one clause.

The hooks, with what a clause is asked beyond `t, who`, and what becomes of the answers
    lent ()                  names that what a party holds lends to it: all are added        "*" clauses only
    enter STEP ()            what happens by itself when a step of the turn begins           done in order
    moves STEP ()            texts of actions that are legal in a step; those of `conquest`  united
                             are legal in `ready` too
    narrow (texts)           the legal actions that remain of those                          one after the other
    duty ()                  something has to be done before `finish`, in `markers`          any
    stay STEP ()             the step goes on although nothing is left to decide in it       any
    turn_state ()            fields of a fresh `turn_state`                                  merged
    fresh ()                 fields of the entry of a race just picked, or just in decline   merged
    seat ()                  fields of the entry of a seat at the beginning                  merged
    left_out ()              races and powers that are not in the game on this board         united
    set_up ()                what else the set-up does; only Lost Tribes are there           done
    start ()                 what happens by itself at the beginning of the turn of `who`    done   (who may be None)
    picked ()                what happens with a combo just picked                           done
    extra_tokens ()          tokens beyond banner and badge                                  added

    defence (land)           what the land adds to the price of anybody, beyond tokens       added  (who attacks)
    price (land)             what the attacker adds to the price                             added
    shielded (land)          discounts of the attacker do not count here                     any
    least ()                 the least number of tokens of a conquest                        highest; 1
    funds (land)             what can pay beside tokens, all but the first token             added
    spent (number)           so much of it was used                                          done
    reach (land)             reachable though it does not border                             any
    entry (land)             may be entered first although it is no entry region             any
    joined (land, other)     two regions count as bordering each other for `who`             any
    own_die ()               the race has not the ordinary final attempt with the die        any
    closed (land)            nobody enters this land                                         any, unless
    opens (land)             this attacker does                                              any
    immune (land)            protected from `who`                                            any
    barred (land)            `who` may not attack it for another reason                      any
    attacks ()               texts of conquests, with what is armed (Underground)            united
    way ()                   how an ordinary conquest comes about                            one; "conquest"
    before_attack (land)     what a declared attack brings with it (tolls, peace)            done
    loses (land, how)        tokens that the victim `who` loses                              least; 1
    homeless ()              in decline and without a region it loses what it has in hand    any
    fallen (land, by, how)   a land of the victim `who` has fallen; its markers are there    done   (by: Party)
    taken (land, how, victim)  a land has become one of `who`; markers of the loser are gone done
    cleared (land)           a land of `who` has been left or lost: what else goes with it   done

    yields (land)            coins of a region at the score, beyond 1                        added
    multiplies (land)        what its coins are multiplied by                                highest; 1
    income ()                coins at the score that belong to no region                     added
    unfit (land)             no tokens are laid out in this region of `who`                  any
    keeps ()                 tokens that stay in each region at the decline                  highest; 1
    keeps_badge ()           the badge stays with the race in decline                        any
    spirit ()                the race goes to the Spirit slot                                any
    declined ()              what else happens at the decline, before markers go             done

`how` names the way of a conquest: "conquest", "dragon", "sorcery" and others that boxes add. The most useful functions
of the frame are `targets`, `attackable`, `cost`, `take`, `fall`, `attacker`, `take_up`, `layings`, `vanish_if_gone` and
`advance`.

The steps of a turn are in `frame.ORDER`; `box.step("swap", after="pick")` inserts one, and `turns` says whether it
belongs to turns of conquest ("expand"), to those spent on a decline ("decline") or to both. Verbs are functions under
`@box.verb("conquer")`, called with the arguments of the action, regions as `Land`. After a verb the turn goes on by
itself until somebody has more to decide than `finish`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from referee.clauses import Document, Impossible

__all__ = ["Document", "Impossible", "after", "legal", "opening", "returns"]

Options = Mapping[str, Any]


def legal(document: Document, options: Options) -> set[str]:
    """The texts of all legal actions of a position."""
    texts: set[str] = _game(document).legal(document, options)
    return texts


def after(document: Document, action: str, truth: Document, options: Options) -> Document:
    """The position that follows an action, with what chance decided read off the true one."""
    due: Document = _game(document).after(document, action, truth, options)
    return due


def opening(truth: Document, options: Options) -> Document:
    """The first position of a game, with what chance decided read off the true one."""
    due: Document = _game(truth).opening(truth, options)
    return due


def returns(document: Document) -> list[float]:
    """What a game that is over is worth to each seat."""
    numbers: list[float] = _game(document).returns(document)
    return numbers


def _game(document: Document) -> ModuleType:
    """The module that knows the game of a document."""
    return importlib.import_module("referee.islands" if document["game"] == "islands" else "referee.frame")
