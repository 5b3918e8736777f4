"""What privacy needs from the storage."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias

Exported: TypeAlias = Mapping[str, Sequence[Mapping[str, object]]]
"""Rows by the name of their table, each by column; the values can be written as JSON."""


class PersonalData(Protocol):
    """Everything that is stored about a player, wherever it is."""

    async def export(self, player: str) -> Exported:
        """All rows about a player. Other players are not named, and secrets of running games are left out."""
        ...

    async def games_of(self, player: str) -> Sequence[str]:
        """The ids of all games that a player is part of in any way."""
        ...

    async def successor_of(self, player: str) -> str:
        """Add a player without a name or user id who takes a player's place; returns their id."""
        ...

    async def replace_in_games(self, player: str, successor: str, games: Collection[str]) -> None:
        """Put another player in a player's place in these games; boards with a message are to be edited again."""
        ...

    async def erase(self, player: str, successor: str) -> None:
        """Remove everything else about a player, and the player."""
        ...


class Departures(Protocol):
    """The workspaces that use the bot, and those that have removed it."""

    async def note_present(self, platform: str, workspaces: Collection[str], now: datetime) -> None:
        """Note which workspaces of a platform have the bot; those that had it before have removed it by now."""
        ...

    async def forget_some(self, before: datetime, most: int) -> int:
        """Remove at most about `most` rows of workspaces that removed the bot before some time; how many."""
        ...
