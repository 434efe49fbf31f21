"""The action space, its masks and its bounds (SI-ACT)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from archipelago import (
    FIXED,
    data,
    examples,
    first_of,
    fresh,
    game,
    house,
    marker,
    picked,
    plays,
    position,
    ship,
    stocked,
    tiles,
    unbuilt,
    ways,
)
from chains import Symbols, atoll
from chapters import refused, verbs
from si_ending import ROW, SITES, ending

import swenv
from randomplay import busy_walk, one_of_each_phase, sample, walk
from rulebook import known_ids
from swenv.islands import islands

BLOCKS = {
    "PASS": "pass",
    "CARD_PAIR": "card_pair",
    "REWARD_PAIR": "reward_pair",
    "TAKE": "take",
    "HAND": "hand",
    "START_FACE": "start_face",
    "MARKER_MODE": "marker_mode",
    "RESOURCE": "resource",
    "DISCOVERY": "discovery",
    "PLACE": "place",
    "DOCK_OWN": "dock_own",
    "DOCK_GREY": "dock_grey",
    "MARK_SLOT": "mark_slot",
    "MARK_PIECE": "mark_piece",
    "HOUSE": "house",
}
"""The blocks of SI-ACT-2 and the verbs that stand for them."""
USED = {
    "start_pick": {"start_face"},
    "start_place": {"place"},
    "prep_pick": {"card_pair"},
    "prep_reward": {"reward_pair"},
    "turn": {"take", "dock_own", "dock_grey"},
    "hand": {"hand"},
    "blocked": {"hand"},
    "place": {"place"},
    "marker": {"pass", "marker_mode"},
    "mark_target": {"mark_slot", "mark_piece"},
    "house": {"pass", "house"},
    "score": {"resource", "discovery"},
    "alexis_place": {"place"},
    "alexis_house": {"house"},
}
"""The verbs of each phase."""
MODES = ((1, "solo"), (1, "advanced"), (2, "standard"), (2, "advanced"), (3, "standard"), (4, "advanced"))
MAX_STEPS = 600
"""The cap of SI-ACT-6."""
LOTUS = tiles("CA1@8,8r2", "CB1@9,8r0")
"""An island of two lotus and one dragon fruit with one site."""


def number(text: str, cells: int) -> int:
    """What the data file means by "52 + 4*N"."""
    return sum(
        math.prod(cells if factor.strip() == "N" else int(factor) for factor in term.split("*"))
        for term in text.split("+")
    )


# The space


@pytest.mark.rule("SI-ACT-1")
def test_one_action_space_serves_all_numbers_of_players_and_modes() -> None:
    spaces = [game(players, mode).verbs for players, mode in MODES]
    assert all(space == spaces[0] for space in spaces)
    assert {game(players, mode).num_actions for players, mode in MODES} == {3520}


@pytest.mark.rule("SI-ACT-1")
@pytest.mark.parametrize("players, mode", MODES)
def test_each_state_unmasks_its_own_blocks_alone_and_belongs_to_one_seat(players: int, mode: str) -> None:
    seen = set()
    for state in sample(game(players, mode), games=2, per_game=40, seed=6):
        assert verbs(state) <= USED[state.phase]
        assert state.to_act == state.turn
        seen.add(state.phase)
    assert seen >= {"prep_pick", "turn", "hand", "place", "marker"}


@pytest.mark.rule("SI-ACT-1")
@pytest.mark.parametrize("players, mode", [(1, "solo"), (2, "advanced")])
def test_an_action_of_another_block_is_refused_with_a_rule(players: int, mode: str) -> None:
    seen: set[str] = set()
    for state in sample(game(players, mode), games=1, per_game=40, seed=6):
        if state.phase not in seen:
            seen.add(state.phase)
            for verb in state.game.verbs:
                if verb.name not in verbs(state):
                    assert refused(state, str(state.game.action(verb.first))).startswith("SI-")
    assert len(seen) > 4


@pytest.mark.rule("SI-ACT-2")
@pytest.mark.parametrize("window, actions", [(15, 2752), (17, 3520), (21, 5344)])
def test_the_blocks_lie_where_the_rules_say(window: int, actions: int) -> None:
    loaded = game(window=window)
    cells = window * window
    assert loaded.num_actions == actions == 52 + 12 * cells
    assert [verb.name for verb in loaded.verbs] == list(BLOCKS.values())
    blocks = {entry["name"]: entry for entry in data()["engine"]["action_blocks"]}
    assert list(blocks) == list(BLOCKS)
    for name, verb in zip(BLOCKS, loaded.verbs, strict=True):
        assert (verb.first, verb.size) == (number(blocks[name]["offset"], cells), number(blocks[name]["size"], cells))


@pytest.mark.rule("SI-ACT-2")
def test_the_order_within_the_blocks() -> None:
    loaded = game()
    pairs = [tuple(map(int, str(loaded.action(1 + k).args[0]).split())) for k in range(6)]
    assert pairs == [tuple(pair) for pair in data()["engine"]["pair_order"]]
    assert [str(loaded.action(19 + k)) for k in range(8)] == [
        f"start_face ST{tile}{face}" for tile in (1, 2, 3, 4) for face in "AB"
    ]
    modes = [str(loaded.action(27 + entry["mode"]).args[0]) for entry in data()["markers"]["modes"]]
    assert modes[:3] == ["lotus", "dragonfruit", "laurel"]
    assert modes[3:6] == ["any_lotus", "any_dragonfruit", "any_laurel"]
    assert modes[6:] == ["port_lotus", "port_dragonfruit", "port_laurel", "port_any"]
    assert [str(loaded.action(37 + k)) for k in range(3)] == [
        f"resource {name}" for name in data()["meta"]["resources"]
    ]
    cell, cells = 17 * 4 + 11, 17 * 17
    assert loaded.parse("place 4 11 2") == 52 + 4 * cell + 2
    assert loaded.parse("dock_grey 4 11") == 52 + 5 * cells + cell
    assert loaded.parse("mark_slot 4 11 1") == 52 + 6 * cells + 3 * cell + 1
    assert loaded.parse("mark_piece 4 11 1") == 52 + 9 * cells + 2 * cell + 1


@pytest.mark.rule("SI-EX-43", "SI-ACT-2")
def test_action_ids_as_in_the_example() -> None:
    loaded = game()
    assert loaded.parse("place 8 9 3") == 635
    assert loaded.parse("dock_own 8 9") == 1353
    assert loaded.parse("house 8 9") == 3376
    assert loaded.num_actions == 3520
    assert str(loaded.action(635)) == "place 8 9 3"


@pytest.mark.rule("SI-ACT-5")
def test_placing_is_split_into_hand_and_cell() -> None:
    """The recommended form: no action names a tile of the hand and a cell at once."""
    loaded = game()
    assert {verb.name: verb.sizes for verb in loaded.verbs if verb.name in ("hand", "place")} == {
        "hand": (3,),
        "place": (17, 17, 4),
    }
    assert max(verb.size for verb in loaded.verbs) == 4 * 17 * 17 < 3 * 4 * 17 * 17 == 3468


# Masks


@pytest.mark.rule("SI-ACT-3")
def test_a_turn_offers_full_slots_and_ships_once_the_navigation_stack_is_empty() -> None:
    board = tiles("SA1@8,8r0")
    early = position("turn", turn=0, tiles=board, market=["KA1", "CA1", "KA2"], navigation=["CD1"])
    assert verbs(early) == {"take"} and ways(early, "take") == {(0,), (1,), (2,)}
    late = position("turn", turn=0, tiles=board, market=["KA1", None, "KA2"], reserve=[])
    assert ways(late, "take") == {(0,), (2,)}
    assert ways(late, "dock_own") == ways(late, "dock_grey") == {(8, 7), (8, 9)}
    without = position("turn", turn=0, tiles=board, ships=[ship(8, 7, 0)], market=["KA1", None, "KA2"], reserve=[])
    assert verbs(without) == {"take", "dock_grey"}


@pytest.mark.rule("SI-ACT-3")
def test_only_tiles_that_fit_somewhere_may_be_taken_from_the_hand() -> None:
    """On the full table of SI-EX-37 neither XA1 nor YA2 fits, KA3 does."""
    (example,) = examples("SI-EX-37")
    state = stocked(
        "turn",
        tiles=example["tiles"],
        window=3,
        hands=[["XA1", "YA2"], ["CD1", "CD3"]],
        market=["KA3", "WA1", None],
        turn=0,
    )
    fitting = plays(state, "take 0")
    assert fitting.phase == "hand" and ways(fitting, "hand") == {(2,)}
    assert refused(fitting, "hand 0") == "SI-EXPL-9"
    blocked = plays(state, "take 1")
    assert blocked.phase == "blocked" and ways(blocked, "hand") == {(0,), (1,), (2,)}


@pytest.mark.rule("SI-ACT-3")
def test_a_tile_may_go_where_it_fits_in_every_rotation_that_differs() -> None:
    def places(tile: str) -> set[tuple[Any, ...]]:
        return ways(position("place", turn=0, tiles=tiles("SA1@8,8r0"), turn_state={"chosen": tile}), "place")

    assert places("WB1") == {(8, 7, 0), (8, 9, 0)}
    assert places("XA1") == {(7, 8, 0), (9, 8, 0)}
    assert places("SB1") == {(7, 8, 0), (9, 8, 0), (8, 7, 0), (8, 9, 0)}
    assert places("CD1") == {
        *((7, 8, 2), (9, 8, 0)),
        *((8, 7, rot) for rot in (0, 2, 3)),
        *((8, 9, rot) for rot in (0, 1, 2)),
    }
    assert len(places("YA1")) == 2 * 4, "its two pieces make each rotation another one"


@pytest.mark.rule("SI-ACT-3")
def test_a_marker_mode_needs_a_marker_that_is_left_and_a_target() -> None:
    """SB1 shows one lotus and has two ports: no port marker may lie on it, and no lotus on a lotus."""
    board = tiles("SB1@8,8r0")
    state = position("marker", turn=0, tiles=board)
    assert ways(state, "pass") == {()}
    assert ways(state, "marker_mode") == {("dragonfruit",), ("laurel",), ("any_dragonfruit",), ("any_laurel",)}
    spent = [marker("laurel", 8, 8, slot=0, marker="laurel")]
    later = position("marker", turn=0, tiles=board, markers=spent)
    assert ways(later, "marker_mode") == {("lotus",), ("dragonfruit",), ("any_lotus",), ("any_dragonfruit",)}
    other = position("marker", turn=1, tiles=board, markers=spent)
    assert ("laurel",) not in ways(other, "marker_mode"), "the slot shows a laurel"
    assert ("lotus",) in ways(other, "marker_mode")


@pytest.mark.rule("SI-ACT-3")
def test_a_marker_has_slots_of_another_resource_or_pieces_with_room_for_a_port() -> None:
    """Of CD1's two lotus the lower one is offered; DA1 has room on both of its pieces, CC1 for one port."""
    board = tiles("CD1@8,8r2", "CC1@9,8r0", "DA1@9,9r1")
    state = position("marker", turn=0, tiles=board)
    assert ways(plays(state, "marker_mode laurel"), "mark_slot") == {(8, 8, 0), (9, 8, 0), (9, 9, 0), (9, 9, 1)}
    assert ways(plays(state, "marker_mode lotus"), "mark_slot") == {(9, 9, 1)}
    assert ways(plays(state, "marker_mode port_any"), "mark_piece") == {(8, 8, 0), (9, 8, 0), (9, 9, 0), (9, 9, 1)}
    full = position("marker", turn=0, tiles=board, markers=[marker("port", 9, 8, seat=1, piece=0)])
    assert ways(plays(full, "marker_mode port_any"), "mark_piece") == {(8, 8, 0), (9, 9, 0), (9, 9, 1)}


@pytest.mark.rule("SI-ACT-3")
def test_a_house_needs_goal_size_site_and_pool() -> None:
    board = tiles(
        *("CA1@5,8r2", "CB1@6,8r0"),  # meets the goal
        *("CA2@7,8r2", "CB2@8,8r0"),  # does not
        *("CC1@9,8r2", "CD1@10,8r0"),  # has an own house
        *("CB3@11,8r2", "CC3@12,8r0"),  # has its only site taken
        "DA1@13,8r1",  # is a single tile
    )
    houses = [house(0, 9, 8), house(1, 12, 8)]
    seats = [{"missions": {"current": "M04"}}, {}]
    told: dict[str, Any] = {"turn": 0, "tiles": board, "houses": houses, "turn_state": {"docker": 0}}
    state = position("house", seats=seats, **told)
    assert verbs(state) == {"pass", "house"} and ways(state, "house") == {(5, 8)}
    assert refused(state, "house 7 8") == "SI-HOUSE-1"


@pytest.mark.rule("SI-ACT-3")
def test_without_houses_in_the_pool_nothing_can_be_built() -> None:
    """Seat 0 has built four houses, earlier or in this turn, and the island of (8, 7) has two ports."""
    houses = [house(0, r, c) for r, c in SITES[:4]]
    for pool, offered in ((4, {"pass", "house"}), (0, {"pass"})):
        seats = [{"missions": {"current": "M12"}, "pool": pool, "reserve": 4 - pool}, {}]
        built = [] if pool else [list(cell) for cell in SITES[:4]]
        turn = {"docker": 0, "built": built}
        state = position("house", turn=0, tiles=ROW, houses=houses, seats=seats, turn_state=turn)
        assert verbs(state) == offered
        assert ((8, 7) in ways(state, "house")) == (pool > 0)


# Shortcuts


@pytest.mark.rule("SI-ACT-4")
def test_the_best_resource_can_be_taken_without_a_question() -> None:
    board = atoll(Symbols(1, 3, 2, ports=2))
    seats = [{"missions": {"current": "M12"}}, {}]
    told: dict[str, Any] = {"turn": 0, "seats": seats, "turn_state": {"docker": 0}, **board.fields}
    build = "house {} {}".format(*board.names[0])
    asked = plays(position("house", **told), build)
    assert asked.phase == "score" and len(ways(asked, "resource")) == 3
    done = plays(position("house", best_resource=True, **told), build)
    assert (done.phase, done.turn) != ("score", 0) and done.coins[0] == 3 + 1


@pytest.mark.rule("SI-ACT-4")
def test_the_best_token_can_be_kept_without_a_question() -> None:
    board = atoll(Symbols(1, 1, temple=3, ports=1))
    seats = [{"missions": {"current": "M10"}}, {"tokens": [2, 3, 3, 4, 4, 5, 5, 6, 7]}]
    told: dict[str, Any] = {
        **{"turn": 0, "seats": seats, "turn_state": {"docker": 0}, "discoveries": [6, 7, 8]},
        **board.fields,
    }
    build = "house {} {}".format(*board.names[0])
    asked = plays(position("house", **told), build)
    assert asked.phase == "score" and asked.to_position()["drawn"] == [6, 7, 8]
    done = plays(position("house", best_token=True, **told), build)
    assert (done.phase, done.turn) != ("score", 0)
    assert done.to_position()["seats"][0]["tokens"] == [8] and done.to_position()["discoveries"] == [6, 7]


@pytest.mark.rule("SI-ACT-4")
def test_shortcuts_are_off_unless_asked_for() -> None:
    options = swenv.load("islands", num_players=2).options
    assert (options["best_resource"], options["best_token"]) == (False, False)


# Bounds


@pytest.mark.rule("SI-ACT-6", "SI-ACT-7")
@pytest.mark.parametrize("players, mode", MODES)
def test_lengths_and_tiles_of_random_games_stay_within_bounds(players: int, mode: str) -> None:
    loaded = game(players, mode)
    for seed in range(2):
        counts: Counter[str] = Counter()
        turn_steps = removed = 0
        for state, action in walk(loaded, seed):
            if action < 0:
                break
            verb = loaded.action(action).verb
            counts[verb] += 1
            if state.phase == "turn":
                turn_steps = removed = 0
            if state.phase in ("turn", "hand", "blocked", "place", "marker", "mark_target"):
                turn_steps += 1
                removed += state.phase == "blocked"
                assert turn_steps <= 5 + removed
        assert sum(counts.values()) <= MAX_STEPS
        assert counts["take"] <= 56 - 2 * players
        assert counts["start_face"] == 4
        document = state.to_position()
        assert len(document["tiles"]) + len(document["ships"]) <= 56 + 4 + 4 - 2 * players


@pytest.mark.rule("SI-ACT-8")
@pytest.mark.parametrize("window", [3, 15, 17, 21])
def test_the_window_is_the_table_and_its_centre_takes_the_first_tile(window: int) -> None:
    state = fresh(window=window)
    assert state.phase == "start_pick"
    placing = plays(state, "start_face ST1A")
    assert {(r, c) for r, c, _ in ways(placing, "place")} == {(window // 2, window // 2)}
    assert [verb.sizes for verb in state.game.verbs if verb.name == "place"] == [(window, window, 4)]
    for outside in (f"place {window} 0 0", f"place 0 {window} 0", "place -1 0 0"):
        with pytest.raises(ValueError, match="place takes"):
            state.game.parse(outside)


@pytest.mark.rule("SI-ACT-8")
def test_the_window_never_moves() -> None:
    loaded = game(start_layout="random")
    where: dict[tuple[int, int], tuple[str, int]] = {}
    for state, _ in walk(loaded, 4):
        now = {(entry["r"], entry["c"]): (entry["tile"], entry["rot"]) for entry in state.to_position()["tiles"]}
        assert where.items() <= now.items()
        where = now
    assert where[8, 8][0].startswith("ST")


@pytest.mark.rule("SI-ACT-9")
def test_the_window_is_17_unless_another_odd_number_is_given() -> None:
    assert swenv.load("islands", num_players=2).num_actions == 52 + 12 * 17 * 17
    assert data()["engine"]["window_default"] == 17
    for window in (*data()["engine"]["window_options"], 3, 19):
        assert game(window=window).num_actions == 52 + 12 * window * window
    for wrong in (16, 1, 23, 0, -17, "17", 17.0, None):
        with pytest.raises(ValueError, match="window"):
            swenv.load("islands", num_players=2, window=wrong)


@pytest.mark.rule("SI-ACT-9")
def test_nothing_but_the_cells_depends_on_the_window() -> None:
    """The same board in the middle of three windows has the same places and the same islands."""
    found = []
    for window in data()["engine"]["window_options"]:
        centre = window // 2
        board = tiles(f"CA1@{centre - 1},{centre}r2", f"TA1@{centre},{centre}r0", f"CB1@{centre},{centre + 1}r3")
        state = position("place", turn=0, window=window, tiles=board, turn_state={"chosen": "KA1"})
        places = {(r - centre, c - centre, rot) for r, c, rot in ways(state, "place")}
        facts = [(island.symbols, island.size, island.sites, island.open_land_edges) for island in islands(state)]
        found.append((places, facts))
    assert found[0] == found[1] == found[2] and len(found[0][0]) > 6


@pytest.mark.rule("SI-ACT-10")
def test_at_the_edge_nothing_outside_counts() -> None:
    """In the corner: land towards the outside is free, it is no open edge, and a ship may lie there."""
    board = tiles("CA1@0,1r0", "WA1@0,2r0")
    state = position("place", turn=0, tiles=tiles("WA1@0,2r0"), turn_state={"chosen": "CA1"})
    assert (0, 1, 0) in ways(state, "place"), "its land faces the outside of the window"
    (cap,) = (island for island in islands(position("turn", turn=0, tiles=board)) if island.sites)
    assert cap.open_land_edges == 0 and cap.complete

    turn = ending(0, [{}, {}], board)
    assert (0, 0) in ways(turn, "dock_own") and (0, 3) in ways(turn, "dock_own")
    after = unbuilt(plays(turn, "dock_own 0 0"))
    assert after.is_over and after.coins.tolist() == [1, 0], "the ports outside count 0"
    assert unbuilt(plays(turn, "dock_own 0 3")).coins.tolist() == [2, 0]


@pytest.mark.rule("SI-ACT-11")
@pytest.mark.parametrize("players, mode", [(1, "solo"), (2, "standard"), (4, "advanced")])
def test_what_is_kept_of_the_board_is_what_a_fresh_look_finds(players: int, mode: str) -> None:
    """Tiles, rotations, shown resources, port markers, houses and islands, kept or worked out from the document."""
    loaded = game(players, mode)
    compared = 0
    for state in sample(loaded, games=2, per_game=12, seed=11):
        again = loaded.from_position(state.to_position())
        assert again == state
        assert islands(again) == islands(state)
        compared += len(islands(state))
    assert compared > 60


@pytest.mark.rule("SI-ACT-12")
@pytest.mark.parametrize("mode", ["solo", "advanced"])
def test_in_solo_the_human_alone_acts(mode: str) -> None:
    """Alexis has taken his turn when the human is asked again; for him the human turns a tile or picks islands."""
    loaded = game(1, mode)
    alexis = set()
    for seed in range(2):
        for state, action in walk(loaded, seed):
            assert (state.to_act, state.turn) == (0, 0)
            assert state.coins.shape == (1,)
            if state.phase == "alexis_place":
                assert len({(r, c) for r, c, _ in ways(state, "place")}) == 1
            if state.phase.startswith("alexis"):
                alexis.add(state.phase)
                assert loaded.action(action).verb in ("place", "house")
    assert "alexis_place" in alexis


@pytest.mark.rule("SI-ACT-12")
def test_after_the_turn_of_the_human_alexis_has_explored() -> None:
    state = position("turn", 1, "solo", turn=0, tiles=tiles("SA1@8,8r0", "SA2@7,8r0"), navigation=["CD1", "CD2", "CD3"])
    after = plays(state, "take 0")
    while after.phase in ("hand", "place", "marker"):
        verb = {"hand": "hand", "place": "place", "marker": "pass"}[after.phase]
        after = plays(after, first_of(after, verb))
    alexis = after.to_position()["alexis"]
    assert after.phase in ("turn", "alexis_place") and len(alexis["played"]) == 1


# Refusals


def once_scored(kind: str, *drawn: int) -> swenv.State:
    """Seat 0 scores the island of `PAIR` by a reward that asks for a resource, or for one of these tokens."""
    pair = tiles("CC1@8,8r2", "CB1@9,8r0")
    seats: list[dict[str, Any]] = [{"missions": {"current": kind}}, {}]
    turn = {"docker": 0, "built": [[8, 8]], "scored": 0}
    return position("score", tiles=pair, houses=[house(0, 8, 8)], seats=seats, drawn=list(drawn), turn_state=turn)


def opened(*actions: str) -> swenv.State:
    """Goals are to be picked, and then these actions are done."""
    return plays(fresh(2, "advanced", **FIXED), *actions)


REFUSED: dict[str, tuple[Callable[[], swenv.State], str, str]] = {
    "no start tile": (fresh, "pass", "SI-SETUP-3"),
    "a start tile that was not picked": (fresh, "place 8 8 0", "SI-SETUP-3"),
    "a second start tile": (lambda: plays(fresh(), "start_face ST1A"), "start_face ST2A", "SI-SETUP-3"),
    "a start tile off the centre": (lambda: plays(fresh(), "start_face ST1A"), "place 8 9 0", "SI-SETUP-3"),
    "no goal": (opened, "pass", "SI-PREP-2"),
    "no reward card": (lambda: opened("card_pair 0 1"), "pass", "SI-PREP-3"),
    "goals again": (lambda: opened("card_pair 0 1"), "card_pair 0 1", "SI-PREP-3"),
    "no turn": (lambda: picked(opened()), "pass", "SI-EXPL-1"),
    "no tile laid": (lambda: plays(picked(opened()), "take 0"), "pass", "SI-EXPL-3"),
    "no marker after all": (
        lambda: position("mark_target", tiles=tiles("SA1@8,8r0"), turn_state={"marker": "lotus"}),
        "pass",
        "SI-EXPL-4",
    ),
    "another house": (lambda: once_scored("M12"), "house 8 8", "SI-INT-24"),
    "nothing scored": (lambda: once_scored("M12"), "pass", "SI-REW-4"),
    "a resource that is not there": (lambda: once_scored("M12"), "resource laurel", "SI-CARD-R6"),
    "a token instead of a resource": (lambda: once_scored("M12"), "discovery 0", "SI-CARD-R6"),
    "a resource instead of a token": (lambda: once_scored("M10", 2, 3, 3), "resource lotus", "SI-CARD-R2"),
    "a token that was not drawn": (lambda: once_scored("M10", 2, 3, 3), "discovery 3", "SI-CARD-R2"),
    "the second of equal tokens": (lambda: once_scored("M10", 2, 3, 3), "discovery 2", "SI-ACT-3"),
}
"""What a player tries, and the rule that he would look up."""


@pytest.mark.rule("SI-ACT-3", "SI-SETUP-3", "SI-PREP-3", "SI-INT-24", "SI-CARD-R2", "SI-CARD-R6")
@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_names_the_rule_of_what_is_to_be_done(what: str) -> None:
    met, action, rule = REFUSED[what]
    assert refused(met(), action) == rule


@pytest.mark.rule("SI-ACT-3")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 1, "window": 5},
        pytest.param({"players": 2, "window": 5}, marks=pytest.mark.slow),
        pytest.param({"players": 3, "mode": "advanced", "window": 7}, marks=pytest.mark.slow),
    ],
)
def test_every_illegal_action_is_refused_by_a_rule_of_small_islands(options: dict[str, Any]) -> None:
    """In one position of each phase and some more; the state is untouched."""
    loaded, rules = game(**options), known_ids()
    states = [*one_of_each_phase(loaded, games=2, by=busy_walk).values(), *sample(loaded, 2, 4, by=busy_walk)]
    for state in states:
        before = state.copy()
        for index in np.flatnonzero(~state.mask()).tolist():
            with pytest.raises(swenv.IllegalAction) as found:
                state.apply(index)
            rule, text = found.value.rule, str(found.value)
            assert rule in rules and rule.startswith("SI-") and text.endswith(f" ({rule})"), text
        assert state == before
