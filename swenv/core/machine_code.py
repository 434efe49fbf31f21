"""What depends on numba's internals: code that is only linked in, compilation units, machine code cached on disk.

These classes of numba are not public, so any version may change them. `jit` uses this file with the tested versions,
and only numba's public interface with others.
"""

from __future__ import annotations

import gc
import hashlib
import json
import pickle
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from filelock import FileLock, Timeout
from llvmlite.binding import add_symbol, get_host_cpu_features
from numba import config, njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, compile_result
from numba.core.funcdesc import FunctionDescriptor
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from swenv.core.machine import processors
from swenv.core.trust import Untrusted, check_folder, own_folder, read_installed, read_own

if TYPE_CHECKING:
    from swenv.core.jit import Store

HALF = ".half"
"""The suffix of files that are being written."""
_CHECKSUM = hashlib.sha256().digest_size


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


class Unit:
    """A large kernel whose machine code is compiled and cached by itself, and called by name.

    What calls it need not wait for it to be compiled, so several processes can compile an engine together, and its code
    is there once, not in every entry.

    Args:
        function: The kernel.
        signature: The types of its arguments and its result.
        options: Compiler options.
        store: The cache folder of its engine.
    """

    def __init__(self, function: Callable[..., Any], signature: Any, options: Mapping[str, Any], store: Store) -> None:
        self.module, self.name = function.__module__, f"{function.__module__}.{function.__name__}"
        self.signature = signature
        self.store = store
        self._loaded = False
        self._files = CodeFiles(function, store)
        self._code = njit(**options)(function)
        self._code._cache = self._files
        _units[self.name] = self
        self.call = cast(Any, njit(pipeline_class=type("_", (_DeclaringCompiler,), {"unit": self}))(function))
        """What kernels call."""
        self.call.get_call_template = self._declare

    def _declare(self, *types: Any) -> Any:
        """Declare the signature to numba when something that calls the unit is compiled, and not before.

        The first declaration imports all that numba can compile, which takes longer than loading machine code.
        """
        del self.call.get_call_template
        self.call.compile(self.signature)
        self.call.disable_compile()
        return self.call.get_call_template(*types)

    def load(self) -> None:
        """Load or compile the machine code, so that callers can be linked to it."""
        if self._loaded:
            return
        with self._files.alone(self.signature):
            self._code.compile(self.signature)
        compiled = self._code.overloads[self.signature.args]
        self._name(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))

    def compile_if_nobody_does(self) -> None:
        """Compile the unit into the cache, unless another process is doing so."""
        with suppress(Timeout), self._files.alone(self.signature, timeout=0):
            self._code.compile(self.signature)

    def promise(self) -> None:
        """Let callers be compiled, but not run: another process compiles the unit."""
        self._name(id(self))

    def _name(self, address: int) -> None:
        add_symbol(self.name, address)
        self._loaded = True


_units: dict[str, Unit] = {}


def units(package: Path) -> list[Unit]:
    """The compilation units of an engine, in the order of their declaration."""
    return [unit for unit in _units.values() if unit.store.package == package]


def _called(library: Any) -> list[str]:
    """The names of the units that some code calls, directly or in code that is linked into it."""
    linked, new = set(), {library}
    while new:
        linked |= new
        new = {each for one in new for each in one._linking_libraries} - linked
    return sorted(each.unit.name for each in linked if isinstance(each, _Declared))


@contextmanager
def compiled_together(store: Store) -> Iterator[None]:
    """Compile the units of an engine in as many processes as there are cores: this one begins with the first unit.

    When it has nothing left to begin, the others may still be compiling; `Unit.load` waits for them.
    """
    modules = [unit.module for unit in units(store.package)]
    command = [sys.executable, "-I", "-c", _COMPILE, json.dumps(sys.path), str(store.package), *modules]
    number = min(processors(), len(modules)) - 1 if sys.executable else 0
    processes, nothing = list[subprocess.Popen[bytes]](), subprocess.DEVNULL
    try:
        for _ in range(number):
            processes.append(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing))
        for unit in units(store.package):
            unit.compile_if_nobody_does()
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


_COMPILE = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from swenv.core.machine_code import compile_units
compile_units(*sys.argv[2:])
"""


def compile_units(package: str, *modules: str) -> None:
    """Compile the units of an engine into its cache, the last ones first, as the only thing that this process does."""
    gc.disable()
    for module in modules:
        import_module(module)
    found = units(Path(package))
    for unit in found:
        unit.promise()
    for unit in reversed(found):
        unit.compile_if_nobody_does()


class _Declared(JITCodeLibrary):
    """Stands for the machine code of a unit where it is called."""

    unit: Unit

    def _get_module_for_linking(self) -> Any:
        self.unit.load()
        return self._final_module  # empty: callers find the code by its name


class _DeclaringCompiler(Compiler):
    """Compiles nothing: declares a unit, so that kernels can call it."""

    unit: Unit

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        state, signature = self.state, self.unit.signature
        described = FunctionDescriptor(  # type: ignore[no-untyped-call]
            native=True, modname=func.__module__, qualname=func.__qualname__, unique_name=self.unit.name, doc="",
            typemap={}, restype=signature.return_type, calltypes={},
            args=func.__code__.co_varnames[: len(signature.args)], kws=(),
            mangler=lambda *_, **__: self.unit.name, argtypes=signature.args,
        )  # fmt: skip
        library = _Declared(state.targetctx.codegen(), self.unit.name)  # type: ignore[no-untyped-call]
        library.unit = self.unit
        library.finalize()  # type: ignore[no-untyped-call]
        declared = compile_result(  # type: ignore[no-untyped-call]
            typing_context=state.typingctx, target_context=state.targetctx, entry_point=[].append, signature=signature,
            fndesc=described, library=library, objectmode=False, lifted=(), metadata={}, reload_init=[],
            referenced_envs=[],
        )  # fmt: skip
        state.targetctx.insert_user_function(declared.entry_point, described, [library])
        return declared


BASELINES: dict[str, tuple[str, tuple[str, ...]]] = {
    "x86_64": (
        "x86-64-v3",
        ("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "fxsr", "lzcnt", "movbe", "popcnt", "sahf", "sse3",
         "sse4.1", "sse4.2", "ssse3", "xsave"),
    ),
    "aarch64": ("generic", ()),
    "arm64": ("generic", ()),
}  # fmt: skip
"""By architecture: the processor that installed machine code is for, and the features that it has by LLVM's names."""


def processor() -> Any:
    """The processor that machine code is generated for."""
    return cpu_target.target_context.codegen().magic_tuple()


def baseline() -> Any:
    """The processor that installed machine code is for; None if code for it does not run here, or another is chosen."""
    triple, *_ = processor()
    lowest, needed = BASELINES.get(triple.partition("-")[0], ("", ()))
    has = get_host_cpu_features()
    fits = config.CPU_NAME is None and all(has.get(each) for each in needed)  # type: ignore[attr-defined]
    return (triple, lowest, "") if lowest and fits else None


def cached(compiled: Any, files: CodeFiles) -> Any:
    """Make an entry cache its machine code in these files."""
    compile_for = compiled.compile

    def alone(signature: Any) -> Any:
        with files.alone(signature):
            return compile_for(signature)

    compiled._cache, compiled.compile = files, alone
    return compiled


class CodeFiles:
    """The machine code of an entry on disk: one file per signature, which begins with a checksum of the rest.

    The rest begins with the names of folder and file, because a file may have been moved. What follows is a pickle, so
    whoever can write it can run code as this user: see `trust`.

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

    def _installed(self, signature: Any) -> Path | None:
        folder = self._store.installed
        return folder and folder / self._file(signature).name

    @contextmanager
    def alone(self, signature: Any, timeout: float = -1) -> Iterator[None]:
        """Compile, or load, for a signature while no other process compiles it: what one compiles, the others load.

        Raises:
            Timeout: another process is compiling it.
        """
        installed = self._installed(signature)
        found = (installed and installed.exists()) or self._file(signature).exists()
        lock = None if found else self._locked(timeout)
        try:
            yield
        finally:
            if lock is not None:
                lock.release()

    def _locked(self, timeout: float) -> FileLock | None:
        """A lock of the entry; None if the cache cannot be used, or its files cannot be locked."""
        try:
            own_folder(self._store.folder)
            lock = FileLock(self._store.folder / f"{self._name}.lock")
            lock.acquire(timeout)
        except Timeout:
            raise
        except (OSError, NotImplementedError):
            return None
        return lock

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load what was compiled for a signature; None makes numba compile it and call `save_overload`."""
        file, installed = self._file(sig), self._installed(sig)
        if installed is not None:
            with suppress(FileNotFoundError):
                content = partial(read_installed, installed, self._store.package)
                if found := self._loaded(installed, content, target_context, "install swenv again"):
                    return found
        try:
            check_folder(file.parent)
            found = self._loaded(file, partial(read_own, file), target_context, "recompiling it ...")
        except FileNotFoundError:
            if self._store.is_complete:
                self._store.say(f"compiling {self._name.rpartition('.')[2]}, once for this version ...")
            return None
        except OSError as error:
            self._store.cannot_keep(error)
            return None
        if found is None:
            with suppress(OSError):
                file.unlink()
        return found

    def _loaded(self, file: Path, content: Callable[[], bytes], target_context: Any, then: str) -> Any:
        """Load a file; None, with a line on stderr that says what happens then, if it is not what it should be.

        Raises:
            FileNotFoundError: there is no such file.
        """
        try:
            called, compiled = pickle.loads(_checked(file, content()))
            for name in called:
                _units[name].load()
            rtsys.initialize(target_context)
            return CompileResult._rebuild(target_context, *compiled)  # type: ignore[no-untyped-call]
        except FileNotFoundError:
            raise
        except Exception as error:  # a pickle can raise anything
            how = "may have been damaged by another user" if isinstance(error, Untrusted) else "is damaged"
            self._store.say(f"{file} {how}: {then}")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save what was compiled; a process that is killed meanwhile leaves no partial file under the final name."""
        code = dumps((_called(data.library), data._reduce()))  # type: ignore[no-untyped-call]
        file = self._file(sig)
        half = file.with_name(f"{uuid.uuid4().hex}{HALF}")
        content = _title(file) + code
        try:
            own_folder(file.parent)
            half.touch(0o600, exist_ok=False)
            half.write_bytes(hashlib.sha256(content).digest() + content)
            half.replace(file)
        except OSError as error:
            self._store.cannot_keep(error)
            with suppress(OSError):
                half.unlink()

    def enable(self) -> None:
        """Do nothing: the cache is always enabled."""

    disable = flush = enable


def _title(file: Path) -> bytes:
    """What the content of a file begins with: what it is."""
    return f"{file.parent.name}/{file.name}\n".encode()


def _checked(file: Path, content: bytes) -> bytes:
    """The pickle in the content of a file.

    Raises:
        ValueError: the file is damaged, or another one was put in its place.
    """
    title = _title(file)
    checksum, rest = content[:_CHECKSUM], content[_CHECKSUM:]
    if hashlib.sha256(rest).digest() != checksum or not rest.startswith(title):
        raise ValueError("damaged")
    return rest[len(title) :]
