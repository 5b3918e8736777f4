"""Views as Block Kit, within Slack's limits, checked by slack_sdk's own models."""

from typing import Any

import pytest

from bot.locales import LANGUAGES
from bot.model.ratings import Rating
from bot.model.records import Order, Tally
from bot.model.rooms import RoomKey
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack.incoming import EncodedPlace, panel_lines
from bot.platforms.slack.rendering import place_in_block_id, render, split_by_tables
from bot.presenters import coach
from bot.presenters.leaderboard import leaderboard
from bot.presenters.views import Button, Footnote, Heading, Paragraph, Preformatted, Table, View
from bot.services.analysis import ReviewedBoard, ReviewResult
from bot.services.records import Leaderboard, LeaderboardEntry, LeaderboardRequest
from core.game.codes import parse_code
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.review import Review, ReviewedTurn
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


def rare(number: int, menu: str = "") -> tuple[Button, ...]:
    return tuple(Button(f"{each}", "board", {"turn": f"{each}"}, menu=menu, is_rare=True) for each in range(number))


def elements_of(buttons: tuple[Button, ...]) -> list[list[dict[str, Any]]]:
    shown = render(View((), buttons, "k3qz7"))
    check_message(shown.text, shown.blocks)
    return [block["elements"] for block in shown.blocks]


@pytest.mark.parametrize(("number", "menus"), [(2, [2]), (5, [5]), (6, [3, 3]), (11, [4, 4, 3])])
def test_rare_buttons_are_in_overflow_menus_behind_the_others(number: int, menus: list[int]) -> None:
    ((first, *overflows),) = elements_of((*rare(number), Button("Guess", "guess", prompts_for="code")))
    assert first["text"]["text"] == "Guess"
    assert [each["type"] for each in overflows] == ["overflow"] * len(menus)
    assert [len(each["options"]) for each in overflows] == menus
    pressed = [ButtonAction.decode(option["value"]) for each in overflows for option in each["options"]]
    assert pressed == [ButtonAction.of_button(button, "k3qz7") for button in rare(number)]


def test_the_only_rare_button_is_in_sight() -> None:
    ((only,),) = elements_of(rare(1))
    assert only["type"] == "button"


def test_rare_buttons_are_apart_from_feedback_and_rare_menus_stay_menus() -> None:
    feedback, others = elements_of((*ANSWERS[:3], *rare(2), *rare(3, "Rules")))
    assert [each["type"] for each in feedback] == ["button"] * 3
    assert sorted((each["type"], len(each["options"])) for each in others) == [("overflow", 2), ("static_select", 3)]


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


@pytest.mark.parametrize(
    ("spans", "found"),
    [
        ([{"type": "text", "text": "1 9876 0H0B\n2 0123 1H3B"}], ["1 9876 0H0B", "2 0123 1H3B"]),
        ([{"type": "text", "text": "1 9876 0H0B  "}, {"type": "emoji", "name": "cat"}], []),
    ],
)
def test_the_turns_on_a_board_are_read_from_its_message_if_they_are_only_text(
    spans: list[dict[str, str]], found: list[str]
) -> None:
    panel = {"type": "rich_text", "elements": [{"type": "rich_text_preformatted", "elements": spans}]}
    assert [*panel_lines({"text": "x", "blocks": [{"type": "header"}, panel]})] == found
    assert [*panel_lines({"text": "x"})] == []


def test_blocks_are_literal() -> None:
    shown = render(View((Paragraph("<!channel> `0123`"),)))
    assert shown.blocks[0]["elements"][0]["elements"] == [
        {"type": "text", "text": "<!channel> "},
        {"type": "text", "text": "0123", "style": {"code": True}},
    ]


def test_buttons_on_the_home_tab_know_their_workspace_and_channel() -> None:
    place = EncodedPlace("E1:T1", "C1")
    blocks = render(View((), ANSWERS[:30], "k1"), place).blocks
    assert [place_in_block_id(block["block_id"]) for block in blocks] == [place, place]
    assert place_in_block_id("block0") is None


def test_buttons_of_an_earlier_version_know_their_channel_only() -> None:
    assert place_in_block_id("0#k1@C1") == EncodedPlace(None, "C1")


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
    first, second = split_by_tables(View(blocks, (Button("Guess", "guess"),)))
    assert first == View(blocks[:3])
    assert second == View(blocks[3:], (Button("Guess", "guess"),))
    assert split_by_tables(first) == (first,)
    assert split_by_tables(View(())) == (View(()),)


ENGLISH, RULES = LANGUAGES["en"], Rules.parse("hitblow")

LEADERBOARDS = {
    Order.AVERAGE: (
        LeaderboardEntry(3, "Ann", you=False, tally=Tally(40, 39, 210, {5: 39}, 7, 12)),
        {"#": "3", "player": "Ann", "average": "5.25", "games": "40", "solved": "39"},
        {"player"},
    ),
    Order.RATING: (
        LeaderboardEntry(1, "Ann", you=False, tally=Tally(), rating=Rating(28.8, 1.53, 3)),
        {
            "#": "1",
            "player": "Ann",
            "rating": f"{Rating(28.8, 1.53, 3).points} ± {Rating(28.8, 1.53, 3).uncertainty}",
            "rated games": "3",
        },
        {"player"},
    ),
}


def tables(view: View) -> list[dict[str, Any]]:
    """The tables of a view, each in its own message."""
    blocks = [block for part in split_by_tables(view) for block in render(part, has_tables=True).blocks]
    return [block for block in blocks if block["type"] == "table"]


def rows_of(table: dict[str, Any]) -> list[dict[str, str]]:
    """The cells of each row below the heads, by head."""
    assert {cell["type"] for row in table["rows"] for cell in row} == {"raw_text"}
    heads, *rows = [[cell["text"] for cell in row] for row in table["rows"]]
    return [dict(zip(heads, row, strict=True)) for row in rows]


def aligned_left(table: dict[str, Any]) -> set[str]:
    """The heads of the columns that are aligned on the left; all others are on the right."""
    settings = {cell["text"]: column for cell, column in zip(table["rows"][0], table["column_settings"], strict=True)}
    assert {column["align"] for column in settings.values()} == {"left", "right"}
    return {head for head, column in settings.items() if column["align"] == "left"}


def turn(code: str, feedback: tuple[int, int], *figures: int | None) -> ReviewedTurn:
    before, after, skill, luck = figures
    return ReviewedTurn(
        Turn(parse_code(code, RULES), Feedback(*feedback), "ann"), before or 0, after or 0, skill, luck, None
    )


def test_a_review_is_a_table_for_each_player() -> None:
    ann = Review((turn("0456", (0, 1), 5040, 1440, None, 35), turn("3142", (3, 0), 1440, 24, 71, 88)), 71, 61)
    bob = Review((turn("3102", (4, 0), 5040, 1, 12, 97),), 12, 97)
    boards = (ReviewedBoard("Ann", ann, is_bot=False), ReviewedBoard("Bob", bob, is_bot=False))
    shown = tables(coach.review(ReviewResult("k1", RULES, boards), ENGLISH, RoomKey("slack", "T1", "C1")))
    assert [rows_of(table) for table in shown] == [
        [
            {"#": "1", "guess": "0456", " ": "0H1B", "left": "5,040 > 1,440", "skill": "-", "luck": "35"},
            {"#": "2", "guess": "3142", " ": "3H0B", "left": "1,440 > 24", "skill": "71", "luck": "88"},
        ],
        [{"#": "1", "guess": "3102", " ": "4H0B", "left": "5,040 > 1", "skill": "12", "luck": "97"}],
    ]
    assert [aligned_left(table) for table in shown] == [{"guess", " "}] * 2


@pytest.mark.parametrize("order", LEADERBOARDS)
def test_a_leaderboard_is_a_table(order: Order) -> None:
    entry, cells, left = LEADERBOARDS[order]
    board = Leaderboard(LeaderboardRequest(RULES, order=order), [entry])
    (table,) = tables(leaderboard(board, ENGLISH, RoomKey("slack", "T1", "C1")))
    assert rows_of(table) == [cells]
    assert aligned_left(table) == left


@pytest.mark.parametrize(("is_direct", "command"), [(False, "/hitblow play who:me"), (True, "play who:me")])
@pytest.mark.parametrize("written", ["play who:me", "/hitblow play who:me"])
def test_commands_are_shown_as_they_are_typed(written: str, command: str, *, is_direct: bool) -> None:
    text = f"`{written}` starts one, `0123` and `player` are none."
    shown = render(View((Paragraph(text), Footnote(text))), is_direct=is_direct)
    spans = shown.blocks[0]["elements"][0]["elements"]
    assert [span["text"] for span in spans if "style" in span] == [command, "0123", "player"]
    assert shown.blocks[1]["elements"][0]["text"].startswith(f"{command} starts")
    assert shown.text.count(f"`{command}`") == 2
