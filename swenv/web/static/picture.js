// The picture of a position: what can be pointed at, what was done, tiles that are about to be laid.

import {makeSvg} from "./dom.js";

/** How an element of the picture says what it stands for: data-region="7", data-r="3" data-c="4". */
function selector(names, args) {
  const used = names[0] === "r" ? names.slice(0, 2) : names.slice(0, 1);
  return used.map(name => `[data-${name}="${CSS.escape(args[name])}"]`).join("");
}

export class Picture {
  /**
   * @param {HTMLElement} board where the picture is shown
   * @param {HTMLElement} panel where, on a narrow screen, its panel is shown
   */
  constructor(board, panel) {
    this.board = board;
    this.panel = panel;
    this.narrow = matchMedia("(max-width: 900px)");
    this.narrow.addEventListener("change", () => this.onrefit?.());
  }

  /** Show a picture that the server drew. */
  show(svg) {
    this.board.innerHTML = svg;
    this.panel.replaceChildren();
    const whole = this.board.querySelector("svg");
    whole.setAttribute("role", "group"); // not an image, as it has things to click on
    whole.setAttribute("aria-label", whole.querySelector("title").textContent);
    if (this.narrow.matches) this.split();
  }

  /** The board and, if it is apart, the panel. */
  get parts() {
    return [this.board, this.panel];
  }

  /** On a narrow screen, show the panel apart from the board. */
  split() {
    const whole = this.board.querySelector("svg"), panel = whole.querySelector('[data-part="panel"]');
    if (!panel) return;
    const [, , width, height] = whole.getAttribute("viewBox").split(" ").map(Number);
    const left = panel.transform.baseVal[0].matrix.e;
    const part = makeSvg("svg", {viewBox: `${left - 8} 0 ${width - left + 8} ${height}`, "font-family": whole.getAttribute("font-family"), role: "group", "aria-label": "Panel beside the board"});
    part.append(panel);
    this.panel.append(part);
    whole.setAttribute("viewBox", `0 0 ${left - 8} ${height}`);
    whole.removeAttribute("width");
    whole.removeAttribute("height");
  }

  /** The element that stands for the arguments of a verb, or null. */
  find(names, args) {
    return names.length ? this.parts.map(part => part.querySelector(selector(names, args))).find(Boolean) || null : null;
  }

  /** Who does what, as the picture says it. */
  get headline() {
    return this.board.querySelector("title").textContent.split(". ").at(-1);
  }

  /** The outline of an element: that of a region, or a rectangle around it. */
  outline(element, attributes) {
    const use = element.querySelector(":scope > use");
    if (use) return makeSvg("use", {href: use.getAttribute("href"), ...attributes});
    const {x, y, width, height} = element.getBBox();
    if (!width) return null; // nothing is left there
    return makeSvg("rect", {x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6, ...attributes});
  }

  /** A small map of where an element of the board lies; null for everything else. */
  thumbnail(element) {
    if (!element || element.closest('[data-part="panel"]')) return null;
    const shape = this.outline(element, {class: "place"});
    if (!shape) return null;
    const {x, y, width, height} = element.parentNode.getBBox();
    return makeSvg("svg", {class: "thumbnail", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true"},
      makeSvg("rect", {class: "land", x, y, width, height}), shape);
  }

  /** Make an element something to click on. */
  target(element, {label, badge, kind, onclick, onfocus}) {
    const target = makeSvg("g", {class: `target ${kind}`, tabindex: "0", role: "button", "aria-label": label, onclick, onfocus, onpointerenter: onfocus},
      makeSvg("title", {}, label), this.outline(element, {class: "shape"}), this.outline(element, {class: "rim"}));
    target.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        if (!event.repeat) onclick(event);
      }
    });
    element.parentNode.append(target);
    if (badge) {
      const {x, y, width, height} = element.getBBox();
      target.append(makeSvg("text", {x: x + width / 2, y: y + height * 0.82, "text-anchor": "middle", "font-size": 17}, badge));
    }
    return target;
  }

  /** Take away everything to click on. */
  clear() {
    for (const part of this.parts) for (const each of part.querySelectorAll(".target, .preview, .acted")) each.remove();
  }

  /** Write something on an element. */
  note(element, text) {
    const {x, y, width, height} = element.getBBox();
    if (width) element.parentNode.append(makeSvg("text", {class: "note", x: x + width / 2, y: y + height / 4, "text-anchor": "middle", "font-size": 19}, text));
  }

  /** Take away what `note` has written. */
  clearNotes() {
    for (const part of this.parts) for (const each of part.querySelectorAll(".note")) each.remove();
  }

  /** Colour an element by an amount, which is `share` of the largest one. */
  amount(element, value, share) {
    const {x, y, width, height} = element.getBBox();
    const shape = this.outline(element, {class: "amount", "fill-opacity": (0.15 + 0.6 * share).toFixed(2)});
    if (shape) element.parentNode.append(shape, makeSvg("text", {class: "amount", x: x + width / 2, y: y + height * 0.7, "text-anchor": "middle", "font-size": 22}, String(value)));
  }

  /** Take away what `amount` has coloured. */
  clearAmounts() {
    for (const part of this.parts) for (const each of part.querySelectorAll(".amount")) each.remove();
  }

  /** Draw a line around what somebody acted on. */
  mark(element) {
    const outline = element && this.outline(element, {class: "acted"});
    if (outline) element.parentNode.append(outline);
  }

  /** Show the tile that is about to be laid on a cell, turned so many quarters; false if there is none. */
  preview(cell, quarters) {
    this.board.querySelector(".preview")?.remove();
    const tile = this.parts.map(part => part.querySelector("[data-tile] > g")).find(Boolean);
    if (!tile) return false;
    const {x, y, width} = cell.getBBox(), turned = tile.cloneNode(true);
    turned.setAttribute("transform", `rotate(${90 * quarters} 50 50)`);
    const at = makeSvg("g", {class: "preview", "pointer-events": "none", transform: `translate(${x} ${y}) scale(${width / 100})`}, turned);
    cell.parentNode.append(at);
    return true;
  }
}
