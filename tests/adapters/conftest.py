"""What tests of the adapters share: services over a database of their own, people, and readable snapshots."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.persistence.database import Database
from bot.services.model import Caller
from bot.services.records import Records
from bot.services.referee import Referee
from bot.services.services import Services
from tests.adapters.approved import Snapshots
from tests.adapters.people import Person
from tests.fakes.stacked_dice import StackedDice

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    """The real services, whose every secret is 3102."""
    database = Database(f"sqlite:///{tmp_path}/test.db")
    await database.prepare()
    try:
        yield Services(Referee(database.unit, lambda: NOW, StackedDice("3102")), Records(database.unit, lambda: NOW))
    finally:
        await database.close()


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
def snapshots() -> Snapshots:
    return Snapshots()
