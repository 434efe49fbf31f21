"""What needs the inside of numba: code that is only linked in, and machine code that is kept on disk.

These classes of numba are not public, so they may change with any version. `jit` uses this file with the versions that
were tested, and numba's public interface alone with others.
"""

from __future__ import annotations

import hashlib
import pickle
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

HALF = ".half"
"""The ending of files that are being written."""
_CHECKSUM = hashlib.sha256().digest_size


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


KERNEL: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _KernelCompiler}
"""Options for code that is only linked in."""


def processor() -> Any:
    """The processor that machine code is made for."""
    return cpu_target.target_context.codegen().magic_tuple()


class Store(Protocol):
    """The folder of a package's machine code, as `jit` knows it."""

    @property
    def folder(self) -> Path:
        """Where it lies."""

    @property
    def is_complete(self) -> bool:
        """Whether all entries were compiled and kept."""

    def say(self, what: str) -> None:
        """Tell the user who waits."""

    def cannot_keep(self, error: Exception) -> None:
        """Say, once, that nothing can be kept there."""


class CodeFiles:
    """The machine code of an entry on disk: a file for each signature, whose first bytes are a checksum of the others.

    numba's own cache goes by the path of the sources, so a second installation would compile in silence, and it trusts
    what it reads: a damaged file would end every start in a traceback, or in a crash.
    """

    def __init__(self, function: Callable[..., Any], store: Store) -> None:
        self._name = f"{function.__module__}.{function.__name__}"
        self._store = store

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._store.folder)

    def _file(self, signature: Any) -> Path:
        digest = hashlib.sha256(repr(signature).encode()).hexdigest()
        return self._store.folder / f"{self._name}-{digest[:16]}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature, or None: numba then compiles and calls `save_overload`."""
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
        """Keep what was compiled; a process that is killed meanwhile leaves no half of a file under its name."""
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
        """Nothing to do: it always is."""

    disable = flush = enable
