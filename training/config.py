"""The validated configuration of a training run, and the parts of it that may change when the run is resumed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

import torch

from swenv.agents import split, starts_program
from swenv.agents.learned import MOST_PLAYERS, REWARDS, WIDEST, can_search
from swenv.agents.networks import NETWORKS, cost, fits_every_board, outline
from swenv.core.errors import check_known
from swenv.core.game import MAX_SEED, Game
from swenv.core.machine import memory, processors
from swenv.core.plain import plain, shortened
from swenv.core.registry import games, load_with
from swenv.core.search import CHILDREN
from swenv.core.tree import NODE
from swenv.training.gradients import SHARES

LEARNERS = ("ppo", "search", "sb3")
"""PPO, AlphaZero-style learning from tree search, and MaskablePPO of SB3-contrib."""
FRAMES = {"ppo": 17_000_000, "search": 3_000_000, "sb3": 800_000}
"""Default number of decisions in self-play, by learner."""
IMITATE = {"ppo": 200_000, "search": 200_000, "sb3": 500_000}
"""Default number of decisions imitated before it, by learner."""
ENVS = {"ppo": 512, "search": 256, "sb3": 256}
"""Default games side by side, by learner."""
EPOCHS = {"ppo": 1, "search": 3, "sb3": 3}
"""Default passes over the decisions of an update."""
RATES = {"ppo": 5e-4, "search": 5e-4, "sb3": 1e-3}
"""Default learning rate: of Muon, and of Adam for sb3."""
ITSELF = {"ppo": 1.0, "search": 1.0, "sb3": 0.0}
"""Default share of the games not against named players in which the learner plays every seat; with sb3 it has one."""
READ = {"ppo": 1_900, "search": 1_900, "sb3": 5_000}
"""The cost of a decision (`networks.cost`) beyond which the default run is shorter, by learner."""
KEPT = 2_200_000_000
"""Default limit on the numbers of observations kept for imitation."""
BATCH = {"ppo": 2048, "search": 512, "sb3": 2048}
"""Default decisions per gradient step, by learner."""
BATCH_READ = 10_500_000
"""Most observation numbers per gradient step: beyond, memory becomes the bottleneck."""
COPIES = 8
"""About how many copies of every weight are in memory, besides past selves: gradients, moments, files being written."""
THREADS = 2
"""Default threads of our own learners: one for each batch of games, and for each share of a batch of decisions."""
GAMES_A_BATCH, MOST_BATCHES = 2048, 4
"""Games per batch, once there are twice as many, and the most batches: while one is with the network, others step."""
TRACKERS = ("tensorboard", "wandb", "mlflow", "trackio")
"""The trackers, the default one first; `tracking.BEGIN` starts them."""
DEVICES = ("auto", "cpu", "cuda", "mps")
STEPS = 64
"""Default decisions per game between two updates."""
OPPONENTS = {"ppo": {"greedy": 0.5}, "search": {"greedy": 0.5}, "sb3": {"random": 0.05, "greedy": 0.45}}
"""Default shares of the games, by learner."""
GPU_DEFAULTS: dict[str, Any] = {
    "frames": 30_000_000, "num_envs": 16_384, "num_steps": 32, "batch_size": 16_384, "learning_rate": 1e-3,
    "opponents": {},
}  # fmt: skip
"""Defaults of `ppo` with the `board` network that differ on a GPU: sizes that keep it busy, and self-play alone,
because scripted players decide on the processor and would keep the GPU waiting."""
YARDSTICKS = ("random", "greedy")
"""The default players to evaluate against."""
SELF = "self"
"""The name of past selves in results."""

BOUNDS: dict[str, tuple[float, float]] = {
    "num_players": (1, MOST_PLAYERS),
    "seed": (0, MAX_SEED),
    "frames": (1, 10**12),
    "minutes": (0, 10**6),
    "imitate": (0, 10**12),
    "num_envs": (1, 100_000),
    "num_steps": (1, 100_000),
    "batch_size": (1, 10**7),
    "num_epochs": (1, 1000),
    "learning_rate": (1e-12, 10),
    "decay": (0, 1),
    "gamma": (0, 1),
    "gae_lambda": (0, 1),
    "entropy": (0, 100),
    "clip": (1e-6, 10),
    "itself": (0, 1),
    "width": (1, WIDEST),
    "snapshot_every": (1, 10**9),
    "num_snapshots": (1, 1000),
    "evaluate_every": (0, 10**9),
    "evaluation_games": (1, 10**6),
    "checkpoint_seconds": (0, 10**6),
    "threads": (1, 1024),
    "simulations": (1, 100_000),
}
"""The smallest and largest value of every number."""
CHANGEABLE = (
    "frames", "minutes", "opponents", "evaluate", "evaluate_every", "evaluation_games", "checkpoint_seconds",
    "threads", "device", "track",
)  # fmt: skip
"""The settings that may change when a run is resumed."""


def _suited() -> Any:
    """A field that is None until a run is configured: its default depends on the learner, the game or the machine."""
    return field(default=None)


@dataclass(frozen=True)
class Config:
    """Everything a run depends on. The defaults were chosen by measurement, see `docs/experiments.md`.

    Values that are None or omitted are chosen to suit the learner, the game and the machine.

    Attributes:
        game: Name of the game.
        num_players: Number of seats.
        options: Further options of `swenv.load`, as plain JSON types.
        seed: Seed of the games, the network and the opponents.
        frames: Decisions of the learner to train on; by default `FRAMES`, or what `READ` allows. Runs end after whole
            updates.
        minutes: Time limit for self-play; 0 for none.
        imitate: Decisions of `greedy` to imitate first; by default `IMITATE`, or what `KEPT` allows; none with `init`.
        init: Folder of another run of the same game, or a file of weights in it, to start from; "" for none. With the
            network `board`, its boards and number of players may differ.
        learner: One of `LEARNERS`.
        reward: Reward of the learner, one of `learned.REWARDS`; by default `lead`, or `margin` in a solo game.
        network: One of `networks.NETWORKS`.
        width: Width of the network's vectors, or of the hidden layers of `mlp`; None for that of the network.
        opponents: Share of the games against each player, by name or path; the learner itself and past selves play the
            rest.
        itself: Share of that rest in which the learner plays every seat, and learns from every seat; by default
            `ITSELF`, which is 0 for sb3: it learns from one seat.
        num_envs: Games side by side; by default `ENVS`.
        num_steps: Decisions per game between two updates; by default `STEPS`.
        batch_size: Decisions per gradient step, with sb3 a divisor of `num_envs * num_steps`, otherwise about as many;
            by default `BATCH`, or what `BATCH_READ` allows.
        num_epochs: Passes over the decisions of an update; by default `EPOCHS`.
        learning_rate: Initial learning rate; by default `RATES`.
        decay: What the learning rate has lost in the end, as a share; it falls linearly, with the decisions or the time
            that are used up, whichever is further.
        gamma: Discount per decision.
        gae_lambda: Lambda of generalised advantage estimation.
        entropy: Weight of the entropy bonus.
        clip: Clipping range of the policy ratio; not used by `search`.
        simulations: Simulations for each decision, for the learner `search`.
        snapshot_every: Updates between two past selves added to the pool.
        num_snapshots: Past selves in the pool; the oldest is dropped. One is sampled at a time.
        evaluate: Players to evaluate against, by name or path.
        evaluate_every: Updates between evaluations during training; 0 to evaluate only at the end.
        evaluation_games: Games per evaluation against each of these players.
        checkpoint_seconds: Seconds between checkpoints. They do not affect results.
        threads: Threads to compute in; by default 1 for sb3, otherwise up to `THREADS`. With `ppo` and
            `search` on a processor, their number does not affect results.
        device: One of `DEVICES`, for the network; "auto" is "cuda" if available, else "cpu". On a GPU, `ppo` has the
            defaults of `GPU_DEFAULTS` instead of those above.
        track: One of `TRACKERS`, which is sent the figures of every update.
    """

    game: str = games()[0]
    num_players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    frames: int = _suited()
    minutes: float = 0.0
    imitate: int = _suited()
    init: str = ""
    learner: str = "ppo"
    reward: str = _suited()
    network: str = "board"
    width: int | None = None
    opponents: dict[str, float] | None = None
    itself: float = _suited()
    num_envs: int = _suited()
    num_steps: int = _suited()
    batch_size: int = _suited()
    num_epochs: int = _suited()
    learning_rate: float = _suited()
    decay: float = 0.9
    gamma: float = 0.998
    gae_lambda: float = 0.95
    entropy: float = 0.01
    clip: float = 0.2
    simulations: int = 8
    snapshot_every: int = 10
    num_snapshots: int = 5
    evaluate: tuple[str, ...] = YARDSTICKS
    evaluate_every: int = 0
    evaluation_games: int = 400
    checkpoint_seconds: float = 60.0
    threads: int = _suited()
    device: str = "auto"
    track: str = TRACKERS[0]

    def __post_init__(self) -> None:
        for each in fields(self):
            self._set(each.name, plain(getattr(self, each.name)))
            if each.default is None and not self._is_set(each.name):
                continue
            if each.name in BOUNDS:
                self._set(each.name, _number(each.name, getattr(self, each.name), *BOUNDS[each.name]))
            elif str(each.type) == "str" and not isinstance(getattr(self, each.name), str):
                raise ValueError(f"option {each.name!r} must be a string, not {shortened(getattr(self, each.name))}")
        self._fill("reward", "margin" if self.num_players == 1 else "lead")
        if not isinstance(self.options, Mapping):
            raise ValueError(f"option 'options' must map options of the game to values, not {shortened(self.options)}")
        for name, known in (
            ("learner", LEARNERS), ("reward", REWARDS), ("network", NETWORKS), ("device", DEVICES), ("track", TRACKERS),
        ):  # fmt: skip
            check_known(name, getattr(self, name), known)
        game = self.make_game()
        if self.learner == "search" and not can_search(self.reward, game):
            raise ValueError(
                f"option 'reward': with the learner search it must say who is ahead, which {self.reward} does not in "
                f"{game!r}; use win or margin"
            )
        for name, value in self._gpu_defaults(game).items():
            if name != "batch_size":
                self._fill(name, value)
        self._set("opponents", self._check_opponents())
        self._set("evaluate", self._check_yardsticks())
        self._resolve(game)
        self._check_sizes(game)

    def _is_set(self, name: str) -> bool:
        return getattr(self, name) is not None

    def _fill(self, name: str, value: Any) -> None:
        """Set a value that was left unset."""
        if not self._is_set(name):
            self._set(name, value)

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @property
    def batches(self) -> int:
        """The batches that our own learners play their games in."""
        return max(min(SHARES, self.num_envs), min(MOST_BATCHES, self.num_envs // GAMES_A_BATCH))

    @property
    def on_gpu(self) -> bool:
        """Whether the network computes on a GPU, if this machine has one."""
        return self.device == "cuda" or (self.device == "auto" and torch.cuda.is_available())

    @property
    def imitation_games(self) -> int:
        """Games side by side that are recorded for imitation: many more would not end within so few decisions."""
        return min(self.num_envs, ENVS[self.learner])

    def _gpu_defaults(self, game: Game) -> dict[str, Any]:
        if self.learner != "ppo" or not self.on_gpu or not fits_every_board(self.network, game):
            return {}
        return {name: value for name, value in GPU_DEFAULTS.items() if name != "opponents" or self.num_players > 1}

    def _resolve(self, game: Game) -> None:
        """Fill in the values that depend on the game."""
        size = game.observation_size
        most = FRAMES[self.learner]
        self._fill("frames", min(most, int(most * READ[self.learner] / cost(self.network, game))))
        self._fill("num_envs", ENVS[self.learner])
        self._fill("num_steps", STEPS)
        self._fill("num_epochs", EPOCHS[self.learner])
        self._fill("learning_rate", RATES[self.learner])
        self._fill("itself", ITSELF[self.learner])
        if self.learner == "sb3" and self.itself:
            raise ValueError("option 'itself' must be 0 with sb3, which learns from one seat")
        threads = min(processors(), processors() if self.on_gpu else THREADS)
        self._fill("threads", 1 if self.learner == "sb3" else threads)
        self._fill("imitate", 0 if self.init else min(IMITATE[self.learner], KEPT // size))
        if not self._is_set("batch_size"):
            usual = min(BATCH[self.learner], 1 << (BATCH_READ // size).bit_length() - 1)
            most = self._gpu_defaults(game).get("batch_size", usual)
            update = self.num_envs * self.num_steps
            divisor = next(n for n in range(most, 0, -1) if update % n == 0)
            self._set("batch_size", divisor if self.learner == "sb3" else min(most, update))
            if self.batch_size == 1:
                raise ValueError(
                    f"options 'num_envs' and 'num_steps': an update of {update:,} decisions cannot be divided into "
                    f"batches of 2 to {most:,}; change one of them"
                )

    def _check_sizes(self, game: Game) -> None:
        update = self.num_envs * self.num_steps
        if self.batch_size < 2 or self.batch_size > update:
            raise ValueError(
                f"option 'batch_size' must be from 2 to num_envs * num_steps = {update:,}, not {self.batch_size:,}"
            )
        if self.learner == "sb3" and update % self.batch_size:
            raise ValueError(
                f"option 'batch_size' must divide num_envs * num_steps = {update:,} with sb3, not {self.batch_size:,}"
            )
        needed = {
            "num_envs' and 'num_steps": update * (game.observation_size + 4 * game.num_actions),
            "imitate": self.imitate * (game.observation_size + game.num_actions // 8),
            "simulations": self._tree_bytes() if self.learner == "search" else 0,
            "width": self._network_bytes(game) if self.width else 0,
        }
        _check_memory(needed, memory(), "on this machine")

    def check_gpu_memory(self) -> None:
        """Check that the run fits into the free memory of the GPU, if it has one: by what is certain to be there.

        Raises:
            ValueError: it does not; the message names the option.
        """
        if not self.on_gpu or not torch.cuda.is_available():
            return
        game, numbers = self.make_game(), 4 * 3  # logits, their logarithms and the gradients of these
        update = 0 if self.learner == "sb3" else self.num_envs * self.num_steps
        needed = {
            "num_envs' and 'num_steps": update * (game.observation_size + game.num_actions),
            "batch_size": self.batch_size * (game.observation_size + numbers * game.num_actions),
            "width": self._network_bytes(game),
        }
        _check_memory(needed, torch.cuda.mem_get_info()[0], "free on the GPU")

    def _tree_bytes(self) -> int:
        """The memory of the trees that are searched side by side."""
        return self.num_envs * CHILDREN * (self.simulations + 1) * (NODE.itemsize + 8 * self.num_players)

    def _network_bytes(self, game: Game) -> int:
        """The memory of the network with its gradients, moments and copies, and of its past selves."""
        weights = sum(each.numel() for each in outline(self.network, game, self.width).values())
        return 4 * weights * (COPIES + self.num_snapshots)

    def _check_opponents(self) -> dict[str, float]:
        """The opponents' shares, by name."""
        alone = self.num_players == 1
        if self.opponents is None:
            return {} if alone else dict(OPPONENTS[self.learner])
        if not isinstance(self.opponents, Mapping):
            raise ValueError(f"option 'opponents' must map players to shares, not {shortened(self.opponents)}")
        if alone and self.opponents:
            raise ValueError("option 'opponents': a solo game has no opponents")
        shares = {str(name): _number("opponents", share, 0, 1) for name, share in self.opponents.items()}
        if sum(shares.values()) > 1 + 1e-9:
            raise ValueError(f"option 'opponents': the shares must add up to 1 at most, not {sum(shares.values()):g}")
        for name in shares:
            if name in ("human", SELF):
                raise ValueError(f"option 'opponents': {name!r} is not allowed: the learner plays what is left")
        _check_no_program("opponents", shares)
        return shares

    def _check_yardsticks(self) -> tuple[str, ...]:
        names: Any = self.evaluate
        if not isinstance(names, list | tuple) or not all(isinstance(name, str) and name for name in names):
            raise ValueError(f"option 'evaluate' must name players, not {shortened(names)}")
        if "human" in names:
            raise ValueError("option 'evaluate': 'human' can only play in `swenv play`")
        if len(set(names)) < len(names):
            raise ValueError(f"option 'evaluate' names a player twice: {', '.join(names)}")
        _check_no_program("evaluate", names)
        return tuple(names)

    def make_game(self) -> Game:
        """Load the game to train on.

        Raises:
            ValueError: there is no such game, number of players or option.
        """
        return load_with(self.game, self.num_players, self.options)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Config:
        """The configuration from what `to_dict` returned.

        Raises:
            ValueError: a name is unknown, or a value is invalid; the message names it.
        """
        known = [each.name for each in fields(cls)]
        for name in document:
            check_known("option of a run", name, known)
        return cls(**document)

    def to_dict(self) -> dict[str, Any]:
        """The configuration as plain JSON types."""
        return asdict(self) | {"evaluate": list(self.evaluate)}


def _check_memory(needed: Mapping[str, int], there: float, where: str) -> None:
    """Refuse options, by name, that need more bytes than there are."""
    for name, size in needed.items():
        if size > there:
            needs = f"{size / 2**30:,.0f} GiB of memory needed"
            raise ValueError(f"option '{name}': {needs}, only {there / 2**30:,.0f} GiB {where}")


def _check_no_program(option: str, players: Iterable[str]) -> None:
    """Refuse external programs as players: a configuration is data, which may come from elsewhere."""
    for name in players:
        if starts_program(name):
            raise ValueError(f"option '{option}': {shortened(name)} is an external program, which a run may not start")


def shares(text: str) -> dict[str, float]:
    """Parse opponents and their shares from text such as "greedy:0.4,random:0.05,runs/x:0.2".

    Players without a number split the rest evenly; "self" leaves every game to the learner itself and, if `itself` is
    below 1, to its past selves.

    Raises:
        ValueError: no player is named, one is named twice, a share is not a number, or nothing is left to split.
    """
    if text.strip() == SELF:
        return {}
    weights: dict[str, float] = {}
    open_ended = []
    for word in filter(None, split(text)):
        name, colon, share = word.rpartition(":")
        if not colon or set(share) & set("/\\="):  # the colon of a drive, or of the player's options
            name, share = word, ""
        if name in weights:
            raise ValueError(f"--opponents names '{name}' twice")
        if not share:
            open_ended.append(name)
        try:
            weights[name] = float(share or 0)
        except ValueError:
            raise ValueError(f"--opponents takes NAME:SHARE, as in greedy:0.4, not '{word}'") from None
    if not weights:
        raise ValueError(f"--opponents names no player; use '{SELF}' for self-play only")
    left = 1 - sum(weights.values())
    if open_ended and not left > 0:
        raise ValueError(f"--opponents leaves no share for '{open_ended[0]}'")
    return weights | {name: left / len(open_ended) for name in open_ended}


def _number(name: str, value: Any, least: float, most: float) -> Any:
    """Check that a value is a number in the range of its field, and return it.

    Raises:
        ValueError: it is not; the message names the option.
    """
    whole = name in WHOLE
    number = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if not number or not least <= value <= most:  # False for NaN too
        raise ValueError(
            f"option {name!r} must be a {'whole ' if whole else ''}number from {least:,} to {most:,}, "
            f"not {shortened(value)}"
        )
    return value if whole else float(value)


WHOLE = {each.name for each in fields(Config) if each.name in BOUNDS and str(each.type).startswith("int")}
"""The settings that are integers."""
