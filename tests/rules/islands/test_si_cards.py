"""Goals and rewards (SI-CARD) on islands made to order, and the worked examples of the data file.

`facts/islands/cards.facts` has what is chosen, discovery tokens, and what is paid when.
"""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import data, examples, island_at, plays, position, scene, ways
from chains import Symbols, atoll, symbols_of

import swenv
from support import play
from swenv.islands import content, islands

MET = {
    "G01": Symbols(2, temple=1, ports=2),
    "G02": Symbols(0, 2, temple=1, ports=2),
    "G03": Symbols(0, 0, 2, temple=1, ports=2),
    "G04": Symbols(1, 1, 1),
    "G05": Symbols(1, 1, ports=2),
    "G06": Symbols(2, 2),
    "G07": Symbols(2, 1),
    "G08": Symbols(0, 2, 1),
    "G09": Symbols(1, 0, 2),
    "G10": Symbols(1, 1, 2),
    "G11": Symbols(2, 1, 1),
    "G12": Symbols(1, 2, 1),
}
"""By goal card an island that meets it."""
GOALS = [
    ("G01", Symbols(2, temple=1), True),
    ("G01", Symbols(2, 2, 1, temple=3, ports=2), True),
    ("G01", Symbols(2), False),
    ("G01", Symbols(1, 3, temple=1), False),
    ("G02", Symbols(1, 2, temple=1), True),
    ("G02", Symbols(3, 1, temple=2), False),
    ("G02", Symbols(0, 2, 2), False),
    ("G03", Symbols(0, 1, 3, temple=1), True),
    ("G03", Symbols(2, 2, 1, temple=1), False),
    ("G04", Symbols(1, 1, 1), True),
    ("G04", Symbols(1, 3, 2, ports=1), True),
    ("G04", Symbols(3, 2, 0, temple=1), False),
    ("G04", Symbols(0, 1, 2), False),
    ("G05", Symbols(2, 1, ports=2), True),
    ("G05", Symbols(3, 2, ports=5), True),
    ("G05", Symbols(2, 1, ports=1), False),
    ("G05", Symbols(1, 1, 1, temple=2), False),
    ("G06", Symbols(1, 0, 1), True),
    ("G06", Symbols(2, 1, 1), True),
    ("G06", Symbols(2, 2, 2), True),
    ("G06", Symbols(2, 0, 0), False),
    ("G06", Symbols(1, 0, 2), False),
    ("G06", Symbols(1, 0, 0, temple=1), False),
    ("G07", Symbols(1, 0, 0, temple=1), True),
    ("G07", Symbols(2, 1, 3), True),
    ("G07", Symbols(1, 2), False),
    ("G07", Symbols(0, 0, 2), False),
    ("G08", Symbols(0, 2, 0), True),
    ("G08", Symbols(3, 2, 1), True),
    ("G08", Symbols(1, 1, 1), False),
    ("G08", Symbols(2, 1, 2), False),
    ("G09", Symbols(0, 0, 2), True),
    ("G09", Symbols(1, 3, 2), True),
    ("G09", Symbols(2, 0, 2), False),
    ("G09", Symbols(3, 0, 0), False),
    ("G10", Symbols(1, 2, 1), True),
    ("G10", Symbols(2, 2, 2), True),
    ("G10", Symbols(1, 2, 2), False),
    ("G10", Symbols(0, 2, 0), False),
    ("G11", Symbols(2, 2, 1), True),
    ("G11", Symbols(0, 1, 1), True),
    ("G11", Symbols(1, 2, 1), False),
    ("G11", Symbols(2, 0, 0), False),
    ("G12", Symbols(1, 0, 1), True),
    ("G12", Symbols(3, 1, 1), True),
    ("G12", Symbols(2, 2, 1), False),
    ("G12", Symbols(0, 3, 0), False),
    *(
        (entry["goal_card"], symbols_of(entry["symbols"]), entry["expect"])
        for number in (3, 4, 5, 6)
        for entry in examples(f"SI-EX-{number}")
    ),
]
"""Goal card, an island, and whether it is met: at least so many of all symbols shown; two resources equal, of which
there is one at least; strictly more of one than of another; as many as of another, but one at least."""
REWARDS = [
    ("R01", "G04", Symbols(2, 1, 1), 2 + 2),
    ("R01", "G08", Symbols(0, 2, 1), 2),
    ("R02", "G08", Symbols(1, 3), 3 + 2),
    ("R02", "G07", Symbols(2), 2),
    ("R03", "G09", Symbols(1, 1, 2, temple=1), 2 + 2),
    ("R03", "G07", Symbols(3, 2), 2),
    ("R04", "G07", Symbols(2, temple=1), 2 * 1 + 2),
    ("R04", "G07", Symbols(2, 1, 1, temple=3, ports=1), 2 * 3 + 2),
    ("R04", "G07", Symbols(2, 1), 2),
    ("R05", "G05", Symbols(1, 1, ports=2), 2 + 2),
    ("R05", "G05", Symbols(3, 2, ports=5), 5 + 2),
    ("R05", "G07", Symbols(2, 1), 2),
    ("R07", "G08", Symbols(0, 3, 2), 2 * 2 + 2),
    ("R07", "G07", Symbols(3), 2 * 3 + 2),
    ("R07", "G04", Symbols(1, 3, 2), 2 * 1 + 2),
    ("R07", "G04", Symbols(2, 2, 2), 2 * 2 + 2),
    ("R07", "G06", Symbols(0, 2, 2), 2 * 2 + 2),
    ("R08", "G06", Symbols(2, 2, 1, temple=2), 6),
    ("R10", "G09", Symbols(0, 0, 2), 2 + 2),
    ("R10", "G04", Symbols(1, 3, 2), 3 + 2),
    ("R10", "G06", Symbols(3, 3), 3 + 2),
    ("R10", "G04", Symbols(2, 2, 2), 2 + 2),
    ("R10", "G07", Symbols(3, 2), 5),
    ("R10", "G09", Symbols(0, 3, 4), 6),
    ("R11", "G07", Symbols(3, ports=2), 3 + 1),
]
"""Reward card, a goal that is met, an island, and its points: so much for each symbol and two more; the least resource
without those that are absent, twice, or the most frequent one, and two more; six; the only resource and port pairs."""
MISSIONS = [
    ("M01", Symbols(3, 1, temple=1), 1 + 3, Symbols(1, 2, temple=1, ports=1)),
    ("M02", Symbols(0, 2, 1, temple=1), 1 + 2, Symbols(2, 1, temple=1, ports=1)),
    ("M03", Symbols(0, 0, 2, temple=2), 2 + 2, Symbols(0, 0, 2)),
    ("M04", Symbols(2, 1), 2 + 2, Symbols(1, 1)),
    ("M05", Symbols(1, 3, 2), 3 + 2, Symbols(0, 1, 2)),
    ("M06", Symbols(1, 0, 2), 2 + 2, Symbols(2, 0, 2)),
    ("M07", Symbols(2, 2, 1), 2 + 2, Symbols(1, 2, 2)),
    ("M08", Symbols(3, 1, 1), 3 + 2, Symbols(1, 2)),
    ("M09", Symbols(2, 0, 2), 2 + 2, Symbols(2, 0, 1)),
    ("M10", Symbols(1, 1), 0, Symbols(1, 2, 3)),
    ("M11", Symbols(2, 2, 2), 4, Symbols(2, 1)),
    ("M12", Symbols(2, ports=2), 2 + 1, Symbols(2, 1, ports=1)),
]
"""Mission card, an island that meets it, its points, and an island that does not meet it."""


def rewarding(card: str, reward: str | None, board: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 begins its reward turn with that mission, or with that goal and that reward."""
    kinds = {"missions": card} if reward is None else {"goals": card, "rewards": reward}
    seats: list[dict[str, Any]] = [{kind: {"current": name} for kind, name in kinds.items()}, {}]
    mode = "standard" if reward is None else "advanced"
    return position("house", mode=mode, seats=seats, turn_state={"docker": 0}, **board, **fields)


def pays(state: swenv.State, *names: tuple[int, int]) -> int:
    """Points of seat 0 for building there, when it is asked for nothing."""
    after = plays(state, *(f"house {r} {c}" for r, c in names))
    if after.phase == "house" and after.turn == 0:
        play(after, "pass")
    assert (after.phase, after.turn) != ("score", 0)
    return int(after.coins[0] - state.coins[0])


@pytest.mark.rule(
    *("SI-CARD-G1", "SI-CARD-G2", "SI-CARD-G3", "SI-CARD-G4", "SI-EX-3", "SI-EX-4", "SI-EX-5", "SI-EX-6"),
)
@pytest.mark.parametrize(("goal", "symbols", "met"), GOALS)
def test_what_meets_a_goal(goal: str, symbols: Symbols, met: bool) -> None:
    board = atoll(symbols, MET[goal])
    state = rewarding(goal, "R08", board.fields)
    shown = {island.name: island.symbols for island in islands(state)}
    assert symbols_of(shown[board.names[0]]) == symbols, "the island is the one that was asked for"
    assert ways(state, "house") == {board.names[1], *board.names[: int(met)]}


@pytest.mark.rule("SI-CARD-R1", "SI-CARD-R3", "SI-CARD-R4", "SI-CARD-R5", "SI-CARD-R6", "SI-INT-27", "SI-EX-10")
@pytest.mark.parametrize(("card", "goal", "symbols", "points"), REWARDS)
def test_what_a_reward_pays(card: str, goal: str, symbols: Symbols, points: int) -> None:
    board = atoll(symbols)
    assert pays(rewarding(goal, card, board.fields), *board.names) == points


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-G2", "SI-CARD-G3", "SI-CARD-G4", "SI-CARD-R1", "SI-CARD-R4", "SI-CARD-R7")
@pytest.mark.parametrize(("mission", "good", "points", "bad"), MISSIONS)
def test_a_mission_is_a_goal_and_a_reward(mission: str, good: Symbols, points: int, bad: Symbols) -> None:
    board = atoll(good, bad)
    state = rewarding(mission, None, board.fields)
    assert ways(state, "house") == {board.names[0]}
    assert pays(state, board.names[0]) == points


@pytest.mark.rule("SI-CARD-R1", "SI-CARD-R3", "SI-CARD-R7", "SI-EX-7", "SI-EX-9", "SI-EX-13")
@pytest.mark.parametrize(("number", "goal"), [(7, "G07"), (9, "G07"), (13, "G05")])
def test_islands_of_an_example_are_paid_in_one_phase(number: int, goal: str) -> None:
    example = examples(f"SI-EX-{number}")[0]
    board = atoll(*(island.get("size") or symbols_of(island["symbols"]) for island in example["islands"]))
    state = rewarding(goal, example["reward_card"], board.fields)
    assert [pays(state, name) for name in board.names] == [island["pp"] for island in example["islands"]]
    assert pays(state, *board.names) == example["expect_total"]


@pytest.mark.rule("SI-CARD-R7", "SI-EX-13")
@pytest.mark.parametrize("entry", examples("SI-EX-13b")[0]["islands"], ids=str)
def test_island_size_has_bands(entry: dict[str, int]) -> None:
    board = atoll(entry["size"], window=21)
    state = rewarding("G05", "R09", board.fields, window=21)
    assert [island.size for island in islands(state) if island.name == board.names[0]] == [entry["size"]]
    assert pays(state, *board.names) == entry["pp"]


@pytest.mark.rule("SI-CARD-R6")
@pytest.mark.parametrize(("ports", "pairs"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_each_full_pair_of_ports_pays_one(ports: int, pairs: int) -> None:
    board = atoll(Symbols(2, 1, ports=ports))
    asked = plays(rewarding("G07", "R11", board.fields), "house {} {}".format(*board.names[0]))
    assert int(plays(asked, "resource lotus").coins[0]) == 2 + pairs


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-R1")
def test_the_cards_are_those_of_the_data_file() -> None:
    cards = {"goal_cards": content.GOALS, "reward_cards": content.REWARD_CARDS, "mission_cards": content.MISSIONS}
    for name, found in cards.items():
        assert [card.id for card in found] == [entry["id"] for entry in data()[name]]
        assert len(found) == 12


@pytest.mark.rule(
    *("SI-ISLE-1", "SI-ISLE-2", "SI-ISLE-3", "SI-EX-1", "SI-EX-2", "SI-EX-14", "SI-EX-15", "SI-EX-16", "SI-EX-17"),
    *("SI-EX-18", "SI-EX-19"),
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
    board = atoll(Symbols(2, 1, temple=2))
    seen = set()
    for seed in range(20):
        state = rewarding("G07", "R06", board.fields, seed=seed)
        seen.add(tuple(plays(state, "house {} {}".format(*board.names[0])).to_position()["drawn"]))
    assert len(seen) > 6 and all(list(drawn) == sorted(drawn) for drawn in seen)
