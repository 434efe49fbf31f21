"""Functions that Python calls: those that `swenv.core.batch` builds from the rules' kernels, and `reason_of`."""

import numpy as np

from swenv.core.batch import Rules, entries
from swenv.core.bits import EMPTY, has, lowest, without_lowest
from swenv.core.jit import entry, kernel
from swenv.core.random import draw, shuffle
from swenv.smallworld.rules.box import draw_box
from swenv.smallworld.rules.boxes.hidden import deal_hidden
from swenv.smallworld.rules.boxes.reasons import why_not_in_box
from swenv.smallworld.rules.evaluation import stage, turn_begins, write_features
from swenv.smallworld.rules.hidden import resample
from swenv.smallworld.rules.informed import informed_action
from swenv.smallworld.rules.legal import affordable_rows, update_legal
from swenv.smallworld.rules.legal_sets import allow, nth_legal, number_legal
from swenv.smallworld.rules.observe import write_observation
from swenv.smallworld.rules.record import Phase, Verb
from swenv.smallworld.rules.score import rank
from swenv.smallworld.rules.turn import apply, open_turn


@kernel
def deal(g, t):
    """Shuffle a blank game: SW-SETUP-13 to -18, UG-SETUP-21 to -27; the board or table has been drawn already."""
    shuffle(g, g.race_stack, g.num_race_stack)
    shuffle(g, g.power_stack, g.num_power_stack)
    if t.more_rounds > 0:
        g.rounds += draw(g, t.more_rounds + 1)
    if t.draws_box != 0:
        draw_box(g, t)
    deal_hidden(g, t)
    open_turn(g, np.int64(0))
    allow(g, Verb.PICK, affordable_rows(g))  # the first decision is always a pick (SW-TURN-14)


@kernel
def is_legal(g, t, action):
    """Whether this action index exists and is legal now."""
    if action < 0 or action >= t.num_actions:
        return False
    return has(g.legal[t.verb_of[action]], np.int64(t.arg_of[action]))


@kernel
def apply_index(g, t, action):
    """Carry out a legal action, given by its index."""
    apply(g, t, np.int64(t.verb_of[action]), np.int64(t.arg_of[action]))


@kernel
def mark_legal(g, t, mask):
    """Set the legal actions in a mask, from `g.legal`."""
    verbs = g.verbs
    while verbs != EMPTY:
        verb = lowest(verbs)
        verbs = without_lowest(verbs)
        first, legal = t.first_action[verb], g.legal[verb]
        while legal != EMPTY:
            mask[first + lowest(legal)] = True
            legal = without_lowest(legal)


@kernel
def random_action(g, t):
    """Draw a legal action uniformly from the game's own random stream, or return -1 if there is none."""
    return nth_legal(g, t, g.verbs, draw(g, np.int64(number_legal(g, g.verbs))))


@kernel
def contenders(t):
    """Count the seats that can win: all of them."""
    return t.num_players


@entry
def reason_of(games, i, tables, action):
    """Return the number of the reason why an action of game `i` is illegal."""
    g, t = games[i], tables[games[i].table]
    verb, arg = np.int64(t.verb_of[action]), np.int64(t.arg_of[action])
    return why_not_in_box(g, t, verb, arg)


globals().update(
    entries(
        Rules(
            deal, update_legal, is_legal, apply_index, mark_legal, random_action, informed_action, write_observation,
            resample, contenders, rank, turn_begins, write_features, stage, over=int(Phase.OVER),
        ),
        __name__,
        __file__,
    )
)  # fmt: skip
