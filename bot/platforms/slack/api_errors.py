"""What calls to Slack raise, and what Slack says about the reason."""

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from typing_extensions import override

NETWORK_ERRORS = (aiohttp.ClientError, TimeoutError, ValueError)
"""What a call raises if there is no response, or none that slack_sdk can read (ValueError)."""

FAILURES = (SlackClientError, *NETWORK_ERRORS)
"""What a call can raise."""

RATE_LIMITED = "ratelimited"

_TRANSIENT = {RATE_LIMITED, "internal_error", "fatal_error", "service_unavailable", "request_timeout"}
_TOO_MANY_REQUESTS, _SERVER_ERROR = 429, 500


class ApiResponse(aiohttp.ClientResponse):
    """A response of the Web API.

    slack_sdk takes plain text for data, and fails on it as it would on a bug. Under another type it is a response that
    is no JSON, such as those of proxies in front of Slack, for which slack_sdk raises `SlackApiError`.
    """

    @property
    @override
    def content_type(self) -> str:
        content_type: str = super().content_type
        return "application/octet-stream" if content_type == "text/plain" else content_type


def reason_of(error: SlackApiError) -> str:
    """Slack's code for an error, empty if it gave none: a server that is down may respond with any body."""
    data = getattr(error.response, "data", None)
    return str(data.get("error") or "") if isinstance(data, dict) else ""


def describe(error: BaseException) -> str:
    """A short description of a failed call for the log: Slack's code, or the type of the error."""
    reason = reason_of(error) if isinstance(error, SlackApiError) else ""
    return reason or type(error).__name__


def is_rate_limited(error: SlackApiError) -> bool:
    """Whether Slack refused the call because there were too many."""
    return reason_of(error) == RATE_LIMITED or _status(error) == _TOO_MANY_REQUESTS


def is_transient(error: SlackApiError) -> bool:
    """Whether the same call may succeed a moment later."""
    reason = reason_of(error)
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
