"""Slack's errors and limits: what a response means, when to call again, and which process replies."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus

import aiohttp
from cachetools import TTLCache
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from typing_extensions import override

from bot.platforms.common.intake import SECONDS_BETWEEN, SendRateLimiter, logged_storage_errors
from bot.services.processes import Leases, SharedLimits

NETWORK_ERRORS = (aiohttp.ClientError, TimeoutError, ValueError)
"""What a call raises if there is no response, or none that slack_sdk can read (ValueError)."""

FAILURES = (SlackClientError, *NETWORK_ERRORS)
"""What a call can raise."""

RATE_LIMITED = "ratelimited"

_TRANSIENT = {RATE_LIMITED, "internal_error", "fatal_error", "service_unavailable", "request_timeout"}
_TOO_MANY_REQUESTS, _SERVER_ERROR = 429, 500


def error_code(error: SlackApiError) -> str:
    """Slack's code for an error, empty if it gave none: a server that is down may respond with any body."""
    data = getattr(error.response, "data", None)
    return str(data.get("error") or "") if isinstance(data, dict) else ""


def describe_error(error: BaseException) -> str:
    """A short description of a failed call for the log: Slack's code, or the type of the error."""
    reason = error_code(error) if isinstance(error, SlackApiError) else ""
    return reason or type(error).__name__


def is_rate_limited(error: SlackApiError) -> bool:
    """Whether Slack refused the call because there were too many."""
    return error_code(error) == RATE_LIMITED or _status(error) == _TOO_MANY_REQUESTS


def is_transient(error: SlackApiError) -> bool:
    """Whether the same call may succeed a moment later."""
    reason = error_code(error)
    return not reason or reason in _TRANSIENT or is_rate_limited(error) or _status(error) >= _SERVER_ERROR


def retry_after(error: SlackApiError, default: float) -> float:
    """The seconds after which Slack takes the call again; `default` if it does not say."""
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return default


def _status(error: SlackApiError) -> int:
    """The HTTP status. The response is aiohttp's own if its body was no JSON although its type said so."""
    response = error.response
    status: int = response.status if isinstance(response, aiohttp.ClientResponse) else response.status_code
    return status


log = logging.getLogger(__name__)

WORKERS, REFUSALS, CHANNELS, REPLIES = "slack/worker/", "slack/refused/", "slack/channel/", "slack/reply/"
"""Prefixes of the names of leases and limits."""

POLL_SECONDS = 3.0
"""Seconds between two reads of the other processes and their limits."""

_WORKER_SECONDS = 10.0
"""Seconds for which a process that was killed is still counted."""

_REPLY_SECONDS = 30.0
"""Seconds within which Slack sends both events about a text."""

_LONGEST_PAUSE = 5.0
"""The longest wait of a call in seconds. After it a message is refused without a call; other calls are made."""

_MAX_REFUSALS = 10_000
_REFUSAL_SECONDS = 600.0
_BY_CHANNEL = "chat.postMessage"
"""The method that is limited by channel, so a refusal does not apply to other channels."""


class SlackRateLimiter(SendRateLimiter):
    """Makes calls wait for Slack's limits. A process that is alone on its database stores nothing for it.

    Args:
        shared: the limits of all processes.
        leases: by which processes notice one another.
        seconds_between: least time between two messages in a channel; 0 for no limit.
        clock: monotonic seconds.

    Attributes:
        refusals: until when Slack refuses calls, by the name of their limit.
    """

    def __init__(
        self,
        shared: SharedLimits,
        leases: Leases,
        seconds_between: float = SECONDS_BETWEEN,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(seconds_between, clock)
        self._shared = shared
        self._leases = leases
        self._worker = f"{WORKERS}{leases.identity}"
        self._are_several = False
        self.refusals: TTLCache[str, float] = TTLCache(_MAX_REFUSALS, _REFUSAL_SECONDS, clock)

    @override
    async def wait(self, channel: str) -> None:
        """Wait until a message may be sent to the channel, and reserve that time for this process."""
        if self._are_several and self._seconds_between and not self.has_ended_waits:
            with logged_storage_errors:
                await self.sleep(await self._shared.reserve(f"{CHANNELS}{channel}", self._seconds_between))
                return
        await super().wait(channel)

    async def run(self) -> None:
        """Read every few seconds which other processes run and what Slack refuses; until cancelled."""
        while True:
            with logged_storage_errors:
                await self.refresh()
            await asyncio.sleep(POLL_SECONDS)

    async def refresh(self) -> None:
        """Look once.

        Raises:
            StorageError: the storage fails.
        """
        await self._leases.claim_or_find_conflicts([self._worker], _WORKER_SECONDS)
        self._are_several = len(await self._leases.names_held(WORKERS)) > 1
        if self._are_several:
            now = self._clock()
            for name, seconds in (await self._shared.exhausted(REFUSALS)).items():
                self.refusals[name] = now + seconds

    async def claim_event(self, event: str) -> bool:
        """Claim to reply to an event; whether no other process does."""
        if self._are_several:
            with logged_storage_errors:
                return not await self._leases.claim_or_find_conflicts(
                    [f"{REPLIES}{sha256(event.encode()).hexdigest()}"], _REPLY_SECONDS
                )
        return True

    async def release_lease(self) -> None:
        """Let other processes know that this one has ended."""
        with logged_storage_errors:  # it is counted a little longer
            await self._leases.release([self._worker])

    async def record_refusal(self, name: str, seconds: float) -> None:
        """Record that Slack refuses calls of a kind for some seconds."""
        self.refusals[name] = self._clock() + seconds
        if self._are_several:
            with logged_storage_errors:
                await self._shared.block_requests(name, seconds)

    def seconds_refused(self, name: str) -> float:
        """The seconds for which Slack refuses calls of a kind."""
        return max(0.0, self.refusals.get(name, 0.0) - self._clock())


async def call_within_limits(
    limits: SlackRateLimiter, api_url: str, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Wait until Slack takes a call, note what it refuses, and raise `SlackApiError` for plain text with status 200.

    slack_sdk would take that for data, and fail on it as it would on a bug. It comes from proxies in front of Slack.

    A partial application to the first two arguments is a middleware of aiohttp.

    Args:
        limits: of the calls.
        api_url: the base URL of the Web API.
        request: the call.
        send: sends it.
    """
    if limits.refusals and (name := _name_of(request, api_url)) is not None:
        await limits.sleep(min(limits.seconds_refused(name), _LONGEST_PAUSE))
        if request.url.name == _BY_CHANNEL and (left := limits.seconds_refused(name)):
            raise _refusal(left)
    response = await send(request)
    seconds = response.headers.get("Retry-After", "")
    is_refused = response.status == HTTPStatus.TOO_MANY_REQUESTS and seconds.isdecimal()
    if is_refused and (name := _name_of(request, api_url)) is not None:
        await limits.record_refusal(name, float(seconds))
    is_text = response.status == HTTPStatus.OK and response.content_type == "text/plain"
    if is_text and str(request.url).startswith(api_url):  # a file is uploaded to another address
        response.release()
        message = "a response that is no JSON"
        raise SlackApiError(message, response)  # type: ignore[no-untyped-call]  # left without types
    return response


def _refusal(seconds: float) -> SlackApiError:
    """The error of a call that is not made because Slack refuses it for some more seconds."""
    headers = {"Retry-After": f"{seconds:.0f}"}
    data = {"ok": False, "error": RATE_LIMITED}
    response = AsyncSlackResponse(
        client=None,
        http_verb="POST",
        api_url="",
        req_args={},
        data=data,
        headers=headers,
        status_code=_TOO_MANY_REQUESTS,
    )
    return SlackApiError("a limit is not over yet", response)  # type: ignore[no-untyped-call]  # left without types


def _name_of(request: aiohttp.ClientRequest, api_url: str) -> str | None:
    """The name of the limit of a call: of its method and, for a message, channel in the workspace of its token.

    None if the call has no limit.
    """
    address, token = str(request.url.with_query(None)), request.headers.get("Authorization", "")
    method = address.removeprefix(api_url)
    if method == address or not token:
        return None
    channel = _channel_of(request.body) if method == _BY_CHANNEL else ""
    limited = method if channel == "" else f"{method}/{channel}"
    return None if channel is None else f"{REFUSALS}{sha256(token.encode()).hexdigest()[:16]}/{limited}"[:128]


def _channel_of(sent: object) -> str | None:
    """The channel that the body of a request names, None if it names none."""
    try:
        return str(json.loads(sent.decode())["channel"]) if isinstance(sent, aiohttp.Payload) else None
    except (KeyError, TypeError, ValueError):
        return None
