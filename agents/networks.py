"""The networks of a learner: observation in, action logits and a value out.

`board` follows the observation layout: every row of the board, a region or a cell, goes through the same small network,
which also sees its neighbours. A verb whose arguments name a row gets its logits from that row; so does a verb that
names a row of another part, such as the column of combos. The code names no game.
`mlp` is the plain network of Stable-Baselines3. `docs/training.md` compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from swenv.core.action import Verb
from swenv.core.errors import unknown
from swenv.core.game import Game
from swenv.core.layout import ObservationLayout, Part

NETWORKS = ("board", "mlp")
WIDTH = 48
"""Width of the vectors of the `board` network."""
WIDTH_ON_GRID = 32
"""The same on a grid, which has many cells."""
FORBIDDEN = -1e8
"""Logit of an action that the mask forbids, as in MaskablePPO."""


class Scale(BaseFeaturesExtractor):
    """Scales counts and coins to the range of flags, with one factor per column of the observation."""

    def __init__(self, observation_space: spaces.Box, layout: ObservationLayout) -> None:
        super().__init__(observation_space, layout.size)
        factors = np.ones(layout.size, dtype=np.float32)
        for part in layout:
            lines = part.of(factors)
            for column in part.columns:
                if column.peak > 1:
                    lines[..., column.offset : column.offset + column.width] = 2 / column.peak
        self.register_buffer("factors", torch.tensor(factors))

    def forward(self, observations: Tensor) -> Tensor:
        """(n, size) in, (n, size) float32 out."""
        return observations * self.get_buffer("factors")


class BoardNet(nn.Module):
    """Computes the logits of all actions, in index order, and the input of the value head.

    The first part of the layout is the board. Each of its rows is read together with its neighbours, by 3x3
    convolutions on a grid and otherwise by the sum over adjacent rows, and with the features of the whole game. The
    mean and maximum over the rows inform the rest of the network about the board. Other parts whose rows are named by
    arguments of verbs are read in the same way, without neighbours.
    """

    def __init__(self, game: Game, width: int) -> None:
        super().__init__()
        layout = game.observation_layout
        self.board = layout[0].name
        self.grid = layout[0].grid
        self.parts = {part.name: part for part in layout if part.arguments}
        self.whole_from = layout[0].stop
        self.whole = nn.Sequential(nn.Linear(layout.size - self.whole_from, 2 * width), nn.ReLU())
        self.line = nn.ModuleDict({name: nn.Linear(part.shape[1], width) for name, part in self.parts.items()})
        self.context = nn.ModuleDict({name: nn.Linear(2 * width, width) for name in self.parts})
        self.around = self._between(game, width)
        self.deep = nn.ModuleDict({name: nn.Linear(width, width) for name in self.parts})
        self.trunk = nn.Sequential(
            nn.Linear((2 + 2 * len(self.parts)) * width, 4 * width),
            nn.ReLU(),
            nn.Linear(4 * width, 4 * width),
            nn.ReLU(),
        )
        self.value = nn.Sequential(nn.Linear(4 * width, 4 * width), nn.ReLU())
        self.verbs = [_outputs(verb, self.parts) for verb in game.verbs]
        number = {name: sum(outputs for part, outputs in self.verbs if part == name) for name in self.parts}
        self.mix = nn.ModuleDict({name: nn.Linear(4 * width, width) for name in number})
        self.score = nn.ModuleDict({name: nn.Linear(width, n) for name, n in number.items()})
        self.rest = nn.Linear(4 * width, sum(outputs for part, outputs in self.verbs if not part))
        for layer in (*self.score.children(), self.rest):
            nn.init.orthogonal_(layer.get_parameter("weight"), gain=0.01)
            nn.init.zeros_(layer.get_parameter("bias"))
        self.latent_dim_pi, self.latent_dim_vf = game.num_actions, 4 * width

    def _between(self, game: Game, width: int) -> nn.Module:
        """The layer that reads the neighbours of a row of the board; without a grid, it needs the adjacency matrix."""
        if self.grid:
            return nn.Conv2d(width, width, 3, padding=1, groups=width, bias=False)
        self.register_buffer("adjacency", torch.tensor(game.adjacencies, dtype=torch.float32))
        turn = game.observation_layout["turn"]
        table = turn.column("table") if len(game.adjacencies) > 1 else slice(0, 0)
        self.table = slice(turn.start + table.start, turn.start + table.stop)
        return nn.Linear(self.parts[self.board].shape[1], width, bias=False)

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """(n, size) in; logits (n, num_actions) and value features (n, 4 width) out."""
        trunk, lines = self._read(features)
        return self._logits(trunk, lines), self.value(trunk)

    def forward_actor(self, features: Tensor) -> Tensor:
        """Logits (n, num_actions)."""
        return self._logits(*self._read(features))

    def forward_critic(self, features: Tensor) -> Tensor:
        """Value features (n, 4 width)."""
        value: Tensor = self.value(self._read(features)[0])
        return value

    def _read(self, features: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """A vector for the game and, for each part, one for each row: (n, rows, width)."""
        whole = self.whole(features[:, self.whole_from :])
        lines = {}
        for name, part in self.parts.items():
            raw = features[:, part.start : part.stop].reshape(-1, *part.shape)
            read = self.line[name](raw) + self.context[name](whole)[:, None]
            if name == self.board and not self.grid:
                read = read + self.around(self._neighbors(features, raw))
            read = torch.relu(read)
            if name == self.board and self.grid:
                read = read + self._on_grid(read)
            lines[name] = torch.relu(self.deep[name](read))
        pooled = [summary for read in lines.values() for summary in (read.mean(1), read.amax(1))]
        return self.trunk(torch.cat([whole, *pooled], 1)), lines

    def _neighbors(self, features: Tensor, lines: Tensor) -> Tensor:
        """The sum of the rows of each region's neighbours, (n, regions, features) in and out."""
        boards = self.get_buffer("adjacency")
        if len(boards) == 1:
            return torch.einsum("rs,nsf->nrf", boards[0], lines)
        return torch.bmm(boards[features[:, self.table].argmax(1)], lines)

    def _on_grid(self, lines: Tensor) -> Tensor:
        """A depthwise convolution over the cells around each cell, (n, cells, width) in and out."""
        assert self.grid
        planes = lines.reshape(lines.shape[0], *self.grid, -1).permute(
            0, 3, 1, 2
        )  # "channels last", as lines lie anyway
        around: Tensor = self.around(planes).permute(0, 2, 3, 1)
        return around.reshape(lines.shape)

    def _logits(self, trunk: Tensor, lines: dict[str, Tensor]) -> Tensor:
        """Verbs whose arguments name a row read that row, the others read the trunk."""
        scores = {
            name: self.score[name](torch.relu(line + self.mix[name](trunk)[:, None])) for name, line in lines.items()
        }
        rest = self.rest(trunk)
        logits, used = [], dict.fromkeys((*scores, ""), 0)
        for part, outputs in self.verbs:
            of = slice(used[part], used[part] + outputs)
            logits.append(scores[part][:, :, of].flatten(1) if part else rest[:, of])
            used[part] += outputs
        return torch.cat(logits, 1)


def _outputs(verb: Verb, parts: Mapping[str, Part]) -> tuple[str, int]:
    """The part whose rows a verb's first arguments name, "" if there is none, and the verb's logits per row."""
    for name, part in parts.items():
        if verb.arguments[: len(part.arguments)] == part.arguments:
            return name, verb.size // part.shape[0]
    return "", verb.size


class BoardPolicy(MaskableActorCriticPolicy):
    """The `board` network as a policy of MaskablePPO."""

    def __init__(self, *args: Any, game: Game, width: int = 0, **kwargs: Any) -> None:
        self.game = game
        self.width = width or (WIDTH_ON_GRID if game.observation_layout[0].grid else WIDTH)
        super().__init__(*args, **{**kwargs, "ortho_init": False})

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = BoardNet(self.game, self.width)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the network computes the logits itself
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def policy_of(network: str, game: Game) -> tuple[type[MaskableActorCriticPolicy], dict[str, Any]]:
    """The policy class and its keyword arguments for a network of `NETWORKS`."""
    shared = {
        "features_extractor_class": Scale,
        "features_extractor_kwargs": {"layout": game.observation_layout},
        "optimizer_kwargs": {"eps": 1e-5},
    }
    if network == "board":
        return BoardPolicy, {"game": game, **shared}
    return MaskableActorCriticPolicy, {"net_arch": [256, 256], **shared}


class Policy(nn.Module):
    """A policy as a plain module: (observations, masks) in, (logits, values) out. See `agents.load_policy`."""

    def __init__(self, policy: MaskableActorCriticPolicy) -> None:
        super().__init__()
        self.scale, self.body = policy.features_extractor, policy.mlp_extractor
        self.actor, self.critic = policy.action_net, policy.value_net

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Masked logits and values.

        Args:
            observations: (n, observation_size), int8 or float.
            masks: (n, num_actions) bool.

        Returns:
            Logits (n, num_actions) float32, `FORBIDDEN` where the mask is False, so that the softmax is 0 there; and
            values (n,) float32.
        """
        for_actor, for_critic = self.body(self.scale(observations.float()))
        logits = self.actor(for_actor).masked_fill(masks.logical_not(), FORBIDDEN)
        return logits, self.critic(for_critic).squeeze(1)


def make_policy(network: str, game: Game, device: str = "cpu") -> MaskableActorCriticPolicy:
    """A policy with fresh weights.

    Raises:
        ValueError: there is no such network.
    """
    if network not in NETWORKS:
        raise unknown("network", network, NETWORKS)
    kind, options = policy_of(network, game)
    observations = spaces.Box(-128, 127, (game.observation_size,), np.int8)
    return kind(observations, spaces.Discrete(game.num_actions), lambda _: 0.0, **options).to(device)
