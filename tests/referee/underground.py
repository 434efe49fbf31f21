"""Underground: its races, powers, Popular Places and Righteous Relics, and the steps of a turn that belong to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from boxes import UNDERGROUND_BADGE as BADGE
from boxes import UNDERGROUND_RACES as RACES
from referee import base, frame
from referee.clauses import Box, Clause, Impossible, on
from referee.table import Land, Party, Table, each, opposes

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

UNDERGROUND = Box(RACES, BADGE, leaving=("armor", "queen", "ancient", "bag"), undone=("ancient", "bag"))
UNDERGROUND.step("swap", after="pick")
UNDERGROUND.step("volcano", after="draw")
UNDERGROUND.step("reborn", after="volcano")
UNDERGROUND.step("ancient", after="reborn")
UNDERGROUND.step("balrog", after="conquest", turns=())  # a find enters it
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
    power = t.now["stonehedge"]
    if land.things.get("place") != "stonehedge":
        return
    if power in LENT_MARKERS:
        t.lift(LENT_MARKERS[power])
    if power == "vengeful":
        forgive(t)


# the start of a turn

UNDERGROUND.answers(  # UG-TURN-3, SW-TURN-4: what is chosen at the start of the turn comes before the Ghouls
    "enter swap", {"*": lambda t, _: t.state.update(acting="active")}
)
UNDERGROUND.answers("picked", {"*": None}, instead=True)


@UNDERGROUND.clause("enter ghoul_ready", "*")
def then_ghouls(t: Table, _: Party | None) -> None:
    """SW-TURN-4."""
    for party in t.parties(t.seat):
        if party.race == "ghouls" and not party.active:
            t.state["acting"] = party.slot
            frame.take_up(t, party)


UNDERGROUND.answers(  # UG-RACE-MIMES, UG-COL-3: any other combo that is visible, before the column is filled
    "moves swap",
    {
        "shadow_mimes": lambda t, _: (
            {"finish", *(f"swap {k}" for k in range(len(t.now["column"])))} if t.state["picked"] else ()
        )
    },
)
UNDERGROUND.answers("enter reborn", {"fountain": lambda t, who: t.draw(who, 1)})  # UG-TURN-3, UG-PLACE-FOUNTAIN


@UNDERGROUND.verb("swap")
def swap(t: Table, row: int) -> None:
    who, combo = t.taker, t.now["column"][row]
    who["power"], combo["power"] = combo["power"], who["power"]
    frame.begin(t)


@UNDERGROUND.clause("moves volcano", "flames")
def volcano_moves(t: Table, _: Party) -> set[str]:
    """UG-RACE-FLAMES, UG-CLAR-36: a Chasm with the symbol, chosen with every pick."""
    return each("volcano", (land for land in t.lands if t.state["picked"] and land.site.printed.get("volcano")))


def at_first(marker: str) -> Clause:
    """The verb that lays the only marker of its kind at the start of a turn."""

    def lay(t: Table, land: Land) -> None:
        t.put(marker, land)
        frame.begin(t)

    return lay


UNDERGROUND.verbs |= {marker: at_first(marker) for marker in ("volcano", "ancient")}


@UNDERGROUND.clause("moves reborn", "*")
def reborn_moves(t: Table, who: Party) -> set[str]:
    """UG-POWER-REBORN, UG-ACT-3, UG-INT-34: up to two regions, while there is a token for them."""
    spare = any(land.tokens > 1 for land in t.lands_of(who))
    if t.state["reborn"] >= 2 or not (t.now["tray"][who.race] or who["hand"] or spare):
        return set()
    return offered(t, "reborn", [party for party in t.old(t.seat) if "reborn" in t.names(party)])


def offered(t: Table, verb: str, parties: list[Party]) -> set[str]:
    """An action for each region of some races, or none of them; nothing if there are none."""
    texts = each(verb, (land for party in parties for land in t.lands_of(party)))
    return texts | {"finish"} if texts else set()


@UNDERGROUND.verb("reborn")
def reborn(t: Table, land: Land) -> None:
    """UG-POWER-REBORN, UG-INT-32, UG-INT-33: from the tray, from hand, or a spare token on the map."""
    who, old = t.taker, t.occupant(land)
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


UNDERGROUND.answers(  # UG-LOSS-3, UG-CLAR-33, SW-LOSS-10: without a region no race in decline comes back but Ghouls
    "homeless", {"*": lambda _, who: who.race != "ghouls"}
)


@UNDERGROUND.clause("moves ancient", "cultists")
def ancient_moves(t: Table, who: Party) -> set[str]:
    """UG-RACE-CULTISTS, UG-CLAR-3: from the second turn on, once a conquest has placed it."""
    lands = [land for land in t.lands_of(who) if not land.markers["ancient"]]
    if t.state["picked"] or not who["ancient_placed"] or not lands:
        return set()
    return {"finish"} | each("ancient", lands)


UNDERGROUND.answers("start", {"iron_dwarves": lambda t, who: t.state.update(hammers_left=who["hammers"])})
UNDERGROUND.answers("declined", {"iron_dwarves": lambda t, _: t.state.update(hammers_left=0)})  # UG-DECL-5


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
    source = t.marked("volcano")
    if source is None:
        return False
    return not {source.number, *spread(t, [source], t.numbers(who))}.isdisjoint(land.site.borders)


def spread(t: Table, sources: list[Land], numbers: set[int]) -> set[int]:
    """Those of some regions that a way leads to, from some sources through no other regions."""
    found, todo = set[int](), list(sources)
    while todo:
        more = todo.pop().site.borders & numbers - found
        found |= more
        todo += [t.lands[number] for number in more]
    return found


UNDERGROUND.answers(
    "price",
    {
        "ogres": -1,  # UG-RACE-OGRES
        "mummies": 1,  # UG-RACE-MUMMIES
        "vengeful": lambda t, who, land: -(opposes(who, land) and t.now["seats"][land.owner]["vengeance"]),
    },  # UG-POWER-VENGEFUL: 1 less against those who have a marker
)


@UNDERGROUND.clause("price", "cultists")
def near_ancient(t: Table, who: Party, land: Land) -> int:
    """UG-RACE-CULTISTS, UG-INT-23, UG-INT-24: adjacency of every kind counts."""
    here = t.marked("ancient")
    if here is None:
        return 0
    return -(land.number in here.site.borders or "doormat" in armed(t) or any(t.ask("joined", who, land, here)))


UNDERGROUND.answers(  # UG-RACE-DWARVES, UG-INT-10: Hammers pay, but not against Gnomes
    "funds", {"iron_dwarves": lambda t, who, land: 0 if guarded(t, who, land) else t.state["hammers_left"]}
)
UNDERGROUND.answers(
    "spent", {"iron_dwarves": lambda t, _, number: t.state.update(hammers_left=t.state["hammers_left"] - number)}
)


# what can be attacked


def guarded(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-GNOMES: a region of somebody else's active Gnomes."""
    victim = t.holder(land)
    return victim is not None and victim.race == "gnomes" and victim.active and victim.seat != who.seat


UNDERGROUND.answers("shielded", {"*": guarded})  # UG-RACE-GNOMES, UG-INT-5, UG-INT-9: no discount counts


@UNDERGROUND.clause("barred", "*")
def helpless(t: Table, who: Party, land: Land) -> bool:
    """UG-CONQ-3, UG-CLAR-2: against Gnomes neither reach nor ways into water nor Relics nor an early die."""
    if not guarded(t, who, land):
        return False
    held = t.numbers(who)
    plain = not held.isdisjoint(land.site.borders) if held else frame.is_entry(t, land)
    helped = bool(armed(t)) or t.state["pending_roll"] is not None or any(t.ask("closed", who, land))
    return not plain or helped


UNDERGROUND.answers(  # UG-RACE-LICHES, UG-CONQ-4: nobody without a coin attacks another's Liches
    "barred", {"*": lambda t, who, land: land.race == "liches" and opposes(who, land) and not t.coins}
)
UNDERGROUND.answers("closed", {"*": lambda _, __, land: land.site.terrain == "chasm"})  # UG-RIVER-6
UNDERGROUND.answers("opens", {"kraken": on("water")})  # 6.2: Seas and Lakes are open to them
UNDERGROUND.answers("defence", {"kraken": on("sea lake", -1)})  # 6.2: they have a base of 1, as a River has


@UNDERGROUND.clause("immune", "*")
def immune(t: Table, who: Party, land: Land) -> bool:
    """UG-IMM-6."""
    if land.markers["balrog"]:
        return True
    if not any(land.markers[marker] for marker in ("queen", "ancient", "ghost")):
        return False
    return who.seat != (land.owner if land.owner is not None else t.now["crypt_master"])


UNDERGROUND.answers(  # UG-RACE-SPIDERINES: every region beside a Chasm, at the First Conquest too
    "reach", {"spiderines": lambda t, _, land: t.beside(land, "chasm")}
)
UNDERGROUND.answers(  # UG-INT-20: for Flocking
    "joined", {"spiderines": lambda t, _, *both: all(t.beside(land, "chasm") for land in both) or None}
)


@UNDERGROUND.clause("reach", "lizardmen")
def lizardmen(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-LIZARDMEN, UG-INT-14 to UG-INT-17: through the River, region by region."""
    rivers = {other.number for other in t.lands if "water" in other.kinds and not any(t.ask("immune", who, other))}
    chain = spread(t, t.lands_of(who), rivers)
    return land.number in chain or not chain.isdisjoint(land.site.borders)


@UNDERGROUND.clause("reach", "pipe")
def through_pipe(t: Table, _: Party, *lands: Land) -> bool | None:
    """UG-PLACE-PIPE: all regions of its terrain are adjacent for its holder."""
    here = place(t, "pipe")
    return (here is not None and all(land.site.terrain == here.site.terrain for land in lands)) or None


UNDERGROUND.answers("joined", {"pipe": through_pipe})
UNDERGROUND.answers(
    "reach", {"*": lambda t, who, _: who.active and "doormat" in armed(t)}
)  # UG-RELIC-DOORMAT, UG-INT-67


@UNDERGROUND.clause("entry", "flames")
def flames_enter(t: Table, _: Party, land: Land) -> bool:
    """UG-ED-1."""
    return t.options.get("flames_entry") == "volcano" and t.marked("volcano") in t.borders(land)


@UNDERGROUND.clause("barred", "flames")
def flames_stay_out(t: Table, who: Party, land: Land) -> bool:
    """UG-ED-1: they enter only beside the Volcano, unless something else carries them further."""
    switched = t.options.get("flames_entry") == "volcano" and not t.lands_of(who)
    return switched and not flames_enter(t, who, land) and not any(t.ask("reach", who, land))


# the ways of attack


@UNDERGROUND.clause("attacks", "*", instead=True)
def attacks(t: Table, who: Party) -> set[str]:
    """UG-CONQ-2 to UG-CONQ-9: what can be conquered, with the Relics that are armed."""
    return each("conquer", lone(t, who)) if "orb" in armed(t) else frame.attacks(t, who)


def lone(t: Table, who: Party) -> list[Land]:
    """UG-INT-35 to UG-INT-37: whose token can be replaced; Gnomes are safe."""
    return [land for land in frame.lone(t, who) if not guarded(t, who, land)]


@UNDERGROUND.clause("attacks", "vampire")
def vampire_moves(t: Table, who: Party) -> set[str]:
    """UG-POWER-VAMPIRE, UG-ED-2, UG-CLAR-20: once in a turn, with no Relic but the Doormat."""
    bitten = t.state["vampired"]
    done = bitten and t.options.get("vampire_limit", "turn") == "turn"
    if not armed(t) <= {"doormat"} or t.state["pending_roll"] is not None or done:
        return set()
    return each("vampire", (land for land in lone(t, who) if land.owner not in bitten))


@UNDERGROUND.clause("attacks", "will_o_wisps")
def wisp_moves(t: Table, who: Party) -> set[str]:
    """UG-RACE-WISPS, UG-INT-83, UG-INT-84: crystals, and what borders crystals of theirs."""
    if frame.free(who) < 1 or "orb" in armed(t) or t.state["pending_roll"] is not None:
        return set()
    crystals = {land.number for land in t.lands_of(who) if "magic" in land.kinds}
    near = (
        land for land in frame.targets(t, who) if "magic" in land.kinds or not crystals.isdisjoint(land.site.borders)
    )
    open_ = (land for land in near if not guarded(t, who, land))
    return each("roll_for", (land for land in open_ if frame.cost(t, who, land) - frame.free(who) <= 3))


def with_doormat(moves: Clause) -> Clause:
    """UG-CLAR-20, UG-CLAR-2: dragon and sorcery go with the Doormat alone, and not against Gnomes."""

    def allowed(t: Table, who: Party) -> set[str]:
        texts = moves(t, who) if armed(t) <= {"doormat"} else set()
        return {text for text in texts if not guarded(t, who, t.lands[int(text.split()[1])])}

    return allowed


WITH_DOORMAT = {"sorcerers": with_doormat(base.sorcery_moves), "dragon_master": with_doormat(base.dragon_moves)}
UNDERGROUND.answers("attacks", WITH_DOORMAT, instead=True)


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


@UNDERGROUND.clause("moves conquest", "*")
def more_moves(t: Table, who: Party) -> set[str]:
    """UG-CONQ-1, UG-CONQ-11: Relics for conquests, and between them the Balrog."""
    waits = t.state["balrog_moved"] or t.state["pending_roll"] is not None
    ways = balrog_ways(t) if "pentacle" in t.names(who) and who.active and not waits else []
    return arm_moves(t, who) | each("balrog", ways)


@UNDERGROUND.clause("narrow", "*")
def committed(t: Table, _: Party | None, texts: set[str]) -> set[str]:
    """UG-ACT-5: what is armed is used for a conquest at once. UG-CLAR-17: none is given up on the turn of the pick."""
    out: tuple[str, ...] = (
        ("abandon", "balrog", "finish", "roll") if armed(t) and t.step in ("ready", "conquest") else ()
    )
    if t.step == "ready" and t.state["picked"]:
        out = (*out, "abandon")
    return {text for text in texts if text.split()[0] not in out}


UNDERGROUND.verbs |= {
    "use": lambda t, relic: arm(t, False, relic),  # UG-CLAR-5: it is used up, whether the attempt succeeds or not
    "bag": lambda t, relic: arm(t, True, relic),
}


@UNDERGROUND.verb("conquer")
def conquer(t: Table, land: Land) -> None:
    """UG-CONQ-6 to UG-CONQ-9: replace a token, or conquer as ever."""
    if "orb" not in armed(t):
        frame.conquer(t, land)
        return
    who = frame.attacker(t)
    t.ask("before_attack", who, land)
    frame.take(t, who, land, 1, how="orb")


UNDERGROUND.answers("way", {"*": lambda t, _: "socks" if "socks" in armed(t) else None})


def disarm(t: Table) -> None:
    t.state.update(armed=[], bag_armed=False)


@UNDERGROUND.verb("vampire")
def vampire(t: Table, land: Land) -> None:
    """UG-POWER-VAMPIRE, UG-INT-38."""
    frame.replace_token(t, land, "vampire", "vampired")


@UNDERGROUND.verb("roll_for")
def roll_for(t: Table, land: Land) -> None:
    """UG-RACE-WISPS, UG-CLAR-25: the die first; a failure ends the conquests."""
    who = frame.attacker(t)
    t.ask("before_attack", who, land)
    price = max(1, frame.cost(t, who, land) - t.roll())
    if price <= frame.free(who):
        frame.pay_for(t, who, land, price, 0)
    else:
        frame.over(t)


# what a conquest does


@UNDERGROUND.clause("before_attack", "*")
def note_attack(t: Table, who: Party, land: Land) -> None:
    """UG-POWER-VENGEFUL, UG-INT-49: a marker for those who attack any region of the player."""
    avenger = t.active(land.owner) if opposes(who, land) else None
    if avenger is not None and "vengeful" in t.names(avenger):
        t.now["seats"][who.seat]["vengeance"] = True


def forgive(t: Table) -> None:
    for seat in t.now["seats"]:
        seat["vengeance"] = False


UNDERGROUND.answers("loses", {"*": lambda _, __, ___, how: {"balrog": 2, "socks": 0}.get(how)})  # UG-LOSS-4
UNDERGROUND.answers("loses", {"immortal": 0})  # UG-POWER-IMMORTAL, UG-INT-43


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
    for relic in t.state["armed"]:  # UG-RELIC-0, UG-INT-64, UG-RELIC-BAG: all that was used lies there now
        t.bring("relics", relic, land, RELICS)
    if t.state["bag_armed"]:
        t.put("bag", land)
    disarm(t)
    recall(t, who, land)
    if land.things.pop("monsters", 0):
        discover(t, who, land)
    if land.things.get("place") == "crypt" and who.active:
        t.now["crypt_master"] = who.seat


def recall(t: Table, who: Party, land: Land) -> None:
    """UG-PLACE-CRYPT, UG-CLAR-4, UG-CLAR-31: the Ghost goes back when its master loses the Crypt."""
    if land.things.get("place") == "crypt" and t.now["crypt_master"] != who.seat:
        t.lift("ghost")


def discover(t: Table, who: Party, land: Land) -> None:
    """UG-CONQ-10: the next Place or Relic."""
    if not t.now["places_stack"]:
        return
    found = t.now["places_stack"].pop(0)
    if found in RELICS:
        t.bring("relics", found, land, RELICS)
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
        t.shuffle_badges([power])
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
        t.put("ancient", land)


# the Balrog


def balrog_ways(t: Table) -> list[Land]:
    """UG-PLACE-PENTACLE, UG-IMM-9, UG-CLAR-1, UG-CLAR-11: beside it, or at first beside the Pentacle."""
    here = t.marked("balrog") or place(t, "pentacle")
    return [land for land in t.borders(here) if balrog_enters(t, land)] if here is not None else []


def balrog_enters(t: Table, land: Land) -> bool:
    victim = t.holder(land)
    if land.site.terrain == "chasm" or any(land.markers[marker] for marker in IMMUNITY):
        return False
    if victim is None:
        return True
    broke = victim.seat != t.seat and not t.coins
    return not (victim.race == "gnomes" and victim.active) and not (victim.race == "liches" and broke)


UNDERGROUND.answers("moves balrog", {"*": lambda t, _: each("balrog", balrog_ways(t))})  # UG-ACT-13: upon a find


@UNDERGROUND.verb("balrog")
def balrog(t: Table, land: Land) -> None:
    """UG-PLACE-PENTACLE, UG-INT-92, UG-INT-89."""
    discovery, who, victim = t.step == "balrog", frame.attacker(t), t.holder(land)
    if victim is not None:
        note_attack(t, who, land)
        before = victim["hand"]
        frame.fall(t, victim, land, who, "balrog")
        if victim is who:
            who["reserve"] += who["hand"] - before
    for name in ("monsters", "tribe"):
        land.things.pop(name, None)
    t.put("balrog", land)
    t.state["balrog_moved"] = True
    recall(t, who, land)
    if discovery:
        frame.resolved(t)


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


UNDERGROUND.answers("unfit", {"*": lambda t, who, land: not may_stay(t, who, land)})  # UG-LOSS-2
UNDERGROUND.answers(  # UG-RACE-MUDMEN
    "enter deploy", {"mudmen": lambda t, who: t.draw(who, sum("swamp" in land.kinds for land in t.lands_of(who)))}
)


@UNDERGROUND.clause("enter deploy", "iron_dwarves")
def iron_dwarves(t: Table, who: Party) -> None:
    """UG-RACE-DWARVES, UG-CLAR-6."""
    mines = sum("mine" in land.kinds for land in t.lands_of(who))
    who["hammers"] = min(HAMMERS, who["hammers"] + mines)


# placements

PLACEMENTS = {
    "shield": lambda t, who: each(
        "armor", t.lands_of(who) if t.state["new_armors"] else ()
    ),  # UG-POWER-SHIELD, UG-INT-57
    "royal": lambda t, who: each("queen", () if t.placed("queen") else t.lands_of(who)),  # UG-POWER-ROYAL
}
for hook in ("moves markers", "duty"):  # UG-CLAR-13, UG-ACT-19: all have to be placed
    UNDERGROUND.answers(hook, PLACEMENTS)


UNDERGROUND.answers("enter markers", {"royal": lambda t, _: t.lift("queen")})  # UG-ACT-19: she is placed anew


@UNDERGROUND.clause("moves markers", "crypt")
def ghosts(t: Table, _: Party) -> set[str]:
    """UG-PLACE-CRYPT, UG-ACT-20, UG-CLAR-9, UG-CLAR-41: anywhere but in the Crypt, a Chasm, or beside the Balrog."""
    fit = [land for land in t.lands if land.site.terrain != "chasm" and not land.markers["balrog"]]
    return each("ghost", (land for land in fit if land.things.get("place") != "crypt" and not t.state["ghost_moved"]))


def placing(relic: str) -> Clause:
    """UG-ACT-21, UG-ACT-22, UG-INT-69: the Relic goes to a region of the race, but not to the Bag as its double."""

    def moves(t: Table, who: Party) -> set[str]:
        if relic in t.state["used"] or t.state["bag_armed"]:
            return set()
        doubled = t.state["bag"] == relic
        return each(relic, (land for land in t.lands_of(who) if not (doubled and land.markers["bag"])))

    return moves


def laying(relic: str) -> Clause:
    """UG-CLAR-18: the Relic, or the Bag in its stead, works there this turn."""

    def lay(t: Table, land: Land) -> None:
        if t.state["bag_armed"]:
            t.put("bag", land)
            t.state["bag_armed"] = False
        else:
            t.bring("relics", relic, land, RELICS)
            t.state["used"] = ordered([*t.state["used"], relic])

    return lay


for relic in PLACED:
    UNDERGROUND.clause("moves markers", relic)(placing(relic))
    UNDERGROUND.verbs[relic] = laying(relic)


@UNDERGROUND.clause("moves markers", "magic")
def bags(t: Table, who: Party) -> set[str]:
    """UG-RELIC-BAG, UG-ACT-10, UG-INT-69: any such Relic that lies open, in a region where it does not lie."""
    copied = t.state["bag"]
    if t.state["bag_armed"]:
        return each(copied, bag_fits(t, who, copied))
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
def armor(t: Table, land: Land) -> None:
    land.markers["armor"] += 1
    t.state["new_armors"] -= 1


UNDERGROUND.verbs["queen"] = frame.placing("queen")


@UNDERGROUND.verb("ghost")
def ghost(t: Table, land: Land) -> None:
    t.put("ghost", land)
    t.state["ghost_moved"] = True


# score

UNDERGROUND.answers(
    "yields",
    {
        "shrooms": on("forest"),  # UG-RACE-SHROOMS
        "mining": on("mine"),  # UG-POWER-MINING
        "mystic": on("magic"),  # UG-POWER-MYSTIC
        "stone": on("mountain"),  # UG-POWER-STONE
        "adventurous": lambda _, __, land: bool(land.things.get("place")),  # UG-POWER-ADVENTUROUS, UG-INT-87
        "frightened": lambda _, __, land: land.tokens >= 3,  # UG-POWER-FRIGHTENED
    },
)
UNDERGROUND.answers("yields", {"muddy": on("swamp")}, when="always")  # UG-POWER-MUDDY


@UNDERGROUND.clause("yields", "drow")
def drow(t: Table, who: Party, land: Land) -> bool:
    """UG-RACE-DROW, UG-INT-53: with no neighbours."""
    near = [other for other in t.borders(land) if not t.holds(who, other)]
    return not any(
        other.owner is not None or other.things.get("monsters") or other.things.get("tribe") for other in near
    )


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
    """UG-RELIC-SCEPTER, UG-ED-3, UG-INT-70: where it is used this turn, or the Bag in its stead."""
    terrain = t.options.get("scepter_void", "mine_terrain_and_place") != "place" and "mine" in land.kinds
    void = terrain or land.things.get("place") == "mine"
    real = "scepter" in t.state["used"] and "scepter" in land.things.get("relics", [])
    return 2 if (real or (t.state["bag"] == "scepter" and land.markers["bag"])) and not void else 1


@UNDERGROUND.clause("income", "fisher")
def fisher(t: Table, who: Party) -> int:
    """UG-POWER-FISHER, UG-INT-54."""
    return sum("water" not in land.kinds and t.beside(land, "water") for land in t.lands_of(who)) // 2


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


UNDERGROUND.answers(
    "income",
    {
        "flocking": lambda t, who: 2 * (groups(t, who, joined=True) == 1),  # UG-POWER-FLOCKING, UG-INT-20, UG-CLAR-21
        "quarreling": lambda t, who: groups(t, who, joined=False),  # UG-POWER-QUARRELING, UG-INT-19
    },
)


@UNDERGROUND.clause("enter score", "*")
def wise(t: Table, _: Party | None) -> None:
    """UG-POWER-WISE, UG-INT-80: 2 coins while a race in decline holds a region."""
    t.pay(t.seat, 2 * any("wise" in t.names(party) and t.lands_of(party) for party in t.old(t.seat)))


@UNDERGROUND.clause("enter score", "*")
def from_players(t: Table, _: Party | None) -> None:
    """UG-POWER-THIEVING, UG-RELIC-RING, UG-INT-51, UG-INT-52: after what the bank pays."""
    who = t.active(t.seat)
    if who is None:
        return
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
    return offered(t, "altar", t.old(t.seat)) if here is not None and here.owner == t.seat else set()


@UNDERGROUND.verb("altar")
def altar(t: Table, land: Land) -> None:
    who = t.occupant(land)
    t.to_tray(who.race, 1)
    t.pay(t.seat, 3)
    land.tokens -= 1
    if not land.tokens:
        t.leave(land)
        frame.vanish_if_gone(t, who)
    frame.advance(t)


@UNDERGROUND.clause("enter returns", "*")
@UNDERGROUND.clause("declined", "*")
def markers_return(t: Table, _: Party | None) -> None:
    """UG-REDEP-4, UG-DECL-5, UG-POWER-VENGEFUL: markers come back with the end of the avenger's turn, or decline."""
    who = t.active(t.seat)
    if who is not None and "vengeful" in t.names(who):
        forgive(t)


# decline


@UNDERGROUND.clause("moves choose", "*")
@UNDERGROUND.clause("moves stout", "stout")
def decline_moves(t: Table, _: Party | None) -> set[str]:
    """UG-ACT-25, UG-ACT-26, UG-CLAR-30: the Tomb or Vanishing of Stonehedge is used or not."""
    who, lent = t.taker, t.now["stonehedge"]
    if lent not in ("tomb", "vanishing") or lent not in t.names(who) or who["power"] == "vanishing":
        return set()
    return {"decline_by_stonehedge"}


UNDERGROUND.verbs |= {
    "decline": lambda t: put_in_decline(t, {t.taker["power"]}),
    "decline_by_stonehedge": lambda t: put_in_decline(t, {t.taker["power"], t.now["stonehedge"]}),
}


def put_in_decline(t: Table, powers: set[str]) -> None:
    """UG-DECL-2 to UG-DECL-6, UG-POWER-TOMB, UG-INT-79: with the Tomb all tokens stay, and are laid out once more."""
    t.state["declining"] = t.step == "choose"
    who = t.taker
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


UNDERGROUND.answers(
    "moves tomb", {"*": lambda t, who: frame.layings(t, who) if who else ()}
)  # UG-INT-79: at least one token in each region


@UNDERGROUND.clause("stay tomb", "*")
def after_tomb(t: Table, _: Party | None) -> bool:
    """SW-TURN-12: a turn that ended with a Stout decline goes on after that, without a second score."""
    if not t.state["declining"]:
        t.now["phase"] = "stout"
    return False


UNDERGROUND.answers("keeps_badge", {"*": lambda _, who: who["power"] in KEPT})  # UG-SETUP-18
for hook in ("spirit", "keeps_badge"):  # UG-PLACE-STONEHEDGE: a lent Spirit ends with the decline
    UNDERGROUND.answers(hook, {"spirit": lambda _, who: who["power"] == "spirit"}, instead=True)


def vanishing(t: Table, who: Party) -> None:
    """UG-POWER-VANISHING, UG-INT-77, UG-INT-78: 2 coins for each region, then all is gone."""
    frame.remove_older(t, who)
    t.ask("declined", who)
    if t.state["declining"]:
        t.pay(who.seat, 2 * len(t.lands_of(who)))
    frame.remove(t, who)
