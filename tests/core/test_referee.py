"""The referee judges every step of random games, and finds what a game does against the rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import swenv
from boxes import WARCRAFT_BADGE, WARCRAFT_TRAY
from documents import at
from randomplay import BOARDS, BOTH, MIXES, board_game, haunted_game
from referee import Document, Impossible, after, legal, opening
from referee.play import Disagreement, check, check_onward, choose, judge, judge_step, main, note
from rulebook import ids_in, known_ids
from scenes_warcraft import Scene
from support import many
from swenv.smallworld.game import CHOICES

DEEP = {
    "races": ["amazons", "elves", "ghouls", "giants", "halflings", "skeletons", "sorcerers", "trolls"],
    "powers": ["berserk", "bivouacking", "diplomat", "dragon_master", "flying", "seafaring", "spirit", "stout"],
}
"""Pieces with much to decide, in piles so small that badges are shuffled anew (SW-COL-6)."""
SHORT = {"powers": ["alchemist", "commando", "flying", "hill", "merchant", "mounted", "seafaring", "swamp"]}
"""So few badges that the column is short, and filled at the next pick with those discarded later (SW-COL-6)."""
STARVED = {
    "races": ["draenei", "ethereals", "forsaken", "gnomes", "goblins", "humans", "naga", "pandaren", "tauren", "orcs"],
    "powers": ["beastmasters", "champions", "conquerors", "defenders", "portal_mages", "sentinels", "strongmen"],
    "own_decline_defends": True,
}
"""Pieces of Warcraft with much to decide, and so few badges that rows wait for them (SW-COL-6)."""
SWITCHED: dict[str, Any] = {
    "own_decline_defends": True,
    **{name: values[-1] for name, values in CHOICES.items() if name != "reward"},
}
"""Every ruling that can be chosen, the other way."""


@pytest.mark.rule("SW-INV-1", "SW-INV-2", "SW-INV-3", "SW-INV-4", "SW-INV-5", "SW-INV-6", "SW-INV-7", "SW-INV-8")
@pytest.mark.rule("WW-SETUP-1", "WW-SETUP-5", "WW-SETUP-7", "WW-SETUP-8", "WW-DIFF-1", "WW-DIFF-9")
@pytest.mark.parametrize(
    ("name", "num_players", "options"),
    [
        *(("smallworld", number, {"rounds": 6}) for number in BOARDS),
        ("smallworld", 2, {"own_decline_defends": True, "rounds": 6}),
        ("smallworld", 2, {"substitution_needs_hand": False, "rounds": 6}),
        ("smallworld", 2, {"map": "smallworld-5p", "rounds": 3}),
        ("smallworld", 3, DEEP),
        ("smallworld", 2, {"powers": DEEP["powers"][:6], "rounds": 6}),
        ("smallworld", 4, SHORT),
        *(("underground", number, {"rounds": 4}) for number in BOARDS),
        ("smallworld", 3, {"boxes": BOTH, "places": True, "rounds": 5}),
        ("underground", 3, {"boxes": BOTH, "places": False, "rounds": 5}),
        ("underground", 3, {"boxes": BOTH, "rounds": 5}),
        ("underground", 3, {"map": haunted_game(3).options["map"], "rounds": 5}),
        ("underground", 3, {**SWITCHED, "rounds": 5}),
        ("warcraft", 2, {}),
        *(("warcraft", number, {"rounds": 3}) for number in BOARDS[1:]),
        ("warcraft", 4, STARVED),
    ],
)
def test_the_referee_agrees_at_every_step(name: str, num_players: int, options: dict[str, Any]) -> None:
    assert check(name, 1, num_players, num_players, **options)["steps"] > 20


PAIRS = list(zip(cycle(sorted(WARCRAFT_TRAY)), sorted(WARCRAFT_BADGE)))
"""Each power of Warcraft with a race, and each race with a power."""


@pytest.mark.slow
@pytest.mark.parametrize("num_players", BOARDS)
def test_the_referee_agrees_where_much_happens_at_once(num_players: int) -> None:
    """A scene for each power of Warcraft with a race, played on; a quarter of them on each number of boards."""
    loaded = board_game(num_players, "warcraft")
    for seed, (race, power) in list(enumerate(PAIRS))[num_players - 2 :: 4]:
        assert check_onward(Scene(loaded, seed, race, power).state(), random.Random(seed), steps=30)["steps"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in MIXES if not key.startswith(("islands", "boards"))])
def test_many_games_agree_with_the_referee(key: str) -> None:
    name, options = MIXES[key]
    assert check(name, many(1), 11, **options)["games"] == many(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["smallworld", "underground", "warcraft"])
def test_random_games_meet_every_verb_race_and_power(name: str) -> None:
    """The referee is only as good as the positions that it comes to see."""
    verbs = {f"verb {verb.name}" for verb in swenv.load(name).verbs}
    races = {f"race {race.name}" for race in swenv.load(name).races}  # type: ignore[attr-defined]
    powers = {f"power {power.name}" for power in swenv.load(name).powers}  # type: ignore[attr-defined]
    wanted = (verbs | races | powers) - RARE[name]
    seen, dice = Counter[str](), random.Random(40)
    for number in 6 * BOARDS:
        if not wanted - seen.keys():
            break
        state = swenv.load(name, num_players=number).new_state(seed=dice.randrange(10**6))
        while not state.is_over:
            action = choose([str(state.game.action(each)) for each in state.legal_actions()], dice)
            state.apply(action)
            note(seen, action, state.to_position())
    assert not wanted - seen.keys()


RARE: dict[str, set[str]] = {
    "smallworld": set(),
    "underground": {"verb decline_by_stonehedge"},
    "warcraft": {"verb pay"},
}
"""What random games come to too seldom; facts and scenes do."""


@pytest.mark.parametrize("marker", [{}, {"face_down": "ashes"}])
def test_markers_that_cannot_have_been_drawn_are_impossible(marker: Document) -> None:
    game = swenv.load("warcraft", num_players=2, boards=["L2a", "S2b"])
    truth = game.new_state(seed=3).to_position()
    truth["regions"] |= {"6": {"face_down": "ashes"}, "17": {"murloc": 1, **marker}}
    with pytest.raises(Impossible, match="markers"):
        opening(truth, game.options)


def begun() -> tuple[swenv.Game, swenv.State]:
    """A game after its first pick."""
    game = swenv.load("smallworld", num_players=2)
    state = game.new_state(seed=4)
    state.apply("pick 0")
    return game, state


def test_an_action_too_many_or_too_few_is_reported() -> None:
    game, state = begun()
    document = state.to_position()
    texts = legal(document, game.options)
    judge(document, texts, game.options)
    for wrong in (texts - {"finish"}, texts | {"decline"}):
        with pytest.raises(Disagreement, match=r"finish|decline"):
            judge(document, wrong, game.options)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("seats", 0, "coins"), 99),
        (("round",), 2),
        (("regions",), {}),
        (("random",), "0" * 16),
        (("turn_state", "attacked"), [1]),
        (("tray", "elves"), 3),
    ],
)
def test_a_field_that_differs_is_reported_with_the_action(path: tuple[Any, ...], value: Any) -> None:
    game, state = begun()
    before = state.to_position()
    action = sorted(text for text in legal(before, game.options) if text.startswith("conquer"))[0]
    state.apply(action)
    wrong = state.to_position()
    at(wrong, path[:-1])[path[-1]] = value
    with pytest.raises(Disagreement, match=f"(?s){path[-1]}.*{action}"):
        judge_step(before, action, wrong, game.options)


def test_a_roll_that_the_die_does_not_have_is_impossible() -> None:
    game, state = begun()
    document = state.to_position()
    who = document["seats"][0]["races"][0]
    document["regions"] |= {"1": {"owner": 0, "race": who["race"], "tokens": who["hand"] - 1}}
    who["hand"] = 1
    dear = next(text for text in sorted(legal(document, game.options)) if text.startswith("conquer"))
    with pytest.raises(Impossible, match="die"):
        after(document, dear, document | {"last_roll": 4}, game.options)


def test_a_random_choice_prefers_no_action_for_having_many_regions() -> None:
    texts = [f"conquer {region}" for region in range(40)] + ["roll"]
    picked = [choose(texts, random.Random(seed)) for seed in range(200)]
    assert 60 < picked.count("roll") < 140


def test_the_command_reports_how_often_it_saw_what(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["play.py", "--steps", "60", "--options", '{"rounds": 3}'])
    main()
    told = capsys.readouterr().out
    assert told.startswith("60 steps")
    assert "verbs: " in told and "conquer" in told and "powers: " in told


def test_clauses_name_rules_that_exist() -> None:
    named = set().union(*(ids_in(path.read_text()) for path in (Path(__file__).parents[1] / "referee").glob("*.py")))
    assert named
    assert not named - known_ids()
