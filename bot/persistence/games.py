"""The repository of games, with their boards and turns."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from sqlalchemy import Row, Select, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from typing_extensions import override

from bot.persistence import mapping
from bot.persistence.repository import Repository
from bot.persistence.tables import boards, duels, games, turns
from bot.services import ports
from bot.services.model import StoredGame
from core.game.feedback import Turn
from core.game.games import Board


class SqlGames(Repository, ports.Games):
    """The games in a table; their boards, their turns and what concerns duels in three more.

    Rows are locked by `FOR UPDATE`. SQLite has none: there a unit of work locks the whole file.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        super().__init__(connection)
        self._stored: dict[str, StoredGame] = {}

    @override
    async def add(self, game: StoredGame) -> bool:
        if not await self._insert_if_new(games, **mapping.game_values(game)):
            return False
        if (values := mapping.duel_values(game)) is not None:
            await self._connection.execute(duels.insert().values(**values))
        await self._save_boards(game, ())
        self._stored[game.id] = game
        return True

    @override
    async def save(self, game: StoredGame) -> None:
        """Write what differs from the game as it was read or added."""
        before = self._stored[game.id]
        if (values := mapping.game_values(game)) != mapping.game_values(before):
            await self._connection.execute(update(games).where(games.c.id == game.id).values(**values))
        about = mapping.duel_values(game)
        if about is not None and about != mapping.duel_values(before):
            await self._connection.execute(update(duels).where(duels.c.game_id == game.id).values(**about))
        await self._save_boards(game, before.game.boards)
        self._stored[game.id] = game

    async def _save_boards(self, game: StoredGame, before: Sequence[Board]) -> None:
        for number, board in enumerate(game.game.boards):
            known = before[number] if number < len(before) else None
            values = mapping.board_values(game.id, number, board)
            if known is None:
                await self._connection.execute(boards.insert().values(**values))
            elif values != mapping.board_values(game.id, number, known):
                this = (boards.c.game_id == game.id) & (boards.c.number == number)
                await self._connection.execute(update(boards).where(this).values(**values))
            await self._save_turns(game.id, number, board.turns, known.turns if known else ())

    async def _save_turns(self, game: str, number: int, after: Sequence[Turn], before: Sequence[Turn]) -> None:
        """Replace the turns from the first that differs; feedback to the opponent can be corrected or undone."""
        kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))))
        if kept < len(before):
            gone = (turns.c.game_id == game) & (turns.c.board == number) & (turns.c.number > kept)
            await self._connection.execute(delete(turns).where(gone))
        if values := mapping.turn_values(game, number, after, kept + 1):
            await self._connection.execute(turns.insert(), values)

    @override
    async def in_slot(self, room: str, slot: str) -> StoredGame | None:
        query = select(games).where(games.c.room_id == room, games.c.slot == slot, games.c.ended_at.is_(None))
        return await self._game(query.with_for_update())

    @override
    async def for_player(self, room: str, player: str) -> StoredGame | None:
        running = _visible(room, player).where(games.c.ended_at.is_(None))
        own_first = games.c.slot.desc()  # the shared slot is empty, so it sorts last
        return await self._game(running.order_by(own_first).limit(1).with_for_update())

    @override
    async def get(self, room: str, game: str) -> StoredGame | None:
        return await self._game(select(games).where(games.c.room_id == room, games.c.id == game).with_for_update())

    @override
    async def by_id(self, game: str) -> StoredGame | None:
        return await self._game(select(games).where(games.c.id == game))

    @override
    async def latest(self, room: str, player: str) -> StoredGame | None:
        return await self._game(_visible(room, player).order_by(games.c.started_at.desc()).limit(1))

    @override
    async def ended(self, room: str, player: str, most: int) -> Sequence[StoredGame]:
        return await self._newest(_visible(room, player).where(games.c.ended_at.is_not(None)), most)

    @override
    async def running_with(self, player: str, most: int) -> Sequence[StoredGame]:
        guessed = select(turns.c.game_id).where(turns.c.player_id == player)
        theirs = or_(games.c.starter_id == player, games.c.id.in_(guessed))
        return await self._newest(select(games).where(theirs, games.c.ended_at.is_(None)), most)

    async def _newest(self, query: Select[Any], most: int) -> Sequence[StoredGame]:
        rows = await self._all(query.order_by(games.c.started_at.desc()).limit(most))
        return [await self._with_boards(row) for row in rows]

    async def _game(self, query: Select[Any]) -> StoredGame | None:
        row = await self._one(query)
        return None if row is None else await self._with_boards(row)

    async def _with_boards(self, row: Row[Any]) -> StoredGame:
        """The game of a row of `games`, with the rows of the other tables."""
        board_rows = await self._all(select(boards).where(boards.c.game_id == row.id).order_by(boards.c.number))
        turn_rows = await self._all(select(turns).where(turns.c.game_id == row.id).order_by(turns.c.number))
        duel_row = await self._one(select(duels).where(duels.c.game_id == row.id))
        game = self._stored[row.id] = mapping.game_from(row, duel_row, board_rows, turn_rows)
        return game


def _visible(room: str, player: str) -> Select[Any]:
    """The games of a room that are shared or the player's own."""
    return select(games).where(games.c.room_id == room, games.c.slot.in_(("", player)))
