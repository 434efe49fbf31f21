"""Work on a GPU that is recorded once and then replayed without Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import torch
from torch import Tensor

from swenv.training.processes import Lost

WARM_UP = 3
"""Calls of a function before it is recorded, during which libraries choose their algorithms."""

Outputs = TypeVar("Outputs")
Stream: Any = torch.cuda.Stream  # its constructor has no types


def is_cuda(device: torch.device) -> bool:
    """Whether a device is a GPU that torch drives through CUDA."""
    return device.type == "cuda"


@contextmanager
def fitting(**sizes: int | None) -> Iterator[None]:
    """Blame these settings if something within the block does not fit into the GPU's memory, and say if the GPU fails.

    Raises:
        MemoryError: it does not; the message names the settings and their values.
        Lost: the GPU has failed.
    """
    try:
        yield
    except RuntimeError as error:
        if _is_full(error):
            named = ", ".join(f"{name} = {value:,}" for name, value in sizes.items() if value is not None)
            raise MemoryError(f"this does not fit into the memory of the GPU: {named}; choose smaller ones") from error
        if has_failed(error):
            why = str(error).splitlines()[0]
            raise Lost(f"the GPU has failed ({why}), but the last checkpoint is whole") from error
        raise


def _is_full(error: RuntimeError) -> bool:
    return isinstance(error, torch.cuda.OutOfMemoryError) or "CUDA error: out of memory" in str(error)


def has_failed(error: RuntimeError) -> bool:
    """Whether an error says that the GPU has failed: nothing can be computed on it, or read from it, any more."""
    return not _is_full(error) and re.search("CUDA (driver )?error", str(error)) is not None


class CudaGraph(Generic[Outputs]):
    """A function of tensors on a GPU, recorded as a CUDA graph: a call costs one launch, whatever it computes.

    Args:
        function: The function to record. It computes no gradients, and its operations depend only on the shapes of its
            inputs.
        inputs: Its inputs; every call reads their current contents.
        stream: Where it will be called. The recording includes what libraries keep for a stream: two recordings
            that are replayed at the same time need separate streams.
    """

    def __init__(self, function: Callable[..., Outputs], inputs: tuple[Tensor, ...], stream: torch.cuda.Stream) -> None:
        stream.wait_stream(torch.cuda.current_stream(stream.device))
        with torch.no_grad(), torch.cuda.stream(stream):
            for _ in range(WARM_UP):
                function(*inputs)
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph, stream=stream):
                self._outputs = function(*inputs)
        stream.synchronize()

    def __call__(self) -> Outputs:
        """Compute from the current inputs; the next call overwrites the returned tensors."""
        self._graph.replay()
        return self._outputs
