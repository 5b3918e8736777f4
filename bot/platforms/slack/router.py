"""The router: reads Slack's payloads, runs their commands once, and acknowledges them."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext, AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.commands.catalogue import BY_NAME
from bot.commands.command import CommandError
from bot.commands.invocation import Invocation, is_read_only
from bot.handlers.daily import GuessFormContent
from bot.platforms.common.intake import DeduplicatingIntake
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack import home, incoming, modals
from bot.platforms.slack.controller import SlackController
from bot.platforms.slack.home import Home
from bot.platforms.slack.incoming import Body, IncomingRequest, PlaceInOtherWorkspace
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.rendering import ASK, PRESS, place_in_block_id
from bot.platforms.slack.settings import DAILY_SHORTCUT
from bot.platforms.slack.typed import invocation_in, mentions_bot, normalize_typed
from bot.presenters.views import Reply, View

log = logging.getLogger(__name__)

ACKNOWLEDGE_SECONDS = 2.0
"""A command or interaction is acknowledged after this time even if it is not stored yet; Slack waits for three."""

_RETRIES = 3
"""How often Slack delivers an event again that was not acknowledged."""

_UNAVAILABLE = 503
"""The status of what is not acknowledged; over Socket Mode nothing is sent."""

_UNREADABLE = (CommandError, PlaceInOtherWorkspace)
"""Errors of reading a button, menu or form of another version, or about another workspace."""

_TYPED_SUBTYPES = {None, "thread_broadcast"}
"""Subtypes of messages that a person has typed."""


class SlackRouter:
    """Routes everything Slack sends.

    What people type is acknowledged when it is stored or refused. Slack delivers it again if the process ends before.
    Slack does not deliver commands and interactions again, and waits for three seconds. They are acknowledged when they
    are stored or, after `ACKNOWLEDGE_SECONDS`, with words that promise nothing. The reply is presented afterwards.
    """

    def __init__(
        self,
        controller_of: Callable[[IncomingRequest], SlackController],
        home: Home,
        profiles: Profiles,
        intake: DeduplicatingIntake,
    ) -> None:
        self._controller_of = controller_of
        self._home = home
        self._profiles = profiles
        self._intake = intake
        self._pads = modals.ModalKeypads()

    def register(self, app: AsyncApp) -> None:
        """Listen to an app that processes payloads before it responds."""
        # Bolt asks one listener after the other, which costs as much as a statement: the most frequent come first.
        app.view(re.compile(""))(self._submission)  # those of an earlier version too
        app.action(re.compile(rf"^({PRESS}|{ASK}):\d+$"))(self._button)
        app.command(re.compile(r"^/"))(self._command)
        app.event("message")(self._message)
        app.action(re.compile(rf"^{modals.KEY}:.$"))(self._key)
        app.action(home.LANGUAGE_MENU)(self._language)
        app.shortcut(DAILY_SHORTCUT)(self._daily)
        app.event("app_mention")(self._message)
        app.event("app_home_opened")(self._home_opened)
        app.event("user_change")(self._user_changed)

    async def _command(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> BoltResponse:
        request = incoming.read_command(body, context)
        controller = self._controller_of(request)
        text = normalize_typed(body.get("text", ""), request.bot_user)
        return await self._run(controller, controller.run_line(text), invocation_in(text), ack)

    async def _daily(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> BoltResponse:
        controller = self._controller_of(incoming.read_shortcut(body, context))
        return await self._run(controller, controller.press(ButtonAction("daily")), None, ack)

    async def _button(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> BoltResponse:
        pressed = body["actions"][0]
        try:
            action = ButtonAction.decode((pressed.get("selected_option") or pressed).get("value") or "")
            request = incoming.read_action(body, context, place_in_block_id(pressed.get("block_id") or ""))
        except _UNREADABLE as error:
            log.warning("a button cannot be used: %s", type(error).__name__)
            return await ack()
        if request.is_home:
            self._home.record_use(request)
        controller = self._controller_of(request)

        async def acknowledge(sentence: str) -> BoltResponse:
            if sentence:
                self._intake.start_task(controller.messenger.send_sentence(request, sentence))
            return await ack()

        return await self._run(controller, controller.press(action), _invocation_of(action), acknowledge)

    async def _key(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        """Press a key of the keypad in a modal."""
        await ack()
        _, _, key = body["actions"][0]["action_id"].partition(":")
        try:
            action, place, _ = modals.read_submission(body["view"])
            request = incoming.read_action(body, context, place)
            if self._intake.accept(request.event):
                read_turns = partial(_turns_above_pad, self._controller_of(request), action)
                await self._pads.press_key(context.client, body["view"], key, read_turns)
        except _UNREADABLE as error:
            log.warning("a keypad cannot be used: %s", type(error).__name__)

    async def _submission(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> BoltResponse:
        """Run a submitted modal; a refusal that comes in time is shown in it, so that the input can be corrected."""
        view = {**body["view"], "private_metadata": self._pads.metadata_of(body["view"])}
        try:
            action, place, entered = modals.read_submission(view)
            request = incoming.read_submission(body, context, place)
        except _UNREADABLE as error:
            log.warning("a form cannot be used: %s", type(error).__name__)
            return await ack()
        stays = view["callback_id"] in {modals.BOARD, modals.NOTE}
        controller = self._controller_of(replace(request, view=view) if stays else request)
        is_new = self._intake.accept(request.event)
        if not (is_new or stays):
            return await ack() if self._intake.is_open else BoltResponse(status=_UNAVAILABLE)
        text = None if entered is None else normalize_typed(entered)
        work = self._intake.start_task(
            controller.run_action(action, text) if is_new else controller.show_board_without_submitting(action)
        )
        done, _ = await asyncio.wait({work}, timeout=ACKNOWLEDGE_SECONDS)
        if done and not work.exception() and (refusal := _refusal(work.result())):
            self._intake.accept_again(request.event)
            return await ack(response_action="errors", errors={modals.first_input_block_id(view): refusal})
        modal = await self._modal_after(controller, work, view) if stays or not done else None
        if is_new:
            self._intake.start_task(self._answer(controller, work))
        return await (ack() if modal is None else ack(response_action="update", view=modal))

    async def _modal_after(self, controller: SlackController, work: asyncio.Task[Reply], view: Body) -> Body | None:
        """What takes the place of a submitted modal: the reply or, until it is stored, words that promise nothing."""
        if not work.done():
            controller.incoming = replace(controller.incoming, view=view)
            return modals.waiting_modal(view, controller.not_confirmed_yet_text(), controller.words)
        return None if work.exception() else await controller.acknowledge_submission(work.result())

    async def _message(self, request: AsyncBoltRequest, body: Body, context: AsyncBoltContext) -> BoltResponse | None:
        """Run what somebody typed. A text that mentions the bot arrives as two events, which are one request."""
        event = body["event"]
        if event.get("subtype") not in _TYPED_SUBTYPES or event.get("bot_id") or not event.get("user"):
            return None
        is_direct, text = event.get("channel_type") == "im", event.get("text", "")
        is_mention = not is_direct and mentions_bot(text, context.bot_user_id)
        if "edited" in event or not (is_direct or is_mention or event.get("thread_ts")):
            return None
        controller = self._controller_of(incoming.read_message(body, context))
        typed = normalize_typed(text, context.bot_user_id)
        is_last = int(request.headers.get("x-slack-retry-num", ["0"])[0]) >= _RETRIES

        async def settle() -> bool:
            """Run what was typed, and let its reply be presented; whether Slack need not deliver it again."""
            run = controller.run_mention(typed) if is_mention else controller.run_message(typed, is_direct=is_direct)
            work = self._intake.start_task(controller.run_typed_command(run, is_last_delivery=is_last))
            await asyncio.wait({work})
            self._intake.start_task(self._answer(controller, work))
            return controller.is_settled

        is_settled = await self._intake.settle_once(controller.incoming.event, settle)
        return None if is_settled else BoltResponse(status=_UNAVAILABLE)

    async def _home_opened(self, body: Body, context: AsyncBoltContext) -> None:
        shows = {"home": self._home.publish, "messages": self._home.greet_in_messages_tab}.get(
            body["event"].get("tab", "")
        )
        if shows is not None:
            request = incoming.read_home_opened(body, context)
            if self._intake.accept(request.event):
                self._intake.start_task(self._controller_of(request).present_result_of(shows(request)))

    async def _user_changed(self, body: Body, context: AsyncBoltContext) -> None:
        player, user = incoming.read_user_change(body, context)
        await self._profiles.record_change(player, user)

    async def _language(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        menu = body["actions"][0]
        try:
            request = incoming.read_action(body, context, place_in_block_id(menu.get("block_id") or ""))
        except _UNREADABLE as error:
            log.warning("a menu cannot be used: %s", type(error).__name__)
            return
        chosen = menu["selected_option"]["value"]
        if self._intake.accept(request.event):
            self._intake.start_task(
                self._controller_of(request).present_result_of(self._home.choose_language(request, chosen))
            )

    async def _run(
        self,
        controller: SlackController,
        command: Coroutine[Any, Any, Reply | None],
        invocation: Invocation | None,
        acknowledge: Callable[[str], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        """Run a command unless its event was handled before, and acknowledge it.

        Args:
            controller: of the request.
            command: the work.
            invocation: what it runs, None if it opens a form or is not known.
            acknowledge: acknowledges it when it is stored or, if that takes too long, with a sentence.
        """
        if not self._intake.accept(controller.incoming.event):
            command.close()
            return await acknowledge("") if self._intake.is_open else BoltResponse(status=_UNAVAILABLE)
        work = self._intake.start_task(command)
        done, _ = await asyncio.wait({work}, timeout=ACKNOWLEDGE_SECONDS)
        is_told = (
            not done and invocation is not None and not (is_read_only(invocation) or invocation.command.uses_solver)
        )
        sentence = controller.not_confirmed_yet_text() if is_told else ""
        self._intake.start_task(self._answer(controller, work))
        return await acknowledge(sentence)

    async def _answer(self, controller: SlackController, work: asyncio.Task[Any]) -> None:
        """Present the reply, and bring the Homes up to date that it concerns."""
        await controller.present_result_of(work)
        reply: Reply | None = None if work.cancelled() or work.exception() else work.result()
        self._home.republish_affected(
            controller.incoming, reply.board.game if reply is not None and reply.board else None
        )


def _invocation_of(action: ButtonAction) -> Invocation | None:
    """What a press runs; None if it opens a form, or an earlier version has sent the button."""
    try:
        return None if action.prompts_for is not None else Invocation(BY_NAME[action.command], action.options)
    except CommandError:
        return None


async def _turns_above_pad(controller: SlackController, action: ButtonAction) -> Sequence[str]:
    """What a form for a guess shows above its keypad: the turns, or why no guess can be made now."""
    if (controller.incoming.view or {}).get("callback_id") != modals.CALLBACK:
        return ()  # a board, which has its turns
    await controller.identify()
    form = await controller.dispatcher.guess_form(
        structs.replace(controller.request, invocation=action.invocation_to_show_page_of_form())
    )
    return form.columns if isinstance(form, GuessFormContent) else [_sentences(form.note or View(()))]


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
    return "\n".join(block.text for block in view.blocks)
