"""Checks what holds in every position of Small Islands (docs/rules/islands.md, chapter 6), from documents only.

`invariants_islands_step` checks what an action changes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from invariants_underground import hold
from reference_archipelago import (
    BOX,
    CARDS,
    LAND,
    SHIPS,
    Archipelago,
    Cell,
    all_ids,
    card_kinds,
    neighbour,
)
from reference_islands import MODES
from reference_table import Document

START = {"start_pick", "start_place"}
PREPARATION = {"prep_pick", "prep_reward"}
REWARD = {"house", "score", "alexis_house"}
HOUSES = 8
POOL = 4
TOKENS = Counter(BOX["discovery_tokens"]["values"])
LEVELS = {card["level"]: card for card in BOX["alexis_cards"]}
RETURNS = 1e-12
"""The tolerance for the sum of the returns, which must be zero."""


def check(document: Document) -> None:
    """Check a position for SI-INV-1 to -6, what is visible of -7, and what else the rules promise.

    Raises:
        Broken: A rule is violated; names it and contains the whole position.
    """
    bare = Archipelago({**document, "markers": []})
    _cells(bare)
    _markers(bare, document)
    board = Archipelago(document)
    _tiles(board)
    _ships(board)
    _houses(board)
    _tokens(document)
    _cards(document)
    _hands(board)
    _market(document)
    _turn(board)
    for seat in document["seats"]:
        hold(seat["prestige"] >= 0, "SI-INV-7", "prestige below zero", document)
    if document["num_players"] == 1:
        _alexis(board)


# the board


def _cells(board: Archipelago) -> None:
    """Check SI-INV-6, and that every tile is in the window on a cell of its own."""
    document, lying = board.document, [*board.laid, *board.ships]
    hold(len(lying) == len(document["tiles"]) + len(document["ships"]), "SI-TILE-6", "two on one cell", document)
    hold(len(set(lying)) == len(lying), "SI-TILE-6", "a ship on a tile", document)
    hold(all(map(board.inside, lying)), "SI-EXPL-8", "over the edge of the table", document)
    order = [(entry["r"], entry["c"]) for entry in document["tiles"]]
    hold(order == sorted(order), "SI-INV-6", "the tiles are told row by row", document)
    for cell in lying:
        mine = board.coast(cell) or ()
        for side, piece in enumerate(mine):
            other = board.coast(neighbour(cell, side))
            agrees = other is None or (other[(side + 2) % 4] is None) == (piece is None)
            hold(agrees, "SI-INV-6", f"the sides of {cell} and {neighbour(cell, side)} disagree", document)
    reached = set[Cell]()
    edge = set(lying[:1])
    while edge:
        reached |= edge
        edge = {neighbour(cell, side) for cell in edge for side in range(4)} & board.coasts.keys() - reached
    hold(len(reached) == len(lying), "SI-INV-6", "the tiles are not in one piece", document)


def _tiles(board: Archipelago) -> None:
    """Check that each land tile is in one place, and the start tiles on the board, the first in the centre (SI-INV-1).

    While the start tiles are laid, nothing is dealt yet (SI-SETUP-3).
    """
    document = board.document
    places = [document["market"], document["reserve"], document["navigation"], document["removed"]]
    places += [seat["hand"] for seat in document["seats"]]
    places += [[laid.tile for laid in board.laid.values()], [document["turn_state"]["chosen"]]]
    found = Counter(tile for place in places for tile in place if tile is not None)
    land = Counter({tile: count for tile, count in found.items() if tile in LAND})
    wanted = Counter(() if document["phase"] in START else LAND)
    wrong = (land - wanted) + (wanted - land)
    hold(not wrong, "SI-INV-1", f"land tiles lost or doubled: {dict(wrong)}", document)
    start = [laid.tile for laid in board.laid.values() if laid.tile not in LAND]
    hold(len({face[:3] for face in start}) == len(start), "SI-SETUP-3", f"start tiles {start}", document)
    if document["phase"] not in START:
        hold(len(start) == len(BOX["start_tiles"]) // 2, "SI-SETUP-3", f"start tiles {start}", document)
    middle = (board.width // 2, board.width // 2)
    if board.laid:
        hold(middle in board.laid and board.laid[middle].tile in start, "SI-SETUP-3", "the middle is bare", document)


def _ships(board: Archipelago) -> None:
    """Check the ships and the round (SI-INV-2)."""
    document, solo = board.document, board.players == 1
    owners = Counter(board.ships.values())
    greys = SHIPS if solo else SHIPS - board.players
    hold(owners.pop("grey", 0) <= greys, "SI-SETUP-5", "too many grey ships", document)
    hold(set(owners) <= set(range(board.players)), "SI-SETUP-5", f"ships of {set(owners)}", document)
    hold(all(count == 1 for count in owners.values()), "SI-SETUP-5", "a ship twice on the board", document)
    hold(len(board.ships) <= SHIPS, "SI-INV-2", "more than four ships", document)
    number, docked, phase = document["round"], len(board.ships), document["phase"]
    hold(1 <= number <= BOX["components"]["max_rounds"], "SI-INV-2", f"round {number}", document)
    finished = {number - 1}
    turn = document["turn_state"]
    if phase in REWARD:
        finished = {number - 1 if turn["stuck"] else number}
    if phase == "over" or turn["docker"] == "alexis":  # SI-SOLO-10: he may have found no tile
        finished = {number - 1, number}
    hold(docked in finished, "SI-INV-2", f"{docked} ships in round {number}", document)


def _houses(board: Archipelago) -> None:
    """Check the numbers of houses (SI-INV-3), and that each is on a site of an island of at least two tiles."""
    document = board.document
    hold(len(board.houses) == len(document["houses"]), "SI-HOUSE-3", "two houses on one site", document)
    for cell in board.houses:
        there = cell in board.laid and board.laid[cell].site is not None
        hold(there, "SI-HOUSE-3", f"a house on {cell} without a site", document)
        hold(board.island_of_site(cell).size >= 2, "SI-HOUSE-2", f"a house on the one tile {cell}", document)
    built = Counter(board.houses.values())
    hold(built.pop("alexis", 0) <= HOUSES, "SI-INV-3", "more than eight houses of Alexis", document)
    hold(set(built) <= set(range(board.players)), "SI-INV-3", f"houses of {set(built)}", document)
    for number, seat in enumerate(document["seats"]):
        pool, reserve = seat["pool"], seat["reserve"]
        hold(pool >= 0 and reserve >= 0, "SI-INV-3", f"pool {pool}, reserve {reserve}", document)
        hold(pool + reserve + built[number] == HOUSES, "SI-INV-3", f"houses of seat {number}", document)
        hold(pool <= POOL, "SI-INV-3", f"a pool of {pool}", document)
        own_turn = document["phase"] in {"house", "score"} and document["turn"] == number
        hold(own_turn or pool == POOL or not reserve, "SI-REW-5", f"the pool of seat {number}", document)


def _markers(bare: Archipelago, document: Document) -> None:
    """Check the numbers of markers (SI-INV-4), and, one after the other, that each is where it may be."""
    limit = BOX["tile_model"]["max_ports_per_tile"]
    for entry in document["markers"]:
        cell, shows = (entry["r"], entry["c"]), entry["as"]
        hold((entry["marker"], shows) in MODES.values(), "SI-MARK-5", f"{entry}", document)
        hold(cell in bare.laid, "SI-MARK-1", f"a marker on no tile: {entry}", document)
        laid = bare.laid[cell]
        if shows == "port":
            piece = laid.pieces[entry["piece"]] if entry["piece"] < len(laid.pieces) else {"coast": False}
            hold(piece["coast"], "SI-MARK-3", f"a port without coast: {entry}", document)
            laid.ports[entry["piece"]] += 1
            hold(sum(laid.ports) <= limit, "SI-INV-4", f"more than two ports on {cell}", document)
        else:
            hold(entry["slot"] < len(laid.shown), "SI-MARK-2", f"a marker on no slot: {entry}", document)
            hold(laid.shown[entry["slot"]] != shows, "SI-INT-17", f"nothing changed: {entry}", document)
            laid.shown[entry["slot"]] = shows
    laid_by = Counter((entry["seat"], entry["marker"]) for entry in document["markers"])
    hold(all(count == 1 for count in laid_by.values()), "SI-INV-4", "a marker was laid twice", document)
    seats = {seat for seat, _ in laid_by}
    hold(seats <= set(range(bare.players)), "SI-INV-4", f"markers of {seats}", document)


# what is drawn


def _tokens(document: Document) -> None:
    """Check the discovery tokens (SI-INV-5, first half)."""
    kept = [value for seat in document["seats"] for value in seat["tokens"]]
    found = Counter([*document["discoveries"], *document["drawn"], *kept])
    hold(found == TOKENS, "SI-INV-5", f"discovery tokens {dict(found)}", document)
    hold(document["drawn"] == sorted(document["drawn"]), "SI-ACT-2", "the tokens drawn are not sorted", document)
    hold(document["phase"] == "score" or not document["drawn"], "SI-CARD-R2", "tokens lie about", document)
    for seat in document["seats"]:
        known = Counter(seat["tokens_in_pool"]) - Counter(document["discoveries"])
        hold(not known, "SI-INFO-2", f"a seat knows of tokens that are not in the pool: {known}", document)


def _cards(document: Document) -> None:
    """Check the cards (SI-INV-5, second half); SI-PREP-2, -3 and -5 say how many a seat has when."""
    phase, kinds = document["phase"], card_kinds(document)
    for kind in kinds:
        found = list(document["decks"][kind])
        for seat in document["seats"]:
            cards = seat[kind]
            found += [*cards["held"], *(cards[name] for name in ("current", "returned") if cards[name] is not None)]
        wanted = [] if phase in START else all_ids(kind)
        hold(sorted(found) == sorted(wanted), "SI-INV-5", f"{kind}: {sorted(found)}", document)
    hold(set(document["decks"]) == set(kinds), "SI-SETUP-9", f"decks {set(document['decks'])}", document)
    if phase in START or phase == "over":
        return
    for number, seat in enumerate(document["seats"]):
        for kind in kinds:
            chosen = _has_chosen(document, number, kind)
            count = (len(seat[kind]["held"]), seat[kind]["current"] is not None, seat[kind]["returned"] is not None)
            hold(count == ((1, True, True) if chosen else (3, False, False)), "SI-PREP-2", f"{kind} {count}", document)


def _has_chosen(document: Document, seat: int, kind: str) -> bool:
    """Whether the seat has chosen its cards of a kind for this round."""
    if document["phase"] not in PREPARATION:
        return True
    players = document["num_players"]
    first = document["first"] if players > 1 else 0
    turns = [(number - first) % players for number in (seat, document["turn"])]
    if turns[0] == turns[1]:
        return kind == "goals" and document["phase"] == "prep_reward"
    return bool(turns[0] < turns[1])


def _hands(board: Archipelago) -> None:
    """Check for two tiles in hand, three while one is to be placed, and where they fit (SI-EXPL-2, -3, -9)."""
    document, phase = board.document, board.document["phase"]
    for number, seat in enumerate(document["seats"]):
        acts = number == document["turn"]
        size = 3 if acts and phase in {"hand", "blocked"} else 2
        if phase not in START:
            hold(len(seat["hand"]) == size, "SI-EXPL-2", f"seat {number} holds {seat['hand']} in {phase}", document)
        hold(set(seat["known"]) <= set(seat["hand"]), "SI-INFO-2", f"known: {seat['known']}", document)
    if phase == "blocked":
        own = document["seats"][document["turn"]]
        hold(set(own["known"]) == set(own["hand"]), "SI-INFO-2", "a blocked hand is shown", document)
    if phase in {"hand", "blocked"}:
        fits = any(board.places(tile) for tile in document["seats"][document["turn"]]["hand"])
        hold(fits == (phase == "hand"), "SI-EXPL-9", f"{phase}, and tiles fit: {fits}", document)
    chosen = document["turn_state"]["chosen"]
    hold((chosen is not None) == (phase in {"start_place", "place", "alexis_place"}), "SI-EXPL-3", phase, document)
    if phase == "place":
        hold(bool(board.places(chosen)), "SI-EXPL-9", f"{chosen} fits nowhere", document)


def _market(document: Document) -> None:
    """Check for three filled slots while there are tiles, and for six tiles to navigate (SI-EXPL-5, SI-PREP-1)."""
    phase, market, stack = document["phase"], document["market"], document["navigation"]
    hold(len(market) == BOX["components"]["market_size"], "SI-EXPL-5", f"{market}", document)
    hold(len(stack) <= BOX["components"]["navigation_stack"], "SI-PREP-1", f"{len(stack)} to navigate by", document)
    if phase in START:
        return
    gaps = sum(tile is None for tile in market)
    taken = phase in {"hand", "blocked", "place", "marker", "mark_target", "alexis_place"}
    left, emptied = bool(stack or document["reserve"]), document["turn_state"]["emptied"]
    hold((emptied is not None) == taken, "SI-EXPL-5", f"slot {emptied} was emptied, in {phase}", document)
    hold(not taken or market[emptied] is None, "SI-EXPL-5", f"slot {emptied} is not empty", document)
    hold(gaps >= taken and (gaps == taken or not left), "SI-EXPL-5", f"{gaps} slots are empty in {phase}", document)
    if phase in PREPARATION:
        hold(len(stack) == BOX["components"]["navigation_stack"], "SI-PREP-1", "no full navigation stack", document)
    if phase == "over" and len(document["ships"]) < min(document["round"], SHIPS):
        hold(gaps, "SI-END-2", "nobody was stuck", document)


# whose turn it is


def _turn(board: Archipelago) -> None:
    document, phase, turn = board.document, board.document["phase"], board.document["turn_state"]
    rewarded = phase in REWARD
    if phase == "over":
        _why_over(board)
        return
    hold(0 <= document["turn"] < board.players, "SI-STATE-1", f"turn of {document['turn']}", document)
    hold(document["to_act"] == document["turn"], "SI-ACT-1", "each step belongs to one seat", document)
    hold((turn["docker"] is not None) == rewarded, "SI-REW-1", f"docker {turn['docker']} in {phase}", document)
    hold((turn["marker"] is not None) == (phase == "mark_target"), "SI-MARK-1", f"{turn['marker']}", document)
    hold(rewarded or not (turn["built"] or turn["scored"] or turn["stuck"]), "SI-REW-3", f"{turn}", document)
    hold(turn["scored"] <= len(turn["built"]), "SI-REW-4", f"{turn}", document)
    hold(phase == "score" or not turn["scored"], "SI-INT-24", "scored before all is built", document)
    for r, c in turn["built"]:
        whose = board.houses.get((r, c))
        hold(whose == ("alexis" if phase == "alexis_house" else document["turn"]), "SI-REW-3", f"{turn}", document)
    shown = _shown(document) if rewarded else set()
    found = {number for number, seat in enumerate(document["seats"]) if seat["revealed"]}
    hold(found == shown, "SI-REW-2", f"missions of {found} are revealed, not of {shown}", document)
    if phase == "turn":
        ready = document["market"] != [None] * 3 or (board.harbours and not document["navigation"])
        hold(ready, "SI-END-2", "nothing to do in a turn", document)


def _shown(document: Document) -> set[int]:
    """The seats that have shown their missions: from the one that docked to the one whose turn it is."""
    first, players = document["turn_state"]["docker"], document["num_players"]
    if players == 1:
        return {0} if document["phase"] != "alexis_house" or first == 0 else set()
    return {(first + step) % players for step in range((document["turn"] - first) % players + 1)}


def _why_over(board: Archipelago) -> None:
    """Check why the game is over: fewer than six tiles, no ship left, or somebody stuck (SI-END-1 to -3)."""
    document = board.document
    few = len(document["reserve"]) < BOX["components"]["navigation_stack"]
    stuck = len(board.ships) < document["round"]
    hold(few or stuck or len(board.ships) == SHIPS, "SI-END-1", "the game ended for no reason", document)


def _alexis(board: Archipelago) -> None:
    """Check that Alexis has as many cards of each kind as his card says (SI-SOLO-2, -3)."""
    document = board.document
    alexis, level = document["alexis"], LEVELS[document["level"]]
    cards = [*alexis["deck"], *alexis["played"]]
    if alexis["card"] is not None and alexis["card"] not in cards:
        cards.append(alexis["card"])
    hold(len(set(cards)) == len(cards), "SI-SOLO-3", f"expedition cards {cards}", document)
    kinds = Counter(CARDS[card]["kind"] for card in cards)
    wanted = {"explore": level["explore_cards"], "dock": level["dock_cards"]}
    if document["phase"] in START:
        wanted = {}
    hold(dict(kinds) == wanted, "SI-SOLO-3", f"expedition cards {dict(kinds)}", document)
    hold(alexis["prestige"] >= 0, "SI-INV-7", "prestige below zero", document)
    if document["phase"] not in START:
        r, c = document["human_last"]
        hold(board.coast((r, c)) is not None, "SI-SOLO-6", f"nothing lies on {(r, c)}", document)


# the end


def totals(before: Document) -> tuple[list[int], int | None]:
    """Compute the totals of seats and Alexis from the position in which the game ends (SI-SCORE-1, SI-SOLO-14)."""
    board = Archipelago(before)
    seats = [
        seat["prestige"] + sum(seat["tokens"]) + board.ports_of_ships(number)
        for number, seat in enumerate(before["seats"])
    ]
    if before["num_players"] > 1:
        return seats, None
    card, houses = LEVELS[before["level"]], list(board.houses.values()).count("alexis")
    bonus = card["end_pp"] + card["end_pp_per_house"] * houses
    return seats, before["alexis"]["prestige"] + board.ports_of_ships("grey") + bonus


def check_the_end(document: Document, returns: list[float]) -> None:
    """Check the winners (SI-TIE-1, SI-SOLO-14); `document` has the totals.

    Raises:
        Broken: A rule is violated; names it and contains the whole position.
    """
    board, players = Archipelago(document), document["num_players"]
    seats = document["seats"]
    if players == 1:
        wins = seats[0]["prestige"] > document["alexis"]["prestige"]
        hold(returns == [1.0 if wins else -1.0], "SI-SOLO-14", f"returns {returns}", document)
        return
    built = Counter(board.houses.values())
    rank: list[tuple[Any, ...]] = [
        (seat["prestige"], built[number], board.ports_of_ships(number), seat["last_placement"])
        for number, seat in enumerate(seats)
    ]
    winner = rank.index(max(rank))
    due = [1.0 if number == winner else -1 / (players - 1) for number in range(players)]
    right = all(abs(one - other) < RETURNS for one, other in zip(returns, due, strict=True))
    hold(right, "SI-TIE-1", f"returns {returns} for {rank}", document)
