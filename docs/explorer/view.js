/**
 * Draws a position.
 *
 * @typedef {import("./game.js").Code} Code
 * @typedef {import("./book.js").Position} Position
 * @typedef {{position: Position, turns: {guess: Code, feedback: string}[], solved: boolean}} Game
 *   position: the last one with a guess; solved: whether the last of the turns found the secret
 */

import { formatFeedback, possibleFeedbacks, readFeedback } from "./game.js";
import { words } from "./words.js";

const MAX_LISTED = 60;
const COLOR_KEYS = "RYGBPONKW1";

/**
 * @param {string} id
 * @returns {any} an element of the page, of the type that its tag says
 */
export const byId = (id) => document.getElementById(id);

/** An element with properties and children. */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/**
 * A code as tiles with digits, or as coloured pegs with letters.
 * @param {Code} code
 * @param {boolean} colors
 */
function tiles(code, colors) {
  const drawn = code.map((symbol) =>
    colors
      ? element("span", { className: `tile color color${symbol}`, textContent: COLOR_KEYS[symbol] })
      : element("span", { className: "tile", textContent: String(symbol) }),
  );
  const image = element("span", { className: "tiles" }, ...drawn);
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", spoken(code, colors));
  return image;
}

/** A code as a screen reader reads it, symbol by symbol. */
function spoken(code, colors) {
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

/**
 * @param {Map<string, import("./book.js").Book>} books by name
 */
export function listRules(books) {
  const groups = { distinct: [], repeats: [] };
  for (const [name, { rules }] of books) {
    const [notation, seldom] = name.split("-");
    const described = words.games[notation] ?? words.rules(rules);
    const textContent = [notation, described, ...(seldom ? [words.seldom] : [])].join(" · ");
    groups[rules.repeats ? "repeats" : "distinct"].push(element("option", { value: name, textContent }));
  }
  for (const [kind, options] of Object.entries(groups)) {
    byId("rules").append(element("optgroup", { label: words.groups[kind] }, ...options));
  }
}

/**
 * Shows a game, and keeps the focus where it can be of use.
 * @param {Game} game
 * @param {boolean} colors
 */
export function show(game, colors) {
  const focused = /** @type {HTMLButtonElement} */ (document.activeElement);
  showTurns(game, colors);
  showGuess(game, colors);
  showFeedbacks(game);
  byId("facts").hidden = game.solved;
  if (!game.solved) {
    const distribution = game.position.distribution();
    showReasons(game.position, distribution.length);
    showDistribution(distribution);
    showCandidates(game.position.candidates, colors);
  }
  for (const id of ["undo", "restart"]) byId(id).disabled = !game.turns.length;
  if (focused?.matches("button") && (focused.disabled || focused.closest("[hidden]"))) firstChoice(game).focus();
  announce(summary(game, colors));
}

/** @param {string} text */
export function announce(text) {
  byId("status").textContent = text;
}

function summary({ position, turns, solved }, colors) {
  if (solved) return words.solved(turns.length);
  return words.status(turns.length + 1, spoken(position.guess, colors), position.candidates.length);
}

function firstChoice({ solved }) {
  return solved ? byId("restart") : byId("feedbacks").querySelector("button:enabled");
}

function showTurns({ turns }, colors) {
  const rows = turns.map(({ guess, feedback }) =>
    element("li", {}, tiles(guess, colors), " ", element("span", { className: "given" }, feedback, pegs(feedback))),
  );
  byId("turns").replaceChildren(...rows);
}

function showGuess({ position, turns, solved }, colors) {
  byId("next").textContent = solved ? words.solved(turns.length) : words.guess(turns.length + 1);
  byId("guess").replaceChildren(tiles(position.guess, colors));
  byId("badge").textContent = position.proven ? words.proven : words.known;
  byId("badge").className = position.proven ? "proven" : "";
  byId("badge").hidden = solved;
}

/** A row for each number of hits, a column for each number of blows. */
function showFeedbacks({ position, solved }) {
  byId("ask").hidden = solved;
  const { rules } = position.book;
  if (byId("feedbacks").dataset.rules !== JSON.stringify(rules)) makeButtons(rules);
  for (const button of byId("feedbacks").children) {
    const left = button.value === position.winning ? 0 : position.cells.get(button.value)?.length ?? 0;
    const wins = button.value === position.winning && position.cells.has(button.value);
    button.disabled = !left && !wins;
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

/**
 * @param {Position} position
 * @param {number} worst the most guesses still needed
 */
function showReasons(position, worst) {
  const items = reasons(position, worst).map((text) => element("li", { textContent: text }));
  byId("why").replaceChildren(...items);
}

function reasons(position, worst) {
  const { candidates, cells, proven, total, winning, book } = position;
  if (candidates.length === 1) return [words.only];
  const sizes = [...cells.values()].map((cell) => cell.length);
  const largest = Math.max(...sizes);
  const known = book.name.endsWith("-seldom") ? words.whySeldom : words.whyKnown;
  return [
    words.expected(total / candidates.length, worst),
    proven ? words.whyProven : known,
    largest === 1 ? words.splits : words.cells(candidates.length, cells.size, largest),
    cells.has(winning) ? words.candidate : words.noCandidate,
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
