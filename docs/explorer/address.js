/**
 * Positions as addresses: the fragment `#4x10/0H2B/1H1B` is the position after 0H2B to the first guess of the book for
 * 4x10 and 1H1B to the second. A guess of one's own stands before its feedback, as in `#4x10/4567=0H2B`. `-colors` after
 * the rules shows symbols as colours. The practice page has a seed instead of turns: `#4x10/k3x9`.
 *
 * @typedef {{guess: string, feedback: string}} Step guess: empty if it is the book's; feedback: as in `1H2B`, not checked
 * @typedef {{name: string, colors: boolean, steps: Step[]}} Address
 *   name: of the book or, in practice, the notation of the rules
 */

import { formatFeedback, readFeedback } from "./game.js";

const COLORS = "-colors";

/**
 * @param {string} fragment with or without `#`
 * @returns {Address}
 */
export function readAddress(fragment) {
  const { parts, ...rest } = readParts(fragment);
  return { ...rest, steps: parts.map(readStep) };
}

/**
 * The parts of a fragment: the rules, and what stands behind them.
 * @param {string} fragment with or without `#`
 */
export function readParts(fragment) {
  const [rules, ...parts] = plain(fragment).replace(/^#/, "").split("/").map((part) => part.trim());
  const name = rules.toLowerCase();
  const colors = name.endsWith(COLORS);
  return { name: colors ? name.slice(0, -COLORS.length) : name, colors, parts: parts.filter(Boolean) };
}

/** @returns {Step} */
function readStep(part) {
  const [text, guess = ""] = part.split("=").reverse();
  const feedback = readFeedback(text);
  return { guess, feedback: feedback ? formatFeedback(feedback) : text.toUpperCase() };
}

/**
 * @param {Address} address
 * @returns {string} the fragment
 */
export function writeAddress({ name, colors, steps }) {
  return writeParts({ name, colors, parts: steps.map(({ guess, feedback }) => (guess ? `${guess}=` : "") + feedback) });
}

/** @param {{name: string, colors: boolean, parts: string[]}} parts */
export function writeParts({ name, colors, parts }) {
  return `#${[name + (colors ? COLORS : ""), ...parts].join("/")}`;
}

function plain(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
