"""Reading what people type: control forms, and codes in threads."""

import pytest

from bot.platforms.slack.modals import move_in, text_of


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (" play ", "play"),
        ("stats <@U123|ann>", "stats U123"),
        ("stats <@W9A>", "stats W9A"),
        ("<@u123>", "<@u123>"),
        ("a &lt;b&gt; &amp; c", "a <b> & c"),
        (":red_circle: :apple: :banana:", "🔴 🍎 🍌"),
        (":blueberries::melon:", "🫐🍈"),
        (":tada: 0123", ":tada: 0123"),
    ],
)
def test_control_forms_and_pictures_are_read_as_what_they_stand_for(typed: str, read: str) -> None:
    assert text_of(typed) == read


@pytest.mark.parametrize(
    ("text", "command", "option", "value"),
    [
        ("0123", "guess", "code", "0123"),
        ("guess 0123", "guess", "code", "0123"),
        ("0H2B", "answer", "feedback", "0H2B"),
        ("answer 1,2", "answer", "feedback", "1,2"),
    ],
)
def test_a_reply_to_a_board_is_a_move_in_its_game(text: str, command: str, option: str, value: str) -> None:
    move = move_in(text, "k1")
    assert move is not None
    assert (move.command.name, move.options[option], move.game) == (command, value, "k1")


@pytest.mark.parametrize("text", ["", "hint", "giveup", "play", "undo", "guess", "play trys:3", "nice one, bob!"])
def test_no_other_command_is_given_by_a_reply(text: str) -> None:
    assert move_in(text, "k1") is None
