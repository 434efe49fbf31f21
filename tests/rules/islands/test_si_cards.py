"""Goals and rewards (SI-CARD) of every island, and the worked examples of the data file.

`facts/islands/cards.facts` has what is chosen, discovery tokens, and what is paid when.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from numba import njit

from archipelago import data, game, island_at, on_missions, position, scene, tiles
from referee.archipelago import Island, meets, points
from support import play
from swenv.islands import content
from swenv.islands.rules import cards
from swenv.islands.rules.record import NUM_FACTS, Fact

SYMBOLS = ("lotus", "dragonfruit", "laurel", "temple", "ports")


@njit
def evaluate(tables: Any, facts: Any, met: Any, paid: Any) -> None:
    """Which goals the islands meet, and what the rewards pay."""
    for island in range(len(facts)):
        for card in range(met.shape[1]):
            met[island, card] = cards.meets(tables[0], card, facts[island])
            paid[island, card] = cards.points(tables[0], card, facts[island])


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-G2", "SI-CARD-G3", "SI-CARD-G4", "SI-EX-3", "SI-EX-4", "SI-EX-5", "SI-EX-6")
@pytest.mark.rule("SI-CARD-R1", "SI-CARD-R3", "SI-CARD-R4", "SI-CARD-R5", "SI-CARD-R7", "SI-INT-27", "SI-EX-7")
@pytest.mark.rule("SI-EX-9", "SI-EX-10", "SI-EX-13")
@pytest.mark.parametrize(("mode", "kinds"), [("standard", ["mission"]), ("advanced", ["goal", "reward"])])
@pytest.mark.slow
def test_every_goal_and_reward_is_as_the_referee_reads_it_on_every_island(mode: str, kinds: list[str]) -> None:
    """The referee reads the worked examples as the data file does: `test_referee_islands`."""
    goals, rewards = (data()[f"{kind}_cards"] for kind in (kinds[0], kinds[-1]))
    counts = np.array(list(product(range(4), repeat=len(SYMBOLS))))
    facts = np.zeros((len(counts), NUM_FACTS), np.int16)
    facts[:, : len(SYMBOLS)], facts[:, Fact.SITES] = counts, counts[:, 0]
    facts[:, Fact.SIZE] = 1 + 5 * counts.sum(axis=1) % 23
    met, paid = np.zeros((len(counts), len(goals)), bool), np.zeros((len(counts), len(rewards)), np.int64)
    evaluate(game(mode=mode).tables, facts, met, paid)
    for number, (*shown, size, sites) in enumerate(facts[:, : Fact.SITES + 1].tolist()):
        symbols = Counter(dict(zip(SYMBOLS, shown, strict=True)))
        island = Island({(0, c, 0) for c in range(size)}, symbols, [], [(0, c) for c in range(sites)], [])
        for card, entry in enumerate(goals):
            assert met[number, card] == meets(entry["goal"], symbols), (entry["id"], symbols)
        for card, entry in enumerate(rewards):
            if entry["reward"]["type"] not in ("chosen_resource_ports", "discovery"):
                assert paid[number, card] == points(entry["reward"], island), (entry["id"], symbols, size)


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-R1")
def test_the_cards_are_those_of_the_data_file() -> None:
    kinds = {"goal_cards": content.GOALS, "reward_cards": content.REWARD_CARDS, "mission_cards": content.MISSIONS}
    for name, found in kinds.items():
        assert [card.id for card in found] == [entry["id"] for entry in data()[name]]
        assert len(found) == 12


@pytest.mark.rule(
    "SI-ISLE-1", "SI-ISLE-2", "SI-EX-1", "SI-EX-2", "SI-EX-14", "SI-EX-15", "SI-EX-16", "SI-EX-17", "SI-EX-18"
)
@pytest.mark.parametrize("example", [it for it in data()["examples"] if it["kind"] == "board"], ids=lambda it: it["id"])
def test_islands_of_the_worked_examples(example: dict[str, Any]) -> None:
    state = position("turn", **scene(example, 4, 5))  # off the edge of the window, where land would count as closed
    for expected in example["expect_islands"]:
        row, column, piece = expected["at"]
        found = island_at(state, row + 4, column + 5, piece)
        for name, value in expected.items():
            assert name == "at" or getattr(found, name) == value


@pytest.mark.rule("SI-CARD-R2")
def test_which_tokens_come_is_chance() -> None:
    seen, board = set(), tiles("CA1@7,8r2", "SB2@8,8r0", "ST4B@9,8r0")
    for seed in range(20):
        state = position("house", tiles=board, seats=on_missions("M10", "M01"), turn_state={"docker": 0}, seed=seed)
        seen.add(tuple(play(state, "house 7 8").to_position()["drawn"]))
    assert len(seen) > 6 and all(list(drawn) == sorted(drawn) for drawn in seen)
