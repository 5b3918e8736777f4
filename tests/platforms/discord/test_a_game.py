"""A game is one message, until it is solved or given up."""

import asyncio
import gc
from pathlib import Path

import pytest
from discord import Interaction

from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.platforms.discord.client import HitblowClient
from bot.platforms.discord.controller import InteractionController
from tests.fakes.discord import Disconnect, LoopbackDiscord, running
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
            await ann.submit((await ann.press(board, "Guess")).modal, entered="3102")
            assert solved("Ann") in str(board)
            assert channel.messages == [board]


async def test_the_form_shows_a_code_of_the_game(tmp_path: Path) -> None:
    async with running_harness(tmp_path, secret="RRRR") as harness:
        board = (await harness.ann.slash(harness.channel, "hitblow play", rules="mastermind")).message
        pad = (await harness.ann.press(board, "Guess")).message
        assert "such as RYGB" in str((await harness.ann.press(pad, "Type it")).modal)


@pytest.mark.usefixtures("newcomers")
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


async def confirm(harness: Harness, person: str = "ann", label: str = "Give up") -> None:
    """Press the button of the last question."""
    user = getattr(harness, person)
    await harness.settled(user.press(user.ephemeral[-1], label))


async def test_a_shared_game_is_given_up_by_a_vote(harness: Harness, snapshots: Snapshots) -> None:
    cat = harness.guild.member("Cat")
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456", harness.bob)
    await harness.guess(board, "7089", cat)
    await harness.settled(harness.bob.press(board, "Give up"))
    snapshots.step("Bob is asked", harness.bob.ephemeral[-1])
    await confirm(harness, "bob", "Vote to give up")
    snapshots.step("Bob has voted", harness.bob.ephemeral[-1])
    assert "Bob (1 of 2)" in str(board)
    await harness.settled(harness.ann.press(board, "Give up"))
    await confirm(harness)
    assert harness.channel.messages == [board]
    assert "Given up by Ann" in str(board)
    snapshots.check_steps("giving_up_together")


async def test_a_moderator_ends_a_game_of_somebody_else(harness: Harness) -> None:
    moderator = harness.guild.member("Mod", manages=True)
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.settled(moderator.press(board, "Give up"))
    await harness.settled(moderator.press(moderator.ephemeral[-1], "Give up"))
    assert "Ended by Mod, a moderator." in str(board)
    assert harness.channel.messages == [board]


async def test_a_repeated_guess_is_asked_about_privately_and_made_by_the_button(
    harness: Harness, snapshots: Snapshots
) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.guess(board, "0456")
    (question,) = harness.ann.ephemeral
    snapshots.step("Ann is asked", question)
    assert str(board).count("0456 ") == 1
    await confirm(harness, label="Guess anyway")
    snapshots.step("the question afterwards", question)
    assert str(board).count("0456 ") == 2
    assert harness.channel.messages == [board]
    assert harness.ann.ephemeral == [question]
    snapshots.check_steps("a_repeated_guess")


@pytest.mark.parametrize("follows", [True, False])
async def test_an_end_of_a_process_that_ended_before_it_could_show_it_is_shown_after_a_restart(
    tmp_path: Path, *, follows: bool
) -> None:
    async with LoopbackDiscord() as discord, services_in(tmp_path, "3102") as services:
        guild = discord.guild("Ann's")
        channel, ann, bob = guild.channel("games"), guild.member("Ann"), guild.member("Bob")
        async with running(HitblowClient(services, seconds_between=0.0), discord):
            board = (await ann.slash(channel, "hitblow play")).message
            await bob.slash(channel, "hitblow guess", code="0456")
            await discord.idle()
        room = RoomKey("discord", str(guild.id), str(channel.id))
        player = PlayerKey("discord", "", str(ann.id))
        await services.referee.guess(Caller(room, player, "Ann", "the last event"), "3102")
        between = [bob.say(channel, "so close")] if follows else []

        async with running(HitblowClient(services, seconds_between=0.0), discord):
            await discord.until(lambda: solved("Ann") in str(channel.messages[-1]))
            await discord.idle()
            await discord.until(lambda: (str(channel.messages[-1].id) in board.text) is follows)
            while await services.news.pending("discord"):  # noqa: ASYNC110  # the storage tells nobody
                await asyncio.sleep(0.01)
        assert [message for message in channel.messages if "[ Rematch ]" in str(message)] == channel.messages[-1:]
        assert channel.messages[:-1] == ([board, *between] if follows else [])


async def test_an_end_is_shown_below_messages_that_follow_the_board_which_becomes_a_link(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456", harness.bob)
    said = harness.bob.say(harness.channel, "so close")
    await harness.guess(board, "3102")
    *before, end = harness.channel.messages
    assert before == [board, said]
    assert solved("Ann") in str(end)
    assert str(end.id) in board.text
    assert "[" not in board.text
    await harness.settled(harness.bob.press(end, "Verify"))
    assert "Checked" in str(harness.bob.ephemeral[-1])
    assert harness.channel.messages == [board, said, end]


async def test_an_end_whose_response_got_lost_is_shown_once(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456", harness.bob)
    said = harness.bob.say(harness.channel, "so close")
    harness.discord.network.fail("send", Disconnect(processed=True))
    await harness.guess(board, "3102")
    *before, end = harness.channel.messages
    assert before == [board, said]
    assert str(end.id) in board.text


async def test_where_the_bot_may_no_longer_write_the_end_stays_in_its_board(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456", harness.bob)
    said = harness.bob.say(harness.channel, "so close")
    harness.channel.deny("send_messages")
    harness.discord.expect_error(50013)
    await harness.guess(board, "3102")
    assert harness.channel.messages == [board, said]
    assert solved("Ann") in str(board)
    assert "2 3102" in str(board)
    assert await harness.services.news.pending("discord") == []
