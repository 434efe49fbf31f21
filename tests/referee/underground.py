"""Underground: its races, powers, Popular Places and Righteous Relics, and the steps of a turn that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from referee import base, frame
from referee.clauses import Box, Impossible
from referee.table import Land, Party, Table

RACES = {
    "cultists": (5, 10), "drow": (4, 9), "flames": (4, 9), "gnomes": (6, 11), "iron_dwarves": (7, 12),
    "kraken": (5, 10), "liches": (5, 10), "lizardmen": (7, 12), "mudmen": (5, 12), "mummies": (10, 15),
    "ogres": (5, 10), "shadow_mimes": (7, 12), "shrooms": (5, 10), "spiderines": (7, 12), "will_o_wisps": (6, 11),
}  # fmt: skip
"""UG-SETUP-4, 1.2: tokens on the banner, and in the tray."""

POWERS = {
    "adventurous": 5, "fisher": 4, "flocking": 5, "frightened": 4, "immortal": 4, "magic": 5, "martyr": 4,
    "mining": 4, "muddy": 3, "mystic": 4, "quarreling": 3, "reborn": 5, "royal": 5, "shield": 3, "stone": 4,
    "thieving": 4, "tomb": 5, "vampire": 5, "vanishing": 5, "vengeful": 4, "wise": 4,
}  # fmt: skip
"""1.3: tokens on the badge."""

KEPT = {"muddy", "reborn", "royal", "shield", "tomb", "wise"}
"""UG-SETUP-18: badges that stay beside a race in decline; Vanishing goes with its race."""

PLACES = {"altar", "crypt", "diamond", "fountain", "keep", "mine", "pentacle", "pipe", "stonehedge"}
CONQUERING, PLACED = ("doormat", "orb", "socks", "sword"), ("ring", "scepter")
RELICS = (*CONQUERING, *PLACED)
"""UG-SETUP-7, UG-SETUP-8, 4.2, 4.3: Relics for a conquest, and those that are placed at the end of a turn."""

MONSTERS, ARMORS, HAMMERS = 2, 8, 7
"""UG-SETUP-23, UG-SETUP-11, UG-SETUP-13."""

IMMUNITY = ("queen", "ancient", "ghost", "hole", "hero", "dragon")
"""UG-IMM-1 to UG-IMM-4 without the Balrog; those of the base game are of the same kind (6.2)."""

UNDERGROUND = Box(RACES, POWERS, leaving=("armor", "queen", "ancient", "bag"), undone=("ancient", "bag"))
UNDERGROUND.step("swap", after="pick")
UNDERGROUND.step("volcano", after="draw")
UNDERGROUND.step("reborn", after="volcano")
UNDERGROUND.step("ancient", after="reborn")
UNDERGROUND.step("balrog", after="conquest")
UNDERGROUND.step("tomb", after="markers", turns=())  # a decline enters it
UNDERGROUND.step("altar", after="score", turns=("expand", "decline"))
UNDERGROUND.step("returns", after="withdrawn", turns=("expand", "decline"))


# set-up


@UNDERGROUND.clause("set_up", "*")
def monsters(t: Table, _: Party | None) -> None:
    """UG-SETUP-23, UG-SETUP-24, UG-MIX-11: Monsters, and as many Places and Relics face down."""
    used = t.options.get("places", True)
    lairs = [land for land in t.lands if land.site.printed.get("monster")] or (drawn_lairs(t) if used else [])
    for land in lairs:
        land.things = {"monsters": MONSTERS}
    t.now |= {"stonehedge": None, "crypt_master": None, "places_stack": []}
    if used:
        assert t.truth is not None
        stack = t.truth["places_stack"]
        if len(stack) != len(lairs) or len(set(stack)) != len(stack) or not set(stack) <= PLACES | set(RELICS):
            raise Impossible(f"places_stack: {stack}")
        t.now["places_stack"] = list(stack)
        t.by_chance = True


NEEDS = {
    ("chasm",): ("flames", "spiderines"),
    ("farmland",): ("humans",),
    ("hill",): ("hill",),
    ("farmland", "hill"): ("mounted",),
    ("cavern",): ("underworld",),
    ("forest",): ("forest", "shield", "shrooms"),
    ("swamp",): ("mudmen", "muddy", "swamp"),
    ("mountain",): ("giants", "stone"),
    ("mine",): ("dwarves", "iron_dwarves", "mining"),
    ("magic",): ("mystic", "will_o_wisps", "wizards"),
    ("water",): ("fisher", "kraken", "lizardmen", "seafaring", "tritons"),
    (): ("adventurous", "magic"),
}
"""6.2: kinds of regions of which races and powers need one; the last need Places and Relics."""


@UNDERGROUND.clause("left_out", "*")
def meaningless(t: Table, _: Party | None) -> set[str]:
    """UG-MIX-10: what needs regions that the board has not, or Places and Relics, leaves the game."""
    kinds = frozenset[str]().union(*(land.kinds for land in t.lands))
    absent = {name for needed, names in NEEDS.items() if needed and kinds.isdisjoint(needed) for name in names}
    return absent if t.options.get("places", True) else absent | set(NEEDS[()])


def drawn_lairs(t: Table) -> list[Land]:
    """UG-MIX-11: players + 1 of the Lost Tribes give way to Monsters, no two of them side by side."""
    assert t.truth is not None
    entries = t.truth["regions"]
    lairs = [land for land in t.lands if "monsters" in entries.get(str(land.number), {})]
    numbers = {land.number for land in lairs}
    fit = all(land.site.printed["tribe"] and numbers.isdisjoint(land.site.borders) for land in lairs)
    if not fit or len(lairs) != t.truth["num_players"] + 1:
        raise Impossible(f"Monsters in {sorted(numbers)}")
    return lairs


# what is lent


@UNDERGROUND.clause("lent", "*")
def lends(t: Table, who: Party) -> list[str]:
    """UG-PLACE-0, UG-RELIC-0, UG-PLACE-STONEHEDGE: what lies in regions of a race."""
    names = []
    power = t.now["stonehedge"]
    for land in t.lands:
        if land.owner != who.seat:
            continue
        place = land.things.get("place")
        if land.race == who["race"]:
            if place:
                names.append(place)
            if who.active:
                names += land.things.get("relics", [])
        if place == "stonehedge" and power and serves(t, who, land, power):
            names.append(power)
    return names


def serves(t: Table, who: Party, land: Land, power: str) -> bool:
    """UG-PLACE-STONEHEDGE, UG-ED-5: an active holder has the power; Wise and Reborn serve races in decline."""
    if who.active:
        return t.holds(who, land)
    if power not in ("wise", "reborn"):
        return False
    if t.options.get("stonehedge_decline_powers", "any_holder") == "any_holder":
        return True
    return not t.occupant(land).active


def place(t: Table, name: str) -> Land | None:
    """Where a Place lies open."""
    return next((land for land in t.lands if land.things.get("place") == name), None)


def marked(t: Table, marker: str) -> Land | None:
    return next((land for land in t.lands if land.markers[marker]), None)


def put(t: Table, marker: str, land: Land) -> None:
    """Move the only marker of its kind."""
    remove(t, marker)
    land.markers[marker] = 1


def remove(t: Table, marker: str) -> None:
    for land in t.lands:
        land.markers.pop(marker, None)


LENT_MARKERS = {
    "bivouacking": "encampment",
    "dragon_master": "dragon",
    "heroic": "hero",
    "magic": "bag",
    "royal": "queen",
}
"""UG-PLACE-STONEHEDGE: what leaves the map with a lent power; fortresses and Armors stay."""


@UNDERGROUND.clause("cleared", "*")
def stonehedge_lost(t: Table, _: Party, land: Land) -> None:
    """UG-PLACE-STONEHEDGE, UG-CLAR-28: however it is lost, what the power has on the map goes back."""
    if land.things.get("place") == "stonehedge":
        take_back(t, t.now["stonehedge"])


def take_back(t: Table, power: str | None) -> None:
    if power in LENT_MARKERS:
        remove(t, LENT_MARKERS[power])
    if power == "vengeful":
        forgive(t)


# the start of a turn


@UNDERGROUND.clause("enter swap", "*")
def start_first(t: Table, _: Party | None) -> None:
    """UG-TURN-3, SW-TURN-4: what is chosen at the start of the turn comes before the Ghouls."""
    t.state["acting"] = "active"


UNDERGROUND.clause("picked", "*", instead=True)(lambda _, __: None)


@UNDERGROUND.clause("enter ghoul_ready", "*")
def then_ghouls(t: Table, _: Party | None) -> None:
    """SW-TURN-4."""
    for party in t.parties(t.seat):
        if party.race == "ghouls" and not party.active:
            t.state["acting"] = party.slot
            frame.take_up(t, party)


@UNDERGROUND.clause("moves swap", "shadow_mimes")
def swap_moves(t: Table, _: Party) -> set[str]:
    """UG-RACE-MIMES, UG-COL-3: any other combo that is visible, before the column is filled."""
    return {"finish"} | {f"swap {row}" for row in range(len(t.now["column"]))} if t.state["picked"] else set()


@UNDERGROUND.verb("swap")
def swap(t: Table, row: int) -> None:
    who, combo = taker(t), t.now["column"][row]
    who["power"], combo["power"] = combo["power"], who["power"]
    frame.begin(t)


def taker(t: Table) -> Party:
    """The race that begins its turn."""
    who = t.active(t.seat)
    assert who is not None
    return who


@UNDERGROUND.clause("moves volcano", "flames")
def volcano_moves(t: Table, _: Party) -> set[str]:
    """UG-RACE-FLAMES, UG-CLAR-36: a Chasm with the symbol, chosen with every pick."""
    sites = [land for land in t.lands if land.site.printed.get("volcano")]
    return {f"volcano {land.number}" for land in sites} if t.state["picked"] else set()


@UNDERGROUND.verb("volcano")
def volcano(t: Table, number: int) -> None:
    put(t, "volcano", t.lands[number])
    frame.begin(t)


@UNDERGROUND.clause("enter reborn", "fountain")
def fountain(t: Table, who: Party) -> None:
    """UG-TURN-3, UG-PLACE-FOUNTAIN: a token more, if the tray has one."""
    who["hand"] += t.from_tray(who.race, 1)


@UNDERGROUND.clause("moves reborn", "*")
def reborn_moves(t: Table, who: Party) -> set[str]:
    """UG-POWER-REBORN, UG-ACT-3, UG-INT-34: up to two regions, while there is a token for them."""
    spare = any(land.tokens > 1 for land in t.lands_of(who))
    if t.state["reborn"] >= 2 or not (t.now["tray"][who.race] or who["hand"] or spare):
        return set()
    old = [party for party in t.parties(t.seat) if not party.active and "reborn" in t.names(party)]
    lands = [land for party in old for land in t.lands_of(party)]
    return {"finish"} | {f"reborn {land.number}" for land in lands} if lands else set()


@UNDERGROUND.verb("reborn")
def reborn(t: Table, number: int) -> None:
    """UG-POWER-REBORN, UG-INT-32, UG-INT-33: from the tray, from hand, or a spare token on the map."""
    who, land = taker(t), t.lands[number]
    old = t.occupant(land)
    t.to_tray(old.race, t.leave(land))
    frame.vanish_if_gone(t, old)
    if not t.from_tray(who.race, 1):
        if who["hand"]:
            who["hand"] -= 1
            who["reserve"] = min(who["reserve"], who["hand"])
        else:
            max(t.lands_of(who), key=lambda other: other.tokens).tokens -= 1
    t.settle_in(who, land, 1)
    if who.race == "trolls":
        land.markers["lair"] = 1
    if land.things.get("place") == "crypt":
        t.now["crypt_master"] = who.seat
    t.state["reborn"] += 1


@UNDERGROUND.clause("homeless", "*")
def homeless(_: Table, who: Party) -> bool:
    """UG-LOSS-3, UG-CLAR-33, SW-LOSS-10: a race in decline without a region cannot come back, unless it is Ghouls."""
    return who.race != "ghouls"


@UNDERGROUND.clause("moves ancient", "cultists")
def ancient_moves(t: Table, who: Party) -> set[str]:
    """UG-RACE-CULTISTS, UG-CLAR-3: from the second turn on, once a conquest has placed it."""
    lands = [land for land in t.lands_of(who) if not land.markers["ancient"]]
    if t.state["picked"] or not who["ancient_placed"] or not lands:
        return set()
    return {"finish"} | {f"ancient {land.number}" for land in lands}


@UNDERGROUND.verb("ancient")
def ancient(t: Table, number: int) -> None:
    put(t, "ancient", t.lands[number])
    frame.begin(t)


@UNDERGROUND.clause("start", "iron_dwarves")
def hammers_ready(t: Table, who: Party) -> None:
    """UG-RACE-DWARVES: those in front of the player pay from now on."""
    t.state["hammers_left"] = who["hammers"]


# what a region costs


@UNDERGROUND.clause("defence", "*")
def defended(_: Table, __: Party, land: Land) -> int:
    """UG-CONQ-5, UG-RIVER-1: Monsters, Armors and the Keep; a River has a base of 1."""
    keep = int(land.things.get("place") == "keep")
    return int(land.things.get("monsters", 0)) + land.markers["armor"] + keep - int(land.site.terrain == "river")


def guards(t: Table, who: Party, land: Land) -> int:
    """UG-CONQ-5, UG-INT-26, UG-MIX-14: what does not count as if a region were empty."""
    here, pieces = land.things, ("armor", "encampment", "fortress", "lair")
    natives = int(here.get("monsters", 0)) + int(here.get("tribe", 0))
    return frame.rivals(t, who, land) + natives + sum(land.markers[marker] for marker in pieces)


def armed(t: Table) -> set[str]:
    """The Relics of the next conquest, with that which the Bag stands in for."""
    return {*t.state["armed"], *([t.state["bag"]] if t.state["bag_armed"] else [])}


@UNDERGROUND.clause("price", "*")
def relics_pay(t: Table, who: Party, land: Land) -> int:
    """UG-RELIC-SWORD, UG-RELIC-SOCKS, UG-RACE-FLAMES, UG-INT-65."""
    empty = "socks" in armed(t) or (who.race == "flames" and who.active and near_volcano(t, who, land))
    return -2 * ("sword" in armed(t)) - (guards(t, who, land) if empty else 0)


def near_volcano(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-FLAMES, UG-CLAR-35: beside the Volcano, or beside a chain of their regions that leads to it."""
    source = marked(t, "volcano")
    if source is None:
        return False
    chain, todo = {source.number}, [source]
    held = t.numbers(who)
    while todo:
        for number in todo.pop().site.borders & held - chain:
            chain.add(number)
            todo.append(t.lands[number])
    return not chain.isdisjoint(land.site.borders)


@UNDERGROUND.clause("price", "ogres")
def ogres(_: Table, __: Party, ___: Land) -> int:
    """UG-RACE-OGRES."""
    return -1


@UNDERGROUND.clause("price", "mummies")
def mummies(_: Table, __: Party, ___: Land) -> int:
    """UG-RACE-MUMMIES."""
    return 1


@UNDERGROUND.clause("price", "cultists")
def near_ancient(t: Table, who: Party, land: Land) -> int:
    """UG-RACE-CULTISTS, UG-INT-23, UG-INT-24: adjacency of every kind counts."""
    here = marked(t, "ancient")
    if here is None:
        return 0
    near = land.number in here.site.borders or "doormat" in armed(t) or any(t.ask("joined", who, land, here))
    return -int(near)


@UNDERGROUND.clause("price", "vengeful")
def revenge(t: Table, who: Party, land: Land) -> int:
    """UG-POWER-VENGEFUL: 1 less against those who have a marker."""
    return -int(land.owner is not None and land.owner != who.seat and t.now["seats"][land.owner]["vengeance"])


@UNDERGROUND.clause("declined", "iron_dwarves")
def hammers_gone(t: Table, _: Party) -> None:
    """UG-DECL-5."""
    t.state["hammers_left"] = 0


@UNDERGROUND.clause("funds", "iron_dwarves")
def hammers(t: Table, who: Party, land: Land) -> int:
    """UG-RACE-DWARVES, UG-INT-10: Hammers pay, but not against Gnomes."""
    return 0 if guarded(t, who, land) else int(t.state["hammers_left"])


@UNDERGROUND.clause("spent", "iron_dwarves")
def hammers_spent(t: Table, _: Party, number: int) -> None:
    t.state["hammers_left"] -= number


# what can be attacked


def guarded(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-GNOMES: a region of somebody else's active Gnomes."""
    victim = t.holder(land)
    return victim is not None and victim.race == "gnomes" and victim.active and victim.seat != who.seat


@UNDERGROUND.clause("shielded", "*")
def gnomes(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-GNOMES, UG-INT-5, UG-INT-9: no discount counts against them."""
    return guarded(t, who, land)


@UNDERGROUND.clause("barred", "*")
def helpless(t: Table, who: Party, land: Land) -> bool:
    """UG-CONQ-3, UG-CLAR-2: against Gnomes neither reach nor ways into water nor Relics nor an early die."""
    if not guarded(t, who, land):
        return False
    held = t.numbers(who)
    plain = not held.isdisjoint(land.site.borders) if held else frame.is_entry(t, land)
    helped = bool(armed(t)) or t.state["pending_roll"] is not None or any(t.ask("closed", who, land))
    return not plain or helped


@UNDERGROUND.clause("barred", "*")
def poor(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-LICHES, UG-CONQ-4: nobody without a coin attacks another's Liches."""
    return land.race == "liches" and land.owner != who.seat and t.now["seats"][who.seat]["coins"] == 0


@UNDERGROUND.clause("closed", "*")
def chasm(_: Table, __: Party, land: Land) -> bool:
    """UG-RIVER-6."""
    return land.site.terrain == "chasm"


@UNDERGROUND.clause("opens", "kraken")
def kraken(_: Table, __: Party, land: Land) -> bool:
    """6.2: Seas and Lakes are open to them."""
    return "water" in land.kinds


@UNDERGROUND.clause("defence", "kraken")
def shallow(_: Table, __: Party, land: Land) -> int:
    """6.2: Seas and Lakes have a base of 1 for them, as a River has."""
    return -int(land.site.terrain in ("sea", "lake"))


@UNDERGROUND.clause("immune", "*")
def immune(t: Table, who: Party, land: Land) -> bool:
    """UG-IMM-6."""
    if land.markers["balrog"]:
        return True
    if not any(land.markers[marker] for marker in ("queen", "ancient", "ghost")):
        return False
    return who.seat != (land.owner if land.owner is not None else t.now["crypt_master"])


def chasm_side(t: Table, land: Land) -> bool:
    return any(other.site.terrain == "chasm" for other in t.borders(land))


@UNDERGROUND.clause("reach", "spiderines")
def spiderines(t: Table, _: Party, land: Land) -> bool:
    """UG-RACE-SPIDERINES: every region beside a Chasm, at the First Conquest too."""
    return chasm_side(t, land)


@UNDERGROUND.clause("joined", "spiderines")
def across_chasms(t: Table, _: Party, land: Land, other: Land) -> bool | None:
    """UG-INT-20: for Flocking."""
    return True if chasm_side(t, land) and chasm_side(t, other) else None


@UNDERGROUND.clause("reach", "lizardmen")
def lizardmen(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-LIZARDMEN, UG-INT-14 to UG-INT-17: through the River, region by region."""
    chain: set[int] = set()
    todo = t.lands_of(who)
    while todo:
        for other in t.borders(todo.pop()):
            if "water" in other.kinds and other.number not in chain and not any(t.ask("immune", who, other)):
                chain.add(other.number)
                todo.append(other)
    return land.number in chain or not chain.isdisjoint(land.site.borders)


@UNDERGROUND.clause("joined", "pipe")
def pipe(t: Table, _: Party, land: Land, other: Land) -> bool | None:
    """UG-PLACE-PIPE: all regions of its terrain are adjacent for its holder."""
    here = place(t, "pipe")
    return True if here is not None and land.site.terrain == other.site.terrain == here.site.terrain else None


@UNDERGROUND.clause("reach", "pipe")
def through_pipe(t: Table, _: Party, land: Land) -> bool:
    here = place(t, "pipe")
    return here is not None and land.site.terrain == here.site.terrain


@UNDERGROUND.clause("reach", "*")
def doormat(t: Table, who: Party, __: Land) -> bool:
    """UG-RELIC-DOORMAT, UG-INT-67."""
    return who.active and "doormat" in armed(t)


@UNDERGROUND.clause("entry", "flames")
def flames_enter(t: Table, _: Party, land: Land) -> bool:
    """UG-ED-1."""
    return t.options.get("flames_entry") == "volcano" and beside_volcano(t, land)


@UNDERGROUND.clause("barred", "flames")
def flames_stay_out(t: Table, who: Party, land: Land) -> bool:
    """UG-ED-1: they enter only beside the Volcano, unless something else carries them further."""
    switched = t.options.get("flames_entry") == "volcano" and not t.lands_of(who)
    return switched and not beside_volcano(t, land) and not any(t.ask("reach", who, land))


def beside_volcano(t: Table, land: Land) -> bool:
    return any(other.markers["volcano"] for other in t.borders(land))


# the ways of attack


def free(who: Party) -> int:
    """UG-CONQ-1: the tokens in hand that can conquer."""
    return int(who["hand"]) - int(who["reserve"])


@UNDERGROUND.clause("attacks", "*")
def attacks(t: Table, who: Party) -> set[str]:
    """UG-CONQ-2 to UG-CONQ-9: what can be conquered, with the Relics that are armed."""
    if "orb" in armed(t):
        return {f"conquer {number}" for number in lone(t, who)}
    if free(who) < 1:
        return set()
    most = free(who) + (0 if any(t.ask("own_die", who)) else 3)
    prices = {land.number: frame.cost(t, who, land) - frame.aid(t, who, land) for land in frame.targets(t, who)}
    return {f"conquer {number}" for number, price in prices.items() if price <= most}


def lone(t: Table, who: Party) -> set[int]:
    """UG-CONQ-8, UG-INT-35 to UG-INT-37: reachable regions with a single active token of an opponent."""
    unarmed = not t.options.get("substitution_needs_hand", True) and t.lands_of(who) and t.now["tray"][who.race]
    if free(who) < 1 and not unarmed:  # SW-INT-153
        return set()
    return {
        land.number
        for land in frame.targets(t, who)
        if land.tokens == 1
        and land.owner != who.seat
        and t.occupant(land).active
        and not land.markers["encampment"]
        and not guarded(t, who, land)
    }


@UNDERGROUND.clause("attacks", "vampire")
def vampire_moves(t: Table, who: Party) -> set[str]:
    """UG-POWER-VAMPIRE, UG-ED-2, UG-CLAR-20: once in a turn, with no Relic but the Doormat."""
    if not armed(t) <= {"doormat"} or t.state["pending_roll"] is not None:
        return set()
    bitten = t.state["vampired"]
    if t.options.get("vampire_limit", "turn") == "turn" and bitten:
        return set()
    return {f"vampire {number}" for number in lone(t, who) if t.lands[number].owner not in bitten}


@UNDERGROUND.clause("attacks", "will_o_wisps")
def wisp_moves(t: Table, who: Party) -> set[str]:
    """UG-RACE-WISPS, UG-INT-83, UG-INT-84: crystals, and what borders crystals of theirs."""
    if free(who) < 1 or "orb" in armed(t) or t.state["pending_roll"] is not None:
        return set()
    held = [land for land in t.lands_of(who) if "magic" in land.kinds]
    return {
        f"roll_for {land.number}"
        for land in frame.targets(t, who)
        if ("magic" in land.kinds or any(other in held for other in t.borders(land)))
        and not guarded(t, who, land)
        and frame.cost(t, who, land) - free(who) <= 3
    }


Moves = Callable[[Table, Party], set[str]]


def without_reserve(moves: Moves) -> Moves:
    """UG-INT-92: what waits until the redeployment is of no use in conquests."""
    return lambda t, who: moves(t, t.party(who.seat, {**who, "hand": free(who)}))


def with_doormat(moves: Moves) -> Moves:
    """UG-CLAR-20, UG-CLAR-2: dragon and sorcery go with the Doormat alone, and not against Gnomes."""

    def allowed(t: Table, who: Party) -> set[str]:
        if not armed(t) <= {"doormat"}:
            return set()
        return {text for text in moves(t, who) if not guarded(t, who, t.lands[int(text.split()[1])])}

    return without_reserve(allowed)


UNDERGROUND.clause("attacks", "sorcerers")(with_doormat(base.sorcery_moves))
UNDERGROUND.clause("attacks", "dragon_master")(with_doormat(base.dragon_moves))
UNDERGROUND.clause("moves conquest", "berserk", instead=True)(without_reserve(base.berserk_moves))


@contextmanager
def trial(t: Table, bag: bool, relic: str) -> Iterator[None]:
    """Suppose that a Relic is armed too."""
    before = {key: t.state[key] for key in ("armed", "used", "bag", "bag_armed")}
    arm(t, bag, relic)
    yield
    t.state.update(before)


def arm(t: Table, bag: bool, relic: str) -> None:
    if bag:
        t.state.update(bag=relic, bag_armed=True)
    else:
        t.state.update({key: ordered([*t.state[key], relic]) for key in ("armed", "used")})


def ordered(relics: Iterable[str]) -> list[str]:
    return [relic for relic in RELICS if relic in set(relics)]


def face_up(t: Table) -> set[str]:
    return {relic for land in t.lands for relic in land.things.get("relics", [])}


def arms(t: Table, who: Party) -> Iterator[tuple[bool, str]]:
    """UG-RELIC-00, UG-RELIC-BAG: what could be armed beside what is; the Bag's copies come second."""
    now, names = armed(t), t.names(who)
    for bag in (False, True):
        for relic in CONQUERING:
            if relic in now or ("orb" in {relic, *now} and not orb_fits(t, {relic, *now})):
                continue
            if bag and "magic" in names and t.state["bag"] is None and relic in face_up(t):
                yield True, relic
            if not bag and relic in names and relic not in t.state["used"]:
                yield False, relic


def orb_fits(t: Table, relics: set[str]) -> bool:
    """UG-CLAR-20, SW-INT-56: the Orb goes with the Doormat alone, and with no roll that waits."""
    return relics <= {"orb", "doormat"} and t.state["pending_roll"] is None


def conquers(t: Table, who: Party) -> bool:
    """Whether a conquest can follow, perhaps with more Relics."""
    if any(t.ask("attacks", who)):
        return True
    for bag, relic in list(arms(t, who)):
        with trial(t, bag, relic):
            found = conquers(t, who)
        if found:
            return True
    return False


def arm_moves(t: Table, who: Party) -> set[str]:
    """UG-ACT-5 to UG-ACT-10."""
    texts = set()
    for bag, relic in list(arms(t, who)) if who.active else []:
        with trial(t, bag, relic):
            if conquers(t, who):
                texts.add(f"{'bag' if bag else 'use'} {relic}")
    return texts


@UNDERGROUND.clause("moves conquest", "*", instead=True)
def conquest_moves(t: Table, who: Party) -> set[str]:
    """UG-CONQ-1, UG-CONQ-11: attacks, Relics for them, and between conquests the Balrog."""
    texts = {"finish"}.union(arm_moves(t, who), *t.ask("attacks", who))
    waits = t.state["balrog_moved"] or t.state["pending_roll"] is not None
    if "pentacle" in t.names(who) and who.active and not waits:
        texts |= {f"balrog {number}" for number in balrog_ways(t)}
    return texts


for name in ("sorcerers", "dragon_master"):
    UNDERGROUND.clause("moves conquest", name, instead=True)(lambda _, __: set())


@UNDERGROUND.clause("narrow", "*")
def committed(t: Table, _: Party | None, texts: set[str]) -> set[str]:
    """UG-ACT-5: what is armed is used for a conquest at once."""
    if armed(t) and t.step in ("ready", "conquest"):
        return {text for text in texts if text.split()[0] not in ("abandon", "balrog", "finish", "roll")}
    return texts


@UNDERGROUND.clause("narrow", "*")
def no_ready(t: Table, _: Party | None, texts: set[str]) -> set[str]:
    """UG-CLAR-17: nothing is given up on the turn of the pick."""
    if t.step == "ready" and t.state["picked"]:
        return {text for text in texts if not text.startswith("abandon")}
    return texts


@UNDERGROUND.verb("use")
def use(t: Table, relic: str) -> None:
    """UG-CLAR-5: it is used up, whether the attempt succeeds or not."""
    arm(t, False, relic)


@UNDERGROUND.verb("bag")
def bag(t: Table, relic: str) -> None:
    arm(t, True, relic)


@UNDERGROUND.verb("conquer")
def conquer(t: Table, number: int) -> None:
    """UG-CONQ-6 to UG-CONQ-9: pay, replace a token, or try with the die, which ends the conquests."""
    who, land = frame.attacker(t), t.lands[number]
    t.ask("before_attack", who, land)
    if "orb" in armed(t):
        frame.take(t, who, land, 1, how="orb")
        return
    price, funds, hand = frame.cost(t, who, land), frame.aid(t, who, land), free(who)
    how = "socks" if "socks" in armed(t) else "conquest"
    if price <= hand + funds:
        pay(t, who, land, price, min(funds, price - 1), how)
        return
    if hand + funds + t.roll() >= price:
        pay(t, who, land, hand + funds, funds, how)
    over(t)


def pay(t: Table, who: Party, land: Land, price: int, funds: int, how: str) -> None:
    t.ask("spent", who, funds)
    frame.take(t, who, land, price - funds, how)


def over(t: Table) -> None:
    """UG-CONQ-9, UG-INT-91: the conquests are over, but what was found is resolved."""
    disarm(t)
    if t.step == "balrog":
        t.state["conquests_over"] = True
    else:
        frame.advance(t)


def disarm(t: Table) -> None:
    t.state.update(armed=[], bag_armed=False)


@UNDERGROUND.verb("vampire")
def vampire(t: Table, number: int) -> None:
    """UG-POWER-VAMPIRE, UG-INT-38."""
    who, land = frame.attacker(t), t.lands[number]
    t.state["vampired"] = sorted({*t.state["vampired"], land.owner})
    t.ask("before_attack", who, land)
    frame.take(t, who, land, 1, how="vampire")


@UNDERGROUND.verb("roll_for")
def roll_for(t: Table, number: int) -> None:
    """UG-RACE-WISPS, UG-CLAR-25: the die first; a failure ends the conquests."""
    who, land = frame.attacker(t), t.lands[number]
    t.ask("before_attack", who, land)
    price = max(1, frame.cost(t, who, land) - t.roll())
    if price <= free(who):
        pay(t, who, land, price, 0, "socks" if "socks" in armed(t) else "conquest")
    else:
        over(t)


# what a conquest does


@UNDERGROUND.clause("before_attack", "*")
def note_attack(t: Table, who: Party, land: Land) -> None:
    """SW-INT-51 for boards without the base game; UG-POWER-VENGEFUL, UG-INT-49."""
    victim = t.holder(land)
    if victim is None or victim.seat == who.seat:
        return
    if victim.active and who.active:
        t.state["attacked"] = sorted({*t.state["attacked"], victim.seat})
    mark(t, victim.seat)


def mark(t: Table, victim: int) -> None:
    """UG-POWER-VENGEFUL: a marker for those who attack any region of the player."""
    who = t.active(victim)
    if who is not None and victim != t.seat and "vengeful" in t.names(who):
        t.now["seats"][t.seat]["vengeance"] = True


def forgive(t: Table) -> None:
    for seat in t.now["seats"]:
        seat["vengeance"] = False


@UNDERGROUND.clause("loses", "*")
def by_way(_: Table, __: Party, ___: Land, how: str) -> int | None:
    """UG-LOSS-4: the Balrog takes two, Socks none."""
    return {"balrog": 2, "socks": 0}.get(how)


@UNDERGROUND.clause("loses", "immortal")
def immortal(_: Table, __: Party, ___: Land, how: str) -> int:
    """UG-POWER-IMMORTAL, UG-INT-43."""
    return 0


@UNDERGROUND.clause("fallen", "martyr")
def martyr(t: Table, victim: Party, _: Land, by: Party, __: str) -> None:
    """UG-POWER-MARTYR, UG-INT-2, UG-INT-44."""
    if by.seat != victim.seat:
        t.pay(victim.seat, 1)


@UNDERGROUND.clause("fallen", "liches", when="decline")
def liches(t: Table, victim: Party, _: Land, by: Party, __: str) -> None:
    """UG-RACE-LICHES, UG-INT-48."""
    if by.seat != victim.seat:
        t.pay(by.seat, -1)
        t.pay(victim.seat, 1)


@UNDERGROUND.clause("taken", "*")
def taken(t: Table, who: Party, land: Land, how: str, _: Party | None) -> None:
    """UG-CONQ-10: Relics come along, Monsters leave a find, and what was found works at once."""
    carry(t, land)
    recall(t, who, land)
    if land.things.pop("monsters", 0):
        discover(t, who, land)
    if land.things.get("place") == "crypt" and who.active:
        t.now["crypt_master"] = who.seat


def carry(t: Table, land: Land) -> None:
    """UG-RELIC-0, UG-INT-64, UG-RELIC-BAG: all that was used lies there now."""
    for relic in t.state["armed"]:
        move_relic(t, relic, land)
    if t.state["bag_armed"]:
        put(t, "bag", land)
    disarm(t)


def move_relic(t: Table, relic: str, land: Land) -> None:
    for other in t.lands:
        relics = other.things.get("relics", [])
        if relic in relics:
            relics.remove(relic)
    add_relic(land, relic)


def add_relic(land: Land, relic: str) -> None:
    land.things["relics"] = ordered([*land.things.get("relics", []), relic])


def recall(t: Table, who: Party, land: Land) -> None:
    """UG-PLACE-CRYPT, UG-CLAR-4, UG-CLAR-31: the Ghost goes back when its master loses the Crypt."""
    if land.things.get("place") == "crypt" and t.now["crypt_master"] != who.seat:
        remove(t, "ghost")


def discover(t: Table, who: Party, land: Land) -> None:
    """UG-CONQ-10: the next Place or Relic."""
    if not t.now["places_stack"]:
        return
    found = t.now["places_stack"].pop(0)
    if found in RELICS:
        add_relic(land, found)
        return
    land.things["place"] = found
    if found == "stonehedge":
        draw_power(t)
    if found == "pentacle" and who.active and balrog_ways(t):
        t.now["phase"] = "balrog"


def draw_power(t: Table) -> None:
    """UG-PLACE-STONEHEDGE, UG-CLAR-30: a power from the hidden badges, or else from those discarded."""
    assert t.truth is not None
    power = t.truth["stonehedge"]
    if not t.now["power_stack"]:
        t.now["power_stack"] = t.shuffled(t.now["discarded_powers"], "power_stack", [power])
        t.now["discarded_powers"] = []
    if t.now["power_stack"]:
        if power not in t.now["power_stack"]:
            raise Impossible(f"Stonehedge has {power}")
        t.by_chance = True
        t.now["power_stack"].remove(power)
        t.now["stonehedge"] = power


@UNDERGROUND.clause("taken", "cultists")
def first_ancient(t: Table, who: Party, land: Land, how: str, _: Party | None) -> None:
    """UG-RACE-CULTISTS, UG-INT-22."""
    if not who["ancient_placed"]:
        who["ancient_placed"] = True
        put(t, "ancient", land)


# the Balrog


def balrog_ways(t: Table) -> set[int]:
    """UG-PLACE-PENTACLE, UG-IMM-9, UG-CLAR-1, UG-CLAR-11: beside it, or at first beside the Pentacle."""
    here = marked(t, "balrog") or place(t, "pentacle")
    return {land.number for land in t.borders(here) if balrog_enters(t, land)} if here is not None else set()


def balrog_enters(t: Table, land: Land) -> bool:
    victim = t.holder(land)
    if land.site.terrain == "chasm" or any(land.markers[marker] for marker in IMMUNITY):
        return False
    if victim is None:
        return True
    broke = t.now["seats"][t.seat]["coins"] == 0 and victim.seat != t.seat
    return not (victim.race == "gnomes" and victim.active) and not (victim.race == "liches" and broke)


@UNDERGROUND.clause("moves balrog", "*")
def balrog_moves(t: Table, _: Party | None) -> set[str]:
    """UG-ACT-13: only where the Pentacle has just been found."""
    return {f"balrog {number}" for number in balrog_ways(t)}


@UNDERGROUND.verb("balrog")
def balrog(t: Table, number: int) -> None:
    """UG-PLACE-PENTACLE, UG-INT-92, UG-INT-89."""
    discovery = t.step == "balrog"
    who, land = frame.attacker(t), t.lands[number]
    victim = t.holder(land)
    if victim is not None:
        mark(t, victim.seat)
        before = victim["hand"]
        frame.fall(t, victim, land, who, "balrog")
        if victim is who:
            who["reserve"] += who["hand"] - before
    for name in ("monsters", "tribe"):
        land.things.pop(name, None)
    put(t, "balrog", land)
    t.state["balrog_moved"] = True
    recall(t, who, land)
    if discovery:
        t.now["phase"] = "conquest"
        if t.state["conquests_over"]:
            frame.advance(t)


@UNDERGROUND.clause("enter balrog", "*")
def no_find(t: Table, _: Party | None) -> None:
    """The step comes by a find alone."""
    frame.advance(t)


# redeployment


def may_stay(t: Table, who: Party, land: Land) -> bool:
    """UG-RIVER-3, UG-RIVER-4, 6.2, SW-INT-93: Kraken and Seafaring stay on water, Ghouls on Seas and Lakes."""
    dry = "water" not in land.kinds or (not who.active and land.site.terrain != "river")
    return dry or who.race == "kraken" or "seafaring" in t.names(who)


@UNDERGROUND.clause("enter deploy", "*")
def end_of_conquests(t: Table, who: Party) -> None:
    """UG-REDEP-1: Armors are taken, the River is emptied; what the Balrog drove out can be laid out again."""
    disarm(t)
    if "shield" in t.names(who) and who.active:
        forests = sum("forest" in land.kinds for land in t.lands_of(who))
        t.state["new_armors"] = min(forests, ARMORS - t.placed("armor"))
    who["reserve"] = 0
    leave_water(t, who)


@UNDERGROUND.clause("enter ghoul_deploy", "ghouls", when="decline")
def leave_water(t: Table, who: Party) -> None:
    """UG-RIVER-3."""
    for land in t.lands_of(who):
        if not may_stay(t, who, land):
            who["hand"] += t.leave(land)


@UNDERGROUND.clause("unfit", "*")
def wet(t: Table, who: Party, land: Land) -> bool:
    """UG-LOSS-2."""
    return not may_stay(t, who, land)


@UNDERGROUND.clause("enter deploy", "mudmen")
def mudmen(t: Table, who: Party) -> None:
    """UG-RACE-MUDMEN."""
    who["hand"] += t.from_tray(who.race, sum("swamp" in land.kinds for land in t.lands_of(who)))


@UNDERGROUND.clause("enter deploy", "iron_dwarves")
def iron_dwarves(t: Table, who: Party) -> None:
    """UG-RACE-DWARVES, UG-CLAR-6."""
    mines = sum("mine" in land.kinds for land in t.lands_of(who))
    who["hammers"] = min(HAMMERS, who["hammers"] + mines)


# placements


@UNDERGROUND.clause("moves markers", "shield")
def armors(t: Table, who: Party) -> set[str]:
    """UG-POWER-SHIELD, UG-INT-57: any stacking in regions of the race."""
    return {f"armor {land.number}" for land in t.lands_of(who)} if t.state["new_armors"] else set()


@UNDERGROUND.clause("enter markers", "royal")
def queen_up(t: Table, _: Party) -> None:
    """UG-ACT-19: she is placed anew."""
    remove(t, "queen")


@UNDERGROUND.clause("moves markers", "royal")
def queens(t: Table, who: Party) -> set[str]:
    """UG-POWER-ROYAL."""
    return set() if t.placed("queen") else {f"queen {land.number}" for land in t.lands_of(who)}


for name, placements in {"shield": armors, "royal": queens}.items():
    UNDERGROUND.clause("duty", name)(placements)  # UG-CLAR-13, UG-ACT-19: all have to be placed


@UNDERGROUND.clause("moves markers", "crypt")
def ghosts(t: Table, _: Party) -> set[str]:
    """UG-PLACE-CRYPT, UG-ACT-20, UG-CLAR-9, UG-CLAR-41: anywhere but in the Crypt, a Chasm, or beside the Balrog."""
    if t.state["ghost_moved"]:
        return set()
    fit = [land for land in t.lands if land.site.terrain != "chasm" and not land.markers["balrog"]]
    return {f"ghost {land.number}" for land in fit if land.things.get("place") != "crypt"}


def placing(relic: str) -> Callable[[Table, Party], set[str]]:
    """UG-ACT-21, UG-ACT-22, UG-INT-69: the Relic goes to a region of the race, but not to the Bag as its double."""

    def moves(t: Table, who: Party) -> set[str]:
        if relic in t.state["used"] or t.state["bag_armed"]:
            return set()
        doubled = t.state["bag"] == relic
        return {f"{relic} {land.number}" for land in t.lands_of(who) if not (doubled and land.markers["bag"])}

    return moves


for relic in PLACED:
    UNDERGROUND.clause("moves markers", relic)(placing(relic))


@UNDERGROUND.clause("moves markers", "magic")
def bags(t: Table, who: Party) -> set[str]:
    """UG-RELIC-BAG, UG-ACT-10, UG-INT-69: any such Relic that lies open, in a region where it does not lie."""
    copied = t.state["bag"]
    if t.state["bag_armed"]:
        return {f"{copied} {land.number}" for land in bag_fits(t, who, copied)}
    return {f"bag {relic}" for relic in PLACED if copied is None and relic in face_up(t) and bag_fits(t, who, relic)}


def bag_fits(t: Table, who: Party, relic: str) -> list[Land]:
    return [land for land in t.lands_of(who) if relic not in land.things.get("relics", [])]


@UNDERGROUND.clause("narrow", "*")
def bag_first(t: Table, _: Party | None, texts: set[str]) -> set[str]:
    """UG-ACT-10: once the Bag stands in for a Relic it is placed."""
    if t.step == "markers" and t.state["bag_armed"]:
        return {text for text in texts if text.split()[0] == t.state["bag"]}
    return texts


@UNDERGROUND.verb("armor")
def armor(t: Table, number: int) -> None:
    t.lands[number].markers["armor"] += 1
    t.state["new_armors"] -= 1


@UNDERGROUND.verb("queen")
def queen(t: Table, number: int) -> None:
    put(t, "queen", t.lands[number])


@UNDERGROUND.verb("ghost")
def ghost(t: Table, number: int) -> None:
    put(t, "ghost", t.lands[number])
    t.state["ghost_moved"] = True


@UNDERGROUND.verb("scepter")
def scepter(t: Table, number: int) -> None:
    lay(t, "scepter", t.lands[number])


@UNDERGROUND.verb("ring")
def ring(t: Table, number: int) -> None:
    lay(t, "ring", t.lands[number])


def lay(t: Table, relic: str, land: Land) -> None:
    """UG-CLAR-18: the Relic, or the Bag in its stead, works there this turn."""
    if t.state["bag_armed"]:
        put(t, "bag", land)
        t.state["bag_armed"] = False
    else:
        move_relic(t, relic, land)
        t.state["used"] = ordered([*t.state["used"], relic])


def works_at(t: Table, relic: str, land: Land) -> bool:
    """Whether a Relic, or the Bag as one, is used in a region this turn."""
    real = relic in t.state["used"] and relic in land.things.get("relics", [])
    return real or (t.state["bag"] == relic and bool(land.markers["bag"]))


# score


KINDS = {"shrooms": "forest", "mining": "mine", "muddy": "swamp", "mystic": "magic", "stone": "mountain"}

for name, kind in KINDS.items():
    UNDERGROUND.clause("yields", name, when="always" if name == "muddy" else "active")(base.paying(kind))


@UNDERGROUND.clause("yields", "adventurous")
def adventurous(_: Table, __: Party, land: Land) -> int:
    """UG-POWER-ADVENTUROUS, UG-INT-87."""
    return int(bool(land.things.get("place")))


@UNDERGROUND.clause("yields", "frightened")
def frightened(_: Table, __: Party, land: Land) -> int:
    """UG-POWER-FRIGHTENED."""
    return int(land.tokens >= 3)


@UNDERGROUND.clause("yields", "drow")
def drow(t: Table, who: Party, land: Land) -> int:
    """UG-RACE-DROW, UG-INT-53."""
    return int(not any(disturbs(t, who, other) for other in t.borders(land)))


def disturbs(t: Table, who: Party, land: Land) -> bool:
    strangers = land.owner is not None and not t.holds(who, land)
    return strangers or bool(land.things.get("monsters") or land.things.get("tribe"))


@UNDERGROUND.clause("yields", "*")
def place_coins(t: Table, who: Party, land: Land) -> int:
    """UG-PLACE-KEEP, UG-PLACE-MINE, UG-PLACE-DIAMOND, UG-ED-4, UG-INT-72."""
    coins = {"keep": 1, "mine": 2}.get(land.things.get("place") or "", 0)
    fields = place(t, "diamond")
    if fields is not None and fields.owner == who.seat and fields.site.terrain == land.site.terrain:
        shared = t.options.get("diamond_scope", "player") == "player"
        coins += int(shared or fields.race == land.race)
    return coins


@UNDERGROUND.clause("multiplies", "*")
def doubled(t: Table, _: Party, land: Land) -> int:
    """UG-RELIC-SCEPTER, UG-ED-3, UG-INT-70."""
    terrain = t.options.get("scepter_void", "mine_terrain_and_place") != "place" and "mine" in land.kinds
    void = terrain or land.things.get("place") == "mine"
    return 2 if works_at(t, "scepter", land) and not void else 1


@UNDERGROUND.clause("income", "fisher")
def fisher(t: Table, who: Party) -> int:
    """UG-POWER-FISHER, UG-INT-54."""
    banks = [land for land in t.lands_of(who) if "water" not in land.kinds]
    return sum(any("water" in other.kinds for other in t.borders(land)) for land in banks) // 2


def groups(t: Table, who: Party, joined: bool) -> int:
    """How many groups the regions of a race form, by borders or also by what joins them."""
    rest, count = t.lands_of(who), 0
    while rest:
        count += 1
        todo = [rest.pop()]
        while todo:
            land = todo.pop()
            near = [
                other
                for other in rest
                if other.number in land.site.borders or (joined and any(t.ask("joined", who, land, other)))
            ]
            rest = [other for other in rest if other not in near]
            todo += near
    return count


@UNDERGROUND.clause("income", "flocking")
def flocking(t: Table, who: Party) -> int:
    """UG-POWER-FLOCKING, UG-INT-20, UG-CLAR-21."""
    return 2 if groups(t, who, joined=True) == 1 else 0


@UNDERGROUND.clause("income", "quarreling")
def quarreling(t: Table, who: Party) -> int:
    """UG-POWER-QUARRELING, UG-INT-19."""
    return groups(t, who, joined=False)


@UNDERGROUND.clause("enter score", "*")
def wise(t: Table, _: Party | None) -> None:
    """UG-POWER-WISE, UG-INT-80: 2 coins while a race in decline holds a region."""
    old = [party for party in t.parties(t.seat) if not party.active and "wise" in t.names(party) and t.lands_of(party)]
    t.pay(t.seat, 2 if old else 0)


@UNDERGROUND.clause("enter score", "*")
def from_players(t: Table, _: Party | None) -> None:
    """UG-POWER-THIEVING, UG-RELIC-RING, UG-INT-51, UG-INT-52: after what the bank pays."""
    who = t.active(t.seat)
    if who is None:
        return
    who["wealthy_paid"] = True
    if "thieving" in t.names(who):
        steal(t, who, t.lands_of(who))
    for land in t.lands_of(who):
        if t.state["bag"] == "ring" and land.markers["bag"]:
            steal(t, who, [land])
        if "ring" in t.state["used"] and "ring" in land.things.get("relics", []):
            steal(t, who, [land])


def steal(t: Table, who: Party, lands: list[Land]) -> None:
    """A coin of each opponent with active tokens beside some regions."""
    near = {other for land in lands for other in t.borders(land) if not any(t.ask("immune", who, other))}
    neighbours = {party.seat for party in map(t.holder, near) if party is not None and party.active}
    for seat in neighbours - {who.seat}:
        if t.now["seats"][seat]["coins"]:
            t.pay(seat, -1)
            t.pay(who.seat, 1)


# after the score


@UNDERGROUND.clause("moves altar", "*")
def altar_moves(t: Table, _: Party | None) -> set[str]:
    """UG-PLACE-ALTAR, UG-INT-74, UG-INT-75: one token of a race in decline."""
    here = place(t, "altar")
    if here is None or here.owner != t.seat:
        return set()
    lands = [land for party in t.parties(t.seat) if not party.active for land in t.lands_of(party)]
    return {"finish"} | {f"altar {land.number}" for land in lands} if lands else set()


@UNDERGROUND.verb("altar")
def altar(t: Table, number: int) -> None:
    land = t.lands[number]
    who = t.occupant(land)
    t.to_tray(who.race, 1)
    t.pay(t.seat, 3)
    land.tokens -= 1
    if not land.tokens:
        t.leave(land)
        frame.vanish_if_gone(t, who)
    frame.advance(t)


@UNDERGROUND.clause("enter returns", "*")
def markers_return(t: Table, _: Party | None) -> None:
    """UG-REDEP-4: Vengeance markers come back at the end of the avenger's turn."""
    who = t.active(t.seat)
    if who is not None and "vengeful" in t.names(who):
        forgive(t)


# decline


@UNDERGROUND.clause("moves choose", "*")
@UNDERGROUND.clause("moves stout", "stout")
def decline_moves(t: Table, _: Party | None) -> set[str]:
    """UG-ACT-25, UG-ACT-26, UG-CLAR-30: the Tomb or Vanishing of Stonehedge is used or not."""
    who, lent = taker(t), t.now["stonehedge"]
    if lent not in ("tomb", "vanishing") or lent not in t.names(who) or who["power"] == "vanishing":
        return set()
    return {"decline_by_stonehedge"}


@UNDERGROUND.verb("decline")
def decline(t: Table) -> None:
    put_in_decline(t, {taker(t)["power"]})


@UNDERGROUND.verb("decline_by_stonehedge")
def decline_by_stonehedge(t: Table) -> None:
    put_in_decline(t, {taker(t)["power"], t.now["stonehedge"]})


def put_in_decline(t: Table, powers: set[str]) -> None:
    """UG-DECL-2 to UG-DECL-6, UG-POWER-TOMB, UG-INT-79: with the Tomb all tokens stay, and are laid out once more."""
    t.state["declining"] = t.step == "choose"
    who = taker(t)
    if "vanishing" in powers:
        vanishing(t, who)
    elif "tomb" in powers:
        frame.put_in_decline(t, who, keeps=99)
        t.now["phase"], t.state["acting"] = "tomb", who.slot
        frame.take_up(t, who)
        return
    else:
        frame.put_in_decline(t, who)
    frame.advance(t)


@UNDERGROUND.clause("moves tomb", "*")
def tomb_moves(t: Table, who: Party | None) -> set[str]:
    """UG-INT-79: at least one token in each region."""
    return frame.layings(t, who) if who is not None else set()


@UNDERGROUND.clause("stay tomb", "*")
def after_tomb(t: Table, _: Party | None) -> bool:
    """SW-TURN-12: a turn that ended with a Stout decline goes on after that, without a second score."""
    if not t.state["declining"]:
        t.now["phase"] = "stout"
    return False


@UNDERGROUND.clause("keeps_badge", "*")
def keeps_badge(_: Table, who: Party) -> bool:
    """UG-SETUP-18."""
    return who["power"] in KEPT


@UNDERGROUND.clause("spirit", "spirit", instead=True)
@UNDERGROUND.clause("keeps_badge", "spirit", instead=True)
def own_spirit(_: Table, who: Party) -> bool:
    """UG-PLACE-STONEHEDGE: a lent Spirit ends with the decline."""
    return bool(who["power"] == "spirit")


@UNDERGROUND.clause("declined", "*")
def decline_ends(t: Table, who: Party) -> None:
    """UG-DECL-5, UG-POWER-VENGEFUL: Vengeance markers go back."""
    if "vengeful" in t.names(who):
        forgive(t)


def vanishing(t: Table, who: Party) -> None:
    """UG-POWER-VANISHING, UG-INT-77, UG-INT-78: 2 coins for each region, then all is gone."""
    frame.remove_older(t, who)
    t.ask("declined", who)
    if t.state["declining"]:
        t.pay(who.seat, 2 * len(t.lands_of(who)))
    frame.remove(t, who)
