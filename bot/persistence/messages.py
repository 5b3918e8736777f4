"""The repository of the messages that show games."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, or_, select, update
from typing_extensions import override

from bot.persistence.repository import Repository
from bot.persistence.tables import games, messages, rooms, workspaces
from bot.services import ports
from bot.services.model import Claim, MessageKey, OutdatedBoard, PendingNews, RoomKey


class SqlMessages(Repository, ports.Messages):
    """The messages of games in a table."""

    @override
    async def get(self, game: str) -> MessageKey | None:
        row = await self._one(select(messages).where(messages.c.game_id == game))
        return _message_of(row)

    @override
    async def save(self, game: str, message: MessageKey, language: str) -> None:
        values = {"channel": message.channel, "message": message.message, "language": language}
        await self._upsert(messages, game_id=game, **values, claimed_at=None)

    @override
    async def claim(self, game: str, replaced: MessageKey | None, now: datetime, expired: datetime) -> Claim:
        if replaced is None and await self._insert_if_new(messages, game_id=game, claimed_at=now):
            return Claim.NEW
        free = or_(messages.c.claimed_at.is_(None), messages.c.claimed_at < expired)
        same = messages.c.message.is_(None) if replaced is None else messages.c.message == replaced.message
        claimed = update(messages).where(messages.c.game_id == game, same, free).values(claimed_at=now)
        if (await self._connection.execute(claimed)).rowcount == 0:
            return Claim.TAKEN
        return Claim.RENEWED if replaced is None else Claim.NEW

    @override
    async def release(self, game: str) -> None:
        await self._connection.execute(update(messages).where(messages.c.game_id == game).values(claimed_at=None))

    @override
    async def shown(self, revisions: Mapping[str, int]) -> Mapping[str, int]:
        is_newer = games.c.shown_revision < bindparam("shown")
        record = (
            update(games).where(games.c.id == bindparam("game"), is_newer).values(shown_revision=bindparam("shown"))
        )
        rows = [{"game": game, "shown": revision} for game, revision in revisions.items()]
        await self._connection.execute(record, rows)
        stored = await self._all(select(games.c.id, games.c.revision).where(games.c.id.in_(revisions)))
        return {row.id: row.revision for row in stored}

    @override
    async def outdated(self, platform: str, most: int) -> Sequence[OutdatedBoard]:
        query = _games_with_messages(platform).where(games.c.shown_revision < games.c.revision).limit(most)
        return [
            OutdatedBoard(row.id, _room_of(platform, row), _message_of(row), row.revision, row.language)
            for row in await self._all(query)
        ]

    @override
    async def game_at(self, message: MessageKey) -> str | None:
        query = select(messages.c.game_id).filter_by(channel=message.channel, message=message.message)
        return (await self._connection.execute(query)).scalars().first()

    @override
    async def add_news(self, game: str) -> None:
        await self._connection.execute(update(messages).where(messages.c.game_id == game).values(news_pending=True))

    @override
    async def claim_news(self, game: str, now: datetime, expired: datetime) -> Claim:
        pending = (
            update(messages).where(messages.c.game_id == game, messages.c.news_pending).values(news_claimed_at=now)
        )
        if (await self._connection.execute(pending.where(messages.c.news_claimed_at.is_(None)))).rowcount == 1:
            return Claim.NEW
        renewed = await self._connection.execute(pending.where(messages.c.news_claimed_at < expired))
        return Claim.RENEWED if renewed.rowcount == 1 else Claim.TAKEN

    @override
    async def remove_news(self, game: str) -> None:
        told = update(messages).where(messages.c.game_id == game).values(news_pending=False, news_claimed_at=None)
        await self._connection.execute(told)

    @override
    async def pending_news(self, platform: str, expired: datetime, most: int) -> Sequence[PendingNews]:
        is_free = or_(messages.c.news_claimed_at.is_(None), messages.c.news_claimed_at < expired)
        query = _games_with_messages(platform).where(messages.c.news_pending, is_free).limit(most)
        return [
            PendingNews(row.id, _room_of(platform, row), _message_of(row), row.language)
            for row in await self._all(query)
        ]


def _games_with_messages(platform: str) -> Select[Any]:
    """The games of a platform with their rooms, messages and languages."""
    return (
        select(
            games.c.id,
            games.c.revision,
            rooms.c.workspace,
            rooms.c.channel.label("room"),
            messages.c.channel,
            messages.c.message,
            func.coalesce(messages.c.language, workspaces.c.language).label("language"),
        )
        .join(rooms, rooms.c.id == games.c.room_id)
        .outerjoin(messages, messages.c.game_id == games.c.id)
        .outerjoin(
            workspaces,
            (workspaces.c.platform == rooms.c.platform) & (workspaces.c.workspace == rooms.c.workspace),
        )
        .where(rooms.c.platform == platform)
        .order_by(games.c.id)
    )


def _room_of(platform: str, row: Row[Any]) -> RoomKey:
    return RoomKey(platform, row.workspace, row.room)


def _message_of(row: Row[Any] | None) -> MessageKey | None:
    return MessageKey(row.channel, row.message) if row and row.message else None
