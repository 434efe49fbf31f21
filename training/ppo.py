"""PPO with masks, by self-play: `swenv train --learner ppo`.

The games are split into two batches. Each plays in a thread or a process of its own: the network decides for all of
its games at once, the games carry it out. torch and the compiled games both compute without the global lock of Python,
so one batch's games step while the network computes for the other. Then both compute gradients.

Every decision of the learner is learned from, whatever its seat: in most games it has all seats. At every decision, the
network learns a value for every seat. The batches share nothing but the network, which does not change while they play,
and each has its own source of randomness, so the result does not depend on which thread is ahead, nor on the number of
threads up to `gradients.SHARES`, nor on whether each batch has a process of its own, see `partners`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from swenv.agents.learned import sample_actions
from swenv.agents.networks import Policy, make_policy
from swenv.core.game import Game
from swenv.core.threads import go_on, side_by_side
from swenv.core.vector import seed_of
from swenv.training.config import Config
from swenv.training.gpu import CudaGraph, Stream, is_cuda
from swenv.training.gradients import Gradients, workers
from swenv.training.method import Method, NotFinite, device_of
from swenv.training.muon import optimizers
from swenv.training.selfplay import Games, by_seat, lambda_returns, of_seats, seen_from
from swenv.training.team import Team

VALUE_WEIGHT, MAX_NORM = 0.5, 0.5
"""Weight of the value loss, and the norm to which gradients are clipped, as usual for PPO."""


class PPO(Method):
    """Proximal policy optimisation over `Games`.

    In a team, every trainer has `num_envs` games and batches of `batch_size` decisions, with seeds of its own.
    """

    def __init__(self, config: Config, game: Game, team: Team | None = None) -> None:
        self._team = team or Team()
        super().__init__(config, game, self._team.numbers(config.batches))
        device = device_of(config.device)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            self.policy = make_policy(config.network, game, device, config.width)
        batches = config.batches
        of_all = np.diff(np.linspace(0, config.num_envs, batches + 1).astype(int))
        sizes = [int(of_all[number % batches]) for number in self.numbers]
        self.memory = self._make_memory(game, config.num_steps, sum(sizes))
        self._columns = [slice(sum(sizes[:k]), sum(sizes[: k + 1])) for k in range(len(sizes))]
        threads = max(1, config.threads // batches)
        self.games, self.rollouts = [], []
        for number, size, columns in zip(self.numbers, sizes, self._columns, strict=True):
            self.games.append(Games(game, size, [None], config.reward, seed_of(config.seed, number), threads))
            self.rollouts.append(self._make_rollout(self.games[-1], self.memory.of(columns)))
        self._threads = max(1, config.threads * self._team.trainers // self._team.size)
        self._pool = workers(self._threads, len(sizes))
        self.optimizers = optimizers(self.policy, config.learning_rate, self._pool)
        self._gradients = Gradients(self.policy, self._pool, len(sizes), self._team)
        self.timings = {"games": 0.0, "opponents": 0.0}

    def _make_memory(self, game: Game, steps: int, games: int) -> Memory:
        return Memory(game, steps, games, self.policy.device)

    def _make_rollout(self, games: Games, memory: Memory) -> Rollout:
        return Rollout(games, memory, self.policy)

    def begin(self, new: bool, updates: int) -> None:
        """See `Method.begin`."""
        if new:
            for games in self.games:
                games.reset()

    def update(self, learning_rate: float, time_is_up: Callable[[], bool]) -> tuple[int, dict[str, float]] | None:
        """See `Method.update`."""
        config = self.config
        start = time.perf_counter()
        played_on = side_by_side(
            self._pool, lambda rollout: rollout.play(config.gamma, config.gae_lambda, time_is_up), self.rollouts
        )
        if not all(played_on):
            return None
        decisions = self._decisions()
        total = self._team.total(sum(map(len, decisions)))  # which waits for all members to have played
        learn_start = time.perf_counter()
        figures = self._learn(learning_rate, decisions, total) if total else {}
        threads = min(self._threads, len(self.rollouts))
        self.timings = {
            name: sum(rollout.timings[name] for rollout in self.rollouts) / threads for name in self.rollouts[0].timings
        }
        self.timings |= {
            "waiting": learn_start - start - sum(self.timings.values()),
            "update": time.perf_counter() - learn_start,
        }
        return sum(map(len, decisions)), figures

    def _learn(self, learning_rate: float, decisions: list[NDArray[np.int64]], total: int) -> dict[str, float]:
        """Improve the network on these rows of each batch of games; `total` counts those of the other members, too."""
        config, memory = self.config, self.memory.tensors(self.policy.device)
        steps = max(1, round(total / (self._team.trainers * config.batch_size)))
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = learning_rate
        done: list[dict[str, float]] = []
        for _ in range(config.num_epochs):
            orders = [
                torch.from_numpy(games.generator.permutation(each)).to(self.policy.device)
                for games, each in zip(self.games, decisions, strict=True)
            ]
            taken = []
            for shares in zip(*(order.tensor_split(steps) for order in orders), strict=True):
                means = self._gradients.of(lambda policy, chunk: self._loss(policy, memory, chunk), shares)
                taken.append((means, torch.nn.utils.clip_grad_norm_(self.policy.parameters(), MAX_NORM)))
                for optimizer in self.optimizers:
                    optimizer.step()
            for means, norm in taken:  # not before, for which a GPU would have to wait after every step
                done.append(means())
                if not np.isfinite(done[-1]["loss"]) or not torch.isfinite(norm):
                    raise NotFinite("the loss")
        return {name: float(np.mean([each[name] for each in done])) for name in done[0]}

    def _decisions(self) -> list[NDArray[np.int64]]:
        """The rows of the learner's decisions in each batch of games, see `Memory.tensors`."""
        learned = self.memory.learned
        rows = np.arange(learned.size).reshape(learned.shape)
        return [rows[:, columns][learned[:, columns]] for columns in self._columns]

    def _loss(self, policy: Policy, memory: Mapping[str, Tensor], rows: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """The sum of the losses of these decisions."""
        chances, error = read(policy, memory, rows)
        seen = {name: memory[name][rows] for name in ("actions", "chances", "advantages")}
        change = chances.gather(1, seen["actions"][:, None])[:, 0] - seen["chances"]
        ratio, clip = change.exp(), self.config.clip
        advantage = seen["advantages"]
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).sum()
        # Not `chances.exp()`, which is slow where it underflows: in most of each row.
        entropy = -(torch.softmax(chances, 1) * chances).sum()
        diagnostics = {
            "policy_gain": gain,
            "value_error": error,
            "entropy": entropy,
            "approx_kl": (ratio - 1 - change).sum(),
            "clip_fraction": ((ratio - 1).abs() > clip).sum(),
        }
        return VALUE_WEIGHT * error - gain - self.config.entropy * entropy, diagnostics


def read(policy: Policy, memory: Mapping[str, Tensor], rows: Tensor) -> tuple[Tensor, Tensor]:
    """What the network says about these decisions.

    Returns:
        The logarithms of the probabilities of the actions, (rows, num_actions), and the sum of the squared errors of
        the values, each the mean over the seats.
    """
    seen, masks, returns = (memory[name].index_select(0, rows) for name in ("observations", "masks", "returns"))
    logits, values = policy(seen, masks)
    return torch.log_softmax(logits, 1), (values - returns).square().mean(1).sum()


class Memory:
    """The decisions of a rollout; arrays of (steps, games, ...).

    Attributes:
        observations: The observations, int8, and `masks`: tensors on the device of the network; the rest are numpy
            arrays.
        learns: Which seats are the learner's, and `learned`: whether a decision is. The other rows matter only for what
            the seats are paid.
        chances: Logarithm of the probability with which the action was drawn.
        advantages: Normalised over the learner's decisions in a batch of games.
        values: The values predicted by the seat that decided, by seat.
        returns: The target values, that seat first, then clockwise.
    """

    def __init__(self, game: Game, steps: int, games: int, device: torch.device | None = None) -> None:
        shape = (steps, games)
        self.observations = torch.zeros((*shape, game.observation_size), dtype=torch.int8, device=device)
        self.masks = torch.zeros((*shape, game.num_actions), dtype=torch.bool, device=device)
        self.actions = np.zeros(shape, dtype=np.int64)
        self.seats = np.zeros(shape, dtype=np.int64)
        self.learned, self.ended = np.zeros((2, *shape), dtype=np.bool_)
        self.learns = np.zeros((*shape, game.num_players), dtype=np.bool_)
        self.chances, self.advantages = np.zeros((2, *shape), dtype=np.float32)
        self.paid, self.values, self.returns = np.zeros((3, *shape, game.num_players), dtype=np.float32)

    def of(self, games: slice) -> Memory:
        """The part for some games, in the same memory."""
        part = object.__new__(type(self))
        part.__dict__ = {name: each[:, games] for name, each in self.__dict__.items()}
        return part

    def normalise(self) -> None:
        """Normalise the advantages."""
        mine = self.advantages[self.learned]
        if len(mine):
            self.advantages[:] = (self.advantages - mine.mean()) / (mine.std() + 1e-8)

    def tensors(self, device: torch.device) -> dict[str, Tensor]:
        """The training data, one row per decision, on a device. Observations are still int8."""
        arrays = {name: getattr(self, name) for name in ("actions", "chances", "advantages", "returns")}
        seen = {"observations": self.observations.flatten(0, 1), "masks": self.masks.flatten(0, 1)}
        return seen | {name: torch.from_numpy(each).flatten(0, 1).to(device) for name, each in arrays.items()}


class GpuBatch:
    """Decides for a batch of games on a GPU, on its own stream.

    Args:
        decided: The decision; takes observations, masks and random numbers.
        games: The games.
        policy: The network.
    """

    def __init__(
        self, decided: Callable[[Tensor, Tensor, Tensor], tuple[Tensor, ...]], games: Games, policy: Policy
    ) -> None:
        device, number = policy.device, games.num_games
        self._stream = Stream(device)
        self._inputs = (
            torch.zeros((number, games.game.observation_size), dtype=torch.int8, device=device),
            torch.ones((number, games.game.num_actions), dtype=torch.bool, device=device),
            torch.zeros((number, 1), device=device),
        )
        recorded = CudaGraph(decided, self._inputs, self._stream) if policy.recordable else None
        self._decided = recorded or partial(decided, *self._inputs)

    @contextmanager
    def begun(self) -> Iterator[None]:
        """Compute on the stream of this batch, after all work launched before."""
        self._stream.wait_stream(torch.cuda.default_stream(self._stream.device))
        with torch.cuda.stream(self._stream):
            yield
        self._stream.synchronize()

    def decide(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        """The decisions for these inputs, in memory of the processor."""
        for mine, each in zip(self._inputs, inputs, strict=True):
            mine.copy_(each, non_blocking=True)
        return tuple(each.cpu() for each in self._decided())


class Rollout:
    """Plays a batch of games.

    Args:
        games: The games.
        memory: Where the decisions go.
        policy: The network that decides.

    Attributes:
        timings: Seconds that the last call of `play` spent in the network, the games, the opponents, and on copies.
    """

    def __init__(self, games: Games, memory: Memory, policy: Policy) -> None:
        self.games, self.memory, self.policy = games, memory, policy
        self.timings: dict[str, float] = {}
        self._gpu = self._make_gpu_batch() if is_cuda(policy.device) else None

    def _make_gpu_batch(self) -> GpuBatch | None:
        return GpuBatch(self._decided, self.games, self.policy)

    def play(self, gamma: float, gae_lambda: float, time_is_up: Callable[[], bool]) -> bool:
        """Fill the memory; False if time was up before."""
        with self._gpu.begun() if self._gpu else nullcontext():
            return self._play(gamma, gae_lambda, time_is_up)

    def _play(self, gamma: float, gae_lambda: float, time_is_up: Callable[[], bool]) -> bool:
        games, memory = self.games, self.memory
        games.env_seconds = games.opponent_seconds = 0.0
        self.timings = dict.fromkeys(("forward", "games", "opponents", "copies"), 0.0)
        for k in range(len(memory.actions)):
            go_on()
            if time_is_up():
                return False
            start = time.perf_counter()
            memory.observations[k] = torch.from_numpy(games.vector.observations)
            memory.masks[k] = torch.from_numpy(games.vector.masks)
            memory.seats[k], memory.learns[k], memory.learned[k] = games.vector.to_act, games.learns, games.mine()
            copied = time.perf_counter()
            self._decide(k)
            self.timings["copies"] += copied - start
            self.timings["forward"] += time.perf_counter() - copied
            games.ask_opponents(memory.actions[k], memory.learned[k])
            games.begin_step()
            games.advance(memory.actions[k])
            memory.paid[k], memory.ended[k] = games.paid, games.ended
        start = time.perf_counter()
        returns = lambda_returns(
            memory.paid, memory.ended, memory.seats, memory.learns, memory.values, self._ahead(),
            gamma, gae_lambda,
        )  # fmt: skip
        memory.returns[:] = seen_from(returns, memory.seats)
        memory.advantages[:] = memory.returns[..., 0] - of_seats(memory.values, memory.seats)
        memory.normalise()
        self.timings["forward"] += time.perf_counter() - start
        self.timings |= {"games": games.env_seconds, "opponents": games.opponent_seconds}
        return True

    @torch.inference_mode()
    def _decide(self, k: int) -> None:
        """Draw the learner's actions in one step."""
        memory, rows = self.memory, np.flatnonzero(self.memory.learned[k])
        whole = self._gpu is not None or len(rows) == len(memory.learned[k])  # a GPU computes them at no extra cost
        if not len(rows) and not whole:
            return
        seen, masks = memory.observations[k], memory.masks[k]
        if not whole:  # index_select copies whole rows, which indexing does not
            there = torch.from_numpy(rows).to(seen.device)
            seen, masks = seen.index_select(0, there), masks.index_select(0, there)
        draws = torch.from_numpy(self.games.generator.random((len(seen), 1), dtype=np.float32))
        decide = self._decided if self._gpu is None else self._gpu.decide
        actions, values, chances = (each.numpy()[rows if whole else slice(None)] for each in decide(seen, masks, draws))
        memory.actions[k, rows], memory.chances[k, rows] = actions, chances
        memory.values[k, rows] = by_seat(values, memory.seats[k, rows])

    def _decided(self, seen: Tensor, masks: Tensor, draws: Tensor) -> tuple[Tensor, ...]:
        """Actions, the network's values, and the logarithms of the actions' probabilities."""
        logits, values = self.policy(seen, masks)
        actions = sample_actions(draws, logits, masks)
        return actions, values, torch.log_softmax(logits, 1).gather(1, actions[:, None])[:, 0]

    @torch.inference_mode()
    def _ahead(self) -> NDArray[np.float32]:
        """The values predicted by the seat that decides next, (games, seats); NaN if it is an opponent's."""
        vector, rows = self.games.vector, np.flatnonzero(self.games.mine())
        ahead = np.full(self.games.learns.shape, np.nan, dtype=np.float32)
        if len(rows):
            values = self.policy.net(torch.from_numpy(vector.observations[rows]).to(self.policy.device))[1]
            ahead[rows] = by_seat(values.cpu().numpy(), vector.to_act[rows])
        return ahead
