// The tables of a league: ratings, and who won how often against whom, with the recorded games of each pair.

import {ask, make} from "./dom.js";
import {table} from "./sheet.js";

/** The sections of a league. */
export function league({id, league: {players, grid, recorded}}) {
  const section = make("section", {class: "card"});
  if (!players.length) return section;
  const games = make("div", {class: "lab-games", "aria-live": "polite"});
  section.append(
    make("h2", {}, "Ratings"),
    table("Ratings", ["player", "rating", "95 % interval", "above the next", "95 % interval", "games", "wins", "95 % interval", "mean coins"],
      players.map(each => [each.player, ...points(each.rating), ...points(each.lead), each.games.toLocaleString("en"), ...share(each.wins), each.coins.toFixed(1)])),
    make("h2", {}, "Who wins against whom"),
    make("p", {class: "soft"}, "The share that the player of a line won against that of the column, with 95 % intervals. ",
      recorded ? "Choose a pair to see its recorded games."
        : "To open games here, record them: swenv rate … --games FILE.games, with the file in this folder or beside it."),
    crossTable(players, grid, recorded ? (one, other) => list(id, one, other, games) : null),
    games);
  return section;
}

function crossTable(players, grid, choose) {
  const rows = players.map(({player}, row) => [`${row + 1} ${player}`, ...grid[row].map((cell, column) => {
    if (!cell) return "";
    const [wins, interval] = share(cell.wins);
    const shown = [make("b", {}, wins), interval ? make("small", {}, interval.replace(" %", "")) : null];
    const label = `${player} against ${players[column].player}: ${wins}`;
    return choose ? make("button", {class: "lab-cell", "aria-label": `${label}; show games`, onclick: () => choose(player, players[column].player)}, shown)
      : make("span", {class: "lab-cell"}, shown);
  })]);
  return table("Who wins against whom", ["against", ...players.map((_, place) => String(place + 1))], rows);
}

/** The recorded games of a pair; each opens as a replay. */
async function list(id, one, other, place) {
  place.replaceChildren(make("p", {}, "Looking for their games …"));
  const wrong = make("p", {class: "wrong", role: "alert"});
  try {
    const {games, total} = await ask(`/api/lab/runs/${id}/games?${new URLSearchParams({one, other})}`);
    const rows = games.map(game => [make("button", {onclick: () => open(id, game.game, wrong)}, "Open"),
      game.players.map((player, seat) => `${player} ${game.coins[seat]}`).join(", "), winner(game), game.decisions.toLocaleString("en")]);
    place.replaceChildren(
      make("h2", {}, `Games of ${one} and ${other}`),
      ...(total ? [table("Recorded games", ["game", "players by seat, with coins", "won by", "decisions"], rows)] : [make("p", {}, "None of their games were recorded.")]),
      ...(total > games.length ? [make("p", {class: "soft"}, `The first ${games.length} of ${total.toLocaleString("en")} games.`)] : []),
      wrong);
  } catch (error) {
    wrong.textContent = error.message;
    place.replaceChildren(wrong);
  }
}

async function open(run, game, wrong) {
  wrong.textContent = "";
  try {
    const {id} = await ask("/api/lab/replays", {body: {run, game}});
    location.assign(`/games/${id}`);
  } catch (error) {
    wrong.textContent = error.message;
  }
}

function winner({players, returns}) {
  const best = Math.max(...returns);
  return players.map((player, seat) => `${player} in seat ${seat}`).filter((_, seat) => returns[seat] === best).join(" and ");
}

/** A difference in rating points and its interval; "≥ 250" where only that much is known. */
function points([middle, low, high]) {
  const [shown, from, to] = [middle, low, high].map(each => each === null ? "" : each.toFixed(0));
  return [shown, from && to ? `${from} to ${to}` : from ? `≥ ${from}` : to ? `≤ ${to}` : ""];
}

/** A share and its interval in percent. */
function share([middle, low, high]) {
  const [shown, from, to] = [middle, low, high].map(each => each === null ? "" : (100 * each).toFixed(1));
  return [`${shown} %`, from ? `${from} to ${to} %` : ""];
}
