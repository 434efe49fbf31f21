"""What follows what in a turn: a table for each box (SW-TURN-1 to SW-TURN-15, UG-TURN-2, WW-TURN-2).

`turn` moves through the table, and skips the phases without a decision. What interrupts a turn and returns to it, such
as a bomb or the Balrog, is in the folder of its box.
"""

from swenv.smallworld.rules.record import Phase

END_OF_TURN = -1
"""What follows the last phase of a turn: the next seat's."""
FIRST_OF_TURN = len(Phase)
"""The row of the tables that says with which phase a turn begins."""

_GHOULS: dict[int, int] = {
    Phase.GHOUL_READY: Phase.GHOUL_DEPLOY,
    Phase.GHOUL_CONQUEST: Phase.GHOUL_DEPLOY,
    Phase.GHOUL_DEPLOY: Phase.GHOUL_READY,  # the next that acts in decline, or else READY
}
NEXT: dict[str, dict[int, int]] = {
    "smallworld": {
        FIRST_OF_TURN: Phase.CHOOSE,
        Phase.PICK: Phase.SWAP,
        Phase.SWAP: Phase.GHOUL_READY,
        **_GHOULS,
        Phase.READY: Phase.DEPLOY,
        Phase.CONQUEST: Phase.DEPLOY,
        Phase.DEPLOY: Phase.MARKERS,
        Phase.MARKERS: Phase.STOUT,
        Phase.STOUT: Phase.PEACE,
        Phase.TOMB: Phase.PEACE,  # a Stout race has declined
        Phase.PEACE: Phase.WITHDRAWN,
        Phase.WITHDRAWN: END_OF_TURN,
    },
    "underground": {
        FIRST_OF_TURN: Phase.CHOOSE,
        Phase.PICK: Phase.SWAP,
        Phase.SWAP: Phase.VOLCANO,
        Phase.VOLCANO: Phase.REBORN,
        Phase.REBORN: Phase.ANCIENT,
        Phase.ANCIENT: Phase.GHOUL_READY,
        **_GHOULS,
        Phase.READY: Phase.DEPLOY,
        Phase.CONQUEST: Phase.DEPLOY,
        Phase.BALROG: Phase.CONQUEST,
        Phase.DEPLOY: Phase.MARKERS,
        Phase.MARKERS: Phase.ALTAR,
        Phase.ALTAR: Phase.STOUT,
        Phase.STOUT: Phase.PEACE,
        Phase.TOMB: Phase.PEACE,
        Phase.PEACE: Phase.WITHDRAWN,
        Phase.WITHDRAWN: END_OF_TURN,
    },
    "warcraft": {
        FIRST_OF_TURN: Phase.REVEAL,
        Phase.REVEAL: Phase.CHOOSE,
        Phase.PICK: Phase.SWAP,
        Phase.SWAP: Phase.FORM,
        Phase.FORM: Phase.GHOUL_READY,
        **_GHOULS,
        Phase.READY: Phase.RECRUIT,
        Phase.CONQUEST: Phase.RECRUIT,
        Phase.STRIKE: Phase.CONQUEST,
        Phase.WELL: Phase.CONQUEST,
        Phase.RECRUIT: Phase.DEPLOY,
        Phase.DEPLOY: Phase.AEGIS,
        Phase.AEGIS: Phase.HEART,
        Phase.HEART: Phase.OBJECTIVES,
        Phase.OBJECTIVES: Phase.BOMBS,
        Phase.BOMBS: Phase.WITHDRAWN,
        Phase.WITHDRAWN: END_OF_TURN,
    },
}
"""The phase that follows each phase, by box."""
NEXT_IN_DECLINE: dict[str, dict[int, int]] = {
    "smallworld": {Phase.TOMB: END_OF_TURN},
    "underground": {Phase.TOMB: Phase.ALTAR, Phase.ALTAR: END_OF_TURN},
    "warcraft": {Phase.TOMB: Phase.WITHDRAWN, Phase.WITHDRAWN: END_OF_TURN},
}
"""The same in a turn spent on a decline, once the race has turned over; TOMB comes first, with or without a Tomb."""


def phase_rows(box: str) -> list[list[int]]:
    """Return the rows of the tables `next_phase`: for any turn, and for one spent on a decline."""
    rows = NEXT[box], NEXT[box] | NEXT_IN_DECLINE[box]
    return [[row.get(phase, END_OF_TURN) for phase in range(FIRST_OF_TURN + 1)] for row in rows]
