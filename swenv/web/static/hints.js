// A coach for a first game: one hint for each phase that a player meets, until they are closed for good.

import {make, touched, usesKeyboard} from "./dom.js";

const KEY = "swenv-hints";
const HINTS = {
  choose: "Conquer with what you have, or put your race into decline: then you conquer nothing this turn, and take a new race next turn.",
  ready: "You may give up regions to have more tokens for conquests.",
  conquest: "As a rule, a region takes two tokens, and one more for everything that stands there. With too few tokens for a region, you may roll the die to make up for them, once, as your last conquest of the turn.",
  "conquest underground": "The River can be conquered like any region, for as little as one token, and your race goes on from there. But before you redeploy, all tokens leave it, except Kraken.",
  "ready warcraft": "A region with an anchor can be conquered from anywhere. If it borders none of yours, it costs one token more.",
  deploy: "Distribute the tokens that are left. They defend your regions until your next turn.",
  markers: "Place your pieces now. Most of them protect the region where they stand.",
  stout: "Your power lets you decline now, after this turn's conquests.",
  start_pick: "Choose a start tile. Together they become the first island.",
  prep_pick: "Choose the mission for this round and, unless it is the last, the one to keep for the next. Before the colon, it says on which islands you may build; after it, what they pay. An island also needs two tiles, a free site and no house of yours.",
  turn: "Take a tile from the market to explore. Once no tile is left in the navigation stack, docking a ship ends the exploration, and whoever docks builds first. You have one ship of your own for the whole game: at its end, every port on the 8 cells around it pays 1. Grey ships pay nothing.",
  place: "Lay the tile where its coasts continue those around it. Click again to rotate it. Nothing can lie beyond the edge of the table.",
  marker: "You may lay one of your markers to change what a tile shows.",
  house: "Build houses on the islands that meet the condition of your mission, have two tiles and a free site, and no house of yours yet.",
};

export class Hints {
  constructor() {
    this.seen = new Set(stored());
    this.element = make("div", {class: "coach", hidden: true});
  }

  /** Show the hint of a phase, its own for a game first, if the player has not closed it; nothing to give up needs no hint, and no last turn one about the next. */
  show(game, phase, choices, isLast) {
    const own = `${phase} ${game}`, name = own in HINTS && !this.seen.has(own) ? own : phase;
    const applies = name !== "ready" || choices.some(({verb}) => verb === "abandon"), late = isLast && ["choose", "deploy"].includes(name);
    const text = !applies || late || this.seen.has(name) || this.seen.has("all") ? "" : HINTS[name];
    this.element.hidden = !text;
    if (!text) return;
    const close = each => { this.seen.add(each); store(this.seen); this.element.hidden = true; };
    this.element.replaceChildren(make("p", {}, touched(text), usesKeyboard() ? " Press ? for the keys." : ""), make("div", {class: "buttons"},
      make("button", {class: "small", onclick: () => close(name)}, "Got it"), make("button", {class: "small", onclick: () => close("all")}, "No more hints")));
  }
}

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function store(seen) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen]));
  } catch { /* a browser that stores nothing shows them again */ }
}
