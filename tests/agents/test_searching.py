"""The players `planner` and `search`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
import torch

import swenv
from everygame import ONE_GAME, short
from randomplay import sample
from support import ready
from swenv import agents
from swenv.agents import searching
from swenv.agents.networks import make_policy
from swenv.agents.searching import DOUBT
from swenv.training.arena import match


def test_a_batch_gets_the_answers_of_its_games_alone_which_do_not_depend_on_what_is_hidden() -> None:
    game = swenv.load("smallworld", num_players=2)
    vector, player, games = game.vector(5, seed=1), ready("search:simulations=30", game, seed=5), np.array([0, 2, 3])
    for _ in range(9):
        alone = [player.act(vector.state(i)) for i in games]
        hidden = [vector.state(i).sample_hidden(vector.to_act[i], 1) for i in games]
        assert player.act_in(vector, games).tolist() == alone == [*map(player.act, hidden)]
        vector.step(vector.masks.argmax(1))


def test_they_do_not_answer_observations_and_a_single_legal_action_needs_no_thought(monkeypatch: Any) -> None:
    game, dice = swenv.load("smallworld", num_players=2), np.random.default_rng(0)
    player, state = ready("planner", game), game.new_state(seed=0)
    with pytest.raises(TypeError, match="player 'planner' needs states, not observations"):
        player.act_batch(state.observation()[np.newaxis], state.mask()[np.newaxis])
    while len(legal := state.legal_actions()) > 1:
        state.apply(int(dice.choice(legal)))
        state = game.new_state(seed=int(dice.integers(1000))) if state.is_over else state
    monkeypatch.setattr("swenv.agents.searching.search", None)
    assert player.act(state) == legal[0]


@pytest.mark.parametrize("name", ONE_GAME)
def test_the_planner_beats_random_play(name: str) -> None:
    game = swenv.load(name, num_players=2, **short(name, 4))
    result = match(game, [agents.make("planner"), agents.make("random")], games=6, seed=1)
    assert result.tallies[0].rate > 0.75


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search:second=1", "no option of player 'search': 'second', did you mean 'seconds'"),
        ("search:seconds=soon", "option seconds takes a number, not 'soon'"),
        ("search:simulations=1.5", "option simulations takes a number, not '1.5'"),
        ("search:seconds", "takes options as seconds=VALUE, each once"),
        ("search:seconds=1,seconds=2", "takes options as seconds=VALUE, each once"),
        ("search:leaves=network", "leaves=network needs an agent"),
        ("search:agent=champion,leaves=network,turns=3", "with leaves=network there are none"),
        ("search:agent=champion,leaves=nets", "leaves must be 'playouts', 'network' or 'both', not 'nets'"),
        ("search:prior_weight=2", "prior_weight needs an agent"),
        ("search:agent=runs/none", "no checkpoint at 'runs/none'"),
        ("planner:seconds=1", "player 'planner' takes no options"),
        ("searhc:seconds=1", "no player 'searhc', did you mean 'search'"),
        ("gredy", "no player 'gredy', did you mean 'greedy'"),
        ("runs/nobody-was-here", "no checkpoint at 'runs/nobody-was-here'"),
        ("model.zip", "no checkpoint at 'model.zip'"),
    ],
)
def test_a_name_of_nobody_and_an_option_that_makes_no_sense_are_refused(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agents.make(spec)


@pytest.mark.parametrize("name", ["seconds", "simulations", "turns", "threads", "exploration", "prior_weight"])
def test_numbers_must_be_within_bounds(name: str) -> None:
    agent = {"agent": "champion"} if name == "prior_weight" else {}
    whole = name in ("simulations", "turns", "threads")
    for value in (0, -1, 10**400, *([] if whole else [float("nan"), float("inf")])):
        with pytest.raises(ValueError, match=rf"{name} must be (above 0|at least 1|finite|at most [\d,]+), not "):
            agents.Search(**agent, **{name: value})


def test_players_are_told_apart_by_their_options() -> None:
    names = [agents.make(spec).name for spec in ("search", "search:seconds=0.5", "search:simulations=9,seconds=2")]
    assert names == ["search", "search:seconds=0.5", "search:seconds=2.0,simulations=9"]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("greedy,random", ["greedy", "random"]),
        ("search:seconds=0.1,simulations=5, greedy", ["search:seconds=0.1,simulations=5", "greedy"]),
        ("search,runs/a=b", ["search", "runs/a=b"]),
        ("greedy,,random", ["greedy", "", "random"]),
    ],
)
def test_players_are_separated_by_commas(text: str, players: list[str]) -> None:
    assert agents.split(text) == players


def test_a_player_of_ones_own_can_have_options(monkeypatch: Any) -> None:
    class Fixed(agents.Random):
        options: ClassVar = {"number": int}

        def __init__(self, number: int = 0) -> None:
            self.number = number

    monkeypatch.setattr(agents, "_FACTORIES", {"fixed": Fixed})
    made: Any = agents.make("fixed:number=7")
    assert made.number == 7


def run_of(folder: Path, game: swenv.Game, reward: str) -> Path:
    """The folder of a run whose network expects nothing more."""
    torch.manual_seed(0)
    policy = make_policy("board", game)
    for weights in policy.get_submodule("net.value").parameters():
        torch.nn.init.zeros_(weights)
    torch.save(policy.state_dict(), folder / "policy.pt")
    of = {"game": game.name, "num_players": game.num_players, "options": {}}
    config = {**of, "network": "board", "width": 0, "reward": reward}
    (folder / "config.json").write_text(json.dumps({"config": config}), encoding="utf-8")
    return folder


@pytest.mark.parametrize("reward", ["lead", "win"])
def test_what_a_network_expects_becomes_a_return(tmp_path: Path, reward: str) -> None:
    game = swenv.load("smallworld", num_players=3)
    agent: Any = ready(str(run_of(tmp_path, game, reward)), game)
    states = sample(game, 3, 10)
    seen = np.stack([state.observation() for state in states])
    logits, values = agent.evaluate(seen, np.stack([state.mask() for state in states]))
    assert logits.shape == (len(states), game.num_actions) and values.shape == (len(states), 3)
    for state, value in zip(states, values, strict=True):
        coins = np.roll(state.coins, -state.to_act)
        leads = [coins[seat] - np.delete(coins, seat).mean() for seat in range(3)]
        assert value == pytest.approx(np.tanh(np.array(leads) / 20) if reward == "lead" else [0, 0, 0], abs=1e-5)


@pytest.mark.parametrize("leaves", ["playouts", "network", "both"])
def test_a_search_can_use_the_network_of_an_agent(tmp_path: Path, leaves: str) -> None:
    game = swenv.load("smallworld", num_players=2, rounds=2)
    searcher = agents.make(f"search:simulations=10,leaves={leaves},agent={run_of(tmp_path, game, 'lead')}")
    assert match(game, [searcher, agents.make("random")], games=4, seed=1).games == 4
    with pytest.raises(ValueError, match="was trained for smallworld with 2 players"):
        searcher.reset(swenv.load("smallworld", num_players=3))


def test_a_network_evaluates_leaves_unless_it_cannot_say_who_is_ahead(tmp_path: Path) -> None:
    game = swenv.load("smallworld", num_players=2, rounds=2)
    for reward, counted in (("lead", "lead"), ("coins", "win")):
        spec = f"search:simulations=10,agent={run_of(tmp_path, game, reward)}"
        player: Any = ready(spec, game)
        assert player.reward == counted and player.act(game.new_state(3)) in game.new_state(3).legal_actions()
        if reward == "coins":
            with pytest.raises(ValueError, match="cannot say who is ahead"):
                ready(f"{spec},leaves=both", game)


def test_a_weight_on_the_priors_makes_a_search_follow_its_agent() -> None:
    game = swenv.load("smallworld", num_players=2)
    champion, states = ready("champion", game), sample(game, 2, 15)
    light, heavy = (ready(f"search:simulations=200,agent=champion,prior_weight={weight}", game) for weight in (1, 1000))
    assert all(heavy.act(state) == champion.act(state) for state in states)
    assert any(light.act(state) != champion.act(state) for state in states)


@pytest.mark.parametrize(
    ("name", "more", "patience", "playouts", "turns"),
    [
        ("islands", "", 3, 2, 12),
        ("islands", ",leaves=both,turns=4", 3, 2, 4),
        ("islands", ",leaves=playouts", 0, 0, 2),
        ("smallworld", "", 0, 4, 2),
    ],
)
def test_only_a_large_network_is_asked_seldom(
    monkeypatch: pytest.MonkeyPatch, name: str, more: str, patience: int, playouts: int, turns: int
) -> None:
    used: list[dict[str, Any]] = []
    whole = searching.search

    def noting(*args: Any, **options: Any) -> Any:
        used.append(options)
        return whole(*args, **options)

    monkeypatch.setattr(searching, "search", noting)
    game = swenv.load(name, num_players=2)
    ready(f"search:simulations=2,agent=champion{more}", game).act(sample(game, 1, 15)[0])
    assert [(each["patience"], each["playouts"], each["turns"]) for each in used] == [(patience, playouts, turns)]


@pytest.mark.parametrize("name", swenv.games())
def test_network_and_playouts_together_outweigh_the_priors_of_a_champion(name: str) -> None:
    game, both = swenv.load(name, num_players=2), ",leaves=both"
    usual, chosen, trusting = (
        ready(f"search:simulations=40,agent=champion{more}", game)
        for more in ("", f"{both},prior_weight={DOUBT}", f"{both},prior_weight=1")
    )
    found = [(usual.act(each), chosen.act(each), trusting.act(each)) for each in sample(game, 3, 15)]
    assert all(one == other for one, other, _ in found) and any(one != other for one, _, other in found)
