"""Breaks down what an action pays in Small Islands by source, for people who want to know where prestige comes from.

As in `smallworld.accounts`, the same action is carried out repeatedly, with one more source switched off each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from swenv.islands import content
from swenv.islands.rules.record import MISSIONS, REWARD_CARDS

if TYPE_CHECKING:
    from swenv.islands.game import Islands


def accounts(game: Islands, record: NDArray[Any], action: int) -> tuple[dict[str, int], ...]:
    """See `Game.accounts`: the card that pays for islands, tokens and ports at the end."""
    by_verb = game.coins_by_verb(record, action)
    if not any(by_verb):
        return by_verb
    tables = game.tables.copy()

    def paid() -> list[int]:
        return [sum(parts.values()) for parts in game.coins_by_verb(record, action, tables)]

    whole = paid()
    tables["token_value"] = 0
    without_tokens = paid()
    for name in ("per_symbol", "bonus", "bands"):
        tables[name] = 0
    ports = paid()
    advanced = game.options["mode"] == "advanced"
    cards, deck = (content.REWARD_CARDS, REWARD_CARDS) if advanced else (content.MISSIONS, MISSIONS)
    sources = []
    for seat, change in enumerate(whole):
        current = int(record["current"][0, deck, seat])
        card = f"card {cards[current].id}" if current >= 0 else "islands"
        parts = {
            card: without_tokens[seat] - ports[seat],
            "discovery tokens": change - without_tokens[seat],
            "ports": ports[seat],
        }
        sources.append({source: prestige for source, prestige in parts.items() if prestige})
    return tuple(sources)
