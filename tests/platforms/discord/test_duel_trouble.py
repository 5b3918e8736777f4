"""What goes wrong in duels on a server: each gets one sentence, which one person sees, and the duel is unharmed."""

import asyncio
from typing import Any

from tests.fakes.discord import InteractionResponse, Message, User
from tests.platforms.discord.stage import Stage
from tests.platforms.discord.test_duels import RULES, begin, hide

ACCEPT = "Accept and hide a secret"


async def challenge(stage: Stage) -> Message:
    return (await stage.ann.slash(stage.channel, "hitblow duel", opponent=stage.bob, rules=RULES)).message


async def submit(stage: Stage, who: User, opened: InteractionResponse, secret: str) -> InteractionResponse:
    field: str = opened.modal.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: secret}
    reply = await who.submit(opened.modal, **values)
    await stage.discord.idle()
    return reply


def told(person: User) -> str:
    return "\n".join(map(str, person.ephemeral))


async def test_the_challenger_cannot_accept_for_the_opponent(stage: Stage) -> None:
    board = await challenge(stage)
    await submit(stage, stage.ann, await stage.ann.press(board, ACCEPT), "527")
    assert "Waiting for a secret from Bob" in str(board)
    await stage.ann.press(board, ACCEPT)
    await stage.discord.idle()
    assert "already hidden a secret" in told(stage.ann)
    assert "Waiting for a secret from Bob" in str(board)


async def test_nobody_else_can_accept(stage: Stage) -> None:
    board = await challenge(stage)
    eve = stage.guild.member("Eve")
    await eve.press(board, ACCEPT)
    await stage.discord.idle()
    assert "someone else's game" in told(eve)
    assert "Waiting for a secret from Ann and Bob" in str(board)


async def test_a_second_invitation_is_refused_from_either_side(stage: Stage) -> None:
    board = await challenge(stage)
    for who, opponent in ((stage.ann, stage.bob), (stage.bob, stage.ann)):
        await who.slash(stage.channel, "hitblow duel", opponent=opponent)
        assert "already have a duel" in told(who)
    assert stage.channel.messages == [board]


async def test_a_secret_that_is_not_a_code_or_is_given_twice_is_refused(stage: Stage) -> None:
    board = await challenge(stage)
    first, second, third = [await stage.bob.press(board, ACCEPT) for _ in range(3)]
    await submit(stage, stage.bob, first, "5277")
    assert "this game takes 3" in told(stage.bob)
    assert "5277" not in str(board)
    await hide(stage, stage.bob, board, "683")
    await submit(stage, stage.bob, second, "684")
    assert told(stage.bob).count("already hidden") == 1
    await hide(stage, stage.ann, board, "527")
    await submit(stage, stage.bob, third, "685")
    assert told(stage.bob).count("already hidden") == 2
    assert "your turn to guess" in str(board)
    assert stage.channel.messages == [board]


async def test_both_who_hide_a_secret_at_once_begin_one_duel(stage: Stage) -> None:
    board = await challenge(stage)
    forms = [await who.press(board, ACCEPT) for who in (stage.ann, stage.bob)]
    await asyncio.gather(submit(stage, stage.ann, forms[0], "527"), submit(stage, stage.bob, forms[1], "683"))
    assert "your turn to guess" in str(board)
    assert stage.channel.messages == [board]


async def test_buttons_pressed_after_the_end_change_nothing(stage: Stage) -> None:
    board, _, _ = await begin(stage)
    late = [stage.bob.prepare_press(board, label) for label in ("Offer a draw", "Give up")]
    await stage.ann.slash(stage.channel, "hitblow giveup", confirm=True)
    await stage.discord.idle()
    ended = str(board)
    for press in late:
        await stage.bob.send(press)
        await stage.discord.idle()
    assert str(board) == ended
    await stage.bob.slash(stage.channel, "hitblow guess", code="527")
    assert "No game is running" in told(stage.bob)


async def test_a_player_who_is_renamed_plays_on_under_the_new_name(stage: Stage) -> None:
    board, first, _ = await begin(stage)
    first.name = "Zoe"
    await stage.guess(board, "012", first)
    assert "Zoe" in str(board)
    assert "012 " in str(board)


async def test_after_the_channel_is_deleted_the_two_can_begin_again_elsewhere(stage: Stage) -> None:
    await begin(stage)
    stage.guild.delete_channel(stage.channel)
    garden = stage.guild.channel("garden")
    await stage.ann.slash(garden, "hitblow guess", code="012")
    assert "No game is running" in told(stage.ann)
    board = (await stage.ann.slash(garden, "hitblow duel", opponent=stage.bob, rules=RULES)).message
    assert "Ann challenges Bob" in str(board)


async def test_a_duel_goes_on_after_the_bot_was_removed_and_added_again(stage: Stage) -> None:
    board, first, second = await begin(stage)
    await stage.guess(board, "012", first)
    stage.guild.remove_bot()
    stage.guild.add_bot()
    await stage.guess(board, "345", second)
    assert "012 " in str(board)
    assert "345 " in str(board)
    assert stage.channel.messages == [board]


async def test_other_bots_are_not_challenged(stage: Stage) -> None:
    robot = stage.guild.member("Robot")
    robot.bot = True
    await stage.ann.slash(stage.channel, "hitblow duel", opponent=robot)
    assert "Other bots" in told(stage.ann)
    assert stage.channel.messages == []
