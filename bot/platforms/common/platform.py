"""What the program needs of a chat platform, and asking a platform whether it could be served."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from typing import Any, Protocol

from msgspec import Struct, field

from bot.model.operations import Finding, Severity
from bot.platforms.common.errors import ExtraNotInstalled, PlatformUnreachable
from bot.platforms.common.intake import ReadinessChecks
from bot.platforms.common.rendering import ImageRenderer
from bot.services.services import Services


async def _nothing() -> None:
    """Leave the files of the database as they are."""


class Runtime(Struct, frozen=True):
    """What a platform is served with.

    Args:
        services: the use cases.
        engine: makes SQLAlchemy's asynchronous engine, for libraries that have tables of their own.
        public_language: the language of public replies; None for the platform's own choice.
        readiness: where the platform registers, under its name, whether it is connected.
        scrub_deleted: removes what was deleted from the files of the database, too.
        images: renders images; by default there are none.
    """

    services: Services
    engine: Callable[[], Any]
    public_language: str | None = None
    readiness: ReadinessChecks = field(default_factory=ReadinessChecks)
    scrub_deleted: Callable[[], Awaitable[None]] = _nothing
    images: ImageRenderer = field(default_factory=ImageRenderer)


class PlatformSettings(Protocol):
    """The environment variables of a platform."""

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """The combinations of variables the platform can be served with."""

    @property
    def has_any_credential(self) -> bool:
        """Whether the operator means to serve the platform: a token or a secret to log in with is set."""

    def check(self) -> None:
        """Check that the settings are complete and can be read.

        Raises:
            PlatformError: They are not, or cannot.
        """


class Platform(Protocol):
    """A chat platform that the program can serve."""

    name: str
    """Its display name, such as `Discord`."""

    settings: PlatformSettings

    def diagnose(self) -> AsyncIterator[Finding]:
        """Whether the settings are complete and the platform accepts them, without serving it.

        Raises:
            PlatformError: It cannot be served.
        """

    def import_libraries(self) -> None:
        """Import what serving the platform needs, which takes long.

        Raises:
            ExtraNotInstalled: it is missing.
        """

    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        """Serve the platform until `stop` is set, then finish what was taken.

        Raises:
            PlatformError: It cannot be served.
            StorageError: The storage fails while the platform starts.
        """


def require_library(library: str, platform: str) -> None:
    """Check that a library of a platform's extra is installed.

    Raises:
        ExtraNotInstalled: it is not.
    """
    if find_spec(library) is None:
        raise ExtraNotInstalled(platform, platform.lower())


_TIMEOUT_SECONDS = 10

MAX_CLOCK_ERROR = 30.0
"""The largest tolerated error of the clock in seconds. Slack's signatures are valid for five minutes."""


class ApiReply(Struct, frozen=True):
    """The response of a platform's API: its status, headers and JSON, an empty object if it is no JSON object."""

    status: int
    headers: Mapping[str, str]
    data: Mapping[str, Any]


async def call_api(platform: str, method: str, url: str, authorization: str) -> ApiReply:
    """Call a method of a platform's API.

    Raises:
        PlatformUnreachable: it does not respond, or fails.
    """
    import aiohttp  # noqa: PLC0415  # most runs of the program do without

    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_TIMEOUT_SECONDS)) as session,
            session.request(method, url, headers={"Authorization": authorization}) as response,
        ):
            data = await response.json() if "json" in response.content_type else {}
            reply = ApiReply(response.status, response.headers.copy(), data if isinstance(data, dict) else {})
    except (aiohttp.ClientError, TimeoutError, ValueError, OSError) as error:
        raise PlatformUnreachable(platform) from error
    if reply.status >= 500:  # noqa: PLR2004  # the server's errors
        raise PlatformUnreachable(platform)
    return reply


def compare_clocks(platform: str, reply: ApiReply, now: datetime | None = None) -> list[Finding]:
    """A finding if this machine's clock differs from the platform's too much, accurate to two seconds; else none."""
    try:
        theirs = parsedate_to_datetime(reply.headers["Date"])
    except (KeyError, ValueError):
        return []
    error = ((now or datetime.now(UTC)) - theirs).total_seconds()
    if abs(error) <= MAX_CLOCK_ERROR:
        return []
    return [Finding("clock_wrong", Severity.PROBLEM, {"platform": platform, "seconds": f"{abs(error):.0f}"})]
