"""The lobby in a real browser: names, the list of games, options in plain words, invitations that one browser takes."""

from __future__ import annotations

import re

import pytest

import swenv
from browsing import IN_A_BROWSER, Browser, Page, Served, ask_for_a_game, begin, expect, move, opened
from swenv.core import replay

pytestmark = IN_A_BROWSER
MARKUP = "<img src=x onerror=y>"


def say_name(page: Page, name: str) -> None:
    field = page.get_by_label("Your name")
    field.fill(name)
    field.press("Tab")


def test_the_list_says_who_plays_how_it_stands_and_whose_turn_it_is(page: Page, served: Served) -> None:
    page.goto(served.address)
    say_name(page, f"{MARKUP}\u202e\u200b and more than fits")
    expect(page.get_by_label("Your name")).to_have_value(MARKUP)
    begin(page, served, "smallworld", "greedy", rounds=2)
    move(page, 0)
    page.goto(served.address)
    expect(page.get_by_label("Your name")).to_have_value(MARKUP)
    row = page.locator(".games-list li").first
    expect(row).to_contain_text(re.compile(rf"Your turn.*{MARKUP}: \d+, greedy: \d+ coins.*round 1, just now"))
    expect(page.locator(".games-list img")).to_have_count(0)
    begin(page, served, "smallworld", "friend", rounds=2)
    move(page, 0)
    while "Your move" in page.locator(".headline").inner_text():
        move(page, 1)
    page.goto(served.address)
    rows = page.locator(".games-list").first.locator("li")
    expect(rows.first).to_contain_text("Your turn")
    expect(rows.last).not_to_contain_text("Your turn")


def test_options_are_in_plain_words_and_only_those_that_matter(page: Page, served: Served) -> None:
    page.goto(served.address)
    page.get_by_text("Options of the rules").click()
    expect(page.get_by_label("Flames enter")).to_have_count(0)
    page.locator("input[value=underground]").check(force=True)
    page.get_by_label("Flames enter").select_option(label="beside the Volcano")
    page.get_by_label("Keep coins secret until the end").check()
    page.get_by_role("button", name="Start").click()
    page.locator(".target").first.wait_for()
    seen = page.request.get(f"{served.address}/api/games/{page.url.split('/')[-1]}").json()
    assert seen["options"]["flames_entry"] == "volcano" and seen["options"]["hide_coins"]
    page.goto(served.address)
    programs = ["search:simulations=40: strong, takes its time", "greedy: easy", "random: plays at random"]
    offered = ["you, on this screen", "a friend, via a link", *programs]
    expect(page.locator("select[name=seat-1] option")).to_have_text(offered)


def test_an_invitation_is_copied_and_taken_by_one_browser_until_the_seat_is_freed(
    browser: Browser, served: Served
) -> None:
    for host in opened(browser, permissions=["clipboard-read", "clipboard-write"]):
        host.goto(served.address)
        say_name(host, "Anna")
        host.locator("select[name=seat-1]").select_option("friend")
        expect(host.get_by_label("Private")).to_be_checked()
        host.get_by_role("button", name="Start").click()
        host.get_by_role("button", name="Copy").click()
        expect(host.get_by_text("Copied: send it to your friend.")).to_be_visible()
        link = host.evaluate("navigator.clipboard.readText()")
        assert link == host.get_by_label("Link for seat 1").input_value()
        for friend in opened(browser):
            friend.route("**/join", lambda route: (route.fetch(), route.abort()), times=1)
            friend.goto(link)
            expect(friend.get_by_text("The server is not responding.")).to_be_visible()
            friend.reload()
            friend.locator(".picture svg").first.wait_for()
            say_name(friend, "Ben")
            expect(host.locator(".invite")).to_contain_text("Ben has taken seat 1.")
            friend.reload()
            expect(friend.get_by_label("Your name")).to_have_value("Ben")
            for third in opened(browser):
                third.goto(link)
                expect(third.locator(".invite")).to_contain_text("This seat is taken")
                expect(third.locator(".picture svg").first).to_be_visible()
                third.goto(served.address)
                expect(third.locator(f"a[href='{'/games/' + host.url.split('/')[-1]}']")).to_have_count(0)
                friend.goto(served.address)
                expect(friend.locator(".games-list").first).to_contain_text("Anna: 5, Ben: 5")
                host.get_by_role("button", name="Free the seat").click()
                expect(host.get_by_label("Link for seat 1")).not_to_have_value(link)
                third.goto(host.get_by_label("Link for seat 1").input_value())
                third.get_by_label("Your name").wait_for()
            friend.goto(link.split("#")[0])
            friend.locator(".picture svg").first.wait_for()
            expect(friend.get_by_label("Your name")).to_have_count(0)


def test_a_damaged_link_is_refused_in_words(page: Page, served: Served) -> None:
    begun = ask_for_a_game(page, served, invited=[1])
    page.goto(f"{served.address}/games/{begun['id']}#{begun['invitations'][1][:-2]}")
    expect(page.locator(".invite")).to_contain_text("This link is damaged, or no longer valid. You can watch the game.")


def test_a_replay_shows_what_the_players_were_called_or_that_it_was_recorded(
    page: Page, served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page.goto(served.address)
    file = tmp_path_factory.mktemp("replays") / "game.jsonl"
    played = replay.record(swenv.load("smallworld"), 5, ["pick 0"])
    for text, shown in (
        (played.text(), "recorded: 5, recorded: 5"),
        (played.text().replace('"seed"', '"players": ["Anna", "greedy"], "seed"', 1), "Anna: 5, greedy: 5"),
    ):
        file.write_text(text)
        page.get_by_label("Open a replay").set_input_files(file)
        page.locator(".picture svg").first.wait_for()
        page.goto(served.address)
        lists = page.locator(".games-list")
        expect(lists.filter(has_text="greedy").first if "greedy" in shown else lists.last).to_contain_text(shown)
