"""Scores the islands that were built on in a reward turn (SI-REW-4, section 5.3)."""

import numpy as np

from swenv.core.bits import count, lowest, nth
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.islands.rules.cards import most, points, reward_of
from swenv.islands.rules.islands import island_of_site
from swenv.islands.rules.record import MAX_SEATS, TOKEN_VALUES, Fact, Reward

RESOURCE_COUNT = 3
PORTS_OF_A_PAIR = 2


@kernel
def facts_to_score(g, t):
    """The facts of the island being scored."""
    return g.facts[island_of_site(g, t, np.int64(g.built[g.scored]))]


@kernel
def draw_tokens(g, t, seat):
    """Draw one token per temple, as far as there are any (SI-CARD-R2, SI-INT-28)."""
    number = min(np.int64(facts_to_score(g, t)[Fact.TEMPLE]), number_of(g.token_pool))
    if number == 0:
        return
    for _ in range(number):
        value = value_at(g.token_pool, draw(g, number_of(g.token_pool)))
        g.token_pool[value] -= 1
        g.drawn[value] += 1
        if g.tokens_in_pool[seat, value] > 0:  # for all the seat knows, it was one of these
            g.tokens_in_pool[seat, value] -= 1
    for other in range(MAX_SEATS):
        if other != seat:
            g.tokens_in_pool[other, :] = 0


@kernel
def number_of(tokens):
    """The number of tokens."""
    number = 0
    for value in range(TOKEN_VALUES):
        number += np.int64(tokens[value])
    return number


@kernel
def value_at(tokens, position):
    """The value, as an index into `t.token_value`, of the token at a position when they are sorted."""
    for value in range(TOKEN_VALUES - 1):
        if position < tokens[value]:
            return value
        position -= np.int64(tokens[value])
    return TOKEN_VALUES - 1


@kernel
def token_choices(g):
    """The positions to choose from in the drawn tokens, sorted by value; the lowest of equal ones (SI-ACT-3)."""
    found, position = 0, 0
    for value in range(TOKEN_VALUES):
        if g.drawn[value] > 0:
            found |= 1 << position
        position += np.int64(g.drawn[value])
    return found


@kernel
def keep_token(g, seat, position):
    """Keep one of the drawn tokens; return the others, which the seat now knows to be there (SI-CARD-R2, SI-INT-29)."""
    kept = value_at(g.drawn, position)
    g.tokens[seat, kept] += 1
    g.drawn[kept] -= 1
    for value in range(TOKEN_VALUES):
        g.token_pool[value] += g.drawn[value]
        g.tokens_in_pool[seat, value] += g.drawn[value]
        g.drawn[value] = 0
    g.scored += 1


@kernel
def resource_choices(t, facts):
    """The resources to choose from: those on the island, or all three if it has none (SI-CARD-R6, SI-ACT-3)."""
    found = 0
    for resource in range(RESOURCE_COUNT):
        if facts[resource] > 0:
            found |= 1 << resource
    return found if found != 0 else (1 << RESOURCE_COUNT) - 1


@kernel
def score_resource(g, t, seat, resource):
    """Score the chosen resource, and a point for each pair of ports (SI-CARD-R6, SI-INT-25)."""
    facts = facts_to_score(g, t)
    reward = reward_of(g, t, seat)
    g.coins[seat] += (
        t.per_symbol[reward, 0] * facts[resource]
        + t.per_symbol[reward, 1] * (facts[Fact.PORTS] // PORTS_OF_A_PAIR)
        + t.bonus[reward]
    )
    g.scored += 1


@kernel
def best_resource(facts):
    """The resource with the largest count."""
    for resource in range(RESOURCE_COUNT):
        if facts[resource] == most(facts):
            return resource
    return 0


@kernel
def choices(g, t, seat):
    """The choices for the island being scored: resources, or positions in the drawn tokens.

    With the options of SI-ACT-4, only the best one.
    """
    kind = t.rewards[reward_of(g, t, seat)]
    if kind == Reward.CHOSEN_RESOURCE_PORTS:
        facts = facts_to_score(g, t)
        return 1 << best_resource(facts) if t.best_resource != 0 else resource_choices(t, facts)
    if kind == Reward.DISCOVERY:
        found = token_choices(g)
        if t.best_token == 0:
            return found
        tokens = np.uint64(found)
        return 1 << nth(tokens, count(tokens) - 1) if found != 0 else 0
    return 0


@kernel
def score_until_choice(g, t, seat):
    """Score islands until there is a choice, and return the choices; 0 when all are scored.

    Each iteration scores one more island, or finds a choice.
    """
    reward = reward_of(g, t, seat)
    kind = t.rewards[reward]
    while g.scored < g.num_built:
        if kind == Reward.DISCOVERY and number_of(g.drawn) == 0:
            draw_tokens(g, t, seat)
        found = choices(g, t, seat)
        if count(np.uint64(found)) > 1:
            return found
        if kind == Reward.CHOSEN_RESOURCE_PORTS:
            score_resource(g, t, seat, lowest(np.uint64(found)))
        elif found != 0:
            keep_token(g, seat, lowest(np.uint64(found)))
        else:  # a discovery without tokens pays nothing anyway (SI-INT-28)
            g.coins[seat] += points(t, reward, facts_to_score(g, t))
            g.scored += 1
    return 0


@kernel
def value_of_tokens(g, t, seat):
    """The points on a seat's discovery tokens."""
    total = 0
    for value in range(TOKEN_VALUES):
        total += t.token_value[value] * g.tokens[seat, value]
    return total
