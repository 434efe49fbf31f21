"""MaskablePPO of sb3-contrib, on a batch of games against random opponents.

python -m swenv.training.recipes.maskable_ppo --game smallworld --num-players 2 --steps 100000
"""

import gymnasium
from sb3_contrib import MaskablePPO

import swenv  # noqa: F401 - registers the environments
from swenv.envs.sb3 import SB3VecEnv
from swenv.training.recipes.common import Clock, options

args = options(__doc__.splitlines()[0])
env = SB3VecEnv(gymnasium.make_vec(args.id, num_envs=32, num_players=args.num_players, opponents="random"))
model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, n_epochs=4, learning_rate=1e-3, seed=args.seed)
clock = Clock()
model.learn(args.steps)
clock.report(
    args,
    "MaskablePPO",
    lambda observations, masks: model.predict(observations, action_masks=masks, deterministic=True)[0],
    model.num_timesteps,
)
