"""Makes moving pictures from a series of SVG documents: an animated GIF, or one HTML page. Works for any game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from swenv.core.plain import plain
from swenv.render.canvas import escape
from swenv.render.notes import Chart, Note, markup
from swenv.render.raster import needed, pixels


def gif(frames: Iterable[str], path: str | Path, width: int, seconds: float, last: float) -> None:
    """Write an animated GIF that repeats forever. See `swenv.render.gif`."""
    image = needed("PIL.Image")
    documents = list(frames)
    if not documents:
        raise ValueError("states: there is no state to draw")

    def picture(document: str) -> Any:
        return image.fromarray(pixels(document, width))

    # One palette for all frames, made from the first and the last, avoids flicker.
    ends = [picture(documents[0]), picture(documents[-1])]
    both = image.new("RGB", (ends[0].width, ends[0].height + ends[1].height))
    both.paste(ends[0], (0, 0))
    both.paste(ends[1], (0, ends[0].height))
    palette = both.quantize(256)
    reduced = (picture(document).quantize(palette=palette, dither=image.Dither.NONE) for document in documents)
    times = [round(1000 * seconds)] * (len(documents) - 1) + [round(1000 * last)]
    first = next(reduced)
    first.save(path, format="GIF", save_all=True, append_images=reduced, duration=times, loop=0, optimize=False)


def html(
    frames: Iterable[str],
    path: str | Path,
    title: str,
    captions: Sequence[str],
    seconds: float,
    notes: Sequence[Note],
    chart: Chart | None,
) -> None:
    """Write one self-contained page with a slider and buttons. See `swenv.render.html`."""
    # A frame is a list of lines, most of which all frames of a game share: each line is written once.
    lines: dict[str, int] = {}
    rows = [[lines.setdefault(line, len(lines)) for line in frame.splitlines()] for frame in frames]
    if not rows:
        raise ValueError("states: there is no state to draw")
    content = {
        "lines": list(lines),
        "frames": rows,
        "captions": list(captions),
        "pause": round(1000 * seconds),
        "notes": [asdict(note) for note in notes],
        "marks": sorted(chart.marks) if chart else [],
    }
    # A script element must not contain "<", as a text could close it.
    data = (
        json.dumps(plain(content), separators=(",", ":"))
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
    )
    page = _PAGE.replace("@TITLE@", escape(title)).replace("@CHART@", markup(chart) if chart else "")
    page = page.replace("@DATA@", data)
    Path(path).write_text(page, encoding="utf-8", newline="\n")


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 12px; max-width: 1400px; font: 16px/1.4 system-ui, sans-serif; }
#picture svg { display: block; width: 100%; height: auto; max-height: 86vh; }
#controls { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 10px; }
#controls input { flex: 1; min-width: 9em; }
button { font: inherit; min-width: 3em; padding: 4px 10px; cursor: pointer; }
#caption { min-height: 1.4em; margin: 6px 2px; font-variant-numeric: tabular-nums; }
#chart { display: flex; gap: 6px; height: 150px; margin: 12px 2px; }
#scale { display: flex; flex-direction: column; justify-content: space-between; margin: -0.7em 0; text-align: right; }
#scale, #legend, #note { font-size: 14px; }
#plot { flex: 1; min-width: 0; height: 100%; overflow: visible; cursor: pointer; touch-action: pan-y; }
.key { white-space: nowrap; margin-left: 10px; }
.key svg { width: 30px; height: 10px; }
#plot path, .key path { fill: none; vector-effect: non-scaling-stroke; }
.curve { --ink: var(--seat); stroke: var(--ink); stroke-width: 2.5; }
.mark { stroke: #c2185b; stroke-width: 10; stroke-linecap: round; }
.grid { stroke: #8886; }
#cursor { stroke: currentColor; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
.curve { --ink: color-mix(in srgb, var(--seat) 50%, white); }
.mark { stroke: #ff6f9f; }
}
#note { overflow-x: auto; }
#note p { margin: 6px 2px; }
#note table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
#note td, #note th { padding: 2px 14px 2px 2px; text-align: left; border-bottom: 1px solid #8884; }
</style>
</head>
<body>
<div id="picture"></div>
<div id="controls">
<button id="first" aria-label="first">|&lt;</button>
<button id="back" aria-label="one back">&lt;</button>
<button id="play" aria-label="play or pause">Play</button>
<button id="forward" aria-label="one forward">&gt;</button>
<button id="last" aria-label="last">&gt;|</button>
<button id="earlier" aria-label="previous mark" hidden>&lt; !</button>
<button id="later" aria-label="next mark" hidden>! &gt;</button>
<input id="slider" type="range" min="0" value="0" aria-label="position in the game">
</div>
<p id="caption" aria-live="polite"></p>
@CHART@
<div id="note"></div>
<noscript>This page plays a game with JavaScript.</noscript>
<script id="data" type="application/json">@DATA@</script>
<script>
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = name => document.getElementById(name);
const end = data.frames.length - 1, plot = at("plot");
let now = 0, timer = null;
function show(frame) {
  now = Math.max(0, Math.min(end, frame));
  at("picture").innerHTML = data.frames[now].map(line => data.lines[line]).join("\\n");
  at("slider").value = now;
  const caption = data.captions[now];
  at("caption").textContent = `${now + 1} of ${end + 1}` + (caption ? `: ${caption}` : "");
  if (plot) at("cursor").setAttribute("transform", `translate(${now / end * plot.viewBox.baseVal.width})`);
  at("note").replaceChildren(...written(data.notes[now]));
}
function element(name, content) {
  const made = document.createElement(name);
  made.append(...[content].flat());
  return made;
}
function written(note) {
  if (!note) return [];
  const row = (kind, cells) => element("tr", cells.map(cell => element(kind, cell)));
  const rows = note.rows.map(cells => row("td", cells));
  const table = rows.length ? [element("table", [row("th", note.headers), ...rows])] : [];
  return [...note.lines.map(line => element("p", line)), ...table];
}
function stop() { clearInterval(timer); timer = null; at("play").textContent = "Play"; }
function play() {
  if (timer !== null) return stop();
  if (now === end) show(0);
  at("play").textContent = "Pause";
  timer = setInterval(() => { if (now === end) stop(); else show(now + 1); }, data.pause);
}
function go(frame) { stop(); show(frame); }
const earlier = () => go(data.marks.findLast(mark => mark < now) ?? now);
const later = () => go(data.marks.find(mark => mark > now) ?? now);
at("slider").max = end;
at("slider").addEventListener("input", event => go(Number(event.target.value)));
at("first").addEventListener("click", () => go(0));
at("back").addEventListener("click", () => go(now - 1));
at("forward").addEventListener("click", () => go(now + 1));
at("last").addEventListener("click", () => go(end));
at("play").addEventListener("click", play);
for (const [name, move] of [["earlier", earlier], ["later", later]]) {
  at(name).hidden = !data.marks.length;
  at(name).addEventListener("click", move);
}
for (const type of plot ? ["pointerdown", "pointermove"] : []) {
  plot.addEventListener(type, event => {
    const box = plot.getBoundingClientRect();
    if (event.buttons) go(Math.round((event.clientX - box.left) / box.width * end));
  });
}
document.addEventListener("keydown", event => {
  if (event.target.tagName === "INPUT" || event.target.tagName === "BUTTON") return;
  const keys = {
    ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1),
    Home: () => go(0), End: () => go(end), " ": play, p: earlier, n: later,
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
show(0);
</script>
</body>
</html>
"""
