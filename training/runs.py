"""The folder of a run: what it contains, and how it is written atomically and read back.

| File | Content |
| --- | --- |
| `config.json` | the configuration; command, date, machine and versions for each start and resume |
| `checkpoint.pt` | the whole state of the run between two updates; `checkpoint.previous.pt` is the previous one |
| `policy.pt` | the weights of the network |
| `snapshots/` | weights of past selves |
| `progress.csv` | one row per update |

Any learner can use it: a state is a dictionary of tensors and plain values whose meaning is up to the learner.
"""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import torch
from filelock import FileLock, Timeout

import swenv
from swenv.agents.learned import read_tensors
from swenv.core.machine import installed_versions
from swenv.training.config import CHANGEABLE, Config
from swenv.training.soundness import checksum

FORMAT = "swenv-run/1"
LIBRARIES = ("numpy", "numba", "gymnasium", "stable-baselines3", "sb3-contrib", "torch")
CHECKPOINT, PREVIOUS, SNAPSHOTS = "checkpoint.pt", "checkpoint.previous.pt", "snapshots"
WEIGHTS = "policy.pt"
FILES = ("config.json", CHECKPOINT, PREVIOUS, WEIGHTS, "progress.csv", "report.md", "curve.png")
"""The files that a run replaces."""


class Run:
    """The folder of a run.

    Args:
        folder: Its path; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._newest_is_sound = False

    @property
    def page(self) -> Path:
        """The configuration file."""
        return self.folder / "config.json"

    @property
    def _lock(self) -> Path:
        return self.folder / ".lock"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Create the folder and lock it for this process.

        Raises:
            ValueError: another process is training in it.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._lock.is_symlink():
            raise ValueError(f"'{self._lock}' is a link, and a run writes only inside its folder: remove it")
        lock = FileLock(self._lock)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ValueError(f"'{self.folder}' is in use: another process is training there") from None
        try:
            self._sweep()
            yield
        finally:
            lock.release()

    def _sweep(self) -> None:
        """Remove files that killed processes left half written."""
        for folder in (self.folder, self.folder / SNAPSHOTS):
            if not folder.is_symlink():
                for left in folder.glob(f"*.{'[0-9a-f]' * 16}.new"):
                    left.unlink()

    def forget(self) -> None:
        """Remove what a run that failed to start left behind, and the folder if it is otherwise empty."""
        self.page.unlink(missing_ok=True)
        with suppress(OSError):  # some systems remove the lock on release
            self._lock.unlink()
        with suppress(OSError):  # not empty
            self.folder.rmdir()

    def check(self, config: Config) -> bool:
        """Whether a run with this configuration would be new here; if not, it may be resumed.

        Raises:
            ValueError: the folder holds another run, which differs in a value that may not change; or it has weights
                that no checkpoint goes with, or a folder in place of a file, and nothing there may be lost.
        """
        for path in (self.folder / name for name in FILES):
            if path.is_dir():
                raise ValueError(f"'{path}' is a folder, where the run keeps a file: move it away")
        weights = self.folder / WEIGHTS
        if weights.exists() and not any((self.folder / name).exists() for name in (CHECKPOINT, PREVIOUS)):
            raise ValueError(
                f"'{weights}' is there, but no checkpoint, so the run cannot go on from it: choose another folder, and "
                f"begin there with these weights by --init '{self.folder}'"
            )
        if not self.page.exists():
            return True
        saved, requested = self.config().to_dict(), config.to_dict()
        for name, value in requested.items():
            if name not in CHANGEABLE and value != saved[name]:
                raise ValueError(
                    f"'{self.folder}' holds another run, with {name} {saved[name]!r} instead of {value!r}: "
                    f"resume it as it is, or choose another folder"
                )
        return False

    def begin(self, config: Config, command: str, machine: str) -> None:
        """Record that the run starts or resumes, with this configuration, on this machine."""
        parts = self.parts() if self.page.exists() else []
        parts.append(
            {
                "command": command,
                "date": datetime.now().astimezone().isoformat(timespec="seconds"),
                "machine": machine,
                "commit": commit(),
                "versions": installed_versions(LIBRARIES),
            }
        )
        document = {"format": FORMAT, "parts": parts, "config": config.to_dict()}
        replace(self.page, (json.dumps(document, indent=1) + "\n").encode())

    def config(self) -> Config:
        """The configuration.

        Raises:
            ValueError: the folder is not that of a run, or its configuration is damaged or invalid.
        """
        document = self._document()
        try:
            return Config.of(document["config"])
        except ValueError as error:
            raise ValueError(f"'{self.page}': {error}") from error

    def parts(self) -> list[dict[str, Any]]:
        """For each start and resume: command, date, machine, commit, versions.

        Raises:
            ValueError: as `config`.
        """
        parts: list[dict[str, Any]] = self._document()["parts"]
        return parts

    def _document(self) -> dict[str, Any]:
        if not self.page.is_file():
            raise ValueError(f"'{self.folder}' is not the folder of a run: it has no config.json")
        try:
            document = json.loads(self.page.read_text(encoding="utf-8"))
            whole = isinstance(document["config"], dict)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise ValueError(f"'{self.page}' is damaged: it is not the configuration of a run") from error
        if not whole or document.get("format") != FORMAT or not _are_parts(document.get("parts")):
            raise ValueError(f"'{self.page}' is damaged, or from another version of swenv: its format is not {FORMAT}")
        return dict(document)

    def save(self, state: Mapping[str, Any]) -> None:
        """Write a checkpoint and keep the previous one as `checkpoint.previous.pt`."""
        newest = self.folder / CHECKPOINT
        successor = _write(newest, tensors({"format": FORMAT, "checksum": checksum(state), **state}))
        if self._newest_is_sound and newest.exists():  # a damaged one must not replace a good one
            newest.replace(self.folder / PREVIOUS)
        successor.replace(newest)
        _settle(self.folder)
        self._newest_is_sound = True

    def load(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        """The readable checkpoints, newest first.

        Raises:
            ValueError: there are checkpoints, but none can be read.
        """
        there = [path for path in (self.folder / CHECKPOINT, self.folder / PREVIOUS) if path.exists()]
        damaged: list[ValueError] = []
        for path in there:
            try:
                state = read_checkpoint(path)
            except ValueError as error:
                damaged.append(error)
            else:
                self._newest_is_sound = self._newest_is_sound or path.name == CHECKPOINT
                yield path, state
        if there and len(damaged) == len(there):
            raise damaged[0]

    def save_weights(self, name: str, weights: Mapping[str, Any]) -> Path:
        """Write only weights, to `name` in the folder."""
        path = self.folder / name
        if path.parent.is_symlink() and path.parent != self.folder:
            raise ValueError(f"'{path.parent}' is a link, and a run writes only inside its folder: remove it")
        path.parent.mkdir(exist_ok=True)
        replace(path, tensors(dict(weights)))
        return path

    def save_progress(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write `progress.csv`, with a column for every name in any row."""
        text = io.StringIO()
        writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        replace(self.folder / "progress.csv", text.getvalue().encode())


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Read the state of a run; nothing in the file is executed.

    Raises:
        ValueError: the file is missing, damaged, or from another version of swenv.
    """
    state = read_tensors(path)
    if state.pop("format", None) != FORMAT:
        raise ValueError(f"'{path}' is not a checkpoint from this version of swenv")
    try:
        is_sound = state.pop("checksum", None) == checksum(state)
    except (RuntimeError, TypeError):  # sparse tensors, or values that contain themselves
        is_sound = False
    if not is_sound:
        raise ValueError(f"'{path}' is damaged: it does not have the content that it was written with")
    return state


def _are_parts(parts: Any) -> bool:
    """Whether these are parts as `Run.begin` writes them."""
    if not isinstance(parts, list) or not parts:
        return False
    words = ("command", "date", "machine", "commit")
    return all(
        isinstance(part, dict)
        and all(isinstance(part.get(word), str) for word in words)
        and isinstance(part.get("versions"), dict)
        for part in parts
    )


def tensors(content: Mapping[str, Any]) -> bytes:
    """Serialise tensors and plain values with torch; `read_tensors` reads them back."""
    out = io.BytesIO()
    torch.save(content, out)
    return out.getvalue()


def replace(path: Path, content: bytes) -> None:
    """Write a file atomically: the old one is replaced only when the new one is safely on disk."""
    _write(path, content).replace(path)
    _settle(path.parent)


def _write(path: Path, content: bytes) -> Path:
    """Write and sync a new file next to the one it will replace; being new, it cannot be a link to elsewhere."""
    successor = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    with successor.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return successor


def _settle(folder: Path) -> None:
    """Sync a folder to disk, where the system supports it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def commit() -> str:
    """The commit of swenv if it runs from a git checkout, with "-dirty" appended if files were changed; else ""."""
    root = Path(swenv.__file__).parents[1]
    if not (root / ".git").exists():
        return ""
    try:
        command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
