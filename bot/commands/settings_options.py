"""The options of `settings`, and the groups in which forms show them."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from typing_extensions import override

DEFAULT = "default"
"""The value that removes a setting."""

MAX_HOURS = 8_760
"""A year: the longest limit."""


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
    """Settings that a form shows together."""

    LANGUAGE = "language"
    RULES = "rules"
    GAMES = "games"
    ANNOUNCEMENTS = "announcements"
    PLAYERS = "players"


GROUPS: Mapping[SettingsGroup, tuple[str, ...]] = MappingProxyType(
    {
        SettingsGroup.LANGUAGE: ("language",),
        SettingsGroup.RULES: ("rules", "words"),
        SettingsGroup.GAMES: ("channels", "begin", "threads", "hints"),
        SettingsGroup.ANNOUNCEMENTS: ("announcements", "summary", "hour", "timezone"),
        SettingsGroup.PLAYERS: ("mentions", "reminders", "turn", "challenge", "idle"),
    }
)
"""The options in each group, at most five, which is what a form on Discord holds."""

SETTING_OF = MappingProxyType(
    {
        **{option: option for options in GROUPS.values() for option in options},
        "rules": "default_rules",
        "words": "feedback_words",
        "hour": "summary_hour",
        "timezone": "time_zone",
        "turn": "turn_limit",
        "challenge": "challenge_limit",
        "idle": "idle_limit",
    }
)
"""The field of `RoomSettings` that each option of a channel or server is stored in."""

OPTION_OF = MappingProxyType({setting: option for option, setting in SETTING_OF.items()})
"""The option of each field of `RoomSettings`."""

PERSONAL = frozenset({"warnings", "mentions", "language"})
"""The options that everybody has for themselves."""

SERVER_ONLY = frozenset({"channels"})
"""The options that a channel cannot have for itself."""

PERMISSIONS = frozenset({"begin", "threads", "hints"})
"""The options that say who may do something."""

TERMINAL = frozenset({"scope", "warnings", "rules", "words", "hints", "turn", "challenge", "idle"})
"""The options that mean something in a terminal, where nothing is posted and everybody is a manager."""

LIMITS = frozenset({"turn", "challenge", "idle"})
"""The options that are a number of hours."""
