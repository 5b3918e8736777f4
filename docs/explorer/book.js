/**
 * Books of optimal play, and the positions that they lead to.
 *
 * A book is a list of integers, described in core/solver/book_format.py: positions, symbols, 1 if symbols may repeat, 1
 * if the book is proven optimal, and the nodes in preorder. Where a candidate tells all others apart, the book has no
 * node, because that candidate is the best guess.
 *
 * @typedef {import("./game.js").Rules} Rules
 * @typedef {import("./game.js").Code} Code
 * @typedef {{guess: Code, feedback: string}} Turn
 * @typedef {{guess: Code, total: number, children: Map<string, Node>}} Node
 *   total: guesses from this one to the winning one, summed over the candidates
 * @typedef {{name: string, rules: Rules, optimal: boolean, root: Node}} Book
 */

import { allCodes, computeFeedback, formatFeedback, isSame, possibleFeedbacks, winningFeedback } from "./game.js";
import { findRelabeling } from "./symmetry.js";

/**
 * @param {string} name such as `4x10`, or `4x10-seldom` for the second book of the same rules
 * @param {readonly number[]} numbers
 * @returns {Book}
 */
export function readBook(name, numbers) {
  const [positions, symbols, repeats, optimal] = numbers;
  const rules = { positions, symbols, repeats: repeats === 1 };
  const feedbacks = possibleFeedbacks(rules).map(formatFeedback);
  let next = 4;
  const readNode = () => {
    const [guess, candidates, more, bits] = numbers.slice(next, next + 4);
    next += 4;
    const children = new Map();
    feedbacks.forEach((feedback, index) => {
      if ((bits >> index) & 1) children.set(feedback, readNode());
    });
    return { guess: codeOf(guess, rules), total: more + 2 * candidates - 1, children };
  };
  return { name, rules, optimal: optimal === 1, root: readNode() };
}

/** The code that is this number in base `symbols`. */
function codeOf(number, { positions, symbols }) {
  const code = [];
  for (let position = 0; position < positions; position++) {
    code.unshift(number % symbols);
    number = Math.floor(number / symbols);
  }
  return code;
}

/** What is known after some turns, and the guess that a book makes next. */
export class Position {
  #entry;

  /**
   * @param {Book} book
   * @param {readonly Turn[]} turns in any order; none of them found the secret
   */
  constructor(book, turns = []) {
    this.book = book;
    /** @type {Code[]} the codes that match all turns, in lexicographic order */
    this.candidates = consistent(book.rules, turns);
    this.#entry = this.candidates.length ? findEntry(book, turns) : undefined;
    const { node, relabeling } = this.#entry ?? {};
    /** @type {Code | undefined} undefined if the game is not in the book, or if no code matches all turns */
    this.guess = node ? relabeling.undo(node.guess) : splitter(this.candidates);
  }

  /** Whether it is proven that no other guess than `guess` needs fewer guesses on average. */
  get proven() {
    return this.book.optimal || !this.#entry?.node;
  }

  /** Guesses from `guess` to the winning one, summed over the candidates. */
  get total() {
    return this.#entry?.node?.total ?? 2 * this.candidates.length - 1;
  }

  /**
   * The number of candidates found with 1, 2, 3 ... further guesses, beginning with `guess`.
   * @returns {number[]}
   */
  distribution() {
    const { node, relabeling } = this.#entry ?? {};
    return distribution(node, node ? this.candidates.map((code) => relabeling.apply(code)) : this.candidates);
  }
}

/**
 * The candidates by the feedback that a guess gets for them.
 * @param {readonly Code[]} candidates
 * @param {Code} guess
 * @returns {Map<string, Code[]>}
 */
export function partition(candidates, guess) {
  const cells = new Map(); // by a number until each cell is complete, which is faster
  for (const code of candidates) {
    const { hits, blows } = computeFeedback(code, guess);
    const number = hits * 16 + blows;
    const cell = cells.get(number);
    if (cell) cell.push(code);
    else cells.set(number, [code]);
  }
  return new Map([...cells].map(([number, cell]) => [formatFeedback({ hits: number >> 4, blows: number % 16 }), cell]));
}

/**
 * How many candidates a guess leaves on average; none if it is the secret.
 * @param {Map<string, Code[]>} cells
 * @param {Rules} rules
 */
export function averageLeft(cells, rules) {
  const sizes = [...cells].map(([feedback, { length }]) => [length, feedback === winningFeedback(rules) ? 0 : length]);
  const candidates = sizes.reduce((sum, [size]) => sum + size, 0);
  return sizes.reduce((sum, [size, left]) => sum + size * left, 0) / candidates;
}

/**
 * The codes that match all turns, in lexicographic order.
 * @param {Rules} rules
 * @param {readonly Turn[]} turns
 */
export function consistent(rules, turns) {
  return turns.reduce((codes, { guess, feedback }) => partition(codes, guess).get(feedback) ?? [], allCodes(rules));
}

/** The state of the book that turns lead to in any order, without a node if it has a splitter; undefined if none. */
function findEntry({ rules, root }, turns) {
  const distinct = turns.filter((turn, index) => turns.findIndex(({ guess }) => isSame(guess, turn.guess)) === index);
  const find = (node, left, pairs) => {
    if (!node || !left.length) {
      const relabeling = findRelabeling(pairs, rules);
      return relabeling && { node, relabeling };
    }
    for (const turn of left) {
      if (!mayBeEquivalent(turn.guess, node.guess, pairs)) continue;
      const others = left.filter((other) => other !== turn);
      const entry = find(node.children.get(turn.feedback), others, [...pairs, [turn.guess, node.guess]]);
      if (entry) return entry;
    }
    return undefined;
  };
  return find(root, distinct, []);
}

/** Whether two guesses agree in what no relabeling changes: their feedback with each earlier guess. */
function mayBeEquivalent(guess, bookGuess, pairs) {
  const given = (secret, code) => formatFeedback(computeFeedback(secret, code));
  return pairs.every(([earlier, bookEarlier]) => given(earlier, guess) === given(bookEarlier, bookGuess));
}

function distribution(node, candidates) {
  if (!node) return candidates.length === 1 ? [1] : [1, candidates.length - 1];
  const games = [0];
  for (const [feedback, cell] of partition(candidates, node.guess)) {
    if (isSame(cell[0], node.guess)) {
      games[0] = 1;
      continue;
    }
    distribution(node.children.get(feedback), cell).forEach((count, index) => {
      games[index + 1] = (games[index + 1] ?? 0) + count;
    });
  }
  return games;
}

/** The first candidate that gets a different feedback for each candidate. */
function splitter(candidates) {
  const count = candidates.length;
  const positions = candidates[0]?.length ?? 0;
  if (count > ((positions + 1) * (positions + 2)) / 2 - 1) return undefined; // more than there are feedbacks
  return candidates.find((guess) => count <= 2 || partition(candidates, guess).size === count);
}
