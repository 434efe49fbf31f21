// The laboratory: the runs in the watched folders, and one of them with its curves and tables as it grows.

import {chart} from "./charts.js";
import {ask, drawn, make, sentence, title} from "./dom.js";
import {league} from "./league.js";
import {table} from "./sheet.js";

/** Milliseconds between two looks at a list, at a run that grows, and at one that does not. */
const LIST = 5000, GROWING = 4000, QUIET = 20000;

/** The runs in the watched folders. */
export async function showLab(main) {
  const list = make("div");
  document.title = "Laboratory — swenv";
  main.replaceChildren(make("section", {class: "card"}, make("h1", {}, "Laboratory"), list));
  let before = "";
  await keepLooking(async () => {
    const {watches, runs, left_out: leftOut} = await ask("/api/lab");
    const seen = JSON.stringify([watches, leftOut, runs.map(run => ({...run, changed: ago(run.changed)}))]);
    if (seen === before) return LIST;
    before = seen;
    list.replaceChildren(...(watches ? runList(runs, leftOut) : howToStart()));
    return LIST;
  });
}

function howToStart() {
  return [make("p", {}, "This server watches no folders. Name those of your runs when you start it:"),
    make("pre", {class: "lab-command"}, make("code", {}, "swenv serve --watch runs")),
    make("p", {}, "Then this page follows what ", make("code", {}, "swenv train"), ", ", make("code", {}, "rate"), ", ", make("code", {}, "study"),
      ", ", make("code", {}, "exploit"), ", ", make("code", {}, "test"), ", ", make("code", {}, "sweep"), " and ", make("code", {}, "score"), " write there. It never changes anything in them.")];
}

function runList(runs, leftOut) {
  const rows = runs.map(run => [make("a", {href: `/lab/${run.id}`}, run.name), state(run), ago(run.changed), title(run.kind), game(run)]);
  return [
    runs.length ? table("Runs", ["run", "state", "last change", "kind", "game"], rows) : make("p", {}, "There are no runs in the watched folders yet."),
    ...notes(leftOut),
  ];
}

/** A run, drawn again whenever it has grown; what has not changed stays as it is, with what was opened in it. */
export async function showRun(main, id) {
  const head = make("div", {class: "lab-run"}), parts = new Map();
  let revision = "";
  main.replaceChildren(make("p", {class: "lab-back"}, make("a", {href: "/lab"}, "All runs")), head);
  let about = {};
  await keepLooking(async () => {
    const told = await ask(`/api/lab/runs/${id}?revision=${revision}`);
    const grown = told.revision !== revision;
    about = {...about, ...told};
    revision = told.revision;
    head.querySelector(".lab-state")?.replaceChildren(state(about), `, last change ${ago(about.changed)}`);
    if (grown) draw();
    return about.growing ? GROWING : QUIET;
  });

  function draw() {
    const sections = [["head", [about.name, about.facts, about.notes, about.checkpoints], () => summary(about)]];
    if (about.league) sections.push(["league", about.league, () => league(about)]);
    for (const each of about.charts || []) sections.push([`chart ${each.title}`, each, () => make("section", {class: "card lab-half"}, chart(each))]);
    for (const each of about.tables || []) sections.push([`table ${each.title}`, each, () => make("section", {class: "card"}, make("h2", {}, each.title), ...plainTable(each))]);
    if (about.settings) sections.push(["settings", about.settings, () => settings(about.settings)]);
    const shown = sections.map(([name, content, build]) => {
      const seen = JSON.stringify(content), old = parts.get(name);
      const part = old?.seen === seen ? old : {seen, element: build()};
      if (old && old !== part && old.element.querySelector("details[open]")) part.element.querySelector("details")?.setAttribute("open", "");
      parts.set(name, part);
      return part.element;
    });
    const kept = new Set(shown);
    for (const child of [...head.children]) if (!kept.has(child)) child.remove();
    shown.forEach((element, place) => { if (head.children[place] !== element) head.insertBefore(element, head.children[place] || null); });
  }
}

/** What a run is, how far it is, and what can be done with it. */
function summary(run) {
  document.title = `${run.name} — swenv`;
  const facts = (run.facts || []).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  return make("section", {class: "card"},
    make("h1", {}, run.name),
    make("p", {}, `${title(run.kind)}${game(run) ? `: ${game(run)}` : ""}; `, make("span", {class: "lab-state"}, state(run), `, last change ${ago(run.changed)}`)),
    make("dl", {class: "lab-facts"}, facts),
    ...notes(run.notes),
    ...(run.kind === "training" ? watch(run) : []));
}

/** The button that lets the newest checkpoint play its predecessor. */
function watch(run) {
  const known = run.checkpoints || [], newest = known.at(-1), before = known.at(-2);
  if (newest === undefined || (before === undefined && run.num_players > 1)) {
    return [make("p", {class: "soft"}, "Two checkpoints can play each other as soon as the run has saved them.")];
  }
  const wrong = make("p", {class: "wrong", role: "alert"});
  const button = make("button", {class: "main", onclick: begin}, before === undefined ? "Watch newest" : "Watch newest against predecessor");
  async function begin() {
    button.disabled = true;
    wrong.textContent = "";
    try {
      const {id} = await ask("/api/lab/games", {body: {run: run.id}});
      location.assign(`/games/${id}`);
    } catch (error) {
      wrong.textContent = error.message;
    }
    button.disabled = false;
  }
  const ages = before === undefined ? `after ${updates(newest)}` : `after ${updates(newest)} against after ${updates(before)}`;
  return [make("p", {}, button, " ", make("span", {class: "soft"}, ages)), wrong];
}

function updates(number) {
  return `${number.toLocaleString("en")} update${number === 1 ? "" : "s"}`;
}

function settings(rows) {
  const cells = rows.map(([name, value]) => [make("code", {}, name), make("code", {}, value)]);
  return make("section", {class: "card"}, make("details", {}, make("summary", {}, "Settings"), table("Settings", ["setting", "value"], cells)));
}

function plainTable({title: name, columns, rows, more, glyphs = []}) {
  const signed = rows.map(([first, ...rest], row) => [glyphs[row]?.length ? [make("span", {class: "glyphs"}, glyphs[row].map(each => drawn(each, {class: "sign", "aria-hidden": "true"}))), first] : first, ...rest]);
  return [table(name, columns, signed), more ? make("p", {class: "soft"}, `${more.toLocaleString("en")} more rows are in the folder.`) : null].filter(Boolean);
}

function notes(texts) {
  return (texts || []).map(text => make("p", {class: "soft lab-note"}, sentence(text)));
}

function game({game: name, num_players: seats}) {
  return name ? `${name}${seats ? `, ${seats} player${seats === 1 ? "" : "s"}` : ""}` : "";
}

function state({growing}) {
  return growing ? make("span", {class: "lab-growing"}, "running") : make("span", {}, "not running");
}

/** Seconds in words: "12 s ago". */
function ago(seconds) {
  if (seconds < 60) return `${Math.floor(seconds / 10) * 10 || "a few"} seconds ago`.replace("a few seconds", "a moment");
  const [unit, size] = seconds < 3600 ? ["minute", 60] : seconds < 86400 ? ["hour", 3600] : ["day", 86400];
  const number = Math.floor(seconds / size);
  return `${number} ${unit}${number === 1 ? "" : "s"} ago`;
}

/** Look now and then again, as long as the page is visible; a look returns the milliseconds until the next one. */
async function keepLooking(look) {
  let timer = 0, looking = false;
  async function again() {
    clearTimeout(timer);
    if (looking || document.visibilityState !== "visible") return;
    looking = true;
    let wait = QUIET;
    try {
      wait = await look();
      document.getElementById("status").textContent = "";
    } catch (error) {
      document.getElementById("status").textContent = error.message;
    }
    looking = false;
    timer = setTimeout(again, wait);
  }
  document.addEventListener("visibilitychange", again);
  await again();
}
