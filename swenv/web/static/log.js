// The log of a game, by round and turn, and what others did since one's own last turn.

import {named} from "./beside.js";
import {capital, drawn, make} from "./dom.js";

export class Log {
  /** @param game the game that is shown; see game.js */
  constructor(game) {
    this.game = game;
    this.lines = make("ol", {class: "log", "aria-label": "Game log", "data-decisions": "0"});
    this.element = make("div", {}, this.lines);
    this.shown = "";
  }

  /** Write everything that has happened, and go to the decision that led to what is shown. */
  show() {
    const {game, lines} = this, {log, revision} = game.view;
    const mistakes = game.analysis.mistakes().map(({at}) => at), key = JSON.stringify([revision, mistakes]);
    this.mistakes = new Set(mistakes);
    if (key !== this.shown) lines.replaceChildren(...turns(numbered(log)).map(turn => this.turn(turn)));
    this.shown = key;
    lines.dataset.decisions = String(log.length);
    for (const each of lines.querySelectorAll(".shown")) each.classList.remove("shown");
    const at = game.looking === null ? null : [...lines.querySelectorAll("[data-to]")].find(({dataset: {from, to}}) => game.at > Number(from) && game.at <= Number(to));
    at?.classList.add("shown");
    this.scroll();
  }

  /** Bring what is shown into view, if the log is. */
  scroll() {
    if (this.element.closest("[hidden]")) return; // to scroll lays the page out, which takes time
    const {lines} = this, at = lines.querySelector(".shown");
    lines.scrollTop = at ? at.offsetTop - lines.clientHeight / 2 : lines.scrollHeight;
  }

  turn({seat, round, decisions, paid}) {
    const {game} = this;
    return make("li", {class: `turn seat-${seat}`},
      make("div", {class: "heading"}, make("strong", {}, game.who(seat)), make("small", {class: "soft"}, ` round ${round} `),
        paid.filter(each => each.seat === seat).map(({coins}) => make("span", {class: "coin"}, coins < 0 ? String(coins) : `+${coins}`))),
      make("ol", {}, merged(decisions).map(each => this.line(each))),
      paidBy(game, [{paid}]).map((text, place) => make("div", {class: `paid soft seat-${paid[place].seat}`}, text)),
      decisions.map(({number}) => roundEnd(game, number)).filter(Boolean).map(text => make("div", {class: "paid soft"}, text)));
  }

  /** The glyphs of names, once the server has told them. */
  glyphs(names) {
    const found = make("span", {class: "glyphs", "aria-hidden": "true"});
    Promise.all(names.map(name => this.game.rules.entry(name))).then(entries => {
      found.append(...entries.filter(({picture}) => picture).map(({picture}) => drawn(picture, {class: "glyph"})));
    });
    return found;
  }

  line({lines, from, to}) {
    const {game} = this, [line] = lines, mistake = lines.some((_, place) => this.mistakes.has(from + place));
    return make("li", {class: mistake ? "line mistake-line" : "line", "data-from": from, "data-to": to},
      make("button", {onclick: () => game.step(to)}, line.names.length ? this.glyphs(line.names) : game.picture.thumbnail(game.elementOf(line.action)),
        `${capital(mergedWords(game, lines))}${mistake ? " (mistake)" : ""}`));
  }
}

/** What a roll has to show at least, by the chance that the remark of a conquest tells. */
export const NEEDED = {"50 %": 1, "33 %": 2, "17 %": 3};

/** What somebody decided, "take" for oneself, "takes" for others, and what the die showed then. */
export function inWords(game, line) {
  const said = game.isYou(line.seat) ? line.phrase : line.told, {roll, failed} = line;
  return roll === null ? said : `${said}; the die shows ${roll}${failed ? ", not enough to conquer it" : ""}`;
}

/** The same, or where somebody put several tokens. */
function mergedWords(game, lines) {
  const [line] = lines;
  return lines.length > 1 ? deployed(lines, game.isYou(line.seat) ? line.phrase : line.told) : inWords(game, line);
}

/** What happened since one's own last turn and what it paid, to unfold; empty if one watches, or nobody did anything. */
export function recap(game, isOpen) {
  const before = numbered(game.view.log.slice(0, Math.max(0, game.shown))), last = before.findLastIndex(({line: {seat, turn}}) => game.mine(seat) && turn === seat);
  const since = before.slice(last + 1), others = since.filter(({line}) => !game.mine(line.seat)).length;
  if (last < 0 || game.varied || !others) return [];
  const told = turns(since).map(({seat, decisions}) => {
    const said = merged(decisions).map(({lines}) => mergedWords(game, lines));
    const ends = decisions.map(({number}) => roundEnd(game, number)).filter(Boolean);
    return make("li", {}, [`${game.who(seat)} ${named(said.join("; "), each => game.who(each))}`, ...paidBy(game, decisions.map(({line}) => line)), ...ends].join(". "), ".");
  });
  return [make("details", {class: "card recap", open: Boolean(isOpen)}, make("summary", {}, "What others did since your turn"), make("ol", {}, told))];
}

/** What decisions paid, seat by seat; with what each source paid, or `short`, only with a single source and else whether some took. */
export function paidBy(game, lines, short = false) {
  const said = text => short ? text.replace(/ \([^)]*,[^)]*\)/, sources => sources.includes("-") ? " net" : "") : text;
  return lines.flatMap(({paid}) => paid.map(({seat, text}) => `${game.who(seat)}: ${said(game.isYou(seat) ? text.replace(", has ", ", you have ") : text)}`));
}

/** What every seat was paid in the round before, until one's own first decision after it; "" if nobody was. */
export function lastRound(game) {
  const {log, round, seats, you} = game.view, last = log.findLast(({seat}) => seat === you);
  if (!last || last.round === round) return "";
  const paid = log.filter(line => line.round === last.round).flatMap(line => line.paid);
  const sums = seats.map((_, seat) => paid.filter(each => each.seat === seat).reduce((sum, {coins}) => sum + coins, 0));
  return paid.length ? `Round ${last.round}, net: ${sums.map((sum, seat) => `${game.who(seat)} ${sum < 0 ? "" : "+"}${sum}`).join(", ")}` : "";
}

/** That a decision ended its round and why, if somebody chose to, and that it paid one nothing though it paid others; "" if it did not end. */
export function roundEnd(game, number) {
  const {log, you} = game.view, isAlone = game.views.length === 1, {round} = log[number], isLast = number + 1 === log.length, next = isLast ? game.view : log[number + 1];
  if (next.round === round && !(isLast && game.view.over)) return "";
  const lines = log.filter(line => line.round === round), at = lines.findIndex(({action}) => action.startsWith("dock"));
  const paid = lines.flatMap(line => line.paid), missed = you !== null && isAlone && paid.length && !paid.some(({seat}) => seat === you);
  const why = at < 0 ? "" : ` because ${game.isYou(lines[at].seat) ? "you" : game.who(lines[at].seat)} docked`;
  const couldNotBuild = at >= 0 && you !== null && isAlone && !lines.slice(at + 1).some(({seat}) => seat === you); // who can build is asked
  const yet = game.summary.seats[you]?.notes.some(note => /\btokens?, worth/.test(note)) ? " yet (tokens count at the end)" : "";
  return `Round ${round} ends${why}${missed ? `${why ? "; it" : " and"} pays you nothing${yet}` : ""}${couldNotBuild ? `${missed ? ", as" : ";"} you could not build a house` : ""}`;
}

function numbered(log) {
  return log.map((line, number) => ({line, number}));
}

/** The decisions of each seat in each turn, with what a turn paid where the seat whose turn it was decided last: others may decide before it is paid. */
function turns(decisions) {
  const found = [], latest = new Map();
  decisions.forEach(({line, number}) => {
    const last = found.at(-1);
    if (last && last.seat === line.seat && last.round === line.round) last.decisions.push({line, number});
    else found.push({seat: line.seat, round: line.round, decisions: [{line, number}], paid: []});
    latest.set(`${line.seat} ${line.round}`, found.at(-1));
    (latest.get(`${line.turn} ${line.round}`) ?? found.at(-1)).paid.push(...line.paid);
  });
  return found;
}

/** Tokens that are put down one after the other become one line. */
function merged(decisions) {
  const found = [];
  for (const {line, number} of decisions) {
    const last = found.at(-1);
    if (last && isDeploy(last.lines[0]) && isDeploy(line)) {
      last.to = number + 1;
      last.lines.push(line);
    } else {
      found.push({from: number, to: number + 1, lines: [line]});
    }
  }
  return found;
}

function isDeploy({action}) {
  return action.startsWith("deploy ");
}

/** Where tokens were put, and how many: "put tokens on hill 4 (2), forest 7". */
function deployed(lines, as) {
  const places = new Map();
  for (const {phrase} of lines) {
    const place = phrase.split(" on ").at(-1);
    places.set(place, (places.get(place) || 0) + 1);
  }
  return `${as.split(" ")[0]} tokens on ${[...places].map(([place, number]) => number > 1 ? `${place} (${number})` : place).join(", ")}`;
}
