"""What depends on numba's internals: code that is only linked in, and machine code cached on disk.

These classes of numba are not public, so any version may change them. `jit` uses this file with the tested versions,
and only numba's public interface with others.
"""

from __future__ import annotations

import hashlib
import pickle
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

HALF = ".half"
"""The suffix of files that are being written."""
_CHECKSUM = hashlib.sha256().digest_size

# To compare types, numba writes out the whole description of a record, with all its fields, thousands of times.
types.Record.__repr__ = lru_cache(types.Record.__repr__)  # type: ignore[method-assign]


class _Linked(JITCodeLibrary):
    """Code that is linked into other code and never runs by itself.

    By default numba optimises each helper together with everything it calls, and generates machine code for it, again
    at every level of the call tree. Here both are left to the entry, which halves the time that the user waits.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class _KernelCompiler(Compiler):
    """numba's compiler, for code that is only linked in."""

    def __init__(
        self, typingctx: Any, targetctx: Any, _library: Any, args: Any, result: Any, flags: Any, *rest: Any
    ) -> None:
        flags = flags.copy()
        flags.no_compile = True
        library = _Linked(targetctx.codegen(), "kernel")  # type: ignore[no-untyped-call]
        super().__init__(typingctx, targetctx, library, args, result, flags, *rest)  # type: ignore[no-untyped-call]

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        # numba identifies code by its entry point for Python; this one has none, but the object must be unique
        compiled = super().compile_extra(func)._replace(entry_point=[].append)  # type: ignore[no-untyped-call]
        compiled.target_context.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
        return compiled


KERNEL: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _KernelCompiler}
"""Compiler options for code that is only linked in."""


def processor() -> Any:
    """The processor that machine code is generated for."""
    return cpu_target.target_context.codegen().magic_tuple()


class Store(Protocol):
    """The cache folder of a package's machine code, as `jit` provides it."""

    @property
    def folder(self) -> Path:
        """Its path."""

    @property
    def is_complete(self) -> bool:
        """Whether all entries have been compiled and cached."""

    def say(self, what: str) -> None:
        """Print a message to the waiting user."""

    def cannot_keep(self, error: Exception) -> None:
        """Say, once, that nothing can be cached there."""


class CodeFiles:
    """The machine code of an entry on disk: one file per signature, which begins with a checksum of the rest.

    numba's own cache depends on the path of the sources, so a second installation would compile without a message. It
    also trusts what it reads: a damaged file would end every start with a traceback or a crash.
    """

    def __init__(self, function: Callable[..., Any], store: Store) -> None:
        self._name = f"{function.__module__}.{function.__name__}"
        self._store = store

    @property
    def cache_path(self) -> str:
        """The path of the folder."""
        return str(self._store.folder)

    def _file(self, signature: Any) -> Path:
        digest = hashlib.sha256(repr(signature).encode()).hexdigest()
        return self._store.folder / f"{self._name}-{digest[:16]}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load what was compiled for a signature; None makes numba compile it and call `save_overload`."""
        file = self._file(sig)
        try:
            content = file.read_bytes()
        except OSError:
            if self._store.is_complete:
                self._store.say(f"compiling {self._name.rpartition('.')[2]}, once for this version ...")
            return None
        checksum, code = content[:_CHECKSUM], content[_CHECKSUM:]
        if hashlib.sha256(code).digest() != checksum:
            self._store.say(f"{file} is damaged: recompiling it ...")
            with suppress(OSError):
                file.unlink()
            return None
        target_context.refresh()
        return CompileResult._rebuild(target_context, *pickle.loads(code))  # type: ignore[no-untyped-call]

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save what was compiled; a process that is killed meanwhile leaves no partial file under the final name."""
        code = dumps(data._reduce())  # type: ignore[no-untyped-call]
        file = self._file(sig)
        half = file.with_name(f"{uuid.uuid4().hex}{HALF}")
        try:
            half.write_bytes(hashlib.sha256(code).digest() + code)
            half.replace(file)
        except OSError as error:
            self._store.cannot_keep(error)
            with suppress(OSError):
                half.unlink()

    def enable(self) -> None:
        """Do nothing: the cache is always enabled."""

    disable = flush = enable
