"""Small World of Warcraft: its races and powers, Artifacts and Legendary Places, and the course of its turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from boxes import ALLIANCE, LEGENDARY, PIECES, SIZES, WARCRAFT_BADGE, WARCRAFT_RACES
from referee import frame
from referee.clauses import Box, Clause, Document, Impossible, on
from referee.table import Land, Party, Table, copied, each, opposes

HORDE = ("blood_elves", "forsaken", "goblins", "orcs", "tauren", "trolls")

ARTIFACTS = ("aegis", "frostmourne", "ashes", "heart", "doomhammer")
EFFECTS = ("frostmourne", "ashes", "doomhammer", "discount", "air_strike")
"""What can be armed for a conquest (WW-ACT-25)."""

OBJECTIVES, SWAPS, PUSHES = 2, 2, 3
BOMBS = ["live"] * 6 + ["dud"] * 6
"""WW-COMP-4."""

WARCRAFT = Box(
    WARCRAFT_RACES,
    WARCRAFT_BADGE,
    leaving=("fortress", "wall", "tower", "beasts", "champion"),  # WW-CONQ-13
    undone=("tower", "beasts", "champion"),  # WW-DECL-4, WW-DECL-5
)
WARCRAFT.step("form", after="draw")
WARCRAFT.step("recruit", after="conquest")
for step, before in {"aegis": "deploy", "heart": "aegis", "objectives": "heart", "bombs": "objectives"}.items():
    WARCRAFT.step(step, after=before)
for step in ("portal", "push", "put", "strike", "well"):
    WARCRAFT.step(step, after="ready", turns=())  # each is entered by an action, and goes on with the conquests
WARCRAFT.step("reveal", after="end", turns=())


# what lies in a region


def faction(race: str | None) -> str | None:
    return "alliance" if race in ALLIANCE else "horde" if race in HORDE else None


def pieces(land: Land) -> int:
    """WW-0.2: tokens of all kinds that hold a region for a race."""
    return land.tokens + land.markers["beasts"] + land.markers["champion"]


def occupied(land: Land) -> bool:
    """WW-CONQ-3, WW-CLAR-15: held is occupied."""
    return land.owner is not None or bool(land.things.get("murloc"))


def lies_in(land: Land, artifact: str) -> bool:
    return artifact in land.things.get("artifacts", [])


def has_place(t: Table, who: Party, place: str) -> bool:
    """WW-ART-5: the active race holds the Place."""
    return who.active and any(land.things.get("place") == place for land in t.lands_of(who))


def has_artifact(t: Table, who: Party, artifact: str) -> bool:
    return who.active and any(lies_in(land, artifact) for land in t.lands_of(who))


def guarded(t: Table, land: Land) -> bool:
    """WW-ART-AEGIS: the Aegis protects the region."""
    return bool(t.now["aegis_up"]) and lies_in(land, "aegis")


def warded(t: Table, who: Party, land: Land) -> bool:
    """WW-ART-AEGIS: an opponent's region that is protected."""
    return guarded(t, land) and opposes(who, land)


def champion_in_hand(t: Table, who: Party) -> bool:
    """WW-POWER-CHAMPIONS: in hand if not on the map and not lost."""
    return who["power"] == "champions" and who.active and not who["champion_lost"] and not t.placed("champion")


def strength(who: Party) -> int:
    """What can pay for a conquest: race tokens and Beasts."""
    return int(who["hand"] + who.get("beasts", 0))


def floor(t: Table, who: Party) -> int:
    """The least that holds or takes a region."""
    return max([1, *t.ask("least", who)])


@WARCRAFT.clause("cleared", "*")
def left_empty(t: Table, who: Party, land: Land) -> None:
    """WW-TURN-6, WW-RACE-GOBLINS, WW-ART-AEGIS: a bomb goes back to the top of the stack, protection ends."""
    if bomb := land.things.pop("bomb", None):
        t.now["bomb_stack"].insert(0, bomb)
    if lies_in(land, "aegis"):
        t.now["aegis_up"] = False


# fields and set-up

TURN_STATE: Document = {
    "acting": "active", "pending_roll": None, "nonempty_conquered": 0, "attacked": [], "picked": False,
    "declining": False, "conquests_over": False, "form": None, "armed_effects": [], "effects_used": [],
    "taken": None, "swaps": 0, "pushes": 0, "champion_used": False, "inflicted": 0, "rivals": 0, "saved": False,
    "champion_from": None, "chosen": None, "beaten": {}, "bombs_due": [],
}  # fmt: skip

WARCRAFT.answers("turn_state", {"*": lambda _, __: copied(TURN_STATE)})
WARCRAFT.answers("seat", {"*": {"harmony": False}})
WARCRAFT.answers(  # WW-POWER-BEASTMASTERS: none on the turn of the pick
    "fresh", {"beastmasters": {"beasts": 0}, "champions": {"champion_lost": False}}
)


@WARCRAFT.clause("set_up", "*")
def set_up(t: Table, _: Party | None) -> None:
    """WW-SETUP-1, WW-SETUP-5, WW-SETUP-7: boards, Murlocs and markers face down."""
    assert t.truth is not None
    boards = t.now["boards"]
    if "".join(name[0] for name in boards) != SIZES[t.now["num_players"]] or len({name[:2] for name in boards}) < len(
        boards
    ):
        raise Impossible(f"the boards {boards}")
    t.now |= {"bomb_stack": [], "bombs_lost": [], "aegis_up": False, "gone": []}
    drawn: list[str] = []
    for land in t.lands:
        if land.site.printed["murloc"]:
            land.things["murloc"] = 1
        if land.site.printed["marker"]:
            drawn.append(t.truth["regions"].get(str(land.number), {}).get("face_down"))
            land.things["face_down"] = drawn[-1]
    if len(set(drawn)) < len(boards) or not {*drawn} <= {*ARTIFACTS, *LEGENDARY}:
        raise Impossible(f"the markers {drawn}")


# the beginning of a turn


@WARCRAFT.clause("start", "*")
def begin_turn(t: Table, who: Party | None) -> None:
    """WW-TURN-2: Harmony tokens come back, then bombs are resolved, then Beasts are taken anew."""
    if who is None:
        return
    if who.race == "pandaren":
        return_harmony(t)
    if who.race == "goblins":
        t.state["bombs_due"] = [land.number for land in t.lands if "bomb" in land.things and opposes(who, land)]
    go_on(t, who)


def return_harmony(t: Table) -> None:
    for entry in t.now["seats"]:
        entry["harmony"] = False


def go_on(t: Table, who: Party) -> None:
    """WW-INT-29, WW-INT-30: reveal bombs in order until one has to be paid for."""
    while t.state["bombs_due"]:
        land = t.lands[t.state["bombs_due"][0]]
        if immune(t, who, land) or guarded(t, land):
            remove_bomb(t)
        elif owes_harmony(t, land) and land.tokens:
            if t.coins >= 2:
                t.now["phase"] = "reveal"
                return
            remove_bomb(t)
        else:
            t.state["bombs_due"].pop(0)
            if land.things.pop("bomb") == "live":  # WW-INT-22: no attack without race tokens, and the region is empty
                if land.tokens:
                    frame.note_attack(t, who, land)
                lose(t, t.occupant(land), land, who, emptied=True)
    t.now["phase"] = "choose"
    if who["power"] == "beastmasters":
        new_beasts(t, who)


def remove_bomb(t: Table) -> None:
    """WW-CLAR-17: out of the game, unrevealed. Their order means nothing; live ones are written first."""
    land = t.lands[t.state["bombs_due"].pop(0)]
    t.now["bombs_lost"] = sorted([*t.now["bombs_lost"], land.things.pop("bomb")], reverse=True)


WARCRAFT.answers("moves reveal", {"*": {"pay", "finish"}})  # WW-ACT-22


@WARCRAFT.verb("pay")
def pay(t: Table) -> None:
    hand_over(t, 2, t.lands[t.state["bombs_due"][0]].owner, "harmony")
    go_on(t, t.actor)


@WARCRAFT.verb("finish")
def finish(t: Table) -> None:
    """WW-INT-29: not paid, the bomb is removed. Otherwise as ever."""
    if t.step == "reveal":
        remove_bomb(t)
        go_on(t, t.actor)
    else:
        frame.finish(t)


def new_beasts(t: Table, who: Party) -> None:
    """WW-POWER-BEASTMASTERS, WW-INT-53, WW-INT-54: discarded, then one for each Hills."""
    for land in t.lands_of(who):
        if land.markers.pop("beasts", 0):
            hold_on(t, who, land)
    who["beasts"] = min(PIECES["beasts"], sum("hill" in land.kinds for land in t.lands_of(who)))


def hold_on(t: Table, who: Party, land: Land) -> None:
    """WW-RACE-TAUREN, WW-CLAR-9: too few pieces hold nothing; they go to hand."""
    if pieces(land) < floor(t, who):
        pick_up(t, who, land)
        t.leave(land)


def pick_up(t: Table, who: Party, land: Land) -> None:
    """Take all pieces of a region into hand; it stays a region of the race."""
    who["hand"] += land.tokens
    land.tokens = 0
    if "beasts" in who:
        who["beasts"] += land.markers["beasts"]
    for marker in ("beasts", "champion"):
        land.markers.pop(marker, None)


WARCRAFT.answers(  # WW-RACE-WORGEN: human, or worgen for a coin
    "moves form", {"worgen": lambda t, _: {"form human", "form worgen"} if t.coins else {"form human"}}
)


@WARCRAFT.verb("form")
def form(t: Table, shape: str) -> None:
    t.state["form"] = shape
    t.pay(t.seat, 2 if shape == "human" else -1)
    frame.begin(t)


@WARCRAFT.clause("picked", "goblins")
def shuffle_bombs(t: Table, _: Party) -> None:
    """WW-RACE-GOBLINS: all bombs, shuffled."""
    t.now["bombs_lost"] = []
    t.now["bomb_stack"] = t.shuffled(BOMBS, "bomb_stack", [])


# ready troops


@WARCRAFT.clause("enter ready", "*", instead=True)
def gather(t: Table, who: Party) -> None:
    """WW-TURN-6, WW-CLAR-16: everything above the minimum, the Champion before race tokens."""
    least = floor(t, who)
    for land in t.lands_of(who):
        if land.markers["champion"] and land.tokens >= least:
            land.markers.pop("champion")
            t.state["champion_from"] = land.number
        spare = min(land.tokens, max(0, pieces(land) - least))
        land.tokens -= spare
        who["hand"] += spare


@WARCRAFT.clause("moves ready", "*")
def champion_stays(t: Table, who: Party) -> set[str]:
    """WW-CLAR-16: he can stay where he was."""
    source = t.state["champion_from"]
    return {"leave_champion"} if source is not None and t.holds(who, t.lands[source]) else set()


@WARCRAFT.verb("abandon")
def abandon(t: Table, land: Land) -> None:
    """WW-TURN-6: the pieces come back to hand."""
    pick_up(t, t.occupant(land), land)
    t.leave(land)


@WARCRAFT.verb("leave_champion")
def leave_champion(t: Table) -> None:
    """WW-CLAR-16: he stays where he was, and a race token is taken up in his stead."""
    land = t.lands[t.state["champion_from"]]
    land.markers["champion"] = 1
    land.tokens -= 1
    t.occupant(land)["hand"] += 1
    t.state["champion_from"] = None


# what can be conquered

WARCRAFT.answers("opens", {"naga": True})  # WW-RACE-NAGA: water is open to them


@WARCRAFT.clause("immune", "*")
def immune(_: Table, who: Party, land: Land) -> bool:
    """WW-CONQ-10: a Watch Tower keeps everybody else away."""
    return land.owner != who.seat and land.markers["tower"] > 0


def travel(t: Table, who: Party, land: Land) -> int | None:
    """WW-CONQ-2: the tokens for the way, None where there is none."""
    held, armed = t.lands_of(who), t.state["armed_effects"]
    water = "water" in land.kinds
    near = (
        t.touches(who, land)
        or burrows(who, land)
        or (who.race == "naga" and water and not held)
        or ("air_strike" in armed and not water)
        or "ashes" in armed
    )
    if near:
        return 0
    if not land.site.printed["anchor"]:
        return None
    return int(who["power"] != "sailors" and not has_place(t, who, "meeting_stone"))


@WARCRAFT.clause("price", "*")
def conquest_price(t: Table, who: Party, land: Land) -> int:
    """WW-CONQ-4: the way, Frostmourne, the Ethereals' use and the roll of an air strike."""
    armed = t.state["armed_effects"]
    help_ = 2 * ("frostmourne" in armed) + 2 * ("discount" in armed) + int(t.state["pending_roll"] or 0)
    return int(travel(t, who, land) or 0) - help_


@WARCRAFT.clause("defence", "*")
def defence(t: Table, who: Party, land: Land) -> int:
    """WW-CONQ-4, WW-CONQ-13: Forts, Wisp Walls, Murlocs, Beasts and the Champion."""
    defenders = ("fortress", "wall", "beasts", "champion")
    return int(land.things.get("murloc", 0)) + sum(land.markers[marker] for marker in defenders)


WARCRAFT.answers("least", {"tauren": 2})  # WW-RACE-TAUREN: in each region, and for each conquest
WARCRAFT.answers(
    "price",
    {
        "blacksmiths": -1,  # WW-POWER-BLACKSMITHS
        "trolls": lambda _, __, land: -occupied(land),  # WW-RACE-TROLLS, WW-CLAR-1: their own declined race too
        "worgen": lambda t, _, __: -(t.state["form"] == "worgen"),  # WW-RACE-WORGEN
        "night_elves": on("forest", -1),  # WW-RACE-NIGHTELVES
        "dwarves": on("mountain", -2),  # WW-RACE-DWARVES
    },
)


def price_of(t: Table, who: Party, land: Land) -> int:
    """WW-CONQ-4, WW-ART-DOOMHAMMER: the tokens that a conquest needs."""
    return floor(t, who) if "doomhammer" in t.state["armed_effects"] else frame.cost(t, who, land)


def target(t: Table, who: Party, land: Land) -> bool:
    """WW-CONQ-1, WW-CONQ-11, WW-RACE-ETHEREALS: what can be conquered with what is armed, whatever its price."""
    armed = t.state["armed_effects"]
    return (
        travel(t, who, land) is not None
        and frame.attackable(t, who, land)
        and ("air_strike" not in armed or "water" not in land.kinds)
        and ("discount" not in armed or (t.touches(who, land) and "place" in land.things))
        and due(t, who, land) <= t.coins
    )


# tolls


def owes_harmony(t: Table, land: Land) -> bool:
    """WW-RACE-PANDAREN: an attack of the player on the Pandaren has to be paid for."""
    victim = t.holder(land)
    return victim is not None and victim.active and victim.race == "pandaren" and t.now["seats"][t.seat]["harmony"]


def tolls(t: Table, who: Party, land: Land) -> Iterator[tuple[str, int, int | None]]:
    """WW-CONQ-11, WW-INT-41: what is due for a conquest, and to whom."""
    other = opposes(who, land)
    if warded(t, who, land):
        yield "aegis", 2, land.owner
    if other and owes_harmony(t, land):
        yield "harmony", 2, land.owner
    if other and t.occupant(land)["power"] == "marshdwellers" and "swamp" in land.kinds:
        yield "marsh", 1, land.owner
    if "doomhammer" in t.state["armed_effects"]:
        yield "doomhammer", 2, land.owner if other else None


def due(t: Table, who: Party, land: Land) -> int:
    return sum(amount for _, amount, _ in tolls(t, who, land))


def pay_tolls(t: Table, who: Party, land: Land) -> None:
    for toll, amount, receiver in list(tolls(t, who, land)):
        hand_over(t, amount, receiver, toll)
    frame.note_attack(t, who, land)


def hand_over(t: Table, amount: int, receiver: int | None, toll: str) -> None:
    t.pay(t.seat, -amount)
    if receiver is not None:
        t.pay(receiver, amount)
    if toll == "aegis":
        t.now["aegis_up"] = False
    if toll == "harmony":
        t.now["seats"][t.seat]["harmony"] = False


# the conquests


@WARCRAFT.clause("moves conquest", "*", instead=True)
def conquest_moves(t: Table, who: Party) -> set[str]:
    """WW-ACT-25: once something is armed, there must be a conquest."""
    texts = with_armed(t, who) | arms(t, who)
    if t.state["armed_effects"]:
        return texts
    texts |= {"finish"} | {text for clause in OTHERS for text in clause(t, who)}
    return texts


def with_armed(t: Table, who: Party) -> set[str]:
    """WW-CONQ-5, WW-CONQ-9, WW-RACE-GNOMES: the conquests with what is armed."""
    hand, armed = strength(who), t.state["armed_effects"]
    if hand < floor(t, who):
        return set()
    fixed = "doomhammer" in armed
    texts = set()
    for land in t.lands:
        if target(t, who, land):
            short = price_of(t, who, land) - hand
            if short <= (0 if fixed else 3):
                texts.add(f"conquer {land.number}")
            if "air_strike" in armed and not fixed and short <= 6:
                texts.add(f"roll_for {land.number}")
    return texts


def arms(t: Table, who: Party) -> set[str]:
    """WW-ACT-7 to WW-ACT-10, WW-ACT-25: what can be armed, as some conquest can follow, perhaps with more armed."""
    free = [effect for effect in EFFECTS if can_use(t, who, effect)]
    before = list(t.state["armed_effects"])
    found: set[str] = set()
    for number in range(1, len(free) + 1):
        for more in combinations(free, number):
            if {*more} <= found or not fits({*before, *more}):
                continue
            t.state["armed_effects"] = [*before, *more]
            if with_armed(t, who):
                found |= {*more}
    t.state["armed_effects"] = before
    return {f"arm {effect}" for effect in found}


def can_use(t: Table, who: Party, effect: str) -> bool:
    """WW-ART-6: once a turn, by who has it."""
    if effect in t.state["effects_used"] or effect in t.state["armed_effects"]:
        return False
    owner = {"discount": "ethereals", "air_strike": "gnomes"}.get(effect)
    return who.race == owner if owner else has_artifact(t, who, effect)


def fits(armed: set[str]) -> bool:
    """WW-CLAR-12, WW-ACT-25: one way to reach, and the hammer without discounts."""
    return not ({"ashes", "air_strike"} <= armed or ("doomhammer" in armed and armed & {"frostmourne", "discount"}))


@WARCRAFT.verb("arm")
def arm(t: Table, effect: str) -> None:
    frame.attacker(t)
    t.state["armed_effects"] = [name for name in EFFECTS if name == effect or name in t.state["armed_effects"]]


@WARCRAFT.verb("conquer")
def conquer(t: Table, land: Land) -> None:
    """WW-CONQ-8, WW-CONQ-9: pay the price, or try with the die, which ends the conquests."""
    who = frame.attacker(t)
    price, hand = price_of(t, who, land), strength(who)
    t.now["phase"] = "conquest"
    pay_tolls(t, who, land)
    if price <= hand:
        take(t, who, land, price)
        return
    if hand + t.roll() >= price:
        take(t, who, land, hand)
    else:
        spend(t)
    frame.over(t)


def spend(t: Table) -> None:
    """WW-INT-13, WW-INT-77: what was armed is used, the roll is gone."""
    t.state["effects_used"] = [
        name for name in EFFECTS if name in t.state["effects_used"] or name in t.state["armed_effects"]
    ]
    t.state.update(armed_effects=[], pending_roll=None, chosen=None)


@WARCRAFT.verb("roll_for")
def roll_for(t: Table, land: Land) -> None:
    """WW-RACE-GNOMES, WW-CLAR-11: the roll comes before tokens and tolls."""
    who = frame.attacker(t)
    t.state["pending_roll"] = t.roll()
    if price_of(t, who, land) <= strength(who):
        conquer(t, land)
        return
    t.state["chosen"] = land.number
    t.now["phase"] = "strike"


@WARCRAFT.clause("moves strike", "*")
def strike_moves(t: Table, who: Party) -> set[str]:
    """WW-ACT-6: the final die, or give up."""
    number = t.state["chosen"]
    short = price_of(t, who, t.lands[number]) - strength(who)
    return {"finish"} | ({f"conquer {number}"} if short <= 3 else set())


@WARCRAFT.clause("enter conquest", "*")
def given_up(t: Table, _: Party) -> None:
    """WW-CLAR-11: of what was armed for a strike that is given up, only the strike is spent."""
    if t.state["pending_roll"] is not None:
        t.state["armed_effects"] = ["air_strike"]
        spend(t)
    t.state["chosen"] = None


def take(t: Table, who: Party, land: Land, tokens: int, champion: bool = False) -> None:
    """WW-CONQ-8: what a conquest does, in order, after the tolls."""
    victim, defenders = t.holder(land), pieces(land)
    armed = list(t.state["armed_effects"])
    if occupied(land):
        t.pay(t.seat, int(who["power"] == "battlemasters"))
    if victim is not None:
        record(t, who, victim)
        if who["power"] == "conquerors" and defenders >= 2 and victim.seat != who.seat:
            t.pay(t.seat, defenders)
        lost = lose(t, victim, land, who)
        inflict(t, who, lost if victim.seat != who.seat else 0)
    inflict(t, who, land.things.pop("murloc", 0))
    if land.things.get("objective") and faction(who.race) != "horde":  # WW-RACE-HUMANS, WW-INT-32 to WW-INT-36
        del land.things["objective"]
        for number in {who.seat, *(party.seat for party in t.parties() if party.race == "humans" and party.active)}:
            t.pay(number, 2)
    own = min(tokens, who["hand"])
    who["hand"] -= own
    t.settle_in(who, land, own)
    if tokens > own:
        who["beasts"] -= tokens - own
        land.markers["beasts"] += tokens - own
    if champion:
        land.markers["champion"] = 1
    spend(t)
    uncover(t, land)
    t.ask("taken", who, land, "champion" if champion else "conquest", victim)
    for artifact in armed:
        if artifact in ARTIFACTS:
            t.bring("artifacts", artifact, land, ARTIFACTS)


def record(t: Table, who: Party, victim: Party) -> None:
    """WW-FACTION-1 to WW-FACTION-4, WW-PLACE-BATTLEGROUND: a neutral race may choose its side later."""
    own, other = faction(who.race), faction(victim.race)
    if other is not None and own != other:
        beaten = t.state["beaten"]
        beaten[victim.race] = min(2, beaten.get(victim.race, 0) + 1)
        t.state["rivals"] += int(own is not None)


def lose(t: Table, victim: Party, land: Land, by: Party, emptied: bool = False) -> int:
    """WW-CONQ-7: the losses of who held a region; returns the race tokens that went to the tray."""
    chapel, lost = has_place(t, victim, "chapel"), 0
    if not victim.active:
        lost = land.tokens
    elif land.markers["champion"]:
        if t.now["seats"][victim.seat]["coins"]:  # he comes back for a coin
            t.pay(victim.seat, -1)
            t.pay(by.seat, 1)
        else:
            victim["champion_lost"] = True
    elif land.markers["beasts"]:
        land.markers["beasts"] -= int(not chapel)
    else:
        lost = int(not saved(t, victim, chapel))
    land.tokens -= lost
    t.to_tray(victim.race, lost)
    pick_up(t, victim, land)
    if emptied:
        t.leave(land)
    else:
        land.owner, land.race = None, None
        for marker in t.rules.leaving:
            land.markers.pop(marker, None)
    frame.vanish_if_gone(t, victim)
    return lost


def saved(t: Table, victim: Party, chapel: bool) -> bool:
    """WW-PLACE-CHAPEL, WW-RACE-DRAENEI, WW-INT-56: the Chapel first."""
    if chapel:
        return True
    if victim.race == "draenei" and victim.active and not t.state["saved"]:
        t.state["saved"] = True
        return True
    return False


def inflict(t: Table, who: Party, tokens: int) -> None:
    """WW-RACE-FORSAKEN: the enemy dead of the turn."""
    if who.race == "forsaken":
        t.state["inflicted"] += tokens


def uncover(t: Table, land: Land) -> None:
    """WW-ART-1, WW-PLACE-WELL: a marker is turned up; the Well goes to water."""
    marker = land.things.pop("face_down", None)
    if marker in ARTIFACTS:
        t.bring("artifacts", marker, land, ARTIFACTS)
    elif marker == "well":
        if shores(t, land):
            land.things["place"] = "well"
            t.state["chosen"] = land.number
            t.now["phase"] = "well"
        else:
            replace_well(t, land)
    elif marker:
        land.things["place"] = marker


def shores(t: Table, land: Land) -> list[Land]:
    return [other for other in t.lands if "water" in other.kinds and other.site.board == land.site.board]


def replace_well(t: Table, land: Land) -> None:
    """WW-PLACE-WELL: a random Place that was not drawn."""
    assert t.truth is not None
    t.now["gone"].append("well")
    seen = {other.things.get(field) for other in t.lands for field in ("face_down", "place")}
    left = {*LEGENDARY} - seen - {*t.now["gone"]}
    place = t.truth["regions"][str(land.number)].get("place")
    if place not in left:
        raise Impossible(f"the Well is replaced by {place}")
    t.by_chance = True
    land.things["place"] = place


WARCRAFT.answers("moves well", {"*": lambda t, _: each("well", shores(t, t.lands[t.state["chosen"]]))})


@WARCRAFT.verb("well")
def well(t: Table, land: Land) -> None:
    del t.lands[t.state["chosen"]].things["place"]
    land.things["place"] = "well"
    t.state["chosen"] = None
    frame.resolved(t)


@WARCRAFT.clause("taken", "night_elves")
def wall(t: Table, _: Party, land: Land, *how: object) -> None:
    """WW-RACE-NIGHTELVES, WW-INT-66."""
    if "forest" in land.kinds and t.placed("wall") < PIECES["wall"]:
        land.markers["wall"] = 1


@WARCRAFT.clause("taken", "sentinels")
def fort(t: Table, _: Party, land: Land, *how: object) -> None:
    """WW-POWER-SENTINELS."""
    if t.placed("fortress") < PIECES["fortress"]:
        land.markers["fortress"] = 1


# what else is done among the conquests


def champion_moves(t: Table, who: Party) -> set[str]:
    """WW-POWER-CHAMPIONS, WW-CLAR-6: once, next to the race."""
    if not champion_in_hand(t, who) or t.state["champion_used"] or not t.lands_of(who):
        return set()
    if who["hand"] < floor(t, who) - 1:
        return set()
    lands = (land for land in t.lands if target(t, who, land))
    return each("champion", (land for land in lands if t.touches(who, land) or burrows(who, land)))


def burrows(who: Party, land: Land) -> bool:
    """WW-RACE-KOBOLDS: every cavern but those in water is near."""
    return who.race == "kobolds" and "cavern" in land.kinds and "water" not in land.kinds


@WARCRAFT.verb("champion")
def champion(t: Table, land: Land) -> None:
    who = frame.attacker(t)
    pay_tolls(t, who, land)
    t.state["champion_used"] = True
    take(t, who, land, floor(t, who) - 1, champion=True)


def push_moves(t: Table, who: Party) -> set[str]:
    """WW-POWER-STRONGMEN: three times, next to the race."""
    if who["power"] != "strongmen" or t.state["pushes"] >= PUSHES:
        return set()
    return each("push", (land for land in t.lands if t.touches(who, land) and can_push(t, who, land)))


def bare(land: Land) -> bool:
    return not land.markers["wall"] and not land.markers["fortress"]


def can_push(t: Table, who: Party, land: Land) -> bool:
    """WW-CLAR-2, WW-CLAR-5, WW-CLAR-20."""
    if immune(t, who, land) or not (opposes(who, land) or land.things.get("murloc")):
        return False
    if bare(land) and not land.tokens and not land.things.get("murloc"):
        return False
    return 2 * guarded(t, land) + 2 * (bare(land) and owes_harmony(t, land)) <= t.coins


@WARCRAFT.verb("push")
def push(t: Table, land: Land) -> None:
    who = frame.attacker(t)
    t.state["pushes"] += 1
    if guarded(t, land):
        hand_over(t, 2, land.owner, "aegis")
    victim = t.holder(land)
    if not bare(land):
        land.markers.pop("wall" if land.markers["wall"] else "fortress")
    elif victim is None:
        inflict(t, who, land.things.pop("murloc"))
    else:
        if owes_harmony(t, land):
            hand_over(t, 2, land.owner, "harmony")
        frame.note_attack(t, who, land)
        if len(t.lands_of(victim)) > 1:
            t.state["chosen"] = land.number
            t.now["phase"] = "push"
            return
        lost = int(not saved(t, victim, has_place(t, victim, "chapel")))
        land.tokens -= 1
        t.to_tray(victim.race, lost)
        victim["hand"] += 1 - lost
        inflict(t, who, lost)
        hold_on(t, victim, land)
        frame.vanish_if_gone(t, victim)


@WARCRAFT.clause("moves push", "*")
def push_to_moves(t: Table, _: Party) -> set[str]:
    """WW-ACT-14."""
    source = t.lands[t.state["chosen"]]
    return each("push_to", (land for land in t.lands_of(t.occupant(source)) if land is not source))


@WARCRAFT.verb("push_to")
def push_to(t: Table, land: Land) -> None:
    source = t.lands[t.state["chosen"]]
    source.tokens -= 1
    land.tokens += 1
    hold_on(t, t.occupant(source), source)
    frame.advance(t)


def portal_moves(t: Table, who: Party) -> set[str]:
    """WW-POWER-PORTALMAGES: twice, two magic regions."""
    if who["power"] != "portal_mages" or t.state["swaps"] >= SWAPS:
        return set()
    return each("portal", (one for one in t.lands if any(can_swap(t, who, one, two) for two in t.lands)))


def can_swap(t: Table, who: Party, one: Land, two: Land) -> bool:
    """WW-CONQ-10, WW-CLAR-2, WW-CLAR-10, WW-CLAR-19."""
    both = one, two
    if one is two or any("magic" not in land.kinds or immune(t, who, land) for land in both):
        return False
    if visible(one) == visible(two):
        return False
    for land, other in (both, both[::-1]):
        if "water" in land.kinds and occupied(other) and other.race != "naga":
            return False
    harmony = any(land.tokens and owes_harmony(t, land) for land in both)
    return 2 * (sum(warded(t, who, land) for land in both) + harmony) <= t.coins


def visible(land: Land) -> tuple[object, ...]:
    """WW-CLAR-19: what can be seen of what would move."""
    things = land.things
    markers = {name: number for name, number in land.markers.items() if number}
    seen = "bomb" in things, things.get("objective"), things.get("murloc"), things.get("artifacts") or []
    return land.owner, land.race, land.tokens, markers, *seen


@WARCRAFT.clause("moves portal", "*")
def second_portal(t: Table, who: Party) -> set[str]:
    first = t.lands[t.state["chosen"]]
    return each("portal", (land for land in t.lands if can_swap(t, who, first, land)))


@WARCRAFT.verb("portal")
def portal(t: Table, land: Land) -> None:
    if t.step != "portal":
        frame.attacker(t)
        t.state["chosen"] = land.number
        t.now["phase"] = "portal"
        return
    who, both = t.actor, (t.lands[t.state["chosen"]], land)
    for one in both:
        if warded(t, who, one):
            hand_over(t, 2, one.owner, "aegis")
    for one in both:
        if one.tokens:
            if owes_harmony(t, one):
                hand_over(t, 2, one.owner, "harmony")
            frame.note_attack(t, who, one)
    exchange(*both)
    t.state["swaps"] += 1
    frame.advance(t)
    for one in both:
        holder = t.holder(one)
        if holder is not None and holder.active:
            uncover(t, one)


def exchange(one: Land, two: Land) -> None:
    """WW-INT-65: all but Mountains, Places and face-down markers."""
    one.owner, two.owner = two.owner, one.owner
    one.race, two.race = two.race, one.race
    one.tokens, two.tokens = two.tokens, one.tokens
    one.markers, two.markers = two.markers, one.markers
    stays = ("place", "face_down")
    moved = [{name: value for name, value in land.things.items() if name not in stays} for land in (one, two)]
    for land, things in ((one, moved[1]), (two, moved[0])):
        land.things = {name: value for name, value in land.things.items() if name in stays} | things


def take_moves(t: Table, who: Party) -> set[str]:
    """WW-RACE-ETHEREALS, WW-INT-45, WW-CLAR-13."""
    if who.race != "ethereals" or "discount" in t.state["effects_used"]:
        return set()
    near = [land for land in t.lands if t.touches(who, land) and not t.holds(who, land) and not immune(t, who, land)]
    sources = [land for land in near if t.coins >= 2 or not warded(t, who, land)]
    return {f"take {artifact}" for land in sources for artifact in land.things.get("artifacts", [])}


@WARCRAFT.verb("take")
def take_artifact(t: Table, artifact: str) -> None:
    who, source = frame.attacker(t), where(t, artifact)
    if warded(t, who, source):
        hand_over(t, 2, source.owner, "aegis")
    t.state["taken"] = artifact
    t.state["effects_used"] = [name for name in EFFECTS if name == "discount" or name in t.state["effects_used"]]
    t.now["phase"] = "put"


def where(t: Table, artifact: str) -> Land:
    return next(land for land in t.lands if lies_in(land, artifact))


@WARCRAFT.clause("moves put", "*")
def put_moves(t: Table, who: Party) -> set[str]:
    source = where(t, t.state["taken"])
    return each("put", (land for land in t.borders(source) if t.holds(who, land)))


@WARCRAFT.verb("put")
def put(t: Table, land: Land) -> None:
    t.bring("artifacts", t.state["taken"], land, ARTIFACTS)
    t.state["taken"] = None
    frame.advance(t)


OTHERS: list[Callable[[Table, Party], set[str]]] = [champion_moves, push_moves, portal_moves, take_moves]
"""What is done among the conquests beside them."""


# new tokens, redeployment


@WARCRAFT.clause("moves recruit", "forsaken")
def recruits(t: Table, who: Party) -> set[str]:
    """WW-RACE-FORSAKEN."""
    able = t.state["inflicted"] and t.coins and t.now["tray"][who.race]
    return {"finish"} | ({"buy"} if able else set())


@WARCRAFT.verb("buy")
def buy(t: Table) -> None:
    t.pay(t.seat, -1)
    t.state["inflicted"] -= 1
    t.draw(t.actor, 1)


@WARCRAFT.clause("enter deploy", "*", instead=True)
def take_up(t: Table, who: Party) -> None:
    """WW-TURN-9, WW-PLACE-SPIRITHEALER: all above the minimum is taken up; beside Beasts or a Champion, everything."""
    t.state["champion_from"] = None
    if has_place(t, who, "spirit_healer"):
        t.draw(who, 1)
    for land in t.lands_of(who):
        if who["power"] in ("beastmasters", "champions"):
            pick_up(t, who, land)
        else:
            who["hand"] += land.tokens - floor(t, who)
            land.tokens = floor(t, who)


@WARCRAFT.clause("moves deploy", "*", instead=True)
def layings(t: Table, who: Party) -> set[str]:
    """WW-TURN-9, WW-CLAR-23: a piece goes anywhere as long as the others can hold the rest."""
    gaps = {land: max(0, floor(t, who) - pieces(land)) for land in t.lands_of(who)}
    hand, beasts, post = who["hand"], who.get("beasts", 0), int(champion_in_hand(t, who))
    spare = hand + beasts + post - sum(gaps.values())
    numbers = {"deploy": min(1, hand), "deploy_rest": hand, "beast": min(1, beasts), "post": post}
    laid = {verb: number for verb, number in numbers.items() if number}
    return set().union(
        *(
            each(verb, (land for land, gap in gaps.items() if number - min(gap, number) <= spare))
            for verb, number in laid.items()
        )
    )


@WARCRAFT.verb("beast")
def beast(t: Table, land: Land) -> None:
    land.markers["beasts"] += 1
    t.occupant(land)["beasts"] -= 1


WARCRAFT.verbs["post"] = frame.placing("champion")


# the end of a turn


@WARCRAFT.clause("enter aegis", "sentinels")
def missing_forts(t: Table, who: Party) -> None:
    """WW-POWER-SENTINELS, WW-INT-68."""
    for land in t.lands_of(who):
        fort(t, who, land)


@WARCRAFT.clause("enter aegis", "defenders")
def towers(t: Table, who: Party) -> None:
    """WW-POWER-DEFENDERS: those that stand are kept first."""
    fit = [land for land in t.lands_of(who) if "farmland" in land.kinds and surrounded(t, who, land)]
    for land in t.lands_of(who):
        if land not in fit:
            land.markers.pop("tower", None)
    for land in fit:
        if t.placed("tower") < PIECES["tower"]:
            land.markers["tower"] = 1


def surrounded(t: Table, who: Party, land: Land) -> bool:
    """More neighbours of the race than of any other, or of Murlocs."""
    near = Counter((other.owner, other.race) for other in t.borders(land) if occupied(other))
    own = near.pop((who.seat, who.race), 0)
    return own > max(near.values(), default=0)


def artifact_moves(artifact: str) -> Clause:
    """WW-ART-AEGIS, WW-ART-HEART: whoever has it has to place it, in a region of the race."""
    return lambda t, who: each(artifact, t.lands_of(who) if has_artifact(t, who, artifact) else ())


for artifact in ("aegis", "heart"):
    WARCRAFT.clause(f"moves {artifact}", "*")(artifact_moves(artifact))


@WARCRAFT.verb("aegis")
def aegis(t: Table, land: Land) -> None:
    """WW-ART-AEGIS: the protection is up."""
    t.bring("artifacts", "aegis", land, ARTIFACTS)
    t.now["aegis_up"] = True
    frame.advance(t)


@WARCRAFT.verb("heart")
def heart(t: Table, land: Land) -> None:
    t.bring("artifacts", "heart", land, ARTIFACTS)
    for number, entry in enumerate(t.now["seats"]):
        other = t.active(number)
        if number != t.seat and other is not None and t.touches(other, land) and entry["coins"]:
            t.pay(number, -1)
            t.pay(t.seat, 1)
    frame.advance(t)


@WARCRAFT.clause("enter objectives", "humans")
def take_objectives(t: Table, _: Party) -> None:
    """WW-CLAR-21."""
    for land in t.lands:
        land.things.pop("objective", None)


@WARCRAFT.clause("moves objectives", "humans")
def objective_moves(t: Table, who: Party) -> set[str]:
    """WW-RACE-HUMANS: two regions that no Alliance race holds."""
    if sum(land.things.get("objective", 0) for land in t.lands) >= OBJECTIVES:
        return set()
    fit = [land for land in t.lands if land.race not in ALLIANCE and not land.things.get("objective")]
    return each("objective", (land for land in fit if not immune(t, who, land) and not warded(t, who, land)))


@WARCRAFT.verb("objective")
def objective(t: Table, land: Land) -> None:
    land.things["objective"] = 1


@WARCRAFT.clause("moves bombs", "goblins")
def bomb_moves(t: Table, who: Party) -> set[str]:
    """WW-RACE-GOBLINS, WW-INT-31: next to them, against active races."""
    near = [land for land in t.lands if t.now["bomb_stack"] and t.touches(who, land) and opposes(who, land)]
    fit = (land for land in near if "bomb" not in land.things and not immune(t, who, land) and not guarded(t, land))
    return {"finish"} | each("bomb", (land for land in fit if t.occupant(land).active))


@WARCRAFT.verb("bomb")
def bomb(t: Table, land: Land) -> None:
    land.things["bomb"] = t.now["bomb_stack"].pop(0)


@WARCRAFT.clause("enter score", "pandaren")
def give_harmony(t: Table, who: Party) -> None:
    """WW-RACE-PANDAREN, WW-INT-40."""
    for number, entry in enumerate(t.now["seats"]):
        if number != who.seat and number not in t.state["attacked"]:
            entry["harmony"] = True


# coins

KINDS = {
    "blood_elves": "magic", "farmers": "farmland", "herbalists": "hill", "miners": "cavern",
    "mountaineers": "mountain", "swampwalkers": "swamp", "trackers": "forest",
}  # fmt: skip
"""WW-3.2, WW-3.4: what brings a coin more."""


WARCRAFT.answers(
    "yields",  # WW-3.2, WW-3.4
    {
        **{name: on(kind) for name, kind in KINDS.items()},
        "archaeologists": lambda _, __, land: len(land.things.get("artifacts", [])) + ("place" in land.things),
        "fishers": lambda t, _, land: t.beside(land, "water"),
    },
)
WARCRAFT.answers(
    "income",
    {
        "explorers": lambda t, who: len({land.site.board for land in t.lands_of(who)}),  # WW-POWER-EXPLORERS
        "orcs": lambda t, _: t.state["rivals"],  # WW-RACE-ORCS
    },
)


@WARCRAFT.clause("income", "*")
def places(t: Table, who: Party) -> int:
    """WW-PLACE-DARKPORTAL, WW-PLACE-KARAZHAN."""
    if not who.active:
        return 0
    own = t.lands_of(who)
    terrains = [land.site.terrain for land in own if land.things.get("place") == "karazhan"]
    alike = sum(sum(land.site.terrain == terrain for land in own) - 1 for terrain in terrains)
    return alike + 2 * has_place(t, who, "dark_portal")


@WARCRAFT.clause("income", "*")
def faction_bonus(t: Table, who: Party) -> int:
    """WW-FACTION-1, WW-PLACE-BATTLEGROUND."""
    if not who.active:
        return 0
    at_most = 2 if has_place(t, who, "battleground") else 1
    sides = {"alliance": 0, "horde": 0}
    for race, number in t.state["beaten"].items():
        sides["horde" if race in ALLIANCE else "alliance"] += min(at_most, number)
    own = faction(who.race)
    return sides[own] if own else max(sides.values()) if at_most == 2 else 0


@WARCRAFT.clause("enter score", "*")
def well_pays(t: Table, _: Party | None) -> None:
    """WW-PLACE-WELL, WW-INT-73: more regions beside it than any race of another player."""
    for land in t.lands:
        if land.things.get("place") == "well":
            numbers = [(party.seat, sum(t.holds(party, near) for near in t.borders(land))) for party in t.parties()]
            own = max((number for seat, number in numbers if seat == t.seat), default=0)
            others = max((number for seat, number in numbers if seat != t.seat), default=0)
            t.pay(t.seat, 2 * int(own > others))


# decline

WARCRAFT.answers("keeps", {"tauren": 2})  # WW-DECL-3
WARCRAFT.answers("keeps_badge", {"sentinels marshdwellers": True})  # WW-DECL-4


@WARCRAFT.clause("declined", "*")
def declined(t: Table, who: Party) -> None:
    """WW-DECL-4, WW-DECL-5: what leaves with the active race."""
    for land in t.lands_of(who):
        if lies_in(land, "aegis"):
            t.now["aegis_up"] = False
        if not land.tokens:
            t.leave(land)
    if who.race == "humans":
        take_objectives(t, who)
    if who.race == "pandaren":
        return_harmony(t)
    if who.race == "goblins":
        t.now |= {"bomb_stack": [], "bombs_lost": []}
        for land in t.lands:
            land.things.pop("bomb", None)
