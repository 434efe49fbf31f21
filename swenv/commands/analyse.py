"""`swenv analyse`: a player's judgement of a position, or of every decision of a replay."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from swenv import render
from swenv.agents import Player
from swenv.agents.analysis import Judgement, Review, chances_of, judge, reviews
from swenv.agents.remembering import remind
from swenv.commands.loading import check_writable, make_player, run_code, state_of, wrote
from swenv.commands.output import Failed, Usage, as_json, say, table, usage
from swenv.core import schemas
from swenv.core.game import State
from swenv.core.replay import Replay
from swenv.core.replay import parse as parse_replay
from swenv.core.telling import describe, heading, in_words, line_in_words
from swenv.training.progress import Progress

ACTIONS = 8
"""How many candidate actions to show: the likeliest ones."""
LINE = 12
"""How many actions of the principal variation to show."""
SCALES = {
    "win": "values are expected returns",
    "margin": "values are expected margins, as the network learned them, and chances a guess from these",
    "lead": "values are expected leads, as the network learned them, and chances a guess from these",
}
"""The unit of values, by `Judgement.reward`."""


def run(args: argparse.Namespace) -> None:
    """Judge the position or the decisions that the arguments name."""
    run_code(args.code)
    player = make_player(args.player)
    source = _read(args)
    chosen = None if isinstance(source, Replay) and args.at is None else _chosen(source, args.at)
    past = source.states() if isinstance(source, Replay) else ()
    if args.html:
        check_writable(args.html)
    with usage(ValueError, ImportError):
        player.reset(source.game, seed=args.seed)
    if chosen is not None:
        remind(player, islice(past, args.at))
        _judge_position(*chosen, player, args)
    elif isinstance(source, Replay):
        _judge_game(source, player, args)


# --- what is judged -------------------------------------------------------------------------------


def _read(args: argparse.Namespace) -> Replay | State:
    """The replay or the position in the file."""
    try:
        with usage(OSError):
            text = schemas.read_text(Path(args.file), args.file)
        if _format(text).startswith("swenv-replay/"):
            _refuse_options(args)
            return parse_replay(text, args.file)
        document = schemas.parse(text, args.file)
    except ValueError as error:
        raise Failed(str(error)) from None
    if not isinstance(document, dict) or "format" not in document:
        raise Failed(f"{args.file}: neither a position nor a replay: it lacks the field 'format'")
    return state_of(args.file, document, args)


def _format(text: str) -> str:
    """The format that the first line of a text names; "" if that line is not a document by itself."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    with suppress(ValueError):
        header = schemas.parse(first, "header")
        if isinstance(header, dict):
            return str(header.get("format"))
    return ""


def _refuse_options(args: argparse.Namespace) -> None:
    """Refuse options of a game for a replay, which names its own."""
    for name in ("map", "rounds", "option"):
        if getattr(args, name):
            raise Usage(f"--{name}: a replay says itself what was played")


def _chosen(source: Replay | State, at: int) -> tuple[State, int | None]:
    """The position to judge and, in a replay, the action played there."""
    played = None
    if isinstance(source, State):
        state = source
        if at is not None:
            raise Usage("--at: a position has no decisions, only a replay does")
    else:
        if at > len(source.moves):
            raise Usage(f"--at: the replay has {len(source.moves)} decisions, not {at}")
        (state,) = islice(source.states(), at, at + 1)
        played = source.game.parse(source.moves[at].action) if at < len(source.moves) else None
    if state.is_over:
        raise Usage("the game is over there, so nobody decides anything")
    return state, played


# --- one position ---------------------------------------------------------------------------------


def _judge_position(state: State, played: int | None, player: Player, args: argparse.Namespace) -> None:
    judgement = judge(player, state, played)
    if args.html:
        title = f"{state.game.name}, judged by {player.name}"
        with usage(OSError):
            render.html([state], args.html, title, width=args.width, notes=[_note(state, judgement, played)])
        wrote(args.html)
    if args.json:
        as_json({"player": player.name, **judgement.document(state), "played": _text(state, played)})
        return
    say(f"{state.game.name}, {heading(state)}")
    say(f"seat {state.to_act} decides")
    say()
    table(*_candidates(state, judgement, played))
    say()
    for line in _outlook(state, judgement):
        say(line)
    say(_source(player, judgement))


def _candidates(
    state: State, judgement: Judgement, played: int | None
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The likeliest actions and the one that was played, as a table: its headers and its rows."""
    likely = judgement.probabilities
    ranked = sorted(np.flatnonzero(likely).tolist(), key=lambda each: (-likely[each], each != judgement.action))
    shown = ranked[:ACTIONS]
    if played is not None and played not in shown:
        shown.append(played)
    columns = [("action", in_words(state, shown)), ("probability", [_percent(likely[each]) for each in shown])]
    if judgement.visits is not None:
        columns.append(("visits", [f"{judgement.visits[each]:,}" for each in shown]))
    if judgement.values is not None:
        columns.append(("value", [_decimal(judgement.values[each]) for each in shown]))
    if played is not None:
        columns.append(("", ["played" if each == played else "" for each in shown]))
    headers, cells = zip(*columns, strict=True)
    return headers, list(zip(*cells, strict=True))


def _outlook(state: State, judgement: Judgement) -> list[str]:
    """The chances of all seats, and the principal variation."""
    lines = line_in_words(state, judgement.principal_variation[:LINE])
    if judgement.chances is None:
        return lines
    chances = ", ".join(f"seat {seat} {_percent(chance)}" for seat, chance in enumerate(judgement.chances))
    return [f"chances to win: {chances}", *lines]


def _source(player: Player, judgement: Judgement) -> str:
    """The judge, and the unit of its values."""
    return f"judged by {player.name}" + ("" if judgement.win is None else f"; {SCALES[judgement.reward]}")


def _note(state: State, judgement: Judgement, played: int | None, *lines: str) -> render.Note:
    """The part of the page below a position."""
    return render.Note([*lines, *_outlook(state, judgement)], *_candidates(state, judgement, played))


def _text(state: State, action: int | None) -> str | None:
    return None if action is None else str(state.game.action(action))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _decimal(value: float | None) -> str:
    return "" if value is None or value != value else f"{value:.2f}"


# --- a whole game ---------------------------------------------------------------------------------


def _judge_game(replay: Replay, player: Player, args: argparse.Namespace) -> None:
    if not replay.moves:
        raise Usage("the replay has no decisions")
    judged = _judged(replay, player)
    if not judged:
        raise Failed("stopped before any decision was judged")
    states = list(replay.states())
    if args.html:
        with usage(OSError):
            _write_page(replay, states, judged, player, args)
        wrote(args.html)
    seats = range(replay.game.num_players)
    figures = [figure for seat in seats if (figure := _figures(seat, judged))]
    if args.json:
        for each in judged:
            as_json(each.document(states[each.ply]))
        for figure in figures:
            as_json({"player": player.name, **figure})
    else:
        _print(replay, states, judged)
        say()
        table(
            ("seat", "decisions", "as judged", "mistakes", "mean loss"),
            [[*map(str, [*figure.values()][:-1]), _decimal(figure["mean_loss"])] for figure in figures],
        )
        say()
        say(_source(player, judged[-1].judgement))
    if len(judged) < len(replay.moves):
        raise Failed(f"stopped after {len(judged)} of {len(replay.moves)} decisions")


def _judged(replay: Replay, player: Player) -> list[Review]:
    """Judge all decisions; Ctrl-C ends it early."""
    progress, judged = Progress(), list[Review]()
    progress.begin("judging", "decisions", len(replay.moves))
    try:
        for each in reviews(replay, player):
            judged.append(each)
            progress.update(len(judged), {"mistakes": str(sum(each.mistake for each in judged))})
    except KeyboardInterrupt:
        pass
    finally:
        progress.end()
    return judged


def _print(replay: Replay, states: Sequence[State], judged: Sequence[Review]) -> None:
    """Print one line per decision, with a heading for each turn."""
    turn = ""
    for each in judged:
        state, chances = states[each.ply], each.judgement.chances
        if (now := f"{state.round} {state.turn}") != turn:
            turn = now
            say(heading(state))
        chance = "" if chances is None else f"{100 * chances[each.seat]:3.0f}%  "
        verdict = _verdict(state, each)
        say(f"  {each.ply:4d}  {chance}{describe(state, replay.moves[each.ply])}" + (f"; {verdict}" if verdict else ""))


def _verdict(state: State, each: Review) -> str:
    """The player's comment on a decision; "" if it would have made the same one."""
    action = each.judgement.action
    if action == each.played:
        return ""
    (best,) = in_words(state, [action])
    if each.loss is None:
        return f"would play {best}"
    if each.loss < 0.005:
        return f"{best} is as good"
    verdict = f"{best} is better by {_decimal(each.loss)}"
    return f"MISTAKE, {verdict}" if each.mistake else verdict


def _figures(seat: int, judged: Sequence[Review]) -> dict[str, Any]:
    """Statistics of a seat's decisions; empty if it made none."""
    own = [each for each in judged if each.seat == seat]
    losses = [each.loss for each in own if each.loss is not None]
    return (
        {
            "seat": seat,
            "decisions": len(own),
            "as_judged": sum(each.played == each.judgement.action for each in own),
            "mistakes": sum(each.mistake for each in own),
            "mean_loss": float(np.mean(losses)) if losses else None,
        }
        if own
        else {}
    )


def _write_page(
    replay: Replay, states: Sequence[State], judged: Sequence[Review], player: Player, args: argparse.Namespace
) -> None:
    """Write the game as a page, with a note for each decision that was judged."""
    notes = []
    for each in judged:
        state = states[each.ply]
        move, verdict = describe(state, replay.moves[each.ply]), _verdict(state, each)
        notes.append(_note(state, each.judgement, each.played, f"{move}" + (f"; {verdict}" if verdict else "")))
    render.html(
        states,
        args.html,
        title=f"{replay.game.name}, seed {replay.seed}, judged by {player.name}",
        captions=render.captions(states, replay),
        width=args.width,
        notes=notes,
        chart=_chart(states, judged),
    )


def _chart(states: Sequence[State], judged: Sequence[Review]) -> render.Chart | None:
    """The chances of each seat over the game; None if the player estimates none."""
    known = [each.judgement.chances for each in judged]
    rows = [None if chances is None else chances.tolist() for chances in known]
    if None in rows:
        return None
    rows += [None] * (len(states) - len(rows))
    if states[-1].is_over:
        rows[-1] = chances_of(states[-1].returns()).tolist()
    seats = range(states[0].game.num_players)
    return render.Chart(
        title="estimated chance to win",
        names=[f"seat {seat}" for seat in seats],
        values=[[None if row is None else row[seat] for row in rows] for seat in seats],
        marks={each.ply: each.seat for each in judged if each.mistake},
        marked="mistake",
    )
