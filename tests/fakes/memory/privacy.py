"""Personal data and departures in memory."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from bot.model.personal_data import Deletion, Exported, PersonalData, StoredDepartures
from bot.model.rooms import Player, PlayerKey, RoomKey
from tests.fakes.plain_leaderboards import NOBODY

if TYPE_CHECKING:
    from tests.fakes.memory.stored import Stored


class MemoryPersonalData(PersonalData):
    """Walks everything that is stored."""

    def __init__(self, work: "Stored") -> None:
        self._work = work

    @override
    async def export(self, player: str) -> Exported:
        return {
            field.name: [{"row": repr(row)} for row in _rows(getattr(self._work, field.name)) if player in repr(row)]
            for field in fields(self._work)
        }

    @override
    async def begin_erasing(self, player: str, now: datetime) -> Deletion:
        if player not in self._work.deletions:
            self._work.deletions[player] = (self._successor_of(player), now)
            for key, each in self._work.players.items():
                if each.id == player:
                    self._work.players[key] = replace(each, hidden=True, mentions=False)
        return Deletion(player, self._work.deletions[player][0])

    @override
    async def unfinished(self, before: datetime, most: int) -> Sequence[Deletion]:
        begun = self._work.deletions.items()
        return [Deletion(player, successor) for player, (successor, at) in begun if at < before][:most]

    @override
    async def games_of(self, player: str) -> Sequence[str]:
        return [game.id for game in self._work.games.values() if _mentions(game, player)]

    def _successor_of(self, player: str) -> str:
        old = next(each for each in self._work.players.values() if each.id == player)
        new = f"nobody{len(self._work.players)}"
        key = PlayerKey(old.key.platform, old.key.workspace, f"deleted:{new}")
        self._work.players[key] = Player(new, key, "", mentions=False, hidden=True)
        return new

    @override
    async def replace_in_games(self, player: str, successor: str, games: Collection[str], now: datetime) -> None:
        present = {each.id for each in self._work.players.values() if each.name and each.id != player}
        for game in games:
            stored = self._work.games[game] = _replaced(self._work.games[game], player, successor)
            if not present & {stored.game.starter, *stored.game.players}:
                del self._work.games[game]

    @override
    async def erase_due_games(self, now: datetime, most: int) -> int:
        return 0  # no message shows the name

    @override
    async def erase_some(self, player: str, most: int) -> int:
        return 0  # `erase` removes everything

    @override
    async def erase(self, player: str, successor: str) -> None:
        self._work.results[:] = [
            replace(one, player=NOBODY) if one.player == player else one for one in self._work.results
        ]
        self._work.players = {key: each for key, each in self._work.players.items() if each.id != player}
        for field in fields(self._work):
            rows = getattr(self._work, field.name)
            if isinstance(rows, dict) and field.name not in {"games", "room_settings"}:
                for key in [key for key, row in rows.items() if _mentions((key, row), player)]:
                    del rows[key]
        changes = self._work.room_settings
        for key in changes:
            changes[key] = _replaced(changes[key], player, successor)


class MemoryDepartures(StoredDepartures):
    """Forgets nothing but the rows of the workspace itself."""

    def __init__(self, work: "Stored") -> None:
        self._work = work

    @override
    async def note_present(self, platform: str, workspaces: Collection[str], now: datetime) -> None:
        known = self._work.bot_workspaces
        known |= {(platform, workspace): None for workspace in workspaces}
        for key, left_at in known.items():
            if key[0] == platform and key[1] not in workspaces and left_at is None:
                known[key] = now

    @override
    async def note_left(self, platform: str, workspace: str, at: datetime) -> None:
        self._work.bot_workspaces[platform, workspace] = at

    @override
    async def forget_some(self, before: datetime, most: int) -> int:
        known = self._work.bot_workspaces
        due = sorted((at, key) for key, at in known.items() if at is not None and at < before)
        if not due:
            return 0
        _, (platform, workspace) = due[0]
        room = RoomKey(platform, workspace, "")
        for field in fields(self._work):
            rows = getattr(self._work, field.name)
            ids = {each.id for key, each in self._work.rooms.items() if replace(key, channel="") == room}
            if isinstance(rows, dict):
                for key in [key for key, row in rows.items() if _is_of(key, row, room, ids)]:
                    del rows[key]
        return 1


def _is_of(key: object, row: object, room: RoomKey, rooms: Collection[str]) -> bool:
    place = (room.platform, room.workspace)
    values = (getattr(key, "platform", None), getattr(key, "workspace", None))
    return place in (key, values) or getattr(row, "room", None) in rooms


def _rows(collection: Any) -> Any:
    return collection.items() if isinstance(collection, dict) else collection


def _mentions(value: object, player: str) -> bool:
    return bool(value != _replaced(value, player, ""))


def _replaced(value: Any, old: str, new: str) -> Any:
    """The value with another player's id in it."""
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            field.name: after
            for field in fields(value)
            if field.init and (after := _replaced(before := getattr(value, field.name), old, new)) != before
        }
        return replace(value, **changed) if changed else value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(_replaced(each, old, new) for each in value))
    if isinstance(value, tuple | frozenset | list):
        return type(value)(_replaced(each, old, new) for each in value)
    if isinstance(value, Mapping):
        return {_replaced(key, old, new): _replaced(each, old, new) for key, each in value.items()}
    return new if value == old else value
