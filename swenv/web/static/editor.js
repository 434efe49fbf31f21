// The editor of positions and boards: a picture to click on, tools, and all fields as a form.

import * as cells from "./cells.js";
import {ask, make, makeSvg, onReturn, say, sentence, words} from "./dom.js";
import {Form, prune} from "./form.js";
import {analysisLink, copyText, editLink, embedding, readLink} from "./links.js";
import * as regions from "./regions.js";
import {beside} from "./beside.js";
import {Picture} from "./picture.js";
import {Seats, rememberBegun} from "./seats.js";

/** Milliseconds without a change after which a position is checked and drawn. */
const PAUSE = 250;
/** Edits that can be taken back. */
const MOST_EDITS = 200;
/** Where a tab keeps what is being edited. */
const DRAFT = "swenv:draft";

export async function showEditor(main) {
  document.title = "Editor — swenv";
  const [offer, {boards}] = await Promise.all([ask("/api/offer"), ask("/api/boards")]);
  await new Editor(main, offer, boards).begin();
}

class Editor {
  constructor(main, offer, boards) {
    this.offer = offer;
    this.past = []; // each edit as text
    this.place = -1; // the one that is shown
    this.form = new Form(redraw => this.changed(redraw));
    this.palettes = {regions: new regions.RegionPalette(), cells: new cells.CellPalette()};
    this.all = make("details", {}, make("summary", {}, "All fields"), this.form.element);
    this.board = make("div", {class: "picture editable"});
    this.panel = make("div", {class: "beside editable"});
    this.wrong = make("p", {class: "wrong", role: "alert"});
    this.strange = make("p", {class: "soft strange", role: "status"});
    this.restored = make("p", {class: "soft", role: "status", hidden: true}, "Your last edits in this tab are back. ",
      make("button", {type: "button", class: "small", onclick: () => this.read()}, "Discard them"));
    this.file = make("input", {type: "file", accept: ".json,application/json", onchange: () => this.open(this.file.files[0])});
    this.picture = new Picture(this.board, this.panel);
    main.replaceChildren(make("div", {class: "game"},
      make("section", {}, this.board, this.picture.view, this.picture.legend, this.wrong, this.strange, this.palettes.regions.element, this.panel),
      make("aside", {class: "side"}, this.actions(boards), this.palettes.cells.element, make("section", {class: "card"}, this.all))));
    for (const each of [this.board, this.panel]) {
      each.addEventListener("click", event => this.pointAt(event, event.shiftKey));
      each.addEventListener("contextmenu", event => this.palette.isReady && this.pointAt(event, true));
      each.addEventListener("keydown", event => this.press(event));
    }
    addEventListener("keydown", event => this.key(event));
    addEventListener("hashchange", () => this.read());
    onReturn(() => { this.starting = false; });
  }

  /** The card with what can be done with the document. */
  actions(boards) {
    const positions = this.offer.games.flatMap(({game, title, options}) => Object.keys(options).map(seats =>
      make("option", {value: `position ${game} ${seats}`}, `${title}, ${seats} seat${seats === "1" ? "" : "s"}`)));
    this.kind = make("select", {"aria-label": "What to begin with"}, make("optgroup", {label: "Positions"}, positions),
      make("optgroup", {label: "Boards"}, boards.map(name => make("option", {value: `board ${name}`}, name))));
    const button = (text, action) => make("button", {type: "button", onclick: action}, text);
    this.undo = button("Undo", () => this.go(-1));
    this.redo = button("Redo", () => this.go(1));
    this.play = button("Play from here", () => this.askWhoPlays());
    this.judge = button("Judge", async () => location.assign(await analysisLink(this.document)));
    this.play.disabled = this.judge.disabled = true; // until the first check
    this.seats = new Seats(this.offer);
    this.who = make("form", {class: "who", hidden: true, onsubmit: event => { event.preventDefault(); this.startGame(); }},
      make("h2", {}, "Who plays?"), this.seats.element,
      make("div", {class: "buttons"}, make("button", {class: "main"}, "Start"), button("Cancel", () => { this.who.hidden = true; })));
    return make("section", {class: "card"}, make("h1", {}, "Editor"),
      make("div", {class: "buttons"}, this.kind, button("New", () => this.start())),
      make("label", {}, "Open a file ", this.file),
      make("div", {class: "buttons"}, this.undo, this.redo, button("Save", () => this.save()), button("Copy", () => this.copy(this.text)),
        button("Copy link", async () => this.copy(await editLink(this.document))),
        button("Embed", async () => this.copy(await embedding(this.document))), this.judge, this.play),
      this.who, this.restored);
  }

  // --- the document ---------------------------------------------------------------------------

  /** Show the last edits of this tab, the document in the address, or the start of a game. */
  async begin() {
    const draft = readDraft();
    if (draft?.from === location.hash && await this.show(() => draft.text, false)) this.restored.hidden = false;
    else await this.read();
  }

  /** Show the document in the address, or the start of a game if there is none. */
  async read() {
    this.restored.hidden = true;
    if (location.hash.length <= 1) await this.start();
    else if (!await this.show(() => readLink(location.hash.slice(1))) && !this.document) await this.start(this.wrong.textContent);
  }

  /** Show the start of a game, or a board, and what was wrong with the document that should have been shown. */
  async start(complaint = "") {
    const [kind, name, seats] = this.kind.value.split(" ");
    this.set(kind === "board" ? await this.fetchBoard(name) : await this.fetchStart(name, seats));
    this.complaint = complaint;
  }

  async fetchStart(game, seats) {
    const found = await ask(`/api/positions?game=${encodeURIComponent(game)}&seats=${encodeURIComponent(seats)}`);
    this.schema = found.schema;
    this.tiles = found.tiles;
    return found.position;
  }

  async fetchBoard(name) {
    const found = await ask(`/api/boards/${encodeURIComponent(name)}`);
    this.schema = found.schema;
    this.tiles = [];
    return found.board;
  }

  /** Boards have no format, positions do. */
  get isBoard() {
    return !("format" in this.document);
  }

  get isFace() {
    return "icon" in this.document;
  }

  /** Whether a position has cells instead of regions. */
  get hasCells() {
    return this.tiles.length > 0;
  }

  get palette() {
    return this.hasCells ? this.palettes.cells : this.palettes.regions;
  }

  get isWellFormed() {
    return (this.hasCells ? cells : regions).isWellFormed(this.document);
  }

  get text() {
    return JSON.stringify(this.document, null, 1);
  }

  get numSeats() {
    return this.isBoard ? this.document.players : this.document.num_players ?? this.document.seats?.length ?? 2;
  }

  async open(file) {
    if (!file) return;
    const text = await file.text();
    this.file.value = ""; // so that the same file can be opened again
    if (await this.show(() => text, false)) this.restored.hidden = true;
  }

  /** Show the document in a text, which a reload of the page would show again or not; returns whether it is one. */
  async show(read, again = true) {
    try {
      const found = JSON.parse(await read());
      if (found === null || typeof found !== "object" || Array.isArray(found)) throw new SyntaxError("a position or a board must be an object");
      if ("format" in found) await this.fetchStart(found.game ?? "", found.num_players ?? found.seats?.length ?? 2);
      else await this.fetchBoard("icon" in found ? "L1a" : "smallworld-2p"); // for the schema
      this.set(found, again);
      return true;
    } catch (error) {
      this.wrong.textContent = error instanceof SyntaxError ? sentence(`this is not a valid document: ${error.message}`) : error.message;
      return false;
    }
  }

  /** Begin to edit a document, which a reload of the page would show again or not. */
  set(found, again = true) {
    this.document = prune(found, this.schema);
    this.unchanged = again ? JSON.stringify(this.document) : "";
    this.past = [];
    this.place = -1;
    this.who.hidden = true;
    this.complaint = "";
    this.kind.value = this.isBoard ? `board ${found.name}` : `position ${found.game} ${this.numSeats}`;
    if (!this.kind.value) this.kind.selectedIndex = 0; // another board
    for (const each of [this.board, this.panel]) each.replaceChildren();
    this.draw();
    this.check();
  }

  draw() {
    this.form.draw(this.document, this.schema);
    this.palettes.cells.element.hidden = !this.hasCells;
    if (this.hasCells) this.palettes.regions.element.hidden = true;
    this.palette.draw(this.document, this.schema, this.tiles, this.numSeats);
  }

  /** Something has changed: check the document when the typing pauses. */
  changed(redraw = false) {
    this.restored.hidden = true;
    this.complaint = "";
    if (redraw) this.draw();
    this.board.setAttribute("aria-busy", "true");
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.check(), PAUSE);
  }

  // --- taking back ----------------------------------------------------------------------------

  /** Note an edit, so that it can be taken back and outlives the page. */
  note() {
    const text = JSON.stringify(this.document);
    if (text === this.past[this.place]) return;
    this.past = [...this.past.slice(0, this.place + 1), text].slice(-MOST_EDITS);
    this.place = this.past.length - 1;
    this.keep();
  }

  /** Keep the document for this tab, unless a reload would show it anyway. */
  keep() {
    this.undo.disabled = this.place <= 0;
    this.redo.disabled = this.place >= this.past.length - 1;
    const text = this.past[this.place];
    writeDraft(text === this.unchanged ? null : {from: location.hash, text});
  }

  /** Take back an edit, or make it again. */
  go(by) {
    clearTimeout(this.pause);
    this.note();
    const text = this.past[this.place + by];
    if (text === undefined) return;
    this.place += by;
    this.document = JSON.parse(text);
    this.keep();
    this.draw();
    this.check();
  }

  key(event) {
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !"zy".includes(letter) || event.target.closest?.(".who")) return;
    event.preventDefault();
    this.go(letter === "y" || event.shiftKey ? 1 : -1);
  }

  // --- what the server says of it -------------------------------------------------------------

  async check() {
    this.note();
    this.board.setAttribute("aria-busy", "true");
    const number = this.checked = (this.checked ?? 0) + 1;
    let found;
    try {
      found = await ask(`/api/${this.isBoard ? "boards" : "positions"}`, {body: {[this.isBoard ? "board" : "position"]: this.document}});
    } catch (error) {
      found = {error: error.message, field: [], picture: ""};
    }
    if (number !== this.checked) return;
    this.board.setAttribute("aria-busy", "false");
    this.wrong.textContent = found.error ? sentence(found.error) : this.complaint;
    this.strange.textContent = found.problems?.length ? `No play leads here: ${found.problems.join("; ")}.` : "";
    this.play.disabled = Boolean(found.error) || this.isFace;
    this.judge.disabled = this.play.disabled || this.isBoard;
    this.form.clear();
    if (!found.error) return this.showPicture(found);
    this.form.complain(found.field, found.error);
    if (this.isBoard) return this.sketch(this.regionsOf(found.field)[0] ?? -1);
    if (!this.board.firstChild) await this.showGround();
    this.mark(found.field);
  }

  /** Show the board, and what lies beside it. */
  showPicture({picture, beside: summary}) {
    const {region: focused, cell: focusedCell} = document.activeElement?.dataset ?? {};
    this.picture.show(picture);
    this.panel.replaceChildren(...summary ? beside(summary, {who: seat => `Seat ${seat}`, money: "coins", toAct: this.document.to_act ?? null, mine: () => false}) : []);
    for (const region of this.board.querySelectorAll("[data-region]")) {
      region.setAttribute("tabindex", "0");
      region.setAttribute("role", "button");
      region.setAttribute("aria-label", [region.querySelector(":scope > title")?.textContent, ...this.piecesIn(region.dataset.region)].join(", "));
    }
    if (this.hasCells) this.showCells();
    if (focused) this.board.querySelector(`[data-region="${focused}"]`)?.focus();
    if (focusedCell) this.board.querySelector(`[data-cell="${focusedCell}"]`)?.focus();
  }

  /** Make each cell of the picture something to choose. */
  showCells() {
    const titles = new Map([...this.board.querySelectorAll("title")].map(({textContent}) => [textContent.split(":")[0], textContent]));
    for (const {r, c, ...box} of this.picture.cells) {
      const name = `Cell ${r} ${c}`;
      this.picture.ground.append(makeSvg("rect", {class: "cell", "data-cell": `${r} ${c}`, tabindex: "0", role: "button", "aria-label": titles.get(name) ?? name, ...box}));
    }
  }

  /** The pieces in a region of a position, in words. */
  piecesIn(number) {
    const {owner, race, tokens = 1, markers, ...others} = this.document.regions?.[number] ?? {};
    if (this.isBoard) return [];
    return [...race ? [`${tokens} ${words(race)} of seat ${owner}`] : [], ...Object.keys({...markers, ...others}).map(words)];
  }

  /** Show the empty board of a position that is wrong, so that there is something to click on. */
  async showGround() {
    const {format, game, num_players, map, boards, mode, window, tiles} = this.document;
    for (const ground of [{map, boards, mode, window, tiles}, {map, boards}]) {
      const found = await ask("/api/positions", {body: {position: {format, game, num_players, ...ground}}}).catch(() => ({}));
      if (found.picture && !this.board.firstChild) this.showPicture(found);
    }
  }

  /** The regions that a mistake is about: one of them, or all of a race. */
  regionsOf([part, key, inner, place]) {
    if (part === "regions" && key !== undefined) return [Number(key)];
    const race = part === "tray" ? key : part === "seats" && inner === "races" ? this.document.seats?.[key]?.races?.[place]?.race : undefined;
    const held = Object.entries(this.document.regions ?? {}).filter(([, each]) => race && each?.race === race);
    return held.map(([number]) => Number(number));
  }

  /** Draw a line around the regions or the cell with a mistake. */
  mark(field) {
    for (const each of this.board.querySelectorAll(".mistaken")) each.remove();
    const {r, c} = this.document[field[0]]?.[field[1]] ?? {}, wrong = [...this.regionsOf(field).map(number => `[data-region="${number}"]`), `[data-cell="${r} ${c}"]`];
    for (const each of wrong) {
      const place = this.board.querySelector(each), outline = place && this.picture.outline(place, {class: "mistaken"});
      if (outline) place.parentNode.append(outline);
    }
  }

  /** Draw the outlines of a board that is wrong, and mark the region of the mistake. */
  sketch(wrong) {
    const outlines = (Array.isArray(this.document.regions) ? this.document.regions : []).map(each => each?.polygon);
    const shapes = outlines.map(outline => Array.isArray(outline) ? outline.filter(point => Array.isArray(point)) : []);
    const corners = shapes.flat();
    if (!corners.length) return;
    const [xs, ys] = [0, 1].map(axis => corners.map(point => Number(point[axis]) || 0));
    const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const room = Math.max(right - left, bottom - top) || 1;
    this.board.replaceChildren(makeSvg("svg", {viewBox: `${left - room / 50} ${top - room / 50} ${right - left + room / 25} ${bottom - top + room / 25}`, role: "img", "aria-label": "The outlines of the board", class: "sketch"},
      shapes.map((shape, region) => shape.length ? makeSvg("g", {"data-region": region, class: region === wrong ? "wrong" : ""},
        makeSvg("polygon", {points: shape.map(point => point.join(" ")).join(" "), "vector-effect": "non-scaling-stroke"}),
        makeSvg("text", {x: mean(shape, 0), y: mean(shape, 1), "font-size": room / 40, "text-anchor": "middle"}, String(region))) : null)));
  }

  // --- clicks on the picture ------------------------------------------------------------------

  /** Act on what the pointer is at: put a piece there or take one away; without a tool, show its fields. */
  pointAt(event, takes) {
    for (const each of document.elementsFromPoint(event.clientX, event.clientY)) {
      const place = each.closest("[data-region], [data-cell]"), seat = each.closest("[data-seat]")?.dataset.seat;
      if (!place && seat === undefined) continue;
      event.preventDefault();
      if (!place) return this.showFields(["seats", seat]);
      return this.actAt(place, takes);
    }
  }

  press(event) {
    const place = event.target.closest("[data-region], [data-cell]");
    if (!place || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.actAt(place, event.shiftKey);
  }

  actAt({dataset: {region, cell}}, takes) {
    if (cell === undefined) return this.act(region, takes);
    const [r, c] = cell.split(" ").map(Number);
    return this.actOnCell({r, c}, takes);
  }

  act(region, takes) {
    if (this.isBoard || !this.isWellFormed) return this.showFields(["regions", region]);
    if (takes || this.palette.isReady) {
      this.palette.use(this.document, region, takes || this.palette.takes);
      this.note();
      this.changed(true);
      return;
    }
    this.document.regions ??= {};
    if (!(region in this.document.regions)) {
      this.document.regions[region] = {};
      this.form.draw(this.document, this.schema);
    }
    this.showFields(["regions", region]);
  }

  /** Change what lies on a cell; a tile is laid once the server has said in which rotation it fits. */
  async actOnCell(cell, takes) {
    const tiles = Array.isArray(this.document.tiles) ? this.document.tiles : [], text = JSON.stringify(this.document);
    if (!this.isWellFormed || !(takes || this.palette.isReady)) return this.showFields(["tiles", String(tiles.findIndex(each => each?.r === cell.r && each?.c === cell.c))]);
    if (this.laying) return;
    this.laying = true;
    try {
      const {content, wrong} = await this.palette.use(this.document, cell, takes || this.palette.takes, misfit);
      if (JSON.stringify(this.document) !== text) return; // it was changed otherwise meanwhile
      if (wrong) return this.complain(wrong);
      this.document = content;
      this.note();
      this.changed(true);
    } finally {
      this.laying = false;
    }
  }

  complain(message) {
    this.complaint = sentence(message);
    this.wrong.textContent = this.complaint;
  }

  showFields(path) {
    this.all.open = true;
    this.form.reveal(path);
  }

  // --- what can be done with it ---------------------------------------------------------------

  save() {
    const url = URL.createObjectURL(new Blob([this.text], {type: "application/json"}));
    make("a", {href: url, download: `${this.document.name ?? this.document.game}.json`}).click();
    URL.revokeObjectURL(url);
  }

  async copy(text) {
    await copyText(text);
    say("Copied.");
  }

  askWhoPlays() {
    this.seats.draw(this.document.game, this.numSeats, this.document.to_act ?? 0);
    this.who.hidden = false;
    this.seats.element.querySelector("select").focus();
  }

  async startGame() {
    if (this.starting) return;
    this.starting = true;
    const wanted = this.isBoard ? {game: this.document.game, options: {map: this.document}} : {position: this.document};
    try {
      const begun = await ask("/api/games", {body: {...this.seats.wanted, ...wanted}});
      location.assign(rememberBegun(begun));
    } catch (error) {
      this.wrong.textContent = error.message;
      this.starting = false;
    }
  }
}

/** What is wrong with the tiles of a position, "" if nothing; other mistakes do not matter here. */
async function misfit(position) {
  const {error, field} = await ask("/api/positions", {body: {position}}).catch(({message}) => ({error: message, field: ["tiles"]}));
  return field[0] === "tiles" ? error : "";
}

function mean(points, axis) {
  return points.reduce((sum, point) => sum + Number(point[axis]), 0) / points.length;
}

/** What this tab was editing, or null. */
function readDraft() {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT));
    return typeof draft?.from === "string" && typeof draft.text === "string" ? draft : null;
  } catch {
    return null;
  }
}

function writeDraft(draft) {
  try {
    if (draft) sessionStorage.setItem(DRAFT, JSON.stringify(draft));
    else sessionStorage.removeItem(DRAFT);
  } catch { /* a browser that stores nothing, or no more */ }
}
