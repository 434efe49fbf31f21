// The revisions of games, as the server announces them.

/** Milliseconds before another try if the server refused the stream, and for which changes of the games are gathered. */
const RETRY = 5000, GATHER = 50;

export class Stream {
  /**
   * @param hear called with a game and its revision
   * @param lose called when the server does not respond
   */
  constructor(hear, lose) {
    this.hear = hear;
    this.lose = lose;
    this.games = "";
    this.events = null;
  }

  /** Listen to these games and no others. */
  follow(ids) {
    const games = [...new Set(ids)].sort().join();
    if (games === this.games) return;
    this.games = games;
    clearTimeout(this.timer);
    if (games) this.timer = setTimeout(() => this.open(), GATHER);
    else this.close();
  }

  open() {
    this.close();
    const events = this.events = new EventSource(`/api/events?games=${this.games}`);
    events.onmessage = ({data}) => {
      const {game, revision} = JSON.parse(data);
      this.hear(game, revision);
    };
    events.onerror = () => {
      this.lose();
      if (events.readyState === EventSource.CLOSED) this.timer = setTimeout(() => this.open(), RETRY); // the browser has given up
    };
  }

  close() {
    this.events?.close();
    this.events = null;
  }
}
