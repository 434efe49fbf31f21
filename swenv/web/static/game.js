// A game: what is shown of it, and what is sent to the server.

import {ask, capital, isHasty, lead, make, moves, remember, remembered, say, tabs, usesKeyboard} from "./dom.js";
import {Analysis} from "./analysis.js";
import {beside, named} from "./beside.js";
import {Choices} from "./choices.js";
import * as drama from "./drama.js";
import {ending, winners} from "./ending.js";
import {Hints} from "./hints.js";
import {codesIn, invitations, join} from "./invitations.js";
import {Log, inWords, lastRound, paidBy, recap, roundEnd} from "./log.js";
import {programName} from "./names.js";
import {News} from "./news.js";
import {Picture} from "./picture.js";
import {Rules, plain, rule} from "./rules.js";
import {Variations} from "./variations.js";

/** Milliseconds for which the decision of somebody else is shown, by speed. */
const SPEEDS = {slow: 1500, normal: 700, fast: 200};
/** Of more decisions than so many, only the last ones are shown. */
const MOST_SHOWN = moves() ? 12 : 0;
/** Who only watches sees a game that has just begun from its start. */
const JUST_BEGUN = moves() ? 40 : 0;

export async function showGame(main, id) {
  const known = remembered(id);
  const given = codesIn(location.hash);
  addEventListener("hashchange", () => { if (codesIn(location.hash).length) location.reload(); });
  const game = new Game(main, id, known);
  try {
    known.refused = await join(id, known, given);
    if (given.length && remember(id, known)) history.replaceState(null, "", location.pathname + location.search);
    await game.start();
  } catch (error) {
    main.replaceChildren(make("section", {class: "card"}, make("p", {}, error.message), make("a", {href: "/"}, "Back to the lobby")));
  }
}

/** What a race has in its note if its seat can take up tokens. */
const FREE = /(\d+) free\b(.*)/;

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
    this.busy = false;
    this.playing = null; // the timer of a replay
    this.varied = null; // where another line of play leads, while one is shown
    this.showAll = false; // whether to show a game that has just begun from its start
  }

  async start() {
    const [views, {players}] = await Promise.all([this.look(), ask("/api/offer")]);
    this.views = views;
    this.layout(players.filter(name => name !== "person"));
    this.changes = new News(this.view.id, revision => this.hear(revision), () => this.lose());
    const asked = new URLSearchParams(location.search), at = asked.get("at");
    if (at !== null && /^\d+$/.test(at)) await this.step(Number(at));
    else await this.open();
    if (asked.has("judge")) this.tabs.open("Analysis");
    if (asked.has("judge") && this.moment(this.at).seat !== null) await this.analysis.judgeThis();
  }

  /** Show the game as it stands; to who only watches, how it got there if it has just begun. */
  async open() {
    const {you, over, decisions} = this.view;
    if (you !== null || over || decisions > JUST_BEGUN) return this.showNow();
    await (decisions ? this.draw(0) : this.showNow());
    this.showAll = true;
    await this.catchUp();
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
    return this.lookAs(this.known.tokens).catch(error => this.forget(error));
  }

  async lookAs(tokens) {
    return Promise.all((tokens.length ? tokens : [""]).map(async token => ({token, ...await ask(this.path, {token})})));
  }

  /** Forget invalid tokens, such as those of a truncated link or a seat that was freed, and look again. */
  async forget(error) {
    if (error.status !== 403) throw error;
    const good = await Promise.all(this.known.tokens.map(token => ask(this.path, {token}).then(() => true, () => false)));
    this.known.tokens = this.known.tokens.filter((_, place) => good[place]);
    remember(this.path.split("/").at(-1), this.known);
    return this.lookAs(this.known.tokens);
  }

  /** The view of one's own seat that has to decide, or else of the first one. */
  get view() {
    return this.views.find(view => view.you !== null && view.you === view.to_act) || this.views[0];
  }

  get byKeyboard() {
    return usesKeyboard();
  }

  get yours() {
    return this.view.you !== null && this.view.to_act === this.view.you;
  }

  mine(seat) {
    return this.views.some(view => view.you === seat);
  }

  /** Whether a seat is the only one that one plays here, and so is "you". */
  isYou(seat) {
    return this.mine(seat) && this.views.length === 1;
  }

  /** A seat as people call it. */
  who(seat) {
    const {name, player} = this.view.seats[seat];
    if (this.isYou(seat)) return "You";
    if (name) return name;
    return `Seat ${seat}${["person", "recorded"].includes(player) ? "" : ` (${programName(player)})`}`;
  }

  // --- what is shown --------------------------------------------------------------------------

  layout(players) {
    for (const each of document.querySelectorAll("#playing")) each.textContent = this.view.title;
    const board = make("div", {class: "picture"}), table = make("div", {class: "beside"});
    this.picture = new Picture(board, table);
    this.analysis = new Analysis(this, players);
    this.rules = new Rules(this);
    this.log = new Log(this);
    this.choices = new Choices(this, choice => this.decide(choice));
    this.variations = new Variations(this);
    this.hints = new Hints();
    this.headline = make("h1", {class: "headline", "aria-live": "polite"}, "Loading …");
    this.round = make("p", {class: "round"});
    this.back = make("button", {class: "return", hidden: true, onclick: () => this.step(this.varied ? this.at : Infinity)});
    this.earned = make("p", {class: "soft earned"});
    this.told = make("div", {class: "wrong told", role: "alert"});
    this.news = make("p", {class: "news", "aria-live": "polite", onclick: () => this.news.classList.toggle("whole")}); // all of it, if it is cut
    this.banner = make("div", {class: "banner"}, this.headline, this.round, this.news);
    this.end = make("div", {class: "end"});
    this.recap = make("div", {});
    this.tabs = tabs({
      Play: [this.hints.element, this.end, this.recap, ...invitations(this), table, this.choices.legal],
      Log: [this.arranged(), this.log.element].filter(Boolean),
      Analysis: [this.analysis.element, this.variations.element],
      Rules: [this.rules.element],
    }, () => {
      this.choices.point();
      this.log.scroll();
    });
    const {tools, hint, counts, tray, buttons} = this.choices;
    this.missions = make("details", {class: "card missions", hidden: true, open: innerWidth > 700 && innerHeight > 520});
    this.actions = make("div", {class: "card actions"}, tools, make("div", {class: "guide"}, hint, counts, tray.element), this.picture.near, this.earned, buttons, this.back, this.told);
    this.command = make("div", {class: "command"}, this.banner, this.missions, this.actions);
    this.main.replaceChildren(make("div", {class: "game"},
      make("section", {class: "board", "aria-label": "Board"}, board, this.analysis.bar, this.timeline(), this.picture.legend, this.analysis.curve),
      make("aside", {class: "side"}, this.command, this.tabs.element)));
    new ResizeObserver(() => this.cover()).observe(this.command);
    for (const each of [board, table]) this.rules.watch(each);
    document.addEventListener("keydown", event => this.key(event));
    document.addEventListener("keydown", event => { if (isHasty(event)) { event.preventDefault(); event.stopPropagation(); } }, true);
  }

  /** Note how much of the page lies under what stays on top, so that what is scrolled into view does not. */
  cover() {
    this.command.parentNode.style.setProperty("--covered", `${this.command.offsetHeight}px`);
  }

  /** The buttons and the slider that lead through the game. */
  timeline() {
    this.slider = make("input", {type: "range", min: 0, "aria-label": "Decision", oninput: () => this.step(Number(this.slider.value))});
    this.play = make("button", {onclick: () => this.togglePlay(), "aria-label": "Play"}, "▶");
    this.speed = make("select", {class: "small", "aria-label": "Speed"}, Object.keys(SPEEDS).map(name => make("option", {selected: name === "normal"}, name)));
    const button = (text, label, by) => make("button", {"aria-label": label, onclick: () => this.step(this.at + by)}, text);
    return make("div", {class: "slider"}, button("«", "First", -Infinity), button("‹", "Back", -1), this.play, button("›", "Forward", 1), button("»", "Now", Infinity), this.slider, this.speed, this.picture.view);
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

  get pace() {
    return SPEEDS[this.speed.value];
  }

  /** Draw the position so many decisions after the start; false if a later one was asked for meanwhile. */
  async draw(at) {
    const {token, decisions, table} = this.view, number = this.drawing = (this.drawing ?? 0) + 1;
    const isKnown = table && at === decisions && !this.variations.line;
    const {board, beside: summary} = isKnown ? table : await ask(`${this.path}/table?${this.query(at)}`, {token});
    if (number !== this.drawing) return false;
    const {seat: acts, round} = this.moment(at);
    this.summary = summary;
    this.choices.clear(); // those of what was shown before
    this.picture.show(board);
    this.picture.beside.replaceChildren(...beside(summary, {who: seat => this.who(seat), money: this.view.money, toAct: acts, mine: seat => this.mine(seat)}));
    this.showMissions();
    this.shown = at;
    this.slider.max = this.view.decisions;
    this.slider.value = at;
    this.banner.className = acts === null ? "banner" : `banner turn-${acts}`;
    this.round.textContent = capital([`round ${round} of ${summary.rounds}`, summary.clock, ...this.holdings(acts)].filter(Boolean).join(" · "));
    return true;
  }

  /** What an own seat that acts decides with, in words: its coins, and the tokens that it has or can take up. */
  holdings(seat) {
    if (seat === null || !this.mine(seat)) return [];
    const {coins, notes, lines} = this.summary.seats[seat], {money} = this.view, [, free, of] = lines.map(({note}) => note.match(FREE)).find(Boolean) ?? [];
    const told = this.summary.clock ? [] : notes.map(note => named(note, each => this.who(each)));
    const peace = this.summary.seats.flatMap((each, other) => each.notes.includes(`peace with seat ${seat}`) ? [`at peace with ${this.who(other)}`] : []); // it may not attack them
    return [`${coins} ${coins === "1" ? money.replace(/s$/, "") : money}`, ...peace, ...free ? [`${free} ${free === "1" ? "token" : "tokens"} free${of}`] : [], ...told];
  }

  /** The tokens that a seat can take up from its regions, as a text; undefined if none. */
  free(seat) {
    return this.summary.seats[seat]?.lines.map(({note}) => note.match(FREE)?.[1]).find(Boolean);
  }

  /** Keep one's own missions in sight while tiles are chosen further down: the current one, and on request the next. */
  showMissions() {
    const {seat} = this.moment(this.at), own = this.mine(seat) ? seat : this.view.you;
    const lines = own === null ? [] : this.summary.seats[own].lines.filter(({note}) => note === "now" || note === "kept");
    this.missions.hidden = lines[0]?.note !== "now" || this.view.over && this.looking === null;
    this.missions.replaceChildren(...lines.map(({title, note}) => make(note === "now" ? "summary" : "p", {}, `${note === "now" ? "Now" : "Later"}: ${title}`)));
  }

  /** What names a position for the server: decisions of the game, and what is played instead of the next ones. */
  query(at = this.at) {
    return new URLSearchParams({at, ...this.variations.line ? {line: this.variations.line} : {}});
  }

  /** Who decides after so many decisions, and the round. */
  moment(at) {
    if (this.varied) return {seat: this.varied.to_act, round: this.varied.round};
    const {decisions, to_act: seat, round, log} = this.view;
    return at === decisions ? {seat, round} : log[at];
  }

  /** Show what the variations say, and let the player go on with it. */
  async showVariation() {
    const {variations} = this;
    this.looking = variations.at;
    const {path} = variations, varied = await ask(`${this.path}/variation?${this.query()}`, {token: this.view.token});
    if (variations.path !== path) return; // the player has gone elsewhere meanwhile
    this.varied = varied;
    if (!await this.draw(variations.at)) return;
    variations.hear(this.varied.line);
    this.showChoices();
    if (this.varied.line.length) this.mark(this.varied.line.at(-1));
  }

  /** Show the game itself again. */
  leaveVariation() {
    this.variations.leave();
    this.varied = null;
  }

  async showNow() {
    this.leaveVariation();
    this.stop();
    const ends = this.view.over && this.offered && !this.offered.over;
    const focused = this.byKeyboard && document.activeElement?.matches(".target, .choices button, .return, body");
    this.looking = null;
    if (!await this.draw(this.view.decisions)) return;
    this.log.show();
    this.showChoices();
    if (focused) this.focusFirst();
    if (!ends) return;
    this.tabs.open("Play");
    this.end.scrollIntoView({block: "start"});
    if (focused) this.end.firstElementChild.focus({preventScroll: true}); // not a button, which a key that is meant for the game would press
  }

  /** Look at an earlier position, or at the current one again. */
  async step(at) {
    const {decisions} = this.view, wanted = Math.max(0, Math.min(decisions, at));
    if (wanted === this.shown && this.looking === null) return; // it is what one sees, with the focus where one has put it
    if (wanted === decisions) return this.showNow();
    this.leaveVariation();
    this.looking = wanted;
    if (!await this.draw(wanted) || this.looking === null) return;
    this.log.show();
    this.showChoices();
    if (wanted > 0) this.mark(this.view.log[wanted - 1]);
  }

  /** Lead the keyboard to what can be chosen, beside what was chosen last. */
  focusFirst() {
    lead(this.picture.next || this.main.querySelector(".target:not(.giving-up, .risky)") || this.main.querySelector(".target:not(.giving-up)") || this.main.querySelector(".target") || this.main.querySelector(".choices button:enabled:not(.undo)"));
  }

  /** Look at the whole game from its end, with what a judge thinks of it. */
  async analyse() {
    this.tabs.open("Analysis");
    await this.step(this.view.decisions - 1);
    if (this.analysis.judged().length < 2 && !this.analysis.judging) await this.analysis.judgeAll();
  }

  /** Whether others play on while one looks at the game as it stands. */
  get isLive() {
    return this.looking === null && this.view.you === null && (this.catching || !this.view.over) && !this.isRecorded;
  }

  /** Whether nobody goes on with the game, as it was opened to be looked through. */
  get isRecorded() {
    return this.view.seats.some(({player}) => player === "recorded");
  }

  /** Stay with what is shown while the game goes on, with what a judge thinks of it. */
  async pause() {
    this.looking = Math.max(0, this.shown); // -1 before the first picture has come
    if (!await this.draw(this.looking)) return; // what was about to be shown no longer is
    this.log.show();
    this.showChoices();
    await this.analysis.judgeThis();
  }

  togglePlay() {
    if (this.playing !== null) return this.stop();
    if (this.isLive) return this.pause();
    const next = async () => {
      await this.step(this.at < this.view.decisions ? this.at + 1 : this.looking === null ? 0 : Infinity);
      if (this.looking === null) this.stop();
      else if (this.playing !== null) go(this.pace); // unless it was stopped meanwhile
    };
    const go = pause => {
      this.playing = setTimeout(() => next().catch(error => { this.stop(); say(error.message); }), pause);
    };
    go(0);
    this.showPlay();
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = null;
    this.showPlay();
  }

  /** Let the button say what it does. */
  showPlay() {
    const pauses = this.playing !== null || this.isLive;
    this.play.textContent = pauses ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", pauses ? "Pause" : "Play");
  }

  /** Show what others have done since, decision by decision. */
  async catchUp() {
    this.stale = true;
    if (this.catching) return;
    this.catching = true;
    try {
      while (this.stale) {
        this.stale = false;
        const before = this.shown, {revision, decisions: had} = this.view;
        this.views = await this.look();
        if (this.view.revision === revision && before === this.view.decisions) continue; // it is shown already
        if (this.looking !== null && this.view.decisions < had && this.looking >= this.view.decisions) this.looking = null; // it was taken back
        if (this.looking !== null) {
          this.slider.max = this.view.decisions;
          this.log.show();
          this.showChoices();
          continue;
        }
        const {decisions} = this.view;
        const first = this.showAll ? 1 : Math.max(before + 1, decisions - MOST_SHOWN);
        this.showAll = false;
        for (let at = first; at < decisions && this.looking === null; at++) await this.replay(at);
        if (this.looking !== null) continue;
        await this.showNow();
        if (decisions > before && decisions) this.mark(this.view.log[decisions - 1]);
      }
    } catch (error) {
      say(error.message);
    } finally {
      this.catching = false;
      this.showPlay();
    }
  }

  /** Show a decision of somebody else for a while. */
  async replay(at) {
    const line = this.view.log[at - 1];
    if (!await this.draw(at)) return;
    this.log.show();
    this.banner.className = `banner turn-${line.seat}`;
    this.say(this.tell(line));
    this.tellNews(line, true);
    this.showPlay();
    this.mark(line);
    await this.act(line);
    await new Promise(done => setTimeout(done, this.pace));
  }

  /** Let what a decision did move. */
  async act(line) {
    const element = this.elementOf(line.action);
    drama.travel(this.picture, line, element);
    drama.land(this.picture, line);
    drama.rise(this.picture, line);
    await drama.roll(this.picture, line, element);
  }

  /** Mark what a decision was about: a place on the board, or the seat that decided. */
  mark({action, seat}) {
    const element = this.elementOf(action), {picture} = this;
    if (element && picture.onBoard(element)) picture.mark(element);
    else if (!picture.markCell(this.argumentsOf(action))) picture.mark(picture.beside.querySelector(`.player[data-seat="${seat}"]`));
  }

  /** What an action points at, or null. */
  elementOf(action) {
    const args = this.argumentsOf(action);
    return this.picture.find(Object.keys(args), args);
  }

  /** The arguments of an action by name. */
  argumentsOf(action) {
    const [verb, ...args] = action.split(" (")[0].split(" ");
    return Object.fromEntries(this.view.verbs[verb].arguments.map((name, i) => [name, args[i]]));
  }

  /** A decision as a sentence without its full stop. */
  tell(line) {
    return `${this.who(line.seat)} ${named(inWords(this, line), seat => this.who(seat))}`;
  }

  /** Write the headline; one of two lines leaves less room for news. */
  say(text) {
    const {headline, banner} = this;
    headline.textContent = text;
    banner.classList.toggle("full", headline.offsetHeight > 1.5 * parseFloat(getComputedStyle(headline).lineHeight));
  }

  // --- what may be done -----------------------------------------------------------------------

  showChoices() {
    const {view} = this, now = this.looking === null;
    this.offered = now ? view : null;
    this.changes.follow(!view.over && !this.isRecorded);
    this.onview?.();
    this.choices.clear();
    this.end.replaceChildren();
    this.told.textContent = view.trouble;
    this.back.hidden = now;
    this.back.textContent = this.varied ? "Back to the game as it was played" : view.over ? "To the end of the game" : this.yours ? "Your move: back to the game" : "Back to the game";
    this.sayWhatIsShown();
    this.showPlay();
    if (view.trouble) this.choices.buttons.append(make("button", {onclick: () => this.send("retry", {}, view)}, "Let it try again"));
    if (now && view.over) this.end.append(ending(this));
    this.rules.list(now && this.yours ? view : {choices: [], verbs: {}});
    this.hints.show(view.game, now && this.yours ? view.phase : "", view.choices, view.round === this.summary.rounds); // before the choices, which scroll to a place in sight
    if (now && this.yours) this.choices.show(view);
    if (this.varied) this.choices.show({...view, ...this.varied});
    this.earned.textContent = now && this.yours ? lastRound(this) : "";
    if (this.earned.textContent && this.actions.scrollHeight > this.actions.clientHeight + 1) this.earned.textContent = ""; // what can be done needs the room
    this.actions.hidden = now && (view.over || view.you === null && !view.trouble); // who watches has nothing to do
    this.analysis.show();
  }

  sayWhatIsShown() {
    const {view, summary} = this, last = view.log[this.at - 1];
    if (this.looking !== null) this.say(`Decision ${this.looking} of ${view.decisions}${last ? `. ${this.tell(last)}` : ""}`);
    else if (view.over) this.say(`The game is over: ${winners(this).join(" and ").replace(/\bYou\b/, "you")} won.`);
    else if (this.yours) this.say(`Your move${this.views.length > 1 ? ` as ${this.who(view.to_act)}` : ""}${this.sayLosses()}`);
    else this.say(`${this.who(view.to_act)} ${summary.doing}${view.seats[view.to_act].player === "person" ? "" : " …"}`);
    this.tellNews(last, this.looking !== null); // for which the headline leaves more room or less
    if (this.varied) this.sayVariation();
    document.title = `${this.headline.textContent} — swenv`;
  }

  /** What others have taken: in this turn, if it is theirs; else since one's own last turn, as one's own begins. */
  sayLosses() {
    const {log, to_act: seat, turn, round} = this.view, isAttacked = turn !== seat;
    const since = isAttacked ? log.findIndex(each => each.turn === turn && each.round === round) : log.findLastIndex(each => each.seat === seat && each.turn === seat) + 1;
    const places = log.slice(since).flatMap(({lost}) => lost).filter(([who]) => who === seat).map(([, place]) => place);
    return places.length ? `: you lost ${new Intl.ListFormat("en").format(places)}` : isAttacked ? ": you were attacked" : "";
  }

  /** Write the last decision, unless the headline says it, and the sums that it paid; on request, all since one's own last turn. */
  tellNews(line, isSaid) {
    const {log} = this.view, number = log.indexOf(line), latest = log.slice(0, number).findLastIndex(({seat}) => this.mine(seat)), before = isSaid || !line || latest < 0 || this.mine(line.seat) ? number : latest + 1;
    const ends = log.slice(before, number).map((_, place) => roundEnd(this, before + place)); // while others began the next round
    const previous = log[number - 1], passes = line?.action === "pass" && previous?.seat === line.seat && previous.round === line.round; // what came before says more
    const told = line && !isSaid ? this.tell(passes ? previous : line) : "", paid = line ? paidBy(this, [line], true) : [], own = told && line.paid[0]?.seat === line.seat; // whose name need not be said twice
    const said = own ? [`${told}; in all${paid[0].slice(this.who(line.seat).length)}`, ...paid.slice(1)] : [told, ...paid];
    const write = told => { this.news.textContent = line ? [...ends, ...told, roundEnd(this, number)].filter(Boolean).join(". ") : ""; };
    this.news.classList.remove("whole");
    write(said);
    if (told && paid.length && this.news.scrollHeight > this.news.clientHeight + 1) write(paid); // sums matter more than who put the last token where
    const isOpen = this.recap.querySelector("details")?.open;
    this.recap.replaceChildren(...recap(this, isOpen));
  }

  sayVariation() {
    const {over, to_act: seat, line} = this.varied, last = line.at(-1);
    const next = over ? "the game is over" : this.isYou(seat) ? "your move" : `${this.who(seat)} ${this.summary.doing}`;
    this.say(`Another line: ${next}`);
    if (last) this.news.textContent = this.tell(last);
  }

  decide(choice) {
    if (this.varied) return this.alone(() => this.variations.extend(choice.action));
    return this.send("decisions", {action: choice.action, revision: this.offered.revision}, this.offered);
  }

  /** Do something that waits for the server, unless something does already. */
  async alone(act) {
    if (this.busy) return;
    this.busy = true;
    try {
      await act();
    } finally {
      this.busy = false;
    }
  }

  /** Take back one's last decision, if it is shown and can be. */
  takeBack() {
    if (this.varied) return this.alone(() => this.variations.back());
    if (this.looking === null && this.offered?.may_undo) this.send("undo", {revision: this.offered.revision}, this.offered);
  }

  /** Ask the server for a change of what is shown, and show what came of it. */
  async send(what, body, view) {
    if (this.busy) return;
    this.busy = true;
    const {token, decisions} = view;
    try {
      const answer = await this.insist(what, body, view);
      const goesOn = answer.id && (this.views.length === 1 || answer.to_act === answer.you); // so that no other view matters
      this.views = goesOn ? this.views.map(each => each.token === token ? {token, ...answer} : each) : await this.look();
      if (!this.catching) await this.showNow();
      const line = what === "decisions" && this.view.log[decisions];
      const moved = line && !this.catching && this.looking === null && this.act(line); // in an own turn, nobody waits for it
      if (moved && !this.yours && !this.view.over) { // time to see what came of it before others decide
        await moved;
        await new Promise(done => setTimeout(done, this.pace));
      }
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
    const path = `${this.path}/${what}?table=1`;
    try {
      return await ask(path, {token, body});
    } catch (error) {
      if (error.status !== 409 || error.rule || !body.revision) throw error;
      const {revision, log} = await ask(this.path, {token});
      if (revision === body.revision || JSON.stringify(log) !== JSON.stringify(before)) throw error;
      return ask(path, {token, body: {...body, revision}});
    }
  }

  /** Say what is wrong, which cites a rule, and have the text of the rule at hand. */
  refuse(message, text) {
    this.told.replaceChildren(plain(message), rule(text));
  }

  /** Give up what is not confirmed yet. */
  cancel() {
    this.rules.close();
    const {staged, halfway} = this.choices, labels = staged ? [this.choices.label(staged.choices[0]), this.choices.shortLabel(staged.choices[0])] : [];
    if (!staged && !halfway && this.rules.keys.contains(document.activeElement)) {
      this.tabs.open("Play");
      this.focusFirst();
    }
    if (!staged && !halfway) return;
    this.showChoices();
    if (!this.byKeyboard) return;
    const before = [...this.main.querySelectorAll(".choices button, .near .target, .beside .target")].find(each => labels.includes(each.ariaLabel || each.textContent));
    if (before) lead(before);
    else this.focusFirst();
  }

  key(event) {
    if (event.key === "Enter" && event.repeat) event.preventDefault(); // a key held down means one thing, not what comes after it
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const staged = this.choices.staged, target = event.target.closest(".target");
    if (event.key.startsWith("Arrow") && target && this.byKeyboard && this.picture.onBoard(target)) {
      event.preventDefault();
      this.picture.beyond(target, event.key)?.focus();
      return;
    }
    const beside = this.actions.contains(event.target) ? this.actions.querySelectorAll("button, .target") : target && !this.picture.onBoard(target) ? target.parentElement.querySelectorAll(".target") : [];
    const by = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key], among = [...beside].filter(each => !each.disabled && each.checkVisibility());
    if (by && among.length > 1 && among.includes(event.target)) {
      event.preventDefault();
      among[Math.max(0, Math.min(among.length - 1, among.indexOf(event.target) + by))].focus(); // Undo is not beside what comes first
      return;
    }
    const keys = {
      ArrowLeft: () => this.step(this.at - 1), ArrowRight: () => this.step(this.at + 1), Home: () => this.step(0), End: () => this.step(Infinity),
      a: () => { const first = this.main.querySelector(".actions .commit") ?? this.main.querySelector(".actions :is(button, .target):not(:disabled, [hidden])"); if (first) first.focus(); else if (this.end.firstChild) this.end.querySelector("button").focus(); else this.focusFirst(); }, b: () => this.focusFirst(),
      "?": () => { this.tabs.open("Rules"); this.rules.showKeys(); }, u: () => event.repeat || (staged || this.choices.halfway ? this.cancel() : this.takeBack()), r: () => staged && this.choices.turn(1), Escape: () => this.cancel(), n: () => this.analysis.next(),
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}
