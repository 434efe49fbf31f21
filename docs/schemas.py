"""Updates swenv/schema/position.json with the position document fields that the record declares.

python docs/schemas.py            # write it
python docs/schemas.py --check    # exit status 1 if it is out of date
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from swenv.core.schemas import FOLDER
from swenv.smallworld.rules.fields import FIELDS

PATH = FOLDER / "position.json"
SEAT = ("properties", "seats", "items")
RACE = (*SEAT, "properties", "races", "items")
PARTS: dict[str, tuple[str, ...]] = {
    "turn_state": ("properties", "turn_state"),
    "seats": SEAT,
    "races": RACE,
    "active_race": RACE,
    "markers": ("properties", "regions", "additionalProperties", "properties", "markers"),
}
"""Where the schema keeps each part of a document."""


def schema() -> str:
    """Return the schema of position documents: parts with record fields are made anew, the others stay unchanged."""
    document: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    for part, way in PARTS.items():
        here = document
        for key in way:
            here = here[key]
        for each in FIELDS:
            if each.part == part and each.spelling is not None:
                meaning = re.sub(r"^1 if ", "whether ", each.meaning)
                here["properties"][each.word] = {"description": meaning, **each.spelling.schema}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main(check: bool = False) -> int:
    """Write the schema; with `check` only compare, and return 1 if the file is out of date."""
    made = schema()
    if not check:
        PATH.write_text(made, encoding="utf-8", newline="\n")
    elif PATH.read_text(encoding="utf-8") != made:
        print("swenv/schema/position.json is out of date: run python docs/schemas.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
