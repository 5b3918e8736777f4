/**
 * Draws positions.
 *
 * @typedef {import("./game.js").Code} Code
 * @typedef {import("./book.js").Position} Position
 * @typedef {import("./search.js").Choices} Choices
 * @typedef {{position: Position, turns: import("./book.js").Turn[], solved: boolean, corrections: object[],
 *   guess?: Code, own?: Code, best?: Code, choices?: Choices}} Game
 *   position: the last one; solved: whether the last of the turns found the secret; corrections: if the turns contradict
 *   one another; guess: the one that is shown; own: the one that was typed; best: the one of the book or of the search
 */

import { averageLeft, partition } from "./book.js";
import { COLOR_KEYS, formatFeedback, isSame, possibleFeedbacks, readFeedback, readRules, winningFeedback } from "./game.js";
import { words } from "./words.js";

const MAX_LISTED = 60;
const MAX_CORRECTIONS = 8;

/**
 * @param {string} id
 * @returns {any} an element of the page, of the type that its tag says
 */
export const byId = (id) => document.getElementById(id);

/** An element with properties and children. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A symbol as a tile with a digit, or as a coloured peg with a letter. */
export function tile(symbol, colors) {
  return colors
    ? element("span", { className: `tile color color${symbol}`, textContent: COLOR_KEYS[symbol] })
    : element("span", { className: "tile", textContent: String(symbol) });
}

/**
 * A code as tiles.
 * @param {Code} code
 * @param {boolean} colors
 */
export function tiles(code, colors) {
  const image = element("span", { className: "tiles" }, ...code.map((symbol) => tile(symbol, colors)));
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", spoken(code, colors));
  return image;
}

/** A code as a screen reader reads it, symbol by symbol. */
export function spoken(code, colors) {
  return code.map((symbol) => (colors ? words.colors[symbol] : symbol)).join(colors ? ", " : " ");
}

/** The pegs of a feedback such as `1H2B`. */
function pegs(feedback) {
  const { hits, blows } = readFeedback(feedback);
  const peg = (kind) => element("span", { className: `peg ${kind}` });
  const row = element("span", { className: "pegs" });
  row.append(...Array.from({ length: hits }, () => peg("hit")), ...Array.from({ length: blows }, () => peg("blow")));
  row.setAttribute("aria-hidden", "true");
  return row;
}

/** A turn as an item of a list. */
export function turnItem({ guess, feedback }, colors) {
  return element("li", {}, tiles(guess, colors), " ", element("span", { className: "given" }, feedback, pegs(feedback)));
}

/**
 * Lists rules in the menu.
 * @param {readonly string[]} names of books
 */
export function listRules(names) {
  const groups = { distinct: [], repeats: [] };
  for (const name of names) {
    const [notation, seldom] = name.split("-");
    const rules = readRules(notation);
    const described = words.games[notation] ?? words.rules(rules);
    const textContent = [notation, described, ...(seldom ? [words.seldom] : [])].join(" · ");
    groups[rules.repeats ? "repeats" : "distinct"].push(element("option", { value: name, textContent }));
  }
  for (const [kind, options] of Object.entries(groups)) {
    byId("rules").append(element("optgroup", { label: words.groups[kind] }, ...options));
  }
}

/** @param {string} text empty to hide the notice */
export function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

/** @param {string} text */
export function announce(text) {
  byId("status").textContent = text;
}

/** Makes the link to the other language lead to what this page shows. */
export function linkLanguage(fragment) {
  byId("language").hash = fragment;
}

/**
 * Copies a link to this page.
 * @returns {Promise<string>} what to say of it
 */
export function copyLink(fragment) {
  return copyText(location.href.split("#")[0] + fragment, words.copied, words.notCopied);
}

/** @returns {Promise<string>} one of the sentences: whether the text was copied */
export async function copyText(text, copied, notCopied) {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return done ? copied : notCopied;
}

/** Keeps the choice whether keys are used, unless the storage of the browser is switched off. */
export function rememberShortcuts() {
  let storage;
  try {
    storage = localStorage;
  } catch {}
  byId("shortcuts").checked = storage?.getItem("shortcuts") !== "off";
  byId("shortcuts").addEventListener("change", () => {
    storage?.setItem("shortcuts", byId("shortcuts").checked ? "on" : "off");
  });
}

/** @param {number | undefined} done of a search, 0 to 1; undefined if none runs */
export function showProgress(done) {
  byId("progress").hidden = done === undefined;
  byId("progress").value = done ?? 0;
}

/**
 * Shows a game, and keeps the focus where it can be of use.
 * @param {Game} game
 * @param {boolean} colors
 */
export function show(game, colors) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const { position, guess, solved } = game;
  const open = !solved && position.candidates.length > 0;
  byId("turns").replaceChildren(...game.turns.map((turn) => turnItem(turn, colors)));
  showGuess(game, colors);
  showCorrections(game);
  byId("ask").hidden = !open || !guess;
  byId("entry").hidden = !open;
  byId("facts").hidden = !open;
  if (open && guess) showFeedbacks(game);
  if (open) {
    showReasons(game, colors);
    showCandidates(position.candidates, colors);
  }
  for (const id of ["undo", "restart"]) byId(id).disabled = !game.turns.length;
  if (focused?.matches("button, input") && (focused.disabled || focused.closest("[hidden]"))) firstChoice(game)?.focus();
  announce(summary(game, colors));
}

function summary({ position, turns, solved, guess }, colors) {
  if (solved) return words.solved(turns.length);
  if (!position.candidates.length) return words.contradiction;
  if (!guess) return words.searching;
  return words.status(turns.length + 1, spoken(guess, colors), position.candidates.length);
}

function firstChoice({ solved, corrections }) {
  if (solved) return byId("restart");
  if (corrections.length) return byId("corrections").querySelector("button");
  return byId("feedbacks").querySelector("button:not(.impossible)") ?? byId("undo");
}

function showGuess({ position, turns, solved, guess, own, corrections }, colors) {
  const wrong = !position.candidates.length;
  byId("next").textContent = solved
    ? words.solved(turns.length)
    : wrong
      ? words.contradiction
      : words.guess(turns.length + 1);
  byId("guess").replaceChildren(...(wrong || !guess ? [] : [tiles(guess, colors)]));
  const [text, className] = own
    ? [words.own, ""]
    : !position.guess
      ? [words.oneStep, ""]
      : position.proven
        ? [words.proven, "proven"]
        : [words.known, ""];
  Object.assign(byId("badge"), { textContent: text, className, hidden: solved || wrong || !guess });
  byId("advice").textContent = wrong ? (corrections.length ? words.correct : words.noCorrection) : "";
}

/** The changes of a single feedback that would leave codes. */
function showCorrections({ corrections, turns }) {
  const buttons = corrections.slice(0, MAX_CORRECTIONS).map(({ index, feedback, candidates }, value) => {
    const textContent = words.correction(index + 1, feedback, turns[index].feedback, candidates);
    return element("li", {}, element("button", { type: "button", value: String(value), textContent }));
  });
  byId("corrections").replaceChildren(...buttons);
}

/** A row for each number of hits, a column for each number of blows. */
function showFeedbacks({ position, guess }) {
  const { rules } = position.book;
  const winning = winningFeedback(rules);
  const cells = partition(position.candidates, guess);
  if (byId("feedbacks").dataset.rules !== JSON.stringify(rules)) makeButtons(rules);
  for (const button of byId("feedbacks").children) {
    const left = cells.get(button.value)?.length ?? 0;
    const wins = left > 0 && button.value === winning;
    button.classList.toggle("impossible", !left);
    button.lastChild.textContent = wins ? "✓" : left ? words.number(left) : "–";
    const name = wins
      ? words.solvedFeedback(button.value)
      : words.feedback(button.value, readFeedback(button.value), left);
    button.setAttribute("aria-label", name);
  }
}

/** Buttons stay the same elements from turn to turn, so that one of them can keep the focus. */
function makeButtons(rules) {
  const buttons = possibleFeedbacks(rules).map((feedback) => {
    const text = formatFeedback(feedback);
    const number = element("span", { className: "number" });
    const button = element("button", { type: "button", value: text }, element("b", {}, text), pegs(text), number);
    button.style.gridRow = String(feedback.hits + 1);
    button.style.gridColumn = String(feedback.blows + 1);
    return button;
  });
  byId("feedbacks").replaceChildren(...buttons);
  byId("feedbacks").dataset.rules = JSON.stringify(rules);
}

function showReasons({ position, guess, own, best, choices }, colors) {
  const cells = guess && partition(position.candidates, guess);
  const games = cells && position.guess && isSame(guess, position.guess) ? position.distribution() : [];
  const from = games.length ? expectation(position, games.length) : (!own && choices && oneStep(choices, colors)) || [];
  const texts = cells ? [...from, ...division(position, guess, cells)] : [words.searching];
  if (own && best && !isSame(own, best)) texts.push(words.better(spoken(best, colors)));
  byId("why").replaceChildren(...texts.map((text) => element("li", { textContent: text })));
  byId("games").hidden = !games.length;
  showDistribution(games);
}

/** What is known of the guess of a book; `worst`: the most guesses still needed. */
function expectation({ book, candidates, proven, total }, worst) {
  if (candidates.length === 1) return [];
  const known = book.name.endsWith("-seldom") ? words.whySeldom : words.whyKnown;
  return [words.expected(total / candidates.length, worst), proven ? words.whyProven : known];
}

function oneStep({ bySize, byEntropy }, colors) {
  return [
    words.byEntropy(spoken(byEntropy.guess, colors), byEntropy.bits, byEntropy.left),
    words.bySize(spoken(bySize.guess, colors), bySize.bits, bySize.left),
  ];
}

/** How a guess divides the candidates. */
function division({ book, candidates }, guess, cells) {
  const sizes = [...cells.values()].map((cell) => cell.length);
  const largest = Math.max(...sizes);
  const isCandidate = cells.has(winningFeedback(book.rules));
  if (candidates.length === 1 && isCandidate) return [words.only];
  return [
    largest === 1 ? words.splits : words.cells(candidates.length, cells.size, largest),
    words.average(averageLeft(cells, book.rules)),
    isCandidate ? words.candidate : words.noCandidate,
  ];
}

/** @param {number[]} games */
function showDistribution(games) {
  const most = Math.max(...games);
  const rows = games.map((count, index) => {
    const bar = element("span", { className: "bar" });
    bar.hidden = !count;
    bar.style.width = `${(count / most) * 70}%`;
    const head = element("th", { scope: "row", textContent: String(index + 1) });
    return element("tr", {}, head, element("td", {}, bar, words.number(count)));
  });
  byId("games").tBodies[0].replaceChildren(...rows);
}

function showCandidates(candidates, colors) {
  const listed = candidates.length <= MAX_LISTED;
  byId("left").textContent = words.left(candidates.length);
  byId("many").textContent = listed ? "" : words.many(MAX_LISTED);
  const items = listed ? candidates.map((code) => element("li", {}, tiles(code, colors))) : [];
  byId("codes").replaceChildren(...items);
}
