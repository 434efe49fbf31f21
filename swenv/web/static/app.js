// Shows what the address names: the lobby, the editor, the laboratory, the API or a game.

import {showApi} from "./api.js";
import {ask, noteKeyboard, say} from "./dom.js";
import {showEditor} from "./editor.js";
import {showGame} from "./game.js";
import {showLab, showRun} from "./laboratory.js";
import {showLinked} from "./links.js";
import {showLobby} from "./lobby.js";

// Show the message of a failed request, wherever it was made.
addEventListener("unhandledrejection", event => say(event.reason?.message || "Something went wrong."));

// A key that is held down acts once: what it did has another button in its place.
addEventListener("keydown", event => { if (event.repeat && event.key === "Enter") event.preventDefault(); }, true);
// After the page itself has heard of the key. To reload or to switch windows is no use of the page.
addEventListener("keydown", ({key, ctrlKey, altKey, metaKey}) => { if (!ctrlKey && !altKey && !metaKey && !/^F\d+$/.test(key)) noteKeyboard(true); });
addEventListener("pointerdown", () => noteKeyboard(false));

const main = document.getElementById("main");
const [, kind, id] = location.pathname.split("/");
if (kind === "games" && id) showGame(main, id);
else if (kind === "edit") showEditor(main);
else if (kind === "analyse") showLinked(main);
else if (kind === "lab" && id) showRun(main, id);
else if (kind === "lab") showLab(main);
else if (kind === "api") showApi(main);
else showLobby(main);

// A server that watches no folders has no laboratory.
ask("/api/offer").then(({watches}) => { document.getElementById("lab").hidden = !watches; }, () => {});
