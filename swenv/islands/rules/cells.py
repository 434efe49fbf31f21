"""Sets of cells: several 64-bit masks side by side, because a window has more than 64 cells.

Iterate over a set with `for k in range(CELL_WORDS)`, `lowest` and `without_lowest`; a cell is `64 * k` plus the bit.
"""

from swenv.core.bits import bit
from swenv.core.jit import kernel


@kernel
def add_cell(cells, cell):
    """Add a cell to a set."""
    cells[cell // 64] |= bit(cell % 64)


@kernel
def drop_cell(cells, cell):
    """Remove a cell from a set."""
    cells[cell // 64] &= ~bit(cell % 64)
