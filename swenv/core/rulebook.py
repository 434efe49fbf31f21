"""Looks up rules by id in the pages of docs/rules, for people who ask what forbids or pays something."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from pathlib import Path

import swenv
from swenv.core import registry

ID = re.compile(r"[A-Z]{2}-[A-Z]+(?:-[A-Z0-9]+)+", re.IGNORECASE)
_TAG = r" *`?\[(?:FAQ\] [A-H](?:, [A-H])*\b|(?:seed|FAQ|decision|web|scan)[^\]]*\]`?)"
"""Sources of a rule, among them answers of an FAQ by their letters, and reasons for a ruling."""
_TAGS = re.compile(rf"(?:{_TAG})+(?:;[^\[\]]*(?:{_TAG})+)*")
"""Several of these; after a semicolon, the purpose of one."""
_PLACES = (r"#+ {}\b", r"(?:[-*] )?\*\*{}(?! details| scope)\b", r"\| (?:\*\*)?{}\b", r"(?:\d+\. )?{}\b", r".*\b{}\b")
"""How the line of a rule begins: heading, bold, table row, paragraph or list item; other rules are within a line."""
_LAST = ("TERM", "COMP", "SETUP", "DIFF", "INT", "CLAR", "ED", "SOLO")
"""Kinds of rules that are found last: terms, what is in the box, set-up, rulings on others, editions, and solo play."""
_INNER = ("EX", "SRC", "INV", "ACT", "SET", "STATE", "ACH")
"""Kinds of entries that players do not look for: worked examples, sources, invariants, actions, how tiles were made,
the state machine, statistics."""
_SOURCES = ("tag", "source", "check")
"""How the names of columns begin that are not part of a rule."""
_UNSAID = ("condition", "item", "meaning", "rule", "ruling", "step", "term", "topic")
"""Columns whose names say nothing that their cells do not."""


def rule(rule_id: str) -> str:
    """Return the text of a rule without its id; several lines for several points, "" if there is no such rule."""
    game = page_of(rule_id)
    lines = _lines(game) if game else ()
    if not any(rule_id.upper() in line for line in lines):  # patterns of long ids take long to compile
        return ""
    for place in _PLACES:
        begins = re.compile(place.format(re.escape(rule_id.upper())))
        for number, line in enumerate(lines):
            if begins.match(line):
                return _text(lines, number, rule_id.upper())
    return ""


def page_of(rule_id: str) -> str:
    """Return the game whose page states a rule, "" if it is not a rule id."""
    prefix = rule_id.upper().partition("-")[0]
    return next((game for game in registry.games() if registry.kind(game).rules == prefix), "")


def search(words: str, game: str) -> list[tuple[str, str]]:
    """Return the rules of a game, and of those that it builds on, whose texts have all these beginnings of words.

    Args:
        words: Several words, in any order; "" for none.
        game: Name of a game.

    Returns:
        Ids and texts. First the rules that are about one of the words, as their ids say, then the game's own, then the
        others; set-up and rulings come last.
    """
    wanted = words.lower().split()
    entries = [entry for page in (game, *registry.kind(game).builds_on) for entry in _entries(page)]
    begins = [re.compile(rf"(?<!\w){re.escape(word)}") for word in wanted]
    found = [entry for entry in entries if wanted and all(word.search(" ".join(entry).lower()) for word in begins)]
    kinds = {entry: entry[0].split("-")[1] for entry in found}

    def later(entry: tuple[str, str]) -> tuple[bool, bool]:
        parts = [part for part in entry[0].lower().split("-")[1:] if len(part) > 3]
        about = any(part.startswith(word) or word.startswith(part) for part in parts for word in wanted)
        return kinds[entry] in _LAST, not about

    return sorted((entry for entry in found if kinds[entry] not in _INNER), key=later)


@lru_cache
def _entries(game: str) -> tuple[tuple[str, str], ...]:
    """Return the ids and texts of everything that the page of a game states, in its order."""
    ids = dict.fromkeys(found.upper() for line in _lines(game) for found in ID.findall(line))
    return tuple((each, text) for each in ids if page_of(each) == game and (text := rule(each)))


@lru_cache
def _lines(game: str) -> tuple[str, ...]:
    """Read the page of a game. In a checkout it is beside the package; when installed, within it."""
    pages = (Path(folder) / "docs" / "rules" / f"{game}.md" for folder in swenv.__path__)
    return next((tuple(page.read_text(encoding="utf-8").split("\n")) for page in pages if page.is_file()), ())


def _text(lines: tuple[str, ...], number: int, rule_id: str) -> str:
    """Return the text of the rule that begins on a line of a page."""
    first = lines[number]
    if first.startswith("|"):
        text = _plain(_row(lines, number))
        return _below(lines, rule_id) if "see below" in text else text
    before, _, after = first.partition(rule_id)
    after = re.sub(r"^ ([^*]*\w)\*\*[:,]?", lambda title: f" {title[1][0].upper()}{title[1][1:]}:", after)
    return _paragraph(lines, number, after if len(before) < 8 else f"{before.rstrip('( ')}{after.lstrip(')')}")


def _below(lines: tuple[str, ...], rule_id: str) -> str:
    """Return the text below a table about a rule that is too long for a cell."""
    begins = f"**{rule_id} details.**"
    number = next(number for number, line in enumerate(lines) if line.startswith(begins))
    return _paragraph(lines, number, lines[number].removeprefix(begins))


def _paragraph(lines: tuple[str, ...], number: int, first_words: str) -> str:
    """Return the points of a rule that is not in a table."""
    if lines[number + 1 : number + 3] == ("", "```"):  # a formula, as it stands
        formula = lines[number + 3 : lines.index("```", number + 3)]
        return "\n".join([_plain(first_words), *filter(None, formula)])
    heading = lines[number].startswith("#")
    below = []
    for line in lines[number + 1 :]:
        indented = line.startswith(" ")
        point = not first_words.strip() and line.startswith("- ")
        if line.startswith(("#", "|", "**")) or not (heading or indented or point):
            break
        below.append(line.strip())
    if not heading and not below and not lines[number].startswith("|"):
        below = _table(lines, number + 1)
    return "\n".join(text for text in map(_plain, [first_words, *below]) if text)


def _table(lines: tuple[str, ...], number: int) -> list[str]:
    """Return the rows of a table that begins after an empty line, each after what it is about."""
    blank, head = (*lines[number : number + 2], "", "")[:2]
    if blank or not head.startswith("|"):
        return []
    rows = itertools.takewhile(lambda k: lines[k].startswith("|"), itertools.count(number + 3))
    found = []
    for k in rows:
        first, text = _plain(lines[k].split("|")[1]), _plain(_row(lines, k))
        found.append(text if ID.fullmatch(first) else f"{first}: {text}")
    return found


def _row(lines: tuple[str, ...], number: int) -> str:
    """Return a table row: each cell after the name of its column."""
    head = number
    while lines[head - 1].startswith("|"):
        head -= 1
    names, cells = ([cell.strip() for cell in lines[k].strip("|").split("|")] for k in (head, number))
    first, *named = zip(names, cells, strict=False)
    inside = re.search(r"\((.*)\)", first[1])  # in some tables, the subject of the rule
    told = inside[1] if inside else ""
    for name, cell in named:
        if cell and not name.lower().startswith(_SOURCES):
            mark = "" if not told else ": " if name == "Meaning" else "; "
            told += mark + (cell if name.lower() in _UNSAID else f"{name}: {cell}")
    return told


def _plain(text: str) -> str:
    """Remove Markdown and sources from a line."""
    text = re.sub(r"\*\*|`|\*(?=\w)|(?<=\w)\*", "", _TAGS.sub("", text))
    return re.sub(r"\s+([.,;:])", r"\1", text).lstrip(" .:*—-").rstrip()
