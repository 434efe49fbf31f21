// Small helpers: elements, requests, what this browser remembers.

const SVG = "http://www.w3.org/2000/svg";

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

/** A text as a sentence. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

/** A name in words: "deploy_rest" is "deploy rest". */
export function words(name) {
  return name.replaceAll("_", " ");
}

/** A name that begins a line. */
export function title(name) {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
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

export function remember(id, known) {
  try {
    localStorage.setItem(`swenv:${id}`, JSON.stringify(known));
  } catch { /* a browser that stores nothing: the address has the tokens */ }
}
