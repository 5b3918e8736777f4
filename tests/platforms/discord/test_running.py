"""Starting, publishing and stopping."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import aiohttp
import pytest
from discord import AutoShardedClient, Client

from bot.observability.monitoring import HealthServer, Metrics
from bot.platforms.common.errors import PlatformError, PlatformUnreachable, SettingsMissing, TokenRefused
from bot.platforms.common.intake import ReadinessChecks
from bot.platforms.common.platform import Runtime
from bot.platforms.discord import client as client_module
from bot.platforms.discord.client import HitblowClient
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.settings import DiscordSettings
from bot.services.services import Services
from bot.settings import Secret
from bot.solving import tasks
from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.solver.review import GuessCheck
from tests.fakes.discord import Channel, LoopbackDiscord, NoResponse, User, running
from tests.support.sentences import allowed
from tests.support.storage import locked_when_free


def no_engine() -> None:
    """Discord needs none."""


STOP_SECONDS = 10.0
"""How long the bot may take to stop, whatever Discord does."""


def platform(discord: LoopbackDiscord, token: str | None = None) -> DiscordPlatform:
    secret = Secret(discord.token if token is None else token)
    return DiscordPlatform(DiscordSettings(token=secret, api_url=discord.api_url, gateway_url=discord.gateway_url))


@asynccontextmanager
async def serving(
    services: Services, discord: LoopbackDiscord, language: str | None = None
) -> AsyncIterator[asyncio.Event]:
    """The bot, run as the program does, until the block ends or the event is set."""
    stop = asyncio.Event()
    task = asyncio.create_task(platform(discord).serve(Runtime(services, no_engine, language), stop))
    await discord.connected()
    yield stop
    stop.set()
    await task


async def test_commands_are_published_only_when_they_have_changed(services: Services) -> None:
    async with LoopbackDiscord() as discord:
        for _ in range(2):
            async with serving(services, discord):
                pass
        assert len(discord.calls("write_commands")) == 1
        await services.published_commands.save(str(discord.state.application_id), "something else")
        async with serving(services, discord):
            await discord.until(lambda: len(discord.calls("write_commands")) == 2)
            async with asyncio.timeout(10):
                await discord.idle()


async def test_a_new_bot_is_not_online_before_its_commands_are_published(services: Services) -> None:
    async with LoopbackDiscord() as discord, serving(services, discord):
        assert len(discord.calls("write_commands")) == 1


async def test_every_shard_is_served(services: Services) -> None:
    async with LoopbackDiscord(shards=2) as discord:
        channels = [discord.guild(f"server {shard}", shard=shard).channel("games") for shard in range(2)]
        ann = discord.user("Ann")
        async with running(HitblowClient(services), discord):
            for channel in channels:
                await ann.slash(channel, "hitblow play")
        assert [len(channel.messages) for channel in channels] == [1, 1]


async def test_accepted_interactions_are_finished_before_the_bot_stops(services: Services) -> None:
    async with LoopbackDiscord() as discord:
        channel, ann = discord.guild("Ann's").channel("games"), discord.user("Ann")
        async with serving(services, discord) as stop:
            hold = discord.network.hold("callback")
            asked = asyncio.create_task(ann.slash(channel, "hitblow play"))
            await hold.reached()
            stop.set()
            await asyncio.sleep(0)
            hold.release()
            board = (await asked).message
        assert channel.messages == [board]


async def test_a_gateway_that_is_set_goes_before_the_one_discord_names(services: Services) -> None:
    async with LoopbackDiscord() as discord:
        real, discord.state.gateway_url = discord.state.gateway_url, "ws://127.0.0.1:9/"
        stop = asyncio.Event()
        settings = DiscordSettings(token=Secret(discord.token), api_url=discord.api_url, gateway_url=real)
        task = asyncio.create_task(DiscordPlatform(settings).serve(Runtime(services, no_engine), stop))
        await discord.connected()
        stop.set()
        await task


async def test_the_operator_s_language_goes_before_the_server_s(services: Services) -> None:
    async with LoopbackDiscord() as discord:
        channel, ann = discord.guild("Ann's", locale="en-US").channel("games"), discord.user("Ann")
        async with serving(services, discord, "ja"):
            assert allowed(12, "ja") in str((await ann.slash(channel, "hitblow play")).message)


@pytest.mark.parametrize("compressed", [True, False])
async def test_the_gateway_is_understood_compressed_and_plain(services: Services, *, compressed: bool) -> None:
    async with LoopbackDiscord(compressed=compressed) as discord:
        channel, ann = discord.guild("Ann's").channel("games"), discord.user("Ann")
        async with serving(services, discord):
            await ann.slash(channel, "hitblow play")
        assert len(channel.messages) == 1


@pytest.mark.parametrize(
    ("token", "error"),
    [
        ("", SettingsMissing("Discord", (("HITBLOW_DISCORD_TOKEN",),))),
        ("wrong", TokenRefused("Discord", "HITBLOW_DISCORD_TOKEN")),
    ],
)
async def test_a_token_that_does_not_work_is_an_error(services: Services, token: str, error: PlatformError) -> None:
    async with LoopbackDiscord() as discord:
        discord.expect_error(0)
        wrong = platform(discord, token)
        for attempt in (wrong.serve(Runtime(services, no_engine), asyncio.Event()), wrong.invitation()):
            with pytest.raises(type(error)) as caught:
                await attempt
            assert vars(caught.value) == vars(error)


async def test_a_bare_system_error_while_connecting_is_an_error(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Client, "login", fail)
    async with LoopbackDiscord() as discord:
        served = platform(discord)
        for attempt in (served.serve(Runtime(services, no_engine), asyncio.Event()), served.invitation()):
            with pytest.raises(PlatformUnreachable):
                await attempt


async def test_no_network_is_an_error(services: Services) -> None:
    nowhere = DiscordPlatform(DiscordSettings(token=Secret("token"), api_url="http://127.0.0.1:9/api/v10"))
    for attempt in (nowhere.serve(Runtime(services, no_engine), asyncio.Event()), nowhere.invitation()):
        with pytest.raises(PlatformUnreachable):
            await attempt


async def test_the_invitation_asks_for_no_more_than_is_needed() -> None:
    async with LoopbackDiscord() as discord:
        link = await platform(discord).invitation()
    assert link.startswith("https://discord.com/oauth2/authorize?")
    assert f"client_id={discord.state.application_id}" in link
    assert "scope=bot+applications.commands" in link
    assert "permissions=309237746688" in link


def test_a_token_is_not_in_what_is_logged_of_the_settings() -> None:
    assert "opensesame" not in repr(DiscordSettings(token=Secret("opensesame")))


async def test_a_gateway_that_hangs_does_not_keep_the_bot_from_closing(
    services: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    closing, gate, close = asyncio.Event(), asyncio.Event(), AutoShardedClient.close

    async def hang(client: AutoShardedClient) -> None:
        closing.set()
        await gate.wait()
        await close(client)

    monkeypatch.setattr(client_module, "CLOSE_SECONDS", 0.1)
    monkeypatch.setattr(AutoShardedClient, "close", hang)
    async with LoopbackDiscord() as discord:
        client = HitblowClient(services)
        async with running(client, discord):
            async with asyncio.timeout(10):
                await client.close()
            assert closing.is_set()
            gate.set()
    assert "the connection to Discord could not be closed in time" in caplog.messages


@pytest.mark.parametrize("route", ["me", "gateway", pytest.param(None, marks=pytest.mark.slow)])
async def test_it_stops_within_ten_seconds_when_discord_hangs(services: Services, route: str | None) -> None:
    async with LoopbackDiscord() as discord:
        ann, channel = discord.user("Ann"), discord.guild("Ann's").channel("games")
        stop = asyncio.Event()
        hold = discord.network.hold(route) if route else None
        task = asyncio.create_task(platform(discord).serve(Runtime(services, no_engine, None), stop))
        if hold is None:
            await discord.connected()
            hold = discord.network.hold()
            discord.state.deliver(ann.prepare_slash(channel, "hitblow play"))
        await hold.reached()
        asked = time.monotonic()
        stop.set()
        await asyncio.wait({task}, timeout=30)
        assert time.monotonic() - asked < STOP_SECONDS
        hold.release()


async def test_it_is_connected_while_every_shard_is(services: Services) -> None:
    async with LoopbackDiscord(shards=2) as discord:
        client = HitblowClient(services)
        assert not await client.is_connected()
        async with running(client, discord):
            await client.wait_until_ready()
            assert await client.is_connected()
            await client.shards[1]._parent.ws.socket.close()
            assert not await client.is_connected()
        assert not await client.is_connected()


async def test_the_probe_says_whether_discord_is_connected(services: Services) -> None:
    readiness, stop = ReadinessChecks("Discord"), asyncio.Event()
    async with (
        LoopbackDiscord() as discord,
        HealthServer(Metrics(), readiness).listening("127.0.0.1", 0) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):

        async def probe() -> tuple[int, bool]:
            async with session.get("/readyz") as response:
                return response.status, (await response.json(content_type=None))["Discord"]

        hold = discord.network.hold("gateway")
        serving = asyncio.create_task(platform(discord).serve(Runtime(services, no_engine, readiness=readiness), stop))
        await hold.reached()
        assert await probe() == (503, False)
        hold.release()
        async with asyncio.timeout(10):
            while await probe() != (200, True):  # noqa: ASYNC110  # nothing tells of the probe
                await asyncio.sleep(0.05)
        stop.set()
        await serving
        assert await probe() == (503, False)


@dataclass
class Scene:
    """A bot in a server with two people and two channels."""

    client: HitblowClient
    discord: LoopbackDiscord
    games: Channel
    garden: Channel
    ann: User
    bob: User

    @asynccontextmanager
    async def stopping(self, *acts: Awaitable[object]) -> AsyncIterator[None]:
        """People act, and then the bot is stopped; at the end everybody has a reply and it has stopped."""
        taken = [asyncio.ensure_future(act) for act in acts]
        await asyncio.sleep(0)
        await self.discord.gateway.flush()
        closed = asyncio.create_task(self.client.close())
        await asyncio.sleep(0.1)
        yield
        async with asyncio.timeout(20):
            await asyncio.gather(*taken)
            await closed


@pytest.fixture
async def scene(services: Services) -> AsyncIterator[Scene]:
    async with LoopbackDiscord() as discord:
        guild, client = discord.guild("Ann's"), HitblowClient(services, seconds_between=0.0)
        games, garden, ann, bob = (
            guild.channel("games"),
            guild.channel("garden"),
            guild.member("Ann"),
            guild.member("Bob"),
        )
        async with running(client, discord):
            yield Scene(client, discord, games, garden, ann, bob)


async def test_moves_that_wait_for_the_storage_are_finished(scene: Scene, tmp_path: Path) -> None:
    board = (await scene.ann.slash(scene.games, "hitblow play")).message
    acts = (
        scene.ann.slash(scene.games, "hitblow guess", code="0456"),
        scene.bob.slash(scene.games, "hitblow guess", code="7089"),
        scene.bob.slash(scene.garden, "hitblow play"),
    )
    async with AsyncExitStack() as lock:
        await lock.enter_async_context(locked_when_free(tmp_path / "test.db"))
        async with scene.stopping(*acts):
            assert not scene.garden.messages
            await lock.aclose()
    assert [str(board).count(code) for code in ("0456", "7089")] == [1, 1]
    assert scene.games.messages == [board]
    assert len(scene.garden.messages) == 1
    assert [len(person.ephemeral) for person in (scene.ann, scene.bob)] == [1, 1]


async def test_advice_that_is_acknowledged_and_still_thought_of_is_given(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, check = Event(), tasks.check

    def check_later(rules: Rules, history: Sequence[Turn], guess: Code) -> GuessCheck:
        thinking.wait(20)
        return check(rules, history, guess)

    monkeypatch.setattr(tasks, "check", check_later)
    acts = (
        scene.ann.slash(scene.games, "hitblow suggest", rules="6x10r"),
        scene.bob.slash(scene.garden, "hitblow check", guess="0123"),
    )
    async with scene.stopping(*acts):
        assert "5,040" not in "".join(map(str, scene.bob.ephemeral))
        thinking.set()
    assert "6x10r" in str(scene.ann.ephemeral[0])
    assert "5,040" in str(scene.bob.ephemeral[0])
    assert [len(person.ephemeral) for person in (scene.ann, scene.bob)] == [1, 1]


async def test_a_board_that_is_being_edited_is_finished(scene: Scene) -> None:
    board = (await scene.ann.slash(scene.games, "hitblow play")).message
    hold = scene.discord.network.hold("edit_message")
    acts = (
        scene.bob.slash(scene.games, "hitblow guess", code="0456"),
        scene.ann.slash(scene.games, "hitblow guess", code="7089"),
    )
    async with scene.stopping(*acts):
        assert "0456" not in str(board)
        hold.release()
    assert [str(board).count(code) for code in ("0456", "7089")] == [1, 1]


async def test_while_it_finishes_nothing_more_is_taken(scene: Scene) -> None:
    await scene.ann.slash(scene.games, "hitblow play")
    hold = scene.discord.network.hold("callback")
    async with scene.stopping(scene.ann.slash(scene.games, "hitblow guess", code="0456")):
        scene.discord.response_timeout = 0.2
        with pytest.raises(NoResponse):
            await scene.bob.slash(scene.garden, "hitblow play")
        hold.release()
    assert not scene.garden.messages
    assert not scene.bob.ephemeral
