"""Rules, codes, feedback and texts for tests: complete lists where they are short, else Hypothesis strategies."""

from itertools import product

from hypothesis import strategies as st

from core.game.codes import Code, all_codes
from core.game.feedback import Feedback, possible_feedbacks
from core.game.rules import ALPHABETS, FEEDBACK_WORDS, MAX_POSITIONS, MAX_SYMBOLS, Rules, RulesOutOfRange


def _valid_sizes() -> list[Rules]:
    sizes = []
    for positions, symbols, repeats in product(range(MAX_POSITIONS + 2), range(MAX_SYMBOLS + 2), (False, True)):
        try:
            sizes.append(Rules(positions, symbols, repeats))
        except RulesOutOfRange:
            continue
    return sizes


SIZES = _valid_sizes()
"""All combinations of positions, symbols and repeats."""

ALL_RULES = [
    Rules(size.positions, size.symbols, size.repeats, alphabet, words)
    for size, alphabet, words in product(SIZES, ALPHABETS.values(), FEEDBACK_WORDS.values())
]
"""All rules."""

CLASSIC = Rules.parse("4x10")
MASTERMIND = Rules.parse("4x6r-colors")

any_rules = st.sampled_from(ALL_RULES)


def any_code(rules: Rules) -> st.SearchStrategy[Code]:
    """Any code of these rules."""
    symbol = st.integers(0, rules.symbols - 1)
    row = st.lists(symbol, min_size=rules.positions, max_size=rules.positions, unique=not rules.repeats)
    return row.map(tuple)


def any_feedback(rules: Rules) -> st.SearchStrategy[Feedback]:
    """Any possible feedback under these rules."""
    return st.sampled_from(possible_feedbacks(rules))


def representative_guesses(rules: Rules) -> list[Code]:
    """One guess for each way to repeat symbols; renaming symbols and permuting positions gives all others."""
    representatives: dict[tuple[int, ...], Code] = {}
    for code in all_codes(rules):
        representatives.setdefault(tuple(sorted(map(code.count, set(code)))), code)
    return list(representatives.values())


CONFUSING_TEXTS = {
    "a control character": "01\x0023",
    "an escape sequence": "\x1b[31m0123",
    "a right-to-left mark": "\u200f0123",
    "a right-to-left override": "\u202e3210",
    "a right-to-left isolate": "\u20670123\u2069",
    "a soft hyphen": "01\u00ad23",
    "a high surrogate": "012\ud83d",
    "a low surrogate": "\udf4e123",
    "a private-use character": "012\ue000",
    "a noncharacter": "012\uffff",
}
"""Texts with characters that hide or reorder text, by the kind of character."""

any_text = st.text(st.characters(exclude_categories=()), max_size=40) | st.text("0123 xrRHB,", max_size=5)
"""Any text, including lone surrogates, and texts that are often a code, feedback or rules."""
