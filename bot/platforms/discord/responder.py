"""Responding to one interaction: in time, once, and privately where the reply is private.

Discord wants a first response within three seconds. Afterwards the interaction's token allows edits and follow-ups for
fifteen minutes. The first response decides what can follow:

```
            OPEN ── respond, edit, form ──────────────> RESPONDED
             │
   after ACKNOWLEDGE_SECONDS, or for a slow command
             │
             ├── a command ──> PLACEHOLDER   "thinking", seen only by the caller; the next private text replaces it
             └── a button ───> DEFERRED      nothing visible; the message of the button can still be edited
```
"""

import asyncio
import io
import json
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, Self, TypeVar

import aiohttp
import discord
from discord import ui
from discord.webhook.async_ import AsyncWebhookAdapter
from msgspec import Struct
from typing_extensions import override

from bot.platforms.discord.interactions import Interaction
from bot.platforms.discord.rendering import MessageContent
from bot.presenters.views import TextFile

log = logging.getLogger(__name__)

Result = TypeVar("Result")

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, json.JSONDecodeError)
"""What a request to Discord can raise when the network or Discord fails."""

ATTEMPTS = 2


class DiscordDown(aiohttp.ClientError):
    """Discord answered a request and its retry with server errors."""


@dataclass(slots=True)
class FailedAttempts:
    """The failed attempts of one request."""

    failed: int = 0


_attempts: ContextVar[FailedAttempts | None] = ContextVar("attempts", default=None)


async def send_with_retry(
    request: Callable[[], Awaitable[Result]], attempts: FailedAttempts | None = None, *, repeatable: bool = True
) -> Result:
    """Send a request, and once more after a server error.

    Args:
        request: sends it.
        attempts: counts the failed attempts.
        repeatable: whether to send it again after a lost connection too, when Discord may have accepted it.

    Raises:
        DiscordDown: there were two server errors.
        aiohttp.ClientError: the connection was lost.
        json.JSONDecodeError: the response was no JSON, as those of proxies in front of Discord.
        discord.HTTPException: Discord refused the request.
    """
    counted = attempts or FailedAttempts()
    token = _attempts.set(counted)
    try:
        failed_before = counted.failed
        try:
            return await request()
        except (discord.DiscordServerError, json.JSONDecodeError):  # its response has counted it
            if counted.failed >= ATTEMPTS:
                raise
            return await request()
        except (aiohttp.ClientError, ConnectionError):
            counted.failed = max(counted.failed, failed_before + 1)
            if not repeatable or counted.failed >= ATTEMPTS:
                raise
            return await request()
    finally:
        _attempts.reset(token)


class _CountedResponse(aiohttp.ClientResponse):
    """A response that counts the server errors of requests under `send_with_retry`."""

    @override
    async def start(self, connection: Any) -> Self:
        await super().start(connection)
        if self.status >= HTTPStatus.INTERNAL_SERVER_ERROR and (attempts := _attempts.get()) is not None:
            attempts.failed += 1
            if attempts.failed >= ATTEMPTS:
                raise DiscordDown
        return self


class RetryLimitingConnector(aiohttp.TCPConnector):
    """Connections on which server errors count as failed attempts. Their number is not limited, as in discord.py.

    discord.py retries server errors up to four times within sixteen seconds, long after the person has given up. It has
    no setting for that, but it takes a connector of aiohttp, which can choose the class of responses. A trace would
    report them too, at a twentieth of the CPU time of a guess. Rate limits are still waited for by discord.py.
    """

    def __init__(self) -> None:
        super().__init__(limit=0)

    @override
    async def connect(self, req: aiohttp.ClientRequest, *arguments: Any, **named: Any) -> Any:
        req.response_class = _CountedResponse
        return await super().connect(req, *arguments, **named)


class FirstResponseSender(AsyncWebhookAdapter):
    """Sends first responses, and drops the messages that Discord returns with them.

    Only their ids are needed, which are returned separately. Creating message objects takes a twentieth of the CPU
    time of a guess.
    """

    @override
    async def create_interaction_response(self, *arguments: Any, **named: Any) -> Any:
        return {**await super().create_interaction_response(*arguments, **named), "resource": None}


ACKNOWLEDGE_SECONDS = 1.0
"""An interaction without a response by then is acknowledged."""

FIRST_RESPONSE_SECONDS = 2.5
"""Limit for the first response including its retry. Later the token is no longer valid."""

_LATER_SECONDS = 15.0
"""Limit for everything after the first response."""

_ALREADY_RESPONDED = 40060


class ResponseFailed(Exception):
    """Discord did not accept the response: it was down, or the response was too late."""


class RespondedElsewhere(ResponseFailed):
    """Another process has responded to this interaction."""


class AlreadyResponded(Exception):
    """A form was to be opened after the first response."""


class _State(Enum):
    OPEN = auto()
    PLACEHOLDER = auto()
    DEFERRED = auto()
    RESPONDED = auto()


class _Attempt(Struct, frozen=True):
    """A first response that Discord may have accepted.

    Args:
        text: of the message, empty for an acknowledgement or a form.
        is_pressed: whether the original response is then the message whose button was pressed.
        state: of the interaction afterwards.
    """

    text: str = ""
    is_pressed: bool = False
    state: _State = _State.RESPONDED


class InteractionResponder:
    """Responds to one interaction.

    It is always acknowledged privately, so that nothing private can become public. Every method that sends raises
    `ResponseFailed` if Discord does not accept it.

    Args:
        interaction: to respond to.
        presses: the last interaction of each message, by their ids; shared by all interactions.

    Attributes:
        posted: the id of the last public message; None for none.
        is_kept_private: whether Discord has shown the last public message to the caller alone, as servers can demand of
            apps that only their users have installed.
    """

    def __init__(self, interaction: Interaction, presses: MutableMapping[int, int]) -> None:
        self.interaction = interaction
        # `interaction.response` would refer back to the interaction, which would stay until the garbage collector runs.
        self._response = discord.InteractionResponse(interaction)
        self._presses = presses
        if interaction.message is not None:
            presses[interaction.message.id] = interaction.id
        self._state = _State.OPEN
        self._is_original_pressed = False
        self._unsure: set[_Attempt] = set()
        self._sent: int | None = None
        self.posted: str | None = None
        self.is_kept_private = False
        self._lock = asyncio.Lock()
        self._acknowledgement: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start_timer(self) -> None:
        """Schedule the acknowledgement after `ACKNOWLEDGE_SECONDS`. No form can be opened after it."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(ACKNOWLEDGE_SECONDS, self._acknowledge_in_background)

    @property
    def has_sent_no_reply(self) -> bool:
        """Whether the caller has seen no reply yet."""
        return self._state in {_State.OPEN, _State.PLACEHOLDER}

    async def acknowledge(self) -> None:
        """Acknowledge the interaction, unless that was done before."""
        is_component = self.interaction.message is not None
        attempt = _Attempt("", is_component, _State.DEFERRED if is_component else _State.PLACEHOLDER)
        async with self._lock:
            await self._is_first(lambda: self._response.defer(ephemeral=True, thinking=not is_component), attempt)

    async def open_form(self, form: ui.Modal) -> None:
        """Open a form, which only the first response to a command or button can do.

        Raises:
            AlreadyResponded: there was a response before, or the interaction is a submitted form.
        """
        async with self._lock:
            is_form = self.interaction.type is discord.InteractionType.modal_submit
            if is_form or not await self._is_first(lambda: self._response.send_modal(form), _Attempt()):
                raise AlreadyResponded

    async def send_private(self, message: MessageContent) -> None:
        """Send a message that only the caller sees."""
        async with self._lock:
            if await self._is_first(
                lambda: self._response.send_message(**message.send_arguments(), ephemeral=True), _Attempt(message.text)
            ):
                return
            if self._state is _State.PLACEHOLDER:
                await self._replace_placeholder(message)
            else:  # a private message that arrives twice does less harm than one that never does
                send = self.interaction.followup.send
                self._sent = (await _accepted(lambda: send(**message.send_arguments(), ephemeral=True, wait=True))).id
            self._state = _State.RESPONDED

    async def _replace_placeholder(self, message: MessageContent) -> None:
        edited = await _accepted(lambda: self.interaction.edit_original_response(**message.edit_arguments()))
        self._sent, self._state = edited.id, _State.RESPONDED

    async def send_file_privately(self, message: MessageContent, file: TextFile) -> None:
        """Send a message with a file that only the caller sees."""
        await self.acknowledge()
        async with self._lock:
            send = self.interaction.followup.send
            await _accepted(
                lambda: send(
                    message.text,
                    file=discord.File(io.BytesIO(file.text.encode()), file.name),
                    ephemeral=True,
                    suppress_embeds=True,
                )
            )
            self._state = _State.RESPONDED

    async def edit_message(self, message: MessageContent) -> None:
        """Edit the message whose button was pressed."""
        interaction = self.interaction
        is_layout = interaction.message is not None and interaction.message.flags.components_v2
        async with self._lock:
            if await self._is_first(
                lambda: self._response.edit_message(**message.edit_arguments(is_layout=is_layout)),
                _Attempt(message.text, is_pressed=True),
            ):
                return
            if not self._is_original_pressed:
                raise ResponseFailed
            edited = await _accepted(
                lambda: interaction.edit_original_response(**message.edit_arguments(is_layout=is_layout))
            )
            self._sent, self._state = edited.id, _State.RESPONDED

    async def send_public(self, message: MessageContent, placeholder_text: MessageContent) -> str:
        """Send a message that everybody sees, and return its id.

        A placeholder cannot become public, so `placeholder_text` replaces it.
        """
        self.posted = await self._send_public(message, placeholder_text)
        return self.posted

    async def edit_posted(self, message: MessageContent) -> None:
        """Edit the last public message."""
        async with self._lock:
            posted = int(self.posted or 0)
            await _accepted(
                lambda: self.interaction.followup.edit_message(posted, **message.edit_arguments(is_layout=True))
            )

    async def _send_public(self, message: MessageContent, placeholder_text: MessageContent) -> str:
        async with self._lock:
            try:
                is_first = await self._is_first(
                    lambda: self._response.send_message(**message.send_arguments()), _Attempt(message.text)
                )
            except RespondedElsewhere:
                raise
            except ResponseFailed:
                is_first = bool(self._unsure)
                if not is_first:
                    raise
            if is_first:
                return await self._public_original()
            if self._state is _State.PLACEHOLDER:  # a follow-up would become its content
                await self._replace_placeholder(placeholder_text)
            sent = await _accepted(
                lambda: self.interaction.followup.send(**message.send_arguments(), wait=True), repeatable=False
            )
            self._sent, self.is_kept_private = sent.id, sent.flags.ephemeral
            return str(sent.id)

    async def replace_sent(self, message: MessageContent) -> None:
        """Replace the content of the message that was sent last, unless one of its buttons was pressed meanwhile."""
        async with self._lock:
            sent, own = self._sent, self.interaction.id
            if sent is not None and self._presses.get(sent, own) == own:
                await _accepted(lambda: self.interaction.followup.edit_message(sent, **message.edit_arguments()))

    async def _public_original(self) -> str:
        """The id of the message that the first response has created for everybody."""
        if self._sent is not None:
            return str(self._sent)
        original = await _accepted(self.interaction.original_response)
        if original.flags.ephemeral:
            raise ResponseFailed
        self._sent, self._state = original.id, _State.RESPONDED
        return str(original.id)

    async def stop_timer(self) -> None:
        """Stop the timer and wait for an acknowledgement under way."""
        if self._timer is not None:
            self._timer.cancel()
        if self._acknowledgement is not None:
            await self._acknowledgement

    def _acknowledge_in_background(self) -> None:
        self._acknowledgement = asyncio.create_task(self._acknowledge_quietly(), name="hitblow acknowledgement")

    async def _acknowledge_quietly(self) -> None:
        try:
            await self.acknowledge()
        except ResponseFailed:
            log.warning("interaction %s could not be acknowledged", self.interaction.id)

    async def _is_first(self, respond: Callable[[], Awaitable[object]], attempt: _Attempt) -> bool:
        """Send the first response; False if there was one before.

        If the outcome of an attempt is unknown, Discord refuses the next one if it had accepted the first.
        """
        if self._state is not _State.OPEN:
            return False
        if self._timer is not None:
            self._timer.cancel()
        attempts = FailedAttempts()
        accepted = attempt
        try:
            async with asyncio.timeout(FIRST_RESPONSE_SECONDS):
                response = await send_with_retry(respond, attempts)
            if isinstance(response, discord.InteractionCallbackResponse):
                self._sent, self.is_kept_private = response.message_id, response.is_ephemeral()
        except FAILURES as error:
            already = isinstance(error, discord.HTTPException) and error.code == _ALREADY_RESPONDED
            if already and not attempts.failed and not self._unsure:
                raise RespondedElsewhere from error
            if attempts.failed or isinstance(error, TimeoutError):
                self._unsure.add(attempt)
            if not already:
                raise ResponseFailed from error
            accepted = self._unsure.pop() if len(self._unsure) == 1 else _Attempt()
        self._state, self._is_original_pressed = accepted.state, accepted.is_pressed
        return accepted == attempt


async def _accepted(request: Callable[[], Awaitable[Result]], *, repeatable: bool = True) -> Result:
    try:
        async with asyncio.timeout(_LATER_SECONDS):
            return await send_with_retry(
                request, FailedAttempts(0 if repeatable else ATTEMPTS - 1), repeatable=repeatable
            )
    except FAILURES as error:
        raise ResponseFailed from error
