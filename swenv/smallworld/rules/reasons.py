"""Why an action is illegal: the first rule that forbids it, asked in the order of the rules."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import entry, kernel
from swenv.smallworld.rules.conquest import free_hand, roll_first_regions
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.decline import may_decline_by_stonehedge
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.legal import opening
from swenv.smallworld.rules.places import PENTACLE
from swenv.smallworld.rules.reach import at_peace, conquerable, guarded, immune, lone_tokens, reach, toll_barred
from swenv.smallworld.rules.record import BERSERK, CONVERTS, DIPLOMAT, DRAGON, STOUT, VAMPIRE, Phase, Verb
from swenv.smallworld.rules.redeploy import to_place
from swenv.smallworld.rules.relics import copyable, usable

REASONS = {
    "NOT_PICK_TIME": ("SW-TURN-3", "a combo is picked at the start of a turn without an active race"),
    "NO_ROW": ("SW-COL-5", "the column has no such row"),
    "TOO_DEAR": ("SW-COL-3", "the purse does not hold the price of that row"),
    "NOT_FIRST_ACTION": ("SW-TURN-2", "decline is chosen before anything else in a turn"),
    "NOT_STOUT": ("SW-TURN-12", "only a Stout race declines at the end of a turn"),
    "TOO_LATE_TO_ABANDON": ("SW-TURN-5", "regions are abandoned at the start of a turn, before the first conquest"),
    "KEEP_LAND": ("SW-REDEP-3", "no region may be given up while redeploying"),
    "NOT_HELD": ("SW-TERM-7", "the race that acts does not hold that region"),
    "NOT_CONQUEST_TIME": ("SW-TURN-6", "it is not the time for conquests"),
    "HELD_ALREADY": ("SW-CONQ-3", "the race holds that region already"),
    "WATER": ("SW-CONQ-4", "only an active Seafaring race conquers water"),
    "OUT_OF_REACH": ("SW-CONQ-5", "that region is out of reach"),
    "IMMUNE": ("SW-CONQ-6", "that region is immune"),
    "PEACE": ("SW-CONQ-7", "peace with a Diplomat forbids it"),
    "EMPTY_HAND": ("SW-CONQ-8", "no token in hand"),
    "TOO_FAR_SHORT": ("SW-DIE-1", "the hand is short by more than the die can give"),
    "ROLL_FIRST": ("SW-POWER-BERSERK", "a Berserk race has its die before the conquest: roll, then pay"),
    "NO_ROLL": ("SW-POWER-BERSERK", "only a Berserk race rolls, with a token in hand and no roll pending"),
    "NO_SORCERY": ("SW-RACE-SORCERERS", "only Sorcerers convert, with a Sorcerer left in the tray"),
    "NOT_ALONE": ("SW-RACE-SORCERERS", "no lone active token of an opponent who was spared so far this turn"),
    "ROLL_PENDING": ("SW-INT-56", "the pending roll belongs to the next conquest"),
    "NO_DRAGON": ("SW-POWER-DRAGON-MASTER", "only a Dragon Master uses the dragon, once a turn"),
    "MUST_DECIDE": ("SW-TURN-6", "something must be decided first; this cannot be passed"),
    "MUST_DEPLOY": ("SW-REDEP-2", "tokens are laid out in regions of their race, after the conquests"),
    "MUST_GIVE_UP": ("SW-REDEP-5", "regions must be given up first"),
    "NOT_MARKER_TIME": ("SW-TURN-8", "markers are placed after redeployment"),
    "NO_CAMP": ("SW-POWER-BIVOUACKING", "no encampment in hand, or not a region of the race"),
    "NO_FORTRESS": (
        "SW-POWER-FORTIFIED",
        "only Fortified races build, one fortress a turn, one a region, six in all",
    ),
    "NO_HERO": ("SW-POWER-HEROIC", "no hero in hand, or not another region of the race"),
    "NOT_PEACE_TIME": ("SW-TURN-10", "peace is made at the end of a Diplomat's turn"),
    "NO_ALLY": ("SW-POWER-DIPLOMAT", "not an opponent whose active race was spared this turn"),
    "NO_FOOTHOLD": ("SW-INT-71", "without a region only flying Sorcerers reach anybody"),
    "MUST_PLACE": ("SW-TURN-8", "encampments and heroes in hand must be placed"),
    "MUST_RETURN": ("SW-LOSS-9", "withdrawn tokens go to regions of their own race"),
    "NO_CHOICE_OF_STONEHEDGE": ("UG-PLACE-STONEHEDGE", "Stonehedge lends the active race no Tomb and no Vanishing"),
    "PICK_TURN": ("UG-CLAR-17", "nothing is given up on the turn of the pick"),
    "MUST_CONQUER": ("UG-RELIC-00", "a relic is armed for a conquest, which must be made first"),
    "CHASM": ("UG-RIVER-6", "nobody enters a Chasm"),
    "START_FIRST": ("UG-TURN-3", "what the start of the turn has to decide comes first"),
    "EMPTY_PURSE": ("UG-CONQ-4", "Liches are not attacked with an empty purse"),
    "GUARDED": ("UG-RACE-GNOMES", "nothing but a plain attack may take a region of active Gnomes"),
    "NOT_MIMES": (
        "UG-RACE-MIMES",
        "only Shadow Mimes swap their badge, with a row of the column, when they are picked",
    ),
    "NO_VOLCANO": ("UG-RACE-FLAMES", "the Volcano is put on a Chasm with its symbol when Flames are picked"),
    "NO_REBORN": (
        "UG-POWER-REBORN",
        "two regions of a declined Reborn race a turn, at its start, with a token for each",
    ),
    "NO_ANCIENT": (
        "UG-RACE-CULTISTS",
        "the Great Ancient moves at the start of a later turn, to another Cultist region",
    ),
    "NO_RELIC": ("UG-RELIC-0", "a relic is used by the active race that holds its region, once a turn"),
    "NO_BAG": ("UG-POWER-MAGIC", "only a Magic race has the Bag, once a turn, for a relic that lies open"),
    "NO_USE": ("UG-CLAR-20", "no legal conquest could follow"),
    "NO_VAMPIRE": (
        "UG-POWER-VAMPIRE",
        "only a Vampire race does that, once a turn, with nothing but the Doormat armed",
    ),
    "LONE_ONLY": ("UG-POWER-VAMPIRE", "only a lone active token of an opponent is replaced"),
    "NOT_CRYSTALS": ("UG-RACE-WISPS", "only Will-o'-Wisps roll first, for crystals or beside crystals that they hold"),
    "NO_BALROG": ("UG-PLACE-PENTACLE", "the active holder of the Pentacle moves the Balrog, once a turn"),
    "NOT_FOR_BALROG": ("UG-PLACE-PENTACLE", "the Balrog may not go there"),
    "NO_ARMOR": ("UG-POWER-SHIELD", "no new armor, or not a region of the race"),
    "NO_QUEEN": ("UG-POWER-ROYAL", "only a Royal race has the Queen, once a turn, in a region of its own"),
    "NO_GHOST": ("UG-PLACE-CRYPT", "the active holder of the Crypt moves the Ghost, once a turn, but not everywhere"),
    "NO_PLACING": (
        "UG-RELIC-SCEPTER",
        "Scepter and Ring go to a region of the active race that holds them, once a turn",
    ),
    "NO_ALTAR": ("UG-PLACE-ALTAR", "the holder of the Altar discards a declined token of his own, after the score"),
    "BALROG_FIRST": ("UG-PLACE-PENTACLE", "the Balrog must be sent out first"),
}
"""Rule and sentence of every reason. The kernels below return its position."""

(
    NOT_PICK_TIME,
    NO_ROW,
    TOO_DEAR,
    NOT_FIRST_ACTION,
    NOT_STOUT,
    TOO_LATE_TO_ABANDON,
    KEEP_LAND,
    NOT_HELD,
    NOT_CONQUEST_TIME,
    HELD_ALREADY,
    WATER,
    OUT_OF_REACH,
    IMMUNE,
    PEACE,
    EMPTY_HAND,
    TOO_FAR_SHORT,
    ROLL_FIRST,
    NO_ROLL,
    NO_SORCERY,
    NOT_ALONE,
    ROLL_PENDING,
    NO_DRAGON,
    MUST_DECIDE,
    MUST_DEPLOY,
    MUST_GIVE_UP,
    NOT_MARKER_TIME,
    NO_CAMP,
    NO_FORTRESS,
    NO_HERO,
    NOT_PEACE_TIME,
    NO_ALLY,
    NO_FOOTHOLD,
    MUST_PLACE,
    MUST_RETURN,
    NO_CHOICE_OF_STONEHEDGE,
    PICK_TURN,
    MUST_CONQUER,
    CHASM,
    START_FIRST,
    EMPTY_PURSE,
    GUARDED,
    NOT_MIMES,
    NO_VOLCANO,
    NO_REBORN,
    NO_ANCIENT,
    NO_RELIC,
    NO_BAG,
    NO_USE,
    NO_VAMPIRE,
    LONE_ONLY,
    NOT_CRYSTALS,
    NO_BALROG,
    NOT_FOR_BALROG,
    NO_ARMOR,
    NO_QUEEN,
    NO_GHOST,
    NO_PLACING,
    NO_ALTAR,
    BALROG_FIRST,
) = (np.int64(number) for number in range(len(REASONS)))


@entry
def reason_of(games, i, tables, action):
    """Position in `REASONS` of the reason against an illegal action of game `i`."""
    g, t = games[i], tables[0]
    verb, arg = np.int64(t.verb_of[action]), np.int64(t.arg_of[action])
    if verb == Verb.PICK:
        return why_not_pick(g, arg)
    if verb == Verb.DECLINE:
        return NOT_STOUT if g.phase == Phase.STOUT and g.traits[g.army] & STOUT == EMPTY else NOT_FIRST_ACTION
    if verb == Verb.ABANDON:
        return why_not_abandon(g)
    if verb == Verb.CONQUER or verb == Verb.ROLL or verb == Verb.CONVERT or verb == Verb.DRAGON:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.VAMPIRE or verb == Verb.ROLL_FOR:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.FINISH:
        return why_not_finish(g)
    if verb == Verb.DEPLOY or verb == Verb.DEPLOY_REST:
        return why_not_deploy(g)
    if verb == Verb.PEACE:
        return NO_ALLY if g.phase == Phase.PEACE and g.traits[g.army] & DIPLOMAT != EMPTY else NOT_PEACE_TIME
    if verb == Verb.USE or verb == Verb.BAG:
        return why_not_relic(g, verb, arg)
    if verb == Verb.BALROG:
        return why_not_balrog(g)
    if verb == Verb.DECLINE_BY_STONEHEDGE:
        may = may_decline_by_stonehedge(g, t, 3 * np.int64(g.turn))
        return NOT_FIRST_ACTION if may else NO_CHOICE_OF_STONEHEDGE
    if verb == Verb.SWAP or verb == Verb.VOLCANO or verb == Verb.REBORN or verb == Verb.ANCIENT or verb == Verb.ALTAR:
        return why_not_now(verb)
    return why_not_marker(g, verb)


@kernel
def why_not_pick(g, row):
    """The rule against a pick."""
    if g.phase != Phase.PICK:
        return NOT_PICK_TIME
    return NO_ROW if row >= g.num_rows else TOO_DEAR


@kernel
def why_not_abandon(g):
    """The rule against giving up a region."""
    if g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY or g.phase == Phase.TOMB:
        return KEEP_LAND
    if g.phase == Phase.CHOOSE or g.phase == Phase.READY or g.phase == Phase.GHOUL_READY:
        if (g.armed | g.bag_armed) != 0:
            return MUST_CONQUER
        return PICK_TURN if g.picked != 0 and g.phase == Phase.READY else NOT_HELD
    return TOO_LATE_TO_ABANDON


@kernel
def is_conquest_time(g, t):
    """Whether conquests may be made now, if there are any."""
    phase = g.phase
    if phase == Phase.CHOOSE:
        return opening(g, t) == Phase.READY
    return (
        phase == Phase.READY or phase == Phase.GHOUL_READY or phase == Phase.CONQUEST or phase == Phase.GHOUL_CONQUEST
    )


@kernel
def why_not_conquer(g, t, verb, r):
    """The rule against a conquest of any kind, in the order of SW-CONQ-3 to -8 and UG-CONQ-2 to -4."""
    army = np.int64(g.army)
    if not is_conquest_time(g, t):
        if g.phase == Phase.BALROG:
            return BALROG_FIRST
        return START_FIRST if g.phase == Phase.CHOOSE else NOT_CONQUEST_TIME
    hand = np.int64(strength(g, army)) if g.phase == Phase.CHOOSE else np.int64(free_hand(g, army))
    if verb == Verb.ROLL:
        return NO_ROLL
    if verb == Verb.CONVERT and (g.traits[army] & CONVERTS == EMPTY or g.tray[g.race[army]] < 1):
        return NO_SORCERY
    if verb == Verb.DRAGON and (g.traits[army] & DRAGON == EMPTY or g.dragon_used != 0):
        return NO_DRAGON
    if verb == Verb.VAMPIRE and (g.traits[army] & VAMPIRE == EMPTY or g.vampired != 0):
        return NO_VAMPIRE
    if verb != Verb.CONQUER and g.pending_roll >= 0:
        return ROLL_PENDING
    if has(g.land[army], r):
        return HELD_ALREADY
    if not has(t.regions, r):
        return CHASM
    if not has(conquerable(g, t, army), r):
        return WATER
    if not has(reach(g, t, army), r):
        return OUT_OF_REACH
    if has(immune(g, army // 3), r):
        return IMMUNE
    if has(at_peace(g, t, army), r):
        return PEACE
    if has(toll_barred(g, t, army // 3), r):
        return EMPTY_PURSE
    if hand < 1:
        return EMPTY_HAND
    return why_not_so(g, t, army, verb, r)


@kernel
def why_not_so(g, t, army, verb, r):
    """The rule against this kind of conquest of a region that another kind may take."""
    if has(guarded(g, t, army // 3), r) and (verb != Verb.CONQUER or (g.armed | g.bag_armed) != 0):
        return GUARDED
    if verb == Verb.CONVERT:
        alone = has(lone_tokens(g, t, army, np.uint64(g.converted)), r)
        return NO_FOOTHOLD if alone else NOT_ALONE
    if verb == Verb.VAMPIRE:
        return LONE_ONLY
    if verb == Verb.ROLL_FOR:
        return TOO_FAR_SHORT if has(roll_first_regions(g, t, army), r) else NOT_CRYSTALS
    return ROLL_FIRST if g.traits[army] & BERSERK != EMPTY else TOO_FAR_SHORT


@kernel
def why_not_finish(g):
    """The rule against passing."""
    if (g.armed | g.bag_armed) != 0:
        return MUST_CONQUER
    if g.phase == Phase.MARKERS:
        return MUST_PLACE
    if g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY or g.phase == Phase.TOMB:
        return MUST_GIVE_UP if to_place(g, np.int64(g.army)) < 0 else MUST_DEPLOY
    if g.phase == Phase.WITHDRAWN:
        return MUST_RETURN
    if g.phase == Phase.BALROG:
        return BALROG_FIRST
    if g.phase == Phase.VOLCANO:
        return NO_VOLCANO
    return NOT_PICK_TIME if g.phase == Phase.PICK else MUST_DECIDE


@kernel
def why_not_deploy(g):
    """The rule against laying out a token."""
    if g.phase == Phase.WITHDRAWN:
        return MUST_RETURN
    if (g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY) and to_place(g, np.int64(g.army)) < 0:
        return MUST_GIVE_UP
    return MUST_DEPLOY


@kernel
def why_not_relic(g, verb, relic):
    """The rule against arming a relic or the Bag."""
    army = np.int64(g.army)
    if verb == Verb.USE:
        if (usable(g, army) >> relic) & 1 == 0:
            return NO_RELIC
    elif (copyable(g, army) >> relic) & 1 == 0:
        return NO_BAG
    return NO_USE


@kernel
def why_not_balrog(g):
    """The rule against sending the Balrog."""
    held = holds(g, np.int64(g.army), PENTACLE)
    if g.phase == Phase.BALROG or (held and g.balrog_moved == 0):
        return NOT_FOR_BALROG
    return NO_BALROG


@kernel
def why_not_now(verb):
    """The rule against a choice that has a phase of its own."""
    if verb == Verb.SWAP:
        return NOT_MIMES
    if verb == Verb.VOLCANO:
        return NO_VOLCANO
    if verb == Verb.REBORN:
        return NO_REBORN
    return NO_ANCIENT if verb == Verb.ANCIENT else NO_ALTAR


@kernel
def why_not_marker(g, verb):
    """The rule against placing a marker."""
    if g.phase != Phase.MARKERS and not (g.phase == Phase.WITHDRAWN and verb == Verb.ENCAMP):
        return NOT_MARKER_TIME
    if verb == Verb.ENCAMP:
        return NO_CAMP
    if verb == Verb.FORTIFY:
        return NO_FORTRESS
    if verb == Verb.HERO:
        return NO_HERO
    if verb == Verb.ARMOR:
        return NO_ARMOR
    if verb == Verb.QUEEN:
        return NO_QUEEN
    return NO_GHOST if verb == Verb.GHOST else NO_PLACING
