"""The settings of servers and channels as values, and the interface of their repository."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol, Self
from zoneinfo import ZoneInfo

from bot.model.rooms import RoomKey
from core.errors import CoreError
from core.game.rules import FEEDBACK_WORDS, HITBLOW, FeedbackWords, Rules

DEFAULT_RULES = Rules.parse("hitblow")


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

    BEGIN = "begin"
    THREADS = "threads"
    HINTS = "hints"


class Summary(StrEnum):
    """How often a summary is posted."""

    OFF = "off"
    DAILY = "daily"
    WEEKLY = "weekly"


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """The settings that apply in a room: those of the channel, else those of the server, else the defaults.

    Args:
        language: the language of public messages, None for that of the platform or the operator.
        default_rules: the rules where a command names none.
        feedback_words: the feedback words of rules that name none, None for H and B.
        begin: who may begin games.
        threads: who may open threads.
        hints: who may ask for hints.
        channels: the ids of the channels where games may begin, empty for all.
        announcements: the id of the channel for announcements, None if there is none.
        summary: how often a summary is posted.
        summary_hour: the hour at which summaries are posted, 0 to 23, in the time zone.
        time_zone: the IANA name of the time zone.
        mentions: whether players are mentioned.
        reminders: whether players are reminded of their turn.
        turn_limit: how long a move in a duel may take before the other player may claim the duel.
        challenge_limit: how long a challenge stays open.
        idle_limit: how long games and conversations stay open without a move.
    """

    language: str | None = None
    default_rules: Rules = DEFAULT_RULES
    feedback_words: FeedbackWords | None = None
    begin: Permission = Permission.EVERYONE
    threads: Permission = Permission.EVERYONE
    hints: Permission = Permission.EVERYONE
    channels: tuple[str, ...] = ()
    announcements: str | None = None
    summary: Summary = Summary.OFF
    summary_hour: int = 9
    time_zone: str = "UTC"
    mentions: bool = True
    reminders: bool = True
    turn_limit: timedelta = timedelta(hours=48)
    challenge_limit: timedelta = timedelta(hours=24)
    idle_limit: timedelta = timedelta(days=7)

    @classmethod
    def from_texts(cls, *levels: Mapping[str, str]) -> Self:
        """The settings from stored texts by name. Each level overrides those before it.

        Unknown names and values are ignored, so that this version can read what a newer one has stored.
        """
        known: dict[str, Any] = {}
        for name, text in {name: text for level in levels for name, text in level.items()}.items():
            try:
                known[name] = setting_value(name, text)
            except (KeyError, ValueError, CoreError):
                continue
        return cls(**known)

    @property
    def zone(self) -> ZoneInfo:
        """The time zone."""
        return ZoneInfo(self.time_zone)

    def rules(self, read: str | None) -> Rules:
        """The rules that a command names, or the default rules if `read` is None, with the feedback words of the room.

        Raises:
            RulesError: `read` is neither a name nor a notation of rules, or the rules are out of range.
        """
        rules = self.default_rules if read is None else Rules.parse(read)
        if self.feedback_words is None or rules.words is not HITBLOW:
            return rules
        return replace(rules, words=self.feedback_words)

    def permission(self, activity: Activity) -> Permission:
        """Who is permitted an activity."""
        return {Activity.BEGIN: self.begin, Activity.THREADS: self.threads, Activity.HINTS: self.hints}[activity]

    def may_begin_in(self, channel: str) -> bool:
        """Whether games may begin in a channel."""
        return not self.channels or channel in self.channels


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One stored setting, and who chose it.

    Args:
        name: the name of the setting, a field of `RoomSettings`.
        text: the value, as `setting_text` writes it.
        channel: the channel's id, empty for the whole server.
        changed_by: the id of the player who chose it.
        changed_at: when it was chosen.
    """

    name: str
    text: str
    channel: str
    changed_by: str
    changed_at: datetime


class StoredRoomSettings(Protocol):
    """The settings of servers and channels that somebody has chosen. Defaults are not stored.

    A thread that is stored as a room with its parent has the settings of the parent.
    """

    async def of(self, room: RoomKey) -> RoomSettings:
        """The settings that apply in a room."""
        ...

    async def changes(self, room: RoomKey) -> Sequence[SettingChange]:
        """The settings stored for a room and its server, ordered by name; the server's comes before the room's."""
        ...

    async def change(self, room: RoomKey, texts: Mapping[str, str | None], player: str, now: datetime) -> None:
        """Store settings of a room, or of its server if its channel is empty; None removes one."""
        ...


def setting_value(name: str, text: str) -> Any:  # noqa: ANN401  # the type of the field
    """The value of a setting from its text.

    Raises:
        KeyError: there is no such setting, or it has no value of this name.
        ValueError: the text is not a value of the setting.
        RulesError: the text names no rules.
    """
    return _READ[name](text)


def setting_text(value: object) -> str:
    """The text of a setting's value; `setting_value` is the inverse."""
    match value:
        case bool():
            return "on" if value else "off"
        case timedelta():
            return str(value // _HOUR)
        case FeedbackWords():
            return value.name
        case tuple():
            return ",".join(value)
        case _:
            return str(value)


_HOUR = timedelta(hours=1)


def _read_bool(text: str) -> bool:
    return {"on": True, "off": False}[text]


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


def _read_list(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


_READ: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "language": str,
        "default_rules": Rules.parse,
        "feedback_words": FEEDBACK_WORDS.__getitem__,
        "begin": Permission,
        "threads": Permission,
        "hints": Permission,
        "channels": _read_list,
        "announcements": str,
        "summary": Summary,
        "summary_hour": _read_hour,
        "time_zone": _read_zone,
        "mentions": _read_bool,
        "reminders": _read_bool,
        "turn_limit": _read_hours,
        "challenge_limit": _read_hours,
        "idle_limit": _read_hours,
    }
)

SETTINGS = tuple(field.name for field in fields(RoomSettings))
"""The names of all settings."""
