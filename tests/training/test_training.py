"""Self-play: what the learner sees and is paid, stopping and resuming runs, and the final report."""

from __future__ import annotations

import csv
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

import torch

import swenv
from support import FX9, Evil, game
from swenv import agents
from swenv.agents import Greedy, Random, load_policy, make
from swenv.agents.learned import MARGIN_SCALE, Learned, Trained
from swenv.agents.networks import NETWORKS, axes, carry_over, closest_name, make_policy, share_value
from swenv.core.game import Game
from swenv.core.search import Trees
from swenv.core.tree import LEAD_SCALE
from swenv.training import report, soundness, train
from swenv.training.config import BOUNDS, GPU_DEFAULTS, Config, shares
from swenv.training.imitation import Imitation
from swenv.training.opponents import Opponents
from swenv.training.ppo import PPO, Memory, Rollout
from swenv.training.progress import Progress
from swenv.training.runs import Run
from swenv.training.sb3 import SelfPlay
from swenv.training.selfplay import REWARDS, Games, lambda_returns, of_seats

TINY = Config(
    options={"rounds": 2}, frames=256, imitate=512, num_envs=8, num_steps=16, batch_size=64, num_epochs=1,
    snapshot_every=1, num_snapshots=2, evaluation_games=8,
)  # fmt: skip
EVEN = replace(TINY, opponents={}, itself=1.0)
"""The learner plays itself alone, so each update has 128 decisions."""
SMALL = replace(TINY, game="islands", options={"window": 3}, imitate=1024)
CHAMPIONS = replace(TINY, imitate=1024, frames=400, opponents={"random": 0.3}, itself=0.5)
"""Five updates or so, also against past selves, after some steps of imitation."""
SMALLWORLD = swenv.load("smallworld", num_players=2)
Captured = pytest.CaptureFixture[str]


def games(reward: str, num_players: int = 2, num_envs: int = 6) -> SelfPlay:
    game = swenv.load("smallworld", num_players=num_players, rounds=2)
    return SelfPlay(game, num_envs, [Random()], reward=reward, seed=4)


def play(env: SelfPlay, steps: int) -> list[float]:
    """Play the learner's seat at random; returns the total reward of each finished game."""
    learner = Random()
    learner.reset(env.games.game, seed=5)
    totals, finished = np.zeros(env.num_envs), []
    now = env.reset()
    for _ in range(steps):
        env.step_async(learner.act_batch(now, env.action_masks()))
        now, paid, ended, _ = env.step_wait()
        totals += paid
        finished += totals[ended].tolist()
        totals[ended] = 0
    return finished


def trained(folder: Path, config: Config = TINY, progress: Progress | None = None) -> Path | None:
    done = train.run(config, folder, "swenv train --tiny", "a machine", progress)
    return done and done.page


def stop(monkeypatch: pytest.MonkeyPatch, kind: type, method: str, at: int) -> None:
    """Interrupt the n-th call of a method."""
    whole, calls = getattr(kind, method), iter(range(1, 10**9))

    def called(self: Any, *args: Any, **more: Any) -> Any:
        now = next(calls) == at
        if not now or method in ("update", "advance"):
            done = whole(self, *args, **more)
        if now:
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(kind, method, called)


def weights(folder: Path) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = torch.load(folder / "policy.pt", weights_only=True)
    return found


def same(a: dict[str, torch.Tensor], b: dict[str, torch.Tensor]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "progress.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def untrained(folder: Path, config: Config = TINY) -> Path:
    """The folder of a run whose network was never trained."""
    Run(folder).begin(config, "swenv train", "a machine")
    torch.save(make_policy(config.network, config.make_game()).state_dict(), folder / "policy.pt")
    return folder


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "undisturbed"
    assert trained(folder, CHAMPIONS)
    return folder


@pytest.fixture
def stopped(tmp_path: Path, undisturbed: Path) -> Path:
    return shutil.copytree(undisturbed, tmp_path / "stopped")


def test_the_learner_is_asked_in_its_own_seat_only_and_sees_its_own_mask() -> None:
    env = games("win", num_players=3)
    now = env.reset()
    for _ in range(60):
        assert (env.games.vector.to_act == env.seats).all()
        for i in range(env.num_envs):
            state = env.games.vector.state(i)
            np.testing.assert_array_equal(now[i], state.observation())
            np.testing.assert_array_equal(env.action_masks()[i], state.mask())
        env.step_async(env.action_masks().argmax(1))
        now = env.step_wait()[0]


def test_what_is_paid_adds_up_to_the_purses_at_the_end() -> None:
    """So nothing is lost that comes while opponents play; the other rewards are at the end."""
    env = games("coins", num_envs=1)
    vector, ends = env.games.vector, []
    env.games.record(lambda *_: ends.append(vector.final_coins[0, env.seats[0]] - 5), "learner")
    paid = play(env, 120)
    assert paid == ends and len(paid) == len(env.games.results) > 3
    assert {won for _, won in env.games.results} <= {0.0, 0.5, 1.0}


def test_a_lost_game_of_four_counts_as_no_win() -> None:
    play(env := games("win", num_players=4), 120)
    assert 0 in (won := {won for _, won in env.games.results}) and won <= {0, 1 / 4, 1 / 3, 1 / 2, 1}


def test_opponents_play_the_shares_they_are_given() -> None:
    env, often, never = games("win", num_envs=64), Random(), Random()
    often.name, never.name = "often", "never"
    env.games.set_opponents([often, never], [1.0, 0.0])
    play(env, 60)
    assert {name for name, _ in env.games.results[64:]} == {"often"}


def test_each_pass_of_imitation_reads_every_decision_at_most_once() -> None:
    env, read = games("lead", num_envs=16), []
    env.games.set_opponents([None])
    policy = make_policy("mlp", env.games.game)
    imitation = Imitation(policy, env.games, Greedy(), 1024, 1.0, batch_size=300, learning_rate=1e-3, epochs=2)
    of = imitation._gradients.of
    imitation._gradients.of = lambda loss, rows: read.append(torch.cat(rows).tolist()) or of(loss, rows)  # type: ignore
    while imitation.step < imitation.steps:
        imitation.advance()
    for part in np.split(np.array(read), 2):
        assert len(np.unique(part)) == part.size > imitation.decisions - 300


@pytest.mark.slow
def test_imitation_brings_the_network_closer_to_its_teacher() -> None:
    env, done = games("lead", num_envs=16), []
    env.games.set_opponents([None])
    for epochs in (1, 6):
        torch.manual_seed(0)
        policy = make_policy("board", env.games.game)
        done.append(Imitation(policy, env.games, Greedy(), 1024, 1.0, batch_size=64, learning_rate=1e-3, epochs=epochs))
        while done[-1].step < done[-1].steps:
            done[-1].advance()
    assert done[1].agreement > done[0].agreement + 0.05 and done[1].loss < done[0].loss


RUNS = {
    "board": TINY,
    "sb3": replace(TINY, learner="sb3", itself=0, threads=1, network="mlp"),
    "search-islands": replace(SMALL, learner="search", simulations=2, frames=128),
}


@pytest.mark.parametrize("name", ["board", *(pytest.param(name, marks=pytest.mark.slow) for name in [*RUNS][1:])])
def test_a_run_ends_with_a_report_and_a_player(tmp_path: Path, name: str) -> None:
    config = RUNS[name]
    page = trained(tmp_path / "run", config)
    assert page == tmp_path / "run" / "report.md"
    text = page.read_text(encoding="utf-8")
    for against, rule in product(("random", "greedy"), ("most probable", "sampled")):
        assert f"| {against} | {rule} | 8 |" in text
    for part in (
        "swenv train --tiny",
        "a machine, cpu, ",
        "won in seat 1",
        "Imitation of `greedy` used",
        "evaluation ",
    ):
        assert part in text
    assert torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)["seconds"]["evaluation"] > 0
    assert (tmp_path / "run" / "curve.png").read_bytes().startswith(b"\x89PNG")
    player = make(tmp_path / "run")
    state = config.make_game().new_state(seed=3)
    player.reset(state.game, 0, seed=1)
    assert state.mask()[player.act(state)]


@pytest.mark.slow
def test_a_solo_run_has_no_opponents(tmp_path: Path) -> None:
    page = trained(tmp_path, replace(SMALL, num_players=1, opponents=None, frames=512, num_envs=4, imitate=0))
    assert page is not None
    text, last = page.read_text(encoding="utf-8"), rows(tmp_path)[-1]
    assert text.startswith("# islands, 1 player:") and "| game | sampled | 8 |" in text
    assert [name for name in last if name.startswith("against_")] == ["against_game"]
    assert "against greedy" not in text and 0 <= float(last["against_game"]) <= 1


def test_what_does_not_fit_on_a_card_is_said(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rollout, "play", mock.Mock(side_effect=torch.cuda.OutOfMemoryError("CUDA out of memory")))
    line = "train --rounds 2 --imitate 0 --set num_envs=8 --set num_steps=8 --set batch_size=64 --run-dir"
    done = run(*line.split(), tmp_path / "run")
    assert done.status == 1 and "memory of the GPU: num_envs = 8, num_steps = 8, batch_size = 64" in done.err
    assert (tmp_path / "run" / "policy.pt").exists()


@pytest.mark.slow
def test_a_card_that_fails_leaves_the_last_checkpoint_whole(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, calls = PPO.update, iter(range(10))

    def failing(self: PPO, *args: Any) -> Any:
        if next(calls) == 2:  # after one that is not saved yet
            self.policy.to("meta")  # what is there cannot be read
            raise RuntimeError("CUDA error: unspecified launch failure\nCompile with `TORCH_USE_CUDA_DSA`")
        return whole(self, *args)

    monkeypatch.setattr(PPO, "update", failing)
    line = "train --rounds 2 --imitate 0 --opponents self --evaluate random --set num_envs=8 --set num_steps=16"
    line += " --frames 512 --set batch_size=64 --set checkpoint_seconds=1000 --set evaluation_games=8 --run-dir"
    done = run(*line.split(), tmp_path / "run")
    assert done.status == 1
    assert "the GPU has failed (CUDA error: unspecified launch failure), but the last checkpoint is whole" in done.err
    assert f"resume with: swenv train --resume --run-dir {tmp_path / 'run'}\n" in done.err
    monkeypatch.undo()
    done = run("train", "--resume", "--run-dir", tmp_path / "run")
    assert done.status == 0 and "resuming from checkpoint.pt at 0 of 512" in done.err


# Runs that stop and go on


MOMENTS = [
    ("ppo", Games, "advance", 128 + 70),
    ("ppo", Games, "advance", 20),
    ("ppo", PPO, "update", 3),
    ("ppo", Run, "save_weights", 4),
    ("sb3", SelfPlay, "step_wait", 35),
    ("search", Trees, "evaluate", 100),
]


@pytest.mark.parametrize(
    ("learner", "kind", "method", "at"),
    [MOMENTS[0], *(pytest.param(*moment, marks=pytest.mark.slow) for moment in MOMENTS[1:])],
)
def test_a_stopped_and_resumed_run_ends_bit_for_bit_as_if_undisturbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: Path, learner: str, kind: type, method: str, at: int
) -> None:
    config, folder = CHAMPIONS, tmp_path / "stopped"
    if learner != "ppo":
        itself = 0 if learner == "sb3" else 0.5
        config = replace(CHAMPIONS, learner=learner, itself=itself, simulations=4, threads=1, imitate=512, frames=300)
        undisturbed = tmp_path / "whole"
        assert trained(undisturbed, config)
    stop(monkeypatch, kind, method, at)
    assert trained(folder, config) is None
    monkeypatch.undo()
    assert not (folder / "report.md").exists()
    assert trained(folder, config) is not None
    assert same(weights(folder), weights(undisturbed))
    one, other = (
        [[row[name] for name in row if "share" not in name and name != "seconds"] for row in rows(each)]
        for each in (folder, undisturbed)
    )
    assert one == other


@pytest.mark.parametrize("learner", ["ppo", pytest.param("search", marks=pytest.mark.slow)])
def test_the_number_of_threads_and_which_is_ahead_do_not_change_the_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner: str
) -> None:
    config = replace(TINY, learner=learner, simulations=4, imitate=256)
    whole, found = Rollout.play, []
    for threads, slow in ((1, None), (2, 0), (2, 1)):

        def play(self: Rollout, *args: Any, slow: Any = slow) -> bool:
            if slow is not None and (self.games.vector._seed % 2 == slow):
                time.sleep(0.05)
            return whole(self, *args)

        monkeypatch.setattr(Rollout, "play", play)
        (folder := tmp_path / f"{threads}{slow}").mkdir()
        learns = train.Learner(replace(config, threads=threads), folder)
        learns.imitate()
        learns.learn()
        found.append(weights(folder))
    assert same(found[0], found[1]) and same(found[1], found[2])


KILLED = """
import os, signal, sys
from pathlib import Path
import torch._dynamo  # as each child would otherwise
from swenv.training import train
from swenv.training.config import Config
from swenv.training.ppo import PPO

moments = [(PPO, "_learn", 2), (Path, "replace", 11)]
for number, (owner, name, left) in enumerate(moments):
    if (child := os.fork()) == 0:
        whole = getattr(owner, name)

        def called(*given, **named):
            global left
            left -= 1
            return whole(*given, **named) if left else os.kill(os.getpid(), signal.SIGKILL)

        setattr(owner, name, called)
        torch.set_num_threads(1)
        train.run(Config(**eval(sys.argv[2])), Path(sys.argv[1]) / str(number), "swenv train", "a machine")
        os._exit(0)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL, (name, "the run was over before")
"""
"""Runs that are killed before they learn from what was played, and before they replace a file."""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_killed_and_resumed_runs_end_bit_for_bit_as_if_undisturbed(tmp_path: Path, undisturbed: Path) -> None:
    config = replace(CHAMPIONS, checkpoint_seconds=0, threads=1)
    command = [sys.executable, "-c", KILLED, str(tmp_path), repr(config.to_dict())]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for number in range(2):
        folder = tmp_path / str(number)
        assert not (folder / "report.md").exists()
        assert trained(folder, config)
        assert same(weights(folder), weights(undisturbed)) and not list(folder.rglob("*.new"))


def test_sigterm_stops_a_run_as_ctrl_c_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, before = train.Learner._measure, signal.getsignal(signal.SIGTERM)

    def terminate(self: Any, *args: Any) -> None:
        whole(self, *args)
        if self.updates == 2:
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(train.Learner, "_measure", terminate)
    assert trained(tmp_path, EVEN) is None
    assert [row["frames"] for row in rows(tmp_path)] == ["128"]
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.slow
def test_the_command_of_a_finished_run_can_be_repeated_to_extend_it(run: Any, tmp_path: Path) -> None:
    line = "train --rounds 2 --frames 128 --imitate 0 --opponents self --set itself=1 --set num_envs=8"
    line += f" --set num_steps=16 --set evaluation_games=2 --evaluate random --run-dir {tmp_path}"
    done = run(*line.split())
    assert done.status == 0 and "random   most probable      2" in done.out and "##" not in done.out
    done = run(*line.split(), "--resume", "--frames", "256")
    assert done.status == 0 and "at 128 of 256 decisions of self-play" in done.err
    assert [row["frames"] for row in rows(tmp_path)] == ["128", "256"] and len(Run(tmp_path).parts()) == 2
    done = run(*line.split(), "--resume", "--frames", "100")
    assert done.status == 2 and "the run has already taken 256 decisions, more than 100" in done.err
    assert "resuming" not in done.err


@pytest.mark.slow
def test_a_run_stopped_before_its_first_checkpoint_starts_over(tmp_path: Path, capsys: Captured) -> None:
    with pytest.MonkeyPatch.context() as patched:
        stop(patched, Games, "advance", 1)
        assert trained(tmp_path, EVEN, progress=Progress(bar=False)) is None
    assert "starting over" not in capsys.readouterr().err
    assert trained(tmp_path, replace(EVEN, frames=250), Progress(bar=False)) is not None
    told = capsys.readouterr().err
    assert "has no checkpoint yet: starting over" in told and "self-play: 256 of 250 decisions" in told


def test_a_folder_with_another_run_or_in_use_is_refused(tmp_path: Path) -> None:
    Run(tmp_path).begin(TINY, "swenv train", "a machine")
    with pytest.raises(ValueError, match="holds another run, with seed 0 instead of 9"):
        trained(tmp_path, replace(TINY, seed=9))
    with Run(tmp_path).locked(), pytest.raises(ValueError, match="another process is training there"):
        trained(tmp_path)


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ("--reward coins", "--reward: cannot be changed when resuming"),
        ("underground", "game: "),
        ("--rounds 4", "--map, --rounds or --option: "),
        ("--frames 5 --set gamma=0.9", "--set gamma: "),
    ],
)
def test_what_a_resumed_run_cannot_change_is_refused_by_name(
    run: Any, tmp_path: Path, more: str, complaint: str
) -> None:
    Run(tmp_path).begin(TINY, "swenv train", "a machine")
    done = run("train", *more.split(), "--resume", "--run-dir", tmp_path)
    assert done.status == 2 and f"error: {complaint}" in done.err


# Weights for other boards


def test_a_network_reads_a_board_in_the_same_way_wherever_it_is_drawn(undisturbed: Path) -> None:
    """Alone, in a list with larger boards, in any place of the list: what it computes for the board is the same."""
    trained = Trained.at(undisturbed)
    alone = swenv.load("smallworld", rounds=2, map="random-2p-40")
    listed = swenv.load("smallworld", rounds=2, map=("smallworld-3p", "random-2p-40"))
    starts = (listed.new_state(seed) for seed in range(20))
    state = next(state for state in starts if state.to_position()["map"] == "random-2p-40")
    states = [alone.from_position(state.to_position()), state]
    computed = [answer(trained.load_policy(each.game, "cpu"), each) for each in states]
    texts = [[str(each.game.action(int(k))) for k in each.legal_actions()] for each in states]
    assert texts[0] == texts[1]
    assert all(torch.allclose(*pair, atol=1e-5) for pair in zip(*computed, strict=True))


def answer(policy: Any, state: swenv.State) -> list[torch.Tensor]:
    mask = torch.as_tensor(state.mask())[None]
    with torch.no_grad():
        logits, value = policy(torch.as_tensor(state.observation())[None], mask)
    return [logits[mask], value]


@pytest.mark.parametrize("network", NETWORKS)
def test_the_number_of_a_board_tells_a_network_nothing(network: str) -> None:
    boards = ["random-2p-1", "random-2p-2", "random-2p-3"]
    games = [swenv.load("smallworld", map=order) for order in (boards, boards[::-1])]
    policies = [make_policy(network, game) for game in games]
    policies[1].load_state_dict(policies[0].state_dict())
    state = games[0].new_state(seed=1)
    computed = answer(policies[0], state), answer(policies[1], games[1].from_position(state.to_position()))
    assert all(torch.equal(*pair) for pair in zip(*computed, strict=True))


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [(2, {}), (2, {"map": "random:0-2"}), (3, {}), (2, {"extra_powers": [{"name": "brave", "tokens": 4}]})],
    ids=["the same", "boards", "seats", "powers"],
)
def test_a_run_begins_with_the_weights_of_another(tmp_path: Path, undisturbed: Path, seats: int, chosen: Any) -> None:
    options = {"rounds": 2, **chosen}
    config = Config(init=str(undisturbed), num_envs=4, num_steps=8, num_players=seats, options=options)
    learner = train.Learner(config, tmp_path)
    learner.resume()
    kept, now = weights(undisturbed), learner.policy.state_dict()
    assert config.imitate == 0 and now.keys() == kept.keys()
    check_carried_over(kept, Trained.at(undisturbed).load_game(), now, learner.game)


@pytest.mark.parametrize("chosen", [{"num_players": n} for n in (1, 3, 4)] + [{"num_players": 2, "mode": "advanced"}])
def test_a_network_of_islands_is_carried_over_to_other_tables_and_modes(chosen: Any) -> None:
    old, new = swenv.load("islands", num_players=2), swenv.load("islands", **chosen)
    trained, policy = make_policy("board", old), make_policy("board", new)
    carry_over(trained, old, policy, new)
    check_carried_over(trained.state_dict(), old, policy.state_dict(), new)


def check_carried_over(kept: dict[str, Any], before: Game, now: dict[str, Any], after: Game) -> None:
    """Check that weights are the same wherever the meanings of what they read and compute are."""
    assert all(torch.equal(each, kept[name]) for name, each in now.items() if each.shape == kept[name].shape)
    old, new = axes(before), axes(after)
    for layer, names in new.items():
        axis, name = (1 if layer.endswith(":in") else 0), f"net.{layer.partition(':')[0]}.weight"
        assert len(names) == now[name].shape[axis]
        for number, what in enumerate(names):
            column = now[name].select(axis, number)
            if known := closest_name(what, old[layer]):
                assert torch.equal(column, kept[name].select(axis, old[layer].index(known))), what
            elif axis:
                assert not column.any(), f"{what} is new, and must not matter at first"


def test_values_of_another_reward_are_learned_anew(undisturbed: Path) -> None:
    old = weights(undisturbed)
    for reward, changed in (("win", {"net.value"}), (CHAMPIONS.reward, set())):
        new = train.initial(Config(init=str(undisturbed), options={"rounds": 2}, reward=reward))
        differ = {name for name, each in new.items() if not torch.equal(each, old[name])}
        assert {name.rsplit(".", 2)[0] for name in differ} == changed


def test_weights_that_do_not_fit_are_refused(tmp_path: Path, undisturbed: Path) -> None:
    for name, value, complaint in (
        ("network", "mlp", "has the network board, but this run has mlp"),
        ("game", "underground", "was trained for smallworld, but this run plays underground"),
    ):
        with pytest.raises(ValueError, match=complaint):
            trained(tmp_path / "run", Config(init=str(undisturbed), num_envs=4, num_steps=8, **{name: value}))
    assert not (tmp_path / "run").exists()


# What can be wrong with the files of a run


DAMAGE: dict[str, Any] = {
    "truncated": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "hostile": lambda path: path.write_bytes(pickle.dumps(Evil(path.with_name("executed")), protocol=2)),
    "other": lambda path: torch.save({"format": "swenv-run/1"}, path),
    "of another type": lambda path: torch.save({name: each.double() for name, each in torch.load(path).items()}, path),
}


@pytest.mark.parametrize("damage", ["truncated", "hostile", "other"])
def test_of_a_damaged_checkpoint_the_one_before_is_taken_and_kept(stopped: Path, capsys: Captured, damage: str) -> None:
    checkpoints = [stopped / "checkpoint.pt", stopped / "checkpoint.previous.pt"]
    good = checkpoints[1].read_bytes()
    DAMAGE[damage](checkpoints[0])
    learner = train.Learner(CHAMPIONS, stopped, Progress(bar=False))
    learner.resume()
    told = capsys.readouterr().err
    assert "checkpoint.pt' is damaged" in told and "resuming from" in told and "checkpoint.previous.pt" in told
    learner.save()
    assert damage == "other" or checkpoints[1].read_bytes() == good
    for each in checkpoints:
        DAMAGE[damage](each)
    with pytest.raises(ValueError, match=r"checkpoint\.p\w+.*damaged"):
        learner.resume()
    assert not (stopped / "executed").exists()


FORGED: dict[str, tuple[Any, ...]] = {
    "damaged": ("updates", 1),
    "impossible games": ("games", 0, "records", slice(None), 77),
    "complex weights": ("policy", "net.rest.bias", torch.zeros(1, dtype=torch.complex64)),
    "a shuffle beyond its words": ("games", 0, "generator", "state", "inc", -1),
    "momentum of another shape": ("optimizers", 0, "state", 0, "momentum", torch.zeros(1)),
    "an optimizer too few": ("optimizers", []),
    "games of another size": ("games", 0, "records", torch.zeros(3, dtype=torch.uint8)),
    "a name that is a number": ("past", [3]),
}
"""Wrong values in a checkpoint, by path."""


def forge(path: Path, *way: Any, checksum: bool = True) -> None:
    """Change one value of a checkpoint, and its checksum with it."""
    state = part = torch.load(path, weights_only=True)
    *way, last, value = way
    for key in way:
        part = part[key]
    part[last] = value
    if checksum:
        state["checksum"] = soundness.checksum({k: v for k, v in state.items() if k not in ("format", "checksum")})
    torch.save(state, path)


def test_one_wrong_value_damages_a_checkpoint_unless_it_is_configured(stopped: Path, capsys: Captured) -> None:
    path = stopped / "checkpoint.pt"
    newest = path.read_bytes()
    learner = train.Learner(CHAMPIONS, stopped, Progress(bar=False))
    previous = torch.load(stopped / "checkpoint.previous.pt", weights_only=True)["updates"]
    for what, way in FORGED.items():
        forge(path, *way, checksum=what != "damaged")
        learner.resume()
        assert learner.updates == previous, what
        assert "checkpoint.pt' is damaged: using the previous one" in capsys.readouterr().err, what
        path.write_bytes(newest)
    forge(path, "optimizers", 1, "param_groups", 0, "betas", "ab")
    learner.resume()
    assert learner.method.optimizers[1].param_groups[0]["betas"] == (0.9, 0.999)
    assert "damaged" not in capsys.readouterr().err


@pytest.mark.slow
def test_a_checkpoint_that_is_refused_late_leaves_nothing_in_the_imitation_before(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        stop(patched, Imitation, "advance", 2)
        assert trained(tmp_path, CHAMPIONS) is None
    learner = train.Learner(CHAMPIONS, tmp_path)
    for step in (learner.resume, learner.imitate, learner.begin, learner.close):
        step()
    forge(tmp_path / "checkpoint.pt", *FORGED["impossible games"])
    learner = train.Learner(CHAMPIONS, tmp_path)
    learner.resume()
    learner.imitate()
    assert learner.imitated["decisions"] > 0


@pytest.mark.parametrize("resume", [True, False])
def test_weights_without_a_checkpoint_are_not_overwritten(run: Any, tmp_path: Path, resume: bool) -> None:
    if resume:
        Run(tmp_path).begin(TINY, "swenv train", "a machine")
    (tmp_path / "policy.pt").write_bytes(b"mine")
    line = "--resume" if resume else "--rounds 2 --imitate 0 --set num_envs=8 --set num_steps=16 --frames 128"
    done = run("train", *line.split(), "--run-dir", tmp_path)
    assert done.status == 2 and "policy.pt' is there, but no checkpoint" in done.err and "--init" in done.err
    assert (tmp_path / "policy.pt").read_bytes() == b"mine" and (tmp_path / "config.json").exists() == resume


@pytest.mark.parametrize("name", ["checkpoint.previous.pt", "report.md"])
def test_a_folder_where_a_run_keeps_a_file_is_reported_before_any_work(run: Any, stopped: Path, name: str) -> None:
    (stopped / name).unlink()
    (stopped / name).mkdir()
    done = run("train", "--resume", "--frames", 1000, "--run-dir", stopped)
    assert done.status == 2 and f"{name}' is a folder, where the run keeps a file" in done.err
    assert "self-play" not in done.err


@pytest.mark.skipif(os.name != "posix", reason="links")
@pytest.mark.parametrize("name", ["config.json.new", "report.md", ".lock", "snapshots"])
def test_a_run_writes_nothing_outside_of_its_folder(tmp_path: Path, name: str) -> None:
    outside, kept = tmp_path / "outside", Run(tmp_path / "run")
    kept.folder.mkdir()
    outside.mkdir() if name == "snapshots" else outside.write_text("mine", encoding="utf-8")
    (kept.folder / name).symlink_to(outside)
    if name in (".lock", "snapshots"):
        with pytest.raises(ValueError, match="is a link"), kept.locked():
            kept.save_weights("snapshots/00001.pt", {})
    else:
        kept.begin(TINY, "swenv train", "a machine")
        report.write(kept, {}, report.Account(0, [], {}, {}))
    assert list(outside.iterdir()) == [] if outside.is_dir() else outside.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("options", {"name": "x"}, "field 'options': 'name' is not an option"),
        ("evaluate", 5, "option 'evaluate' must name players, not 5"),
        ("gamma", 7, "config.json': option 'gamma' must be a number from 0 to 1, not 7"),
        (None, "\x00", "config.json' is damaged"),
    ],
)
def test_wrong_values_in_a_configuration_are_reported_in_one_line(
    run: Any, tmp_path: Path, name: str | None, value: Any, complaint: str
) -> None:
    Run(tmp_path).begin(TINY, "swenv train", "a machine")
    (tmp_path / "policy.pt").touch()
    document = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    document["config"][name] = value
    (tmp_path / "config.json").write_text(json.dumps(document) if name else value, encoding="utf-8")
    also = [f"match --seats {tmp_path},random --games 2"] * (name in (None, "options"))
    for line in (f"train --resume --run-dir {tmp_path}", *also):
        done = run(*line.split())
        assert done.status == 2 and complaint in done.err and "Traceback" not in done.err


@pytest.mark.slow
def test_damaged_files_besides_the_checkpoints_are_rewritten(stopped: Path, undisturbed: Path) -> None:
    for name in ("policy.pt", "progress.csv"):
        DAMAGE["truncated"](stopped / name)
    assert trained(stopped, CHAMPIONS)
    assert same(weights(stopped), weights(undisturbed))
    assert rows(stopped) == rows(undisturbed)


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_weights_are_named_and_nothing_in_them_is_executed(tmp_path: Path, damage: str) -> None:
    DAMAGE[damage](untrained(tmp_path) / "policy.pt")
    with pytest.raises(ValueError, match=r"policy\.pt"):
        Learned(tmp_path).reset(TINY.make_game(), 0, seed=0)
    assert not (tmp_path / "executed").exists()


# What cannot be run

NO_CARD = not torch.cuda.is_available()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("--set num_envs=" + "[" * 20_000, "--set num_envs: must be a number, not '[[["),
        ("--learner sb3 --set num_envs=1 --set num_steps=4099", "'num_envs' and 'num_steps': an update of 4,099"),
        ("--set gamma=0.5 --set gamma=0.6", "gamma is given twice"),
        ("--option self=1", "'self' is not an option"),
        ("--rounds 9 --imitate 16 --set num_envs=8 --set num_steps=2", "only finished games can be imitated"),
        ("--evaluate gredy", "did you mean 'greedy'"),
        ("--opponents greedy:0.7,random:0.4", "must add up to 1 at most"),
        ("--opponents greedy:lots", "NAME:SHARE"),
        ("--opponents greedy:1,random", "no share for 'random'"),
        ("--opponents self:0.1", "the learner plays what is left"),
        ("--opponents ,", "names no player"),
        pytest.param(
            "--device cuda", "--device cuda: not available to torch", marks=[] if NO_CARD else pytest.mark.skip
        ),
    ],
)
def test_mistakes_on_the_command_line_are_reported_before_training(
    run: Any, tmp_path: Path, line: str, complaint: str
) -> None:
    done = run("train", *line.split(), "--run-dir", tmp_path / "run")
    assert done.status == 2 and complaint in done.err and not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", BOUNDS)
def test_no_number_of_a_configuration_is_taken_from_beyond_its_bounds(name: str) -> None:
    least, most = BOUNDS[name]
    for value in (least - 1, most + 1, 10**400, float("nan"), "many", True, [[]]):
        with pytest.raises(ValueError, match=f"option '{name}' must be a") as refused:
            Config(**{name: value})
        assert len(str(refused.value)) < 200


def test_a_network_that_does_not_fit_into_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swenv.training.config.memory", lambda: 2.0**30)
    for network in NETWORKS:
        assert Config(width=64, network=network, num_envs=8, imitate=0).width == 64
        with pytest.raises(
            ValueError, match=r"option 'width': [\d,]+ GiB of memory needed, only 1 GiB on this machine"
        ):
            Config(width=10_000, network=network, num_envs=8, imitate=0)


def test_what_cannot_fit_on_the_card_is_refused_before_anything_is_written(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda: (2**30, 80 * 2**30))
    monkeypatch.setattr("swenv.training.config.memory", lambda: 2.0**50)
    replace(TINY, device="cuda").check_gpu_memory()
    for options, name in (
        ({"num_envs": 20_000, "num_steps": 200}, "num_envs' and 'num_steps"),
        ({"num_envs": 10_000, "num_steps": 50, "batch_size": 500_000}, "batch_size"),
        ({"width": 9_000}, "width"),
    ):
        with pytest.raises(
            ValueError, match=rf"option '{name}': [\d,]+ GiB of memory needed, only 1 GiB free on the GPU"
        ):
            replace(TINY, device="cuda", **options).check_gpu_memory()
        replace(TINY, device="cpu", **options).check_gpu_memory()
    done = run("train", "--device", "cuda", "--set", "num_envs=90000", "--run-dir", tmp_path / "run")
    assert done.status == 2 and "only 1 GiB free on the GPU" in done.err and not (tmp_path / "run").exists()


def test_what_is_not_chosen_suits_the_learner_the_game_and_the_machine() -> None:
    small, large, card = Config(), Config(game="islands"), Config(device="cuda")
    assert large.frames < small.frames and {name: getattr(card, name) for name in GPU_DEFAULTS} == GPU_DEFAULTS
    sb3 = Config(num_envs=100, num_steps=64, learner="sb3")
    assert sb3.batch_size == 1600 and sb3.frames < small.frames
    for name, value in (("batch_size", 99), ("itself", 0.5)):
        with pytest.raises(ValueError, match=f"'{name}' must "):
            replace(sb3, **{name: value})
    sizes = (1, 4096, 6144, 100_000)
    assert [replace(TINY, num_envs=size, batch_size=8).batches for size in sizes] == [1, 2, 3, 4]


@pytest.mark.slow
def test_a_nan_loss_stops_a_run_and_keeps_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, calls = PPO._loss, iter(range(10**6))

    def poisoned(self: PPO, *args: Any) -> Any:
        loss, told = whole(self, *args)
        return (loss * torch.nan if next(calls) > 8 else loss), told

    monkeypatch.setattr(PPO, "_loss", poisoned)
    with pytest.raises(train.Diverged, match=r"update 2: the loss is not a finite number.* lower learning_rate"):
        trained(tmp_path, replace(EVEN, imitate=0, threads=1, batch_size=32))
    assert all(torch.isfinite(each).all() for each in weights(tmp_path).values())
    assert [row["frames"] for row in rows(tmp_path)] == ["128"]


# What a network can play


@pytest.mark.parametrize(
    ("network", "options", "complaint"),
    [
        ("mlp", {"map": FX9}, "was trained on other boards or options"),
        ("board", {"num_players": 3}, "trained for smallworld with 2 players"),
    ],
)
def test_a_learned_player_refuses_a_game_it_cannot_read_with_a_short_message(
    tmp_path: Path, network: str, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint) as refused:
        make(untrained(tmp_path, replace(TINY, network=network))).reset(swenv.load("smallworld", **options), 0, seed=0)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("told", "expected"), [(None, 1), ("3", 2)])
def test_a_learned_player_leaves_the_threads_of_torch_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str | None, expected: int
) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if told:
        monkeypatch.setenv("OMP_NUM_THREADS", told)
    player, state, used = Learned(untrained(tmp_path)), TINY.make_game().new_state(seed=1), []
    player.reset(state.game, 0)
    player._policy.register_forward_pre_hook(lambda *_: used.append(torch.get_num_threads()))
    torch.set_num_threads(2)
    player.act(state)
    assert used == [expected] and torch.get_num_threads() == 2


def test_a_policy_gives_masked_logits_and_values(undisturbed: Path) -> None:
    game, player = CHAMPIONS.make_game(), make(undisturbed)
    vector = game.vector(5, seed=1)
    masks = torch.as_tensor(vector.masks)
    player.reset(game, seed=0)
    for number in (np.int8, np.float32):
        with torch.no_grad():
            logits, values = load_policy(undisturbed)(torch.as_tensor(vector.observations.astype(number)), masks)
        assert logits.shape == (5, game.num_actions) and values.shape == (5, game.num_players)
        assert (torch.softmax(logits, 1)[~masks] == 0).all()
        assert (logits.argmax(1).numpy() == player.act_batch(vector.observations, vector.masks)).all()


@pytest.mark.slow
def test_an_exported_policy_gives_the_same_answers_for_any_number_of_games(tmp_path: Path) -> None:
    policy, vector = load_policy(untrained(tmp_path)), TINY.make_game().vector(7, seed=1)
    example, games = (torch.as_tensor(vector.observations), torch.as_tensor(vector.masks)), torch.export.Dim("games")
    torch.export.save(torch.export.export(policy, example, dynamic_shapes=({0: games}, {0: games})), tmp_path / "p.pt2")
    exported = torch.export.load(tmp_path / "p.pt2").module()
    for number in (3, 7):
        some = [each[:number] for each in example]
        assert torch.equal(exported(*some)[0].argmax(1), policy(*some)[0].argmax(1))


# Opponents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("greedy:0.4,random:0.05", {"greedy": 0.4, "random": 0.05}),
        ("search:seconds=0.1,simulations=9:0.3", {"search:seconds=0.1,simulations=9": 0.3}),
        ("search:seconds=0.1", {"search:seconds=0.1": 1.0}),
        ("greedy:0.5, random, runs/x", {"greedy": 0.5, "random": 0.25, "runs/x": 0.25}),
        ("C:\\runs\\x:0.5", {"C:\\runs\\x": 0.5}),
        ("self", {}),
    ],
)
def test_shares_of_opponents_are_read(text: str, expected: dict[str, float]) -> None:
    assert shares(text) == expected


def test_the_learner_has_every_seat_against_itself_and_one_against_others() -> None:
    game = swenv.load("smallworld", num_players=3, rounds=2)
    opponents = Opponents(game, {"random": 0.5}, past_selves=1, itself=1.0)
    players, dealt = opponents.deal(np.random.default_rng(0))
    assert players[0] is None and dealt == [0.5, 0.5]
    games = Games(game, 64, players, seed=1)
    assert set(games.learns.sum(1).tolist()) == {1, 3}
    assert (games.learns.all(1) == (games.opponent == 0)).all()
    actions = np.zeros(64, dtype=np.int64)
    for _ in range(150):
        mine = games.mine()
        actions[:] = games.vector.masks.argmax(1)
        games.ask_opponents(actions, mine)
        games.begin_step()
        games.advance(actions)
    assert games.results and {name for name, _ in games.results} == {"random"}


def test_returns_belong_to_the_decisions_of_a_seat() -> None:
    """Seats 0, 1, 0, 0 decide in turn; the game ends with the third decision, and the fourth is another game's."""
    paid = np.array([[1.0, 2.0], [4.0, 8.0], [16.0, 32.0], [64.0, 128.0]])[:, None]
    ended = np.array([[False], [False], [True], [False]])
    seats = np.array([[0], [1], [0], [0]])
    values = np.array([[0.5, 5.0], [7.0, 0.25], [2.0, 9.0], [3.0, 6.0]])[:, None]
    ahead = np.array([[10.0, 20.0]])
    both, one = np.ones((4, 1, 2), dtype=np.bool_), np.array([True, False]) * np.ones((4, 1, 1), dtype=np.bool_)
    found = lambda_returns(paid, ended, seats, both, values, ahead, gamma=0.5, gae_lambda=0.5)
    last = 64 + 0.5 * 10
    third = 16.0
    first = 1 + 4 + 0.5 * 2 + 0.25 * (third - 2)  # what it is paid before it decides again is its own
    second = 8.0 + 32  # the game ends before it decides again
    assert of_seats(found, seats)[:, 0].tolist() == [first, second, third, last]
    waiting = of_seats(found, 1 - seats)[:, 0].tolist()
    assert waiting == [2 + second, 4 + third, 32, 128 + 20], "what it is paid while it waits, and what comes then"
    others = lambda_returns(paid, ended, seats, one, values, ahead, gamma=0.5, gae_lambda=0.5)
    assert others[[0, 2, 3], 0, 0].tolist() == [first, third, last]
    opponent = 2 + 8.0 + 0.5 * 9 + 0.25 * (32 - 9)  # over the decisions of the learner, who has seat 0
    assert others[[0, 2, 3], 0, 1].tolist() == [opponent, 32, 128 + 0.5 * 20]
    unknown = lambda_returns(paid, ended, seats, one, values, np.full((1, 2), np.nan), gamma=0.5, gae_lambda=0.5)
    assert unknown[3, 0].tolist() == [3, 6], "of the last decision before an opponent's only its value is known"


def test_seats_that_a_policy_has_not_learned_share_the_negative_of_its_value() -> None:
    game = swenv.load("smallworld", num_players=3)
    policy, vector = make_policy("board", game), game.vector(4, seed=1)
    share_value(policy)
    with torch.no_grad():
        values = policy(torch.from_numpy(vector.observations), torch.from_numpy(vector.masks))[1].numpy()
    assert values[:, 0].any() and values[:, 1:] == pytest.approx(-values[:, :1].repeat(2, 1) / 2, abs=1e-6)


def test_the_values_of_all_seats_are_learned_at_every_decision() -> None:
    """That of the seat that decides comes first, then clockwise."""
    game = swenv.load("smallworld", num_players=3, rounds=1)
    games = Games(game, 64, [None], "coins", seed=3)
    memory = Memory(game, 40, 64)
    assert Rollout(games, memory, make_policy("board", game)).play(1.0, 1.0, lambda: False)
    over = np.argwhere(memory.ended)[:, 1]
    assert len(over)
    for column in set(over.tolist()):
        end = int(memory.ended[:, column].argmax())
        for k in range(end + 1):
            still = memory.paid[k : end + 1, column].sum(0)
            expected = np.roll(still, -memory.seats[k, column])
            assert memory.returns[k, column] == pytest.approx(expected, abs=1e-4)


def test_past_selves_play_the_remaining_shares() -> None:
    generator, past = np.random.default_rng(0), Random()
    opponents = Opponents(SMALLWORLD, {"random": 0.2, "greedy": 0.5}, past_selves=1)
    assert opponents.names == ["random", "greedy", "self"]
    assert opponents.deal(generator)[1] == pytest.approx([0.2, 0.8])
    opponents.join("first", Random())
    opponents.join("second", past)
    players, dealt = opponents.deal(generator)
    assert players[-1] is past and dealt == pytest.approx([0.2, 0.5, 0.3])
    assert Opponents(SMALLWORLD, {"random": 1.0}, past_selves=1).names == ["random"]


@pytest.mark.slow
def test_a_run_meets_players_of_ones_own_and_other_runs(run: Any, tmp_path: Path, undisturbed: Path) -> None:
    code, folder = tmp_path / "mine.py", tmp_path / "run"
    code.write_text(
        "from swenv.agents import Random, register\nclass Mine(Random):\n    name = 'mine'\nregister('mine', Mine)\n",
        encoding="utf-8",
    )
    line = f"train --rounds 2 --frames 256 --imitate 0 --run-dir {folder} --code {code} --set num_envs=8"
    line += f" --opponents mine:0.5,{undisturbed} --evaluate mine,{undisturbed} --evaluate-every 2"
    assert run(*line.split(), "--set", "num_steps=16", "--set", "evaluation_games=4").status == 0
    first, second, *_ = rows(folder)
    assert {"against_mine", "against_undisturbed"} <= first.keys() and "against_self" not in first
    assert first["evaluated_mine"] == "" and 0 <= float(second["evaluated_mine"]) <= 1
    assert f"| {undisturbed} | sampled | 4 |" in (folder / "report.md").read_text(encoding="utf-8")
    agents._FACTORIES.pop("mine")
    done = run("train", "--resume", "--run-dir", folder)
    assert done.status == 2 and "no player 'mine'" in done.err


# What a run tells


def test_without_a_terminal_progress_is_printed_occasionally(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 1000, 20))  # seconds, by the call
    monkeypatch.setattr("swenv.training.progress.time.monotonic", lambda: float(next(now)))
    progress = Progress(bar=False, every=30)
    progress.begin("self-play", "decisions", 4000)
    for done in (1000, 2000, 3000, 4000):
        progress.update(done, {"won against greedy": "55%"})
    progress.begin("self-play", "decisions", None)
    progress.update(0, {}, total=0)  # the learner had no decision yet, so nobody knows how many there will be
    for done in (1000, 2000):
        progress.update(done, {}, total=4000)
    progress.begin("league", "games", 300)
    for done in (10, 20):
        progress.update(done, {})
    assert capsys.readouterr().err.splitlines() == [
        "self-play: 0 of 4,000 decisions",
        "self-play: 2,000 of 4,000 decisions (50%), 50 per second, 40 s left; won against greedy 55%",
        "self-play: 4,000 of 4,000 decisions (100%), 50 per second, 0 s left; won against greedy 55%",
        "self-play: 0 decisions",
        "self-play: 2,000 of 4,000 decisions (50%), 50 per second, 40 s left",
        "league: 0 of 300 games",
        "league: 20 of 300 games (7%), 30 per minute, 9 min left",
    ]


def test_a_report_without_matches_has_no_empty_tables_and_says_how_much_was_imitated(tmp_path: Path) -> None:
    kept = Run(tmp_path)
    kept.begin(replace(TINY, evaluate=(), opponents={"random": 0.1 + 0.2}), "swenv train", "a machine")
    kept.begin(kept.config(), "swenv train --resume", "a machine")
    imitated = {"decisions": 77, "loss": 1.0, "agreement": 0.5}
    text = report.write(kept, {}, report.Account(0, [], {}, imitated)).page.read_text(encoding="utf-8")
    assert "was not evaluated" in text and "won in seat" not in text and "## By" not in text
    assert "- init: none" in text and "`{'random': 0.3}`" in text and "- Continued by `swenv train --resume`" in text
    assert "used 77 of 512 recorded decisions" in text


def test_a_report_contains_commands_that_use_the_agent() -> None:
    config = Config(num_players=3, options={"map": FX9, "hide_coins": True})
    config = replace(config, options=config.make_game().options)  # as `swenv train` keeps them: all of them
    assert report.commands(config, Path("runs/x")) == (
        "swenv play --seats human,runs/x,runs/x --map fx9.json --option hide_coins=true",
        "swenv match --seats runs/x,greedy,greedy --map fx9.json --option hide_coins=true",
    )
    alone = Config(game="islands", num_players=1, options={"level": 3, "mode": "solo"})
    assert report.commands(alone, Path("runs/x"))[0] == "swenv play islands --seats runs/x --option level=3"


@pytest.mark.parametrize("reward", REWARDS)
def test_a_learner_is_paid_any_reward_for_the_very_game_it_is_given(
    reward: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = game(rounds=1, reward="margin")
    monkeypatch.setattr(type(loaded), "__init__", None)
    games, dice, ended = Games(loaded, 4, [None], reward=reward, seed=1), np.random.default_rng(1), 0
    assert games.game is loaded and games.vector.game is loaded
    while ended < 8:
        vec = games.vector
        before, actions = vec.coins, (dice.random(vec.masks.shape) * vec.masks).argmax(axis=1)
        games.begin_step()
        games.advance(actions)
        ended += int(vec.done.sum())
        gains: Any = np.where(vec.done[:, None], vec.final_coins, vec.coins) - before
        margins = (vec.final_coins - vec.final_coins[:, ::-1]) / np.maximum(vec.final_coins.max(axis=1), 1)[:, None]
        expected = {
            "win": vec.returns,
            "margin": margins * MARGIN_SCALE,
            "coins": gains,
            "lead": (gains - gains[:, ::-1]) / LEAD_SCALE,
        }
        assert np.array_equal(games.paid, expected[reward])
