/**
 * Games that differ only in the order of positions and in the names of symbols; see core/solver/symmetry.py.
 *
 * @typedef {import("./game.js").Code} Code
 * @typedef {{apply: (code: Code) => Code, undo: (code: Code) => Code}} Relabeling
 *   apply: from the first codes of the pairs to the second ones; undo: back
 */

/**
 * The first relabeling that maps the first code of each pair to the second one. It renames symbols that occur in none
 * of the codes in ascending order.
 * @param {readonly (readonly [Code, Code])[]} pairs
 * @param {import("./game.js").Rules} rules
 * @returns {Relabeling | undefined}
 */
export function findRelabeling(pairs, { positions, symbols }) {
  const columns = (which) => Array.from({ length: positions }, (_, position) => pairs.map((pair) => pair[which][position]));
  const found = extend(columns(0), columns(1), [], new Map());
  if (!found) return undefined;
  const { source } = found;
  const renaming = complete(found.renaming, symbols);
  const inverse = new Map([...renaming].map(([old, renamed]) => [renamed, old]));
  return {
    apply: (code) => source.map((position) => renaming.get(code[position])),
    undo: (code) => code.map((_, position) => inverse.get(code[source.indexOf(position)])),
  };
}

/** Extends positions (the old one for each new one) and a renaming of symbols until all columns are mapped. */
function extend(old, target, source, renaming) {
  if (source.length === target.length) return { source, renaming };
  for (let position = 0; position < old.length; position++) {
    if (source.includes(position)) continue;
    const extended = rename(renaming, old[position], target[source.length]);
    const found = extended && extend(old, target, [...source, position], extended);
    if (found) return found;
  }
  return undefined;
}

/** The renaming extended to map one column to the other, or undefined if it would not be one-to-one. */
function rename(renaming, old, target) {
  const extended = new Map(renaming);
  for (const [index, symbol] of old.entries()) {
    if (!extended.has(symbol)) extended.set(symbol, target[index]);
    if (extended.get(symbol) !== target[index]) return undefined;
  }
  return new Set(extended.values()).size === extended.size ? extended : undefined;
}

/** The renaming with the symbols that have no new name yet. */
function complete(renaming, symbols) {
  const all = Array.from({ length: symbols }, (_, symbol) => symbol);
  const used = new Set(renaming.values());
  const free = all.filter((symbol) => !used.has(symbol));
  return new Map(all.map((symbol) => [symbol, renaming.has(symbol) ? renaming.get(symbol) : free.shift()]));
}
