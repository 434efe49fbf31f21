"""Facts: truths of the rules as a text that can be read like the rulebook, and the runner that checks them.

`facts/` has a folder for each box, and in it a file for each thing that facts are about. A file begins with its game,
and options of it for all its facts if it has any: `game: smallworld boxes=base,underground`. A line like `let PAIR:
CC1@8,8r2 CD1@9,8r0` gives words a name, for the facts below it.
A fact is a line with its rules and one sentence, a position, actions, and what is true then:

    UG-INT-2 UG-CLAR-12  The rest of an own declined stack is redeployed at the end of the turn.
      seats: liches wise hand 2, declined kraken tomb | -
      board: 5 liches; 0 kraken*3; 1 kraken
      play:  conquer 0; deploy_rest 5
      then:  phase withdrawn; deploy_rest 1
      play:  deploy_rest 1
      then:  1 kraken*3; tray kraken 7

What the other lines may say is told by `facts_boards`, and for Small Islands by `facts_islands`; what can be true, by
their `check`. Instead of a `then` line the one above it may end with `-> what must be true`.
`never` in its place, or `-> never` and the text: no game has this position, which is refused with that text; or it can
be tried and is played on to the end, but the text is the first of its problems.

`judged` among what is true then: the referee agrees on what is legal in each position since the last one stated, on
all that each of these actions brings, and on what is legal then; so it need not be told here.

A line of the position after a `then` begins another case of the same fact, in which the other lines are as before;
`again:` begins another case from the same position, and `again: finish` one with that action. `each: PLACE altar crypt`
above the other lines repeats the fact with each of these words in the place of PLACE; `each: LAND 0 | 1 5` has values
of several words, and `each: LAND COINS 0 3 | 5 2 1` several names, of which the last takes what is left of each case;
if more of them have several words, ` / ` stands between them: `each: OWN LAND drow tomb / 0 5 | kraken / 1`. A second
such line goes along with the first, case by case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import pytest

import facts_boards
import facts_islands
import roundtrips
import swenv
from chapters import parts
from referee.play import judge_all

FOLDER = Path(__file__).parent / "facts"
POSITION = ("seats", "board", "with")
"""The lines that state a position."""


@dataclass(frozen=True)
class Fact:
    """One truth of the rules.

    Attributes:
        rules: The rules that state it.
        says: The sentence.
        game: The name of the game, and its options.
        lines: Key and text of the lines below it.
    """

    rules: tuple[str, ...]
    says: str
    game: str
    lines: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.rules[0]} {self.says}"


def read(text: str) -> Iterator[Fact]:
    """Yield the facts of a file.

    Raises:
        ValueError: a line is none of those of a fact.
    """
    game, head, lines = "", None, []
    names: dict[str, str] = {}
    for line in [*text.splitlines(), "#end"]:
        for name in names if line.startswith((" ", "let ")) else ():
            line = _renamed(line, name, names[name])
        if line.startswith("let "):
            name, _, names[name] = line.removeprefix("let ").partition(": ")
            continue
        if line.startswith("#end") or (line and not line.startswith((" ", "#", "game:"))):
            if head:
                yield Fact(tuple(head[1].split()), head[2], game, tuple(lines))
            head, lines = re.fullmatch(r"((?:[A-Z]+(?:-[A-Z0-9]+)+ )+) (.+\.)", line), []
            if not head and not line.startswith("#end"):
                raise ValueError(f"neither rules with a sentence nor a line below one: {line}")
        elif line.startswith("game:"):
            game = line.removeprefix("game:").strip()
        elif line.strip() and not line.lstrip().startswith("#"):
            line, _, then = line.partition("-> ")
            key, _, said = f"{line.strip()} ".partition(": ")
            if key in (*POSITION, "each", "play", "then", "again", "never"):
                if key == "again":
                    lines.append((key, ""))
                    key = "play"
                if key != "play" or said.strip():
                    lines.append((key, said.strip()))
            else:  # the line before goes on
                before, said = lines.pop()
                lines.append((before, f"{said} {line.strip()}"))
            if then:
                key = "never" if then.startswith("never ") else "then"
                lines.append((key, then.removeprefix("never ").strip()))


def all_facts() -> list[Fact]:
    """The facts of all files."""
    return [fact for path in sorted(FOLDER.rglob("*.facts")) for fact in read(path.read_text(encoding="utf-8"))]


def run(fact: Fact) -> None:
    """Check a fact.

    Raises:
        AssertionError: something is not as it says.
    """
    each = [_cases(text) for key, text in fact.lines if key == "each"]
    rest = tuple(line for line in fact.lines if line[0] != "each")
    for case in zip(*each, strict=True) if each else [()]:
        lines = rest
        for name, value in chain(*case):
            lines = tuple((key, _renamed(text, name, value)) for key, text in lines)
        _run(replace(fact, lines=lines))


def _cases(text: str) -> list[list[tuple[str, str]]]:
    """The names of an `each` line with their values, case by case."""
    head = re.match(r"([A-Z]+ +)+", text)
    assert head, text
    names, values = head[0].split(), text[head.end() :]
    cases = parts(values, "|") if "|" in values else values.split()
    rows = [parts(case, " / ") if " / " in case else case.split(maxsplit=len(names) - 1) for case in cases]
    return [list(zip(names, row, strict=True)) for row in rows]


def _renamed(text: str, name: str, value: str) -> str:
    """The text with something else in the place of a name, which may stand beside anything but letters."""
    return re.sub(rf"(?<![A-Za-z]){name}(?![A-Za-z])", value, text)


def _run(fact: Fact) -> None:
    words = facts_islands if fact.game == "islands" else facts_boards
    stated: dict[str, str] = {}
    state: swenv.State | None = None
    unchecked: set[str] = set()
    seen: list[swenv.State] = []
    for key, said in fact.lines:
        if key in (*POSITION, "again"):
            assert not unchecked & {key, "play"}, f"{fact}\n  {key}: {said}\n  nothing is checked before this"
        unchecked = set() if key in ("then", "never") else unchecked | {key}
        if key == "board" and words.states_seats(said):
            stated.pop("seats", None)
        if key in POSITION:
            stated[key] = said
        if key in (*POSITION, "again"):
            state = None
            seen.clear()
            continue
        more = stated.get("with", "")
        board = stated.get("board", "")
        if key == "play" and said.startswith(facts_boards.CHOICES) and "phase " not in f"{board} {more}":
            more += "; phase choose"
        position = (fact.game, stated.get("seats", ""), board, more)
        if key == "never":
            with pytest.raises(ValueError, match=re.escape(said)):
                tried = words.stand(*position)
                roundtrips.objection(tried.copy)
                raise ValueError(*tried.problems()[:1])
            continue
        if state is None:
            state = words.stand(*position)
            seen.append(state.copy())
        for part in parts(said):
            if key == "play":
                state = words.act(state, part)
                seen.append(state.copy())
            elif part == "judged":
                for each in seen:
                    judge_all(each)
            else:
                got, wanted = words.check(state, part)
                assert got == wanted, f"{fact}\n  {key}: {said}\n  {part}: it is {got}"
    assert not unchecked, f"{fact}\n  nothing is checked at the end"
    if state is not None:
        assert state.game.from_position(state.to_position()) == state, f"{fact}\n  the last position does not come back"
