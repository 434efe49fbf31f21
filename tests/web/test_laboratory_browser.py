"""The laboratory in a real browser: curves that grow, games by a click, a phone, the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("torch")

from browsing import IN_A_BROWSER, Browser, Page, Served, check_accessible, expect, opened
from test_laboratory import ROWS, league_of, trained

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of training and a league with recorded games."""
    made = tmp_path_factory.mktemp("runs")
    trained(made / "mine")
    league_of(made / "rated", made / "rated.games")
    return made


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, runs: Path) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("games"), 0, "--watch", str(runs)) as made:
        yield made


def show(page: Page, served: Served, run: str) -> None:
    page.goto(f"{served.address}/lab")
    page.get_by_role("link", name=run, exact=True).click()
    expect(page.get_by_role("heading", name=run)).to_be_visible()


def test_a_curve_grows_and_the_newest_checkpoint_plays_its_predecessor(page: Page, served: Served, runs: Path) -> None:
    page.goto(served.address)
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("mine.*running"))).to_be_visible()
    show(page, served, "mine")
    expect(page.get_by_role("img", name=re.compile(r"Games won in training.* up to 3,000"))).to_be_visible()
    page.get_by_text("As a table").nth(1).click()
    more = {"frames": 4000, "seconds": 9.0, "against_greedy": 0.9, "games_greedy": 400}
    trained(runs / "other", [*ROWS, more])
    (runs / "other" / "progress.csv").replace(runs / "mine" / "progress.csv")
    expect(page.get_by_role("img", name=re.compile(r"Games won in training.* up to 4,000"))).to_be_visible()
    expect(page.get_by_role("cell", name="90.0 % (86.7 to 92.6)")).to_be_visible()
    page.get_by_role("button", name="Watch newest against predecessor").click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".headline")).to_contain_text("The game is over")
    expect(page.locator("body")).to_contain_text("lab:mine@4:")


def test_a_cell_of_a_league_opens_its_games(page: Page, served: Served) -> None:
    show(page, served, "rated")
    expect(page.get_by_role("region", name="Ratings")).to_contain_text("greedy")
    page.get_by_role("button", name=re.compile("^greedy against random")).click()
    page.get_by_role("button", name="Open", exact=True).first.click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".headline")).to_contain_text("The game is over")


@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (320, "dark")])
def test_the_laboratory_fits_and_is_accessible(browser: Browser, served: Served, width: int, scheme: str) -> None:
    settings = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "bypass_csp": True}
    for shown in opened(browser, **settings):
        for run in ("", "mine", "rated"):
            if run:
                show(shown, served, run)
                if run == "rated":
                    shown.get_by_role("button", name=re.compile("^greedy against random")).click()
                    shown.get_by_role("button", name="Open", exact=True).first.wait_for()
            else:
                shown.goto(f"{served.address}/lab")
                shown.get_by_role("link", name="mine").wait_for()
            check_accessible(shown)
