"""The probabilities of `sample_hidden`: everything compatible with what the seat knows is equally likely.

Expected shares are computed by enumerating all cases and compared with seeded samples by a chi-square test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import chain, combinations, permutations, product
from math import comb, sqrt
from typing import Any

import pytest

import swenv
from archipelago import data, examples, house, plays, position, stocked, tiles
from randomplay import busy_walk, sample
from support import active, held, play, seat, warcraft

Document = dict[str, Any]
Feature = Callable[[Document], Hashable]
SAMPLES = 1200
pytestmark = pytest.mark.slow  # thousands of samples each


def agree(state: swenv.State, viewer: int, feature: Feature, cases: Iterable[Hashable]) -> bool:
    """Whether samples have a feature in the shares that it has among cases, each as likely as any other."""
    found = Counter(feature(state.sample_hidden(viewer, number).to_position()) for number in range(SAMPLES))
    expected = Counter(cases)
    assert set(found) <= set(expected), "something was drawn that cannot be"
    scale = SAMPLES / expected.total()
    deviation = sum((found[case] - scale * share) ** 2 / (scale * share) for case, share in expected.items())
    freedom = len(expected) - 1
    assert freedom and all(scale * share > 4 for share in expected.values()), "too few samples to tell"
    return deviation < freedom + 5 * sqrt(2 * freedom)


# Small World


def test_the_statistic_notices_what_is_drawn_too_often() -> None:
    state = swenv.load("smallworld").new_state(seed=3)
    names = sorted(state.to_position()["race_stack"])
    assert agree(state, 0, lambda told: told["race_stack"][0], names)
    assert not agree(state, 0, lambda told: told["race_stack"][0], [*names, names[0]])


@pytest.mark.rule("SW-COL-8")
@pytest.mark.parametrize("stack", ["race_stack", "power_stack"])
def test_every_order_of_a_stack_is_equally_likely(stack: str) -> None:
    state = swenv.load("smallworld").new_state(seed=3)
    names = state.to_position()[stack]
    assert agree(state, 0, lambda told: (told[stack][0], told[stack][-1]), permutations(names, 2))


@pytest.mark.rule("UG-SETUP-24")
def test_every_place_and_relic_that_does_not_lie_open_is_as_likely_to_be_next() -> None:
    state = swenv.load("underground").new_state(seed=4)
    entries = state.game.entries()
    hidden = [name for name, entry in entries.items() if entry.kind in ("place", "relic")]
    assert len(state.to_position()["places_stack"]) == 4 and len(hidden) == 15
    assert agree(state, 1, lambda told: tuple(told["places_stack"][:2]), permutations(hidden, 2))
    assert agree(state, 1, lambda told: frozenset(told["places_stack"][2:]), map(frozenset, combinations(hidden, 2)))


@pytest.mark.rule("WW-SETUP-7")
def test_every_face_down_marker_is_as_likely_to_be_any_that_does_not_lie_open() -> None:
    regions = {0: {**held(0, "orcs"), "place": "karazhan", "artifacts": ["heart"]}}
    down = {5: {"face_down": "aegis"}, 13: {"face_down": "well"}}
    state = warcraft(seats=[seat(active("orcs", "miners")), seat()], regions=regions | down)
    finds = [name for name, entry in state.game.entries().items() if entry.kind in ("artifact", "legendary place")]
    hidden = permutations([name for name in finds if name not in ("karazhan", "heart")], 2)
    assert agree(state, 1, lambda told: tuple(told["regions"][key]["face_down"] for key in ("5", "13")), hidden)


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_every_unrevealed_bomb_is_equally_likely_to_explode() -> None:
    state = warcraft(
        phase="conquest",
        seats=[seat(active("goblins", "sailors", hand=2)), seat(active("orcs", "miners"))],
        regions={0: held(0, "goblins"), 1: {**held(1, "orcs"), "bomb": "live"}, 4: {**held(1, "orcs"), "bomb": "dud"}},
        bomb_stack=["live", "dud", "dud"],
        bombs_lost=["live"],
    )

    def bombs(told: Document) -> Hashable:
        return (*(told["regions"][number]["bomb"] for number in "14"), *told["bomb_stack"], *told["bombs_lost"])

    assert agree(state, 0, bombs, permutations(["live"] * 3 + ["dud"] * 3))


@pytest.mark.rule("SW-SCORE-6", "UG-SETUP-26", "WW-SETUP-10")
@pytest.mark.parametrize("name", ["smallworld", "underground", "warcraft"])
def test_purses_that_are_not_shown_stay_as_what_is_seen_tells_every_gain(name: str) -> None:
    game = swenv.load(name, num_players=3, hide_coins=True)
    seats = game.observation_layout["seats"]
    purses = [range(seats.column(column).start, seats.column(column).stop) for column in ("coins", "lead")]
    for state in sample(game, games=2, per_game=10, seed=8, by=busy_walk):
        worlds = [state.sample_hidden(state.to_act, seed) for seed in range(4)]
        assert all(world.coins.tolist() == state.coins.tolist() for world in worlds)
        for action in state.legal_actions()[::4].tolist():
            gains: dict[bytes, list[int]] = {}
            for world in (plays(each, action) for each in worlds):
                seen = world.observation((state.to_act + 1) % 3)
                seats.of(seen)[:, [*chain(*purses)]] = 0
                assert gains.setdefault(seen.tobytes(), world.coins.tolist()) == world.coins.tolist()


# Small Islands

BASE = tiles("CA1@7,8r2", "SA1@8,8r0", "CA2@9,8r0")


@pytest.mark.rule("SI-INFO-2")
def test_every_hidden_tile_is_equally_likely_in_every_place() -> None:
    state = stocked(
        "turn", turn=0, tiles=BASE, hands=[["SB1", "SB2"], ["SC1", "SC2"]], seats=[{}, {"known": ["SC1"]}],
        market=["KA1", "KA2", "KA3"], reserve=["CD1", "CD2"], navigation=["CD3"],
    )  # fmt: skip

    def lying(told: Document) -> Hashable:
        return (*told["reserve"], *told["navigation"], told["seats"][1]["hand"][1])

    assert agree(state, 0, lying, permutations(["CD1", "CD2", "CD3", "SC2"]))


@pytest.mark.rule("SI-INFO-2", "SI-EXPL-3")
@pytest.mark.parametrize(
    ("hand", "reserve", "taken", "fitting"),
    [
        (["XA1", "KA3"], ["YA1", "YA2", "XA2"], "WA1", ["KA3"]),
        (["XA1", "KA3"], ["SA3", "YA2"], "WA1", ["KA3", "SA3"]),
        (["XA1", "YA2"], ["YA1", "XA2"], "KA3", ["KA3"]),
    ],
)
def test_of_a_hand_that_is_chosen_from_one_tile_can_be_laid(
    hand: list[str], reserve: list[str], taken: str, fitting: list[str]
) -> None:
    (example,) = examples("SI-EX-37")
    state = stocked(
        "turn", turn=0, tiles=example["tiles"], window=3, hands=[hand, ["CA2", "CA3"]], market=[taken, "CB1", "CB3"],
        reserve=reserve,
    )  # fmt: skip
    play(state, "take 0")
    assert state.phase == "hand"

    def lying(told: Document) -> Hashable:
        return (*told["seats"][0]["hand"], *told["reserve"])

    orders = ((*order[:2], taken, *order[2:]) for order in permutations([*hand, *reserve]))
    assert agree(state, 1, lying, [order for order in orders if {*order[:3]} & {*fitting}])


@pytest.mark.rule("SI-INFO-2")
def test_every_hidden_card_is_equally_likely_in_every_place() -> None:
    seats = [
        {"missions": {"held": ["M02"], "current": "M01", "returned": "M03"}},
        {"missions": {"held": ["M05"], "current": "M04", "returned": "M06"}},
    ]
    state = position("turn", turn=0, tiles=BASE, seats=seats)

    def lying(told: Document) -> list[str]:
        other = told["seats"][1]["missions"]
        return [other["current"], *other["held"], other["returned"], *told["decks"]["missions"]]

    hidden = [f"M{number:02}" for number in range(4, 13)]
    for one, other in ((0, 1), (2, 3), (3, -1)):
        pair = (one, other)
        assert agree(state, 0, lambda told, pair=pair: tuple(lying(told)[k] for k in pair), permutations(hidden, 2))


IN_BOX: list[int] = data()["discovery_tokens"]["values"]


@pytest.mark.rule("SI-INFO-2")
def test_every_token_is_as_likely_to_be_one_that_another_seat_has() -> None:
    """Seat 0 has the 8 and knows that a 2 is in the pool; seat 1 knows one token of the pool."""
    seats = [{"tokens": [8], "tokens_in_pool": [2]}, {"tokens": [5, 6], "tokens_in_pool": [3]}]
    pool = sorted((Counter(IN_BOX) - Counter([8, 5, 6])).elements())
    state = position("turn", turn=0, tiles=BASE, seats=seats, discoveries=pool)
    hidden = sorted((Counter(IN_BOX) - Counter([8, 2])).elements())
    pairs = (tuple(sorted(two)) for two in combinations(hidden, 2))
    assert agree(state, 0, lambda told: tuple(told["seats"][1]["tokens"]), pairs)
    number = len(hidden)  # all pairs are as likely to be the seat's, so each value is in the pool equally often
    known = [2] * comb(number, 2) + hidden * comb(number - 1, 2)
    assert agree(state, 0, lambda told: told["seats"][1]["tokens_in_pool"][0], known)


@pytest.mark.rule("SI-INFO-2", "SI-CARD-R2")
@pytest.mark.parametrize(
    ("drawn", "own", "kept"),
    [([2, 3], [], []), ([3, 4], [2, 4, 5, 6, 6, 7, 8], [3]), ([3, 3, 4], [2, 4, 5, 6, 6, 7, 8], [])],
)
def test_tokens_that_are_chosen_from_have_two_values(drawn: list[int], own: list[int], kept: list[int]) -> None:
    """Seat 0 has drawn tokens and chooses; seat 1 has its `own`; seat 2 has `kept` some."""
    hidden = sorted((Counter(IN_BOX) - Counter(own)).elements())
    state = position(
        "score", 3, turn=0, tiles=tiles("CC1@7,8r2", "SC1@8,8r0", "CA2@9,8r0"),
        seats=[{"missions": {"current": "M10"}}, {"tokens": own}, {"tokens": kept}], houses=[house(0, 7, 8)],
        discoveries=sorted((Counter(hidden) - Counter([*drawn, *kept])).elements()), drawn=drawn,
        turn_state={"docker": 0, "built": [[7, 8]]},
    )  # fmt: skip
    number = len(drawn)

    def chosen(told: Document) -> Hashable:
        return (*told["drawn"], *told["seats"][2]["tokens"])

    orders = [order for order in permutations(hidden, number + len(kept)) if len({*order[:number]}) > 1]
    assert agree(state, 1, chosen, ((*sorted(order[:number]), *order[number:]) for order in orders))


@pytest.mark.rule("SI-INFO-2", "SI-SOLO-3")
def test_every_card_that_was_not_seen_is_as_likely_in_the_deck_of_alexis() -> None:
    cards = ["X01", "X03", "X04", "X05", "X11", "X06", "X07", "X08", "X12"]
    alexis = {"card": "X02", "deck": cards, "played": ["X09", "X02"], "seen": ["X02", "X09", "X11"]}
    state = position("turn", 1, "solo", level=2, tiles=BASE, turn=0, alexis=alexis)
    docks = frozenset(card["id"] for card in data()["expedition_cards"] if card["kind"] == "dock")
    unseen = [card["id"] for card in data()["expedition_cards"] if card["id"] not in alexis["seen"]]
    explore, dock = ([card for card in unseen if (card in docks) is kind] for kind in (False, True))
    hidden = [card for card in cards if card != "X11"]
    number = sum(card not in docks for card in hidden)
    pairs = product(combinations(explore, number), combinations(dock, len(hidden) - number))
    decks = [frozenset({"X11", *some, *more}) for some, more in pairs]
    assert agree(state, 0, lambda told: told["alexis"]["deck"][0], chain(*decks))
    assert agree(state, 0, lambda told: docks.intersection(told["alexis"]["deck"]), (deck & docks for deck in decks))
