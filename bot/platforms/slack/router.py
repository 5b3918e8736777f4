"""What is registered with bolt: each acknowledges at once, and has the rest done afterwards, once."""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bot.commands.errors import CommandError
from bot.platforms.common.buttons import Press
from bot.platforms.slack import buttons, home, modals
from bot.platforms.slack import requests as origins
from bot.platforms.slack.controller import Answering, sentences
from bot.platforms.slack.home import Home
from bot.platforms.slack.remembered import Remembered
from bot.platforms.slack.requests import Origin
from bot.platforms.slack.tasks import Tasks
from bot.platforms.slack.typed import text_of
from bot.presenters.views import Reply

log = logging.getLogger(__name__)

_ONCE_SECONDS = 3_600.0
_FORM_SECONDS = 0.4
"""How long a form stays open for its answer to be put into it; Slack waits for three."""

_SPOKEN = {None, "thread_broadcast"}
"""Subtypes of messages that somebody has typed."""

Body = dict[str, Any]


class Listeners:
    """Everything Slack may send.

    Deliveries of the same event, and double clicks, are told apart from new events here, so that nothing is said
    twice, and again by the services, which count it once whichever process it reaches.
    """

    def __init__(self, answering: Answering, home: Home, tasks: Tasks, clock: Callable[[], float]) -> None:
        self._answering = answering
        self._home = home
        self._tasks = tasks
        self._taken: Remembered[str, bool] = Remembered(clock, _ONCE_SECONDS, most=50_000)

    def register(self, app: AsyncApp) -> None:
        """Listen."""
        app.command(re.compile(r"^/"))(self._command)
        app.action(re.compile(rf"^({buttons.PRESS}|{buttons.ASK}):\d+$"))(self._press)
        app.action(home.LANGUAGE)(self._language)
        app.view(modals.CALLBACK)(self._told)
        app.event("message")(self._message)
        app.event("app_home_opened")(self._home_opened)

    async def _command(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        origin = origins.of_command(body, context)
        if self._is_new(origin):
            self._take(origin, self._answering.line(origin, text_of(body.get("text", ""))))

    async def _press(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        action = body["actions"][0]
        origin = origins.of_action(body, context, buttons.room_of(action["block_id"]))
        if not self._is_new(origin):
            return
        try:
            press = Press.decode(action["value"])
        except CommandError:
            log.warning("a button of another version was pressed")
            return
        at_home = (body.get("view") or {}).get("type") == "home"
        self._take(origin, self._pressed(origin, press, at_home=at_home))

    async def _pressed(self, origin: Origin, press: Press, *, at_home: bool) -> None:
        if press.asks:
            await self._answering.ask(origin, press)
            return
        await self._answering.press(origin, press)
        if at_home:
            await self._home.publish(origin)

    async def _told(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        """Answer a form: a refusal stands in it, if it comes soon enough, so that what was typed can be put right."""
        try:
            press, channel, typed = modals.submitted(body["view"])
        except CommandError:
            log.warning("a form of another version was sent off")
            await ack()
            return
        origin = origins.of_submission(body, context, channel)
        if not self._is_new(origin):
            await ack()
            return
        work = self._tasks.start(self._answering.told(origin, press, text_of(typed)))
        done, _ = await asyncio.wait({work}, timeout=_FORM_SECONDS)
        if done and not work.exception() and (refusal := _refusal(work.result()[1])):
            self._taken.forget(origin.event)
            await ack(response_action="errors", errors={modals.FIELD: refusal})
            return
        await ack()
        self._take(origin, self._deliver(origin, work))

    async def _deliver(self, origin: Origin, work: "asyncio.Task[tuple[Any, Reply]]") -> None:
        guest, reply = await work
        await self._answering.deliver(origin, guest, reply)

    async def _message(self, body: Body, context: AsyncBoltContext) -> None:
        event = body["event"]
        if event.get("subtype") not in _SPOKEN or event.get("bot_id") or not event.get("user"):
            return
        in_direct = event.get("channel_type") == "im"
        if not in_direct and not event.get("thread_ts"):
            return
        origin = origins.of_message(body, context)
        if self._is_new(origin):
            self._take(origin, self._typed(origin, text_of(event.get("text", "")), in_direct=in_direct))

    async def _typed(self, origin: Origin, text: str, *, in_direct: bool) -> None:
        if not await self._answering.thread(origin, text) and in_direct and text:
            await self._answering.line(origin, text)

    async def _home_opened(self, body: Body, context: AsyncBoltContext) -> None:
        if body["event"].get("tab") == "home":
            origin = origins.of_event(body, context)
            if self._is_new(origin):
                self._take(origin, self._home.publish(origin))

    async def _language(self, ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        await ack()
        origin = origins.of_action(body, context)
        if self._is_new(origin):
            chosen = body["actions"][0]["selected_option"]["value"]
            self._take(origin, self._home.choose_language(origin, chosen))

    def _take(self, origin: Origin, work: Coroutine[Any, Any, None]) -> None:
        """Do it after the acknowledgement; should it fail in a way nobody thought of, that is said, too."""
        self._tasks.start(self._answering.safely(origin, work))

    def _is_new(self, origin: Origin) -> bool:
        """Whether this event has not been taken yet; it is, from here on."""
        if self._taken.get(origin.event):
            return False
        self._taken.put(origin.event, value=True)
        return True


def _refusal(reply: Reply) -> str | None:
    """What to put into a form that was not accepted: a note that comes without a board."""
    return sentences(reply.note) if reply.board is None and reply.prompt is None and reply.note else None
