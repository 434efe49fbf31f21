"""Small World for 2 to 5 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import smallworld_v0` |
| Create | `smallworld_v0.env(num_players=2, render_mode=None, reward="win")` |
| From the registry (PettingZoo 1.27 or newer) | `import swenv` and `pettingzoo.make("aec", "swenv/smallworld-v0")` |
| Agents | `player_0` to `player_4`, in turn order |
| Parallel | `smallworld_v0.parallel_env(...)`, over PettingZoo's bridge for games played in turns |
| Render modes | `human` (prints the board), `ansi`, `rgb_array` (needs `pip install swenv[view]`) |
| Length | random play of two takes about 97 decisions, of five about 193 |

| Players | Board | Regions | Rounds | Actions | Observation |
|---|---|---|---|---|---|
| 2 | `smallworld-2p` | 23 | 10 | `Discrete(218)` | `(1105,)` int8 |
| 3 | `smallworld-3p` | 30 | 10 | `Discrete(282)` | `(1424,)` int8 |
| 4 | `smallworld-4p` | 39 | 9 | `Discrete(364)` | `(1821,)` int8 |
| 5 | `smallworld-5p` | 48 | 8 | `Discrete(446)` | `(2236,)` int8 |

```python
from swenv import smallworld_v0

env = smallworld_v0.env(num_players=2)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        action = None
    else:
        action = env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
```

### Arguments

`num_players`, `render_mode`, and `reward`: `"win"`, `"margin"`, `"coins"`, or a function of the states before and after
a step that gives a number for each seat. `live=True` makes `last()` fill the same arrays again and again, for those
who copy what they keep. All others are options of the game, as `swenv.load` takes them: `map`, `rounds`, `hide_coins`,
`own_decline_defends`, `substitution_needs_hand`, `extra_races`, `extra_powers`, `races`, `powers`. `boxes` and `places`
mix in what is of Underground; for a game that does, `flames_entry`, `vampire_limit`, `scepter_void`, `diamond_scope`
and `stonehedge_decline_powers` are as in `underground_v0`, else they keep their usual values. `boards` is for
`warcraft_v0` alone. An unknown one is an error that names the known ones.

`env.unwrapped.game` is the `swenv.Game`, `env.unwrapped.game_state` the `swenv.State` that is played.

### Observation

`{"observation": ..., "action_mask": ...}`, new arrays in every step. The observation is one int8 vector, seen from the
agent's seat, which always comes first. It has four parts: a line for each region, the turn, a line for each of the six
rows of the column, and a line for each seat. `game.observation_layout` names every number, and its `describe` turns a
vector back into words:

```python
layout = env.unwrapped.game.observation_layout
print([(part.name, part.start, part.shape) for part in layout])
# [('regions', 0, (23, 30)), ('turn', 690, (31,)), ('column', 721, (6, 38)), ('seats', 949, (2, 78))]
tokens = layout["regions"].column("tokens")
```

Coins are public, because every gain is (SW-SCORE-6). `hide_coins=True` plays them secret: then the purses of the other
seats are 0 in the observation. The order of the stacks and future dice are never in it.

### Mask

`observation["action_mask"]` and `info["action_mask"]` are the same (num_actions,) int8: 1 for exactly the legal actions
of the agent that is to act, all zeros for the others and once the game is over. An illegal action raises
`swenv.IllegalAction`, which names the rule and what is legal; the game goes on from where it was. It is no way to lose:
`TerminateIllegalWrapper` would end the game for all seats, so do not add it.

### Actions

An action is a verb with at most one argument; indices run through the verbs in this order. `r` is a region, R their
number; what each verb does is in `game.verbs`, `str(game.action(i))` says an index in words, and
`game.parse("conquer 7")` is the way back.

| Verb | Indices | With two players |
|---|---|---|
| `pick s`, s from 0 to 5 | 6 | 0 to 5 |
| `decline` | 1 | 6 |
| `abandon r` | R | 7 to 29 |
| `conquer r` | R | 30 to 52 |
| `roll` | 1 | 53 |
| `convert r` | R | 54 to 76 |
| `dragon r` | R | 77 to 99 |
| `finish` | 1 | 100 |
| `deploy r` | R | 101 to 123 |
| `deploy_rest r` | R | 124 to 146 |
| `encamp r` | R | 147 to 169 |
| `fortify r` | R | 170 to 192 |
| `hero r` | R | 193 to 215 |
| `peace p`, p a seat | players | 216 to 217 |

A turn is many decisions, so an agent often acts several times in a row, and a defender may have to place withdrawn
tokens in the middle of another agent's turn. `env.agent_selection` always says who decides.

### Rewards

| `reward` | Paid | Each seat gets |
|---|---|---|
| `"win"` | at the end | +1 for the winner, shared when tied; the losers share -1; all tied: 0. Sums to 0 |
| `"margin"` | at the end | own coins less the best other's, as a part of the greater of the two: from -1 to 1 |
| `"coins"` | in every step | what the own purse gained or lost; over a game the final coins less the first 5 |

`last()` hands out everything an agent earned since it last acted; `rewards` is what the last step alone paid. At the
end all agents are done in the same step, and each collects with one more `last()`, to which it answers `step(None)`.
The game ends by termination, never by truncation.

### Copies

`env.copy()`, `copy.deepcopy`, `pickle`, `==` and `hash` work in mid-game: an equal environment plays on identically.
The same seed and the same actions give the same game as `game.new_state(seed)`, on any machine.

### Version history

* v0: first version.
"""

from swenv.envs.aec import makers

env, raw_env, parallel_env = makers("smallworld", "smallworld_v0")
