"""The network of Small Islands works out what actions make of islands; the environment says the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import swenv
from archipelago import plays
from randomplay import sample, walk

torch = pytest.importorskip("torch")
from swenv.agents.networks import make_policy  # noqa: E402 - after what needs torch is skipped
from swenv.agents.networks_islands import Board  # noqa: E402

KINDS: dict[str, dict[str, Any]] = {
    "two": {"num_players": 2},
    "four": {"num_players": 4, "mode": "advanced", "start_layout": "random"},
    "solo": {"num_players": 1, "level": 3},
    "small": {"num_players": 3, "window": 7},
}
SOME_KINDS = [kind if kind in ("solo", "small") else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS]
"""All of `KINDS`; those with more islands and cards are marked slow."""


def seen(net: Any, state: swenv.State) -> Board:
    """What the seat to act sees."""
    return Board(net.parts, torch.as_tensor(state.observation()[np.newaxis]))


def counted(facts: Any) -> Counter[tuple[int, ...]]:
    """Islands as tuples of facts, but for their size: the network counts a tile twice that joined two of them."""
    return Counter((*line[:5], *line[6:]) for line in facts[facts[:, 5] > 0].long().tolist())


@pytest.mark.parametrize("kind", SOME_KINDS)
def test_what_cards_say_about_islands_is_what_the_observation_says(kind: str) -> None:
    game = swenv.load("islands", **KINDS[kind])
    net: Any = make_policy("board", game).net
    met = 0
    for state, _ in walk(game, 3):
        board = seen(net, state)
        using = (each[0, ..., None] for each in net._using(net._own_cards(board)))
        lacking, pays = (each.t() for each in net.cards(board.facts.t(), *using))
        there = board.facts[:, 5] > 0
        for mine, name in ((lacking, "missing"), (pays, "pays")):
            due = torch.nn.functional.pad(board.of("islands", name)[0], (0, 0, 1, 1))
            assert torch.equal(mine[there], due[there].float())
            met += int(mine[there].sum())
    assert met


@pytest.mark.parametrize("kind", SOME_KINDS)
def test_the_islands_that_placements_make_are_those_that_come_about(kind: str) -> None:
    game = swenv.load("islands", **KINDS[kind])
    net: Any = make_policy("board", game).net
    laid = 0
    for state, _ in walk(game, 5):
        if state.phase != "place":
            continue
        board = seen(net, state)
        ways = net._ways(board)
        index = net.verbs["place"][0] + 4 * ways.cell + ways.rotation
        assert set(index.tolist()) == set(state.legal_actions().tolist())
        for k, action in enumerate(index.tolist()):
            made = torch.cat([ways.first[[k]], ways.others[ways.of == k]])
            expected = counted(board.facts) + counted(made) - counted(board.facts[ways.absorbed[k]])
            after = plays(state, action)
            now = seen(net, after)
            alexis_laid = (now.tile > 0).sum() > (board.tile > 0).sum() + 1
            if after.phase != "over" and after.to_act == state.to_act and not alexis_laid:
                assert counted(now.facts) == expected
                laid += 1
    assert laid > 50


@pytest.mark.parametrize("kind", SOME_KINDS)
def test_a_position_gets_the_same_scores_alone_as_in_a_batch_that_learns(kind: str) -> None:
    game = swenv.load("islands", **KINDS[kind])
    net: Any = make_policy("board", game).net
    observations = torch.as_tensor(np.stack([state.observation() for state in sample(game, games=2, per_game=8)]))
    together = net(observations)
    with torch.inference_mode():
        for row, observation in enumerate(observations):
            for alone, whole in zip(net(observation[None]), together, strict=True):
                torch.testing.assert_close(alone[0], whole[row])
