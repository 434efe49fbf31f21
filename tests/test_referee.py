"""The referee judges every step of random games, and finds what a game does against the rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import swenv
from referee import Document, Impossible, after, legal, returns
from referee.play import Disagreement, check, choose, judge, judge_step, main
from rulebook import ids_in, known_ids

DEEP = {
    "races": ["amazons", "elves", "ghouls", "giants", "halflings", "skeletons", "sorcerers", "trolls"],
    "powers": ["berserk", "bivouacking", "diplomat", "dragon_master", "flying", "seafaring", "spirit", "stout"],
}
"""Pieces with much to decide, in piles so small that badges are shuffled anew (SW-COL-6)."""


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_smallworld_agrees_with_the_referee_at_every_step(num_players: int) -> None:
    assert check("smallworld", 2, num_players, num_players, rounds=3)["steps"] > 30


@pytest.mark.parametrize(
    ("num_players", "options"),
    [
        (2, {"own_decline_defends": True, "rounds": 6}),
        (2, {"substitution_needs_hand": False, "rounds": 6}),
        (2, {"map": "smallworld-5p", "rounds": 3}),
        (3, DEEP),
        (2, {"powers": DEEP["powers"][:6], "rounds": 6}),
    ],
)
def test_smallworld_agrees_with_the_referee_whatever_the_options(num_players: int, options: dict[str, Any]) -> None:
    assert check("smallworld", 1, 7, num_players, **options)["games"] == 1


def test_a_race_with_nothing_left_converts_nothing() -> None:
    game = swenv.load("smallworld", num_players=2, substitution_needs_hand=False)
    races = [
        {"race": "sorcerers", "power": "flying", "status": "active"},
        {"race": "humans", "power": "merchant", "status": "active"},
    ]
    document = {
        "format": "swenv-position/1",
        "game": "smallworld",
        "seats": [{"coins": 0, "races": [race]} for race in races],
        "regions": {"4": {"owner": 1, "race": "humans", "tokens": 1}},
    }
    assert legal(game.from_position(document).to_position(), game.options) == {"decline", "finish"}  # SW-INT-153


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


@pytest.mark.parametrize("field", ["coins", "round", "tray", "regions", "turn_state", "random"])
def test_a_field_that_differs_is_reported_with_the_action(field: str) -> None:
    game, state = begun()
    before = state.to_position()
    action = sorted(text for text in legal(before, game.options) if text.startswith("conquer"))[0]
    state.apply(action)
    wrong = damaged(state.to_position(), field)
    with pytest.raises(Disagreement, match=f"(?s){field}.*{action}"):
        judge_step(before, action, wrong, game.options)


def damaged(document: Document, field: str) -> Document:
    """A document in which one thing is not as it should be."""
    changes: dict[str, Document] = {
        "coins": {"seats": [{**document["seats"][0], "coins": 99}, document["seats"][1]]},
        "round": {"round": 2},
        "tray": {"tray": document["tray"] | {"elves": 3}},
        "regions": {"regions": {}},
        "turn_state": {"turn_state": document["turn_state"] | {"attacked": [1]}},
        "random": {"random": "0" * 16},
    }
    return {**document, **changes[field]}


def test_a_roll_that_the_die_does_not_have_is_impossible() -> None:
    game, state = begun()
    document = state.to_position()
    who = document["seats"][0]["races"][0]
    document["regions"] |= {"1": {"owner": 0, "race": who["race"], "tokens": who["hand"] - 1}}
    who["hand"] = 1
    dear = next(text for text in sorted(legal(document, game.options)) if text.startswith("conquer"))
    with pytest.raises(Impossible, match="die"):
        after(document, dear, document | {"last_roll": 4}, game.options)


@pytest.mark.parametrize(
    ("coins", "tokens", "worth"),
    [
        ([9, 8, 7], [1, 2, 3], [1, -0.5, -0.5]),
        ([9, 9, 7], [1, 2, 3], [-0.5, 1, -0.5]),  # SW-END-3
        ([9, 9, 7], [2, 2, 3], [0.5, 0.5, -1]),  # SW-END-4
        ([9, 9, 9], [2, 2, 2], [0, 0, 0]),
    ],
)
def test_tokens_on_the_map_break_a_tie(coins: list[int], tokens: list[int], worth: list[float]) -> None:
    document = swenv.load("smallworld", num_players=3).new_state(seed=1).to_position()
    document["seats"] = [{**entry, "coins": own} for entry, own in zip(document["seats"], coins, strict=True)]
    document["regions"] = {
        str(seat): {"owner": seat, "race": "elves", "tokens": number} for seat, number in enumerate(tokens)
    }
    assert returns(document) == worth


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
    named = set().union(*(ids_in(path.read_text()) for path in (Path(__file__).parent / "referee").glob("*.py")))
    assert named
    assert not named - known_ids()
