"""What holds for the whole suite."""

import gc
import logging
import os
import shutil
import sys
from collections.abc import AsyncIterator, Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.persistence.sqlite.file import BUSY_SECONDS
from bot.services.context import CallContext
from bot.services.services import Services
from core.game.daily import links_to_store
from tests.fakes.services import services_in
from tests.support.people import Person
from tests.support.snapshots import Snapshots
from tests.support.storage import empty_database, memory

settings.register_profile("hitblow", deadline=None, max_examples=25, derandomize=True)  # a busy machine is no bug
settings.load_profile("hitblow")


def pytest_configure() -> None:
    """Keep the folders of tests in memory, where databases are several times faster, and keep compiled modules.

    Every worker, and every program that a test starts, would otherwise compile all modules again in environments that
    do not write bytecode. The garbage collector looks at everything less often than it does, which took a tenth, and at
    nothing while tests are collected, of which none is garbage.
    """
    if folder := memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    gc.set_threshold(100_000, 20)
    gc.disable()


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Run more tests at once than there are cores, because some wait. With two workers they took a tenth longer."""
    cores = yield
    return cores * 3 // 2


NEED_COMPILER = ("tests/books/", "tests/cli/test_books.py")
"""Tests in which books are built."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what builds books on machines that cannot compile the search."""
    if shutil.which(os.environ.get("CC", "cc")) is None:
        for item in items:
            if item.nodeid.startswith(NEED_COMPILER):
                item.add_marker(pytest.mark.skip(reason="there is no C compiler"))


def pytest_collection_finish() -> None:
    """The garbage collector need not look at the tests themselves again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _one_chain_of_daily_keys() -> Iterator[None]:
    """Compute the keys of forty years once: every fake random source draws the same seed."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("bot.services.daily.links_to_store", cache(links_to_store))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_settings_of_this_machine() -> Iterator[None]:
    """Neither the program's settings nor the terminal's colours are those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in list(os.environ):
            if name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"} or name.startswith(("HITBLOW_", "TTY_")):
                monkeypatch.delenv(name)
        yield


@pytest.fixture(autouse=True)
def _no_unexpected_errors(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which an error is logged, unless it is marked with `logs_errors`, and then if none is."""
    yield
    records = [record for phase in ("setup", "call", "teardown") for record in caplog.get_records(phase)]
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    expected = request.node.get_closest_marker("logs_errors") is not None
    assert bool(errors) == expected, errors or "no error was logged"


@pytest.fixture(scope="session", autouse=True)
def _experienced_players() -> Iterator[None]:
    """Nobody is told what feedback means, except in tests with `newcomers`."""

    async def is_told(_context: CallContext) -> bool:
        return False

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(CallContext, "record_feedback_explained", is_told)
        yield


_record_feedback_explained = CallContext.record_feedback_explained


@pytest.fixture
def newcomers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players are new, so their first guess is answered with what feedback means."""
    monkeypatch.setattr(CallContext, "record_feedback_explained", _record_feedback_explained)


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    """An empty database."""
    async with empty_database() as found:
        yield found


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    """The services, whose every secret is 3102."""
    async with services_in(tmp_path, "3102") as found:
        yield found


@pytest.fixture
def busy_seconds() -> float:
    """How long to wait for a lock of another process; a test can give it as a parameter."""
    return BUSY_SECONDS


@pytest.fixture
def ann() -> Person:
    return Person("Ann")


@pytest.fixture
def bob() -> Person:
    return Person("Bob")


@pytest.fixture
def caller(ann: Person) -> Caller:
    return ann()


@pytest.fixture
def snapshots(request: pytest.FixtureRequest) -> Snapshots:
    """The approved screens beside the test."""
    return Snapshots(request.path.parent / "snapshots")
