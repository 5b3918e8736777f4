"""Marks in memory."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from typing_extensions import override

from bot.model.marks import DueMarks, MarkedMonth, Marks, MarkSum, StoredMarks, is_marked

if TYPE_CHECKING:
    from tests.fakes.memory.stored import Stored


class MemoryMarks(StoredMarks):
    """The marks and the times by game and player; the sums are made from every result."""

    def __init__(self, work: "Stored") -> None:
        self._work = work

    @override
    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueMarks]:
        waiting = sorted(self._work.due_marks.items(), key=lambda item: item[1])
        return [DueMarks(*key, at) for key, at in waiting if not now < at <= latest][:most]

    @override
    async def put_off(self, due: DueMarks, at: datetime) -> bool:
        if self._work.due_marks.get((due.game, due.player)) != due.mark_at:
            return False
        self._work.due_marks[due.game, due.player] = at
        return True

    @override
    async def save(self, due: DueMarks, marks: Marks | None) -> bool:
        if self._work.due_marks.pop((due.game, due.player), None) is None:
            return False
        self._work.marks[due.game, due.player] = marks or Marks()
        return True

    @override
    async def months(self, player: str) -> Mapping[str, Sequence[MarkedMonth]]:
        found: dict[str, dict[date, MarkSum]] = {}
        for result in self._work.results:
            added = MarkSum.of(self._work.marks.get((result.game, result.player)))
            if result.player == player and added != MarkSum():
                months = found.setdefault(result.rules, {})
                first_day = result.ended_at.date().replace(day=1)
                months[first_day] = months.get(first_day, MarkSum()) + added
        return {rules: [MarkedMonth(*month) for month in sorted(months.items())] for rules, months in found.items()}

    @override
    async def reschedule(self, after: int, most: int, now: datetime) -> tuple[int, int]:
        some = self._work.results[after : after + most]
        expected = [result for result in some if is_marked(result)]
        self._work.due_marks |= {(result.game, result.player): now for result in expected}
        return after + len(some), len(expected)
