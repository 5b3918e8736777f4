"""The repository of the settings of rooms and workspaces."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from bot.model.room_settings import RoomSettings, SettingChange
from bot.model.rooms import RoomKey
from bot.persistence.repositories.base import Repository
from bot.persistence.tables.games import rooms
from bot.persistence.tables.settings import room_settings

_WORKSPACE = ""
"""The channel of settings for the whole workspace. It sorts before all others."""

_IN_WORKSPACE = (
    room_settings.c.platform == bindparam("platform"),
    room_settings.c.workspace == bindparam("workspace"),
)
_PARENT = (
    select(rooms.c.parent)
    .where(
        rooms.c.platform == bindparam("platform"),
        rooms.c.workspace == bindparam("workspace"),
        rooms.c.channel == bindparam("channel"),
    )
    .scalar_subquery()
)
_OF_ROOM = select(room_settings).where(
    *_IN_WORKSPACE, room_settings.c.channel.in_((_WORKSPACE, bindparam("channel"), _PARENT))
)
_REMOVE = delete(room_settings).where(
    *_IN_WORKSPACE, room_settings.c.channel == bindparam("channel"), room_settings.c.name == bindparam("name")
)


class RoomSettingsRepository(Repository):
    """The settings of servers and channels that somebody has chosen. Defaults are not stored.

    A thread that is stored as a room with its parent has the settings of the parent.
    """

    async def of(self, room: RoomKey) -> RoomSettings:
        """The settings that apply in a room."""
        found = await self.changes(room)
        return RoomSettings.from_texts(
            {change.name: change.text for change in found if change.channel == _WORKSPACE},
            {change.name: change.text for change in found if change.channel != _WORKSPACE},
        )

    async def changes(self, room: RoomKey) -> Sequence[SettingChange]:
        """The settings stored for a room and its server, ordered by name; the server's comes before the room's."""
        found = [
            SettingChange(row.name, row.value, row.channel, row.changed_by, row.changed_at)
            for row in await self._connection.fetch_all(_OF_ROOM, _key(room))
        ]
        return sorted(found, key=lambda change: (change.name, change.channel))

    async def change(self, room: RoomKey, texts: Mapping[str, str | None], player: str, now: datetime) -> None:
        """Store settings of a room, or of its server if its channel is empty; None removes one."""
        for name, text in texts.items():
            key = {**_key(room), "name": name}
            if text is None:
                await self._connection.execute(_REMOVE, key)
            else:
                await self._upsert(room_settings, **key, value=text, changed_by=player, changed_at=now)


def _key(room: RoomKey) -> dict[str, str]:
    return {"platform": room.platform, "workspace": room.workspace, "channel": room.channel}
