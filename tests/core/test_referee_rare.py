"""Positions that random games seldom come to: the referee judges every action in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from facts_boards import stand
from referee.play import judge_all

RARE = """
underground; map none
UG-CLAR-22: Hammers count for the final attempt
  iron_dwarves stone hand 1 hammers 3 | ogres mining, declined liches
  4 iron_dwarves; 5 ogres*4; 10 liches sword; this_turn hammers_left 3
UG-INT-10, UG-CLAR-2: neither Hammers nor Relics help against Gnomes
  iron_dwarves magic hand 2 hammers 3 | gnomes wise
  4 iron_dwarves sword doormat; 5 gnomes*2; 10 gnomes; this_turn hammers_left 3
UG-INT-92, UG-CLAR-37: the own Balrog drives out the last region
  shrooms vengeful hand 3 | ogres wise
  10 shrooms*3 pentacle; 4 balrog; 3 ogres
UG-CLAR-28: the Balrog takes Stonehedge with Vengeful
  shrooms stone hand 3 | ogres wise
  10 shrooms*3 pentacle; 4 balrog; 3 ogres stonehedge; 5 shrooms*2; 9 ogres*2; stonehedge vengeful
UG-CLAR-4: the Balrog takes the Crypt
  shrooms stone hand 3 | ogres wise
  10 shrooms*3 pentacle; 4 balrog; 3 ogres crypt; 9 ghost; crypt_master 1
UG-CLAR-31, UG-IMM-6: the Crypt is nobody's, and the Ghost guards nobody
  shrooms stone hand 5 | ogres wise
  10 shrooms*3; 4 crypt; 9 ghost; 3 orb; crypt_master 1
UG-IMM-6: the Ghost of the Crypt's own master guards nobody
  shrooms stone hand 5 | ogres wise
  10 shrooms*3; 4 crypt; 9 ghost; crypt_master 0
UG-ACT-26: a Tomb race that may use Vanishing of Stonehedge instead
  shrooms tomb wealthy_paid, declined kraken | ogres wise
  10 shrooms*3 stonehedge; 4 shrooms*2; 2 kraken; stonehedge vanishing; phase choose
UG-CLAR-33: the Altar takes the last token of a stack that waits
  shrooms stone wealthy_paid, declined drow tomb hand 2 | ogres wise
  10 shrooms*3 altar; 4 drow; 3 shrooms; phase altar
UG-INT-41: Socks on a stack in decline without another region
  shrooms stone hand 7 | ogres mining, declined drow tomb
  10 shrooms socks; 4 drow*3; 3 ogres
UG-CLAR-12: Socks on a stack of one's own
  shrooms stone hand 7, declined drow tomb | ogres wise
  10 shrooms socks; 4 drow*3; 9 drow*2; 3 ogres
UG-CLAR-29: Martyr of Stonehedge pays for its own fall
  shrooms stone hand 7 | ogres wise
  10 shrooms; 4 ogres stonehedge; 3 ogres; stonehedge martyr
UG-POWER-REBORN: spare tokens replace a race in decline
  mudmen stone wealthy_paid, declined drow reborn | ogres wise
  1 mudmen*12; 4 drow; 5 drow crypt; 10 drow orb; phase choose; tray mudmen 0
UG-CLAR-10, UG-CLAR-20: every Relic lies open, and the Bag waits
  mudmen magic hand 3 | ogres wise, declined drow
  1 mudmen*2 sword doormat; 8 drow orb; 7 ogres socks; 10 ogres ring; 4 scepter
UG-INT-69: Scepter, Ring and the Bag in their stead
  mudmen magic | ogres wise
  1 mudmen*2 scepter ring; 6 mudmen; 7 ogres; 2 ogres; phase markers
UG-CLAR-24, UG-RACE-GNOMES: early rolls of Wisps, with Relics
  will_o_wisps magic hand 2 | gnomes wise
  12 will_o_wisps sword doormat; 8 gnomes; 19 monsters; 22 gnomes*2; 6 orb; places_stack altar
UG-INT-14, UG-INT-16: Lizardmen before a River that others hold
  lizardmen stone hand 4 | kraken royal
  20 lizardmen; 21 kraken queen; 24 kraken; 2 kraken*2
UG-CONQ-4: the Balrog of a player without a coin, and Liches
  shrooms vampire hand 6, coins 0 | liches mining, coins 0
  10 shrooms pentacle orb; 3 liches; 5 liches; 4 balrog
UG-CLAR-28: a frozen Queen of Stonehedge goes with it
  shrooms vampire hand 6, declined liches | ogres wise
  10 shrooms; 3 liches stonehedge queen; 5 ogres; stonehedge royal
UG-INT-21: a Great Ancient in a River that is left
  cultists stone hand 2 ancient_placed | ogres wise
  2 cultists*3 ring ancient

underground boxes=base,underground places=yes; map none
SW-TURN-12, UG-POWER-TOMB: a Stout decline with the Tomb of Stonehedge
  shrooms stout wealthy_paid, declined kraken | ogres wise
  10 shrooms*3 stonehedge; 4 shrooms*2; 2 kraken; stonehedge tomb; phase stout
UG-POWER-VANISHING, SW-TURN-12: a Stout decline with Vanishing of Stonehedge
  shrooms stout wealthy_paid, declined kraken | ogres wise
  10 shrooms*3 stonehedge; 4 shrooms*2; 2 kraken; stonehedge vanishing; phase stout
SW-DECL-2, UG-INT-78: a Spirit race vanishes beside an older one
  shrooms spirit wealthy_paid, declined kraken | ogres wise
  10 shrooms*3 stonehedge; 4 shrooms*2; 2 kraken; stonehedge vanishing; phase choose
UG-PLACE-STONEHEDGE: a lent Spirit ends with the decline
  shrooms tomb wealthy_paid, declined kraken | ogres wise
  10 shrooms*3 stonehedge; 4 shrooms*2; 2 kraken; stonehedge spirit; phase choose
SW-LOSS-10, UG-CLAR-33: the Altar takes the last Ghoul on the map
  shrooms stone wealthy_paid, declined ghouls hand 2 | ogres wise
  10 shrooms*3 altar; 4 ghouls; 3 shrooms; phase altar
UG-INT-92: what the Balrog drove out neither conquers nor rolls
  amazons berserk hand 4 | ogres wise
  10 amazons*3 pentacle; 4 balrog; 3 amazons*2
UG-INT-92: tokens that the Balrog drove out do not convert either
  sorcerers dragon_master hand 2 reserve 2 | ogres wise
  10 sorcerers*3 pentacle; 4 balrog; 3 ogres; this_turn balrog_moved yes
UG-CLAR-20: of the Relics the Doormat alone goes with sorcery, and none against Gnomes
  sorcerers magic hand 2 | gnomes wise
  10 sorcerers*3 doormat sword; 3 gnomes; 5 gnomes
SW-CONQ-7, UG-PLACE-PENTACLE: peace does not bind the Balrog
  shrooms stone hand 3 | ogres diplomat
  10 shrooms*3 pentacle; 4 balrog; 3 ogres*2
SW-RACE-TROLLS, UG-INT-33: Reborn Trolls have a lair
  trolls stone wealthy_paid, declined drow reborn | ogres wise
  1 trolls*3 lair; 4 drow; 5 drow; phase choose
SW-RACE-ELVES, UG-INT-40: Elves before Vampires, the Orb, Socks and the Balrog
  shrooms vampire hand 3 | elves immortal
  10 shrooms*3 pentacle orb socks; 4 balrog; 3 elves*2; 5 elves; 9 elves

smallworld boxes=base,underground places=yes; map none
UG-RACE-GNOMES, 6.2: Kraken do not enter a Sea that Gnomes hold
  kraken stone hand 5 | gnomes seafaring
  0 gnomes; 5 kraken; 7 gnomes; 6 gnomes
UG-CONQ-3: neither Halflings nor Flying races enter where Gnomes are
  halflings flying hand 6 | gnomes wise
  14 gnomes; 19 gnomes
SW-INT-38, UG-PLACE-PIPE: Giants with the Pipe on a mountain
  giants magic hand 6 | gnomes wise
  8 giants pipe; 5 gnomes; 19 doormat

underground substitution_needs_hand=no; map none
SW-INT-153, UG-INT-35: Vampires from the tray need a region, with the option off, too
  shrooms vampire | ogres wise
  5 ogres; phase choose
SW-INT-153, UG-INT-35: with a region they come
  shrooms vampire | ogres wise
  5 ogres; 4 shrooms

smallworld substitution_needs_hand=no; map none
SW-INT-153: a race with nothing left converts nothing
  sorcerers flying | humans merchant
  4 humans; phase choose

warcraft; boards L1a S1a
WW-POWER-PORTALMAGES: a swap past Aegis and Harmony
  orcs portal_mages hand 2, coins 4, harmony | pandaren sailors
  3 pandaren*2 aegis; 9 orcs*2; aegis_up yes
WW-POWER-CHAMPIONS: a Champion of Tauren with an empty hand
  tauren champions, coins 4, harmony | pandaren sailors
  3 pandaren*2 aegis; 4 tauren*2; aegis_up yes
WW-PLACE-WELL: it comes by the die
  orcs miners hand 1, coins 4, harmony | pandaren sailors
  7 orcs; 6 face_down=well
"""
"""Games, and below each of them what is rare, with seats and board as in a fact; a seat has five coins."""


def rare() -> Iterator[Any]:
    """Game, fields, seats and board of each position."""
    for block in RARE.strip().split("\n\n"):
        game, *lines = block.splitlines()
        name, more = game.split("; ")
        for says, seats, board in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
            yield pytest.param(name, more, seats, board, id=says)


@pytest.mark.parametrize(("name", "more", "seats", "board"), [*rare()])
def test_every_action_of_a_rare_position_is_judged(name: str, more: str, seats: str, board: str) -> None:
    rich = " | ".join(seat if "coins" in seat else f"{seat}, coins 5" for seat in seats.split(" | "))
    judge_all(stand(name, rich, board, more))
