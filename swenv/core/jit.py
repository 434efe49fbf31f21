"""Compiles the rules to machine code: two decorators, one cache folder, one message to the waiting user.

`kernel` marks a helper, `entry` a function that Python calls. Entries are cached on disk, in a folder named after a
hash of everything that affects the machine code: the sources of the engine's kernels, the sources in `swenv/core`
that all kernels share, the compiler and the processor. So the folder is never stale, and all installations of the
same sources on a machine share it. A wheel for a platform has such a folder with it, for a processor that most are
compatible with, and nothing is compiled where it can be used.
"""

from __future__ import annotations

import gc
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock
from llvmlite import __version__ as llvmlite_version
from numba import __version__ as numba_version
from numba import config, from_dtype, njit
from platformdirs import user_cache_dir

from swenv.core.trust import check_folder, own_folder

TESTED = ("0.68.",)
"""The versions of numba whose internals `machine_code` was tested with."""
IS_PLAIN = os.environ.get("SWENV_PLAIN_NUMBA", "") not in ("", "0") or not numba_version.startswith(TESTED)
"""Whether only numba's public interface is used: it compiles more slowly, to the same machine code."""
INSTALLED = "compiled"
"""The folder of an engine with the machine code that was installed with it."""
_ENTRY: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

if config.DISABLE_JIT:  # type: ignore[attr-defined]
    np.seterr(over="ignore")  # uncompiled kernels wrap around at 64 bits as compiled ones do


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a helper that only kernels call; without a wrapper for Python, it compiles in half the time."""
    if IS_PLAIN:
        return njit(**_ENTRY)(function)
    from swenv.core.machine_code import KERNEL

    return njit(**_ENTRY, **KERNEL)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel into every kernel that calls it, for short ones that choose between others."""
    if IS_PLAIN:
        return njit(**_ENTRY, forceinline=True)(function)
    from swenv.core.machine_code import KERNEL

    return njit(**_ENTRY, **KERNEL, forceinline=True)(function)


def unit(result: Any, *arguments: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a large kernel by itself, for these types: types of numba, or dtypes of records.

    While the user waits for an empty cache, units compile at the same time, in as many processes as there are cores.
    """

    def declare(function: Callable[..., Any]) -> Any:
        if IS_PLAIN or config.DISABLE_JIT:  # type: ignore[attr-defined]
            return kernel(function)
        from swenv.core.machine_code import Unit

        types = [from_dtype(each) if isinstance(each, np.dtype) else each for each in arguments]
        return Unit(function, result(*types), _ENTRY, Store(Path(function.__code__.co_filename).parent)).call

    return declare


def entry(function: Callable[..., Any], package: Path | None = None) -> Any:
    """Compile a function that Python calls, and cache its machine code on disk, in the folder of its package."""
    store = Store(package or Path(function.__code__.co_filename).parent)
    if IS_PLAIN:
        return _plain_entry(function, store)
    compiled = njit(**_ENTRY)(function)
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        return compiled
    from swenv.core.machine_code import CodeFiles, cached

    return cached(compiled, CodeFiles(function, store))


def _plain_entry(function: Callable[..., Any], store: Store) -> Any:
    """An entry whose machine code numba itself caches, in the same folder."""
    usual = config.CACHE_DIR  # type: ignore[attr-defined]
    config.CACHE_DIR = str(store.folder)  # type: ignore[attr-defined]
    try:
        own_folder(store.folder)
        return njit(**_ENTRY, cache=True)(function)
    except (OSError, RuntimeError) as error:  # no folder is writable, or safe
        store.cannot_keep(error)
        return njit(**_ENTRY)(function)
    finally:
        config.CACHE_DIR = usual  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Store:
    """Where the machine code of a package's entries is cached.

    Attributes:
        package: The folder of the package.
    """

    package: Path

    @property
    def folder(self) -> Path:
        """See `cache_folder`."""
        return cache_folder(self.package)

    @property
    def installed(self) -> Path | None:
        """See `installed_folder`."""
        return installed_folder(self.package)

    @property
    def is_complete(self) -> bool:
        """Whether all entries that games need have been compiled."""
        return self.installed is not None or _is_complete(self.folder)

    @staticmethod
    def say(what: str) -> None:
        """Print a message to the waiting user."""
        print(f"swenv: {what}", file=sys.stderr, flush=True)

    def cannot_keep(self, error: Exception) -> None:
        """Say, once, that nothing can be cached there."""
        _cannot_keep(self.folder, error)


def direct(entry: Any) -> Any:
    """Return the machine code of an entry that was called before, without numba's check of the arguments.

    That check takes as long as half a step of a game, mostly for arrays of records. Without it, nothing is checked:
    pass arguments of exactly the types that the entry was compiled for.
    """
    compiled = [] if IS_PLAIN else list(getattr(entry, "overloads", {}).values())
    return compiled[0].entry_point if len(compiled) == 1 else entry


_CORE = ("batch", "bits", "evaluation", "jit", "machine_code", "random", "reason", "record", "tree", "trust", "verb")
"""The modules in this folder that can affect the machine code."""


@lru_cache
def cache_folder(package: Path) -> Path:
    """Return where the machine code of a package's entries is cached: `NUMBA_CACHE_DIR` or the user's cache folder.

    The path is relative if there is neither, as the user has no home folder.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    try:
        root = Path(chosen).absolute() if chosen else Path(user_cache_dir("swenv", appauthor=False))
    except RuntimeError:  # the system does not know the user
        root = Path("~")
    if IS_PLAIN:
        return root / _title(package, "plain")  # numba's own cache files take the processor into account
    from swenv.core.machine_code import processor

    return root / _title(package, processor())


@lru_cache
def installed_folder(package: Path) -> Path | None:
    """Return where the machine code lies that was installed with a package; None if there is none for this compiler.

    It is for a processor that this one is compatible with, not the best for it.
    """
    if IS_PLAIN:
        return None
    from swenv.core.machine_code import baseline

    target = baseline()
    folder = package.parent / INSTALLED / _title(package, target)
    return folder if target and folder.is_dir() else None


def _title(package: Path, target: Any) -> str:
    """The name of the folder with the machine code of a package for a processor."""
    python = sys.implementation.cache_tag, EXTENSION_SUFFIXES[0]  # version and build, such as free-threaded or debug
    compiler = (numba_version, llvmlite_version, *python, target, config.BOUNDSCHECK, config.OPT)  # type: ignore[attr-defined]
    digest = hashlib.sha256((repr(compiler) + source_digest(package)).encode())
    return f"{package.parent.name}-{digest.hexdigest()[:16]}"


def source_digest(package: Path) -> str:
    """The digest of all sources of a package's machine code, in hexadecimal."""
    digest = hashlib.sha256()
    core = (Path(__file__).with_name(f"{name}.py") for name in _CORE)
    for source in (*core, *sorted(package.rglob("*.py"))):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _is_complete(folder: Path) -> bool:
    """Whether all entries have been compiled and cached, where only this user can write."""
    with suppress(OSError):
        check_folder(folder)
        return (folder / "complete").exists()
    return False


@contextmanager
def compiling(package: Path, what: str) -> Iterator[bool]:
    """Lock the cache folder while the entries of a package compile, and say so on stderr.

    Yields True when they must be compiled: the caller then calls all of them, so that nobody waits a second time.
    Of processes that start together, one compiles; the others wait and load the result. A complete folder is not locked
    again. If the folder is not writable, or others can write to it, each process compiles what it needs for itself.
    """
    folder = cache_folder(package)
    if config.DISABLE_JIT or Store(package).is_complete:  # type: ignore[attr-defined]
        yield False
        return
    lock = _locked(folder)
    try:
        if _is_complete(folder):
            yield False
            return
        start = time.perf_counter()
        Store.say(f"compiling {what}, once for this version (up to a minute) ...")
        with _quickly(package, lock is not None):
            yield lock is not None
        Store.say(f"compiled in {time.perf_counter() - start:.0f} s")
        if folder not in _not_kept:
            try:
                (folder / "complete").touch()
            except OSError as error:
                _cannot_keep(folder, error)
    finally:
        if lock is not None:
            lock.release()


@contextmanager
def _quickly(package: Path, into_cache: bool) -> Iterator[None]:
    """Compile as fast as possible: in several processes, if they share a cache, and without garbage collections.

    numba makes millions of objects; looking for cycles among them takes a tenth of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        if into_cache and not IS_PLAIN:
            from swenv.core.machine_code import compiled_together

            with compiled_together(Store(package)):
                yield
        else:
            yield
    finally:
        if collects:
            gc.enable()


def _locked(folder: Path) -> FileLock | None:
    """Lock a cache folder, creating it if necessary; None, with a line on stderr, if it is not writable or not safe."""
    try:
        own_folder(folder)
        lock = FileLock(folder / "lock")
        lock.acquire()
    except (OSError, NotImplementedError) as error:  # the second one is raised where files cannot be locked
        _cannot_keep(folder, error)
        return None
    with suppress(OSError):
        for half in folder.glob("*.half"):  # left by a process that was killed
            half.unlink()
    return lock


_not_kept: set[Path] = set()
"""Folders found not to be writable, or not safe."""


def _cannot_keep(folder: Path, error: Exception) -> None:
    """Say, once, that nothing can be cached in a folder."""
    if folder not in _not_kept:
        _not_kept.add(folder)
        reason = getattr(error, "strerror", None) or error
        Store.say(
            f"cannot cache compiled code in {folder} ({reason}), so every process will recompile: "
            "set NUMBA_CACHE_DIR to a folder that you, and nobody else, can write to"
        )
