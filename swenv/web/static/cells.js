// A palette that puts tiles, ships and houses on the cells of an archipelago, and takes them away.

import {drawn, make} from "./dom.js";
import {Tools, isObject, leaveOut, toggle} from "./tools.js";

/** What lies on cells, from the top down. */
const LAYERS = ["houses", "markers", "ships", "tiles"];
/** Fields that name a cell where something lies. */
const POINTERS = ["last", "human_last"];
/** What a position keeps when it leaves the phases in which start tiles are laid; the server deals the rest. */
const KEPT_AT_START = ["format", "game", "num_players", "mode", "level", "window", "first", "turn", "to_act", "seed", "random", ...LAYERS];
const GREY = "grey", ALEXIS = "alexis", ROTATIONS = 4;

export class CellPalette extends Tools {
  /** Offer the tools for a document: all tiles, as the server describes them, and what belongs to seats. */
  draw(content, schema, tiles, numSeats) {
    const lying = new Set(list(content, "tiles").map(each => each?.tile)), about = `${numSeats} ${tiles.length}`;
    if (about !== this.about) this.begin(tiles, numSeats, content.to_act);
    this.about = about;
    for (const [name, {button, title}] of this.tiles) {
      button.classList.toggle("soft", lying.has(name));
      button.title = `${name}: ${title}${lying.has(name) ? ", on the board" : ""}`;
    }
  }

  begin(tiles, numSeats, acts) {
    this.chosen = null;
    const owners = [...Array.from({length: numSeats}, (_, seat) => [seat, `seat ${seat}`]), ...numSeats === 1 ? [[ALEXIS, "Alexis"]] : []];
    this.owner = make("select", {name: "owner"}, owners.map(([value, label]) => make("option", {value, selected: value === acts}, label)));
    const tool = (what, shown, attributes) => toggle(shown, event => this.choose(event.currentTarget, what), attributes);
    this.tiles = new Map(tiles.map(({title, stands_for: {tile}, pictures}) =>
      [tile, {title, button: tool({kind: "tiles", tile}, pictures.map(markup => drawn(markup)), {class: "offer tile", "data-tile": tile})}]));
    this.tools = make("div", {},
      make("div", {class: "buttons"}, make("label", {}, "For ", this.owner), tool({kind: "ships"}, "Ship"), tool({kind: "ships", owner: GREY}, "Grey ship"), tool({kind: "houses"}, "House"), this.taking),
      make("div", {class: "tiles", role: "group", "aria-label": "Tiles"}, [...this.tiles.values()].map(({button}) => button)));
    this.element.replaceChildren(this.tools, make("p", {class: "soft"}, "Choose something and click a cell to put it there; click a tile again to rotate it. Shift-click, right-click or “Remove” takes one thing away."));
  }

  choose(button, what) {
    const again = this.chosen === what && !this.takes;
    for (const each of this.tools.querySelectorAll("[aria-pressed='true']")) each.setAttribute("aria-pressed", "false");
    this.chosen = again ? null : what;
    button.setAttribute("aria-pressed", String(!again));
  }

  /**
   * Put what was chosen on a cell of a document that `isWellFormed`, or take one thing away.
   * @param misfit asks what is wrong with the tiles of a document, "" if nothing
   * @returns the changed document, or what is wrong if a tile fits in no rotation
   */
  async use(content, cell, takes, misfit) {
    const draft = structuredClone(content), {kind, tile, owner} = this.chosen ?? {};
    if (takes) takeFrom(draft, cell, LAYERS.find(layer => at(draft, cell, layer)));
    else if (kind === "tiles") return lay(draft, cell, tile, misfit);
    else {
      leaveStart(draft);
      takeFrom(draft, cell, kind);
      const own = this.owner.value === ALEXIS ? ALEXIS : Number(this.owner.value);
      draft[kind] = [...list(draft, kind), {...cell, ...kind === "ships" ? {owner: owner ?? own} : {seat: own}}];
      changeStock(draft, kind);
    }
    return {content: draft};
  }
}

/** Whether a document has the parts that the palette changes in the form in which it changes them. */
export function isWellFormed(content) {
  const isListOf = (value, is) => value === undefined || Array.isArray(value) && value.every(is), isName = value => typeof value === "string";
  return [...LAYERS, "seats"].every(name => isListOf(content[name], isObject)) && list(content, "tiles").every(({tile}) => isName(tile))
    && ["navigation", "reserve", "removed"].every(name => isListOf(content[name], isName)) && isListOf(content.market, each => each === null || isName(each))
    && list(content, "seats").every(({hand, known}) => isListOf(hand, isName) && isListOf(known, isName))
    && (content.turn_state === undefined || isObject(content.turn_state) && isListOf(content.turn_state.built, Array.isArray));
}

function list(content, name) {
  return Array.isArray(content[name]) ? content[name] : [];
}

function lies({r, c}, cell) {
  return r === cell.r && c === cell.c;
}

function at(content, cell, layer) {
  return list(content, layer).find(each => lies(each, cell));
}

/** Lay a tile in the first rotation that fits; one that lies there already, in another one. */
async function lay(content, cell, tile, misfit) {
  const before = at(content, cell, "tiles"), turns = before?.tile === tile;
  if (!turns) {
    if (!isStart(tile)) leaveStart(content);
    for (const layer of LAYERS) while (at(content, cell, layer)) takeFrom(content, cell, layer);
    bring(content, cell, tile);
  }
  const laid = at(content, cell, "tiles");
  for (let turn = turns ? 1 : 0, rot = laid.rot ?? 0; turn < ROTATIONS; turn++) {
    laid.rot = (rot + turn) % ROTATIONS;
    if (!await misfit(content)) return {content};
  }
  laid.rot = 0;
  return {wrong: turns ? "it fits in no other rotation" : await misfit(content)};
}

/** Take the uppermost thing of a layer away from a cell; what stands on a tile goes with it. */
function takeFrom(content, cell, layer) {
  const index = list(content, layer).findLastIndex(each => lies(each, cell));
  if (index < 0) return;
  const [taken] = content[layer].splice(index, 1);
  if (layer === "tiles" && !isStart(taken.tile)) content.reserve?.push(taken.tile);
  if (layer === "tiles" || layer === "ships") {
    for (const name of POINTERS) if (Array.isArray(content[name]) && lies({r: content[name][0], c: content[name][1]}, cell)) delete content[name];
  }
  changeStock(content, layer);
  const state = content.turn_state;
  if (layer === "houses" && state?.built) {
    state.built = state.built.filter(([r, c]) => !lies({r, c}, cell));
    if (state.scored > state.built.length) state.scored = state.built.length;
  }
}

/** Let the server count anew what depends on the ships and houses on the board. */
function changeStock(content, layer) {
  if (layer === "ships") leaveOut(content, ["round"]);
  if (layer === "houses") for (const seat of list(content, "seats")) leaveOut(seat, ["pool", "reserve"]);
}

/** Let the game have begun: before, only start tiles are on the board. */
function leaveStart(content) {
  if (!String(content.phase ?? "").startsWith("start") && list(content, "tiles").length) return;
  leaveOut(content, Object.keys(content).filter(name => !KEPT_AT_START.includes(name)));
}

function isStart(tile) {
  return tile.startsWith("ST");
}

/** Put a tile on a cell, wherever it was before; the next one of the reserve takes its place. */
function bring(content, cell, tile) {
  const isSame = name => name === tile || isStart(tile) && isStart(name) && name[2] === tile[2]; // the other face of a start tile
  const before = list(content, "tiles").find(each => isSame(each.tile));
  if (before) for (const layer of LAYERS) while (layer !== "ships" && at(content, before, layer)) takeFrom(content, before, layer);
  for (const name of ["reserve", "navigation", "removed"]) if (content[name]) content[name] = content[name].filter(each => !isSame(each));
  const next = () => content.reserve?.shift() ?? content.navigation?.shift(), slot = list(content, "market").indexOf(tile), state = content.turn_state;
  if (slot >= 0) content.market[slot] = next() ?? null;
  if (slot >= 0 && !content.reserve) leaveOut(content, ["market"]);
  for (const seat of list(content, "seats")) {
    const place = list(seat, "hand").indexOf(tile), other = place >= 0 && next();
    if (other) seat.hand[place] = other;
    else if (place >= 0) leaveOut(seat, ["hand"]);
    if (seat.known) seat.known = seat.known.filter(each => each !== tile);
  }
  if (state?.chosen === tile) state.chosen = next();
  content.tiles = [...list(content, "tiles"), {tile, ...cell, rot: 0}];
}
