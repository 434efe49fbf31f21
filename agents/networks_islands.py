"""The network of Small Islands: it scores actions by their effects on islands.

A board has hundreds of cells, of which a few dozen matter. So the network reads no cells. It reads islands, one by one,
and works out candidates from the observation: every way to lay a tile in sight, every house, every harbour, and every
place for a marker. A tile or a marker is read by the islands that it would leave, and by those that it would take away.
The pay of cards on an island that does not exist yet follows from the tables of the rules; its worth is learned.

The candidates of all games in a batch are in one long table, each with the game (the row of the batch) it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag, linear, relu

from swenv.agents.networks import facts_of, scales
from swenv.core.game import Game
from swenv.core.layout import Part
from swenv.islands.rules.fields import ISLANDS, SECOND
from swenv.islands.rules.record import (
    CARDS,
    GREY,
    HAND,
    HELD,
    MARKET,
    NUM_TILES,
    PORT,
    RESOURCES,
    SLOTS,
    SYMBOLS,
    Fact,
    Goal,
    Reward,
)

WIDTH, WIDE = 32, 128
"""Width of the vectors of islands and candidates, and of those of the whole game."""
COST = 2.5
"""How much more a decision costs than with `BoardNet`, per number of the observation and mask."""
LINES = ISLANDS + 2
"""Lines of a game in the table of islands: none, those of the observation, and one for all others."""
ON_ISLAND = len(SYMBOLS) + 2
"""Facts of an island before its houses: symbols, size, sites."""
SHIP = NUM_TILES + 1
"""The code of a cell with the ship of the observing seat."""
FAR = 99.0
PAIRS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
"""The cards in hand to use now and to keep, in the order of the actions (SI-ACT-2)."""
TWO = ((0, 1), (0, 2), (1, 2))
"""The pairs of resources."""
IN_SIGHT = {
    "turn": range(MARKET + HAND),
    "hand": range(MARKET, MARKET + HAND),
    **dict.fromkeys(("place", "start_place", "alexis_place"), (MARKET + HAND,)),
}
"""The lines of the visible tiles that could be laid, by phase."""


def axes(game: Game) -> dict[str, list[str]]:
    """The meaning of each number that a layer reads or computes, where it depends on the game; see `networks.axes`."""
    layout = game.observation_layout
    owners = layout["islands"].column("houses")
    facts = [f"fact {k}" for k in range(ON_ISLAND)] + [f"houses {k}" for k in range(owners.stop - owners.start)]
    read = 5 * WIDTH + 4 * layout["tiles"].shape[0]
    return {
        "whole:in": [name for part in layout if part.start >= layout["houses"].start for name in facts_of(part)],
        "island.0:in": [*facts, *(f"card {k}" for k in range(7))],
        "pick.0:in": [*facts, *(f"card {k}" for k in range(4))],
        "trunk.0:in": [*(f"summary {k}" for k in range(read)), *facts, "best harbour", "harbours"],
        "value.2:out": [f"seat {k}" for k in range(game.num_players)],
    }


class Cards(nn.Module):
    """What goals and rewards say about islands, as in `swenv.islands.rules.worth`; nothing here is learned.

    A card is a line of numbers of which only those of its kind are not zero.
    """

    goals: Tensor
    rewards: Tensor
    by_size: Tensor
    tokens: Tensor

    def __init__(self, t: Any) -> None:
        super().__init__()
        goals, rewards = np.zeros((CARDS + 1, 13), dtype=np.float32), np.zeros((CARDS + 1, 12), dtype=np.float32)
        for card in range(CARDS):
            kind, (x, y) = t["goal"][card], t["goal_resource"][card]
            if kind == Goal.AT_LEAST:
                goals[card, :5] = t["goal_symbols"][card]
            elif kind == Goal.MORE_THAN:
                goals[card, 5 + x], goals[card, 5 + y], goals[card, 8] = -1, 1, 1
            else:
                goals[card, 9] = 1
                goals[card, 10:] = [FAR * (kind != Goal.TWO_RESOURCES_EQUAL and x not in pair) for pair in TWO]
            kind, each = t["rewards"][card], t["per_symbol"][card]
            rewards[card, 5] = t["bonus"][card]
            if kind in (Reward.SYMBOLS, Reward.FLAT):
                rewards[card, :5] = each
            elif kind == Reward.CHOSEN_RESOURCE_PORTS:
                rewards[card, [7, 9]] = 1
            else:
                column = {Reward.LEAST_RESOURCE: 6, Reward.MOST_RESOURCE: 7, Reward.BUILDING_SITES: 8}.get(kind)
                column = column or (10 if kind == Reward.ISLAND_SIZE else 11)
                rewards[card, column] = each[0] if column < 9 else 1
        by_size = np.zeros(128, dtype=np.float32)
        for fewest, pays in t["bands"]:
            by_size[fewest:] = pays
        for name, table in (("goals", goals), ("rewards", rewards), ("by_size", by_size)):
            self.register_buffer(name, torch.tensor(table), persistent=False)
        tokens = torch.tensor(t["expected_token"], dtype=torch.float32)
        self.register_buffer("tokens", tokens, persistent=False)

    def of(self, goal: Tensor, reward: Tensor) -> tuple[Tensor, Tensor]:
        """The lines of cards, (..., 13) and (..., 12), from their flags, (..., CARDS)."""
        return goal @ self.goals[:-1], reward @ self.rewards[:-1]

    def forward(self, facts: Tensor, goals: Tensor, rewards: Tensor) -> tuple[Tensor, Tensor]:
        """What islands lack and pay: (facts, k), and cards (cards, ..., k) in; (cards, k) each out.

        With the islands last, every operation is on long contiguous runs.
        """
        symbols, resources = facts[: len(SYMBOLS)], facts[: len(RESOURCES)]
        a, b = resources[[0, 0, 1]], resources[[1, 2, 2]]
        apart = torch.where(a + b > 0, (a - b).abs(), 2.0)
        lacking = (goals[:, :5] - symbols).clamp_(min=0).sum(1)
        lacking += ((goals[:, 5:8] * resources).sum(1) + goals[:, 8]).clamp_(min=0)
        lacking += goals[:, 9] * (apart + goals[:, 10:]).amin(1)
        most = resources.amax(0)
        least = torch.where(resources > 0, resources, most).amin(0)
        by_size, tokens = self.by_size, self.tokens
        others = [
            least,
            most,
            facts[Fact.SITES],
            (facts[Fact.PORTS] / 2).floor(),
            by_size[facts[Fact.SIZE].long().clamp(0, len(by_size) - 1)],
            tokens[facts[Fact.TEMPLE].long().clamp(0, len(tokens) - 1)],
        ]
        counted = torch.stack([*symbols, torch.ones_like(most), *others])
        return lacking, (rewards * counted).sum(1)


class Board:
    """The contents of a batch of observations, as tensors.

    Attributes:
        tile: (n, cells), the tile on each cell, as in the observation.
        sides: (n, cells, 4), the island on each side, as in the observation.
        facts: (n * LINES, facts), the islands by the numbers in `sides`; symbols, size, sites, houses of each owner.
        phase: (n, phases) bool.
        tiles: (n, 7, columns), the visible tiles.
    """

    def __init__(self, parts: dict[str, Part], observations: Tensor) -> None:
        self._parts = parts
        self._observations = observations
        self.n = len(observations)
        self.tile = self.of("cells", "tile")[..., 0].long()
        self.sides = self.of("cells", "sides").long()
        islands = torch.cat([self.of("islands", name) for name in ("symbols", "size", "sites", "houses")], 2).float()
        self.facts = nn.functional.pad(islands, (0, 0, 1, 1)).flatten(0, 1)
        self.phase = self.of("turn", "phase") > 0
        self.tiles = self.part("tiles").long()

    def part(self, name: str) -> Tensor:
        """A part, (n, lines, columns) or (n, columns)."""
        part = self._parts[name]
        return self._observations[:, part.start : part.stop].reshape(self.n, *part.shape)

    def of(self, name: str, column: str) -> Tensor:
        """A column group of a part, (n, lines, width) or (n, width)."""
        return self.part(name)[..., self._parts[name].column(column)]


class Ways(NamedTuple):
    """All ways to lay a tile in sight, k of them.

    Attributes:
        row: (k,), the games.
        cell: (k,), where the tile is laid.
        tile: (k,), which of the visible tiles it is.
        rotation: (k,), 0 to 3.
        own: (k, 2, facts), the contents of the pieces of the tile.
        first: (k, facts), the island that its first piece becomes part of.
        others: (j, facts), the islands of the second pieces that stay apart.
        of: (j,), the ways that those belong to.
        absorbed: (k, 4), the islands that become part of another, in the table.
    """

    row: Tensor
    cell: Tensor
    tile: Tensor
    rotation: Tensor
    own: Tensor
    first: Tensor
    others: Tensor
    of: Tensor
    absorbed: Tensor


class Marks(NamedTuple):
    """All ways to lay a marker, k of them, in the games where one is due.

    Attributes:
        game: (games,), those games.
        row: (k,), which of them.
        cell: (k,), where the marker is laid.
        at: (k,), the slot, or for a port the piece.
        kind: (k,), what the marker shows.
        island: (k,), the island there, in the table.
        facts: (k, facts), that island afterwards.
    """

    game: Tensor
    row: Tensor
    cell: Tensor
    at: Tensor
    kind: Tensor
    island: Tensor
    facts: Tensor


class Net(nn.Module):
    """Computes the logits of all actions, in index order, and the values of all seats."""

    recordable = False  # it computes only what is on the boards of a batch

    factors: Tensor
    fact_scale: Tensor
    fits: Tensor
    site: Tensor
    ports: Tensor
    slot_resource: Tensor
    slot_piece: Tensor
    mode_shows: Tensor
    in_sight: Tensor

    def __init__(self, game: Game) -> None:
        super().__init__()
        layout, t = game.observation_layout, game.tables[0]
        self.parts: dict[str, Part] = {part.name: part for part in layout}
        self.verbs = {verb.name: (verb.first, verb.size) for verb in game.verbs}
        self.num_actions, self.phases = game.num_actions, list(game.phases)
        self.grid = layout["cells"].grid
        self._columns = self.grid[1]
        self.decks = len(layout["cards"].columns)
        owners = layout["islands"].column("houses")
        self.num_facts = ON_ISLAND + owners.stop - owners.start
        self.whole_from = layout["houses"].start
        self._tables(t, layout)
        self.cards = Cards(t)
        self.whole = nn.Linear(layout.size - self.whole_from, 2 * WIDTH)
        self.contexts = nn.ModuleDict(
            {name: nn.Linear(2 * WIDTH, WIDTH) for name in ("island", "lay", "tile", "mark", "house", "dock", "pick")}
        )
        self.island = nn.ModuleList([nn.Linear(self.num_facts + 7, WIDTH), nn.Linear(WIDTH, WIDTH)])
        self.lay = nn.ModuleList([nn.Linear(WIDTH + 8, WIDTH), nn.Linear(WIDTH, 4)])
        self.laid = nn.Linear(WIDTH, 4, bias=False)
        self.tile = nn.ModuleList([nn.Linear(layout["tiles"].shape[1] + 4, WIDTH), nn.Linear(WIDTH, 2)])
        self.mark = nn.ModuleList([nn.Linear(WIDTH + 4, WIDTH), nn.Linear(WIDTH, 1)])
        self.marked = nn.Linear(WIDTH, 1, bias=False)
        self.house = nn.ModuleList([nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 1)])
        self.dock = nn.ModuleList([nn.Linear(3, WIDTH), nn.Linear(WIDTH, 2)])
        self.pick = nn.ModuleList([nn.Linear(self.num_facts + 4, WIDTH), nn.Linear(2 * WIDTH, 4)])
        self.trunk = nn.Sequential(
            nn.Linear(5 * WIDTH + 4 * layout["tiles"].shape[0] + self.num_facts + 2, WIDE),
            nn.ReLU(),
            nn.Linear(WIDE, WIDE),
            nn.ReLU(),
        )
        self.value = nn.Sequential(nn.Linear(WIDE, WIDE), nn.ReLU(), nn.Linear(WIDE, game.num_players))
        self.num_rest = self.verbs["place"][0]
        self.on_cells = [size for first, size in self.verbs.values() if first >= self.num_rest]
        self.rest = nn.Linear(WIDE, self.num_rest + len(self.on_cells))
        last = (self.lay[1], self.tile[1], self.mark[1], self.house[1], self.dock[1], self.pick[1], self.laid)
        for layer in (*last, self.marked, self.rest):
            nn.init.orthogonal_(layer.get_parameter("weight"), gain=0.01)
        for layer in (*last[:-1], self.rest):
            nn.init.zeros_(layer.get_parameter("bias"))

    def _tables(self, t: Any, layout: Any) -> None:
        """Public facts about tiles, as buffers; lists indexed by codes also have an entry for nothing."""

        def keep(name: str, table: Any, dtype: torch.dtype = torch.int64) -> None:
            self.register_buffer(name, torch.tensor(np.asarray(table), dtype=dtype), persistent=False)

        self.register_buffer("factors", scales(layout)[self.whole_from :], persistent=False)
        scale = np.full(self.num_facts, 0.5, dtype=np.float32)
        scale[ON_ISLAND:] = 1
        keep("fact_scale", scale, torch.float32)
        shapes = (np.asarray(t["piece_at"], dtype=np.int64) + 1) @ 3 ** np.arange(4)
        fits = np.zeros((81, 256), dtype=np.int64)
        fits[shapes] = t["fits"][t["form"]]
        keep("fits", fits)
        pad = 1 + GREY + 1  # ships lie on cells, too
        keep("site", np.concatenate([[-1], t["site"], [-1] * pad]))
        keep("ports", np.concatenate([[0], t["ports"].sum(axis=1), [0] * pad]), torch.float32)
        keep("slot_resource", np.concatenate([[[-1] * SLOTS], t["slot_resource"], [[-1] * SLOTS] * pad]))
        keep("slot_piece", np.concatenate([[[-1] * SLOTS], t["slot_piece"], [[-1] * SLOTS] * pad]))
        keep("mode_shows", t["mode_shows"])
        lines = layout["tiles"].shape[0]
        in_sight = [[k in IN_SIGHT.get(phase, ()) for k in range(lines)] for phase in self.phases]
        keep("in_sight", in_sight, torch.float32)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """(n, size) in, int8 or float; logits (n, num_actions) and values (n, num_players) out."""
        board = Board(self.parts, observations)
        rest = observations[:, self.whole_from :].float()
        whole = relu(linear(rest, self.whole.weight * self.factors, self.whole.bias))
        context = {name: layer(whole) for name, layer in self.contexts.items()}
        cards = self._own_cards(board)
        using = self._using(cards)
        near, ways, marks = self._near(board), self._ways(board), self._marks(board)
        there = torch.nonzero(board.facts[:, Fact.SIZE])[:, 0]
        islands = [(board.facts[there], there // LINES), (ways.first, ways.row), (ways.others, ways.row[ways.of])]
        if marks is not None:
            islands.append((marks.facts, marks.game[marks.row]))
        facts, rows = (torch.cat(each) for each in zip(*islands, strict=True))
        every = self._read(facts, rows, using, context["island"])
        read = torch.split(every, [len(each) for each, _ in islands])
        table = read[0].new_zeros(board.n * LINES, WIDTH).index_copy(0, there, read[0])
        place, best = self._lay(board, ways, read[1].index_add(0, ways.of, read[2]), table, near, context)
        tile = self._tiles(board, best, context["tile"])
        known = table.view(board.n, LINES, WIDTH)
        scored = nn.functional.pad(board.of("islands", "scored")[..., 0] == 2, (1, 1))
        scored = (board.facts.view(board.n, LINES, -1) * scored[..., None]).sum(1) * self.fact_scale
        harbours = torch.stack([near[3].amax(1), (near[3] >= 0).sum(1).sqrt()], 1) / 2
        trunk = self.trunk(
            torch.cat([whole, known.sum(1) / 4, known.amax(1), best.flatten(1), tile[0].amax(1), scored, harbours], 1)
        )
        rest, named = self.rest(trunk).split([self.num_rest, len(self.on_cells)], 1)
        scores = [place, *tile[1], *self._picks(board, cards, context["pick"])]
        scores += [*self._houses(board, table, context["house"]), *self._docks(board, near, context["dock"])]
        if marks is not None:
            scores += self._mark(board, marks, read[3] - table[marks.island], near, context["mark"])
        shared = torch.cat([rest, *(named[:, [k]].expand(-1, size) for k, size in enumerate(self.on_cells))], 1)
        index, score = (torch.cat(each) for each in zip(*scores, strict=True))
        logits = shared.flatten().index_add(0, index, score).view(board.n, -1)
        return logits, self.value(trunk)

    def _own_cards(self, board: Board) -> tuple[Tensor, Tensor]:
        """The lines of this seat's goals and rewards: held 0 to 2, the current one, the returned one."""
        flags = board.part("cards").float().view(board.n, -1, self.decks, CARDS)
        lines: tuple[Tensor, Tensor] = self.cards.of(flags[:, :, 0], flags[:, :, -1])
        return lines

    def _using(self, cards: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        """Of its goals and rewards, the current one and the one that is kept, (n, 2, ...) each."""
        return cards[0][:, [HELD, 0]], cards[1][:, [HELD, 0]]

    def _read(self, facts: Tensor, rows: Tensor, using: tuple[Tensor, Tensor], context: Tensor) -> Tensor:
        """A vector for each island, (k, WIDTH), from its facts, (k, facts), and its games, (k,)."""
        with torch.no_grad():
            counts = facts.t().contiguous()
            goals, rewards = (each.permute(1, 2, 0).index_select(2, rows) for each in using)
            lacking, pays = self.cards(counts, goals, rewards)
            free = counts[Fact.SITES] - counts[ON_ISLAND:].sum(0)
            scaled = counts * self.fact_scale[:, None]
            seen = torch.cat([scaled, lacking / 2, pays / 4, lacking == 0, free[None] / 2]).t()
        hidden = torch.relu_(self.island[0](seen) + context.index_select(0, rows))
        return torch.relu_(self.island[1](hidden))

    def _near(self, board: Board) -> Tensor:
        """Ports around cells, own ships, others, and ports again where a ship may lie, else -1, (4, n, cells)."""
        assert self.grid
        tile = board.tile
        ports = nn.functional.pad(self.ports[tile], (0, 1))
        row, column, shows = (board.of("markers", name).long() for name in ("row", "column", "shows"))
        cell = torch.where(row > 0, (row - 1) * self.grid[1] + column - 1, tile.shape[1])[..., 0]
        ports = ports.scatter_add(1, cell, shows[..., PORT].float())[:, :-1]
        here = torch.stack([ports, (tile == SHIP).float(), (tile > SHIP).float()], 1).view(board.n, 3, *self.grid)
        around = _three_by_three(here, torch.add).flatten(2).transpose(0, 1)
        sea = (tile == 0) & (board.sides <= 0).all(2) & (board.sides < 0).any(2)
        return torch.cat([around, torch.where(sea, around[0], -1.0)[None]])

    def _ways(self, board: Board) -> Ways:
        """Find the ways to lay tiles."""
        lines = board.tiles
        column = self.parts["tiles"].column
        piece = lines[..., column("edges")] + lines[..., column("second")]
        codes = (piece * torch.tensor([1, 3, 9, 27], device=lines.device)).sum(2)
        present = (lines[..., 0] > 0) & (board.phase.float() @ self.in_sight > 0)
        bits = torch.tensor([1, 2, 4, 8], device=lines.device)
        row, cell = torch.nonzero(
            (board.tile == 0) & (board.sides != 0).any(2) & present.any(1, keepdim=True), as_tuple=True
        )
        sides = board.sides[row, cell]
        demand = ((sides > 0) * bits).sum(1) + 16 * ((sides < 0) * bits).sum(1)
        fits = self.fits[codes[row], demand[:, None]] * present[row]
        shore, tile, rotation = torch.nonzero((fits[..., None] & bits) > 0, as_tuple=True)
        row, cell = row[shore], cell[shore]
        turned = (torch.arange(4, device=lines.device) + rotation[:, None]) & 3
        beside = sides[shore].gather(1, turned).clamp(min=0) % SECOND
        which = row * lines.shape[1] + tile
        own = self._on_tile(lines.flatten(0, 1)).index_select(0, which)
        joined = self._joined(board, row, beside, piece.flatten(0, 1).index_select(0, which) - 1, own)
        return Ways(row, cell, tile, rotation, own, *joined)

    def _lay(
        self, board: Board, ways: Ways, after: Tensor, table: Tensor, near: Tensor, context: dict[str, Tensor]
    ) -> tuple[tuple[Tensor, Tensor], Tensor]:
        """Scores of placements, and the best of each tile in sight, (n, tiles, 4), from their results, (k, WIDTH)."""
        assert self.grid
        row, cell, tile, rotation = ways[:4]
        which, side = torch.nonzero(ways.absorbed % LINES, as_tuple=True)
        change = after.index_add(0, which, table.index_select(0, ways.absorbed[which, side]), alpha=-1)
        ports = ways.own[:, :, Fact.PORTS].sum(1)
        around, mine, other, harbour = near[:, row, cell]
        best_harbour = near[3].amax(1).clamp(min=0)
        reach = _three_by_three(near[3].view(board.n, *self.grid), torch.maximum).flatten(1)[row, cell]
        there = (reach + ports - best_harbour[row]).clamp(min=0) * (reach >= 0)
        lost = ((harbour >= 0) & (harbour >= best_harbour[row])).float()
        more = torch.stack([ports, ports * mine, ports * other, around / 2, there, lost, mine, rotation / 4], 1)
        hidden = torch.relu_(self.lay[0](torch.cat([change, more], 1)) + context["lay"].index_select(0, row))
        score = self.lay[1](hidden) + self.laid(change)
        number = board.tiles.shape[1]
        best = score.new_zeros(board.n * number, 4)
        best = best.scatter_reduce(0, (row * number + tile)[:, None].expand(-1, 4), score, "amax", include_self=False)
        laying = tile == MARKET + HAND
        index = row * self.num_actions + self.verbs["place"][0] + 4 * cell + rotation
        return (index[laying], score[laying, 0]), best.view(board.n, number, 4)

    def _on_tile(self, lines: Tensor) -> Tensor:
        """The contents of the two pieces of tiles, (k, 2, facts), from their lines."""
        column = self.parts["tiles"].column
        symbols = torch.stack([lines[:, column("symbols_1")], lines[:, column("symbols_2")]], 1)
        site = lines[:, column("site")][..., None]
        second = (lines[:, column("second")].any(1) | symbols[:, 1].any(1) | (site[:, 1, 0] > 0)).long()
        size = torch.stack([torch.ones_like(second), second], 1)[..., None]
        none = symbols.new_zeros(len(lines), 2, self.num_facts - ON_ISLAND)
        return torch.cat([symbols, size, site, none], 2).float()

    def _joined(
        self, board: Board, row: Tensor, beside: Tensor, piece: Tensor, own: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """How placements change the islands.

        Args:
            board: The board.
            row: (k,), the games.
            beside: (k, 4), the numbers of the islands at each side of the tile.
            piece: (k, 4), the piece on each side, -1 for sea.
            own: (k, 2, facts), the contents of the pieces.

        Returns:
            The facts of the island that each first piece becomes part of, (k, facts); those of the second pieces that
            stay apart, (j, facts), and their placements, (j,); and the absorbed islands, (k, 4), in the table.
        """
        islands = list(torch.where(piece < 0, 0, beside).unbind(1))
        pieces = piece.unbind(1)
        both = torch.zeros_like(row, dtype=torch.bool)
        for later in range(3, 0, -1):  # of several sides with the same island, only the first one counts
            for side in range(later):
                same = (islands[later] == islands[side]) & (islands[side] > 0)
                both |= same & (pieces[later] != pieces[side])
                islands[later] = torch.where(same, 0, islands[later])
        none = LINES * row[:, None]
        absorbed = none + torch.stack(islands, 1)
        of_first = (piece == 0) | both[:, None]
        first = own[:, 0] + embedding_bag(torch.where(of_first, absorbed, none), board.facts, mode="sum")
        first += own[:, 1] * both[:, None]
        first[:, Fact.SIZE] -= both.float() * own[:, 1, Fact.SIZE]
        two = torch.nonzero((own[:, 1, Fact.SIZE] > 0) & ~both)[:, 0]
        parts = torch.where(of_first[two], none[two], absorbed[two])
        return first, own[two, 1] + embedding_bag(parts, board.facts, mode="sum"), two, absorbed

    def _tiles(self, board: Board, best: Tensor, context: Tensor) -> tuple[Tensor, list[tuple[Tensor, Tensor]]]:
        """Vectors of the visible tiles, (n, tiles, WIDTH), and the scores of taking them and of playing them."""
        seen = torch.cat([board.tiles.float(), best], 2)
        read = torch.relu_(self.tile[0](seen) + context[:, None])
        score = self.tile[1](read) + best[..., :1]
        rows = torch.arange(board.n, device=best.device)[:, None] * self.num_actions
        slot = torch.arange(MARKET, device=best.device)
        take, hand = score[:, :MARKET, 0], score[:, MARKET : MARKET + HAND, 1]
        return read, [
            ((rows + self.verbs["take"][0] + slot).flatten(), take.flatten()),
            ((rows + self.verbs["hand"][0] + slot).flatten(), hand.flatten()),
        ]

    def _in_phases(self, board: Board, *names: str) -> Tensor:
        """Whether games are in one of these phases, (n,)."""
        return board.phase[:, [self.phases.index(name) for name in names]].any(1)

    def _pieces(self, sides: Tensor) -> Tensor:
        """The islands of both pieces of tiles, (..., 2), by number, 0 if no side shows it, from (..., 4) sides."""
        number = torch.where(sides < SECOND, sides, 0).amax(-1).clamp(min=0), (sides - SECOND).amax(-1).clamp(min=0)
        return torch.stack(number, -1)

    def _marks(self, board: Board) -> Marks | None:
        """Find the ways to lay markers; None if there is nothing to score."""
        game = torch.nonzero(self._in_phases(board, "marker", "mark_target"))[:, 0]
        if _idle(game):
            return None
        tile, pieces = board.tile[game], self._pieces(board.sides[game])
        shown = self._shown(board, game)
        row, cell, slot = torch.nonzero(shown >= 0, as_tuple=True)
        kinds = len(RESOURCES)
        piece = self.slot_piece[tile[row, cell], slot]
        was = shown[row, cell, slot].repeat_interleave(kinds)
        kind = torch.arange(kinds, device=tile.device).repeat(len(row))
        row, cell, slot, piece = (each.repeat_interleave(kinds) for each in (row, cell, slot, piece))
        game_of, on, piece_on = torch.nonzero(pieces > 0, as_tuple=True)
        row, cell, piece = torch.cat([row, game_of]), torch.cat([cell, on]), torch.cat([piece, piece_on])
        changes = torch.cat([kind, torch.full_like(game_of, int(Fact.PORTS))])
        island = LINES * game[row] + pieces[row, cell, piece]
        facts = board.facts[island].scatter_add_(1, changes[:, None], board.facts.new_ones(len(row), 1))
        facts[: len(was)] = facts[: len(was)].scatter_add(1, was[:, None], -torch.ones_like(facts[: len(was), :1]))
        kind = torch.cat([kind, torch.full_like(game_of, PORT)])
        return Marks(game, row, cell, torch.cat([slot, piece_on]), kind, island, facts)

    def _shown(self, board: Board, game: Tensor) -> Tensor:
        """The resources on the slots of all cells, (games, cells, slots), -1 for none: the markers' where some lie."""
        tile = board.tile[game]
        number = tile.shape[1]
        marks = board.part("markers")[game].long()
        column = self.parts["markers"].column
        shows = marks[..., column("shows")]
        cell = (marks[..., column("row").start] - 1) * self._columns + marks[..., column("column").start] - 1
        cell = torch.where((marks[..., 0] > 0) & (shows[..., PORT] == 0), cell, number)
        # The last of several markers on a slot counts, so they are numbered, and the highest number is kept.
        base = len(RESOURCES) + 1
        order = base * torch.arange(1, marks.shape[1] + 1, device=tile.device)
        printed = nn.functional.pad(self.slot_resource[tile], (0, 0, 0, 1), value=-1).flatten(1) + 1
        at = SLOTS * cell + marks[..., column("spot")].argmax(2)
        shown = printed.scatter_reduce(1, at, order + shows.argmax(2) + 1, "amax")
        return (shown % base - 1).view(len(game), number + 1, SLOTS)[:, :-1]

    def _mark(
        self, board: Board, marks: Marks, change: Tensor, near: Tensor, context: Tensor
    ) -> tuple[tuple[Tensor, Tensor], ...]:
        """Scores of slots and of pieces for the marker being laid, and of the modes of a marker before."""
        game, row, cell, at, kind = marks[:5]
        _, mine, other, harbour = near[:, game[row], cell]
        is_port = kind == PORT
        port = is_port.float()
        more = torch.stack([port, port * mine, port * other, port * (harbour >= 0)], 1)
        hidden = torch.relu_(self.mark[0](torch.cat([change, more], 1)) + context.index_select(0, game[row]))
        score = (self.mark[1](hidden) + self.marked(change))[:, 0]
        base = game[row] * self.num_actions
        shows = self.mode_shows[board.of("turn", "marker_mode")[game].long().argmax(1)]
        due = (shows[row] == kind) & self._in_phases(board, "mark_target")[game[row]]
        on_slot, on_piece = due & ~is_port, due & is_port
        best = score.new_zeros(len(game) * 4).scatter_reduce(0, 4 * row + kind, score, "amax", include_self=False)
        modes = best.view(-1, 4)[:, self.mode_shows]
        first = game[:, None] * self.num_actions + self.verbs["marker_mode"][0]
        return (
            ((base + self.verbs["mark_slot"][0] + SLOTS * cell + at)[on_slot], score[on_slot]),
            ((base + self.verbs["mark_piece"][0] + 2 * cell + at)[on_piece], score[on_piece]),
            ((first + torch.arange(modes.shape[1], device=game.device)).flatten(), modes.flatten()),
        )

    def _houses(self, board: Board, table: Tensor, context: Tensor) -> tuple[tuple[Tensor, Tensor], ...]:
        """Scores of building sites, those of their islands."""
        building = self._in_phases(board, "house", "alexis_house")
        site = self.site[board.tile]
        row, cell = torch.nonzero((site >= 0) & building[:, None], as_tuple=True)
        if _idle(row):
            return ()
        number = self._pieces(board.sides[row, cell]).gather(1, site[row, cell][:, None])[:, 0]
        island = table[LINES * row + number]
        hidden = torch.relu_(self.house[0](island) + context.index_select(0, row))
        return ((row * self.num_actions + self.verbs["house"][0] + cell, self.house[1](hidden)[:, 0]),)

    def _docks(self, board: Board, near: Tensor, context: Tensor) -> tuple[tuple[Tensor, Tensor], ...]:
        """Scores of harbours, for the player's own ship and for a grey one."""
        row, cell = torch.nonzero((near[3] >= 0) & self._in_phases(board, "turn")[:, None], as_tuple=True)
        if _idle(row):
            return ()
        seen = torch.stack(
            [near[3][row, cell] / 2, (near[3][row, cell] == near[3].amax(1)[row]).float(), near[2][row, cell]], 1
        )
        score = self.dock[1](torch.relu_(self.dock[0](seen) + context.index_select(0, row)))
        base = row * self.num_actions + cell
        return tuple((base + self.verbs[verb][0], score[:, k]) for k, verb in enumerate(("dock_own", "dock_grey")))

    def _picks(self, board: Board, cards: tuple[Tensor, Tensor], context: Tensor) -> tuple[tuple[Tensor, Tensor], ...]:
        """Scores of pairs of cards: the value of the islands with each card, now and later."""
        game = torch.nonzero(self._in_phases(board, "prep_pick", "prep_reward"))[:, 0]
        if _idle(game):
            return ()
        facts = board.facts.view(board.n, LINES, -1)[game].flatten(0, 1)
        rows = game.repeat_interleave(LINES)
        held = (each[:, :HELD].permute(1, 2, 0).index_select(2, rows) for each in cards)
        lacking, pays = (each.t() for each in self.cards(facts.t().contiguous(), *held))
        scaled = (facts * self.fact_scale)[:, None].expand(-1, HELD, -1)
        free = (facts[:, Fact.SITES] - facts[:, ON_ISLAND:].sum(1))[:, None].expand(-1, HELD) / 2
        card = torch.stack([lacking / 2, (lacking == 0).float(), pays / 4, free], 2)
        read = torch.relu_(self.pick[0](torch.cat([scaled, card], 2)) + context.index_select(0, rows)[:, None])
        read = (read * (facts[:, Fact.SIZE] > 0)[:, None, None]).view(len(game), LINES, HELD, WIDTH)
        worth = self.pick[1](torch.cat([read.sum(1) / 4, read.amax(1)], 2))
        reward = board.phase[game][:, self.phases.index("prep_reward")]
        first = torch.where(reward, self.verbs["reward_pair"][0], self.verbs["card_pair"][0])
        now, later = ([pair[k] for pair in PAIRS] for k in range(2))
        score = torch.where(
            reward[:, None],
            worth[..., 2][:, now] + worth[..., 3][:, later],
            worth[..., 0][:, now] + worth[..., 1][:, later],
        )
        index = (game * self.num_actions + first)[:, None] + torch.arange(len(PAIRS), device=game.device)
        return ((index.flatten(), score.flatten()),)


def _idle(candidates: Tensor) -> bool:
    """Whether there is nothing to score. While gradients are recorded, there is: every weight then gets one."""
    return len(candidates) == 0 and not torch.is_grad_enabled()


def _three_by_three(planes: Tensor, combine: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
    """The sum or maximum of the cells around each cell and its own, (..., rows, columns) in and out."""
    for _ in range(2):
        edge = nn.functional.pad(planes, (1, 1), value=0 if combine is torch.add else -1)
        three = combine(combine(edge[..., :-2], edge[..., 1:-1]), edge[..., 2:])
        planes = three.transpose(-1, -2)
    return planes
