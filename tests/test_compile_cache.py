"""The cache of machine code: shared by all installations of the same sources, and repaired if it is damaged."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from swenv.core import jit

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="NUMBA_DISABLE_JIT is set")

USUAL = os.environ.get("NUMBA_CACHE_DIR")
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
import sys
sys.path.insert(0, sys.argv[1])
from tiny.rules import engine
assert engine.start() == 36
try:
    engine.both(100)
except ValueError as error:
    print(error)
if not engine.jit.IS_PLAIN:
    from swenv.core.machine_code import units
    print(*(sum(unit._code.stats.cache_hits.values()) for unit in units(engine.Path(engine.__file__).parent)))
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for machine code, to be used by whatever is started here."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    yield tmp_path / "cache"
    jit.cache_folder.cache_clear()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """An installation of a tiny engine."""
    return installation(tmp_path / "one")


def installation(place: Path) -> Path:
    """A package with one entry, installed in a place."""
    folder = place / "tiny" / "rules"
    folder.mkdir(parents=True)
    (folder / "engine.py").write_text(SOURCE)
    return folder


def installed(package: Path) -> Any:
    """The engine as a new process would find it."""
    jit.cache_folder.cache_clear()
    jit._not_kept.clear()
    spec = importlib.util.spec_from_file_location("tiny.rules.engine", package / "engine.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start(package: Path) -> bool:
    """Use the entry as a new process would; whether its machine code was found on disk."""
    module = installed(package)
    assert module.start() == 42
    return bool(module.twice.stats.cache_hits)


def code(cache: Path) -> Path:
    """The only file with machine code."""
    (file,) = cache.rglob("*.code")
    return file


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What was said on stderr."""
    out, err = capsys.readouterr()
    assert not out
    return err.splitlines()


def test_compiled_code_is_loaded_silently_from_then_on(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not start(package)
    assert [line.split(" ")[1] for line in lines(capsys)] == ["compiling", "compiled"]
    assert start(package)
    assert not lines(capsys)


PLAIN = """
import sys
sys.path.append(sys.argv[1])
from swenv.core import jit
from tiny.rules import engine as module
assert jit.IS_PLAIN and module.start() == 42 and jit.direct(module.twice)(4) == 8
assert "swenv.core.machine_code" not in sys.modules
print(sum(module.twice.stats.cache_hits.values()))
"""


def test_an_untested_numba_version_is_used_through_its_public_interface(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWENV_PLAIN_NUMBA", "1")
    command = [sys.executable, "-c", PLAIN, str(package.parents[1])]
    found = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert [int(hits) for hits in found] == [0, 1]


@pytest.fixture
def in_units(package: Path) -> Path:
    """An installation of a tiny engine with two units, one of which calls the other."""
    (package / "engine.py").write_text(UNITS)
    return package


def use(package: Path) -> tuple[list[str], list[str]]:
    """Use the engine in a new process; the lines on stdout and stderr."""
    command = [sys.executable, "-c", USE, str(package.parents[1])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines(), done.stderr.splitlines()


def test_units_are_compiled_once_and_pass_errors_on(in_units: Path, cache: Path) -> None:
    assert use(in_units)[0][0] == "too large"
    assert len(list(cache.rglob("*.code"))) == 3
    assert use(in_units) == (["too large", "1 1"], [])


def test_another_process_may_have_compiled_the_units(in_units: Path, cache: Path) -> None:
    program = "import sys; from swenv.core.machine_code import compile_units; compile_units(*sys.argv[1:])"
    path = {**os.environ, "PYTHONPATH": os.pathsep.join([str(in_units.parents[1]), *sys.path])}
    folder = jit.cache_folder(in_units)
    folder.mkdir(parents=True)
    subprocess.run([sys.executable, "-c", program, str(in_units), "tiny.rules.engine"], env=path, check=True)
    assert sorted(file.name.split("-")[0] for file in folder.glob("*.code")) == [
        "tiny.rules.engine.cube",
        "tiny.rules.engine.square",
    ]
    assert use(in_units)[0] == ["too large", "1 1"]


def test_a_damaged_unit_is_recompiled(in_units: Path, cache: Path) -> None:
    use(in_units)
    (file,) = cache.rglob("*.square-*.code")
    file.write_bytes(flip(file.read_bytes()))
    (said,) = use(in_units)[1]
    assert "damaged" in said
    assert use(in_units) == (["too large", "1 1"], [])


def test_units_also_compile_in_one_process_and_without_numbas_internals(
    in_units: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("swenv.core.machine_code.processors", lambda: 1)
    assert installed(in_units).start() == 36
    monkeypatch.setenv("SWENV_PLAIN_NUMBA", "1")
    assert use(in_units)[0] == ["too large"]


LATE = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tiny.rules import engine
engine.start()
here, both = Path(sys.argv[2]), 2
(here / sys.argv[3]).touch()
while len(list(here.iterdir())) < both:
    time.sleep(0.001)
engine.late(3)
print(sum(engine.late.stats.cache_hits.values()))
"""


def test_of_processes_that_need_a_late_entry_at_once_one_compiles_it(in_units: Path, tmp_path: Path) -> None:
    use(in_units)
    (tmp_path / "here").mkdir()
    command = [sys.executable, "-c", LATE, str(in_units.parents[1]), str(tmp_path / "here")]
    both = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in "ab"]
    assert sorted(each.communicate()[0] for each in both) == ["0\n", "1\n"]


def test_of_processes_that_miss_a_unit_at_once_one_compiles_it(in_units: Path, cache: Path, tmp_path: Path) -> None:
    use(in_units)
    for file in cache.rglob("*.cube-*.code"):
        file.unlink()
    command = [sys.executable, "-c", USE, str(in_units.parents[1])]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(each.communicate()[0] for each in both) == ["too large\n1 0\n", "too large\n1 1\n"]


def flip(content: bytes) -> bytes:
    """The bytes with one bit in the middle turned over."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "short": lambda content: content[:-100],
    "a flipped bit": flip,
    "something else": lambda content: b"something else" * 9,
}


@pytest.mark.parametrize(("how", "complete"), [*((how, True) for how in DAMAGE), ("short", False)])
def test_a_damaged_file_is_deleted_and_recompiled(
    how: str, complete: bool, package: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start(package)
    file = code(cache)
    file.write_bytes(DAMAGE[how](file.read_bytes()))
    if not complete:
        (file.parent / "complete").unlink()
    lines(capsys)
    assert not start(package)
    (said,) = [line for line in lines(capsys) if "damaged" in line]
    assert str(file) in said
    assert start(package)
    assert not lines(capsys)


def sealed(file: Path, code: bytes) -> bytes:
    """A file of the right name, with a sound checksum, around anything."""
    content = f"{file.parent.name}/{file.name}\n".encode() + code
    return hashlib.sha256(content).digest() + content


class Trap:
    """What runs code when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pytest.fail, ("a file that is not the entry's own was unpickled",)


def another_name(file: Path) -> None:
    file.write_bytes(sealed(file.with_name("other.code"), pickle.dumps(Trap())))


def another_folder(file: Path) -> None:
    file.write_bytes(sealed(file.parent.parent / "other" / file.name, pickle.dumps(Trap())))


def only_a_checksum(file: Path) -> None:
    code = pickle.dumps(Trap())
    file.write_bytes(hashlib.sha256(code).digest() + code)


def link(file: Path) -> None:
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    file.symlink_to(elsewhere)


def given_away(file: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a file to another user")
    os.chown(file, 12345, -1)


FOREIGN: dict[str, Callable[[Path], None]] = {
    "another name": another_name,
    "another folder": another_folder,
    "only a checksum": only_a_checksum,
    "another pickle": lambda file: file.write_bytes(sealed(file, pickle.dumps({"nothing": 1}))),
    "another pair": lambda file: file.write_bytes(sealed(file, pickle.dumps(((), (1, 2))))),
    "no pickle": lambda file: file.write_bytes(sealed(file, b"not a pickle")),
    "an unknown unit": lambda file: file.write_bytes(sealed(file, pickle.dumps((("tiny.nothing",), ())))),
    "a link": link,
    "a pipe": lambda file: (file.unlink(), os.mkfifo(file))[1],
    "others can write to it": lambda file: file.chmod(0o646),
    "the group can write to it": lambda file: file.chmod(0o664),
    "another user's": given_away,
}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owner by number")
@pytest.mark.parametrize("how", FOREIGN)
def test_a_file_that_is_not_what_was_cached_is_recompiled(
    how: str, package: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start(package)
    file = code(cache)
    FOREIGN[how](file)
    lines(capsys)
    assert not start(package)
    (said,) = lines(capsys)
    assert str(file) in said and "damaged" in said and said.endswith("recompiling it ...")
    assert start(package)
    assert not lines(capsys)


def test_files_that_were_swapped_are_recompiled(in_units: Path, cache: Path) -> None:
    use(in_units)
    one, other, *_ = sorted(cache.rglob("*.code"))
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    found, said = use(in_units)
    assert found[0] == "too large" and {line.split()[1] for line in said} == {str(one), str(other)}
    assert use(in_units)[1] == []


def foreign_link(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))
    if os.geteuid():
        pytest.skip("only root can give a link to another user")
    os.chown(folder, 12345, -1, follow_symlinks=False)


OPEN: dict[str, Callable[[Path], None]] = {
    "others can write to it": lambda folder: folder.chmod(0o757),
    "the group can write to it": lambda folder: folder.chmod(0o770),
    "another user's": given_away,
    "a link of another user": foreign_link,
    "others can replace it": lambda folder: folder.parent.chmod(0o777),
    "another user can replace it": lambda folder: given_away(folder.parent),
}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owner by number")
@pytest.mark.parametrize("how", OPEN)
@pytest.mark.parametrize("plain", ["", "1"])
def test_code_is_not_loaded_from_a_folder_that_others_can_change(
    how: str,
    plain: str,
    package: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(jit, "IS_PLAIN", bool(plain))
    jit.cache_folder.cache_clear()
    start(package)
    files = sorted(cache.rglob("*"))
    OPEN[how](jit.cache_folder(package))
    lines(capsys)
    assert not start(package)
    said = [line for line in lines(capsys) if "cannot cache" in line]
    assert len(said) == 1 and "NUMBA_CACHE_DIR" in said[0]
    assert "link" in how or sorted(cache.rglob("*")) == files


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owner by number")
def test_another_users_folder_is_not_used(
    package: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start(package)
    lines(capsys)
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    assert not start(package)
    assert "belongs to another user" in lines(capsys)[0]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owner by number")
def test_a_folder_in_one_that_all_share_is_safe_if_only_its_owner_can_remove_it(package: Path, cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o1777)
    start(package)
    assert start(package)


def test_the_cache_may_be_behind_a_link(package: Path, cache: Path) -> None:
    cache.with_name("elsewhere").mkdir()
    cache.symlink_to("./elsewhere")
    start(package)
    assert start(package) and list(cache.with_name("elsewhere").rglob("*.code"))


@pytest.mark.parametrize("mask", [0o000, 0o002, 0o077])
def test_what_is_cached_is_for_its_user_alone_whatever_is_usual(mask: int, package: Path) -> None:
    usual = os.umask(mask)
    try:
        start(package)
    finally:
        os.umask(usual)
    assert start(package)


def test_where_files_have_no_owner_by_number_the_cache_works(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid", raising=False)
    start(package)
    assert start(package)


def test_a_missing_file_is_recompiled(package: Path, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start(package)
    code(cache).unlink()
    lines(capsys)
    assert not start(package)
    (said,) = lines(capsys)
    assert said == "swenv: compiling twice, once for this version ..."
    assert start(package)


def test_another_installation_of_the_same_sources_shares_the_machine_code(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start(package)
    lines(capsys)
    other = installation(tmp_path / "two")
    os.utime(other / "engine.py", (1, 1))
    assert start(other)
    assert not lines(capsys)


@pytest.mark.parametrize("helper", ["helper.py", "box/helper.py"])
def test_different_sources_have_separate_folders(helper: str, package: Path, cache: Path) -> None:
    (package / "box").mkdir()
    start(package)
    (package / helper).write_text("# what a kernel calls\n")
    assert not start(package)
    assert len(list(cache.rglob("*.code"))) == 2


@pytest.mark.parametrize("setting", ["BOUNDSCHECK", "OPT"])
def test_different_compiler_settings_have_separate_folders(
    setting: str, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = jit.cache_folder(package)
    monkeypatch.setattr(numba.config, setting, 1)
    jit.cache_folder.cache_clear()
    assert jit.cache_folder(package) != usual


def test_the_folder_depends_on_every_module_of_core_that_kernels_use() -> None:
    folder = Path(jit.__file__).parent
    for name in jit._CORE:
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("swenv.core"):
                module = str(node.module).removeprefix("swenv.core").lstrip(".")
                used = {module} if module else {each.name for each in node.names}
                assert used <= {*jit._CORE, "layout", "machine"}, f"{name} uses {used}"  # these two describe


def test_a_folder_that_cannot_be_created_causes_a_warning_only(
    package: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.write_text("a file stands in its place")
    for _ in range(2):
        assert not start(package)
        said = lines(capsys)
        assert len(said) == 3 and "NUMBA_CACHE_DIR" in said[0] and str(cache) in said[0]


def test_a_full_disk_causes_a_warning_only(
    package: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(self: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        assert not start(package)
    assert ["No space left on device" in line for line in lines(capsys)].count(True) == 1
    assert not list(cache.rglob("complete")) and not list(cache.rglob("*.code"))
    assert not start(package)
    assert start(package)


def test_without_a_home_nothing_is_written_anywhere(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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


@pytest.mark.slow
def test_a_process_killed_while_compiling_does_no_harm(package: Path, cache: Path) -> None:
    killed = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    program = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(package)!r})
from swenv.core import jit
def replace(self, target):
    {killed}
Path.replace = replace
import engine
engine.start()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert list(cache.rglob("*.half")) and not list(cache.rglob("*.code"))
    assert not start(package)
    assert not list(cache.rglob("*.half"))
    assert start(package)


@pytest.mark.slow
def test_a_real_engine_starts_with_a_damaged_file(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def first_state() -> list[str]:
        program = "import swenv; print(swenv.load('islands').new_state(seed=1).returns())"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert done.stdout == "[0. 0.]\n"
        return done.stderr.splitlines()

    with monkeypatch.context() as usual:
        usual.delenv("NUMBA_CACHE_DIR")
        if USUAL is not None:
            usual.setenv("NUMBA_CACHE_DIR", USUAL)
        first_state()
        folder = jit.cache_folder(Path(jit.__file__).parents[1] / "islands" / "rules")
    shutil.copytree(folder, cache / folder.name)
    (file,) = cache.rglob("*.returns_of-*")
    file.write_bytes(flip(file.read_bytes()))
    (said,) = first_state()
    assert str(file) in said and "damaged" in said
    assert not first_state()
