"""Makes the page of the package index from README.md, builds outside of this folder, and compiles ahead if asked to.

Everything else about the package is in pyproject.toml. With `SWENV_COMPILED=1`, the wheel is one for this platform and
this version of Python, with the machine code of the rules in it: built with `--no-isolation`, by the libraries that are
installed, and used where numba has the same version.
"""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
COMPILED = os.environ.get("SWENV_COMPILED", "") not in ("", "0")


class Build(build_py):
    """Copies the package, and compiles its rules if asked to."""

    def run(self) -> None:
        """Fill the folder of the build."""
        super().run()
        if COMPILED:
            self.compile_rules(Path(self.build_lib).resolve())

    def compile_rules(self, packages: Path) -> None:
        """Compile the rules of the packages for the baseline of this architecture, and keep the machine code there."""
        program = "from swenv.core.machine_code import baseline; print(baseline()[1])"
        run = partial(subprocess.run, cwd=packages, check=True, text=True)
        baseline = run([sys.executable, "-c", program], stdout=subprocess.PIPE).stdout.strip()
        with TemporaryDirectory() as cache:
            chosen = {"NUMBA_CPU_NAME": baseline, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": cache}
            program = "from swenv.commands.doctor import compile_all; compile_all()"
            run([sys.executable, "-c", program], env={**os.environ, **chosen})
            for file in Path(cache).glob("*/*.code"):
                into = packages / "swenv" / file.parent.name.partition("-")[0] / "compiled" / file.parent.name
                into.mkdir(parents=True, exist_ok=True)
                file.replace(into / file.name)


class ForPlatform(Distribution):
    """A package that is not the same everywhere."""

    def has_ext_modules(self) -> bool:
        """Machine code is for one platform and one version of Python."""
        return COMPILED


def page(readme: str) -> str:
    """Return the README for people who install the package and have no clone.

    Pictures, rows of links and `make` commands are left out, links into the clone become plain text, and the package is
    installed by its name.
    """
    readme = re.sub(r"^(?:!\[|\[[^]]+\]\([^)]+\) · |```bash\nmake ).+?\n\n", "", readme, flags=re.MULTILINE | re.DOTALL)
    readme = re.sub(r"\[([^]]+)\]\((?!https?://)[^)]+\)", r"\1", readme)
    return re.sub(r'(pip install "?)\.', r"\1swenv-rl", readme)


with TemporaryDirectory() as folder:  # a build/ that stayed here would give its old files to the next build
    setup(
        long_description=page((HERE / "README.md").read_text(encoding="utf-8")),
        long_description_content_type="text/markdown",
        cmdclass={"build_py": Build},
        distclass=ForPlatform,
        options={"build": {"build_base": folder}},
    )
