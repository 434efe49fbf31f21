"""The turn of Alexis in the solo mode: his cards, his search for a cell, his ships (SI-SOLO-5, -6, -8 to -11)."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import LEVEL, STEPS, deck, examples, expeditions, kinds, picked, seat_of, tiles, ways
from chapters import refused, verbs
from si_solo import COLUMNS, LONE, MARKET, added, alexis, before_alexis, board, houses, lying, ships, solo, unused

import swenv
from support import play

X = tuple(f"X{number:02}" for number in range(1, 16))
"""The expedition cards."""
DOCK = X[10:]
"""The dock cards among them."""
STAR = tiles("XA1@8,8r0")
"""Land on all four sides: no ship fits beside it."""
ROW = tiles("CB1@8,8r0", "CA1@9,8r3", "SA1@9,7r1", "SA2@9,6r1", "KA1@9,5r0")
"""Along the west of (8, 8) the first land to the south is that of KA1, below (8, 5)."""


def searched(card: str) -> list[tuple[int, int]]:
    """The steps of a card's directions, in its order."""
    return [STEPS[side] for side in expeditions()[card]["directions"]]


def beside(cell: tuple[int, int], step: tuple[int, int], far: int = 1) -> tuple[int, int]:
    """The cell so many steps away."""
    return cell[0] + far * step[0], cell[1] + far * step[1]


def edge(*steps: tuple[int, int]) -> tuple[int, int]:
    """The cell of a window of 17 beyond which these steps lead, in the middle of every other side."""
    row, column = (sum(axis) for axis in zip(*steps, strict=True))
    return 8 + 8 * row, 8 + 8 * column


def found(state: swenv.State, before: swenv.State) -> tuple[str, tuple[int, int]]:
    """The tile that Alexis places and its cell, be it that the human still turns it."""
    document = state.to_position()
    if state.phase == "alexis_place":
        row, column = document["turn_state"]["cell"]
        return document["turn_state"]["chosen"], (row, column)
    ((cell, (tile, _)),) = added(state, before).items()
    return tile, cell


def passed(state: swenv.State) -> swenv.State:
    """The state after the human has laid no marker; the one given stays as it is."""
    return play(state.copy(), "pass")


# The deck


@pytest.mark.rule("SI-SOLO-5")
def test_the_top_card_is_turned_over_carried_out_and_discarded() -> None:
    state = passed(before_alexis("X01", "X02", "X03"))
    play(state, f"place 7 8 {min(ways(state, 'place'))[2]}")
    assert (state.phase, state.to_act) == ("turn", 0)
    assert alexis(state)["played"] == ["X01"]
    assert alexis(state)["deck"] == deck("X01", "X02", "X03")[1:]


@pytest.mark.rule("SI-SOLO-5")
def test_an_empty_deck_is_made_of_the_played_cards_first() -> None:
    own = deck()
    tops = set()
    for seed in range(25):
        state = passed(before_alexis(alexis={"deck": [], "played": own}, seed=seed, navigation=5))
        left = alexis(state)["deck"]
        (top,) = set(own) - set(left)
        assert set(left) | {top} == set(own) and len(left) == len(own) - 1
        step = searched(top)[0]
        assert state.to_position()["turn_state"]["cell"] == list(beside((8, 8), step))
        tops.add(top)
    assert len(tops) > 4, "they are shuffled"


@pytest.mark.rule("SI-SOLO-5")
def test_a_deck_with_a_card_is_not_shuffled() -> None:
    own = deck("X05")
    state = passed(before_alexis(alexis={"deck": own[:1], "played": own[1:]}))
    assert alexis(state)["deck"] == [] and state.to_position()["turn_state"]["cell"] == [7, 8]


@pytest.mark.rule("SI-SOLO-5", "SI-EX-29")
def test_a_dock_card_with_tiles_on_the_navigation_stack_explores() -> None:
    card = expeditions()["X11"]
    assert (card["kind"], card["actions"]) == ("dock", ["dock", "explore"])
    assert card["goal"] == {"type": "at_least", "symbols": {"lotus": 2}}
    state = passed(before_alexis("X11", navigation=1))
    assert ships(state) == [] and state.phase == "alexis_place"
    turn = state.to_position()["turn_state"]
    assert (turn["cell"], turn["chosen"]) == ([9, 8], MARKET[1])
    docked = passed(before_alexis("X11", navigation=0))
    assert ships(docked) == [(9, 8, "grey")], "with an empty stack it docks"


@pytest.mark.rule("SI-SOLO-5", "SI-SOLO-11")
def test_an_explore_card_never_docks() -> None:
    state = passed(before_alexis("X01", navigation=0))
    assert ships(state) == [] and state.phase == "alexis_place"


# The search


@pytest.mark.rule("SI-SOLO-6")
@pytest.mark.parametrize("card", X)
def test_he_takes_the_tile_and_the_first_direction_of_the_card(card: str) -> None:
    slot = expeditions()[card]["market_index"]
    before = before_alexis(card)
    assert found(passed(before), before) == (MARKET[slot], beside((8, 8), searched(card)[0]))


@pytest.mark.rule("SI-SOLO-6")
@pytest.mark.parametrize("card", X)
@pytest.mark.parametrize("closed", [1, 2])
def test_the_search_ends_at_the_window_edge_and_goes_on_in_the_next_direction(card: str, closed: int) -> None:
    steps = searched(card)
    last = edge(*steps[:closed])
    before = before_alexis(card, lies=tiles(f"WB1@{last[0]},{last[1]}r0"), last=last)
    assert found(passed(before), before)[1] == beside(last, steps[closed])


@pytest.mark.rule("SI-SOLO-6")
def test_cells_are_tried_from_near_to_far_and_those_that_do_not_fit_are_left_out() -> None:
    # XA1 wants land: (8, 7) and (8, 6) see the sea of row 9, (8, 5) sees the land of KA1.
    before = before_alexis("X08", lies=ROW, last=(8, 8), market=("CA2", "XA1", "CB3"))
    state = passed(before)
    assert added(state, before) == {(8, 5): ("XA1", 0)}, "it lies apart from the human's tile"
    near = before_alexis("X08", lies=ROW, last=(8, 8), market=("CA2", "CB2", "CB3"))
    assert found(passed(near), near) == ("CB2", (8, 7))


@pytest.mark.rule("SI-SOLO-6")
def test_occupied_cells_are_skipped() -> None:
    before = before_alexis("X08", lies=ROW, last=(9, 8), market=("CA2", "CB2", "CB3"))
    assert found(passed(before), before) == ("CB2", (9, 4)), "west of (9, 8) three tiles lie"
    ship = [{"r": 9, "c": 9, "owner": 0}, {"r": 9, "c": 10, "owner": "grey"}]
    before = before_alexis("X02", lies=ROW, last=(9, 8), market=("CA2", "CB2", "CB3"), ships=ship)
    assert found(passed(before), before) == ("CB2", (9, 11)), "and ships are skipped like tiles"


@pytest.mark.rule("SI-SOLO-6")
def test_a_nearer_cell_of_a_later_direction_waits() -> None:
    before = before_alexis("X10", lies=ROW, last=(9, 6), market=("CB2", "CA2", "CB3"))
    assert found(passed(before), before) == ("CB2", (9, 9)), "E comes before N, though (8, 6) is nearer"


@pytest.mark.rule("SI-SOLO-6")
@pytest.mark.parametrize("pick", [0, 1])
def test_the_human_turns_the_tile(pick: int) -> None:
    state = passed(before_alexis("X01"))
    assert (state.phase, state.to_act, state.turn) == ("alexis_place", 0, 0)
    # KD1 has land on the north and the east: rotations 1 and 2 would bring it to the sea in the south.
    choices = {(7, 8, 0), (7, 8, 3)}
    assert state.game.from_position(state.to_position()) == state
    assert ways(state, "place") == choices and verbs(state) == {"place"}
    assert refused(state, "place 7 8 2") and refused(state, "place 8 9 0")
    row, column, rot = sorted(choices)[pick]
    play(state, f"place {row} {column} {rot}")
    assert board(state)[7, 8] == ("KD1", rot) and state.phase == "turn"


@pytest.mark.rule("SI-SOLO-6")
def test_equal_rotations_are_one_and_a_single_one_is_not_asked() -> None:
    # A straight beside the sea in the south can only lie east to west: rotations 1 and 3 are the same.
    before = before_alexis("X01", market=("SA1", "CA2", "CB3"))
    state = passed(before)
    assert state.phase == "turn" and added(state, before) == {(7, 8): ("SA1", 1)}
    # The two pieces of OA1 differ.
    before = before_alexis("X01", market=("OA1", "CA2", "CB3"))
    assert ways(passed(before), "place") == {(7, 8, 1), (7, 8, 3)}


@pytest.mark.rule("SI-SOLO-6")
def test_the_last_tile_of_the_human_is_the_one_placed_in_this_turn() -> None:
    state = solo(
        "turn",
        tiles=ROW,
        market=MARKET,
        navigation=["SB1", "SB2", "SB3"],
        human_last=[8, 8],
        alexis={"deck": deck("X05")},
    )
    play(state, "take 0", "hand 2", "place 9 9 0")
    assert state.to_position()["human_last"] == [9, 9]
    assert found(passed(state), state) == (MARKET[1], (8, 9)), "X05 looks north first"


@pytest.mark.rule("SI-SOLO-6")
def test_the_last_tile_of_the_human_may_be_a_ship() -> None:
    first = set()
    for seed in range(12):
        state = solo("turn", tiles=LONE, market=MARKET, seed=seed, alexis={"deck": deck()})
        play(state, "dock_own 7 8", "card_pair 0 1")
        assert state.phase == "alexis_place", "a corner fits beside a ship"
        (card,) = set(deck()) - set(alexis(state)["deck"])
        cells = [beside((7, 8), step) for step in searched(card)]
        wanted = (9, 8) if cells[0] == (8, 8) else cells[0]
        assert state.to_position()["turn_state"]["cell"] == list(wanted)
        first.add(card)
    assert len(first) > 1


@pytest.mark.rule("SI-SOLO-6")
def test_before_the_human_has_placed_anything_it_is_the_last_start_tile() -> None:
    layout = [("ST1A", 8, 8, 0), ("ST2B", 8, 7, 0), ("ST3A", 9, 7, 0), ("ST4A", 7, 8, 0)]
    entries = [{"tile": tile, "r": row, "c": column, "rot": rot} for tile, row, column, rot in layout]
    state = picked(swenv.load("islands", num_players=1, start_layout=entries).new_state(seed=1))
    assert state.to_position()["human_last"] == [7, 8]


@pytest.mark.rule("SI-EX-20")
def test_example_20_the_second_direction_and_the_second_cell() -> None:
    (example,) = examples("SI-EX-20")
    assert expeditions()[example["expedition_card"]]["directions"] == example["directions"]
    before = before_alexis(
        example["expedition_card"], lies=example["tiles"], last=tuple(example["human_last"]), market=example["market"]
    )
    state = passed(before)
    assert added(state, before) == {tuple(example["expect_cell"]): (example["expect_tile"], 0)}
    assert state.phase == "turn" and alexis(state)["prestige"] == 0


@pytest.mark.rule("SI-EX-21")
def test_example_21_the_human_picks_one_of_three_rotations() -> None:
    (example,) = examples("SI-EX-21")
    state = passed(
        before_alexis(
            example["expedition_card"],
            lies=example["tiles"],
            last=tuple(example["human_last"]),
            market=example["market"],
        )
    )
    row, column = example["expect_cell"]
    assert ways(state, "place") == {(row, column, rot) for rot in example["expect_rotations_offered"]}
    assert play(state, f"place {row} {column} 1").phase == "turn"
    assert board(state)[row, column] == (example["expect_tile"], 1)


# Nowhere


@pytest.mark.rule("SI-SOLO-8", "SI-EX-22", "SI-INT-43")
def test_example_22_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    # No card shows E, N, W: the example is turned by a quarter, so that W, S, N are the sides without land.
    (example,) = examples("SI-EX-22")
    (only,) = example["tiles"]
    assert (only["tile"], only["rot"], set(example["directions"])) == ("CB1", 2, {"E", "N", "W"})
    before = before_alexis("X08", lies=tiles("CB1@5,5r1"), last=(5, 5), market=example["market"])
    state = passed(before)
    assert not added(state, before) and state.phase == "turn"
    assert state.to_position()["removed"] == [example["expect_tile"]] == ["XA1"]
    assert alexis(state)["prestige"] == example["expect_alexis_pp"] == 1
    assert state.coins.tolist() == [0] and seat_of(state, 0)["hand"] == seat_of(before, 0)["hand"]


@pytest.mark.rule("SI-INT-43")
def test_he_tries_no_other_tile_of_the_market() -> None:
    # CA2 and KB2 would fit; the stacks give only what refills the market.
    before = before_alexis("X08", lies=tiles("CB1@5,5r1"), last=(5, 5), market=("CA2", "XA1", "KB2"))
    state, then = passed(before).to_position(), before.to_position()
    assert state["reserve"] == then["reserve"] and len(state["navigation"]) == 1
    assert [state["market"][slot] for slot in (0, 2)] == ["CA2", "KB2"]


@pytest.mark.rule("SI-INT-43")
def test_the_human_alone_removes_a_tile_when_nothing_fits() -> None:
    (example,) = examples("SI-EX-37")
    used = [*lying(example["tiles"]), "XA1", "YA2", "WA1"]
    state = solo(
        "turn",
        window=3,
        tiles=example["tiles"],
        market=["WA1", "SB1", "SB2"],
        navigation=[],
        reserve=["KA3", *unused(*used, "SB1", "SB2", "KA3")],
        seats=[{"hand": ["XA1", "YA2"]}],
    )
    play(state, "take 0")
    assert state.phase == "blocked" and ways(state, "hand") == {(0,), (1,), (2,)}
    play(state, "hand 2")
    assert (state.phase, ways(state, "hand")) == ("hand", {(2,)})
    assert state.to_position()["removed"] == ["WA1"] and alexis(state)["prestige"] == 0


# The market afterwards


@pytest.mark.rule("SI-SOLO-9")
@pytest.mark.parametrize("market", [("CA2", "SA1", "KB2"), ("CA2", "XA1", "KB2")], ids=["placed", "thrown out"])
@pytest.mark.parametrize("navigation", [2, 0], ids=["navigation", "reserve"])
def test_the_slot_is_refilled_as_usual(market: tuple[str, ...], navigation: int) -> None:
    # West of the cap SA1 fits in one way, XA1 not at all.
    before = before_alexis("X08", lies=tiles("CB1@5,5r1"), last=(5, 5), market=market, navigation=navigation)
    stacks = before.to_position()
    state = passed(before).to_position()
    following = stacks["navigation"][1] if navigation else stacks["reserve"][0]
    assert state["market"] == [market[0], following, market[2]]
    assert len(state["navigation"]) == max(navigation - 1, 0)
    assert state["reserve"] == (stacks["reserve"] if navigation else stacks["reserve"][1:])


@pytest.mark.rule("SI-SOLO-9")
def test_the_slot_is_refilled_after_the_human_has_turned_the_tile() -> None:
    state = passed(before_alexis("X01"))
    play(state, "place 7 8 0")
    document = state.to_position()
    assert None not in document["market"] and document["market"][1:] == list(MARKET[1:])
    assert len(document["navigation"]) == 1


@pytest.mark.rule("SI-SOLO-9")
def test_with_empty_stacks_the_slot_stays_empty() -> None:
    state = passed(before_alexis("X01", market=("SA1", "CA2", None)))
    assert state.to_position()["market"] == [None, "CA2", None] and state.phase == "turn"


# An empty slot


@pytest.mark.rule("SI-SOLO-10")
@pytest.mark.parametrize("card", ["X01", "X12"])
def test_an_empty_slot_brings_the_reward_phase_with_alexis_first_and_the_end(card: str) -> None:
    # TB1 has land to the west, south and north, so X12 finds no place for a ship and explores.
    state = before_alexis(
        card,
        "X14",
        lies=[*COLUMNS, *tiles("TB1@6,3r2")],
        last=(6, 3),
        market=(None, "SB1", None),
        human={"missions": {"held": ["M01"], "current": "M12"}},
    )
    play(state, "pass")
    assert (state.phase, state.to_act, state.to_position()["turn_state"]["docker"]) == ("house", 0, "alexis")
    assert houses(state) == {(5, 5), (6, 8), (5, 9)}, "Alexis was first, with a new card"
    assert ways(state, "house") == {(5, 4), (6, 5)}
    assert alexis(state)["prestige"] == 0 and state.to_position()["market"] == [None, "SB1", None]
    play(state, "pass")
    assert state.is_over and state.round == 1 and ships(state) == []


# Docking


@pytest.mark.rule("SI-SOLO-11")
@pytest.mark.parametrize("card", DOCK)
def test_he_docks_at_the_first_ship_cell_of_the_search(card: str) -> None:
    state = passed(before_alexis(card, navigation=0))
    row, column = beside((8, 8), searched(card)[0])
    assert ships(state) == [(row, column, "grey")]
    assert (state.round, state.phase) == (2, "prep_pick")


@pytest.mark.rule("SI-SOLO-11")
@pytest.mark.parametrize("card", DOCK)
@pytest.mark.parametrize("closed", [1, 2])
def test_he_looks_for_a_ship_cell_in_the_next_direction(card: str, closed: int) -> None:
    steps = searched(card)
    last = edge(*steps[:closed])
    state = passed(before_alexis(card, lies=tiles(f"WB1@{last[0]},{last[1]}r0"), last=last, navigation=0))
    assert ships(state) == [(*beside(last, steps[closed]), "grey")]


@pytest.mark.rule("SI-SOLO-11")
def test_ship_cells_beside_land_are_left_out_and_occupied_ones_skipped() -> None:
    # South of CB1 is land and then nothing to touch; west of it the sea.
    state = passed(before_alexis("X11", lies=tiles("CB1@8,8r2"), navigation=0))
    assert ships(state) == [(8, 7, "grey")]
    lies = tiles("CB1@8,8r2", "CA1@9,8r0")
    state = passed(before_alexis("X11", lies=lies, navigation=0))
    assert ships(state) == [(10, 8, "grey")], "south of (9, 8)"
    state = passed(before_alexis("X11", lies=lies, navigation=0, ships=[{"r": 10, "c": 8, "owner": 0}]))
    assert ships(state)[1:] == [(11, 8, "grey")], "ships lie next to ships"


@pytest.mark.rule("SI-SOLO-11")
def test_without_a_ship_cell_he_explores() -> None:
    before = before_alexis("X11", lies=STAR, navigation=0, market=("SB1", "CA3", "SB2"))
    state = passed(before)
    assert ships(state) == [] and (state.round, state.phase) == (1, "turn")
    assert added(state, before) == {(9, 8): ("CA3", 0)}
    assert alexis(state)["played"] == ["X11"]


@pytest.mark.rule("SI-SOLO-11")
@pytest.mark.parametrize(
    ("owners", "taken_by_human"),
    [([], {"dock_own", "dock_grey"}), ([0, "grey"], {"dock_grey"}), (["grey", "grey"], {"dock_own"})],
)
def test_he_takes_a_grey_ship_as_long_as_there_is_one(owners: list[Any], taken_by_human: set[str]) -> None:
    lying_there = [{"r": 8, "c": 9 + number, "owner": owner} for number, owner in enumerate(owners)]
    state = passed(before_alexis("X11", navigation=0, ships=lying_there))
    assert ships(state)[-1] == (9, 8, "grey") and len(ships(state)) == len(owners) + 1
    state = solo("turn", tiles=LONE, ships=[{"r": r, "c": c, "owner": owner} for r, c, owner in ships(state)])
    assert verbs(state) - {"take"} == taken_by_human


@pytest.mark.rule("SI-SOLO-11", "SI-INT-42")
def test_of_the_last_ship_he_shows_the_grey_side() -> None:
    grey = [{"r": 8, "c": 9 + number, "owner": "grey"} for number in range(3)]
    state = passed(before_alexis("X11", navigation=0, ships=grey))
    assert ships(state)[-1] == (9, 8, "grey") and state.is_over


@pytest.mark.rule("SI-SOLO-11")
def test_the_refill_of_the_human_may_open_the_docking() -> None:
    # The last tile of the stack fills the human's slot, so the stack is empty when the turn of Alexis begins.
    state = solo("turn", tiles=LONE, market=MARKET, navigation=["SB1"], alexis={"deck": deck("X11")}, human_last=[8, 8])
    play(state, "take 0", "hand 2", "place 7 8 0", "pass")
    assert ships(state) == [(9, 8, "grey")]


@pytest.mark.rule("SI-SOLO-11")
def test_docking_takes_no_tile() -> None:
    state = passed(before_alexis("X11", navigation=0)).to_position()
    assert state["market"] == list(MARKET) and state["removed"] == []
    assert len(state["navigation"]) == 6, "laid for the next round"
    assert kinds(state["alexis"]["deck"]) == kinds(deck(level=LEVEL))
