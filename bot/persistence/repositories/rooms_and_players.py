"""The repositories of everything but games and messages, which have modules of their own."""

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, delete, select, tuple_, update
from typing_extensions import override

from bot.persistence.repositories import mapping
from bot.persistence.repositories.base import Repository, any_of, texts
from bot.persistence.repositories.codes import pack, unpack
from bot.persistence.tables.games import (
    conversations,
    doubtful_guesses,
    events,
    players,
    published_commands,
    rooms,
    workspaces,
)
from bot.services import ports
from bot.services.coach.conversation import Conversation, Conversations
from bot.services.model import Player, PlayerKey, Room, RoomKey
from bot.services.processes.ports import StoredPublishedCommands
from core.game.codes import Code

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL cannot store, and lone surrogates, which neither database can."""


_ROOM = select(rooms.c.id, rooms.c.parent).where(
    rooms.c.platform == bindparam("platform"),
    rooms.c.workspace == bindparam("workspace"),
    rooms.c.channel == bindparam("channel"),
)


_LOCK_ROOM = select(rooms.c.id).where(rooms.c.id == bindparam("room")).with_for_update(key_share=True)
"""New games of the room, which refer to its key, do not wait for the lock."""
_CHANGE_ROOM = update(rooms).where(rooms.c.id == bindparam("room"))
_ROOM_BY_ID = select(rooms).where(rooms.c.id == bindparam("room"))


class SqlRooms(Repository, ports.Rooms):
    """The rooms in a table."""

    @override
    async def find(self, key: RoomKey) -> Room | None:
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        row = await self._connection.fetch_one(_ROOM, columns)
        return Room(row.id, key) if row else None

    @override
    async def by_id(self, room: str) -> Room | None:
        row = await self._connection.fetch_one(_ROOM_BY_ID, {"room": room})
        return mapping.room_from(row) if row else None

    @override
    async def ensure(self, key: RoomKey, parent: str | None = None) -> Room:
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        row = await self._connection.fetch_one(_ROOM, columns)
        if row is None:
            await self._insert_if_new(rooms, id=_new_id(), parent=parent, **columns)  # another one may be faster
            row = await self._row(_ROOM, columns)
        elif parent is not None and row.parent != parent:
            await self._connection.execute(_CHANGE_ROOM, {"room": row.id, "parent": parent})
        return Room(row.id, key)

    @override
    async def lock(self, room: str) -> None:
        await self._connection.fetch_one(_LOCK_ROOM, {"room": room})


_LANGUAGE = select(workspaces.c.language).where(
    workspaces.c.platform == bindparam("platform"), workspaces.c.workspace == bindparam("workspace")
)


class SqlWorkspaces(Repository, ports.Workspaces):
    """The workspaces in a table."""

    @override
    async def language(self, platform: str, workspace: str, first: str) -> str:
        key = {"platform": platform, "workspace": workspace}
        row = await self._connection.fetch_one(_LANGUAGE, key)
        if row is None:
            await self._insert_if_new(workspaces, language=first, **key)  # as for rooms
            row = await self._row(_LANGUAGE, key)
        return str(row.language)


_IN_WORKSPACE = select(players).where(
    players.c.platform == bindparam("platform"), players.c.workspace == bindparam("workspace")
)
_BY_USER = _IN_WORKSPACE.where(players.c.user == bindparam("user"))
_BY_NAME = _IN_WORKSPACE.where(players.c.name == bindparam("name")).order_by(players.c.id).limit(1)
_PLAYERS = select(players).where(players.c.id.in_(any_of("ids")))
_CHANGE_PLAYER = update(players).where(players.c.id == bindparam("player"))


class SqlPlayers(Repository, ports.Players):
    """The players in a table."""

    @override
    async def ensure(self, key: PlayerKey, name: str) -> Player:
        columns = {"platform": key.platform, "workspace": key.workspace, "user": key.user}
        row = await self._connection.fetch_one(_BY_USER, columns)
        if row is None:
            await self._insert_if_new(players, id=_new_id(), name=name, **columns)  # as for rooms
            row = await self._row(_BY_USER, columns)
        player = mapping.player_from(row)
        if player.name == name:
            return player
        await self._connection.execute(_CHANGE_PLAYER, {"player": row.id, "name": name})
        return replace(player, name=name)

    @override
    async def choose_language(self, player: str, language: str | None) -> None:
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "language": language})

    @override
    async def choose_warnings(self, player: str, *, warnings: bool) -> None:
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "warnings": warnings})

    @override
    async def choose_mentions(self, player: str, *, mentions: bool) -> None:
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "mentions": mentions})

    @override
    async def choose_hidden(self, player: str, *, hidden: bool) -> None:
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "hidden": hidden})

    @override
    async def introduce(self, player: str) -> None:
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "introduced": True})

    @override
    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        if _UNSTORABLE.search(name):
            return None
        here = {"platform": platform, "workspace": workspace}
        row = await self._connection.fetch_one(_BY_USER, {**here, "user": name})
        row = row or await self._connection.fetch_one(_BY_NAME, {**here, "name": name})
        return mapping.player_from(row) if row else None

    @override
    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        rows = await self._connection.fetch_all(_PLAYERS, {"ids": texts(ids)})
        return {row.id: mapping.player_from(row) for row in rows}


_DIGEST = select(published_commands.c.digest).where(published_commands.c.application == bindparam("application"))


class SqlPublishedCommands(Repository, StoredPublishedCommands):
    """The digests of published commands in a table."""

    @override
    async def get(self, application: str) -> str | None:
        row = await self._connection.fetch_one(_DIGEST, {"application": application})
        return row.digest if row else None

    @override
    async def save(self, application: str, digest: str) -> None:
        await self._upsert(published_commands, application=application, digest=digest)


_OF_PLAYER_IN_GAME = (
    doubtful_guesses.c.game_id == bindparam("game"),
    doubtful_guesses.c.player_id == bindparam("player"),
)
_DOUBTFUL_GUESS = select(doubtful_guesses.c.guess).where(*_OF_PLAYER_IN_GAME)
_REMOVE_DOUBTFUL_GUESS = delete(doubtful_guesses).where(*_OF_PLAYER_IN_GAME)


class SqlDoubtfulGuesses(Repository, ports.DoubtfulGuesses):
    """The guesses that players were asked about in a table."""

    @override
    async def get(self, game: str, player: str) -> Code | None:
        row = await self._connection.fetch_one(_DOUBTFUL_GUESS, {"game": game, "player": player})
        return unpack(row.guess) if row else None

    @override
    async def save(self, game: str, player: str, guess: Code) -> None:
        await self._upsert(doubtful_guesses, game_id=game, player_id=player, guess=pack(guess))

    @override
    async def remove(self, game: str, player: str) -> None:
        await self._connection.execute(_REMOVE_DOUBTFUL_GUESS, {"game": game, "player": player})


_CONVERSATION = (
    select(conversations)
    .where(conversations.c.room_id == bindparam("room"), conversations.c.player_id == bindparam("player"))
    .with_for_update()
)


_PRUNE_CONVERSATIONS = delete(conversations).where(
    tuple_(conversations.c.room_id, conversations.c.player_id).in_(
        select(conversations.c.room_id, conversations.c.player_id)
        .where(conversations.c.expires_at <= bindparam("now"))
        .order_by(conversations.c.expires_at)
        .limit(bindparam("most"))
    )
)


class SqlConversations(Repository, Conversations):
    """The conversations in a table."""

    @override
    async def get(self, room: str, player: str) -> Conversation | None:
        row = await self._connection.fetch_one(_CONVERSATION, {"room": room, "player": player})
        return mapping.conversation_from(row) if row else None

    @override
    async def save(self, conversation: Conversation) -> None:
        await self._upsert(conversations, **mapping.conversation_values(conversation))

    @override
    async def prune(self, now: datetime, most: int) -> int:
        return await self._connection.execute(_PRUNE_CONVERSATIONS, {"now": now, "most": most})


_PRUNE_EVENTS = delete(events).where(
    events.c.id.in_(
        select(events.c.id).where(events.c.at < bindparam("before")).order_by(events.c.at).limit(bindparam("most"))
    )
)


class SqlEvents(Repository, ports.Events):
    """The ids of handled events in a table."""

    @override
    async def claim(self, event: str, now: datetime) -> bool:
        return await self._insert_if_new(events, id=event, at=now)

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return await self._connection.execute(_PRUNE_EVENTS, {"before": before, "most": most})


def _new_id() -> str:
    return secrets.token_hex(8)
