"""The interaction router: takes each interaction once and hands it to a controller."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeAlias

import discord
from cachetools import LRUCache

from bot.commands.command import Command
from bot.commands.errors import CommandError
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher, refuse, report_fault
from bot.handlers.games import read_board
from bot.handlers.news import read_news
from bot.handlers.request import Request
from bot.locales import Words, words_for
from bot.model.messages import MessageKey, NewsKey, NewsKind
from bot.model.rooms import PlayerKey, RoomKey
from bot.platforms.common.callers import CallerLookup
from bot.platforms.common.catch_up import CatchUp
from bot.platforms.common.delivery import DeliveryError, NewsSender, report_to
from bot.platforms.common.intake import Intake
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.rendering import ButtonAction, ImageRenderer, opens_form
from bot.platforms.discord.controller import InteractionController
from bot.platforms.discord.interactions import (
    PLATFORM_KEY,
    Interaction,
    caller_of,
    channel_of,
    is_alone,
    person_of,
    read_form,
)
from bot.platforms.discord.rendering import ContentRenderer
from bot.platforms.discord.responder import (
    FAILURES,
    InteractionResponder,
    RespondedElsewhere,
    ResponseFailed,
    retried_once,
)
from bot.platforms.discord.transport import BoardClient, ChannelTransport
from bot.presenters.views import View
from bot.services.services import Services
from core.errors import CoreError

log = logging.getLogger(__name__)

_PRESSED_MESSAGES = 10_000
"""Messages whose last press is remembered, so that a late image does not replace what the press has shown."""

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013
"""Discord's error codes for somebody who is not on a server, or whose account is deleted."""

Action: TypeAlias = Callable[[InteractionController], Awaitable[None]]
"""What to do for an interaction; may raise `CoreError` for something that is refused."""


class InteractionRouter:
    """Routes slash commands, buttons and forms. No method raises.

    Args:
        services: the use cases.
        public_language: the operator's setting for public replies, None for each server's own.
        images: renders images.
    """

    def __init__(self, services: Services, public_language: str | None, images: ImageRenderer) -> None:
        self._images = images
        self._callers = CallerLookup(services.languages, public_language)
        self._dispatcher = Dispatcher(services)
        self._intake = Intake()
        self._presses: LRUCache[int, int] = LRUCache(_PRESSED_MESSAGES)
        self._queue = MessageQueue(
            services.messages,
            partial(read_board, services),
            self._intake,
            report_to(services.observer, PLATFORM_KEY),
        )
        self._news = NewsSender(services.news, services.messages)
        self._services = services
        self._public_language = public_language

    async def close(self, seconds: float) -> None:
        """Take nothing more and finish what was taken, within `seconds`."""
        await self._intake.drain(seconds)

    def catch_up(self, client: BoardClient) -> CatchUp:
        """What brings outdated boards up to date through the client."""

        async def transport_to(room: RoomKey, message: MessageKey | None) -> ChannelTransport | None:
            guild = int(room.workspace) if room.workspace.isdecimal() else None
            channel = int(message.channel if message else room.channel)
            render = ContentRenderer(words_for(self._public_language), self._images)
            return ChannelTransport(client, channel, guild, render)

        return CatchUp(
            self._services,
            PLATFORM_KEY,
            self._queue,
            transport_to,
            self._public_language,
        )

    def command(
        self, interaction: Interaction, command: Command, options: Mapping[str, str], *, in_thread: bool
    ) -> None:
        """Route a slash command; `in_thread` starts the game in a new thread."""

        async def run(controller: InteractionController) -> None:
            invocation = Invocation(command, options)
            await (controller.run_in_thread(invocation) if in_thread else controller.run(invocation))

        self._intake.start(self._take(interaction, run, opens_form=opens_form(command.name, options)))

    async def button(self, interaction: Interaction, text: str) -> None:
        """Route a button, or a choice in a select, by the text it carries."""
        try:
            action = ButtonAction.decode(text)
        except CommandError as error:
            await self._intake.run(self._take(interaction, _raise(error)))
            return
        press = self._take(interaction, lambda controller: controller.press(action), opens_form=action.opens_form)
        await self._intake.run(press)

    async def form(self, interaction: Interaction) -> None:
        """Route a submitted form."""

        async def run(controller: InteractionController) -> None:
            action, entered = read_form(interaction)
            await controller.run(action.invocation(entered))

        await self._intake.run(self._take(interaction, run))

    async def _take(self, interaction: Interaction, action: Action, *, opens_form: bool = False) -> None:
        if not self._intake.accept(str(interaction.id)):
            return
        responder = InteractionResponder(interaction, self._presses)
        if not opens_form:
            responder.start_timer()
        try:
            await self._handle(responder, action)
        except RespondedElsewhere:
            log.info("interaction %s was answered by another process", interaction.id)
        except ResponseFailed as error:
            log.warning("interaction %s: Discord did not accept the response: %s", interaction.id, error.__cause__)
        finally:
            await responder.finish()

    async def _handle(self, responder: InteractionResponder, action: Action) -> None:
        interaction = responder.interaction
        caller, room_locale = caller_of(interaction), interaction.guild_locale or interaction.locale
        request = Request(
            caller,
            *await self._callers.languages(caller, interaction.locale.value, room_locale.value),
            find_person=partial(person_of, interaction),
            find_channel=channel_of,
            announce=partial(self._announce, interaction),
            has_left=partial(has_left, interaction),
            is_alone=partial(is_alone, interaction),
        )
        read = partial(read_news, self._services)
        controller = InteractionController(
            self._dispatcher, self._queue, self._news, responder, request, self._images, read
        )
        try:
            await action(controller)
        except CoreError as error:
            await controller.present(refuse(error, request.words))
        except ResponseFailed:
            raise
        except Exception as error:  # noqa: BLE001  # nobody is left without a reply
            await controller.present(report_fault(error, request.words))

    async def _announce(self, interaction: Interaction, channel: str, view: View, words: Words) -> bool:
        """Post in another channel of the same server; whether that was possible."""
        if not await is_channel_of(interaction, int(channel)):
            return False
        transport = ChannelTransport(
            interaction.client, int(channel), interaction.guild_id, ContentRenderer(words, self._images)
        )
        try:
            await transport.tell(NewsKey(str(interaction.id), NewsKind.ANNOUNCEMENT), None, view)
        except DeliveryError:
            return False
        return True


async def is_channel_of(interaction: Interaction, channel: int) -> bool:
    """Whether a channel belongs to the server of an interaction, and the bot can see it."""
    try:
        found = await interaction.client.fetch_channel(channel)
    except FAILURES:
        return False
    return isinstance(found, discord.abc.GuildChannel) and found.guild.id == interaction.guild_id


async def has_left(interaction: Interaction, player: PlayerKey) -> bool:
    """Whether Discord knows that somebody is no longer on the server of an interaction."""
    guild = interaction.guild
    if guild is None:
        return False
    try:
        await retried_once(lambda: guild.fetch_member(int(player.user)))
    except discord.NotFound as error:
        return error.code in {_UNKNOWN_MEMBER, _UNKNOWN_USER}
    except FAILURES:
        return False
    return False


def _raise(error: CommandError) -> Action:
    async def action(_controller: InteractionController) -> None:
        raise error

    return action
