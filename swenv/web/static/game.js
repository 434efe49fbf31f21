// A game: its picture, what may be done, what has happened.

import {ask, make, remember, remembered, say, sentence, title, words} from "./dom.js";
import {Analysis} from "./analysis.js";
import {codesIn, invitations, join} from "./invitations.js";
import {News} from "./news.js";
import {Picture} from "./picture.js";

/** Verbs that give something up: they are never chosen for the player, only by the player. */
const GIVING_UP = new Set(["abandon"]);
/** Milliseconds for which the decision of somebody else is shown; of more than so many, only the last ones. */
const SHOWN = 600, MOST_SHOWN = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 10;

export async function showGame(main, id) {
  const known = remembered(id);
  const given = codesIn(location.hash);
  addEventListener("hashchange", () => { if (codesIn(location.hash).length) location.reload(); });
  const game = new Game(main, id, known);
  try {
    known.refused = await join(id, known, given);
    if (given.length) history.replaceState(null, "", location.pathname);
    await game.start();
  } catch (error) {
    main.replaceChildren(make("section", {class: "card"}, make("p", {}, error.message), make("a", {href: "/"}, "Back to the lobby")));
  }
}

class Game {
  constructor(main, id, known) {
    this.main = main;
    this.path = `/api/games/${id}`;
    this.known = known;
    this.shown = -1; // so many decisions after the start
    this.looking = null; // the same, while the player looks at an earlier position
    this.stale = this.catching = false;
    this.latest = 0; // the latest revision that the server has announced
    this.lost = false; // whether the server does not respond
    this.offered = null; // the view whose choices are shown; null while there are none
    this.tool = ""; // the verb that clicks on the board mean
    this.toolStep = ""; // the turn and phase for which it was chosen
    this.byKeyboard = false; // whether the player used the keyboard last
    this.busy = false;
    this.playing = null; // the timer of a replay
  }

  async start() {
    const [views, {players}] = await Promise.all([this.look().catch(error => this.forget(error)), ask("/api/offer")]);
    this.views = views;
    this.analysis = new Analysis(this, players.filter(name => name !== "person"));
    this.layout();
    this.changes = new News(this.view.id, revision => this.hear(revision), () => this.lose());
    await this.showNow();
  }

  /** The server has announced a revision, maybe one that is known. */
  hear(revision) {
    if (this.lost || revision > this.latest) say("");
    this.lost = false;
    this.latest = Math.max(this.latest, revision);
    this.notice();
  }

  lose() {
    this.lost = true;
    say("The server is not responding; trying again.");
  }

  /** Catch up if the game has gone on; not while the answer to an own decision is on its way, which says so, too. */
  notice() {
    if (!this.busy && this.latest > this.view.revision) this.catchUp();
  }

  /** The game as each of one's own seats sees it; or as everybody does. */
  async look() {
    const tokens = this.known.tokens.length ? this.known.tokens : [""];
    return Promise.all(tokens.map(async token => ({token, ...await ask(this.path, {token})})));
  }

  /** Forget invalid tokens, such as those of a truncated link, and look again. */
  async forget(error) {
    if (error.status !== 403) throw error;
    const good = await Promise.all(this.known.tokens.map(token => ask(this.path, {token}).then(() => true, () => false)));
    this.known.tokens = this.known.tokens.filter((_, place) => good[place]);
    remember(this.path.split("/").at(-1), this.known);
    return this.look();
  }

  /** The view of one's own seat that has to decide, or else of the first one. */
  get view() {
    return this.views.find(view => view.you !== null && view.you === view.to_act) || this.views[0];
  }

  get yours() {
    return this.view.you !== null && this.view.to_act === this.view.you;
  }

  who(seat) {
    if (this.views.some(view => view.you === seat)) return this.views.length > 1 ? `You, seat ${seat},` : "You";
    const {player} = this.view.seats[seat];
    return `Seat ${seat}${player === "person" ? "" : ` (${player})`}`;
  }

  // --- what is shown --------------------------------------------------------------------------

  layout() {
    const board = make("div", {class: "picture"}), panel = make("div", {class: "picture panel"});
    this.headline = make("p", {class: "headline", "aria-live": "polite"});
    this.tools = make("div", {class: "tools", role: "group", "aria-label": "What to do"});
    this.hint = make("p", {class: "hint soft"});
    this.buttons = make("div", {class: "buttons choices"});
    this.told = make("div", {class: "wrong", role: "alert"});
    this.news = make("p", {class: "news", "aria-live": "polite"});
    this.about = make("p", {class: "about soft"}, "Point at something to see what it is.");
    this.log = make("ol", {class: "log", "aria-label": "Game log"});
    this.everything = make("div", {class: "buttons everything"});
    this.slider = make("input", {type: "range", min: 0, "aria-label": "Decision", oninput: () => this.step(Number(this.slider.value))});
    this.play = make("button", {onclick: () => this.togglePlay(), "aria-label": "Play"}, "▶");
    this.undo = make("button", {onclick: () => this.takeBack()}, "Undo");
    this.legal = make("details", {}, make("summary", {}, "All legal actions"), this.everything);
    const question = make("input", {type: "text", placeholder: "conquer 7", "aria-label": "Action"});
    this.question = make("details", {}, make("summary", {}, "Why is an action illegal?"), make("form", {class: "buttons",
      onsubmit: event => { event.preventDefault(); this.tellWhy(question.value.trim()); }}, question, make("button", {}, "Ask")));
    this.end = make("div");
    const button = (text, label, by) => make("button", {"aria-label": label, onclick: () => this.step(this.at + by)}, text);
    this.main.replaceChildren(make("div", {class: "table"},
      make("section", {}, board, make("div", {class: "slider"},
        button("«", "First", -Infinity), button("‹", "Back", -1), this.play, button("›", "Forward", 1), button("»", "Now", Infinity), this.slider), this.news),
      make("aside", {class: "side"},
        make("section", {class: "card"}, this.headline, this.tools, this.hint, this.buttons, this.told, this.legal, this.question, this.end),
        panel,
        ...invitations(this),
        make("section", {class: "card"}, make("h2", {}, "Log"), this.arranged(), this.log),
        make("section", {class: "card"}, make("h2", {}, "About"), this.about),
        this.analysis.element)));
    this.picture = new Picture(board, panel);
    this.picture.onrefit = () => this.showNow();
    for (const each of [board, panel]) {
      each.addEventListener("pointerover", event => this.explain(event));
      each.addEventListener("click", event => this.explainRefusal(event));
    }
    document.addEventListener("keydown", event => { this.byKeyboard = true; this.key(event); });
    document.addEventListener("pointerdown", () => { this.byKeyboard = false; });
  }

  /** A notice to people who play together, if somebody chose how the game began. */
  arranged() {
    const together = this.view.seats.filter(({player}) => player === "person").length > 1;
    return this.view.arranged && together
      ? make("p", {class: "soft"}, "Whoever started this game chose its seed or its start, and may know what is coming.") : null;
  }

  get at() {
    return this.looking ?? this.view.decisions;
  }

  /** Draw the position so many decisions after the start. */
  async draw(at) {
    const {token} = this.view, number = this.drawing = (this.drawing ?? 0) + 1;
    const svg = await ask(`${this.path}/picture?at=${at}`, {token, text: true});
    if (number !== this.drawing) return; // a later one was asked for
    this.picture.show(svg);
    this.shown = at;
    this.slider.max = this.view.decisions;
    this.slider.value = at;
  }

  async showNow() {
    const focused = this.byKeyboard && document.activeElement?.matches(".target, .choices button");
    this.looking = null;
    await this.draw(this.view.decisions);
    this.showLog();
    this.showChoices();
    if (focused) this.main.querySelector(".target, .choices button")?.focus();
  }

  /** Look at an earlier position, or at the current one again. */
  async step(at) {
    const {decisions} = this.view, wanted = Math.max(0, Math.min(decisions, at));
    if (wanted === decisions) return this.showNow();
    this.looking = wanted;
    await this.draw(wanted);
    if (wanted > 0) this.markDecision(this.view.log[wanted - 1]);
    this.showLog();
    this.showChoices();
  }

  togglePlay() {
    if (this.playing !== null) return this.stop();
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-label", "Pause");
    const next = async () => {
      await this.step(this.at === this.view.decisions ? 0 : this.at + 1);
      if (this.looking === null) this.stop();
      else if (this.playing !== null) this.playing = setTimeout(next, SHOWN); // unless it was stopped meanwhile
    };
    this.playing = setTimeout(next, 0);
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = null;
    this.play.textContent = "▶";
    this.play.setAttribute("aria-label", "Play");
  }

  /** Show what others have done since, decision by decision. */
  async catchUp() {
    this.stale = true;
    if (this.catching) return;
    this.catching = true;
    try {
      while (this.stale) {
        this.stale = false;
        const before = this.shown;
        this.views = await this.look();
        if (this.looking !== null) {
          this.slider.max = this.view.decisions;
          this.showLog();
          this.showChoices();
          continue;
        }
        const {decisions, log} = this.view;
        for (let at = Math.max(before + 1, decisions - MOST_SHOWN); at < decisions; at++) {
          await this.draw(at);
          this.say(this.tell(log[at - 1]));
          this.markDecision(log[at - 1]);
          await new Promise(done => setTimeout(done, SHOWN));
        }
        await this.showNow();
        if (decisions > before && log.length) this.markDecision(log.at(-1));
      }
    } catch (error) {
      say(error.message);
    } finally {
      this.catching = false;
    }
  }

  markDecision({action}) {
    this.picture.mark(this.elementOf(action));
  }

  /** What an action points at in the picture, or null. */
  elementOf(action) {
    const [verb, ...args] = action.split(" (")[0].split(" ");
    const names = this.view.verbs[verb].arguments;
    return this.picture.find(names, Object.fromEntries(names.map((name, i) => [name, args[i]])));
  }

  tell({seat, action, roll}) {
    return `${this.who(seat)}: ${words(action)}${roll === null ? "" : `, the die shows ${roll}`}`;
  }

  say(text) {
    this.headline.textContent = text;
  }

  showLog() {
    this.log.replaceChildren(...this.view.log.map((line, number) => make("li", {class: `seat-${line.seat}`},
      make("button", {onclick: () => this.step(number + 1)}, this.picture.thumbnail(this.elementOf(line.action)), this.tell(line)),
      line.paid.map(({seat, text}) => make("div", {class: "paid"}, `${this.who(seat)}: ${text}`)))));
    const last = this.view.log[this.at - 1];
    this.news.textContent = last ? [this.tell(last), ...last.paid.map(({seat, text}) => `${this.who(seat)}: ${text}`)].join(". ") : "";
    const shown = this.looking === null ? null : this.log.children[this.at - 1];
    shown?.classList.add("shown");
    this.log.scrollTop = shown ? shown.offsetTop - this.log.offsetTop - this.log.clientHeight / 2 : this.log.scrollHeight;
  }

  // --- what may be done -----------------------------------------------------------------------

  showChoices() {
    const {view} = this, now = this.looking === null;
    this.offered = now ? view : null;
    this.choosing = null;
    this.changes.follow(!view.over && view.seats.every(({player}) => player !== "recorded"));
    this.analysis.show();
    this.onview?.();
    this.picture.clear();
    for (const each of [this.tools, this.hint, this.buttons, this.everything, this.end]) each.replaceChildren();
    this.told.textContent = view.trouble;
    if (!now && !view.over) this.buttons.append(make("button", {class: this.yours ? "main" : "", onclick: () => this.step(Infinity)}, this.yours ? "Your move: back to the game" : "Back to the game"));
    this.legal.hidden = this.question.hidden = !now || !view.choices.length;
    if (!now) this.say(`Decision ${this.looking} of ${view.decisions}${this.looking ? `. ${this.tell(view.log[this.looking - 1])}` : ""}`);
    else if (view.over) this.showEnd();
    else if (this.yours) this.say(`Your move. ${this.picture.headline}.`);
    else this.say(`${this.picture.headline.replace(/^Seat \d+/, this.who(view.to_act))}${view.seats[view.to_act].player === "person" ? "" : " …"}`);
    if (view.trouble) this.buttons.append(make("button", {onclick: () => this.send("retry", {}, view)}, "Let it try again"));
    if (!now || !this.yours) return;
    const placed = new Map(), loose = [];
    for (const choice of view.choices) {
      const element = this.picture.find(view.verbs[choice.verb].arguments, choice.arguments);
      if (!element) loose.push(choice);
      else placed.set(choice.verb, [...placed.get(choice.verb) || [], {element, choice}]);
    }
    this.placed = placed;
    const verbs = [...placed.keys()], step = `${view.turn} ${view.phase}`;
    if (step !== this.toolStep) this.tool = "";
    this.toolStep = step;
    if (!placed.has(this.tool)) this.tool = verbs.find(verb => !GIVING_UP.has(verb)) || (loose.length ? "" : verbs[0]) || "";
    if (verbs.length > 1 || (verbs.length && this.tool === "")) {
      this.tools.append(...verbs.map(verb => make("button", {"aria-pressed": String(verb === this.tool), title: view.verbs[verb].meaning,
        onclick: () => { this.tool = verb; this.showChoices(); }}, title(verb))));
    }
    if (this.tool) this.hint.textContent = `${title(this.tool)}: ${view.verbs[this.tool].meaning}.`;
    this.buttons.append(...loose.map(choice => this.button(choice)));
    if (view.may_undo) this.buttons.append(this.undo);
    this.everything.append(...view.choices.map(choice => this.button(choice)));
    this.showTargets();
  }

  button(choice) {
    return make("button", {title: this.view.verbs[choice.verb].meaning, onclick: () => this.decide(choice)}, this.label(choice));
  }

  label({action, remark}) {
    return title(action) + (remark ? ` (${remark})` : "");
  }

  /** Make everything that the chosen verb can point at something to click on. */
  showTargets() {
    const {arguments: names, meaning} = this.view.verbs[this.tool] || {arguments: []};
    const groups = new Map();
    for (const {element, choice} of this.placed.get(this.tool) || []) groups.set(element, [...groups.get(element) || [], choice]);
    for (const [element, choices] of groups) {
      const one = choices.length === 1;
      const label = one ? this.label(choices[0]) : `${title(this.tool)} ${choices[0].arguments.r} ${choices[0].arguments.c}, ${choices.length} ways`;
      this.picture.target(element, {
        label,
        badge: names[0] === "region" ? choices[0].remark : "",
        kind: GIVING_UP.has(this.tool) ? "giving-up" : "",
        onclick: event => { event.stopPropagation(); if (one) this.decide(choices[0]); else this.choose(element, choices); },
        onfocus: () => this.tellAbout(`${label}: ${meaning}.`, element),
      });
    }
  }

  /** Of several actions on one cell, let the player see and choose one. */
  choose(element, choices) {
    if (this.choosing?.element === element) return this.turn(1);
    this.choosing = {element, choices, place: 0};
    this.turn(0);
  }

  turn(by) {
    const {element, choices} = this.choosing;
    const place = this.choosing.place = (this.choosing.place + by + choices.length) % choices.length;
    const choice = choices[place], names = this.view.verbs[choice.verb].arguments, last = names.at(-1);
    this.picture.preview(element, last === "rot" ? Number(choice.arguments.rot) : 0);
    this.buttons.replaceChildren(
      make("button", {onclick: () => this.turn(1)}, last === "rot" ? "Rotate" : `Next ${words(last)}`),
      make("button", {class: "main", onclick: () => this.decide(choice)}, `${this.label(choice)}`),
      make("button", {onclick: () => this.showChoices()}, "Cancel"));
  }

  decide(choice) {
    return this.send("decisions", {action: choice.action, revision: this.offered.revision}, this.offered);
  }

  /** Take back one's last decision, if it is shown and can be. */
  takeBack() {
    if (this.looking === null && this.offered?.may_undo) this.send("undo", {revision: this.offered.revision}, this.offered);
  }

  /** Ask the server for a change of what is shown, and show what came of it. */
  async send(what, body, view) {
    if (this.busy) return;
    this.busy = true;
    try {
      const {token} = view;
      const answer = await this.insist(what, body, view);
      this.views = this.views.length > 1 || !answer.id ? await this.look() : [{token, ...answer}];
      if (!this.catching) await this.showNow();
    } catch (error) {
      if (error.status === 409) await this.catchUp();
      this.refuse(error.message, error.text);
    } finally {
      this.busy = false;
      this.notice();
    }
  }

  /** Try again if the server has merely restarted, which changes the revision but no decision. */
  async insist(what, body, {token, log: before}) {
    try {
      return await ask(`${this.path}/${what}`, {token, body});
    } catch (error) {
      if (error.status !== 409 || error.rule || !body.revision) throw error;
      const {revision, log} = await ask(this.path, {token});
      if (revision === body.revision || JSON.stringify(log) !== JSON.stringify(before)) throw error;
      return ask(`${this.path}/${what}`, {token, body: {...body, revision}});
    }
  }

  /** Say what is wrong, which cites a rule, and have the text of the rule at hand. */
  refuse(message, text) {
    this.told.replaceChildren(sentence(message.replace(/^illegal action '[^']*': /i, "")),
      text ? make("details", {}, make("summary", {}, "The rule"), text) : "");
  }

  showEnd() {
    const {view} = this, best = Math.max(...view.returns);
    const winners = view.returns.flatMap((value, seat) => value === best && best >= 0 ? [this.who(seat).replace(/,$/, "")] : []);
    const rivals = Object.entries(view.rivals).map(([name, coins]) => [title(name), coins]);
    if (!winners.length) winners.push(...rivals.map(([name]) => name));
    this.say(`The game is over: ${winners.join(" and ")} won.`);
    const rows = [...view.seats.map(({coins}, seat) => [this.who(seat).replace(/,$/, ""), coins]), ...rivals];
    this.end.replaceChildren(make("ul", {class: "list"}, rows.map(([name, coins]) => make("li", {}, `${name}: ${coins} ${view.money}`))),
      make("a", {href: `${this.path}/replay`, download: ""}, "Download the replay"), " · ", make("a", {href: "/"}, "New game"));
  }

  key(event) {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ArrowLeft: () => this.step(this.at - 1), ArrowRight: () => this.step(this.at + 1), Home: () => this.step(0), End: () => this.step(Infinity),
      u: () => event.repeat || this.takeBack(), r: () => this.choosing && this.turn(1), Escape: () => this.choosing && this.showChoices(),
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  }

  // --- what things are ------------------------------------------------------------------------

  /** Say what the pointer is at. */
  explain(event) {
    const at = document.elementsFromPoint(event.clientX, event.clientY);
    const named = at.map(each => each.closest("[data-names]")).find(Boolean);
    const text = at.map(each => each.closest("g")?.querySelector(":scope > title")?.textContent).find(Boolean);
    if (named || text) this.tellAbout(text || "", named);
  }

  async tellAbout(text, element) {
    const names = element?.closest?.("[data-names]")?.dataset.names.split(" ") || [];
    const key = `${text} ${names}`;
    if (key === this.explained) return;
    this.explained = key;
    const known = await Promise.all(names.map(name => this.meaning(name)));
    if (key === this.explained) this.about.textContent = [text, ...known].filter(Boolean).join("\n\n");
  }

  async meaning(name) {
    this.meanings ??= new Map();
    if (!this.meanings.has(name)) this.meanings.set(name, ask(`${this.path}/names/${encodeURIComponent(name)}`).then(found => found.text, () => ""));
    return this.meanings.get(name);
  }

  /** Say why what was clicked on cannot be chosen. */
  async explainRefusal(event) {
    if (this.looking !== null || !this.yours || event.target.closest(".target")) return;
    for (const [verb, {arguments: names}] of Object.entries(this.view.verbs)) {
      if (names.length !== 1 || (this.tool ? verb !== this.tool : !this.view.choices.some(choice => choice.verb === verb))) continue;
      const at = document.elementsFromPoint(event.clientX, event.clientY).map(each => each.closest(`[data-${names[0]}]`)).find(Boolean);
      if (!at) continue;
      return this.tellWhy(`${verb} ${at.getAttribute(`data-${names[0]}`)}`, "");
    }
  }

  /** Say why an action is illegal; `otherwise` if it is not. */
  async tellWhy(action, otherwise = `${title(action)} is legal now.`) {
    try {
      const {error, text} = await ask(`${this.path}/why?action=${encodeURIComponent(action)}`, {token: this.view.token});
      if (error) this.refuse(error, text);
      else this.told.textContent = otherwise;
    } catch (error) {
      this.told.textContent = error.message;
    }
  }
}
