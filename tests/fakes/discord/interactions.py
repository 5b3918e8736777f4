"""Interactions: what a person did, and how the bot responded.

Timing and allowed responses: Discord's documentation, "Receiving and Responding".
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.discord.channels import Channel
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.users import User
    from tests.fakes.loopback import Json


class InteractionType(IntEnum):
    """What the person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """How the bot first responded."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


DEFERRED = (CallbackType.DEFERRED_MESSAGE, CallbackType.DEFERRED_UPDATE)
UPDATES = (CallbackType.UPDATE, CallbackType.DEFERRED_UPDATE)
ALLOWED = {
    InteractionType.COMMAND: {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL},
    InteractionType.COMPONENT: {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL, *UPDATES},
    InteractionType.AUTOCOMPLETE: {CallbackType.AUTOCOMPLETE},
    InteractionType.MODAL_SUBMIT: {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, *UPDATES},
}
"""The callbacks that each interaction may get; the updates also need a message to update."""

GUILD_OWNER, USER_OWNER = "0", "1"
IN_GUILD, IN_BOT_DM, IN_PRIVATE_CHANNEL = 0, 1, 2


@dataclass(eq=False, kw_only=True)
class Interaction:
    """One interaction and the responses to it.

    Attributes:
        message: the message whose component was used; None for commands.
        owners: who installed the app that responds, as `authorizing_integration_owners` has it.
        created: when the person acted, by the clock that judges deadlines.
        payload: what the bot is sent, the same each time it is delivered.
        callback: the first response.
        original: the message that `@original` names.
        settled: set when the person waits for nothing more.
        delivered_at: when it was first sent to the bot, in seconds of `time.monotonic()`.
        responded_at: when the callback was accepted, in the same seconds.
    """

    id: int
    token: str
    application_id: int
    type: InteractionType
    user: User
    channel: Channel
    data: Json
    created: float
    owners: Json
    context: int
    message: Message | None = None
    payload: Json | None = None
    callback: CallbackType | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    delivered_at: float | None = None
    responded_at: float | None = None

    @property
    def latency(self) -> float | None:
        """Seconds from the delivery to the first response; None if there is none yet."""
        if self.delivered_at is None or self.responded_at is None:
            return None
        return self.responded_at - self.delivered_at

    @property
    def only_user_installed(self) -> bool:
        """Whether the app is installed only for the person's account, not in the server."""
        return GUILD_OWNER not in self.owners

    @property
    def forced_ephemeral(self) -> bool:
        """Whether the server makes every response of a user-installed app ephemeral."""
        guild = self.channel.guild
        return self.only_user_installed and guild is not None and not guild.external_apps

    @property
    def awaits_first_followup(self) -> bool:
        """Whether the placeholder of a deferred response is still there; the first follow-up replaces it."""
        return self.callback is CallbackType.DEFERRED_MESSAGE and self.original is not None and self.original.loading

    def respond(self, callback: CallbackType) -> None:
        """Note the first response."""
        self.callback = callback
        self.responded_at = time.monotonic()
        if callback not in DEFERRED:
            self.settled.set()
