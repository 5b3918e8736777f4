"""Opening threads to play in."""

import logging
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, Protocol

import discord
from typing_extensions import override

from bot.commands.errors import CommandError, ThreadForbidden, ThreadNotAllowed
from bot.model.messages import MessageKey, NewsKey
from bot.platforms.common.delivery import Delivery, DeliveryError
from bot.platforms.common.intake import RateLimiter
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.discord.interactions import Interaction, is_member, may_attach, message_of
from bot.platforms.discord.rendering import BUTTON_PREFIX, ContentRenderer, MessageContent
from bot.platforms.discord.responder import FAILURES, InteractionResponder, ResponseFailed, retried_once
from bot.presenters.views import View

_ARCHIVE_MINUTES: Final = 1440
"""Minutes without a message until the thread is archived. The next message or press opens it again."""


async def open_thread(interaction: Interaction, name: str) -> discord.Thread:
    """Open a public thread in the channel.

    Raises:
        ThreadNotAllowed: the member who asks may not open one.
        ThreadForbidden: it cannot be opened.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or not is_member(interaction):
        raise ThreadForbidden
    if not interaction.permissions.create_public_threads:
        raise ThreadNotAllowed
    public = discord.ChannelType.public_thread
    try:
        return await retried_once(
            lambda: channel.create_thread(name=name, type=public, auto_archive_duration=_ARCHIVE_MINUTES),
            repeatable=False,
        )
    except FAILURES as error:
        raise ThreadForbidden from error


log = logging.getLogger(__name__)

_GONE = (10003, 10008)  # unknown channel, unknown message
_SEARCHED_MESSAGES = 50
_NONCE_LENGTH = 25
_ARCHIVED = 50083
_FORBIDDEN = (50001, 50013, _ARCHIVED)  # missing access, missing permissions


class BoardClient(Protocol):
    """The part of the client that sends boards."""

    limiter: RateLimiter

    @property
    def user(self) -> discord.ClientUser | None:
        """The bot itself."""
        ...

    async def fetch_channel(self, channel_id: int, /) -> object:
        """A channel with what Discord knows of it."""
        ...

    def get_partial_messageable(self, id: int, *, guild_id: int | None = None) -> discord.PartialMessageable:  # noqa: A002  # discord.py's name
        """A channel known by its id only."""
        ...


class ChannelTransport:
    """Sends boards to a channel with the bot's own token. Its methods are described by `Transport`.

    Args:
        client: logged in.
        channel: the id of the channel or thread.
        guild: the id of its server, None outside servers.
        render: makes the content of a message from a view.
    """

    def __init__(self, client: BoardClient, channel: int, guild: int | None, render: ContentRenderer) -> None:
        self._client = client
        self._channel = channel
        self._guild = guild
        self._render = render

    async def ready(self) -> None:
        """Wait for the channel's rate limit here, where a newer board still counts, and not within discord.py."""
        await self._client.limiter.wait(str(self._channel))

    async def post(self, view: View) -> MessageKey:
        """Post with the game as nonce, by which Discord recognises a second attempt."""
        content = self._render(view)
        channel = self._client.get_partial_messageable(self._channel, guild_id=self._guild)
        try:
            message = await retried_once(lambda: channel.send(**content.to_send(), nonce=view.game or ""))
        except FAILURES as error:
            log.warning("a board could not be posted: %s", error)
            raise DeliveryError(_delivery(error)) from error
        return MessageKey(str(self._channel), str(message.id))

    async def find(self, game: str) -> MessageKey | None:
        """Look for a board among the channel's last messages, by the buttons of its game."""
        try:
            return await self._search(game)
        except FAILURES as error:
            log.info("a channel could not be searched: %s", error)
            return None

    async def _search(self, game: str) -> MessageKey | None:
        channel = self._client.get_partial_messageable(self._channel, guild_id=self._guild)
        async for message in channel.history(limit=_SEARCHED_MESSAGES):
            if message.author == self._client.user and _game_of(message) == game:
                return MessageKey(str(self._channel), str(message.id))
        return None

    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit a message of the bot."""
        content, partial = self._render(view), self._partial(message)
        try:
            try:
                await retried_once(lambda: partial.edit(**content.to_edit()))
            except discord.HTTPException as error:
                if error.code != _ARCHIVED:
                    raise
                await self._unarchive(int(message.channel))
                await retried_once(lambda: partial.edit(**content.to_edit()))
        except FAILURES as error:
            raise DeliveryError(_delivery(error)) from error

    async def _unarchive(self, channel: int) -> None:
        """Open an archived thread again, which needs the permission to manage threads only if it is locked."""
        thread = await retried_once(lambda: self._client.fetch_channel(channel))
        if isinstance(thread, discord.Thread):
            await retried_once(lambda: thread.edit(archived=False))

    async def tell(self, key: NewsKey, board: MessageKey | None, view: View) -> None:
        """Reply to the board. A nonce lets Discord recognise a second attempt."""
        options = dict[str, Any]()
        channel: discord.abc.Messageable = self._client.get_partial_messageable(self._channel, guild_id=self._guild)
        if board is not None:
            channel = self._partial(board).channel
            options["reference"] = self._partial(board).to_reference(fail_if_not_exists=False)
        content = await self._render.fully_illustrated(view)
        await self.ready()
        try:
            try:
                await retried_once(lambda: channel.send(**content.to_send(), nonce=_nonce(key), **options))
            except discord.Forbidden:
                if not content.images:
                    raise
                log.info("news is told without its images: files may not be attached")
                plain = self._render(view)
                await retried_once(lambda: channel.send(**plain.to_send(), nonce=_nonce(key), **options))
        except FAILURES as error:
            log.warning("news could not be told: %s", error)
            raise DeliveryError(_delivery(error)) from error

    async def was_told(self, key: NewsKey, board: MessageKey | None, view: View) -> bool:  # noqa: ARG002  # the text tells
        """Look for the news among the channel's last messages."""
        channel, text = (
            self._client.get_partial_messageable(self._channel, guild_id=self._guild),
            self._render(view).text,
        )
        try:
            async for message in channel.history(limit=_SEARCHED_MESSAGES):
                if message.author == self._client.user and text in {
                    message.content,
                    *_layout_texts(message.components),
                }:
                    return True
        except FAILURES as error:
            log.info("a channel could not be searched: %s", error)
        return False

    def _partial(self, message: MessageKey) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(int(message.channel), guild_id=self._guild)
        return channel.get_partial_message(int(message.message))


class DiscordInteractionTransport(ChannelTransport):
    """Sends boards while one interaction is answered. Its methods are described by `InteractionTransport`.

    Args:
        responder: of the interaction.
        render: makes the content of a message from a view.
        placeholder_text: makes what replaces the caller's private placeholder when a board is posted.
    """

    def __init__(
        self,
        responder: InteractionResponder,
        render: ContentRenderer,
        placeholder_text: Callable[[], MessageContent],
    ) -> None:
        interaction = responder.interaction
        super().__init__(interaction.client, interaction.channel_id or 0, interaction.guild_id, render)
        self._responder = responder
        self._interaction = interaction
        self._placeholder_text = placeholder_text

    @override
    async def post(self, view: View) -> MessageKey:
        """Post as the response to the interaction, which needs no permission; if that fails, as a member."""
        try:
            message = await self._responder.send_public(self._render(view), self._placeholder_text())
        except ResponseFailed as error:
            if not is_member(self._interaction):
                raise DeliveryError(Delivery.FAILED) from error
            return await self._post_as_member(view)
        return MessageKey(str(self._interaction.channel_id), message)

    async def _post_as_member(self, view: View) -> MessageKey:
        """Post unless the response, whose outcome may have got lost, is in the channel."""
        try:
            found = await self._search(view.game or "")
        except FAILURES as error:
            raise DeliveryError(Delivery.FAILED) from error
        return found or await super().post(view)

    @override
    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit the pressed message through the interaction; any other, or if that fails, as a member."""
        if message == message_of(self._interaction):
            try:
                await self.respond(view)
            except DeliveryError:
                if not is_member(self._interaction):
                    raise
            else:
                return
        if is_member(self._interaction):
            await super().edit(message, view)
        else:
            raise DeliveryError(Delivery.OUT_OF_REACH)

    @override
    async def tell(self, key: NewsKey, board: MessageKey | None, view: View) -> None:
        """Reply to the board as a member; elsewhere, or without a board, respond to the interaction."""
        if board is not None and is_member(self._interaction):
            await super().tell(key, board, view)
            return
        try:
            content = await self._render.illustrated(view, may_attach=may_attach(self._interaction))
            await self._responder.send_public(content, self._placeholder_text())
        except ResponseFailed as error:
            raise DeliveryError(Delivery.FAILED) from error

    async def respond(self, view: View) -> None:
        """Edit the message whose button was pressed."""
        try:
            await self._responder.edit_message(self._render(view))
        except ResponseFailed as error:
            raise DeliveryError(Delivery.FAILED) from error

    async def acknowledge(self) -> None:
        """Acknowledge the button before its board is edited."""
        try:
            await self._responder.acknowledge()
        except ResponseFailed as error:
            log.info("a button could not be acknowledged: %s", error.__cause__)

    async def delete(self, message: MessageKey) -> None:
        """Delete a message, as a member."""
        if not is_member(self._interaction):
            return
        try:
            await retried_once(self._partial(message).delete)
        except FAILURES as error:
            log.info("an old board could not be deleted: %s", error)


def _game_of(message: discord.Message) -> str | None:
    """The game whose board a message of the bot shows, None if it shows none."""
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    texts = (child.custom_id for row in rows for child in row.children if isinstance(child, discord.Button))
    for text in texts:
        try:
            action = ButtonAction.decode((text or "").removeprefix(BUTTON_PREFIX))
        except CommandError:
            continue
        if action.game is not None:
            return action.game
    return None


def _layout_texts(parts: Sequence[object]) -> Iterator[str]:
    """The texts of a layout."""
    for part in parts:
        if isinstance(part, discord.Container):
            yield from _layout_texts(part.children)
        elif isinstance(part, discord.TextDisplay):
            yield part.content


def _nonce(key: NewsKey) -> str:
    return sha256(f"{key.subject}:{key.kind}:{key.revision}".encode()).hexdigest()[:_NONCE_LENGTH]


def _delivery(error: Exception) -> Delivery:
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code in _GONE:
        return Delivery.GONE
    return Delivery.FORBIDDEN if code in _FORBIDDEN else Delivery.FAILED
