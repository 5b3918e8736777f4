"""The repository of games, with their boards, turns and messages."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from sqlalchemy import Row, Select, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.persistence import mapping
from bot.persistence.inserts import dialect_insert, insert_new
from bot.persistence.tables import boards, games, posts, turns, versus
from bot.services.model import MessageKey, StoredGame
from core.game.feedback import Turn
from core.game.games import Board


class SqlGames:
    """Games in a table, with their boards and turns in two more."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._read: dict[str, StoredGame] = {}

    async def add(self, game: StoredGame) -> bool:
        """Insert; the unique index on running games decides between two that begin at once."""
        new = insert_new(self._connection, games).values(**mapping.game_values(game))
        if (await self._connection.execute(new)).rowcount == 0:
            return False
        if (values := mapping.versus_values(game)) is not None:
            await self._connection.execute(versus.insert().values(**values))
        await self._save_boards(game, ())
        self._read[game.id] = game
        return True

    async def save(self, game: StoredGame) -> None:
        """Update the game's rows and insert what is new since it was read."""
        before = self._read[game.id]
        if (values := mapping.game_values(game)) != mapping.game_values(before):
            await self._connection.execute(update(games).where(games.c.id == game.id).values(**values))
        if (about := mapping.versus_values(game)) is not None and about != mapping.versus_values(before):
            await self._connection.execute(update(versus).where(versus.c.game_id == game.id).values(**about))
        await self._save_boards(game, before.game.boards)
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

    async def playing(self, room: str, player: str) -> StoredGame | None:
        """Read and lock; no slot sorts before the shared one's, which is empty."""
        slots = games.c.slot.in_(("", player))
        wanted = select(games).where(games.c.room_id == room, slots, games.c.ended_at.is_(None))
        return await self._one(wanted.order_by(games.c.slot.desc()).limit(1).with_for_update())

    async def get(self, room: str, game: str) -> StoredGame | None:
        """Read and lock by id."""
        return await self._one(select(games).where(games.c.room_id == room, games.c.id == game).with_for_update())

    async def latest(self, room: str, player: str) -> StoredGame | None:
        """Read the newest game that is shared or the player's."""
        theirs = or_(games.c.slot == "", games.c.slot == player)
        newest = games.c.started_at.desc()
        return await self._one(select(games).where(games.c.room_id == room, theirs).order_by(newest).limit(1))

    async def ended(self, room: str, player: str, most: int) -> Sequence[StoredGame]:
        """Read the newest games that have ended and are shared or the player's."""
        theirs = or_(games.c.slot == "", games.c.slot == player)
        over = select(games).where(games.c.room_id == room, theirs, games.c.ended_at.is_not(None))
        rows = (await self._connection.execute(over.order_by(games.c.started_at.desc()).limit(most))).all()
        return [await self._whole(row) for row in rows]

    async def of(self, player: str, most: int) -> Sequence[StoredGame]:
        """Read the newest games that run and that the player is in."""
        guessed = select(turns.c.game_id).where(turns.c.player_id == player)
        theirs = or_(games.c.starter_id == player, games.c.id.in_(guessed))
        running = select(games).where(theirs, games.c.ended_at.is_(None)).order_by(games.c.started_at.desc())
        rows = (await self._connection.execute(running.limit(most))).all()
        return [await self._whole(row) for row in rows]

    async def _one(self, wanted: Select[Any]) -> StoredGame | None:
        row = (await self._connection.execute(wanted)).one_or_none()
        return None if row is None else await self._whole(row)

    async def _whole(self, row: Row[Any]) -> StoredGame:
        """The game of a row, with its boards and turns."""
        of_boards = select(boards).where(boards.c.game_id == row.id).order_by(boards.c.number)
        of_turns = select(turns).where(turns.c.game_id == row.id).order_by(turns.c.board, turns.c.number)
        board_rows = (await self._connection.execute(of_boards)).all()
        turn_rows = (await self._connection.execute(of_turns)).all()
        opponent = (await self._connection.execute(select(versus).where(versus.c.game_id == row.id))).one_or_none()
        stored = self._read[row.id] = mapping.game_from(row, opponent, board_rows, turn_rows)
        return stored


class SqlMessages:
    """The messages of games in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, game: str) -> MessageKey | None:
        """Read the message of a game."""
        row = (await self._connection.execute(select(posts).where(posts.c.game_id == game))).one_or_none()
        return MessageKey(row.channel, row.message) if row else None

    async def save(self, game: str, message: MessageKey) -> None:
        """Insert or replace."""
        where = {"channel": message.channel, "message": message.message}
        new = dialect_insert(self._connection, posts).values(game_id=game, **where)
        await self._connection.execute(new.on_conflict_do_update(index_elements=[posts.c.game_id], set_=where))

    async def game_at(self, message: MessageKey) -> str | None:
        """Look a message up."""
        wanted = select(posts.c.game_id).filter_by(channel=message.channel, message=message.message)
        return (await self._connection.execute(wanted)).scalars().first()
