"""A pool that plays in this process, in place of `Processes`, each of which would take seconds to start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Here:
    """See `Pool`."""

    def __init__(self, jobs: int = 1, code: str | None = None) -> None:
        assert code is None, "a file of players is run in each process"

    def run(self, function: Callable[..., Any], items: Sequence[tuple[Any, ...]], keep: Callable[[Any], None]) -> bool:
        for item in items:
            keep(function(*item))
        return True
