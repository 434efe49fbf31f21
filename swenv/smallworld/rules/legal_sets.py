"""Writing the sets of legal arguments of a game, a set for each verb (`g.legal`, `g.verbs`)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, lowest, nth, without_lowest
from swenv.core.jit import inlined, kernel
from swenv.smallworld.rules.record import Verb

YES = np.uint64(1)
"""The argument set of a legal verb that takes no argument."""
PASSING = np.uint64(1 << Verb.FINISH)
"""The set of verbs that are no decision."""


@kernel
def allow(g, verb, arguments):
    """Make a verb legal with these arguments, if any."""
    g.legal[verb] = arguments
    if arguments != EMPTY:
        g.verbs |= bit(np.int64(verb))


@inlined
def forbid_all(g):
    """Make no verb legal."""
    while g.verbs != EMPTY:
        g.legal[lowest(g.verbs)] = EMPTY
        g.verbs = without_lowest(g.verbs)


@kernel
def number_legal(g, verbs):
    """The number of legal actions of these verbs."""
    actions = 0
    while verbs != EMPTY:
        actions += count(g.legal[lowest(verbs)])
        verbs = without_lowest(verbs)
    return actions


@kernel
def nth_legal(g, t, verbs, n):
    """The index of the legal action of these verbs that has `n` before it, or -1."""
    while verbs != EMPTY:
        verb = lowest(verbs)
        verbs = without_lowest(verbs)
        here = count(g.legal[verb])
        if n < here:
            return t.first_action[verb] + nth(g.legal[verb], n)
        n -= here
    return -1
