"""Reviewing ranked games after their end, so that statistics and leaderboards have their skill and luck."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from typing_extensions import override

from bot.model.clock import Clock
from bot.model.errors import SolverUnavailable
from bot.model.games import StoredGame
from bot.model.marks import DueMarks, Marks
from bot.persistence.unit_of_work import UnitOfWork, UnitOfWorkFactory
from bot.services.background.due_items import DueItems
from bot.services.solver import Solver, SolverClient
from core.game.errors import Contradiction

_CLAIM_TIME = timedelta(hours=1)
"""How long after a review that failed, or whose process ended, the game is reviewed again."""

_RESULTS_AT_ONCE = 200

_CLIENT = SolverClient.background("reviewing games")


class Marking(DueItems[DueMarks]):
    """Reviews games one at a time, so that each process has at most one of them in the solver's queue."""

    name = "reviewing games"
    pause = 10.0

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, solver: Solver) -> None:
        super().__init__(units, clock)
        self._solver = solver

    @override
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[DueMarks]:
        return await unit.marks.due(now, now + 2 * _CLAIM_TIME, most)

    @override
    async def _put_off(self, unit: UnitOfWork, item: DueMarks) -> None:
        await unit.marks.put_off(item, self._clock() + _CLAIM_TIME)

    @override
    async def _process(self, item: DueMarks) -> None:
        async with self._units() as unit:
            if not await unit.marks.put_off(item, self._clock() + _CLAIM_TIME):
                return  # another process was faster
            stored = await unit.games.by_id(item.game)
            await unit.commit()
        try:
            marks = await self._marks(stored, item.player) if stored else None
        except SolverUnavailable:
            return
        async with self._units() as unit:
            await unit.marks.save(item, marks)
            await unit.commit()

    async def _marks(self, stored: StoredGame, player: str) -> Marks | None:
        """The marks of a player's board; None if its feedback contradicts itself."""
        board = stored.game.board(player)
        try:
            review = await self._solver.review(_CLIENT, board.rules, board.turns)
        except Contradiction:
            return None
        is_exact = all(turn.check is None or turn.check.exact for turn in review.turns)
        return Marks(review.skill, review.luck, is_exact)


async def reschedule_marking(units: UnitOfWorkFactory, clock: Clock, most: int = _RESULTS_AT_ONCE) -> int:
    """Schedule every ranked result to be marked again by the running processes.

    The sums contain the old marks until then.

    Returns:
        The number of results to be marked.
    """
    last = count = 0
    while True:
        async with units() as unit:
            after, expected = await unit.marks.reschedule(last, most, clock())
            await unit.commit()
        if after == last:
            return count
        last, count = after, count + expected
