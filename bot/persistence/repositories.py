"""The repositories of everything but games and messages, which have modules of their own."""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import delete, select, update
from typing_extensions import override

from bot.persistence import mapping
from bot.persistence.repository import Repository
from bot.persistence.tables import (
    conversations,
    doubtful_guesses,
    events,
    players,
    published_commands,
    rooms,
    workspaces,
)
from bot.persistence.tables import results as _results
from bot.services import ports
from bot.services.model import (
    Conversation,
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
