"""Views as Block Kit, within Slack's limits, checked by slack_sdk's own models."""

from typing import Any

import pytest

from bot.platforms.slack.incoming import Place
from bot.platforms.slack.rendering import place_of, render, table_parts
from bot.presenters.views import Button, Footnote, Heading, Paragraph, Preformatted, Table, View
from tests.fakes.slack.validation import MESSAGE_BLOCKS, check_message

ANSWERS = tuple(
    Button(f"{hits}H{blows}B", "answer", {"feedback": f"{hits}H{blows}B"}) for hits in range(9) for blows in range(9)
)


def lines(number: int) -> tuple[str, ...]:
    return (
        "Hit & Blow  #k1",
        *(f"{turn:3}  0123456789  ●●○○○○  2H4B  Ann <!channel>" for turn in range(number)),
        "no limit",
    )


def panel_text(block: dict[str, Any]) -> str:
    return str(block["elements"][0]["elements"][0]["text"])


@pytest.mark.parametrize(
    "view",
    [
        View(()),
        View((Paragraph(""), Preformatted(()), Footnote(""))),
        View((Preformatted(lines(500)), Paragraph("x" * 2_900), Footnote("y" * 900)), ANSWERS[:70], "k1"),
        View(
            (Preformatted(lines(300)), Preformatted(lines(300)), Paragraph("a `code` and an unmatched ` in it")),
            ANSWERS[:14],
            "k1",
        ),
        View((Paragraph("& < > <!channel> <@U1> *bold* :tada: https://evil.example"),)),
    ],
    ids=["nothing", "empty pieces", "the longest game", "two long boards", "control forms"],
)
def test_whatever_is_shown_slack_takes(view: View) -> None:
    shown = render(view)
    check_message(shown.text, shown.blocks or [{"type": "divider"}])
    assert len(shown.blocks) <= MESSAGE_BLOCKS


def test_a_long_game_keeps_its_title_and_its_end() -> None:
    text = panel_text(render(View((Preformatted(lines(500)),))).blocks[0]).splitlines()
    assert text[0] == "Hit & Blow  #k1"
    assert text[1] == "…"
    assert text[-1] == "no limit"


def test_the_text_beside_the_blocks_says_the_same_with_nothing_for_slack_to_parse() -> None:
    shown = render(View((Paragraph("Ann & <!channel>"), Preformatted(("1  0123",)))))
    assert shown.text == "Ann &amp; &lt;!channel&gt;\n1  0123"


def test_blocks_are_literal() -> None:
    shown = render(View((Paragraph("<!channel> `0123`"),)))
    assert shown.blocks[0]["elements"][0]["elements"] == [
        {"type": "text", "text": "<!channel> "},
        {"type": "text", "text": "0123", "style": {"code": True}},
    ]


def test_buttons_on_the_home_tab_know_their_workspace_and_channel() -> None:
    place = Place("E1:T1", "C1")
    blocks = render(View((), ANSWERS[:30], "k1"), place).blocks
    assert [place_of(block["block_id"]) for block in blocks] == [place, place]
    assert place_of("block0") is None


def test_buttons_of_an_earlier_version_know_their_channel_only() -> None:
    assert place_of("0#k1@C1") == Place(None, "C1")


def test_feedback_stands_apart_from_the_other_buttons() -> None:
    blocks = render(View((), (Button("Guess", "guess"), *ANSWERS[:3], Button("Rules", "rules")))).blocks
    assert [[button["text"]["text"] for button in block["elements"]] for block in blocks] == [
        ["Guess"],
        ["0H0B", "0H1B", "0H2B"],
        ["Rules"],
    ]


def test_a_view_with_several_tables_is_a_message_for_each_of_them() -> None:
    table = Preformatted(("a",), Table((("a",),)))
    blocks = (Heading("Ann"), table, Paragraph("Well."), Heading("Bob"), table, Footnote("note"))
    first, second = table_parts(View(blocks, (Button("Guess", "guess"),)))
    assert first == View(blocks[:3])
    assert second == View(blocks[3:], (Button("Guess", "guess"),))
    assert table_parts(first) == (first,)
    assert table_parts(View(())) == (View(()),)
