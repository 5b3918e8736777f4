"""People, and what they can do in Discord's client."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.discord import payloads
from tests.fakes.discord.answers import Answer, NoAnswer, chosen, find_button, find_select
from tests.fakes.discord.channels import DIRECT, GROUP, Channel
from tests.fakes.discord.interactions import (
    GUILD_OWNER,
    IN_BOT_DM,
    IN_GUILD,
    IN_PRIVATE_CHANNEL,
    USER_OWNER,
    Act,
    Interaction,
)
from tests.fakes.discord.messages import Kind, Message
from tests.fakes.discord.offered import Value, check_place, command_data
from tests.fakes.discord.tasks import bot_is_busy
from tests.fakes.discord.users import User

if TYPE_CHECKING:
    from tests.fakes.discord.answers import Modal
    from tests.fakes.discord.wire import Json
    from tests.fakes.discord.world import World

_GLANCE = 0.005


@dataclass(eq=False, kw_only=True)
class Person(User):
    """A user with a client in front of them.

    Each act waits until the person would stop waiting: until an answer, or the replacement of a deferred one, is there.
    ``twice`` delivers the same interaction to the bot twice, as Discord sometimes does.
    """

    world: World = field(repr=False)
    dm: Channel = field(repr=False)

    def owners(self, channel: Channel) -> Json:
        """Who installed the bot that answers this person in ``channel``, as Discord writes it."""
        found: Json = {}
        if channel.guild is not None and channel.guild.has_bot:
            found[GUILD_OWNER] = str(channel.guild.id)
        elif channel.type == DIRECT:
            found[GUILD_OWNER] = "0"
        if self.installs:
            found[USER_OWNER] = str(self.id)
        return found

    def context(self, channel: Channel) -> int:
        """Discord's interaction context of ``channel``."""
        if channel.guild is not None:
            return IN_GUILD
        return IN_PRIVATE_CHANNEL if channel.type == GROUP else IN_BOT_DM

    async def slash(self, channel: Channel, line: str, /, *, twice: bool = False, **options: Value) -> Answer:
        """Send ``/line``, as in ``await ann.slash(channel, "hitblow play", rules="4x10")``."""
        return await self._wait(self._command(channel, line, options), twice=twice)

    def _command(self, channel: Channel, line: str, options: dict[str, Value], focused: str = "") -> Interaction:
        guild = channel.guild
        data = command_data(self.world.commands, line, options, focused, guild)
        act = Act.AUTOCOMPLETE if focused else Act.COMMAND
        interaction = self.world.begin(act, self, channel, data)
        command = next(one for one in self.world.commands if one["id"] == data["id"])
        check_place(command, interaction)
        return interaction

    async def autocomplete(
        self, channel: Channel, line: str, option: str, typed: str, /, **others: Value
    ) -> dict[str, str | int | float]:
        """What is suggested for ``option`` once ``typed`` is there: values by the names shown."""
        interaction = self._command(channel, line, {**others, option: typed}, focused=option)
        await self._wait(interaction)
        return {choice["name"]: choice["value"] for choice in interaction.choices}

    async def press(self, message: Message, label: str, *, twice: bool = False) -> Answer:
        """Press the button that says ``label``."""
        return await self._wait(self.aim(message, label), twice=twice)

    def aim(self, message: Message, label: str) -> Interaction:
        """Go for a button as the message is now, for ``press_aimed`` to press when it may have changed."""
        button = find_button(self._seen(message), label)
        data = {"component_type": Kind.BUTTON, "custom_id": button["custom_id"], "id": button.get("id", 1)}
        aimed = self.world.begin(Act.COMPONENT, self, message.channel, data, message)
        aimed.payload = payloads.interaction(aimed)
        return aimed

    async def press_aimed(self, aimed: Interaction) -> Answer:
        """Press the button gone for, whatever the message has become."""
        return await self._wait(aimed)

    async def choose(self, message: Message, *choices: str, select: str = "", twice: bool = False) -> Answer:
        """Choose by label or value in the select of that placeholder or custom_id (the only one, if left out)."""
        found = find_select(self._seen(message), select)
        data: Json = {"component_type": found["type"], "custom_id": found["custom_id"]}
        data |= {"values": chosen(found, choices), **self._resolved(message.channel, choices)}
        return await self._wait(self.world.begin(Act.COMPONENT, self, message.channel, data, message), twice=twice)

    async def submit(self, modal: Modal, *, twice: bool = False, **values: str) -> Answer:
        """Fill in the form, fields by custom_id or label, and send it."""
        source = modal.interaction
        data = {"custom_id": modal.data["custom_id"], "components": modal.filled(values)}
        return await self._wait(self.world.begin(Act.MODAL, self, source.channel, data, source.message), twice=twice)

    def _resolved(self, channel: Channel, ids: tuple[str, ...]) -> Json:
        people = [self.world.people[int(id_)] for id_ in ids if id_.isdigit() and int(id_) in self.world.people]
        users = {str(one.id): payloads.user(one) for one in people}
        guild = channel.guild
        members = {str(one.id): payloads.member(guild, one, with_user=False) for one in people} if guild else {}
        return {"resolved": {"users": users, "members": members}} if people else {}

    def sees(self, channel: Channel) -> str:
        """What is on this person's screen in ``channel``, private messages in their place, a blank line between."""
        visible = [message for message in channel.log.values() if message.reader in (None, self)]
        return "\n\n".join(map(str, visible))

    def say(self, channel: Channel, text: str) -> Message:
        """Write an ordinary message."""
        return self.world.post(channel, {"content": text}, author=self)

    def delete(self, message: Message) -> None:
        """Delete a message, one's own or, as a moderator, another's."""
        self.world.delete(message)

    def _seen(self, message: Message) -> Message:
        if message.deleted or (message.private and message.reader is not self):
            msg = f"{self} cannot see\n{message}"
            raise AssertionError(msg)
        return message

    async def _wait(self, interaction: Interaction, *, twice: bool = False) -> Answer:
        interaction.born = self.world.clock()
        for _ in range(1 + twice):
            self.world.deliver(interaction)
        until = time.monotonic() + self.world.patience
        while not interaction.settled.is_set() and not self._left_as_is(interaction):
            if time.monotonic() > until:
                act = f"{self}'s {interaction.type.name.lower()} {interaction.data}"
                msg = f"no answer to {act}; last refusal: {self.world.last_refusal or 'none'}"
                raise NoAnswer(msg)
            await _glance(interaction.settled)
        return Answer(interaction)

    def _left_as_is(self, interaction: Interaction) -> bool:
        """Whether the bot acknowledged without a visible answer and is doing nothing more about it."""
        return interaction.reply is not None and not self.world.busy() and not bot_is_busy()


async def _glance(settled: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(_GLANCE):
            await settled.wait()
    except TimeoutError:
        return
