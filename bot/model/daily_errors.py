"""The expected errors about dailies."""

from datetime import date

from bot.model.errors import ServiceError
from core.game.rules import Rules


class DailyError(ServiceError):
    """Base of the errors about dailies."""


class UnreadableDay(DailyError):
    """`read` is not a day; `today` is an example of one."""

    read: str
    today: date


class NoDailyOn(DailyError):
    """There is no daily on `day`: it has not started, or is before the first one."""

    day: date


class NoDaily(DailyError):
    """`rules` have no name, and only named rules have dailies."""

    rules: Rules


class DailyGameError(DailyError):
    """Base of the errors about the player's game of the daily of `day` under `rules`."""

    day: date
    rules: Rules


class DailyOver(DailyGameError):
    """The player has finished it."""


class DailyNotOver(DailyGameError):
    """The player has not finished it."""


class NotShareable(DailyGameError):
    """It does not count, or its day has closed."""
