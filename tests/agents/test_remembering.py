"""Players with a memory: wherever they play, each game is played as it is alone."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import swenv
from support import play, ready
from swenv import agents
from swenv.agents.analysis import review
from swenv.agents.engine import Engine
from swenv.agents.external import External, encoded
from swenv.agents.remembering import Rows, remind
from swenv.core.corpus import Corpus
from swenv.core.replay import Recorder
from swenv.training import arena
from swenv.training.selfplay import Games

GAME = swenv.load("smallworld", num_players=3, rounds=2)
MIXER = np.uint64(0x9E3779B97F4A7C15)


class Recurrent(agents.Remembering):
    """A recurrent network in whole numbers: its memory follows from all that its seat has seen, and its action from it.

    So it plays something else from the first game on in which it remembers something else.
    """

    name = "recurrent"

    def blank(self) -> Any:
        return np.zeros(2, dtype=np.uint64)

    def decide(self, observations: Any, masks: Any, memories: Any) -> tuple[Any, Any]:
        weights = np.arange(observations.shape[1], dtype=np.uint64) * MIXER | np.uint64(1)
        mixed = (memories[:, 0] + observations.astype(np.uint64) @ weights) * MIXER
        memories[:, 0] = mixed ^ mixed >> np.uint64(29)
        memories[:, 1] += np.uint64(1)
        nth = (memories[:, :1] % masks.sum(1, keepdims=True).astype(np.uint64)).astype(np.int64)
        return (masks.cumsum(1) > nth).argmax(1), memories


@pytest.fixture(autouse=True)
def registered(monkeypatch: Any) -> None:
    monkeypatch.setitem(agents._FACTORIES, "recurrent", Recurrent)


def plays_as_alone(seed: int, names: list[str], actions: NDArray[Any], game: swenv.Game = GAME) -> int:
    """Check all decisions of the remembering players in a game against players that play only this one."""
    state, decided = game.new_state(seed), 0
    players = [ready("recurrent", game) for _ in names]
    for action in actions.tolist():
        if names[state.to_act].startswith("recurrent"):
            assert players[state.to_act].act(state) == action, f"decision {decided} of the game"
            decided += 1
        state.apply(action)
    assert state.is_over
    return decided


def test_a_match_gives_each_game_and_seat_its_own_memory(monkeypatch: Any) -> None:
    monkeypatch.setattr(arena, "BATCH", 6)
    players, decided = [Recurrent(), Recurrent(), agents.make("random")], []
    arena.match(GAME, players, games=21, seed=4, record=lambda *played: decided.append(plays_as_alone(*played)))
    assert len(decided) == 21 and min(decided) > 4
    first, again = (arena.match(GAME, players, games=9, seed=5).coins for _ in range(2))
    assert (first == again).all()


@pytest.mark.slow
def test_a_league_in_several_processes_does_so_too(run: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CODE, encoding="utf-8")
    asked = ["rate", "recurrent", "random", "greedy", "--games", "10", "--rounds", "2", "--num-players", "3"]
    kept = ["--code", tmp_path / "mine.py", "--out", tmp_path / "league", "--games", tmp_path / "league.games"]
    assert run(*asked, *kept, "--jobs", "2").status == 0
    corpus, decided = Corpus(tmp_path / "league.games"), []
    for block in corpus.blocks():
        ends = np.cumsum(block.lengths)[:-1]
        for i, actions in enumerate(np.split(block.actions, ends)):
            decided.append(plays_as_alone(int(block.seeds[i]), list(block.names(i)), actions, corpus.game))
    assert len(decided) >= 10 and min(decided) > 0


@pytest.mark.parametrize("num_players", [2, 3])
def test_opponents_of_environments_remember_each_game_alone(num_players: int) -> None:
    options: dict[str, Any] = {"opponents": "recurrent", "num_players": num_players, "rounds": 1}
    batch: Any = gymnasium.make_vec("swenv/SmallWorld-v0", num_envs=3, **options)
    single: Any = gymnasium.make("swenv/SmallWorld-v0", **options).unwrapped
    (observations, _), compared = batch.reset(seed=1), 0
    told = [[int(seed), [seen.copy()]] for seed, seen in zip(batch.vector.seeds, observations, strict=True)]
    while compared < 9:
        observations, _, ended, _, infos = batch.step(batch.action_masks().argmax(1))
        for i in range(3):
            if not ended[i]:
                told[i][1].append(observations[i].copy())
                continue
            seed, seen = told[i]
            again, info = single.reset(seed=seed)
            for each in [*seen, infos["final_obs"][i]]:
                assert np.array_equal(again, each), f"game {compared}"
                if again is not None and info["action_mask"].any():
                    again, _, _, _, info = single.step(int(info["action_mask"].argmax()))
            compared += 1
            told[i] = [int(batch.vector.seeds[i]), [observations[i].copy()]]


def test_the_same_game_set_up_again_begins_with_a_blank_memory() -> None:
    vector, player, start = GAME.vector(2, seed=3), ready("recurrent", GAME), GAME.new_state(8)
    told = []
    for again in range(4):
        if again < 2:
            vector.reset(3)
        else:
            vector.set_states(np.ones(2, dtype=bool), [start] * 2)
        for _ in range(9):
            told.append(player.act_in(vector, np.arange(2)).tolist())
            vector.step(np.array(told[-1]))
    assert told[:9] == told[9:18] and told[18:27] == told[27:]


def test_a_batch_of_environments_goes_on_where_only_others_start_anew_and_so_does_a_copy() -> None:
    options: dict[str, Any] = {"opponents": "recurrent", "rounds": 2, "seat": 0}
    envs: list[Any] = [gymnasium.make_vec("swenv/SmallWorld-v0", num_envs=2, **options) for _ in range(2)]
    for env in envs:
        env.reset(seed=[1, 2])
    for env in envs:
        env.step(env.action_masks().argmax(1))
    envs[1].reset(seed=[7, 8], options={"reset_mask": np.array([False, True])})
    envs += [copy.deepcopy(envs[1]), pickle.loads(pickle.dumps(envs[1]))]
    for _ in range(40):
        rows = [env.step(env.action_masks().argmax(1))[0] for env in envs]
        assert np.array_equal(rows[0][0], rows[1][0]), "game 0 was not reset"
        assert np.array_equal(rows[1], rows[2]) and np.array_equal(rows[1], rows[3])


def test_opponents_in_training_remember_games_that_go_on_while_others_are_dealt() -> None:
    games, decided = Games(GAME, 4, [Recurrent()], seed=4), []
    games.record(lambda *played: decided.append(plays_as_alone(*played)), "learner")
    same = games.opponents
    for step in range(1500):
        actions, mine = games.vector.masks.argmax(1), games.mine()
        games.ask_opponents(actions, mine)
        games.advance(actions)
        if step % 50 == 0:
            games.set_opponents(same)
    assert len(decided) > 8 and sum(decided) > 40


def test_a_review_remembers_the_decisions_before(run: Any, tmp_path: Path) -> None:
    recorder, player = Recorder(GAME, 5), ready("recurrent", GAME)
    while not recorder.state.is_over:
        recorder.apply(player.act(recorder.state))
    player.reset(GAME)
    assert all(each.judgement.action == each.played for each in review(recorder.replay, player))
    recorder.replay.save(tmp_path / "game.jsonl")
    ply = len(recorder.replay.moves) - 1
    (found,) = run("analyse", tmp_path / "game.jsonl", "--player", "recurrent", "--at", str(ply), "--json").objects
    assert found["best"] == found["played"]


def test_a_program_is_told_the_row_of_its_memory_if_it_wants_that() -> None:
    said: list[dict[str, Any]] = []
    engine, vector = Engine(lambda: agents.make("recurrent"), said.append), GAME.vector(4, seed=2)

    def ask(do: str, **fields: Any) -> dict[str, Any]:
        engine.answer(json.dumps({"do": do, **fields}))
        return said[-1]

    assert ask("hello")["wants"] == ["observation", "row"]
    ask("reset", game=GAME.name, num_players=3, options=GAME.options)
    player = ready("recurrent", GAME)
    rows, everywhere = Rows(), np.arange(4)
    for _ in range(200):
        actions = []
        for row, new, i in zip(*(each.tolist() for each in rows.of_games(vector, everywhere)), everywhere, strict=True):
            legal, seen = np.flatnonzero(vector.masks[i]).tolist(), encoded(vector.observations[i])
            actions.append(ask("play", legal=legal, observation=seen, row=row, new=new)["action"])
        assert actions == player.act_in(vector, everywhere).tolist()
        vector.step(np.array(actions))
    assert "needs the field 'row'" in ask("play", legal=legal, observation=seen)["error"]


CODE = f"""import sys
sys.path[:0] = [{str(Path(__file__).parent)!r}, {str(Path(__file__).parents[1])!r}]
from test_remembering import Recurrent
from swenv.agents import register
register("recurrent", Recurrent)
"""


@pytest.mark.slow
def test_a_program_remembers_in_a_process_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CODE, encoding="utf-8")
    command = f"{sys.executable} -m swenv engine --player recurrent --code {tmp_path / 'mine.py'}"
    decided: list[int] = []
    players = [External(command), agents.make("random"), agents.make("random")]
    players[0].name = "recurrent"
    arena.match(GAME, players, games=6, seed=4, record=lambda *played: decided.append(plays_as_alone(*played)))
    assert len(decided) == 6
    state, answers = GAME.new_state(5), set()
    for player in (players[0], Recurrent()):
        player.reset(GAME)
        remind(player, [state] * 3)
        answers.add(player.act(state))
    assert len(answers) == 1


@pytest.mark.slow
def test_a_served_game_is_remembered_in_every_process_and_after_decisions_were_taken_back(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    from swenv.web.thinking import Thinkers

    (tmp_path / "mine.py").write_text(CODE, encoding="utf-8")
    states, alone, expected = [GAME.new_state(3)], ready("recurrent", GAME), []
    while not states[-1].is_over:
        expected.append(alone.act(states[-1]))
        states.append(play(states[-1].copy(), expected[-1]))
    thinkers = Thinkers(2, str(tmp_path / "mine.py"))

    async def decide() -> list[int]:
        some = [1, 2, 9, len(expected), 9, 3]
        found = await asyncio.gather(*(thinkers.decide("recurrent", states[:number], 1) for number in some))
        judged = await thinkers.judge("recurrent", states[:9], 1, 8, None)
        assert judged["best"] == str(GAME.action(expected[8]))
        return [action - expected[number - 1] for action, number in zip(found, some, strict=True)]

    try:
        assert not any(asyncio.run(decide()))
    finally:
        thinkers.close()


def test_what_cannot_be_remembered_is_refused_in_a_sentence(monkeypatch: Any) -> None:
    state, player = GAME.new_state(1), Recurrent()
    with pytest.raises(RuntimeError, match="was not reset"):
        player.act_in(GAME.vector(1, seed=1), np.arange(1))
    player.reset(GAME)
    with pytest.raises(TypeError, match="player 'recurrent' remembers games"):
        player.act_batch(state.observation()[np.newaxis], state.mask()[np.newaxis])
    monkeypatch.setattr(player, "decide", lambda _, masks, memories: (masks.argmax(1), memories[:, :1]))
    with pytest.raises(ValueError, match=r"memories of shape \(1, 2\) and uint64, not \(1, 1\) of uint64"):
        player.act(state)
