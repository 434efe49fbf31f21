"""Interfaces of a game for other libraries: PettingZoo and Gymnasium. They know `Game` and `State`, never a race.

Importing this package imports none of these libraries; it registers the environments as soon as they are imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from swenv.core.registry import ENGINES

IDS = {f"{kind.rpartition(':')[2]}-v0": name for name, kind in ENGINES.items()}
"""Gymnasium ids without "swenv/", and the game behind each: an id is the name of the game's class."""
MODULES = tuple(f"{name}_v0" for name in ENGINES)
"""PettingZoo modules of swenv, one per game; `swenv.NAME_v0` has the id "swenv/NAME-v0"."""


def register_with_gymnasium(gymnasium: ModuleType) -> None:
    """Register the environments for `gymnasium.make` and `gymnasium.make_vec`."""
    for name, game in IDS.items():
        gymnasium.register(
            id=f"swenv/{name}",
            entry_point="swenv.envs.gym:SeatEnv",
            vector_entry_point="swenv.envs.vector:SeatVectorEnv",
            kwargs={"game": game},
        )


def register_with_pettingzoo(pettingzoo: ModuleType) -> None:
    """Register the environments for `pettingzoo.make`; releases before 1.27 have no registry."""
    if hasattr(pettingzoo, "register"):
        for name in MODULES:
            pettingzoo.register("aec", f"swenv/{name}", entry_point=f"swenv.{name}:env")
            pettingzoo.register("parallel", f"swenv/{name}", entry_point=f"swenv.{name}:parallel_env")


class _OnImport:
    """Registers with a library right after it is imported: now, or when the program first imports it.

    `import swenv` would be ten times as slow if it imported them itself. A finder at the head of `sys.meta_path` is
    asked first for every module. For these two, it lets the other finders answer and adds a call to their loader.
    """

    def __init__(self, **registers: Callable[[ModuleType], None]) -> None:
        self.waiting: dict[str, Callable[[ModuleType], None]] = {}
        for name, register in registers.items():
            if name in sys.modules:
                register(sys.modules[name])
            else:
                self.waiting[name] = register
        if self.waiting:
            sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        register = self.waiting.pop(name, None)
        if register is None:
            return None
        spec = find_spec(name)  # asks the other finders, because this name is no longer waiting
        self.waiting[name] = register  # the caller may not import it
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_register(module: ModuleType) -> None:
            execute(module)
            if self.waiting.pop(name, None) is not None:
                register(module)
            if not self.waiting and self in sys.meta_path:
                sys.meta_path.remove(self)

        spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec


_OnImport(gymnasium=register_with_gymnasium, pettingzoo=register_with_pettingzoo)
