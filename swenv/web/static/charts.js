// Charts of what changes with the decisions of a run, as pictures that are read aloud by their tables.

import {make, makeSvg} from "./dom.js";
import {table} from "./sheet.js";

const HEIGHT = 260, LEFT = 52, RIGHT = 12, TOP = 10, BOTTOM = 38;
/** Widths of a chart, in pixels, and how many rows its table has. */
const NARROWEST = 240, WIDEST = 900, MOST_ROWS = 60;
/** Lines that look different. */
const LOOKS = 6;

/**
 * A chart with a legend, a line that says what is under the pointer, and a table.
 *
 * A line has a name and points: decisions, a value and, if known, the ends of its interval. A share is shown in
 * percent, with a thin line where players are even.
 */
export function chart({title, unit, even, lines}) {
  const show = unit === "share" ? value => `${(100 * value).toFixed(1)} %` : short;
  const latest = lines.map(({name, points}) => `${name} ${told(points.at(-1), show)}`).join("; ");
  const end = Math.max(...lines.map(({points}) => points.at(-1)[0]));
  const label = `${title} over decisions, up to ${short(end)}. Last: ${latest}.`;
  const picture = make("div", {class: "lab-picture"}), said = make("p", {class: "soft lab-said"}, "");
  const figure = make("figure", {class: "lab-chart"},
    make("figcaption", {}, make("h2", {}, title)),
    make("ul", {class: "lab-legend"}, lines.map(({name, points}, place) => make("li", {},
      makeSvg("svg", {viewBox: "0 0 26 10", "aria-hidden": "true"}, makeSvg("line", {x1: 0, y1: 5, x2: 26, y2: 5, class: look(place)})),
      `${unit === "share" ? "against " : ""}${name}: ${told(points.at(-1), show)}`))),
    picture, said,
    make("details", {}, make("summary", {}, "As a table"), numbers(title, lines, show)));
  let width = 0;
  new ResizeObserver(() => {
    const now = Math.round(Math.min(WIDEST, Math.max(NARROWEST, picture.clientWidth)));
    if (now === width) return;
    width = now;
    picture.replaceChildren(draw(width));
  }).observe(picture);
  return figure;

  function draw(width) {
    const all = lines.flatMap(({points}) => points);
    const right = Math.max(...all.map(([x]) => x), 1), top = unit === "share" ? 1 : ceiling(all), bottom = unit === "share" ? 0 : floor(all);
    const x = value => LEFT + (width - LEFT - RIGHT) * value / right;
    const y = value => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - bottom) / (top - bottom || 1));
    const mark = makeSvg("line", {class: "lab-mark", y1: TOP, y2: HEIGHT - BOTTOM, x1: -9, x2: -9});
    const svg = makeSvg("svg", {viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": label},
      ...ticks(bottom, top).map(value => [
        makeSvg("line", {class: "lab-grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value)}),
        makeSvg("text", {x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"}, unit === "share" ? `${Math.round(100 * value)} %` : short(value)),
      ]),
      ...ticks(0, right, width < 500 ? 3 : 5).map(value => makeSvg("text", {x: x(value), y: HEIGHT - BOTTOM + 16, "text-anchor": !value ? "start" : x(value) > width - 2 * RIGHT - 20 ? "end" : "middle"}, short(value))),
      makeSvg("text", {x: width - RIGHT, y: HEIGHT - 4, "text-anchor": "end"}, "decisions"),
      even ? makeSvg("line", {class: "lab-even", x1: LEFT, x2: width - RIGHT, y1: y(even), y2: y(even)}) : null,
      ...lines.map(({points}, place) => band(points, place, x, y)),
      ...lines.map(({points}, place) => path(points, place, x, y)),
      mark);
    svg.addEventListener("pointermove", event => point(event, svg, width, right, mark, x));
    svg.addEventListener("pointerleave", () => { said.textContent = ""; mark.setAttribute("x1", -9); mark.setAttribute("x2", -9); });
    return svg;
  }

  /** Say what is under the pointer. */
  function point(event, svg, width, right, mark, x) {
    const box = svg.getBoundingClientRect();
    const wanted = ((event.clientX - box.left) * width / box.width - LEFT) / (width - LEFT - RIGHT) * right;
    const found = lines.map(({name, points}) => ({name, point: points.reduce((best, each) => Math.abs(each[0] - wanted) < Math.abs(best[0] - wanted) ? each : best)}));
    const place = found[0].point[0];
    mark.setAttribute("x1", x(place));
    mark.setAttribute("x2", x(place));
    said.textContent = `After ${short(place)} decisions: ${found.map(({name, point: each}) => `${name} ${told(each, show)}`).join("; ")}`;
  }
}

function look(place) {
  return `lab-line lab-line-${place % LOOKS}`;
}

/** The interval of a line as an area. */
function band(points, place, x, y) {
  const known = points.filter(point => point.length > 3);
  if (known.length < 2) return null;
  const edge = [...known.map(point => [x(point[0]), y(point[3])]), ...known.reverse().map(point => [x(point[0]), y(point[2])])];
  return makeSvg("polygon", {class: `lab-band lab-band-${place % LOOKS}`, points: edge.map(each => each.map(rounded).join()).join(" ")});
}

function path(points, place, x, y) {
  if (points.length === 1) return makeSvg("circle", {class: `lab-dot lab-band-${place % LOOKS}`, cx: x(points[0][0]), cy: y(points[0][1]), r: 4});
  return makeSvg("polyline", {class: look(place), points: points.map(([at, value]) => `${rounded(x(at))},${rounded(y(value))}`).join(" ")});
}

function rounded(value) {
  return Math.round(10 * value) / 10;
}

/** A value with its interval. */
function told([, value, low, high], show) {
  return low === undefined ? show(value) : `${show(value)} (${show(low).replace(" %", "")} to ${show(high).replace(" %", "")})`;
}

/** The table of a chart: some decisions, evenly spaced, and the value of each line there. */
function numbers(title, lines, show) {
  const places = [...new Set(lines.flatMap(({points}) => points.map(([at]) => at)))].sort((one, other) => other - one);
  const step = Math.max(1, Math.ceil(places.length / MOST_ROWS));
  const values = lines.map(({points}) => new Map(points.map(point => [point[0], point])));
  const rows = places.filter((_, place) => place % step === 0).map(at => [short(at), ...values.map(each => each.has(at) ? told(each.get(at), show) : "")]);
  return table(`${title}, as a table`, ["decisions", ...lines.map(({name}) => name)], rows);
}

/** A number in few letters: 1,250,000 is "1.25 million". */
function short(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3)).toLocaleString("en")} million`;
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

function ceiling(points) {
  return Math.max(...points.map(([, value]) => value), 0) * 1.05 || 1;
}

function floor(points) {
  return Math.min(...points.map(([, value]) => value), 0) * 1.05;
}

/** Round numbers from one to another, about so many. */
function ticks(low, high, number = 4) {
  const rough = (high - low) / number, size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(each => each * size).find(each => each >= rough * 0.999);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1000; value += step) found.push(Number(value.toPrecision(12)));
  return found;
}
