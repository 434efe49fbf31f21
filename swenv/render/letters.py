"""The widths of words in Source Sans, which the pictures are laid out for, without the font.

Viewers may have other fonts: each text states its width, and is drawn that wide in any font.
"""

from __future__ import annotations

import unicodedata

# Thousandths of the size, from the space to the tilde. tests/render/test_lettering.py compares them with the fonts.
# fmt: off
_REGULAR = (
    200, 289, 425, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497, 497, 497, 497, 497,
    497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 544, 588, 571, 615, 527, 494, 617, 652, 263, 480, 579, 486, 727,
    647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513, 476, 539, 303, 350, 303, 497, 500, 542, 504, 553, 456, 555,
    496, 292, 504, 544, 246, 247, 495, 255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 718, 446, 467, 425, 303,
    241, 303, 497,
)
_BOLD = (
    200, 340, 536, 528, 528, 857, 667, 300, 344, 344, 457, 528, 300, 332, 300, 339, 528, 528, 528, 528, 528, 528, 528,
    528, 528, 528, 300, 300, 528, 528, 528, 463, 903, 573, 605, 582, 635, 548, 524, 638, 674, 301, 509, 614, 518, 762,
    665, 684, 596, 684, 613, 556, 556, 665, 556, 813, 567, 525, 541, 344, 339, 344, 528, 500, 555, 527, 573, 467, 573,
    518, 341, 534, 571, 276, 278, 548, 286, 857, 572, 555, 573, 573, 398, 443, 383, 568, 523, 776, 514, 521, 460, 344,
    268, 344, 528,
)
# fmt: on
_OTHERS = {"·": (249, 300), "×": (497, 528)}
_UNKNOWN, _WIDE = 600.0, 1000.0
_BOLDNESS = {400.0: 0.0, 600.0: 0.5, 700.0: 1.0}
"""Where the widths of a weight lie between regular and bold."""


def width(words: str, size: float, weight: float = 400) -> float:
    """The width of a text of weight 400, 600 or 700, in the unit of its size; unknown letters count as wide ones."""
    return size * sum(_advance(letter, _BOLDNESS[weight]) for letter in words) / 1000


def _advance(letter: str, bold: float) -> float:
    place = ord(letter) - ord(" ")
    if 0 <= place < len(_REGULAR):
        regular, heavy = _REGULAR[place], _BOLD[place]
    elif letter in _OTHERS:
        regular, heavy = _OTHERS[letter]
    elif unicodedata.combining(letter):
        return 0.0
    else:
        return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _UNKNOWN
    return regular + bold * (heavy - regular)
