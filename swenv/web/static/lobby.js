// The lobby: choose a game and who plays it; the games on this server.

import {ask, make, onReturn, remembered} from "./dom.js";
import {called} from "./names.js";
import {chosenOptions, optionField} from "./options.js";
import {Seats, rememberBegun} from "./seats.js";

/** Games of one's own that the server is asked about. */
const MOST_GAMES = 400;
/** Milliseconds after which somebody who waits for a game is told why it takes so long. */
const PATIENCE = 3000;

export async function showLobby(main) {
  document.title = "New game — swenv";
  const [offer, running] = await Promise.all([ask("/api/offer"), fetchGames()]);
  const list = make("div", {}, gameList(running));
  main.replaceChildren(newGame(offer), list, openReplay());
  onReturn(async () => list.replaceChildren(gameList(await fetchGames())));
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
  const options = make("div", {class: "options"});
  const wrong = make("p", {class: "wrong", role: "alert"});
  const number = make("select", {id: "number", onchange: drawSeats});
  const games = make("div", {class: "games", role: "radiogroup", "aria-label": "Game"}, offer.games.map(({game, title: name}, place) =>
    make("label", {}, make("input", {type: "radio", name: "game", value: game, checked: place === 0, onchange: drawGame}),
      make("span", {"data-name": name}, name))));
  const start = make("button", {class: "main"}, "Start"), waiting = make("p", {class: "soft", role: "status"});
  let patience; // the timer of the word about compilation
  const agreed = make("input", {type: "checkbox", id: "share"});
  const share = make("label", {for: "share", class: "share"}, agreed, " Let others learn from this game: once it is over, it is added to this server's collection, without names");
  const seats = new Seats(offer, askToShare);
  const form = make("form", {class: "card", onsubmit: begin},
    make("h1", {}, "New game"), games,
    make("label", {for: "number"}, "Seats ", number), seats.element,
    make("details", {}, make("summary", {}, "Rule options"), options),
    share, wrong, start, waiting);

  function chosen() {
    return offer.games.find(each => each.game === form.elements.game.value);
  }

  function drawGame() {
    const numbers = Object.keys(chosen().options), wanted = number.value || "2";
    number.replaceChildren(...numbers.map(each => make("option", {selected: each === wanted}, each)));
    drawSeats();
  }

  /** The options with their usual values for this number of seats. */
  function usual() {
    return chosen().options[number.value];
  }

  function drawSeats() {
    const choices = chosen().choices[number.value];
    options.replaceChildren(...Object.entries(usual()).map(([name, value]) => optionField(chosen().game, name, value, choices[name])));
    seats.draw(chosen().game, Number(number.value));
  }

  /** Only who plays alone against programs can agree: a friend may not want to. */
  function askToShare() {
    share.hidden = !offer.collects || !seats.alone;
    if (share.hidden) agreed.checked = false;
  }

  async function begin(event) {
    event.preventDefault();
    wrong.textContent = "";
    showStart(true);
    const asked = agreed.checked ? {share: true} : {};
    try {
      const begun = await ask("/api/games", {body: {game: chosen().game, ...seats.wanted, options: chosenOptions(options, usual()), ...asked}});
      location.assign(rememberBegun(begun));
    } catch (error) {
      wrong.textContent = error.message;
      showStart(false);
    }
  }

  function showStart(starting) {
    start.disabled = starting;
    start.textContent = starting ? "Starting …" : "Start";
    clearTimeout(patience);
    waiting.textContent = "";
    if (starting) patience = setTimeout(() => { waiting.textContent = "The first game with a program compiles the rules, which can take a minute."; }, PATIENCE);
  }

  onReturn(() => showStart(false));
  drawGame();
  return form;
}

// --- the games on this server -------------------------------------------------------------------

/** The games that anybody may watch, and those of one's own. */
async function fetchGames() {
  const {games} = await ask(`/api/games?known=${ownGames().map(encodeURIComponent).join(",")}`);
  return games;
}

/** The ids of games in which this browser has a seat, or has invited to one. */
function ownGames() {
  try {
    const ids = Object.keys(localStorage).filter(key => key.startsWith("swenv:")).map(key => key.slice("swenv:".length));
    return ids.filter(isOwn).slice(0, MOST_GAMES);
  } catch {
    return [];
  }
}

function isOwn(id) {
  const {tokens, invitations} = remembered(id);
  return tokens.length > 0 || invitations.length > 0;
}

/** Whether one has to decide in a game. */
function isYourTurn({id, to_act: seat}) {
  return seat !== null && Boolean(remembered(id).seats?.includes(seat));
}

/** The games on this server: one's own first, and of these the ones that wait for oneself. */
function gameList(games) {
  const own = games.filter(({id}) => isOwn(id)).sort((one, other) => isYourTurn(other) - isYourTurn(one));
  const others = games.filter(each => !own.includes(each));
  const section = (heading, listed) => listed.length ? [make("h2", {}, heading), make("ul", {class: "list games-list"}, listed.map(row))] : [];
  const content = [...section("Your games", own), ...section("Games to watch", others)];
  return make("section", {class: "card"}, content.length ? content : [make("p", {}, "No games yet.")]);
}

function row(game) {
  const {id, title: name, players, names, coins, money, round, over, age} = game;
  const who = players.map((player, seat) => `${called({player, name: names[seat]})}${coins ? `: ${coins[seat]}` : ""}`);
  return make("li", {}, make("a", {href: `/games/${id}`}, name), isYourTurn(game) ? make("strong", {class: "your-turn"}, "Your turn") : null,
    make("span", {}, `${who.join(", ")}${coins ? ` ${money}` : ""}`), make("span", {class: "soft"}, `${over ? "over" : `round ${round}`}, ${ago(age)}`));
}

/** So many seconds ago, in words. */
function ago(seconds) {
  if (seconds < 60) return "just now";
  const [size, unit] = [[86_400, "day"], [3_600, "hour"], [60, "min"]].find(([each]) => seconds >= each);
  const number = Math.floor(seconds / size);
  return `${number} ${unit}${unit !== "min" && number > 1 ? "s" : ""} ago`;
}
