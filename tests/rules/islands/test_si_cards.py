"""Goals and rewards (SI-CARD) on islands made to order, and the worked examples of the data file.

`facts/islands/cards.facts` has what is chosen, discovery tokens, and what is paid when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from archipelago import data, examples, island_at, plays, position, scene, ways
from chains import Symbols, atoll, symbols_of

import swenv
from support import play
from swenv.islands import content, islands

GOALS = {
    "G01": "20012 20010 22132 not 20000 13010",
    "G02": "02012 12010 not 31020 02200",
    "G03": "00212 01310 not 22110",
    "G04": "11100 13201 not 32010 01200",
    "G05": "11002 21002 32005 not 21001 11120",
    "G06": "22000 10100 21100 22200 not 20000 10200 10010",
    "G07": "21000 10010 21300 not 12000 00200",
    "G08": "02100 02000 32100 not 11100 21200",
    "G09": "10200 00200 13200 not 20200 30000",
    "G10": "11200 12100 22200 not 12200 02000",
    "G11": "21100 22100 01100 not 12100 20000",
    "G12": "12100 10100 31100 not 22100 03000",
}
"""By goal the islands that meet it, and some that do not: lotus, dragon fruit, laurel, temples and ports of each.

At least so many of all symbols shown; two resources equal, of which there is one at least; strictly more of one than of
another; as many as of one of the others, but one at least.
"""
REWARDS = {
    "R01": "G04 21100 4, G08 02100 2",
    "R02": "G08 13000 5, G07 20000 2",
    "R03": "G09 11210 4, G07 32000 2",
    "R04": "G07 20010 4, G07 21131 8, G07 21000 2",
    "R05": "G05 11002 4, G05 32005 7, G07 21000 2",
    "R07": "G08 03200 6, G07 30000 8, G04 13200 4, G04 22200 6, G06 02200 6",
    "R08": "G06 22120 6",
    "R10": "G09 00200 4, G04 13200 5, G06 33000 5, G04 22200 4, G07 32000 5, G09 03400 6",
    "R11": "G07 30002 4",
}
"""By reward islands, each with a goal that it meets and its points.

So much for each symbol and two more; the least resource, without those that are absent, twice, or the most frequent
one, and two more; six; the only resource and port pairs.
"""
MISSIONS = """
M01 31010 4 12011, M02 02110 3 21011, M03 00220 4 00200, M04 21000 4 11000, M05 13200 5 01200, M06 10200 4 20200,
M07 22100 4 12200, M08 31100 5 12000, M09 20200 4 20100, M10 11000 0 12300, M11 22200 4 21000, M12 20002 3 21001
"""
"""Mission, an island that meets it, its points, and an island that does not meet it."""


def symbols(digits: str) -> Symbols:
    """An island of the tables."""
    return Symbols(*map(int, digits))


def goals() -> Iterator[tuple[str, Symbols, bool]]:
    """Goal, island, and whether it is met."""
    for goal, told in GOALS.items():
        met, _, unmet = told.partition(" not ")
        yield from ((goal, symbols(island), True) for island in met.split())
        yield from ((goal, symbols(island), False) for island in unmet.split())
    for entry in data()["examples"]:
        if entry["kind"] == "goal":
            yield entry["goal_card"], symbols_of(entry["symbols"]), entry["expect"]


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


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-G2", "SI-CARD-G3", "SI-CARD-G4", "SI-EX-3", "SI-EX-4", "SI-EX-5", "SI-EX-6")
@pytest.mark.parametrize(("goal", "island", "met"), list(goals()))
def test_what_meets_a_goal(goal: str, island: Symbols, met: bool) -> None:
    board = atoll(island, symbols(GOALS[goal][:5]))
    state = rewarding(goal, "R08", board.fields)
    shown = {found.name: found.symbols for found in islands(state)}
    assert symbols_of(shown[board.names[0]]) == island, "the island is the one that was asked for"
    assert ways(state, "house") == {board.names[1], *board.names[: int(met)]}


@pytest.mark.rule("SI-CARD-R1", "SI-CARD-R3", "SI-CARD-R4", "SI-CARD-R5", "SI-CARD-R6", "SI-INT-27", "SI-EX-10")
@pytest.mark.parametrize(("card", "case"), [(card, case) for card in REWARDS for case in REWARDS[card].split(", ")])
def test_what_a_reward_pays(card: str, case: str) -> None:
    goal, island, points = case.split()
    board = atoll(symbols(island))
    assert pays(rewarding(goal, card, board.fields), *board.names) == int(points)


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-G2", "SI-CARD-G3", "SI-CARD-G4", "SI-CARD-R1", "SI-CARD-R4", "SI-CARD-R7")
@pytest.mark.parametrize("case", MISSIONS.replace("\n", " ").strip().split(", "))
def test_a_mission_is_a_goal_and_a_reward(case: str) -> None:
    mission, good, points, bad = case.split()
    board = atoll(symbols(good), symbols(bad))
    state = rewarding(mission, None, board.fields)
    assert ways(state, "house") == {board.names[0]}
    assert pays(state, board.names[0]) == int(points)


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
    board = atoll(Symbols(2, 1, temple=2))
    seen = set()
    for seed in range(20):
        state = rewarding("G07", "R06", board.fields, seed=seed)
        seen.add(tuple(plays(state, "house {} {}".format(*board.names[0])).to_position()["drawn"]))
    assert len(seen) > 6 and all(list(drawn) == sorted(drawn) for drawn in seen)
