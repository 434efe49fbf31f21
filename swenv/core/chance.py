"""All outcomes of chance: every way to draw with its probability, instead of a random one.

If a record's `forced` is not 0, that number determines the draws, see `random.draw`: its digits, the first draw last,
each in the base of its draw, under a leading 1. A run that reaches a draw beyond them reports in how many ways it can
be made. So repeated runs find all ways.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import TooManyOutcomes
from swenv.core.random import ALL_DRAWN, ASKS, NOT_FORCED

Records = NDArray[Any]


def outcomes(run: Callable[[int], Records], most: int) -> list[tuple[float, Records]]:
    """Run something with all possible draws.

    Args:
        run: Runs it on records whose `forced` is the number it is given, and returns the record that results.
        most: Give up if a way to draw is less likely than one in this many.

    Returns:
        Probabilities, which add up to 1, with the results: arrays of one record, each of them once.

    Raises:
        TooManyOutcomes: there are more ways.
    """
    shares: dict[bytes, Fraction] = {}
    dtype = None
    left = [(int(ALL_DRAWN), 1)]  # what to draw, and in one of how many runs it is drawn
    while left:
        forced, one_in = left.pop()
        record = run(forced)
        dtype = record.dtype
        answer = int(record["forced"][0])
        if answer & int(ASKS):
            ways = answer ^ int(ASKS)
            if one_in * ways > most:
                raise TooManyOutcomes(f"chance has more than {most:,} ways to go on")
            left += [(forced + (k + ways - 1) * one_in, one_in * ways) for k in reversed(range(ways))]
        else:
            record["forced"] = NOT_FORCED
            content = record.tobytes()
            shares[content] = shares.get(content, Fraction(0)) + Fraction(1, one_in)
    return [(float(share), np.frombuffer(bytearray(content), dtype=dtype)) for content, share in shares.items()]
