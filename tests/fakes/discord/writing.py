"""Putting a body sent by the bot into a message, the first time or over what was there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.fakes.discord.bodies import check_message
from tests.fakes.discord.messages import COMPONENTS_V2, LOADING, Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.fakes.discord.clock import Snowflakes
    from tests.fakes.discord.routing import File
    from tests.fakes.discord.wire import Json

_EMPTY: Json = {"content": "", "embeds": [], "components": [], "allowed_mentions": None}
_WRITTEN = (*_EMPTY, "attachments", "flags")


def write(message: Message, body: Json, files: Sequence[File], snowflakes: Snowflakes) -> None:
    """Set what ``body`` names, null meaning nothing; raises Refused if the whole is no legal message."""
    for name in _EMPTY.keys() & body.keys():
        setattr(message, name, body[name] if body[name] is not None else _EMPTY[name])
    uploads = [_stored(file, snowflakes) for file in files]
    message.attachments = _attached(message.attachments, body.get("attachments"), uploads)
    if not message.thinking:
        check_message({name: getattr(message, name) for name in _WRITTEN})


def rewrite(message: Message, body: Json, files: Sequence[File], snowflakes: Snowflakes) -> None:
    """Change what ``body`` names and nothing else; raises Refused, leaving ``message`` as it was."""
    flags = message.flags & ~LOADING | (body.get("flags") or 0) & COMPONENTS_V2
    changed = replace(message, flags=flags)
    write(changed, body, files, snowflakes)
    for name in _WRITTEN:
        setattr(message, name, getattr(changed, name))


def _attached(before: list[Json], wanted: list[Json] | None, uploads: list[Json]) -> list[Json]:
    """The attachments kept and added: ``wanted`` names the old by id and the new by their place among the files."""
    if wanted is None:
        return [*before, *uploads]
    known = {one["id"]: one for one in before} | {str(place): one for place, one in enumerate(uploads)}
    return [{**known[str(one["id"])], "description": one.get("description")} for one in wanted]


def _stored(file: File, snowflakes: Snowflakes) -> Json:
    id_ = str(snowflakes.next())
    url = f"http://127.0.0.1/attachments/{id_}/{file.name}"
    return {"id": id_, "filename": file.name, "size": file.size, "url": url, "proxy_url": url}
