// Addresses to pass on: of the editor with a document in it, or of a view of it for other sites.

import {ask, make} from "./dom.js";

/** Bytes that a document in an address may have. */
const MOST = 300_000;
const COMPRESSED = "z:";

/** The address of the editor with this position or board in it. */
export async function editLink(content) {
  return `${location.origin}/edit#${await packed(content)}`;
}

/** The address that opens a position, or a game as {replay, at}, on any server, with what a judge thinks of it. */
export async function analysisLink(content) {
  return `${location.origin}/analyse#${await packed(content)}`;
}

/** Open what the address has: the server reads it as it reads a file that somebody uploads. */
export async function showLinked(main) {
  document.title = "Analysis — swenv";
  try {
    const text = await readLink(location.hash.slice(1)), found = parsed(text), isGame = typeof found?.replay === "string";
    const {id} = await ask("/api/replays", {body: isGame ? {replay: found.replay} : found ? {position: found} : {replay: text}});
    location.replace(`/games/${id}?judge${isGame && Number.isInteger(found.at) ? `&at=${found.at}` : ""}`);
  } catch (error) {
    main.replaceChildren(make("section", {class: "card"}, make("h1", {}, "Analysis"), make("p", {class: "wrong", role: "alert"}, error.message),
      make("p", {}, "An address with a position, or with a game, after ", make("code", {}, "/analyse#"), " opens it here. ", make("a", {href: "/"}, "Back to the lobby"))));
  }
}

/** The object that a text is; null for anything else, such as the lines of a replay. */
function parsed(text) {
  try {
    const found = JSON.parse(text);
    return found !== null && typeof found === "object" && !Array.isArray(found) && !String(found.format).startsWith("swenv-replay") ? found : null;
  } catch {
    return null;
  }
}

/** The markup that shows a position or board on a page of another site. */
export async function embedding(content) {
  const address = `${location.origin}/embed#${await packed(content)}`;
  return `<iframe src="${address}" title="A position in swenv" width="960" height="600" loading="lazy" style="border: 0; max-width: 100%"></iframe>`;
}

async function packed(content) {
  const text = JSON.stringify(content);
  return globalThis.CompressionStream ? COMPRESSED + toBase64(await deflate(text)) : encodeURIComponent(text);
}

/** The text of the document in an address, from what follows its "#"; an error says in a sentence what is wrong. */
export async function readLink(part) {
  let text;
  try {
    text = part.startsWith(COMPRESSED) ? await inflate(fromBase64(part.slice(COMPRESSED.length))) : decodeURIComponent(part);
  } catch (error) {
    throw error instanceof RangeError ? error : new Error("This link is damaged.");
  }
  limit(text.length);
  return text;
}

/** Put a text on the clipboard; outside secure pages, or if that is not allowed, in the old way. */
export async function copyText(text) {
  const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (done) return;
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("This browser does not let the page copy; select the text and copy it yourself.");
}

async function deflate(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Decompress no more than `MOST` bytes, however many there are. */
async function inflate(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", {fatal: true});
  let text = "", size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length;
    limit(size);
    text += decoder.decode(chunk.value, {stream: true});
  }
  return text + decoder.decode();
}

function limit(size) {
  if (size > MOST) throw new RangeError("The document in this link is too large.");
}

function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
}
