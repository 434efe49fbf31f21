"""Converts SVG documents to pixels with resvg. Needs `pip install swenv-rl[view]`."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

_WEIGHTS = ("Regular", "It", "Semibold", "Bold")


def needed(module: str) -> ModuleType:
    """Import a module of the extra `view`.

    Raises:
        ImportError: it is not installed; the message says what to install.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"pictures need {module}: pip install swenv-rl[view]") from error


def pixels(document: str, width: int) -> NDArray[np.uint8]:
    """Draw an SVG document on white.

    The fonts come from a package, never from the machine: a document gives the same pixels on machines with
    other fonts, or with none.

    Args:
        document: the SVG document.
        width: of the picture in pixels, rounded up to an even number; the height follows.

    Returns:
        (height, width, 3) uint8, a new array: red, green, blue. Both sides are even, as most video players need.

    Raises:
        ImportError: the extra `view` is not installed.
    """
    png = needed("resvg_py").svg_to_bytes(
        svg_string=document, width=width + width % 2, background="#ffffff", skip_system_fonts=True, font_files=_fonts()
    )

    with needed("PIL.Image").open(BytesIO(bytes(png))) as picture:
        drawn = np.array(picture.convert("RGB"), dtype=np.uint8)
    return np.pad(drawn, ((0, 1), (0, 0), (0, 0)), mode="edge") if len(drawn) % 2 else drawn


@lru_cache(maxsize=1)
def _fonts() -> list[str]:
    needed("font_source_sans_pro")
    folder = files("font_source_sans_pro") / "files"
    return [str(folder / f"SourceSansPro-{weight}.ttf") for weight in _WEIGHTS]
