"""A warm start: before it plays for itself, the network learns to decide as a scripted player does.

Self-play from nothing spends most of its time on learning what any player knows: lay out all tokens, conquer what is
cheap. A few seconds of imitation give that away; what makes the learner better than its teacher comes from self-play.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn.functional import mse_loss
from tqdm import tqdm

from swenv.agents.base import ANY_SEAT, Player
from swenv.training.selfplay import SelfPlay


def imitate(
    policy: MaskableActorCriticPolicy,
    games: SelfPlay,
    teacher: Player,
    frames: int,
    gamma: float,
    batch_size: int,
    learning_rate: float,
    epochs: int = 2,
    seed: int = 0,
    progress: bool = False,
) -> float:
    """Fit actions to the teacher's and values to what its games paid, on `frames` of its decisions.

    Args:
        policy: What learns, in place.
        games: Where the teacher plays the learner's seat; reset before and afterwards at a learner's decision.
        teacher: Who is imitated.
        frames: Decisions to learn from.
        gamma: Discount of a decision, for the values.
        batch_size: Decisions a gradient step.
        learning_rate: Of Adam; it falls to zero in a straight line.
        epochs: Passes over the decisions.
        seed: Of teacher and shuffling.
        progress: Whether a bar is shown.

    Returns:
        Share of the last pass's decisions in which the network's most probable action was the teacher's.
    """
    observations, masks, actions, returns, whole = _watch(games, teacher, frames, gamma, seed)
    generator = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate, eps=1e-5)
    number = len(whole)
    steps = epochs * (number // batch_size)
    agreed: list[float] = []
    policy.set_training_mode(True)
    for step in tqdm(range(steps), desc=f"imitating {teacher.name}", unit=" steps", disable=not progress):
        if step % (number // batch_size) == 0:
            order = generator.permutation(number)
            agreed = []
        for group in optimizer.param_groups:
            group["lr"] = learning_rate * (1 - step / steps)
        batch = whole[order[(step * batch_size) % (number - batch_size + 1) :][:batch_size]]
        wanted = torch.as_tensor(actions[batch])
        features = policy.extract_features(torch.as_tensor(observations[batch]))
        latent_pi, latent_vf = policy.mlp_extractor(features)
        distribution = policy._get_action_dist_from_latent(latent_pi)
        distribution.apply_masking(np.unpackbits(masks[batch], axis=1, count=games.game.num_actions).view(np.bool_))
        values = policy.value_net(latent_vf).flatten()
        loss = -distribution.log_prob(wanted).mean() + 0.5 * mse_loss(values, torch.as_tensor(returns[batch]))
        agreed.append(float((distribution.mode() == wanted).float().mean()))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
        optimizer.step()
    return float(np.mean(agreed)) if agreed else 0.0


def _watch(
    games: SelfPlay, teacher: Player, frames: int, gamma: float, seed: int
) -> tuple[NDArray[np.int8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
    """What the teacher saw, what it could (bits) and did do, and the discounted pay that followed.

    A line a decision, and last the numbers of those whose game was watched to its end.
    """
    teacher.reset(games.game, ANY_SEAT, seed)
    steps = -(-frames // games.num_envs)
    shape = (steps, games.num_envs)
    seen = np.empty((*shape, games.game.observation_size), dtype=np.int8)
    masks = np.empty((*shape, -(-games.game.num_actions // 8)), dtype=np.uint8)
    actions = np.empty(shape, dtype=np.int64)
    pay, returns = np.empty(shape, dtype=np.float32), np.empty(shape, dtype=np.float32)
    ended = np.empty(shape, dtype=np.bool_)
    now = games.reset()
    for k in range(steps):
        legal = games.action_masks()
        seen[k], masks[k], actions[k] = now, np.packbits(legal, axis=1), teacher.act_batch(now, legal)
        games.step_async(actions[k])
        now, pay[k], ended[k], _ = games.step_wait()
    ahead: NDArray[np.floating] = np.zeros(games.num_envs)
    for k in reversed(range(steps)):
        ahead = pay[k] + gamma * np.where(ended[k], 0, ahead)
        returns[k] = ahead
    whole = np.flatnonzero(np.cumsum(ended[::-1], axis=0)[::-1] > 0)
    number = steps * games.num_envs
    return seen.reshape(number, -1), masks.reshape(number, -1), actions.ravel(), returns.ravel(), whole
