"""The notebooks of the first hour: each runs from top to bottom in an empty folder, and shows what it says."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import numba
import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
SHORT = {"minutes": 0.01, "imitate": 0, "games": 2, "run": "runs/first"}
"""What the cell tagged `parameters` sets here: a trained agent in seconds."""
SHOWN: dict[str, dict[str, str]] = {
    "1-play-and-look": {
        "load": "<svg",
        "illegal": "illegal action 'conquer 14': that region is out of reach (SW-CONQ-5)",
        "see": "price 2",
        "whole": "<svg",
        "replay": "image/gif",
        "search": "tried",
        "pettingzoo": "player_2 gets",
        "vector": "steps a second",
    },
    "2-train-and-watch": {
        "train": "report: runs/first/report.md",
        "curve": "image/png",
        "match": "2 games, seed 1",
        "think": "<svg",
        "watch": "image/gif",
    },
    "3-your-own-race-board-and-player": {
        "race": "15 races, the last one: otters",
        "race-error": "race 'otters': field 'coins' must be a list of",
        "race-test": "<svg",
        "board": "<svg",
        "board-error": "board 'lagoon', region 2, field 'neighbors'",
        "check": "all is well",
        "play": "bargain",
        "fair": "otters",
        "environment": "legal actions",
    },
}
"""What the output of a cell contains, by notebook and id of the cell."""


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def test_notebooks_are_listed_without_what_they_printed_and_install_in_the_same_way() -> None:
    listed = (ROOT / "docs" / "notebooks" / "index.md").read_text(encoding="utf-8")
    assert [path.stem for path in NOTEBOOKS] == [*SHOWN]
    assert all(f"]({path.name})" in listed for path in NOTEBOOKS)
    installing = {"".join(cells(path)[1]["source"]) for path in NOTEBOOKS}
    assert len(installing) == 1 and "%pip install" in installing.pop()
    for path in NOTEBOOKS:
        document = json.loads(path.read_text(encoding="utf-8"))
        assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
        assert document["metadata"]["kernelspec"]["name"] == "python3"
        code = [cell for cell in cells(path) if cell["cell_type"] == "code"]
        assert code and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code), path.name
        assert {cell["id"] for cell in code} >= {*SHOWN[path.stem]}


def shown(cell: Any) -> str:
    """All that a cell printed and displayed, with the types of its pictures."""
    texts = ((output.get("text", ""), *chain(*output.get("data", {}).items())) for output in cell.outputs)
    return "\n".join(chain(*texts))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too many games for NUMBA_DISABLE_JIT")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_says(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient", reason="it comes with the extra dev")
    nbformat = pytest.importorskip("nbformat", reason="it comes with the extra dev")
    pytest.importorskip("resvg_py", reason="needs the extra `view`")
    if "train" in path.stem:
        pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "jupyter"))  # the kernel is that of this Python, as it comes

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if "parameters" in cell.metadata.get("tags", ()):
            assert {line.split(" = ")[0] for line in cell.source.splitlines()} == {*SHORT}
            cell.source = "\n".join(f"{name} = {value!r}" for name, value in SHORT.items())
    folder = tmp_path / "empty"
    folder.mkdir()
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()

    outputs = {cell.id: shown(cell) for cell in notebook.cells if cell.cell_type == "code"}
    assert outputs["install"] == "", "the kernel has no swenv: it is not the Python of the tests"
    for name, text in SHOWN[path.stem].items():
        assert text in outputs[name], f"{name} shows\n{outputs[name]}"
