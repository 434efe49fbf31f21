"""Files in a watched folder: read within limits, never written, and never followed to anywhere else.

Whatever lies in such a folder may be half written, damaged or hostile. Whatever cannot be read is reported in a
sentence that names the file, but no path.
"""

from __future__ import annotations

import math
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from swenv.core import schemas

MOST_ENTRIES = 5_000
"""Maximum entries of a folder that are read."""
LARGEST_TEXT = 16_000_000
"""Maximum bytes of a text that is read."""
LONGEST = 2_000
"""Maximum characters of a text that is sent."""
MEGABYTE = 1_000_000
FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"))
"""How files are opened: without waiting for the other end of a pipe."""


class Unreadable(ValueError):
    """A file cannot be shown; the message says why, without its path."""


@dataclass(frozen=True)
class Watched:
    """A folder that was named at the start, or one inside it.

    Attributes:
        path: The folder.
        root: The folder that was named, resolved; no link is followed out of it.
    """

    path: Path
    root: Path

    @classmethod
    def at(cls, root: str | Path) -> Watched:
        """The folder that was named, with links resolved; if it has become a link since, it is not read."""
        return cls(Path(root), Path(root))

    @property
    def name(self) -> str:
        """Its name, as text that can be sent."""
        return clean(self.path.name)

    def inner(self, name: str) -> Watched:
        """A folder in this one, which need not exist."""
        return Watched(self.path / name, self.root)

    def names(self) -> list[str]:
        """The entries of the folder, in alphabetical order; if there are very many, only some.

        Raises:
            Unreadable: it cannot be listed.
        """
        try:
            with os.scandir(self.real("")) as entries:
                return sorted(entry.name for entry in islice(entries, MOST_ENTRIES))
        except OSError as error:
            raise Unreadable(f"the folder {self.name} cannot be read: {_why(error)}") from None

    def is_folder(self) -> bool:
        """Whether this is a folder, inside the one that was named."""
        try:
            return self.real("").is_dir()
        except (OSError, Unreadable):
            return False

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.stat(name) is not None

    def stat(self, name: str) -> os.stat_result | None:
        """Size and times of a regular file; None if no such file may be read."""
        try:
            status = self.real(name).stat()
        except (OSError, Unreadable):
            return None
        return status if stat.S_ISREG(status.st_mode) else None

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading.

        Raises:
            Unreadable: it is not a regular file, leads out of the watched folder, or cannot be opened.
        """
        path = self.real(name)
        try:
            handle = os.open(path, FLAGS)
        except OSError as error:
            raise Unreadable(f"{clean(name)} cannot be read: {_why(error)}") from None
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise Unreadable(f"{clean(name)} is not a regular file")
        return os.fdopen(handle, "rb")

    def content(self, name: str, most: int = LARGEST_TEXT) -> bytes:
        """The bytes of a file.

        Raises:
            Unreadable: as `open`; or it has more bytes than `most`.
        """
        with self.open(name) as file:
            try:
                content = file.read(most + 1)
            except OSError as error:
                raise Unreadable(f"{clean(name)} cannot be read: {_why(error)}") from None
        if len(content) > most:
            raise Unreadable(f"{clean(name)} is too large: {most / MEGABYTE:,.0f} MB are read at most")
        return content

    def text(self, name: str, most: int = LARGEST_TEXT) -> str:
        """A file as text, with a replacement character for anything that is not UTF-8.

        Raises:
            Unreadable: as `content`.
        """
        return self.content(name, most).decode("utf-8-sig", errors="replace")

    def lines(self, name: str, longest: int, most: int = LARGEST_TEXT) -> Iterator[str | None]:
        """The lines of a text one by one, so that only one is in memory; None in place of one that is too long.

        Args:
            name: The file.
            longest: Bytes that a line may have.
            most: Bytes that the file may have.

        Raises:
            Unreadable: as `content`.
        """
        taken, inside = 0, False  # whether what comes next is the rest of a line that is too long
        with self.open(name) as file:
            while line := _read_line(file, longest + 1, name):
                taken += len(line)
                if taken > most:
                    raise Unreadable(f"{clean(name)} is too large: {most / MEGABYTE:,.0f} MB are read at most")
                whole = line.endswith(b"\n") or len(line) <= longest
                if not inside:
                    text = line.decode("utf-8-sig" if taken == len(line) else "utf-8", errors="replace")
                    yield text.rstrip("\r\n") if whole else None
                inside = not whole

    def real(self, name: str) -> Path:
        """Where a file or folder is once links are followed."""
        try:
            real = (self.path / name).resolve(strict=True)
        except (OSError, RuntimeError, ValueError) as error:  # links in a circle, names that are none
            why = _why(error) if isinstance(error, OSError) else "its name leads nowhere"
            raise Unreadable(f"{clean(name) or self.name} cannot be read: {why}") from None
        if not real.is_relative_to(self.root):
            raise Unreadable(f"{clean(name) or self.name} is a link that leads out of the watched folder")
        return real


def _read_line(file: BinaryIO, most: int, name: str) -> bytes:
    try:
        return file.readline(most)
    except OSError as error:
        raise Unreadable(f"{clean(name)} cannot be read: {_why(error)}") from None


def parsed(text: str, what: str) -> Any:
    """A JSON document.

    Raises:
        Unreadable: it is none; the message begins with `what`.
    """
    try:
        return schemas.parse(text, what)
    except ValueError as error:
        raise Unreadable(str(error)) from None


def checked(schema: str, document: Any, what: str) -> Any:
    """Return a document that conforms to a schema of `swenv/schema`.

    Raises:
        Unreadable: it is not.
    """
    try:
        return schemas.validate(schema, document, what)
    except ValueError as error:
        raise Unreadable(f"{error}; it may be of another version of swenv") from None


def sendable(document: Any) -> Any:
    """A document of types that JSON can hold: long texts are cut, and None stands for numbers that are not finite."""
    if isinstance(document, dict):
        return {clean(str(name))[:LONGEST]: sendable(each) for name, each in document.items()}
    if isinstance(document, list | tuple):
        return [sendable(each) for each in document]
    if isinstance(document, str):
        return clean(document)[:LONGEST]
    if isinstance(document, float):
        return document if math.isfinite(document) else None
    return document


def clean(text: str) -> str:
    """A name as text that can be sent: file systems have names that are not Unicode."""
    return text.encode("utf-8", errors="replace").decode("utf-8")


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
