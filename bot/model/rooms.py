"""Rooms, players and callers, and what is deleted or exported of a player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from bot.model.room_settings import PersonalSettings
from core.game.rated import MIN_ACCOUNT_DAYS

MAX_NAME = 100
"""Characters of a player's name that are stored."""


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """A person, by the platform's own ids.

    Args:
        platform: the platform.
        realm: that within which a user id is unique: empty on Discord, which has one for all servers.
        user: the user id.
    """

    platform: str
    realm: str
    user: str


@dataclass(frozen=True, slots=True)
class RoomKey:
    """A channel, thread or direct message within a workspace, by the platform's own ids."""

    platform: str
    workspace: str
    channel: str

    def player_key(self, user: str) -> PlayerKey:
        """The person with a user id in this room: on Slack in the workspace, or in the organisation that it is in."""
        match self.platform:
            case "discord":
                realm = ""
            case "slack":
                realm = self.workspace.partition(":")[0]
            case _:
                realm = self.workspace
        return PlayerKey(self.platform, realm, user)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls a use case, and where.

    Args:
        room: the room where the caller is.
        player: the caller.
        name: the caller's display name; it is cut to `MAX_NAME` characters when stored.
        event: the id of the event that caused the call, so that an event delivered twice counts once.
        is_moderator: whether the platform lets the caller moderate the room.
        is_manager: whether the platform lets the caller manage the server or workspace.
        parent: the id of the channel that the room is a thread of, None if it is not a thread.
        sent_at: when the caller sent what may be delivered late, None for what is delivered at once or never.
    """

    room: RoomKey
    player: PlayerKey
    name: str
    event: str
    is_moderator: bool = False
    is_manager: bool = False
    parent: str | None = None
    sent_at: datetime | None = None

    @property
    def settings_room(self) -> RoomKey:
        """The room whose settings apply: the channel of a thread, otherwise the room itself."""
        return self.room if self.parent is None else replace(self.room, channel=self.parent)


@dataclass(frozen=True, slots=True)
class Room:
    """A room in which the bot has been used."""

    id: str
    key: RoomKey


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has used the bot.

    Args:
        id: the player's id in the storage.
        key: the player's ids on the platform.
        name: the display name when the player was last seen in the workspace that was asked for or, if they never were
            there, anywhere.
        settings: the settings that the player has chosen.
        hidden: whether leaderboards and summaries leave the player out.
        introduced: whether the player was told what hits and blows are.
        first_seen_at: when they first used the bot or were challenged, None if that was not stored.
        is_member: whether they have used the bot in the workspace that was asked for.
    """

    id: str
    key: PlayerKey
    name: str
    settings: PersonalSettings = field(default_factory=PersonalSettings)
    hidden: bool = False
    introduced: bool = False
    first_seen_at: datetime | None = None
    is_member: bool = True

    @property
    def created_at(self) -> datetime | None:
        """When their account was created: on Discord as its id tells, elsewhere when they were first seen."""
        if self.key.platform == "discord" and self.key.user.isdecimal():
            milliseconds = (int(self.key.user) >> _SNOWFLAKE_BITS) + _SNOWFLAKE_EPOCH
            return datetime.fromtimestamp(milliseconds / 1000, UTC)
        return self.first_seen_at

    def has_new_account(self, now: datetime) -> bool:
        """Whether their account was then so new that their wins against people are not rated."""
        return self.created_at is not None and now < self.created_at + timedelta(days=MIN_ACCOUNT_DAYS)


_SNOWFLAKE_BITS = 22
"""The bits of an id on Discord after the time."""

_SNOWFLAKE_EPOCH = 1_420_070_400_000
"""The first second of 2015, in milliseconds since 1970."""


DIRECT = "direct:"
"""The workspace of a Discord conversation outside servers starts like this."""

OPERATOR = "#operator"
"""The user id of the operator, who ends games as a moderator would."""

FORMER = "deleted:"
"""The user ids of the players who take the place of deleted ones start like this. They have no name."""

LEFT = "left:"
"""The workspace of the room that ended games are moved to from workspaces that have removed the bot."""

Exported: TypeAlias = Mapping[str, Sequence[Mapping[str, object]]]
"""The exported rows by the name of their table. A row maps columns to values that can be written as JSON."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """A player who is being deleted.

    Args:
        player: the player's id.
        successor: the id of an anonymous player, who takes their place in games with others.
    """

    player: str
    successor: str


def is_direct_message(room: RoomKey) -> bool:
    """Whether a room is a direct message. On Discord several people can be in it."""
    return room.workspace.startswith(DIRECT) or (room.platform == "slack" and room.channel.startswith("D"))


def is_reserved(user: str) -> bool:
    """Whether a user id would be taken for one of the program's own. Only people in a terminal choose their user id."""
    return user == OPERATOR or user.startswith(FORMER)
