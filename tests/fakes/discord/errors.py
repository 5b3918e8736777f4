"""The errors of Discord's API, the faults that inject them, and the errors that tests get.

Codes and messages: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from enum import IntEnum

from tests.fakes.loopback import ErrorResponse, Json


class NoResponse(AssertionError):
    """The bot did not respond in time: Discord shows "The application did not respond"."""


class UnavailableAction(AssertionError):
    """Discord's own client does not offer this: no such button, a disabled one, a value out of range."""


class ErrorCode(IntEnum):
    """JSON error codes by name."""

    GENERAL = 0
    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    UNKNOWN_COMMAND = 10063
    ALREADY_ACKNOWLEDGED = 40060
    TOO_MANY_FOLLOWUPS = 40094
    MISSING_ACCESS = 50001
    NOT_AUTHOR = 50005
    EMPTY_MESSAGE = 50006
    CANNOT_MESSAGE_USER = 50007
    MISSING_PERMISSIONS = 50013
    WRONG_CHANNEL_TYPE = 50024
    INVALID_WEBHOOK_TOKEN = 50027
    INVALID_FORM_BODY = 50035
    THREAD_ARCHIVED = 50083
    THREAD_EXISTS = 160004


_RESPONSES = {
    ErrorCode.UNKNOWN_CHANNEL: (404, "Unknown Channel"),
    ErrorCode.UNKNOWN_GUILD: (404, "Unknown Guild"),
    ErrorCode.UNKNOWN_MEMBER: (404, "Unknown Member"),
    ErrorCode.UNKNOWN_MESSAGE: (404, "Unknown Message"),
    ErrorCode.UNKNOWN_USER: (404, "Unknown User"),
    ErrorCode.UNKNOWN_WEBHOOK: (404, "Unknown Webhook"),
    ErrorCode.UNKNOWN_INTERACTION: (404, "Unknown interaction"),
    ErrorCode.UNKNOWN_COMMAND: (404, "Unknown application command"),
    ErrorCode.ALREADY_ACKNOWLEDGED: (400, "Interaction has already been acknowledged."),
    ErrorCode.TOO_MANY_FOLLOWUPS: (400, "This interaction has reached the maximum number of follow-up messages"),
    ErrorCode.MISSING_ACCESS: (403, "Missing Access"),
    ErrorCode.NOT_AUTHOR: (403, "Cannot edit a message authored by another user"),
    ErrorCode.EMPTY_MESSAGE: (400, "Cannot send an empty message"),
    ErrorCode.CANNOT_MESSAGE_USER: (403, "Cannot send messages to this user"),
    ErrorCode.MISSING_PERMISSIONS: (403, "Missing Permissions"),
    ErrorCode.WRONG_CHANNEL_TYPE: (400, "Cannot execute action on this channel type"),
    ErrorCode.INVALID_WEBHOOK_TOKEN: (401, "Invalid Webhook Token"),
    ErrorCode.INVALID_FORM_BODY: (400, "Invalid Form Body"),
    ErrorCode.THREAD_ARCHIVED: (400, "Thread is archived"),
    ErrorCode.THREAD_EXISTS: (400, "A thread has already been created for this message"),
}

VIOLATIONS = frozenset(
    {
        ErrorCode.UNKNOWN_WEBHOOK,
        ErrorCode.UNKNOWN_INTERACTION,
        ErrorCode.ALREADY_ACKNOWLEDGED,
        ErrorCode.TOO_MANY_FOLLOWUPS,
        ErrorCode.NOT_AUTHOR,
        ErrorCode.EMPTY_MESSAGE,
        ErrorCode.INVALID_WEBHOOK_TOKEN,
        ErrorCode.INVALID_FORM_BODY,
    }
)
"""Errors that a correct bot never gets, unlike those about a deleted message or a withdrawn permission."""


class ApiError(Exception):
    """An error response of Discord's API.

    Args:
        code: the JSON error code; `GENERAL` needs a status and a message.
        detail: what exactly is wrong.
        status: the HTTP status, by default that of the code.
        message: Discord's message, by default that of the code.
        violation: whether it is the bot's mistake, by default whether the code is among `VIOLATIONS`.
    """

    def __init__(
        self,
        code: ErrorCode,
        detail: str = "",
        *,
        status: int | None = None,
        message: str | None = None,
        violation: bool | None = None,
    ) -> None:
        known_status, known_message = _RESPONSES.get(code, (400, ""))
        self.code = code
        self.detail = detail
        self.status = known_status if status is None else status
        self.message = known_message if message is None else message
        self.violation = code in VIOLATIONS if violation is None else violation
        super().__init__(code, detail)

    def __str__(self) -> str:
        return f"{self.status} {self.code:d} {self.message}" + (f" ({self.detail})" if self.detail else "")

    @property
    def body(self) -> Json:
        """The JSON that clients read the error from."""
        body: Json = {"code": int(self.code), "message": self.message}
        if self.detail:
            body["errors"] = {"_errors": [{"code": "LOOPBACK", "message": self.detail}]}
        return body


def unauthorized() -> ApiError:
    """Return the error of a wrong bot token."""
    return ApiError(ErrorCode.GENERAL, status=401, message="401: Unauthorized")


def unknown_route() -> ApiError:
    """Return the error of a route that the loopback does not have; a violation, so that the test fails."""
    return ApiError(ErrorCode.GENERAL, status=404, message="404: Not Found", violation=True)


def malformed_request(error: Exception) -> ApiError:
    """Return the error of a request whose parts are missing or of the wrong type."""
    return ApiError(ErrorCode.GENERAL, message=f"400: Bad Request: {error!r}", violation=True)


def require(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - reads as the sentence that it checks
    """Raise `INVALID_FORM_BODY` with the detail `otherwise` unless `condition` holds."""
    if not condition:
        raise ApiError(ErrorCode.INVALID_FORM_BODY, otherwise)


def api_error(code: int, *, processed: bool = False) -> ErrorResponse:
    """Return an error with one of Discord's JSON error codes, for example 10062 or 50013.

    Args:
        code: a value of `ErrorCode`.
        processed: whether Discord still does what it was asked to.
    """
    error = ApiError(ErrorCode(code))
    return ErrorResponse(error.status, error.body, processed=processed)


def server_error(status: int = 500, *, processed: bool = False) -> ErrorResponse:
    """Return the JSON that Discord sends with 500; use `ErrorResponse` for other bodies.

    Args:
        status: the HTTP status.
        processed: whether Discord still does what it was asked to.
    """
    return ErrorResponse(status, {"message": f"{status}: Internal Server Error", "code": 0}, processed=processed)


def rate_limited(retry_after: float = 0.01, *, is_global: bool = False) -> ErrorResponse:
    """Return a 429 that does not belong to a limit set with `rate_limits`.

    Args:
        retry_after: seconds to wait.
        is_global: whether the limit is that of all routes together.
    """
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": is_global}
    headers = {
        "Via": "1.1 google",  # without it discord.py takes the response for a ban
        "Retry-After": str(retry_after),
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset-After": str(retry_after),
        "X-RateLimit-Scope": "global" if is_global else "user",
    }
    return ErrorResponse(429, body, headers=headers)
