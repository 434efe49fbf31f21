"""What an action pays, and for what, so that players can see where their coins came from.

The rules pay a turn in one sum (`rules.score`). To split it, the same action is carried out again on copies, with one
source after another switched off: a source pays what is missing without it. So the parts sum to the coins paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.game import clone
from swenv.smallworld.rules.record import FIRST_RELIC, NO_ROW, NOWHERE, Item, Trait, trait_set

if TYPE_CHECKING:
    from swenv.smallworld.game import SmallWorld

RING = int(Item.RING) - FIRST_RELIC
PAYING = (Item.MINE, Item.KEEP, Item.DIAMOND, Item.KARAZHAN, Item.DARK_PORTAL, Item.WELL, Item.BATTLEGROUND)
"""Places that pay their holder, in the order in which they are switched off."""
PAYING_TRAITS = trait_set(Trait.LONELY_COINS, Trait.FISHER, Trait.THIEVING)
ALL = np.uint64(2**64 - 1)


def accounts(game: SmallWorld, record: NDArray[Any], action: int) -> tuple[dict[str, int], ...]:
    """See `Game.accounts`: region by region and source by source for the seat of the turn, one sum for other seats."""
    by_verb = game.coins_by_verb(record, action)
    seat = int(record["turn"][0])
    ((verb, change),) = by_verb[seat].items() or (("", 0),)
    if not change:
        return by_verb
    trial, tables = clone(record), game.tables.copy()

    def paid() -> int:
        return sum(game.coins_by_verb(trial, action, tables)[seat].values())

    parts, left = Counter[str](), change
    for source in _switched_off(game, trial, tables, seat):
        before, left = left, paid()
        parts[source] += before - left
    # the rest is for regions, if the turn was paid: each pays once more when the banner pays for every region
    races = record["race"][0, 3 * seat : 3 * seat + 3]
    tables["lasting_coin_regions"][:] = 0
    tables["lasting_coin_regions"][:, races[races != NO_ROW]] = ALL
    regions = paid() - left
    parts[verb] += left - regions
    sources = {source: coins for source, coins in {"regions": regions, **parts}.items() if coins}
    return tuple(sources if number == seat else others for number, others in enumerate(by_verb))


def _switched_off(game: SmallWorld, trial: NDArray[Any], tables: NDArray[Any], seat: int) -> Iterator[str]:
    """Switch off one source after another, for good, and yield the name of each."""
    g = trial[0]
    tables["scepter_void"] = ALL
    yield "scepter"
    armies = range(3 * seat, 3 * seat + 3)
    rows = [int(row) for army in armies for row in (g.race[army], g.power[army])] + [int(g.stonehedge)]
    for row in dict.fromkeys(row for row in rows if row != NO_ROW):
        for name in tables.dtype.names or ():
            if name.startswith(("coins_", "coin_regions", "lasting_coin_regions")):
                tables[name][:, row] = 0
        g.traits[3 * seat] &= ~(tables["traits"][0, row] & PAYING_TRAITS)
        yield game.row_names[row].replace("_", " ")
    g.used &= ~np.uint8(1 << RING)
    if g.bag == RING:
        g.bag = -1
    yield "ring"
    for item in PAYING:
        g.item_region[item] = NOWHERE
        yield item.name.lower().replace("_", " ")
    g.beaten = g.beaten_twice = 0
    yield "faction"
