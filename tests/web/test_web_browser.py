"""The page in a real browser: the lobby, whole games by clicks alone, two windows, the keyboard, a phone."""

from __future__ import annotations

import itertools
import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import browsing
import swenv
from browsing import Browser, Page, Served, another, begin, deaf, expect, expect_decisions, move, opened, play_on, until
from everygame import GAMES
from swenv.core import replay

pytestmark = browsing.IN_A_BROWSER


WAYS: dict[str, tuple[Callable[[browsing.Locator], None], dict[str, Any]]] = {
    "smallworld": (browsing.press, {}),
    "underground": (browsing.tap, {"viewport": {"width": 390, "height": 844}, "has_touch": True}),
    "warcraft": (browsing.tap, {"viewport": {"width": 844, "height": 390}, "has_touch": True}),
    "islands": (browsing.click, {}),
}
"""How each game is played: with the keyboard, on a phone upright and on its side, with a mouse."""


@pytest.mark.parametrize(("game", "others"), [*((game, ["greedy"]) for game in GAMES), ("islands", [])])
def test_a_person_plays_a_whole_game_by_any_means(
    browser: Browser, served: Served, game: str, others: list[str]
) -> None:
    use, device = WAYS[game]
    for mine in opened(browser, **device):
        begin(mine, served, game, *others, **({"window": 3} if game == "islands" else {"rounds": 1}))
        play_on(mine, use)
        expect(mine.locator(".outcome:focus")).to_have_count(int(use is browsing.press))
        expect(mine.get_by_text("Download the replay")).to_be_visible()
        mine.get_by_role("button", name="First", exact=True).click()
        expect(mine.locator(".headline")).to_contain_text("Decision 0 of")
        mine.keyboard.press("ArrowRight")
        expect(mine.locator(".headline")).to_contain_text("Decision 1 of")
        mine.get_by_role("button", name="Now").click()
        expect(mine.locator(".headline")).to_contain_text("The game is over")


def test_three_seats_play_in_two_windows(browser: Browser, page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "friend", "greedy", rounds=1)
    link = page.get_by_label("Link for seat 1").input_value()
    for friend in opened(browser):
        friend.goto(link)
        expect(friend.locator(".headline")).to_contain_text("seat 0", ignore_case=True)
        assert "#" not in friend.url, "the token does not stay in the address"
        expect(friend.locator(".target")).to_have_count(0)
        for number, here in zip(range(20 * browsing.MOST_MOVES), itertools.cycle((page, friend)), strict=False):
            said = here.locator(".headline").inner_text()
            if "is over" in said:
                break
            if "Your move" in said:
                move(here, number)
            page.wait_for_timeout(50)
        for each in (page, friend):
            expect(each.locator(".headline")).to_contain_text("The game is over")


@pytest.mark.parametrize("notices", [True, False])
def test_a_game_goes_on_when_the_server_was_killed_if_the_page_notices_or_not(
    page: Page, tmp_path: Path, notices: bool
) -> None:
    if not notices:
        deaf(page)
    with Served(tmp_path) as first:
        begin(page, first, "smallworld", "greedy", rounds=2)
        move(page, 0)
        first.stop(signal.SIGKILL)
    with Served(tmp_path, first.port):
        assert move(page, 1)
        page.reload()
        expect_decisions(page, 2)


def test_the_keyboard_alone_is_enough(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "greedy", rounds=2)
    page.locator(".target").first.wait_for()
    page.keyboard.press("Tab")
    page.reload()
    expect(page.locator(".target:focus")).to_have_count(1)
    browsing.press(page.locator(".target:focus"))
    expect(page.locator(".commit")).to_be_focused()
    browsing.press(page.locator(".commit"))
    expect_decisions(page, 1)
    browsing.press(page.locator(".target").first)
    expect_decisions(page, 2)
    expect(page.locator(".log .thumbnail")).to_have_count(1)  # of the conquest: a pick has no place on the board
    page.keyboard.press("u")
    expect_decisions(page, 1)
    page.keyboard.press("Home")
    expect(page.locator(".headline")).to_contain_text("Decision 0 of 1")


def test_what_is_illegal_is_explained_with_its_rule_to_mouse_and_keyboard(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "greedy", rounds=2)
    move(page, 0)
    page.locator(".target").first.wait_for()
    labels = page.locator(".target").evaluate_all("targets => targets.map(each => each.getAttribute('aria-label'))")
    legal = {int(label.split()[2]) for label in labels}
    illegal = next(region for region in range(23) if region not in legal)
    middle = page.locator(f"[data-region='{illegal}']").bounding_box()
    assert middle is not None
    page.mouse.click(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    expect(page.locator(".bubble .wrong")).to_contain_text(re.compile(r"SW-[A-Z]+-[A-Z\d]"))
    page.get_by_role("button", name="Close").click()
    page.locator("[data-row] .name").first.hover()
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator("p.about")).to_contain_text(re.compile(r"banner \d+, tray \d+"))
    page.get_by_text("Why is an action illegal?").press("Enter")
    question = page.get_by_label("Action", exact=True)
    for asked, told in ((min(legal), "legal now."), (illegal, re.compile(r"SW-[A-Z]+-[A-Z\d]"))):
        question.fill(f"conquer {asked}")
        question.press("Enter")
        expect(page.locator(".answer")).to_contain_text(told)
    page.get_by_text("Search the rules").click()
    words = page.get_by_label("Words", exact=True)
    for asked, number in (("FINAL attempt", 6), ("dock ship", 0)):
        words.fill(asked)
        words.press("Enter")
        expect(page.locator(".rule")).to_have_count(number)
    expect(page.get_by_text("No rule has all of these words.")).to_be_visible()


def test_the_past_does_not_hide_that_the_game_goes_on(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "greedy", rounds=2)
    move(page, 0)
    page.get_by_role("button", name="First", exact=True).click()
    expect(page.locator(".headline")).to_contain_text("Decision 0 of 1")
    assert move(another(page), 0)
    expect_decisions(page, 2)
    expect(page.locator(".headline")).to_contain_text("Decision 0 of 2")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Your move: back to the game").dispatch_event("click")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator(".headline")).to_contain_text("Your move")


def test_giving_a_region_up_is_never_chosen_for_the_player(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "greedy", rounds=3)
    for number in range(browsing.MOST_MOVES):
        browsing.wait_for_turn(page)
        if page.get_by_role("button", name="Abandon", exact=True).count():
            break
        assert move(page, number)
    pressed = page.locator(".tools [aria-pressed=true]")
    expect(pressed).not_to_have_text("Abandon")
    page.get_by_role("button", name="Abandon", exact=True).click()
    expect(page.locator(".target.giving-up").first).to_be_visible()
    expect(page.locator(".hint")).to_contain_text("give it up")
    page.locator(".target.giving-up").first.click(force=True)
    expect(page.locator(".staged")).to_contain_text("Abandon")
    expect(page.locator(".confirming")).to_have_count(1)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".confirming")).to_have_count(0)


def test_the_program_in_the_docs_plays_a_game(served: Served) -> None:
    text = (Path(__file__).parents[2] / "docs" / "howto" / "browser.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"``` \{ \.python \}\n(.*?)```", text, re.DOTALL)
    found: dict[str, Any] = {}
    exec(program.replace("http://127.0.0.1:8000", served.address), found)
    assert found["seen"]["over"] and found["seen"]["decisions"] > 20


def test_a_position_and_a_whole_game_are_judged(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "greedy", rounds=1)
    page.locator(".target").first.wait_for()
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Judge", exact=True).select_option("search:simulations=40")
    page.get_by_role("button", name="This position", exact=True).click()
    expect(page.locator(".candidates tbody tr").first).to_contain_text("Take")
    expect(page.locator(".chance")).to_have_count(2)
    expect(page.locator(".offer.heat .share").first).to_contain_text("%", use_inner_text=False)
    page.get_by_text("What a network sees").click()
    page.get_by_label("Show on the board").select_option("defence")
    expect(page.locator(".chip.amount").first).to_be_visible()
    page.get_by_role("button", name="Show what can be chosen").click()
    play_on(page)
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("button", name="Stop")).to_have_count(1)
    expect(page.get_by_role("button", name="The whole game")).to_have_count(1)
    expect(page.locator(".curve polyline")).to_have_count(2)
    page.locator(".curve svg").click(position={"x": 60, "y": 40})
    expect(page.locator(".headline")).to_contain_text("Decision")
    expect(page.locator(".candidates .played")).to_have_count(1)


@pytest.mark.parametrize("how", ["crashed", "frozen", "many"])
def test_the_others_go_on_whatever_the_first_page_does(page: Page, served: Served, how: str) -> None:
    def impatient(route: Any) -> None:
        told = route.fetch()
        route.fulfill(response=told, body=told.text().replace("AGAIN = 2000", "AGAIN =  200"))

    page.context.route("**/news.js", impatient)  # so that they soon notice that the worker that they share is gone
    begin(page, served, "smallworld", "friend", rounds=2)
    others = [another(page) for _ in range(9 if how == "many" else 2)]  # a browser opens only six connections
    if how == "frozen":
        page.context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": "frozen"})
    elif how == "crashed":
        with suppress(browsing.Error):
            page.goto("chrome://crash", timeout=1_000)
    assert move(others[0], 0)
    for each in others:
        expect_decisions(each, 1)


def test_only_a_page_that_is_shown_has_a_stream_and_it_catches_up(page: Page, served: Served) -> None:
    page.context.add_init_script(browsing.STREAMS)
    begin(page, served, "smallworld", "friend", rounds=2)
    until(page, "streams === 1")
    browsing.show(page, False)
    assert page.evaluate("streams") == 0
    assert move(another(page), 0)
    page.wait_for_timeout(300)
    expect_decisions(page, 0)
    browsing.show(page, True)
    expect_decisions(page, 1)
    assert page.evaluate("streams") == 1


def test_games_that_are_over_or_recorded_have_no_stream(page: Page, served: Served, tmp_path: Path) -> None:
    page.context.add_init_script(browsing.STREAMS)
    begin(page, served, "smallworld", "greedy", rounds=1)
    until(page, "streams === 1")
    play_on(page)
    until(page, "streams === 0")
    replay.record(swenv.load("smallworld"), 5, ["pick 0"]).save(tmp_path / "unfinished.jsonl")
    page.goto(served.address)
    page.get_by_label("Open a replay").set_input_files(tmp_path / "unfinished.jsonl")
    expect_decisions(page, 1)
    page.wait_for_timeout(300)
    assert page.evaluate("streams") == 0


def go_back(page: Page) -> None:
    """Go back to a page that the browser has kept."""
    page.go_back(wait_until="commit")
    until(page, "window.persisted !== undefined")
    navigation = "performance.getEntriesByType('navigation')[0]"
    assert page.evaluate("window.persisted"), page.evaluate(f"JSON.stringify({navigation}.notRestoredReasons)")


@pytest.fixture
def kept(page: Page) -> Page:
    """A page that knows whether the browser had kept it."""
    page.add_init_script("addEventListener('pageshow', event => { window.persisted = event.persisted; });")
    return page


def test_the_lobby_and_the_editor_can_start_another_game_when_one_comes_back(kept: Page, served: Served) -> None:
    begin(kept, served, "smallworld", "greedy", rounds=2)
    game = re.sub(".*/", "", kept.url)
    go_back(kept)
    expect(kept.locator(f"a[href='/games/{game}']")).to_have_count(1)
    expect(kept.get_by_label("rounds")).to_have_value("2")
    kept.get_by_role("button", name="Start", exact=True).click()
    kept.locator(".target").first.wait_for()
    urls, games = {kept.url}, f"{served.address}/api/games"
    assert not kept.url.endswith(game)
    kept.goto(f"{served.address}/edit")
    for _ in range(2):
        expect(kept.get_by_role("button", name="Play from here")).to_be_enabled()
        before = len(kept.request.get(games).json()["games"])
        kept.get_by_role("button", name="Play from here").click()
        kept.get_by_role("button", name="Start", exact=True).dblclick()
        kept.locator(".target").first.wait_for()
        assert len(kept.request.get(games).json()["games"]) == before + 1
        urls.add(kept.url)
        go_back(kept)
    assert len(urls) == 3


def test_a_game_catches_up_when_one_comes_back_to_it(kept: Page, served: Served) -> None:
    begin(kept, served, "smallworld", "friend", rounds=2)
    address = kept.url
    kept.get_by_role("link", name="Editor").click()
    kept.locator(".picture svg").first.wait_for()
    other = kept.context.new_page()
    other.goto(address)
    assert move(other, 0)
    other.close()
    go_back(kept)
    expect_decisions(kept, 1)
    assert move(kept, 1), "it can be played, and hears of it"


def open_before_undo(page: Page, served: Served) -> int:
    """Open a game in which two decisions can be taken back; returns how many have been made."""
    begun = browsing.ask_for_a_game(page, served)
    path, seat = f"{served.address}/api/games/{begun['id']}", {"Authorization": f"Bearer {begun['tokens'][0]}"}
    page.request.post(f"{path}/decisions", headers=seat, data={"action": "pick 0"})
    for _ in range(2):
        choices = page.request.get(path, headers=seat).json()["choices"]
        sure = next(each["action"] for each in choices if each["verb"] == "conquer" and "die" not in each["remark"])
        assert page.request.post(f"{path}/decisions", headers=seat, data={"action": sure}).json()["may_undo"]
    browsing.take_a_seat(page, served, begun, 0)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    return 3


@pytest.mark.parametrize(("key", "focused"), [("Enter", ".target"), (" ", ".everything button"), ("u", None)])
def test_a_key_that_is_held_down_decides_or_takes_back_once(
    page: Page, served: Served, key: str, focused: str | None
) -> None:
    moves = open_before_undo(page, served)
    if focused:
        page.get_by_text("All legal actions").click()
        page.locator(focused).first.focus()
    for _ in range(8):
        page.keyboard.down(key)
        page.wait_for_timeout(100)
    page.keyboard.up(key)
    for _ in range(2):
        expect_decisions(page, moves + (1 if focused else -1))
        page.wait_for_timeout(300)


def test_undo_waits_while_one_looks_at_the_past(page: Page, served: Served) -> None:
    moves = open_before_undo(page, served)
    page.keyboard.press("Home")
    expect(page.locator(".headline")).to_contain_text("Decision 0 of")
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    expect_decisions(page, moves)
    page.keyboard.press("End")
    expect(page.locator(".headline")).to_contain_text("Your move")
    page.keyboard.press("u")
    expect_decisions(page, moves - 1)


def test_an_undo_whose_answer_is_lost_takes_back_one_decision(page: Page, tmp_path: Path) -> None:
    """Even if the server restarts."""
    deaf(page)
    with Served(tmp_path) as served:
        moves = open_before_undo(page, served)
        second = another(page)
        page.route("**/undo?*", lambda route: (route.fetch(), route.abort()))
        page.keyboard.press("u")
        expect(page.locator(".wrong").first).to_contain_text("not responding")
        page.unroute("**/undo?*")
    with Served(tmp_path, served.port):
        for each in (page, second):
            each.keyboard.press("u")
            expect(each.locator(".wrong").first).to_contain_text("moved on")
            expect_decisions(each, moves - 1)
        second.keyboard.press("u")
        expect_decisions(second, moves - 2)


def test_a_click_on_what_was_offered_earlier_decides_nothing(page: Page, served: Served) -> None:
    """Somebody else has taken back a decision and made another one, which makes as many."""
    deaf(page)
    moves = open_before_undo(page, served)
    second = another(page)
    second.keyboard.press("u")
    expect_decisions(second, moves - 1)
    second.locator(".target").last.click(force=True)
    expect_decisions(second, moves)
    page.locator(".target").first.click(force=True)
    expect(page.locator(".wrong").first).to_contain_text("moved on")
    expect_decisions(page, moves)


# The lobby

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
    page.get_by_text("Rule options").click()
    expect(page.get_by_label("Flames enter")).to_have_count(0)
    page.locator("input[value=underground]").check(force=True)
    page.get_by_label("Flames enter").select_option(label="beside the Volcano")
    page.get_by_label("Keep coins secret until the end").check()
    page.get_by_role("button", name="Start").click()
    page.locator(".target").first.wait_for()
    seen = page.request.get(f"{served.address}/api/games/{page.url.split('/')[-1]}").json()
    assert seen["options"]["flames_entry"] == "volcano" and seen["options"]["hide_coins"]
    page.goto(served.address)
    programs = ["search, 40 simulations: strong, takes its time", "greedy: easy, rated 1000", "random: plays at random"]
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
    begun = browsing.ask_for_a_game(page, served, invited=[1])
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
