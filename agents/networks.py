"""The networks of a learner, plain torch modules: observations and masks in, masked logits and values out.

There is a value for every seat, the observing seat first, then clockwise.

`board` follows the observation layout: every region of the board goes through the same small network, which also sees
its neighbours. A verb whose arguments name a row gets its logits from that row; so does a verb that names a row of
another part, such as the column of combos. The code names no game. No weight belongs to a board or its size, so they
fit every board; `carry_over` fits them to another number of seats. A game without a board of regions has its own
network, in a module `networks_<game>`, with `axes` of its own.

`mlp` is the plain network of Stable-Baselines3. `docs/experiments.md` compares the two.

Observations stay int8 until a layer reads them. The first layers scale what they read to the range of flags, through
their weights, which are much smaller than a batch.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from swenv.core.action import Verb
from swenv.core.errors import check_known
from swenv.core.game import Game
from swenv.core.layout import ObservationLayout, Part

NETWORKS = ("board", "mlp")
WIDTH = 32
"""Width of the vectors of the `board` network."""
HIDDEN = 256
"""Width of the hidden layers of the `mlp` network."""
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
    """Computes the logits of all actions, in index order, and the values of all seats.

    The first part of the layout is the board. Each of its rows is read together with the sum of its neighbours, and
    with the features of the whole game. The mean and maximum over the rows inform the rest of the network about the
    board. Other parts whose rows are named by arguments of verbs are read in the same way, without neighbours.

    Vectors for the rows of a part have the shape (rows, n, width): with the rows first, what is the same for all rows
    is added, and what is pooled over rows is summed, in long contiguous runs.
    """

    recordable = True
    """See `Policy.recordable`."""

    def __init__(self, game: Game, width: int = WIDTH) -> None:
        super().__init__()
        layout = game.observation_layout
        self.facts = layout.facts
        self.board = layout[0].name
        self.parts = {part.name: part for part in layout if part.arguments}
        self.padded = False
        self.whole_from = layout[0].stop
        self.register_buffer("factors", scales(layout), persistent=False)
        self.whole = nn.Linear(self.facts - self.whole_from, 2 * width)
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
        self.value = nn.Sequential(
            nn.Linear(4 * width, 4 * width), nn.ReLU(inplace=True), nn.Linear(4 * width, game.num_players)
        )
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
        layout = game.observation_layout
        self.numbered = layout.facts < layout.size
        if self.numbered:
            there = game.adjacencies.max(2).T[:, :, None]  # (regions, boards, 1), 0 where a board has no such region
            self.register_buffer("there", torch.tensor(there, dtype=torch.float32), persistent=False)
            self.padded = not there.all()
        elif len(adjacency) > 1:
            turn, table = layout["turn"], layout["turn"].column("table")
            self.table = slice(turn.start + table.start, turn.start + table.stop)
        return nn.Linear(self.parts[self.board].shape[1], width, bias=False)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """(n, size) in, int8 or float; logits (n, num_actions) and values (n, num_players) out."""
        factors = self.get_buffer("factors")
        weight = self.whole.weight * factors[self.whole_from : self.facts]
        whole = torch.relu(linear(observations[:, self.whole_from : self.facts].float(), weight, self.whole.bias))
        lines = {name: self._read(part, observations, whole, factors) for name, part in self.parts.items()}
        pooled = [each for name, read in lines.items() for each in self._pooled(name, read, observations)]
        trunk = self.trunk(torch.cat([whole, *pooled], 1))
        return self._logits(trunk, lines), self.value(trunk)

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
        return torch.bmm(boards[self._tables(observations)], lines.transpose(0, 1)).transpose(0, 1)

    def _tables(self, observations: Tensor) -> Tensor:
        """The number of the board that each observation shows, (n,) int64."""
        return observations[:, self.facts].long() if self.numbered else observations[:, self.table].argmax(1)

    def _pooled(self, name: str, lines: Tensor, observations: Tensor) -> tuple[Tensor, Tensor]:
        """The mean and the maximum over the rows, without those that the board of an observation does not have."""
        if name != self.board or not self.padded:
            return lines.sum(0) / len(lines), _most(lines)  # mean() would divide the gradient of every row
        there = self.get_buffer("there")[:, self._tables(observations)]
        lines = lines * there
        return lines.sum(0) / there.sum(0), _most(lines)  # the maximum: no row is negative

    def _logits(self, trunk: Tensor, lines: dict[str, Tensor]) -> Tensor:
        """Verbs whose arguments name a row read that row, the others read the trunk."""
        scores = {
            # One copy, in which the rows of each verb lie side by side, as they do among the logits.
            name: iter(torch.split(self._scored(name, lines[name], trunk).permute(2, 0, 1).contiguous(), sizes, 1))
            for name, sizes in self.outputs.items()
            if name
        }
        rest = iter(torch.split(self.rest(trunk), self.outputs.get("", [0]), 1))
        return torch.cat(
            [next(scores[part]).transpose(1, 2).flatten(1) if part else next(rest) for part, _ in self.verbs], 1
        )

    def _scored(self, name: str, lines: Tensor, trunk: Tensor) -> Tensor:
        """All outputs for each row of a part, (outputs, rows, n): so few columns would be a slow product."""
        layer, read = self.score[name], torch.relu_(lines + self.mix[name](trunk)).flatten(0, 1)
        scores = torch.addmm(layer.get_parameter("bias")[:, None], layer.get_parameter("weight"), read.T)
        return scores.view(-1, lines.shape[0], lines.shape[1])


def _most(lines: Tensor) -> Tensor:
    """The maximum over the rows, see `_Most`."""
    if not torch.is_grad_enabled():
        return lines.amax(0)
    most: Tensor = _Most.apply(lines)  # type: ignore[no-untyped-call]
    return most


class _Most(torch.autograd.Function):
    """The maximum over the rows, (rows, n, width) to (n, width).

    All rows that have it get the gradient, which is a fraction of the work of finding one of them, as `max` does. Rows
    with the same vector are rare, but for zeros, which pass no gradient on to the layer before.
    """

    @staticmethod
    def forward(ctx: Any, lines: Tensor) -> Tensor:
        most = lines.amax(0)
        ctx.save_for_backward(lines, most)
        return most

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        lines, most = ctx.saved_tensors
        return torch.eq(lines, most, out=torch.empty_like(lines)).mul_(gradient)


def _outputs(verb: Verb, parts: Mapping[str, Part]) -> tuple[str, int]:
    """The part whose rows a verb's first arguments name, "" if there is none, and the verb's logits per row."""
    for name, part in parts.items():
        if verb.arguments[: len(part.arguments)] == part.arguments:
            return name, verb.size // part.shape[0]
    return "", verb.size


class Mlp(nn.Module):
    """Two hidden layers for the logits, and two for the values, over the whole vector."""

    recordable = True

    def __init__(self, game: Game, width: int = HIDDEN) -> None:
        super().__init__()
        self.facts = game.observation_layout.facts
        self.register_buffer("factors", scales(game.observation_layout)[: self.facts], persistent=False)
        self.actor = _layers(self.facts, width, game.num_actions, gain=0.01)
        self.value = _layers(self.facts, width, game.num_players, gain=1.0)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """(n, size) in, int8 or float; logits (n, num_actions) and values (n, num_players) out."""
        scaled = observations[:, : self.facts].float() * self.get_buffer("factors")
        return self.actor(scaled), self.value(scaled)


def _layers(inputs: int, width: int, outputs: int, gain: float) -> nn.Sequential:
    """Two hidden layers and an output layer, with orthogonal weights as in Stable-Baselines3."""
    sizes = ((inputs, width, 2**0.5), (width, width, 2**0.5), (width, outputs, gain))
    layers: list[nn.Module] = []
    for size, width, each in sizes:
        layer = nn.Linear(size, width)
        nn.init.orthogonal_(layer.weight, gain=each)
        nn.init.zeros_(layer.bias)
        layers += [layer, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


def fits_every_board(network: str, game: Game) -> bool:
    """Whether a network is a `BoardNet`: `board`, unless the game has its own network."""
    return network == "board" and find_spec(_own_network(game)) is None


def _own_network(game: Game) -> str:
    """The module of a game's own network, which is called `Net`."""
    return f"swenv.agents.networks_{game.name}"


def cost(network: str, game: Game) -> float:
    """The approximate cost of a decision, in numbers of the observation and mask that `BoardNet` would read for it."""
    own = 1.0 if network != "board" or fits_every_board(network, game) else import_module(_own_network(game)).COST
    return float(own * (game.observation_size + game.num_actions))


def _board_net(game: Game, width: int | None) -> nn.Module:
    """The network `board` of a game."""
    if fits_every_board("board", game):
        return BoardNet(game, width or WIDTH)
    if width:
        raise ValueError(f"option 'width': the network board of {game.name} has a width of its own")
    net: nn.Module = import_module(_own_network(game)).Net(game)
    return net


class Policy(nn.Module):
    """A policy with fresh weights: (observations, masks) in, (logits, values) out. See `agents.load_policy`.

    Args:
        network: One of `NETWORKS`.
        game: The game to play.
        width: Width of its vectors, or of the hidden layers of `mlp`; None for the usual one.

    Raises:
        ValueError: there is no such network.
    """

    def __init__(self, network: str, game: Game, width: int | None = None) -> None:
        super().__init__()
        check_known("network", network, NETWORKS)
        self.net = _board_net(game, width) if network == "board" else Mlp(game, width or HIDDEN)

    @property
    def recordable(self) -> bool:
        """Whether its computation depends only on the shapes of its inputs, so that a GPU can record it."""
        return bool(self.net.recordable)

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
            values (n, num_players) float32, the observing seat first, then clockwise.
        """
        logits, values = self.net(observations)
        return masked(logits, masks), values


@torch.no_grad()
def share_value(policy: Policy) -> None:
    """Let the other seats share the negative of the observing seat's value, in a policy that has learned no more."""
    last = policy.net.get_submodule("value")[-1]  # type: ignore[index]
    for each in (last.weight, last.bias):
        each[1:] = -each[:1] / max(len(each) - 1, 1)


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logits (n, num_actions), `FORBIDDEN` where the mask (n, num_actions) bool is False."""
    return logits.masked_fill(masks.logical_not(), FORBIDDEN)


def axes(game: Game) -> dict[str, list[str]]:
    """The meaning of each number that a layer of the network `board` reads or computes.

    The keys are layers, with ":in" or ":out"; the other layers are the same for every game. A `BoardNet` fits every
    game with the same axes.
    """
    if not fits_every_board("board", game):
        own: dict[str, list[str]] = import_module(_own_network(game)).axes(game)
        return own
    layout = game.observation_layout
    parts = {part.name: part for part in layout if part.arguments}
    whole = [name for part in layout[1:] for name in facts_of(part)][: layout.facts - layout[0].stop]
    columns = {"whole:in": whole} | {f"line.{name}:in": _columns(part) for name, part in parts.items()}
    columns["around:in"] = _columns(layout[0])
    columns["value.2:out"] = [f"seat {k}" for k in range(game.num_players)]
    for verb in game.verbs:
        part, outputs = _outputs(verb, parts)
        key = f"score.{part}:out" if part else "rest:out"
        columns.setdefault(key, []).extend(f"{verb.name} {k}" for k in range(outputs))
    return columns


def _columns(part: Part) -> list[str]:
    """A name for each entry in a line of a part."""
    return [
        f"{column.name} {column.values[k] if column.values else k}"
        for column in part.columns
        for k in range(column.width)
    ]


def facts_of(part: Part) -> list[str]:
    """A name for each entry of a part."""
    lines = part.shape[0] if len(part.shape) > 1 else 1
    return [f"{part.name} {line} {name}" for line in range(lines) for name in _columns(part)]


def carry_over(trained: Policy, old: Game, policy: Policy, new: Game) -> None:
    """Load the weights of a network `board`, trained for the game `old`, into one for the game `new`.

    Weights are matched by the names of inputs and outputs (`axes`). A new numbered item, such as a further seat, gets
    the weights of the one before it. Any other new input is read with weight 0, so that it changes nothing at first;
    any other new output keeps the weights that `policy` has.
    """
    weights, before, after = trained.state_dict(), axes(old), axes(new)
    for name, fresh in policy.state_dict().items():
        layer, _, kind = name.removeprefix("net.").rpartition(".")
        reads, computes = f"{layer}:in", f"{layer}:out"
        if computes in after:
            weights[name] = _fitted(weights[name], before.get(computes, []), after[computes], 0, fresh)
        elif reads in after and kind == "weight":
            weights[name] = _fitted(weights[name], before[reads], after[reads], 1, torch.zeros_like(fresh))
    policy.load_state_dict(weights)


def _fitted(weights: Tensor, old: list[str], new: list[str], axis: int, fresh: Tensor) -> Tensor:
    """The weights in the order of the new names along an axis; `fresh` ones for names without a counterpart."""
    at = {name: number for number, name in enumerate(old)}
    like = {number: at[name] for number, each in enumerate(new) if (name := closest_name(each, at)) is not None}
    here, there = (torch.tensor([*numbers], dtype=torch.int64) for numbers in (like, like.values()))
    return fresh.index_copy(axis, here, weights.index_select(axis, there))


def closest_name(name: str, known: Collection[str]) -> str | None:
    """The known counterpart of a name: itself, or else one with a smaller number in it; None if there is none."""
    if name in known:
        return name
    for digits in reversed([*re.finditer("[0-9]+", name)]):
        for number in range(int(digits[0]) - 1, -1, -1):
            other = f"{name[: digits.start()]}{number}{name[digits.end() :]}"
            if other in known:
                return other
    return None


def make_policy(network: str, game: Game, device: str = "cpu", width: int | None = None) -> Policy:
    """A policy with fresh weights on a device; see `Policy`.

    Raises:
        ValueError: there is no such network.
    """
    return Policy(network, game, width).to(device)


def outline(network: str, game: Game, width: int | None = None) -> dict[str, Tensor]:
    """The weights of a policy by name, as tensors that have a shape and a type but no data, and take no memory.

    Raises:
        ValueError: there is no such network.
    """
    with torch.device("meta"):
        return Policy(network, game, width).state_dict()
