"""DQN of Tianshou in one seat of a game, against random opponents.

python -m swenv.training.recipes.tianshou_dqn --game smallworld --num-players 2 --steps 100000

It is paid its coins as it earns them: Q-learning needs rewards that come soon.
"""

from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import TransformObservation
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import swenv
from swenv.training.recipes.common import Clock, options

ENVS = 8
args = options(__doc__.splitlines()[0])
np.random.seed(args.seed)
torch.manual_seed(args.seed)
game = swenv.load(args.game, num_players=args.num_players)


def make_env() -> gymnasium.Env[Any, Any]:
    """One game, with the names that Tianshou gives to an observation and its mask."""
    env = gymnasium.make(
        args.id, num_players=args.num_players, opponents="random", reward="coins", observation="dict", dtype="float32",
        idle_mask="ones",
    )  # fmt: skip
    return TransformObservation(
        env, lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"] == 1}, env.observation_space
    )


net = Net(state_shape=game.observation_size, action_shape=game.num_actions, hidden_sizes=[256, 256])
actions = gymnasium.spaces.Discrete(game.num_actions)
algorithm = DQN(
    policy=DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1),
    optim=AdamOptimizerFactory(lr=5e-4),
    gamma=0.95,
    n_step_return_horizon=5,
    target_update_freq=300,
    huber_loss_delta=1.0,
)
envs = DummyVectorEnv([make_env for _ in range(ENVS)])
envs.seed(args.seed)
collector = Collector(algorithm, envs, VectorReplayBuffer(50_000, ENVS), exploration_noise=True)
clock = Clock()
algorithm.run_training(
    OffPolicyTrainerParams(
        training_collector=collector,
        max_epochs=1,
        epoch_num_steps=args.steps,
        collection_step_num_env_steps=64,
        update_step_num_gradient_steps_per_sample=0.1,
        batch_size=128,
        show_progress=False,
    )
)


def choose(observations: Any, masks: Any) -> Any:
    """The legal action of the highest value."""
    return algorithm.policy(Batch(obs=Batch(obs=observations, mask=masks.astype(np.float32)), info=Batch())).act


clock.report(args, "Tianshou DQN", choose)
