"""Sending boards to Discord: through the interaction where that is possible, else with the bot's own token."""

import logging
from collections.abc import Callable

import discord

from bot.platforms.common.message_queue import Delivery, DeliveryError
from bot.platforms.discord.interactions import Interaction, is_member
from bot.platforms.discord.responder import FAILURES, InteractionResponder, MessageContent, ResponseFailed
from bot.platforms.discord.retrying import retried_once
from bot.presenters.views import View
from bot.services.model import MessageKey

log = logging.getLogger(__name__)

_GONE = (10003, 10008)  # unknown channel, unknown message
_FORBIDDEN = (50001, 50013)  # missing access, missing permissions


class DiscordTransport:
    """Sends boards while one interaction is answered. Its methods are described by `InteractionTransport`.

    Args:
        responder: of the interaction.
        render: makes the content of a message from a view.
        placeholder_text: replaces the caller's private placeholder when a board is posted.
    """

    def __init__(
        self,
        responder: InteractionResponder,
        render: Callable[[View], MessageContent],
        placeholder_text: MessageContent,
    ) -> None:
        self._responder = responder
        self._interaction = responder.interaction
        self._render = render
        self._placeholder_text = placeholder_text

    async def ready(self) -> None:
        """Discord's rate limits are waited for by discord.py."""

    async def post(self, view: View) -> MessageKey:
        """Post as the response to the interaction, which needs no permission."""
        try:
            message = await self._responder.send_public(self._render(view), self._placeholder_text)
        except ResponseFailed as error:
            raise DeliveryError(Delivery.FAILED) from error
        return MessageKey(str(self._interaction.channel_id), message)

    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit with the bot's own token, which only a member can."""
        if not is_member(self._interaction):
            raise DeliveryError(Delivery.GONE)
        content = self._render(view)
        try:
            await retried_once(
                _partial_message(self._interaction, message).edit(content=content.text, view=content.components)
            )
        except FAILURES as error:
            raise DeliveryError(_delivery(error)) from error

    async def respond(self, view: View) -> None:
        """Edit the message whose button was pressed."""
        try:
            await self._responder.edit_message(self._render(view))
        except ResponseFailed as error:
            raise DeliveryError(Delivery.FAILED) from error

    async def delete(self, message: MessageKey) -> None:
        """Delete a message, as a member."""
        if not is_member(self._interaction):
            return
        try:
            await retried_once(_partial_message(self._interaction, message).delete())
        except FAILURES as error:
            log.info("an old board could not be deleted: %s", error)


class ThreadTransport:
    """Posts the first board of a game in a thread that was opened for it."""

    def __init__(self, thread: discord.Thread, render: Callable[[View], MessageContent]) -> None:
        self._thread = thread
        self._render = render

    async def ready(self) -> None:
        """As above."""

    async def post(self, view: View) -> MessageKey:
        """Post in the thread."""
        content = self._render(view)
        try:
            message = await retried_once(self._thread.send(content.text, view=content.components, suppress_embeds=True))
        except FAILURES as error:
            log.warning("the first board of a thread was not accepted: %s", error)
            raise DeliveryError(_delivery(error)) from error
        return MessageKey(str(self._thread.id), str(message.id))

    async def edit(self, _message: MessageKey, _view: View) -> None:
        """A new game has no message yet."""
        raise DeliveryError(Delivery.GONE)


def _partial_message(interaction: Interaction, message: MessageKey) -> discord.PartialMessage:
    client: discord.Client = interaction.client
    channel = client.get_partial_messageable(int(message.channel), guild_id=interaction.guild_id)
    return channel.get_partial_message(int(message.message))


def _delivery(error: Exception) -> Delivery:
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code in _GONE:
        return Delivery.GONE
    return Delivery.FORBIDDEN if code in _FORBIDDEN else Delivery.FAILED
