"""Names in images: in which scripts they can be read, and how long ones are cut."""

import pytest

from bot.presenters.images import SMALL, Image, cut, document, readable, width_of, with_names
from tests.support.images import opened


@pytest.mark.parametrize(
    "text",
    [
        "Łukasz Østergård Nguyễn Thị Hương",
        "Ζωή Παπαδοπούλου",
        "Владислав Ґалаґан",
        "たかし 髙﨑 技術 𠮷田",
        "김민준 이서연",
        "张伟 陳怡君",
        "สมชาย น้ำ",
        "محمد علي",
        "יוסי כהן",
        "अनुष्का श्रीवास्तव",
    ],
)
def test_names_can_be_read_in_their_script(text: str) -> None:
    assert readable(text) == (text, False)
    drawn = opened(Image(document(60, with_names(text, 10, 40, 500)), ""))
    assert len(set(drawn.crop((10, 10, 30, 50)).get_flattened_data())) > 2


@pytest.mark.parametrize(
    ("text", "shown", "lacks"),
    [
        ("🦊 Ann 🌸", "Ann", False),
        ("ᎠᎡ", "", True),
        ("ᎠAnn", "Ann", True),
        ("🦊", "", True),
        ("a\ufe0f", "a", False),
    ],
)
def test_emoji_are_left_out_of_names_and_a_person_stands_for_letters_that_no_font_has(
    text: str, shown: str, *, lacks: bool
) -> None:
    assert readable(text) == (shown, lacks)
    assert ("<circle" in with_names(text, 0, 0, 100)) == lacks


@pytest.mark.parametrize("end", ["A", "B", "太郎", "次郎"])
def test_long_names_with_the_same_start_stay_different_and_fit(end: str) -> None:
    names = [
        cut(f"{start}{end}", 120, SMALL) for start in ("Christopher Featherstonehaugh", "寿限無寿限無五劫の擦り切れ")
    ]
    assert all(name.endswith(end) and "…" in name and width_of(name, SMALL) <= 120 for name in names)
