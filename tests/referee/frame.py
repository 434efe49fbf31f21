"""The rules that the board games share: column, turn, conquest, losses, redeployment, score and decline."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from typing import Any

from boxes import ROUNDS
from referee.clauses import Box, Clause, Document, Impossible, Rules
from referee.table import Land, Party, Table, copied, each

FRAME = Box()

ORDER = [
    ("choose", "expand"), ("pick", "expand"), ("draw", "expand"), ("ready", "expand"), ("conquest", "expand"),
    ("deploy", "expand"), ("markers", "expand"), ("score", "expand decline"), ("withdrawn", "expand decline"),
    ("end", "expand decline"),
]  # fmt: skip
"""The steps of a turn in order, and the kinds of turns that they belong to."""

for before, (name, turns) in zip(["", *(step for step, _ in ORDER)], ORDER, strict=False):
    FRAME.step(name, before, tuple(turns.split()))

OPENING = "ready"
"""The last of the steps with which a turn of conquests may begin."""

CONQUESTS = {"ready": "conquest", "ghoul_ready": "ghoul_conquest"}
"""The steps that end with the first conquest, and what follows them then."""

FINDS = {"balrog", "well"}
"""The steps in which something that a conquest has uncovered is resolved at once."""

SUBSTITUTIONS = {"sorcery", "vampire", "orb"}
"""Ways of conquest that replace a token by one from the tray, or from hand where the box allows it."""

ROWS, START_COINS = 6, 5


FIELDS = Box()
"""The fields of position documents that the base game and Underground have in common."""

TURN_STATE: Document = {
    "acting": "active", "pending_roll": None, "nonempty_conquered": 0, "dragon_used": False, "fortress_placed": False,
    "attacked": [], "converted": [], "picked": False, "declining": False, "conquests_over": False, "reborn": 0,
    "used": [], "bag": None, "bag_armed": False, "vampired": [], "balrog_moved": False, "ghost_moved": False,
    "new_armors": 0, "hammers_left": 0, "armed": [],
}  # fmt: skip

FIELDS.answers("turn_state", {"*": lambda _, __: copied(TURN_STATE)})
FIELDS.answers("seat", {"*": {"peace": None, "vengeance": False}})


@FIELDS.clause("fresh", "*")
def entry(_: Table, who: Party) -> Document:
    """Of a race that was picked, or that has just gone into decline."""
    always = {"reserve": 0, "wealthy_paid": False, "holes_placed": 0}
    return {**always, "hammers": 0, "ancient_placed": False} if who.active else always


@FIELDS.clause("enter score", "*")
def first_score(t: Table, _: Party | None) -> None:
    """SW-POWER-WEALTHY: it is noted of every race that its first turn is over."""
    if who := t.active(t.seat):
        who["wealthy_paid"] = True


@functools.cache
def rules_of(*names: str) -> Rules:
    """The rules of some boxes together."""
    boxes = [FRAME] if "warcraft" in names else [FRAME, FIELDS]
    for name in ("base", "underground", "warcraft"):
        if name in names:
            boxes.append(getattr(importlib.import_module(f"referee.{name}"), name.upper()))
    return Rules(*boxes)


def table(document: Document, options: Mapping[str, Any], truth: Document | None = None) -> Table:
    own = {"smallworld": "base"}.get(document["game"], document["game"])
    return Table(document, options, rules_of(*(options.get("boxes") or [own])), truth)


def legal(document: Document, options: Mapping[str, Any]) -> set[str]:
    """The texts of all legal actions."""
    return moves(table(document, options))


def after(document: Document, action: str, truth: Document, options: Mapping[str, Any]) -> Document:
    """The position after an action."""
    t = table(document, options, truth)
    t.now["last_roll"] = None
    perform(t, action)
    return t.written()


# set-up


def opening(truth: Document, options: Mapping[str, Any]) -> Document:
    """SW-SETUP-9 to SW-SETUP-18: the first position, with the order of the piles read off the true one."""
    t = table(truth, options, truth)
    absent: set[str] = set().union(*t.ask("left_out", None))
    races = set(options.get("races") or t.rules.races) - absent
    powers = set(options.get("powers") or t.rules.powers) - absent
    column = t.now["column"]
    for name, left, kinds in (("race", "race_stack", races), ("power", "power_stack", powers)):
        pile = t.shuffled(sorted(kinds), left, [row[name] for row in column])
        for row, kind in zip(column, pile, strict=False):
            row |= {name: kind, "coins": 0}
        t.now[left] = pile[len(column) :]
    if len(column) != min(ROWS, len(races), len(powers)):
        raise Impossible(f"the column has {len(column)} rows")
    for land in t.lands:
        land.owner, land.race, land.tokens = None, None, 0
        land.markers.clear()
        land.things = {"tribe": 1} if land.site.printed["tribe"] else {}
    t.now |= {"rounds": options.get("rounds") or ROUNDS[truth["num_players"]], "round": 1, "last_roll": None}
    t.now |= {"tray": {race: t.rules.races[race][1] for race in races}, "discarded_powers": []}
    for entry in t.now["seats"]:
        entry |= {"coins": START_COINS, "races": []}
        for fields in t.ask("seat", None):
            entry |= fields
    t.ask("set_up", None)
    start_turn(t, 0)
    return t.written()


# the course of a turn


def moves(t: Table) -> set[str]:
    """What can be decided now. A turn of conquests needs no action to choose it (SW-TURN-2)."""
    if t.step == "choose":
        trial = table(t.written(), t.options, t.truth)
        expand(trial)
        return {"decline"} | moves(trial) | set().union(*t.ask("moves choose", t.acting))
    texts: set[str] = set().union(*t.ask(f"moves {t.step}", t.acting))
    for narrowed in t.rules.clauses("narrow", (), True):
        texts = narrowed(t, t.acting, texts)
    return texts


def expand(t: Table) -> None:
    """SW-TURN-2: begin a turn of conquests."""
    t.now["phase"] = "pick"
    begin(t)


def begin(t: Table) -> None:
    """Go to the first opening step in which there is something to decide, or to the last of them."""
    while True:
        advance(t)
        if moves(t) - {"finish"} or t.step == OPENING:
            return


COUNTED = {"pick", "swap", "peace"}
"""The verbs with the number of a row or of a seat; others have that of a region."""


def perform(t: Table, action: str) -> None:
    """Carry out an action, and go on until there is more to decide than `finish`."""
    verb, *words = action.split()
    if t.step == "choose" and not verb.startswith("decline"):
        expand(t)
    things: Any = range(ROWS) if verb in COUNTED else t.lands
    t.rules.verbs[verb](t, *(things[int(word)] if word.isdigit() else word for word in words))
    while t.step != "over" and moves(t) <= {"finish"}:
        advance(t)


def advance(t: Table) -> None:
    """Go to the next step of this kind of turn, and do what happens there by itself."""
    if any(t.ask(f"stay {t.step}", t.acting)):
        return
    kind = "decline" if t.state["declining"] else "expand"
    place = t.rules.order.index(t.step) + 1
    t.now["phase"] = next(step for step in t.rules.order[place:] if kind in t.rules.turns[step])
    if t.step == OPENING:
        t.state["acting"] = "active"  # SW-TURN-4: from here on
    t.ask(f"enter {t.step}", t.acting)


@FRAME.verb("finish")
def finish(t: Table) -> None:
    """SW-TURN-5, SW-TURN-6: end a step that is optional; before the first conquest that ends the conquests too."""
    t.now["phase"] = CONQUESTS.get(t.step, t.step)
    advance(t)


def start_turn(t: Table, seat: int) -> None:
    """SW-TURN-1, SW-TURN-3: the turn of a seat begins, with a pick if it has no active race."""
    t.now["turn"] = t.now["to_act"] = seat
    t.now["turn_state"] = {}
    for fields in t.ask("turn_state", None):
        t.now["turn_state"] |= fields
    who = t.active(seat)
    t.now["phase"] = "choose" if who else "pick"
    if who is None:
        refill(t)  # a banner may have waited for a badge
    t.ask("start", who)


@FRAME.clause("enter end", "*")
def end(t: Table, _: Party | None) -> None:
    """SW-TURN-13, SW-END-1: the next seat, the next round, or the end of the game."""
    last = t.seat + 1 == len(t.now["seats"])
    if last and t.now["round"] == t.now["rounds"]:
        t.now["phase"] = "over"
        return
    t.now["round"] += int(last)
    start_turn(t, 0 if last else t.seat + 1)


# the column


@FRAME.clause("moves pick", "*")
def rows(t: Table, _: Party | None) -> set[str]:
    """SW-COL-3: a row costs its number, paid before the coins on it are taken."""
    return {f"pick {row}" for row in range(len(t.now["column"])) if row <= t.coins}


@FRAME.verb("pick")
def pick(t: Table, row: int) -> None:
    """SW-COL-1, SW-COL-2, SW-TURN-3: pay, take the combo with its coins, and its tokens."""
    for above in t.now["column"][:row]:
        above["coins"] += 1
    combo = t.now["column"].pop(row)
    t.pay(t.seat, combo["coins"] - row)
    who = t.party(t.seat, {"race": combo["race"], "power": combo["power"]})
    begin_life(t, who, "active")
    t.now["seats"][t.seat]["races"].append(who)
    t.state["picked"] = True
    begin(t)


def begin_life(t: Table, who: Party, status: str) -> None:
    """Write the entry of a race anew, which was picked or goes into decline."""
    kept = {"race": who["race"], "power": who["power"], "status": status, "hand": 0}
    who.clear()
    who |= kept
    for fields in t.ask("fresh", who):
        who |= fields


@FRAME.clause("enter draw", "*")
def draw(t: Table, who: Party) -> None:
    """SW-COL-4, SW-TURN-3: fill the column, and take the tokens of the new combo from the tray."""
    if not t.state["picked"]:
        return
    refill(t)
    t.ask("picked", who)
    tokens = t.rules.races[who.race][0] + t.rules.powers[who["power"]] + sum(t.ask("extra_tokens", who))
    t.draw(who, tokens)


def refill(t: Table) -> None:
    """SW-COL-4 to SW-COL-7: new rows while there are banners and badges, discarded ones if no others."""
    now = t.now
    while len(now["column"]) < ROWS and now["race_stack"] and (now["power_stack"] or now["discarded_powers"]):
        if not now["power_stack"]:
            assert t.truth is not None
            t.shuffle_badges([row["power"] for row in t.truth["column"]])
        now["column"].append({"race": now["race_stack"].pop(0), "power": now["power_stack"].pop(0), "coins": 0})


def vanish(t: Table, who: Party) -> None:
    """SW-DECL-8, SW-COL-7: a race that is gone gives banner and badge back."""
    t.now["seats"][who.seat]["races"] = [party for party in t.parties(who.seat) if party is not who]
    t.now["race_stack"].append(who.race)
    refill(t)
    if who["power"]:
        t.now["discarded_powers"].append(who["power"])


def vanish_if_gone(t: Table, who: Party) -> None:
    """SW-DECL-8: a race in decline vanishes with its last token."""
    if who.active or t.lands_of(who):
        return
    if any(t.ask("homeless", who)):
        t.to_tray(who.race, who["hand"])
        who["hand"] = 0
    if not who["hand"]:
        vanish(t, who)


# ready troops


@FRAME.clause("enter ready", "*")
@FRAME.clause("enter deploy", "*")
def take_up(t: Table, who: Party) -> None:
    """SW-TURN-5, SW-REDEP-2: all tokens but one of each region are taken up."""
    for land in t.lands_of(who):
        who["hand"] += land.tokens - 1
        land.tokens = 1


@FRAME.clause("moves ready", "*")
def ready_moves(t: Table, who: Party) -> set[str]:
    """SW-TURN-5: any region can be given up before the first conquest, which can come at once."""
    return each("abandon", t.lands_of(who)).union(*t.ask("moves conquest", who))


@FRAME.verb("abandon")
def abandon(t: Table, land: Land) -> None:
    """SW-TURN-5, SW-REDEP-5: the tokens come back to hand."""
    t.occupant(land)["hand"] += t.leave(land)


# conquest


@FRAME.clause("moves conquest", "*")
def conquest_moves(t: Table, who: Party) -> set[str]:
    """SW-TURN-6: attacks, as long as one wants."""
    return {"finish"}.union(*t.ask("attacks", who))


def free(who: Party) -> int:
    """UG-CONQ-1, SW-REDEP-2: the tokens in hand but those that wait for another time."""
    return int(who["hand"] - who.get("reserve", 0))


@FRAME.clause("attacks", "*")
def attacks(t: Table, who: Party) -> set[str]:
    """SW-CONQ-8, SW-DIE-1, SW-DIE-8: what the hand pays, or can pay with the die."""
    if free(who) < 1:
        return set()
    most = free(who) + (0 if any(t.ask("own_die", who)) else 3)
    return each("conquer", (land for land in targets(t, who) if cost(t, who, land) - aid(t, who, land) <= most))


def aid(t: Table, who: Party, land: Land) -> int:
    """What pays beside tokens."""
    return int(sum(t.ask("funds", who, land)))


def targets(t: Table, who: Party) -> list[Land]:
    """SW-CONQ-2: the regions that a race can attack, whatever their price."""
    held = t.numbers(who)
    return [land for land in t.lands if reachable(t, who, land, held) and attackable(t, who, land)]


def reachable(t: Table, who: Party, land: Land, held: set[int]) -> bool:
    """SW-CONQ-5, SW-CONQ-9: an entry region at first, then what borders a region of the same race.

    Args:
        held: The regions of `who`.
    """
    near = not held.isdisjoint(land.site.borders) if held else is_entry(t, land) or any(t.ask("entry", who, land))
    return near or any(t.ask("reach", who, land))


def is_entry(t: Table, land: Land) -> bool:
    """SW-TERM-4: at the edge, or on the shore of a Sea that is."""
    return land.site.edge or any(other.site.terrain == "sea" and other.site.edge for other in t.borders(land))


def attackable(t: Table, who: Party, land: Land) -> bool:
    """SW-CONQ-3, SW-CONQ-4, SW-CONQ-6, SW-CONQ-7: not one's own, not closed, not immune, no peace."""
    return (
        not t.holds(who, land)
        and (not any(t.ask("closed", who, land)) or any(t.ask("opens", who, land)))
        and not any(t.ask("immune", who, land))
        and not any(t.ask("barred", who, land))
    )


FRAME.answers("closed", {"*": lambda _, __, land: land.site.terrain in ("sea", "lake")})  # SW-CONQ-4, UG-DIFF-4


def cost(t: Table, who: Party, land: Land) -> int:
    """SW-CONQ-1: the price of a region, before what is special to this conquest."""
    prices = t.ask("price", who, land)
    if any(t.ask("shielded", who, land)):
        prices = [price for price in prices if price > 0]
    total = 2 + sum(t.ask("defence", who, land)) + rivals(t, who, land) + sum(prices)
    return int(max(1, total, *t.ask("least", who)))


def rivals(t: Table, who: Party, land: Land) -> int:
    """SW-INT-24: only tokens of others defend, unless an option says otherwise."""
    if land.owner == who.seat and not t.options.get("own_decline_defends"):
        return 0
    return land.tokens


@FRAME.clause("defence", "*")
def natives(_: Table, __: Party, land: Land) -> int:
    """SW-CONQ-1: a Mountain and a Lost Tribe defend."""
    return int("mountain" in land.kinds) + int(land.things.get("tribe", 0))


@FRAME.clause("before_attack", "*")
def note_attack(t: Table, who: Party, land: Land) -> None:
    """SW-CONQ-10, SW-INT-51, SW-INT-121: an attack on an active race is noted, even if the die fails."""
    victim = t.holder(land)
    if victim is not None and victim.active and who.active and victim.seat != who.seat:
        t.state["attacked"] = sorted({*t.state["attacked"], victim.seat})


@FRAME.verb("conquer")
def conquer(t: Table, land: Land) -> None:
    """SW-CONQ-11, SW-DIE-2 to SW-DIE-7: pay the price, or try with the die, which ends the conquests."""
    who = attacker(t)
    price, funds, hand = cost(t, who, land), aid(t, who, land), free(who)
    t.ask("before_attack", who, land)
    if price <= hand + funds:
        pay_for(t, who, land, price, min(funds, price - 1))
        return
    if hand + funds + t.roll() >= price:
        pay_for(t, who, land, hand + funds, funds)
    over(t)


def over(t: Table) -> None:
    """UG-CONQ-9, UG-INT-91: the conquests are over, but what was found is resolved first."""
    if t.step in FINDS:
        t.state["conquests_over"] = True
    else:
        advance(t)


def resolved(t: Table) -> None:
    """What was found is resolved, and the conquests go on unless they are over."""
    t.now["phase"] = "conquest"
    if t.state["conquests_over"]:
        advance(t)


def pay_for(t: Table, who: Party, land: Land, price: int, funds: int) -> None:
    """SW-CONQ-11: exactly the price goes into the region."""
    t.ask("spent", who, funds)
    take(t, who, land, price - funds, *t.ask("way", who))


def attacker(t: Table) -> Party:
    """The race that acts; with its first conquest it gives up no more regions (SW-TURN-5)."""
    t.now["phase"] = CONQUESTS.get(t.step, t.step)
    return t.actor


def replace_token(t: Table, land: Land, how: str, noted: str) -> None:
    """A token from the tray takes the place of a lone one; it is noted whose that was."""
    who = attacker(t)
    t.state[noted] = sorted({*t.state[noted], land.owner})
    t.ask("before_attack", who, land)
    take(t, who, land, 1, how)


def placing(marker: str) -> Clause:
    """The verb that lays a marker in a region."""

    def place(_: Table, land: Land) -> None:
        land.markers[marker] += 1

    return place


def lone(t: Table, who: Party) -> list[Land]:
    """UG-CONQ-8, SW-INT-67, SW-INT-153: reachable regions with a single active token of an opponent."""
    unarmed = not t.options.get("substitution_needs_hand", True) and t.lands_of(who) and t.now["tray"][who.race]
    if free(who) < 1 and not unarmed:
        return []
    singles = [land for land in targets(t, who) if land.tokens == 1 and land.owner != who.seat]
    return [land for land in singles if t.occupant(land).active and not land.markers["encampment"]]


def take(t: Table, who: Party, land: Land, tokens: int, how: str = "conquest") -> None:
    """SW-CONQ-10: what a conquest does, in order.

    Args:
        tokens: The tokens that go into the region.
        how: The way of the conquest.
    """
    victim = t.holder(land)
    inhabited = victim is not None or bool(land.things.get("tribe") or land.things.get("monsters"))
    if inhabited and who.active:
        t.state["nonempty_conquered"] += 1
    if victim is not None:
        fall(t, victim, land, who, how)
    land.things.pop("tribe", None)  # SW-LOSS-4
    who["hand"] -= tokens - (t.from_tray(who.race, tokens) if how in SUBSTITUTIONS else 0)
    t.settle_in(who, land, tokens)
    t.ask("taken", who, land, how, victim)


def fall(t: Table, victim: Party, land: Land, by: Party, how: str) -> None:
    """SW-LOSS-1 to SW-LOSS-3, SW-LOSS-5, SW-LOSS-6: one token is lost, the others are withdrawn."""
    lost = land.tokens if how in SUBSTITUTIONS else min(t.ask("loses", victim, land, how), default=1)
    t.ask("fallen", victim, land, by, how)
    tokens = t.leave(land)
    lost = min(lost, tokens)
    t.to_tray(victim.race, lost)
    victim["hand"] += tokens - lost
    vanish_if_gone(t, victim)


# redeployment


@FRAME.clause("moves deploy", "*")
def layings(t: Table, who: Party) -> set[str]:
    """SW-REDEP-2: all tokens go into regions of the race, in any layout."""
    if free(who) <= 0:
        return set()
    fit = [land for land in t.lands_of(who) if not any(t.ask("unfit", who, land))]
    return each("deploy", fit) | each("deploy_rest", fit)


@FRAME.verb("deploy")
def deploy(t: Table, land: Land) -> None:
    lay(t, land, 1)


@FRAME.verb("deploy_rest")
def deploy_rest(t: Table, land: Land) -> None:
    lay(t, land, free(t.occupant(land)))


def lay(t: Table, land: Land, tokens: int) -> None:
    land.tokens += tokens
    t.occupant(land)["hand"] -= tokens


@FRAME.clause("moves markers", "*")
def done(t: Table, who: Party | None) -> set[str]:
    """SW-TURN-8: placing can end when all that has to be placed is."""
    return set() if any(t.ask("duty", who)) else {"finish"}


# score


@FRAME.clause("enter score", "*")
def score(t: Table, _: Party | None) -> None:
    """SW-SCORE-1 to SW-SCORE-4: what regions bring, and what races and powers add."""
    for party in t.parties(t.seat):
        t.pay(t.seat, sum(brings(t, party, land) for land in t.lands_of(party)) + sum(t.ask("income", party)))


def brings(t: Table, who: Party, land: Land) -> int:
    """SW-SCORE-1, SW-SCORE-2: a coin for a region, and what else is tied to it."""
    coins = 1 + sum(t.ask("yields", who, land))
    return int(coins * max([1, *t.ask("multiplies", who, land)]))


# withdrawn tokens


FRAME.answers("enter withdrawn", {"*": lambda t, _: next_victim(t, 0)})
FRAME.answers(
    "stay withdrawn", {"*": lambda t, _: next_victim(t, 1 + (t.now["to_act"] - t.seat) % len(t.now["seats"]))}
)


def next_victim(t: Table, skipped: int) -> bool:
    """SW-LOSS-8: clockwise from the active player, let the next one act that has anything to place."""
    for seat in list(t.clockwise(t.seat))[skipped:]:
        t.now["to_act"] = seat
        if moves(t):
            return True
    t.now["to_act"] = t.seat
    return False


@FRAME.clause("moves withdrawn", "*")
def replacements(t: Table, _: Party | None) -> set[str]:
    """SW-LOSS-9, SW-LOSS-10: withdrawn tokens go to regions of the same race, if there are any."""
    ways = t.rules.clauses("moves deploy", (), True)
    return set().union(*(laid(t, party) for laid in ways for party in t.parties(t.now["to_act"])))


# decline


@FRAME.verb("decline")
def decline(t: Table) -> None:
    """SW-DECL-1, SW-TURN-15: a whole turn, or after a turn of conquests (SW-TURN-12)."""
    t.state["declining"] = t.step == "choose"
    put_in_decline(t, t.taker)
    advance(t)


def put_in_decline(t: Table, who: Party, keeps: int = 1) -> None:
    """SW-DECL-2 to SW-DECL-6.

    Args:
        keeps: How many tokens stay in each region, if nothing says more.
    """
    remove_older(t, who)
    keeps = max([keeps, *t.ask("keeps", who)])
    keeps_badge = any(t.ask("keeps_badge", who))
    t.ask("declined", who)
    for land in t.lands_of(who):
        t.to_tray(who.race, max(0, land.tokens - keeps))
        land.tokens = min(land.tokens, keeps)
        for marker in t.rules.undone:
            land.markers.pop(marker, None)
    t.to_tray(who.race, who["hand"])
    begin_life(t, who, "decline")
    if not keeps_badge:
        t.now["discarded_powers"].append(who["power"])
        who["power"] = None
    vanish_if_gone(t, who)


def remove_older(t: Table, who: Party) -> None:
    """SW-DECL-2: the race in the slot that another one goes to is removed."""
    spirit = any(t.ask("spirit", who))
    older = t.in_slot(who.seat, "spirit" if spirit else "decline")
    if older is not None:
        remove(t, older)


def remove(t: Table, who: Party) -> None:
    """A race in decline leaves the map and the hand."""
    for land in t.lands_of(who):
        t.to_tray(who.race, t.leave(land))
    t.to_tray(who.race, who["hand"])
    who["hand"] = 0
    vanish(t, who)


# the end


def returns(document: Document) -> list[float]:
    """SW-END-2 to SW-END-4: coins, then race tokens on the map; those who tie for the best share the victory."""
    held = document["regions"].values()
    ranks = [
        (entry["coins"], sum(region["tokens"] for region in held if region.get("owner") == seat))
        for seat, entry in enumerate(document["seats"])
    ]
    best = ranks.count(max(ranks))
    losers = len(ranks) - best
    if not losers:
        return [0.0] * best
    return [1 / best if rank == max(ranks) else -1 / losers for rank in ranks]
