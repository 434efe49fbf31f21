// News of a game, for as long as its page is shown and something can happen in it.

import {Stream} from "./stream.js";

/** Milliseconds after which a page says again what it follows. */
const AGAIN = 2000;
/** How often it says so without an answer from the shared worker, and how many workers in a row may be silent. */
const MOST_UNANSWERED = 5, MOST_SILENT = 3;

export class News {
  /**
   * @param game its id
   * @param hear called with the latest revision, also if it has not changed
   * @param lose called when the server does not respond
   */
  constructor(game, hear, lose) {
    this.game = game;
    this.hear = hear;
    this.lose = lose;
    this.wanted = this.asleep = this.following = false;
    this.unanswered = this.silent = 0;
    for (const [target, falls, wakes] of [[window, "pagehide", "pageshow"], [document, "freeze", "resume"]]) {
      target.addEventListener(falls, () => { this.asleep = true; this.update(); });
      target.addEventListener(wakes, () => { this.asleep = false; this.update(); });
    }
    document.addEventListener("visibilitychange", () => this.update());
    this.connect();
  }

  /** Follow the game, or no longer. */
  follow(wanted) {
    this.wanted = wanted;
    this.update();
  }

  update() {
    const following = this.wanted && !this.asleep && document.visibilityState === "visible";
    if (following === this.following) return;
    this.following = following;
    this.unanswered = 0;
    clearInterval(this.timer);
    if (following) this.timer = setInterval(() => this.ask(), AGAIN);
    this.ask();
  }

  ask() {
    if (this.port && ++this.unanswered > MOST_UNANSWERED) this.replace();
    if (this.port) this.port.postMessage(this.following ? this.game : "");
    else this.own.follow(this.following ? [this.game] : []);
  }

  /** Share the stream of the other pages. */
  connect() {
    try {
      const worker = new SharedWorker("/static/worker.js", {type: "module"});
      worker.onerror = () => { this.separate(); this.ask(); };
      this.port = worker.port;
      this.port.onmessage = ({data: {revision, lost}}) => {
        this.unanswered = this.silent = 0;
        if (lost) this.lose();
        else this.hear(revision);
      };
    } catch { // a browser without such workers
      this.separate();
    }
  }

  /** Share another worker: this one is silent, maybe because the process that had it crashed. */
  replace() {
    this.port.close();
    this.unanswered = 0;
    if (++this.silent < MOST_SILENT) this.connect();
    else this.separate();
  }

  /** Have a stream of one's own. */
  separate() {
    this.port = null;
    this.own ??= new Stream((_, revision) => this.hear(revision), this.lose);
  }
}
