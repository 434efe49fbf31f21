// The seats of friends: links to them, and taking a seat when one opens such a link.

import {ask, make, remember} from "./dom.js";
import {copyText} from "./links.js";
import {myName, nameField} from "./names.js";

/** The codes in an address, of invitations or seats: what follows its "#", separated by commas. */
export function codesIn(hash) {
  return hash.slice(1).split(",").filter(part => /^[\w-]{16,}$/.test(part));
}

/** Take the seats that codes are for; returns why that was not possible, or "". */
export async function join(id, known, codes) {
  const refused = [];
  for (const code of codes) {
    try {
      await take(id, known, code);
    } catch (error) {
      if (error.status !== 403 && error.status !== 409) throw error;
      refused.push(error.status === 409 ? error.message : "This link is damaged, or no longer valid.");
    }
  }
  if (codes.length) remember(id, known);
  return refused.length ? `${refused.join(" ")} You can watch the game.` : "";
}

/** Take the seat of an invitation, with a secret that is remembered first so that this can be repeated; or of a token. */
async function take(id, known, code) {
  const own = known.secrets?.[code] ?? secret(), path = `/api/games/${id}`;
  known.secrets = {...known.secrets, [code]: own};
  remember(id, known);
  const joined = await ask(`${path}/join`, {token: code, body: {secret: own, name: myName()}}).catch(error => {
    if (error.status !== 403) throw error;
    return null;
  });
  if (joined) add(known, own, joined.seat);
  else add(known, code, (await ask(path, {token: code})).you);
}

/** What a game's page shows of invitations: those one has made, and a field for one's name among people. */
export function invitations(game) {
  return [new Invitations(game).element];
}

class Invitations {
  constructor(game) {
    this.game = game;
    this.element = make("section", {class: "card invite"});
    this.draw();
    game.onview = () => this.draw();
  }

  /** Draw again if something has changed. */
  draw() {
    const {view, known} = this.game;
    const now = JSON.stringify([known.invitations, known.refused, view.you, view.over, view.seats.map(({name, waits}) => [name, waits])]);
    if (now === this.drawn) return;
    this.drawn = now;
    const people = view.seats.filter(({player}) => player === "person").length;
    const content = [
      known.refused ? make("p", {class: "wrong", role: "alert"}, known.refused) : null,
      ...view.over ? [] : known.invitations.map(each => this.invitation(each)),
      people > 1 && view.you !== null && !view.over ? this.name() : null,
    ].filter(Boolean);
    this.element.hidden = !content.length;
    this.element.replaceChildren(make("h2", {}, known.invitations.length ? "Invite" : "At the table"), ...content);
  }

  /** The link to a seat; once it was opened, who has taken the seat. */
  invitation({seat, token}) {
    const {id, seats} = this.game.view, {name, waits} = seats[seat];
    const free = make("button", {type: "button", onclick: () => this.release(seat)}, "Free the seat");
    if (!waits) return make("div", {}, make("p", {}, `${name || "Your friend"} has taken seat ${seat}. `), this.game.view.you === null ? null : free);
    const link = `${location.origin}/games/${id}#${token}`, done = make("span", {class: "soft", role: "status"});
    const copy = async () => {
      await copyText(link);
      done.textContent = "Copied: send it to your friend.";
    };
    return make("div", {}, make("label", {}, `Link for seat ${seat}`, make("input", {type: "text", readonly: true, value: link, onfocus: event => event.target.select()})),
      make("div", {class: "buttons"}, make("button", {type: "button", onclick: copy}, "Copy"),
        navigator.share ? make("button", {type: "button", onclick: () => share(link)}, "Share") : null, done));
  }

  /** Take a seat back from whoever has opened its link; there is a new one. */
  async release(seat) {
    const {game} = this, {invitation} = await ask(`${game.path}/release`, {token: game.view.token, body: {seat}});
    game.known.invitations = game.known.invitations.map(each => each.seat === seat ? {seat, token: invitation} : each);
    remember(game.view.id, game.known);
    await game.catchUp();
  }

  name() {
    const {game} = this;
    return nameField(async name => {
      for (const {token, you} of game.views) if (you !== null) await ask(`${game.path}/name`, {token, body: {name}});
      await game.catchUp();
    });
  }
}

async function share(url) {
  try {
    await navigator.share({title: "swenv", text: "Play with me", url});
  } catch (error) {
    if (error.name !== "AbortError") throw error; // the person has changed their mind
  }
}

function add(known, token, seat) {
  known.tokens = [...new Set([...known.tokens, token])];
  known.seats = [...new Set([...known.seats ?? [], seat])];
}

/** A secret that nobody can guess. */
function secret() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))).replaceAll("+", "-").replaceAll("/", "_");
}
