"""The random stream of a game: splitmix64, with its state as one `uint64` in the game's own record.

It uses integer arithmetic only, so the same seed gives the same game on any machine. All chance comes from `draw`,
which can also be told what to draw, see `core.chance`.
"""

import numpy as np

from swenv.core.jit import kernel

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_ALL = 2**64 - 1
_UNMIX1, _UNMIX2 = pow(int(_MIX1), -1, 2**64), pow(int(_MIX2), -1, 2**64)
_POSITIVE = np.uint64(0x7FFFFFFFFFFFFFFF)
NOT_FORCED, ALL_DRAWN = np.uint64(0), np.uint64(1)
"""Values of `g.forced`: draws are random; all draws that were forced are made."""
ASKS = np.uint64(1 << 63)
"""The bit of `g.forced` that asks for one more draw; the other bits say how many ways there are to make it."""


@kernel
def mix(x):
    """Hash a 64-bit number; different inputs give different outputs."""
    z = x + _GAMMA
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    return z ^ (z >> _31)


def mixed(x: int) -> int:
    """`mix` for Python ints: takes and returns numbers below 2**64."""
    z = (x + int(_GAMMA)) & _ALL
    z = ((z ^ (z >> 30)) * int(_MIX1)) & _ALL
    z = ((z ^ (z >> 27)) * int(_MIX2)) & _ALL
    return z ^ (z >> 31)


def unmixed(y: int) -> int:
    """The number below 2**64 that `mix` turns into this one."""
    z = y ^ (y >> 31) ^ (y >> 62)
    z = (z * _UNMIX2) & _ALL
    z = z ^ (z >> 27) ^ (z >> 54)
    z = (z * _UNMIX1) & _ALL
    z = z ^ (z >> 30) ^ (z >> 60)
    return (z - int(_GAMMA)) & _ALL


@kernel
def next_seed(seed):
    """The seed of the game that follows the game with `seed` in a batch; within [0, 2**63)."""
    return np.int64(mix(np.uint64(seed) ^ _GAMMA) & _POSITIVE)


@kernel
def forced_draw(g, n):
    """Take the last digit of `g.forced` in base n. With none left, ask for it and return 0, as all later draws do."""
    if g.forced >= ASKS:
        return np.int64(0)
    if g.forced == ALL_DRAWN:
        g.forced = ASKS | n
        return np.int64(0)
    drawn = np.int64(g.forced % n)
    g.forced //= n
    return drawn


@kernel
def draw(g, n):
    """Draw an integer from 0 to n - 1 (n < 2**31) from the stream in `g.random`, which advances, if none is forced."""
    if g.forced != NOT_FORCED:
        return forced_draw(g, np.uint64(n))
    g.random += _GAMMA
    z = g.random
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    z = z ^ (z >> _31)
    return np.int64(((z >> _32) * np.uint64(n)) >> _32)


@kernel
def shuffle(g, items, n):
    """Shuffle the first `n` entries of an array of the record in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = draw(g, i + 1)
        items[i], items[j] = items[j], items[i]
