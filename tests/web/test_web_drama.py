"""What moves on the page, and what a turn leaves behind: tokens, coins, the die, the log, the next game."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest

import browsing
import swenv
from browsing import (
    Browser,
    Page,
    Route,
    Served,
    ask_for_a_game,
    expect,
    move,
    opened,
    take_a_seat,
    until,
    wait_for_turn,
)
from swenv import render

pytestmark = browsing.IN_A_BROWSER

ANIMATED = """window.animated = []; const {animate} = Element.prototype;
Element.prototype.animate = function(...how) {
  const kind = this.dataset.piece !== undefined ? "tokens" : this.getAttribute("class");
  window.animated.push([kind, how[1].duration ?? how[1]]);
  return animate.apply(this, how);
};"""
DICE = """window.dice = []; addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  for (const each of document.querySelectorAll(".die text")) if (each.textContent) window.dice.push(each.textContent);
}).observe(document.body, {subtree: true, childList: true}));"""


def deploying(page: Page, served: Served, hand: int) -> int:
    """Sit down with so many tokens to put down; returns the seat."""
    state = swenv.load("smallworld", num_players=2).new_state(7)
    while (
        state.phase != "deploy"
        or f"{hand} in hand" not in render.summary(state, state.to_act).seats[state.to_act].notes
    ):
        state.apply(state.legal_actions()[0])
    players = ["greedy", "greedy"]
    players[state.to_act] = "person"
    take_a_seat(page, served, ask_for_a_game(page, served, *players, position=state.to_position()), state.to_act)
    wait_for_turn(page)
    return state.to_act


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_tokens_travel_and_coins_rise_within_a_quarter_of_a_second_unless_less_motion_is_wanted(
    browser: Browser, served: Served, motion: Literal["no-preference", "reduce"]
) -> None:
    for page in opened(browser, reduced_motion=motion):
        page.add_init_script(ANIMATED)
        take_a_seat(page, served, ask_for_a_game(page, served, "person", "greedy", options={"rounds": 1}), 0)
        browsing.play_on(page)
        animated: list[Any] = page.evaluate("window.animated")
        assert {kind for kind, _ in animated} >= {"tokens", "risen"} if motion != "reduce" else not animated
        assert all(time <= 250 for _, time in animated)


def test_a_die_rolls_over_its_region_and_says_what_was_needed(page: Page, served: Served) -> None:
    page.add_init_script(DICE)
    take_a_seat(page, served, ask_for_a_game(page, served, "person", "greedy"), 0)
    risky = page.locator("g.target[aria-label^='Conquer'][aria-label*='die ']")
    for number in range(40):
        wait_for_turn(page)
        if risky.count():
            risky.first.click(force=True)
            expect(page.locator(".commit")).to_have_text("Roll the die")
            expect(page.locator(".staged")).to_contain_text("so does your turn if nothing is left to redeploy")
            page.locator(".commit").click()
            until(page, "window.dice.some(said => /^[0-3], needed [123]$/.test(said))")
            return
        assert move(page, number)
    raise AssertionError("nobody could roll")


def test_tokens_are_spread_evenly_and_become_one_line_of_the_log(page: Page, served: Served) -> None:
    seat = deploying(page, served, 3)
    own = f'[data-piece][data-owner="{seat}"]'
    tokens = f"[...document.querySelectorAll('{own}')].map(each => Number(each.dataset.tokens))"
    expected: list[int] = page.evaluate(tokens)
    for _ in range(2):  # the last one, which ends the turn, is confirmed
        expected[expected.index(min(expected))] += 1
    page.get_by_role("button", name="Spread evenly").click()
    page.locator(".commit").wait_for()
    assert sorted(page.evaluate(tokens)) == sorted(expected)
    expect(page.locator(".log .line").last).to_have_text(re.compile("put tokens on .*, ", re.IGNORECASE))


def test_a_turn_in_the_log_has_its_round_and_one_chip_with_its_coins(page: Page, served: Served) -> None:
    take_a_seat(page, served, ask_for_a_game(page, served, "person", "greedy", options={"rounds": 1}), 0)
    browsing.play_on(page)
    for seat in (0, 1):
        turn = page.locator(f".log .turn.seat-{seat}", has=page.locator(".paid")).first
        expect(turn.locator(".heading .coin")).to_have_text(re.compile(r"^\+\d+$"))
        expect(turn.locator(".heading")).to_contain_text("round 1")


def test_a_rematch_has_the_same_seats(page: Page, served: Served) -> None:
    take_a_seat(page, served, ask_for_a_game(page, served, "person", "greedy", options={"rounds": 1}), 0)
    browsing.play_on(page)
    game = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: not url.startswith(game))
    expect(page.locator(".player.seat-0")).to_contain_text("You")
    expect(page.locator(".player.seat-1")).to_contain_text("greedy")
    expect(page.locator(".round")).to_contain_text("of 1")


def test_while_a_game_is_being_started_the_page_says_so(page: Page, served: Served) -> None:
    held: list[Route] = []
    page.goto(served.address)
    page.route(
        "**/api/games", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Starting …")).to_be_disabled()
    expect(page.get_by_text("compiles the rules")).to_be_visible()
    held[0].continue_()
    page.locator(".target").first.wait_for()
