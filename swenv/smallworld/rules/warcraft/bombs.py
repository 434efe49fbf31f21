"""The Goblins' bombs (WW-RACE-GOBLINS): planted face down, revealed at the start of the Goblins' next turn."""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw, shuffle
from swenv.smallworld.rules.adjacency import borders
from swenv.smallworld.rules.attacks import note_attack
from swenv.smallworld.rules.record import BOMB_PIECES, LIVE_BOMBS, NOBODY, Trait
from swenv.smallworld.rules.warcraft.bomb_stack import take_away_bomb
from swenv.smallworld.rules.warcraft.losses import evict_in_warcraft
from swenv.smallworld.rules.warcraft.tolls import HARMONY_COINS, harmonious, pay_harmony, protected, towered


@kernel
def shuffle_bombs(g):
    """Shuffle all bombs into a face-down stack, as Goblins are picked."""
    for k in range(BOMB_PIECES):
        g.bomb_stack[k] = 1 if k < LIVE_BOMBS else 0
    g.num_bombs = BOMB_PIECES
    g.lost_bombs, g.lost_live_bombs = 0, 0
    shuffle(g, g.bomb_stack, np.int64(BOMB_PIECES))


@kernel
def bomb_targets(g, t, army):
    """Regions that may take the next bomb: adjacent to Goblins, held by an opponent's active race, without a bomb."""
    if not has(g.traits[army], Trait.BOMBS) or g.num_bombs == 0:
        return EMPTY
    seat = army // 3
    regions = EMPTY
    for other in range(t.num_players):
        if other != seat:
            regions |= g.land[3 * other]
    return regions & borders(t, g.land[army]) & ~g.bombs & ~towered(g, seat) & ~protected(g, seat)


@kernel
def plant(g, r):
    """Put the top bomb of the stack into `r`, face down."""
    g.num_bombs -= 1
    g.bombs |= bit(r)
    if g.bomb_stack[g.num_bombs] != 0:
        g.live_bombs |= bit(r)
    g.bomb_stack[g.num_bombs] = 0


@kernel
def owes_harmony(g, t, seat, r):
    """Whether Harmony must be paid before the bomb in `r` is revealed, as race tokens could leave (WW-INT-29)."""
    return has(harmonious(g, t, seat), r) and g.tokens[r] > 0


@kernel
def may_pay_harmony(g, t, seat):
    """Whether the next bomb due owes Harmony and this seat can pay it."""
    r = lowest(g.bombs_due)
    return owes_harmony(g, t, seat, r) and g.coins[seat] >= HARMONY_COINS


@kernel
def reveal_bombs(g, t, seat):
    """Reveal the bombs due in ascending order (WW-INT-30); return True at a bomb for which Harmony may be paid."""
    while g.bombs_due != EMPTY:
        r = lowest(g.bombs_due)
        closed = has(towered(g, seat) | protected(g, seat), r)
        if not closed and may_pay_harmony(g, t, seat):
            return True
        if not closed and not owes_harmony(g, t, seat, r):
            reveal(g, seat, r)
        else:
            remove_bomb(g, r)  # immune, or Harmony cannot be paid (WW-CLAR-17)
    return False


@kernel
def remove_bomb(g, r):
    """Remove a bomb unseen; it stays out until Goblins are picked again."""
    g.lost_bombs += 1
    g.lost_live_bombs += one_if(has(g.live_bombs, r))
    g.bombs_due &= ~bit(r)
    take_away_bomb(g, r)


@kernel
def reveal(g, seat, r):
    """Reveal the bomb in `r`: an explosion empties the region, with losses as in a conquest; a dud does nothing."""
    explodes = has(g.live_bombs, r)
    g.bombs_due &= ~bit(r)
    take_away_bomb(g, r)
    if explodes and g.owner[r] != NOBODY and g.owner[r] // 3 != seat:
        if g.tokens[r] > 0:  # Beasts or a Champion alone are not attacked (WW-INT-27, WW-INT-29)
            note_attack(g, 3 * seat, r)
        evict_in_warcraft(g, r, seat)


@kernel
def pay_for_bomb(g, t, seat):
    """Pay Harmony for the next bomb due."""
    pay_harmony(g, t, seat, lowest(g.bombs_due))


@kernel
def exploded(g, t):
    """Count the bombs that have exploded since Goblins were picked, which is public; 0 without Goblins."""
    live = g.lost_live_bombs + count(g.live_bombs)
    for k in range(g.num_bombs):
        live += g.bomb_stack[k]
    for seat in range(t.num_players):
        if has(g.traits[3 * seat], Trait.BOMBS):
            return LIVE_BOMBS - live
    return 0


@kernel
def draw_bombs(g):
    """Redraw which unrevealed bombs are live: planted, in the stack, or removed unseen (WW-RACE-GOBLINS)."""
    live = count(g.live_bombs) + g.lost_live_bombs
    for k in range(g.num_bombs):
        live += g.bomb_stack[k]
    left = count(g.bombs) + g.num_bombs + g.lost_bombs
    planted = g.bombs
    g.live_bombs = EMPTY
    while planted != EMPTY:
        if draw(g, left) < live:
            g.live_bombs |= bit(lowest(planted))
            live -= 1
        left -= 1
        planted = without_lowest(planted)
    for k in range(g.num_bombs):
        explodes = one_if(draw(g, left) < live)
        g.bomb_stack[k] = explodes
        live -= explodes
        left -= 1
    g.lost_live_bombs = live
