"""PPO of AgileRL in one seat of a game, against random opponents.

python -m swenv.training.recipes.agilerl_ppo --game smallworld --num-players 2 --steps 100000
"""

from typing import Any

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

import swenv  # noqa: F401 - registers the environments
from swenv.training.recipes.common import Clock, options

ENVS, BATCH = 16, 2048
args = options(__doc__.splitlines()[0])
np.random.seed(args.seed)
torch.manual_seed(args.seed)
env = gymnasium.make_vec(args.id, num_envs=ENVS, num_players=args.num_players, opponents="random", dtype="float32")
agent = PPO(
    env.single_observation_space,
    env.single_action_space,
    net_config={"encoder_config": {"hidden_size": [256]}, "head_config": {"hidden_size": [256]}},
    batch_size=256,
    lr=1e-3,
    learn_step=BATCH,
    update_epochs=4,
    num_envs=ENVS,
    device="cpu",
)
resume_from: dict[str, Any] = {}
clock, steps = Clock(), 0
while steps < args.steps:
    _, *last = collect_rollouts(agent, env, **resume_from)
    resume_from = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), last, strict=True))
    agent.learn()
    steps += BATCH
agent.set_training_mode(False)


def choose(observations: Any, masks: Any) -> Any:
    """The actions of the agent."""
    return agent.get_action(observations, action_mask=masks)[0]


clock.report(args, "AgileRL PPO", choose, steps)
