// A document as a form, made from its schema: a field for each value, with a message beside the one that is wrong.

import {make, sentence, words} from "./dom.js";

export class Form {
  /** @param {(redraw: boolean) => void} changed called when the document has changed, which may need other fields */
  constructor(changed) {
    this.changed = changed;
    this.element = make("div", {class: "tree"});
  }

  /** Show a document; what was open stays open. */
  draw(content, schema) {
    this.schema = schema;
    const open = new Set([...this.element.querySelectorAll("details[open]")].map(each => each.dataset.path));
    this.element.replaceChildren(...this.fields(content, [], schema));
    for (const each of this.element.querySelectorAll("details")) each.open = open.has(each.dataset.path);
  }

  /** The rows of an object or a list. */
  fields(value, path, schema) {
    const list = Array.isArray(value), {properties = {}, additionalProperties, required = [], items} = schema;
    const inner = key => resolve(this.schema, list ? items : properties[key] || additionalProperties || {});
    const keys = list ? value.map((_, place) => place) : Object.keys(value);
    const rows = keys.map(key => this.row(value, key, [...path, key], inner(key), !list && required.includes(key)));
    const missing = list ? [] : Object.keys(properties).filter(key => !(key in value));
    const add = key => { value[key] = initial(inner(key), this.schema); this.changed(true); };
    if (list) rows.push(make("button", {type: "button", class: "small", onclick: () => add(value.length)}, "Add"));
    else if (missing.length) rows.push(make("select", {class: "small", "aria-label": `Add to ${path.at(-1) ?? "position"}`, onchange: event => add(event.target.value)},
      make("option", {value: ""}, "Add …"), missing.map(key => make("option", {value: key}, words(key)))));
    else if (additionalProperties) rows.push(make("form", {onsubmit: event => { event.preventDefault(); const key = event.target.elements.key.value.trim(); if (key && !(key in value)) add(key); }},
      make("input", {type: "text", name: "key", class: "small", "aria-label": `New entry in ${path.at(-1)}`}), make("button", {class: "small"}, "Add")));
    return rows;
  }

  row(parent, key, path, schema, required) {
    const value = parent[key], name = words(String(key)), id = path.join("/");
    const remove = text => required ? null : make("button", {type: "button", class: "small", "aria-label": `Remove ${name}`, onclick: () => {
      if (Array.isArray(parent)) parent.splice(key, 1);
      else delete parent[key];
      this.changed(true);
    }}, text);
    if (value !== null && typeof value === "object") {
      return make("details", {"data-path": id}, make("summary", {title: schema.description}, `${name}${Array.isArray(value) ? ` (${value.length})` : ""}`),
        ...this.fields(value, path, schema), remove("Remove"));
    }
    const set = given => { parent[key] = given; this.changed(false); };
    return make("div", {class: "field", "data-path": id}, make("label", {title: schema.description}, `${name} `, input(value, schema, set)), remove("×"));
  }

  /** Take away the message about a mistake. */
  clear() {
    for (const each of this.element.querySelectorAll(".complaint")) each.remove();
    for (const each of this.element.querySelectorAll(".mistake")) each.classList.remove("mistake");
    for (const each of this.element.querySelectorAll("[aria-invalid]")) {
      each.removeAttribute("aria-invalid");
      each.removeAttribute("aria-describedby");
    }
  }

  /** Say beside a field, or the nearest entry that contains it, what is wrong. */
  complain(path, message) {
    const found = this.reveal(path);
    if (!found) return;
    const told = make("p", {class: "complaint", id: "mistake"}, sentence(message));
    found.classList.add("mistake");
    if (found.matches("details")) found.querySelector("summary").after(told);
    else found.append(told);
    const field = found.matches("details") ? null : found.querySelector("input, select");
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", "mistake");
  }

  /** Open the form at a field, or at the nearest entry that contains it; the form itself stays as it is. */
  reveal(path) {
    for (let length = path.length; length > 0; length--) {
      const found = this.element.querySelector(`[data-path="${CSS.escape(path.slice(0, length).join("/"))}"]`);
      if (!found) continue;
      for (let each = found.closest("details"); this.element.contains(each); each = each.parentElement.closest("details")) each.open = true;
      found.scrollIntoView({block: "nearest"});
      return found;
    }
    return null;
  }
}

/** A schema in place of a reference to it. */
export function resolve(whole, schema) {
  const name = schema?.$ref?.split("/").at(-1);
  return name ? whole.definitions[name] : schema || {};
}

/** Remove the fields that the schema lacks and that say nothing, such as those of other boxes. */
export function prune(value, schema, whole = schema) {
  if (value === null || typeof value !== "object") return value;
  const {properties = {}, additionalProperties, items} = resolve(whole, schema);
  if (Array.isArray(value)) return value.map(each => prune(each, items, whole));
  const kept = Object.entries(value).filter(([name, each]) => name in properties || additionalProperties || !saysNothing(each));
  return Object.fromEntries(kept.map(([name, each]) => [name, prune(each, properties[name] || additionalProperties, whole)]));
}

function saysNothing(value) {
  return !value || (typeof value === "object" && !Object.keys(value).length);
}

/** The field of a value. */
function input(value, schema, set) {
  if (typeof value === "boolean") return make("input", {type: "checkbox", checked: value, onchange: event => set(event.target.checked)});
  if (schema.enum) {
    const known = schema.enum.includes(value) ? schema.enum : [value, ...schema.enum];
    return make("select", {onchange: event => set(known[event.target.selectedIndex])},
      known.map(each => make("option", {selected: each === value}, each === null ? "none" : words(String(each)))));
  }
  if (typeof value === "number") return make("input", {type: "number", value, oninput: event => event.target.value !== "" && set(Number(event.target.value))});
  return make("input", {type: "text", value: value ?? "", oninput: event => set(event.target.value === "" && value === null ? null : event.target.value)});
}

/** The value of a field that is added. */
function initial(schema, whole) {
  if (schema.enum) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === "object") return Object.fromEntries((schema.required || []).map(key => [key, initial(resolve(whole, schema.properties[key]), whole)]));
  return {integer: schema.minimum ?? 0, number: 0, boolean: false, array: []}[type] ?? "";
}
