"""How the page of a game is laid out, in a real browser: nothing jumps, controls stay in sight, all can be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import browsing
import swenv
from browsing import Browser, Locator, Page, Served, check_accessible, click, expect, expect_decisions, opened, press

pytestmark = browsing.IN_A_BROWSER

PHONES = {"upright": {"width": 390, "height": 844}, "sideways": {"width": 844, "height": 390}}
DESK = {"width": 1280, "height": 800}
CHIPS = """() => {
  const all = names => [...document.querySelectorAll(names)], unit = each => each.getScreenCTM?.().a ?? 1;
  const letters = all('.legend li, [data-part=board] > text, .chip text');
  const [frame, ...boxes] = all('.picture, .chip > rect').map(each => each.getBoundingClientRect());
  const along = (a, b, from, to) => (Math.min(a[to], b[to]) - Math.max(a[from], b[from])) / (a[to] - a[from]);
  const lies = (a, b) => Math.min(along(a, b, 'left', 'right'), along(a, b, 'top', 'bottom'));
  const wrong = boxes.filter((a, k) => lies(a, frame) < 0.97 || boxes.slice(0, k).some(b => lies(a, b) > 0.03));
  return [letters.map(each => parseFloat(getComputedStyle(each).fontSize) * unit(each)), wrong.length];
}"""
"""The sizes of letters, and how many prices are cut off or lie on another one."""
NUMBERED = """(() => {
  const box = each => each.getBoundingClientRect(), frame = box(document.querySelector('.picture'));
  const shown = [...document.querySelectorAll('[data-part=board] > text')].filter(each => each.style.opacity !== '0');
  const seen = shown.map(box).filter(each =>
    each.left >= frame.left && each.right <= frame.right && each.top >= frame.top && each.bottom <= frame.bottom);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return ['left', 'bottom'].every(edge => seen.some(each => Math.abs(each[edge] - frame[edge]) < 20))
    && seen.every((a, k) => seen.slice(0, k).every(b => apart(a, b)));
})()"""
"""Whether numbers of rows and columns are at the left and lower edge of an archipelago's frame, none on another."""
AT_HOME = """() => {
  const boxes = names => [...document.querySelectorAll(names)].map(each => each.getBoundingClientRect());
  const regions = boxes('g.target[tabindex] > .shape');
  return boxes('.chip > rect').map(({x, y, width, height}, k) => {
    const region = regions[k], across = x + width / 2 - region.x, down = y + height / 2 - region.y;
    return across > 0 && across < region.width && down > 0 && down < region.height;
  });
}"""
"""Whether the middle of each price is where its region is."""
COVERED = """all => all.filter(each => each.checkVisibility()).filter(each => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [y + 3, y + height - 3].some(at => !each.contains(document.elementFromPoint(x + width / 2, at)));
}).map(each => each.textContent)"""
"""Which elements are cut off above or below, or lie under others."""


def sit_down(page: Page, served: Served, game: str, phase: str, decisions: int = 0, seed: int = 0, of: int = 2) -> int:
    """Open a game in which all seats are one's own, played until a phase; returns how many decisions there were."""
    begun = browsing.ask_for_a_game(page, served, *["person"] * of, game=game, seed=seed)
    path = f"{served.address}/api/games/{begun['id']}"
    seats = [{"Authorization": f"Bearer {token}"} for token in begun["tokens"]]
    for made in range(200):
        view = page.request.get(path).json()
        if view["phase"] == phase and made >= decisions:
            browsing.take_a_seat(page, served, begun, *range(of))
            page.locator(".target, .choices button:enabled:not(.elsewhere)").first.wait_for()
            return made
        seat = seats[view["to_act"]]
        action = page.request.get(path, headers=seat).json()["choices"][0]["action"]
        assert page.request.post(f"{path}/decisions", headers=seat, data={"action": action}).ok
    raise AssertionError(phase)


@pytest.mark.parametrize("use", [click, browsing.tap, press])
def test_a_marker_is_chosen_then_what_it_shows_then_its_tile(
    browser: Browser, served: Served, use: Callable[[Locator], None]
) -> None:
    for page in opened(browser, has_touch=True):
        made = sit_down(page, served, "islands", "marker")
        markers = page.locator(".choices .card-choice")
        expect(markers).to_have_text(["Lotus", "Dragon fruit", "Laurel", "Joker"])
        use(markers.last)
        expect(markers).to_have_text(["As lotus", "As dragon fruit", "As laurel", "As a port"])
        if use is press:
            expect(markers.first).to_be_focused()
        page.keyboard.press("Escape")
        expect(markers).to_have_count(4)
        use(markers.first)
        use(markers.filter(has_text="As lotus"))
        expect_decisions(page, made + 1)
        expect(page.locator(".hint")).to_contain_text("the lotus marker covers")
        use(page.locator("g.target").first)
        expect(page.locator(".preview")).to_have_count(1)
        use(page.locator(".commit"))  # it ends the turn
        expect_decisions(page, made + 2)
        while not page.locator(".card-choice:disabled").count():
            assert browsing.move(page, 1)
            browsing.wait_for_turn(page)
        expect(markers).to_have_text(["Lotus", "Dragon fruit", "Laurel", "Joker"])  # the used one, too, in its place
        expect(markers.first).to_be_disabled()


def test_two_fingers_enlarge_the_board_and_not_the_page(browser: Browser, served: Served) -> None:
    for page in opened(browser, viewport=PHONES["upright"], has_touch=True):
        sit_down(page, served, "islands", "place")
        board, touch = page.locator(".picture").bounding_box(), page.context.new_cdp_session(page)
        cell = page.locator("g.target").first
        assert board is not None
        x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
        before, legal = cell.bounding_box(), page.locator(".staged").count()
        beside = {"x": 20, "y": board["y"] + board["height"] + 20}
        for kind, moved in (("touchStart", 0), ("touchMove", 30), ("touchEnd", None)):  # one is beside it
            points = [] if moved is None else [{"x": x + moved, "y": y}, beside]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80), ("touchEnd", 0)):
            points = [{"x": x + side * apart / 2, "y": y} for side in (-1, 1) if apart]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        after = cell.bounding_box()
        assert before and after and after["width"] == pytest.approx(2 * before["width"], rel=0.02)
        assert page.evaluate("visualViewport.scale") == 1
        assert page.locator(".staged").count() == legal, "nothing was chosen"


def test_icons_of_a_turned_tile_stand_upright(page: Page, served: Served) -> None:
    sit_down(page, served, "islands", "place")
    cells = page.locator("g.target[tabindex]")
    turned = set()
    for cell in cells.all():
        click(cell)
        turned.add(page.locator(".preview > g").get_attribute("transform"))
        tilts = page.locator(".preview use[href^='#si-icon-']").evaluate_all(
            "icons => icons.map(icon => { const {a, b} = icon.getScreenCTM(); return Math.atan2(b, a); })"
        )
        assert tilts and max(map(abs, tilts)) < 0.01
    assert len(turned) > 1


@pytest.mark.parametrize(("game", "phase"), [("islands", "turn"), ("smallworld", "conquest")])
def test_only_the_card_of_the_seat_to_act_has_the_border_of_the_active_one(
    page: Page, served: Served, game: str, phase: str
) -> None:
    sit_down(page, served, game, phase, decisions=9 if game == "islands" else 1)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".headline")).to_contain_text("Decision")
    shadows = page.locator(".player").evaluate_all("cards => cards.map(card => getComputedStyle(card).boxShadow)")
    acting = page.locator(".player").evaluate_all("cards => cards.map(card => card.classList.contains('acts'))")
    assert [shadow != "none" for shadow in shadows] == acting and sum(acting) == 1


@pytest.mark.parametrize("size", [DESK, *PHONES.values()], ids=["desk", *PHONES])
def test_nothing_on_the_page_moves_when_a_combo_is_chosen(browser: Browser, served: Served, size: Any) -> None:
    for page in opened(browser, viewport=size):
        made = sit_down(page, served, "smallworld", "pick")
        assert not page.locator(".offer.target").first.evaluate_all(COVERED)
        assert page.evaluate("2 * document.querySelector('.command').offsetHeight < innerHeight")
        expect(page.locator(".round")).to_contain_text("5 coins")
        page.locator(".offer.target").last.scroll_into_view_if_needed()
        places = """() => [...document.querySelectorAll('.board, .actions, .tabs, .offer, .player')]
          .map(each => each.getBoundingClientRect()).map(({x, y, width, height}) => [x, y, width, height])"""
        before = page.evaluate(places)
        for offer in page.locator(".offer.target").all():
            commit = offer.evaluate("offer => { offer.click(); return document.querySelector('.commit').offsetTop; }")
            assert page.locator(".commit").evaluate("button => button.offsetTop") == commit
            assert page.evaluate(places) == before
            expect(page.locator(".commit")).to_be_in_viewport(ratio=1)
        page.locator(".commit").click()
        expect_decisions(page, made + 1)
        browsing.until(page, "scrollY === 0")


def test_a_combo_says_in_a_line_each_what_its_power_and_its_race_do(page: Page, served: Served) -> None:
    sit_down(page, served, "smallworld", "pick", seed=7)
    stout = page.locator(".offer", has_text="Stout Ratmen").locator(".does")
    expect(stout).to_have_text(["May decline at the end of a turn of conquests.", "No ability, but many tokens."])
    expect(page.locator(".offer").nth(3)).to_be_in_viewport(ratio=1)
    position = swenv.load("smallworld").new_state(7).to_position()
    position["column"][1]["coins"] = 1
    browsing.take_a_seat(page, served, browsing.ask_for_a_game(page, served, position=position), 0)
    expect(page.locator(".offer .cost")).to_have_text(["free", "±0", "−2", "−3", "−4", "−5"])


def test_tokens_are_counted_and_taken_back_one_by_one_or_all_at_once(page: Page, served: Served) -> None:
    made = sit_down(page, served, "smallworld", "deploy", decisions=6, seed=7)
    for place in range(2):
        page.locator("g.target").nth(place).click(force=True)
        expect_decisions(page, made + place + 1)
    expect(page.locator("g.target:hover .shape")).to_have_css("fill-opacity", "0")
    page.get_by_role("button", name="One token less on farmland 1").click()
    expect_decisions(page, made + 1)
    page.get_by_role("button", name="One more token on forest 2").click()
    expect(page.locator(".stepper strong")).to_have_text(["+2"])
    page.get_by_role("button", name="Restart turn").click()
    page.get_by_role("button", name="Conquer nothing").click()
    expect(page.locator(".staged")).to_contain_text("9 tokens in your hand will have done nothing")
    expect(page.locator(".log .glyphs svg")).to_have_count(2)


def drag(page: Page, to: Locator, touch: bool) -> None:
    """Drag a token from the tray to the middle of something, with the mouse or a finger."""
    start, end = page.locator(".tray .token").bounding_box(), to.bounding_box()
    assert start and end
    (x, y), (a, b) = ((each["x"] + each["width"] / 2, each["y"] + each["height"] / 2) for each in (start, end))
    if touch:
        hand = page.context.new_cdp_session(page)
        for kind, points in (("Start", [(x, y)]), ("Move", [((x + a) / 2, b)]), ("Move", [(a, b)]), ("End", [])):
            at = [{"x": each[0], "y": each[1]} for each in points]
            hand.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + a) / 2, b, steps=3)
        page.mouse.move(a, b)
        expect(page.locator(".dragged")).to_be_visible()
        page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)


@pytest.mark.parametrize("size", [None, *PHONES.values()], ids=["mouse", *PHONES])
def test_tokens_are_dragged_from_the_tray_to_a_region(browser: Browser, served: Served, size: Any) -> None:
    for page in opened(browser, viewport=size or DESK, has_touch=size is not None):
        made = sit_down(page, served, "smallworld", "conquest", seed=7)
        sure = page.locator("g.target:not([aria-label*='die'])")
        drag(page, sure.last, size is not None)
        expect_decisions(page, made + 1)
        legal = page.locator("g.target").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
        far = next(each for each in (16, 18, 13) if not any(f" {each} " in f"{label} " for label in legal))
        drag(page, page.locator(f"[data-region='{far}']"), size is not None)
        expect(page.locator(".bubble .wrong")).to_contain_text(re.compile("SW-"))
        drag(page, page.locator(".headline"), size is not None)
        page.wait_for_timeout(200)
        expect_decisions(page, made + 1)
    for still in opened(browser, viewport=DESK, reduced_motion="no-preference"):
        made = sit_down(still, served, "smallworld", "conquest", seed=7)
        drag(still, still.locator(".headline"), False)
        expect_decisions(still, made)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_tiles_land_where_they_are_laid_unless_less_motion_is_wanted(
    browser: Browser, served: Served, motion: Any
) -> None:
    counted = """window.landed = 0; const {animate} = Element.prototype;
    Element.prototype.animate = function(...how) {
        window.landed += this.dataset.part === "last" ? 1 : 0;
        return animate.apply(this, how);
    };"""
    for page in opened(browser, viewport=DESK, reduced_motion=motion):
        page.add_init_script(counted)
        browsing.begin(page, served, "islands", "greedy")
        for number in range(8):  # the start tiles are laid
            browsing.wait_for_turn(page)
            assert browsing.move(page, number)
        assert bool(page.evaluate("window.landed")) == (motion != "reduce")


def test_a_position_is_embedded_in_a_page_of_another_site_and_nothing_else_is(
    browser: Browser, served: Served, tmp_path: Path
) -> None:
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path)))
    Thread(target=site.serve_forever, daemon=True).start()
    for page in opened(browser, permissions=["clipboard-read", "clipboard-write"]):
        page.goto(f"{served.address}/edit")
        expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
        page.get_by_role("button", name="Embed").click()
        browsing.until(page, "navigator.clipboard.readText().then(text => text.startsWith('<iframe'))")
        markup = page.evaluate("navigator.clipboard.readText()")
        (tmp_path / "index.html").write_text(f"{markup}<iframe src='{served.address}/'></iframe>")
        page.goto(f"http://127.0.0.1:{site.server_port}")
        shown, framed = page.frame_locator("iframe").first, page.frame_locator("iframe").last
        expect(shown.locator(".picture > svg")).to_be_visible()
        expect(shown.locator(".offer").first).to_be_visible()
        expect(shown.locator("button:not([aria-disabled]), input, select, .target")).to_have_count(0)
        expect(shown.get_by_role("link")).to_have_attribute("href", re.compile(r"^/edit#"))
        expect(framed.locator("main")).to_have_count(0)
        page.goto(f"{served.address}/edit")
        page.get_by_role("button", name="Judge").click()
        page.get_by_role("button", name="Copy this position as a link").click()
        browsing.until(page, "navigator.clipboard.readText().then(text => text.includes('/analyse#z:'))")
        page.goto(page.evaluate("navigator.clipboard.readText()"))
        expect(page.locator(".candidates tbody tr").first).to_be_visible()
        page.goto(f"{served.address}/analyse#z:rubbish")
        expect(page.get_by_role("alert")).to_have_text("This link is damaged.")
    site.shutdown()
    site.server_close()


@pytest.mark.parametrize("width", [390, 1280])
def test_choosing_a_game_with_a_long_name_moves_none_of_the_others(
    browser: Browser, served: Served, width: int
) -> None:
    for page in opened(browser, viewport={"width": width, "height": 800}):
        page.goto(served.address)
        names = page.locator(".games span")
        names.first.wait_for()
        boxes = [each.bounding_box() for each in names.all()]
        page.locator("input[value=underground]").check(force=True)
        assert [each.bounding_box() for each in names.all()] == boxes


def test_on_an_upright_phone_all_that_can_be_done_and_what_was_done_is_in_sight_wherever_one_scrolls(
    browser: Browser, served: Served
) -> None:
    for page in opened(browser, viewport=PHONES["upright"], has_touch=True):
        for phase, least in (("conquest", 3), ("choose", 0), ("deploy", 20)):
            sit_down(page, served, "smallworld", phase, least, seed=7)
            assert page.locator(".tools button, .choices button").count() > 1
            expect(page.locator(".round")).to_contain_text(re.compile(r"\d in hand|\d tokens? free"))
            for place in ("0", "200", "document.body.scrollHeight"):
                page.evaluate(f"scrollTo(0, {place})")
                told = page.locator(".headline, .round, .news, .tools button, .choices button")
                assert not told.evaluate_all(COVERED)


def test_on_a_phone_on_its_side_the_board_stays_in_sight_and_all_else_scrolls(browser: Browser, served: Served) -> None:
    for page in opened(browser, viewport=PHONES["sideways"], has_touch=True):
        for phase, least in (("conquest", 3), ("choose", 0), ("deploy", 20)):
            sit_down(page, served, "smallworld", phase, least, seed=7)
            assert not page.locator(".headline, .round, .news, .tools button, .choices button").evaluate_all(COVERED)
            page.locator(".beside .player").last.scroll_into_view_if_needed()
            assert not page.locator(".beside .player").last.evaluate_all(COVERED)
            for region in page.locator("g.target").all()[:3]:
                assert region.evaluate("each => each.getBoundingClientRect().bottom <= innerHeight")


@pytest.mark.parametrize(("size", "fixed"), [(PHONES["upright"], ".actions"), (DESK, ".command")])
def test_what_is_to_be_done_keeps_its_height_and_hides_none_of_the_board(
    browser: Browser, served: Served, size: Any, fixed: str
) -> None:
    for page in opened(browser, viewport=size, has_touch=True):
        for game, phases in {"smallworld": ("conquest", "choose", "deploy"), "islands": ("turn", "place")}.items():
            heights = set()
            for phase in phases:
                sit_down(page, served, game, phase, 20, seed=7)
                for staged in (False, True):
                    if staged:
                        browsing.tap(page.locator(".target").first)
                    boxes = [page.locator(each).bounding_box() for each in (".picture", ".command", fixed)]
                    assert all(boxes)
                    (board, command, box) = (each or {} for each in boxes)
                    assert board["y"] + board["height"] <= command["y"] or board["x"] + board["width"] <= command["x"]
                    heights.add(box["height"])
            assert len(heights) == 1


@pytest.mark.parametrize(("game", "seats"), [("smallworld", 2), ("underground", 5), ("warcraft", 5), ("islands", 2)])
def test_legend_prices_and_numbers_are_legible_inside_the_picture_and_apart(
    browser: Browser, served: Served, game: str, seats: int
) -> None:
    for page in opened(browser, viewport=PHONES["upright"]):
        sit_down(page, served, game, "place" if game == "islands" else "conquest", 12, of=seats)
        expect(page.locator(".legend li").nth(8)).to_be_attached()
        numbers = page.locator("[data-part=board] > text").first
        expect(numbers).to_be_visible(visible=seats == 2)  # only where they fit
        page.get_by_label("Numbers on the board").click()
        expect(numbers).to_be_visible(visible=seats != 2)
        for size in (*PHONES.values(), {"width": 1400, "height": 900}):
            page.set_viewport_size(size)
            browsing.until(page, f"document.querySelector('.picture').clientWidth > {0.47 * size['width']}")
            sizes, wrong = page.evaluate(CHIPS)
            assert len(sizes) > 20 and min(sizes) > 12.99 and not wrong
            at_home = page.evaluate(AT_HOME)
            assert game == "islands" or (at_home and all(at_home))
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        if game == "islands":
            page.set_viewport_size(PHONES["upright"])
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            expect(page.locator(".missions summary")).to_be_in_viewport(ratio=1)
            assert page.evaluate("[...document.querySelectorAll('.scroll')].every(a => a.scrollWidth <= a.clientWidth)")
        page.get_by_role("button", name="Enlarge the board").click()
        enlarged = page.locator(".picture").evaluate("frame => frame.scrollWidth / frame.clientWidth")
        assert enlarged == pytest.approx(1.5, rel=0.01)
        if game == "islands":
            page.locator(".picture").evaluate("frame => frame.scrollTo(frame.scrollWidth, 0)")
            browsing.until(page, NUMBERED)


def luminance(color: str) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    digits = color[1:] if len(color) == 7 else "".join(2 * each for each in color[1:])
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    lights = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * light for weight, light in zip((0.2126, 0.7152, 0.0722), lights, strict=True))


def contrast(one: str, other: str) -> float:
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ring_of_the_focus_stands_out_on_the_colours_of_all_seats(
    browser: Browser, served: Served, scheme: str
) -> None:
    for page in opened(browser, color_scheme=scheme):
        sit_down(page, served, "smallworld", "conquest", decisions=2, seed=7)
        names = ["--ring", "--halo", "--page", "--card", *(f"--seat-{seat}" for seat in range(5))]
        ring, halo, *grounds = page.evaluate(
            "names => names.map(name => getComputedStyle(document.documentElement).getPropertyValue(name).trim())",
            names,
        )
        assert contrast(ring, halo) >= 3
        assert all(max(contrast(ring, ground), contrast(halo, ground)) >= 3 for ground in grounds)
        page.keyboard.press("Tab")
        page.locator("g.target").first.focus()
        expect(page.locator("g.target:focus .ring")).to_have_count(2)
        expect(page.locator("g.target:focus .ring.line")).to_be_visible()
        lines = page.locator("g.target:focus .ring").evaluate_all("rings => rings.map(r => getComputedStyle(r).stroke)")
        assert lines == ["rgb(255, 255, 255)", "rgb(20, 17, 13)"]


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (390, "light"), (1400, "dark"), (1400, "light")])
def test_every_page_fits_and_is_accessible(browser: Browser, served: Served, width: int, scheme: str) -> None:
    settings = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "bypass_csp": True}
    for page in opened(browser, **settings):
        page.goto(served.address)
        expect(page).to_have_title("New game — swenv")
        page.locator("input[value=underground]").check(force=True)
        page.locator("select[name=seat-1]").select_option("friend")
        page.get_by_text("Rule options").click()
        check_accessible(page)
        page.get_by_role("button", name="Start").click()
        page.get_by_role("button", name="Copy").wait_for()  # the link for the friend
        check_accessible(page)
        browsing.begin(page, served, "smallworld", "greedy")
        page.locator(".target").first.wait_for()
        check_accessible(page)
        page.goto(f"{served.address}/edit")
        page.locator(".picture svg").first.wait_for()
        page.get_by_label("Put", exact=True).select_option(label="orcs")
        page.locator("[data-region='13']").first.click(force=True)
        expect(page.locator("[data-seat='0']")).to_contain_text("Orcs")
        page.get_by_text("All fields").click()
        for path in ("seats", "seats/0", "seats/0/races", "seats/0/races/0"):
            page.locator(f"[data-path='{path}'] > summary").click()
        page.get_by_role("button", name="Play from here").click()
        check_accessible(page)
        page.goto(f"{served.address}/api")
        page.locator("table.api code").first.wait_for()
        check_accessible(page)
