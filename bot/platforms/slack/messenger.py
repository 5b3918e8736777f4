"""Sending messages and images to Slack."""

import logging
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import aiohttp
from cachetools import TTLCache
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.model.rooms import NewsKey
from bot.platforms.common.catch_up import NewsSender
from bot.platforms.common.delivery import Board, DeliveryOutcome
from bot.platforms.common.intake import SendRateLimiter
from bot.platforms.slack.incoming import EncodedPlace, IncomingRequest
from bot.platforms.slack.limits import FAILURES, NETWORK_ERRORS, describe_error, error_code
from bot.platforms.slack.rendering import Json, Message, render, split_by_tables
from bot.platforms.slack.transport import (
    REFUSAL_SECONDS,
    WORKSPACES,
    BlocksRefused,
    ImageUploader,
    SlackTransport,
    raise_if_blocks_refused,
    send_with_images,
)
from bot.presenters.views import Paragraph, Preformatted, TextFile, View

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_NOTE_SECONDS = 60.0
_NOTES = 10_000
_MODALS = 10_000
_URL_SECONDS = 1_800.0
"""How long a response URL works."""

_OK = 200
_PART_CHARACTERS = 2_900


class Messenger:
    """Sends notes and news. It remembers for six hours which workspaces refuse tables.

    Args:
        session: for response URLs.
        limiter: of messages in channels.
        news: tells the ends of games.
        uploads: uploads images.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        session: aiohttp.ClientSession,
        limiter: SendRateLimiter,
        news: NewsSender,
        uploads: ImageUploader,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._limiter = limiter
        self._news = news
        self._uploads = uploads
        self._said: TTLCache[tuple[str, str, str], None] = TTLCache(_NOTES, _NOTE_SECONDS, clock)
        self._refused: TTLCache[str, None] = TTLCache(WORKSPACES, REFUSAL_SECONDS, clock)
        self._opened_by: TTLCache[str, str] = TTLCache(_MODALS, _URL_SECONDS, clock)

    async def send_sentence(self, incoming: IncomingRequest, sentence: str) -> None:
        """Send a sentence to the person alone."""
        await self.send_private(incoming, View((Paragraph(sentence),)))

    async def send_sentence_once_a_minute(self, incoming: IncomingRequest, game: str, sentence: str) -> None:
        """Send a sentence about the board of a game, unless the person was sent one within a minute."""
        key = incoming.workspace, incoming.user, game
        if key not in self._said:
            self._said[key] = None
            await self.send_sentence(incoming, sentence)

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
        Direct messages always work, and are seen by people who look at the App Home. Only they have images: whether
        somebody may open a file that only ephemeral messages show is not documented.
        """

        async def send(images: Sequence[Json]) -> None:
            if images and await _post_direct(incoming, render(view, place, is_direct=True, images=images)):
                return
            has_tables = incoming.workspace not in self._refused
            for part in split_by_tables(view) if has_tables else (view,):
                send_part = partial(self._send_private, incoming, part, replaces_pressed=replaces_pressed)
                await self._with_table(incoming, part, send_part, place)

        await send_with_images(
            await self._uploads.upload(incoming.client, incoming.workspace, view) if incoming.is_direct else (), send
        )

    async def _with_table(
        self,
        incoming: IncomingRequest,
        view: View,
        send: Callable[[Message], Awaitable[Result]],
        place: EncodedPlace | None = None,
    ) -> Result:
        """Send a view with its table and, where tables are refused, as text."""
        try:
            has_tables = incoming.workspace not in self._refused
            return await send(render(view, place, has_tables=has_tables, is_direct=incoming.is_direct))
        except BlocksRefused:
            log.info("a table was refused in a workspace")
            self._refused[incoming.workspace] = None
            return await send(render(view, place, is_direct=incoming.is_direct))

    async def _send_private(
        self, incoming: IncomingRequest, view: View, message: Message, *, replaces_pressed: bool
    ) -> None:
        place = incoming.place if incoming.is_from_conversation else None
        if not incoming.is_from_conversation and await _post_direct(incoming, render(view, place, is_direct=True)):
            return
        if incoming.response_url:
            replace = replaces_pressed or (incoming.is_ephemeral and bool(view.buttons))
            if await self._respond(incoming.response_url, message, replace=replace):
                return
        if incoming.is_from_conversation and not incoming.is_direct:
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

    async def send_file_privately(self, incoming: IncomingRequest, view: View, file: TextFile) -> None:
        """Send a file to the person in a direct message; where files cannot be sent, its text."""
        try:
            posted = await incoming.client.chat_postMessage(
                channel=incoming.user, **render(view, is_direct=True).arguments
            )
            await incoming.client.files_upload_v2(
                channel=str(posted["channel"]), content=file.text, filename=file.name, title=file.name
            )
        except FAILURES as error:
            log.warning("a file could not be sent: %s", describe_error(error))
            for part in _parts(file.text):
                await _post_direct(incoming, render(View((Preformatted(tuple(part)),))))

    def remember_response_url(self, incoming: IncomingRequest) -> None:
        """Remember the response URL of what opened a modal, by which something can be posted where the bot is not."""
        if incoming.view is not None and incoming.response_url is not None:
            self._opened_by[incoming.view["id"]] = incoming.response_url

    async def send_public(self, incoming: IncomingRequest, view: View) -> bool:
        """Send a view to everybody in the channel; returns False if that is not allowed.

        In a thread it is sent to the thread and to the channel.
        """
        send = partial(self._send_public, incoming)

        async def send_view(images: Sequence[Json]) -> bool:
            if images:
                return await send(render(view, is_direct=incoming.is_direct, images=images))
            return await self._with_table(incoming, view, send)

        return await send_with_images(await self._uploads.upload(incoming.client, incoming.workspace, view), send_view)

    async def _send_public(self, incoming: IncomingRequest, message: Message) -> bool:
        """Send a message to everybody in the channel. If the response of Slack is lost, it may have been posted."""
        await self._limiter.wait(incoming.channel)
        try:
            await incoming.client.chat_postMessage(
                channel=incoming.channel,
                thread_ts=incoming.thread,
                reply_broadcast=incoming.thread is not None,
                **message.arguments,
            )
        except SlackApiError as error:
            raise_if_blocks_refused(message, error_code(error))
            url = incoming.response_url or self._opened_by.get((incoming.view or {}).get("id", ""))
            return url is not None and await self._respond(url, message, public=True)
        except NETWORK_ERRORS as error:
            log.warning("chat.postMessage: %s", describe_error(error))
        return True

    async def send_end(self, incoming: IncomingRequest, board: Board) -> None:
        """Show the board of an ended game to everybody; where the bot cannot post, by the response URL.

        In a thread it is sent to the thread and to the channel.
        """
        transport = self.transport_to(incoming, incoming.channel, incoming.thread)
        is_told = await self._news.tell_end(board, transport) in {DeliveryOutcome.DELIVERED, DeliveryOutcome.FAILED}
        if not is_told and not await self.send_public(incoming, board.view):
            await self.send_private(incoming, board.view)

    async def show_card_if_possible(self, incoming: IncomingRequest, key: NewsKey, view: View) -> bool:
        """Post the card of a channel; whether the bot may post there."""
        return await self._news.show_card_if_possible(key, view, self.transport_to(incoming, incoming.channel))

    def transport_to(self, incoming: IncomingRequest, channel: str, thread: str | None = None) -> SlackTransport:
        """What sends boards and news to a channel of the workspace, and to a thread of it if one is given."""
        upload = partial(self._uploads.upload, incoming.client, incoming.workspace)
        return SlackTransport(incoming.client, channel, self._limiter, thread, upload)

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
            log.warning("response_url: %s", describe_error(error))
            return False
        raise_if_blocks_refused(message, response.body)
        return response.status_code == _OK


async def _post_direct(incoming: IncomingRequest, message: Message) -> bool:
    return await _is_sent(incoming.client.chat_postMessage(channel=incoming.user, **message.arguments), message)


async def _is_sent(call: Awaitable[AsyncSlackResponse], message: Message) -> bool:
    """Await a call that sends a message; returns whether it succeeded."""
    try:
        await call
    except FAILURES as error:
        raise_if_blocks_refused(message, describe_error(error))
        log.info("a private reply was not sent: %s", describe_error(error))
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
