"""Small Islands for 1 to 4 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import islands_v0` |
| Create | `islands_v0.env(num_players=2, render_mode=None, reward="win")` |
| From the registry (PettingZoo 1.27 or newer) | `import swenv` and `pettingzoo.make("aec", "swenv/islands-v0")` |
| Agents | `player_0` to `player_3`, in turn order; in a game for one `player_0` alone, against Alexis |
| Parallel | `islands_v0.parallel_env(...)`, over PettingZoo's bridge for games played in turns |
| Render modes | `human` (prints the board), `ansi`, `rgb_array` (needs `pip install swenv[view]`) |
| Length | random play of one takes about 76 decisions, of two about 124, of four about 168 |

| Players | Window | Actions | Observation |
|---|---|---|---|
| 1 | 17 | `Discrete(3520)` | `(19258,)` int8 |
| 2 | 17 | `Discrete(3520)` | `(19579,)` int8 |
| 3 | 17 | `Discrete(3520)` | `(20243,)` int8 |
| 4 | 17 | `Discrete(3520)` | `(20907,)` int8 |

```python
from swenv import islands_v0

env = islands_v0.env(num_players=2)
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
| `mode` | `"standard"`, `"advanced"`, `"solo"` | mission cards, or goals and rewards apart (SI-PREP-3) |
| `window` | 17, any odd number from 3 to 21 | rows and columns of the table (SI-ACT-9) |
| `start_layout` | `"first_player"`, `"random"`, `"fixed"`, or a list of tiles | who lays the start tiles (SI-SETUP-3) |
| `level` | 1 to 6 | the Alexis card of a game for one (SI-SOLO-3) |
| `best_resource` | `False`, `True` | R11 and M12 take the resource that occurs most, nobody is asked (SI-ACT-4) |
| `best_token` | `False`, `True` | R06 and M10 keep the token of the greatest value, nobody is asked (SI-ACT-4) |

A game for one is always played against Alexis: `num_players=1`, with the mission cards of the standard game unless
`mode="advanced"`. A layout is a list of `{"tile": "ST1A", "r": 8, "c": 8, "rot": 0}` in laying order, the first on the
centre. An unknown option is an error that names the known ones.

`env.unwrapped.game` is the `swenv.Game`, `env.unwrapped.game_state` the `swenv.State` that is played.

### One seat

`islands_v0.env(num_players=1, level=3)` has one agent, `player_0`. What Alexis does is part of a step: whoever docked,
and whatever he drew, the agent is asked again when it has something to decide. For him the agent decides only how his
tile is turned, and where he builds when he has fewer houses than islands (SI-ACT-12). The return is +1 or -1.

### Observation

`{"observation": ..., "action_mask": ...}`, new arrays in every step. The observation is one int8 vector, seen from the
agent's seat, which always comes first; the table is not turned. It has a line for each cell of the table, row by row,
the turn, a line for each tile that can be taken, is held or is being placed, the own cards and the one returned, a line
for each seat, and flags of the tiles that the seat has not seen; with one seat, also a line for Alexis.
`game.observation_layout` names every number, its `describe` turns a vector back into words, and `game.planes` has the
cells as an image:

```python
game = env.unwrapped.game
print({part.name: part.start for part in game.observation_layout})
# {'cells': 0, 'turn': 19074, 'tiles': 19143, 'cards': 19297, 'seats': 19357, 'unseen': 19523}
planes = game.planes(env.unwrapped.game_state.observation(0))  # (66, 17, 17)
```

What others hold, cards that are not revealed, kept discovery tokens of others, the order of the stacks and future draws
are never in the observation (SI-INFO-2). A tile that was taken from the market was seen by all, and is known.

### Mask

`observation["action_mask"]` and `info["action_mask"]` are the same (num_actions,) int8: 1 for exactly the legal actions
of the agent that is to act, all zeros for the others and once the game is over. An illegal action raises
`swenv.IllegalAction`, which names the rule and what is legal; the game goes on from where it was. It is no way to lose:
`TerminateIllegalWrapper` would end the game for all seats, so do not add it.

### Actions

An action is a verb with its arguments; indices run through the verbs in this order, the last argument counts fastest.
`r` and `c` are row and column of a cell, N the number of cells; 3,520 actions with the usual window, 2,752 with 15,
5,344 with 21, whatever the number of players. What each verb does is in `game.verbs`, `str(game.action(i))` says an
index in words, and `game.parse("place 8 9 3")` is the way back.

| Verb | Indices | With window 17 |
|---|---|---|
| `pass` | 1 | 0 |
| `card_pair cards`, current and kept: `0 1`, `0 2`, `1 0`, `1 2`, `2 0`, `2 1` | 6 | 1 to 6 |
| `reward_pair cards`, the same | 6 | 7 to 12 |
| `take slot`, a place of the market | 3 | 13 to 15 |
| `hand place`, 2 for the tile just taken | 3 | 16 to 18 |
| `start_face face`: `ST1A`, `ST1B` and so on | 8 | 19 to 26 |
| `marker_mode mode`: `lotus`, `any_lotus`, `port_lotus` and so on | 10 | 27 to 36 |
| `resource resource`: `lotus`, `dragonfruit`, `laurel` | 3 | 37 to 39 |
| `discovery token`, one of those drawn, by value | 12 | 40 to 51 |
| `place r c rot` | 4 N | 52 to 1207 |
| `dock_own r c` | N | 1208 to 1496 |
| `dock_grey r c` | N | 1497 to 1785 |
| `mark_slot r c slot` | 3 N | 1786 to 2652 |
| `mark_piece r c piece` | 2 N | 2653 to 3230 |
| `house r c`, the cell that names an island | N | 3231 to 3519 |

A turn is many decisions, so an agent acts several times in a row: it takes a tile, chooses one of three, places it, and
may lay a marker. `env.agent_selection` always says who decides.

### Rewards

| `reward` | Paid | Each seat gets |
|---|---|---|
| `"win"` | at the end | +1 for the winner; the losers share -1. There is one winner, ties are broken (SI-TIE-1) |
| `"margin"` | at the end | own points less the best other's, as a part of the greater of the two: from -1 to 1 |
| `"coins"` | in every step | what the own prestige points gained; over a game the final points |

With one seat the other is Alexis: `"win"` pays +1 or -1, `"margin"` compares with his total (SI-SOLO-14). Discovery
tokens and ports around the own ship are counted at the end, so the last step can pay all seats (SI-SCORE-1).

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

env, raw_env, parallel_env = makers("islands", "islands_v0")
