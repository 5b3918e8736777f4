"""Channels, threads and direct messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discord import Permissions

from tests.fakes.discord import refusals

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fakes.discord.guilds import Guild
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.users import User

TEXT = 0
DIRECT = 1
GROUP = 3
PUBLIC_THREAD = 11
PRIVATE_THREAD = 12
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)

ORDINARY = Permissions(
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
"""What everybody may do in a channel, until something is denied."""


@dataclass(eq=False, kw_only=True)
class Channel:
    """Somewhere to talk. ``guild`` is None for direct messages, whose ``people`` are in it."""

    id: int
    name: str
    type: int = TEXT
    guild: Guild | None = None
    parent: Channel | None = None
    owner: User | None = None
    people: tuple[User, ...] = ()
    archived: bool = False
    log: dict[int, Message] = field(default_factory=dict, repr=False)
    threads: list[Channel] = field(default_factory=list, repr=False)
    nonces: dict[str, Message] = field(default_factory=dict, repr=False)
    denied: Permissions = field(default_factory=Permissions.none, repr=False)
    on_change: Callable[[Channel], None] = field(default=lambda _: None, repr=False)

    @property
    def messages(self) -> list[Message]:
        """What everybody here can read, oldest first."""
        return [message for message in self.log.values() if not message.private]

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS

    @property
    def permissions(self) -> Permissions:
        """What the bot may do here."""
        inherited = self.parent.permissions if self.parent else ORDINARY
        return Permissions(inherited.value & ~self.denied.value)

    def deny(self, *names: str) -> None:
        """Take permissions from the bot, by discord.py's names (``"send_messages"``)."""
        self.denied.update(**dict.fromkeys(names, True))
        self.on_change(self)

    def allow(self, *names: str) -> None:
        """Give back what ``deny`` took."""
        self.denied.update(**dict.fromkeys(names, False))
        self.on_change(self)

    def require(self, *names: str) -> None:
        """Raise what Discord answers when the bot lacks one of ``names``."""
        if self.guild is None:
            return
        if not self.guild.has_bot or not self.permissions.view_channel:
            raise refusals.missing_access()
        for name in names:
            if not getattr(self.permissions, name):
                raise refusals.missing_permissions(name)

    def require_sending(self) -> None:
        """Raise what Discord answers when the bot may not post here."""
        self.require("send_messages_in_threads" if self.is_thread else "send_messages")
        if not all(user.accepts_dms for user in self.people):
            raise refusals.closed_to_messages()

    def find(self, message_id: int) -> Message:
        """The message everybody can see; raises Unknown Message for any other."""
        message = self.log.get(message_id)
        if message is None or message.private:
            raise refusals.unknown_message()
        return message

    def __str__(self) -> str:
        return f"#{self.name}"
