"""Small World for 2 to 5 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import smallworld_v0` |
| Create | `smallworld_v0.env(num_players=2, render_mode=None, reward="win")` |
| PettingZoo registry | `swenv/smallworld-v0` |
| Agents | `player_0` to `player_4`, in turn order |
| Length | random play takes about 97 decisions with two players, 193 with five |

| Players | Board | Regions | Rounds | Actions | Observation |
|---|---|---|---|---|---|
| 2 | `smallworld-2p` | 23 | 10 | `Discrete(218)` | `(1125,)` int8 |
| 3 | `smallworld-3p` | 30 | 10 | `Discrete(282)` | `(1444,)` int8 |
| 4 | `smallworld-4p` | 39 | 9 | `Discrete(364)` | `(1841,)` int8 |
| 5 | `smallworld-5p` | 48 | 8 | `Discrete(446)` | `(2256,)` int8 |

```python
from swenv import smallworld_v0

env = smallworld_v0.env(num_players=2)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    done = terminated or truncated
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
```

The arguments `num_players`, `render_mode`, `reward` and `reuse_arrays`, masks, rewards and copies are those of every
environment: see `help(swenv.envs.aec.GameAEC)`, or the page "What the environments share" of the documentation.

## Options

`map`, `rounds`, `hide_coins`, `own_decline_defends`, `substitution_needs_hand`, `extra_races`, `extra_powers`, `races`
and `powers`, as `swenv.load` describes them. `boxes` and `places` mix in Underground; a mixed game also takes
`flames_entry`, `vampire_limit`, `scepter_void`, `diamond_scope` and `stonehedge_decline_powers` of `underground_v0`.
Otherwise these keep their defaults. `boards` belongs to `warcraft_v0` alone.

## What an agent sees

The observation has four parts: a row for each region, the turn, a row for each of the six combos on offer, and a row
for each seat.

```python
layout = env.unwrapped.game.observation_layout
print([(part.name, part.start, part.shape) for part in layout])
# [('regions', 0, (23, 30)), ('turn', 690, (31,)), ('column', 721, (6, 38)), ('seats', 949, (2, 78))]
tokens = layout["regions"].column("tokens")
```

Coins are public, because every gain is (SW-SCORE-6). With `hide_coins=True` the observation shows 0 for the other
seats' coins, and whoever wants to know them has to remember what they gained and paid. The order of the stacks and
future dice rolls never appear in it.

## Verbs

`region` is a region, `row` a row of the column and `seat` a seat, all numbered from 0.

| Verb | What it does | With two players |
| --- | --- | --- |
| `pick row` | take the combo of a row of the column, 0 at the top | 0 to 5 |
| `decline` | put the active race into decline | 6 |
| `abandon region` | give up a region | 7 to 29 |
| `conquer region` | conquer with the tokens it takes, or try with the die if 1 to 3 short | 30 to 52 |
| `roll` | Berserk: roll the die for the next conquest | 53 |
| `convert region` | Sorcerers: replace a lone active token | 54 to 76 |
| `dragon region` | Dragon Master: conquer with one token | 77 to 99 |
| `finish` | end the current optional step | 100 |
| `deploy region` | put one token from hand into a region | 101 to 123 |
| `deploy_rest region` | put all tokens from hand into a region | 124 to 146 |
| `encamp region` | put down an encampment | 147 to 169 |
| `fortify region` | build a fortress | 170 to 192 |
| `hero region` | put down a hero | 193 to 215 |
| `peace seat` | Diplomat: make peace with a seat until one's own next turn | 216 to 217 |

## Coins

`reward="coins"` adds up to the final coins less the 5 that everybody starts with.
"""

from swenv.envs.aec import makers

env, raw_env, parallel_env = makers("smallworld", "smallworld_v0")
