import unicodedata

import pytest

from core.game.rules import ALPHABETS, COLORS, DIGITS, FRUIT, LETTERS, MAX_SYMBOLS, Alphabet

every_alphabet = pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)


@every_alphabet
def test_an_alphabet_has_sixteen_different_symbols(alphabet: Alphabet) -> None:
    assert len(alphabet.glyphs) == len(set(alphabet.glyphs)) == MAX_SYMBOLS
    assert len(alphabet.keys) == len(set(alphabet.keys)) == MAX_SYMBOLS


@every_alphabet
def test_keys_are_on_any_keyboard(alphabet: Alphabet) -> None:
    assert alphabet.keys.isascii()
    assert alphabet.keys.isalnum()
    assert alphabet.keys == alphabet.keys.upper()


@every_alphabet
def test_no_key_looks_like_the_glyph_of_another_symbol(alphabet: Alphabet) -> None:
    pairs = list(zip(alphabet.glyphs, alphabet.keys, strict=True))
    assert all(glyph == key or (glyph not in alphabet.keys and key not in alphabet.glyphs) for glyph, key in pairs)


@every_alphabet
def test_glyphs_are_in_the_form_that_reading_a_code_brings_them_to(alphabet: Alphabet) -> None:
    assert unicodedata.normalize("NFKC", alphabet.glyphs).upper() == alphabet.glyphs


def test_emoji_alphabets_are_pictorial() -> None:
    assert [alphabet for alphabet in ALPHABETS.values() if alphabet.pictorial] == [COLORS, FRUIT]


def test_alphabets_are_found_by_their_names() -> None:
    assert ALPHABETS == {"digits": DIGITS, "letters": LETTERS, "colors": COLORS, "fruit": FRUIT}
