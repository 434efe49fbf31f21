"""The resources that this process may use, and the packages that are installed."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Iterable
from contextlib import suppress

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


def installed_versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of swenv, Python and those of these packages that are installed, without importing them."""
    from importlib import metadata

    import swenv

    versions = {"swenv": swenv.__version__, "python": platform.python_version()}
    for package in packages:
        with suppress(metadata.PackageNotFoundError):
            versions[package] = metadata.version(package)
    return versions
