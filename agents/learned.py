"""A trained player: a policy network and its weights."""

from __future__ import annotations

import json
import os
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core import registry
from swenv.core.game import Game
from swenv.core.plain import plain, shortened
from swenv.core.search import COUNTED
from swenv.core.tree import LEAD_SCALE

if TYPE_CHECKING:
    from torch import Tensor, nn

    from swenv.agents.networks import Policy


PACKED = ".safetensors"
"""The suffix of a packed agent: a file with its weights and their description."""
CHAMPIONS = Path(__file__).parent / "champions"
"""The packed agents that come with swenv, by game and number of players."""
REWARDS = ("win", "margin", "coins", "lead")
"""The rewards a network can be trained on: those of the game, or `lead`, see `selfplay.Games`."""
MOST_PLAYERS, WIDEST = 16, 10_000
"""The largest number of seats of a game, and the largest width of a network."""
MARGIN_SCALE = 4.0
"""The factor of the reward `margin`: a lead of a quarter of the winner's coins is worth as much as winning. The value
network only learns to distinguish margins of about this size."""


@dataclass(frozen=True)
class Trained:
    """A trained network, as described by the folder of its run.

    Attributes:
        name: Name of the folder.
        weights: The file of weights.
        page: The file that describes it.
        network: One of `networks.NETWORKS`.
        width: Its width, see `networks.Policy`.
        reward: The reward it was trained on, one of `REWARDS`.
        game: Name of the game it was trained for.
        num_players: Number of seats of that game.
        options: Further options of that game.
    """

    name: str
    weights: Path
    page: Path
    network: str
    width: int | None
    reward: str
    game: str
    num_players: int
    options: dict[str, Any]

    @classmethod
    def at(cls, path: Path) -> Trained:
        """Read the agent at a path: the folder of a `swenv train` run, a file of weights in it, or a packed agent.

        Raises:
            ValueError: there is no checkpoint, or its description cannot be read.
        """
        if path.suffix == PACKED:
            return cls._of(_description(path), path.name.removesuffix(PACKED), path, path)
        folder = path if path.is_dir() else path.parent
        if folder.name == "snapshots":
            folder = folder.parent
        weights = folder / "policy.pt" if path.is_dir() else path
        page = folder / "config.json"
        if not weights.is_file() or not page.is_file():
            raise ValueError(f"no checkpoint at '{path}': it needs policy.pt and config.json")
        return cls._of(page.read_text(encoding="utf-8", errors="replace"), folder.resolve().name, weights, page)

    @classmethod
    def _of(cls, text: str, name: str, weights: Path, page: Path) -> Trained:
        """The agent described by JSON text, which was read from the file `page`."""
        damaged = f"'{page}' is damaged or not the configuration of a run"
        try:
            config = json.loads(text)["config"]
            network, game, players, options = (config[key] for key in ("network", "game", "num_players", "options"))
            width, reward = config.get("width") or None, config.get("reward", "win")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(damaged) from error

        def need(field: str, fine: bool, what: str, value: Any) -> None:
            if not fine:
                raise ValueError(f"{damaged}: the field '{field}' must be {what}, not {shortened(value)}")

        need("network", isinstance(network, str), "a word", network)
        need("game", isinstance(game, str), "a word", game)
        need("reward", reward in REWARDS, f"one of {', '.join(REWARDS)}", reward)
        for field, value, most in (("num_players", players, MOST_PLAYERS), ("width", width, WIDEST)):
            fine = (field == "width" and value is None) or (type(value) is int and 1 <= value <= most)
            need(field, fine, f"a whole number from 1 to {most:,}", value)
        need("options", isinstance(options, dict), "options of the game with their values", options)
        return cls(name, weights, page, network, width, reward, game, players, options)

    def load_game(self) -> Game:
        """Load the game that the network was trained for.

        Raises:
            ValueError: there is no such game or option; the message names the file that asks for it.
        """
        try:
            return registry.load_with(self.game, self.num_players, self.options)
        except ValueError as error:
            raise ValueError(f"'{self.page}': {error}") from error

    def load_policy(self, game: Game, device: str) -> Policy:
        """Load the network for a game, ready to play. The `board` network also plays on boards it has never seen.

        Raises:
            ValueError: the weights are damaged, or belong to another network, game or version.
            ImportError: the extra `train` is not installed.
        """
        trained = self.load_game()
        try:
            from swenv.agents.networks import axes, fits_every_board, make_policy, outline
        except ImportError as error:
            raise ImportError("a learned player needs torch: pip install swenv-rl[train]") from error
        sizes, requested = ((each.observation_size, each.num_actions) for each in (trained, game))
        fits = trained.name == game.name and fits_every_board(self.network, game) and axes(trained) == axes(game)
        if sizes != requested and not fits:
            raise ValueError(
                f"player '{self.name}' was trained on other boards or options "
                f"({sizes[0]} numbers and {sizes[1]} actions, this game has {requested[0]} and {requested[1]})"
            )
        weights = read_tensors(self.weights)
        try:
            needed = outline(self.network, game, self.width)
        except ValueError as error:
            raise ValueError(f"'{self.page}': {error}") from error
        check_weights(weights, needed, self.weights)  # before the network takes the memory that its width requires
        policy = make_policy(self.network, game, device, self.width)
        policy.load_state_dict(weights)
        return policy.eval()


def load_policy(path: str | Path, device: str = "cpu") -> Policy:
    """Load a trained network as a plain torch module that returns masked logits and values.

    It is `networks.Policy`: called with observations (n, observation_size), int8 or float, and masks
    (n, num_actions), bool, it returns logits (n, num_actions) float32, -1e8 where the mask is False, and values
    (n, num_players) float32, the expected discounted reward of every seat, the observing seat first, then clockwise. It
    can be exported with `torch.export`.

    Args:
        path: The folder of a `swenv train` run, or a file of weights in it.
        device: The torch device to run on.

    Raises:
        ValueError: there is no checkpoint at the path, or a damaged one.
        ImportError: the extra `train` is not installed.
    """
    trained = Trained.at(Path(path))
    return trained.load_policy(trained.load_game(), device)


def read_tensors(path: Path) -> dict[str, Any]:
    """Read the tensors and plain values of a torch file, on the CPU. Nothing in the file is executed.

    Raises:
        ValueError: the file is missing, truncated, of another kind, or holds anything but tensors and plain values.
    """
    import torch

    if path.exists() and not path.is_file():
        raise ValueError(f"'{path}' is not a readable file")
    if path.suffix == PACKED:
        return _unpacked(path)
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(each.file_size for each in archive.infolist()) > path.stat().st_size:  # torch does not compress
                raise ValueError("it would take more memory than its size")
        with warnings.catch_warnings():  # torch reports a file of another kind twice
            warnings.simplefilter("ignore")
            content = torch.load(path, weights_only=True, map_location="cpu")
    except FileNotFoundError:
        raise ValueError(f"no file '{path}'") from None
    except Exception as error:  # torch raises a dozen kinds of exceptions for files that it cannot read
        raise ValueError(f"'{path}' is damaged or holds something other than tensors, so it was not read") from error
    if not isinstance(content, dict):
        raise ValueError(f"'{path}' is damaged or holds something other than named tensors")
    return content


def _description(path: Path) -> str:
    """The text that describes a packed agent.

    Raises:
        ValueError: there is no such file, or it is damaged.
        ImportError: the extra `train` is not installed.
    """
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError as error:
        raise ImportError("a packed agent needs safetensors: pip install swenv-rl[train]") from error
    if not path.is_file():
        raise ValueError(f"no checkpoint at '{path}'")
    try:
        with safe_open(path, "pt") as file:
            return str((file.metadata() or {}).get("swenv", ""))
    except (SafetensorError, OSError) as error:
        raise ValueError(f"'{path}' is damaged or not a packed agent") from error


def _unpacked(path: Path) -> dict[str, Any]:
    """The weights of a packed agent, converted from float16 to float32."""
    import torch
    from safetensors.torch import load_file

    try:
        weights = load_file(path)
    except Exception as error:  # a header can be wrong in many ways
        raise ValueError(f"'{path}' is damaged or not a packed agent") from error
    for name, each in weights.items():
        if each.dtype not in (torch.float16, torch.float32):
            raise ValueError(f"'{path}': the weights '{name}' must be of type float16 or float32, not {_kind(each)}")
    return {name: each.to(torch.float32) for name, each in weights.items()}


def pack(run: Path, path: Path, note: str) -> None:
    """Pack the agent of a run into one file with half-precision weights, as `Champion` loads it.

    Args:
        run: The folder of a `swenv train` run.
        path: The file; its name ends with ".safetensors".
        note: How the agent was made.

    Raises:
        ValueError: there is no agent, or its weights are not finite in half precision.
    """
    from safetensors.torch import save_file

    trained = Trained.at(run)
    names = ("game", "num_players", "options", "network", "width", "reward")
    about = {"config": {name: getattr(trained, name) for name in names}, "note": note}
    weights = {name: each.half().contiguous() for name, each in read_tensors(trained.weights).items()}
    if not all(bool(each.isfinite().all()) for each in weights.values()):
        raise ValueError(f"'{trained.weights}' contains weights that are not finite numbers in half precision")
    save_file(weights, path, {"swenv": json.dumps(about)})


def fill(policy: nn.Module, weights: Mapping[str, Any], source: Path) -> None:
    """Load weights read from a file into a policy.

    Raises:
        ValueError: as `check_weights`; the policy is unchanged.
    """
    check_weights(weights, policy.state_dict(), source)
    policy.load_state_dict(weights)


def check_weights(weights: Mapping[str, Any], needed: Mapping[str, Tensor], source: Path) -> None:
    """Check that weights read from a file are those that a policy needs.

    Args:
        weights: The weights that were read.
        needed: The weights of the policy, or its `networks.outline`, by name.
        source: The file.

    Raises:
        ValueError: they belong to another network, game or version, are of another type, or not finite; the message
            names the file.
    """
    import torch

    other = f"'{source}' belongs to another network, game or version of swenv"
    if weights.keys() != needed.keys():
        raise ValueError(other)
    for name, mine in needed.items():
        each = weights[name]
        if not is_dense(each) or each.shape != mine.shape:
            raise ValueError(other)
        if each.dtype != mine.dtype:
            raise ValueError(f"'{source}': the weights '{name}' must be of type {_kind(mine)}, not {_kind(each)}")
        if not bool(torch.isfinite(each).all()):
            raise ValueError(f"'{source}' contains weights that are not finite numbers")


def is_dense(value: Any) -> bool:
    """Whether this is a plain tensor on the processor, with all its numbers."""
    import torch

    return type(value) is torch.Tensor and value.layout == torch.strided and value.device.type == "cpu"


def _kind(tensor: Tensor) -> str:
    """The type of a tensor's numbers."""
    return str(tensor.dtype).removeprefix("torch.")


@contextmanager
def computing(threads: int) -> Iterator[None]:
    """Let torch use this many threads within the block; 0 changes nothing."""
    import torch

    before = torch.get_num_threads()
    if threads in (0, before):
        yield
        return
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def sample_actions(draws: Tensor, logits: Tensor, masks: Tensor) -> Tensor:
    """Sample an action in each row from the softmax of masked logits.

    Args:
        draws: (n, 1) float32, a random number between 0 and 1 for each row, which decides.
        logits: (n, num_actions), as `networks.Policy` returns them.
        masks: (n, num_actions) bool.

    Returns:
        (n,) int64.
    """
    import torch

    chances = torch.softmax(logits, 1).cumsum(1)  # inverse transform sampling
    actions = (chances <= draws * chances[:, -1:]).sum(1).clamp(max=masks.shape[1] - 1)
    legal = masks.gather(1, actions[:, None])[:, 0]  # rounding can go one too far
    return torch.where(legal, actions, logits.argmax(1))


def _threads_of(threads: int | None) -> int:
    """Threads that a network computes in; 0 leaves torch as it is, as `OMP_NUM_THREADS` has set it."""
    return (0 if "OMP_NUM_THREADS" in os.environ else 1) if threads is None else plain(threads)


def probabilities(logits: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """A policy's probability of each action, (num_actions,), from its logits; 0 for illegal ones."""
    weights = np.where(mask, np.exp(logits.astype(np.float64) - logits[mask].max()), 0.0)
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def can_search(reward: str, game: Game) -> bool:
    """Whether a network trained on a reward can tell who is ahead in a game, as a search requires."""
    if reward == "lead":
        return game.num_players > 1 and not game.options.get("hide_coins")
    return reward in COUNTED


class Learned(Player):
    """Plays the policy of a trained network.

    It plays the most probable action, which is stronger than sampling (`docs/experiments.md`). With `drawn`, it samples
    actions from the network's probabilities, as in training, with its own seeded generator. torch is imported at the
    first `reset`.

    Args:
        path: The folder of a `swenv train` run, or a file of weights in it.
        drawn: Whether to sample actions.
        device: The torch device to run on. Networks this small are fastest on the CPU.
        threads: Threads to use; 0 keeps torch's own setting. By default 1, which is fastest unless the
            machine is idle, or the value of OMP_NUM_THREADS.

    Raises:
        ValueError: there is no checkpoint at the path.
        ImportError: the extra `train` is not installed.
    """

    def __init__(self, path: Path, drawn: bool = False, device: str = "cpu", threads: int | None = None) -> None:
        self._trained: Trained | None = Trained.at(path)
        self.name = self._trained.name
        self._drawn, self._device = drawn, device
        self._threads = _threads_of(threads)
        self._policy: Any = None

    @classmethod
    def of(cls, game: Game, policy: Any, drawn: bool, name: str = "self", reward: str = "win") -> Learned:
        """A player for an existing policy, for the game and the reward it was made for."""
        player = cls.__new__(cls)
        player.name, player._trained, player.reward = name, None, reward
        player._drawn, player._threads = drawn, 0
        player._policy, player._game = policy, game
        return player

    @property
    def trained(self) -> Trained | None:
        """Its description in the folder of its run; None if there is no folder, for a champion only after `reset`."""
        return self._trained

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`.

        Raises:
            ValueError: it was trained for another game or number of players, for other races or powers or, unless its
                network is `board`, other boards; or by another version.
            ImportError: the extra `train` is not installed.
        """
        trained = self._trained
        if trained is not None:
            if (game.name, game.num_players) != (trained.game, trained.num_players):
                raise ValueError(
                    f"player '{self.name}' was trained for {trained.game} with {trained.num_players} players, "
                    f"not for {game!r}"
                )
            self.reward = trained.reward
            if self._policy is None or self.game != game:
                self._policy = trained.load_policy(game, self._device)
        super().reset(game, seat, seed)
        self._generator = np.random.default_rng(seed)

    def evaluate(
        self, observations: NDArray[np.int8], masks: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Evaluate positions for `State.search`.

        Returns:
            Logits (k, num_actions) and values (k, num_players), with the observing seat first.
        """
        import torch

        with torch.inference_mode(), computing(self._threads):
            seen = torch.as_tensor(observations, device=self._policy.device)
            logits, expected = self._policy(seen, torch.as_tensor(masks, device=self._policy.device))
        return logits.cpu().numpy(), self.returns_of(expected.cpu().numpy(), observations)

    def returns_of(self, expected: NDArray[np.float32], observations: NDArray[np.int8]) -> NDArray[np.float32]:
        """Turn what the network expects for every seat into returns; (k, num_players), the observing seat first.

        For rewards that are paid as they are earned, what the seats already have is added.
        """
        values = expected
        if self.reward == "lead":
            values = np.tanh(values + self._leads(observations))
        elif self.reward == "margin":
            values = values / MARGIN_SCALE
        return values.clip(-1, 1)

    def _leads(self, observations: NDArray[np.int8]) -> NDArray[np.float32]:
        """Every seat's lead over the mean of the others, in units of `LEAD_SCALE`; (k, num_players)."""
        part = self.game.observation_layout["seats"]
        ahead = part.of(observations)[:, :, part.column("lead").start].astype(np.float32)  # of the observing seat
        number = self.game.num_players
        leads: NDArray[np.float32] = (number * ahead - ahead.sum(1, keepdims=True)) / (max(number - 1, 1) * LEAD_SCALE)
        return leads

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        import torch

        with torch.no_grad(), computing(self._threads):
            seen = torch.as_tensor(observations, device=self._policy.device)
            legal = torch.as_tensor(masks, device=self._policy.device)
            logits, _ = self._policy(seen, legal)
            if self._drawn:
                draws = self._generator.random((len(seen), 1), dtype=np.float32)
                chosen = sample_actions(torch.as_tensor(draws, device=seen.device), logits, legal)
            else:
                chosen = logits.argmax(1)
            actions: NDArray[np.int64] = chosen.cpu().numpy()
            return actions


def champions() -> dict[str, list[int]]:
    """The games and numbers of players that have a champion, such as "smallworld-2p", with the versions of each."""
    by_name: dict[str, list[int]] = {}
    for each in sorted(CHAMPIONS.glob(f"*@*{PACKED}")):
        name, _, version = each.name.removesuffix(PACKED).partition("@")
        by_name.setdefault(name, []).append(int(version))
    return {name: sorted(versions) for name, versions in by_name.items()}


class Champion(Learned):
    """Plays the best agent that comes with swenv for the game and number of players, on any board.

    Args:
        version: Which one; by default the newest. The play of a version never changes.
        threads: See `Learned`.

    Raises:
        ValueError: there is no such version for any game.
        ImportError: the extra `train` is not installed.
    """

    def __init__(self, version: int | None = None, threads: int | None = None) -> None:
        self.name, self._trained = "champion" if version is None else f"champion@{version}", None
        if version is not None and not any(version in each for each in champions().values()):
            raise ValueError(f"there is no '{self.name}' for any game")
        self._version = version
        self._drawn, self._device = False, "cpu"
        self._threads = _threads_of(threads)
        self._policy = None

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`.

        Raises:
            ValueError: there is no champion for this game and number of players, or none that fits its options.
            ImportError: the extra `train` is not installed.
        """
        known, key = champions(), f"{game.name}-{game.num_players}p"
        having = [name for name, versions in known.items() if self._version is None or self._version in versions]
        if key not in having:
            raise ValueError(f"there is no {self.name} for {game!r}, only for {', '.join(having)}")
        path = CHAMPIONS / f"{key}@{self._version or known[key][-1]}{PACKED}"
        if self._trained is None or self._trained.weights != path:
            self._trained, self._policy = Trained.at(path), None
        super().reset(game, seat, seed)


def player_of(agent: str) -> Learned:
    """The player of a network: "champion", "champion@1", or a path, see `Learned`.

    Raises:
        ValueError: there is none.
    """
    name, at, version = agent.partition("@")
    if name == "champion" and (not at or version.isdecimal()):
        return Champion(int(version) if at else None)
    return Learned(Path(agent))
