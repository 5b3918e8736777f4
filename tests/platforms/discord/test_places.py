"""Servers, threads, conversations, languages and names."""

import pytest

from tests.fakes.discord import Channel
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_duels import challenge, hide
from tests.support.sentences import solved

HOSTILE = "@everyone **x** [a](b)"
ESCAPED = "@\u200beveryone \\*\\*x\\*\\* \\[a\\](b)"


async def test_the_bot_plays_in_direct_messages(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.ann.dm, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.settled(harness.ann.slash(harness.ann.dm, "hitblow guess", code="3102"))
    assert solved("Ann") in str(board)
    assert harness.ann.dm.messages == [board]


@pytest.mark.parametrize("keep", ["bot", "head"])
async def test_nobody_hosts_a_game_alone_with_the_bot(harness: Harness, keep: str) -> None:
    refused = (await harness.ann.slash(harness.ann.dm, "hitblow host", keep=keep)).message
    assert "takes another person" in str(refused)
    assert "plays against me" in str(refused)
    assert harness.ann.dm.messages == []


async def test_whoever_has_installed_the_bot_uses_it_where_it_is_no_member(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    board = (await zoe.slash(foreign, "hitblow versus", secret="head")).message
    assert "Versus" in str(board)
    advice = (await zoe.slash(foreign, "hitblow suggest")).message
    assert advice.ephemeral
    assert (await zoe.slash(foreign, "hitblow check", guess="0123")).message.ephemeral
    for line in ("hitblow stats", "hitblow review"):
        assert (await zoe.slash(foreign, line)).message.ephemeral
    assert foreign.messages == [board]


async def test_a_game_where_the_bot_is_no_member_goes_on_in_private_copies(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    board = (await zoe.slash(foreign, "hitblow play")).message
    await harness.guess(board, "0456", zoe)
    assert "0456" in str(board)
    await harness.settled(zoe.slash(foreign, "hitblow guess", code="3102"))
    assert foreign.messages == [board]
    assert solved("Zoe") in str(zoe.ephemeral[-1])
    assert str(board.id) in str(zoe.ephemeral[-1])
    await zoe.press(board, "Guess")


async def test_where_the_bot_is_no_member_a_press_or_the_board_command_shows_everybody_a_typed_guess(
    harness: Harness,
) -> None:
    foreign, zoe = harness.elsewhere()
    board = (await zoe.slash(foreign, "hitblow play")).message
    await harness.settled(zoe.slash(foreign, "hitblow guess", code="0456"))
    assert foreign.messages == [board]
    assert "0456" not in str(board)
    await harness.guess(board, "0789", zoe)
    assert "0456" in str(board)
    await zoe.slash(foreign, "hitblow guess", code="1789")
    again = (await zoe.slash(foreign, "hitblow board")).message
    assert foreign.messages == [board, again]
    assert "1789" in str(again)


async def test_where_the_bot_is_no_member_players_are_mentioned_by_responses(harness: Harness) -> None:
    foreign = harness.discord.guild("Zoe's", has_bot=False)
    lobby, zoe, yan = (
        foreign.channel("lobby"),
        foreign.member("Zoe", installs=True),
        foreign.member("Yan", installs=True),
    )
    board = await challenge(harness, zoe, lobby, opponent=yan)
    assert board.mentions == {str(yan.id)}
    await hide(harness, yan, board, "683")
    first, second = (zoe, yan) if "Zoe's turn" in str(board) else (yan, zoe)
    await harness.guess(board, "012", first)
    assert [message.mentions for message in lobby.messages[1:]] == [{str(one.id)} for one in (first, second)]
    assert lobby.messages[0] is board
    await harness.settled(yan.press(board, "Verify"))
    assert len(lobby.messages) == 3


async def test_where_external_apps_are_forbidden_everything_is_private(harness: Harness) -> None:
    foreign = harness.discord.guild("Zoe's", has_bot=False, external_apps=False).channel("lobby")
    zoe = harness.discord.user("Zoe", installs=True)
    board = (await zoe.slash(foreign, "hitblow play")).message
    await harness.guess(board, "3102", zoe)
    assert solved("Zoe") in str(board)
    assert foreign.messages == []


async def test_a_group_of_friends_plays_together(harness: Harness) -> None:
    zoe = harness.discord.user("Zoe", installs=True)
    group = harness.discord.group(zoe, harness.ann)
    board = (await zoe.slash(group, "hitblow play")).message
    await harness.guess(board, "0456", harness.ann)
    await harness.guess(board, "3102", zoe)
    *_, end = group.messages
    assert solved("Zoe") in str(end)
    assert end is board or str(end.id) in board.text


async def test_a_name_mentions_nobody_and_forges_nothing(harness: Harness) -> None:
    eve = harness.guild.member(HOSTILE)
    board = (await eve.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "3102", eve)
    record = (await harness.ann.slash(harness.channel, "hitblow stats", player=eve)).message
    assert all(ESCAPED in str(message) for message in (board, record))
    assert "@everyone" not in "\n".join(_outside_code(harness.channel))
    assert not any(message.mentions for message in harness.channel.messages)


def _outside_code(channel: Channel) -> list[str]:
    """What is said outside code blocks, where markup means something."""
    return [part for message in channel.messages for part in message.text.split("```")[::2]]
