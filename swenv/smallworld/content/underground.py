"""Underground's 15 races and 21 powers (sections 3.1 and 3.2 of its rules)."""

from swenv.smallworld.content.effects import described
from swenv.smallworld.content.entries import Power, Race

RACES = described(
    Race(name="cultists", tokens=5, tray=10, great_ancient=True, rule="UG-RACE-CULTISTS"),
    Race(name="drow", tokens=4, tray=9, lonely_coins=True, rule="UG-RACE-DROW"),
    Race(name="flames", tokens=4, tray=9, volcano=True, rule="UG-RACE-FLAMES"),
    Race(name="gnomes", tokens=6, tray=11, guarded=True, rule="UG-RACE-GNOMES"),
    Race(name="iron_dwarves", tokens=7, tray=12, hammers=("mine",), rule="UG-RACE-DWARVES"),
    Race(name="kraken", tokens=5, tray=10, seafaring=True, discount=("sea", "lake"), rule="UG-RACE-KRAKEN"),
    Race(name="liches", tokens=5, tray=10, toll=True, rule="UG-RACE-LICHES"),
    Race(name="lizardmen", tokens=7, tray=12, passes_water=True, rule="UG-RACE-LIZARDMEN"),
    Race(name="mudmen", tokens=5, tray=12, grows_on=("swamp",), rule="UG-RACE-MUDMEN"),
    Race(name="mummies", tokens=10, tray=15, surcharge=1, rule="UG-RACE-MUMMIES"),
    Race(name="ogres", tokens=5, tray=10, discount=("anywhere",), rule="UG-RACE-OGRES"),
    Race(name="shadow_mimes", tokens=7, tray=12, swaps_badge=True, rule="UG-RACE-MIMES"),
    Race(name="shrooms", tokens=5, tray=10, coins=("forest",), rule="UG-RACE-SHROOMS"),
    Race(name="spiderines", tokens=7, tray=12, reaches=("chasm_side",), rule="UG-RACE-SPIDERINES"),
    Race(name="will_o_wisps", tokens=6, tray=11, roll_first=("magic",), rule="UG-RACE-WISPS"),
)

POWERS = described(
    Power(name="adventurous", tokens=5, coins_per_place=1, rule="UG-POWER-ADVENTUROUS"),
    Power(name="fisher", tokens=4, fisher=True, rule="UG-POWER-FISHER"),
    Power(name="flocking", tokens=5, coins_if_connected=2, rule="UG-POWER-FLOCKING"),
    Power(name="frightened", tokens=4, coins_per_crowd=1, rule="UG-POWER-FRIGHTENED"),
    Power(name="immortal", tokens=4, loses_none=True, rule="UG-POWER-IMMORTAL"),
    Power(name="magic", tokens=5, bag=True, rule="UG-POWER-MAGIC"),
    Power(name="martyr", tokens=4, coins_per_loss=1, rule="UG-POWER-MARTYR"),
    Power(name="mining", tokens=4, coins=("mine",), rule="UG-POWER-MINING"),
    Power(name="muddy", tokens=3, lasting_coins=("swamp",), stays_in_decline=True, rule="UG-POWER-MUDDY"),
    Power(name="mystic", tokens=4, coins=("magic",), rule="UG-POWER-MYSTIC"),
    Power(name="quarreling", tokens=3, coins_per_group=1, rule="UG-POWER-QUARRELING"),
    Power(name="reborn", tokens=5, reborn=True, stays_in_decline=True, rule="UG-POWER-REBORN"),
    Power(name="royal", tokens=5, royal=True, stays_in_decline=True, rule="UG-POWER-ROYAL"),
    Power(name="shield", tokens=3, armors=("forest",), stays_in_decline=True, rule="UG-POWER-SHIELD"),
    Power(name="stone", tokens=4, coins=("mountain",), rule="UG-POWER-STONE"),
    Power(name="thieving", tokens=4, thieving=True, rule="UG-POWER-THIEVING"),
    Power(name="tomb", tokens=5, tomb=True, stays_in_decline=True, rule="UG-POWER-TOMB"),
    Power(name="vampire", tokens=5, vampire=True, rule="UG-POWER-VAMPIRE"),
    Power(name="vanishing", tokens=5, vanishing=True, rule="UG-POWER-VANISHING"),
    Power(name="vengeful", tokens=4, vengeful=True, rule="UG-POWER-VENGEFUL"),
    Power(name="wise", tokens=4, coins_per_turn_in_decline=2, stays_in_decline=True, rule="UG-POWER-WISE"),
)
