/**
 * The best next guess by what it leaves after one step, for positions that are in no book; and wrong feedback.
 *
 * @typedef {import("./game.js").Rules} Rules
 * @typedef {import("./game.js").Code} Code
 * @typedef {import("./book.js").Turn} Turn
 * @typedef {{guess: Code, left: number, bits: number}} Choice
 *   left: candidates that the guess leaves on average; bits: how much its feedback tells on average
 * @typedef {{bySize: Choice, byEntropy: Choice}} Choices
 */

import { consistent, partition } from "./book.js";
import { allCodes, readFeedback } from "./game.js";

const GUESSES_A_STEP = 500;

/**
 * Compares all guesses by the sizes of their cells. Of equally good guesses a candidate is chosen, then the lowest.
 * Guesses that differ only in symbols that no turn has are compared once.
 * @param {Rules} rules
 * @param {readonly Turn[]} turns at least one code matches them
 * @returns {Generator<number, Choices>} yields how much is done, 0 to 1
 */
export function* chooseGuess(rules, turns) {
  const candidates = consistent(rules, turns);
  const isCandidate = new Set(candidates.map((code) => code.join()));
  const guesses = allCodes(rules).filter(lowestOfItsKind(rules, turns));
  const measure = cellCounter(rules, candidates);
  const best = { size: { cost: Infinity }, entropy: { cost: Infinity } };
  for (const [index, guess] of guesses.entries()) {
    if (index % GUESSES_A_STEP === 0) yield index / guesses.length;
    const costs = measure(guess);
    const last = isCandidate.has(guess.join()) ? 0 : 1;
    for (const [score, cost] of Object.entries(costs)) keep(best[score], { guess, costs, cost, last });
  }
  const count = candidates.length;
  const choice = ({ guess, costs }) => ({ guess, left: costs.size / count, bits: Math.log2(count) - costs.entropy / count });
  return { bySize: choice(best.size), byEntropy: choice(best.entropy) };
}

/** Replaces the best guess by another that is better; costs that differ by rounding alone are equal. */
function keep(best, other) {
  const gain = best.cost - other.cost;
  if (gain > 1e-9 || (gain > -1e-9 && other.last < best.last)) Object.assign(best, other);
}

/** Whether a code has the symbols that no turn has in ascending order, without a gap. */
function lowestOfItsKind({ symbols }, turns) {
  const guessed = new Set(turns.flatMap(({ guess }) => guess));
  const others = Array.from({ length: symbols }, (_, symbol) => symbol).filter((symbol) => !guessed.has(symbol));
  return (code) => {
    let used = 0;
    return code.every((symbol) => {
      const rank = others.indexOf(symbol);
      if (rank === used) used++;
      return rank < used;
    });
  };
}

/**
 * A function that gives the costs of guesses: the sums of n^2 and n log2(n) over their cells, where the guess itself
 * costs nothing. Guesses are best given in lexicographic order: what they begin with alike is counted once.
 */
function cellCounter({ positions, symbols }, candidates) {
  const columns = Array.from({ length: positions }, (_, position) => Uint8Array.from(candidates, (code) => code[position]));
  const hits = Array.from({ length: positions + 1 }, () => new Uint8Array(candidates.length));
  const { kinds, kindOf } = bySymbols(candidates, symbols);
  const common = new Uint8Array(kinds.length);
  const width = positions + 1;
  const sizes = new Int32Array(width * width);
  const logs = Float64Array.from({ length: candidates.length + 1 }, (_, n) => (n ? n * Math.log2(n) : 0));
  let previous = [];
  return (guess) => {
    const changed = guess.findIndex((symbol, position) => symbol !== previous[position]);
    for (let position = Math.max(changed, 0); position < positions; position++) {
      addHits(hits[position], columns[position], guess[position], hits[position + 1]);
    }
    previous = guess;
    countCommon(kinds, guess, symbols, common);
    sizes.fill(0);
    const all = hits[positions];
    for (let index = 0; index < all.length; index++) sizes[all[index] * width + common[kindOf[index]]]++;
    sizes[sizes.length - 1] = 0; // the guess itself
    let size = 0;
    let entropy = 0;
    for (const n of sizes) {
      size += n * n;
      entropy += logs[n];
    }
    return { size, entropy };
  };
}

function addHits(before, column, symbol, after) {
  for (let index = 0; index < column.length; index++) after[index] = before[index] + (column[index] === symbol ? 1 : 0);
}

/** How often each symbol occurs in codes: the different counts, and their index for each code. */
function bySymbols(codes, symbols) {
  const numbers = new Map();
  const kinds = [];
  const kindOf = Uint16Array.from(codes, (code) => {
    const key = [...code].sort().join();
    if (!numbers.has(key)) {
      numbers.set(key, kinds.length);
      kinds.push(countSymbols(code, symbols));
    }
    return numbers.get(key);
  });
  return { kinds, kindOf };
}

function countSymbols(code, symbols) {
  const counts = new Uint8Array(symbols);
  for (const symbol of code) counts[symbol]++;
  return counts;
}

/** Writes how many symbols the guess has in common with each kind of code. */
function countCommon(kinds, guess, symbols, common) {
  const counts = countSymbols(guess, symbols);
  kinds.forEach((kind, index) => {
    let sum = 0;
    for (let symbol = 0; symbol < symbols; symbol++) sum += Math.min(kind[symbol], counts[symbol]);
    common[index] = sum;
  });
}

/**
 * Every change of a single feedback after which some code matches all turns, the likeliest first; see
 * core/solver/mistakes.py.
 * @param {Rules} rules
 * @param {readonly Turn[]} turns
 * @returns {{index: number, feedback: string, candidates: number}[]} index: of the turn, counted from 0
 */
export function findCorrections(rules, turns) {
  const corrections = turns.flatMap(({ guess, feedback: given }, index) => {
    const others = turns.filter((_, other) => other !== index);
    return [...partition(consistent(rules, others), guess)].map(([feedback, cell]) => ({
      index,
      feedback,
      candidates: cell.length,
      unlikelihood: classify(readFeedback(given), readFeedback(feedback)),
    }));
  });
  return corrections.sort((a, b) => a.unlikelihood - b.unlikelihood || b.candidates - a.candidates);
}

/** 0 if hits and blows were exchanged, 1 if one symbol was misjudged, otherwise 2. */
function classify(given, correct) {
  if (given.hits === correct.blows && given.blows === correct.hits) return 0;
  const [hits, blows] = [given.hits - correct.hits, given.blows - correct.blows];
  return Math.max(Math.abs(hits), Math.abs(blows), Math.abs(hits + blows)) === 1 ? 1 : 2;
}
