"""The page of the champions: a card for each, with how it was made, how strong it is, and what beats it."""

from __future__ import annotations

import hashlib
import json
import textwrap
from collections.abc import Iterator, Mapping

from safetensors import safe_open

from swenv.agents.learned import CHAMPIONS, PACKED, champions
from swenv.core import registry

HEAD = """\
# Champions

A card for each agent that comes with swenv. It plays as `champion`, or as `champion@1`, a version that stays as it is
once it has been released. The next version has to pass [`swenv test`](players.md#is-it-stronger) `NEW OLD --sprt 0,10`.

Figures are shares of games won, with 95 % intervals, from [Results](results.md). With n seats, the champion has one and
the named opponent all others, so an even share is 1/n. *Best response found*: the share that the strongest challenger
found by [`swenv exploit`](howto/score.md#look-for-weaknesses) won against the champion, a lower bound: at or below
an even share, nothing better than another copy of the champion was found. Runs use seed 0 unless the command sets
`--seed`; running the command writes a report with the learning curve.
"""


def anchors(game: str, seats: int) -> dict[str, str]:
    """The anchors of a champion's figures in the page of results, by what they say."""
    greedy, planner = (f"{name}-" * (seats - 1) for name in ("greedy", "planner"))
    rows = {
        "against `greedy`": f"champions-{game}-champion-{greedy}champion",
        "against `planner`": f"champion-more-{game}-champion-{planner}champion",
        "best response found": f"exploit-{game}-{seats}p-",
    }
    if seats == 2:
        rows["against `planner`"] = f"champion-{game}-champion"
        rows["rating, with `greedy` at 1000"] = f"ladder-{game}-champion-rating-elo-points"
    return rows


def page(rows: Mapping[str, str]) -> str:
    """The page; the texts of its links are still to be filled in.

    Args:
        rows: The rows of the page of results: their anchors, each with what to add to its figure.
    """
    lines = [HEAD]
    for name, versions in champions().items():
        kind, _, table = name.rpartition("-")
        seats = int(table.removesuffix("p"))
        file = CHAMPIONS / f"{name}@{versions[-1]}{PACKED}"
        lines += [f"## {registry.kind(kind).title}, {seats} players", "", *_card(file.name, kind, seats, rows), ""]
    return "\n".join(lines).rstrip() + "\n"


def _card(file: str, game: str, seats: int, rows: Mapping[str, str]) -> Iterator[str]:
    with safe_open(str(CHAMPIONS / file), "numpy") as tensors:
        about = json.loads(tensors.metadata()["swenv"])
    digest = hashlib.sha256((CHAMPIONS / file).read_bytes()).hexdigest()[:16]
    yield f"`{file}`, SHA-256 `{digest}`, trained on the reward `{about['config']['reward']}` by"
    yield from ("", "```text", *textwrap.wrap(about["note"], 116, break_on_hyphens=False), "```", "")
    yield "| | |"
    yield "| --- | --: |"
    for what, anchor in anchors(game, seats).items():
        row = next((each for each in rows if each.startswith(anchor)), None)
        yield f"| {what} | [(?)](results.md#{row}){rows[row]} |" if row else f"| {what} | not measured |"
