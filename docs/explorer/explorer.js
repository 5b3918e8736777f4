/** The strategy explorer. The address of the page says what it shows, so that Back, reloading and links work. */

import { readAddress, writeAddress } from "./address.js";
import { Position, readBook } from "./book.js";
import { announce, byId, listRules, show } from "./view.js";
import { words } from "./words.js";

const DEFAULT = "4x10";

/** @type {Map<string, import("./book.js").Book>} */
const books = new Map();

/** What the page shows: an address without the parts that could not be followed. */
let shown = { name: DEFAULT, colors: false, feedbacks: [] };
let position;
let typedHits = "";

/** @param {Partial<import("./address.js").Address>} change */
function go(change) {
  history.pushState(null, "", writeAddress({ ...shown, ...change }));
  render();
}

function render() {
  const address = readAddress(location.hash);
  let problem = "";
  if (address.name && !books.has(address.name)) {
    problem = words.noBook(address.name);
    Object.assign(address, { name: "", feedbacks: [] });
  }
  const game = play(books.get(address.name || DEFAULT), address.feedbacks);
  position = game.solved ? undefined : game.position;
  shown = {
    name: address.name || DEFAULT,
    colors: address.colors,
    feedbacks: game.turns.map(({ feedback }) => feedback),
  };
  notice(problem || refusal(address.feedbacks, game));
  byId("rules").value = shown.name;
  byId("colors").checked = shown.colors;
  typing("");
  linkLanguage();
  show(game, shown.colors);
}

/** Follows feedbacks as far as they are possible. */
function play(book, feedbacks) {
  const game = { position: Position.start(book), turns: [], solved: false };
  for (const feedback of feedbacks) {
    if (game.solved || !game.position.cells.has(feedback)) break;
    game.turns.push({ guess: game.position.guess, feedback });
    game.solved = feedback === game.position.winning;
    if (!game.solved) game.position = game.position.after(feedback);
  }
  return game;
}

/** Why a game does not follow all feedbacks of an address; empty if it does. */
function refusal(feedbacks, { turns, solved }) {
  if (turns.length === feedbacks.length) return "";
  return solved ? words.tooLong(turns.length) : words.noFeedback(feedbacks[turns.length], turns.length + 1);
}

function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

function linkLanguage() {
  byId("language").hash = writeAddress(shown);
}

function answer(feedback) {
  if (position?.cells.has(feedback)) go({ feedbacks: [...shown.feedbacks, feedback] });
  else if (position) typing(words.refused(feedback));
}

function undo() {
  if (shown.feedbacks.length) go({ feedbacks: shown.feedbacks.slice(0, -1) });
}

function restart() {
  if (shown.feedbacks.length) go({ feedbacks: [] });
}

/** Chooses rules; those with repeats are known from games with colours. */
function choose(name) {
  go({ name, colors: books.get(name).rules.repeats, feedbacks: [] });
}

/** Shows what was typed of a feedback. */
function typing(text, hits = "") {
  typedHits = hits;
  byId("typed").textContent = text;
  if (text) announce(text);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select")) return;
  if (target.parentElement === byId("feedbacks") && event.key.startsWith("Arrow")) {
    event.preventDefault();
    moveFocus(target, event.key);
  } else if (byId("shortcuts").checked) {
    shortcut(event);
  }
}

function shortcut(event) {
  if (/^\d$/.test(event.key)) {
    if (typedHits) answer(`${typedHits}H${event.key}B`);
    else if (position) typing(words.typed(event.key), event.key);
  } else if (event.key === "Backspace") {
    event.preventDefault();
    if (typedHits) typing("");
    else undo();
  } else if (event.key === "Escape") {
    typing("");
  } else if (event.key.toLowerCase() === "r") {
    restart();
  }
}

/** Moves the focus to the next feedback that is possible, in the order of the page. */
function moveFocus(from, arrow) {
  const enabled = [...byId("feedbacks").querySelectorAll("button:enabled")];
  const step = arrow === "ArrowLeft" || arrow === "ArrowUp" ? -1 : 1;
  enabled.at((enabled.indexOf(from) + step) % enabled.length).focus();
}

async function copy() {
  const link = location.href.split("#")[0] + writeAddress(shown);
  const copied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  typing(copied ? words.copied : words.notCopied);
}

/** The storage of the browser, unless it is switched off. */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function listen() {
  byId("rules").addEventListener("change", () => choose(byId("rules").value));
  byId("colors").addEventListener("change", () => go({ colors: byId("colors").checked }));
  byId("feedbacks").addEventListener("click", ({ target }) => answer(target.closest("button")?.value));
  byId("undo").addEventListener("click", undo);
  byId("restart").addEventListener("click", restart);
  byId("copy").addEventListener("click", copy);
  byId("shortcuts").addEventListener("change", () => {
    storage()?.setItem("shortcuts", byId("shortcuts").checked ? "on" : "off");
  });
  document.addEventListener("keydown", key);
  addEventListener("hashchange", render);
}

async function start() {
  const response = await fetch("books.json");
  for (const [name, numbers] of Object.entries(await response.json())) {
    books.set(name, readBook(name, numbers));
  }
  listRules(books);
  byId("shortcuts").checked = storage()?.getItem("shortcuts") !== "off";
  byId("explorer").hidden = false;
  listen();
  render();
}

start().catch((error) => {
  notice(words.failed);
  console.error(error);
});
navigator.serviceWorker?.register("sw.js");
