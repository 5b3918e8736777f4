"""Finished games, for the tests of records."""

from collections.abc import Sequence

from bot.model.results import Result
from bot.model.rooms import Caller
from bot.services.records import LeaderboardEntry
from core.game.any_game import Kind
from core.game.boards import Outcome
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.services.harness import Harness

SHORT = Rules.parse("3x10")


def result(guesses: int, outcome: Outcome = Outcome.SOLVED, *, tries: int = 12, ranked: bool = True) -> Result:
    return Result("game", "room", "ann", "4x10", outcome, guesses, tries, Kind.SOLO, NOON, ranked)


async def finish(harness: Harness, who: Caller, *games: int) -> None:
    """Solve games, each in the given number of guesses."""
    for guesses in games:
        await harness.finish(who, guesses)


def ranks_and_names(entries: Sequence[LeaderboardEntry]) -> list[tuple[int | None, str | None]]:
    return [(entry.rank, entry.name) for entry in entries]
