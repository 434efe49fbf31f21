"""What is looked at in a real browser: what judges think, how a game is replayed and linked, what people are called."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import browsing
import swenv
from browsing import Browser, Page, Route, Served, ask_for_a_game, expect, opened, take_a_seat
from swenv.core import replay
from test_web_layout import CHIPS, DESK, PHONES
from test_web_table import tab

pytestmark = browsing.IN_A_BROWSER

SEARCH = "search:simulations=40"
GAPS = """wanted => new Promise(found => {
  const headline = document.querySelector('.headline'), times = [];
  let said = headline.textContent;
  new MutationObserver(() => {
    if (headline.textContent === said) return;
    said = headline.textContent;
    times.push(performance.now());
    if (times.length > wanted) found(times.slice(1).map((time, place) => time - times[place]));
  }).observe(headline, {childList: true});
})"""
"""Waits for so many changes of the headline after another one; returns the milliseconds before each."""


def open_what(page: Page, served: Served, **content: Any) -> str:
    """Give the server a replay or a position to look at; returns its address."""
    begun = page.request.post(f"{served.address}/api/replays", data=content).json()
    return f"{served.address}/games/{begun['id']}"


def finished(page: Page, served: Served, rounds: int = 2, seed: int = 7) -> str:
    """A game at random that is over, always the same one; returns its address."""
    game, dice = swenv.load("smallworld", num_players=2, rounds=rounds), random.Random(seed)
    recorder = replay.Recorder(game, seed)
    while not recorder.state.is_over:
        recorder.apply(dice.choice(recorder.state.legal_actions().tolist()))
    return open_what(page, served, replay=recorder.replay.text())


def judged_alike(page: Page, served: Served, holds: Callable[[swenv.State], bool]) -> int:
    """Judge a position as if each action were as likely as the others; returns how many there are."""
    state, dice = swenv.load("smallworld", num_players=2).new_state(1), random.Random(1)
    while not holds(state):
        state.apply(dice.choice(state.legal_actions().tolist()))

    def even(route: Route) -> None:
        told = route.fetch().json()
        for each in told["actions"]:
            each["probability"] = 1 / len(told["actions"])
        route.fulfill(json=told)

    page.route("**/judgement?*", even)
    page.goto(f"{open_what(page, served, position=state.to_position())}?judge")
    expect(page.locator(".candidates tbody tr").first).to_be_visible()
    return len(state.legal_actions())


def judge(page: Page, address: str, player: str) -> list[dict[str, Any]]:
    """What a player thinks of each decision of a game."""
    path = address.replace("/games/", "/api/games/")
    number = page.request.get(path).json()["decisions"]
    return [page.request.get(f"{path}/judgement?at={at}&player={player}").json() for at in range(number)]


def judge_all(page: Page, address: str) -> None:
    """Let a search look at a whole game."""
    page.goto(address)
    tab(page, "Analysis")
    page.get_by_label("Judge", exact=True).select_option(SEARCH)
    page.get_by_role("button", name="The whole game").click()
    expect(page.locator(".curve")).to_contain_text(re.compile(r"(\d+) of \1 decisions judged"))


@pytest.mark.parametrize("size", [DESK, *PHONES.values()], ids=["desk", *PHONES])
def test_the_shares_of_two_actions_on_one_region_are_added_up_and_written_once(
    browser: Browser, served: Served, size: Any
) -> None:
    for page in opened(browser, viewport=size):
        number = judged_alike(page, served, lambda state: state.phase == "deploy" and len(state.legal_actions()) > 11)
        regions = number // 2
        expect(page.locator(".chip.heat")).to_have_text([f"{100 / regions:.0f} %"] * regions)
        expect(page.locator("[data-region] + .shade.heat")).to_have_count(regions)
        expect(page.locator(".chip, .shade")).to_have_count(2 * regions)
        assert page.evaluate(CHIPS)[1] == 0, "no chip lies on another one"
        page.get_by_label("Judge", exact=True).select_option("greedy")  # which has not judged it
        expect(page.locator(".chip, .shade")).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, *PHONES.values()], ids=["desk", *PHONES])
def test_the_share_of_a_combo_stands_beside_its_name(browser: Browser, served: Served, size: Any) -> None:
    for page in opened(browser, viewport=size):
        number = judged_alike(page, served, lambda state: state.phase == "pick")
        tab(page, "Play")
        expect(page.locator(".offer.heat .share")).to_have_text([f"{100 / number:.0f} %"] * number)
        for offer in page.locator(".offer.heat").all():
            name, share, frame = (each.bounding_box() for each in (*offer.locator(".name, .share").all(), offer))
            assert name and share and frame
            assert name["x"] + name["width"] <= share["x"] < share["x"] + share["width"] <= frame["x"] + frame["width"]


def test_mistakes_are_listed_by_what_they_lost(page: Page, served: Served) -> None:
    game = finished(page, served, rounds=4)
    losses = [each["loss"] for each in judge(page, game, SEARCH) if each["mistake"]]
    assert losses != sorted(losses, reverse=True), "another order than that of the game"
    judge_all(page, game)
    rows = page.locator(".mistakes li")
    expect(rows).to_have_count(page.locator(".curve circle").count())
    better = [int(re.findall(r"(\d+) % better$", each)[0]) for each in rows.all_inner_texts()]
    assert better == sorted(better, reverse=True) and better[0] > better[-1]


@pytest.mark.parametrize("by_key", [False, True], ids=["button", "key"])
def test_each_mistake_leads_to_the_next_one(page: Page, served: Served, by_key: bool) -> None:
    judge_all(page, finished(page, served, rounds=3))
    titles = page.locator(".curve circle title").all_text_contents()
    decisions = [int(re.findall(r"^Decision (\d+), a mistake", each)[0]) - 1 for each in titles]
    assert len(decisions) > 2
    for at in (*decisions, decisions[0]):  # after the last one, the first one again
        if by_key:
            page.keyboard.press("n")
        else:
            page.get_by_role("button", name="Next mistake").click()
        expect(page.locator(".headline")).to_contain_text(f"Decision {at} of")


def test_before_a_judge_has_looked_the_key_for_mistakes_says_what_to_do(page: Page, served: Served) -> None:
    page.goto(finished(page, served))
    expect(page.locator(".headline")).to_contain_text("The game is over")
    page.keyboard.press("n")
    expect(page.locator("#status")).to_contain_text("No mistakes are known")
    tab(page, "Rules")
    expect(page.get_by_text("Why is an action illegal?")).to_be_hidden()


def test_two_judges_stand_side_by_side_and_say_where_they_disagree(page: Page, served: Served) -> None:
    game = finished(page, served)
    bests = [[each["best"] for each in judge(page, game, player)] for player in ("greedy", SEARCH)]
    differs = [one != other for one, other in zip(*bests, strict=True)]
    for marked in (True, False):
        page.goto(f"{game}?at={differs.index(marked)}")
        tab(page, "Analysis")
        for number, player in enumerate(("greedy", SEARCH), start=1):
            page.get_by_label("Judge", exact=True).select_option(player)
            page.get_by_role("button", name="This position", exact=True).click()
            expect(page.locator(".judgement h2")).to_have_count(number)
        expect(page.locator(".judgement .candidates")).to_have_count(2)
        expect(page.locator(".judgement h2 .tag")).to_have_text(["disagrees"] * marked)


def test_a_decision_of_a_game_is_linked_here_and_the_game_itself_anywhere(browser: Browser, served: Served) -> None:
    for page in opened(browser, permissions=["clipboard-read", "clipboard-write"]):
        game = finished(page, served)
        page.goto(f"{game}?at=2")
        page.get_by_role("button", name="Forward", exact=True).click()
        expect(page.locator(".headline")).to_contain_text("Decision 3 of")
        said, addresses = page.locator(".headline").inner_text(), []
        tab(page, "Analysis")
        for name, told in (("Copy a link", "Copied."), ("Copy the game as a link", "opens this game on any server")):
            page.get_by_role("button", name=name, exact=True).click()
            expect(page.get_by_text(told)).to_be_visible()
            addresses.append(page.evaluate("navigator.clipboard.readText()"))
        assert addresses[0] == f"{game}?at=3" and addresses[1].startswith(f"{served.address}/analyse#")
        for address in addresses:
            page.goto("about:blank")
            page.goto(address)
            expect(page.locator(".headline")).to_have_text(said)
        expect(page.locator(".candidates tbody tr.played")).to_be_visible()
        assert not page.url.startswith(game)


def test_a_finished_game_is_replayed_as_fast_as_one_likes(page: Page, served: Served) -> None:
    page.goto(finished(page, served))
    gaps = {}
    for speed, number in (("slow", 2), ("normal", 4), ("fast", 4)):
        page.get_by_label("Speed").select_option(speed)
        page.get_by_role("button", name="First", exact=True).click()
        expect(page.locator(".headline")).to_contain_text("Decision 0 of")
        page.get_by_role("button", name="Play", exact=True).click()
        gaps[speed] = page.evaluate(GAPS, number)
        page.get_by_role("button", name="Pause", exact=True).click()
    assert min(gaps["slow"]) >= 1400 and 600 <= min(gaps["normal"]) < 1400 and min(gaps["fast"]) < 600


def test_the_names_of_people_are_shown_as_the_text_that_they_are(page: Page, served: Served) -> None:
    names = ["Anna", "<img src=x onerror=f()>"]
    begun = ask_for_a_game(page, served, names=names, options={"rounds": 1})
    path = f"{served.address}/api/games/{begun['id']}"
    while (view := page.request.get(path).json())["to_act"] == 0 or view["log"][-1]["seat"] == 0:
        token = {"Authorization": f"Bearer {begun['tokens'][view['to_act']]}"}
        action = page.request.get(path, headers=token).json()["choices"][0]["action"]
        assert page.request.post(f"{path}/decisions", headers=token, data={"action": action}).ok
    take_a_seat(page, served, begun, 0)
    expect(page.locator(".player.seat-1 strong")).to_have_text(names[1])
    expect(page.locator(".player.seat-0 strong")).to_have_text("You")
    expect(page.locator(".headline")).to_contain_text(names[1])
    tab(page, "Log")
    expect(page.locator(".log .turn.seat-1 strong")).to_have_text(names[1])
    expect(page.locator("main img")).to_have_count(0)
    page.evaluate("localStorage.clear()")  # from now on, one watches
    page.reload()
    expect(page.locator(".player strong")).to_have_text(names)
    expect(page.locator("main img")).to_have_count(0)
