// One's own turn as a whole: begin it anew, take back a token that was put down, count what was put where.

import {ask, make} from "./dom.js";

/** The decisions of this turn that the seat of a view has made in a row, the first one first. */
function ownLines({log, you, round, turn}) {
  const last = log.findLastIndex(line => line.seat !== you || line.round !== round || line.turn !== turn);
  return log.slice(last + 1);
}

/** Whether more than one decision of this turn can be taken back, as far as one knows. */
export function isLong(view) {
  return view.may_undo && ownLines(view).length > 1;
}

/** Take back everything of this turn, as far as nothing was revealed. */
export function restart(game) {
  return change(game, async (view, send) => {
    while (view.may_undo && ownLines(view).length) view = await send("undo", view);
  });
}

/** Take back the last token that was put somewhere by this action, and leave those that were put down after it. */
function takeOne(game, action) {
  return change(game, async (view, send) => {
    const later = [];
    while (view.may_undo && isDeploy(ownLines(view).at(-1))) {
      const last = ownLines(view).at(-1).action;
      view = await send("undo", view);
      if (last === action) break;
      later.unshift(last);
    }
    for (const each of later) view = await send("decisions", view, {action: each});
  });
}

/** Ask the server for several changes, one after the other, then show what came of them. */
function change(game, act) {
  const {token} = game.offered ?? {};
  if (token === undefined) return Promise.resolve();
  const send = async (what, {revision}, more = {}) => ask(`${game.path}/${what}`, {token, body: {...more, revision}});
  return game.alone(async () => {
    try {
      await act(game.offered, send);
    } finally {
      game.views = await game.look();
      await game.showNow();
    }
  }).catch(error => game.refuse(error.message, error.text)).finally(() => game.notice());
}

function isDeploy(line) {
  return Boolean(line?.action.startsWith("deploy "));
}

/** For each place that has got tokens in this turn, how many, with a button for one less and one for one more. */
export function steppers(game, view, take) {
  const lines = ownLines(view), first = lines.findLastIndex(line => !isDeploy(line)) + 1, counted = new Map();
  for (const {action, phrase} of lines.slice(first)) {
    const place = counted.get(action) ?? {place: phrase.split(" on ").at(-1), tokens: 0};
    counted.set(action, {...place, tokens: place.tokens + 1});
  }
  return [...counted].map(([action, {place, tokens}]) => {
    const more = view.choices.find(choice => choice.action === action);
    return make("span", {class: "stepper"}, place,
      make("button", {class: "small", "aria-label": `One token less on ${place}`, disabled: !view.may_undo, onclick: () => takeOne(game, action)}, "−"),
      make("strong", {title: "Put down in this turn"}, `+${tokens}`),
      make("button", {class: "small", "aria-label": `One more token on ${place}`, disabled: !more, onclick: () => take(more)}, "+"));
  });
}
