"""Rulings of the project on what meets when both boxes are in play (docs/rules/rulings.md)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import in_hand, price, tray
from underground_chapters import conquering, hold, lying, where

from support import active, declined, held, legal, play, seat, underground

MIXED = {"boxes": ("base", "underground")}


@pytest.mark.rule("UG-PLACE-CRYPT", "UG-CLAR-4", "UG-CLAR-31")
@pytest.mark.parametrize(("master", "ghost"), [(0, [17]), (1, []), (None, [])])
def test_a_balrog_in_an_unheld_crypt_recalls_the_ghost_of_another_master(master: int | None, ghost: list[int]) -> None:
    regions = {9: hold(0, "ogres", 1, "pentacle"), 5: lying(balrog=1), 6: lying("crypt"), 17: lying(ghost=1)}
    state = conquering(3, regions, name="ogres", crypt_master=master)
    assert where(play(state, "balrog 6"), "ghost") == ghost


@pytest.mark.rule("SW-POWER-FLYING", "UG-DIFF-4")
def test_a_flying_race_takes_a_river_region_that_it_borders() -> None:
    state = conquering(9, {1: held(0, "ratmen")}, name="ratmen", power="flying", options=MIXED)
    assert {2, 7, 13} & set(legal(state, "conquer")) == {2}
    assert price(state, 2) == 1


@pytest.mark.rule("SW-RACE-GHOULS", "UG-RACE-GNOMES")
def test_declined_ghouls_attack_active_gnomes_plainly() -> None:
    regions = {6: held(0, "ghouls"), 5: held(1, "gnomes"), 12: held(1, "gnomes")}
    state = conquering(
        0, regions, active("gnomes"), name="ratmen", own=[declined("ghouls", hand=6)], phase="ghoul_conquest",
        options=MIXED, turn_state={"acting": "decline"},
    )  # fmt: skip
    assert {5, 12} & set(legal(state, "conquer")) == {5}
    assert price(state, 5) == 2 + 1


@pytest.mark.rule("SW-RACE-ELVES", "UG-PLACE-PENTACLE")
@pytest.mark.parametrize(("status", "lost"), [("active", 0), ("decline", 1)])
def test_active_elves_lose_nothing_to_the_balrog(status: str, lost: int) -> None:
    elves: dict[str, Any] = {"race": "elves", "power": None, "status": status}
    tokens = 3 if status == "active" else 1
    regions = {9: hold(0, "ogres", 1, "pentacle"), 5: lying(balrog=1), 6: held(1, "elves", tokens), 3: held(1, "elves")}
    state = conquering(3, regions, elves, name="ogres", options=MIXED)
    before = tray(state, "elves")
    play(state, "balrog 6")
    assert tray(state, "elves") == before + lost
    assert in_hand(state, 1, "elves") == tokens - lost


@pytest.mark.rule("SW-RACE-GIANTS", "SW-INT-38", "UG-PLACE-PIPE")
def test_the_pipe_on_a_mountain_makes_every_mountain_cheap_for_giants() -> None:
    plain = conquering(9, {6: held(0, "giants")}, name="giants", options=MIXED)
    piped = conquering(9, {6: hold(0, "giants", 1, "pipe")}, name="giants", options=MIXED)
    assert 12 not in legal(plain, "conquer")
    assert price(piped, 12) == 3 - 1


@pytest.mark.rule("SW-POWER-DRAGON-MASTER", "SW-RACE-SORCERERS", "UG-CLAR-20")
@pytest.mark.parametrize(
    ("name", "power", "verb"), [("ratmen", "dragon_master", "dragon"), ("sorcerers", None, "convert")]
)
def test_of_the_relics_the_doormat_alone_goes_with_a_dragon_and_with_sorcery(
    name: str, power: str | None, verb: str
) -> None:
    for relic, far in (("doormat", {17}), ("sword", set()), ("socks", set())):
        regions = {0: hold(0, name, 1, None, [relic]), 17: held(1, "ogres"), 5: held(1, "ogres", 2)}
        state = conquering(9, regions, active("ogres"), name=name, power=power, options=MIXED)
        play(state, f"use {relic}")
        assert {17} & set(legal(state, verb)) == far


@pytest.mark.rule("UG-RELIC-SCEPTER", "SW-POWER-FORTIFIED")
@pytest.mark.parametrize(("fortress", "coins"), [(0, 2), (1, 4)])
def test_the_scepter_doubles_the_coin_of_a_fortress(fortress: int, coins: int) -> None:
    regions = {5: hold(0, "ratmen", 1, None, ["scepter"], **({"fortress": 1} if fortress else {}))}
    state = conquering(0, regions, name="ratmen", power="fortified", options=MIXED, coins=[0, 5])
    play(state, "finish", "scepter 5")
    while state.turn == 0:
        play(state, "finish")
    assert state.coins[0] == coins


@pytest.mark.rule("UG-DECL-3", "UG-DECL-4", "UG-COL-5")
def test_in_a_decline_by_a_lent_vanishing_the_blank_badge_is_there_for_the_banner_that_returns() -> None:
    state = underground(
        options={
            "races": ("drow", "gnomes", "liches", "mummies", "ogres"),
            "powers": ("mining", "mystic", "stone", "vanishing"),
        },
        phase="choose",
        stonehedge="vanishing",
        seats=[seat(active("ogres", "stone")), seat(active("gnomes", "mining"))],
        regions={5: hold(0, "ogres", 1, "stonehedge"), 12: held(1, "gnomes")},
        column=[{"race": "liches", "power": "mystic", "coins": 0}],
        race_stack=["drow", "mummies"],
        power_stack=[],
        discarded_powers=[],
    )
    document = play(state, "decline_by_stonehedge").to_position()
    assert document["column"][1:] == [{"race": "drow", "power": "stone", "coins": 0}]
    assert (document["race_stack"], document["discarded_powers"]) == (["mummies", "ogres"], [])
