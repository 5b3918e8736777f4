/**
 * The practice page: it hides a code and reviews the game at its end.
 *
 * The code follows from the rules and the seed in the address, so everybody who opens the same address plays the same
 * code. Without a seed, the page draws one. The guesses are kept in the history of the browser, for reloading.
 */

import { readParts, writeAddress, writeParts } from "./address.js";
import { averageLeft, consistent, partition, Position, readBook } from "./book.js";
import {
  allCodes, computeFeedback, COLOR_KEYS, countCodes, formatFeedback, isSame, readCode, readFeedback, readRules,
  winningFeedback,
} from "./game.js";
import {
  announce, byId, copyLink, copyText, element, linkLanguage, listRules, notice, rememberShortcuts, spoken, tile, tiles,
  turnItem,
} from "./view.js";
import { words } from "./words.js";

const DEFAULT = "4x10";
const SEED_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** The names of the books of rules. */
let names = [];

/** What is played: `seed` names the code, `given` says that a link has named it. */
let game = { notation: DEFAULT, colors: false, seed: "", rules: undefined, secret: [], turns: [], over: false };

/** The symbols that were entered of the next guess. */
let entered = [];

/** Starts the game of the address, or goes on with it after reloading. */
function open() {
  const { name, colors, parts } = readParts(location.hash);
  const rules = readRules(name || DEFAULT);
  notice(rules ? "" : words.noRules(name));
  const notation = rules && name ? name : DEFAULT;
  const known = readRules(notation);
  const seed = (rules && parts[0]) || drawSeed();
  const secret = secretOf(known, `${notation}/${seed}`);
  const { guesses = [], over = false } = rules && parts[0] ? history.state ?? {} : {};
  const turns = guesses.map((guess) => ({ guess, feedback: feedbackOf(secret, guess) }));
  game = { notation, colors, seed, rules: known, secret, turns, over };
  entered = [];
  keep();
  makeKeys();
  showRules();
  draw();
  announce(words.hidden(known));
}

/** Keeps the game in the address and in the history of the browser. */
function keep() {
  const state = { guesses: game.turns.map(({ guess }) => guess), over: game.over };
  history.replaceState(state, "", fragment());
  linkLanguage(fragment());
}

function fragment() {
  return writeParts({ name: game.notation, colors: game.colors, parts: [game.seed] });
}

/** @param {{notation?: string, colors?: boolean}} change */
function startAnother(change = {}) {
  const { notation, colors } = { ...game, ...change };
  history.pushState(null, "", writeParts({ name: notation, colors, parts: [drawSeed()] }));
  open();
}

/** A seed from the generator of the browser. */
function drawSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => SEED_CHARACTERS[byte % SEED_CHARACTERS.length]).join("");
}

/** The code that a text stands for: its FNV-1a hash, mixed as in MurmurHash3, taken as an index. */
function secretOf(rules, text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return allCodes(rules)[((hash ^ (hash >>> 16)) >>> 0) % countCodes(rules)];
}

function feedbackOf(secret, guess) {
  return formatFeedback(computeFeedback(secret, guess));
}

function enter(symbol) {
  const { positions, symbols, repeats } = game.rules;
  if (game.over || symbol >= symbols || entered.length === positions) return;
  if (!repeats && entered.includes(symbol)) return announce(words.twice(spoken([symbol], game.colors)));
  entered.push(symbol);
  drawEntry();
  announce(spoken([symbol], game.colors));
}

function erase() {
  entered.pop();
  drawEntry();
}

function guess() {
  const { rules, secret, turns, colors } = game;
  if (game.over || !readCode(entered.join(""), rules)) return announce(words.incomplete(rules.positions - entered.length));
  const feedback = feedbackOf(secret, entered);
  turns.push({ guess: entered, feedback });
  game.over = feedback === winningFeedback(rules);
  entered = [];
  keep();
  draw();
  const last = turns.at(-1);
  announce(game.over ? words.solved(turns.length) : words.given(spoken(last.guess, colors), readFeedback(feedback)));
}

function giveUp() {
  game.over = true;
  keep();
  draw();
  announce(words.gaveUp(spoken(game.secret, game.colors)));
}

function draw() {
  const { turns, colors, over, rules } = game;
  const solved = turns.at(-1)?.feedback === winningFeedback(rules);
  byId("turns").replaceChildren(...(over ? [] : turns.map((turn) => turnItem(turn, colors))));
  byId("next").textContent = !over
    ? words.guess(turns.length + 1)
    : solved
      ? words.solved(turns.length)
      : words.gaveUp("");
  byId("pad").hidden = over;
  byId("giveup").hidden = over;
  byId("review").hidden = !over;
  byId("result").hidden = !solved;
  drawEntry();
  if (over) {
    byId("another").focus();
    drawReview().catch(fail);
  }
}

/** Shows what was entered, and which keys can be pressed. */
function drawEntry() {
  const { rules, colors, over, secret } = game;
  const shown = over ? secret : entered;
  const blanks = Array.from({ length: rules.positions - shown.length }, () => element("span", { className: "tile blank" }));
  const row = element("span", { className: "tiles" }, ...shown.map((symbol) => tile(symbol, colors)), ...blanks);
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", spoken(shown, colors) || words.nothing);
  byId("entered").replaceChildren(row);
  const full = entered.length === rules.positions;
  [...byId("keys").children].forEach((key, symbol) => {
    key.setAttribute("aria-disabled", String(full || (!rules.repeats && entered.includes(symbol))));
  });
  byId("erase").setAttribute("aria-disabled", String(!entered.length));
  byId("guess").setAttribute("aria-disabled", String(!full));
}

function makeKeys() {
  const { rules, colors } = game;
  const order = Array.from({ length: rules.symbols }, (_, symbol) => symbol);
  const keys = order.map((symbol) => {
    const key = element("button", { type: "button", value: String(symbol) }, tile(symbol, colors));
    key.setAttribute("aria-label", spoken([symbol], colors));
    return key;
  });
  byId("keys").replaceChildren(...keys);
  byId("keys").style.setProperty("--columns", rules.symbols > 6 ? Math.ceil(rules.symbols / 2) : rules.symbols);
}

/** Chooses the rules in the menu, and adds them if they are not of a book. */
function showRules() {
  const { notation, colors, rules } = game;
  const menu = byId("rules");
  if (![...menu.options].some(({ value }) => value === notation)) {
    menu.append(element("option", { value: notation, textContent: `${notation} · ${words.rules(rules)}` }));
  }
  menu.value = notation;
  byId("colors").checked = colors;
}

/** What each guess did, beside what it does on average, and what the book would have played. */
async function drawReview() {
  const { notation, colors, secret, turns } = game;
  const hasBook = names.includes(notation);
  byId("steps").replaceChildren(...turns.map((_, index) => reviewItem(index, hasBook)));
  byId("book").hidden = true;
  if (!hasBook) return;
  const numbers = await (await fetch(`books/${notation}.json`)).json();
  if (secret !== game.secret) return;
  const line = bookLine(readBook(notation, numbers), secret);
  byId("line-heading").textContent = words.line(line.length);
  byId("line").replaceChildren(...line.map((turn) => turnItem(turn, colors)));
  byId("book").hidden = false;
}

function reviewItem(index, hasBook) {
  const { notation, colors, rules, turns } = game;
  const before = consistent(rules, turns.slice(0, index));
  const { guess, feedback } = turns[index];
  const cells = partition(before, guess);
  const after = feedback === winningFeedback(rules) ? 0 : cells.get(feedback).length;
  const numbers = element("p", { className: "faint" }, words.leaves(before.length, after, averageLeft(cells, rules)));
  const steps = turns.slice(0, index).map((turn) => ({ guess: turn.guess.join(""), feedback: turn.feedback }));
  const link = element("a", { href: words.explorer + writeAddress({ name: notation, colors, steps }) }, words.explore);
  link.setAttribute("aria-label", words.exploreTurn(index + 1));
  if (hasBook) numbers.append(" ", link);
  const item = turnItem(turns[index], colors);
  item.append(numbers);
  return item;
}

/** The turns in which the book finds a secret. */
function bookLine(book, secret) {
  const turns = [];
  for (;;) {
    const { guess } = new Position(book, turns);
    turns.push({ guess, feedback: feedbackOf(secret, guess) });
    if (isSame(guess, secret)) return turns;
  }
}

/** The result to share: the number of guesses and their feedback, but no code. */
function resultText() {
  const { notation, rules, turns } = game;
  const rows = turns.map(({ feedback }) => {
    const { hits, blows } = readFeedback(feedback);
    return "●".repeat(hits) + "○".repeat(blows) + "·".repeat(rules.positions - hits - blows);
  });
  return [words.result(notation, turns.length), ...rows].join("\n");
}

function say(text) {
  byId("said").textContent = text;
  announce(text);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select, #other")) return;
  if (!byId("shortcuts").checked || game.over) return;
  const letter = game.colors ? COLOR_KEYS.indexOf(event.key.toUpperCase()) : -1;
  if (/^\d$/.test(event.key)) enter(Number(event.key));
  else if (letter >= 0) enter(letter);
  else if (event.key === "Backspace") erase();
  else if (event.key === "Enter" && entered.length === game.rules.positions && !target.matches("a, summary")) {
    event.preventDefault();
    guess();
  }
}

function listen() {
  byId("rules").addEventListener("change", () => {
    const notation = byId("rules").value;
    startAnother({ notation, colors: readRules(notation).repeats });
  });
  byId("colors").addEventListener("change", () => {
    game.colors = byId("colors").checked;
    keep();
    makeKeys();
    draw();
  });
  byId("own").addEventListener("submit", (event) => {
    event.preventDefault();
    const notation = byId("other").value.normalize("NFKC").trim().toLowerCase();
    if (readRules(notation)) startAnother({ notation });
    else say(words.noRules(notation));
  });
  byId("keys").addEventListener("click", ({ target }) => {
    const pressed = target.closest("button");
    if (pressed) enter(Number(pressed.value));
  });
  byId("erase").addEventListener("click", erase);
  byId("guess").addEventListener("click", guess);
  byId("giveup").addEventListener("click", giveUp);
  byId("another").addEventListener("click", () => startAnother());
  byId("copy").addEventListener("click", async () => say(await copyLink(fragment())));
  byId("result").addEventListener("click", async () => {
    say(await copyText(resultText(), words.resultCopied, resultText()));
  });
  rememberShortcuts();
  document.addEventListener("keydown", key);
  addEventListener("hashchange", open);
}

async function start() {
  names = (await (await fetch("books/index.json")).json()).filter((name) => !name.includes("-"));
  listRules(names);
  listen();
  open();
  byId("practice").hidden = false;
}

function fail(error) {
  notice(words.failed);
  console.error(error);
}

start()
  .catch(fail)
  .then(() => navigator.serviceWorker?.register("sw.js"));
