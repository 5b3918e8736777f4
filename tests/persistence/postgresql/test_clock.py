"""The clock that all processes on a database server share."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import OperationalError

from bot.persistence.database import Database
from bot.persistence.postgresql import backend
from bot.persistence.postgresql.backend import ServerClock
from tests.fakes.clock import NOON

HOUR = timedelta(hours=1)


class Machine:
    """A monotonic clock, and a server that answers after two seconds."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.answers: list[datetime | Exception] = []

    def monotonic(self) -> float:
        return self.seconds

    async def read(self) -> datetime:
        answer = self.answers.pop(0)
        self.seconds += 2
        if isinstance(answer, Exception):
            raise answer
        return answer


async def test_the_time_is_the_server_s_and_goes_on() -> None:
    machine = Machine()
    shared = ServerClock(machine.read, machine.monotonic)
    machine.answers = [NOON]
    await shared.synchronize()
    assert shared() == NOON + timedelta(seconds=1)
    machine.seconds += 60
    assert shared() == NOON + timedelta(seconds=61)


@pytest.mark.parametrize("error", [OSError("gone"), OperationalError("SELECT", None, Exception())])
async def test_the_time_goes_on_while_the_server_is_down(error: Exception) -> None:
    machine = Machine()
    shared = ServerClock(machine.read, machine.monotonic)
    machine.answers = [NOON, error, NOON - HOUR]
    await shared.synchronize()
    await shared.synchronize()
    assert shared() == NOON + timedelta(seconds=3)
    await shared.synchronize()
    assert shared() == NOON - HOUR + timedelta(seconds=1)


async def test_the_server_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "SYNCHRONIZE_SECONDS", 0.0)
    asked = asyncio.Event()
    answers = iter([NOON, NOON + HOUR])

    async def read() -> datetime:
        answer = next(answers, None)
        if answer is None:
            asked.set()
            await asyncio.Event().wait()
        return answer or NOON

    shared = ServerClock(read)
    async with shared.running():
        await asked.wait()
        assert shared() >= NOON + HOUR


async def test_a_database_tells_the_time(database: Database) -> None:
    async with database.clock() as shared:
        assert abs(shared() - datetime.now(UTC)) < timedelta(minutes=1)
