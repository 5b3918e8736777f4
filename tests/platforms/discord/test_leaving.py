"""People who leave a server or delete their data in mid-game, and channels that are deleted: the game is unharmed."""

import pytest

from bot.platforms.common import catch_up
from tests.fakes.discord import api_error
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_duels import start, submit


@pytest.fixture(autouse=True)
def _catching_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)


async def test_somebody_who_has_left_is_not_challenged(harness: Harness) -> None:
    await harness.bob.slash(harness.channel, "hitblow stats")  # the bot has met him
    harness.guild.leave(harness.bob)
    await harness.ann.slash(harness.channel, "hitblow duel", opponent=harness.bob)
    assert "can't challenge Bob" in str(harness.ann.ephemeral[-1])
    await harness.ann.use_menu(harness.channel, harness.bob, "Challenge to Hit & Blow")
    assert "can't challenge Bob" in str(harness.ann.ephemeral[-1])
    assert harness.channel.messages == []


async def test_there_is_no_rematch_with_somebody_whose_account_is_deleted(harness: Harness) -> None:
    harness.discord.expect_error(10013)
    board, first, second = await start(harness)
    await harness.settled(second.slash(harness.channel, "hitblow giveup", confirm=True))
    harness.discord.network.fail("read_member", api_error(10013))
    await harness.settled(first.press(board, "Rematch"))
    assert f"can't challenge {second.name}" in str(first.ephemeral[-1])


async def test_there_is_no_rematch_with_somebody_who_has_left(harness: Harness) -> None:
    board, first, second = await start(harness)
    await harness.settled(second.slash(harness.channel, "hitblow giveup", confirm=True))
    harness.guild.leave(second)
    await harness.settled(first.press(board, "Rematch"))
    assert f"can't challenge {second.name}" in str(first.ephemeral[-1])
    assert "challenges" not in str(harness.channel.messages[-1])
    harness.guild.join(second)
    await submit(harness, first, await first.press(board, "Rematch"), "527")
    assert f"{first.name} challenges you" in str(harness.channel.messages[-1])
