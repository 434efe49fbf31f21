"""swenv: the Small World family of board games for reinforcement learning."""

from pathlib import Path

# In a checkout agents/, training/ and maps/ stand beside this folder; installed, they stand inside it.
if (Path(__file__).parent.parent / "pyproject.toml").is_file():
    __path__.append(str(Path(__file__).parent.parent))

from swenv.core.action import Action, Verb
from swenv.core.errors import GameOver, IllegalAction
from swenv.core.game import Game, State
from swenv.core.registry import games, load
from swenv.core.vector import Vector

__version__ = "0.1.0"

__all__ = ["Action", "Game", "GameOver", "IllegalAction", "State", "Vector", "Verb", "games", "load"]
