"""Routes of channels: messages, threads, direct messages."""

from tests.fakes.discord import payloads
from tests.fakes.discord.channels import PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel
from tests.fakes.discord.errors import ApiError, ErrorCode
from tests.fakes.discord.messages import Message
from tests.fakes.discord.routing import Call, Route
from tests.fakes.discord.state import State
from tests.fakes.loopback import Json

NONCE_SECONDS = 300.0
"""How long a nonce is remembered; Discord documents "a few minutes"."""


def _channel(state: State, call: Call) -> Channel:
    channel = state.channels.get(call.id("channel_id"))
    if channel is None:
        raise ApiError(ErrorCode.UNKNOWN_CHANNEL)
    channel.require("view_channel")
    return channel


def _message(state: State, call: Call) -> Message:
    return _channel(state, call).find(call.id("message_id"))


def read_channel(state: State, call: Call) -> Json:
    return payloads.channel(_channel(state, call))


def send(state: State, call: Call) -> Json:
    """Send a message; the same nonce within `NONCE_SECONDS` returns the message that it created."""
    channel = _channel(state, call)
    channel.require_sending()
    nonce = str(call.body["nonce"]) if call.body.get("enforce_nonce") else ""
    created_at, existing = channel.nonces.get(nonce, (0.0, None))
    if existing and state.clock.now() - created_at < NONCE_SECONDS:
        return payloads.message(existing)
    channel.archived = False
    message = state.post(channel, call.body, call.files)
    if nonce:
        channel.nonces[nonce] = (state.clock.now(), message)
    return payloads.message(message)


def read_messages(state: State, call: Call) -> list[Json]:
    channel = _channel(state, call)
    channel.require("read_message_history")
    limit, after = int(call.query.get("limit", 50)), call.query.get("after")
    found = [message for message in channel.messages if after is None or message.id > int(after)]
    return [payloads.message(message) for message in (found[-limit:] if after is None else found[:limit])[::-1]]


def read_message(state: State, call: Call) -> Json:
    _channel(state, call).require("read_message_history")
    return payloads.message(_message(state, call))


def edit_message(state: State, call: Call) -> Json:
    message = _message(state, call)
    if message.author is not state.bot:
        raise ApiError(ErrorCode.NOT_AUTHOR)
    if message.channel.archived:
        raise ApiError(ErrorCode.THREAD_ARCHIVED)
    state.edit(message, call.body, call.files)
    return payloads.message(message)


def delete_message(state: State, call: Call) -> None:
    message = _message(state, call)
    if message.author is not state.bot:
        message.channel.require("manage_messages")
    if message.channel.archived:
        raise ApiError(ErrorCode.THREAD_ARCHIVED)
    state.delete(message)


def start_thread(state: State, call: Call) -> Json:
    parent, kind = _channel(state, call), call.body.get("type", PRIVATE_THREAD)
    parent.require("create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads")
    return payloads.channel(state.open_thread(parent, call.body["name"], kind))


def start_thread_from_message(state: State, call: Call) -> Json:
    message = _message(state, call)
    if message.channel.type != TEXT:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    message.channel.require("create_public_threads")
    if message.thread is not None:
        raise ApiError(ErrorCode.THREAD_EXISTS)
    message.thread = state.open_thread(message.channel, call.body["name"], PUBLIC_THREAD, starter=message)
    return payloads.channel(message.thread)


def edit_channel(state: State, call: Call) -> Json:
    channel = _channel(state, call)
    if call.body == {"archived": False} and not channel.locked:
        channel.require_sending()
    else:
        is_own = channel.owner is state.bot and not channel.locked
        channel.require("manage_threads" if channel.is_thread and not is_own else "view_channel")
    channel.archived = bool(call.body.get("archived", channel.archived))
    channel.name = call.body.get("name", channel.name)
    return payloads.channel(channel)


def read_member(state: State, call: Call) -> Json:
    guild, user = state.guilds.get(call.id("guild_id")), state.users.get(call.id("user_id"))
    if guild is None or not guild.has_bot:
        raise ApiError(ErrorCode.UNKNOWN_GUILD)
    if user is None or user.id not in guild.members:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    return payloads.member(guild, user)


ROUTES = [
    Route("read_channel", "GET", "/channels/{channel_id}", read_channel),
    Route("edit_channel", "PATCH", "/channels/{channel_id}", edit_channel),
    Route("send", "POST", "/channels/{channel_id}/messages", send),
    Route("read_messages", "GET", "/channels/{channel_id}/messages", read_messages),
    Route("read_message", "GET", "/channels/{channel_id}/messages/{message_id}", read_message),
    Route("edit_message", "PATCH", "/channels/{channel_id}/messages/{message_id}", edit_message),
    Route("delete_message", "DELETE", "/channels/{channel_id}/messages/{message_id}", delete_message),
    Route("start_thread", "POST", "/channels/{channel_id}/threads", start_thread),
    Route(
        "start_thread_from_message",
        "POST",
        "/channels/{channel_id}/messages/{message_id}/threads",
        start_thread_from_message,
    ),
    Route("read_member", "GET", "/guilds/{guild_id}/members/{user_id}", read_member),
]
