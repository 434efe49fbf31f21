"""The cache of machine code: shared by all installations of the same sources, and repaired if it is damaged."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numba
import pytest

from swenv.core import jit
from swenv.core.machine_code import baseline
from swenv.core.trust import Untrusted, read_installed

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="NUMBA_DISABLE_JIT is set")
owned = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files and folders have no owner by number")

SOURCE = """
from pathlib import Path
from swenv.core import jit

@jit.entry
def twice(number):
    return 2 * number

def start():
    with jit.compiling(Path(__file__).parent, "tiny"):
        return twice(21)
"""
UNITS = """
import sys
from pathlib import Path
from numba import int64
from swenv.core import jit

@jit.unit(int64, int64)
def square(number):
    if number > 99:
        raise ValueError("too large")
    return number * number

@jit.unit(int64, int64)
def cube(number):
    return number * square(number)

@jit.entry
def both(number):
    return square(number) + cube(number)

@jit.entry
def late(number):
    for k in range(number):
        number += cube(k) * square(k + number)
    return number

def start():
    with jit.compiling(Path(__file__).parent, "tiny"):
        return both(3)
"""
USE = """
import sys, time
sys.path.insert(0, sys.argv[1])
from tiny.rules import engine
assert engine.start() == 36
try:
    engine.both(100)
except ValueError as error:
    print(error)
if engine.jit.IS_PLAIN:
    assert engine.jit.direct(engine.both)(3) == 36 and "swenv.core.machine_code" not in sys.modules
    print(sum(engine.both.stats.cache_hits.values()))
else:
    from swenv.core.machine_code import units
    print(*(sum(unit._code.stats.cache_hits.values()) for unit in units(engine.Path(engine.__file__).parent)))
for name in sys.argv[3:]:  # what comes now is done by four processes at once
    here = engine.Path(sys.argv[2])
    (here / name).touch()
    while len(list(here.iterdir())) < 4:
        time.sleep(0.001)
    engine.late(3)
    print(sum(engine.late.stats.cache_hits.values()))
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: Any) -> Iterator[Path]:
    """An empty folder for machine code, to be used by whatever is started here."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    yield tmp_path / "cache"
    jit.cache_folder.cache_clear()


def installation(place: Path, source: str = SOURCE) -> Path:
    """A package with one entry, installed in a place."""
    folder = place / "tiny" / "rules"
    folder.mkdir(parents=True)
    (folder / "engine.py").write_text(source)
    return folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return installation(tmp_path / "one")


@pytest.fixture
def in_units(tmp_path: Path) -> Path:
    """An installation of a tiny engine with two units, one of which calls the other."""
    return installation(tmp_path / "one", UNITS)


def installed(package: Path) -> Any:
    """The engine as a new process would find it."""
    jit.cache_folder.cache_clear()
    jit._not_kept.clear()
    spec = importlib.util.spec_from_file_location("tiny.rules.engine", package / "engine.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start(package: Path) -> bool:
    """Use the entry as a new process would; whether its machine code was found on disk."""
    module = installed(package)
    assert module.start() == 42
    return bool(module.twice.stats.cache_hits)


def lines(capsys: Any) -> list[str]:
    """What was said on stderr."""
    out, err = capsys.readouterr()
    assert not out
    return err.splitlines()


def recompiled(package: Path, capsys: Any) -> str:
    """What is said while the code is not found; after that it is found, silently."""
    lines(capsys)
    assert not start(package)
    said = lines(capsys)
    assert start(package) and not lines(capsys)
    return "\n".join(said)


def python(*program: object, **environment: str) -> subprocess.Popen[str]:
    command, pipe = [sys.executable, "-c", *map(str, program)], subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env={**os.environ, **environment})


def output(process: subprocess.Popen[str]) -> tuple[list[str], list[str]]:
    """The lines on stdout and stderr."""
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.splitlines(), err.splitlines()


def names(cache: Path) -> list[str]:
    """The names of the functions whose code is cached."""
    return sorted(file.name.split("-")[0].rpartition(".")[2] for file in cache.rglob("*.code"))


def use(package: Path, **environment: str) -> tuple[list[str], list[str]]:
    """Use the engine with units in a new process."""
    return output(python(USE, package.parents[1], **environment))


def test_compiled_code_is_loaded_silently_from_then_on(package: Path, capsys: Any) -> None:
    assert not start(package)
    assert [line.split(" ")[1] for line in lines(capsys)] == ["compiling", "compiled"]
    assert start(package) and not lines(capsys)


@pytest.mark.slow
def test_an_untested_numba_version_is_used_through_its_public_interface(in_units: Path) -> None:
    found = [use(in_units, SWENV_PLAIN_NUMBA="1")[0] for _ in range(2)]
    assert found == [["too large", "0"], ["too large", "1"]]


def test_units_also_compile_in_one_process(in_units: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("swenv.core.machine_code.processors", lambda: 1)
    assert installed(in_units).start() == 36


class Trap:
    """What runs code when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pytest.fail, ("a file that is not the entry's own was unpickled",)


TRAP = pickle.dumps(Trap())


def flip(file: Path) -> None:
    """Turn one bit in the middle over."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def seal(file: Path, code: bytes, folder: str = "", name: str = "") -> None:
    """Write anything, with a sound checksum, for the file of that folder and name."""
    content = f"{folder or file.parent.name}/{name or file.name}\n".encode() + code
    file.write_bytes(hashlib.sha256(content).digest() + content)


def link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def given_away(path: Path, **how: Any) -> None:
    if os.geteuid():
        pytest.skip("only root can give something to another user")
    os.chown(path, 12345, -1, **how)


FOREIGN: dict[str, Callable[[Path], Any]] = {
    "short, in a folder that is not complete": lambda file: (
        file.write_bytes(file.read_bytes()[:-100]),
        (file.parent / "complete").unlink(),
    ),
    "a flipped bit": flip,
    "another name": lambda file: seal(file, TRAP, name="other.code"),
    "another folder": lambda file: seal(file, TRAP, folder="other"),
    "only a checksum": lambda file: file.write_bytes(hashlib.sha256(TRAP).digest() + TRAP),
    "another pickle": lambda file: seal(file, pickle.dumps({"nothing": 1})),
    "an unknown unit": lambda file: seal(file, pickle.dumps((("tiny.nothing",), ()))),
    "a link": link,
    "a pipe": lambda file: (file.unlink(), os.mkfifo(file)),
    "others can write to it": lambda file: file.chmod(0o646),
    "another user's": given_away,
}


@owned
@pytest.mark.parametrize("how", FOREIGN)
def test_a_file_that_is_not_what_was_cached_is_recompiled(how: str, package: Path, cache: Path, capsys: Any) -> None:
    start(package)
    (file,) = cache.rglob("*.code")
    FOREIGN[how](file)
    assert re.search(rf"{re.escape(str(file))}.* damaged.* recompiling it ...$", recompiled(package, capsys), re.M)


@pytest.fixture(scope="module")
def compiled_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the machine code of an engine with two units, compiled as `setup.py` does."""
    if baseline() is None:
        pytest.skip("no machine code is installed for this processor")
    place = tmp_path_factory.mktemp("compiled")
    processor = {"NUMBA_CPU_NAME": baseline()[1], "NUMBA_CPU_FEATURES": ""}
    use(installation(place, UNITS), NUMBA_CACHE_DIR=str(place / "cache"), **processor)
    (folder,) = (place / "cache").iterdir()
    return folder


@pytest.fixture
def installed_code(in_units: Path, compiled_code: Path) -> Path:
    """The folder of machine code that is installed with an engine."""
    into = in_units.parent / jit.INSTALLED / compiled_code.name
    into.mkdir(parents=True)
    for file in compiled_code.glob("*.code"):
        shutil.copy(file, into)
    return into


@pytest.mark.slow
def test_installed_machine_code_is_used_without_a_word_and_nothing_is_cached(
    in_units: Path, installed_code: Path, cache: Path
) -> None:
    assert use(in_units) == (["too large", "1 1"], []) and not cache.exists()
    late = output(python(f"{USE}\nprint(engine.late(3))", in_units.parents[1]))
    assert late[0][-1] == "3547" and [line.split()[1:3] for line in late[1]] == [["compiling", "late,"]]
    assert names(cache) == ["late"]


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["other sources", "NUMBA_CPU_NAME", "NUMBA_BOUNDSCHECK", "SWENV_PLAIN_NUMBA"])
@pytest.mark.usefixtures("installed_code")
def test_installed_code_that_does_not_fit_is_not_used(setting: str, in_units: Path, cache: Path) -> None:
    if setting == "other sources":
        (in_units / "helper.py").write_text("# what a kernel calls\n")
    said, complaints = use(in_units, **{setting: "generic" if "NAME" in setting else "1"})
    assert said[0] == "too large" and [line.split()[1] for line in complaints] == ["compiling", "compiled"]
    assert said[1] == "0" if "PLAIN" in setting else names(cache) == ["both", "cube", "square"]


@pytest.mark.slow
@owned
def test_installed_machine_code_that_may_not_be_what_was_installed_is_compiled(
    in_units: Path, installed_code: Path, compiled_code: Path
) -> None:
    (file,) = installed_code.glob("*.cube-*.code")
    assert use(in_units)[0] == ["too large", "1 1"]
    loaded = "1 0"  # what is compiled now is in the cache from then on
    for how in ("a flipped bit", "a link", "another user's"):  # the others are told apart by the same function
        file.unlink()
        shutil.copy(compiled_code / file.name, file)
        FOREIGN[how](file)
        found, complaints = use(in_units)
        assert found == ["too large", loaded], how
        assert any(str(file) in line and line.endswith("install swenv again") for line in complaints), how
        loaded = "1 1"


@owned
def test_what_is_installed_with_sources_is_trusted_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "engine" / jit.INSTALLED / "one" / "some.code"
    package = tmp_path / "engine" / "rules"
    package.mkdir(parents=True)
    file.parent.mkdir(parents=True)
    file.write_bytes(b"code")
    assert read_installed(file, package) == b"code"
    for path in (file, file.parent, file.parent.parent):
        before = path.stat().st_mode
        path.chmod(0o777)
        with pytest.raises(Untrusted):
            read_installed(file, package)
        path.chmod(before)
    package.chmod(0o777)
    file.chmod(0o666)
    assert read_installed(file, package) == b"code", "who can write to it can change the sources"


@pytest.mark.slow
def test_units_are_compiled_by_one_process_for_all_pass_errors_on_and_are_recompiled_if_swapped(
    in_units: Path, cache: Path, tmp_path: Path
) -> None:
    program = "import sys; from swenv.core.machine_code import compile_units; compile_units(*sys.argv[1:])"
    path = os.pathsep.join([str(in_units.parents[1]), *sys.path])
    jit.cache_folder(in_units).mkdir(parents=True)
    output(python(program, in_units, "tiny.rules.engine", PYTHONPATH=path))
    assert names(cache) == ["cube", "square"]
    assert use(in_units)[0] == ["too large", "1 1"] and len(list(cache.rglob("*.code"))) == 3
    one, other, *_ = sorted(cache.rglob("*.code"))
    for file, content in ((one, other.read_bytes()), (other, one.read_bytes())):
        file.write_bytes(content)
    found, complaints = use(in_units)
    assert found[0] == "too large" and {line.split()[1] for line in complaints} == {str(one), str(other)}
    for file in cache.rglob("*.cube-*.code"):
        file.unlink()
    (tmp_path / "here").mkdir()
    started = [python(USE, in_units.parents[1], tmp_path / "here", name) for name in "abcd"]
    said = [output(each)[0] for each in started]
    assert sorted(each[:2] for each in said) == [["too large", "1 0"], *[["too large", "1 1"]] * 3]
    assert sorted(each[2] for each in said) == ["0", "1", "1", "1"]


OPEN: dict[str, Callable[[Path], Any]] = {
    "others can write to it": lambda folder: folder.chmod(0o757),
    "the group can write to it": lambda folder: folder.chmod(0o770),
    "another user's": given_away,
    "a link of another user": lambda folder: (link(folder), given_away(folder, follow_symlinks=False)),
    "others can replace it": lambda folder: folder.parent.chmod(0o777),
    "another user can replace it": lambda folder: given_away(folder.parent),
}


@owned
@pytest.mark.parametrize(("how", "plain"), [*((how, False) for how in OPEN), ("others can write to it", True)])
def test_code_is_not_loaded_from_a_folder_that_others_can_change(
    how: str, plain: bool, package: Path, cache: Path, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.setattr(jit, "IS_PLAIN", plain)
    jit.cache_folder.cache_clear()
    start(package)
    files = sorted(cache.rglob("*"))
    OPEN[how](jit.cache_folder(package))
    lines(capsys)
    assert not start(package)
    said = [line for line in lines(capsys) if "cannot cache" in line]
    assert len(said) == 1 and "NUMBA_CACHE_DIR" in said[0]
    assert "link" in how or sorted(cache.rglob("*")) == files


PLACES: dict[str, Callable[[Path, Any], Any]] = {
    "behind a link": lambda cache, _: (cache.with_name("elsewhere").mkdir(), cache.symlink_to("./elsewhere")),
    "where all can write, but only owners remove": lambda cache, _: (cache.mkdir(), cache.chmod(0o1777)),
    "where files have no owner": lambda _, patch: patch.delattr(os, "geteuid", raising=False),
}


@pytest.mark.parametrize("where", PLACES)
def test_the_cache_works_in_unusual_places(where: str, package: Path, cache: Path, monkeypatch: Any) -> None:
    PLACES[where](cache, monkeypatch)
    assert not start(package) and start(package) and list(cache.rglob("**/*.code"))


@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_what_is_cached_is_for_its_user_alone_whatever_is_usual(mask: int, package: Path) -> None:
    usual = os.umask(mask)
    try:
        start(package)
    finally:
        os.umask(usual)
    assert start(package)


def test_another_installation_of_the_same_sources_shares_the_code(package: Path, tmp_path: Path, capsys: Any) -> None:
    start(package)
    lines(capsys)
    other = installation(tmp_path / "two")
    os.utime(other / "engine.py", (1, 1))
    assert start(other) and not lines(capsys)


@pytest.mark.parametrize("helper", ["helper.py", "box/helper.py"])
def test_other_sources_and_settings_have_folders_of_their_own(helper: str, package: Path, monkeypatch: Any) -> None:
    (package / "box").mkdir()
    folders = [jit.cache_folder(package)]
    (package / helper).write_text("# what a kernel calls\n")
    for setting in ("OPT", "BOUNDSCHECK"):
        jit.cache_folder.cache_clear()
        folders.append(jit.cache_folder(package))
        monkeypatch.setattr(numba.config, setting, 1)
    jit.cache_folder.cache_clear()
    folders.append(jit.cache_folder(package))
    monkeypatch.setattr(jit, "EXTENSION_SUFFIXES", [".cpython-311td-x86_64-linux-gnu.so"])  # another build of Python
    jit.cache_folder.cache_clear()
    assert len({*folders, jit.cache_folder(package)}) == 5


def test_the_folder_depends_on_every_module_of_core_that_kernels_use() -> None:
    folder = Path(jit.__file__).parent
    for name in jit._CORE:
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("swenv.core"):
                module = str(node.module).removeprefix("swenv.core").lstrip(".")
                used = {module} if module else {each.name for each in node.names}
                assert used <= {*jit._CORE, "layout", "machine"}, f"{name} uses {used}"  # these two describe


def test_a_folder_that_cannot_be_created_causes_a_warning_only(package: Path, cache: Path, capsys: Any) -> None:
    cache.write_text("a file stands in its place")
    for _ in range(2):
        assert not start(package)
        said = lines(capsys)
        assert len(said) == 3 and "NUMBA_CACHE_DIR" in said[0] and str(cache) in said[0]


def test_a_full_disk_causes_a_warning_only(package: Path, cache: Path, monkeypatch: Any, capsys: Any) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", Mock(side_effect=OSError(28, "No space left on device")))
        assert not start(package)
    assert ["No space left on device" in line for line in lines(capsys)].count(True) == 1
    assert not list(cache.rglob("complete")) and not list(cache.rglob("*.code"))
    assert not start(package)
    assert start(package)


def test_without_a_home_nothing_is_written(package: Path, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(jit, "user_cache_dir", lambda *_, **__: "~/.cache/swenv")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert not start(package)
    assert "NUMBA_CACHE_DIR" in lines(capsys)[0]
    assert not list((tmp_path / "here").iterdir())


def test_a_failed_compilation_releases_the_lock(package: Path, cache: Path) -> None:
    with pytest.raises(KeyboardInterrupt), jit.compiling(package, "tiny"):
        raise KeyboardInterrupt
    assert not start(package)
    assert start(package)


def test_what_a_process_that_was_killed_had_not_written_is_removed(package: Path, cache: Path) -> None:
    start(package)
    (file,) = cache.rglob("*.code")
    file.rename(file.with_suffix(".half"))
    (file.parent / "complete").unlink()
    assert not start(package) and start(package)
    assert not list(cache.rglob("*.half"))
