"""`chat.*`: posting, changing and removing messages."""

from tests.fakes.slack.basics import Json, Refusal
from tests.fakes.slack.limits import check_message
from tests.fakes.slack.methods.caller import Caller, need
from tests.fakes.slack.places import Channel
from tests.fakes.slack.surfaces import Message


def post_message(caller: Caller, args: Json) -> Json:
    """Post to a channel, to a thread, or (given a user's id) to somebody's direct messages."""
    channel = writable(caller, args)
    check_message(args.get("text") or "", args.get("blocks") or [])
    if args.get("thread_ts") and channel.find(args["thread_ts"]) is None:
        args = args | {"thread_ts": None}  # the platform posts it to the channel, without a word
    message = channel.add(args, caller.grant.bot_user_id)
    return {"channel": channel.id, "ts": message.ts, "message": message.payload()}


def post_ephemeral(caller: Caller, args: Json) -> Json:
    """Show something to one member only; it is in no history and cannot be changed."""
    channel = writable(caller, args)
    check_message(args.get("text") or "", args.get("blocks") or [])
    person = caller.person(str(need(args, "user")), channel.team)
    if not channel.holds(person):
        raise Refusal("user_not_in_channel")
    return {"message_ts": channel.add(args, caller.grant.bot_user_id, only_for=person).ts}


def update(caller: Caller, args: Json) -> Json:
    """Change a message of the app's; text alone takes the blocks away, blocks alone keep nothing of the text."""
    message = _own_message(caller, args, "cant_update_message")
    text, blocks = args.get("text") or "", args.get("blocks") or []
    check_message(text, blocks)
    message.revise(text, blocks)
    return {"channel": message.channel.id, "ts": message.ts, "text": text, "message": message.payload()}


def delete(caller: Caller, args: Json) -> Json:
    """Remove a message of the app's."""
    message = _own_message(caller, args, "cant_delete_message")
    message.channel.remove(message)
    return {"channel": message.channel.id, "ts": message.ts}


def permalink(caller: Caller, args: Json) -> Json:
    """A link to a message."""
    channel, ts = caller.channel(args), str(need(args, "message_ts"))
    if channel.find(ts) is None:
        raise Refusal("message_not_found")
    link = f"https://{channel.team.name}.slack.com/archives/{channel.id}/p{ts.replace('.', '')}"
    return {"channel": channel.id, "permalink": link}


def writable(caller: Caller, args: Json) -> Channel:
    """The conversation named by `channel`, where the app may write in it.

    Raises:
        Refusal: `channel_not_found`, `not_in_channel` or `is_archived`.
    """
    wanted = str(need(args, "channel"))
    if wanted[0] in "UW":
        person = caller.person(wanted)
        return person.team.dm(person)
    channel = caller.channel(args)
    if channel.archived:
        raise Refusal("is_archived")
    if not channel.bot and "chat:write.public" not in caller.grant.scopes:
        raise Refusal("not_in_channel")
    return channel


def _own_message(caller: Caller, args: Json, otherwise: str) -> Message:
    message = writable(caller, args).find(str(need(args, "ts")))
    if message is None:
        raise Refusal("message_not_found")
    if message.user_id != caller.grant.bot_user_id:
        raise Refusal(otherwise)
    return message
