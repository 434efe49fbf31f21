"""How the page of a game looks, in a real browser: sizes, colours and types of letters, glows and frames, the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import browsing
from browsing import Browser, Page, Served, check_accessible, decisions, expect, opened
from test_web_layout import DESK, PHONES, sit_down

pytestmark = browsing.IN_A_BROWSER

TABS = ("Play", "Log", "Analysis", "Rules")
UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true"
SMALL = """[...document.body.querySelectorAll('*')]
  .filter(each => !each.closest('svg') && each.checkVisibility())
  .filter(each => [...each.childNodes].some(({nodeType, data}) => nodeType === Node.TEXT_NODE && data.trim()))
  .filter(each => parseFloat(getComputedStyle(each).fontSize) < 13)
  .map(each => `${getComputedStyle(each).fontSize} ${each.parentNode.className} > ${each.outerHTML}`.slice(0, 160))"""
"""Elements outside drawings whose own letters have fewer than 13 pixels."""
COLOR = """name => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${name})`;
  const {color} = getComputedStyle(probe);
  probe.remove();
  return color;
}"""
"""A colour of the style sheet as the browser computes it."""
PLACES = """names => names.map(name => document.querySelector(name).getBoundingClientRect())
  .map(({left, right, top, bottom}) => ({left, right, top, bottom}))"""
"""Where in the window elements are."""


@pytest.fixture(scope="module")
def over(browser: Browser, served: Served) -> Iterator[dict[str, Any]]:
    """A game of two persons that is over."""
    for page in opened(browser):
        begun = browsing.ask_for_a_game(page, served, options={"rounds": 2})
        path, seats = f"{served.address}/api/games/{begun['id']}", begun["tokens"]
        while not (view := page.request.get(path).json())["over"]:
            seat = {"Authorization": f"Bearer {seats[view['to_act']]}"}
            action = page.request.get(path, headers=seat).json()["choices"][0]["action"]
            assert page.request.post(f"{path}/decisions", headers=seat, data={"action": action}).ok
        yield begun


def look_at(page: Page, served: Served, over: dict[str, Any]) -> None:
    """Open the game that is over, as its first seat."""
    browsing.take_a_seat(page, served, over, 0)
    expect(page.locator(".headline")).to_contain_text("The game is over")


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()
    expect(page.get_by_role("tabpanel", name=name)).to_be_visible()


def judge_one(page: Page) -> None:
    """Have the position before the last decision judged."""
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".headline")).to_contain_text("Decision")
    open_tab(page, "Analysis")
    page.get_by_role("button", name="This position", exact=True).click()
    expect(page.locator(".candidates tbody tr").first).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONES["upright"]], ids=["desk", "phone"])
def test_no_letters_of_a_game_have_fewer_than_thirteen_pixels(
    browser: Browser, served: Served, over: dict[str, Any], size: Any
) -> None:
    for page in opened(browser, viewport=size):
        for is_over in (False, True):
            if is_over:
                look_at(page, served, over)
                judge_one(page)
                page.get_by_role("button", name="Now").click()
            else:
                sit_down(page, served, "smallworld", "conquest", decisions=6, seed=7)
            for name in TABS:
                open_tab(page, name)
                page.evaluate(UNFOLD)
                assert not page.evaluate(SMALL), name


def test_on_a_desk_the_board_with_its_curve_stays_in_sight_beside_the_tabs_however_far_one_scrolls(
    browser: Browser, served: Served, over: dict[str, Any]
) -> None:
    for page in opened(browser, viewport=DESK):
        look_at(page, served, over)
        open_tab(page, "Analysis")
        page.get_by_role("button", name="The whole game").click()
        expect(page.locator(".curve")).to_contain_text(re.compile(r"(\d+) of \1 decisions judged"))
        page.evaluate("document.querySelector('.side').style.minHeight = '2000px'")
        for far in (0, 200, 10_000):
            page.evaluate(f"scrollTo(0, {far})")
            assert page.evaluate("scrollY") >= min(far, 300)
            board, curve, tabs = page.evaluate(PLACES, [".picture", ".curve svg", ".tabs"])
            assert 0 <= board["top"] < board["bottom"] <= curve["top"] < curve["bottom"] <= DESK["height"]
            assert tabs["left"] >= max(board["right"], curve["right"])


@pytest.mark.parametrize("seat", [0, 1])
def test_the_banner_has_the_colour_of_the_seat_whose_turn_it_is(page: Page, served: Served, seat: int) -> None:
    sit_down(page, served, "smallworld", "pick", decisions=seat)
    expect(page.locator(".banner")).to_have_class(f"banner turn-{seat}")
    expect(page.locator(".banner")).to_have_css("border-left-color", page.evaluate(COLOR, f"--seat-{seat}"))


def test_figures_are_as_wide_as_each_other_and_all_letters_are_of_one_family(page: Page, served: Served) -> None:
    sit_down(page, served, "smallworld", "conquest", decisions=2, seed=7)
    expect(page.locator(".game")).to_have_css("font-variant-numeric", "tabular-nums")
    written = page.locator("body, button, input, select, .picture text, .chip text")
    families = written.evaluate_all("all => all.map(each => getComputedStyle(each).fontFamily.split(',')[0])")
    assert len(families) > 50 and {re.sub(" (3|Pro)", "", each) for each in families} == {'"Source Sans"'}


@pytest.mark.parametrize("phase", ["pick", "conquest", "choose", "deploy"])
def test_at_most_one_button_is_the_one_to_press_next(page: Page, served: Served, phase: str) -> None:
    made = sit_down(page, served, "smallworld", phase, decisions=0 if phase == "pick" else 3, seed=7)
    main = page.locator(".command button.main").filter(visible=True)
    assert main.count() <= 1
    browsing.click(page.locator(".target").first)
    page.locator(f".commit, .log:not([data-decisions='{made}'])").first.wait_for(state="attached")
    browsing.wait_for_turn(page)
    assert main.count() <= 1 and (phase != "pick" or main.all_inner_texts() == ["Take"])


def test_legal_regions_glow_inside_their_borders(page: Page, served: Served) -> None:
    sit_down(page, served, "smallworld", "conquest", seed=7)
    targets = page.locator("g.target").count()
    clips = page.locator("g[clip-path] > .light").evaluate_all(
        "lights => lights.filter(each => each.checkVisibility()).map(each => each.parentNode.getAttribute('clip-path'))"
    )
    assert targets > 1 and len(set(clips)) == len(clips) == targets
    assert all(page.locator(f"clipPath[id='{clip[5:-1]}']").count() for clip in clips)
    assert page.locator(".light").count() == targets


def test_the_last_move_is_framed_in_gold(page: Page, served: Served) -> None:
    sit_down(page, served, "smallworld", "conquest", decisions=3, seed=7)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".picture .acted")).to_have_css("stroke", page.evaluate(COLOR, "--gold"))
    expect(page.locator(".picture .acted")).to_have_css("stroke-width", "16px")


@pytest.mark.parametrize(("scheme", "filter"), [("light", "none"), ("dark", "brightness(0.86)")])
def test_in_the_dark_the_board_is_darker_too(browser: Browser, served: Served, scheme: str, filter: str) -> None:
    for page in opened(browser, color_scheme=scheme):
        sit_down(page, served, "smallworld", "conquest", seed=7)
        expect(page.locator(".picture > svg")).to_have_css("filter", filter)


def test_an_offer_shows_the_glyphs_of_badge_and_banner_and_how_many_tokens_it_brings(
    page: Page, served: Served
) -> None:
    sit_down(page, served, "smallworld", "pick", seed=7)
    for offer in page.locator(".offer").all():
        expect(offer.locator(".glyph svg")).to_have_count(2)
        expect(offer.locator(".name")).to_contain_text(re.compile(r"\d+ tokens"))


def test_a_tap_on_a_combo_opens_it_and_commits_nothing(browser: Browser, served: Served) -> None:
    for page in opened(browser, viewport=PHONES["upright"], has_touch=True):
        made = sit_down(page, served, "smallworld", "pick", seed=7)
        page.locator(".offer.target").nth(1).tap()
        expect(page.locator(".offer").nth(1)).to_have_class(re.compile("chosen"))
        expect(page.locator(".commit")).to_have_text("Take")
        page.wait_for_timeout(200)
        assert decisions(page) == made


def test_on_a_phone_the_log_scrolls_within_bounds_of_its_own(
    browser: Browser, served: Served, over: dict[str, Any]
) -> None:
    for page in opened(browser, viewport=PHONES["upright"]):
        look_at(page, served, over)
        open_tab(page, "Log")
        high, whole = page.locator(".log").evaluate("log => [log.getBoundingClientRect().height, log.scrollHeight]")
        assert high <= 0.61 * PHONES["upright"]["height"] < whole
        page.locator(".log").evaluate("log => log.scrollTo(0, 0)")
        assert page.locator(".log").evaluate("log => { log.scrollTo(0, 50); return log.scrollTop; }") == 50


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1400, "dark")])
def test_every_tab_what_is_judged_and_a_turn_of_small_islands_fit_and_are_accessible(
    browser: Browser, served: Served, over: dict[str, Any], width: int, scheme: str
) -> None:
    viewport = {"width": width, "height": 800}
    for page in opened(browser, viewport=viewport, color_scheme=scheme, bypass_csp=True):
        look_at(page, served, over)
        for name in TABS:
            open_tab(page, name)
            check_accessible(page)
        judge_one(page)
        page.get_by_text("What a network sees").click()
        expect(page.locator("details > pre.about")).not_to_be_empty()
        check_accessible(page)
        sit_down(page, served, "islands", "turn")
        check_accessible(page)
