"""Where an app can show something: messages and views."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.slack.blocks import Element, the_element, with_ids
from tests.fakes.slack.render import blocks_to_text, controls, view_to_text

if TYPE_CHECKING:
    from tests.fakes.slack.basics import Json
    from tests.fakes.slack.people import Person
    from tests.fakes.slack.places import Channel
    from tests.fakes.slack.uploads import File

FRAME = ("type", "callback_id", "title", "submit", "close", "private_metadata", "clear_on_close", "notify_on_close")


@dataclass(eq=False)
class Message:
    """A message in a channel, a thread, or shown to one person only."""

    channel: Channel
    ts: str
    user_id: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    only_for: Person | None = None
    bot_id: str | None = None
    files: list[File] = field(default_factory=list)
    revisions: list[str] = field(default_factory=list)
    deleted: bool = False

    def __str__(self) -> str:
        files = [f"(file: {file.alt_text or file.name})" for file in self.files]
        return "\n".join([blocks_to_text(self.blocks, self.text), *files])

    @property
    def replies(self) -> list[Message]:
        """Its thread, oldest first."""
        return [other for other in self.channel.posted if other.thread_ts == self.ts and other is not self]

    @property
    def controls(self) -> list[str]:
        """Every mention and link it contains, in Slack's control form."""
        return controls(self.blocks, self.text)

    def element(self, wanted: str) -> Element:
        """What is called that, to be pressed later, when the message may look different."""
        return the_element(self.blocks, wanted)

    def revise(self, text: str, blocks: list[Json]) -> None:
        """Show something else from now on; `revisions` keeps what was there, oldest first."""
        self.revisions.append(str(self))
        self.text, self.blocks = text, with_ids(blocks)

    def payload(self) -> Json:
        """The message as the platform describes it."""
        body: Json = {"type": "message", "user": self.user_id, "ts": self.ts, "text": self.text}
        body["team"] = self.channel.team.id
        if self.blocks:
            body["blocks"] = self.blocks
        if self.thread_ts:
            body["thread_ts"] = self.thread_ts
        if self.bot_id:
            body |= {"bot_id": self.bot_id, "app_id": self.channel.team.slack.app_id}
        return body


@dataclass(eq=False)
class View:
    """A modal on somebody's stack, or their App Home."""

    id: str
    owner: Person
    body: Json
    hash: str
    root_id: str
    previous_id: str | None = None
    errors: dict[str, str] = field(default_factory=dict)
    values: Json = field(default_factory=dict)

    def __str__(self) -> str:
        return view_to_text(self.body, self.errors)

    @property
    def blocks(self) -> list[Json]:
        blocks: list[Json] = self.body["blocks"]
        return blocks

    @property
    def title(self) -> str:
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def controls(self) -> list[str]:
        """Every mention and link it contains, in Slack's control form."""
        return controls(self.blocks)

    def element(self, wanted: str) -> Element:
        """What is called that, to be pressed later, when the view may look different."""
        return the_element(self.blocks, wanted)

    def payload(self) -> Json:
        """The view as the platform describes it, with what has been filled in."""
        slack = self.owner.team.slack
        given = {name: self.body[name] for name in FRAME if name in self.body}
        return {
            "callback_id": "",
            "private_metadata": "",
            **given,
            "id": self.id,
            "team_id": self.owner.team.id,
            "app_id": slack.app_id,
            "bot_id": self.owner.team.bot_id,
            "blocks": self.blocks,
            "hash": self.hash,
            "state": {"values": self.values},
            "root_view_id": self.root_id,
            "previous_view_id": self.previous_id,
            "external_id": self.body.get("external_id", ""),
        }
