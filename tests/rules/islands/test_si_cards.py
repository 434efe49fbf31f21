"""Goals, rewards and discovery tokens (SI-CARD), on islands that lie on the board."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from archipelago import data, examples, fresh, plays, position, seat_of, tiles, ways
from chains import Atoll, Symbols, atoll, symbols_of
from chapters import refused

import swenv
from support import play
from swenv.islands import content, islands

VALUES = [2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
"""The discovery tokens of the box."""
BARREN = {
    "tiles": tiles("ST4B@7,8r2", "BA1@8,8r2"),
    "markers": [{"seat": 1, "marker": "lotus", "as": "port", "r": 8, "c": 8, "piece": 1}],
}
"""An island of two temples and two ports, one of them added, without any resource; its house stands on (7, 8)."""


def advanced(goal: str, reward: str, board: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 begins its reward turn with that goal and that reward."""
    own = {"goals": {"current": goal}, "rewards": {"current": reward}, **fields.pop("own", {})}
    seats = [own, fields.pop("other", {})]
    return position("house", mode="advanced", turn=0, seats=seats, turn_state={"docker": 0}, **board, **fields)


def standard(mission: str, board: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 begins its reward turn with that mission."""
    own = {"missions": {"current": mission}, **fields.pop("own", {})}
    seats = [own, fields.pop("other", {})]
    return position("house", turn=0, seats=seats, turn_state={"docker": 0}, **board, **fields)


def built(state: swenv.State, *names: tuple[int, int]) -> swenv.State:
    """After seat 0 has built there and stopped."""
    state = plays(state, *(f"house {r} {c}" for r, c in names))
    return play(state, "pass") if state.phase == "house" and state.turn == 0 else state


def pays(state: swenv.State, *names: tuple[int, int]) -> int:
    """PP that seat 0 gets for building there, when it is asked for nothing."""
    after = built(state, *names)
    assert (after.phase, after.turn) != ("score", 0)
    return int(after.coins[0] - state.coins[0])


def on_offer(state: swenv.State) -> set[tuple[int, int]]:
    """The islands on which the seat to act may build."""
    assert state.phase == "house"
    return ways(state, "house")


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


def meets(goal: str, symbols: Symbols) -> bool:
    """Whether an island with these symbols may be built on; another island, which may, lies beside it."""
    board = atoll(symbols, MET[goal])
    state = advanced(goal, "R08", board.fields)
    shown = {island.name: island.symbols for island in islands(state)}
    assert symbols_of(shown[board.names[0]]) == symbols, "the island is the one that was asked for"
    assert board.names[1] in on_offer(state)
    return board.names[0] in on_offer(state)


# Goals


@pytest.mark.rule("SI-CARD-G1", "SI-EX-3")
@pytest.mark.parametrize("example", examples("SI-EX-3"), ids=lambda example: str(example["id"]))
def test_at_least_as_in_the_example(example: dict[str, Any]) -> None:
    assert meets(example["goal_card"], symbols_of(example["symbols"])) == example["expect"]


@pytest.mark.rule("SI-CARD-G1")
@pytest.mark.parametrize(
    "goal, symbols, met",
    [
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
    ],
)
def test_at_least_asks_for_every_symbol_shown_and_for_no_other(goal: str, symbols: Symbols, met: bool) -> None:
    assert meets(goal, symbols) == met


@pytest.mark.rule("SI-CARD-G2", "SI-EX-4")
@pytest.mark.parametrize("example", examples("SI-EX-4"), ids=lambda example: str(example["id"]))
def test_two_resources_equal_as_in_the_examples(example: dict[str, Any]) -> None:
    assert meets(example["goal_card"], symbols_of(example["symbols"])) == example["expect"]


@pytest.mark.rule("SI-CARD-G2")
@pytest.mark.parametrize(
    "symbols, met",
    [
        (Symbols(1, 0, 1), True),
        (Symbols(2, 1, 1), True),
        (Symbols(2, 2, 2), True),
        (Symbols(2, 0, 0), False),
        (Symbols(1, 0, 2), False),
        (Symbols(1, 0, 0, temple=1), False),
    ],
)
def test_two_resources_that_are_both_absent_are_not_equal(symbols: Symbols, met: bool) -> None:
    assert meets("G06", symbols) == met


@pytest.mark.rule("SI-CARD-G3", "SI-EX-5")
@pytest.mark.parametrize("example", examples("SI-EX-5"), ids=lambda example: str(example["id"]))
def test_more_than_as_in_the_examples(example: dict[str, Any]) -> None:
    assert meets(example["goal_card"], symbols_of(example["symbols"])) == example["expect"]


@pytest.mark.rule("SI-CARD-G3")
@pytest.mark.parametrize(
    "goal, symbols, met",
    [
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
    ],
)
def test_more_than_is_strict_and_the_other_may_be_absent(goal: str, symbols: Symbols, met: bool) -> None:
    assert meets(goal, symbols) == met


@pytest.mark.rule("SI-CARD-G4", "SI-EX-6")
@pytest.mark.parametrize("example", examples("SI-EX-6"), ids=lambda example: str(example["id"]))
def test_equal_to_either_as_in_the_example(example: dict[str, Any]) -> None:
    assert meets(example["goal_card"], symbols_of(example["symbols"])) == example["expect"]


@pytest.mark.rule("SI-CARD-G4")
@pytest.mark.parametrize(
    "goal, symbols, met",
    [
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
    ],
)
def test_equal_to_either_needs_one_at_least_of_the_resource(goal: str, symbols: Symbols, met: bool) -> None:
    assert meets(goal, symbols) == met


@pytest.mark.rule("SI-CARD-G3")
def test_goals_look_at_what_the_slots_show_now() -> None:
    board = {"tiles": tiles("CB2@7,8r2", "CA3@8,8r0", "CD2@9,8r2", "CA2@10,8r0")}
    assert on_offer(advanced("G08", "R08", board)) == {(9, 8)}, "one dragon fruit against two laurels above"
    marker = {"seat": 1, "marker": "any", "as": "dragonfruit", "r": 8, "c": 8, "slot": 0}
    assert on_offer(advanced("G08", "R08", {**board, "markers": [marker]})) == {(8, 8), (9, 8)}


# Rewards


@pytest.mark.rule("SI-CARD-R1", "SI-EX-7")
def test_so_much_for_each_symbol_as_in_the_example() -> None:
    same_phase(examples("SI-EX-7")[0], "G07")


@pytest.mark.rule("SI-CARD-R3", "SI-EX-9")
def test_the_least_resource_as_in_the_example() -> None:
    same_phase(examples("SI-EX-9")[0], "G07")


@pytest.mark.rule("SI-CARD-R4", "SI-EX-10")
def test_the_most_frequent_resource_as_in_the_example() -> None:
    (example,) = examples("SI-EX-10")
    card = example["reward_card"]
    found = [
        reward(goal, card, symbols_of(island["symbols"]))
        for goal, island in zip(("G07", "G09"), example["islands"], strict=True)
    ]
    assert found == [island["pp"] for island in example["islands"]]
    assert sum(found) == example["expect_total"]


@pytest.mark.rule("SI-CARD-R5", "SI-EX-11")
def test_six_for_each_house_as_in_the_example() -> None:
    (example,) = examples("SI-EX-11")
    board = atoll(Symbols(1, 1), Symbols(2, 2, 1, temple=2))
    state = advanced("G06", "R08", board.fields)
    assert [pays(state, name) for name in board.names] == [island["pp"] for island in example["islands"]]
    assert pays(state, *board.names) == example["expect_total"]


def same_phase(example: dict[str, Any], goal: str) -> None:
    """The islands of an example pay what they should, built on in one phase."""
    board = atoll(*(symbols_of(island["symbols"]) for island in example["islands"]))
    state = advanced(goal, example["reward_card"], board.fields)
    for name, island in zip(board.names, example["islands"], strict=True):
        assert pays(state, name) == island["pp"]
    assert pays(state, *board.names) == example["expect_total"]


def reward(goal: str, card: str, symbols: Symbols) -> int:
    """PP for a house on an island with these symbols, when nothing is asked."""
    board = atoll(symbols)
    return pays(advanced(goal, card, board.fields), *board.names)


@pytest.mark.rule("SI-CARD-R1")
@pytest.mark.parametrize(
    "card, goal, symbols, points",
    [
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
    ],
)
def test_so_much_for_each_symbol_and_a_fixed_bonus(card: str, goal: str, symbols: Symbols, points: int) -> None:
    assert reward(goal, card, symbols) == points


@pytest.mark.rule("SI-CARD-R3", "SI-INT-27")
@pytest.mark.parametrize(
    "goal, symbols, points",
    [
        ("G08", Symbols(0, 3, 2), 2 * 2 + 2),
        ("G07", Symbols(3), 2 * 3 + 2),
        ("G04", Symbols(1, 3, 2), 2 * 1 + 2),
        ("G04", Symbols(2, 2, 2), 2 * 2 + 2),
        ("G06", Symbols(0, 2, 2), 2 * 2 + 2),
    ],
)
def test_the_least_resource_leaves_absent_ones_out_and_ties_do_not_matter(
    goal: str, symbols: Symbols, points: int
) -> None:
    assert reward(goal, "R07", symbols) == points


@pytest.mark.rule("SI-CARD-R4", "SI-INT-27")
@pytest.mark.parametrize(
    "goal, symbols, points",
    [
        ("G09", Symbols(0, 0, 2), 2 + 2),
        ("G04", Symbols(1, 3, 2), 3 + 2),
        ("G06", Symbols(3, 3), 3 + 2),
        ("G04", Symbols(2, 2, 2), 2 + 2),
    ],
)
def test_the_most_frequent_resource_and_ties_do_not_matter(goal: str, symbols: Symbols, points: int) -> None:
    assert reward(goal, "R10", symbols) == points


@pytest.mark.rule("SI-INT-26")
@pytest.mark.parametrize("card", ["R07", "R10"])
def test_without_any_resource_least_and_most_pay_the_bonus_alone(card: str) -> None:
    assert pays(advanced("G05", card, BARREN), (7, 8)) == 2


@pytest.mark.rule("SI-INT-26")
def test_without_any_resource_the_chosen_one_is_free_and_only_the_pair_of_ports_pays() -> None:
    state = advanced("G05", "R11", BARREN)
    asked = built(state, (7, 8))
    assert asked.phase == "score" and ways(asked, "resource") == {("lotus",), ("dragonfruit",), ("laurel",)}
    for resource in ("lotus", "dragonfruit", "laurel"):
        assert plays(asked, f"resource {resource}").coins[0] - state.coins[0] == 1


@pytest.mark.rule("SI-CARD-R6", "SI-INT-25", "SI-EX-12")
def test_a_chosen_resource_and_pairs_of_ports_as_in_the_example() -> None:
    (example,) = examples("SI-EX-12")
    (island,) = example["islands"]
    board = atoll(symbols_of(island["symbols"]))
    state = advanced("G07", example["reward_card"], board.fields)
    asked = built(state, *board.names)
    assert asked.phase == "score" and ways(asked, "resource") == {("lotus",), ("dragonfruit",)}
    assert refused(asked, "resource laurel") == "SI-CARD-R6"
    assert plays(asked, "resource lotus").coins[0] - state.coins[0] == island["pp"] == example["expect_total"] == 5
    assert plays(asked, "resource dragonfruit").coins[0] - state.coins[0] == 2 + 2, "no further bonus of 2"


@pytest.mark.rule("SI-CARD-R6")
@pytest.mark.parametrize("ports, pairs", [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_each_full_pair_of_ports_pays_one(ports: int, pairs: int) -> None:
    board = atoll(Symbols(2, 1, ports=ports))
    state = advanced("G07", "R11", board.fields)
    asked = built(state, *board.names)
    assert plays(asked, "resource lotus").coins[0] - state.coins[0] == 2 + pairs


@pytest.mark.rule("SI-CARD-R6")
def test_each_island_has_a_resource_of_its_own_chosen() -> None:
    board = atoll(Symbols(2, 1), Symbols(3, 0, 1))
    state = advanced("G07", "R11", board.fields)
    asked = built(state, *board.names)
    assert ways(asked, "resource") == {("lotus",), ("dragonfruit",)}
    second = plays(asked, "resource dragonfruit")
    assert second.phase == "score" and ways(second, "resource") == {("lotus",), ("laurel",)}
    assert plays(second, "resource lotus").coins[0] - state.coins[0] == 1 + 3


@pytest.mark.rule("SI-CARD-R6")
def test_the_only_resource_of_an_island_is_chosen_without_a_question() -> None:
    assert reward("G07", "R11", Symbols(3, ports=2)) == 3 + 1


@pytest.mark.rule("SI-CARD-R7", "SI-EX-13")
def test_island_size_as_in_the_example() -> None:
    example = examples("SI-EX-13")[0]
    sizes = [island["size"] for island in example["islands"]]
    board = atoll(*sizes)
    state = advanced("G05", "R09", board.fields)
    assert [sized(state, name) for name in board.names] == sizes
    assert [pays(state, name) for name in board.names] == [island["pp"] for island in example["islands"]]
    assert pays(state, *board.names) == example["expect_total"]


def sized(state: swenv.State, name: tuple[int, int]) -> int:
    """Tiles of the island of that name."""
    return next(island.size for island in islands(state) if island.name == name)


@pytest.mark.rule("SI-CARD-R7", "SI-EX-13")
def test_island_size_has_bands() -> None:
    (example,) = examples("SI-EX-13b")
    total = 0
    for island in example["islands"]:
        board = atoll(island["size"], window=21)
        state = advanced("G05", "R09", board.fields, window=21)
        assert sized(state, board.names[0]) == island["size"]
        assert pays(state, *board.names) == island["pp"]
        total += island["pp"]
    assert total == example["expect_total"]


@pytest.mark.rule("SI-CARD-R8")
def test_building_sites_count_free_or_with_a_house_of_any_colour() -> None:
    """Four sites: one of them holds a house of the other seat, one the new house, two are free."""
    board = {"tiles": tiles("CA1@5,8r2", "SA1@6,8r0", "SA2@7,8r0", "SB1@8,8r0", "CD1@9,8r0")}
    alone = advanced("G05", "R12", board)
    assert pays(alone, (5, 8)) == 4
    shared = advanced("G05", "R12", {**board, "houses": [{"seat": 1, "r": 6, "c": 8}]})
    assert pays(shared, (5, 8)) == 4
    first = advanced("G05", "R12", {**board, "houses": [{"seat": 1, "r": 5, "c": 8}]})
    assert pays(first, (6, 8)) == 4


@pytest.mark.rule("SI-CARD-R8")
def test_an_island_with_one_site_pays_one() -> None:
    board = {"tiles": tiles("CB1@7,8r2", "SB1@8,8r0", "CA2@9,8r0")}
    assert pays(advanced("G05", "R12", board), (9, 8)) == 1


# Missions

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


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-G2", "SI-CARD-G3", "SI-CARD-G4", "SI-CARD-R1", "SI-CARD-R4", "SI-CARD-R7")
@pytest.mark.parametrize("mission, good, points, bad", MISSIONS, ids=[entry[0] for entry in MISSIONS])
def test_a_mission_is_a_goal_and_a_reward(mission: str, good: Symbols, points: int, bad: Symbols) -> None:
    board = atoll(good, bad)
    state = standard(mission, board.fields)
    assert on_offer(state) == {board.names[0]}
    assert pays(state, board.names[0]) == points


@pytest.mark.rule("SI-CARD-R6", "SI-INT-25")
def test_the_mission_of_two_ports_asks_for_the_resource() -> None:
    board = atoll(Symbols(2, 1, ports=2))
    state = standard("M12", board.fields)
    asked = built(state, *board.names)
    assert asked.phase == "score"
    assert [int(plays(asked, f"resource {name}").coins[0]) for name in ("lotus", "dragonfruit")] == [2 + 1, 1 + 1]


@pytest.mark.rule("SI-CARD-G1", "SI-CARD-R1")
def test_the_cards_are_those_of_the_data_file() -> None:
    for cards, name in (
        (content.GOALS, "goal_cards"),
        (content.REWARD_CARDS, "reward_cards"),
        (content.MISSIONS, "mission_cards"),
    ):
        assert [card.id for card in cards] == [entry["id"] for entry in data()[name]]
        assert len(cards) == 12


# What is paid when


@pytest.mark.rule("SI-INT-31")
def test_only_islands_built_on_in_this_phase_score() -> None:
    """The northern island meets the goal and carries an own house of an earlier round: it pays nothing again."""
    board = atoll(Symbols(3, 1), Symbols(2, 1))
    older = [{"seat": 0, "r": board.names[0][0], "c": board.names[0][1]}]
    state = advanced("G07", "R01", {**board.fields, "houses": older})
    assert on_offer(state) == {board.names[1]}
    assert pays(state, board.names[1]) == 2 + 2
    assert plays(state, "pass").coins[0] == state.coins[0], "nor does it pay when nothing is built"


@pytest.mark.rule("SI-INT-31")
def test_houses_of_others_built_in_this_phase_score_for_them_alone() -> None:
    board = atoll(Symbols(3, 1), Symbols(2, 1, 1))
    state = advanced("G07", "R01", board.fields, other={"goals": {"current": "G04"}, "rewards": {"current": "R02"}})
    done = built(state, board.names[0])
    assert (done.phase, done.turn) == ("house", 1) and on_offer(done) == {board.names[1]}
    r, c = board.names[1]
    assert plays(done, f"house {r} {c}").coins.tolist() == [3 + 2, 1 + 2]
    assert plays(done, "pass").coins.tolist() == [3 + 2, 0]


@pytest.mark.rule("SI-INT-30")
def test_later_markers_and_merges_change_nothing_for_past_rewards() -> None:
    """Seat 0 was paid 9 for an island; it then gets a port, and a tile that joins it with another one."""
    board: dict[str, Any] = {
        "tiles": tiles("CC1@7,8r2", "SA1@8,8r0", "CB3@8,9r1", "CB2@9,9r1", "CD1@10,8r0", "CB1@10,9r1"),
        "houses": [{"seat": 0, "r": 7, "c": 8}],
    }
    seats = [{"prestige": 9}, {"prestige": 4}]
    marker = position("marker", turn=0, seats=seats, **board)
    assert plays(marker, "marker_mode port_lotus", "mark_piece 8 8 0").coins.tolist() == [9, 4]
    place = position("place", turn=1, seats=seats, turn_state={"chosen": "SC1"}, **board)
    merged = plays(place, "place 9 8 0")
    assert merged.coins.tolist() == [9, 4]
    assert {island.size for island in islands(merged) if (7, 8, 0) in island.pieces} == {4}


# Discovery tokens

TREASURE = (Symbols(2, 1, temple=2), Symbols(2, 1, 1, temple=3, ports=1))
"""Islands with two and three temples and more lotus than dragon fruit."""


def treasure(pool: list[int], *others: Symbols, seed: int = 0, **fields: Any) -> tuple[swenv.State, Atoll]:
    """Seat 0 may build on islands for R06; all tokens but those of the pool are with seat 1."""
    board = atoll(*(others or TREASURE))
    rest = list((Counter(VALUES) - Counter(pool)).elements())
    state = advanced("G07", "R06", board.fields, other={"tokens": rest}, discoveries=pool, seed=seed, **fields)
    return state, board


def tokens_in_all(state: swenv.State) -> list[int]:
    """The values of all tokens, wherever they are."""
    document = state.to_position()
    owned = [value for seat in document["seats"] for value in seat["tokens"]]
    return sorted([*document["discoveries"], *document["drawn"], *owned])


@pytest.mark.rule("SI-CARD-D1")
def test_there_are_twelve_tokens_of_60_in_all() -> None:
    state = fresh(start_layout="fixed")
    assert sorted(state.to_position()["discoveries"]) == VALUES == sorted(content.TOKENS)
    assert sum(VALUES) == 60 and tokens_in_all(state) == VALUES


@pytest.mark.rule("SI-CARD-R2", "SI-EX-8", "SI-INT-29")
def test_tokens_as_in_the_example() -> None:
    """Two temples: draw two, keep one, return one; three temples: draw three, keep one, return two."""
    (example,) = examples("SI-EX-8")
    state, board = treasure([2, 3, 4, 5, 6, 7, 8])
    asked = built(state, *board.names)
    kept: list[int] = []
    pool = 7
    for number, island in enumerate(example["islands"]):
        drawn = asked.to_position()["drawn"]
        assert asked.phase == "score" and len(drawn) == island["draw"] == island["temples"]
        assert drawn == sorted(drawn) and tokens_in_all(asked) == VALUES
        assert ways(asked, "discovery") == {(index,) for index in range(island["draw"])}
        kept.append(drawn[number])
        asked = plays(asked, f"discovery {number}")
        pool -= island["keep"]
    document = asked.to_position()
    assert sorted(document["seats"][0]["tokens"]) == sorted(kept)
    assert len(kept) == example["expect_tokens_kept"]
    assert len(document["discoveries"]) == pool and document["drawn"] == []
    assert asked.coins[0] - state.coins[0] == example["expect_immediate_pp"] == 0
    assert tokens_in_all(asked) == VALUES


@pytest.mark.rule("SI-CARD-R2")
def test_which_tokens_come_is_chance() -> None:
    drawn = set()
    for seed in range(20):
        state, board = treasure([2, 3, 4, 5, 6, 7, 8], seed=seed)
        drawn.add(tuple(built(state, board.names[0]).to_position()["drawn"]))
    assert len(drawn) > 6


@pytest.mark.rule("SI-CARD-R2")
def test_of_equal_tokens_the_lowest_is_offered() -> None:
    seen = set()
    for seed in range(20):
        state, board = treasure([3, 3, 4, 4], TREASURE[1], seed=seed)
        asked = built(state, *board.names)
        drawn = tuple(asked.to_position()["drawn"])
        assert ways(asked, "discovery") == {(drawn.index(value),) for value in set(drawn)}
        assert refused(asked, "discovery 3") == "SI-CARD-R2"
        seen.add(drawn)
    assert seen == {(3, 3, 4), (3, 4, 4)}


@pytest.mark.rule("SI-CARD-R2")
def test_a_single_token_or_equal_ones_are_kept_without_a_question() -> None:
    one, board = treasure([2, 8], Symbols(2, temple=1))
    after = built(one, *board.names)
    assert (after.phase, after.turn) != ("score", 0)
    assert len(seat_of(after, 0)["tokens"]) == 1 and len(after.to_position()["discoveries"]) == 1
    equal, board = treasure([5, 5], TREASURE[0])
    after = built(equal, *board.names)
    assert seat_of(after, 0)["tokens"] == [5] and after.to_position()["discoveries"] == [5]


@pytest.mark.rule("SI-INT-28")
def test_without_temples_there_is_no_token() -> None:
    state, board = treasure([2, 8], Symbols(2, 1))
    after = built(state, *board.names)
    assert seat_of(after, 0)["tokens"] == [] and sorted(after.to_position()["discoveries"]) == [2, 8]


@pytest.mark.rule("SI-INT-28", "SI-EX-45")
def test_too_few_tokens_are_all_drawn() -> None:
    state, board = treasure([2, 8], TREASURE[1])
    asked = built(state, *board.names)
    assert asked.to_position()["drawn"] == [2, 8]
    after = plays(asked, "discovery 1")
    assert seat_of(after, 0)["tokens"] == [8] and after.to_position()["discoveries"] == [2]


@pytest.mark.rule("SI-INT-28")
def test_without_tokens_nothing_is_drawn() -> None:
    state, board = treasure([], TREASURE[1])
    after = built(state, *board.names)
    assert (after.phase, after.turn) != ("score", 0)
    assert seat_of(after, 0)["tokens"] == [] and after.coins[0] == state.coins[0]


@pytest.mark.rule("SI-INT-29")
def test_the_rest_of_the_first_draw_is_back_before_the_second() -> None:
    """Two tokens in all: the one returned after the first island is drawn for the second."""
    state, board = treasure([2, 8])
    asked = built(state, *board.names)
    assert asked.to_position()["drawn"] == [2, 8]
    after = plays(asked, "discovery 1")
    assert sorted(seat_of(after, 0)["tokens"]) == [2, 8] and after.to_position()["discoveries"] == []


@pytest.mark.rule("SI-CARD-R2")
def test_the_mission_of_equal_resources_gives_tokens_too() -> None:
    board = atoll(Symbols(1, 1, temple=2))
    state = standard("M10", board.fields)
    asked = built(state, *board.names)
    kept = len(seat_of(asked, 0)["tokens"])
    if asked.phase == "score":
        kept = len(seat_of(plays(asked, "discovery 0"), 0)["tokens"])
    assert kept == 1
