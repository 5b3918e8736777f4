"""How long challenges, turns and idle games may take."""

from datetime import datetime, timedelta

from bot.services.model import AnyGame, StoredGame
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.races import Race

CHALLENGE_TIME = timedelta(hours=24)
"""How long a challenge stays open."""

TURN_TIME = timedelta(hours=48)
"""How long a player may take for a turn before the other can claim the duel, and a host for feedback."""

IDLE_TIME = timedelta(days=7)
"""How long a game in which nobody moves goes on."""

CHECK_EVERY = timedelta(days=1)
"""How often a running game is looked at if nothing is due before, so that a changed limit takes effect."""


def last_move(stored: StoredGame) -> datetime:
    """When a game was moved in last or, before the first move, begun."""
    return stored.moved_at or stored.started_at


def claimable_at(stored: StoredGame) -> datetime:
    """When the player whose turn it is has taken so long that the other can claim the duel."""
    return last_move(stored) + TURN_TIME


def expires_at(stored: StoredGame) -> datetime:
    """When a running game ends by itself unless somebody moves."""
    if isinstance(stored.game, HostedGame) and stored.game.waits_for is not None:
        return last_move(stored) + TURN_TIME
    return last_move(stored) + (CHALLENGE_TIME if isinstance(stored.game, Challenge) else IDLE_TIME)


def can_expire(stored: StoredGame) -> bool:
    """Whether a game runs and is of a kind that ends by itself."""
    return stored.ended_at is None and isinstance(stored.game, Challenge | Duel | HostedGame)


def end_of_time(game: AnyGame, now: datetime) -> datetime | None:
    """When the time limit of a race that starts `now` ends; None without one and before the start."""
    if not isinstance(game, Race) or game.is_waiting or not game.minutes:
        return None
    return now + timedelta(minutes=game.minutes)


def is_time_up(stored: StoredGame, now: datetime) -> bool:
    """Whether the time limit of a running race has passed."""
    return stored.time_ends_at is not None and stored.time_ends_at <= now


def check_at(stored: StoredGame, now: datetime) -> datetime:
    """When a running game is to be looked at next."""
    latest = now + CHECK_EVERY
    ends = (stored.time_ends_at, expires_at(stored) if can_expire(stored) else None)
    return min((latest, *filter(None, ends)))
