"""PPO of TorchRL in one seat of a game, against random opponents.

python -m swenv.training.recipes.torchrl_ppo --game smallworld --num-players 2 --steps 100000
"""

from typing import Any

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import DTypeCastTransform, GymWrapper, SerialEnv, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import swenv
from swenv.training.recipes.common import Clock, options

ENVS, BATCH, MINIBATCH, EPOCHS = 8, 2048, 256, 4
args = options(__doc__.splitlines()[0])
torch.manual_seed(args.seed)


def make_env() -> Any:
    """One game."""
    env = gymnasium.make(args.id, num_players=args.num_players, opponents="random", observation="dict", dtype="float32")
    return GymWrapper(env, categorical_action_encoding=True)


env = TransformedEnv(SerialEnv(ENVS, make_env), DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
env.set_seed(args.seed)
game = swenv.load(args.game, num_players=args.num_players)
size, actions = game.observation_size, game.num_actions


def network(outputs: int) -> nn.Sequential:
    """Two hidden layers."""
    return nn.Sequential(nn.Linear(size, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, outputs))


policy = network(actions)
actor = ProbabilisticActor(
    TensorDictModule(policy, in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    spec=env.action_spec,
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(network(1), in_keys=["observation"])
advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic, average_gae=True)
loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
clock = Clock()
for data in Collector(env, actor, frames_per_batch=BATCH, total_frames=args.steps):
    for _ in range(EPOCHS):
        with torch.no_grad():
            advantage(data)
        rows = data.reshape(-1)
        for chosen in torch.randperm(len(rows)).split(MINIBATCH):
            losses = loss(rows[chosen])
            total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            optimizer.zero_grad()
            total.backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()


def choose(observations: Any, masks: Any) -> Any:
    """The most probable legal action."""
    with torch.no_grad():
        logits = policy(torch.from_numpy(observations))
    return logits.masked_fill(~torch.from_numpy(masks), -torch.inf).argmax(1)


clock.report(args, "TorchRL PPO", choose)
