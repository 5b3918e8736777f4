"""Channels, threads and direct messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discord import Permissions

from tests.fakes.discord.errors import ApiError, ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fakes.discord.guilds import Account, Guild
    from tests.fakes.discord.messages import Message

TEXT = 0
DIRECT = 1
GROUP = 3
PUBLIC_THREAD = 11
PRIVATE_THREAD = 12
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)

DEFAULT_PERMISSIONS = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    use_application_commands=True,
    use_external_apps=True,
)
"""What every member may do in a channel."""


@dataclass(eq=False, kw_only=True)
class Channel:
    """A text channel, thread or direct message.

    Attributes:
        guild: its server; None for direct messages.
        recipients: the members of a direct message, without the bot.
        log: all messages by id, ephemeral ones included.
        nonces: the message created with each nonce, and when.
    """

    id: int
    name: str
    type: int = TEXT
    guild: Guild | None = None
    parent: Channel | None = None
    owner: Account | None = None
    recipients: tuple[Account, ...] = ()
    archived: bool = False
    locked: bool = False
    log: dict[int, Message] = field(default_factory=dict, repr=False)
    threads: list[Channel] = field(default_factory=list, repr=False)
    nonces: dict[str, tuple[float, Message]] = field(default_factory=dict, repr=False)
    denied: Permissions = field(default_factory=Permissions.none, repr=False)
    on_change: Callable[[Channel], None] = field(default=lambda _: None, repr=False)

    @property
    def messages(self) -> list[Message]:
        """The messages that everybody in the channel sees, oldest first."""
        return [message for message in self.log.values() if not message.ephemeral]

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS

    @property
    def permissions(self) -> Permissions:
        """The permissions of the bot."""
        inherited = self.parent.permissions if self.parent else DEFAULT_PERMISSIONS
        return Permissions(inherited.value & ~self.denied.value)

    def deny(self, *names: str) -> None:
        """Withdraw permissions from the bot, by discord.py's names, for example `"send_messages"`."""
        self.denied.update(**dict.fromkeys(names, True))
        self.on_change(self)

    def require(self, *names: str) -> None:
        """Raise ApiError if the bot lacks one of these permissions."""
        if self.guild is None:
            return
        if not self.guild.has_bot or not self.permissions.view_channel:
            raise ApiError(ErrorCode.MISSING_ACCESS)
        for name in names:
            if not getattr(self.permissions, name):
                raise ApiError(ErrorCode.MISSING_PERMISSIONS, name)

    def require_sending(self) -> None:
        """Raise ApiError if the bot may not post here."""
        self.require("send_messages_in_threads" if self.is_thread else "send_messages")

    def require_attaching(self) -> None:
        """Raise ApiError if the bot may not send files here, which holds for responses to interactions too."""
        if self.guild is not None and not self.permissions.attach_files:
            raise ApiError(ErrorCode.MISSING_PERMISSIONS, "attach_files")

    def find(self, message_id: int) -> Message:
        """Return the public message with that id; raises ApiError if there is none."""
        message = self.log.get(message_id)
        if message is None or message.ephemeral:
            raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
        return message

    def __str__(self) -> str:
        """Render what everybody sees."""
        return "\n\n".join([f"#{self.name}", *map(str, self.messages)])
