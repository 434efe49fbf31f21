"""The resources that this process may use, and the packages that are installed."""

from __future__ import annotations

import ctypes
import math
import os
import platform
from collections.abc import Iterable
from contextlib import suppress

M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD = -1, -2, -3
"""Parameters of glibc's `mallopt`."""
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


def keep_freed_memory() -> None:
    """Let this process keep what it frees, up to a gigabyte, for what it allocates next.

    By default, glibc returns large blocks to the system at once, and every new one is filled with zeros, page by page.
    """
    with suppress(OSError, AttributeError, TypeError):  # another C library
        mallopt = ctypes.CDLL(None).mallopt
        for parameter, size in ((M_MMAP_THRESHOLD, 1 << 25), (M_TRIM_THRESHOLD, 1 << 30), (M_TOP_PAD, 1 << 26)):
            mallopt(parameter, size)


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
