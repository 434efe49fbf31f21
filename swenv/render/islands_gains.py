"""What houses, docking and resources of Small Islands would pay, for people who choose among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from swenv.islands import islands
from swenv.islands.achievements import counted
from swenv.render.islands_view import DECKS
from swenv.render.islands_words import REWARD_HALVES

if TYPE_CHECKING:
    from swenv.core.game import State

_DOCKING = ("dock_own", "dock_grey")
_UNFIT = "your mission fits no island with two tiles, a free site and no house of yours"
"""Why one can build nothing (SI-HOUSE-1 to SI-HOUSE-4)."""


def gains(state: State, document: dict[str, Any]) -> dict[int, str]:
    """See `swenv.render.gains`: a house, a resource, and what docking leads to, now and at the end.

    Args:
        state: any state of Small Islands.
        document: `state.to_position()`.

    Returns:
        By action: "+7" or "token: 1 of 3" for a house, "+3" for a resource, "ends the exploration and lets you build
        for +7, +4" for docking, with the ports around one's own ship, which count at the end (SI-SCORE-1).
    """
    found: dict[int, str] = {}
    docked: dict[str, str] = {}  # wherever a ship docks, islands are the same
    for action in state.legal_actions().tolist():
        verb = state.game.action(action).verb
        if verb == "house" and state.phase == "house":
            found[action] = _house(state, action, document)
        elif verb == "resource":
            found[action] = f"{_scored(_after(state, action), state.to_act) - int(state.coins[state.to_act]):+d}"
        elif verb in _DOCKING:
            docked[verb] = docked.get(verb) or _docking(state, action)
            found[action] = docked[verb] + (_ports(state, action) if verb == "dock_own" else "")
    return found


def _docking(state: State, action: int) -> str:
    after = _after(state, action)
    if after.phase != "house" or after.to_act != state.to_act:
        return f"ends the exploration and lets you build nothing: {_UNFIT}"
    brings = [gain for gain in gains(after, after.to_position()).values() if gain != "+0"]
    built = f"for {', '.join(brings)}" if brings else "nothing that pays"
    return f"ends the exploration and lets you build {built}"


def _ports(state: State, action: int) -> str:
    ports = counted(_after(state, action), state.to_act)["ship_ports"]
    beside = "port beside it pays" if ports == 1 else "ports beside it pay"
    return f", and {ports} {beside} +{ports} at the end" if ports else ""


def _house(state: State, action: int, document: dict[str, Any]) -> str:
    cards = document["seats"][state.to_act]
    reward = next(REWARD_HALVES[cards[deck]["current"]] for deck in DECKS[::2] if deck in cards)
    if reward.type == "discovery":  # their values are hidden
        name = tuple(map(int, state.game.action(action).args))
        temples = next(island.symbols["temple"] for island in islands(state) if island.name == name)
        drawn = min(temples, len(document["discoveries"]))
        return f"token: 1 of {drawn}" if drawn > 1 else "token" if drawn else "+0"
    return f"{_scored(_after(state, action), state.to_act) - _scored(state, state.to_act):+d}"


def _scored(state: State, seat: int) -> int:
    """What a seat has once its houses are scored, with the best choices."""
    while not state.is_over and state.to_act == seat and state.phase in ("house", "score"):
        actions = state.legal_actions().tolist() if state.phase == "score" else ["pass"]
        state = max((_after(state, action) for action in actions), key=lambda after: int(after.coins[seat]))
    return int(state.coins[seat])


def _after(state: State, action: int | str) -> State:
    after = state.copy()
    after.apply(action)
    return after
