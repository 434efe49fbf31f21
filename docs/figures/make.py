"""Draws every picture of the documentation anew, from a seed.

    python docs/figures/make.py              # all of them
    python docs/figures/make.py board.svg    # some

Games are played first and kept as replays; the pictures are drawn from those. Pixels need the extra `view`.
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
CAVES_SEED, CAVES_MIDDLE = 11, 13
"""The same for Underground: a game in which Places and Relics were found by then."""
AZEROTH_SEED, AZEROTH_MIDDLE = 36, 15
"""The same for Warcraft, with three players: a game in which Artifacts and Places were found by then."""
ISLANDS_SEED, ISLANDS_MIDDLE = 3, 42
"""The same for Small Islands, with three players: every seat has built and docked by then."""


def played(path: Path, name: str, num_players: int, seed: int) -> None:
    """Greedy against itself."""
    recorder = swenv.Recorder(swenv.load(name, num_players=num_players), seed)
    state = recorder.state
    players = [make("greedy") for _ in range(state.game.num_players)]
    for seat, player in enumerate(players):
        player.reset(state.game, seat, seed)
    while not state.is_over:
        recorder.apply(players[state.to_act].act(state))
    recorder.replay.save(path)


def frames(replay: str) -> Iterator[swenv.State]:
    """A kept game at its start, after each turn, and at its end."""
    now = (0, 0)
    for state in swenv.Replay.load(FOLDER / replay).states():
        if state.is_over or (state.round, state.turn) != now:
            now = (state.round, state.turn)
            yield state


def still(path: Path, replay: str, frame: int) -> None:
    """A game at one of its frames."""
    path.write_text(render.svg(list(frames(replay))[frame], width=1000), encoding="utf-8", newline="\n")


def moving(path: Path) -> None:
    """The whole game, a frame a turn."""
    from PIL import Image

    pictures = [Image.fromarray(render.rgb_array(state, 760)) for state in frames("game.jsonl")]
    ends = Image.new("RGB", (pictures[0].width, 2 * pictures[0].height))
    ends.paste(pictures[0], (0, 0))
    ends.paste(pictures[-1], (0, pictures[0].height))
    # One colour is left free: it stands for "as before", which makes the file a quarter as large.
    palette = ends.quantize(255)
    first, *rest = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    times = [700] * len(rest) + [4000]
    first.save(path, save_all=True, append_images=rest, duration=times, loop=0, optimize=True)


FIGURES: dict[str, Callable[[Path], None]] = {
    "game.jsonl": lambda path: played(path, "smallworld", 2, SEED),
    "board.svg": lambda path: still(path, "game.jsonl", MIDDLE),
    "game.gif": moving,
    "underground.jsonl": lambda path: played(path, "underground", 2, CAVES_SEED),
    "underground.svg": lambda path: still(path, "underground.jsonl", CAVES_MIDDLE),
    "warcraft.jsonl": lambda path: played(path, "warcraft", 3, AZEROTH_SEED),
    "warcraft.svg": lambda path: still(path, "warcraft.jsonl", AZEROTH_MIDDLE),
    "islands.jsonl": lambda path: played(path, "islands", 3, ISLANDS_SEED),
    "islands.svg": lambda path: still(path, "islands.jsonl", ISLANDS_MIDDLE),
}
"""What makes each file of this folder, in order."""


def main(names: list[str]) -> None:
    """Make the named files, or all."""
    for name in names or FIGURES:
        FIGURES[name](FOLDER / name)
        print(f"{name}: {(FOLDER / name).stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
