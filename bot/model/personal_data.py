"""The interfaces of the repositories for exporting and erasing personal data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

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
