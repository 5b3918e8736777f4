"""Everything the loopback Discord knows: users, servers, channels, messages, interactions, commands."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from tests.fakes.discord import payloads
from tests.fakes.discord.channels import DIRECT, GROUP, TEXT, Channel
from tests.fakes.discord.clock import Snowflakes, StoppedClock
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.interactions import Act, Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Person
from tests.fakes.discord.users import User
from tests.fakes.discord.writing import rewrite, write
from tests.fakes.loopback import Activity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.fakes.discord.routing import File
    from tests.fakes.discord.wire import Json


def _nobody_listens(_event: str, _data: Json, _guild: Guild | None) -> None:
    """Stand in for the gateway until there is one."""


class World:
    """The state behind the routes and the gateway.

    Args:
        clock: seconds, for the deadlines; a stopped one unless given.
        shards: how many the bot is told to run.
    """

    def __init__(self, *, clock: Callable[[], float] | None = None, shards: int = 1) -> None:
        self.clock: Callable[[], float] = clock or StoppedClock()
        self.shards = shards
        self.patience = 3.0
        self.activity = Activity(lambda: "\n\n".join(map(str, self.channels.values())))
        self.last_refusal = ""
        self.snowflakes = Snowflakes()
        self.gateway_url = ""
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.people: dict[int, Person] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[Json] = []
        self.busy: Callable[[], bool] = lambda: False
        self.publish: Callable[[str, Json, Guild | None], None] = _nobody_listens
        self.bot = User(id=self.snowflakes.next(), name="Hit & Blow", bot=True)
        self.owner = User(id=self.snowflakes.next(), name="Owner")
        self.application_id = self.bot.id

    def guild(
        self, name: str, *, locale: str = "en-US", has_bot: bool = True, external_apps: bool = True, shard: int = 0
    ) -> Guild:
        """A new server, joined by the bot unless ``has_bot`` is False."""
        id_ = self.snowflakes.next_on_shard(shard, self.shards)
        guild = Guild(id=id_, name=name, world=self, locale=locale, has_bot=has_bot, external_apps=external_apps)
        self.guilds[id_] = guild
        if has_bot:
            self.publish("GUILD_CREATE", payloads.guild(guild, self.bot), guild)
        return guild

    def person(self, name: str, *, locale: str = "en-US", installs: bool = False) -> Person:
        """A new person, in no server yet; ``installs`` is true of one who has the bot on their account."""
        id_ = self.snowflakes.next()
        dm = self.open_channel(name=f"DM with {name}", type_=DIRECT)
        person = Person(id=id_, name=name, locale=locale, installs=installs, world=self, dm=dm)
        dm.people = (person,)
        self.people[id_] = person
        return person

    def group(self, *people: Person) -> Channel:
        """A private channel of several people, where the bot comes along with whoever installed it."""
        return self.open_channel(name="group", type_=GROUP, people=people)

    def open_channel(
        self, *, name: str, guild: Guild | None = None, type_: int = TEXT, people: tuple[User, ...] = ()
    ) -> Channel:
        channel = Channel(id=self.snowflakes.next(), name=name, guild=guild, type=type_, people=people)
        channel.on_change = lambda changed: self.announce_channel(changed, "CHANNEL_UPDATE")
        self.channels[channel.id] = channel
        return channel

    def open_thread(self, parent: Channel, name: str, type_: int, like: Message | None = None) -> Channel:
        """A thread, with the id of the message it hangs on, if any, as Discord does."""
        id_ = like.id if like else self.snowflakes.next()
        thread = Channel(id=id_, name=name, guild=parent.guild, type=type_, parent=parent, owner=self.bot)
        parent.threads.append(thread)
        self.channels[id_] = thread
        self.announce_channel(thread, "THREAD_CREATE")
        return thread

    def announce_channel(self, channel: Channel, event: str) -> None:
        """Tell the bot about a channel of a server it is in."""
        if channel.guild and channel.guild.has_bot:
            self.publish(event, payloads.channel(channel), channel.guild)

    def post(
        self,
        channel: Channel,
        body: Json,
        files: Sequence[File] = (),
        *,
        author: User | None = None,
        interaction: Interaction | None = None,
    ) -> Message:
        """A new message; raises Refused when Discord would."""
        message = Message(id=self.snowflakes.next(), channel=channel, author=author or self.bot)
        message.interaction = interaction
        message.flags = body.get("flags") or 0
        message.reference = body.get("message_reference")
        write(message, body, files, self.snowflakes)
        channel.log[message.id] = message
        if message.private and interaction:
            message.reader = interaction.person
            interaction.person.ephemeral.append(message)
        self._announce(message, "MESSAGE_CREATE")
        return message

    def edit(self, message: Message, body: Json, files: Sequence[File] = ()) -> None:
        """Change what ``body`` names and leave the rest; raises Refused when Discord would."""
        rewrite(message, body, files, self.snowflakes)
        message.edits += 1
        self._announce(message, "MESSAGE_UPDATE")

    def delete(self, message: Message) -> None:
        """Take a message away for everybody."""
        message.deleted = True
        message.channel.log.pop(message.id, None)
        self._announce(message, "MESSAGE_DELETE")

    def _announce(self, message: Message, event: str) -> None:
        self.activity.changed()
        guild = message.channel.guild
        if message.private or (guild and not guild.has_bot):
            return
        where = {"guild_id": str(guild.id)} if guild else {}
        if event == "MESSAGE_DELETE":
            described: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        else:
            described = payloads.message(message)
        self.publish(event, described | where, guild)

    def begin(
        self,
        act: Act,
        person: Person,
        channel: Channel,
        data: Json,
        message: Message | None = None,
    ) -> Interaction:
        """Note that ``person`` did something; nothing is sent yet."""
        interaction = Interaction(
            id=self.snowflakes.next(),
            token=secrets.token_urlsafe(48),
            application_id=self.application_id,
            type=act,
            person=person,
            channel=channel,
            data=data,
            born=self.clock(),
            owners=person.owners(channel),
            context=person.context(channel),
            message=message,
        )
        self.interactions[interaction.token] = interaction
        return interaction

    def deliver(self, interaction: Interaction) -> None:
        """Send the interaction to the bot, once more each time."""
        guild = interaction.channel.guild
        known = guild if guild and guild.has_bot else None
        interaction.payload = interaction.payload or payloads.interaction(interaction)
        self.publish("INTERACTION_CREATE", interaction.payload, known)
