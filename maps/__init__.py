"""Boards that come with swenv, one JSON file each. README.md in this folder says what the fields mean.

The boards of Small World and Underground are whole and stand in this folder. Those of World of Warcraft are
put together from faces: the faces are in `warcraft/`, and `warcraft/layout.json` says how they lie.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

__all__ = ["faces", "names", "path"]

_FACE = "warcraft-"


@lru_cache(maxsize=1)
def _folder() -> Path:
    return Path(str(files(__name__)))


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Names of the whole boards, in alphabetical order, as `swenv.load(..., map=name)` takes them."""
    return tuple(sorted(file.stem for file in _folder().glob("*.json")))


@lru_cache(maxsize=1)
def faces() -> tuple[str, ...]:
    """Names of the faces of World of Warcraft, `"L1a"` to `"S2b"`, as `swenv.load(..., boards=[...])` takes them."""
    return tuple(sorted(file.stem.removeprefix(_FACE) for file in (_folder() / "warcraft").glob(f"{_FACE}*.json")))


def path(name: str) -> Path:
    """The file of a board, or of a face.

    Args:
        name: One of `names()`, such as `"smallworld-2p"`, or the name in the file of a face: `"warcraft-L1a"`.

    Returns:
        Path of the JSON file. The file is there.

    Raises:
        ValueError: There is no board of that name; the message names the nearest, or all.
    """
    if name.startswith(_FACE) and name.removeprefix(_FACE) in faces():
        return _folder() / "warcraft" / f"{name}.json"
    boards = names()
    if name not in boards:
        near = get_close_matches(name, boards, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the boards are {', '.join(boards)}"
        raise ValueError(f"no map {name!r}; {hint}")
    return _folder() / f"{name}.json"
