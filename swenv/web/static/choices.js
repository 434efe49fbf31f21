// What may be done now: tools, things to click on, buttons; and what was chosen, until it is confirmed.

import {named} from "./beside.js";
import {capital, isSmall, lead, make, touched} from "./dom.js";
import {Tray} from "./tray.js";
import {isLong, restart, steppers} from "./turns.js";

/** Verbs that give something up: they are never chosen for the player, only by the player. */
const GIVING_UP = new Set(["abandon"]);
/** Verbs that are offered beside what a turn can begin with. */
const DECLINING = new Set(["decline", "decline_by_stonehedge"]);
/** Verbs that are confirmed: they cannot be undone, change much, or their target says little about what they do. */
const CONFIRMED = new Set([...DECLINING, "pick", "arm", "use", "bag", "swap", "place", "dock_own", "dock_grey", "mark_slot", "mark_piece", "card_pair", "reward_pair", "discovery", "house", ...GIVING_UP]);
/** Verbs whose argument is a piece that the buttons only name. */
const EXPLAINED = new Set(["arm", "use", "bag"]);
/** Verbs that end something, whose button has its own place. */
const ENDING = new Set(["finish", "pass"]);
/** Phases in which hardly anybody wants to end anything: there is something to conquer, or to place. */
const BEGINNING = new Set(["choose", "ready", "markers"]);
/** Verbs that choose a card for a later round, too. */
const LATER = new Set(["card_pair", "reward_pair"]);

export class Choices {
  /**
   * @param game the game that is shown; see game.js
   * @param decide called with the choice that the player has made
   */
  constructor(game, decide) {
    this.game = game;
    this.decide = decide;
    this.tool = ""; // the verb that clicks on the board mean
    this.step = ""; // the turn and phase for which it was chosen
    this.tools = make("div", {class: "tools", role: "group", "aria-label": "What to do"});
    this.hint = make("p", {class: "hint soft"});
    this.tray = new Tray(game.picture);
    this.counts = make("div", {class: "counts", role: "group", "aria-label": "Tokens put down"});
    this.buttons = make("div", {class: "buttons choices"});
    this.everything = make("div", {class: "buttons everything"});
    this.legal = make("details", {}, make("summary", {}, "All legal actions"), this.everything);
    this.markers = new Set(); // all that were to choose from so far
    this.halfway = false; // whether the first of two steps is made
    this.elsewhere = make("button", {class: "elsewhere", hidden: true, onclick: () => { game.tabs.open("Play"); if (game.byKeyboard) game.focusFirst(); }}, "Show what can be chosen");
    this.clear();
  }

  get picture() {
    return this.game.picture;
  }

  clear() {
    this.staged = null;
    this.halfway = this.hint.hidden = false;
    this.game.actions?.classList.remove("explains");
    this.tray.hide();
    this.picture?.clear();
    for (const each of [this.tools, this.hint, this.counts, this.buttons, this.everything]) each.replaceChildren();
    this.legal.hidden = true;
  }

  /** Offer what a view says is legal. */
  show(view) {
    this.clear();
    this.view = view;
    this.legal.hidden = false;
    const placed = new Map(), loose = [];
    for (const choice of view.choices) {
      const element = this.picture.find(view.verbs[choice.verb].arguments, choice.arguments);
      if (!element) loose.push(choice);
      else placed.set(choice.verb, [...placed.get(choice.verb) || [], {element, choice}]);
    }
    if (this.game.summary.seats[view.to_act].notes.includes("1 in hand")) placed.delete("deploy_rest"); // the same as to put one
    this.placed = placed;
    this.choose(placed, loose, `${view.turn} ${view.phase}`);
    const verbs = [...placed.keys()];
    if (verbs.length > 1 || (verbs.length && this.tool === "")) {
      this.tools.append(...verbs.map(verb => make("button", {"aria-pressed": String(verb === this.tool), title: view.verbs[verb].meaning,
        onclick: () => this.use(verb)}, capital(view.verbs[verb].title))));
    }
    const said = loose.find(({verb}) => !ENDING.has(verb) && !DECLINING.has(verb)) || loose[0];
    const isRolled = isSmall() && placed.get(this.tool)?.some(({choice}) => rolls(choice)); // then signs stand for words
    const hint = view.verbs[this.tool || said?.verb]?.hint ?? "";
    this.hint.textContent = touched(isRolled ? hint.replace(/its price\.$/, "its price, and a die the least to roll.") : hint);
    const now = !this.game.varied;
    if (now && placed.has("deploy")) this.counts.append(...steppers(this.game, view, choice => this.take(choice)));
    this.hint.hidden = this.counts.childElementCount > 0;
    const ending = loose.filter(({verb}) => ENDING.has(verb)), pairs = loose.filter(({pair}) => pair);
    if (pairs.length) this.showPairs(pairs);
    this.buttons.append(...loose.filter(choice => !ending.includes(choice) && !pairs.includes(choice)).map(choice => this.button(choice)));
    if (placed.get("deploy")?.length > 1) this.buttons.append(make("button", {onclick: () => this.spread()}, "Spread evenly"));
    if (this.buttons.childElementCount) this.buttons.append(make("span", {class: "break"})); // what takes back stands apart
    this.buttons.append(make("button", {class: "undo", disabled: !view.may_undo, title: view.may_undo ? "Take back your last decision" : "Nothing to take back, or something was revealed since", onclick: () => this.game.takeBack()}, "Undo"));
    if (now) this.buttons.append(make("button", {class: "undo", disabled: !isLong(view), title: "Take back what you did in this turn, as far as nothing was revealed", onclick: () => restart(this.game)}, "Restart turn"));
    this.buttons.append(...ending.map(choice => this.button(choice)));
    this.everything.append(...view.choices.map(choice => this.button(choice)));
    this.showTargets();
    this.game.actions.scrollTo(0, 0); // the hint is at the top
    if (ending.length === loose.length) this.reveal();
    const fromList = this.game.actions.matches(".explains");
    if (this.fromList && !fromList) scrollTo(0, 0); // what was taken there no longer matters, the board does
    this.fromList = fromList;
  }

  /** Let clicks on the board mean a verb, and lead the keyboard there. */
  use(verb) {
    this.tool = verb;
    this.show(this.view);
    if (this.game.byKeyboard) this.game.focusFirst();
  }

  /** Bring something to click on to where it is seen, if there is nothing else to do but to end, and all of it is beyond the window; a list, from its start. */
  reveal() {
    const targets = [...this.game.main.querySelectorAll(".target")].filter(target => target.checkVisibility());
    this.game.cover();
    const {command} = this.game, over = command.getBoundingClientRect(), isList = targets[0]?.matches(".rows > *");
    const isCovered = (x, y) => x > over.left && x < over.right && y > over.top && y < over.bottom;
    const isSeen = target => { // at least its middle
      const rect = target.getBoundingClientRect(), [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
      return y > 0 && y < innerHeight && (command.contains(target) || !isCovered(x, y));
    };
    const isWhole = target => { const {top, bottom} = target.getBoundingClientRect(); return bottom <= innerHeight && ![top, bottom].some(y => y < 0 || isCovered(over.left + 1, y)); };
    if (isList ? !isWhole(targets[0]) : !targets.some(isSeen)) targets[0]?.scrollIntoView({block: isList ? "start" : "center"});
  }

  /** Keep the tool within a phase, as long as there is anything to do with it. */
  choose(placed, loose, step) {
    if (step !== this.step) this.tool = "";
    this.step = step;
    const verbs = [...placed.keys()];
    if (!placed.has(this.tool)) this.tool = verbs.find(verb => !GIVING_UP.has(verb)) || (loose.length ? "" : verbs[0]) || "";
  }

  button(choice) {
    const {choices} = this.view, more = choices.some(({verb}) => verb === "conquer");
    const isNext = choice.verb !== "pass" && !more || choices.length === 1; // to pass is seldom what one wants, nor to stop while one can conquer
    const kind = !ENDING.has(choice.verb) ? "" : isNext && !BEGINNING.has(this.view.phase) ? "main last" : "last";
    return make("button", {class: kind, title: this.view.verbs[choice.verb].meaning, onclick: once(() => this.take(choice))}, this.shortLabel(choice));
  }

  /** What the button of a choice says: of a decline not which race, as one is asked before. */
  shortLabel(choice) {
    return DECLINING.has(choice.verb) ? capital(this.view.verbs[choice.verb].title) : this.label(choice);
  }

  /** What a choice does, in words, with what it takes and brings. */
  label(choice) {
    const detail = details(choice).join(", ");
    return (capital(named(choice.phrase, seat => this.game.who(seat))) + (detail ? ` (${detail})` : "")).replaceAll(" %", "\u00a0%");
  }

  /** Make everything that the chosen verb can point at something to click on. */
  showTargets() {
    const {arguments: names = []} = this.view.verbs[this.tool] || {};
    const groups = new Map();
    for (const {element, choice} of this.placed.get(this.tool) || []) groups.set(element, [...groups.get(element) || [], choice]);
    this.picture.board.classList.toggle("choosing", groups.size > 0);
    for (const [element, choices] of groups) this.showTarget(element, choices, names);
    if (names.at(-1) === "rot" && groups.size) this.picture.showTile();
    this.picture.bring([...groups.keys()].find(element => element.matches(".tile"))?.parentNode);
    this.buttons.append(this.elsewhere);
    this.point();
    const {seat} = this.game.moment(this.game.at), held = this.held = this.game.summary.seats[seat]?.notes.find(note => note.endsWith("in hand"));
    const tokens = held ?? this.game.free(seat);
    if (tokens && names[0] === "region" && groups.size && !GIVING_UP.has(this.tool)) this.tray.show(seat, tokens);
    this.game.actions.classList.toggle("explains", [...groups.keys()].some(element => element.dataset.names)); // room for what they do
    if (["region", "r"].includes(names[0]) && groups.size) this.picture.dim(names[0], groups);
  }

  /** Say where to choose if that is on a tab that is not open. */
  point() {
    this.elsewhere.hidden = [...this.game.main.querySelectorAll(".target")].every(target => target.checkVisibility());
  }

  showTarget(element, choices, names) {
    const [first] = choices, one = choices.length === 1;
    const label = one ? this.label(first) : `${capital(first.phrase)}, ${choices.length} ways`;
    const options = {
      label,
      kind: GIVING_UP.has(this.tool) || first.own ? "giving-up" : choices.some(rolls) ? "risky" : "",
      onclick: event => {
        event.stopPropagation();
        if (element.matches(".tile") && event.detail > 1) return; // it was chosen already, and others took its place
        if (one) this.take(first, element); else this.vary(element, choices, event);
      },
      onfocus: () => this.game.rules.about(`${label}.`, element),
    };
    this.picture.target(element, options);
    for (const part of this.picture.further(element)) this.picture.target(part, {...options, further: true});
    const price = names[0] === "region" ? chip(first.remark) : worth(first);
    if (price) this.picture.chip(element, price);
  }

  /** Put each token where the fewest stand; the last one, which ends the turn, is confirmed. */
  async spread() {
    for (let before = null; this.view.choices.length && this.view !== before;) {
      const deploys = this.view.choices.filter(({verb}) => verb === "deploy");
      if (!deploys.length) return;
      const choice = deploys.reduce((best, each) => this.tokens(each) < this.tokens(best) ? each : best);
      if (choice.ends) return this.take(choice, this.game.elementOf(choice.action));
      before = this.view;
      await this.decide(choice);
    }
  }

  /** The tokens in the region of a choice. */
  tokens({arguments: {region}}) {
    return Number(this.picture.board.querySelector(`[data-piece="${region}"]`)?.dataset.tokens || 0);
  }

  /** Choose in two steps: the card for now, then the one for later, if there is a later round; or a marker, then what it shows. */
  showPairs(pairs) {
    const isLater = LATER.has(pairs[0].verb), isLast = isLater && this.view.round === this.game.summary.rounds;
    if (isLast) this.hint.textContent = "Choose the card for the last round.";
    if (!isLater) for (const {pair} of pairs) this.markers.add(pair[0]);
    for (const first of isLater ? new Set(pairs.map(({pair}) => pair[0])) : this.markers) {
      const all = pairs.filter(({pair}) => pair[0] === first);
      const rest = isLast ? [{...all[0], pair: [first], phrase: first}] : all;
      this.buttons.append(make("button", {class: "card-choice", disabled: !rest.length, onclick: once(() => rest.length > 1 ? this.showSeconds(first, rest) : this.take(rest[0]))}, first)); // one that is used up keeps its place
    }
  }

  showSeconds(first, rest) {
    this.halfway = this.hint.hidden = true;
    this.buttons.replaceChildren(make("p", {class: "staged"}, LATER.has(rest[0].verb) ? first : `${first}: as what?`),
      ...rest.map(choice => make("button", {class: "card-choice", onclick: once(() => this.take(choice))}, capital(choice.pair[1]))),
      make("button", {class: "undo", onclick: () => this.game.cancel()}, "Back"));
    if (this.game.byKeyboard) lead(this.buttons.querySelector(".card-choice"));
  }

  /** Whether the player only answers an attack, in the turn of somebody else. */
  get attacked() {
    return this.view.turn !== this.view.to_act;
  }

  /** Whether it is the Ghouls that conquer, before the active race. */
  get areGhouls() {
    return /\bGhouls\b/.test(this.view.verbs.conquer?.hint);
  }

  /** Whether a choice gives up all conquests of a turn that has tokens for them. */
  wastes({verb}) {
    return verb === "finish" && ["choose", "ready"].includes(this.view.phase) && parseInt(this.held ?? this.game.free(this.view.to_act), 10) > 0;
  }

  /** Decide, or first ask whether the player means it: what cannot be taken back, such as a roll of the die. */
  take(choice, element = null) {
    if (element && this.staged) return this.stage([choice], element); // the question that is open moves there
    if (choice.ends || choice.reveals || rolls(choice) || CONFIRMED.has(choice.verb) || choice.own || this.view.phase === "blocked" || this.wastes(choice)) return this.stage([choice], element);
    return this.decide(choice);
  }

  /** Choices on one cell that have spots of their own, from the one that is nearest to where it was clicked. */
  fromNearest(element, choices, {clientX, clientY, detail}) {
    const {spots} = this.game.summary, {left, top, width} = element.getBoundingClientRect();
    if (!detail || !choices.every(({action}) => spots[action])) return choices;
    const far = ({action}) => Math.hypot(clientX - left - spots[action][0] * width / 100, clientY - top - spots[action][1] * width / 100);
    return [...choices].sort((a, b) => far(a) - far(b));
  }

  /** Of several actions on one thing, let the player see and choose one. */
  vary(element, choices, event) {
    const ordered = this.fromNearest(element, choices, event), {staged} = this;
    if (staged?.element === element && (ordered === choices || ordered[0] === staged.choices[staged.place])) return this.turn(1);
    this.stage(ordered, element);
  }

  stage(choices, element) {
    for (const each of this.game.main.querySelectorAll(".target.chosen")) each.classList.remove("chosen");
    this.staged = {choices, element, place: 0};
    if (element && this.picture.onBoard(element)) this.picture.confirm(element);
    else element?.classList.add("chosen");
    this.turn(0);
  }

  turn(by) {
    const {element, choices} = this.staged;
    const place = this.staged.place = (this.staged.place + by + choices.length) % choices.length;
    const choice = choices[place], last = this.view.verbs[choice.verb].arguments.at(-1);
    if (element && last === "rot") this.picture.preview(element, Number(choice.arguments.rot));
    const piece = this.game.summary.pieces[choice.verb];
    if (element && piece) this.picture.previewPiece(element, piece, this.game.summary.spots[choice.action]);
    const commit = make("button", {class: "main commit", onclick: once(() => this.decide(choice))}, this.commitment(choice));
    this.buttons.replaceChildren(
      make("p", {class: "staged", "aria-live": "polite"}, `${this.label(choice)}${choice.ends && !ENDING.has(choice.verb) && !choice.pair ? `, which ends your ${this.attacked ? "redeployment" : "turn"}` : ""}.${this.idle(choice)}${this.warning(choice)}`),
      this.explanation(choice),
      ...choices.length > 1 ? [make("button", {onclick: () => this.turn(1)}, last === "rot" ? "Rotate" : "Another way")] : [],
      make("button", {onclick: () => this.game.cancel()}, "Cancel"), commit);
    if (EXPLAINED.has(choice.verb)) this.picture.clear(); // prices change once it is used
    this.hint.hidden = true; // what is staged has its place
    this.counts.replaceChildren();
    this.tray.hide();
    if (this.game.byKeyboard) lead(commit, {preventScroll: true});
    commit.scrollIntoView({block: "nearest"});
  }

  /** That nothing can be undone afterwards, or that a tile cannot be turned. */
  warning(choice) {
    const {verb, remark, reveals, given_up: races, arguments: {r, c, rot}} = choice;
    if (races.length) return ` Your ${races.join(" and ")}, in decline already, leave the map.`;
    if (verb === "roll_for" && this.view.game !== "warcraft" && /\bdie /.test(remark)) return " If the die shows too little, conquests end. A roll cannot be undone.";
    if (rolls(choice) && this.areGhouls) return " The Ghouls' conquests end with it. A roll cannot be undone.";
    if (rolls(choice)) return verb === "conquer" ? " Conquests end with it, and so does your turn if nothing is left to redeploy. A roll cannot be undone." : " A roll cannot be undone.";
    if (reveals) return verb === "swap" ? " It cannot be undone." : " It reveals something, so it cannot be undone.";
    const ways = this.view.choices.filter(each => each.verb === verb && each.arguments.r === r && each.arguments.c === c);
    return rot !== undefined && ways.length === 1 ? " There is no other way to turn it." : "";
  }

  /** What stays in hand if a turn ends so. */
  idle({verb, ends}) {
    const tokens = ends && ENDING.has(verb) ? parseInt(this.held, 10) : 0;
    return tokens > 0 ? ` ${tokens} token${tokens > 1 ? "s" : ""} in your hand will have done nothing.` : "";
  }

  /** What the thing does that a choice is about to use. */
  explanation(choice) {
    const text = make("p", {class: "soft explained"});
    const names = EXPLAINED.has(choice.verb) ? Object.values(choice.arguments) : []; // a combo says it itself
    Promise.all(names.map(name => this.game.rules.line(name))).then(lines => { text.textContent = lines.filter(Boolean).join("\n"); });
    return text;
  }

  /** What the button says that makes the choice final. */
  commitment(choice) {
    if (rolls(choice)) return "Roll the die";
    if (choice.pair?.length && CONFIRMED.has(choice.verb)) return choice.pair.length > 1 ? "Take these two" : "Take it";
    if (choice.ends && this.attacked) return "Done redeploying";
    if (choice.ends) return choice.pays ? `End turn (${choice.pays < 0 ? "" : "+"}${choice.pays})` : "End turn";
    return {pick: "Take", conquer: "Conquer", swap: "Swap", discovery: "Keep it", place: "Lay it here", dock_own: "Dock here", dock_grey: "Dock here", mark_slot: "Lay it here", mark_piece: "Lay it here", abandon: "Abandon", house: "Build it"}[choice.verb] || "Confirm";
  }
}

/** What a click does that is no second half of a double click: that one means what was there before. */
function once(act) {
  return event => { if (event.detail < 2) act(); };
}

/** Whether a choice rolls the die. */
function rolls({verb, remark}) {
  return verb === "roll" || verb === "roll_for" || /\bdie /.test(remark);
}

/** What a choice takes and brings; a combo is named already, and what it costs unless coins lie on it. */
function details({verb, remark, gain, phrase}) {
  const parts = remark ? remark.split(", ") : [], [price] = phrase.match(/(?<= for )\d+$/) ?? [];
  return [...verb === "pick" ? parts.slice(1).filter(part => parseInt(part, 10) !== -price) : parts, gain].filter(Boolean);
}

/** What a house brings, and the ports beside a ship. */
function worth({verb, gain}) {
  if (verb === "house") return gain ? gain.split(/:? (.*)/) : null;
  const ports = verb === "dock_own" && gain.match(/beside it pays? (\+\d+)/);
  return ports ? [ports[1]] : null;
}

/** The price of a conquest: tokens in large type, everything else below. */
function chip(remark) {
  const parts = remark ? remark.split(", ") : [], tokens = parts[0]?.match(/^(\d+) tokens?$/);
  return tokens ? [tokens[1], parts.slice(1).map(part => part.replace(/^(?=\d+ coin)/, "pay ")).join(", ")] : null;
}
