"""The end of a round by chance: cards are shuffled (SI-ROUND-1); `facts/islands/end.facts` has the rest."""

from __future__ import annotations

import pytest

from archipelago import plays, position, tiles
from swenv.islands import achievements

KEPT, USED, RETURNED = ("02", "05"), ("01", "04"), ("03", "06")
"""Numbers of the cards of two seats."""


@pytest.mark.rule("SI-ROUND-1", "SI-REW-6", "SI-INV-5", "SI-PREP-4", "SI-PREP-5")
@pytest.mark.parametrize(("mode", "kinds"), [("standard", ["missions"]), ("advanced", ["goals", "rewards"])])
def test_all_cards_of_a_kind_but_those_set_aside_are_shuffled_for_the_next_round(mode: str, kinds: list[str]) -> None:
    for kind in kinds:
        letter = kind[0].upper()
        everything = {f"{letter}{number:02}" for number in range(1, 13)}
        kept, used, returned = ([letter + number for number in numbers] for numbers in (KEPT, USED, RETURNED))
        seats = [
            {kind: {"held": [held], "current": current, "returned": back}}
            for held, current, back in zip(kept, used, returned, strict=True)
        ]
        drawn, orders = set(), set()
        for seed in range(25):
            after = plays(position("turn", mode=mode, tiles=tiles("SA1@8,8r0"), seats=seats, seed=seed), "dock_own 8 9")
            document = after.to_position()
            assert (after.round, after.phase) == (2, "prep_pick")
            held = [seat[kind]["held"] for seat in document["seats"]]
            assert [cards[0] for cards in held] == kept and [len(cards) for cards in held] == [3, 3]
            for seat in document["seats"]:
                assert seat[kind]["current"] is seat[kind]["returned"] is None and not seat["revealed"]
            assert sorted([*held[0], *held[1], *document["decks"][kind]]) == sorted(everything)
            drawn |= {*held[0][1:], *held[1][1:]}
            orders.add(tuple(document["decks"][kind]))
        assert drawn == everything - {*kept}
        assert len(orders) > 20


@pytest.mark.rule("SI-ACH-1")
def test_a_game_that_goes_on_has_no_achievements() -> None:
    with pytest.raises(ValueError, match="over"):
        achievements(position("turn", tiles=tiles("SA1@8,8r0")))
