"""Changes pages when mkdocs builds them.

On the pages of docs/rules every rule id becomes an anchor: `rules/smallworld.md#SW-CONQ-5` links to the rule. The
coverage page gets its table, from the marks of the tests.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]

RULE = re.compile(r"\b[A-Z]{2}-[A-Z]+(?:-[A-Z0-9]+)+\b")
TITLES = {
    "SW": "Small World",
    "UG": "Small World Underground",
    "WW": "Small World of Warcraft",
    "SI": "Small Islands",
}
"""The rules page for each prefix of rule ids."""
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.MULTILINE | re.DOTALL)


def on_config(config: Any, **_: Any) -> Any:
    """mkdocs calls this first: the address of the repository stands in pyproject.toml alone."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("urls", {})
    config["repo_url"] = urls.get("Repository")
    return config


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """mkdocs calls this with the text of each page."""
    if page.file.src_uri.startswith("rules/"):
        return rules(markdown)
    return coverage(markdown) if page.file.src_uri == "coverage.md" else markdown


def rules(markdown: str) -> str:
    """Return the text of a rules page with an anchor at each rule, and source tags as plain text."""
    # The ids of headings keep their capitals, where mkdocs would make its own.
    markdown = re.sub(rf"^(#+ ({RULE.pattern}).*)$", r"\1 {#\2}", markdown, flags=re.MULTILINE)
    parts = CODE.split(markdown)
    text = range(0, len(parts), 2)
    for i in text:
        # "[seed 000] [seed 004]" are two tags; Markdown would see a link with a missing target.
        parts[i] = re.sub(r"\[([^\[\]\n]+)\](?!\()", r"&#91;\1&#93;", parts[i])
    marked = set(re.findall(rf"\{{#({RULE.pattern})\}}", markdown))

    def mark(match: re.Match[str]) -> str:
        if match["id"] in marked:
            return match[0]
        marked.add(match["id"])
        return f'{match["lead"]}<a id="{match["id"]}"></a>{match["id"]}'

    # A rule stands at the start of a table row, in bold at the start of a line or list item, or at the start of a
    # paragraph or a numbered line. For the few rules within a sentence, the first mention gets the anchor.
    for lead in (r"^\| |^(?:- )?\*\*", r"^(?:\d+\. )?", ""):
        find = re.compile(rf"(?P<lead>{lead})(?P<id>{RULE.pattern})", re.MULTILINE)
        for i in text:
            parts[i] = find.sub(mark, parts[i])
    return "".join(parts)


def coverage(markdown: str) -> str:
    """Return the coverage page with a table for each chapter: rule, number of tests, and their files."""
    spec = importlib.util.spec_from_file_location("rulebook", ROOT / "tests" / "rulebook.py")
    assert spec is not None and spec.loader is not None
    rulebook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rulebook)
    tests = rulebook.marks_of_tests()
    lines: list[str] = []
    for prefix, page in rulebook.REFERENCES.items():
        lines += ["", f"## {TITLES[prefix]}", ""]
        for chapter, listed in _chapters(page.read_text(encoding="utf-8"), prefix).items():
            lines += ["", f"### {prefix}-{chapter}", "", "| Rule | Tests | In |", "| --- | --: | --- |"]
            for rule in sorted(listed, key=_order):
                named = tests.get(rule, [])
                files = sorted({f"`tests/{test.split('::')[0]}`" for test in named})
                lines.append(f"| [{rule}](rules/{page.name}#{rule}) | {len(named)} | {', '.join(files)} |")
    return markdown.replace("<!-- rules and tests -->", "\n".join(lines).strip())


def _chapters(reference: str, prefix: str) -> dict[str, set[str]]:
    """The rules of a reference by chapter, in the order of the chapters."""
    chapters: dict[str, set[str]] = {}
    stated = re.finditer(rf"^(?:\| |#+ |(?:- )?\*\*|\d+\. )?({RULE.pattern})", reference, re.MULTILINE)
    for rule in (*(match[1] for match in stated), *RULE.findall(reference)):
        if rule.startswith(prefix):
            chapters.setdefault(rule.split("-")[1], set()).add(rule)
    return chapters


def _order(rule: str) -> tuple[int, str]:
    last = rule.rpartition("-")[2]
    return int(last) if last.isdigit() else 0, rule
