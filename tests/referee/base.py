"""The base game: its races and powers, and the steps of a turn that belong to them."""

from __future__ import annotations

from boxes import BASE_BADGE, BASE_RACES
from referee import frame
from referee.clauses import Box, on
from referee.table import Land, Party, Table, each

FORTRESSES, ENCAMPMENTS, HOLES, HEROES, RESERVE = 6, 5, 2, 2, 4
"""SW-SETUP-5, and the tokens of Amazons that are for conquest alone."""

BASE = Box(
    BASE_RACES,
    BASE_BADGE,
    leaving=("lair", "fortress", "encampment", "hole", "hero", "dragon"),  # SW-LOSS-5, SW-LOSS-6, SW-TURN-5
    undone=("encampment", "hole", "hero", "dragon"),  # SW-DECL-4
)
BASE.step("ghoul_ready", after="draw")
BASE.step("ghoul_conquest", after="ghoul_ready")
BASE.step("ghoul_deploy", after="ghoul_conquest")
BASE.step("stout", after="score")
BASE.step("peace", after="stout")


# what defends a region

BASE.answers(
    "defence",  # SW-CONQ-1
    {"*": lambda _, __, land: sum(land.markers[piece] for piece in ("fortress", "lair", "encampment"))},
)


@BASE.clause("immune", "*")
def protected(_: Table, who: Party, land: Land) -> bool:
    """SW-CONQ-6, SW-INT-76: holes, heroes and the dragon keep other players away."""
    return land.owner != who.seat and any(land.markers[marker] for marker in ("hole", "hero", "dragon"))


@BASE.clause("barred", "*")
def at_peace(t: Table, who: Party, land: Land) -> bool:
    """SW-CONQ-7: the active race of an ally leaves the Diplomat's active race alone."""
    victim = t.holder(land)
    return victim is not None and victim.active and who.active and t.now["seats"][victim.seat]["peace"] == who.seat


# coins

BASE.answers(
    "yields",
    {
        "humans": on("farmland"),  # SW-RACE-HUMANS
        "wizards": on("magic"),  # SW-RACE-WIZARDS
        "forest": on("forest"),  # SW-POWER-FOREST
        "hill": on("hill"),  # SW-POWER-HILL
        "swamp": on("swamp"),  # SW-POWER-SWAMP
        "merchant": 1,  # SW-POWER-MERCHANT
        "fortified": lambda _, __, land: land.markers["fortress"],  # SW-POWER-FORTIFIED: of the active race
    },
)
BASE.answers("yields", {"dwarves": on("mine")}, when="always")  # SW-RACE-DWARVES, SW-SCORE-3
BASE.answers(
    "income",
    {
        "orcs pillaging": lambda t, _: t.state["nonempty_conquered"],  # SW-RACE-ORCS, SW-POWER-PILLAGING
        "alchemist": 2,  # SW-POWER-ALCHEMIST, SW-INT-114: with or without regions
        "wealthy": lambda _, who: 0 if who["wealthy_paid"] else 7,  # SW-POWER-WEALTHY, SW-INT-113
    },
)


# what a conquest costs, and where it is possible

BASE.answers(
    "price",
    {
        "berserk": lambda t, *_: -(t.state["pending_roll"] or 0),  # SW-CONQ-1: before the floor
        "commando": -1,  # SW-POWER-COMMANDO
        "mounted": on("hill farmland", -1),  # SW-POWER-MOUNTED, SW-INT-42
        "underworld": on("cavern", -1),  # SW-POWER-UNDERWORLD
        "tritons": lambda t, _, land: (
            -("water" not in land.kinds and t.beside(land, "water"))
        ),  # SW-RACE-TRITONS, SW-INT-41
    },
)
BASE.answers("entry", {"halflings": True})  # SW-RACE-HALFLINGS: they enter anywhere
BASE.answers("opens", {"seafaring": on("water")})  # SW-POWER-SEAFARING
BASE.answers("own_die", {"berserk": True})  # SW-DIE-8, SW-INT-55
BASE.answers("loses", {"elves": 0})  # SW-LOSS-3


@BASE.clause("price", "giants")
def giants(t: Table, who: Party, land: Land) -> int:
    """SW-RACE-GIANTS, SW-INT-38: 1 less beside a mountain of theirs, by a border or from cavern to cavern."""
    held = [other for other in t.lands_of(who) if "mountain" in other.kinds]
    return -any(other in t.borders(land) or any(t.ask("joined", who, land, other)) for other in held)


BASE.answers(
    "reach",
    {
        "flying": lambda _, __, land: "water" not in land.kinds,  # SW-POWER-FLYING, SW-INT-9, SW-INT-10
        "underworld": lambda t, who, land: any(t.ask("joined", who, land, other) for other in t.lands_of(who)),
    },  # SW-CONQ-5, SW-INT-15: from one cavern of theirs to all others
)
BASE.answers("joined", {"underworld": lambda _, __, *both: all("cavern" in land.kinds for land in both) or None})
BASE.answers("extra_tokens", {"amazons": RESERVE})  # SW-RACE-AMAZONS


# races

BASE.answers("enter ready", {"amazons": lambda _, who: who.update(reserve=0)})  # SW-RACE-AMAZONS


@BASE.clause("enter deploy", "amazons")
def amazons_leave(t: Table, who: Party) -> None:
    """SW-REDEP-5: of N tokens min(4, N) leave the map."""
    who["reserve"] = min(RESERVE, who["hand"] + sum(land.tokens for land in t.lands_of(who)))


BASE.answers(  # SW-REDEP-5: where the others are too few for all regions, some have to be given up
    "moves deploy",
    {"amazons": lambda t, who: each("abandon", t.lands_of(who) if who["hand"] < who["reserve"] else ())},
)


@BASE.clause("taken", "halflings")
def dig(_: Table, who: Party, land: Land, how: str, victim: Party | None) -> None:
    """SW-RACE-HALFLINGS, SW-INT-84, SW-INT-85: the first two conquests bring a hole each."""
    if who["holes_placed"] < HOLES:
        who["holes_placed"] += 1
        land.markers["hole"] = 1


BASE.answers(  # SW-RACE-SKELETONS, SW-REDEP-1: a token for each two non-empty regions conquered
    "enter deploy", {"skeletons": lambda t, who: t.draw(who, t.state["nonempty_conquered"] // 2)}
)


@BASE.clause("attacks", "sorcerers")
def sorcery_moves(t: Table, who: Party) -> set[str]:
    """SW-RACE-SORCERERS, SW-INT-56, SW-INT-67 to SW-INT-73: a lone token in reach of each opponent."""
    if not t.now["tray"][who.race] or t.state["pending_roll"] is not None:
        return set()
    fresh = [land for land in frame.lone(t, who) if land.owner not in t.state["converted"]]
    return each("convert", (land for land in fresh if t.lands_of(who) or any(t.ask("reach", who, land))))


@BASE.verb("convert")
def convert(t: Table, land: Land) -> None:
    """SW-RACE-SORCERERS, SW-INT-75, SW-INT-128: a Sorcerer from the tray takes the place of the token."""
    frame.replace_token(t, land, "sorcery", "converted")


BASE.answers("taken", {"trolls": lambda _, __, land, *how: land.markers.update(lair=1)})  # SW-RACE-TROLLS


# Ghouls in decline

BASE.answers("keeps", {"ghouls": 99})  # SW-DECL-3: all that are on the map stay


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


BASE.answers(  # SW-RACE-GHOULS: by the ordinary rules
    "moves ghoul_conquest", {"ghouls": lambda t, who: set().union(*t.ask("moves conquest", who))}, when="decline"
)


# powers

BASE.answers(  # SW-POWER-BERSERK: a roll before each conquest
    "moves conquest",
    {"berserk": lambda t, who: {"roll"} if frame.free(who) > 0 and t.state["pending_roll"] is None else ()},
)


@BASE.verb("roll")
def roll(t: Table) -> None:
    """SW-POWER-BERSERK: the roll waits for the conquest that uses it."""
    frame.attacker(t)
    t.state["pending_roll"] = t.roll()


for hook in ("taken", "enter deploy"):  # SW-POWER-BERSERK: used up, or lost with the end of the conquests
    BASE.answers(hook, {"berserk": lambda t, *_: t.state.update(pending_roll=None)})


@BASE.clause("attacks", "dragon_master")
def dragon_moves(t: Table, who: Party) -> set[str]:
    """SW-POWER-DRAGON-MASTER, SW-INT-82: once per turn, within reach, for one token."""
    if frame.free(who) < 1 or t.state["dragon_used"] or t.state["pending_roll"] is not None:
        return set()
    return each("dragon", frame.targets(t, who))


@BASE.verb("dragon")
def dragon(t: Table, land: Land) -> None:
    """SW-POWER-DRAGON-MASTER, SW-INT-78: the dragon leaves its old region."""
    who = frame.attacker(t)
    t.ask("before_attack", who, land)
    t.state["dragon_used"] = True
    t.lift("dragon")
    frame.take(t, who, land, 1, how="dragon")
    land.markers["dragon"] = 1


@BASE.clause("moves peace", "diplomat")
def diplomat(t: Table, who: Party) -> set[str]:
    """SW-POWER-DIPLOMAT: an opponent whose active race was not attacked, or nobody."""
    friends = {seat for seat in t.clockwise(0) if seat != who.seat and seat not in t.state["attacked"]}
    return {"finish"} | {f"peace {seat}" for seat in friends}


@BASE.verb("peace")
def peace(t: Table, ally: int) -> None:
    t.now["seats"][t.seat]["peace"] = ally
    frame.advance(t)


BASE.answers("start", {"*": lambda t, _: t.now["seats"][t.seat].update(peace=None)})  # SW-TURN-1


@BASE.clause("moves markers", "fortified")
def fortified(t: Table, who: Party) -> set[str]:
    """SW-POWER-FORTIFIED, SW-INT-107: one each turn, one in a region, six in all."""
    if t.state["fortress_placed"] or t.placed("fortress") >= FORTRESSES:
        return set()
    return each("fortify", (land for land in t.lands_of(who) if not land.markers["fortress"]))


@BASE.verb("fortify")
def fortify(t: Table, land: Land) -> None:
    land.markers["fortress"] = 1
    t.state["fortress_placed"] = True


BASE.answers(
    "enter markers",
    {
        "heroic": lambda t, _: t.lift("hero"),  # SW-POWER-HEROIC, SW-INT-87
        "bivouacking": lambda t, _: t.lift("encampment"),  # SW-POWER-BIVOUACKING
    },
)
BASE.verbs |= {"hero": frame.placing("hero"), "encamp": frame.placing("encampment")}


@BASE.clause("moves markers", "heroic")
def hero_moves(t: Table, who: Party) -> set[str]:
    """SW-POWER-HEROIC: in different regions."""
    if t.placed("hero") >= HEROES:
        return set()
    return each("hero", (land for land in t.lands_of(who) if not land.markers["hero"]))


@BASE.clause("moves markers", "bivouacking")
def camp_moves(t: Table, who: Party) -> set[str]:
    """SW-POWER-BIVOUACKING: any number in a region."""
    return each("encamp", t.lands_of(who) if t.placed("encampment") < ENCAMPMENTS else ())


BASE.answers("duty", {"heroic": hero_moves, "bivouacking": camp_moves})  # SW-INT-86, SW-INT-148: all are placed


@BASE.clause("moves withdrawn", "*")
def withdrawn_camps(t: Table, _: Party | None) -> set[str]:
    """SW-LOSS-6, SW-LOSS-9: encampments come back with the withdrawn tokens."""
    who = t.active(t.now["to_act"])
    return camp_moves(t, who) if who is not None and "bivouacking" in t.names(who) else set()


BASE.answers("spirit", {"spirit": True})  # SW-POWER-SPIRIT
BASE.answers("keeps_badge", {"spirit": True})  # SW-DECL-5
BASE.answers("moves stout", {"stout": {"decline", "finish"}})  # SW-POWER-STOUT, SW-TURN-12: after the score
