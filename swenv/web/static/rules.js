// What things are, and why an action is illegal.

import {named} from "./beside.js";
import {ask, capital, isSmall, make, sentence, touched} from "./dom.js";

const NOTHING = touched("Point at something to see what it is.");
const KEYS = {"arrow keys": "on the board, in lists and among the actions: to the next one; elsewhere: back and forward in the game", Enter: "choose", Escape: "cancel", r: "rotate", u: "undo",
  a: "to the actions", b: "to the board", n: "to the next mistake", Home: "to the start of the game", End: "to the game as it stands", "?": "this list"};

export class Rules {
  /** @param game the game that is shown; see game.js */
  constructor(game) {
    this.game = game;
    this.meanings = new Map();
    this.text = make("p", {class: "about soft"}, NOTHING);
    const question = this.asked = make("input", {type: "text", "aria-label": "Action"});
    this.answer = make("div", {class: "answer", role: "status"});
    this.question = make("details", {}, make("summary", {}, "Why is an action illegal?"), make("form", {class: "buttons",
      onsubmit: event => { event.preventDefault(); this.why(question.value.trim()); }}, question, make("button", {}, "Ask")), this.answer);
    this.searched = make("input", {type: "search", "aria-label": "Words", placeholder: "words of a rule", onfocus: () => this.searched.select()});
    this.rules = make("div", {role: "status"});
    this.search = make("details", {}, make("summary", {}, "Search the rules"), make("form", {class: "buttons",
      onsubmit: event => { event.preventDefault(); this.find(this.searched.value.trim()); }}, this.searched, make("button", {}, "Search")), this.rules);
    document.addEventListener("pointerdown", event => { if (!this.bubble?.contains(event.target)) this.close(); }, true);
    this.now = make("dl", {class: "verbs"});
    this.keys = make("details", {}, make("summary", {}, "Keys"), make("dl", {class: "verbs"}, Object.entries(KEYS).flatMap(([key, meaning]) => [make("dt", {}, key), make("dd", {class: "soft"}, meaning)])));
    this.element = make("div", {}, make("h2", {}, "About"), this.text, this.now, this.search, this.question, this.keys);
  }

  /** List what can be done now, with what it means. */
  list({choices, verbs}) {
    const legal = [...new Set(choices.map(({verb}) => verb))], called = verb => verbs[verb].arguments.length ? verbs[verb].title : choices.find(choice => choice.verb === verb).phrase;
    this.asked.placeholder = choices[0] ? `such as ${choices[0].action}` : "";
    this.question.hidden = !choices.length; // it is about one's own decision now
    this.text.textContent = NOTHING;
    this.explained = "";
    this.now.replaceChildren(...legal.flatMap(verb => [make("dt", {}, capital(called(verb))), make("dd", {class: "soft"}, explained(verbs[verb]))]));
  }

  /** Explain what the pointer is at in a part of the page. */
  watch(part) {
    part.addEventListener("pointerover", event => this.explain(event));
    part.addEventListener("click", event => this.refuse(event));
  }

  explain(event) {
    const at = document.elementsFromPoint(event.clientX, event.clientY);
    const element = at.map(each => each.closest("[data-names]")).find(Boolean);
    const text = at.map(each => each.closest("g")?.querySelector(":scope > title")?.textContent).find(Boolean);
    if (element || text) this.about(named(text || "", seat => this.game.isYou(seat) ? `seat ${seat} (you)` : this.game.who(seat)), element);
  }

  /** Write down what something is, with the explanation of every name that it shows. */
  async about(text, element) {
    const names = element?.closest?.("[data-names]")?.dataset.names.split(" ") || [];
    const key = `${text} ${names}`;
    if (key === this.explained) return;
    this.explained = key;
    const known = await Promise.all(names.map(name => this.meaning(name)));
    if (key === this.explained) this.text.textContent = [text, ...known].filter(Boolean).join("\n\n");
  }

  /** What a name means, as the rules have it. */
  async meaning(name) {
    return (await this.entry(name)).text;
  }

  /** The same in a line. */
  async line(name) {
    return (await this.entry(name)).line;
  }

  entry(name) {
    if (!this.meanings.has(name)) this.meanings.set(name, ask(`${this.game.path}/names/${encodeURIComponent(name)}`).catch(() => ({text: "", line: ""})));
    return this.meanings.get(name);
  }

  /** Take the bubble away. */
  close() {
    this.bubble?.remove();
  }

  /** Say in a bubble why what was clicked on cannot be chosen. */
  async refuse(event) {
    const {game} = this, {verbs, choices} = game.view, {tool} = game.choices;
    if (game.looking !== null || !game.yours || event.target.closest(".target")) return;
    for (const [verb, {arguments: names}] of Object.entries(verbs)) {
      if (!names.length || (tool ? verb !== tool : !choices.some(choice => choice.verb === verb))) continue;
      const given = game.picture.argumentsAt(names, event.clientX, event.clientY);
      if (!given) continue;
      const {error, text} = await this.ask([verb, ...names.map(name => given[name] ?? 0)].join(" ")); // of ways to turn a tile, the first
      if (error) this.show(event, plain(error), text);
      return;
    }
  }

  show({pageX, pageY}, message, text) {
    const close = make("button", {"aria-label": "Close", onclick: () => this.close()}, "×");
    this.bubble = make("div", {class: "bubble", role: "alert"}, make("p", {class: "wrong"}, message), rule(text), close);
    document.body.append(this.bubble);
    if (isSmall()) return; // at the lower edge, where it hides none of the map
    const {width} = this.bubble.getBoundingClientRect(), room = document.documentElement.clientWidth;
    this.bubble.style.left = `${Math.max(8, Math.min(pageX - width / 2, room - width - 8))}px`;
    this.bubble.style.top = `${pageY + 14}px`;
  }

  /** Unfold the list of keys. */
  showKeys() {
    this.keys.open = true;
    this.keys.firstChild.focus();
    this.keys.scrollIntoView({block: "start"});
  }

  /** List the rules that have these words, and the text of each to unfold. */
  async find(words) {
    this.wanted = words;
    if (!words) return this.rules.replaceChildren();
    const {rules = [], number = 0, message} = await ask(`${this.game.path}/rules?${new URLSearchParams({words})}`).catch(error => error);
    if (this.wanted !== words) return; // others were asked for meanwhile
    const said = message ? message : number > rules.length ? `The first ${rules.length} of ${number} rules.` : number ? "" : "No rule has all of these words.";
    this.rules.replaceChildren(...said ? [make("p", {class: "soft"}, said)] : [],
      ...rules.map(each => make("details", {class: "rule"}, make("summary", {}, begin(each.text)), make("p", {class: "about"}, each.text), make("p", {class: "soft"}, each.rule))));
  }

  /** Answer the question of the player. */
  async why(action) {
    const {error, text} = /^\w+( -?\w+)*$/.test(action) ? await this.ask(action) : {error: `write an action as programs do, ${this.asked.placeholder || "such as conquer 3"}, or click on what cannot be chosen`, text: ""};
    this.answer.replaceChildren(make("p", {class: error ? "wrong" : ""}, error ? plain(error) : `${capital(action)} is legal now.`), rule(text));
  }

  async ask(action) {
    try {
      return await ask(`${this.game.path}/why?action=${encodeURIComponent(action)}`, {token: this.game.view.token});
    } catch (error) {
      return {error: error.message, text: ""};
    }
  }
}

/** A refusal without the action that it is about. */
export function plain(message) {
  return sentence(message.replace(/^illegal action '[^']*': /i, ""));
}

/** What to do with a verb, or else what it does. */
function explained({meaning, hint}) {
  return hint ? touched(hint) : sentence(meaning);
}

/** The first words of a text. */
function begin(text) {
  return text.length > 90 ? `${text.slice(0, 90).replace(/\s+\S*$/, "")} …` : text;
}

/** The text of a rule, to unfold. */
export function rule(text) {
  return text ? make("details", {}, make("summary", {}, "The rule"), text) : "";
}
