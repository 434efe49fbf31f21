// What lies beside the board: combos or tiles to take, the seats and what they have.

import {drawn, make} from "./dom.js";

/** @param who a function that names a seat */
export function beside(summary, {who, money, toAct, mine}) {
  const {offered, offers, notes, seats, tables} = summary, tiled = offers.some(isTile), said = text => named(text, who);
  const cards = seats.map((seat, number) => seatCard(seat, number, {name: seat.name || who(number), money, acts: number === toAct, mine: mine(number), said}));
  const chosen = make("section", {class: "offers", "aria-label": offered}, make("h2", {}, offered), make("div", {class: tiled ? "tiles" : "rows"}, offers.map(offer)));
  return [
    ...tiled ? [chosen, ...cards] : [...cards, chosen],
    notes.length ? make("p", {class: "soft notes"}, said(notes.join(" · "))) : null,
    ...tables.filter(({rows}) => rows.length).map(each => table(each, said)),
  ].filter(Boolean);
}

/** A text with what seats are called in place of their numbers, and with cells that are not divided between lines. */
export function named(text, who) {
  return text.replace(/\bseat (\d)\b/g, (_, seat) => who(Number(seat))).replace(/\bcell (\d+) (\d+)/g, "cell\u00a0$1\u00a0$2");
}

/** Combos are rows of text, tiles are pictures with a line below. */
function isTile({names}) {
  return !names.length;
}

function attributes(standsFor) {
  return Object.fromEntries(Object.entries(standsFor).map(([name, value]) => [`data-${name}`, value]));
}

function offer(each) {
  const {title, stands_for: standsFor, names, pictures, cost, coins, note} = each, does = each.does.map(line => `${line}.`);
  const net = coins - cost, told = cost || coins ? `pay ${cost}, get ${coins}` : "";
  const pays = make("span", {class: net > 0 ? "cost coin" : "cost", title: told ? `${told}: one coin for each combo above, and those that lie on it` : null}, net ? `${net > 0 ? "+" : "−"}${Math.abs(net)}` : cost ? "±0" : cost === null ? "" : "free");
  const icons = pictures.map(markup => drawn(markup, {class: "glyph"}));
  const about = {class: isTile(each) ? "offer tile" : "offer", type: "button", tabindex: "-1", "aria-disabled": "true", "aria-description": does.join(" ") || null, ...attributes(standsFor), ...(names.length ? {"data-names": names.join(" ")} : {})};
  if (isTile(each)) return make("button", {...about, title: [title, note].filter(Boolean).join(", ")}, icons, note ? make("span", {class: "soft", "aria-hidden": "true"}, note) : null, make("span", {class: "share"}));
  return make("button", about, pays, icons,
    make("span", {class: "name"}, title, make("small", {class: "soft"}, [note, coins ? told : ""].filter(Boolean).join(" · ")), does.map(line => make("small", {class: "does", "aria-hidden": "true"}, line))),
    make("span", {class: "share"}));
}

function seatCard({coins, notes, lines, hand, pictures}, number, {name, money, acts, mine, said}) {
  return make("section", {class: `player seat-${number}${acts ? " acts" : ""}`, "data-seat": number, "aria-label": name},
    make("header", {}, make("strong", {}, name), mine && name !== "You" ? make("span", {class: "tag"}, "you") : null, acts ? make("span", {class: "tag"}, "to act") : null,
      make("span", {class: "coin", title: `${coins} ${money}`}, coins)),
    notes.length || pictures.length ? make("p", {class: "soft"}, said(notes.join(" · ")), " ", pictures.map(markup => drawn(markup, {class: "piece"}))) : null,
    make("ul", {}, lines.map(({title, note, names, faded, pictures: icons}) => make("li", {class: faded ? "soft" : "", ...(names.length ? {"data-names": names.join(" ")} : {})},
      icons.map(markup => drawn(markup, {class: "glyph"})), make("span", {}, title), make("small", {class: "soft"}, note)))),
    hand.length ? make("div", {class: "tiles"}, hand.map(offer)) : null);
}

function table({heads, icons, rows}, said) {
  return make("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": heads[0]}, make("table", {class: "figures"},
    make("thead", {}, make("tr", {}, heads.map((head, place) => make("th", {}, icons[place] ? drawn(icons[place], {class: "sign", role: "img", "aria-label": head, title: head}) : head)))),
    make("tbody", {}, rows.map(cells => make("tr", {}, cells.map(cell => make("td", {}, said(cell))))))));
}
