"""The settings of rooms and servers, languages, and the preferences of a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from bot.model.errors import CannotStartInChannel, NotAManager, NotPermitted
from bot.model.room_settings import Activity, PersonalSettings, RoomSettings, StoredSettingValue, SummaryFrequency
from bot.model.rooms import Caller, RoomKey
from bot.persistence.unit_of_work import Access
from bot.services.context import Service
from bot.services.processes import LANGUAGES, record_language_change
from bot.services.summaries import schedule_todays_card


@dataclass(eq=False)
class Languages(Service):
    """The use cases of languages. A language is a code such as `en` or `ja`.

    Attributes:
        changes: the number of changes made through this object. Callers that cache languages compare it.
    """

    changes: int = field(default=0, init=False)

    async def version(self) -> str | None:
        """The version of all languages, which changes with any of them in any process; see `record_language_change`."""
        async with self._units(Access.READ) as unit:
            return await unit.profile_versions.get(LANGUAGES)

    async def chosen_personally_by(self, caller: Caller) -> str | None:
        """The language that the caller has chosen, None to follow the platform's."""
        async with self._units(Access.READ) as unit:
            player = await unit.players.find_by_key(caller.player)
        return player.settings.language if player is not None else None

    async def choose(self, caller: Caller, language: str | None) -> None:
        """Store the caller's choice; None follows the platform's language again."""
        await PersonalPreferences(self._units, self._clock, self).change(caller, {"language": language})

    async def of_room(self, room: RoomKey) -> str | None:
        """The language of public messages in the settings of a room or its server, None if they say none."""
        async with self._units(Access.READ) as unit:
            return (await unit.room_settings.get(room)).language

    async def ensure_workspace_language(self, caller: Caller, first: str) -> str:
        """The language of public messages in the caller's workspace. If none is stored yet, `first` is stored."""
        room = caller.room
        async with self._change() as unit:
            return await unit.workspace_languages.get_or_set_language(room.platform, room.workspace, first)


class ChangedSetting(Struct, frozen=True):
    """A setting after a change.

    Args:
        name: the name of the setting, a field of `RoomSettings`.
        settings: all settings that apply after the change.
    """

    name: str
    settings: RoomSettings


class ShownSettings(Struct, frozen=True):
    """The settings of a room, with those who chose them.

    Args:
        room: the settings that apply in the room.
        server: the settings that apply in the rest of the server.
        changes: the settings stored for the room and its server.
        names: the names of the players who chose them, by id.
    """

    room: RoomSettings
    server: RoomSettings
    changes: Sequence[StoredSettingValue]
    names: Mapping[str, str]


@dataclass(eq=False)
class SharedSettings(Service):
    """The use cases of the settings of servers and channels.

    A thread has the settings of its channel.
    """

    _languages: Languages

    async def settings_for(self, caller: Caller) -> RoomSettings:
        """The settings that apply where the caller is."""
        async with self._units(Access.READ) as unit:
            return await unit.room_settings.get(caller.settings_room)

    async def show(self, caller: Caller) -> ShownSettings:
        """The settings that apply where the caller is, and who chose them."""
        room = caller.settings_room
        async with self._units(Access.READ) as unit:
            changes = await unit.room_settings.stored_settings(room)
            players = await unit.players.by_id({change.changed_by for change in changes}, room.workspace)
            return ShownSettings(
                await unit.room_settings.get(room),
                await unit.room_settings.get(_server_of(room)),
                changes,
                {player.id: player.name for player in players.values()},
            )

    async def require_permitted(self, caller: Caller, activity: Activity) -> None:
        """Check that the caller may start a game, open a thread or ask for a hint where they are.

        Raises:
            CannotStartInChannel: games may not start here.
            NotPermitted: the settings do not permit it to the caller.
        """
        settings = await self.settings_for(caller)
        if activity is Activity.START and not settings.may_start_in(caller.settings_room.channel):
            raise CannotStartInChannel(settings.channels)
        permission = settings.permission(activity)
        if not permission.allows(is_manager=caller.is_manager):
            raise NotPermitted(activity, permission)

    async def change(
        self, caller: Caller, texts: Mapping[str, str | None], *, in_channel: bool = False
    ) -> Sequence[ChangedSetting]:
        """Change settings of the caller's server or channel; returns those that differ from before.

        Args:
            caller: who changes them.
            texts: the values by the names of the settings, as the types of the settings write them. None removes a
                setting, so that the server's or the default one applies again.
            in_channel: whether the settings are those of the channel.

        Raises:
            NotAManager: the caller does not manage the server.
        """
        require_manager(caller)
        room = caller.settings_room if in_channel else _server_of(caller.settings_room)
        async with self._open(caller) as context:
            stored = {
                change.name: change.text
                for change in await context.unit.room_settings.stored_settings(room)
                if change.channel == room.channel
            }
            different = {name: text for name, text in texts.items() if stored.get(name) != text}
            if not different or not await context.claim_event():
                return ()
            await context.unit.room_settings.change(room, different, context.player.id, context.now)
            await record_language_change(context.unit, context.now)
            settings = await context.unit.room_settings.get(room)
            place = replace(room, channel=room.channel or settings.announcements or "")
            is_moved = not different.keys().isdisjoint({"summary", "announcements"})
            if is_moved and settings.summary is SummaryFrequency.TODAY and place.channel:
                await schedule_todays_card(context.unit, place, settings, context.now)
            elif is_moved and in_channel:
                await context.unit.summary_plans.check_no_later_than(
                    (await context.unit.rooms.get_or_add(room)).id, context.now
                )
            await context.unit.commit()
        self._languages.changes += 1
        return [ChangedSetting(name, settings) for name in different]


def require_manager(caller: Caller) -> None:
    """Check that the caller manages the server.

    Raises:
        NotAManager: they do not.
    """
    if not caller.is_manager:
        raise NotAManager


def _server_of(room: RoomKey) -> RoomKey:
    return replace(room, channel="")


@dataclass(eq=False)
class PersonalPreferences(Service):
    """The use cases of players' own settings."""

    _languages: Languages

    async def settings_of(self, caller: Caller) -> PersonalSettings:
        """The settings of the caller."""
        async with self._units(Access.READ) as unit:
            player = await unit.players.find_by_key(caller.player)
        return player.settings if player is not None else PersonalSettings()

    async def change(self, caller: Caller, texts: Mapping[str, str | None]) -> None:
        """Store settings of the caller by name, as their types write them; None removes one."""
        async with self._open(caller) as context:
            await context.unit.players.change_settings(context.player.id, texts)
            if "language" in texts:
                await record_language_change(context.unit, context.now)
            await context.unit.commit()
        self._languages.changes += "language" in texts
