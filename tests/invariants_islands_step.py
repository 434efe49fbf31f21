"""Checks what an action of Small Islands changes and pays: compares every field with `rehearsal_islands`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from invariants_underground import Broken, hold
from reference_table import Document
from rehearsal_islands import Rehearsal

RULES = {
    "tiles": "SI-EXPL-3",
    "ships": "SI-DOCK-2",
    "markers": "SI-EXPL-4",
    "houses": "SI-REW-3",
    "market": "SI-EXPL-5",
    "reserve": "SI-EXPL-5",
    "navigation": "SI-EXPL-5",
    "removed": "SI-EXPL-9",
    "round": "SI-ROUND-1",
    "first": "SI-ROUND-2",
    "turn": "SI-EXPL-1",
    "to_act": "SI-ACT-1",
    "phase": "SI-STATE-1",
    "decks": "SI-PREP-4",
    "discoveries": "SI-CARD-R2",
    "drawn": "SI-CARD-R2",
    "chosen": "SI-EXPL-3",
    "marker": "SI-EXPL-4",
    "docker": "SI-REW-1",
    "stuck": "SI-END-2",
    "built": "SI-REW-3",
    "scored": "SI-INT-24",
    "emptied": "SI-EXPL-5",
    "cell": "SI-SOLO-6",
    "human_last": "SI-SOLO-6",
    "last": "SI-EXPL-3",
    "prestige": "SI-REW-4",
    "pool": "SI-REW-5",
    "hand": "SI-EXPL-2",
    "known": "SI-INFO-2",
    "tokens": "SI-CARD-R2",
    "tokens_in_pool": "SI-INFO-2",
    "last_placement": "SI-TIE-1",
    "missions": "SI-PREP-2",
    "goals": "SI-PREP-3",
    "rewards": "SI-PREP-3",
    "revealed": "SI-REW-2",
    "card": "SI-SOLO-5",
    "deck": "SI-SOLO-5",
    "played": "SI-SOLO-5",
    "seen": "SI-SOLO-5",
}
"""The rule that a wrong field violates."""
SEPARATE = {"seats", "turn_state", "alexis", "random", "seed"}
"""Fields that are compared in parts, or not at all."""
UNORDERED = {"houses", "tiles", "discoveries", "known", "tokens", "tokens_in_pool", "removed", "played", "seen"}
"""Fields whose order has no meaning."""


def check_step(before: Document, action: str, after: Document, options: Mapping[str, Any]) -> None:
    """Check that the result of an action is what the rules say.

    Args:
        before: The position document before the action.
        action: The action as text.
        after: The position document after it.
        options: The options of the game.

    Raises:
        Broken: A rule is violated; names it and contains the position before the action.
    """
    for number, old in enumerate(before["seats"]):
        fell = after["seats"][number]["prestige"] < old["prestige"]
        hold(not fell, "SI-INV-7", f"{action}: the prestige of seat {number} fell", before)
    script: list[int] | None = []
    failed: Broken | None = None
    least: list[tuple[str, Any, Any]] = []
    while script is not None:
        rehearsal = Rehearsal(before, after, options, script)
        try:
            rehearsal.play(action)
        except Broken as broken:
            failed = broken
        else:
            wrong = differences(rehearsal.now, after)
            if not wrong:
                return
            least = min(least or wrong, wrong, key=len)
        script = rehearsal.next_script()
    if not least:
        assert failed is not None
        raise failed
    name, due, came = least[0]
    also = f"; wrong too: {', '.join(other for other, _, _ in least[1:])}" if least[1:] else ""
    hold(
        False,
        RULES.get(name.split(".")[-1], "SI-STATE-1"),
        f"{action}: {name} is {came} and should be {due}{also}",
        before,
    )


def differences(due: Document, came: Document) -> list[tuple[str, Any, Any]]:
    """The fields in which a position differs from the expected one."""
    wrong = []
    fields = [(name, value, came[name]) for name, value in due.items() if name not in SEPARATE]
    parts = [(f"seats.{number}", seat, came["seats"][number]) for number, seat in enumerate(due["seats"])]
    parts += [(name, due[name], came[name]) for name in ("turn_state", "alexis") if name in due]
    for part, wanted, found in parts:
        fields += [(f"{part}.{name}", value, found[name]) for name, value in wanted.items()]
    for name, wanted, found in fields:
        last = name.split(".")[-1]
        if wanted != found and _comparable(last, wanted) != _comparable(last, found):
            wrong.append((name, wanted, found))
    order = [*RULES]
    return sorted(wrong, key=lambda entry: order.index(last) if (last := entry[0].split(".")[-1]) in RULES else 99)


def _comparable(name: str, value: Any) -> Any:
    """A field without a meaningless order."""
    if name in UNORDERED:
        return Counter(json.dumps(entry, sort_keys=True) for entry in value)
    return value
