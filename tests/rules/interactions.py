"""What the tests of the interactions (rules, section 4) share beyond support.py."""

from __future__ import annotations

import swenv
from support import active, declined, held, position, seat

RACES = [
    "amazons", "dwarves", "elves", "ghouls", "giants", "halflings", "humans", "orcs", "ratmen", "skeletons",
    "sorcerers", "tritons", "trolls", "wizards",
]  # fmt: skip
POWERS = [
    "alchemist", "berserk", "bivouacking", "commando", "diplomat", "dragon_master", "flying", "forest",
    "fortified", "heroic", "hill", "merchant", "mounted", "pillaging", "seafaring", "spirit", "stout",
    "swamp", "underworld", "wealthy",
]  # fmt: skip


def crowd(power_stack: list[str], *, trolls: str | None = None, ten: bool = False, idle: bool = False) -> swenv.State:
    """Five seats with nine races in play, ten if asked, so that no banner is stacked and the column is short.

    Seat 0 conquers: its Ratmen hold region 0 and have 5 tokens in hand. In region 4 beside it stand the last
    Trolls in decline of seat 1, alone, with the badge `trolls`. `idle`: seat 1 has no active race, and Giants
    in decline of seat 0 make up the number. The badges that are neither in use, nor in the column, nor in
    `power_stack` are discarded.
    """
    humans = [] if idle else [active("humans", "hill", hand=3)]
    giants = [declined("giants")] if idle or ten else []
    seats = [
        seat(active("ratmen", "alchemist", hand=5), *giants),
        seat(*humans, declined("trolls", trolls)),
        seat(active("orcs", "merchant", hand=3), declined("elves")),
        seat(active("tritons", "swamp", hand=3), declined("dwarves")),
        seat(active("skeletons", "forest", hand=3), declined("wizards")),
    ]
    entries = [entry for place in seats for entry in place["races"]]
    in_use = {entry["power"] for entry in entries} | set(power_stack)
    rest = [name for name in POWERS if name not in in_use]
    banners = [name for name in RACES if name not in {entry["race"] for entry in entries}]
    regions = {
        0: held(0, "ratmen"),
        3: held(4, "wizards"),
        4: held(1, "trolls"),
        5: held(3, "dwarves"),
        8: held(2, "elves"),
    }
    if giants:
        regions[2] = held(0, "giants")
    return position(
        num_players=5,
        phase="conquest",
        seats=seats,
        regions=regions,
        column=[{"race": name, "power": power, "coins": 0} for name, power in zip(banners, rest, strict=False)],
        race_stack=[],
        power_stack=power_stack,
        discarded_powers=rest[len(banners) :],
    )
