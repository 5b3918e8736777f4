"""The settings of Discord, and what is wrong with them."""

import math
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Self

from bot.model.operations import Finding, Health
from bot.platforms.common.errors import InvalidShards, PlatformUnreachable, SettingsMissing, TokenRefused
from bot.platforms.common.platform import ask_api, compare_clocks
from bot.settings import EnvironmentSettings, HttpUrl, Secret, WebSocketUrl

PLATFORM_NAME = "Discord"
"""The platform as people call it."""

MAX_SHARDS = 16_000
"""The largest number of shards of an application, limited by its session starts per day."""

_NOTATION = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")

_API = "https://discord.com/api/v10"
_OK, _UNAUTHORIZED = 200, 401
_FEW_STARTS = 20


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that one process serves: from `first` to `last`, both included, of `count`."""

    first: int
    last: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `0-3/16`, or `5/16` for one shard.

        Raises:
            InvalidShards: it is written in another way, or there are no such shards.
        """
        found = _NOTATION.fullmatch(text.strip())
        if found is None:
            raise InvalidShards(PLATFORM_NAME, text)
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if not first <= last < count <= MAX_SHARDS:
            raise InvalidShards(PLATFORM_NAME, text)
        return cls(first, last, count)

    def __str__(self) -> str:
        """The shards as `parse` reads them."""
        return f"{self.first}-{self.last}/{self.count}" if self.first < self.last else f"{self.first}/{self.count}"

    @property
    def ids(self) -> list[int]:
        """The numbers of the shards."""
        return list(range(self.first, self.last + 1))

    def shares_servers_with(self, shard: int, count: int) -> bool:
        """Whether these shards can have a server in common with a shard of another number of shards.

        A server is in the shard `id >> 22` modulo the number of shards, so that two shards have servers in common if
        they are equal modulo the greatest common divisor of the numbers.
        """
        divisor = math.gcd(self.count, count)
        return any((own - shard) % divisor == 0 for own in self.ids)


class DiscordSettings(EnvironmentSettings, frozen=True, kw_only=True):
    """The environment variables `HITBLOW_DISCORD_...`."""

    prefix = "HITBLOW_DISCORD_"

    token: Secret | None = None
    """The bot's token."""

    api_url: HttpUrl | None = None
    """Base URL of the REST API, version included; Discord's own by default. For proxies and tests."""

    gateway_url: WebSocketUrl | None = None
    """URL of the gateway; by default the one that the REST API names."""

    shards: str | None = None
    """The shards that this process serves, such as `0-3/16`; by default all that Discord recommends."""

    def parsed_shards(self) -> Shards | None:
        """The shards that this process serves, None for all.

        Raises:
            InvalidShards: The setting cannot be read.
        """
        return Shards.parse(self.shards) if self.shards else None

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """The combinations of environment variables with which Discord can be served."""
        return ((self.variable("token"),),)

    def require_token(self) -> str:
        """The token.

        Raises:
            SettingsMissing: It is not set.
        """
        if not self.token:
            raise SettingsMissing(PLATFORM_NAME, self.alternatives)
        return self.token.value


async def diagnose(settings: DiscordSettings) -> AsyncIterator[Finding]:
    """Whether the settings can be used, and Discord accepts the token and lets the bot connect.

    Raises:
        PlatformError: they cannot, or it does not.
    """
    token, variable = settings.require_token(), settings.variable("token")
    settings.parsed_shards()
    api, authorization = (settings.api_url or _API).rstrip("/"), f"Bot {token}"
    me = await ask_api(PLATFORM_NAME, "GET", f"{api}/users/@me", authorization)
    if me.status == _UNAUTHORIZED:
        raise TokenRefused(PLATFORM_NAME, variable)
    gateway = await ask_api(PLATFORM_NAME, "GET", f"{api}/gateway/bot", authorization)
    if {me.status, gateway.status} != {_OK} or "session_start_limit" not in gateway.data:
        raise PlatformUnreachable(PLATFORM_NAME)
    yield Finding("logged_in", Health.OK, {"platform": PLATFORM_NAME, "user": str(me.data.get("username"))})
    left = int(gateway.data["session_start_limit"]["remaining"])
    if left < _FEW_STARTS:
        yield Finding("few_starts", Health.PROBLEM, {"left": str(left)})
    for finding in compare_clocks(PLATFORM_NAME, me):
        yield finding
