"""Storing moves with news about them, and the time limits of running games."""

from datetime import datetime, timedelta
from hashlib import sha256

from msgspec import structs

from bot.model.games import SHARED_SLOT, StoredGame
from bot.model.rooms import NewsKey, NewsKind, PlayerKey, Room
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.ratings import store_and_rate_results
from core.game.any_game import AnyGame

MOST_NOTIFICATIONS = 3
NOTIFICATIONS_COUNTED = timedelta(hours=1)
"""How often one player's challenges may notify another within some time."""

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


async def with_time_limits(unit: UnitOfWork, room: Room, stored: StoredGame, now: datetime) -> StoredGame:
    """A new game with its time limits, which later settings do not change, and the time of its next check."""
    settings, idle = await unit.room_settings.get(room.key), stored.idle
    if stored.slot == SHARED_SLOT:
        idle = settings.idle
    stored = structs.replace(stored, turn=settings.turn, idle=idle, time_ends_at=race_end_from_now(stored.game, now))
    return _in_turn(stored, settings.challenge, now)


def _in_turn(stored: StoredGame, limit: timedelta, now: datetime) -> StoredGame:
    """A game with the end of the turn that begins `now`, if there is one, and the time of its next check."""
    stored = structs.replace(stored, turn_ends_at=now + limit if can_turn_time_out(stored) else None)
    return structs.replace(stored, check_at=next_check_at(stored, now))


async def store_move(
    unit: UnitOfWork, before: StoredGame, game: AnyGame, now: datetime, *, is_vote: bool = False
) -> StoredGame:
    """Store a game after a move, a vote or its expiry, with news about it and, if it has ended, its results."""
    after = before.after(game, now, is_vote=is_vote)
    if game.is_between_people and after.waits_for is not None and after.turn_ends_at is None:
        to_accept = None if game.has_begun else turn_time_limit(before)
        after = _in_turn(after, to_accept or after.turn, now)
    await unit.games.update(after)
    if after.ended_at is not None:
        await store_and_rate_results(unit, after)
    if after.ended_at is not None or game.is_between_people:
        await _store_news(unit, before, after, now)
    return after


async def count_notification(unit: UnitOfWork, sender: PlayerKey, recipient: PlayerKey, now: datetime) -> bool:
    """Count a notification from one player to another, and return whether there are not too many of them.

    They are counted by the players' keys, which outlive the deletion of a player, in a form that does not name them.
    """
    pair = sha256(repr((sender, recipient)).encode()).hexdigest()
    for number in range(MOST_NOTIFICATIONS):
        limit = await unit.shared_limits.lock_or_add(f"notify:{pair}:{number}", now)
        if limit.free_at <= now:
            await unit.shared_limits.save(structs.replace(limit, free_at=now + NOTIFICATIONS_COUNTED))
            return True
    return False


async def _store_news(unit: UnitOfWork, before: StoredGame, after: StoredGame, now: datetime) -> None:
    """Store news about the end of a game, about the player whose turn it is or, at least, that they need not be told.

    It replaces older news. They need not be told if their turn has passed, or if they have acted and go on.
    """
    is_same_turn = after.is_same_turn_as(before)
    if after.end_concerns_others and await unit.messages.was_posted(after.id):
        await unit.news.add(news_key(after, NewsKind.END), after.room, after.id, now)
    elif after.waits_for and not is_same_turn and not _is_move_of_host(before.game, after.game):
        await unit.news.add(news_key(after, NewsKind.TURN), after.room, after.id, now)
    elif before.waits_for is not None and (not is_same_turn or _has_acted(before.game, after.game)):
        await unit.news.add(news_key(after, NewsKind.PASSED), after.room, after.id, now)


def _has_acted(before: AnyGame, after: AnyGame) -> bool:
    """Whether the player whose turn it is has used an item, or made the first of two guesses."""
    return before.is_claimable and (
        before.uses != after.uses or [board.turns for board in before.boards] != [board.turns for board in after.boards]
    )


def _is_move_of_host(before: AnyGame, after: AnyGame) -> bool:
    """Whether the move was a host's: they gave or took back feedback, and so know of the pending guess."""
    if not after.number_awaiting_feedback:
        return False
    return before.number_awaiting_feedback != after.number_awaiting_feedback or before.awaited_player is not None


def news_key(stored: StoredGame, kind: NewsKind) -> NewsKey:
    """The key of news about the present state of a game."""
    return NewsKey(stored.id, kind, stored.revision)


def last_move_at(stored: StoredGame) -> datetime:
    """When the last move was made, or the game was started. While it waits for one person, when their turn began."""
    return stored.moved_at or stored.started_at


def is_stuck(stored: StoredGame, now: datetime) -> bool:
    """Whether nobody has moved for so long that anybody may vote to end the game."""
    return now - last_move_at(stored) >= STUCK_AFTER


def turn_time_limit(stored: StoredGame) -> timedelta | None:
    """The time limit of the present turn, or of a challenge; None if there is none."""
    if stored.turn_ends_at is None or not can_turn_time_out(stored):
        return None
    return stored.turn_ends_at - last_move_at(stored)


def can_turn_time_out(stored: StoredGame) -> bool:
    """Whether the game waits for a single person, or for anybody to accept a challenge."""
    return stored.waits_for is not None or not stored.game.has_begun


def is_turn_late(stored: StoredGame, now: datetime) -> bool:
    """Whether the time for the present turn has passed."""
    return stored.turn_ends_at is not None and stored.turn_ends_at <= now


def expires_at(stored: StoredGame) -> datetime:
    """When a running game expires unless somebody moves. Before a duel expires, it can be claimed for some time."""
    if stored.game.is_played_alone:
        return min(last_move_at(stored) + stored.idle, stored.started_at + LONGEST_ALONE)
    if stored.game.is_waiting:
        return stored.started_at + SIGNAL_TIME
    if stored.turn_ends_at is None or not can_turn_time_out(stored):
        return last_move_at(stored) + stored.idle
    return stored.turn_ends_at + stored.idle if stored.game.is_claimable else stored.turn_ends_at


def reminder_at(stored: StoredGame, *, is_notice_silent: bool) -> datetime | None:
    """When to remind the player whom the others wait for; None if nobody is to be reminded, or it has been done.

    That is after half of the time for the turn, or after a quarter if the notice of the turn notified nobody,
    `is_notice_silent`.
    """
    limit = None if stored.waits_for is None else turn_time_limit(stored)
    return None if limit is None or stored.reminded else last_move_at(stored) + limit / (4 if is_notice_silent else 2)


def race_end_from_now(game: AnyGame, now: datetime) -> datetime | None:
    """When the time limit of a race that starts `now` ends; None without a time limit and before the start."""
    if game.is_waiting or not game.minutes:
        return None
    return now + timedelta(minutes=game.minutes)


def is_race_time_up(stored: StoredGame, now: datetime) -> bool:
    """Whether the time limit of a running race has passed."""
    return stored.time_ends_at is not None and stored.time_ends_at <= now


def next_check_at(stored: StoredGame, now: datetime, *, is_notice_silent: bool = False) -> datetime:
    """When to check a running game next; for `is_notice_silent` see `reminder_at`."""
    late_at = stored.turn_ends_at if stored.turn_ends_at is not None and stored.turn_ends_at > now else None
    times = (expires_at(stored), stored.time_ends_at, late_at, reminder_at(stored, is_notice_silent=is_notice_silent))
    return min((now + CHECK_EVERY, *filter(None, times)))
