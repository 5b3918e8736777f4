"""Duels on a server, also when people and the network cause trouble."""

from typing import Any

import pytest

from tests.fakes.discord import Channel, InteractionResponse, Message, NoResponse, User
from tests.platforms.discord.harness import Harness

RULES = "hitblow3"


ACCEPT = "Accept"


async def hide(harness: Harness, person: User, board: Message, secret: str) -> None:
    """Press the first button of a challenge, and enter a secret into the form."""
    await submit(harness, person, await person.press(board, ACCEPT), secret)


async def challenge(
    harness: Harness, by: User | None = None, channel: Channel | None = None, code: str = "527", **options: Any
) -> Message:
    """The board of a challenge, by default of Ann's to Bob, which is the response to the form for the secret."""
    options = {"opponent": harness.bob, "rules": RULES, **options}
    asked = await (by or harness.ann).slash(channel or harness.channel, "hitblow duel", **options)
    return (await submit(harness, by or harness.ann, asked, code)).message


async def submit(
    harness: Harness, who: User, opened: InteractionResponse, secret: str, *, waits: bool = True
) -> InteractionResponse:
    field: str = opened.modal.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: secret}
    reply = await who.submit(opened.modal, **values)
    if waits:
        await harness.discord.idle()
    return reply


async def start(harness: Harness, **options: Any) -> tuple[Message, User, User]:
    """The board of a duel with the secrets 527 (Ann's) and 683 (Bob's), and who starts."""
    board = await challenge(harness, **options)
    await hide(harness, harness.bob, board, "683")
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def test_a_duel_is_played_in_one_message(harness: Harness) -> None:
    board, first, second = await start(harness)
    assert harness.channel.messages == [board]
    found = "683" if first is harness.ann else "527"
    await harness.guess(board, "012", first)
    await harness.guess(board, "345", second)
    await harness.guess(board, found, first)
    await harness.guess(board, "348", second)
    assert "wins in 2 guesses" in str(board)
    assert all(code in str(board) for code in ("012", "345", "`527`", "`683`"))


async def test_no_form_opens_for_somebody_whose_turn_it_is_not(harness: Harness) -> None:
    board, _, second = await start(harness)
    pressed = await harness.settled(second.press(board, "Guess"))
    assert "other player's turn" in str(second.ephemeral[-1])
    with pytest.raises(NoResponse):
        _ = pressed.modal


async def test_a_hidden_guess_is_answered_and_shown_to_nobody_else(harness: Harness) -> None:
    board, first, second = await start(harness, hidden=True)
    await harness.guess(board, "012", first)  # the first guess of all is answered with what feedback means
    await harness.guess(board, "345", second)
    await harness.guess(board, "013", first)
    assert "013: " in str(first.ephemeral[-1])
    assert "013" not in str(board)
    form = (await second.press(board, "Guess")).modal
    assert "345" in str(form)
    assert "013" not in str(form)
    eve = harness.guild.member("Eve")
    await harness.settled(eve.press(board, "All turns"))
    assert "someone else's game" in str(eve.ephemeral[-1])


def told(person: User) -> str:
    return "\n".join(map(str, person.ephemeral))


async def test_the_response_itself_mentions_the_opponent(harness: Harness) -> None:
    board = await challenge(harness)
    assert harness.channel.messages == [board]
    assert board.text.startswith(f"⚔ <@{harness.bob.id}>, Ann challenges you.\n3 digits")
    assert board.mentions == {str(harness.bob.id)}
    assert board.content, "phones show nothing of a layout in notifications"
    await harness.settled(harness.ann.slash(harness.channel, "hitblow board"))
    (moved,) = harness.channel.messages
    assert moved.mentions == set()
    assert f"<@{harness.bob.id}>" in moved.text


async def test_after_the_channel_is_deleted_the_two_can_begin_again_elsewhere(harness: Harness) -> None:
    await start(harness)
    harness.guild.delete_channel(harness.channel)
    garden = harness.guild.channel("garden")
    await harness.ann.slash(garden, "hitblow guess", code="012")
    assert "No game is running" in told(harness.ann)
    board = await challenge(harness, channel=garden)
    assert "Ann challenges you" in str(board)


async def test_other_bots_are_not_challenged(harness: Harness) -> None:
    robot = harness.guild.member("Robot")
    robot.bot = True
    await harness.ann.slash(harness.channel, "hitblow duel", opponent=robot)
    assert "another person" in told(harness.ann)
    assert harness.channel.messages == []
