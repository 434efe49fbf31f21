// Tables that scroll in a box of their own where the page is too narrow.

import {make} from "./dom.js";

/** A number, perhaps with a unit, and perhaps with its interval. */
const NUMBER = /^$|^[≥≤]? ?-?[\d.,]+( ?%| million)?( to -?[\d.,]+( ?%)?| \(.*\))?$/;

/** A table; columns of numbers are aligned. A cell is a text, an element, or several of them. */
export function table(name, columns, rows) {
  const isNumber = columns.map((_, place) => rows.length > 0 && rows.every(row => typeof row[place] === "string" && NUMBER.test(row[place])));
  const kind = place => ({class: isNumber[place] ? "number" : null});
  return make("div", {class: "lab-scroll", tabindex: "0", role: "region", "aria-label": name}, make("table", {class: "lab"},
    make("thead", {}, make("tr", {}, columns.map((each, place) => make("th", {scope: "col", ...kind(place)}, each)))),
    make("tbody", {}, rows.map(row => make("tr", {}, row.map((each, place) => make("td", kind(place), each)))))));
}
