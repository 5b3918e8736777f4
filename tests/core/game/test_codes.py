"""Codes, and keeping them out of logs."""

import hashlib
import pickle
import random

import pytest
from hypothesis import example, given, strategies as st

from core.game.codes import (
    MAX_TEXT,
    Code,
    all_codes,
    example_code,
    format_code,
    format_code_ascii,
    is_code,
    parse_code,
    random_code,
    without_codes,
)
from core.game.commitment import opening
from core.game.errors import CodeError, RepeatedSymbol, UnknownSymbol, UnsafeCodeText, WrongLength
from core.game.feedback import Feedback, compute_feedback
from core.game.hidden import HIDDEN, HiddenCode, HiddenText, reveal
from core.game.rules import ALPHABETS, COLORS, DIGITS, FRUIT, LETTERS, Alphabet, Rules
from tests.core.generators import ALL_RULES, CLASSIC, CONFUSING_TEXTS, MASTERMIND, any_code, any_rules, any_text

HEXADECIMAL = Rules(4, 16)


@pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)
@pytest.mark.parametrize("size", ["4x6r", "3x10", "2x16r"])
def test_every_code_round_trips_in_glyphs_and_in_ascii(size: str, alphabet: Alphabet) -> None:
    rules = Rules.parse(f"{size}-{alphabet.name}")
    for code in all_codes(rules):
        assert parse_code(format_code(code, rules), rules) == code
        assert parse_code(format_code_ascii(code, rules), rules) == code


@given(st.data())
def test_codes_of_all_rules_round_trip(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    code = data.draw(any_code(rules))
    assert parse_code(format_code(code, rules), rules) == parse_code(format_code_ascii(code, rules), rules) == code


@pytest.mark.parametrize(
    "text",
    [
        "0123",
        "0 1 2 3",
        "0,1,2,3",
        "0, 1, 2, 3",
        "０１２３",
        "０　１　２　３",
        "０，１，２，３",
        "0、1、2、3",
        "0-1-2-3",
        "0/1/2/3",
        "0|1|2|3",
        "0.1.2.3.",
        "  0123\n",
        "01 23",
        "0١२３",
        "⓪①②③",
        "𝟎𝟏𝟐𝟑",
        "0️⃣1️⃣2️⃣3️⃣",
        "０1 2️⃣,³",
        "\u200b0123\ufeff",
    ],
)
def test_digits_are_read_in_many_notations(text: str) -> None:
    assert parse_code(text, CLASSIC) == (0, 1, 2, 3)


@pytest.mark.parametrize("text", ["AbcD", "abcd", "a b c d", "ａｂｃｄ", "Ａ、Ｂ、Ｃ、Ｄ", "Ⓐⓑ𝐂𝕕"])
def test_letters_are_read_in_either_case_and_any_width(text: str) -> None:
    assert parse_code(text, Rules(4, 10, alphabet=LETTERS)) == (0, 1, 2, 3)


@pytest.mark.parametrize("text", ["9afC", "９ＡＦｃ", "9-A-f-C"])
def test_digits_beyond_nine_are_letters_in_either_case(text: str) -> None:
    assert parse_code(text, HEXADECIMAL) == (9, 10, 15, 12)


@pytest.mark.parametrize(
    "text", ["🔴🟡🟢🔵", "🔴 🟡 🟢 🔵", "RYGB", "rygb", "ｒｙｇｂ", "🔴y🟢Ｂ", "🔴,🟡,🟢,🔵", "🔴\ufe0f🟡\u200d🟢🔵"]
)
def test_colors_are_read_as_emoji_letters_or_a_mixture(text: str) -> None:
    assert parse_code(text, MASTERMIND) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("text", "rules", "code"),
    [
        ("bad", Rules(3, 4, alphabet=LETTERS), (1, 0, 3)),
        ("bad", Rules(3, 16, alphabet=DIGITS), (11, 10, 13)),
        ("🍌🍎🍊", Rules(3, 4, alphabet=FRUIT), (1, 0, 3)),
        ("ybr", Rules(3, 4, alphabet=COLORS), (1, 3, 0)),
    ],
)
def test_the_alphabet_determines_what_a_text_means(text: str, rules: Rules, code: Code) -> None:
    assert parse_code(text, rules) == code


@pytest.mark.parametrize(
    ("text", "length"),
    [("", 0), (" ", 0), (",,,", 0), ("\u200b", 0), ("012", 3), ("01234", 5), ("0" * MAX_TEXT, MAX_TEXT)],
)
def test_a_text_of_the_wrong_length_is_refused_with_its_length(text: str, length: int) -> None:
    with pytest.raises(WrongLength) as caught:
        parse_code(text, CLASSIC)
    error = caught.value
    assert (error.read, error.length, error.rules) == (text, length, CLASSIC)


@pytest.mark.parametrize(
    ("text", "rules", "symbol"),
    [
        ("012x", CLASSIC, "X"),
        ("012A", CLASSIC, "A"),
        ("0126", Rules(4, 6), "6"),
        ("0125", Rules(4, 5), "5"),
        ("🔴123", CLASSIC, "🔴"),
        ("RYGK", MASTERMIND, "K"),
        ("RYG🟤", MASTERMIND, "🟤"),
        ("0123", MASTERMIND, "0"),
        ("０１２か", CLASSIC, "か"),
        ("0H2B", CLASSIC, "H"),
        ("012\u0301", CLASSIC, "\u0301"),
    ],
)
def test_a_symbol_outside_the_alphabet_is_refused_and_named(text: str, rules: Rules, symbol: str) -> None:
    with pytest.raises(UnknownSymbol) as caught:
        parse_code(text, rules)
    error = caught.value
    assert (error.read, error.symbol, error.rules) == (text, symbol, rules)


@pytest.mark.parametrize(
    ("text", "rules", "symbol"),
    [("0120", CLASSIC, "0"), ("3133", CLASSIC, "3"), ("ryry", Rules(4, 6, alphabet=COLORS), "🔴")],
)
def test_a_forbidden_repeat_is_refused_and_the_first_repeated_symbol_named(
    text: str, rules: Rules, symbol: str
) -> None:
    with pytest.raises(RepeatedSymbol) as caught:
        parse_code(text, rules)
    assert (caught.value.read, caught.value.symbol) == (text, symbol)


@pytest.mark.parametrize("text", CONFUSING_TEXTS.values(), ids=CONFUSING_TEXTS)
def test_a_code_with_characters_that_hide_or_reorder_text_is_refused(text: str) -> None:
    with pytest.raises(UnsafeCodeText) as caught:
        parse_code(text, CLASSIC)
    assert (caught.value.read, caught.value.rules) == (text, CLASSIC)


@pytest.mark.parametrize("text", ["0" * 10_000, " " * 10_000, "0123" + "\u200b" * 10_000, "🔴" * 10_000])
def test_a_code_of_ten_thousand_characters_is_refused(text: str) -> None:
    with pytest.raises(UnsafeCodeText):
        parse_code(text, CLASSIC)


@given(any_text, any_rules)
@example("0123", CLASSIC)
def test_any_text_is_either_read_as_a_code_or_refused(text: str, rules: Rules) -> None:
    try:
        code = parse_code(text, rules)
    except CodeError:
        return
    assert is_code(code, rules)


@given(st.data())
def test_separators_and_full_width_characters_do_not_change_a_code(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    code = data.draw(any_code(rules))
    row = [data.draw(st.sampled_from(spellings(symbol, rules.alphabet))) for symbol in code]
    assert parse_code(data.draw(st.sampled_from(["", " ", ",", ", ", "、", "　", " | "])).join(row), rules) == code


def spellings(symbol: int, alphabet: Alphabet) -> list[str]:
    glyph, key = alphabet.glyphs[symbol], alphabet.keys[symbol]
    wide = chr(ord(key) + 0xFEE0)
    return [glyph, glyph + "\ufe0f", key, key.lower(), wide, wide.lower()]


@pytest.mark.parametrize(
    ("name", "rules", "shown"),
    [
        ("7048", CLASSIC, "••••"),
        ("７０４８", CLASSIC, "••••"),
        ("⑦⓪ ٤八", CLASSIC, "•• ••"),
        ("7 by 04, 8", CLASSIC, "• by ••, •"),
        ("77-00-44-88", CLASSIC, "••-••-••-••"),
        ("Ann 1987", CLASSIC, "Ann ••••"),
        ("Ann 2024", CLASSIC, "Ann 2024"),
        ("三郎", CLASSIC, "三郎"),
        ("rgby", MASTERMIND, "••••"),
        ("R-G b/🟡!", MASTERMIND, "•-• •/•!"),
        ("Gregory", MASTERMIND, "••e••••"),
        ("Robin", MASTERMIND, "Robin"),
    ],
)
def test_the_symbols_of_a_text_that_contains_a_code_are_masked(name: str, rules: Rules, shown: str) -> None:
    assert without_codes(name, rules) == shown


@pytest.mark.parametrize("rules", [Rules.parse("4x6r"), Rules.parse("3x10"), Rules(1, 2), Rules(5, 5)], ids=str)
def test_all_codes_are_valid_and_in_lexicographic_order(rules: Rules) -> None:
    codes = list(all_codes(rules))
    assert all(is_code(code, rules) for code in codes)
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("code", [(), (0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 10), (0, 1, 2, -1), (0, 1, 2, 2)])
def test_an_invalid_row_of_symbols_is_not_a_code(code: Code) -> None:
    assert not is_code(code, CLASSIC)


def test_the_example_for_any_rules_is_one_of_their_codes() -> None:
    for rules in ALL_RULES:
        assert is_code(parse_code(example_code(rules), rules), rules)


@pytest.mark.parametrize("rules", [Rules.parse("2x3"), Rules.parse("2x3r")], ids=str)
def test_random_codes_cover_exactly_all_codes(rules: Rules) -> None:
    rng = random.Random(1)
    assert {random_code(rules, rng) for _ in range(200)} == set(all_codes(rules))


SECRET, NONCE = HiddenCode((7, 3, 9, 1)), HiddenText("9f3c" * 16)
CLASSIC = Rules.parse("4x10")


@pytest.mark.parametrize("hidden", [SECRET, NONCE])
def test_it_is_hidden_however_it_is_formatted(hidden: object) -> None:
    for text in (str(hidden), repr(hidden), f"{hidden}", f"{hidden!r}", f"{hidden}", f"{[hidden]}"):
        assert text.strip("[]") == HIDDEN


def test_it_is_the_same_value_for_the_game() -> None:
    assert (SECRET, NONCE) == ((7, 3, 9, 1), "9f3c" * 16)
    assert hash(SECRET) == hash((7, 3, 9, 1))
    assert compute_feedback(SECRET, (7, 3, 1, 9)) == Feedback(2, 2)
    assert format_code_ascii(SECRET, CLASSIC) == "7391"
    assert hashlib.sha256(NONCE.encode()).hexdigest() == hashlib.sha256(b"9f3c" * 16).hexdigest()
    assert pickle.loads(pickle.dumps(NONCE)) == NONCE


def test_what_is_to_be_shown_is_revealed() -> None:
    assert f"{reveal(NONCE)}" == f"{reveal('9f3c' * 16)}" == "9f3c" * 16
    assert opening("k1", CLASSIC, SECRET, NONCE) == "hitblow k1 4x10 7391 " + "9f3c" * 16
