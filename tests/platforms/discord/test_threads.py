"""Games in threads of their own."""

from discord import Permissions

from tests.platforms.discord.stage import Stage
from tests.support.snapshots import Snapshots


async def test_a_game_can_be_played_in_a_thread(stage: Stage, snapshots: Snapshots) -> None:
    snapshots.step("Ann plays in a thread", await stage.ann.slash(stage.channel, "hitblow play", thread=True))
    await stage.discord.idle()
    (thread,) = stage.channel.threads
    (board,) = thread.messages
    snapshots.step(f"in the thread called {thread.name}", board)
    await stage.guess(board, "0456")
    await stage.bob.slash(thread, "hitblow guess", code="3102")
    await stage.discord.idle()
    assert "Bob solved it in 2." in str(board)
    assert stage.channel.messages == []
    assert [str(message).strip() for message in thread.messages[1:]] == ["#k1: Bob solved it in 2."]
    snapshots.check_steps("a_thread")


async def test_the_channel_and_its_thread_are_two_rooms(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "hitblow play", thread=True)
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    assert stage.channel.messages == [board]


async def test_no_thread_is_opened_for_rules_that_are_none(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "hitblow play", rules="0x0", thread=True)
    assert stage.channel.threads == []


async def test_where_no_thread_can_be_opened_that_is_said(stage: Stage, snapshots: Snapshots) -> None:
    stage.channel.deny("create_public_threads")
    snapshots.step("in a channel", await stage.ann.slash(stage.channel, "hitblow play", thread=True))
    snapshots.step("in direct messages", await stage.ann.slash(stage.ann.dm, "hitblow play", thread=True))
    snapshots.check_steps("no_thread")


async def test_a_member_who_may_not_open_threads_does_not_get_one(stage: Stage) -> None:
    stage.guild.members[stage.ann.id] = Permissions(view_channel=True, send_messages=True)
    response = await stage.ann.slash(stage.channel, "hitblow play", thread=True)
    assert "You need the permission Create Public Threads" in str(response)
    assert stage.channel.threads == []


async def test_the_board_says_who_got_hints(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play", rules="4x4")).message
    await stage.guess(board, "0123")
    await stage.bob.press(board, "Hint")
    await stage.discord.idle()
    assert "Hints:" not in str(board)
    await stage.ann.press(board, "Hint")
    await stage.discord.idle()
    assert "hints used by Ann" in str(board)
