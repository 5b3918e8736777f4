"""Sending boards and news to Discord."""

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

import discord
from msgspec import Struct
from typing_extensions import override

from bot.commands.command import CommandError
from bot.locales import Words
from bot.model.rooms import MessageKey, NewsKey, NewsKind, RoomKey, TurnNoticePlacement
from bot.platforms.common.delivery import DeliveryError, DeliveryOutcome
from bot.platforms.common.intake import SendRateLimiter
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.discord import interactions
from bot.platforms.discord.commands import without_command_ids
from bot.platforms.discord.rendering import ContentRenderer, MessageContent
from bot.platforms.discord.responder import FAILURES, InteractionResponder, ResponseFailed, Result, send_with_retry
from bot.presenters.boards import moved_board_link
from bot.presenters.views import View

_NOTICES_ARCHIVE_MINUTES: Final = 60
"""Minutes without a message until a thread of notices is archived. The next message opens it again."""

log = logging.getLogger(__name__)

_GONE = (10003, 10008)  # unknown channel, unknown message
_SEARCHED_MESSAGES = 50

_MESSAGES_BELOW = 5
"""Messages below a board that fill the screen of a phone."""

_NONCE_LENGTH = 25
_ARCHIVED = 50083
_HAS_THREAD = 160004
_FORBIDDEN = (50001, 50013, _ARCHIVED)  # missing access, missing permissions


class ChannelTransport(Struct, frozen=True):
    """Sends boards to a channel with the bot's own token. Its methods are described by `Transport`.

    Args:
        client: logged in.
        limiter: of messages in channels.
        channel: the id of the channel or thread.
        guild: the id of its server, None outside servers.
        render: makes the content of a message from a view.
    """

    client: discord.Client
    limiter: SendRateLimiter
    channel: int
    guild: int | None
    render: ContentRenderer

    async def wait_for_rate_limit(self) -> None:
        """Wait for the channel's rate limit here rather than within discord.py, so that the newest board is sent."""
        await self.limiter.wait(str(self.channel))

    async def post(self, view: View) -> MessageKey:
        """Post with the game as nonce, by which Discord recognises a second attempt."""
        channel = self.client.get_partial_messageable(self.channel, guild_id=self.guild)
        with _delivery_errors():
            message = await self._with_images(
                view,
                lambda content: send_with_retry(
                    lambda: channel.send(**content.send_arguments(), nonce=view.game or "")
                ),
            )
        return MessageKey(str(self.channel), str(message.id))

    async def find_board(self, game: str) -> MessageKey | None:
        """Look for a board among the channel's last messages: by the buttons of its game."""
        with suppress(DeliveryError):
            return await self._search(game)
        return None

    async def _search(self, game: str) -> MessageKey | None:
        messages = await self._read(self.channel, _SEARCHED_MESSAGES)
        if messages is None:
            raise DeliveryError(DeliveryOutcome.FAILED)
        own = (message for message in messages if message.author == self.client.user)
        return next((MessageKey(str(self.channel), str(each.id)) for each in own if _game_of(each) == game), None)

    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit a message of the bot; files are sent only if the view has images."""
        partial = self._partial(message)
        with _delivery_errors():
            await self._with_images(
                view, lambda content: self._change(message, lambda: partial.edit(**content.edit_arguments()))
            )

    async def replace_by_link(
        self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False
    ) -> None:
        """Turn a former board into a link."""
        room = RoomKey(interactions.PLATFORM_KEY, str(self.guild or ""), str(self.channel))
        await self.edit(message, moved_board_link(room, moved, words, is_over=is_over))

    async def is_newest(self, message: MessageKey) -> bool:
        """Whether no message of its channel follows a message; not if that cannot be read."""
        return await self._read(int(message.channel), 1, after=message) == []

    async def is_out_of_sight(self, message: MessageKey) -> bool:
        """Whether at least `_MESSAGES_BELOW` messages follow a message of this channel."""
        below = await self._read(int(message.channel), _MESSAGES_BELOW, after=message)
        return len(below or ()) == _MESSAGES_BELOW

    async def send_news(
        self, key: NewsKey, board: MessageKey | None, view: View, before: MessageKey | None = None
    ) -> MessageKey | None:
        """Reply to the board, unless the view takes its place.

        A notice of a turn goes into a thread or edits the one before, as its place says.
        """
        await self.wait_for_rate_limit()
        with _delivery_errors():
            told = None if board is None or view.mention is None else await self._notify(key, board, view, before)
            channel, replied = int(board.channel if board else self.channel), key.kind is not NewsKind.END
            return told or await self._post_news(key, view, channel, board if replied else None)

    async def _notify(
        self, key: NewsKey, board: MessageKey, view: View, before: MessageKey | None
    ) -> MessageKey | None:
        """Tell whose turn it is without a new message in the board's channel; None if there has to be one."""
        is_beside = before is not None and before.channel == board.channel
        if view.place is TurnNoticePlacement.BOARD_THREAD and not is_beside:
            return await self._post_in_thread(key, board, view, before)
        if (
            before is None
            or not is_beside
            or view.place is TurnNoticePlacement.SAME_THREAD
            or key.kind is not NewsKind.TURN
        ):
            return None
        try:
            await self._with_images(
                view, lambda content: send_with_retry(lambda: self._partial(before).edit(**content.edit_arguments()))
            )
        except discord.NotFound:
            return None  # somebody has deleted it
        return before

    async def _post_in_thread(
        self, key: NewsKey, board: MessageKey, view: View, before: MessageKey | None
    ) -> MessageKey | None:
        """Post in the thread of the notice before, else in that of the board; None if the bot may not or it is gone."""
        try:
            if before is None:
                await self._open_thread(board, view)
            return await self._post_news(key, view, int(board.message if before is None else before.channel))
        except discord.HTTPException as error:
            if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            log.info("a notice cannot be told in a thread: %s", error)
            return None

    async def _open_thread(self, board: MessageKey, view: View) -> None:
        """Open a thread of a board, which has the id of its message, unless there is one."""
        channel, message, name = int(board.channel), int(board.message), f"Hit & Blow #{view.game}"
        try:
            await send_with_retry(
                lambda: self.client.http.start_thread_with_message(
                    channel, message, name=name, auto_archive_duration=_NOTICES_ARCHIVE_MINUTES
                )
            )
        except discord.HTTPException as error:
            if error.code != _HAS_THREAD:
                raise

    async def _post_news(self, key: NewsKey, view: View, channel: int, board: MessageKey | None = None) -> MessageKey:
        """Post in a channel, as a reply to the board if one is given. The nonce identifies a second attempt."""
        place, options = self.client.get_partial_messageable(channel, guild_id=self.guild), dict[str, Any]()
        if board is not None:
            options["reference"] = self._partial(board).to_reference(fail_if_not_exists=False)
        nonce = sha256(f"{key.subject}:{key.kind}:{key.revision}".encode()).hexdigest()[:_NONCE_LENGTH]
        sent = await self._with_images(
            view,
            lambda content: send_with_retry(lambda: place.send(**content.send_arguments(), nonce=nonce, **options)),
        )
        return MessageKey(str(sent.channel.id), str(sent.id))

    async def _with_images(self, view: View, send: Callable[[MessageContent], Awaitable[Result]]) -> Result:
        """Send a view with its images or, where files may not be attached, without them."""
        content = await self.render.render_with_images(view, patiently=True)
        try:
            return await send(content)
        except discord.Forbidden:
            if not content.images:
                raise
            log.info("a message is sent without its images: files may not be attached")
            return await send(self.render(view))

    async def find_news(self, key: NewsKey, board: MessageKey | None, view: View) -> MessageKey | None:
        """Look for the news among the channel's last messages: a card by its buttons, an end by those of its game.

        Other news is known by its text.
        """
        text = without_command_ids(self.render(view).text)
        pressed = {f"{interactions.BUTTON_PREFIX}{ButtonAction.of_button(button).encode()}" for button in view.buttons}
        threads = [int(board.message)] if board is not None and view.place is TurnNoticePlacement.BOARD_THREAD else []
        for message in [each for channel in (*threads, self.channel) for each in await self._last(channel)]:
            is_it = (
                set(_ids_of(message)) == pressed
                if key.kind.is_card
                else text in map(without_command_ids, interactions.texts_of(message))
            )
            if key.kind is NewsKind.END and board is not None:
                is_it = _game_of(message) == key.subject and message.id > int(board.message)
            if is_it:
                return MessageKey(str(message.channel.id), str(message.id))
        return None

    async def find_turn_notices(self, board: MessageKey) -> Sequence[MessageKey]:
        """Look for messages that mention somebody among the last ones in the board's thread and replies to it."""
        replies = [
            message
            for message in await self._last(int(board.channel))
            if message.reference is not None and str(message.reference.message_id) == board.message
        ]
        found = [message for message in (*replies, *await self._last(int(board.message))) if message.raw_mentions]
        return [MessageKey(str(message.channel.id), str(message.id)) for message in found]

    async def _last(self, channel: int) -> Sequence[discord.Message]:
        """The bot's messages among the last ones of a channel or thread; none if it cannot be read."""
        messages = await self._read(channel, _SEARCHED_MESSAGES) or ()
        return [message for message in messages if message.author == self.client.user]

    async def _read(self, channel: int, most: int, after: MessageKey | None = None) -> list[discord.Message] | None:
        """The last messages of a channel or thread, or the first ones after a message; None if it cannot be read."""
        place = self.client.get_partial_messageable(channel, guild_id=self.guild)
        following = discord.Object(int(after.message)) if after is not None else None
        try:
            return [message async for message in place.history(limit=most, after=following)]
        except FAILURES as error:
            log.info("a channel could not be searched: %s", error)
            return None

    async def delete(self, message: MessageKey) -> None:
        """Delete a message of the bot."""
        with _delivery_errors():
            await self._change(message, self._partial(message).delete)

    async def _change(self, message: MessageKey, change: Callable[[], Awaitable[Any]]) -> None:
        """Change a message, after opening its thread again if that is archived.

        That needs the permission to manage threads only if it is locked.
        """
        try:
            await send_with_retry(change)
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            thread = await send_with_retry(lambda: self.client.fetch_channel(int(message.channel)))
            if isinstance(thread, discord.Thread):
                await send_with_retry(lambda: thread.edit(archived=False))
            await send_with_retry(change)

    def _partial(self, message: MessageKey) -> discord.PartialMessage:
        channel = self.client.get_partial_messageable(int(message.channel), guild_id=self.guild)
        return channel.get_partial_message(int(message.message))


class DiscordInteractionTransport(ChannelTransport, frozen=True):
    """Sends boards while one interaction is answered. Its methods are described by `InteractionTransport`.

    Args:
        responder: of the interaction.
        placeholder_text: makes what replaces the caller's private placeholder when a board is posted.
    """

    responder: InteractionResponder
    placeholder_text: Callable[[], MessageContent]

    @override
    async def post(self, view: View) -> MessageKey:
        """Post as the response to the interaction, which needs no permission; if that fails, as a member."""
        if self.channel != self.responder.interaction.channel_id:
            return await ChannelTransport.post(self, view)
        try:
            message = await self.responder.send_public(await self._content(view), self.placeholder_text())
        except ResponseFailed as error:
            if not interactions.is_bot_member(self.responder.interaction):
                raise DeliveryError(DeliveryOutcome.FAILED) from error
            # The response, whose outcome may have got lost, may be in the channel.
            return await self._search(view.game or "") or await ChannelTransport.post(self, view)
        return MessageKey(str(self.responder.interaction.channel_id), message)

    @override
    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit the pressed message through the interaction; any other, or if that fails, as a member."""
        if message == interactions.message_of(self.responder.interaction):
            try:
                await self.replace_pressed_message(view)
            except DeliveryError:
                if not interactions.is_bot_member(self.responder.interaction):
                    raise
            else:
                return
        if interactions.is_bot_member(self.responder.interaction):
            await ChannelTransport.edit(self, message, view)
        elif message.message == self.responder.posted:
            with _delivery_errors():
                await self.responder.edit_posted(await self._content(view))
        else:
            raise DeliveryError(DeliveryOutcome.OUT_OF_REACH)

    @override
    async def send_news(
        self, key: NewsKey, board: MessageKey | None, view: View, before: MessageKey | None = None
    ) -> MessageKey | None:
        """Reply to the board as a member; elsewhere, or without a board, respond to the interaction."""
        if board is not None and interactions.is_bot_member(self.responder.interaction):
            return await ChannelTransport.send_news(self, key, board, view, before)
        with _delivery_errors():
            sent = await self.responder.send_public(await self._content(view), self.placeholder_text())
        return MessageKey(str(self.responder.interaction.channel_id), sent) if key.kind is NewsKind.END else None

    @override
    async def is_newest(self, message: MessageKey) -> bool:
        interaction = self.responder.interaction
        if message.channel != str(interaction.channel_id):
            return await ChannelTransport.is_newest(self, message)
        return not interactions.has_newer_messages(message, interaction)

    async def _content(self, view: View) -> MessageContent:
        return await self.render.render_with_images(
            view, may_attach=interactions.may_attach(self.responder.interaction)
        )

    async def replace_pressed_message(self, view: View) -> None:
        """Edit the message whose button was pressed."""
        try:
            await self.responder.edit_message(await self._content(view) if view.images else self.render(view))
        except ResponseFailed as error:
            log.warning("a board was not accepted as the response: %s", error.__cause__)
            raise DeliveryError(DeliveryOutcome.FAILED) from error

    async def acknowledge(self) -> None:
        """Acknowledge the button before its board is edited."""
        try:
            await self.responder.acknowledge()
        except ResponseFailed as error:
            log.info("a button could not be acknowledged: %s", error.__cause__)

    @override
    async def delete(self, message: MessageKey) -> None:
        """Delete a message, as a member."""
        if not interactions.is_bot_member(self.responder.interaction):
            raise DeliveryError(DeliveryOutcome.OUT_OF_REACH)
        await ChannelTransport.delete(self, message)


def _ids_of(message: discord.Message) -> list[str]:
    """The ids of the buttons below a message."""
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    return [child.custom_id or "" for row in rows for child in row.children if isinstance(child, discord.Button)]


def _game_of(message: discord.Message) -> str | None:
    """The game whose board a message of the bot shows, None if it shows none. Buttons of other messages have a step."""
    for text in _ids_of(message):
        try:
            action = ButtonAction.decode(text.removeprefix(interactions.BUTTON_PREFIX))
        except CommandError:
            continue
        if action.game is not None and action.step is None:
            return action.game
    return None


@contextmanager
def _delivery_errors() -> Iterator[None]:
    """Translate what sending can raise; it is logged."""
    try:
        yield
    except (ResponseFailed, *FAILURES) as error:
        code = error.code if isinstance(error, discord.HTTPException) else 0
        refused = DeliveryOutcome.FORBIDDEN if code in _FORBIDDEN else DeliveryOutcome.FAILED
        log.warning("a message was not delivered: %s", error)
        raise DeliveryError(DeliveryOutcome.GONE if code in _GONE else refused) from error
