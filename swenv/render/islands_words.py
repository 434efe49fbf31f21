"""Words for Small Islands: cards, phases, tiles, seats."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from swenv.islands.content import EXPEDITIONS, GOALS, LEVELS, MISSIONS, REWARD_CARDS, Expedition, Goal, Reward
from swenv.render.islands_view import ALEXIS, BACK, DECKS, GREY, Document, Lying, lying
from swenv.render.parts import winners

if TYPE_CHECKING:
    from swenv.core.game import State

ROUNDS = 4

PHASES: dict[str, str] = {
    "start_pick": "picks a start tile",
    "start_place": "lays a start tile",
    "prep_pick": "picks cards for this round and the next",
    "prep_reward": "picks reward cards for this round and the next",
    "turn": "explores or docks",
    "hand": "picks the tile to place",
    "blocked": "fits no tile and must remove one",
    "place": "places a tile",
    "marker": "may place a marker",
    "mark_target": "says where the marker goes",
    "house": "may build a house",
    "score": "scores an island",
    "alexis_place": "turns the tile of Alexis",
    "alexis_house": "says where Alexis builds",
}
SIDES = "NESW"
COMPASS = ("north", "east", "south", "west")
GOAL_HALVES: dict[str, Goal] = {
    **{card.id: card.goal for card in MISSIONS},
    **{card.id: card.goal for card in GOALS},
}
REWARD_HALVES: dict[str, Reward] = {
    **{card.id: card.reward for card in MISSIONS},
    **{card.id: card.reward for card in REWARD_CARDS},
}
EXPEDITION: dict[str, Expedition] = {card.id: card for card in EXPEDITIONS}


# --- cards ----------------------------------------------------------------------------------------


def symbol(name: str) -> str:
    """A resource, a temple or a port, as people write it."""
    return {"dragonfruit": "dragon fruit", "ports": "port", "port_pair": "2 ports"}.get(name, name)


def marker_words(mode: str) -> tuple[str, str]:
    """A marker and what it shows, from the argument of `marker_mode`: ("Lotus", "as a port")."""
    kind, _, shown = mode.partition("_")
    if kind == "port":
        return _marker(shown), "as a port"
    return _marker(kind), f"as {symbol(shown or kind)}"


def _marker(name: str) -> str:
    return "Joker" if name == "any" else symbol(name).capitalize()


def marker_in_words(mode: str) -> str:
    """The same in a sentence: "the joker as lotus"."""
    kind, _, shown = mode.partition("_")
    marker = "the joker" if "any" in (kind, shown) else f"the {symbol(shown or kind)} marker"
    return marker + {"port": " as a port", "any": f" as {symbol(shown)}"}.get(kind, "")


def goal_words(goal: Goal) -> str:
    """The condition of a goal on an island (section 5.1)."""
    first, *others = map(symbol, goal.resources or ("",))
    if goal.type == "at_least":
        return " + ".join(
            f"{count} {symbol(name)}{'s' if name == 'ports' and count > 1 else ''}"
            for name, count in goal.symbols.items()
        )
    if goal.type == "more_than":
        return f"more {first} than {others[0]}"
    if goal.type == "equal_to_either":
        return f"{first} equals {' or '.join(others)}"
    return "two resources in equal number"


def reward_words(reward: Reward) -> str:
    """How a reward pays for an island (section 5.3)."""
    if reward.type == "discovery":
        return "draw a token per temple, keep 1"
    if reward.type == "island_size":
        fewest, points = ("/".join(map(str, each)) for each in zip(*reward.bands, strict=True))
        return f"{points} for {fewest} tiles"
    if reward.type == "flat":
        return f"{reward.flat} prestige"
    kind = {"least_resource": "rarest ", "most_resource": "commonest ", "chosen_resource_ports": "chosen "}
    paid = [
        f"{points} per {kind.get(reward.type, '') if name == 'resource' else ''}{symbol(name)}"
        for name, points in reward.each.items()
    ]
    return " + ".join(paid + [str(reward.flat)] * bool(reward.flat))


def expedition_words(card: str) -> tuple[str, str]:
    """What Alexis does with this card, and on which islands he builds."""
    expedition = EXPEDITION[card]
    way = " ".join(SIDES[side] for side in expedition.directions)
    tile = f"{('first', 'second', 'third')[expedition.slot]} market tile"
    return f"{'docks, or ' if expedition.docks else ''}{tile}, looks {way}", goal_words(expedition.goal)


def level_words(level: int) -> str:
    """Alexis's bonus at the end on this level."""
    card = LEVELS[level - 1]
    return f"at the end {card.end_points} + {card.end_per_house} per house + ports at grey ships"


def cards_held(entry: Document) -> list[tuple[str, list[str]]]:
    """A seat's cards: what each is for ("now", "kept", or its place while the seat chooses), and its names.

    A goal and a reward that belong together (advanced mode) are grouped, and so are identical backs.
    """
    uses: dict[str, list[str]] = {"now": [], "kept": []}
    for deck in DECKS:
        cards = entry.get(deck, {})
        current, held = cards.get("current"), cards.get("held", ())
        chosen = current is not None or len(held) < 2
        uses["now"] += [current] if current else []
        for place, card in enumerate(held):
            use = "kept" if chosen else "held" if card == BACK else f"{place} {deck}"
            uses.setdefault(use, []).append(card)
    return [(use.split()[0], cards) for use, cards in uses.items() if cards]


def halves(cards: list[str]) -> list[str]:
    """The conditions and rewards of cards, half by half; only their number if the observer knows none of them."""
    if set(cards) == {BACK}:
        return [f"{len(cards)} face down" if len(cards) > 1 else "face down"]
    return [words for card in cards for words in _halves(card)]


def _halves(card: str) -> list[str]:
    goal, reward = GOAL_HALVES.get(card), REWARD_HALVES.get(card)
    return [*([goal_words(goal)] if goal else []), *([reward_words(reward)] if reward else [])]


def source_words(text: str) -> str:
    """What a payment says of its sources, in people's words: "14 card M08" is "14 for “1 per lotus + 2”"."""

    def said(found: re.Match[str]) -> str:
        source = found[1]
        card = REWARD_HALVES.get(source.removeprefix("card "))
        return f" for “{reward_words(card)}”" if card else f" for {source}"

    return re.sub(r"(?<=\d) (card \w+|discovery tokens|ports)\b", said, text)


def card_words(card: str) -> str:
    """The condition and the reward of a card."""
    return ": ".join(_halves(card))


def offered(entry: Document) -> list[str]:
    """The cards among which a seat chooses, in order."""
    decks = (entry.get(deck, {}) for deck in DECKS)
    return next(
        (list(deck["held"]) for deck in decks if deck.get("current") is None and len(deck.get("held", ())) > 1), []
    )


# --- seats and tiles ------------------------------------------------------------------------------


def owner_words(owner: int | str) -> str:
    """A seat, or Alexis."""
    return "Alexis" if owner == ALEXIS else f"seat {owner}"


def ship_words(owner: int | str) -> str:
    """A ship, by whose colour is up."""
    return "grey ship" if owner == GREY else f"ship of {owner_words(owner)}"


def token_words(tokens: list[int | str]) -> str:
    """The values of discovery tokens, with question marks for backs."""
    return " ".join("?" if token == BACK else str(token) for token in tokens) or "none"


def drawn_words(document: Document) -> str:
    """The drawn discovery tokens, one of which is kept, each after its place; "" if none are drawn."""
    drawn = document.get("drawn", ())
    if BACK in drawn:
        return f"{len(drawn)} face down"
    return " · ".join(f"{place}: {value}" for place, value in enumerate(drawn))


def headline(state: State) -> str:
    """Say who does what now, or who has won."""
    if not state.is_over:
        return f"Seat {state.to_act} {PHASES[state.phase]}"
    names = [owner_words(seat) for seat in winners(state)] or [owner_words(ALEXIS)]
    return f"Game over: {names[0]} wins"


def describe(lying: Lying, at: tuple[int, int] | None = None) -> str:
    """Describe a tile in a sentence: where it is, and what each of its pieces shows."""
    head = lying.tile.id if at is None else f"Cell {at[0]} {at[1]}: {lying.tile.id}, rot {lying.rot}"
    return "; ".join([head, *(_piece(lying, number) for number in range(len(lying.tile.pieces)))])


def _piece(lying: Lying, number: int) -> str:
    piece = lying.tile.pieces[number]
    shown = [f"{symbol(name)} (slot {slot}{_by(owner)})" for slot, name, owner in lying.slots_of(number)]
    shown += ["temple"] * piece.temple
    shown += [f"port{_by(owner, ' ')}" for owner in lying.ports[number]]
    if piece.site:
        shown.append("free building site" if lying.house is None else f"house of {owner_words(lying.house)}")
    sides = "".join(SIDES[side] for side in sorted(lying.edges_of(number)))
    return f"piece {number} {sides or '(no edge)'}: {', '.join(shown) or 'bare'}"


def tile_words(lying: Lying) -> str:
    """A tile in people's words, its shape and what each piece of its land shows: "corner tile (lotus, 2 ports)"."""
    kind = lying.tile.shape.replace("tee", "T").replace("_", " ")
    shape = f"split {kind.removesuffix(' split')}" if kind.endswith(" split") else kind
    tile = f"{shape} start tile {lying.tile.id[2]}" if lying.tile.id.startswith("ST") else f"{shape} tile"
    pieces = [_contents(lying, number) or "bare land" for number in range(len(lying.tile.pieces))]
    return f"{tile} ({' / '.join(pieces)})" if pieces else tile


def _contents(lying: Lying, number: int) -> str:
    piece = lying.tile.pieces[number]
    shown = [(symbol(name), owner) for _, name, owner in lying.slots_of(number)]
    shown += [("temple", None)] * piece.temple + [("port", owner) for owner in lying.ports[number]]
    plural = {"temple": "temples", "port": "ports"}
    parts = [
        (f"{count} {plural.get(name, name)}" if count > 1 else name) + _by(owner, " ")
        for (name, owner), count in Counter(shown).items()
    ]
    if piece.site:
        parts.append("free site" if lying.house is None else f"house of {owner_words(lying.house)}")
    return ", ".join(parts)


def _by(owner: int | None, before: str = ", ") -> str:
    return "" if owner is None else f"{before}of seat {owner}"


def stacks(document: Document) -> list[str]:
    """What is left in the stacks, and how many tiles were removed."""
    removed = document.get("removed", ())
    return [
        f"navigation {document['navigation']}",
        f"reserve {document['reserve']}",
        f"tokens left {document['discoveries']}",
        *([f"removed {len(removed)}"] if removed else []),
    ]


def alexis_words(document: Document) -> list[str]:
    """Alexis: his level, his deck, and the card that he turned over (SI-SOLO-1)."""
    entry, level = document[ALEXIS], document["level"]
    lines = [
        f"level {level}: {level_words(level)}",
        f"expedition cards: {entry['deck']} in the deck, {len(entry.get('played', ()))} played",
    ]
    if not entry.get("card"):
        return lines
    way, goal = expedition_words(entry["card"])
    return [*lines, f"his card: {way}", f"his goal on it: {goal}"]


def covered(document: Document, cell: tuple[int, int], slot: int) -> str:
    """What a resource slot of a tile on the table shows now; numbered if the tile shows it several times."""
    shown = [symbol(name) for name, _ in lying(document)[cell].slots]
    alike = [place for place, name in enumerate(shown) if name == shown[slot]]
    number = f" {alike.index(slot) + 1} of {len(alike)}" if len(alike) > 1 else ""
    return shown[slot] + number


def side_of(document: Document, cell: tuple[int, int], piece: int) -> str:
    """Which part of a tile a piece is, if the tile has several: ", in the north"."""
    tile = lying(document)[cell]
    if len(tile.tile.pieces) < 2:
        return ""
    return f", on its {' and '.join(COMPASS[side] for side in sorted(tile.edges_of(piece)))} side"
