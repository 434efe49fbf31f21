"""The rules engine of the Small World boxes.

`rules/` has one file for each chapter of the rules that the boxes share: `reach` and `cost` (where, and at what price),
`conquest`, `losses`, `redeploy`, `markers`, `score`, `decline`, `column`, `holdings`, `arming`; `turn` is the state
machine, `legal` finds the legal actions, `observe` writes observations, `reasons` says why an action is illegal, and
`fields` declares a game's record. `rules/underground/` and `rules/warcraft/` add the rules of these boxes. `content/`
declares races and powers as data, one file for each box.
"""

from swenv.smallworld.content.entries import Power, Race
from swenv.smallworld.game import SmallWorld, Underground, Warcraft

__all__ = ["Power", "Race", "SmallWorld", "Underground", "Warcraft"]
