"""Servers, which Discord calls guilds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discord import Permissions

from tests.fakes.discord.channels import ORDINARY, Channel

if TYPE_CHECKING:
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.world import World


@dataclass(eq=False, kw_only=True)
class Guild:
    """A server with its channels and members.

    ``locale`` is the language it prefers; ``has_bot`` is False in a foreign server, where the bot comes along only with
    people who installed it for themselves; ``external_apps`` False makes their answers visible to them alone.
    """

    id: int
    name: str
    world: World = field(repr=False)
    locale: str = "en-US"
    has_bot: bool = True
    external_apps: bool = True
    channels: list[Channel] = field(default_factory=list, repr=False)
    members: dict[int, Permissions] = field(default_factory=dict, repr=False)
    nicks: dict[int, str] = field(default_factory=dict, repr=False)

    def channel(self, name: str) -> Channel:
        """A new text channel."""
        channel = self.world.open_channel(name=name, guild=self)
        self.channels.append(channel)
        self.world.announce_channel(channel, "CHANNEL_CREATE")
        return channel

    def member(self, name: str, *, locale: str = "en-US", manages: bool = False, installs: bool = False) -> Person:
        """A new person, who has joined; ``manages`` lets them manage the server."""
        person = self.world.person(name, locale=locale, installs=installs)
        self.join(person, manages=manages)
        return person

    def join(self, person: Person, *, nick: str = "", manages: bool = False) -> None:
        """Let ``person`` in, perhaps under another name."""
        extra = Permissions(manage_guild=True) if manages else Permissions.none()
        self.members[person.id] = Permissions(ORDINARY.value | extra.value)
        if nick:
            self.nicks[person.id] = nick

    def close(self, channel: Channel) -> None:
        """Delete a channel and all that was said there."""
        self.world.announce_channel(channel, "CHANNEL_DELETE")
        self.channels.remove(channel)
        del self.world.channels[channel.id]

    def expel_bot(self) -> None:
        """Take the bot out of the server."""
        self.world.publish("GUILD_DELETE", {"id": str(self.id)}, self)
        self.has_bot = False

    def __str__(self) -> str:
        return self.name
