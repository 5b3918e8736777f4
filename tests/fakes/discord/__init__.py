"""A Discord on 127.0.0.1 for tests of unmodified discord.py clients; see README.md."""

from tests.fakes.discord.channels import Channel
from tests.fakes.discord.client import instant_retries, redirected, running
from tests.fakes.discord.errors import (
    ApiError,
    ErrorCode,
    NoResponse,
    UnavailableAction,
    api_error,
    rate_limited,
    server_error,
)
from tests.fakes.discord.guilds import Account, Guild
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.loopback import LoopbackDiscord
from tests.fakes.discord.messages import Message
from tests.fakes.discord.responses import InteractionResponse, Modal
from tests.fakes.discord.routing import Call
from tests.fakes.discord.users import User
from tests.fakes.loopback import Disconnect, ErrorResponse, RateLimit

__all__ = [
    "Account",
    "ApiError",
    "Call",
    "Channel",
    "Disconnect",
    "ErrorCode",
    "ErrorResponse",
    "Guild",
    "Interaction",
    "InteractionResponse",
    "LoopbackDiscord",
    "Message",
    "Modal",
    "NoResponse",
    "RateLimit",
    "UnavailableAction",
    "User",
    "api_error",
    "instant_retries",
    "rate_limited",
    "redirected",
    "running",
    "server_error",
]
