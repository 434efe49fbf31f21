"""Makes the page of the package index from README.md, and builds outside of this folder.

Everything else about the package is in pyproject.toml.
"""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import setup

HERE = Path(__file__).parent


def page(readme: str) -> str:
    """Return the README for people who install the package and have no clone.

    Pictures, rows of links and `make` commands are left out, links into the clone become plain text, and the package is
    installed by its name.
    """
    readme = re.sub(r"^(?:!\[|\[[^]]+\]\([^)]+\) · |```bash\nmake ).+?\n\n", "", readme, flags=re.MULTILINE | re.DOTALL)
    readme = re.sub(r"\[([^]]+)\]\((?!https?://)[^)]+\)", r"\1", readme)
    return re.sub(r'(pip install "?)\.', r"\1swenv", readme)


with TemporaryDirectory() as folder:  # a build/ that stayed here would give its old files to the next build
    setup(
        long_description=page((HERE / "README.md").read_text(encoding="utf-8")),
        long_description_content_type="text/markdown",
        options={"build": {"build_base": folder}},
    )
