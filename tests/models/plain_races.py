"""Races, in their plainest form."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from typing_extensions import override

from tests.models.plain import Refused, Shown
from tests.models.plain_boards import Board, Guessing


@dataclass
class Racing(Guessing):
    """A race. It `is_waiting` before its start signal; `minutes` after its start it ends, unless they are 0."""

    who: str = "race"
    minutes: int = 0
    is_waiting: bool = False
    ends_at: datetime | None = None

    def start_clock(self, now: datetime) -> None:
        """Let the time run, unless the race waits for its signal."""
        if self.minutes and not self.is_waiting:
            self.ends_at = now + timedelta(minutes=self.minutes)

    def start(self, player: str, now: datetime, *, is_moderator: bool) -> None:
        """Give the signal."""
        if self.is_over:
            raise Refused("GameOver")
        if not self.is_waiting:
            raise Refused("NotPossibleNow")
        if player != self.starter and not is_moderator:
            raise Refused("RaceNotStarted")
        self.is_waiting = False
        self.start_clock(now)

    def is_out_of_time(self, now: datetime) -> bool:
        return self.ends_at is not None and self.ends_at <= now and not self.is_over

    @override
    def result(self) -> str | None:
        """How it ended; it does not wait for the first guess of its starter."""
        everybody = self.boards
        self.boards = [board for board in everybody if board.turns or self.result_of(board)]
        result, self.boards = super().result(), everybody
        return result

    @override
    def touch(self, player: str) -> Board:
        """The starter has a board as soon as anybody has one."""
        board = super().touch(player)
        super().touch(self.starter)
        return board

    @override
    def check_guess(self, player: str) -> None:
        self._require_started()
        super().check_guess(player)

    @override
    def hint(self, player: str) -> None:
        self._require_started()
        super().hint(player)

    def _require_started(self) -> None:
        if self.is_waiting and not self.is_over:
            raise Refused("RaceNotStarted")

    @override
    def shown_to(self, viewer: str) -> Shown:
        race = {
            "minutes": self.minutes,
            "is_waiting": self.is_waiting,
            "ends_at": None if self.is_over else self.ends_at,
        }
        return {**super().shown_to(viewer), **race}
