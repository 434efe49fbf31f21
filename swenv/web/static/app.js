// Shows the lobby, or the game in the address.

import {showLobby} from "./lobby.js";
import {showGame} from "./game.js";

const main = document.getElementById("main");
const [, kind, id] = location.pathname.split("/");
if (kind === "games" && id) showGame(main, id);
else showLobby(main);
