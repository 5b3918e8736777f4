"""People who leave a server or delete their data in mid-game, and channels that are deleted: the game is unharmed."""

import pytest

from bot.platforms.common import catch_up
from tests.fakes.discord import User, api_error
from tests.platforms.discord.stage import Stage
from tests.platforms.discord.test_duels import begin
from tests.platforms.discord.test_hosting import host_by_form, host_in_head


@pytest.fixture(autouse=True)
def _catching_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)


async def delete_data(stage: Stage, who: User) -> None:
    """Have everything about somebody deleted, which is asked twice."""
    await who.slash(stage.channel, "hitblow privacy", action="delete")
    question = who.ephemeral[-1]
    for label in ("Delete my data", "Delete for good"):
        await who.press(question, label)
        await stage.discord.idle()
    assert "deleted" in str(question)


async def test_somebody_who_has_left_is_not_challenged(stage: Stage) -> None:
    await stage.bob.slash(stage.channel, "hitblow stats")  # the bot has met him
    stage.guild.leave(stage.bob)
    await stage.ann.slash(stage.channel, "hitblow duel", opponent=stage.bob)
    assert "Bob, who is no longer here" in str(stage.ann.ephemeral[-1])
    await stage.ann.use_menu(stage.channel, stage.bob, "Challenge to Hit & Blow")
    assert "Bob, who is no longer here" in str(stage.ann.ephemeral[-1])
    assert stage.channel.messages == []


async def test_there_is_no_rematch_with_somebody_whose_account_is_deleted(stage: Stage) -> None:
    stage.discord.expect_error(10013)
    board, first, second = await begin(stage)
    await second.slash(stage.channel, "hitblow giveup", confirm=True)
    await stage.discord.idle()
    stage.discord.network.fail("read_member", api_error(10013))
    await first.press(board, "Rematch")
    await stage.discord.idle()
    assert f"{second.name}, who is no longer here" in str(first.ephemeral[-1])


async def test_there_is_no_rematch_with_somebody_who_has_left(stage: Stage) -> None:
    board, first, second = await begin(stage)
    await second.slash(stage.channel, "hitblow giveup", confirm=True)
    await stage.discord.idle()
    stage.guild.leave(second)
    await first.press(board, "Rematch")
    await stage.discord.idle()
    assert f"{second.name}, who is no longer here" in str(first.ephemeral[-1])
    assert "challenges" not in str(stage.channel.messages[-1])
    stage.guild.join(second)
    await first.press(board, "Rematch")
    await stage.discord.idle()
    assert f"{first.name} challenges {second.name}" in str(stage.channel.messages[-1])


async def test_a_duel_goes_on_for_the_other_when_a_player_is_banned(stage: Stage) -> None:
    board, first, second = await begin(stage)
    stage.guild.leave(second)
    await stage.guess(board, "012", first)
    assert "012 " in str(board)
    assert second.name in str(board)
    await first.slash(stage.channel, "hitblow guess", code="345")
    assert "turn" in str(first.ephemeral[-1])
    await first.slash(stage.channel, "hitblow giveup", confirm=True)
    await stage.discord.idle()
    assert f"{second.name} wins" in str(board)


async def test_the_other_wins_a_duel_of_a_player_who_deletes_their_data(stage: Stage) -> None:
    board, first, second = await begin(stage)
    await stage.guess(board, "012", first)
    await delete_data(stage, second)
    await stage.discord.until(lambda: f"{first.name} wins: a former player gave up" in str(board))
    assert second.name not in str(board)
    await first.press(board, "Rematch")
    await stage.discord.idle()
    assert "a former player, who is no longer here" in str(first.ephemeral[-1])
    assert [message for message in stage.channel.messages if message.components] == [board]


async def test_a_hosted_game_goes_on_without_a_guesser_and_ends_without_its_host(stage: Stage) -> None:
    board = await host_in_head(stage)
    await stage.guess(board, "012", stage.bob)
    await delete_data(stage, stage.bob)
    await stage.discord.until(lambda: "a former player's `012`" in str(board))
    stage.ann.name = "Zoe"
    await stage.ann.press(board, "0H1B")
    await stage.discord.idle()
    assert "0H1B  ○    former" in str(board)
    assert "Host: Zoe" in str(board)
    await delete_data(stage, stage.ann)
    await stage.discord.until(lambda: "A former player, the host, ended the game" in str(board))
    assert not [name for name in ("Ann", "Zoe", "Bob") if name in str(board)]


async def test_a_race_goes_on_when_the_leader_is_renamed_and_deletes_their_data(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play", who="race")).message
    await stage.guess(board, "0456")
    await stage.guess(board, "0123", stage.bob)
    stage.bob.name = "Zoe"
    await stage.guess(board, "3104", stage.bob)
    assert "Zoe" in str(board)
    await delete_data(stage, stage.bob)
    await stage.discord.until(lambda: "former" in str(board))
    assert "Zoe" not in str(board)
    await stage.guess(board, "3102")
    assert "Ann solved" in str(board)


async def test_after_the_channel_is_deleted_people_host_and_race_elsewhere(stage: Stage) -> None:
    await host_by_form(stage)
    stage.guild.delete_channel(stage.channel)
    race, garden = stage.guild.channel("race"), stage.guild.channel("garden")
    await stage.guess((await stage.ann.slash(race, "hitblow play", who="race")).message, "0123", stage.bob)
    stage.guild.delete_channel(race)
    await stage.bob.slash(garden, "hitblow guess", code="3102")
    assert "No game is running" in str(stage.bob.ephemeral[-1])
    board = (await stage.ann.slash(garden, "hitblow play", who="race")).message
    await stage.guess(board, "3102", stage.bob)
    assert "Bob" in str(board)
