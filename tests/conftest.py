"""Fixtures that several modules share."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

os.environ.setdefault("OMP_NUM_THREADS", "1")  # as several tests run at once and share the cores; torch reads it once

from swenv import cli

if TYPE_CHECKING:  # both come with extras
    from playwright.sync_api import Browser, Page

    from browsing import Served


def pytest_configure() -> None:
    """Let tests press Ctrl-C in a run in the background too, for which a shell has it ignored; tame absl's logging.

    It takes the stderr of the moment in which some library imports it, which is pytest's, and closes it when uvicorn
    sets up its own logging: every later test would fail.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if find_spec("absl") is not None:
        from absl import logging

        logging.get_absl_handler().python_handler.stream = sys.__stderr__


class Outcome:
    """What a command line gave."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The output of `--json`."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Any:
    """Run a command line in this process."""

    def running(*argv: object) -> Outcome:
        status = cli.main([str(argument) for argument in argv])
        return Outcome(status, *capfd.readouterr())

    return running


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of the page that do not stop it."""
    from browsing import Served

    with Served(tmp_path_factory.mktemp("games")) as made:
        yield made


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from browsing import launched

    yield from launched()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser that remembers nothing."""
    from browsing import opened

    yield from opened(browser)
