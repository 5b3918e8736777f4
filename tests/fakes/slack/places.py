"""Enterprises, workspaces and channels, and the tokens an app holds for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.slack.blocks import with_ids
from tests.fakes.slack.payloads import app_uninstalled, tokens_revoked
from tests.fakes.slack.people import Person
from tests.fakes.slack.surfaces import Message

if TYPE_CHECKING:
    from tests.fakes.slack.basics import Json
    from tests.fakes.slack.loopback import LoopbackSlack


@dataclass(eq=False)
class Grant:
    """What an installation hands the app: a bot token for a workspace, or for a whole enterprise."""

    token: str
    holder: Workspace | Enterprise
    scopes: frozenset[str]
    bot_user_id: str
    bot_id: str
    revoked: bool = False

    def covers(self, team: Workspace) -> bool:
        """Whether the token is good in that workspace."""
        return self.holder in {team, team.enterprise}


@dataclass(eq=False)
class Enterprise:
    """An Enterprise Grid organisation; its `grant` is an org-wide installation."""

    slack: LoopbackSlack
    id: str
    name: str
    grant: Grant | None = None


@dataclass(eq=False)
class Workspace:
    """A workspace: its people, its channels, and the app's installation in it."""

    slack: LoopbackSlack
    id: str
    name: str
    enterprise: Enterprise | None = None
    own_grant: Grant | None = None
    people: list[Person] = field(default_factory=list)
    channels: list[Channel] = field(default_factory=list)

    @property
    def grant(self) -> Grant | None:
        """The installation here, the workspace's own before the enterprise's; its token may be revoked."""
        return self.own_grant or (self.enterprise.grant if self.enterprise else None)

    @property
    def bot_token(self) -> str:
        """The token of the installation in force."""
        assert self.grant, f"the app is not installed in {self.name}"
        return self.grant.token

    @property
    def bot_user_id(self) -> str:
        return self.grant.bot_user_id if self.grant else ""

    @property
    def bot_id(self) -> str:
        return self.grant.bot_id if self.grant else ""

    def user(self, name: str, *, locale: str = "en-US", admin: bool = False, id: str = "") -> Person:  # noqa: A002 - the platform's word
        """Somebody in this workspace; pass the `id` of an enterprise colleague for the same person elsewhere in it."""
        person = Person(self, id or self.slack.ids.next("U"), name, locale, admin)
        self.people.append(person)
        return person

    def channel(self, name: str, *, private: bool = False, bot: bool = True) -> Channel:
        """A channel everybody here is in; the app too, unless `bot` is False."""
        channel = Channel(self, self.slack.ids.next("C"), name, private=private, bot=bot)
        self.channels.append(channel)
        return channel

    def dm(self, *people: Person) -> Channel:
        """A direct message: one person's with the app, or people among themselves, where the app is not."""
        members = {person.id for person in people}
        for channel in self.channels:
            if channel.members == members:
                return channel
        alone = len(people) == 1
        kind, name = ("im", "directmessage") if alone else ("mpim", "privategroup")
        channel = Channel(self, self.slack.ids.next("D"), name, private=True, bot=alone, kind=kind, members=members)
        self.channels.append(channel)
        return channel

    def revoke(self) -> None:
        """Make the token worthless, telling nobody."""
        assert self.grant, f"the app is not installed in {self.name}"
        self.grant.revoked = True

    async def uninstall(self) -> None:
        """Remove the app and tell it so by two events."""
        for event in self.remove():
            await self.slack.courier.event(event)

    def remove(self) -> list[Json]:
        """Remove the app, an org-wide one from the whole enterprise: the token dies at once.

        Returns:
            The two events that tell it, to be delivered in either order, and late: even after it was installed again.
        """
        assert self.grant, f"the app is not installed in {self.name}"
        events = [tokens_revoked(self, self.grant), app_uninstalled(self, self.grant)]
        self.revoke()
        if isinstance(self.grant.holder, Enterprise):
            self.grant.holder.grant = None
        self.own_grant = None
        return events


@dataclass(eq=False)
class Channel:
    """A conversation; `posted` holds everything anybody but one can see, threads included."""

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
        """What stands in the channel itself, oldest first; a thread is at its message's `replies`."""
        return [message for message in self.posted if message.thread_ts in {None, message.ts}]

    @property
    def type(self) -> str:
        """The event API's `channel_type`."""
        return "group" if self.kind == "channel" and self.private else self.kind

    def holds(self, person: Person) -> bool:
        """Whether that person is a member."""
        return person.team is self.team and (self.members is None or person.id in self.members)

    def find(self, ts: str) -> Message | None:
        """The public message with that timestamp."""
        return next((message for message in self.posted if message.ts == ts), None)

    def add(self, body: Json, user_id: str, *, only_for: Person | None = None) -> Message:
        """Show a message to everybody here, or to one person only."""
        message = Message(
            channel=self,
            ts=self.team.slack.clock.stamp(),
            user_id=user_id,
            text=body.get("text") or "",
            blocks=with_ids(body.get("blocks") or []),
            thread_ts=body.get("thread_ts"),
            only_for=only_for,
            bot_id=self.team.bot_id if user_id == self.team.bot_user_id else None,
        )
        (only_for.ephemeral if only_for else self.posted).append(message)
        self.team.slack.changed()
        return message

    def remove(self, message: Message) -> None:
        """Take a public message away."""
        self.posted.remove(message)
        message.deleted = True
        self.team.slack.changed()

    def __str__(self) -> str:
        """What everybody sees, threads indented."""
        blocks = []
        for message in self.messages:
            blocks.append(str(message))
            blocks.extend("  > " + str(reply).replace("\n", "\n    ") for reply in message.replies)
        return "\n\n".join(blocks)
