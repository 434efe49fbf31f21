"""Positions of Underground and of mixes that random games seldom come to: the referee judges every action in them."""

from __future__ import annotations

from typing import Any

import pytest

import swenv
from randomplay import mixed_game
from referee import Document
from referee.play import judge, judge_step


def up(race: str, power: str, hand: int = 0, **fields: int | bool) -> Document:
    """An active race."""
    return {"race": race, "power": power, "status": "active", "hand": hand, **fields}


def down(race: str, power: str | None = None, hand: int = 0) -> Document:
    """A race in decline."""
    return {"race": race, "power": power, "status": "decline", "hand": hand}


def held(owner: int, race: str, tokens: int = 1, **things: Any) -> Document:
    """A region that is held."""
    return {"owner": owner, "race": race, "tokens": tokens, **things}


BALROG, GHOST, QUEEN, ANCIENT = ({"markers": {marker: 1}} for marker in ("balrog", "ghost", "queen", "ancient"))
OGRES, GNOMES = [up("ogres", "wise")], [up("gnomes", "wise")]
HEART = {10: held(0, "shrooms", 3, place="pentacle"), 4: BALROG}
"""Shrooms that hold the Pentacle, with the Balrog beside it."""
CIRCLE = {10: held(0, "shrooms", 3, place="stonehedge"), 4: held(0, "shrooms", 2), 2: held(0, "kraken")}
"""Shrooms that hold Stonehedge, beside an older race."""

ALONE: dict[str, tuple[list[Document], list[Document], Document, Document]] = {
    "UG-CLAR-22: Hammers count for the final attempt": (
        [up("iron_dwarves", "stone", 1, hammers=3)],
        [up("ogres", "mining"), down("liches")],
        {4: held(0, "iron_dwarves"), 5: held(1, "ogres", 4), 10: held(1, "liches", 1, relics=["sword"])},
        {"turn_state": {"hammers_left": 3}},
    ),
    "UG-INT-10, UG-CLAR-2: neither Hammers nor Relics help against Gnomes": (
        [up("iron_dwarves", "magic", 2, hammers=3)],
        GNOMES,
        {4: held(0, "iron_dwarves", 1, relics=["sword", "doormat"]), 5: held(1, "gnomes", 2), 10: held(1, "gnomes")},
        {"turn_state": {"hammers_left": 3}},
    ),
    "UG-INT-92, UG-CLAR-37: the own Balrog drives out the last region": (
        [up("shrooms", "vengeful", 3)],
        OGRES,
        {**HEART, 3: held(1, "ogres")},
        {},
    ),
    "UG-CLAR-28: the Balrog takes Stonehedge with Vengeful": (
        [up("shrooms", "stone", 3)],
        OGRES,
        {**HEART, 3: held(1, "ogres", 1, place="stonehedge"), 5: held(0, "shrooms", 2), 9: held(1, "ogres", 2)},
        {"stonehedge": "vengeful"},
    ),
    "UG-CLAR-4: the Balrog takes the Crypt": (
        [up("shrooms", "stone", 3)],
        OGRES,
        {**HEART, 3: held(1, "ogres", 1, place="crypt"), 9: GHOST},
        {"crypt_master": 1},
    ),
    "UG-CLAR-31, UG-IMM-6: the Crypt is nobody's, and the Ghost guards nobody": (
        [up("shrooms", "stone", 5)],
        OGRES,
        {10: held(0, "shrooms", 3), 4: {"place": "crypt"}, 9: GHOST, 3: {"relics": ["orb"]}},
        {"crypt_master": 1},
    ),
    "UG-IMM-6: the Ghost of the Crypt's own master guards nobody": (
        [up("shrooms", "stone", 5)],
        OGRES,
        {10: held(0, "shrooms", 3), 4: {"place": "crypt"}, 9: GHOST},
        {"crypt_master": 0},
    ),
    "UG-ACT-26: a Tomb race that may use Vanishing of Stonehedge instead": (
        [up("shrooms", "tomb", wealthy_paid=True), down("kraken")],
        OGRES,
        CIRCLE,
        {"stonehedge": "vanishing", "phase": "choose"},
    ),
    "UG-CLAR-33: the Altar takes the last token of a stack that waits": (
        [up("shrooms", "stone", wealthy_paid=True), down("drow", "tomb", 2)],
        OGRES,
        {10: held(0, "shrooms", 3, place="altar"), 4: held(0, "drow"), 3: held(0, "shrooms")},
        {"phase": "altar"},
    ),
    "UG-INT-41: Socks on a stack in decline without another region": (
        [up("shrooms", "stone", 7)],
        [up("ogres", "mining"), down("drow", "tomb")],
        {10: held(0, "shrooms", 1, relics=["socks"]), 4: held(1, "drow", 3), 3: held(1, "ogres")},
        {},
    ),
    "UG-CLAR-12: Socks on a stack of one's own": (
        [up("shrooms", "stone", 7), down("drow", "tomb")],
        OGRES,
        {
            10: held(0, "shrooms", 1, relics=["socks"]),
            4: held(0, "drow", 3),
            9: held(0, "drow", 2),
            3: held(1, "ogres"),
        },
        {},
    ),
    "UG-CLAR-29: Martyr of Stonehedge pays for its own fall": (
        [up("shrooms", "stone", 7)],
        OGRES,
        {10: held(0, "shrooms"), 4: held(1, "ogres", 1, place="stonehedge"), 3: held(1, "ogres")},
        {"stonehedge": "martyr"},
    ),
    "UG-POWER-REBORN: spare tokens replace a race in decline": (
        [up("mudmen", "stone", wealthy_paid=True), down("drow", "reborn")],
        OGRES,
        {
            1: held(0, "mudmen", 12),
            4: held(0, "drow"),
            5: held(0, "drow", 1, place="crypt"),
            10: held(0, "drow", 1, relics=["orb"]),
        },
        {"phase": "choose", "tray": {"mudmen": 0}},
    ),
    "UG-CLAR-10, UG-CLAR-20: every Relic lies open, and the Bag waits": (
        [up("mudmen", "magic", 3)],
        [up("ogres", "wise"), down("drow")],
        {
            1: held(0, "mudmen", 2, relics=["sword", "doormat"]),
            8: held(1, "drow", 1, relics=["orb"]),
            7: held(1, "ogres", 1, relics=["socks"]),
            10: held(1, "ogres", 1, relics=["ring"]),
            4: {"relics": ["scepter"]},
        },
        {},
    ),
    "UG-INT-69: Scepter, Ring and the Bag in their stead": (
        [up("mudmen", "magic")],
        OGRES,
        {
            1: held(0, "mudmen", 2, relics=["scepter", "ring"]),
            6: held(0, "mudmen"),
            7: held(1, "ogres"),
            2: held(1, "ogres"),
        },
        {"phase": "markers"},
    ),
    "UG-CLAR-24, UG-RACE-GNOMES: early rolls of Wisps, with Relics": (
        [up("will_o_wisps", "magic", 2)],
        GNOMES,
        {
            12: held(0, "will_o_wisps", 1, relics=["sword", "doormat"]),
            8: held(1, "gnomes"),
            19: {"monsters": 2},
            22: held(1, "gnomes", 2),
            6: {"relics": ["orb"]},
        },
        {"places_stack": ["altar"]},
    ),
    "UG-INT-14, UG-INT-16: Lizardmen before a River that others hold": (
        [up("lizardmen", "stone", 4)],
        [up("kraken", "royal")],
        {20: held(0, "lizardmen"), 21: held(1, "kraken", 1, **QUEEN), 24: held(1, "kraken"), 2: held(1, "kraken", 2)},
        {},
    ),
    "UG-CONQ-4: the Balrog of a player without a coin, and Liches": (
        [up("shrooms", "vampire", 6)],
        [up("liches", "mining")],
        {
            10: held(0, "shrooms", 1, place="pentacle", relics=["orb"]),
            3: held(1, "liches"),
            5: held(1, "liches"),
            4: BALROG,
        },
        {"coins": 0},
    ),
    "UG-CLAR-28: a frozen Queen of Stonehedge goes with it": (
        [up("shrooms", "vampire", 6), down("liches")],
        OGRES,
        {10: held(0, "shrooms"), 3: held(0, "liches", 1, place="stonehedge", **QUEEN), 5: held(1, "ogres")},
        {"stonehedge": "royal"},
    ),
    "UG-INT-21: a Great Ancient in a River that is left": (
        [up("cultists", "stone", 2, ancient_placed=True)],
        OGRES,
        {2: held(0, "cultists", 3, relics=["ring"], **ANCIENT)},
        {},
    ),
}
"""Positions of Underground: two seats, regions, and other fields."""

MIXED: dict[str, tuple[list[Document], list[Document], Document, Document]] = {
    "SW-TURN-12, UG-POWER-TOMB: a Stout decline with the Tomb of Stonehedge": (
        [up("shrooms", "stout", wealthy_paid=True), down("kraken")],
        OGRES,
        CIRCLE,
        {"stonehedge": "tomb", "phase": "stout"},
    ),
    "UG-POWER-VANISHING, SW-TURN-12: a Stout decline with Vanishing of Stonehedge": (
        [up("shrooms", "stout", wealthy_paid=True), down("kraken")],
        OGRES,
        CIRCLE,
        {"stonehedge": "vanishing", "phase": "stout"},
    ),
    "SW-DECL-2, UG-INT-78: a Spirit race vanishes beside an older one": (
        [up("shrooms", "spirit", wealthy_paid=True), down("kraken")],
        OGRES,
        CIRCLE,
        {"stonehedge": "vanishing", "phase": "choose"},
    ),
    "UG-PLACE-STONEHEDGE: a lent Spirit ends with the decline": (
        [up("shrooms", "tomb", wealthy_paid=True), down("kraken")],
        OGRES,
        CIRCLE,
        {"stonehedge": "spirit", "phase": "choose"},
    ),
    "SW-LOSS-10, UG-CLAR-33: the Altar takes the last Ghoul on the map": (
        [up("shrooms", "stone", wealthy_paid=True), down("ghouls", None, 2)],
        OGRES,
        {10: held(0, "shrooms", 3, place="altar"), 4: held(0, "ghouls"), 3: held(0, "shrooms")},
        {"phase": "altar"},
    ),
    "UG-INT-92: what the Balrog drove out neither conquers nor rolls": (
        [up("amazons", "berserk", 4)],
        OGRES,
        {10: held(0, "amazons", 3, place="pentacle"), 4: BALROG, 3: held(0, "amazons", 2)},
        {},
    ),
    "UG-INT-92: tokens that the Balrog drove out do not convert either": (
        [up("sorcerers", "dragon_master", 2, reserve=2)],
        OGRES,
        {10: held(0, "sorcerers", 3, place="pentacle"), 4: BALROG, 3: held(1, "ogres")},
        {"turn_state": {"balrog_moved": True}},
    ),
    "UG-CLAR-20: of the Relics the Doormat alone goes with sorcery, and none against Gnomes": (
        [up("sorcerers", "magic", 2)],
        GNOMES,
        {10: held(0, "sorcerers", 3, relics=["doormat", "sword"]), 3: held(1, "gnomes"), 5: held(1, "gnomes")},
        {},
    ),
    "SW-CONQ-7, UG-PLACE-PENTACLE: peace does not bind the Balrog": (
        [up("shrooms", "stone", 3)],
        [up("ogres", "diplomat")],
        {**HEART, 3: held(1, "ogres", 2)},
        {},
    ),
    "SW-RACE-TROLLS, UG-INT-33: Reborn Trolls have a lair": (
        [up("trolls", "stone", wealthy_paid=True), down("drow", "reborn")],
        OGRES,
        {1: held(0, "trolls", 3, markers={"lair": 1}), 4: held(0, "drow"), 5: held(0, "drow")},
        {"phase": "choose"},
    ),
    "SW-RACE-ELVES, UG-INT-40: Elves before Vampires, the Orb, Socks and the Balrog": (
        [up("shrooms", "vampire", 3)],
        [up("elves", "immortal")],
        {
            10: held(0, "shrooms", 3, place="pentacle", relics=["orb", "socks"]),
            4: BALROG,
            3: held(1, "elves", 2),
            5: held(1, "elves"),
            9: held(1, "elves"),
        },
        {},
    ),
}
"""The same of mixes, on a board of Underground."""

ASHORE: dict[str, tuple[list[Document], list[Document], Document, Document]] = {
    "UG-RACE-GNOMES, 6.2: Kraken do not enter a Sea that Gnomes hold": (
        [up("kraken", "stone", 5)],
        [up("gnomes", "seafaring")],
        {0: held(1, "gnomes"), 5: held(0, "kraken"), 7: held(1, "gnomes"), 6: held(1, "gnomes")},
        {},
    ),
    "UG-CONQ-3: neither Halflings nor Flying races enter where Gnomes are": (
        [up("halflings", "flying", 6)],
        GNOMES,
        {14: held(1, "gnomes"), 19: held(1, "gnomes")},
        {},
    ),
    "SW-INT-38, UG-PLACE-PIPE: Giants with the Pipe on a mountain": (
        [up("giants", "magic", 6)],
        GNOMES,
        {8: held(0, "giants", 1, place="pipe"), 5: held(1, "gnomes"), 19: {"relics": ["doormat"]}},
        {},
    ),
}
"""The same on a board of the base game."""


def judged(game: swenv.Game, seats: list[list[Document]], regions: Document, fields: Document) -> set[str]:
    """Judge a position with all its actions, and return these."""
    state = game.from_position(
        {
            "format": "swenv-position/1",
            "game": game.name,
            "phase": "conquest",
            **{name: value for name, value in fields.items() if name != "coins"},
            "seats": [{"coins": fields.get("coins", 5), "races": races} for races in seats],
            "regions": {str(number): entry for number, entry in regions.items()},
        }
    )
    document = state.to_position()
    texts = {str(game.action(action)) for action in state.legal_actions()}
    judge(document, texts, game.options)
    for text in texts:
        follower = state.copy()
        follower.apply(text)
        judge_step(document, text, follower.to_position(), game.options)
    return texts


@pytest.mark.parametrize("key", ALONE)
def test_rare_positions_of_underground(key: str) -> None:
    mine, others, regions, fields = ALONE[key]
    assert judged(swenv.load("underground", num_players=2), [mine, others], regions, fields)


@pytest.mark.parametrize("key", MIXED)
def test_rare_positions_of_mixes(key: str) -> None:
    mine, others, regions, fields = MIXED[key]
    assert judged(mixed_game("underground", 2, True), [mine, others], regions, fields)


@pytest.mark.parametrize("key", ASHORE)
def test_rare_positions_of_mixes_on_a_board_of_the_base_game(key: str) -> None:
    mine, others, regions, fields = ASHORE[key]
    assert judged(mixed_game("smallworld", 2, True), [mine, others], regions, fields)


@pytest.mark.parametrize(("regions", "bites"), [({}, False), ({4: held(0, "shrooms")}, True)])
def test_vampires_from_the_tray_need_a_region(regions: Document, bites: bool) -> None:
    """SW-INT-153, UG-INT-35: with the option off, too."""
    game = swenv.load("underground", num_players=2, substitution_needs_hand=False)
    fields = {"phase": "conquest" if regions else "choose"}
    texts = judged(game, [[up("shrooms", "vampire")], OGRES], {5: held(1, "ogres"), **regions}, fields)
    assert ("vampire 5" in texts) == bites
