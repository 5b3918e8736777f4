/**
 * Positions as addresses: the fragment `#4x10/0H2B/1H1B` is the position after 0H2B to the first guess of the book for
 * 4x10 and 1H1B to the second. `-colors` after the rules shows symbols as colours.
 *
 * @typedef {{name: string, colors: boolean, feedbacks: string[]}} Address
 *   name: of the book; feedbacks: as in `1H2B`, not checked against the rules
 */

const COLORS = "-colors";

/**
 * @param {string} fragment with or without `#`
 * @returns {Address}
 */
export function readAddress(fragment) {
  const [rules, ...feedbacks] = plain(fragment).replace(/^#/, "").split("/").map((part) => part.trim());
  const name = rules.toLowerCase();
  const colors = name.endsWith(COLORS);
  return {
    name: colors ? name.slice(0, -COLORS.length) : name,
    colors,
    feedbacks: feedbacks.filter(Boolean).map((text) => text.toUpperCase().replace(/^(\d)(\d)$/, "$1H$2B")),
  };
}

/**
 * @param {Address} address
 * @returns {string} the fragment
 */
export function writeAddress({ name, colors, feedbacks }) {
  return `#${[name + (colors ? COLORS : ""), ...feedbacks].join("/")}`;
}

function plain(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
