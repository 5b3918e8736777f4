"""How fast an app may write: about one post a second in a channel, some fifty updates a minute in a workspace.

Source: docs.slack.dev, rate limits (`chat.postMessage` is special tier, `chat.update` tier 3). The platform lets short
bursts pass, so the posts are counted over a few seconds.
"""

from collections import defaultdict, deque
from dataclasses import dataclass
from math import ceil

from tests.fakes.slack.basics import Clock, Json


@dataclass(frozen=True)
class Limit:
    """`calls` within any `seconds`, counted for each value of the argument `per` (or over all)."""

    calls: int
    seconds: float
    per: str = ""


LIMITS = {"chat.postMessage": Limit(5, 5.0, "channel"), "chat.update": Limit(50, 60.0)}


class Pace:
    """Counts calls by the fake's clock once it is `on`; off, everything passes."""

    def __init__(self, clock: Clock) -> None:
        self.on = False
        self._clock = clock
        self._calls: defaultdict[tuple[str, str, object], deque[float]] = defaultdict(deque)

    def wait(self, method: str, token: str, args: Json) -> int:
        """Whole seconds to wait before this call, as `Retry-After` has them; 0 lets it pass and counts it."""
        limit = LIMITS.get(method)
        if not self.on or limit is None:
            return 0
        now, calls = self._clock.now(), self._calls[method, token, args.get(limit.per)]
        while calls and calls[0] <= now - limit.seconds:
            calls.popleft()
        if len(calls) >= limit.calls:
            return ceil(calls[0] + limit.seconds - now) or 1
        calls.append(now)
        return 0
