// Tools that put pieces on the regions of a position, and take them away; the schema says which pieces there are.

import {resolve} from "./form.js";
import {make, title, words} from "./dom.js";
import {Tools, isObject, leaveOut} from "./tools.js";

const ACTIVE = "active", DECLINE = "decline";
/** Fields that the server fills in by itself if they are left out, by what may make them wrong. */
const FILLED = {tokens: ["tray"], races: ["race_stack", "power_stack", "bomb_stack"], pieces: ["places_stack", "bomb_stack"]};
/** Phases that the server tells from the races, if they are left out. */
const BEGINNING = ["pick", "choose"];
/** What cannot be in a region that a race holds. */
const LOST_TO_A_RACE = ["tribe", "murloc", "monsters", "markers"];

export class RegionPalette extends Tools {
  tools = [];

  /** Offer the tools for a document, and keep the one that was chosen if it is still there; none without regions. */
  draw(content, schema) {
    if (schema === this.schema) return;
    this.schema = schema;
    const region = resolve(schema, schema.properties?.regions).additionalProperties;
    this.element.hidden = !region;
    this.take(false);
    this.chosen = null;
    this.tools = region ? [...races(region), ...markers(region), ...pieces(region, schema)] : [];
    if (!region) return this.element.replaceChildren();
    const seats = schema.definitions.seat.maximum + 1;
    this.tool = make("select", {"aria-label": "Put", onchange: () => this.showDetails()}, make("option", {value: ""}, "nothing: a click shows the fields"),
      [...grouped(this.tools)].map(([label, tools]) => make("optgroup", {label}, tools.map(each => make("option", {value: this.tools.indexOf(each)}, each.label)))));
    this.seat = make("select", {name: "owner"}, Array.from({length: seats}, (_, seat) => make("option", {value: seat, selected: seat === (content.to_act ?? 0)}, `seat ${seat}`)));
    this.status = make("select", {name: "status", onchange: () => this.showDetails()}, make("option", {value: ACTIVE}, "active"), make("option", {value: DECLINE}, "in decline"));
    const badges = resolve(schema, schema.properties.column).items.properties.power.enum || [];
    this.power = make("select", {name: "badge"}, make("option", {value: ""}, "as it is"), badges.map(name => make("option", {value: name}, words(name))));
    this.badge = make("label", {}, "Badge ", this.power);
    this.details = make("div", {class: "buttons"}, make("label", {}, "For ", this.seat), make("label", {}, "Race ", this.status), this.badge);
    this.element.replaceChildren(make("div", {class: "buttons"}, make("label", {}, "Put ", this.tool), this.details, this.taking),
      make("p", {class: "soft"}, "Click a region to put a piece there. Shift-click, right-click or “Remove” takes one away."));
    this.showDetails();
  }

  showDetails() {
    this.chosen = this.tool.value ? this.tools[Number(this.tool.value)] : null;
    this.details.hidden = !this.chosen?.race;
    this.badge.hidden = this.status.value !== ACTIVE;
  }

  /** Put the chosen piece in a region of a document that `isWellFormed`, or take one away. */
  use(content, number, takes) {
    content.regions ??= {};
    const region = content.regions[number] ??= {}, tool = this.chosen, before = inPlay(content);
    if (tool && !tool.race) (takes ? tool.take : tool.put)(region);
    else if (takes) takeToken(content, region);
    else this.putToken(content, region, tool.race);
    if (!Object.keys(region).length) delete content.regions[number];
    leaveOut(content, tool && !tool.race ? FILLED.pieces : FILLED.tokens);
    if (String(before) !== String(inPlay(content))) makeRoom(content);
  }

  putToken(content, region, race) {
    const owner = Number(this.seat.value), status = this.status.value;
    settle(content, owner, race, status, status === ACTIVE ? this.power.value : "");
    if (region.race === race && region.owner === owner) {
      region.tokens = (region.tokens ?? 1) + 1;
      return;
    }
    leaveOut(region, LOST_TO_A_RACE);
    Object.assign(region, {owner, race, tokens: 1});
  }
}

/** Whether a document has the parts that the palette changes in the form in which it changes them. */
export function isWellFormed({regions = {}, seats = [], column = [], discarded_powers: discarded = []}) {
  const lists = [seats, column, discarded];
  return isObject(regions) && Object.values(regions).every(isObject) && lists.every(Array.isArray) && column.every(isObject)
    && seats.every(each => isObject(each) && Array.isArray(each.races ?? []) && (each.races ?? []).every(isObject));
}

/** Take away one of the tokens in a region; a race leaves its seat with the last one, unless it has others in hand. */
function takeToken(content, region) {
  const {race, owner} = region;
  if (!race) return;
  region.tokens = (region.tokens ?? 1) - 1;
  if (region.tokens > 0) return;
  leaveOut(region, ["owner", "race", "tokens", "markers"]);
  const seat = content.seats?.[owner], remains = Object.values(content.regions).some(each => each.race === race);
  if (seat?.races && !remains) seat.races = seat.races.filter(each => each.race !== race || each.hand);
}

/** Let a seat have a race that is active or in decline. */
function settle(content, seat, race, status, power) {
  content.seats ??= [];
  while (content.seats.length <= seat) content.seats.push({});
  const own = content.seats[seat].races ??= [];
  let entry = own.find(each => each.race === race);
  if (!entry) own.push(entry = {race, status});
  if (entry.status !== status) {
    entry.status = status;
    delete entry.power;
  }
  if (power) entry.power = power;
}

/** The races and badges of all seats. */
function inPlay(content) {
  return (content.seats ?? []).flatMap(seat => seat.races ?? []).flatMap(each => [each.race, each.power, each.status]);
}

/** Take races and badges that are in play out of the column and the discards, and let the server fill in the rest. */
function makeRoom(content) {
  const taken = inPlay(content);
  if (content.column) content.column = content.column.filter(row => !taken.includes(row.race) && !taken.includes(row.power));
  if (content.discarded_powers) content.discarded_powers = content.discarded_powers.filter(name => !taken.includes(name));
  leaveOut(content, FILLED.races);
  if (BEGINNING.includes(content.phase)) delete content.phase;
}

// --- the tools ----------------------------------------------------------------------------------

function races(region) {
  return (region.properties.race.enum || []).map(race => ({group: "Race tokens", label: words(race), race}));
}

function markers(region) {
  return Object.entries(region.properties.markers.properties).map(([name, {maximum}]) => ({
    group: "Markers", label: words(name),
    put: entry => { entry.markers = {...entry.markers, [name]: Math.min((entry.markers?.[name] ?? 0) + 1, maximum)}; },
    take: entry => {
      if (!entry.markers) return;
      entry.markers[name] = (entry.markers[name] ?? 0) - 1;
      if (entry.markers[name] <= 0) delete entry.markers[name];
      if (!Object.keys(entry.markers).length) delete entry.markers;
    },
  }));
}

/** Tools for the other fields of a region: numbers of pieces, names of pieces, lists of names. */
function pieces(region, schema) {
  const others = Object.entries(region.properties).filter(([name]) => !["owner", "race", "tokens", "markers"].includes(name));
  return others.flatMap(([name, given]) => {
    const field = resolve(schema, given), named = field.items?.enum || field.enum?.filter(each => typeof each === "string");
    if (field.items) return named.map(each => listed(name, each));
    if (named?.length) return named.map(each => single(name, each, `${title(name)}: ${words(each)}`));
    return [single(name, field.maximum ?? Math.max(...field.enum), words(name))];
  });
}

function single(name, value, label) {
  return {group: "Other pieces", label, put: entry => { entry[name] = value; }, take: entry => { delete entry[name]; }};
}

function listed(name, value) {
  const without = entry => (entry[name] ?? []).filter(each => each !== value);
  return {
    group: title(name), label: words(value),
    put: entry => { entry[name] = [...without(entry), value]; },
    take: entry => {
      entry[name] = without(entry);
      if (!entry[name].length) delete entry[name];
    },
  };
}

function grouped(tools) {
  const groups = new Map();
  for (const each of tools) groups.set(each.group, [...groups.get(each.group) || [], each]);
  return groups;
}
