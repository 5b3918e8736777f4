"""The interfaces of the repositories for exporting and erasing personal data."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from bot.model.rooms import RoomKey

DIRECT = "direct:"
"""The workspace of a Discord conversation outside servers begins like this."""

Exported: TypeAlias = Mapping[str, Sequence[Mapping[str, object]]]
"""The exported rows by the name of their table. A row maps columns to values that can be written as JSON."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """A player who is being erased.

    Args:
        player: the player's id.
        successor: the id of an anonymous player, who takes their place in games with others.
    """

    player: str
    successor: str


def is_direct_message(room: RoomKey) -> bool:
    """Whether a room is a direct message. On Discord several people can be in it."""
    return room.workspace.startswith(DIRECT) or (room.platform == "slack" and room.channel.startswith("D"))


class PersonalData(Protocol):
    """Everything that is stored about a player, in all tables."""

    async def export(self, player: str) -> Exported:
        """All rows about a player, without the names of others and the secrets that the player has not been shown."""
        ...

    async def begin_erasing(self, player: str, now: datetime) -> Deletion:
        """Store that a player is being erased, hide them, and add the anonymous player who takes their place.

        If that was done before, nothing changes.
        """
        ...

    async def unfinished(self, before: datetime, most: int) -> Sequence[Deletion]:
        """At most `most` deletions that were begun before a time and are not finished."""
        ...

    async def games_of(self, player: str) -> Sequence[str]:
        """The ids of all games that refer to a player."""
        ...

    async def replace_in_games(self, player: str, successor: str, games: Collection[str], now: datetime) -> None:
        """Replace a player by another one in these games, and remove the games' rows that are about the player alone.

        The boards that have a message become outdated, so that they are edited. Games that nobody else has played are
        removed: those in direct messages and without a message at once, the others by `erase_due_games`.
        """
        ...

    async def erase_due_games(self, now: datetime, most: int) -> int:
        """Remove the games of erased players alone whose messages have been edited.

        Returns:
            How many games were looked at, at most `most`. The others are looked at again later.
        """
        ...

    async def erase_some(self, player: str, most: int) -> int:
        """Remove rows about a player alone that belong to no game, at most `most` of each table.

        A direct message in which nothing is left is removed, too.

        Returns:
            The number of rows removed.
        """
        ...

    async def erase(self, player: str, successor: str) -> None:
        """Remove everything else about a player, and the player. If that was done before, nothing changes."""
        ...


class StoredDepartures(Protocol):
    """The workspaces that use the bot, and those that have removed it."""

    async def note_present(self, platform: str, workspaces: Collection[str], now: datetime) -> None:
        """Store which workspaces of a platform have the bot. Others that had it before are stored as left at `now`."""
        ...

    async def note_left(self, platform: str, workspace: str, at: datetime) -> None:
        """Store that a workspace removed the bot at a time."""
        ...

    async def forget_some(self, before: datetime, most: int) -> int:
        """Remove about `most` rows of workspaces that removed the bot before a time; returns the number of rows."""
        ...
