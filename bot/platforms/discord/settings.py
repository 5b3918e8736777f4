"""The settings of Discord."""

import math
import re
from typing import Self

from msgspec import Struct

from bot.platforms.common.errors import SettingsMissing, ShardRangeInvalid
from bot.settings import EnvironmentSettings, HttpUrl, Secret, WebSocketUrl

PLATFORM_NAME = "Discord"
"""The platform as people call it."""

MAX_SHARDS = 16_000
"""The largest number of shards of an application, limited by its session starts per day."""

_NOTATION = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


class Shards(Struct, frozen=True):
    """The shards that one process serves: from `first` to `last`, both included, of `count`."""

    first: int
    last: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `0-3/16`, or `5/16` for one shard.

        Raises:
            ShardRangeInvalid: it is written in another way, or there are no such shards.
        """
        found = _NOTATION.fullmatch(text.strip())
        if found is None:
            raise ShardRangeInvalid(PLATFORM_NAME, text)
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if not first <= last < count <= MAX_SHARDS:
            raise ShardRangeInvalid(PLATFORM_NAME, text)
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
            ShardRangeInvalid: The setting cannot be read.
        """
        return Shards.parse(self.shards) if self.shards else None

    def check(self) -> None:
        """Check that they are complete, and that the shards can be read.

        Raises:
            SettingsMissing: There is no token.
            ShardRangeInvalid: The shards cannot be read.
        """
        self.require_token()
        self.parsed_shards()

    @property
    def has_any_credential(self) -> bool:
        """Whether there is a token."""
        return bool(self.token)

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
