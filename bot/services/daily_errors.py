"""The errors about dailies and their days.

```
DailyError
├── UnreadableDay       a text is not a day
├── DayInFuture         there is no daily yet on that day
├── DayBeforeFirst      there was no daily yet on that day
├── DailyOver           the player has finished this daily
├── DailyNotOver        the player has not finished this daily
├── AlreadyShared       the result of this daily was posted before
└── SharedElsewhere     this daily was begun in another room
```
"""

from dataclasses import dataclass
from datetime import date

from bot.services.errors import ServiceError
from core.game.rules import Rules


class DailyError(ServiceError):
    """Base of the errors about dailies."""


@dataclass(eq=False)
class UnreadableDay(DailyError):
    """`read` is not a day; `today` is an example of one."""

    read: str
    today: date


@dataclass(eq=False)
class DayInFuture(DailyError):
    """`day` has not begun, because it is still `today`."""

    day: date
    today: date


@dataclass(eq=False)
class DayBeforeFirst(DailyError):
    """`day` is before `first`, the day of the first daily."""

    day: date
    first: date


@dataclass(eq=False)
class DailyOver(DailyError):
    """The player has finished the daily of `day` under `rules`."""

    day: date
    rules: Rules


@dataclass(eq=False)
class DailyNotOver(DailyError):
    """The player has not finished the daily of `day` under `rules`, so there is no result to share."""

    day: date
    rules: Rules


@dataclass(eq=False)
class AlreadyShared(DailyError):
    """The result of the daily of `day` under `rules` was posted before."""

    day: date
    rules: Rules


@dataclass(eq=False)
class SharedElsewhere(DailyError):
    """The daily of `day` under `rules` was begun in another room, where its result can be posted."""

    day: date
    rules: Rules
