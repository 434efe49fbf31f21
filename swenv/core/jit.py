"""How rules become machine code: two decorators, one cache folder, one word to the user who waits.

`kernel` marks a helper, `entry` a function that Python calls. Entries are cached on disk. numba notices edits of the
file that holds an entry but not of the helpers it calls, so the folder is named after a hash of all sources that can
reach the machine code: the folder of the entry, and what all kernels share in `swenv/core`.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock
from numba import __version__ as numba_version
from numba import config, njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from platformdirs import user_cache_dir


class _Linked(JITCodeLibrary):
    """Code that others link in and nobody runs by itself.

    numba would optimise each helper together with all that it calls, and make machine code of it, again at every step
    of the way up to the entry. Here both are left to the entry, which halves the time that the user waits.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class _KernelCompiler(Compiler):
    """numba's compiler for code that is linked in."""

    def __init__(
        self, typingctx: Any, targetctx: Any, _library: Any, args: Any, result: Any, flags: Any, *rest: Any
    ) -> None:
        flags = flags.copy()
        flags.no_compile = True
        library = _Linked(targetctx.codegen(), "kernel")  # type: ignore[no-untyped-call]
        super().__init__(typingctx, targetctx, library, args, result, flags, *rest)  # type: ignore[no-untyped-call]

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        # numba knows code by the function that Python calls; nobody calls this one, it only has to be another each time
        compiled = super().compile_extra(func)._replace(entry_point=[].append)  # type: ignore[no-untyped-call]
        compiled.target_context.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
        return compiled


_ENTRY: dict[str, Any] = {"nogil": True, "error_model": "numpy", "cache": True}
_KERNEL: dict[str, Any] = {
    "nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
    "pipeline_class": _KernelCompiler,
}  # fmt: skip


if config.DISABLE_JIT:  # type: ignore[attr-defined]
    np.seterr(over="ignore")  # uncompiled kernels wrap around at 64 bits as compiled ones do


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a helper that kernels call, and they alone: no door for Python halves the time of compilation."""
    return njit(**_KERNEL)(function)


def entry(function: Callable[..., Any], package: Path | None = None) -> Any:
    """Compile a function that Python calls, and keep its machine code on disk, in the folder of its package."""
    folder = cache_folder(package or Path(function.__code__.co_filename).parent)
    before = config.CACHE_DIR  # type: ignore[attr-defined]
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # read while the decorator runs, so other packages keep their own folder
    try:
        return njit(**_ENTRY)(function)
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]


def direct(entry: Any) -> Any:
    """The machine code of an entry that was called before, without numba's look at the arguments.

    That look takes as long as half a step of a game, most of it for arrays of records. Without it nothing is checked:
    give arguments of exactly the types that the entry was compiled for.
    """
    compiled = list(getattr(entry, "overloads", {}).values())
    return compiled[0].entry_point if len(compiled) == 1 else entry


@lru_cache
def cache_folder(package: Path) -> Path:
    """Where the machine code of a package's entries is kept: `NUMBA_CACHE_DIR` or the user's cache folder."""
    root = os.environ.get("NUMBA_CACHE_DIR") or user_cache_dir("swenv", appauthor=False)
    digest = hashlib.sha256(numba_version.encode())
    core = (Path(__file__).with_name(name) for name in ("batch.py", "bits.py", "jit.py", "random.py"))
    for source in (*core, *sorted(package.glob("*.py"))):
        digest.update(source.read_bytes())
    return Path(root) / f"{package.parent.name}-{digest.hexdigest()[:16]}"


@contextmanager
def compiling(package: Path, what: str) -> Iterator[bool]:
    """Hold the cache folder while the entries of a package compile, and say so on stderr.

    Gives True when they must be compiled: the caller then calls all of them, so that nobody waits a second time.
    Processes that start together wait for the first one, then load what it compiled. A folder that was completed
    before is not locked again.
    """
    folder = cache_folder(package)
    done = folder / "complete"
    if config.DISABLE_JIT or done.exists():  # type: ignore[attr-defined]
        yield False
        return
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(str(folder / "lock")):
        if done.exists():
            yield False
            return
        start = time.perf_counter()
        print(
            f"swenv: compiling {what}, once for this version (up to a minute) ...",
            file=sys.stderr,
            flush=True,
        )
        yield True
        print(f"swenv: compiled in {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
        done.touch()
