import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.persistence.database import Database
from bot.services.services import Services
from tests.handlers.users import Channel, User
from tests.support.people import Person


@pytest.fixture
def dispatcher(services: Services) -> Dispatcher:
    return Dispatcher(services)


@pytest.fixture
def alice(dispatcher: Dispatcher) -> User:
    return User(dispatcher, Person("Alice"))


@pytest.fixture
async def boris(dispatcher: Dispatcher) -> User:
    """Somebody else, with a conversation in the same room and, in another one, a game and a conversation."""
    elsewhere = User(dispatcher, Person("Boris", room="garden"))
    await elsewhere.types("play 4x6")
    assert (await elsewhere.types("guess 5430")).board
    await elsewhere.types("suggest 987 0H1B rules:3x10")
    boris = User(dispatcher, Person("Boris"))
    await boris.types("suggest 987 0H2B, 879 0H1B rules:3x10")
    return boris


@pytest.fixture
def channel(database: Database) -> Channel:
    return Channel(database)


@pytest.fixture
async def people(channel: Channel) -> list[User]:
    """Ann, Bob, Cat and Dan, who have used the bot for weeks."""
    return await channel.members("Ann", "Bob", "Cat", "Dan")
