"""Numbers that callers pass: numpy's integers, booleans and strings count as Python's."""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import Any


def plain(value: Any) -> Any:
    """Replace numpy's whole numbers, truth values and texts by Python's, in lists, tuples and dictionaries too.

    Everything else stays as it is.
    """
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if type(value) is list or type(value) is tuple:
        return type(value)(map(plain, value))
    return value.item() if _kind(value) in ("i", "u", "b", "U") else value


def check_int(name: str, value: Any) -> int:
    """Convert a whole number to a Python int; True and False are refused.

    Raises:
        TypeError: it is not a whole number; the message names it.
    """
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return operator.index(value)  # numpy's booleans have none
    except TypeError:
        pass
    raise TypeError(f"{name}: a whole number is needed, not {shortened(value)}")


def check_positive_int(name: str, value: int, most: int = 2**63 - 1) -> int:
    """Check a whole number that is at least 1; returns a Python int.

    Raises:
        ValueError: it is out of range.
        TypeError: it is not a whole number; the messages name it.
    """
    value = check_int(name, value)
    if value < 1:
        raise ValueError(f"{name} must be at least 1, not {shortened(value)}")
    if value > most:
        raise ValueError(f"{name} must be at most {most}, not {shortened(value)}")
    return value


def check_positive(name: str, value: Any) -> float:
    """Check a finite number above 0; returns a Python float.

    Raises:
        ValueError: it is out of range.
        TypeError: it is not a number; the messages name it.
    """
    is_number = isinstance(value, Real) and not isinstance(value, bool)  # numpy's booleans are not among them
    if not is_number:
        raise TypeError(f"{name}: a number is needed, not {shortened(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    if not number > 0:  # nor is NaN
        raise ValueError(f"{name} must be above 0, not {shortened(value)}")
    if number == math.inf:
        raise ValueError(f"{name} must be finite, not {shortened(value)}")
    return number


def shortened(value: Any) -> str:
    """An invalid value, for an error message."""
    try:
        text = str(value) if isinstance(value, Real) else repr(value)
    except (ValueError, RecursionError):  # Python writes integers of a few thousand digits at most
        return "a number of thousands of digits" if isinstance(value, int) else f"such a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:60]}..."


def has_truth_value(numbers: Any) -> bool:
    """Whether a list of numbers contains True or False, which numpy would take for 1 and 0."""
    return isinstance(numbers, list | tuple) and any(isinstance(each, bool) or _kind(each) == "b" for each in numbers)


def _kind(value: Any) -> str:
    """The kind of a numpy scalar, such as "i"; "" for anything else. `import swenv` must not wait for numpy."""
    kind: str = getattr(getattr(value, "dtype", None), "kind", "") if getattr(value, "shape", None) == () else ""
    return kind
