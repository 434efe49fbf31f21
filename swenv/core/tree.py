"""Tree search over the kernels of an engine. These are templates, which `batch.entries` binds as it does its own.

Before each simulation, what the searching seat cannot know is redrawn, dice included (information set search with a
single observer: Cowling, Powley and Whitehouse, 2012). So an action may lead to several decisions: those where another
seat decides, or something else is legal, are different nodes, and all else that was drawn is averaged over. Decisions
and actions take turns on the way down a tree, and the root is a decision. Values are one number for each seat, so any
number of players can be searched for, and a seat may decide several times in a row.

Actions are chosen by PUCT (Silver et al., 2017): value, plus a bonus that grows with the prior and falls with visits.
The bonus also counts visits whose leaf is not evaluated yet, which sends the next ones elsewhere (Liu et al., 2020).
With a network, the root is searched differently, see `gumbel`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

ROOT, NONE = 0, -1
ALL_SEATS = np.uint64(2**64 - 1)
"""Every seat, as a set."""
NODE = np.dtype(
    (np.record, [("key", "i4"), ("parent", "i4"), ("first", "i4"), ("next", "i4"), ("visits", "i4"),
                 ("pending", "i4"), ("prior", "f4"), ("won", "f4")])
)  # fmt: skip
"""A node of a tree: the action, or for a decision a hash of who decides and what is legal; its relatives by index; the
simulations that passed, and those whose leaf is not evaluated yet; the prior of an action; and the sum of the returns
of the searching seat."""
SHARPNESS = 2.5
"""What a margin at the end is multiplied by, to be cut off at 1: clear wins are worth no more than a win."""
LEAD_SCALE = 20.0
"""Coins of lead that count as 1: about the margin of a clear win with two players."""
INFORMED_PRIOR = 0.3
"""Prior of the informed policy's action where there is no network; all legal actions share the rest."""

# Placeholders, see `batch`.
apply_index: Any = None
informed_action: Any = None
write_observation: Any = None
write_mask: Any = None
write_margins: Any = None
write_returns: Any = None
write_result: Any = None
imagine: Any = None
mix: Any = None
play_on: Any = None
predict_coins: Any = None
draw: Any = None
over = -1


def write_worths(g, t, features, expected_coins, worths):
    """Write what a game is worth to each seat in the search, -1 to 1: its margin, final or expected, sharpened."""
    if g.phase == over:
        write_margins(g.coins, t, worths)
    else:
        predict_coins(g, t, features, expected_coins)
        write_margins(expected_coins, t, worths)
    for seat in range(t.num_players):
        worths[seat] = min(1.0, max(-1.0, SHARPNESS * worths[seat]))


def number_marked(mask):
    """Count the actions in a mask."""
    n = 0
    for each in mask:
        n += each
    return n


def nth_marked(mask, n):
    """The action in a mask that has `n` smaller ones."""
    for action in range(len(mask)):
        if mask[action]:
            if n == 0:
                return action
            n -= 1
    return NONE


def key_of(g, mask):
    """A hash of the seat to act and of what is legal."""
    key = mix(np.uint64(g.to_act))
    for action in range(len(mask)):
        if mask[action]:
            key = mix(key ^ np.uint64(action))
    return np.int32(key & np.uint64(0x7FFFFFFF))


def add_child(nodes, worths, used, node, key, prior):
    """Add a child to a node and return it; the node itself if the tree is full."""
    if used[0] == len(nodes):
        return node
    child = used[0]
    used[0] += 1
    nodes[child].key = key
    nodes[child].parent = node
    nodes[child].first = NONE
    nodes[child].next = nodes[node].first
    nodes[child].visits = 0
    nodes[child].pending = 0
    nodes[child].prior = prior
    nodes[child].won = 0.0
    worths[child, :] = 0.0
    nodes[node].first = child
    return child


def plant(nodes, worths, used):
    """Begin a tree: a root without children."""
    used[0] = 0
    nodes[ROOT].first = NONE
    add_child(nodes, worths, used, ROOT, NONE, 1.0)
    nodes[ROOT].first = NONE  # it is nobody's child
    nodes[ROOT].next = NONE
    nodes[ROOT].parent = NONE


def best_child(g, t, nodes, worths, node, mask, exploration):
    """The action with the highest score, or NONE, and the score; `mask` keeps the actions that were not tried yet."""
    seat = np.int64(g.to_act)
    scale = exploration * np.sqrt(np.float64(nodes[node].visits + nodes[node].pending))
    best, chosen = -np.inf, np.int64(NONE)
    child = np.int64(nodes[node].first)
    while child != NONE:
        if mask[nodes[child].key]:
            mask[nodes[child].key] = False
            visits = np.float64(nodes[child].visits)
            score = scale * nodes[child].prior / (1.0 + visits + nodes[child].pending)
            if visits > 0:
                score += worths[child, seat] / visits
            else:
                score += first_play(nodes, worths, node, seat)
            if score > best:
                best, chosen = score, child
        child = np.int64(nodes[child].next)
    return chosen, best


def first_play(nodes, worths, node, seat):
    """What an action is taken to be worth before it was tried: as much as the decision."""
    return worths[node, seat] / max(1, nodes[node].visits)


def descend(g, t, nodes, worths, used, node, mask, exploration, informed):
    """Choose an action at a decision, carry it out, and return its node, a new one if it was not tried before.

    If the tree is full, the decision itself is returned. `mask` is what is legal, and is used up.
    """
    legal = number_marked(mask)
    child, score = best_child(g, t, nodes, worths, node, mask, exploration)
    left = number_marked(mask)
    if left > 0:
        usual, action, prior = 1.0 / legal, np.int64(NONE), 0.0
        if informed:
            usual *= 1.0 - INFORMED_PRIOR
            action, prior = np.int64(informed_action(g, t)), usual + INFORMED_PRIOR
        if action == NONE or not mask[action]:
            action, prior = nth_marked(mask, draw(g, left)), usual
        scale = exploration * np.sqrt(np.float64(nodes[node].visits + nodes[node].pending))
        if child == NONE or first_play(nodes, worths, node, np.int64(g.to_act)) + scale * prior > score:
            child = add_child(nodes, worths, used, node, action, prior)
            apply_index(g, t, action)
            return child
    apply_index(g, t, np.int64(nodes[child].key))
    return child


def arrive(g, t, nodes, worths, used, node, mask):
    """Return the decision that an action has led to, and write what is legal; the action's node if the tree is full."""
    write_mask(g, t, mask)
    key = key_of(g, mask)
    decision = np.int64(nodes[node].first)
    while decision != NONE:
        if nodes[decision].key == key:
            return decision
        decision = np.int64(nodes[decision].next)
    return np.int64(add_child(nodes, worths, used, node, key, 1.0))


def back_up(nodes, worths, node, worth, won):
    """Add the worth of a leaf, one number a seat, to it and all nodes above it."""
    while node != NONE:
        nodes[node].visits += 1
        nodes[node].won += won
        for seat in range(len(worth)):
            worths[node, seat] += worth[seat]
        node = np.int64(nodes[node].parent)


def add_pending(nodes, node, more):
    """Count a simulation whose leaf is not evaluated yet, at it and all nodes above it."""
    while node != NONE:
        nodes[node].pending += more
        node = np.int64(nodes[node].parent)


def grow_tree(
    games, i, tables, copies, nodes, worths, used, mask, seed, first, number, exploration, informed, turns, scratch,
    features, expected_coins, won,
):  # fmt: skip
    """Run `number` simulations with playouts, of which `first` is the number of the first; `used` is 0 for a new tree.

    What the seat to act in game `i` cannot know is redrawn for each. A playout ends with the game, or when a number of
    turns have begun, and is then judged by the coins that everybody can expect. Arrays: `copies` (1,) records, `nodes`
    (n,) NODE, `worths` (n, num_players) float64, `mask` (num_actions,) bool, `scratch` (2, num_players), `features`
    (contenders, number) and `expected_coins` (contenders,) float64. The returns of each seat are added to `won`,
    (num_players,) float64.
    """
    t = tables[games[i].table]
    seat = np.int64(games[i].to_act)
    if used[0] == 0:
        plant(nodes, worths, used)
    for k in range(first, first + number):
        copies[0] = games[i]
        g = copies[0]
        imagine(g, t, seat, mix(np.uint64(seed)) ^ np.uint64(k))
        node = np.int64(ROOT)
        write_mask(g, t, mask)
        while True:
            before, decision = used[0], node
            node = descend(g, t, nodes, worths, used, decision, mask, exploration, True)
            if used[0] > before or node == decision or g.phase == over:
                break
            action, node = node, arrive(g, t, nodes, worths, used, node, mask)
            if node == action:
                break
        play_on(g, t, informed, turns)
        write_worths(g, t, features, expected_coins, scratch[0])
        if g.phase == over:
            write_returns(g, t, scratch[1])
        else:
            scratch[1, :] = scratch[0]
        back_up(nodes, worths, node, scratch[0], scratch[1, seat])
        for each in range(len(won)):
            won[each] += scratch[1, each]


def gather_leaves(
    games, tables, copies, nodes, worths, used, seeds, first, exploration, counted, considered, playouts, turns,
    patience, leaves, lookers, observations, masks, played, scratch, features, expected_coins,
):  # fmt: skip
    """Walk down each tree to leaves for a network to evaluate: what it is to look at, and where.

    For game `i` with the tree `nodes[i]`, row k of `leaves` (trees, k) int64 gets the leaf, or NONE if there is nothing
    to look at: the simulation ended the game, or its leaf has fewer visits than `patience`, or, with patience, is
    already waiting to be evaluated. Then the game's result, see `write_result`, or the mean of the playouts is added
    at once. `lookers` gets the seat to act, `observations` and `masks` what it sees and may do. `seeds` (trees,) and
    `first`, the number of the first simulation, determine what is redrawn. If actions of a root are `considered`,
    (trees, num_actions) bool, they are tried equally often, each in the same worlds as the others, which makes them
    easier to compare.

    The results of a number of `playouts` from each leaf, cut off as in `grow_tree`, are added to `played`, (trees, k,
    num_players) float64. `scratch` (num_players,), `features` and `expected_coins` as in `grow_tree`.
    """
    for i in range(len(games)):
        t = tables[games[i].table]
        seat = np.int64(games[i].to_act)
        if used[i, 0] == 0:
            plant(nodes[i], worths[i], used[i])
        for k in range(leaves.shape[1]):
            copies[0] = games[i]
            g = copies[0]
            node, world = least_tried(nodes[i], considered[i]), np.int64(first + k)
            mask = masks[i, k]
            if node != ROOT:
                world = np.int64(nodes[i, node].visits + nodes[i, node].pending)
            imagine(g, t, seat, mix(np.uint64(seeds[i])) ^ np.uint64(world))
            if node == ROOT:
                write_mask(g, t, mask)
            else:
                apply_index(g, t, np.int64(nodes[i, node].key))
                if g.phase != over:
                    node = arrive(g, t, nodes[i], worths[i], used[i], node, mask)
            while g.phase != over and nodes[i, node].first != NONE:
                decision = node
                node = descend(g, t, nodes[i], worths[i], used[i], decision, mask, exploration, False)
                if node == decision or g.phase == over:
                    break
                action, node = node, arrive(g, t, nodes[i], worths[i], used[i], node, mask)
                if node == action:
                    break
            if g.phase == over:
                write_result(g, t, counted, scratch)
                back_up(nodes[i], worths[i], node, scratch, scratch[seat])
                leaves[i, k] = NONE
                continue
            for p in range(playouts):
                copies[1] = g
                copies[1].random = mix(g.random ^ np.uint64(p))
                play_on(copies[1], t, ALL_SEATS, turns)
                write_forecast(copies[1], t, counted, features, expected_coins, scratch)
                played[i, k, :] += scratch
            if patience > 0 and (nodes[i, node].visits < patience or nodes[i, node].pending > 0):
                scratch[:] = played[i, k] / playouts
                back_up(nodes[i], worths[i], node, scratch, scratch[seat])
                leaves[i, k] = NONE
                continue
            add_pending(nodes[i], node, 1)
            leaves[i, k], lookers[i, k] = node, g.to_act
            write_mask(g, t, mask)
            observations[i, k, :] = 0
            write_observation(g, t, np.int64(g.to_act), observations[i, k])


def write_forecast(g, t, counted, features, expected_coins, out):
    """Write what a game is worth to each seat on the scale of `counted`, by its coins, final or expected."""
    if g.phase != over:
        predict_coins(g, t, features, expected_coins)
        for contender in range(len(expected_coins)):
            g.coins[contender] = max(0, np.int64(np.rint(expected_coins[contender])))
    write_result(g, t, counted, out)


def least_tried(nodes, considered):
    """The child of the root that has the fewest simulations of those whose actions are considered; or the root."""
    chosen, fewest, prior = np.int64(ROOT), np.int64(2**62), np.float64(0.0)
    child = np.int64(nodes[ROOT].first)
    while child != NONE:
        if considered[nodes[child].key]:
            tried = np.int64(nodes[child].visits + nodes[child].pending)
            if tried < fewest or (tried == fewest and nodes[child].prior > prior):
                chosen, fewest, prior = child, tried, np.float64(nodes[child].prior)
        child = np.int64(nodes[child].next)
    return chosen


def fill_leaves(games, nodes, worths, used, leaves, lookers, masks, logits, values, scratch):
    """Give leaves that a network evaluated their children, with priors from its logits, and add its values.

    `logits` (trees, k, num_actions) and `values` (trees, k, num_players), the seat that looked first, are float32.
    """
    for i in range(len(games)):
        seat = np.int64(games[i].to_act)
        for k in range(leaves.shape[1]):
            node = leaves[i, k]
            if node == NONE:
                continue
            add_pending(nodes[i], node, -1)
            if nodes[i, node].first == NONE:
                add_children(nodes[i], worths[i], used[i], node, masks[i, k], logits[i, k])
            number = len(scratch)
            for place in range(number):
                scratch[(lookers[i, k] + place) % number] = values[i, k, place]
            back_up(nodes[i], worths[i], node, scratch, scratch[seat])


def add_children(nodes, worths, used, node, mask, logits):
    """Give a leaf a child for each legal action, with the softmax of the logits as priors."""
    highest, total = -np.inf, 0.0
    for action in range(len(mask)):
        if mask[action]:
            highest = max(highest, np.float64(logits[action]))
    for action in range(len(mask)):
        if mask[action]:
            total += np.exp(logits[action] - highest)
    for action in range(len(mask)):
        if mask[action]:
            add_child(nodes, worths, used, node, action, np.exp(logits[action] - highest) / total)


def count_roots(nodes, used, visits, wins):
    """Write what each root's actions have got: simulations, and the sum of the searching seat's returns.

    `visits`, (trees, num_actions) int64, and `wins`, (trees, num_actions) float64, are zeroed.
    """
    for i in range(len(nodes)):
        child = np.int64(nodes[i, ROOT].first) if used[i, 0] > 0 else NONE
        while child != NONE:
            action = nodes[i, child].key
            visits[i, action] = nodes[i, child].visits
            wins[i, action] = nodes[i, child].won
            child = np.int64(nodes[i, child].next)


HELPERS = (
    write_worths, number_marked, nth_marked, key_of, add_child, plant, first_play, best_child, descend, arrive, back_up,
    add_pending, add_children, write_forecast, least_tried,
)  # fmt: skip
ENTRIES = (grow_tree, gather_leaves, fill_leaves, count_roots)
