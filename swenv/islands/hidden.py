"""Drawing anew what a seat cannot know (SI-INFO-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.islands.content import TOKEN_KINDS, TOKENS
from swenv.islands.rules.record import CARDS, EXPEDITIONS, HAND, HELD, NOTHING, Phase

if TYPE_CHECKING:
    from swenv.islands.game import Islands

IN_BOX = np.array([TOKENS.count(value) for value in TOKEN_KINDS])


def resample(game: Islands, record: NDArray[Any], seat: int, seed: int) -> None:
    """Draw in place stacks, hands, cards, tokens and Alexis's cards, consistent with what the seat has seen."""
    g, t, players = record[0], game.tables[0], game.num_players
    generator = np.random.Generator(np.random.PCG64([seed, seat]))
    if g.phase > Phase.START_PLACE:
        _draw_tiles(g, t, players, seat, generator)
        for deck in range(2 if t.advanced else 1):
            _draw_cards(g, deck, players, seat, generator)
        if g.phase != Phase.OVER:
            _draw_tokens(g, t, players, seat, generator)
        if t.solo:
            _draw_expeditions(g, t, generator)
    g.random = generator.integers(2**64, dtype=np.uint64)
    g.seed = seed


def _draw_tiles(g: Any, t: Any, players: int, seat: int, generator: np.random.Generator) -> None:
    """Tiles of the stacks and of hidden hands change places; what was seen stays.

    Whoever chooses a tile now is known to have one that can be laid.
    """
    hidden = [
        (other, place)
        for other in range(players)
        if other != seat
        for place in range(HAND)
        if g.hand[other, place] >= 0 and not int(g.known) >> int(g.hand[other, place]) & 1
    ]
    reserve, navigation = int(g.num_reserve), int(g.num_navigation)
    lying = [*g.reserve[:reserve], *g.navigation[:navigation], *(g.hand[spot] for spot in hidden)]
    pool = np.sort(np.array(lying, dtype=np.int8))
    while True:
        pool = generator.permutation(pool)
        for spot, tile in zip(hidden, pool[reserve + navigation :], strict=True):
            g.hand[spot] = tile
        if g.phase != Phase.HAND or any(placeable(g, t, tile) for tile in g.hand[g.turn] if tile >= 0):
            break
    g.reserve[:reserve] = pool[:reserve]
    g.navigation[:navigation] = pool[reserve : reserve + navigation]


def placeable(g: Any, t: Any, tile: int) -> bool:
    """Whether a tile can be laid anywhere, as `rules.placement.placeable`."""
    return bool(t.fits[t.form[tile], g.demand[g.demand > 0]].any())


def _draw_cards(g: Any, deck: int, players: int, seat: int, generator: np.random.Generator) -> None:
    """Cards that the seat does not hold, has not returned and has not seen revealed change places."""
    known = {int(card) for card in (*g.held[deck, seat], g.current[deck, seat], g.given_back[deck, seat])}
    hidden: list[tuple[Any, tuple[int, ...]]] = [(g.deck, (deck, place)) for place in range(CARDS)]
    for other in range(players):
        if other == seat:
            continue
        hidden += [(g.held, (deck, other, place)) for place in range(HELD)]
        hidden.append((g.given_back, (deck, other)))
        if g.revealed[other]:
            known.add(int(g.current[deck, other]))
        else:
            hidden.append((g.current, (deck, other)))
    spots = [(cards, place) for cards, place in hidden if cards[place] != NOTHING]
    unknown = generator.permutation([card for card in range(CARDS) if card not in known])
    for (cards, place), card in zip(spots, unknown, strict=True):
        cards[place] = card


def _draw_tokens(g: Any, t: Any, players: int, seat: int, generator: np.random.Generator) -> None:
    """Tokens kept and drawn by others change places with those of the pool that the seat does not know to be there.

    Whoever chooses a token now is known to have drawn two values at least.
    """
    drawn, drawing = int(g.drawn.sum()), g.turn != seat and g.phase == Phase.SCORE
    mine = IN_BOX - g.tokens[seat] - (0 if drawing else g.drawn)
    unknown = np.repeat(np.arange(len(IN_BOX)), mine - g.tokens_in_pool[seat])
    others = [other for other in range(players) if other != seat]
    numbers = [int(g.tokens[other].sum()) for other in others]
    while True:
        left = generator.permutation(unknown)
        for other, number in zip(others, numbers, strict=True):
            g.tokens[other], left = _counted(left[:number]), left[number:]
        if not drawing or drawn == 0:
            break
        g.drawn, left = _counted(left[:drawn]), left[drawn:]
        if np.count_nonzero(g.drawn) > 1 or t.best_token:
            break
    g.token_pool = _counted(left) + g.tokens_in_pool[seat]
    pool = np.repeat(np.arange(len(IN_BOX)), g.token_pool)
    for other in others:
        g.tokens_in_pool[other] = _counted(generator.permutation(pool)[: int(g.tokens_in_pool[other].sum())])


def _counted(values: NDArray[Any]) -> NDArray[Any]:
    """How many tokens of each value."""
    return np.bincount(values, minlength=len(IN_BOX))


def _draw_expeditions(g: Any, t: Any, generator: np.random.Generator) -> None:
    """The order of Alexis's stack, and the cards of it that were never turned over (SI-SOLO-3)."""
    seen = [card for card in range(EXPEDITIONS) if int(g.seen) >> card & 1]
    stack = [card for card in seen if not int(g.played) >> card & 1]
    for docks, wanted in ((0, t.explore_cards), (1, t.dock_cards)):
        left = wanted - sum(int(t.docks[card]) == docks for card in seen)
        unseen = [card for card in range(EXPEDITIONS) if card not in seen and t.docks[card] == docks]
        stack += generator.permutation(unseen)[: int(left)].tolist()
    g.expeditions[: g.num_expeditions] = generator.permutation(stack)[: g.num_expeditions]
