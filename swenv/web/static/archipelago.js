// Tools that put tiles, ships and houses on the cells of an archipelago, and take them away.

import {drawn, make} from "./dom.js";

/** Fields that the server fills in by itself if they are left out, by what may make them wrong. */
const FILLED = {tiles: ["market", "reserve"], ships: ["round"], houses: ["pool", "reserve"]};
const GREY = "grey", ROTATIONS = 4;

export class Archipelago {
  constructor() {
    this.element = make("section", {class: "card palette", "aria-label": "Palette"});
  }

  /** Offer the tools for a document: all tiles, as the server describes them, and what belongs to seats. */
  draw(content, schema, pieces) {
    const lying = new Set((Array.isArray(content.tiles) ? content.tiles : []).map(each => each?.tile));
    if (pieces !== this.pieces) this.begin(content, pieces);
    for (const each of this.tools.querySelectorAll("[data-tile]")) each.classList.toggle("soft", lying.has(each.dataset.tile));
  }

  begin(content, pieces) {
    this.pieces = pieces;
    this.chosen = null;
    const tool = (kind, about, ...shown) => make("button", {type: "button", "aria-pressed": "false", ...about, onclick: event => this.choose(event.currentTarget, kind)}, shown);
    const seats = Array.from({length: content.num_players ?? 2}, (_, seat) => make("option", {value: seat, selected: seat === (content.to_act ?? 0)}, `seat ${seat}`));
    this.seat = make("select", {name: "owner"}, seats);
    this.taking = make("button", {type: "button", "aria-pressed": "false", onclick: () => this.taking.setAttribute("aria-pressed", String(!this.takes))}, "Remove");
    const tiles = pieces.map(({title, stands_for: {tile}, pictures}) => tool("tiles", {class: "offer tile", title, "data-tile": tile}, ...pictures.map(markup => drawn(markup))));
    this.tools = make("div", {},
      make("div", {class: "buttons"}, make("label", {}, "For ", this.seat), tool("ships", {}, "Ship"), tool("ships", {"data-owner": GREY}, "Grey ship"), tool("houses", {}, "House"), this.taking),
      make("div", {class: "tiles", role: "group", "aria-label": "Tiles"}, tiles));
    this.element.replaceChildren(this.tools, make("p", {class: "soft"}, "Choose something and click a cell to put it there; click a tile again to rotate it. Shift-click, right-click or “Remove” takes one thing away."));
  }

  choose(button, kind) {
    const again = this.chosen?.button === button;
    for (const each of this.tools.querySelectorAll("[aria-pressed='true']")) each.setAttribute("aria-pressed", "false");
    this.chosen = again ? null : {button, kind};
    button.setAttribute("aria-pressed", String(!again));
  }

  get takes() {
    return this.taking?.getAttribute("aria-pressed") === "true";
  }

  /** Whether a click on a cell changes it. */
  get isReady() {
    return Boolean(this.chosen || this.takes);
  }

  /**
   * Put what was chosen on a cell of a document that `isWellFormed`, or take one thing away.
   * @param refusal asks what is wrong with a document, "" if nothing
   * @returns what is wrong if a tile fits in no rotation, which changes nothing; otherwise ""
   */
  async use(content, cell, takes, refusal) {
    if (takes) return takeFrom(content, cell), "";
    const {kind, button} = this.chosen, {tile, owner} = button.dataset;
    if (kind === "tiles") return this.lay(content, cell, tile, refusal);
    const seat = Number(this.seat.value);
    takeKind(content, cell, kind);
    (content[kind] ??= []).push({...cell, ...kind === "ships" ? {owner: owner ?? seat} : {seat}});
    return "";
  }

  /** Lay a tile in the first rotation that fits; one that lies there already, in the next one. */
  async lay(content, cell, tile, refusal) {
    const before = at(content, cell, "tiles"), first = before?.tile === tile ? (before.rot ?? 0) + 1 : 0;
    let wrong = "";
    for (let turn = 0; turn < ROTATIONS; turn++) {
      const draft = structuredClone(content);
      if (before?.tile !== tile) takeFrom(draft, cell, ["houses", "markers", "ships", "tiles"]);
      moveTo(draft, cell, tile, (first + turn) % ROTATIONS);
      const found = await refusal(draft);
      wrong ||= found;
      if (found) continue;
      for (const key of Object.keys(content)) delete content[key];
      Object.assign(content, draft);
      return "";
    }
    return wrong;
  }
}

/** Whether a document has the parts that the palette changes in the form in which it changes them. */
export function isWellFormed(content) {
  const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value);
  return ["tiles", "ships", "houses", "markers", "seats"].every(name => Array.isArray(content[name] ?? []) && (content[name] ?? []).every(isObject))
    && ["navigation", "removed"].every(name => Array.isArray(content[name] ?? []));
}

function lies({r, c}, cell) {
  return r === cell.r && c === cell.c;
}

function at(content, cell, kind) {
  return content[kind]?.find(each => lies(each, cell));
}

/** Take the uppermost thing away from a cell, or all of some kinds. */
function takeFrom(content, cell, kinds = [["houses", "markers", "ships", "tiles"].find(kind => at(content, cell, kind))]) {
  for (const kind of kinds) takeKind(content, cell, kind);
}

function takeKind(content, cell, kind) {
  if (content[kind]) content[kind] = content[kind].filter(each => !lies(each, cell));
  if (Array.isArray(content.last) && lies({r: content.last[0], c: content.last[1]}, cell)) delete content.last;
  for (const seat of kind === "houses" ? content.seats ?? [] : []) for (const name of FILLED.houses) delete seat[name];
  for (const name of kind === "houses" ? [] : FILLED[kind] ?? []) delete content[name];
}

/** Put a tile on a cell, wherever it was before; the other face of a start tile makes room, too. */
function moveTo(content, cell, tile, rot) {
  const isSame = name => name === tile || /^ST\d/.test(tile) && String(name).slice(0, 3) === tile.slice(0, 3);
  const before = content.tiles?.find(each => isSame(each.tile));
  if (before) takeFrom(content, before, lies(before, cell) ? ["tiles"] : ["houses", "markers", "tiles"]);
  content.tiles = [...content.tiles ?? [], {tile, ...cell, rot}];
  for (const name of ["navigation", "removed"]) if (content[name]) content[name] = content[name].filter(each => !isSame(each));
  for (const seat of content.seats ?? []) {
    if (!seat.hand?.includes?.(tile)) continue;
    delete seat.hand;
    delete seat.known;
  }
  for (const name of FILLED.tiles) delete content[name];
}
