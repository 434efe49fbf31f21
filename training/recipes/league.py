"""A league in one file: an agent learns from itself and from exploiters that have learned to beat it.

    python -m swenv.training.recipes.league warcraft --num-players 4 --rounds 4 --out runs/league-warcraft-4p
    swenv match warcraft --seats runs/league-warcraft-4p/agent,planner,planner,planner

It needs `pip install "swenv-rl[train]"`. In each round the agent learns on for some minutes, then an exploiter begins
as a copy of it and learns against it alone; the agent meets it from then on. These are the main agent and the main
exploiters of AlphaStar's league (Vinyals et al., 2019), one after the other. Run the same command again to resume.
If `--against` names a player, such as champion, the agent plays the sequential test of `swenv test` against it in the
end.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import swenv

parser = argparse.ArgumentParser(description="A league of an agent and its exploiters.")
parser.add_argument("game", nargs="?", default=swenv.games()[0], choices=swenv.games())
parser.add_argument("--num-players", type=int, default=2)
parser.add_argument("--rounds", type=int, default=4)
parser.add_argument("--minutes", type=float, default=5, help="of the agent, in each round")
parser.add_argument("--exploiter-minutes", type=float, default=2)
parser.add_argument("--share", type=float, default=0.3, help="of the agent's games, for all exploiters together")
parser.add_argument("--init", default="", help="weights that the agent begins with, such as those of a champion")
parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of `swenv train`")
parser.add_argument("--seed", type=int, default=0)
parser.add_argument(
    "--evaluation-games", type=int, default=100, help="of the agent against planner, and others against it"
)
parser.add_argument("--against", default="", help="the player to test the agent against in the end")
parser.add_argument("--out", type=Path, required=True, help="the folder of the league")
args = parser.parse_args()
agent = args.out / "agent"
swenv_command = [sys.executable, "-m", "swenv"]
game = ["--num-players", str(args.num_players)]


def train(folder: Path, minutes: float, seed: int, opponents: str, init: str, evaluate: str) -> None:
    """Start or resume the run in a folder, until it has learned for some minutes; then play some games."""
    command = [*swenv_command, "train", args.game, *game, "--run-dir", str(folder), "--seed", str(seed)]
    command += ["--frames", str(10**12), "--minutes", str(minutes), "--opponents", opponents]
    command += ["--evaluate", evaluate, "--set", f"evaluation_games={args.evaluation_games}"]
    command += ["--init", init] if init else []
    command += [word for setting in args.set for word in ("--set", setting)]
    command += ["--resume"] if (folder / "config.json").exists() else []
    subprocess.run(command, check=True)


exploiters: list[Path] = []
for number in range(1, args.rounds + 1):
    folder = args.out / f"exploiter-{number}"
    if not (folder / "report.md").exists():
        share = args.share / max(1, len(exploiters))
        opponents = ",".join(f"{each}:{share}" for each in exploiters) or "self"
        train(agent, number * args.minutes, args.seed, opponents, args.init, "planner")
        train(folder, args.exploiter_minutes, args.seed + number, f"{agent}:1", str(agent), str(agent))
    exploiters.append(folder)
    print(f"round {number} of {args.rounds} is over", flush=True)

if args.against:
    test = ["test", str(agent), args.against, "--game", args.game, *game, "--sprt", "-10,0"]
    raise SystemExit(subprocess.run([*swenv_command, *test, "--out", str(args.out / "test")]).returncode)
