// What moves: tokens travel, tiles land, the die rolls over its region, coins rise. Nothing of it for those who asked for less motion.

import {makeSvg, moves} from "./dom.js";
import {NEEDED} from "./log.js";

/** Milliseconds of each movement, and for which the result of the die stays. */
const TIME = 250, STAY = 900;
/** Pixels that what the die says may need on each side of it. */
const BESIDE = 50;
/** The faces of the die (SW-DIE-1) and the dots of each. */
const FACES = [0, 0, 0, 1, 2, 3];
export const DOTS = [[], [[0, 0]], [[-5, 5], [5, -5]], [[-6, 6], [0, 0], [6, -6]]];

/** Let the tokens that a decision moved travel to where they stand now. */
export function travel(picture, {seat, action}, element) {
  const region = element?.dataset.region;
  if (!moves() || region === undefined || !/^(conquer|deploy|deploy_rest|champion|dragon|convert|vampire)\b/.test(action)) return;
  const group = picture.board.querySelector(`[data-piece="${CSS.escape(region)}"][data-owner="${seat}"]`);
  if (!group) return;
  const [x, y] = picture.middle(element), from = nearest(picture, seat, region, [x, y]);
  group.animate([{transform: `translate(${from[0] - x}px, ${from[1] - y}px)`, opacity: 0.3}, {transform: "none", opacity: 1}], {duration: TIME, easing: "ease-out"});
}

/** Let the frame around the tile that was laid last come down on it. */
export function land(picture, {action}) {
  const frame = picture.board.querySelector('[data-part="last"]');
  if (!moves() || !frame || !action.startsWith("place")) return;
  frame.animate([{transform: "scale(2)", opacity: 0}, {transform: "none", opacity: 1}], {duration: TIME, easing: "ease-in"});
}

/** Where the nearest other region of a seat is; the upper edge of the board if there is none. */
function nearest(picture, seat, region, [x, y]) {
  const others = [...picture.board.querySelectorAll(`[data-piece][data-owner="${seat}"]`)].filter(({dataset}) => dataset.piece !== region)
    .map(({dataset}) => picture.find(["region"], {region: dataset.piece})).filter(Boolean).map(each => picture.middle(each));
  const far = ([a, b]) => (a - x) ** 2 + (b - y) ** 2;
  return others.sort((a, b) => far(a) - far(b))[0] || [x, -40];
}

/** Roll the die over its region, and say what it had to show. */
export async function roll(picture, {action, roll: face}, element) {
  if (face === null || !element?.dataset.region) return;
  const [x, y] = picture.middle(element), needed = NEEDED[action.match(/die (\d+ %)/)?.[1]];
  const dots = makeSvg("g");
  const said = makeSvg("text", {y: 38, "text-anchor": "middle", "font-size": 15});
  const die = makeSvg("g", {class: "die", "pointer-events": "none", transform: `translate(${x} ${y}) scale(${picture.scale * 1.3})`},
    makeSvg("rect", {x: -16, y: -16, width: 32, height: 32, rx: 7}), dots, said);
  picture.ground.append(die);
  const {left, right} = die.getBoundingClientRect(), edge = picture.board.getBoundingClientRect();
  const [anchor, start] = left - edge.left < BESIDE ? ["start", -16] : edge.right - right < BESIDE ? ["end", 16] : ["middle", 0];
  said.setAttribute("text-anchor", anchor);
  said.setAttribute("x", start);
  const show = shown => dots.replaceChildren(...DOTS[shown].map(([cx, cy]) => makeSvg("circle", {cx, cy, r: 3.2})));
  if (moves()) {
    for (let step = 0; step < 5; step++) {
      show(FACES[Math.floor(Math.random() * FACES.length)]);
      await pause(TIME / 5);
    }
  }
  show(face);
  said.textContent = needed ? `${face}, needed ${needed}` : String(face);
  await pause(moves() ? STAY : 0);
  if (moves()) die.remove();
}

/** Let a coin rise from every region of whoever was paid. */
export function rise(picture, {paid}) {
  if (!moves()) return;
  for (const {seat, coins} of paid) {
    if (coins <= 0) continue;
    [...picture.board.querySelectorAll(`[data-piece][data-owner="${seat}"]`)].slice(0, coins).forEach((group, number) => {
      const element = picture.find(["region"], {region: group.dataset.piece});
      if (!element) return;
      const [x, y] = picture.middle(element);
      const coin = makeSvg("circle", {class: "risen", cx: x, cy: y, r: 9 * picture.scale, "pointer-events": "none"});
      picture.ground.append(coin);
      coin.animate([{transform: "none", opacity: 0}, {opacity: 1, offset: 0.3}, {transform: "translateY(-40px)", opacity: 0}], {duration: TIME, delay: 30 * number, fill: "backwards"})
        .finished.then(() => coin.remove(), () => coin.remove());
    });
  }
}

function pause(time) {
  return new Promise(done => setTimeout(done, time));
}
