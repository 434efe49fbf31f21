"""What stands in for the process of a driver, which imports this and not all that its tests need."""

from __future__ import annotations

from typing import Any

from swenv.training import driver


def not_read(connection: Any, address: str) -> None:
    """A driver's process that sends something that the command cannot read."""
    connection.send_bytes(b"no pickle")
    connection.recv_bytes()


def unconnected(connection: Any, address: str) -> None:
    driver.connect = lambda address: (1, 2)
    driver.serve(connection, address)
