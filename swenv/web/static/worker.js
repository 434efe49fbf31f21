// One stream for all pages of a browser, which opens only six connections to a server; a worker that they share has it.

import {Stream} from "./stream.js";

/** Milliseconds after which a page that no longer says what it follows has been closed, or has crashed. */
const GONE = 20_000;

const pages = new Map(); // by port, the game that a page follows and when it said so
const revisions = new Map(); // by game, the latest
let lost = false;
const stream = new Stream(
  (game, revision) => { lost = false; revisions.set(game, revision); tell(); },
  () => { lost = true; tell(); });

function tell(ports = pages.keys()) {
  for (const port of ports) port.postMessage({revision: revisions.get(pages.get(port)?.game) ?? 0, lost});
}

function update() {
  for (const [port, {at}] of pages) if (performance.now() - at > GONE) pages.delete(port);
  const games = new Set([...pages.values()].map(({game}) => game));
  for (const game of revisions.keys()) if (!games.has(game)) revisions.delete(game);
  if (!games.size) lost = false;
  stream.follow(games);
}

setInterval(update, GONE);
self.onconnect = ({ports: [port]}) => {
  port.onmessage = ({data: game}) => {
    if (game) pages.set(port, {game, at: performance.now()});
    else pages.delete(port);
    update();
    if (game) tell([port]); // a browser forgets a page that it keeps for going back if the page is told anything
  };
};
