/** The strategy explorer. The address of the page says what it shows, so that Back, reloading and links work. */

import { readAddress, writeAddress } from "./address.js";
import { partition, Position, readBook } from "./book.js";
import { formatFeedback, possibleFeedbacks, readCode, readFeedback, winningFeedback } from "./game.js";
import { announce, byId, copyLink, linkLanguage, listRules, notice, rememberShortcuts, show, showProgress } from "./view.js";
import { words } from "./words.js";

const DEFAULT = "4x10";

/** @type {Map<string, Promise<import("./book.js").Book>>} */
const books = new Map();

/** The names of all books. */
let names = [];

/** What the page shows: an address without the parts that could not be followed. */
let shown = { name: DEFAULT, colors: false, steps: [] };

/** @type {import("./view.js").Game} */
let game;
let worker;
let typedHits = "";

/** @param {Partial<import("./address.js").Address>} change */
function go(change) {
  history.pushState(null, "", writeAddress({ ...shown, ...change }));
  render();
}

/** @returns {Promise<import("./book.js").Book>} the book with this name, loaded once */
function load(name) {
  if (!books.has(name)) {
    const loading = fetch(`books/${name}.json`).then(async (response) => readBook(name, await response.json()));
    loading.catch(() => books.delete(name));
    books.set(name, loading);
  }
  return books.get(name);
}

async function render() {
  const address = readAddress(location.hash);
  let problem = "";
  if (address.name && !names.includes(address.name)) {
    problem = words.noBook(address.name);
    Object.assign(address, { name: "", steps: [] });
  }
  const fragment = location.hash;
  const book = await load(address.name || DEFAULT).catch(fail);
  if (!book || fragment !== location.hash) return;
  game = play(book, address.steps);
  if (!game.position.candidates.length) {
    const { findCorrections } = await import("./search.js");
    game.corrections = findCorrections(book.rules, game.turns);
  }
  shown = { name: book.name, colors: address.colors, steps: address.steps.slice(0, game.turns.length) };
  notice(problem || refusal(address.steps, game));
  byId("rules").value = shown.name;
  byId("colors").checked = shown.colors;
  byId("entry").reset();
  typing("");
  linkLanguage(writeAddress(shown));
  worker?.terminate();
  showProgress(undefined);
  draw();
  if (!game.solved && game.position.candidates.length && !game.position.guess) search(game);
}

/** Follows turns as far as they are possible. */
function play(book, steps) {
  const legal = possibleFeedbacks(book.rules).map(formatFeedback);
  const turns = [];
  let position = new Position(book);
  for (const { guess: written, feedback } of steps) {
    const guess = written ? readCode(written, book.rules) : position.guess;
    if (!guess || !legal.includes(feedback)) break;
    turns.push({ guess, feedback });
    if (feedback === winningFeedback(book.rules) && partition(position.candidates, guess).has(feedback)) {
      return { position, turns, solved: true, corrections: [] };
    }
    position = new Position(book, turns);
  }
  return { position, turns, solved: false, corrections: [] };
}

/** Why a game does not follow all steps of an address; empty if it does. */
function refusal(steps, { turns, solved, position }) {
  if (turns.length === steps.length) return "";
  if (solved) return words.tooLong(turns.length);
  const { guess, feedback } = steps[turns.length];
  if (guess && !readCode(guess, position.book.rules)) return words.noCode(guess, turns.length + 1);
  return words.noFeedback(feedback, turns.length + 1);
}

/** Shows the game with the guess that the person typed or, where there is none, the one of the book or the search. */
function draw() {
  const { position, turns, solved } = game;
  game.own = readCode(byId("own").value, position.book.rules);
  game.guess = solved ? turns.at(-1).guess : game.own ?? position.guess ?? game.choices?.byEntropy.guess;
  game.best = position.guess ?? game.choices?.byEntropy.guess;
  show(game, shown.colors);
}

/** Compares all guesses for a position that is in no book. */
function search(searched) {
  const { position, turns } = searched;
  worker = new Worker("worker.js", { type: "module" });
  showProgress(0);
  worker.onerror = () => {
    showProgress(undefined);
    notice(words.noSearch);
  };
  worker.onmessage = ({ data: { done, choices } }) => {
    showProgress(done);
    if (!choices || searched !== game) return;
    searched.choices = choices;
    draw();
  };
  worker.postMessage({ rules: position.book.rules, turns });
}

/** Adds a turn with the guess that is shown. */
function answer(feedback) {
  const { position, solved, guess } = game;
  if (solved || !guess || !position.candidates.length) return;
  const legal = possibleFeedbacks(position.book.rules).map(formatFeedback);
  if (!legal.includes(feedback)) {
    typing(words.refused(feedback));
    return;
  }
  const written = guess === position.guess ? "" : guess.join("");
  go({ steps: [...shown.steps, { guess: written, feedback }] });
}

/** Takes a correction, which says the guess of every turn because the book would make others. */
function correct({ index, feedback }) {
  const steps = game.turns.map((turn) => ({ guess: turn.guess.join(""), feedback: turn.feedback }));
  steps[index].feedback = feedback;
  go({ steps });
}

/** Adds the turn that was typed. A code alone is shown with what each feedback to it would leave. */
function submit(event) {
  event.preventDefault();
  const { rules } = game.position.book;
  const [code, given] = [byId("own").value.trim(), byId("given").value.trim()];
  if (code && !readCode(code, rules)) return typing(words.illegal(code));
  const feedback = readFeedback(given);
  if (given && !feedback) return typing(words.unread(given));
  if (feedback) answer(formatFeedback(feedback));
}

function undo() {
  if (shown.steps.length) go({ steps: shown.steps.slice(0, -1) });
}

function restart() {
  if (shown.steps.length) go({ steps: [] });
}

/** Chooses rules; those with repeats are known from games with colours. */
function choose(name) {
  go({ name, colors: /^\d+x\d+r/.test(name), steps: [] });
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
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select, #own, #given")) return;
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
    else if (!game.solved) typing(words.typed(event.key), event.key);
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

/** Moves the focus to the next feedback, in the order of the page. */
function moveFocus(from, arrow) {
  const buttons = [...byId("feedbacks").children];
  const step = arrow === "ArrowLeft" || arrow === "ArrowUp" ? -1 : 1;
  buttons.at((buttons.indexOf(from) + step) % buttons.length).focus();
}

function listen() {
  byId("rules").addEventListener("change", () => choose(byId("rules").value));
  byId("colors").addEventListener("change", () => go({ colors: byId("colors").checked }));
  byId("feedbacks").addEventListener("click", ({ target }) => answer(target.closest("button")?.value));
  byId("corrections").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) correct(game.corrections[button.value]);
  });
  byId("entry").addEventListener("submit", submit);
  byId("own").addEventListener("input", draw);
  byId("undo").addEventListener("click", undo);
  byId("restart").addEventListener("click", restart);
  byId("copy").addEventListener("click", async () => typing(await copyLink(writeAddress(shown))));
  rememberShortcuts();
  document.addEventListener("keydown", key);
  addEventListener("hashchange", render);
}

async function start() {
  load(readAddress(location.hash).name || DEFAULT).catch(() => {});
  names = await (await fetch("books/index.json")).json();
  listRules(names);
  listen();
  await render();
  byId("explorer").hidden = false;
}

function fail(error) {
  notice(words.failed);
  console.error(error);
}

start()
  .catch(fail)
  .then(() => navigator.serviceWorker?.register("sw.js"));
