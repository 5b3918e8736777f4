"""The codes and weeks of the dailies of services over a fake random source."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, Protocol, TypeAlias

from bot.model.rooms import RoomKey
from bot.services.services import Services
from core.game.codes import format_code_ascii
from core.game.daily import CHAIN_DAYS, daily_code, earlier_link
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import NONCE
from tests.support.canaries import canaries_in

OTHER_RULES = ("5x10", "4x8r")

WITHOUT_EFFECT: Mapping[str, Mapping[str, str]] = {
    "a day in the future": {"day": "9999-01-01"},
    "a day before the first": {"day": "1999-01-01"},
    "a day that cannot be read": {"day": "someday"},
    "unknown rules": {"rules": "chess"},
    "a guess that cannot be read": {"guess": "0012"},
    "a share before the end": {"action": "share"},
    "an empty archive": {"action": "archive"},
}
"""Options of `daily` that change nothing while it is played."""


@cache
def key_of(number: int) -> str:
    """The key of the day with this number, from 1."""
    return earlier_link(NONCE, CHAIN_DAYS - number)


def code_of(day: date, rules: str = "4x10", number: int = 1) -> str:
    """The code of a day, whose number is counted from the first use of the daily."""
    parsed = Rules.parse(rules)
    return format_code_ascii(daily_code(key_of(number), str(day), parsed), parsed)


def wrong_for(code: str) -> str:
    """A code of four different digits that does not contain any symbol of this one."""
    return "".join(digit for digit in "9876543210" if digit not in code)[:4]


def random_commands(seed: int, number: int, day: date) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Who gives which command with which options around the daily of a day; none of them finds a code or gives up."""
    rng, wrong = random.Random(seed), wrong_for(code_of(day))
    commands: Sequence[tuple[str, Mapping[str, str]]] = (
        ("daily", {}),
        *(("daily", {"action": action}) for action in ("archive", "text", "share")),
        *(("daily", {"rules": rules}) for rules in OTHER_RULES),
        *(("daily", {"day": one}) for one in ("tomorrow", "9999-01-01", "1999-01-01", "yesterday")),
        *(("daily", {"guess": guess}) for guess in (wrong, wrong[::-1], wrong[:2], "1123")),
        ("stats", {}),
        ("leaderboard", {"order": "solved"}),
        ("privacy", {}),
        ("privacy", {"action": "export"}),
        ("board", {}),
        ("help", {"command": "daily"}),
    )
    for _ in range(number):
        command, options = rng.choice(commands)
        yield rng.choice(("ann", "bob")), command, options


def told_of(text: str, day: date) -> list[str]:
    """What a text tells of the keys of the first ten days, and of the codes of a day, which is the first."""
    keys = [key for number in range(1, 11) if (key := key_of(number)) in text]
    return [*keys, *canaries_in(text, [code_of(day, rules) for rules in ("4x10", *OTHER_RULES)])]


PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jan", "Kai", "Lou")
MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
DAYS = 7
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)

Play: TypeAlias = Callable[[str, str], Awaitable[str]]
"""Lets somebody guess in the daily; what they alone are shown."""


class Shown(Protocol):
    """A message in the channel."""

    @property
    def edits(self) -> int:
        """How often it was edited."""


Tell: TypeAlias = Callable[[], Awaitable[Sequence[Shown]]]
"""Lets two processes do and tell what is due; the messages that stand in the channel then."""


async def tell_all(services: Services, room: RoomKey) -> None:
    """Let two processes do what is due, and wait until it is told in a room."""
    for _ in range(2):
        await services.summaries.run_step()
    is_told = False
    while not is_told:
        await asyncio.sleep(0.02)
        async with services.summaries._units() as unit:
            is_told = await unit.news.pending_key((await unit.rooms.get_or_add(room)).id) is None


class Week:
    """The people and what is known of them.

    Args:
        clock: of the services.
        play: on a platform.
        tell: on a platform.
    """

    def __init__(self, clock: FakeClock, play: Play, tell: Tell) -> None:
        self._clock, self._play, self._tell = clock, play, tell
        self._chance = random.Random(42)
        self._zeal = {name: self._chance.choice((0.2, 0.5, 0.8, 1.0)) for name in PEOPLE}
        self._costs: dict[tuple[str, date], int] = {}
        self._played: set[str] = set()
        self.edits: list[int] = []
        self.guesses: list[int] = []

    async def run(self) -> None:
        """Play the week, and compare every card and the result of the week with the plain model."""
        self._clock.now = MONDAY
        posted = await self._tell()
        assert len(posted) == 1
        for number in range(DAYS):
            day, edits_before = (MONDAY + number * DAY).date(), posted[-1].edits
            played = await self._play_day(day, code_of(day, number=number + 1))
            posted = await self._tell()
            self._check_card(str(posted[-1]), played)
            assert len(posted) == number + 1
            self.edits.append(posted[-1].edits - edits_before)
            self.guesses.append(sum(guesses for guesses, _ in played.values()))
            self._clock.now = MONDAY + (number + 1) * DAY
            posted = await self._tell()
            assert len(posted) == number + 2
            self._clock.now += timedelta(hours=3)
            posted = await self._tell()
            assert code_of(day, number=number + 1) in str(posted[-1])
            assert posted[-1].edits == bool(played)  # the edit at noon
        self._check_week(str(posted[-1]))

    async def _play_day(self, day: date, code: str) -> dict[str, tuple[int, bool]]:
        """How many guesses each player has made, and whether they have solved it."""
        played: dict[str, tuple[int, bool]] = {}
        wrong = wrong_for(code)
        minutes = sorted((self._chance.randrange(181, 880), name) for name in PEOPLE)
        for minute, name in minutes:
            if self._chance.random() > self._zeal[name]:
                continue
            guesses, is_solved = self._chance.choice((1, 2, 3)), self._chance.random() < 0.85
            self._clock.now = MONDAY.replace(day=day.day) + minute * MINUTE
            for place in range(guesses):
                is_last = is_solved and place == guesses - 1
                await self._play(name, code if is_last else wrong[place:] + wrong[:place])
            played[name] = guesses, is_solved
            self._played.add(name)
            if is_solved:
                self._costs[name, day] = guesses
            self._clock.now += MINUTE
            await self._tell()
        return played

    def _check_card(self, card: str, played: dict[str, tuple[int, bool]]) -> None:
        """The card names those who have played, with a disc for each guess, and what became of them."""
        lines = re.findall(r"^\W*(\w+)\s+(●+)\s+(\d+|playing)", card, re.MULTILINE)
        assert {(name, len(discs), told) for name, discs, told in lines} == {
            (name, guesses, str(guesses) if is_solved else "playing") for name, (guesses, is_solved) in played.items()
        }

    def _check_week(self, card: str) -> None:
        """Monday's card is headed by the totals, with 13 for what was missed or not solved."""
        days = [(MONDAY + number * DAY).date() for number in range(DAYS)]
        totals = {name: sum(self._costs.get((name, day), 13) for day in days) for name in self._played}
        (line,) = re.findall(r"The week of 16 November: (.*)", card)
        assert line.split(", ") == [
            f"{name} {total}" for name, total in sorted(totals.items(), key=lambda each: (each[1], each[0]))
        ]
