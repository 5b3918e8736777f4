"""People at their clients: what they do to the app, and what only they can see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.slack import payloads
from tests.fakes.slack.basics import CannotDo, Json
from tests.fakes.slack.blocks import Element, the_element
from tests.fakes.slack.fields import chosen, filled_in
from tests.fakes.slack.modals import after_submitting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.slack.delivery import Answer, Courier
    from tests.fakes.slack.places import Channel, Workspace
    from tests.fakes.slack.surfaces import Message, View


@dataclass(eq=False)
class Person:
    """Somebody in a workspace.

    Every verb returns when the app has acknowledged, and raises `NotAcknowledged` when it has not; what the app
    does afterwards is awaited with `slack.until(...)`.
    """

    team: Workspace
    id: str
    name: str
    locale: str = "en-US"
    admin: bool = False
    ephemeral: list[Message] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    home: View | None = None

    @property
    def view(self) -> View:
        """The modal on top."""
        if not self.views:
            raise CannotDo(f"{self.name} has no modal open")
        return self.views[-1]

    async def command(self, channel: Channel, name: str, text: str = "") -> Answer:
        """Type a slash command; it works where the app is no member, but never in a thread."""
        self._must_be_in(channel)
        answer = await self._courier.command(payloads.command(self, channel, name, text))
        if answer.payload:
            public = answer.payload.get("response_type") == "in_channel"
            channel.add(answer.payload, self.team.bot_user_id, only_for=None if public else self)
        return answer

    async def click(self, where: Message | View, wanted: str | Element) -> Answer:
        """Press a button, by its text, action id or value, or one held from when the message looked different."""
        return await self._act(where, the_element(where.blocks, wanted), {})

    async def choose(self, where: Message | View, wanted: str | Element, option: Any) -> Answer:  # noqa: ANN401 - a person, a text
        """Choose from a menu outside a form."""
        element = the_element(where.blocks, wanted)
        return await self._act(where, element, chosen(element, option))

    async def submit(self, view: View, given: Mapping[str, Any] | None = None, **fields: Any) -> Answer:  # noqa: ANN401 - as `given`
        """Fill in a modal (by label in `given`, by action id in `fields`) and send it off.

        The modal then closes, shows errors, changes or gets another on top, as the app's acknowledgement says.
        """
        self._must_show(view)
        view.values = filled_in(view.blocks, {**(given or {}), **fields})
        view.errors = {}
        answer = await self._courier.interaction(payloads.submission(self, view))
        after_submitting(self, view, answer.payload or {})
        return answer

    async def close(self, view: View) -> None:
        """Put a modal away; the app hears of it only where it asked to."""
        self._must_show(view)
        self.views.remove(view)
        if view.body.get("notify_on_close"):
            await self._courier.interaction(payloads.closing(self, view, cleared=False))

    async def say(self, channel: Channel, text: str, *, thread_ts: str | None = None) -> Message:
        """Type a message; the app hears it where it is a member and has the scope to."""
        self._must_be_in(channel)
        message = channel.add({"text": payloads.escaped(text), "thread_ts": thread_ts}, self.id)
        client_msg_id = self.team.slack.ids.next("M")
        await self.team.slack.tell(channel, payloads.message_event(message, client_msg_id=client_msg_id))
        return message

    async def reply(self, message: Message, text: str) -> Message:
        """Type a message into that one's thread."""
        return await self.say(message.channel, text, thread_ts=message.thread_ts or message.ts)

    async def edit(self, message: Message, text: str) -> None:
        """Change one's own message, which the app hears of as another kind of event."""
        self._must_have_written(message)
        before = message.payload()
        message.revise(payloads.escaped(text), [])
        await self.team.slack.tell(message.channel, payloads.message_changed(message, before))

    async def delete(self, message: Message) -> None:
        """Remove one's own message, which the app hears of as another kind of event."""
        self._must_have_written(message)
        message.channel.remove(message)
        await self.team.slack.tell(message.channel, payloads.message_deleted(message))

    async def open_home(self) -> None:
        """Look at the app's Home tab."""
        await self._courier.event(payloads.home_opened(self, self.team.dm(self)))

    def reload(self) -> None:
        """Reload the client: ephemeral messages and open modals are gone."""
        self.ephemeral.clear()
        self.views.clear()

    async def _act(self, where: Message | View, element: Element, state: Json) -> Answer:
        return await self._courier.interaction(payloads.action(self, where, element, state))

    @property
    def _courier(self) -> Courier:
        if self.team.grant is None:
            raise CannotDo(f"the app is not installed in {self.team.name}")
        return self.team.slack.courier

    def _must_be_in(self, channel: Channel) -> None:
        if not channel.holds(self):
            raise CannotDo(f"{self.name} is not in {channel.name}")

    def _must_have_written(self, message: Message) -> None:
        if message.user_id != self.id:
            raise CannotDo(f"{self.name} did not write that")

    def _must_show(self, view: View) -> None:
        if view not in self.views:
            raise CannotDo(f"{self.name} has no such modal open")
