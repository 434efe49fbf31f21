// The editor of positions and boards: a form made from the document and its schema, and the picture of what it says.

import {ask, make, makeSvg, onReturn, remember, say, sentence, words} from "./dom.js";
import {Picture} from "./picture.js";

/** Milliseconds without a change after which a position is checked and drawn. */
const PAUSE = 250;

export async function showEditor(main) {
  const [offer, {boards}] = await Promise.all([ask("/api/offer"), ask("/api/boards")]);
  new Editor(main, offer, boards);
}

class Editor {
  constructor(main, offer, boards) {
    this.offer = offer;
    this.board = make("div", {class: "picture"});
    this.panel = make("div", {class: "picture panel"});
    this.form = make("div", {class: "tree"});
    this.wrong = make("p", {class: "wrong", role: "alert"});
    this.strange = make("p", {class: "soft strange", role: "status"});
    const positions = offer.games.flatMap(({game, title, options}) => Object.keys(options).map(seats =>
      make("option", {value: `position ${game} ${seats}`}, `${title}, ${seats} seat${seats === "1" ? "" : "s"}`)));
    this.kind = make("select", {"aria-label": "What to begin with"}, make("optgroup", {label: "Positions"}, positions),
      make("optgroup", {label: "Boards"}, boards.map(name => make("option", {value: `board ${name}`}, name))));
    this.file = make("input", {type: "file", accept: ".json,application/json", onchange: () => this.open(this.file.files[0])});
    const button = (text, action) => make("button", {onclick: action}, text);
    main.replaceChildren(make("div", {class: "table"},
      make("section", {}, this.board, this.panel),
      make("aside", {class: "side"},
        make("section", {class: "card"}, make("h1", {}, "Editor"),
          make("div", {class: "buttons"}, this.kind, button("New", () => this.start())),
          make("label", {}, "Open a file ", this.file),
          make("div", {class: "buttons"}, button("Save", () => this.save()), button("Copy", () => this.copy()), this.play = button("Play from here", () => this.begin())),
          this.wrong, this.strange),
        make("section", {class: "card"}, this.form))));
    this.picture = new Picture(this.board, this.panel);
    for (const each of [this.board, this.panel]) each.addEventListener("click", event => this.pointAt(event));
    this.play.disabled = true; // until the first check
    onReturn(() => { this.beginning = false; });
    if (location.hash.length > 1) this.show(location.hash.slice(1), decodeURIComponent);
    else this.start();
  }

  async start() {
    const [kind, name, seats] = this.kind.value.split(" ");
    this.set(kind === "board" ? await this.fetchBoard(name) : await this.fetchStart(name, seats));
  }

  async fetchStart(game, seats) {
    const found = await ask(`/api/positions?game=${encodeURIComponent(game)}&seats=${encodeURIComponent(seats)}`);
    this.schema = found.schema;
    return found.position;
  }

  async fetchBoard(name) {
    const found = await ask(`/api/boards/${encodeURIComponent(name)}`);
    this.schema = found.schema;
    return found.board;
  }

  /** Boards have no format, positions do. */
  get isBoard() {
    return !("format" in this.document);
  }

  get isFace() {
    return "icon" in this.document;
  }

  async open(file) {
    if (!file) return;
    const text = await file.text();
    this.file.value = ""; // so that the same file can be opened again
    await this.show(text);
  }

  /** Show a document as text. */
  async show(text, decode = given => given) {
    try {
      const document = JSON.parse(decode(text));
      if (document === null || typeof document !== "object" || Array.isArray(document)) throw new SyntaxError("a position or a board must be an object");
      if ("format" in document) await this.fetchStart(document.game ?? "", document.num_players ?? document.seats?.length ?? 2);
      else await this.fetchBoard("icon" in document ? "L1a" : "smallworld-2p"); // for the schema
      this.set(document);
    } catch (error) {
      this.wrong.textContent = error instanceof SyntaxError || error instanceof URIError ? sentence(`this is not a valid document: ${error.message}`) : error.message;
    }
  }

  set(document) {
    this.document = document;
    this.draw();
    this.check();
  }

  // --- the form -------------------------------------------------------------------------------

  draw() {
    const open = new Set([...this.form.querySelectorAll("details[open]")].map(each => each.dataset.path));
    this.form.replaceChildren(...this.fields(this.document, [], this.schema));
    for (const each of this.form.querySelectorAll("details")) each.open = open.has(each.dataset.path);
  }

  resolve(schema) {
    const name = schema?.$ref?.split("/").at(-1);
    return name ? this.schema.definitions[name] : schema || {};
  }

  /** The rows of an object or a list. */
  fields(value, path, schema) {
    const list = Array.isArray(value), {properties = {}, additionalProperties, required = [], items} = schema;
    const inner = key => this.resolve(list ? items : properties[key] || additionalProperties || {});
    const keys = list ? value.map((_, place) => place) : Object.keys(value);
    const rows = keys.map(key => this.row(value, key, [...path, key], inner(key), !list && required.includes(key)));
    const missing = list ? [] : Object.keys(properties).filter(key => !(key in value));
    const add = key => { value[key] = initial(this.resolve(inner(key)), this); this.changed(true); };
    if (list) rows.push(make("button", {class: "small", onclick: () => add(value.length)}, "Add"));
    else if (missing.length) rows.push(make("select", {class: "small", "aria-label": `Add to ${path.at(-1) ?? "position"}`, onchange: event => add(event.target.value)},
      make("option", {value: ""}, "Add …"), missing.map(key => make("option", {value: key}, words(key)))));
    else if (additionalProperties) rows.push(make("form", {onsubmit: event => { event.preventDefault(); const key = event.target.elements.key.value.trim(); if (key && !(key in value)) add(key); }},
      make("input", {type: "text", name: "key", class: "small", "aria-label": `New entry in ${path.at(-1)}`}), make("button", {class: "small"}, "Add")));
    return rows;
  }

  row(parent, key, path, schema, required) {
    const value = parent[key], name = words(String(key)), id = path.join("/");
    const remove = required ? null : make("button", {class: "small", "aria-label": `Remove ${name}`, onclick: () => {
      if (Array.isArray(parent)) parent.splice(key, 1);
      else delete parent[key];
      this.changed(true);
    }}, "×");
    if (value !== null && typeof value === "object") {
      return make("details", {"data-path": id}, make("summary", {title: schema.description}, `${name}${Array.isArray(value) ? ` (${value.length})` : ""} `, remove), ...this.fields(value, path, schema));
    }
    const set = given => { parent[key] = given; this.changed(); };
    return make("div", {class: "field", "data-path": id}, make("label", {title: schema.description}, `${name} `, this.input(value, schema, set)), remove);
  }

  input(value, schema, set) {
    if (typeof value === "boolean") return make("input", {type: "checkbox", checked: value, onchange: event => set(event.target.checked)});
    if (schema.enum) return make("select", {onchange: event => set(schema.enum[event.target.selectedIndex])}, schema.enum.map(each => make("option", {selected: each === value}, String(each))));
    if (typeof value === "number") return make("input", {type: "number", value, oninput: event => event.target.value !== "" && set(Number(event.target.value))});
    return make("input", {type: "text", value: value ?? "", oninput: event => set(event.target.value === "" && value === null ? null : event.target.value)});
  }

  /** Something has changed: check the position when the typing pauses. */
  changed(redraw = false) {
    if (redraw) this.draw();
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    const number = this.checked = (this.checked ?? 0) + 1;
    let found;
    try {
      found = await ask(`/api/${this.isBoard ? "boards" : "positions"}`, {body: {[this.isBoard ? "board" : "position"]: this.document}});
    } catch (error) {
      found = {error: error.message, field: [], picture: ""};
    }
    if (number !== this.checked) return;
    this.wrong.textContent = found.error ? sentence(found.error) : "";
    this.strange.textContent = found.problems?.length ? `No play leads here: ${found.problems.join("; ")}.` : "";
    this.play.disabled = Boolean(found.error) || this.isFace;
    for (const each of this.form.querySelectorAll(".mistake")) each.classList.remove("mistake");
    if (!found.error) return this.picture.show(found.picture);
    this.reveal(found.field)?.classList.add("mistake");
    if (this.isBoard) this.sketch(found.field[0] === "regions" ? Number(found.field[1]) : -1);
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

  /** Open the form at a field, or at the nearest entry that contains it. */
  reveal(path) {
    for (let length = path.length; length > 0; length--) {
      const found = this.form.querySelector(`[data-path="${CSS.escape(path.slice(0, length).join("/"))}"]`);
      if (!found) continue;
      for (let each = found.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
      found.scrollIntoView({block: "nearest"});
      return found;
    }
    return null;
  }

  /** Open the form at what was clicked on in the picture. */
  pointAt(event) {
    for (const each of document.elementsFromPoint(event.clientX, event.clientY)) {
      const region = each.closest("[data-region]")?.dataset.region, seat = each.closest("[data-seat]")?.dataset.seat;
      if (region === undefined && seat === undefined) continue;
      if (region !== undefined && !this.isBoard && this.document.regions && !(region in this.document.regions)) {
        this.document.regions[region] = {};
        this.draw();
      }
      this.reveal(region === undefined ? ["seats", seat] : ["regions", region]);
      return;
    }
  }

  // --- what can be done with it ---------------------------------------------------------------

  get text() {
    return JSON.stringify(this.document, null, 1);
  }

  save() {
    const url = URL.createObjectURL(new Blob([this.text], {type: "application/json"}));
    make("a", {href: url, download: `${this.document.name ?? this.document.game}.json`}).click();
    URL.revokeObjectURL(url);
  }

  async copy() {
    await navigator.clipboard.writeText(this.text);
    say("Copied.");
  }

  async begin() {
    if (this.beginning) return;
    this.beginning = true;
    const {document} = this, seats = this.isBoard ? document.players : document.num_players ?? document.seats.length;
    const other = ["champion", "planner", "greedy"].find(name => this.offer.players.includes(name)) || this.offer.players[0];
    const players = Array.from({length: seats}, (_, seat) => seat === (document.to_act ?? 0) ? "person" : other);
    const wanted = this.isBoard ? {game: document.game, options: {map: document}} : {position: document};
    try {
      const {id, tokens} = await ask("/api/games", {body: {players, ...wanted}});
      remember(id, {tokens: tokens.filter(Boolean), invitations: []});
      location.assign(`/games/${id}`);
    } catch (error) {
      this.wrong.textContent = error.message;
      this.beginning = false;
    }
  }
}

function mean(points, axis) {
  return points.reduce((sum, point) => sum + Number(point[axis]), 0) / points.length;
}

/** The value of a field that is added. */
function initial(schema, editor) {
  if (schema.enum) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === "object") return Object.fromEntries((schema.required || []).map(key => [key, initial(editor.resolve(schema.properties[key]), editor)]));
  return {integer: schema.minimum ?? 0, number: 0, boolean: false, array: []}[type] ?? "";
}
