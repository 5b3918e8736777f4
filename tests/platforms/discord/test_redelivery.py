"""Whatever Discord delivers twice, to one process or to two, counts once and is said once."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.platforms.discord.client import HitblowClient
from tests.fakes.discord import LoopbackDiscord, Message, running
from tests.fakes.services import services_in
from tests.platforms.discord.harness import SECRET, Harness, id_of

ALREADY_ANSWERED = 40060


@pytest.fixture(params=[1, pytest.param(2, marks=pytest.mark.slow)], ids=["one process", "two processes"])
def processes(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def twice(processes: int) -> bool:
    """Whether Discord delivers everything twice to the same process; two processes both get everything."""
    return processes == 1


@pytest.fixture
async def harness(tmp_path: Path, processes: int) -> AsyncIterator[Harness]:
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(LoopbackDiscord())
        if processes > 1:
            discord.expect_error(ALREADY_ANSWERED)
        discord.gateway.delivery = "all"  # as if both processes identified with the same shard
        discord.response_timeout = 30.0  # a busy machine is no bug
        services = [await stack.enter_async_context(services_in(tmp_path, SECRET)) for _ in range(processes)]
        guild = discord.guild("Ann's")
        for each in services:
            await stack.enter_async_context(running(HitblowClient(each, seconds_between=0.0), discord))
        yield Harness(discord, services[0], guild, guild.channel("games"), guild.member("Ann"), guild.member("Bob"))


_TURN = re.compile(r"^[| `]*(\d+) +(\d+) .*(\dH\dB)", re.MULTILINE)


def turns(shown: object) -> list[tuple[str, str, str]]:
    """Number, code and feedback of each turn on a board or in a conversation."""
    return _TURN.findall(str(shown))


async def conversation(harness: Harness, history: str) -> Message:
    """Ann's conversation with the coach."""
    return (await harness.ann.slash(harness.channel, "hitblow suggest", history=history, rules="3x10")).message


async def as_it_stands(harness: Harness) -> list[tuple[str, str, str]]:
    """The turns of Ann's conversation, looked up anew."""
    return turns((await harness.ann.slash(harness.channel, "hitblow suggest")).message)


async def test_a_game_begun_twice_is_one_game(harness: Harness, *, twice: bool) -> None:
    board = (await harness.settled(harness.ann.slash(harness.channel, "hitblow play", twice=twice))).message
    assert harness.channel.messages == [board]
    assert not harness.ann.ephemeral
    assert id_of(board) == "k1"


async def test_a_guess_typed_twice_is_one_turn(harness: Harness, *, twice: bool) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456", twice=twice))
    assert turns(board) == [("1", "0456", "0H1B")]
    assert harness.channel.messages == [board]
    assert len(harness.bob.ephemeral) == 1
    assert not harness.ann.ephemeral


async def test_a_guess_in_the_daily_and_its_sharing_happen_once(harness: Harness, *, twice: bool) -> None:
    await harness.settled(harness.ann.slash(harness.channel, "hitblow daily", guess="0456", twice=twice))
    ended = (
        await harness.settled(
            harness.ann.slash(harness.channel, "hitblow daily", action="giveup", confirm=True, twice=twice)
        )
    ).message
    assert len(turns(ended)) == 1
    await harness.settled(harness.ann.press(ended, "Share here", twice=twice))
    assert len(harness.channel.messages) == 1


async def test_a_guess_sent_twice_from_the_form_is_one_turn(harness: Harness, *, twice: bool) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.bob.press(board, "Guess", twice=twice)).modal
    await harness.settled(harness.bob.submit(form, entered="0456", twice=twice))
    assert turns(board) == [("1", "0456", "0H1B")]
    assert harness.channel.messages == [board]
    assert not harness.bob.ephemeral


async def test_giving_up_twice_is_confirmed_in_place_of_the_question(harness: Harness, *, twice: bool) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.settled(harness.ann.press(board, "Give up", twice=twice))
    (question,) = harness.ann.ephemeral
    await harness.settled(harness.ann.press(question, "Give up", twice=twice))
    assert "3102" in str(board)
    assert harness.channel.messages == [board]
    assert harness.ann.ephemeral == [question]
    assert "#k1?" not in str(question)


async def test_feedback_pressed_twice_is_one_turn_of_the_conversation(harness: Harness, *, twice: bool) -> None:
    told = await conversation(harness, "012 0H1B")
    await harness.settled(harness.ann.press(told, "0H1B", twice=twice))
    assert harness.ann.ephemeral == [told]
    assert len(turns(told)) == len(await as_it_stands(harness)) == 2


async def test_undo_pressed_twice_takes_one_turn_back(harness: Harness, *, twice: bool) -> None:
    told = await conversation(harness, "012 0H1B, 345 0H1B, 678 0H1B")
    await harness.settled(harness.ann.press(told, "Undo", twice=twice))
    assert harness.ann.ephemeral == [told]
    assert turns(told) == await as_it_stands(harness) == [("1", "012", "0H1B"), ("2", "345", "0H1B")]


async def test_a_secret_sent_twice_begins_one_game(harness: Harness, *, twice: bool) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy", twice=twice)).modal
    await harness.settled(harness.ann.submit(form, entered="9876", twice=twice))
    assert len(harness.channel.messages) == 1
    assert not re.search(r"(?<!\d)9876(?!\d)", harness.discord.sent())  # ids may contain it
