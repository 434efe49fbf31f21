"""The solo mode of Small Islands: set-up, and the cards of Alexis that are drawn and shuffled."""

from __future__ import annotations

from typing import Any

import pytest

import swenv
from archipelago import FIXED, LEVEL, STEPS, deck, expeditions, fresh, game, kinds, position, tiles
from support import play

LONE = tiles("WB1@8,8r0")
"""Open sea alone in the middle: ships and caps fit on its four sides."""
GREEN = tiles("CC1@5,5r2", "CC3@6,5r0")
"""An island with a site on each tile: a lotus, a laurel, two temples, two ports."""
ASKED = {"missions": {"held": ["M01"], "current": "M12"}}
"""The human with a mission that `GREEN` meets."""
IDLE = {"missions": {"held": ["M01"], "current": "M03"}}
"""The human with a mission that it does not meet."""
SEEDS = range(20)


def alexis(state: swenv.State) -> dict[str, Any]:
    """The entry of Alexis in the position document."""
    return dict(state.to_position()["alexis"])


@pytest.mark.rule("SI-SOLO-1")
def test_alone_is_solo_and_with_others_it_is_not() -> None:
    assert "alexis" in fresh(1).to_position() and "alexis" not in fresh(2).to_position()
    with pytest.raises(ValueError, match="mode"):
        game(2, "solo")
    for level in (0, 7):
        with pytest.raises(ValueError, match="level"):
            game(1, level=level)


@pytest.mark.rule("SI-SOLO-3")
@pytest.mark.parametrize(
    ("level", "explore", "dock"), [(1, 9, 1), (2, 9, 2), (3, 8, 2), (4, 8, 3), (5, 7, 3), (6, 7, 4)]
)
def test_the_alexis_card_says_how_many_cards_are_drawn(level: int, explore: int, dock: int) -> None:
    decks = [alexis(fresh(1, seed=seed, level=level, **FIXED))["deck"] for seed in range(40)]
    for cards in decks:
        assert kinds(cards) == {"explore": explore, "dock": dock} and len({*cards}) == explore + dock
    assert {card for cards in decks for card in cards} == expeditions().keys()
    assert len({cards[0] for cards in decks}) > 5, "they are shuffled"


def after(action: str, seed: int, seat: dict[str, Any], *, lone: bool = False, **stacks: list[str]) -> swenv.State:
    """A state after an action of the human; Alexis has these stacks."""
    board, last = (LONE, [8, 8]) if lone else (GREEN, [6, 5])
    fields: dict[str, Any] = {"tiles": board, "human_last": last, "seed": seed, "market": ["KD1", "KD2", "KD3"]}
    if action == "pass":
        fields |= {"market": [None, "KD2", "KD3"], "navigation": ["KD1", "CA2"] if lone else ["KD1"]}
    phase = "marker" if action == "pass" else "turn"
    return play(position(phase, 1, level=LEVEL, seats=[seat], alexis=stacks, **fields), action)


@pytest.mark.rule("SI-SOLO-5")
def test_an_empty_deck_is_made_of_the_played_cards_first() -> None:
    tops = set()
    for seed in SEEDS:
        state = after("pass", seed, IDLE, lone=True, deck=[], played=deck())
        left = alexis(state)["deck"]
        (top,) = {*deck()} - {*left}
        assert len(left) == len(deck()) - 1
        rows, columns = STEPS[expeditions()[top]["directions"][0]]
        assert state.to_position()["turn_state"]["cell"] == [8 + rows, 8 + columns]
        tops.add(top)
    assert len(tops) > 4


@pytest.mark.rule("SI-SOLO-12")
@pytest.mark.parametrize(
    ("action", "seat", "own", "phase"),
    [("dock_grey 4 5", IDLE, deck("X08"), "prep_pick"), ("pass", ASKED, deck("X13", "X08"), "house")],
    ids=["Alexis last", "Alexis first"],
)
def test_all_his_cards_are_shuffled_after_his_reward(
    action: str, seat: dict[str, Any], own: list[str], phase: str
) -> None:
    states = [after(action, seed, seat, deck=own[:3], played=own[3:]) for seed in SEEDS]
    for state in states:
        assert state.phase == phase
        assert sorted(alexis(state)["deck"]) == sorted(own) and alexis(state)["played"] == []
    assert len({alexis(state)["deck"][0] for state in states}) > 4


@pytest.mark.rule("SI-SOLO-12", "SI-SOLO-5")
def test_an_empty_deck_is_shuffled_before_the_card_for_the_houses() -> None:
    states = [after("dock_grey 4 5", seed, IDLE, deck=[], played=deck()) for seed in SEEDS]
    assert {len(state.to_position()["houses"]) for state in states} == {0, 1}, "some cards have a goal that is met"
