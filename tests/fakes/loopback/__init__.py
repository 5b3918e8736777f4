"""What the loopback platforms share: a network with delays and faults, rate limits, records, a clock."""

from tests.fakes.loopback.network import Direction, Hold, Network
from tests.fakes.loopback.records import (
    Activity,
    Clock,
    Disconnect,
    ErrorResponse,
    Exchange,
    Fault,
    Json,
    Quota,
    RateLimit,
    RateLimits,
    Revision,
)

__all__ = [
    "Activity",
    "Clock",
    "Direction",
    "Disconnect",
    "ErrorResponse",
    "Exchange",
    "Fault",
    "Hold",
    "Json",
    "Network",
    "Quota",
    "RateLimit",
    "RateLimits",
    "Revision",
]
