"""Shows agents/, maps/ and training/ to mkdocstrings under the names that they have when installed.

On disk they are beside the package `swenv`, where mkdocstrings does not look for `swenv.agents`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from griffe import Extension, GriffeLoader, Module

ROOMS = ("agents", "maps", "training")


class Rooms(Extension):
    """Adds the folders to the package when it is loaded."""

    def on_package(self, *, pkg: Module, loader: GriffeLoader, **_: Any) -> None:
        """griffe calls this with each package that it loads."""
        if pkg.path == "swenv" and isinstance(pkg.filepath, Path):
            for name in ROOMS:
                loader.load(name)
                room = loader.modules_collection.members.pop(name)
                pkg.set_member(name, room)
