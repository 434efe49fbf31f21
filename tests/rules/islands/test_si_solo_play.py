"""What the human cannot know in solo games; the referee checks the turns of Alexis."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from archipelago import deck, expeditions, fresh, game, kinds, numbers
from si_solo import before_alexis

from randomplay import busy_walk
from support import play

GAMES: dict[str, dict[str, Any]] = {
    "standard": {"level": 4},
    "advanced": {"mode": "advanced", "level": 6},
}


@pytest.mark.rule("SI-SOLO-3", "SI-INFO-2")
def test_which_cards_were_drawn_is_hidden_until_they_are_turned_over() -> None:
    state = fresh(1, start_layout="fixed", level=4)
    own = set(state.to_position()["alexis"]["deck"])
    decks = [state.sample_hidden(0, seed).to_position()["alexis"]["deck"] for seed in range(30)]
    assert all(kinds(cards) == numbers(4) for cards in decks)
    assert any(set(cards) != own for cards in decks) and {card for cards in decks for card in cards} == set(
        expeditions()
    )


@pytest.mark.rule("SI-SOLO-3", "SI-INFO-2")
def test_cards_that_were_turned_over_stay_in_the_deck() -> None:
    own = deck("X01", "X13")
    state = play(before_alexis(alexis={"deck": own[1:], "played": own[:1], "seen": own[:1]}, navigation=0), "pass")
    assert state.phase == "prep_pick", "he docked and turned over a card for his houses; all cards were shuffled"
    decks = [state.sample_hidden(0, seed).to_position()["alexis"]["deck"] for seed in range(30)]
    assert all(set(own[:3]) <= set(cards) and kinds(cards) == numbers(4) for cards in decks)
    assert any(set(cards) != set(own) for cards in decks)
    assert len({cards[0] for cards in decks}) > 3, "their order is hidden"


@pytest.mark.rule("SI-SOLO-5", "SI-INFO-2")
@pytest.mark.parametrize("key", ["standard", "advanced"])
def test_a_sample_shows_the_human_the_same(key: str) -> None:
    loaded = game(1, **GAMES[key])
    public = ("tiles", "ships", "markers", "houses", "market", "removed", "turn_state", "human_last", "phase", "round")
    for number, (state, action) in enumerate(busy_walk(loaded, seed=3)):
        if action < 0 or number % 7:
            continue
        other = state.sample_hidden(0, number)
        then, now = state.to_position(), other.to_position()
        assert {field: now[field] for field in public} == {field: then[field] for field in public}
        for field in ("prestige", "card", "played", "seen"):
            assert now["alexis"][field] == then["alexis"][field]
        assert np.array_equal(other.observation(0), state.observation(0))
        assert np.array_equal(other.mask(), state.mask())
