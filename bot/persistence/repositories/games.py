"""The repository of games, with their boards and turns."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from itertools import takewhile
from operator import attrgetter
from typing import Any, TypeAlias

import sqlalchemy as sa

from bot.model.games import LONG_SLOT, StoredGame, UnacceptedChallenge
from bot.model.rooms import RoomKey
from bot.persistence.connection import (
    Parameters,
    Repository,
    Row,
    Values,
    insert_if_new,
    json_array,
    texts_in_parameter,
)
from bot.persistence.repositories import finding_games as find, game_mapping as mapping
from bot.persistence.tables.games import boards, duels, games, news, participants, races, turns
from bot.persistence.tables.references import referring_columns
from core.game.any_game import Who
from core.game.boards import Board
from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.games import Game

RunningGames: TypeAlias = dict[str, StoredGame]
"""Running games by id, as units of work have stored them, the last one last."""

_STATE = attrgetter("revision", "moved_at", "ended_at", "check_at", "reminded")
"""The fields of a game, and of its row in `games`, that tell whether it has changed. Its slot is compared apart."""


def _all_but(left_out: str, kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that returns all fields of a dataclass except one."""
    return attrgetter(*(each.name for each in fields(kind) if each.name != left_out))


_REST_OF_STORED = attrgetter(*({*StoredGame.__struct_fields__} - {"game", "revision", "moved_at"}))
_REST_OF_GAME = cache(partial(_all_but, "boards"))
_REST_OF_BOARD = _all_but("turns", kind=Board)
"""What does not change with a guess."""

_MOST_KNOWN = 2_000
"""The number of running games that a process keeps in memory."""

_LEAVE = sa.delete(participants).where(
    participants.c.game_id == sa.bindparam("game_id"), participants.c.player_id == sa.bindparam("player_id")
)
_ADD_DUEL, _ADD_RACE, _ADD_BOARD, _ADD_TURN = duels.insert(), races.insert(), boards.insert(), turns.insert()
_CHANGE_GAME = (
    sa.update(games)
    .where(games.c.id == sa.bindparam("game"))
    .values(
        sender=sa.case(
            (
                sa.or_(games.c.sender == sa.bindparam("process"), games.c.shown_revision >= games.c.revision),
                sa.bindparam("process"),
            ),
            else_="",
        )
    )
)
"""Changes a game. The process becomes the sender unless another one may still be sending an older board.

If several processes may be sending, the sender is empty.
"""

_CHANGE_DUEL = sa.update(duels).where(duels.c.game_id == sa.bindparam("game"))
_CHANGE_RACE = sa.update(races).where(races.c.game_id == sa.bindparam("game"))
_CHANGE_BOARD = sa.update(boards).where(
    boards.c.game_id == sa.bindparam("game"), boards.c.number == sa.bindparam("board")
)
_DELETE_TURNS = sa.delete(turns).where(
    turns.c.game_id == sa.bindparam("game"),
    turns.c.board == sa.bindparam("board_number"),
    turns.c.number > sa.bindparam("kept"),
)

_REMOVE_PARTS = {
    column.table.name: sa.delete(column.table).where(column == sa.bindparam("game"))
    for column in referring_columns(games.c.id)
    if column.table not in {participants, news}
}
_REMOVE = sa.delete(games).where(games.c.id == sa.bindparam("game"))


def _boards_with_turns(condition: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The query for boards in order, each once for each of its turns, or once without values of a turn."""
    of_turn = (turns.c.player_id, turns.c.guess, turns.c.hits, turns.c.blows)
    of_board = sa.and_(turns.c.game_id == boards.c.game_id, turns.c.board == boards.c.number)
    found = sa.select(boards, *of_turn).outerjoin(turns, of_board).where(condition)
    return found.order_by(boards.c.number, turns.c.number)


_BOARDS = _boards_with_turns(boards.c.game_id == sa.bindparam("game"))
_DUEL = sa.select(duels).where(duels.c.game_id == sa.bindparam("game"))
_RACE = sa.select(races).where(races.c.game_id == sa.bindparam("game"))

_BOARDS_OF_GAMES = _boards_with_turns(boards.c.game_id.in_(texts_in_parameter("games")))
_DUELS_OF_GAMES = sa.select(duels).where(duels.c.game_id.in_(texts_in_parameter("games")))
_RACES_OF_GAMES = sa.select(races).where(races.c.game_id.in_(texts_in_parameter("games")))


@dataclass(eq=False)
class GameRepository(Repository):
    """All games, running and ended.

    A game that is read by `in_slot`, `for_player` or `get` is locked: other units of work that read it in this way
    wait until this one ends.

    Rows are locked by `FOR UPDATE`. SQLite has none: there a unit of work locks the whole file.

    Args:
        connection: the connection.
        process: a text that identifies this process among those on the same database.
        known: the running games that this process has stored. One is used instead of the rows of its boards and turns
            if its own row is still the same: every change of a board or turn raises the game's revision.
    """

    _process: str
    _known: Mapping[str, StoredGame]
    _stored: dict[str, StoredGame] = field(default_factory=dict)
    _saved: list[StoredGame] = field(default_factory=list)

    def apply_saves_to(self, known: RunningGames) -> None:
        """Add the games that this unit of work has stored to the known ones, when it is about to be committed."""
        for game in self._saved:
            known.pop(game.id, None)
            if game.ended_at is None:
                known[game.id] = game
        while len(known) > _MOST_KNOWN:
            del known[next(iter(known))]

    def discard_saves_from(self, known: RunningGames) -> None:
        """Remove the games that this unit of work has stored from the known ones, because its commit has failed."""
        for game in self._saved:
            known.pop(game.id, None)

    async def add(self, game: StoredGame) -> bool:
        """Store a new game.

        Returns:
            Whether it was stored. It is not if its id or its slot in the room is taken.
        """
        row = {**mapping.game_values(game), "sender": self._process}
        if not await self._insert_if_new(games, **row):
            return False
        if (values := mapping.duel_values(game)) is not None:
            await self._connection.execute(_ADD_DUEL, values)
        if (values := mapping.race_values(game)) is not None:
            await self._connection.execute(_ADD_RACE, values)
        await self._save_boards(game, ())
        await self._save_participants(game, set())
        self._stored[game.id] = game
        self._saved.append(game)
        return True

    async def update(self, game: StoredGame) -> None:
        """Store the changes since the game was read or added: usually the last turn and the time of the move."""
        before, self._stored[game.id] = self._stored[game.id], game
        self._saved.append(game)
        if (number := _board_with_new_turn(before, game)) is not None:
            move = {"game": game.id, "process": self._process, "revision": game.revision, "moved_at": game.moved_at}
            await self._connection.execute(_CHANGE_GAME, move)
            turns_ = game.game.boards[number].turns
            [values] = mapping.turn_values(game.id, number, turns_, len(turns_))
            await self._connection.execute(_ADD_TURN, values)
        else:
            await self._save_changes(before, game)

    async def _save_changes(self, before: StoredGame, game: StoredGame) -> None:
        """Store the changes between two states of a game."""
        if changed := _difference(mapping.game_values(game), mapping.game_values(before)):
            await self._connection.execute(_CHANGE_GAME, {"game": game.id, "process": self._process, **changed})
        if changed := _difference(mapping.duel_values(game) or {}, mapping.duel_values(before) or {}):
            await self._connection.execute(_CHANGE_DUEL, {"game": game.id, **changed})
        if changed := _difference(mapping.race_values(game) or {}, mapping.race_values(before) or {}):
            await self._connection.execute(_CHANGE_RACE, {"game": game.id, **changed})
        await self._save_boards(game, before.game.boards)
        await self._save_participants(game, _participants(before))

    async def remove(self, game: StoredGame) -> None:
        """Remove a running game and everything that is stored about it, except news."""
        left = [{"game_id": game.id, "player_id": player} for player in sorted(_participants(game))]
        await self._connection.execute_many(_LEAVE, left)
        for statement in (*_REMOVE_PARTS.values(), _REMOVE):
            await self._connection.execute(statement, {"game": game.id})
        del self._stored[game.id]

    async def _save_participants(self, game: StoredGame, before: set[str]) -> None:
        """Store new participants of a running game, and remove all participants of a game that has ended."""
        after = set() if game.ended_at else _participants(game)
        join = insert_if_new(participants, self._connection.dialect)
        for statement, players in ((join, after - before), (_LEAVE, before - after)):
            if players:
                await self._connection.execute_many(
                    statement, [{"game_id": game.id, "player_id": one} for one in sorted(players)]
                )

    async def _save_boards(self, game: StoredGame, before: Sequence[Board]) -> None:
        for number, board in enumerate(game.game.boards):
            known = before[number] if number < len(before) else None
            values = mapping.board_values(game.id, number, board)
            if known is None:
                await self._connection.execute(_ADD_BOARD, values)
            elif changed := _difference(values, mapping.board_values(game.id, number, known)):
                await self._connection.execute(_CHANGE_BOARD, {"game": game.id, "board": number, **changed})
            await self._save_turns(game.id, number, board.turns, known.turns if known else ())

    async def _save_turns(self, game: str, number: int, after: Sequence[Turn], before: Sequence[Turn]) -> None:
        """Replace the turns from the first one that differs, because feedback can be corrected or undone."""
        kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))))
        if kept < len(before):
            await self._connection.execute(_DELETE_TURNS, {"game": game, "board_number": number, "kept": kept})
        if values := mapping.turn_values(game, number, after, kept + 1):
            await self._connection.execute_many(_ADD_TURN, values)

    async def in_slot(self, room: str, slot: str) -> StoredGame | None:
        """The running game in a slot of a room, None if the slot is free."""
        return await self._game(await self._connection.fetch_one(find.IN_SLOT, {"room": room, "slot": slot}))

    async def for_player(self, room: str, player: str) -> tuple[StoredGame | None, bool]:
        """The running game of a room in which a player guesses: their own, else a shared one, else None.

        Of two shared games it is the newer one in which they take part, else the newer one.

        Returns:
            The game, and whether `duels_of` may find any for them.
        """
        row = await self._connection.fetch_one(find.FOR_PLAYER, {"room": room, "player": player})
        return await self._game(row), row is None or row.has_duels

    async def duels_of(self, room: str, player: str) -> Sequence[StoredGame]:
        """The running duels between people, and open challenges, of a player in a room, oldest first."""
        return await self._games(find.DUELS_OF, {"room": room, "player": player})

    async def open_challenges(self, player: str) -> Sequence[UnacceptedChallenge]:
        """The open challenges by and to a player in all rooms, oldest first."""
        rows = await self._connection.fetch_all(find.OPEN_CHALLENGES, {"player": player})
        return [UnacceptedChallenge(row.id, row.starter_id, row.opponent_id) for row in rows]

    async def get(self, room: str, game: str) -> StoredGame | None:
        """The game of a room with this id, None if there is none."""
        return await self._game(await self._connection.fetch_one(find.GET, {"room": room, "game": game}))

    async def by_id(self, game: str) -> StoredGame | None:
        """The game with this id in any room, None if there is none. It is not locked, so do not change it."""
        return await self._game(await self._connection.fetch_one(find.BY_ID, {"game": game}))

    async def latest(self, room: str, player: str) -> StoredGame | None:
        """The game of a room that was started last, among the shared ones, the player's own and their duels."""
        rows = await self._games(find.NEWEST, {"room": room, "player": player, "most": 1})
        return rows[0] if rows else None

    async def running_with(self, player: str, most: int) -> Sequence[StoredGame]:
        """The running games that a player started or guessed in, in every room, newest first, at most `most`."""
        return await self._games(find.RUNNING_WITH, {"player": player, "most": most})

    async def running_in_workspace(self, player: str, room: RoomKey, most: int) -> Sequence[StoredGame]:
        """As `running_with`, in the rooms of the workspace that a room is in."""
        workspace = {"platform": room.platform, "workspace": room.workspace}
        return await self._games(find.RUNNING_IN_WORKSPACE, {"player": player, "most": most, **workspace})

    async def turns_in_running_games(self, player: str, guesses: Iterable[Code]) -> Mapping[str, Sequence[Turn]]:
        """The turns with these guesses, or without hits and blows, that a player has made in running games, by game."""
        key = {"player": player, "guesses": json_array(set(map(mapping.pack_code, guesses)))}
        made: defaultdict[str, list[Turn]] = defaultdict(list)
        for row in await self._connection.fetch_all(find.MADE_TURNS, key):
            turn = Turn(mapping.unpack_code(row.guess), Feedback(row.hits, row.blows), row.player_id)
            made[row.game_id].append(turn)
        return made

    async def running_with_items(self, player: str) -> Sequence[StoredGame]:
        """The running games with items that a player takes part in, in every room."""
        return await self._games(find.WITH_ITEMS, {"player": player})

    async def _games(self, query: sa.Select[Any], parameters: Parameters) -> Sequence[StoredGame]:
        """The games that a query finds. Each of the other tables is read once for all of them."""
        rows = await self._connection.fetch_all(query, parameters)
        if not rows:
            return []
        keys = {"games": json_array(row.id for row in rows)}
        extras: dict[str, Row] = {}
        for of_games in (_DUELS_OF_GAMES, _RACES_OF_GAMES):
            extras |= {extra.game_id: extra for extra in await self._connection.fetch_all(of_games, keys)}
        # Boards are read after duels: if a challenge is accepted between the statements, a duel has its boards.
        board_rows: defaultdict[str, list[Row]] = defaultdict(list)
        for row in await self._connection.fetch_all(_BOARDS_OF_GAMES, keys):
            board_rows[row.game_id].append(row)
        return [self._remember(row, extras.get(row.id), board_rows[row.id]) for row in rows]

    async def _game(self, row: Row | None) -> StoredGame | None:
        if row is None:
            return None
        known = self._known.get(row.id)
        if known is not None and _STATE(known) == _STATE(row) and known.is_beside == (row.slot == LONG_SLOT):
            self._stored[row.id] = known
            return known
        key, extra = {"game": row.id}, None
        if row.who != Who.EVERYONE:  # a race, or perhaps a duel
            extra = await self._connection.fetch_one(_RACE if row.who == Who.RACE else _DUEL, key)
        return self._remember(row, extra, await self._connection.fetch_all(_BOARDS, key))

    def _remember(self, row: Row, extra: Row | None, board_rows: Sequence[Row]) -> StoredGame:
        """Make a game from its rows, and keep it, so that `update` can compare. `extra`: the row of a duel or race."""
        game = self._stored[row.id] = mapping.game_from_rows(row, extra, board_rows)
        return game


def _board_with_new_turn(before: StoredGame, after: StoredGame) -> int | None:
    """The number of the board with one new turn, if nothing else has changed.

    None if something else has changed, the game has ended, or the turn is by a new player.
    """
    old, new = before.game, after.game
    if not isinstance(old, Game) or not isinstance(new, type(old)) or after.ended_at is not None:
        return None
    boards_ = zip(old.boards, new.boards, strict=False)
    changed = [(number, pair) for number, pair in enumerate(boards_) if pair[0] is not pair[1]]
    if len(changed) != 1 or len(old.boards) != len(new.boards):
        return None
    [(number, (board, changed_board))] = changed
    turns_ = changed_board.turns
    if not turns_ or turns_[:-1] != board.turns or all(turn.by != turns_[-1].by for turn in board.turns):
        return None
    rest = _REST_OF_GAME(kind=type(old))
    is_same = rest(old) == rest(new) and _REST_OF_STORED(before) == _REST_OF_STORED(after)
    return number if is_same and _REST_OF_BOARD(board) == _REST_OF_BOARD(changed_board) else None


def _difference(after: Values, before: Values) -> Values:
    """The values that have changed."""
    return {name: value for name, value in after.items() if value != before[name]}


def _participants(game: StoredGame) -> set[str]:
    """The ids of the players who are stored as participants while the game runs."""
    return {game.game.starter, *game.game.players} if game.ended_at is None else set()
