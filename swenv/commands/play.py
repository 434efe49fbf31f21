"""`swenv play`: one game in the terminal."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from swenv.commands.loading import check_writable, load_game, make_players, wrote
from swenv.commands.output import Usage, colors, say, table, usage
from swenv.core.telling import Ledger, describe

if TYPE_CHECKING:
    from swenv.agents import Player
    from swenv.core.game import State
    from swenv.core.replay import Recorder


def run(args: argparse.Namespace) -> None:
    """Play a game until it ends or the user quits; `--save` saves it in either case."""
    from swenv import render
    from swenv.agents import Human
    from swenv.core.replay import Recorder

    players = make_players(args.seats, people=True, code=args.code)
    if sys.stdin is None and any(player.name == "human" for player in players):
        raise Usage("a human player needs a terminal: standard input is closed")
    recorder = Recorder(load_game(args, len(players)), args.seed)
    state = recorder.state
    seed = recorder.replay.seed
    with usage(ValueError, ImportError):
        for seat, player in enumerate(players):
            player.reset(state.game, seat, (seed + seat) % 2**63)
    if args.save:
        check_writable(args.save)
    names = [f"seat {seat} ({player.name})" for seat, player in enumerate(players)]
    people = {seat for seat, player in enumerate(players) if isinstance(player, Human)}
    for player in players:
        if isinstance(player, Human):
            player.color = colors()
    say(f"{state.game.name} for {len(players)}, seed {seed}")
    try:
        _play(recorder, players, names, people)
        say(render.text(state, color=colors()))
        _results(state, names)
    except (EOFError, KeyboardInterrupt):
        say()
        say(f"stopped in round {state.round}")
    finally:
        if args.save:
            _save(recorder, args.save)


def _play(recorder: Recorder, players: list[Player], names: list[str], people: set[int]) -> None:
    """Play to the end; print each player's decisions, what each turn paid and, if no seat is human, the boards."""
    from swenv import render

    state, ledger = recorder.state, Ledger(recorder.state.game)
    secret = bool(people) and bool(state.game.options.get("hide_coins"))
    while not state.is_over:
        seat, turn = state.to_act, (state.round, state.turn)
        action = players[seat].act(state)
        before = state.copy()
        ledger.note(before, action)
        move = describe(before, recorder.apply(action))
        if seat not in people or move.roll is not None:
            say(f"{names[seat]}: {move.action}" + ("" if move.roll is None else f", the die shows {move.roll}"))
        if (state.round, state.turn) != turn or state.is_over:
            for paid in ledger.report(state, open_purses=not secret):
                say(f"{names[paid.seat]}: {paid.text}")
            say()
            if not people and not state.is_over:
                say(render.text(state, color=colors()))
                say()


def _results(state: State, names: list[str]) -> None:
    returns = state.returns()
    best = max(returns.max(), 0)  # a solo player can lose too
    rows = [
        (name, int(coins), "won" if value == best else "")
        for name, coins, value in zip(names, state.coins, returns, strict=True)
    ]
    rivals = state.game.rivals(state.record)
    rows += [(name, coins, "won" if returns.max() < 0 else "") for name, coins in rivals.items()]
    say()
    table(("player", state.game.money, ""), rows)


def _save(recorder: Recorder, path: str) -> None:
    with usage(OSError):
        recorder.replay.save(path)
    wrote(path)
