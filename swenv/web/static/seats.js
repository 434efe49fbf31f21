// Who sits at each seat of a new game: a select for each seat, and what the server is told.

import {make, remember} from "./dom.js";
import {myName, nameField, programName} from "./names.js";

const YOU = "you", FRIEND = "friend";
/** The programs that come with swenv, the strongest first, each with a word about it. */
const KNOWN = [
  [/^search:.*\bchampion\b/, "strongest, takes its time"],
  [/^champion\b/, "strong and quick"],
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
    this.changed = () => { this.showPrivate(); changed(); };
    this.selects = make("div", {class: "seats"});
    this.private = make("input", {type: "checkbox", name: "private", checked: true});
    this.privacy = make("label", {class: "private"}, this.private, " Private: not in the list of games");
    this.element = make("div", {}, this.selects, this.privacy, nameField());
  }

  /** Draw a select for each seat; those drawn before keep what was chosen. Otherwise you take the seat `yours`. */
  draw(game, number, yours = 0) {
    const {champions = [], ratings = {}} = this.games.find(each => each.game === game) ?? {};
    const trained = champions.includes(number);
    const programs = this.programs.filter(name => trained || !/\bchampion\b/.test(name));
    const listed = [[YOU, "you, on this screen"], [FRIEND, "a friend, via a link"], ...programs.map(name => [name, described(name, number === 2 && ratings[name])])];
    const before = this.who, usual = programs.find(name => name.startsWith("champion")) ?? programs[0];
    this.selects.replaceChildren(...Array.from({length: number}, (_, seat) => {
      const kept = listed.some(([value]) => value === before[seat]);
      const chosen = kept ? before[seat] : seat === yours ? YOU : usual;
      return make("label", {class: `seat seat-${seat}`}, `Seat ${seat} `, make("select", {name: `seat-${seat}`, onchange: this.changed},
        listed.map(([value, text]) => make("option", {value, selected: value === chosen}, text))));
    }));
    this.changed();
  }

  /** Only games with friends can be private: nobody else needs to find the others. */
  showPrivate() {
    this.privacy.hidden = !this.withFriends;
  }

  get who() {
    return [...this.selects.querySelectorAll("select")].map(select => select.value);
  }

  get withFriends() {
    return this.who.includes(FRIEND);
  }

  /** Whether you play alone against programs. */
  get alone() {
    return this.who.includes(YOU) && !this.withFriends;
  }

  /** What the server is told of those who play. */
  get wanted() {
    const {who} = this, name = myName();
    return {
      players: who.map(each => each === YOU || each === FRIEND ? "person" : each),
      invited: who.flatMap((each, seat) => each === FRIEND ? [seat] : []),
      ...name ? {names: who.map(each => each === YOU ? name : "")} : {},
      ...this.withFriends && this.private.checked ? {private: true} : {},
    };
  }
}

/** Remember one's seats in a game that one has begun, and the invitations; returns its address. */
export function rememberBegun({id, tokens, invitations}) {
  const own = tokens.flatMap((token, seat) => token ? [seat] : []);
  const stored = remember(id, {
    tokens: own.map(seat => tokens[seat]), seats: own,
    invitations: invitations.flatMap((token, seat) => token ? [{seat, token}] : []),
  });
  return `/games/${id}${stored ? "" : `#${own.map(seat => tokens[seat]).join(",")}`}`;
}

function rank(name) {
  const place = KNOWN.findIndex(([pattern]) => pattern.test(name));
  return place < 0 ? KNOWN.length : place;
}

/** What a program is like, with its rating: Elo points, with `greedy` at 1000. */
function described(name, rating) {
  const words = [KNOWN[rank(name)]?.[1], rating && `rated ${rating}`].filter(Boolean);
  return [programName(name), words.join(", ")].filter(Boolean).join(": ");
}
