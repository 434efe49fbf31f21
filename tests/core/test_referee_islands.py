"""The engine plays Small Islands as the referee does; the referee reads the rules as the worked examples do."""

from __future__ import annotations

import ast
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from randomplay import busy_walk
from referee import archipelago, islands
from referee.archipelago import BOX, CARDS, RESOURCES, Document, Island, meets, points
from referee.islands import Impossible, after, opening
from referee.play import check, check_onward
from scenes_islands import SETTINGS, scenes, setting
from support import many

QUICK = ("2", "window-5", "window-15", "advanced-2", "advanced-3", "shortcuts", "solo-1", "solo-advanced-6")
"""Games of every number of players in both modes."""
SOME = [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in SETTINGS]


# Random games


@pytest.mark.rule("SI-INV-1", "SI-INV-2", "SI-INV-3", "SI-INV-4", "SI-INV-5", "SI-INV-6", "SI-INV-7", "SI-STATE-1")
@pytest.mark.rule("SI-ACT-2", "SI-ACT-3", "SI-ACT-6", "SI-ACT-12", "SI-TILE-5", "SI-TILE-6")
@pytest.mark.parametrize("key", SOME)
def test_random_games_are_played_by_the_rules(key: str) -> None:
    for seed in range(many(1 if key in QUICK else 2)):
        met = check("islands", 1, seed, **SETTINGS[key])
        assert met["phase over"] == 1
        assert met["steps"] <= 600


@pytest.mark.rule("SI-END-2", "SI-EXPL-9", "SI-TIE-1", "SI-INT-28", "SI-SOLO-10", "SI-SOLO-11", "SI-SOLO-12")
@pytest.mark.parametrize(
    ("key", "seeds"),
    [
        *((key, range(6)) for key in ("advanced-3", "solo-1")),
        *(pytest.param(key, range(100, 100 + many(2)), marks=pytest.mark.slow) for key in SETTINGS),
    ],
)
def test_rare_things_happen_by_the_rules(key: str, seeds: range) -> None:
    for seed, state in enumerate(scenes(setting(key), seeds)):
        check_onward(state, random.Random(seed))


EVENTS = {
    "Alexis docks", "Alexis finds no tile", "Alexis lays no tile", "Alexis shuffles", "Alexis takes the human's ship",
    "houses run short", "no tile is laid", "over: no ship", "over: no tiles", "over: stuck", "somebody is stuck",
    "three tokens are drawn", "tie",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(many(1) == 1, reason="is about the sample, of which the other tests play a part")
def test_random_games_meet_every_phase_verb_and_rare_event() -> None:
    """The comparison is only as good as the positions that random play comes through."""
    cards = {name for name in CARDS if name[0] in "MGR"}
    game = setting("2")
    parts = {"phase": game.phases, "verb": [verb.name for verb in game.verbs], "card": cards}
    wanted = {f"{kind} {name}" for kind, names in parts.items() for name in names} | EVENTS
    games = (check("islands", 2, 3, **options) for options in SETTINGS.values())
    begun = enumerate(state for key in ("2", "solo-1") for state in scenes(setting(key), range(20)))
    for met in chain(games, (check_onward(state, random.Random(seed)) for seed, state in begun)):
        wanted -= (+met).keys()
        if not wanted:
            break
    assert not wanted


# The referee notices


def spoilt(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] if value else [0]
    if isinstance(value, dict):
        name = sorted(value)[0]
        return {**value, name: spoilt(value[name])}
    return 0 if value is None else value + "?"


def spoilt_fields(document: Document) -> Iterator[tuple[str, Document]]:
    """The position with one field after the other spoilt; what only chance decides is left out."""
    parts = [document, *document["seats"], document["turn_state"], document.get("alexis", {})]
    for number, part in enumerate(parts):
        for name in sorted(part.keys() - {"seats", "turn_state", "alexis", "random"}):
            wrong = pickle.loads(pickle.dumps(document))
            again = [wrong, *wrong["seats"], wrong["turn_state"], wrong.get("alexis", {})][number]
            again[name] = spoilt(again[name])
            yield f"{name} of part {number}", wrong


@pytest.mark.parametrize("key", ["advanced-3", "solo-1"])
def test_the_referee_lets_no_field_of_an_outcome_go_wrong(key: str) -> None:
    """Of every kind of step in a game, whatever field of the outcome is spoilt; a third of the fields each time."""
    loaded, seen = setting(key), set()
    before, done = None, ""
    for state, action in busy_walk(loaded, seed=5):
        document = state.to_position()
        kind = (before and before["phase"], document["phase"], done.split(" ")[0])
        if before is not None and kind not in seen:
            seen.add(kind)
            assert after(before, done, document, loaded.options) == document
            for name, wrong in islice(spoilt_fields(document), len(seen) % 3, None, 3):
                try:
                    unnoticed = after(before, done, wrong, loaded.options) == wrong
                except (Impossible, LookupError, TypeError):
                    unnoticed = False
                assert not unnoticed, f"{name} after {done}"
        before, done = document, str(loaded.action(action)) if action >= 0 else ""
    assert len(seen) > 12


@pytest.mark.parametrize("key", ["2", "advanced-3", "solo-1"])
def test_the_referee_lets_no_field_of_a_set_up_go_wrong(key: str) -> None:
    loaded = setting(key)
    document = loaded.new_state(seed=3).to_position()
    assert opening(document, loaded.options) == document
    for name, wrong in spoilt_fields(document):
        if name in {"seed of part 0", "first of part 0", "num_players of part 0"}:
            continue
        with pytest.raises((Impossible, LookupError, TypeError, AssertionError)):
            assert opening(wrong, loaded.options) == wrong, name
            pytest.fail(f"{name} was not noticed")


def test_the_referee_shares_nothing_with_the_engine() -> None:
    for module in (archipelago, islands):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        for node in tree.body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.startswith("swenv") for name in names)


# The worked examples: a referee that agreed with the engine in a mistake would be worth nothing


def examples(kind: str) -> list[dict[str, Any]]:
    """The worked examples of a kind."""
    return [example for example in BOX["examples"] if example["kind"] == kind]


def test_the_referee_meets_the_goals_of_the_examples() -> None:
    for example in examples("goal"):
        goal = CARDS[example["goal_card"]]["goal"]
        assert meets(goal, Counter(example["symbols"])) == example["expect"], example["id"]


def test_the_referee_pays_the_rewards_of_the_examples() -> None:
    for example in examples("reward"):
        reward = CARDS[example["reward_card"]]["reward"]
        for entry in example["islands"]:
            symbols = Counter(entry.get("symbols", {}))
            island = Island({(0, c, 0) for c in range(entry.get("size", 2))}, symbols, [], [], [])
            most = max(RESOURCES, key=symbols.__getitem__)
            assert points(reward, island, most) == entry["pp"], example["id"]


@pytest.mark.rule("SI-TIE-1", "SI-SOLO-14")
def test_the_referee_knows_who_wins() -> None:
    def due(**changes: Any) -> list[float]:
        tile = {"tile": "CC1", "r": 8, "c": 8, "rot": 0}
        seats = [{"prestige": 40, "last_placement": number} for number in (2, 3, 1)]
        document = {"num_players": 3, "window": 17, "tiles": [tile], "ships": [], "houses": [], "markers": []}
        return islands.returns({**document, "seats": seats, **changes})

    ships = [{"r": 9, "c": 8, "owner": 0}, {"r": 9, "c": 9, "owner": "grey"}]
    house = {"r": 8, "c": 8, "seat": 2}
    assert due() == [-0.5, 1, -0.5], "whoever laid something last"
    assert due(ships=ships) == [1, -0.5, -0.5], "ports around the own ship"
    assert due(ships=ships, houses=[house]) == [-0.5, -0.5, 1], "houses"
    alone = [{"prestige": 60, "last_placement": 3}]
    assert due(num_players=1, seats=alone, alexis={"prestige": 60}) == [-1]
    assert due(num_players=1, seats=alone, alexis={"prestige": 59}) == [1]
