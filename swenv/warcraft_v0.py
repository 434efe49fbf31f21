"""Small World of Warcraft for 2 to 5 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import warcraft_v0` |
| Create | `warcraft_v0.env(num_players=2, render_mode=None, reward="win")` |
| From the registry (PettingZoo 1.27 or newer) | `import swenv` and `pettingzoo.make("aec", "swenv/warcraft-v0")` |
| Agents | `player_0` to `player_4`, in turn order |
| Parallel | `warcraft_v0.parallel_env(...)`, over PettingZoo's bridge for games played in turns |
| Render modes | `human` (prints the board), `ansi`, `rgb_array` (needs `pip install swenv[view]`) |
| Length | random play of two takes about 104 decisions, of five about 210 |

| Players | Boards | Tables | Regions | Rounds | Actions | Observation |
|---|---|---|---|---|---|---|
| 2 | large, small | 16 | 19 to 21 | 10 | `Discrete(380)` | `(1804,)` int8 |
| 3 | large, medium, small | 64 | 28 to 32 | 10 | `Discrete(567)` | `(2644,)` int8 |
| 4 | large, 2 medium, small | 64 | 38 to 42 | 9 | `Discrete(737)` | `(3397,)` int8 |
| 5 | 2 large, medium, 2 small | 64 | 48 to 52 | 8 | `Discrete(907)` | `(4170,)` int8 |

The seed of a game draws its boards and their sides, as at the table; `boards=["L1a", "S2b"]` chooses them. All twelve
sides are designs of this project, because no source for the printed ones could be found: they follow what is in the
box. Spaces have the size of the largest table, so one network serves all.

The team variant of the box is left out: its rules are on a sheet of their own that is not at hand (WW-TEAM-2). The
numbers on banners and badges are pictures in every source at hand, so most are derived or decided: chapter 10 of the
rules says which.

```python
from swenv import warcraft_v0

env = warcraft_v0.env(num_players=2)
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
`swenv.load` takes them:

| Option | Values, the default first | What it decides |
|---|---|---|
| `boards` | `None`, a list of faces | which boards lie on the table; see the page on choosing boards |
| `rounds` | 10, 10, 9, 8 by players | length of a game |
| `hide_coins` | `False`, `True` | whether the purses of others are secret |
| `own_decline_defends` | `False`, `True` | whether one's own race in decline defends against oneself (WW-CONQ-4) |
| `races`, `powers` | `None`, lists of names | what is in the box |
| `extra_races`, `extra_powers` | `()`, your own | what is in the box besides |

`map`, `places` and other `boxes` are refused: World of Warcraft is played alone (WW-DIFF-15). The options of the other
boxes, `substitution_needs_hand`, `flames_entry`, `vampire_limit`, `scepter_void`, `diamond_scope` and
`stonehedge_decline_powers`, say nothing here: they keep their usual values. An unknown option is an error that names
the known ones.

`env.unwrapped.game` is the `swenv.Game`, `env.unwrapped.game_state` the `swenv.State` that is played. `game.boards` are
all tables, `game.board_of(state.record)` is the one of a state.

### Observation

`{"observation": ..., "action_mask": ...}`, new arrays in every step. The observation is one int8 vector, seen from the
agent's seat, which always comes first. It has the four parts of Small World: a line for each region, the turn, a line
for each of the six rows of the column, and a line for each seat; what Warcraft has more stands at their ends. Regions
that a small table lacks have lines of zeros. `game.observation_layout` names every number, and its `describe` turns a
vector back into words:

```python
layout = env.unwrapped.game.observation_layout
print([(part.name, part.start, part.shape) for part in layout])
# [('regions', 0, (21, 59)), ('turn', 1239, (105,)), ('column', 1344, (6, 40)), ('seats', 1584, (2, 110))]
```

Coins are public, because every gain is (WW-SETUP-10). `hide_coins=True` plays them secret. The order of the stacks,
markers that are face down, the kinds of bombs and future dice are never in the observation.

### Mask

`observation["action_mask"]` and `info["action_mask"]` are the same (num_actions,) int8: 1 for exactly the legal actions
of the agent that is to act, all zeros for the others and once the game is over. An illegal action raises
`swenv.IllegalAction`, which names the rule and what is legal; the game goes on from where it was. It is no way to lose:
`TerminateIllegalWrapper` would end the game for all seats, so do not add it.

### Actions

An action is a verb with at most one argument; indices run through the verbs in this order. `r` is a region, R the
number of regions of the largest table; other arguments are words: `arm frostmourne`. What each verb does is in
`game.verbs`, `str(game.action(i))` says an index in words, and `game.parse("conquer 7")` is the way back.

| Verb | Indices | With two players |
|---|---|---|
| `pick s`, s from 0 to 5 | 6 | 0 to 5 |
| `decline` | 1 | 6 |
| `abandon r` | R | 7 to 27 |
| `conquer r` | R | 28 to 48 |
| `finish` | 1 | 49 |
| `deploy r` | R | 50 to 70 |
| `deploy_rest r` | R | 71 to 91 |
| `roll_for r` | R | 92 to 112 |
| `form form`, `human`, `worgen` | 2 | 113 to 114 |
| `arm effect`, `frostmourne`, `ashes`, `doomhammer`, `discount`, `air_strike` | 5 | 115 to 119 |
| `champion r` | R | 120 to 140 |
| `leave_champion` | 1 | 141 |
| `push r` | R | 142 to 162 |
| `push_to r` | R | 163 to 183 |
| `portal r` | R | 184 to 204 |
| `take artifact`, `aegis`, `frostmourne`, `ashes`, `heart`, `doomhammer` | 5 | 205 to 209 |
| `put r` | R | 210 to 230 |
| `well r` | R | 231 to 251 |
| `buy` | 1 | 252 |
| `beast r` | R | 253 to 273 |
| `post r` | R | 274 to 294 |
| `aegis r` | R | 295 to 315 |
| `heart r` | R | 316 to 336 |
| `objective r` | R | 337 to 357 |
| `bomb r` | R | 358 to 378 |
| `pay` | 1 | 379 |

Artifacts and the once-a-turn abilities of Ethereals and Gnomes are used in two steps: `arm` readies them, the next
conquest goes with them. A turn is many decisions, so an agent often acts several times in a row, and a defender may
have to place withdrawn tokens in the middle of another agent's turn. `env.agent_selection` always says who decides.

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

env, raw_env, parallel_env = makers("warcraft", "warcraft_v0")
