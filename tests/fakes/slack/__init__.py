"""A Slack on 127.0.0.1 for tests of unmodified slack-bolt apps; see README.md."""

from tests.fakes.loopback import Disconnect, ErrorResponse, RateLimit
from tests.fakes.slack.blocks import Element
from tests.fakes.slack.channels import Channel, Message
from tests.fakes.slack.deliveries import Acknowledgement, Call, Deliveries, Delivery
from tests.fakes.slack.errors import ApiError, NotAcknowledged, UnavailableAction, api_error, rate_limited, server_error
from tests.fakes.slack.loopback import LoopbackSlack
from tests.fakes.slack.oauth import Page, install
from tests.fakes.slack.socket_mode import SignedHttp, SocketMode
from tests.fakes.slack.views import View
from tests.fakes.slack.workspaces import Enterprise, Installation, User, Workspace

__all__ = [
    "Acknowledgement",
    "ApiError",
    "Call",
    "Channel",
    "Deliveries",
    "Delivery",
    "Disconnect",
    "Element",
    "Enterprise",
    "ErrorResponse",
    "Installation",
    "LoopbackSlack",
    "Message",
    "NotAcknowledged",
    "Page",
    "RateLimit",
    "SignedHttp",
    "SocketMode",
    "UnavailableAction",
    "User",
    "View",
    "Workspace",
    "api_error",
    "install",
    "rate_limited",
    "server_error",
]
