import unicodedata
from dataclasses import replace

import pytest
from hypothesis import example, given

from core.game.codes import all_codes
from core.game.rules import (
    ALPHABETS,
    BULLS,
    COLORS,
    DIGITS,
    EATBITE,
    FEEDBACK_WORDS,
    FRUIT,
    HITBLOW,
    LETTERS,
    MAX_CODES,
    MAX_SYMBOLS,
    NAMED_RULES,
    Alphabet,
    Rules,
    RulesError,
    RulesOutOfRange,
    UnknownRules,
)
from tests.core.generators import ALL_RULES, SIZES, any_text


def test_all_rules_round_trip_through_their_notation() -> None:
    assert [Rules.parse(str(rules)) for rules in ALL_RULES] == ALL_RULES


def test_no_two_rules_share_a_notation() -> None:
    assert len(set(map(str, ALL_RULES))) == len(ALL_RULES)


def test_every_name_round_trips() -> None:
    assert {name: Rules.parse(name).name for name in NAMED_RULES} == {name: name for name in NAMED_RULES}


def test_a_name_stands_for_its_usual_rules() -> None:
    assert Rules.parse("hitblow") == Rules(4, 10)
    assert Rules.parse("numeron") == Rules(3, 10, words=EATBITE)
    assert Rules.parse("bulls") == Rules(4, 10, words=BULLS)
    assert Rules.parse("mastermind") == Rules(4, 6, repeats=True, alphabet=COLORS)


def test_other_rules_have_no_name() -> None:
    assert Rules(7, 9).name is None


@pytest.mark.parametrize(
    "text",
    [
        "4x10",
        "4X10",
        " 4 x 10 ",
        "4×10",
        "４ｘ１０",
        "４×１０",
        "HitBlow",
        "ＨＩＴＢＬＯＷ",
        "４x10",
        "4x10-digits-hitblow",
    ],
)
def test_rules_are_read_in_any_case_and_width(text: str) -> None:
    assert Rules.parse(text) == Rules(4, 10)


@pytest.mark.parametrize("text", ["4x6r-colors-bulls", "4x6r-bulls-colors", "4X6R-Colors-BULLS"])
def test_alphabet_and_feedback_words_are_read_in_either_order(text: str) -> None:
    assert Rules.parse(text) == Rules(4, 6, repeats=True, alphabet=COLORS, words=BULLS)


@pytest.mark.parametrize(
    ("rules", "notation"),
    [
        (Rules(4, 10), "4x10"),
        (Rules(4, 6, repeats=True), "4x6r"),
        (Rules(4, 10, alphabet=LETTERS), "4x10-letters"),
        (Rules(3, 10, words=EATBITE), "3x10-eatbite"),
        (Rules(5, 8, repeats=True, alphabet=FRUIT, words=BULLS), "5x8r-fruit-bulls"),
    ],
)
def test_the_notation_omits_defaults(rules: Rules, notation: str) -> None:
    assert str(rules) == notation


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "4",
        "x10",
        "4x",
        "4x10q",
        "4x10rr",
        "-4x10",
        "4x-10",
        "4.5x10",
        "4x10-",
        "4x10-pictures",
        "4x10-colors-fruit",
        "4x10-colors-colors",
        "4x10-bulls-hitblow",
        "4x10-colors-bulls-bulls",
        "hitblow-colors",
        "hitblow4",
        "4x1000",
        "4x10 8",
        "4x10\x00",
        "\u202e01x4",
        "4x10\u200f",
        "\ud83d",
        "🔴🟡",
        "4x10" * 2_500,
        "9" * 10_000,
    ],
)
def test_a_text_that_is_neither_a_name_nor_a_notation_is_refused(text: str) -> None:
    with pytest.raises(UnknownRules) as caught:
        Rules.parse(text)
    assert caught.value.read == text


@pytest.mark.parametrize(
    ("text", "quantity", "value", "low", "high"),
    [
        ("0x10", "positions", 0, 1, 10),
        ("11x16", "positions", 11, 1, 10),
        ("999x999r", "positions", 999, 1, 10),
        ("4x0", "symbols", 0, 2, 16),
        ("1x1", "symbols", 1, 2, 16),
        ("4x17r", "symbols", 17, 2, 16),
        ("5x4", "codes", 0, 2, 10_000_000),
        ("6x16r", "codes", 16_777_216, 2, 10_000_000),
        ("10x16", "codes", 29_059_430_400, 2, 10_000_000),
    ],
)
def test_rules_out_of_range_are_refused_with_the_range(
    text: str, quantity: str, value: int, low: int, high: int
) -> None:
    with pytest.raises(RulesOutOfRange) as caught:
        Rules.parse(text)
    error = caught.value
    assert (error.quantity, error.value, error.low, error.high) == (quantity, value, low, high)


def test_the_largest_and_smallest_rules_are_accepted() -> None:
    assert Rules.parse("7x10r").code_count == MAX_CODES
    assert Rules.parse("10x10").code_count == 3_628_800
    assert Rules.parse("1x2").code_count == Rules.parse("2x2").code_count == 2


@given(any_text)
@example("4x10r")
def test_any_text_is_either_read_as_rules_or_refused(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except RulesError:
        return
    assert rules in ALL_RULES


def test_the_number_of_codes_is_correct() -> None:
    small = [rules for rules in SIZES if rules.code_count <= 2_000]
    assert [rules.code_count for rules in small] == [sum(1 for _ in all_codes(rules)) for rules in small]


def test_impossible_feedback_is_not_allowed() -> None:
    assert not any(Rules(4, 10).allows_feedback(*pair) for pair in [(3, 1), (5, 0), (0, 5), (-1, 2), (2, -1), (2, 3)])


def test_the_allowed_feedback_is_the_listed_feedback() -> None:
    pairs = [(hits, blows) for hits in range(-1, 12) for blows in range(-1, 12)]
    for rules in SIZES:
        assert list(rules.feedbacks()) == [pair for pair in pairs if rules.allows_feedback(*pair)]


def test_alphabet_and_feedback_words_do_not_change_the_possible_feedback() -> None:
    plain = Rules(3, 5, repeats=True)
    for alphabet in ALPHABETS.values():
        for words in FEEDBACK_WORDS.values():
            assert list(replace(plain, alphabet=alphabet, words=words).feedbacks()) == list(plain.feedbacks())


def test_alphabets_and_feedback_words_have_different_names() -> None:
    assert not ALPHABETS.keys() & FEEDBACK_WORDS.keys()
    assert Rules(4, 10) == Rules(4, 10, repeats=False, alphabet=DIGITS, words=HITBLOW)


every_alphabet = pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)


@every_alphabet
def test_an_alphabet_has_sixteen_distinct_symbols(alphabet: Alphabet) -> None:
    assert len(alphabet.glyphs) == len(set(alphabet.glyphs)) == MAX_SYMBOLS
    assert len(alphabet.keys) == len(set(alphabet.keys)) == MAX_SYMBOLS


@every_alphabet
def test_keys_are_ascii_letters_and_digits_in_upper_case(alphabet: Alphabet) -> None:
    assert alphabet.keys.isascii()
    assert alphabet.keys.isalnum()
    assert alphabet.keys == alphabet.keys.upper()


@every_alphabet
def test_no_key_is_the_glyph_of_another_symbol(alphabet: Alphabet) -> None:
    pairs = list(zip(alphabet.glyphs, alphabet.keys, strict=True))
    assert all(glyph == key or (glyph not in alphabet.keys and key not in alphabet.glyphs) for glyph, key in pairs)


@every_alphabet
def test_glyphs_do_not_change_when_a_code_is_normalized(alphabet: Alphabet) -> None:
    assert unicodedata.normalize("NFKC", alphabet.glyphs).upper() == alphabet.glyphs


def test_emoji_alphabets_are_pictorial() -> None:
    assert [alphabet for alphabet in ALPHABETS.values() if alphabet.pictorial] == [COLORS, FRUIT]


def test_alphabets_are_listed_by_name() -> None:
    assert ALPHABETS == {"digits": DIGITS, "letters": LETTERS, "colors": COLORS, "fruit": FRUIT}
