"""Sets of up to 64 regions as one unsigned 64-bit number: bit `r` is set when region `r` is in the set.

For kernels only. Sets stay `uint64` throughout: mixing in signed integers makes numba fall back to floats.
"""

import numpy as np

from swenv.core.jit import kernel

EMPTY = np.uint64(0)
ONE = np.uint64(1)

_PAIRS = np.uint64(0x5555555555555555)
_QUADS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@kernel
def bit(r):
    """The set that contains only `r`."""
    return ONE << np.uint64(r)


@kernel
def first(n):
    """The set of the `n` smallest members, from 1 to 64."""
    return ~EMPTY >> np.uint64(64 - n)


@kernel
def has(regions, r):
    """Whether `r` is in the set."""
    return (regions >> np.uint64(r)) & ONE != EMPTY


@kernel
def count(regions):
    """The number of members; the compiler turns this into one instruction."""
    x = regions - ((regions >> _1) & _PAIRS)
    x = (x & _QUADS) + ((x >> _2) & _QUADS)
    x = (x + (x >> _4)) & _NIBBLES
    return np.int64((x * _BYTES) >> _56)


@kernel
def lowest(regions):
    """The smallest member of a non-empty set."""
    return count((regions & (~regions + ONE)) - ONE)


@kernel
def without_lowest(regions):
    """The set without its smallest member; iterate over a set with `lowest` and this."""
    return regions & (regions - ONE)


@kernel
def mark(out, regions, start, width):
    """Write 1 into one column of the lines of these regions, each `width` wide; the line of region 0 has it at `start`.

    This is faster than a test for each region, as most sets have few members.
    """
    while regions != EMPTY:
        out[start + width * lowest(regions)] = 1
        regions = without_lowest(regions)


@kernel
def nth(regions, n):
    """The member that has `n` smaller ones; 0 <= n < count(regions)."""
    for _ in range(n):
        regions = without_lowest(regions)
    return lowest(regions)


@kernel
def one_if(condition):
    """1 if the condition is true, else 0, so that conditions can be added."""
    return 1 if condition else 0
