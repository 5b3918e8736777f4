"""`conversations.*`: the history of channels and direct messages."""

from tests.fakes.loopback import Json
from tests.fakes.slack.channels import Channel, Message
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.methods.caller import Caller, flag, required


def history(caller: Caller, args: Json) -> Json:
    """`conversations.history`: return the latest messages outside threads, newest first."""
    return _page(args, _readable(caller, args).messages)


def replies(caller: Caller, args: Json) -> Json:
    """`conversations.replies`: return a message and its thread, oldest first."""
    message = _readable(caller, args).find(str(required(args, "ts")))
    if message is None:
        raise ApiError("thread_not_found")
    return _page(args, [message, *message.replies], newest_first=False)


def _readable(caller: Caller, args: Json) -> Channel:
    channel = caller.channel(args)
    caller.require_scope(channel.history_scope)
    if not channel.bot:
        raise ApiError("not_in_channel")
    return channel


def _page(args: Json, messages: list[Message], *, newest_first: bool = True) -> Json:
    """Return the messages after `oldest` and before `latest`, `limit` of them at most."""
    oldest, latest = float(args.get("oldest") or 0), float(args.get("latest") or "inf")
    inclusive, limit = flag(args.get("inclusive")), int(args.get("limit") or 100)
    found = [
        message
        for message in messages
        if oldest < float(message.ts) < latest or (inclusive and float(message.ts) in {oldest, latest})
    ]
    page = found[::-1][:limit] if newest_first else found[:limit]
    with_metadata = flag(args.get("include_all_metadata"))
    return {
        "messages": [message.payload(with_metadata=with_metadata) for message in page],
        "has_more": len(found) > limit,
    }
