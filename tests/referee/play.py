"""Random games in which the referee judges every step.

python tests/referee/play.py --game smallworld --players 3 --steps 100000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import swenv
from referee import Document, Impossible, after, legal, opening, returns
from referee.islands import asking, events

COMMON = {"deploy": 0.4, "deploy_rest": 1.0, "abandon": 0.15, "finish": 0.2, "decline": 0.12, "pick": 1.0}
"""How likely these verbs are chosen, beside 1 for each other one that is legal."""
ENDS = {"dock_own": (1.0, 0.3, 0.05, 1e-9), "dock_grey": (1.0, 0.3, 0.05, 1e-9), "pass": (0.8, 0.3, 1e-9)}
"""The same for verbs that end something, drawn for each game: so some games are short, some long."""


def differences(found: Any, wanted: Any, path: str = "") -> Iterator[str]:
    """What differs between two documents, field by field: the referee's first, then the true one."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in [*found, *(key for key in wanted if key not in found)]:
            yield from differences(found.get(key), wanted.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for index, pair in enumerate(zip(found, wanted, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif found != wanted or type(found) is not type(wanted):
        yield f"{path}: the referee says {found!r}, the game {wanted!r}"


class Disagreement(AssertionError):
    """The referee and the game differ."""

    def __init__(self, what: list[str], document: Document, action: str | None) -> None:
        super().__init__("\n".join([*what, f"action: {action}", json.dumps(document)]))


def judge(document: Document, texts: set[str], options: Any) -> None:
    """Compare the legal actions of a position with the referee's."""
    own = legal(document, options)
    if own != texts:
        what = [f"only the referee: {sorted(own - texts)}", f"only the game: {sorted(texts - own)}"]
        raise Disagreement(what, document, None)


def judge_opening(truth: Document, options: Any) -> None:
    """Compare the first position of a game with the referee's."""
    compare(lambda: opening(truth, options), truth, truth, None)


def judge_step(document: Document, action: str, truth: Document, options: Any) -> None:
    """Compare the next position with the referee's."""
    compare(lambda: after(document, action, truth, options), truth, document, action)


def judge_end(document: Document, worth: list[float]) -> None:
    """Compare what a game that is over is worth to each seat (`reward="win"`) with the referee's."""
    own = returns(document)
    if any(abs(due - came) > 1e-6 for due, came in zip(own, worth, strict=True)):
        raise Disagreement([f"returns: the referee says {own}, the game {worth}"], document, None)


def compare(judgement: Callable[[], Document], truth: Document, document: Document, action: str | None) -> None:
    try:
        own = judgement()
    except Impossible as reason:
        raise Disagreement([f"impossible: {reason}"], document, action) from reason
    if own != truth:
        raise Disagreement(list(differences(own, truth)), document, action)


def choose(texts: Iterable[str], dice: random.Random, weights: Mapping[str, float] = COMMON) -> str:
    """A verb first, rare ones as likely as others, then one of its actions."""
    verbs = sorted({text.split()[0] for text in texts})
    verb = dice.choices(verbs, [weights.get(verb, 1.0) for verb in verbs])[0]
    return dice.choice(sorted(text for text in texts if text.split()[0] == verb))


def check(
    name: str, games: int, seed: int, num_players: int = 2, steps: int | None = None, **options: Any
) -> Counter[str]:
    """Play random games and judge every step; returns how often verbs, races and powers were seen.

    Args:
        name: The game.
        games: How many games, at most.
        seed: The seed of the first game and of all choices; the next game has the next seed.
        num_players: Number of seats.
        steps: Stop after so many steps.
        options: Further options of `swenv.load`, all but `reward`.

    Raises:
        Disagreement: The referee and the game differ.
    """
    game = swenv.load(name, num_players=num_players, **options)
    seen = Counter({f"verb {verb.name}": 0 for verb in game.verbs})
    dice = random.Random(seed)
    for number in range(seed, seed + games):
        state = game.new_state(seed=number)
        judge_opening(state.to_position(), game.options)
        expect(seen, state.to_position())
        seen.update(check_onward(state, dice, steps and steps - seen["steps"]))
        seen["games"] += 1
        if seen["steps"] == steps:
            break
    return seen


def check_onward(state: swenv.State, dice: random.Random, steps: int | None = None) -> Counter[str]:
    """Play a game on to its end, or so many steps, as `check` does."""
    seen, document, options = Counter[str](), state.to_position(), state.game.options
    weights = COMMON | {verb: dice.choice(shares) for verb, shares in ENDS.items()}
    while seen["steps"] != steps:
        texts = {str(state.game.action(action)) for action in state.legal_actions()}
        judge(document, texts, options)
        if state.is_over:
            judge_end(document, list(state.returns()))
            break
        if document["game"] == "islands" and dice.random() < 0.5:
            texts = asking(document, texts) or texts
        action = choose(texts, dice, weights)
        state.apply(action)
        before, document = document, state.to_position()
        judge_step(before, action, document, options)
        note(seen, action, document)
        seen.update(events(before, document) if document["game"] == "islands" else ())
    return seen


def judge_position(state: swenv.State, options: Document) -> Document:
    """Judge what is legal in a position, or what it is worth, and return its document."""
    document = state.to_position()
    judge(document, {str(state.game.action(action)) for action in state.legal_actions()}, options)
    if state.is_over:
        judge_end(document, list(state.returns()))
    return document


def judge_all(state: swenv.State) -> None:
    """Judge a position, which can be read back, and each one that an action leads to."""
    options = state.game.options
    document = judge_position(state, options)
    assert state.game.from_position(document) == state
    for action in state.legal_actions():
        follower = state.copy()
        follower.apply(int(action))
        judge_step(document, str(state.game.action(action)), judge_position(follower, options), options)


def expect(seen: Counter[str], document: Document) -> None:
    """Count races and powers from zero, so that the table shows those that were never picked."""
    for kind, pile in (("race", "race_stack"), ("power", "power_stack")):
        for name in [*(row[kind] for row in document.get("column", ())), *document.get(pile, ())]:
            seen[f"{kind} {name}"] += 0


def note(seen: Counter[str], action: str, document: Document) -> None:
    seen["steps"] += 1
    seen[f"verb {action.split()[0]}"] += 1
    seen[f"phase {document['phase']}"] += 1
    if action.startswith("pick"):
        combo = document["seats"][document["turn"]].get("races", [{}])[0]
        seen[f"race {combo.get('race')}"] += 1
        seen[f"power {combo.get('power')}"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games in which the referee judges every step.")
    parser.add_argument("--game", default="smallworld")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", type=json.loads, default={}, help="further options of the game, as JSON")
    asked = parser.parse_args()
    began = time.process_time()
    seen = check(asked.game, asked.steps, asked.seed, asked.players, asked.steps, **asked.options)
    rate = seen["steps"] / (time.process_time() - began)
    print(f"{seen['steps']} steps of {seen['games']} games, {rate:.0f} a second of processor time")
    for kind in ("verb", "phase", "race", "power"):
        found = sorted(
            (what.removeprefix(f"{kind} "), number) for what, number in seen.items() if what.startswith(kind)
        )
        print(f"{kind}s: " + ", ".join(f"{what} {number}" for what, number in found))


if __name__ == "__main__":
    main()
