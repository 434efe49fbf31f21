"""The base game: its races and powers, and the steps of a turn that belong to them."""

from __future__ import annotations

from collections.abc import Callable

from referee import frame
from referee.clauses import Box
from referee.table import Land, Party, Table

RACES = {
    "amazons": (6, 15), "dwarves": (3, 8), "elves": (6, 11), "ghouls": (5, 10), "giants": (6, 11),
    "halflings": (6, 11), "humans": (5, 10), "orcs": (5, 10), "ratmen": (8, 13), "skeletons": (6, 20),
    "sorcerers": (5, 18), "tritons": (6, 11), "trolls": (5, 10), "wizards": (5, 10),
}  # fmt: skip
"""SW-SETUP-10: tokens on the banner, and in the tray."""

POWERS = {
    "alchemist": 4, "berserk": 4, "bivouacking": 5, "commando": 4, "diplomat": 5, "dragon_master": 5, "flying": 5,
    "forest": 4, "fortified": 3, "heroic": 5, "hill": 4, "merchant": 2, "mounted": 5, "pillaging": 5, "seafaring": 5,
    "spirit": 5, "stout": 4, "swamp": 4, "underworld": 5, "wealthy": 4,
}  # fmt: skip
"""SW-SETUP-11: tokens on the badge."""

FORTRESSES, ENCAMPMENTS, HOLES, HEROES, RESERVE = 6, 5, 2, 2, 4
"""SW-SETUP-5, and the tokens of Amazons that are for conquest alone."""

BASE = Box(
    RACES,
    POWERS,
    leaving=("lair", "fortress", "encampment", "hole", "hero", "dragon"),  # SW-LOSS-5, SW-LOSS-6, SW-TURN-5
    undone=("encampment", "hole", "hero", "dragon"),  # SW-DECL-4
)
BASE.step("ghoul_ready", after="draw")
BASE.step("ghoul_conquest", after="ghoul_ready")
BASE.step("ghoul_deploy", after="ghoul_conquest")
BASE.step("stout", after="score")
BASE.step("peace", after="stout")


# what defends a region


@BASE.clause("defence", "*")
def pieces(_: Table, __: Party, land: Land) -> int:
    """SW-CONQ-1: fortresses, lairs and encampments defend."""
    return land.markers["fortress"] + land.markers["lair"] + land.markers["encampment"]


@BASE.clause("immune", "*")
def protected(_: Table, who: Party, land: Land) -> bool:
    """SW-CONQ-6, SW-INT-76: holes, heroes and the dragon keep other players away."""
    return land.owner != who.seat and any(land.markers[marker] for marker in ("hole", "hero", "dragon"))


@BASE.clause("barred", "*")
def at_peace(t: Table, who: Party, land: Land) -> bool:
    """SW-CONQ-7: the active race of an ally leaves the Diplomat's active race alone."""
    victim = t.holder(land)
    return victim is not None and victim.active and who.active and t.now["seats"][victim.seat]["peace"] == who.seat


# coins for a kind of region

KINDS = {
    "humans": "farmland",  # SW-RACE-HUMANS
    "wizards": "magic",  # SW-RACE-WIZARDS
    "dwarves": "mine",  # SW-RACE-DWARVES
    "forest": "forest",  # SW-POWER-FOREST
    "hill": "hill",  # SW-POWER-HILL
    "swamp": "swamp",  # SW-POWER-SWAMP
}


def paying(kind: str) -> Callable[[Table, Party, Land], int]:
    """SW-SCORE-2: a coin for each region of a terrain or with a symbol."""
    return lambda _, __, land: int(kind in land.kinds)


for name, kind in KINDS.items():
    BASE.clause("yields", name, when="always" if name == "dwarves" else "active")(paying(kind))  # SW-SCORE-3


@BASE.clause("yields", "merchant")
def merchant(_: Table, __: Party, ___: Land) -> int:
    """SW-POWER-MERCHANT: a coin more for each region."""
    return 1


# races


@BASE.clause("extra_tokens", "amazons")
def amazons(_: Table, __: Party) -> int:
    """SW-RACE-AMAZONS: four more tokens, for conquest."""
    return RESERVE


@BASE.clause("enter ready", "amazons")
def amazons_ready(_: Table, who: Party) -> None:
    """SW-RACE-AMAZONS: the reserve comes back to hand."""
    who["reserve"] = 0


@BASE.clause("enter deploy", "amazons")
def amazons_leave(t: Table, who: Party) -> None:
    """SW-REDEP-5: of N tokens min(4, N) leave the map."""
    who["reserve"] = min(RESERVE, frame.total(t, who))


@BASE.clause("moves deploy", "amazons")
def amazons_give_up(t: Table, who: Party) -> set[str]:
    """SW-REDEP-5: where the others are too few for all regions, some have to be given up."""
    return {f"abandon {land.number}" for land in t.lands_of(who)} if who["hand"] < who["reserve"] else set()


@BASE.clause("loses", "elves")
def elves(_: Table, __: Party, ___: Land, how: str) -> int:
    """SW-LOSS-3: active Elves lose nothing."""
    return 0


@BASE.clause("price", "giants")
def giants(t: Table, who: Party, land: Land) -> int:
    """SW-RACE-GIANTS, SW-INT-38: 1 less beside a mountain of theirs, by a border or from cavern to cavern."""
    held = [other for other in t.lands_of(who) if "mountain" in other.kinds]
    return -int(
        any(other in held for other in t.borders(land)) or any(t.ask("joined", who, land, other) for other in held)
    )


@BASE.clause("entry", "halflings")
def halflings(_: Table, __: Party, ___: Land) -> bool:
    """SW-RACE-HALFLINGS: they enter anywhere."""
    return True


@BASE.clause("taken", "halflings")
def dig(_: Table, who: Party, land: Land, how: str, victim: Party | None) -> None:
    """SW-RACE-HALFLINGS, SW-INT-84, SW-INT-85: the first two conquests bring a hole each."""
    if who["holes_placed"] < HOLES:
        who["holes_placed"] += 1
        land.markers["hole"] = 1


@BASE.clause("income", "orcs", "pillaging")
def plunder(t: Table, _: Party) -> int:
    """SW-RACE-ORCS, SW-POWER-PILLAGING: a coin for each non-empty region conquered."""
    return int(t.state["nonempty_conquered"])


@BASE.clause("enter deploy", "skeletons")
def skeletons(t: Table, who: Party) -> None:
    """SW-RACE-SKELETONS, SW-REDEP-1: a token for each two non-empty regions conquered."""
    who["hand"] += t.from_tray(who.race, t.state["nonempty_conquered"] // 2)


@BASE.clause("moves conquest", "sorcerers")
def sorcery_moves(t: Table, who: Party) -> set[str]:
    """SW-RACE-SORCERERS, SW-INT-56, SW-INT-67 to SW-INT-73, SW-INT-153: a lone token in reach of each opponent."""
    free = not t.options.get("substitution_needs_hand", True) and t.lands_of(who)
    if not (who["hand"] or free) or not t.now["tray"][who.race] or t.state["pending_roll"] is not None:
        return set()
    return {f"convert {land.number}" for land in t.lands if convertible(t, who, land)}


def convertible(t: Table, who: Party, land: Land) -> bool:
    victim = t.holder(land)
    return (
        victim is not None
        and victim.active
        and victim.seat != who.seat
        and victim.seat not in t.state["converted"]
        and land.tokens == 1
        and not land.markers["encampment"]
        and (t.touches(who, land) or any(t.ask("reach", who, land)))
        and frame.attackable(t, who, land)
    )


@BASE.verb("convert")
def convert(t: Table, number: int) -> None:
    """SW-RACE-SORCERERS, SW-INT-75, SW-INT-128: a Sorcerer from the tray takes the place of the token."""
    who, land = frame.attacker(t), t.lands[number]
    t.state["converted"] = sorted({*t.state["converted"], land.owner})
    t.ask("before_attack", who, land)
    frame.take(t, who, land, 1, how="sorcery")


@BASE.clause("price", "tritons")
def tritons(t: Table, _: Party, land: Land) -> int:
    """SW-RACE-TRITONS, SW-INT-41: 1 less on land beside water."""
    return -int("water" not in land.kinds and any("water" in other.kinds for other in t.borders(land)))


@BASE.clause("taken", "trolls")
def trolls(_: Table, __: Party, land: Land, how: str, victim: Party | None) -> None:
    """SW-RACE-TROLLS: a lair in every region of theirs."""
    land.markers["lair"] = 1


# Ghouls in decline


@BASE.clause("keeps", "ghouls")
def ghouls_stay(_: Table, __: Party) -> int:
    """SW-DECL-3: all that are on the map stay."""
    return 99


@BASE.clause("start", "*")
@BASE.clause("picked", "*")
def ghouls_first(t: Table, who: Party | None) -> None:
    """SW-TURN-4, SW-INT-96: Ghouls in decline act before the active race, after a pick."""
    for party in t.parties(t.seat):
        if party.race == "ghouls" and not party.active and who is not None:
            t.state["acting"] = party.slot


for hook, as_if_active in {
    "enter ghoul_ready": frame.take_up,
    "moves ghoul_ready": frame.ready_moves,
    "enter ghoul_deploy": frame.take_up,
    "moves ghoul_deploy": frame.layings,
}.items():
    BASE.clause(hook, "ghouls", when="decline")(as_if_active)  # SW-RACE-GHOULS, SW-INT-99


@BASE.clause("moves ghoul_conquest", "ghouls", when="decline")
def ghoul_conquests(t: Table, who: Party) -> set[str]:
    """SW-RACE-GHOULS: by the ordinary rules."""
    return set().union(*t.ask("moves conquest", who))


# powers


@BASE.clause("income", "alchemist")
def alchemist(_: Table, __: Party) -> int:
    """SW-POWER-ALCHEMIST, SW-INT-114: 2 coins every turn, with or without regions."""
    return 2


@BASE.clause("moves conquest", "berserk")
def berserk_moves(t: Table, who: Party) -> set[str]:
    """SW-POWER-BERSERK: a roll before each conquest."""
    return {"roll"} if who["hand"] and t.state["pending_roll"] is None else set()


@BASE.verb("roll")
def roll(t: Table) -> None:
    """SW-POWER-BERSERK: the roll waits for the conquest that uses it."""
    frame.attacker(t)
    t.state["pending_roll"] = t.roll()


@BASE.clause("price", "berserk")
def berserk_price(t: Table, _: Party, __: Land) -> int:
    """SW-CONQ-1: the roll is subtracted before the floor."""
    return -int(t.state["pending_roll"] or 0)


@BASE.clause("own_die", "berserk")
def berserk_die(_: Table, __: Party) -> bool:
    """SW-DIE-8, SW-INT-55: no other die for a Berserk race."""
    return True


@BASE.clause("taken", "berserk")
@BASE.clause("enter deploy", "berserk")
def berserk_used(t: Table, _: Party, *__: object) -> None:
    """SW-POWER-BERSERK: the roll is used up, or lost with the end of the conquests."""
    t.state["pending_roll"] = None


@BASE.clause("price", "commando")
def commando(_: Table, __: Party, ___: Land) -> int:
    """SW-POWER-COMMANDO: 1 less everywhere."""
    return -1


@BASE.clause("moves peace", "diplomat")
def diplomat(t: Table, who: Party) -> set[str]:
    """SW-POWER-DIPLOMAT: an opponent whose active race was not attacked, or nobody."""
    friends = {seat for seat in t.clockwise(0) if seat != who.seat and seat not in t.state["attacked"]}
    return {"finish"} | {f"peace {seat}" for seat in friends}


@BASE.verb("peace")
def peace(t: Table, ally: int) -> None:
    t.now["seats"][t.seat]["peace"] = ally
    frame.advance(t)


@BASE.clause("start", "*")
def peace_ends(t: Table, _: Party | None) -> None:
    """SW-TURN-1: peace lasts until the Diplomat's next turn."""
    t.now["seats"][t.seat]["peace"] = None


@BASE.clause("moves conquest", "dragon_master")
def dragon_moves(t: Table, who: Party) -> set[str]:
    """SW-POWER-DRAGON-MASTER, SW-INT-82: once per turn, within reach, for one token."""
    if not who["hand"] or t.state["dragon_used"] or t.state["pending_roll"] is not None:
        return set()
    return {f"dragon {land.number}" for land in frame.targets(t, who)}


@BASE.verb("dragon")
def dragon(t: Table, number: int) -> None:
    """SW-POWER-DRAGON-MASTER, SW-INT-78: the dragon leaves its old region."""
    who, land = frame.attacker(t), t.lands[number]
    t.ask("before_attack", who, land)
    t.state["dragon_used"] = True
    for other in t.lands:
        other.markers.pop("dragon", None)
    frame.take(t, who, land, 1, how="dragon")
    land.markers["dragon"] = 1


@BASE.clause("reach", "flying")
def flying(_: Table, __: Party, land: Land) -> bool:
    """SW-POWER-FLYING, SW-INT-9, SW-INT-10: every region but water, at the First Conquest too."""
    return "water" not in land.kinds


@BASE.clause("moves markers", "fortified")
def fortified(t: Table, who: Party) -> set[str]:
    """SW-POWER-FORTIFIED, SW-INT-107: one each turn, one in a region, six in all."""
    if t.state["fortress_placed"] or t.placed("fortress") >= FORTRESSES:
        return set()
    return {f"fortify {land.number}" for land in t.lands_of(who) if not land.markers["fortress"]}


@BASE.verb("fortify")
def fortify(t: Table, number: int) -> None:
    t.lands[number].markers["fortress"] = 1
    t.state["fortress_placed"] = True


@BASE.clause("yields", "fortified")
def fortresses(_: Table, __: Party, land: Land) -> int:
    """SW-POWER-FORTIFIED: a coin for each fortress of the active race."""
    return land.markers["fortress"]


@BASE.clause("enter markers", "heroic")
def heroes_up(t: Table, who: Party) -> None:
    """SW-POWER-HEROIC, SW-INT-87: heroes are placed anew."""
    for land in t.lands_of(who):
        land.markers.pop("hero", None)


@BASE.clause("duty", "heroic")
def heroes_wait(t: Table, who: Party) -> bool:
    """SW-INT-86, SW-INT-148: as many as there are regions, at most two."""
    return t.placed("hero") < min(HEROES, len(t.lands_of(who)))


@BASE.clause("moves markers", "heroic")
def hero_moves(t: Table, who: Party) -> set[str]:
    """SW-POWER-HEROIC: in different regions."""
    if t.placed("hero") >= HEROES:
        return set()
    return {f"hero {land.number}" for land in t.lands_of(who) if not land.markers["hero"]}


@BASE.verb("hero")
def hero(t: Table, number: int) -> None:
    t.lands[number].markers["hero"] = 1


@BASE.clause("enter markers", "bivouacking")
def camps_up(t: Table, who: Party) -> None:
    """SW-POWER-BIVOUACKING: all may move every turn."""
    for land in t.lands_of(who):
        land.markers.pop("encampment", None)


@BASE.clause("duty", "bivouacking")
def camps_wait(t: Table, who: Party) -> bool:
    """SW-POWER-BIVOUACKING: all are laid out whenever the race has a region."""
    return bool(camp_moves(t, who))


@BASE.clause("moves markers", "bivouacking")
def camp_moves(t: Table, who: Party) -> set[str]:
    """SW-POWER-BIVOUACKING: any number in a region."""
    if t.placed("encampment") >= ENCAMPMENTS:
        return set()
    return {f"encamp {land.number}" for land in t.lands_of(who)}


@BASE.clause("moves withdrawn", "*")
def withdrawn_camps(t: Table, _: Party | None) -> set[str]:
    """SW-LOSS-6, SW-LOSS-9: encampments come back with the withdrawn tokens."""
    who = t.active(t.now["to_act"])
    return camp_moves(t, who) if who is not None and "bivouacking" in t.names(who) else set()


@BASE.verb("encamp")
def encamp(t: Table, number: int) -> None:
    t.lands[number].markers["encampment"] += 1


@BASE.clause("price", "mounted")
def mounted(_: Table, __: Party, land: Land) -> int:
    """SW-POWER-MOUNTED, SW-INT-42: 1 less on hills and farmland."""
    return -int("hill" in land.kinds or "farmland" in land.kinds)


@BASE.clause("opens", "seafaring")
def seafaring(_: Table, __: Party, land: Land) -> bool:
    """SW-POWER-SEAFARING: water is open to them."""
    return "water" in land.kinds


@BASE.clause("spirit", "spirit")
@BASE.clause("keeps_badge", "spirit")
def spirit(_: Table, __: Party) -> bool:
    """SW-POWER-SPIRIT, SW-DECL-5."""
    return True


@BASE.clause("moves stout", "stout")
def stout(_: Table, __: Party) -> set[str]:
    """SW-POWER-STOUT, SW-TURN-12: decline after the score."""
    return {"decline", "finish"}


@BASE.clause("price", "underworld")
def underworld(_: Table, __: Party, land: Land) -> int:
    """SW-POWER-UNDERWORLD: 1 less for caverns."""
    return -int("cavern" in land.kinds)


@BASE.clause("reach", "underworld")
def tunnels(t: Table, who: Party, land: Land) -> bool:
    """SW-CONQ-5, SW-INT-15: from one cavern of theirs to all others."""
    return any(t.ask("joined", who, land, other) for other in t.lands_of(who))


@BASE.clause("joined", "underworld")
def tunnel(_: Table, __: Party, land: Land, other: Land) -> bool | None:
    """SW-POWER-UNDERWORLD: caverns are adjacent to each other."""
    return True if "cavern" in land.kinds and "cavern" in other.kinds else None


@BASE.clause("income", "wealthy")
def wealthy(_: Table, who: Party) -> int:
    """SW-POWER-WEALTHY, SW-INT-113: 7 coins, once."""
    return 0 if who["wealthy_paid"] else 7
