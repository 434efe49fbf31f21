"""Small World Underground for 2 to 5 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import underground_v0` |
| Create | `underground_v0.env(num_players=2, render_mode=None, reward="win")` |
| PettingZoo registry | `swenv/underground-v0` |
| Agents | `player_0` to `player_4`, in turn order |
| Length | random play takes about 102 decisions with two players, 212 with five |

| Players | Board | Regions | Rounds | Actions | Observation |
|---|---|---|---|---|---|
| 2 | `underground-2p` | 28 | 10 | `Discrete(473)` | `(2187,)` int8 |
| 3 | `underground-3p` | 33 | 10 | `Discrete(553)` | `(2618,)` int8 |
| 4 | `underground-4p` | 44 | 9 | `Discrete(729)` | `(3419,)` int8 |
| 5 | `underground-5p` | 55 | 8 | `Discrete(905)` | `(4242,)` int8 |

The boards for two to four players are those of the box. The five-player board is a design of this project, because no
source for the printed one could be found.

```python
from swenv import underground_v0

env = underground_v0.env(num_players=2)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    done = terminated or truncated
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
```

The arguments `num_players`, `render_mode`, `reward` and `reuse_arrays`, masks, rewards and copies are those of every
environment: see `help(swenv.envs.aec.GameAEC)`, or the page "What the environments share" of the documentation.

## Options

Those of Small World (`map`, `rounds`, `hide_coins`, `own_decline_defends`, `substitution_needs_hand`, `extra_races`,
`extra_powers`, `races`, `powers`), and these:

| Option | Values, default first | What it decides |
|---|---|---|
| `boxes` | `("underground",)`, `("base",)`, both | whose races and powers are in play |
| `places` | `True`, `False` | whether Popular Places and Righteous Relics are used |
| `flames_entry` | `"edge"`, `"volcano"` | where Flames enter (UG-ED-1) |
| `vampire_limit` | `"turn"`, `"opponent"` | one substitution by Vampires per turn, or one per opponent (UG-ED-2) |
| `scepter_void` | `"mine_terrain_and_place"`, `"place"` | where the Scepter of Avarice does nothing (UG-ED-3) |
| `diamond_scope` | `"player"`, `"race"` | whose regions the Diamond Fields count (UG-ED-4) |
| `stonehedge_decline_powers` | `"any_holder"`, `"declined_holder"` | when Stonehedge's Wise and Reborn work (UG-ED-5) |

The defaults follow the rules page; the other values follow another edition of the rulebook. `boards` belongs to
`warcraft_v0` alone.

## What an agent sees

The observation has the four parts of Small World: a row for each region, the turn, a row for each of the six combos on
offer, and a row for each seat. The columns that only Underground has come at the end of each part.

```python
layout = env.unwrapped.game.observation_layout
print([(part.name, part.start, part.shape) for part in layout])
# [('regions', 0, (28, 58)), ('turn', 1624, (88,)), ('column', 1712, (6, 40)), ('seats', 1952, (2, 107))]
places = layout["regions"].column("place")
```

Terrains go by the names of their counterparts in Small World: a Mushroom Forest is `forest`, a Mudpool `swamp`; Mystic
Crystals and Mines are regions without a terrain that have the symbol. Coins are public, because every gain is
(UG-SCORE-1). `hide_coins=True` leaves those of others out of the observation. The order of the stacks, undiscovered
Places and Relics, and future dice rolls never appear in it.

## Verbs

`region` is a region and `row` a row of the column, both numbered from 0; `relic` is a Relic, as in `use sword`.

| Verb | What it does | With two players |
| --- | --- | --- |
| `pick row` | take the combo of a row of the column, 0 at the top | 0 to 5 |
| `decline` | put the active race into decline | 6 |
| `abandon region` | give up a region | 7 to 34 |
| `conquer region` | conquer with the tokens it takes, or try with the die if 1 to 3 short | 35 to 62 |
| `finish` | end the current optional step | 63 |
| `deploy region` | put one token from hand into a region | 64 to 91 |
| `deploy_rest region` | put all tokens from hand into a region | 92 to 119 |
| `swap row` | Shadow Mimes: exchange the badge with that of a row of the column | 120 to 125 |
| `volcano region` | Flames: put the Volcano on a Chasm with its symbol | 126 to 153 |
| `reborn region` | Reborn: replace the declined tokens of a region with an active one | 154 to 181 |
| `ancient region` | Cultists: move the Great Ancient | 182 to 209 |
| `use relic` | use a relic for the next conquest | 210 to 213 |
| `bag relic` | Magic: let the Bag stand in for a face-up relic | 214 to 219 |
| `vampire region` | Vampire: replace a lone active token | 220 to 247 |
| `roll_for region` | name a region and roll the die before paying | 248 to 275 |
| `balrog region` | Wickedest Pentacle: send the Balrog to a region | 276 to 303 |
| `armor region` | Shield: put down a Mushroom Armor | 304 to 331 |
| `queen region` | Royal: put the Queen into a region | 332 to 359 |
| `ghost region` | Crypt of the Tomb-Raider: put the Ghost into a region | 360 to 387 |
| `scepter region` | Scepter of Avarice: put it into a region, whose coins it doubles | 388 to 415 |
| `ring region` | Froggy's Ring: put it into a region, whose neighbours pay | 416 to 443 |
| `altar region` | Altar of Souls: discard a declined token for 3 coins | 444 to 471 |
| `decline_by_stonehedge` | decline with the Tomb or Vanishing that Stonehedge lends | 472 |

`use`: doormat, orb, socks, sword; `bag`: doormat, orb, socks, sword, ring, scepter.

Using a Relic takes two steps: `use` or `bag` arms it, and the next conquest applies it.

## Coins

`reward="coins"` adds up to the final coins less the 5 that everybody starts with.
"""

from swenv.envs.aec import makers

env, raw_env, parallel_env = makers("underground", "underground_v0")
