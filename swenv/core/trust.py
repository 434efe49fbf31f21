"""Which files it is safe to run the code in: who can have written them could do as much already.

On Windows, where files have no owner by number, everything counts as the user's own.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK"))
"""A link is not followed, and opening a pipe does not wait for somebody to write to it."""
_LINKS = 40
"""The most symbolic links on the way to a folder."""


class Untrusted(OSError):
    """Another user can have written what is there."""


def own_folder(folder: Path) -> None:
    """Create a folder that only this user can read, unless it exists, and check it.

    Raises:
        OSError: as `check_folder`, or it cannot be created.
    """
    if not folder.is_absolute():
        raise OSError("no home folder")
    for each in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        each.mkdir(0o700, exist_ok=True)
    check_folder(folder)


def check_folder(folder: Path) -> None:
    """Check that nobody but this user, and root, can change what is in a folder, or put another in its place.

    Raises:
        Untrusted: others can.
        OSError: there is no such folder.
    """
    if not hasattr(os, "geteuid"):
        os.stat(folder)
        return
    me, root = os.geteuid(), os.stat(folder.anchor).st_uid
    *way, (_, there) = _way_to(folder)
    for each, step in way:
        if step.st_uid not in (me, root):
            raise Untrusted(f"{each} belongs to another user")
        if not stat.S_ISLNK(step.st_mode) and _is_open_to_others(step):
            raise Untrusted(f"others can write to {each}")
    if not stat.S_ISDIR(there.st_mode):
        raise Untrusted("it is not a folder")
    if there.st_uid != me:
        raise Untrusted("it belongs to another user")
    if there.st_mode & _OTHERS:
        raise Untrusted("others can write to it")


def _way_to(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The folders and symbolic links on the way to a folder, and at last the folder, whichever links lead to it."""
    place, left, links = Path(folder.anchor), [*folder.parts[1:]], 0
    yield place, os.lstat(place)
    while left:
        part = left.pop(0)
        place = place.parent if part == ".." else place / part
        there = os.lstat(place)
        yield place, there
        if stat.S_ISLNK(there.st_mode):
            links += 1
            if links > _LINKS:
                raise OSError("too many symbolic links")
            target = Path(os.readlink(place))
            place = Path(target.anchor) if target.is_absolute() else place.parent
            left = [*(target.parts[1:] if target.is_absolute() else target.parts), *left]


def _is_open_to_others(there: os.stat_result) -> bool:
    """Whether others can rename or replace this user's folders in a folder."""
    if there.st_mode & stat.S_ISVTX or not there.st_mode & _OTHERS:
        return False
    return bool(there.st_mode & stat.S_IWOTH) or not _is_private(there.st_gid)


def _is_private(group: int) -> bool:
    """Whether a group is the one that many systems make for each user, who is its only member."""
    import grp
    import pwd

    try:
        me, there = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return me.pw_uid != 0 and me.pw_gid == group and there.gr_name == me.pw_name and {*there.gr_mem} <= {me.pw_name}


def read_own(path: Path) -> bytes:
    """Read a file that only this user can have written.

    Raises:
        Untrusted: others can have written it.
        OSError: it cannot be read, or is not a file.
    """
    return _read(path, os.geteuid() if hasattr(os, "geteuid") else None, _OTHERS)


def read_installed(path: Path, package: Path) -> bytes:
    """Read a file that was installed with a package of Python sources: who can write to it can change the sources, too.

    Raises:
        Untrusted: others can have written it.
        OSError: as `read_own`.
    """
    sources = os.stat(package)
    for folder in (path.parent.parent, path.parent):
        there = os.lstat(folder)
        if (
            not stat.S_ISDIR(there.st_mode)
            or there.st_uid != sources.st_uid
            or there.st_mode & ~sources.st_mode & _OTHERS
        ):
            raise Untrusted(f"others can have written {folder}")
    return _read(path, sources.st_uid, _OTHERS & ~sources.st_mode)


def _read(path: Path, owner: int | None, closed: int) -> bytes:
    """Read a file of this owner, if files have owners, which those of these modes cannot write to."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _FLAGS)) as file:
        there = os.fstat(file.fileno())  # not of the path, which may stand for another file by now
        if not stat.S_ISREG(there.st_mode):
            raise OSError("not a file")
        if owner is not None and (there.st_uid != owner or there.st_mode & closed):
            raise Untrusted("others can have written it")
        return file.read()
