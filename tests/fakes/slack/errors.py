"""The errors of Slack's Web API, and those a test gets when the app or its script does something impossible."""

from typing import Any


class ApiError(Exception):
    """The Web API's `{"ok": false}` with Slack's error code.

    Args:
        error: Slack's error code, for example `channel_not_found`.
        details: further fields of the response. `why`, a list of sentences, marks a violation by the app.
    """

    def __init__(self, error: str, **details: Any) -> None:  # noqa: ANN401 - any JSON
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
