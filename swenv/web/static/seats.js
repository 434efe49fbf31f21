// Who sits at each seat of a new game: a select for each seat, and what the server is told.

import {make, remember} from "./dom.js";

const YOU = "you", FRIEND = "friend";
/** The programs that come with swenv, the strongest first, each with a word about it. */
const KNOWN = [
  [/^champion\b/, "strong and quick"],
  [/^search:.*\bchampion\b/, "strongest, takes its time"],
  [/^search\b/, "strong, takes its time"],
  [/^planner\b/, "fair and quick"],
  [/^greedy\b/, "easy"],
  [/^random\b/, "plays at random"],
];

export class Seats {
  /**
   * @param {object} offer what the server offers
   * @param {() => void} changed called when somebody else is chosen
   */
  constructor(offer, changed = () => {}) {
    this.programs = offer.players.filter(name => name !== "person").sort((one, other) => rank(one) - rank(other));
    this.games = offer.games;
    this.changed = changed;
    this.element = make("div", {class: "seats"});
  }

  /** Draw a select for each seat; those drawn before keep what was chosen. Otherwise you take the seat `yours`. */
  draw(game, number, yours = 0) {
    const trained = this.games.find(each => each.game === game)?.champions.includes(number);
    const programs = this.programs.filter(name => trained || !/\bchampion\b/.test(name));
    const listed = [[YOU, "you, on this screen"], [FRIEND, "a friend, via a link"], ...programs.map(name => [name, described(name)])];
    const before = this.who;
    this.element.replaceChildren(...Array.from({length: number}, (_, seat) => {
      const kept = listed.some(([value]) => value === before[seat]);
      const chosen = kept ? before[seat] : seat === yours ? YOU : programs[0];
      return make("label", {class: `seat seat-${seat}`}, `Seat ${seat} `, make("select", {name: `seat-${seat}`, onchange: this.changed},
        listed.map(([value, text]) => make("option", {value, selected: value === chosen}, text))));
    }));
  }

  get who() {
    return [...this.element.querySelectorAll("select")].map(select => select.value);
  }

  get withFriends() {
    return this.who.includes(FRIEND);
  }

  /** Whether you play alone against programs. */
  get alone() {
    return this.who.includes(YOU) && !this.withFriends;
  }

  /** The players, as the server names them. */
  get players() {
    return this.who.map(each => each === YOU || each === FRIEND ? "person" : each);
  }

  /** Remember the tokens of a game that was begun with these players. */
  remember(id, tokens) {
    const {who} = this;
    remember(id, {
      tokens: tokens.filter((_, seat) => who[seat] === YOU),
      invitations: tokens.map((token, seat) => ({seat, token})).filter(({seat}) => who[seat] === FRIEND),
    });
  }
}

function rank(name) {
  const place = KNOWN.findIndex(([pattern]) => pattern.test(name));
  return place < 0 ? KNOWN.length : place;
}

function described(name) {
  const word = KNOWN[rank(name)]?.[1];
  return word ? `${name}: ${word}` : name;
}
