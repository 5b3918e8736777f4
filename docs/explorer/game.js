/**
 * The rules of a game, its codes and feedback; the same as core/game in Python.
 *
 * @typedef {{positions: number, symbols: number, repeats: boolean}} Rules
 * @typedef {readonly number[]} Code symbols, counted from 0
 * @typedef {{hits: number, blows: number}} Feedback
 */

const MAX_POSITIONS = 10;
const MAX_SYMBOLS = 10;
const MAX_CODES = 50_000;

/** The letters of the colours, in the order of the symbols. */
export const COLOR_KEYS = "RYGBPONKW1";

/**
 * @param {string} notation such as `4x10` or, with repeats, `4x6r`
 * @returns {Rules | undefined} undefined if these are no rules, or larger ones than the pages can show
 */
export function readRules(notation) {
  const [, positions, symbols, repeats] = notation.match(/^(\d{1,2})x(\d{1,2})(r?)$/) ?? [];
  const rules = { positions: Number(positions), symbols: Number(symbols), repeats: repeats === "r" };
  const inRange = rules.positions >= 1 && rules.positions <= MAX_POSITIONS && rules.symbols >= 2 && rules.symbols <= MAX_SYMBOLS;
  const codes = inRange ? countCodes(rules) : 0;
  return codes >= 2 && codes <= MAX_CODES ? rules : undefined;
}

/**
 * @param {Rules} rules
 * @returns {number} how many codes there are; 0 if there are fewer symbols than positions
 */
export function countCodes({ positions, symbols, repeats }) {
  let count = 1;
  for (let position = 0; position < positions; position++) count *= repeats ? symbols : Math.max(0, symbols - position);
  return count;
}

/**
 * Reads a code of digits or of the letters of colours, with any separators.
 * @param {string} text
 * @param {Rules} rules
 * @returns {Code | undefined} undefined if it is no code of these rules
 */
export function readCode(text, { positions, symbols, repeats }) {
  const plain = text.normalize("NFKC").toUpperCase().replace(/[^0-9A-Z]/g, "");
  const code = [...plain].map(/^\d+$/.test(plain) ? Number : (key) => COLOR_KEYS.indexOf(key));
  const legal = code.length === positions && code.every((symbol) => symbol >= 0 && symbol < symbols);
  return legal && (repeats || new Set(code).size === positions) ? code : undefined;
}

/**
 * Every code, in lexicographic order.
 * @param {Rules} rules
 * @returns {Code[]}
 */
export function allCodes({ positions, symbols, repeats }) {
  const alphabet = Array.from({ length: symbols }, (_, symbol) => symbol);
  let codes = [[]];
  for (let position = 0; position < positions; position++) {
    codes = codes.flatMap((start) =>
      alphabet.filter((symbol) => repeats || !start.includes(symbol)).map((symbol) => [...start, symbol]),
    );
  }
  return codes;
}

const unmatched = new Int8Array(MAX_SYMBOLS);

/**
 * The feedback that a guess gets for a secret.
 * @param {Code} secret
 * @param {Code} guess
 * @returns {Feedback}
 */
export function computeFeedback(secret, guess) {
  let hits = 0;
  let common = 0;
  unmatched.fill(0);
  for (const symbol of secret) unmatched[symbol]++;
  for (let position = 0; position < guess.length; position++) {
    if (guess[position] === secret[position]) hits++;
    if (unmatched[guess[position]]-- > 0) common++;
  }
  return { hits, blows: common - hits };
}

/**
 * Every feedback that some guess can get, ordered by hits, then by blows. The winning feedback is the last.
 * @param {Rules} rules
 * @returns {Feedback[]}
 */
export function possibleFeedbacks(rules) {
  const feedbacks = [];
  for (let hits = 0; hits <= rules.positions; hits++) {
    for (let blows = 0; blows <= rules.positions - hits; blows++) {
      if (allows(rules, hits, blows)) feedbacks.push({ hits, blows });
    }
  }
  return feedbacks;
}

/** See `Rules.allows` in core/game/rules.py. */
function allows({ positions, symbols, repeats }, hits, blows) {
  const misses = positions - hits - blows;
  if (blows === 1 && misses === 0) return false;
  return repeats ? symbols > 2 || blows % 2 === 0 : misses <= symbols - positions;
}

/**
 * @param {Feedback} feedback
 * @returns {string} such as `1H2B`
 */
export function formatFeedback({ hits, blows }) {
  return `${hits}H${blows}B`;
}

/**
 * @param {string} text such as `1H2B`, `1 2` or `12`
 * @returns {Feedback | undefined} undefined if there are not two numbers in it
 */
export function readFeedback(text) {
  const digits = text.normalize("NFKC").match(/^\s*(\d)\s*[HA]?[\s,]*(\d)\s*B?\s*$/i);
  return digits ? { hits: Number(digits[1]), blows: Number(digits[2]) } : undefined;
}

/**
 * @param {Rules} rules
 * @returns {string} the feedback that means that the guess was right
 */
export function winningFeedback({ positions }) {
  return formatFeedback({ hits: positions, blows: 0 });
}

/** @param {Code} one @param {Code} other */
export function isSame(one, other) {
  return one.join() === other.join();
}
