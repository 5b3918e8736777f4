"""What happens when Discord, the network or people get in the way."""

import asyncio
from pathlib import Path

import pytest

from bot.platforms.discord.client import HitblowClient
from tests.fakes.discord import LoopbackDiscord, instant_retries, rate_limited, running, server_error
from tests.fakes.services import services_in
from tests.platforms.discord.harness import SECRET, Harness
from tests.support.sentences import solved
from tests.support.snapshots import Snapshots


async def test_a_deleted_board_is_posted_again(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.ann.press(board, "Guess")).modal
    harness.ann.delete(board)
    await harness.ann.submit(form, entered="0456")
    await harness.discord.idle()
    (again,) = harness.channel.messages
    assert "0456" in str(again)
    harness.ann.delete(again)
    await harness.bob.slash(harness.channel, "hitblow guess", code="3102")
    await harness.discord.idle()
    end, _news = harness.channel.messages
    assert solved("Bob", 2) in str(end)


async def test_missing_permissions_are_explained(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    harness.channel.deny("view_channel")
    await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
    await harness.discord.idle()
    for number, message in enumerate(harness.bob.ephemeral, 1):
        snapshots.step(f"what Bob alone sees, {number}", message)
    assert "0456" not in str(board)
    assert harness.channel.messages == [board]
    snapshots.check_steps("missing_permissions")


async def test_a_board_that_discord_refused_twice_is_told_and_caught_up(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    with instant_retries():
        harness.discord.network.fail("edit_message", server_error(), times=2)
        await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
        await harness.discord.idle()
        await harness.discord.until(lambda: "0456" in str(board), within=10)
    for number, message in enumerate(harness.bob.ephemeral, 1):
        snapshots.step(f"what Bob alone sees, {number}", message)
    await harness.guess(board, "7103")
    assert "0456" in str(board)
    snapshots.check_steps("board_not_taken")


async def test_a_response_that_fails_once_is_repeated(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.ann.press(board, "Guess")).modal
    with instant_retries() as slept:
        harness.discord.network.fail("callback", server_error())
        await harness.ann.submit(form, entered="0456")
    assert "0456" in str(board)
    assert slept == [1]


async def test_a_response_that_fails_twice_reaches_the_board_another_way(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.ann.press(board, "Guess")).modal
    with instant_retries():
        harness.discord.network.fail("callback", server_error(), times=2)
        await harness.ann.submit(form, entered="0456")
        await harness.discord.idle()
    assert "0456" in str(board)
    await harness.guess(board, "3102")
    assert solved("Ann", 2) in str(board)


async def test_a_response_that_discord_accepted_despite_an_error_stands(harness: Harness) -> None:
    harness.discord.expect_error(40060)
    with instant_retries():
        harness.discord.network.fail("callback", server_error(processed=True))
        board = (await harness.ann.slash(harness.channel, "hitblow play")).message
        await harness.discord.idle()
    await harness.bob.slash(harness.channel, "hitblow guess", code="3102")
    await harness.discord.idle()
    assert harness.channel.messages == [board]
    assert solved("Bob", 1) in str(board)


async def test_a_rate_limit_is_waited_for(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    harness.discord.network.fail("callback", rate_limited())
    await harness.guess(board, "0456")
    harness.discord.network.fail("edit_message", rate_limited())
    await harness.bob.slash(harness.channel, "hitblow guess", code="3102")
    await harness.discord.idle()
    assert solved("Bob", 2) in str(board)


async def test_the_same_interaction_twice_counts_once(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", twice=True)).message
    form = (await harness.ann.press(board, "Guess", twice=True)).modal
    await harness.ann.submit(form, entered="0456", twice=True)
    await harness.bob.slash(harness.channel, "hitblow guess", code="7103", twice=True)
    await harness.discord.idle()
    assert harness.channel.messages == [board]
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


async def test_a_dropped_gateway_resumes_and_what_is_repeated_counts_once(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
    with instant_retries():
        await harness.discord.disconnect(replay=2)
        guessed = asyncio.create_task(harness.ann.slash(harness.channel, "hitblow guess", code="7103"))
        await harness.discord.connected()
        await guessed
    await harness.discord.idle()
    assert harness.channel.messages == [board]
    assert [str(board).count(code) for code in ("0456", "7103")] == [1, 1]


async def test_two_people_who_press_guess_at_once_both_guess_and_the_board_has_both(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    forms = [(await who.press(board, "Guess")).modal for who in (harness.ann, harness.bob)]
    await asyncio.gather(harness.ann.submit(forms[0], entered="0456"), harness.bob.submit(forms[1], entered="7103"))
    await harness.discord.idle()
    assert "1  0456" in str(board)
    assert "2  7103" in str(board)


async def test_a_button_of_a_game_that_has_ended_shows_how(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    aimed = harness.bob.prepare_press(board, "Give up")
    form = (await harness.bob.press(board, "Guess")).modal
    await harness.guess(board, "3102")
    snapshots.step("Bob guesses when it is over", await harness.bob.submit(form, entered="0456"))
    snapshots.step("Bob gives up when it is over", await harness.bob.send(aimed))
    await harness.discord.idle()
    snapshots.step("what Bob alone sees", "\n".join(map(str, harness.bob.ephemeral)))
    snapshots.check_steps("ended_meanwhile")


async def test_a_slow_storage_is_acknowledged_in_time(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.discord.responder.ACKNOWLEDGE_SECONDS", 0.0)
    await harness.ann.slash(harness.channel, "hitblow play")
    (board,) = await harness.discord.until(lambda: harness.channel.messages)
    await harness.guess(board, "0456")
    await harness.bob.slash(harness.channel, "hitblow guess", code="3102")
    await harness.discord.until(lambda: solved("Bob", 2) in str(board))
    await harness.discord.until(lambda: harness.ann.ephemeral)
    assert [str(message) for message in harness.ann.ephemeral] == [
        "(only Ann sees this)\nDone. The board is up to date."
    ]
