"""The repositories of everything but games, which are in `bot.persistence.games`."""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, bindparam, delete, func, or_, select, update
from typing_extensions import override

from bot.persistence import mapping
from bot.persistence.repository import Repository
from bot.persistence.tables import (
    conversations,
    doubtful_guesses,
    events,
    games,
    messages,
    players,
    published_commands,
    rooms,
    workspaces,
)
from bot.persistence.tables import results as _results
from bot.services import ports
from bot.services.model import (
    Claim,
    Conversation,
    MessageKey,
    OutdatedBoard,
    PendingNews,
    Player,
    PlayerKey,
    Result,
    Room,
    RoomKey,
)
from core.game.codes import Code

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL cannot store, and lone surrogates, which neither database can."""


class SqlRooms(Repository, ports.Rooms):
    """The rooms in a table."""

    @override
    async def ensure(self, key: RoomKey) -> Room:
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        query = select(rooms).filter_by(**columns)
        row = await self._one(query)
        if row is None:
            await self._insert_if_new(rooms, id=_new_id(), **columns)  # another unit of work may be faster
            row = (await self._connection.execute(query)).one()
        return mapping.room_from(row)


class SqlWorkspaces(Repository, ports.Workspaces):
    """The workspaces in a table."""

    @override
    async def language(self, platform: str, workspace: str, first: str) -> str:
        await self._insert_if_new(workspaces, platform=platform, workspace=workspace, language=first)
        query = select(workspaces.c.language).filter_by(platform=platform, workspace=workspace)
        return str((await self._connection.execute(query)).scalar_one())


class SqlPlayers(Repository, ports.Players):
    """The players in a table."""

    @override
    async def ensure(self, key: PlayerKey, name: str) -> Player:
        columns = {"platform": key.platform, "workspace": key.workspace, "user": key.user}
        query = select(players).filter_by(**columns)
        row = await self._one(query)
        if row is None:
            await self._insert_if_new(players, id=_new_id(), name=name, **columns)  # as for rooms
            row = (await self._connection.execute(query)).one()
        elif row.name != name:
            await self._connection.execute(update(players).where(players.c.id == row.id).values(name=name))
        return replace(mapping.player_from(row), name=name)

    @override
    async def choose_language(self, player: str, language: str | None) -> None:
        await self._connection.execute(update(players).where(players.c.id == player).values(language=language))

    @override
    async def choose_warnings(self, player: str, *, warnings: bool) -> None:
        await self._connection.execute(update(players).where(players.c.id == player).values(warnings=warnings))

    @override
    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        if _UNSTORABLE.search(name):
            return None
        here = select(players).filter_by(platform=platform, workspace=workspace)
        for column in (players.c.user, players.c.name):
            row = await self._one(here.where(column == name).order_by(players.c.id).limit(1))
            if row is not None:
                return mapping.player_from(row)
        return None

    @override
    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        rows = await self._all(select(players).where(players.c.id.in_(list(ids))))
        return {row.id: mapping.player_from(row) for row in rows}


class SqlResults(Repository, ports.Results):
    """The results in a table."""

    @override
    async def add(self, results: Iterable[Result]) -> None:
        if values := [mapping.result_values(result) for result in results]:
            await self._connection.execute(_results.insert(), values)

    @override
    async def of(self, player: str) -> Sequence[Result]:
        query = select(_results).where(_results.c.player_id == player).order_by(_results.c.ended_at)
        return [mapping.result_from(row) for row in await self._all(query)]

    @override
    async def within(
        self, platform: str, workspace: str | None, room: str | None, rules: str, since: datetime | None
    ) -> Sequence[Result]:
        query = select(_results).join(rooms, rooms.c.id == _results.c.room_id)
        query = query.where(rooms.c.platform == platform, _results.c.rules == rules)
        query = query.where(_results.c.solo, ~_results.c.assisted, _results.c.level.is_(None))
        if workspace is not None:
            query = query.where(rooms.c.workspace == workspace)
        if room is not None:
            query = query.where(rooms.c.id == room)
        if since is not None:
            query = query.where(_results.c.ended_at >= since)
        return [mapping.result_from(row) for row in await self._all(query.order_by(_results.c.ended_at))]


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


class SqlPublishedCommands(Repository, ports.PublishedCommands):
    """The digests of published commands in a table."""

    @override
    async def get(self, application: str) -> str | None:
        row = await self._one(select(published_commands).filter_by(application=application))
        return row.digest if row else None

    @override
    async def save(self, application: str, digest: str) -> None:
        await self._upsert(published_commands, application=application, digest=digest)


class SqlDoubtfulGuesses(Repository, ports.DoubtfulGuesses):
    """The guesses that players were asked about in a table."""

    @override
    async def get(self, game: str, player: str) -> Code | None:
        row = await self._one(select(doubtful_guesses.c.guess).filter_by(game_id=game, player_id=player))
        return mapping.unpack(row.guess) if row else None

    @override
    async def save(self, game: str, player: str, guess: Code) -> None:
        await self._upsert(doubtful_guesses, game_id=game, player_id=player, guess=mapping.pack(guess))

    @override
    async def remove(self, game: str, player: str) -> None:
        await self._connection.execute(delete(doubtful_guesses).filter_by(game_id=game, player_id=player))


class SqlConversations(Repository, ports.Conversations):
    """The conversations in a table."""

    @override
    async def get(self, room: str, player: str) -> Conversation | None:
        row = await self._one(select(conversations).filter_by(room_id=room, player_id=player).with_for_update())
        return mapping.conversation_from(row) if row else None

    @override
    async def save(self, conversation: Conversation) -> None:
        await self._upsert(conversations, **mapping.conversation_values(conversation))


class SqlEvents(Repository, ports.Events):
    """The ids of handled events in a table."""

    @override
    async def claim(self, event: str, now: datetime) -> bool:
        return await self._insert_if_new(events, id=event, at=now)


def _new_id() -> str:
    return secrets.token_hex(8)
