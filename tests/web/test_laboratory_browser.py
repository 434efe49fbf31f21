"""The laboratory in a real browser: curves that grow, games by a click, a phone, the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("torch")

from browsing import IN_A_BROWSER, Browser, Page, Served, check_accessible, expect, opened
from support import Here
from swenv.training import score, study
from test_laboratory import ROWS, league_of, trained
from test_league import BLOCK, QUIET

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of training, a league with recorded games, a study, and a score card."""
    made = tmp_path_factory.mktemp("runs")
    picks = study.Study(made / "picks", study.Terms("smallworld", 2, {"rounds": 1}, 0, ["greedy", "random"]))
    picks.keep(0, study.play_part(picks.terms, 20, 0)[1])
    study.write(picks, picks.parts())
    (made / "card").mkdir()
    cell = score.Cell("tiny", "random", 20, 0.75, 0.6, 0.9, 0.75)
    score.write(score.Card(("mine",), (cell,), {}, 0.5, 0.4, 0.6), made / "card")
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
    expect(page.get_by_role("heading", name=run, exact=True)).to_be_visible()
    expect(page).to_have_title(f"{run} — swenv")


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


def test_a_league_grows_while_one_watches(page: Page, served: Served, runs: Path) -> None:
    league = league_of(runs / "growing")
    show(page, served, "growing")
    games = page.get_by_role("region", name="Ratings").locator("tbody tr").first.locator("td").nth(5)
    expect(games).to_have_text(str(BLOCK))
    assert league.play(["greedy", "random"], 2 * BLOCK, Here(), QUIET)
    expect(games).to_have_text(str(2 * BLOCK))


def test_a_study_shows_the_glyphs_of_what_was_picked_and_a_card_its_tasks(page: Page, served: Served) -> None:
    show(page, served, "picks")
    for kind, glyphs in (("Race", 1), ("Race+power", 2)):
        row = page.get_by_role("region", name=f"{kind}, all picks", exact=True).locator("tbody tr").first
        expect(row.locator(".glyphs svg")).to_have_count(glyphs)
    show(page, served, "card")
    expect(page.get_by_role("region").first).to_contain_text("tiny")


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
