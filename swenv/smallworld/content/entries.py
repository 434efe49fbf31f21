"""`Race` and `Power`: the classes in which races and powers are declared.

Banners and badges can have the same abilities, so `Race` and `Power` share the fields of `Content`. Each field is
declared once, with its meaning and all other metadata (`about`). Its columns in the tables (`tables.TABLES`), the page
of fields and `help` are made from that. Users declare their own races and powers (the box has a blank banner and a
blank badge for that) in Python, or as JSON with the same field names.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, TypeVar

from swenv.core.errors import unknown
from swenv.core.plain import plain
from swenv.smallworld.rules.record import FACTIONS, SYMBOLS

TERRAIN_NAMES = ("farmland", "forest", "hill", "swamp", "mountain", "water", "sea", "lake", "river", "chasm", "volcano")
PLACE_NAMES = (*TERRAIN_NAMES, *SYMBOLS, "coast", "chasm_side", "anywhere")
"""Places that `coins`, `discount` and the like may name: a terrain, a symbol, land beside water or a chasm, everywhere.

The names are the base game's; on Underground's boards they mean its counterparts (UG-MIX-1 to UG-MIX-6).
"""
LONGEST = 100
"""Characters that the name of an entry, or another text of it, may have."""
TREASURES = "treasures"
"""In `needs`: Popular Places and Righteous Relics."""
NOT_WARCRAFT = ("base", "underground")
UNDERGROUND = ("underground",)
WARCRAFT = ("warcraft",)
UNDERGROUND_AND_WARCRAFT = (*UNDERGROUND, *WARCRAFT)
EVERY_BOX = (*NOT_WARCRAFT, *WARCRAFT)


def about(
    meaning: str,
    boxes: tuple[str, ...] = EVERY_BOX,
    read_by: str = "",
    *,
    needs: tuple[str, ...] | None = (),
    once: bool = False,
    trait: bool = False,
    number: bool = False,
    regions: str = "",
) -> dict[str, Any]:
    """Return the metadata of a field.

    Args:
        meaning: What the field means for an entry.
        boxes: The field is played if one of these boxes is in play.
        read_by: The chapters of the rules that read it.
        needs: Places, one of which must be on the board for it to do anything, or `TREASURES`; () if it does nothing
            by itself, None if it names the places.
        once: The box has its pieces only once, so only one entry in play may have it.
        trait: It is a `rules.record.Trait` of the same name.
        number: It is a column of the tables of the same name.
        regions: The column of the tables that holds the regions of a board that it names.
    """
    return {
        "meaning": meaning, "boxes": boxes, "read_by": read_by, "needs": needs, "once": once, "trait": trait,
        "number": number, "regions": regions,
    }  # fmt: skip


def trait(
    meaning: str,
    boxes: tuple[str, ...],
    read_by: str,
    *,
    needs: tuple[str, ...] = ("anywhere",),
    once: bool = False,
) -> bool:
    """Declare a yes-or-no field."""
    return field(default=False, metadata=about(meaning, boxes, read_by, needs=needs, once=once, trait=True))


def number(meaning: str, boxes: tuple[str, ...], read_by: str, *, needs: tuple[str, ...] = ("anywhere",)) -> int:
    """Declare a field that is a number."""
    return field(default=0, metadata=about(meaning, boxes, read_by, needs=needs, number=True))


def places(
    meaning: str, boxes: tuple[str, ...], read_by: str, regions: str, *, once: bool = False, trait: bool = False
) -> tuple[str, ...]:
    """Declare a field that names places; it is also a trait if the rules check whether it names any."""
    metadata = about(meaning, boxes, read_by, needs=None, once=once, trait=trait, regions=regions)
    return field(default=(), metadata=metadata)


C = TypeVar("C", bound="Content")


def documented(kind: type[C]) -> type[C]:
    """Add the meanings of a class's fields to its docstring."""
    lines = [inspect.cleandoc(kind.__doc__ or ""), "", "Attributes:"]
    for each in fields(kind):
        if each.name in kind.__annotations__:
            read_by = each.metadata["read_by"]
            lines.append(f"    {each.name}: {each.metadata['meaning']}" + (f" Read by {read_by}." if read_by else ""))
    kind.__doc__ = "\n".join(lines)
    return kind


@cache
def _fields_of(kind: type[Content]) -> tuple[Field[Any], ...]:
    return fields(kind)


@documented
@dataclass(frozen=True, kw_only=True)
class Content:
    """What a banner or badge gives its race, while active unless a field says otherwise."""

    kind: ClassVar[str] = ""

    name: str = field(metadata=about("Lower case with underscores, at most 100 characters."))
    tokens: int = field(metadata=about("Banner or badge value: race tokens at the pick (SW-SETUP-10, SW-SETUP-11)."))
    rule: str = field(default="", metadata=about("Id of the entry's rule."))
    coins: tuple[str, ...] = places(
        "Places where each held region pays 1 more coin.", EVERY_BOX, "score", "coin_regions"
    )
    lasting_coins: tuple[str, ...] = places(
        "Places where each held region pays 1 more coin, in decline too (SW-RACE-DWARVES, UG-POWER-MUDDY).",
        EVERY_BOX,
        "score",
        "lasting_coin_regions",
    )
    coins_per_conquest: int = number(
        "Coins for each non-empty region conquered this turn (SW-RACE-ORCS, SW-POWER-PILLAGING).", NOT_WARCRAFT, "score"
    )
    coins_per_fortress: int = number(
        "Coins for each held region with a fortress (SW-POWER-FORTIFIED).", EVERY_BOX, "score"
    )
    coins_per_turn: int = number("Coins at the end of every turn (SW-POWER-ALCHEMIST).", EVERY_BOX, "score")
    coins_first_turn: int = number(
        "Coins once, at the end of the turn of the pick (SW-POWER-WEALTHY).", NOT_WARCRAFT, "score"
    )
    discount: tuple[str, ...] = places("Places that cost one token less.", EVERY_BOX, "cost", "discount_regions")
    discount_beside: tuple[str, ...] = places(
        "Places that, when held, make every adjacent region cost one less (SW-RACE-GIANTS).",
        EVERY_BOX,
        "cost",
        "discount_beside",
    )
    linked: tuple[str, ...] = places(
        "Places that are all adjacent to each other for the conquests of this race (SW-POWER-UNDERWORLD).",
        NOT_WARCRAFT,
        "reach",
        "linked_regions",
    )
    conquests_per_token: int = number(
        "Non-empty conquests for each new token from the tray; 0 for none (SW-RACE-SKELETONS).",
        NOT_WARCRAFT,
        "redeploy",
    )
    reserve: int = number(
        "Tokens for conquest only, in addition to `tokens` (SW-RACE-AMAZONS).", NOT_WARCRAFT, "redeploy"
    )
    holes: int = number("Holes for the first regions it conquers (SW-RACE-HALFLINGS).", NOT_WARCRAFT, "conquest")
    heroes: int = number("Heroes (SW-POWER-HEROIC).", NOT_WARCRAFT, "markers")
    encampments: int = number("Encampments (SW-POWER-BIVOUACKING).", NOT_WARCRAFT, "markers")
    enters_anywhere: bool = trait("First Conquest may be any region (SW-RACE-HALFLINGS).", NOT_WARCRAFT, "reach")
    flies: bool = trait("Reaches every land region (SW-POWER-FLYING).", NOT_WARCRAFT, "reach")
    seafaring: bool = trait(
        "May conquer water (SW-POWER-SEAFARING, UG-RACE-KRAKEN, WW-RACE-NAGA).", EVERY_BOX, "reach", needs=("water",)
    )
    berserk: bool = trait("May roll the die before each conquest (SW-POWER-BERSERK).", NOT_WARCRAFT, "conquest")
    converts: bool = trait("Sorcery (SW-RACE-SORCERERS).", NOT_WARCRAFT, "conquest")
    loses_none: bool = trait(
        "Loses no token when conquered, sorcery excepted (SW-RACE-ELVES, UG-POWER-IMMORTAL).", NOT_WARCRAFT, "losses"
    )
    lairs: bool = trait("A lair in every region it takes (SW-RACE-TROLLS).", NOT_WARCRAFT, "conquest")
    acts_in_decline: bool = trait(
        "Keeps all tokens in decline and goes on conquering (SW-RACE-GHOULS).", NOT_WARCRAFT, "decline, turn"
    )
    dragon: bool = trait("Has the dragon (SW-POWER-DRAGON-MASTER).", NOT_WARCRAFT, "conquest")
    diplomat: bool = trait("May make peace (SW-POWER-DIPLOMAT).", NOT_WARCRAFT, "legal")
    spirit: bool = trait("Goes to the Spirit slot (SW-POWER-SPIRIT).", NOT_WARCRAFT, "decline")
    stout: bool = trait("May decline at the end of a turn of conquests (SW-POWER-STOUT).", NOT_WARCRAFT, "legal")
    fortresses: bool = trait("May build a fortress a turn (SW-POWER-FORTIFIED).", NOT_WARCRAFT, "markers")
    stays_in_decline: bool = field(
        default=False,
        metadata=about("The badge stays beside the declined race (UG-SETUP-18).", UNDERGROUND_AND_WARCRAFT, "decline"),
    )
    reaches: tuple[str, ...] = places(
        "Places that are adjacent to every region of this race, and where it may enter "
        "(UG-RACE-SPIDERINES, WW-RACE-KOBOLDS).",
        UNDERGROUND_AND_WARCRAFT,
        "reach",
        "reach_regions",
    )
    passes_water: bool = trait(
        "Reaches across water without conquering it (UG-RACE-LIZARDMEN).", UNDERGROUND, "reach", needs=("water",)
    )
    surcharge: int = number("Extra tokens that every conquest costs (UG-RACE-MUMMIES).", UNDERGROUND, "cost")
    volcano: bool = trait(
        "Has the Volcano: regions near it cost as if they were empty (UG-RACE-FLAMES).",
        UNDERGROUND,
        "cost",
        needs=("volcano",),
        once=True,
    )
    great_ancient: bool = trait(
        "Has the Great Ancient (UG-RACE-CULTISTS).", UNDERGROUND, "conquest, cost, start", once=True
    )
    guarded: bool = trait("Only a plain attack takes its regions (UG-RACE-GNOMES).", UNDERGROUND, "reach, cost")
    toll: bool = trait(
        "Opponents pay a coin for a region of the declined race; without a coin they may not attack (UG-RACE-LICHES).",
        UNDERGROUND,
        "conquest, reach",
    )
    roll_first: tuple[str, ...] = places(
        "Places for which, and next to which, the die may be rolled first (UG-RACE-WISPS).",
        UNDERGROUND,
        "conquest",
        "roll_first_regions",
    )
    vampire: bool = trait("May replace a lone active token once a turn (UG-POWER-VAMPIRE).", UNDERGROUND, "conquest")
    vengeful: bool = trait(
        "Its attackers get Vengeance markers (UG-POWER-VENGEFUL).", UNDERGROUND, "conquest, cost", once=True
    )
    bag: bool = trait(
        "Has the Bag of Many Things (UG-POWER-MAGIC).", UNDERGROUND, "relics", needs=(TREASURES,), once=True
    )
    swaps_badge: bool = trait("May swap its badge when picked (UG-RACE-MIMES).", UNDERGROUND, "column")
    grows_on: tuple[str, ...] = places(
        "Places where each held region gives a token at redeployment (UG-RACE-MUDMEN).",
        UNDERGROUND,
        "redeploy",
        "growth_regions",
    )
    hammers: tuple[str, ...] = places(
        "Places where each held region gives a Silver Hammer (UG-RACE-DWARVES).",
        UNDERGROUND,
        "redeploy",
        "hammer_regions",
    )
    armors: tuple[str, ...] = places(
        "Places where each held region gives a Mushroom Armor (UG-POWER-SHIELD).",
        UNDERGROUND,
        "redeploy",
        "armor_regions",
    )
    royal: bool = trait("Has the Queen (UG-POWER-ROYAL).", UNDERGROUND, "markers", once=True)
    reborn: bool = trait("In decline, its regions can pass to the active race (UG-POWER-REBORN).", UNDERGROUND, "start")
    tomb: bool = trait(
        "Keeps all tokens on the map in decline, and redeploys them once more (UG-POWER-TOMB).", UNDERGROUND, "decline"
    )
    vanishing: bool = trait(
        "Leaves the map when it declines, for 2 coins a region (UG-POWER-VANISHING).", UNDERGROUND, "decline"
    )
    lonely_coins: bool = trait(
        "1 coin for each region with no other race, Monsters or Lost Tribe adjacent (UG-RACE-DROW).",
        UNDERGROUND,
        "score",
    )
    fisher: bool = trait(
        "1 coin for every two regions beside water (UG-POWER-FISHER).", UNDERGROUND, "score", needs=("coast",)
    )
    thieving: bool = trait("1 coin from each neighbour with an active race (UG-POWER-THIEVING).", UNDERGROUND, "score")
    coins_per_place: int = number(
        "Coins for each held region with a Popular Place (UG-POWER-ADVENTUROUS).",
        UNDERGROUND,
        "score",
        needs=(TREASURES,),
    )
    coins_per_crowd: int = number(
        "Coins for each held region with 3 or more tokens (UG-POWER-FRIGHTENED).", UNDERGROUND, "score"
    )
    coins_per_group: int = number(
        "Coins for each group of held regions that border each other (UG-POWER-QUARRELING).", UNDERGROUND, "score"
    )
    coins_if_connected: int = number(
        "Coins if all held regions are one group (UG-POWER-FLOCKING).", UNDERGROUND, "score"
    )
    coins_per_loss: int = number(
        "Coins whenever an opponent conquers one of its regions (UG-POWER-MARTYR).", UNDERGROUND, "conquest"
    )
    coins_per_turn_in_decline: int = number(
        "Coins at the end of every turn in which the declined race holds a region (UG-POWER-WISE).",
        UNDERGROUND,
        "score",
    )
    double_discount: tuple[str, ...] = places(
        "Places that cost two tokens less (WW-RACE-DWARVES).", WARCRAFT, "cost", "double_discount_regions"
    )
    walls: tuple[str, ...] = places(
        "Places that get a Wisp Wall when conquered (WW-RACE-NIGHTELVES).", WARCRAFT, "conquest", "wall_regions"
    )
    beasts: tuple[str, ...] = places(
        "Places where each held region gives a Beast at the start of a turn (WW-POWER-BEASTMASTERS).",
        WARCRAFT,
        "pieces",
        "beast_regions",
        once=True,
        trait=True,
    )
    towers: tuple[str, ...] = places(
        "Places where Watch Towers are built (WW-POWER-DEFENDERS).",
        WARCRAFT,
        "end_of_turn",
        "tower_regions",
        once=True,
    )
    tolls: tuple[str, ...] = places(
        "Places that opponents must pay a coin to conquer, in decline too if the badge stays (WW-POWER-MARSHDWELLERS).",
        WARCRAFT,
        "tolls",
        "toll_regions",
    )
    saves_first: bool = trait(
        "Its first token lost in an opponent's turn is kept (WW-RACE-DRAENEI).", WARCRAFT, "losses", once=True
    )
    ethereal: bool = trait(
        "Takes Artifacts, or pays two less for a Legendary Place, once a turn (WW-RACE-ETHEREALS).",
        WARCRAFT,
        "ethereals, armed_effects",
    )
    recruits: bool = trait("May buy a token for each loss it inflicts (WW-RACE-FORSAKEN).", WARCRAFT, "end_of_turn")
    air_strike: bool = trait(
        "Conquers any region once a turn, with the die first if it likes (WW-RACE-GNOMES).", WARCRAFT, "armed_effects"
    )
    bombs: bool = trait("Plants bombs (WW-RACE-GOBLINS).", WARCRAFT, "bombs", once=True)
    objectives: bool = trait("Has the two Military Objectives (WW-RACE-HUMANS).", WARCRAFT, "end_of_turn", once=True)
    harmony: bool = trait("Gives Harmony tokens to those it spares (WW-RACE-PANDAREN).", WARCRAFT, "tolls", once=True)
    pairs: bool = trait("Never fewer than two tokens in a region (WW-RACE-TAUREN).", WARCRAFT, "pieces, cost")
    bold: bool = trait("Occupied regions cost one less (WW-RACE-TROLLS).", WARCRAFT, "cost")
    shifts: bool = trait("Chooses human or worgen form every turn (WW-RACE-WORGEN).", WARCRAFT, "legal, cost")
    champion: bool = trait("Has the Champion (WW-POWER-CHAMPIONS).", WARCRAFT, "pieces, conquest", once=True)
    spoils: bool = trait(
        "As many coins as tokens defended a region, if two or more (WW-POWER-CONQUERORS).", WARCRAFT, "conquest"
    )
    free_travel: bool = trait("Pays no travel token (WW-POWER-SAILORS).", WARCRAFT, "reach")
    fort_on_conquest: bool = trait(
        "A Fort in each region, from its conquest or the next redeployment on (WW-POWER-SENTINELS).",
        WARCRAFT,
        "conquest, turn",
    )
    portals: bool = trait(
        "Exchanges the contents of two magic regions, twice a turn (WW-POWER-PORTALMAGES).", WARCRAFT, "portals"
    )
    pushes: bool = trait("Pushes opponents' tokens, three times a turn (WW-POWER-STRONGMEN).", WARCRAFT, "strongmen")
    coins_per_find: int = number(
        "Coins for each face-up Artifact or Legendary Place held (WW-POWER-ARCHAEOLOGISTS).", WARCRAFT, "score"
    )
    coins_per_board: int = number("Coins for each board with a held region (WW-POWER-EXPLORERS).", WARCRAFT, "score")
    coins_per_occupied: int = number(
        "Coins at once for each occupied region conquered (WW-POWER-BATTLEMASTERS).", WARCRAFT, "conquest"
    )
    coins_per_rival: int = number(
        "Coins for each region of the other faction conquered this turn (WW-RACE-ORCS).", WARCRAFT, "score"
    )
    about: str = field(default="", metadata=about("What it does, in a line for players."))

    def __post_init__(self) -> None:
        for each in fields(self):
            value = plain(getattr(self, each.name))
            _check_field(f"{self.kind} {self.name!r}", each.name, str(each.type), value)
            object.__setattr__(self, each.name, tuple(value) if isinstance(value, list) else value)

    def declared(self) -> list[Field[Any]]:
        """Return the fields that have a value in this entry."""
        fields_of_kind = _fields_of(type(self))  # type: ignore[arg-type]  # mypy asks an instance for its hash
        return [each for each in fields_of_kind if getattr(self, each.name)]

    @property
    def needs(self) -> tuple[str, ...]:
        """Places, one of which must be on the board for the entry to do anything, or `TREASURES`; () if none is needed.

        Otherwise, games with Underground leave the entry out (UG-MIX-10).
        """
        needs: dict[str, None] = {}
        for each in self.declared():
            needed = each.metadata["needs"]
            needs |= dict.fromkeys(getattr(self, each.name) if needed is None else needed)
        return () if "anywhere" in needs else tuple(needs)

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as plain JSON types, without fields that have no value."""
        values = {each.name: getattr(self, each.name) for each in self.declared()}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Any:
        """Return the entry that a JSON object declares.

        Raises:
            ValueError: a field is unknown, missing or has an invalid value; the message names it.
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


@documented
@dataclass(frozen=True, kw_only=True)
class Race(Content):
    """A race and its banner."""

    kind: ClassVar[str] = "race"

    tray: int = field(default=0, metadata=about("Number of the race's tokens in the box (SW-SETUP-10)."))
    faction: str = field(default="", metadata=about('"alliance", "horde" or "": its faction (WW-FACTION-1).', WARCRAFT))

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
    """A power and its badge."""

    kind: ClassVar[str] = "power"


NUMBERS = tuple(each.name for each in fields(Content) if each.metadata["number"])
"""Fields that are columns of the tables as they are."""
REGIONS = {each.name: each.metadata["regions"] for each in fields(Content) if each.metadata["regions"]}
"""By field that names places, the column of the tables for the regions that it names."""


def _check_field(entry: str, name: str, kind: str, value: Any) -> None:
    """Raise ValueError, with the names of entry and field, unless the value fits the declared type."""
    where = f"{entry}: field {name!r}"
    if isinstance(value, str) and len(value) > LONGEST:
        raise ValueError(f"{where} must have at most {LONGEST} characters, not {len(value)}")
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
