"""The functions that Python calls. Games come as an array of `GAME` records, tables as an array of one `TABLES`."""

import numpy as np

from swenv.core.bits import EMPTY, count, has, lowest, nth, without_lowest
from swenv.core.jit import entry, kernel
from swenv.core.random import draw, mix, next_seed, shuffle
from swenv.smallworld.rules.finds import set_up_finds
from swenv.smallworld.rules.legal import affordable_rows, allow, update_legal
from swenv.smallworld.rules.observe import write_observation
from swenv.smallworld.rules.places import set_up_treasures
from swenv.smallworld.rules.record import Phase, Verb
from swenv.smallworld.rules.score import write_margins, write_returns
from swenv.smallworld.rules.turn import apply, open_turn

WIN, MARGIN = 0, 1  # positions in record.REWARDS; the third, coins, is paid at every step


@kernel
def begin(games, i, blank, tables, seed):
    """Game `i` is a copy of a blank game, shuffled, at the first decision.

    SW-SETUP-13 to -18, UG-SETUP-21 to -27; the table of Warcraft is drawn first of all (WW-SETUP-1).
    """
    games[i] = blank[0]
    g = games[i]
    g.random = mix(np.uint64(seed))
    if len(blank) > 1:
        k = draw(g, np.int64(len(blank)))
        stream = g.random
        games[i] = blank[k]
        g.random = stream
    t = tables[g.table]
    g.seed = np.uint64(seed)
    shuffle(g, g.race_stack, g.num_race_stack)
    shuffle(g, g.power_stack, g.num_power_stack)
    if t.places != 0:
        set_up_treasures(g, t)
    if t.warcraft != 0:
        set_up_finds(g, t)
    open_turn(g, np.int64(0))
    allow(g, Verb.PICK, affordable_rows(g))  # the first decision is always a pick (SW-TURN-14)


@kernel
def is_legal(g, t, action):
    """Whether an action index exists and is legal now."""
    if action < 0 or action >= t.num_actions:
        return False
    return has(g.legal[t.verb_of[action]], np.int64(t.arg_of[action]))


@kernel
def act(g, t, action):
    """Apply an action index if it is legal; False, and nothing done, if not."""
    if not is_legal(g, t, action):
        return False
    apply(g, t, np.int64(t.verb_of[action]), np.int64(t.arg_of[action]))
    return True


@kernel
def write_mask(g, t, mask):
    """Fill `mask` (num_actions,) bool from the legal sets."""
    mask[:] = False
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
    """One of the legal actions, each as likely as any other; the game's own stream is used and moves on."""
    actions = 0
    verbs = g.verbs
    while verbs != EMPTY:
        actions += count(g.legal[lowest(verbs)])
        verbs = without_lowest(verbs)
    n = draw(g, actions)
    verbs = g.verbs
    while verbs != EMPTY:
        verb = lowest(verbs)
        verbs = without_lowest(verbs)
        here = count(g.legal[verb])
        if n < here:
            return t.first_action[verb] + nth(g.legal[verb], n)
        n -= here
    return -1


@entry
def new_game(games, i, blank, tables, seed):
    """Set up game `i`."""
    begin(games, i, blank, tables, seed)


@entry
def refresh(games, i, tables):
    """Write the legal sets of a game that was filled in from outside; False if it has no decision to offer."""
    return update_legal(games[i], tables[games[i].table])


@entry
def step(games, i, tables, action):
    """Apply an action index to game `i`; False, and nothing done, if it is illegal."""
    return act(games[i], tables[games[i].table], action)


@entry
def mask_of(games, i, tables, mask):
    """Fill `mask` (num_actions,) bool for game `i`."""
    write_mask(games[i], tables[games[i].table], mask)


@entry
def observe(games, i, tables, seat, out):
    """Fill `out` (observation_size,) int8 with what `seat` sees of game `i`."""
    out[:] = 0
    write_observation(games[i], tables[games[i].table], seat, out)


@entry
def returns_of(games, i, tables, out):
    """Fill `out` (num_players,) float64 with +1 shared by the winners, -1 shared by the losers."""
    write_returns(games[i], tables[games[i].table], out)


@entry
def reset_batch(games, blank, tables, seeds, to_act, masks, observations):
    """Set up every game with its seed and fill the buffers of a vector."""
    for i in range(len(games)):
        begin(games, i, blank, tables, seeds[i])
        show(games[i], tables[games[i].table], i, to_act, masks, observations)


@entry
def first_illegal(games, tables, actions, moving):
    """Index of the first moving game whose action is illegal, or -1."""
    for i in range(len(games)):
        if moving[i] and not is_legal(games[i], tables[games[i].table], actions[i]):
            return i
    return -1


@entry
def step_batch(games, blank, tables, actions, moving, seeds, to_act, masks, observations, rewards, done, returns):
    """One legal action in every moving game; a finished game starts again with its next seed."""
    for i in range(len(games)):
        g = games[i]
        t = tables[g.table]
        done[i] = False
        rewards[i, :] = 0
        returns[i, :] = 0
        if not moving[i]:
            continue
        if t.reward > MARGIN:
            for seat in range(t.num_players):
                rewards[i, seat] = -g.coins[seat]
        act(g, t, actions[i])
        if t.reward > MARGIN:
            for seat in range(t.num_players):
                rewards[i, seat] += g.coins[seat]
        done[i] = g.phase == Phase.OVER
        if done[i]:
            write_returns(g, t, returns[i])
            if t.reward == WIN:
                rewards[i, :] = returns[i]
            elif t.reward == MARGIN:
                write_margins(g, t, rewards[i])
            seeds[i] = next_seed(seeds[i])
            begin(games, i, blank, tables, seeds[i])
            t = tables[g.table]
        show(g, t, i, to_act, masks, observations)


@kernel
def show(g, t, i, to_act, masks, observations):
    """Write what the seat to act of game `i` sees and may do."""
    to_act[i] = g.to_act
    write_mask(g, t, masks[i])
    out = observations[i]
    out[:] = 0
    write_observation(g, t, np.int64(g.to_act), out)


@entry
def play_random(games, blank, tables, masks, steps, whole):
    """Uniformly random legal play, masks written: `steps` decisions in every game; returns (decisions, games ended).

    With `whole` each game is played to its end instead, once, and `steps` is only an upper bound.
    """
    decisions, ended = 0, 0
    for i in range(len(games)):
        t = tables[games[i].table]
        for _ in range(steps):
            write_mask(games[i], t, masks[i])
            act(games[i], t, random_action(games[i], t))
            decisions += 1
            if games[i].phase == Phase.OVER:
                ended += 1
                if whole:
                    break
                begin(games, i, blank, tables, next_seed(games[i].seed))
                t = tables[games[i].table]
    return decisions, ended
