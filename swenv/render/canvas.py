"""A small SVG writer: one element per line, everything escaped, the same bytes for the same drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from swenv.render import letters

FONT = "'Source Sans Pro', 'Source Sans 3', Roboto, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
"""Similar fonts. Where none of them is installed, texts still keep their width."""

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: str) -> str:
    """Escape text for XML and HTML, for an element or a quoted attribute, on one line.

    Characters that XML forbids even as entities become U+FFFD; line breaks become spaces.
    """
    clean = _NOT_XML.sub("\ufffd", text)
    return " ".join(clean.splitlines()).translate(_ENTITIES)


def number(value: float) -> str:
    """Write a coordinate in its shortest form, rounded to a tenth."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


class Canvas:
    """Collects the elements of a drawing in order.

    Attribute names are written with underscores (`stroke_width=2`); attributes that are None are left out.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0

    def add(self, element: str, text: str | None = None, **attributes: str | float | None) -> None:
        """Append an element, with text inside if given."""
        head = f"<{element}{self._written(attributes)}"
        self._line(f"{head}/>" if text is None else f"{head}>{escape(text)}</{element}>")

    def text(self, x: float, y: float, text: str, size: float, /, **attributes: str | float | None) -> None:
        """Append a text, vertically centred on `y`; in any font it is as wide as `letters.width` says."""
        wide = letters.width(text, size, float(attributes.get("font_weight") or 400))
        if wide > 0:
            attributes |= {"textLength": wide, "lengthAdjust": "spacingAndGlyphs"}
        # Renderers disagree about `dominant-baseline`; half the height of a capital is the same in all of them.
        self.add("text", text, x=x, y=y + 0.36 * size, font_size=size, **attributes)

    def raw(self, markup: str) -> None:
        """Append markup that this package itself wrote, line by line."""
        for line in markup.strip().splitlines():
            self._line(line.strip())

    @contextmanager
    def inside(self, element: str, **attributes: str | float | None) -> Iterator[None]:
        """Add everything within the `with` block as children of this element."""
        self._line(f"<{element}{self._written(attributes)}>")
        self._depth += 1
        yield
        self._depth -= 1
        self._line(f"</{element}>")

    def document(self, width: float, height: float, pixels: int, title: str) -> str:
        """Return the whole SVG document.

        Args:
            width: width of the drawing in its own units.
            height: height of the drawing in its own units.
            pixels: width at which to show it; the height follows.
            title: read by screen readers, and shown by browsers as the name.
        """
        shown = max(1, round(pixels * height / width))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{shown}" '
            f'viewBox="0 0 {number(width)} {number(height)}" font-family="{escape(FONT)}" role="img">'
        )
        return "\n".join([head, f"<title>{escape(title)}</title>", *self._lines, "</svg>"]) + "\n"

    def fragment(self, width: float, height: float) -> str:
        """Return the drawing as an `<svg>` element for a page that has, in another drawing, what this one refers to."""
        head = f'<svg viewBox="0 0 {number(width)} {number(height)}" aria-hidden="true">'
        return "\n".join([head, *self._lines, "</svg>"])

    def _line(self, line: str) -> None:
        self._lines.append(" " * self._depth + line)

    @staticmethod
    def _written(attributes: dict[str, str | float | None]) -> str:
        present = {name: value for name, value in attributes.items() if value is not None}
        return "".join(
            f' {name.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
            for name, value in present.items()
        )
