"""Sending messages and images to Slack."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from enum import Enum, auto
from functools import partial
from typing import TypeVar

import aiohttp
from cachetools import TTLCache
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.model.messages import NewsKey
from bot.platforms.common.delivery import Board, Delivery
from bot.platforms.common.intake import RateLimiter
from bot.platforms.common.news_sender import NewsSender
from bot.platforms.common.rendering import ImageRenderer
from bot.platforms.slack.incoming import EncodedPlace, IncomingRequest
from bot.platforms.slack.limits import FAILURES, NETWORK_ERRORS, describe, reason_of
from bot.platforms.slack.rendering import Message, render, table_parts
from bot.platforms.slack.transport import SlackTransport
from bot.presenters.views import File, Paragraph, Preformatted, View

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_UPLOAD_SECONDS = 8.0
"""The time limit in seconds of an upload of images, for which the sender of the text waits."""

_LASTING = {"missing_scope", "file_uploads_disabled", "not_allowed_token_type", "no_permission"}
"""Errors that would also fail the next upload to the same workspace."""

_REFUSAL_SECONDS = 6 * 3600.0
_WORKSPACES = 10_000
_NOTE_SECONDS = 60.0
_NOTES = 10_000
_MODALS = 10_000
_URL_SECONDS = 1_800.0
"""How long a response URL works."""

_OK = 200
_INVALID_BLOCKS = "invalid_blocks"
_PART_CHARACTERS = 2_900


class Extra(Enum):
    """Parts of messages that a workspace can refuse."""

    TABLES = auto()
    IMAGES = auto()


class _Posted(Enum):
    """How a message reached everybody in a channel."""

    AS_MEMBER = auto()
    BY_RESPONSE = auto()
    PERHAPS = auto()
    """The response of Slack was lost."""
    NOT = auto()


class Messenger:
    """Sends notes, news and images. It remembers for six hours which workspaces refuse tables or images.

    Args:
        session: for response URLs.
        limiter: of messages in channels.
        news: tells the ends of games.
        images: renders images.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        session: aiohttp.ClientSession,
        limiter: RateLimiter,
        news: NewsSender,
        images: ImageRenderer,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._limiter = limiter
        self._news = news
        self._images = images
        self._said: TTLCache[tuple[str, str, str], None] = TTLCache(_NOTES, _NOTE_SECONDS, clock)
        self._refused: TTLCache[tuple[str, Extra], None] = TTLCache(_WORKSPACES, _REFUSAL_SECONDS, clock)
        self._opened_by: TTLCache[str, str] = TTLCache(_MODALS, _URL_SECONDS, clock)

    async def say(self, incoming: IncomingRequest, sentence: str) -> None:
        """Send a sentence to the person alone."""
        await self.send_private(incoming, View((Paragraph(sentence),)))

    async def say_once(self, incoming: IncomingRequest, game: str, sentence: str) -> None:
        """Send a sentence about the board of a game, unless the person was sent one within a minute."""
        key = incoming.workspace, incoming.user, game
        if key not in self._said:
            self._said[key] = None
            await self.say(incoming, sentence)

    async def send_private(
        self,
        incoming: IncomingRequest,
        view: View,
        *,
        replaces_pressed: bool = False,
        place: EncodedPlace | None = None,
    ) -> None:
        """Send a view to the person alone, in the first way that works.

        With `replaces_pressed` it takes the place of the message whose button was pressed, if that is possible. The
        buttons are about `place` if it is not the one where they are shown.

        A response URL works where the bot is no member, but expires. Ephemeral messages work where it is a member.
        Direct messages always work, and are seen by people who look at the App Home. Images are shared in a direct
        message only, because a file cannot be ephemeral.
        """
        has_tables = (incoming.workspace, Extra.TABLES) not in self._refused
        for part in table_parts(view) if has_tables else (view,):
            send = partial(self._send_private, incoming, part, replaces_pressed=replaces_pressed)
            await self._with_table(incoming, part, send, place)
        if incoming.is_direct:
            await self.share_images(incoming.client, incoming.workspace, view, incoming.channel, incoming.thread)

    async def _with_table(
        self,
        incoming: IncomingRequest,
        view: View,
        send: Callable[[Message], Awaitable[Result]],
        place: EncodedPlace | None = None,
    ) -> Result:
        """Send a view with its table and, where tables are refused, as text."""
        try:
            has_tables = (incoming.workspace, Extra.TABLES) not in self._refused
            return await send(render(view, place, has_tables=has_tables, is_direct=incoming.is_direct))
        except BlocksRefused:
            log.info("a table was refused in a workspace")
            self._refused[incoming.workspace, Extra.TABLES] = None
            return await send(render(view, place, is_direct=incoming.is_direct))

    async def _send_private(
        self, incoming: IncomingRequest, view: View, message: Message, *, replaces_pressed: bool
    ) -> None:
        place = incoming.place if incoming.in_channel else None
        if not incoming.in_channel and await _post_direct(incoming, render(view, place, is_direct=True)):
            return
        if incoming.response_url:
            replace = replaces_pressed or (incoming.is_ephemeral and bool(view.buttons))
            if await self._respond(incoming.response_url, message, replace=replace):
                return
        if incoming.in_channel and not incoming.is_direct:
            post = incoming.client.chat_postEphemeral(
                channel=incoming.channel,
                user=incoming.user,
                thread_ts=incoming.thread,
                text=message.text,
                blocks=message.blocks,
            )
            if await _is_sent(post, message):
                return
        if not await _post_direct(incoming, message):
            log.error("a private reply could not be sent in any way")

    async def send_file(self, incoming: IncomingRequest, view: View, file: File) -> None:
        """Send a file to the person in a direct message; where files cannot be sent, its text."""
        try:
            posted = await incoming.client.chat_postMessage(
                channel=incoming.user, **render(view, is_direct=True).arguments
            )
            await incoming.client.files_upload_v2(
                channel=str(posted["channel"]), content=file.text, filename=file.name, title=file.name
            )
        except FAILURES as error:
            log.warning("a file could not be sent: %s", describe(error))
            for part in _parts(file.text):
                await _post_direct(incoming, render(View((Preformatted(tuple(part)),))))

    def remember_opened(self, incoming: IncomingRequest) -> None:
        """Remember the response URL of what opened a modal, by which something can be posted where the bot is not."""
        if incoming.view is not None and incoming.response_url is not None:
            self._opened_by[incoming.view["id"]] = incoming.response_url

    async def send_public(self, incoming: IncomingRequest, view: View) -> bool:
        """Send a view to everybody in the channel; returns False if that is not allowed.

        In a thread it is sent to the thread and to the channel. Its images follow where the bot can post.
        """
        posted = await self._with_table(incoming, view, partial(self._send_public, incoming))
        if posted is _Posted.AS_MEMBER:
            await self.share_images(incoming.client, incoming.workspace, view, incoming.channel, incoming.thread)
        return posted is not _Posted.NOT

    async def _send_public(self, incoming: IncomingRequest, message: Message) -> "_Posted":
        await self._limiter.wait(incoming.channel)
        try:
            await incoming.client.chat_postMessage(
                channel=incoming.channel,
                thread_ts=incoming.thread,
                reply_broadcast=incoming.thread is not None,
                **message.arguments,
            )
        except SlackApiError as error:
            _check_blocks(message, reason_of(error))
            url = incoming.response_url or self._opened_by.get((incoming.view or {}).get("id", ""))
            is_sent = url is not None and await self._respond(url, message, public=True)
            return _Posted.BY_RESPONSE if is_sent else _Posted.NOT
        except NETWORK_ERRORS as error:
            log.warning("chat.postMessage: %s", describe(error))
            return _Posted.PERHAPS
        return _Posted.AS_MEMBER

    async def send_end(self, incoming: IncomingRequest, board: Board) -> None:
        """Show the board of an ended game to everybody; where the bot cannot post, by the response URL.

        In a thread it is sent to the thread and to the channel.
        """
        share = partial(self.share_images, incoming.client, incoming.workspace)
        transport = SlackTransport(incoming.client, incoming.channel, self._limiter, incoming.thread, share)
        is_told = await self._news.tell_end(board, transport) in {Delivery.DELIVERED, Delivery.FAILED}
        if not is_told and not await self.send_public(incoming, board.view):
            await self.send_private(incoming, board.view)

    async def show_card(self, incoming: IncomingRequest, key: NewsKey, view: View) -> bool:
        """Post the card of a channel; whether the bot may post there."""
        share = partial(self.share_images, incoming.client, incoming.workspace)
        transport = SlackTransport(incoming.client, incoming.channel, self._limiter, share_images=share)
        return await self._news.show_card(key, view, transport)

    async def share_images(
        self, client: AsyncWebClient, workspace: str, view: View, channel: str, thread: str | None = None
    ) -> None:
        """Share the images of a view with everybody in a conversation, in one message.

        Failures are only logged, because the text is complete without images.

        Args:
            client: with the token of the workspace.
            workspace: its id.
            view: whose text has been posted.
            channel: the id of the conversation.
            thread: the thread of the text, None outside threads.
        """
        if not view.images or (workspace, Extra.IMAGES) in self._refused:
            return
        rendered = await self._images.render(view.images, patiently=True)
        if not rendered:
            return
        files = [
            {
                "content": each.png,
                "filename": each.image.file_name,
                "title": each.image.alternative.partition("\n")[0],
                "alt_txt": each.image.alternative,
            }
            for each in rendered
        ]
        try:
            async with asyncio.timeout(_UPLOAD_SECONDS):
                await self._limiter.wait(channel)
                await client.files_upload_v2(channel=channel, thread_ts=thread, file_uploads=files)
        except SlackApiError as error:
            if reason_of(error) in _LASTING:
                self._refused[workspace, Extra.IMAGES] = None
            log.info("images were not shared: %s", describe(error))
        except FAILURES as error:
            log.info("images were not shared: %s", describe(error))

    async def _respond(self, url: str, message: Message, *, replace: bool = False, public: bool = False) -> bool:
        webhook = AsyncWebhookClient(url, session=self._session, retry_handlers=[])
        try:
            response = await webhook.send(
                text=message.text,
                blocks=message.blocks,
                response_type="in_channel" if public else "ephemeral",
                replace_original=replace,
            )
        except FAILURES as error:
            log.warning("response_url: %s", describe(error))
            return False
        _check_blocks(message, response.body)
        return response.status_code == _OK


class BlocksRefused(Exception):
    """Slack refuses the blocks of a message that has a table."""


def _check_blocks(message: Message, response: str) -> None:
    """Raise `BlocksRefused` if Slack's response to a message says that its table may be the reason."""
    if _INVALID_BLOCKS in response and any(block["type"] == "table" for block in message.blocks):
        raise BlocksRefused


async def _post_direct(incoming: IncomingRequest, message: Message) -> bool:
    return await _is_sent(incoming.client.chat_postMessage(channel=incoming.user, **message.arguments), message)


async def _is_sent(call: Awaitable[AsyncSlackResponse], message: Message) -> bool:
    """Await a call that sends a message; returns whether it succeeded."""
    try:
        await call
    except FAILURES as error:
        _check_blocks(message, describe(error))
        log.info("a private reply was not sent: %s", describe(error))
        return False
    return True


def _parts(text: str) -> Iterator[list[str]]:
    """The lines of a text in parts that each fit into a message."""
    part, length = list[str](), 0
    for line in text.splitlines():
        if part and length + len(line) > _PART_CHARACTERS:
            yield part
            part, length = [], 0
        part.append(line)
        length += len(line) + 1
    if part:
        yield part
