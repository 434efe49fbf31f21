// What the person at this browser is called; it is text, and never markup.

import {make} from "./dom.js";

const KEY = "swenv-name", LONGEST = 24;

/** A name in the form that the server accepts: one line without control characters. */
function tidy(name) {
  return [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim()].slice(0, LONGEST).join("");
}

/** The name that this browser remembers, or "". */
export function myName() {
  try {
    return tidy(localStorage.getItem(KEY) ?? "");
  } catch {
    return "";
  }
}

function rememberName(name) {
  try {
    localStorage.setItem(KEY, tidy(name));
  } catch { /* a browser that stores nothing */ }
}

/** A field for one's name, which is remembered. */
export function nameField(changed = () => {}) {
  const field = make("input", {type: "text", name: "name", value: myName(), maxlength: LONGEST, autocomplete: "nickname", onchange: () => {
    field.value = tidy(field.value);
    rememberName(field.value);
    changed(field.value);
  }});
  return make("label", {class: "own-name"}, "Your name ", field);
}

/** What the player of a seat is called. */
export function called({player, name}) {
  return name || (player === "person" ? "somebody" : programName(player));
}

/** A program as people call it: "search with champion, 400 simulations" for search:simulations=400,agent=champion. */
export function programName(program) {
  const [kind, settings] = program.split(/:(.*)/);
  if (kind !== "search" || !settings) return program;
  const {agent, simulations, seconds, ...others} = Object.fromEntries(settings.split(",").map(each => each.split("=")));
  if (Object.keys(others).length) return program;
  return [agent ? `search with ${agent}` : "search", simulations && `${Number(simulations).toLocaleString("en")} simulations`, seconds && `${seconds} s`].filter(Boolean).join(", ");
}
