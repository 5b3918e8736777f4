"""People and processes act at the same instant in one game: no guess is lost, and nothing counts twice."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import timedelta

import pytest

from bot.model.games import ShownGame, StoredGame
from bot.model.rooms import MessageKey, NewsKind
from bot.persistence.database import Database
from bot.services.background import GameExpiry
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.services import Services
from core.game.boards import NO_LIMIT, Outcome
from core.game.codes import format_code
from core.game.errors import GameOver
from core.game.hosting import HostedGame
from core.game.rules import Rules
from core.game.sides import DuelEnding
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.store import CLASSIC, Store
from tests.persistence.test_at_once import outcomes
from tests.services.harness import ANN, BOB, CAT, again, caller

SMALL = Rules.parse("3x10")


@pytest.fixture
async def processes(url: str) -> AsyncIterator[tuple[Services, Services]]:
    databases = [Database(url) for _ in range(2)]
    clock, chance = FakeClock(), FakeRandomSource()
    one, other = (Services(database.unit, clock, chance, InlineSolver()) for database in databases)
    yield one, other
    for database in databases:
        await database.close()


def hosted(view: ShownGame) -> HostedGame:
    assert isinstance(view.game, HostedGame)
    return view.game


async def look(processes: tuple[Services, Services]) -> HostedGame:
    """The game as both processes show it to its host."""
    one, other = [await services.referee.show_board(again(ANN)) for services in processes]
    assert one == other
    return hosted(one)


async def play_round(processes: tuple[Services, Services]) -> None:
    """A game that Ann hosts, from two attempts to start it to two attempts to end it."""
    one, other = processes
    started = await outcomes(*(each.hosting.start(again(ANN), SMALL, None, 0) for each in processes))
    assert sorted(started) == ["GameRunning", "done"]
    assert await other.hosting.receives_feedback(again(ANN), None)
    assert await outcomes(one.referee.require_free(again(BOB), is_shared=True)) == ["GameRunning"]

    await asyncio.gather(one.referee.guess(again(BOB), "012"), other.referee.guess(again(CAT), "345"))
    waiting = [format_code(guess, SMALL) for guess, _ in (await look(processes)).shared_board.pending]
    assert sorted(waiting) == ["012", "345"]

    results = await outcomes(
        one.hosting.give_feedback(again(ANN), "0,1", step=0),
        other.hosting.give_feedback(again(ANN), "0,1", step=0),
        other.referee.guess(again(BOB), "678"),
    )
    assert results == ["done"] * 3
    board = (await look(processes)).shared_board
    assert ([format_code(turn.guess, SMALL) for turn in board.turns], len(board.pending)) == (waiting[:1], 2)

    await one.hosting.give_feedback(again(ANN), "0,0")
    await one.hosting.give_feedback(again(ANN), "0,3")
    assert (await look(processes)).withheld is not None
    corrected = await outcomes(
        one.hosting.correct(again(ANN), 1, step=2),
        other.hosting.correct(again(ANN), 2, step=2),
        other.referee.guess(again(CAT), "190"),
    )
    assert corrected[2] == "done"
    assert set(corrected) <= {"done", "NoPendingGuess"}
    game = await look(processes)
    assert (game.withheld, len(game.shared_board.turns), len(game.shared_board.pending)) == (None, 3, 1)

    ended = await outcomes(
        one.referee.give_up(again(ANN)),
        other.hosting.give_feedback(again(ANN), "0,1"),
    )
    assert ended[0] == "done"
    assert set(ended) <= {"done", "GameOver", "NoGameHere"}
    assert (await look(processes)).outcome is Outcome.GAVE_UP


@pytest.mark.parametrize(
    ("url", "rounds"),
    [
        ("sqlite", 5),
        pytest.param("sqlite", 20, marks=pytest.mark.slow),
        pytest.param("postgresql", 20, marks=pytest.mark.postgresql),
    ],
    indirect=["url"],
)
async def test_a_host_and_guessers_at_once_agree_on_the_order(
    processes: tuple[Services, Services], rounds: int
) -> None:
    for _ in range(rounds):
        await play_round(processes)


DAY = timedelta(days=1)


class Duellists:
    """Ann and Bob in a duel, over a storage that two processes reach."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, FakeClock()
        units = (store.unit, store.other)
        self.services = [Services(unit, self.clock, FakeRandomSource(), InlineSolver()) for unit in units]

    async def start(self) -> StoredGame:
        one, _ = self.services
        view = await one.duels.challenge(again(ANN), NamedPerson(BOB.player, BOB.name), DuelTerms(CLASSIC))
        await one.messages.record_posted(view.id, MessageKey("C1", "1.0"), "en")
        await one.duels.hide_secret(again(BOB), "0123", view.id)
        await one.duels.hide_secret(again(ANN), "4567", view.id)
        for news in await one.news.pending("chat"):
            if news.key.subject == view.id:
                await one.news.record_told(news.key)
        return await self.game(view.id)

    async def game(self, name: str) -> StoredGame:
        async with self.store.other() as unit:
            found = await unit.games.by_id(name)
        assert found is not None
        return found

    async def look(self) -> None:
        """Both processes look at once."""
        await asyncio.gather(*(GameExpiry(unit, self.clock).run_step() for unit in (self.store.unit, self.store.other)))

    async def claim(self, game: StoredGame) -> None:
        """The player who waits claims the duel, if it still runs."""
        views = {caller: await self.services[0].referee.show_board(again(caller), game.id) for caller in (ANN, BOB)}
        waiting = next(caller for caller, view in views.items() if view.viewer != game.waits_for)
        with suppress(GameOver):
            await self.services[0].duels.claim_win(again(waiting), game.id)

    async def news(self, game: StoredGame) -> list[NewsKind]:
        """The kinds of the news that is pending about the game."""
        pending = await self.services[1].news.pending("chat")
        return [news.key.kind for news in pending if news.key.subject == game.id]


@pytest.fixture
def duellists(store: Store) -> Duellists:
    return Duellists(store)


async def test_a_duel_expires_once_and_its_player_is_reminded_once(duellists: Duellists) -> None:
    game = await duellists.start()
    duellists.clock.advance(DAY)
    await duellists.look()
    assert await duellists.news(game) == [NewsKind.REMINDER]
    assert (await duellists.game(game.id)).revision == game.revision
    duellists.clock.advance(9 * DAY)
    await duellists.look()
    expired = await duellists.game(game.id)
    assert (expired.game.outcome, expired.revision) == (DuelEnding.EXPIRED, game.revision + 1)
    assert await duellists.news(game) == [NewsKind.END]


async def test_a_reminder_is_told_by_one_of_two_processes(duellists: Duellists) -> None:
    game = await duellists.start()
    duellists.clock.advance(DAY)
    await duellists.look()
    (news,) = [news for news in await duellists.services[0].news.pending("chat") if news.key.subject == game.id]
    claims = await asyncio.gather(*(services.news.claim(news.key) for services in duellists.services))
    assert sorted(claim.result.name for claim in claims) == ["NEW", "TAKEN"]


async def test_a_duel_is_claimed_or_expires_but_not_both(duellists: Duellists) -> None:
    game = await duellists.start()
    duellists.clock.advance(10 * DAY)
    await asyncio.gather(duellists.claim(game), duellists.look())
    ended = await duellists.game(game.id)
    assert ended.game.outcome in {DuelEnding.CLAIMED, DuelEnding.EXPIRED}
    assert ended.revision == game.revision + 1


RULES, SECRET = Rules.parse("4x10r"), "9999"
GUESSERS = 240


@pytest.fixture(params=[1, 2])
async def one_or_two_processes(url: str, request: pytest.FixtureRequest) -> AsyncIterator[Sequence[Services]]:
    """The services of one or two processes. A SQLite file is waited for longer than usual, as on a slow machine."""
    clock, source = FakeClock(), FakeRandomSource(SECRET)
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(request.param):
            database = Database(f"{url}?timeout=60" if url.startswith("sqlite") else url)
            stack.push_async_callback(database.close)
            found.append(Services(database.unit, clock, source, InlineSolver()))
        yield found


@pytest.mark.slow
async def test_every_guess_of_a_full_room_is_answered(one_or_two_processes: Sequence[Services]) -> None:
    codes, host = [f"{number:04}" for number in range(GUESSERS)], caller("host")
    await one_or_two_processes[0].referee.start_game(host, RULES, NO_LIMIT)
    sides = itertools.cycle(one_or_two_processes)
    results = await asyncio.gather(*(next(sides).referee.guess(caller(code), code) for code in codes))
    assert [format_code(result.turn.guess, RULES) for result in results if result.turn] == codes
    view = await one_or_two_processes[-1].referee.show_board(host)
    assert sorted(format_code(turn.guess, RULES) for turn in view.game.boards[0].turns) == codes
