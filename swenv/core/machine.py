"""The resources that this process may use."""

from __future__ import annotations

import math
import os

_lent = 0


def lend(number: int) -> None:
    """Limit this process to so many processors, because others share the machine; 0 for all."""
    global _lent
    _lent = number


def processors() -> int:
    """Count the processors that this process may use."""
    if _lent:
        return _lent
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def too_large(what: str, needed: float) -> ValueError:
    """The error for something that takes more bytes than the machine has."""
    return ValueError(f"{what} take {needed / 1e9:,.0f} GB, more than there is")


def memory() -> float:
    """Return the bytes of memory; infinity if the system does not report them."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return math.inf
