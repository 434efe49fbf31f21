"""The rules engine of the Small World boxes.

`rules/` has one file a chapter of the rules: `reach` and `cost` (where, and at what price), `conquest`, `losses`,
`start`, `redeploy`, `markers`, `score`, `decline`, `column`, `relics` and `arming`, `places`, `balrog`; of Warcraft
`pieces`, `tolls`, `finds`, `effects`, `strongmen`, `portals`, `ethereals`, `bombs`, `closing`, `faction`; `turn` is the
state machine, `legal` says what may be done, `observe` what is seen. `content/` declares races and powers as data, one
file a box.
"""

from swenv.smallworld.content.entries import Power, Race
from swenv.smallworld.game import SmallWorld, Underground, Warcraft

__all__ = ["Power", "Race", "SmallWorld", "Underground", "Warcraft"]
