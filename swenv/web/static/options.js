// The options of the rules as fields, with labels in plain words.

import {make, title, words} from "./dom.js";

const LABELS = {
  rounds: "Rounds",
  hide_coins: "Keep coins secret until the end",
  own_decline_defends: "A player's own races in decline defend against that player",
  "substitution_needs_hand smallworld": "Sorcery needs a token in hand",
  "substitution_needs_hand underground": "The Vampire power needs a token in hand",
  places: "Play with Popular Places and Righteous Relics",
  flames_entry: "Flames enter",
  vampire_limit: "The Vampire power works",
  scepter_void: "The Scepter has no effect in",
  diamond_scope: "Diamond Fields pay for",
  stonehedge_decline_powers: "Stonehedge with Wise or Reborn works",
  mode: "Mode",
  window: "Rows and columns of the table",
  start_layout: "The start tiles are laid",
  level: "Level of Alexis",
  best_resource: "Take the most frequent resource automatically",
  best_token: "Keep the best discovery token automatically",
};
const VALUES = {
  flames_entry: {edge: "at the edge of the map", volcano: "beside the Volcano"},
  vampire_limit: {turn: "once a turn", opponent: "once a turn per opponent"},
  scepter_void: {mine_terrain_and_place: "every region with a Mine", place: "the Mine of the Lost Dwarf alone"},
  diamond_scope: {player: "all regions of the player", race: "the regions of the race that holds them"},
  stonehedge_decline_powers: {any_holder: "for every race in decline", declined_holder: "once the race that holds it is in decline"},
  mode: {standard: "standard, with missions", advanced: "advanced, with goals and rewards", solo: "standard, with missions"},
  start_layout: {first_player: "by the first player", random: "at random", fixed: "always in the same way"},
};

/** A field for an option of a game, with its usual value; options that take one of a few values have their `choices`. */
export function optionField(game, name, usual, choices) {
  const label = LABELS[`${name} ${game}`] ?? LABELS[name] ?? title(name);
  if (typeof usual === "boolean") return make("label", {}, make("input", {name, type: "checkbox", checked: usual}), ` ${label}`);
  const field = choices
    ? make("select", {name}, choices.map(each => make("option", {value: each, selected: each === usual}, VALUES[name]?.[each] ?? words(String(each)))))
    : make("input", {name, value: usual, ...typeof usual === "number" ? {type: "number", min: 1, max: 100} : {type: "text"}});
  return make("label", {}, `${label} `, field);
}

/** The options in these fields that are not as usual. */
export function chosenOptions(fields, usual) {
  const given = Object.entries(usual).map(([name, value]) => [name, read(fields.querySelector(`[name="${name}"]`), value), value]);
  return Object.fromEntries(given.filter(([, value, before]) => value !== before));
}

function read(field, usual) {
  if (typeof usual === "boolean") return field.checked;
  return typeof usual === "number" ? Number(field.value) : field.value.trim();
}
