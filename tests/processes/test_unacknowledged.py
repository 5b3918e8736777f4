"""Slack delivers again what a killed process has not acknowledged, so that nothing acknowledged is lost."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from socket import socket

import pytest

from tests.fakes.slack import LoopbackSlack, Message, NotAcknowledged, User
from tests.platforms.slack.harness import ConnectionType
from tests.processes.processes import SECONDS, BotProcess, lift_limits, slack_settings, start_bot, stored_guesses
from tests.support.postgresql import free_port
from tests.support.storage import locked_when_free

pytestmark = pytest.mark.slow

DATABASE = "sqlite:///x.db"


@asynccontextmanager
async def connected(
    slack: LoopbackSlack, folder: Path, connection_type: ConnectionType, settings: Mapping[str, str]
) -> AsyncIterator[BotProcess]:
    """The bot as a process that Slack reaches; killed at the end."""
    bot = await start_bot(folder, "slack", settings)
    try:
        if connection_type == "socket":
            await slack.connected(1)
        else:
            async with asyncio.timeout(SECONDS):
                while not _is_open(int(settings["HITBLOW_SLACK_PORT"])):  # noqa: ASYNC110  # nobody tells
                    await asyncio.sleep(0.1)
        yield bot
    finally:
        with suppress(ProcessLookupError):  # the test has killed it
            await bot.kill()


def _is_open(port: int) -> bool:
    with closing(socket()) as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


async def guesses_around_a_kill(
    folder: Path, connection_type: ConnectionType, codes: Sequence[str], seconds: float, *, is_locked: bool
) -> tuple[list[str], int]:
    """Type codes below a board at the same time, kill the process, and start it again.

    Returns:
        The guesses that were stored when Slack had all acknowledgements, and how many refusals people were told. What
        was acknowledged is in one of them.
    """
    await lift_limits(folder, DATABASE)
    async with LoopbackSlack(ack_within=SECONDS) as slack:
        team = slack.workspace("acme")
        games, people = team.channel("games"), [team.user(f"P {number}") for number in range(20)]
        settings = slack_settings(slack, team)
        slack.deliveries.pauses = (0.0, 3.0, 30.0)
        if connection_type == "socket":
            slack.use_socket_mode()
        else:
            port = free_port()
            settings["HITBLOW_SLACK_PORT"], settings["HITBLOW_SLACK_SIGNING_SECRET"] = f"{port}", slack.signing_secret
            del settings["HITBLOW_SLACK_APP_TOKEN"]
            slack.use_http(f"http://127.0.0.1:{port}/slack/events")
        async with connected(slack, folder, connection_type, settings) as bot:
            await people[0].command(games, "/hitblow", "play tries:0")
            board = (await slack.until(lambda: games.messages))[0]
            await slack.quiet(1.0)
            slack.deliveries.ack_within = 3.0
            with closing(sqlite3.connect(folder / "x.db")) as connection, connection:
                connection.execute("UPDATE games SET rules = '4x10r', secret = '0000', revision = revision + 1")
            if is_locked:
                async with locked_when_free(folder / "x.db"):
                    typing = [asyncio.create_task(_type(people, board, code)) for code in codes]
                    await asyncio.sleep(seconds)
                    assert not any(task.done() for task in typing)
                    await bot.kill()
            else:
                typing = [asyncio.create_task(_type(people, board, code)) for code in codes]
                await asyncio.sleep(seconds)
                await bot.kill()
            async with connected(slack, folder, connection_type, settings):
                acknowledged = set(await asyncio.gather(*typing)) - {None}
                stored = stored_guesses(folder)
                await slack.quiet(1.0)
                refused = [str(each) for person in people for each in person.ephemeral if "counted" in str(each)]
    assert len(acknowledged - set(stored)) <= len(refused)
    return stored, len(refused)


async def _type(people: Sequence[User], board: Message, code: str) -> str | None:
    """Type a code; it is returned if one of its deliveries is acknowledged, which Slack waits three seconds for."""
    try:
        await people[int(code) % len(people)].reply(board, code)
    except NotAcknowledged:
        return None
    return code


@pytest.mark.parametrize("connection_type", ["socket", "http"])
async def test_guesses_that_wait_for_the_storage_survive_a_kill(
    tmp_path: Path, connection_type: ConnectionType
) -> None:
    codes = ["1234", "1235", "1236"]
    stored, refused = await guesses_around_a_kill(tmp_path, connection_type, codes, 2.6, is_locked=True)
    assert (sorted(stored), refused) == (codes, 0)


@pytest.mark.parametrize("connection_type", ["socket", "http"])
async def test_each_of_400_guesses_at_once_that_is_acknowledged_is_stored_once_or_refused(
    tmp_path: Path, connection_type: ConnectionType
) -> None:
    codes = [f"{code}" for code in range(1000, 1400)]
    stored, refused = await guesses_around_a_kill(tmp_path, connection_type, codes, 1.0, is_locked=False)
    assert len(stored) == len(set(stored))
    assert len(stored) + refused <= len(codes)
    assert stored
