"""Draws every picture of the documentation anew, from a seed.

    python docs/figures/make.py              # all of them
    python docs/figures/make.py board.svg    # some

The game is played first and kept as a replay; the pictures are drawn from that. Pixels need the extra `view`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import swenv
from swenv import render
from swenv.agents import make

FOLDER = Path(__file__).parent
SEED = 12
MIDDLE = 12
"""The frame that is the still picture."""


def played(path: Path) -> None:
    """Greedy against greedy on the two-player board."""
    recorder = swenv.Recorder(swenv.load("smallworld", num_players=2), SEED)
    state = recorder.state
    players = [make("greedy") for _ in range(state.game.num_players)]
    for seat, player in enumerate(players):
        player.reset(state.game, seat, SEED)
    while not state.is_over:
        recorder.apply(players[state.to_act].act(state))
    recorder.replay.save(path)


def frames() -> Iterator[swenv.State]:
    """The kept game at its start, after each turn, and at its end."""
    now = (0, 0)
    for state in swenv.Replay.load(FOLDER / "game.jsonl").states():
        if state.is_over or (state.round, state.turn) != now:
            now = (state.round, state.turn)
            yield state


def still(path: Path) -> None:
    """The game in its middle."""
    path.write_text(render.svg(list(frames())[MIDDLE], width=1000), encoding="utf-8", newline="\n")


def moving(path: Path) -> None:
    """The whole game, a frame a turn."""
    from PIL import Image

    pictures = [Image.fromarray(render.rgb_array(state, 760)) for state in frames()]
    ends = Image.new("RGB", (pictures[0].width, 2 * pictures[0].height))
    ends.paste(pictures[0], (0, 0))
    ends.paste(pictures[-1], (0, pictures[0].height))
    # One colour is left free: it stands for "as before", which makes the file a quarter as large.
    palette = ends.quantize(255)
    first, *rest = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    times = [700] * len(rest) + [4000]
    first.save(path, save_all=True, append_images=rest, duration=times, loop=0, optimize=True)


FIGURES: dict[str, Callable[[Path], None]] = {"game.jsonl": played, "board.svg": still, "game.gif": moving}
"""What makes each file of this folder, in order."""


def main(names: list[str]) -> None:
    """Make the named files, or all."""
    for name in names or FIGURES:
        FIGURES[name](FOLDER / name)
        print(f"{name}: {(FOLDER / name).stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
