"""Which names of players are stored, and how."""

import pytest

from bot.model.names import player_name, readable_name
from bot.model.rooms import MAX_NAME


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("ann", "ann"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("Ａｎｎ", "Ann"),
        ("𝓐𝓷𝓷", "Ann"),
        ("ﾊﾅｺ", "ハナコ"),
        ("\u202eanna\u2069", "anna"),
        ("b\u200bo\u00adb\x07", "bob"),
        ("\u3164Ann\u2800", "Ann"),
        ("★ Ann", "Ann"),
        ("Star ★", "Star ★"),
        ("花子", "花子"),
        ("👩🏽", "👩🏽"),
        ("???", "???"),
        ("x" * 200, "x" * MAX_NAME),
        ("Youssef", "Youssef"),
        ("You Zhang", "You Zhang"),
    ],
)
def test_names_have_one_form(typed: str, stored: str) -> None:
    assert readable_name(typed) == stored
    assert readable_name(stored) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "You",
        "you",
        "ＹＯＵ",
        "Yоu",  # a Cyrillic letter
        "Y0u",
        "Ýöü",
        "\u202eYou",
        "“You”",
        "★ You",
        "a former player",
        "A  f0rmer pIayer",
        "Fоrmer",
        "(elsewhere)",
        "★ Ann solved it in 2 guesses",
        "Ann ѕolved it",
        "Bob wins: Ann gave up",
        "退会したプレイヤー",
        "あなた",
        "★ 花子さんが2手目で当てました",
        "",
        "   ",
        "\u200b\u3164",
        "\u0301\u0301",
        "★",
    ],
)
def test_a_name_that_cannot_be_read_or_looks_like_the_bots_words_becomes_the_user_id(typed: str) -> None:
    assert readable_name(typed) == ""
    assert player_name(typed, "U0123") == "U0123"
