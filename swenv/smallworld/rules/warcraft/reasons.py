"""Why an action is illegal in Warcraft: the first rule that forbids it, checked in the order of the rules.

Called only for illegal actions, so a function that has excluded all reasons but one returns that one.
"""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.core.reason import Reason
from swenv.smallworld.rules.armed import AIR_STRIKE, DISCOUNT, DOOMHAMMER, is_effective
from swenv.smallworld.rules.barriers import conquerable
from swenv.smallworld.rules.conquest import free_hand
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.pieces import fewest_pieces
from swenv.smallworld.rules.record import MOST_DUE, Phase, Trait, Verb
from swenv.smallworld.rules.warcraft.armed_effects import usable
from swenv.smallworld.rules.warcraft.ethereals import take_targets
from swenv.smallworld.rules.warcraft.legal import affordable_forms
from swenv.smallworld.rules.warcraft.portals import portal_targets
from swenv.smallworld.rules.warcraft.reach import DOOMHAMMER_COINS, champion_reach, travel_reach
from swenv.smallworld.rules.warcraft.strongmen import push_targets
from swenv.smallworld.rules.warcraft.tolls import barred, towered


class WarcraftReason(Reason):
    """The reasons of World of Warcraft."""

    @classmethod
    def first_number(cls) -> int:
        """See `Reason.first_number`."""
        return 200

    NO_SUCH_REGION = "WW-SETUP-2", "the table of this game has no such region"
    NOT_PICK_TIME = "WW-TURN-3", "a combo is picked without an active race, and each one above it costs a coin"
    DECLINE_COMES_FIRST = "WW-DECL-1", "declining takes the whole turn, so it is chosen before anything else"
    TOO_LATE_TO_ABANDON = "WW-TURN-6", "regions are abandoned before anything else in a turn"
    FORM_FIRST = "WW-RACE-WORGEN", "Worgen choose their form first"
    NO_FORM = "WW-RACE-WORGEN", "only Worgen choose a form, as a turn begins; the worgen form costs a coin"
    NOT_CONQUEST_TIME = "WW-TURN-2", "it is not the time for conquests"
    ALREADY_HELD = "WW-CONQ-1", "the race already holds that region"
    NOT_NAGA = "WW-CONQ-14", "only Naga conquer water"
    OUT_OF_REACH = "WW-CONQ-2", "that region is out of reach"
    UNDER_A_WATCH_TOWER = "WW-CONQ-10", "a Watch Tower protects that region"
    TOO_FEW_COINS = "WW-CONQ-11", "there are not enough coins for what is due"
    TOO_FEW_TOKENS = "WW-CONQ-5", "there are not enough tokens in hand"
    NO_PAIR = "WW-RACE-TAUREN", "Tauren conquer with at least two tokens"
    BEYOND_THE_DIE = "WW-CONQ-9", "the hand is short by more than the die can give"
    NO_DIE_AT_FIXED_PRICE = "WW-INT-14", "a fixed price is paid without the die"
    BEYOND_THE_AIR_STRIKE = "WW-RACE-GNOMES", "the hand is short by more than the two rolls can give"
    NO_AIR_STRIKE = "WW-RACE-GNOMES", "only an air strike, once armed, rolls before it pays"
    NO_DISCOUNT = "WW-RACE-ETHEREALS", "the discount is for a Place next to the race"
    EFFECT_ARMED = "WW-ACT-25", "an effect is armed for a conquest, which must be made first"
    NO_EFFECT = "WW-ART-6", "the active race has no such effect, or has used it this turn"
    EFFECT_USELESS = "WW-ACT-25", "it does not go with what is armed, or no legal conquest could follow"
    NO_CHAMPION = "WW-POWER-CHAMPIONS", "the Champion conquers from hand, next to his race, once a turn"
    NOT_LEFT_THERE = "WW-ACT-16", "the Champion may be left only where he was gathered, before anything else"
    NO_PUSH = "WW-POWER-STRONGMEN", "Strongmen push Murlocs and opponents next to them, three times a turn"
    NO_PUSH_THERE = "WW-POWER-STRONGMEN", "a pushed token goes to another region of its race"
    NO_PORTAL = "WW-POWER-PORTALMAGES", "Portal Mages exchange two different magic regions, twice a turn"
    NO_ARTIFACT_TO_TAKE = "WW-RACE-ETHEREALS", "Ethereals take an open Artifact next to them, once a turn"
    ARTIFACT_NOT_THERE = "WW-RACE-ETHEREALS", "the Artifact goes to an Ethereal region next to where it lay"
    NO_WELL = "WW-PLACE-WELL", "the Well of Eternity goes to a water region of its board when it is uncovered"
    NO_RECRUIT = "WW-RACE-FORSAKEN", "after their conquests Forsaken buy a token for each loss inflicted"
    NO_BEAST = "WW-POWER-BEASTMASTERS", "Beasts in hand are redeployed with the troops, and every region needs a piece"
    NO_CHAMPION_TO_REDEPLOY = (
        "WW-TURN-9",
        "the Champion in hand is redeployed with the troops, and every region needs a piece",
    )
    REDEPLOY_AFTER_CONQUESTS = (
        "WW-TURN-9",
        "tokens in hand are redeployed after the conquests, and every region needs a piece",
    )
    MUST_REDEPLOY = "WW-TURN-9", "everything in hand must be redeployed first"
    MUST_PUT_BACK = "WW-INT-81", "withdrawn tokens go to regions of their own race"
    NO_AEGIS = "WW-ART-AEGIS", "its active holder puts the Aegis into one of his regions as his turn ends"
    NO_HEART = "WW-ART-HEART", "its active holder puts the Heart into one of his regions as his turn ends"
    NO_OBJECTIVE = "WW-RACE-HUMANS", "Humans put Objectives where the Alliance is not, as their turn ends"
    NO_BOMB = "WW-RACE-GOBLINS", "Goblins bomb active races next to them as their turn ends, one bomb to a region"
    NO_HARMONY_DUE = "WW-INT-29", "Harmony is paid before a bomb on Pandaren is revealed"
    MUST_DECIDE = "WW-TURN-2", "something must be decided first; this cannot be passed"


@kernel
def why_not_in_warcraft(g, t, verb, arg):
    """Return the Warcraft rule that forbids an action."""
    if verb == Verb.PICK:
        return WarcraftReason.NOT_PICK_TIME
    if verb == Verb.FORM:
        return WarcraftReason.NO_FORM
    undecided = g.phase == Phase.CHOOSE or g.phase == Phase.FORM
    if undecided and affordable_forms(g, 3 * np.int64(g.turn)) != EMPTY:
        return WarcraftReason.FORM_FIRST
    if verb == Verb.DECLINE:
        return WarcraftReason.NOT_PICK_TIME if g.phase == Phase.PICK else WarcraftReason.DECLINE_COMES_FIRST
    if verb == Verb.ABANDON:
        return WarcraftReason.TOO_LATE_TO_ABANDON
    if verb == Verb.FINISH:
        return why_not_finish(g)
    if verb == Verb.CONQUER or verb == Verb.ROLL_FOR or verb == Verb.CHAMPION:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.DEPLOY or verb == Verb.DEPLOY_REST:
        return WarcraftReason.MUST_PUT_BACK if g.phase == Phase.WITHDRAWN else WarcraftReason.REDEPLOY_AFTER_CONQUESTS
    if verb == Verb.BEAST:
        return WarcraftReason.NO_BEAST
    if verb == Verb.POST:
        return WarcraftReason.NO_CHAMPION_TO_REDEPLOY
    if is_conquest_phase(g):
        return why_not_between_conquests(g, t, verb, arg)
    return general_rule(verb)


@kernel
def is_conquest_phase(g):
    """Whether conquests may be made in this phase."""
    return g.phase == Phase.CHOOSE or g.phase == Phase.READY or g.phase == Phase.CONQUEST


@kernel
def why_not_between_conquests(g, t, verb, arg):
    """Return the rule that forbids an action between conquests, in a phase that allows it."""
    if verb == Verb.ARM:
        is_usable = (usable(g, np.int64(g.army)) >> arg) & 1 != 0
        return WarcraftReason.EFFECT_USELESS if is_usable else WarcraftReason.NO_EFFECT
    if g.effects != 0:
        return WarcraftReason.EFFECT_ARMED
    return WarcraftReason.TOO_FEW_COINS if has(targets_with_full_purse(g, t, verb), arg) else general_rule(verb)


@kernel
def targets_with_full_purse(g, t, verb):
    """Targets that this verb would have with enough coins; EMPTY for verbs that cost nothing."""
    army = np.int64(g.army)
    seat, targets = army // 3, EMPTY
    g.coins[seat] += MOST_DUE
    if verb == Verb.PUSH:
        targets = push_targets(g, t, army)
    elif verb == Verb.PORTAL:
        targets = portal_targets(g, t, army)
    elif verb == Verb.TAKE:
        targets = take_targets(g, t, army)
    g.coins[seat] -= MOST_DUE
    return targets


@kernel
def general_rule(verb):
    """Return the rule that says who may do this, when and where, for verbs that one rule covers."""
    if verb == Verb.ARM:
        return WarcraftReason.NOT_CONQUEST_TIME
    if verb == Verb.LEAVE_CHAMPION:
        return WarcraftReason.NOT_LEFT_THERE
    if verb == Verb.PUSH:
        return WarcraftReason.NO_PUSH
    if verb == Verb.PUSH_TO:
        return WarcraftReason.NO_PUSH_THERE
    if verb == Verb.PORTAL:
        return WarcraftReason.NO_PORTAL
    if verb == Verb.TAKE:
        return WarcraftReason.NO_ARTIFACT_TO_TAKE
    if verb == Verb.PUT:
        return WarcraftReason.ARTIFACT_NOT_THERE
    if verb == Verb.WELL:
        return WarcraftReason.NO_WELL
    if verb == Verb.BUY:
        return WarcraftReason.NO_RECRUIT
    if verb == Verb.AEGIS:
        return WarcraftReason.NO_AEGIS
    if verb == Verb.HEART:
        return WarcraftReason.NO_HEART
    if verb == Verb.OBJECTIVE:
        return WarcraftReason.NO_OBJECTIVE
    return WarcraftReason.NO_BOMB if verb == Verb.BOMB else WarcraftReason.NO_HARMONY_DUE


@kernel
def why_not_finish(g):
    """Return the rule that forbids passing."""
    if is_conquest_phase(g):
        return WarcraftReason.EFFECT_ARMED
    if g.phase == Phase.DEPLOY:
        return WarcraftReason.MUST_REDEPLOY
    return WarcraftReason.MUST_PUT_BACK if g.phase == Phase.WITHDRAWN else WarcraftReason.MUST_DECIDE


@kernel
def why_not_conquer(g, t, verb, r):
    """Return the rule that forbids a conquest of any kind, checked in the order of WW-CONQ-1."""
    army = np.int64(g.army)
    if not is_conquest_phase(g):
        return WarcraftReason.NOT_CONQUEST_TIME
    if verb == Verb.CHAMPION:
        if g.effects != 0:
            return WarcraftReason.EFFECT_ARMED
        if not has(g.traits[army], Trait.CHAMPION) or g.champion_used != 0:
            return WarcraftReason.NO_CHAMPION
    if verb == Verb.ROLL_FOR and not is_effective(g, army, AIR_STRIKE):
        return WarcraftReason.NO_AIR_STRIKE
    if not has(t.regions, r):
        return WarcraftReason.NO_SUCH_REGION
    if has(g.land[army], r):
        return WarcraftReason.ALREADY_HELD
    if not has(conquerable(g, t, army), r):
        return WarcraftReason.NOT_NAGA
    if verb == Verb.CHAMPION:
        if not has(champion_reach(g, t, army), r):
            return WarcraftReason.NO_CHAMPION
    elif not has(travel_reach(g, t, army), r):
        return WarcraftReason.NO_DISCOUNT if is_effective(g, army, DISCOUNT) else WarcraftReason.OUT_OF_REACH
    if has(towered(g, army // 3), r):
        return WarcraftReason.UNDER_A_WATCH_TOWER
    more = DOOMHAMMER_COINS if is_effective(g, army, DOOMHAMMER) else np.int64(0)
    if has(barred(g, t, army // 3, more), r):
        return WarcraftReason.TOO_FEW_COINS
    if verb == Verb.CHAMPION:
        return WarcraftReason.NO_CHAMPION
    hand = np.int64(strength(g, army)) if g.phase == Phase.CHOOSE else np.int64(free_hand(g, army))
    if hand < fewest_pieces(g, army):
        return WarcraftReason.NO_PAIR if hand > 0 else WarcraftReason.TOO_FEW_TOKENS
    if verb == Verb.ROLL_FOR:
        return WarcraftReason.BEYOND_THE_AIR_STRIKE
    return WarcraftReason.NO_DIE_AT_FIXED_PRICE if is_effective(g, army, DOOMHAMMER) else WarcraftReason.BEYOND_THE_DIE
