"""People, what they can do with Slack's client, and what only they see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.slack import payloads
from tests.fakes.slack.blocks import Element, elements, find_element
from tests.fakes.slack.errors import UnavailableAction
from tests.fakes.slack.view_state import selected, state_values
from tests.fakes.slack.views import apply_acknowledgement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.loopback import Json
    from tests.fakes.slack.channels import Channel, Message
    from tests.fakes.slack.deliveries import Acknowledgement, Deliveries
    from tests.fakes.slack.views import View
    from tests.fakes.slack.workspaces import Workspace


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
