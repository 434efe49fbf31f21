"""Photographs the pages of `swenv serve` for the documentation.

    python docs/figures/browser.py

It needs Chromium and the extras `web`, `train` and `dev`. The games are those of `make.py`; for the laboratory, it
trains an agent for a minute.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

FOLDER = Path(__file__).parent
SIZE = {"width": 1280, "height": 800}
JUDGE = "search:simulations=500"
AT = {"game": 150, "underground": 120, "warcraft": 160, "islands": 150}
"""For each game of `make.py`, the decision that is shown."""


def train(folder: Path) -> None:
    """Train an agent for a minute, with an evaluation every few seconds."""
    command = [sys.executable, "-m", "swenv", "train", "smallworld", "--minutes", "1.5", "--evaluate-every", "8"]
    subprocess.run([*command, "--set", "evaluation_games=100", "--run-dir", str(folder)], check=True)


def open_replay(page: Page, address: str, name: str) -> None:
    """Open a game of `make.py` at its decision."""
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    game = page.request.post(f"{address}/api/replays", data={"replay": text}).json()["id"]
    page.goto(f"{address}/games/{game}?at={AT[name]}")
    expect(page.locator(".headline")).to_contain_text("Decision")


def save(page: Page, name: str) -> None:
    """Photograph a page in 256 colours, which makes the file a third as large."""
    picture = Image.open(BytesIO(page.screenshot()))
    few = picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE)  # also colours that only the legend has
    few.save(FOLDER / name, optimize=True)


def shoot(page: Page, address: str) -> None:
    """Take all pictures."""
    wanted = {"game": "smallworld", "players": ["person", "greedy"], "seed": 12}
    begun = page.request.post(f"{address}/api/games", data=wanted).json()
    page.goto(f"{address}/games/{begun['id']}#{begun['tokens'][0]}")
    page.locator(".offer").first.click()
    page.locator(".commit").click()
    for _ in range(2):
        page.locator("g.target").first.click(force=True)
        page.wait_for_timeout(400)
    save(page, "browser.png")
    for name in ("underground", "warcraft", "islands"):
        open_replay(page, address, name)
        save(page, f"browser-{name}.png")
    open_replay(page, address, "game")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Judge", exact=True).select_option(JUDGE)
    page.get_by_role("button", name="The whole game").click()
    expect(page.locator(".curve")).to_contain_text(re.compile(r"(\d+) of \1 decisions judged"), timeout=600_000)
    save(page, "browser-analysis.png")
    page.goto(f"{address}/lab")
    page.get_by_role("link", name="first").click()
    page.locator("main svg").first.wait_for()
    page.wait_for_timeout(500)
    save(page, "browser-laboratory.png")


@contextmanager
def stopped(server: subprocess.Popen[str]) -> Iterator[None]:
    """Stop the server in the end, whatever happens."""
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Serve, and photograph."""
    with TemporaryDirectory() as folder:
        runs = Path(folder) / "runs"
        train(runs / "first")
        command = [sys.executable, "-m", "swenv", "serve", "--port", "0", "--folder", f"{folder}/games"]
        command += ["--players", f"greedy,planner,{JUDGE}", "--watch", str(runs)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        with stopped(server), sync_playwright() as playwright:
            assert server.stdout is not None
            address = re.findall(r"http://\S+:\d+", server.stdout.readline())[0]
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
            page = context.new_page()
            page.add_init_script("localStorage.setItem('swenv-hints', '[\"all\"]')")
            page.set_default_timeout(120_000)
            shoot(page, address)
            browser.close()


if __name__ == "__main__":
    main()
