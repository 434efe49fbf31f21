// Other lines of play that somebody tries after a game, as a tree.

import {capital, make} from "./dom.js";
import {inWords} from "./log.js";

export class Variations {
  /** @param game the game that is shown; see game.js */
  constructor(game) {
    this.game = game;
    this.roots = new Map(); // by the number of decisions before, the lines that begin there
    this.path = null; // the nodes that lead to what is shown; null while the game itself is shown
    this.at = 0;
    this.element = make("div", {class: "variations"});
  }

  /** What is played instead, as the server reads it. */
  get line() {
    return (this.path || []).map(({action}) => action).join(";");
  }

  /** Try something else in the position that is shown. */
  begin() {
    this.at = this.game.at;
    this.path = [];
    return this.game.showVariation();
  }

  /** Go on with an action. */
  async extend(action) {
    const siblings = this.path.length ? this.path.at(-1).children : this.roots.get(this.at) || this.plant();
    const known = siblings.find(each => each.action === action);
    const node = known || {action, children: [], said: null};
    await this.go(this.at, [...this.path, node]);
    if (known || this.path?.at(-1) !== node) return; // the player has gone elsewhere meanwhile
    siblings.push(node);
    this.show();
  }

  plant() {
    this.roots.set(this.at, []);
    return this.roots.get(this.at);
  }

  async go(at, path) {
    const before = [this.at, this.path];
    [this.at, this.path] = [at, path];
    try {
      await this.game.showVariation();
    } catch (error) {
      [this.at, this.path] = before;
      throw error;
    }
  }

  /** Take back the last decision of the line; the whole line if there is none. */
  back() {
    return this.path.length ? this.go(this.at, this.path.slice(0, -1)) : this.game.step(this.at);
  }

  leave() {
    this.path = null;
  }

  /** The server has put the line into words. */
  hear(said) {
    said.forEach((each, place) => { if (this.path?.[place]) this.path[place].said = each; });
    this.show();
  }

  show() {
    const roots = [...this.roots].sort(([a], [b]) => a - b).filter(([, children]) => children.length);
    this.element.replaceChildren(...roots.length ? [make("h2", {}, "Other lines"),
      ...roots.map(([at, children]) => make("div", {}, make("p", {class: "soft"}, `After decision ${at}`), this.branch(at, [], children)))] : []);
  }

  branch(at, path, children) {
    return make("ol", {}, children.map(node => {
      const here = [...path, node], shown = this.path?.at(-1) === node;
      return make("li", {class: node.said ? `seat-${node.said.seat}` : ""},
        make("button", {class: shown ? "link shown" : "link", onclick: () => this.go(at, here)}, node.said ? capital(inWords(this.game, node.said)) : node.action),
        node.children.length ? this.branch(at, here, node.children) : null);
    }));
  }
}
