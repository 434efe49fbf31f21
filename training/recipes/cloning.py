"""Behaviour cloning in one file: a network learns to decide as the players of a corpus did.

    swenv match --seats champion,champion --games 2000 --games champions.games
    python -m swenv.training.recipes.cloning champions.games --out runs/clone
    swenv match --seats runs/clone,greedy

It needs `pip install "swenv-rl[train]"`. The folder that it writes is a player, and `swenv train --init runs/clone`
goes on from there by self-play. The corpus may be larger than memory: it is read batch by batch.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from swenv.agents import make
from swenv.agents.learned import Learned
from swenv.agents.networks import make_policy
from swenv.core.corpus import Corpus
from swenv.training.arena import match
from swenv.training.config import Config
from swenv.training.runs import WEIGHTS, Run
from swenv.training.selfplay import seen_from

parser = argparse.ArgumentParser(description="Behaviour cloning in one file.")
parser.add_argument("corpus", help="a file of games, see `swenv games`")
parser.add_argument("--player", help="learn from this player's decisions alone")
parser.add_argument("--out", type=Path, help="the folder for the player that comes of it")
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--batch-size", type=int, default=512)
parser.add_argument("--learning-rate", type=float, default=1e-3)
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--opponent", default="greedy", help="the player to evaluate against")
parser.add_argument("--evaluation-games", type=int, default=400)
args = parser.parse_args()
if args.out is not None and args.out.exists():
    parser.error(f"--out: '{args.out}' is there already")

torch.set_num_threads(1)
torch.manual_seed(args.seed)
names: set[str] = set()
total = 0
try:
    corpus = Corpus(args.corpus)
    for block in corpus.blocks():
        names.update(block.players)
        total += args.epochs * len(block.actions)
    next(corpus.decisions(rows=1), None)  # if they were played by other rules, it says so
except (OSError, ValueError) as error:
    parser.error(str(error))
if not names or (args.player and args.player not in names):
    parser.error(f"'{args.corpus}' has no games of {args.player or 'anybody'}")
game, dice = corpus.game, np.random.default_rng(args.seed)
policy = make_policy("board", game)
optimizer = torch.optim.Adam(policy.parameters(), lr=args.learning_rate)


def batches() -> Iterator[tuple[float, tuple[torch.Tensor, ...]]]:
    """Shuffled batches: observations, masks, actions, and the returns of all seats from whoever decided on.

    Each comes with the number of decisions in the corpus that it stands for, those of other players included.
    """
    for some in corpus.decisions(rows=64 * args.batch_size):
        who = np.array(some.games.players)[some.games.seating[some.game, some.seats]]
        rows = dice.permutation(np.flatnonzero(who == args.player) if args.player else len(some.actions))
        returns = seen_from(some.games.returns[some.game], some.seats).astype(np.float32)
        parts = np.array_split(rows, max(1, len(rows) // args.batch_size))
        for part in parts:
            arrays = some.observations[part], some.masks[part], some.actions[part].astype(np.int64), returns[part]
            if len(part):
                yield len(some.actions) / len(parts), tuple(map(torch.from_numpy, arrays))


decisions, passed, start = 0, 0.0, time.perf_counter()
for epoch in range(args.epochs):
    before, agreed = decisions, 0
    for share, (observations, masks, actions, returns) in batches():
        for group in optimizer.param_groups:
            group["lr"] = args.learning_rate * (1 - 0.9 * passed / total)
        logits, values = policy(observations, masks)
        loss = nn.functional.cross_entropy(logits, actions) + 0.5 * (values - returns).square().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
        optimizer.step()
        decisions, passed = decisions + len(actions), passed + share
        agreed += int((logits.argmax(1) == actions).sum())
    seconds = time.perf_counter() - start
    speed = f"{decisions:,} decisions, {decisions / seconds:,.0f} per second"
    print(f"epoch {epoch + 1}: {speed}, the same action in {agreed / max(1, decisions - before):.1%}")

if args.out is not None:
    run = Run(args.out)
    config = Config(game.name, game.num_players, game.rule_options, seed=args.seed, imitate=0, reward="win")
    args.out.mkdir(parents=True)
    run.begin(config, f"python -m swenv.training.recipes.cloning {args.corpus}", "")
    run.save_weights(WEIGHTS, policy.state_dict())
own = Learned.of(game, policy, drawn=False, name="clone")
players = [own, *(make(args.opponent) for _ in range(game.num_players - 1))]
score = match(game, players, games=args.evaluation_games, seed=args.seed + 1).tallies[0]
print(f"won {score.rate:.1%} ({score.low:.1%} to {score.high:.1%}) of {score.games} games against {args.opponent}")
