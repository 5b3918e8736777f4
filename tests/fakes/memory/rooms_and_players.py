"""The repositories of rooms, workspaces, their settings and players in memory."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from typing_extensions import override

from bot.model.room_settings import RoomSettings, SettingChange, StoredRoomSettings
from bot.model.rooms import MAX_NAME, Caller, Player, PlayerKey, Room, RoomKey
from bot.services import ports
from tests.fakes.memory.stored import MemoryRepository


class MemoryRooms(MemoryRepository, ports.Rooms):
    """The rooms by key."""

    @override
    async def find(self, key: RoomKey) -> Room | None:
        return self._work.rooms.get(key)

    @override
    async def by_id(self, room: str) -> Room | None:
        return next((known for known in self._work.rooms.values() if known.id == room), None)

    @override
    async def ensure(self, key: RoomKey, parent: str | None = None) -> Room:
        if parent is not None:
            self._work.parents[key] = parent
        return self._work.rooms.setdefault(key, Room(f"room{len(self._work.rooms)}", key))

    @override
    async def enter(self, caller: Caller) -> tuple[Room, Player]:
        player = await MemoryPlayers(self._work).ensure(caller.player, caller.name[:MAX_NAME])
        return await self.ensure(caller.room, caller.parent), player

    @override
    async def lock(self, room: str) -> None:
        """Units of work run one after the other anyway."""


class MemoryWorkspaces(MemoryRepository, ports.Workspaces):
    """The languages by platform and workspace."""

    @override
    async def language(self, platform: str, workspace: str, first: str) -> str:
        return self._work.workspaces.setdefault((platform, workspace), first)


class MemoryRoomSettings(MemoryRepository, StoredRoomSettings):
    """The settings by room or workspace, and name."""

    @override
    async def of(self, room: RoomKey) -> RoomSettings:
        stored = await self.changes(room)
        return RoomSettings.from_texts({change.name: change.text for change in stored})

    @override
    async def changes(self, room: RoomKey) -> Sequence[SettingChange]:
        keys = {replace(room, channel=channel) for channel in (room.channel, "", self._work.parents.get(room, ""))}
        stored = [change for (key, _), change in self._work.room_settings.items() if key in keys]
        return sorted(stored, key=lambda change: (change.name, change.channel))

    @override
    async def change(self, room: RoomKey, texts: Mapping[str, str | None], player: str, now: datetime) -> None:
        for name, text in texts.items():
            self._work.room_settings.pop((room, name), None)
            if text is not None:
                self._work.room_settings[room, name] = SettingChange(name, text, room.channel, player, now)


class MemoryPlayers(MemoryRepository, ports.Players):
    """The players by key."""

    @override
    async def ensure(self, key: PlayerKey, name: str) -> Player:
        players = self._work.players
        known = players.get(key) or Player(f"player{len(players)}", key, name)
        players[key] = replace(known, name=name)
        return players[key]

    @override
    async def choose_language(self, player: str, language: str | None) -> None:
        self._change(player, language=language)

    @override
    async def choose_warnings(self, player: str, *, warnings: bool) -> None:
        self._change(player, warnings=warnings)

    @override
    async def choose_mentions(self, player: str, *, mentions: bool) -> None:
        self._change(player, mentions=mentions)

    @override
    async def choose_hidden(self, player: str, *, hidden: bool) -> None:
        self._change(player, hidden=hidden)

    @override
    async def introduce(self, player: str) -> None:
        self._change(player, introduced=True)

    @override
    async def names(self, platform: str, workspace: str, most: int) -> Sequence[str]:
        here = (
            player
            for key, player in self._work.players.items()
            if (key.platform, key.workspace) == (platform, workspace)
        )
        return sorted(player.name for player in here if not player.hidden)[:most]

    def _change(self, player: str, **values: bool | str | None) -> None:
        for key, known in self._work.players.items():
            if known.id == player:
                self._work.players[key] = replace(known, **values)  # type: ignore[arg-type]  # the callers name the fields

    @override
    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        here = [
            one for key, one in self._work.players.items() if (key.platform, key.workspace) == (platform, workspace)
        ]
        by_user = next((one for one in here if one.key.user == name), None)
        return by_user or next((one for one in here if one.name == name), None)

    @override
    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        wanted = set(ids)
        return {one.id: one for one in self._work.players.values() if one.id in wanted}
