"""Validates files that users load: they are data, checked against a JSON Schema of the package before use.

The schemas use draft 4, in which 7.0 is not an integer, as in Python.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from swenv.core.plain import plain

LONGEST = 300
"""Maximum length of a complaint, in characters."""
DEEPEST, DIGITS = 32, 40
"""Maximum nesting of a document, and maximum digits of an integer."""
FOLDER = Path(__file__).parent.parent / "schema"


def read(path: Path, what: str) -> Any:
    """Read a JSON file.

    Raises:
        ValueError: it is not a regular file, not text, or not JSON; the message begins with `what`.
        OSError: it cannot be read.
    """
    return parse(read_text(path, what), what)


def read_text(path: Path, what: str) -> str:
    """Read a text file. Devices and pipes are refused, as they may never end.

    Raises:
        ValueError: it is not a regular file, or not text; the message begins with `what`.
        OSError: it cannot be read.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError(f"{what}: devices and pipes are not read, save it to a file first")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{what}: not text: {error}") from None


def parse(text: str, what: str) -> Any:
    """Parse a document.

    Raises:
        ValueError: it is not JSON, or contains something no file of swenv does: a field twice in one object, a number
            that is infinite or has more than `DIGITS` digits, text that is not Unicode, more than `DEEPEST` levels; the
            message begins with `what`.
    """
    try:
        document = json.loads(
            text, object_pairs_hook=_object, parse_float=_finite, parse_int=_whole, parse_constant=_finite
        )
        if "\\u" in text:
            json.dumps(document, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError(f"{what}: not JSON: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{what}: not JSON: {error}") from None
    except UnicodeEncodeError:
        raise ValueError(f"{what}: text that is not valid Unicode") from None
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(document):
        raise ValueError(f"{what}: nested more than {DEEPEST} levels deep")
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        twice = next(name for name, number in Counter(name for name, _ in pairs).items() if number > 1)
        raise ValueError(f"field '{_short(twice)}' is there twice")
    return document


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"not JSON: {_short(text)} is not a number that can be used")
    return value


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError("a number is too long")
    return int(text)


def _is_deep(document: Any) -> bool:
    level = [document]
    for _ in range(DEEPEST):
        inside = (each.values() if isinstance(each, dict) else each for each in level)
        level = [inner for each in inside for inner in each if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def schema(name: str) -> dict[str, Any]:
    """Return `schema/<name>.json`, with the schemas that it refers to in their places."""
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text, object_hook=_with_parts)
    return document


def _with_parts(part: dict[str, Any]) -> dict[str, Any]:
    """A schema in place of a reference to its file."""
    name, dot, _ = str(part.get("$ref", "")).partition(".json")
    return schema(name) if dot else part


@lru_cache
def _validator(name: str) -> Callable[[Any], Any]:
    import fastjsonschema  # most programs never read a file

    compiled: Callable[[Any], Any] = fastjsonschema.compile(schema(name), use_default=False)
    return compiled


def validate(schema: str, document: Any, what: str) -> Any:
    """Check a document against `schema/<schema>.json`, and return it with Python's numbers in place of numpy's.

    Raises:
        ValueError: it does not conform; the message begins with `what` and names the field.
    """
    import fastjsonschema

    try:
        document = plain(document)
        _validator(schema)(document)
    except fastjsonschema.JsonSchemaValueException as error:
        unknown = _unknown_field(error)
        if unknown is not None:
            raise ValueError(f"{what}, {_place([*error.path, unknown])}: there is no such field") from None
        raise ValueError(f"{what}, {_place(error.path)}: {_complaint(error)}") from None
    except RecursionError:
        raise ValueError(f"{what}, whole document: it is nested too deeply") from None
    except TypeError as error:  # entries that must be distinct, but cannot be compared
        raise ValueError(f"{what}, whole document: it holds what is not JSON: {error}") from None
    return document


def _place(path: list[Any]) -> str:
    """Return the path of a field in words: "region 4, field 'neighbors[2]'" or "field 'seats[0].coins'"."""
    keys = path[1:]
    region = ""
    if len(keys) >= 2 and keys[0] == "regions" and isinstance(keys[1], int | str) and str(keys[1]).isdigit():
        region, keys = f"region {keys[1]}, ", keys[2:]
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) or str(key).isdigit() else f".{key}" if text else str(key)
    return f"{region}field '{text}'" if text else region.removesuffix(", ") or "whole document"


def _unknown_field(error: Any) -> str | None:
    """The first field that the schema does not know, if that is the complaint."""
    if error.rule != "additionalProperties" or not isinstance(error.value, dict):
        return None
    patterns = error.definition.get("patternProperties", ())
    known = error.definition.get("properties", ())
    names = (str(name) for name in error.value)
    unknown = (name for name in names if name not in known and not any(re.search(each, name) for each in patterns))
    return _short(next(unknown, "")) or None


def _complaint(error: Any) -> str:
    """Return the validator's message without its own name for the field, and shortened if it is long."""
    message = str(error.message)
    message = message.removeprefix(str(error.name)).strip() or message
    return _short(message)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
