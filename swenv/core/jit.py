"""How rules become machine code: two decorators, one cache folder, one word to the user who waits.

`kernel` marks a helper, `entry` a function that Python calls. Entries are kept on disk, in a folder that is named after
a hash of all that can reach the machine code: the sources of the engine's kernels, those that all kernels share in
`swenv/core`, the compiler and the processor. So the folder never goes stale, and every installation of the same sources
on a machine shares it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock
from llvmlite import __version__ as llvmlite_version
from numba import __version__ as numba_version
from numba import config, njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
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


_ENTRY: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_KERNEL: dict[str, Any] = {
    **_ENTRY, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _KernelCompiler,
}  # fmt: skip


if config.DISABLE_JIT:  # type: ignore[attr-defined]
    np.seterr(over="ignore")  # uncompiled kernels wrap around at 64 bits as compiled ones do


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a helper that kernels call, and they alone: no door for Python halves the time of compilation."""
    return njit(**_KERNEL)(function)


def entry(function: Callable[..., Any], package: Path | None = None) -> Any:
    """Compile a function that Python calls, and keep its machine code on disk, in the folder of its package."""
    compiled = njit(**_ENTRY)(function)
    if not config.DISABLE_JIT:  # type: ignore[attr-defined]
        compiled._cache = _Kept(function, package or Path(function.__code__.co_filename).parent)
    return compiled


class _Kept:
    """The machine code of an entry on disk: a file for each signature, whose first bytes are a checksum of the others.

    numba's own cache goes by the path of the sources, so a second installation would compile in silence, and it trusts
    what it reads: a damaged file would end every start in a traceback, or in a crash.
    """

    def __init__(self, function: Callable[..., Any], package: Path) -> None:
        self._name = f"{function.__module__}.{function.__name__}"
        self._package = package

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(cache_folder(self._package))

    def _file(self, signature: Any) -> Path:
        digest = hashlib.sha256(repr(signature).encode()).hexdigest()
        return cache_folder(self._package) / f"{self._name}-{digest[:16]}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature, or None: numba then compiles and calls `save_overload`."""
        file = self._file(sig)
        try:
            content = file.read_bytes()
        except OSError:
            if _is_complete(file.parent):
                _say(f"{file} is missing: recompiling it ...")
            return None
        checksum, code = content[:_CHECKSUM], content[_CHECKSUM:]
        if hashlib.sha256(code).digest() != checksum:
            _say(f"{file} is damaged: recompiling it ...")
            with suppress(OSError):
                file.unlink()
            return None
        target_context.refresh()
        return CompileResult._rebuild(target_context, *pickle.loads(code))  # type: ignore[no-untyped-call]

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; a process that is killed meanwhile leaves no half of a file under its name."""
        code = dumps(data._reduce())  # type: ignore[no-untyped-call]
        file = self._file(sig)
        half = file.with_name(f"{uuid.uuid4().hex}{_HALF}")
        try:
            half.write_bytes(hashlib.sha256(code).digest() + code)
            half.replace(file)
        except OSError as error:
            _cannot_keep(file.parent, error)
            with suppress(OSError):
                half.unlink()

    def enable(self) -> None:
        """Nothing to do: it always is."""

    disable = flush = enable


_CHECKSUM = hashlib.sha256().digest_size
_HALF = ".half"


def direct(entry: Any) -> Any:
    """The machine code of an entry that was called before, without numba's look at the arguments.

    That look takes as long as half a step of a game, most of it for arrays of records. Without it nothing is checked:
    give arguments of exactly the types that the entry was compiled for.
    """
    compiled = list(getattr(entry, "overloads", {}).values())
    return compiled[0].entry_point if len(compiled) == 1 else entry


@lru_cache
def cache_folder(package: Path) -> Path:
    """Where the machine code of a package's entries is kept: `NUMBA_CACHE_DIR` or the user's cache folder.

    A relative path says that the user has neither: no home folder.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    try:
        root = Path(chosen).absolute() if chosen else Path(user_cache_dir("swenv", appauthor=False))
    except RuntimeError:  # the system does not know the user
        root = Path("~")
    target = cpu_target.target_context.codegen().magic_tuple()
    compiler = (numba_version, llvmlite_version, sys.implementation.cache_tag, target, config.BOUNDSCHECK, config.OPT)  # type: ignore[attr-defined]
    digest = hashlib.sha256(repr(compiler).encode())
    core = (Path(__file__).with_name(f"{name}.py") for name in ("batch", "bits", "jit", "random", "reason", "record"))
    for source in (*core, *sorted(package.rglob("*.py"))):
        digest.update(source.read_bytes())
    return root / f"{package.parent.name}-{digest.hexdigest()[:16]}"


def _is_complete(folder: Path) -> bool:
    """Whether all entries were compiled and kept."""
    return os.path.exists(folder / "complete")


@contextmanager
def compiling(package: Path, what: str) -> Iterator[bool]:
    """Hold the cache folder while the entries of a package compile, and say so on stderr.

    Gives True when they must be compiled: the caller then calls all of them, so that nobody waits a second time.
    Processes that start together wait for the first one, then load what it compiled. A folder that was completed
    before is not locked again. If nothing can be kept there, each process compiles what it needs for itself alone.
    """
    folder = cache_folder(package)
    if config.DISABLE_JIT or _is_complete(folder):  # type: ignore[attr-defined]
        yield False
        return
    lock = _locked(folder)
    try:
        if _is_complete(folder):
            yield False
            return
        start = time.perf_counter()
        _say(f"compiling {what}, once for this version (up to a minute) ...")
        yield lock is not None
        _say(f"compiled in {time.perf_counter() - start:.0f} s")
        if folder not in _not_kept:
            try:
                (folder / "complete").touch()
            except OSError as error:
                _cannot_keep(folder, error)
    finally:
        if lock is not None:
            lock.release()


def _locked(folder: Path) -> FileLock | None:
    """The lock of a cache folder, which is made if need be; None, and a line on stderr, if it cannot be written."""
    try:
        if not folder.is_absolute():
            raise OSError("no home folder")
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "lock")
        lock.acquire()
    except (OSError, NotImplementedError) as error:  # the second where files cannot be locked
        _cannot_keep(folder, error)
        return None
    with suppress(OSError):
        for half in folder.glob(f"*{_HALF}"):  # of a process that was killed
            half.unlink()
    return lock


_not_kept: set[Path] = set()
"""Folders that could not be written."""


def _cannot_keep(folder: Path, error: Exception) -> None:
    """Say, once, that nothing can be kept in a folder."""
    if folder not in _not_kept:
        _not_kept.add(folder)
        reason = getattr(error, "strerror", None) or error
        _say(
            f"cannot cache compiled code in {folder} ({reason}), so every process will recompile: "
            "set NUMBA_CACHE_DIR to a writable folder"
        )


def _say(what: str) -> None:
    print(f"swenv: {what}", file=sys.stderr, flush=True)
