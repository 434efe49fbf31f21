"""The rules engine of the Small World boxes.

`rules/` has one file for each chapter of the rules that the boxes share: `reach` and `cost` (where, and at what price),
`conquest`, `losses`, `redeploy`, `markers`, `score`, `decline`, `column`, `holdings`, `arming`; `turn` is the state
machine, `legal` says what may be done, `observe` what is seen, `reasons` why an action is illegal, `fields` what lies
in a game's record. `rules/underground/` and `rules/warcraft/` hold what these boxes add. `content/` declares races and
powers as data, one file for each box.
"""

from swenv.smallworld.content.entries import Power, Race
from swenv.smallworld.game import SmallWorld, Underground, Warcraft

__all__ = ["Power", "Race", "SmallWorld", "Underground", "Warcraft"]
