"""Which files are safe to load machine code from: those that only this user and root can have written.

Windows has no numeric file owners, so every file there counts as the user's own.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK"))
"""Symbolic links are not followed, and opening a pipe does not wait for a writer."""
_LINKS = 40
"""The most symbolic links to follow on the way to a folder."""


class Untrusted(OSError):
    """Another user can have written a file, or can replace a folder."""


def own_folder(folder: Path) -> None:
    """Check a folder, after creating it for this user alone if it does not exist.

    Raises:
        OSError: `check_folder` refuses it, or it cannot be created.
    """
    if not folder.is_absolute():
        raise OSError("no home folder")
    for each in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        each.mkdir(0o700, exist_ok=True)
    check_folder(folder)


def check_folder(folder: Path) -> None:
    """Check that only this user and root can change the contents of a folder, or replace the folder.

    Raises:
        Untrusted: another user can.
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
            raise Untrusted(f"other users can write to {each}")
    if not stat.S_ISDIR(there.st_mode):
        raise Untrusted("it is not a folder")
    if there.st_uid != me:
        raise Untrusted("it belongs to another user")
    if there.st_mode & _OTHERS:
        raise Untrusted("other users can write to it")


def _way_to(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Each folder and symbolic link on the way to a folder, with its status; the folder itself comes last."""
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
    """Whether other users can rename or replace this user's folders inside a folder."""
    if there.st_mode & stat.S_ISVTX or not there.st_mode & _OTHERS:
        return False
    return bool(there.st_mode & stat.S_IWOTH) or not _is_private(there.st_gid)


def _is_private(group: int) -> bool:
    """Whether a group is this user's private one, with no other member, as many Linux systems create for each user."""
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
        Untrusted: another user can have written it.
        OSError: it cannot be read, or is not a regular file.
    """
    return _read(path, os.geteuid() if hasattr(os, "geteuid") else None, _OTHERS)


def read_installed(path: Path, package: Path) -> bytes:
    """Read a file installed with a package, if whoever can write it could as well change the package's sources.

    Raises:
        Untrusted: someone who cannot change the sources can have written it.
        OSError: it cannot be read, or is not a regular file.
    """
    sources = os.stat(package)
    for folder in (path.parent.parent, path.parent):
        there = os.lstat(folder)
        if (
            not stat.S_ISDIR(there.st_mode)
            or there.st_uid != sources.st_uid
            or there.st_mode & ~sources.st_mode & _OTHERS
        ):
            raise Untrusted(f"other users can have written {folder}")
    return _read(path, sources.st_uid, _OTHERS & ~sources.st_mode)


def _read(path: Path, owner: int | None, closed: int) -> bytes:
    """Read a regular file of this owner (None: files have none here), unless its mode has a bit of `closed`."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _FLAGS)) as file:
        there = os.fstat(file.fileno())  # not of the path, which may stand for another file by now
        if not stat.S_ISREG(there.st_mode):
            raise OSError("not a file")
        if owner is not None and (there.st_uid != owner or there.st_mode & closed):
            raise Untrusted("other users can have written it")
        return file.read()
