"""What a box does as an expand turn begins."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.record import Phase
from swenv.smallworld.rules.underground.start import fountain_gives


@kernel
def tokens_at_start(g, t, army):
    """Count the tokens that a box will move from the tray to the hand of this army as its expand turn begins."""
    return fountain_gives(g, army) if t.underground != 0 and g.phase == Phase.CHOOSE and army % 3 == 0 else 0
