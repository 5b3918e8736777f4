"""Reading what people type: control forms, and codes in threads."""

import pytest

from bot.platforms.slack.typed import is_greeting, normalize_typed, reply_to_board_in
from tests.support.present import present


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
    assert normalize_typed(typed) == read


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
    move = present(reply_to_board_in(text, "k1"))
    assert (move.command.name, move.options[option], move.game) == (command, value, "k1")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("hint", "hint"),
        ("Board", "board"),
        ("giveup", "giveup"),
        ("give up", "giveup"),
        ("/hitblow hint", "hint"),
        ("ヒント", "hint"),
        ("盤面", "board"),
        ("降参", "giveup"),
        ("verify", "board"),
        ("rematch", "rematch"),
    ],
)
def test_a_reply_that_is_nothing_but_a_command_of_the_board_gives_it(text: str, command: str) -> None:
    move = present(reply_to_board_in(text, "k1"))
    assert (move.command.name, move.game) == (command, "k1")


CHAT = ["", "play", "undo", "guess", "play trys:3", "nice one, bob!", "hint please", "give up already", "draw it"]


@pytest.mark.parametrize("text", CHAT)
def test_no_other_command_is_given_by_a_reply(text: str) -> None:
    assert reply_to_board_in(text, "k1") is None


BOT = "U0BOT"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("<@U0BOT> play", "play"),
        ("<@U0BOT|hitblow>: 4567", "4567"),
        ("<@U0BOT>、ヒント", "ヒント"),
        ("play <@U0BOT> mastermind", "play   mastermind"),
        ("4567 <@U0BOT>", "4567"),
        ("<@U0BOT> <@U0BOT>", ""),
        ("<@U0BOT> duel <@U1|bob>", "duel U1"),
        ("<@U1> duel", "U1 duel"),
        ("duel <@U0BOT>", "duel U0BOT"),
        ("<@U0BOT> duel <@U0BOT> 3x10", "duel U0BOT 3x10"),
        ("<@U0BOT> duel", "duel"),
    ],
)
def test_mentions_of_the_bot_are_left_out_except_of_an_opponent(typed: str, read: str) -> None:
    assert normalize_typed(typed, BOT) == read


@pytest.mark.parametrize(
    "text", ["", "hi", "Hello!", "hi everyone", "👋", "how to play?", "こんにちは！", "使い方は？"]
)
def test_greetings_are_recognized(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize("text", ["is great", "you cheat", "high five", "hi all, who wants to play a round?", "4567"])
def test_other_chat_is_no_greeting(text: str) -> None:
    assert not is_greeting(text)
