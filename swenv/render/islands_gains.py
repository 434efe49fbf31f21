"""What tiles, houses, docking, resources and cards of Small Islands would bring, for people who choose among them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from swenv.core.telling import number_of
from swenv.islands import islands
from swenv.islands.achievements import counted
from swenv.islands.content import TILES
from swenv.islands.rules.cards import KEPT
from swenv.islands.rules.record import MISSIONS, NOTHING, REWARD_CARDS, Fact, Reward
from swenv.render.islands_view import DECKS
from swenv.render.islands_words import REWARD_HALVES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from swenv.core.game import State

_DOCKING = ("dock_own", "dock_grey")
_UNFIT = "your mission fits no island with two tiles, a free site and no house of yours"
"""Why one can build nothing (SI-HOUSE-1 to SI-HOUSE-4)."""


def gains(state: State, document: dict[str, Any]) -> dict[int, str]:
    """See `swenv.render.gains`: the islands of a tile, a house, a resource, what docking leads to, now and at the end.

    Args:
        state: any state of Small Islands.
        document: `state.to_position()`.

    Returns:
        By action: "joins 2 islands into one of 5 tiles" for a tile, "+7" or "token: 1 of 3" for a house, "+3" for a
        resource, "ends the exploration and lets you build for +7, +4" for docking, with the ports around one's own
        ship, which count at the end (SI-SCORE-1).
    """
    found: dict[int, str] = {}
    if state.phase in ("place", "alexis_place"):
        return {action: _joined(state, action) for action in state.legal_actions().tolist()}
    docked: dict[str, str] = {}  # wherever a ship docks, islands are the same
    for action in state.legal_actions().tolist():
        verb = state.game.action(action).verb
        if verb == "house" and state.phase == "house":
            found[action] = _house(state, action, document)
        elif verb == "resource":
            found[action] = f"{_resource(state, action):+d}"
        elif verb in _DOCKING:
            docked[verb] = docked.get(verb) or _docking(state, action)
            found[action] = docked[verb] + (_ports(state, action) if verb == "dock_own" else "")
    return found


def standing(state: State, seat: int) -> list[str]:
    """Say what houses would pay by the card in use and by the one kept, if the islands stayed as they are.

    It reads off the seat's observation where SI-HOUSE-1 to SI-HOUSE-4 allow a house.

    Args:
        state: any state of Small Islands.
        seat: a seat.

    Returns:
        For each of the two cards "+7, +4", an island each; "about +5" for discovery tokens; "nothing" where no house
        that pays fits; "2 islands" while the seat has chosen goals, but no rewards.
    """
    game, record = state.game, state.record[0]
    part = game.observation_layout["islands"]
    lines = part.of(state.observation(seat))
    missing, pays, size, sites, houses = (
        lines[:, part.column(name)] for name in ("missing", "pays", "size", "sites", "houses")
    )
    fits = (size >= 2) & (sites > houses.sum(axis=1, keepdims=True)) & (houses[:, :1] == 0) & (missing == 0)
    if record["pool"][seat] == 0:
        fits[:] = False
    if state.phase == "prep_reward" and seat == state.to_act:
        return [number_of(number, "island") for number in fits.sum(axis=0).tolist()]
    deck = REWARD_CARDS if game.options["mode"] == "advanced" else MISSIONS
    rewards = game.tables["rewards"][0][[record["current"][deck, seat], record["held"][deck, seat, KEPT]]]
    found = []
    for card in range(2):
        paid = sorted(filter(None, pays[fits[:, card], card].tolist()), reverse=True)
        about = "about " if paid and rewards[card] == Reward.DISCOVERY else ""
        found.append(about + ", ".join(f"{each:+d}" for each in paid) or "nothing")
    return found


def _joined(state: State, action: int) -> str:
    """The islands that a tile becomes part of (SI-ISLE-1); on all of a joined one, a house of one's own counts."""
    before, after = state.record[0], _after(state, action).record[0]
    nodes = 2 * int(before["chosen"])
    labels = dict.fromkeys(after["island"][nodes : nodes + len(TILES[nodes // 2].pieces)].tolist())
    return "; ".join(filter(None, (_grown(before, after, label, state.to_act) for label in labels)))


def _grown(before: NDArray[Any], after: NDArray[Any], label: int, seat: int) -> str:
    """What an island has become with a new tile; "" if there was none before."""
    joined = set(before["island"][after["island"] == label].tolist()) - {NOTHING}
    if not joined:
        return ""
    tiles = f"{after['facts'][label, Fact.SIZE]} tiles"
    if len(joined) == 1:
        return f"an island of {tiles}"
    built = {int(before["facts"][each, Fact.OWNERS]) >> seat & 1 for each in joined}
    return f"joins {len(joined)} islands into one of {tiles}" + (", where you have a house" if built == {0, 1} else "")


def _docking(state: State, action: int) -> str:
    after = _after(state, action)
    if after.phase != "house" or after.to_act != state.to_act:
        return f"ends the exploration and lets you build nothing: {_UNFIT}"
    said = {"token": "a token"}
    brings = [
        said.get(gain) or re.sub(r"^token: 1 of (\d+)$", r"one of \1 tokens", gain)
        for gain in gains(after, after.to_position()).values()
        if gain != "+0"
    ]
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


def _resource(state: State, action: int) -> int:
    """What a resource pays for the island that is being scored, without those that are scored after it."""
    alone = state.copy()
    alone.record["num_built"] = alone.record["scored"] + 1
    return int(_after(alone, action).coins[state.to_act] - state.coins[state.to_act])


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
