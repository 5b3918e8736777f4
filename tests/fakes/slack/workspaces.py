"""Enterprises, workspaces, the installations of the app in them, and people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.slack import payloads
from tests.fakes.slack.blocks import Element, elements, find_element
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.errors import UnavailableAction
from tests.fakes.slack.payloads import app_uninstalled, tokens_revoked
from tests.fakes.slack.views import apply_acknowledgement, selected, state_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.loopback import Json
    from tests.fakes.slack.channels import Message
    from tests.fakes.slack.deliveries import Acknowledgement, Deliveries
    from tests.fakes.slack.loopback import LoopbackSlack
    from tests.fakes.slack.views import View


@dataclass(eq=False)
class Installation:
    """A bot token for a workspace, or for all workspaces of an enterprise.

    Attributes:
        holder: where the app is installed.
        bot_name: the name of the bot's user.
    """

    token: str
    holder: Workspace | Enterprise
    scopes: frozenset[str]
    bot_user_id: str
    bot_id: str
    bot_name: str = "hitblow"
    revoked: bool = False

    def covers(self, team: Workspace) -> bool:
        """Return whether the token is valid in a workspace."""
        return self.holder in {team, team.enterprise}


@dataclass(eq=False)
class Enterprise:
    """An Enterprise Grid organisation; its `installation` is organisation-wide."""

    slack: LoopbackSlack
    id: str
    name: str
    installation: Installation | None = None


@dataclass(eq=False)
class Workspace:
    """A workspace with its people and channels, and the app's installation in it.

    Attributes:
        takes_tables: whether messages may have `table` blocks.
    """

    slack: LoopbackSlack
    id: str
    name: str
    enterprise: Enterprise | None = None
    own_installation: Installation | None = None
    users: list[User] = field(default_factory=list)
    channels: list[Channel] = field(default_factory=list)
    takes_tables: bool = True

    @property
    def installation(self) -> Installation | None:
        """The workspace's own installation, or else that of its enterprise; its token may be revoked."""
        return self.own_installation or (self.enterprise.installation if self.enterprise else None)

    @property
    def bot_token(self) -> str:
        """The token of the installation."""
        return self._require_installation().token

    @property
    def bot_user_id(self) -> str:
        return self.installation.bot_user_id if self.installation else ""

    @property
    def bot_id(self) -> str:
        return self.installation.bot_id if self.installation else ""

    @property
    def app_installed_team_id(self) -> str:
        """What views carry under this name; see `LoopbackSlack.organisation_in_views`."""
        org_wide = self.installation is not None and isinstance(self.installation.holder, Enterprise)
        return self.enterprise.id if self.enterprise and org_wide and self.slack.organisation_in_views else self.id

    def user(self, name: str, *, locale: str = "en-US", admin: bool = False, id: str = "") -> User:  # noqa: A002 - Slack's term
        """Create a person in this workspace; with the `id` of a person in another workspace, the same person."""
        user = User(self, id or self.slack.ids.next("U"), name, locale, admin)
        self.users.append(user)
        return user

    def channel(self, name: str, *, private: bool = False, bot: bool = True) -> Channel:
        """Create a channel with everybody in the workspace, and the app unless `bot` is False."""
        channel = Channel(self, self.slack.ids.next("C"), name, private=private, bot=bot)
        self.channels.append(channel)
        return channel

    def dm(self, *users: User) -> Channel:
        """Return the direct messages of one person with the app, or of several people without it."""
        members = {user.id for user in users}
        for channel in self.channels:
            if channel.members == members:
                return channel
        single = len(users) == 1
        kind, name = ("im", "directmessage") if single else ("mpim", "privategroup")
        channel = Channel(self, self.slack.ids.next("D"), name, private=True, bot=single, kind=kind, members=members)
        self.channels.append(channel)
        return channel

    def revoke_token(self) -> None:
        """Make the token invalid without an event."""
        self._require_installation().revoked = True

    async def uninstall(self) -> None:
        """Remove the app, and send it the two events about that."""
        for event in self.remove_app():
            await self.slack.deliveries.event(event)

    def remove_app(self) -> list[Json]:
        """Remove the app; from the whole enterprise, if it was installed there.

        Returns:
            The two events about that, which Slack delivers in either order, and sometimes after the next installation.
        """
        installation = self._require_installation()
        events = [tokens_revoked(self, installation), app_uninstalled(self, installation)]
        installation.revoked = True
        if isinstance(installation.holder, Enterprise):
            installation.holder.installation = None
        self.own_installation = None
        return events

    def _require_installation(self) -> Installation:
        assert self.installation, f"the app is not installed in {self.name}"
        return self.installation


@dataclass(eq=False)
class User:
    """A person in a workspace, with Slack's client.

    Each action returns when the app has acknowledged it, and raises NotAcknowledged if the app does not. What the app
    does afterwards is awaited with `slack.until(...)`.

    Attributes:
        deactivated: whether the account was closed, so that this person does nothing more.
        ephemeral: the messages that only this person sees, oldest first.
        views: the stack of open modals, the topmost last.
    """

    team: Workspace
    id: str
    name: str
    locale: str = "en-US"
    admin: bool = False
    deactivated: bool = False
    ephemeral: list[Message] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    home: View | None = None

    @property
    def view(self) -> View:
        """The topmost modal."""
        if not self.views:
            raise UnavailableAction(f"{self.name} has no modal open")
        return self.views[-1]

    async def command(self, channel: Channel, name: str, text: str = "") -> Acknowledgement:
        """Send a slash command; possible where the app is not a member, but not in a thread."""
        self._require_member(channel)
        acknowledgement = await self._deliveries.command(payloads.command(self, channel, name, text))
        if acknowledgement.payload:
            public = acknowledgement.payload.get("response_type") == "in_channel"
            channel.add(acknowledgement.payload, self.team.bot_user_id, only_for=None if public else self)
        return acknowledgement

    async def click(self, where: Message | View, name: str | Element) -> Acknowledgement:
        """Press a button, given by its text, action id or value, or one that `element` returned earlier.

        One that is not in sight may be in an overflow menu.
        """
        for menu in elements(where.blocks):
            if menu.body["type"] == "overflow" and name in [each["text"]["text"] for each in menu.body["options"]]:
                return await self.choose(where, menu, name)
        return await self._act(where, find_element(where.blocks, name), {})

    async def shortcut(self, callback_id: str) -> Acknowledgement:
        """Use a global shortcut of the app."""
        return await self._deliveries.interaction(payloads.shortcut(self, callback_id))

    async def choose(self, where: Message | View, name: str | Element, option: Any) -> Acknowledgement:
        """Choose from a menu outside a modal's inputs."""
        element = find_element(where.blocks, name)
        return await self._act(where, element, selected(element, option))

    async def submit(self, view: View, given: Mapping[str, Any] | None = None, **fields: Any) -> Acknowledgement:
        """Fill in a modal and submit it; then do what the acknowledgement says.

        Args:
            view: the modal.
            given: values by label, action id or block id.
            fields: values by action id.
        """
        self._require_open(view)
        view.values = state_values(view.blocks, {**(given or {}), **fields})
        view.errors = {}
        acknowledgement = await self._deliveries.interaction(payloads.submission(self, view))
        apply_acknowledgement(self, view, acknowledgement.payload or {})
        return acknowledgement

    async def close(self, view: View) -> None:
        """Close a modal."""
        self._require_open(view)
        self.views.remove(view)

    async def say(self, channel: Channel, text: str, *, thread_ts: str | None = None) -> Message:
        """Send a message; the app receives it where it is a member and has the scope for it."""
        self._require_member(channel)
        message = channel.add({"text": payloads.escaped(text), "thread_ts": thread_ts}, self.id)
        await self.team.slack.deliver_typed(message, client_msg_id=self.team.slack.ids.next("M"))
        return message

    async def reply(self, message: Message, text: str) -> Message:
        """Send a message to the thread of another one."""
        return await self.say(message.channel, text, thread_ts=message.thread_ts or message.ts)

    async def edit(self, message: Message, text: str) -> None:
        """Change one's own message; the app receives `message_changed`."""
        self._require_author(message)
        before = message.payload()
        message.edit(payloads.escaped(text), [])
        await self.team.slack.deliver_message_event(message.channel, payloads.message_changed(message, before))

    async def delete(self, message: Message) -> None:
        """Delete one's own message; the app receives `message_deleted`."""
        self._require_author(message)
        message.channel.delete(message)
        await self.team.slack.deliver_message_event(message.channel, payloads.message_deleted(message))

    async def open_home(self, tab: str = "home") -> None:
        """Open a tab of the app: `home` or `messages`."""
        await self._deliveries.event(payloads.home_opened(self, self.team.dm(self), tab))

    async def change_profile(self, *, name: str | None = None, locale: str | None = None) -> None:
        """Change one's name or language; the app receives `user_change`."""
        self.name, self.locale = name or self.name, locale or self.locale
        await self._deliveries.event(payloads.user_change(self))

    def reload(self) -> None:
        """Reload the client, which loses ephemeral messages and open modals."""
        self.ephemeral.clear()
        self.views.clear()

    async def _act(self, where: Message | View, element: Element, state: Json) -> Acknowledgement:
        return await self._deliveries.interaction(payloads.action(self, where, element, state))

    @property
    def _deliveries(self) -> Deliveries:
        if self.team.installation is None:
            raise UnavailableAction(f"the app is not installed in {self.team.name}")
        return self.team.slack.deliveries

    def _require_member(self, channel: Channel) -> None:
        if not channel.holds(self):
            raise UnavailableAction(f"{self.name} is not in {channel.name}")

    def _require_author(self, message: Message) -> None:
        if message.user_id != self.id:
            raise UnavailableAction(f"{self.name} did not write that")

    def _require_open(self, view: View) -> None:
        if view not in self.views:
            raise UnavailableAction(f"{self.name} has no such modal open")
