/**
 * The rules of a game, its codes and feedback; the same as core/game in Python.
 *
 * @typedef {{positions: number, symbols: number, repeats: boolean}} Rules
 * @typedef {readonly number[]} Code symbols, counted from 0
 * @typedef {{hits: number, blows: number}} Feedback
 */

const MAX_SYMBOLS = 16;

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
 * @param {string} text such as `1H2B`
 * @returns {Feedback}
 */
export function readFeedback(text) {
  const [hits, blows] = text.match(/\d/g).map(Number);
  return { hits, blows };
}
