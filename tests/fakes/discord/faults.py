"""Faults to inject with `LoopbackDiscord.network.fail`, as the real Discord sends them."""

from __future__ import annotations

from tests.fakes.discord.errors import ApiError, ErrorCode
from tests.fakes.loopback import ErrorResponse


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
