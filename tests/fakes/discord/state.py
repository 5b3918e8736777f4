"""Everything the loopback Discord knows: users, servers, channels, messages, interactions, commands."""

import secrets
import time
from collections.abc import Callable, Sequence

from tests.fakes.discord import payloads
from tests.fakes.discord.channels import DIRECT, GROUP, TEXT, Channel
from tests.fakes.discord.guilds import Account, Guild
from tests.fakes.discord.interactions import Interaction, InteractionType
from tests.fakes.discord.messages import Message
from tests.fakes.discord.routing import File
from tests.fakes.discord.snowflakes import Snowflakes
from tests.fakes.discord.users import User
from tests.fakes.loopback import Activity, Clock, Json


def _not_connected(_event: str, _data: Json, _guild: Guild | None) -> None:
    """Publish to nobody until there is a gateway."""


class State:
    """What the routes and the gateway work on.

    Args:
        clock: judges the deadlines of interactions and nonces.
        shards: how many shards the bot is told to run.

    Attributes:
        activity: signals every change.
        response_timeout: real seconds that people wait for a response.
        settle_time: real seconds without a request after which a bot in another process counts as idle.
        busy: returns whether the bot is working: a request in progress, a handler running.
        last_request: when the last request ended, in seconds of `time.monotonic()`.
        publish: sends an event to the bot.
    """

    def __init__(self, clock: Clock, *, shards: int = 1) -> None:
        self.clock = clock
        self.shards = shards
        self.activity = Activity(lambda: "\n\n".join(map(str, self.channels.values())))
        self.response_timeout = 3.0
        self.settle_time = 0.0
        self.last_error = ""
        self.last_request = 0.0
        self.snowflakes = Snowflakes()
        self.gateway_url = ""
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.users: dict[int, User] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[Json] = []
        self.busy: Callable[[], bool] = lambda: False
        self.publish: Callable[[str, Json, Guild | None], None] = _not_connected
        self.bot = Account(id=self.snowflakes.next(), name="Hit & Blow", bot=True)
        self.owner = Account(id=self.snowflakes.next(), name="Owner")
        self.application_id = self.bot.id

    def guild(
        self, name: str, *, locale: str = "en-US", has_bot: bool = True, external_apps: bool = True, shard: int = 0
    ) -> Guild:
        """Create a server; the arguments are the attributes of `Guild`."""
        id_ = self.snowflakes.next_on_shard(shard, self.shards)
        guild = Guild(id=id_, name=name, state=self, locale=locale, has_bot=has_bot, external_apps=external_apps)
        self.guilds[id_] = guild
        if has_bot:
            self.publish_guild(guild)
        return guild

    def publish_guild(self, guild: Guild) -> None:
        """Tell the bot of a server that it has joined."""
        self.publish("GUILD_CREATE", payloads.guild(guild, self.bot), guild)

    def user(self, name: str, *, locale: str = "en-US", installs: bool = False) -> User:
        """Create a person who is in no server; the arguments are the attributes of `Account`."""
        id_, dm = self.snowflakes.next(), self.open_channel(name=f"DM with {name}", type_=DIRECT)
        user = User(id=id_, name=name, locale=locale, installs=installs, state=self, dm=dm)
        dm.recipients = (user,)
        self.users[id_] = user
        return user

    def group(self, *users: User) -> Channel:
        """Create a group direct message; people who installed the app for themselves can use it there."""
        return self.open_channel(name="group", type_=GROUP, recipients=users)

    def open_channel(
        self, *, name: str, guild: Guild | None = None, type_: int = TEXT, recipients: tuple[Account, ...] = ()
    ) -> Channel:
        """Create a channel without telling the bot."""
        channel = Channel(id=self.snowflakes.next(), name=name, guild=guild, type=type_, recipients=recipients)
        channel.on_change = lambda changed: self.publish_channel(changed, "CHANNEL_UPDATE")
        self.channels[channel.id] = channel
        return channel

    def open_thread(self, parent: Channel, name: str, type_: int, starter: Message | None = None) -> Channel:
        """Create a thread; it has the id of the message it starts from, if any."""
        id_ = starter.id if starter else self.snowflakes.next()
        thread = Channel(id=id_, name=name, guild=parent.guild, type=type_, parent=parent, owner=self.bot)
        parent.threads.append(thread)
        self.channels[id_] = thread
        self.publish_channel(thread, "THREAD_CREATE")
        return thread

    def publish_channel(self, channel: Channel, event: str) -> None:
        """Send an event about a channel, if the bot is in its server."""
        if channel.guild and channel.guild.has_bot:
            self.publish(event, payloads.channel(channel), channel.guild)

    def post(
        self,
        channel: Channel,
        body: Json,
        files: Sequence[File] = (),
        *,
        author: Account | None = None,
        interaction: Interaction | None = None,
    ) -> Message:
        """Post a message, as the bot unless there is another author.

        Raises:
            ApiError: the message is not valid.
        """
        message = Message(id=self.snowflakes.next(), channel=channel, author=author or self.bot)
        message.interaction = interaction
        message.flags = body.get("flags") or 0
        if files and author is None:
            channel.require_attaching()
        message.reference = body.get("message_reference")
        message.nonce = str(body["nonce"]) if body.get("nonce") is not None else None
        message.reader = interaction.user if message.ephemeral and interaction else None
        message.write(body, files, self.snowflakes)
        channel.log[message.id] = message
        if message.reader:
            message.reader.ephemeral_log.append(message)
        self._publish_message(message, "MESSAGE_CREATE")
        return message

    def edit(self, message: Message, body: Json, files: Sequence[File] = ()) -> None:
        """Change the contents named in `body`.

        Raises:
            ApiError: the result is not a valid message.
        """
        if files:
            message.channel.require_attaching()
        message.write(body, files, self.snowflakes)
        self._publish_message(message, "MESSAGE_UPDATE")

    def delete(self, message: Message) -> None:
        """Delete a message."""
        message.deleted_at = time.monotonic()
        message.channel.log.pop(message.id, None)
        self._publish_message(message, "MESSAGE_DELETE")

    def _publish_message(self, message: Message, event: str) -> None:
        self.activity.changed()
        guild = message.channel.guild
        if message.ephemeral or (guild and not guild.has_bot):
            return
        where = {"guild_id": str(guild.id)} if guild else {}
        if event == "MESSAGE_DELETE":
            described: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        else:
            described = payloads.message(message)
        self.publish(event, described | where, guild)

    def create_interaction(
        self, type_: InteractionType, user: User, channel: Channel, data: Json, message: Message | None = None
    ) -> Interaction:
        """Create an interaction without delivering it."""
        interaction = Interaction(
            id=self.snowflakes.next(),
            token=secrets.token_urlsafe(48),
            application_id=self.application_id,
            type=type_,
            user=user,
            channel=channel,
            data=data,
            created=self.clock.now(),
            owners=user.owners(channel),
            context=user.context(channel),
            message=message,
        )
        self.interactions[interaction.token] = interaction
        return interaction

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot; again, if it was delivered before."""
        guild = interaction.channel.guild
        known = guild if guild and guild.has_bot else None
        interaction.payload = interaction.payload or payloads.interaction(interaction)
        if interaction.delivered_at is None:
            interaction.created, interaction.delivered_at = self.clock.now(), time.monotonic()
        self.publish("INTERACTION_CREATE", interaction.payload, known)
