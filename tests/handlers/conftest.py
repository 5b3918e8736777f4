import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.services.services import Services
from tests.handlers.speaker import Speaker
from tests.support.people import Person


@pytest.fixture
def dispatcher(services: Services) -> Dispatcher:
    return Dispatcher(services)


@pytest.fixture
def alice(dispatcher: Dispatcher) -> Speaker:
    return Speaker(dispatcher, Person("Alice"))


@pytest.fixture
async def boris(dispatcher: Dispatcher) -> Speaker:
    """Somebody else, with a conversation in the same room and, in another one, a game and a conversation."""
    elsewhere = Speaker(dispatcher, Person("Boris", room="garden"))
    for line in ("play 3x10", "guess 987", "suggest 987 0H1B rules:3x10"):
        await elsewhere.types(line)
    boris = Speaker(dispatcher, Person("Boris"))
    await boris.types("suggest 987 0H2B, 879 0H1B rules:3x10")
    return boris
