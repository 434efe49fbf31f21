"""Prepare a release: `python .github/tag.py 1.2.0` states version and date wherever they stand, commits, and tags.

The version stands in swenv/__init__.py, in CITATION.cff with the date, and with the date as the heading of what was
[Unreleased] in CHANGELOG.md. Nothing is pushed.
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def released(files: dict[str, str], version: str, date: str) -> dict[str, str]:
    """The content of the files that state a version, for this version and date, by name.

    Raises:
        ValueError: the version is not of the form 1.2.0, or nothing is [Unreleased].
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ValueError(f"a version is three numbers, as in 1.2.0, not '{version}'")
    changes = {
        "swenv/__init__.py": [(r'^__version__ = ".*"$', f'__version__ = "{version}"')],
        "CITATION.cff": [(r"^version: .*$", f"version: {version}"), (r"^date-released: .*$", f"date-released: {date}")],
        "CHANGELOG.md": [(r"^## \[Unreleased\]\n(?=\n+(?!## ))", f"## [Unreleased]\n\n## [{version}] - {date}\n")],
    }
    for name, lines in changes.items():
        for pattern, line in lines:
            files[name], found = re.subn(pattern, line, files[name], count=1, flags=re.MULTILINE)
            if not found:
                raise ValueError(f"{name} has no line '{pattern}'")
    return files


def main(version: str) -> None:
    """Change the files, commit and tag."""
    names = ("swenv/__init__.py", "CITATION.cff", "CHANGELOG.md")
    if git("status", "--porcelain"):
        raise SystemExit("commit or stash your changes first")
    try:
        files = {name: (ROOT / name).read_text(encoding="utf-8") for name in names}
        for name, text in released(files, version, datetime.date.today().isoformat()).items():
            (ROOT / name).write_text(text, encoding="utf-8")
    except ValueError as error:
        raise SystemExit(str(error)) from error
    git("commit", "--all", "--message", f"Version {version}")
    git("tag", "--annotate", f"v{version}", "--message", f"Version {version}")
    print(f"committed, and tagged as v{version}; publish it with: git push --follow-tags")


def git(*arguments: str) -> str:
    """Run git here, and return what it says."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main(*sys.argv[1:] or [""])
