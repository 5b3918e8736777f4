"""Storing moves: the game, its results, news about it, and the time of its next check."""

from dataclasses import replace
from datetime import datetime

from bot.model.games import AnyGame, StoredGame
from bot.model.news import NewsKey, NewsKind
from bot.model.rooms import Room
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.games.time_limits import check_at
from bot.services.records.rating_updates import add_results
from core.game.hosting import HostedGame


async def scheduled(unit: UnitOfWork, room: Room, stored: StoredGame, now: datetime) -> StoredGame:
    """A running game with the time of its next check."""
    return replace(stored, check_at=check_at(stored, await unit.room_settings.of(room.key), now))


async def store_move(unit: UnitOfWork, room: Room, before: StoredGame, game: AnyGame, now: datetime) -> StoredGame:
    """Store a game after a move or its expiry, with news about it and, if it has ended, its results."""
    after = before.after(game, now)
    is_awaited = after.waits_for is not None
    if is_awaited and not after.is_same_turn_as(before):
        after = await scheduled(unit, room, after, now)
    await unit.games.save(after)
    if after.ended_at is not None:
        await add_results(unit, after)
    if after.ended_at is not None or is_awaited or before.waits_for is not None:
        await _store_news(unit, before, after, now)
    return after


async def store_invitation(unit: UnitOfWork, stored: StoredGame, now: datetime) -> None:
    """Store news for the person whom a new game waits for, if there is one."""
    if stored.waits_for is not None:
        await unit.news.add(_key(stored, NewsKind.TURN), stored.room, stored.id, now)


async def store_reminder(unit: UnitOfWork, stored: StoredGame, now: datetime) -> None:
    """Store news that reminds the player whom a game waits for."""
    await unit.news.add(_key(stored, NewsKind.REMINDER), stored.room, stored.id, now)
    await unit.due_games.mark_reminded(stored.id)


async def _store_news(unit: UnitOfWork, before: StoredGame, after: StoredGame, now: datetime) -> None:
    """Store news about the end of a game or about the player whose turn it has become; older news is replaced."""
    if after.has_news and await unit.messages.was_posted(after.id):
        await unit.news.add(_key(after, NewsKind.END), after.room, after.id, now)
    elif after.waits_for and not after.is_same_turn_as(before) and not _is_move_of_host(before.game, after.game):
        await unit.news.add(_key(after, NewsKind.TURN), after.room, after.id, now)
    elif before.waits_for is not None and not after.is_same_turn_as(before):
        await unit.news.withdraw(after.id)


def _is_move_of_host(before: AnyGame, after: AnyGame) -> bool:
    """Whether a host has given or taken back feedback, and so knows of the guess that waits."""
    if not isinstance(before, HostedGame) or not isinstance(after, HostedGame):
        return False
    return before.shared_board.turns != after.shared_board.turns or before.waits_for is not None


def _key(stored: StoredGame, kind: NewsKind) -> NewsKey:
    return NewsKey(stored.id, kind, stored.revision)
