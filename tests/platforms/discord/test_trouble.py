"""What happens when Discord, the network or people get in the way."""

import asyncio
from pathlib import Path

import pytest

from bot.platforms.discord.client import HitblowClient
from tests.fakes.discord import LoopbackDiscord, instant_retries, rate_limited, running, server_error
from tests.fakes.services import services_in
from tests.platforms.discord.stage import SECRET, Stage
from tests.support.snapshots import Snapshots


async def test_a_deleted_board_is_posted_again(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    form = (await stage.ann.press(board, "Guess")).modal
    stage.ann.delete(board)
    await stage.ann.submit(form, entered="0456")
    await stage.discord.idle()
    (again,) = stage.channel.messages
    assert "0456" in str(again)
    stage.ann.delete(again)
    await stage.bob.slash(stage.channel, "hitblow guess", code="3102")
    await stage.discord.idle()
    end, _news = stage.channel.messages
    assert "Bob solved it in 2." in str(end)


async def test_missing_permissions_are_explained(stage: Stage, snapshots: Snapshots) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    stage.channel.deny("view_channel")
    await stage.bob.slash(stage.channel, "hitblow guess", code="0456")
    await stage.discord.idle()
    for number, message in enumerate(stage.bob.ephemeral, 1):
        snapshots.step(f"what Bob alone sees, {number}", message)
    assert "0456" not in str(board)
    assert stage.channel.messages == [board]
    snapshots.check_steps("missing_permissions")


async def test_a_board_that_discord_refused_twice_is_told_and_caught_up(stage: Stage, snapshots: Snapshots) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    with instant_retries():
        stage.discord.network.fail("edit_message", server_error(), times=2)
        await stage.bob.slash(stage.channel, "hitblow guess", code="0456")
        await stage.discord.idle()
        await stage.discord.until(lambda: "0456" in str(board), within=10)
    for number, message in enumerate(stage.bob.ephemeral, 1):
        snapshots.step(f"what Bob alone sees, {number}", message)
    await stage.guess(board, "7103")
    assert "0456" in str(board)
    snapshots.check_steps("board_not_taken")


async def test_a_response_that_fails_once_is_repeated(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    form = (await stage.ann.press(board, "Guess")).modal
    with instant_retries() as slept:
        stage.discord.network.fail("callback", server_error())
        await stage.ann.submit(form, entered="0456")
    assert "0456" in str(board)
    assert slept == [1]


async def test_a_response_that_fails_twice_reaches_the_board_another_way(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    form = (await stage.ann.press(board, "Guess")).modal
    with instant_retries():
        stage.discord.network.fail("callback", server_error(), times=2)
        await stage.ann.submit(form, entered="0456")
        await stage.discord.idle()
    assert "0456" in str(board)
    await stage.guess(board, "3102")
    assert "Ann solved it in 2." in str(board)


async def test_a_response_that_discord_accepted_despite_an_error_stands(stage: Stage) -> None:
    stage.discord.expect_error(40060)
    with instant_retries():
        stage.discord.network.fail("callback", server_error(processed=True))
        board = (await stage.ann.slash(stage.channel, "hitblow play")).message
        await stage.discord.idle()
    await stage.bob.slash(stage.channel, "hitblow guess", code="3102")
    await stage.discord.idle()
    assert stage.channel.messages == [board]
    assert "Bob solved it in 1." in str(board)


async def test_a_rate_limit_is_waited_for(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    stage.discord.network.fail("callback", rate_limited())
    await stage.guess(board, "0456")
    stage.discord.network.fail("edit_message", rate_limited())
    await stage.bob.slash(stage.channel, "hitblow guess", code="3102")
    await stage.discord.idle()
    assert "Bob solved it in 2." in str(board)


async def test_the_same_interaction_twice_counts_once(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play", twice=True)).message
    form = (await stage.ann.press(board, "Guess", twice=True)).modal
    await stage.ann.submit(form, entered="0456", twice=True)
    await stage.bob.slash(stage.channel, "hitblow guess", code="7103", twice=True)
    await stage.discord.idle()
    assert stage.channel.messages == [board]
    assert [str(board).count(code) for code in ("0456", "7103")] == [1, 1]


async def test_an_interaction_repeated_to_another_process_counts_once(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord:
        discord.expect_error(40060)
        channel, ann = discord.guild("Ann's").channel("games"), discord.user("Ann")
        async with services_in(tmp_path, SECRET) as services:
            first, second = HitblowClient(services, seconds_between=0.0), HitblowClient(services, seconds_between=0.0)
            async with running(first, discord), running(second, discord):
                board = (await ann.slash(channel, "hitblow play")).message
                await ann.slash(channel, "hitblow guess", code="0456")
                await discord.idle()
    assert channel.messages == [board]
    assert str(board).count("0456") == 1


async def test_a_dropped_gateway_resumes_and_what_is_repeated_counts_once(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    await stage.bob.slash(stage.channel, "hitblow guess", code="0456")
    with instant_retries():
        await stage.discord.disconnect(replay=2)
        guessed = asyncio.create_task(stage.ann.slash(stage.channel, "hitblow guess", code="7103"))
        await stage.discord.connected()
        await guessed
    await stage.discord.idle()
    assert stage.channel.messages == [board]
    assert [str(board).count(code) for code in ("0456", "7103")] == [1, 1]


async def test_two_people_who_press_guess_at_once_both_guess_and_the_board_has_both(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    forms = [(await who.press(board, "Guess")).modal for who in (stage.ann, stage.bob)]
    await asyncio.gather(stage.ann.submit(forms[0], entered="0456"), stage.bob.submit(forms[1], entered="7103"))
    await stage.discord.idle()
    assert "1  0456" in str(board)
    assert "2  7103" in str(board)


async def test_a_button_of_a_game_that_has_ended_shows_how(stage: Stage, snapshots: Snapshots) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    aimed = stage.bob.prepare_press(board, "Give up")
    form = (await stage.bob.press(board, "Guess")).modal
    await stage.guess(board, "3102")
    snapshots.step("Bob guesses when it is over", await stage.bob.submit(form, entered="0456"))
    snapshots.step("Bob gives up when it is over", await stage.bob.send(aimed))
    await stage.discord.idle()
    snapshots.step("what Bob alone sees", "\n".join(map(str, stage.bob.ephemeral)))
    snapshots.check_steps("ended_meanwhile")


async def test_a_slow_storage_is_acknowledged_in_time(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.discord.responder.ACKNOWLEDGE_SECONDS", 0.0)
    await stage.ann.slash(stage.channel, "hitblow play")
    (board,) = await stage.discord.until(lambda: stage.channel.messages)
    await stage.guess(board, "0456")
    await stage.bob.slash(stage.channel, "hitblow guess", code="3102")
    await stage.discord.until(lambda: "Bob solved it in 2." in str(board))
    await stage.discord.until(lambda: stage.ann.ephemeral)
    assert [str(message) for message in stage.ann.ephemeral] == ["(only Ann sees this)\nDone. The board is up to date."]
