from bot.persistence.database import Database
from bot.services.background import GameCounts
from core.game.rules import Rules
from tests.fakes.observer import RecordingObserver
from tests.fakes.services import services_over
from tests.support.people import Person

CLASSIC = Rules.parse("4x10")


async def test_running_games_are_counted_and_ended_ones_are_not(database: Database) -> None:
    observer = RecordingObserver()
    services = services_over(database.unit, "3102", "3102")
    ann = Person("Ann")
    counts = GameCounts(database.unit, observer)
    assert await counts.step() is False
    started = await services.referee.play(ann(), CLASSIC)
    await counts.step()
    await services.referee.give_up(ann(), started.id)
    await counts.step()
    assert observer.games == [0, 1, 0]
