"""Golden playthroughs: whole games, one file per game, number of players and mix.

A few are written out for people to read (`.txt`): the diff of these files shows what a rules change does. The others
(`.steps`) are the actions, each with a digest of the decision that it answered.

`python tests/golden/make.py` replays them from their seeds and writes the files, and `--show NAME` writes out any
game: do so before and after a change, and compare. `tests/core/test_golden.py` replays the actions of every file. If
one changes, results of older versions cannot be reproduced: say so in CHANGELOG.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import swenv
from swenv.core.action import by_verb

FOLDER = Path(__file__).parent
PLAYTHROUGHS: dict[str, tuple[str, dict[str, Any], int]] = {
    "smallworld_2p": ("smallworld", {"num_players": 2}, 6),
    "smallworld_3p": ("smallworld", {"num_players": 3}, 371),
    "smallworld_4p": ("smallworld", {"num_players": 4}, 32),
    "smallworld_5p": ("smallworld", {"num_players": 5}, 141),
    "underground_2p": ("underground", {"num_players": 2}, 340),
    "underground_3p": ("underground", {"num_players": 3}, 86),
    "underground_4p": ("underground", {"num_players": 4}, 598),
    "underground_5p": ("underground", {"num_players": 5}, 825),
    "mixed_3p": ("smallworld", {"num_players": 3, "boxes": ["base", "underground"], "places": True}, 836),
    "mixed_2p": ("underground", {"num_players": 2, "boxes": ["base", "underground"]}, 987),
    "warcraft_2p": ("warcraft", {"num_players": 2}, 61),
    "warcraft_3p": ("warcraft", {"num_players": 3}, 55),
    "warcraft_4p": ("warcraft", {"num_players": 4}, 950),
    "warcraft_5p": ("warcraft", {"num_players": 5}, 708),
    "warcraft_2p_boards": ("warcraft", {"num_players": 2, "boards": ["L2b", "S1a"]}, 831),
    "islands_2p": ("islands", {"num_players": 2}, 105),
    "islands_3p": ("islands", {"num_players": 3}, 5),
    "islands_4p": ("islands", {"num_players": 4}, 141),
    "islands_advanced_2p": ("islands", {"num_players": 2, "mode": "advanced"}, 21),
    "islands_solo": ("islands", {"num_players": 1, "level": 3}, 679),
    "islands_small_2p": ("islands", {"num_players": 2, "window": 5}, 33),
}
"""Game, options and seed of each file; of a few hundred seeds, these meet the most verbs and phases."""
WRITTEN_OUT = {"smallworld_2p", "underground_2p", "mixed_2p", "warcraft_2p", "islands_2p"}
"""The playthroughs that are written out."""
PER_LINE = 8
"""Steps on each line of the other files."""
NOT_FACTS = {"format", "game", "num_players", "round", "turn", "phase", "to_act", "last_roll", "random"}
"""Fields that never change, that are shown with each step, or that change with each step."""


def facts(document: Mapping[str, Any]) -> dict[str, str]:
    """What lies where: a short line for each field of a position, or for each thing in it."""
    told: dict[str, list[str]] = defaultdict(list)
    for field in document.keys() - NOT_FACTS:
        things = document[field]
        if isinstance(things, Mapping):
            for key, thing in things.items():
                told[f"{field} {key:>2}"].append(_plain(thing))
        elif isinstance(things, list) and any(isinstance(thing, Mapping) for thing in things):
            for number, thing in enumerate(things):
                where = f"{thing['r']:2} {thing['c']:2}" if "r" in thing else f"{number}"
                told[f"{field} {where}"].append(_plain(thing))
        else:
            told[field].append(_plain(things))
    return {name: ", ".join(said) for name, said in told.items() if any(said)}


def _plain(value: Any) -> str:
    """Write a value without punctuation, and without what is absent."""
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, Mapping):
        return " ".join(f"{key} {said}" for key, inner in value.items() if (said := _plain(inner)))
    return "" if value is None or value is False else str(value)


def legal(state: swenv.State) -> str:
    """The legal actions, grouped by verb: `conquer 3 5 7 | finish`."""
    verbs = by_verb(state.game.action(int(index)) for index in state.legal_actions())
    return " | ".join(" ".join([verb, *arguments]) for verb, arguments in verbs.items())


def played(
    game: swenv.Game, seed: int, actions: Sequence[int] | None = None
) -> Iterator[tuple[int, swenv.State, int | None]]:
    """Play a game: yield the number of each step, the state, and the action that is played next, None at the end.

    Args:
        game: The game.
        seed: Seed of the game, and of the actions unless they are given.
        actions: Indices to play, until they or the game end.
    """
    state, dice = game.new_state(seed=seed), random.Random(seed)
    number = 0
    while not state.is_over and (actions is None or number < len(actions)):
        action = dice.choice(state.legal_actions().tolist()) if actions is None else actions[number]
        yield number, state, action
        state.apply(action)
        number += 1
    yield number, state, None


def transcript(name: str, options: Mapping[str, Any], seed: int, actions: Sequence[int] | None = None) -> str:
    """Write out a game; for the arguments see `played`.

    Returns:
        The text of a playthrough that is written out.
    """
    game = swenv.load(name, **options)
    seen = hashlib.sha256()
    out = _head(name, options, seed)
    before: dict[str, str] = {}
    for number, state, action in played(game, seed, actions):
        now = facts(state.to_position())
        if state.last_roll is not None:
            out.append(f"  the die shows {state.last_roll}")
        for fact in sorted(before.keys() | now.keys()):
            if before.get(fact) != now.get(fact):
                out.append(f"  {fact}: {now.get(fact, '-')}")
        before = now
        if action is None:
            out += ["", f"returns {state.returns().tolist()}", f"observations and masks sha256:{seen.hexdigest()}", ""]
        else:
            seen.update(state.observation().tobytes() + state.mask().tobytes())
            out += [
                "",
                f"# {number}  round {state.round}  turn {state.turn}  {state.phase}  seat {state.to_act} acts",
                f"legal  {legal(state)}",
                f"action {action}: {game.action(action)}",
            ]
    return "\n".join(out)


def steps(name: str, options: Mapping[str, Any], seed: int, actions: Sequence[int] | None = None) -> str:
    """The actions of a game with a digest of each decision; for the arguments see `played`.

    Returns:
        The text of a playthrough that is not written out. Each line begins with the number of its first step.
    """
    game = swenv.load(name, **options)
    told, end = [], []
    for _, state, action in played(game, seed, actions):
        if action is None:
            end = [f"end: {digest(state)}", f"returns {state.returns().tolist()}", ""]
        else:
            told.append(f"{action} {digest(state)}")
    lines = [f"{first}: {', '.join(told[first : first + PER_LINE])}" for first in range(0, len(told), PER_LINE)]
    return "\n".join([*_head(name, options, seed), *lines, *end])


def digest(state: swenv.State) -> str:
    """Eight characters of a SHA-256 over all there is to see: position, die, legal actions, observation and mask."""
    document = json.dumps([state.to_position(), state.last_roll, legal(state)], sort_keys=True)
    return hashlib.sha256(document.encode() + state.observation().tobytes() + state.mask().tobytes()).hexdigest()[:8]


def _head(name: str, options: Mapping[str, Any], seed: int) -> list[str]:
    return [f"game: {name}", f"options: {json.dumps(dict(options))}", f"seed: {seed}"]


def read(text: str) -> tuple[str, dict[str, Any], int, list[int]]:
    """Game, options, seed and actions of a playthrough file of either kind."""
    head = dict(re.findall(r"^(game|options|seed): (.+)$", text, re.M))
    actions = re.findall(r"^action (\d+):|[:,] (\d+) [0-9a-f]{8}\b", text, re.M)
    return head["game"], json.loads(head["options"]), int(head["seed"]), [int(one or other) for one, other in actions]


def replay(path: Path) -> str:
    """Replay a playthrough file action by action, and write it anew."""
    return _written(path.stem)(*read(path.read_text(encoding="utf-8")))


def _written(playthrough: str) -> Callable[..., str]:
    """The function that writes a playthrough."""
    return transcript if playthrough in WRITTEN_OUT else steps


def path_of(playthrough: str) -> Path:
    """The path of a playthrough file."""
    return FOLDER / f"{playthrough}.{'txt' if playthrough in WRITTEN_OUT else 'steps'}"


def main() -> int:
    """Write the files, or show a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", choices=PLAYTHROUGHS, metavar="NAME", help="write out one game to the terminal")
    arguments = parser.parse_args()
    if arguments.show:
        print(transcript(*PLAYTHROUGHS[arguments.show]))
        return 0
    for playthrough, (name, options, seed) in PLAYTHROUGHS.items():
        path = path_of(playthrough)
        text = _written(playthrough)(name, options, seed)
        same = path.exists() and path.read_text(encoding="utf-8") == text
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'unchanged' if same else 'written'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
