"""The base game's 14 races and 20 powers (sections 3.1 and 3.2 of the rules)."""

from swenv.smallworld.content.effects import described
from swenv.smallworld.content.entries import Power, Race

RACES = described(
    Race(name="amazons", tokens=6, reserve=4, tray=15, rule="SW-RACE-AMAZONS"),
    Race(name="dwarves", tokens=3, tray=8, lasting_coins=("mine",), rule="SW-RACE-DWARVES"),
    Race(name="elves", tokens=6, tray=11, loses_none=True, rule="SW-RACE-ELVES"),
    Race(name="ghouls", tokens=5, tray=10, acts_in_decline=True, rule="SW-RACE-GHOULS"),
    Race(name="giants", tokens=6, tray=11, discount_beside=("mountain",), rule="SW-RACE-GIANTS"),
    Race(name="halflings", tokens=6, tray=11, enters_anywhere=True, holes=2, rule="SW-RACE-HALFLINGS"),
    Race(name="humans", tokens=5, tray=10, coins=("farmland",), rule="SW-RACE-HUMANS"),
    Race(name="orcs", tokens=5, tray=10, coins_per_conquest=1, rule="SW-RACE-ORCS"),
    Race(name="ratmen", tokens=8, tray=13, rule="SW-RACE-RATMEN"),
    Race(name="skeletons", tokens=6, tray=20, conquests_per_token=2, rule="SW-RACE-SKELETONS"),
    Race(name="sorcerers", tokens=5, tray=18, converts=True, rule="SW-RACE-SORCERERS"),
    Race(name="tritons", tokens=6, tray=11, discount=("coast",), rule="SW-RACE-TRITONS"),
    Race(name="trolls", tokens=5, tray=10, lairs=True, rule="SW-RACE-TROLLS"),
    Race(name="wizards", tokens=5, tray=10, coins=("magic",), rule="SW-RACE-WIZARDS"),
)

POWERS = described(
    Power(name="alchemist", tokens=4, coins_per_turn=2, rule="SW-POWER-ALCHEMIST"),
    Power(name="berserk", tokens=4, berserk=True, rule="SW-POWER-BERSERK"),
    Power(name="bivouacking", tokens=5, encampments=5, rule="SW-POWER-BIVOUACKING"),
    Power(name="commando", tokens=4, discount=("anywhere",), rule="SW-POWER-COMMANDO"),
    Power(name="diplomat", tokens=5, diplomat=True, rule="SW-POWER-DIPLOMAT"),
    Power(name="dragon_master", tokens=5, dragon=True, rule="SW-POWER-DRAGON-MASTER"),
    Power(name="flying", tokens=5, flies=True, rule="SW-POWER-FLYING"),
    Power(name="forest", tokens=4, coins=("forest",), rule="SW-POWER-FOREST"),
    Power(name="fortified", tokens=3, fortresses=True, coins_per_fortress=1, rule="SW-POWER-FORTIFIED"),
    Power(name="heroic", tokens=5, heroes=2, rule="SW-POWER-HEROIC"),
    Power(name="hill", tokens=4, coins=("hill",), rule="SW-POWER-HILL"),
    Power(name="merchant", tokens=2, coins=("anywhere",), rule="SW-POWER-MERCHANT"),
    Power(name="mounted", tokens=5, discount=("hill", "farmland"), rule="SW-POWER-MOUNTED"),
    Power(name="pillaging", tokens=5, coins_per_conquest=1, rule="SW-POWER-PILLAGING"),
    Power(name="seafaring", tokens=5, seafaring=True, rule="SW-POWER-SEAFARING"),
    Power(name="spirit", tokens=5, spirit=True, rule="SW-POWER-SPIRIT"),
    Power(name="stout", tokens=4, stout=True, rule="SW-POWER-STOUT"),
    Power(name="swamp", tokens=4, coins=("swamp",), rule="SW-POWER-SWAMP"),
    Power(name="underworld", tokens=5, discount=("cavern",), linked=("cavern",), rule="SW-POWER-UNDERWORLD"),
    Power(name="wealthy", tokens=4, coins_first_turn=7, rule="SW-POWER-WEALTHY"),
)
