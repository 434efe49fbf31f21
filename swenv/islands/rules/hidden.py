"""Redraws what a seat cannot know, for honest search (SI-INFO-2).

The result depends only on the random stream and on what the seat sees: games that look alike to it have the same
samples. A pending decision reveals something about a hidden hand; draws respect that directly, without retries.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, nth, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw, shuffle
from swenv.islands.rules.cards import decks
from swenv.islands.rules.legal import update_legal
from swenv.islands.rules.placement import placeable
from swenv.islands.rules.record import CARDS, EXPEDITIONS, FIRST_FACE, HAND, HELD, NOTHING, TOKEN_VALUES, Phase
from swenv.islands.rules.reward import number_of, value_at

ALL_CARDS = np.uint64((1 << CARDS) - 1)
ALL_EXPEDITIONS = np.uint64((1 << EXPEDITIONS) - 1)
APART = np.int64(-2)  # tokens of two different values


@kernel
def resample(g, t, seat):
    """Redraw stacks, hidden hands, cards, tokens and Alexis's cards."""
    if g.phase <= Phase.START_PLACE:
        return
    draw_tiles(g, t, seat)
    for deck in range(decks(t)):
        draw_cards(g, t, deck, seat)
    if g.phase != Phase.OVER:
        draw_tokens(g, t, seat)
    if t.solo != 0:
        draw_expeditions(g, t)
    if g.turn != seat and (g.phase == Phase.HAND or g.phase == Phase.SCORE):  # the others hide nothing
        update_legal(g, t)


@kernel
def take_out(g, members):
    """Draw a member of a set, all equally likely."""
    return nth(members, draw(g, count(members)))


@kernel
def lay_out(g, stack, members):
    """Write a set into a stack with enough room, in random order; returns the number of members."""
    number = count(members)
    for k in range(number):
        stack[k] = lowest(members)
        members = without_lowest(members)
    shuffle(g, stack, number)
    return number


@kernel
def falling(n, k):
    """The number of ways to draw `k` of `n` things one after the other."""
    ways = np.int64(1)
    for j in range(k):
        ways *= max(n - j, np.int64(0))
    return ways


@kernel
def draw_tiles(g, t, seat):
    """Shuffle tiles between the stacks and hidden hands; tiles that were seen stay."""
    pool = EMPTY
    for k in range(g.num_reserve):
        pool |= bit(np.int64(g.reserve[k]))
    for k in range(g.num_navigation):
        pool |= bit(np.int64(g.navigation[k]))
    for other in range(t.num_players):
        for place in range(HAND):
            if is_hidden(g, seat, other, place):
                pool |= bit(np.int64(g.hand[other, place]))
    choosing = np.int64(g.turn if g.phase == Phase.HAND else seat)
    if choosing != seat:
        pool = draw_hand(g, t, seat, choosing, pool)
    left = lay_out(g, g.reserve, pool)
    for other in range(t.num_players):
        for place in range(HAND):
            if other != choosing and is_hidden(g, seat, other, place):
                left -= 1
                g.hand[other, place] = g.reserve[left]
    for k in range(g.num_navigation):
        left -= 1
        g.navigation[k] = g.reserve[left]
    for k in range(left, FIRST_FACE):
        g.reserve[k] = NOTHING


@kernel
def is_hidden(g, seat, other, place):
    """Whether a hand has a tile at this place that `seat` has not seen."""
    tile = np.int64(g.hand[other, place])
    return other != seat and tile != NOTHING and not has(g.known, tile)


@kernel
def draw_hand(g, t, seat, other, pool):
    """Draw the hidden tiles of a hand, at least one of them placeable, or there would be no decision; returns the rest.

    The odds are as if hands were redrawn until one qualifies: `ways` counts the hands that are still possible.
    """
    fitting, sure, left = all_placeable(g, t, pool), False, np.int64(0)
    for place in range(HAND):
        if is_hidden(g, seat, other, place):
            left += 1
        elif g.hand[other, place] != NOTHING and placeable(g, t, np.int64(g.hand[other, place])):
            sure = True
    for place in range(HAND):
        if not is_hidden(g, seat, other, place):
            continue
        drawn = pool
        if not sure:
            tiles, fit = count(pool), count(fitting)
            ways = falling(tiles, left) - falling(tiles - fit, left)
            sure = draw(g, ways) < fit * falling(tiles - 1, left - 1)
            drawn = fitting if sure else pool & ~fitting
        tile = take_out(g, drawn)
        g.hand[other, place] = tile
        pool &= ~bit(tile)
        left -= 1
    return pool


@kernel
def all_placeable(g, t, tiles):
    """The members of a set of tiles that can be placed anywhere; checks the board once for each form."""
    asked, found, fitting = EMPTY, EMPTY, EMPTY
    while tiles != EMPTY:
        tile = lowest(tiles)
        form = bit(np.int64(t.form[tile]))
        if asked & form == EMPTY:
            asked |= form
            if placeable(g, t, tile):
                found |= form
        if found & form != EMPTY:
            fitting |= bit(tile)
        tiles = without_lowest(tiles)
    return fitting


@kernel
def draw_cards(g, t, deck, seat):
    """Redraw the cards that the seat does not hold, has not returned and has not seen revealed."""
    unknown = without(without(ALL_CARDS, np.int64(g.current[deck, seat])), np.int64(g.given_back[deck, seat]))
    for place in range(HELD):
        unknown = without(unknown, np.int64(g.held[deck, seat, place]))
    for other in range(t.num_players):
        if g.revealed[other] != 0:
            unknown = without(unknown, np.int64(g.current[deck, other]))
    left = lay_out(g, g.deck[deck], unknown)
    for other in range(t.num_players):
        if other == seat:
            continue
        for place in range(HELD):
            left = change(g.held[deck, other], place, g.deck[deck], left)
        left = change(g.given_back[deck], other, g.deck[deck], left)
        if g.revealed[other] == 0:
            left = change(g.current[deck], other, g.deck[deck], left)
    for k in range(left, CARDS):
        g.deck[deck, k] = NOTHING


@kernel
def without(cards, card):
    """Remove a card from a set, unless it is NOTHING."""
    return cards if card == NOTHING else cards & ~bit(card)


@kernel
def change(cards, k, stack, left):
    """Replace a card, if there is one, by the last one left in a stack; returns how many are left."""
    if cards[k] == NOTHING:
        return left
    cards[k] = stack[left - 1]
    return left - 1


@kernel
def draw_tokens(g, t, seat):
    """Redraw others' kept and drawn tokens, from all tokens that the seat does not know to be in the pool.

    What other seats know to be in the pool becomes a random part of it.
    """
    choosing = g.turn != seat and g.phase == Phase.SCORE
    for value in range(TOKEN_VALUES):
        g.token_pool[value] -= g.tokens_in_pool[seat, value]
        if choosing:
            g.token_pool[value] += g.drawn[value]
        for other in range(t.num_players):
            if other != seat:
                g.token_pool[value] += g.tokens[other, value]
    if choosing:
        draw_choice(g, t)
    for other in range(t.num_players):
        if other != seat:
            draw_from_pool(g, g.tokens[other])
    for value in range(TOKEN_VALUES):
        g.token_pool[value] += g.tokens_in_pool[seat, value]
    for other in range(t.num_players):
        if other != seat:
            draw_from_pool(g, g.tokens_in_pool[other])
            for value in range(TOKEN_VALUES):
                g.token_pool[value] += g.tokens_in_pool[other, value]


@kernel
def draw_from_pool(g, tokens):
    """Replace tokens by the same number of tokens from the pool."""
    number = number_of(tokens)
    for value in range(TOKEN_VALUES):
        tokens[value] = 0
    for _ in range(number):
        value = value_at(g.token_pool, draw(g, number_of(g.token_pool)))
        tokens[value] += 1
        g.token_pool[value] -= 1


@kernel
def draw_choice(g, t):
    """Draw the tokens that a seat chooses from, of at least two values, or there would be no decision.

    The odds are as if tokens were redrawn until they qualify: `ways` counts what is still possible.
    """
    number, same = number_of(g.drawn), np.int64(NOTHING if t.best_token == 0 else APART)
    for value in range(TOKEN_VALUES):
        g.drawn[value] = 0
    for left in range(number, 0, -1):
        ways = np.int64(0)
        for value in range(TOKEN_VALUES):
            ways += ways_with(g, same, value, left)
        k, chosen = draw(g, ways), np.int64(0)
        while chosen < TOKEN_VALUES - 1 and k >= ways_with(g, same, chosen, left):
            k -= ways_with(g, same, chosen, left)
            chosen += 1
        same = chosen if same == NOTHING or same == chosen else APART
        g.drawn[chosen] += 1
        g.token_pool[chosen] -= 1


@kernel
def ways_with(g, same, value, left):
    """The ways in which the next of `left` tokens has this value, and in the end not all are `same`."""
    here = np.int64(g.token_pool[value])
    ways = falling(number_of(g.token_pool) - 1, left - 1)
    if same == value or same == NOTHING:
        ways -= falling(here - 1, left - 1)
    return here * ways


@kernel
def draw_expeditions(g, t):
    """Redraw the order of Alexis's stack, and which of the cards never turned over are in it (SI-SOLO-3)."""
    seen = np.uint64(g.seen)
    stack = seen & ~np.uint64(g.played)
    for docks in range(2):
        unseen = ALL_EXPEDITIONS & ~seen
        left = np.int64(t.dock_cards if docks != 0 else t.explore_cards)
        for card in range(EXPEDITIONS):
            if t.docks[card] != docks:
                unseen = without(unseen, card)
            elif has(seen, card):
                left -= 1
        for _ in range(left):
            card = take_out(g, unseen)
            unseen = without(unseen, card)
            stack |= bit(card)
    lay_out(g, g.expeditions, stack)
    for k in range(g.num_expeditions, EXPEDITIONS):
        g.expeditions[k] = NOTHING
