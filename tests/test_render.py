"""Text and pictures of a state: they show everything on the table, are self-contained and reproducible."""

from __future__ import annotations

import itertools
import json
import math
import random
import re
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import swenv
from everygame import GAMES, QUICK_TABLES, SOME_GAMES, TABLES
from pictures import ANSI, SVG, after, check_self_contained, icons_in, parsed, words_in
from randomplay import SOME_BOARDS
from support import MONSTERS, MURLOC, TRIBE, active, declined, game, held, position, seat, underground, warcraft
from swenv import maps, render
from swenv.render import canvas, parts, shapes, smallworld, smallworld_icons, smallworld_style
from swenv.smallworld import warcraft_boards
from swenv.smallworld.board import Board, load_board

WORLDS = tuple(name for name in GAMES if name != "islands")
"""The games that are played on boards of regions."""


def played(num_players: int, steps: int = 60, seed: int = 1, **options: Any) -> swenv.State:
    """A state of a random game on the board for so many; `name` for the other games."""
    if options.get("name") == "islands":
        start = swenv.load(num_players=num_players, **options).new_state(seed=seed)
    else:
        start = game(num_players, None, **options).new_state(seed=seed)
    return after(start, steps, seed)


PLAYED = [
    pytest.param(
        lambda n=n, name=name: played(n, name=name), marks=[] if (name, n) in QUICK_TABLES else pytest.mark.slow
    )
    for name, n in TABLES
]


def rich() -> swenv.State:
    """Three seats with all that can lie on a board."""
    return position(
        num_players=3,
        phase="conquest",
        round=3,
        seats=[
            seat(active("trolls", "heroic", hand=4), declined("orcs"), declined("ghouls", "spirit", hand=2), coins=17),
            seat(active("halflings", "dragon_master"), coins=109),
            seat(active("tritons", "bivouacking"), coins=8),
        ],
        regions={
            "0": held(0, "trolls", 3, lair=1, hero=1),
            "1": TRIBE,
            "2": held(1, "halflings", 2, hole=1),
            "3": held(0, "orcs", 1, fortress=1),
            "4": held(1, "halflings", 1, dragon=1),
            "5": held(0, "ghouls", 2),
            "8": held(2, "tritons", 2, encampment=3),
        },
    )


def caves() -> swenv.State:
    """Two seats of Underground with all that can lie on a board."""
    return underground(
        phase="conquest",
        round=3,
        seats=[
            seat(
                active("iron_dwarves", "magic", hand=4, hammers=2),
                declined("ogres", "shield"),
                coins=17,
                vengeance=True,
            ),
            seat(active("cultists", "vengeful"), declined("will_o_wisps", "muddy"), coins=109),
        ],
        regions={
            0: held(0, "iron_dwarves", 3, bag=1) | {"place": "keep", "relics": ["sword", "scepter"]},
            1: held(0, "iron_dwarves", 2) | {"place": "mine", "relics": ["socks"]},
            3: held(0, "ogres", 1, armor=2),
            4: held(1, "cultists", 2, ancient=1),
            5: {"place": "stonehedge", "relics": ["orb"]},
            6: {"place": "altar", "relics": ["ring"]},
            8: held(1, "cultists", 2, queen=1) | {"place": "fountain"},
            9: MONSTERS,
            10: {"markers": {"volcano": 1}},
            11: {"markers": {"balrog": 1}, "place": "pentacle"},
            12: held(1, "will_o_wisps", 1, ghost=1) | {"place": "pipe"},
            15: {"place": "diamond"},
            16: {"place": "crypt", "relics": ["doormat"]},
        },
        stonehedge="royal",
        crypt_master=1,
        turn_state={"used": ["sword"], "armed": ["sword"]},
    )


def azeroth(**fields: Any) -> swenv.State:
    """Three seats of Warcraft with all that can lie on its boards."""
    full: dict[str, Any] = dict(
        phase="conquest",
        round=3,
        seats=[
            seat(
                active("goblins", "beastmasters", hand=4, beasts=2),
                declined("orcs", "sentinels"),
                coins=17,
                harmony=True,
            ),
            seat(active("humans", "champions"), declined("night_elves"), coins=109),
            seat(active("pandaren", "defenders"), declined("kobolds"), coins=8),
        ],
        regions={
            0: held(0, "goblins", 3, beasts=2) | {"artifacts": ["frostmourne", "doomhammer"]},
            1: held(1, "humans", 2, champion=1) | {"bomb": "live"},
            2: held(0, "orcs", 1, fortress=1),
            3: held(1, "night_elves", 1, wall=1),
            4: {"artifacts": ["ashes"], "place": "karazhan"},
            5: {"face_down": "heart"},
            6: held(0, "goblins", 1) | {"artifacts": ["aegis"], "place": "chapel"},
            7: {"place": "meeting_stone"},
            8: MURLOC,
            9: {"place": "dark_portal", "objective": 1},
            10: {"place": "well"},
            13: {"face_down": "spirit_healer"},
            14: {"objective": 1},
            18: held(2, "pandaren", 1, tower=1) | {"place": "battleground", "bomb": "dud"},
            20: held(2, "kobolds", 1),
        },
        bomb_stack=["dud", "live", "dud"],
        aegis_up=True,
        turn_state={"armed_effects": ["frostmourne"]},
    )
    return warcraft(3, **{**full, **fields})


def crowded() -> swenv.State:
    """A region with more than there is room for round its tokens."""
    return underground(
        phase="conquest",
        seats=[seat(active("ogres", "magic", hand=4)), seat()],
        regions={
            5: held(0, "ogres", 3, bag=1, ghost=1)
            | {"place": "crypt", "relics": ["doormat", "orb", "ring", "scepter", "socks", "sword"]},
        },
    )


# --- text -----------------------------------------------------------------------------------------


def test_text_shows_everything_on_the_table() -> None:
    page = render.text(rich())
    lines = page.splitlines()
    assert "fx9" in lines[0]
    assert "round 3 of 10" in lines[0]
    assert "phase conquest" in lines[0]
    assert "heroic trolls: 3 in 1 region, 4 in hand" in page
    assert "orcs in decline: 1 in 1 region" in page
    assert "ghouls in decline (spirit): 2 in 1 region, 2 in hand" in page
    rows = {int(line.split()[0]): line for line in lines if re.match(r" *\d+  [a-z]", line)}
    assert sorted(rows) == list(range(9))
    assert re.search(r"0 trolls ×3, lair, hero +safe  1 4 7$", rows[0])
    assert re.search(r"hill +edge +Lost Tribe +1  0 2$", rows[1])
    assert re.search(r"mountain +mine cavern +0 orcs in decline ×1, fortress +3  2 4 5 6$", rows[3])
    assert re.search(r"2 tritons ×2, encampment ×3 +5  5 7$", rows[8])


def test_text_shows_everything_in_underground() -> None:
    page = render.text(caves())
    lines = page.splitlines()
    assert lines[0].startswith("Small World Underground on ux18 · round 3 of 10")
    assert "magic iron dwarves: 5 in 2 regions, 4 in hand, 2 hammers" in page
    assert "ogres in decline (shield): 1 in 1 region" in page
    assert "will o wisps in decline (muddy): 1 in 1 region" in page
    assert [line.strip() for line in lines if "Vengeance" in line] == ["holds a Vengeance marker"]
    assert "uses sword next" in page
    assert "Places/Relics undrawn: 0, Stonehedge: Royal, Ghost: seat 1" in page
    rows = {int(line.split()[0]): line for line in lines if re.match(r" *\d+  [a-z]", line)}
    assert sorted(rows) == list(range(18))
    assert re.search(r"mud +edge +0 iron dwarves ×3, keep, sword, scepter, bag +4  1 5 10$", rows[0])
    assert re.search(r"0 iron dwarves ×2, lost mine, socks +2  0 2 5$", rows[1])
    assert re.search(r"0 ogres in decline ×1, armor ×2 +3  2 4 8$", rows[3])
    assert re.search(r"1 cultists ×2, fountain, queen +safe  ", rows[8])
    assert re.search(r"crystal +Monsters ×2 +2  ", rows[9])
    assert re.search(r"chasm +volcano +volcano +·  ", rows[10])
    assert re.search(r"pentacle, balrog +safe  ", rows[11])
    assert re.search(r"mountain +1 will o wisps in decline ×1, pipe, ghost +safe  ", rows[12])


def test_text_shows_everything_in_warcraft() -> None:
    page = render.text(azeroth())
    lines = page.splitlines()
    assert lines[0].startswith("Small World of Warcraft on wx-l+wx-m+wx-s · round 3 of 10")
    assert "beastmasters goblins [horde]: 4 in 2 regions, 4 in hand, 2 Beasts in hand" in page
    assert "orcs in decline (sentinels) [horde]: 1 in 1 region" in page
    assert "champions humans [alliance]: 2 in 1 region" in page
    assert "kobolds in decline [neutral]: 1 in 1 region" in page
    assert [line.strip() for line in lines if "Harmony" in line] == ["holds a Harmony token"]
    assert "uses frostmourne next" in page
    assert "beside  Bombs: 3, Aegis up" in page
    assert [line for line in lines if line.startswith("board ")] == ["board wx-l", "board wx-m", "board wx-s"]
    rows = {int(line.split()[0]): line for line in lines if re.match(r" *\d+  [a-z]", line)}
    assert sorted(rows) == list(range(24))
    assert re.search(r"farmland +anchor +0 goblins ×3, frostmourne, doomhammer, beasts ×2 +5  1 4$", rows[0])
    assert re.search(r"1 humans ×2, champion, bomb +3  0 2 5$", rows[1])
    assert re.search(r"mountain +0 orcs in decline ×1, fort +3  1 3 6$", rows[2])
    assert re.search(r"1 night elves in decline ×1, wall +2  2 7$", rows[3])
    assert re.search(r"farmland +face-down marker +·  ", rows[5])
    assert re.search(r"hill +cavern +0 goblins ×1, chapel, aegis \(protects\) +1  ", rows[6])
    assert re.search(r"swamp +magic +Murloc +1  ", rows[8])
    assert re.search(r"mountain +anchor +dark portal, objective +1  ", rows[9])
    assert re.search(r"2 pandaren ×1, battleground, tower, bomb +safe  19 21$", rows[18])


@pytest.mark.parametrize("lost", [False, True])
def test_text_shows_the_form_of_the_worgen_and_a_champion_in_hand(lost: bool) -> None:
    state = warcraft(
        phase="conquest",
        seats=[seat(active("worgen", "champions", hand=3, champion_lost=lost)), seat()],
        regions={0: held(0, "worgen", 1)},
        turn_state={"form": "worgen"},
    )
    page, written = render.text(state), words_in(render.svg(state))
    assert "champions worgen [alliance]: 1 in 1 region, 3 in hand" in page
    assert "in worgen form" in page
    assert "worgen form" in written
    assert ("Champion in hand" in page) is not lost
    assert ("3 + Champion in hand" in written) is not lost


@pytest.mark.parametrize("num_players", SOME_BOARDS)
@pytest.mark.parametrize("name", WORLDS)
def test_text_has_a_row_for_each_region_and_fits_a_terminal(name: str, num_players: int) -> None:
    state = played(num_players, name=name)
    lines = render.text(state).splitlines()
    rows = [line for line in lines if re.match(r" *\d+  [a-z]", line)]
    assert len(rows) == len(state.game.board_of(state.record).regions)
    assert max(map(len, lines)) <= 105
    assert not any(ANSI.search(line) for line in lines)


@pytest.mark.parametrize("draw", [rich, caves, azeroth, *PLAYED])
def test_colors_do_not_change_the_text(draw: Callable[[], swenv.State]) -> None:
    state = draw()
    painted = render.text(state, color=True)
    assert ANSI.search(painted)
    assert ANSI.sub("", painted).splitlines() == [line.rstrip() for line in render.text(state).splitlines()]


@pytest.mark.parametrize("name", GAMES)
def test_print_shows_the_text_and_a_notebook_the_picture(name: str) -> None:
    state = played(2, name=name)
    assert str(state) == render.text(state)
    assert state._repr_svg_() == render.svg(state)


def test_hidden_purses_are_shown_only_to_their_owner() -> None:
    state = position(options={"hide_coins": True}, seats=[seat(coins=17), seat(coins=43)])
    for draw in (render.text, lambda *args, **named: " ".join(words_in(render.svg(*args, **named)))):
        assert re.search(r"\b17\b", draw(state))
        assert re.search(r"\b43\b", draw(state))
        assert re.search(r"\b17\b", draw(state, seat=0))
        assert not re.search(r"\b43\b", draw(state, seat=0))
        assert "?" in draw(state, seat=0)
    public = position(seats=[seat(coins=17), seat(coins=43)])
    assert re.search(r"\b43\b", render.text(public, seat=0))


def test_the_end_names_the_winners() -> None:
    won = position(phase="over", round=10, seats=[seat(coins=17), seat(coins=43)])
    assert "Game over: seat 1 wins" in render.text(won)
    assert "Game over: seat 1 wins" in words_in(render.svg(won))
    shared = position(phase="over", round=10, seats=[seat(coins=43), seat(coins=43)])
    assert "Game over: seat 0 and seat 1 win" in render.text(shared)


# --- SVG ------------------------------------------------------------------------------------------


MIXED = {"boxes": ("base", "underground"), "places": True}


@pytest.mark.parametrize("state", [rich, caves, azeroth, crowded, *PLAYED, lambda: played(3, 150, **MIXED)])
def test_a_picture_is_a_self_contained_document(state) -> None:
    check_self_contained(render.svg(state()))


def test_a_picture_shows_everything_on_the_table() -> None:
    picture = render.svg(rich())
    written = words_in(picture)
    assert {str(region) for region in range(9)} <= set(written)
    assert {"Troll", "Orc", "Ghoul", "Half", "Trit", "17", "109", "Round 3 of 10", "Seat 0 conquers"} <= set(written)
    assert {
        "Heroic Trolls",
        "Orcs in decline",
        "Ghouls in decline, Spirit",
        "Dragon Master Halflings",
    } <= set(written)
    assert "Trolls 4 + Ghouls 2 in hand" in written
    assert icons_in(picture) == set(smallworld_icons.BASE_ICONS)
    tips = {element.text for element in parsed(picture).iter(f"{SVG}title")}
    assert "Region 3: mountain, mine, cavern. 0 Orcs in decline ×1, Fortress" in tips


def test_a_picture_shows_everything_in_underground() -> None:
    picture = render.svg(caves())
    written = words_in(picture)
    assert {str(region) for region in range(18)} <= set(written)
    assert {"Iron", "Ogre", "Cult", "Wisp", "17", "109", "Small World Underground", "Seat 0 conquers"} <= set(written)
    assert {"Magic Iron Dwarves", "Ogres in decline, Shield", "Will-o'-Wisps in decline, Muddy"} <= set(written)
    assert {"4 in hand · 2 hammers · Vengeance", "uses Sword of the Killer Rabbit"} <= set(written)
    assert "Places/Relics undrawn: 0 · Stonehedge: Royal · Ghost: seat 1" in written
    assert icons_in(picture) == {"mountain", *smallworld_icons.UNDERGROUND_ICONS}
    tips = {element.text for element in parsed(picture).iter(f"{SVG}title")}
    assert "Region 10: chasm, volcano. Volcano" in tips
    assert (
        "Region 0: mud. 0 Iron Dwarves ×3, Keep on the Motherland, Sword of the Killer Rabbit, Scepter of Avarice, "
        "Bag-o'-Many-Things" in tips
    )


def test_a_picture_shows_everything_in_warcraft() -> None:
    picture = render.svg(azeroth())
    written = words_in(picture)
    assert {str(region) for region in range(24)} <= set(written)
    assert {"Gobl", "Orc", "Hum", "Night", "Pand", "Kob", "17", "109", "wx-l", "wx-m", "wx-s"} <= set(written)
    assert {"Small World of Warcraft", "Beastmasters Goblins", "Orcs in decline, Sentinels"} <= set(written)
    assert {"uses Frostmourne", "Bombs: 3 · Aegis up", "4 + 2 Beasts in hand · Harmony"} <= set(written)
    assert {"A", "H", "N"} <= set(written)
    missing = {"heart", "spirit_healer"}  # these two lie face down
    assert icons_in(picture) == {"mountain", "cavern", "magic", "fortress", *smallworld_icons.WARCRAFT_ICONS} - missing
    tips = {element.text for element in parsed(picture).iter(f"{SVG}title")}
    assert "Region 6: hill, cavern. 0 Goblins ×1, Light's Hope Chapel, Aegis of Aggramar (protects)" in tips
    assert "Region 18: farmland, anchor. 2 Pandaren ×1, Battleground, Watch Tower, Bomb" in tips


@pytest.mark.parametrize("looking", [None, 0, 1, 2])
def test_face_down_markers_and_kinds_of_bombs_are_not_shown(looking: int | None) -> None:
    one = azeroth()
    document = one.to_position()
    regions = document["regions"]
    regions["5"]["face_down"], regions["13"]["face_down"] = "spirit_healer", "heart"
    regions["1"]["bomb"], regions["18"]["bomb"] = "dud", "live"
    other = one.game.from_position({**document, "bomb_stack": ["live", "dud", "dud"]})
    assert other != one
    for draw in (render.svg, render.text):
        assert draw(one, seat=looking) == draw(other, seat=looking)
        for secret in ("Heart of Azeroth", "spirit healer", "Spirit Healer", 'sw-icon-heart"/', "live", "dud"):
            assert secret not in draw(one, seat=looking)


def test_the_protection_of_the_aegis_is_drawn() -> None:
    up, down = (words_in(render.svg(azeroth(aegis_up=up))) for up in (True, False))
    assert "Bombs: 3 · Aegis up" in up
    assert "Bombs: 3" in down
    circles = [len(list(parsed(render.svg(azeroth(aegis_up=up))).iter(f"{SVG}circle"))) for up in (True, False)]
    assert circles[0] == circles[1] + 1


def test_pieces_without_room_in_a_region_are_counted() -> None:
    picture = render.svg(crowded())
    assert "+4" in words_in(picture)  # nine things, six places of which the last one says how many more there are
    (tip,) = (each.text or "" for each in parsed(picture).iter(f"{SVG}title") if "Ogres" in (each.text or ""))
    assert all(name in tip for name in ("Crypt", "Doormat", "Orb", "Ring", "Scepter", "Socks", "Sword", "Bag", "Ghost"))


def test_the_tooltip_of_a_crowded_region_names_everything() -> None:
    state = azeroth(
        seats=[seat(active("goblins", "miners", hand=4)), seat(active("night_elves", "champions")), seat()],
        regions={
            18: held(1, "night_elves", 2, champion=1, wall=1)
            | {
                "artifacts": ["aegis", "ashes", "doomhammer", "frostmourne", "heart"],
                "place": "karazhan",
                "bomb": "live",
            },
        },
        turn_state={},
    )
    picture = render.svg(state)
    assert "+4" in words_in(picture)  # nine things, six places of which the last one says how many more there are
    (tip,) = (each.text or "" for each in parsed(picture).iter(f"{SVG}title") if "Night Elves" in (each.text or ""))
    names = ("Aegis", "Ashes", "Doomhammer", "Frostmourne", "Heart", "Karazhan", "Champion", "Wall", "Bomb")
    assert all(name in tip for name in names)
    assert "live" not in picture


def legend_of(picture: str) -> list[str]:
    """What is written under a board, in small soft letters."""
    return [
        element.text or ""
        for element in parsed(picture).iter(f"{SVG}text")
        if element.get("font-size") == "13.5" and not element.get("text-anchor")
    ]


def test_the_legend_has_the_printed_names() -> None:
    azeroths, old, bare = (
        legend_of(picture)
        for picture in (render.svg(azeroth()), render.svg(rich()), render.board_svg(azeroth().game.boards[0]))
    )
    assert {"Alliance", "Horde", "Neutral", "In decline", "Farmland", "Fort", "Doomhammer", "Ashes of Al'ar"} <= set(
        azeroths
    )
    assert {"Start", "Watch Tower", "Wisp Wall", "Face-down marker", "Well of Eternity"} <= set(azeroths)
    assert {"Fortress", "In decline", "Lost Tribe", "Encampment"} <= set(old)
    assert not {"Fortress", "fortress"} & set(azeroths)
    assert not {"Fort", "Alliance"} & set(old)
    assert not {"In decline", "Alliance"} & set(bare)
    assert all(word[0].isupper() for word in (*old, *bare))


@pytest.mark.parametrize(("tokens", "told"), [((1, 0), "1 in hand"), ((3, 1), "Trolls 3 + Ghouls 1 in hand")])
def test_tokens_in_hand_are_counted_with_race_names_if_there_are_two(tokens: tuple[int, int], told: str) -> None:
    races = [active("trolls", "heroic", hand=tokens[0]), declined("ghouls", "spirit", hand=tokens[1])]
    state = position(phase="conquest", seats=[seat(*races), seat()], regions={"3": held(0, "ghouls", 1)})
    assert told in words_in(render.svg(state))


@pytest.mark.parametrize(
    ("name", "races", "lines"),
    [
        ("warcraft", [active("goblins", "portal_mages"), declined("night_elves", "marshdwellers")], 3),
        ("warcraft", [declined("night_elves", "marshdwellers")], 2),
        ("warcraft", [active("goblins", "farmers"), declined("orcs", "sentinels")], 2),
        ("underground", [active("ogres", "magic"), declined("will_o_wisps", "shield")], 2),
    ],
)
def test_a_badge_kept_in_decline_is_written_as_large_as_the_rest(name: str, races: list, lines: int) -> None:
    elsewhere = {0: held(0, races[-1]["race"], 1)}
    build = underground if name == "underground" else warcraft
    plain = build(seats=[seat(*({**race, "power": None} for race in races[-1:])), seat()], regions=elsewhere)
    state = build(seats=[seat(*races), seat()], regions=elsewhere)
    assert parsed(render.svg(plain)).get("viewBox") == parsed(render.svg(state)).get("viewBox")
    texts = list(parsed(render.svg(state)).iter(f"{SVG}text"))
    first = next(i for i, text in enumerate(texts) if text.text == "Seat 0")
    last = next(i for i, text in enumerate(texts) if text.text == "Seat 1")
    card = [text for text in texts[first + 1 : last] if text.get("x") in ("26", "45")]
    heights = [float(text.get("y", 0)) for text in card]
    assert len(card) == lines
    assert all(float(text.get("font-size", 0)) >= 12 for text in card)
    assert all(13 <= b - a <= 26 for a, b in itertools.pairwise(heights))
    assert float(texts[last].get("y", 0)) - heights[-1] > 25  # the next card begins below


def test_a_mixed_game_draws_what_both_boxes_have() -> None:
    state = position(
        map=None,
        options=MIXED,
        phase="conquest",
        seats=[seat(active("ogres", "heroic", hand=2)), seat(active("trolls", "royal"))],
        regions={1: held(0, "ogres", 2, hero=1), 2: held(1, "trolls", 1, lair=1, queen=1), 5: MONSTERS, 6: TRIBE},
    )
    assert icons_in(render.svg(state)) == {
        *("cavern", "magic", "mine", "mountain"),
        *("hero", "lair", "queen", "monster", "tribe"),
    }


def test_only_icons_in_use_are_drawn() -> None:
    bare = icons_in(render.svg(position(regions={})))
    assert bare == {"cavern", "magic", "mine", "mountain"}


def test_the_column_shows_its_coins() -> None:
    column = [{"race": "orcs", "power": "hill", "coins": 7}, {"race": "elves", "power": "swamp", "coins": 0}]
    assert "7" in words_in(render.svg(position(column=column, regions={})))
    assert "0 hill orcs ×9 (+7)" in render.text(position(column=column))


def test_the_die_is_drawn_when_it_was_rolled() -> None:
    state = rich()
    before = render.svg(state)
    document = {**state.to_position(), "last_roll": 3}
    after = render.svg(state.game.from_position(document))
    assert len(list(parsed(after).iter(f"{SVG}circle"))) == len(list(parsed(before).iter(f"{SVG}circle"))) + 3


@pytest.mark.parametrize("name", GAMES)
def test_the_same_state_gives_the_same_bytes(name: str) -> None:
    assert render.svg(played(3, name=name)) == render.svg(played(3, name=name))
    assert render.svg(played(3, name=name)) != render.svg(played(3, steps=61, name=name))
    assert render.text(played(3, name=name)) == render.text(played(3, name=name))


@pytest.mark.parametrize("name", GAMES)
def test_width_scales_the_same_drawing(name: str) -> None:
    small, large = (parsed(render.svg(played(3, name=name), width=width)) for width in (400, 1600))
    assert small.get("viewBox") == large.get("viewBox")
    assert (small.get("width"), large.get("width")) == ("400", "1600")


@pytest.mark.parametrize(
    "options", [{}, {"name": "underground"}, MIXED, {"name": "warcraft"}], ids=["base", "caves", "mixed", "azeroth"]
)
@pytest.mark.parametrize("num_players", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_the_layout_is_the_same_throughout_a_game(num_players: int, options: dict[str, Any]) -> None:
    dice = random.Random(5)
    state = game(num_players, None, **options).new_state(seed=5)
    sizes, places = set(), set()
    for step in itertools.count():
        if step % 20 == 0 or state.is_over:
            root = parsed(render.svg(state))
            sizes.add(root.get("viewBox"))
            if all(len(entry["races"]) < 3 for entry in state.to_position()["seats"]):
                last = next(name for name in root.iter(f"{SVG}text") if name.text == f"Seat {num_players - 1}")
                places.add((last.get("x"), last.get("y")))
        if state.is_over:
            break
        state.apply(int(dice.choice(state.legal_actions().tolist())))
    assert len(sizes) == 1
    assert len(places) == 1


def test_pictures_of_two_boards_can_share_a_page() -> None:
    one, two = (set(re.findall(r'id="(b[^"]*)"', render.svg(played(n, steps=0)))) for n in (2, 3))
    assert one
    assert two
    assert not one & two


def test_no_text_can_break_out_of_the_markup() -> None:
    evil = """a"'><script>alert(1)</script>&\x00\n\ud800"""
    drawn = canvas.Canvas()
    drawn.add("title", evil, id=evil)
    drawn.text(1, 2, evil, 3)
    picture = drawn.document(10, 10, 10, evil)
    picture.encode("utf-8")
    root = parsed(picture)
    clean = evil.replace("\x00", "\ufffd").replace("\ud800", "\ufffd").replace("\n", " ")
    assert [element.text for element in root] == [clean, clean, clean]
    assert root[1].get("id") == clean
    assert "<script" not in picture


@pytest.mark.parametrize("name", GAMES)
def test_wrong_seats_and_widths_are_refused(name: str) -> None:
    state = played(3, name=name)
    for draw in (render.text, render.svg, render.rgb_array):
        with pytest.raises(ValueError, match="no seat 3: seats are 0 to 2"):
            draw(state, seat=3)
    for odd in ("0", 1.0, True):
        with pytest.raises(TypeError, match=f"seat: a whole number is needed, not {odd!r}"):
            render.svg(state, seat=odd)  # type: ignore[arg-type]
    for draw in (render.svg, render.rgb_array):
        for width in (0, -5):
            with pytest.raises(ValueError, match=f"width must be at least 1, not {width}"):
                draw(state, width=width)
        for odd in (200.0, math.inf, math.nan, "200", True, None):
            with pytest.raises(TypeError, match=f"width: a whole number is needed, not {odd!r}"):
                draw(state, width=odd)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="width must be at most 8000, not 8001"):
        render.rgb_array(state, width=8001)


def test_a_board_without_width_and_an_unknown_game_are_refused() -> None:
    with pytest.raises(ValueError, match="width must be at least 1, not 0"):
        render.board_svg(game(2, None).board, width=0)
    stranger = SimpleNamespace(game=SimpleNamespace(name="chess", num_players=2))
    with pytest.raises(ValueError, match="no drawer for the game 'chess'"):
        render.svg(stranger)


# --- the drawing of a board -----------------------------------------------------------------------


def drawing_of(board) -> shapes.Drawing:
    return shapes.drawing(
        tuple(
            shapes.Place(region.polygon, region.label, region.neighbors, 2, region.board) for region in board.regions
        ),
        shapes.Sea(board.size, board.outlines) if board.faces else None,
    )


def boards_of(name: str, num_players: int) -> list[Board]:
    """The board for so many players; of Warcraft some tables with every face that they can have."""
    boards = game(num_players, None, name=name).boards
    return [boards[k] for k in sorted({0, len(boards) // 3, len(boards) - 1})]


@pytest.mark.slow
@pytest.mark.parametrize("num_players", SOME_BOARDS)
@pytest.mark.parametrize("name", WORLDS)
def test_names_and_icons_are_inside_their_region_without_overlap(name: str, num_players: int) -> None:
    for board in boards_of(name, num_players):
        check_places(board)


def check_places(board: Board) -> None:
    drawing = drawing_of(board)
    assert not drawing.links
    zoom = drawing.width / board.size[0]
    for region, shape in zip(board.regions, drawing.shapes, strict=True):
        outline = tuple((x * zoom, y * zoom) for x, y in region.polygon)
        spots = [shape.center, shape.name_at, *shape.spots]
        assert shapes._depth(outline, spots).min() > 0.6 * shapes.NAME * drawing.scale
        gaps = [np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in itertools.combinations(spots, 2)]
        assert min(gaps) > 1.2 * shapes.ICON * drawing.scale


@pytest.mark.parametrize("num_players", SOME_BOARDS)
@pytest.mark.parametrize("name", WORLDS)
def test_ids_can_be_read_and_touch_neither_icons_nor_pieces(name: str, num_players: int) -> None:
    state = played(num_players, steps=0, name=name)
    root = parsed(render.svg(state))
    unit = 1000 / float(root.get("viewBox", "").split()[2])
    ids = {str(region.id) for region in state.game.board_of(state.record).regions}
    sizes = [float(text.get("font-size", 0)) for text in root.iter(f"{SVG}text") if text.text in ids]
    assert min(sizes[: len(ids)]) * unit > 8.9
    for board in boards_of(name, num_players):
        drawing = smallworld._drawing(board)
        reach = 6.5 * drawing.name_scale
        for shape in drawing.shapes:
            lying = [(spot, 10.5) for spot in (*shape.spots, *shape.badges[:4])] + [(shape.center, shapes.TOKEN)]
            for (x, y), radius in lying:
                assert np.hypot(x - shape.name_at[0], y - shape.name_at[1]) > reach + radius * drawing.scale
            ends = [np.hypot(x - shape.name_at[0], y - shape.name_at[1]) for x, y in shape.badges]
            assert min(ends) > 0.9 * reach + 7 * drawing.scale  # the last two may meet a corner of it


@pytest.mark.parametrize("num_players", SOME_BOARDS)
@pytest.mark.parametrize("name", WORLDS)
def test_pieces_round_the_tokens_stay_inside_their_region(name: str, num_players: int) -> None:
    for board in boards_of(name, num_players):
        drawing = smallworld._drawing(board)
        zoom = drawing.width / board.size[0]
        for region, shape in zip(board.regions, drawing.shapes, strict=True):
            outline = tuple((x * zoom, y * zoom) for x, y in region.polygon)
            assert shapes._depth(outline, shape.badges).min() > 10.5 * drawing.scale
            assert len(set(shape.badges)) == 6
            gaps = [np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in itertools.combinations(shape.badges, 2)]
            assert min(gaps) > 14 * drawing.scale


@pytest.mark.parametrize("num_players", SOME_BOARDS)
@pytest.mark.parametrize("name", WORLDS)
def test_stacks_of_tokens_fit_into_every_region(name: str, num_players: int) -> None:
    for board in boards_of(name, num_players):
        drawing = drawing_of(board)
        assert min(shape.radius for shape in drawing.shapes) > shapes.TOKEN * drawing.scale + 5


@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_the_boards_of_a_table_are_drawn_apart_with_their_names(num_players: int) -> None:
    for board in boards_of("warcraft", num_players):
        drawing = drawing_of(board)
        assert len(drawing.islands) == len(board.faces) == num_players
        zoom = drawing.width / board.size[0]
        shores = [[(x * zoom, y * zoom) for x, y in outline] for outline in board.outlines]
        for island, shore in zip(drawing.islands, shores, strict=True):
            assert island.path
            x, y = island.name_at
            assert 20 < x < drawing.width - 20
            assert max(y for _, y in shore) + 5 * drawing.scale < y < drawing.height - 6
            assert all(shapes._depth(tuple(each), [island.name_at])[0] < -5 * drawing.scale for each in shores)
        for region, shape in zip(board.regions, drawing.shapes, strict=True):
            inside = [shapes._depth(tuple(shore), [shape.center])[0] > 0 for shore in shores]
            assert inside == [number == region.board for number in range(num_players)]


def test_boards_without_polygons_are_laid_out_each_in_its_own_place() -> None:
    (board,) = azeroth().game.boards
    drawing = drawing_of(board)
    assert len(drawing.links) == sum(len(region.neighbors) for region in board.regions) // 2
    boxes = []
    for number in range(3):
        own = [shape for region, shape in zip(board.regions, drawing.shapes, strict=True) if region.board == number]
        boxes.append((min(s.center[0] - s.radius for s in own), max(s.center[0] + s.radius for s in own)))
        assert all(s.radius <= s.center[1] <= drawing.height - s.radius for s in own)
        assert max(s.center[1] + s.radius for s in own) < drawing.islands[number].name_at[1] < drawing.height - 4
    assert boxes[0][0] >= 0
    assert boxes[0][1] < boxes[1][0]
    assert boxes[1][1] < boxes[2][0]
    assert boxes[2][1] <= drawing.width
    for a, b in itertools.combinations(drawing.shapes, 2):
        assert np.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]) > a.radius + b.radius


@pytest.mark.parametrize("name", maps.faces())
def test_a_single_face_is_drawn_as_before_a_game(name: str) -> None:
    face = warcraft_boards.load_face(name)
    board = Board(face.name, "warcraft", 0, 0, face.regions, face.size, face.document, (name,), (face.outline,))
    picture = render.board_svg(board)
    assert name in words_in(picture)
    assert {str(region.id) for region in face.regions} <= set(words_in(picture))
    assert {"murloc", "face_down", "anchor", "cavern", "magic", "mountain"} == icons_in(picture)
    murlocs = sum(region.murloc for region in face.regions)
    page = render.board_text(board)
    assert page.count("Murloc") == murlocs
    assert page.count("face-down marker") == 1


def test_a_single_board_can_be_drawn() -> None:
    board = game(2, None, name="underground").board
    assert render.board_text(board).count("Monsters ×2") == 4
    assert {"monster", "site", "mountain"} == icons_in(render.board_svg(board))


def test_a_board_without_polygons_is_laid_out_with_a_line_for_each_border() -> None:
    regions = game().board.regions
    drawing = drawing_of(game().board)
    assert sorted(drawing.links) == [(a.id, b) for a in regions for b in a.neighbors if a.id < b]
    for a, b in itertools.combinations(drawing.shapes, 2):
        assert np.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]) > a.radius + b.radius
    for shape in drawing.shapes:
        assert shape.radius > 30
        assert shape.radius <= shape.center[0] <= drawing.width - shape.radius
        assert shape.radius <= shape.center[1] <= drawing.height - shape.radius


@pytest.mark.parametrize("num_players", [2, 5])
def test_a_computed_layout_keeps_neighbors_near(num_players: int) -> None:
    regions = game(num_players, None).board.regions
    at = np.array(shapes.layout([region.neighbors for region in regions]))
    gap = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    near = np.zeros(gap.shape, dtype=bool)
    for region in regions:
        near[region.id, list(region.neighbors)] = True
    far = ~near & ~np.eye(len(regions), dtype=bool)
    assert gap[near].mean() < 0.5 * gap[far].mean()
    assert gap[near | far].min() > 20


def test_label_and_size_of_a_board_may_be_left_out() -> None:
    document = json.loads(json.dumps(dict(game(2, None).board.document)))
    del document["size"]
    for region in document["regions"]:
        del region["label"]
        region["polygon"] = [[x / 10 - 20, y / 10 + 5] for x, y in region["polygon"]]
    drawing = drawing_of(swenv.load("smallworld", num_players=2, map=document).board)
    printed = drawing_of(game(2, None).board)
    assert (drawing.width, drawing.height) == pytest.approx((printed.width, printed.height))
    for found, known in zip(drawing.shapes, printed.shapes, strict=True):
        assert found.radius > 0.9 * known.radius


def two_regions(first: list[list[float]], second: list[list[float]]) -> Board:
    """A board of two regions with these outlines."""
    regions = [
        {"id": k, "terrain": "hill", "symbols": ["mine"], "edge": True, "neighbors": [1 - k], "polygon": outline}
        for k, outline in enumerate((first, second))
    ]
    return load_board({"name": "two", "game": "smallworld", "players": 2, "rounds": 3, "regions": regions})


SQUARE = [[0, 0], [1000, 0], [1000, 1000], [0, 1000]]


@pytest.mark.parametrize(
    "outline",
    [
        [[1000, 0], [1001, 0], [1001, 1]],
        [[1000, 0], [1000.001, 0], [1000, 0.001]],
        [[1000, 0], [1001, 0], [1001, 1000], [1000, 1000]],
        [[1000, 0], [9000, 0], [9000, 1], [1000, 1]],
        [[0, 0], [1000, 1000], [1000, 0], [0, 900]],
    ],
    ids=["small", "tiny", "narrow", "flat", "crossing itself"],
)
def test_a_region_is_drawn_however_small_or_odd_its_outline_is(outline: list[list[float]]) -> None:
    assert render.board_svg(two_regions(SQUARE, outline)).count("<use") > 2


def heavy(regions: int) -> tuple[shapes.Place, ...]:
    """Regions whose outlines cross themselves and have as many corners as a board may, one of them tiny.

    Pieces are drawn to fit into the tiny one, so the others have the finest grids.
    """
    number = min(500, 3900 // regions)
    outline = tuple((1000.0 * (k * 37 % number) / number, 1000.0 * (k * k % number) / number) for k in range(number))
    tiny = tuple((x / 1e6, y / 1e6) for x, y in outline)
    return tuple(shapes.Place(outline if k else tiny, None, (), 3) for k in range(regions))


@pytest.mark.parametrize("regions", [2, pytest.param(64, marks=pytest.mark.slow)])
def test_a_drawing_takes_bounded_time_whatever_the_outlines_are(regions: int) -> None:
    start = time.process_time()
    shapes.drawing(heavy(regions))
    assert time.process_time() - start < 10


def test_a_drawing_takes_bounded_memory_whatever_the_outlines_are() -> None:
    tracemalloc.start()
    try:
        shapes.drawing(heavy(3))
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()


# --- colours --------------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes (2009): how linear RGB looks to eyes that lack one kind of cone.
EYES = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
}


def lab(color: str, eyes: np.ndarray) -> np.ndarray:
    """CIE L*a*b* (D65) of `#rrggbb` as these eyes see it."""
    rgb = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.asarray(eyes) @ linear, 0, 1)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.asarray(to_xyz) @ seen / [0.9505, 1.0, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("eyes", EYES)
def test_terrains_and_seats_stay_apart_for_color_blind_eyes(eyes: str) -> None:
    terrains = [[smallworld_style.TERRAINS[name] for name in board] for board in smallworld_style.BOARDS.values()]
    for colors in (*terrains, parts.SEATS):
        seen = [lab(color, EYES[eyes]) for color in colors]
        assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 15


@pytest.mark.parametrize("seat_number", range(5))
def test_text_on_tokens_has_enough_contrast(seat_number: int) -> None:
    def light(color: str) -> float:
        rgb = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    pair = light(parts.SEATS[seat_number]), light(parts.SEAT_TEXT[seat_number])
    assert (max(pair) + 0.05) / (min(pair) + 0.05) > 3.5


# --- pixels, GIF, HTML ----------------------------------------------------------------------------


def test_pixels_are_a_new_array_of_colors() -> None:
    state = rich()
    pixels = render.rgb_array(state, width=600)
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (600, 3)
    assert pixels.shape[0] - int(parsed(render.svg(state, width=600)).get("height")) in (0, 1)
    assert pixels.flags.writeable
    again = render.rgb_array(state, width=600)
    assert (pixels == again).all()
    assert not np.shares_memory(pixels, again)


@pytest.mark.parametrize("width", [1000, 401, 3, 1])
@pytest.mark.parametrize("name", GAMES)
def test_both_sides_of_pixels_are_even_as_video_needs(name: str, width: int, tmp_path: Path) -> None:
    from PIL import Image

    state = played(2, steps=0, name=name)
    picture = render.rgb_array(state, width=width)
    assert picture.shape[1] == width + width % 2 and picture.shape[0] % 2 == 0
    if width == 401:
        assert not (picture[-1] == 255).all()  # the row below goes on as the one above
        render.gif([state], tmp_path / "game.gif", width=width)
        with Image.open(tmp_path / "game.gif") as moving:
            assert moving.size == picture.shape[1::-1]


def test_seats_and_widths_can_be_numpys(tmp_path: Path) -> None:
    state = game(2, None, hide_coins=True).new_state(seed=1)
    for draw in (render.svg, render.rgb_array):
        one, other = draw(state, np.int16(200), np.int8(1)), draw(state, 200, 1)
        assert np.array_equal(one, other)
    assert render.text(state, seat=np.int8(1)) == render.text(state, seat=1)
    board = state.game.board  # type: ignore[attr-defined]
    assert render.board_svg(board, np.int16(200)) == render.board_svg(board, 200)
    for name, number in (("a.gif", np.int16), ("b.gif", int)):
        render.gif([state] * 2, tmp_path / name, width=number(80), seconds=number(1), last=number(2), seat=number(1))
    for name, number in (("a.html", np.int16), ("b.html", int)):
        chart = render.Chart("wins", ["one"], [[0.5, 1.0]], marks={number(1): number(0)})
        render.html([state] * 2, tmp_path / name, width=number(80), seconds=number(1), seat=number(1), chart=chart)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_text_is_rasterized_without_installed_fonts() -> None:
    from swenv.render.raster import pixels

    picture = render.svg(rich(), width=600)
    wordless = re.sub(r"<text.*?</text>", "", picture)
    changed = (pixels(picture, 600) != pixels(wordless, 600)).any(axis=2)
    assert changed.sum() > 3000
    left, right = changed[:, :400], changed[:, 440:]  # the board and the panel
    assert left.any()
    assert right.any()


def test_regions_of_a_printed_board_leave_no_gap() -> None:
    from swenv.render.raster import pixels

    picture = render.svg(game(5, None).from_position({"format": "swenv-position/1", "game": "smallworld"}))
    fills = "".join(re.findall(r'<use href="#b[^"]*" fill="#[^>]*>', picture))
    outlines = "".join(re.findall(r'<path id="b[^>]*>', picture))
    bare = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 700"><defs>{outlines}</defs>{fills}</svg>'
    inside = pixels(bare, 1000)[3:-3, 3:-3].astype(int)
    assert (inside.sum(axis=2) < 3 * 250).all()


@pytest.mark.parametrize("missing", ["resvg_py", "font_source_sans_pro", "PIL.Image"])
def test_a_missing_library_is_named_with_how_to_install_it(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from swenv.render import raster

    raster._fonts.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=rf"{missing}.*pip install swenv\[view\]"):
        render.rgb_array(rich())


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_gif_shows_every_state(name: str, tmp_path: Path) -> None:
    from PIL import Image

    states = [played(2, steps=steps, name=name) for steps in (0, 20, 40)]
    render.gif(iter(states), tmp_path / "game.gif", width=300, seconds=0.5, last=2)
    with Image.open(tmp_path / "game.gif") as picture:
        assert picture.n_frames == 3
        assert picture.size[0] == 300
        assert picture.info["loop"] == 0
        times, frames = [], []
        for frame in range(3):
            picture.seek(frame)
            times.append(picture.info["duration"])
            frames.append(np.asarray(picture.convert("RGB")).astype(int))
    assert times == [500, 500, 2000]
    for state, frame in zip(states, frames, strict=True):
        assert np.abs(frame - render.rgb_array(state, width=300)).mean() < 6


@pytest.mark.parametrize("name", GAMES)
def test_an_html_page_is_self_contained_and_has_every_state(name: str, tmp_path: Path) -> None:
    states = [played(2, steps=steps, name=name) for steps in (0, 20, 40)]
    captions = ["start", "</script><script>alert(1)</script>", "conquer 7"]
    render.html(iter(states), tmp_path / "game.html", title="<b>A & B</b>", captions=captions, seconds=0.25)
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    content = json.loads(data.group(1))
    pictures = ["\n".join(content["lines"][line] for line in frame) + "\n" for frame in content["frames"]]
    assert pictures == [render.svg(state) for state in states]
    assert content["captions"] == captions
    assert content["pause"] == 250
    assert page.count("<script") == 2
    assert "<title>&lt;b&gt;A &amp; B&lt;/b&gt;</title>" in page
    assert not re.search(r"\b(src|href)=[\"'](?!#)|@import|url\(\s*[\"']?http", page.replace(data.group(0), ""))


def test_a_page_has_notes_and_curves(tmp_path: Path) -> None:
    states = [played(2, steps=steps) for steps in (0, 20, 40, 60)]
    notes = [render.Note(["</script>"], ("action", "value"), [("conquer <7>", "0.5")]), render.Note(["end"])]
    chart = render.Chart("A & B", ["<a>", "b"], [[0, 0.25, None, 1], [1, 0.75, None, None]], {1: 1}, "slip")
    render.html(states, tmp_path / "game.html", notes=notes, chart=chart)
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert data is not None and "<" not in data.group(1) and page.count("<script") == 2
    content = json.loads(data.group(1))
    assert content["notes"] == [
        {"lines": ["</script>"], "headers": ["action", "value"], "rows": [["conquer <7>", "0.5"]]},
        {"lines": ["end"], "headers": [], "rows": []},
    ]
    assert content["marks"] == [1]
    assert re.findall(r'class="curve"[^>]* d="([^"]*)"', page)[2:] == ["M0 100L333.3 75M1000 0", "M0 0L333.3 25"]
    assert re.findall(r'class="mark" d="([^"]*)"', page) == ["M15 5h0", "M333.3 25h0"]
    assert "<b>A &amp; B</b>" in page and "</svg> &lt;a&gt;</span>" in page and "</svg> slip</span>" in page


def test_a_page_without_notes_has_no_curves_and_no_marks(tmp_path: Path) -> None:
    render.html([rich()], tmp_path / "game.html")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert 'id="plot"' not in page and '"notes":[],"marks":[]' in page


def test_an_empty_replay_is_refused(tmp_path: Path) -> None:
    for write in (render.gif, render.html):
        with pytest.raises(ValueError, match="no state"):
            write([], tmp_path / "file")
        with pytest.raises(ValueError, match=r"seconds: 0 is not positive"):
            write([rich()], tmp_path / "file", seconds=0)
        for long in (1e300, math.inf):
            with pytest.raises(ValueError, match=r"seconds: .* is too long, the most is 600"):
                write([rich()], tmp_path / "file", seconds=long)
    assert not (tmp_path / "file").exists()


def test_text_and_svg_need_no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("resvg_py", "PIL", "PIL.Image", "font_source_sans_pro"):
        monkeypatch.setitem(sys.modules, module, None)
    for name in GAMES:
        assert render.svg(played(2, name=name))
        assert render.text(played(2, name=name))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_person_can_point_at_is_named_in_the_picture(name: str) -> None:
    pointed_at = set()
    for steps in (0, 1, 2, 3, 5, 8, 13, 40):
        state = played(2, steps=steps, name=name)
        named = [
            {(key.removeprefix("data-"), value) for key, value in element.items() if key.startswith("data-")}
            for element in parsed(render.svg(state, seat=state.to_act)).iter(f"{SVG}g")
        ]
        for index in state.legal_actions().tolist():
            action = state.game.action(index)
            (verb,) = (each for each in state.game.verbs if each.name == action.verb)
            given = tuple(zip(verb.arguments, map(str, action.args), strict=True))
            place = given[:2] if verb.arguments[:1] == ("r",) else given[:1]
            if verb.arguments[:1] and verb.arguments[0] in ("region", "row", "seat", "slot", "place", "face", "r"):
                assert any(set(place) <= each for each in named), f"{action} in {state.phase}"
                pointed_at.add(verb.arguments[0])
    assert len(pointed_at) > 1


@pytest.mark.parametrize("draw", [render.text, render.svg])
def test_who_only_watches_is_shown_what_everybody_knows(draw: Callable[..., str]) -> None:
    one, other = (position(options={"hide_coins": True}, seats=[seat(coins=coins), seat(coins=9)]) for coins in (3, 17))
    assert draw(one) != draw(other)
    assert draw(one, seat=render.NOBODY) == draw(other, seat=render.NOBODY)
