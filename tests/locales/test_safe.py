import unicodedata

import pytest
from hypothesis import given, strategies as st

from bot.locales.columns import width
from bot.locales.safe import MAX_NAME, MAX_QUOTE, quote, quote_whole, safe_name, shorten_distinctly, visible_text

anything = st.one_of(
    st.text(st.characters()),  # half-surrogates and controls among them
    st.text(st.sampled_from("`*_[]()<>@#: \t\n\r\x00\x1b\u200b\u200f\u202e\u2066\u2069\ufeff\ud800\udfffあa\u3164🔴")),
    st.text("ab\u0301\u0336\u20dd", min_size=100, max_size=400),
    st.builds(lambda text: text * 1000, st.text(st.characters(), min_size=1, max_size=10)),
)


def is_harmless(text: str) -> bool:
    """Whether a text can neither hide nor reorder nor end a line or a piece of code."""
    hidden = any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for character in text)
    return not hidden and "`" not in text and text.isprintable()


@given(anything)
def test_quoted_text_is_short_harmless_code(text: str) -> None:
    quoted = quote(text)
    assert quoted[0] == quoted[-1] == "`"
    assert is_harmless(quoted[1:-1])
    assert 1 <= width(quoted[1:-1]) <= MAX_QUOTE
    assert len(quoted.encode()) < 1000


@given(anything)
def test_a_name_is_short_harmless_and_never_empty(text: str) -> None:
    shown = safe_name(text)
    assert is_harmless(shown)
    assert 1 <= width(shown) <= MAX_NAME
    assert shown.strip() == shown
    assert len(shown.encode()) < 1000


@pytest.mark.parametrize(
    "text", ["Ann", "Ann Lee", "あん", "Zoë", "O'Neill", "@everyone **x** [a](b)", "<@&1>", "דנה", "🔴", "한글"]
)
def test_visible_characters_stay_as_they_are(text: str) -> None:
    assert safe_name(text) == text


def test_invisible_characters_are_replaced() -> None:
    assert visible_text("a\u202eb\x00c\ud800") == "a\ufffdb\ufffdc\ufffd"


@pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\u115f", "\uffa0"])
def test_letters_that_look_like_spaces_are_replaced(blank: str) -> None:
    assert safe_name(blank * 3) == "\ufffd" * 3


def test_lines_and_runs_of_spaces_become_one_space() -> None:
    assert visible_text(" a\n\n b\t c\u2028d ") == "a b c d"


def test_a_backtick_cannot_end_the_code() -> None:
    assert quote("`x` **y**") == "`'x' **y**`"


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_text_is_still_visible(text: str) -> None:
    assert quote(text) == "` `"
    assert safe_name(text) == "?"


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    assert quote("1" * 10_000) == "`" + "1" * (MAX_QUOTE - 1) + "…`"
    assert safe_name("あ" * 100) == "あ" * 11 + "…"


def test_a_path_is_never_cut() -> None:
    path = "/data/" + "hitblow/" * 100
    assert quote_whole(path) == f"`{path}`"
    assert quote_whole("`x`\n\x1b[2J") == "`'x' \ufffd[2J`"


def test_a_letter_has_at_most_three_combining_marks() -> None:
    assert len(safe_name("a" + "\u0301" * 500)) <= 5


@pytest.mark.parametrize(
    ("names", "cut"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Alexander Hamilton", "Bob"], ["Alexander…", "Bob"]),
        (["Alexander Hamilton", "Alexander Johnson"], ["Alex…ilton", "Alex…hnson"]),
        (["Alexander Hamilton", "Alexander Hamilton"], ["Alexander…", "Alexander…"]),
        (["Alexander A Hamilton", "Alexander B Hamilton"], ["Alexande…1", "Alexande…2"]),
    ],
)
def test_those_that_begin_the_same_keep_their_ends(names: list[str], cut: list[str]) -> None:
    assert [each[:10] for each in shorten_distinctly(names, 10)] == [
        each if len(each) < 11 else each[:8] + each[9:] for each in cut
    ]
    assert all(width(each) <= 10 for each in shorten_distinctly(names, 10))
