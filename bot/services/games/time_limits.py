"""How long challenges, turns and idle games may take, by the settings of their room."""

from datetime import datetime, timedelta

from bot.model.games import AnyGame, StoredGame
from bot.model.room_settings import RoomSettings
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.races import Race

CHECK_EVERY = timedelta(days=1)
"""How often a running game is checked if nothing is due before, so that changed limits take effect."""


def last_move(stored: StoredGame) -> datetime:
    """When the last move was made, or the game was begun. In a duel, when the present player's turn began."""
    return stored.moved_at or stored.started_at


def turn_limit(game: AnyGame, settings: RoomSettings) -> timedelta | None:
    """How long people may have to wait for one player, None if nobody waits."""
    if isinstance(game, Challenge):
        return settings.challenge
    if isinstance(game, HostedGame):
        return settings.turn if game.waits_for is not None else None
    return settings.turn if isinstance(game, Duel) and game.is_between_people else None


def claimable_at(stored: StoredGame, settings: RoomSettings) -> datetime:
    """When the player whose turn it is has taken so long that the other can claim the duel."""
    return last_move(stored) + settings.turn


def expires_at(stored: StoredGame, settings: RoomSettings) -> datetime:
    """When a running game expires unless somebody moves. Before a duel expires, it can be claimed for some time."""
    limit = turn_limit(stored.game, settings)
    if isinstance(stored.game, Challenge | HostedGame) and limit is not None:
        return last_move(stored) + limit
    return last_move(stored) + (limit or timedelta()) + settings.idle


def reminder_at(stored: StoredGame, settings: RoomSettings) -> datetime | None:
    """When to remind the player whom the others wait for; None if nobody is to be reminded, or it has been done."""
    limit = turn_limit(stored.game, settings)
    if limit is None or stored.waits_for is None or stored.reminded or not settings.reminders:
        return None
    return last_move(stored) + limit / 2


def end_of_time(game: AnyGame, now: datetime) -> datetime | None:
    """When the time limit of a race that starts `now` ends; None without a time limit and before the start."""
    if not isinstance(game, Race) or game.is_waiting or not game.minutes:
        return None
    return now + timedelta(minutes=game.minutes)


def is_time_up(stored: StoredGame, now: datetime) -> bool:
    """Whether the time limit of a running race has passed."""
    return stored.time_ends_at is not None and stored.time_ends_at <= now


def check_at(stored: StoredGame, settings: RoomSettings, now: datetime) -> datetime:
    """When to check a running game next."""
    times = (expires_at(stored, settings), stored.time_ends_at, reminder_at(stored, settings))
    return min((now + CHECK_EVERY, *filter(None, times)))
