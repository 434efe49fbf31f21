"""What the greedy player thinks of its actions, from what it sees; `swenv.agents.greedy_islands` has its weights.

Terms: `seen` is an observation, `w` what the player knows beforehand (`WEIGHTS`), and `s` what it sees (`SIGHT`). An
island goes by its number in the lines of the cells, 0 for none; a visible tile by the offset of its line. What is
multiplied by weights is 32 bits wide, and the value of an island 64 bits.
"""

import numpy as np
from numba import float64, int8, int64

from swenv.core.bits import EMPTY, bit, has, one_if
from swenv.core.jit import entry, kernel, unit
from swenv.islands.rules.cards import KEPT
from swenv.islands.rules.evaluation import insert
from swenv.islands.rules.fields import (
    CELL_AT,
    COUNTED,
    ISLAND_AT,
    ISLANDS,
    MARKER_AT,
    SEAT_AT,
    SECOND,
    TILE_AT,
    TURN_AT,
)
from swenv.islands.rules.informed import expected
from swenv.islands.rules.markers import PORTS_OF_A_TILE
from swenv.islands.rules.record import (
    CARDS,
    GREY,
    HAND,
    HELD,
    MARKER_MODES,
    MARKET,
    MAX_CELLS,
    NOTHING,
    NUM_FACTS,
    NUM_MARKERS,
    NUM_SHIPS,
    NUM_TILES,
    PAIRS,
    POOL,
    PORT,
    RESOURCES,
    SLOTS,
    STACK,
    SYMBOLS,
    TABLES,
    TOKENS,
    Fact,
    Phase,
    Reward,
    Verb,
)
from swenv.islands.rules.worth import missing

LACKS = (64, 2, 2)
"""How many symbols an island lacks, whether it has too few tiles, and whether it has no free site."""
OWN, RIVAL = np.int64(NUM_FACTS - 1), np.int64(NUM_FACTS)
"""Facts of an island besides those that everybody counts: a house of the observing seat, and houses of Alexis."""
BIG = np.float32(100)
"""Ranks one kind of action above or below all others."""

PARTS = ("islands", "markers", "turn", "tiles", "cards", "seats")
"""The parts of an observation of which it must be known where they begin."""
WEIGHTS = np.dtype(
    (
        np.record,
        [
            *((name, "f8") for name in ("open", "rich", "port", "marker", "last_marker", "any_marker", "enough")),
            *((name, "f8") for name in ("dock", "rival")),
            *((f"at_{part}", "i8") for part in PARTS),
            ("second", "f4"),
            ("house", "f4"),
            ("chances", "f4", (STACK + 1, *LACKS)),  # of bringing what it lacks to an island, by turns left
            ("growth", "f4", LACKS),  # what it will pay beyond what it pays now
            ("kept", "f4", LACKS),  # the share of its pay that counts for the next round
            ("tokens", "f4", TOKENS + 1),  # the expected best of so many tokens
        ],
    )
)
SIGHT = np.dtype(
    (
        np.record,
        [
            ("islands", "i8"),  # how many there are
            ("facts", "i8", (ISLANDS + 1, NUM_FACTS + 1)),
            ("worth", "f8", ISLANDS + 1),
            ("inland", "i8"),  # the island that no side of a tile shows
            ("shores", "i8"),  # empty cells beside something, and how many
            ("shore", "i8", MAX_CELLS),
            ("ports", "i8", MAX_CELLS),  # on each cell
            ("berth", "i8", MAX_CELLS),  # ports around each cell where a ship fits, -1 elsewhere
            ("for_ships", "i8", MAX_CELLS),  # what a port there is worth, given the ships on the board
            ("waiting", "i8"),  # whether the own ship has not docked
            ("harbor", "i8"),  # the best cell for it, the ports around it, and those around the second best
            ("first", "i8"),
            ("second", "i8"),
            ("pool", "i8"),  # houses for this round, and for the game
            ("houses", "i8"),
            ("rounds", "i8"),  # after this one: each takes a ship and a stack of tiles (SI-END-1, SI-END-3)
            ("turns", "i8"),  # own turns after this one before anybody else can dock
            ("price", "f4"),  # the cost of using up a house, if houses are scarce
            ("goal", "i8", 2),  # cards of this round and of the next one, NOTHING if there is none
            ("reward", "i8", 2),
            ("piece", "i8", 4),  # of a placement: the piece on each side, NOTHING for sea; islands that are gone
            ("gone", "i8", 4),
            ("made", "i8", (2, NUM_FACTS + 1)),  # the facts of those that it makes
        ],
    )
)


# What it sees


@kernel
def card_at(seen, t, w, place, deck):
    """The card of the seat at one of the places of a deck, NOTHING if there is none."""
    return one_hot(seen, w.at_cards + (place * (1 + t.advanced) + deck) * CARDS, CARDS)


@kernel
def one_hot(seen, at, number):
    """Which of some flags is set, NOTHING if none is."""
    for k in range(number):
        if seen[at + k] != 0:
            return np.int64(k)
    return np.int64(NOTHING)


@kernel
def look(seen, t, w, s):
    """Find out what an observation shows."""
    look_at_islands(seen, t, w, s)
    look_at_cells(seen, t, s)
    look_for_berths(seen, t, w, s)
    turn, me = w.at_turn, w.at_seats
    s.waiting, s.pool = seen[me + SEAT_AT.ship_left], seen[me + SEAT_AT.pool]
    s.houses = s.pool + seen[me + SEAT_AT.spare]
    s.rounds = min(NUM_SHIPS - seen[turn + TURN_AT.round], seen[turn + TURN_AT.reserve] // STACK)
    s.turns = (max(np.int64(seen[turn + TURN_AT.navigation]) - 1, 0) + 1) // t.contenders
    scarce = min(max(2 * s.rounds + 2 - s.houses, 0), 2) if s.rounds > 0 else 0
    s.price = w.house * np.float32(scarce / 2)
    for deck in range(2):
        cards = s.goal if deck == 0 else s.reward
        cards[0] = card_at(seen, t, w, HELD, deck * t.advanced)
        cards[1] = card_at(seen, t, w, KEPT, deck * t.advanced)
    for island in range(1, s.islands + 1):
        s.worth[island] = worth(t, w, s, s.facts[island])
    s.worth[0] = 0


@kernel
def look_at_islands(seen, t, w, s):
    """Read the lines of the islands."""
    s.facts[:] = 0
    s.islands = 0
    width = ISLAND_AT.end + t.contenders
    for at in range(w.at_islands, w.at_islands + ISLANDS * width, width):
        if seen[at + Fact.SIZE] == 0:
            return
        s.islands += 1
        facts = s.facts[s.islands]
        for k in range(len(COUNTED)):
            facts[k] = seen[at + k]
        for owner in range(t.contenders):
            facts[Fact.HOUSES] += seen[at + ISLAND_AT.end + owner]
        facts[OWN] = one_if(seen[at + ISLAND_AT.end] > 0)
        facts[RIVAL] = seen[at + ISLAND_AT.end + 1] if t.solo != 0 else 0


@kernel
def look_at_cells(seen, t, s):
    """Find the ports, what ports are worth to ships, the shore, and the island that no side shows."""
    named = EMPTY
    s.shores, s.for_ships[:] = 0, 0
    for cell in range(t.window * t.window):
        tile = tile_on(seen, cell)
        s.ports[cell] = 0
        if tile >= NUM_TILES:
            owner = tile - NUM_TILES
            value = one_if(owner == 0) - one_if(t.solo != 0 and owner == GREY)
            for k in range(8):
                if t.around[cell, k] >= 0:
                    s.for_ships[t.around[cell, k]] += value
        elif tile >= 0:
            s.ports[cell] = t.ports[tile, 0] + t.ports[tile, 1]
            for d in range(4):
                if side(seen, cell, d) > 0:
                    named |= bit(side(seen, cell, d) % SECOND)
        elif (
            side(seen, cell, 0) != 0 or side(seen, cell, 1) != 0 or side(seen, cell, 2) != 0 or side(seen, cell, 3) != 0
        ):
            s.shore[s.shores] = cell
            s.shores += 1
    s.inland = 0
    for island in range(1, s.islands + 1):
        if not has(named, island):
            s.inland = island


@kernel
def side(seen, cell, d):
    """What is on a side of a cell, as the observation has it."""
    return np.int64(seen[cell * CELL_AT.end + CELL_AT.sides + d])


@kernel
def marked_cell(seen, t, at):
    """The cell of the marker whose line begins at `at`; below 0 if there is none."""
    return (np.int64(seen[at + MARKER_AT.row]) - 1) * t.window + seen[at + MARKER_AT.column] - 1


@kernel
def look_for_berths(seen, t, w, s):
    """Add the ports of markers; find out how many are around each cell where a ship fits, and the best of these."""
    for at in range(w.at_markers, w.at_turn, MARKER_AT.end + t.num_players):
        if marked_cell(seen, t, at) >= 0:
            s.ports[marked_cell(seen, t, at)] += seen[at + MARKER_AT.shows + PORT]
    s.berth[:] = -1
    for k in range(s.shores):
        cell, fits = s.shore[k], True
        for d in range(4):
            fits &= side(seen, cell, d) <= 0
        if fits:
            s.berth[cell] = 0
            for other in range(8):
                if t.around[cell, other] >= 0:
                    s.berth[cell] += s.ports[t.around[cell, other]]
    s.harbor, s.second = 0, 0
    for cell in range(t.window * t.window):
        if s.berth[cell] > s.berth[s.harbor]:
            s.harbor = cell
    s.first = max(s.berth[s.harbor], 0)
    for cell in range(t.window * t.window):
        if cell != s.harbor:
            s.second = max(s.second, s.berth[cell])


# What islands are worth


@kernel
def is_open(facts, owner):
    """Whether `OWN` or `RIVAL` may build on an island if it meets the goal."""
    return facts[Fact.SIZE] >= 2 and facts[Fact.SITES] > facts[Fact.HOUSES] and facts[owner] == 0


@kernel
def lacks(t, goal, facts):
    """What an island lacks before a house may be built, see `LACKS`."""
    full = facts[Fact.SITES] == facts[Fact.HOUSES]
    return missing(t, goal, facts, np.int64(0)), one_if(facts[Fact.SIZE] < 2), one_if(full)


@kernel
def pays(t, w, reward, facts):
    """What an island pays by a reward, with the best choice, and the expected best of drawn tokens."""
    if t.rewards[reward] == Reward.DISCOVERY:
        return w.tokens[min(facts[Fact.TEMPLE], TOKENS)]
    return np.float32(expected(t, reward, facts))


@kernel
def later(t, w, s, facts):
    """The value of an island in future rounds: for the card that is kept, or for any card."""
    found = 0.0
    if s.rounds > 0 and is_open(facts, OWN):
        symbols = np.int64(0)
        for symbol in range(len(SYMBOLS)):
            symbols += facts[symbol]
        found = w.open + w.rich * symbols
    if s.rounds > 0 and s.goal[1] >= 0 and facts[OWN] == 0:
        lacking = lacks(t, s.goal[1], facts)
        found = max(found, np.float64(w.kept[lacking] * (pays(t, w, s.reward[1], facts) + w.growth[lacking])))
    return found


@unit(float64, TABLES, WEIGHTS, SIGHT, int64[::1])
def worth(t, w, s, facts):
    """The value of an island to the observing seat: now or later, whichever is more."""
    future = later(t, w, s, facts)
    if s.goal[0] < 0 or s.reward[0] < 0 or facts[OWN] != 0:
        return future
    lacking = lacks(t, s.goal[0], facts)
    now = max(pays(t, w, s.reward[0], facts) + w.growth[lacking] - s.price, np.float32(0))
    chance = w.chances[s.turns, lacking[0], lacking[1], lacking[2]]
    return max(chance * (now - future), 0.0) + future


# What a tile or a marker changes


@kernel
def tile_at(w, place):
    """Where the line of a visible tile begins: of the market, the own hand, or the one being laid."""
    return w.at_tiles + TILE_AT.end * place


@kernel
def tile_on(seen, cell):
    """The tile on a cell, NOTHING or the number of no tile if there is none."""
    return np.int64(seen[cell * CELL_AT.end + CELL_AT.tile]) - 1


@kernel
def piece_on(seen, tile, d):
    """The piece on a side of a tile that is not turned, NOTHING for sea."""
    return np.int64(seen[tile + TILE_AT.second + d]) if seen[tile + TILE_AT.edges + d] != 0 else np.int64(NOTHING)


@kernel
def turn_tile(seen, s, tile, rot):
    """Write the piece on each side of a turned tile."""
    for d in range(4):
        s.piece[d] = piece_on(seen, tile, (d - rot) & 3)


@kernel
def read_piece(seen, tile, piece, facts):
    """Write the facts of a piece of a tile, whose size is 0 if there is no such piece; return its ports."""
    facts[:] = 0
    here = seen[tile + TILE_AT.site + piece] != 0
    for d in range(4):
        here |= piece_on(seen, tile, d) == piece
    for symbol in range(len(SYMBOLS)):
        facts[symbol] = seen[tile + TILE_AT.symbols_1 + len(SYMBOLS) * piece + symbol]
        here |= facts[symbol] != 0
    facts[Fact.SIZE], facts[Fact.SITES] = one_if(here), seen[tile + TILE_AT.site + piece]
    return facts[Fact.PORTS]


@kernel
def foresee(seen, s, tile, cell):
    """Write which islands a turned tile would take away and make; a tile in both of them counts twice.

    Returns:
        The ports of the tile, and whether it makes two islands.
    """
    ports = read_piece(seen, tile, np.int64(0), s.made[0]) + read_piece(seen, tile, np.int64(1), s.made[1])
    both = False
    for d in range(4):
        island = side(seen, cell, d) if s.piece[d] >= 0 else np.int64(0)
        s.gone[d] = island if 0 < island <= ISLANDS else 0
        for e in range(d):
            if s.gone[d] > 0 and s.gone[d] == s.gone[e]:  # the second piece may be on it, too
                both |= s.piece[d] != s.piece[e]
                s.gone[d] = 0
    two = s.made[1, Fact.SIZE] > 0 and not both
    for d in range(4):
        if s.gone[d] > 0:
            add(s.facts[s.gone[d]], s.made[0 if both else s.piece[d]])
    if both:
        add(s.made[1], s.made[0])
        s.made[0, Fact.SIZE] -= 1
    return ports, two


@kernel
def add(facts, to):
    """Add the facts of an island to those of another."""
    for k in range(len(facts)):
        to[k] += facts[k]


@unit(float64, int8[::1], TABLES, WEIGHTS, SIGHT, int64, int64)
def gain(seen, t, w, s, tile, cell):
    """What a turned tile adds to the value of islands and ports; for Alexis, see `loss_of_rival`."""
    ports, two = foresee(seen, s, tile, cell)
    after = worth(t, w, s, s.made[0])
    if two:
        after += worth(t, w, s, s.made[1])
    found = after - (s.worth[s.gone[0]] + (s.worth[s.gone[1]] + s.worth[s.gone[2]] + s.worth[s.gone[3]]))
    found += ports * s.for_ships[cell]
    return found + w.port * harbor_gain(t, s, cell, ports)


@kernel
def harbor_gain(t, s, cell, ports):
    """How a turned tile changes the ports around the best place for the own ship, until it has docked."""
    if s.waiting == 0:
        return np.int64(0)
    lost, here = cell == s.harbor, np.int64(0)
    for k in range(8):
        other = np.int64(t.around[cell, k])
        if other >= 0 and k < 4 and s.piece[k] >= 0:  # the first ones are the neighbours
            lost |= other == s.harbor
        elif other >= 0 and s.berth[other] >= 0:
            here = max(here, s.berth[other] + ports)
    return max(s.second if lost else s.first, here) - s.first


@kernel
def rival_gain(s, two):
    """On how many more islands Alexis might build after the placement that was foreseen last."""
    found = one_if(is_open(s.made[0], RIVAL)) + one_if(two and is_open(s.made[1], RIVAL))
    for d in range(4):
        found -= one_if(is_open(s.facts[s.gone[d]], RIVAL))
    return found


@kernel
def best_place(seen, t, w, s, tile):
    """What the best placement of a tile is worth, `-BIG` if there is none."""
    best = -BIG
    if seen[tile + TILE_AT.present] == 0:
        return best
    for rot in range(4):
        if looks_like_before(seen, tile, rot):
            continue
        turn_tile(seen, s, tile, rot)
        for k in range(s.shores):
            if fits(seen, s, s.shore[k]):
                best = max(best, np.float32(gain(seen, t, w, s, tile, s.shore[k])))
    return best


@kernel
def looks_like_before(seen, tile, rot):
    """Whether a tile looks the same in a smaller rotation (SI-TILE-5)."""
    for other in range(rot):
        same = True
        for d in range(4):
            same &= piece_on(seen, tile, (d - rot) & 3) == piece_on(seen, tile, (d - other) & 3)
        if same:
            return True
    return False


@kernel
def fits(seen, s, cell):
    """Whether the turned tile fits on a cell of the shore."""
    for d in range(4):
        beside = side(seen, cell, d)
        if (beside > 0 and s.piece[d] < 0) or (beside < 0 and s.piece[d] >= 0):
            return False
    return True


@kernel
def island_of(seen, t, s, cell, piece):
    """The island of a piece of the tile on a cell; 0 if it is not known."""
    for d in range(4):
        beside = side(seen, cell, d)
        if beside > 0 and (beside >= SECOND) == (piece == 1):
            return beside % SECOND if beside % SECOND <= ISLANDS else np.int64(0)
    return s.inland if piece < t.pieces[tile_on(seen, cell)] else np.int64(0)


@kernel
def shown_on(seen, t, w, cell, slot):
    """The resource on a slot, that of the last marker if any lies there; NOTHING if there is no slot."""
    shown = np.int64(t.slot_resource[tile_on(seen, cell), slot])
    for at in range(w.at_markers, w.at_turn, MARKER_AT.end + t.num_players):
        covers = seen[at + MARKER_AT.spot + slot] != 0 and seen[at + MARKER_AT.shows + PORT] == 0
        if covers and marked_cell(seen, t, at) == cell:
            shown = one_hot(seen, at + MARKER_AT.shows, len(RESOURCES))
    return shown


@kernel
def marker_gain(seen, t, w, s, cell, spot, what):
    """What a marker on a slot, or a port on a piece, is worth; minus infinity where it cannot lie."""
    tile = tile_on(seen, cell)
    shown = shown_on(seen, t, w, cell, spot) if what != PORT else np.int64(NOTHING)
    if what != PORT and (shown == what or shown == NOTHING):
        return -np.inf
    island = island_of(seen, t, s, cell, spot if what == PORT else np.int64(t.slot_piece[tile, spot]))
    facts = s.made[0]
    facts[:] = s.facts[island]
    if what != PORT:
        facts[shown] -= 1
        facts[what] += 1
        return worth(t, w, s, facts) - s.worth[island]
    if island == 0 or s.ports[cell] >= PORTS_OF_A_TILE or is_inland(seen, cell):
        return -np.inf
    facts[Fact.PORTS] += 1
    here = np.int64(0)
    for k in range(8):
        if s.waiting != 0 and t.around[cell, k] >= 0:
            here = max(here, s.berth[t.around[cell, k]] + 1)
    return worth(t, w, s, facts) - s.worth[island] + (s.for_ships[cell] + w.port * max(here - s.first, 0))


@kernel
def is_inland(seen, cell):
    """Whether all sides of the tile on a cell are land of one piece."""
    for d in range(4):
        if side(seen, cell, d) <= 0 or side(seen, cell, d) >= SECOND:
            return False
    return True


# The decisions: each writes the scores of its verbs


@kernel
def score_cards(seen, t, w, s, verb, scores):
    """The value of the islands with each pair of a deck, and the best pair of the other one if that comes later."""
    first = t.first_action[verb]
    others = len(PAIRS) if verb == Verb.CARD_PAIR and t.advanced != 0 else 1
    for pair in range(len(PAIRS)):
        scores[first + pair] = -np.inf
        if verb == Verb.CARD_PAIR:
            take_pair(seen, t, w, s.goal, pair, np.int64(0))
        for other in range(others):
            if verb == Verb.REWARD_PAIR or t.advanced == 0:
                take_pair(seen, t, w, s.reward, pair, t.advanced)
            else:
                take_pair(seen, t, w, s.reward, other, t.advanced)
            total = 0.0
            for island in range(1, s.islands + 1):
                total += worth(t, w, s, s.facts[island])
            scores[first + pair] = max(scores[first + pair], np.float32(total))


@kernel
def take_pair(seen, t, w, cards, pair, deck):
    """Take the cards of a pair: one to use now, and one to keep."""
    now, kept = pair // 2, pair % 2
    cards[0] = card_at(seen, t, w, now, deck)
    cards[1] = card_at(seen, t, w, kept + one_if(kept >= now), deck)


@kernel
def score_turn(seen, t, w, s, mask, scores):
    """The tile of the best placement; or docking, if the houses pay enough or the ship cannot wait."""
    own, grey, cells = t.first_action[Verb.DOCK_OWN], t.first_action[Verb.DOCK_GREY], t.window * t.window
    one, two = best_place(seen, t, w, s, tile_at(w, MARKET)), best_place(seen, t, w, s, tile_at(w, MARKET + 1))
    for slot in range(MARKET):
        best = best_place(seen, t, w, s, tile_at(w, slot))
        most, least = max(best, one, two), min(best, one, two)
        middle = max(min(one, two), min(max(one, two), best))
        scores[t.first_action[Verb.TAKE] + slot] = most + w.second * (least + middle)
    most, may_dock = np.int64(-1), False
    for cell in range(cells):
        if mask[own + cell]:
            most = max(most, s.berth[cell])
        may_dock |= mask[own + cell] or mask[grey + cell]
    if not may_dock:
        return
    last = most >= 0 and (s.rounds == 0 or (s.rounds == 1 and most >= w.dock))
    go = BIG * BIG if last or houses_pay(t, w, s) else -BIG * BIG
    for cell in range(cells):
        scores[own + cell] = go + BIG + s.berth[cell]
        scores[grey + cell] = go - s.berth[cell]


@kernel
def houses_pay(t, w, s):
    """Whether the houses that can be built now pay enough to end the round."""
    best = np.zeros(POOL)
    for island in range(1, s.islands + 1):
        facts = s.facts[island]
        if s.goal[0] >= 0 and is_open(facts, OWN) and missing(t, s.goal[0], facts, np.int64(0)) == 0:
            insert(best, np.float64(pays(t, w, s.reward[0], facts)))
    first = 0.0
    for k in range(s.pool):
        first += best[k]
    return first >= w.enough * min(np.ceil(s.houses / (1 + s.rounds)), np.float64(s.pool))


@kernel
def score_places(seen, t, w, s, mask, scores):
    """Where the tile gains most; of Alexis's tile, also where he gains least."""
    tile = tile_at(w, MARKET + HAND)
    for cell in range(t.window * t.window):
        for rot in range(4):
            action = t.first_action[Verb.PLACE] + 4 * cell + rot
            if mask[action]:
                turn_tile(seen, s, tile, rot)
                found = gain(seen, t, w, s, tile, cell)
                if seen[w.at_turn + TURN_AT.phase + Phase.ALEXIS_PLACE] != 0:
                    found -= w.rival * rival_gain(s, foresee(seen, s, tile, cell)[1])
                scores[action] = found


@kernel
def score_modes(seen, t, w, s, scores):
    """The marker that gains most, if it gains enough."""
    best = np.full(PORT + 1, np.float32(-np.inf))
    for cell in range(t.window * t.window):
        if 0 <= tile_on(seen, cell) < NUM_TILES:
            for what in range(PORT + 1):
                for spot in range(2 if what == PORT else SLOTS):
                    best[what] = max(best[what], np.float32(marker_gain(seen, t, w, s, cell, spot, what)))
    for mode in range(MARKER_MODES):
        free = w.any_marker if t.mode_marker[mode] == NUM_MARKERS - 1 else 0.0
        scores[t.first_action[Verb.MARKER_MODE] + mode] = best[t.mode_shows[mode]] - free
    scores[t.first_action[Verb.PASS]] = w.marker if s.rounds > 0 else w.last_marker


@kernel
def score_spots(seen, t, w, s, mask, scores):
    """Where the marker gains most."""
    what = t.mode_shows[one_hot(seen, w.at_turn + TURN_AT.marker_mode, MARKER_MODES)]
    first, spots = t.first_action[Verb.MARK_PIECE if what == PORT else Verb.MARK_SLOT], 2 if what == PORT else SLOTS
    for cell in range(t.window * t.window):
        for spot in range(spots):
            if mask[first + spots * cell + spot]:
                scores[first + spots * cell + spot] = marker_gain(seen, t, w, s, cell, spot, what)


@kernel
def score_houses(seen, t, w, s, mask, scores):
    """The island that pays most, unless houses are scarce, or it pays more in the next round."""
    mine = seen[w.at_turn + TURN_AT.phase + Phase.HOUSE] != 0
    for cell in range(t.window * t.window):
        action = t.first_action[Verb.HOUSE] + cell
        if not mask[action]:
            continue
        tile = tile_on(seen, cell)
        facts = s.facts[island_of(seen, t, s, cell, np.int64(t.site[tile]))]
        if mine:
            now = pays(t, w, s.reward[0], facts) + w.growth[lacks(t, s.goal[0], facts)] + np.float32(0.1)
            scores[action] = now - max(later(t, w, s, facts), np.float64(s.price))
        elif facts[Fact.SITES] - facts[Fact.HOUSES] == 1:  # Alexis builds where it costs the player least
            scores[action] = -worth(t, w, s, facts)


@kernel
def score_rewards(seen, t, w, s, scores):
    """The most frequent resource of the island that is scored, or the most valuable token."""
    for token in range(TOKENS):
        scores[t.first_action[Verb.DISCOVERY] + token] = token  # they are sorted by value
    width, scored = ISLAND_AT.end + t.contenders, np.int64(0)
    for island in range(1, s.islands + 1):
        if seen[w.at_islands + (island - 1) * width + ISLAND_AT.scored] == 2:
            scored = island
    for resource in range(len(RESOURCES)):
        scores[t.first_action[Verb.RESOURCE] + resource] = s.facts[scored, resource]


@kernel
def score(seen, mask, t, w, s, scores):
    """Write the scores of what may be decided now into zeros."""
    phase = one_hot(seen, w.at_turn + TURN_AT.phase, Phase.OVER)
    look(seen, t, w, s)
    if phase == Phase.PREP_PICK:
        score_cards(seen, t, w, s, np.int64(Verb.CARD_PAIR), scores)
    elif phase == Phase.PREP_REWARD:
        score_cards(seen, t, w, s, np.int64(Verb.REWARD_PAIR), scores)
    elif phase == Phase.TURN:
        score_turn(seen, t, w, s, mask, scores)
    elif phase == Phase.HAND or phase == Phase.BLOCKED:  # if no tile fits, the one with the least on it goes
        for place in range(HAND):
            tile = tile_at(w, MARKET + place)
            if phase == Phase.HAND:
                scores[t.first_action[Verb.HAND] + place] = best_place(seen, t, w, s, tile)
            else:
                for piece in range(2):
                    read_piece(seen, tile, np.int64(piece), s.made[piece])
                scores[t.first_action[Verb.HAND] + place] = -np.float32(s.made.sum())
    elif phase == Phase.PLACE or phase == Phase.START_PLACE or phase == Phase.ALEXIS_PLACE:
        score_places(seen, t, w, s, mask, scores)
    elif phase == Phase.MARKER:
        score_modes(seen, t, w, s, scores)
    elif phase == Phase.MARK_TARGET:
        score_spots(seen, t, w, s, mask, scores)
    elif phase == Phase.HOUSE or phase == Phase.ALEXIS_HOUSE:
        score_houses(seen, t, w, s, mask, scores)
    elif phase == Phase.SCORE:
        score_rewards(seen, t, w, s, scores)


@entry
def score_batch(observations, masks, tables, weights, sight, scores):
    """Write the scores of some decisions, (k, num_actions) float32, into zeros.

    Observations are (k, observation_size) int8, masks (k, num_actions) bool; the others are records.
    """
    for k in range(len(observations)):
        score(observations[k], masks[k], tables[0], weights[0], sight[0], scores[k])
