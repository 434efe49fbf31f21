"""The compiled functions that Python calls, the same for every engine.

They are built from a few kernels that each engine provides, its `Rules`; `entries` binds them together. The
functions below are templates: each engine gets its own copy, whose global names refer to its kernels. (numba cannot
cache kernels on disk that are passed as arguments or closed over.)

Games are an array of records, and so are the tables that the rules look up; the field `table` of a game is the index
of its own tables.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from swenv.core import evaluation, tree
from swenv.core.jit import direct, entry, kernel
from swenv.core.random import draw, mix, next_seed
from swenv.core.tree import LEAD_SCALE

NOBODY = -1  # no seat
TO_THE_END = 1 << 40  # turns; more than any game has
MOST_PHASES = 1000  # more than can pass without a decision in any game
RETURNS, MARGINS, COINS, LEADS = range(4)
"""What can be paid for a game: at its end, or the gain in coins at every step; see `write_result`."""
DIRECT = ("step", "mask_of", "observe", "first_illegal", "step_batch")
"""The entries of which every microsecond counts, see `jit.direct`."""


@dataclass(frozen=True)
class Rules:
    """The kernels of an engine. `g` is the record of a game, `t` the record of its tables.

    Attributes:
        deal: (g, t): sets up a blank game, up to its first decision.
        update_legal: (g, t): writes the legal actions into a record that was filled in from outside.
        is_legal: (g, t, action): returns whether an action index exists and is legal now.
        apply_index: (g, t, action): carries out a legal action.
        mark_legal: (g, t, mask): sets the legal actions in a mask that is all False.
        random_action: (g, t): returns a random legal action, drawn from the game's own stream.
        informed_action: (g, t): returns a sensible one, drawn likewise.
        write_observation: (g, t, seat, out): writes what a seat sees into zeros.
        resample: (g, t, seat): redraws what a seat cannot know from the game's own stream. The result must not depend
            on what is hidden, and the legal set must be that of the resulting game.
        contenders: (t): returns how many sides can win; the seats come first.
        rank: (g, t, contender): returns a number; the contender with the highest one has won.
        turn_begins: (g): returns whether the next decision is the first of a turn, at which playouts may be cut off.
        write_features: (g, t, contender, out): writes the features of a contender into zeros as a turn begins, see
            `evaluation`; they use only what the searching seat knows, or what `resample` has drawn.
        stage: (g, t, contender): returns the row of `t.value_weights` for the rest of the game.
        over: The phase that ends a game.
    """

    deal: Any
    update_legal: Any
    is_legal: Any
    apply_index: Any
    mark_legal: Any
    random_action: Any
    informed_action: Any
    write_observation: Any
    resample: Any
    contenders: Any
    rank: Any
    turn_begins: Any
    write_features: Any
    stage: Any
    over: int


# Placeholders that the templates call; `entries` replaces them with the kernels of an engine.
deal: Any = None
update_legal: Any = None
is_legal: Any = None
apply_index: Any = None
mark_legal: Any = None
random_action: Any = None
informed_action: Any = None
write_observation: Any = None
resample: Any = None
contenders: Any = None
rank: Any = None
turn_begins: Any = None
over = -1


def begin(games, i, blank, tables, seed):
    """Start game `i` as a copy of a blank game, at its first decision; the seed picks one of several blank games."""
    games[i] = blank[0]
    g = games[i]
    g.random = mix(np.uint64(seed))
    if len(blank) > 1:
        k = draw(g, np.int64(len(blank)))
        stream, forced = g.random, g.forced
        games[i] = blank[k]
        g.random, g.forced = stream, forced
    g.seed = np.uint64(seed)
    deal(g, tables[g.table])


def act(g, t, action):
    """Apply an action index; if it is illegal, do nothing and return False."""
    if not is_legal(g, t, action):
        return False
    apply_index(g, t, action)
    return True


def write_mask(g, t, mask):
    """Fill `mask`, (num_actions,) bool."""
    mask[:] = False
    mark_legal(g, t, mask)


def write_returns(g, t, returns):
    """Write the returns, one per seat: +1 shared by the winners, -1 shared by the losers, all 0 if everybody ties."""
    best = rank(g, t, np.int64(0))
    for seat in range(1, contenders(t)):
        best = max(best, rank(g, t, seat))
    winners = 0
    for seat in range(contenders(t)):
        if rank(g, t, seat) == best:
            winners += 1
    losers = contenders(t) - winners
    for seat in range(t.num_players):
        if losers == 0:
            returns[seat] = 0.0
        elif rank(g, t, seat) == best:
            returns[seat] = 1.0 / winners
        else:
            returns[seat] = -1.0 / losers


def write_margins(coins, t, margins):
    """Write each seat's margin: its coins minus the best opponent's, divided by the greater of the two (-1 to 1)."""
    for seat in range(t.num_players):
        own, best = np.float64(coins[seat]), 0.0
        for other in range(contenders(t)):
            if other != seat:
                best = max(best, np.float64(coins[other]))
        margins[seat] = (own - best) / max(own, best, 1.0)


def write_result(g, t, counted, out):
    """Write what a finished game is worth to each seat: its returns, its margins, or its leads, cut off softly at 1."""
    if counted == RETURNS:
        write_returns(g, t, out)
        return
    if counted == MARGINS:
        write_margins(g.coins, t, out)
        return
    total = 0.0
    for seat in range(t.num_players):
        total += g.coins[seat]
    for seat in range(t.num_players):
        others = (total - g.coins[seat]) / max(t.num_players - 1, 1)
        out[seat] = np.tanh((g.coins[seat] - others) / LEAD_SCALE)


def imagine(g, t, seat, seed):
    """Redraw from a seed what `seat` cannot know; nothing of the game's own stream is kept."""
    start = mix(mix(np.uint64(seed)) ^ np.uint64(seat))
    g.random = start
    resample(g, t, seat)
    g.random = mix(start)  # the number of draws may depend on what is hidden
    g.seed = np.uint64(seed)


def play_on(g, t, informed, turns):
    """Play until the end, or until this many turns have begun; the seats in the set `informed` play sensibly."""
    while g.phase != over:
        if turn_begins(g):
            turns -= 1
            if turns <= 0:
                return
        if informed >> np.uint64(g.to_act) & np.uint64(1) != np.uint64(0):
            apply_index(g, t, informed_action(g, t))
        else:
            apply_index(g, t, random_action(g, t))


def show(g, t, i, to_act, masks, observations):
    """Write what the seat to act in game `i` sees and may do."""
    to_act[i] = g.to_act
    write_mask(g, t, masks[i])
    out = observations[i]
    out[:] = 0
    write_observation(g, t, np.int64(g.to_act), out)


def new_game(games, i, blank, tables, seed):
    """Set up game `i`."""
    begin(games, i, blank, tables, seed)


def refresh(games, i, tables, seat, seed):
    """Write the legal sets of a game whose record was filled in from outside.

    Unless `seat` is NOBODY, redraw from a seed all that it cannot know instead. One entry does both because each
    compiles the legality kernels, and they take most of the time.
    """
    g = games[i]
    t = tables[g.table]
    if seat == NOBODY:
        update_legal(g, t)
    else:
        imagine(g, t, seat, seed)


def step(games, i, tables, action):
    """Apply an action index to game `i`; if it is illegal, do nothing and return False."""
    return act(games[i], tables[games[i].table], action)


def mask_of(games, i, tables, mask):
    """Fill `mask`, (num_actions,) bool, for game `i`."""
    write_mask(games[i], tables[games[i].table], mask)


def observe(games, i, tables, seat, out):
    """Fill `out`, (observation_size,) int8, with what `seat` sees in game `i`."""
    out[:] = 0
    write_observation(games[i], tables[games[i].table], seat, out)


def result_of(games, i, tables, counted, out):
    """Fill `out`, (num_players,) float64, with what the finished game `i` is worth to each seat, see `write_result`."""
    write_result(games[i], tables[games[i].table], counted, out)


def reset_batch(games, blank, tables, seeds, to_act, masks, observations):
    """Set up every game with its seed, and fill the buffers of a vector."""
    for i in range(len(games)):
        begin(games, i, blank, tables, seeds[i])
        show(games[i], tables[games[i].table], i, to_act, masks, observations)


def observe_batch(games, tables, seats, out):
    """Fill `out`, (num_games, observation_size) int8, with what one seat of each game sees."""
    for i in range(len(games)):
        row = out[i]
        row[:] = 0
        write_observation(games[i], tables[games[i].table], seats[i], row)


def first_illegal(games, tables, actions, moving):
    """Return the index of the first moving game whose action is illegal, or -1."""
    for i in range(len(games)):
        if moving[i] and not is_legal(games[i], tables[games[i].table], actions[i]):
            return i
    return -1


def step_batch(
    games, blank, tables, actions, moving, paid, seeds, to_act, masks, observations, rewards, done, returns, ended
):
    """Apply one action in every moving game; one that finishes is kept in `ended` and restarts with its next seed.

    `rewards` get what is `paid`: COINS, or one of the other three at the end. The caller has asked `first_illegal`
    about the same array: an illegal action would corrupt its game.
    """
    for i in range(len(games)):
        g = games[i]
        t = tables[g.table]
        done[i] = False
        rewards[i, :] = 0
        returns[i, :] = 0
        if not moving[i]:
            continue
        if paid == COINS:
            for seat in range(t.num_players):
                rewards[i, seat] = -g.coins[seat]
        apply_index(g, t, actions[i])
        if paid == COINS:
            for seat in range(t.num_players):
                rewards[i, seat] += g.coins[seat]
        done[i] = g.phase == over
        if done[i]:
            write_returns(g, t, returns[i])
            if paid != COINS:
                write_result(g, t, paid, rewards[i])
            ended[i] = g
            seeds[i] = next_seed(seeds[i])
            begin(games, i, blank, tables, seeds[i])
            t = tables[g.table]
        show(g, t, i, to_act, masks, observations)


def play_back(games, blank, tables, seeds, lengths, actions, to_act, masks, observations, coins, returns):
    """Play recorded games once more, game i in `games[i]`, or, if there are fewer, in the last one.

    `seeds` and `lengths` are (n,); `actions` has the decisions of all games, one after the other. `to_act`, `masks` and
    `observations` get a row for each decision, as far as they have rows; `coins` and `returns`, (n, num_players), the
    results. Returns the index of the first game whose actions do not lead to its end, exactly; n if there is none.
    """
    row = 0
    for i in range(len(seeds)):
        here = min(i, len(games) - 1)
        begin(games, here, blank, tables, seeds[i])
        g = games[here]
        t = tables[g.table]
        for _ in range(lengths[i]):
            if row < len(to_act):
                show(g, t, row, to_act, masks, observations)
            if g.phase == over or not act(g, t, np.int64(actions[row])):
                return i
            row += 1
        if g.phase != over:
            return i
        for seat in range(t.num_players):
            coins[i, seat] = g.coins[seat]
        write_returns(g, t, returns[i])
    return len(seeds)


def play_random_seats(games, tables, random_seats, dice, copies, to_act, masks, observations, earned, last):
    """Let seats play at random in each game, until another seat is to act or their next action ends the game.

    `random_seats` (n,) uint64 are the sets of those seats, and `dice` (n,) uint64 their random streams. `earned` (n,
    num_players) float64 gets the coins that all seats earn, and `last` (n,) int64 the action that ends the game, which
    is left to `step_batch`, or NOBODY. `copies` (1,) records.
    """
    for i in range(len(games)):
        g = games[i]
        t = tables[g.table]
        last[i] = NOBODY
        earned[i, :] = 0
        while last[i] == NOBODY and random_seats[i] >> np.uint64(g.to_act) & np.uint64(1) != np.uint64(0):
            copies[0] = g
            after = copies[0]
            after.random = dice[i]
            action = random_action(after, t)
            dice[i] = after.random
            after.random = g.random
            apply_index(after, t, action)
            if after.phase == over:
                last[i] = action
                break
            for seat in range(t.num_players):
                earned[i, seat] += after.coins[seat] - g.coins[seat]
            games[i] = after
        show(g, t, i, to_act, masks, observations)


def play_random(games, blank, tables, masks, steps, whole):
    """Play uniformly random legal actions, writing masks: `steps` decisions per game; returns (decisions, games ended).

    With `whole`, each game is played once to its end instead, and `steps` is only an upper bound.
    """
    decisions, ended = 0, 0
    for i in range(len(games)):
        t = tables[games[i].table]
        for _ in range(steps):
            write_mask(games[i], t, masks[i])
            act(games[i], t, random_action(games[i], t))
            decisions += 1
            if games[i].phase == over:
                ended += 1
                if whole:
                    break
                begin(games, i, blank, tables, next_seed(games[i].seed))
                t = tables[games[i].table]
    return decisions, ended


def playouts(games, i, tables, copies, seat, seed, informed, out):
    """Play game `i` to its end once for each line of `out`, (number, num_players) float64, and fill it with returns.

    What `seat` cannot know is redrawn for each. The seats in the set `informed` play sensibly, the others at random.
    The games are played in `copies[0]`.
    """
    t = tables[games[i].table]
    for k in range(len(out)):
        copies[0] = games[i]
        g = copies[0]
        imagine(g, t, seat, mix(np.uint64(seed)) ^ np.uint64(k))
        play_on(g, t, informed, TO_THE_END)
        write_returns(g, t, out[k])


_HELPERS: tuple[Callable[..., Any], ...] = (
    begin, act, write_mask, write_returns, write_margins, write_result, imagine, play_on, show, *evaluation.HELPERS,
    *tree.HELPERS,
)  # fmt: skip
_ENTRIES: tuple[Callable[..., Any], ...] = (
    new_game, refresh, step, mask_of, observe, result_of, reset_batch, observe_batch, first_illegal, step_batch,
    play_back, play_random_seats, play_random, playouts, *evaluation.ENTRIES, *tree.ENTRIES,
)  # fmt: skip


def entries(rules: Rules, engine: str, file: str) -> dict[str, Any]:
    """Build the entries from the kernels of an engine; returns them by name, those in `DIRECT` also as `direct_<name>`.

    Args:
        rules: The kernels.
        engine: Name of the engine's module, to which the entries belong.
        file: The module's file; its package determines the cache folder of the machine code.
    """
    names = {
        **vars(tree),
        **vars(evaluation),
        **globals(),
        **{field.name: getattr(rules, field.name) for field in fields(rules)},
    }
    for template in _HELPERS:
        names[template.__name__] = kernel(_bound(template, names, engine))
    package = Path(file).parent
    made = {template.__name__: entry(_bound(template, names, engine), package) for template in _ENTRIES}
    return made | {f"direct_{name}": _directly(name, made[name], engine) for name in DIRECT}


def _directly(name: str, made: Any, engine: str) -> Callable[..., Any]:
    """The first call of an entry, which numba checks; then `direct_<name>` of the engine is its machine code."""

    def first(*arguments: Any) -> Any:
        result = made(*arguments)
        setattr(sys.modules[engine], f"direct_{name}", direct(made))
        return result

    return first


def _bound(template: Callable[..., Any], names: dict[str, Any], engine: str) -> Callable[..., Any]:
    """Copy a template so that its global names are those of an engine."""
    bound = FunctionType(template.__code__, names, template.__name__)
    bound.__module__, bound.__doc__ = engine, template.__doc__
    return bound
