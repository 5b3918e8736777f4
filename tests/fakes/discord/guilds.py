"""Servers, which Discord calls guilds, and the accounts in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from discord import Permissions

from tests.fakes.discord.channels import DEFAULT_PERMISSIONS, Channel

if TYPE_CHECKING:
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.state import State
    from tests.fakes.discord.users import User


@dataclass(eq=False, kw_only=True)
class Account:
    """The account of a person or of the bot.

    Attributes:
        name: the display name.
        locale: the language of the person's client.
        installs: whether the person has installed the app for their own account.
        ephemeral_log: every ephemeral message sent to this person, deleted ones included.
    """

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    installs: bool = False
    ephemeral_log: list[Message] = field(default_factory=list, repr=False)

    @property
    def ephemeral(self) -> list[Message]:
        """The messages that only this person sees, oldest first."""
        return [message for message in self.ephemeral_log if not message.deleted]

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def __str__(self) -> str:
        return self.name


@dataclass(eq=False, kw_only=True)
class Guild:
    """A server with its channels and members.

    Attributes:
        locale: the preferred language of the server.
        has_bot: whether the bot is a member; if not, only people who installed the app for themselves can use it.
        external_apps: whether the responses of such an app may be public.
        nicknames: the members' names in this server, by account id.
        joined_at: when the bot was added.
        system_channel: where Discord posts who has joined; None for nowhere.
    """

    id: int
    name: str
    state: State = field(repr=False)
    locale: str = "en-US"
    has_bot: bool = True
    external_apps: bool = True
    channels: list[Channel] = field(default_factory=list, repr=False)
    members: dict[int, Permissions] = field(default_factory=dict, repr=False)
    nicknames: dict[int, str] = field(default_factory=dict, repr=False)
    joined_at: datetime = field(default_factory=lambda: datetime.now(UTC) - timedelta(days=30))
    system_channel: Channel | None = field(default=None, repr=False)

    def channel(self, name: str) -> Channel:
        """Create a text channel."""
        channel = self.state.open_channel(name=name, guild=self)
        self.channels.append(channel)
        self.state.publish_channel(channel, "CHANNEL_CREATE")
        return channel

    def member(self, name: str, *, locale: str = "en-US", manages: bool = False, installs: bool = False) -> User:
        """Create a person who is a member; `manages` gives the permission to manage the server."""
        user = self.state.user(name, locale=locale, installs=installs)
        self.join(user, manages=manages)
        return user

    def join(self, user: User, *, nickname: str = "", manages: bool = False) -> None:
        """Make `user` a member."""
        extra = Permissions(manage_guild=True) if manages else Permissions.none()
        self.members[user.id] = Permissions(DEFAULT_PERMISSIONS.value | extra.value)
        if nickname:
            self.nicknames[user.id] = nickname

    def leave(self, user: User) -> None:
        """End the membership of `user`, as when they leave or are banned; without its intent the bot is not told."""
        del self.members[user.id]

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its messages."""
        self.state.publish_channel(channel, "CHANNEL_DELETE")
        self.channels.remove(channel)
        del self.state.channels[channel.id]

    def add_bot(self) -> None:
        """Add the bot to the server."""
        self.has_bot, self.joined_at = True, datetime.now(UTC)
        self.state.publish_guild(self)

    def __str__(self) -> str:
        return self.name
