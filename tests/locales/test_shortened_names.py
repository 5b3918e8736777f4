"""Names that are cut stay different."""

import pytest

from bot.locales.columns import width
from bot.locales.safe import shorten_apart


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
    assert [each[:10] for each in shorten_apart(names, 10)] == [
        each if len(each) < 11 else each[:8] + each[9:] for each in cut
    ]
    assert all(width(each) <= 10 for each in shorten_apart(names, 10))
