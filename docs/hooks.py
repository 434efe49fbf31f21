"""What mkdocs does to the pages of docs/rules: every rule id becomes a place to link to.

`rules/smallworld.md#SW-CONQ-5` leads to the rule, here and on the built site.
"""

from __future__ import annotations

import re
from typing import Any

RULE = re.compile(r"\b[A-Z]{2}-[A-Z]+(?:-[A-Z0-9]+)+\b")
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.MULTILINE | re.DOTALL)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Called by mkdocs with the text of each page."""
    return rules(markdown) if page.file.src_uri.startswith("rules/") else markdown


def rules(markdown: str) -> str:
    """The text of a rules page, with an anchor at each rule and the source tags as plain text."""
    # The ids of the headings stay as they are written, in capitals, where mkdocs would make its own.
    markdown = re.sub(rf"^(#+ ({RULE.pattern}).*)$", r"\1 {#\2}", markdown, flags=re.MULTILINE)
    parts = CODE.split(markdown)
    text = range(0, len(parts), 2)
    for i in text:
        # "[seed 000] [seed 004]" are two tags, where Markdown sees a link with a missing target.
        parts[i] = re.sub(r"\[([^\[\]\n]+)\](?!\()", r"&#91;\1&#93;", parts[i])
    marked = set(re.findall(rf"\{{#({RULE.pattern})\}}", markdown))

    def mark(match: re.Match[str]) -> str:
        if match["id"] in marked:
            return match[0]
        marked.add(match["id"])
        return f'{match["lead"]}<a id="{match["id"]}"></a>{match["id"]}'

    # A rule stands at the start of a table row or in bold at the start of a line. For the few that stand in
    # a sentence, the first mention is the place.
    for lead in (r"^\| |^\*\*", ""):
        find = re.compile(rf"(?P<lead>{lead})(?P<id>{RULE.pattern})", re.MULTILINE)
        for i in text:
            parts[i] = find.sub(mark, parts[i])
    return "".join(parts)
