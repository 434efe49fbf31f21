"""DQN of Tianshou in the first seat of a PettingZoo environment, against Tianshou's random players.

python -m swenv.training.recipes.tianshou_dqn --game smallworld --num-players 2 --steps 100000
"""

from typing import Any

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from swenv.envs.aec import makers
from swenv.training.recipes.common import Clock, options

ENVS = 8
args = options(__doc__.splitlines()[0])
np.random.seed(args.seed)
torch.manual_seed(args.seed)
raw_env = makers(args.game, f"{args.game}_v0")[1]


def make_env() -> PettingZooEnv:
    """One game."""
    return PettingZooEnv(raw_env(args.num_players, dtype="float32"))


env = make_env()
space, actions = env.observation_space["observation"], env.action_space
net = Net(state_shape=space.shape, action_shape=actions.n, hidden_sizes=[256, 256])
learner = DQN(
    policy=DiscreteQLearningPolicy(model=net, action_space=actions, observation_space=space, eps_training=0.1),
    optim=AdamOptimizerFactory(lr=3e-4),
    gamma=0.99,
    n_step_return_horizon=3,
    target_update_freq=500,
)
others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=actions) for _ in range(args.num_players - 1)]
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=env)
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
        multi_agent_return_reduction=lambda returns: returns[:, 0],
        show_progress=False,
    )
)


def choose(observations: Any, masks: Any) -> Any:
    """The legal action of the highest value."""
    return learner.policy(Batch(obs=Batch(obs=observations, mask=masks.astype(np.float32)), info=Batch())).act


clock.report(args, "Tianshou DQN", choose)
