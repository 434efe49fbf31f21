"""Updates the schemas of position documents in swenv/schema with the fields that the records declare.

python docs/schemas.py            # write them
python docs/schemas.py --check    # exit status 1 if one is out of date
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from swenv.core.record import Field
from swenv.core.schemas import FOLDER
from swenv.islands.rules.fields import FIELDS as ISLANDS
from swenv.smallworld.rules.fields import FIELDS as SMALL_WORLD

SEAT = ("properties", "seats", "items")
RACE = (*SEAT, "properties", "races", "items")
PARTS: dict[str, tuple[str, ...]] = {
    "turn_state": ("properties", "turn_state"),
    "seats": SEAT,
    "races": RACE,
    "active_race": RACE,
    "markers": ("properties", "regions", "additionalProperties", "properties", "markers"),
    "alexis": ("properties", "alexis"),
}
"""Where the schemas keep each part of a document."""
RECORDS: dict[str, tuple[Field, ...]] = {"position": SMALL_WORLD, "islands": ISLANDS}
"""By schema, the fields of the record."""


def schema(name: str) -> str:
    """Return a schema of position documents: the properties of record fields are regenerated, the others kept."""
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    for each in RECORDS[name]:
        if each.spelling is not None and each.part:
            here = document
            for key in PARTS[each.part]:
                here = here[key]
            meaning = re.sub(r"^1 if ", "whether ", each.meaning.removeprefix("one-hot of "))
            here["properties"][each.word] = {"description": meaning, **each.spelling.schema}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main(check: bool = False) -> int:
    """Write the schemas; with `check` only compare, and return 1 if a file is out of date."""
    late = 0
    for name in RECORDS:
        path, text = FOLDER / f"{name}.json", schema(name)
        if not check:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif path.read_text(encoding="utf-8") != text:
            print(f"swenv/schema/{name}.json is out of date: run python docs/schemas.py")
            late = 1
    return late


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
