"""The repositories over one database connection; what each promises stands in `bot.services.ports`."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from sqlalchemy import Insert, Select, Table, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.persistence import mapping
from bot.persistence.tables import boards, conversations, events, games, players, results, rooms, turns, versus
from bot.services.model import Conversation, Player, PlayerKey, Result, Room, RoomKey, StoredGame
from core.feedback import Turn
from core.game import Board


class SqlRooms:
    """Rooms in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def ensure(self, key: RoomKey) -> Room:
        """Find or make the room; two that make it at once find the same one."""
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        wanted = select(rooms).filter_by(**columns)
        row = (await self._connection.execute(wanted)).one_or_none()
        if row is None:
            await self._connection.execute(_insert_new(self._connection, rooms).values(id=_new_id(), **columns))
            row = (await self._connection.execute(wanted)).one()
        return mapping.room_from(row)


class SqlPlayers:
    """Players in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def ensure(self, key: PlayerKey, name: str) -> Player:
        """Find or make the player, and keep their name up to date."""
        columns = {"platform": key.platform, "workspace": key.workspace, "user": key.user}
        wanted = select(players).filter_by(**columns)
        row = (await self._connection.execute(wanted)).one_or_none()
        if row is None:
            new = _insert_new(self._connection, players).values(id=_new_id(), name=name, **columns)
            await self._connection.execute(new)
            row = (await self._connection.execute(wanted)).one()
        elif row.name != name:
            await self._connection.execute(update(players).where(players.c.id == row.id).values(name=name))
        return Player(row.id, key, name)

    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        """Look for a user id first, then for a name."""
        here = select(players).filter_by(platform=platform, workspace=workspace)
        for column in (players.c.user, players.c.name):
            row = (await self._connection.execute(here.where(column == name).order_by(players.c.id).limit(1))).first()
            if row is not None:
                return mapping.player_from(row)
        return None

    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        """Look several players up at once."""
        rows = await self._connection.execute(select(players).where(players.c.id.in_(list(ids))))
        return {row.id: mapping.player_from(row) for row in rows}


class SqlGames:
    """Games in a table, with their boards and turns in two more."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._read: dict[str, StoredGame] = {}

    async def add(self, game: StoredGame) -> bool:
        """Insert; the unique index on running games decides between two that begin at once."""
        new = _insert_new(self._connection, games).values(**mapping.game_values(game))
        if (await self._connection.execute(new)).rowcount == 0:
            return False
        if (values := mapping.versus_values(game)) is not None:
            await self._connection.execute(versus.insert().values(**values))
        await self._save_boards(game, ())
        self._read[game.id] = game
        return True

    async def save(self, game: StoredGame) -> None:
        """Update the game's rows and insert what is new since it was read."""
        await self._connection.execute(update(games).where(games.c.id == game.id).values(**mapping.game_values(game)))
        if (values := mapping.versus_values(game)) is not None:
            await self._connection.execute(update(versus).where(versus.c.game_id == game.id).values(**values))
        await self._save_boards(game, self._read[game.id].game.boards)
        self._read[game.id] = game

    async def _save_boards(self, game: StoredGame, before: Sequence[Board]) -> None:
        for number, board in enumerate(game.game.boards):
            known = before[number] if number < len(before) else None
            values = mapping.board_values(game.id, number, board)
            if known is None:
                await self._connection.execute(boards.insert().values(**values))
            elif (known.given_up, known.assisted) != (board.given_up, board.assisted):
                this = (boards.c.game_id == game.id) & (boards.c.number == number)
                await self._connection.execute(update(boards).where(this).values(**values))
            await self._save_turns(game.id, number, board, known.turns if known else ())

    async def _save_turns(self, game: str, number: int, board: Board, before: Sequence[Turn]) -> None:
        """Replace what differs: turns are added, and answers to the opponent may be taken back or put right."""
        kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, board.turns, strict=False))))
        if kept < len(before):
            gone = (turns.c.game_id == game) & (turns.c.board == number) & (turns.c.number > kept)
            await self._connection.execute(delete(turns).where(gone))
        if fresh := mapping.turn_values(game, number, board, kept + 1):
            await self._connection.execute(turns.insert(), fresh)

    async def running(self, room: str, slot: str) -> StoredGame | None:
        """Read and, where the database can, lock the row; SQLite's unit of work holds the whole file."""
        wanted = select(games).where(games.c.room_id == room, games.c.slot == slot, games.c.ended_at.is_(None))
        return await self._one(wanted.with_for_update())

    async def get(self, room: str, game: str) -> StoredGame | None:
        """Read and lock by id."""
        return await self._one(select(games).where(games.c.room_id == room, games.c.id == game).with_for_update())

    async def latest(self, room: str, player: str) -> StoredGame | None:
        """Read the newest game that is shared or the player's."""
        theirs = or_(games.c.slot == "", games.c.slot == player)
        newest = games.c.started_at.desc()
        return await self._one(select(games).where(games.c.room_id == room, theirs).order_by(newest).limit(1))

    async def _one(self, wanted: Select[Any]) -> StoredGame | None:
        row = (await self._connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        of_boards = select(boards).where(boards.c.game_id == row.id).order_by(boards.c.number)
        of_turns = select(turns).where(turns.c.game_id == row.id).order_by(turns.c.board, turns.c.number)
        board_rows = (await self._connection.execute(of_boards)).all()
        turn_rows = (await self._connection.execute(of_turns)).all()
        opponent = (await self._connection.execute(select(versus).where(versus.c.game_id == row.id))).one_or_none()
        stored = self._read[row.id] = mapping.game_from(row, opponent, board_rows, turn_rows)
        return stored


class SqlResults:
    """Results in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, new: Iterable[Result]) -> None:
        """Insert the results of a game."""
        if values := [mapping.result_values(result) for result in new]:
            await self._connection.execute(results.insert(), values)

    async def of(self, player: str) -> Sequence[Result]:
        """Read a player's results."""
        wanted = select(results).where(results.c.player_id == player).order_by(results.c.ended_at)
        return [mapping.result_from(row) for row in await self._connection.execute(wanted)]

    async def within(
        self, platform: str, workspace: str | None, room: str | None, rules: str, since: datetime | None
    ) -> Sequence[Result]:
        """Read everybody's ranked results in some scope."""
        wanted = select(results).join(rooms, rooms.c.id == results.c.room_id)
        wanted = wanted.where(rooms.c.platform == platform, results.c.rules == rules)
        wanted = wanted.where(results.c.solo, ~results.c.assisted, results.c.level.is_(None))
        if workspace is not None:
            wanted = wanted.where(rooms.c.workspace == workspace)
        if room is not None:
            wanted = wanted.where(results.c.room_id == room)
        if since is not None:
            wanted = wanted.where(results.c.ended_at >= since)
        rows = await self._connection.execute(wanted.order_by(results.c.ended_at))
        return [mapping.result_from(row) for row in rows]


class SqlConversations:
    """Conversations in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, room: str, player: str) -> Conversation | None:
        """Read and lock."""
        wanted = select(conversations).filter_by(room_id=room, player_id=player).with_for_update()
        row = (await self._connection.execute(wanted)).one_or_none()
        return mapping.conversation_from(row) if row else None

    async def save(self, conversation: Conversation) -> None:
        """Insert or replace."""
        values = mapping.conversation_values(conversation)
        new = _dialect_insert(self._connection, conversations).values(**values)
        keys = [conversations.c.room_id, conversations.c.player_id]
        await self._connection.execute(new.on_conflict_do_update(index_elements=keys, set_=values))


class SqlEvents:
    """Events in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def claim(self, event: str, now: datetime) -> bool:
        """Insert the event's id, unless it is there."""
        new = _insert_new(self._connection, events).values(id=event, at=now)
        return (await self._connection.execute(new)).rowcount == 1


def _insert_new(connection: AsyncConnection, table: Table) -> Insert:
    """An insert that does nothing where a unique index has the row already."""
    return _dialect_insert(connection, table).on_conflict_do_nothing()


def _dialect_insert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that knows about conflicts, which each database spells for itself."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def _new_id() -> str:
    return secrets.token_hex(8)
