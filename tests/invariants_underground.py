"""Checks what holds in every position and for every action of Underground, and of mixed boxes."""

from __future__ import annotations

from collections import Counter

from boxes import IMMUNITY, PLACES, RELICS
from reference_table import Document, Table
from swenv.smallworld.board import Board

MARKERS = {"armor": 8, "queen": 1, "ancient": 1, "ghost": 1, "balrog": 1, "bag": 1, "volcano": 1}
"""The number of each marker (UG-SETUP-10, -11); all of them may be in one region."""
LOOSE = {"ghost", "balrog", "volcano"}
"""Markers that may be in empty regions."""
HAMMERS = 7
VENGEANCE = 4

SETTLED = {"pick", "choose", "deploy", "markers", "tomb", "altar", "stout", "peace", "withdrawn", "over"}
"""The phases before the conquests and after the beginning of the redeployment: nobody is crossing a River."""
ATTACKS = {"conquer", "convert", "dragon", "vampire", "roll_for"}
MOVERS = {
    "queen": {"queen"},
    "ghost": {"ghost"},
    "balrog": {"balrog"},
    "volcano": {"volcano"},
    "ancient": {"ancient", *ATTACKS},
    "bag": {"scepter", "ring", *ATTACKS},
}
"""The actions that place a marker."""


class Broken(AssertionError):
    """An invariant does not hold; the message names it and contains the position."""


def hold(condition: object, rule: str, what: str, document: Document) -> None:
    """Raise `Broken` unless the condition is true."""
    if not condition:
        raise Broken(f"{rule}: {what}\n{document}")


def may_stack(document: Document, entry: Document) -> bool:
    """Whether a declined race may have several tokens in one region, and tokens in hand.

    Ghouls and Tomb races may. Socks bring single tokens together (UG-RELIC-SOCKS), and a Tomb by Stonehedge leaves
    stacks without a badge.
    """
    found = {relic for place in document["regions"].values() for relic in place.get("relics") or ()}
    return entry["race"] == "ghouls" or entry["power"] == "tomb" or "socks" in found or document["stonehedge"] == "tomb"


def may_float(table: Table, number: int) -> bool:
    """Whether the race in a River, Sea or Lake may be there, apart from badges.

    Kraken may. Others that came there by conquest or by Reborn (UG-CLAR-43) leave when they redeploy, and so do those
    that have meanwhile lost a Stonehedge with Seafaring. Races that declined there stay (section 6.2).
    """
    document = table.document
    owner, entry = table.holder(number) or (-1, {})
    if entry["race"] == "kraken" or "seafaring" in table.powers(entry):
        return True
    own_turn = owner == document["turn"]
    if own_turn and document["phase"] not in SETTLED:
        return True
    if entry["status"] == "decline":
        return "seafaring" in _badges(document)
    return document["stonehedge"] == "seafaring" and (not own_turn or document["phase"] == "choose")


def may_lie(table: Table, number: int) -> dict[str, bool]:
    """Which markers the race of a region may have there."""
    _, entry = table.holder(number) or (-1, {})
    drawn, powers = table.document["stonehedge"], table.powers(entry)
    hedge = table.holder(table.place("stonehedge"))
    has_hedge = hedge is not None and hedge[1]["race"] == entry["race"]
    return {
        "armor": entry["power"] == "shield" or drawn == "shield",  # they stay when Stonehedge is lost
        "queen": entry["power"] == "royal" or (drawn == "royal" and has_hedge),
        "ancient": table.trait(entry) == "cultists",
        "bag": "magic" in powers,
        "ghost": True,
        "balrog": False,
        "volcano": False,
    }


def check(table: Table, board: Board, places: bool) -> None:
    """Check one position."""
    _ground(table)
    _lone_markers(table)
    _monsters_and_finds(table, board, places)
    _hammers_and_vengeance(table)
    _fresh_turn(table)


def _ground(table: Table) -> None:
    """Check that nobody is in a Chasm, and between crossings only permitted races in a River (UG-RIVER-3, -4, -6)."""
    document = table.document
    for number, place in table.places.items():
        terrain, holder = table.regions[number].terrain, table.holder(number)
        if terrain == "chasm":
            hold(set(place) <= {"markers"}, "UG-RIVER-6", f"{place} in the chasm {number}", document)
        if place.get("monsters"):
            hold(holder is None and not place.get("tribe"), "UG-INT-97", f"{place} in region {number}", document)
        if terrain == "river" and holder is not None:
            hold(may_float(table, number), "UG-RIVER-3", f"{place['race']} stay in the River {number}", document)


def _badges(document: Document) -> set[str]:
    """The badges in play in this game."""
    found = {*document["power_stack"], *document["discarded_powers"], document["stonehedge"]}
    found |= {row["power"] for row in document["column"]}
    return found | {entry["power"] for seat in document["seats"] for entry in seat["races"]}


def _lone_markers(table: Table) -> None:
    """Check UG-IMM-9 and where the Ghost, the Balrog and the Volcano may be."""
    document = table.document
    for number in table.places:
        terrain = table.regions[number].terrain
        if table.marker(number, "balrog"):
            others = [name for name in IMMUNITY if name != "balrog" and table.marker(number, name)]
            hold(not others, "UG-IMM-9", f"{others} with the Balrog in region {number}", document)
            place = table.places[number]
            empty = not (place.get("monsters") or place.get("tribe") or "owner" in place)
            hold(empty and terrain != "chasm", "UG-PLACE-PENTACLE", f"the Balrog shares region {number}", document)
        if table.marker(number, "ghost"):
            fits = terrain != "chasm" and table.place("crypt") not in (None, number)
            hold(fits, "UG-PLACE-CRYPT", f"the Ghost in region {number}", document)
        if table.marker(number, "volcano"):
            hold(table.regions[number].volcano, "UG-RACE-FLAMES", f"the Volcano in region {number}", document)
    if table.lies("balrog") is not None:
        hold(table.place("pentacle") is not None, "UG-PLACE-PENTACLE", "a Balrog without a Pentacle", document)


def _monsters_and_finds(table: Table, board: Board, places: bool) -> None:
    """Check that finds are in one place, one undrawn per Monster region (UG-SETUP-23, -24, UG-MIX-11, UG-INT-89)."""
    document, regions = table.document, board.regions
    found = [place["place"] for place in table.places.values() if place.get("place") is not None]
    found += [relic for place in table.places.values() for relic in place.get("relics") or ()]
    stack = document["places_stack"]
    known = Counter([*found, *stack])
    hold(known.keys() <= PLACES | RELICS, "UG-SETUP-24", f"what are {sorted(known)}", document)
    hold(all(count == 1 for count in known.values()), "UG-PLACE-0", f"{known} in two places", document)
    on_base_board = board.game == "smallworld"
    at_first = len(document["seats"]) + 1 if on_base_board else sum(region.monster for region in regions)
    total = at_first if places else 0
    hold(len(known) == total, "UG-SETUP-24", f"{len(known)} Places and Relics instead of {total}", document)
    monsters = [number for number, place in table.places.items() if place.get("monsters")]
    hold(all(table.places[r]["monsters"] == 2 for r in monsters), "UG-SETUP-23", "Monsters come in pairs", document)
    if places:
        hold(len(monsters) <= len(stack), "UG-SETUP-24", "more Monsters than there is to find", document)
    may_live = {region.id for region in regions if (region.tribe if on_base_board else region.monster)}
    hold(set(monsters) <= may_live, "UG-SETUP-23", f"Monsters in {monsters}", document)
    if document["stonehedge"] is not None:
        hold(table.place("stonehedge") is not None, "UG-PLACE-STONEHEDGE", "a power before it is found", document)


def _hammers_and_vengeance(table: Table) -> None:
    document = table.document
    vengeful = avenger(table)
    for number, seat in enumerate(document["seats"]):
        if seat["vengeance"]:
            hold(vengeful not in (None, number), "UG-POWER-VENGEFUL", f"seat {number} is marked by nobody", document)
        for entry in seat["races"]:
            most = HAMMERS if table.trait(entry) == "iron_dwarves" else 0
            hold(0 <= entry.get("hammers", 0) <= most, "UG-SETUP-13", f"hammers of {entry['race']}", document)
    marked = sum(seat["vengeance"] for seat in document["seats"])
    hold(marked <= VENGEANCE, "UG-SETUP-12", f"{marked} seats are marked", document)
    active = table.active(document["turn"])
    left = document["turn_state"]["hammers_left"]
    hold(0 <= left <= (active or {}).get("hammers", 0), "UG-RACE-DWARVES", f"{left} hammers left", document)


def avenger(table: Table) -> int | None:
    """The seat with the active Vengeful race."""
    for seat in range(len(table.document["seats"])):
        entry = table.active(seat)
        if entry is not None and "vengeful" in table.powers(entry):
            return seat
    return None


def _fresh_turn(table: Table) -> None:
    """Check that nothing has been used at the start of a turn (UG-RELIC-00)."""
    document, turn = table.document, table.turn
    hold(set(turn["armed"]) <= set(turn["used"]) <= RELICS, "UG-RELIC-00", "armed and not used", document)
    hold(turn["bag"] is not None or not turn["bag_armed"], "UG-RELIC-BAG", "the Bag is armed as nothing", document)
    if document["phase"] not in {"pick", "choose"}:
        return
    spent = [name for name in ("armed", "used", "vampired", "bag", "bag_armed", "reborn", "new_armors") if turn[name]]
    spent += [name for name in ("balrog_moved", "ghost_moved", "conquests_over", "picked") if turn[name]]
    hold(not spent, "UG-TURN-2", f"the turn starts with {spent}", document)


def check_step(old: Table, action: str, new: Table) -> None:
    """Check an action: nothing comes from nowhere, and only what was used has moved."""
    had, has = (
        {number: place["monsters"] for number, place in table.places.items() if place.get("monsters")}
        for table in (old, new)
    )
    hold(has.items() <= had.items(), "UG-LOSS-8", f"{action} brought Monsters", old.document)
    _finds(old, action, new)
    _moves(old, action, new)
    _armors(old, action, new)
    _hammers(old, action, new)
    _masters(old, action, new)
    _losses(old, action, new)
    _vengeance(old, action, new)
    _reborn(old, action, new)


def _target(action: str) -> int:
    return int(action.split()[1])


def _finds(old: Table, action: str, new: Table) -> None:
    """Check for one find per Monster region that a player conquers; Places stay, Relics move (UG-CONQ-10)."""
    verb, before = action.split()[0], old.document
    stack, left = before["places_stack"], new.document["places_stack"]
    beaten = verb in ATTACKS and old.places.get(_target(action), {}).get("monsters") and stack
    if beaten and not new.places.get(_target(action), {}).get("monsters"):
        hold(left == stack[1:], "UG-CONQ-10", f"{action} beat Monsters and left {left} of {stack}", before)
        there = new.place(stack[0]) if stack[0] in PLACES else new.relic(stack[0])
        hold(there == _target(action), "UG-CONQ-10", f"{stack[0]} was found in {there}", before)
    else:
        hold(left == stack, "UG-INT-89", f"{action} left {left} of {stack}", before)
    for name in PLACES:
        was = old.place(name)
        hold(was is None or new.place(name) == was, "UG-PLACE-0", f"{action} moved the {name}", before)
    entry, armed = old.active(old.seat), before["turn_state"]["armed"]
    if verb in ATTACKS and entry is not None and new.holds(entry, _target(action)):
        left_behind = [name for name in armed if new.relic(name) != _target(action)]
        hold(not left_behind, "UG-RELIC-0", f"{action} left {left_behind} behind", before)
    for name in RELICS:
        was, now = old.relic(name), new.relic(name)
        if was is None or was == now:
            continue
        by_use = (verb in ATTACKS and name in armed) or verb == name
        hold(by_use and now == _target(action), "UG-RELIC-0", f"{action} moved the {name} to {now}", before)


def _moves(old: Table, action: str, new: Table) -> None:
    """Check that markers only move where the action says, or off the map."""
    verb, *rest = action.split()
    for name, movers in MOVERS.items():
        was, now = old.lies(name), new.lies(name)
        if was == now:
            continue
        if now is not None:
            aimed = verb in movers and rest == [str(now)]
            hold(aimed, "UG-REDEP-3", f"{action} moved the {name} from {was} to {now}", old.document)
        elif name in {"balrog", "volcano"}:
            hold(False, "UG-IMM-1", f"{action} took the {name} off the map", old.document)
        elif name == "ghost":
            taken = verb in {"balrog", *ATTACKS} and _target(action) == old.place("crypt")
            hold(taken, "UG-IMM-4", f"{action} sent the Ghost home", old.document)


def _armors(old: Table, action: str, new: Table) -> None:
    """Check that placed Armors do not move, and leave with their race (UG-POWER-SHIELD)."""
    for number in range(len(old.regions)):
        was, now = old.marker(number, "armor"), new.marker(number, "armor")
        if action == f"armor {number}":
            hold(now == was + 1, "UG-POWER-SHIELD", f"{action} made {was} Armors {now}", old.document)
        elif was != now:
            races = [table.places.get(number, {}).get("race") for table in (old, new)]
            gone = now == 0 and races[0] != races[1]
            hold(gone, "UG-POWER-SHIELD", f"{action} made {was} Armors of region {number} {now}", old.document)


def _hammers(old: Table, action: str, new: Table) -> None:
    """Check for one hammer per Mine region held in a redeployment, at most 7 (UG-RACE-DWARVES, UG-CLAR-6)."""
    entry, now = old.active(old.seat), new.active(old.seat)
    if entry is None or now is None or entry["race"] != now["race"] or entry["hammers"] == now["hammers"]:
        return
    mines = sum(new.is_(number, "mine") for number in new.land_of(now))
    laid_out = old.document["phase"] not in SETTLED - {"choose"}
    due = min(HAMMERS, entry["hammers"] + mines)
    hold(laid_out and now["hammers"] == due, "UG-RACE-DWARVES", f"{action}: {now['hammers']} hammers", old.document)


def _masters(old: Table, action: str, new: Table) -> None:
    """Check that the Crypt's last active holder is the Ghost's master (UG-IMM-6); Stonehedge draws once (UG-INT-88)."""
    before, after = old.document, new.document
    holder = new.holder(new.place("crypt"))
    master = before["crypt_master"] if holder is None or holder[1]["status"] != "active" else holder[0]
    hold(after["crypt_master"] == master, "UG-IMM-6", f"{action}: {after['crypt_master']} masters the Crypt", before)
    had, has, hidden = before["stonehedge"], after["stonehedge"], before["power_stack"]
    if old.place("stonehedge") is None and new.place("stonehedge") is not None:
        # with at most one badge left, a returning banner may need it, and Stonehedge gets none (UG-CLAR-30)
        hold(has in hidden or len(hidden) < 2, "UG-PLACE-STONEHEDGE", f"{action} drew {has}", before)
    else:
        hold(has == had, "UG-INT-88", f"{action} drew {has} for {had}", before)


def _losses(old: Table, action: str, new: Table) -> None:
    """Check the tokens that go to the tray, during conquests (UG-LOSS-1, -4, SW-LOSS-1, -3)."""
    verb, turn = action.split()[0], old.turn
    if verb not in {"balrog", *ATTACKS} or new.document["phase"] not in {"conquest", "balrog"}:
        return
    number = _target(action)
    holder, place = old.holder(number), old.places.get(number, {})
    if holder is None or new.places.get(number, {}).get("race") == place["race"]:
        return
    owner, entry = holder
    name, count = place["race"], place["tokens"]
    gift = 0
    if old.document["phase"] == "choose" and (owner, entry["status"]) == (old.seat, "active"):
        # the turn starts: the Fountain gives its token, and one token per region is left (UG-TURN-3, -5)
        count, gift = 1, int(old.holds(entry, old.place("fountain")) and old.document["tray"][name] > 0)
    effects = {*turn["armed"]} | ({turn["bag"]} if turn["bag_armed"] else set())
    spared = "immortal" in old.powers(entry) or old.trait(entry) == "elves"
    lost = min(2, count) if verb == "balrog" else 1
    if spared or (verb != "balrog" and "socks" in effects):
        lost = 0
    if verb in {"vampire", "convert"} or "orb" in effects:
        lost = 1
    survives = any(mine["race"] == name for mine in new.entries(owner))
    back = new.document["tray"][name] - old.document["tray"][name]
    hold(not survives or back == lost - gift, "UG-LOSS-4", f"{action} cost {back} of {count} {name}", old.document)


def _vengeance(old: Table, action: str, new: Table) -> None:
    """Check that attackers are marked until the avenger's turn, or until his power ends (UG-POWER-VENGEFUL)."""
    verb, seat, before = action.split()[0], old.document["turn"], old.document
    vengeful, still = avenger(old), avenger(new)
    marked = {number for number, entry in enumerate(before["seats"]) if entry["vengeance"]}
    attacked = old.places.get(_target(action), {}).get("owner") if verb in {"balrog", *ATTACKS} else None
    if attacked not in (None, seat) and attacked == vengeful:
        marked.add(seat)
    ended = (new.document["turn"], new.document["round"]) != (seat, before["round"]) and seat == vengeful
    if still != vengeful or ended:
        marked = set()
    has = {number for number, entry in enumerate(new.document["seats"]) if entry["vengeance"]}
    over = new.document["phase"] == "over"
    hold(has == marked or over, "UG-POWER-VENGEFUL", f"{action} left {has} marked, not {marked}", before)


def _reborn(old: Table, action: str, new: Table) -> None:
    """Check whence the token of a Reborn region comes: from the tray, else from hand, else from the region with most.

    UG-POWER-REBORN, UG-CLAR-26. Not the last action of START, after which the troops are taken up.
    """
    if not action.startswith("reborn") or new.document["phase"] not in {"reborn", "ancient"}:
        return
    entry, now = old.active(old.seat), new.active(old.seat)
    assert entry is not None and now is not None
    name = entry["race"]
    fountain = old.document["phase"] == "choose" and old.holds(entry, old.place("fountain"))
    gift = int(fountain and old.document["tray"][name] > 0)
    tray, hand = old.document["tray"][name] - gift, entry["hand"] + gift
    stood = {number: old.places[number]["tokens"] for number in old.land_of(entry)}
    if tray > 0:
        tray -= 1
    elif hand > 0:
        hand -= 1
    else:
        stood[max(stood, key=lambda number: (stood[number], -number))] -= 1
    stood[_target(action)] = 1
    stand = {number: new.places[number]["tokens"] for number in new.land_of(now)}
    due, has = (tray, hand, stood), (new.document["tray"][name], now["hand"], stand)
    hold(has == due and min(stood.values()) > 0, "UG-CLAR-26", f"{action} left {has} instead of {due}", old.document)
