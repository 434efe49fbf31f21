"""Compares the losses and gradients of one minibatch on a device with those on the processor.

python benchmarks/minibatch.py cuda
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parents[1]))  # a checkout that is not installed

import torch

from swenv.agents.networks import make_policy
from swenv.commands.output import table
from swenv.training.config import Config
from swenv.training.gradients import SHARES, Gradients, workers
from swenv.training.ppo import PPO


def main(device: str) -> None:
    """Play 512 games for 4 decisions each, learn once so that losses are not those of a new network, and compare."""
    config = Config(device="cpu", imitate=0, num_steps=4, opponents={})
    game, pool = config.make_game(), workers(config.threads)
    learner = PPO(config, game)
    learner.begin(new=True, updates=0)
    for _ in range(2):
        learner.update(config.learning_rate, lambda: False)
    rows = torch.arange(config.num_envs * config.num_steps)
    figures, gradients = {}, {}
    for name in ("cpu", device):
        policy = make_policy(config.network, game, name, config.width)
        policy.load_state_dict(learner.policy.state_dict())
        memory = {each: tensor.to(policy.device) for each, tensor in learner.memory.tensors(policy.device).items()}
        means = Gradients(policy, pool).of(
            lambda of, chunk, seen=memory: learner._loss(of, seen, chunk), rows.to(policy.device).tensor_split(SHARES)
        )
        figures[name] = means()
        gradients[name] = {at: each.grad.cpu() for at, each in policy.named_parameters() if each.grad is not None}
    here, there = figures["cpu"], figures[device]
    table(
        ("figure", "processor", device, "difference"),
        [(name, f"{here[name]:.7f}", f"{there[name]:.7f}", f"{there[name] - here[name]:.1e}") for name in here],
    )
    pairs = {at: (each, gradients[device][at]) for at, each in gradients["cpu"].items() if each.any()}
    away = {at: float((theirs - ours).norm() / ours.norm()) for at, (ours, theirs) in pairs.items()}
    worst = max(away, key=lambda at: away[at])
    print(f"gradients of {len(away)} tensors: at most {away[worst]:.1e} of their norm away, in {worst}")
    if away[worst] > 1e-3:
        sys.exit("that is more than rounding")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "cuda")
