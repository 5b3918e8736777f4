"""Starting and stopping while Slack cannot be reached: requests hang, or connections are refused."""

import asyncio
import inspect
import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from bot.persistence.database import Database
from bot.platforms.common.platform import Runtime
from bot.platforms.slack.connections import SocketMode
from bot.platforms.slack.platform import SlackPlatform
from bot.platforms.slack.settings import SlackSettings
from bot.services.services import Services
from bot.settings import Secret
from bot.solving.executor import ExecutorSolver
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.slack import Disconnect, LoopbackSlack, install
from tests.platforms.slack.harness import ConnectionType, Harness, now, set_up

STOP_SECONDS = 10.0
ROUTES = (
    "apps.connections.open",
    "chat.postEphemeral",
    "chat.postMessage",
    "chat.update",
    "response_url",
    "users.info",
    "views.publish",
)


@pytest.fixture(params=["socket", "http"])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


@contextmanager
def silent_sockets(slack: LoopbackSlack) -> Iterator[None]:
    """Let Slack read nothing more from the websockets."""
    sockets = [connection.socket._req for connection in slack.socket_mode.connections]  # there is no public way
    transports = [request.transport for request in sockets if request is not None and request.transport is not None]
    for transport in transports:
        transport.pause_reading()
    yield
    for transport in transports:
        transport.resume_reading()


@pytest.mark.parametrize(
    "fault",
    [pytest.param("hanging", marks=pytest.mark.slow), pytest.param("refused", marks=pytest.mark.logs_errors)],
)
async def test_stopping_takes_ten_seconds_at_most(harness: Harness, fault: str) -> None:
    async with harness.bot() as bot:
        board = await harness.start_game("play")
        for route in ROUTES:
            if fault == "hanging":
                harness.slack.network.hold(route)
            else:
                harness.slack.network.fail(route, Disconnect(), times=None)
        harness.slack.deliveries.ack_within = 5.0
        await asyncio.gather(
            harness.ann.reply(board, "0123"),
            harness.bob.reply(board, "4567"),
            harness.ann.command(harness.games, "/hitblow", "guess 0456"),
            harness.bob.open_home(),
        )
        with silent_sockets(harness.slack):
            started = time.monotonic()
            await bot.stop()
            assert time.monotonic() - started < STOP_SECONDS
        harness.slack.network.clear()


def own_tasks() -> set[str]:
    """The tasks of the bot and its libraries that have not ended."""
    coroutines = {task.get_coro() for task in asyncio.all_tasks() if not task.done()}
    files = {inspect.getfile(coroutine.cr_code) for coroutine in coroutines if inspect.iscoroutine(coroutine)}
    return {file for file in files if any(f"/{package}/" in file for package in ("slack_sdk", "slack_bolt", "bot"))}


@pytest.mark.parametrize("silent", [False, True], ids=["Slack closes its end", "Slack does not"])
async def test_nothing_is_left_after_the_end(harness: Harness, *, silent: bool) -> None:
    async with harness.bot(ping_seconds=60) as bot:  # what is not cancelled sleeps on
        await harness.start_game("play")
        await harness.slack.idle()
        assert own_tasks()
        sockets = [each for each in bot._connections if isinstance(each, SocketMode)]
        with silent_sockets(harness.slack) if silent else nullcontext():
            async with asyncio.timeout(STOP_SECONDS / 2):  # aiohttp waits for 10 s by itself
                await bot.stop()
            assert not own_tasks()
            sessions = [bot._session, *(each._handler.client.aiohttp_client_session for each in sockets)]
            assert all(session is not None and session.closed for session in sessions)
    assert not own_tasks()


@pytest.mark.parametrize("connection_type", ["socket"], indirect=True)
async def test_starting_ends_at_once_when_it_is_to_stop(harness: Harness) -> None:
    hold = harness.slack.network.hold("auth.test")
    settings = SlackSettings(
        bot_token=Secret(harness.team.bot_token),
        app_token=Secret(harness.slack.app_token),
        api_url=harness.slack.api_url,
    )
    database, stop = Database(f"sqlite:///{harness.file}"), asyncio.Event()
    services = Services(database.unit, now, FakeRandomSource(), ExecutorSolver(ThreadPoolExecutor(1)))
    runtime = Runtime(services, lambda: database.engine, None)
    serving = asyncio.create_task(SlackPlatform(settings).serve(runtime, stop))
    await hold.reached()
    stop.set()
    async with asyncio.timeout(30):
        await serving
    await database.close()


async def test_the_log_says_as_whom_and_where_it_is_online(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot")
    async with harness.bot():
        lines = [record.getMessage() for record in caplog.records if "online" in record.getMessage()]
    assert lines == ["online on Slack as hitblow in the workspace acme"]


async def test_the_log_says_in_how_many_workspaces_it_is_installed(
    slack: LoopbackSlack, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    harness = set_up(slack, "http", tmp_path / "many.db", installed=False)
    for _ in range(2):
        async with harness.bot(bot_token=None, client_id=slack.client_id, client_secret=slack.client_secret) as bot:
            await install(harness.ann, f"http://127.0.0.1:{bot.port}/slack/install")
    lines = [record.getMessage() for record in caplog.records if "online" in record.getMessage()]
    assert lines == ["online on Slack, installed in workspaces: 0", "online on Slack, installed in workspaces: 1"]


async def test_it_is_ready_once_slack_can_reach_it_and_no_longer_when_it_stops(harness: Harness) -> None:
    async with harness.bot() as bot:
        readiness = bot._runtime.readiness
        assert await readiness.states() == {"Slack": True}
    assert await readiness.states() == {"Slack": False}
