"""People, and what they can do with Discord's client."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.discord import payloads
from tests.fakes.discord.channels import DIRECT, GROUP, Channel
from tests.fakes.discord.components import ComponentType
from tests.fakes.discord.errors import NoResponse, UnavailableAction
from tests.fakes.discord.guilds import Account
from tests.fakes.discord.interactions import (
    GUILD_OWNER,
    IN_BOT_DM,
    IN_GUILD,
    IN_PRIVATE_CHANNEL,
    USER_OWNER,
    Interaction,
    InteractionType,
)
from tests.fakes.discord.responses import InteractionResponse, find_button, find_select, more_before, select_values
from tests.fakes.discord.slash_commands import (
    OptionValue,
    check_available,
    command_data,
    menu_data,
    removed_command_data,
)

if TYPE_CHECKING:
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.responses import Modal
    from tests.fakes.discord.state import State
    from tests.fakes.loopback import Json

_POLL_SECONDS = 0.005


@dataclass(eq=False, kw_only=True)
class User(Account):
    """A person with Discord's client.

    Each action returns when the person has a response, or the bot has acknowledged without one and does nothing more.
    It raises NoResponse after `LoopbackDiscord.response_timeout`. `twice` delivers the same interaction twice, as
    Discord sometimes does.
    """

    state: State = field(repr=False)
    dm: Channel = field(repr=False)

    def owners(self, channel: Channel) -> Json:
        """Return who installed the app that responds in `channel`, as `authorizing_integration_owners`."""
        found: Json = {}
        if channel.guild is not None and channel.guild.has_bot:
            found[GUILD_OWNER] = str(channel.guild.id)
        elif channel.type == DIRECT:
            found[GUILD_OWNER] = "0"
        if self.installs:
            found[USER_OWNER] = str(self.id)
        return found

    def context(self, channel: Channel) -> int:
        """Return Discord's interaction context of `channel`."""
        if channel.guild is not None:
            return IN_GUILD
        return IN_PRIVATE_CHANNEL if channel.type == GROUP else IN_BOT_DM

    async def slash(
        self, channel: Channel, line: str, /, *, twice: bool = False, **options: OptionValue
    ) -> InteractionResponse:
        """Send a slash command: `await ann.slash(channel, "hitblow play", rules="4x10")`."""
        return await self.send(self.prepare_slash(channel, line, **options), twice=twice)

    async def slash_from_old_list(
        self, channel: Channel, line: str, /, *, twice: bool = False, **options: str | int | bool
    ) -> InteractionResponse:
        """Send a subcommand that this person's client still lists, although the bot no longer does."""
        data = removed_command_data(self.state.commands, line, options)
        return await self.send(self.state.create_interaction(InteractionType.COMMAND, self, channel, data), twice=twice)

    def prepare_slash(self, channel: Channel, line: str, /, **options: OptionValue) -> Interaction:
        """Return the interaction of a slash command, for `send`."""
        return self._command(channel, line, options)

    async def use_menu(self, channel: Channel, target: Account, name: str) -> InteractionResponse:
        """Choose an entry in the context menu of a person."""
        data = menu_data(self.state.commands, name, target, channel.guild)
        return await self.send(self.state.create_interaction(InteractionType.COMMAND, self, channel, data))

    def _command(self, channel: Channel, line: str, options: dict[str, OptionValue], focused: str = "") -> Interaction:
        data = command_data(self.state.commands, line, options, focused, channel.guild)
        type_ = InteractionType.AUTOCOMPLETE if focused else InteractionType.COMMAND
        interaction = self.state.create_interaction(type_, self, channel, data)
        check_available(next(one for one in self.state.commands if one["id"] == data["id"]), interaction)
        return interaction

    async def autocomplete(
        self, channel: Channel, line: str, option: str, typed: str, /, **others: OptionValue
    ) -> dict[str, str | int | float]:
        """Type a value for `option` and return the choices offered, values by names."""
        interaction = self._command(channel, line, {**others, option: typed}, focused=option)
        await self.send(interaction)
        return {choice["name"]: choice["value"] for choice in interaction.choices}

    async def press(self, message: Message, label: str, *, twice: bool = False) -> InteractionResponse:
        """Press the button with that label, emoji or `custom_id`; one out of sight is behind the button More."""
        if more := more_before(self._visible(message), label):
            message = await self._open_more(message, more)
        return await self.send(self.prepare_press(message, label), twice=twice)

    async def _open_more(self, message: Message, more: str) -> Message:
        """Press the button with that label, and return the private message that follows."""
        before, started = len(self.ephemeral_log), time.monotonic()
        await self.send(self.prepare_press(message, more))
        while len(self.ephemeral_log) == before:
            if time.monotonic() - started > self.state.response_timeout:
                msg = f"nothing followed the button {more!r}"
                raise NoResponse(msg)
            await asyncio.sleep(_POLL_SECONDS)
        return self.ephemeral_log[-1]

    def prepare_press(self, message: Message, label: str) -> Interaction:
        """Return the interaction of a button as the message is now, for `send` when it may have changed."""
        button = find_button(self._visible(message), label)
        data = {"component_type": ComponentType.BUTTON, "custom_id": button["custom_id"], "id": button.get("id", 1)}
        prepared = self.state.create_interaction(InteractionType.COMPONENT, self, message.channel, data, message)
        prepared.payload = payloads.interaction(prepared)
        return prepared

    async def choose(
        self, message: Message, *choices: str, select: str = "", twice: bool = False
    ) -> InteractionResponse:
        """Choose labels or values in the select with that placeholder or `custom_id` (by default the first)."""
        found = find_select(self._visible(message), select)
        data: Json = {"component_type": found["type"], "custom_id": found["custom_id"]}
        data |= {"values": select_values(found, choices), **self._resolved(message.channel, choices)}
        interaction = self.state.create_interaction(InteractionType.COMPONENT, self, message.channel, data, message)
        return await self.send(interaction, twice=twice)

    async def submit(self, modal: Modal, *, twice: bool = False, **values: str) -> InteractionResponse:
        """Fill in a modal, fields by `custom_id` or label, and submit it."""
        return await self.send(self.prepare_submit(modal, **values), twice=twice)

    def prepare_submit(self, modal: Modal, **values: str) -> Interaction:
        """Return the interaction of a modal that was filled in, for `send`."""
        source = modal.interaction
        data = {"custom_id": modal.data["custom_id"], "components": modal.fill_in(values)}
        data |= self._resolved(source.channel, tuple(values.values()))
        return self.state.create_interaction(InteractionType.MODAL_SUBMIT, self, source.channel, data, source.message)

    def _resolved(self, channel: Channel, ids: tuple[str, ...]) -> Json:
        chosen = [self.state.users[int(id_)] for id_ in ids if id_.isdigit() and int(id_) in self.state.users]
        users, guild = {str(one.id): payloads.user(one) for one in chosen}, channel.guild
        members = {str(one.id): payloads.member(guild, one, with_user=False) for one in chosen} if guild else {}
        return {"resolved": {"users": users, "members": members}} if chosen else {}

    def screen(self, channel: Channel) -> str:
        """Return what this person sees in `channel`, messages separated by blank lines."""
        visible = [message for message in channel.log.values() if message.reader in (None, self)]
        return "\n\n".join(map(str, visible))

    def say(self, channel: Channel, text: str) -> Message:
        """Send an ordinary message."""
        return self.state.post(channel, {"content": text}, author=self)

    def delete(self, message: Message) -> None:
        """Delete one's own message or, as a moderator, another's."""
        self.state.delete(message)

    def _visible(self, message: Message) -> Message:
        if message.deleted or (message.ephemeral and message.reader is not self):
            msg = f"{self} cannot see\n{message}"
            raise UnavailableAction(msg)
        return message

    async def send(self, interaction: Interaction, *, twice: bool = False) -> InteractionResponse:
        """Deliver a prepared interaction and wait for the response."""
        for _ in range(1 + twice):
            self.state.deliver(interaction)
        until = time.monotonic() + self.state.response_timeout
        while not interaction.settled.is_set() and not self._left_unchanged(interaction):
            if time.monotonic() > until:
                action = f"{self}'s {interaction.type.name.lower()} {interaction.data}"
                msg = f"no response to {action}; last error: {self.state.last_error or 'none'}"
                raise NoResponse(msg)
            await _wait_briefly(interaction.settled)
        return InteractionResponse(interaction)

    def _left_unchanged(self, interaction: Interaction) -> bool:
        """Return whether the bot acknowledged without a visible response and does nothing more about it."""
        if interaction.callback is None or self.state.busy():
            return False
        return time.monotonic() - self.state.last_request >= self.state.settle_time


async def _wait_briefly(settled: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(_POLL_SECONDS):
            await settled.wait()
    except TimeoutError:
        return
