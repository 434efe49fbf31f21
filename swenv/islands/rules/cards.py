"""Goals and rewards of cards (section 5), and how cards move (SI-PREP-2 to SI-PREP-5, SI-ROUND-1)."""

import numpy as np

from swenv.core.jit import kernel
from swenv.core.random import shuffle
from swenv.islands.rules.record import (
    CARDS,
    HELD,
    MAX_SEATS,
    MISSIONS,
    NOTHING,
    REWARD_CARDS,
    Fact,
    Goal,
    Reward,
)

KEPT = 0  # the place in `held` of the card that is kept for the next round


@kernel
def meets(t, goal, facts):
    """Whether an island meets a goal (SI-CARD-G1 to SI-CARD-G4)."""
    kind = t.goal[goal]
    x = np.int64(facts[t.goal_resource[goal, 0]])
    y = np.int64(facts[t.goal_resource[goal, 1]])
    lotus, dragonfruit, laurel = facts[0], facts[1], facts[2]
    if kind == Goal.AT_LEAST:
        for symbol in range(5):
            if facts[symbol] < t.goal_symbols[goal, symbol]:
                return False
        return True
    if kind == Goal.TWO_RESOURCES_EQUAL:
        return (lotus > 0 and (lotus == dragonfruit or lotus == laurel)) or (dragonfruit > 0 and dragonfruit == laurel)
    if kind == Goal.MORE_THAN:
        return x > y
    third = np.int64(facts[3 - t.goal_resource[goal, 0] - t.goal_resource[goal, 1]])
    return x > 0 and (x == y or x == third)


@kernel
def points(t, reward, facts):
    """The points of a reward without a choice: SI-CARD-R1, -R3 to -R5, -R7, -R8; see SI-INT-26."""
    kind = t.rewards[reward]
    total = np.int64(t.bonus[reward])
    if kind == Reward.SYMBOLS or kind == Reward.FLAT:
        for symbol in range(5):
            total += t.per_symbol[reward, symbol] * facts[symbol]
    elif kind == Reward.LEAST_RESOURCE or kind == Reward.MOST_RESOURCE:
        total += t.per_symbol[reward, 0] * (most(facts) if kind == Reward.MOST_RESOURCE else least(facts))
    elif kind == Reward.ISLAND_SIZE:
        for band in range(len(t.bands)):
            if facts[Fact.SIZE] >= t.bands[band, 0]:
                total = t.bands[band, 1]
    elif kind == Reward.BUILDING_SITES:
        total += t.per_symbol[reward, 0] * facts[Fact.SITES]
    return total


@kernel
def most(facts):
    """The largest count of a resource on an island."""
    return max(np.int64(facts[0]), np.int64(facts[1]), np.int64(facts[2]))


@kernel
def least(facts):
    """The smallest count of a resource that is on an island, 0 if none is (SI-CARD-R3)."""
    fewest = most(facts)
    for resource in range(3):
        if 0 < facts[resource] < fewest:
            fewest = np.int64(facts[resource])
    return fewest


@kernel
def goal_of(g, seat):
    """The row of a seat's goal."""
    return np.int64(g.current[MISSIONS, seat])


@kernel
def reward_of(g, t, seat):
    """The row of a seat's reward: in standard mode, the other half of the same card."""
    return np.int64(g.current[REWARD_CARDS if t.advanced != 0 else MISSIONS, seat])


@kernel
def decks(t):
    """The number of kinds of cards: missions, or goals and rewards."""
    return 2 if t.advanced != 0 else 1


@kernel
def draw_card(g, deck):
    """Take the top card of a deck."""
    g.num_deck[deck] -= 1
    card = np.int64(g.deck[deck, g.num_deck[deck]])
    g.deck[deck, g.num_deck[deck]] = NOTHING
    return card


@kernel
def deal_first_cards(g, t):
    """Deal each player one hidden card of each kind (SI-SETUP-8, SI-SETUP-9)."""
    for deck in range(decks(t)):
        shuffle_deck(g, deck)
        for k in range(t.num_players):
            g.held[deck, (g.first + k) % t.num_players, KEPT] = draw_card(g, deck)


@kernel
def draw_cards(g, t):
    """Deal everybody two cards of each kind before any is returned (SI-PREP-2, SI-PREP-3, SI-PREP-4)."""
    for k in range(t.num_players):
        seat = (g.first + k) % t.num_players
        for deck in range(decks(t)):
            for place in range(KEPT + 1, HELD):
                g.held[deck, seat, place] = draw_card(g, deck)


@kernel
def pick_cards(g, deck, seat, pair):
    """Use one card this round, keep one for the next, return the third (SI-PREP-2). `pair` is a line of PAIRS."""
    now = pair // 2
    kept = pair % 2
    if kept >= now:
        kept += 1
    g.current[deck, seat] = g.held[deck, seat, now]
    g.given_back[deck, seat] = g.held[deck, seat, 3 - now - kept]
    card = g.held[deck, seat, kept]
    g.held[deck, seat, :] = NOTHING
    g.held[deck, seat, KEPT] = card


@kernel
def shuffle_deck(g, deck):
    """Shuffle all cards except those set aside into the deck (SI-ROUND-1)."""
    g.deck[deck, :] = NOTHING
    number = np.int64(0)
    for card in range(CARDS):
        aside = False
        for seat in range(MAX_SEATS):
            if g.held[deck, seat, KEPT] == card:
                aside = True
        if not aside:
            g.deck[deck, number] = card
            number += 1
    g.num_deck[deck] = number
    g.current[deck, :] = NOTHING
    g.given_back[deck, :] = NOTHING
    shuffle(g, g.deck[deck], number)
