"""The built packages, and the installed one: without the clone, a home folder, or write access.

Nothing is downloaded: the new environment uses the libraries of the one that runs the tests.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import swenv
from support import SOURCES, game, many
from test_compile_cache import installation

ROOT = Path(__file__).parents[2]
BESIDE = (".github", "benchmarks", "docs", "tests")
"""Folders of the source package that the wheel does not contain, apart from the rules."""
FOLDERS = {*(path.split("/")[0] for path in SOURCES.values()), *BESIDE}
LEFT_OVER = shutil.ignore_patterns("__pycache__", "*.py[co]")
NOBODY = 12345
"""A user unknown to the system, as in a container that was started with a numeric user id."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="users and their rights are others here"),
]


class Built(NamedTuple):
    folder: Path
    """The folder it was built from."""
    source: Path
    wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The source package, made from a copy of this folder, and the wheel, made from the source package."""
    pytest.importorskip("build", reason="it comes with the extra dev")
    top = tmp_path_factory.mktemp("built")
    folder = top / "clone"
    folder.mkdir()
    for file in ROOT.iterdir():
        if file.is_file() and file.name != ".git":
            shutil.copy(file, folder)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OVER)
    build(folder, top)
    return Built(folder, *top.glob("*.tar.gz"), *top.glob("*.whl"))


def build(folder: Path, into: Path, *options: str, **environment: str) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(into), *options, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=plain_environment(**environment))
    assert done.returncode == 0, done.stdout + done.stderr


def plain_environment(**more: str) -> dict[str, str]:
    """Environment variables that point neither to this folder, nor to a home folder, nor to cached machine code."""
    kept = {name: value for name, value in os.environ.items() if name == "LD_LIBRARY_PATH"}  # Python may lie there
    return {"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", **kept, **more}


def files_of(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_the_wheel_holds_all_data_and_no_generic_name(built: Built) -> None:
    packed = set(zipfile.ZipFile(built.wheel).namelist())
    assert {name.split("/")[0] for name in packed if ".dist-info/" not in name} == {"swenv"}
    for package, folder in SOURCES.items():
        wanted = {
            name
            for name in files_of(built.folder / folder)
            if name.endswith((".py", ".json", ".svg", ".typed", ".safetensors")) or package == "swenv.docs.rules"
        }
        assert {f"{package.replace('.', '/')}/{name}" for name in wanted} <= packed
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in packed)


def test_the_source_package_holds_all_that_the_tests_need(built: Built, tmp_path: Path) -> None:
    with tarfile.open(built.source) as packed:
        packed.extractall(tmp_path)
    (unpacked,) = tmp_path.iterdir()
    missing = files_of(built.folder) - files_of(unpacked)
    assert not {name for name in missing if "/" in name and ".egg-info/" not in name}
    assert {"CHANGELOG.md", "Makefile", "mkdocs.yml"} <= files_of(unpacked)
    run = [
        sys.executable,
        *["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/project/test_project.py", "-m"],
        "not slow",
    ]
    environment = plain_environment(NUMBA_DISABLE_JIT="1")
    done = subprocess.run(run, cwd=unpacked, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_description_stands_alone(built: Built) -> None:
    from packaging.metadata import Metadata

    with zipfile.ZipFile(built.wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        said = Metadata.from_email(packed.read(name), validate=True)
    assert (said.name, str(said.version)) == ("swenv-rl", swenv.__version__)
    assert said.license_expression == "MIT"
    page = said.description or ""
    assert page.startswith("# swenv\n\nSmall World,")
    assert "```bash\nmake" not in page and "](" not in page.replace("](http", "")
    assert "pip install swenv-rl " in page and 'pip install "swenv-rl[train,view]"' in page


def test_a_build_leaves_no_files_for_the_next_one(built: Built, tmp_path: Path) -> None:
    build(built.folder, tmp_path, "--wheel")
    folders = {name.name for name in built.folder.iterdir() if name.is_dir()}
    assert folders == {*FOLDERS, "swenv_rl.egg-info"}
    (wheel,) = tmp_path.glob("*.whl")
    assert set(zipfile.ZipFile(wheel).namelist()) == set(zipfile.ZipFile(built.wheel).namelist())


# --- installed ------------------------------------------------------------------------------------


def as_nobody() -> list[str]:
    """The prefix that runs a command as a user without write access; empty if the current user has none."""
    if os.geteuid():
        return []
    drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    # Libraries may lie where only the administrator looks.
    readers = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    for before in ([*drop, *readers], drop):
        if shutil.which("setpriv") and not subprocess.run([*before, sys.executable, "-c", "import numpy"]).returncode:
            return before
    pytest.skip("no user but the administrator can read the libraries of this machine")


class Installed(NamedTuple):
    programs: Path
    elsewhere: Path
    """The working folder of the commands, the only one they may write to."""
    before: list[str]

    def run(self, program: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [*self.before, str(self.programs / program), *arguments]
        around = plain_environment(TMPDIR=str(self.elsewhere), **environment)
        return subprocess.run(command, cwd=self.elsewhere, capture_output=True, text=True, check=False, env=around)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel and a tiny engine, installed in a separate environment to which its user cannot write."""
    before = as_nobody()
    top = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(top / "environment")], check=True)
    programs = top / "environment" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--no-compile", str(built.wheel)], check=True)
    (site,) = (top / "environment").glob("lib/python*/site-packages")
    borrowed = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    installation(site)
    (site / "borrowed.pth").write_text("\n".join(borrowed) + "\n")
    for file in (site, *site.rglob("*")):
        file.chmod(file.stat().st_mode & ~0o222)
    elsewhere = top / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    return Installed(programs, elsewhere, before)


IMPORTS = "import swenv, swenv.maps, swenv.agents, swenv.training.arena; print(swenv.__file__, swenv.games())"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("python", "-c", IMPORTS), "site-packages/swenv/__init__.py ('smallworld', 'underground', 'warcraft', "),
        (("swenv", "show", "islands", "--seed", "7", "--svg", "start.svg"), "wrote start.svg"),
        (("swenv", "match", "--games", "2", "--rounds", "2"), "2 games of smallworld"),
        (("swenv", "bench"), "the benchmarks come with a clone of the project"),
    ],
)
def test_it_works_uncompiled_for_a_user_without_write_access(
    installed: Installed, arguments: Sequence[str], said: str
) -> None:
    done = installed.run(*arguments, NUMBA_DISABLE_JIT="1")
    assert done.returncode == (2 if "bench" in arguments else 0) and said in done.stdout + done.stderr, done.stderr


PLAY = """
import time
began = time.perf_counter()
import swenv
for name in swenv.games():
    state = swenv.load(name).new_state(seed=1)
    state.apply(state.legal_actions()[0])
    print(f"{name}: {time.perf_counter() - began:.2f} s")
digests = []
for name in swenv.games():
    vec = swenv.load(name).vector(16, seed=3)
    for _ in range(200):
        vec.step(vec.masks.argmax(axis=1))
    digests.append(hash(vec.observations.tobytes()))
print(*digests)
"""


def install_what_the_build_needs(folder: Path) -> None:
    """Run the command that cibuildwheel runs before a build; as all of it is here, nothing is fetched, nor built."""
    tomllib = pytest.importorskip("tomllib", reason="new in Python 3.11")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    settings = project["tool"]["cibuildwheel"]
    program, *arguments = shlex.split(settings["before-build"].replace("{project}", str(folder)))
    needed = [*project["build-system"]["requires"], *project["project"]["dependencies"], "build"]
    assert {re.split("[<>=]", each)[0] for each in needed} == {*arguments[arguments.index("setuptools") :]}
    around = plain_environment(**settings["environment"], PIP_NO_INDEX="1")
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=around)
    assert program == "python" and done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_a_wheel_with_machine_code_compiles_nothing_and_plays_the_same_games(built: Built, tmp_path: Path) -> None:
    install_what_the_build_needs(built.folder)
    build(built.folder, tmp_path, "--wheel", SWENV_COMPILED="1", HOME=str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    path = os.pathsep.join([str(site), *(each for each in sys.path if each.endswith("-packages"))])

    def play(*options: str, **environment: str) -> list[str]:
        """The lines that are printed; what compiles would say so on stderr."""
        around = {**environment, "PYTHONHASHSEED": "1"}
        command = [sys.executable, *options, "-c", PLAY]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=around)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    swenv.load("islands").new_state(seed=0), game().new_state(seed=0)  # compiled here, for this processor
    *times, digests = play("-S", **plain_environment(HOME=str(tmp_path), PYTHONPATH=path))
    print(*times, sep="\n")
    assert not [*tmp_path.glob(".cache/swenv/*")]
    assert play(**os.environ)[-1] == digests


TINY = ("python", "-c", "from tiny.rules import engine; print(engine.start())")
MATCH = ("swenv", "match", "islands", "--seats", "random,random", "--games", "2")


minutes = pytest.mark.skipif(many(1) == 1, reason="compiles for a minute")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [pytest.param(TINY, "42", id="a kernel"), pytest.param(MATCH, "2 games of islands", marks=minutes, id="all rules")],
)
def test_rules_compile_without_a_home_folder(installed: Installed, arguments: Sequence[str], said: str) -> None:
    """Without a place for the machine code, a line says how to provide one."""
    done = installed.run(*arguments)
    assert done.returncode == 0 and said in done.stdout and "NUMBA_CACHE_DIR" in done.stderr, done.stderr
    assert {file.name for file in installed.elsewhere.iterdir()} <= {"start.svg"}
