"""Boards that have scrolled away move below newer messages, and leave a link."""

import re

import pytest

from bot.locales import words_for
from bot.presenters import phrases
from tests.fakes.discord import Message
from tests.fakes.discord.components import ComponentType, walk
from tests.platforms.discord.harness import Harness

BRING_DOWN = "Bring down"


@pytest.fixture
def _old_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every board is old enough to move."""
    monkeypatch.setattr("bot.platforms.discord.moving._SECONDS_BETWEEN", -1.0)


def chat(harness: Harness, messages: int) -> None:
    for number in range(messages):
        harness.bob.say(harness.channel, f"{number}")


def live(harness: Harness) -> list[Message]:
    """The messages with buttons."""
    return [
        message
        for message in harness.channel.messages
        if any(each["type"] == ComponentType.BUTTON for each in walk(message.components))
    ]


async def play(harness: Harness) -> Message:
    return (await harness.ann.slash(harness.channel, "hitblow play")).message


@pytest.mark.usefixtures("_old_boards")
async def test_the_button_moves_the_board_and_leaves_a_link(harness: Harness) -> None:
    former = await play(harness)
    await harness.guess(former, "0456")
    chat(harness, 1)
    await harness.settled(harness.bob.press(former, BRING_DOWN))
    (board,) = live(harness)
    assert board is harness.channel.messages[-1]
    assert "1 0456" in board.text
    assert re.findall(r"https://discord.com/channels/\d+/\d+/(\d+)", former.text) == [str(board.id)]
    await harness.guess(board, "7089")
    assert "2 7089" in board.text
    assert len(harness.bob.ephemeral) == 1


@pytest.mark.usefixtures("_old_boards")
async def test_a_board_that_is_the_newest_message_stays(harness: Harness) -> None:
    board = await play(harness)
    await harness.settled(harness.bob.press(board, BRING_DOWN))
    assert harness.channel.messages == [board]
    assert [told.text for told in harness.bob.ephemeral[1:]] == [words_for("en")(phrases.BOARD_NOT_MOVED)]


async def test_a_board_moves_at_most_every_thirty_seconds(harness: Harness) -> None:
    board = await play(harness)
    chat(harness, 9)
    await harness.bob.press(board, BRING_DOWN)
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    assert live(harness) == [board]
    assert "1 0456" in board.text


@pytest.mark.usefixtures("_old_boards")
@pytest.mark.parametrize(("messages", "moves"), [(4, False), (5, True)])
async def test_a_typed_guess_moves_a_board_that_is_out_of_sight(
    harness: Harness, messages: int, *, moves: bool
) -> None:
    first = await play(harness)
    chat(harness, messages)
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    (board,) = live(harness)
    assert (board is not first) is moves
    assert "1 0456" in board.text
    assert "0H1B" in harness.bob.ephemeral[0].text


@pytest.mark.usefixtures("_old_boards")
async def test_a_late_press_on_the_former_message_counts_and_leaves_the_link(harness: Harness) -> None:
    former = await play(harness)
    late = harness.ann.prepare_press(former, "Guess")
    chat(harness, 1)
    await harness.bob.press(former, BRING_DOWN)
    await harness.settled(harness.ann.submit((await harness.ann.send(late)).modal, entered="0456"))
    (board,) = live(harness)
    assert "1 0456" in board.text
    assert str(board.id) in former.text


@pytest.mark.usefixtures("_old_boards")
async def test_where_the_bot_is_no_member_the_message_whose_button_is_used_shows_all_turns(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    former = (await zoe.slash(foreign, "hitblow play")).message
    zoe.say(foreign, "hello")
    await harness.settled(zoe.press(former, BRING_DOWN))
    board = foreign.messages[-1]
    assert board is not former
    await harness.guess(former, "0456", zoe)
    assert "1 0456" in former.text
    await harness.guess(board, "7089", zoe)
    assert "1 0456" in board.text
    assert "2 7089" in board.text


@pytest.mark.usefixtures("_old_boards")
async def test_a_refused_press_moves_nothing(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="me")).message
    chat(harness, 9)
    await harness.settled(harness.bob.press(board, "Guess"))
    assert live(harness) == [board]
    assert harness.bob.ephemeral
