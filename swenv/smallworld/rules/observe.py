"""What a seat sees, as numbers: the vector of `State.observation`, an int8 for each fact.

The vector has four blocks: regions (one line each), the turn, the column, the seats (the seat that looks first, then
clockwise). The offsets of a line stand below; `swenv.smallworld.layout` gives the same names to people. With
Underground or Warcraft in play the lines of regions, turn and seats go on with its facts. Numbers beyond -128..127 are
clipped.
"""

import numpy as np

from swenv.core.bits import EMPTY, count, has, one_if
from swenv.core.jit import kernel
from swenv.smallworld.rules.bombs import exploded
from swenv.smallworld.rules.conquest import free_hand
from swenv.smallworld.rules.cost import defence, price, strength, terms
from swenv.smallworld.rules.effects import DOOMHAMMER, is_effective
from swenv.smallworld.rules.faction import BATTLEGROUND, foes, is_neutral
from swenv.smallworld.rules.holdings import holds, second_power
from swenv.smallworld.rules.markers import encampments_in_hand
from swenv.smallworld.rules.pieces import beasts_in_hand, champion_in_hand, may_leave_champion
from swenv.smallworld.rules.reach import immune, targets
from swenv.smallworld.rules.record import (
    ARTIFACTS,
    BASE_PHASES,
    COLUMN_ROWS,
    EFFECTS,
    FACTIONS,
    FIRST_FIND,
    FIRST_LEGEND,
    FIRST_POWER,
    FIRST_RELIC,
    FORMS,
    LEGENDS,
    MAX_SEATS,
    NO_ROW,
    NOBODY,
    NUM_ITEMS,
    NUM_TREASURES,
    PLACES,
    RELICS,
    SYMBOLS,
    TERRAINS,
    UNDERGROUND_PHASES,
    WARCRAFT_PHASES,
    Form,
    Phase,
    Trait,
)
from swenv.smallworld.rules.redeploy import to_place
from swenv.smallworld.rules.relics import armed
from swenv.smallworld.rules.score import tokens_on_map
from swenv.smallworld.rules.start import fountain_gives
from swenv.smallworld.rules.tolls import AEGIS, harmonious, marshes, protected, towered

# (name, width, peak, meaning) of every fact; the peak is about the greatest value in ordinary play, 1 for flags.
# A line of the regions block. One-hot groups come first, `owner` last because its length is the number of seats.
REGION_FACTS = (
    ("terrain", len(TERRAINS), 1, "one-hot: " + ", ".join(TERRAINS)),
    ("symbols", len(SYMBOLS), 1, "1 for each of: " + ", ".join(SYMBOLS)),
    ("entry", 1, 1, "1 for an entry region (SW-TERM-4); in Warcraft a starting region"),
    ("coast", 1, 1, "1 for a coastal region (SW-TERM-5)"),
    ("tribe", 1, 1, "1 for a Lost Tribe or a Murloc"),
    ("lair", 1, 1, "1 for a Troll lair"),
    ("fortress", 1, 1, "1 for a fortress or Fort"),
    ("encampments", 1, 5, "encampments"),
    ("hole", 1, 1, "1 for a hole"),
    ("hero", 1, 1, "1 for a hero"),
    ("dragon", 1, 1, "1 for the dragon"),
    ("immune", 1, 1, "1 if immunity keeps this seat out (SW-CONQ-6)"),
    ("tokens", 1, 6, "race tokens"),
    ("defence", 1, 8, "price for an enemy without any discount"),
    ("price", 1, 8, "price for this seat's acting race before any roll (SW-CONQ-1); 0 for its own regions"),
    ("in_reach", 1, 1, "1 if this seat's acting race may conquer it once it can pay (SW-CONQ-3 to -7)"),
    ("income", 1, 3, "coins a turn that the region pays or would pay this seat's active race"),
    ("slot", 3, 1, "one-hot of the holder's slot: active, decline, spirit"),
)


def _offsets(facts: tuple[tuple[str, int, int, str], ...]) -> list[int]:
    """Where each fact of a line begins, in order, and where the line ends."""
    offsets = [0]
    for _, width, _, _ in facts:
        offsets.append(offsets[-1] + width)
    return offsets


(
    R_TERRAIN, R_SYMBOLS, R_ENTRY, R_COAST, R_TRIBE, R_LAIR, R_FORTRESS, R_ENCAMPMENTS, R_HOLE, R_HERO, R_DRAGON,
    R_IMMUNE, R_TOKENS, R_DEFENCE, R_PRICE, R_IN_REACH, R_INCOME, R_SLOT, R_OWNER,
) = _offsets(REGION_FACTS)  # fmt: skip

TURN_FACTS = (
    ("phase", len(BASE_PHASES), 1, "one-hot: " + ", ".join(phase.name.lower() for phase in BASE_PHASES)),
    ("round", 1, 10, "round, from 1"),
    ("rounds_left", 1, 10, "rounds after this one"),
    ("my_turn", 1, 1, "1 if it is this seat's turn"),
    ("my_decision", 1, 1, "1 if this seat decides now"),
    ("acting_slot", 3, 1, "one-hot of the race that this seat acts with: active, decline, spirit"),
    ("hand", 1, 12, "tokens with which that race can conquer, or that it has off the map"),
    ("to_place", 1, 8, "tokens of that race that must be laid out; below 0: regions to give up"),
    ("camps", 1, 5, "encampments in hand"),
    ("pending_roll", 1, 4, "1 + Berserk roll not used yet; 0 for none"),
    ("nonempty", 1, 6, "non-empty regions conquered by the active race this turn"),
    ("dragon_used", 1, 1, "1 if the dragon was used this turn"),
    ("fortress_placed", 1, 1, "1 if a fortress was built this turn"),
    ("race_stack", 1, 14, "banners in the stack"),
    ("power_stack", 1, 20, "badges in the stack"),
)
(
    T_PHASE, T_ROUND, T_ROUNDS_LEFT, T_MY_TURN, T_MY_DECISION, T_ACTING_SLOT, T_HAND, T_TO_PLACE, T_CAMPS,
    T_PENDING_ROLL, T_NONEMPTY, T_DRAGON_USED, T_FORTRESS_PLACED, T_RACE_STACK, T_POWER_STACK, T_SEAT,
) = _offsets(TURN_FACTS)  # fmt: skip

COLUMN_FACTS = (
    ("present", 1, 1, "1 if the row exists"),
    ("affordable", 1, 1, "1 if this seat can pay for it"),
    ("coins", 1, 4, "coins that lie on it"),
    ("tokens", 1, 12, "race tokens that it gives"),
)
C_PRESENT, C_AFFORDABLE, C_COINS, C_TOKENS, C_RACE = _offsets(COLUMN_FACTS)

SEAT_FACTS = (
    ("coins", 1, 80, "purse; 0 for other seats when coins are secret"),
    ("lead", 1, 40, "purse less this seat's; 0 when coins are secret"),
    ("tokens_on_map", 1, 20, "race tokens on the map (SW-END-3)"),
    ("turns_left", 1, 10, "turns that the seat will still begin"),
    ("attacked", 1, 1, "1 if its active race was attacked this turn"),
    ("converted", 1, 1, "1 if it lost a token to sorcery this turn"),
    ("protected", 1, 1, "1 if its Diplomat has peace with this seat"),
    ("ally", 1, 1, "1 if this seat's Diplomat has peace with it"),
    ("first_coins_paid", 1, 1, "1 if the active race has had the coins of its first turn"),
    ("holes_placed", 1, 2, "holes that the active race has placed"),
    ("regions", 3, 8, "regions held, by slot: active, decline, spirit"),
    ("hands", 3, 10, "tokens off the map, by slot: active, decline, spirit"),
)
(
    S_COINS, S_LEAD, S_TOKENS_ON_MAP, S_TURNS_LEFT, S_ATTACKED, S_CONVERTED, S_PROTECTED, S_ALLY, S_FIRST_COINS_PAID,
    S_HOLES_PLACED, S_REGIONS, S_HANDS, S_RACES,
) = _offsets(SEAT_FACTS)  # fmt: skip


# The facts that Underground adds; they follow the others of a line.
REGION_FACTS_UNDERGROUND = (
    ("river", 1, 1, "1 for a River region"),
    ("chasm", 1, 1, "1 for a Chasm"),
    ("volcano_site", 1, 1, "1 for a Chasm with the Volcano symbol"),
    ("monsters", 1, 2, "Monsters"),
    ("armors", 1, 4, "Mushroom Armors"),
    ("queen", 1, 1, "1 for the Queen"),
    ("ancient", 1, 1, "1 for the Great Ancient"),
    ("ghost", 1, 1, "1 for the Ghost"),
    ("balrog", 1, 1, "1 for the Balrog"),
    ("bag", 1, 1, "1 for the Bag"),
    ("volcano", 1, 1, "1 for the Volcano"),
    ("guarded", 1, 1, "1 if nothing but a plain attack of this seat can take it (UG-RACE-GNOMES)"),
    ("as_empty", 1, 1, "1 if it costs this seat's acting race as if it were empty"),
    ("place", len(PLACES), 1, "one-hot: " + ", ".join(PLACES)),
    ("relics", len(RELICS), 1, "1 for each of: " + ", ".join(RELICS)),
)
(
    U_RIVER, U_CHASM, U_VOLCANO_SITE, U_MONSTERS, U_ARMORS, U_QUEEN, U_ANCIENT, U_GHOST, U_BALROG, U_BAG, U_VOLCANO,
    U_GUARDED, U_AS_EMPTY, U_PLACE, U_RELICS, U_WIDTH,
) = _offsets(REGION_FACTS_UNDERGROUND)  # fmt: skip

TURN_FACTS_UNDERGROUND = (
    (
        "phase_underground",
        len(UNDERGROUND_PHASES),
        1,
        "one-hot: " + ", ".join(phase.name.lower() for phase in UNDERGROUND_PHASES),
    ),
    ("picked", 1, 1, "1 if the turn began with a pick"),
    ("declining", 1, 1, "1 if the turn is spent on a decline"),
    ("conquests_over", 1, 1, "1 after a final attempt that uncovered the Pentacle"),
    ("reborn", 1, 2, "regions replaced this turn (UG-POWER-REBORN)"),
    ("used", len(RELICS), 1, "1 for each relic used this turn: " + ", ".join(RELICS)),
    ("armed", len(RELICS), 1, "1 for each relic that serves the next conquest: " + ", ".join(RELICS)),
    ("bag", len(RELICS), 1, "one-hot of what the Bag stood in for this turn: " + ", ".join(RELICS)),
    ("bag_armed", 1, 1, "1 if that use is still to come"),
    ("vampired", 1, 1, "1 if the Vampire power was used this turn"),
    ("balrog_moved", 1, 1, "1 if the Balrog was moved this turn"),
    ("ghost_moved", 1, 1, "1 if the Ghost was moved this turn"),
    ("new_armors", 1, 4, "Mushroom Armors to be placed"),
    ("hammers_left", 1, 7, "Silver Hammers not spent this turn"),
    ("items_left", 1, 7, "Places and Relics that are still face down"),
)
(
    V_PHASE, V_PICKED, V_DECLINING, V_CONQUESTS_OVER, V_REBORN, V_USED, V_ARMED, V_BAG, V_BAG_ARMED, V_VAMPIRED,
    V_BALROG_MOVED, V_GHOST_MOVED, V_NEW_ARMORS, V_HAMMERS_LEFT, V_ITEMS_LEFT, V_STONEHEDGE,
) = _offsets(TURN_FACTS_UNDERGROUND)  # fmt: skip

SEAT_FACTS_UNDERGROUND = (
    ("vengeance", 1, 1, "1 if it holds a Vengeance marker"),
    ("hammers", 1, 7, "Silver Hammers"),
    ("ancient_placed", 1, 1, "1 if its active race has conquered a region since it was picked (UG-CLAR-3)"),
    ("crypt_master", 1, 1, "1 if it held the Crypt last with an active race"),
)
W_VENGEANCE, W_HAMMERS, W_ANCIENT_PLACED, W_CRYPT_MASTER, W_DECLINE_POWER = _offsets(SEAT_FACTS_UNDERGROUND)


# The facts that Warcraft adds; they follow the others of a line.
REGION_FACTS_WARCRAFT = (
    ("board", MAX_SEATS, 1, "one-hot of the board: " + ", ".join(map(str, range(MAX_SEATS)))),
    ("beasts", 1, 3, "Beasts"),
    ("champion", 1, 1, "1 for the Champion"),
    ("wall", 1, 1, "1 for a Wisp Wall"),
    ("tower", 1, 1, "1 for a Watch Tower"),
    ("protected", 1, 1, "1 if the Aegis protects it"),
    ("bomb", 1, 1, "1 for a bomb"),
    ("objective", 1, 1, "1 for a Military Objective"),
    ("face_down", 1, 1, "1 for a marker that is face down"),
    ("far", 1, 1, "1 if a token of travel is part of the price (WW-DIFF-4)"),
    ("toll", 1, 4, "coins that this seat owes for its conquest (WW-CONQ-11)"),
    ("rival", 1, 1, "1 if its holder is of the faction that this seat's acting race is paid for (WW-FACTION-1)"),
    ("chosen", 1, 1, "1 for the region that the phase goes on about"),
    ("artifacts", len(ARTIFACTS), 1, "1 for each of: " + ", ".join(ARTIFACTS)),
    ("place", len(LEGENDS), 1, "one-hot: " + ", ".join(LEGENDS)),
)
(
    X_BOARD, X_BEASTS, X_CHAMPION, X_WALL, X_TOWER, X_PROTECTED, X_BOMB, X_OBJECTIVE, X_FACE_DOWN, X_FAR, X_TOLL,
    X_RIVAL, X_CHOSEN, X_ARTIFACTS, X_PLACE, X_WIDTH,
) = _offsets(REGION_FACTS_WARCRAFT)  # fmt: skip

TURN_FACTS_WARCRAFT = (
    (
        "phase_warcraft",
        len(WARCRAFT_PHASES),
        1,
        "one-hot: " + ", ".join(phase.name.lower() for phase in WARCRAFT_PHASES),
    ),
    ("picked", 1, 1, "1 if the turn began with a pick"),
    ("declining", 1, 1, "1 if the turn is spent on a decline"),
    ("conquests_over", 1, 1, "1 after a final attempt that uncovered the Well"),
    ("form", len(FORMS), 1, "one-hot of the form that Worgen chose: " + ", ".join(FORMS)),
    ("armed", len(EFFECTS), 1, "1 for each effect that serves the next conquest: " + ", ".join(EFFECTS)),
    ("used", len(EFFECTS), 1, "1 for each effect used this turn: " + ", ".join(EFFECTS)),
    ("taken", len(ARTIFACTS), 1, "one-hot of the Artifact that Ethereals have just taken: " + ", ".join(ARTIFACTS)),
    ("swaps", 1, 2, "Portal swaps made this turn"),
    ("pushes", 1, 3, "Strongmen uses made this turn"),
    ("champion_gathered", 1, 1, "1 if the Champion was gathered this turn, and may still be left where he was"),
    ("champion_used", 1, 1, "1 if he has conquered this turn"),
    ("inflicted", 1, 6, "tokens that Forsaken may buy this turn"),
    ("rivals", 1, 6, "regions of the other faction conquered this turn"),
    ("saved", 1, 1, "1 if the Draenei have kept their token of this turn"),
    ("bombs", 1, 12, "bombs in the stack"),
    ("exploded", 1, 6, "bombs that have exploded in this run of Goblins"),
    ("bombs_lost", 1, 3, "bombs that left the game unseen"),
)
(
    Y_PHASE, Y_PICKED, Y_DECLINING, Y_CONQUESTS_OVER, Y_FORM, Y_ARMED, Y_USED, Y_TAKEN, Y_SWAPS, Y_PUSHES,
    Y_CHAMPION_GATHERED, Y_CHAMPION_USED, Y_INFLICTED, Y_RIVALS, Y_SAVED, Y_BOMBS, Y_EXPLODED, Y_BOMBS_LOST,
    Y_BEATEN,
) = _offsets(TURN_FACTS_WARCRAFT)  # fmt: skip

SEAT_FACTS_WARCRAFT = (
    ("harmony", 1, 1, "1 if it holds a Harmony token that is not paid"),
    ("beasts_in_hand", 1, 3, "Beasts of its active race in hand"),
    ("champion_in_hand", 1, 1, "1 if its active race has the Champion in hand"),
    ("champion_lost", 1, 1, "1 if its active race has lost the Champion"),
    ("faction", len(FACTIONS), 1, "one-hot of the faction of its active race: " + ", ".join(FACTIONS)),
)
(
    Z_HARMONY, Z_BEASTS, Z_CHAMPION, Z_CHAMPION_LOST, Z_FACTION, Z_DECLINE_POWER,
) = _offsets(SEAT_FACTS_WARCRAFT)  # fmt: skip


@kernel
def clip(x):
    """Into the range of int8."""
    return min(max(x, -128), 127)


@kernel
def write_observation(g, t, seat, out):
    """Fill a zeroed vector with what `seat` sees, looking with the army that it acts with, else its active one."""
    army = 3 * seat
    if seat == g.turn and g.army // 3 == seat:
        army = np.int64(g.army)
    at = write_regions(g, t, seat, army, out)
    at = write_turn(g, t, seat, army, out, at)
    at = write_column(g, t, seat, out, at)
    for k in range(t.num_players):
        at = write_seat(g, t, seat, (seat + k) % t.num_players, out, at)


@kernel
def write_regions(g, t, seat, army, out):
    """The block of the regions; returns where the next block begins."""
    width = R_OWNER + t.num_players
    if t.underground != 0:
        width += U_WIDTH
    if t.warcraft != 0:
        width += X_WIDTH
    active = 3 * seat
    closed = immune(g, seat) if t.warcraft == 0 else towered(g, seat)
    reachable = EMPTY
    now = terms(g, t, army)
    hammer = is_effective(g, army, DOOMHAMMER)  # the price is fixed (WW-ART-DOOMHAMMER)
    if g.race[army] != NO_ROW:
        reachable = targets(g, t, army)
    for r in range(t.num_regions):
        at = r * width
        if t.terrain[r] >= 0:
            out[at + R_TERRAIN + t.terrain[r]] = 1
        for k in range(len(SYMBOLS)):
            out[at + R_SYMBOLS + k] = t.symbols[r, k]
        out[at + R_ENTRY] = one_if(has(t.entries, r))
        out[at + R_COAST] = one_if(has(t.coast, r))
        out[at + R_TRIBE] = one_if(has(g.tribes, r))
        out[at + R_IMMUNE] = one_if(has(closed, r))
        out[at + R_DEFENCE] = clip(np.int64(defence(g, t, r)))
        out[at + R_INCOME] = 1 + income_of_row(t, g.race[active], r) + income_of_row(t, g.power[active], r)
        if g.race[army] != NO_ROW and not has(g.land[army], r):
            out[at + R_PRICE] = clip(np.int64(now.floor if hammer else price(g, t, army, r, now)))
            out[at + R_IN_REACH] = one_if(has(reachable, r))
        owner = g.owner[r]
        if owner != NOBODY:
            out[at + R_TOKENS] = g.tokens[r]
            out[at + R_LAIR] = one_if(has(g.lairs, r))
            out[at + R_FORTRESS] = one_if(has(g.fortresses, r))
            out[at + R_ENCAMPMENTS] = g.encampments[r]
            out[at + R_HOLE] = one_if(has(g.holes, r))
            out[at + R_HERO] = one_if(has(g.heroes, r))
            out[at + R_DRAGON] = one_if(has(g.dragons, r))
            out[at + R_SLOT + owner % 3] = 1
            out[at + R_OWNER + (owner // 3 - seat) % t.num_players] = 1
        if t.underground != 0:
            write_region_underground(g, t, active, r, now, out, at + width - U_WIDTH)
    if t.underground != 0:
        write_items(g, width, out)
    if t.warcraft != 0:
        write_regions_warcraft(g, t, seat, army, now, width, out)
        return t.line_regions * width
    return t.num_regions * width


@kernel
def write_regions_warcraft(g, t, seat, army, now, width, out):
    """What Warcraft adds to the lines of the regions."""
    shield = g.aegis_up != 0
    hammer = is_effective(g, army, DOOMHAMMER)
    rivals = foes(t, np.int64(g.race[army])) if g.race[army] != NO_ROW else EMPTY
    if is_neutral(t, np.int64(g.race[army])) and not holds(g, army, BATTLEGROUND):
        rivals = EMPTY
    guarded, peaceful, marsh = protected(g, seat), harmonious(g, t, seat), marshes(g, t, seat)
    for r in range(t.num_regions):
        at = r * width + width - X_WIDTH
        out[at + X_BOARD + t.board_of[r]] = 1
        out[at + X_BEASTS] = g.beasts[r]
        out[at + X_CHAMPION] = one_if(has(g.champions, r))
        out[at + X_WALL] = one_if(has(g.walls, r))
        out[at + X_TOWER] = one_if(has(g.towers, r))
        out[at + X_PROTECTED] = one_if(shield and g.item_region[AEGIS] == r)
        out[at + X_BOMB] = one_if(has(g.bombs, r))
        out[at + X_OBJECTIVE] = one_if(has(g.objectives, r))
        out[at + X_FACE_DOWN] = one_if(has(g.face_down, r))
        out[at + X_FAR] = one_if(not hammer and has(now.far, r))
        out[at + X_TOLL] = 2 * one_if(has(guarded, r)) + 2 * one_if(has(peaceful, r)) + one_if(has(marsh, r))
        if g.owner[r] != NOBODY:
            out[at + X_RIVAL] = one_if(has(rivals, g.race[g.owner[r]]))
        out[at + X_CHOSEN] = one_if(g.chosen == r)
    for item in range(FIRST_FIND, NUM_ITEMS):
        region = g.item_region[item]
        if region >= 0:
            column = X_ARTIFACTS + item - FIRST_FIND if item < FIRST_LEGEND else X_PLACE + item - FIRST_LEGEND
            out[region * width + width - X_WIDTH + column] = 1


@kernel
def write_region_underground(g, t, active, r, now, out, at):
    """What Underground adds to the line of a region, and the income that Stonehedge's power adds."""
    out[at + U_RIVER] = one_if(has(t.rivers, r))
    out[at + U_CHASM] = one_if(has(t.chasms, r))
    out[at + U_VOLCANO_SITE] = one_if(has(t.volcanoes, r))
    out[at + U_MONSTERS] = 2 * one_if(has(g.monsters, r))
    out[at + U_ARMORS] = g.armors[r]
    out[at + U_QUEEN] = one_if(has(g.queens, r))
    out[at + U_ANCIENT] = one_if(has(g.ancients, r))
    out[at + U_GHOST] = one_if(has(g.ghosts, r))
    out[at + U_BALROG] = one_if(has(g.balrogs, r))
    out[at + U_BAG] = one_if(has(g.bags, r))
    out[at + U_VOLCANO] = one_if(has(g.volcanoes, r))
    out[at + U_GUARDED] = one_if(has(now.guarded, r))
    out[at + U_AS_EMPTY] = one_if(has(now.as_empty, r))
    if g.race[active] == NO_ROW or g.stonehedge_army != active:
        return
    line = at - R_OWNER - t.num_players
    out[line + R_INCOME] += income_of_row(t, np.int64(second_power(g, active)), r)


@kernel
def write_items(g, width, out):
    """Places and Relics that lie open, into the lines of their regions."""
    for item in range(NUM_TREASURES):
        region = g.item_region[item]
        if region >= 0:
            column = U_PLACE + item if item < FIRST_RELIC else U_RELICS + item - FIRST_RELIC
            out[region * width + width - U_WIDTH + column] = 1


@kernel
def income_of_row(t, row, r):
    """Coins that a banner or badge adds for holding `r`."""
    return one_if(has(t.coin_regions[row], r)) + one_if(has(t.lasting_coin_regions[row], r))


@kernel
def write_turn(g, t, seat, army, out, at):
    """The block of the turn."""
    if g.phase < len(BASE_PHASES):
        out[at + T_PHASE + g.phase] = 1
    out[at + T_ROUND] = g.round_number
    out[at + T_ROUNDS_LEFT] = t.rounds - g.round_number
    out[at + T_MY_TURN] = one_if(g.turn == seat)
    out[at + T_MY_DECISION] = one_if(g.to_act == seat)
    out[at + T_ACTING_SLOT + army % 3] = 1
    out[at + T_HAND] = clip(np.int64(strength(g, army) if g.phase == Phase.CHOOSE else g.hand[army]))
    out[at + T_TO_PLACE] = clip(np.int64(to_place(g, army)))
    out[at + T_CAMPS] = clip(np.int64(encampments_in_hand(g, t, 3 * seat)))
    out[at + T_PENDING_ROLL] = 1 + g.pending_roll
    out[at + T_NONEMPTY] = g.nonempty
    out[at + T_DRAGON_USED] = g.dragon_used
    out[at + T_FORTRESS_PLACED] = g.fortress_placed
    out[at + T_RACE_STACK] = g.num_race_stack
    out[at + T_POWER_STACK] = g.num_power_stack
    out[at + T_SEAT + seat] = 1
    if t.warcraft != 0:
        out[at + T_HAND] = clip(np.int64(strength(g, army) if g.phase == Phase.CHOOSE else free_hand(g, army)))
        return write_turn_warcraft(g, t, army, out, at + T_SEAT + t.num_players)
    if t.underground == 0:
        return at + T_SEAT + t.num_players
    if g.phase == Phase.CHOOSE and army % 3 == 0:
        out[at + T_HAND] += fountain_gives(g, army)
    return write_turn_underground(g, t, out, at + T_SEAT + t.num_players)


@kernel
def write_turn_underground(g, t, out, at):
    """What Underground adds to the block of the turn; returns where the next block begins."""
    if g.phase >= len(BASE_PHASES):
        out[at + V_PHASE + g.phase - len(BASE_PHASES)] = 1
    out[at + V_PICKED] = g.picked
    out[at + V_DECLINING] = g.declining
    out[at + V_CONQUESTS_OVER] = g.conquests_over
    out[at + V_REBORN] = g.reborn
    for relic in range(len(RELICS)):
        out[at + V_USED + relic] = (g.used >> relic) & 1
        out[at + V_ARMED + relic] = (armed(g) >> relic) & 1
    if g.bag >= 0:
        out[at + V_BAG + g.bag] = 1
    out[at + V_BAG_ARMED] = g.bag_armed
    out[at + V_VAMPIRED] = one_if(g.vampired != 0)
    out[at + V_BALROG_MOVED] = g.balrog_moved
    out[at + V_GHOST_MOVED] = g.ghost_moved
    out[at + V_NEW_ARMORS] = g.new_armors
    out[at + V_HAMMERS_LEFT] = g.hammers_left
    out[at + V_ITEMS_LEFT] = g.num_items
    if g.stonehedge != NO_ROW:
        out[at + V_STONEHEDGE + g.stonehedge - FIRST_POWER] = 1
    return at + V_STONEHEDGE + t.num_powers


@kernel
def write_turn_warcraft(g, t, army, out, at):
    """What Warcraft adds to the block of the turn; returns where the next block begins."""
    if g.phase >= Phase.REVEAL:
        out[at + Y_PHASE + g.phase - Phase.REVEAL] = 1
    out[at + Y_PICKED] = g.picked
    out[at + Y_DECLINING] = g.declining
    out[at + Y_CONQUESTS_OVER] = g.conquests_over
    if g.form != Form.NONE:
        out[at + Y_FORM + g.form - 1] = 1
    for effect in range(len(EFFECTS)):
        out[at + Y_ARMED + effect] = (g.effects >> effect) & 1
        out[at + Y_USED + effect] = (g.effects_used >> effect) & 1
    if g.taken >= 0:
        out[at + Y_TAKEN + g.taken] = 1
    out[at + Y_SWAPS] = g.swaps
    out[at + Y_PUSHES] = g.pushes
    out[at + Y_CHAMPION_GATHERED] = one_if(g.phase == Phase.READY and may_leave_champion(g, army))
    out[at + Y_CHAMPION_USED] = g.champion_used
    out[at + Y_INFLICTED] = g.inflicted
    out[at + Y_RIVALS] = g.rivals
    out[at + Y_SAVED] = g.saved
    out[at + Y_BOMBS] = g.num_bombs
    out[at + Y_EXPLODED] = exploded(g, t)
    out[at + Y_BOMBS_LOST] = g.lost_bombs
    at += Y_BEATEN
    for race in range(t.num_races):
        out[at + race] = one_if(has(g.beaten, race)) + one_if(has(g.beaten_twice, race))
    at += t.num_races
    if t.num_tables > 1:
        out[at + g.table] = 1
        at += t.num_tables
    return at


@kernel
def write_column(g, t, seat, out, at):
    """The block of the column, a line a row."""
    for row in range(COLUMN_ROWS):
        if row < g.num_rows:
            race, power = g.column_race[row], g.column_power[row]
            out[at + C_PRESENT] = 1
            out[at + C_AFFORDABLE] = one_if(row <= g.coins[seat])
            out[at + C_COINS] = clip(np.int64(g.column_coins[row]))
            out[at + C_TOKENS] = clip(np.int64(t.tokens[race] + t.tokens[power]))
            out[at + C_RACE + race] = 1
            out[at + C_RACE + t.num_races + power - FIRST_POWER] = 1
        at += C_RACE + t.num_races + t.num_powers
    return at


@kernel
def write_seat(g, t, looking, seat, out, at):
    """The block of one seat as `looking` sees it."""
    if seat == looking or t.hide_coins == 0:
        out[at + S_COINS] = clip(np.int64(g.coins[seat]))
        out[at + S_LEAD] = clip(np.int64(g.coins[seat] - g.coins[looking]))
    out[at + S_TOKENS_ON_MAP] = clip(np.int64(tokens_on_map(g, seat)))
    out[at + S_TURNS_LEFT] = t.rounds - g.round_number + one_if(seat > g.turn)
    out[at + S_ATTACKED] = (g.attacked >> seat) & 1
    out[at + S_CONVERTED] = (g.converted >> seat) & 1
    out[at + S_PROTECTED] = one_if(g.peace[seat] == looking)
    out[at + S_ALLY] = one_if(g.peace[looking] == seat)
    active = 3 * seat
    out[at + S_FIRST_COINS_PAID] = g.first_coins_paid[active]
    out[at + S_HOLES_PLACED] = g.holes_placed[active]
    races = at + S_RACES
    for slot in range(3):
        army = active + slot
        out[at + S_REGIONS + slot] = count(g.land[army])
        out[at + S_HANDS + slot] = clip(np.int64(g.hand[army]))
        if g.race[army] != NO_ROW:
            out[races + slot * t.num_races + g.race[army]] = 1
    powers = races + 3 * t.num_races
    if g.power[active] != NO_ROW:
        out[powers + g.power[active] - FIRST_POWER] = 1
    at = powers + t.num_powers
    if t.warcraft != 0:
        return write_seat_warcraft(g, t, seat, out, at)
    if t.underground == 0:
        return at
    out[at + W_VENGEANCE] = (g.vengeance >> seat) & 1
    out[at + W_HAMMERS] = g.hammers[seat]
    out[at + W_ANCIENT_PLACED] = g.ancient_placed[seat]
    out[at + W_CRYPT_MASTER] = one_if(g.crypt_master == seat)
    if g.power[active + 1] != NO_ROW:
        out[at + W_DECLINE_POWER + g.power[active + 1] - FIRST_POWER] = 1
    return at + W_DECLINE_POWER + t.num_powers


@kernel
def write_seat_warcraft(g, t, seat, out, at):
    """What Warcraft adds to the block of a seat; returns where the next one begins."""
    active = 3 * seat
    out[at + Z_HARMONY] = (g.harmony >> seat) & 1
    out[at + Z_BEASTS] = beasts_in_hand(g, active)
    out[at + Z_CHAMPION] = one_if(champion_in_hand(g, active))
    out[at + Z_CHAMPION_LOST] = one_if(has(g.traits[active], Trait.CHAMPION) and g.champion_lost != 0)
    out[at + Z_FACTION] = one_if(g.race[active] != NO_ROW and has(t.alliance, g.race[active]))
    out[at + Z_FACTION + 1] = one_if(g.race[active] != NO_ROW and has(t.horde, g.race[active]))
    if g.power[active + 1] != NO_ROW:
        out[at + Z_DECLINE_POWER + g.power[active + 1] - FIRST_POWER] = 1
    return at + Z_DECLINE_POWER + t.num_powers
