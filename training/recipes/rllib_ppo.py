"""PPO of RLlib on its new API stack, with all seats as agents that share a network.

python -m swenv.training.recipes.rllib_ppo --game smallworld --num-players 2 --steps 100000
"""

from typing import Any

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import swenv.envs.rllib  # noqa: F401 - registers the environments
from swenv.training.recipes.common import Clock, options

BATCH = 4096
args = options(__doc__.splitlines()[0])
ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
config = (
    PPOConfig()
    .environment(f"swenv/{args.game}_v0", env_config={"num_players": args.num_players})
    .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
    .env_runners(num_env_runners=0, rollout_fragment_length="auto")
    .rl_module(
        rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [256]})
    )
    .training(train_batch_size_per_learner=BATCH, minibatch_size=512, num_epochs=4, lr=1e-3, entropy_coeff=0.01)
    .debugging(seed=args.seed)
)
algorithm = config.build_algo()
clock, steps = Clock(), 0
while steps < args.steps:
    algorithm.train()
    steps += BATCH
module = algorithm.get_module("shared")


def choose(observations: Any, masks: Any) -> Any:
    """The most probable legal action."""
    seen = {"observations": torch.from_numpy(observations), "action_mask": torch.from_numpy(masks).float()}
    with torch.no_grad():
        return module.forward_inference({"obs": seen})["action_dist_inputs"].numpy().argmax(axis=1)


clock.report(args, "RLlib PPO", choose, steps)
