"""Sets of cells: several 64-bit masks side by side, as a window has more than 64 cells.

Walk one with `for k in range(CELL_WORDS)`, `lowest` and `without_lowest`: the cell is `64 * k` and the bit.
"""

from swenv.core.bits import bit
from swenv.core.jit import kernel


@kernel
def add_cell(cells, cell):
    """Put a cell into a set."""
    cells[cell // 64] |= bit(cell % 64)


@kernel
def drop_cell(cells, cell):
    """Take a cell out of a set."""
    cells[cell // 64] &= ~bit(cell % 64)
