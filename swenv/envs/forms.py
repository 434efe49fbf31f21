"""The forms in which environments hand out observations: their options `observation`, `dtype` and `idle_mask`."""

from __future__ import annotations

import string
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from swenv.core.errors import check_known
from swenv.core.game import Game, State
from swenv.core.registry import drawer

FORMS = ("dict", "vector", "graph", "planes", "text")
DTYPES = ("int8", "float32")
IDLE_MASKS = ("zeros", "ones")
LONGEST = 1 << 16
"""Characters of a text at most: more than four times as many as in any text of the games played for this."""
CHARACTERS = string.ascii_letters + string.digits + string.punctuation + " \n" + "·×–—→−≤≥…"
"""The characters of a text, besides those in the names of your own races."""


class Form:
    """Turns what a seat sees, a vector and a mask, into the observation that a library takes.

    | `observation` | Observation |
    |---|---|
    | `"dict"` | `{"observation": (observation_size,), "action_mask": (num_actions,)}` |
    | `"vector"` | (observation_size,), the mask is in the info alone |
    | `"graph"` | `{"nodes", "adjacency", "whole", "action_mask"}`, see `Graph` |
    | `"planes"` | `{"planes", "whole", "action_mask"}`, only for games on a grid, see `Game.planes` |
    | `"text"` | a string, `swenv.render.words`, only from a `State`; the mask is in the info alone |

    Masks and adjacencies are int8, all other arrays of the dtype.

    Attributes:
        name: "dict", "vector", "graph", "planes" or "text".
        dtype: "int8" or "float32".
        idle_mask: "zeros" or "ones": the mask of a seat that is not to act, and of every seat once the game is over.
    """

    def __init__(self, game: Game, name: str, dtype: str, idle_mask: str) -> None:
        """Check the options.

        Raises:
            ValueError: there is no such form, dtype or mask, or the game has no planes.
        """
        check_known("form of observation", name, FORMS)
        check_known("dtype of observations", dtype, DTYPES)
        check_known("idle mask", idle_mask, IDLE_MASKS)
        if name == "planes":
            try:
                game.planes(np.zeros(game.observation_size, np.int8))
            except ValueError as error:
                raise ValueError(f"option 'observation': {error}") from None
        self.name, self.dtype, self.idle_mask = name, dtype, idle_mask
        self._game = game

    @property
    def refers(self) -> bool:
        """Whether observations share the memory of the vector and the mask that they are made from."""
        return self.name in ("dict", "vector") and self.dtype == "int8"

    def of(self, state: State, seat: int, mask: NDArray[np.int8]) -> Any:
        """Return what a seat sees of a state, in any form.

        Args:
            state: The state.
            seat: The seat, an int that is not checked.
            mask: (num_actions,); the observation refers to it.
        """
        if self.name == "text":
            return drawer().words(state, seat)
        vector = np.empty(self._game.observation_size, np.int8)
        state.write_observation(seat, vector)
        return self(vector, mask)

    def __call__(self, vector: NDArray[np.int8], mask: NDArray[np.int8]) -> Any:
        """Return the observation in a form of arrays.

        Args:
            vector: (observation_size,), or (n, observation_size) for a batch.
            mask: (num_actions,) or (n, num_actions); the observation refers to it.
        """
        seen = vector.astype(self.dtype, copy=False)
        if self.name == "vector":
            return seen
        if self.name == "dict":
            return {"observation": seen, "action_mask": mask}
        graph = self._game.graph(vector)
        if self.name == "planes":
            planes = np.ascontiguousarray(self._game.planes(seen))
            return {"planes": planes, "whole": graph.whole.astype(self.dtype), "action_mask": mask}
        adjacency = np.broadcast_to(graph.adjacency, (*vector.shape[:-1], *graph.adjacency.shape[-2:]))
        parts = {"nodes": graph.nodes, "whole": graph.whole}
        return {
            **{name: part.astype(self.dtype) for name, part in parts.items()},
            "adjacency": adjacency.copy() if vector.ndim == 1 else adjacency,
            "action_mask": mask,
        }

    def idle(self) -> NDArray[np.int8]:
        """Return the mask of a seat that is not to act: (num_actions,) int8, a new array."""
        return np.full(self._game.num_actions, 1 if self.idle_mask == "ones" else 0, np.int8)

    def space(self) -> spaces.Space[Any]:
        """Return a new space of observations."""
        game = self._game
        if self.name == "text":
            return spaces.Text(LONGEST, charset=frozenset(CHARACTERS).union(*game.entries()))
        example = self(np.zeros(game.observation_size, np.int8), np.zeros(game.num_actions, np.int8))
        if self.name == "vector":
            return _box(example)
        flags = {"action_mask", "adjacency"}
        return spaces.Dict(
            {
                name: spaces.Box(0, 1, part.shape, np.int8) if name in flags else _box(part)
                for name, part in example.items()
            }
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self._game, self.name, self.dtype, self.idle_mask


def _box(example: NDArray[Any]) -> spaces.Box:
    """The space of what was an int8, of whatever dtype it is now."""
    return spaces.Box(-128, 127, example.shape, example.dtype.type)
