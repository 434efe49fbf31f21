"""The forms in which races and powers are declared.

A banner and a badge can do the same kinds of things, so `Race` and `Power` share the fields of `Content`. A field says
what it does and by which rule; the chapter of the rules that reads it is named behind "Read by". Users declare their
own (the box has a blank banner and a blank badge for that) in Python or as JSON with the same field names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar

from swenv.core.errors import unknown
from swenv.smallworld.rules.record import FACTIONS

TERRAIN_NAMES = ("farmland", "forest", "hill", "swamp", "mountain", "water", "sea", "lake", "river", "chasm", "volcano")
SYMBOL_NAMES = ("cavern", "magic", "mine")
PLACE_NAMES = (*TERRAIN_NAMES, *SYMBOL_NAMES, "coast", "chasm_side", "anywhere")
"""What `coins`, `discount` and the like may name: a terrain, a symbol, land beside water or a chasm, or every region.

The names are the base game's; on the boards of Underground they mean what corresponds (UG-MIX-1 to UG-MIX-6).
"""
IN_WARCRAFT_ALONE = (
    "faction", "double_discount", "walls", "beasts", "towers", "tolls", "saves_first", "ethereal", "recruits",
    "air_strike", "bombs", "objectives", "harmony", "pairs", "bold", "shifts", "champion", "spoils", "sails",
    "forts", "portals", "pushes", "coins_per_find", "coins_per_board", "coins_per_occupied",
    "coins_per_rival",
)  # fmt: skip
"""Fields of an entry that only Warcraft plays."""
WITH_UNDERGROUND = (
    "lonely_coins", "fisher", "thieving", "coins_per_place", "coins_per_crowd", "coins_per_group",
    "coins_if_connected", "coins_per_loss", "coins_per_turn_in_decline", "surcharge", "reaches", "passes_water",
    "roll_first", "vampire", "vengeful", "volcano", "guarded", "toll", "grows_on", "hammers", "armors",
    "great_ancient", "royal", "bag", "swaps_badge", "reborn", "tomb", "vanishing", "stays_in_decline",
)  # fmt: skip
"""Fields of an entry that games with Underground play; two of them Warcraft plays too."""
NOT_IN_WARCRAFT = (
    "coins_per_conquest", "coins_first_turn", "linked", "conquests_per_token", "reserve", "holes", "heroes",
    "encampments", "enters_anywhere", "flies", "berserk", "converts", "loses_none", "lairs",
    "acts_in_decline", "dragon", "diplomat", "spirit", "stout", "fortresses", "passes_water", "surcharge",
    "volcano", "great_ancient", "guarded", "toll", "roll_first", "vampire", "vengeful", "bag", "swaps_badge",
    "grows_on", "hammers", "armors", "royal", "reborn", "tomb", "vanishing", "lonely_coins", "fisher",
    "thieving", "coins_per_place", "coins_per_crowd", "coins_per_group", "coins_if_connected",
    "coins_per_loss", "coins_per_turn_in_decline",
)  # fmt: skip
"""Fields of an entry that Warcraft does not play."""
SHARED_PIECES = (
    "beasts", "champion", "towers", "bombs", "objectives", "harmony", "saves_first", "great_ancient", "royal",
    "volcano", "vengeful", "bag",
)  # fmt: skip
"""Fields that only one entry in play may have: the pieces are in the box once."""
TREASURES = "treasures"
"""In `needs`: Popular Places and Righteous Relics."""
NEEDS = {
    "seafaring": ("water",), "passes_water": ("water",), "fisher": ("coast",), "volcano": ("volcano",),
    "coins_per_place": (TREASURES,), "bag": (TREASURES,),
}  # fmt: skip
"""Fields that do nothing without one of these, though they name no place themselves."""
NO_EFFECT = ("name", "tokens", "rule", "tray", "faction", "stays_in_decline")
"""Fields that by themselves do nothing on any board."""


@dataclass(frozen=True, kw_only=True)
class Content:
    """What a banner or a badge gives to the race that carries it, while active unless a field says otherwise.

    Attributes:
        name: Lower case with underscores.
        tokens: Banner or badge value: race tokens at the pick (SW-SETUP-10, SW-SETUP-11).
        rule: Id of the rule that the entry stands for.
        coins: Places of which every held region pays 1 coin more. Read by `score`.
        lasting_coins: The same, in decline too (Dwarves). Read by `score`.
        coins_per_conquest: Coins for each non-empty region conquered this turn. Read by `score`.
        coins_per_fortress: Coins for each held region with a fortress. Read by `score`.
        coins_per_turn: Coins at the end of every turn. Read by `score`.
        coins_first_turn: Coins once, at the end of the turn of the pick. Read by `score`.
        discount: Places that cost one token less. Read by `cost`.
        discount_beside: Places that, when held, make every adjacent region cost one less. Read by `cost`.
        linked: Places that are all adjacent to each other for the conquests of this race. Read by `reach`.
        conquests_per_token: Non-empty conquests for each new token from the tray; 0 for none. Read by
            `redeploy`.
        reserve: Tokens that serve for conquest only, beyond `tokens` (Amazons). Read by `redeploy`.
        holes: Holes for the first regions it conquers (SW-RACE-HALFLINGS). Read by `conquest`.
        heroes: Heroes (SW-POWER-HEROIC). Read by `markers`.
        encampments: Encampments (SW-POWER-BIVOUACKING). Read by `markers`.
        enters_anywhere: First Conquest may be any region. Read by `reach`.
        flies: Reaches every land region. Read by `reach`.
        seafaring: May conquer water. Read by `reach`.
        berserk: May roll the die before each conquest. Read by `conquest`.
        converts: Sorcery. Read by `conquest`.
        loses_none: Loses no token when conquered, sorcery excepted. Read by `losses`.
        lairs: A lair in every region it takes. Read by `conquest`.
        acts_in_decline: Keeps all tokens in decline and conquers on (Ghouls). Read by `decline` and `turn`.
        dragon: Has the dragon. Read by `conquest`.
        diplomat: May make peace. Read by `legal`.
        spirit: Goes to the Spirit slot. Read by `decline`.
        stout: May decline at the end of a turn of conquests. Read by `legal`.
        fortresses: May build a fortress a turn. Read by `markers`.
        stays_in_decline: The badge stays beside the declined race (UG-SETUP-18). Read by `decline`.
        reaches: Places that are adjacent to every region of this race, and where it may enter. Read by `reach`.
        passes_water: Reaches across water without conquering it (Lizardmen). Read by `reach`.
        surcharge: Tokens that every conquest costs more (Mummies). Read by `cost`.
        volcano: Has the Volcano: regions near it cost as if they were empty (Flames). Read by `cost`.
        great_ancient: Has the Great Ancient (Cultists). Read by `conquest`, `cost` and `start`.
        guarded: Nothing but a plain attack takes its regions (Gnomes). Read by `reach` and `cost`.
        toll: Opponents pay a coin for a region of the declined race, and none attacks with no coin (Liches).
            Read by `conquest` and `reach`.
        roll_first: Places for which, and next to which, the die may be rolled first (Will-o'-Wisps).
            Read by `conquest`.
        vampire: May replace a lone active token once a turn. Read by `conquest`.
        vengeful: Who attacks it gets a Vengeance marker. Read by `conquest` and `cost`.
        bag: Has the Bag of Many Things (Magic). Read by `relics`.
        swaps_badge: May swap its badge when picked (Shadow Mimes). Read by `column`.
        grows_on: Places of which every held region gives a token when troops are laid out (Mudmen).
            Read by `redeploy`.
        hammers: Places of which every held region gives a Silver Hammer (Iron Dwarves). Read by `redeploy`.
        armors: Places of which every held region gives a Mushroom Armor (Shield). Read by `redeploy`.
        royal: Has the Queen. Read by `markers`.
        reborn: In decline, its regions can become those of the active race. Read by `start`.
        tomb: Keeps all tokens on the map in decline, and lays them out once more. Read by `decline`.
        vanishing: Leaves the map when it declines, for 2 coins a region. Read by `decline`.
        lonely_coins: 1 coin for each region without strangers next to it (Drow). Read by `score`.
        fisher: 1 coin for every two regions beside water. Read by `score`.
        thieving: 1 coin from each neighbour with an active race. Read by `score`.
        coins_per_place: Coins for each held region with a Popular Place. Read by `score`.
        coins_per_crowd: Coins for each held region with 3 or more tokens. Read by `score`.
        coins_per_group: Coins for each group of held regions that border each other. Read by `score`.
        coins_if_connected: Coins if all held regions are one group. Read by `score`.
        coins_per_loss: Coins whenever an opponent conquers one of its regions. Read by `conquest`.
        coins_per_turn_in_decline: Coins at the end of every turn in which the declined race holds a region.
            Read by `score`.
        double_discount: Places that cost two tokens less (Warcraft's Dwarves). Read by `cost`.
        walls: Places that get a Wisp Wall when conquered (Night Elves). Read by `conquest`.
        beasts: Places of which every held region gives a Beast at the start of a turn. Read by `pieces`.
        towers: Places on which Watch Towers are built (Defenders). Read by `closing`.
        tolls: Places for which an opponent pays a coin before he conquers them, in decline too if the badge stays
            (Marshdwellers). Read by `tolls`.
        saves_first: Its first token lost in an opponent's turn is kept (Draenei). Read by `losses`.
        ethereal: Takes Artifacts, or pays two less for a Legendary Place, once a turn. Read by `ethereals`, `effects`.
        recruits: Buys a token for each loss that it inflicted (Forsaken). Read by `closing`.
        air_strike: Conquers any region once a turn, with the die first if it likes (Gnomes). Read by `effects`.
        bombs: Plants bombs (Goblins). Read by `bombs`.
        objectives: Has the two Military Objectives (Humans of Warcraft). Read by `closing`.
        harmony: Gives Harmony tokens to whom it spares (Pandaren). Read by `tolls`.
        pairs: Never fewer than two tokens in a region (Tauren). Read by `pieces` and `cost`.
        bold: Occupied regions cost one less (Trolls of Warcraft). Read by `cost`.
        shifts: Chooses human or worgen form every turn. Read by `legal` and `cost`.
        champion: Has the Champion. Read by `pieces` and `conquest`.
        spoils: As many coins as tokens defended a region, if two or more (Conquerors). Read by `conquest`.
        sails: Pays no travel token. Read by `reach`.
        forts: A Fort in each region it conquers (Sentinels). Read by `conquest`.
        portals: Exchanges what is in two magic regions, twice a turn (Portal Mages). Read by `portals`.
        pushes: Moves tokens of others, three times a turn (Strongmen). Read by `strongmen`.
        coins_per_find: Coins for each open Artifact or Legendary Place held. Read by `score`.
        coins_per_board: Coins for each board with a held region. Read by `score`.
        coins_per_occupied: Coins at once for each occupied region conquered. Read by `conquest`.
        coins_per_rival: Coins for each region of the other faction conquered this turn. Read by `score`.
    """

    kind: ClassVar[str] = ""

    name: str
    tokens: int
    rule: str = ""
    coins: tuple[str, ...] = ()
    lasting_coins: tuple[str, ...] = ()
    coins_per_conquest: int = 0
    coins_per_fortress: int = 0
    coins_per_turn: int = 0
    coins_first_turn: int = 0
    discount: tuple[str, ...] = ()
    discount_beside: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    conquests_per_token: int = 0
    reserve: int = 0
    holes: int = 0
    heroes: int = 0
    encampments: int = 0
    enters_anywhere: bool = False
    flies: bool = False
    seafaring: bool = False
    berserk: bool = False
    converts: bool = False
    loses_none: bool = False
    lairs: bool = False
    acts_in_decline: bool = False
    dragon: bool = False
    diplomat: bool = False
    spirit: bool = False
    stout: bool = False
    fortresses: bool = False
    stays_in_decline: bool = False
    reaches: tuple[str, ...] = ()
    passes_water: bool = False
    surcharge: int = 0
    volcano: bool = False
    great_ancient: bool = False
    guarded: bool = False
    toll: bool = False
    roll_first: tuple[str, ...] = ()
    vampire: bool = False
    vengeful: bool = False
    bag: bool = False
    swaps_badge: bool = False
    grows_on: tuple[str, ...] = ()
    hammers: tuple[str, ...] = ()
    armors: tuple[str, ...] = ()
    royal: bool = False
    reborn: bool = False
    tomb: bool = False
    vanishing: bool = False
    lonely_coins: bool = False
    fisher: bool = False
    thieving: bool = False
    coins_per_place: int = 0
    coins_per_crowd: int = 0
    coins_per_group: int = 0
    coins_if_connected: int = 0
    coins_per_loss: int = 0
    coins_per_turn_in_decline: int = 0
    double_discount: tuple[str, ...] = ()
    walls: tuple[str, ...] = ()
    beasts: tuple[str, ...] = ()
    towers: tuple[str, ...] = ()
    tolls: tuple[str, ...] = ()
    saves_first: bool = False
    ethereal: bool = False
    recruits: bool = False
    air_strike: bool = False
    bombs: bool = False
    objectives: bool = False
    harmony: bool = False
    pairs: bool = False
    bold: bool = False
    shifts: bool = False
    champion: bool = False
    spoils: bool = False
    sails: bool = False
    forts: bool = False
    portals: bool = False
    pushes: bool = False
    coins_per_find: int = 0
    coins_per_board: int = 0
    coins_per_occupied: int = 0
    coins_per_rival: int = 0

    def __post_init__(self) -> None:
        for each in fields(self):
            _check_field(f"{self.kind} {self.name!r}", each.name, str(each.type), getattr(self, each.name))
            if isinstance(getattr(self, each.name), list):
                object.__setattr__(self, each.name, tuple(getattr(self, each.name)))

    @property
    def needs(self) -> tuple[str, ...]:
        """Places of which one must be on the board, or `TREASURES`, for the entry to do anything; () if none must.

        Games with Underground leave it out otherwise (UG-MIX-10).
        """
        needs: list[str] = []
        for each in fields(self):
            value = getattr(self, each.name)
            if value and each.name not in NO_EFFECT:
                needs += NEEDS.get(each.name, value if isinstance(value, tuple) else ("anywhere",))
        return () if "anywhere" in needs else tuple(dict.fromkeys(needs))

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain JSON types, without the fields that say nothing."""
        said = {key: value for key, value in asdict(self).items() if value not in ((), 0, False, "")}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in said.items()}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Any:
        """The entry that a JSON object declares.

        Raises:
            ValueError: a field is unknown, missing or has a wrong value; the message names it.
        """
        entry = f"{cls.kind} {document['name']!r}" if "name" in document else cls.kind
        known = {each.name for each in fields(cls)}
        for key in document:
            if key not in known:
                raise ValueError(f"{entry}: {unknown('field', key, known)}")
        for key in ("name", "tokens"):
            if key not in document:
                raise ValueError(f"{entry}: field {key!r} is missing")
        return cls(**document)


@dataclass(frozen=True, kw_only=True)
class Race(Content):
    """A banner.

    Attributes:
        tray: How many tokens of the race the box holds (SW-SETUP-10).
        faction: "alliance", "horde" or nothing: who pays for its defeats (WW-FACTION-1).
    """

    kind: ClassVar[str] = "race"

    tray: int = field(default=0)
    faction: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.faction not in ("", *FACTIONS):
            raise ValueError(f"race {self.name!r}: field 'faction' must be alliance, horde or empty")
        if self.tray == 0:
            object.__setattr__(self, "tray", self.tokens + self.reserve + 5)  # 5 is the highest badge value
        if self.tray < self.tokens + self.reserve:
            raise ValueError(f"race {self.name!r}: field 'tray' is {self.tray}, fewer than its tokens")


@dataclass(frozen=True, kw_only=True)
class Power(Content):
    """A badge."""

    kind: ClassVar[str] = "power"


def _check_field(entry: str, name: str, kind: str, value: Any) -> None:
    """Raise ValueError, with the names of entry and field, unless the value fits the declared type."""
    where = f"{entry}: field {name!r}"
    if name == "name":
        if not isinstance(value, str) or not value.replace("_", "a").isalnum() or value != value.lower():
            raise ValueError(f"{where} must be lower-case letters, digits and underscores, not {value!r}")
    elif kind == "bool":
        if not isinstance(value, bool):
            raise ValueError(f"{where} must be true or false, not {value!r}")
    elif kind == "int":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 40:
            raise ValueError(f"{where} must be a whole number from 0 to 40, not {value!r}")
    elif kind == "str":
        if not isinstance(value, str):
            raise ValueError(f"{where} must be a text, not {value!r}")
    else:
        if not isinstance(value, list | tuple) or not all(place in PLACE_NAMES for place in value):
            raise ValueError(f"{where} must be a list of {', '.join(PLACE_NAMES)}, not {value!r}")
