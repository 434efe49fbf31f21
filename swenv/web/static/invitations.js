// The seats of friends: links to them, and taking a seat when one opens such a link.

import {ask, make, remember} from "./dom.js";
import {copyText} from "./links.js";
import {myName, nameField} from "./names.js";

/** Take the seats that the codes in an address are for; returns why that was not possible, or "". */
export async function join(id, known, codes) {
  const refused = [];
  for (const code of codes) {
    known.secrets = {...known.secrets, [code]: known.secrets?.[code] ?? secret()};
    remember(id, known); // so that it can be repeated if the answer is lost
    const own = known.secrets[code];
    try {
      const {seat} = await ask(`/api/games/${id}/join`, {token: code, body: {secret: own, name: myName()}});
      add(known, own, seat);
    } catch (error) {
      if (error.status === 403) add(known, code); // maybe a seat's own token: the game finds out
      else if (error.status === 409) refused.push(`${error.message} You can watch the game.`);
      else throw error;
    }
  }
  if (codes.length) remember(id, known);
  return refused.join(" ");
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
  if (seat !== undefined) known.seats = [...new Set([...known.seats ?? [], seat])];
}

/** A secret that nobody can guess. */
function secret() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))).replaceAll("+", "-").replaceAll("/", "_");
}
