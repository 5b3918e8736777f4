"""Three weeks of dailies of ten people in one channel, and what they are to see on any platform."""

import random
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from typing import TypeAlias

from bot.locales import LANGUAGES
from tests.fakes.clock import NOON, FakeClock
from tests.models.plain_summaries import streak
from tests.support.daily import code_of, wrong_for

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jan")
DAYS, DAY_OFF = 21, 9
"""On the day off nobody plays."""

Play: TypeAlias = Callable[[str, str], Awaitable[str]]
"""Lets somebody guess in the daily; what they alone are shown."""

Tell: TypeAlias = Callable[[int], Awaitable[Sequence[str]]]
"""Lets every process do what is due; what stands in the channel once there are so many messages."""


class Weeks:
    """The people and what is known of them.

    Args:
        clock: of the services.
        play: on a platform.
        tell: on a platform.
    """

    def __init__(self, clock: FakeClock, play: Play, tell: Tell) -> None:
        self._clock, self._play, self._tell = clock, play, tell
        self._chance = random.Random(21)
        self._days: defaultdict[str, str] = defaultdict(str)
        self._told = 0

    async def run(self) -> None:
        """Play, and compare every private board and every summary with the plain model."""
        for number in range(DAYS):
            self._clock.now = NOON + timedelta(days=number)
            day = self._clock.now.date()
            guesses = {} if number == DAY_OFF else await self._play_day(day, code_of(day, number=number + 1))
            for name in PEOPLE:
                self._days[name] += "P" if guesses.get(name) else "-"
            self._days[""] += "P" if any(guesses.values()) else "-"
            self._clock.now += timedelta(days=1)
            self._told += bool(guesses)
            posted = await self._tell(self._told)
            assert len(posted) == self._told
            if guesses:
                self._check_summary(posted[-1], day, guesses)

    async def _play_day(self, day: date, code: str) -> dict[str, int]:
        """The guesses that each player has needed; 0 for a game that is not finished."""
        guesses: dict[str, int] = {}
        for place, name in enumerate(PEOPLE):
            if self._chance.random() > (0.95 if place < 3 else 0.5):
                continue
            guesses[name] = self._chance.choice((0, 1, 2, 2))
            if guesses[name] != 1:
                await self._play(name, wrong_for(code))
            if guesses[name]:
                shown = await self._play(name, code)
                days, best, freezes = streak(self._days[name] + "P")
                assert f"Your streak: {_days(days)}, best {best}. Freezes left: {freezes} " in shown, (day, name, shown)
        return guesses

    def _check_summary(self, summary: str, day: date, guesses: dict[str, int]) -> None:
        assert f"Results of the daily, {LANGUAGES['en'].day(day)}" in summary
        days, best, _ = streak(self._days[""])
        assert f"Streak of this place: {_days(days)}, best {best}." in summary
        for title, number in (("1 guess", 1), ("2 guesses", 2)):
            named = ", ".join(re.findall(rf"\b{title}: (.*)", summary))
            assert set(filter(None, named.split(", "))) == {name for name, count in guesses.items() if count == number}


def _days(number: int) -> str:
    return "1 day" if number == 1 else f"{number} days"
