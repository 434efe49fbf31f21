"""The networks of a learner, plain torch modules: observations and masks in, masked logits and values out.

`board` follows the observation layout: every region of the board goes through the same small network, which also sees
its neighbours. A verb whose arguments name a row gets its logits from that row; so does a verb that names a row of
another part, such as the column of combos. The code names no game; a game that is no board of regions has a network of
its own, in a module `networks_<game>`.
`mlp` is the plain network of Stable-Baselines3. `docs/training.md` compares the two.

Observations stay int8 until a layer reads them. The first layers scale what they read to the range of flags, through
their weights, which are much smaller than a batch.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from swenv.core.action import Verb
from swenv.core.errors import unknown
from swenv.core.game import Game
from swenv.core.layout import ObservationLayout, Part

NETWORKS = ("board", "mlp")
WIDTH = 48
"""Width of the vectors of the `board` network."""
HIDDEN = 256
"""Width of the layers of the `mlp` network."""
FORBIDDEN = -1e8
"""Logit of an action that the mask forbids, as in MaskablePPO."""


def scales(layout: ObservationLayout) -> Tensor:
    """One factor per column, (size,) float32, that brings counts and coins to the range of flags."""
    factors = np.ones(layout.size, dtype=np.float32)
    for part in layout:
        lines = part.of(factors)
        for column in part.columns:
            if column.peak > 1:
                lines[..., column.offset : column.offset + column.width] = 2 / column.peak
    return torch.tensor(factors)


class BoardNet(nn.Module):
    """Computes the logits of all actions, in index order, and the value.

    The first part of the layout is the board. Each of its rows is read together with the sum of its neighbours, and
    with the features of the whole game. The mean and maximum over the rows inform the rest of the network about the
    board. Other parts whose rows are named by arguments of verbs are read in the same way, without neighbours.

    Vectors for the rows of a part have the shape (rows, n, width): with the rows first, what is the same for all rows
    is added, and what is pooled over rows is summed, in long contiguous runs.
    """

    def __init__(self, game: Game, width: int = WIDTH) -> None:
        super().__init__()
        layout = game.observation_layout
        self.board = layout[0].name
        self.parts = {part.name: part for part in layout if part.arguments}
        self.whole_from = layout[0].stop
        self.register_buffer("factors", scales(layout), persistent=False)
        self.whole = nn.Linear(layout.size - self.whole_from, 2 * width)
        self.line = nn.ModuleDict({name: nn.Linear(part.shape[1], width) for name, part in self.parts.items()})
        self.context = nn.ModuleDict({name: nn.Linear(2 * width, width) for name in self.parts})
        self.around = self._between(game, width)
        self.deep = nn.ModuleDict({name: nn.Linear(width, width) for name in self.parts})
        self.trunk = nn.Sequential(
            nn.Linear((2 + 2 * len(self.parts)) * width, 4 * width),
            nn.ReLU(inplace=True),
            nn.Linear(4 * width, 4 * width),
            nn.ReLU(inplace=True),
        )
        self.value = nn.Sequential(nn.Linear(4 * width, 4 * width), nn.ReLU(inplace=True), nn.Linear(4 * width, 1))
        self.verbs = [_outputs(verb, self.parts) for verb in game.verbs]
        each = {name: [outputs for part, outputs in self.verbs if part == name] for name in ("", *self.parts)}
        self.outputs = {name: sizes for name, sizes in each.items() if sizes}
        number = {name: sum(sizes) for name, sizes in self.outputs.items() if name}
        self.mix = nn.ModuleDict({name: nn.Linear(4 * width, width) for name in number})
        self.score = nn.ModuleDict({name: nn.Linear(width, n) for name, n in number.items()})
        self.rest = nn.Linear(4 * width, sum(each[""]))
        for layer in (*self.score.children(), self.rest):
            nn.init.orthogonal_(layer.get_parameter("weight"), gain=0.01)
            nn.init.zeros_(layer.get_parameter("bias"))

    def _between(self, game: Game, width: int) -> nn.Module:
        """The layer that reads the neighbours of a row of the board, which needs the adjacency matrix."""
        adjacency = torch.tensor(game.adjacencies, dtype=torch.float32)
        self.register_buffer("adjacency", adjacency, persistent=False)
        turn = game.observation_layout["turn"]
        table = turn.column("table") if len(game.adjacencies) > 1 else slice(0, 0)
        self.table = slice(turn.start + table.start, turn.start + table.stop)
        return nn.Linear(self.parts[self.board].shape[1], width, bias=False)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """(n, size) in, int8 or float; logits (n, num_actions) and values (n,) out."""
        factors = self.get_buffer("factors")
        weight = self.whole.weight * factors[self.whole_from :]
        whole = torch.relu(linear(observations[:, self.whole_from :].float(), weight, self.whole.bias))
        lines = {name: self._read(part, observations, whole, factors) for name, part in self.parts.items()}
        pooled = [summary for read in lines.values() for summary in (read.mean(0), _most(read))]
        trunk = self.trunk(torch.cat([whole, *pooled], 1))
        return self._logits(trunk, lines), self.value(trunk).squeeze(1)

    def _read(self, part: Part, observations: Tensor, whole: Tensor, factors: Tensor) -> Tensor:
        """A vector for each row of a part, (rows, n, width)."""
        name, (rows, columns) = part.name, part.shape
        raw = observations[:, part.start : part.stop].reshape(-1, rows, columns).transpose(0, 1)
        raw = raw.to(torch.float32, memory_format=torch.contiguous_format)
        layer = self.line[name]
        bias = layer.get_parameter("bias")
        weight: Tensor = layer.get_parameter("weight")
        scale = factors[part.start : part.start + columns]
        if name == self.board:
            raw = torch.cat([raw, self._neighbors(observations, raw)], 2)
            weight, scale = torch.cat([weight, self.around.get_parameter("weight")], 1), scale.repeat(2)
        read = linear(raw.flatten(0, 1), weight * scale, bias).view(rows, raw.shape[1], -1)
        read = torch.relu_(read + self.context[name](whole))
        deep = torch.relu_(self.deep[name](read.flatten(0, 1)))  # in place only where it is no view: those are copied
        return deep.view(read.shape)

    def _neighbors(self, observations: Tensor, lines: Tensor) -> Tensor:
        """The sum of the rows of each region's neighbours, (regions, n, features) in and out."""
        boards = self.get_buffer("adjacency")
        if len(boards) == 1:
            return (boards[0] @ lines.flatten(1)).view_as(lines)
        tables = observations[:, self.table].argmax(1)
        return torch.bmm(boards[tables], lines.transpose(0, 1)).transpose(0, 1)

    def _logits(self, trunk: Tensor, lines: dict[str, Tensor]) -> Tensor:
        """Verbs whose arguments name a row read that row, the others read the trunk."""
        scores = {
            # One copy, in which the rows of each verb lie side by side, as they do among the logits.
            name: iter(torch.split(self._scored(name, lines[name], trunk).permute(1, 2, 0).contiguous(), sizes, 1))
            for name, sizes in self.outputs.items()
            if name
        }
        rest = iter(torch.split(self.rest(trunk), self.outputs.get("", [0]), 1))
        return torch.cat(
            [next(scores[part]).transpose(1, 2).flatten(1) if part else next(rest) for part, _ in self.verbs], 1
        )

    def _scored(self, name: str, lines: Tensor, trunk: Tensor) -> Tensor:
        """All outputs for each row of a part, (rows, n, outputs)."""
        scores: Tensor = self.score[name](torch.relu_(lines + self.mix[name](trunk)).flatten(0, 1))
        return scores.view(lines.shape[0], lines.shape[1], -1)


def _most(lines: Tensor) -> Tensor:
    """The maximum over the rows; of several the same, one gets the gradient, which is much faster than to share it."""
    return lines.max(0).values if torch.is_grad_enabled() else lines.amax(0)


def _outputs(verb: Verb, parts: Mapping[str, Part]) -> tuple[str, int]:
    """The part whose rows a verb's first arguments name, "" if there is none, and the verb's logits per row."""
    for name, part in parts.items():
        if verb.arguments[: len(part.arguments)] == part.arguments:
            return name, verb.size // part.shape[0]
    return "", verb.size


class Mlp(nn.Module):
    """Two hidden layers for the logits, and two for the value, over the whole vector."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.register_buffer("factors", scales(game.observation_layout), persistent=False)
        self.actor = _layers(game.observation_size, game.num_actions, gain=0.01)
        self.critic = _layers(game.observation_size, 1, gain=1.0)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """(n, size) in, int8 or float; logits (n, num_actions) and values (n,) out."""
        scaled = observations.float() * self.get_buffer("factors")
        return self.actor(scaled), self.critic(scaled).squeeze(1)


def _layers(inputs: int, outputs: int, gain: float) -> nn.Sequential:
    """Two hidden layers and an output layer, with orthogonal weights as in Stable-Baselines3."""
    sizes = ((inputs, HIDDEN, 2**0.5), (HIDDEN, HIDDEN, 2**0.5), (HIDDEN, outputs, gain))
    layers: list[nn.Module] = []
    for size, width, each in sizes:
        layer = nn.Linear(size, width)
        nn.init.orthogonal_(layer.weight, gain=each)
        nn.init.zeros_(layer.bias)
        layers += [layer, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


def _board_net(game: Game) -> nn.Module:
    """The network that follows the layout of a game: `BoardNet`, or `Net` of the game's own `networks_<game>`."""
    own = f"swenv.agents.networks_{game.name}"
    if find_spec(own) is None:
        return BoardNet(game)
    net: nn.Module = import_module(own).Net(game)
    return net


class Policy(nn.Module):
    """A policy with fresh weights: (observations, masks) in, (logits, values) out. See `agents.load_policy`.

    Args:
        network: One of `NETWORKS`.
        game: The game to play.

    Raises:
        ValueError: there is no such network.
    """

    def __init__(self, network: str, game: Game) -> None:
        super().__init__()
        if network not in NETWORKS:
            raise unknown("network", network, NETWORKS)
        self.net = _board_net(game) if network == "board" else Mlp(game)

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return next(self.parameters()).device

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Masked logits and values.

        Args:
            observations: (n, observation_size), int8 or float.
            masks: (n, num_actions) bool.

        Returns:
            Logits (n, num_actions) float32, `FORBIDDEN` where the mask is False, so that the softmax is 0 there; and
            values (n,) float32.
        """
        logits, values = self.net(observations)
        return logits.masked_fill(masks.logical_not(), FORBIDDEN), values


def make_policy(network: str, game: Game, device: str = "cpu") -> Policy:
    """A policy with fresh weights on a device.

    Raises:
        ValueError: there is no such network.
    """
    return Policy(network, game).to(device)
