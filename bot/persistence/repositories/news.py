"""The repository of news."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, func, or_, select, update

from bot.model.messages import Claim
from bot.model.news import CLAIM_TIME, NewsKey, NewsKind, PendingNews
from bot.model.rooms import RoomKey
from bot.persistence.connection import Parameters
from bot.persistence.repositories.base import Repository
from bot.persistence.repositories.messages import message_of
from bot.persistence.tables.games import messages, news, rooms, workspaces

_SAME = (
    news.c.subject == bindparam("key_subject"),
    news.c.kind == bindparam("key_kind"),
    news.c.revision == bindparam("key_revision"),
)
_IS_EXPIRED = or_(news.c.claimed_at < bindparam("expired"), news.c.claimed_at > bindparam("future"))
_CLAIM = update(news).where(*_SAME, news.c.claimed_at.is_(None))
_RENEW = update(news).where(*_SAME, _IS_EXPIRED)
_REMOVE = delete(news).where(*_SAME)
_WITHDRAW = delete(news).where(news.c.subject == bindparam("subject"))
_PLATFORM = select(rooms.c.platform).where(rooms.c.id == news.c.room_id).correlate(news).scalar_subquery()
"""Looked up for each of the news, so that no planner begins with all rooms of a platform."""

_PENDING = (
    select(
        news.c.subject,
        news.c.kind,
        news.c.revision,
        news.c.game_id,
        rooms.c.workspace,
        rooms.c.channel.label("room"),
        messages.c.channel,
        messages.c.message,
        func.coalesce(messages.c.language, workspaces.c.language).label("language"),
    )
    .outerjoin(rooms, rooms.c.id == news.c.room_id)
    .outerjoin(messages, messages.c.game_id == news.c.game_id)
    .outerjoin(workspaces, (workspaces.c.platform == rooms.c.platform) & (workspaces.c.workspace == rooms.c.workspace))
    .where(
        news.c.stored_at > bindparam("stored_after"),
        bindparam("platform") == _PLATFORM,
        or_(news.c.claimed_at.is_(None), _IS_EXPIRED),
        or_(news.c.game_id.is_(None), messages.c.message.is_not(None)),
    )
    .order_by(news.c.stored_at)
    .limit(bindparam("most"))
)
_PRUNE = delete(news).where(
    news.c.subject.in_(
        select(news.c.subject)
        .where(news.c.stored_at < bindparam("before"))
        .order_by(news.c.stored_at)
        .limit(bindparam("most"))
    )
)


class NewsRepository(Repository):
    """The news that is yet to be told."""

    async def add(self, key: NewsKey, room: str, game: str | None, now: datetime) -> None:
        """Store news for the room with the id `room`; it replaces older news about the same subject."""
        values = {"subject": key.subject, "kind": key.kind.value, "revision": key.revision}
        await self._upsert(news, **values, room_id=room, game_id=game, stored_at=now, claimed_at=None)

    async def withdraw(self, subject: str) -> None:
        """Remove the pending news about a subject, if there is any."""
        await self._connection.execute(_WITHDRAW, {"subject": subject})

    async def claim(self, key: NewsKey, now: datetime, expired: datetime) -> Claim:
        """Claim to tell news. The result is also `TAKEN` if it is no longer pending.

        A claim made before `expired` has ended. So has one whose time is in the future, which a wrong clock has stored.
        """
        claim = {**_parameters(key), "claimed_at": now}
        if await self._connection.execute(_CLAIM, claim) == 1:
            return Claim.NEW
        limits = {"expired": expired, "future": now + CLAIM_TIME}
        return Claim.RENEWED if await self._connection.execute(_RENEW, {**claim, **limits}) == 1 else Claim.TAKEN

    async def remove(self, key: NewsKey) -> None:
        """Remove news that has been told. Newer news about the subject stays pending."""
        await self._connection.execute(_REMOVE, _parameters(key))

    async def pending(
        self, platform: str, now: datetime, expired: datetime, stored_after: datetime, most: int
    ) -> Sequence[PendingNews]:
        """News of a platform that nobody has claimed since `expired`, oldest first.

        News about a game without a message is left out.
        """
        limits = {"expired": expired, "future": now + CLAIM_TIME, "stored_after": stored_after, "most": most}
        return [
            PendingNews(
                NewsKey(row.subject, NewsKind(row.kind), row.revision),
                row.game_id,
                RoomKey(platform, row.workspace, row.room),
                message_of(row),
                row.language,
            )
            for row in await self._connection.fetch_all(_PENDING, {"platform": platform, **limits})
        ]

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` pieces of news that were stored before a time; returns their number."""
        return await self._connection.execute(_PRUNE, {"before": before, "most": most})


def _parameters(key: NewsKey) -> Parameters:
    return {"key_subject": key.subject, "key_kind": key.kind.value, "key_revision": key.revision}
