"""Achievements of the winner (SI-ACH)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from archipelago import data, house, marker, plays, position, ship, tiles
from chains import atoll
from si_ending import BAY, EIGHT_PORTS, LONE, ROW, SITES, docked, ending, totals, winner

import swenv
from support import play
from swenv.islands import achievements, islands

RICH = {"prestige": 30}
"""A seat that wins against others without points."""


def finished(
    board: list[dict[str, Any]],
    *,
    own: dict[str, Any] | None = None,
    mode: str = "standard",
    docker: int = 1,
    **fields: Any,
) -> tuple[str, ...]:
    """What seat 0, which wins for two, has achieved once seat `docker` has docked a grey ship."""
    after = docked(ending(docker, [RICH | (own or {}), {}], board, mode=mode, **fields))
    assert winner(after) == 0
    return achievements(after)


def bay(number: int, mode: str, owner: int | str = 0) -> tuple[str, ...]:
    """What seat 0 has achieved with its ship among 8 ports and so many more."""
    laid = [marker("port", 8, 5, seat=1, marker="lotus", piece=0)]
    free = [("dragonfruit", 7, 5), ("laurel", 7, 5), ("any", 6, 5)]
    laid += [marker("port", r, c, seat=1, marker=name, piece=0) for name, r, c in free[:number]]
    laid += [marker("port", 6, 7, seat=0, marker="lotus", piece=0)][: max(0, number - 3)]
    return finished(BAY["tiles"], mode=mode, markers=laid, ships=[ship(*EIGHT_PORTS, owner)])


# The standard list


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize(
    "prestige, tokens, there", [(60, [], True), (59, [], False), (52, [8], True), (52, [7], False)]
)
def test_sixty_points(prestige: int, tokens: list[int], there: bool) -> None:
    assert ("S1" in finished(LONE, own={"prestige": prestige, "tokens": tokens})) == there


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("more, there", [(2, True), (1, False)])
def test_ten_points_from_the_own_ship(more: int, there: bool) -> None:
    assert ("S2" in bay(more, "standard")) == there
    assert "S2" not in bay(more, "standard", "grey")


@pytest.mark.rule("SI-ACH-1", "SI-ACH-2")
@pytest.mark.parametrize("left_out, there", [(0, True), (1, False), (2, False)])
def test_twelve_islands_of_two_tiles(left_out: int, there: bool) -> None:
    """A property of the final board; single tiles are no islands of two."""
    board = ROW[: len(ROW) - left_out]
    found = finished(board)
    assert ("S3" in found) == there


@pytest.mark.rule("SI-ACH-1")
def test_the_twelve_islands_are_twelve() -> None:
    found = islands(ending(0, [{}, {}], ROW))
    assert sum(island.size == 2 for island in found) == 12 and max(island.size for island in found) == 2


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("number, there", [(8, True), (7, False)])
def test_all_eight_houses(number: int, there: bool) -> None:
    houses = [house(0, r, c) for r, c in SITES[:number]]
    assert ("S4" in finished(ROW, houses=houses)) == there


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize(
    "owners, there", [([0], True), ([0, 1], True), (["grey", 0], False), ([1, 0], False), (["grey"], False)]
)
def test_the_own_ship_as_the_first_of_the_game(owners: Sequence[int | str], there: bool) -> None:
    lain = [ship(8, c, owner) for c, owner in zip((7, 9), owners, strict=False)]
    assert ("S5" in finished(LONE, ships=lain)) == there


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("number, there", [(4, True), (5, True), (3, False)])
def test_four_discovery_tokens(number: int, there: bool) -> None:
    """Four or more."""
    assert ("S7" in finished(LONE, own={"tokens": [2, 3, 4, 5, 6][:number]})) == there


# The advanced list


@pytest.mark.rule("SI-ACH-1", "SI-ACH-2")
@pytest.mark.parametrize("size, there", [(13, True), (14, True), (12, False)])
def test_an_island_of_thirteen_tiles(size: int, there: bool) -> None:
    """A property of the final board, whoever built there."""
    board = atoll(size).tiles
    assert ("A1" in finished(board, mode="advanced")) == there


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("more, there", [(4, True), (3, False)])
def test_twelve_points_from_the_own_ship(more: int, there: bool) -> None:
    assert ("A2" in bay(more, "advanced")) == there
    assert "A2" not in bay(more, "advanced", "grey")


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("number, there", [(0, True), (6, True), (7, False)])
def test_at_most_six_houses(number: int, there: bool) -> None:
    houses = [house(0, r, c) for r, c in SITES[:number]] + [house(1, r, c) for r, c in SITES[7:]]
    assert ("A3" in finished(ROW, mode="advanced", houses=houses)) == there


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("owner, there", [("grey", True), (1, True), (0, False)])
def test_the_own_ship_never_docked(owner: int | str, there: bool) -> None:
    assert ("A5" in finished(LONE, mode="advanced", ships=[ship(8, 7, owner)])) == there


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("seat, there", [(1, True), (0, False)])
def test_no_own_marker_placed(seat: int, there: bool) -> None:
    laid = [marker("laurel", 8, 8, seat=seat, slot=0)]
    assert ("A6" in finished(LONE, mode="advanced", markers=laid)) == there
    assert "A6" in finished(LONE, mode="advanced")


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize(
    "houses, there",
    [([(7, 8, 0), (8, 8, 0)], True), ([(7, 8, 0), (8, 8, 1)], False), ([(7, 8, 0), (9, 8, 0)], False)],
)
def test_two_own_houses_on_one_island(houses: list[tuple[int, int, int]], there: bool) -> None:
    """Such as come from a merge: nobody can build a second one."""
    board = tiles("CA1@7,8r2", "CA2@8,8r0", "CA3@9,8r2", "CB1@10,8r0")
    lain = [house(seat, r, c) for r, c, seat in houses]
    assert ("A7" in finished(board, mode="advanced", houses=lain)) == there


# Whose and when


@pytest.mark.rule("SI-ACH-2")
def test_the_achievements_are_those_of_the_winner() -> None:
    """Seat 1 has the houses, the tokens and the first ship, but seat 0 wins."""
    houses = [house(1, r, c) for r, c in SITES]
    state = ending(1, [{"prestige": 61}, {"tokens": [2, 3, 4, 5]}], ROW, houses=houses, ships=[ship(7, 3 + 4, 1)])
    after = docked(state)
    assert winner(after) == 0 and achievements(after) == ("S1", "S3")
    lost = docked(ending(1, [{"prestige": 3}, {"prestige": 61}], LONE))
    assert winner(lost) == 1 and achievements(lost) == ("S1",)


@pytest.mark.rule("SI-ACH-1")
@pytest.mark.parametrize("mode, letter", [("standard", "S"), ("advanced", "A")])
def test_each_mode_has_its_list(mode: str, letter: str) -> None:
    ids = [entry["id"] for entry in data()["achievements"][mode]]
    assert ids == [f"{letter}{number}" for number in range(1, 8)]
    found = finished(atoll(13).tiles, mode=mode, own={"prestige": 60, "tokens": [2, 3, 4, 5]})
    assert set(found) <= set(ids) and list(found) == sorted(found)
    assert set(found) >= ({"S1", "S7"} if mode == "standard" else {"A1", "A3", "A5", "A6"})


@pytest.mark.rule("SI-ACH-1")
def test_achievements_have_no_effect_on_play() -> None:
    after = docked(ending(1, [RICH | {"prestige": 60}, {}], ROW))
    before = after.to_position()
    assert achievements(after) and after.to_position() == before
    assert totals(after) == [60, 0] and after.returns().tolist() == [1, -1]


@pytest.mark.rule("SI-ACH-1")
def test_a_game_that_goes_on_has_no_achievements() -> None:
    with pytest.raises(ValueError, match="over"):
        achievements(position("turn", turn=0, tiles=LONE))


# Solo


def alone(level: int, mode: str, prestige: int) -> swenv.State:
    """A finished solo game of a human with so many points."""
    state = ending(0, [{"prestige": prestige}], mode=mode, level=level)
    after = plays(state, "dock_own 8 9")
    while not after.is_over:
        play(after, str(after.game.action(int(after.legal_actions()[0]))))
    return after


@pytest.mark.rule("SI-ACH-1", "SI-ACH-2")
@pytest.mark.parametrize("mode, name, level", [("solo", "S6", 4), ("advanced", "A4", 6)])
def test_a_solo_game_on_a_level(mode: str, name: str, level: int) -> None:
    for played in range(1, 7):
        after = alone(played, mode, 200)
        assert after.returns().tolist() == [1]
        assert (name in achievements(after)) == (played == level)


@pytest.mark.rule("SI-ACH-2")
@pytest.mark.parametrize("mode, level", [("solo", 4), ("advanced", 6)])
def test_who_loses_to_alexis_has_achieved_nothing(mode: str, level: int) -> None:
    after = alone(level, mode, 0)
    assert after.returns().tolist() == [-1] and achievements(after) == ()
