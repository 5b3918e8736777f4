"""`chat.*`: posting and changing messages."""

from tests.fakes.loopback import Json
from tests.fakes.slack.channels import Channel, Message
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.methods.caller import Caller, required
from tests.fakes.slack.validation import check_message


def post_message(caller: Caller, args: Json) -> Json:
    """Post to a channel, a thread, or with the id of a user to their direct messages."""
    channel = writable(caller, args)
    _check(caller, channel, args)
    if args.get("thread_ts") and channel.find(args["thread_ts"]) is None:
        args = args | {"thread_ts": None}  # Slack posts it to the channel, without an error
    message = channel.add(args, caller.installation.bot_user_id)
    return {"channel": channel.id, "ts": message.ts, "message": message.payload(with_metadata=True)}


def post_ephemeral(caller: Caller, args: Json) -> Json:
    """Show a message to one member only; it is not in the history and cannot be changed."""
    channel = writable(caller, args)
    _check(caller, channel, args)
    user = caller.user(str(required(args, "user")), channel.team)
    if not channel.holds(user):
        raise ApiError("user_not_in_channel")
    return {"message_ts": channel.add(args, caller.installation.bot_user_id, only_for=user).ts}


def update(caller: Caller, args: Json) -> Json:
    """Replace the contents of a message of the app; text without blocks removes the blocks."""
    message = _own_message(caller, args)
    text, blocks = args.get("text") or "", args.get("blocks") or []
    _check(caller, message.channel, args)
    message.edit(text, blocks, args.get("metadata"))
    message.channel.team.slack.changed()
    return {"channel": message.channel.id, "ts": message.ts, "text": text, "message": message.payload()}


def writable(caller: Caller, args: Json) -> Channel:
    """Return the conversation given by `channel`, if the app may write in it.

    Raises:
        ApiError: `channel_not_found`, `not_in_channel` or `is_archived`.
    """
    wanted = str(required(args, "channel"))
    if wanted[0] in "UW":
        user = caller.user(wanted)
        return user.team.dm(user)
    channel = caller.channel(args)
    if channel.archived:
        raise ApiError("is_archived")
    if not channel.bot and "chat:write.public" not in caller.installation.scopes:
        raise ApiError("not_in_channel")
    return channel


def _check(caller: Caller, channel: Channel, args: Json) -> None:
    caller.slack.uploads.check_images(args.get("blocks") or [], caller.token)
    check_message(args.get("text") or "", args.get("blocks") or [], takes_tables=channel.team.takes_tables)


def delete(caller: Caller, args: Json) -> Json:
    """`chat.delete`: delete a message of the app."""
    message = _own_message(caller, args)
    message.channel.delete(message)
    return {"channel": message.channel.id, "ts": message.ts}


def _own_message(caller: Caller, args: Json) -> Message:
    message = writable(caller, args).find(str(required(args, "ts")))
    if message is None:
        raise ApiError("message_not_found")
    if message.user_id != caller.installation.bot_user_id:
        raise ApiError("cant_update_message")
    return message
