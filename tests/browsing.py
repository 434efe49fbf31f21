"""A real browser for tests of the page: a server, pages that fail their test with a script, and a hand that plays."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, Error, Locator, Page, Route, expect, sync_playwright  # noqa: F401, all for the tests

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
IN_A_BROWSER = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium, for example from the packages of the distribution"),
]
"""The marks of a module of such tests."""
PATIENCE = 60_000
"""Milliseconds for what takes less than one second on a machine that does nothing else."""
expect.set_options(timeout=PATIENCE)
MOST_MOVES = 600
ALONE = "delete window.SharedWorker; delete self.SharedWorker"
"""Makes a browser one without shared workers, whose pages have their own streams."""
STREAMS = f"""
{ALONE};
window.streams = 0;
window.EventSource = class extends EventSource {{
  constructor(...given) {{ super(...given); this.open = true; window.streams++; }}
  close() {{ super.close(); if (this.open) window.streams--; this.open = false; }}
}};
"""
"""Counts the streams of such a page that are open."""


class Served:
    """`swenv serve` in a process of its own."""

    def __init__(self, folder: Path, port: int = 0, *more: str) -> None:
        command = [sys.executable, "-m", "swenv", "serve", "--port", str(port), "--folder", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--players", "greedy,random,search:simulations=40", "--jobs", "1", *more],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, line
        self.address, self.port = found[0], int(found[1])

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        self.process.send_signal(how)
        self.process.communicate(timeout=30)

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


def launched() -> Iterator[Browser]:
    """A browser that keeps the pages one leaves, as they do outside tests."""
    left_out = ["--disable-back-forward-cache"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], ignore_default_args=left_out
        )
        yield browser
        browser.close()


def opened(browser: Browser, **settings: object) -> Iterator[Page]:
    """A page that fails its test if a script fails."""
    context = browser.new_context(
        **{"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce", **settings}
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


def show(page: Page, visible: bool) -> None:
    """Say to a page that it is shown, or hidden behind another tab."""
    page.evaluate(
        """visible => {
          Object.defineProperty(document, "visibilityState", {value: visible ? "visible" : "hidden",
            configurable: true});
          Object.defineProperty(document, "hidden", {value: !visible, configurable: true});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        visible,
    )


def until(page: Page, script: str) -> None:
    """Wait until a script is true; `wait_for_function` looks only once, as the site lets no text be run as a script."""
    for _ in range(PATIENCE // 20):
        if page.evaluate(script):
            return
        page.wait_for_timeout(20)
    raise AssertionError(script)


def another(page: Page) -> Page:
    """Another page of the same browser that shows the same game."""
    found = page.context.new_page()
    found.goto(page.url)
    found.locator(".target").first.wait_for()
    return found


def click(thing: Locator) -> None:
    thing.click(force=True)


def tap(thing: Locator) -> None:
    thing.tap(force=True)


def press(thing: Locator) -> None:
    """Press Enter on it, when it has had the focus for so long that a person can have meant it."""
    thing.focus()
    thing.page.wait_for_timeout(300)
    thing.page.keyboard.press("Enter")


def play_on(page: Page, use: Callable[[Locator], None] = click) -> None:
    """Play to the end of the game."""
    assert not all(move(page, number, use) for number in range(MOST_MOVES))
    expect(page.locator(".headline")).to_contain_text("The game is over")


def begin(page: Page, served: Served, game: str, *players: str, **options: int) -> None:
    """Begin a game in the lobby, always the same one: the first seat is played here, the others by these players."""
    page.goto(served.address)
    page.locator(f"input[value={game}]").check(force=True)
    page.get_by_label("Seats", exact=False).first.select_option(str(1 + len(players)))
    for seat, player in enumerate(players, start=1):
        page.get_by_label(f"Seat {seat}").select_option(player)
    if options:
        page.get_by_text("Rule options").click()
    for name, value in options.items():
        field = page.locator(f".options [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    page.route("**/api/games", always_the_same)
    page.get_by_role("button", name="Start").click()
    page.locator(".picture svg").first.wait_for()
    page.unroute("**/api/games")


def always_the_same(route: Route) -> None:
    """Ask for a game of a certain seed, which the lobby leaves to the server."""
    route.continue_(post_data={**route.request.post_data_json, "seed": 7})


def ask_for_a_game(page: Page, served: Served, *players: str, **more: Any) -> dict[str, Any]:
    """Begin a game by a request, of two persons unless players are named; returns its id and tokens."""
    wanted = {"game": "smallworld", "players": players or ["person", "person"], "seed": 7, **more}
    begun: dict[str, Any] = page.request.post(f"{served.address}/api/games", data=wanted).json()
    return begun


def take_a_seat(page: Page, served: Served, begun: dict[str, Any], *seats: int) -> None:
    """Open a game that was begun by a request, as the player of these seats."""
    page.goto(f"{served.address}/games/{begun['id']}#{','.join(begun['tokens'][seat] for seat in seats)}")


def middle_of_cell(page: Page, row: int, column: int) -> tuple[float, float]:
    """Where in the window the middle of a cell of an archipelago is."""
    x, y = page.locator("[data-grid]").evaluate(
        """(grid, [row, column]) => {
          const [left, top, side, r, c] = grid.dataset.grid.split(" ").map(Number), middle = side / 2;
          const at = new DOMPoint(left + side * (column - c) + middle, top + side * (row - r) + middle);
          const {x, y} = at.matrixTransform(grid.getScreenCTM());
          return [x, y];
        }""",
        [row, column],
    )
    return x, y


def check_accessible(page: Page) -> None:
    """A page is not wider than the screen, and axe finds nothing that keeps people from using it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    assert page.viewport_size and page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    found = axe.run(page).response["violations"]
    assert not found, [(each["id"], [node["html"][:200] for node in each["nodes"]][:3]) for each in found]


def wait_for_turn(page: Page) -> None:
    """Wait until it is one's turn, or the game is over."""
    buttons = ".choices button:enabled:not(.undo, .elsewhere)"
    page.locator(f".target, {buttons}, .headline:has-text('is over')").first.wait_for()


def move(page: Page, number: int, use: Callable[[Locator], None] = click) -> bool:
    """Make a move once it is one's turn, and confirm it if asked; False if the game is over."""
    wait_for_turn(page)
    if page.locator(".headline:has-text('is over')").count():
        return False
    moves, targets = decisions(page), page.locator(".target")
    if targets.count():
        use(targets.nth(number % targets.count()))
    else:
        use(page.locator(".choices button:enabled:not(.undo, .elsewhere)").first)
    asked = "document.querySelector('.commit, .staged + .card-choice')"
    until(page, f"{asked} || document.querySelector('.log').dataset.decisions > {moves}")
    if page.locator(".staged + .card-choice").count():
        use(page.locator(".staged + .card-choice"))
    if page.locator(".commit").count():
        for other in page.get_by_role("button", name=re.compile("Rotate|Another way")).all():
            use(other)
        use(page.locator(".commit"))
    until(page, f"document.querySelector('.log').dataset.decisions > {moves}")
    return True


def decisions(page: Page) -> int:
    """How many decisions the log has."""
    return int(page.locator(".log").get_attribute("data-decisions") or 0)


def expect_decisions(page: Page, number: int) -> None:
    """Wait until the log has so many decisions."""
    expect(page.locator(".log")).to_have_attribute("data-decisions", str(number))


def deaf(page: Page) -> None:
    """Let no page of a browser hear of the others."""
    page.context.add_init_script(ALONE)
    page.context.route("**/events?*", lambda route: route.abort())
