// The tokens in hand beside the tools: drag them to a region, with a mouse or a finger, in place of a click on it.

import {make, moves, usesKeyboard} from "./dom.js";

/** Milliseconds for which a token flies back that was dropped where it cannot stand. */
const BACK = 180;

export class Tray {
  /** @param picture where tokens are dropped; see picture.js */
  constructor(picture) {
    this.picture = picture;
    this.element = make("div", {class: "tray", "aria-hidden": "true", title: "Drag to a region", onpointerdown: event => this.begin(event)});
    this.element.addEventListener("pointermove", event => this.move(event));
    this.element.addEventListener("pointerup", event => this.drop(event));
    this.element.addEventListener("pointercancel", () => this.end());
    this.hide();
  }

  /** Offer what a seat has in hand, in words: "5 in hand". */
  show(seat, words) {
    this.token = () => make("span", {class: `token part-${seat}`}, words.match(/^\d+/)?.[0] ?? "");
    this.element.replaceChildren(this.token(), make("span", {class: "soft"}, usesKeyboard() ? "" : "drag"));
    this.element.hidden = false;
  }

  hide() {
    this.end();
    this.element.hidden = true;
  }

  begin(event) {
    if (event.button || this.dragged) return;
    event.preventDefault(); // neither text nor page moves
    this.element.setPointerCapture(event.pointerId);
    this.dragged = this.token();
    this.dragged.classList.add("dragged");
    this.dragged.textContent = ""; // as many as it takes
    document.body.append(this.dragged);
    this.move(event);
  }

  move({clientX, clientY}) {
    if (!this.dragged) return;
    this.dragged.style.left = `${clientX}px`;
    this.dragged.style.top = `${clientY}px`;
    this.mark(this.picture.targetAt(clientX, clientY));
  }

  /** Do what a click does there: on what is no target, it says why. */
  drop({clientX, clientY}) {
    if (!this.dragged) return;
    const target = this.picture.targetAt(clientX, clientY), under = target ?? document.elementFromPoint(clientX, clientY);
    const onBoard = under && this.picture.onBoard(under);
    this.end(!target);
    if (onBoard) under.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX, clientY, view: window}));
  }

  mark(target) {
    if (target === this.over) return;
    this.over?.classList.remove("over");
    this.over = target;
    target?.classList.add("over");
  }

  /** The token is gone: back to the tray, if it was in vain. */
  end(back = false) {
    const {dragged} = this;
    this.dragged = null;
    this.mark(null);
    if (!dragged) return;
    if (!back || !moves()) return dragged.remove();
    const {left, top} = this.element.getBoundingClientRect();
    dragged.animate([{}, {left: `${left}px`, top: `${top}px`, opacity: 0.2}], BACK).finished.then(() => dragged.remove(), () => dragged.remove());
  }
}
