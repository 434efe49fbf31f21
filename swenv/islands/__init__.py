"""Rules engine of Small Islands, the tile game."""

from swenv.islands.achievements import achievements
from swenv.islands.archipelago import Island, islands

__all__ = ["Island", "achievements", "islands"]
