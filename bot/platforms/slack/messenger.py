"""What is said beside a board: to one person, as well as Slack allows it, or to all."""

import logging
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.platforms.slack.rate_limiter import Pace
from bot.platforms.slack.rendering import Message, message
from bot.platforms.slack.requests import Origin
from bot.presenters.views import Text, View

log = logging.getLogger(__name__)

FAILURES = (SlackClientError, aiohttp.ClientError, TimeoutError)
"""What a call to Slack can end in."""


class Notes:
    """Says things beside boards."""

    def __init__(self, session: aiohttp.ClientSession, pace: Pace) -> None:
        self._session = session
        self._pace = pace

    async def say(self, origin: Origin, sentence: str) -> None:
        """Say a sentence to one person."""
        await self.whisper(origin, View((Text(sentence),)))

    async def whisper(self, origin: Origin, view: View) -> None:
        """Show something to one person only, by the first way that is open.

        A response URL works where the bot is no member, but not for ever; ephemeral messages only where it is one;
        its own messages with somebody always.
        """
        said = message(view)
        if origin.response_url and await self._respond(origin, said, replace=origin.replaces and bool(view.buttons)):
            return
        direct = origin.channel.startswith("D")
        if origin.in_channel and not direct and await _post_ephemeral(origin, said):
            return
        if not await _post_direct(origin, said):
            log.error("an answer could not be shown in any way")

    async def announce(self, origin: Origin, view: View) -> None:
        """Show something to everybody."""
        said = message(view)
        await self._pace.wait(origin.channel)
        try:
            await origin.client.chat_postMessage(channel=origin.channel, **arguments(said), thread_ts=origin.thread)
        except SlackApiError:
            if not (origin.response_url and await self._respond(origin, said, public=True)):
                await self.whisper(origin, view)
        except (aiohttp.ClientError, TimeoutError) as error:  # it may have arrived
            log.warning("chat.postMessage: %s", type(error).__name__)

    async def _respond(self, origin: Origin, said: Message, *, replace: bool = False, public: bool = False) -> bool:
        hook = AsyncWebhookClient(origin.response_url or "", session=self._session, retry_handlers=[])
        try:
            answer = await hook.send(
                text=said.text,
                blocks=said.blocks,
                response_type="in_channel" if public else "ephemeral",
                replace_original=replace,
            )
        except FAILURES as error:
            log.warning("response_url: %s", type(error).__name__)
            return False
        return answer.status_code == 200  # noqa: PLR2004  # HTTP's own


async def _post_ephemeral(origin: Origin, said: Message) -> bool:
    try:
        await origin.client.chat_postEphemeral(
            channel=origin.channel, user=origin.user, thread_ts=origin.thread, **arguments(said)
        )
    except FAILURES as error:
        log.info("chat.postEphemeral: %s", type(error).__name__)
        return False
    return True


async def _post_direct(origin: Origin, said: Message) -> bool:
    try:
        await origin.client.chat_postMessage(channel=origin.user, **arguments(said))
    except FAILURES as error:
        log.warning("chat.postMessage to a person: %s", type(error).__name__)
        return False
    return True


def arguments(said: Message) -> dict[str, Any]:
    """A message as arguments of a call; links in it are not unfolded."""
    return {"text": said.text, "blocks": said.blocks, "unfurl_links": False, "unfurl_media": False}
