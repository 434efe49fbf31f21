"""The box, the set-up of a new game and the action space of Small Islands."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import swenv
from archipelago import FIXED, RESOURCES, data, examples, fresh, game, island_at, land, position, printed, tiles
from randomplay import busy_walk, one_of_each_phase, sample, walk
from referee.archipelago import FACES, SIDES, turned
from rulebook import REFERENCES, known_ids
from support import play
from swenv.islands import content, islands

LAYOUT = tiles("ST2A@8,8r0", "ST1A@7,8r1", "ST4B@8,9r3", "ST3B@9,8r1")
"""Start tiles in laying order, the first on the centre."""
MODES = ((1, "solo"), (1, "advanced"), (2, "standard"), (2, "advanced"), (3, "standard"), (4, "advanced"))

# Tiles


def listed() -> dict[str, tuple[str, ...]]:
    """The tables of SI-SET-2: shape and pieces of all 64 tiles."""
    row = r"^\| ([A-Z]{2}\w+[^|]*?) \| ([a-z, ]+) \| (?:none|[NESW ]+) \| (.*?) ?\| (.*?) ?\|$"
    found = {}
    for names, shape, *pieces in re.findall(row, REFERENCES["SI"].read_text(encoding="utf-8"), re.M):
        copies = [f"{names[:2]}{number}" for number in "123"] if names.endswith("1-3") else names.split(", ")
        land = [piece for piece in pieces if ":" in piece]
        found |= {name: (shape.replace(", ", "_").replace(" ", "_"), *land) for name in copies}
    return found


def piece_of(text: str, copy: int) -> content.Piece:
    """A piece of the table, on a copy: a, b and c are the next resources on the next one."""
    edges, symbols = text.split(": ")
    sides = tuple(SIDES.index(side) for side in edges if edges.isupper())
    resources = tuple(RESOURCES[("abc".index(symbol) + copy - 1) % 3] for symbol in re.findall(r"\b[abc]\b", symbols))
    return content.Piece(sides, resources, symbols.count("T"), symbols.count("P"), "H" in symbols, len(sides) < 4)


@pytest.mark.rule("SI-SET-1", "SI-SET-2", "SI-TILE-1", "SI-TILE-2", "SI-TILE-3")
def test_every_tile_is_as_the_rules_list_it() -> None:
    table = listed()
    assert [tile.id for tile in content.TILES] == [*land(), *FACES] and table.keys() == {*land(), *FACES}
    for tile in content.TILES:
        shape, *pieces = table[tile.id]
        assert (tile.shape, *tile.pieces) == (shape, *(piece_of(piece, int(tile.id[2])) for piece in pieces))
        assert [edge == "land" for edge in printed()[tile.id]["edges"]] == list(tile.edges)
        laid = position("turn", tiles=tiles(f"{tile.id}@8,8r0"))
        assert len(islands(laid)) == len(tile.pieces)
        for number, piece in enumerate(tile.pieces):
            island, count = island_at(laid, 8, 8, number), Counter(piece.resources)
            wanted = {**{name: count[name] for name in RESOURCES}, "temple": piece.temple, "ports": piece.ports}
            assert island.symbols == wanted
            assert (island.size, island.sites, island.free_sites) == (1, piece.site, piece.site)
            assert island.open_land_edges == len(piece.edges)


@pytest.mark.rule("SI-SET-3", "SI-SET-5")
def test_totals_of_the_land_tiles() -> None:
    pieces = [piece for tile in content.TILES[:56] for piece in tile.pieces]
    edges = [len(piece.edges) for piece in pieces]
    assert Counter(name for piece in pieces for name in piece.resources) == dict.fromkeys(RESOURCES, 40)
    assert [sum(getattr(piece, name) for piece in pieces) for name in ("temple", "site", "ports")] == [24, 30, 26]
    assert (len(pieces), sum(len(tile.pieces) == 2 for tile in content.TILES[:56])) == (61, 6)
    assert (Fraction(sum(edges), 4 * 56), edges.count(1)) == (Fraction(123, 224), 15)
    assert sum(count * (count - 1) for count in edges) == 168  # further edges met when one is continued
    barren = [tile.id for tile in content.TILES for piece in tile.pieces if piece.edges and not piece.resources]
    assert set(barren) == {"ST4A", "ST4B"}  # the faces of one tile: no island of two tiles lacks resources (SI-INT-26)


@pytest.mark.rule("SI-SET-4", "SI-SET-5", "SI-EX-26")
def test_how_many_land_tiles_fit_a_demand() -> None:
    def edges(tile: str) -> set[str]:
        return {"".join("SL"[side is not None] for side in turned(tile, rot)) for rot in range(4)}

    def fit(demand: str) -> int:
        """How many tiles, for L land, S sea, - anything."""
        return sum(any(re.fullmatch(demand.replace("-", "."), each) for each in edges(tile)) for tile in land())

    (example,) = examples("SI-EX-26")
    assert {pattern: fit(pattern) for pattern in example["expect"]} == example["expect"]
    for demand in map("".join, product("LS-", repeat=4)):
        number = demand.count("L")
        corner = 9 if demand[0] == demand[2] else 12
        assert fit(demand) >= 14 if "-" in demand else fit(demand) == {0: 2, 1: 12, 2: corner, 3: 15, 4: 6}[number]
    alike = [tile for tile in land() if len(set(printed()[tile]["edges"])) == 1]
    assert alike == ["XA1", "XA2", "XA3", "YA1", "YA2", "YA3", "WA1", "WB1"]  # others fit beside any single tile


# The set-up


@pytest.mark.rule("SI-SETUP-2", "SI-SETUP-4", "SI-SETUP-8", "SI-SETUP-9")
def test_the_seed_draws_first_player_tiles_and_cards() -> None:
    for players in (2, 3, 4):
        firsts = Counter(fresh(players, seed=seed).turn for seed in range(60))
        assert set(firsts) == set(range(players)) and min(firsts.values()) >= 60 // players // 3
    assert {fresh(1, seed=seed).turn for seed in range(5)} == {0}
    games = [fresh(2, "advanced", seed=seed, **FIXED).to_position() for seed in range(60)]
    assert all(each["first"] == each["turn"] == each["to_act"] for each in games)
    assert len({tuple(each["reserve"]) for each in games}) == 60
    assert {tile for each in games for tile in each["reserve"]} == set(land())
    goals, rewards = ([each["seats"][0][kind]["held"][0][1:] for each in games] for kind in ("goals", "rewards"))
    assert len(set(goals)) > 8 and len(set(rewards)) > 8 and goals != rewards
    assert fresh(2, "advanced", seed=7, **FIXED).to_position() == games[7]


@pytest.mark.rule("SI-SETUP-6", "SI-SETUP-8", "SI-PREP-2")
@pytest.mark.parametrize("first", [1, 2])
def test_tiles_and_cards_are_dealt_from_the_first_player_on(first: int) -> None:
    def dealt(first: int) -> dict[str, Any]:
        stated: dict[str, Any] = {
            **dict.fromkeys(("first", "turn", "to_act"), first),
            "seed": 1,
            "random": f"{123:016x}",
        }
        state = position("start_place", 3, tiles=LAYOUT[:3], turn_state={"chosen": "ST3B"}, **stated)
        return play(state, "place 9 8 1").to_position()

    wanted, document = dealt(0), dealt(first)
    for place in ("market", "navigation", "reserve", "decks"):
        assert document[place] == wanted[place]  # the market is filled before any hand
    for seat in range(3):
        given, entry = wanted["seats"][seat], document["seats"][(first + seat) % 3]
        assert (entry["hand"], entry["missions"]) == (given["hand"], given["missions"])


# Layouts


@pytest.mark.rule("SI-SETUP-3", "SI-STATE-1")
def test_a_layout_is_drawn_or_given() -> None:
    def laid(state: swenv.State) -> list[dict[str, Any]]:
        assert (state.phase, state.round) == ("prep_pick", 1)
        found: list[dict[str, Any]] = state.to_position()["tiles"]
        return sorted(found, key=str)

    boards = [laid(fresh(seed=seed, start_layout="random")) for seed in range(80)]
    assert laid(fresh(seed=3, start_layout="random")) == boards[3]
    centres = [tile for board in boards for tile in board if (tile["r"], tile["c"]) == (8, 8)]
    assert {tile["tile"] for tile in centres} == set(FACES) and {tile["rot"] for tile in centres} == {0, 1, 2, 3}
    assert len({str([(tile["r"], tile["c"]) for tile in board]) for board in boards}) > 10
    assert len({str(laid(fresh(seed=seed, **FIXED))) for seed in range(10)}) == 1
    assert laid(fresh(start_layout=LAYOUT)) == sorted(LAYOUT, key=str)


# Between tiles that do not fit, beside nothing, on a tile, outside; sea against land, four turns; a face laid, no face.
WRONG = ({"r": 7, "c": 9}, {"r": 3, "c": 3}, {"r": 8, "c": 8}, {"r": -1, "c": 8}, {"rot": 0}, {"rot": 4})
WRONG += ({"tile": "ST2B"}, {"tile": "CA1"})


@pytest.mark.rule("SI-SETUP-3")
@pytest.mark.parametrize("wrong", [{}, None, *WRONG], ids=str)
def test_a_layout_against_the_rules_is_refused(wrong: dict[str, Any] | None) -> None:
    layout = (
        [*LAYOUT[:3], {**LAYOUT[3], **wrong}] if wrong else LAYOUT[:3] if wrong is None else LAYOUT[1:] + LAYOUT[:1]
    )
    with pytest.raises(ValueError, match="start_layout"):
        game(start_layout=layout)


# Actions


@pytest.mark.rule("SI-ACT-1", "SI-ACT-2", "SI-ACT-5", "SI-ACT-9")
@pytest.mark.parametrize("window", [*data()["engine"]["window_options"], 3, 19])
def test_the_blocks_lie_where_the_rules_say_in_every_mode(window: int) -> None:
    loaded, cells = game(window=window), window * window
    assert all(game(players, mode, window=window).verbs == loaded.verbs for players, mode in MODES)
    for verb, block in zip(loaded.verbs, data()["engine"]["action_blocks"], strict=True):
        first, size = (eval(block[field], {"N": cells}) for field in ("offset", "size"))
        assert (verb.name, verb.first, verb.size) == (block["name"].lower(), first, size)
    assert loaded.num_actions == 52 + 12 * cells
    assert {verb.name: verb.sizes for verb in loaded.verbs if verb.name in ("hand", "place")} == {
        "hand": (3,),
        "place": (window, window, 4),  # no action names a tile of the hand and a cell at once
    }
    for outside in (f"place {window} 0 0", f"place 0 {window} 0", "place -1 0 0", "card_pair 0 0", "card_pair 3 0"):
        with pytest.raises(ValueError):
            loaded.parse(outside)


@pytest.mark.rule("SI-ACT-2", "SI-EX-43", "SI-ACT-9")
def test_the_order_within_the_blocks() -> None:
    loaded, engine = swenv.load("islands", num_players=2), data()["engine"]
    names = [str(loaded.action(index)) for index in range(40)]
    assert names[1:7] == ["card_pair {} {}".format(*pair) for pair in engine["pair_order"]]
    assert names[19:27] == [f"start_face {face}" for face in FACES]
    kinds = [(f"{mode['as']}", mode["slot"]) for mode in data()["markers"]["modes"]]
    due = [f"port_{(*RESOURCES, 'any')[k]}" if it == "port" else f"any_{it}" if k == 3 else it for it, k in kinds]
    assert names[27:37] == [f"marker_mode {mode}" for mode in due]
    assert names[37:40] == [f"resource {name}" for name in RESOURCES]
    wanted = {"place 8 9 3": 635, "dock_own 8 9": 1353, "house 8 9": 3376}
    cell, cells = 17 * 4 + 11, 17 * 17
    wanted |= {"dock_grey 4 11": 52 + 5 * cells + cell, "mark_slot 4 11 1": 52 + 6 * cells + 3 * cell + 1}
    wanted |= {"mark_piece 4 11 1": 52 + 9 * cells + 2 * cell + 1}
    assert {text: loaded.parse(text) for text in wanted} == wanted and loaded.num_actions == 3520
    assert engine["window_default"] == 17
    assert not loaded.options["best_resource"] and not loaded.options["best_token"]


@pytest.mark.rule("SI-ACT-9")
@pytest.mark.parametrize("wrong", [16, 1, 23, 0, -17, "17", 17.0, None])
def test_the_window_is_an_odd_number(wrong: Any) -> None:
    with pytest.raises(ValueError, match="window"):
        swenv.load("islands", num_players=2, window=wrong)


@pytest.mark.rule("SI-ACT-6", "SI-ACT-7")
@pytest.mark.parametrize(("players", "mode"), MODES)
def test_random_games_stay_within_the_bounds(players: int, mode: str) -> None:
    loaded = game(players, mode)
    steps = list(walk(loaded, 1))
    state, verbs = steps[-1][0], Counter(loaded.action(action).verb for _, action in steps[:-1])
    assert len(steps) <= 600 and verbs["take"] <= 56 - 2 * players
    document = state.to_position()
    assert len(document["tiles"]) + len(document["ships"]) <= 56 + 4 + 4 - 2 * players


@pytest.mark.rule("SI-ACT-3")
@pytest.mark.parametrize("kind", ["solo", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("2", "3"))])
def test_every_illegal_action_is_refused_by_a_rule_of_small_islands(kind: str) -> None:
    options: dict[str, Any] = {"solo": {"players": 1}, "2": {}, "3": {"players": 3, "mode": "advanced", "window": 7}}[
        kind
    ]
    loaded, rules = game(**{"window": 5, **options}), known_ids()
    states = [*one_of_each_phase(loaded, games=2, by=busy_walk).values(), *sample(loaded, 2, 4, by=busy_walk)]
    for state in states:
        before = state.copy()
        for index in {*range(loaded.num_actions)} - {*state.legal_actions().tolist()}:
            with pytest.raises(swenv.IllegalAction) as found:
                state.apply(index)
            rule, text = found.value.rule, str(found.value)
            assert rule in rules and rule.startswith("SI-") and text.endswith(f" ({rule})"), text
        assert state == before
