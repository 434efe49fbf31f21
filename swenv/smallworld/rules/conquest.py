"""Conquests of every kind: ordinary, with the die, by dragon or Champion, by substitution (SW 2.3, UG 2.5, WW 2.3).

For each kind, one function returns the set of regions where it is legal now, and another carries it out.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.smallworld.rules.cost import raw_cost, terms
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.losses import (
    BY_FORCE,
    BY_SUBSTITUTION,
    STINKING,
    evict,
    evict_in_warcraft,
    is_nonempty,
    losses,
    occupy,
)
from swenv.smallworld.rules.reach import (
    DOOMHAMMER_COINS,
    borders,
    champion_reach,
    lone_tokens,
    skilled_targets,
    targets,
)
from swenv.smallworld.rules.record import (
    DIE,
    FORT_PIECES,
    NOBODY,
    NOWHERE,
    WALL_PIECES,
    Phase,
    Trait,
)
from swenv.smallworld.rules.underground.places import claim
from swenv.smallworld.rules.underground.relics import DOORMAT, ORB, SOCKS, armed, carry, disarm
from swenv.smallworld.rules.warcraft.armed_effects import AIR_STRIKE, DOOMHAMMER, carry_effects, is_effective, spend
from swenv.smallworld.rules.warcraft.discoveries import uncover_find
from swenv.smallworld.rules.warcraft.faction import note_rival
from swenv.smallworld.rules.warcraft.pieces import (
    beasts_in_hand,
    can_gather_champion,
    champion_in_hand,
    fewest_pieces,
    pieces_in,
)
from swenv.smallworld.rules.warcraft.tolls import barred, pay_tolls, towered

OBJECTIVE_COINS = 2
BEST_ROLL = np.int64(3)


@kernel
def free_hand(g, army):
    """Count the tokens in hand that may conquer: with Beasts, without those its own Balrog drove out (UG-INT-92)."""
    return np.int64(g.hand[army]) - g.reserve[army] + beasts_in_hand(g, army)


@kernel
def hammers(g, army):
    """Count the Silver Hammers that an active race may still use this turn (UG-RACE-DWARVES)."""
    return np.int64(g.hammers_left) if army == 3 * g.turn else np.int64(0)


@kernel
def conquer_targets(g, t, army, hand):
    """Regions that `hand` tokens can pay for, or try for with the die (SW-CONQ-8, SW-DIE-1, UG-CONQ-9).

    A Berserk race rolls before the conquest and has no final attempt (SW-INT-55). With the Orb armed, they are the
    regions of lone tokens that it may replace, but a pending roll must be used first (SW-INT-56).
    """
    if armed(g) >> ORB & 1 != 0:
        lone = lone_tokens(g, t, army, EMPTY) & skilled_targets(g, t, army)
        return lone if g.pending_roll < 0 and has_substitute(g, t, army, hand) else EMPTY
    regions = EMPTY
    if hand < fewest_pieces(g, army):
        return regions
    if is_effective(g, army, DOOMHAMMER):
        return targets(g, t, army)
    if g.pending_roll >= 0:
        hand += g.pending_roll
        open_to_us = skilled_targets(g, t, army)
    else:
        hand += 0 if has(g.traits[army], Trait.BERSERK) else BEST_ROLL
        open_to_us = targets(g, t, army)
    now = terms(g, t, army)
    tools = hammers(g, army)
    while open_to_us != EMPTY:
        r = lowest(open_to_us)
        open_to_us = without_lowest(open_to_us)
        means = hand if has(now.guarded, r) else hand + tools  # UG-INT-10
        if raw_cost(g, t, army, r, now) <= means:
            regions |= bit(r)
    return regions


@kernel
def conquer(g, t, army, r):
    """Make an ordinary conquest, or the final attempt if the hand is short; True if conquests are over (SW-DIE-7)."""
    if armed(g) >> ORB & 1 != 0:
        substitute(g, t, army, r)  # UG-RELIC-ORB
        return False
    now = terms(g, t, army)
    needed = raw_cost(g, t, army, r, now)
    if g.pending_roll >= 0:
        needed -= g.pending_roll  # SW-POWER-BERSERK, WW-RACE-GNOMES
        g.pending_roll = -1
    needed = max(now.floor, needed)
    if t.warcraft != 0:
        pay_tolls(g, t, army // 3, r)
        if is_effective(g, army, DOOMHAMMER):
            pay_for_doomhammer(g, army // 3, r)
            needed = now.floor
    tools = np.int64(0) if has(now.guarded, r) else hammers(g, army)
    if needed <= free_hand(g, army) + tools:
        pay(g, t, army, r, needed, tools)
        return False
    attempt(g, t, army, r, needed, tools)
    return True


@kernel
def pay(g, t, army, r, needed, tools):
    """Conquer `r` for `needed` tokens: Hammers first, but at least one race token (UG-CONQ-7, UG-ACT-12)."""
    spent = min(tools, needed - 1)
    if spent > 0:
        g.hammers_left -= spent
    send_tokens(g, t, army, r, np.int64(needed - spent))


@kernel
def send_tokens(g, t, army, r, tokens):
    """Conquer `r` with this many tokens from hand; Beasts go once the race tokens are spent."""
    on_foot = min(tokens, np.int64(g.hand[army] - g.reserve[army]))
    g.hand[army] -= on_foot
    take_region(g, t, army, r, on_foot, BY_FORCE)
    if tokens > on_foot:
        g.beasts[r] = tokens - on_foot


@kernel
def pay_for_doomhammer(g, seat, r):
    """Pay two coins to the holder of `r`, or to the bank (WW-ART-DOOMHAMMER)."""
    g.coins[seat] -= DOOMHAMMER_COINS
    if g.owner[r] != NOBODY and g.owner[r] // 3 != seat:
        g.coins[g.owner[r] // 3] += DOOMHAMMER_COINS


@kernel
def attempt(g, t, army, r, needed, tools):
    """Make the final attempt: roll, then send all remaining tokens or none (SW-DIE-4, SW-DIE-5, UG-CONQ-9)."""
    note_attack(g, army, r)  # SW-INT-51: even if it fails
    g.last_roll = roll_die(g)
    tokens = free_hand(g, army)
    if tokens + tools + g.last_roll < needed:
        disarm(g)
        spend(g)
        return
    if tools > 0:
        g.hammers_left = 0  # UG-CLAR-22
    send_tokens(g, t, army, r, tokens)


@kernel
def roll_die(g):
    """Roll the reinforcement die and return its face (SW-SETUP-8, UG-SETUP-15)."""
    return DIE[draw(g, np.int64(len(DIE)))]


@kernel
def may_roll(g, army, hand):
    """Whether a Berserk race may roll now: a token in hand, no roll pending, no relic armed (SW-POWER-BERSERK).

    It rolls before it arms relics.
    """
    return has(g.traits[army], Trait.BERSERK) and g.pending_roll < 0 and hand >= 1 and armed(g) == 0


@kernel
def roll(g):
    """Roll for the next conquest."""
    g.last_roll = roll_die(g)
    g.pending_roll = g.last_roll


@kernel
def roll_first_regions(g, t, army):
    """Crystals, and regions adjacent to crystals that this army holds (UG-RACE-WISPS)."""
    crystals = t.roll_first_regions[g.race[army]] | t.roll_first_regions[g.power[army]]
    crystals |= t.roll_first_regions[second_power(g, army)]
    if army % 3 != 0 or crystals == EMPTY:
        return EMPTY
    return crystals | borders(t, crystals & g.land[army])


@kernel
def affordable_regions(g, t, army, candidates, means):
    """Candidates that cost at most `means` tokens, before the floor."""
    regions = EMPTY
    now = terms(g, t, army)
    while candidates != EMPTY:
        r = lowest(candidates)
        candidates = without_lowest(candidates)
        if raw_cost(g, t, army, r, now) <= means:
            regions |= bit(r)
    return regions


@kernel
def roll_for_targets(g, t, army, hand):
    """Regions for which Wisps may roll before paying: those within reach of a 3 (UG-INT-83)."""
    if hand < 1 or g.pending_roll >= 0 or armed(g) >> ORB & 1 != 0:
        return EMPTY
    candidates = roll_first_regions(g, t, army)
    if candidates == EMPTY:
        return EMPTY
    candidates &= skilled_targets(g, t, army)
    return affordable_regions(g, t, army, candidates, hand + hammers(g, army) + BEST_ROLL)


@kernel
def roll_for(g, t, army, r):
    """Roll, then conquer at the reduced price or fail; True if conquests are over (UG-RACE-WISPS)."""
    g.last_roll = roll_die(g)
    needed = max(1, raw_cost(g, t, army, r, terms(g, t, army)) - g.last_roll)
    tools = hammers(g, army)
    if needed <= free_hand(g, army) + tools:
        pay(g, t, army, r, np.int64(needed), tools)
        return False
    note_attack(g, army, r)  # UG-CLAR-25
    disarm(g)
    return True


@kernel
def strike_targets(g, t, army, hand):
    """Regions for which an air strike may roll first: those within reach of two best rolls (WW-RACE-GNOMES)."""
    if not is_effective(g, army, AIR_STRIKE) or is_effective(g, army, DOOMHAMMER) or hand < fewest_pieces(g, army):
        return EMPTY
    return affordable_regions(g, t, army, targets(g, t, army), hand + 2 * BEST_ROLL)


@kernel
def strike(g, t, army, r):
    """Roll, then conquer at the reduced price, or leave the choice of a final attempt or giving up (WW-ACT-6)."""
    g.last_roll = roll_die(g)
    now = terms(g, t, army)
    needed = max(now.floor, raw_cost(g, t, army, r, now) - g.last_roll)
    if needed <= free_hand(g, army):
        pay_tolls(g, t, army // 3, r)
        send_tokens(g, t, army, r, np.int64(needed))
        return
    g.pending_roll = g.last_roll
    g.chosen = r
    g.phase = Phase.STRIKE


@kernel
def final_strike(g, t, army):
    """The region of an air strike that fell short, if a final attempt can take it and the tolls can be paid."""
    r = np.int64(g.chosen)
    short = raw_cost(g, t, army, r, terms(g, t, army)) - g.pending_roll - free_hand(g, army)
    return bit(r) & ~barred(g, t, army // 3, np.int64(0)) if short <= BEST_ROLL else EMPTY


@kernel
def give_up_strike(g):
    """Give up an air strike: it is used, but the effects armed with it are not (WW-RACE-GNOMES, WW-CLAR-11)."""
    g.pending_roll = -1
    g.chosen = NOWHERE
    g.effects_used |= 1 << AIR_STRIKE
    g.effects = 0


@kernel
def champion_targets(g, t, army, hand):
    """Regions that the Champion may conquer: any adjacent, once a turn (WW-POWER-CHAMPIONS).

    Tauren send one token along.
    """
    if not has(g.traits[army], Trait.CHAMPION) or g.champion_used != 0 or hand < fewest_pieces(g, army) - 1:
        return EMPTY
    if not champion_in_hand(g, army) and not (g.phase == Phase.CHOOSE and can_gather_champion(g, army)):
        return EMPTY
    seat = army // 3
    return champion_reach(g, t, army) & ~towered(g, seat) & ~barred(g, t, seat, np.int64(0))


@kernel
def conquer_with_champion(g, t, army, r):
    """Conquer `r` with the Champion, whatever defends it."""
    pay_tolls(g, t, army // 3, r)
    g.champion_used = 1
    send_tokens(g, t, army, r, np.int64(fewest_pieces(g, army) - 1))
    g.champions = bit(r)


@kernel
def dragon_targets(g, t, army, hand):
    """Regions that the dragon may conquer: any in reach, once a turn, with a token in hand (SW-POWER-DRAGON-MASTER)."""
    if not has(g.traits[army], Trait.DRAGON) or g.dragon_used != 0 or hand < 1 or g.pending_roll >= 0:
        return EMPTY
    if armed(g) & ~(1 << DOORMAT) != 0:  # as for substitutions: with no price to pay, the other relics have no use
        return EMPTY
    return skilled_targets(g, t, army)


@kernel
def dragon(g, t, army, r):
    """Conquer `r` with one token, whatever defends it, and move the dragon there to protect it."""
    g.dragon_used = 1
    g.dragons &= ~g.land[army]
    g.hand[army] -= 1
    take_region(g, t, army, r, np.int64(1), BY_FORCE)
    g.dragons |= bit(r)


@kernel
def has_substitute(g, t, army, hand):
    """Whether a token can take another's place: from the tray or else from hand (UG-INT-35).

    A token must be in hand in any case; with the option `substitution_needs_hand` off, it may be anywhere (SW-INT-153).
    """
    if hand >= 1:
        return True
    return t.substitution_needs_hand == 0 and g.tray[g.race[army]] >= 1 and g.land[army] != EMPTY


@kernel
def may_substitute(g, t, army, hand):
    """Whether sorcery or the Vampire power may be used: no roll pending, no relic armed but the Doormat.

    UG-CLAR-20.
    """
    if g.pending_roll >= 0 or armed(g) & ~(1 << DOORMAT) != 0:
        return False
    return has_substitute(g, t, army, hand)


@kernel
def convert_targets(g, t, army, hand):
    """Regions that Sorcerers may convert: lone active tokens in reach, once per turn and opponent.

    SW-RACE-SORCERERS. The tray must hold a Sorcerer (SW-INT-45). Without land, only flying Sorcerers reach anybody
    (SW-INT-71). A pending roll must be used first (SW-INT-56).
    """
    if not has(g.traits[army], Trait.CONVERTS) or g.tray[g.race[army]] < 1 or not may_substitute(g, t, army, hand):
        return EMPTY
    if g.land[army] == EMPTY and not has(g.traits[army], Trait.FLIES) and armed(g) == 0:
        return EMPTY
    lone = lone_tokens(g, t, army, np.uint64(g.converted))
    if lone == EMPTY:
        return EMPTY
    return lone & skilled_targets(g, t, army)


@kernel
def convert(g, t, army, r):
    """Send the lone token to its tray and put a Sorcerer from the tray in its place."""
    g.converted |= 1 << (g.owner[r] // 3)
    substitute(g, t, army, r)


@kernel
def vampire_targets(g, t, army, hand):
    """Regions of lone active tokens in reach, once a turn or once per opponent (UG-POWER-VAMPIRE, UG-ED-2)."""
    if not has(g.traits[army], Trait.VAMPIRE) or not may_substitute(g, t, army, hand):
        return EMPTY
    if g.vampired != 0 and t.vampire_per_opponent == 0:
        return EMPTY
    return lone_tokens(g, t, army, np.uint64(g.vampired)) & skilled_targets(g, t, army)


@kernel
def vampire(g, t, army, r):
    """Send the lone token to its tray and put one's own token in its place."""
    g.vampired |= 1 << (g.owner[r] // 3)
    substitute(g, t, army, r)


@kernel
def substitute(g, t, army, r):
    """Replace the lone token in `r` with one from the tray, or else from hand (UG-CONQ-8)."""
    if g.tray[g.race[army]] > 0:
        g.tray[g.race[army]] -= 1
    else:
        g.hand[army] -= 1
    take_region(g, t, army, r, np.int64(1), BY_SUBSTITUTION)


@kernel
def take_region(g, t, army, r, tokens, how):
    """Take `r`, with all effects common to every conquest, in the order of SW-CONQ-10, UG-CONQ-10 and WW-CONQ-8."""
    note_attack(g, army, r)
    if t.warcraft != 0:
        take_region_in_warcraft(g, t, army, r, tokens)
        return
    if army % 3 == 0 and is_nonempty(g, r):
        g.nonempty += 1  # SW-INT-98: conquests by Ghouls in decline count for nobody
    if how == BY_FORCE and armed(g) >> SOCKS & 1 != 0:
        how = STINKING
    compensate(g, t, army // 3, r)
    monsters = has(g.monsters, r)
    evict(g, r, losses(g, r, how))
    occupy(g, army, r, tokens)
    if army % 3 == 0:
        holes = t.holes[g.race[army]] + t.holes[g.power[army]] + t.holes[second_power(g, army)]
        if g.holes_placed[army] < holes:
            g.holes |= bit(r)  # SW-RACE-HALFLINGS
            g.holes_placed[army] += 1
    if t.underground != 0:
        if has(g.traits[army], Trait.GREAT_ANCIENT) and g.ancient_placed[army // 3] == 0:
            g.ancients |= bit(r)  # UG-RACE-CULTISTS
            g.ancient_placed[army // 3] = 1
        carry(g, r)
        claim(g, t, army, r, monsters)


@kernel
def take_region_in_warcraft(g, t, army, r, tokens):
    """Take `r` in Warcraft, once the tolls are paid (WW-CONQ-8)."""
    note_rival(g, t, army, r)
    collect_conquest_coins(g, t, army, r)
    lost = evict_in_warcraft(g, r, army // 3)
    if has(g.traits[army], Trait.RECRUITS):
        g.inflicted += lost
    meet_objective(g, t, army, r)
    occupy(g, army, r, tokens)
    uncover_find(g, t, r)
    row = np.int64(g.race[army])
    if has(t.wall_regions[row] | t.wall_regions[g.power[army]], r) and count(g.walls) < WALL_PIECES:
        g.walls |= bit(r)  # WW-RACE-NIGHTELVES
    if has(g.traits[army], Trait.FORT_ON_CONQUEST) and count(g.fortresses) < FORT_PIECES:
        g.fortresses |= bit(r)  # WW-POWER-SENTINELS
    carry_effects(g, r)


@kernel
def collect_conquest_coins(g, t, army, r):
    """Pay the coins a conquest earns for what is in `r` (WW-POWER-BATTLEMASTERS, WW-POWER-CONQUERORS)."""
    holder = np.int64(g.owner[r])
    if holder == NOBODY and not has(g.tribes, r):
        return
    coins = t.coins_per_occupied[g.race[army]] + t.coins_per_occupied[g.power[army]]
    if has(g.traits[army], Trait.SPOILS) and holder != NOBODY and holder // 3 != army // 3:  # WW-CLAR-3
        defended = pieces_in(g, r)
        coins += defended if defended > 1 else 0
    g.coins[army // 3] += coins


@kernel
def meet_objective(g, t, army, r):
    """Pay a conqueror outside the Horde, and the Humans, 2 coins for an Objective in `r` (WW-RACE-HUMANS).

    The Objective then returns to the Humans.
    """
    if not has(g.objectives, r) or has(t.horde, g.race[army]):
        return
    g.objectives &= ~bit(r)
    g.coins[army // 3] += OBJECTIVE_COINS
    for seat in range(t.num_players):
        if seat != army // 3 and has(g.traits[3 * seat], Trait.OBJECTIVES):
            g.coins[seat] += OBJECTIVE_COINS


@kernel
def compensate(g, t, seat, r):
    """Pay the holder of `r` what it is owed when `seat` conquers it: UG-RACE-LICHES, UG-POWER-MARTYR."""
    holder = np.int64(g.owner[r])
    if t.underground == 0 or holder == NOBODY or holder // 3 == seat:
        return
    if holder % 3 != 0:
        if has(g.traits[holder], Trait.TOLL):
            g.coins[seat] -= 1
            g.coins[holder // 3] += 1
        return
    coins = np.int64(t.coins_per_loss[g.race[holder]]) + t.coins_per_loss[g.power[holder]]
    if g.stonehedge_army == holder:
        coins += t.coins_per_loss[g.stonehedge]  # UG-CLAR-29
    g.coins[holder // 3] += coins


@kernel
def note_attack(g, army, r):
    """Record an attack by one seat's active race on another's: it rules out peace (SW-POWER-DIPLOMAT)."""
    holder = np.int64(g.owner[r])
    if holder == NOBODY or holder // 3 == army // 3:
        return
    if army % 3 == 0 and holder % 3 == 0:
        g.attacked |= 1 << (holder // 3)
    provoke(g, army, holder)


@kernel
def provoke(g, army, holder):
    """Give a Vengeance marker to the attacker of a Vengeful seat, even of its declined race (UG-POWER-VENGEFUL)."""
    if has(g.traits[holder - holder % 3], Trait.VENGEFUL):
        g.vengeance |= 1 << (army // 3)
