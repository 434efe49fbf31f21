"""World of Warcraft's 16 races and 20 powers (sections 3.1 and 3.3 of its rules)."""

from swenv.smallworld.content.effects import described
from swenv.smallworld.content.entries import Power, Race

RACES = described(
    Race(name="blood_elves", faction="horde", tokens=5, tray=10, coins=("magic",), rule="WW-RACE-BLOODELVES"),
    Race(name="draenei", faction="alliance", tokens=7, tray=12, saves_first=True, rule="WW-RACE-DRAENEI"),
    Race(name="dwarves", faction="alliance", tokens=5, tray=10, double_discount=("mountain",), rule="WW-RACE-DWARVES"),
    Race(name="ethereals", tokens=5, tray=10, ethereal=True, rule="WW-RACE-ETHEREALS"),
    Race(name="forsaken", faction="horde", tokens=6, tray=20, recruits=True, rule="WW-RACE-FORSAKEN"),
    Race(name="gnomes", faction="alliance", tokens=5, tray=10, air_strike=True, rule="WW-RACE-GNOMES"),
    Race(name="goblins", faction="horde", tokens=6, tray=11, bombs=True, rule="WW-RACE-GOBLINS"),
    Race(name="humans", faction="alliance", tokens=5, tray=10, objectives=True, rule="WW-RACE-HUMANS"),
    Race(name="kobolds", tokens=6, tray=11, reaches=("cavern",), rule="WW-RACE-KOBOLDS"),
    Race(name="naga", tokens=6, tray=11, seafaring=True, rule="WW-RACE-NAGA"),
    Race(
        name="night_elves",
        faction="alliance",
        tokens=4,
        tray=9,
        discount=("forest",),
        walls=("forest",),
        rule="WW-RACE-NIGHTELVES",
    ),
    Race(name="orcs", faction="horde", tokens=6, tray=11, coins_per_rival=1, rule="WW-RACE-ORCS"),
    Race(name="pandaren", tokens=5, tray=10, harmony=True, rule="WW-RACE-PANDAREN"),
    Race(name="tauren", faction="horde", tokens=11, tray=16, pairs=True, rule="WW-RACE-TAUREN"),
    Race(name="trolls", faction="horde", tokens=6, tray=11, bold=True, rule="WW-RACE-TROLLS"),
    Race(name="worgen", faction="alliance", tokens=5, tray=10, shifts=True, rule="WW-RACE-WORGEN"),
)

POWERS = described(
    Power(name="archaeologists", tokens=5, coins_per_find=1, rule="WW-POWER-ARCHAEOLOGISTS"),
    Power(name="battlemasters", tokens=5, coins_per_occupied=1, rule="WW-POWER-BATTLEMASTERS"),
    Power(name="beastmasters", tokens=4, beasts=("hill",), rule="WW-POWER-BEASTMASTERS"),
    Power(name="blacksmiths", tokens=4, discount=("anywhere",), rule="WW-POWER-BLACKSMITHS"),
    Power(name="champions", tokens=5, champion=True, rule="WW-POWER-CHAMPIONS"),
    Power(name="conquerors", tokens=5, spoils=True, rule="WW-POWER-CONQUERORS"),
    Power(name="defenders", tokens=5, towers=("farmland",), rule="WW-POWER-DEFENDERS"),
    Power(name="explorers", tokens=4, coins_per_board=1, rule="WW-POWER-EXPLORERS"),
    Power(name="farmers", tokens=4, coins=("farmland",), rule="WW-POWER-FARMERS"),
    Power(name="fishers", tokens=4, coins=("coast",), rule="WW-POWER-FISHERS"),
    Power(name="herbalists", tokens=4, coins=("hill",), rule="WW-POWER-HERBALISTS"),
    Power(name="marshdwellers", tokens=5, tolls=("swamp",), stays_in_decline=True, rule="WW-POWER-MARSHDWELLERS"),
    Power(name="miners", tokens=4, coins=("cavern",), rule="WW-POWER-MINERS"),
    Power(name="mountaineers", tokens=4, coins=("mountain",), rule="WW-POWER-MOUNTAINEERS"),
    Power(name="portal_mages", tokens=5, portals=True, rule="WW-POWER-PORTALMAGES"),
    Power(name="sailors", tokens=5, free_travel=True, rule="WW-POWER-SAILORS"),
    Power(name="sentinels", tokens=3, fort_on_conquest=True, stays_in_decline=True, rule="WW-POWER-SENTINELS"),
    Power(name="strongmen", tokens=4, pushes=True, rule="WW-POWER-STRONGMEN"),
    Power(name="swampwalkers", tokens=4, coins=("swamp",), rule="WW-POWER-SWAMPWALKERS"),
    Power(name="trackers", tokens=4, coins=("forest",), rule="WW-POWER-TRACKERS"),
)
