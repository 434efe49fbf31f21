"""For mkdocstrings: agents/, maps/ and training/ by the names that they have when installed.

On disk they stand beside the package `swenv`, where a reader of sources does not look for `swenv.agents`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from griffe import Extension, GriffeLoader, Module

ROOMS = ("agents", "maps", "training")


class Rooms(Extension):
    """Hangs the folders into the package when it has been read."""

    def on_package(self, *, pkg: Module, loader: GriffeLoader, **_: Any) -> None:
        """Called with each package that is read."""
        if pkg.path == "swenv" and isinstance(pkg.filepath, Path):
            for name in ROOMS:
                loader.load(name)
                room = loader.modules_collection.members.pop(name)
                pkg.set_member(name, room)
