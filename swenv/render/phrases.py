"""Actions as people say them: "take Forest Amazons", "conquer hill 7". For buttons, logs and captions."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from swenv.render import islands_gains, islands_view, islands_words, smallworld_style
from swenv.smallworld.rules.underground.start import REBORN_REGIONS
from swenv.smallworld.rules.warcraft.portals import SWAPS
from swenv.smallworld.rules.warcraft.strongmen import USES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from swenv.core.action import Verb
    from swenv.core.game import Game, State
    from swenv.core.replay import Replay
    from swenv.core.telling import Payment

PHRASES: dict[str, str] = {
    # Small World
    "pick": "take {combo}{price}",
    "decline": "put {army} into decline",
    "abandon": "abandon {region}",
    "conquer": "conquer {region}",
    "roll": "roll the die first",
    "convert": "convert {region}",
    "dragon": "send the Dragon to {region}",
    "finish choose": "conquer nothing this turn",
    "finish ready": "conquer nothing this turn",
    "finish conquest": "stop conquering",
    "finish ghoul_ready": "leave the Ghouls in place",
    "finish ghoul_conquest": "stop conquering with Ghouls",
    "finish markers": "place nothing more",
    "finish stout": "keep the race active",
    "finish peace": "make peace with nobody",
    "deploy": "put a token on {region}",
    "deploy_rest": "put all remaining tokens on {region}",
    "encamp": "put an encampment on {region}",
    "fortify": "build a fortress on {region}",
    "hero": "put a Hero on {region}",
    "peace": "make peace with {seat}",
    # Underground
    "swap": "swap badges with {combo} to become {swapped}",
    "volcano": "put the Volcano on {region}",
    "reborn": "bring a token back on {region}",
    "ancient": "move the Great Ancient to {region}",
    "use": "use the {name}",
    "bag": "let the Bag stand in for the {name}",
    "vampire": "win over the token on {region}",
    "roll_for": "roll the die for {region}",
    "balrog": "send the Balrog to {region}",
    "armor": "put a Mushroom Armor on {region}",
    "queen": "put the Queen on {region}",
    "ghost": "put the Ghost on {region}",
    "scepter": "put the Scepter of Avarice on {region}",
    "ring": "put Froggy's Ring on {region}",
    "altar": "sell a declined token on {region}",
    "decline_by_stonehedge": "decline with the power of Stonehedge",
    "finish swap": "keep the badge",
    "finish reborn": "bring back no more tokens",
    "finish ancient": "leave the Great Ancient in place",
    "finish altar": "sell no token",
    # Warcraft
    "form": "take {name} form",
    "arm": "use {name}",
    "champion": "conquer {region} with the Champion",
    "leave_champion": "leave the Champion behind",
    "push": "push the defender out of {region}",
    "push_to": "push the token to {region}",
    "portal": "open a portal on {region}",
    "put": "put the Artifact on {region}",
    "well": "put the Well of Eternity on {region}",
    "buy": "buy a token for a coin",
    "beast": "put a Beast on {region}",
    "post": "put the Champion on {region}",
    "aegis": "put the Aegis on {region}",
    "heart": "put the Heart of Azeroth on {region}",
    "objective": "put a Military Objective on {region}",
    "bomb": "plant a bomb on {region}",
    "pay": "pay Harmony to Pandaren",
    "finish strike": "give up the air strike",
    "finish reveal": "remove the bomb instead",
    "finish recruit": "buy no more tokens",
    "finish bombs": "plant no more bombs",
    # Small Islands
    "pass marker": "lay no marker",
    "pass house": "build {none}",
    "card_pair": "use “{now}” now, keep “{later}”",
    "card_pair hidden": "choose a card for now and one for later",
    "reward_pair": "use “{now}” now, keep “{later}”",
    "reward_pair hidden": "choose a reward card for now and one for later",
    "take": "take {name}",
    "hand": "choose {tile}",
    "hand blocked": "remove {tile} from the game",
    "start_face": "choose {face}",
    "marker_mode": "choose {marker}",
    "resource": "score {symbol} for the island at {scored}",
    "discovery": "keep {token}",
    "discovery hidden": "keep a discovery token",
    "place": "lay the tile on {cell}{turned}",
    "dock_own": "dock your ship on {cell}",
    "dock_grey": "dock a grey ship on {cell}",
    "mark_slot": "cover the {covered} on {cell} with {laid}",
    "mark_piece": "make a port on {cell}{side} with {laid}",
    "place alexis_place": "turn the tile of Alexis on {cell}{turned}",
    "house": "build a house at {cell}",
    "house alexis_house": "let Alexis build at {cell}",
}
"""What each verb does, or a verb in one of its phases, as an order in lower case; in braces, what it is done with."""

HINTS: dict[str, str] = {
    "pick": "The first combo is free; each further one costs one coin more, laid on those above.",
    "swap": "Swap your badge for one in the column, or keep it.",
    "conquer": "Click a lit region to conquer it: the label is its price.",
    "conquer ghoul_ready": "The Ghouls may conquer first. Click a lit region; the label is its price.",
    "conquer ghoul_conquest": "The Ghouls conquer. Click a lit region; the label is its price.",
    "deploy ghoul_deploy": "Click a region to put a Ghoul there.",
    "deploy": "Click a region to put a token there.",
    "deploy withdrawn": "These tokens survived the attack. Click a region to put one there.",
    "deploy_rest": "Click a region to put all the tokens left in your hand there.",
    "encamp": "Click a region to put an encampment there; {encampments} left.",
    "hero": "Click a region to put a Hero there.",
    "decline stout": "You may put your race into decline now, or keep it active.",
    "reborn": "Click one of your declined regions to replace its tokens with a single active one; {reborn} this turn.",
    "ancient": "Click where the Great Ancient goes, or leave it: then you can no longer decline in this turn.",
    "push": "Click a region to push a token, or what protects it, out of it; {pushes} this turn.",
    "push_to": "Click where the token pushed out of {origin} goes; until then, it still stands there.",
    "well": "Click a water region for the Well of Eternity: it pays 2 coins a turn to whoever holds most beside it.",
    "portal": "Click the two magic regions to exchange; {swaps} this turn.",
    "portal portal": "Click the magic region to exchange with {origin}.",
    "heart": "Click a region for the Heart of Azeroth: its neighbours pay.",
    "ring": "Click a region for Froggy's Ring: its neighbours pay.",
    "abandon": "Click a region to give it up and take its tokens back.",
    "form": "Choose a form: Human gains 2 coins; Worgen pays 1, and every region costs 1 less.",
    "buy": "Each token that you buy conquers from your next turn on.",
    "start_face": "Choose a start tile, and the face to lay it with.",
    "card_pair": "Choose the mission for this round, and the one to keep.",
    "reward_pair": "Choose the reward for this round, and the one to keep.",
    "take": "Choose what to take.",
    "hand": "Choose the tile to lay.",
    "hand blocked": "No tile of your hand fits: choose the one to remove from the game.",
    "place": "Click a cell to lay the tile there; click again to rotate it.",
    "place alexis_place": "Alexis lays this tile. Click its cell until it lies as you like.",
    "house alexis_house": "Choose where Alexis builds.",
    "marker_mode": "You may lay a marker: choose which. Each can be laid once in the game.",
    "mark_slot": "Click the tile whose resource {laid} covers.",
    "mark_piece": "Click the tile to which {laid} adds a port.",
    "dock_own": "Click the cell where your ship docks.",
    "dock_grey": "Click the cell where the grey ship docks. It keeps yours for later; its ports pay nobody.",
    "house": "Click an island to build a house there.",
    "discovery": "Choose the token to keep.",
}
"""What to do with a verb, or with one in a phase, for people who see the board; else its meaning says it."""

TITLES: dict[str, str] = {
    "pick": "take a combo",
    "decline": "go into decline",
    "finish": "end this step",
    "swap": "swap the badge",
    "take": "take an Artifact",
    "take islands": "take a tile",
    "start_face": "choose a start tile",
    "hand": "choose a tile",
    "marker_mode": "choose a marker",
    "mark_slot": "cover a resource",
    "mark_piece": "make a port",
    "resource": "score a resource",
    "deploy": "put one token",
    "deploy_rest": "put all remaining",
}
"""Names of verbs whose phrase says too little without what they are done with."""

TURN_ENDS = "as a turn ended"
CONQUESTS = ("conquer", "roll for")
SOURCES = {
    "pick": "for combos", "decline": "for Vanishing", **dict.fromkeys(CONQUESTS, "for conquests"),
    "push": "for pushing", "buy": "for tokens", "faction": "for the faction", "deploy": TURN_ENDS,
    "deploy rest": TURN_ENDS, "finish": TURN_ENDS,
}  # fmt: skip
"""What coins were paid for, by the name that the accounts give it, if that says too little."""
PROPER = ("Karazhan", "Stonehedge", "Frostmourne")
"""Pieces whose names have no article."""

TAKING = frozenset({"conquer", "roll_for", "champion", "dragon", "balrog"})
"""The verbs that take a region."""
DECLINING = frozenset({"decline", "decline_by_stonehedge"})
"""The verbs that put a race into decline."""
TURNS = ("", ", a quarter turn", ", half a turn", ", three quarter turns")


def phrase(state: State, action: int, document: dict[str, Any] | None = None) -> str:
    """Say as an order what a legal action does in a position: "take Forest Amazons".

    Args:
        state: the position before the action.
        action: index of the action.
        document: `state.to_position()`, if it is at hand.

    Returns:
        A phrase that begins with its verb, in lower case.
    """
    said = state.game.action(action)
    wording = PHRASES.get(f"{said.verb} {_phase(state)}") or PHRASES[said.verb]
    people = own_people(state, action)
    return wording.format_map(_Parts(state, said.args, document)) + (f" from your own {people}" if people else "")


def own_people(state: State, action: int) -> str:
    """The people from whom an action takes a region that the seat holds itself; "" if it does not."""
    army = _owner(state, action)
    if army < 0 or army // 3 != state.turn:
        return ""
    races: Any = state.game
    return smallworld_style.words(races.races[int(state.record["race"][0][army])].name)


def given_up(state: State, action: int) -> list[str]:
    """The races in decline that leave the map as their seat puts another into decline (SW-DECL-2); else []."""
    if state.game.action(action).verb not in DECLINING:
        return []
    after = state.copy()
    after.apply(action)
    races, left = (each.to_position()["seats"][state.turn]["races"] for each in (state, after))
    gone = {race["race"] for race in races if race["status"] != "active"} - {race["race"] for race in left}
    return sorted(map(smallworld_style.words, gone))


def takes(state: State, action: int) -> bool:
    """Whether an action takes a region from whoever holds it."""
    return state.game.action(action).verb in TAKING


def _owner(state: State, action: int) -> int:
    """The army that holds the region that an action takes; below 0 if none does, or if it takes no region."""
    if not takes(state, action):
        return -1
    owner: int = state.record["owner"][0][state.game.action(action).args[0]].item()
    return owner


def failed(before: State, after: State, action: int) -> bool:
    """Whether an action rolled the die for a region in vain."""
    rolled = after.last_roll is not None and takes(before, action) and after.phase != "strike"
    return rolled and _owner(before, action) == _owner(after, action)


def lost(before: State, after: State, action: int) -> list[tuple[int, str]]:
    """The seats that lost regions by an action, each with a region: [(1, "hill 4")]; not what a seat leaves itself.

    Args:
        before: the position before the action.
        after: the position after it.
        action: index of the action.
    """
    if before.record.dtype.names is None or "owner" not in before.record.dtype.names:
        return []
    was, now = (each.record["owner"][0] for each in (before, after))
    lost = (was >= 0) & (was // 3 != now // 3) & (was // 3 != before.to_act)
    if takes(before, action):  # maybe from one's own race in decline
        taken = before.game.action(action).args[0]
        lost[taken] = was[taken] >= 0 and was[taken] != now[taken]
    return [(int(was[k]) // 3, _Parts(before, (k,), None)["region"]) for k in np.flatnonzero(lost).tolist()]


def report(before: State, after: State, action: int) -> str:
    """Say as an order what an action did: "attack hill 7" if that failed.

    Args:
        before: the position before the action.
        after: the position after it.
        action: index of the action.
    """
    said = phrase(before, action)
    if "{later}" in PHRASES.get(before.game.action(action).verb, "") and before.round == islands_words.ROUNDS:
        return said.partition(", keep")[0]  # no round comes later
    if failed(before, after, action):
        return re.sub("^conquer", "attack", said)
    won = said.startswith("roll the die for") and after.phase != "strike"
    return f"{said} successfully" if won else said


def _phase(state: State) -> str:
    """The phase; while a seat may decline instead, the one with which its turn would begin (SW-TURN-2)."""
    if state.phase != "choose":
        return state.phase
    if state.record["army"][0] % 3:  # a declined race acts first
        return "ghoul_ready"
    verbs = {state.game.action(action).verb for action in state.legal_actions().tolist()}
    return next(iter(verbs & {"reborn", "ancient"}), "choose")


def pair(state: State, action: int, document: dict[str, Any]) -> tuple[str, str] | None:
    """Say an action that is one of many in two steps: two cards, or a marker and what it shows; None for every other.

    Args:
        state: the position before the action.
        action: index of the action.
        document: `state.to_position()`.
    """
    said = state.game.action(action)
    parts = _Parts(state, said.args, document)
    if "{later}" in PHRASES.get(said.verb, ""):
        after = state.copy()
        after.apply(action)
        so_far = islands_gains.standing(after, state.to_act)
        return f"Now: {parts['now']} (so far {so_far[0]})", f"Later: {parts['later']} (so far {so_far[1]})"
    return islands_words.marker_words(str(said.args[0])) if said.verb == "marker_mode" else None


def phrase_anywhere(state: State, action: int, document: dict[str, Any]) -> str:
    """Say what an action does some decisions later, when only the board is sure to be the same.

    Args:
        state: any state of the game.
        action: index of the action.
        document: `state.to_position()`.
    """
    said = state.game.action(action)
    wording, is_named = PHRASES.get(said.verb, ""), all(isinstance(each, str) for each in said.args)
    lasting = {"region", "cell", "turned", "seat", *(["name"] if is_named else [])}
    if wording and set(re.findall("{([a-z]+)}", wording)) <= lasting:
        return wording.format_map(_Parts(state, said.args, document))
    return verb_title(said.verb, state.game.name)  # what is there may change


def hidden_phrase(action: str, number: int) -> str:
    """Say what everybody may know of an action whose arguments are secret.

    Args:
        action: the action as text.
        number: the round.
    """
    wording = PHRASES[f"{action.partition(' ')[0]} hidden"]
    return wording.partition(" for now")[0] if number == islands_words.ROUNDS else wording


def hint(verb: Verb, state: State) -> str:
    """Say what to do with a verb in a position, in a sentence."""
    meaning = f"{verb.meaning[0].upper()}{verb.meaning[1:]}." + " Click a lit region." * (verb.arguments == ("region",))
    wording = HINTS.get(f"{verb.name} {_phase(state)}") or HINTS.get(verb.name)
    return wording.format_map(_Parts(state, (), None)) if wording else meaning


def said_of(payment: Payment, game: Game, mover: int) -> Payment:
    """Return a payment with its sources in people's words, as coins precede them: "for ports", not "ports".

    Args:
        payment: what a seat was paid in a turn.
        game: the game.
        mover: the seat whose turn it was.
    """
    entries = game.entries()
    called_else = SOURCES if payment.seat == mover else SOURCES | dict.fromkeys(CONQUESTS, "for conquests by others")

    def called(source: str) -> str:
        entry = entries.get(source.replace(" ", "_"))
        if entry is None:
            return source
        printed = _printed(entry.name)
        return printed if entry.kind in game.picked else _with_article(printed)

    def named(found: re.Match[str]) -> str:
        source = found[1].replace("_", " ")
        return f" {called_else.get(source) or f'for {called(source)}'}"

    def words(text: str) -> str:
        return re.sub(r"(?<=\d) (?!for )([a-z_ ]+)(?=[,)]|$)", named, islands_words.source_words(text))

    sources = Counter[str]()
    for source, coins in payment.sources.items():
        sources[words(f"0 {source}").removeprefix("0 ")] += coins
    return payment._replace(sources=dict(sources), text=words(payment.text))


def uncovered(before: State, after: State) -> str:
    """Say which Places, Relics and Artifacts lie on the map that did not before; "" if none do."""
    names = _on_the_map(after) - _on_the_map(before)
    return f"; this uncovers {' and '.join(map(_with_article, sorted(map(_printed, names))))}" if names else ""


def by_alexis(before: State, after: State, action: int) -> str:
    """Say what Alexis did by himself after an action: "; Alexis lays a tile on cell 9 9"; "" if nothing."""
    if before.game.num_players > 1:
        return ""
    old, new = (_laid(state.to_position()) for state in (before, after))
    chosen = before.game.action(action)
    own = tuple(map(int, chosen.args[:2])) if chosen.verb in ("place", "house", "dock_own", "dock_grey") else ()
    said = [f"{what} cell {cell[0]} {cell[1]}" for what, cell in sorted(new - old) if cell != own]
    return f"; Alexis {' and '.join(said)}" if said else ""


def _laid(document: dict[str, Any]) -> set[tuple[str, tuple[int, int]]]:
    """What lies on the table in a game against Alexis, and where, as what he would do to lay it."""
    houses = [each for each in document.get("houses", ()) if each["seat"] == islands_view.ALEXIS]
    kinds = {"builds on": houses, "docks on": document.get("ships", ()), "lays a tile on": document["tiles"]}
    return {(what, (each["r"], each["c"])) for what, all_of_it in kinds.items() for each in all_of_it}


def _printed(name: str) -> str:
    return smallworld_style.words("lost_mine" if name == "mine" else name)


def _with_article(piece: str) -> str:
    return piece if "'s" in piece or piece in PROPER else f"the {piece}"


def _on_the_map(state: State) -> set[str]:
    """The Places, Relics and Artifacts that lie face up."""
    regions = state.to_position().get("regions", {}).values()
    lying = ((each.get("place"), *each.get("relics", ()), *each.get("artifacts", ())) for each in regions)
    return {name for names in lying for name in names if name}


def _title(verb: str, game: str) -> str:
    return TITLES.get(f"{verb} {game}") or TITLES.get(verb, "")


def verb_title(verb: str, game: str) -> str:
    """Name a verb of a game without what it is done with: "conquer", "put a token"."""
    if title := _title(verb, game):
        return title
    words = re.sub(" ?{[a-z]+}", "", PHRASES.get(f"{verb} hidden") or PHRASES.get(verb, verb))
    return re.sub("( (on|to|for|at|with|out|of|in|the))+$", "", words)


def told(phrase: str) -> str:
    """Turn an order into what somebody does: "takes Forest Amazons". How a tile is turned tells others nothing.

    Args:
        phrase: begins with its verb.
    """
    verb, space, rest = phrase.partition(" ")
    if re.search("(s|x|z|ch|sh|o)$", verb):
        verb += "es"
    else:
        verb = f"{verb[:-1]}ies" if re.search("[^aeiou]y$", verb) else f"{verb}s"
    return verb + space + re.sub(f"({'|'.join(TURNS[1:])})$", "", rest).replace("your ", "their ")


def captions(states: Sequence[State], replay: Replay) -> list[str]:
    """See `swenv.render.captions`."""
    said = ["the start"]
    for before, after, move in zip(states, states[1:], replay.moves, strict=False):
        rolled = "" if move.roll is None else f"; the die shows {move.roll}"
        said.append(f"seat {move.seat} {told(report(before, after, before.game.parse(move.action)))}{rolled}")
    return said


class _Parts(dict[str, str]):
    """The parts of a phrase, put into words when the phrase asks for them."""

    def __init__(self, state: State, args: tuple[Any, ...], document: dict[str, Any] | None) -> None:
        super().__init__()
        self.state, self.args, self._document = state, args, document

    @property
    def document(self) -> dict[str, Any]:
        """The position, which takes longer to write than most phrases."""
        self._document = self._document or self.state.to_position()
        return self._document

    def __missing__(self, part: str) -> str:
        words: str = getattr(self, f"_{part}")()
        return words

    def _combo(self) -> str:
        combo = self.document["column"][self.args[0]]
        return f"{smallworld_style.words(combo['power'])} {smallworld_style.words(combo['race'])}"

    def _price(self) -> str:
        return f" for {self.args[0]}" if self.args[0] else ""  # SW-COL-1

    def _swapped(self) -> str:
        badge = self.document["column"][self.args[0]]["power"]
        return f"{smallworld_style.words(badge)} {self._army()}"

    def _army(self) -> str:
        races = self.document["seats"][self.document["to_act"]]["races"]
        return " and ".join(smallworld_style.words(each["race"]) for each in races if each["status"] == "active")

    def _region(self) -> str:
        return self._place(self.args[0])

    def _origin(self) -> str:
        return self._place(int(self.state.record["chosen"][0]))

    def _place(self, region: int) -> str:
        board: Any = self.state.game
        return smallworld_style.place(board.board_of(self.state.record).regions[region])

    def _reborn(self) -> str:
        return self._left("reborn", REBORN_REGIONS)

    def _pushes(self) -> str:
        return self._left("pushes", USES)

    def _swaps(self) -> str:
        return self._left("swaps", SWAPS)

    def _left(self, field: str, most: int) -> str:
        left = most - int(self.state.record[field][0])
        return f"up to {left}" if left == most else f"{left} more" if left > 1 else "once more"

    def _encampments(self) -> str:
        part = self.state.game.observation_layout["turn"]
        return str(part.of(self.state.observation())[part.column("camps")].item())

    def _seat(self) -> str:
        return f"seat {self.args[0]}"

    def _name(self) -> str:
        (argument,) = self.args
        if isinstance(argument, int):  # of Small Islands: a slot of the market
            return f"{self._called(self.document['market'][argument])} from the market"
        return smallworld_style.words(argument)

    def _cell(self) -> str:
        row, column = self.args[:2]
        return f"cell {row} {column}"

    def _turned(self) -> str:
        return TURNS[int(self.args[2])]

    def _tile(self) -> str:
        return self._called(self._own["hand"][self.args[0]])

    def _face(self) -> str:
        return self._called(str(self.args[0]))

    def _called(self, tile: str) -> str:
        return f"the {islands_words.tile_words(islands_view.bare(tile))}"

    def _marker(self) -> str:
        return islands_words.marker_in_words(str(self.args[0]))

    def _laid(self) -> str:
        mode = self.document["turn_state"].get("marker")
        return islands_words.marker_in_words(mode).removesuffix(" as a port") if mode else "the marker"

    def _none(self) -> str:
        return "no more houses" if self.document["turn_state"]["built"] else "no house"

    def _symbol(self) -> str:
        return islands_words.symbol(str(self.args[0]))

    def _scored(self) -> str:
        now = self.document["turn_state"]
        row, column = now["built"][now.get("scored", 0)]
        return f"{row} {column}"

    def _token(self) -> str:
        return f"the token of {self.document['drawn'][self.args[0]]}"

    def _covered(self) -> str:
        *cell, slot = self.args
        return islands_words.covered(self.document, (int(cell[0]), int(cell[1])), int(slot))

    def _side(self) -> str:
        *cell, piece = self.args
        return islands_words.side_of(self.document, (int(cell[0]), int(cell[1])), int(piece))

    def _now(self) -> str:
        return self._card(0)

    def _later(self) -> str:
        return self._card(1)

    def _card(self, which: int) -> str:
        held = islands_words.offered(self._own)
        return islands_words.card_words(held[int(str(self.args[0]).split()[which])])

    @property
    def _own(self) -> dict[str, Any]:
        own: dict[str, Any] = self.document["seats"][self.document["to_act"]]
        return own
