"""Serving platforms over one database, whichever platforms they are."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from bot import serving
from bot.app import open_database, open_for_operator
from bot.model.errors import StorageAddressInvalid
from bot.model.operations import CHAT_PACE, Finding
from bot.model.rooms import PlayerKey
from bot.platforms.common.errors import PlatformUnreachable, SettingsMissing
from bot.platforms.common.platform import PlatformSettings, Runtime
from bot.serving import configured_platforms, serve
from tests.fakes.images import ImageExecutor
from tests.support.postgresql import free_port
from tests.support.storage import migrated

SECONDS = 20


@dataclass(frozen=True)
class FakeSettings:
    """The settings of a fake platform."""

    name: str
    has_any_credential: bool

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        return ((f"{self.name}_TOKEN",), (f"{self.name}_ID", f"{self.name}_SECRET"))

    def check(self) -> None:
        if not self.has_any_credential:
            raise SettingsMissing(self.name, self.alternatives)


class FakePlatform:
    """A platform that waits until it is stopped and, if it `holds`, until it is released, or fails at once."""

    def __init__(
        self, name: str = "Fake", *, configured: bool = True, fails: bool = False, holds: bool = False
    ) -> None:
        self.name = name
        self.settings: PlatformSettings = FakeSettings(name, configured)
        self.runtime: Runtime | None = None
        self.findings: list[Finding] = []
        self.started = asyncio.Event()
        self.stopping, self.released = asyncio.Event(), asyncio.Event()
        self.stopped = False
        if not holds:
            self.released.set()
        self._fails = fails

    def import_libraries(self) -> None:
        pass

    async def diagnose(self) -> AsyncIterator[Finding]:
        for finding in self.findings:
            yield finding

    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        self.runtime = runtime
        self.started.set()
        if self._fails:
            raise PlatformUnreachable(self.name)
        await stop.wait()
        self.stopping.set()
        await self.released.wait()
        self.stopped = True


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


async def served(
    platforms: Sequence[FakePlatform],
    url: str,
    language: str | None = None,
    on_signal: Callable[[], None] = lambda: None,
) -> None:
    """Serve until SIGTERM, which comes as soon as every platform is being served."""
    task = asyncio.create_task(serve(platforms, url, language, on_signal))
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(platform.started.wait() for platform in platforms))
    os.kill(os.getpid(), signal.SIGTERM)
    await task


def test_only_configured_platforms_are_served() -> None:
    one, other = FakePlatform("One"), FakePlatform("Other", configured=False)
    assert configured_platforms([one, other]) == [one]


def test_without_a_configured_platform_every_alternative_is_named() -> None:
    platforms = [FakePlatform("A", configured=False), FakePlatform("B", configured=False)]
    with pytest.raises(SettingsMissing) as missing:
        configured_platforms(platforms)
    assert missing.value.platform == "A / B"
    assert missing.value.alternatives == (("A_TOKEN",), ("A_ID", "A_SECRET"), ("B_TOKEN",), ("B_ID", "B_SECRET"))


async def test_platforms_share_a_runtime_and_stop_on_sigterm(url: str) -> None:
    one, other = FakePlatform(), FakePlatform()
    await served([one, other], url)
    assert one.runtime is other.runtime
    assert one.stopped
    assert other.stopped


async def test_the_time_to_stop_begins_with_the_signal(url: str) -> None:
    platform, seen = FakePlatform(), list[bool]()
    await served([platform], url, on_signal=lambda: seen.append(platform.stopping.is_set()))
    assert seen == [False]


ENDLESS = """
from threading import Event, Thread
from bot import serving
serving.STOP_SECONDS = 0.1
Thread(target=Event().wait).start()
serving.force_exit_soon()
"""
"""A program with a thread that never ends."""


@pytest.mark.slow
def test_a_process_ends_in_time_whatever_still_runs() -> None:
    ended = subprocess.run([sys.executable, "-c", ENDLESS], capture_output=True, timeout=60, check=True)
    assert b"every move is stored" in ended.stderr


async def test_platforms_are_served_at_the_pace_of_chats(url: str) -> None:
    await served([platform := FakePlatform()], url)
    assert platform.runtime is not None
    assert platform.runtime.services.admission.pace == CHAT_PACE


async def test_commands_are_loaded_beside_the_event_loop(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, threads, loop = asyncio.Event(), list[int](), asyncio.get_running_loop()

    def load() -> None:
        threads.append(threading.get_ident())
        loop.call_soon_threadsafe(loaded.set)

    monkeypatch.setattr(serving, "preload_commands", load)
    monkeypatch.setattr(serving, "_CONNECTING_SECONDS", 0.01)
    serving_bot = asyncio.create_task(serve([FakePlatform()], url))
    async with asyncio.timeout(SECONDS):
        await loaded.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    await serving_bot
    assert threads != [threading.get_ident()]


LOADING = """
import sys
from bot import serving
from bot.handlers.dispatcher import HANDLERS
from bot.persistence.unit_of_work import UnitOfWork
serving.preload_commands()
modules = {name.partition(":")[0] for name in HANDLERS.values()}
modules |= {f"bot.persistence.{kind.rpartition('.')[0]}" for kind in UnitOfWork.__annotations__.values()}
sys.exit(str(modules - sys.modules.keys()) if modules - sys.modules.keys() else 0)
"""
"""A program that fails if a command still has something to import."""


@pytest.mark.slow
def test_no_command_has_a_handler_or_repository_to_import_once_they_are_loaded() -> None:
    subprocess.run([sys.executable, "-c", LOADING], timeout=60, check=True)


@pytest.mark.parametrize(
    ("option", "setting", "language"), [("ja", "en", "ja"), (None, "ja", "ja"), (None, None, None)]
)
async def test_the_public_language_is_the_option_or_else_the_setting(
    url: str, monkeypatch: pytest.MonkeyPatch, option: str | None, setting: str | None, language: str | None
) -> None:
    monkeypatch.setenv("HITBLOW_LANG", setting or "")
    platform = FakePlatform()
    await served([platform], url, option)
    assert platform.runtime is not None
    assert platform.runtime.public_language == language


async def test_if_one_platform_fails_the_others_stop(url: str) -> None:
    sound = FakePlatform()
    with pytest.raises(PlatformUnreachable):
        await serve([sound, FakePlatform("Broken", fails=True)], url)
    assert sound.stopped


async def test_the_process_that_renders_images_starts_with_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = ImageExecutor()
    monkeypatch.setattr(serving, "RestartingProcessPool", lambda _workers: executor)
    with serving._images():
        assert len(executor.drawn) == 1


async def test_settings_are_checked_before_the_database_is_made(url: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsMissing):
        await serve([FakePlatform(), FakePlatform(configured=False)], url)
    assert not list(tmp_path.iterdir())


async def test_a_database_that_cannot_be_opened_is_an_error() -> None:
    with pytest.raises(StorageAddressInvalid):
        async with open_database("nonsense://here"):
            pass


async def test_the_database_is_the_given_one_or_else_the_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HITBLOW_DATABASE_URL", f"sqlite:///{tmp_path}/setting.db")
    async with open_database(f"sqlite:///{tmp_path}/given.db"), open_database(None):
        pass
    assert {file.name for file in tmp_path.glob("*.db")} == {"given.db", "setting.db"}


async def get(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def test_health_and_metrics_are_served_where_the_settings_say(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HITBLOW_HEALTH_PORT", str(port := free_port()))
    platform, home = FakePlatform(holds=True), f"http://127.0.0.1:{port}"
    task = asyncio.create_task(serve([platform], url))
    async with asyncio.timeout(SECONDS):
        await platform.started.wait()
        assert await get(f"{home}/readyz") == (503, '{"database": true, "Fake": false}')
        assert platform.runtime is not None
        platform.runtime.readiness.register("Fake", connected)
        assert (await get(f"{home}/readyz"))[0] == 200
        os.kill(os.getpid(), signal.SIGTERM)
        await platform.stopping.wait()
        assert await get(f"{home}/readyz") == (503, '{"database": false, "Fake": false}')
        assert (await get(f"{home}/healthz"))[0] == 200
        assert "hitblow_unit_of_work_seconds" in (await get(f"{home}/metrics"))[1]
        platform.released.set()
        await task
        with pytest.raises(aiohttp.ClientConnectionError):
            await get(f"{home}/healthz")


async def connected() -> bool:
    return True


async def test_nothing_of_a_deleted_person_is_left_in_the_files(tmp_path: Path) -> None:
    file, person = migrated(tmp_path / "x.db"), PlayerKey("chat", "club", "forgotten-person")
    async with open_database(str(file)) as running:  # a bot, so that the write-ahead log stays
        async with running.unit() as unit:
            await unit.players.get_or_add(person, "club", "Forgotten")
            await unit.commit()
        assert b"forgotten-person" in b"".join(path.read_bytes() for path in tmp_path.iterdir())
        async with open_for_operator(str(file)) as (_, operations):
            await operations.delete_users(person.platform, person.user)
        assert b"forgotten" not in b"".join(path.read_bytes().lower() for path in tmp_path.iterdir())
