"""The fields of one record for code that reads many of them one by one, which numpy's own access makes slow."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Plain:
    """The fields of an array of one record as Python numbers and lists, to read."""

    def __init__(self, record: NDArray[Any]) -> None:
        for name in record.dtype.names or ():
            setattr(self, name, record[name][0].tolist())

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class Open:
    """The fields of an array of one record to write: arrays are views, numbers are kept until `close` writes them."""

    def __init__(self, record: NDArray[Any]) -> None:
        self._record = record
        for name in record.dtype.names or ():
            value = record[name][0]
            self.__dict__[name] = value if isinstance(value, np.ndarray) else value.item()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if isinstance(self.__dict__[name], np.ndarray):
            self.__dict__[name][:] = value
        else:
            self.__dict__[name] = value

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(self.__dict__.get(name), np.ndarray):
            raise AttributeError(f"{name} is an array: assign to its entries")
        self.__dict__[name] = value

    def close(self) -> None:
        """Write the numbers into the record."""
        for name in self._record.dtype.names or ():
            if not isinstance(self.__dict__[name], np.ndarray):
                self._record[name][0] = self.__dict__[name]
