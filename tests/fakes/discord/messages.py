"""Messages, and the history of their contents."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tests.fakes.discord.components import COMPONENTS_V2, texts
from tests.fakes.discord.rendering import render_message
from tests.fakes.discord.validation import check_message
from tests.fakes.loopback import Revision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.fakes.discord.channels import Channel
    from tests.fakes.discord.guilds import Account
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.routing import File
    from tests.fakes.discord.snowflakes import Snowflakes
    from tests.fakes.loopback import Json

EPHEMERAL = 1 << 6
LOADING = 1 << 7

_MENTION = re.compile(r"<@!?(\d+)>|@(everyone|here)\b")
_EMPTY: Json = {"content": "", "embeds": [], "components": [], "allowed_mentions": None}
_CONTENTS = (*_EMPTY, "attachments", "flags")


@dataclass(eq=False, kw_only=True)
class Message:
    """A message in a channel; `str(message)` renders what its readers see.

    Attributes:
        reader: the only person who sees it, if it is ephemeral.
        history: what it has shown, oldest first; the last revision is what it shows now. A deferred response starts
            with its placeholder.
        deleted_at: when it was deleted, in seconds of `time.monotonic()`.
    """

    id: int
    channel: Channel
    author: Account
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    allowed_mentions: Json | None = None
    reference: Json | None = None
    nonce: str | None = None
    interaction: Interaction | None = None
    reader: Account | None = None
    thread: Channel | None = None
    history: list[Revision[Message]] = field(default_factory=list, repr=False)
    deleted_at: float | None = None

    @property
    def ephemeral(self) -> bool:
        """Whether only `reader` sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it is still the placeholder of a deferred response."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """Its content, or the texts of its layout, in lines."""
        return "\n".join([self.content, *texts(self.components)]).strip("\n")

    @property
    def edits(self) -> int:
        """How often it was changed."""
        return max(0, len(self.history) - 1)

    @property
    def deleted(self) -> bool:
        return self.deleted_at is not None

    @property
    def mentions(self) -> set[str]:
        """Who is notified: user ids, `everyone` and `here`, as far as `allowed_mentions` permits."""
        allowed = self.allowed_mentions or {"parse": ["users", "everyone"]}
        found = _MENTION.findall(self.text)
        users = {user for user, _ in found if user and _may_mention(user, allowed)}
        return users | {group for _, group in found if group and "everyone" in allowed.get("parse", ())}

    def write(self, body: Json, files: Sequence[File], snowflakes: Snowflakes) -> None:
        """Set the contents named in `body`, null meaning none.

        Raises:
            ApiError: the result is not a valid message; it then remains as it was.
        """
        written = replace(self, flags=self.flags if not self.history else self._flags_after(body), history=[])
        for name in _EMPTY.keys() & body.keys():
            setattr(written, name, body[name] if body[name] is not None else _EMPTY[name])
        uploads = [_stored(file, snowflakes) for file in files]
        written.attachments = _attachments(self.attachments, body.get("attachments"), uploads)
        if not written.loading:
            check_message({name: getattr(written, name) for name in _CONTENTS})
        for name in _CONTENTS:
            setattr(self, name, getattr(written, name))
        self.history.append(Revision(time.monotonic(), written))

    def _flags_after(self, body: Json) -> int:
        return self.flags & ~LOADING | (body.get("flags") or 0) & COMPONENTS_V2

    def __str__(self) -> str:
        return render_message(self)


def _may_mention(user: str, allowed: Json) -> bool:
    return "users" in allowed.get("parse", ()) or user in [str(one) for one in allowed.get("users", ())]


def _attachments(before: list[Json], wanted: list[Json] | None, uploads: list[Json]) -> list[Json]:
    """Return the attachments after an edit; `wanted` names old ones by id and new ones by their index."""
    if wanted is None:
        return [*before, *uploads]
    known = {one["id"]: one for one in before} | {str(index): one for index, one in enumerate(uploads)}
    return [{**known[str(one["id"])], "description": one.get("description")} for one in wanted]


def _stored(file: File, snowflakes: Snowflakes) -> Json:
    id_ = str(snowflakes.next())
    url = f"http://127.0.0.1/attachments/{id_}/{file.name}"
    return {"id": id_, "filename": file.name, "size": file.size, "url": url, "proxy_url": url}
