"""Why an action is illegal with Underground in play: a rule of Underground, or else of the base game."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.core.reason import NO_REASON, Reason
from swenv.smallworld.rules.armed import DOORMAT, ORB, RING, armed
from swenv.smallworld.rules.boxes.legal import opening
from swenv.smallworld.rules.decline import MAY_BE_LEFT_UNUSED, may_decline_by_stonehedge
from swenv.smallworld.rules.holdings import holds, second_power
from swenv.smallworld.rules.reasons import (
    SmallWorldReason,
    has_token,
    is_conquest_time,
    why_not,
    why_not_begin,
    why_not_succeed,
    why_not_target,
)
from swenv.smallworld.rules.record import Phase, Trait, Verb
from swenv.smallworld.rules.underground.places import PENTACLE
from swenv.smallworld.rules.underground.reach import guarded, plain_reach, toll_barred
from swenv.smallworld.rules.underground.relics import copyable, is_usable
from swenv.smallworld.rules.underground.wisps import roll_first_regions


class UndergroundReason(Reason):
    """The reasons that Underground adds."""

    @classmethod
    def first_number(cls) -> int:
        """See `Reason.first_number`."""
        return 100

    STONEHEDGE_LENDS_NEITHER = "UG-PLACE-STONEHEDGE", "Stonehedge lends the active race neither Tomb nor Vanishing"
    VANISHES_ANYWAY = "UG-CLAR-30", "a Vanishing race leaves the map by its own badge, whatever Stonehedge lends"
    OPENING_CHOICE_FIRST = "UG-TURN-3", "what is chosen at the start of the turn comes first"
    RELIC_ARMED = "UG-RELIC-00", "a relic is armed for a conquest, which must be made first"
    CHASM = "UG-RIVER-6", "nobody enters a Chasm"
    EMPTY_PURSE = "UG-CONQ-4", "Liches cannot be attacked with an empty purse"
    GUARDED = "UG-RACE-GNOMES", "only a plain attack can take a region of active Gnomes"
    NO_PRICE_FOR_RELIC = "UG-CLAR-20", "a conquest that bypasses the price allows no relic but the Doormat"
    NO_LONE_TOKEN_FOR_ORB = "UG-RELIC-ORB", "the Orb replaces a lone active token of an opponent"
    NO_VAMPIRE = (
        "UG-POWER-VAMPIRE",
        "only a Vampire race replaces a token, once a turn, with nothing but the Doormat armed",
    )
    NO_LONE_TOKEN_FOR_VAMPIRE = "UG-POWER-VAMPIRE", "only a lone active token of an opponent is replaced"
    NO_CRYSTALS = "UG-RACE-WISPS", "only Will-o'-Wisps roll first, for crystals or next to crystals that they hold"
    NO_RELIC = "UG-RELIC-0", "a relic is used by the active race that holds its region, once a turn"
    NO_CONQUEST_FOLLOWS = "UG-CLAR-20", "no legal conquest could follow"
    NO_BAG = "UG-POWER-MAGIC", "only a Magic race uses the Bag, once a turn, for a face-up relic"
    BAG_TOO_EARLY = "UG-ACT-10", "the Bag stands in for Scepter and Ring when they are placed, before the score"
    NO_ROOM_FOR_BAG = "UG-INT-69", "the Bag needs a region of the race without the Relic that it stands in for"
    MUST_PLACE_BAG = "UG-POWER-MAGIC", "the Bag must be placed as what it stands in for"
    NO_BALROG = "UG-PLACE-PENTACLE", "the active holder of the Pentacle moves the Balrog, once a turn"
    BALROG_BARRED = "UG-PLACE-PENTACLE", "the Balrog may not go there"
    BALROG_FIRST = "UG-PLACE-PENTACLE", "the Balrog must be sent out first"
    NO_SWAP = "UG-RACE-MIMES", "only Shadow Mimes swap their badge, for one of the column, when they are picked"
    NO_VOLCANO = "UG-RACE-FLAMES", "the Volcano is put on a Chasm with its symbol when Flames are picked"
    NO_REBORN = (
        "UG-POWER-REBORN",
        "the active race replaces a declined Reborn race in up to two regions as a turn starts, with a token for each: "
        "from the tray, from hand or one to spare on the map",
    )
    NO_ANCIENT = "UG-RACE-CULTISTS", "the Great Ancient moves at the start of a later turn, to another Cultist region"
    NO_ALTAR = "UG-PLACE-ALTAR", "the holder of the Altar discards one of his own declined tokens, after the score"
    NO_ARMOR = "UG-POWER-SHIELD", "there is no new armor in hand, or the race does not hold that region"
    NO_QUEEN = "UG-POWER-ROYAL", "only a Royal race places the Queen, once a turn, in a region of its own"
    NO_GHOST = "UG-PLACE-CRYPT", "the active holder of the Crypt moves the Ghost, once a turn, but not everywhere"
    NO_SCEPTER = "UG-RELIC-SCEPTER", "the Scepter goes to a region of the active race that holds it, once a turn"
    NO_RING = "UG-RELIC-RING", "the Ring goes to a region of the active race that holds it, once a turn"
    MUST_PLACE_MARKERS = "UG-REDEP-3", "encampments, heroes, armors and the Queen must be placed"


@kernel
def why_not_in_underground(g, t, verb, arg):
    """Return the rule that forbids an action: one of Underground, or else of the base game."""
    if verb == Verb.CONQUER or verb == Verb.ROLL or verb == Verb.CONVERT or verb == Verb.DRAGON:
        return why_not_conquer_in_underground(g, t, verb, arg)
    if verb == Verb.VAMPIRE or verb == Verb.ROLL_FOR:
        return why_not_conquer_in_underground(g, t, verb, arg)
    if verb == Verb.USE or verb == Verb.BAG:
        return why_not_relic(g, t, verb, arg)
    if verb == Verb.BALROG:
        return why_not_balrog(g, t)
    if verb == Verb.DECLINE_BY_STONEHEDGE:
        return why_not_decline_by_stonehedge(g, t, 3 * np.int64(g.turn))
    reason = NO_REASON
    if verb == Verb.ABANDON:
        reason = why_not_abandon_in_underground(g, t)
    elif verb == Verb.FINISH:
        reason = why_not_finish_in_underground(g)
    elif verb == Verb.SWAP or verb == Verb.VOLCANO or verb == Verb.REBORN or verb == Verb.ANCIENT or verb == Verb.ALTAR:
        reason = np.int64(general_rule(verb))
    elif verb == Verb.ARMOR or verb == Verb.QUEEN or verb == Verb.RING or verb == Verb.GHOST or verb == Verb.SCEPTER:
        reason = why_not_piece(g, verb)
    return reason if reason != NO_REASON else why_not(g, t, verb, arg)


@kernel
def why_not_abandon_in_underground(g, t):
    """Return the Underground rule that forbids abandoning a region, or NO_REASON."""
    if g.phase == Phase.CHOOSE and opening(g, t) != Phase.READY:
        return np.int64(UndergroundReason.OPENING_CHOICE_FIRST)
    at_start = g.phase == Phase.CHOOSE or g.phase == Phase.READY or g.phase == Phase.GHOUL_READY
    return np.int64(UndergroundReason.RELIC_ARMED) if at_start and (g.armed | g.bag_armed) != 0 else NO_REASON


@kernel
def why_not_yet(g):
    """Return the rule that forbids a conquest or its preparation outside the phases for conquests."""
    if g.phase == Phase.CHOOSE:
        return np.int64(UndergroundReason.OPENING_CHOICE_FIRST)
    return np.int64(SmallWorldReason.NOT_CONQUEST_TIME)


@kernel
def why_not_conquer_in_underground(g, t, verb, r):
    """Return the rule that forbids a conquest, in the order of SW-CONQ-3 to -8 and UG-CONQ-2 to -4."""
    army = np.int64(g.army)
    if g.phase == Phase.BALROG:
        return np.int64(UndergroundReason.BALROG_FIRST)
    if not is_conquest_time(g, t):
        return why_not_yet(g)
    reason = why_not_begin_in_underground(g, t, army, verb)
    if reason == NO_REASON:
        reason = why_not_begin(g, t, army, verb)
    if reason == NO_REASON and not has(t.regions, r):
        reason = np.int64(UndergroundReason.CHASM)
    if reason == NO_REASON:
        reason = why_not_target(g, t, army, r)
    if reason == NO_REASON and has(toll_barred(g, t, army // 3), r):
        reason = np.int64(UndergroundReason.EMPTY_PURSE)
    if reason == NO_REASON and not has_token(g, t, army, verb == Verb.CONVERT or verb == Verb.VAMPIRE):
        reason = np.int64(SmallWorldReason.EMPTY_HAND)
    if reason == NO_REASON:
        reason = why_not_succeed_in_underground(g, t, army, verb, r)
    return reason if reason != NO_REASON else np.int64(why_not_succeed(g, t, army, verb, r))


@kernel
def why_not_begin_in_underground(g, t, army, verb):
    """Return the Underground rule that forbids this kind of conquest in every region, or NO_REASON."""
    if verb == Verb.ROLL and has(g.traits[army], Trait.BERSERK) and armed(g) != 0:
        return np.int64(UndergroundReason.RELIC_ARMED)
    used_up = g.vampired != 0 and t.vampire_per_opponent == 0
    if verb == Verb.VAMPIRE and (not has(g.traits[army], Trait.VAMPIRE) or used_up):
        return np.int64(UndergroundReason.NO_VAMPIRE)
    if verb == Verb.ROLL_FOR and roll_first_regions(g, t, army) == EMPTY:
        return np.int64(UndergroundReason.NO_CRYSTALS)
    return NO_REASON


@kernel
def why_not_succeed_in_underground(g, t, army, verb, r):
    """Return the Underground rule that forbids this kind of conquest of an open region, or NO_REASON."""
    if has(guarded(g, t, army // 3), r) and not is_plain_attack(g, t, army, verb, r):
        return np.int64(UndergroundReason.GUARDED)
    if verb != Verb.CONQUER and verb != Verb.ROLL_FOR and armed(g) & ~(1 << DOORMAT) != 0:
        return np.int64(UndergroundReason.NO_PRICE_FOR_RELIC)
    if verb == Verb.CONQUER and (armed(g) >> ORB) & 1 != 0:
        return np.int64(UndergroundReason.NO_LONE_TOKEN_FOR_ORB)
    if verb == Verb.VAMPIRE:
        return np.int64(UndergroundReason.NO_LONE_TOKEN_FOR_VAMPIRE)
    if verb == Verb.ROLL_FOR:
        if has(roll_first_regions(g, t, army), r):
            return np.int64(SmallWorldReason.BEYOND_THE_DIE)
        return np.int64(UndergroundReason.NO_CRYSTALS)
    return NO_REASON


@kernel
def is_plain_attack(g, t, army, verb, r):
    """Whether a conquest is the plain attack that Gnomes allow (UG-RACE-GNOMES)."""
    helped = armed(g) != 0 or g.pending_roll >= 0 or not has(plain_reach(g, t, army), r)
    return verb == Verb.CONQUER and not helped


@kernel
def why_not_relic(g, t, verb, relic):
    """Return the rule that forbids arming a relic or the Bag."""
    army = np.int64(g.army)
    if verb == Verb.USE:
        if not is_usable(g, army, relic):
            return np.int64(UndergroundReason.NO_RELIC)
    elif (copyable(g, army) >> relic) & 1 == 0:
        return np.int64(UndergroundReason.NO_BAG)
    if relic >= RING:
        if g.phase == Phase.MARKERS:
            return np.int64(UndergroundReason.NO_ROOM_FOR_BAG)
        return np.int64(UndergroundReason.BAG_TOO_EARLY)
    return np.int64(UndergroundReason.NO_CONQUEST_FOLLOWS) if is_conquest_time(g, t) else why_not_yet(g)


@kernel
def why_not_balrog(g, t):
    """Return the rule that forbids sending the Balrog."""
    if g.phase == Phase.BALROG:
        return np.int64(UndergroundReason.BALROG_BARRED)
    if g.balrog_moved != 0 or not holds(g, np.int64(g.army), PENTACLE):
        return np.int64(UndergroundReason.NO_BALROG)
    if not is_conquest_time(g, t):
        return why_not_yet(g)
    if armed(g) != 0:
        return np.int64(UndergroundReason.RELIC_ARMED)
    if g.pending_roll >= 0:
        return np.int64(SmallWorldReason.ROLL_PENDING)
    return np.int64(UndergroundReason.BALROG_BARRED)


@kernel
def why_not_decline_by_stonehedge(g, t, army):
    """Return the rule that forbids a decline with Stonehedge's power."""
    if t.traits[second_power(g, army)] & MAY_BE_LEFT_UNUSED == EMPTY:
        return np.int64(UndergroundReason.STONEHEDGE_LENDS_NEITHER)
    if may_decline_by_stonehedge(g, t, army):
        return np.int64(SmallWorldReason.DECLINE_COMES_FIRST)
    return np.int64(UndergroundReason.VANISHES_ANYWAY)


@kernel
def general_rule(verb):
    """Return the rule that says who may make a choice, when and where, for choices with a phase of their own."""
    if verb == Verb.SWAP:
        return UndergroundReason.NO_SWAP
    if verb == Verb.VOLCANO:
        return UndergroundReason.NO_VOLCANO
    if verb == Verb.REBORN:
        return UndergroundReason.NO_REBORN
    return UndergroundReason.NO_ANCIENT if verb == Verb.ANCIENT else UndergroundReason.NO_ALTAR


@kernel
def why_not_piece(g, verb):
    """Return the rule that forbids placing one of Underground's pieces."""
    if g.phase != Phase.MARKERS:
        return np.int64(SmallWorldReason.NOT_MARKER_TIME)
    if verb == Verb.ARMOR:
        return np.int64(UndergroundReason.NO_ARMOR)
    if verb == Verb.QUEEN:
        return np.int64(UndergroundReason.NO_QUEEN)
    if verb == Verb.RING:
        return np.int64(UndergroundReason.NO_RING)
    return np.int64(UndergroundReason.NO_GHOST if verb == Verb.GHOST else UndergroundReason.NO_SCEPTER)


@kernel
def why_not_finish_in_underground(g):
    """Return the Underground rule that forbids passing, or NO_REASON."""
    if g.phase == Phase.MARKERS:
        must_place_bag = g.bag_armed != 0
        return np.int64(UndergroundReason.MUST_PLACE_BAG if must_place_bag else UndergroundReason.MUST_PLACE_MARKERS)
    if (g.armed | g.bag_armed) != 0:
        return np.int64(UndergroundReason.RELIC_ARMED)
    if g.phase == Phase.BALROG:
        return np.int64(UndergroundReason.BALROG_FIRST)
    return np.int64(UndergroundReason.NO_VOLCANO) if g.phase == Phase.VOLCANO else NO_REASON
