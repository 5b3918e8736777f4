"""Views that are longer than a message may be."""

from bot.platforms.discord.rendering import MAX_CONTENT, content
from bot.presenters.views import Footnote, Paragraph, Preformatted, View


def lines(number: int, length: int = 10) -> Preformatted:
    return Preformatted(tuple(f"{each:<{length}}" for each in range(number)))


def test_a_message_of_just_the_length_is_left_whole() -> None:
    assert content(View((Paragraph("x" * MAX_CONTENT),))) == "x" * MAX_CONTENT


def test_a_text_that_cannot_be_shortened_in_its_panels_is_cut() -> None:
    cut = content(View((Paragraph("x" * (MAX_CONTENT + 1)),)))
    assert cut == "x" * (MAX_CONTENT - 1) + "…"


def test_the_longest_panel_is_shortened_below_its_title_and_no_further_than_needed() -> None:
    short, long = lines(5), lines(30, 100)
    text = content(View((short, long, Footnote("end"))))
    assert len(text) <= MAX_CONTENT
    assert len(text) > MAX_CONTENT - 2 * 101
    assert all(line in text for line in short.lines)
    assert long.lines[0] in text
    assert long.lines[1] not in text
    assert long.lines[-1] in text
    assert text.count("…") == 1
    assert text.endswith("-# end")


def test_a_panel_keeps_four_lines_before_anything_is_cut() -> None:
    text = content(View((lines(5, 450), Paragraph("end"))))
    assert "…" in text
    assert text.endswith("end")
    cut = content(View((lines(4, 600), Paragraph("end"))))
    assert cut.endswith("…")
    assert len(cut) == MAX_CONTENT
