"""What goes wrong in duels on a server: each gets one sentence, which one person sees, and the duel is unharmed."""

import asyncio
from typing import Any

from tests.fakes.discord import InteractionResponse, Message, User
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_duels import RULES, hide, start

ACCEPT = "Accept and hide a secret"


async def challenge(harness: Harness) -> Message:
    return (await harness.ann.slash(harness.channel, "hitblow duel", opponent=harness.bob, rules=RULES)).message


async def submit(harness: Harness, who: User, opened: InteractionResponse, secret: str) -> InteractionResponse:
    field: str = opened.modal.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: secret}
    reply = await who.submit(opened.modal, **values)
    await harness.discord.idle()
    return reply


def told(person: User) -> str:
    return "\n".join(map(str, person.ephemeral))


async def test_the_challenger_cannot_accept_for_the_opponent(harness: Harness) -> None:
    board = await challenge(harness)
    await submit(harness, harness.ann, await harness.ann.press(board, ACCEPT), "527")
    assert "Waiting for a secret from Bob" in str(board)
    await harness.ann.press(board, ACCEPT)
    await harness.discord.idle()
    assert "already hidden a secret" in told(harness.ann)
    assert "Waiting for a secret from Bob" in str(board)


async def test_nobody_else_can_accept(harness: Harness) -> None:
    board = await challenge(harness)
    eve = harness.guild.member("Eve")
    await eve.press(board, ACCEPT)
    await harness.discord.idle()
    assert "someone else's game" in told(eve)
    assert "Waiting for a secret from Ann and Bob" in str(board)


async def test_a_second_invitation_is_refused_from_either_side(harness: Harness) -> None:
    board = await challenge(harness)
    for who, opponent in ((harness.ann, harness.bob), (harness.bob, harness.ann)):
        await who.slash(harness.channel, "hitblow duel", opponent=opponent)
        assert "already have a duel" in told(who)
    assert harness.channel.messages == [board]


async def test_a_secret_that_is_not_a_code_or_is_given_twice_is_refused(harness: Harness) -> None:
    board = await challenge(harness)
    first, second, third = [await harness.bob.press(board, ACCEPT) for _ in range(3)]
    await submit(harness, harness.bob, first, "5277")
    assert "this game takes 3" in told(harness.bob)
    assert "5277" not in str(board)
    await hide(harness, harness.bob, board, "683")
    await submit(harness, harness.bob, second, "684")
    assert told(harness.bob).count("already hidden") == 1
    await hide(harness, harness.ann, board, "527")
    await submit(harness, harness.bob, third, "685")
    assert told(harness.bob).count("already hidden") == 2
    assert "your turn to guess" in str(board)
    assert harness.channel.messages == [board]


async def test_both_who_hide_a_secret_at_once_begin_one_duel(harness: Harness) -> None:
    board = await challenge(harness)
    forms = [await who.press(board, ACCEPT) for who in (harness.ann, harness.bob)]
    await asyncio.gather(submit(harness, harness.ann, forms[0], "527"), submit(harness, harness.bob, forms[1], "683"))
    assert "your turn to guess" in str(board)
    assert harness.channel.messages == [board]


async def test_buttons_pressed_after_the_end_change_nothing(harness: Harness) -> None:
    board, _, _ = await start(harness)
    late = [harness.bob.prepare_press(board, label) for label in ("Offer a draw", "Give up")]
    await harness.ann.slash(harness.channel, "hitblow giveup", confirm=True)
    await harness.discord.idle()
    ended = str(board)
    for press in late:
        await harness.bob.send(press)
        await harness.discord.idle()
    assert str(board) == ended
    await harness.bob.slash(harness.channel, "hitblow guess", code="527")
    assert "No game is running" in told(harness.bob)


async def test_a_player_who_is_renamed_plays_on_under_the_new_name(harness: Harness) -> None:
    board, first, _ = await start(harness)
    first.name = "Zoe"
    await harness.guess(board, "012", first)
    assert "Zoe" in str(board)
    assert "012 " in str(board)


async def test_after_the_channel_is_deleted_the_two_can_begin_again_elsewhere(harness: Harness) -> None:
    await start(harness)
    harness.guild.delete_channel(harness.channel)
    garden = harness.guild.channel("garden")
    await harness.ann.slash(garden, "hitblow guess", code="012")
    assert "No game is running" in told(harness.ann)
    board = (await harness.ann.slash(garden, "hitblow duel", opponent=harness.bob, rules=RULES)).message
    assert "Ann challenges Bob" in str(board)


async def test_a_duel_goes_on_after_the_bot_was_removed_and_added_again(harness: Harness) -> None:
    board, first, second = await start(harness)
    await harness.guess(board, "012", first)
    harness.guild.remove_bot()
    harness.guild.add_bot()
    await harness.guess(board, "345", second)
    assert "012 " in str(board)
    assert "345 " in str(board)
    assert harness.channel.messages == [board]


async def test_other_bots_are_not_challenged(harness: Harness) -> None:
    robot = harness.guild.member("Robot")
    robot.bot = True
    await harness.ann.slash(harness.channel, "hitblow duel", opponent=robot)
    assert "Other bots" in told(harness.ann)
    assert harness.channel.messages == []
