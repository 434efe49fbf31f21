// A position or a board on a page of another site: to look at, with a link to the editor and nothing else to do.

import {ask, make, sentence} from "./dom.js";
import {beside} from "./beside.js";
import {readLink} from "./links.js";
import {Picture} from "./picture.js";

const main = document.getElementById("main");

async function show() {
  const part = location.hash.slice(1), content = JSON.parse(await readLink(part));
  const kind = "format" in content ? "position" : "board";
  const found = await ask(`/api/${kind}s`, {body: {[kind]: content}});
  if (found.error) throw new Error(sentence(found.error));
  const board = make("div", {class: "picture"}), table = make("div", {class: "beside"}), picture = new Picture(board, table);
  const summary = found.beside, open = make("a", {href: `/edit#${part}`, target: "_blank", rel: "noopener"}, "Open in swenv");
  main.replaceChildren(make("div", {class: summary ? "game" : ""},
    make("section", {class: "board", "aria-label": "Board"}, board, picture.legend),
    summary ? make("aside", {class: "side"}, table) : ""), make("p", {class: "soft"}, open));
  picture.show(found.picture);
  if (summary) table.append(...beside(summary, {who: seat => `Seat ${seat}`, money: "coins", toAct: content.to_act ?? null, mine: () => false}));
}

show().catch(error => main.replaceChildren(make("p", {class: "wrong", role: "alert"}, error.message)));
