// What players think: of the position that is shown, and of every decision of a game.

import {named} from "./beside.js";
import {ask, capital, make, makeSvg, percent, say, words} from "./dom.js";
import {analysisLink, copyText, editLink, embedding} from "./links.js";
import {programName} from "./names.js";

/** Actions that are listed. */
const LISTED = 8;
const NOTHING = "nothing";

/** What the columns of a judgement say. */
const COLUMNS = {"Plays it": "The probability that an agent chooses this; of a search, the share of its simulations", Expects: "The result that the judge expects for who decides: 1 is a win, -1 a loss"};

export class Analysis {
  /** @param game the game that is shown; see game.js */
  constructor(game, players) {
    this.game = game;
    this.found = new Map(); // judgements, by player and number of decisions
    const best = players.find(name => name.startsWith("search")) || players[0];
    this.player = make("select", {"aria-label": "Judge", onchange: () => this.show()},
      players.map(name => make("option", {value: name, selected: name === best}, programName(name))));
    this.one = make("button", {onclick: () => this.judgeThis()}, "This position");
    this.whole = make("button", {onclick: () => this.judgeAll()}, "The whole game");
    this.follows = make("input", {type: "checkbox", onchange: () => this.follow()});
    this.result = make("div", {class: "judgement", "aria-live": "polite"});
    this.hint = make("p", {class: "soft", hidden: true});
    this.list = make("div", {class: "mistakes"});
    this.curve = make("div", {class: "curve"});
    this.bar = make("div", {class: "bar", role: "img", hidden: true});
    this.amounts = make("select", {"aria-label": "Show on the board", onchange: () => this.showAmounts()}, make("option", {}, NOTHING));
    this.words = make("pre", {class: "about soft", tabindex: "0", role: "group", "aria-label": "What a network sees"});
    this.seen = make("details", {ontoggle: () => this.look()}, make("summary", {}, "What a network sees"), make("label", {}, "On the board: ", this.amounts), this.words);
    this.said = make("span", {class: "soft", role: "status"});
    this.share = make("div", {class: "buttons"});
    this.element = make("div", {},
      make("div", {class: "buttons"}, this.player, this.one, this.whole),
      make("label", {}, this.follows, " Judge every position that is shown"),
      this.hint, this.result, this.list, this.share, this.said, this.seen);
  }

  // --- what a network sees --------------------------------------------------------------------

  /** Ask what a network sees of the position on the screen. */
  async look() {
    const {game} = this, {at} = game, key = this.key(at, "", game.variations.line);
    if (!this.seen.open) return;
    if (this.looked === key) return this.showAmounts();
    this.looked = key;
    try {
      const {words: text, places, columns} = await ask(`${game.path}/observation?${game.query()}`, {token: game.view.token});
      if (this.looked !== key) return; // another position is shown by now
      const chosen = this.amounts.value;
      this.words.textContent = text;
      this.observed = {places, columns};
      this.amounts.replaceChildren(...[NOTHING, ...columns.map(each => each.name)].map(name => make("option", {value: name, selected: name === chosen}, words(name))));
      this.showAmounts();
    } catch (error) {
      this.words.textContent = error.message;
      this.looked = null;
    }
  }

  /** Colour each place by an amount that a network sees, such as its price. */
  showAmounts() {
    const {picture} = this.game, column = this.observed?.columns.find(each => each.name === this.amounts.value);
    picture.clearShades("amount");
    if (!column) return;
    const most = Math.max(column.peak, ...column.values);
    column.values.forEach((value, place) => {
      const element = picture.find(this.observed.places, {[this.observed.places[0]]: String(place)});
      if (element && value) picture.shade(element, String(value), value / most, "amount");
    });
  }

  // --- judgements -----------------------------------------------------------------------------

  /** A key for the position after so many decisions; it changes when a decision is undone and made differently. */
  key(at, player, line) {
    return [player, line, ...this.game.view.log.slice(0, at).map(line => line.action)].join("\n");
  }

  get(at, player = this.player.value, line = "") {
    return this.found.get(this.key(at, player, line));
  }

  /** What is known of the position on the screen. */
  here(player) {
    return this.get(this.game.at, player, this.game.variations.line);
  }

  async judge(at, line = "") {
    const player = this.player.value, key = this.key(at, player, line), known = this.found.get(key);
    const decided = !line && at < this.game.view.decisions;
    if (known && (known.played || !decided)) return known; // it was judged before anybody decided
    const query = new URLSearchParams({at, player, ...line ? {line} : {}});
    const judged = await ask(`${this.game.path}/judgement?${query}`, {token: this.game.view.token});
    this.found.set(key, judged);
    return judged;
  }

  async judgeThis() {
    const {at, variations} = this.game;
    this.result.textContent = "Thinking …";
    this.one.disabled = true;
    try {
      await this.judge(at, variations.line);
      this.show();
    } catch (error) {
      this.result.textContent = error.message;
    } finally {
      this.one.disabled = false;
    }
  }

  /** Judge every decision, one after the other; a second click stops it. */
  async judgeAll() {
    if (this.judging) {
      this.judging = false;
      this.whole.disabled = true; // until the judgement that is on its way has come
      return;
    }
    this.judging = true;
    this.whole.textContent = "Stop";
    try {
      for (let at = 0; at < this.game.view.decisions && this.judging; at++) {
        await this.judge(at);
        this.drawCurve();
        this.showMistakes();
        this.whole.textContent = `Stop (${at + 1} of ${this.game.view.decisions})`;
        if (at === this.game.at) this.show();
      }
    } catch (error) {
      this.result.textContent = error.message;
    } finally {
      this.judging = this.whole.disabled = false;
      this.whole.textContent = "The whole game";
      this.game.log.show();
    }
  }

  /** The decisions that are judged, in order. */
  judged() {
    const decisions = [...Array(this.game.view.decisions).keys()];
    return decisions.map(at => ({at, judged: this.get(at)})).filter(each => each.judged);
  }

  /** The decisions that the judge calls mistakes, in order. */
  mistakes() {
    const found = [];
    if (!this.found.size) return found;
    for (let at = 0; at < this.game.view.decisions; at++) {
      const judged = this.get(at);
      if (judged?.mistake) found.push({at, judged});
    }
    return found;
  }

  /** Go to the next mistake after what is shown, or to the first one. */
  next() {
    const mistakes = this.mistakes();
    const next = mistakes.find(({at}) => at > this.game.at) || mistakes[0];
    if (next) this.game.step(next.at);
    else say("No mistakes are known: let a judge look at the whole game first.");
  }

  // --- what is shown --------------------------------------------------------------------------

  /** Show what is known about the position on the screen. */
  show() {
    const {game} = this, judged = this.here();
    this.whole.hidden = !game.view.over;
    this.one.disabled = game.moment(game.at).seat === null;
    this.result.replaceChildren();
    this.drawCurve();
    this.drawBar(judged);
    this.showMistakes();
    this.showShare();
    this.showHeat(judged);
    this.look();
    const judgements = [...this.player.options].map(({value}) => [value, this.here(value)]).filter(([, each]) => each);
    const seat = judgements.length ? this.game.moment(this.game.at).seat : null;
    if (seat !== null) this.result.append(make("p", {class: "soft"}, `Next to decide: ${this.game.who(seat)}`));
    for (const [player, each] of judgements) this.tell(player, each, judgements[0][1].best);
    this.hint.hidden = judgements.length > 0 || this.one.disabled;
    this.hint.textContent = `A judge shows each seat's chances and the best actions in a position${game.view.over ? ", and the mistakes of the whole game" : ""}.`;
    this.follow();
  }

  /** Judge what is shown, if the player wants that of every position. */
  follow() {
    if (this.follows.checked && !this.here() && !this.one.disabled && !this.judging) this.judgeThis();
  }

  /** Colour what an action points at by its probability; several actions on one thing are added up. */
  showHeat(judged) {
    const {game} = this, shares = new Map();
    game.picture.clearShades("heat");
    for (const {action, probability} of judged?.actions || []) {
      const element = probability >= 0.005 && game.elementOf(action);
      if (element) shares.set(element, (shares.get(element) || 0) + probability);
    }
    for (const [element, share] of shares) game.picture.shade(element, percent(share), Math.min(1, share), "heat");
  }

  /** Write down what a player thinks. */
  tell(player, judged, first) {
    const {game} = this, {played, chances} = judged;
    const ranked = candidates(judged), valued = ranked.some(each => typeof each.value === "number");
    this.result.append(make("h2", {}, programName(player), judged.best === first ? "" : make("span", {class: "tag"}, "disagrees")));
    this.result.append(...(chances || []).map((chance, seat) => make("div", {class: `chance seat-${seat}`},
      make("span", {}, game.who(seat)), make("meter", {min: 0, max: 1, value: chance, "aria-label": `${game.who(seat)}: chance of winning`}), make("span", {}, percent(chance)))));
    this.result.append(make("table", {class: "candidates"},
      make("thead", {}, make("tr", {}, ["Action", "Plays it", ...(valued ? ["Expects"] : [])].map(head => make("th", {title: COLUMNS[head] ?? null}, head)))),
      make("tbody", {}, ranked.map(each => make("tr", {class: each.action === played ? "played" : ""},
        make("td", {}, capital(inWords(game, each)) + (each.action === played ? " (played)" : "")), make("td", {}, percent(each.probability)),
        valued ? make("td", {}, typeof each.value === "number" ? each.value.toFixed(2) : "") : null)))));
    if (judged.principal_variation.length > 1) this.result.append(make("p", {class: "soft"}, `Expected: ${judged.expected.join(", ")}`));
  }

  /** The mistakes, the worst first. */
  showMistakes() {
    const {game} = this, mistakes = this.mistakes().sort((a, b) => b.judged.loss - a.judged.loss);
    this.list.replaceChildren();
    if (!mistakes.length && game.view.over && this.judged().length > 1 && !this.judged().some(each => each.judged.chances)) {
      this.list.append(make("p", {class: "soft"}, this.withoutChances()));
    }
    if (!mistakes.length) return;
    this.list.append(make("h2", {}, "Mistakes, the worst first"), make("button", {onclick: () => this.next()}, "Next mistake"),
      make("ol", {class: "list"}, mistakes.map(({at, judged}) => make("li", {class: `seat-${judged.seat}`},
        make("button", {class: "link", onclick: () => game.step(at)}, `${game.who(judged.seat)}: ${phrased(game, judged, judged.played)}`),
        make("span", {class: "soft"}, ` instead: ${phrased(game, judged, judged.best)}, ${percent(judged.loss / 2)} better`)))));
  }

  /** Each seat's chance of winning as a bar over the curve. */
  drawBar(judged) {
    const {game, bar} = this;
    const isKnown = Boolean(judged?.chances);
    bar.hidden = ![...this.found.values()].some(({chances}) => chances);
    bar.style.visibility = isKnown ? "" : "hidden"; // it keeps its room, so that the buttons below stay where they are
    if (!isKnown) return;
    const total = judged.chances.reduce((sum, each) => sum + each, 0) || 1;
    bar.setAttribute("aria-label", judged.chances.map((chance, seat) => `${game.who(seat)}: ${percent(chance)}`).join(", "));
    bar.replaceChildren(...judged.chances.map((chance, seat) => {
      const part = make("span", {class: `part-${seat}`}, chance > 0.12 ? percent(chance) : "");
      part.style.flexGrow = String(chance / total);
      return part;
    }));
  }

  /** Why a judge finds no mistakes. */
  withoutChances() {
    const searches = [...this.player.options].some(({value}) => value.startsWith("search"));
    const advice = searches ? "Choose a search as the judge." : "This server offers no search, which would.";
    return `${this.player.value} does not estimate chances, so it finds no mistakes. ${advice}`;
  }

  /** Make room for the curve under the board. */
  fill(...content) {
    this.curve.replaceChildren(...content);
    this.game.main.querySelector(".game").classList.toggle("judged", content.length > 0);
  }

  /** Each seat's chance of winning over the game; a click goes to the decision, one on a dot to the mistake. */
  drawCurve() {
    const {game} = this, {decisions, seats} = game.view, known = this.judged().filter(each => each.judged.chances);
    if (known.length < 2) return this.fill();
    const width = Math.max(200, this.curve.clientWidth - 16), height = 90, x = at => width * at / Math.max(1, decisions - 1), y = chance => height * (1 - chance);
    const lines = seats.map((_, seat) => makeSvg("polyline", {class: `line-${seat}`, points: known.map(each => `${x(each.at).toFixed(1)},${y(each.judged.chances[seat]).toFixed(1)}`).join(" ")}));
    const dots = known.filter(each => each.judged.mistake).map(({at, judged: each}) => makeSvg("circle", {class: `line-${each.seat}`, cx: x(at), cy: y(each.chances[each.seat]), r: 6,
      onclick: event => { event.stopPropagation(); game.step(at); }},
      makeSvg("title", {}, `Decision ${at + 1}, a mistake: ${phrased(game, each, each.played)} instead of: ${phrased(game, each, each.best)}`)));
    const here = makeSvg("line", {class: "here", x1: x(game.at), x2: x(game.at), y1: 0, y2: height});
    const drawing = makeSvg("svg", {viewBox: `-8 -8 ${width + 16} ${height + 16}`, role: "img", "aria-label": `Chances of winning over the game; ${dots.length} mistakes`}, lines, here, dots);
    drawing.addEventListener("click", event => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      game.step(Math.round(point.x / width * (decisions - 1)));
    });
    this.fill(drawing, make("p", {class: "soft"}, `Chances of winning, ${known.length} of ${decisions} decisions judged. Dots mark mistakes: ${dots.length}.`));
  }

  // --- what can be done with a position -------------------------------------------------------

  showShare() {
    const {game} = this, {view} = game;
    const button = (text, act) => make("button", {class: "small", onclick: () => act().catch(error => { this.said.textContent = error.message; })}, text);
    const varies = game.varied !== null, ended = view.over || game.isRecorded;
    this.share.replaceChildren(...varies ? [] : [button("Copy a link", () => this.copyLink())],
      ...ended && !varies ? [button("Try another line from here", () => game.variations.begin())] : [],
      ...ended ? [button("Copy this position as a link", () => this.copyAnalysis()), button("Edit this position", () => this.edit()), button("Embed this position", () => this.embed())] : [],
      ...view.over && !varies ? [button("Copy the game as a link", () => this.copyGame())] : []);
  }

  async copyLink() {
    const {game} = this;
    await copyText(`${location.origin}/games/${game.view.id}?at=${game.at}`);
    this.said.textContent = "Copied.";
  }

  /** A link with the position in it, which needs no game on this server. */
  async copyAnalysis() {
    await copyText(await analysisLink(await this.position()));
    this.said.textContent = "Copied: it opens this position on any server.";
  }

  async copyGame() {
    const {game} = this, replay = await ask(`${game.path}/replay`, {token: game.view.token, text: true});
    await copyText(await analysisLink({replay, at: game.at}));
    this.said.textContent = "Copied: it opens this game on any server.";
  }

  async embed() {
    await copyText(await embedding(await this.position()));
    this.said.textContent = "Copied: put it into a page of yours.";
  }

  async position() {
    const {game} = this;
    return ask(`${game.path}/position?${game.query()}`, {token: game.view.token});
  }

  async edit() {
    location.assign(await editLink(await this.position()));
  }
}

/** An action of a judged position in words. */
function phrased(game, judged, action) {
  const found = judged.actions.find(each => each.action === action);
  return found ? inWords(game, found) : words(action);
}

function inWords(game, {phrase}) {
  return named(phrase, seat => game.who(seat));
}

/** The likeliest actions, and the one that was played. */
function candidates({actions, played}) {
  const ranked = actions.filter(each => each.probability > 0).sort((a, b) => b.probability - a.probability).slice(0, LISTED);
  const own = actions.find(each => each.action === played);
  return own && !ranked.includes(own) ? [...ranked, own] : ranked;
}
