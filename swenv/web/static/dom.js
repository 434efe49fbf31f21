// Small helpers: elements, requests, what this browser remembers.

const SVG = "http://www.w3.org/2000/svg", KEYBOARD = "swenv-keyboard";

/** Milliseconds within which a key that is pressed again was meant for what had the focus before. */
const HASTE = 250;

let keyboard = null, led = {element: null, at: 0};

/** Make an element: make("button", {class: "main", onclick: play}, "Play"). */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for elements of a picture. */
export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

/** A picture that the server drew, as an element. */
export function drawn(markup, attributes = {}) {
  const picture = make("span", attributes);
  picture.innerHTML = markup;
  return picture;
}

/** Pixels that are seen at least of a panel that one opens. */
const SEEN = 200;

/**
 * Tabs and their panels.
 *
 * @param panels by title
 * @param opened called whenever another one is shown
 * @returns {{element: HTMLElement, open: function(string)}}
 */
export function tabs(panels, opened = () => {}) {
  const names = Object.keys(panels);
  const buttons = names.map(name => make("button", {role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => show(name)}, name));
  const boxes = names.map(name => make("div", {role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "-1"}, panels[name]));
  const list = make("div", {role: "tablist", "aria-label": "Panels", onkeydown: event => {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (buttons.indexOf(document.activeElement) + by + names.length) % names.length;
    show(names[next]);
    buttons[next].focus();
  }}, buttons);
  function open(name) {
    names.forEach((each, place) => {
      buttons[place].setAttribute("aria-selected", String(each === name));
      buttons[place].tabIndex = each === name ? 0 : -1;
      boxes[place].hidden = each !== name;
    });
    opened();
  }
  /** Open a panel where it begins, though one has scrolled far down in another, and where some of it is seen. */
  function show(name) {
    open(name);
    const {bottom} = list.getBoundingClientRect(), under = bottom - boxes[names.indexOf(name)].getBoundingClientRect().top;
    if (under > 0) scrollBy(0, -under);
    else if (innerHeight - bottom < SEEN) scrollBy(0, SEEN - (innerHeight - bottom));
  }
  open(names[0]);
  return {element: make("div", {class: "tabs"}, list, boxes), open};
}

/** A request to the server; a refusal is thrown as an error with its message. */
export async function ask(path, {token = "", body = null, text = false} = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== null) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {method: body === null ? "GET" : "POST", headers, body: body === null ? null : JSON.stringify(body)});
  } catch {
    throw new Error("The server is not responding.");
  }
  if (response.ok) return text ? response.text() : response.json();
  const told = await response.json().catch(() => ({}));
  throw Object.assign(new Error(sentence(told.error || `The server responded with status ${response.status}.`)), told, {status: response.status});
}

/** A text that begins with a capital. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text as a sentence. */
export function sentence(text) {
  return capital(text) + (/[.!?]$/.test(text) ? "" : ".");
}

/** A name in words: "deploy_rest" is "deploy rest". */
export function words(name) {
  return name.replaceAll("_", " ");
}

/** A name that begins a line. */
export function title(name) {
  return capital(words(name));
}

/** A share in per cent. */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** A hint in the words of the hand that follows it: a finger, the keyboard, or else a mouse. */
export function touched(hint) {
  if (usesKeyboard()) return hint.replace(/\bClick\b/g, "Choose").replace(/\b([Cc])lick again\b/g, (_, c) => c === "C" ? "Press r" : "press r");
  return matchMedia("(pointer: coarse)").matches ? hint.replace(/\b(Click|Point at)\b/g, "Tap").replace(/\bclick\b/g, "tap") : hint;
}

/** Whether the screen is that of a phone. */
export function isSmall() {
  return matchMedia("(max-width: 700px), (max-height: 520px)").matches;
}

/** Whether things may move. */
export function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Note whether the keyboard was used last, for the next page, too. */
export function noteKeyboard(used) {
  keyboard = used;
  try {
    sessionStorage.setItem(KEYBOARD, String(used));
  } catch { /* a browser that stores nothing */ }
}

/** Whether the player used the keyboard last, on this page or the one before. */
export function usesKeyboard() {
  try {
    keyboard ??= sessionStorage.getItem(KEYBOARD) === "true";
  } catch { /* a browser that stores nothing */ }
  return Boolean(keyboard);
}

/** Lead the keyboard to an element. */
export function lead(element, options) {
  element?.focus(options);
  led = {element, at: performance.now()};
}

/** Whether a key hits what the keyboard has only just been led to. */
export function isHasty({key, target}) {
  return (key === "Enter" || key === " ") && target === led.element && performance.now() - led.at < HASTE;
}

/** Do something whenever the browser shows a page again that it had kept, as its back button does. */
export function onReturn(act) {
  addEventListener("pageshow", event => { if (event.persisted) act(); });
}

/** Say something in the header. */
export function say(text) {
  document.getElementById("status").textContent = text;
}

// What this browser knows about a game: the tokens of its own seats, and those to pass on to others.

export function remembered(id) {
  try {
    return JSON.parse(localStorage.getItem(`swenv:${id}`)) || {tokens: [], invitations: []};
  } catch {
    return {tokens: [], invitations: []};
  }
}

/** Remember this; false if the browser stores nothing, so that the address has to keep the tokens. */
export function remember(id, known) {
  try {
    localStorage.setItem(`swenv:${id}`, JSON.stringify(known));
    return true;
  } catch {
    return false;
  }
}
