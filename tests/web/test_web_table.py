"""A game in a real browser as people play and analyse it: turns that are confirmed, board, log, analysis."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable

import pytest

import browsing
import swenv
from browsing import Page, Served, ask_for_a_game, begin, decisions, expect, move, take_a_seat, until, wait_for_turn
from swenv import render
from swenv.web.tables import choices

pytestmark = browsing.IN_A_BROWSER


def sit_down(page: Page, served: Served, **options: int) -> None:
    """Begin a game against greedy, always the same one."""
    take_a_seat(page, served, ask_for_a_game(page, served, "person", "greedy", options=options), 0)
    wait_for_turn(page)


def played(page: Page, served: Served) -> str:
    """Play a short game to its end; returns its address."""
    sit_down(page, served, rounds=1)
    browsing.play_on(page)
    return page.url


def try_a_line(page: Page, game: str, at: int) -> None:
    """Begin another line of play after so many decisions of a game."""
    page.goto(f"{game}?at={at}")
    tab(page, "Analysis")
    page.get_by_role("button", name="Try another line").click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_tokens_are_spread_and_the_end_of_a_turn_is_confirmed(page: Page, served: Served) -> None:
    sit_down(page, served, rounds=2)
    for number in itertools.count():
        wait_for_turn(page)
        if "put a token there" in page.locator(".hint").inner_text():
            break
        assert move(page, number)
    before = decisions(page)
    if page.get_by_role("button", name="Spread evenly").count():
        page.get_by_role("button", name="Spread evenly").click()
    else:
        page.locator(".target").first.click(force=True)
    expect(page.locator(".commit")).to_have_text(re.compile(r"End turn \(\+\d+\)"))
    staged = decisions(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".commit")).to_have_count(0)
    assert decisions(page) == staged >= before
    page.locator(".target").first.click(force=True)
    page.locator(".commit").click()
    until(page, f"document.querySelector('.log').dataset.decisions > {staged}")
    tab(page, "Log")
    expect(page.locator(".log .paid.seat-0").first).to_contain_text("You: +")
    assert page.locator(".log .line").count() <= decisions(page)


def test_a_combo_is_read_before_it_is_taken_and_prices_stand_on_legal_regions(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "greedy", rounds=2)
    page.locator(".offer").nth(1).click()
    expect(page.locator(".offer.chosen")).to_have_count(1)
    name = page.locator(".offer .name").nth(1).inner_text().split("\n")[0]
    expect(page.locator(".staged")).to_contain_text(f"Take {name}")
    browsing.expect_decisions(page, 0)
    page.locator(".offer").nth(2).click()
    expect(page.locator(".offer.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".staged")).to_have_count(0)
    move(page, 0)
    wait_for_turn(page)
    targets = page.locator("g.target").count()
    expect(page.locator(".chip")).to_have_count(targets)
    expect(page.locator(".dim")).to_have_count(23 - targets)
    expect(page.locator(".chip").first).to_contain_text(re.compile(r"^\s*\d"))


def test_an_open_question_is_answered_moved_or_taken_back_and_nothing_else(page: Page, served: Served) -> None:
    sit_down_when(page, served, "smallworld", lambda state: state.phase == "choose" and state.round > 3)
    page.get_by_role("button", name="Conquer nothing").click()
    expect(page.locator(".staged")).to_contain_text("Conquer nothing this turn.")
    page.keyboard.press("u")
    expect(page.locator(".staged")).to_have_count(0)
    page.get_by_role("button", name="Go into decline").click()
    page.locator("g.target[aria-label^=Conquer]").first.click(force=True)
    expect(page.locator(".staged")).to_contain_text("Conquer ")
    assert decisions(page) == 0
    page.locator(".commit").click()
    browsing.expect_decisions(page, 1)


def test_a_key_held_down_or_a_double_click_asks_and_does_not_answer(page: Page, served: Served) -> None:
    sit_down(page, served, rounds=2)
    offer, commit = page.locator(".offer.target").first, page.locator(".commit")
    offer.focus()
    for _ in range(5):
        page.keyboard.down("Enter")
        page.wait_for_timeout(50)
    page.keyboard.up("Enter")
    expect(commit).to_be_focused()
    page.keyboard.press("Escape")
    expect(commit).to_have_count(0)
    page.wait_for_timeout(300)
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(commit).to_be_visible()
    page.keyboard.press("Escape")
    offer.dblclick()
    expect(commit).to_be_visible()
    assert decisions(page) == 0
    commit.dblclick()
    browsing.expect_decisions(page, 1)
    page.wait_for_timeout(300)
    browsing.expect_decisions(page, 1)


def test_an_enlarged_board_follows_what_others_do(page: Page, served: Served) -> None:
    sit_down(page, served, rounds=2)
    assert move(page, 0)
    for _ in range(3):
        page.get_by_role("button", name="Enlarge the board").click()
    board = page.locator(".picture")
    board.evaluate("board => board.scrollTo(0, 0)")
    page.get_by_role("button", name="Conquer nothing").click()
    page.locator(".commit").click()
    until(page, "document.querySelector('.log').dataset.decisions > 4")
    wait_for_turn(page)
    expect(page.locator(".picture .acted")).to_have_count(1)
    assert board.evaluate("board => board.scrollLeft + board.scrollTop") > 0
    frame, acted = board.bounding_box(), page.locator(".picture .acted").bounding_box()
    assert frame and acted
    for at, size in (("x", "width"), ("y", "height")):
        assert frame[at] < acted[at] + acted[size] / 2 < frame[at] + frame[size]


def test_the_log_fills_while_programs_play_and_a_judge_follows(page: Page, served: Served) -> None:
    take_a_seat(page, served, ask_for_a_game(page, served, "greedy", "greedy", options={"rounds": 1}))
    until(page, "document.querySelector('.log')?.dataset.decisions > 2")
    page.get_by_role("button", name="First", exact=True).click()
    expect(page.locator(".headline")).to_contain_text("Decision 0 of")
    tab(page, "Analysis")
    page.get_by_label("Judge every position").check()
    expect(page.locator(".candidates").first).to_be_visible()
    tab(page, "Log")
    expect(page.locator(".log .turn.seat-1").first).to_contain_text("Seat 1 (greedy)")
    page.get_by_role("button", name="Now").click()
    expect(page.locator(".headline")).to_contain_text("The game is over")


def test_who_watches_pauses_and_sees_the_chances_while_the_game_goes_on(page: Page, served: Served) -> None:
    take_a_seat(page, served, ask_for_a_game(page, served, *["search:simulations=40"] * 5, game="smallworld"))  # long
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".bar")).to_be_visible()
    at = page.get_by_label("Decision", exact=True).input_value()
    until(page, f"document.querySelector('.log').dataset.decisions > {at}")
    expect(page.locator(".headline")).to_contain_text(f"Decision {at} of")


def test_mistakes_lead_to_their_decisions(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "random", rounds=2)
    browsing.play_on(page)
    tab(page, "Analysis")
    page.get_by_label("Judge", exact=True).select_option("search:simulations=40")
    page.get_by_role("button", name="The whole game").click()
    expect(page.locator(".curve")).to_contain_text(re.compile(r"(\d+) of \1 decisions judged"))
    expect(page.locator(".bar")).to_be_hidden()
    dots = page.locator(".curve circle")
    assert dots.count(), "random play makes mistakes"
    dots.first.click(force=True)
    told = re.match(r"Decision (\d+), a mistake: (.*) instead of", dots.first.locator("title").text_content() or "")
    assert told
    expect(page.locator(".headline")).to_contain_text(f"Decision {int(told[1]) - 1} of")
    expect(page.locator(".candidates .played")).to_contain_text(told[2], ignore_case=True)
    expect(page.locator(".bar")).to_be_visible()
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator(".log .mistake-line").first).to_be_attached()
    names = page.locator(".chip.heat text").all_text_contents()
    assert all(re.fullmatch(r"\d+ %", name) for name in names), "one share for each thing on the board"


def test_what_a_decision_was_about_is_marked_and_a_judge_without_values_says_so(page: Page, served: Served) -> None:
    played(page, served)
    page.get_by_role("button", name="First", exact=True).click()
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(page.locator(".player.acted")).to_have_count(1)  # a combo has moved on: its seat is marked
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(page.locator(".picture .acted")).to_have_count(1)
    page.get_by_role("button", name="To the end of the game").click()
    expect(page.locator(".headline")).to_contain_text("The game is over")
    tab(page, "Analysis")
    page.get_by_label("Judge", exact=True).select_option("greedy")
    page.get_by_role("button", name="The whole game").click()
    expect(page.locator(".mistakes")).to_contain_text("greedy does not estimate chances, so it finds no mistakes")


def test_a_second_click_before_the_answer_does_not_spoil_a_line(page: Page, served: Served) -> None:
    try_a_line(page, played(page, served), 1)
    expect(page.locator(".chip").first).to_be_visible()
    page.locator("g.target").first.dblclick(force=True)
    expect(page.locator(".variations li")).to_have_count(1)
    expect(page.locator("g.target").first).to_be_visible()
    page.locator("g.target").first.click(force=True)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".headline")).to_contain_text("Decision 0 of")


def test_other_lines_of_play_grow_a_tree_and_are_judged(page: Page, served: Served) -> None:
    try_a_line(page, played(page, served), 0)
    expect(page.locator(".headline")).to_contain_text("Another line: your move")
    for row in (1, 2):  # two branches
        tab(page, "Play")
        page.locator(".offer").nth(row).click()
        page.locator(".commit").click()
        expect(page.locator(".chip").first).to_be_visible()
        tab(page, "Analysis")
        expect(page.locator(".variations li")).to_have_count(row)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".offer.target").first).to_be_attached()
    page.locator(".variations button").first.click()
    page.locator("g.target").first.click(force=True)
    expect(page.locator(".variations li li")).to_have_count(1)
    page.get_by_role("button", name="This position", exact=True).click()
    expect(page.locator(".candidates tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Back to the game as it was played").click()
    expect(page.locator(".headline")).to_contain_text("Decision 0 of")


def test_a_finished_game_says_where_coins_came_from_and_is_linked_edited_or_begun_anew(
    page: Page, served: Served
) -> None:
    game = played(page, served)
    page.goto(f"{game}?at=1")
    expect(page.locator(".headline")).to_contain_text("Decision 1 of")
    tab(page, "Analysis")
    page.get_by_role("button", name="Edit this position").click()
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    page.goto(f"{game}?at=rubbish")
    expect(page.locator(".headline")).to_contain_text("The game is over")
    expect(page.locator(".outcome thead th")).to_have_count(2)
    expect(page.locator(".outcome .sources dd").first).to_contain_text("regions")
    page.get_by_role("button", name="Swap seats").click()
    page.wait_for_url(lambda url: not url.startswith(game))
    expect(page.locator(".player.seat-0")).to_contain_text("Seat 0 (greedy)")
    expect(page.locator(".round")).to_contain_text("of 1")


def test_arrow_keys_lead_from_one_thing_on_the_board_to_the_next(page: Page, served: Served) -> None:
    sit_down(page, served, rounds=1)
    assert move(page, 0)
    page.wait_for_timeout(500)  # what is drawn anew once more takes the focus with it
    page.keyboard.press("Tab")
    first = page.locator("g.target").first
    first.focus()
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 2:
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.matches('g.target') && document.activeElement.ariaLabel"))
    assert len(seen) > 2 and False not in seen
    page.keyboard.press("a")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".actions :focus")).to_have_count(1)
    expect(page.locator(".headline")).to_contain_text("Your move")


def test_arrow_keys_stay_in_a_row_of_cells(page: Page, served: Served) -> None:
    def in_rows(state: swenv.State) -> list[tuple[int, int, int]]:
        if state.phase != "place":
            return []
        cells = {state.game.action(index).args[:2] for index in state.legal_actions().tolist()}
        pairs = [(row, left, left + 3) for row, left in cells if {(row, left + 3), (row + 1, left + 1)} <= cells]
        return [each for each in pairs if cells.isdisjoint({(each[0], each[1] + 1), (each[0], each[1] + 2)})]

    ((row, left, right), *_) = in_rows(sit_down_when(page, served, "islands", lambda state: bool(in_rows(state))))
    page.keyboard.press("Tab")
    page.locator("g.target", has_text=re.compile(rf"cell\s{row}\s{left}\b")).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("g.target:focus")).to_have_text(re.compile(rf"cell\s{row}\s{right}\b"))


def test_the_keyboard_stays_where_something_was_chosen_or_given_up(page: Page, served: Served) -> None:
    sit_down_when(page, served, "smallworld", lambda state: state.phase == "choose" and state.round > 3)
    decline = page.locator(".choices button", has_text="decline")
    browsing.press(decline)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("a")
    expect(page.locator(".commit")).to_be_focused()
    page.keyboard.press("Escape")
    expect(decline).to_be_focused()
    expect(page.locator(".hint")).to_have_text(re.compile("^Choose a lit region"))  # nothing is clicked with a key
    page.keyboard.press("b")
    expect(page.locator("g.target:focus")).to_have_count(1)
    page.keyboard.press("a")
    expect(page.locator(".actions :focus")).to_have_count(1)
    far = page.locator("g.target[aria-label^=Conquer]").last
    where = far.bounding_box()
    browsing.press(far)
    browsing.expect_decisions(page, 1)
    near = page.locator("g.target:focus").bounding_box()
    assert where and near and abs(where["x"] - near["x"]) + abs(where["y"] - near["y"]) < 350


def test_what_the_keyboard_comes_to_is_not_under_what_stays_on_top(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, served, rounds=1)
    tab(page, "Rules")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for _ in range(12):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("""() => {
          const each = document.activeElement, {left, right, top, bottom} = each.getBoundingClientRect();
          const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return each === document.body || each.contains(at) || Boolean(at?.contains(each));
        }"""), page.evaluate("document.activeElement.outerHTML")


def test_peace_stands_beside_ones_coins(page: Page, served: Served) -> None:
    def holds(state: swenv.State) -> bool:
        notes = render.summary(state, state.to_act).seats[1 - state.to_act].notes
        return state.phase == "choose" and f"peace with seat {state.to_act}" in notes

    state = sit_down_when(page, served, "smallworld", holds, seed=7)
    expect(page.locator(".round")).to_contain_text(f"at peace with Seat {1 - state.to_act} (greedy)")


def test_the_keyboard_is_led_to_what_needs_no_die(page: Page, served: Served) -> None:
    def rolls(state: swenv.State) -> bool:
        remarks = state.game.remarks(state.observation(), state.mask()).values()
        conquests = ["die" in remark for remark in remarks if "token" in remark]
        return state.phase == "conquest" and any(conquests) and not all(conquests)

    sit_down_when(page, served, "smallworld", rolls)
    page.keyboard.press("b")
    expect(page.locator("g.target:focus")).to_have_count(1)
    expect(page.locator("g.target:focus:not([aria-label*='die'])")).to_have_count(1)
    where = page.locator("g.target[aria-label*='die']").first
    page.mouse.move(0, 0)
    where.click(force=True)
    page.get_by_role("button", name="Cancel").click()
    page.keyboard.press("b")
    expect(page.locator("g.target:focus:not([aria-label*='die'])")).to_have_count(1)


def test_the_last_token_is_put_down_in_one_way(page: Page, served: Served) -> None:
    def holds(state: swenv.State) -> bool:
        return state.phase == "deploy" and "1 in hand" in render.summary(state, state.to_act).seats[state.to_act].notes

    sit_down_when(page, served, "smallworld", holds)
    expect(page.locator(".tools button")).to_have_count(0)
    page.locator("g.target").first.click(force=True)
    expect(page.locator(".commit")).to_have_text(re.compile("^(End turn|Done redeploying)"))


@pytest.mark.parametrize("side", ["left", "right"])
def test_what_the_die_says_stays_on_the_board(page: Page, served: Served, side: str) -> None:
    sit_down(page, served, rounds=1)
    inside = page.evaluate(
        """async side => {
          const {roll} = await import("/static/drama.js"), ground = document.querySelector("[data-part=board]");
          const board = document.querySelector(".picture"), frame = board.getBoundingClientRect();
          const at = new DOMPoint(side === "left" ? frame.left + 25 : frame.right - 25, frame.top + 100);
          const {x, y} = at.matrixTransform(ground.getScreenCTM().inverse());
          const picture = {ground, board, scale: 1, middle: () => [x, y]};
          const written = new Promise(found => new MutationObserver(() => {
            const said = ground.querySelector(".die text");
            if (said?.textContent) found(said.getBoundingClientRect());
          }).observe(ground, {subtree: true, childList: true}));
          roll(picture, {action: "conquer 1 (1 token, die 50 %)", roll: 0}, ground.querySelector("[data-region]"));
          const {left, right, width} = await written;
          return width > 50 && left >= frame.left && right <= frame.right;
        }""",
        side,
    )
    assert inside


def test_a_marker_covers_the_resource_that_was_clicked_on(page: Page, served: Served) -> None:
    def several(state: swenv.State) -> dict[tuple[int, int], list[str]]:
        cells: dict[tuple[int, int], list[str]] = {}
        for action in map(state.game.action, state.legal_actions().tolist()):
            if action.verb == "mark_slot":
                cells.setdefault((int(action.args[0]), int(action.args[1])), []).append(str(action))
        return {cell: actions for cell, actions in cells.items() if len(actions) > 1}

    state = sit_down_when(page, served, "islands", lambda state: bool(several(state)))
    (row, column), actions = next(iter(several(state).items()))
    for action in actions:
        page.keyboard.press("Escape")
        cell = page.locator(f"g[data-r='{row}'][data-c='{column}']")
        box = cell.bounding_box()
        assert box is not None
        x, y = (share * box["width"] / 100 for share in render.summary(state).spots[action])
        page.mouse.click(box["x"] + x, box["y"] + y)
        drawn = page.locator(".preview").get_attribute("transform") or ""
        moved = [float(each) for each in re.findall(r"-?[\d.]+", drawn)][-2:]
        assert moved == pytest.approx(render.summary(state).spots[action])


def sit_down_when(
    page: Page, served: Served, game: str, holds: Callable[[swenv.State], bool], seed: int = 1
) -> swenv.State:
    """Take the seat that decides in a position of a game at random for which something holds; returns it."""
    state = swenv.load(game, num_players=2).new_state(seed)
    dice = random.Random(seed)
    while not holds(state):
        state.apply(dice.choice(state.legal_actions().tolist()))
        if state.is_over:
            state = state.game.new_state(dice.randrange(2**32))
    players = ["greedy", "greedy"]
    players[state.to_act] = "person"
    begun = ask_for_a_game(page, served, *players, game=game, position=state.to_position())
    take_a_seat(page, served, begun, state.to_act)
    wait_for_turn(page)
    return state


def test_any_tile_of_an_island_builds_there_and_what_it_pays_is_written_on_it(page: Page, served: Served) -> None:
    sit_down_when(page, served, "islands", lambda state: 'data-of="' in render.svg(state))
    expect(page.locator(".chip").first).to_have_text(re.compile(r"^\+\d+$"))
    page.locator(".target[aria-hidden]").first.click(force=True)
    expect(page.locator(".preview path, .commit")).to_have_count(2)


@pytest.mark.parametrize(
    ("game", "field", "said"), [("smallworld", "own", "from your own"), ("underground", "reveals", "cannot be undone")]
)
def test_land_of_ones_own_and_what_cannot_be_undone_is_conquered_only_if_confirmed(
    page: Page, served: Served, game: str, field: str, said: str
) -> None:
    def found(state: swenv.State) -> list[str]:
        offered = [each for each in choices(state) if "die" not in each["remark"]] if state.phase == "conquest" else []
        return [each["phrase"] for each in offered if each[field] and each["verb"] == "conquer"]

    state = sit_down_when(page, served, game, lambda state: bool(found(state)))
    page.locator(f"g.target[aria-label^='C{found(state)[0][1:]}']").click(force=True)
    expect(page.locator(".staged")).to_contain_text(said)
    browsing.expect_decisions(page, 0)


def test_a_conquest_that_fails_is_told_as_an_attack(page: Page, served: Served) -> None:
    def fails(state: swenv.State) -> list[str]:
        remarks = state.game.remarks(state.observation(), state.mask()).items()
        rolls = [(action, state.copy()) for action, remark in remarks if "die 50 %" in remark]
        return [
            str(state.game.action(action)) for action, after in rolls if after.apply(action) or after.last_roll == 0
        ]

    sit_down_when(page, served, "smallworld", lambda state: bool(fails(state)))
    page.locator("g.target[aria-label^='Conquer'][aria-label*='die 50']").first.click(force=True)
    page.locator(".commit").click()
    expect(page.locator(".log .line").first).to_contain_text(re.compile("^Attack .*; the die shows 0, not enough"))


def test_what_a_turn_pays_is_told_with_it_though_others_withdraw_before(page: Page, served: Served) -> None:
    def leads(state: swenv.State) -> bool:
        after = state.copy()
        rest = [each for each in state.legal_actions() if state.game.action(each).verb == "deploy_rest"]
        return state.phase == "deploy" and bool(rest) and not after.apply(rest[0]) and after.phase == "withdrawn"

    seat = sit_down_when(page, served, "smallworld", leads).to_act
    while not page.locator(".log .paid").count():
        assert move(page, 0)
        wait_for_turn(page)
    expect(page.locator(f".log .turn.seat-{seat} .paid.seat-{seat}")).to_have_count(1)
    expect(page.locator(f".log .turn.seat-{1 - seat} .paid.seat-{seat}")).to_have_count(0)


def test_a_price_says_its_coins_and_the_die_on_a_phone_too(page: Page, served: Served) -> None:
    def tolls(state: swenv.State) -> list[str]:
        remarks = state.game.remarks(state.observation(), state.mask()).items()
        told = [each for action, each in remarks if state.game.action(action).verb == "conquer"]
        return [remark for remark in told if "coin" in remark and state.phase == "conquest"]

    state = sit_down_when(page, served, "warcraft", lambda state: any("die" in each for each in tolls(state)), seed=8)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".chip .coin")).to_have_count(len(tolls(state)))
    expect(page.locator(".chip:has(.coin) .risk")).to_have_count(sum("die" in each for each in tolls(state)))


def test_a_price_says_the_die_in_words_where_there_is_room(page: Page, served: Served) -> None:
    def rolls(state: swenv.State) -> list[str]:
        remarks = state.game.remarks(state.observation(), state.mask()).values()
        return [remark for remark in remarks if "die" in remark and "coin" not in remark]

    state = sit_down_when(page, served, "smallworld", lambda state: len(rolls(state)) == 1)
    tokens, die = re.findall(r"\d token|die \d+ %", *rolls(state))
    expect(page.locator(".chip", has_text=f"{tokens[0]}{die}")).to_have_count(1)


def test_a_cell_where_a_tile_cannot_be_laid_says_why(page: Page, served: Served) -> None:
    state = sit_down_when(page, served, "islands", lambda state: state.phase == "place" and state.round > 1)
    tile = state.to_position()["tiles"][0]
    page.mouse.click(*browsing.middle_of_cell(page, tile["r"], tile["c"]))
    expect(page.locator(".bubble .wrong")).to_have_text("Something lies there already (SI-TILE-6).")


def test_any_cell_of_an_island_says_why_nobody_builds_there(page: Page, served: Served) -> None:
    def closed(state: swenv.State) -> list[tuple[str, ...]]:
        if state.phase != "house":
            return []
        named = re.findall(r'data-of="(\d+) (\d+)" data-on="(\d+) (\d+)"', render.svg(state))
        legal = {tuple(map(str, state.game.action(index).args)) for index in state.legal_actions().tolist()}
        return [each for each in named if each[:2] not in legal]

    state = sit_down_when(page, served, "islands", lambda state: bool(closed(state)))
    row, column, *cell = closed(state)[0]
    with pytest.raises(swenv.IllegalAction) as refused:
        state.copy().apply(f"house {row} {column}")
    page.mouse.click(*browsing.middle_of_cell(page, int(cell[0]), int(cell[1])))
    expect(page.locator(".bubble .wrong")).to_contain_text(f"({refused.value.rule})")


@pytest.mark.parametrize(("verb", "commit"), [("card_pair", "Take these two"), ("discovery", "Keep it|End turn")])
def test_a_double_click_confirms_nothing_final(page: Page, served: Served, verb: str, commit: str) -> None:
    sit_down_when(page, served, "islands", lambda state: state.game.action(state.legal_actions()[0]).verb == verb)
    page.locator(".choices button").first.dblclick()
    if verb == "card_pair":
        page.locator(".staged + .card-choice").dblclick()
    expect(page.locator(".commit")).to_have_text(re.compile(commit))
    browsing.expect_decisions(page, 0)


def test_no_card_is_kept_after_the_last_round(page: Page, served: Served) -> None:
    def holds(state: swenv.State) -> bool:
        return state.phase == "prep_pick" and state.round == 4

    sit_down_when(page, served, "islands", holds)
    page.locator(".choices button").first.click()
    expect(page.locator(".staged")).to_have_text(re.compile(r"^Now: [^“]*$"))
    expect(page.locator(".commit")).to_have_text("Take it")
    page.locator(".commit").click()
    expect(page.locator(".log .line")).to_have_text(re.compile("^Use “[^“]*” now$"))


def test_what_others_did_since_is_told_in_full_with_the_end_of_the_round(page: Page, served: Served) -> None:
    take_a_seat(page, served, ask_for_a_game(page, served, "person", "greedy"), 0)
    heard = expect(page.locator(".headline"))
    heard.to_contain_text("Your move")
    while "Round 2" not in page.locator(".round").inner_text():
        attacked = "lost" in page.locator(".headline").inner_text()
        assert move(page, 0)
        heard.to_have_text(re.compile("^Your move(: you lost [a-z]+ \\d+((,|,? and) [a-z]+ \\d+)*)?$"))
    assert attacked
    heard.to_contain_text("Your move: you lost")
    expect(page.locator(".news")).to_contain_text(
        re.compile(r"Seat 1 \(greedy\): \+\d+ coins? net, has \d+\. Round 1 ends$")
    )
    page.locator(".recap summary").click()
    told = page.locator(".recap li")
    expect(told).to_have_text(
        [
            re.compile(r"^Seat 1 \(greedy\) takes .*; conquers .*"),
            re.compile(r"^You put .*\. Seat 1 \(greedy\): .* Round 1 ends\.$"),
        ]
    )  # it attacked


def test_a_round_that_pays_in_tokens_says_so(page: Page, served: Served) -> None:
    def discovers(state: swenv.State) -> bool:
        after, [first, *_] = state.copy(), state.legal_actions()
        if state.game.action(first).verb != "discovery" or state.round == 4:
            return False
        after.apply(first)
        return after.round == state.round

    sit_down_when(page, served, "islands", discovers)
    assert move(page, 0)
    wait_for_turn(page)
    tab(page, "Log")
    expect(page.locator(".log .paid.soft", has_text="Round")).to_have_text(
        re.compile("^Round \\d ends and pays you nothing yet \\(tokens count at the end\\)$")
    )


def test_who_was_attacked_ends_no_turn(page: Page, served: Served) -> None:
    sit_down_when(page, served, "smallworld", lambda state: state.turn != state.to_act)
    page.get_by_role("button", name="Spread evenly").click()
    expect(page.locator(".commit")).to_have_text("Done redeploying")


def test_ships_dock_by_a_click_on_a_cell_and_a_chosen_tile_can_be_put_back(page: Page, served: Served) -> None:
    begin(page, served, "islands", "greedy", window=5)
    taken_back = 0
    for number in range(browsing.MOST_MOVES):
        wait_for_turn(page)
        if page.get_by_role("button", name="Dock your ship", exact=True).count():
            break
        if page.locator(".hint").inner_text().startswith("Choose the tile to lay"):
            before = decisions(page)
            expect(page.locator(".actions .offer.target")).to_contain_text(["", "", "just taken"])
            page.locator(".actions .offer.target").first.click()
            browsing.expect_decisions(page, before + 1)
            page.get_by_role("button", name="Undo").click()
            browsing.expect_decisions(page, before)
            taken_back += 1
        assert move(page, number)
    assert taken_back
    browsing.press(page.get_by_role("button", name="Dock your ship", exact=True))
    expect(page.locator("g.target:focus")).to_have_count(1)
    page.locator("g.target").first.click(force=True)
    expect(page.locator(".staged")).to_contain_text("lets you build")
    page.get_by_role("button", name=re.compile("Dock here|End turn")).click()
    expect(page.locator(".log")).to_contain_text("Dock your")
    ended = page.locator(".log").get_by_text(re.compile(r"Round \d ends because you docked"))
    while not ended.count():
        assert move(page, 0)
        wait_for_turn(page)


def test_a_tile_that_was_laid_is_marked_where_it_lies(page: Page, served: Served) -> None:
    sit_down_when(page, served, "islands", lambda state: state.phase == "place")
    assert move(page, 0) and move(page, 0)
    wait_for_turn(page)
    page.keyboard.press("Home")
    page.get_by_role("button", name="Forward", exact=True).click()
    marked, laid = (page.locator(each).bounding_box() for each in (".picture .acted", "[data-part=last]"))
    assert marked and laid and all(abs(marked[side] - laid[side]) < 4 for side in ("x", "y", "width", "height"))
    expect(page.locator(".player.acted")).to_have_count(0)


@pytest.mark.parametrize("phase", ["turn", "hand"])
def test_tiles_are_seen_whole_above_what_takes_back(page: Page, served: Served, phase: str) -> None:
    def holds(state: swenv.State) -> bool:
        verbs = {state.game.action(action).verb for action in state.legal_actions().tolist()}
        return state.phase == phase and (phase == "hand" or {"take", "dock_own", "dock_grey"} <= verbs)

    page.set_viewport_size({"width": 1280, "height": 720})
    sit_down_when(page, served, "islands", holds)
    boxes = [
        each.bounding_box() for each in (*page.locator(".near .tile").all(), page.get_by_role("button", name="Undo"))
    ]
    *tiles, undo = [box for box in boxes if box]
    assert len(tiles) == 3 and max(each["y"] + each["height"] for each in tiles) <= undo["y"]


def test_the_end_of_a_game_says_who_docked(page: Page, served: Served) -> None:
    def holds(state: swenv.State) -> bool:
        actions = [state.game.action(action) for action in state.legal_actions().tolist()]
        return state.round == 4 and any(action.verb == "dock_own" for action in actions)

    sit_down_when(page, served, "islands", holds)
    browsing.play_on(page)
    expect(page.locator(".news")).to_have_text(re.compile(r"Round 4 ends because (you|Seat \d \(greedy\)) docked"))
    rows = page.locator(".outcome .figures tr").all_inner_texts()  # from the sum to what made it
    sums, *parts = [[int(each) for each in re.findall(r"(?<=\t)-?\d+", row)] for row in rows[1:]]
    assert "At the end" in rows[-1] and sums == [sum(column) for column in zip(*parts, strict=True)]


@pytest.mark.parametrize("game", ["smallworld", "warcraft", "islands"])
def test_a_phone_on_its_side_shows_the_whole_board(browser: browsing.Browser, served: Served, game: str) -> None:
    for phone in browsing.opened(browser, viewport={"width": 844, "height": 390}, has_touch=True):
        begin(phone, served, game, "greedy")
        board = phone.locator(".picture svg").bounding_box()
        assert board is not None and board["height"] <= 390
        assert phone.evaluate("document.documentElement.scrollWidth") <= 844
        wait_for_turn(phone)
        phone.locator(".target, .choices button:enabled:not([hidden])").first.tap()
        expect(phone.locator(".staged, .log[data-decisions='1']").first).to_be_attached()


def test_a_phone_on_its_side_shows_the_board_of_a_game_that_is_analysed(
    browser: browsing.Browser, served: Served
) -> None:
    for phone in browsing.opened(browser, viewport={"width": 844, "height": 390}, has_touch=True):
        played(phone, served)
        phone.get_by_role("button", name="Analyse").click()
        phone.locator(".curve circle, .curve polyline").first.wait_for()
        assert phone.evaluate("document.querySelector('.picture svg').getBoundingClientRect().height") > 250


def test_a_panel_is_opened_where_it_begins(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    played(page, served)
    tab(page, "Log")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    tab(page, "Rules")
    panel, tabs = (page.locator(each).bounding_box() for each in ("#panel-Rules", "[role=tablist]"))
    assert panel and tabs and tabs["y"] + tabs["height"] <= panel["y"] + 1 < 700


def test_of_a_panel_that_is_opened_some_is_seen(page: Page, served: Served) -> None:
    sit_down(page, served)
    assert move(page, 0)
    page.set_viewport_size({"width": 390, "height": 700})
    page.evaluate("scrollTo(0, 0)")
    tab(page, "Log")
    panel = page.locator("#panel-Log").bounding_box()
    assert panel and panel["y"] < 520


def test_hints_are_closed_for_good(page: Page, served: Served) -> None:
    begin(page, served, "smallworld", "greedy", rounds=1)
    assert move(page, 0) and move(page, 0)  # there is nothing to say about a pick that the box does not say
    expect(page.locator(".coach")).to_contain_text("a region takes two tokens")
    page.get_by_role("button", name="No more hints").click()
    expect(page.locator(".coach")).to_be_hidden()
    page.reload()
    wait_for_turn(page)
    expect(page.locator(".coach")).to_be_hidden()
