"""Small World Underground for 2 to 5 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import underground_v0` |
| Create | `underground_v0.env(num_players=2, render_mode=None, reward="win")` |
| From the registry (PettingZoo 1.27 or newer) | `import swenv` and `pettingzoo.make("aec", "swenv/underground-v0")` |
| Agents | `player_0` to `player_4`, in turn order |
| Parallel | `underground_v0.parallel_env(...)`, over PettingZoo's bridge for games played in turns |
| Render modes | `human` (prints the board), `ansi`, `rgb_array` (needs `pip install swenv[view]`) |
| Length | random play of two takes about 102 decisions, of five about 212 |

| Players | Board | Regions | Rounds | Actions | Observation |
|---|---|---|---|---|---|
| 2 | `underground-2p` | 28 | 10 | `Discrete(473)` | `(2166,)` int8 |
| 3 | `underground-3p` | 33 | 10 | `Discrete(553)` | `(2597,)` int8 |
| 4 | `underground-4p` | 44 | 9 | `Discrete(729)` | `(3398,)` int8 |
| 5 | `underground-5p` | 55 | 8 | `Discrete(905)` | `(4221,)` int8 |

The boards for two to four players are those of the box. The one for five is a design of this project, because no source
for the printed one could be found.

```python
from swenv import underground_v0

env = underground_v0.env(num_players=2)
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

`num_players`, `render_mode`, `live`, and `reward`: `"win"`, `"margin"`, `"coins"`, or a function of the states before
and after a step that gives a number for each seat; all as in `smallworld_v0`. All others are options of the game, as
`swenv.load` takes them: those of Small World (`map`, `rounds`, `hide_coins`, `own_decline_defends`,
`substitution_needs_hand`, `extra_races`, `extra_powers`, `races`, `powers`), and these:

| Option | Values, the default first | What it decides |
|---|---|---|
| `boxes` | `("underground",)`, `("base",)`, both | whose races and powers come up |
| `places` | `True`, `False` | whether Popular Places and Righteous Relics are used |
| `flames_entry` | `"edge"`, `"volcano"` | where Flames enter (UG-ED-1) |
| `vampire_limit` | `"turn"`, `"opponent"` | one substitution by Vampires a turn, or one for each opponent (UG-ED-2) |
| `scepter_void` | `"mine_terrain_and_place"`, `"place"` | where the Scepter of Avarice does nothing (UG-ED-3) |
| `diamond_scope` | `"player"`, `"race"` | whose regions the Diamond Fields count (UG-ED-4) |
| `stonehedge_decline_powers` | `"any_holder"`, `"declined_holder"` | when Stonehedge's Wise and Reborn work (UG-ED-5) |

The defaults are what the rules page takes; the other values are those of another edition of the rulebook. `boards` is
for `warcraft_v0` alone. An unknown option is an error that names the known ones.

`env.unwrapped.game` is the `swenv.Game`, `env.unwrapped.game_state` the `swenv.State` that is played.

### Observation

`{"observation": ..., "action_mask": ...}`, new arrays in every step. The observation is one int8 vector, seen from the
agent's seat, which always comes first. It has the four parts of Small World: a line for each region, the turn, a line
for each of the six rows of the column, and a line for each seat; what Underground has more stands at their ends.
`game.observation_layout` names every number, and its `describe` turns a vector back into words:

```python
layout = env.unwrapped.game.observation_layout
print([(part.name, part.start, part.shape) for part in layout])
# [('regions', 0, (28, 58)), ('turn', 1624, (88,)), ('column', 1712, (6, 40)), ('seats', 1952, (2, 107))]
places = layout["regions"].column("place")
```

Terrains have the names of what corresponds to them in Small World: a Mushroom Forest is `forest`, a Mudpool `swamp`,
Mystic Crystals and Mines are regions without a terrain that have the symbol. Coins are public, because every gain is
(UG-SCORE-1). `hide_coins=True` plays them secret. The order of the stacks, Places and Relics that are not found yet and
future dice are never in the observation.

### Mask

`observation["action_mask"]` and `info["action_mask"]` are the same (num_actions,) int8: 1 for exactly the legal actions
of the agent that is to act, all zeros for the others and once the game is over. An illegal action raises
`swenv.IllegalAction`, which names the rule and what is legal; the game goes on from where it was. It is no way to lose:
`TerminateIllegalWrapper` would end the game for all seats, so do not add it.

### Actions

An action is a verb with at most one argument; indices run through the verbs in this order. `r` is a region, R their
number, `relic` the name of one, written as a word: `use sword`. What each verb does is in `game.verbs`,
`str(game.action(i))` says an index in words, and `game.parse("conquer 7")` is the way back.

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

A Relic is used in two steps: `use` or `bag` arms it, the next conquest goes with it. A turn is many decisions, so an
agent often acts several times in a row, and a defender may have to place withdrawn tokens in the middle of another
agent's turn. `env.agent_selection` always says who decides.

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

env, raw_env, parallel_env = makers("underground", "underground_v0")
