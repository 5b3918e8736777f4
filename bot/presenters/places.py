"""Differences between the platforms in texts that all of them share."""

from bot.model.records import Scope
from bot.model.room_settings import SettingsScope
from bot.model.rooms import DIRECT, RoomKey

DISCORD, SLACK, CONSOLE = "discord", "slack", "console"
"""Platforms in keys of rooms."""

_WORKSPACE_NAMES = {DISCORD: "server", SLACK: "workspace"}


def local_name(choice: str, room: RoomKey) -> str:
    """A choice of an option as it is called in a room.

    `server` is `workspace` on Slack and `here` in a terminal, where `channel` is `room`.
    """
    if choice == SettingsScope.CHANNEL.value and is_terminal(room):
        return "room"
    if choice != Scope.SERVER.value:
        return choice
    return "here" if is_direct(room) else _WORKSPACE_NAMES.get(room.platform, "here")


def local_command(line: str, room: RoomKey) -> str:
    """A typed command with its choices as they are called in a room."""
    return " ".join(local_name(word, room) for word in line.split())


def takes_typed_guesses(room: RoomKey) -> bool:
    """Whether a code that is typed by itself is a guess in a room; Discord does not deliver what people type."""
    return room.platform != DISCORD


def is_direct(room: RoomKey) -> bool:
    """Whether a room is a Discord conversation outside servers."""
    return room.workspace.startswith(DIRECT)


def is_terminal(room: RoomKey) -> bool:
    """Whether a room is one of a terminal."""
    return room.platform == CONSOLE


def opens_threads(room: RoomKey) -> bool:
    """Whether a game can be started in a new thread by an option."""
    return room.platform == DISCORD
