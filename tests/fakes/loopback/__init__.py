"""What the loopback platforms share: a network with delays and faults, rate limits, records, a clock."""

from tests.fakes.loopback.activity import Activity
from tests.fakes.loopback.faults import Disconnect, ErrorResponse, Fault
from tests.fakes.loopback.network import Direction, Hold, Network
from tests.fakes.loopback.rate_limits import Quota, RateLimit, RateLimits
from tests.fakes.loopback.records import Clock, Exchange, Json, Revision

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
