"""The errors about dailies and their days.

```
DailyError
├── UnreadableDay       a text is not a day
├── DayInFuture         there is no daily yet on that day
├── DayBeforeFirst      there was no daily yet on that day
└── DailyGameError      about the player's game of a daily
    ├── DailyOver       they have finished it
    ├── DailyNotOver    they have not finished it
    ├── AlreadyShared   its result was posted before
    └── SharedElsewhere it was begun in another room
```
"""

from dataclasses import dataclass
from datetime import date

from bot.model.errors import ServiceError
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
class DailyGameError(DailyError):
    """Base of the errors about the player's game of the daily of `day` under `rules`."""

    day: date
    rules: Rules


class DailyOver(DailyGameError):
    """The player has finished it."""


class DailyNotOver(DailyGameError):
    """The player has not finished it, so there is no result to share."""


class AlreadyShared(DailyGameError):
    """Its result was posted before."""


class SharedElsewhere(DailyGameError):
    """It was begun in another room, where its result can be posted."""
