"""People who leave a server or delete their data in mid-game, and channels that are deleted: the game is unharmed."""

import pytest

from bot.platforms.common import catch_up
from tests.fakes.discord import User, api_error
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_duels import start, submit
from tests.platforms.discord.test_hosting import host_by_form, host_in_head


@pytest.fixture(autouse=True)
def _catching_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)


async def delete_data(harness: Harness, who: User) -> None:
    """Have everything about somebody deleted, which is asked twice."""
    await who.slash(harness.channel, "hitblow privacy", action="delete")
    question = who.ephemeral[-1]
    for label in ("Delete my data", "Delete for good"):
        await harness.settled(who.press(question, label))
    assert "deleted" in str(question)


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


async def test_a_duel_goes_on_for_the_other_when_a_player_is_banned(harness: Harness) -> None:
    board, first, second = await start(harness)
    harness.guild.leave(second)
    await harness.guess(board, "012", first)
    assert "012 " in str(board)
    assert second.name in str(board)
    await first.slash(harness.channel, "hitblow guess", code="345")
    assert "turn" in str(first.ephemeral[-1])
    await harness.settled(first.slash(harness.channel, "hitblow giveup", confirm=True))
    assert f"{second.name} wins" in str(board)


@pytest.mark.slow
async def test_a_hosted_game_goes_on_without_a_guesser_and_ends_without_its_host(harness: Harness) -> None:
    board = await host_in_head(harness)
    await harness.guess(board, "012", harness.bob)
    await delete_data(harness, harness.bob)
    await harness.discord.until(lambda: "a former player's `012`" in str(board))
    harness.ann.name = "Zoe"
    await harness.settled(harness.ann.press(board, "0H1B"))
    assert "0H1B ○··` former" in str(board)
    assert "hosted by Zoe" in str(board)
    await delete_data(harness, harness.ann)
    await harness.discord.until(lambda: "Given up by a former player." in str(board))
    assert not [name for name in ("Ann", "Zoe", "Bob") if name in str(board)]


async def test_after_the_channel_is_deleted_people_host_and_race_elsewhere(harness: Harness) -> None:
    await host_by_form(harness)
    harness.guild.delete_channel(harness.channel)
    race, garden = harness.guild.channel("race"), harness.guild.channel("garden")
    await harness.guess((await harness.ann.slash(race, "hitblow play", who="race")).message, "0123", harness.bob)
    harness.guild.delete_channel(race)
    await harness.bob.slash(garden, "hitblow guess", code="3102")
    assert "No game is running" in str(harness.bob.ephemeral[-1])
    board = (await harness.ann.slash(garden, "hitblow play", who="race")).message
    await harness.guess(board, "3102", harness.bob)
    assert "Bob" in str(board)
