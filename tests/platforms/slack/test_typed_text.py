"""Reading what people type: control forms, codes in threads, and secrets that must not be typed."""

import pytest

from bot.platforms.slack.typed_text import is_attempt, move_in, tells_secret, text_of


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


@pytest.mark.parametrize("text", ["0123", "0 1 2 3", "0,1,2,3", "０１２３", "0-1_2/3", "7", "0;1.2"])
def test_figures_and_what_stands_between_them_are_an_attempt(text: str) -> None:
    assert is_attempt(text)


@pytest.mark.parametrize("text", ["", " , ", "0123?", "0H2B", "no 1", "abcd", "🔴🟡"])
def test_anything_else_may_be_chat(text: str) -> None:
    assert not is_attempt(text)


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


@pytest.mark.parametrize(
    "text",
    [
        "versus 7391",
        "/hitblow versus 7391",
        "VERSUS ７３９１",
        "ｖｅｒｓｕｓ 7391",
        "versus hard 7391",
        "versus secret:7391",
        "versus rules:7391",
        "versus rules:4x10 7391",
        "versus dcba",
        "versus easy dcba",
        "versus level:hrad secret:dcba",
        'versus rules:"4x10 7391"',
        "versus easy trys:7391",
        "host 7391",
        "host dcba",
        "duel @bob 7391",
        "duel UBOB 3x10 739",
        "duel UBOB 7391 hidden:yes",
        "secret 7391",
    ],
)
def test_a_secret_is_recognised_wherever_it_stands(text: str) -> None:
    assert tells_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "versus",
        "versus ",
        "versus easy",
        "versus hrad",
        "versus easy rules:4x99",
        "versus secret:head",
        "versus secret:BOT level:expertt",
        "versus rules:mastermind",
        "guess 7391",
        "7391",
        "play 4x10 tries:7",
        "duel UBOB1234",
        "duel UBOB1234 3x10 8 hidden:yes",
    ],
)
def test_a_slip_in_an_option_is_no_secret(text: str) -> None:
    assert not tells_secret(text)
