"""The router: reads Slack's payloads, runs their commands once, and acknowledges them."""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bot.commands.errors import CommandError
from bot.platforms.common.intake import Intake
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack import home, incoming, modals
from bot.platforms.slack.controller import SlackController
from bot.platforms.slack.home import Home
from bot.platforms.slack.incoming import Body, ForeignPlace, IncomingRequest
from bot.platforms.slack.pads import KEY, Pads
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.rendering import ASK, PRESS, place_of
from bot.platforms.slack.settings import DAILY_SHORTCUT
from bot.platforms.slack.typed import mentions, text_of
from bot.presenters.views import Preformatted, Reply, View

log = logging.getLogger(__name__)

ACKNOWLEDGE_SECONDS = 2.0
"""A payload is acknowledged after this time even if its command is not stored yet; Slack waits for three."""

_UNREADABLE = (CommandError, ForeignPlace)
"""Errors of reading a button, menu or form of another version, or about another workspace."""

_TYPED_SUBTYPES = {None, "thread_broadcast"}
"""Subtypes of messages that a person has typed."""


class SlackRouter:
    """Routes everything Slack sends.

    A payload is acknowledged when its command is stored, or after `ACKNOWLEDGE_SECONDS`. Slack then delivers it again
    if the process ends before. The reply is presented afterwards.
    """

    def __init__(
        self,
        controller_of: Callable[[IncomingRequest], SlackController],
        home: Home,
        profiles: Profiles,
        intake: Intake,
    ) -> None:
        self._controller_of = controller_of
        self._home = home
        self._profiles = profiles
        self._intake = intake
        self._pads = Pads()

    def register(self, app: AsyncApp) -> None:
        """Listen to an app that processes payloads before it responds."""
        # Bolt asks one listener after the other, which costs as much as a statement: the most frequent come first.
        app.view(re.compile(""))(self._submission)  # those of an earlier version too
        app.action(re.compile(rf"^({PRESS}|{ASK}):\d+$"))(self._button)
        app.command(re.compile(r"^/"))(self._command)
        app.event("message")(self._message)
        app.action(re.compile(rf"^{KEY}:.$"))(self._key)
        app.action(home.LANGUAGE_MENU)(self._language)
        app.shortcut(DAILY_SHORTCUT)(self._daily)
        app.event("app_mention")(self._message)
        app.event("app_home_opened")(self._home_opened)
        app.event("user_change")(self._user_changed)

    async def _command(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        request = incoming.read_command(body, context)
        controller = self._controller_of(request)
        await self._run(controller, controller.run_line(text_of(body.get("text", ""), request.bot_user)))
        await ack()

    async def _daily(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        controller = self._controller_of(incoming.read_shortcut(body, context))
        await self._run(controller, controller.press(ButtonAction("daily")))
        await ack()

    async def _button(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        pressed = body["actions"][0]
        try:
            action = ButtonAction.decode((pressed.get("selected_option") or pressed).get("value") or "")
            request = incoming.read_action(body, context, place_of(pressed.get("block_id") or ""))
        except _UNREADABLE as error:
            log.warning("a button cannot be used: %s", type(error).__name__)
            await ack()
            return
        if request.is_home:
            self._home.note_use(request)
        controller = self._controller_of(request)
        await self._run(controller, controller.press(action))
        await ack()

    async def _key(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        """Press a key of the keypad in a modal."""
        await ack()
        _, _, key = body["actions"][0]["action_id"].partition(":")
        try:
            if self._intake.accept(incoming.read_action(body, context).event):
                await self._pads.press(context.client, body["view"], key)
        except _UNREADABLE as error:
            log.warning("a keypad cannot be used: %s", type(error).__name__)

    async def _submission(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        """Run a submitted modal; a refusal that comes in time is shown in it, so that the input can be corrected."""
        view = {**body["view"], "private_metadata": self._pads.metadata_of(body["view"])}
        try:
            action, place, entered = modals.read_submission(view)
            request = incoming.read_submission(body, context, place)
        except _UNREADABLE as error:
            log.warning("a form cannot be used: %s", type(error).__name__)
            await ack()
            return
        stays = view["callback_id"] in {modals.BOARD, modals.NOTE}
        controller = self._controller_of(replace(request, view=view) if stays else request)
        is_new = self._intake.accept(request.event)
        if not (is_new or stays):
            await ack()
            return
        text = None if entered is None else text_of(entered)
        work = self._intake.start(controller.submit(action, text) if is_new else controller.look(action))
        done, _ = await asyncio.wait({work}, timeout=ACKNOWLEDGE_SECONDS)
        if done and not work.exception() and (refusal := _refusal(work.result())):
            self._intake.discard(request.event)
            await ack(response_action="errors", errors={modals.first_field(view): refusal})
            return
        if stays:
            await self._acknowledge_modal(ack, controller, work, view)
        else:
            await ack()
        if is_new:
            self._intake.start(self._answer(controller, work))

    async def _acknowledge_modal(
        self, ack: AsyncAck, controller: SlackController, work: asyncio.Task[Reply], view: Body
    ) -> None:
        """Show the reply in the modal that was submitted or, until it is stored, that it takes longer."""
        if not work.done():
            await ack(response_action="update", view=modals.waiting_modal(view))
            return
        modal = None if work.exception() else await controller.acknowledge_submission(work.result())
        await (ack() if modal is None else ack(response_action="update", view=modal))

    async def _message(self, body: Body, context: AsyncBoltContext) -> None:
        """Run what somebody typed. A text that mentions the bot arrives as two events, which are one request."""
        event = body["event"]
        if event.get("subtype") not in _TYPED_SUBTYPES or event.get("bot_id") or not event.get("user"):
            return
        is_direct, text = event.get("channel_type") == "im", event.get("text", "")
        is_mention = not is_direct and mentions(text, context.bot_user_id)
        if "edited" in event or not (is_direct or is_mention or event.get("thread_ts")):
            return
        request = incoming.read_message(body, context)
        controller = self._controller_of(request)
        typed = text_of(text, context.bot_user_id)
        run = controller.run_mention(typed) if is_mention else controller.run_message(typed, is_direct=is_direct)
        await self._run(controller, run)

    async def _home_opened(self, body: Body, context: AsyncBoltContext) -> None:
        if body["event"].get("tab") == "home":
            request = incoming.read_home_opened(body, context)
            if self._intake.accept(request.event):
                self._intake.start(self._controller_of(request).answer(self._home.publish(request)))

    async def _user_changed(self, body: Body, context: AsyncBoltContext) -> None:
        player, user = incoming.read_user_change(body, context)
        await self._profiles.note(player, user)

    async def _language(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        menu = body["actions"][0]
        try:
            request = incoming.read_action(body, context, place_of(menu.get("block_id") or ""))
        except _UNREADABLE as error:
            log.warning("a menu cannot be used: %s", type(error).__name__)
            return
        chosen = menu["selected_option"]["value"]
        if self._intake.accept(request.event):
            self._intake.start(self._controller_of(request).answer(self._home.choose_language(request, chosen)))

    async def _run(
        self,
        controller: SlackController,
        command: Coroutine[Any, Any, Reply | None],
    ) -> None:
        """Run a command unless its event was handled before; return when it is stored or takes too long."""
        if not self._intake.accept(controller.incoming.event):
            command.close()
            return
        work = self._intake.start(command)
        await asyncio.wait({work}, timeout=ACKNOWLEDGE_SECONDS)
        self._intake.start(self._answer(controller, work))

    async def _answer(self, controller: SlackController, work: asyncio.Task[Any]) -> None:
        """Present the reply, and bring the Homes up to date that it concerns."""
        await controller.answer(work)
        reply: Reply | None = None if work.cancelled() or work.exception() else work.result()
        self._home.changed(controller.incoming, reply.board.game if reply is not None and reply.board else None)


def _refusal(reply: Reply) -> str | None:
    """The error to show in a modal: a note without a board, unless it has buttons, which a modal cannot show."""
    if (
        not (reply.refused or reply.failed)
        or reply.note is None
        or reply.note.buttons
        or reply.board is not None
        or reply.prompt is not None
    ):
        return None
    return _sentences(reply.note).replace("`", "")  # plain text


def _sentences(view: View) -> str:
    return "\n".join("\n".join(block.lines) if isinstance(block, Preformatted) else block.text for block in view.blocks)
