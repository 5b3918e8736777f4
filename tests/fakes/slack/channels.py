"""Conversations, and the messages in them."""

from __future__ import annotations

import time
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.loopback import Revision
from tests.fakes.slack.blocks import Element, find_element, with_ids
from tests.fakes.slack.rendering import control_sequences, render_blocks

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack.methods.files import File
    from tests.fakes.slack.workspaces import User, Workspace


@dataclass(eq=False)
class Message:
    """A message in a channel or thread; `str(message)` renders it.

    Attributes:
        only_for: the only person who sees it, if it is ephemeral.
        metadata: what the app attached to it, which people do not see.
        history: what it has shown, oldest first; the last revision is what it shows now.
        deleted_at: when it was deleted, in seconds of `time.monotonic()`.
    """

    channel: Channel
    ts: str
    user_id: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    only_for: User | None = None
    bot_id: str | None = None
    metadata: Json | None = None
    files: list[File] = field(default_factory=list)
    history: list[Revision[Message]] = field(default_factory=list, repr=False)
    deleted_at: float | None = None

    def __post_init__(self) -> None:
        self._record()

    def __str__(self) -> str:
        files = [f"(file: {file.alt_text or file.name})" for file in self.files]
        return "\n".join([render_blocks(self.blocks, self.text), *files])

    @property
    def edits(self) -> int:
        """How often it was changed."""
        return len(self.history) - 1

    @property
    def deleted(self) -> bool:
        return self.deleted_at is not None

    @property
    def replies(self) -> list[Message]:
        """The messages in its thread, oldest first."""
        return [other for other in self.channel.posted if other.thread_ts == self.ts and other is not self]

    @property
    def images(self) -> list[File]:
        """The files that its blocks show."""
        return self.channel.team.slack.uploads.shown_in(self.blocks)

    @property
    def control_sequences(self) -> list[str]:
        """Every mention and link, as Slack writes them."""
        return control_sequences(self.blocks, self.text)

    def element(self, name: str) -> Element:
        """Return the element with that label, action id or value, to use after the message has changed."""
        return find_element(self.blocks, name)

    def edit(self, text: str, blocks: list[Json], metadata: Json | None = None) -> None:
        """Replace the contents; metadata stays unless new metadata is given, an empty object for none."""
        self.text, self.blocks = text, with_ids(blocks)
        self.metadata = self.metadata if metadata is None else metadata
        self._record()

    def _record(self) -> None:
        shown = copy(self)
        shown.history = []
        self.history.append(Revision(time.monotonic(), shown))

    def payload(self, *, with_metadata: bool = False) -> Json:
        """Return the message as Slack describes it."""
        body: Json = {"type": "message", "user": self.user_id, "ts": self.ts, "text": self.text}
        body["team"] = self.channel.team.id
        if self.blocks:
            body["blocks"] = self.blocks
        if self.thread_ts:
            body["thread_ts"] = self.thread_ts
        if self.bot_id:
            body |= {"bot_id": self.bot_id, "app_id": self.channel.team.slack.app_id}
        if self.files:
            body["files"] = [{"id": file.id, "name": file.name} for file in self.files]
        if with_metadata and self.metadata:
            body["metadata"] = self.metadata
        return body


@dataclass(eq=False)
class Channel:
    """A channel or direct message.

    Attributes:
        bot: whether the app is a member.
        kind: `channel`, `im` (a direct message) or `mpim` (one of several people).
        members: the user ids of a direct message; None where everybody in the workspace is a member.
        posted: every message that is not ephemeral, threads included, oldest first.
    """

    team: Workspace
    id: str
    name: str
    private: bool = False
    bot: bool = True
    kind: str = "channel"
    members: set[str] | None = None
    archived: bool = False
    posted: list[Message] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """The messages outside threads, oldest first."""
        return [message for message in self.posted if message.thread_ts in {None, message.ts}]

    @property
    def type(self) -> str:
        """The `channel_type` of events."""
        return "group" if self.kind == "channel" and self.private else self.kind

    @property
    def history_scope(self) -> str:
        """The scope that an app needs to read the messages."""
        names = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}
        return f"{names[self.type]}:history"

    def holds(self, user: User) -> bool:
        """Return whether `user` is a member."""
        return user.team is self.team and (self.members is None or user.id in self.members)

    def find(self, ts: str) -> Message | None:
        """Return the message with that timestamp, if it is not ephemeral."""
        return next((message for message in self.posted if message.ts == ts), None)

    def add(self, body: Json, user_id: str, *, only_for: User | None = None) -> Message:
        """Post a message, or show it to one person only."""
        message = Message(
            channel=self,
            ts=self.team.slack.clock.timestamp(),
            user_id=user_id,
            text=body.get("text") or "",
            blocks=with_ids(body.get("blocks") or []),
            thread_ts=body.get("thread_ts"),
            only_for=only_for,
            bot_id=self.team.bot_id if user_id == self.team.bot_user_id else None,
            metadata=body.get("metadata"),
        )
        (only_for.ephemeral if only_for else self.posted).append(message)
        self.team.slack.changed()
        return message

    def delete(self, message: Message) -> None:
        """Delete a message, as a moderator does; the app receives no event."""
        shown = message.only_for.ephemeral if message.only_for else self.posted
        if message in shown:
            shown.remove(message)
        message.deleted_at = time.monotonic()
        self.team.slack.changed()

    def __str__(self) -> str:
        """Render what everybody sees, threads indented."""
        blocks = []
        for message in self.messages:
            blocks.append(str(message))
            blocks.extend("  > " + str(reply).replace("\n", "\n    ") for reply in message.replies)
        return "\n\n".join(blocks)
