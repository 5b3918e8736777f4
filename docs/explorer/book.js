/**
 * Books of optimal play, and the positions that they lead to.
 *
 * A book is a list of integers, described in core/solver/book_format.py: positions, symbols, 1 if symbols may repeat, 1
 * if the book is proven optimal, and the nodes in preorder. Where a candidate tells all others apart, the book has no
 * node, because that candidate is the best guess.
 *
 * @typedef {import("./game.js").Rules} Rules
 * @typedef {import("./game.js").Code} Code
 * @typedef {import("./game.js").Feedback} Feedback
 * @typedef {{guess: Code, total: number, children: Map<string, Node>}} Node
 *   total: guesses from this one to the winning one, summed over the candidates
 * @typedef {{name: string, rules: Rules, optimal: boolean, root: Node}} Book
 */

import { allCodes, computeFeedback, formatFeedback, possibleFeedbacks } from "./game.js";

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
    return { guess: readCode(guess, rules), total: more + 2 * candidates - 1, children };
  };
  return { name, rules, optimal: optimal === 1, root: readNode() };
}

/** The code that is this number in base `symbols`. */
function readCode(number, { positions, symbols }) {
  const code = [];
  for (let position = 0; position < positions; position++) {
    code.unshift(number % symbols);
    number = Math.floor(number / symbols);
  }
  return code;
}

/** What is known after some turns of a game played by a book, and the guess that the book makes next. */
export class Position {
  #node;

  /**
   * @param {Book} book
   * @param {Node | undefined} node undefined if the book leaves this position out
   * @param {Code[]} candidates the codes that match the history, in lexicographic order, at least one
   */
  constructor(book, node, candidates) {
    this.book = book;
    this.candidates = candidates;
    this.#node = node;
    const guess = node ? node.guess : splitter(candidates);
    if (!guess) throw new Error("a guess is missing in the book");
    /** @type {Code} */
    this.guess = guess;
    /** @type {Map<string, Code[]>} the candidates by the feedback that the guess gets for them */
    this.cells = partition(candidates, guess);
  }

  /** @param {Book} book */
  static start(book) {
    return new Position(book, book.root, allCodes(book.rules));
  }

  /** Whether it is proven that no other guess needs fewer guesses on average. */
  get proven() {
    return this.book.optimal || !this.#node;
  }

  /** Guesses from this one to the winning one, summed over the candidates. */
  get total() {
    return this.#node ? this.#node.total : 2 * this.candidates.length - 1;
  }

  /** The feedback that means that the guess was right. */
  get winning() {
    return winningFeedback(this.guess);
  }

  /**
   * The position after a feedback, which leaves at least one candidate and is not the winning one.
   * @param {string} feedback
   */
  after(feedback) {
    return new Position(this.book, this.#node?.children.get(feedback), this.cells.get(feedback) ?? []);
  }

  /**
   * The number of candidates found with 1, 2, 3 ... further guesses.
   * @returns {number[]}
   */
  distribution() {
    return distribution(this.#node, this.candidates);
  }
}

function distribution(node, candidates) {
  if (!node) return candidates.length === 1 ? [1] : [1, candidates.length - 1];
  const winning = winningFeedback(node.guess);
  const games = [0];
  for (const [feedback, cell] of partition(candidates, node.guess)) {
    if (feedback === winning) {
      games[0] = 1;
      continue;
    }
    distribution(node.children.get(feedback), cell).forEach((count, index) => {
      games[index + 1] = (games[index + 1] ?? 0) + count;
    });
  }
  return games;
}

function winningFeedback({ length }) {
  return formatFeedback({ hits: length, blows: 0 });
}

/** The first candidate that gets a different feedback for each candidate. */
function splitter(candidates) {
  return candidates.find((guess) => candidates.length <= 2 || partition(candidates, guess).size === candidates.length);
}

/** The candidates by the feedback that a guess gets for them, which is a number until each cell is complete: faster. */
function partition(candidates, guess) {
  const cells = new Map();
  for (const code of candidates) {
    const { hits, blows } = computeFeedback(code, guess);
    const number = hits * 16 + blows;
    const cell = cells.get(number);
    if (cell) cell.push(code);
    else cells.set(number, [code]);
  }
  return new Map([...cells].map(([number, cell]) => [formatFeedback({ hits: number >> 4, blows: number % 16 }), cell]));
}
