"""New services for every test, and results that do not depend on the machine's load."""

import pytest

from bot.persistence.database import Database
from bot.solving import tasks
from tests.services.games.versus_games import Duelists, Hosts
from tests.services.harness import Harness


@pytest.fixture
def harness(database: Database) -> Harness:
    """The services over an empty database."""
    return Harness(database)


@pytest.fixture
def match(database: Database) -> Duelists:
    """The same, with two who play duels."""
    return Duelists(database)


@pytest.fixture
def room(database: Database) -> Hosts:
    """The same, with somebody who hosts games."""
    return Hosts(database)


@pytest.fixture(autouse=True)
def _enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches of these tests take less than a second; none of them ends at its time limit."""
    monkeypatch.setattr(tasks, "TIME_LIMIT", 60)
