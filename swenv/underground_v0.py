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
| 2 | `underground-2p` | 28 | 10 | `Discrete(473)` | `(2166,)` int8 |
| 3 | `underground-3p` | 33 | 10 | `Discrete(553)` | `(2597,)` int8 |
| 4 | `underground-4p` | 44 | 9 | `Discrete(729)` | `(3398,)` int8 |
| 5 | `underground-5p` | 55 | 8 | `Discrete(905)` | `(4221,)` int8 |

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

The arguments `num_players`, `render_mode`, `reward` and `reuse_arrays`, masks, rewards and copies work as in every
environment of swenv: see `help(swenv.envs.aec.GameAEC)`, or the page "What the environments share" of the
documentation. This page describes what is particular to Underground.

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
(UG-SCORE-1). `hide_coins=True` makes them secret. The order of the stacks, undiscovered Places and Relics, and future
dice rolls never appear in the observation.

## Verbs

`r` is a region, R the number of regions, and `relic` the name of a Relic, as in `use sword`.

| Verb | Indices | With two players |
|---|---|---|
| `pick s`, s from 0 to 5 | 6 | 0 to 5 |
| `decline` | 1 | 6 |
| `abandon r` | R | 7 to 34 |
| `conquer r` | R | 35 to 62 |
| `finish` | 1 | 63 |
| `deploy r` | R | 64 to 91 |
| `deploy_rest r` | R | 92 to 119 |
| `swap s`, s a row | 6 | 120 to 125 |
| `volcano r` | R | 126 to 153 |
| `reborn r` | R | 154 to 181 |
| `ancient r` | R | 182 to 209 |
| `use relic`, `doormat`, `orb`, `socks`, `sword` | 4 | 210 to 213 |
| `bag relic`, also `ring`, `scepter` | 6 | 214 to 219 |
| `vampire r` | R | 220 to 247 |
| `roll_for r` | R | 248 to 275 |
| `balrog r` | R | 276 to 303 |
| `armor r` | R | 304 to 331 |
| `queen r` | R | 332 to 359 |
| `ghost r` | R | 360 to 387 |
| `scepter r` | R | 388 to 415 |
| `ring r` | R | 416 to 443 |
| `altar r` | R | 444 to 471 |
| `decline_by_stonehedge` | 1 | 472 |

Using a Relic takes two steps: `use` or `bag` arms it, and the next conquest applies it.

## Coins

`reward="coins"` adds up to the final coins less the 5 that everybody starts with.
"""

from swenv.envs.aec import makers

env, raw_env, parallel_env = makers("underground", "underground_v0")
