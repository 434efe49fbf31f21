// The picture of a board, and what is written on it: what can be chosen, prices, probabilities, the last decision.

import {drawn, make, makeSvg} from "./dom.js";

/** Pixels that letters have at least, and of the letters of a chip. */
const SMALLEST = 13, CHIP = 16;

/** How an element says what it stands for: data-region="7", data-r="3" data-c="4". */
function selector(names, args) {
  const used = names[0] === "r" ? names.slice(0, 2) : names.slice(0, 1);
  return used.map(name => `[data-${name}="${CSS.escape(args[name])}"]`).join("");
}

export class Picture {
  /**
   * @param {HTMLElement} board where the board is shown
   * @param {HTMLElement} beside where what lies beside it is written
   */
  constructor(board, beside) {
    this.board = board;
    this.beside = beside;
    this.legend = make("ul", {class: "legend", "aria-label": "Legend"});
    new ResizeObserver(() => this.measure()).observe(board);
  }

  /** Show a board that the server drew. */
  show(svg) {
    this.board.innerHTML = svg;
    const whole = this.svg;
    whole.setAttribute("role", "group"); // not an image, as it has things to click on
    whole.setAttribute("aria-label", whole.querySelector("title").textContent);
    whole.removeAttribute("width");
    whole.removeAttribute("height");
    this.takeLegend();
    for (const printed of this.ground.querySelectorAll(":scope > text")) { // numbers of regions, rows and columns
      printed.style.setProperty("--printed", `${printed.getAttribute("font-size")}px`);
      printed.removeAttribute("textLength");
    }
    this.measure();
  }

  /** Note how much of the drawing a pixel is, so that its letters can be kept large enough to read. */
  measure() {
    this.unit = 1 / (this.ground?.getScreenCTM()?.a || 1);
    this.board.style.setProperty("--unit", this.unit);
  }

  /** Write the legend below the picture, in letters of their own size, in place of the one in it. */
  takeLegend() {
    const whole = this.svg, inside = whole.querySelector('[data-part="legend"]'), {y, width} = inside?.getBBox() ?? {width: 0};
    this.legend.replaceChildren();
    if (!width) return;
    const top = new DOMPoint(0, y).matrixTransform(whole.getScreenCTM().inverse().multiply(inside.getScreenCTM())).y;
    let signs = [];
    for (const each of [...inside.children]) {
      if (each.matches("text:not([text-anchor])")) {
        this.legend.append(make("li", {}, cut(inside, signs), each.textContent));
        signs = [];
      } else signs.push(each);
    }
    inside.remove();
    const {x, y: above, width: wide} = whole.viewBox.baseVal;
    whole.setAttribute("viewBox", `${x} ${above} ${wide} ${top - above}`);
  }

  get svg() {
    return this.board.querySelector("svg");
  }

  /** The group of the board itself, whose coordinates everything on it has. */
  get ground() {
    return this.board.querySelector('[data-part="board"]');
  }

  /** How large pieces are drawn. */
  get scale() {
    return Number(this.ground.dataset.scale || 1);
  }

  get parts() {
    return [this.board, this.beside];
  }

  /** The element that stands for the arguments of a verb, or null. */
  find(names, args) {
    return names.length ? this.parts.map(part => part.querySelector(selector(names, args))).find(Boolean) || null : null;
  }

  /** Whether an element is on the board. */
  onBoard(element) {
    return this.board.contains(element);
  }

  /** Where tokens stand in a region, or the middle of anything else on the board. */
  middle(element) {
    if (element.dataset.at) return element.dataset.at.split(" ").map(Number);
    const {x, y, width, height} = element.getBBox();
    return [x + width / 2, y + height / 2];
  }

  /** The outline of an element of the board: that of a region, or a rectangle around it. */
  outline(element, attributes) {
    const use = element.querySelector(":scope > use");
    if (use) return makeSvg("use", {href: use.getAttribute("href"), ...attributes});
    const {x, y, width, height} = element.getBBox();
    if (!width) return null; // nothing is left there
    return makeSvg("rect", {x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 6, ...attributes});
  }

  /** An outline whose strokes stay inside the element. */
  inside(element, attributes) {
    const href = element.querySelector(":scope > use")?.getAttribute("href");
    const shape = this.outline(element, attributes);
    if (!href || !shape) return shape;
    const [key, region] = [href.slice(1, href.lastIndexOf("-")), href.slice(href.lastIndexOf("-") + 1)];
    return makeSvg("g", {"clip-path": `url(#${key}-clip-${region})`, "pointer-events": "none"}, shape);
  }

  /** A small map of where an element of the board lies; null for everything else. */
  thumbnail(element) {
    if (!element || !this.onBoard(element)) return null;
    const shape = this.outline(element, {class: "place"});
    if (!shape) return null;
    const {x, y, width, height} = element.parentNode.getBBox();
    return makeSvg("svg", {class: "thumbnail", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true"},
      makeSvg("rect", {class: "land", x, y, width, height}), shape);
  }

  /** Make an element something to click on. */
  target(element, options) {
    return this.onBoard(element) ? this.targetOnBoard(element, options) : targetBeside(element, options);
  }

  /** What to click on that lies next in the direction of an arrow key; undefined at the rim. */
  beyond(target, key) {
    const middle = each => { const {x, y, width, height} = each.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
    const [x, y] = middle(target), [right, down] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key];
    const ways = [...this.board.querySelectorAll(".target[tabindex]")].map(each => {
      const [dx, dy] = middle(each).map((at, axis) => at - [x, y][axis]);
      return {each, along: dx * right + dy * down, aside: Math.abs(dx * down) + Math.abs(dy * right)};
    });
    return ways.filter(({along, aside}) => along > 1 && aside <= 2 * along).sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside)[0]?.each;
  }

  /** What else on the board stands for the same as an element: the other cells of an island. */
  further(element) {
    const {r, c} = element.dataset;
    return r === undefined ? [] : [...this.board.querySelectorAll(`[data-of="${r} ${c}"]`)];
  }

  /** Make an element of the board something to click on; whatever is `further` the keyboard passes over. */
  targetOnBoard(element, {label, kind, onclick, onfocus, further = false}) {
    const light = this.inside(element, {class: `light ${kind}`});
    if (light) element.after(light);
    const ring = name => further ? null : this.outline(element, {class: `ring ${name}`});
    const target = makeSvg("g", {class: `target ${kind}`, ...further ? {"aria-hidden": "true"} : {tabindex: "0", role: "button", "aria-label": label}, onclick, onfocus, onpointerenter: onfocus},
      makeSvg("title", {}, label), this.outline(element, {class: "shape"}), ring("halo"), ring("line"));
    target.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        if (!event.repeat) onclick(event);
      }
    });
    this.ground.append(target);
    return target;
  }

  /** The element to click on at a place of the window, or null. */
  targetAt(x, y) {
    const target = document.elementFromPoint(x, y)?.closest("g.target");
    return target && this.onBoard(target) ? target : null;
  }

  /** Dim everything on the board of a kind, such as every region, except some elements. */
  dim(name, except) {
    for (const element of this.board.querySelectorAll(`[data-${name}]`)) {
      if (!except.has(element)) element.after(this.outline(element, {class: "dim", "pointer-events": "none"}));
    }
  }

  /** Take away everything to click on. */
  clear() {
    for (const each of this.board.querySelectorAll(".target, .light, .dim, .chip, .preview, .acted")) each.remove();
    for (const each of this.beside.querySelectorAll(".target")) releaseBeside(each);
  }

  /** Write a few words, the first of them large, below whatever stands on an element. */
  chip(element, [large, small = ""], kind = "") {
    const [x, y] = this.middle(element), size = Math.max(this.scale, SMALLEST / CHIP * this.unit);
    const wide = Math.max(9 * large.length, 6.6 * small.length) + 12, high = small ? 34 : 21;
    this.ground.append(makeSvg("g", {class: `chip ${kind}`, "pointer-events": "none", transform: `translate(${x} ${y + 21 * size}) scale(${size})`},
      makeSvg("rect", {x: -wide / 2, y: 0, width: wide, height: high, rx: 8}),
      makeSvg("text", {y: 16, "text-anchor": "middle", "font-size": CHIP}, large),
      small ? makeSvg("text", {y: 29, "text-anchor": "middle", "font-size": 12}, small) : null));
  }

  /** Colour an element by a share of the largest amount, and write the amount on it. */
  shade(element, text, share, kind) {
    if (!this.onBoard(element)) {
      element.classList.add(kind);
      element.style.setProperty("--share", share.toFixed(2));
      element.querySelector(".share")?.replaceChildren(text);
      return;
    }
    const shape = this.outline(element, {class: `shade ${kind}`, "fill-opacity": (0.15 + 0.6 * share).toFixed(2), "pointer-events": "none"});
    if (!shape) return;
    element.after(shape);
    this.chip(element, [text], kind);
  }

  /** Take away what `shade` has coloured. */
  clearShades(kind) {
    for (const each of this.board.querySelectorAll(`.${kind}`)) each.remove();
    for (const each of this.beside.querySelectorAll(`.${kind}`)) {
      each.classList.remove(kind);
      each.querySelector(".share")?.replaceChildren();
    }
  }

  /** Draw a line around what somebody acted on. */
  mark(element) {
    if (!element) return;
    if (!this.onBoard(element)) return element.classList.add("acted");
    const outline = this.inside(element, {class: "acted"});
    if (outline) this.ground.append(outline);
  }

  /** Show the ship or marker that is about to be put on a cell, at a spot of it. */
  previewPiece(cell, markup, [x, y] = [50, 50]) {
    this.board.querySelector(".preview")?.remove();
    if (!this.onBoard(cell)) return;
    const {x: left, y: top, width} = cell.getBBox();
    cell.parentNode.append(makeSvg("g", {class: "preview", "pointer-events": "none", transform: `translate(${left} ${top}) scale(${width / 100}) translate(${x} ${y})`},
      ...drawn(markup).querySelector("svg").children));
  }

  /** Show the tile that is about to be laid on a cell, turned so many quarters; false if there is none. */
  preview(cell, quarters) {
    this.board.querySelector(".preview")?.remove();
    const tile = this.parts.map(part => part.querySelector("[data-tile] svg > g")).find(Boolean);
    if (!tile || !this.onBoard(cell)) return false;
    const {x, y, width} = cell.getBBox(), turned = tile.cloneNode(true);
    turned.setAttribute("transform", `rotate(${90 * quarters} 50 50)`);
    for (const icon of turned.querySelectorAll("use[transform]")) icon.setAttribute("transform", `${icon.getAttribute("transform")} rotate(${-90 * quarters})`);
    cell.parentNode.append(makeSvg("g", {class: "preview", "pointer-events": "none", transform: `translate(${x} ${y}) scale(${width / 100})`}, turned));
    return true;
  }
}

/** Parts of a picture as one of their own. */
function cut(from, parts) {
  const group = makeSvg("g", {}, parts);
  from.append(group);
  const {x, y, width, height} = group.getBBox();
  return makeSvg("svg", {viewBox: `${x - 2} ${y - 2} ${width + 4} ${height + 4}`, "aria-hidden": "true"}, group);
}

/** Let a button beside the board do something. */
function targetBeside(element, {label, kind, onclick, onfocus}) {
  element.classList.add("target");
  if (kind) element.classList.add(kind);
  element.setAttribute("aria-label", label);
  element.removeAttribute("aria-disabled");
  element.tabIndex = 0;
  element.onclick = onclick;
  element.onfocus = element.onpointerenter = onfocus;
  return element;
}

function releaseBeside(element) {
  element.classList.remove("target", "chosen");
  element.removeAttribute("aria-label");
  element.setAttribute("aria-disabled", "true");
  element.tabIndex = -1;
  element.onclick = element.onfocus = element.onpointerenter = null;
}
