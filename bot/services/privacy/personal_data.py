"""What privacy needs from the storage."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

Exported: TypeAlias = Mapping[str, Sequence[Mapping[str, object]]]
"""Rows by the name of their table, each by column; the values can be written as JSON."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """A player who is being erased.

    Args:
        player: their id.
        successor: the id of the player without a name who takes their place in games of others.
    """

    player: str
    successor: str


class PersonalData(Protocol):
    """Everything that is stored about a player, wherever it is."""

    async def export(self, player: str) -> Exported:
        """All rows about a player. Other players are not named, and secrets of running games are left out."""
        ...

    async def begin_erasing(self, player: str, now: datetime) -> Deletion:
        """Store that a player is being erased, and hide them; if that was begun before, nothing changes.

        A player without a name or user id is added, who takes their place.
        """
        ...

    async def unfinished(self, before: datetime, most: int) -> Sequence[Deletion]:
        """At most `most` players whose erasing was begun before some time and has not ended."""
        ...

    async def games_of(self, player: str) -> Sequence[str]:
        """The ids of all games that a player is part of in any way."""
        ...

    async def replace_in_games(self, player: str, successor: str, games: Collection[str]) -> None:
        """Put another player in a player's place in these games, and remove what is about the player alone.

        Boards with a message are to be edited again.
        """
        ...

    async def erase_some(self, player: str, most: int) -> int:
        """Remove rows about a player alone that belong to no game, at most `most` of each table; how many."""
        ...

    async def erase(self, player: str, successor: str) -> None:
        """Remove everything else about a player, and the player, unless that was done before."""
        ...


class StoredDepartures(Protocol):
    """The workspaces that use the bot, and those that have removed it."""

    async def note_present(self, platform: str, workspaces: Collection[str], now: datetime) -> None:
        """Note which workspaces of a platform have the bot; those that had it before have removed it by now."""
        ...

    async def note_left(self, platform: str, workspace: str, at: datetime) -> None:
        """Note that a workspace has removed the bot at some time."""
        ...

    async def forget_some(self, before: datetime, most: int) -> int:
        """Remove at most about `most` rows of workspaces that removed the bot before some time; how many."""
        ...
