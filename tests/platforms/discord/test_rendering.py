"""Views as messages of Discord."""

from collections.abc import Sequence

import pytest
from discord import ComponentType

from bot.locales import LANGUAGES
from bot.model.rooms import RoomKey
from bot.platforms.common.rendering import ButtonAction, ImageRenderer, RenderedImage
from bot.platforms.discord.commands import without_command_ids
from bot.platforms.discord.interactions import BUTTON_PREFIX
from bot.platforms.discord.rendering import (
    MAX_CONTENT,
    MAX_LAYOUT,
    MAX_ROWS,
    ContentRenderer,
    MessageContent,
    components,
    content_text,
    escape_markup,
)
from bot.presenters.help import help_overview
from bot.presenters.images import MAX_ALTERNATIVE, Image
from bot.presenters.views import Button, Footnote, Heading, Paragraph, Preformatted, Tone, View
from tests.fakes.discord.components import COMPONENTS_V2
from tests.fakes.discord.validation import check_message
from tests.fakes.loopback import Json

UNSEEN = "\u200b"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("**bold** _it_ ~~no~~ ||spoiler||", r"\*\*bold\*\* \_it\_ \~\~no\~\~ \|\|spoiler\|\|"),
        ("[a](https://evil.example)", rf"\[a\](https:/{UNSEEN}/evil.{UNSEEN}example)"),
        ("join discord.gg/x", f"join discord.{UNSEEN}gg/x"),
        ("@everyone <@123> <#4>", rf"@{UNSEEN}everyone \<@{UNSEEN}123\> \<#4\>"),
        ("# big\n- list\n1. one", "\\# big\n\\- list\n\\1. one"),
        ("Guess `0*1`, then 3.5 more", "Guess `0*1`, then 3.5 more"),
        ("one ` alone", "one ' alone"),
    ],
)
def test_nothing_but_our_backticks_means_anything(typed: str, shown: str) -> None:
    assert escape_markup(typed) == shown


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("`play` starts a game", "</hitblow play:7> starts a game"),
        ("`/hitblow board` shows it", "</hitblow board:7> shows it"),
        ("`play mastermind tries:8`", "</hitblow play:7> `rules:mastermind tries:8`"),
        ("`undo` is no slash command", "`undo` is no slash command"),
        ("`giveup confirm:on`", "</hitblow giveup:7> `confirm:on`"),
        ("`settings server idle:48`", "</hitblow settings:7> `scope:server idle:48`"),
        ("`tries:8` and `0123` stay", "`tries:8` and `0123` stay"),
        ("</hitblow privacy:7>", r"\</hitblow privacy:7\>"),
    ],
)
def test_a_command_is_shown_as_discord_enters_it(typed: str, shown: str) -> None:
    assert escape_markup(typed, "7") == shown


def test_a_command_whose_id_is_unknown_is_shown_as_text() -> None:
    assert escape_markup("`play mastermind` or `help`") == "`/hitblow play rules:mastermind` or `/hitblow help`"


def test_a_text_is_found_again_by_a_process_that_does_not_know_the_id() -> None:
    text = "Ann solved it. `play mastermind` starts another game; `0123` was the secret."
    assert len({escape_markup(text, "7"), escape_markup(text, "8"), escape_markup(text)}) == 3
    assert len({without_command_ids(escape_markup(text, known)) for known in ("7", "8", None)}) == 1


RARE = (Button("Verify", "board", {"verify": "on"}, is_rare=True), Button("Rules", "rules", is_rare=True))


@pytest.mark.parametrize(("language", "more"), [("en", "More"), ("ja", "その他")])
def test_rare_buttons_are_behind_one_at_the_end(language: str, more: str) -> None:
    (row,) = rows(View((), (*RARE, Button("Rematch", "rematch")), "k3qz7", tone=Tone.WON), language)
    assert [each["label"] for each in row["components"]] == ["Rematch", more]
    assert pressed_in(row["components"][1]) == ButtonAction("board", {"more": "on"}, game="k3qz7")


def test_more_of_what_is_no_game_asks_for_what_the_view_names() -> None:
    (row,) = rows(View((), RARE, tone=Tone.NEUTRAL, command="stats", options={"player": "ann"}))
    assert pressed_in(row["components"][0]) == ButtonAction("stats", {"player": "ann", "more": "on"})


def test_the_only_rare_button_is_in_sight() -> None:
    (row,) = rows(View((), RARE[:1], tone=Tone.NEUTRAL))
    assert [each["label"] for each in row["components"]] == ["Verify"]


def test_an_image_replaces_what_it_draws_unless_one_is_missing() -> None:
    images = [RenderedImage(Image("", "drawn", f"{number}"), b"") for number in range(2)]
    blocks = (Heading("Ann solved it."), Preformatted(("1 0123 4H0B",), is_drawn=True))
    view = View(blocks, images=tuple(each.image for each in images), tone=Tone.WON)
    assert rendered(view, images).text == "**Ann solved it.**"
    for shown in ((), images[:1]):
        assert rendered(view, shown).text == "**Ann solved it.**\n```\n1 0123 4H0B\n```"


def test_an_image_that_draws_everything_stands_alone() -> None:
    images = [RenderedImage(Image("", "drawn"), b"")]
    view = View((Preformatted(("1 Ann",), is_drawn=True),), images=(images[0].image,), tone=Tone.NEUTRAL)
    (frame,) = rendered(view, images).components.to_components()
    assert [each["type"] for each in frame["components"]] == [ComponentType.media_gallery.value]
    check_message({"components": [frame], "flags": COMPONENTS_V2, "attachments": attached(images)})


def pressed_in(component: Json) -> ButtonAction:
    """What a press of a button runs."""
    return ButtonAction.decode(component["custom_id"].removeprefix(BUTTON_PREFIX))


def test_a_panel_cannot_be_broken_out_of() -> None:
    assert content_text(View((Preformatted(("a ``` b",)),))) == "```\na ''' b\n```"


def test_small_print_is_small_in_every_line() -> None:
    assert content_text(View((Footnote("one\ntwo"),))) == "-# one\n-# two"


def test_a_long_game_keeps_its_title_and_its_latest_turns() -> None:
    lines = ("title", *(f"{number:3}  0123  0H0B  somebody" for number in range(1, 200)), "no limit on tries")
    text = content_text(View((Preformatted(lines), Paragraph("below"))))
    assert MAX_CONTENT - 100 < len(text) <= MAX_CONTENT
    assert text.startswith("```\ntitle\n…\n")
    assert text.endswith("199  0123  0H0B  somebody\nno limit on tries\n```\nbelow")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_fits_into_a_message(language: str) -> None:
    assert "…" not in content_text(help_overview(LANGUAGES[language], RoomKey("discord", "1", "2")))


async def test_the_longest_report_fits_into_a_layout() -> None:
    images = [RenderedImage(Image("", "a" * MAX_ALTERNATIVE, f"{number}"), b"") for number in range(10)]
    lines = ("title", *(f"{number:3}  0123  0H0B  somebody" for number in range(1, 400)), "end")
    made = rendered(View((Preformatted(lines),), (*buttons(65), Button("Back", "undo")), tone=Tone.WON), images)
    layout = made.send_arguments()["view"]
    check_message({"components": layout.to_components(), "flags": COMPONENTS_V2, "attachments": attached(images)})
    assert len(made.text) <= MAX_LAYOUT
    assert layout.is_finished()


def rendered(view: View, images: Sequence[RenderedImage] = (), language: str = "en") -> MessageContent:
    return ContentRenderer(LANGUAGES[language], ImageRenderer())(view, images)


def test_a_text_that_replaces_a_layout_becomes_one() -> None:
    made = MessageContent("", components(View((), buttons(12)), LANGUAGES["en"]))
    edit = made.edit_arguments(is_layout=True)
    check_message({"components": edit["view"].to_components(), "flags": COMPONENTS_V2, "content": edit["content"]})
    assert edit["attachments"] == []
    assert made.edit_arguments() == {"content": "", "view": made.components}


def rows(view: View, language: str = "en") -> list[Json]:
    """The rows of buttons below the frame."""
    _, *below = rendered(view, language=language).components.to_components()
    return below


def test_boards_with_the_same_buttons_share_their_rows() -> None:
    shared = buttons(2)
    first, second = (rows(View((Paragraph(text),), shared, "k3qz7", tone=Tone.NEUTRAL)) for text in "ab")
    assert first[0] is second[0]


def test_other_games_and_languages_have_rows_of_their_own() -> None:
    shared = buttons(2)
    made = [
        rows(View((), shared, game, tone=Tone.NEUTRAL), language)[0]
        for game, language in (("k3qz7", "en"), ("other", "en"), ("k3qz7", "ja"))
    ]
    assert len({id(row) for row in made}) == 3


def attached(images: Sequence[RenderedImage]) -> list[Json]:
    return [{"filename": each.image.file_name} for each in images]


def buttons(number: int) -> tuple[Button, ...]:
    return tuple(Button(f"{each}", "answer", {"feedback": f"{each}"}) for each in range(number))


@pytest.mark.parametrize(("number", "lengths"), [(6, [5, 1]), (8, [5, 3]), (10, [5, 5]), (11, [1])])
def test_in_a_long_view_up_to_ten_buttons_stay_buttons(number: int, lengths: list[int]) -> None:
    hints = tuple(Button(f"Fix {each}", "fix", {"number": f"{each}"}) for each in range(number))
    rows = components(View((), (*buttons(65), *hints)), LANGUAGES["en"]).to_components()
    assert [len(row["components"]) for row in rows] == [1, 1, 1, *lengths]
    assert ["options" in row["components"][0] for row in rows[3:]] == [number > 10] * len(lengths)


@pytest.mark.parametrize("number", [1, 5, 14, 20, 21, 27, 35, 65])
def test_all_feedback_buttons_fit_beside_the_button_to_give_up(number: int) -> None:
    rows = components(View((), (*buttons(number), Button("Give up", "giveup"))), LANGUAGES["en"]).to_components()
    assert len(rows) <= MAX_ROWS
    values = [option["value"] for row in rows for item in row["components"] for option in item.get("options", ())]
    pressed = [item["custom_id"] for row in rows for item in row["components"] if "options" not in item]
    assert len(values) + len(pressed) == number + 1
    assert len({item["custom_id"] for row in rows for item in row["components"]}) == len(
        [item for row in rows for item in row["components"]]
    )


def lines(number: int, length: int = 10) -> Preformatted:
    return Preformatted(tuple(f"{each:<{length}}" for each in range(number)))


def test_a_message_of_just_the_length_is_left_whole() -> None:
    assert content_text(View((Paragraph("x" * MAX_CONTENT),))) == "x" * MAX_CONTENT


def test_a_text_that_cannot_be_shortened_in_its_panels_is_cut() -> None:
    assert content_text(View((Paragraph("x" * (MAX_CONTENT + 1)),))) == "x" * (MAX_CONTENT - 1) + "…"


def test_the_longest_panel_is_shortened_below_its_title_and_no_further_than_needed() -> None:
    short, long = lines(5), lines(30, 100)
    text = content_text(View((short, long, Footnote("end"))))
    assert len(text) <= MAX_CONTENT
    assert len(text) > MAX_CONTENT - 2 * 101
    assert all(line in text for line in short.lines)
    assert long.lines[0] in text
    assert long.lines[1] not in text
    assert long.lines[-1] in text
    assert text.count("…") == 1
    assert text.endswith("-# end")


def test_a_panel_keeps_four_lines_before_anything_is_cut() -> None:
    text = content_text(View((lines(5, 450), Paragraph("end"))))
    assert "…" in text
    assert text.endswith("end")
    cut = content_text(View((lines(4, 600), Paragraph("end"))))
    assert cut.endswith("…")
    assert len(cut) == MAX_CONTENT
