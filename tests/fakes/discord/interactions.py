"""What a person did that the bot must answer, and the life of that answer.

Timing and allowed answers: Discord's documentation, "Receiving and Responding".
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.discord.channels import Channel
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.wire import Json


class Act(IntEnum):
    """What the person did: Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    """What the bot first answered: Discord's interaction callback types."""

    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED = {
    Act.COMMAND: {Reply.MESSAGE, Reply.DEFER, Reply.MODAL},
    Act.COMPONENT: {Reply.MESSAGE, Reply.DEFER, Reply.DEFER_UPDATE, Reply.UPDATE, Reply.MODAL},
    Act.AUTOCOMPLETE: {Reply.CHOICES},
    Act.MODAL: {Reply.MESSAGE, Reply.DEFER, Reply.DEFER_UPDATE, Reply.UPDATE},
}
"""The first answers each act may get; the two updates also need a message to update."""

GUILD_OWNER, USER_OWNER = "0", "1"
IN_GUILD, IN_BOT_DM, IN_PRIVATE_CHANNEL = 0, 1, 2


@dataclass(eq=False, kw_only=True)
class Interaction:
    """One act and its answers.

    ``message`` is the message acted on, None for commands; ``payload`` is what the bot is sent, the same each time;
    ``original`` is what ``@original`` names once answered;
    ``settled`` is set when the person is no longer waiting for anything.
    """

    id: int
    token: str
    application_id: int
    type: Act
    person: Person
    channel: Channel
    data: Json
    born: float
    owners: Json
    context: int
    message: Message | None = None
    payload: Json | None = None
    reply: Reply | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def only_user_installed(self) -> bool:
        """Whether the bot is here on the person's account alone, not as a member."""
        return GUILD_OWNER not in self.owners

    @property
    def forced_private(self) -> bool:
        """Whether the server lets nobody else see what a user-installed bot answers."""
        guild = self.channel.guild
        return self.only_user_installed and guild is not None and not guild.external_apps

    @property
    def awaits_first_followup(self) -> bool:
        """Whether the placeholder still stands, which the first follow-up then replaces."""
        return self.reply is Reply.DEFER and self.original is not None and self.original.thinking
