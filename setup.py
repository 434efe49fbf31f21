"""Makes the page of the package index from README.md, and builds outside of this folder.

All else that is to be said of the package is in pyproject.toml.
"""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import setup

HERE = Path(__file__).parent


def page(readme: str) -> str:
    """The README for those who have the package and not the folder that it was made of.

    Pictures, rows of links and what begins with `make` go, of other links the words stay, and what is installed is no
    longer this folder.
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
