"""Several processes that serve shards of one bot."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from discord import gateway, http
from msgspec.structs import replace

from bot.persistence.database import Database
from bot.platforms.common.errors import ShardRangeInvalid, ShardsLost
from bot.platforms.common.platform import Runtime
from bot.platforms.discord import shards
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.settings import DiscordSettings, Shards
from bot.platforms.discord.shards import wait_to_identify
from bot.services.processes import SharedLimits
from bot.services.services import Services
from bot.settings import Secret
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.discord import LoopbackDiscord
from tests.fakes.services import services_in

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit


@pytest.mark.parametrize(("text", "ids"), [("0-3/16", [0, 1, 2, 3]), ("5/16", [5]), (" 0/1 ", [0]), ("7-7/8", [7])])
def test_a_range_of_shards_is_read(text: str, ids: list[int]) -> None:
    assert Shards.parse(text).ids == ids
    assert Shards.parse(str(Shards.parse(text))).ids == ids


@pytest.mark.parametrize(
    "text", ["", "3", "0-3", "3-0/16", "16/16", "0-16/16", "-1/4", "0/0", "0/99999", "a/b", "1/2/3"]
)
def test_an_invalid_range_of_shards_is_refused(text: str) -> None:
    with pytest.raises(ShardRangeInvalid):
        Shards.parse(text)


@pytest.mark.parametrize(
    ("shard", "count", "shared"), [(0, 1, True), (0, 8, True), (4, 8, False), (1, 3, True), (20, 32, False)]
)
def test_shards_of_another_number_may_have_servers_in_common(shard: int, count: int, *, shared: bool) -> None:
    own = Shards(0, 3, 16)
    assert own.shares_servers_with(shard, count) is shared
    servers = range(48 * 32)
    assert shared is any(server % count == shard and server % 16 in own.ids for server in servers)


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses are put back, and processes look often."""
    monkeypatch.setattr(http.Route, "BASE", http.Route.BASE)
    monkeypatch.setattr(gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(shards, "WAIT_SECONDS", 0.02)
    monkeypatch.setattr(shards, "RENEW_SECONDS", 0.02)


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[list[Services]]:
    """The services of two processes."""
    async with services_in(tmp_path) as one, services_in(tmp_path) as another:
        yield [one, another]


@asynccontextmanager
async def serving(services: Services, discord: LoopbackDiscord, text: str | None) -> AsyncIterator[asyncio.Task[None]]:
    """A process that serves these shards."""
    token = Secret(discord.token)
    settings = DiscordSettings(token=token, api_url=discord.api_url, gateway_url=discord.gateway_url, shards=text)
    stop = asyncio.Event()
    task = asyncio.create_task(DiscordPlatform(settings).serve(Runtime(services, lambda: None), stop))
    yield task
    stop.set()
    await asyncio.wait({task})


def served(discord: LoopbackDiscord) -> list[int]:
    """The shards with a connection, once for each."""
    return sorted(session.shard for session in discord.gateway.sessions.values() if session.connection)


async def test_two_processes_serve_their_shards(processes: list[Services]) -> None:
    async with LoopbackDiscord(shards=4) as discord:
        channels = [discord.guild(f"server {shard}", shard=shard).channel("games") for shard in range(4)]
        ann = discord.user("Ann")
        async with serving(processes[0], discord, "0-1/4"), serving(processes[1], discord, "2-3/4"):
            await discord.until(lambda: served(discord) == [0, 1, 2, 3])
            for channel in channels:
                await ann.slash(channel, "hitblow play")
        assert [len(channel.messages) for channel in channels] == [1, 1, 1, 1]


@pytest.mark.parametrize("texts", [("0-1/2", "1/2"), ("0/1", None), ("0/1", "0/1")])
async def test_a_process_waits_for_shards_until_they_are_given_up(
    processes: list[Services], texts: tuple[str, str | None]
) -> None:
    async with LoopbackDiscord(shards=int(texts[0][-1])) as discord:
        async with serving(processes[0], discord, texts[0]):
            await discord.until(lambda: served(discord) == Shards.parse(texts[0]).ids)
            async with serving(processes[1], discord, texts[1]):
                await asyncio.sleep(0.1)
                assert discord.gateway.identified == len(Shards.parse(texts[0]).ids)
        async with serving(processes[1], discord, texts[1]):
            await discord.until(lambda: bool(served(discord)))


async def test_shards_that_share_servers_under_another_number_are_waited_for(processes: list[Services]) -> None:
    async with LoopbackDiscord(shards=2) as discord, serving(processes[0], discord, "1/2"):
        await discord.until(lambda: served(discord) == [1])
        async with serving(processes[1], discord, "3/4"):
            await asyncio.sleep(0.1)
            assert served(discord) == [1]
            names = await processes[0].leases.names_held("discord/")
            assert "1/2" in [name.partition("shard/")[2] for name in names]  # for a moment the other one has its own


async def test_a_process_whose_shards_were_taken_over_stops(processes: list[Services]) -> None:
    async with LoopbackDiscord() as discord, serving(processes[0], discord, None) as task:
        await discord.connected()
        (name,) = await processes[1].leases.names_held("discord/")
        async with processes[1].leases._units() as unit:
            (lease,) = await unit.leases.live(name, NOON)
            await unit.leases.save(replace(lease, holder="another"))
            await unit.commit()
        await asyncio.wait({task})
        assert isinstance(task.exception(), ShardsLost)
        await discord.until(lambda: not served(discord))


class Sleeps:
    """Replaces sleeping; the clock goes on meanwhile, and what was slept is noted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds: list[float] = []
        monkeypatch.setattr(shards, "asyncio", self)
        monkeypatch.setattr(shards, "IDENTIFY_SECONDS", 5.0)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def starts(total: int, remaining: int, reset_seconds: int, buckets: int) -> "SessionStartLimit":
    """What Discord says about session starts."""
    return {"total": total, "remaining": remaining, "reset_after": reset_seconds * 1000, "max_concurrency": buckets}


def says(*answers: "SessionStartLimit | Exception") -> Callable[[], Awaitable["tuple[int, str, SessionStartLimit]"]]:
    """What Discord says, the last answer for ever."""
    left = list(answers)

    async def ask() -> "tuple[int, str, SessionStartLimit]":
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, Exception):
            raise answer
        return 1, "", answer

    return ask


async def test_each_bucket_has_a_session_every_five_seconds(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeps, clock = Sleeps(monkeypatch), FakeClock()
    asks = says(starts(1000, 999, 60, 2))
    one, another = (SharedLimits(database.unit, clock) for _ in range(2))
    for limits, shard in ((one, 0), (another, 1), (one, 2), (another, 4), (one, 3)):
        await wait_to_identify(shard, "1", limits, asks)
    assert sleeps.seconds == [0, 0, 5, 10, 5]


@pytest.mark.logs_errors
async def test_no_session_is_begun_when_none_is_left(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    sleeps, clock = Sleeps(monkeypatch), FakeClock()
    exhausted, reset = starts(1000, 0, 30, 1), starts(1000, 1000, 86_400, 1)
    asks = says(exhausted, OSError("no network"), exhausted, reset)
    await wait_to_identify(0, "1", SharedLimits(database.unit, clock), asks)
    assert sleeps.seconds == [31.0, 5.0, 31.0, 0]
