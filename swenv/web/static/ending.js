// The end of a game: who won, what brought the coins, and what to do next.

import {ask, capital, make, title} from "./dom.js";
import {rememberBegun} from "./seats.js";

/** Sources that count at the end of the game, whenever they were come by. */
const AT_END = ["for discovery tokens", "for ports"];

/** Who won, in words. */
export function winners(game) {
  const {view} = game, best = Math.max(...view.returns);
  const names = view.returns.flatMap((value, seat) => value === best && best >= 0 ? [game.who(seat)] : []);
  const most = Math.max(...view.seats.map(({coins}) => coins)), level = view.seats.filter(({coins}) => coins === most).length;
  if (names.length === 1 && level > 1) return [`${names[0]}, on the tie-break,`];
  return names.length ? names : Object.keys(view.rivals).map(title);
}

export function ending(game) {
  const {view, path} = game;
  const wrong = make("p", {class: "wrong", role: "alert"});
  const again = by => rematch(game, by).catch(error => { wrong.textContent = error.message; });
  const playable = view.seats.some(({player}) => player !== "recorded") && game.known.tokens.length > 0;
  return make("section", {class: "outcome", tabindex: "-1"},
    game.summary.ended ? make("p", {class: "why"}, game.summary.ended) : null,
    make("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Result"}, make("table", {class: "figures"}, score(game))),
    origins(game),
    make("div", {class: "buttons"},
      ...playable ? [make("button", {class: "main", onclick: () => again(0)}, "Rematch"), make("button", {onclick: () => again(1)}, "Swap seats")] : [],
      make("button", {onclick: () => game.analyse()}, "Analyse")),
    wrong,
    make("p", {}, make("a", {href: `${path}/replay`, download: ""}, "Download the replay"), " · ", make("a", {href: "/"}, "New game")));
}

/** A column for each seat and rival: its coins, those of each round less what was spent in it, and what only counts at the end. */
function score(game) {
  const {view} = game, paid = payments(game);
  const rounds = Array.from({length: Math.max(0, ...view.log.map(({round}) => round))}, (_, number) => number + 1);
  const seats = view.seats.map((_, seat) => seat), rivals = Object.entries(view.rivals);
  const late = each => sum(AT_END.map(source => each.sources[source] || 0));
  const earned = (seat, round) => sum(paid.filter(each => each.seat === seat && each.round === round).map(each => each.coins - late(each)));
  const row = (head, cells) => make("tr", {}, make("th", {scope: "row"}, head), cells.map(cell => make("td", {}, cell)));
  return [
    make("thead", {}, make("tr", {}, make("td"), seats.map(seat => make("th", {scope: "col", class: `seat-${seat}`}, game.who(seat))),
      rivals.map(([name]) => make("th", {scope: "col"}, title(name))))),
    make("tbody", {},
      row(capital(view.money), [...view.seats.map(({coins}) => coins), ...rivals.map(([, coins]) => coins)].map(coins => make("strong", {}, String(coins)))),
      row("Start", [...view.seats.map((_, seat) => String(atStart(game, seat))), ...rivals.map(() => "")]),
      rounds.map(round => row(`Round ${round}`, [...seats.map(seat => String(earned(seat, round))), ...rivals.map(() => "")])),
      paid.some(late) ? row("At the end", [...seats.map(seat => String(sum(paid.filter(each => each.seat === seat).map(late)))), ...rivals.map(() => "")]) : null)];
}

/** For each seat, what brought its coins. */
function origins(game) {
  const paid = payments(game);
  return make("dl", {class: "sources soft"}, game.view.seats.flatMap((_, seat) =>
    [make("dt", {}, game.who(seat)), make("dd", {}, sources(paid.filter(each => each.seat === seat), atStart(game, seat)))]));
}

/** What was paid in the game, with the round. */
function payments({view}) {
  return view.log.flatMap(line => line.paid.map(each => ({...each, round: line.round})));
}

/** The coins that a seat had before anybody was paid. */
function atStart(game, seat) {
  return game.view.seats[seat].coins - sum(payments(game).filter(each => each.seat === seat).map(({coins}) => coins));
}

/** What brought the coins. */
function sources(paid, start) {
  const totals = new Map(start ? [["at the start", start]] : []);
  for (const payment of paid) for (const [source, coins] of Object.entries(payment.sources)) totals.set(source, (totals.get(source) || 0) + coins);
  return [...totals].filter(([, coins]) => coins).sort((a, b) => b[1] - a[1]).map(([source, coins]) => `${coins} ${source}`).join(", ");
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Begin another game between the same players, moved by so many seats. */
async function rematch(game, by) {
  const {view} = game, number = view.seats.length;
  const from = seat => (seat + by) % number; // who sits there next
  const seats = view.seats.map((_, seat) => view.seats[from(seat)]);
  const invited = seats.flatMap(({player}, seat) => player === "person" && !game.mine(from(seat)) ? [seat] : []);
  const names = seats.map(({player, name}, seat) => player === "person" && !invited.includes(seat) ? name : "");
  const begun = await ask("/api/games", {body: {game: view.game, players: seats.map(({player}) => player), names, invited, options: view.options, private: view.private}});
  location.assign(rememberBegun(begun));
}
