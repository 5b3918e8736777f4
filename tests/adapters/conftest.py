"""What tests of the adapters share: services over a database of their own, people, and readable snapshots."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.services.model import Caller
from bot.services.services import Services
from tests.adapters.approved import Snapshots
from tests.adapters.people import Person
from tests.fakes.stacked_services import services_in


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    """The services, whose every secret is 3102."""
    async with services_in(tmp_path, "3102") as found:
        yield found


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
