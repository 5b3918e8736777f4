"""Everything there is, where that is little; and ways to draw from it, where it is not."""

from itertools import product

from hypothesis import strategies as st

from core.game.codes import Code, all_codes
from core.game.feedback import Feedback, possible_feedbacks
from core.game.rules import ALPHABETS, FEEDBACK_WORDS, MAX_POSITIONS, MAX_SYMBOLS, Rules, RulesOutOfRange


def _legal_sizes() -> list[Rules]:
    sizes = []
    for positions, symbols, repeats in product(range(MAX_POSITIONS + 2), range(MAX_SYMBOLS + 2), (False, True)):
        try:
            sizes.append(Rules(positions, symbols, repeats))
        except RulesOutOfRange:
            continue
    return sizes


SIZES = _legal_sizes()
"""All rules in digits and hits and blows."""

ALL_RULES = [
    Rules(size.positions, size.symbols, size.repeats, alphabet, words)
    for size, alphabet, words in product(SIZES, ALPHABETS.values(), FEEDBACK_WORDS.values())
]
"""All rules there are."""

CLASSIC = Rules.parse("4x10")
MASTERMIND = Rules.parse("4x6r-colors")

any_rules = st.sampled_from(ALL_RULES)


def any_code(rules: Rules) -> st.SearchStrategy[Code]:
    """Any code of these rules."""
    symbol = st.integers(0, rules.symbols - 1)
    row = st.lists(symbol, min_size=rules.positions, max_size=rules.positions, unique=not rules.repeats)
    return row.map(tuple)


def any_feedback(rules: Rules) -> st.SearchStrategy[Feedback]:
    """Any feedback that some guess can get under these rules."""
    return st.sampled_from(possible_feedbacks(rules))


def kinds_of_guess(rules: Rules) -> list[Code]:
    """One guess of every kind: any other differs from one of them only in the names and places of its symbols.

    With all symbols different there is one kind; with repeats a kind is how often each symbol occurs.
    """
    kinds: dict[tuple[int, ...], Code] = {}
    for code in all_codes(rules):
        kinds.setdefault(tuple(sorted(map(code.count, set(code)))), code)
    return list(kinds.values())


STRANGE = {
    "a control character": "01\x0023",
    "an escape sequence": "\x1b[31m0123",
    "a right-to-left mark": "\u200f0123",
    "a right-to-left override": "\u202e3210",
    "a right-to-left isolate": "\u20670123\u2069",
    "a soft hyphen": "01\u00ad23",
    "half a surrogate pair": "012\ud83d",
    "the other half": "\udf4e123",
    "a private character": "012\ue000",
    "no character": "012\uffff",
}
"""Texts that hide or reorder what is written, by what is in them."""

any_text = st.text(st.characters(exclude_categories=()), max_size=40)
"""Any text at all, half-surrogates included."""
