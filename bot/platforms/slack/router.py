"""The router: listens to bolt, acknowledges, and runs the rest once and afterwards."""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bot.commands.errors import CommandError
from bot.handlers.request import Request
from bot.platforms.common.buttons import ButtonAction
from bot.platforms.common.intake import Intake
from bot.platforms.slack import home, incoming, modals
from bot.platforms.slack.controller import Controller
from bot.platforms.slack.home import Home
from bot.platforms.slack.incoming import Body, IncomingRequest
from bot.platforms.slack.rendering import ASK, PRESS, channel_of
from bot.platforms.slack.typed_text import text_of
from bot.presenters.views import Preformatted, Reply, View

log = logging.getLogger(__name__)

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

_FORM_SECONDS = 0.4
"""How long a modal stays open for a refusal to be shown in it; Slack waits for three seconds."""

_TYPED_SUBTYPES = {None, "thread_broadcast"}
"""Subtypes of messages that a person has typed."""

_BOLT_LISTENER = "run_ack_function_asynchronously"
"""The coroutine in which bolt runs a listener."""


class SlackRouter:
    """Routes everything Slack sends."""

    def __init__(self, controller: Controller, home: Home, intake: Intake) -> None:
        self._controller = controller
        self._home = home
        self._intake = intake

    def register(self, app: AsyncApp) -> None:
        """Listen to an app."""
        app.command(re.compile(r"^/"))(self._command)
        app.action(re.compile(rf"^({PRESS}|{ASK}):\d+$"))(self._button)
        app.action(home.LANGUAGE_MENU)(self._language)
        app.view(modals.CALLBACK)(self._submission)
        app.event("message")(self._message)
        app.event("app_home_opened")(self._home_opened)

    async def _command(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        request = incoming.read_command(body, context)
        self._take(request, lambda: self._controller.run_line(request, text_of(body.get("text", ""))))

    async def _button(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        pressed = body["actions"][0]
        try:
            action = ButtonAction.decode(pressed["value"])
        except CommandError:
            log.warning("a button of another version was pressed")
            return
        request = incoming.read_action(body, context, channel_of(pressed["block_id"]))
        at_home = (body.get("view") or {}).get("type") == "home"
        self._take(request, lambda: self._press(request, action, at_home=at_home))

    async def _press(self, request: IncomingRequest, action: ButtonAction, *, at_home: bool) -> None:
        await self._controller.press(request, action)
        if at_home and not action.prompts_for:
            await self._home.publish(request)

    async def _submission(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        """Run a submitted modal; a refusal that comes soon is shown in it, so that the input can be corrected."""
        try:
            action, channel, entered = modals.read_submission(body["view"])
        except CommandError:
            log.warning("a form of another version was submitted")
            await ack()
            return
        request = incoming.read_submission(body, context, channel)
        if not self._intake.accept(request.event):
            await ack()
            return
        work = self._intake.start(self._controller.submit(request, action, text_of(entered)))
        done, _ = await asyncio.wait({work}, timeout=_FORM_SECONDS)
        if done and not work.exception() and (refusal := _refusal(work.result()[1])):
            self._intake.forget(request.event)
            await ack(response_action="errors", errors={modals.FIELD: refusal})
            return
        await ack()
        self._start(request, self._present(request, work))

    async def _present(self, request: IncomingRequest, work: asyncio.Task[tuple[Request, Reply]]) -> None:
        caller, reply = await work
        await self._controller.present(request, caller, reply)

    async def _message(self, body: Body, context: AsyncBoltContext) -> None:
        event = body["event"]
        if event.get("subtype") not in _TYPED_SUBTYPES or event.get("bot_id") or not event.get("user"):
            return
        is_direct = event.get("channel_type") == "im"
        if not is_direct and not event.get("thread_ts"):
            return
        request = incoming.read_message(body, context)
        self._take(request, lambda: self._typed(request, text_of(event.get("text", "")), is_direct=is_direct))

    async def _typed(self, request: IncomingRequest, text: str, *, is_direct: bool) -> None:
        if not await self._controller.run_in_thread(request, text) and is_direct and text:
            await self._controller.run_line(request, text)

    async def _home_opened(self, body: Body, context: AsyncBoltContext) -> None:
        if body["event"].get("tab") == "home":
            request = incoming.read_home_opened(body, context)
            self._take(request, lambda: self._home.publish(request))

    async def _language(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        request = incoming.read_action(body, context)
        chosen = body["actions"][0]["selected_option"]["value"]
        self._take(request, lambda: self._home.choose_language(request, chosen))

    def _take(self, request: IncomingRequest, work: Work) -> None:
        """Start some work unless its event was taken before."""
        if self._intake.accept(request.event):
            self._start(request, work())

    def _start(self, request: IncomingRequest, work: Coroutine[Any, Any, None]) -> None:
        self._intake.start(self._controller.guarded(request, work))


def bolt_listeners() -> set[asyncio.Task[Any]]:
    """Listeners that are still running. Bolt starts a task for each and keeps none of them."""
    tasks = (task for task in asyncio.all_tasks() if not task.done())
    return {task for task in tasks if _BOLT_LISTENER in getattr(task.get_coro(), "__qualname__", "")}


def _refusal(reply: Reply) -> str | None:
    """The error to show in a modal: a note without a board."""
    return _sentences(reply.note) if reply.board is None and reply.prompt is None and reply.note else None


def _sentences(view: View) -> str:
    return "\n".join("\n".join(block.lines) if isinstance(block, Preformatted) else block.text for block in view.blocks)
