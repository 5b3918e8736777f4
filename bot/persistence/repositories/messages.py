"""The repositories of what platforms post: the messages that show games, and news."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from bot.model.rooms import (
    CLAIM_TIME,
    MessageKey,
    NewsKey,
    NewsKind,
    OutdatedBoard,
    PendingNews,
    PostClaimOutcome,
    RoomKey,
    StoredBoard,
)
from bot.persistence.connection import Parameters, Repository, Row, json_array, texts_in_parameter
from bot.persistence.tables.games import games, messages, news, rooms, workspaces

TO_BE_EDITED = -2
"""The shown revision of a board whose message has to be edited once more, but never posted again."""

_MESSAGE = sa.select(messages.c.channel, messages.c.message).where(messages.c.game_id == sa.bindparam("game"))
_NOTICE = sa.select(
    sa.func.coalesce(messages.c.notice_channel, messages.c.channel).label("channel"),
    messages.c.notice.label("message"),
    messages.c.notice_silent,
).where(messages.c.game_id == sa.bindparam("game"))
_CHANGE_MESSAGE = sa.update(messages).where(messages.c.game_id == sa.bindparam("game"))
_IS_EXPIRED = sa.or_(messages.c.claimed_at < sa.bindparam("expired"), messages.c.claimed_at > sa.bindparam("future"))
_CLAIM_FIRST = _CHANGE_MESSAGE.where(messages.c.message.is_(None), sa.or_(messages.c.claimed_at.is_(None), _IS_EXPIRED))
_RELEASED = datetime.fromtimestamp(0, UTC)
"""The time of a claim that was released. The failed post may have arrived, so the next claim must be `RENEWED`."""

_CHANGE_REPLACED = _CHANGE_MESSAGE.where(messages.c.message == sa.bindparam("replaced"))
_CLAIM_NEXT = _CHANGE_REPLACED.where(messages.c.claimed_at.is_(None))
_RENEW_NEXT = _CHANGE_REPLACED.where(_IS_EXPIRED)
_GAME_AT = (
    sa.select(messages.c.game_id)
    .where(messages.c.channel == sa.bindparam("channel"), messages.c.message == sa.bindparam("message"))
    .limit(1)
)

_SHOWN = sa.update(games).where(games.c.id == sa.bindparam("game"), games.c.shown_revision < sa.bindparam("shown"))
_SHOWN_BY = _SHOWN.values(
    shown_revision=sa.case(
        (games.c.sender == sa.bindparam("process"), sa.bindparam("shown")), else_=sa.bindparam("shown") - 1
    )
)
"""Records a shown revision. While several processes may be sending the board, an older edit may arrive later, so the
revision before is recorded, and the board is sent again.
"""

_SHOWN_AT_LAST = _SHOWN.values(
    shown_revision=sa.bindparam("shown"),
    sender=sa.case((games.c.revision == sa.bindparam("shown"), sa.bindparam("process")), else_=games.c.sender),
)
"""Records a shown revision of a board of which no older edit can arrive."""
_ABANDON = sa.update(games).where(games.c.id == sa.bindparam("game")).values(shown_revision=games.c.revision)
_OUTDATE = (
    sa.update(games)
    .where(games.c.id == sa.bindparam("game"), games.c.shown_revision == games.c.revision)
    .values(shown_revision=games.c.revision - 1)
)
_STORED = (
    sa.select(games.c.id, games.c.revision, messages.c.channel, messages.c.message)
    .outerjoin(messages, messages.c.game_id == games.c.id)
    .where(games.c.id.in_(texts_in_parameter("ids")))
)

_PLATFORM = sa.select(rooms.c.platform).where(rooms.c.id == games.c.room_id).scalar_subquery()
_OUTDATED_GAMES = (
    sa.select(games)
    .where(games.c.shown_revision < games.c.revision, sa.bindparam("platform") == _PLATFORM)
    .order_by(sa.func.coalesce(games.c.moved_at, games.c.started_at), games.c.id)
    .limit(sa.bindparam("most"))
    .subquery("outdated")
)
"""The outdated games, with their platform as a correlated subquery.

With a join, a planner could start with all rooms of the platform and read all games there, because the databases do not
know how few games are outdated.
"""

_OUTDATED = (
    sa.select(
        _OUTDATED_GAMES.c.id,
        _OUTDATED_GAMES.c.revision,
        _OUTDATED_GAMES.c.ended_at,
        _OUTDATED_GAMES.c.shown_revision,
        rooms.c.workspace,
        rooms.c.channel.label("room"),
        messages.c.channel,
        messages.c.message,
        sa.func.coalesce(messages.c.language, workspaces.c.language).label("language"),
    )
    .outerjoin(rooms, rooms.c.id == _OUTDATED_GAMES.c.room_id)
    .outerjoin(messages, messages.c.game_id == _OUTDATED_GAMES.c.id)
    .outerjoin(
        workspaces,
        (workspaces.c.platform == rooms.c.platform) & (workspaces.c.workspace == rooms.c.workspace),
    )
    .order_by(sa.func.coalesce(_OUTDATED_GAMES.c.moved_at, _OUTDATED_GAMES.c.started_at), _OUTDATED_GAMES.c.id)
)


@dataclass(eq=False)
class MessageRepository(Repository):
    """The message that shows each game."""

    _process: str

    async def get(self, game: str) -> MessageKey | None:
        """The message of a game, None if it has none."""
        return message_from_row(await self._connection.fetch_one(_MESSAGE, {"game": game}))

    async def save(self, game: str, message: MessageKey, language: str) -> None:
        """Store the message of a game and the language it is in; it replaces the previous one and ends a claim."""
        values = {"channel": message.channel, "message": message.message, "language": language}
        await self._upsert(messages, game_id=game, **values, claimed_at=None)

    async def claim(self, game: str, replaced: MessageKey | None, now: datetime, expired: datetime) -> PostClaimOutcome:
        """Claim to post the message of a game, in place of `replaced`.

        A claim made before `expired` has ended, and so has one made as far in the future by a wrong clock.
        """
        claim = {"game": game, "claimed_at": now}
        if replaced is None:
            is_new, renew = await self._insert_if_new(messages, game_id=game, claimed_at=now), _CLAIM_FIRST
        else:
            claim["replaced"] = replaced.message
            is_new, renew = await self._connection.execute(_CLAIM_NEXT, claim) == 1, _RENEW_NEXT
        if is_new:
            return PostClaimOutcome.NEW
        limits = {"expired": expired, "future": now + (now - expired)}
        return (
            PostClaimOutcome.RENEWED
            if await self._connection.execute(renew, {**claim, **limits})
            else PostClaimOutcome.TAKEN
        )

    async def release_claim(self, game: str) -> None:
        """End a claim after posting has failed."""
        await self._connection.execute(_CHANGE_MESSAGE, {"game": game, "claimed_at": _RELEASED})

    async def record_shown(
        self, revisions: Mapping[str, int], settled: Collection[str] = ()
    ) -> Mapping[str, StoredBoard]:
        """Record which revisions of games are visible.

        A revision does not count as visible while another process may be sending an older one.

        Args:
            revisions: the visible revisions by game.
            settled: the games of which no process is sending an older revision.

        Returns:
            What is stored by game: a newer revision, or another message, is from another process.
        """
        for statement, is_settled in ((_SHOWN_BY, False), (_SHOWN_AT_LAST, True)):
            rows = [
                {"game": game, "shown": revision, "process": self._process}
                for game, revision in revisions.items()
                if (game in settled) is is_settled
            ]
            if rows:
                await self._connection.execute_many(statement, rows)
        stored = await self._connection.fetch_all(_STORED, {"ids": json_array(revisions)})
        return {row.id: StoredBoard(row.revision, message_from_row(row)) for row in stored}

    async def mark_outdated(self, game: str) -> None:
        """Record that the newest board of a game may not be shown."""
        await self._connection.execute(_OUTDATE, {"game": game})

    async def outdated(self, platform: str, most: int) -> Sequence[OutdatedBoard]:
        """Boards of a platform whose message shows an older revision than the stored one."""
        return [
            OutdatedBoard(
                row.id,
                RoomKey(platform, row.workspace, row.room),
                message_from_row(row),
                row.revision,
                row.language,
                row.ended_at,
                is_edit_only=row.shown_revision == TO_BE_EDITED,
            )
            for row in await self._connection.fetch_all(_OUTDATED, {"platform": platform, "most": most})
        ]

    async def clear_outdated(self, game: str) -> None:
        """Record that the newest board of a game need not be shown."""
        await self._connection.execute(_ABANDON, {"game": game})

    async def game_at(self, message: MessageKey) -> str | None:
        """The id of the game that a message shows, None if it shows none."""
        key = {"channel": message.channel, "message": message.message}
        row = await self._connection.fetch_one(_GAME_AT, key)
        return row.game_id if row else None

    async def turn_notice(self, game: str) -> MessageKey | None:
        """The message that tells whose turn it is in a game, with an empty id while it is replaced; None for none."""
        row = await self._connection.fetch_one(_NOTICE, {"game": game})
        return None if row is None or row.message is None else MessageKey(row.channel, row.message)

    async def has_silent_turn_notice(self, game: str) -> bool:
        """Whether the message that tells whose turn it is was edited for it, so that it has notified nobody."""
        row = await self._connection.fetch_one(_NOTICE, {"game": game})
        return row is not None and bool(row.message and row.notice_silent)

    async def save_turn_notice(self, game: str, notice: MessageKey | None, *, is_silent: bool = False) -> None:
        """Store the message that tells whose turn it is, None for none; `is_silent` as in `has_silent_turn_notice`."""
        channel, message = (None, None) if notice is None else (notice.channel, notice.message)
        values = {"notice_channel": channel, "notice": message, "notice_silent": is_silent}
        await self._connection.execute(_CHANGE_MESSAGE, {"game": game, **values})

    async def start_replacing_turn_notice(self, game: str) -> None:
        """Store that the message that tells whose turn it is is being replaced."""
        await self._connection.execute(_CHANGE_MESSAGE, {"game": game, "notice": ""})

    async def was_posted(self, game: str) -> bool:
        """Whether a message was posted for a game, or may have been."""
        return await self._connection.fetch_one(_MESSAGE, {"game": game}) is not None


def message_from_row(row: Row | None) -> MessageKey | None:
    """The message in the columns `channel` and `message` of a row."""
    return MessageKey(row.channel, row.message) if row and row.message else None


_SAME = (
    news.c.subject == sa.bindparam("key_subject"),
    news.c.kind == sa.bindparam("key_kind"),
    news.c.revision == sa.bindparam("key_revision"),
)
_IS_NEWS_EXPIRED = sa.or_(news.c.claimed_at < sa.bindparam("expired"), news.c.claimed_at > sa.bindparam("future"))
_CLAIM = sa.update(news).where(*_SAME, news.c.claimed_at.is_(None))
_RENEW = sa.update(news).where(*_SAME, _IS_NEWS_EXPIRED)
_REMOVE = sa.delete(news).where(*_SAME)
_PENDING_KEY = sa.select(news.c.kind, news.c.revision).where(news.c.subject == sa.bindparam("subject"))
_WITHDRAW = sa.delete(news).where(news.c.subject == sa.bindparam("subject"))
_PLATFORM_OF_NEWS = sa.select(rooms.c.platform).where(rooms.c.id == news.c.room_id).correlate(news).scalar_subquery()
"""The platform of news. A correlated subquery, so that planners do not start with all rooms of a platform."""

_PENDING = (
    sa.select(
        news.c.subject,
        news.c.kind,
        news.c.revision,
        rooms.c.workspace,
        rooms.c.channel.label("room"),
        messages.c.channel,
        messages.c.message,
        sa.func.coalesce(messages.c.language, workspaces.c.language).label("language"),
    )
    .outerjoin(rooms, rooms.c.id == news.c.room_id)
    .outerjoin(messages, messages.c.game_id == news.c.game_id)
    .outerjoin(workspaces, (workspaces.c.platform == rooms.c.platform) & (workspaces.c.workspace == rooms.c.workspace))
    .where(
        news.c.stored_at > sa.bindparam("stored_after"),
        sa.bindparam("platform") == _PLATFORM_OF_NEWS,
        sa.or_(news.c.claimed_at.is_(None), _IS_NEWS_EXPIRED),
        sa.or_(news.c.game_id.is_(None), messages.c.message.is_not(None)),
    )
    .order_by(news.c.stored_at)
    .limit(sa.bindparam("most"))
)


class PendingNewsRepository(Repository):
    """The news that is yet to be told."""

    async def add(self, key: NewsKey, room: str, game: str | None, now: datetime) -> None:
        """Store news for the room with the id `room`; it replaces older news about the same subject."""
        values = {"subject": key.subject, "kind": key.kind.value, "revision": key.revision}
        await self._upsert(news, **values, room_id=room, game_id=game, stored_at=now, claimed_at=None)

    async def pending_key(self, subject: str) -> NewsKey | None:
        """The key of the pending news about a subject, None if there is none."""
        row = await self._connection.fetch_one(_PENDING_KEY, {"subject": subject})
        return NewsKey(subject, NewsKind(row.kind), row.revision) if row else None

    async def withdraw(self, subject: str) -> None:
        """Remove the pending news about a subject, if there is any."""
        await self._connection.execute(_WITHDRAW, {"subject": subject})

    async def claim(self, key: NewsKey, now: datetime, expired: datetime) -> PostClaimOutcome:
        """Claim to tell news. The result is also `TAKEN` if it is no longer pending.

        A claim made before `expired` has ended, and so has one made in the future by a wrong clock.
        """
        claim = {**_parameters(key), "claimed_at": now}
        if await self._connection.execute(_CLAIM, claim) == 1:
            return PostClaimOutcome.NEW
        limits = {"expired": expired, "future": now + CLAIM_TIME}
        return (
            PostClaimOutcome.RENEWED
            if await self._connection.execute(_RENEW, {**claim, **limits}) == 1
            else PostClaimOutcome.TAKEN
        )

    async def remove_if_not_replaced(self, key: NewsKey) -> bool:
        """Remove news that has been told; returns False if newer news about the subject is pending in its place."""
        return await self._connection.execute(_REMOVE, _parameters(key)) == 1

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
                RoomKey(platform, row.workspace, row.room),
                message_from_row(row),
                row.language,
            )
            for row in await self._connection.fetch_all(_PENDING, {"platform": platform, **limits})
        ]


def _parameters(key: NewsKey) -> Parameters:
    return {"key_subject": key.subject, "key_kind": key.kind.value, "key_revision": key.revision}
