"""The compiled functions that Python calls; `swenv.core.batch` builds them from the kernels of the rules."""

import numpy as np

from swenv.core.batch import Rules, entries
from swenv.core.bits import EMPTY, count, has, lowest, nth, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.islands.rules.evaluation import stage, turn_begins, write_features
from swenv.islands.rules.final import rank
from swenv.islands.rules.hidden import resample
from swenv.islands.rules.informed import FEW, gain_of, informed_cell, informed_choice
from swenv.islands.rules.legal import update_legal
from swenv.islands.rules.observe import write_observation
from swenv.islands.rules.placement import lay_all
from swenv.islands.rules.record import CELL_WORDS, Phase, Verb
from swenv.islands.rules.setup import set_up
from swenv.islands.rules.turn import apply, settle


@kernel
def deal(g, t):
    """Set up a game, up to its first decision (SI-SETUP-2 to SI-SETUP-9)."""
    set_up(g, t)
    settle(g, t)


@kernel
def take_up(g, t):
    """Derive the islands and the legal actions of a record that was filled in from outside."""
    lay_all(g, t)
    update_legal(g, t)


@kernel
def verb_of(t, action):
    """The verb of an action index."""
    verb = 0
    while verb + 1 < len(t.first_action) and action >= t.first_action[verb + 1]:
        verb += 1
    return verb


@kernel
def block_of(verb):
    """The row of a verb in the tables of verbs on cells; both ways to dock share one."""
    if verb <= Verb.DOCK_OWN:
        return verb - Verb.PLACE
    return verb - Verb.PLACE - 1


@kernel
def option_of(t, verb, number):
    """The cell and the option of an action of a verb on cells, from its number within the verb."""
    stride = t.stride[block_of(verb)]
    option = number % stride
    return number // stride, option + (1 if verb == Verb.DOCK_GREY else 0)


@kernel
def is_legal(g, t, action):
    """Whether an action index exists and is legal now."""
    if action < 0 or action >= t.num_actions:
        return False
    verb = verb_of(t, action)
    if verb < Verb.PLACE:
        return has(g.legal, action)
    first = Verb.DOCK_OWN if verb == Verb.DOCK_GREY else verb
    cell, option = option_of(t, verb, action - t.first_action[verb])
    return g.spot_verb == first and np.int64(g.options[cell]) >> option & 1 != 0


@kernel
def apply_index(g, t, action):
    """Carry out a legal action."""
    verb = verb_of(t, action)
    number = np.int64(action) - t.first_action[verb]
    if verb < Verb.PLACE:
        apply(g, t, verb, number, np.int64(-1))
        return
    cell, option = option_of(t, verb, number)
    apply(g, t, verb, option, cell)


@kernel
def index_on(g, t, cell, option):
    """The action index of an option on a spot."""
    block = block_of(np.int64(g.spot_verb))
    return t.first_action[g.spot_verb] + cell * t.stride[block] + option * t.step[block]


@kernel
def mark_legal(g, t, mask):
    """Set the legal actions in a mask that is all False."""
    legal = g.legal
    while legal != EMPTY:
        mask[lowest(legal)] = True
        legal = without_lowest(legal)
    for k in range(CELL_WORDS):
        cells = g.spots[k]
        while cells != EMPTY:
            cell = 64 * k + lowest(cells)
            cells = without_lowest(cells)
            for option in range(4):
                if g.options[cell] >> option & 1 != 0:
                    mask[index_on(g, t, cell, option)] = True


@kernel
def random_action(g, t):
    """Draw one of the legal actions, all equally likely, from the game's own stream, which advances."""
    n = draw(g, np.int64(g.num_legal))
    here = count(g.legal)
    if n < here:
        return nth(g.legal, n)
    n -= here
    for k in range(CELL_WORDS):
        cells = g.spots[k]
        while cells != EMPTY:
            cell = 64 * k + lowest(cells)
            cells = without_lowest(cells)
            options = np.uint64(g.options[cell])
            here = count(options)
            if n < here:
                return index_on(g, t, cell, nth(options, n))
            n -= here
    return np.int64(-1)


@kernel
def informed_action(g, t):
    """Draw a sensible legal action, see `informed`."""
    if g.phase == Phase.PLACE:
        return best_of_few_places(g, t)
    cell = informed_cell(g, t)
    if cell >= 0:
        return index_on(g, t, cell, lowest(np.uint64(g.options[cell])))
    action = informed_choice(g, t)
    return random_action(g, t) if action < 0 else action


@kernel
def best_of_few_places(g, t):
    """Of a few places drawn for a tile, the action where islands gain most."""
    best, chosen = -np.inf, np.int64(-1)
    for _ in range(FEW):
        action = random_action(g, t)
        cell, rot = option_of(t, Verb.PLACE, action - t.first_action[Verb.PLACE])
        gain = gain_of(g, t, np.int64(g.chosen), cell, rot)
        if gain > best:
            best, chosen = gain, action
    return chosen


@kernel
def contenders(t):
    """The number of sides that can win: every seat and, in solo mode, Alexis."""
    return t.contenders


globals().update(
    entries(
        Rules(
            deal, take_up, is_legal, apply_index, mark_legal, random_action, informed_action, write_observation,
            resample, contenders, rank, turn_begins, write_features, stage, over=int(Phase.OVER),
        ),
        __name__,
        __file__,
    )
)  # fmt: skip
