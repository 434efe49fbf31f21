// Shows the lobby, the editor, or the game in the address.

import {showLobby} from "./lobby.js";
import {say} from "./dom.js";
import {showEditor} from "./editor.js";
import {showGame} from "./game.js";

// What a request that failed says is shown, wherever it was made.
addEventListener("unhandledrejection", event => say(event.reason?.message || "Something went wrong."));

const main = document.getElementById("main");
const [, kind, id] = location.pathname.split("/");
if (kind === "games" && id) showGame(main, id);
else if (kind === "edit") showEditor(main);
else showLobby(main);
