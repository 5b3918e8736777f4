"""The routes that need the bot's token and membership: messages, threads, direct messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.discord import payloads, refusals
from tests.fakes.discord.channels import DIRECT, PRIVATE_THREAD, PUBLIC_THREAD, Channel
from tests.fakes.discord.routing import Call, Route

if TYPE_CHECKING:
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.wire import Json
    from tests.fakes.discord.world import World


def _channel(world: World, call: Call) -> Channel:
    channel = world.channels.get(call.id("channel_id"))
    if channel is None:
        raise refusals.unknown_channel()
    channel.require("view_channel")
    return channel


def _message(world: World, call: Call) -> Message:
    return _channel(world, call).find(call.id("message_id"))


def read_channel(world: World, call: Call) -> Json:
    return payloads.channel(_channel(world, call))


def send(world: World, call: Call) -> Json:
    channel = _channel(world, call)
    channel.require_sending()
    nonce = str(call.body["nonce"]) if call.body.get("enforce_nonce") else ""
    if nonce in channel.nonces:
        return payloads.message(channel.nonces[nonce])
    channel.archived = False
    message = world.post(channel, call.body, call.files)
    if nonce:
        channel.nonces[nonce] = message
    return payloads.message(message)


def read_messages(world: World, call: Call) -> list[Json]:
    channel = _channel(world, call)
    channel.require("read_message_history")
    limit = int(call.query.get("limit", 50))
    return [payloads.message(message) for message in channel.messages[::-1][:limit]]


def read_message(world: World, call: Call) -> Json:
    _channel(world, call).require("read_message_history")
    return payloads.message(_message(world, call))


def edit_message(world: World, call: Call) -> Json:
    message = _message(world, call)
    if message.author is not world.bot:
        raise refusals.somebody_elses_message()
    if message.channel.archived:
        raise refusals.archived()
    world.edit(message, call.body, call.files)
    return payloads.message(message)


def delete_message(world: World, call: Call) -> None:
    message = _message(world, call)
    if message.author is not world.bot:
        message.channel.require("manage_messages")
    world.delete(message)


def start_thread(world: World, call: Call) -> Json:
    parent = _channel(world, call)
    kind = call.body.get("type", PRIVATE_THREAD)
    parent.require("create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads")
    return payloads.channel(world.open_thread(parent, call.body["name"], kind))


def start_thread_from_message(world: World, call: Call) -> Json:
    message = _message(world, call)
    message.channel.require("create_public_threads")
    if message.thread is not None:
        raise refusals.has_a_thread()
    message.thread = world.open_thread(message.channel, call.body["name"], PUBLIC_THREAD, like=message)
    return payloads.channel(message.thread)


def edit_channel(world: World, call: Call) -> Json:
    channel = _channel(world, call)
    channel.require("manage_threads" if channel.is_thread and channel.owner is not world.bot else "view_channel")
    channel.archived = bool(call.body.get("archived", channel.archived))
    channel.name = call.body.get("name", channel.name)
    return payloads.channel(channel)


def join_thread(world: World, call: Call) -> None:
    _channel(world, call)


def open_direct(world: World, call: Call) -> Json:
    person = world.people.get(int(call.body["recipient_id"]))
    if person is None:
        raise refusals.unknown_user()
    return payloads.channel(person.dm)


def read_user(world: World, call: Call) -> Json:
    person = world.people.get(call.id("user_id"))
    if person is None:
        raise refusals.unknown_user()
    return payloads.user(person)


def trigger_typing(world: World, call: Call) -> None:
    channel = _channel(world, call)
    if channel.type != DIRECT:
        channel.require_sending()


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
    Route("join_thread", "PUT", "/channels/{channel_id}/thread-members/@me", join_thread),
    Route("typing", "POST", "/channels/{channel_id}/typing", trigger_typing),
    Route("open_direct", "POST", "/users/@me/channels", open_direct),
    Route("read_user", "GET", "/users/{user_id}", read_user),
]
