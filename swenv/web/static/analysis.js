// What a player thinks: of the position that is shown, and of every decision of a game.

import {ask, make, makeSvg, title, words} from "./dom.js";

/** Actions that are listed. */
const LISTED = 8;
const NOTHING = "nothing";

export class Analysis {
  /** @param game the game that is shown; see game.js */
  constructor(game, players) {
    this.game = game;
    this.found = new Map(); // judgements, by player and number of decisions
    const best = players.find(name => name.startsWith("search")) || players[0];
    this.player = make("select", {"aria-label": "Judge", onchange: () => this.show()},
      players.map(name => make("option", {selected: name === best}, name)));
    this.one = make("button", {onclick: () => this.judgeThis()}, "This position");
    this.whole = make("button", {onclick: () => this.judgeAll()}, "The whole game");
    this.result = make("div", {class: "judgement", "aria-live": "polite"});
    this.curve = make("div", {class: "curve"});
    this.amounts = make("select", {"aria-label": "Show on the board", onchange: () => this.showAmounts()}, make("option", {}, NOTHING));
    this.words = make("pre", {class: "about soft"});
    this.seen = make("details", {ontoggle: () => this.look()}, make("summary", {}, "What a network sees"), make("label", {}, "On the board: ", this.amounts), this.words);
    this.element = make("section", {class: "card"}, make("h2", {}, "Analysis"),
      make("div", {class: "buttons"}, this.player, this.one, this.whole),
      this.result, this.curve, this.seen);
  }

  /** Ask what a network sees of the position on the screen. */
  async look() {
    const {game} = this, {at} = game, key = this.key(at);
    if (!this.seen.open) return;
    if (this.looked === key) return this.showAmounts();
    this.looked = key;
    try {
      const {words: text, places, columns} = await ask(`${game.path}/observation?at=${at}`, {token: game.view.token});
      const chosen = this.amounts.value;
      this.words.textContent = text;
      this.observed = {places, columns};
      this.amounts.replaceChildren(...[NOTHING, ...columns.map(each => each.name)].map(name => make("option", {value: name, selected: name === chosen}, words(name))));
      this.showAmounts();
    } catch (error) {
      this.words.textContent = error.message;
    }
  }

  /** Colour each place by an amount that a network sees, such as its price. */
  showAmounts() {
    const {picture} = this.game, column = this.observed?.columns.find(each => each.name === this.amounts.value);
    picture.clearAmounts();
    if (!column) return;
    const most = Math.max(column.peak, ...column.values);
    column.values.forEach((value, place) => {
      const element = picture.find(this.observed.places, {[this.observed.places[0]]: String(place)});
      if (element && value) picture.amount(element, value, value / most);
    });
  }

  /** A key for the position after so many decisions; it changes when a decision is undone and made differently. */
  key(at, player = "") {
    return [player, ...this.game.view.log.slice(0, at).map(line => line.action)].join("\n");
  }

  get(at, player = this.player.value) {
    return this.found.get(this.key(at, player));
  }

  async judge(at) {
    const player = this.player.value, key = this.key(at, player), known = this.found.get(key);
    if (known) return known;
    const query = new URLSearchParams({at, player});
    const judged = await ask(`${this.game.path}/judgement?${query}`, {token: this.game.view.token});
    this.found.set(key, judged);
    return judged;
  }

  async judgeThis() {
    const {at} = this.game;
    this.result.textContent = "Thinking …";
    this.one.disabled = true;
    try {
      await this.judge(at);
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
        this.whole.textContent = `Stop (${at + 1} of ${this.game.view.decisions})`;
        if (at === this.game.at) this.show();
      }
    } catch (error) {
      this.result.textContent = error.message;
    } finally {
      this.judging = this.whole.disabled = false;
      this.whole.textContent = "The whole game";
    }
  }

  /** Show what is known about the position on the screen. */
  show() {
    const {game} = this, judged = this.get(game.at);
    this.whole.hidden = !game.view.over;
    this.result.replaceChildren();
    this.drawCurve();
    game.picture.clearNotes();
    this.look();
    const judgements = [...this.player.options].map(({value}) => [value, this.get(game.at, value)]).filter(([, each]) => each);
    for (const [player, each] of judgements) this.tell(player, each);
    for (const each of judged ? candidates(judged) : []) {
      const element = game.elementOf(each.action);
      if (element) game.picture.note(element, percent(each.probability));
    }
  }

  /** Write down what a player thinks. */
  tell(player, judged) {
    const {game} = this;
    const {played, chances} = judged;
    this.result.append(make("h3", {}, player));
    const ranked = candidates(judged);
    const valued = ranked.some(each => typeof each.value === "number");
    this.result.append(...(chances || []).map((chance, seat) => make("div", {class: `chance seat-${seat}`},
      make("span", {}, game.who(seat).replace(/,$/, "")), make("meter", {min: 0, max: 1, value: chance, "aria-label": `Seat ${seat}'s chance of winning`}), make("span", {}, percent(chance)))));
    this.result.append(make("table", {class: "candidates"},
      make("thead", {}, make("tr", {}, ["Action", "Probability", ...(valued ? ["Value"] : [])].map(head => make("th", {}, head)))),
      make("tbody", {}, ranked.map(each => make("tr", {class: each.action === played ? "played" : ""},
        make("td", {}, this.label(each.action) + (each.action === played ? " (played)" : "")), make("td", {}, percent(each.probability)),
        valued ? make("td", {}, typeof each.value === "number" ? each.value.toFixed(2) : "") : null)))));
    if (judged.principal_variation.length > 1) this.result.append(make("p", {class: "soft"}, `Expected: ${judged.principal_variation.slice(0, 10).map(title).join(", ")}`));
  }

  /** An action in words, with what it takes or costs if it is legal now. */
  label(action) {
    const choice = this.game.looking === null && this.game.view.choices.find(each => each.action === action);
    return choice ? this.game.label(choice) : title(action);
  }

  /** Each seat's chance of winning over the game; a click goes to the decision. */
  drawCurve() {
    const {game} = this, {decisions, seats} = game.view, known = [];
    for (let at = 0; at < decisions; at++) {
      const judged = this.get(at);
      if (judged?.chances) known.push({at, judged});
    }
    if (known.length < 2) return this.curve.replaceChildren();
    const width = 600, height = 160, x = at => width * at / Math.max(1, decisions - 1), y = chance => height * (1 - chance);
    const lines = seats.map((_, seat) => makeSvg("polyline", {class: `line-${seat}`, points: known.map(({at, judged}) => `${x(at).toFixed(1)},${y(judged.chances[seat]).toFixed(1)}`).join(" ")}));
    const mistakes = known.filter(({judged}) => judged.mistake).map(({at, judged}) => makeSvg("circle", {class: `line-${judged.seat}`, cx: x(at), cy: y(judged.chances[judged.seat]), r: 6},
      makeSvg("title", {}, `Decision ${at + 1}, a mistake: ${title(judged.played)} instead of ${title(judged.best)}`)));
    const here = makeSvg("line", {class: "here", x1: x(game.at), x2: x(game.at), y1: 0, y2: height});
    const drawing = makeSvg("svg", {viewBox: `-8 -8 ${width + 16} ${height + 16}`, role: "img", "aria-label": `Chances of winning over the game; ${mistakes.length} mistakes`}, lines, mistakes, here);
    drawing.addEventListener("click", event => {
      const {left, width: wide} = drawing.getBoundingClientRect();
      game.step(Math.round((event.clientX - left) / wide * (decisions - 1)));
    });
    this.curve.replaceChildren(drawing, make("p", {class: "soft"}, `Chances of winning, ${known.length} of ${decisions} decisions judged. Dots mark mistakes: ${mistakes.length}.`));
  }
}

/** The likeliest actions, and the one that was played. */
function candidates({actions, played}) {
  const ranked = actions.filter(each => each.probability > 0).sort((a, b) => b.probability - a.probability).slice(0, LISTED);
  const own = actions.find(each => each.action === played);
  return own && !ranked.includes(own) ? [...ranked, own] : ranked;
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}
