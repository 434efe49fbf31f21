// The picture of a board, and what is written on it: what can be chosen, prices, probabilities, the last decision.

import {drawn, isSmall, make, makeSvg} from "./dom.js";
import {DOTS} from "./drama.js";
import {NEEDED} from "./log.js";

/** Pixels that letters have at least; how large the two lines of a chip are. */
const SMALLEST = 13, CHIP = [16, 12];
/** How far to either side of its place a chip goes where it is in the way, in heights of a line. */
const ASIDE = [0, -0.7, 0.7, -1.4, 1.4];
/** The share of a chip that may lie on other numbers before all chips do without small print. */
const HIDDEN = 0.04;
/** Between the number of a row or column of cells and the edge of the picture: in the measure of the drawing, and in pixels at least. */
const RIM = 20, LEAST_RIM = 11;
/** The size of the number on a token, and how far it is below the middle; of fewer pixels, nothing but it fits there. */
const COUNT = 21, BELOW = 9, LEGIBLE = 9;
const LARGEST = 4, NUMBERS = "swenv-numbers";

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
    this.near = make("div", {class: "near"}); // where tiles are while they can be chosen
    this.legend = make("ul", {class: "legend", "aria-label": "Legend"});
    this.chips = [];
    this.zoomed = 1;
    const button = (text, label, onclick) => make("button", {class: "small", "aria-label": label, title: label, onclick}, text);
    this.smaller = button("−", "Make the board smaller", () => this.zoom(1 / 1.5));
    this.larger = button("+", "Enlarge the board", () => this.zoom(1.5));
    this.numbers = button("Numbers", "Numbers on the board", () => this.number(this.numbers.ariaPressed === "false", true));
    this.view = make("div", {class: "view", role: "group", "aria-label": "View of the board"}, this.numbers, this.smaller, this.larger);
    this.apart = 0; // pixels between two fingers
    for (const name of ["touchstart", "touchmove", "touchend", "touchcancel"]) board.addEventListener(name, event => this.pinch(event), {passive: false});
    board.addEventListener("scroll", () => this.keepNumbers());
    new ResizeObserver(() => {
      const {clientWidth} = board;
      if (this.width !== clientWidth) this.fit();
      this.width = clientWidth;
      this.measure();
    }).observe(board);
  }

  /** Show the numbers of regions, rows and columns, or none; and stay with it, if the player said so. */
  number(shown, chosen = false) {
    this.numbers.ariaPressed = String(shown);
    this.board.classList.toggle("unnumbered", !shown);
    if (!chosen) return;
    store(NUMBERS, shown);
    this.arrange();
  }

  /** The middle of what can be clicked on, within the frame of the board; that of the frame if nothing can. */
  get busiest() {
    const {board} = this, frame = board.getBoundingClientRect(), boxes = [...board.querySelectorAll(".target")].map(each => each.getBoundingClientRect());
    const middle = (from, to, size) => boxes.length ? (Math.min(...boxes.map(box => box[from])) + Math.max(...boxes.map(box => box[to]))) / 2 - frame[from] : size / 2;
    return [within(middle("left", "right", board.clientWidth), 0, board.clientWidth), within(middle("top", "bottom", board.clientHeight), 0, board.clientHeight)];
  }

  /** Enlarge the board within its frame, around a point of the frame; around where one can act if none is named. */
  zoom(by, [x, y] = this.busiest) {
    const {board} = this, [across, down] = [(board.scrollLeft + x) / board.scrollWidth, (board.scrollTop + y) / board.scrollHeight];
    this.zoomed = Math.min(LARGEST, Math.max(1, this.zoomed * by));
    this.fit();
    board.scrollTo(across * board.scrollWidth - x, down * board.scrollHeight - y);
    this.measure();
  }

  /** Enlarge the board with two fingers on it. */
  pinch(event) {
    const fingers = [...event.touches].filter(({target}) => this.board.contains(target)), [a, b] = fingers;
    if (fingers.length !== 2 || visualViewport.scale > 1) { // whoever has enlarged the page wants it back
      this.apart = 0;
      return;
    }
    event.preventDefault(); // the browser would enlarge the whole page
    const {left, top} = this.board.getBoundingClientRect(), apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (this.apart) this.zoom(apart / this.apart, [(a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top]);
    this.apart = apart;
  }

  /** Give the drawing its size: as large as its frame, or so many times as large. */
  fit() {
    const {board, svg, zoomed} = this;
    this.smaller.disabled = zoomed < 1.01;
    this.larger.disabled = zoomed > LARGEST - 0.01;
    board.style.height = "";
    board.classList.remove("zoomed");
    if (!svg) return;
    svg.removeAttribute("style");
    if (zoomed < 1.01) return;
    const {width, height} = svg.getBoundingClientRect();
    board.style.height = `${height}px`;
    board.classList.add("zoomed");
    Object.assign(svg.style, {width: `${width * zoomed}px`, height: `${height * zoomed}px`, maxHeight: "none"});
  }

  /** Show a board that the server drew. */
  show(svg) {
    const {scrollLeft: left, scrollTop: top} = this.zoomed > 1.01 ? this.board : {}; // to ask lays the page out
    this.chips = [];
    this.boxes = null;
    this.board.innerHTML = svg;
    const whole = this.svg;
    whole.setAttribute("role", "group"); // not an image, as it has things to click on
    whole.setAttribute("aria-label", whole.querySelector("title").textContent);
    whole.removeAttribute("width");
    whole.removeAttribute("height");
    this.takeLegend();
    for (const printed of this.ground.querySelectorAll(":scope > text, [data-piece] > text")) { // numbers of regions, rows and columns, and on pieces
      printed.style.setProperty("--printed", `${printed.getAttribute("font-size")}px`);
      printed.removeAttribute("textLength");
      if (parseFloat(printed.getAttribute("font-size")) > 0.9 * COUNT * this.scale) printed.classList.add("count");
    }
    if (!this.hasRegions) this.crop();
    this.board.style.setProperty("--below", `${BELOW * this.scale}px`);
    this.fit();
    if (left !== undefined) this.board.scrollTo(left, top);
    this.unit = null; // another board may be more crowded
    this.measure();
  }

  /** Note how much of the drawing a pixel is, so that its letters can be kept large enough to read. */
  measure() {
    const unit = 1 / (this.ground?.getScreenCTM()?.a || 1);
    this.keepNumbers();
    if (unit === this.unit || !this.ground) return;
    this.unit = unit;
    this.board.style.setProperty("--unit", unit);
    this.board.classList.toggle("crowded", this.isCrowded);
    this.number(stored(NUMBERS) ?? !this.isCrowded);
    this.arrange();
  }

  /** The numbers of rows and columns of an archipelago, twice each, with their places. */
  get gridNumbers() {
    return [...this.ground.querySelectorAll(":scope > text")].map(text => ({text, x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y"))}));
  }

  /** Keep the numbers of rows and columns in sight where an archipelago is larger than its frame. */
  keepNumbers() {
    if (!this.ground || this.hasRegions) return;
    const frame = this.board.getBoundingClientRect(), seen = this.ground.getScreenCTM().inverse(), numbers = this.gridNumbers;
    const [from, to] = [[frame.left, frame.top], [frame.right, frame.bottom]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(seen));
    const rim = LEAST_RIM / this.ground.getScreenCTM().a, isEnlarged = this.zoomed > 1.01;
    for (const [axis, other] of [["x", "y"], ["y", "x"]]) {
      const places = numbers.map(each => each[axis]), [least, most] = [Math.min(...places), Math.max(...places)];
      for (const each of numbers.filter(each => each[axis] === least || each[axis] === most)) {
        each[`d${axis}`] = !isEnlarged ? 0 : each[axis] === least ? Math.max(0, from[axis] + rim - least) : Math.min(0, to[axis] - rim - most);
        each.isInCorner = isEnlarged && (each[other] < from[other] + 2 * rim || each[other] > to[other] - 2 * rim);
      }
    }
    for (const {text, dx = 0, dy = 0, isInCorner} of numbers) {
      text.style.translate = `${dx}px ${dy}px`;
      text.style.opacity = isInCorner ? 0 : ""; // rows and columns would overprint each other there
    }
  }

  get hasRegions() {
    return this.ground.querySelector("[data-region]") !== null;
  }

  /** Whether regions are so small on the screen that only the most important fits into them. */
  get isCrowded() {
    return this.hasRegions && COUNT * this.scale < LEGIBLE * this.unit;
  }

  /** Leave out the sea beyond the rows and columns of an archipelago. */
  crop() {
    const numbers = this.gridNumbers, {e, f} = this.ground.transform.baseVal.consolidate().matrix;
    if (!numbers.length) return;
    const [across, down] = ["x", "y"].map(axis => numbers.map(each => each[axis])).map(all => [Math.min(...all), Math.max(...all)]);
    const rim = Math.max(RIM, (across[1] - across[0]) / (this.board.clientWidth / LEAST_RIM - 2)); // two digits, however small the cells
    const [[left, right], [top, bottom]] = [[across[0] - rim, across[1] + rim], [down[0] - RIM, down[1] + RIM]];
    this.svg.setAttribute("viewBox", `${left + e} ${top + f} ${right - left} ${bottom - top}`);
    this.svg.classList.add("cropped");
  }

  /** Write the legend below the picture, in letters of their own size, in place of the one in it. */
  takeLegend() {
    const whole = this.svg, inside = whole.querySelector('[data-part="legend"]'), drawn = `${whole.getAttribute("viewBox")} ${inside?.outerHTML}`;
    if (this.legend.drawn === drawn) inside?.remove(); // it says what it said before, and measuring it takes time
    else this.legend.frame = this.cutLegend(whole, inside);
    this.legend.drawn = drawn;
    whole.setAttribute("viewBox", this.legend.frame);
  }

  /** Write what the legend in a picture says; what is left of the picture's frame. */
  cutLegend(whole, inside) {
    const {y, width} = inside?.getBBox() ?? {width: 0};
    this.legend.replaceChildren();
    if (!width) return whole.getAttribute("viewBox");
    const top = new DOMPoint(0, y).matrixTransform(whole.getScreenCTM().inverse().multiply(inside.getScreenCTM())).y;
    let signs = [];
    for (const each of [...inside.children]) {
      if (each.matches("text:not([text-anchor])")) {
        this.legend.append(make("li", {"data-sign": each.textContent}, cut(inside, signs), each.textContent));
        signs = [];
      } else signs.push(each);
    }
    inside.remove();
    const {x, y: above, width: wide} = whole.viewBox.baseVal;
    return `${x} ${above} ${wide} ${top - above}`;
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
    return [this.board, this.beside, this.near];
  }

  /** The element that stands for the arguments of a verb, or null. */
  find(names, args) {
    return names.length ? this.parts.map(part => part.querySelector(selector(names, args))).find(Boolean) || null : null;
  }

  /** The arguments of a verb that a place of the window stands for, by name; undefined if it stands for none. */
  argumentsAt([name], x, y) {
    const element = document.elementsFromPoint(x, y).map(each => each.closest(`[data-${name}]`)).find(Boolean);
    if (element || name !== "r") return element?.dataset;
    const cell = this.cellAt(x, y), [r, c] = this.board.querySelector(`[data-on="${cell?.r} ${cell?.c}"]`)?.dataset.of.split(" ") ?? [];
    return r === undefined ? cell : {r, c}; // an island goes by another one of its cells
  }

  /** The cells of an archipelago that are drawn, and where; none on a board of regions. */
  get cells() {
    const grid = this.board.querySelector("[data-grid]")?.dataset.grid;
    if (!grid) return [];
    const [left, top, side, row, column, rows, columns] = grid.split(" ").map(Number);
    return Array.from({length: rows * columns}, (_, number) => {
      const [down, across] = [Math.floor(number / columns), number % columns];
      return {r: row + down, c: column + across, x: left + side * across, y: top + side * down, width: side, height: side};
    });
  }

  /** The cell of an archipelago that is seen at a place of the window; undefined if none is. */
  cellAt(x, y) {
    const frame = this.board.getBoundingClientRect();
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom || !this.ground) return undefined;
    const at = new DOMPoint(x, y).matrixTransform(this.ground.getScreenCTM().inverse());
    return this.cells.find(each => at.x >= each.x && at.x < each.x + each.width && at.y >= each.y && at.y < each.y + each.height);
  }

  /** Whether an element is on the board. */
  onBoard(element) {
    return this.board.contains(element);
  }

  /** The box around an element of the board; all of them are measured at once, because each measurement after a change lays the drawing out anew. */
  box(element) {
    this.boxes ??= new Map([...this.board.querySelectorAll("[data-region], [data-r]")].map(each => [each, each.getBBox()]));
    return this.boxes.get(element) ?? element.getBBox();
  }

  /** Where tokens stand in a region, or the middle of anything else on the board. */
  middle(element) {
    if (element.dataset.at) return element.dataset.at.split(" ").map(Number);
    const {x, y, width, height} = this.box(element);
    return [x + width / 2, y + height / 2];
  }

  /** The outline of an element of the board: that of a region, or a rectangle around it. */
  outline(element, attributes) {
    const use = element.querySelector(":scope > use");
    if (use) return makeSvg("use", {href: use.getAttribute("href"), ...attributes});
    const {x, y, width, height} = this.box(element);
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
    const [first] = this.cells, last = this.cells.at(-1), {x, y, width, height} = first
      ? {x: first.x, y: first.y, width: last.x + last.width - first.x, height: last.y + last.height - first.y} : element.parentNode.getBBox();
    return makeSvg("svg", {class: "thumbnail", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true"},
      makeSvg("rect", {class: "land", x, y, width, height}), shape);
  }

  /** Make an element something to click on. */
  target(element, options) {
    return this.onBoard(element) ? this.targetOnBoard(element, options) : targetBeside(element, options);
  }

  /** What to click on that lies next in the direction of an arrow key; undefined at the rim. */
  beyond(target, key) {
    const [x, y] = target.middle, [right, down] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key];
    const ways = [...this.board.querySelectorAll(".target[tabindex]")].map(each => {
      const [dx, dy] = each.middle.map((at, axis) => at - [x, y][axis]);
      return {each, along: dx * right + dy * down, aside: Math.abs(dx * down) + Math.abs(dy * right)};
    });
    const slant = this.hasRegions ? 2 : 3, far = ({along, aside}) => Math.hypot(along, slant * aside); // cells stand in rows and columns
    const ahead = ways.filter(({along}) => along > 1).sort((a, b) => far(a) - far(b));
    return (ahead.find(({along, aside}) => aside <= 2 * along) ?? (this.hasRegions ? undefined : ahead[0]))?.each;
  }

  /** What to click on that lies next to what was chosen last; undefined if nothing on the board was. */
  get next() {
    const {used, board} = this, {left, top} = board.getBoundingClientRect();
    const far = each => { const {x, y, width, height} = each.getBoundingClientRect(); return Math.hypot(x + width / 2 - left - used[0], y + height / 2 - top - used[1]); };
    const targets = ["g.target[tabindex]:not(.giving-up, .risky)", "g.target[tabindex]:not(.giving-up)", "g.target[tabindex]"].map(each => [...board.querySelectorAll(each)]).find(({length}) => length) ?? [];
    return used && targets.sort((a, b) => far(a) - far(b))[0];
  }

  /** Note where on the board something was chosen. */
  use(target) {
    const {x, y, width, height} = target.getBoundingClientRect(), {left, top} = this.board.getBoundingClientRect();
    this.used = [x + width / 2 - left, y + height / 2 - top];
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
    target.middle = this.middle(element); // an arrow key goes by what one looks at, not by how far a region reaches
    target.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.use(target);
        if (!event.repeat) onclick(event);
      }
    });
    target.addEventListener("click", () => this.use(target), true);
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
    this.chips = [];
    this.board.classList.remove("choosing");
    for (const each of this.board.querySelectorAll(".target, .light, .dim, .chip, .preview, .acted, .confirming")) each.remove();
    for (const part of [this.beside, this.near]) for (const each of part.querySelectorAll(".target")) releaseBeside(each);
    this.near.querySelector(".shown")?.remove();
    this.home?.append(...this.near.children);
  }

  /** Show the tile that is about to be laid beside what is said of it. */
  showTile() {
    const drawing = this.beside.querySelector("[data-tile] svg");
    if (drawing) this.near.append(make("span", {class: "shown"}, drawing.cloneNode(true)));
  }

  /** Show tiles beside what is said of them, until they are cleared. */
  bring(tiles) {
    if (!tiles) return;
    this.home = tiles.parentNode;
    this.near.append(tiles);
  }

  /** Write a few words, the first of them large, below whatever stands on an element. */
  chip(element, words, kind = "") {
    this.chips.push({at: this.middle(element), own: this.box(element), words, kind});
    if (!this.late) queueMicrotask(() => this.arrange());
    this.late = true;
  }

  /** Put every chip where it is inside the picture and on no other one; without small print, if that takes too much room. */
  arrange() {
    this.late = false;
    for (const each of this.board.querySelectorAll(".chip")) each.remove();
    if (!this.chips.length) return;
    const {x, y, width, height} = this.svg.viewBox.baseVal, {e, f} = this.ground.transform.baseVal.consolidate().matrix;
    const room = {x: x - e, y: y - f, width, height};
    const boxes = (what, up = 0) => [...this.ground.querySelectorAll(what)].map(each => each.getBBox()).map(({x, y, width, height}) => ({x, y: y - up, width, height}));
    const numbers = this.numbers.ariaPressed === "true" ? boxes(":scope > text") : [], counts = boxes("[data-piece] > text.count", this.isCrowded ? BELOW * this.scale : 0);
    const full = isSmall() ? null : this.spread(room, numbers, counts, true);
    const hides = (box, place) => overlap(box, full.slice(0, place)) || overlap(box, counts) > HIDDEN || overlap(box, numbers) > HIDDEN;
    const found = full && !full.some(hides) ? full : this.spread(room, numbers, counts, false);
    found.forEach((box, place) => this.ground.append(this.drawChip(this.chips[place], box)));
  }

  /** Boxes for the chips, one after the other where the least is in the way. */
  spread(room, numbers, counts, full) {
    const [large, small] = CHIP.map(size => Math.max(size * this.scale, SMALLEST * this.unit)), taken = [];
    for (const {at: [x, y], own, words: [first, second = ""]} of this.chips) {
      const print = full ? second : "", signs = full ? [] : signsFor(second), pad = full ? 0.7 : 0.4;
      const width = Math.max((0.6 * first.length + breadth(signs)) * large, 0.54 * small * print.length) + pad * large;
      const height = (full ? 1.3 : 1.15) * large + (print ? 1.1 * small : 0), below = y + (full ? 21 : this.isCrowded ? 6 : 14) * this.scale;
      const ways = ASIDE.flatMap(up => ASIDE.map(aside => ({
        x: within(x + aside * width - width / 2, room.x, room.x + room.width - width),
        y: within(below + up * height, room.y, room.y + room.height - height),
        width, height, large, small, print, signs, far: Math.hypot(up, aside),
      })));
      const near = others => others.filter(each => Math.abs(each.x + each.width / 2 - x) < each.width / 2 + 3 * width && Math.abs(each.y + each.height / 2 - below) < each.height / 2 + 4 * height);
      const [chips, printed, counted] = [taken, numbers, counts].map(near);
      const cost = box => 100 * overlap(box, chips) + 2 * overlap(box, printed) + 16 * overlap(box, counted) + 4 * (1 - overlap(box, [own])) + box.far;
      taken.push(ways.reduce((best, box) => cost(box) < cost(best) ? box : best));
    }
    return taken;
  }

  drawChip({words: [first], kind}, {x, y, width, height, large, small, print, signs}) {
    const middle = (width - breadth(signs) * large) / 2, left = middle + 0.3 * large * first.length;
    return makeSvg("g", {class: `chip ${kind}`, "pointer-events": "none", transform: `translate(${x} ${y})`},
      makeSvg("rect", {width, height, rx: 0.4 * large}),
      makeSvg("text", {x: middle, y: 0.95 * large, "text-anchor": "middle", "font-size": large}, first),
      signs.map((sign, place) => makeSvg("g", {class: sign.kind, transform: `translate(${left + (breadth(signs.slice(0, place)) + 0.55) * large} ${0.575 * large}) scale(${large / 32})`},
        sign.kind === "risk" ? [makeSvg("rect", {x: -13, y: -13, width: 26, height: 26, rx: 5}), ...DOTS[sign.number].map(([cx, cy]) => makeSvg("circle", {cx, cy, r: 3.6})), makeSvg("text", {x: 14, y: 11.5, "font-size": 32}, "+")]
          : [makeSvg("circle", {r: 16}), makeSvg("text", {y: 11.5, "text-anchor": "middle", "font-size": 32}, sign.number)])),
      print ? makeSvg("text", {x: middle, y: 1.05 * large + small, "text-anchor": "middle", "font-size": small}, print) : null);
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
    this.chips = this.chips.filter(each => each.kind !== kind);
    for (const each of this.board.querySelectorAll(`.${kind}`)) each.remove();
    for (const each of [this.beside, this.near].flatMap(part => [...part.querySelectorAll(`.${kind}`)])) {
      each.classList.remove(kind);
      each.querySelector(".share")?.replaceChildren();
    }
  }

  /** Bring an element into the frame of an enlarged board. */
  follow(element) {
    const frame = this.board.getBoundingClientRect(), box = element.getBoundingClientRect();
    if (this.zoomed < 1.01 || box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom) return;
    this.board.scrollBy((box.left + box.right - frame.left - frame.right) / 2, (box.top + box.bottom - frame.top - frame.bottom) / 2);
  }

  /** Draw a line around what the player is asked to confirm. */
  confirm(element) {
    this.board.querySelector(".confirming")?.remove();
    const outline = this.outline(element, {class: "confirming"});
    if (outline) this.below(outline);
  }

  /** Draw something below the words on the board. */
  below(shape) {
    this.ground.insertBefore(shape, this.ground.querySelector(".chip"));
  }

  /** Draw a line around what somebody acted on. */
  mark(element) {
    if (!element) return;
    if (!this.onBoard(element)) return element.classList.add("acted");
    this.follow(element);
    const outline = this.inside(element, {class: "acted"});
    if (outline) this.below(outline);
  }

  /** Draw a line around the cell that somebody acted on; false if it is none of the board. */
  markCell({r, c}) {
    const cell = this.cells.find(each => each.r === Number(r) && each.c === Number(c));
    if (!cell) return false;
    const frame = makeSvg("rect", {x: cell.x + 2, y: cell.y + 2, width: cell.width - 4, height: cell.height - 4, rx: 6, class: "acted"});
    this.ground.append(frame);
    this.follow(frame);
    return true;
  }

  /** Show the ship or marker that is about to be put on a cell, at a spot of it. */
  previewPiece(cell, markup, [x, y] = [50, 50]) {
    this.board.querySelector(".preview")?.remove();
    if (!this.onBoard(cell)) return;
    const {x: left, y: top, width} = this.box(cell);
    cell.parentNode.append(makeSvg("g", {class: "preview", "pointer-events": "none", transform: `translate(${left} ${top}) scale(${width / 100}) translate(${x} ${y})`},
      ...drawn(markup).querySelector("svg").children));
  }

  /** Show the tile that is about to be laid on a cell, turned so many quarters; false if there is none. */
  preview(cell, quarters) {
    this.board.querySelector(".preview")?.remove();
    const tile = this.parts.map(part => part.querySelector("[data-tile] svg > g")).find(Boolean);
    if (!tile || !this.onBoard(cell)) return false;
    const {x, y, width} = this.box(cell), turned = tile.cloneNode(true);
    turned.setAttribute("transform", `rotate(${90 * quarters} 50 50)`);
    for (const icon of turned.querySelectorAll("use[transform]")) icon.setAttribute("transform", `${icon.getAttribute("transform")} rotate(${-90 * quarters})`);
    cell.parentNode.append(makeSvg("g", {class: "preview", "pointer-events": "none", transform: `translate(${x} ${y}) scale(${width / 100})`}, turned, makeSvg("rect", {class: "trial", width: 100, height: 100})));
    this.near.querySelector(".shown svg")?.replaceChildren(turned.cloneNode(true));
    return true;
  }
}

/** What a price has besides tokens: coins and other pieces, with their number, and the least that the die has to show. */
function signsFor(price) {
  return price.split(", ").map(part => {
    const [, number, kind] = part.match(/^(?:pay )?(\d+) (coin|hammer)s?$/i) ?? [], least = NEEDED[part.replace(/^die /, "")];
    return number ? {kind: kind.toLowerCase(), number} : least ? {kind: "risk", number: least} : null;
  }).filter(Boolean);
}

/** The breadth of signs in heights of a line: after a die there is a plus, as it may show more. */
function breadth(signs) {
  return signs.length + 0.6 * signs.filter(({kind}) => kind === "risk").length;
}

/** A number that is at least the one and at most the other. */
function within(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

/** The area that a box shares with others, as a share of its own. */
function overlap({x, y, width, height}, others) {
  let shared = 0;
  for (const each of others) {
    const across = Math.min(x + width, each.x + each.width) - Math.max(x, each.x), down = Math.min(y + height, each.y + each.height) - Math.max(y, each.y);
    if (across > 0 && down > 0) shared += across * down;
  }
  return shared / (width * height);
}

/** What the player chose once and for all; null if nothing. */
function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* a browser that stores nothing */ }
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
