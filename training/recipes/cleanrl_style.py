"""PPO in one file, in the style of CleanRL: every seat of many games is played, and learned from, by one network.

    python -m swenv.training.recipes.cleanrl_style --game smallworld --num-players 2 --decisions 1000000

It needs `pip install "swenv-rl[train]"`. `training/ppo.py` is the same algorithm made fast, with Muon, opponents,
checkpoints and reports.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

import swenv
from swenv.agents import make, split
from swenv.agents.learned import Learned
from swenv.agents.networks import make_policy
from swenv.training.arena import match
from swenv.training.selfplay import by_seat, seen_from

parser = argparse.ArgumentParser(description="PPO in one file.")
parser.add_argument("--game", default=swenv.games()[0])
parser.add_argument("--num-players", type=int, default=2)
parser.add_argument("--decisions", type=int, default=1_000_000)
parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--opponents", default="random", help="the players to evaluate against, such as greedy,planner")
parser.add_argument("--evaluate-every", type=int, default=20, metavar="UPDATES")
parser.add_argument("--evaluation-games", type=int, default=200)
parser.add_argument("--num-envs", type=int, default=512)
parser.add_argument("--num-steps", type=int, default=64)
parser.add_argument("--batch-size", type=int, default=512)
parser.add_argument("--epochs", type=int, default=1)
parser.add_argument("--learning-rate", type=float, default=1e-3)
parser.add_argument("--gamma", type=float, default=0.995)
parser.add_argument("--gae-lambda", type=float, default=0.95)
parser.add_argument("--clip", type=float, default=0.2)
parser.add_argument("--entropy", type=float, default=0.01)
parser.add_argument("--threads", type=int, default=1, help="threads of torch; more pay on an idle machine only")
args = parser.parse_args()

torch.set_num_threads(args.threads)
torch.manual_seed(args.seed)
game = swenv.load(args.game, num_players=args.num_players)
vec = game.vector(args.num_envs, seed=args.seed)
vec.reset()
policy = make_policy("board", game)
optimizer = torch.optim.Adam(policy.parameters(), lr=args.learning_rate, eps=1e-5)

# Storage: one row a step, one column a game.
shape = (args.num_steps, args.num_envs)
observations = torch.zeros((*shape, game.observation_size), dtype=torch.int8)
masks = torch.zeros((*shape, game.num_actions), dtype=torch.bool)
actions, seats = torch.zeros(shape, dtype=torch.int64), np.zeros(shape, dtype=np.int64)
logprobs, values = torch.zeros(shape), torch.zeros((*shape, game.num_players))
rewards, dones = np.zeros((*shape, game.num_players)), np.zeros(shape, dtype=bool)


def evaluate() -> None:
    """Print the win rate of the most probable actions against each opponent, with its 95 % interval."""
    for opponent in split(args.opponents):
        own = Learned.of(game, policy, drawn=False, name="ppo")
        players = [own, *(make(opponent) for _ in range(game.num_players - 1))]
        score = match(game, players, games=args.evaluation_games, seed=args.seed + 1).tallies[0]
        result = f"{score.rate:.1%} of {score.games} games against {opponent} ({score.low:.1%} to {score.high:.1%})"
        print(f"{decisions:,} decisions, {decisions / seconds:,.0f} per second, {seconds:.0f} s, {result}", flush=True)


decisions, update, seconds = 0, 0, 0.0
while decisions < args.decisions and seconds < 60 * args.minutes:
    start = time.perf_counter()

    # Play. The network decides in every seat.
    for step in range(args.num_steps):
        observations[step] = torch.from_numpy(vec.observations)
        masks[step] = torch.from_numpy(vec.masks)
        seats[step] = vec.to_act
        with torch.inference_mode():
            logits, values[step] = policy(observations[step], masks[step])
            chosen = torch.distributions.Categorical(logits=logits)
            actions[step] = chosen.sample()
            logprobs[step] = chosen.log_prob(actions[step])
        vec.step(actions[step].numpy())
        rewards[step], dones[step] = vec.rewards, vec.done

    # Advantages and returns, over the decisions of each seat. The network tells a value for every seat, that of the
    # seat that decides first; a seat that waits expects what it is paid until it decides, and its return then.
    with torch.inference_mode():
        ahead = policy.net(torch.from_numpy(vec.observations))[1].double().numpy()
    following = by_seat(ahead, vec.to_act)
    advantage, owed = np.zeros_like(following), np.zeros_like(following)
    advantages = np.zeros(shape, dtype=np.float32)
    by_player = np.zeros((*shape, game.num_players), dtype=np.float32)
    games = np.arange(args.num_envs)
    for step in reversed(range(args.num_steps)):
        for each in (following, advantage, owed):
            each[dones[step]] = 0.0
        owed += rewards[step]
        seat, value = seats[step], values[step, :, 0].numpy()
        delta = owed[games, seat] + args.gamma * following[games, seat] - value
        advantages[step] = advantage[games, seat] = delta + args.gamma * args.gae_lambda * advantage[games, seat]
        following[games, seat], owed[games, seat] = value, 0.0
        by_player[step] = owed + following + advantage
    returns = torch.from_numpy(seen_from(by_player, seats)).flatten(0, 1)
    scaled = torch.from_numpy((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()

    # Learn.
    flat = [each.flatten(0, 1) for each in (observations, masks, actions, logprobs)]
    for group in optimizer.param_groups:
        group["lr"] = args.learning_rate * (
            1 - 0.9 * min(max(decisions / args.decisions, seconds / (60 * args.minutes)), 1)
        )
    for _ in range(args.epochs):
        for rows in torch.randperm(len(returns)).split(args.batch_size):
            seen, legal, chosen_actions, before = (each[rows] for each in flat)
            logits, expected = policy(seen, legal)
            chosen = torch.distributions.Categorical(logits=logits)
            ratio = (chosen.log_prob(chosen_actions) - before).exp()
            gain = torch.min(ratio * scaled[rows], ratio.clamp(1 - args.clip, 1 + args.clip) * scaled[rows]).mean()
            loss = 0.5 * (expected - returns[rows]).square().mean() - gain - args.entropy * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()

    decisions, update, seconds = decisions + len(returns), update + 1, seconds + time.perf_counter() - start
    if update % args.evaluate_every == 0:
        evaluate()

evaluate()
