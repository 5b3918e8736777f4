"""The interaction router: takes each interaction once and hands it to a controller."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import discord
from cachetools import LRUCache

from bot.commands.command import Command, CommandError
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import current_board, news_view
from bot.locales import words_for
from bot.model.rooms import MessageKey, RoomKey
from bot.platforms.common.catch_up import CatchUp, NewsSender
from bot.platforms.common.controller import ReplyLanguages
from bot.platforms.common.intake import DeduplicatingIntake, SendRateLimiter, logged_storage_errors
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.rendering import ButtonAction, ImageRenderer, opens_form
from bot.platforms.discord.commands import PublishedCommand
from bot.platforms.discord.controller import InteractionController
from bot.platforms.discord.interactions import PLATFORM_KEY, Interaction
from bot.platforms.discord.keypad import PAD_PREFIX, Pad, read_key
from bot.platforms.discord.pad_controller import PadController
from bot.platforms.discord.rendering import ContentRenderer, encoded_action
from bot.platforms.discord.responder import InteractionResponder, RespondedElsewhere, ResponseFailed
from bot.platforms.discord.transport import ChannelTransport
from bot.presenters.keypad import ControlKey
from bot.presenters.views import Reply
from bot.services.services import Services

log = logging.getLogger(__name__)

Controller = TypeVar("Controller", bound=InteractionController)

_PRESSED_MESSAGES = 500
"""Messages whose last press is remembered, so that a late image does not replace what the press has shown."""


class InteractionRouter:
    """Routes slash commands, buttons and forms, each once. No method raises.

    Args:
        services: the use cases.
        public_language: the operator's setting for public replies, None for each server's own.
        images: renders images.
        limiter: of messages in channels.

    Attributes:
        published: the slash command, for mentions in texts.
    """

    def __init__(
        self, services: Services, public_language: str | None, images: ImageRenderer, limiter: SendRateLimiter
    ) -> None:
        self._services = services
        self._public_language = public_language
        self._limiter = limiter
        self.published = PublishedCommand()
        self._renderer = partial(ContentRenderer, images=images, command=self.published)
        self._intake = DeduplicatingIntake()
        self._presses: LRUCache[int, int] = LRUCache(_PRESSED_MESSAGES)
        self._queue = MessageQueue(
            services.messages,
            partial(current_board, services),
            self._intake,
            services.observer,
            PLATFORM_KEY,
        )
        self._pads: LRUCache[int, Pad] = LRUCache(_PRESSED_MESSAGES)
        shared = (
            Dispatcher(services),
            self._queue,
            NewsSender(services.news, services.messages, self._queue),
            ReplyLanguages(services.languages, public_language),
            self._renderer,
            partial(news_view, services),
            limiter,
        )
        self._controller_of = partial(InteractionController, *shared)
        self._pad_controller_of = partial(PadController, *shared)

    async def close(self, seconds: float) -> None:
        """Accept nothing more, and finish running work within `seconds`."""
        self._limiter.end_waits()
        await self._intake.drain(seconds)

    def greet_server(self, guild: discord.Guild, place: discord.TextChannel) -> None:
        """Have a server that has added the bot greeted in a channel, unless it was before."""
        room = RoomKey(PLATFORM_KEY, str(guild.id), str(place.id))
        language = words_for(self._public_language or guild.preferred_locale.value).code
        self._intake.start_task(self._record_joined(room, language))

    async def _record_joined(self, room: RoomKey, language: str) -> None:
        with logged_storage_errors:
            await self._services.bot_workspaces.record_joined(room, language)

    def create_catch_up(self, client: discord.Client) -> CatchUp:
        """The `CatchUp` that sends boards and news through the client."""

        async def transport_to(room: RoomKey, message: MessageKey | None) -> ChannelTransport:
            guild = int(room.workspace) if room.workspace.isdecimal() else None
            channel = int(message.channel if message else room.channel)
            render = self._renderer(words_for(self._public_language))
            return ChannelTransport(client, self._limiter, channel, guild, render)

        return CatchUp(self._services, PLATFORM_KEY, self._queue, transport_to, self._public_language)

    async def command(
        self, interaction: Interaction, command: Command, options: Mapping[str, str], *, in_new_thread: bool = False
    ) -> None:
        """Route a slash command; `in_new_thread` starts the game in a new thread."""
        run = partial(
            InteractionController.run_slash_command,
            invocation=partial(Invocation, command, options),
            in_new_thread=in_new_thread,
        )
        await self._answer(interaction, self._controller_of, run, opens_form=opens_form(command.name, options))

    async def component(self, interaction: Interaction) -> None:
        """Route a component or a submitted form, of which discord.py knows only those that this process has sent."""
        data: Any = interaction.data or {}
        encoded = str(data.get("custom_id", ""))
        if encoded.startswith(PAD_PREFIX):
            await self._key(interaction, encoded)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._answer(interaction, self._controller_of, InteractionController.submit_form)
        elif interaction.type is discord.InteractionType.component:
            await self._button(interaction, encoded_action(interaction))

    async def _button(self, interaction: Interaction, text: str) -> None:
        """Route a button, or a choice in a select, by the text it carries."""
        try:
            opens_form = ButtonAction.decode(text).opens_form
        except CommandError:
            opens_form = False  # the controller refuses it
        press = partial(InteractionController.press_encoded, text=text)
        await self._answer(interaction, self._controller_of, press, opens_form=opens_form)

    async def _key(self, interaction: Interaction, text: str) -> None:
        """Route a key of a keypad, or the form in which a guess is typed instead."""
        try:
            key, pad = read_key(text)
        except CommandError:  # the controller refuses it
            press = partial(InteractionController.press_encoded, text=text)
            await self._answer(interaction, self._controller_of, press)
            return
        if interaction.type is discord.InteractionType.modal_submit:
            typed = partial(PadController.submit_guess_form, pad=pad, shown=self._pads)
            await self._answer(interaction, self._pad_controller_of, typed)
        else:
            key_press = partial(PadController.press_key, key=key, pad=pad, shown=self._pads)
            await self._answer(interaction, self._pad_controller_of, key_press, opens_form=key == ControlKey.TYPE)

    async def _answer(
        self,
        interaction: Interaction,
        make: Callable[[Interaction, InteractionResponder], Controller],
        action: Callable[[Controller], Awaitable[Reply | None]],
        *,
        opens_form: bool = False,
    ) -> None:
        """Respond to an interaction with the reply of an action, unless it was delivered before.

        Args:
            interaction: is handled in the current task.
            make: makes the controller.
            action: may raise `CoreError` for what is refused.
            opens_form: whether the response is a form, before which nothing can be acknowledged.
        """
        if not self._intake.accept(interaction.id, asyncio.current_task()):
            return
        responder = InteractionResponder(interaction, self._presses)
        if not opens_form:
            responder.start_timer()
        controller = make(interaction, responder)
        try:
            await controller.present_result_of(action(controller))
        except RespondedElsewhere:
            log.info("interaction %s was answered by another process", interaction.id)
        except ResponseFailed as error:
            log.warning("interaction %s: Discord did not accept the response: %s", interaction.id, error.__cause__)
        except Exception:
            log.exception("interaction %s could not be answered", interaction.id)
        finally:
            await responder.stop_timer()
