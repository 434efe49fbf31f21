"""Small World of Warcraft for 2 to 5 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import warcraft_v0` |
| Create | `warcraft_v0.env(num_players=2, render_mode=None, reward="win")` |
| PettingZoo registry | `swenv/warcraft-v0` |
| Agents | `player_0` to `player_4`, in turn order |
| Length | random play takes about 104 decisions with two players, 210 with five |

| Players | Boards | Tables | Regions | Rounds | Actions | Observation |
|---|---|---|---|---|---|---|
| 2 | large, small | 16 | 19 to 21 | 10 | `Discrete(380)` | `(1824,)` int8 |
| 3 | large, medium, small | 64 | 28 to 32 | 10 | `Discrete(567)` | `(2664,)` int8 |
| 4 | large, 2 medium, small | 64 | 38 to 42 | 9 | `Discrete(737)` | `(3417,)` int8 |
| 5 | 2 large, medium, 2 small | 64 | 48 to 52 | 8 | `Discrete(907)` | `(4190,)` int8 |

The seed of a game draws its boards and their sides, as players would at the table; `boards=["L1a", "S2b"]` chooses
them. All twelve sides are designs of this project that follow what is in the box, because no source for the printed
ones could be found. Spaces have the size of the largest table, so one network serves all tables.

The team variant is missing: its rules are on a separate sheet that was not available (WW-TEAM-2). All available sources
show the numbers on banners and badges only as pictures, so most are derived or decided; chapter 10 of the rules says
which.

```python
from swenv import warcraft_v0

env = warcraft_v0.env(num_players=2)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    done = terminated or truncated
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
```

The arguments `num_players`, `render_mode`, `reward` and `reuse_arrays`, masks, rewards and copies are those of every
environment: see `help(swenv.envs.aec.GameAEC)`, or the page "What the environments share" of the documentation.

## Options

| Option | Values, default first | What it decides |
|---|---|---|
| `boards` | `None`, a list of faces | which boards are on the table; see the page on choosing boards |
| `rounds` | 10, 10, 9, 8 by number of players | length of a game |
| `hide_coins` | `False`, `True` | whether observations leave out the other seats' coins |
| `own_decline_defends` | `False`, `True` | whether your own race in decline defends against you (WW-CONQ-4) |
| `races`, `powers` | `None`, lists of names | what is in the box |
| `extra_races`, `extra_powers` | `()`, your own | what is added to it |

`map`, `places` and other `boxes` are refused: World of Warcraft is played alone (WW-DIFF-15). The options of the other
boxes, `substitution_needs_hand`, `flames_entry`, `vampire_limit`, `scepter_void`, `diamond_scope` and
`stonehedge_decline_powers`, have no effect here and keep their defaults.

`game.boards` lists all tables, and `game.board_of(state.record)` is the one a state is played on.

## What an agent sees

The observation has the four parts of Small World: a row for each region, the turn, a row for each of the six combos on
offer, and a row for each seat. The columns that only Warcraft has come at the end of each part. Regions that a smaller
table lacks have rows of zeros.

```python
layout = env.unwrapped.game.observation_layout
print([(part.name, part.start, part.shape) for part in layout])
# [('regions', 0, (21, 59)), ('turn', 1239, (105,)), ('column', 1344, (6, 40)), ('seats', 1584, (2, 110))]
```

Coins are public, because every gain is (WW-SETUP-10). `hide_coins=True` leaves those of others out of the observation.
The order of the stacks, face-down markers, the kinds of bombs and future dice rolls never appear in it.

## Verbs

`region` is a region of the largest table and `row` a row of the column, both numbered from 0; the rest are words.

| Verb | What it does | With two players |
| --- | --- | --- |
| `pick row` | take the combo of a row of the column, 0 at the top | 0 to 5 |
| `decline` | put the active race into decline | 6 |
| `abandon region` | give up a region | 7 to 27 |
| `conquer region` | conquer with the tokens it takes, or try with the die if 1 to 3 short | 28 to 48 |
| `finish` | end the current optional step | 49 |
| `deploy region` | put one token from hand into a region | 50 to 70 |
| `deploy_rest region` | put all tokens from hand into a region | 71 to 91 |
| `roll_for region` | name a region and roll the die before paying | 92 to 112 |
| `form form` | Worgen: choose human and gain 2 coins, or worgen and pay 1 | 113 to 114 |
| `arm effect` | use an Artifact or an ability for the next conquest | 115 to 119 |
| `champion region` | Champions: conquer with the Champion | 120 to 140 |
| `leave_champion` | Champions: leave the Champion where he was and take up a token instead | 141 |
| `push region` | Strongmen: remove a Wisp Wall, a Fort, a Murloc or a token | 142 to 162 |
| `push_to region` | Strongmen: put the pushed token into a region | 163 to 183 |
| `portal region` | Portal Mages: one of the two magic regions to exchange | 184 to 204 |
| `take artifact` | Ethereals: take an adjacent Artifact | 205 to 209 |
| `put region` | Ethereals: put the Artifact taken into a region | 210 to 230 |
| `well region` | put the Well of Eternity into a water region | 231 to 251 |
| `buy` | Forsaken: buy a token | 252 |
| `beast region` | put a Beast from hand into a region | 253 to 273 |
| `post region` | put the Champion from hand into a region | 274 to 294 |
| `aegis region` | put the Aegis of Aggramar into a region, which it protects | 295 to 315 |
| `heart region` | put the Heart of Azeroth into a region, whose neighbours pay | 316 to 336 |
| `objective region` | Humans: put a Military Objective into a region | 337 to 357 |
| `bomb region` | Goblins: plant the next bomb | 358 to 378 |
| `pay` | Goblins: pay Harmony before a bomb on Pandaren is revealed | 379 |

`form`: human, worgen; `arm`: frostmourne, ashes, doomhammer, discount, air_strike; `take`: aegis, frostmourne, ashes,
heart, doomhammer.

Using an Artifact, or a once-a-turn ability of Ethereals and Gnomes, takes two steps: `arm` readies it, and the next
conquest applies it.

## Coins

`reward="coins"` adds up to the final coins less the 5 that everybody starts with.
"""

from swenv.envs.aec import makers

env, raw_env, parallel_env = makers("warcraft", "warcraft_v0")
