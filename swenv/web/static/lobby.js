// The lobby: choose a game and who plays it; the games on this server.

import {ask, make, onReturn, remember, remembered, words} from "./dom.js";

const YOU = "you", FRIEND = "friend";

export async function showLobby(main) {
  const [offer, running] = await Promise.all([ask("/api/offer"), ask("/api/games")]);
  const list = make("div", {}, gameList(running.games));
  main.replaceChildren(newGame(offer), list, openReplay());
  onReturn(async () => list.replaceChildren(gameList((await ask("/api/games")).games)));
}

/** A field to upload a replay. */
function openReplay() {
  const wrong = make("p", {class: "wrong", role: "alert"});
  const file = make("input", {type: "file", id: "replay", accept: ".jsonl", onchange: async () => {
    try {
      const replay = await file.files[0].text();
      file.value = ""; // so that the same file can be chosen again
      const {id} = await ask("/api/replays", {body: {replay}});
      location.assign(`/games/${id}`);
    } catch (error) {
      wrong.textContent = error.message;
    }
  }});
  return make("section", {class: "card"}, make("label", {for: "replay"}, "Open a replay "), file, wrong);
}

/** The form that begins a game. */
function newGame(offer) {
  const seats = make("div", {class: "seats"}), options = make("div", {class: "options"});
  const wrong = make("p", {class: "wrong", role: "alert"});
  const number = make("select", {id: "number", onchange: drawSeats});
  const games = make("div", {class: "games", role: "radiogroup", "aria-label": "Game"}, offer.games.map(({game, title: name}, place) =>
    make("label", {}, make("input", {type: "radio", name: "game", value: game, checked: place === 0, onchange: drawGame}),
      make("span", {}, name))));
  const start = make("button", {class: "main"}, "Start");
  const agreed = make("input", {type: "checkbox", id: "share"});
  const share = make("label", {for: "share", class: "share"}, agreed, " Let others learn from this game: once it is over, it is added to this server's collection, without names");
  const form = make("form", {class: "card", onsubmit: begin},
    make("h1", {}, "New game"), games,
    make("label", {for: "number"}, "Seats ", number), seats,
    make("details", {}, make("summary", {}, "Options of the rules"), options),
    share, wrong, start);

  function chosen() {
    return offer.games.find(each => each.game === form.elements.game.value);
  }

  function drawGame() {
    const numbers = Object.keys(chosen().options), wanted = number.value || "2";
    number.replaceChildren(...numbers.map(each => make("option", {selected: each === wanted}, each)));
    drawSeats();
  }

  /** The options with their default values for this number of seats. */
  function usual() {
    return Object.entries(chosen().options[number.value]);
  }

  function drawSeats() {
    options.replaceChildren(...usual().map(([name, value]) => option(name, value)));
    const before = [...seats.querySelectorAll("select")].map(select => select.value);
    const trained = chosen().champions.includes(Number(number.value));
    const programs = offer.players.filter(name => name !== "person" && (trained || !/\bchampion\b/.test(name)));
    const best = ["champion", "search:seconds=1", "planner", "greedy"].find(name => programs.includes(name)) || programs[0];
    seats.replaceChildren(...Array.from({length: Number(number.value)}, (_, seat) => {
      const kept = [YOU, FRIEND, ...programs].includes(before[seat]);
      const value = kept ? before[seat] : seat === 0 ? YOU : best;
      const listed = [[YOU, "you, on this screen"], [FRIEND, "a friend, via a link"], ...programs.map(name => [name, name])];
      return make("label", {class: `seat seat-${seat}`}, `Seat ${seat} `,
        make("select", {name: `seat-${seat}`, onchange: askToShare}, listed.map(([name, text]) => make("option", {value: name, selected: name === value}, text))));
    }));
    askToShare();
  }

  /** Only who plays alone against programs can agree: a friend may not want to. */
  function askToShare() {
    const who = [...seats.querySelectorAll("select")].map(select => select.value);
    share.hidden = !offer.collects || !who.includes(YOU) || who.includes(FRIEND);
    if (share.hidden) agreed.checked = false;
  }

  async function begin(event) {
    event.preventDefault();
    wrong.textContent = "";
    showStart(true);
    const who = [...seats.querySelectorAll("select")].map(select => select.value);
    const wanted = {};
    for (const [name, value] of usual()) {
      const given = read(options.querySelector(`[name="${name}"]`), value);
      if (given !== value) wanted[name] = given;
    }
    const asked = agreed.checked ? {share: true} : {};
    const players = who.map(each => each === YOU || each === FRIEND ? "person" : each);
    try {
      const {id, tokens} = await ask("/api/games", {body: {game: chosen().game, players, options: wanted, ...asked}});
      remember(id, {
        tokens: tokens.filter((_, seat) => who[seat] === YOU),
        invitations: tokens.map((token, seat) => ({seat, token})).filter(({seat}) => who[seat] === FRIEND),
      });
      location.assign(`/games/${id}`);
    } catch (error) {
      wrong.textContent = error.message;
      showStart(false);
    }
  }

  function showStart(starting) {
    start.disabled = starting;
    start.textContent = starting ? "Starting …" : "Start";
  }

  onReturn(() => showStart(false));
  drawGame();
  return form;
}

/** A field for an option, with its default value. */
function option(name, value) {
  const kind = typeof value === "boolean" ? {type: "checkbox", checked: value} : typeof value === "number" ? {type: "number", value} : {type: "text", value};
  return make("label", {}, make("input", {name, ...kind}), ` ${words(name)}`);
}

function read(field, usual) {
  if (typeof usual === "boolean") return field.checked;
  return typeof usual === "number" ? Number(field.value) : field.value.trim();
}

/** The games on this server: one's own first. */
function gameList(games) {
  const own = games.filter(({id}) => remembered(id).tokens.length);
  const others = games.filter(each => !own.includes(each));
  const section = (heading, listed) => listed.length ? [make("h2", {}, heading), make("ul", {class: "list"}, listed.map(row))] : [];
  const content = [...section("Your games", own), ...section("Games to watch", others)];
  return make("section", {class: "card"}, content.length ? content : [make("p", {}, "No games yet.")]);
}

function row({id, title: name, players, round, over}) {
  return make("li", {}, make("a", {href: `/games/${id}`}, name), ` ${players.join(", ")}; ${over ? "over" : `round ${round}`}`);
}
