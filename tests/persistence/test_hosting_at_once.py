"""A host and those who guess act at the same instant in two processes: no guess is lost, no feedback counts twice."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.model.games import ShownGame
from bot.persistence.database import Database
from bot.services.services import Services
from core.game.boards import Outcome
from core.game.codes import format_code
from core.game.hosting import HostedGame
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.test_at_once import outcomes
from tests.services.harness import ANN, BOB, CAT, again

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
    one, other = [await services.referee.board(again(ANN)) for services in processes]
    assert one == other
    return hosted(one)


async def play_round(processes: tuple[Services, Services]) -> None:
    """A game that Ann hosts, from two attempts to start it to two attempts to end it."""
    one, other = processes
    started = await outcomes(*(each.hosting.start(again(ANN), SMALL, None, 0) for each in processes))
    assert sorted(started) == ["GameRunning", "done"]
    assert await other.hosting.receives_feedback(again(ANN))
    assert await outcomes(one.hosting.require_free(again(BOB))) == ["GameRunning"]

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


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_host_and_guessers_at_once_agree_on_the_order(processes: tuple[Services, Services]) -> None:
    for _ in range(5):
        await play_round(processes)


@pytest.mark.parametrize(
    "url",
    [pytest.param("sqlite", marks=pytest.mark.slow), pytest.param("postgresql", marks=pytest.mark.postgresql)],
    indirect=True,
)
async def test_a_host_and_guessers_at_once_agree_twenty_times(processes: tuple[Services, Services]) -> None:
    for _ in range(20):
        await play_round(processes)
