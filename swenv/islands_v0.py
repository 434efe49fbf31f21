"""Small Islands for 1 to 4 players as a PettingZoo environment (AEC: agents act one at a time).

| | |
|---|---|
| Import | `from swenv import islands_v0` |
| Create | `islands_v0.env(num_players=2, render_mode=None, reward="win")` |
| PettingZoo registry | `swenv/islands-v0` |
| Agents | `player_0` to `player_3`, in turn order; `player_0` alone in a solo game against Alexis |
| Length | random play takes about 76 decisions alone, 124 with two players, 168 with four |

| Players | Window | Actions | Observation |
|---|---|---|---|
| 1 | 17 | `Discrete(3520)` | `(2458,)` int8 |
| 2 | 17 | `Discrete(3520)` | `(2538,)` int8 |
| 3 | 17 | `Discrete(3520)` | `(2736,)` int8 |
| 4 | 17 | `Discrete(3520)` | `(2942,)` int8 |

```python
from swenv import islands_v0

env = islands_v0.env(num_players=2)
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
| `mode` | `"standard"`, `"advanced"`, `"solo"` | mission cards, or separate goals and rewards (SI-PREP-3) |
| `window` | 17, any odd number from 3 to 21 | rows and columns of the table (SI-ACT-9) |
| `start_layout` | `"first_player"`, `"random"`, `"fixed"`, or a list of tiles | who lays the start tiles (SI-SETUP-3) |
| `level` | 1 to 6 | the Alexis card of a solo game (SI-SOLO-3) |
| `best_resource` | `False`, `True` | R11 and M12 take the most frequent resource without asking (SI-ACT-4) |
| `best_token` | `False`, `True` | R06 and M10 keep the most valuable token without asking (SI-ACT-4) |

A layout is a list of `{"tile": "ST1A", "r": 8, "c": 8, "rot": 0}` in laying order, the first one in the centre.

## Solo play

A game for one is always played against Alexis, as in `islands_v0.env(num_players=1, level=3)`, with the mission cards
of the standard game unless `mode="advanced"`. It has one agent, `player_0`. Alexis's moves are part of a step: whoever
docked and whatever he drew, the agent is asked again when it has something to decide. On his behalf the agent decides
only how his tile is rotated, and where he builds when he has fewer houses than islands (SI-ACT-12).

## What an agent sees

The observation shows what lies on the table as entities: for each cell the tile or ship there and the island on each
side, or on empty cells what the neighbours demand; a row for each island, with what is on it and what the agent's cards
would pay there; and the houses and markers. It also has the turn, a row for each tile that can be taken, is held or is
being placed, the agent's own cards and the one it returned, a row for each seat, and flags for the tiles it has not
seen; in solo play also a row for Alexis. Every seat sees the table the same way up. `game.planes` has the cells as an
image:

```python
game = env.unwrapped.game
print([part.name for part in game.observation_layout])
# ['cells', 'islands', 'houses', 'markers', 'turn', 'tiles', 'cards', 'seats', 'unseen']
planes = game.planes(env.unwrapped.game_state.observation(0))  # (5, 17, 17)
```

Other players' hands, unrevealed cards, their discovery tokens, the order of the stacks and future draws never appear in
the observation (SI-INFO-2). A tile taken from the market was seen by everybody, so it is known.

## Verbs

`r` and `c` are the row and column of a cell; of two `cards`, the first is used and the second kept; `place` 2 is the
tile just taken. A window of 15 has 2,752 actions, one of 17 3,520, and one of 21 5,344, for any number of players.

| Verb | What it does | With window 17 |
| --- | --- | --- |
| `pass` | lay no marker, or stop building houses | 0 |
| `card_pair cards` | choose the mission or goal to use this round, and the one to keep | 1 to 6 |
| `reward_pair cards` | choose the reward card to use this round, and the one to keep | 7 to 12 |
| `take slot` | take a tile from the market | 13 to 15 |
| `hand place` | choose the tile to lay or, if none fits, the one to remove from the game | 16 to 18 |
| `start_face face` | choose a start tile and the face to lay it with | 19 to 26 |
| `marker_mode mode` | choose a marker to lay, and what it shows: a resource or a port | 27 to 36 |
| `resource resource` | choose the resource to score | 37 to 39 |
| `discovery token` | keep one of the drawn tokens, which are numbered by value | 40 to 51 |
| `place r c rot` | lay the tile on a cell, rotated clockwise by 0 to 3 quarter turns | 52 to 1207 |
| `dock_own r c` | dock your own ship | 1208 to 1496 |
| `dock_grey r c` | dock a grey ship | 1497 to 1785 |
| `mark_slot r c slot` | cover a resource on a tile with the marker | 1786 to 2652 |
| `mark_piece r c piece` | lay the marker as a port on a piece of a tile | 2653 to 3230 |
| `house r c` | build on the island whose first free site is on this cell | 3231 to 3519 |

`card_pair`, `reward_pair`: 0 1, 0 2, 1 0, 1 2, 2 0, 2 1; `start_face`: ST1A, ST1B, ST2A, ST2B, ST3A, ST3B, ST4A, ST4B;
`marker_mode`: lotus, dragonfruit, laurel, any_lotus, any_dragonfruit, any_laurel, port_lotus, port_dragonfruit,
port_laurel, port_any; `resource`: lotus, dragonfruit, laurel.

## Scoring

Coins are prestige points, and `reward="coins"` adds up to the final points. There is one winner, because ties are
broken (SI-TIE-1). In solo play `"win"` pays +1 or -1, and `"margin"` compares with Alexis's total (SI-SOLO-14).
Discovery tokens and the ports around the agent's own ship count at the end, so the last step can pay all agents
(SI-SCORE-1).
"""

from swenv.envs.aec import makers

env, raw_env, parallel_env = makers("islands", "islands_v0")
