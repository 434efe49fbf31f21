"""PPO of Stable-Baselines3 on all seats at once, through SuperSuit's wrappers for PettingZoo.

python -m swenv.training.recipes.supersuit_sb3 --game smallworld --num-players 2 --steps 100000

Neither library knows masks: a random legal action replaces an illegal one, so most of what is learned is which actions
are legal.
"""

from typing import Any

import supersuit
from stable_baselines3 import PPO
from stable_baselines3.common.utils import set_random_seed

from swenv.envs.aec import makers
from swenv.training.recipes.common import Clock, options

args = options(__doc__.splitlines()[0])
set_random_seed(args.seed)  # SuperSuit's batch of environments takes no seed from SB3
parallel_env = makers(args.game, f"{args.game}_v0")[2]
env = parallel_env(args.num_players, observation="vector", dtype="float32", illegal_action="random_legal")
env = supersuit.pettingzoo_env_to_vec_env_v1(env)
env = supersuit.concat_vec_envs_v1(env, 8, base_class="stable_baselines3")
model = PPO("MlpPolicy", env, n_steps=128, batch_size=256, n_epochs=4, learning_rate=1e-3)
clock = Clock()
model.learn(args.steps)


def choose(observations: Any, masks: Any) -> Any:
    """The most probable legal action."""
    distribution: Any = model.policy.get_distribution(model.policy.obs_to_tensor(observations)[0]).distribution
    probabilities = distribution.probs.detach().numpy()
    return (probabilities * masks + 1e-9 * masks).argmax(axis=1)


clock.report(args, "SuperSuit and PPO", choose, model.num_timesteps)
