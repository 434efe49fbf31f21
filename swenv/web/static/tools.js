// What the palettes of the editor have in common.

import {make} from "./dom.js";

export class Tools {
  constructor() {
    this.element = make("section", {class: "card palette", "aria-label": "Palette"});
    this.chosen = null; // what a click puts down
    this.taking = toggle("Remove", () => this.take(!this.takes));
  }

  /** Whether a click takes away. */
  get takes() {
    return this.taking.getAttribute("aria-pressed") === "true";
  }

  /** Whether a click on the board changes it. */
  get isReady() {
    return Boolean(this.chosen || this.takes);
  }

  take(on) {
    this.taking.setAttribute("aria-pressed", String(on));
  }
}

/** A button that stays pressed. */
export function toggle(text, onclick, attributes = {}) {
  return make("button", {type: "button", "aria-pressed": "false", ...attributes, onclick}, text);
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

export function leaveOut(entry, names) {
  for (const name of names) delete entry[name];
}
