"""What everybody knows of a position, and what nobody sees of it, for tests of hidden information."""

from __future__ import annotations

from typing import Any

import swenv


def unseen(state: swenv.State, seat: int, seed: int) -> swenv.State:
    """A copy in which all that a seat does not see is another: what it cannot know and, with `hide_coins`, purses."""
    document = state.sample_hidden(seat, seed).to_position()
    if state.game.options.get("hide_coins"):
        for other, theirs in enumerate(document["seats"]):
            theirs["coins"] += other != seat
    return state.game.from_position(document)


def public_part(document: dict[str, Any], drawn_box: bool = False) -> dict[str, Any]:
    """Remove what nobody knows from a position: the order of stacks, face-down things, unrevealed bombs, the die.

    With `drawn_box`, also what is in the stacks.
    """
    public = {key: value for key, value in document.items() if key not in {"random", "seed"}}
    if document["game"] == "islands":
        return _public_islands(public)
    public |= {name: sorted(public[name]) for name in ("race_stack", "power_stack", "discarded_powers")}
    counted = {"places_stack", "bomb_stack", "bombs_lost"} | ({"race_stack", "power_stack"} if drawn_box else set())
    public |= {name: len(public[name]) for name in counted if name in public}
    public["regions"] = {
        key: {name: "?" if name in {"face_down", "bomb"} and value else value for name, value in place.items()}
        for key, place in document["regions"].items()
    }
    return public


def _public_islands(public: dict[str, Any]) -> dict[str, Any]:
    """Keep only the numbers of stacks, decks, tokens, hidden tiles and cards (SI-INFO-1)."""
    public |= {name: len(public[name]) for name in ("reserve", "navigation", "discoveries", "drawn")}
    public["decks"] = {name: len(deck) for name, deck in public["decks"].items()}
    public["seats"] = [_public_seat(seat) for seat in public["seats"]]
    if "alexis" in public:
        public["alexis"] = {**public["alexis"], "deck": len(public["alexis"]["deck"])}
    return public


def _public_seat(seat: dict[str, Any]) -> dict[str, Any]:
    """What everybody sees of a seat of Small Islands."""
    shown = {name: value for name, value in seat.items() if name != "tokens_in_pool"}
    shown |= {name: len(seat[name]) for name in ("hand", "tokens")}
    for kind in {"missions", "goals", "rewards"} & seat.keys():
        current = seat[kind]["current"]
        shown[kind] = (len(seat[kind]["held"]), current if seat["revealed"] else current is not None)
    return shown
