"""Time limits of running games: when a turn, a race or an abandoned game ends, and when to look next."""

from datetime import datetime, timedelta

from bot.model.games import StoredGame
from core.game.any_game import AnyGame

CHECK_EVERY = timedelta(days=1)
"""How often a running game is checked if nothing is due before. A later time was stored by a wrong clock."""

SIGNAL_TIME = timedelta(hours=1)
"""How long a race waits for the signal of its starter."""

LONGEST_ALONE = timedelta(days=30)
"""How long a game that one person plays alone can run, so that nobody keeps a bad one from counting."""

SHARED_ALONE = timedelta(hours=12)
"""How long a game that a room shares keeps people who take no part in it from starting a second one."""

STUCK_AFTER = timedelta(hours=1)
"""How long after the last move anybody may vote to end a game that a room shares."""


def last_move(stored: StoredGame) -> datetime:
    """When the last move was made, or the game was started. While it waits for one person, when their turn began."""
    return stored.moved_at or stored.started_at


def is_stuck(stored: StoredGame, now: datetime) -> bool:
    """Whether nobody has moved for so long that anybody may vote to end the game."""
    return now - last_move(stored) >= STUCK_AFTER


def turn_limit(stored: StoredGame) -> timedelta | None:
    """The time limit of the present turn, or of a challenge; None if there is none."""
    if stored.turn_ends_at is None or not is_timed(stored):
        return None
    return stored.turn_ends_at - last_move(stored)


def is_timed(stored: StoredGame) -> bool:
    """Whether the game waits for a single person, or for anybody to accept a challenge."""
    return stored.waits_for is not None or not stored.game.has_begun


def expires_at(stored: StoredGame) -> datetime:
    """When a running game expires unless somebody moves. Before a duel expires, it can be claimed for some time."""
    if stored.game.is_played_alone:
        return min(last_move(stored) + stored.idle, stored.started_at + LONGEST_ALONE)
    if stored.game.is_waiting:
        return stored.started_at + SIGNAL_TIME
    if stored.turn_ends_at is None or not is_timed(stored):
        return last_move(stored) + stored.idle
    return stored.turn_ends_at + stored.idle if stored.game.is_claimable else stored.turn_ends_at


def reminder_at(stored: StoredGame, *, is_silent: bool = False) -> datetime | None:
    """When to remind the player whom the others wait for; None if nobody is to be reminded, or it has been done.

    That is after half of the time for the turn, or after a quarter if the notice of the turn notified nobody,
    `is_silent`.
    """
    limit = None if stored.waits_for is None else turn_limit(stored)
    return None if limit is None or stored.reminded else last_move(stored) + limit / (4 if is_silent else 2)


def end_of_time(game: AnyGame, now: datetime) -> datetime | None:
    """When the time limit of a race that starts `now` ends; None without a time limit and before the start."""
    if game.is_waiting or not game.minutes:
        return None
    return now + timedelta(minutes=game.minutes)


def is_time_up(stored: StoredGame, now: datetime) -> bool:
    """Whether the time limit of a running race has passed."""
    return stored.time_ends_at is not None and stored.time_ends_at <= now


def check_at(stored: StoredGame, now: datetime, *, is_silent: bool = False) -> datetime:
    """When to check a running game next; for `is_silent` see `reminder_at`."""
    late_at = stored.turn_ends_at if stored.turn_ends_at is not None and stored.turn_ends_at > now else None
    times = (expires_at(stored), stored.time_ends_at, late_at, reminder_at(stored, is_silent=is_silent))
    return min((now + CHECK_EVERY, *filter(None, times)))
