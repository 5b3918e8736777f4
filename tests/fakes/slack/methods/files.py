"""`files.*`: sharing a file in three steps, of which the SDK's `files_upload_v2` makes one."""

from tests.fakes.slack.basics import Json
from tests.fakes.slack.methods.caller import Caller, need
from tests.fakes.slack.methods.chat import writable


def upload_url(caller: Caller, args: Json) -> Json:
    """`files.getUploadURLExternal`: where the bytes go."""
    name, length = str(need(args, "filename")), int(need(args, "length"))
    file, url = caller.slack.uploads.announce(name, length, args.get("alt_txt") or "")
    return {"file_id": file.id, "upload_url": url}


def complete(caller: Caller, args: Json) -> Json:
    """`files.completeUploadExternal`: share what has come, with a comment, in a conversation named by its id."""
    channel = writable(caller, args | {"channel": need(args, "channel_id")})
    files = [caller.slack.uploads.finish(file["id"]) for file in need(args, "files")]
    comment = {"text": args.get("initial_comment") or "", "thread_ts": args.get("thread_ts")}
    channel.add(comment, caller.grant.bot_user_id).files.extend(files)
    return {"files": [{"id": file.id, "name": file.name} for file in files]}
