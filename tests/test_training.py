"""Self-play: what the learner sees and is paid, runs that stop and go on, the report at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

import swenv
from support import FX9
from swenv import cli
from swenv.agents import Greedy, Player, Random, make
from swenv.agents.learned import Learned
from swenv.agents.networks import make_policy
from swenv.training import report, train
from swenv.training.config import Config
from swenv.training.imitation import imitate
from swenv.training.selfplay import LEAD_SCALE, SelfPlay

TINY = Config(
    options={"rounds": 2}, frames=256, imitate=128, num_envs=8, num_steps=16, batch_size=64, num_epochs=1,
    snapshot_every=1, num_snapshots=2, evaluation_games=8, threads=1,
)  # fmt: skip


def games(reward: str, num_players: int = 2, num_envs: int = 6) -> SelfPlay:
    game = swenv.load("smallworld", num_players=num_players, rounds=2)
    return SelfPlay(game, num_envs, [Random()], reward=reward, seed=4)


def play(env: SelfPlay, steps: int) -> list[list[float]]:
    """Play the learner's seat at random; what each finished game paid it in all, by game."""
    learner = Random()
    learner.reset(env.game, seed=5)
    totals = np.zeros(env.num_envs)
    finished: list[list[float]] = [[] for _ in range(env.num_envs)]
    now = env.reset()
    for _ in range(steps):
        env.step_async(learner.act_batch(now, env.action_masks()))
        now, paid, ended, infos = env.step_wait()
        totals += paid
        for i in np.flatnonzero(ended):
            assert infos[i]["episode"]["r"] == pytest.approx(totals[i], abs=1e-5)
            finished[i].append(float(totals[i]))
            totals[i] = 0
    return finished


@pytest.mark.parametrize("num_players", [2, 3])
def test_the_learner_is_asked_in_its_own_seat_only_and_sees_its_own_mask(num_players: int) -> None:
    env = games("win", num_players)
    now = env.reset()
    for _ in range(60):
        assert (env.vector.to_act == env._seats).all()
        for i in range(env.num_envs):
            state = env.vector.state(i)
            np.testing.assert_array_equal(now[i], state.observation())
            np.testing.assert_array_equal(env.action_masks()[i], state.mask())
        env.step_async(env.action_masks().argmax(1))
        now = env.step_wait()[0]


def test_win_pays_each_game_its_return() -> None:
    env = games("win")
    paid = [total for totals in play(env, 80) for total in totals]
    assert sorted(paid) == sorted(won for _, won in env.results)
    assert set(paid) <= {-1.0, 0.0, 1.0}
    assert len(paid) > 6


def test_coins_and_lead_add_up_to_the_purses_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    purses: list[tuple[float, float]] = []
    for reward in ("coins", "lead"):
        env = games(reward, num_envs=1)
        purses.clear()
        begin = env.vector.step

        def watch(actions: Any, where: Any = None, env: SelfPlay = env, begin: Any = begin) -> None:
            before = env.vector.records["coins"][0, :2].astype(float)
            begin(actions, where)
            seat = env._seats[0]
            if env.vector.done[0]:
                last = before + env.vector.rewards[0]
                purses.append((last[seat], last[1 - seat]))

        monkeypatch.setattr(env.vector, "step", watch)
        totals = play(env, 120)[0]
        results = [won for _, won in env.results]
        assert len(totals) == len(purses) == len(results) > 3
        for total, (own, other), won in zip(totals, purses, results, strict=True):
            expected = own - 5 if reward == "coins" else (own - other) / LEAD_SCALE + won
            assert total == pytest.approx(expected, abs=1e-5)


def test_an_unknown_reward_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no reward 'wins', did you mean 'win'"):
        games("wins")


def test_opponents_play_the_shares_they_are_given() -> None:
    class Counted(Random):
        asked = 0

        def act_batch(self, observations: Any, masks: Any) -> Any:
            self.asked += len(masks)
            return super().act_batch(observations, masks)

    env = games("win", num_envs=64)
    often, never = Counted(), Counted()
    env.set_opponents([often, never], [1.0, 0.0])
    play(env, 10)
    assert often.asked > 100
    assert never.asked == 0


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Networks of several tests at once share the cores: one thread for each."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
def test_imitation_brings_the_network_closer_to_its_teacher() -> None:
    env = games("lead", num_envs=16)
    policy = make_policy("board", env.game)
    settings: dict[str, Any] = {"gamma": 1.0, "batch_size": 64, "learning_rate": 1e-3}
    first = imitate(policy, env, Greedy(), 1024, epochs=1, **settings)
    later = imitate(policy, env, Greedy(), 1024, epochs=8, **settings)
    assert later > first + 0.05


def run(folder: Path, config: Config = TINY) -> Path | None:
    return train.run(config, folder, "swenv train --tiny", progress=False)


SMALL = replace(TINY, game="islands", options={"window": 7})


@pytest.mark.parametrize(
    "config",
    [
        pytest.param(TINY, id="board"),
        pytest.param(replace(TINY, network="mlp"), id="mlp", marks=pytest.mark.slow),
        pytest.param(replace(TINY, game="underground"), id="underground", marks=pytest.mark.slow),
        pytest.param(SMALL, id="islands", marks=pytest.mark.slow),
    ],
)
def test_a_run_ends_with_a_report_and_a_player(tmp_path: Path, config: Config) -> None:
    page = run(tmp_path / "run", config)
    assert page == tmp_path / "run" / "report.md"
    text = page.read_text(encoding="utf-8")
    assert "| random | 8 |" in text
    assert "| greedy | 8 |" in text
    assert "swenv train --tiny" in text
    assert (tmp_path / "run" / "curve.png").read_bytes().startswith(b"\x89PNG")
    player = make(tmp_path / "run")
    game = config.make_game()
    player.reset(game, 0, seed=1)
    state = game.new_state(seed=3)
    assert state.mask()[player.act(state)]


@pytest.mark.slow
def test_a_run_of_a_player_alone_meets_nobody_but_the_game(tmp_path: Path) -> None:
    page = run(tmp_path / "run", replace(SMALL, num_players=1, frames=1024, num_envs=4))
    assert page is not None
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# islands, 1 player:")
    assert "| game | 8 |" in text and "greedy" not in text.replace("share_greedy", "")
    header, *_, last = (tmp_path / "run" / "progress.csv").read_text(encoding="utf-8").splitlines()
    assert [name for name in header.split(",") if name.startswith("against_")] == ["against_game"]
    assert 0 <= float(last.split(",")[-1]) <= 1


def test_a_run_takes_fewer_decisions_by_itself_where_each_shows_more() -> None:
    small, large = Config(), Config(game="islands")
    assert (small.frames, small.imitate) == (800_000, 500_000)
    assert 100_000 < large.frames < small.frames and 50_000 < large.imitate < small.imitate
    chosen = Config(game="islands", frames=5_000_000, imitate=0)
    assert (chosen.frames, chosen.imitate) == (5_000_000, 0)


def test_an_interrupted_run_is_saved_and_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end = train._Watch._on_rollout_end

    def interrupt(self: Any) -> None:
        end(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(train._Watch, "_on_rollout_end", interrupt)
    assert run(tmp_path) is None
    monkeypatch.undo()
    assert not (tmp_path / "report.md").exists()
    assert Config.read(tmp_path) == TINY
    learner = train.Learner(TINY, tmp_path)
    learner.restore()
    assert learner.model.num_timesteps == 128
    assert len(learner.curve) == 1
    assert len(learner.pool) == 1
    assert run(tmp_path) is not None
    rows = (tmp_path / "progress.csv").read_text(encoding="utf-8").splitlines()
    assert [row.split(",")[0] for row in rows] == ["frames", "128", "256"]


def test_a_folder_with_another_run_is_refused(tmp_path: Path) -> None:
    TINY.write(tmp_path, "swenv train")
    (tmp_path / "learner.pt").write_bytes(b"")
    with pytest.raises(ValueError, match="holds another run"):
        run(tmp_path, replace(TINY, seed=9))


@pytest.mark.slow
def test_minutes_stop_self_play(tmp_path: Path) -> None:
    run(tmp_path, replace(TINY, frames=10**9, minutes=0.01, imitate=0, evaluation_games=2))
    assert (tmp_path / "report.md").is_file()


def test_weights_are_read_as_tensors_and_never_executed(tmp_path: Path) -> None:
    import pickle

    class Evil:
        def __reduce__(self) -> Any:
            return Path.touch, (tmp_path / "executed",)

    TINY.write(tmp_path, "swenv train")
    (tmp_path / "policy.pt").write_bytes(pickle.dumps(Evil(), protocol=2))
    player = Learned(tmp_path)
    with pytest.raises(ValueError, match=r"policy\.pt"):
        player.reset(TINY.make_game(), 0, seed=0)
    assert not (tmp_path / "executed").exists()


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    run(tmp_path, replace(TINY, evaluation_games=2))
    text = (tmp_path / "config.json").read_text(encoding="utf-8")
    (tmp_path / "config.json").write_text(text.replace('"network": "board"', '"network": "mlp"'), encoding="utf-8")
    player: Player = make(tmp_path)
    with pytest.raises(ValueError, match="another network"):
        player.reset(TINY.make_game(), 0, seed=0)


def test_a_learned_player_refuses_a_game_it_was_not_trained_for(tmp_path: Path) -> None:
    TINY.write(tmp_path, "swenv train")
    (tmp_path / "policy.pt").write_bytes(b"")
    with pytest.raises(ValueError, match="trained for smallworld with 2 players"):
        make(tmp_path).reset(swenv.load("smallworld", num_players=3), 0, seed=0)


@pytest.mark.parametrize("options", [{"map": FX9}, {"boxes": ["base", "underground"]}], ids=["board", "boxes"])
def test_a_learned_player_refuses_other_boards_in_one_line(tmp_path: Path, options: dict[str, Any]) -> None:
    TINY.write(tmp_path, "swenv train")
    torch.save(make_policy("board", TINY.make_game()).state_dict(), tmp_path / "policy.pt")
    trained, asked = TINY.make_game(), swenv.load("smallworld", num_players=2, **options)
    with pytest.raises(ValueError, match="was trained on other boards or options") as refused:
        make(tmp_path).reset(asked, 0, seed=0)
    said = str(refused.value)
    assert f"{trained.observation_size} numbers" in said and f"has {asked.observation_size}" in said
    assert "\n" not in said


@pytest.mark.parametrize(
    "line", ["warcraft --seats {run},random", "--seats {run},random,random", "--seats {run},random --map {board}"]
)
def test_match_tells_that_a_player_was_trained_for_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    TINY.write(tmp_path, "swenv train")
    torch.save(make_policy("board", TINY.make_game()).state_dict(), tmp_path / "policy.pt")
    assert cli.main(["match", "--games", "2", *line.format(run=tmp_path, board=FX9).split()]) == 2
    assert f"player '{tmp_path.name}' was trained" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("chosen", "play", "match"),
    [
        ({}, "swenv play --seats human,runs/x", "swenv match --seats runs/x,greedy"),
        (
            {"game": "warcraft", "options": {"boards": ["L1a", "S2b"], "rounds": 3}},
            'swenv play warcraft --seats human,runs/x --option \'boards=["L1a", "S2b"]\' --rounds 3',
            'swenv match warcraft --seats runs/x,greedy --option \'boards=["L1a", "S2b"]\' --rounds 3',
        ),
        (
            {"num_players": 3, "options": {"map": FX9, "hide_coins": True}},
            "swenv play --seats human,runs/x,runs/x --map fx9.json --option hide_coins=true",
            "swenv match --seats runs/x,greedy,greedy --map fx9.json --option hide_coins=true",
        ),
        (
            {"game": "islands", "num_players": 1, "options": {"level": 3}},
            "swenv play islands --seats runs/x --option level=3",
            "swenv match islands --seats runs/x --option level=3",
        ),
    ],
    ids=["smallworld", "warcraft", "three", "alone"],
)
def test_a_report_tells_commands_that_play_what_was_trained(chosen: dict[str, Any], play: str, match: str) -> None:
    config = Config(**chosen)
    config = replace(config, options=config.make_game().options)  # as `swenv train` keeps them: all of them
    assert report.commands(config, Path("runs/x")) == (play, match)


def test_no_agent_ever_plays_an_illegal_move_even_untrained() -> None:
    game = swenv.load("smallworld", num_players=2)
    player = Learned.of(game, "board", Path())
    player._policy = make_policy("board", game)
    player._game = game
    player._generator = np.random.default_rng(0)
    vector = game.vector(32, seed=1)
    for _ in range(60):
        chosen = player.act_batch(vector.observations, vector.masks)
        assert vector.masks[np.arange(32), chosen].all()
        vector.step(chosen)


# Networks


class Numbered(torch.nn.Module):
    """Gives each output of each line a number instead of a score: 100 times the line, and the output."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.outputs = outputs

    def forward(self, lines: torch.Tensor) -> torch.Tensor:
        numbers = 100 * torch.arange(lines.shape[1])[:, None] + torch.arange(self.outputs)
        return numbers.float().expand(len(lines), -1, -1)


def test_actions_on_a_cell_get_their_logits_from_the_line_of_that_cell() -> None:
    game = swenv.load("islands", num_players=2, window=5)
    policy = make_policy("board", game)
    net: Any = policy.mlp_extractor
    outputs = net.score["cells"].out_features
    net.score["cells"] = Numbered(outputs)
    with torch.no_grad():
        features = policy.extract_features(torch.as_tensor(game.new_state(seed=1).observation()[np.newaxis]))
        logits = net.forward_actor(features)[0]
    used = 0
    for verb in game.verbs:
        if verb.arguments[:2] != ("r", "c"):
            continue
        each = verb.size // 25
        for r, c, k in ((0, 0, 0), (2, 3, each - 1), (4, 4, 0)):
            rest = (k,) if len(verb.arguments) == 3 else ()
            index = game.parse(swenv.Action(verb.name, (r, c, *rest)))
            assert logits[index] == 100 * (5 * r + c) + used + k
        used += each
    assert used == outputs == 12


def test_cells_are_read_with_the_cells_around_them_and_no_others() -> None:
    game = swenv.load("islands", num_players=2, window=7)
    net: Any = make_policy("board", game).mlp_extractor
    lines = torch.zeros(1, 49, net.around.in_channels)
    near = lines.clone()
    near[0, 3 * 7 + 3] = 1
    with torch.no_grad():
        changed = (net._on_grid(near) != net._on_grid(lines)).any(2)[0].reshape(7, 7)
    expected = torch.zeros(7, 7, dtype=torch.bool)
    expected[2:5, 2:5] = True
    assert torch.equal(changed, expected)
