"""Explains the names of a game's content in words; `swenv show NAME` and `help NAME` at the prompt print it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from textwrap import wrap
from typing import Any

from swenv.core import rulebook

WIDTH = 98
"""Width at which the text of a rule is wrapped, in characters."""


def canonical_name(name: str, known: Iterable[str]) -> str:
    """Find a name in its own spelling: "Night Elves" is night_elves, ca1 is CA1; "" if there is none."""
    key = re.sub(r"[ '-]+", "_", name.lower())
    return next((each for each in known if each.lower() == key), "")


def explain(name: str, entry: Any) -> str:
    """Describe an entry of `Game.entries`: its kind, its rule, then one line per field with its meaning."""
    declared = entry.to_dict()
    rule = declared.pop("rule", "")
    page = rulebook.page_of(rule)
    meanings = _meanings(type(entry))
    rows = [(key, _plain(value), meanings.get(key, "")) for key, value in declared.items() if value != name]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(2)]
    head = f"{name}: {'an' if entry.kind[0] in 'Aaeiou' else 'a'} {entry.kind}"
    lines = [head + (f", rule {rule} in docs/rules/{page}.md" if page else "")]
    lines += [f"  {line}" for point in rulebook.rule(rule).split("\n") if point for line in wrap(point, WIDTH)]
    lines += [f"  {key:{widths[0]}}  {value:{widths[1]}}  {meaning}".rstrip() for key, value, meaning in rows]
    return "\n".join(lines)


def in_a_line(name: str, entry: Any, exact: bool = False) -> str:
    """Describe an entry of `Game.entries` in one line: its effect, or its rule, or else its fields.

    With `exact`, its whole rule comes first.
    """
    spaced, text = name.replace("_", " "), effect(entry, exact)
    return text if text.lower().startswith(f"{spaced}:") else f"{spaced}: {text}"


def effect(entry: Any, exact: bool = False) -> str:
    """What `in_a_line` says of an entry, without its name."""
    declared = entry.to_dict()
    about, rule = declared.pop("about", ""), _rule_in_a_line(declared.pop("rule", ""))
    declared.pop("name", None)
    fields_told = ", ".join(f"{key} {_plain(value)}" for key, value in declared.items())
    return (exact and rule) or about or rule or fields_told


@lru_cache(maxsize=256)
def _rule_in_a_line(rule: str) -> str:
    points = rulebook.rule(rule).split("\n")
    return " ".join(point if point.endswith((".", ":", ";")) else f"{point}." for point in points if point)


def describe_rule(name: str) -> str:
    """Return the text of the rule with this id, in any capitalisation; "" if there is none."""
    rule = name.upper()
    text = rulebook.rule(rule) if rulebook.ID.fullmatch(rule) else ""
    lines = [f"  {line}" for point in text.split("\n") if point for line in wrap(point, WIDTH)]
    return "\n".join([f"rule {rule} in docs/rules/{rulebook.page_of(rule)}.md", *lines]) if lines else ""


def _plain(value: Any) -> str:
    """Write a field in words; of a nested one, only the non-empty parts."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(inner)}" for key, inner in value.items() if inner not in ([], {}, 0))
    if isinstance(value, list):
        return ("; " if any(isinstance(inner, dict | list) for inner in value) else ", ").join(map(_plain, value))
    return "yes" if value is True else str(value)


def _meanings(kind: type) -> dict[str, str]:
    """Read the meanings of a dataclass's fields from its docstrings; empty without docstrings (-OO)."""
    meanings: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        text = inspect.cleandoc(each.__doc__ or "")
        for name, meaning in re.findall(r"^    (\w+): (.+(?:\n {8}.+)*)", text, re.MULTILINE):
            meanings[name] = " ".join(meaning.split())
    names = {each.name for each in fields(kind)}
    return {name: re.sub(r" ?Read by .*", "", meaning) for name, meaning in meanings.items() if name in names}
