"""The errors of Slack's Web API, the faults that inject them, and the errors that tests get."""

from typing import Any

from tests.fakes.loopback import ErrorResponse

_HTML = "<!DOCTYPE html><html><body><h1>Slack is having a problem</h1></body></html>"


class ApiError(Exception):
    """The Web API's `{"ok": false}` with Slack's error code.

    Args:
        error: Slack's error code, for example `channel_not_found`.
        details: further fields of the response. `why`, a list of sentences, marks a violation by the app.
    """

    def __init__(self, error: str, **details: Any) -> None:
        super().__init__(error)
        self.error = error
        self.details = details


class NotAcknowledged(AssertionError):
    """The app did not acknowledge a delivery in time, or responded with an error.

    Attributes:
        status: the HTTP status; None if there was no response.
    """

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


class UnavailableAction(AssertionError):
    """Slack's own client does not offer this: no such button, a value that a field does not take."""


def api_error(error: str, *, status: int = 200, processed: bool = False) -> ErrorResponse:
    """Return `{"ok": false}` with one of Slack's error codes.

    Args:
        error: for example `internal_error`, `channel_not_found` or `message_not_found`.
        status: the HTTP status; response URLs have others than 200.
        processed: whether Slack still does what it was asked to.
    """
    return ErrorResponse(status, {"ok": False, "error": error}, processed=processed)


def server_error(status: int = 503, *, processed: bool = False) -> ErrorResponse:
    """Return a page of HTML, as Slack does when it is down; use `ErrorResponse` for other bodies.

    Args:
        status: the HTTP status.
        processed: whether Slack still does what it was asked to.
    """
    return ErrorResponse(status, _HTML, content_type="text/html; charset=utf-8", processed=processed)


def rate_limited(retry_after: int = 1) -> ErrorResponse:
    """Return a 429 with `Retry-After` in seconds, which does not belong to a limit set with `rate_limits`."""
    return ErrorResponse(429, {"ok": False, "error": "ratelimited"}, headers={"Retry-After": str(retry_after)})
