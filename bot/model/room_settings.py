"""The settings: one record for each, from which their options, forms, texts and storage are derived.

To add a setting of a channel or server, add a field to `RoomSettings`; to add one of a person, to `PersonalSettings`.
"""

# ruff: noqa: RUF009  # `_setting` returns a field

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar
from zoneinfo import ZoneInfo

from msgspec import Struct, structs
from typing_extensions import override

from bot.locales import translatable
from core.errors import CoreError
from core.game.rules import FEEDBACK_WORDS, HITBLOW, FeedbackWords, Rules

T = TypeVar("T")

_HOUR = timedelta(hours=1)


class Permission(StrEnum):
    """Who may do something in a room."""

    EVERYONE = "everyone"
    MANAGERS = "managers"
    NOBODY = "nobody"

    def allows(self, *, is_manager: bool) -> bool:
        """Whether somebody who manages the server, or does not, is permitted."""
        return self is Permission.EVERYONE or (self is Permission.MANAGERS and is_manager)


class Activity(StrEnum):
    """An activity that settings can reserve for managers or forbid. Each is a field of `RoomSettings`."""

    START = "start"
    THREADS = "threads"
    HINTS = "hints"


class SummaryFrequency(StrEnum):
    """What a room is told of its dailies without being asked."""

    OFF = "off"
    WEEKLY = "weekly"
    """The result of each week."""
    TODAY = "today"
    """A card every day, and the result of each week."""


class SettingsScope(StrEnum):
    """What settings are for: the person who asks, the channel they are in, or the whole server or workspace."""

    ME = "me"
    CHANNEL = "channel"
    SERVER = "server"

    @classmethod
    @override
    def _missing_(cls, value: object) -> "SettingsScope | None":
        """A server or channel by its names on other platforms, which the help uses there."""
        return {"workspace": cls.SERVER, "here": cls.SERVER, "room": cls.CHANNEL}.get(str(value))


class SettingsGroup(StrEnum):
    """Settings that a form shows together: at most five, which is what a form on Discord holds.

    `YOURS` are those of the person who asks; the others are of channels and servers.
    """

    YOURS = "yours"
    LANGUAGE = "language"
    RULES = "rules"
    GAMES = "games"
    ANNOUNCEMENTS = "announcements"
    PLAYERS = "players"


class SettingType(Struct, Generic[T], frozen=True, eq=False):
    """A type of values of settings.

    Args:
        read: the value of a stored text; raises `KeyError`, `ValueError` or `CoreError` for other texts.
        write: the text of a value, as it is stored; the inverse of `read`.
    """

    read: Callable[[str], T]
    write: Callable[[T], str] = str


def _read_hour(text: str) -> int:
    if not 0 <= (hour := int(text)) < 24:  # noqa: PLR2004  # hours of a day
        raise ValueError(text)
    return hour


def _read_hours(text: str) -> timedelta:
    if (hours := int(text)) < 1:
        raise ValueError(text)
    return hours * _HOUR


def _read_zone(text: str) -> str:
    try:
        return ZoneInfo(text).key
    except OSError as error:  # a folder of time zones, such as "America"
        raise ValueError(text) from error


LANGUAGE = SettingType[str | None](str)
RULES = SettingType(Rules.parse)
FEEDBACK = SettingType[FeedbackWords | None](FEEDBACK_WORDS.__getitem__, lambda value: value.name if value else "")
CHANNELS = SettingType[tuple[str, ...]](lambda text: tuple(filter(None, text.split(","))), ",".join)
CHANNEL = SettingType[str | None](str)
PERMISSION = SettingType(Permission)
SUMMARY = SettingType(SummaryFrequency)
HOUR = SettingType(_read_hour)
ZONE = SettingType(_read_zone)
SWITCH = SettingType({"on": True, "off": False}.__getitem__, lambda value: "on" if value else "off")
LENGTH = SettingType(_read_hours, lambda value: str(value // _HOUR))

EVERYWHERE = frozenset({SettingsScope.CHANNEL, SettingsScope.SERVER})


class Setting(Struct, frozen=True):
    """What is known about a setting. A person changes their own; those of channels and servers are for managers.

    Args:
        name: its name, which is also the option of the command `settings`, the field of `RoomSettings`, the field of
            the form and the name in the database.
        type: the type of its values.
        default: its value where nobody has chosen one.
        description: what its option means, at most 100 characters, without a full stop.
        label: what it is in a channel or server, at most 45 characters.
        own_label: what it is for a person, at most 45 characters; empty if persons do not choose it.
        group: the form that shows it for channels and servers, None if it belongs to persons alone.
        scopes: what it can be chosen for.
        in_terminal: whether it means something in a terminal, where nothing is posted and everybody is a manager.
        on_slack: whether it means something on Slack, where no game can be started in a new thread.
    """

    name: str
    type: SettingType[Any]
    default: object
    description: str
    label: str = ""
    own_label: str = ""
    group: SettingsGroup | None = None
    scopes: frozenset[SettingsScope] = EVERYWHERE
    in_terminal: bool = False
    on_slack: bool = True


def _setting(  # noqa: PLR0913  # what is known about a setting
    type_: SettingType[T],
    group: SettingsGroup,
    label: str,
    description: str = "",
    *,
    default: T,
    own_label: str = "",
    scopes: frozenset[SettingsScope] = EVERYWHERE,
    in_terminal: bool = False,
    on_slack: bool = True,
) -> T:
    """A field of `RoomSettings` with what is known about the setting; the label is also the default description.

    Persons choose it too if it has a label for them.
    """
    scopes = scopes | {SettingsScope.ME} if own_label else scopes
    setting = Setting("", type_, default, description or label, label, own_label, group, scopes, in_terminal, on_slack)
    value: T = field(default=default, metadata={"setting": setting})
    return value


def _own_setting(type_: SettingType[T], label: str, *, default: T) -> T:
    """A field of `PersonalSettings` with what is known about a setting that only persons have."""
    own = frozenset({SettingsScope.ME})
    setting = Setting("", type_, default, label, own_label=label, scopes=own, in_terminal=True)
    value: T = field(default=default, metadata={"setting": setting})
    return value


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """The settings that apply in a room: those of the channel, else those of the server, else the defaults.

    A language of None is that of the platform or the operator, feedback words of None are those of the rules, and
    without `channels` games may start in all of them. Channels are ids, `timezone` is an IANA name, and `hour` is one
    from 0 to 23 in that time zone.
    """

    mentions: bool = _setting(
        SWITCH,
        SettingsGroup.PLAYERS,
        translatable("Mention players"),
        default=True,
        own_label=translatable("Mention you on your turn"),
    )
    language: str | None = _setting(
        LANGUAGE,
        SettingsGroup.LANGUAGE,
        translatable("Language"),
        default=None,
        own_label=translatable("Language"),
    )
    rules: Rules = _setting(
        RULES, SettingsGroup.RULES, translatable("Default rules"), default=Rules.parse("hitblow"), in_terminal=True
    )
    words: FeedbackWords | None = _setting(
        FEEDBACK,
        SettingsGroup.RULES,
        translatable("Words for hits and blows"),
        default=None,
        in_terminal=True,
    )
    channels: tuple[str, ...] = _setting(
        CHANNELS,
        SettingsGroup.GAMES,
        translatable("Channels where games may start"),
        default=(),
        scopes=frozenset({SettingsScope.SERVER}),
    )
    start: Permission = _setting(
        PERMISSION, SettingsGroup.GAMES, translatable("Who may start games"), default=Permission.EVERYONE
    )
    threads: Permission = _setting(
        PERMISSION,
        SettingsGroup.GAMES,
        translatable("Who may open threads"),
        default=Permission.EVERYONE,
        on_slack=False,
    )
    hints: Permission = _setting(
        PERMISSION,
        SettingsGroup.GAMES,
        translatable("Who may ask for hints"),
        default=Permission.EVERYONE,
        in_terminal=True,
    )
    announcements: str | None = _setting(
        CHANNEL, SettingsGroup.ANNOUNCEMENTS, translatable("Channel for announcements"), default=None
    )
    summary: SummaryFrequency = _setting(
        SUMMARY,
        SettingsGroup.ANNOUNCEMENTS,
        translatable("Summary of the daily game"),
        default=SummaryFrequency.OFF,
    )
    hour: int = _setting(
        HOUR,
        SettingsGroup.ANNOUNCEMENTS,
        translatable("Hour of the summary"),
        default=9,
    )
    timezone: str = _setting(
        ZONE,
        SettingsGroup.ANNOUNCEMENTS,
        translatable("Time zone"),
        default="UTC",
    )
    reminders: bool = _setting(
        SWITCH,
        SettingsGroup.PLAYERS,
        translatable("Remind players of their turn"),
        default=True,
    )
    turn: timedelta = _setting(
        LENGTH,
        SettingsGroup.PLAYERS,
        translatable("Time for a turn in a duel"),
        translatable("Hours for a turn in a duel"),
        default=48 * _HOUR,
        in_terminal=True,
    )
    challenge: timedelta = _setting(
        LENGTH,
        SettingsGroup.PLAYERS,
        translatable("Time to accept a challenge"),
        translatable("Hours in which a challenge can be accepted"),
        default=24 * _HOUR,
        in_terminal=True,
    )
    idle: timedelta = _setting(
        LENGTH,
        SettingsGroup.PLAYERS,
        translatable("Time until an abandoned game ends"),
        translatable("Hours until an abandoned game ends"),
        default=timedelta(days=7),
        in_terminal=True,
    )

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Self:
        """The settings from stored texts by name."""
        return cls(**_values(ROOM_SETTINGS, texts))

    @property
    def zone(self) -> ZoneInfo:
        """The time zone."""
        return ZoneInfo(self.timezone)

    def read_rules(self, text: str | None) -> Rules:
        """The rules that a command names, or the default rules if `text` is None, with the feedback words of the room.

        Raises:
            RulesError: `text` is neither a name nor a notation of rules, or the rules are out of range.
        """
        rules = self.rules if text is None else Rules.parse(text)
        return rules if self.words is None or rules.words is not HITBLOW else replace(rules, words=self.words)

    def permission(self, activity: Activity) -> Permission:
        """Who is permitted an activity."""
        return Permission(getattr(self, activity.value))

    def may_start_in(self, channel: str) -> bool:
        """Whether games may start in a channel."""
        return not self.channels or channel in self.channels


ROOM_SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {each.name: structs.replace(each.metadata["setting"], name=each.name) for each in fields(RoomSettings)}
)
"""The settings of channels and servers by name."""


@dataclass(frozen=True, slots=True)
class PersonalSettings:
    """The settings of a person. Those without a record here are described where rooms have them too.

    A language of None is that of the platform.
    """

    warnings: bool = _own_setting(
        SWITCH,
        translatable("Ask before a guess that repeats a turn"),
        default=True,
    )
    duels: bool = _own_setting(
        SWITCH,
        translatable("Others may challenge you"),
        default=True,
    )
    mentions: bool = True
    language: str | None = None

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Self:
        """The settings from stored texts by name."""
        return cls(**_values({each.name: each for each in OWN_SETTINGS}, texts))

    @property
    def chosen(self) -> Mapping[str, str]:
        """The texts of the settings that are not the defaults, by name."""
        values = ((each, getattr(self, each.name)) for each in OWN_SETTINGS)
        return {each.name: each.type.write(value) for each, value in values if value != each.default}


def _values(settings: Mapping[str, Setting], texts: Mapping[str, str]) -> dict[str, Any]:
    """The values of stored texts by name.

    Unknown names and values are ignored, so that this version can read what a newer one has stored.
    """
    known: dict[str, Any] = {}
    for name, text in texts.items():
        try:
            known[name] = settings[name].type.read(text)
        except (KeyError, ValueError, CoreError):
            continue
    return known


_PERSONAL = {
    each.name: structs.replace(each.metadata["setting"], name=each.name)
    for each in fields(PersonalSettings)
    if "setting" in each.metadata
}

SETTINGS: Mapping[str, Setting] = MappingProxyType({**_PERSONAL, **ROOM_SETTINGS})
"""All settings by name, in the order of the options of the command `settings`."""

GROUPS: Mapping[SettingsGroup, Sequence[Setting]] = MappingProxyType(
    {
        group: tuple(each for each in ROOM_SETTINGS.values() if each.group is group)
        for group in SettingsGroup
        if group is not SettingsGroup.YOURS
    }
)
"""The settings that each form of a channel or server shows."""

OWN_SETTINGS: Sequence[Setting] = tuple(each for each in SETTINGS.values() if SettingsScope.ME in each.scopes)
"""The settings that persons choose for themselves."""


class StoredSettingValue(Struct, frozen=True):
    """One stored setting, and who chose it.

    Args:
        name: the name of the setting, a field of `RoomSettings`.
        text: the value, as the type of the setting writes it.
        channel: the channel's id, empty for the whole server.
        changed_by: the id of the player who chose it.
        changed_at: when it was chosen.
    """

    name: str
    text: str
    channel: str
    changed_by: str
    changed_at: datetime
