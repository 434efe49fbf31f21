"""The editor in a real browser: positions and boards by clicks and by fields, drafts that outlive the page, links."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import swenv
from browsing import IN_A_BROWSER, Browser, Page, Served, expect, middle_of_cell, move, opened
from everygame import GAMES

pytestmark = IN_A_BROWSER
ORCS = {"format": "swenv-position/1", "game": "smallworld", "num_players": 3, "seats": [{"coins": 77}]}


def edit(page: Page, served: Served, part: str = "") -> None:
    page.goto(f"{served.address}/edit{part}")
    page.locator(".picture svg").first.wait_for()


def show_fields(page: Page) -> None:
    page.get_by_text("All fields").click()


def click(page: Page, region: int, **how: object) -> None:
    """Click a region of a board that is not about to be drawn anew."""
    page.locator(f".picture:not([aria-busy='true']) [data-region='{region}']").first.click(force=True, **how)  # type: ignore[arg-type]


def put(page: Page, piece: str) -> None:
    page.get_by_label("Put", exact=True).select_option(label=piece)


def saved(page: Page) -> Any:
    with page.expect_download() as made:
        page.get_by_role("button", name="Save").click()
    return json.loads(Path(made.value.path()).read_text(encoding="utf-8"))


def start(page: Page) -> None:
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".target").first.wait_for()


def test_a_position_is_set_up_by_hand_with_the_readers_errors_beside_the_field(page: Page, served: Served) -> None:
    edit(page, served)
    page.locator("[data-region='13']").first.click(force=True)
    region = page.locator("details[data-path='regions/13']")
    expect(region).to_have_attribute("open", "")
    for field, value in (("owner", "0"), ("race", "orcs"), ("tokens", "5")):
        region.get_by_label("Add to 13").select_option(field)
        place = page.locator(f"[data-path='regions/13/{field}']")
        if field == "race":
            place.locator("select").select_option(value)
        else:
            place.locator("input").fill(value)
    expect(page.locator(".mistake .complaint")).to_contain_text("a race does not share its region")
    expect(page.locator(".mistaken")).to_have_count(1)
    expect(page.locator(".wrong")).to_contain_text("regions.13")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.get_by_role("button", name="Remove 13").click()
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    page.locator("[data-seat='0']").first.click(force=True)
    page.locator("details[data-path='turn_state'] > summary").click()
    page.locator("[data-path='turn_state/nonempty_conquered'] input").fill("2")
    expect(page.locator(".strange")).to_contain_text("No play leads here: turn_state.nonempty_conquered")
    page.locator("[data-path='turn_state/nonempty_conquered'] input").fill("0")
    expect(page.locator(".strange")).to_be_empty()
    page.locator("[data-path='seats/0/coins'] input").fill("77")
    expect(page.locator(".player .coin", has_text="77")).to_be_visible()
    assert saved(page)["seats"][0]["coins"] == 77
    start(page)
    expect(page.locator(".player .coin", has_text="77")).to_be_visible()
    assert move(page, 0)


def test_a_board_is_shown_with_its_mistakes_drawn_on_it_and_played_on(page: Page, served: Served) -> None:
    edit(page, served)
    page.get_by_label("What to begin with").select_option("board smallworld-2p")
    page.get_by_role("button", name="New").click()
    show_fields(page)
    page.get_by_text("regions (23)").wait_for()
    expect(page.locator(".picture [data-seat]")).to_have_count(0)  # the board has taken the place of the position
    page.locator("[data-region='4']").first.click(force=True)
    expect(page.locator("details[data-path='regions/4']")).to_have_attribute("open", "")
    terrain = page.locator("[data-path='regions/4/terrain'] select")
    neighbor = page.locator("[data-path='regions/4/neighbors/0'] input")
    page.locator("details[data-path='regions/4/neighbors'] summary").click()
    right = neighbor.input_value()
    neighbor.fill("22")
    expect(page.locator(".sketch .wrong")).to_have_count(1)
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    neighbor.fill(right)
    terrain.select_option("forest")
    expect(page.locator(".sketch")).to_have_count(0)
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    start(page)
    assert move(page, 0)


def test_pieces_are_put_on_the_board_and_taken_away_and_everything_is_taken_back(page: Page, served: Served) -> None:
    edit(page, served)
    expect(page.get_by_label("Put", exact=True).locator("option", has_text="queen")).to_have_count(0)
    put(page, "orcs")
    page.locator("select[name=badge]").select_option("berserk")
    for _ in range(3):
        click(page, 13)
    expect(page.locator("[data-seat='0']")).to_contain_text("3 in 1 region")
    expect(page.locator("[data-seat='0']")).to_contain_text("Berserk")
    page.locator("select[name=owner]").select_option("1")
    put(page, "trolls")
    page.locator("select[name=status]").select_option("decline")
    click(page, 12)  # a Lost Tribe makes room
    expect(page.locator("[data-seat='1']")).to_contain_text("Trolls")
    put(page, "lair")
    page.locator("[data-region='12']").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Region 12: forest, 1 trolls of seat 1, lair")).to_be_visible()
    expect(page.locator("[data-region='12']:focus")).to_have_count(1)
    click(page, 12, modifiers=["Shift"])
    expect(page.get_by_role("button", name="Region 12: forest, 1 trolls of seat 1", exact=True)).to_be_visible()
    put(page, "orcs")
    click(page, 13, button="right")
    expect(page.locator("[data-seat='0']")).to_contain_text("2 in 1 region")
    page.get_by_role("button", name="Remove", exact=True).click()
    for _ in range(2):
        click(page, 13)
    expect(page.locator("[data-seat='0']")).to_contain_text("no race yet")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator("[data-seat='0']")).to_contain_text("2 in 1 region")
    page.get_by_role("button", name="Redo").click()
    page.keyboard.press("Control+y")
    expect(page.locator("[data-seat='0']")).to_contain_text("no race yet")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


def test_a_race_that_is_put_on_the_board_leaves_the_column_and_has_its_tokens(page: Page, served: Served) -> None:
    page.goto(f"{served.address}/edit")
    page.locator(".picture svg").first.wait_for()
    race = saved(page)["column"][0]["race"]
    put(page, race.replace("_", " "))
    click(page, 13)
    expect(page.locator("[data-seat='0']")).to_contain_text("1 in 1 region")
    assert race not in [row["race"] for row in saved(page).get("column", [])]
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()


def test_a_mistake_of_the_palette_is_marked_in_the_picture_and_beside_the_field(page: Page, served: Served) -> None:
    edit(page, served)
    put(page, "orcs")
    click(page, 13)
    expect(page.locator("[data-seat='0']")).to_contain_text("Orcs")
    put(page, "tribe")
    click(page, 13)
    expect(page.locator(".mistaken")).to_have_count(1)
    expect(page.locator(".wrong")).to_contain_text("a race does not share its region")
    show_fields(page)
    expect(page.locator("[data-path='regions/13/tribe'] .complaint")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".mistaken, .complaint")).to_have_count(0)


@pytest.mark.parametrize("game", ["underground", "warcraft"])
def test_every_tool_of_a_board_of_regions_puts_and_takes_a_piece(page: Page, served: Served, game: str) -> None:
    position = swenv.load(game, num_players=3).new_state(seed=4).to_position()
    edit(page, served, f"#{quote(json.dumps(position))}")
    free = next(int(r) for r in range(30) if str(r) not in position["regions"])
    before = saved(page)
    tools = page.get_by_label("Put", exact=True).locator("option").all_inner_texts()[1:]
    assert len(tools) > 30
    for number in range(len(tools)):
        page.get_by_label("Put", exact=True).select_option(str(number))
        for shift in (False, True):  # not by the pointer: the board is drawn anew while the next piece is put
            page.locator(f"[data-region='{free}']").first.dispatch_event("click", {"shiftKey": shift, "bubbles": True})
    after = saved(page)
    assert after["regions"] == before["regions"] and after["seats"] == before["seats"]
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()


def test_tiles_ships_and_houses_are_put_on_cells_and_taken_away(page: Page, served: Served) -> None:
    state = swenv.load("islands", num_players=2).new_state(seed=1)
    while state.phase != "turn":
        state.apply(int(state.legal_actions()[0]))
    position = state.to_position()
    lying = position["tiles"]
    tile, other = position["reserve"][1], position["reserve"][0]  # a corner, a cross
    edit(page, served, f"#{quote(json.dumps(position))}")

    def click_on(row: int, column: int, **how: Any) -> dict[str, Any]:
        page.locator(".picture:not([aria-busy='true'])").wait_for()
        page.locator(".picture").scroll_into_view_if_needed()
        page.mouse.click(*middle_of_cell(page, row, column), **how)
        page.wait_for_timeout(600)  # four rotations are tried at the most
        found: dict[str, Any] = saved(page)
        return found

    def choose(name: str) -> None:
        page.locator(".palette").get_by_role("button", name=name, exact=True).click()

    page.locator(f"[data-tile={tile}]").click()
    for rot in (1, 2, 1):
        edited = click_on(4, 8)
        assert edited["tiles"] == [*lying, {"tile": tile, "r": 4, "c": 8, "rot": rot}]
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    page.locator(f"[data-tile={other}]").click()
    assert click_on(6, 7) == edited, "a cross has land where there is sea"
    expect(page.locator(".wrong")).to_contain_text("do not match")
    choose("House")
    assert click_on(5, 8)["houses"] == [{"r": 5, "c": 8, "seat": position["to_act"]}]
    choose("Grey ship")
    assert click_on(6, 7)["ships"] == [{"r": 6, "c": 7, "owner": "grey"}]
    choose("Remove")
    assert click_on(6, 7)["ships"] == []
    assert click_on(4, 8)["tiles"] == lying
    choose("Remove")
    expect(page.locator(".wrong")).to_be_empty()
    assert click_on(5, 8, button="right")["houses"] == [], "the right button takes away, too"
    choose("House")
    assert click_on(8, 8)["houses"] != []
    page.locator(f"[data-tile={lying[3]['tile']}]").click()
    moved = click_on(7, 9)
    assert moved["tiles"] == [*lying[:3], lying[3] | {"r": 7, "c": 9, "rot": 2}] and moved["houses"] == []


def test_a_new_archipelago_is_built_with_the_keyboard(page: Page, served: Served) -> None:
    edit(page, served)
    page.get_by_label("What to begin with").select_option("position islands 1")
    page.get_by_role("button", name="New").click()
    page.locator(".palette").get_by_role("button", name="Corner tile (laurel, lotus, free site)").press("Enter")
    page.get_by_role("button", name="Cell 8 8", exact=True).press("Enter")
    expect(page.locator("[data-cell='8 8']")).to_have_attribute("aria-label", re.compile("corner tile"))
    page.locator("select[name=owner]:visible").select_option("alexis")
    page.locator(".palette").get_by_role("button", name="House", exact=True).press("Enter")
    page.locator("[data-cell='8 8']").press("Enter")
    expect(page.locator("[data-cell='8 8']")).to_have_attribute("aria-label", re.compile("house of Alexis"))
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()


@pytest.mark.parametrize("phase", ["hand", "place"])
def test_a_tile_is_laid_while_another_one_is_chosen(page: Page, served: Served, phase: str) -> None:
    state = swenv.load("islands", num_players=2).new_state(seed=1)
    while state.phase != phase:
        state.apply(int(state.legal_actions()[0]))
    position = state.to_position()
    edit(page, served, f"#{quote(json.dumps(position))}")
    hand = position["turn_state"]["chosen"] or position["seats"][position["to_act"]]["hand"][0]
    page.locator(f".palette [data-tile={hand}]").click()
    tile = position["tiles"][0]
    page.locator(f"[data-cell='{tile['r'] - 1} {tile['c']}']").click(force=True)
    expect(page.locator(".palette [data-tile].soft")).to_have_count(len(position["tiles"]) + 1)
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()


def test_edits_outlive_a_reload_in_their_tab_until_they_are_discarded(page: Page, served: Served) -> None:
    edit(page, served)
    click(page, 13)
    coins = page.locator("[data-path='seats/0/coins'] input")
    page.locator("[data-seat='0']").first.click(force=True)
    coins.fill("77")
    expect(page.locator(".player .coin", has_text="77")).to_be_visible()
    page.reload()
    expect(page.locator(".player .coin", has_text="77")).to_be_visible()
    other = page.context.new_page()
    edit(other, served)
    expect(other.get_by_text("Your last edits")).to_be_hidden()
    page.get_by_role("button", name="Discard them").click()
    expect(page.locator(".player .coin", has_text="77")).to_have_count(0)
    page.evaluate('sessionStorage.setItem(\'swenv:draft\', \'{"from": "", "text": "[1]"}\')')
    page.reload()
    page.locator(".picture svg").first.wait_for()
    expect(page.get_by_text("Your last edits")).to_be_hidden()


def test_a_link_carries_a_position_and_a_damaged_one_is_refused_in_words(browser: Browser, served: Served) -> None:
    for shown in opened(browser, permissions=["clipboard-read", "clipboard-write"]):
        edit(shown, served, f"#{quote(json.dumps(ORCS))}")
        expect(shown.locator(".player .coin", has_text="77")).to_be_visible()
        shown.get_by_role("button", name="Copy link").click()
        expect(shown.get_by_text("Copied.")).to_be_visible()
        link = shown.evaluate("navigator.clipboard.readText()")
        assert re.fullmatch(rf"{served.address}/edit#z:[\w-]+", link) and len(link) < 250
        for part, words in (
            (link.split("#")[1], ""),
            (link.split("#")[1][:-9], "This link is damaged."),
            ("%", "This link is damaged."),
        ):
            shown.goto("about:blank")
            edit(shown, served, f"#{part}")
            expect(shown.locator(".wrong")).to_have_text(words)
            expect(shown.locator(".player .coin", has_text="77")).to_have_count(0 if words else 1)
        bomb = shown.evaluate("""async () => {
          const {editLink} = await import("/static/links.js");
          return editLink({text: "x".repeat(5_000_000)});
        }""")
        shown.goto("about:blank")
        shown.goto(bomb)
        expect(shown.locator(".wrong")).to_have_text("The document in this link is too large.")
        old_browser = "async found => { delete window.CompressionStream; "
        link = shown.evaluate(old_browser + "return (await import('/static/links.js')).editLink(found); }", ORCS)
        shown.goto("about:blank")
        shown.goto(link)
        expect(shown.locator(".player .coin", has_text="77")).to_be_visible()


def test_a_document_in_a_wrong_form_can_be_looked_at_and_mended(page: Page, served: Served) -> None:
    wrong = [{"seats": {"0": 1}}, {"seats": [{"races": "x"}]}, {"regions": {"13": None}}, {"regions": [1]}]
    for part in (*wrong, {"column": [3]}):
        page.goto("about:blank")
        edit(page, served, f"#{quote(json.dumps({**ORCS, **part}))}")
        expect(page.locator(".wrong")).not_to_be_empty()
        put(page, "orcs")
        click(page, 13)
        show_fields(page)
        page.get_by_role("button", name="Copy link").click()
        page.get_by_role("button", name="New").click()
        expect(page.locator(".wrong")).to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_every_game_opens_and_is_played_by_whom_one_says(page: Page, served: Served, game: str) -> None:
    state = swenv.load(game, num_players=2).new_state(seed=2)
    for _ in range(9):
        state.apply(int(state.legal_actions()[0]))
    edit(page, served)
    link = page.evaluate(
        "async found => (await import('/static/links.js')).editLink(found)", json.loads(json.dumps(state.to_position()))
    )
    page.goto("about:blank")
    page.goto(link)
    page.locator(".picture svg").first.wait_for()
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(f"select[name=seat-{state.to_act}]")).to_have_value("you")
    page.locator(f"select[name=seat-{1 - state.to_act}]").select_option("greedy")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".target, .choices button").first.wait_for()
    assert move(page, 0)
