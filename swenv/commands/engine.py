"""`swenv engine`: answers other programs by the engine protocol, on standard input and output."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from swenv.agents.engine import Engine
from swenv.agents.external import LONGEST
from swenv.commands.loading import make_player, run_code
from swenv.commands.output import Usage


def run(args: argparse.Namespace) -> None:
    """Answer requests until the other program quits or closes its side."""
    run_code(args.code)
    if sys.stdin is None:
        raise Usage("standard input is closed")
    engine = Engine(lambda: make_player(args.player), _send)
    for line in lines(sys.stdin.fileno()):
        engine.answer(line)
        if not engine.is_open:
            return
    engine.wait()


def _send(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def lines(source: int) -> Iterator[str]:
    """The lines of a file descriptor. A line that is too long is cut right after the limit."""
    begun, skipping = b"", False
    while chunk := os.read(source, 1 << 16):
        *whole, begun = (begun + chunk).split(b"\n")
        for line in whole[skipping:]:
            yield line.decode("utf-8", "replace")
        skipping = skipping and not whole
        if skipping:
            begun = b""
        elif len(begun) > LONGEST:
            yield begun[: LONGEST + 1].decode("utf-8", "replace")
            begun, skipping = b"", True
    if begun:
        yield begun.decode("utf-8", "replace")
