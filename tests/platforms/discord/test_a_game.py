"""A game is one message."""

import asyncio
import gc
from pathlib import Path

import pytest
from discord import Interaction

from bot.platforms.discord.client import HitblowClient
from bot.platforms.discord.controller import InteractionController
from tests.fakes.discord import LoopbackDiscord, running
from tests.fakes.discord.components import walk
from tests.fakes.services import services_in
from tests.platforms.discord.harness import SECRET, Harness, id_of, running_harness
from tests.support.sentences import solved
from tests.support.snapshots import Snapshots

NEUTRAL, WON, LOST = 0x0072B2, 0x2E7D32, 0xB34700


async def test_a_game_is_one_message_from_the_first_guess_to_the_last(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    snapshots.step("Ann plays", board)
    form = (await harness.ann.press(board, "Guess")).modal
    snapshots.step("Ann presses Guess", form)
    await harness.ann.submit(form, entered="0456")
    snapshots.step("Ann guesses 0456", board)
    await harness.guess(board, "3102", harness.bob)
    snapshots.step("Bob guesses 3102", board)
    await harness.discord.idle()
    assert harness.channel.messages == [board]
    assert harness.ann.ephemeral == harness.bob.ephemeral == []
    snapshots.check_steps("a_game")


async def test_a_button_of_the_last_release_makes_its_plain_message_a_layout(harness: Harness) -> None:
    board = (await harness.settled(harness.ann.slash(harness.channel, "hitblow play"))).message
    before = board.text
    _, *rows = board.components
    board.content, board.components, board.flags = before, rows, 0
    last = next(each for each in walk(rows) if each.get("label") == "More")
    last["custom_id"] = f"hb:board||{id_of(board)}||verify=on"
    await harness.ann.press(board, "More")
    await harness.discord.until(lambda: (board.content, board.text) == ("", before))
    board.content, board.components, board.flags = before, rows, 0
    await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
    await harness.guess(board, "3102", harness.bob)
    assert board.content == ""
    assert solved("Bob") in board.text


@pytest.mark.parametrize(
    ("codes", "accents"),
    [(["0456", SECRET], [NEUTRAL, NEUTRAL, WON]), (["0456", "0457"], [NEUTRAL, NEUTRAL, LOST])],
)
async def test_the_frame_of_a_board_tells_how_it_ended(harness: Harness, codes: list[str], accents: list[int]) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", tries=2)).message
    for code in codes:
        await harness.guess(board, code)
    assert [revision.message.components[0]["accent_color"] for revision in board.history] == accents


async def test_a_mistake_is_answered_in_private_and_costs_nothing(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    before = str(board)
    await harness.guess(board, "0012")
    (told,) = harness.ann.ephemeral
    assert "`0012`" in str(told)
    assert str(board) == before


async def test_buttons_work_after_a_restart(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord:
        channel, ann = discord.guild("Ann's").channel("games"), discord.user("Ann")
        async with (
            services_in(tmp_path, "3102") as services,
            running(HitblowClient(services, seconds_between=0.0), discord),
        ):
            board = (await ann.slash(channel, "hitblow play")).message
            form = (await ann.press(board, "Guess")).modal
        async with (
            services_in(tmp_path, "3102") as services,
            running(HitblowClient(services, seconds_between=0.0), discord),
        ):
            await ann.submit(form, entered="0456")
            assert "0456" in str(board)
            again = (await ann.press(board, "Guess")).modal
            await ann.submit(again, entered="3102")
            assert solved("Ann") in str(board)
            assert channel.messages == [board]


async def test_the_form_shows_a_code_of_the_game(tmp_path: Path) -> None:
    async with running_harness(tmp_path, secret="RRRR") as harness:
        board = (await harness.ann.slash(harness.channel, "hitblow play", rules="mastermind")).message
        pad = (await harness.ann.press(board, "Guess")).message
        assert "such as RYGB" in str((await harness.ann.press(pad, "Type it")).modal)


@pytest.mark.newcomers
async def test_a_newcomer_reads_in_private_what_feedback_means(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.guess(board, "7103")
    (told,) = harness.ann.ephemeral
    snapshots.check("a_newcomer", str(told))
    assert "Feedback is" not in str(board)


@pytest.mark.slow
async def test_what_a_guess_needed_is_freed_without_the_garbage_collector(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    gc.collect()
    gc.disable()
    try:
        for code in ("0456", "0457"):
            await harness.guess(board, code)
        async with asyncio.timeout(30):
            while _interactions():  # noqa: ASYNC110  # the last one is needed until its board is recorded
                await asyncio.sleep(0.01)
    finally:
        gc.enable()


def _interactions() -> int:
    return sum(type(each) in {Interaction, InteractionController} for each in gc.get_objects())
