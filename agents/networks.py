"""The networks of a learner: observation in, logits of the actions and a value out.

`board` reads the observation as a graph: every region goes through the same small network, which looks at the
neighbours, and the verbs that take a region get their logits from the region itself; so do the rows of the column.
`mlp` is the plain network of Stable-Baselines3. `docs/training.md` compares the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from swenv.core.errors import unknown
from swenv.core.game import Game
from swenv.core.layout import ObservationLayout

NETWORKS = ("board", "mlp")
LINES_OF = {"region": "regions", "row": "column"}
"""Which part of the observation has a line for each value of a verb's argument."""


class Scale(BaseFeaturesExtractor):
    """Counts and coins to the scale of flags, one factor a column of the observation."""

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
    """Logits of all actions, in index order, and the input of the value head.

    Each region is read with the sum over its neighbours and with what concerns the whole game; mean and maximum over
    the regions tell the rest of the network about the board.
    """

    def __init__(self, game: Game, width: int) -> None:
        super().__init__()
        layout = game.observation_layout
        self.parts = {name: layout[name] for name in LINES_OF.values()}
        self.whole_from = self.parts["regions"].stop
        self.register_buffer("adjacency", torch.tensor(game.adjacencies, dtype=torch.float32))
        turn = layout["turn"]
        table = turn.column("table") if len(game.adjacencies) > 1 else slice(0, 0)
        self.table = slice(turn.start + table.start, turn.start + table.stop)
        self.whole = nn.Sequential(nn.Linear(layout.size - self.whole_from, 2 * width), nn.ReLU())
        self.line = nn.ModuleDict({name: nn.Linear(part.shape[1], width) for name, part in self.parts.items()})
        self.context = nn.ModuleDict({name: nn.Linear(2 * width, width) for name in self.parts})
        self.around = nn.Linear(self.parts["regions"].shape[1], width, bias=False)
        self.deep = nn.ModuleDict({name: nn.Linear(width, width) for name in self.parts})
        self.trunk = nn.Sequential(
            nn.Linear(6 * width, 4 * width), nn.ReLU(), nn.Linear(4 * width, 4 * width), nn.ReLU()
        )
        self.value = nn.Sequential(nn.Linear(4 * width, 4 * width), nn.ReLU())
        self.verbs = [(LINES_OF.get(verb.argument, ""), verb.size) for verb in game.verbs]
        number = {name: sum(part == name for part, _ in self.verbs) for name in self.parts}
        self.mix = nn.ModuleDict({name: nn.Linear(4 * width, width) for name in number})
        self.score = nn.ModuleDict({name: nn.Linear(width, n) for name, n in number.items()})
        self.rest = nn.Linear(4 * width, sum(size for part, size in self.verbs if not part))
        for layer in (*self.score.children(), self.rest):
            nn.init.orthogonal_(layer.get_parameter("weight"), gain=0.01)
            nn.init.zeros_(layer.get_parameter("bias"))
        self.latent_dim_pi, self.latent_dim_vf = game.num_actions, 4 * width

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
        """A vector for the game and, for each part, one for each line: (n, lines, width)."""
        whole = self.whole(features[:, self.whole_from :])
        lines = {}
        for name, part in self.parts.items():
            raw = features[:, part.start : part.stop].reshape(-1, *part.shape)
            read = self.line[name](raw) + self.context[name](whole)[:, None]
            if name == "regions":
                read = read + self.around(self._neighbors(features, raw))
            lines[name] = torch.relu(self.deep[name](torch.relu(read)))
        pooled = [summary for read in lines.values() for summary in (read.mean(1), read.amax(1))]
        return self.trunk(torch.cat([whole, *pooled], 1)), lines

    def _neighbors(self, features: Tensor, lines: Tensor) -> Tensor:
        """The sum of the lines of the neighbours of each region, (n, regions, facts) in and out."""
        boards = self.get_buffer("adjacency")
        if len(boards) == 1:
            return torch.einsum("rs,nsf->nrf", boards[0], lines)
        return torch.bmm(boards[features[:, self.table].argmax(1)], lines)

    def _logits(self, trunk: Tensor, lines: dict[str, Tensor]) -> Tensor:
        """Verbs that take a region or a row read its line, the others the trunk."""
        scores = {
            name: self.score[name](torch.relu(line + self.mix[name](trunk)[:, None])) for name, line in lines.items()
        }
        rest = self.rest(trunk)
        logits, used, at = [], dict.fromkeys(scores, 0), 0
        for part, size in self.verbs:
            if part:
                logits.append(scores[part][:, :, used[part]])
                used[part] += 1
            else:
                logits.append(rest[:, at : at + size])
                at += size
        return torch.cat(logits, 1)


class BoardPolicy(MaskableActorCriticPolicy):
    """The `board` network as a policy of MaskablePPO."""

    def __init__(self, *args: Any, game: Game, width: int = 48, **kwargs: Any) -> None:
        self.game, self.width = game, width
        super().__init__(*args, **{**kwargs, "ortho_init": False})

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = BoardNet(self.game, self.width)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the network gives the logits itself
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


def make_policy(network: str, game: Game) -> MaskableActorCriticPolicy:
    """A policy with fresh weights, on the CPU.

    Raises:
        ValueError: there is no such network.
    """
    if network not in NETWORKS:
        raise unknown("network", network, NETWORKS)
    kind, options = policy_of(network, game)
    observations = spaces.Box(-128, 127, (game.observation_size,), np.int8)
    return kind(observations, spaces.Discrete(game.num_actions), lambda _: 0.0, **options)
